; Made by scripts/build_native.py: change the C sources, then run it.
; check/clocks.c
define void @cute.check.join(ptr %0, ptr %1, ptr %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 372
  %5 = load i32, ptr %4, align 4
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %8
7:
  ret void
8:
  %9 = phi i32 [ %16, %8 ], [ 0, %3 ]
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds nuw i32, ptr %1, i64 %10
  %12 = load <16 x i32>, ptr %11, align 4
  %13 = getelementptr inbounds nuw i32, ptr %2, i64 %10
  %14 = load <16 x i32>, ptr %13, align 4
  %15 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %12, <16 x i32> %14)
  store <16 x i32> %15, ptr %11, align 4
  %16 = add i32 %9, 16
  %17 = load i32, ptr %4, align 4
  %18 = icmp ult i32 %16, %17
  br i1 %18, label %8, label %7
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define void @cute.check.begin(ptr %0, ptr %1, i64 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 288
  %7 = load i32, ptr %6, align 8
  %8 = icmp ugt i32 %7, 29360127
  br i1 %8, label %9, label %12
9:
  %10 = load ptr, ptr %5, align 8
  %11 = call i32 %10(ptr %5, i32 8, i32 0, i32 0, i32 0, i64 0, i64 0)
  br label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 348
  %14 = load i32, ptr %13, align 4
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %19, label %16
16:
  %17 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %18 = load ptr, ptr %17, align 8
  call void %18(i32 0, i32 32, i64 0)
  br label %19
19:
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %21 = load ptr, ptr %20, align 32
  %22 = getelementptr inbounds nuw i8, ptr %5, i64 16
  store ptr %21, ptr %22, align 8
  %23 = load i32, ptr %6, align 8
  %24 = add i32 %23, 1
  store i32 %24, ptr %6, align 8
  %25 = getelementptr inbounds nuw i8, ptr %5, i64 292
  store i32 %24, ptr %25, align 4
  %26 = add i32 %23, 2
  store i32 %26, ptr %6, align 8
  %27 = getelementptr inbounds nuw i8, ptr %5, i64 104
  %28 = load ptr, ptr %27, align 8
  %29 = getelementptr inbounds nuw i8, ptr %5, i64 312
  %30 = load i32, ptr %29, align 8
  %31 = shl i32 %30, 1
  %32 = zext i32 %31 to i64
  %33 = getelementptr inbounds nuw i64, ptr %28, i64 %32
  store i64 %2, ptr %33, align 8
  %34 = zext i32 %24 to i64
  %35 = or disjoint i32 %31, 1
  %36 = zext i32 %35 to i64
  %37 = getelementptr inbounds nuw i64, ptr %28, i64 %36
  store i64 %34, ptr %37, align 8
  %38 = add i32 %30, 1
  store i32 %38, ptr %29, align 8
  %39 = getelementptr inbounds nuw i8, ptr %5, i64 364
  %40 = load i32, ptr %39, align 4
  %41 = getelementptr inbounds nuw i8, ptr %5, i64 316
  store i32 %40, ptr %41, align 4
  %42 = getelementptr inbounds nuw i8, ptr %5, i64 296
  %43 = load i32, ptr %42, align 8
  %44 = icmp eq i32 %43, 0
  br i1 %44, label %55, label %45
45:
  %46 = getelementptr inbounds nuw i8, ptr %5, i64 56
  %47 = getelementptr inbounds nuw i8, ptr %5, i64 300
  %48 = getelementptr inbounds nuw i8, ptr %5, i64 64
  %49 = getelementptr inbounds nuw i8, ptr %5, i64 372
  %50 = getelementptr inbounds nuw i8, ptr %5, i64 72
  %51 = getelementptr inbounds nuw i8, ptr %5, i64 80
  %52 = getelementptr inbounds nuw i8, ptr %5, i64 152
  %53 = getelementptr inbounds nuw i8, ptr %5, i64 184
  %54 = getelementptr inbounds nuw i8, ptr %5, i64 264
  br label %59
55:
  %56 = getelementptr inbounds nuw i8, ptr %5, i64 336
  store i32 0, ptr %56, align 8
  %57 = getelementptr inbounds nuw i8, ptr %5, i64 208
  store i64 0, ptr %57, align 8
  %58 = getelementptr inbounds nuw i8, ptr %5, i64 200
  store i64 0, ptr %58, align 8
  ret void
59:
  %60 = phi i64 [ 0, %45 ], [ %91, %74 ]
  %61 = load ptr, ptr %46, align 8
  %62 = load i32, ptr %47, align 4
  %63 = trunc nuw i64 %60 to i32
  %64 = mul i32 %62, %63
  %65 = zext i32 %64 to i64
  %66 = getelementptr inbounds nuw i32, ptr %61, i64 %65
  %67 = load ptr, ptr %48, align 8
  %68 = getelementptr inbounds nuw i32, ptr %67, i64 %65
  %69 = load i32, ptr %49, align 4
  %70 = icmp eq i32 %69, 0
  br i1 %70, label %74, label %95
71:
  %72 = zext i32 %99 to i64
  %73 = shl nuw nsw i64 %72, 2
  br label %74
74:
  %75 = phi i64 [ 0, %59 ], [ %73, %71 ]
  call void @llvm.memmove.p0.p0.i64(ptr %68, ptr %66, i64 %75, i1 false)
  %76 = getelementptr inbounds nuw i32, ptr %66, i64 %60
  store i32 %26, ptr %76, align 4
  %77 = load ptr, ptr %50, align 8
  %78 = getelementptr inbounds nuw i32, ptr %77, i64 %60
  store i32 %24, ptr %78, align 4
  %79 = load ptr, ptr %51, align 8
  %80 = getelementptr inbounds nuw i32, ptr %79, i64 %60
  store i32 %26, ptr %80, align 4
  %81 = load ptr, ptr %52, align 8
  %82 = getelementptr inbounds nuw { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32 }, ptr %81, i64 %60
  call void @llvm.memset.p0.i64(ptr %82, i8 0, i64 64, i1 false)
  %83 = load ptr, ptr %53, align 8
  %84 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %83, i64 %60
  store i32 0, ptr %84, align 4
  %85 = getelementptr inbounds nuw i8, ptr %84, i64 4
  store i32 0, ptr %85, align 4
  %86 = getelementptr inbounds nuw i8, ptr %84, i64 8
  store i32 0, ptr %86, align 4
  %87 = getelementptr inbounds nuw i8, ptr %84, i64 12
  store i32 0, ptr %87, align 4
  %88 = load ptr, ptr %54, align 8
  %89 = getelementptr inbounds nuw { i32, i32 }, ptr %88, i64 %60
  store i32 0, ptr %89, align 4
  %90 = getelementptr inbounds nuw i8, ptr %89, i64 4
  store i32 0, ptr %90, align 4
  %91 = add nuw nsw i64 %60, 1
  %92 = load i32, ptr %42, align 8
  %93 = zext i32 %92 to i64
  %94 = icmp samesign ult i64 %91, %93
  br i1 %94, label %59, label %55
95:
  %96 = phi i64 [ %98, %95 ], [ 0, %59 ]
  %97 = getelementptr inbounds nuw i32, ptr %66, i64 %96
  store i32 %24, ptr %97, align 4
  %98 = add nuw nsw i64 %96, 1
  %99 = load i32, ptr %49, align 4
  %100 = zext i32 %99 to i64
  %101 = icmp samesign ult i64 %98, %100
  br i1 %101, label %95, label %71
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @cute.check.step(ptr %0, i32 %1) noinline {
  call void @clocks.move_on(ptr %0, i32 %1, i32 0, i1 true)
  ret void
}
define internal void @clocks.move_on(ptr %0, i32 %1, i32 %2, i1 %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %8 = load i32, ptr %7, align 4
  %9 = mul i32 %8, %1
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  %12 = sext i32 %1 to i64
  %13 = getelementptr inbounds i32, ptr %11, i64 %12
  %14 = load i32, ptr %13, align 4
  %15 = call i32 @llvm.umax.i32(i32 %14, i32 %2)
  %16 = add i32 %15, 1
  store i32 %16, ptr %13, align 4
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %18 = load i32, ptr %17, align 8
  %19 = call i32 @llvm.umax.i32(i32 %18, i32 %16)
  store i32 %19, ptr %17, align 8
  br i1 %3, label %20, label %34
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %22 = load ptr, ptr %21, align 8
  %23 = getelementptr inbounds i32, ptr %22, i64 %12
  store i32 %16, ptr %23, align 4
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %25 = load i32, ptr %24, align 8
  %26 = add i32 %25, %1
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds nuw i32, ptr %11, i64 %27
  %29 = load i32, ptr %28, align 4
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32 }, ptr %31, i64 %12
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 60
  store i32 %29, ptr %33, align 4
  br label %34
34:
  ret void
}
define void @cute.check.fence(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %6 = load i32, ptr %5, align 4
  %7 = mul i32 %6, %1
  %8 = zext i32 %7 to i64
  %9 = getelementptr inbounds nuw i32, ptr %4, i64 %8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i32, ptr %11, i64 %8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 372
  %14 = load i32, ptr %13, align 4
  %15 = zext i32 %14 to i64
  %16 = shl nuw nsw i64 %15, 2
  call void @llvm.memmove.p0.p0.i64(ptr %9, ptr %12, i64 %16, i1 false)
  call void @clocks.move_on(ptr %0, i32 %1, i32 0, i1 false)
  ret void
}
define void @cute.check.met(ptr %0, i32 %1, i32 %2, i32 %3) noinline {
  %5 = alloca [32 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr %5)
  %6 = icmp eq i32 %3, 0
  br i1 %6, label %10, label %7
7:
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 368
  %9 = load i32, ptr %8, align 8
  br label %26
10:
  %11 = phi i32 [ 0, %4 ], [ %33, %26 ]
  %12 = load i32, ptr %5, align 16
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %16 = load i32, ptr %15, align 4
  %17 = mul i32 %16, %12
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds nuw i32, ptr %14, i64 %18
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw i32, ptr %21, i64 %18
  %23 = icmp sgt i32 %11, 1
  br i1 %23, label %24, label %39
24:
  %25 = zext nneg i32 %11 to i64
  br label %44
26:
  %27 = phi i32 [ 0, %7 ], [ %33, %26 ]
  %28 = phi i32 [ %3, %7 ], [ %37, %26 ]
  %29 = call i32 @llvm.cttz.i32(i32 %28, i1 true)
  %30 = add i32 %29, %2
  %31 = lshr i32 %30, %9
  %32 = add i32 %31, %1
  %33 = add i32 %27, 1
  %34 = sext i32 %27 to i64
  %35 = getelementptr inbounds i32, ptr %5, i64 %34
  store i32 %32, ptr %35, align 4
  %36 = add i32 %28, -1
  %37 = and i32 %36, %28
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %10, label %26
39:
  %40 = icmp sgt i32 %11, 1
  br i1 %40, label %41, label %60
41:
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 372
  %43 = zext nneg i32 %11 to i64
  br label %64
44:
  %45 = phi i64 [ 1, %24 ], [ %58, %44 ]
  %46 = getelementptr inbounds nuw i32, ptr %5, i64 %45
  %47 = load i32, ptr %46, align 4
  %48 = load ptr, ptr %13, align 8
  %49 = load i32, ptr %15, align 4
  %50 = mul i32 %49, %47
  %51 = zext i32 %50 to i64
  %52 = getelementptr inbounds nuw i32, ptr %48, i64 %51
  call void @cute.check.join(ptr %0, ptr %19, ptr %52)
  %53 = load ptr, ptr %20, align 8
  %54 = load i32, ptr %15, align 4
  %55 = mul i32 %54, %47
  %56 = zext i32 %55 to i64
  %57 = getelementptr inbounds nuw i32, ptr %53, i64 %56
  call void @cute.check.join(ptr %0, ptr %22, ptr %57)
  %58 = add nuw nsw i64 %45, 1
  %59 = icmp eq i64 %58, %25
  br i1 %59, label %39, label %44
60:
  %61 = icmp sgt i32 %11, 0
  br i1 %61, label %62, label %86
62:
  %63 = zext nneg i32 %11 to i64
  br label %87
64:
  %65 = phi i64 [ 1, %41 ], [ %84, %64 ]
  %66 = getelementptr inbounds nuw i32, ptr %5, i64 %65
  %67 = load i32, ptr %66, align 4
  %68 = load ptr, ptr %13, align 8
  %69 = load i32, ptr %15, align 4
  %70 = mul i32 %69, %67
  %71 = zext i32 %70 to i64
  %72 = getelementptr inbounds nuw i32, ptr %68, i64 %71
  %73 = load i32, ptr %42, align 4
  %74 = zext i32 %73 to i64
  %75 = shl nuw nsw i64 %74, 2
  call void @llvm.memmove.p0.p0.i64(ptr %72, ptr %19, i64 %75, i1 false)
  %76 = load ptr, ptr %20, align 8
  %77 = load i32, ptr %15, align 4
  %78 = mul i32 %77, %67
  %79 = zext i32 %78 to i64
  %80 = getelementptr inbounds nuw i32, ptr %76, i64 %79
  %81 = load i32, ptr %42, align 4
  %82 = zext i32 %81 to i64
  %83 = shl nuw nsw i64 %82, 2
  call void @llvm.memmove.p0.p0.i64(ptr %80, ptr %22, i64 %83, i1 false)
  %84 = add nuw nsw i64 %65, 1
  %85 = icmp eq i64 %84, %43
  br i1 %85, label %60, label %64
86:
  call void @llvm.lifetime.end.p0(ptr %5)
  ret void
87:
  %88 = phi i64 [ 0, %62 ], [ %91, %87 ]
  %89 = getelementptr inbounds nuw i32, ptr %5, i64 %88
  %90 = load i32, ptr %89, align 4
  call void @cute.check.step(ptr %0, i32 %90)
  %91 = add nuw nsw i64 %88, 1
  %92 = icmp eq i64 %91, %63
  br i1 %92, label %86, label %87
}
declare i32 @llvm.cttz.i32(i32, i1)
define void @cute.check.arrive(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = call ptr @clocks.in_phase(ptr %0, i32 %2, i32 %3)
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %11 = load i32, ptr %10, align 4
  %12 = mul i32 %11, %1
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds nuw i32, ptr %9, i64 %13
  %15 = getelementptr inbounds nuw i8, ptr %7, i64 32
  call void @cute.check.join(ptr %0, ptr %15, ptr %14)
  %16 = load i32, ptr %10, align 4
  %17 = shl i32 %16, 1
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds nuw i32, ptr %15, i64 %18
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %21 = load ptr, ptr %20, align 8
  %22 = mul i32 %16, %1
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds nuw i32, ptr %21, i64 %23
  call void @cute.check.join(ptr %0, ptr %19, ptr %24)
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %26 = load i32, ptr %25, align 8
  %27 = icmp eq i32 %26, 0
  br i1 %27, label %38, label %28
28:
  %29 = zext i32 %26 to i64
  br label %30
30:
  %31 = phi i64 [ 0, %28 ], [ %36, %30 ]
  %32 = phi i32 [ 0, %28 ], [ %35, %30 ]
  %33 = getelementptr inbounds nuw i32, ptr %14, i64 %31
  %34 = load i32, ptr %33, align 4
  %35 = call i32 @llvm.umax.i32(i32 %32, i32 %34)
  %36 = add nuw nsw i64 %31, 1
  %37 = icmp eq i64 %36, %29
  br i1 %37, label %38, label %30
38:
  %39 = phi i32 [ 0, %6 ], [ %35, %30 ]
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %41 = load i32, ptr %40, align 8
  %42 = icmp ult i32 %2, %41
  call void @clocks.move_on(ptr %0, i32 %1, i32 %39, i1 %42)
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %44 = load ptr, ptr %43, align 8
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %46 = load i32, ptr %45, align 8
  %47 = add i32 %46, 1
  store i32 %47, ptr %45, align 8
  %48 = and i32 %46, 511
  %49 = zext nneg i32 %48 to i64
  %50 = getelementptr inbounds nuw { i32, i32, i32, i32, i32, i32, [2 x i32] }, ptr %44, i64 %49
  store i32 %1, ptr %50, align 4
  %51 = getelementptr inbounds nuw i8, ptr %50, i64 4
  store i32 1, ptr %51, align 4
  %52 = getelementptr inbounds nuw i8, ptr %50, i64 8
  store i32 %2, ptr %52, align 4
  %53 = getelementptr inbounds nuw i8, ptr %50, i64 12
  store i32 %3, ptr %53, align 4
  %54 = getelementptr inbounds nuw i8, ptr %50, i64 16
  store i32 %4, ptr %54, align 4
  %55 = getelementptr inbounds nuw i8, ptr %50, i64 20
  store i32 %5, ptr %55, align 4
  ret void
}
define internal ptr @clocks.in_phase(ptr %0, i32 %1, i32 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %7 = load i32, ptr %6, align 4
  %8 = shl i32 %7, 4
  %9 = add i32 %8, 32
  %10 = mul i32 %9, %1
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 %11
  %13 = load i32, ptr %12, align 8
  %14 = icmp eq i32 %13, %2
  br i1 %14, label %33, label %15
15:
  store i32 %2, ptr %12, align 8
  %16 = getelementptr inbounds nuw i8, ptr %12, i64 32
  %17 = zext i32 %7 to i64
  %18 = getelementptr inbounds nuw i32, ptr %16, i64 %17
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 372
  %20 = load i32, ptr %19, align 4
  %21 = zext i32 %20 to i64
  %22 = shl nuw nsw i64 %21, 2
  call void @llvm.memmove.p0.p0.i64(ptr %18, ptr %16, i64 %22, i1 false)
  %23 = load i32, ptr %6, align 4
  %24 = mul i32 %23, 3
  %25 = zext i32 %24 to i64
  %26 = getelementptr inbounds nuw i32, ptr %16, i64 %25
  %27 = shl i32 %23, 1
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds nuw i32, ptr %16, i64 %28
  %30 = load i32, ptr %19, align 4
  %31 = zext i32 %30 to i64
  %32 = shl nuw nsw i64 %31, 2
  call void @llvm.memmove.p0.p0.i64(ptr %26, ptr %29, i64 %32, i1 false)
  br label %33
33:
  ret ptr %12
}
define void @cute.check.leave(ptr %0, i32 %1, i32 %2, i32 %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %8 = load i32, ptr %7, align 4
  %9 = shl i32 %8, 4
  %10 = add i32 %9, 32
  %11 = mul i32 %10, %2
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds nuw i8, ptr %6, i64 %12
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, %3
  %16 = getelementptr inbounds nuw i8, ptr %13, i64 32
  %17 = select i1 %15, i32 0, i32 %8
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds nuw i32, ptr %16, i64 %18
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %21 = load ptr, ptr %20, align 8
  %22 = mul i32 %8, %1
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds nuw i32, ptr %21, i64 %23
  call void @cute.check.join(ptr %0, ptr %24, ptr %19)
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %26 = load ptr, ptr %25, align 8
  %27 = load i32, ptr %7, align 4
  %28 = mul i32 %27, %1
  %29 = zext i32 %28 to i64
  %30 = getelementptr inbounds nuw i32, ptr %26, i64 %29
  %31 = select i1 %15, i32 2, i32 3
  %32 = mul i32 %27, %31
  %33 = zext i32 %32 to i64
  %34 = getelementptr inbounds nuw i32, ptr %16, i64 %33
  call void @cute.check.join(ptr %0, ptr %30, ptr %34)
  %35 = sext i32 %1 to i64
  %36 = getelementptr inbounds i32, ptr %24, i64 %35
  %37 = load i32, ptr %36, align 4
  %38 = add i32 %37, -1
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %40 = load i32, ptr %39, align 8
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %52, label %42
42:
  %43 = zext i32 %40 to i64
  br label %44
44:
  %45 = phi i64 [ 0, %42 ], [ %50, %44 ]
  %46 = phi i32 [ %38, %42 ], [ %49, %44 ]
  %47 = getelementptr inbounds nuw i32, ptr %24, i64 %45
  %48 = load i32, ptr %47, align 4
  %49 = call i32 @llvm.umin.i32(i32 %48, i32 %46)
  %50 = add nuw nsw i64 %45, 1
  %51 = icmp eq i64 %50, %43
  br i1 %51, label %52, label %44
52:
  %53 = phi i32 [ %38, %4 ], [ %49, %44 ]
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %55 = load ptr, ptr %54, align 8
  %56 = getelementptr inbounds i32, ptr %55, i64 %35
  store i32 %53, ptr %56, align 4
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %58 = load ptr, ptr %57, align 8
  %59 = getelementptr inbounds i32, ptr %58, i64 %35
  %60 = load i32, ptr %59, align 4
  %61 = getelementptr inbounds i32, ptr %19, i64 %35
  %62 = load i32, ptr %61, align 4
  %63 = add i32 %62, 1
  %64 = call i32 @llvm.umax.i32(i32 %60, i32 %63)
  store i32 %64, ptr %59, align 4
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %66 = load ptr, ptr %65, align 8
  %67 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32 }, ptr %66, i64 %35
  %68 = getelementptr inbounds nuw i8, ptr %67, i64 60
  %69 = load i32, ptr %68, align 4
  %70 = load i32, ptr %39, align 8
  %71 = add i32 %70, %1
  %72 = zext i32 %71 to i64
  %73 = getelementptr inbounds nuw i32, ptr %19, i64 %72
  %74 = load i32, ptr %73, align 4
  %75 = call i32 @llvm.umax.i32(i32 %69, i32 %74)
  store i32 %75, ptr %68, align 4
  ret void
}
define void @cute.check.expect(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %10 = load i32, ptr %9, align 4
  %11 = shl i32 %10, 4
  %12 = add i32 %11, 32
  %13 = mul i32 %12, %2
  %14 = zext i32 %13 to i64
  %15 = getelementptr inbounds nuw i8, ptr %8, i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 8
  store i32 %4, ptr %16, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %20 = load i32, ptr %19, align 8
  %21 = add i32 %20, 1
  store i32 %21, ptr %19, align 8
  %22 = and i32 %20, 511
  %23 = zext nneg i32 %22 to i64
  %24 = getelementptr inbounds nuw { i32, i32, i32, i32, i32, i32, [2 x i32] }, ptr %18, i64 %23
  store i32 %1, ptr %24, align 4
  %25 = getelementptr inbounds nuw i8, ptr %24, i64 4
  store i32 2, ptr %25, align 4
  %26 = getelementptr inbounds nuw i8, ptr %24, i64 8
  store i32 %2, ptr %26, align 4
  %27 = getelementptr inbounds nuw i8, ptr %24, i64 12
  store i32 %3, ptr %27, align 4
  %28 = getelementptr inbounds nuw i8, ptr %24, i64 16
  store i32 %4, ptr %28, align 4
  %29 = getelementptr inbounds nuw i8, ptr %24, i64 20
  store i32 %5, ptr %29, align 4
  ret void
}
define i32 @cute.check.barrier(ptr %0, ptr %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %4 = load ptr, ptr %3, align 8
  %5 = ptrtoint ptr %1 to i64
  %6 = ptrtoint ptr %4 to i64
  %7 = sub i64 %5, %6
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %9 = load ptr, ptr %8, align 8
  %10 = ashr i64 %7, 3
  %11 = getelementptr inbounds i16, ptr %9, i64 %10
  %12 = load i16, ptr %11, align 2
  %13 = icmp eq i16 %12, 0
  br i1 %13, label %14, label %23
14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 308
  %16 = load i32, ptr %15, align 4
  %17 = icmp ult i32 %16, 64
  br i1 %17, label %18, label %20
18:
  %19 = add nuw nsw i32 %16, 1
  store i32 %19, ptr %15, align 4
  br label %20
20:
  %21 = load i32, ptr %15, align 4
  %22 = trunc i32 %21 to i16
  store i16 %22, ptr %11, align 2
  br label %23
23:
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %25 = load i32, ptr %24, align 8
  %26 = load i16, ptr %11, align 2
  %27 = zext i16 %26 to i32
  %28 = add i32 %25, -1
  %29 = add i32 %28, %27
  %30 = trunc i64 %7 to i32
  %31 = add i32 %30, 1
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %35 = load i32, ptr %34, align 4
  %36 = shl i32 %35, 4
  %37 = add i32 %36, 32
  %38 = mul i32 %37, %29
  %39 = zext i32 %38 to i64
  %40 = getelementptr inbounds nuw i8, ptr %33, i64 %39
  %41 = getelementptr inbounds nuw i8, ptr %40, i64 12
  store i32 %31, ptr %41, align 4
  ret i32 %29
}
define i64 @cute.check.load_column(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %4 = load i32, ptr %3, align 8
  %5 = shl i32 %4, 2
  %6 = add i32 %5, %1
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %8 = load i32, ptr %7, align 8
  %9 = sub i32 %6, %8
  %10 = zext i32 %9 to i64
  ret i64 %10
}
define i64 @cute.check.group(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %7 = load ptr, ptr %6, align 8
  %8 = sext i32 %1 to i64
  %9 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32 }, ptr %7, i64 %8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %11 = load i32, ptr %10, align 4
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 372
  store i32 %11, ptr %12, align 4
  %13 = getelementptr inbounds nuw i8, ptr %9, i64 12
  %14 = sext i32 %2 to i64
  %15 = getelementptr inbounds i32, ptr %13, i64 %14
  store i32 1, ptr %15, align 4
  %16 = getelementptr inbounds nuw i8, ptr %9, i64 44
  %17 = getelementptr inbounds i32, ptr %16, i64 %14
  store i32 %4, ptr %17, align 4
  %18 = icmp eq i32 %2, 0
  br i1 %18, label %19, label %23
