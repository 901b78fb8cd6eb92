// RUN: expand-tensors, checked
// In a checked kernel pointers say where tensors begin: parameters, shared memory, and tensors made from pointers.

!g = !cute.memref<f32, gmem, "(?{i64},4):(4,1)">
!s = !cute.memref<f16, smem, "(8,8):(8,1)", align<128>>

// CHECK-LABEL: func.func @kernel
// CHECK:         %[[G:.*]] = cute.ptr.extent %gA
// CHECK:         cute.ptr.tensor %[[G]](%{{.*}}) {name = "gA", layout = "(?{i64},4):(4,1)", bits = 32 : i64}
// CHECK:         %[[S:.*]] = cute.smem_alloc 0, 128, 128
// CHECK:         %[[T:.*]] = cute.ptr.tensor %[[S]]() {{{.*}}layout = "(8,8):(8,1)", bits = 16 : i64}
// CHECK:         cute.ptr.add %[[T]]
// CHECK:         func.return
func.func @kernel(%gA: !g, %i: i32) attributes {cute.kernel} {
  %s = cute.memref.alloc : !s
  %x = cute.memref.load %s[%i,3] : (!s, i32) -> f16
  func.return
}
