// RUN: expand-tensors
// A dynamic row-major matrix: offset = row * stride0 + column, in 64 bits; a vector: the index itself.

!matrix = !cute.memref<f32, gmem, "(?,?):(?{i64},1)">
!vector = !cute.memref<f32, gmem, "(?):(1)">

// CHECK-LABEL: func.func @kernel
// CHECK-SAME:    %gA: !cute.ptr<f32, gmem>, %{{.*}}: i32, %{{.*}}: i32, %[[STRIDE:.*]]: i64, %[[COUNT:.*]]: i64, %gB
// CHECK:         %[[A:.*]] = cute.ptr.extent %gA, %[[COUNT]] {name = "gA"}
// CHECK:         %[[B:.*]] = cute.ptr.extent %gB
// CHECK:         %[[ROW:.*]] = arith.extsi %i : i32 to i64
// CHECK:         %[[COL:.*]] = arith.extsi %j : i32 to i64
// CHECK:         %[[PART:.*]] = arith.muli %[[ROW]], %[[STRIDE]] : i64
// CHECK:         %[[OFFSET:.*]] = arith.addi %[[PART]], %[[COL]] : i64
// CHECK:         %[[AT:.*]] = cute.ptr.add %[[A]], %[[OFFSET]]
// CHECK:         %[[X:.*]] = cute.ptr.load %[[AT]] {name = "gA"}
// CHECK:         cute.ptr.store %[[X]], %{{.*}} {name = "gB"}
func.func @kernel(%gA: !matrix, %gB: !vector, %i: i32, %j: i32) attributes {cute.kernel} {
  %x = cute.memref.load %gA[%i,%j] : (!matrix, i32, i32) -> f32
  cute.memref.store %x, %gB[%j] : (f32, !vector, i32)
  func.return
}
