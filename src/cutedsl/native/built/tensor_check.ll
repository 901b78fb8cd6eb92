; Made by scripts/build_native.py: change the C sources, then run it.
; tensor_check/accesses.c
@cute.check.tensor_move.wide = internal unnamed_addr constant [5 x i8] c"\01\02\04\08\01", align 1
@copied_rows.rows = internal unnamed_addr constant [6 x i8] c"\80\04\80@@ ", align 1
define void @cute.check.tensor_move(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 %7, i32 %8, i32 %9, i32 %10) noinline {
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 600
  %15 = load i32, ptr %14, align 8
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
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 472
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds nuw i32, ptr %38, i64 %17
  %40 = getelementptr inbounds i32, ptr %39, i64 %19
  store i32 %21, ptr %40, align 4
  %41 = load i32, ptr %14, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 684
  store i32 %41, ptr %42, align 4
  %43 = trunc nuw nsw i32 %36 to i8
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 488
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
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr inbounds nuw i8, ptr %1, i64 668
  %60 = load i32, ptr %59, align 4
  %61 = sext i32 %60 to i64
  %62 = shl nsw i64 %61, 16
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 524
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 596
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
  %74 = load i32, ptr %64, align 4
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
  %96 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %97 = load i64, ptr %96, align 8
  %98 = getelementptr inbounds nuw i8, ptr %1, i64 668
  %99 = load i32, ptr %98, align 4
  %100 = sext i32 %99 to i64
  %101 = shl nsw i64 %100, 16
  %102 = getelementptr inbounds nuw i8, ptr %0, i64 524
  %103 = getelementptr inbounds nuw i8, ptr %0, i64 596
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
  %113 = load i32, ptr %103, align 4
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
define void @cute.check.tensor_free(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = add i32 %5, %4
  %8 = icmp ugt i32 %7, 512
  br i1 %8, label %48, label %9
9:
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 668
  %13 = load i32, ptr %12, align 4
  %14 = sext i32 %13 to i64
  %15 = shl nsw i64 %14, 16
  %16 = zext i32 %4 to i64
  %17 = shl nuw nsw i64 %16, 7
  %18 = add i64 %11, %17
  %19 = add i64 %18, %15
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 472
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 600
  %23 = load i32, ptr %22, align 8
  %24 = mul i32 %23, %2
  %25 = zext i32 %24 to i64
  %26 = getelementptr inbounds nuw i32, ptr %21, i64 %25
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %28 = load ptr, ptr %27, align 8
  %29 = getelementptr inbounds nuw i32, ptr %28, i64 %25
  %30 = sext i32 %2 to i64
  %31 = getelementptr inbounds i32, ptr %29, i64 %30
  %32 = load i32, ptr %31, align 4
  %33 = getelementptr inbounds i32, ptr %26, i64 %30
  store i32 %32, ptr %33, align 4
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 488
  %35 = load ptr, ptr %34, align 8
  %36 = sext i32 %3 to i64
  %37 = getelementptr inbounds i8, ptr %35, i64 %36
  store i8 7, ptr %37, align 1
  %38 = load ptr, ptr %27, align 8
  %39 = load i32, ptr %22, align 8
  %40 = mul i32 %39, %2
  %41 = zext i32 %40 to i64
  %42 = getelementptr inbounds nuw i32, ptr %38, i64 %41
  %43 = getelementptr inbounds i32, ptr %42, i64 %30
  %44 = load i32, ptr %43, align 4
  %45 = zext i32 %44 to i64
  %46 = zext i32 %5 to i64
  %47 = shl nuw nsw i64 %46, 7
  call void @cute.check.tensor_words(ptr %0, i32 %2, i64 %30, i64 %45, i32 %3, i32 7, i1 false, i1 false, i64 %19, i64 %47)
  br label %48
48:
  ret void
}
declare void @cute.check.tensor_words(ptr, i32, i64, i64, i32, i32, i1, i1, i64, i64)
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
  %68 = getelementptr inbounds nuw i8, ptr %67, i64 524
  %69 = getelementptr inbounds nuw i8, ptr %52, i64 668
  %70 = load i32, ptr %69, align 4
  %71 = sext i32 %70 to i64
  %72 = shl nsw i64 %71, 16
  %73 = getelementptr inbounds nuw i8, ptr %67, i64 464
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
  %102 = getelementptr inbounds nuw i8, ptr %97, i64 464
  %103 = load i64, ptr %102, align 8
  %104 = load i32, ptr %64, align 4
  %105 = sext i32 %104 to i64
  %106 = shl nsw i64 %105, 16
  %107 = getelementptr inbounds nuw i8, ptr %97, i64 524
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
  %10 = alloca { ptr, ptr, [2048 x i8], i64, i64, i8 }, align 8
  %11 = load ptr, ptr %0, align 8
  call void @llvm.lifetime.start.p0(ptr %9)
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %13 = call i1 @cute.tensor.descriptor(ptr %12, ptr %1, i64 %2, ptr %9)
  br i1 %13, label %193, label %14
14:
  call void @llvm.lifetime.start.p0(ptr %10)
  call void @llvm.memset.p0.i64(ptr %10, i8 0, i64 2088, i1 false)
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
  %32 = getelementptr inbounds nuw i8, ptr %11, i64 376
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %35 = load i32, ptr %34, align 4
  %36 = sext i32 %35 to i64
  %37 = getelementptr inbounds i8, ptr %33, i64 %36
  store i8 %31, ptr %37, align 1
  %38 = load i64, ptr %16, align 8
  %39 = icmp eq i32 %21, 0
  br i1 %39, label %112, label %40
40:
  %41 = icmp eq i32 %24, 0
  %42 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %43 = getelementptr inbounds nuw i8, ptr %10, i64 2080
  %44 = getelementptr inbounds nuw i8, ptr %10, i64 2072
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %47 = load i8, ptr %43, align 8
  %48 = load i64, ptr %44, align 8
  br label %49
49:
  %50 = phi i64 [ %48, %40 ], [ %106, %105 ]
  %51 = phi i8 [ %47, %40 ], [ %107, %105 ]
  %52 = phi i32 [ 0, %40 ], [ %109, %105 ]
  %53 = phi i64 [ %38, %40 ], [ %108, %105 ]
  br i1 %41, label %105, label %54
54:
  %55 = phi i64 [ %89, %66 ], [ %50, %49 ]
  %56 = phi i8 [ %83, %66 ], [ %51, %49 ]
  %57 = phi i32 [ %103, %66 ], [ 0, %49 ]
  %58 = phi i64 [ %87, %66 ], [ %53, %49 ]
  br i1 %3, label %59, label %61
59:
  %60 = call ptr @cute.tensor.piece_along_rows(ptr %12, ptr %9, i32 %57, i32 %52)
  br label %63
61:
  %62 = call ptr @cute.tensor.piece_along_k(ptr %12, ptr %9, i32 %52, i32 %57)
  br label %63
63:
  %64 = phi ptr [ %60, %59 ], [ %62, %61 ]
  %65 = icmp eq ptr %64, null
  br i1 %65, label %190, label %66
66:
  %67 = load ptr, ptr %0, align 8
  %68 = load ptr, ptr %9, align 8
  %69 = ptrtoint ptr %64 to i64
  %70 = ptrtoint ptr %68 to i64
  %71 = sub i64 %69, %70
  %72 = lshr i64 %71, 7
  %73 = and i64 %72, 2047
  %74 = getelementptr inbounds nuw i8, ptr %42, i64 %73
  %75 = load i8, ptr %74, align 1
  %76 = zext i8 %75 to i32
  %77 = trunc i64 %71 to i32
  %78 = lshr i32 %77, 4
  %79 = and i32 %78, 7
  %80 = lshr i32 %76, %79
  %81 = trunc nuw i32 %80 to i8
  %82 = and i8 %81, 1
  %83 = or i8 %82, %56
  %84 = shl nuw nsw i32 1, %79
  %85 = trunc nuw i32 %84 to i8
  %86 = or i8 %75, %85
  store i8 %86, ptr %74, align 1
  %87 = call i64 @llvm.umin.i64(i64 %71, i64 %58)
  %88 = add i64 %71, 16
  %89 = call i64 @llvm.umax.i64(i64 %88, i64 %55)
  %90 = load i32, ptr %45, align 8
  %91 = getelementptr inbounds nuw i8, ptr %67, i64 524
  %92 = load i32, ptr %91, align 4
  %93 = add i32 %92, %90
  %94 = zext i32 %93 to i64
  %95 = load i32, ptr %46, align 8
  %96 = zext i32 %95 to i64
  %97 = load i32, ptr %34, align 4
  %98 = getelementptr inbounds nuw i8, ptr %67, i64 8
  %99 = load ptr, ptr %98, align 8
  %100 = ptrtoint ptr %99 to i64
  %101 = sub i64 %69, %100
  %102 = sdiv i64 %101, 4
  call void @cute.check.engine.row(ptr %67, i32 %90, i64 %94, i64 %96, i32 %97, i32 16, i64 %102, i64 4, i64 -1, i64 0, i64 62)
  %103 = add nuw nsw i32 %57, 16
  %104 = icmp samesign ult i32 %103, %24
  br i1 %104, label %54, label %105
105:
  %106 = phi i64 [ %50, %49 ], [ %89, %66 ]
  %107 = phi i8 [ %51, %49 ], [ %83, %66 ]
  %108 = phi i64 [ %53, %49 ], [ %87, %66 ]
  %109 = add nuw i32 %52, 1
  %110 = icmp eq i32 %109, %21
  br i1 %110, label %111, label %49
111:
  store i8 %107, ptr %43, align 8
  store i64 %106, ptr %44, align 8
  br label %112
112:
  %113 = phi i64 [ %108, %111 ], [ %38, %20 ]
  store i64 %113, ptr %16, align 8
  %114 = load ptr, ptr %9, align 8
  %115 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %116 = load ptr, ptr %115, align 8
  %117 = ptrtoint ptr %114 to i64
  %118 = ptrtoint ptr %116 to i64
  %119 = sub i64 %117, %118
  %120 = getelementptr inbounds nuw i8, ptr %10, i64 2080
  %121 = load i8, ptr %120, align 8
  %122 = trunc nuw i8 %121 to i1
  br i1 %122, label %123, label %139
123:
  %124 = load i32, ptr %34, align 4
  %125 = getelementptr inbounds nuw i8, ptr %11, i64 152
  %126 = load ptr, ptr %125, align 8
  %127 = sext i32 %124 to i64
  %128 = getelementptr inbounds i8, ptr %126, i64 %127
  %129 = load i8, ptr %128, align 1
  %130 = icmp eq i8 %129, 0
  br i1 %130, label %131, label %139
131:
  %132 = load i64, ptr %16, align 8
  %133 = add i64 %132, %119
  %134 = zext nneg i32 %7 to i64
  %135 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %136 = load i32, ptr %135, align 8
  %137 = load ptr, ptr %11, align 8
  %138 = call i32 %137(ptr %11, i32 27, i32 %136, i32 %124, i32 5, i64 %134, i64 %133)
  br label %139
139:
  %140 = load i32, ptr %34, align 4
  %141 = zext i32 %140 to i64
  %142 = shl i64 %141, 40
  %143 = xor i64 %142, %2
  %144 = mul i64 %143, -7046029254386353131
  %145 = shl i32 %4, 1
  %146 = zext i32 %145 to i64
  %147 = zext i1 %3 to i64
  %148 = or disjoint i64 %146, %147
  %149 = xor i64 %148, %144
  %150 = getelementptr inbounds nuw i8, ptr %11, i64 512
  %151 = load ptr, ptr %150, align 8
  %152 = and i64 %149, 255
  %153 = getelementptr inbounds nuw i64, ptr %151, i64 %152
  %154 = load i64, ptr %153, align 8
  %155 = icmp eq i64 %154, %149
  br i1 %155, label %191, label %156
156:
  store i64 %149, ptr %153, align 8
  %157 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %158 = load i32, ptr %157, align 8
  %159 = zext i32 %4 to i64
  %160 = zext nneg i32 %5 to i64
  %161 = zext nneg i32 %6 to i64
  %162 = getelementptr inbounds nuw i8, ptr %11, i64 1216
  store i64 %2, ptr %162, align 8
  %163 = getelementptr inbounds nuw i8, ptr %11, i64 1224
  store i64 %147, ptr %163, align 8
  %164 = getelementptr inbounds nuw i8, ptr %11, i64 1232
  store i64 %159, ptr %164, align 8
  %165 = getelementptr inbounds nuw i8, ptr %11, i64 1240
  store i64 %160, ptr %165, align 8
  %166 = getelementptr inbounds nuw i8, ptr %11, i64 1248
  store i64 %161, ptr %166, align 8
  %167 = load i32, ptr %34, align 4
  %168 = getelementptr inbounds nuw i8, ptr %11, i64 152
  %169 = load ptr, ptr %168, align 8
  %170 = sext i32 %167 to i64
  %171 = getelementptr inbounds i8, ptr %169, i64 %170
  %172 = load i8, ptr %171, align 1
  %173 = icmp eq i8 %172, 0
  br i1 %173, label %174, label %191
174:
  %175 = load i64, ptr %16, align 8
  %176 = add i64 %175, %119
  %177 = getelementptr inbounds nuw i8, ptr %10, i64 2072
  %178 = load i64, ptr %177, align 8
  %179 = add i64 %178, %119
  %180 = shl i64 %179, 32
  %181 = or i64 %180, %176
  %182 = shl nuw nsw i32 %7, 8
  %183 = or disjoint i32 %182, 6
  %184 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %185 = load i32, ptr %184, align 8
  %186 = zext i32 %158 to i64
  %187 = add i64 %119, %186
  %188 = load ptr, ptr %11, align 8
  %189 = call i32 %188(ptr %11, i32 27, i32 %185, i32 %167, i32 %183, i64 %187, i64 %181)
  br label %191
190:
  store i8 %51, ptr %43, align 8
  store i64 %50, ptr %44, align 8
  store i64 %53, ptr %16, align 8
  store i8 %56, ptr %43, align 8
  store i64 %55, ptr %44, align 8
  store i64 %58, ptr %16, align 8
  br label %191
191:
  %192 = phi i1 [ false, %190 ], [ true, %174 ], [ true, %156 ], [ true, %139 ]
  call void @llvm.lifetime.end.p0(ptr %10)
  br label %193
193:
  %194 = phi i1 [ %192, %191 ], [ false, %8 ]
  call void @llvm.lifetime.end.p0(ptr %9)
  ret i1 %194
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
  %44 = getelementptr inbounds nuw i8, ptr %42, i64 464
  %45 = load i64, ptr %44, align 8
  %46 = getelementptr inbounds nuw i8, ptr %33, i64 668
  %47 = load i32, ptr %46, align 4
  %48 = sext i32 %47 to i64
  %49 = shl nsw i64 %48, 16
  %50 = getelementptr inbounds nuw i8, ptr %42, i64 524
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
  br i1 %18, label %357, label %19
19:
  %20 = call i1 @cute.tensor.place_rows(ptr %15, ptr %5, ptr %8, ptr %9)
  br i1 %20, label %357, label %21
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
  br i1 %30, label %31, label %357
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
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %44 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %45 = getelementptr inbounds nuw i8, ptr %9, i64 12
  %46 = getelementptr inbounds nuw i8, ptr %5, i64 44
  %47 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %48 = getelementptr inbounds nuw i8, ptr %5, i64 44
  %49 = shl nuw nsw i32 %29, 7
  %50 = zext nneg i32 %49 to i64
  br label %51
51:
  %52 = phi i32 [ %25, %31 ], [ %355, %353 ]
  %53 = phi i32 [ 0, %31 ], [ %354, %353 ]
  %54 = icmp eq i32 %52, 1
  br i1 %54, label %55, label %57
55:
  %56 = load ptr, ptr %15, align 8
  br label %59
57:
  %58 = call ptr @cute.tensor.pair_block(ptr %15, i32 %53)
  br label %59
59:
  %60 = phi ptr [ %56, %55 ], [ %58, %57 ]
  %61 = icmp eq ptr %60, null
  br i1 %61, label %357, label %62
62:
  %63 = load ptr, ptr %7, align 8
  %64 = load i32, ptr %10, align 8
  %65 = load i32, ptr %11, align 4
  %66 = load i32, ptr %12, align 8
  %67 = getelementptr inbounds nuw i8, ptr %60, i64 668
  %68 = load i32, ptr %67, align 4
  call void @cute.check.tensor_reaches(ptr %63, i32 %64, i32 %65, i32 %66, i32 %68)
  %69 = load i64, ptr %32, align 8
  %70 = load i8, ptr %33, align 1
  %71 = trunc nuw i8 %70 to i1
  %72 = load i32, ptr %34, align 4
  %73 = icmp eq i32 %72, 2
  br i1 %73, label %79, label %74
74:
  %75 = icmp ult i32 %72, 2
  br i1 %75, label %79, label %76
76:
  %77 = icmp eq i32 %72, 10
  %78 = select i1 %77, i32 4, i32 8
  br label %79
79:
  %80 = phi i32 [ 32, %62 ], [ %78, %76 ], [ 16, %74 ]
  %81 = call i1 @accesses.read_matrix(ptr %7, ptr %60, i64 %69, i1 %71, i32 %26, i32 32, i32 %80, i32 2)
  br i1 %81, label %82, label %357
82:
  %83 = load i32, ptr %35, align 8
  %84 = icmp eq i32 %83, 0
  br i1 %84, label %85, label %100
85:
  %86 = load i64, ptr %5, align 8
  %87 = load i8, ptr %36, align 4
  %88 = trunc nuw i8 %87 to i1
  %89 = load i32, ptr %9, align 4
  %90 = load i32, ptr %8, align 4
  %91 = icmp eq i32 %90, 2
  br i1 %91, label %97, label %92
92:
  %93 = icmp ult i32 %90, 2
  br i1 %93, label %97, label %94
94:
  %95 = icmp eq i32 %90, 10
  %96 = select i1 %95, i32 4, i32 8
  br label %97
97:
  %98 = phi i32 [ 32, %85 ], [ %96, %94 ], [ 16, %92 ]
  %99 = call i1 @accesses.read_matrix(ptr %7, ptr %60, i64 %86, i1 %88, i32 %89, i32 32, i32 %98, i32 1)
  br i1 %99, label %100, label %357
100:
  %101 = load i32, ptr %35, align 8
  %102 = icmp ne i32 %101, 0
  %103 = load i32, ptr %9, align 4
  %104 = icmp ugt i32 %103, 15
  %105 = select i1 %102, i1 %104, i1 false
  br i1 %105, label %106, label %108
106:
  %107 = getelementptr inbounds nuw i8, ptr %60, i64 668
  br label %112
108:
  %109 = phi i32 [ %103, %100 ], [ %153, %149 ]
  %110 = load i32, ptr %38, align 4
  %111 = icmp eq i32 %110, 0
  br i1 %111, label %228, label %158
112:
  %113 = phi i64 [ 0, %106 ], [ %150, %149 ]
  %114 = getelementptr inbounds nuw i8, ptr %37, i64 %113
  %115 = load i8, ptr %114, align 1
  %116 = load i64, ptr %5, align 8
  %117 = trunc i64 %116 to i32
  %118 = and i32 %117, 65535
  %119 = load ptr, ptr %7, align 8
  %120 = icmp ugt i8 %115, 112
  %121 = icmp samesign ugt i32 %118, 504
  %122 = or i1 %120, %121
  br i1 %122, label %149, label %123
123:
  %124 = getelementptr inbounds nuw i8, ptr %119, i64 464
  %125 = load i64, ptr %124, align 8
  %126 = load i32, ptr %107, align 4
  %127 = sext i32 %126 to i64
  %128 = shl nsw i64 %127, 16
  %129 = getelementptr inbounds nuw i8, ptr %119, i64 524
  %130 = zext nneg i8 %115 to i64
  %131 = add i64 %125, %130
  %132 = add i64 %131, %128
  br label %133
133:
  %134 = phi i64 [ 0, %123 ], [ %147, %133 ]
  %135 = load i32, ptr %10, align 8
  %136 = load i32, ptr %129, align 4
  %137 = add i32 %136, %135
  %138 = zext i32 %137 to i64
  %139 = load i32, ptr %12, align 8
  %140 = zext i32 %139 to i64
  %141 = load i32, ptr %11, align 4
  %142 = trunc nuw i64 %134 to i32
  %143 = add i32 %118, %142
  %144 = zext i32 %143 to i64
  %145 = shl nuw nsw i64 %144, 7
  %146 = add i64 %132, %145
  call void @cute.check.tensor_words(ptr %119, i32 %135, i64 %138, i64 %140, i32 %141, i32 2, i1 false, i1 false, i64 %146, i64 16)
  %147 = add nuw nsw i64 %134, 1
  %148 = icmp eq i64 %147, 8
  br i1 %148, label %149, label %133
149:
  %150 = add nuw nsw i64 %113, 1
  %151 = load i32, ptr %35, align 8
  %152 = icmp ne i32 %151, 0
  %153 = load i32, ptr %9, align 4
  %154 = lshr i32 %153, 4
  %155 = zext nneg i32 %154 to i64
  %156 = icmp samesign ult i64 %150, %155
  %157 = select i1 %152, i1 %156, i1 false
  br i1 %157, label %112, label %108
158:
  %159 = load i32, ptr %39, align 8
  %160 = and i32 %159, 65535
  %161 = add i32 %109, 31
  %162 = lshr i32 %161, 5
  %163 = add nuw nsw i32 %160, %162
  %164 = icmp samesign ugt i32 %163, 512
  br i1 %164, label %187, label %165
165:
  %166 = load ptr, ptr %7, align 8
  %167 = getelementptr inbounds nuw i8, ptr %60, i64 668
  %168 = load i32, ptr %167, align 4
  %169 = sext i32 %168 to i64
  %170 = shl nsw i64 %169, 16
  %171 = getelementptr inbounds nuw i8, ptr %166, i64 464
  %172 = load i64, ptr %171, align 8
  %173 = shl nuw nsw i32 %162, 7
  %174 = zext nneg i32 %173 to i64
  %175 = getelementptr inbounds nuw i8, ptr %166, i64 524
  %176 = load i32, ptr %10, align 8
  %177 = load i32, ptr %175, align 4
  %178 = add i32 %177, %176
  %179 = zext i32 %178 to i64
  %180 = load i32, ptr %12, align 8
  %181 = zext i32 %180 to i64
  %182 = load i32, ptr %11, align 4
  %183 = shl nuw nsw i32 %160, 7
  %184 = zext nneg i32 %183 to i64
  %185 = add i64 %172, %184
  %186 = add i64 %185, %170
  call void @cute.check.tensor_words(ptr %166, i32 %176, i64 %179, i64 %181, i32 %182, i32 2, i1 false, i1 false, i64 %186, i64 %174)
  br label %187
187:
  %188 = load i32, ptr %40, align 4
  %189 = load i32, ptr %41, align 4
  %190 = icmp eq i32 %189, 128
  br i1 %190, label %191, label %197
191:
  %192 = load i32, ptr %24, align 4
  %193 = icmp eq i32 %192, 2
  br i1 %193, label %194, label %197
194:
  %195 = load i32, ptr %22, align 4
  %196 = lshr i32 %195, 1
  br label %199
197:
  %198 = load i32, ptr %22, align 4
  br label %199
199:
  %200 = phi i32 [ %196, %194 ], [ %198, %197 ]
  %201 = and i32 %188, 65535
  %202 = add i32 %200, 31
  %203 = lshr i32 %202, 5
  %204 = add nuw nsw i32 %203, %201
  %205 = icmp samesign ugt i32 %204, 512
  br i1 %205, label %228, label %206
206:
  %207 = load ptr, ptr %7, align 8
  %208 = getelementptr inbounds nuw i8, ptr %60, i64 668
  %209 = load i32, ptr %208, align 4
  %210 = sext i32 %209 to i64
  %211 = shl nsw i64 %210, 16
  %212 = getelementptr inbounds nuw i8, ptr %207, i64 464
  %213 = load i64, ptr %212, align 8
  %214 = shl nuw nsw i32 %203, 7
  %215 = zext nneg i32 %214 to i64
  %216 = getelementptr inbounds nuw i8, ptr %207, i64 524
  %217 = load i32, ptr %10, align 8
  %218 = load i32, ptr %216, align 4
  %219 = add i32 %218, %217
  %220 = zext i32 %219 to i64
  %221 = load i32, ptr %12, align 8
  %222 = zext i32 %221 to i64
  %223 = load i32, ptr %11, align 4
  %224 = shl nuw nsw i32 %201, 7
  %225 = zext nneg i32 %224 to i64
  %226 = add i64 %213, %225
  %227 = add i64 %226, %211
  call void @cute.check.tensor_words(ptr %207, i32 %217, i64 %220, i64 %222, i32 %223, i32 2, i1 false, i1 false, i64 %227, i64 %215)
  br label %228
228:
  %229 = load i32, ptr %27, align 8
  %230 = and i32 %229, 65535
  %231 = icmp ult i32 %229, 65536
  %232 = select i1 %231, i64 0, i64 512
  %233 = shl i32 %229, 16
  %234 = load i32, ptr %42, align 4
  %235 = shl i32 %234, 9
  %236 = xor i32 %235, %233
  %237 = load i32, ptr %22, align 4
  %238 = xor i32 %236, %237
  %239 = shl i32 %238, 1
  %240 = or disjoint i32 %239, 1
  %241 = load ptr, ptr %43, align 8
  %242 = getelementptr inbounds nuw i8, ptr %60, i64 668
  %243 = load i32, ptr %242, align 4
  %244 = sext i32 %243 to i64
  %245 = getelementptr inbounds { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %241, i64 %244
  %246 = getelementptr inbounds nuw i32, ptr %245, i64 %232
  %247 = load i32, ptr %24, align 4
  %248 = shl i32 %247, 31
  %249 = xor i32 %240, %248
  %250 = load i32, ptr %44, align 4
  %251 = add i32 %250, %230
  %252 = icmp ult i32 %230, %251
  %253 = icmp samesign ult i32 %230, 512
  %254 = select i1 %252, i1 %253, i1 false
  br i1 %254, label %255, label %271
255:
  %256 = zext nneg i32 %230 to i64
  br label %257
257:
  %258 = phi i64 [ %256, %255 ], [ %264, %257 ]
  %259 = phi i1 [ true, %255 ], [ %263, %257 ]
  %260 = getelementptr inbounds nuw i32, ptr %246, i64 %258
  %261 = load i32, ptr %260, align 4
  %262 = icmp eq i32 %261, %249
  %263 = and i1 %259, %262
  store i32 %249, ptr %260, align 4
  %264 = add nuw nsw i64 %258, 1
  %265 = load i32, ptr %44, align 4
  %266 = add i32 %265, %230
  %267 = zext i32 %266 to i64
  %268 = icmp samesign ult i64 %264, %267
  %269 = icmp samesign ult i64 %258, 511
  %270 = select i1 %268, i1 %269, i1 false
  br i1 %270, label %257, label %271
271:
  %272 = phi i1 [ true, %228 ], [ %263, %257 ]
  %273 = load i32, ptr %9, align 4
  %274 = load i32, ptr %45, align 4
  %275 = mul i32 %274, %273
  %276 = icmp ne i32 %275, 128
  br i1 %276, label %302, label %277
277:
  %278 = load i32, ptr %44, align 4
  %279 = add i32 %278, %29
  %280 = icmp ugt i32 %279, 512
  br i1 %280, label %302, label %281
281:
  %282 = load ptr, ptr %7, align 8
  %283 = load i32, ptr %46, align 4
  %284 = icmp ne i32 %283, 0
  %285 = zext i32 %278 to i64
  %286 = shl nuw nsw i64 %285, 7
  %287 = getelementptr inbounds nuw i8, ptr %282, i64 524
  %288 = load i32, ptr %242, align 4
  %289 = sext i32 %288 to i64
  %290 = shl nsw i64 %289, 16
  %291 = getelementptr inbounds nuw i8, ptr %282, i64 464
  %292 = load i64, ptr %291, align 8
  %293 = add i64 %290, %292
  %294 = load i32, ptr %10, align 8
  %295 = load i32, ptr %287, align 4
  %296 = add i32 %295, %294
  %297 = zext i32 %296 to i64
  %298 = load i32, ptr %12, align 8
  %299 = zext i32 %298 to i64
  %300 = load i32, ptr %11, align 4
  %301 = add i64 %293, %50
  call void @cute.check.tensor_words(ptr %282, i32 %294, i64 %297, i64 %299, i32 %300, i32 1, i1 %284, i1 %272, i64 %301, i64 %286)
  br label %302
302:
  %303 = load i32, ptr %9, align 4
  %304 = icmp ugt i32 %303, 15
  %305 = select i1 %276, i1 %304, i1 false
  br i1 %305, label %306, label %353
306:
  %307 = phi i64 [ %348, %347 ], [ 0, %302 ]
  %308 = getelementptr inbounds nuw i8, ptr %47, i64 %307
  %309 = load i8, ptr %308, align 1
  %310 = load i32, ptr %44, align 4
  %311 = load i32, ptr %48, align 4
  %312 = icmp ne i32 %311, 0
  %313 = load ptr, ptr %7, align 8
  %314 = icmp ugt i8 %309, 112
  %315 = add i32 %310, %29
  %316 = icmp ugt i32 %315, 512
  %317 = or i1 %314, %316
  %318 = icmp eq i32 %310, 0
  %319 = or i1 %318, %317
  br i1 %319, label %347, label %320
320:
  %321 = getelementptr inbounds nuw i8, ptr %313, i64 464
  %322 = load i64, ptr %321, align 8
  %323 = load i32, ptr %242, align 4
  %324 = sext i32 %323 to i64
  %325 = shl nsw i64 %324, 16
  %326 = getelementptr inbounds nuw i8, ptr %313, i64 524
  %327 = zext nneg i8 %309 to i64
  %328 = zext i32 %310 to i64
  %329 = add i64 %322, %327
  %330 = add i64 %329, %325
  br label %331
331:
  %332 = phi i64 [ 0, %320 ], [ %345, %331 ]
  %333 = load i32, ptr %10, align 8
  %334 = load i32, ptr %326, align 4
  %335 = add i32 %334, %333
  %336 = zext i32 %335 to i64
  %337 = load i32, ptr %12, align 8
  %338 = zext i32 %337 to i64
  %339 = load i32, ptr %11, align 4
  %340 = trunc nuw i64 %332 to i32
  %341 = add i32 %29, %340
  %342 = zext i32 %341 to i64
  %343 = shl nuw nsw i64 %342, 7
  %344 = add i64 %330, %343
  call void @cute.check.tensor_words(ptr %313, i32 %333, i64 %336, i64 %338, i32 %339, i32 1, i1 %312, i1 %272, i64 %344, i64 16)
  %345 = add nuw nsw i64 %332, 1
  %346 = icmp eq i64 %345, %328
  br i1 %346, label %347, label %331
347:
  %348 = add nuw nsw i64 %307, 1
  %349 = load i32, ptr %9, align 4
  %350 = lshr i32 %349, 4
  %351 = zext nneg i32 %350 to i64
  %352 = icmp samesign ult i64 %348, %351
  br i1 %352, label %306, label %353
353:
  %354 = add nuw nsw i32 %53, 1
  %355 = load i32, ptr %24, align 4
  %356 = icmp slt i32 %354, %355
  br i1 %356, label %51, label %357
357:
  call void @llvm.lifetime.end.p0(ptr %9)
  call void @llvm.lifetime.end.p0(ptr %8)
  call void @llvm.lifetime.end.p0(ptr %7)
  ret void
}
declare i1 @cute.tensor.instruction(ptr, ptr, ptr)
declare i1 @cute.tensor.place_rows(ptr, ptr, ptr, ptr)
declare ptr @cute.tensor.pair_block(ptr, i32)
declare void @cute.check.tensor_reaches(ptr, i32, i32, i32, i32)
declare i1 @cute.tensor.descriptor(ptr, ptr, i64, ptr)
declare i32 @llvm.ctpop.i32(i32)
declare ptr @cute.tensor.piece_along_rows(ptr, ptr, i32, i32)
declare ptr @cute.tensor.piece_along_k(ptr, ptr, i32, i32)
declare void @cute.check.engine.row(ptr, i32, i64, i64, i32, i32, i64, i64, i64, i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i32 @llvm.umax.i32(i32, i32)
