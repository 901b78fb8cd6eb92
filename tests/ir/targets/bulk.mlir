// The bulk copy engine: tiles by tensor maps, the maps, plain bytes, groups. On the CPU a copy is done where it is issued.
!d = !cute.tma_descriptor
!bar = !cute.ptr<i64, smem, align<8>>
!far = !cute.ptr<i64, dsmem, align<8>>
!s = !cute.ptr<f16, smem, align<1024>>
!ds = !cute.ptr<f16, dsmem, align<1024>>
!g = !cute.ptr<f16, gmem, align<16>>
!map = !cute.ptr<i64, gmem, align<64>>
!smap = !cute.ptr<i64, smem, align<128>>

// -----
func.func @tiles(%d: !d, %i: i32) attributes {cute.kernel, cute.smem_bytes = 4096 : i64, cute.block_dim = array<i32: 32, 1, 1>} {
  %s = cute.smem_alloc 1024, 2048, 1024 : !s
  %b = cute.smem_alloc 0, 8, 8 : !bar
  // PTX: prefetch.tensormap [%[[D:.*]]];
  cute.tma.prefetch_descriptor %d
  // PTX: elect.sync _|p, 0xffffffff; @p cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%[[S:.*]]], [%[[D]], {%[[I:.*]], %[[J:.*]]}], [%{{.*}}];
  // CPU: call void @cute.tile_load(ptr %[[D:.*]], ptr %[[S:.*]], i32 %[[I:.*]], i32 %[[J:.*]], i32 0, i32 0, i32 0)
  // CPU: call i32 @cute.mbarrier_change(ptr %state, ptr %{{.*}}, i32 0, i32 %
  cute.tma.tile "load" %d, %s, %b, %i, %i : !d, !s, !bar, i32, i32
  // PTX: @p cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%[[D]], {%{{.*}}, %{{.*}}}], [%[[S]]];
  // CPU: call void @cute.tile_store(ptr %[[D]], ptr %[[S]], i32 %[[I]], i32 %[[J]], i32 0, i32 0, i32 0)
  cute.tma.tile "store" %d, %s, %i, %i : !d, !s, i32, i32
  // PTX: @p cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%[[D]], {%{{.*}}, %{{.*}}}], [%[[S]]];
  // CPU: call void @cute.tile_reduce(ptr %[[D]], ptr %[[S]],
  cute.tma.tile "add" %d, %s, %i, %i : !d, !s, i32, i32
  // PTX: @p cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%[[D]], {%{{.*}}, %{{.*}}}];
  cute.tma.tile "prefetch" %d, %i, %i : !d, i32, i32
  // PTX: cp.async.bulk.commit_group;
  // CPU-NOT: call
  cute.bulk.commit
  // PTX: cp.async.bulk.wait_group.read 0;
  // CPU: ret i32 0
  cute.bulk.wait read 0
  func.return
}
// -----
// To each block of the cluster whose bit is set.
func.func @for_a_cluster(%d: !d, %i: i32, %p: i64) attributes {cute.kernel, cute.smem_bytes = 4096 : i64, cute.block_dim = array<i32: 32, 1, 1>, cute.cluster_dim = array<i32: 2, 1, 1>} {
  %s = cute.smem_alloc 1024, 2048, 1024 : !s
  %b = cute.smem_alloc 0, 8, 8 : !bar
  // PTX: @p cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint [%{{.*}}], [%{{.*}}, {%{{.*}}}], [%{{.*}}], %[[MASK:.*]], %{{.*}};
  // CPU: and i32 %{{.*}}, 1
  // CPU: call void @cute.tile_load(
  // CPU: and i32 %{{.*}}, 2
  // CPU: call void @cute.tile_load(
  cute.tma.tile "load" multicast cached %d, %s, %b, %i, %p, %i : !d, !s, !bar, i32, i64, i32
  func.return
}
// -----
func.func @bytes(%g: !g, %n: i32, %p: i64) attributes {cute.kernel, cute.smem_bytes = 4096 : i64, cute.block_dim = array<i32: 32, 1, 1>, cute.cluster_dim = array<i32: 2, 1, 1>} {
  %s = cute.smem_alloc 1024, 2048, 1024 : !s
  %b = cute.smem_alloc 0, 8, 8 : !bar
  // PTX: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%[[S:.*]]], [%[[G:.*]]], %[[N:.*]], [%[[B:.*]]], %{{.*}};
  // CPU: call void @llvm.memmove.p0.p0.i32(ptr %[[S:.*]], ptr %[[G:.*]], i32 %[[N:.*]], i1 false)
  // CPU: call i32 @cute.mbarrier_change(
  cute.bulk.copy "g2s" cached %s, %g, %n, %b, %p : !s, !g, i32, !bar, i64
  // PTX: cp.async.bulk.global.shared::cta.bulk_group [%[[G]]], [%[[S]]], %[[N]];
  // CPU: call void @llvm.memmove.p0.p0.i32(ptr %[[G]], ptr %[[S]], i32 %[[N]], i1 false)
  cute.bulk.copy "s2g" %g, %s, %n : !g, !s, i32
  // PTX: mapa.shared::cluster.u32 %[[T:.*]], %[[S]], %[[N]];
  // PTX: mapa.shared::cluster.u32 %[[F:.*]], %[[B]], %[[N]];
  // PTX: cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%[[T]]], [%[[S]]], %[[N]], [%[[F]]];
  // CPU: call void @llvm.memmove.p0.p0.i32(ptr %{{.*}}, ptr %[[S]], i32 %[[N]], i1 false)
  // CPU: call i32 @cute.mbarrier_change(
  %t = cute.mapa %s, %n : !s, i32 -> !ds
  %f = cute.mapa %b, %n : !bar, i32 -> !far
  cute.bulk.copy "s2s" %t, %s, %n, %f : !ds, !s, i32, !far
  func.return
}
// -----
func.func @changed_maps(%d: !d, %at: !map, %g: !g, %n: i64, %i: i32) attributes {cute.kernel, cute.smem_bytes = 4096 : i64, cute.block_dim = array<i32: 32, 1, 1>} {
  %s = cute.smem_alloc 0, 128, 128 : !smap
  %t = cute.smem_alloc 1024, 2048, 1024 : !s
  // PTX: ld.param.b64 %[[WORD:.*]], [changed_maps_param_0+24];
  // PTX: st.global.b64 [%{{.*}}], %[[WORD]];
  // CPU: getelementptr i64, ptr %{{.*}}, i64 3
  %w = cute.tma.descriptor_word %d {word = 3 : i32} : i64
  cute.ptr.store %w, %at : i64, !map
  // PTX: st.shared.v2.b64
  // CPU: call void @llvm.mem{{cpy|move}}.p0.p0.i64(ptr %smem,
  cute.tma.copy_descriptor %d, %s : !smap
  // PTX: tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%[[S:.*]]], %{{.*}};
  // PTX: tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%[[S]]], 0, %[[N:.*]];
  // PTX: tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%[[S]]], 1, %[[N]];
  // PTX: tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%[[S]]], 0, %{{.*}};
  // CPU: store ptr %{{.*}}, ptr %
  // CPU-COUNT-3: store i64
  cute.tma.replace %s, %g, %n, %n, %n : !smap, !g, i64, i64, i64
  // PTX: tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%[[AT:.*]]], [%[[S]]], 128;
  // CPU: call void @llvm.mem{{cpy|move}}.p0.p0.i64(ptr %[[AT:.*]], ptr %smem,
  cute.tma.publish %at, %s : !map, !smap
  // PTX: fence.proxy.tensormap::generic.acquire.gpu [%[[AT]]], 128;
  cute.tma.descriptor_fence "acquire" %at : !map
  // PTX: cvta.global.u64 %[[MAP:.*]], %[[AT]];
  // PTX: @p cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%[[MAP]], {
  // CPU: call void @cute.tile_store(ptr %[[AT]],
  %e = cute.tma.descriptor_at %at : !map
  cute.tma.tile "store" %e, %t, %i, %i : !d, !s, i32, i32
  func.return
}
// -----
func.func @map_address(%d: !d, %at: !map) attributes {cute.kernel} {
  // PTX: mov.b64 %[[PARAM:.*]], map_address_param_0;
  // PTX: cvta.param.u64 %[[ADDRESS:.*]], %[[PARAM]];
  // PTX: st.global.b64 [%{{.*}}], %[[ADDRESS]];
  // CPU: ptrtoint ptr %{{.*}} to i64
  %address = cute.tma.descriptor_address %d : i64
  cute.ptr.store %address, %at : i64, !map
  func.return
}
// -----
func.func @makes(%g: !g, %n: i64) attributes {cute.host} {
  // CPU: %[[REQUEST:.*]] = alloca [128 x i8], align 64
  // CPU: %[[MADE:.*]] = alloca [128 x i8], align 64
  // CPU: store i64 %{{.*}}, ptr
  // CPU: store i32 64, ptr
  // CPU: store i32 8, ptr
  // CPU: call i32 %{{.*}}(ptr %rt, ptr %[[REQUEST]], ptr %[[MADE]], i32 0)
  %d = cute.tma.make "Float16" swizzle 3 %g, %n, %n, %n {box = array<i32: 64, 8>} : !g, i64, i64, i64
  func.return
}