19:
  %20 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %21 = load i32, ptr %20, align 4
  %22 = or i32 %21, %3
  store i32 %22, ptr %20, align 4
  br label %23
23:
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 292
  %25 = load i32, ptr %24, align 4
  %26 = add i32 %25, 1
  %27 = getelementptr inbounds i32, ptr %9, i64 %14
  %28 = load i32, ptr %27, align 4
  %29 = add i32 %26, %28
  %30 = zext i32 %29 to i64
  ret i64 %30
}
define void @cute.check.commit(ptr %0, i32 %1, i32 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %5 = load ptr, ptr %4, align 8
  %6 = sext i32 %1 to i64
  %7 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32 }, ptr %5, i64 %6
  %8 = sext i32 %2 to i64
  %9 = getelementptr inbounds i32, ptr %7, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = add i32 %10, 1
  store i32 %11, ptr %9, align 4
  %12 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %13 = getelementptr inbounds i32, ptr %12, i64 %8
  %14 = load i32, ptr %13, align 4
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %19, label %16
16:
  %17 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %18 = getelementptr inbounds i32, ptr %17, i64 %8
  store i32 %11, ptr %18, align 4
  br label %19
19:
  store i32 0, ptr %13, align 4
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %21 = load i32, ptr %20, align 8
  %22 = add i32 %21, 1
  store i32 %22, ptr %20, align 8
  ret void
}
define void @cute.check.settle(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %7 = load ptr, ptr %6, align 8
  %8 = sext i32 %1 to i64
  %9 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32 }, ptr %7, i64 %8
  %10 = icmp eq i32 %2, 0
  br i1 %10, label %11, label %17
11:
  %12 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %13 = load i32, ptr %12, align 4
  %14 = xor i32 %4, -1
  %15 = and i32 %13, %14
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %41
17:
  %18 = sext i32 %2 to i64
  %19 = getelementptr inbounds i32, ptr %9, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = call i32 @llvm.usub.sat.i32(i32 %20, i32 %3)
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %25 = load i32, ptr %24, align 4
  %26 = mul i32 %25, %1
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds nuw i32, ptr %23, i64 %27
  %29 = add i32 %2, 1
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %31 = load i32, ptr %30, align 8
  %32 = mul i32 %31, %29
  %33 = add i32 %32, %1
  %34 = zext i32 %33 to i64
  %35 = getelementptr inbounds nuw i32, ptr %28, i64 %34
  %36 = load i32, ptr %35, align 4
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 292
  %38 = load i32, ptr %37, align 4
  %39 = add i32 %38, %21
  %40 = call i32 @llvm.umax.i32(i32 %36, i32 %39)
  store i32 %40, ptr %35, align 4
  br label %41
41:
  ret void
}
define void @cute.check.copies(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = call ptr @clocks.in_phase(ptr %0, i32 %2, i32 %3)
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %10 = load i32, ptr %9, align 8
  %11 = add i32 %10, %1
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds nuw i32, ptr %8, i64 %12
  %14 = load i32, ptr %13, align 4
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 292
  %16 = load i32, ptr %15, align 4
  %17 = add i32 %16, 1
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %19 = load ptr, ptr %18, align 8
  %20 = sext i32 %1 to i64
  %21 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32 }, ptr %19, i64 %20
  %22 = load i32, ptr %21, align 4
  %23 = add i32 %17, %22
  %24 = call i32 @llvm.umax.i32(i32 %14, i32 %23)
  store i32 %24, ptr %13, align 4
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %28 = load i32, ptr %27, align 8
  %29 = add i32 %28, 1
  store i32 %29, ptr %27, align 8
  %30 = and i32 %28, 511
  %31 = zext nneg i32 %30 to i64
  %32 = getelementptr inbounds nuw { i32, i32, i32, i32, i32, i32, [2 x i32] }, ptr %26, i64 %31
  store i32 %1, ptr %32, align 4
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 4
  store i32 1, ptr %33, align 4
  %34 = getelementptr inbounds nuw i8, ptr %32, i64 8
  store i32 %2, ptr %34, align 4
  %35 = getelementptr inbounds nuw i8, ptr %32, i64 12
  store i32 %3, ptr %35, align 4
  %36 = getelementptr inbounds nuw i8, ptr %32, i64 16
  store i32 %4, ptr %36, align 4
  %37 = getelementptr inbounds nuw i8, ptr %32, i64 20
  store i32 %5, ptr %37, align 4
  ret void
}
define i64 @cute.check.landing(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %8 = load i32, ptr %7, align 4
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 372
  store i32 %8, ptr %9, align 4
  %10 = call ptr @clocks.in_phase(ptr %0, i32 %2, i32 %3)
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %12 = load i32, ptr %11, align 8
  %13 = add i32 %12, 1
  store i32 %13, ptr %11, align 8
  %14 = getelementptr inbounds nuw i8, ptr %10, i64 4
  store i32 %4, ptr %14, align 4
  %15 = getelementptr inbounds nuw i8, ptr %10, i64 32
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %17 = load i32, ptr %16, align 8
  %18 = shl i32 %17, 2
  %19 = add i32 %18, %2
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %21 = load i32, ptr %20, align 8
  %22 = sub i32 %19, %21
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds nuw i32, ptr %15, i64 %23
  store i32 %13, ptr %24, align 4
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %28 = load i32, ptr %27, align 8
  %29 = add i32 %28, 1
  store i32 %29, ptr %27, align 8
  %30 = and i32 %28, 511
  %31 = zext nneg i32 %30 to i64
  %32 = getelementptr inbounds nuw { i32, i32, i32, i32, i32, i32, [2 x i32] }, ptr %26, i64 %31
  store i32 %1, ptr %32, align 4
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 4
  store i32 3, ptr %33, align 4
  %34 = getelementptr inbounds nuw i8, ptr %32, i64 8
  store i32 %2, ptr %34, align 4
  %35 = getelementptr inbounds nuw i8, ptr %32, i64 12
  store i32 %3, ptr %35, align 4
  %36 = getelementptr inbounds nuw i8, ptr %32, i64 16
  store i32 %4, ptr %36, align 4
  %37 = getelementptr inbounds nuw i8, ptr %32, i64 20
  store i32 %5, ptr %37, align 4
  %38 = zext i32 %13 to i64
  ret i64 %38
}
define void @cute.check.sent(ptr %0, i32 %1, i32 %2, i64 %3, i32 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %9 = load i32, ptr %8, align 4
  %10 = shl i32 %9, 4
  %11 = add i32 %10, 32
  %12 = mul i32 %11, %2
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds nuw i8, ptr %7, i64 %13
  %15 = add i32 %1, 1
  %16 = getelementptr inbounds nuw i8, ptr %14, i64 16
  store i32 %15, ptr %16, align 8
  %17 = trunc i64 %3 to i32
  %18 = getelementptr inbounds nuw i8, ptr %14, i64 20
  store i32 %17, ptr %18, align 4
  %19 = getelementptr inbounds nuw i8, ptr %14, i64 24
  store i32 %4, ptr %19, align 8
  ret void
}
define void @cute.check.finish(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %4 = load ptr, ptr %3, align 8
  %5 = sext i32 %1 to i64
  %6 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32 }, ptr %4, i64 %5
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds { i32, i32, i32, i32 }, ptr %8, i64 %5
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 12
  store i32 1, ptr %10, align 4
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 292
  %15 = getelementptr inbounds nuw i8, ptr %6, i64 12
  %16 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %17 = getelementptr inbounds nuw i8, ptr %6, i64 44
  br label %23
18:
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 316
  %20 = load i32, ptr %19, align 4
  %21 = add i32 %20, -1
  store i32 %21, ptr %19, align 4
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %65, label %223
23:
  %24 = phi i64 [ 0, %2 ], [ %31, %63 ]
  %25 = load ptr, ptr %11, align 8
  %26 = load i32, ptr %12, align 4
  %27 = mul i32 %26, %1
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds nuw i32, ptr %25, i64 %28
  %30 = load i32, ptr %13, align 8
  %31 = add nuw nsw i64 %24, 1
  %32 = trunc nuw nsw i64 %31 to i32
  %33 = mul i32 %30, %32
  %34 = add i32 %33, %1
  %35 = zext i32 %34 to i64
  %36 = getelementptr inbounds nuw i32, ptr %29, i64 %35
  %37 = load i32, ptr %36, align 4
  %38 = load i32, ptr %14, align 4
  %39 = call i32 @llvm.umax.i32(i32 %37, i32 %38)
  %40 = getelementptr inbounds nuw i32, ptr %15, i64 %24
  %41 = load i32, ptr %40, align 4
  %42 = icmp eq i32 %41, 0
  br i1 %42, label %47, label %43
43:
  %44 = getelementptr inbounds nuw i32, ptr %6, i64 %24
  %45 = load i32, ptr %44, align 4
  %46 = add i32 %45, 1
  br label %50
47:
  %48 = getelementptr inbounds nuw i32, ptr %16, i64 %24
  %49 = load i32, ptr %48, align 4
  br label %50
50:
  %51 = phi i32 [ %46, %43 ], [ %49, %47 ]
  %52 = add i32 %51, %38
  %53 = icmp ugt i32 %52, %39
  br i1 %53, label %54, label %63
54:
  %55 = getelementptr inbounds nuw i32, ptr %17, i64 %24
  %56 = load i32, ptr %55, align 4
  %57 = sub nuw i32 %52, %39
  %58 = zext i32 %57 to i64
  %59 = zext i32 %41 to i64
  %60 = load ptr, ptr %0, align 8
  %61 = trunc nuw nsw i64 %31 to i32
  %62 = call i32 %60(ptr %0, i32 4, i32 %1, i32 %56, i32 %61, i64 %58, i64 %59)
  br label %63
63:
  %64 = icmp eq i64 %31, 3
  br i1 %64, label %18, label %23
65:
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %67 = load i32, ptr %66, align 8
  %68 = getelementptr inbounds nuw i8, ptr %0, i64 308
  %69 = load i32, ptr %68, align 4
  %70 = add i32 %69, %67
  %71 = icmp ult i32 %67, %70
  br i1 %71, label %72, label %144
72:
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %74 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 292
  %76 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %78 = getelementptr inbounds nuw i8, ptr %0, i64 296
  br label %79
79:
  %80 = phi i32 [ %67, %72 ], [ %140, %138 ]
  %81 = phi i32 [ %67, %72 ], [ %139, %138 ]
  %82 = load ptr, ptr %73, align 8
  %83 = load i32, ptr %74, align 4
  %84 = shl i32 %83, 4
  %85 = add i32 %84, 32
  %86 = mul i32 %85, %81
  %87 = zext i32 %86 to i64
  %88 = getelementptr inbounds nuw i8, ptr %82, i64 %87
  %89 = getelementptr inbounds nuw i8, ptr %88, i64 16
  %90 = load i32, ptr %89, align 8
  %91 = freeze i32 %90
  %92 = icmp eq i32 %91, 0
  br i1 %92, label %138, label %93
93:
  %94 = getelementptr inbounds nuw i8, ptr %88, i64 20
  %95 = load i32, ptr %94, align 4
  %96 = load i32, ptr %75, align 4
  %97 = icmp ugt i32 %95, %96
  br i1 %97, label %98, label %138
98:
  %99 = add i32 %91, -1
  %100 = load i32, ptr %76, align 8
  %101 = urem i32 %99, %100
  %102 = udiv i32 %99, %100
  %103 = sub nuw i32 %99, %101
  %104 = add i32 %103, %100
  %105 = icmp ult i32 %103, %104
  br i1 %105, label %106, label %133
106:
  %107 = load i32, ptr %78, align 8
  %108 = shl i32 %107, 2
  %109 = sub i32 %81, %80
  %110 = add i32 %109, %108
  %111 = zext i32 %110 to i64
  %112 = call i32 @llvm.umax.i32(i32 %107, i32 %103)
  %113 = zext i32 %100 to i64
  %114 = zext i32 %102 to i64
  %115 = mul nuw i64 %114, %113
  %116 = zext i32 %112 to i64
  %117 = zext i32 %104 to i64
  br label %121
118:
  %119 = add nuw i64 %122, 1
  %120 = icmp eq i64 %119, %117
  br i1 %120, label %133, label %121
121:
  %122 = phi i64 [ %119, %118 ], [ %115, %106 ]
  %123 = icmp eq i64 %122, %116
  br i1 %123, label %133, label %124
124:
  %125 = load ptr, ptr %77, align 8
  %126 = trunc nuw i64 %122 to i32
  %127 = mul i32 %83, %126
  %128 = zext i32 %127 to i64
  %129 = getelementptr inbounds nuw i32, ptr %125, i64 %128
  %130 = getelementptr inbounds nuw i32, ptr %129, i64 %111
  %131 = load i32, ptr %130, align 4
  %132 = icmp ult i32 %131, %95
  br i1 %132, label %118, label %138
133:
  %134 = getelementptr inbounds nuw i8, ptr %88, i64 24
  %135 = load i32, ptr %134, align 8
  %136 = load ptr, ptr %0, align 8
  %137 = call i32 %136(ptr %0, i32 4, i32 %99, i32 %135, i32 4, i64 1, i64 1)
  br label %138
138:
  %139 = add nuw i32 %81, 1
  %140 = load i32, ptr %66, align 8
  %141 = load i32, ptr %68, align 4
  %142 = add i32 %141, %140
  %143 = icmp ult i32 %139, %142
  br i1 %143, label %79, label %144
144:
  %145 = load i32, ptr %66, align 8
  %146 = load i32, ptr %68, align 4
  %147 = add i32 %146, %145
  %148 = icmp ult i32 %145, %147
  br i1 %148, label %149, label %223
149:
  %150 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %151 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %152 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %153 = getelementptr inbounds nuw i8, ptr %0, i64 292
  %154 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %155 = getelementptr inbounds nuw i8, ptr %0, i64 56
  br label %156
156:
  %157 = phi i32 [ %145, %149 ], [ %219, %217 ]
  %158 = phi i32 [ %145, %149 ], [ %218, %217 ]
  %159 = load ptr, ptr %150, align 8
  %160 = load i32, ptr %151, align 4
  %161 = shl i32 %160, 4
  %162 = add i32 %161, 32
  %163 = mul i32 %162, %158
  %164 = zext i32 %163 to i64
  %165 = getelementptr inbounds nuw i8, ptr %159, i64 %164
  %166 = load i32, ptr %152, align 8
  %167 = shl i32 %166, 2
  %168 = sub i32 %158, %157
  %169 = add i32 %168, %167
  %170 = getelementptr inbounds nuw i8, ptr %165, i64 32
  %171 = zext i32 %169 to i64
  %172 = getelementptr inbounds nuw i32, ptr %170, i64 %171
  %173 = load i32, ptr %172, align 4
  %174 = load i32, ptr %153, align 4
  %175 = icmp ugt i32 %173, %174
  br i1 %175, label %176, label %217
176:
  %177 = load ptr, ptr %154, align 8
  %178 = getelementptr inbounds nuw i8, ptr %165, i64 12
  %179 = load i32, ptr %178, align 4
  %180 = add i32 %179, -1
  %181 = zext i32 %180 to i64
  %182 = getelementptr inbounds nuw i8, ptr %177, i64 %181
  %183 = load i64, ptr %182, align 8
  %184 = shl i64 %183, 2
  %185 = ashr i64 %184, 42
  %186 = icmp eq i64 %185, 0
  br i1 %186, label %195, label %187
187:
  %188 = getelementptr inbounds nuw i8, ptr %165, i64 4
  %189 = load i32, ptr %188, align 4
  %190 = getelementptr inbounds nuw i8, ptr %165, i64 8
  %191 = load i32, ptr %190, align 8
  %192 = zext i32 %191 to i64
  %193 = load ptr, ptr %0, align 8
  %194 = call i32 %193(ptr %0, i32 10, i32 0, i32 %189, i32 0, i64 %185, i64 %192)
  br label %217
195:
  %196 = icmp eq i32 %166, 0
  br i1 %196, label %212, label %197
197:
  %198 = zext i32 %166 to i64
  %199 = load ptr, ptr %155, align 8
  %200 = getelementptr inbounds nuw i32, ptr %199, i64 %171
  br label %204
201:
  %202 = add nuw nsw i64 %205, 1
  %203 = icmp eq i64 %202, %198
  br i1 %203, label %212, label %204
204:
  %205 = phi i64 [ 0, %197 ], [ %202, %201 ]
  %206 = trunc nuw i64 %205 to i32
  %207 = mul i32 %160, %206
  %208 = zext i32 %207 to i64
  %209 = getelementptr inbounds nuw i32, ptr %200, i64 %208
  %210 = load i32, ptr %209, align 4
  %211 = icmp ult i32 %210, %173
  br i1 %211, label %201, label %217
212:
  %213 = getelementptr inbounds nuw i8, ptr %165, i64 4
  %214 = load i32, ptr %213, align 4
  %215 = load ptr, ptr %0, align 8
  %216 = call i32 %215(ptr %0, i32 4, i32 0, i32 %214, i32 4, i64 1, i64 0)
  br label %217
217:
  %218 = add nuw i32 %158, 1
  %219 = load i32, ptr %66, align 8
  %220 = load i32, ptr %68, align 4
  %221 = add i32 %220, %219
  %222 = icmp ult i32 %218, %221
  br i1 %222, label %156, label %223
