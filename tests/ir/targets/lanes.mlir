// What the analyses of lanes make of accesses and branches on the CPU: which values all lanes share, which follow the lane.
!g = !cute.ptr<f32, gmem, align<4>>
!n = !cute.ptr<i32, gmem, align<4>>
!r = !cute.ptr<f32, rmem, align<16>>

// -----
// The lane's number times the element: one contiguous vector.
func.func @affine(%g: !g, %o: !g) attributes {cute.kernel, cute.block_dim = array<i32: 64, 1, 1>} {
  %tid = cute.thread_idx 0
  %p = cute.ptr.add %g, %tid : !g, i32 -> !g
  // CPU: load <32 x float>, ptr
  // CPU-NOT: gather
  %x = cute.ptr.load %p : !g -> f32
  %q = cute.ptr.add %o, %tid : !g, i32 -> !g
  // CPU: store <32 x float>
  cute.ptr.store %x, %q : f32, !g
  func.return
}
// -----
// One address for all lanes: one scalar, and scalar arithmetic, until it is stored.
func.func @shared_by_all(%g: !g, %o: !g) attributes {cute.kernel, cute.block_dim = array<i32: 64, 1, 1>} {
  %tid = cute.thread_idx 0
  %bid = cute.block_idx 0
  %p = cute.ptr.add %g, %bid : !g, i32 -> !g
  // CPU: %[[X:.*]] = load float, ptr
  // CPU-NOT: <32 x float>
  // CPU: fmul float %[[X]], %[[X]]
  %x = cute.ptr.load %p : !g -> f32
  %y = arith.mulf %x, %x : f32
  %q = cute.ptr.add %o, %tid : !g, i32 -> !g
  // CPU: store <32 x float>
  cute.ptr.store %y, %q : f32, !g
  func.return
}
// -----
// Known offsets in another order: one vector and a shuffle of it.
func.func @permuted(%g: !g, %o: !g) attributes {cute.kernel, cute.block_dim = array<i32: 64, 1, 1>} {
  %tid = cute.thread_idx 0
  %one = arith.constant 1 : i32
  %other = arith.xori %tid, %one : i32
  %p = cute.ptr.add %g, %other : !g, i32 -> !g
  // CPU: %[[X:.*]] = load <32 x float>, ptr
  // CPU: shufflevector <32 x float> %[[X]], <32 x float> poison, <32 x i32> <i32 1, i32 0, i32 3, i32 2,
  // CPU-NOT: gather
  %x = cute.ptr.load %p : !g -> f32
  %q = cute.ptr.add %o, %tid : !g, i32 -> !g
  // CPU: store <32 x float>
  cute.ptr.store %x, %q : f32, !g
  func.return
}
// -----
// Eight lanes share each element: four scalars.
func.func @grouped(%g: !g, %o: !g) attributes {cute.kernel, cute.block_dim = array<i32: 64, 1, 1>} {
  %tid = cute.thread_idx 0
  %eight = arith.constant 8 : i32
  %row = arith.divsi %tid, %eight : i32
  %p = cute.ptr.add %g, %row : !g, i32 -> !g
  // CPU-COUNT-4: load float, ptr
  // CPU-NOT: gather
  %x = cute.ptr.load %p : !g -> f32
  %q = cute.ptr.add %o, %tid : !g, i32 -> !g
  // CPU: store <32 x float>
  cute.ptr.store %x, %q : f32, !g
  func.return
}
// -----
// Indices from memory: a gather.
func.func @anywhere(%n: !n, %g: !g, %o: !g) attributes {cute.kernel, cute.block_dim = array<i32: 64, 1, 1>} {
  %tid = cute.thread_idx 0
  %a = cute.ptr.add %n, %tid : !n, i32 -> !n
  %i = cute.ptr.load %a : !n -> i32
  %p = cute.ptr.add %g, %i : !g, i32 -> !g
  // CPU: call <32 x float> @llvm.masked.gather
  %x = cute.ptr.load %p : !g -> f32
  %q = cute.ptr.add %o, %tid : !g, i32 -> !g
  cute.ptr.store %x, %q : f32, !g
  func.return
}
// -----
// The same condition for all lanes: a scalar branch, and no mask.
func.func @all_take_a_branch(%o: !g, %k: i32, %f: f32) attributes {cute.kernel, cute.block_dim = array<i32: 64, 1, 1>} {
  %tid = cute.thread_idx 0
  %bid = cute.block_idx 0
  %c = arith.cmpi slt, %bid, %k : i32
  // CPU: %[[C:.*]] = icmp slt i32 %block_x, %
  // CPU: br i1 %[[C]]
  scf.if %c {
    %q = cute.ptr.add %o, %tid : !g, i32 -> !g
    // CPU-NOT: masked
    // CPU: store <32 x float>
    // CPU-NOT: masked
    // CPU: ret i32 0
    cute.ptr.store %f, %q : f32, !g
  }
  func.return
}
// -----
// So also where the bound is known.
func.func @whole_warps_take_a_branch(%o: !g, %f: f32) attributes {cute.kernel, cute.block_dim = array<i32: 128, 1, 1>} {
  %tid = cute.thread_idx 0
  %k = arith.constant 64 : i32
  %c = arith.cmpi slt, %tid, %k : i32
  // CPU: %[[LAST:.*]] = add i64 %{{.*}}, 31
  // CPU: %[[ALL:.*]] = icmp slt i64 %[[LAST]], 
  // CPU: br i1 %[[ALL]], label %all
  scf.if %c {
    %q = cute.ptr.add %o, %tid : !g, i32 -> !g
    // CPU: store <32 x float>
    // CPU: %[[SOME:.*]] = icmp slt <32 x i32>
    // CPU: %[[BITS:.*]] = bitcast <32 x i1> %[[SOME]] to i32
    // CPU: icmp ne i32 %[[BITS]], 0
    // CPU: call void @llvm.masked.store.v32f32.p0({{.*}}, <32 x i1> %[[SOME]])
    cute.ptr.store %f, %q : f32, !g
  }
  func.return
}
// -----
// Lanes may differ: where the first and the last agree no mask is needed; else one, and none goes in where no lane does.
func.func @some_lanes_take_a_branch(%o: !g, %k: i32, %f: f32) attributes {cute.kernel, cute.block_dim = array<i32: 64, 1, 1>} {
  %tid = cute.thread_idx 0
  %c = arith.cmpi slt, %tid, %k : i32
  // CPU: %[[LAST:.*]] = add i64 %{{.*}}, 31
  // CPU: %[[ALL:.*]] = icmp slt i64 %[[LAST]], 
  // CPU: br i1 %[[ALL]], label %all
  scf.if %c {
    %q = cute.ptr.add %o, %tid : !g, i32 -> !g
    // CPU: store <32 x float>
    // CPU: %[[SOME:.*]] = icmp slt <32 x i32>
    // CPU: %[[BITS:.*]] = bitcast <32 x i1> %[[SOME]] to i32
    // CPU: icmp ne i32 %[[BITS]], 0
    // CPU: call void @llvm.masked.store.v32f32.p0({{.*}}, <32 x i1> %[[SOME]])
    cute.ptr.store %f, %q : f32, !g
  }
  func.return
}
// -----
// Accumulators of more than all vector registers stay in memory where a warp waits: LLVM does not see their allocation.
func.func @many_sums(%g: !g, %k: i32) attributes {cute.kernel, cute.block_dim = array<i32: 64, 1, 1>} {
  %tid = cute.thread_idx 0
  // CPU: %[[SUMS:.*]] = call ptr asm "", "=r,0"(ptr %
  %r = cute.rmem_alloc 128 : !r
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %p = cute.ptr.add %g, %tid : !g, i32 -> !g
  %x = cute.ptr.load %p : !g -> f32
  cute.ptr.store %x, %r : f32, !r
  scf.for %i = %zero to %k step %one : i32 {
    cute.barrier
    // CPU: load <32 x float>, ptr %[[SUMS]], align
    // CPU: store <32 x float> %{{.*}}, ptr %[[SUMS]], align
    %old = cute.ptr.load %r : !r -> f32
    %new = arith.addf %old, %x : f32
    cute.ptr.store %new, %r : f32, !r
  }
  %end = cute.ptr.load %r : !r -> f32
  cute.ptr.store %end, %p : f32, !g
  func.return
}
// -----
// Fewer become values.
func.func @few_sums(%g: !g, %k: i32) attributes {cute.kernel, cute.block_dim = array<i32: 64, 1, 1>} {
  %tid = cute.thread_idx 0
  // CPU: alloca
  // CPU-NOT: asm
  %r = cute.rmem_alloc 2 : !r
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %p = cute.ptr.add %g, %tid : !g, i32 -> !g
  %x = cute.ptr.load %p : !g -> f32
  cute.ptr.store %x, %r : f32, !r
  scf.for %i = %zero to %k step %one : i32 {
    cute.barrier
    // CPU: load <32 x float>, ptr
    // CPU-NOT: asm
    %old = cute.ptr.load %r : !r -> f32
    %new = arith.addf %old, %x : f32
    cute.ptr.store %new, %r : f32, !r
  }
  %end = cute.ptr.load %r : !r -> f32
  cute.ptr.store %end, %p : f32, !g
  func.return
}
