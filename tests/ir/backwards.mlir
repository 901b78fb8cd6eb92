// RUN: expand-tensors
// Where strides may be below 0, bounds begin at the lowest element; a static stride of 1 or a vector has none below.

!matrix = !cute.memref<f32, gmem, "(?,?):(?{i64},1)">
!vector = !cute.memref<f32, gmem, "(?):(1)">

// CHECK:         %[[DOWN:.*]] = arith.minsi %{{.*}}, %{{.*}} : i64
// CHECK:         %[[LOW:.*]] = arith.muli %[[DOWN]], %{{.*}} : i64
// CHECK:         cute.ptr.extent %gA, %{{.*}} from %[[LOW]] {name = "gA"}
// CHECK:         cute.ptr.extent %gB, %{{.*}} {name = "gB"}
func.func @host(%gA: !matrix, %gB: !vector, %i: i32, %j: i32) attributes {cute.host, cute.backwards} {
  %x = cute.memref.load %gA[%i,%j] : (!matrix, i32, i32) -> f32
  cute.memref.store %x, %gB[%j] : (f32, !vector, i32)
  func.return
}