223:
  ret void
}
define void @cute.check.event(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = zext i32 %4 to i64
  %8 = zext i32 %5 to i64
  %9 = load ptr, ptr %0, align 8
  %10 = call i32 %9(ptr %0, i32 %2, i32 %1, i32 %3, i32 0, i64 %7, i64 %8)
  ret void
}
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare <16 x i32> @llvm.umax.v16i32(<16 x i32>, <16 x i32>)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
; check/global.c
define void @cute.check.read.span(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8) noinline {
  call void @global.access_span(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i32 0)
  ret void
}
define internal void @global.access_span(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i32 %9) noinline {
  %11 = alloca { ptr, i32, i32, i32, i32, ptr, i64, i64, i64 }, align 8
  %12 = shl i64 %2, 25
  %13 = or i64 %12, %3
  %14 = zext i32 %4 to i64
  %15 = shl i64 %14, 51
  %16 = or i64 %15, %13
  call void @llvm.lifetime.start.p0(ptr %11)
  store ptr %0, ptr %11, align 8
  %17 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i32 %1, ptr %17, align 8
  %18 = getelementptr inbounds nuw i8, ptr %11, i64 12
  store i32 %4, ptr %18, align 4
  %19 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store i32 %5, ptr %19, align 8
  %20 = getelementptr inbounds nuw i8, ptr %11, i64 20
  store i32 %9, ptr %20, align 4
  %21 = getelementptr inbounds nuw i8, ptr %11, i64 24
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %25 = load i32, ptr %24, align 4
  %26 = mul i32 %25, %1
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds nuw i32, ptr %23, i64 %27
  store ptr %28, ptr %21, align 8
  %29 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 292
  %31 = load i32, ptr %30, align 4
  %32 = zext i32 %31 to i64
  store i64 %32, ptr %29, align 8
  %33 = getelementptr inbounds nuw i8, ptr %11, i64 40
  store i64 %16, ptr %33, align 8
  %34 = getelementptr inbounds nuw i8, ptr %11, i64 48
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %36 = load ptr, ptr %35, align 8
  %37 = sext i32 %1 to i64
  %38 = getelementptr inbounds i32, ptr %36, i64 %37
  %39 = load i32, ptr %38, align 4
  %40 = zext i32 %39 to i64
  store i64 %40, ptr %34, align 8
  %41 = add i64 %7, %6
  %42 = lshr i64 %6, 7
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %45 = icmp ugt i64 %8, 7
  %46 = icmp samesign ult i32 %9, 2
  %47 = shl nuw nsw i32 %9, 1
  %48 = zext nneg i32 %47 to i64
  %49 = icmp samesign ugt i32 %9, 1
  %50 = or i64 %16, 131941395333120
  br label %51
51:
  %52 = phi i64 [ %42, %10 ], [ %176, %173 ]
  %53 = shl i64 %52, 7
  %54 = call i64 @llvm.usub.sat.i64(i64 %6, i64 %53)
  %55 = sub i64 %41, %53
  %56 = call i64 @llvm.umin.i64(i64 %55, i64 128)
  %57 = lshr i64 %52, 9
  %58 = load i64, ptr %43, align 8
  %59 = icmp eq i64 %57, %58
  br i1 %59, label %60, label %62
60:
  %61 = load ptr, ptr %44, align 8
  br label %64
62:
  %63 = call ptr @global.look_up(ptr %0, i64 %57)
  br label %64
64:
  %65 = phi ptr [ %61, %60 ], [ %63, %62 ]
  %66 = and i64 %52, 511
  %67 = getelementptr inbounds nuw { [4 x i64], [4 x i32], ptr, [4 x i16] }, ptr %65, i64 %66
  %68 = sub i64 %53, %6
  %69 = shl i64 %68, 3
  %70 = select i1 %45, i64 %69, i64 0
  %71 = add i64 %70, %8
  %72 = trunc i64 %71 to i32
  %73 = lshr i64 %54, 2
  %74 = add nuw nsw i64 %56, 3
  %75 = lshr i64 %74, 2
  %76 = getelementptr inbounds nuw i8, ptr %67, i64 48
  %77 = load ptr, ptr %76, align 8
  %78 = icmp eq ptr %77, null
  br i1 %78, label %79, label %133
79:
  %80 = or i64 %56, %54
  %81 = and i64 %80, 3
  %82 = icmp eq i64 %81, 0
  %83 = and i1 %46, %82
  br i1 %83, label %84, label %131
84:
  %85 = getelementptr inbounds nuw i8, ptr %67, i64 32
  br label %96
86:
  %87 = shl nuw nsw i64 1, %75
  %88 = shl nsw i64 -1, %73
  %89 = add nsw i64 %87, %88
  %90 = trunc i64 %89 to i32
  %91 = getelementptr inbounds nuw i64, ptr %67, i64 %48
  %92 = load i64, ptr %91, align 8
  %93 = xor i64 %92, %13
  %94 = and i64 %93, 137438953471
  %95 = icmp eq i64 %94, 0
  br i1 %95, label %108, label %114
96:
  %97 = phi i64 [ 0, %84 ], [ %106, %104 ]
  %98 = phi i32 [ 0, %84 ], [ %105, %104 ]
  %99 = icmp eq i64 %97, %48
  br i1 %99, label %104, label %100
100:
  %101 = getelementptr inbounds nuw i32, ptr %85, i64 %97
  %102 = load i32, ptr %101, align 4
  %103 = or i32 %102, %98
  br label %104
104:
  %105 = phi i32 [ %103, %100 ], [ %98, %96 ]
  %106 = add nuw nsw i64 %97, 1
  %107 = icmp eq i64 %106, 4
  br i1 %107, label %86, label %96
108:
  %109 = getelementptr inbounds nuw i8, ptr %67, i64 56
  %110 = getelementptr inbounds nuw i16, ptr %109, i64 %48
  %111 = load i16, ptr %110, align 2
  %112 = trunc i64 %71 to i16
  %113 = icmp eq i16 %111, %112
  br label %114
114:
  %115 = phi i1 [ false, %86 ], [ %113, %108 ]
  %116 = icmp eq i32 %105, 0
  br i1 %116, label %117, label %129
117:
  br i1 %115, label %122, label %118
118:
  %119 = getelementptr inbounds nuw i32, ptr %85, i64 %48
  %120 = load i32, ptr %119, align 4
  %121 = icmp eq i32 %120, 0
  br i1 %121, label %122, label %129
122:
  %123 = getelementptr inbounds nuw i32, ptr %85, i64 %48
  %124 = load i32, ptr %123, align 4
  %125 = or i32 %124, %90
  store i64 %50, ptr %91, align 8
  store i32 %125, ptr %123, align 4
  %126 = trunc i64 %71 to i16
  %127 = getelementptr inbounds nuw i8, ptr %67, i64 56
  %128 = getelementptr inbounds nuw i16, ptr %127, i64 %48
  store i16 %126, ptr %128, align 2
  br label %173
129:
  %130 = call i1 @global.put(ptr %67, ptr %11, i32 %90, i32 %72)
  br i1 %130, label %173, label %131
131:
  %132 = call ptr @global.expand(ptr %0, ptr %67)
  br label %133
133:
  %134 = phi ptr [ %77, %64 ], [ %132, %131 ]
  %135 = icmp samesign ult i64 %73, %75
  br i1 %135, label %136, label %173
136:
  %137 = icmp eq i32 %72, 1
  %138 = and i32 %72, 7
  %139 = lshr i32 %72, 3
  %140 = add nsw i32 %139, -128
  %141 = add nsw i32 %139, -129
  %142 = select i1 %137, i64 32, i64 33
  %143 = icmp ult i32 %72, 8
  %144 = or i1 %49, %143
  %145 = select i1 %49, i64 34, i64 %142
  br label %146
146:
  %147 = phi i64 [ %73, %136 ], [ %171, %167 ]
  %148 = shl nuw i64 %147, 2
  %149 = call i64 @llvm.usub.sat.i64(i64 %54, i64 %148)
  %150 = sub i64 %56, %148
  %151 = call i64 @llvm.umin.i64(i64 %150, i64 4)
  %152 = shl nuw nsw i64 1, %151
  %153 = shl nsw i64 -1, %149
  %154 = add nsw i64 %152, %153
  br i1 %144, label %167, label %155
155:
  %156 = add i64 %151, %148
  %157 = trunc i64 %156 to i32
  %158 = add i64 %149, %148
  %159 = trunc i64 %158 to i32
  %160 = add i32 %140, %159
  %161 = lshr i32 %160, %138
  %162 = add i32 %141, %157
  %163 = lshr i32 %162, %138
  %164 = icmp eq i32 %161, %163
  %165 = select i1 %164, i32 %161, i32 35
  %166 = zext i32 %165 to i64
  br label %167
167:
  %168 = phi i64 [ %145, %146 ], [ %166, %155 ]
  %169 = getelementptr inbounds nuw { i64, i64, i64 }, ptr %134, i64 %147
  %170 = add i64 %148, %53
  call void @global.access_word(ptr %11, ptr %169, i64 %154, i64 %170, i64 %168)
  %171 = add nuw nsw i64 %147, 1
  %172 = icmp eq i64 %171, %75
  br i1 %172, label %173, label %146
173:
  %174 = add i64 %53, 128
  %175 = icmp ult i64 %174, %41
  %176 = add i64 %52, 1
  br i1 %175, label %51, label %177
177:
  call void @llvm.lifetime.end.p0(ptr %11)
  ret void
}
define void @cute.check.read.spans_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i64 %8, i1 %9) noinline {
  call void @global.access_lanes(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i64 %8, i1 %9, i32 0)
  ret void
}
define internal void @global.access_lanes(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i64 %8, i1 %9, i32 %10) noinline {
  %12 = call i64 @llvm.cttz.i64(i64 %8, i1 true)
  br i1 %9, label %13, label %16
13:
  %14 = call i64 @llvm.ctpop.i64(i64 %8)
  %15 = icmp samesign ugt i64 %14, 1
  br label %16
16:
  %17 = phi i1 [ true, %11 ], [ %15, %13 ]
  %18 = icmp eq i32 %7, 0
  br i1 %18, label %23, label %19
19:
  %20 = xor i1 %17, true
  %21 = zext i1 %20 to i64
  %22 = or disjoint i64 %12, 1024
  br label %28
23:
  %24 = phi i64 [ 0, %16 ], [ %64, %63 ]
  %25 = phi i64 [ 0, %16 ], [ %65, %63 ]
  %26 = phi i64 [ 0, %16 ], [ %66, %63 ]
  %27 = icmp eq i64 %26, %25
  br i1 %27, label %73, label %71
28:
  %29 = phi i64 [ 0, %19 ], [ %66, %63 ]
  %30 = phi i64 [ 0, %19 ], [ %65, %63 ]
  %31 = phi i64 [ 0, %19 ], [ %64, %63 ]
  %32 = phi i32 [ %7, %19 ], [ %69, %63 ]
  %33 = phi i32 [ 0, %19 ], [ %67, %63 ]
  %34 = call i32 @llvm.cttz.i32(i32 %32, i1 true)
  %35 = zext nneg i32 %34 to i64
  %36 = getelementptr inbounds nuw i64, ptr %6, i64 %35
  %37 = load i64, ptr %36, align 8
  %38 = add i64 %37, %8
  %39 = icmp ult i64 %37, %29
  %40 = icmp ugt i64 %38, %30
  %41 = select i1 %39, i1 true, i1 %40
  br i1 %41, label %47, label %42
42:
  br i1 %17, label %63, label %43
43:
  %44 = icmp eq i64 %37, %29
  %45 = icmp eq i64 %38, %30
  %46 = select i1 %44, i1 %45, i1 false
  br i1 %46, label %63, label %47
47:
  %48 = icmp eq i64 %37, %30
  br i1 %48, label %49, label %54
49:
  br i1 %17, label %63, label %50
50:
  %51 = icmp eq i32 %34, %33
  %52 = icmp sgt i64 %31, 7
  %53 = select i1 %51, i1 %52, i1 false
  br i1 %53, label %63, label %54
54:
  %55 = icmp eq i64 %29, %30
  br i1 %55, label %58, label %56
56:
  %57 = sub i64 %30, %29
  call void @global.access_span(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %29, i64 %57, i64 %31, i32 %10)
  br label %58
58:
  br i1 %17, label %63, label %59
59:
  %60 = shl i64 %35, %12
  %61 = shl i64 %60, 3
  %62 = add i64 %22, %61
  br label %63
63:
  %64 = phi i64 [ 0, %58 ], [ %31, %49 ], [ %31, %50 ], [ %62, %59 ], [ %21, %43 ], [ %21, %42 ]
  %65 = phi i64 [ %38, %58 ], [ %38, %49 ], [ %38, %50 ], [ %38, %59 ], [ %30, %43 ], [ %30, %42 ]
  %66 = phi i64 [ %37, %58 ], [ %29, %49 ], [ %29, %50 ], [ %37, %59 ], [ %29, %43 ], [ %29, %42 ]
  %67 = add nuw nsw i32 %34, 1
  %68 = add i32 %32, -1
  %69 = and i32 %68, %32
  %70 = icmp eq i32 %69, 0
  br i1 %70, label %23, label %28
71:
  %72 = sub i64 %25, %26
  call void @global.access_span(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %26, i64 %72, i64 %24, i32 %10)
  br label %73
73:
  ret void
}
define void @cute.check.write.span(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8) noinline {
  call void @global.access_span(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i32 1)
  ret void
}
define void @cute.check.write.spans_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i64 %8, i1 %9) noinline {
  call void @global.access_lanes(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i64 %8, i1 %9, i32 1)
  ret void
}
define void @cute.check.atomic.span(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8) noinline {
  call void @global.access_span(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i32 3)
  ret void
}
define void @cute.check.atomic.spans_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i64 %8, i1 %9) noinline {
  call void @global.access_lanes(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i64 %8, i1 %9, i32 3)
  ret void
}
define void @cute.check.ordered.span(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8) noinline {
  call void @global.access_span(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i32 2)
  ret void
}
define void @cute.check.ordered.spans_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i64 %8, i1 %9) noinline {
  call void @global.access_lanes(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i64 %8, i1 %9, i32 2)
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define internal ptr @global.look_up(ptr %0, i64 %1) noinline {
  %3 = mul i64 %1, -7046029254386353131
  %4 = lshr i64 %3, 47
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw { i64, ptr }, ptr %6, i64 %4
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, 0
  %10 = icmp eq i64 %8, %1
  %11 = or i1 %9, %10
  br i1 %11, label %21, label %12
12:
  %13 = phi i64 [ %15, %12 ], [ %4, %2 ]
  %14 = add nuw nsw i64 %13, 1
  %15 = and i64 %14, 131071
  %16 = getelementptr inbounds nuw { i64, ptr }, ptr %6, i64 %15
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 0
  %19 = icmp eq i64 %17, %1
  %20 = or i1 %18, %19
  br i1 %20, label %21, label %12
21:
  %22 = phi ptr [ %7, %2 ], [ %16, %12 ]
  %23 = phi i1 [ %9, %2 ], [ %18, %12 ]
  br i1 %23, label %24, label %39
24:
  store i64 %1, ptr %22, align 8
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %26 = load i64, ptr %25, align 8
  %27 = add i64 %26, 32768
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %29 = load i64, ptr %28, align 8
  %30 = icmp sgt i64 %27, %29
  br i1 %30, label %31, label %34
31:
  %32 = load ptr, ptr %0, align 8
  %33 = call i32 %32(ptr %0, i32 3, i32 0, i32 0, i32 0, i64 32768, i64 0)
  br label %34
34:
  %35 = load i64, ptr %25, align 8
  %36 = add i64 %35, 32768
  store i64 %36, ptr %25, align 8
  %37 = inttoptr i64 %35 to ptr
  %38 = getelementptr inbounds nuw i8, ptr %22, i64 8
  store ptr %37, ptr %38, align 8
  br label %39
39:
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %1, ptr %40, align 8
  %41 = getelementptr inbounds nuw i8, ptr %22, i64 8
  %42 = load ptr, ptr %41, align 8
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store ptr %42, ptr %43, align 8
  ret ptr %42
}
define internal i1 @global.put(ptr %0, ptr %1, i32 %2, i32 %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 20
  %6 = load i32, ptr %5, align 4
  %7 = and i32 %6, 1
  %8 = icmp ne i32 %7, 0
  %9 = shl nuw nsw i32 %7, 1
  %10 = select i1 %8, i64 0, i64 2
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %17 = icmp ugt i32 %3, 7
  %18 = icmp eq i32 %3, 0
  br label %19
19:
  %20 = phi i64 [ %10, %4 ], [ %68, %67 ]
  %21 = getelementptr inbounds nuw i32, ptr %11, i64 %20
  %22 = load i32, ptr %21, align 4
  %23 = and i32 %22, %2
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %67, label %25
25:
  %26 = getelementptr inbounds nuw i64, ptr %0, i64 %20
  %27 = load i64, ptr %26, align 8
  %28 = and i64 %27, 33554431
  %29 = lshr i64 %27, 25
  %30 = and i64 %29, 4095
  %31 = load ptr, ptr %12, align 8
  %32 = getelementptr inbounds nuw i32, ptr %31, i64 %30
  %33 = load i32, ptr %32, align 4
  %34 = zext i32 %33 to i64
  %35 = icmp eq i64 %28, %34
  br i1 %35, label %36, label %44
36:
  %37 = load ptr, ptr %1, align 8
  %38 = getelementptr inbounds nuw i8, ptr %37, i64 272
  %39 = load ptr, ptr %38, align 8
  %40 = getelementptr inbounds nuw { i32, i32 }, ptr %39, i64 %30
  %41 = load i32, ptr %40, align 4
  %42 = zext i32 %41 to i64
  %43 = icmp eq i64 %28, %42
  br label %44
44:
  %45 = phi i1 [ false, %25 ], [ %43, %36 ]
  %46 = icmp samesign ugt i64 %28, %34
  %47 = select i1 %46, i1 true, i1 %45
  br i1 %47, label %182, label %48
48:
  %49 = load i64, ptr %13, align 8
  %50 = icmp ugt i64 %28, %49
  br i1 %50, label %51, label %182
51:
  %52 = load i32, ptr %14, align 8
  %53 = zext i32 %52 to i64
  %54 = icmp eq i64 %30, %53
  br i1 %54, label %55, label %67
55:
  %56 = load i64, ptr %15, align 8
  %57 = icmp ult i64 %28, %56
  br i1 %57, label %67, label %58
58:
  %59 = getelementptr inbounds nuw i16, ptr %16, i64 %20
  %60 = load i16, ptr %59, align 2
  %61 = zext i16 %60 to i32
  %62 = icmp eq i32 %3, %61
  %63 = and i1 %17, %62
  %64 = icmp eq i16 %60, 0
  %65 = or i1 %64, %63
  %66 = or i1 %18, %65
  br i1 %66, label %67, label %182
67:
  %68 = add nuw nsw i64 %20, 1
  %69 = icmp eq i64 %68, 4
  br i1 %69, label %70, label %19
70:
  %71 = zext nneg i32 %9 to i64
  %72 = getelementptr inbounds nuw i64, ptr %0, i64 %71
  %73 = load i64, ptr %72, align 8
  %74 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %75 = load i64, ptr %74, align 8
  %76 = xor i64 %75, %73
  %77 = and i64 %76, 137438953471
  %78 = icmp eq i64 %77, 0
  br i1 %78, label %79, label %85
79:
  %80 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %81 = getelementptr inbounds nuw i16, ptr %80, i64 %71
  %82 = load i16, ptr %81, align 2
  %83 = zext i16 %82 to i32
  %84 = icmp eq i32 %3, %83
  br i1 %84, label %99, label %85
85:
  %86 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %87 = getelementptr inbounds nuw i32, ptr %86, i64 %71
  %88 = load i32, ptr %87, align 4
  %89 = icmp eq i32 %88, 0
  br i1 %89, label %99, label %90
90:
  %91 = xor i32 %2, -1
  %92 = and i32 %88, %91
  %93 = icmp eq i32 %92, 0
  br i1 %93, label %94, label %99
94:
  %95 = or i1 %8, %78
  br i1 %95, label %99, label %96
96:
  %97 = and i64 %76, 137405399040
  %98 = icmp eq i64 %97, 0
  br label %99
99:
  %100 = phi i1 [ %8, %94 ], [ true, %79 ], [ false, %90 ], [ true, %85 ], [ %98, %96 ]
  %101 = or disjoint i32 %9, 1
  %102 = zext nneg i32 %101 to i64
  %103 = getelementptr inbounds nuw i64, ptr %0, i64 %102
  %104 = load i64, ptr %103, align 8
  %105 = xor i64 %104, %75
  %106 = and i64 %105, 137438953471
  %107 = icmp ne i64 %106, 0
  br i1 %107, label %114, label %108
108:
  %109 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %110 = getelementptr inbounds nuw i16, ptr %109, i64 %102
  %111 = load i16, ptr %110, align 2
  %112 = zext i16 %111 to i32
  %113 = icmp eq i32 %3, %112
  br i1 %113, label %125, label %114
114:
  %115 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %116 = getelementptr inbounds nuw i32, ptr %115, i64 %102
  %117 = load i32, ptr %116, align 4
  %118 = icmp eq i32 %117, 0
  br i1 %118, label %125, label %119
119:
  %120 = xor i32 %2, -1
  %121 = and i32 %117, %120
  %122 = icmp eq i32 %121, 0
  %123 = or i1 %8, %107
  %124 = select i1 %122, i1 %123, i1 false
  br label %125
125:
  %126 = phi i1 [ true, %114 ], [ true, %108 ], [ %124, %119 ]
  %127 = select i1 %100, i1 true, i1 %126
  br i1 %127, label %128, label %182
128:
  br i1 %107, label %136, label %129
129:
  %130 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %131 = getelementptr inbounds nuw i16, ptr %130, i64 %102
  %132 = load i16, ptr %131, align 2
  %133 = zext i16 %132 to i32
  %134 = icmp ne i32 %3, %133
  %135 = select i1 %134, i1 %100, i1 false
  br label %136
136:
  %137 = phi i1 [ %100, %128 ], [ %135, %129 ]
  %138 = select i1 %137, i32 %9, i32 %101
  %139 = zext nneg i32 %138 to i64
  %140 = getelementptr inbounds nuw i64, ptr %0, i64 %139
  %141 = load i64, ptr %140, align 8
  %142 = xor i64 %141, %75
  %143 = and i64 %142, 137438953471
  %144 = icmp eq i64 %143, 0
  br i1 %144, label %145, label %156
145:
  %146 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %147 = getelementptr inbounds nuw i16, ptr %146, i64 %139
  %148 = load i16, ptr %147, align 2
  %149 = zext i16 %148 to i32
  %150 = icmp eq i32 %3, %149
  br i1 %150, label %151, label %156
151:
  %152 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %153 = getelementptr inbounds nuw i32, ptr %152, i64 %139
  %154 = load i32, ptr %153, align 4
  %155 = or i32 %154, %2
  br label %156
156:
  %157 = phi i32 [ %155, %151 ], [ %2, %145 ], [ %2, %136 ]
  %158 = load i32, ptr %5, align 4
  %159 = and i32 %158, 1
  %160 = icmp eq i32 %159, 0
  br i1 %160, label %164, label %161
161:
  %162 = xor i32 %2, -1
  %163 = getelementptr inbounds nuw i8, ptr %0, i64 32
  br label %171
164:
  %165 = or i64 %75, 131941395333120
  store i64 %165, ptr %140, align 8
  %166 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %167 = getelementptr inbounds nuw i32, ptr %166, i64 %139
  store i32 %157, ptr %167, align 4
  %168 = trunc i32 %3 to i16
  %169 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %170 = getelementptr inbounds nuw i16, ptr %169, i64 %139
  store i16 %168, ptr %170, align 2
  br label %182
171:
  %172 = phi i64 [ 0, %161 ], [ %176, %171 ]
  %173 = getelementptr inbounds nuw i32, ptr %163, i64 %172
  %174 = load i32, ptr %173, align 4
  %175 = and i32 %174, %162
  store i32 %175, ptr %173, align 4
  %176 = add nuw nsw i64 %172, 1
  %177 = load i32, ptr %5, align 4
  %178 = and i32 %177, 1
  %179 = icmp ne i32 %178, 0
  %180 = icmp samesign ult i64 %172, 3
  %181 = select i1 %179, i1 %180, i1 false
  br i1 %181, label %171, label %164
182:
  %183 = phi i1 [ true, %164 ], [ false, %125 ], [ false, %48 ], [ false, %44 ], [ false, %58 ]
  ret i1 %183
}
define internal ptr @global.expand(ptr %0, ptr %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %4 = load i64, ptr %3, align 8
  %5 = add i64 %4, 768
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %7 = load i64, ptr %6, align 8
  %8 = icmp sgt i64 %5, %7
  br i1 %8, label %9, label %12
9:
  %10 = load ptr, ptr %0, align 8
  %11 = call i32 %10(ptr %0, i32 3, i32 0, i32 0, i32 0, i64 768, i64 0)
  br label %12
12:
  %13 = load i64, ptr %3, align 8
  %14 = add i64 %13, 768
  store i64 %14, ptr %3, align 8
  %15 = inttoptr i64 %13 to ptr
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 48
  store ptr %15, ptr %16, align 8
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %19 = load i32, ptr %18, align 8
  %20 = load i32, ptr %17, align 8
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 36
  %22 = load i32, ptr %21, align 4
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %24 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 44
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 62
  %28 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %30 = getelementptr inbounds nuw i8, ptr %1, i64 58
  br label %32
31:
  ret ptr %15
32:
  %33 = phi i64 [ 0, %12 ], [ %162, %159 ]
  %34 = trunc nuw nsw i64 %33 to i32
  %35 = shl nuw i32 1, %34
  %36 = and i32 %19, %35
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %64, label %38
38:
  %39 = shl nuw nsw i64 %33, 2
  %40 = load i64, ptr %23, align 8
  %41 = load i16, ptr %24, align 4
  %42 = zext i16 %41 to i32
  %43 = icmp eq i16 %41, 1
  br i1 %43, label %61, label %44
44:
  %45 = icmp ult i16 %41, 8
  br i1 %45, label %61, label %46
46:
  %47 = and i32 %42, 7
  %48 = lshr i32 %42, 3
  %49 = add nsw i32 %48, -128
  %50 = trunc nuw nsw i64 %39 to i32
  %51 = add nsw i32 %49, %50
  %52 = lshr i32 %51, %47
  %53 = trunc i64 %39 to i32
  %54 = or disjoint i32 %53, 3
  %55 = add nsw i32 %54, %49
  %56 = lshr i32 %55, %47
  %57 = icmp eq i32 %52, %56
  %58 = select i1 %57, i32 %52, i32 35
  %59 = zext i32 %58 to i64
  %60 = shl i64 %59, 37
  br label %61
61:
  %62 = phi i64 [ %60, %46 ], [ 4398046511104, %38 ], [ 4535485464576, %44 ]
  %63 = or i64 %62, %40
  br label %64
64:
  %65 = phi i64 [ %63, %61 ], [ 0, %32 ]
  %66 = icmp eq i64 %65, 0
  br i1 %66, label %67, label %97
67:
  %68 = load i32, ptr %25, align 4
  %69 = and i32 %68, %35
  %70 = icmp eq i32 %69, 0
  br i1 %70, label %97, label %71
71:
  %72 = shl nuw nsw i64 %33, 2
  %73 = load i64, ptr %26, align 8
  %74 = load i16, ptr %27, align 2
  %75 = zext i16 %74 to i32
  %76 = icmp eq i16 %74, 1
  br i1 %76, label %94, label %77
77:
  %78 = icmp ult i16 %74, 8
  br i1 %78, label %94, label %79
79:
  %80 = and i32 %75, 7
  %81 = lshr i32 %75, 3
  %82 = add nsw i32 %81, -128
  %83 = trunc nuw nsw i64 %72 to i32
  %84 = add nsw i32 %82, %83
  %85 = lshr i32 %84, %80
  %86 = trunc i64 %72 to i32
  %87 = or disjoint i32 %86, 3
  %88 = add nsw i32 %87, %82
  %89 = lshr i32 %88, %80
  %90 = icmp eq i32 %85, %89
  %91 = select i1 %90, i32 %85, i32 35
  %92 = zext i32 %91 to i64
  %93 = shl i64 %92, 37
  br label %94
94:
  %95 = phi i64 [ %93, %79 ], [ 4398046511104, %71 ], [ 4535485464576, %77 ]
  %96 = or i64 %95, %73
  br label %97
97:
  %98 = phi i64 [ %65, %64 ], [ %96, %94 ], [ 0, %67 ]
  %99 = getelementptr inbounds nuw { i64, i64, i64 }, ptr %15, i64 %33
  store i64 %98, ptr %99, align 8
  %100 = and i32 %20, %35
  %101 = icmp eq i32 %100, 0
  br i1 %101, label %128, label %102
102:
  %103 = shl nuw nsw i64 %33, 2
  %104 = load i64, ptr %1, align 8
  %105 = load i16, ptr %28, align 8
  %106 = zext i16 %105 to i32
  %107 = icmp eq i16 %105, 1
  br i1 %107, label %125, label %108
108:
  %109 = icmp ult i16 %105, 8
  br i1 %109, label %125, label %110
110:
  %111 = and i32 %106, 7
  %112 = lshr i32 %106, 3
  %113 = add nsw i32 %112, -128
  %114 = trunc nuw nsw i64 %103 to i32
  %115 = add nsw i32 %113, %114
  %116 = lshr i32 %115, %111
  %117 = trunc i64 %103 to i32
  %118 = or disjoint i32 %117, 3
  %119 = add nsw i32 %118, %113
  %120 = lshr i32 %119, %111
  %121 = icmp eq i32 %116, %120
  %122 = select i1 %121, i32 %116, i32 35
  %123 = zext i32 %122 to i64
  %124 = shl i64 %123, 37
  br label %125
125:
  %126 = phi i64 [ %124, %110 ], [ 4398046511104, %102 ], [ 4535485464576, %108 ]
  %127 = or i64 %126, %104
  br label %128
128:
  %129 = phi i64 [ %127, %125 ], [ 0, %97 ]
  %130 = getelementptr inbounds nuw i8, ptr %99, i64 8
  store i64 %129, ptr %130, align 8
  %131 = and i32 %22, %35
  %132 = icmp eq i32 %131, 0
  br i1 %132, label %159, label %133
133:
  %134 = shl nuw nsw i64 %33, 2
  %135 = load i64, ptr %29, align 8
  %136 = load i16, ptr %30, align 2
  %137 = zext i16 %136 to i32
  %138 = icmp eq i16 %136, 1
  br i1 %138, label %156, label %139
139:
  %140 = icmp ult i16 %136, 8
  br i1 %140, label %156, label %141
141:
  %142 = and i32 %137, 7
  %143 = lshr i32 %137, 3
  %144 = add nsw i32 %143, -128
  %145 = trunc nuw nsw i64 %134 to i32
  %146 = add nsw i32 %144, %145
  %147 = lshr i32 %146, %142
  %148 = trunc i64 %134 to i32
  %149 = or disjoint i32 %148, 3
  %150 = add nsw i32 %149, %144
  %151 = lshr i32 %150, %142
  %152 = icmp eq i32 %147, %151
  %153 = select i1 %152, i32 %147, i32 35
  %154 = zext i32 %153 to i64
  %155 = shl i64 %154, 37
  br label %156
156:
  %157 = phi i64 [ %155, %141 ], [ 4398046511104, %133 ], [ 4535485464576, %139 ]
  %158 = or i64 %157, %135
  br label %159
159:
  %160 = phi i64 [ %158, %156 ], [ 0, %128 ]
  %161 = getelementptr inbounds nuw i8, ptr %99, i64 16
  store i64 %160, ptr %161, align 8
  %162 = add nuw nsw i64 %33, 1
  %163 = icmp eq i64 %162, 32
  br i1 %163, label %31, label %32
}
define internal void @global.access_word(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %7 = load i64, ptr %6, align 8
  %8 = shl i64 %2, 43
  %9 = or i64 %7, %8
  %10 = load i64, ptr %1, align 8
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %14 = load i64, ptr %13, align 8
  call void @global.ask_of(ptr %0, i64 %10, i64 %2, i64 %3, i64 %4, i1 true)
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %16 = load i32, ptr %15, align 4
  %17 = and i32 %16, 1
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %50, label %19
19:
  call void @global.ask_of(ptr %0, i64 %12, i64 %2, i64 %3, i64 %4, i1 false)
  call void @global.ask_of(ptr %0, i64 %14, i64 %2, i64 %3, i64 %4, i1 false)
  %20 = xor i64 %10, %7
  %21 = and i64 %20, 137438953471
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %25, label %23
23:
  %24 = shl i64 %4, 37
  br label %47
25:
  %26 = and i64 %10, 131941395333120
  %27 = lshr i64 %10, 37
  %28 = and i64 %27, 63
  %29 = icmp eq i64 %28, %4
  %30 = icmp eq i64 %4, 34
  %31 = or i1 %30, %29
  br i1 %31, label %43, label %32
32:
  %33 = and i64 %26, %9
  %34 = icmp ne i64 %33, 0
  %35 = icmp samesign ult i64 %28, 33
  %36 = and i1 %35, %34
  br i1 %36, label %43, label %37
37:
  %38 = icmp samesign ult i64 %4, 33
  %39 = icmp eq i64 %28, 35
  %40 = or i1 %35, %39
  %41 = and i1 %38, %40
  %42 = select i1 %41, i64 35, i64 33
  br label %43
43:
  %44 = phi i64 [ %4, %25 ], [ %42, %37 ], [ 32, %32 ]
  %45 = shl i64 %44, 37
  %46 = or i64 %45, %26
  br label %47
47:
  %48 = phi i64 [ %24, %23 ], [ %46, %43 ]
  %49 = or i64 %48, %9
  store i64 %49, ptr %1, align 8
  store i64 0, ptr %11, align 8
  store i64 0, ptr %13, align 8
  br label %118
50:
  %51 = icmp eq i64 %12, 0
  br i1 %51, label %56, label %52
52:
  %53 = xor i64 %12, %7
  %54 = and i64 %53, 137405399040
  %55 = icmp eq i64 %54, 0
  br i1 %55, label %56, label %87
56:
  %57 = xor i64 %12, %7
  %58 = and i64 %57, 137438953471
  %59 = icmp eq i64 %58, 0
  br i1 %59, label %62, label %60
60:
  %61 = shl i64 %4, 37
  br label %84
62:
  %63 = and i64 %12, 131941395333120
  %64 = lshr i64 %12, 37
  %65 = and i64 %64, 63
  %66 = icmp eq i64 %65, %4
  %67 = icmp eq i64 %4, 34
  %68 = or i1 %67, %66
  br i1 %68, label %80, label %69
69:
  %70 = and i64 %63, %9
  %71 = icmp ne i64 %70, 0
  %72 = icmp samesign ult i64 %65, 33
  %73 = and i1 %72, %71
  br i1 %73, label %80, label %74
74:
  %75 = icmp samesign ult i64 %4, 33
  %76 = icmp eq i64 %65, 35
  %77 = or i1 %72, %76
  %78 = and i1 %75, %77
  %79 = select i1 %78, i64 35, i64 33
  br label %80
80:
  %81 = phi i64 [ %4, %62 ], [ %79, %74 ], [ 32, %69 ]
  %82 = shl i64 %81, 37
  %83 = or i64 %82, %63
  br label %84
84:
  %85 = phi i64 [ %61, %60 ], [ %83, %80 ]
  %86 = or i64 %85, %9
  store i64 %86, ptr %11, align 8
  br label %118
87:
  %88 = xor i64 %14, %7
  %89 = and i64 %88, 137438953471
  %90 = icmp eq i64 %89, 0
  br i1 %90, label %93, label %91
91:
  %92 = shl i64 %4, 37
  br label %115
93:
  %94 = and i64 %14, 131941395333120
  %95 = lshr i64 %14, 37
  %96 = and i64 %95, 63
  %97 = icmp eq i64 %96, %4
  %98 = icmp eq i64 %4, 34
  %99 = or i1 %98, %97
  br i1 %99, label %111, label %100
100:
  %101 = and i64 %94, %9
  %102 = icmp ne i64 %101, 0
  %103 = icmp samesign ult i64 %96, 33
  %104 = and i1 %103, %102
  br i1 %104, label %111, label %105
105:
  %106 = icmp samesign ult i64 %4, 33
  %107 = icmp eq i64 %96, 35
  %108 = or i1 %103, %107
  %109 = and i1 %106, %108
  %110 = select i1 %109, i64 35, i64 33
  br label %111
111:
  %112 = phi i64 [ %4, %93 ], [ %110, %105 ], [ 32, %100 ]
  %113 = shl i64 %112, 37
  %114 = or i64 %113, %94
  br label %115
115:
  %116 = phi i64 [ %92, %91 ], [ %114, %111 ]
  %117 = or i64 %116, %9
  store i64 %117, ptr %13, align 8
  br label %118
118:
  ret void
}
define internal void @global.ask_of(ptr %0, i64 %1, i64 %2, i64 %3, i64 %4, i1 %5) noinline {
  %7 = load ptr, ptr %0, align 8
  %8 = lshr i64 %1, 43
  %9 = and i64 %8, %2
  %10 = and i64 %1, 33554431
  %11 = icmp eq i64 %9, 0
  br i1 %11, label %106, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %14 = load i32, ptr %13, align 4
  %15 = and i32 %14, 2
  %16 = icmp ne i32 %15, 0
  %17 = and i64 %1, 8658654068736
  %18 = icmp eq i64 %17, 4672924418048
  %19 = and i1 %18, %16
  br i1 %19, label %106, label %20
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %22 = load ptr, ptr %21, align 8
  %23 = lshr i64 %1, 25
  %24 = and i64 %23, 4095
  %25 = getelementptr inbounds nuw i32, ptr %22, i64 %24
  %26 = load i32, ptr %25, align 4
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds nuw i8, ptr %7, i64 200
  %29 = load i64, ptr %28, align 8
  %30 = icmp ult i64 %10, %29
  br i1 %30, label %35, label %31
31:
  %32 = getelementptr inbounds nuw i8, ptr %7, i64 208
  %33 = load i64, ptr %32, align 8
  %34 = icmp uge i64 %10, %33
  br label %35
35:
  %36 = phi i1 [ true, %20 ], [ %34, %31 ]
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %38 = load i64, ptr %37, align 8
  %39 = icmp ule i64 %10, %38
  %40 = select i1 %39, i1 %36, i1 false
  %41 = icmp samesign ugt i64 %10, %27
  %42 = select i1 %41, i1 true, i1 %40
  br i1 %42, label %91, label %43
43:
  %44 = lshr i64 %1, 37
  %45 = and i64 %44, 63
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %47 = load i32, ptr %46, align 8
  %48 = zext i32 %47 to i64
  %49 = icmp eq i64 %24, %48
  br i1 %49, label %50, label %74
50:
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %52 = load i64, ptr %51, align 8
  %53 = icmp ult i64 %10, %52
  %54 = icmp samesign ugt i64 %4, 32
  %55 = select i1 %53, i1 true, i1 %54
  br i1 %55, label %74, label %56
56:
  %57 = icmp eq i64 %45, %4
  br i1 %57, label %58, label %62
58:
  %59 = icmp eq i64 %45, 32
  %60 = xor i1 %5, true
  %61 = and i1 %59, %60
  br label %62
62:
  %63 = phi i1 [ true, %56 ], [ %61, %58 ]
  %64 = select i1 %5, i64 32, i64 33
  %65 = icmp samesign ult i64 %45, %64
  %66 = and i1 %65, %63
  br i1 %66, label %91, label %67
67:
  %68 = icmp eq i64 %45, 35
  br i1 %68, label %69, label %74
69:
  %70 = and i64 %8, 15
  %71 = xor i64 %2, -1
  %72 = and i64 %70, %71
  %73 = icmp eq i64 %72, 0
  br i1 %73, label %91, label %74
74:
  %75 = getelementptr inbounds nuw i8, ptr %7, i64 272
  %76 = load ptr, ptr %75, align 8
  %77 = getelementptr inbounds nuw { i32, i32 }, ptr %76, i64 %24
  %78 = icmp eq i64 %10, %27
  br i1 %78, label %79, label %106
79:
  %80 = load i32, ptr %77, align 4
  %81 = icmp ne i32 %26, %80
  %82 = icmp samesign ugt i64 %45, 31
  %83 = select i1 %81, i1 true, i1 %82
  br i1 %83, label %106, label %84
84:
  %85 = getelementptr inbounds nuw i8, ptr %77, i64 4
  %86 = load i32, ptr %85, align 4
  %87 = trunc nuw nsw i64 %45 to i32
  %88 = shl nuw i32 1, %87
  %89 = and i32 %86, %88
  %90 = icmp eq i32 %89, 0
  br i1 %90, label %91, label %106
91:
  %92 = call i64 @llvm.cttz.i64(i64 %9, i1 true)
  %93 = and i64 %92, 3
  %94 = add i64 %93, %3
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %96 = load i32, ptr %95, align 8
  %97 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %98 = load i32, ptr %97, align 4
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %100 = load i32, ptr %99, align 8
  %101 = trunc nuw i64 %4 to i32
  %102 = shl i32 %101, 8
  %103 = or i32 %100, %102
  %104 = load ptr, ptr %7, align 8
  %105 = call i32 %104(ptr %7, i32 2, i32 %96, i32 %98, i32 %103, i64 %94, i64 %1)
  br label %106
106:
  ret void
}
declare i64 @llvm.cttz.i64(i64, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i64 @llvm.usub.sat.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.ctpop.i64(i64)
; check/handoffs.c
define void @cute.check.hand_ons_at(ptr %0, i32 %1, i32 %2, ptr %3, i32 %4) noinline {
  %6 = and i32 %2, 16
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %8, label %42
8:
  %9 = icmp eq i32 %4, 0
  br i1 %9, label %383, label %10
10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 352
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 348
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %17 = and i32 %2, 5
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %19 = sext i32 %1 to i64
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 372
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 280
  %25 = sext i32 %1 to i64
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %27 = and i32 %2, 10
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %29 = sext i32 %1 to i64
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 372
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %33 = and i32 %2, 64
  %34 = icmp eq i32 %33, 0
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 372
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 280
  %37 = sext i32 %1 to i64
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 356
  br label %132
42:
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %44 = load ptr, ptr %43, align 8
  %45 = sext i32 %1 to i64
  %46 = getelementptr inbounds { i32, i32 }, ptr %44, i64 %45
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %48 = load ptr, ptr %47, align 8
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %50 = load i32, ptr %49, align 4
  %51 = mul i32 %50, %1
  %52 = zext i32 %51 to i64
  %53 = getelementptr inbounds nuw i32, ptr %48, i64 %52
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %55 = load ptr, ptr %54, align 8
  %56 = getelementptr inbounds nuw i32, ptr %55, i64 %52
  %57 = load i32, ptr %46, align 4
  %58 = zext i32 %57 to i64
  %59 = and i64 %58, 1
  %60 = icmp eq i64 %59, 0
  br i1 %60, label %79, label %61
61:
  call void @cute.check.join(ptr %0, ptr %53, ptr %56)
  %62 = icmp eq i32 %4, 0
  br i1 %62, label %79, label %63
63:
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 280
  %65 = load ptr, ptr %64, align 8
  %66 = getelementptr inbounds { [32 x i32], i32, i32 }, ptr %65, i64 %45
  %67 = getelementptr inbounds i32, ptr %56, i64 %45
  br label %68
68:
  %69 = phi i32 [ %4, %63 ], [ %77, %68 ]
  %70 = call i32 @llvm.cttz.i32(i32 %69, i1 true)
  %71 = zext nneg i32 %70 to i64
  %72 = getelementptr inbounds nuw i32, ptr %66, i64 %71
  %73 = load i32, ptr %72, align 4
  %74 = load i32, ptr %67, align 4
  %75 = call i32 @llvm.umax.i32(i32 %73, i32 %74)
  store i32 %75, ptr %72, align 4
  %76 = add i32 %69, -1
  %77 = and i32 %76, %69
  %78 = icmp eq i32 %77, 0
  br i1 %78, label %79, label %68
79:
  store i32 0, ptr %46, align 4
  %80 = and i64 %58, 2
  %81 = icmp eq i64 %80, 0
  br i1 %81, label %85, label %82
82:
  %83 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %84 = load ptr, ptr %83, align 8
  call void %84(i32 %1, i32 48, i64 0)
  br label %85
85:
  %86 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %87 = load ptr, ptr %86, align 8
  %88 = load i32, ptr %49, align 4
  %89 = mul i32 %88, %1
  %90 = zext i32 %89 to i64
  %91 = getelementptr inbounds nuw i32, ptr %87, i64 %90
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 372
  %93 = load i32, ptr %92, align 4
  %94 = zext i32 %93 to i64
  %95 = shl nuw nsw i64 %94, 2
  call void @llvm.memmove.p0.p0.i64(ptr %91, ptr %53, i64 %95, i1 false)
  %96 = getelementptr inbounds nuw i8, ptr %0, i64 280
  %97 = load ptr, ptr %96, align 8
  %98 = getelementptr inbounds { [32 x i32], i32, i32 }, ptr %97, i64 %45
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %100 = load ptr, ptr %99, align 8
  %101 = getelementptr inbounds { i32, i32 }, ptr %100, i64 %45
  %102 = load ptr, ptr %47, align 8
  %103 = load i32, ptr %49, align 4
  %104 = mul i32 %103, %1
  %105 = zext i32 %104 to i64
  %106 = getelementptr inbounds nuw i32, ptr %102, i64 %105
  %107 = getelementptr inbounds i32, ptr %106, i64 %45
  %108 = load i32, ptr %107, align 4
  store i32 %108, ptr %101, align 4
  %109 = getelementptr inbounds nuw i8, ptr %101, i64 4
  store i32 %4, ptr %109, align 4
  %110 = getelementptr inbounds nuw i8, ptr %98, i64 132
  %111 = load i32, ptr %110, align 4
  %112 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %113 = load ptr, ptr %112, align 8
  %114 = getelementptr inbounds i32, ptr %113, i64 %45
  %115 = load i32, ptr %114, align 4
  %116 = icmp eq i32 %111, %115
  br i1 %116, label %117, label %121
117:
  %118 = getelementptr inbounds nuw i8, ptr %98, i64 128
  %119 = load i32, ptr %118, align 4
  %120 = or i32 %119, %4
  br label %121
121:
  %122 = phi i32 [ %120, %117 ], [ %4, %85 ]
  %123 = getelementptr inbounds nuw i8, ptr %98, i64 128
  store i32 %122, ptr %123, align 4
  %124 = load i32, ptr %114, align 4
  store i32 %124, ptr %110, align 4
  %125 = getelementptr inbounds nuw i8, ptr %0, i64 356
  %126 = load i32, ptr %125, align 4
  %127 = getelementptr inbounds nuw i8, ptr %46, i64 4
  store i32 %126, ptr %127, align 4
  %128 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %129 = load i32, ptr %128, align 8
  %130 = add i32 %129, 1
  store i32 %130, ptr %128, align 8
  %131 = getelementptr inbounds i32, ptr %53, i64 %45
  store i32 %130, ptr %131, align 4
  br label %383
132:
  %133 = phi i32 [ %4, %10 ], [ %369, %367 ]
  %134 = call i32 @llvm.cttz.i32(i32 %133, i1 true)
  %135 = zext nneg i32 %134 to i64
  %136 = getelementptr inbounds nuw i64, ptr %3, i64 %135
  %137 = load i64, ptr %136, align 8
  br label %371
138:
  %139 = and i32 %380, %133
  %140 = mul i64 %137, -7046029254386353131
  br label %144
141:
  %142 = add nuw nsw i32 %146, 1
  %143 = icmp eq i32 %146, 0
  br i1 %143, label %144, label %209
144:
  %145 = phi ptr [ undef, %138 ], [ %208, %141 ]
  %146 = phi i32 [ 0, %138 ], [ %142, %141 ]
  %147 = load i32, ptr %11, align 8
  %148 = zext nneg i32 %147 to i64
  %149 = shl nsw i64 -1, %148
  %150 = xor i64 %149, -1
  %151 = sub i32 64, %147
  %152 = zext nneg i32 %151 to i64
  %153 = lshr i64 %140, %152
  %154 = load ptr, ptr %12, align 8
  %155 = getelementptr inbounds nuw i32, ptr %154, i64 %153
  %156 = load i32, ptr %155, align 4
  %157 = icmp eq i32 %156, 0
  br i1 %157, label %181, label %158
158:
  %159 = load ptr, ptr %13, align 8
  %160 = load i32, ptr %14, align 4
  %161 = zext i32 %160 to i64
  %162 = shl nuw nsw i64 %161, 2
  %163 = add nuw nsw i64 %162, 16
  br label %164
164:
  %165 = phi i32 [ %156, %158 ], [ %179, %175 ]
  %166 = phi ptr [ %145, %158 ], [ %174, %175 ]
  %167 = phi i64 [ %153, %158 ], [ %177, %175 ]
  %168 = add i32 %165, -1
  %169 = zext i32 %168 to i64
  %170 = mul i64 %163, %169
  %171 = getelementptr inbounds nuw i8, ptr %159, i64 %170
  %172 = load i64, ptr %171, align 8
  %173 = icmp eq i64 %172, %137
  %174 = select i1 %173, ptr %171, ptr %166
  br i1 %173, label %206, label %175
175:
  %176 = add i64 %167, 1
  %177 = and i64 %176, %150
  %178 = getelementptr inbounds nuw i32, ptr %154, i64 %177
  %179 = load i32, ptr %178, align 4
  %180 = icmp eq i32 %179, 0
  br i1 %180, label %181, label %164
181:
  %182 = phi i64 [ %153, %144 ], [ %177, %175 ]
  %183 = phi ptr [ %145, %144 ], [ %174, %175 ]
  %184 = load i32, ptr %15, align 4
  %185 = shl nuw i32 1, %147
  %186 = lshr i32 %185, 1
  %187 = icmp ult i32 %184, %186
  br i1 %187, label %188, label %202
188:
  %189 = getelementptr inbounds nuw i32, ptr %154, i64 %182
  %190 = load ptr, ptr %13, align 8
  %191 = zext nneg i32 %184 to i64
  %192 = load i32, ptr %14, align 4
  %193 = zext i32 %192 to i64
  %194 = shl nuw nsw i64 %193, 2
  %195 = add nuw nsw i64 %194, 16
  %196 = mul nuw i64 %195, %191
  %197 = getelementptr inbounds nuw i8, ptr %190, i64 %196
  store i64 %137, ptr %197, align 8
  %198 = getelementptr inbounds nuw i8, ptr %197, i64 8
  store i32 0, ptr %198, align 8
  %199 = getelementptr inbounds nuw i8, ptr %197, i64 12
  store i32 0, ptr %199, align 4
  %200 = load i32, ptr %15, align 4
  %201 = add i32 %200, 1
  store i32 %201, ptr %15, align 4
  store i32 %201, ptr %189, align 4
  br label %206
202:
  %203 = icmp eq i32 %146, 0
  br i1 %203, label %204, label %206
204:
  %205 = load ptr, ptr %16, align 8
  call void %205(i32 %1, i32 128, i64 %137)
  br label %206
206:
  %207 = phi i1 [ true, %202 ], [ false, %188 ], [ true, %204 ], [ false, %164 ]
  %208 = phi ptr [ %183, %202 ], [ %197, %188 ], [ %183, %204 ], [ %174, %164 ]
  br i1 %207, label %141, label %209
209:
  %210 = phi ptr [ %208, %206 ], [ null, %141 ]
  %211 = icmp eq ptr %210, null
  br i1 %211, label %367, label %212
212:
  switch i32 %17, label %294 [
    i32 5, label %213
    i32 4, label %254
  ]
213:
  %214 = getelementptr inbounds nuw i8, ptr %210, i64 8
  %215 = load i32, ptr %214, align 8
  %216 = icmp eq i32 %215, 0
  br i1 %216, label %240, label %217
217:
  %218 = load ptr, ptr %23, align 8
  %219 = load i32, ptr %14, align 4
  %220 = mul i32 %219, %1
  %221 = zext i32 %220 to i64
  %222 = getelementptr inbounds nuw i32, ptr %218, i64 %221
  %223 = getelementptr inbounds nuw i8, ptr %210, i64 16
  call void @cute.check.join(ptr %0, ptr %222, ptr %223)
  %224 = icmp eq i32 %139, 0
  br i1 %224, label %240, label %225
225:
  %226 = load ptr, ptr %24, align 8
  %227 = getelementptr inbounds { [32 x i32], i32, i32 }, ptr %226, i64 %25
  %228 = getelementptr inbounds i32, ptr %223, i64 %25
  br label %229
229:
  %230 = phi i32 [ %139, %225 ], [ %238, %229 ]
  %231 = call i32 @llvm.cttz.i32(i32 %230, i1 true)
  %232 = zext nneg i32 %231 to i64
  %233 = getelementptr inbounds nuw i32, ptr %227, i64 %232
  %234 = load i32, ptr %233, align 4
  %235 = load i32, ptr %228, align 4
  %236 = call i32 @llvm.umax.i32(i32 %234, i32 %235)
  store i32 %236, ptr %233, align 4
  %237 = add i32 %230, -1
  %238 = and i32 %237, %230
  %239 = icmp eq i32 %238, 0
  br i1 %239, label %240, label %229
240:
  %241 = load ptr, ptr %26, align 8
  %242 = load i64, ptr %210, align 8
  %243 = mul i64 %242, -7046029254386353131
  %244 = lshr i64 %243, 52
  %245 = getelementptr inbounds nuw i8, ptr %241, i64 %244
  %246 = load i8, ptr %245, align 1
  %247 = icmp eq i8 %246, 0
  br i1 %247, label %294, label %248
248:
  %249 = getelementptr inbounds nuw i8, ptr %210, i64 12
  %250 = load i32, ptr %249, align 4
  %251 = icmp eq i32 %250, 0
  br i1 %251, label %252, label %294
252:
  %253 = load ptr, ptr %16, align 8
  call void %253(i32 %1, i32 33, i64 %242)
  store i32 1, ptr %249, align 4
  br label %294
254:
  %255 = load ptr, ptr %18, align 8
  %256 = getelementptr inbounds { i32, i32 }, ptr %255, i64 %19
  %257 = getelementptr inbounds nuw i8, ptr %210, i64 8
  %258 = load i32, ptr %257, align 8
  %259 = icmp eq i32 %258, 0
  br i1 %259, label %278, label %260
260:
  %261 = load i32, ptr %256, align 4
  %262 = and i32 %261, 1
  %263 = icmp eq i32 %262, 0
  %264 = load ptr, ptr %20, align 8
  %265 = load i32, ptr %14, align 4
  %266 = mul i32 %265, %1
  %267 = zext i32 %266 to i64
  %268 = getelementptr inbounds nuw i32, ptr %264, i64 %267
  %269 = getelementptr inbounds nuw i8, ptr %210, i64 16
  br i1 %263, label %270, label %274
270:
  %271 = load i32, ptr %21, align 4
  %272 = zext i32 %271 to i64
  %273 = shl nuw nsw i64 %272, 2
  call void @llvm.memmove.p0.p0.i64(ptr %268, ptr %269, i64 %273, i1 false)
  br label %275
274:
  call void @cute.check.join(ptr %0, ptr %268, ptr %269)
  br label %275
275:
  %276 = load i32, ptr %256, align 4
  %277 = or i32 %276, 1
  store i32 %277, ptr %256, align 4
  br label %278
278:
  %279 = load ptr, ptr %22, align 8
  %280 = load i64, ptr %210, align 8
  %281 = mul i64 %280, -7046029254386353131
  %282 = lshr i64 %281, 52
  %283 = getelementptr inbounds nuw i8, ptr %279, i64 %282
  %284 = load i8, ptr %283, align 1
  %285 = icmp eq i8 %284, 0
  br i1 %285, label %294, label %286
286:
  %287 = getelementptr inbounds nuw i8, ptr %210, i64 12
  %288 = load i32, ptr %287, align 4
  %289 = icmp eq i32 %288, 0
  br i1 %289, label %290, label %294
290:
  %291 = load i32, ptr %256, align 4
  %292 = or i32 %291, 2
  store i32 %292, ptr %256, align 4
  %293 = load ptr, ptr %16, align 8
  call void %293(i32 %1, i32 36, i64 %280)
  br label %294
294:
  switch i32 %27, label %367 [
    i32 10, label %295
    i32 8, label %345
  ]
295:
  %296 = load ptr, ptr %32, align 8
  %297 = load i32, ptr %14, align 4
  %298 = mul i32 %297, %1
  %299 = zext i32 %298 to i64
  %300 = getelementptr inbounds nuw i32, ptr %296, i64 %299
  br i1 %34, label %301, label %305
301:
  %302 = getelementptr inbounds nuw i8, ptr %210, i64 8
  %303 = load i32, ptr %302, align 8
  %304 = icmp eq i32 %303, 0
  br label %305
305:
  %306 = phi i1 [ true, %295 ], [ %304, %301 ]
  %307 = getelementptr inbounds nuw i8, ptr %210, i64 16
  br i1 %306, label %308, label %312
308:
  %309 = load i32, ptr %35, align 4
  %310 = zext i32 %309 to i64
  %311 = shl nuw nsw i64 %310, 2
  call void @llvm.memmove.p0.p0.i64(ptr %307, ptr %300, i64 %311, i1 false)
  br label %313
312:
  call void @cute.check.join(ptr %0, ptr %307, ptr %300)
  br label %313
313:
  %314 = load ptr, ptr %36, align 8
  %315 = getelementptr inbounds { [32 x i32], i32, i32 }, ptr %314, i64 %37
  %316 = load ptr, ptr %38, align 8
  %317 = getelementptr inbounds { i32, i32 }, ptr %316, i64 %37
  %318 = load ptr, ptr %32, align 8
  %319 = load i32, ptr %14, align 4
  %320 = mul i32 %319, %1
  %321 = zext i32 %320 to i64
  %322 = getelementptr inbounds nuw i32, ptr %318, i64 %321
  %323 = getelementptr inbounds i32, ptr %322, i64 %37
  %324 = load i32, ptr %323, align 4
  store i32 %324, ptr %317, align 4
  %325 = getelementptr inbounds nuw i8, ptr %317, i64 4
  store i32 %139, ptr %325, align 4
  %326 = getelementptr inbounds nuw i8, ptr %315, i64 132
  %327 = load i32, ptr %326, align 4
  %328 = load ptr, ptr %39, align 8
  %329 = getelementptr inbounds i32, ptr %328, i64 %37
  %330 = load i32, ptr %329, align 4
  %331 = icmp eq i32 %327, %330
  br i1 %331, label %332, label %336
332:
  %333 = getelementptr inbounds nuw i8, ptr %315, i64 128
  %334 = load i32, ptr %333, align 4
  %335 = or i32 %334, %139
  br label %336
336:
  %337 = phi i32 [ %335, %332 ], [ %139, %313 ]
  %338 = getelementptr inbounds nuw i8, ptr %315, i64 128
  store i32 %337, ptr %338, align 4
  %339 = load i32, ptr %329, align 4
  store i32 %339, ptr %326, align 4
  %340 = load i32, ptr %40, align 8
  %341 = add i32 %340, 1
  store i32 %341, ptr %40, align 8
  %342 = getelementptr inbounds i32, ptr %300, i64 %37
  store i32 %341, ptr %342, align 4
  %343 = load i32, ptr %41, align 4
  %344 = getelementptr inbounds nuw i8, ptr %210, i64 8
  store i32 %343, ptr %344, align 8
  br label %367
345:
  %346 = load ptr, ptr %28, align 8
  %347 = getelementptr inbounds { i32, i32 }, ptr %346, i64 %29
  %348 = getelementptr inbounds nuw i8, ptr %347, i64 4
  %349 = load i32, ptr %348, align 4
  %350 = icmp eq i32 %349, 0
  br i1 %350, label %367, label %351
351:
  %352 = getelementptr inbounds nuw i8, ptr %210, i64 8
  %353 = load i32, ptr %352, align 8
  %354 = icmp eq i32 %353, 0
  %355 = call i32 @llvm.umax.i32(i32 %353, i32 %349)
  store i32 %355, ptr %352, align 8
  %356 = getelementptr inbounds nuw i8, ptr %210, i64 16
  %357 = load ptr, ptr %30, align 8
  %358 = load i32, ptr %14, align 4
  %359 = mul i32 %358, %1
  %360 = zext i32 %359 to i64
  %361 = getelementptr inbounds nuw i32, ptr %357, i64 %360
  br i1 %354, label %362, label %366
362:
  %363 = load i32, ptr %31, align 4
  %364 = zext i32 %363 to i64
  %365 = shl nuw nsw i64 %364, 2
  call void @llvm.memmove.p0.p0.i64(ptr %356, ptr %361, i64 %365, i1 false)
  br label %367
366:
  call void @cute.check.join(ptr %0, ptr %356, ptr %361)
  br label %367
367:
  %368 = xor i32 %380, -1
  %369 = and i32 %133, %368
  %370 = icmp eq i32 %369, 0
  br i1 %370, label %383, label %132
371:
  %372 = phi i64 [ 0, %132 ], [ %381, %371 ]
  %373 = phi i32 [ 0, %132 ], [ %380, %371 ]
  %374 = getelementptr inbounds nuw i64, ptr %3, i64 %372
  %375 = load i64, ptr %374, align 8
  %376 = icmp eq i64 %375, %137
  %377 = zext i1 %376 to i32
  %378 = trunc nuw nsw i64 %372 to i32
  %379 = shl nuw i32 %377, %378
  %380 = or i32 %379, %373
  %381 = add nuw nsw i64 %372, 1
  %382 = icmp eq i64 %381, 32
  br i1 %382, label %138, label %371
383:
  ret void
}
declare i32 @llvm.cttz.i32(i32, i1)
declare void @cute.check.join(ptr, ptr, ptr)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @llvm.umax.i32(i32, i32)
; check/lanes.c
define void @cute.check.lanes_at(ptr %0, i32 %1, i32 %2, i32 %3, ptr %4, i32 %5) noinline {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %8 = load ptr, ptr %7, align 8
  %9 = sext i32 %2 to i64
  %10 = getelementptr inbounds i64, ptr %8, i64 %9
  %11 = load i64, ptr %10, align 8
  %12 = add i64 %11, 1
  store i64 %12, ptr %10, align 8
  %13 = icmp slt i64 %11, 32
  br i1 %13, label %14, label %19
14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 904
  call void @llvm.memcpy.p0.p0.i64(ptr %15, ptr %4, i64 256, i1 false)
  %16 = zext i32 %5 to i64
  %17 = load ptr, ptr %0, align 8
  %18 = call i32 %17(ptr %0, i32 20, i32 %1, i32 %2, i32 %3, i64 %16, i64 0)
  br label %19
19:
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @cute.check.ways(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %7 = load ptr, ptr %6, align 8
  %8 = sext i32 %2 to i64
  %9 = getelementptr inbounds i64, ptr %7, i64 %8
  %10 = load i64, ptr %9, align 8
  %11 = add i64 %10, 1
  store i64 %11, ptr %9, align 8
  %12 = icmp slt i64 %10, 32
  br i1 %12, label %13, label %18
13:
  %14 = zext i32 %3 to i64
  %15 = zext i32 %4 to i64
  %16 = load ptr, ptr %0, align 8
  %17 = call i32 %16(ptr %0, i32 21, i32 %1, i32 %2, i32 0, i64 %14, i64 %15)
  br label %18
18:
  ret void
}
define i32 @cute.check.unbounded_at(ptr %0, i32 %1, i32 %2, i32 %3, ptr %4, i32 %5, i64 %6) noinline {
  %8 = icmp eq i32 %5, 0
  br i1 %8, label %50, label %9
9:
  %10 = and i32 %3, 1
  %11 = or disjoint i32 %10, 2
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %14 = add i64 %6, -1
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 904
  %16 = zext i32 %1 to i64
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 912
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 920
  br label %19
19:
  %20 = phi i32 [ undef, %9 ], [ %45, %46 ]
  %21 = phi i32 [ %5, %9 ], [ %48, %46 ]
  %22 = call i32 @llvm.cttz.i32(i32 %21, i1 true)
  %23 = zext nneg i32 %22 to i64
  %24 = getelementptr inbounds nuw i64, ptr %4, i64 %23
  %25 = load i64, ptr %24, align 8
  %26 = lshr i64 %25, 12
  %27 = shl nuw nsw i64 %26, 8
  %28 = or disjoint i64 %27, %12
  %29 = load i64, ptr %13, align 8
  %30 = icmp eq i64 %28, %29
  br i1 %30, label %31, label %35
31:
  %32 = add i64 %14, %25
  %33 = lshr i64 %32, 12
  %34 = icmp eq i64 %26, %33
  br i1 %34, label %43, label %35
35:
  %36 = load ptr, ptr %0, align 8
  %37 = call i32 %36(ptr %0, i32 13, i32 %1, i32 %2, i32 %3, i64 %25, i64 %6)
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %40, label %39
39:
  store i64 %28, ptr %13, align 8
  br label %43
40:
  store i64 0, ptr %15, align 8
  store i64 %16, ptr %17, align 8
  %41 = load i64, ptr %24, align 8
  store i64 %41, ptr %18, align 8
  %42 = shl nuw i32 1, %22
  br label %43
43:
  %44 = phi i1 [ false, %40 ], [ true, %39 ], [ true, %31 ]
  %45 = phi i32 [ %42, %40 ], [ %20, %39 ], [ %20, %31 ]
  br i1 %44, label %46, label %50
46:
  %47 = add i32 %21, -1
  %48 = and i32 %47, %21
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %50, label %19
50:
  %51 = phi i32 [ 0, %7 ], [ %45, %43 ], [ 0, %46 ]
  ret i32 %51
}
declare void @llvm.lifetime.start.p0(ptr)
declare i32 @llvm.cttz.i32(i32, i1)
declare void @llvm.lifetime.end.p0(ptr)
define i32 @cute.check.clash_at(ptr %0, i32 %1, i64 %2, ptr %3, i64 %4) noinline {
  %6 = alloca [64 x i64], align 16
  call void @llvm.lifetime.start.p0(ptr %6)
  %7 = call i32 @llvm.ctpop.i32(i32 %1)
  %8 = icmp samesign ult i32 %7, 2
  br i1 %8, label %92, label %9
9:
  call void @llvm.memcpy.p0.p0.i64(ptr %6, ptr %0, i64 256, i1 false)
  %10 = getelementptr inbounds nuw i8, ptr %6, i64 256
  call void @llvm.memcpy.p0.p0.i64(ptr %10, ptr %0, i64 256, i1 false)
  %11 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %12 = load <32 x i64>, ptr %11, align 8
  %13 = load <32 x i64>, ptr %6, align 16
  %14 = sub <32 x i64> %12, %13
  %15 = insertelement <32 x i64> poison, i64 %2, i64 0
  %16 = shufflevector <32 x i64> %15, <32 x i64> poison, <32 x i32> zeroinitializer
  %17 = icmp slt <32 x i64> %14, %16
  %18 = bitcast <32 x i1> %17 to i32
  %19 = and i32 %18, 2147483647
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %92, label %21
21:
  %22 = add i64 %2, -1
  %23 = insertelement <32 x i64> poison, i64 %22, i64 0
  %24 = shufflevector <32 x i64> %23, <32 x i64> poison, <32 x i32> zeroinitializer
  %25 = add <32 x i64> %13, %24
  %26 = shl i64 %2, 1
  %27 = add i64 %26, -1
  %28 = insertelement <32 x i64> poison, i64 %27, i64 0
  %29 = shufflevector <32 x i64> %28, <32 x i64> poison, <32 x i32> zeroinitializer
  %30 = icmp sgt i64 %4, 0
  br label %34
31:
  %32 = add nuw nsw i64 %35, 1
  %33 = icmp eq i64 %32, 17
  br i1 %33, label %92, label %34
34:
  %35 = phi i64 [ 1, %21 ], [ %32, %31 ]
  %36 = phi i32 [ undef, %21 ], [ %91, %31 ]
  %37 = trunc nuw nsw i64 %35 to i32
  %38 = call i32 @llvm.fshr.i32(i32 %1, i32 %1, i32 %37)
  %39 = getelementptr inbounds nuw i64, ptr %6, i64 %35
  %40 = load <32 x i64>, ptr %39, align 8
  %41 = sub <32 x i64> %25, %40
  %42 = icmp ult <32 x i64> %41, %29
  %43 = bitcast <32 x i1> %42 to i32
  %44 = and i32 %38, %43
  %45 = and i32 %44, %1
  %46 = icmp eq i32 %45, 0
  br i1 %46, label %89, label %47
47:
  %48 = trunc nuw nsw i64 %35 to i32
  br label %49
49:
  %50 = phi i32 [ %84, %85 ], [ %36, %47 ]
  %51 = phi i32 [ %87, %85 ], [ %45, %47 ]
  %52 = call i32 @llvm.cttz.i32(i32 %51, i1 true)
  %53 = add nuw nsw i32 %52, %48
  %54 = and i32 %53, 31
  %55 = zext nneg i32 %52 to i64
  %56 = getelementptr inbounds nuw i64, ptr %0, i64 %55
  %57 = load i64, ptr %56, align 8
  %58 = zext nneg i32 %54 to i64
  %59 = getelementptr inbounds nuw i64, ptr %0, i64 %58
  %60 = load i64, ptr %59, align 8
  %61 = icmp eq i64 %57, %60
  br i1 %61, label %62, label %78
62:
  br i1 %30, label %63, label %82
63:
  %64 = zext nneg i32 %54 to i64
  br label %65
65:
  %66 = phi i64 [ 0, %63 ], [ %74, %65 ]
  %67 = shl i64 %66, 9
  %68 = getelementptr i8, ptr %3, i64 %67
  %69 = getelementptr i64, ptr %68, i64 %55
  %70 = load i64, ptr %69, align 8
  %71 = getelementptr i64, ptr %68, i64 %64
  %72 = load i64, ptr %71, align 8
  %73 = icmp ne i64 %70, %72
  %74 = add nuw nsw i64 %66, 1
  %75 = icmp eq i64 %74, %4
  %76 = select i1 %73, i1 true, i1 %75
  br i1 %76, label %77, label %65
77:
  br i1 %73, label %78, label %82
78:
  %79 = shl nuw nsw i32 %54, 8
  %80 = or disjoint i32 %79, %52
  %81 = or disjoint i32 %80, 65536
  br label %82
82:
  %83 = phi i1 [ false, %78 ], [ true, %77 ], [ true, %62 ]
  %84 = phi i32 [ %81, %78 ], [ %50, %77 ], [ %50, %62 ]
  br i1 %83, label %85, label %89
85:
  %86 = add i32 %51, -1
  %87 = and i32 %86, %51
  %88 = icmp eq i32 %87, 0
  br i1 %88, label %89, label %49
89:
  %90 = phi i1 [ true, %34 ], [ %83, %85 ], [ %83, %82 ]
  %91 = phi i32 [ %36, %34 ], [ %84, %85 ], [ %84, %82 ]
  br i1 %90, label %31, label %92
92:
  %93 = phi i32 [ 0, %5 ], [ 0, %9 ], [ %91, %89 ], [ 0, %31 ]
  call void @llvm.lifetime.end.p0(ptr %6)
  ret i32 %93
}
define void @cute.check.pieces(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, ptr %7, i32 %8, i64 %9) noinline {
  %11 = icmp sgt i32 %8, 0
  br i1 %11, label %12, label %16
12:
  %13 = ptrtoint ptr %6 to i64
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %15 = zext nneg i32 %8 to i64
  br label %17
16:
  ret void
17:
  %18 = phi i64 [ 0, %12 ], [ %30, %17 ]
  %19 = getelementptr inbounds nuw i32, ptr %7, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = zext i32 %20 to i64
  %22 = add i64 %21, %13
  %23 = lshr i64 %22, 3
  %24 = and i64 %23, %9
  %25 = xor i64 %24, %22
  %26 = load ptr, ptr %14, align 8
  %27 = ptrtoint ptr %26 to i64
  %28 = sub i64 %25, %27
  %29 = lshr i64 %28, 2
  call void @cute.check.engine.row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %29, i64 4, i64 -1, i64 0, i64 62)
  %30 = add nuw nsw i64 %18, 1
  %31 = icmp eq i64 %30, %15
  br i1 %31, label %16, label %17
}
declare void @cute.check.engine.row(ptr, i32, i64, i64, i32, i32, i64, i64, i64, i64, i64)
define void @cute.check.registers(ptr %0, i32 %1, ptr %2, i32 %3, i32 %4) noinline {
  %6 = load i32, ptr %2, align 4
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %10 = load i32, ptr %9, align 4
  %11 = mul i32 %10, %1
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds nuw i32, ptr %8, i64 %12
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %15 = load i32, ptr %14, align 8
  %16 = zext i32 %15 to i64
  %17 = sext i32 %1 to i64
  %18 = mul nuw nsw i64 %16, 12
  %19 = getelementptr i8, ptr %13, i64 %18
  %20 = getelementptr i32, ptr %19, i64 %17
  %21 = load i32, ptr %20, align 4
  %22 = icmp ugt i32 %6, %21
  br i1 %22, label %23, label %29
23:
  %24 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %25 = load i32, ptr %24, align 4
  %26 = zext i32 %25 to i64
  %27 = load ptr, ptr %0, align 8
  %28 = call i32 %27(ptr %0, i32 11, i32 %1, i32 %3, i32 %4, i64 %26, i64 0)
  br label %29
29:
  %30 = icmp eq i32 %4, 0
  br i1 %30, label %39, label %31
31:
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32 }, ptr %33, i64 %17
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 56
  %36 = load i32, ptr %35, align 4
  %37 = add i32 %36, 1
  %38 = getelementptr inbounds nuw i8, ptr %2, i64 8
  store i32 %37, ptr %38, align 4
  br label %39
39:
  ret void
}
define void @cute.check.accumulate(ptr %0, i32 %1, ptr %2, i32 %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %6 = load ptr, ptr %5, align 8
  %7 = sext i32 %1 to i64
  %8 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32 }, ptr %6, i64 %7
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 56
  %10 = load i32, ptr %9, align 4
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %16, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %14 = load i32, ptr %13, align 4
  %15 = icmp ugt i32 %14, %10
  br i1 %15, label %16, label %20
16:
  %17 = zext i1 %11 to i64
  %18 = load ptr, ptr %0, align 8
  %19 = call i32 %18(ptr %0, i32 11, i32 %1, i32 %3, i32 2, i64 %17, i64 0)
  br label %20
20:
  ret void
}
define void @cute.check.multiply_fence(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %4 = load ptr, ptr %3, align 8
  %5 = sext i32 %1 to i64
  %6 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32 }, ptr %4, i64 %5
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 56
  %8 = load i32, ptr %7, align 4
  %9 = add i32 %8, 1
  store i32 %9, ptr %7, align 4
  ret void
}
define void @cute.check.wrote(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4) noinline {
  %6 = icmp eq i32 %2, 0
  br i1 %6, label %16, label %7
7:
  %8 = zext i32 %1 to i64
  %9 = call i32 @llvm.usub.sat.i32(i32 %4, i32 %1)
  %10 = zext i32 %9 to i64
  %11 = zext i32 %2 to i64
  %12 = getelementptr inbounds i32, ptr %0, i64 %8
  br label %13
13:
  %14 = phi i64 [ 0, %7 ], [ %21, %17 ]
  %15 = icmp eq i64 %14, %10
  br i1 %15, label %16, label %17
16:
  ret void
17:
  %18 = getelementptr inbounds i32, ptr %12, i64 %14
  %19 = load i32, ptr %18, align 4
  %20 = or i32 %19, %3
  store i32 %20, ptr %18, align 4
  %21 = add nuw nsw i64 %14, 1
  %22 = icmp eq i64 %21, %11
  br i1 %22, label %16, label %13
}
define void @cute.check.unwritten(ptr %0, i32 %1, i32 %2, ptr %3, i32 %4, i32 %5, i32 %6, i32 %7) noinline {
  %9 = icmp eq i32 %5, 0
  br i1 %9, label %32, label %10
10:
  %11 = zext i32 %4 to i64
  %12 = call i32 @llvm.usub.sat.i32(i32 %7, i32 %4)
  %13 = zext i32 %12 to i64
  %14 = zext i32 %5 to i64
  br label %18
15:
  %16 = add nuw nsw i64 %19, 1
  %17 = icmp eq i64 %16, %14
  br i1 %17, label %32, label %18
18:
  %19 = phi i64 [ 0, %10 ], [ %16, %15 ]
  %20 = icmp eq i64 %19, %13
  br i1 %20, label %32, label %21
21:
  %22 = add nuw nsw i64 %19, %11
  %23 = getelementptr inbounds nuw i32, ptr %3, i64 %22
  %24 = load i32, ptr %23, align 4
  %25 = xor i32 %24, -1
  %26 = and i32 %6, %25
  %27 = icmp eq i32 %26, 0
  br i1 %27, label %15, label %28
28:
  %29 = zext i32 %26 to i64
  %30 = load ptr, ptr %0, align 8
  %31 = call i32 %30(ptr %0, i32 12, i32 %1, i32 %2, i32 0, i64 %29, i64 %22)
  br label %32
32:
  ret void
}
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
; check/schedule.c
define void @cute.check.run(ptr %0, i32 %1) noinline {
  %3 = load ptr, ptr %0, align 128
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 96
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 320
  %7 = load i32, ptr %6, align 8
  %8 = zext i32 %7 to i64
  %9 = icmp eq i32 %7, 0
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %11 = load ptr, ptr %10, align 8
  %12 = call i64 @cute.progress(ptr %0, i32 %1)
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 628
  %14 = load i32, ptr %13, align 4
  %15 = icmp sgt i32 %1, 0
  %16 = icmp sgt i32 %14, 0
  %17 = zext nneg i32 %1 to i64
  br label %18
18:
  %19 = phi i64 [ %8, %2 ], [ %32, %103 ]
  %20 = phi i32 [ 0, %2 ], [ %33, %103 ]
  %21 = phi i8 [ 0, %2 ], [ %34, %103 ]
  %22 = phi i64 [ %12, %2 ], [ %105, %103 ]
  br i1 %9, label %31, label %23
23:
  %24 = mul i64 %19, 6364136223846793005
  %25 = add i64 %24, 1442695040888963407
  %26 = lshr i64 %25, 33
  %27 = trunc nuw nsw i64 %26 to i32
  %28 = urem i32 %27, %14
  %29 = lshr i64 %25, 62
  %30 = trunc nuw nsw i64 %29 to i8
  br label %31
31:
  %32 = phi i64 [ %19, %18 ], [ %25, %23 ]
  %33 = phi i32 [ %20, %18 ], [ %28, %23 ]
  %34 = phi i8 [ %21, %18 ], [ %30, %23 ]
  br i1 %15, label %35, label %117
35:
  %36 = trunc i8 %34 to i1
  br label %40
37:
  %38 = add nuw nsw i64 %41, 1
  %39 = icmp eq i64 %38, %17
  br i1 %39, label %101, label %40
40:
  %41 = phi i64 [ 0, %35 ], [ %38, %37 ]
  %42 = phi i32 [ 0, %35 ], [ %100, %37 ]
  %43 = phi i8 [ 0, %35 ], [ %99, %37 ]
  %44 = getelementptr inbounds nuw { ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, ptr, i64, ptr, ptr, [32 x ptr], [32 x ptr], [3 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32, [16 x { i32, i32 }], [32 x i32], [32 x i32], [32 x i32], [112 x i8] }, ptr %0, i64 %41
  br i1 %16, label %45, label %97
45:
  %46 = getelementptr inbounds nuw i8, ptr %44, i64 96
  %47 = getelementptr inbounds nuw i8, ptr %44, i64 784
  br label %48
48:
  %49 = phi i32 [ %42, %45 ], [ %93, %90 ]
  %50 = phi i8 [ %43, %45 ], [ %92, %90 ]
  %51 = phi i32 [ 0, %45 ], [ %94, %90 ]
  br i1 %9, label %58, label %52
52:
  %53 = add i32 %51, %33
  %54 = urem i32 %53, %14
  %55 = xor i32 %54, -1
  %56 = add nsw i32 %14, %55
  %57 = select i1 %36, i32 %56, i32 %54
  br label %58
58:
  %59 = phi i32 [ %57, %52 ], [ %51, %48 ]
  %60 = sext i32 %59 to i64
  %61 = getelementptr inbounds ptr, ptr %46, i64 %60
  %62 = load ptr, ptr %61, align 8
  %63 = load ptr, ptr %62, align 8
  %64 = icmp eq ptr %63, null
  br i1 %64, label %90, label %65
65:
  br i1 %9, label %73, label %66
66:
  %67 = mul i64 %60, -7046029254386353131
  %68 = xor i64 %67, %32
  %69 = mul i64 %68, 6364136223846793005
  %70 = icmp ult i64 %69, 4611686018427387904
  br i1 %70, label %71, label %73
71:
  %72 = add i32 %49, 1
  br label %90
73:
  call void %63(ptr %62)
  %74 = load ptr, ptr %62, align 8
  %75 = icmp ne ptr %74, null
  %76 = zext i1 %75 to i32
  %77 = add i32 %49, %76
  %78 = load atomic i64, ptr %11 monotonic, align 8
  %79 = icmp eq i64 %78, 0
  br i1 %79, label %90, label %80
80:
  %81 = call i1 @cute.poll(ptr %3, ptr %11)
  br i1 %81, label %82, label %90
82:
  %83 = load ptr, ptr %62, align 8
  %84 = icmp eq ptr %83, null
  br i1 %84, label %88, label %85
85:
  %86 = getelementptr inbounds i32, ptr %47, i64 %60
  %87 = load i32, ptr %86, align 4
  br label %88
88:
  %89 = phi i32 [ %87, %85 ], [ -1, %82 ]
  call void @cute.stood(ptr %3, ptr %44, i32 %89)
  br label %90
90:
  %91 = phi i1 [ false, %88 ], [ true, %71 ], [ true, %58 ], [ true, %80 ], [ true, %73 ]
  %92 = phi i8 [ %50, %88 ], [ 1, %71 ], [ %50, %58 ], [ %50, %80 ], [ %50, %73 ]
  %93 = phi i32 [ %77, %88 ], [ %72, %71 ], [ %49, %58 ], [ %77, %80 ], [ %77, %73 ]
  %94 = add nuw nsw i32 %51, 1
  %95 = icmp ne i32 %94, %14
  %96 = select i1 %91, i1 %95, i1 false
  br i1 %96, label %48, label %97
97:
  %98 = phi i1 [ true, %40 ], [ %91, %90 ]
  %99 = phi i8 [ %43, %40 ], [ %92, %90 ]
  %100 = phi i32 [ %42, %40 ], [ %93, %90 ]
  br i1 %98, label %37, label %117
101:
  %102 = icmp eq i32 %100, 0
  br i1 %102, label %117, label %103
103:
  %104 = trunc nuw i8 %99 to i1
  %105 = call i64 @cute.progress(ptr %0, i32 %1)
  %106 = icmp ne i64 %105, %22
  %107 = select i1 %106, i1 true, i1 %104
  br i1 %107, label %18, label %108
108:
  %109 = phi ptr [ %113, %108 ], [ %0, %103 ]
  %110 = getelementptr inbounds nuw i8, ptr %109, i64 620
  %111 = load i32, ptr %110, align 4
  %112 = icmp eq i32 %111, 0
  %113 = getelementptr inbounds nuw i8, ptr %109, i64 1280
  br i1 %112, label %108, label %114
114:
  %115 = call i1 @cute.deadlock(ptr %3, ptr %109, i32 %14)
  br i1 %115, label %116, label %117
116:
  call void @cute.stuck(ptr %3, ptr %0, i32 %1, i32 %14)
  br label %117
117:
  ret void
}
declare i64 @cute.progress(ptr, i32)
declare i1 @cute.poll(ptr, ptr)
declare void @cute.stood(ptr, ptr, i32)
declare i1 @cute.deadlock(ptr, ptr, i32)
declare void @cute.stuck(ptr, ptr, i32, i32)
; check/shared.c
define void @cute.check.read.row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10) noinline {
  call void @shared.check_row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10, i32 0)
  ret void
}
define internal void @shared.check_row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10, i32 %11) noinline {
  %13 = alloca <{ <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, i8, [7 x i8] }>, align 8
  %14 = alloca { ptr, ptr, ptr, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64, i64, i64 }, align 8
  call void @llvm.lifetime.start.p0(ptr %14)
  store ptr %0, ptr %14, align 8
  %15 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %19 = load i32, ptr %18, align 4
  %20 = mul i32 %19, %1
  %21 = zext i32 %20 to i64
  %22 = getelementptr inbounds nuw i32, ptr %17, i64 %21
  store ptr %22, ptr %15, align 8
  %23 = getelementptr inbounds nuw i8, ptr %14, i64 16
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds nuw i32, ptr %25, i64 %21
  store ptr %26, ptr %23, align 8
  %27 = getelementptr inbounds nuw i8, ptr %14, i64 24
  store i32 %1, ptr %27, align 8
  %28 = getelementptr inbounds nuw i8, ptr %14, i64 28
  store i32 %4, ptr %28, align 4
  %29 = getelementptr inbounds nuw i8, ptr %14, i64 32
  store i32 %5, ptr %29, align 8
  %30 = getelementptr inbounds nuw i8, ptr %14, i64 36
  store i32 %11, ptr %30, align 4
  %31 = getelementptr inbounds nuw i8, ptr %14, i64 40
  %32 = zext i32 %4 to i64
  %33 = shl i64 %32, 51
  %34 = shl i64 %2, 25
  %35 = or i64 %3, %34
  %36 = or i64 %35, %33
  store i64 %36, ptr %31, align 8
  %37 = getelementptr inbounds nuw i8, ptr %14, i64 48
  store i64 %2, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %14, i64 56
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 292
  %40 = load i32, ptr %39, align 4
  %41 = zext i32 %40 to i64
  store i64 %41, ptr %38, align 8
  %42 = getelementptr inbounds nuw i8, ptr %14, i64 64
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %44 = load ptr, ptr %43, align 8
  %45 = sext i32 %1 to i64
  %46 = getelementptr inbounds i32, ptr %44, i64 %45
  %47 = load i32, ptr %46, align 4
  %48 = zext i32 %47 to i64
  store i64 %48, ptr %42, align 8
  %49 = getelementptr inbounds nuw i8, ptr %14, i64 72
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %51 = load i32, ptr %50, align 8
  %52 = zext i32 %51 to i64
  %53 = shl nuw nsw i64 %52, 25
  store i64 %53, ptr %49, align 8
  %54 = getelementptr inbounds nuw i8, ptr %14, i64 80
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %56 = load ptr, ptr %55, align 8
  %57 = getelementptr inbounds i32, ptr %56, i64 %45
  %58 = load i32, ptr %57, align 4
  %59 = zext i32 %58 to i64
  store i64 %59, ptr %54, align 8
  %60 = getelementptr inbounds nuw i8, ptr %14, i64 88
  %61 = zext i32 %1 to i64
  %62 = add nuw nsw i64 %52, %61
  store i64 %62, ptr %60, align 8
  %63 = getelementptr inbounds nuw i8, ptr %14, i64 96
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %65 = load ptr, ptr %64, align 8
  %66 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32 }, ptr %65, i64 %45
  %67 = getelementptr inbounds nuw i8, ptr %66, i64 60
  %68 = load i32, ptr %67, align 4
  %69 = zext i32 %68 to i64
  store i64 %69, ptr %63, align 8
  %70 = icmp eq i64 %7, 0
  br i1 %70, label %117, label %71
