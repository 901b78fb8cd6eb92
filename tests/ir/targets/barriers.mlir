// What orders threads: mbarriers, named barriers, clusters, fences.
!bar = !cute.ptr<i64, smem, align<8>>
!far = !cute.ptr<i64, dsmem, align<8>>
!flag = !cute.ptr<i1, gmem, align<1>>
!out = !cute.ptr<i32, gmem, align<4>>

// -----
func.func @mbarriers(%n: i32, %o: !flag) attributes {cute.kernel, cute.smem_bytes = 16 : i64, cute.block_dim = array<i32: 64, 1, 1>} {
  %b = cute.smem_alloc 0, 8, 8 : !bar
  // PTX: mbarrier.init.shared.b64 [%[[B:.*]]], %[[N:.*]];
  // CPU: call i32 @cute.mbarrier_init(ptr %smem, i32 %[[N:.*]])
  cute.mbarrier.init %b, %n : !bar, i32
  // PTX: mbarrier.arrive.shared.b64 _, [%[[B]]], %[[N]];
  // CPU: call i32 @cute.mbarrier_arrive(ptr %state, ptr %smem, i32 32, i32 %[[N]])
  cute.mbarrier.arrive %b, %n : !bar, i32
  // PTX: cp.async.mbarrier.arrive.noinc.shared.b64 [%[[B]]];
  // CPU: call i32 @cute.mbarrier_arrive(ptr %state, ptr %smem, i32 32, i32 1)
  cute.mbarrier.copy_arrive %b : !bar
  // PTX: again: mbarrier.try_wait.parity.shared::cta.b64 p, [%[[B]]], %[[N]]; @p bra done; bra again;
  // CPU: %[[WORD:.*]] = load i64, ptr %smem, align 8
  // CPU: lshr i64 %[[WORD]], 62
  // CPU: call i8 @llvm.coro.suspend
  cute.mbarrier.wait %b, %n : !bar, i32
  // PTX: mbarrier.test_wait.parity.shared.b64 p, [%[[B]]], %[[N]];
  // CPU: load i64, ptr %smem, align 8
  %t = cute.mbarrier.test %b, %n : !bar, i32
  cute.ptr.store %t, %o : i1, !flag
  func.return
}
// -----
func.func @transactions(%n: i32) attributes {cute.kernel, cute.smem_bytes = 16 : i64, cute.block_dim = array<i32: 64, 1, 1>} {
  %b = cute.smem_alloc 0, 8, 8 : !bar
  // PTX: mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%[[B:.*]]], %[[N:.*]];
  // CPU: call i32 @cute.mbarrier_change(ptr %state, ptr %smem, i32 0, i32 %[[N:.*]])
  cute.mbarrier.expect_tx %b, %n : !bar, i32
  // PTX: mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%[[B]]], %[[N]];
  // CPU: call i32 @cute.mbarrier_change(ptr %state, ptr %smem, i32 1, i32 %[[N]])
  cute.mbarrier.arrive_tx %b, %n : !bar, i32
  func.return
}
// -----
func.func @blocks(%n: i32) attributes {cute.kernel, cute.block_dim = array<i32: 64, 1, 1>} {
  // PTX: bar.sync {{.*}}0;
  // CPU: %[[SEEN:.*]] = call i32 @cute.arrive(ptr %state, i32 0, i32 0)
  // CPU: icmp eq i32 %{{.*}}, %[[SEEN]]
  // CPU: call i8 @llvm.coro.suspend
  cute.barrier
  // PTX: bar.sync {{.*}}%[[N:.*]], %[[N]];
  // CPU: call i32 @cute.arrive(ptr %state, i32 %[[N:.*]], i32 %[[N]])
  // CPU: call i8 @llvm.coro.suspend
  cute.barrier(%n, %n) : i32, i32
  // PTX: bar.arrive %[[N]], %[[N]];
  // CPU: call i32 @cute.arrive(ptr %state, i32 %[[N]], i32 %[[N]])
  // CPU-NOT: %wait_site, align
  cute.barrier_arrive %n, %n : i32, i32
  func.return
}
// -----
// What the CPU does at once needs no fence, no registers and no launch before this one.
func.func @fences() attributes {cute.kernel, cute.block_dim = array<i32: 128, 1, 1>} {
  // PTX: fence.mbarrier_init.release.cluster;
  // CPU: first_thread
  // CPU-NOT: call
  // CPU: ret i32 0
  cute.fence "mbarrier_init"
  // PTX: fence.acq_rel.gpu;
  cute.fence "acq_rel.gpu"
  // PTX: fence.proxy.async.shared::cta;
  cute.fence "proxy.async.shared::cta"
  // PTX: setmaxnreg.inc.sync.aligned.u32 232;
  cute.setmaxregister "inc" 232
  // PTX: setmaxnreg.dec.sync.aligned.u32 40;
  cute.setmaxregister "dec" 40
  // PTX: griddepcontrol.wait;
  cute.dependent_launch "wait"
  // PTX: griddepcontrol.launch_dependents;
  cute.dependent_launch "launch_dependents"
  func.return
}
// -----
func.func @clusters(%o: !out) attributes {cute.kernel, cute.smem_bytes = 16 : i64, cute.block_dim = array<i32: 64, 1, 1>, cute.cluster_dim = array<i32: 2, 1, 1>} {
  %b = cute.smem_alloc 0, 8, 8 : !bar
  // PTX: mov.u32 %[[RANK:.*]], %cluster_ctarank;
  // CPU: urem i32 %block_x, 2
  %r = cute.cluster_index "rank" 0
  cute.ptr.store %r, %o : i32, !out
  // PTX: mapa.shared::cluster.u32 %[[FAR:.*]], %{{.*}}, %[[RANK]];
  // CPU: %[[BY:.*]] = mul i32 %{{.*}}, %{{.*}}
  // CPU: %[[FAR:.*]] = getelementptr i8, ptr %smem, i32 %[[BY]]
  %f = cute.mapa %b, %r : !bar, i32 -> !far
  // PTX: mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%[[FAR]]], %[[RANK]];
  // CPU: call i32 @cute.mbarrier_arrive(ptr %state, ptr %[[FAR]],
  cute.mbarrier.arrive %f, %r : !far, i32
  // PTX: barrier.cluster.arrive.relaxed.aligned;
  // CPU: call void @cute.cluster_arrive(ptr %state, i32 %warp)
  cute.cluster_arrive relaxed
  // PTX: barrier.cluster.wait.acquire.aligned;
  // CPU: call i1 @cute.cluster_passed(ptr %state, i32 %warp)
  // CPU: call i8 @llvm.coro.suspend
  cute.cluster_wait
  func.return
}
// -----
// checked
func.func @what_a_checked_run_is_told() attributes {cute.kernel, cute.block_dim = array<i32: 128, 1, 1>} {
  // CPU: call void @cute.check.set_registers(ptr %ck, i32 %row, i32 {{.*}}, i32 232, i32 1)
  cute.setmaxregister "inc" 232
  // CPU: call void @cute.check.dependent_wait(ptr %ck, i32 %row)
  cute.dependent_launch "wait"
  func.return
}
