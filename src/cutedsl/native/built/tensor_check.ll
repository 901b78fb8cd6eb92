; Made by scripts/build_native.py: change the C sources, then run it.
; tensor_check/accesses.c
@cute.check.tensor_move.wide = internal unnamed_addr constant [5 x i8] c"\01\02\04\08\01", align 1
@copied_rows.rows = internal unnamed_addr constant [6 x i8] c"\80\04\80@@ ", align 1
define void @cute.check.tensor_move(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 %7, i32 %8, i32 %9, i32 %10) noinline {
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 688
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
  %35 = icmp eq i32 %10, 0
  %36 = select i1 %35, i32 5, i32 6
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds nuw i32, ptr %38, i64 %17
  %40 = getelementptr inbounds i32, ptr %39, i64 %19
  store i32 %21, ptr %40, align 4
  %41 = load i32, ptr %14, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 776
  store i32 %41, ptr %42, align 8
  %43 = trunc nuw nsw i32 %36 to i8
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 576
  %45 = load ptr, ptr %44, align 8
  %46 = sext i32 %3 to i64
  %47 = getelementptr inbounds i8, ptr %45, i64 %46
  store i8 %43, ptr %47, align 1
  %48 = zext nneg i32 %34 to i64
  %49 = add nuw nsw i32 %34, %25
  %50 = icmp samesign ugt i32 %49, 128
  %51 = add i32 %32, %26
  %52 = icmp ugt i32 %51, 512
  %53 = or i1 %50, %52
  br i1 %53, label %89, label %54
54:
  %55 = getelementptr inbounds nuw i8, ptr %1, i64 668
  %56 = load i32, ptr %55, align 4
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %58 = load i64, ptr %57, align 8
  %59 = call i1 @cute.tensor.has_columns(ptr %1, i32 %26, i32 %32)
  %60 = and i1 %35, %59
  %61 = icmp eq i32 %32, 0
  br i1 %61, label %89, label %62
62:
  %63 = sext i32 %56 to i64
  %64 = shl nsw i64 %63, 16
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 612
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 684
  %67 = zext nneg i32 %25 to i64
  %68 = zext i32 %32 to i64
  %69 = xor i1 %35, true
  %70 = zext i1 %69 to i32
  %71 = zext i32 %21 to i64
  %72 = add i64 %58, %67
  %73 = add i64 %72, %64
  br label %74
74:
  %75 = phi i64 [ 0, %62 ], [ %87, %74 ]
  %76 = load i32, ptr %65, align 4
  %77 = load i32, ptr %66, align 4
  %78 = shl i32 %77, %70
  %79 = add i32 %76, %2
  %80 = add i32 %79, %78
  %81 = zext i32 %80 to i64
  %82 = trunc nuw i64 %75 to i32
  %83 = add i32 %26, %82
  %84 = zext i32 %83 to i64
  %85 = shl nuw nsw i64 %84, 7
  %86 = add i64 %73, %85
  call void @cute.check.tensor_words(ptr %0, i32 %2, i64 %81, i64 %71, i32 %3, i32 %36, i1 %60, i1 false, i64 %86, i64 %48)
  %87 = add nuw nsw i64 %75, 1
  %88 = icmp eq i64 %87, %68
  br i1 %88, label %89, label %74
89:
  %90 = icmp eq i32 %6, 4
  br i1 %90, label %91, label %131
91:
  %92 = add i32 %9, %26
  %93 = add i32 %32, %92
  %94 = icmp ugt i32 %93, 512
  %95 = or i1 %50, %94
  br i1 %95, label %131, label %96
96:
  %97 = getelementptr inbounds nuw i8, ptr %1, i64 668
  %98 = load i32, ptr %97, align 4
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %100 = load i64, ptr %99, align 8
  %101 = call i1 @cute.tensor.has_columns(ptr %1, i32 %92, i32 %32)
  %102 = and i1 %35, %101
  %103 = icmp eq i32 %32, 0
  br i1 %103, label %131, label %104
104:
  %105 = sext i32 %98 to i64
  %106 = shl nsw i64 %105, 16
  %107 = getelementptr inbounds nuw i8, ptr %0, i64 612
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 684
  %109 = zext nneg i32 %25 to i64
  %110 = zext i32 %32 to i64
  %111 = xor i1 %35, true
  %112 = zext i1 %111 to i32
  %113 = zext i32 %21 to i64
  %114 = add i64 %100, %109
  %115 = add i64 %114, %106
  br label %116
116:
  %117 = phi i64 [ 0, %104 ], [ %129, %116 ]
  %118 = load i32, ptr %107, align 4
  %119 = load i32, ptr %108, align 4
  %120 = shl i32 %119, %112
  %121 = add i32 %118, %2
  %122 = add i32 %121, %120
  %123 = zext i32 %122 to i64
  %124 = trunc nuw i64 %117 to i32
  %125 = add i32 %92, %124
  %126 = zext i32 %125 to i64
  %127 = shl nuw nsw i64 %126, 7
  %128 = add i64 %115, %127
  call void @cute.check.tensor_words(ptr %0, i32 %2, i64 %123, i64 %113, i32 %3, i32 %36, i1 %102, i1 false, i64 %128, i64 %48)
  %129 = add nuw nsw i64 %117, 1
  %130 = icmp eq i64 %129, %110
  br i1 %130, label %131, label %116
131:
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
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 592
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 668
  %23 = load i32, ptr %22, align 4
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %21, i64 %24
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %29 = load i32, ptr %28, align 8
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
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 576
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
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 544
  %52 = load i64, ptr %51, align 8
  %53 = load i32, ptr %22, align 4
  %54 = sext i32 %53 to i64
  %55 = shl nsw i64 %54, 16
  %56 = zext i32 %4 to i64
  %57 = shl nuw nsw i64 %56, 7
  %58 = add i64 %52, %57
  %59 = add i64 %58, %55
  %60 = load ptr, ptr %33, align 8
  %61 = load i32, ptr %28, align 8
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
  %94 = load i32, ptr %28, align 8
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
  br i1 %26, label %27, label %137
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
  %46 = phi i32 [ 0, %27 ], [ %135, %134 ]
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
  br i1 %53, label %132, label %54
54:
  %55 = load ptr, ptr %10, align 8
  %56 = load i32, ptr %12, align 8
  %57 = load i32, ptr %13, align 4
  %58 = load i32, ptr %14, align 8
  %59 = getelementptr inbounds nuw i8, ptr %52, i64 668
  %60 = load i32, ptr %59, align 4
  call void @cute.check.tensor_reaches(ptr %55, i32 %56, i32 %57, i32 %58, i32 %60)
  %61 = call i1 @accesses.read_matrix(ptr %10, ptr %52, i64 %6, i1 false, i32 %25, i32 %31, i32 8, i32 0)
  br i1 %61, label %62, label %132
62:
  br i1 %32, label %63, label %65
63:
  %64 = getelementptr inbounds nuw i8, ptr %52, i64 668
  br label %85
65:
  br i1 %35, label %132, label %66
66:
  %67 = load ptr, ptr %10, align 8
  %68 = getelementptr inbounds nuw i8, ptr %52, i64 668
  %69 = load i32, ptr %68, align 4
  %70 = getelementptr inbounds nuw i8, ptr %67, i64 544
  %71 = load i64, ptr %70, align 8
  %72 = call i1 @cute.tensor.has_columns(ptr %52, i32 %21, i32 %33)
  %73 = getelementptr inbounds nuw i8, ptr %67, i64 612
  %74 = sext i32 %69 to i64
  %75 = shl nsw i64 %74, 16
  %76 = add i64 %75, %71
  %77 = load i32, ptr %12, align 8
  %78 = load i32, ptr %73, align 4
  %79 = add i32 %78, %77
  %80 = zext i32 %79 to i64
  %81 = load i32, ptr %14, align 8
  %82 = zext i32 %81 to i64
  %83 = load i32, ptr %13, align 4
  %84 = add i64 %76, %44
  call void @cute.check.tensor_words(ptr %67, i32 %77, i64 %80, i64 %82, i32 %83, i32 3, i1 false, i1 false, i64 %84, i64 %37)
  br label %132
85:
  %86 = phi i32 [ 0, %63 ], [ %92, %91 ]
  %87 = call i32 @cute.tensor.lanes_of(i32 1, i32 %86, i32 %20, ptr %11)
  %88 = icmp sgt i32 %87, 0
  br i1 %88, label %89, label %91
89:
  %90 = zext nneg i32 %87 to i64
  br label %94
91:
  %92 = add nuw nsw i32 %86, 1
  %93 = icmp eq i32 %92, %42
  br i1 %93, label %132, label %85
94:
  %95 = phi i64 [ 0, %89 ], [ %130, %129 ]
  %96 = getelementptr inbounds nuw i32, ptr %11, i64 %95
  %97 = load i32, ptr %96, align 4
  %98 = load ptr, ptr %10, align 8
  %99 = add i32 %97, -128
  %100 = icmp ult i32 %99, -129
  %101 = or i1 %40, %100
  br i1 %101, label %129, label %102
102:
  %103 = load i32, ptr %64, align 4
  %104 = getelementptr inbounds nuw i8, ptr %98, i64 544
  %105 = load i64, ptr %104, align 8
  %106 = call i1 @cute.tensor.has_columns(ptr %52, i32 %21, i32 %38)
  %107 = sext i32 %103 to i64
  %108 = shl nsw i64 %107, 16
  %109 = getelementptr inbounds nuw i8, ptr %98, i64 612
  %110 = zext i32 %97 to i64
  %111 = add i64 %105, %110
  %112 = add i64 %111, %108
  br label %113
113:
  %114 = phi i64 [ 0, %102 ], [ %127, %113 ]
  %115 = load i32, ptr %12, align 8
  %116 = load i32, ptr %109, align 4
  %117 = add i32 %116, %115
  %118 = zext i32 %117 to i64
  %119 = load i32, ptr %14, align 8
  %120 = zext i32 %119 to i64
  %121 = load i32, ptr %13, align 4
  %122 = trunc nuw i64 %114 to i32
  %123 = add i32 %21, %122
  %124 = zext i32 %123 to i64
  %125 = shl nuw nsw i64 %124, 7
  %126 = add i64 %112, %125
  call void @cute.check.tensor_words(ptr %98, i32 %115, i64 %118, i64 %120, i32 %121, i32 3, i1 false, i1 false, i64 %126, i64 1)
  %127 = add nuw nsw i64 %114, 1
  %128 = icmp eq i64 %127, %41
  br i1 %128, label %129, label %113
129:
  %130 = add nuw nsw i64 %95, 1
  %131 = icmp eq i64 %130, %90
  br i1 %131, label %91, label %94
132:
  %133 = phi i32 [ 4, %66 ], [ 1, %51 ], [ 1, %54 ], [ 4, %65 ], [ 0, %91 ]
  switch i32 %133, label %137 [
    i32 0, label %134
    i32 4, label %134
  ]
134:
  %135 = add nuw nsw i32 %46, 1
  %136 = icmp eq i32 %135, %8
  br i1 %136, label %137, label %45
137:
  call void @llvm.lifetime.end.p0(ptr %11)
  call void @llvm.lifetime.end.p0(ptr %10)
  ret void
}
declare i32 @cute.check.tensor_starts(ptr, i32, i32, i32, i32)
define internal i1 @accesses.read_matrix(ptr %0, ptr %1, i64 %2, i1 %3, i32 %4, i32 %5, i32 %6, i32 %7) noinline {
  %9 = alloca { ptr, i64, i32, i32, i32, i32, i32, i32, i8, i32, i32 }, align 8
  %10 = alloca { ptr, ptr, [2048 x i8], i64, i64, i8, [4 x i64], i32 }, align 8
  %11 = icmp eq i32 %6, 2
  br i1 %11, label %17, label %12
12:
  %13 = icmp ult i32 %6, 2
  br i1 %13, label %17, label %14
14:
  %15 = icmp eq i32 %6, 10
  %16 = select i1 %15, i32 4, i32 8
  br label %17
17:
  %18 = phi i32 [ 32, %8 ], [ %16, %14 ], [ 16, %12 ]
  %19 = load ptr, ptr %0, align 8
  call void @llvm.lifetime.start.p0(ptr %9)
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %21 = call i1 @cute.tensor.descriptor(ptr %20, ptr %1, i64 %2, ptr %9)
  br i1 %21, label %226, label %22
22:
  call void @llvm.lifetime.start.p0(ptr %10)
  call void @llvm.memset.p0.i64(ptr %10, i8 0, i64 2128, i1 false)
  store ptr %0, ptr %10, align 8
  %23 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store ptr %9, ptr %23, align 8
  %24 = getelementptr inbounds nuw i8, ptr %10, i64 2064
  store i64 -1, ptr %24, align 8
  %25 = shl nuw nsw i32 %5, 3
  %26 = call i32 @llvm.cttz.i32(i32 %18, i1 true)
  %27 = lshr i32 %25, %26
  %28 = select i1 %3, i32 %27, i32 %4
  %29 = mul i32 %18, %4
  %30 = lshr i32 %29, 3
  %31 = select i1 %3, i32 %30, i32 %5
  %32 = getelementptr inbounds nuw i8, ptr %9, i64 44
  %33 = load i32, ptr %32, align 4
  %34 = call i32 @llvm.ctpop.i32(i32 %33)
  %35 = icmp eq i32 %33, 96
  %36 = trunc nuw nsw i32 %34 to i8
  %37 = add nuw nsw i8 %36, 1
  %38 = select i1 %35, i8 -1, i8 %37
  %39 = getelementptr inbounds nuw i8, ptr %19, i64 440
  %40 = load ptr, ptr %39, align 8
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %42 = load i32, ptr %41, align 4
  %43 = sext i32 %42 to i64
  %44 = getelementptr inbounds i8, ptr %40, i64 %43
  store i8 %38, ptr %44, align 1
  %45 = icmp eq i32 %28, 0
  br i1 %45, label %126, label %46
46:
  %47 = icmp eq i32 %31, 0
  %48 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %49 = getelementptr inbounds nuw i8, ptr %10, i64 2080
  %50 = getelementptr inbounds nuw i8, ptr %10, i64 2072
  %51 = getelementptr inbounds nuw i8, ptr %10, i64 2088
  %52 = getelementptr inbounds nuw i8, ptr %10, i64 2120
  br label %53
53:
  %54 = phi i32 [ 0, %46 ], [ %124, %123 ]
  br i1 %47, label %123, label %55
55:
  %56 = phi i32 [ %121, %120 ], [ 0, %53 ]
  br i1 %3, label %57, label %59
57:
  %58 = call ptr @cute.tensor.piece_along_rows(ptr %20, ptr %9, i32 %56, i32 %54)
  br label %61
59:
  %60 = call ptr @cute.tensor.piece_along_k(ptr %20, ptr %9, i32 %54, i32 %56)
  br label %61
61:
  %62 = phi ptr [ %58, %57 ], [ %60, %59 ]
  %63 = load ptr, ptr %10, align 8
  %64 = load ptr, ptr %63, align 8
  %65 = icmp eq ptr %62, null
  br i1 %65, label %224, label %66
66:
  %67 = load ptr, ptr %23, align 8
  %68 = load ptr, ptr %67, align 8
  %69 = ptrtoint ptr %62 to i64
  %70 = ptrtoint ptr %68 to i64
  %71 = sub i64 %69, %70
  %72 = lshr i64 %71, 7
  %73 = and i64 %72, 2047
  %74 = getelementptr inbounds nuw i8, ptr %48, i64 %73
  %75 = load i8, ptr %74, align 1
  %76 = zext i8 %75 to i32
  %77 = trunc i64 %71 to i32
  %78 = lshr i32 %77, 4
  %79 = and i32 %78, 7
  %80 = lshr i32 %76, %79
  %81 = load i8, ptr %49, align 8
  %82 = trunc nuw i32 %80 to i8
  %83 = and i8 %82, 1
  %84 = or i8 %83, %81
  store i8 %84, ptr %49, align 8
  %85 = shl nuw nsw i32 1, %79
  %86 = trunc nuw i32 %85 to i8
  %87 = or i8 %75, %86
  store i8 %87, ptr %74, align 1
  %88 = load i64, ptr %24, align 8
  %89 = icmp ult i64 %71, %88
  br i1 %89, label %90, label %91
90:
  store i64 %71, ptr %24, align 8
  br label %91
91:
  %92 = add i64 %71, 16
  %93 = load i64, ptr %50, align 8
  %94 = icmp ugt i64 %92, %93
  br i1 %94, label %95, label %96
95:
  store i64 %92, ptr %50, align 8
  br label %96
96:
  %97 = getelementptr inbounds nuw i8, ptr %64, i64 8
  %98 = load ptr, ptr %97, align 8
  %99 = ptrtoint ptr %98 to i64
  %100 = sub i64 %69, %99
  %101 = lshr i64 %100, 2
  %102 = load i32, ptr %52, align 8
  %103 = add i32 %102, 1
  store i32 %103, ptr %52, align 8
  %104 = sext i32 %102 to i64
  %105 = getelementptr inbounds i64, ptr %51, i64 %104
  store i64 %101, ptr %105, align 8
  %106 = icmp eq i32 %103, 4
  br i1 %106, label %107, label %120
107:
  %108 = load ptr, ptr %63, align 8
  %109 = getelementptr inbounds nuw i8, ptr %63, i64 8
  %110 = load i32, ptr %109, align 8
  %111 = getelementptr inbounds nuw i8, ptr %108, i64 612
  %112 = load i32, ptr %111, align 4
  %113 = add i32 %112, %110
  %114 = zext i32 %113 to i64
  %115 = getelementptr inbounds nuw i8, ptr %63, i64 16
  %116 = load i32, ptr %115, align 8
  %117 = zext i32 %116 to i64
  %118 = getelementptr inbounds nuw i8, ptr %63, i64 12
  %119 = load i32, ptr %118, align 4
  call void @cute.check.engine_pieces(ptr %108, i32 %110, i64 %114, i64 %117, i32 %119, i32 16, ptr %51, i32 4)
  store i32 0, ptr %52, align 8
  br label %120
120:
  %121 = add nuw nsw i32 %56, 16
  %122 = icmp samesign ult i32 %121, %31
  br i1 %122, label %55, label %123
123:
  %124 = add nuw i32 %54, 1
  %125 = icmp eq i32 %124, %28
  br i1 %125, label %126, label %53
126:
  %127 = getelementptr inbounds nuw i8, ptr %10, i64 2120
  %128 = load i32, ptr %127, align 8
  %129 = icmp eq i32 %128, 0
  br i1 %129, label %145, label %130
130:
  %131 = load ptr, ptr %10, align 8
  %132 = load ptr, ptr %131, align 8
  %133 = getelementptr inbounds nuw i8, ptr %131, i64 8
  %134 = load i32, ptr %133, align 8
  %135 = getelementptr inbounds nuw i8, ptr %132, i64 612
  %136 = load i32, ptr %135, align 4
  %137 = add i32 %136, %134
  %138 = zext i32 %137 to i64
  %139 = getelementptr inbounds nuw i8, ptr %131, i64 16
  %140 = load i32, ptr %139, align 8
  %141 = zext i32 %140 to i64
  %142 = getelementptr inbounds nuw i8, ptr %131, i64 12
  %143 = load i32, ptr %142, align 4
  %144 = getelementptr inbounds nuw i8, ptr %10, i64 2088
  call void @cute.check.engine_pieces(ptr %132, i32 %134, i64 %138, i64 %141, i32 %143, i32 16, ptr %144, i32 %128)
  store i32 0, ptr %127, align 8
  br label %145
145:
  %146 = load ptr, ptr %9, align 8
  %147 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %148 = load ptr, ptr %147, align 8
  %149 = ptrtoint ptr %146 to i64
  %150 = ptrtoint ptr %148 to i64
  %151 = sub i64 %149, %150
  %152 = getelementptr inbounds nuw i8, ptr %10, i64 2080
  %153 = load i8, ptr %152, align 8
  %154 = trunc nuw i8 %153 to i1
  br i1 %154, label %155, label %171
155:
  %156 = load i32, ptr %41, align 4
  %157 = getelementptr inbounds nuw i8, ptr %19, i64 160
  %158 = load ptr, ptr %157, align 8
  %159 = sext i32 %156 to i64
  %160 = getelementptr inbounds i8, ptr %158, i64 %159
  %161 = load i8, ptr %160, align 1
  %162 = icmp eq i8 %161, 0
  br i1 %162, label %163, label %171
163:
  %164 = load i64, ptr %24, align 8
  %165 = add i64 %164, %151
  %166 = zext nneg i32 %7 to i64
  %167 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %168 = load i32, ptr %167, align 8
  %169 = load ptr, ptr %19, align 8
  %170 = call i32 %169(ptr %19, i32 27, i32 %168, i32 %156, i32 5, i64 %166, i64 %165)
  br label %171
171:
  %172 = load i32, ptr %41, align 4
  %173 = zext i32 %172 to i64
  %174 = shl i64 %173, 40
  %175 = xor i64 %174, %2
  %176 = mul i64 %175, -7046029254386353131
  %177 = shl i32 %4, 1
  %178 = zext i32 %177 to i64
  %179 = zext i1 %3 to i64
  %180 = or disjoint i64 %178, %179
  %181 = xor i64 %180, %176
  %182 = getelementptr inbounds nuw i8, ptr %19, i64 600
  %183 = load ptr, ptr %182, align 8
  %184 = and i64 %181, 255
  %185 = getelementptr inbounds nuw i64, ptr %183, i64 %184
  %186 = load i64, ptr %185, align 8
  %187 = icmp eq i64 %186, %181
  br i1 %187, label %224, label %188
188:
  store i64 %181, ptr %185, align 8
  %189 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %190 = load i32, ptr %189, align 8
  %191 = zext i32 %4 to i64
  %192 = zext nneg i32 %5 to i64
  %193 = zext nneg i32 %18 to i64
  %194 = zext i32 %6 to i64
  %195 = getelementptr inbounds nuw i8, ptr %19, i64 1312
  store i64 %2, ptr %195, align 8
  %196 = getelementptr inbounds nuw i8, ptr %19, i64 1320
  store i64 %179, ptr %196, align 8
  %197 = getelementptr inbounds nuw i8, ptr %19, i64 1328
  store i64 %191, ptr %197, align 8
  %198 = getelementptr inbounds nuw i8, ptr %19, i64 1336
  store i64 %192, ptr %198, align 8
  %199 = getelementptr inbounds nuw i8, ptr %19, i64 1344
  store i64 %193, ptr %199, align 8
  %200 = getelementptr inbounds nuw i8, ptr %19, i64 1352
  store i64 %194, ptr %200, align 8
  %201 = load i32, ptr %41, align 4
  %202 = getelementptr inbounds nuw i8, ptr %19, i64 160
  %203 = load ptr, ptr %202, align 8
  %204 = sext i32 %201 to i64
  %205 = getelementptr inbounds i8, ptr %203, i64 %204
  %206 = load i8, ptr %205, align 1
  %207 = icmp eq i8 %206, 0
  br i1 %207, label %208, label %224
208:
  %209 = load i64, ptr %24, align 8
  %210 = add i64 %209, %151
  %211 = getelementptr inbounds nuw i8, ptr %10, i64 2072
  %212 = load i64, ptr %211, align 8
  %213 = add i64 %212, %151
  %214 = shl i64 %213, 32
  %215 = or i64 %214, %210
  %216 = shl nuw nsw i32 %7, 8
  %217 = or disjoint i32 %216, 6
  %218 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %219 = load i32, ptr %218, align 8
  %220 = zext i32 %190 to i64
  %221 = add i64 %151, %220
  %222 = load ptr, ptr %19, align 8
  %223 = call i32 %222(ptr %19, i32 27, i32 %219, i32 %201, i32 %217, i64 %221, i64 %215)
  br label %224
224:
  %225 = phi i1 [ true, %171 ], [ true, %208 ], [ true, %188 ], [ false, %61 ]
  call void @llvm.lifetime.end.p0(ptr %10)
  br label %226
226:
  %227 = phi i1 [ %225, %224 ], [ false, %17 ]
  call void @llvm.lifetime.end.p0(ptr %9)
  ret i1 %227
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
  br i1 %17, label %18, label %73
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
  %27 = phi i32 [ 0, %18 ], [ %71, %70 ]
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
  br i1 %34, label %73, label %35
35:
  %36 = load ptr, ptr %8, align 8
  %37 = load i32, ptr %9, align 8
  %38 = load i32, ptr %10, align 4
  %39 = load i32, ptr %11, align 8
  %40 = getelementptr inbounds nuw i8, ptr %33, i64 668
  %41 = load i32, ptr %40, align 4
  call void @cute.check.tensor_reaches(ptr %36, i32 %37, i32 %38, i32 %39, i32 %41)
  %42 = load ptr, ptr %8, align 8
  br i1 %23, label %70, label %43
43:
  %44 = getelementptr inbounds nuw i8, ptr %33, i64 668
  %45 = load i32, ptr %44, align 4
  %46 = getelementptr inbounds nuw i8, ptr %42, i64 544
  %47 = load i64, ptr %46, align 8
  %48 = call i1 @cute.tensor.has_columns(ptr %33, i32 %20, i32 8)
  %49 = sext i32 %45 to i64
  %50 = shl nsw i64 %49, 16
  %51 = getelementptr inbounds nuw i8, ptr %42, i64 612
  %52 = add i64 %47, %25
  %53 = add i64 %52, %50
  br label %54
54:
  %55 = phi i64 [ 0, %43 ], [ %68, %54 ]
  %56 = load i32, ptr %9, align 8
  %57 = load i32, ptr %51, align 4
  %58 = add i32 %57, %56
  %59 = zext i32 %58 to i64
  %60 = load i32, ptr %11, align 8
  %61 = zext i32 %60 to i64
  %62 = load i32, ptr %10, align 4
  %63 = trunc nuw i64 %55 to i32
  %64 = add i32 %20, %63
  %65 = zext i32 %64 to i64
  %66 = shl nuw nsw i64 %65, 7
  %67 = add i64 %53, %66
  call void @cute.check.tensor_words(ptr %42, i32 %56, i64 %59, i64 %61, i32 %62, i32 4, i1 false, i1 false, i64 %67, i64 32)
  %68 = add nuw nsw i64 %55, 1
  %69 = icmp eq i64 %68, 8
  br i1 %69, label %70, label %54
70:
  %71 = add nuw nsw i32 %27, 1
  %72 = icmp eq i32 %71, %6
  br i1 %72, label %73, label %26
73:
  call void @llvm.lifetime.end.p0(ptr %8)
  ret void
}
define void @cute.check.tensor_multiply(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, ptr %5) noinline {
  %7 = alloca { ptr, i32, i32, i32, { ptr, i32, i32 } }, align 8
  %8 = alloca { i32, i32, i32, i32, i32, i8, i8, i8, i8, i8, i8, i8, i32, i32, i32, i8, i8, i8, i32, i32 }, align 4
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
  br i1 %18, label %551, label %19
19:
  %20 = call i1 @cute.tensor.place_rows(ptr %15, ptr %5, ptr %8, ptr %9)
  br i1 %20, label %551, label %21
21:
  %22 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %23 = load i64, ptr %22, align 8
  %24 = lshr i64 %23, 56
  %25 = trunc nuw nsw i64 %24 to i32
  %26 = and i32 %25, 63
  %27 = getelementptr inbounds nuw i8, ptr %8, i64 12
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i8, ptr %5, i64 52
  %30 = load i32, ptr %29, align 4
  %31 = udiv i32 %28, %30
  %32 = add i32 %31, %26
  %33 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %34 = load i32, ptr %33, align 8
  %35 = and i32 %34, 65535
  %36 = icmp sgt i32 %30, 0
  br i1 %36, label %37, label %551
37:
  %38 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %39 = getelementptr inbounds nuw i8, ptr %8, i64 21
  %40 = getelementptr inbounds nuw i8, ptr %8, i64 42
  %41 = getelementptr inbounds nuw i8, ptr %8, i64 4
  %42 = getelementptr inbounds nuw i8, ptr %5, i64 64
  %43 = getelementptr inbounds nuw i8, ptr %8, i64 20
  %44 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %45 = getelementptr inbounds nuw i8, ptr %9, i64 12
  %46 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %47 = getelementptr inbounds nuw i8, ptr %8, i64 44
  %48 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %49 = getelementptr inbounds nuw i8, ptr %8, i64 28
  %50 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %51 = getelementptr inbounds nuw i8, ptr %5, i64 36
  %52 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %53 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 592
  %55 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %56 = getelementptr inbounds nuw i8, ptr %5, i64 84
  %57 = getelementptr inbounds nuw i8, ptr %5, i64 88
  %58 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %59 = getelementptr inbounds nuw i8, ptr %9, i64 20
  %60 = getelementptr inbounds nuw i8, ptr %5, i64 44
  %61 = getelementptr inbounds nuw i8, ptr %5, i64 44
  %62 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %63 = getelementptr inbounds nuw i8, ptr %5, i64 44
  %64 = shl nuw nsw i32 %35, 7
  %65 = zext nneg i32 %64 to i64
  br label %66
66:
  %67 = phi i64 [ 0, %37 ], [ %547, %546 ]
  %68 = phi i32 [ %30, %37 ], [ %548, %546 ]
  %69 = icmp eq i32 %68, 1
  br i1 %69, label %70, label %72
70:
  %71 = load ptr, ptr %15, align 8
  br label %75
72:
  %73 = trunc nuw nsw i64 %67 to i32
  %74 = call ptr @cute.tensor.pair_block(ptr %15, i32 %73)
  br label %75
75:
  %76 = phi ptr [ %71, %70 ], [ %74, %72 ]
  %77 = icmp eq ptr %76, null
  br i1 %77, label %544, label %78
78:
  %79 = load ptr, ptr %7, align 8
  %80 = load i32, ptr %10, align 8
  %81 = load i32, ptr %11, align 4
  %82 = load i32, ptr %12, align 8
  %83 = getelementptr inbounds nuw i8, ptr %76, i64 668
  %84 = load i32, ptr %83, align 4
  call void @cute.check.tensor_reaches(ptr %79, i32 %80, i32 %81, i32 %82, i32 %84)
  %85 = load i64, ptr %38, align 8
  %86 = load i8, ptr %39, align 1
  %87 = trunc nuw i8 %86 to i1
  %88 = load i8, ptr %40, align 2
  %89 = zext nneg i8 %88 to i32
  %90 = shl nuw nsw i32 32, %89
  %91 = load i32, ptr %41, align 4
  %92 = call i1 @accesses.read_matrix(ptr %7, ptr %76, i64 %85, i1 %87, i32 %32, i32 %90, i32 %91, i32 2)
  br i1 %92, label %93, label %544
93:
  %94 = load i32, ptr %42, align 8
  %95 = icmp eq i32 %94, 0
  br i1 %95, label %96, label %103
96:
  %97 = load i64, ptr %5, align 8
  %98 = load i8, ptr %43, align 4
  %99 = trunc nuw i8 %98 to i1
  %100 = load i32, ptr %9, align 4
  %101 = load i32, ptr %8, align 4
  %102 = call i1 @accesses.read_matrix(ptr %7, ptr %76, i64 %97, i1 %99, i32 %100, i32 32, i32 %101, i32 1)
  br i1 %102, label %103, label %544
103:
  %104 = load i32, ptr %42, align 8
  %105 = icmp ne i32 %104, 0
  %106 = load i32, ptr %9, align 4
  %107 = icmp ugt i32 %106, 15
  %108 = select i1 %105, i1 %107, i1 false
  br i1 %108, label %109, label %111
109:
  %110 = getelementptr inbounds nuw i8, ptr %76, i64 668
  br label %123
111:
  %112 = phi i32 [ %106, %103 ], [ %165, %161 ]
  %113 = load i32, ptr %45, align 4
  %114 = mul i32 %113, %112
  %115 = icmp eq i32 %114, 128
  %116 = load i32, ptr %46, align 8
  %117 = and i32 %116, 65535
  %118 = load i32, ptr %47, align 4
  %119 = add i32 %117, %118
  %120 = load i8, ptr %40, align 2
  %121 = trunc nuw i8 %120 to i1
  %122 = select i1 %121, i1 %115, i1 false
  br i1 %122, label %170, label %197
123:
  %124 = phi i64 [ 0, %109 ], [ %162, %161 ]
  %125 = getelementptr inbounds nuw i8, ptr %44, i64 %124
  %126 = load i8, ptr %125, align 1
  %127 = load i64, ptr %5, align 8
  %128 = trunc i64 %127 to i32
  %129 = and i32 %128, 65535
  %130 = load ptr, ptr %7, align 8
  %131 = icmp ugt i8 %126, 112
  %132 = icmp samesign ugt i32 %129, 504
  %133 = or i1 %131, %132
  br i1 %133, label %161, label %134
134:
  %135 = load i32, ptr %110, align 4
  %136 = getelementptr inbounds nuw i8, ptr %130, i64 544
  %137 = load i64, ptr %136, align 8
  %138 = call i1 @cute.tensor.has_columns(ptr %76, i32 %129, i32 8)
  %139 = sext i32 %135 to i64
  %140 = shl nsw i64 %139, 16
  %141 = getelementptr inbounds nuw i8, ptr %130, i64 612
  %142 = zext nneg i8 %126 to i64
  %143 = add i64 %137, %142
  %144 = add i64 %143, %140
  br label %145
145:
  %146 = phi i64 [ 0, %134 ], [ %159, %145 ]
  %147 = load i32, ptr %10, align 8
  %148 = load i32, ptr %141, align 4
  %149 = add i32 %148, %147
  %150 = zext i32 %149 to i64
  %151 = load i32, ptr %12, align 8
  %152 = zext i32 %151 to i64
  %153 = load i32, ptr %11, align 4
  %154 = trunc nuw i64 %146 to i32
  %155 = add i32 %129, %154
  %156 = zext i32 %155 to i64
  %157 = shl nuw nsw i64 %156, 7
  %158 = add i64 %144, %157
  call void @cute.check.tensor_words(ptr %130, i32 %147, i64 %150, i64 %152, i32 %153, i32 2, i1 %138, i1 false, i64 %158, i64 16)
  %159 = add nuw nsw i64 %146, 1
  %160 = icmp eq i64 %159, 8
  br i1 %160, label %161, label %145
161:
  %162 = add nuw nsw i64 %124, 1
  %163 = load i32, ptr %42, align 8
  %164 = icmp ne i32 %163, 0
  %165 = load i32, ptr %9, align 4
  %166 = lshr i32 %165, 4
  %167 = zext nneg i32 %166 to i64
  %168 = icmp samesign ult i64 %162, %167
  %169 = select i1 %164, i1 %168, i1 false
  br i1 %169, label %123, label %111
170:
  %171 = call i32 @cute.tensor.metadata_columns(ptr %8)
  %172 = add i32 %171, %119
  %173 = icmp ugt i32 %172, 512
  br i1 %173, label %197, label %174
174:
  %175 = load ptr, ptr %7, align 8
  %176 = getelementptr inbounds nuw i8, ptr %76, i64 668
  %177 = load i32, ptr %176, align 4
  %178 = getelementptr inbounds nuw i8, ptr %175, i64 544
  %179 = load i64, ptr %178, align 8
  %180 = call i1 @cute.tensor.has_columns(ptr %76, i32 %119, i32 %171)
  %181 = sext i32 %177 to i64
  %182 = shl nsw i64 %181, 16
  %183 = add i64 %182, %179
  %184 = zext i32 %171 to i64
  %185 = shl nuw nsw i64 %184, 7
  %186 = getelementptr inbounds nuw i8, ptr %175, i64 612
  %187 = load i32, ptr %10, align 8
  %188 = load i32, ptr %186, align 4
  %189 = add i32 %188, %187
  %190 = zext i32 %189 to i64
  %191 = load i32, ptr %12, align 8
  %192 = zext i32 %191 to i64
  %193 = load i32, ptr %11, align 4
  %194 = zext i32 %119 to i64
  %195 = shl nuw nsw i64 %194, 7
  %196 = add i64 %183, %195
  call void @cute.check.tensor_words(ptr %175, i32 %187, i64 %190, i64 %192, i32 %193, i32 2, i1 %180, i1 false, i64 %196, i64 %185)
  br label %197
197:
  %198 = load i8, ptr %40, align 2
  %199 = trunc nuw i8 %198 to i1
  %200 = xor i1 %199, true
  %201 = select i1 %200, i1 true, i1 %115
  br i1 %201, label %210, label %202
202:
  %203 = getelementptr inbounds nuw i8, ptr %76, i64 668
  br label %204
204:
  %205 = phi i64 [ 0, %202 ], [ %253, %252 ]
  %206 = load i32, ptr %9, align 4
  %207 = lshr i32 %206, 4
  %208 = zext nneg i32 %207 to i64
  %209 = icmp samesign ult i64 %205, %208
  br i1 %209, label %213, label %210
210:
  %211 = load i32, ptr %49, align 4
  %212 = icmp eq i32 %211, 0
  br i1 %212, label %329, label %256
213:
  %214 = getelementptr inbounds nuw i8, ptr %48, i64 %205
  %215 = load i8, ptr %214, align 1
  %216 = call i32 @cute.tensor.metadata_columns(ptr %8)
  %217 = load ptr, ptr %7, align 8
  %218 = icmp ugt i8 %215, 112
  %219 = add i32 %216, %119
  %220 = icmp ugt i32 %219, 512
  %221 = or i1 %218, %220
  br i1 %221, label %252, label %222
222:
  %223 = load i32, ptr %203, align 4
  %224 = getelementptr inbounds nuw i8, ptr %217, i64 544
  %225 = load i64, ptr %224, align 8
  %226 = call i1 @cute.tensor.has_columns(ptr %76, i32 %119, i32 %216)
  %227 = icmp eq i32 %216, 0
  br i1 %227, label %252, label %228
228:
  %229 = sext i32 %223 to i64
  %230 = shl nsw i64 %229, 16
  %231 = getelementptr inbounds nuw i8, ptr %217, i64 612
  %232 = zext nneg i8 %215 to i64
  %233 = zext i32 %216 to i64
  %234 = add i64 %225, %232
  %235 = add i64 %234, %230
  br label %236
236:
  %237 = phi i64 [ 0, %228 ], [ %250, %236 ]
  %238 = load i32, ptr %10, align 8
  %239 = load i32, ptr %231, align 4
  %240 = add i32 %239, %238
  %241 = zext i32 %240 to i64
  %242 = load i32, ptr %12, align 8
  %243 = zext i32 %242 to i64
  %244 = load i32, ptr %11, align 4
  %245 = trunc nuw i64 %237 to i32
  %246 = add i32 %119, %245
  %247 = zext i32 %246 to i64
  %248 = shl nuw nsw i64 %247, 7
  %249 = add i64 %235, %248
  call void @cute.check.tensor_words(ptr %217, i32 %238, i64 %241, i64 %243, i32 %244, i32 2, i1 %226, i1 false, i64 %249, i64 16)
  %250 = add nuw nsw i64 %237, 1
  %251 = icmp eq i64 %250, %233
  br i1 %251, label %252, label %236
252:
  %253 = add nuw nsw i64 %205, 1
  %254 = load i8, ptr %40, align 2
  %255 = trunc nuw i8 %254 to i1
  br i1 %255, label %204, label %210
256:
  %257 = load i32, ptr %50, align 8
  %258 = load i32, ptr %9, align 4
  %259 = and i32 %257, 65535
  %260 = add i32 %258, 31
  %261 = lshr i32 %260, 5
  %262 = add nuw nsw i32 %261, %259
  %263 = icmp samesign ugt i32 %262, 512
  br i1 %263, label %287, label %264
264:
  %265 = load ptr, ptr %7, align 8
  %266 = getelementptr inbounds nuw i8, ptr %76, i64 668
  %267 = load i32, ptr %266, align 4
  %268 = getelementptr inbounds nuw i8, ptr %265, i64 544
  %269 = load i64, ptr %268, align 8
  %270 = call i1 @cute.tensor.has_columns(ptr %76, i32 %259, i32 %261)
  %271 = sext i32 %267 to i64
  %272 = shl nsw i64 %271, 16
  %273 = shl nuw nsw i32 %261, 7
  %274 = zext nneg i32 %273 to i64
  %275 = getelementptr inbounds nuw i8, ptr %265, i64 612
  %276 = load i32, ptr %10, align 8
  %277 = load i32, ptr %275, align 4
  %278 = add i32 %277, %276
  %279 = zext i32 %278 to i64
  %280 = load i32, ptr %12, align 8
  %281 = zext i32 %280 to i64
  %282 = load i32, ptr %11, align 4
  %283 = shl nuw nsw i32 %259, 7
  %284 = zext nneg i32 %283 to i64
  %285 = add i64 %269, %284
  %286 = add i64 %285, %272
  call void @cute.check.tensor_words(ptr %265, i32 %276, i64 %279, i64 %281, i32 %282, i32 2, i1 %270, i1 false, i64 %286, i64 %274)
  br label %287
287:
  %288 = load i32, ptr %51, align 4
  %289 = load i32, ptr %52, align 4
  %290 = icmp eq i32 %289, 128
  br i1 %290, label %291, label %297
291:
  %292 = load i32, ptr %29, align 4
  %293 = icmp eq i32 %292, 2
  br i1 %293, label %294, label %297
294:
  %295 = load i32, ptr %27, align 4
  %296 = lshr i32 %295, 1
  br label %299
297:
  %298 = load i32, ptr %27, align 4
  br label %299
299:
  %300 = phi i32 [ %296, %294 ], [ %298, %297 ]
  %301 = and i32 %288, 65535
  %302 = add i32 %300, 31
  %303 = lshr i32 %302, 5
  %304 = add nuw nsw i32 %303, %301
  %305 = icmp samesign ugt i32 %304, 512
  br i1 %305, label %329, label %306
306:
  %307 = load ptr, ptr %7, align 8
  %308 = getelementptr inbounds nuw i8, ptr %76, i64 668
  %309 = load i32, ptr %308, align 4
  %310 = getelementptr inbounds nuw i8, ptr %307, i64 544
  %311 = load i64, ptr %310, align 8
  %312 = call i1 @cute.tensor.has_columns(ptr %76, i32 %301, i32 %303)
  %313 = sext i32 %309 to i64
  %314 = shl nsw i64 %313, 16
  %315 = shl nuw nsw i32 %303, 7
  %316 = zext nneg i32 %315 to i64
  %317 = getelementptr inbounds nuw i8, ptr %307, i64 612
  %318 = load i32, ptr %10, align 8
  %319 = load i32, ptr %317, align 4
  %320 = add i32 %319, %318
  %321 = zext i32 %320 to i64
  %322 = load i32, ptr %12, align 8
  %323 = zext i32 %322 to i64
  %324 = load i32, ptr %11, align 4
  %325 = shl nuw nsw i32 %301, 7
  %326 = zext nneg i32 %325 to i64
  %327 = add i64 %311, %326
  %328 = add i64 %327, %314
  call void @cute.check.tensor_words(ptr %307, i32 %318, i64 %321, i64 %323, i32 %324, i32 2, i1 %312, i1 false, i64 %328, i64 %316)
  br label %329
329:
  %330 = load i32, ptr %33, align 8
  %331 = and i32 %330, 65535
  %332 = icmp ult i32 %330, 65536
  %333 = select i1 %332, i64 0, i64 512
  %334 = shl i32 %330, 16
  %335 = load i32, ptr %53, align 4
  %336 = shl i32 %335, 9
  %337 = xor i32 %336, %334
  %338 = load i32, ptr %27, align 4
  %339 = xor i32 %337, %338
  %340 = shl i32 %339, 1
  %341 = or disjoint i32 %340, 1
  %342 = load ptr, ptr %54, align 8
  %343 = getelementptr inbounds nuw i8, ptr %76, i64 668
  %344 = load i32, ptr %343, align 4
  %345 = sext i32 %344 to i64
  %346 = getelementptr inbounds { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %342, i64 %345
  %347 = getelementptr inbounds nuw i32, ptr %346, i64 %333
  %348 = load i32, ptr %29, align 4
  %349 = shl i32 %348, 31
  %350 = xor i32 %341, %349
  %351 = load i32, ptr %55, align 4
  %352 = add i32 %351, %331
  %353 = icmp ult i32 %331, %352
  %354 = icmp samesign ult i32 %331, 512
  %355 = select i1 %353, i1 %354, i1 false
  br i1 %355, label %356, label %372
356:
  %357 = zext nneg i32 %331 to i64
  br label %358
358:
  %359 = phi i64 [ %357, %356 ], [ %365, %358 ]
  %360 = phi i1 [ true, %356 ], [ %364, %358 ]
  %361 = getelementptr inbounds nuw i32, ptr %347, i64 %359
  %362 = load i32, ptr %361, align 4
  %363 = icmp eq i32 %362, %350
  %364 = and i1 %360, %363
  store i32 %350, ptr %361, align 4
  %365 = add nuw nsw i64 %359, 1
  %366 = load i32, ptr %55, align 4
  %367 = add i32 %366, %331
  %368 = zext i32 %367 to i64
  %369 = icmp samesign ult i64 %365, %368
  %370 = icmp samesign ult i64 %359, 511
  %371 = select i1 %369, i1 %370, i1 false
  br i1 %371, label %358, label %372
372:
  %373 = phi i1 [ true, %329 ], [ %364, %358 ]
  %374 = load i32, ptr %56, align 4
  %375 = icmp eq i32 %374, 0
  br i1 %375, label %463, label %376
376:
  %377 = trunc nuw nsw i64 %67 to i32
  %378 = shl i32 %377, 2
  %379 = sext i32 %378 to i64
  %380 = getelementptr inbounds i32, ptr %57, i64 %379
  %381 = load i32, ptr %9, align 4
  %382 = icmp ult i32 %381, 16
  br i1 %382, label %544, label %383
383:
  %384 = phi i64 [ %392, %391 ], [ 0, %376 ]
  %385 = load i32, ptr %45, align 4
  %386 = icmp eq i32 %385, 0
  br i1 %386, label %391, label %387
387:
  %388 = getelementptr inbounds nuw i8, ptr %58, i64 %384
  br label %389
389:
  %390 = phi i32 [ 0, %387 ], [ %398, %397 ]
  br label %401
391:
  %392 = add nuw nsw i64 %384, 1
  %393 = load i32, ptr %9, align 4
  %394 = lshr i32 %393, 4
  %395 = zext nneg i32 %394 to i64
  %396 = icmp samesign ult i64 %392, %395
  br i1 %396, label %383, label %544
397:
  %398 = add nuw i32 %390, 1
  %399 = load i32, ptr %45, align 4
  %400 = icmp ult i32 %398, %399
  br i1 %400, label %389, label %391
401:
  %402 = phi i32 [ 0, %389 ], [ %461, %460 ]
  %403 = load i8, ptr %388, align 1
  %404 = zext i8 %403 to i32
  %405 = load i32, ptr %59, align 4
  %406 = mul i32 %405, %390
  %407 = add nuw nsw i32 %402, %404
  %408 = add i32 %407, %406
  %409 = lshr i32 %408, 5
  %410 = zext nneg i32 %409 to i64
  %411 = getelementptr inbounds nuw i32, ptr %380, i64 %410
  %412 = load i32, ptr %411, align 4
  %413 = and i32 %408, 31
  %414 = shl nuw i32 1, %413
  %415 = and i32 %414, %412
  %416 = icmp eq i32 %415, 0
  br i1 %416, label %417, label %460
417:
  %418 = load i32, ptr %33, align 8
  %419 = and i32 %418, 65535
  %420 = load i32, ptr %55, align 4
  %421 = load ptr, ptr %7, align 8
  %422 = add i32 %408, -128
  %423 = icmp ult i32 %422, -129
  %424 = add i32 %420, %419
  %425 = icmp ugt i32 %424, 512
  %426 = or i1 %423, %425
  br i1 %426, label %460, label %427
427:
  %428 = load i32, ptr %60, align 4
  %429 = icmp ne i32 %428, 0
  %430 = load i32, ptr %343, align 4
  %431 = getelementptr inbounds nuw i8, ptr %421, i64 544
  %432 = load i64, ptr %431, align 8
  %433 = call i1 @cute.tensor.has_columns(ptr %76, i32 %419, i32 %420)
  %434 = and i1 %429, %433
  %435 = icmp eq i32 %420, 0
  br i1 %435, label %460, label %436
436:
  %437 = sext i32 %430 to i64
  %438 = shl nsw i64 %437, 16
  %439 = getelementptr inbounds nuw i8, ptr %421, i64 612
  %440 = zext i32 %408 to i64
  %441 = zext i32 %420 to i64
  %442 = add i64 %432, %440
  %443 = add i64 %442, %438
  br label %444
444:
  %445 = phi i64 [ 0, %436 ], [ %458, %444 ]
  %446 = load i32, ptr %10, align 8
  %447 = load i32, ptr %439, align 4
  %448 = add i32 %447, %446
  %449 = zext i32 %448 to i64
  %450 = load i32, ptr %12, align 8
  %451 = zext i32 %450 to i64
  %452 = load i32, ptr %11, align 4
  %453 = trunc nuw i64 %445 to i32
  %454 = add i32 %419, %453
  %455 = zext i32 %454 to i64
  %456 = shl nuw nsw i64 %455, 7
  %457 = add i64 %443, %456
  call void @cute.check.tensor_words(ptr %421, i32 %446, i64 %449, i64 %451, i32 %452, i32 1, i1 %434, i1 %373, i64 %457, i64 1)
  %458 = add nuw nsw i64 %445, 1
  %459 = icmp eq i64 %458, %441
  br i1 %459, label %460, label %444
460:
  %461 = add nuw nsw i32 %402, 1
  %462 = icmp eq i32 %461, 16
  br i1 %462, label %397, label %401
463:
  br i1 %115, label %464, label %491
464:
  %465 = load i32, ptr %55, align 4
  %466 = add i32 %465, %35
  %467 = icmp ugt i32 %466, 512
  br i1 %467, label %491, label %468
468:
  %469 = load ptr, ptr %7, align 8
  %470 = load i32, ptr %61, align 4
  %471 = load i32, ptr %343, align 4
  %472 = getelementptr inbounds nuw i8, ptr %469, i64 544
  %473 = load i64, ptr %472, align 8
  %474 = call i1 @cute.tensor.has_columns(ptr %76, i32 %35, i32 %465)
  %475 = zext i32 %465 to i64
  %476 = shl nuw nsw i64 %475, 7
  %477 = getelementptr inbounds nuw i8, ptr %469, i64 612
  %478 = sext i32 %471 to i64
  %479 = shl nsw i64 %478, 16
  %480 = add i64 %479, %473
  %481 = icmp ne i32 %470, 0
  %482 = and i1 %481, %474
  %483 = load i32, ptr %10, align 8
  %484 = load i32, ptr %477, align 4
  %485 = add i32 %484, %483
  %486 = zext i32 %485 to i64
  %487 = load i32, ptr %12, align 8
  %488 = zext i32 %487 to i64
  %489 = load i32, ptr %11, align 4
  %490 = add i64 %480, %65
  call void @cute.check.tensor_words(ptr %469, i32 %483, i64 %486, i64 %488, i32 %489, i32 1, i1 %482, i1 %373, i64 %490, i64 %476)
  br label %491
491:
  %492 = load i32, ptr %9, align 4
  %493 = icmp ult i32 %492, 16
  %494 = select i1 %115, i1 true, i1 %493
  br i1 %494, label %544, label %495
495:
  %496 = phi i64 [ %539, %538 ], [ 0, %491 ]
  %497 = getelementptr inbounds nuw i8, ptr %62, i64 %496
  %498 = load i8, ptr %497, align 1
  %499 = load i32, ptr %55, align 4
  %500 = load ptr, ptr %7, align 8
  %501 = icmp ugt i8 %498, 112
  %502 = add i32 %499, %35
  %503 = icmp ugt i32 %502, 512
  %504 = or i1 %501, %503
  br i1 %504, label %538, label %505
505:
  %506 = load i32, ptr %63, align 4
  %507 = icmp ne i32 %506, 0
  %508 = load i32, ptr %343, align 4
  %509 = getelementptr inbounds nuw i8, ptr %500, i64 544
  %510 = load i64, ptr %509, align 8
  %511 = call i1 @cute.tensor.has_columns(ptr %76, i32 %35, i32 %499)
  %512 = and i1 %507, %511
  %513 = icmp eq i32 %499, 0
  br i1 %513, label %538, label %514
514:
  %515 = sext i32 %508 to i64
  %516 = shl nsw i64 %515, 16
  %517 = getelementptr inbounds nuw i8, ptr %500, i64 612
  %518 = zext nneg i8 %498 to i64
  %519 = zext i32 %499 to i64
  %520 = add i64 %510, %518
  %521 = add i64 %520, %516
  br label %522
522:
  %523 = phi i64 [ 0, %514 ], [ %536, %522 ]
  %524 = load i32, ptr %10, align 8
  %525 = load i32, ptr %517, align 4
  %526 = add i32 %525, %524
  %527 = zext i32 %526 to i64
  %528 = load i32, ptr %12, align 8
  %529 = zext i32 %528 to i64
  %530 = load i32, ptr %11, align 4
  %531 = trunc nuw i64 %523 to i32
  %532 = add i32 %35, %531
  %533 = zext i32 %532 to i64
  %534 = shl nuw nsw i64 %533, 7
  %535 = add i64 %521, %534
  call void @cute.check.tensor_words(ptr %500, i32 %524, i64 %527, i64 %529, i32 %530, i32 1, i1 %512, i1 %373, i64 %535, i64 16)
  %536 = add nuw nsw i64 %523, 1
  %537 = icmp eq i64 %536, %519
  br i1 %537, label %538, label %522
538:
  %539 = add nuw nsw i64 %496, 1
  %540 = load i32, ptr %9, align 4
  %541 = lshr i32 %540, 4
  %542 = zext nneg i32 %541 to i64
  %543 = icmp samesign ult i64 %539, %542
  br i1 %543, label %495, label %544
544:
  %545 = phi i32 [ 1, %96 ], [ 1, %78 ], [ 1, %75 ], [ 0, %491 ], [ 4, %376 ], [ 0, %538 ], [ 4, %391 ]
  switch i32 %545, label %551 [
    i32 0, label %546
    i32 4, label %546
  ]
546:
  %547 = add nuw nsw i64 %67, 1
  %548 = load i32, ptr %29, align 4
  %549 = sext i32 %548 to i64
  %550 = icmp slt i64 %547, %549
  br i1 %550, label %66, label %551
551:
  call void @llvm.lifetime.end.p0(ptr %9)
  call void @llvm.lifetime.end.p0(ptr %8)
  call void @llvm.lifetime.end.p0(ptr %7)
  ret void
}
declare i1 @cute.tensor.instruction(ptr, ptr, ptr)
declare i1 @cute.tensor.place_rows(ptr, ptr, ptr, ptr)
declare i32 @cute.tensor.metadata_columns(ptr)
declare i1 @cute.tensor.has_columns(ptr, i32, i32)
declare void @cute.check.tensor_words(ptr, i32, i64, i64, i32, i32, i1, i1, i64, i64)
declare void @cute.check.tensor_reaches(ptr, i32, i32, i32, i32)
declare i1 @cute.tensor.descriptor(ptr, ptr, i64, ptr)
declare i32 @llvm.ctpop.i32(i32)
declare ptr @cute.tensor.piece_along_rows(ptr, ptr, i32, i32)
declare ptr @cute.tensor.piece_along_k(ptr, ptr, i32, i32)
declare void @cute.check.engine_pieces(ptr, i32, i64, i64, i32, i32, ptr, i32)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.umax.i32(i32, i32)