71:
  %72 = insertelement <16 x i64> poison, i64 %6, i64 0
  %73 = shufflevector <16 x i64> %72, <16 x i64> poison, <16 x i32> zeroinitializer
  %74 = insertelement <16 x i64> poison, i64 %8, i64 0
  %75 = shufflevector <16 x i64> %74, <16 x i64> poison, <16 x i32> zeroinitializer
  %76 = and i32 %11, 2
  %77 = icmp ne i32 %76, 0
  %78 = icmp ugt i64 %10, 31
  %79 = icmp eq i64 %10, 63
  %80 = select i1 %79, i64 32, i64 33
  %81 = insertelement <16 x i64> poison, i64 %80, i64 0
  %82 = shufflevector <16 x i64> %81, <16 x i64> poison, <16 x i32> zeroinitializer
  %83 = insertelement <16 x i64> poison, i64 %9, i64 0
  %84 = shufflevector <16 x i64> %83, <16 x i64> poison, <16 x i32> zeroinitializer
  %85 = insertelement <16 x i64> poison, i64 %10, i64 0
  %86 = shufflevector <16 x i64> %85, <16 x i64> poison, <16 x i32> zeroinitializer
  %87 = insertelement <16 x i64> poison, i64 %7, i64 0
  %88 = shufflevector <16 x i64> %87, <16 x i64> poison, <16 x i32> zeroinitializer
  %89 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %90 = or i64 %36, 131941395333120
  %91 = insertelement <16 x i64> poison, i64 %90, i64 0
  %92 = shufflevector <16 x i64> %91, <16 x i64> poison, <16 x i32> zeroinitializer
  %93 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %94 = icmp eq i32 %11, 1
  %95 = insertelement <16 x i64> poison, i64 %48, i64 0
  %96 = shufflevector <16 x i64> %95, <16 x i64> poison, <16 x i32> zeroinitializer
  %97 = insertelement <16 x i64> poison, i64 %53, i64 0
  %98 = shufflevector <16 x i64> %97, <16 x i64> poison, <16 x i32> zeroinitializer
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %100 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %101 = getelementptr inbounds nuw i8, ptr %13, i64 128
  %102 = getelementptr inbounds nuw i8, ptr %13, i64 256
  %103 = getelementptr inbounds nuw i8, ptr %13, i64 384
  %104 = getelementptr inbounds nuw i8, ptr %13, i64 512
  %105 = getelementptr inbounds nuw i8, ptr %13, i64 640
  %106 = getelementptr inbounds nuw i8, ptr %13, i64 641
  %107 = icmp eq i32 %11, 0
  %108 = insertelement <16 x i64> poison, i64 %41, i64 0
  %109 = shufflevector <16 x i64> %108, <16 x i64> poison, <16 x i32> zeroinitializer
  %110 = insertelement <16 x i64> poison, i64 %48, i64 0
  %111 = shufflevector <16 x i64> %110, <16 x i64> poison, <16 x i32> zeroinitializer
  %112 = insertelement <16 x i64> poison, i64 %53, i64 0
  %113 = shufflevector <16 x i64> %112, <16 x i64> poison, <16 x i32> zeroinitializer
  %114 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %115 = or i1 %77, %78
  %116 = select i1 %77, <16 x i64> splat (i64 34), <16 x i64> %82
  br label %118
