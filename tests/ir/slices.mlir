// RUN: expand-tensors
// Slices move the pointer and copy nothing; the launch passes pointer, run-time leaves and what may be accessed.

!matrix = !cute.memref<f32, gmem, "(?,?):(?{i64},1)">
!row = !cute.memref<f32, gmem, "(?):(1)">

// CHECK-LABEL: func.func @host
// CHECK-SAME:    %A: !cute.ptr<f32, gmem>, %[[M:.*]]: i32, %[[N:.*]]: i32, %[[LD:.*]]: i64, %[[COUNT:.*]]: i64, %i: i32
// CHECK:         %[[WIDE:.*]] = arith.extsi %i : i32 to i64
// CHECK:         %[[OFFSET:.*]] = arith.muli %[[WIDE]], %[[LD]] : i64
// CHECK:         %[[LEFT:.*]] = arith.subi %[[COUNT]], %[[OFFSET]] : i64
// CHECK:         %[[ROW:.*]] = cute.ptr.add %{{.*}}, %[[OFFSET]]
// CHECK-NOT:     cute.ptr.load
// CHECK:         cute.launch @kernel {{.*}} args(%[[ROW]], %[[N]], %[[LEFT]])
func.func @kernel(%r: !row) attributes {cute.kernel} {
  func.return
}
func.func @host(%A: !matrix, %i: i32) attributes {cute.host} {
  %one = arith.constant 1 : i32
  %none = arith.constant 0 : i64
  %r = cute.slice %A[%i,_] : (!matrix, i32) -> !row
  cute.launch @kernel grid(%one, %one, %one) block(%one, %one, %one) cluster(%one, %one, %one) smem(%one) stream(%none) args(%r) : (!row)
  func.return
}
