// RUN: expand-tensors
// A loop whose step may be negative counts up over its number of turns; block_dim of a static block is a constant.

// CHECK-LABEL: func.func @kernel
// CHECK-NOT:     cute.block_dim 0
// CHECK:         %[[TURNS:.*]] = arith.select
// CHECK:         scf.for %[[K:.*]] = %c0{{.*}} to %[[TURNS]] step %c1{{.*}} : i32 {
// CHECK:           %[[STEPS:.*]] = arith.muli %[[K]], %s : i32
// CHECK:           %[[I:.*]] = arith.addi %lo, %[[STEPS]] : i32
// CHECK:           cute.print("%d\0A", %[[I]]) : i32
func.func @kernel(%lo: i32, %hi: i32, %s: i32) attributes {cute.kernel, cute.block_dim = array<i32: 64, 1, 1>} {
  %n = cute.block_dim 0
  cute.print("%d\0A", %n) : i32
  scf.for %i = %lo to %hi step %s : i32 {
    cute.print("%d\0A", %i) : i32
  } {cute.step_sign = 0 : i32}
  func.return
}
