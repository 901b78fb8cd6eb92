// Where a thread is, what a warp does together, and what leaves a kernel.
!out = !cute.ptr<i32, gmem, align<4>>

// -----
func.func @indices(%o: !out) attributes {cute.kernel, cute.block_dim = array<i32: 64, 2, 1>} {
  // PTX: mov.u32 {{.*}}%tid.y;
  // CPU: %[[ROW:.*]] = udiv i32 %first_thread, 64
  // CPU: %[[T:.*]] = urem i32 %[[ROW]], 2
  %t = cute.thread_idx 1
  // PTX: mov.u32 {{.*}}%nctaid.x;
  // CPU: getelementptr i32, ptr %dims, i64 0
  %g = cute.grid_dim 0
  // PTX: mov.u32 {{.*}}%ctaid.z;
  // CPU: add i32 %[[T]], %block_z
  %b = cute.block_idx 2
  %s = arith.addi %t, %b : i32
  %u = arith.addi %s, %g : i32
  cute.ptr.store %u, %o : i32, !out
  func.return
}
// -----
func.func @dimensions(%o: !out) attributes {cute.kernel} {
  // PTX: mov.u32 {{.*}}%ntid.y;
  // CPU: whole
  // CPU: getelementptr i32, ptr %dims, i64 4
  %d = cute.block_dim 1
  cute.ptr.store %d, %o : i32, !out
  func.return
}
// -----
func.func @warps(%o: !out) attributes {cute.kernel, cute.block_dim = array<i32: 64, 2, 1>} {
  // PTX: mov.u32 {{.*}}%clock;
  // CPU: call i32 @clock_gettime
  %c = cute.special_register "clock" -> i32
  // PTX: shl.b32 {{.*}}, 6;
  // PTX: shr.u32 {{.*}}, 5;
  // CPU: add i32 0, %warp
  %w = cute.warp_idx
  // PTX: mov.u32 {{.*}}%laneid;
  // CPU: add <32 x i32> %{{.*}}, <i32 0, i32 1, i32 2,
  %l = cute.lane_idx
  %s = arith.addi %l, %w : i32
  %u = arith.addi %s, %c : i32
  cute.ptr.store %u, %o : i32, !out
  func.return
}
// -----
func.func @elected(%n: i32) attributes {cute.kernel, cute.block_dim = array<i32: 64, 1, 1>} {
  // PTX: elect.sync {{.*}}%[[P:.*]], -1;
  // CPU: icmp eq <32 x i32> <i32 1, i32 2, i32 4,
  %e = cute.elect
  scf.if %e {
    // PTX: nanosleep.u32 %{{.*}};
    // CPU-NOT: call
    // CPU: ret i32 0
    cute.nanosleep %n : i32
  }
  func.return
}
// -----
func.func @together(%o: !out, %n: i32) attributes {cute.kernel, cute.block_dim = array<i32: 32, 1, 1>} {
  %l = cute.lane_idx
  %m = arith.constant -1 : i32
  %k = arith.constant 31 : i32
  %z = arith.constant 16 : i32
  %v = arith.muli %l, %n : i32
  // PTX: shfl.sync.bfly.b32 %[[X:.*]], %{{.*}}, 16, 31, -1;
  // CPU: %[[X:.*]] = shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 16, i32 17,
  %x = cute.shuffle "bfly" %v, %z, %m, %k : i32, i32, i32, i32 -> i32
  %p = arith.cmpi slt, %x, %n : i32
  // PTX: vote.sync.ballot.b32 %{{.*}}, %{{.*}}, -1;
  // CPU: bitcast <32 x i1> %{{.*}} to i32
  %b = cute.vote "ballot" %p, %m : i1, i32 -> i32
  // PTX: match.any.sync.b32 %[[Q:.*]], %[[X]], -1;
  // CPU: icmp eq <32 x i32> %[[X]], %{{.*}}
  %q = cute.match "any" %x, %m : i32, i32 -> i32
  // PTX: redux.sync.add.s32 %{{.*}}, %[[Q]], %{{.*}};
  // CPU: call i32 @llvm.vector.reduce.add.v32i32(
  %r = cute.redux "add" %q, %m : i32, i32 -> i32
  // PTX: bar.warp.sync {{.*}}-1;
  // CPU-NOT: call
  // CPU: ret i32 0
  cute.sync_warp %m : i32
  %s = arith.addi %r, %b : i32
  cute.ptr.store %s, %o : i32, !out
  func.return
}
// -----
func.func @said(%n: i32) attributes {cute.kernel, cute.block_dim = array<i32: 32, 1, 1>} {
  // PTX: call.uni ({{.*}}), vprintf,
  // CPU: @snprintf(
  cute.print("n is %d\0A", %n) : i32
  // PTX: call.uni __assertfail,
  // CPU: call i1 @cute.fail(
  cute.trap "enough"
  func.return
}
// -----
func.func @written(%n: i32, %o: !out) attributes {cute.kernel, cute.block_dim = array<i32: 32, 1, 1>} {
  // PTX: add.u32 %[[R:.*]], %{{.*}}, 1;
  // PTX: st.global.b32 {{.*}}, %[[R]];
  // CPU: %[[R:.*]] = add i32 %{{.*}}, 1
  // CPU: store i32 %[[R]],
  %r = cute.inline_ptx "add.u32 $0, $1, 1;" "=r,r" "none" (%n) : (i32) -> (i32)
  cute.ptr.store %r, %o : i32, !out
  func.return
}
// -----
func.func @kernel(%n: i32) attributes {cute.kernel, cute.block_dim = array<i32: 32, 1, 1>} {
  func.return
}
func.func @launches(%n: i32) attributes {cute.host} {
  %s = arith.constant 0 : i64
  // CPU: store i32 %[[N:.*]], ptr %[[ARGUMENT:.*]], align 8
  // CPU: getelementptr i8, ptr %rt, i64 72
  // CPU: call i32 %{{.*}}(ptr %rt, i32 0, ptr %{{.*}}, i64 0, ptr
  cute.launch @kernel grid(%n, %n, %n) block(%n, %n, %n) cluster(%n, %n, %n) smem(%n) stream(%s) args(%n) : (i32)
  func.return
}
// -----
// Made by `roll_up` for the CPU alone.
func.func @tables(%o: !cute.ptr<i32, gmem, align<4>>) attributes {cute.kernel, cute.block_dim = array<i32: 32, 1, 1>} {
  %b = cute.block_idx 0
  // CPU: getelementptr i32, ptr @table.{{[0-9]+}}, i32 %block_x
  // CPU: load i32, ptr
  %n = cute.table %b {numbers = array<i32: 7, 5, -3>} : i32
  cute.ptr.store %n, %o : i32, !cute.ptr<i32, gmem, align<4>>
  func.return
}