117:
  call void @llvm.lifetime.end.p0(ptr %14)
  ret void
118:
  %119 = phi i64 [ 0, %71 ], [ %249, %248 ]
  %120 = insertelement <16 x i64> poison, i64 %119, i64 0
  %121 = shufflevector <16 x i64> %120, <16 x i64> poison, <16 x i32> zeroinitializer
  %122 = or disjoint <16 x i64> %121, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %123 = add <16 x i64> %122, %73
  %124 = and <16 x i64> %122, splat (i64 63)
  br i1 %115, label %128, label %125
125:
  %126 = add <16 x i64> %122, %84
  %127 = lshr <16 x i64> %126, %86
  br label %128
128:
  %129 = phi <16 x i64> [ %116, %118 ], [ %127, %125 ]
  %130 = icmp ult <16 x i64> %122, %88
  %131 = load i64, ptr %89, align 8
  %132 = insertelement <16 x i64> poison, i64 %131, i64 0
  %133 = shufflevector <16 x i64> %132, <16 x i64> poison, <16 x i32> zeroinitializer
  %134 = icmp ult <16 x i64> %123, %133
  %135 = and <16 x i1> %130, %134
  %136 = shl nuw <16 x i64> splat (i64 1), %124
  %137 = and <16 x i64> %136, %75
  %138 = icmp ne <16 x i64> %137, zeroinitializer
  %139 = select <16 x i1> %138, <16 x i1> %135, <16 x i1> zeroinitializer
  %140 = sext <16 x i1> %139 to <16 x i64>
  %141 = bitcast <16 x i1> %139 to i16
  %142 = icmp eq i16 %141, 0
  br i1 %142, label %248, label %143
