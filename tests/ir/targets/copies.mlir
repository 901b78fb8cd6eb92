// A warp's copies: asynchronous ones into shared memory, and matrices.
!g = !cute.ptr<f16, gmem, align<16>>
!s = !cute.ptr<f16, smem, align<16>>

// -----
// On the CPU a copy is done where it is issued.
func.func @asynchronous(%g: !g, %p: i64, %b: i1) attributes {cute.kernel, cute.smem_bytes = 1024 : i64, cute.block_dim = array<i32: 32, 1, 1>} {
  %s = cute.smem_alloc 0, 1024, 16 : !s
  // PTX: cp.async.cg.shared.global [%[[S:.*]]], [%[[G:.*]]], 16;
  // CPU-COUNT-8: load half, ptr
  // CPU-COUNT-8: store half %{{.*}}, ptr %
  cute.cp_async "cp.async.cg.128" 16 %g, %s : !g, !s
  // PTX: { .reg .b32 address; and.b32 address, %[[S]], 0x7fffffff; cp.async.ca.shared.global.L2::cache_hint [address], [%[[G]]], 4, %{{.*}}; }
  // CPU-COUNT-2: load half, ptr
  // CPU-COUNT-2: store half %{{.*}}, ptr %
  cute.cp_async "cp.async.ca.32" 4 %g, %s with %p : i64 : !g, !s
  // A false predicate: no byte is read, zeros are written.
  // PTX: selp.b32 %[[N:.*]], 16, 0, %{{.*}};
  // PTX: { .reg .b32 address; and.b32 address, %[[S]], 0x7fffffff; cp.async.cg.shared.global.L2::cache_hint [address], [%[[G]]], 16, %[[N]], %{{.*}}; }
  // CPU: br i1 %{{.*}}, label %[[THEN:.*]], label %[[ELSE:.*]]
  // CPU-COUNT-8: load half, ptr
  // CPU-COUNT-4: store i32 0, ptr %
  cute.cp_async "cp.async.cg.128" 16 %g, %s with %b, %p : i1, i64 : !g, !s
  // PTX: cp.async.commit_group;
  // CPU-NOT: call
  cute.cp_async_commit
  // PTX: cp.async.wait_group 1;
  // CPU: ret i32 0
  cute.cp_async_wait 1
  func.return
}
// -----
// Each lane gives the address of a row; lane l gets the elements 2 (l % 4) and the next of row l / 4.
func.func @matrices() attributes {cute.kernel, cute.smem_bytes = 1024 : i64, cute.block_dim = array<i32: 32, 1, 1>} {
  %s = cute.smem_alloc 0, 1024, 16 : !s
  %l = cute.lane_idx
  %k = arith.constant 8 : i32
  %i = arith.muli %l, %k : i32
  %row = cute.ptr.add %s, %i : !s, i32 -> !s
  // PTX: ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%[[A:.*]], %[[B:.*]]}, [%[[ROW:.*]]];
  // CPU: %[[ONE:.*]] = load <32 x i32>, ptr %smem
  // CPU: lshr <32 x i32> %[[ONE]], splat (i32 16)
  // CPU: %[[SECOND:.*]] = getelementptr i8, ptr %smem, i32 128
  // CPU: load <32 x i32>, ptr %[[SECOND]]
  %v = cute.ldmatrix "ldmatrix.x2" %row : !s -> vector<4xf16>
  // PTX: stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%[[ROW]]], {%[[A]], %[[B]]};
  // CPU-COUNT-16: store <8 x half>
  cute.stmatrix "stmatrix.x2.trans" %v, %row : vector<4xf16>, !s
  func.return
}
// -----
// Into another block of the cluster; the bytes count at its mbarrier.
func.func @to_another_block(%v: f32, %n: i32) attributes {cute.kernel, cute.smem_bytes = 1024 : i64, cute.block_dim = array<i32: 32, 1, 1>, cute.cluster_dim = array<i32: 2, 1, 1>} {
  %s = cute.smem_alloc 16, 512, 16 : !cute.ptr<f32, smem, align<16>>
  %b = cute.smem_alloc 0, 8, 8 : !cute.ptr<i64, smem, align<8>>
  %t = cute.mapa %s, %n : !cute.ptr<f32, smem, align<16>>, i32 -> !cute.ptr<f32, dsmem, align<16>>
  %f = cute.mapa %b, %n : !cute.ptr<i64, smem, align<8>>, i32 -> !cute.ptr<i64, dsmem, align<8>>
  %w = cute.vec.splat %v : f32 -> vector<2xf32>
  // PTX: mapa.shared::cluster.u32 %[[T:.*]], %{{.*}}, %[[N:.*]];
  // PTX: mapa.shared::cluster.u32 %[[F:.*]], %{{.*}}, %[[N]];
  // PTX: st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%[[T]]], {%[[V:.*]], %[[V]]}, [%[[F]]];
  // CPU-COUNT-2: store float %{{.*}}, ptr %
  // CPU: call i32 @cute.mbarrier_change(
  cute.store_async %w, %t, %f : vector<2xf32>, !cute.ptr<f32, dsmem, align<16>>, !cute.ptr<i64, dsmem, align<8>>
  func.return
}
