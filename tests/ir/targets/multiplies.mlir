// Multiplies of a warp and of a warp group.
!a = !cute.ptr<f16, gmem, align<16>>
!c = !cute.ptr<f32, gmem, align<16>>
!i = !cute.ptr<i32, gmem, align<4>>
!s = !cute.ptr<f16, smem, align<1024>>
!r = !cute.ptr<f32, rmem, align<32>>

// -----
func.func @warp(%a: !a, %c: !c) attributes {cute.kernel, cute.block_dim = array<i32: 32, 1, 1>} {
  %x = cute.ptr.load %a : !a -> vector<8xf16>
  %y = cute.vec.extract %x[0] : vector<8xf16> -> f16
  %z = cute.vec.splat %y : f16 -> vector<4xf16>
  %s = cute.ptr.load %c : !c -> vector<4xf32>
  // PTX: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {[[D:%[^}]*]]}, {%{{.*}}}, {%{{.*}}}, {%{{.*}}};
  // PTX: st.global.v4.b32 [%{{.*}}], {[[D]]};
  // CPU: call void @"cute.mma.m16n8k16.f32.f16.f16"(ptr %{{.*}}, ptr %{{.*}}, ptr %{{.*}})
  %d = cute.mma "mma.m16n8k16.f32.f16.f16" %x, %z, %s : vector<8xf16>, vector<4xf16>, vector<4xf32> -> vector<4xf32>
  cute.ptr.store %d, %c : vector<4xf32>, !c
  func.return
}
// -----
func.func @sparse(%a: !a, %c: !c, %i: !i) attributes {cute.kernel, cute.block_dim = array<i32: 32, 1, 1>} {
  %x = cute.ptr.load %a : !a -> vector<4xf16>
  %n = cute.ptr.load %i : !i -> i32
  %e = cute.vec.splat %n : i32 -> vector<1xi32>
  %s = cute.ptr.load %c : !c -> vector<4xf32>
  // PTX: mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%{{.*}}}, {%{{.*}}}, {%{{.*}}}, {%{{.*}}}, %{{.*}}, 0x0;
  // CPU: call void @"cute.mma.sp.m16n8k16.f32.f16.f16"(ptr %{{.*}}, ptr %{{.*}}, ptr %{{.*}}, ptr %{{.*}})
  %d = cute.mma "mma.sp.m16n8k16.f32.f16.f16" %x, %x, %s with %e : vector<1xi32> : vector<4xf16>, vector<4xf16>, vector<4xf32> -> vector<4xf32>
  cute.ptr.store %d, %c : vector<4xf32>, !c
  func.return
}
// -----
// The accumulators go through fence and wait, so that nothing that uses them moves past; the CPU multiplies at once.
func.func @group(%c: !c, %adds: i1) attributes {cute.kernel, cute.smem_bytes = 16384 : i64, cute.block_dim = array<i32: 128, 1, 1>} {
  %a = cute.smem_alloc 0, 8192, 1024 : !s
  %b = cute.smem_alloc 8192, 2048, 1024 : !s
  %r = cute.rmem_alloc 8 : !r
  // PTX: wgmma.fence.sync.aligned;
  // CPU: call void @cute.multiplies_fence(ptr %state, i32 %warp)
  // CPU: call i1 @cute.multiplies_fenced(ptr %state, i32 %warp)
  // CPU: call i8 @llvm.coro.suspend(
  cute.wgmma_fence
  // PTX: setp.ne.b32 p, %{{.*}}, 0; wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%{{.*}}}, %{{.*}}, %{{.*}}, p, 1, 1, 0, 0;
  // CPU: call void @"cute.wgmma.m64n16k16.f32.f16.f16 K S<3,4,3> lead 16 stride 1024 element 2, K S<3,4,3> lead 16 stride 1024 element 2"(ptr %smem, ptr %{{.*}}, ptr %{{.*}}, i32 %{{.*}}, i1 %
  cute.wgmma "wgmma.m64n16k16.f32.f16.f16" %a, %b, %r accumulate %adds a "K S<3,4,3> lead 16 stride 1024 element 2" b "K S<3,4,3> lead 16 stride 1024 element 2" : !s, !s, !r
  // PTX: wgmma.commit_group.sync.aligned;
  // CPU: call void @cute.multiplies_commit(ptr %state, i32 %warp)
  cute.wgmma_commit
  // PTX: wgmma.wait_group.sync.aligned 0;
  // CPU: call i1 @cute.multiplies_done(ptr %state, i32 %warp, i32 0)
  // CPU: call i8 @llvm.coro.suspend(
  cute.wgmma_wait 0
  %v = cute.ptr.load %r : !r -> vector<4xf32>
  cute.ptr.store %v, %c : vector<4xf32>, !c
  func.return
}
// -----
// for sm_120a
func.func @sparse_scaled(%a: !a, %c: !c, %i: !i) attributes {cute.kernel, cute.block_dim = array<i32: 32, 1, 1>} {
  %n = cute.ptr.load %i : !i -> i32
  %x = cute.vec.splat %n : i32 -> vector<4xi32>
  %e = cute.vec.splat %n : i32 -> vector<1xi32>
  %s = cute.ptr.load %c : !c -> vector<4xf32>
  %k = arith.trunci %n : i32 to i8
  %q = cute.vec.splat %k : i8 -> vector<4xi8>
  // PTX: mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3 {%{{.*}}}, {%{{.*}}}, {%{{.*}}}, {%{{.*}}}, %{{r[0-9]*}}, 0x0, {%{{.*}}}, {0x0, 0x0}, {%{{.*}}}, {0x0, 0x0};
  // CPU: call void @"cute.mma.sp.mxf4nvf4.m16n8k128.f32.e2m1.e2m1.ue4m3.4X"(ptr %{{.*}}, ptr %{{.*}}, ptr %{{.*}}, ptr %{{.*}}, ptr %{{.*}}, ptr %{{.*}})
  %d = cute.mma "mma.sp.mxf4nvf4.m16n8k128.f32.e2m1.e2m1.ue4m3.4X" %x, %x, %s with %e, %q, %q : vector<1xi32>, vector<4xi8>, vector<4xi8> : vector<4xi32>, vector<4xi32>, vector<4xf32> -> vector<4xf32>
  cute.ptr.store %d, %c : vector<4xf32>, !c
  func.return
}