143:
  %144 = shl <16 x i64> %129, splat (i64 37)
  %145 = or <16 x i64> %144, %92
  %146 = load ptr, ptr %93, align 8
  %147 = extractelement <16 x i64> %123, i64 0
  %148 = getelementptr inbounds nuw i64, ptr %146, i64 %147
  %149 = load <16 x i64>, ptr %148, align 8
  %150 = select <16 x i1> %139, <16 x i64> %149, <16 x i64> zeroinitializer
  br i1 %94, label %151, label %198
151:
  %152 = and <16 x i64> %150, splat (i64 33554431)
  %153 = and <16 x i64> %150, splat (i64 137405399040)
  %154 = load ptr, ptr %99, align 8
  %155 = extractelement <16 x i64> %123, i64 0
  %156 = getelementptr inbounds nuw i64, ptr %154, i64 %155
  %157 = load <16 x i64>, ptr %156, align 8
  %158 = select <16 x i1> %139, <16 x i64> %157, <16 x i64> zeroinitializer
  %159 = and <16 x i64> %158, splat (i64 33554431)
  %160 = and <16 x i64> %158, splat (i64 137405399040)
  %161 = load ptr, ptr %100, align 8
  %162 = extractelement <16 x i64> %123, i64 0
  %163 = getelementptr inbounds nuw i64, ptr %161, i64 %162
  %164 = load <16 x i64>, ptr %163, align 8
  %165 = select <16 x i1> %139, <16 x i64> %164, <16 x i64> zeroinitializer
  %166 = and <16 x i64> %165, splat (i64 33554431)
  %167 = and <16 x i64> %165, splat (i64 137405399040)
  %168 = icmp samesign ugt <16 x i64> %152, %96
  %169 = icmp samesign uge <16 x i64> %153, %98
  %170 = or <16 x i1> %168, %169
  %171 = icmp samesign ugt <16 x i64> %159, %96
  %172 = icmp samesign uge <16 x i64> %160, %98
  %173 = or <16 x i1> %171, %172
  %174 = or <16 x i1> %170, %173
  %175 = icmp samesign ugt <16 x i64> %166, %96
  %176 = icmp samesign uge <16 x i64> %167, %98
  %177 = or <16 x i1> %175, %176
  %178 = or <16 x i1> %174, %177
  %179 = and <16 x i1> %139, %178
  %180 = bitcast <16 x i1> %179 to i16
  %181 = icmp eq i16 %180, 0
  br i1 %181, label %182, label %198
182:
  %183 = or <16 x i64> %145, splat (i64 2111062325329920)
  %184 = extractelement <16 x i64> %123, i64 0
  %185 = getelementptr inbounds nuw i64, ptr %146, i64 %184
  %186 = load <16 x i64>, ptr %185, align 8
  %187 = select <16 x i1> %139, <16 x i64> %183, <16 x i64> %186
  store <16 x i64> %187, ptr %185, align 8
  %188 = load ptr, ptr %99, align 8
  %189 = extractelement <16 x i64> %123, i64 0
  %190 = getelementptr inbounds nuw i64, ptr %188, i64 %189
  %191 = load <16 x i64>, ptr %190, align 8
  %192 = select <16 x i1> %139, <16 x i64> zeroinitializer, <16 x i64> %191
  store <16 x i64> %192, ptr %190, align 8
  %193 = load ptr, ptr %100, align 8
  %194 = extractelement <16 x i64> %123, i64 0
  %195 = getelementptr inbounds nuw i64, ptr %193, i64 %194
  %196 = load <16 x i64>, ptr %195, align 8
  %197 = select <16 x i1> %139, <16 x i64> zeroinitializer, <16 x i64> %196
  store <16 x i64> %197, ptr %195, align 8
  br label %248
198:
  call void @llvm.lifetime.start.p0(ptr %13)
  store <16 x i64> %140, ptr %13, align 8
  store <16 x i64> %129, ptr %101, align 8
  store <16 x i64> splat (i64 15), ptr %102, align 8
  store <16 x i64> %145, ptr %103, align 8
  store <16 x i64> %123, ptr %104, align 8
  store i8 0, ptr %105, align 8
  call void @llvm.memset.p0.i64(ptr %106, i8 0, i64 7, i1 false)
  br i1 %107, label %199, label %246
199:
  %200 = and <16 x i64> %150, splat (i64 2111062325329920)
  %201 = icmp ne <16 x i64> %200, splat (i64 2111062325329920)
  %202 = and <16 x i64> %150, splat (i64 33554431)
  %203 = icmp samesign ule <16 x i64> %202, %109
  %204 = or <16 x i1> %201, %203
  %205 = icmp samesign ugt <16 x i64> %202, %111
  %206 = and <16 x i64> %150, splat (i64 137405399040)
  %207 = icmp samesign uge <16 x i64> %206, %113
  %208 = or <16 x i1> %205, %207
  %209 = select <16 x i1> %208, <16 x i1> splat (i1 true), <16 x i1> %204
  %210 = and <16 x i1> %139, %209
  %211 = bitcast <16 x i1> %210 to i16
  %212 = icmp eq i16 %211, 0
  br i1 %212, label %213, label %246
213:
  %214 = load ptr, ptr %114, align 8
  %215 = extractelement <16 x i64> %123, i64 0
  %216 = getelementptr inbounds nuw i64, ptr %214, i64 %215
  %217 = load <16 x i64>, ptr %216, align 8
  %218 = select <16 x i1> %139, <16 x i64> %217, <16 x i64> zeroinitializer
  %219 = and <16 x i64> %218, splat (i64 33554431)
  %220 = icmp samesign ugt <16 x i64> %219, %111
  %221 = and <16 x i64> %218, splat (i64 137405399040)
  %222 = icmp samesign uge <16 x i64> %221, %113
  %223 = or <16 x i1> %220, %222
  %224 = xor <16 x i64> %218, %145
  %225 = and <16 x i64> %224, splat (i64 8658654068736)
  %226 = icmp ne <16 x i64> %225, zeroinitializer
  %227 = and <16 x i64> %218, splat (i64 4672924418048)
  %228 = icmp ne <16 x i64> %227, splat (i64 4398046511104)
  %229 = and <16 x i64> %224, splat (i64 132078834286591)
  %230 = icmp ne <16 x i64> %229, zeroinitializer
  %231 = and <16 x i1> %228, %226
  %232 = or <16 x i1> %230, %231
  %233 = and <16 x i1> %223, %232
  %234 = and <16 x i1> %139, %233
  %235 = bitcast <16 x i1> %234 to i16
  %236 = icmp eq i16 %235, 0
  br i1 %236, label %237, label %245
237:
  %238 = extractelement <16 x i64> %123, i64 0
  %239 = getelementptr inbounds nuw i64, ptr %214, i64 %238
  %240 = load <16 x i64>, ptr %239, align 8
  %241 = xor <16 x i1> %223, splat (i1 true)
  %242 = and <16 x i1> %139, %241
  %243 = and <16 x i1> %242, %232
  %244 = select <16 x i1> %243, <16 x i64> %145, <16 x i64> %240
  store <16 x i64> %244, ptr %239, align 8
  br label %247
245:
  call void @shared.remember_read(ptr %14, ptr %13)
  br label %247
246:
  call void @shared.check_step(ptr %14, ptr %13)
  br label %247
247:
  call void @llvm.lifetime.end.p0(ptr %13)
  br label %248
248:
  %249 = add i64 %119, 16
  %250 = icmp ult i64 %249, %7
  br i1 %250, label %118, label %117
}
define void @cute.check.read.any_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8) noinline {
  call void @shared.check_any(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8, i32 0)
  ret void
}
define internal void @shared.check_any(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8, i32 %9) noinline {
  %11 = alloca <{ <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, i8, [7 x i8] }>, align 8
  %12 = alloca { ptr, ptr, ptr, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64, i64, i64 }, align 8
  call void @llvm.lifetime.start.p0(ptr %12)
  store ptr %0, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %12, i64 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 300
  %17 = load i32, ptr %16, align 4
  %18 = mul i32 %17, %1
  %19 = zext i32 %18 to i64
  %20 = getelementptr inbounds nuw i32, ptr %15, i64 %19
  store ptr %20, ptr %13, align 8
  %21 = getelementptr inbounds nuw i8, ptr %12, i64 16
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds nuw i32, ptr %23, i64 %19
  store ptr %24, ptr %21, align 8
  %25 = getelementptr inbounds nuw i8, ptr %12, i64 24
  store i32 %1, ptr %25, align 8
  %26 = getelementptr inbounds nuw i8, ptr %12, i64 28
  store i32 %4, ptr %26, align 4
  %27 = getelementptr inbounds nuw i8, ptr %12, i64 32
  store i32 %5, ptr %27, align 8
  %28 = getelementptr inbounds nuw i8, ptr %12, i64 36
  store i32 %9, ptr %28, align 4
  %29 = getelementptr inbounds nuw i8, ptr %12, i64 40
  %30 = zext i32 %4 to i64
  %31 = shl i64 %30, 51
  %32 = shl i64 %2, 25
  %33 = or i64 %3, %32
  %34 = or i64 %33, %31
  store i64 %34, ptr %29, align 8
  %35 = getelementptr inbounds nuw i8, ptr %12, i64 48
  store i64 %2, ptr %35, align 8
  %36 = getelementptr inbounds nuw i8, ptr %12, i64 56
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 292
  %38 = load i32, ptr %37, align 4
  %39 = zext i32 %38 to i64
  store i64 %39, ptr %36, align 8
  %40 = getelementptr inbounds nuw i8, ptr %12, i64 64
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %42 = load ptr, ptr %41, align 8
  %43 = sext i32 %1 to i64
  %44 = getelementptr inbounds i32, ptr %42, i64 %43
  %45 = load i32, ptr %44, align 4
  %46 = zext i32 %45 to i64
  store i64 %46, ptr %40, align 8
  %47 = getelementptr inbounds nuw i8, ptr %12, i64 72
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %49 = load i32, ptr %48, align 8
  %50 = zext i32 %49 to i64
  %51 = shl nuw nsw i64 %50, 25
  store i64 %51, ptr %47, align 8
  %52 = getelementptr inbounds nuw i8, ptr %12, i64 80
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %54 = load ptr, ptr %53, align 8
  %55 = getelementptr inbounds i32, ptr %54, i64 %43
  %56 = load i32, ptr %55, align 4
  %57 = zext i32 %56 to i64
  store i64 %57, ptr %52, align 8
  %58 = getelementptr inbounds nuw i8, ptr %12, i64 88
  %59 = zext i32 %1 to i64
  %60 = add nuw nsw i64 %50, %59
  store i64 %60, ptr %58, align 8
  %61 = getelementptr inbounds nuw i8, ptr %12, i64 96
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %63 = load ptr, ptr %62, align 8
  %64 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32 }, ptr %63, i64 %43
  %65 = getelementptr inbounds nuw i8, ptr %64, i64 60
  %66 = load i32, ptr %65, align 4
  %67 = zext i32 %66 to i64
  store i64 %67, ptr %61, align 8
  %68 = icmp sgt i32 %8, 3
  %69 = lshr i32 %8, 2
  %70 = select i1 %68, i32 1, i32 %8
  %71 = select i1 %68, i32 %69, i32 4
  %72 = and i32 %9, 2
  %73 = icmp eq i32 %72, 0
  %74 = icmp eq i32 %71, 0
  %75 = zext nneg i32 %8 to i64
  %76 = shl nsw i64 -1, %75
  %77 = xor i64 %76, -1
  %78 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %79 = insertelement <16 x i64> poison, i64 %34, i64 0
  %80 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %81 = icmp eq i32 %9, 1
  %82 = insertelement <16 x i64> poison, i64 %46, i64 0
  %83 = shufflevector <16 x i64> %82, <16 x i64> poison, <16 x i32> zeroinitializer
  %84 = insertelement <16 x i64> poison, i64 %51, i64 0
  %85 = shufflevector <16 x i64> %84, <16 x i64> poison, <16 x i32> zeroinitializer
  %86 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %87 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %88 = getelementptr inbounds nuw i8, ptr %11, i64 128
  %89 = getelementptr inbounds nuw i8, ptr %11, i64 256
  %90 = getelementptr inbounds nuw i8, ptr %11, i64 384
  %91 = getelementptr inbounds nuw i8, ptr %11, i64 512
  %92 = getelementptr inbounds nuw i8, ptr %11, i64 640
  %93 = getelementptr inbounds nuw i8, ptr %11, i64 641
  %94 = icmp eq i32 %9, 0
  %95 = insertelement <16 x i64> poison, i64 %39, i64 0
  %96 = shufflevector <16 x i64> %95, <16 x i64> poison, <16 x i32> zeroinitializer
  %97 = insertelement <16 x i64> poison, i64 %46, i64 0
  %98 = shufflevector <16 x i64> %97, <16 x i64> poison, <16 x i32> zeroinitializer
  %99 = insertelement <16 x i64> poison, i64 %51, i64 0
  %100 = shufflevector <16 x i64> %99, <16 x i64> poison, <16 x i32> zeroinitializer
  %101 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %102 = insertelement <16 x i64> poison, i64 %39, i64 0
  %103 = shufflevector <16 x i64> %102, <16 x i64> poison, <16 x i32> zeroinitializer
  br label %105
104:
  call void @llvm.lifetime.end.p0(ptr %12)
  ret void
105:
  %106 = phi i1 [ false, %10 ], [ true, %283 ]
  %107 = phi i64 [ 0, %10 ], [ 16, %283 ]
  %108 = trunc nuw nsw i64 %107 to i32
  %109 = lshr i32 %7, %108
  %110 = and i32 %109, 65535
  %111 = icmp eq i32 %110, 0
  br i1 %111, label %283, label %112
112:
  %113 = getelementptr inbounds nuw i32, ptr %6, i64 %107
  %114 = load <16 x i32>, ptr %113, align 4
  %115 = zext <16 x i32> %114 to <16 x i64>
  %116 = zext nneg i32 %110 to i64
  %117 = insertelement <16 x i64> poison, i64 %116, i64 0
  %118 = shufflevector <16 x i64> %117, <16 x i64> poison, <16 x i32> zeroinitializer
  %119 = and <16 x i64> %118, <i64 1, i64 2, i64 4, i64 8, i64 16, i64 32, i64 64, i64 128, i64 256, i64 512, i64 1024, i64 2048, i64 4096, i64 8192, i64 16384, i64 32768>
  %120 = icmp ne <16 x i64> %119, zeroinitializer
  %121 = lshr <16 x i64> %115, splat (i64 2)
  %122 = and <16 x i64> %115, splat (i64 3)
  %123 = insertelement <16 x i64> poison, i64 %107, i64 0
  %124 = shufflevector <16 x i64> %123, <16 x i64> poison, <16 x i32> zeroinitializer
  %125 = or disjoint <16 x i64> %124, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %126 = select i1 %73, <16 x i64> %125, <16 x i64> splat (i64 34)
  br i1 %74, label %283, label %127
127:
  %128 = shl nuw nsw <16 x i64> %126, splat (i64 37)
  br label %129
129:
  %130 = phi i32 [ 0, %127 ], [ %281, %280 ]
  %131 = select i1 %68, i32 %130, i32 0
  %132 = sext i32 %131 to i64
  %133 = insertelement <16 x i64> poison, i64 %132, i64 0
  %134 = shufflevector <16 x i64> %133, <16 x i64> poison, <16 x i32> zeroinitializer
  %135 = add <16 x i64> %134, %121
  %136 = zext nneg i32 %130 to i64
  %137 = shl i64 %77, %136
  %138 = and i64 %137, 15
  %139 = select i1 %68, i64 15, i64 %138
  %140 = insertelement <16 x i64> poison, i64 %139, i64 0
  %141 = shufflevector <16 x i64> %140, <16 x i64> poison, <16 x i32> zeroinitializer
  %142 = load i64, ptr %78, align 8
  %143 = insertelement <16 x i64> poison, i64 %142, i64 0
  %144 = shufflevector <16 x i64> %143, <16 x i64> poison, <16 x i32> zeroinitializer
  %145 = icmp ult <16 x i64> %135, %144
  %146 = and <16 x i1> %120, %145
  br i1 %68, label %153, label %147
147:
  %148 = sext i32 %130 to i64
  %149 = insertelement <16 x i64> poison, i64 %148, i64 0
  %150 = shufflevector <16 x i64> %149, <16 x i64> poison, <16 x i32> zeroinitializer
  %151 = icmp eq <16 x i64> %122, %150
  %152 = and <16 x i1> %151, %146
  br label %153
153:
  %154 = phi <16 x i1> [ %152, %147 ], [ %146, %129 ]
  %155 = sext <16 x i1> %154 to <16 x i64>
  %156 = bitcast <16 x i1> %154 to i16
  %157 = icmp eq i16 %156, 0
  br i1 %157, label %280, label %158
158:
  %159 = shl nuw nsw <16 x i64> %141, splat (i64 43)
  %160 = or <16 x i64> %159, %79
  %161 = shufflevector <16 x i64> %160, <16 x i64> poison, <16 x i32> zeroinitializer
  %162 = or <16 x i64> %161, %128
  %163 = load ptr, ptr %80, align 8
  %164 = getelementptr i64, ptr %163, <16 x i64> %135
  %165 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %164, <16 x i1> %154, <16 x i64> zeroinitializer)
  br i1 %81, label %166, label %219
