; Made by scripts/build_native.py: change the C sources, then run it.
; export/cpu.c
define i32 @cute.aot.launch(ptr %0, i32 %1, ptr %2, i64 %3, ptr %4) noinline {
  %6 = alloca i64, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %8 = load ptr, ptr %7, align 8
  %9 = sext i32 %1 to i64
  %10 = getelementptr inbounds { ptr, i64, i64, [3 x i32], i32 }, ptr %8, i64 %9
  call void @llvm.lifetime.start.p0(ptr %6)
  store i64 0, ptr %6, align 8
  %11 = getelementptr inbounds nuw i8, ptr %2, i64 36
  %12 = load i32, ptr %11, align 4
  %13 = getelementptr inbounds nuw i8, ptr %10, i64 24
  br label %14
14:
  %15 = phi i64 [ 0, %5 ], [ %40, %37 ]
  %16 = phi i64 [ 1, %5 ], [ %39, %37 ]
  %17 = getelementptr inbounds nuw i32, ptr %2, i64 %15
  %18 = load i32, ptr %17, align 4
  %19 = getelementptr inbounds nuw i8, ptr %17, i64 12
  %20 = load i32, ptr %19, align 4
  %21 = icmp slt i32 %18, 1
  %22 = icmp slt i32 %20, 1
  %23 = select i1 %21, i1 true, i1 %22
  br i1 %23, label %37, label %24
24:
  %25 = getelementptr inbounds nuw i8, ptr %17, i64 24
  %26 = load i32, ptr %25, align 4
  %27 = call i32 @llvm.smax.i32(i32 %26, i32 1)
  %28 = getelementptr inbounds nuw i32, ptr %13, i64 %15
  %29 = load i32, ptr %28, align 4
  %30 = icmp eq i32 %27, %29
  br i1 %30, label %31, label %37
31:
  %32 = urem i32 %18, %29
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %34, label %37
34:
  %35 = zext nneg i32 %20 to i64
  %36 = mul i64 %16, %35
  br label %37
37:
  %38 = phi i1 [ true, %34 ], [ false, %31 ], [ false, %24 ], [ false, %14 ]
  %39 = phi i64 [ %36, %34 ], [ %16, %31 ], [ %16, %24 ], [ %16, %14 ]
  %40 = add nuw nsw i64 %15, 1
  %41 = icmp ne i64 %40, 3
  %42 = select i1 %38, i1 %41, i1 false
  br i1 %42, label %14, label %43
43:
  %44 = icmp slt i64 %39, 1025
  %45 = select i1 %38, i1 %44, i1 false
  br i1 %45, label %46, label %56
46:
  %47 = zext i32 %12 to i64
  %48 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %49 = load i64, ptr %48, align 8
  %50 = call i64 @llvm.smax.i64(i64 %49, i64 %47)
  %51 = getelementptr inbounds nuw i8, ptr %10, i64 36
  %52 = load i32, ptr %51, align 4
  %53 = zext i32 %52 to i64
  %54 = icmp samesign ugt i64 %50, %53
  %55 = select i1 %54, i64 -1, i64 %50
  br label %56
56:
  %57 = phi i64 [ -1, %43 ], [ %55, %46 ]
  %58 = icmp slt i64 %57, 0
  br i1 %58, label %59, label %61
59:
  %60 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store i32 7, ptr %60, align 8
  br label %82
61:
  %62 = add nuw i64 %57, 1023
  %63 = and i64 %62, -1024
  %64 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %65 = load i64, ptr %64, align 8
  %66 = mul i64 %65, %63
  %67 = add i64 %66, 2048
  %68 = call ptr @malloc(i64 %67)
  %69 = icmp eq ptr %68, null
  br i1 %69, label %70, label %72
70:
  %71 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store i32 7, ptr %71, align 8
  br label %82
72:
  %73 = ptrtoint ptr %68 to i64
  %74 = add i64 %73, 1023
  %75 = and i64 %74, -1024
  %76 = inttoptr i64 %75 to ptr
  %77 = load ptr, ptr %10, align 8
  call void %77(ptr %6, ptr %2, ptr %4, ptr %0, ptr %0, ptr %76, i64 %57)
  call void @free(ptr %68)
  %78 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %79 = load i32, ptr %78, align 8
  %80 = icmp eq i32 %79, 0
  %81 = zext i1 %80 to i32
  br label %82
82:
  %83 = phi i32 [ 0, %59 ], [ %81, %72 ], [ 0, %70 ]
  call void @llvm.lifetime.end.p0(ptr %6)
  ret i32 %83
}
declare void @llvm.lifetime.start.p0(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i32 @cute.aot.run(ptr %0, ptr %1, ptr %2) noinline {
  %4 = alloca { i64, i64, i32, i32, i32, [3 x i32], [4 x i64], ptr, ptr, ptr, ptr, i32, [32 x i32], [32 x i64], [32 x i32], ptr, i64, i64, ptr, [16 x i32], [2 x i32], [3 x i32], i32, i32, [4 x { [3 x i32], i32, [32 x i32] }], i64, i64, ptr }, align 8
  call void @llvm.lifetime.start.p0(ptr %4)
  call void @llvm.memset.p0.i64(ptr %4, i8 0, i64 1352, i1 false)
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 72
  store ptr @cute.aot.launch, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %4, i64 80
  store ptr @cute.aot.write, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %4, i64 88
  store ptr @cute.aot.check, ptr %7, align 8
  %8 = getelementptr inbounds nuw i8, ptr %4, i64 96
  store ptr %0, ptr %8, align 8
  %9 = call i32 %1(ptr %2, ptr %4)
  call void @llvm.lifetime.end.p0(ptr %4)
  ret i32 %9
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i32 @cute.aot.write(ptr, ptr, i64)
declare i32 @cute.aot.check(ptr)
declare i32 @llvm.smax.i32(i32, i32)
declare i64 @llvm.smax.i64(i64, i64)
