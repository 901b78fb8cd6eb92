// RUN: expand-tensors
// Tensors from pointers and pointers from tensors; every access through a pointer that carries a swizzle goes to where
// the swizzle puts it.

!g = !cute.memref<f32, gmem, "(?{i64},4):(?{i64},1)", align<16>>
!row = !cute.memref<f32, gmem, "(4):(1)">
!p = !cute.ptr<f32, gmem, align<16>>
!s = !cute.memref<i32, smem, "(64):(1)", align<1024>, S<3,4,3>>
!sp = !cute.ptr<i32, smem, align<1024>, S<3,4,3>>
!se = !cute.ptr<i32, smem, align<4>, S<3,4,3>>

// CHECK-LABEL: func.func @views(%a: {{.*}}, %n: i64,
// CHECK:         %[[A:.*]] = cute.ptr.extent %a
// CHECK:         %[[TWO:.*]] = arith.addi %k, %c2 : i64
// CHECK:         cute.ptr.add %[[A]], %[[TWO]] :
// CHECK:         cute.ptr.store %n, %o
// CHECK:         cute.ptr.cast %[[A]] : !cute.ptr<f32, gmem, align<16>> -> !cute.ptr<i32, gmem, align<16>>
// CHECK:         %[[ROW:.*]] = arith.muli %n, %k : i64
// CHECK:         %[[ONE:.*]] = arith.addi %[[ROW]], %c1 : i64
// CHECK:         cute.ptr.add %[[A]], %[[ONE]] :
func.func @views(%a: !g, %k: i64, %o: !cute.ptr<i64, gmem, align<8>>) attributes {cute.kernel} {
  %r = cute.memref.view %a(%k) moved : (!g, i64) -> !row
  %x = cute.memref.load %r[2] : (!row) -> f32
  %n = cute.memref.leaf %a[0] : !g -> i64
  cute.ptr.store %n, %o : i64, !cute.ptr<i64, gmem, align<8>>
  %p = cute.memref.iterator %a : !g -> !p
  %q = cute.ptr.cast %p : !p -> !cute.ptr<i32, gmem, align<16>>
  %m = cute.memref.make %p(%n, %k) : (!p, i64, i64) -> !g
  %y = cute.memref.load %m[%n,1] : (!g, i64) -> f32
  %i = cute.ptr.load %q : !cute.ptr<i32, gmem, align<16>> -> i32
  func.return
}

// Bits 7 to 9 of the byte address are added to bits 4 to 6 without carry.
// CHECK-LABEL: func.func @swizzled
// CHECK:         %[[S:.*]] = cute.smem_alloc 0, 256, 1024
// CHECK:         %[[BYTE:.*]] = arith.muli %c, %c4 : i32
// CHECK:         %[[BITS:.*]] = arith.andi %[[BYTE]], %c896 : i32
// CHECK:         %[[MOVED:.*]] = arith.shrui %[[BITS]], %c3 : i32
// CHECK:         %[[AT:.*]] = arith.xori %[[BYTE]], %[[MOVED]] : i32
// CHECK:         cute.ptr.add %{{.*}}, %[[AT]] : !cute.ptr<i8, smem>
// CHECK:         cute.atomic "add" %{{.*}}, %v : !cute.ptr<i32, smem>, i32 -> i32
// CHECK:         cute.atomic_cas %{{.*}}, %v, %v : !cute.ptr<i32, smem>
// CHECK:         cute.ordered_load "acquire" %{{.*}} : !cute.ptr<i32, smem> -> i32
// CHECK:         cute.ordered_store "release" %v, %{{.*}} : i32, !cute.ptr<i32, smem>
// CHECK:         cute.prefetch "L1" %{{.*}} : !cute.ptr<i32, smem>
// CHECK:         cute.ptr.load %{{.*}} : !cute.ptr<i32, smem> -> i32
func.func @swizzled(%v: i32, %c: i32) attributes {cute.kernel} {
  %m = cute.memref.alloc : !s
  %s = cute.memref.iterator %m : !s -> !sp
  %e = cute.ptr.add %s, %c : !sp, i32 -> !se
  %a = cute.atomic "add" %e, %v : !se, i32 -> i32
  %b = cute.atomic_cas %e, %v, %v : !se, i32, i32 -> i32
  %l = cute.ordered_load "acquire" %e : !se -> i32
  cute.ordered_store "release" %v, %e : i32, !se
  cute.prefetch "L1" %e : !se
  %p = cute.ptr.load %e : !se -> i32
  cute.ptr.store %p, %e : i32, !se
  func.return
}

// Pointers into tensor memory are addresses: elements of 32 bits lie a column apart, of narrower ones several in one,
// and which is in the highest bits.
// CHECK-LABEL: func.func @tensor_memory(%a: i32, %n: i32) attributes
// CHECK:         arith.addi %a, %n : i32
// CHECK:         %[[H:.*]] = arith.shli %a, %c1 : i32
// CHECK:         %[[L:.*]] = arith.shrui %a, %c31 : i32
// CHECK:         %[[E:.*]] = arith.ori %[[H]], %[[L]] : i32
// CHECK:         %[[M:.*]] = arith.addi %[[E]], %n : i32
// CHECK:         %[[HIGH:.*]] = arith.shli %[[M]], %c31 : i32
// CHECK:         %[[LOW:.*]] = arith.shrui %[[M]], %c1 : i32
// CHECK:         %[[P:.*]] = arith.ori %[[HIGH]], %[[LOW]] : i32
// CHECK:         cute.tcgen05.shift %[[P]]
func.func @tensor_memory(%a: i32, %n: i32) attributes {cute.kernel} {
  %p = cute.ptr.from_int %a : i32 -> !cute.ptr<f32, tmem>
  %q = cute.ptr.add %p, %n : !cute.ptr<f32, tmem>, i32 -> !cute.ptr<f32, tmem>
  %x = cute.ptr.to_int %q : !cute.ptr<f32, tmem> -> i32
  %h = cute.ptr.cast %p : !cute.ptr<f32, tmem> -> !cute.ptr<f16, tmem>
  %i = cute.ptr.add %h, %n : !cute.ptr<f16, tmem>, i32 -> !cute.ptr<f16, tmem>
  %y = cute.ptr.to_int %i : !cute.ptr<f16, tmem> -> i32
  cute.tcgen05.shift %y {group = 1 : i32}
  func.return
}