166:
  %167 = and <16 x i64> %165, splat (i64 33554431)
  %168 = and <16 x i64> %165, splat (i64 137405399040)
  %169 = load ptr, ptr %86, align 8
  %170 = getelementptr i64, ptr %169, <16 x i64> %135
  %171 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %170, <16 x i1> %154, <16 x i64> zeroinitializer)
  %172 = and <16 x i64> %171, splat (i64 33554431)
  %173 = and <16 x i64> %171, splat (i64 137405399040)
  %174 = load ptr, ptr %87, align 8
  %175 = getelementptr i64, ptr %174, <16 x i64> %135
  %176 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %175, <16 x i1> %154, <16 x i64> zeroinitializer)
  %177 = and <16 x i64> %176, splat (i64 33554431)
  %178 = and <16 x i64> %176, splat (i64 137405399040)
  %179 = icmp samesign ugt <16 x i64> %167, %83
  %180 = icmp samesign uge <16 x i64> %168, %85
  %181 = or <16 x i1> %179, %180
  %182 = icmp samesign ugt <16 x i64> %172, %83
  %183 = icmp samesign uge <16 x i64> %173, %85
  %184 = or <16 x i1> %182, %183
  %185 = or <16 x i1> %181, %184
  %186 = icmp samesign ugt <16 x i64> %177, %83
  %187 = icmp samesign uge <16 x i64> %178, %85
  %188 = or <16 x i1> %186, %187
  %189 = or <16 x i1> %185, %188
  %190 = and <16 x i1> %154, %189
  %191 = bitcast <16 x i1> %190 to i16
  %192 = icmp eq i16 %191, 0
  br i1 %192, label %193, label %219
193:
  %194 = icmp samesign ugt <16 x i64> %167, %103
  %195 = and <16 x i64> %165, splat (i64 2111062325329920)
  %196 = select <16 x i1> %194, <16 x i64> %195, <16 x i64> zeroinitializer
  %197 = shl nuw nsw <16 x i64> %141, splat (i64 47)
  %198 = or <16 x i64> %197, %196
  %199 = or <16 x i64> %198, %162
  %200 = getelementptr i64, ptr %163, <16 x i64> %135
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %199, <16 x ptr> align 8 %200, <16 x i1> %154)
  %201 = load ptr, ptr %86, align 8
  %202 = getelementptr i64, ptr %201, <16 x i64> %135
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> zeroinitializer, <16 x ptr> align 8 %202, <16 x i1> %154)
  %203 = load ptr, ptr %87, align 8
  %204 = getelementptr i64, ptr %203, <16 x i64> %135
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> zeroinitializer, <16 x ptr> align 8 %204, <16 x i1> %154)
  %205 = load ptr, ptr %80, align 8
  %206 = getelementptr i64, ptr %205, <16 x i64> %135
  %207 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %206, <16 x i1> %154, <16 x i64> zeroinitializer)
  %208 = lshr <16 x i64> %207, splat (i64 37)
  %209 = and <16 x i64> %208, splat (i64 63)
  %210 = icmp ne <16 x i64> %209, %126
  %211 = icmp samesign ult <16 x i64> %209, splat (i64 32)
  %212 = and <16 x i1> %210, %211
  %213 = and <16 x i1> %154, %212
  %214 = bitcast <16 x i1> %213 to i16
  %215 = icmp eq i16 %214, 0
  br i1 %215, label %280, label %216
216:
  %217 = and <16 x i64> %207, splat (i64 -8658654068737)
  %218 = or disjoint <16 x i64> %217, splat (i64 4398046511104)
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %218, <16 x ptr> align 8 %206, <16 x i1> %213)
  br label %280
219:
  call void @llvm.lifetime.start.p0(ptr %11)
  store <16 x i64> %155, ptr %11, align 8
  store <16 x i64> %126, ptr %88, align 8
  store <16 x i64> %141, ptr %89, align 8
  store <16 x i64> %162, ptr %90, align 8
  store <16 x i64> %135, ptr %91, align 8
  store i8 1, ptr %92, align 8
  call void @llvm.memset.p0.i64(ptr %93, i8 0, i64 7, i1 false)
  br i1 %94, label %220, label %278
220:
  %221 = lshr <16 x i64> %165, splat (i64 47)
  %222 = xor <16 x i64> %221, splat (i64 -1)
  %223 = and <16 x i64> %141, %222
  %224 = icmp ne <16 x i64> %223, zeroinitializer
  %225 = and <16 x i64> %165, splat (i64 33554431)
  %226 = icmp samesign ule <16 x i64> %225, %96
  %227 = or <16 x i1> %226, %224
  %228 = icmp samesign ugt <16 x i64> %225, %98
  %229 = and <16 x i64> %165, splat (i64 137405399040)
  %230 = icmp samesign uge <16 x i64> %229, %100
  %231 = or <16 x i1> %228, %230
  %232 = select <16 x i1> %231, <16 x i1> splat (i1 true), <16 x i1> %227
  %233 = and <16 x i1> %154, %232
  %234 = bitcast <16 x i1> %233 to i16
  %235 = icmp eq i16 %234, 0
  br i1 %235, label %236, label %278
236:
  %237 = load ptr, ptr %101, align 8
  %238 = getelementptr i64, ptr %237, <16 x i64> %135
  %239 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %238, <16 x i1> %154, <16 x i64> zeroinitializer)
  %240 = and <16 x i64> %239, splat (i64 33554431)
  %241 = icmp samesign ugt <16 x i64> %240, %98
  %242 = and <16 x i64> %239, splat (i64 137405399040)
  %243 = icmp samesign uge <16 x i64> %242, %100
  %244 = or <16 x i1> %241, %243
  %245 = xor <16 x i64> %239, %162
  %246 = and <16 x i64> %245, splat (i64 8658654068736)
  %247 = icmp ne <16 x i64> %246, zeroinitializer
  %248 = and <16 x i64> %239, splat (i64 4672924418048)
  %249 = icmp ne <16 x i64> %248, splat (i64 4398046511104)
  %250 = and <16 x i64> %245, splat (i64 132078834286591)
  %251 = icmp ne <16 x i64> %250, zeroinitializer
  %252 = and <16 x i1> %249, %247
  %253 = or <16 x i1> %251, %252
  %254 = and <16 x i1> %244, %253
  %255 = and <16 x i1> %154, %254
  %256 = bitcast <16 x i1> %255 to i16
  %257 = icmp eq i16 %256, 0
  br i1 %257, label %258, label %277
258:
  %259 = select <16 x i1> %253, <16 x i64> %155, <16 x i64> zeroinitializer
  %260 = select <16 x i1> %244, <16 x i64> zeroinitializer, <16 x i64> %259
  %261 = icmp ne <16 x i64> %260, zeroinitializer
  %262 = getelementptr i64, ptr %237, <16 x i64> %135
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %162, <16 x ptr> align 8 %262, <16 x i1> %261)
  %263 = getelementptr i64, ptr %237, <16 x i64> %135
  %264 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %263, <16 x i1> %154, <16 x i64> zeroinitializer)
  %265 = lshr <16 x i64> %264, splat (i64 37)
  %266 = and <16 x i64> %265, splat (i64 63)
  %267 = icmp ne <16 x i64> %266, %126
  %268 = icmp samesign ult <16 x i64> %266, splat (i64 32)
  %269 = and <16 x i1> %267, %268
  %270 = icmp ne <16 x i64> %260, zeroinitializer
  %271 = and <16 x i1> %270, %269
  %272 = bitcast <16 x i1> %271 to i16
  %273 = icmp eq i16 %272, 0
  br i1 %273, label %279, label %274
274:
  %275 = and <16 x i64> %264, splat (i64 -8658654068737)
  %276 = or disjoint <16 x i64> %275, splat (i64 4398046511104)
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %276, <16 x ptr> align 8 %263, <16 x i1> %271)
  br label %279
277:
  call void @shared.remember_read(ptr %12, ptr %11)
  br label %279
278:
  call void @shared.check_step(ptr %12, ptr %11)
  br label %279
279:
  call void @llvm.lifetime.end.p0(ptr %11)
  br label %280
280:
  %281 = add i32 %130, %70
  %282 = icmp slt i32 %281, %71
  br i1 %282, label %129, label %283
283:
  br i1 %106, label %104, label %105
}
define void @cute.check.write.row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10) noinline {
  call void @shared.check_row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10, i32 1)
  ret void
}
define void @cute.check.write.any_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8) noinline {
  call void @shared.check_any(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8, i32 1)
  ret void
}
define void @cute.check.atomic.row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10) noinline {
  call void @shared.check_row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10, i32 3)
  ret void
}
define void @cute.check.atomic.any_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8) noinline {
  call void @shared.check_any(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8, i32 3)
  ret void
}
define void @cute.check.ordered.row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10) noinline {
  call void @shared.check_row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10, i32 2)
  ret void
}
define void @cute.check.ordered.any_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8) noinline {
  call void @shared.check_any(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8, i32 2)
  ret void
}
define void @cute.check.engine.row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10) noinline {
  call void @shared.check_row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10, i32 8)
  ret void
}
define void @cute.check.engine.any_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8) noinline {
  call void @shared.check_any(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8, i32 8)
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define internal void @shared.remember_read(ptr %0, ptr %1) noinline {
  %3 = alloca <16 x i64>, align 8
  %4 = alloca <16 x i64>, align 8
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 640
  %9 = load i8, ptr %8, align 8
  %10 = trunc nuw i8 %9 to i1
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %12 = load <16 x i64>, ptr %11, align 8
  br i1 %10, label %13, label %18
13:
  %14 = load <16 x i64>, ptr %1, align 8
  %15 = icmp ne <16 x i64> %14, zeroinitializer
  %16 = getelementptr i64, ptr %7, <16 x i64> %12
  %17 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %16, <16 x i1> %15, <16 x i64> zeroinitializer)
  br label %24
18:
  %19 = extractelement <16 x i64> %12, i64 0
  %20 = getelementptr inbounds nuw i64, ptr %7, i64 %19
  %21 = load <16 x i64>, ptr %20, align 8
  %22 = load <16 x i64>, ptr %1, align 8
  %23 = and <16 x i64> %22, %21
  br label %24
24:
  %25 = phi <16 x i64> [ %17, %13 ], [ %23, %18 ]
  %26 = and <16 x i64> %25, splat (i64 33554431)
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %28 = load i64, ptr %27, align 8
  %29 = insertelement <16 x i64> poison, i64 %28, i64 0
  %30 = shufflevector <16 x i64> %29, <16 x i64> poison, <16 x i32> zeroinitializer
  %31 = icmp ule <16 x i64> %26, %30
  %32 = and <16 x i64> %25, splat (i64 137405399040)
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %34 = load i64, ptr %33, align 8
  %35 = insertelement <16 x i64> poison, i64 %34, i64 0
  %36 = shufflevector <16 x i64> %35, <16 x i64> poison, <16 x i32> zeroinitializer
  %37 = icmp ult <16 x i64> %32, %36
  %38 = and <16 x i1> %31, %37
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 384
  %40 = load <16 x i64>, ptr %39, align 8
  %41 = xor <16 x i64> %40, %25
  %42 = and <16 x i64> %41, splat (i64 8658654068736)
  %43 = icmp eq <16 x i64> %42, zeroinitializer
  %44 = and <16 x i64> %25, splat (i64 4672924418048)
  %45 = icmp eq <16 x i64> %44, splat (i64 4398046511104)
  %46 = and <16 x i64> %41, splat (i64 132078834286591)
  %47 = icmp eq <16 x i64> %46, zeroinitializer
  %48 = or <16 x i1> %45, %43
  %49 = and <16 x i1> %47, %48
  %50 = or <16 x i1> %38, %49
  %51 = sext <16 x i1> %50 to <16 x i64>
  %52 = load <16 x i64>, ptr %1, align 8
  %53 = icmp ugt <16 x i64> %52, %51
  %54 = bitcast <16 x i1> %53 to i16
  %55 = icmp eq i16 %54, 0
  br i1 %55, label %56, label %96
56:
  %57 = select <16 x i1> %49, <16 x i64> zeroinitializer, <16 x i64> %52
  %58 = select <16 x i1> %38, <16 x i64> %57, <16 x i64> zeroinitializer
  %59 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %60 = load <16 x i64>, ptr %59, align 8
  br i1 %10, label %61, label %64
61:
  %62 = icmp ne <16 x i64> %58, zeroinitializer
  %63 = getelementptr i64, ptr %7, <16 x i64> %60
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %40, <16 x ptr> align 8 %63, <16 x i1> %62)
  br label %72
64:
  %65 = extractelement <16 x i64> %60, i64 0
  %66 = getelementptr inbounds nuw i64, ptr %7, i64 %65
  %67 = load <16 x i64>, ptr %66, align 8
  %68 = and <16 x i64> %58, %40
  %69 = xor <16 x i64> %58, splat (i64 -1)
  %70 = and <16 x i64> %67, %69
  %71 = or <16 x i64> %70, %68
  store <16 x i64> %71, ptr %66, align 8
  br label %72
72:
  %73 = load i8, ptr %8, align 8
  %74 = trunc nuw i8 %73 to i1
  br i1 %74, label %75, label %248
75:
  %76 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %77 = load <16 x i64>, ptr %76, align 8
  %78 = load <16 x i64>, ptr %1, align 8
  %79 = icmp ne <16 x i64> %78, zeroinitializer
  %80 = getelementptr i64, ptr %7, <16 x i64> %77
  %81 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %80, <16 x i1> %79, <16 x i64> zeroinitializer)
  %82 = lshr <16 x i64> %81, splat (i64 37)
  %83 = and <16 x i64> %82, splat (i64 63)
  %84 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %85 = load <16 x i64>, ptr %84, align 8
  %86 = icmp ne <16 x i64> %83, %85
  %87 = icmp samesign ult <16 x i64> %83, splat (i64 32)
  %88 = and <16 x i1> %86, %87
  %89 = icmp ne <16 x i64> %58, zeroinitializer
  %90 = and <16 x i1> %89, %88
  %91 = bitcast <16 x i1> %90 to i16
  %92 = icmp eq i16 %91, 0
  br i1 %92, label %248, label %93
93:
  %94 = and <16 x i64> %81, splat (i64 -8658654068737)
  %95 = or disjoint <16 x i64> %94, splat (i64 4398046511104)
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %95, <16 x ptr> align 8 %80, <16 x i1> %90)
  br label %248
96:
  call void @llvm.lifetime.start.p0(ptr %3)
  %97 = load ptr, ptr %6, align 8
  %98 = load i8, ptr %8, align 8
  %99 = trunc nuw i8 %98 to i1
  %100 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %101 = load <16 x i64>, ptr %100, align 8
  br i1 %99, label %102, label %107
102:
  %103 = load <16 x i64>, ptr %1, align 8
  %104 = icmp ne <16 x i64> %103, zeroinitializer
  %105 = getelementptr i64, ptr %97, <16 x i64> %101
  %106 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %105, <16 x i1> %104, <16 x i64> zeroinitializer)
  br label %113
107:
  %108 = extractelement <16 x i64> %101, i64 0
  %109 = getelementptr inbounds nuw i64, ptr %97, i64 %108
  %110 = load <16 x i64>, ptr %109, align 8
  %111 = load <16 x i64>, ptr %1, align 8
  %112 = and <16 x i64> %111, %110
  br label %113
113:
  %114 = phi <16 x i64> [ %106, %102 ], [ %112, %107 ]
  store <16 x i64> %114, ptr %3, align 8
  %115 = lshr <16 x i64> %114, splat (i64 25)
  %116 = and <16 x i64> %115, splat (i64 4095)
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %118 = load i64, ptr %117, align 8
  %119 = insertelement <16 x i64> poison, i64 %118, i64 0
  %120 = shufflevector <16 x i64> %119, <16 x i64> poison, <16 x i32> zeroinitializer
  %121 = icmp eq <16 x i64> %116, %120
  %122 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %123 = load ptr, ptr %122, align 8
  %124 = call <16 x i64> @shared.later_than(ptr %123, ptr %3, ptr %1)
  %125 = xor <16 x i64> %124, splat (i64 -1)
  %126 = select <16 x i1> %121, <16 x i64> splat (i64 -1), <16 x i64> %125
  %127 = load <16 x i64>, ptr %1, align 8
  %128 = and <16 x i64> %126, %127
  %129 = call <16 x i64> @shared.merged(ptr %1, ptr %3)
  %130 = icmp ne <16 x i64> %128, zeroinitializer
  %131 = bitcast <16 x i1> %130 to i16
  %132 = icmp eq i16 %131, 0
  br i1 %132, label %169, label %133
133:
  %134 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %135 = load <16 x i64>, ptr %134, align 8
  br i1 %99, label %136, label %138
136:
  %137 = getelementptr i64, ptr %97, <16 x i64> %135
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %129, <16 x ptr> align 8 %137, <16 x i1> %130)
  br label %146
138:
  %139 = extractelement <16 x i64> %135, i64 0
  %140 = getelementptr inbounds nuw i64, ptr %97, i64 %139
  %141 = load <16 x i64>, ptr %140, align 8
  %142 = and <16 x i64> %128, %129
  %143 = xor <16 x i64> %128, splat (i64 -1)
  %144 = and <16 x i64> %141, %143
  %145 = or <16 x i64> %144, %142
  store <16 x i64> %145, ptr %140, align 8
  br label %146
146:
  %147 = load i8, ptr %8, align 8
  %148 = trunc nuw i8 %147 to i1
  br i1 %148, label %149, label %169
149:
  %150 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %151 = load <16 x i64>, ptr %150, align 8
  %152 = load <16 x i64>, ptr %1, align 8
  %153 = icmp ne <16 x i64> %152, zeroinitializer
  %154 = getelementptr i64, ptr %97, <16 x i64> %151
  %155 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %154, <16 x i1> %153, <16 x i64> zeroinitializer)
  %156 = lshr <16 x i64> %155, splat (i64 37)
  %157 = and <16 x i64> %156, splat (i64 63)
  %158 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %159 = load <16 x i64>, ptr %158, align 8
  %160 = icmp ne <16 x i64> %157, %159
  %161 = icmp samesign ult <16 x i64> %157, splat (i64 32)
  %162 = and <16 x i1> %160, %161
  %163 = and <16 x i1> %130, %162
  %164 = bitcast <16 x i1> %163 to i16
  %165 = icmp eq i16 %164, 0
  br i1 %165, label %169, label %166
166:
  %167 = and <16 x i64> %155, splat (i64 -8658654068737)
  %168 = or disjoint <16 x i64> %167, splat (i64 4398046511104)
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %168, <16 x ptr> align 8 %154, <16 x i1> %163)
  br label %169
169:
  %170 = xor <16 x i64> %126, splat (i64 -1)
  %171 = load <16 x i64>, ptr %1, align 8
  %172 = and <16 x i64> %171, %170
  %173 = icmp ne <16 x i64> %172, zeroinitializer
  %174 = bitcast <16 x i1> %173 to i16
  %175 = icmp eq i16 %174, 0
  br i1 %175, label %247, label %176
176:
  call void @llvm.lifetime.start.p0(ptr %4)
  %177 = getelementptr inbounds nuw i8, ptr %5, i64 48
  %178 = load ptr, ptr %177, align 8
  %179 = load i8, ptr %8, align 8
  %180 = trunc nuw i8 %179 to i1
  %181 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %182 = load <16 x i64>, ptr %181, align 8
  br i1 %180, label %183, label %187
183:
  %184 = icmp ne <16 x i64> %171, zeroinitializer
  %185 = getelementptr i64, ptr %178, <16 x i64> %182
  %186 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %185, <16 x i1> %184, <16 x i64> zeroinitializer)
  br label %192
187:
  %188 = extractelement <16 x i64> %182, i64 0
  %189 = getelementptr inbounds nuw i64, ptr %178, i64 %188
  %190 = load <16 x i64>, ptr %189, align 8
  %191 = and <16 x i64> %190, %171
  br label %192
192:
  %193 = phi <16 x i64> [ %186, %183 ], [ %191, %187 ]
  store <16 x i64> %193, ptr %4, align 8
  %194 = load <16 x i64>, ptr %39, align 8
  %195 = xor <16 x i64> %194, %193
  %196 = and <16 x i64> %195, splat (i64 8658654068736)
  %197 = and <16 x i64> %193, splat (i64 4672924418048)
  %198 = and <16 x i64> %195, splat (i64 132078834286591)
  %199 = icmp ne <16 x i64> %198, zeroinitializer
  %200 = icmp ne <16 x i64> %197, splat (i64 4398046511104)
  %201 = icmp ne <16 x i64> %196, zeroinitializer
  %202 = and <16 x i1> %200, %201
  %203 = or <16 x i1> %199, %202
  %204 = select <16 x i1> %203, <16 x i64> %171, <16 x i64> zeroinitializer
  %205 = and <16 x i64> %204, %170
  %206 = call <16 x i64> @shared.merged(ptr %1, ptr %4)
  %207 = icmp ne <16 x i64> %205, zeroinitializer
  %208 = bitcast <16 x i1> %207 to i16
  %209 = icmp eq i16 %208, 0
  br i1 %209, label %246, label %210
210:
  %211 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %212 = load <16 x i64>, ptr %211, align 8
  br i1 %180, label %213, label %215
213:
  %214 = getelementptr i64, ptr %178, <16 x i64> %212
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %206, <16 x ptr> align 8 %214, <16 x i1> %207)
  br label %223
215:
  %216 = extractelement <16 x i64> %212, i64 0
  %217 = getelementptr inbounds nuw i64, ptr %178, i64 %216
  %218 = load <16 x i64>, ptr %217, align 8
  %219 = and <16 x i64> %205, %206
  %220 = xor <16 x i64> %205, splat (i64 -1)
  %221 = and <16 x i64> %218, %220
  %222 = or <16 x i64> %221, %219
  store <16 x i64> %222, ptr %217, align 8
  br label %223
223:
  %224 = load i8, ptr %8, align 8
  %225 = trunc nuw i8 %224 to i1
  br i1 %225, label %226, label %246
226:
  %227 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %228 = load <16 x i64>, ptr %227, align 8
  %229 = load <16 x i64>, ptr %1, align 8
  %230 = icmp ne <16 x i64> %229, zeroinitializer
  %231 = getelementptr i64, ptr %178, <16 x i64> %228
  %232 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %231, <16 x i1> %230, <16 x i64> zeroinitializer)
  %233 = lshr <16 x i64> %232, splat (i64 37)
  %234 = and <16 x i64> %233, splat (i64 63)
  %235 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %236 = load <16 x i64>, ptr %235, align 8
  %237 = icmp ne <16 x i64> %234, %236
  %238 = icmp samesign ult <16 x i64> %234, splat (i64 32)
  %239 = and <16 x i1> %237, %238
  %240 = and <16 x i1> %207, %239
  %241 = bitcast <16 x i1> %240 to i16
  %242 = icmp eq i16 %241, 0
  br i1 %242, label %246, label %243
243:
  %244 = and <16 x i64> %232, splat (i64 -8658654068737)
  %245 = or disjoint <16 x i64> %244, splat (i64 4398046511104)
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %245, <16 x ptr> align 8 %231, <16 x i1> %240)
  br label %246
246:
  call void @llvm.lifetime.end.p0(ptr %4)
  br label %247
247:
  call void @llvm.lifetime.end.p0(ptr %3)
  br label %248
248:
  ret void
}
define internal void @shared.check_step(ptr %0, ptr %1) noinline {
  %3 = alloca <16 x i64>, align 8
  %4 = alloca [4 x <16 x i64>], align 16
  %5 = alloca <16 x i64>, align 8
  %6 = alloca <16 x i64>, align 8
  %7 = load ptr, ptr %0, align 8
  call void @llvm.lifetime.start.p0(ptr %3)
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 640
  %11 = load i8, ptr %10, align 8
  %12 = trunc nuw i8 %11 to i1
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %14 = load <16 x i64>, ptr %13, align 8
  br i1 %12, label %15, label %20
15:
  %16 = load <16 x i64>, ptr %1, align 8
  %17 = icmp ne <16 x i64> %16, zeroinitializer
  %18 = getelementptr i64, ptr %9, <16 x i64> %14
  %19 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %18, <16 x i1> %17, <16 x i64> zeroinitializer)
  br label %26
20:
  %21 = extractelement <16 x i64> %14, i64 0
  %22 = getelementptr inbounds nuw i64, ptr %9, i64 %21
  %23 = load <16 x i64>, ptr %22, align 8
  %24 = load <16 x i64>, ptr %1, align 8
  %25 = and <16 x i64> %24, %23
  br label %26
26:
  %27 = phi <16 x i64> [ %19, %15 ], [ %25, %20 ]
  store <16 x i64> %27, ptr %3, align 8
  call void @llvm.lifetime.start.p0(ptr %4)
  call void @llvm.memset.p0.i64(ptr %4, i8 0, i64 512, i1 false)
  %28 = call <16 x i64> @shared.conflicts(ptr %0, ptr %1, ptr %3, i1 true)
  store <16 x i64> %28, ptr %4, align 16
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %30 = load i32, ptr %29, align 4
  %31 = and i32 %30, 1
  %32 = icmp eq i32 %31, 0
  %33 = and i32 %30, 3
  %34 = icmp eq i32 %33, 1
  br i1 %34, label %53, label %35
35:
  %36 = lshr <16 x i64> %27, splat (i64 47)
  %37 = and <16 x i64> %36, splat (i64 15)
  %38 = xor <16 x i64> %37, splat (i64 -1)
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 256
  %40 = load <16 x i64>, ptr %39, align 8
  %41 = and <16 x i64> %40, %38
  %42 = icmp ne <16 x i64> %41, zeroinitializer
  %43 = and <16 x i64> %27, splat (i64 33554431)
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %45 = load i64, ptr %44, align 8
  %46 = insertelement <16 x i64> poison, i64 %45, i64 0
  %47 = shufflevector <16 x i64> %46, <16 x i64> poison, <16 x i32> zeroinitializer
  %48 = icmp ule <16 x i64> %43, %47
  %49 = or <16 x i1> %42, %48
  %50 = load <16 x i64>, ptr %1, align 8
  %51 = select <16 x i1> %49, <16 x i64> %50, <16 x i64> zeroinitializer
  %52 = getelementptr inbounds nuw i8, ptr %4, i64 128
  store <16 x i64> %51, ptr %52, align 16
  br label %53
