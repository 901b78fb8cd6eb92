// RUN: round-trip
// Every op in its pretty form.

!m = !cute.memref<f16, gmem, "(128,256):(256,1)">
!v = !cute.memref<f16, gmem, "(128):(256)">
!d = !cute.memref<f16, gmem, "(?,?{div=4}):(?{i64},1)", align<16>>

// CHECK: !memref_gmem_f16 = !cute.memref<f16, gmem, "(128,256):(256,1)">
// CHECK: !memref_gmem_f16_1 = !cute.memref<f16, gmem, "(?,?{div=4}):(?{i64},1)", align<16>>
// CHECK-LABEL: func.func @f
func.func @f(%A: !m, %D: !d, %i: i32, %j: i64, %x: f16) attributes {cute.kernel} {
  // CHECK: cute.slice %A[_,%i] : (!memref_gmem_f16, i32) -> !memref_gmem_f16_2
  %a = cute.slice %A[_,%i] : (!m, i32) -> !v
  // CHECK: cute.memref.load %A[(0,%i),%j] : (!memref_gmem_f16, i32, i64) -> f16
  %b = cute.memref.load %A[(0,%i),%j] : (!m, i32, i64) -> f16
  // CHECK: cute.memref.leaf %D[1] : !memref_gmem_f16_1 -> i32
  %c = cute.memref.leaf %D[1] : !d -> i32
  // CHECK: cute.memref.view %D(%c, %c, %j)
  %d = cute.memref.view %D(%c, %c, %j) : (!d, i32, i32, i64) -> !d
  // CHECK: cute.gemm(%a, %a, %a) : !memref_gmem_f16_2
  cute.gemm(%a, %a, %a) : !v, !v, !v
  // CHECK: cute.shuffle "bfly" %x, %i, %i, %i
  %e = cute.shuffle "bfly" %x, %i, %i, %i : f16, i32, i32, i32 -> f16
  // CHECK: cute.barrier
  cute.barrier
  // CHECK: cute.barrier(%i, %i) : i32, i32
  cute.barrier(%i, %i) : i32, i32
  // CHECK: cute.print("identity epilogue\0A", ) :
  cute.print("identity epilogue\0A", ) :
  // CHECK: cute.print("%d \22quoted\22 %d\0A", %i, %j) : i32, i64
  cute.print("%d \22quoted\22 %d\0A", %i, %j) : i32, i64
  // CHECK: cute.trap "no"
  cute.trap "no"
  func.return
}
