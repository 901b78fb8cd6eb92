// RUN: expand-tensors, in registers
// Loops that pick registers by their counter are unrolled, and what they compute from it is folded.

!frag = !cute.memref<f32, rmem, "4:1">
!mat = !cute.memref<f32, rmem, "(4,2):(1,4)">
!row = !cute.memref<f32, rmem, "4:1">
!glob = !cute.memref<f32, gmem, "64:1", align<16>>
!swizzled = !cute.memref<f32, smem, "S<2,3,3> o 0 o (8,4):(1,32)", align<128>>
!part = !cute.memref<f32, smem, "S<2,3,3> o ?{div=32} o (8):(1)", align<128>>

// CHECK-LABEL: func.func @indexed
// CHECK-NOT:     scf.for
// CHECK:         cute.ptr.add %{{.*}}, %c5 : !cute.ptr<f32, gmem
// CHECK:         cute.ptr.add %{{.*}}, %c1 : !cute.ptr<f32, rmem
// CHECK:         cute.ptr.add %{{.*}}, %c7 : !cute.ptr<f32, gmem
// CHECK:         cute.ptr.add %{{.*}}, %c2 : !cute.ptr<f32, rmem
// CHECK:         func.return
func.func @indexed(%g: !glob) attributes {cute.kernel} {
  %f = cute.memref.alloc : !frag
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  scf.for %i = %c1 to %c3 step %c1 : i32 {
    %twice = arith.muli %i, %c2 : i32
    %at = arith.addi %twice, %c3 : i32
    %x = cute.memref.load %g[%at] : (!glob, i32) -> f32
    cute.memref.store %x, %f[%i] : (f32, !frag, i32)
  }
  func.return
}

// A loop whose bounds are known once the loop around it is unrolled; a carried number; a branch on the counter.
// CHECK-LABEL: func.func @nested
// CHECK-NOT:     scf.
// CHECK-COUNT-3: cute.ptr.store %x
// CHECK-NOT:     cute.ptr.store
// CHECK:         cute.print("%d\0A", %c3) : i32
func.func @nested(%x: f32) attributes {cute.kernel} {
  %f = cute.memref.alloc : !frag
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %n = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %c0) -> (i32) : i32 {
    %b = scf.for %j = %c0 to %i step %c1 iter_args(%k = %a) -> (i32) : i32 {
      cute.memref.store %x, %f[%k] : (f32, !frag, i32)
      %next = arith.addi %k, %c1 : i32
      scf.yield %next : i32
    }
    %last = arith.cmpi sgt, %i, %c3 : i32
    scf.if %last {
      cute.memref.store %x, %f[%i] : (f32, !frag, i32)
    }
    scf.yield %b : i32
  }
  cute.print("%d\0A", %n) : i32
  func.return
}

// Two fragments that take turns, and slices of one.
// CHECK-LABEL: func.func @turns
// CHECK:         %[[F:.*]] = cute.rmem_alloc 4
// CHECK-NOT:     scf.for
// CHECK:         cute.ptr.store %x, %[[F]]
// CHECK:         cute.ptr.add %{{.*}}, %c4 :
// CHECK:         func.return
func.func @turns(%x: f32) attributes {cute.kernel} {
  %f = cute.memref.alloc : !frag
  %h = cute.memref.alloc : !frag
  %m = cute.memref.alloc : !mat
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %p, %q = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %f, %t = %h) -> (!frag, !frag) : i32 {
    scf.yield %t, %s : !frag, !frag
  }
  cute.memref.store %x, %p[0] : (f32, !frag)
  scf.for %i = %c0 to %c2 step %c1 : i32 {
    %r = cute.slice %m[_,%i] : (!mat, i32) -> !row
    cute.memref.store %x, %r[0] : (f32, !row)
  }
  func.return
}

// Kept: a loop in which copies are waited for, `unroll=1`, bounds known at run time, and one that would be too long.
// CHECK-LABEL: func.func @kept
// CHECK-COUNT-4: scf.for
// CHECK-NOT:     scf.for
// CHECK-LABEL: func.func @joined
func.func @kept(%x: f32, %g: !glob, %n: i32) attributes {cute.kernel} {
  %f = cute.memref.alloc : !frag
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %many = arith.constant 100000 : i32
  scf.for %i = %c0 to %c4 step %c1 : i32 {
    cute.memref.store %x, %g[%i] : (f32, !glob, i32)
    cute.cp_async_wait 0
  }
  scf.for %i = %c0 to %c4 step %c1 : i32 {
    cute.memref.store %x, %f[%i] : (f32, !frag, i32)
  } {cute.unroll = 1 : i32}
  scf.for %i = %c0 to %n step %c1 : i32 {
    cute.memref.store %x, %f[%i] : (f32, !frag, i32)
  }
  scf.for %i = %c0 to %many step %c1 : i32 {
    %j = arith.remsi %i, %c4 : i32
    cute.memref.store %x, %f[%j] : (f32, !frag, i32)
  }
  func.return
}

// Eight turns of a long loop as one: their accesses share an address.
// CHECK:         %[[SUM:.*]] = scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %c8{{.*}} iter_args(%{{.*}} = %x) -> (f32) : i32 {
// CHECK-COUNT-8: arith.addf
// CHECK-NOT:     arith.addf
// CHECK:         scf.yield
// CHECK-LABEL: func.func @folded
func.func @joined(%x: f32, %g: !glob) attributes {cute.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %many = arith.constant 100000 : i32
  %sum = scf.for %i = %c0 to %many step %c1 iter_args(%a = %x) -> (f32) : i32 {
    %y = cute.memref.load %g[%i] : (!glob, i32) -> f32
    %b = arith.addf %a, %y : f32
    scf.yield %b : f32
  }
  cute.memref.store %sum, %g[0] : (f32, !glob)
  func.return
}

