; Made by scripts/build_native.py: change the C sources, then run it.
; tensor_check/accesses.c
@cute.check.tensor_move.wide = internal unnamed_addr constant [5 x i8] c"\01\02\04\08\01", align 1
@copied_rows.rows = internal unnamed_addr constant [6 x i8] c"\80\04\80@@ ", align 1
define void @cute.check.tensor_move(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 %7, i32 %8, i32 %9, i32 %10) noinline {
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 620
  %15 = load i32, ptr %14, align 4
  %16 = mul i32 %15, %2
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds nuw i32, ptr %13, i64 %17
  %19 = sext i32 %2 to i64
  %20 = getelementptr inbounds i32, ptr %18, i64 %19
  %21 = load i32, ptr %20, align 4
  %22 = lshr i32 %5, 16
  %23 = and i32 %22, 31
  %24 = and i32 %4, 96
  %25 = or disjoint i32 %23, %24
  %26 = and i32 %5, 65535
  %27 = sext i32 %6 to i64
  %28 = getelementptr inbounds i8, ptr @cute.check.tensor_move.wide, i64 %27
  %29 = load i8, ptr %28, align 1
  %30 = zext i8 %29 to i32
  %31 = mul i32 %7, %30
  %32 = shl i32 %31, %8
  %33 = icmp eq i32 %6, 0
  %34 = select i1 %33, i32 32, i32 16
  %35 = icmp ne i32 %10, 0
  %36 = select i1 %35, i32 6, i32 5
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 488
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds nuw i32, ptr %38, i64 %17
  %40 = getelementptr inbounds i32, ptr %39, i64 %19
  store i32 %21, ptr %40, align 4
  %41 = load i32, ptr %14, align 4
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 704
  store i32 %41, ptr %42, align 8
  %43 = trunc nuw nsw i32 %36 to i8
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %45 = load ptr, ptr %44, align 8
  %46 = sext i32 %3 to i64
  %47 = getelementptr inbounds i8, ptr %45, i64 %46
  store i8 %43, ptr %47, align 1
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 480
  %49 = load i64, ptr %48, align 8
  %50 = getelementptr inbounds nuw i8, ptr %1, i64 668
  %51 = load i32, ptr %50, align 4
  %52 = sext i32 %51 to i64
  %53 = shl nsw i64 %52, 16
  %54 = zext nneg i32 %34 to i64
  %55 = add nuw nsw i32 %34, %25
  %56 = icmp samesign ugt i32 %55, 128
  br i1 %56, label %85, label %57
57:
  %58 = call i1 @cute.tensor.has_columns(ptr %1, i32 %26, i32 %32)
  %59 = icmp ne i32 %32, 0
  %60 = select i1 %58, i1 %59, i1 false
  br i1 %60, label %61, label %85
61:
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 548
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 616
  %64 = zext nneg i32 %25 to i64
  %65 = zext i32 %32 to i64
  %66 = zext i1 %35 to i32
  %67 = zext i32 %21 to i64
  %68 = add i64 %49, %64
  %69 = add i64 %68, %53
  br label %70
70:
  %71 = phi i64 [ 0, %61 ], [ %83, %70 ]
  %72 = load i32, ptr %62, align 4
  %73 = load i32, ptr %63, align 8
  %74 = shl i32 %73, %66
  %75 = add i32 %72, %2
  %76 = add i32 %75, %74
  %77 = zext i32 %76 to i64
  %78 = trunc nuw i64 %71 to i32
  %79 = add i32 %26, %78
  %80 = zext i32 %79 to i64
  %81 = shl nuw nsw i64 %80, 7
  %82 = add i64 %69, %81
  call void @cute.check.tensor_words(ptr %0, i32 %2, i64 %77, i64 %67, i32 %3, i32 %36, i1 false, i1 false, i64 %82, i64 %54)
  %83 = add nuw nsw i64 %71, 1
  %84 = icmp eq i64 %83, %65
  br i1 %84, label %85, label %70
85:
  %86 = icmp eq i32 %6, 4
  br i1 %86, label %87, label %121
87:
  %88 = add i32 %9, %26
  %89 = load i64, ptr %48, align 8
  %90 = load i32, ptr %50, align 4
  %91 = sext i32 %90 to i64
  %92 = shl nsw i64 %91, 16
  br i1 %56, label %121, label %93
93:
  %94 = call i1 @cute.tensor.has_columns(ptr %1, i32 %88, i32 %32)
  %95 = icmp ne i32 %32, 0
  %96 = select i1 %94, i1 %95, i1 false
  br i1 %96, label %97, label %121
97:
  %98 = getelementptr inbounds nuw i8, ptr %0, i64 548
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 616
  %100 = zext nneg i32 %25 to i64
  %101 = zext i32 %32 to i64
  %102 = zext i1 %35 to i32
  %103 = zext i32 %21 to i64
  %104 = add i64 %89, %100
  %105 = add i64 %104, %92
  br label %106
106:
  %107 = phi i64 [ 0, %97 ], [ %119, %106 ]
  %108 = load i32, ptr %98, align 4
  %109 = load i32, ptr %99, align 8
  %110 = shl i32 %109, %102
  %111 = add i32 %108, %2
  %112 = add i32 %111, %110
  %113 = zext i32 %112 to i64
  %114 = trunc nuw i64 %107 to i32
  %115 = add i32 %88, %114
  %116 = zext i32 %115 to i64
  %117 = shl nuw nsw i64 %116, 7
  %118 = add i64 %105, %117
  call void @cute.check.tensor_words(ptr %0, i32 %2, i64 %113, i64 %103, i32 %3, i32 %36, i1 false, i1 false, i64 %118, i64 %54)
  %119 = add nuw nsw i64 %107, 1
  %120 = icmp eq i64 %119, %101
  br i1 %120, label %121, label %106
121:
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.lifetime.end.p0(ptr)
define void @cute.check.tensor_free(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6) noinline {
  %8 = alloca { ptr, i32, i32 }, align 8
  %9 = add i32 %5, %4
  %10 = icmp ugt i32 %9, 512
  br i1 %10, label %102, label %11
11:
  %12 = lshr i32 %5, 5
  %13 = zext nneg i32 %12 to i64
  %14 = shl nsw i64 -1, %13
  %15 = xor i64 %14, -1
  %16 = lshr i32 %4, 5
  %17 = zext nneg i32 %16 to i64
  %18 = shl i64 %15, %17
  %19 = trunc i64 %18 to i32
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 528
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 668
  %23 = load i32, ptr %22, align 4
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %21, i64 %24
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 488
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 620
  %29 = load i32, ptr %28, align 4
  %30 = mul i32 %29, %2
  %31 = zext i32 %30 to i64
  %32 = getelementptr inbounds nuw i32, ptr %27, i64 %31
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %34 = load ptr, ptr %33, align 8
  %35 = getelementptr inbounds nuw i32, ptr %34, i64 %31
  %36 = sext i32 %2 to i64
  %37 = getelementptr inbounds i32, ptr %35, i64 %36
  %38 = load i32, ptr %37, align 4
  %39 = getelementptr inbounds i32, ptr %32, i64 %36
  store i32 %38, ptr %39, align 4
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %41 = load ptr, ptr %40, align 8
  %42 = sext i32 %3 to i64
  %43 = getelementptr inbounds i8, ptr %41, i64 %42
  store i8 7, ptr %43, align 1
  %44 = getelementptr inbounds nuw i8, ptr %25, i64 4128
  %45 = load i32, ptr %44, align 4
  %46 = and i32 %45, %19
  %47 = icmp eq i32 %46, %19
  %48 = xor i32 %19, -1
  %49 = and i32 %45, %48
  store i32 %49, ptr %44, align 4
  br i1 %47, label %102, label %50
50:
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 480
  %52 = load i64, ptr %51, align 8
  %53 = load i32, ptr %22, align 4
  %54 = sext i32 %53 to i64
  %55 = shl nsw i64 %54, 16
  %56 = zext i32 %4 to i64
  %57 = shl nuw nsw i64 %56, 7
  %58 = add i64 %52, %57
  %59 = add i64 %58, %55
  %60 = load ptr, ptr %33, align 8
  %61 = load i32, ptr %28, align 4
  %62 = mul i32 %61, %2
  %63 = zext i32 %62 to i64
  %64 = getelementptr inbounds nuw i32, ptr %60, i64 %63
  %65 = getelementptr inbounds i32, ptr %64, i64 %36
  %66 = load i32, ptr %65, align 4
  %67 = zext i32 %66 to i64
  %68 = zext i32 %5 to i64
  %69 = shl nuw nsw i64 %68, 7
  call void @cute.check.tensor_words(ptr %0, i32 %2, i64 %36, i64 %67, i32 %3, i32 7, i1 false, i1 false, i64 %59, i64 %69)
  %70 = icmp eq i32 %6, 1
  br i1 %70, label %102, label %71
71:
  call void @llvm.lifetime.start.p0(ptr %8)
  store ptr %1, ptr %8, align 8
  %72 = getelementptr inbounds nuw i8, ptr %8, i64 8
  store i32 %3, ptr %72, align 8
  %73 = getelementptr inbounds nuw i8, ptr %8, i64 12
  store i32 0, ptr %73, align 4
  %74 = getelementptr inbounds nuw i8, ptr %1, i64 652
  %75 = load i32, ptr %74, align 4
  %76 = and i32 %75, 1
  %77 = xor i32 %76, 1
  %78 = call ptr @cute.tensor.pair_block(ptr %8, i32 %77)
  %79 = icmp eq ptr %78, null
  br i1 %79, label %101, label %80
80:
  %81 = load ptr, ptr %20, align 8
  %82 = getelementptr inbounds nuw i8, ptr %78, i64 668
  %83 = load i32, ptr %82, align 4
  %84 = sext i32 %83 to i64
  %85 = getelementptr inbounds { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %81, i64 %84
  %86 = getelementptr inbounds nuw i8, ptr %85, i64 4128
  %87 = load i32, ptr %86, align 4
  %88 = or i32 %87, %19
  store i32 %88, ptr %86, align 4
  %89 = load i64, ptr %51, align 8
  %90 = shl nsw i64 %84, 16
  %91 = add nsw i64 %90, %57
  %92 = add i64 %91, %89
  %93 = load ptr, ptr %33, align 8
  %94 = load i32, ptr %28, align 4
  %95 = mul i32 %94, %2
  %96 = zext i32 %95 to i64
  %97 = getelementptr inbounds nuw i32, ptr %93, i64 %96
  %98 = getelementptr inbounds i32, ptr %97, i64 %36
  %99 = load i32, ptr %98, align 4
  %100 = zext i32 %99 to i64
  call void @cute.check.tensor_words(ptr %0, i32 %2, i64 %36, i64 %100, i32 %3, i32 7, i1 false, i1 false, i64 %92, i64 %69)
  br label %101
101:
  call void @llvm.lifetime.end.p0(ptr %8)
  br label %102
102:
  ret void
}
declare ptr @cute.tensor.pair_block(ptr, i32)
define void @cute.check.tensor_copy(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i32 %5, i64 %6, i32 %7, i32 %8) noinline {
  %10 = alloca { ptr, i32, i32, i32, { ptr, i32, i32 } }, align 8
  %11 = alloca [4 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr %10)
  store ptr %0, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store i32 %2, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %10, i64 12
  store i32 %3, ptr %13, align 4
  %14 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %15 = call i32 @cute.check.tensor_starts(ptr %0, i32 %2, i32 %3, i32 %4, i32 3)
  store i32 %15, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %10, i64 20
  store i32 0, ptr %16, align 4
  %17 = getelementptr inbounds nuw i8, ptr %10, i64 24
  store ptr %1, ptr %17, align 8
  %18 = getelementptr inbounds nuw i8, ptr %10, i64 32
  store i32 %3, ptr %18, align 8
  %19 = getelementptr inbounds nuw i8, ptr %10, i64 36
  store i32 %4, ptr %19, align 4
  %20 = lshr i32 %5, 16
  %21 = and i32 %5, 65535
  call void @llvm.lifetime.start.p0(ptr %11)
  %22 = sext i32 %7 to i64
  %23 = getelementptr inbounds i8, ptr @copied_rows.rows, i64 %22
  %24 = load i8, ptr %23, align 1
  %25 = zext i8 %24 to i32
  %26 = icmp sgt i32 %8, 0
  br i1 %26, label %27, label %133
27:
  %28 = icmp ult i32 %7, 2
  %29 = select i1 %28, i32 2, i32 1
  %30 = icmp eq i32 %8, 1
  %31 = shl nuw nsw i32 %29, 4
  %32 = icmp eq i32 %7, 1
  %33 = shl nuw nsw i32 %29, 2
  %34 = shl nuw nsw i32 %29, 9
  %35 = zext nneg i32 %34 to i64
  %36 = shl nuw nsw i32 %29, 2
  %37 = zext nneg i32 %36 to i64
  %38 = call i32 @llvm.umax.i32(i32 %25, i32 1)
  %39 = shl nuw nsw i32 %21, 7
  %40 = zext nneg i32 %39 to i64
  br label %41
41:
  %42 = phi i32 [ 0, %27 ], [ %131, %130 ]
  br i1 %30, label %43, label %45
43:
  %44 = load ptr, ptr %17, align 8
  br label %47
45:
  %46 = call ptr @cute.tensor.pair_block(ptr %17, i32 %42)
  br label %47
47:
  %48 = phi ptr [ %44, %43 ], [ %46, %45 ]
  %49 = icmp eq ptr %48, null
  br i1 %49, label %128, label %50
50:
  %51 = load ptr, ptr %10, align 8
  %52 = load i32, ptr %12, align 8
  %53 = load i32, ptr %13, align 4
  %54 = load i32, ptr %14, align 8
  %55 = getelementptr inbounds nuw i8, ptr %48, i64 668
  %56 = load i32, ptr %55, align 4
  call void @cute.check.tensor_reaches(ptr %51, i32 %52, i32 %53, i32 %54, i32 %56)
  %57 = call i1 @accesses.read_matrix(ptr %10, ptr %48, i64 %6, i1 false, i32 %25, i32 %31, i32 8, i32 0)
  br i1 %57, label %58, label %128
58:
  br i1 %32, label %59, label %61
59:
  %60 = getelementptr inbounds nuw i8, ptr %48, i64 668
  br label %81
61:
  %62 = load ptr, ptr %10, align 8
  %63 = getelementptr inbounds nuw i8, ptr %62, i64 480
  %64 = load i64, ptr %63, align 8
  %65 = getelementptr inbounds nuw i8, ptr %48, i64 668
  %66 = load i32, ptr %65, align 4
  %67 = call i1 @cute.tensor.has_columns(ptr %48, i32 %21, i32 %33)
  br i1 %67, label %68, label %128
68:
  %69 = getelementptr inbounds nuw i8, ptr %62, i64 548
  %70 = sext i32 %66 to i64
  %71 = shl nsw i64 %70, 16
  %72 = add i64 %71, %64
  %73 = load i32, ptr %12, align 8
  %74 = load i32, ptr %69, align 4
  %75 = add i32 %74, %73
  %76 = zext i32 %75 to i64
  %77 = load i32, ptr %14, align 8
  %78 = zext i32 %77 to i64
  %79 = load i32, ptr %13, align 4
  %80 = add i64 %72, %40
  call void @cute.check.tensor_words(ptr %62, i32 %73, i64 %76, i64 %78, i32 %79, i32 3, i1 false, i1 false, i64 %80, i64 %35)
  br label %128
81:
  %82 = phi i32 [ 0, %59 ], [ %88, %87 ]
  %83 = call i32 @cute.tensor.lanes_of(i32 1, i32 %82, i32 %20, ptr %11)
  %84 = icmp sgt i32 %83, 0
  br i1 %84, label %85, label %87
85:
  %86 = zext nneg i32 %83 to i64
  br label %90
87:
  %88 = add nuw nsw i32 %82, 1
  %89 = icmp eq i32 %88, %38
  br i1 %89, label %128, label %81
90:
  %91 = phi i64 [ 0, %85 ], [ %126, %125 ]
  %92 = getelementptr inbounds nuw i32, ptr %11, i64 %91
  %93 = load i32, ptr %92, align 4
  %94 = load ptr, ptr %10, align 8
  %95 = getelementptr inbounds nuw i8, ptr %94, i64 480
  %96 = load i64, ptr %95, align 8
  %97 = load i32, ptr %60, align 4
  %98 = sext i32 %97 to i64
  %99 = shl nsw i64 %98, 16
  %100 = add i32 %93, -128
  %101 = icmp ult i32 %100, -129
  br i1 %101, label %125, label %102
102:
  %103 = call i1 @cute.tensor.has_columns(ptr %48, i32 %21, i32 %36)
  br i1 %103, label %104, label %125
104:
  %105 = getelementptr inbounds nuw i8, ptr %94, i64 548
  %106 = zext i32 %93 to i64
  %107 = add i64 %96, %106
  %108 = add i64 %107, %99
  br label %109
109:
  %110 = phi i64 [ 0, %104 ], [ %123, %109 ]
  %111 = load i32, ptr %12, align 8
  %112 = load i32, ptr %105, align 4
  %113 = add i32 %112, %111
  %114 = zext i32 %113 to i64
  %115 = load i32, ptr %14, align 8
  %116 = zext i32 %115 to i64
  %117 = load i32, ptr %13, align 4
  %118 = trunc nuw i64 %110 to i32
  %119 = add i32 %21, %118
  %120 = zext i32 %119 to i64
  %121 = shl nuw nsw i64 %120, 7
  %122 = add i64 %108, %121
  call void @cute.check.tensor_words(ptr %94, i32 %111, i64 %114, i64 %116, i32 %117, i32 3, i1 false, i1 false, i64 %122, i64 1)
  %123 = add nuw nsw i64 %110, 1
  %124 = icmp eq i64 %123, %37
  br i1 %124, label %125, label %109
125:
  %126 = add nuw nsw i64 %91, 1
  %127 = icmp eq i64 %126, %86
  br i1 %127, label %87, label %90
128:
  %129 = phi i32 [ 4, %68 ], [ 1, %47 ], [ 1, %50 ], [ 4, %61 ], [ 0, %87 ]
  switch i32 %129, label %133 [
    i32 0, label %130
    i32 4, label %130
  ]
130:
  %131 = add nuw nsw i32 %42, 1
  %132 = icmp eq i32 %131, %8
  br i1 %132, label %133, label %41
133:
  call void @llvm.lifetime.end.p0(ptr %11)
  call void @llvm.lifetime.end.p0(ptr %10)
  ret void
}
declare i32 @cute.check.tensor_starts(ptr, i32, i32, i32, i32)
define internal i1 @accesses.read_matrix(ptr %0, ptr %1, i64 %2, i1 %3, i32 %4, i32 %5, i32 %6, i32 %7) noinline {
  %9 = alloca { ptr, i64, i32, i32, i32, i32, i32, i32, i8, i32, i32 }, align 8
  %10 = alloca { ptr, ptr, [2048 x i8], i64, i64, i8, [4 x i64], i32 }, align 8
  %11 = load ptr, ptr %0, align 8
  call void @llvm.lifetime.start.p0(ptr %9)
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %13 = call i1 @cute.tensor.descriptor(ptr %12, ptr %1, i64 %2, ptr %9)
  br i1 %13, label %217, label %14
14:
  call void @llvm.lifetime.start.p0(ptr %10)
  call void @llvm.memset.p0.i64(ptr %10, i8 0, i64 2128, i1 false)
  store ptr %0, ptr %10, align 8
  %15 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store ptr %9, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %10, i64 2064
  store i64 -1, ptr %16, align 8
  br i1 %3, label %17, label %20
17:
  %18 = shl nuw nsw i32 %5, 3
  %19 = udiv i32 %18, %6
  br label %20
20:
  %21 = phi i32 [ %19, %17 ], [ %4, %14 ]
  %22 = mul i32 %6, %4
  %23 = lshr i32 %22, 3
  %24 = select i1 %3, i32 %23, i32 %5
  %25 = getelementptr inbounds nuw i8, ptr %9, i64 44
  %26 = load i32, ptr %25, align 4
  %27 = call i32 @llvm.ctpop.i32(i32 %26)
  %28 = icmp eq i32 %26, 96
  %29 = trunc nuw nsw i32 %27 to i8
  %30 = add nuw nsw i8 %29, 1
  %31 = select i1 %28, i8 -1, i8 %30
  %32 = getelementptr inbounds nuw i8, ptr %11, i64 384
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %35 = load i32, ptr %34, align 4
  %36 = sext i32 %35 to i64
  %37 = getelementptr inbounds i8, ptr %33, i64 %36
  store i8 %31, ptr %37, align 1
  %38 = icmp eq i32 %21, 0
  br i1 %38, label %119, label %39
39:
  %40 = icmp eq i32 %24, 0
  %41 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %42 = getelementptr inbounds nuw i8, ptr %10, i64 2080
  %43 = getelementptr inbounds nuw i8, ptr %10, i64 2072
  %44 = getelementptr inbounds nuw i8, ptr %10, i64 2088
  %45 = getelementptr inbounds nuw i8, ptr %10, i64 2120
  br label %46
46:
  %47 = phi i32 [ 0, %39 ], [ %117, %116 ]
  br i1 %40, label %116, label %48
48:
  %49 = phi i32 [ %114, %113 ], [ 0, %46 ]
  br i1 %3, label %50, label %52
50:
  %51 = call ptr @cute.tensor.piece_along_rows(ptr %12, ptr %9, i32 %49, i32 %47)
  br label %54
52:
  %53 = call ptr @cute.tensor.piece_along_k(ptr %12, ptr %9, i32 %47, i32 %49)
  br label %54
54:
  %55 = phi ptr [ %51, %50 ], [ %53, %52 ]
  %56 = load ptr, ptr %10, align 8
  %57 = load ptr, ptr %56, align 8
  %58 = icmp eq ptr %55, null
  br i1 %58, label %215, label %59
59:
  %60 = load ptr, ptr %15, align 8
  %61 = load ptr, ptr %60, align 8
  %62 = ptrtoint ptr %55 to i64
  %63 = ptrtoint ptr %61 to i64
  %64 = sub i64 %62, %63
  %65 = lshr i64 %64, 7
  %66 = and i64 %65, 2047
  %67 = getelementptr inbounds nuw i8, ptr %41, i64 %66
  %68 = load i8, ptr %67, align 1
  %69 = zext i8 %68 to i32
  %70 = trunc i64 %64 to i32
  %71 = lshr i32 %70, 4
  %72 = and i32 %71, 7
  %73 = lshr i32 %69, %72
  %74 = load i8, ptr %42, align 8
  %75 = trunc nuw i32 %73 to i8
  %76 = and i8 %75, 1
  %77 = or i8 %76, %74
  store i8 %77, ptr %42, align 8
  %78 = shl nuw nsw i32 1, %72
  %79 = trunc nuw i32 %78 to i8
  %80 = or i8 %68, %79
  store i8 %80, ptr %67, align 1
  %81 = load i64, ptr %16, align 8
  %82 = icmp ult i64 %64, %81
  br i1 %82, label %83, label %84
83:
  store i64 %64, ptr %16, align 8
  br label %84
84:
  %85 = add i64 %64, 16
  %86 = load i64, ptr %43, align 8
  %87 = icmp ugt i64 %85, %86
  br i1 %87, label %88, label %89
88:
  store i64 %85, ptr %43, align 8
  br label %89
89:
  %90 = getelementptr inbounds nuw i8, ptr %57, i64 8
  %91 = load ptr, ptr %90, align 8
  %92 = ptrtoint ptr %91 to i64
  %93 = sub i64 %62, %92
  %94 = lshr i64 %93, 2
  %95 = load i32, ptr %45, align 8
  %96 = add i32 %95, 1
  store i32 %96, ptr %45, align 8
  %97 = sext i32 %95 to i64
  %98 = getelementptr inbounds i64, ptr %44, i64 %97
  store i64 %94, ptr %98, align 8
  %99 = icmp eq i32 %96, 4
  br i1 %99, label %100, label %113
100:
  %101 = load ptr, ptr %56, align 8
  %102 = getelementptr inbounds nuw i8, ptr %56, i64 8
  %103 = load i32, ptr %102, align 8
  %104 = getelementptr inbounds nuw i8, ptr %101, i64 548
  %105 = load i32, ptr %104, align 4
  %106 = add i32 %105, %103
  %107 = zext i32 %106 to i64
  %108 = getelementptr inbounds nuw i8, ptr %56, i64 16
  %109 = load i32, ptr %108, align 8
  %110 = zext i32 %109 to i64
  %111 = getelementptr inbounds nuw i8, ptr %56, i64 12
  %112 = load i32, ptr %111, align 4
  call void @cute.check.engine_pieces(ptr %101, i32 %103, i64 %107, i64 %110, i32 %112, i32 16, ptr %44, i32 4)
  store i32 0, ptr %45, align 8
  br label %113
113:
  %114 = add nuw nsw i32 %49, 16
  %115 = icmp samesign ult i32 %114, %24
  br i1 %115, label %48, label %116
116:
  %117 = add nuw i32 %47, 1
  %118 = icmp eq i32 %117, %21
  br i1 %118, label %119, label %46
119:
  %120 = getelementptr inbounds nuw i8, ptr %10, i64 2120
  %121 = load i32, ptr %120, align 8
  %122 = icmp eq i32 %121, 0
  br i1 %122, label %138, label %123
123:
  %124 = load ptr, ptr %10, align 8
  %125 = load ptr, ptr %124, align 8
  %126 = getelementptr inbounds nuw i8, ptr %124, i64 8
  %127 = load i32, ptr %126, align 8
  %128 = getelementptr inbounds nuw i8, ptr %125, i64 548
  %129 = load i32, ptr %128, align 4
  %130 = add i32 %129, %127
  %131 = zext i32 %130 to i64
  %132 = getelementptr inbounds nuw i8, ptr %124, i64 16
  %133 = load i32, ptr %132, align 8
  %134 = zext i32 %133 to i64
  %135 = getelementptr inbounds nuw i8, ptr %124, i64 12
  %136 = load i32, ptr %135, align 4
  %137 = getelementptr inbounds nuw i8, ptr %10, i64 2088
  call void @cute.check.engine_pieces(ptr %125, i32 %127, i64 %131, i64 %134, i32 %136, i32 16, ptr %137, i32 %121)
  store i32 0, ptr %120, align 8
  br label %138
138:
  %139 = load ptr, ptr %9, align 8
  %140 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %141 = load ptr, ptr %140, align 8
  %142 = ptrtoint ptr %139 to i64
  %143 = ptrtoint ptr %141 to i64
  %144 = sub i64 %142, %143
  %145 = getelementptr inbounds nuw i8, ptr %10, i64 2080
  %146 = load i8, ptr %145, align 8
  %147 = trunc nuw i8 %146 to i1
  br i1 %147, label %148, label %164
148:
  %149 = load i32, ptr %34, align 4
  %150 = getelementptr inbounds nuw i8, ptr %11, i64 152
  %151 = load ptr, ptr %150, align 8
  %152 = sext i32 %149 to i64
  %153 = getelementptr inbounds i8, ptr %151, i64 %152
  %154 = load i8, ptr %153, align 1
  %155 = icmp eq i8 %154, 0
  br i1 %155, label %156, label %164
156:
  %157 = load i64, ptr %16, align 8
  %158 = add i64 %157, %144
  %159 = zext nneg i32 %7 to i64
  %160 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %161 = load i32, ptr %160, align 8
  %162 = load ptr, ptr %11, align 8
  %163 = call i32 %162(ptr %11, i32 27, i32 %161, i32 %149, i32 5, i64 %159, i64 %158)
  br label %164
164:
  %165 = load i32, ptr %34, align 4
  %166 = zext i32 %165 to i64
  %167 = shl i64 %166, 40
  %168 = xor i64 %167, %2
  %169 = mul i64 %168, -7046029254386353131
  %170 = shl i32 %4, 1
  %171 = zext i32 %170 to i64
  %172 = zext i1 %3 to i64
  %173 = or disjoint i64 %171, %172
  %174 = xor i64 %173, %169
  %175 = getelementptr inbounds nuw i8, ptr %11, i64 536
  %176 = load ptr, ptr %175, align 8
  %177 = and i64 %174, 255
  %178 = getelementptr inbounds nuw i64, ptr %176, i64 %177
  %179 = load i64, ptr %178, align 8
  %180 = icmp eq i64 %179, %174
  br i1 %180, label %215, label %181
181:
  store i64 %174, ptr %178, align 8
  %182 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %183 = load i32, ptr %182, align 8
  %184 = zext i32 %4 to i64
  %185 = zext nneg i32 %5 to i64
  %186 = zext nneg i32 %6 to i64
  %187 = getelementptr inbounds nuw i8, ptr %11, i64 1240
  store i64 %2, ptr %187, align 8
  %188 = getelementptr inbounds nuw i8, ptr %11, i64 1248
  store i64 %172, ptr %188, align 8
  %189 = getelementptr inbounds nuw i8, ptr %11, i64 1256
  store i64 %184, ptr %189, align 8
  %190 = getelementptr inbounds nuw i8, ptr %11, i64 1264
  store i64 %185, ptr %190, align 8
  %191 = getelementptr inbounds nuw i8, ptr %11, i64 1272
  store i64 %186, ptr %191, align 8
  %192 = load i32, ptr %34, align 4
  %193 = getelementptr inbounds nuw i8, ptr %11, i64 152
  %194 = load ptr, ptr %193, align 8
  %195 = sext i32 %192 to i64
  %196 = getelementptr inbounds i8, ptr %194, i64 %195
  %197 = load i8, ptr %196, align 1
  %198 = icmp eq i8 %197, 0
  br i1 %198, label %199, label %215
199:
  %200 = load i64, ptr %16, align 8
  %201 = add i64 %200, %144
  %202 = getelementptr inbounds nuw i8, ptr %10, i64 2072
  %203 = load i64, ptr %202, align 8
  %204 = add i64 %203, %144
  %205 = shl i64 %204, 32
  %206 = or i64 %205, %201
  %207 = shl nuw nsw i32 %7, 8
  %208 = or disjoint i32 %207, 6
  %209 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %210 = load i32, ptr %209, align 8
  %211 = zext i32 %183 to i64
  %212 = add i64 %144, %211
  %213 = load ptr, ptr %11, align 8
  %214 = call i32 %213(ptr %11, i32 27, i32 %210, i32 %192, i32 %208, i64 %212, i64 %206)
  br label %215
215:
  %216 = phi i1 [ true, %164 ], [ true, %199 ], [ true, %181 ], [ false, %54 ]
  call void @llvm.lifetime.end.p0(ptr %10)
  br label %217
217:
  %218 = phi i1 [ %216, %215 ], [ false, %8 ]
  call void @llvm.lifetime.end.p0(ptr %9)
  ret i1 %218
}
declare i32 @cute.tensor.lanes_of(i32, i32, i32, ptr)
define void @cute.check.tensor_shift(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6) noinline {
  %8 = alloca { ptr, i32, i32, i32, { ptr, i32, i32 } }, align 8
  call void @llvm.lifetime.start.p0(ptr %8)
  store ptr %0, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 8
  store i32 %2, ptr %9, align 8
  %10 = getelementptr inbounds nuw i8, ptr %8, i64 12
  store i32 %3, ptr %10, align 4
  %11 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %12 = call i32 @cute.check.tensor_starts(ptr %0, i32 %2, i32 %3, i32 %4, i32 4)
  store i32 %12, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %8, i64 20
  store i32 0, ptr %13, align 4
  %14 = getelementptr inbounds nuw i8, ptr %8, i64 24
  store ptr %1, ptr %14, align 8
  %15 = getelementptr inbounds nuw i8, ptr %8, i64 32
  store i32 %3, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %8, i64 36
  store i32 %4, ptr %16, align 4
  %17 = icmp sgt i32 %6, 0
  br i1 %17, label %18, label %72
18:
  %19 = icmp eq i32 %6, 1
  %20 = lshr i32 %5, 16
  %21 = and i32 %5, 65535
  %22 = icmp ugt i32 %5, 6356991
  %23 = zext nneg i32 %20 to i64
  br label %24
24:
  %25 = phi i32 [ 0, %18 ], [ %70, %69 ]
  br i1 %19, label %26, label %28
26:
  %27 = load ptr, ptr %14, align 8
  br label %30
28:
  %29 = call ptr @cute.tensor.pair_block(ptr %14, i32 %25)
  br label %30
30:
  %31 = phi ptr [ %27, %26 ], [ %29, %28 ]
  %32 = icmp eq ptr %31, null
  br i1 %32, label %72, label %33
33:
  %34 = load ptr, ptr %8, align 8
  %35 = load i32, ptr %9, align 8
  %36 = load i32, ptr %10, align 4
  %37 = load i32, ptr %11, align 8
  %38 = getelementptr inbounds nuw i8, ptr %31, i64 668
  %39 = load i32, ptr %38, align 4
  call void @cute.check.tensor_reaches(ptr %34, i32 %35, i32 %36, i32 %37, i32 %39)
  %40 = load ptr, ptr %8, align 8
  %41 = getelementptr inbounds nuw i8, ptr %40, i64 480
  %42 = load i64, ptr %41, align 8
  %43 = getelementptr inbounds nuw i8, ptr %31, i64 668
  %44 = load i32, ptr %43, align 4
  %45 = sext i32 %44 to i64
  %46 = shl nsw i64 %45, 16
  br i1 %22, label %69, label %47
47:
  %48 = call i1 @cute.tensor.has_columns(ptr %31, i32 %21, i32 8)
  br i1 %48, label %49, label %69
49:
  %50 = getelementptr inbounds nuw i8, ptr %40, i64 548
  %51 = add i64 %42, %23
  %52 = add i64 %51, %46
  br label %53
53:
  %54 = phi i64 [ 0, %49 ], [ %67, %53 ]
  %55 = load i32, ptr %9, align 8
  %56 = load i32, ptr %50, align 4
  %57 = add i32 %56, %55
  %58 = zext i32 %57 to i64
  %59 = load i32, ptr %11, align 8
  %60 = zext i32 %59 to i64
  %61 = load i32, ptr %10, align 4
  %62 = trunc nuw i64 %54 to i32
  %63 = add i32 %21, %62
  %64 = zext i32 %63 to i64
  %65 = shl nuw nsw i64 %64, 7
  %66 = add i64 %52, %65
  call void @cute.check.tensor_words(ptr %40, i32 %55, i64 %58, i64 %60, i32 %61, i32 4, i1 false, i1 false, i64 %66, i64 32)
  %67 = add nuw nsw i64 %54, 1
  %68 = icmp eq i64 %67, 8
  br i1 %68, label %69, label %53
69:
  %70 = add nuw nsw i32 %25, 1
  %71 = icmp eq i32 %70, %6
  br i1 %71, label %72, label %24
72:
  call void @llvm.lifetime.end.p0(ptr %8)
  ret void
}
define void @cute.check.tensor_multiply(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, ptr %5) noinline {
  %7 = alloca { ptr, i32, i32, i32, { ptr, i32, i32 } }, align 8
  %8 = alloca { i32, i32, i32, i32, i32, i8, i8, i8, i8, i8, i8, i8, i32, i32, i32, i8, i8 }, align 4
  %9 = alloca { i32, [8 x i8], i32, i32, i32 }, align 4
  call void @llvm.lifetime.start.p0(ptr %7)
  store ptr %0, ptr %7, align 8
  %10 = getelementptr inbounds nuw i8, ptr %7, i64 8
  store i32 %2, ptr %10, align 8
  %11 = getelementptr inbounds nuw i8, ptr %7, i64 12
  store i32 %3, ptr %11, align 4
  %12 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %13 = call i32 @cute.check.tensor_starts(ptr %0, i32 %2, i32 %3, i32 %4, i32 1)
  store i32 %13, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %7, i64 20
  store i32 0, ptr %14, align 4
  %15 = getelementptr inbounds nuw i8, ptr %7, i64 24
  store ptr %1, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %7, i64 32
  store i32 %3, ptr %16, align 8
  %17 = getelementptr inbounds nuw i8, ptr %7, i64 36
  store i32 %4, ptr %17, align 4
  call void @llvm.lifetime.start.p0(ptr %8)
  call void @llvm.lifetime.start.p0(ptr %9)
  %18 = call i1 @cute.tensor.instruction(ptr %15, ptr %5, ptr %8)
  br i1 %18, label %447, label %19
19:
  %20 = call i1 @cute.tensor.place_rows(ptr %15, ptr %5, ptr %8, ptr %9)
  br i1 %20, label %447, label %21
21:
  %22 = getelementptr inbounds nuw i8, ptr %8, i64 12
  %23 = load i32, ptr %22, align 4
  %24 = getelementptr inbounds nuw i8, ptr %5, i64 52
  %25 = load i32, ptr %24, align 4
  %26 = udiv i32 %23, %25
  %27 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %28 = load i32, ptr %27, align 8
  %29 = and i32 %28, 65535
  %30 = icmp sgt i32 %25, 0
  br i1 %30, label %31, label %447
31:
  %32 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %33 = getelementptr inbounds nuw i8, ptr %8, i64 21
  %34 = getelementptr inbounds nuw i8, ptr %8, i64 4
  %35 = getelementptr inbounds nuw i8, ptr %5, i64 64
  %36 = getelementptr inbounds nuw i8, ptr %8, i64 20
  %37 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %38 = getelementptr inbounds nuw i8, ptr %8, i64 28
  %39 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %40 = getelementptr inbounds nuw i8, ptr %5, i64 36
  %41 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %42 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 528
  %44 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %45 = getelementptr inbounds nuw i8, ptr %9, i64 12
  %46 = getelementptr inbounds nuw i8, ptr %5, i64 80
  %47 = getelementptr inbounds nuw i8, ptr %5, i64 84
  %48 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %49 = getelementptr inbounds nuw i8, ptr %9, i64 20
  %50 = getelementptr inbounds nuw i8, ptr %5, i64 44
  %51 = getelementptr inbounds nuw i8, ptr %5, i64 44
  %52 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %53 = getelementptr inbounds nuw i8, ptr %5, i64 44
  %54 = shl nuw nsw i32 %29, 7
  %55 = zext nneg i32 %54 to i64
  br label %56
56:
  %57 = phi i64 [ 0, %31 ], [ %443, %442 ]
  %58 = phi i32 [ %25, %31 ], [ %444, %442 ]
  %59 = icmp eq i32 %58, 1
  br i1 %59, label %60, label %62
60:
  %61 = load ptr, ptr %15, align 8
  br label %65
62:
  %63 = trunc nuw nsw i64 %57 to i32
  %64 = call ptr @cute.tensor.pair_block(ptr %15, i32 %63)
  br label %65
65:
  %66 = phi ptr [ %61, %60 ], [ %64, %62 ]
  %67 = icmp eq ptr %66, null
  br i1 %67, label %440, label %68
68:
  %69 = load ptr, ptr %7, align 8
  %70 = load i32, ptr %10, align 8
  %71 = load i32, ptr %11, align 4
  %72 = load i32, ptr %12, align 8
  %73 = getelementptr inbounds nuw i8, ptr %66, i64 668
  %74 = load i32, ptr %73, align 4
  call void @cute.check.tensor_reaches(ptr %69, i32 %70, i32 %71, i32 %72, i32 %74)
  %75 = load i64, ptr %32, align 8
  %76 = load i8, ptr %33, align 1
  %77 = trunc nuw i8 %76 to i1
  %78 = load i32, ptr %34, align 4
  %79 = icmp eq i32 %78, 2
  br i1 %79, label %85, label %80
80:
  %81 = icmp ult i32 %78, 2
  br i1 %81, label %85, label %82
82:
  %83 = icmp eq i32 %78, 10
  %84 = select i1 %83, i32 4, i32 8
  br label %85
85:
  %86 = phi i32 [ 32, %68 ], [ %84, %82 ], [ 16, %80 ]
  %87 = call i1 @accesses.read_matrix(ptr %7, ptr %66, i64 %75, i1 %77, i32 %26, i32 32, i32 %86, i32 2)
  br i1 %87, label %88, label %440
88:
  %89 = load i32, ptr %35, align 8
  %90 = icmp eq i32 %89, 0
  br i1 %90, label %91, label %106
91:
  %92 = load i64, ptr %5, align 8
  %93 = load i8, ptr %36, align 4
  %94 = trunc nuw i8 %93 to i1
  %95 = load i32, ptr %9, align 4
  %96 = load i32, ptr %8, align 4
  %97 = icmp eq i32 %96, 2
  br i1 %97, label %103, label %98
98:
  %99 = icmp ult i32 %96, 2
  br i1 %99, label %103, label %100
100:
  %101 = icmp eq i32 %96, 10
  %102 = select i1 %101, i32 4, i32 8
  br label %103
103:
  %104 = phi i32 [ 32, %91 ], [ %102, %100 ], [ 16, %98 ]
  %105 = call i1 @accesses.read_matrix(ptr %7, ptr %66, i64 %92, i1 %94, i32 %95, i32 32, i32 %104, i32 1)
  br i1 %105, label %106, label %440
106:
  %107 = load i32, ptr %35, align 8
  %108 = icmp ne i32 %107, 0
  %109 = load i32, ptr %9, align 4
  %110 = icmp ugt i32 %109, 15
  %111 = select i1 %108, i1 %110, i1 false
  br i1 %111, label %112, label %114
112:
  %113 = getelementptr inbounds nuw i8, ptr %66, i64 668
  br label %118
114:
  %115 = phi i32 [ %109, %106 ], [ %159, %155 ]
  %116 = load i32, ptr %38, align 4
  %117 = icmp eq i32 %116, 0
  br i1 %117, label %231, label %164
118:
  %119 = phi i64 [ 0, %112 ], [ %156, %155 ]
  %120 = getelementptr inbounds nuw i8, ptr %37, i64 %119
  %121 = load i8, ptr %120, align 1
  %122 = load i64, ptr %5, align 8
  %123 = trunc i64 %122 to i32
  %124 = and i32 %123, 65535
  %125 = load ptr, ptr %7, align 8
  %126 = getelementptr inbounds nuw i8, ptr %125, i64 480
  %127 = load i64, ptr %126, align 8
  %128 = load i32, ptr %113, align 4
  %129 = sext i32 %128 to i64
  %130 = shl nsw i64 %129, 16
  %131 = icmp ugt i8 %121, 112
  br i1 %131, label %155, label %132
132:
  %133 = call i1 @cute.tensor.has_columns(ptr %66, i32 %124, i32 8)
  br i1 %133, label %134, label %155
134:
  %135 = getelementptr inbounds nuw i8, ptr %125, i64 548
  %136 = zext nneg i8 %121 to i64
  %137 = add i64 %127, %136
  %138 = add i64 %137, %130
  br label %139
139:
  %140 = phi i64 [ 0, %134 ], [ %153, %139 ]
  %141 = load i32, ptr %10, align 8
  %142 = load i32, ptr %135, align 4
  %143 = add i32 %142, %141
  %144 = zext i32 %143 to i64
  %145 = load i32, ptr %12, align 8
  %146 = zext i32 %145 to i64
  %147 = load i32, ptr %11, align 4
  %148 = trunc nuw i64 %140 to i32
  %149 = add i32 %124, %148
  %150 = zext i32 %149 to i64
  %151 = shl nuw nsw i64 %150, 7
  %152 = add i64 %138, %151
  call void @cute.check.tensor_words(ptr %125, i32 %141, i64 %144, i64 %146, i32 %147, i32 2, i1 false, i1 false, i64 %152, i64 16)
  %153 = add nuw nsw i64 %140, 1
  %154 = icmp eq i64 %153, 8
  br i1 %154, label %155, label %139
155:
  %156 = add nuw nsw i64 %119, 1
  %157 = load i32, ptr %35, align 8
  %158 = icmp ne i32 %157, 0
  %159 = load i32, ptr %9, align 4
  %160 = lshr i32 %159, 4
  %161 = zext nneg i32 %160 to i64
  %162 = icmp samesign ult i64 %156, %161
  %163 = select i1 %158, i1 %162, i1 false
  br i1 %163, label %118, label %114
164:
  %165 = load i32, ptr %39, align 8
  %166 = and i32 %165, 65535
  %167 = add i32 %115, 31
  %168 = lshr i32 %167, 5
  %169 = load ptr, ptr %7, align 8
  %170 = getelementptr inbounds nuw i8, ptr %169, i64 480
  %171 = load i64, ptr %170, align 8
  %172 = getelementptr inbounds nuw i8, ptr %66, i64 668
  %173 = load i32, ptr %172, align 4
  %174 = call i1 @cute.tensor.has_columns(ptr %66, i32 %166, i32 %168)
  br i1 %174, label %175, label %192
175:
  %176 = sext i32 %173 to i64
  %177 = shl nsw i64 %176, 16
  %178 = zext nneg i32 %168 to i64
  %179 = shl nuw nsw i64 %178, 7
  %180 = getelementptr inbounds nuw i8, ptr %169, i64 548
  %181 = load i32, ptr %10, align 8
  %182 = load i32, ptr %180, align 4
  %183 = add i32 %182, %181
  %184 = zext i32 %183 to i64
  %185 = load i32, ptr %12, align 8
  %186 = zext i32 %185 to i64
  %187 = load i32, ptr %11, align 4
  %188 = shl nuw nsw i32 %166, 7
  %189 = zext nneg i32 %188 to i64
  %190 = add i64 %171, %189
  %191 = add i64 %190, %177
  call void @cute.check.tensor_words(ptr %169, i32 %181, i64 %184, i64 %186, i32 %187, i32 2, i1 false, i1 false, i64 %191, i64 %179)
  br label %192
192:
  %193 = load i32, ptr %40, align 4
  %194 = load i32, ptr %41, align 4
  %195 = icmp eq i32 %194, 128
  br i1 %195, label %196, label %202
196:
  %197 = load i32, ptr %24, align 4
  %198 = icmp eq i32 %197, 2
  br i1 %198, label %199, label %202
199:
  %200 = load i32, ptr %22, align 4
  %201 = lshr i32 %200, 1
  br label %204
202:
  %203 = load i32, ptr %22, align 4
  br label %204
204:
  %205 = phi i32 [ %201, %199 ], [ %203, %202 ]
  %206 = and i32 %193, 65535
  %207 = add i32 %205, 31
  %208 = lshr i32 %207, 5
  %209 = load ptr, ptr %7, align 8
  %210 = getelementptr inbounds nuw i8, ptr %209, i64 480
  %211 = load i64, ptr %210, align 8
  %212 = load i32, ptr %172, align 4
  %213 = call i1 @cute.tensor.has_columns(ptr %66, i32 %206, i32 %208)
  br i1 %213, label %214, label %231
214:
  %215 = sext i32 %212 to i64
  %216 = shl nsw i64 %215, 16
  %217 = zext nneg i32 %208 to i64
  %218 = shl nuw nsw i64 %217, 7
  %219 = getelementptr inbounds nuw i8, ptr %209, i64 548
  %220 = load i32, ptr %10, align 8
  %221 = load i32, ptr %219, align 4
  %222 = add i32 %221, %220
  %223 = zext i32 %222 to i64
  %224 = load i32, ptr %12, align 8
  %225 = zext i32 %224 to i64
  %226 = load i32, ptr %11, align 4
  %227 = shl nuw nsw i32 %206, 7
  %228 = zext nneg i32 %227 to i64
  %229 = add i64 %211, %228
  %230 = add i64 %229, %216
  call void @cute.check.tensor_words(ptr %209, i32 %220, i64 %223, i64 %225, i32 %226, i32 2, i1 false, i1 false, i64 %230, i64 %218)
  br label %231
231:
  %232 = load i32, ptr %27, align 8
  %233 = and i32 %232, 65535
  %234 = icmp ult i32 %232, 65536
  %235 = select i1 %234, i64 0, i64 512
  %236 = shl i32 %232, 16
  %237 = load i32, ptr %42, align 4
  %238 = shl i32 %237, 9
  %239 = xor i32 %238, %236
  %240 = load i32, ptr %22, align 4
  %241 = xor i32 %239, %240
  %242 = shl i32 %241, 1
  %243 = or disjoint i32 %242, 1
  %244 = load ptr, ptr %43, align 8
  %245 = getelementptr inbounds nuw i8, ptr %66, i64 668
  %246 = load i32, ptr %245, align 4
  %247 = sext i32 %246 to i64
  %248 = getelementptr inbounds { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %244, i64 %247
  %249 = getelementptr inbounds nuw i32, ptr %248, i64 %235
  %250 = load i32, ptr %24, align 4
  %251 = shl i32 %250, 31
  %252 = xor i32 %243, %251
  %253 = load i32, ptr %44, align 4
  %254 = add i32 %253, %233
  %255 = icmp ult i32 %233, %254
  %256 = icmp samesign ult i32 %233, 512
  %257 = select i1 %255, i1 %256, i1 false
  br i1 %257, label %258, label %274
258:
  %259 = zext nneg i32 %233 to i64
  br label %260
260:
  %261 = phi i64 [ %259, %258 ], [ %267, %260 ]
  %262 = phi i1 [ true, %258 ], [ %266, %260 ]
  %263 = getelementptr inbounds nuw i32, ptr %249, i64 %261
  %264 = load i32, ptr %263, align 4
  %265 = icmp eq i32 %264, %252
  %266 = and i1 %262, %265
  store i32 %252, ptr %263, align 4
  %267 = add nuw nsw i64 %261, 1
  %268 = load i32, ptr %44, align 4
  %269 = add i32 %268, %233
  %270 = zext i32 %269 to i64
  %271 = icmp samesign ult i64 %267, %270
  %272 = icmp samesign ult i64 %261, 511
  %273 = select i1 %271, i1 %272, i1 false
  br i1 %273, label %260, label %274
274:
  %275 = phi i1 [ true, %231 ], [ %266, %260 ]
  %276 = load i32, ptr %9, align 4
  %277 = load i32, ptr %45, align 4
  %278 = mul i32 %277, %276
  %279 = icmp ne i32 %278, 128
  %280 = load i32, ptr %46, align 8
  %281 = icmp eq i32 %280, 0
  br i1 %281, label %365, label %282
282:
  %283 = trunc nuw nsw i64 %57 to i32
  %284 = shl i32 %283, 2
  %285 = sext i32 %284 to i64
  %286 = getelementptr inbounds i32, ptr %47, i64 %285
  %287 = icmp ult i32 %276, 16
  br i1 %287, label %440, label %288
288:
  %289 = phi i64 [ %297, %296 ], [ 0, %282 ]
  %290 = load i32, ptr %45, align 4
  %291 = icmp eq i32 %290, 0
  br i1 %291, label %296, label %292
292:
  %293 = getelementptr inbounds nuw i8, ptr %48, i64 %289
  br label %294
294:
  %295 = phi i32 [ 0, %292 ], [ %303, %302 ]
  br label %306
296:
  %297 = add nuw nsw i64 %289, 1
  %298 = load i32, ptr %9, align 4
  %299 = lshr i32 %298, 4
  %300 = zext nneg i32 %299 to i64
  %301 = icmp samesign ult i64 %297, %300
  br i1 %301, label %288, label %440
302:
  %303 = add nuw i32 %295, 1
  %304 = load i32, ptr %45, align 4
  %305 = icmp ult i32 %303, %304
  br i1 %305, label %294, label %296
306:
  %307 = phi i32 [ 0, %294 ], [ %363, %362 ]
  %308 = load i8, ptr %293, align 1
  %309 = zext i8 %308 to i32
  %310 = load i32, ptr %49, align 4
  %311 = mul i32 %310, %295
  %312 = add nuw nsw i32 %307, %309
  %313 = add i32 %312, %311
  %314 = lshr i32 %313, 5
  %315 = zext nneg i32 %314 to i64
  %316 = getelementptr inbounds nuw i32, ptr %286, i64 %315
  %317 = load i32, ptr %316, align 4
  %318 = and i32 %313, 31
  %319 = shl nuw i32 1, %318
  %320 = and i32 %319, %317
  %321 = icmp eq i32 %320, 0
  br i1 %321, label %322, label %362
322:
  %323 = load i32, ptr %27, align 8
  %324 = and i32 %323, 65535
  %325 = load i32, ptr %44, align 4
  %326 = load i32, ptr %50, align 4
  %327 = icmp ne i32 %326, 0
  %328 = load ptr, ptr %7, align 8
  %329 = getelementptr inbounds nuw i8, ptr %328, i64 480
  %330 = load i64, ptr %329, align 8
  %331 = load i32, ptr %245, align 4
  %332 = sext i32 %331 to i64
  %333 = shl nsw i64 %332, 16
  %334 = add i32 %313, -128
  %335 = icmp ult i32 %334, -129
  br i1 %335, label %362, label %336
336:
  %337 = call i1 @cute.tensor.has_columns(ptr %66, i32 %324, i32 %325)
  %338 = icmp ne i32 %325, 0
  %339 = select i1 %337, i1 %338, i1 false
  br i1 %339, label %340, label %362
340:
  %341 = getelementptr inbounds nuw i8, ptr %328, i64 548
  %342 = zext i32 %313 to i64
  %343 = zext i32 %325 to i64
  %344 = add i64 %330, %342
  %345 = add i64 %344, %333
  br label %346
346:
  %347 = phi i64 [ 0, %340 ], [ %360, %346 ]
  %348 = load i32, ptr %10, align 8
  %349 = load i32, ptr %341, align 4
  %350 = add i32 %349, %348
  %351 = zext i32 %350 to i64
  %352 = load i32, ptr %12, align 8
  %353 = zext i32 %352 to i64
  %354 = load i32, ptr %11, align 4
  %355 = trunc nuw i64 %347 to i32
  %356 = add i32 %324, %355
  %357 = zext i32 %356 to i64
  %358 = shl nuw nsw i64 %357, 7
  %359 = add i64 %345, %358
  call void @cute.check.tensor_words(ptr %328, i32 %348, i64 %351, i64 %353, i32 %354, i32 1, i1 %327, i1 %275, i64 %359, i64 1)
  %360 = add nuw nsw i64 %347, 1
  %361 = icmp eq i64 %360, %343
  br i1 %361, label %362, label %346
362:
  %363 = add nuw nsw i32 %307, 1
  %364 = icmp eq i32 %363, 16
  br i1 %364, label %302, label %306
365:
  br i1 %279, label %390, label %366
366:
  %367 = load i32, ptr %44, align 4
  %368 = load i32, ptr %51, align 4
  %369 = load ptr, ptr %7, align 8
  %370 = getelementptr inbounds nuw i8, ptr %369, i64 480
  %371 = load i64, ptr %370, align 8
  %372 = load i32, ptr %245, align 4
  %373 = call i1 @cute.tensor.has_columns(ptr %66, i32 %29, i32 %367)
  br i1 %373, label %374, label %390
374:
  %375 = icmp ne i32 %368, 0
  %376 = zext i32 %367 to i64
  %377 = shl nuw nsw i64 %376, 7
  %378 = getelementptr inbounds nuw i8, ptr %369, i64 548
  %379 = sext i32 %372 to i64
  %380 = shl nsw i64 %379, 16
  %381 = add i64 %380, %371
  %382 = load i32, ptr %10, align 8
  %383 = load i32, ptr %378, align 4
  %384 = add i32 %383, %382
  %385 = zext i32 %384 to i64
  %386 = load i32, ptr %12, align 8
  %387 = zext i32 %386 to i64
  %388 = load i32, ptr %11, align 4
  %389 = add i64 %381, %55
  call void @cute.check.tensor_words(ptr %369, i32 %382, i64 %385, i64 %387, i32 %388, i32 1, i1 %375, i1 %275, i64 %389, i64 %377)
  br label %390
390:
  %391 = load i32, ptr %9, align 4
  %392 = icmp ugt i32 %391, 15
  %393 = select i1 %279, i1 %392, i1 false
  br i1 %393, label %394, label %440
394:
  %395 = phi i64 [ %435, %434 ], [ 0, %390 ]
  %396 = getelementptr inbounds nuw i8, ptr %52, i64 %395
  %397 = load i8, ptr %396, align 1
  %398 = load i32, ptr %44, align 4
  %399 = load i32, ptr %53, align 4
  %400 = icmp ne i32 %399, 0
  %401 = load ptr, ptr %7, align 8
  %402 = getelementptr inbounds nuw i8, ptr %401, i64 480
  %403 = load i64, ptr %402, align 8
  %404 = load i32, ptr %245, align 4
  %405 = sext i32 %404 to i64
  %406 = shl nsw i64 %405, 16
  %407 = icmp ugt i8 %397, 112
  br i1 %407, label %434, label %408
408:
  %409 = call i1 @cute.tensor.has_columns(ptr %66, i32 %29, i32 %398)
  %410 = icmp ne i32 %398, 0
  %411 = select i1 %409, i1 %410, i1 false
  br i1 %411, label %412, label %434
412:
  %413 = getelementptr inbounds nuw i8, ptr %401, i64 548
  %414 = zext nneg i8 %397 to i64
  %415 = zext i32 %398 to i64
  %416 = add i64 %403, %414
  %417 = add i64 %416, %406
  br label %418
418:
  %419 = phi i64 [ 0, %412 ], [ %432, %418 ]
  %420 = load i32, ptr %10, align 8
  %421 = load i32, ptr %413, align 4
  %422 = add i32 %421, %420
  %423 = zext i32 %422 to i64
  %424 = load i32, ptr %12, align 8
  %425 = zext i32 %424 to i64
  %426 = load i32, ptr %11, align 4
  %427 = trunc nuw i64 %419 to i32
  %428 = add i32 %29, %427
  %429 = zext i32 %428 to i64
  %430 = shl nuw nsw i64 %429, 7
  %431 = add i64 %417, %430
  call void @cute.check.tensor_words(ptr %401, i32 %420, i64 %423, i64 %425, i32 %426, i32 1, i1 %400, i1 %275, i64 %431, i64 16)
  %432 = add nuw nsw i64 %419, 1
  %433 = icmp eq i64 %432, %415
  br i1 %433, label %434, label %418
434:
  %435 = add nuw nsw i64 %395, 1
  %436 = load i32, ptr %9, align 4
  %437 = lshr i32 %436, 4
  %438 = zext nneg i32 %437 to i64
  %439 = icmp samesign ult i64 %435, %438
  br i1 %439, label %394, label %440
440:
  %441 = phi i32 [ 1, %103 ], [ 1, %85 ], [ 1, %65 ], [ 0, %390 ], [ 4, %282 ], [ 0, %434 ], [ 4, %296 ]
  switch i32 %441, label %447 [
    i32 0, label %442
    i32 4, label %442
  ]
442:
  %443 = add nuw nsw i64 %57, 1
  %444 = load i32, ptr %24, align 4
  %445 = sext i32 %444 to i64
  %446 = icmp slt i64 %443, %445
  br i1 %446, label %56, label %447
447:
  call void @llvm.lifetime.end.p0(ptr %9)
  call void @llvm.lifetime.end.p0(ptr %8)
  call void @llvm.lifetime.end.p0(ptr %7)
  ret void
}
declare i1 @cute.tensor.instruction(ptr, ptr, ptr)
declare i1 @cute.tensor.place_rows(ptr, ptr, ptr, ptr)
declare i1 @cute.tensor.has_columns(ptr, i32, i32)
declare void @cute.check.tensor_words(ptr, i32, i64, i64, i32, i32, i1, i1, i64, i64)
declare void @cute.check.tensor_reaches(ptr, i32, i32, i32, i32)
declare i1 @cute.tensor.descriptor(ptr, ptr, i64, ptr)
declare i32 @llvm.ctpop.i32(i32)
declare ptr @cute.tensor.piece_along_rows(ptr, ptr, i32, i32)
declare ptr @cute.tensor.piece_along_k(ptr, ptr, i32, i32)
declare void @cute.check.engine_pieces(ptr, i32, i64, i64, i32, i32, ptr, i32)
declare i32 @llvm.umax.i32(i32, i32)
