; Made by scripts/build_native.py: change the C sources, then run it.
; export/output.c
define i32 @cute.aot.check(ptr %0) noinline {
  ret i32 1
}
define i32 @cute.aot.write(ptr %0, ptr %1, i64 %2) noinline {
  %4 = icmp slt i64 %2, 1
  br i1 %4, label %15, label %8
5:
  %6 = add nuw nsw i64 %9, 1
  %7 = icmp eq i64 %6, %2
  br i1 %7, label %15, label %8
8:
  %9 = phi i64 [ %6, %5 ], [ 0, %3 ]
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 %9
  %11 = load i8, ptr %10, align 1
  %12 = zext i8 %11 to i32
  %13 = call i32 @putchar(i32 %12)
  %14 = icmp slt i32 %13, 0
  br i1 %14, label %15, label %5
15:
  %16 = phi i32 [ 1, %3 ], [ 1, %5 ], [ 0, %8 ]
  ret i32 %16
}
declare i32 @putchar(i32)
