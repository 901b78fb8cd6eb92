// RUN: expand-tensors
// Copies by their atoms: as wide as alignment and neighbours allow, one instruction an atom. A false
// predicate skips a plain copy; an asynchronous one is issued and fills zeros.

!g = !cute.memref<f32, gmem, "(4,2):(1,64)", align<16>>
!g8 = !cute.memref<f32, gmem, "(4,2):(1,6)", align<16>>
!s = !cute.memref<f32, smem, "(4,2):(1,4)", align<16>>
!r = !cute.memref<f32, rmem, "(4,2):(1,4)", align<32>>
!t = !cute.memref<f32, rmem, "(4,2):(2,1)", align<32>>
!p = !cute.memref<i1, rmem, "(1,2):(0,1)", align<32>>
!sw = !cute.memref<f16, smem, "S<2,3,3> o 0 o (8,4):(1,32)", align<128>>
!f = !cute.memref<f16, rmem, "(8,4):(1,8)", align<32>>

// CHECK-LABEL: func.func @plain
// CHECK:         cute.ptr.load %{{.*}} : !cute.ptr<f32, gmem, align<16>> -> vector<4xf32>
// CHECK:         cute.ptr.store %{{.*}} : vector<4xf32>, !cute.ptr<f32, rmem, align<{{16|32}}>>
// CHECK:         cute.ptr.load %{{.*}} : !cute.ptr<f32, gmem, align<16>> -> vector<4xf32>
// CHECK-NOT:     cute.ptr.load
func.func @plain(%g: !g) attributes {cute.kernel} {
  %r = cute.memref.alloc : !r
  cute.copy "universal.128" %g, %r : !g, !r
  func.return
}

// Rows 24 bytes apart are aligned to 8 only; registers that are no neighbours take elements.
// CHECK-LABEL: func.func @narrower
// CHECK-COUNT-4: cute.ptr.load %{{.*}} : !cute.ptr<f32, gmem, align<{{8|16}}>> -> vector<2xf32>
// CHECK-NOT:     cute.ptr.load
func.func @narrower(%g: !g8) attributes {cute.kernel} {
  %t = cute.memref.alloc : !t
  cute.copy "universal.128" %g, %t : !g8, !t
  func.return
}

// CHECK-LABEL: func.func @asynchronous
// CHECK:         %[[A:.*]] = cute.ptr.load %{{.*}} -> i1
// CHECK:         cute.cp_async "cp.async.cg.128" 16 %{{.*}}, %{{.*}} with %[[A]] : i1
// CHECK:         %[[B:.*]] = cute.ptr.load %{{.*}} -> i1
// CHECK:         cute.cp_async "cp.async.cg.128" 16 %{{.*}}, %{{.*}} with %[[B]] : i1
// CHECK:         cute.cp_async_commit
// CHECK:         cute.cp_async_wait 0
func.func @asynchronous(%g: !g) attributes {cute.kernel} {
  %s = cute.memref.alloc : !s
  %p = cute.memref.alloc : !p
  cute.copy "cp.async.cg.128" %g, %s with %p : !p : !g, !s
  cute.cp_async_commit
  cute.cp_async_wait 0
  func.return
}

// CHECK-LABEL: func.func @matrices
// CHECK-COUNT-4: cute.ldmatrix "ldmatrix.x4" %{{.*}} : !cute.ptr<f16, smem, align<16>> -> vector<8xf16>
// CHECK-NOT:     cute.ldmatrix
func.func @matrices() attributes {cute.kernel} {
  %s = cute.memref.alloc : !sw
  %f = cute.memref.alloc : !f
  cute.copy "ldmatrix.x4" %s, %f : !sw, !f
  func.return
}

// CHECK-LABEL: func.func @stored_matrices
// CHECK-COUNT-4: cute.stmatrix "stmatrix.x4.trans" %{{.*}}, %{{.*}} : vector<8xf16>, !cute.ptr<f16, smem, align<16>>
// CHECK-NOT:     cute.stmatrix
func.func @stored_matrices() attributes {cute.kernel} {
  %s = cute.memref.alloc : !sw
  %f = cute.memref.alloc : !f
  cute.copy "stmatrix.x4.trans" %f, %s : !f, !sw
  func.return
}

// Hints and a policy go with accesses to global memory, not with those to registers.
// CHECK-LABEL: func.func @hinted
// CHECK-COUNT-2: cute.ptr.load %{{.*}} policy %p {{{.*}}hints = ".nc"} : !cute.ptr<f32, gmem, align<16>> -> vector<4xf32>
// CHECK-COUNT-2: cute.ptr.store %{{.*}}, %{{.*}} policy %p {{{.*}}hints = ".cs"} : vector<4xf32>, !cute.ptr<f32, gmem, align<16>>
// CHECK:         cute.cp_async "cp.async.cg.128" 16 %{{.*}}, %{{.*}} with %p
func.func @hinted(%g: !g, %h: !g, %p: i64) attributes {cute.kernel} {
  %r = cute.memref.alloc : !r
  %s = cute.memref.alloc : !s
  cute.copy "universal.128" cached %g, %r with %p : i64 {load_hints = ".nc", store_hints = ".wb"} : !g, !r
  cute.copy "universal.128" cached %r, %h with %p : i64 {store_hints = ".cs"} : !r, !g
  cute.copy "cp.async.cg.128" cached %g, %s with %p : i64 : !g, !s
  func.return
}
