// RUN: expand-tensors
// Multiplies by their atoms: every (m, n, k) one instruction; a warp group's operands named by their layouts.

!a = !cute.memref<f16, rmem, "((2,2,2),2,1):((1,2,4),8,16)", align<32>>
!b = !cute.memref<f16, rmem, "((2,2),1,1):((1,2),4,4)", align<32>>
!c = !cute.memref<f32, rmem, "((2,2),2,1):((1,2),4,8)", align<32>>
!sa = !cute.memref<f16, smem, "(((8,8),16),1,4):(((64,512),1),0,16)", align<1024>, S<3,4,3>>
!sb = !cute.memref<f16, smem, "(((8,2),16),1,4):(((64,512),1),0,16)", align<1024>, S<3,4,3>>
!acc = !cute.memref<f32, rmem, "((2,2,2),1,1):((1,2,4),0,0)", align<32>>

// CHECK-LABEL: func.func @warp
// CHECK-COUNT-2: cute.mma "mma.m16n8k16.f32.f16.f16" %{{.*}} : vector<8xf16>, vector<4xf16>, vector<4xf32> -> vector<4xf32>
// CHECK-NOT:     cute.mma
func.func @warp() attributes {cute.kernel} {
  %a = cute.memref.alloc : !a
  %b = cute.memref.alloc : !b
  %c = cute.memref.alloc : !c
  cute.gemm(%a, %b, %c) by "mma.m16n8k16.f32.f16.f16" : !a, !b, !c
  func.return
}

// A's stored half, and a word of metadata for each of its atoms.
!sa_half = !cute.memref<f16, rmem, "((2,2),2,1):((1,2),4,8)", align<32>>
!word = !cute.memref<i32, rmem, "(1,2,1):(0,1,2)", align<8>>
// CHECK-LABEL: func.func @sparse
// CHECK-COUNT-2: cute.mma "mma.sp.m16n8k16.f32.f16.f16" %{{.*}} with %{{.*}} : vector<1xi32> : vector<4xf16>, vector<4xf16>, vector<4xf32> -> vector<4xf32>
// CHECK-NOT:     cute.mma
func.func @sparse() attributes {cute.kernel} {
  %a = cute.memref.alloc : !sa_half
  %e = cute.memref.alloc : !word
  %b = cute.memref.alloc : !b
  %c = cute.memref.alloc : !c
  cute.sparse_gemm(%a, %e, %b, %c) by "mma.sp.m16n8k16.f32.f16.f16" : !sa_half, !word, !b, !c
  func.return
}

// Words of A and B, and four factors of each atom; those of B follow N.
!wa = !cute.memref<i32, rmem, "(4,2,1):(1,4,8)", align<32>>
!wb = !cute.memref<i32, rmem, "(2,1,1):(1,2,2)", align<32>>
!factors_a = !cute.memref<i8, rmem, "((1,4),2,1):((0,1),4,8)", align<8>>
!factors_b = !cute.memref<i8, rmem, "((1,4),1,1):((0,1),4,4)", align<8>>
// CHECK-LABEL: func.func @scaled
// CHECK-COUNT-2: cute.mma "mma.mxf4nvf4.m16n8k64.f32.e2m1.e2m1.ue4m3.4X" %{{.*}} with %{{.*}}, %{{.*}} : vector<4xi8>, vector<4xi8> : vector<4xi32>, vector<2xi32>, vector<4xf32> -> vector<4xf32>
// CHECK-NOT:     cute.mma
func.func @scaled() attributes {cute.kernel} {
  %a = cute.memref.alloc : !wa
  %f = cute.memref.alloc : !factors_a
  %b = cute.memref.alloc : !wb
  %g = cute.memref.alloc : !factors_b
  %c = cute.memref.alloc : !c
  cute.scaled_gemm(%a, %f, %b, %g, %c) by "mma.mxf4nvf4.m16n8k64.f32.e2m1.e2m1.ue4m3.4X" : !wa, !factors_a, !wb, !factors_b, !c
  func.return
}

// K-major under the 128-byte swizzle: 16 bytes along the row, 1024 bytes between groups of 8 rows; four steps along K.
// Only the first may overwrite the sums.
// CHECK-LABEL: func.func @group
// CHECK:         cute.wgmma "wgmma.m64n16k16.f32.f16.f16" %{{.*}} accumulate %{{.*}} a "K S<3,4,3> lead 16 stride 1024 element 2" b "K S<3,4,3> lead 16 stride 1024 element 2"
// CHECK-COUNT-3: cute.wgmma "wgmma.m64n16k16.f32.f16.f16" %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} a "K
// CHECK-NOT:     cute.wgmma
func.func @group(%keep: i1) attributes {cute.kernel} {
  %a = cute.memref.alloc : !sa
  %b = cute.memref.alloc : !sb
  %c = cute.memref.alloc : !acc
  cute.gemm(%a, %b, %c) by "wgmma.m64n16k16.f32.f16.f16" accumulate %keep : !sa, !sb, !acc
  func.return
}

// Where C is not to be added it becomes 0 first; once, whatever the steps along K.
// CHECK-LABEL: func.func @sparse_alone
// CHECK-COUNT-8: arith.select %adds
// CHECK-NOT:     arith.select
// CHECK-COUNT-2: cute.mma "mma.sp.m16n8k16.f32.f16.f16"
func.func @sparse_alone(%adds: i1) attributes {cute.kernel} {
  %a = cute.memref.alloc : !sa_half
  %e = cute.memref.alloc : !word
  %b = cute.memref.alloc : !b
  %c = cute.memref.alloc : !c
  cute.sparse_gemm(%a, %e, %b, %c) by "mma.sp.m16n8k16.f32.f16.f16" accumulate %adds : !sa_half, !word, !b, !c
  func.return
}
