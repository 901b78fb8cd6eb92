// RUN: expand-tensors
// One fused multiply-add an element: a loop over a long vector, nested unrolled loops for a small tile.

!long = !cute.memref<f32, gmem, "(128):(256)">
!tile = !cute.memref<f32, gmem, "(2,2):(2,1)">

// CHECK-LABEL: func.func @host
// CHECK:         scf.for %[[V:.*]] = %{{.*}} to %{{.*}} step %{{.*}} : i32 {
// CHECK:           math.fma
// CHECK-NOT:       math.fma
// CHECK:         }
// CHECK-COUNT-8: math.fma
// CHECK-NOT:     math.fma
func.func @host(%a: !long, %b: !long, %c: !long, %x: !tile, %y: !tile, %z: !tile) attributes {cute.host} {
  cute.gemm(%a, %b, %c) : !long, !long, !long
  cute.gemm(%x, %y, %z) : !tile, !tile, !tile
  func.return
}

// With a mode of values: every (m, n) of an outer product, by atoms of one thread.
!fa = !cute.memref<f32, rmem, "(1,2):(0,1)", align<32>>
!fb = !cute.memref<f32, rmem, "(1,3):(0,1)", align<32>>
!fc = !cute.memref<f32, rmem, "(1,2,3):(0,1,2)", align<32>>
// CHECK-LABEL: func.func @outer
// CHECK-COUNT-6: math.fma
// CHECK-NOT:     math.fma
func.func @outer() attributes {cute.kernel} {
  %a = cute.memref.alloc : !fa
  %b = cute.memref.alloc : !fb
  %c = cute.memref.alloc : !fc
  cute.gemm(%a, %b, %c) by "fma.f32" : !fa, !fb, !fc
  func.return
}

// Many of them, for a CPU: a loop over K around the atoms of a step, and a loop over the elements of a long copy.
!la = !cute.memref<f32, rmem, "(1,4,64):(0,1,4)", align<32>>
!lb = !cute.memref<f32, rmem, "(1,2,64):(0,1,2)", align<32>>
!lc = !cute.memref<f32, rmem, "(1,4,2):(0,1,4)", align<32>>
!lg = !cute.memref<f32, gmem, "(1,4,128):(0,200,1000)", align<4>>
!lr = !cute.memref<f32, rmem, "(1,4,128):(0,1,4)", align<32>>
// CHECK-LABEL: func.func @long
// CHECK:         scf.for
// CHECK-COUNT-8: math.fma
// CHECK-NOT:     math.fma
// CHECK:         scf.for
// CHECK:         cute.ptr.store
// CHECK-NOT:     cute.ptr.store
func.func @long(%g: !lg) attributes {cute.kernel} {
  %a = cute.memref.alloc : !la
  %b = cute.memref.alloc : !lb
  %c = cute.memref.alloc : !lc
  %r = cute.memref.alloc : !lr
  cute.gemm(%a, %b, %c) by "fma.f32" : !la, !lb, !lc
  cute.copy "universal.0" %g, %r : !lg, !lr
  func.return
}
