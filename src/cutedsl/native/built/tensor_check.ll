; Made by scripts/build_native.py: change the C sources, then run it.
; tensor_check/accesses.c
@cute.check.tensor_move.wide = internal unnamed_addr constant [5 x i8] c"\01\02\04\08\01", align 1
@copied_rows.rows = internal unnamed_addr constant [6 x i8] c"\80\04\80@@ ", align 1
define void @cute.check.tensor_move(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 %7, i32 %8, i32 %9, i32 %10) noinline {
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 612
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
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 480
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds nuw i32, ptr %38, i64 %17
  %40 = getelementptr inbounds i32, ptr %39, i64 %19
  store i32 %21, ptr %40, align 4
  %41 = load i32, ptr %14, align 4
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 696
  store i32 %41, ptr %42, align 8
  %43 = trunc nuw nsw i32 %36 to i8
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %45 = load ptr, ptr %44, align 8
  %46 = sext i32 %3 to i64
  %47 = getelementptr inbounds i8, ptr %45, i64 %46
  store i8 %43, ptr %47, align 1
  %48 = zext nneg i32 %34 to i64
  %49 = add nuw nsw i32 %34, %25
  %50 = icmp samesign ugt i32 %49, 128
  %51 = add i32 %32, %26
  %52 = icmp ugt i32 %51, 512
  %53 = icmp eq i32 %32, 0
  %54 = or i1 %53, %52
  %55 = or i1 %50, %54
  br i1 %55, label %86, label %56
56:
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 472
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr inbounds nuw i8, ptr %1, i64 668
  %60 = load i32, ptr %59, align 4
  %61 = sext i32 %60 to i64
  %62 = shl nsw i64 %61, 16
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 540
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 608
  %65 = zext nneg i32 %25 to i64
  %66 = zext i32 %32 to i64
  %67 = zext i1 %35 to i32
  %68 = zext i32 %21 to i64
  %69 = add i64 %58, %65
  %70 = add i64 %69, %62
  br label %71
71:
  %72 = phi i64 [ 0, %56 ], [ %84, %71 ]
  %73 = load i32, ptr %63, align 4
  %74 = load i32, ptr %64, align 8
  %75 = shl i32 %74, %67
  %76 = add i32 %73, %2
  %77 = add i32 %76, %75
  %78 = zext i32 %77 to i64
  %79 = trunc nuw i64 %72 to i32
  %80 = add i32 %26, %79
  %81 = zext i32 %80 to i64
  %82 = shl nuw nsw i64 %81, 7
  %83 = add i64 %70, %82
  call void @cute.check.tensor_words(ptr %0, i32 %2, i64 %78, i64 %68, i32 %3, i32 %36, i1 false, i1 false, i64 %83, i64 %48)
  %84 = add nuw nsw i64 %72, 1
  %85 = icmp eq i64 %84, %66
  br i1 %85, label %86, label %71
86:
  %87 = icmp eq i32 %6, 4
  br i1 %87, label %88, label %125
88:
  %89 = add i32 %9, %26
  %90 = add i32 %32, %89
  %91 = icmp ugt i32 %90, 512
  %92 = icmp eq i32 %32, 0
  %93 = or i1 %92, %91
  %94 = or i1 %50, %93
  br i1 %94, label %125, label %95
95:
  %96 = getelementptr inbounds nuw i8, ptr %0, i64 472
  %97 = load i64, ptr %96, align 8
  %98 = getelementptr inbounds nuw i8, ptr %1, i64 668
  %99 = load i32, ptr %98, align 4
  %100 = sext i32 %99 to i64
  %101 = shl nsw i64 %100, 16
  %102 = getelementptr inbounds nuw i8, ptr %0, i64 540
  %103 = getelementptr inbounds nuw i8, ptr %0, i64 608
  %104 = zext nneg i32 %25 to i64
  %105 = zext i32 %32 to i64
  %106 = zext i1 %35 to i32
  %107 = zext i32 %21 to i64
  %108 = add i64 %97, %104
  %109 = add i64 %108, %101
  br label %110
110:
  %111 = phi i64 [ 0, %95 ], [ %123, %110 ]
  %112 = load i32, ptr %102, align 4
  %113 = load i32, ptr %103, align 8
  %114 = shl i32 %113, %106
  %115 = add i32 %112, %2
  %116 = add i32 %115, %114
  %117 = zext i32 %116 to i64
  %118 = trunc nuw i64 %111 to i32
  %119 = add i32 %89, %118
  %120 = zext i32 %119 to i64
  %121 = shl nuw nsw i64 %120, 7
  %122 = add i64 %109, %121
  call void @cute.check.tensor_words(ptr %0, i32 %2, i64 %117, i64 %107, i32 %3, i32 %36, i1 false, i1 false, i64 %122, i64 %48)
  %123 = add nuw nsw i64 %111, 1
  %124 = icmp eq i64 %123, %105
  br i1 %124, label %125, label %110
125:
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
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 520
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 668
  %23 = load i32, ptr %22, align 4
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %21, i64 %24
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 480
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 612
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
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 504
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
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 472
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
  br i1 %26, label %27, label %135
27:
  %28 = icmp ult i32 %7, 2
  %29 = select i1 %28, i32 2, i32 1
  %30 = icmp eq i32 %8, 1
  %31 = shl nuw nsw i32 %29, 4
  %32 = icmp eq i32 %7, 1
  %33 = shl nuw nsw i32 %29, 2
  %34 = add nuw nsw i32 %33, %21
  %35 = icmp samesign ugt i32 %34, 512
  %36 = shl nuw nsw i32 %29, 9
  %37 = zext nneg i32 %36 to i64
  %38 = shl nuw nsw i32 %29, 2
  %39 = add nuw nsw i32 %38, %21
  %40 = icmp samesign ugt i32 %39, 512
  %41 = zext nneg i32 %38 to i64
  %42 = call i32 @llvm.umax.i32(i32 %25, i32 1)
  %43 = shl nuw nsw i32 %21, 7
  %44 = zext nneg i32 %43 to i64
  br label %45
45:
  %46 = phi i32 [ 0, %27 ], [ %133, %132 ]
  br i1 %30, label %47, label %49
47:
  %48 = load ptr, ptr %17, align 8
  br label %51
49:
  %50 = call ptr @cute.tensor.pair_block(ptr %17, i32 %46)
  br label %51
51:
  %52 = phi ptr [ %48, %47 ], [ %50, %49 ]
  %53 = icmp eq ptr %52, null
  br i1 %53, label %130, label %54
54:
  %55 = load ptr, ptr %10, align 8
  %56 = load i32, ptr %12, align 8
  %57 = load i32, ptr %13, align 4
  %58 = load i32, ptr %14, align 8
  %59 = getelementptr inbounds nuw i8, ptr %52, i64 668
  %60 = load i32, ptr %59, align 4
  call void @cute.check.tensor_reaches(ptr %55, i32 %56, i32 %57, i32 %58, i32 %60)
  %61 = call i1 @accesses.read_matrix(ptr %10, ptr %52, i64 %6, i1 false, i32 %25, i32 %31, i32 8, i32 0)
  br i1 %61, label %62, label %130
62:
  br i1 %32, label %63, label %65
63:
  %64 = getelementptr inbounds nuw i8, ptr %52, i64 668
  br label %84
65:
  br i1 %35, label %130, label %66
66:
  %67 = load ptr, ptr %10, align 8
  %68 = getelementptr inbounds nuw i8, ptr %67, i64 540
  %69 = getelementptr inbounds nuw i8, ptr %52, i64 668
  %70 = load i32, ptr %69, align 4
  %71 = sext i32 %70 to i64
  %72 = shl nsw i64 %71, 16
  %73 = getelementptr inbounds nuw i8, ptr %67, i64 472
  %74 = load i64, ptr %73, align 8
  %75 = add i64 %72, %74
  %76 = load i32, ptr %12, align 8
  %77 = load i32, ptr %68, align 4
  %78 = add i32 %77, %76
  %79 = zext i32 %78 to i64
  %80 = load i32, ptr %14, align 8
  %81 = zext i32 %80 to i64
  %82 = load i32, ptr %13, align 4
  %83 = add i64 %75, %44
  call void @cute.check.tensor_words(ptr %67, i32 %76, i64 %79, i64 %81, i32 %82, i32 3, i1 false, i1 false, i64 %83, i64 %37)
  br label %130
84:
  %85 = phi i32 [ 0, %63 ], [ %91, %90 ]
  %86 = call i32 @cute.tensor.lanes_of(i32 1, i32 %85, i32 %20, ptr %11)
  %87 = icmp sgt i32 %86, 0
  br i1 %87, label %88, label %90
88:
  %89 = zext nneg i32 %86 to i64
  br label %93
90:
  %91 = add nuw nsw i32 %85, 1
  %92 = icmp eq i32 %91, %42
  br i1 %92, label %130, label %84
93:
  %94 = phi i64 [ 0, %88 ], [ %128, %127 ]
  %95 = getelementptr inbounds nuw i32, ptr %11, i64 %94
  %96 = load i32, ptr %95, align 4
  %97 = load ptr, ptr %10, align 8
  %98 = add i32 %96, -128
  %99 = icmp ult i32 %98, -129
  %100 = or i1 %40, %99
  br i1 %100, label %127, label %101
101:
  %102 = getelementptr inbounds nuw i8, ptr %97, i64 472
  %103 = load i64, ptr %102, align 8
  %104 = load i32, ptr %64, align 4
  %105 = sext i32 %104 to i64
  %106 = shl nsw i64 %105, 16
  %107 = getelementptr inbounds nuw i8, ptr %97, i64 540
  %108 = zext i32 %96 to i64
  %109 = add i64 %103, %108
  %110 = add i64 %109, %106
  br label %111
111:
  %112 = phi i64 [ 0, %101 ], [ %125, %111 ]
  %113 = load i32, ptr %12, align 8
  %114 = load i32, ptr %107, align 4
  %115 = add i32 %114, %113
  %116 = zext i32 %115 to i64
  %117 = load i32, ptr %14, align 8
  %118 = zext i32 %117 to i64
  %119 = load i32, ptr %13, align 4
  %120 = trunc nuw i64 %112 to i32
  %121 = add i32 %21, %120
  %122 = zext i32 %121 to i64
  %123 = shl nuw nsw i64 %122, 7
  %124 = add i64 %110, %123
  call void @cute.check.tensor_words(ptr %97, i32 %113, i64 %116, i64 %118, i32 %119, i32 3, i1 false, i1 false, i64 %124, i64 1)
  %125 = add nuw nsw i64 %112, 1
  %126 = icmp eq i64 %125, %41
  br i1 %126, label %127, label %111
127:
  %128 = add nuw nsw i64 %94, 1
  %129 = icmp eq i64 %128, %89
  br i1 %129, label %90, label %93
130:
  %131 = phi i32 [ 4, %66 ], [ 1, %51 ], [ 1, %54 ], [ 4, %65 ], [ 0, %90 ]
  switch i32 %131, label %135 [
    i32 0, label %132
    i32 4, label %132
  ]
132:
  %133 = add nuw nsw i32 %46, 1
  %134 = icmp eq i32 %133, %8
  br i1 %134, label %135, label %45
135:
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
  %104 = getelementptr inbounds nuw i8, ptr %101, i64 540
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
  %128 = getelementptr inbounds nuw i8, ptr %125, i64 540
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
  %175 = getelementptr inbounds nuw i8, ptr %11, i64 528
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
  %187 = getelementptr inbounds nuw i8, ptr %11, i64 1232
  store i64 %2, ptr %187, align 8
  %188 = getelementptr inbounds nuw i8, ptr %11, i64 1240
  store i64 %172, ptr %188, align 8
  %189 = getelementptr inbounds nuw i8, ptr %11, i64 1248
  store i64 %184, ptr %189, align 8
  %190 = getelementptr inbounds nuw i8, ptr %11, i64 1256
  store i64 %185, ptr %190, align 8
  %191 = getelementptr inbounds nuw i8, ptr %11, i64 1264
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
  %20 = and i32 %5, 65535
  %21 = icmp ugt i32 %5, 6356991
  %22 = icmp samesign ugt i32 %20, 504
  %23 = or i1 %21, %22
  %24 = lshr i32 %5, 16
  %25 = zext nneg i32 %24 to i64
  br label %26
26:
  %27 = phi i32 [ 0, %18 ], [ %70, %69 ]
  br i1 %19, label %28, label %30
28:
  %29 = load ptr, ptr %14, align 8
  br label %32
30:
  %31 = call ptr @cute.tensor.pair_block(ptr %14, i32 %27)
  br label %32
32:
  %33 = phi ptr [ %29, %28 ], [ %31, %30 ]
  %34 = icmp eq ptr %33, null
  br i1 %34, label %72, label %35
35:
  %36 = load ptr, ptr %8, align 8
  %37 = load i32, ptr %9, align 8
  %38 = load i32, ptr %10, align 4
  %39 = load i32, ptr %11, align 8
  %40 = getelementptr inbounds nuw i8, ptr %33, i64 668
  %41 = load i32, ptr %40, align 4
  call void @cute.check.tensor_reaches(ptr %36, i32 %37, i32 %38, i32 %39, i32 %41)
  %42 = load ptr, ptr %8, align 8
  br i1 %23, label %69, label %43
43:
  %44 = getelementptr inbounds nuw i8, ptr %42, i64 472
  %45 = load i64, ptr %44, align 8
  %46 = getelementptr inbounds nuw i8, ptr %33, i64 668
  %47 = load i32, ptr %46, align 4
  %48 = sext i32 %47 to i64
  %49 = shl nsw i64 %48, 16
  %50 = getelementptr inbounds nuw i8, ptr %42, i64 540
  %51 = add i64 %45, %25
  %52 = add i64 %51, %49
  br label %53
53:
  %54 = phi i64 [ 0, %43 ], [ %67, %53 ]
  %55 = load i32, ptr %9, align 8
  %56 = load i32, ptr %50, align 4
  %57 = add i32 %56, %55
  %58 = zext i32 %57 to i64
  %59 = load i32, ptr %11, align 8
  %60 = zext i32 %59 to i64
  %61 = load i32, ptr %10, align 4
  %62 = trunc nuw i64 %54 to i32
  %63 = add i32 %20, %62
  %64 = zext i32 %63 to i64
  %65 = shl nuw nsw i64 %64, 7
  %66 = add i64 %52, %65
  call void @cute.check.tensor_words(ptr %42, i32 %55, i64 %58, i64 %60, i32 %61, i32 4, i1 false, i1 false, i64 %66, i64 32)
  %67 = add nuw nsw i64 %54, 1
  %68 = icmp eq i64 %67, 8
  br i1 %68, label %69, label %53
69:
  %70 = add nuw nsw i32 %27, 1
  %71 = icmp eq i32 %70, %6
  br i1 %71, label %72, label %26
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
  br i1 %18, label %453, label %19
19:
  %20 = call i1 @cute.tensor.place_rows(ptr %15, ptr %5, ptr %8, ptr %9)
  br i1 %20, label %453, label %21
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
  br i1 %30, label %31, label %453
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
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 520
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
  %57 = phi i64 [ 0, %31 ], [ %449, %448 ]
  %58 = phi i32 [ %25, %31 ], [ %450, %448 ]
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
  br i1 %67, label %446, label %68
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
  br i1 %87, label %88, label %446
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
  br i1 %105, label %106, label %446
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
  br i1 %117, label %234, label %164
118:
  %119 = phi i64 [ 0, %112 ], [ %156, %155 ]
  %120 = getelementptr inbounds nuw i8, ptr %37, i64 %119
  %121 = load i8, ptr %120, align 1
  %122 = load i64, ptr %5, align 8
  %123 = trunc i64 %122 to i32
  %124 = and i32 %123, 65535
  %125 = load ptr, ptr %7, align 8
  %126 = icmp ugt i8 %121, 112
  %127 = icmp samesign ugt i32 %124, 504
  %128 = or i1 %126, %127
  br i1 %128, label %155, label %129
129:
  %130 = getelementptr inbounds nuw i8, ptr %125, i64 472
  %131 = load i64, ptr %130, align 8
  %132 = load i32, ptr %113, align 4
  %133 = sext i32 %132 to i64
  %134 = shl nsw i64 %133, 16
  %135 = getelementptr inbounds nuw i8, ptr %125, i64 540
  %136 = zext nneg i8 %121 to i64
  %137 = add i64 %131, %136
  %138 = add i64 %137, %134
  br label %139
139:
  %140 = phi i64 [ 0, %129 ], [ %153, %139 ]
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
  %169 = add nuw nsw i32 %166, %168
  %170 = icmp samesign ugt i32 %169, 512
  br i1 %170, label %193, label %171
171:
  %172 = load ptr, ptr %7, align 8
  %173 = getelementptr inbounds nuw i8, ptr %66, i64 668
  %174 = load i32, ptr %173, align 4
  %175 = sext i32 %174 to i64
  %176 = shl nsw i64 %175, 16
  %177 = getelementptr inbounds nuw i8, ptr %172, i64 472
  %178 = load i64, ptr %177, align 8
  %179 = shl nuw nsw i32 %168, 7
  %180 = zext nneg i32 %179 to i64
  %181 = getelementptr inbounds nuw i8, ptr %172, i64 540
  %182 = load i32, ptr %10, align 8
  %183 = load i32, ptr %181, align 4
  %184 = add i32 %183, %182
  %185 = zext i32 %184 to i64
  %186 = load i32, ptr %12, align 8
  %187 = zext i32 %186 to i64
  %188 = load i32, ptr %11, align 4
  %189 = shl nuw nsw i32 %166, 7
  %190 = zext nneg i32 %189 to i64
  %191 = add i64 %178, %190
  %192 = add i64 %191, %176
  call void @cute.check.tensor_words(ptr %172, i32 %182, i64 %185, i64 %187, i32 %188, i32 2, i1 false, i1 false, i64 %192, i64 %180)
  br label %193
193:
  %194 = load i32, ptr %40, align 4
  %195 = load i32, ptr %41, align 4
  %196 = icmp eq i32 %195, 128
  br i1 %196, label %197, label %203
197:
  %198 = load i32, ptr %24, align 4
  %199 = icmp eq i32 %198, 2
  br i1 %199, label %200, label %203
200:
  %201 = load i32, ptr %22, align 4
  %202 = lshr i32 %201, 1
  br label %205
203:
  %204 = load i32, ptr %22, align 4
  br label %205
205:
  %206 = phi i32 [ %202, %200 ], [ %204, %203 ]
  %207 = and i32 %194, 65535
  %208 = add i32 %206, 31
  %209 = lshr i32 %208, 5
  %210 = add nuw nsw i32 %209, %207
  %211 = icmp samesign ugt i32 %210, 512
  br i1 %211, label %234, label %212
212:
  %213 = load ptr, ptr %7, align 8
  %214 = getelementptr inbounds nuw i8, ptr %66, i64 668
  %215 = load i32, ptr %214, align 4
  %216 = sext i32 %215 to i64
  %217 = shl nsw i64 %216, 16
  %218 = getelementptr inbounds nuw i8, ptr %213, i64 472
  %219 = load i64, ptr %218, align 8
  %220 = shl nuw nsw i32 %209, 7
  %221 = zext nneg i32 %220 to i64
  %222 = getelementptr inbounds nuw i8, ptr %213, i64 540
  %223 = load i32, ptr %10, align 8
  %224 = load i32, ptr %222, align 4
  %225 = add i32 %224, %223
  %226 = zext i32 %225 to i64
  %227 = load i32, ptr %12, align 8
  %228 = zext i32 %227 to i64
  %229 = load i32, ptr %11, align 4
  %230 = shl nuw nsw i32 %207, 7
  %231 = zext nneg i32 %230 to i64
  %232 = add i64 %219, %231
  %233 = add i64 %232, %217
  call void @cute.check.tensor_words(ptr %213, i32 %223, i64 %226, i64 %228, i32 %229, i32 2, i1 false, i1 false, i64 %233, i64 %221)
  br label %234
234:
  %235 = load i32, ptr %27, align 8
  %236 = and i32 %235, 65535
  %237 = icmp ult i32 %235, 65536
  %238 = select i1 %237, i64 0, i64 512
  %239 = shl i32 %235, 16
  %240 = load i32, ptr %42, align 4
  %241 = shl i32 %240, 9
  %242 = xor i32 %241, %239
  %243 = load i32, ptr %22, align 4
  %244 = xor i32 %242, %243
  %245 = shl i32 %244, 1
  %246 = or disjoint i32 %245, 1
  %247 = load ptr, ptr %43, align 8
  %248 = getelementptr inbounds nuw i8, ptr %66, i64 668
  %249 = load i32, ptr %248, align 4
  %250 = sext i32 %249 to i64
  %251 = getelementptr inbounds { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %247, i64 %250
  %252 = getelementptr inbounds nuw i32, ptr %251, i64 %238
  %253 = load i32, ptr %24, align 4
  %254 = shl i32 %253, 31
  %255 = xor i32 %246, %254
  %256 = load i32, ptr %44, align 4
  %257 = add i32 %256, %236
  %258 = icmp ult i32 %236, %257
  %259 = icmp samesign ult i32 %236, 512
  %260 = select i1 %258, i1 %259, i1 false
  br i1 %260, label %261, label %277
261:
  %262 = zext nneg i32 %236 to i64
  br label %263
263:
  %264 = phi i64 [ %262, %261 ], [ %270, %263 ]
  %265 = phi i1 [ true, %261 ], [ %269, %263 ]
  %266 = getelementptr inbounds nuw i32, ptr %252, i64 %264
  %267 = load i32, ptr %266, align 4
  %268 = icmp eq i32 %267, %255
  %269 = and i1 %265, %268
  store i32 %255, ptr %266, align 4
  %270 = add nuw nsw i64 %264, 1
  %271 = load i32, ptr %44, align 4
  %272 = add i32 %271, %236
  %273 = zext i32 %272 to i64
  %274 = icmp samesign ult i64 %270, %273
  %275 = icmp samesign ult i64 %264, 511
  %276 = select i1 %274, i1 %275, i1 false
  br i1 %276, label %263, label %277
277:
  %278 = phi i1 [ true, %234 ], [ %269, %263 ]
  %279 = load i32, ptr %9, align 4
  %280 = load i32, ptr %45, align 4
  %281 = mul i32 %280, %279
  %282 = icmp ne i32 %281, 128
  %283 = load i32, ptr %46, align 8
  %284 = icmp eq i32 %283, 0
  br i1 %284, label %369, label %285
285:
  %286 = trunc nuw nsw i64 %57 to i32
  %287 = shl i32 %286, 2
  %288 = sext i32 %287 to i64
  %289 = getelementptr inbounds i32, ptr %47, i64 %288
  %290 = icmp ult i32 %279, 16
  br i1 %290, label %446, label %291
291:
  %292 = phi i64 [ %300, %299 ], [ 0, %285 ]
  %293 = load i32, ptr %45, align 4
  %294 = icmp eq i32 %293, 0
  br i1 %294, label %299, label %295
295:
  %296 = getelementptr inbounds nuw i8, ptr %48, i64 %292
  br label %297
297:
  %298 = phi i32 [ 0, %295 ], [ %306, %305 ]
  br label %309
299:
  %300 = add nuw nsw i64 %292, 1
  %301 = load i32, ptr %9, align 4
  %302 = lshr i32 %301, 4
  %303 = zext nneg i32 %302 to i64
  %304 = icmp samesign ult i64 %300, %303
  br i1 %304, label %291, label %446
305:
  %306 = add nuw i32 %298, 1
  %307 = load i32, ptr %45, align 4
  %308 = icmp ult i32 %306, %307
  br i1 %308, label %297, label %299
309:
  %310 = phi i32 [ 0, %297 ], [ %367, %366 ]
  %311 = load i8, ptr %296, align 1
  %312 = zext i8 %311 to i32
  %313 = load i32, ptr %49, align 4
  %314 = mul i32 %313, %298
  %315 = add nuw nsw i32 %310, %312
  %316 = add i32 %315, %314
  %317 = lshr i32 %316, 5
  %318 = zext nneg i32 %317 to i64
  %319 = getelementptr inbounds nuw i32, ptr %289, i64 %318
  %320 = load i32, ptr %319, align 4
  %321 = and i32 %316, 31
  %322 = shl nuw i32 1, %321
  %323 = and i32 %322, %320
  %324 = icmp eq i32 %323, 0
  br i1 %324, label %325, label %366
325:
  %326 = load i32, ptr %27, align 8
  %327 = and i32 %326, 65535
  %328 = load i32, ptr %44, align 4
  %329 = load i32, ptr %50, align 4
  %330 = icmp ne i32 %329, 0
  %331 = load ptr, ptr %7, align 8
  %332 = add i32 %316, -128
  %333 = icmp ult i32 %332, -129
  %334 = add i32 %328, %327
  %335 = icmp ugt i32 %334, 512
  %336 = or i1 %333, %335
  %337 = icmp eq i32 %328, 0
  %338 = or i1 %337, %336
  br i1 %338, label %366, label %339
339:
  %340 = getelementptr inbounds nuw i8, ptr %331, i64 472
  %341 = load i64, ptr %340, align 8
  %342 = load i32, ptr %248, align 4
  %343 = sext i32 %342 to i64
  %344 = shl nsw i64 %343, 16
  %345 = getelementptr inbounds nuw i8, ptr %331, i64 540
  %346 = zext i32 %316 to i64
  %347 = zext i32 %328 to i64
  %348 = add i64 %341, %346
  %349 = add i64 %348, %344
  br label %350
350:
  %351 = phi i64 [ 0, %339 ], [ %364, %350 ]
  %352 = load i32, ptr %10, align 8
  %353 = load i32, ptr %345, align 4
  %354 = add i32 %353, %352
  %355 = zext i32 %354 to i64
  %356 = load i32, ptr %12, align 8
  %357 = zext i32 %356 to i64
  %358 = load i32, ptr %11, align 4
  %359 = trunc nuw i64 %351 to i32
  %360 = add i32 %327, %359
  %361 = zext i32 %360 to i64
  %362 = shl nuw nsw i64 %361, 7
  %363 = add i64 %349, %362
  call void @cute.check.tensor_words(ptr %331, i32 %352, i64 %355, i64 %357, i32 %358, i32 1, i1 %330, i1 %278, i64 %363, i64 1)
  %364 = add nuw nsw i64 %351, 1
  %365 = icmp eq i64 %364, %347
  br i1 %365, label %366, label %350
366:
  %367 = add nuw nsw i32 %310, 1
  %368 = icmp eq i32 %367, 16
  br i1 %368, label %305, label %309
369:
  br i1 %282, label %395, label %370
370:
  %371 = load i32, ptr %44, align 4
  %372 = add i32 %371, %29
  %373 = icmp ugt i32 %372, 512
  br i1 %373, label %395, label %374
374:
  %375 = load ptr, ptr %7, align 8
  %376 = load i32, ptr %51, align 4
  %377 = icmp ne i32 %376, 0
  %378 = zext i32 %371 to i64
  %379 = shl nuw nsw i64 %378, 7
  %380 = getelementptr inbounds nuw i8, ptr %375, i64 540
  %381 = load i32, ptr %248, align 4
  %382 = sext i32 %381 to i64
  %383 = shl nsw i64 %382, 16
  %384 = getelementptr inbounds nuw i8, ptr %375, i64 472
  %385 = load i64, ptr %384, align 8
  %386 = add i64 %383, %385
  %387 = load i32, ptr %10, align 8
  %388 = load i32, ptr %380, align 4
  %389 = add i32 %388, %387
  %390 = zext i32 %389 to i64
  %391 = load i32, ptr %12, align 8
  %392 = zext i32 %391 to i64
  %393 = load i32, ptr %11, align 4
  %394 = add i64 %386, %55
  call void @cute.check.tensor_words(ptr %375, i32 %387, i64 %390, i64 %392, i32 %393, i32 1, i1 %377, i1 %278, i64 %394, i64 %379)
  br label %395
395:
  %396 = load i32, ptr %9, align 4
  %397 = icmp ugt i32 %396, 15
  %398 = select i1 %282, i1 %397, i1 false
  br i1 %398, label %399, label %446
399:
  %400 = phi i64 [ %441, %440 ], [ 0, %395 ]
  %401 = getelementptr inbounds nuw i8, ptr %52, i64 %400
  %402 = load i8, ptr %401, align 1
  %403 = load i32, ptr %44, align 4
  %404 = load i32, ptr %53, align 4
  %405 = icmp ne i32 %404, 0
  %406 = load ptr, ptr %7, align 8
  %407 = icmp ugt i8 %402, 112
  %408 = add i32 %403, %29
  %409 = icmp ugt i32 %408, 512
  %410 = or i1 %407, %409
  %411 = icmp eq i32 %403, 0
  %412 = or i1 %411, %410
  br i1 %412, label %440, label %413
413:
  %414 = getelementptr inbounds nuw i8, ptr %406, i64 472
  %415 = load i64, ptr %414, align 8
  %416 = load i32, ptr %248, align 4
  %417 = sext i32 %416 to i64
  %418 = shl nsw i64 %417, 16
  %419 = getelementptr inbounds nuw i8, ptr %406, i64 540
  %420 = zext nneg i8 %402 to i64
  %421 = zext i32 %403 to i64
  %422 = add i64 %415, %420
  %423 = add i64 %422, %418
  br label %424
424:
  %425 = phi i64 [ 0, %413 ], [ %438, %424 ]
  %426 = load i32, ptr %10, align 8
  %427 = load i32, ptr %419, align 4
  %428 = add i32 %427, %426
  %429 = zext i32 %428 to i64
  %430 = load i32, ptr %12, align 8
  %431 = zext i32 %430 to i64
  %432 = load i32, ptr %11, align 4
  %433 = trunc nuw i64 %425 to i32
  %434 = add i32 %29, %433
  %435 = zext i32 %434 to i64
  %436 = shl nuw nsw i64 %435, 7
  %437 = add i64 %423, %436
  call void @cute.check.tensor_words(ptr %406, i32 %426, i64 %429, i64 %431, i32 %432, i32 1, i1 %405, i1 %278, i64 %437, i64 16)
  %438 = add nuw nsw i64 %425, 1
  %439 = icmp eq i64 %438, %421
  br i1 %439, label %440, label %424
440:
  %441 = add nuw nsw i64 %400, 1
  %442 = load i32, ptr %9, align 4
  %443 = lshr i32 %442, 4
  %444 = zext nneg i32 %443 to i64
  %445 = icmp samesign ult i64 %441, %444
  br i1 %445, label %399, label %446
446:
  %447 = phi i32 [ 1, %103 ], [ 1, %85 ], [ 1, %65 ], [ 0, %395 ], [ 4, %285 ], [ 0, %440 ], [ 4, %299 ]
  switch i32 %447, label %453 [
    i32 0, label %448
    i32 4, label %448
  ]
448:
  %449 = add nuw nsw i64 %57, 1
  %450 = load i32, ptr %24, align 4
  %451 = sext i32 %450 to i64
  %452 = icmp slt i64 %449, %451
  br i1 %452, label %56, label %453
453:
  call void @llvm.lifetime.end.p0(ptr %9)
  call void @llvm.lifetime.end.p0(ptr %8)
  call void @llvm.lifetime.end.p0(ptr %7)
  ret void
}
declare i1 @cute.tensor.instruction(ptr, ptr, ptr)
declare i1 @cute.tensor.place_rows(ptr, ptr, ptr, ptr)
declare void @cute.check.tensor_words(ptr, i32, i64, i64, i32, i32, i1, i1, i64, i64)
declare void @cute.check.tensor_reaches(ptr, i32, i32, i32, i32)
declare i1 @cute.tensor.descriptor(ptr, ptr, i64, ptr)
declare i32 @llvm.ctpop.i32(i32)
declare ptr @cute.tensor.piece_along_rows(ptr, ptr, i32, i32)
declare ptr @cute.tensor.piece_along_k(ptr, ptr, i32, i32)
declare void @cute.check.engine_pieces(ptr, i32, i64, i64, i32, i32, ptr, i32)
declare i32 @llvm.umax.i32(i32, i32)