// Every op that folds, with MLIR's meaning of signs.
// CHECK-NOT:     arith.{{add|sub|mul|floor|div|rem|and|or|xor|sh|min|max|cmp|ext|trunc|select}}
// CHECK:         cute.print("a", %cm4, %cm10, %cm21, %cm3, %cm2, %cm1_1) : i32, i32, i32, i32, i32, i32
// CHECK:         cute.print("b", %c1431655763, %c0, %c1, %cm5, %cm6, %cm56) : i32, i32, i32, i32, i32, i32
// CHECK:         cute.print("c", %cm1_1, %c536870911, %cm7_1, %c3, %c3, %cm7_1) : i32, i32, i32, i32, i32, i32
// CHECK:         cute.print("d", %cm7, %c4294967289, %c249, %cm7_1, %x) : i64, i64, i64, i32, i32
// CHECK:         cute.print("e", %cm2, %c1431655763) : i32, i32
func.func @folded() attributes {cute.kernel} {
  %x = arith.constant -7 : i32
  %y = arith.constant 3 : i32
  %byte = arith.constant -7 : i8
  %a = arith.addi %x, %y : i32
  %b = arith.subi %x, %y : i32
  %c = arith.muli %x, %y : i32
  %d = arith.floordivsi %x, %y : i32
  %e = arith.divsi %x, %y : i32
  %f = arith.remsi %x, %y : i32
  cute.print("a", %a, %b, %c, %d, %e, %f) : i32, i32, i32, i32, i32, i32
  %g = arith.divui %x, %y : i32
  %h = arith.remui %x, %y : i32
  %i = arith.andi %x, %y : i32
  %j = arith.ori %x, %y : i32
  %k = arith.xori %x, %y : i32
  %l = arith.shli %x, %y : i32
  cute.print("b", %g, %h, %i, %j, %k, %l) : i32, i32, i32, i32, i32, i32
  %m = arith.shrsi %x, %y : i32
  %n = arith.shrui %x, %y : i32
  %o = arith.minsi %x, %y : i32
  %p = arith.maxsi %x, %y : i32
  %q = arith.minui %x, %y : i32
  %r = arith.maxui %x, %y : i32
  cute.print("c", %m, %n, %o, %p, %q, %r) : i32, i32, i32, i32, i32, i32
  %s = arith.extsi %x : i32 to i64
  %t = arith.extui %x : i32 to i64
  %u = arith.extui %byte : i8 to i64
  %v = arith.trunci %s : i64 to i32
  %less = arith.cmpi ult, %y, %x : i32
  %w = arith.select %less, %x, %y : i32
  cute.print("d", %s, %t, %u, %v, %w) : i64, i64, i64, i32, i32
  %aa = arith.ceildivsi %x, %y : i32
  %ab = arith.ceildivui %x, %y : i32
  cute.print("e", %aa, %ab) : i32, i32
  func.return
}

// Accesses a constant apart share an address, whatever the constant was added to.
// CHECK-LABEL: func.func @apart
// CHECK:         arith.muli %t, %c2
// CHECK:         %[[A:.*]] = cute.ptr.add %{{.*}}, %{{.*}} : !cute.ptr<f32, gmem
// CHECK:         cute.ptr.add %[[A]], %c2
// CHECK:         %[[B:.*]] = cute.ptr.add %{{.*}}, %{{.*}} : !cute.ptr<f32, gmem
// CHECK:         cute.ptr.add %[[B]], %c4
func.func @apart(%t: i32, %g: !glob) attributes {cute.kernel} {
  %f = cute.memref.alloc : !frag
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  scf.for %i = %c1 to %c3 step %c1 : i32 {
    %at = arith.addi %i, %t : i32
    %twice = arith.muli %at, %c2 : i32
    %x = cute.memref.load %g[%twice] : (!glob, i32) -> f32
    cute.memref.store %x, %f[%i] : (f32, !frag, i32)
  }
  func.return
}

// What a counter moves in a composed layout is a leaf of the slice's type, and a number once the loop is unrolled.
// CHECK-LABEL: func.func @moved_leaf
// CHECK-NOT:     scf.for %i
// CHECK:         cute.print("%d\0A", %c0)
// CHECK:         scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %c0)
// CHECK:         cute.print("%d\0A", %c32)
// CHECK:         scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %c32)
func.func @moved_leaf(%x: f32, %n: i32) attributes {cute.kernel} {
  %f = cute.memref.alloc : !frag
  %s = cute.memref.alloc : !swizzled
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  scf.for %i = %c0 to %c2 step %c1 : i32 {
    %t = cute.slice %s[_,%i] : (!swizzled, i32) -> !part
    %leaf = cute.memref.leaf %t[0] : !part -> i32
    cute.print("%d\0A", %leaf) : i32
    cute.memref.store %x, %f[%i] : (f32, !frag, i32)
    %u = scf.for %j = %c0 to %n step %c1 iter_args(%v = %t) -> (!part) : i32 {
      cute.memref.store %x, %v[%j] : (f32, !part, i32)
      scf.yield %v : !part
    }
  }
  func.return
}