53:
  br i1 %32, label %93, label %54
54:
  call void @llvm.lifetime.start.p0(ptr %5)
  %55 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %56 = load ptr, ptr %55, align 8
  %57 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %58 = load <16 x i64>, ptr %57, align 8
  br i1 %12, label %59, label %64
59:
  %60 = load <16 x i64>, ptr %1, align 8
  %61 = icmp ne <16 x i64> %60, zeroinitializer
  %62 = getelementptr i64, ptr %56, <16 x i64> %58
  %63 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %62, <16 x i1> %61, <16 x i64> zeroinitializer)
  br label %70
64:
  %65 = extractelement <16 x i64> %58, i64 0
  %66 = getelementptr inbounds nuw i64, ptr %56, i64 %65
  %67 = load <16 x i64>, ptr %66, align 8
  %68 = load <16 x i64>, ptr %1, align 8
  %69 = and <16 x i64> %68, %67
  br label %70
70:
  %71 = phi <16 x i64> [ %63, %59 ], [ %69, %64 ]
  store <16 x i64> %71, ptr %5, align 8
  call void @llvm.lifetime.start.p0(ptr %6)
  %72 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %73 = load ptr, ptr %72, align 8
  %74 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %75 = load <16 x i64>, ptr %74, align 8
  br i1 %12, label %76, label %81
76:
  %77 = load <16 x i64>, ptr %1, align 8
  %78 = icmp ne <16 x i64> %77, zeroinitializer
  %79 = getelementptr i64, ptr %73, <16 x i64> %75
  %80 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %79, <16 x i1> %78, <16 x i64> zeroinitializer)
  br label %87
81:
  %82 = extractelement <16 x i64> %75, i64 0
  %83 = getelementptr inbounds nuw i64, ptr %73, i64 %82
  %84 = load <16 x i64>, ptr %83, align 8
  %85 = load <16 x i64>, ptr %1, align 8
  %86 = and <16 x i64> %85, %84
  br label %87
87:
  %88 = phi <16 x i64> [ %80, %76 ], [ %86, %81 ]
  store <16 x i64> %88, ptr %6, align 8
  %89 = call <16 x i64> @shared.conflicts(ptr %0, ptr %1, ptr %5, i1 false)
  %90 = getelementptr inbounds nuw i8, ptr %4, i64 256
  store <16 x i64> %89, ptr %90, align 16
  %91 = call <16 x i64> @shared.conflicts(ptr %0, ptr %1, ptr %6, i1 false)
  %92 = getelementptr inbounds nuw i8, ptr %4, i64 384
  store <16 x i64> %91, ptr %92, align 16
  call void @llvm.lifetime.end.p0(ptr %6)
  call void @llvm.lifetime.end.p0(ptr %5)
  br label %100
93:
  %94 = and i32 %30, 24
  %95 = icmp eq i32 %94, 0
  br i1 %95, label %100, label %96
96:
  %97 = call <16 x i64> @shared.unfenced(ptr %0, ptr %1, ptr %3)
  %98 = getelementptr inbounds nuw i8, ptr %4, i64 384
  store <16 x i64> %97, ptr %98, align 16
  %99 = getelementptr inbounds nuw i8, ptr %4, i64 256
  store <16 x i64> %97, ptr %99, align 16
  br label %100
100:
  call void @shared.tell(ptr %0, ptr %1, ptr %4)
  %101 = load i32, ptr %29, align 4
  %102 = and i32 %101, 1
  %103 = icmp eq i32 %102, 0
  br i1 %103, label %104, label %105
104:
  call void @shared.remember_read(ptr %0, ptr %1)
  br label %200
105:
  %106 = call <16 x i64> @shared.merged(ptr %1, ptr %3)
  %107 = load ptr, ptr %0, align 8
  %108 = and <16 x i64> %27, splat (i64 33554431)
  %109 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %110 = load i64, ptr %109, align 8
  %111 = insertelement <16 x i64> poison, i64 %110, i64 0
  %112 = shufflevector <16 x i64> %111, <16 x i64> poison, <16 x i32> zeroinitializer
  %113 = icmp ugt <16 x i64> %108, %112
  %114 = and <16 x i64> %27, splat (i64 2111062325329920)
  %115 = select <16 x i1> %113, <16 x i64> %114, <16 x i64> zeroinitializer
  %116 = getelementptr inbounds nuw i8, ptr %1, i64 256
  %117 = load <16 x i64>, ptr %116, align 8
  %118 = shl <16 x i64> %117, splat (i64 47)
  %119 = or <16 x i64> %118, %106
  %120 = or <16 x i64> %119, %115
  %121 = getelementptr inbounds nuw i8, ptr %107, i64 32
  %122 = load ptr, ptr %121, align 8
  %123 = load i8, ptr %10, align 8
  %124 = trunc nuw i8 %123 to i1
  %125 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %126 = load <16 x i64>, ptr %125, align 8
  br i1 %124, label %127, label %131
127:
  %128 = load <16 x i64>, ptr %1, align 8
  %129 = icmp ne <16 x i64> %128, zeroinitializer
  %130 = getelementptr i64, ptr %122, <16 x i64> %126
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %120, <16 x ptr> align 8 %130, <16 x i1> %129)
  br label %140
131:
  %132 = extractelement <16 x i64> %126, i64 0
  %133 = getelementptr inbounds nuw i64, ptr %122, i64 %132
  %134 = load <16 x i64>, ptr %1, align 8
  %135 = load <16 x i64>, ptr %133, align 8
  %136 = and <16 x i64> %134, %120
  %137 = xor <16 x i64> %134, splat (i64 -1)
  %138 = and <16 x i64> %135, %137
  %139 = or <16 x i64> %138, %136
  store <16 x i64> %139, ptr %133, align 8
  br label %140
140:
  %141 = getelementptr inbounds nuw i8, ptr %107, i64 40
  %142 = load ptr, ptr %141, align 8
  %143 = load i8, ptr %10, align 8
  %144 = trunc nuw i8 %143 to i1
  %145 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %146 = load <16 x i64>, ptr %145, align 8
  br i1 %144, label %147, label %151
147:
  %148 = load <16 x i64>, ptr %1, align 8
  %149 = icmp ne <16 x i64> %148, zeroinitializer
  %150 = getelementptr i64, ptr %142, <16 x i64> %146
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> zeroinitializer, <16 x ptr> align 8 %150, <16 x i1> %149)
  br label %158
151:
  %152 = extractelement <16 x i64> %146, i64 0
  %153 = getelementptr inbounds nuw i64, ptr %142, i64 %152
  %154 = load <16 x i64>, ptr %1, align 8
  %155 = load <16 x i64>, ptr %153, align 8
  %156 = xor <16 x i64> %154, splat (i64 -1)
  %157 = and <16 x i64> %155, %156
  store <16 x i64> %157, ptr %153, align 8
  br label %158
158:
  %159 = getelementptr inbounds nuw i8, ptr %107, i64 48
  %160 = load ptr, ptr %159, align 8
  %161 = load i8, ptr %10, align 8
  %162 = trunc nuw i8 %161 to i1
  %163 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %164 = load <16 x i64>, ptr %163, align 8
  br i1 %162, label %165, label %169
165:
  %166 = load <16 x i64>, ptr %1, align 8
  %167 = icmp ne <16 x i64> %166, zeroinitializer
  %168 = getelementptr i64, ptr %160, <16 x i64> %164
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> zeroinitializer, <16 x ptr> align 8 %168, <16 x i1> %167)
  br label %176
169:
  %170 = extractelement <16 x i64> %164, i64 0
  %171 = getelementptr inbounds nuw i64, ptr %160, i64 %170
  %172 = load <16 x i64>, ptr %1, align 8
  %173 = load <16 x i64>, ptr %171, align 8
  %174 = xor <16 x i64> %172, splat (i64 -1)
  %175 = and <16 x i64> %173, %174
  store <16 x i64> %175, ptr %171, align 8
  br label %176
176:
  %177 = load i8, ptr %10, align 8
  %178 = trunc nuw i8 %177 to i1
  br i1 %178, label %179, label %200
179:
  %180 = load ptr, ptr %121, align 8
  %181 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %182 = load <16 x i64>, ptr %181, align 8
  %183 = load <16 x i64>, ptr %1, align 8
  %184 = icmp ne <16 x i64> %183, zeroinitializer
  %185 = getelementptr i64, ptr %180, <16 x i64> %182
  %186 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %185, <16 x i1> %184, <16 x i64> zeroinitializer)
  %187 = lshr <16 x i64> %186, splat (i64 37)
  %188 = and <16 x i64> %187, splat (i64 63)
  %189 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %190 = load <16 x i64>, ptr %189, align 8
  %191 = icmp ne <16 x i64> %188, %190
  %192 = icmp samesign ult <16 x i64> %188, splat (i64 32)
  %193 = and <16 x i1> %191, %192
  %194 = select <16 x i1> %193, <16 x i1> %184, <16 x i1> zeroinitializer
  %195 = bitcast <16 x i1> %194 to i16
  %196 = icmp eq i16 %195, 0
  br i1 %196, label %200, label %197
197:
  %198 = and <16 x i64> %186, splat (i64 -8658654068737)
  %199 = or disjoint <16 x i64> %198, splat (i64 4398046511104)
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %199, <16 x ptr> align 8 %185, <16 x i1> %194)
  br label %200
200:
  call void @llvm.lifetime.end.p0(ptr %4)
  call void @llvm.lifetime.end.p0(ptr %3)
  ret void
}
declare <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr>, <16 x i1>, <16 x i64>)
declare void @llvm.masked.scatter.v16i64.v16p0(<16 x i64>, <16 x ptr>, <16 x i1>)
define internal <16 x i64> @shared.later_than(ptr %0, ptr %1, ptr %2) noinline {
  %4 = load <16 x i64>, ptr %1, align 8
  %5 = and <16 x i64> %4, splat (i64 137438953471)
  %6 = shufflevector <16 x i64> %5, <16 x i64> poison, <16 x i32> zeroinitializer
  %7 = icmp ne <16 x i64> %5, %6
  %8 = load <16 x i64>, ptr %2, align 8
  %9 = icmp ne <16 x i64> %8, zeroinitializer
  %10 = select <16 x i1> %7, <16 x i1> %9, <16 x i1> zeroinitializer
  %11 = bitcast <16 x i1> %10 to i16
  %12 = icmp eq i16 %11, 0
  br i1 %12, label %13, label %22
13:
  %14 = extractelement <16 x i64> %5, i64 0
  %15 = and i64 %14, 33554431
  %16 = lshr i64 %14, 25
  %17 = getelementptr inbounds nuw i32, ptr %0, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = zext i32 %18 to i64
  %20 = icmp samesign ugt i64 %15, %19
  %21 = select i1 %20, <16 x i64> splat (i64 -1), <16 x i64> zeroinitializer
  br label %31
22:
  %23 = lshr <16 x i64> %5, splat (i64 25)
  %24 = icmp ne <16 x i64> %8, zeroinitializer
  %25 = getelementptr i32, ptr %0, <16 x i64> %23
  %26 = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %25, <16 x i1> %24, <16 x i32> zeroinitializer)
  %27 = zext <16 x i32> %26 to <16 x i64>
  %28 = and <16 x i64> %4, splat (i64 33554431)
  %29 = icmp samesign ugt <16 x i64> %28, %27
  %30 = sext <16 x i1> %29 to <16 x i64>
  br label %31
31:
  %32 = phi <16 x i64> [ %21, %13 ], [ %30, %22 ]
  ret <16 x i64> %32
}
define internal <16 x i64> @shared.merged(ptr %0, ptr %1) noinline {
  %3 = load <16 x i64>, ptr %1, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 384
  %5 = load <16 x i64>, ptr %4, align 8
  %6 = xor <16 x i64> %5, %3
  %7 = and <16 x i64> %6, splat (i64 137438953471)
  %8 = icmp eq <16 x i64> %7, zeroinitializer
  %9 = lshr <16 x i64> %3, splat (i64 37)
  %10 = and <16 x i64> %9, splat (i64 63)
  %11 = icmp samesign ult <16 x i64> %10, splat (i64 33)
  %12 = lshr <16 x i64> %3, splat (i64 43)
  %13 = and <16 x i64> %12, splat (i64 15)
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %15 = load <16 x i64>, ptr %14, align 8
  %16 = and <16 x i64> %13, %15
  %17 = icmp ne <16 x i64> %16, zeroinitializer
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %19 = load <16 x i64>, ptr %18, align 8
  %20 = icmp ne <16 x i64> %10, %19
  %21 = icmp ne <16 x i64> %19, splat (i64 34)
  %22 = select <16 x i1> %21, <16 x i1> %20, <16 x i1> zeroinitializer
  %23 = select <16 x i1> %22, <16 x i1> %8, <16 x i1> zeroinitializer
  %24 = icmp ult <16 x i64> %19, splat (i64 33)
  %25 = icmp eq <16 x i64> %10, splat (i64 35)
  %26 = or <16 x i1> %11, %25
  %27 = and <16 x i1> %24, %26
  %28 = select <16 x i1> %27, <16 x i64> splat (i64 4810363371520), <16 x i64> splat (i64 4535485464576)
  %29 = and <16 x i1> %11, %17
  %30 = select <16 x i1> %29, <16 x i64> splat (i64 4398046511104), <16 x i64> %28
  %31 = and <16 x i64> %5, splat (i64 -8658654068737)
  %32 = or disjoint <16 x i64> %30, %31
  %33 = select <16 x i1> %23, <16 x i64> %32, <16 x i64> %5
  %34 = and <16 x i64> %3, splat (i64 131941395333120)
  %35 = select <16 x i1> %8, <16 x i64> %34, <16 x i64> zeroinitializer
  %36 = or <16 x i64> %33, %35
  ret <16 x i64> %36
}
declare <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr>, <16 x i1>, <16 x i32>)
define internal <16 x i64> @shared.conflicts(ptr %0, ptr %1, ptr %2, i1 %3) noinline {
  %5 = load <16 x i64>, ptr %2, align 8
  %6 = lshr <16 x i64> %5, splat (i64 37)
  %7 = and <16 x i64> %6, splat (i64 63)
  %8 = lshr <16 x i64> %5, splat (i64 43)
  %9 = and <16 x i64> %8, splat (i64 15)
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 256
  %11 = load <16 x i64>, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %13 = load ptr, ptr %12, align 8
  %14 = call <16 x i64> @shared.later_than(ptr %13, ptr %2, ptr %1)
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %16 = load <16 x i64>, ptr %15, align 8
  %17 = icmp ne <16 x i64> %7, %16
  br i1 %3, label %21, label %18
18:
  %19 = icmp eq <16 x i64> %7, splat (i64 32)
  %20 = or <16 x i1> %19, %17
  br label %21
21:
  %22 = phi i64 [ 32, %4 ], [ 33, %18 ]
  %23 = phi <16 x i1> [ %17, %4 ], [ %20, %18 ]
  %24 = lshr <16 x i64> %5, splat (i64 25)
  %25 = and <16 x i64> %24, splat (i64 4095)
  %26 = and <16 x i64> %5, splat (i64 33554431)
  %27 = insertelement <16 x i64> poison, i64 %22, i64 0
  %28 = shufflevector <16 x i64> %27, <16 x i64> poison, <16 x i32> zeroinitializer
  %29 = icmp samesign ult <16 x i64> %7, %28
  %30 = and <16 x i1> %23, %29
  %31 = icmp eq <16 x i64> %7, splat (i64 35)
  %32 = xor <16 x i64> %11, splat (i64 -1)
  %33 = and <16 x i64> %9, %32
  %34 = icmp eq <16 x i64> %33, zeroinitializer
  %35 = and <16 x i1> %31, %34
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %37 = load i32, ptr %36, align 8
  %38 = zext i32 %37 to i64
  %39 = insertelement <16 x i64> poison, i64 %38, i64 0
  %40 = shufflevector <16 x i64> %39, <16 x i64> poison, <16 x i32> zeroinitializer
  %41 = icmp eq <16 x i64> %25, %40
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %43 = load i64, ptr %42, align 8
  %44 = insertelement <16 x i64> poison, i64 %43, i64 0
  %45 = shufflevector <16 x i64> %44, <16 x i64> poison, <16 x i32> zeroinitializer
  %46 = icmp uge <16 x i64> %26, %45
  %47 = and <16 x i1> %41, %46
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %49 = load i64, ptr %48, align 8
  %50 = insertelement <16 x i64> poison, i64 %49, i64 0
  %51 = shufflevector <16 x i64> %50, <16 x i64> poison, <16 x i32> zeroinitializer
  %52 = icmp eq <16 x i64> %25, %51
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %54 = load i64, ptr %53, align 8
  %55 = insertelement <16 x i64> poison, i64 %54, i64 0
  %56 = shufflevector <16 x i64> %55, <16 x i64> poison, <16 x i32> zeroinitializer
  %57 = icmp ugt <16 x i64> %26, %56
  %58 = and <16 x i1> %52, %57
  %59 = or <16 x i1> %47, %58
  %60 = or <16 x i1> %35, %30
  %61 = and <16 x i1> %60, %59
  %62 = icmp ult <16 x i64> %16, splat (i64 33)
  %63 = and <16 x i1> %62, %61
  %64 = select <16 x i1> %63, <16 x i64> splat (i64 -1), <16 x i64> %14
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %66 = load i32, ptr %65, align 4
  %67 = and i32 %66, 2
  %68 = icmp eq i32 %67, 0
  br i1 %68, label %72, label %69
69:
  %70 = icmp eq <16 x i64> %7, splat (i64 34)
  %71 = select <16 x i1> %70, <16 x i64> zeroinitializer, <16 x i64> %64
  br label %72
72:
  %73 = phi <16 x i64> [ %71, %69 ], [ %64, %21 ]
  %74 = and <16 x i64> %9, %11
  %75 = icmp eq <16 x i64> %74, zeroinitializer
  %76 = select <16 x i1> %75, <16 x i64> zeroinitializer, <16 x i64> %73
  %77 = load <16 x i64>, ptr %1, align 8
  %78 = and <16 x i64> %76, %77
  ret <16 x i64> %78
}
define internal <16 x i64> @shared.unfenced(ptr %0, ptr %1, ptr %2) noinline {
  %4 = load <16 x i64>, ptr %2, align 8
  %5 = lshr <16 x i64> %4, splat (i64 25)
  %6 = and <16 x i64> %5, splat (i64 4095)
  %7 = load ptr, ptr %0, align 8
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 296
  %9 = load i32, ptr %8, align 8
  %10 = zext i32 %9 to i64
  %11 = shl nuw nsw i64 %10, 1
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %13 = load ptr, ptr %12, align 8
  %14 = call <16 x i64> @shared.later_than(ptr %13, ptr %2, ptr %1)
  %15 = insertelement <16 x i64> poison, i64 %11, i64 0
  %16 = shufflevector <16 x i64> %15, <16 x i64> poison, <16 x i32> zeroinitializer
  %17 = icmp samesign ult <16 x i64> %6, %16
  %18 = select <16 x i1> %17, <16 x i64> %14, <16 x i64> zeroinitializer
  %19 = load <16 x i64>, ptr %1, align 8
  %20 = and <16 x i64> %18, %19
  ret <16 x i64> %20
}
define internal void @shared.tell(ptr %0, ptr %1, ptr %2) noinline {
  %4 = load ptr, ptr %0, align 8
  %5 = load <16 x i64>, ptr %2, align 8
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 128
  %7 = load <16 x i64>, ptr %6, align 8
  %8 = or <16 x i64> %7, %5
  %9 = getelementptr inbounds nuw i8, ptr %2, i64 256
  %10 = load <16 x i64>, ptr %9, align 8
  %11 = or <16 x i64> %8, %10
  %12 = getelementptr inbounds nuw i8, ptr %2, i64 384
  %13 = load <16 x i64>, ptr %12, align 8
  %14 = or <16 x i64> %11, %13
  %15 = icmp ne <16 x i64> %14, zeroinitializer
  %16 = bitcast <16 x i1> %15 to i16
  %17 = icmp eq i16 %16, 0
  br i1 %17, label %109, label %18
18:
  %19 = getelementptr inbounds nuw i8, ptr %4, i64 160
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %22 = load i32, ptr %21, align 4
  %23 = sext i32 %22 to i64
  %24 = getelementptr inbounds i8, ptr %20, i64 %23
  %25 = load i8, ptr %24, align 1
  %26 = icmp eq i8 %25, 0
  br i1 %26, label %27, label %109
27:
  %28 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %29 = load <16 x i64>, ptr %28, align 8
  %30 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %31 = load <16 x i64>, ptr %30, align 8
  %32 = shl <16 x i64> %31, splat (i64 32)
  %33 = getelementptr inbounds nuw i8, ptr %1, i64 256
  %34 = load <16 x i64>, ptr %33, align 8
  %35 = shl <16 x i64> %34, splat (i64 40)
  %36 = or <16 x i64> %32, %35
  %37 = or <16 x i64> %36, %29
  %38 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %39 = load ptr, ptr %38, align 8
  %40 = getelementptr inbounds nuw i8, ptr %1, i64 640
  %41 = load i8, ptr %40, align 8
  %42 = trunc nuw i8 %41 to i1
  br i1 %42, label %43, label %48
43:
  %44 = load <16 x i64>, ptr %1, align 8
  %45 = icmp ne <16 x i64> %44, zeroinitializer
  %46 = getelementptr i64, ptr %39, <16 x i64> %29
  %47 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %46, <16 x i1> %45, <16 x i64> zeroinitializer)
  br label %54
48:
  %49 = extractelement <16 x i64> %29, i64 0
  %50 = getelementptr inbounds nuw i64, ptr %39, i64 %49
  %51 = load <16 x i64>, ptr %50, align 8
  %52 = load <16 x i64>, ptr %1, align 8
  %53 = and <16 x i64> %52, %51
  br label %54
54:
  %55 = phi <16 x i64> [ %47, %43 ], [ %53, %48 ]
  %56 = getelementptr inbounds nuw i8, ptr %4, i64 40
  %57 = load ptr, ptr %56, align 8
  br i1 %42, label %58, label %63
58:
  %59 = load <16 x i64>, ptr %1, align 8
  %60 = icmp ne <16 x i64> %59, zeroinitializer
  %61 = getelementptr i64, ptr %57, <16 x i64> %29
  %62 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %61, <16 x i1> %60, <16 x i64> zeroinitializer)
  br label %69
63:
  %64 = extractelement <16 x i64> %29, i64 0
  %65 = getelementptr inbounds nuw i64, ptr %57, i64 %64
  %66 = load <16 x i64>, ptr %65, align 8
  %67 = load <16 x i64>, ptr %1, align 8
  %68 = and <16 x i64> %67, %66
  br label %69
69:
  %70 = phi <16 x i64> [ %62, %58 ], [ %68, %63 ]
  %71 = getelementptr inbounds nuw i8, ptr %4, i64 48
  %72 = load ptr, ptr %71, align 8
  br i1 %42, label %73, label %78
73:
  %74 = load <16 x i64>, ptr %1, align 8
  %75 = icmp ne <16 x i64> %74, zeroinitializer
  %76 = getelementptr i64, ptr %72, <16 x i64> %29
  %77 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %76, <16 x i1> %75, <16 x i64> zeroinitializer)
  br label %84
78:
  %79 = extractelement <16 x i64> %29, i64 0
  %80 = getelementptr inbounds nuw i64, ptr %72, i64 %79
  %81 = load <16 x i64>, ptr %80, align 8
  %82 = load <16 x i64>, ptr %1, align 8
  %83 = and <16 x i64> %82, %81
  br label %84
84:
  %85 = phi <16 x i64> [ %77, %73 ], [ %83, %78 ]
  %86 = getelementptr inbounds nuw i8, ptr %4, i64 376
  br label %99
87:
  %88 = getelementptr inbounds nuw i8, ptr %4, i64 392
  store <16 x i64> %37, ptr %88, align 8
  %89 = getelementptr inbounds nuw i8, ptr %4, i64 520
  store <16 x i64> %55, ptr %89, align 8
  %90 = getelementptr inbounds nuw i8, ptr %4, i64 648
  store <16 x i64> %70, ptr %90, align 8
  %91 = getelementptr inbounds nuw i8, ptr %4, i64 776
  store <16 x i64> %85, ptr %91, align 8
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %93 = load i32, ptr %92, align 8
  %94 = load i32, ptr %21, align 4
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %96 = load i32, ptr %95, align 8
  %97 = load ptr, ptr %4, align 8
  %98 = call i32 %97(ptr %4, i32 1, i32 %93, i32 %94, i32 %96, i64 0, i64 0)
  br label %109
99:
  %100 = phi i64 [ 0, %84 ], [ %107, %99 ]
  %101 = getelementptr inbounds nuw <16 x i64>, ptr %2, i64 %100
  %102 = load <16 x i64>, ptr %101, align 8
  %103 = icmp ne <16 x i64> %102, zeroinitializer
  %104 = bitcast <16 x i1> %103 to i16
  %105 = zext i16 %104 to i32
  %106 = getelementptr inbounds nuw i32, ptr %86, i64 %100
  store i32 %105, ptr %106, align 4
  %107 = add nuw nsw i64 %100, 1
  %108 = icmp eq i64 %107, 4
  br i1 %108, label %87, label %99
109:
  ret void
}
