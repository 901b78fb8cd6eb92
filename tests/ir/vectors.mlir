// RUN: expand-tensors
// A contiguous tile is one wide access; a strided column is one access an element, packed.

!row = !cute.memref<f32, gmem, "(4):(1)", align<16>>
!column = !cute.memref<f32, gmem, "(4):(256)">

// CHECK-LABEL: func.func @host
// CHECK:         %[[V:.*]] = cute.ptr.load %{{.*}} : !cute.ptr<f32, gmem, align<16>> -> vector<4xf32>
// CHECK-COUNT-4: cute.ptr.load %{{.*}} : !cute.ptr<f32, gmem> -> f32
// CHECK:         %[[W:.*]] = cute.vec.pack
// CHECK:         cute.ptr.store %[[W]], %{{.*}} : vector<4xf32>, !cute.ptr<f32, gmem, align<16>>
// CHECK:         %[[E:.*]] = cute.vec.extract %[[V]][0]
// CHECK:         cute.ptr.store %[[E]]
// CHECK:         cute.vec.extract %[[V]][3]
func.func @host(%r: !row, %c: !column) attributes {cute.host} {
  %v = cute.memref.load_vec %r : !row -> vector<4xf32>
  %w = cute.memref.load_vec %c : !column -> vector<4xf32>
  cute.memref.store_vec %w, %r : vector<4xf32>, !row
  cute.memref.store_vec %v, %c : vector<4xf32>, !column
  func.return
}
