; Made by scripts/build_native.py: change the C sources, then run it.
; faults/plain.c
define void @cute.guard(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, ptr %6, i64 %7) noinline optnone cold {
  %9 = alloca { i64, ptr, i32, ptr, i64, [24 x i8] }, align 64
  call void @llvm.lifetime.start.p0(ptr %9)
  call void %0(ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, ptr %6, i64 %7, ptr %9)
  call void @llvm.lifetime.end.p0(ptr %9)
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define void @cute.install(ptr %0) noinline optnone cold {
  ret void
}
