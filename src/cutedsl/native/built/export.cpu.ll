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
  %15 = phi i64 [ 0, %5 ], [ %35, %32 ]
  %16 = phi i64 [ 1, %5 ], [ %34, %32 ]
  %17 = getelementptr inbounds nuw i32, ptr %2, i64 %15
  %18 = load i32, ptr %17, align 4
  %19 = getelementptr inbounds nuw i8, ptr %17, i64 12
  %20 = load i32, ptr %19, align 4
  %21 = icmp slt i32 %18, 1
  %22 = icmp slt i32 %20, 1
  %23 = select i1 %21, i1 true, i1 %22
  br i1 %23, label %32, label %24
24:
  %25 = getelementptr inbounds nuw i32, ptr %13, i64 %15
  %26 = load i32, ptr %25, align 4
  %27 = srem i32 %18, %26
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %29, label %32
29:
  %30 = zext nneg i32 %20 to i64
  %31 = mul i64 %16, %30
  br label %32
32:
  %33 = phi i1 [ true, %29 ], [ false, %24 ], [ false, %14 ]
  %34 = phi i64 [ %31, %29 ], [ %16, %24 ], [ %16, %14 ]
  %35 = add nuw nsw i64 %15, 1
  %36 = icmp ne i64 %35, 3
  %37 = select i1 %33, i1 %36, i1 false
  br i1 %37, label %14, label %38
38:
  %39 = icmp slt i64 %34, 1025
  %40 = select i1 %33, i1 %39, i1 false
  br i1 %40, label %41, label %51
41:
  %42 = zext i32 %12 to i64
  %43 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %44 = load i64, ptr %43, align 8
  %45 = call i64 @llvm.smax.i64(i64 %44, i64 %42)
  %46 = getelementptr inbounds nuw i8, ptr %10, i64 36
  %47 = load i32, ptr %46, align 4
  %48 = zext i32 %47 to i64
  %49 = icmp samesign ugt i64 %45, %48
  %50 = select i1 %49, i64 -1, i64 %45
  br label %51
51:
  %52 = phi i64 [ -1, %38 ], [ %50, %41 ]
  %53 = icmp slt i64 %52, 0
  br i1 %53, label %54, label %56
54:
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store i32 7, ptr %55, align 8
  br label %77
56:
  %57 = add nuw i64 %52, 1023
  %58 = and i64 %57, -1024
  %59 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %60 = load i64, ptr %59, align 8
  %61 = mul i64 %60, %58
  %62 = add i64 %61, 2048
  %63 = call ptr @malloc(i64 %62)
  %64 = icmp eq ptr %63, null
  br i1 %64, label %65, label %67
65:
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store i32 7, ptr %66, align 8
  br label %77
67:
  %68 = ptrtoint ptr %63 to i64
  %69 = add i64 %68, 1023
  %70 = and i64 %69, -1024
  %71 = inttoptr i64 %70 to ptr
  %72 = load ptr, ptr %10, align 8
  call void %72(ptr %6, ptr %2, ptr %4, ptr %0, ptr %0, ptr %71, i64 %52)
  call void @free(ptr %63)
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %74 = load i32, ptr %73, align 8
  %75 = icmp eq i32 %74, 0
  %76 = zext i1 %75 to i32
  br label %77
77:
  %78 = phi i32 [ 0, %54 ], [ %76, %67 ], [ 0, %65 ]
  call void @llvm.lifetime.end.p0(ptr %6)
  ret i32 %78
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
declare i64 @llvm.smax.i64(i64, i64)
