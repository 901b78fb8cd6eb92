; Made by scripts/build_native.py: change the C sources, then run it.
; tensor_check/accesses.c
@cute.check.tensor_move.wide = internal unnamed_addr constant [5 x i8] c"\01\02\04\08\01", align 1
@copied_rows.rows = internal unnamed_addr constant [6 x i8] c"\80\04\80@@ ", align 1
define void @cute.check.tensor_move(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 %7, i32 %8, i32 %9, i32 %10) noinline {
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 664
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
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 528
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds nuw i32, ptr %38, i64 %17
  %40 = getelementptr inbounds i32, ptr %39, i64 %19
  store i32 %21, ptr %40, align 4
  %41 = load i32, ptr %14, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 752
  store i32 %41, ptr %42, align 8
  %43 = trunc nuw nsw i32 %36 to i8
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 552
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
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 520
  %58 = load i64, ptr %57, align 8
  %59 = call i1 @cute.tensor.has_columns(ptr %1, i32 %26, i32 %32)
  %60 = and i1 %35, %59
  %61 = icmp eq i32 %32, 0
  br i1 %61, label %89, label %62
62:
  %63 = sext i32 %56 to i64
  %64 = shl nsw i64 %63, 16
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 588
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 660
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
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 520
  %100 = load i64, ptr %99, align 8
  %101 = call i1 @cute.tensor.has_columns(ptr %1, i32 %92, i32 %32)
  %102 = and i1 %35, %101
  %103 = icmp eq i32 %32, 0
  br i1 %103, label %131, label %104
104:
  %105 = sext i32 %98 to i64
  %106 = shl nsw i64 %105, 16
  %107 = getelementptr inbounds nuw i8, ptr %0, i64 588
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 660
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
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 668
  %23 = load i32, ptr %22, align 4
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %21, i64 %24
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 528
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 664
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
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 552
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
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 520
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
  %70 = getelementptr inbounds nuw i8, ptr %67, i64 520
  %71 = load i64, ptr %70, align 8
  %72 = call i1 @cute.tensor.has_columns(ptr %52, i32 %21, i32 %33)
  %73 = getelementptr inbounds nuw i8, ptr %67, i64 588
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
  %104 = getelementptr inbounds nuw i8, ptr %98, i64 520
  %105 = load i64, ptr %104, align 8
  %106 = call i1 @cute.tensor.has_columns(ptr %52, i32 %21, i32 %38)
  %107 = sext i32 %103 to i64
  %108 = shl nsw i64 %107, 16
  %109 = getelementptr inbounds nuw i8, ptr %98, i64 588
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
  %32 = getelementptr inbounds nuw i8, ptr %11, i64 416
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
  %104 = getelementptr inbounds nuw i8, ptr %101, i64 588
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
  %128 = getelementptr inbounds nuw i8, ptr %125, i64 588
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
  %150 = getelementptr inbounds nuw i8, ptr %11, i64 160
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
  %175 = getelementptr inbounds nuw i8, ptr %11, i64 576
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
  %187 = getelementptr inbounds nuw i8, ptr %11, i64 1288
  store i64 %2, ptr %187, align 8
  %188 = getelementptr inbounds nuw i8, ptr %11, i64 1296
  store i64 %172, ptr %188, align 8
  %189 = getelementptr inbounds nuw i8, ptr %11, i64 1304
  store i64 %184, ptr %189, align 8
  %190 = getelementptr inbounds nuw i8, ptr %11, i64 1312
  store i64 %185, ptr %190, align 8
  %191 = getelementptr inbounds nuw i8, ptr %11, i64 1320
  store i64 %186, ptr %191, align 8
  %192 = load i32, ptr %34, align 4
  %193 = getelementptr inbounds nuw i8, ptr %11, i64 160
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
  %46 = getelementptr inbounds nuw i8, ptr %42, i64 520
  %47 = load i64, ptr %46, align 8
  %48 = call i1 @cute.tensor.has_columns(ptr %33, i32 %20, i32 8)
  %49 = sext i32 %45 to i64
  %50 = shl nsw i64 %49, 16
  %51 = getelementptr inbounds nuw i8, ptr %42, i64 588
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
  br i1 %18, label %567, label %19
19:
  %20 = call i1 @cute.tensor.place_rows(ptr %15, ptr %5, ptr %8, ptr %9)
  br i1 %20, label %567, label %21
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
  br i1 %36, label %37, label %567
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
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %55 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %56 = getelementptr inbounds nuw i8, ptr %5, i64 80
  %57 = getelementptr inbounds nuw i8, ptr %5, i64 84
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
  %67 = phi i64 [ 0, %37 ], [ %563, %562 ]
  %68 = phi i32 [ %30, %37 ], [ %564, %562 ]
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
  br i1 %77, label %560, label %78
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
  %92 = icmp eq i32 %91, 2
  br i1 %92, label %98, label %93
93:
  %94 = icmp ult i32 %91, 2
  br i1 %94, label %98, label %95
95:
  %96 = icmp eq i32 %91, 10
  %97 = select i1 %96, i32 4, i32 8
  br label %98
98:
  %99 = phi i32 [ 32, %78 ], [ %97, %95 ], [ 16, %93 ]
  %100 = call i1 @accesses.read_matrix(ptr %7, ptr %76, i64 %85, i1 %87, i32 %32, i32 %90, i32 %99, i32 2)
  br i1 %100, label %101, label %560
101:
  %102 = load i32, ptr %42, align 8
  %103 = icmp eq i32 %102, 0
  br i1 %103, label %104, label %119
104:
  %105 = load i64, ptr %5, align 8
  %106 = load i8, ptr %43, align 4
  %107 = trunc nuw i8 %106 to i1
  %108 = load i32, ptr %9, align 4
  %109 = load i32, ptr %8, align 4
  %110 = icmp eq i32 %109, 2
  br i1 %110, label %116, label %111
111:
  %112 = icmp ult i32 %109, 2
  br i1 %112, label %116, label %113
113:
  %114 = icmp eq i32 %109, 10
  %115 = select i1 %114, i32 4, i32 8
  br label %116
116:
  %117 = phi i32 [ 32, %104 ], [ %115, %113 ], [ 16, %111 ]
  %118 = call i1 @accesses.read_matrix(ptr %7, ptr %76, i64 %105, i1 %107, i32 %108, i32 32, i32 %117, i32 1)
  br i1 %118, label %119, label %560
119:
  %120 = load i32, ptr %42, align 8
  %121 = icmp ne i32 %120, 0
  %122 = load i32, ptr %9, align 4
  %123 = icmp ugt i32 %122, 15
  %124 = select i1 %121, i1 %123, i1 false
  br i1 %124, label %125, label %127
125:
  %126 = getelementptr inbounds nuw i8, ptr %76, i64 668
  br label %139
127:
  %128 = phi i32 [ %122, %119 ], [ %181, %177 ]
  %129 = load i32, ptr %45, align 4
  %130 = mul i32 %129, %128
  %131 = icmp eq i32 %130, 128
  %132 = load i32, ptr %46, align 8
  %133 = and i32 %132, 65535
  %134 = load i32, ptr %47, align 4
  %135 = add i32 %133, %134
  %136 = load i8, ptr %40, align 2
  %137 = trunc nuw i8 %136 to i1
  %138 = select i1 %137, i1 %131, i1 false
  br i1 %138, label %186, label %213
139:
  %140 = phi i64 [ 0, %125 ], [ %178, %177 ]
  %141 = getelementptr inbounds nuw i8, ptr %44, i64 %140
  %142 = load i8, ptr %141, align 1
  %143 = load i64, ptr %5, align 8
  %144 = trunc i64 %143 to i32
  %145 = and i32 %144, 65535
  %146 = load ptr, ptr %7, align 8
  %147 = icmp ugt i8 %142, 112
  %148 = icmp samesign ugt i32 %145, 504
  %149 = or i1 %147, %148
  br i1 %149, label %177, label %150
150:
  %151 = load i32, ptr %126, align 4
  %152 = getelementptr inbounds nuw i8, ptr %146, i64 520
  %153 = load i64, ptr %152, align 8
  %154 = call i1 @cute.tensor.has_columns(ptr %76, i32 %145, i32 8)
  %155 = sext i32 %151 to i64
  %156 = shl nsw i64 %155, 16
  %157 = getelementptr inbounds nuw i8, ptr %146, i64 588
  %158 = zext nneg i8 %142 to i64
  %159 = add i64 %153, %158
  %160 = add i64 %159, %156
  br label %161
161:
  %162 = phi i64 [ 0, %150 ], [ %175, %161 ]
  %163 = load i32, ptr %10, align 8
  %164 = load i32, ptr %157, align 4
  %165 = add i32 %164, %163
  %166 = zext i32 %165 to i64
  %167 = load i32, ptr %12, align 8
  %168 = zext i32 %167 to i64
  %169 = load i32, ptr %11, align 4
  %170 = trunc nuw i64 %162 to i32
  %171 = add i32 %145, %170
  %172 = zext i32 %171 to i64
  %173 = shl nuw nsw i64 %172, 7
  %174 = add i64 %160, %173
  call void @cute.check.tensor_words(ptr %146, i32 %163, i64 %166, i64 %168, i32 %169, i32 2, i1 %154, i1 false, i64 %174, i64 16)
  %175 = add nuw nsw i64 %162, 1
  %176 = icmp eq i64 %175, 8
  br i1 %176, label %177, label %161
177:
  %178 = add nuw nsw i64 %140, 1
  %179 = load i32, ptr %42, align 8
  %180 = icmp ne i32 %179, 0
  %181 = load i32, ptr %9, align 4
  %182 = lshr i32 %181, 4
  %183 = zext nneg i32 %182 to i64
  %184 = icmp samesign ult i64 %178, %183
  %185 = select i1 %180, i1 %184, i1 false
  br i1 %185, label %139, label %127
186:
  %187 = call i32 @cute.tensor.metadata_columns(ptr %8)
  %188 = add i32 %187, %135
  %189 = icmp ugt i32 %188, 512
  br i1 %189, label %213, label %190
190:
  %191 = load ptr, ptr %7, align 8
  %192 = getelementptr inbounds nuw i8, ptr %76, i64 668
  %193 = load i32, ptr %192, align 4
  %194 = getelementptr inbounds nuw i8, ptr %191, i64 520
  %195 = load i64, ptr %194, align 8
  %196 = call i1 @cute.tensor.has_columns(ptr %76, i32 %135, i32 %187)
  %197 = sext i32 %193 to i64
  %198 = shl nsw i64 %197, 16
  %199 = add i64 %198, %195
  %200 = zext i32 %187 to i64
  %201 = shl nuw nsw i64 %200, 7
  %202 = getelementptr inbounds nuw i8, ptr %191, i64 588
  %203 = load i32, ptr %10, align 8
  %204 = load i32, ptr %202, align 4
  %205 = add i32 %204, %203
  %206 = zext i32 %205 to i64
  %207 = load i32, ptr %12, align 8
  %208 = zext i32 %207 to i64
  %209 = load i32, ptr %11, align 4
  %210 = zext i32 %135 to i64
  %211 = shl nuw nsw i64 %210, 7
  %212 = add i64 %199, %211
  call void @cute.check.tensor_words(ptr %191, i32 %203, i64 %206, i64 %208, i32 %209, i32 2, i1 %196, i1 false, i64 %212, i64 %201)
  br label %213
213:
  %214 = load i8, ptr %40, align 2
  %215 = trunc nuw i8 %214 to i1
  %216 = xor i1 %215, true
  %217 = select i1 %216, i1 true, i1 %131
  br i1 %217, label %226, label %218
218:
  %219 = getelementptr inbounds nuw i8, ptr %76, i64 668
  br label %220
220:
  %221 = phi i64 [ 0, %218 ], [ %269, %268 ]
  %222 = load i32, ptr %9, align 4
  %223 = lshr i32 %222, 4
  %224 = zext nneg i32 %223 to i64
  %225 = icmp samesign ult i64 %221, %224
  br i1 %225, label %229, label %226
226:
  %227 = load i32, ptr %49, align 4
  %228 = icmp eq i32 %227, 0
  br i1 %228, label %345, label %272
229:
  %230 = getelementptr inbounds nuw i8, ptr %48, i64 %221
  %231 = load i8, ptr %230, align 1
  %232 = call i32 @cute.tensor.metadata_columns(ptr %8)
  %233 = load ptr, ptr %7, align 8
  %234 = icmp ugt i8 %231, 112
  %235 = add i32 %232, %135
  %236 = icmp ugt i32 %235, 512
  %237 = or i1 %234, %236
  br i1 %237, label %268, label %238
238:
  %239 = load i32, ptr %219, align 4
  %240 = getelementptr inbounds nuw i8, ptr %233, i64 520
  %241 = load i64, ptr %240, align 8
  %242 = call i1 @cute.tensor.has_columns(ptr %76, i32 %135, i32 %232)
  %243 = icmp eq i32 %232, 0
  br i1 %243, label %268, label %244
244:
  %245 = sext i32 %239 to i64
  %246 = shl nsw i64 %245, 16
  %247 = getelementptr inbounds nuw i8, ptr %233, i64 588
  %248 = zext nneg i8 %231 to i64
  %249 = zext i32 %232 to i64
  %250 = add i64 %241, %248
  %251 = add i64 %250, %246
  br label %252
252:
  %253 = phi i64 [ 0, %244 ], [ %266, %252 ]
  %254 = load i32, ptr %10, align 8
  %255 = load i32, ptr %247, align 4
  %256 = add i32 %255, %254
  %257 = zext i32 %256 to i64
  %258 = load i32, ptr %12, align 8
  %259 = zext i32 %258 to i64
  %260 = load i32, ptr %11, align 4
  %261 = trunc nuw i64 %253 to i32
  %262 = add i32 %135, %261
  %263 = zext i32 %262 to i64
  %264 = shl nuw nsw i64 %263, 7
  %265 = add i64 %251, %264
  call void @cute.check.tensor_words(ptr %233, i32 %254, i64 %257, i64 %259, i32 %260, i32 2, i1 %242, i1 false, i64 %265, i64 16)
  %266 = add nuw nsw i64 %253, 1
  %267 = icmp eq i64 %266, %249
  br i1 %267, label %268, label %252
268:
  %269 = add nuw nsw i64 %221, 1
  %270 = load i8, ptr %40, align 2
  %271 = trunc nuw i8 %270 to i1
  br i1 %271, label %220, label %226
272:
  %273 = load i32, ptr %50, align 8
  %274 = load i32, ptr %9, align 4
  %275 = and i32 %273, 65535
  %276 = add i32 %274, 31
  %277 = lshr i32 %276, 5
  %278 = add nuw nsw i32 %277, %275
  %279 = icmp samesign ugt i32 %278, 512
  br i1 %279, label %303, label %280
280:
  %281 = load ptr, ptr %7, align 8
  %282 = getelementptr inbounds nuw i8, ptr %76, i64 668
  %283 = load i32, ptr %282, align 4
  %284 = getelementptr inbounds nuw i8, ptr %281, i64 520
  %285 = load i64, ptr %284, align 8
  %286 = call i1 @cute.tensor.has_columns(ptr %76, i32 %275, i32 %277)
  %287 = sext i32 %283 to i64
  %288 = shl nsw i64 %287, 16
  %289 = shl nuw nsw i32 %277, 7
  %290 = zext nneg i32 %289 to i64
  %291 = getelementptr inbounds nuw i8, ptr %281, i64 588
  %292 = load i32, ptr %10, align 8
  %293 = load i32, ptr %291, align 4
  %294 = add i32 %293, %292
  %295 = zext i32 %294 to i64
  %296 = load i32, ptr %12, align 8
  %297 = zext i32 %296 to i64
  %298 = load i32, ptr %11, align 4
  %299 = shl nuw nsw i32 %275, 7
  %300 = zext nneg i32 %299 to i64
  %301 = add i64 %285, %300
  %302 = add i64 %301, %288
  call void @cute.check.tensor_words(ptr %281, i32 %292, i64 %295, i64 %297, i32 %298, i32 2, i1 %286, i1 false, i64 %302, i64 %290)
  br label %303
303:
  %304 = load i32, ptr %51, align 4
  %305 = load i32, ptr %52, align 4
  %306 = icmp eq i32 %305, 128
  br i1 %306, label %307, label %313
307:
  %308 = load i32, ptr %29, align 4
  %309 = icmp eq i32 %308, 2
  br i1 %309, label %310, label %313
310:
  %311 = load i32, ptr %27, align 4
  %312 = lshr i32 %311, 1
  br label %315
313:
  %314 = load i32, ptr %27, align 4
  br label %315
315:
  %316 = phi i32 [ %312, %310 ], [ %314, %313 ]
  %317 = and i32 %304, 65535
  %318 = add i32 %316, 31
  %319 = lshr i32 %318, 5
  %320 = add nuw nsw i32 %319, %317
  %321 = icmp samesign ugt i32 %320, 512
  br i1 %321, label %345, label %322
322:
  %323 = load ptr, ptr %7, align 8
  %324 = getelementptr inbounds nuw i8, ptr %76, i64 668
  %325 = load i32, ptr %324, align 4
  %326 = getelementptr inbounds nuw i8, ptr %323, i64 520
  %327 = load i64, ptr %326, align 8
  %328 = call i1 @cute.tensor.has_columns(ptr %76, i32 %317, i32 %319)
  %329 = sext i32 %325 to i64
  %330 = shl nsw i64 %329, 16
  %331 = shl nuw nsw i32 %319, 7
  %332 = zext nneg i32 %331 to i64
  %333 = getelementptr inbounds nuw i8, ptr %323, i64 588
  %334 = load i32, ptr %10, align 8
  %335 = load i32, ptr %333, align 4
  %336 = add i32 %335, %334
  %337 = zext i32 %336 to i64
  %338 = load i32, ptr %12, align 8
  %339 = zext i32 %338 to i64
  %340 = load i32, ptr %11, align 4
  %341 = shl nuw nsw i32 %317, 7
  %342 = zext nneg i32 %341 to i64
  %343 = add i64 %327, %342
  %344 = add i64 %343, %330
  call void @cute.check.tensor_words(ptr %323, i32 %334, i64 %337, i64 %339, i32 %340, i32 2, i1 %328, i1 false, i64 %344, i64 %332)
  br label %345
345:
  %346 = load i32, ptr %33, align 8
  %347 = and i32 %346, 65535
  %348 = icmp ult i32 %346, 65536
  %349 = select i1 %348, i64 0, i64 512
  %350 = shl i32 %346, 16
  %351 = load i32, ptr %53, align 4
  %352 = shl i32 %351, 9
  %353 = xor i32 %352, %350
  %354 = load i32, ptr %27, align 4
  %355 = xor i32 %353, %354
  %356 = shl i32 %355, 1
  %357 = or disjoint i32 %356, 1
  %358 = load ptr, ptr %54, align 8
  %359 = getelementptr inbounds nuw i8, ptr %76, i64 668
  %360 = load i32, ptr %359, align 4
  %361 = sext i32 %360 to i64
  %362 = getelementptr inbounds { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %358, i64 %361
  %363 = getelementptr inbounds nuw i32, ptr %362, i64 %349
  %364 = load i32, ptr %29, align 4
  %365 = shl i32 %364, 31
  %366 = xor i32 %357, %365
  %367 = load i32, ptr %55, align 4
  %368 = add i32 %367, %347
  %369 = icmp ult i32 %347, %368
  %370 = icmp samesign ult i32 %347, 512
  %371 = select i1 %369, i1 %370, i1 false
  br i1 %371, label %372, label %388
372:
  %373 = zext nneg i32 %347 to i64
  br label %374
374:
  %375 = phi i64 [ %373, %372 ], [ %381, %374 ]
  %376 = phi i1 [ true, %372 ], [ %380, %374 ]
  %377 = getelementptr inbounds nuw i32, ptr %363, i64 %375
  %378 = load i32, ptr %377, align 4
  %379 = icmp eq i32 %378, %366
  %380 = and i1 %376, %379
  store i32 %366, ptr %377, align 4
  %381 = add nuw nsw i64 %375, 1
  %382 = load i32, ptr %55, align 4
  %383 = add i32 %382, %347
  %384 = zext i32 %383 to i64
  %385 = icmp samesign ult i64 %381, %384
  %386 = icmp samesign ult i64 %375, 511
  %387 = select i1 %385, i1 %386, i1 false
  br i1 %387, label %374, label %388
388:
  %389 = phi i1 [ true, %345 ], [ %380, %374 ]
  %390 = load i32, ptr %56, align 8
  %391 = icmp eq i32 %390, 0
  br i1 %391, label %479, label %392
392:
  %393 = trunc nuw nsw i64 %67 to i32
  %394 = shl i32 %393, 2
  %395 = sext i32 %394 to i64
  %396 = getelementptr inbounds i32, ptr %57, i64 %395
  %397 = load i32, ptr %9, align 4
  %398 = icmp ult i32 %397, 16
  br i1 %398, label %560, label %399
399:
  %400 = phi i64 [ %408, %407 ], [ 0, %392 ]
  %401 = load i32, ptr %45, align 4
  %402 = icmp eq i32 %401, 0
  br i1 %402, label %407, label %403
403:
  %404 = getelementptr inbounds nuw i8, ptr %58, i64 %400
  br label %405
405:
  %406 = phi i32 [ 0, %403 ], [ %414, %413 ]
  br label %417
407:
  %408 = add nuw nsw i64 %400, 1
  %409 = load i32, ptr %9, align 4
  %410 = lshr i32 %409, 4
  %411 = zext nneg i32 %410 to i64
  %412 = icmp samesign ult i64 %408, %411
  br i1 %412, label %399, label %560
413:
  %414 = add nuw i32 %406, 1
  %415 = load i32, ptr %45, align 4
  %416 = icmp ult i32 %414, %415
  br i1 %416, label %405, label %407
417:
  %418 = phi i32 [ 0, %405 ], [ %477, %476 ]
  %419 = load i8, ptr %404, align 1
  %420 = zext i8 %419 to i32
  %421 = load i32, ptr %59, align 4
  %422 = mul i32 %421, %406
  %423 = add nuw nsw i32 %418, %420
  %424 = add i32 %423, %422
  %425 = lshr i32 %424, 5
  %426 = zext nneg i32 %425 to i64
  %427 = getelementptr inbounds nuw i32, ptr %396, i64 %426
  %428 = load i32, ptr %427, align 4
  %429 = and i32 %424, 31
  %430 = shl nuw i32 1, %429
  %431 = and i32 %430, %428
  %432 = icmp eq i32 %431, 0
  br i1 %432, label %433, label %476
433:
  %434 = load i32, ptr %33, align 8
  %435 = and i32 %434, 65535
  %436 = load i32, ptr %55, align 4
  %437 = load ptr, ptr %7, align 8
  %438 = add i32 %424, -128
  %439 = icmp ult i32 %438, -129
  %440 = add i32 %436, %435
  %441 = icmp ugt i32 %440, 512
  %442 = or i1 %439, %441
  br i1 %442, label %476, label %443
443:
  %444 = load i32, ptr %60, align 4
  %445 = icmp ne i32 %444, 0
  %446 = load i32, ptr %359, align 4
  %447 = getelementptr inbounds nuw i8, ptr %437, i64 520
  %448 = load i64, ptr %447, align 8
  %449 = call i1 @cute.tensor.has_columns(ptr %76, i32 %435, i32 %436)
  %450 = and i1 %445, %449
  %451 = icmp eq i32 %436, 0
  br i1 %451, label %476, label %452
452:
  %453 = sext i32 %446 to i64
  %454 = shl nsw i64 %453, 16
  %455 = getelementptr inbounds nuw i8, ptr %437, i64 588
  %456 = zext i32 %424 to i64
  %457 = zext i32 %436 to i64
  %458 = add i64 %448, %456
  %459 = add i64 %458, %454
  br label %460
460:
  %461 = phi i64 [ 0, %452 ], [ %474, %460 ]
  %462 = load i32, ptr %10, align 8
  %463 = load i32, ptr %455, align 4
  %464 = add i32 %463, %462
  %465 = zext i32 %464 to i64
  %466 = load i32, ptr %12, align 8
  %467 = zext i32 %466 to i64
  %468 = load i32, ptr %11, align 4
  %469 = trunc nuw i64 %461 to i32
  %470 = add i32 %435, %469
  %471 = zext i32 %470 to i64
  %472 = shl nuw nsw i64 %471, 7
  %473 = add i64 %459, %472
  call void @cute.check.tensor_words(ptr %437, i32 %462, i64 %465, i64 %467, i32 %468, i32 1, i1 %450, i1 %389, i64 %473, i64 1)
  %474 = add nuw nsw i64 %461, 1
  %475 = icmp eq i64 %474, %457
  br i1 %475, label %476, label %460
476:
  %477 = add nuw nsw i32 %418, 1
  %478 = icmp eq i32 %477, 16
  br i1 %478, label %413, label %417
479:
  br i1 %131, label %480, label %507
480:
  %481 = load i32, ptr %55, align 4
  %482 = add i32 %481, %35
  %483 = icmp ugt i32 %482, 512
  br i1 %483, label %507, label %484
484:
  %485 = load ptr, ptr %7, align 8
  %486 = load i32, ptr %61, align 4
  %487 = load i32, ptr %359, align 4
  %488 = getelementptr inbounds nuw i8, ptr %485, i64 520
  %489 = load i64, ptr %488, align 8
  %490 = call i1 @cute.tensor.has_columns(ptr %76, i32 %35, i32 %481)
  %491 = zext i32 %481 to i64
  %492 = shl nuw nsw i64 %491, 7
  %493 = getelementptr inbounds nuw i8, ptr %485, i64 588
  %494 = sext i32 %487 to i64
  %495 = shl nsw i64 %494, 16
  %496 = add i64 %495, %489
  %497 = icmp ne i32 %486, 0
  %498 = and i1 %497, %490
  %499 = load i32, ptr %10, align 8
  %500 = load i32, ptr %493, align 4
  %501 = add i32 %500, %499
  %502 = zext i32 %501 to i64
  %503 = load i32, ptr %12, align 8
  %504 = zext i32 %503 to i64
  %505 = load i32, ptr %11, align 4
  %506 = add i64 %496, %65
  call void @cute.check.tensor_words(ptr %485, i32 %499, i64 %502, i64 %504, i32 %505, i32 1, i1 %498, i1 %389, i64 %506, i64 %492)
  br label %507
507:
  %508 = load i32, ptr %9, align 4
  %509 = icmp ult i32 %508, 16
  %510 = select i1 %131, i1 true, i1 %509
  br i1 %510, label %560, label %511
511:
  %512 = phi i64 [ %555, %554 ], [ 0, %507 ]
  %513 = getelementptr inbounds nuw i8, ptr %62, i64 %512
  %514 = load i8, ptr %513, align 1
  %515 = load i32, ptr %55, align 4
  %516 = load ptr, ptr %7, align 8
  %517 = icmp ugt i8 %514, 112
  %518 = add i32 %515, %35
  %519 = icmp ugt i32 %518, 512
  %520 = or i1 %517, %519
  br i1 %520, label %554, label %521
521:
  %522 = load i32, ptr %63, align 4
  %523 = icmp ne i32 %522, 0
  %524 = load i32, ptr %359, align 4
  %525 = getelementptr inbounds nuw i8, ptr %516, i64 520
  %526 = load i64, ptr %525, align 8
  %527 = call i1 @cute.tensor.has_columns(ptr %76, i32 %35, i32 %515)
  %528 = and i1 %523, %527
  %529 = icmp eq i32 %515, 0
  br i1 %529, label %554, label %530
530:
  %531 = sext i32 %524 to i64
  %532 = shl nsw i64 %531, 16
  %533 = getelementptr inbounds nuw i8, ptr %516, i64 588
  %534 = zext nneg i8 %514 to i64
  %535 = zext i32 %515 to i64
  %536 = add i64 %526, %534
  %537 = add i64 %536, %532
  br label %538
538:
  %539 = phi i64 [ 0, %530 ], [ %552, %538 ]
  %540 = load i32, ptr %10, align 8
  %541 = load i32, ptr %533, align 4
  %542 = add i32 %541, %540
  %543 = zext i32 %542 to i64
  %544 = load i32, ptr %12, align 8
  %545 = zext i32 %544 to i64
  %546 = load i32, ptr %11, align 4
  %547 = trunc nuw i64 %539 to i32
  %548 = add i32 %35, %547
  %549 = zext i32 %548 to i64
  %550 = shl nuw nsw i64 %549, 7
  %551 = add i64 %537, %550
  call void @cute.check.tensor_words(ptr %516, i32 %540, i64 %543, i64 %545, i32 %546, i32 1, i1 %528, i1 %389, i64 %551, i64 16)
  %552 = add nuw nsw i64 %539, 1
  %553 = icmp eq i64 %552, %535
  br i1 %553, label %554, label %538
554:
  %555 = add nuw nsw i64 %512, 1
  %556 = load i32, ptr %9, align 4
  %557 = lshr i32 %556, 4
  %558 = zext nneg i32 %557 to i64
  %559 = icmp samesign ult i64 %555, %558
  br i1 %559, label %511, label %560
560:
  %561 = phi i32 [ 1, %116 ], [ 1, %98 ], [ 1, %75 ], [ 0, %507 ], [ 4, %392 ], [ 0, %554 ], [ 4, %407 ]
  switch i32 %561, label %567 [
    i32 0, label %562
    i32 4, label %562
  ]
562:
  %563 = add nuw nsw i64 %67, 1
  %564 = load i32, ptr %29, align 4
  %565 = sext i32 %564 to i64
  %566 = icmp slt i64 %563, %565
  br i1 %566, label %66, label %567
567:
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
declare i32 @llvm.umax.i32(i32, i32)
