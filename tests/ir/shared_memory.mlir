// RUN: expand-tensors
// Two tensors in shared memory: the second starts at the next multiple of its alignment; the kernel knows the total.

!a = !cute.memref<f32, smem, "(3):(1)">
!b = !cute.memref<f16, smem, "(8,8):(8,1)", align<128>>

// CHECK-LABEL: func.func @kernel
// CHECK-SAME:    cute.smem_bytes = 256 : i64
// CHECK:         cute.smem_alloc 0, 12, 4 : !cute.ptr<f32, smem>
// CHECK:         cute.smem_alloc 128, 128, 128 : !cute.ptr<f16, smem, align<128>>
// A static tensor is addressed in 32 bits: 8 * i + 3.
// CHECK:         %[[ROW:.*]] = arith.muli %i, %{{.*}} : i32
// CHECK:         arith.addi %[[ROW]], %c3{{.*}} : i32
// CHECK-NOT:     i64
// CHECK:         func.return
func.func @kernel(%i: i32) attributes {cute.kernel} {
  %a = cute.memref.alloc : !a
  %b = cute.memref.alloc : !b
  %x = cute.memref.load %b[%i,3] : (!b, i32) -> f16
  cute.memref.store %x, %b[0,0] : (f16, !b)
  func.return
}

// The start of the launch's shared memory (`get_dyn_smem`) stays as it is.
// CHECK-LABEL: func.func @dynamic
// CHECK:         cute.smem_alloc 0, 0, 16 : !cute.ptr<i8, smem, align<16>>
// CHECK:         func.return
func.func @dynamic() attributes {cute.kernel} {
  %p = cute.smem_alloc 0, 0, 16 : !cute.ptr<i8, smem, align<16>>
  %v = cute.ptr.load %p : !cute.ptr<i8, smem, align<16>> -> i8
  func.return
}
