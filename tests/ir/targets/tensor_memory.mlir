// Tensor memory, and multiplies into it.
!w = !cute.ptr<i32, smem, align<4>>
!b = !cute.ptr<i64, smem, align<8>>

// -----
// for sm_100a
func.func @tensor_memory(%l: i64, %n: i32) attributes {cute.kernel, cute.smem_bytes = 1024 : i64, cute.block_dim = array<i32: 128, 1, 1>} {
  %w = cute.smem_alloc 0, 4, 4 : !w
  %b = cute.smem_alloc 8, 8, 8 : !b
  // PTX: tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%{{.*}}], %{{.*}};
  // CPU: call i1 @cute.tensor.alloc(ptr %state, {{.*}}, ptr %smem, i32 %{{.*}}, i32 1)
  cute.tcgen05.alloc %w, %n {group = 1 : i32} : !w
  // PTX: tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
  // CPU: call i1 @cute.tensor.relinquish(ptr %state, {{.*}}, i32 1)
  cute.tcgen05.relinquish {group = 1 : i32}
  %t = cute.ptr.load %w : !w -> i32
  %yes = arith.cmpi eq, %n, %t : i32
  // PTX: setp.ne.b32 p, %{{.*}}, 0; tcgen05.mma.cta_group::1.kind::f16 [%[[T:r[0-9]+]]], %[[L:rd[0-9]+]], %[[L]], %{{.*}}, p;
  // CPU: call i1 @cute.tensor.multiply(ptr %state, {{.*}}, ptr %{{.*}})
  cute.tcgen05.mma "f16" %t, %l, %l, %n, %yes () {group = 1 : i32} : i64 ()
  // PTX: tcgen05.cp.cta_group::1.32x128b.warpx4 [%[[T]]], %[[L]];
  // CPU: call i1 @cute.tensor.copy(ptr %state, {{.*}}, i64 %{{.*}}, i32 5, i32 1, i32 0)
  cute.tcgen05.cp "32x128b.warpx4" %t, %l {group = 1 : i32}
  // PTX: tcgen05.shift.cta_group::1.down [%[[T]]];
  // CPU: call i1 @cute.tensor.shift(ptr %state, {{.*}}, i32 1)
  cute.tcgen05.shift %t {group = 1 : i32}
  // PTX: tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%{{.*}}];
  // CPU: call i32 @cute.mbarrier_arrive(ptr %state, ptr %{{.*}}, i32 1, i32 1)
  cute.tcgen05.commit %b {group = 1 : i32} : !b
  // PTX: tcgen05.fence::after_thread_sync;
  cute.tcgen05.fence "after"
  // PTX: tcgen05.ld.sync.aligned.32x32b.x2.b32 {%[[X:r[0-9]+]], %[[Y:r[0-9]+]]}, [%[[T]]];
  // CPU: call i1 @cute.tensor.load(ptr %state, {{.*}}, i32 0, i32 2, i32 0, i32 0, ptr %{{.*}})
  %v = cute.tcgen05.ld "32x32b" 2 %t : vector<2xi32>
  // PTX: tcgen05.wait::ld.sync.aligned;
  cute.tcgen05.wait "ld"
  // PTX: tcgen05.st.sync.aligned.32x32b.x2.b32 [%[[T]]], {%[[X]], %[[Y]]};
  // CPU: call i1 @cute.tensor.store(ptr %state, {{.*}}, i32 0, i32 2, i32 0, i32 0, ptr %{{.*}})
  cute.tcgen05.st "32x32b" 2 %t, %v : vector<2xi32>
  // PTX: tcgen05.dealloc.cta_group::1.sync.aligned.b32 %[[T]], %{{.*}};
  // CPU: call i1 @cute.tensor.dealloc(ptr %state, {{.*}}, i32 1)
  cute.tcgen05.dealloc %t, %n {group = 1 : i32}
  func.return
}
// -----
// for sm_100a
func.func @canceled() attributes {cute.kernel, cute.smem_bytes = 1024 : i64, cute.block_dim = array<i32: 128, 1, 1>} {
  %w = cute.smem_alloc 0, 16, 16 : !w
  %b = cute.smem_alloc 16, 8, 8 : !b
  // PTX: clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes{{.*}}.b128 [%{{.*}}], [%{{.*}}];
  // CPU: call void @cute.take_over(ptr %state, i32 1, i32 1, i32 1, ptr %[[ANSWER:.*]])
  // CPU: load i128, ptr %[[ANSWER]]
  // CPU: store i128
  // CPU: call i32 @cute.mbarrier_change(ptr %state, ptr %{{.*}}, i32 0, i32 %{{.*}})
  cute.clc.request %w, %b : !w, !b
  // PTX: clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128
  // CPU: load i{{[0-9]+}}, ptr
  %x = cute.clc.answer "x" %w : !w
  cute.ptr.store %x, %w : i32, !w
  func.return
}
