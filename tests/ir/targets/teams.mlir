// Loops that the first warp to come runs for all warps of its block on the CPU: `%team` is the block's memory of them.
!g = !cute.ptr<f32, gmem, align<4>>
!s = !cute.ptr<f32, smem, align<4>>

// -----
// Each warp reads on where the one before ends: a team, whose inner loop goes over the block's four warps.
func.func @a_row_in_pieces(%g: !g, %o: !g, %n: i32) attributes {cute.kernel, cute.block_dim = array<i32: 128, 1, 1>} {
  %tid = cute.thread_idx 0
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  // CPU: lead
  // CPU: load <32 x float>, ptr
  // CPU: icmp ult i32 %{{.*}}, 4
  // CPU: follow
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) : i32 {
    %tile = arith.muli %i, %c128 : i32
    %at = arith.addi %tile, %tid : i32
    %p = cute.ptr.add %g, %at : !g, i32 -> !g
    %x = cute.ptr.load %p : !g -> f32
    %more = arith.addf %acc, %x : f32
    scf.yield %more : f32
  }
  %q = cute.ptr.add %o, %tid : !g, i32 -> !g
  cute.ptr.store %sum, %q : f32, !g
  func.return
}
// -----
// Each warp reads a row of its own in order: nothing to gain.
func.func @a_row_a_warp(%g: !g, %o: !g, %n: i32) attributes {cute.kernel, cute.block_dim = array<i32: 128, 1, 1>} {
  %lane = cute.lane_idx
  %warp = cute.warp_idx
  %tid = cute.thread_idx 0
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant 0.0 : f32
  %cols = arith.muli %n, %c32 : i32
  %row = arith.muli %warp, %cols : i32
  // CPU-NOT: lead
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) : i32 {
    %tile = arith.muli %i, %c32 : i32
    %in = arith.addi %tile, %lane : i32
    %at = arith.addi %row, %in : i32
    %p = cute.ptr.add %g, %at : !g, i32 -> !g
    %x = cute.ptr.load %p : !g -> f32
    %more = arith.addf %acc, %x : f32
    scf.yield %more : f32
  }
  %q = cute.ptr.add %o, %tid : !g, i32 -> !g
  cute.ptr.store %sum, %q : f32, !g
  func.return
}
// -----
// What a warp brings to the loop was computed from its own shuffle: only it knows.
func.func @a_warps_own_number(%g: !g, %o: !g, %n: i32) attributes {cute.kernel, cute.block_dim = array<i32: 128, 1, 1>} {
  %tid = cute.thread_idx 0
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %all = arith.constant -1 : i32
  %c31 = arith.constant 31 : i32
  %first = cute.shuffle "bfly" %tid, %c1, %all, %c31 : i32, i32, i32, i32 -> i32
  %start = arith.sitofp %first : i32 to f32
  // CPU-NOT: lead
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (f32) : i32 {
    %tile = arith.muli %i, %c128 : i32
    %at = arith.addi %tile, %tid : i32
    %p = cute.ptr.add %g, %at : !g, i32 -> !g
    %x = cute.ptr.load %p : !g -> f32
    %more = arith.addf %acc, %x : f32
    scf.yield %more : f32
  }
  %q = cute.ptr.add %o, %tid : !g, i32 -> !g
  cute.ptr.store %sum, %q : f32, !g
  func.return
}
// -----
// Stores of a warp before the loop, which may read them: not the first loop, but the one after a barrier.
func.func @after_a_barrier(%g: !g, %o: !g, %n: i32) attributes {cute.kernel, cute.block_dim = array<i32: 128, 1, 1>} {
  %tid = cute.thread_idx 0
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %q = cute.ptr.add %o, %tid : !g, i32 -> !g
  cute.ptr.store %zero, %q : f32, !g
  // CPU-NOT: lead
  // CPU: call i8 @llvm.coro.suspend
  %early = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) : i32 {
    %tile = arith.muli %i, %c128 : i32
    %at = arith.addi %tile, %tid : i32
    %p = cute.ptr.add %g, %at : !g, i32 -> !g
    %x = cute.ptr.load %p : !g -> f32
    %more = arith.addf %acc, %x : f32
    scf.yield %more : f32
  }
  cute.barrier
  // CPU: lead
  %late = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) : i32 {
    %tile = arith.muli %i, %c128 : i32
    %at = arith.addi %tile, %tid : i32
    %p = cute.ptr.add %g, %at : !g, i32 -> !g
    %x = cute.ptr.load %p : !g -> f32
    %more = arith.addf %acc, %x : f32
    scf.yield %more : f32
  }
  %sum = arith.addf %early, %late : f32
  cute.ptr.store %sum, %q : f32, !g
  func.return
}
// -----
// A load of a warp's own before a loop that stores: the loop must not come before it.
func.func @read_then_written(%g: !g, %o: !g, %n: i32) attributes {cute.kernel, cute.block_dim = array<i32: 128, 1, 1>} {
  %tid = cute.thread_idx 0
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %q = cute.ptr.add %o, %tid : !g, i32 -> !g
  %before = cute.ptr.load %q : !g -> f32
  // CPU-NOT: lead
  scf.for %i = %c0 to %n step %c1 : i32 {
    %tile = arith.muli %i, %c128 : i32
    %at = arith.addi %tile, %tid : i32
    %p = cute.ptr.add %g, %at : !g, i32 -> !g
    %x = cute.ptr.load %p : !g -> f32
    %r = cute.ptr.add %o, %at : !g, i32 -> !g
    cute.ptr.store %x, %r : f32, !g
  }
  cute.ptr.store %before, %q : f32, !g
  func.return
}
// -----
// Warps that wait for each other in the loop take their turns by themselves.
func.func @a_barrier_inside(%g: !g, %o: !g, %n: i32) attributes {cute.kernel, cute.block_dim = array<i32: 128, 1, 1>} {
  %tid = cute.thread_idx 0
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  // CPU-NOT: lead
  scf.for %i = %c0 to %n step %c1 : i32 {
    %tile = arith.muli %i, %c128 : i32
    %at = arith.addi %tile, %tid : i32
    %p = cute.ptr.add %g, %at : !g, i32 -> !g
    %x = cute.ptr.load %p : !g -> f32
    cute.barrier
    %r = cute.ptr.add %o, %at : !g, i32 -> !g
    cute.ptr.store %x, %r : f32, !g
  }
  func.return
}
