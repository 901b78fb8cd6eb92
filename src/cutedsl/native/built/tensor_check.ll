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
  %8 = alloca { i32, i32, i32, i32, i32, i8, i8, i8, i8, i8, i8, i8, i32, i32, i32, i8, i8, i8, i32 }, align 4
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
  br i1 %18, label %502, label %19
19:
  %20 = call i1 @cute.tensor.place_rows(ptr %15, ptr %5, ptr %8, ptr %9)
  br i1 %20, label %502, label %21
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
  br i1 %30, label %31, label %502
31:
  %32 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %33 = getelementptr inbounds nuw i8, ptr %8, i64 21
  %34 = getelementptr inbounds nuw i8, ptr %8, i64 42
  %35 = getelementptr inbounds nuw i8, ptr %8, i64 4
  %36 = getelementptr inbounds nuw i8, ptr %5, i64 64
  %37 = getelementptr inbounds nuw i8, ptr %8, i64 20
  %38 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %39 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %40 = getelementptr inbounds nuw i8, ptr %8, i64 44
  %41 = getelementptr inbounds nuw i8, ptr %8, i64 28
  %42 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %43 = getelementptr inbounds nuw i8, ptr %5, i64 36
  %44 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %45 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %47 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %48 = getelementptr inbounds nuw i8, ptr %9, i64 12
  %49 = getelementptr inbounds nuw i8, ptr %5, i64 80
  %50 = getelementptr inbounds nuw i8, ptr %5, i64 84
  %51 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %52 = getelementptr inbounds nuw i8, ptr %9, i64 20
  %53 = getelementptr inbounds nuw i8, ptr %5, i64 44
  %54 = getelementptr inbounds nuw i8, ptr %5, i64 44
  %55 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %56 = getelementptr inbounds nuw i8, ptr %5, i64 44
  %57 = shl nuw nsw i32 %29, 7
  %58 = zext nneg i32 %57 to i64
  br label %59
59:
  %60 = phi i64 [ 0, %31 ], [ %498, %497 ]
  %61 = phi i32 [ %25, %31 ], [ %499, %497 ]
  %62 = icmp eq i32 %61, 1
  br i1 %62, label %63, label %65
63:
  %64 = load ptr, ptr %15, align 8
  br label %68
65:
  %66 = trunc nuw nsw i64 %60 to i32
  %67 = call ptr @cute.tensor.pair_block(ptr %15, i32 %66)
  br label %68
68:
  %69 = phi ptr [ %64, %63 ], [ %67, %65 ]
  %70 = icmp eq ptr %69, null
  br i1 %70, label %495, label %71
71:
  %72 = load ptr, ptr %7, align 8
  %73 = load i32, ptr %10, align 8
  %74 = load i32, ptr %11, align 4
  %75 = load i32, ptr %12, align 8
  %76 = getelementptr inbounds nuw i8, ptr %69, i64 668
  %77 = load i32, ptr %76, align 4
  call void @cute.check.tensor_reaches(ptr %72, i32 %73, i32 %74, i32 %75, i32 %77)
  %78 = load i64, ptr %32, align 8
  %79 = load i8, ptr %33, align 1
  %80 = trunc nuw i8 %79 to i1
  %81 = load i8, ptr %34, align 2
  %82 = zext nneg i8 %81 to i32
  %83 = shl nuw nsw i32 32, %82
  %84 = load i32, ptr %35, align 4
  %85 = icmp eq i32 %84, 2
  br i1 %85, label %91, label %86
86:
  %87 = icmp ult i32 %84, 2
  br i1 %87, label %91, label %88
88:
  %89 = icmp eq i32 %84, 10
  %90 = select i1 %89, i32 4, i32 8
  br label %91
91:
  %92 = phi i32 [ 32, %71 ], [ %90, %88 ], [ 16, %86 ]
  %93 = call i1 @accesses.read_matrix(ptr %7, ptr %69, i64 %78, i1 %80, i32 %26, i32 %83, i32 %92, i32 2)
  br i1 %93, label %94, label %495
94:
  %95 = load i32, ptr %36, align 8
  %96 = icmp eq i32 %95, 0
  br i1 %96, label %97, label %112
97:
  %98 = load i64, ptr %5, align 8
  %99 = load i8, ptr %37, align 4
  %100 = trunc nuw i8 %99 to i1
  %101 = load i32, ptr %9, align 4
  %102 = load i32, ptr %8, align 4
  %103 = icmp eq i32 %102, 2
  br i1 %103, label %109, label %104
104:
  %105 = icmp ult i32 %102, 2
  br i1 %105, label %109, label %106
106:
  %107 = icmp eq i32 %102, 10
  %108 = select i1 %107, i32 4, i32 8
  br label %109
109:
  %110 = phi i32 [ 32, %97 ], [ %108, %106 ], [ 16, %104 ]
  %111 = call i1 @accesses.read_matrix(ptr %7, ptr %69, i64 %98, i1 %100, i32 %101, i32 32, i32 %110, i32 1)
  br i1 %111, label %112, label %495
112:
  %113 = load i32, ptr %36, align 8
  %114 = icmp ne i32 %113, 0
  %115 = load i32, ptr %9, align 4
  %116 = icmp ugt i32 %115, 15
  %117 = select i1 %114, i1 %116, i1 false
  br i1 %117, label %118, label %120
118:
  %119 = getelementptr inbounds nuw i8, ptr %69, i64 668
  br label %123
120:
  %121 = load i8, ptr %34, align 2
  %122 = trunc nuw i8 %121 to i1
  br i1 %122, label %170, label %201
123:
  %124 = phi i64 [ 0, %118 ], [ %162, %161 ]
  %125 = getelementptr inbounds nuw i8, ptr %38, i64 %124
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
  %135 = load i32, ptr %119, align 4
  %136 = getelementptr inbounds nuw i8, ptr %130, i64 520
  %137 = load i64, ptr %136, align 8
  %138 = call i1 @cute.tensor.has_columns(ptr %69, i32 %129, i32 8)
  %139 = sext i32 %135 to i64
  %140 = shl nsw i64 %139, 16
  %141 = getelementptr inbounds nuw i8, ptr %130, i64 588
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
  %163 = load i32, ptr %36, align 8
  %164 = icmp ne i32 %163, 0
  %165 = load i32, ptr %9, align 4
  %166 = lshr i32 %165, 4
  %167 = zext nneg i32 %166 to i64
  %168 = icmp samesign ult i64 %162, %167
  %169 = select i1 %164, i1 %168, i1 false
  br i1 %169, label %123, label %120
170:
  %171 = load i32, ptr %39, align 8
  %172 = and i32 %171, 65535
  %173 = load i32, ptr %40, align 4
  %174 = add i32 %172, %173
  %175 = call i32 @cute.tensor.metadata_columns(ptr %8)
  %176 = add i32 %175, %174
  %177 = icmp ugt i32 %176, 512
  br i1 %177, label %201, label %178
178:
  %179 = load ptr, ptr %7, align 8
  %180 = getelementptr inbounds nuw i8, ptr %69, i64 668
  %181 = load i32, ptr %180, align 4
  %182 = getelementptr inbounds nuw i8, ptr %179, i64 520
  %183 = load i64, ptr %182, align 8
  %184 = call i1 @cute.tensor.has_columns(ptr %69, i32 %174, i32 %175)
  %185 = sext i32 %181 to i64
  %186 = shl nsw i64 %185, 16
  %187 = add i64 %186, %183
  %188 = zext i32 %175 to i64
  %189 = shl nuw nsw i64 %188, 7
  %190 = getelementptr inbounds nuw i8, ptr %179, i64 588
  %191 = load i32, ptr %10, align 8
  %192 = load i32, ptr %190, align 4
  %193 = add i32 %192, %191
  %194 = zext i32 %193 to i64
  %195 = load i32, ptr %12, align 8
  %196 = zext i32 %195 to i64
  %197 = load i32, ptr %11, align 4
  %198 = zext i32 %174 to i64
  %199 = shl nuw nsw i64 %198, 7
  %200 = add i64 %187, %199
  call void @cute.check.tensor_words(ptr %179, i32 %191, i64 %194, i64 %196, i32 %197, i32 2, i1 %184, i1 false, i64 %200, i64 %189)
  br label %201
201:
  %202 = load i32, ptr %41, align 4
  %203 = icmp eq i32 %202, 0
  br i1 %203, label %277, label %204
204:
  %205 = load i32, ptr %42, align 8
  %206 = load i32, ptr %9, align 4
  %207 = and i32 %205, 65535
  %208 = add i32 %206, 31
  %209 = lshr i32 %208, 5
  %210 = add nuw nsw i32 %209, %207
  %211 = icmp samesign ugt i32 %210, 512
  br i1 %211, label %235, label %212
212:
  %213 = load ptr, ptr %7, align 8
  %214 = getelementptr inbounds nuw i8, ptr %69, i64 668
  %215 = load i32, ptr %214, align 4
  %216 = getelementptr inbounds nuw i8, ptr %213, i64 520
  %217 = load i64, ptr %216, align 8
  %218 = call i1 @cute.tensor.has_columns(ptr %69, i32 %207, i32 %209)
  %219 = sext i32 %215 to i64
  %220 = shl nsw i64 %219, 16
  %221 = shl nuw nsw i32 %209, 7
  %222 = zext nneg i32 %221 to i64
  %223 = getelementptr inbounds nuw i8, ptr %213, i64 588
  %224 = load i32, ptr %10, align 8
  %225 = load i32, ptr %223, align 4
  %226 = add i32 %225, %224
  %227 = zext i32 %226 to i64
  %228 = load i32, ptr %12, align 8
  %229 = zext i32 %228 to i64
  %230 = load i32, ptr %11, align 4
  %231 = shl nuw nsw i32 %207, 7
  %232 = zext nneg i32 %231 to i64
  %233 = add i64 %217, %232
  %234 = add i64 %233, %220
  call void @cute.check.tensor_words(ptr %213, i32 %224, i64 %227, i64 %229, i32 %230, i32 2, i1 %218, i1 false, i64 %234, i64 %222)
  br label %235
235:
  %236 = load i32, ptr %43, align 4
  %237 = load i32, ptr %44, align 4
  %238 = icmp eq i32 %237, 128
  br i1 %238, label %239, label %245
239:
  %240 = load i32, ptr %24, align 4
  %241 = icmp eq i32 %240, 2
  br i1 %241, label %242, label %245
242:
  %243 = load i32, ptr %22, align 4
  %244 = lshr i32 %243, 1
  br label %247
245:
  %246 = load i32, ptr %22, align 4
  br label %247
247:
  %248 = phi i32 [ %244, %242 ], [ %246, %245 ]
  %249 = and i32 %236, 65535
  %250 = add i32 %248, 31
  %251 = lshr i32 %250, 5
  %252 = add nuw nsw i32 %251, %249
  %253 = icmp samesign ugt i32 %252, 512
  br i1 %253, label %277, label %254
254:
  %255 = load ptr, ptr %7, align 8
  %256 = getelementptr inbounds nuw i8, ptr %69, i64 668
  %257 = load i32, ptr %256, align 4
  %258 = getelementptr inbounds nuw i8, ptr %255, i64 520
  %259 = load i64, ptr %258, align 8
  %260 = call i1 @cute.tensor.has_columns(ptr %69, i32 %249, i32 %251)
  %261 = sext i32 %257 to i64
  %262 = shl nsw i64 %261, 16
  %263 = shl nuw nsw i32 %251, 7
  %264 = zext nneg i32 %263 to i64
  %265 = getelementptr inbounds nuw i8, ptr %255, i64 588
  %266 = load i32, ptr %10, align 8
  %267 = load i32, ptr %265, align 4
  %268 = add i32 %267, %266
  %269 = zext i32 %268 to i64
  %270 = load i32, ptr %12, align 8
  %271 = zext i32 %270 to i64
  %272 = load i32, ptr %11, align 4
  %273 = shl nuw nsw i32 %249, 7
  %274 = zext nneg i32 %273 to i64
  %275 = add i64 %259, %274
  %276 = add i64 %275, %262
  call void @cute.check.tensor_words(ptr %255, i32 %266, i64 %269, i64 %271, i32 %272, i32 2, i1 %260, i1 false, i64 %276, i64 %264)
  br label %277
277:
  %278 = load i32, ptr %27, align 8
  %279 = and i32 %278, 65535
  %280 = icmp ult i32 %278, 65536
  %281 = select i1 %280, i64 0, i64 512
  %282 = shl i32 %278, 16
  %283 = load i32, ptr %45, align 4
  %284 = shl i32 %283, 9
  %285 = xor i32 %284, %282
  %286 = load i32, ptr %22, align 4
  %287 = xor i32 %285, %286
  %288 = shl i32 %287, 1
  %289 = or disjoint i32 %288, 1
  %290 = load ptr, ptr %46, align 8
  %291 = getelementptr inbounds nuw i8, ptr %69, i64 668
  %292 = load i32, ptr %291, align 4
  %293 = sext i32 %292 to i64
  %294 = getelementptr inbounds { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %290, i64 %293
  %295 = getelementptr inbounds nuw i32, ptr %294, i64 %281
  %296 = load i32, ptr %24, align 4
  %297 = shl i32 %296, 31
  %298 = xor i32 %289, %297
  %299 = load i32, ptr %47, align 4
  %300 = add i32 %299, %279
  %301 = icmp ult i32 %279, %300
  %302 = icmp samesign ult i32 %279, 512
  %303 = select i1 %301, i1 %302, i1 false
  br i1 %303, label %304, label %320
304:
  %305 = zext nneg i32 %279 to i64
  br label %306
306:
  %307 = phi i64 [ %305, %304 ], [ %313, %306 ]
  %308 = phi i1 [ true, %304 ], [ %312, %306 ]
  %309 = getelementptr inbounds nuw i32, ptr %295, i64 %307
  %310 = load i32, ptr %309, align 4
  %311 = icmp eq i32 %310, %298
  %312 = and i1 %308, %311
  store i32 %298, ptr %309, align 4
  %313 = add nuw nsw i64 %307, 1
  %314 = load i32, ptr %47, align 4
  %315 = add i32 %314, %279
  %316 = zext i32 %315 to i64
  %317 = icmp samesign ult i64 %313, %316
  %318 = icmp samesign ult i64 %307, 511
  %319 = select i1 %317, i1 %318, i1 false
  br i1 %319, label %306, label %320
320:
  %321 = phi i1 [ true, %277 ], [ %312, %306 ]
  %322 = load i32, ptr %9, align 4
  %323 = load i32, ptr %48, align 4
  %324 = mul i32 %323, %322
  %325 = icmp ne i32 %324, 128
  %326 = load i32, ptr %49, align 8
  %327 = icmp eq i32 %326, 0
  br i1 %327, label %414, label %328
328:
  %329 = trunc nuw nsw i64 %60 to i32
  %330 = shl i32 %329, 2
  %331 = sext i32 %330 to i64
  %332 = getelementptr inbounds i32, ptr %50, i64 %331
  %333 = icmp ult i32 %322, 16
  br i1 %333, label %495, label %334
334:
  %335 = phi i64 [ %343, %342 ], [ 0, %328 ]
  %336 = load i32, ptr %48, align 4
  %337 = icmp eq i32 %336, 0
  br i1 %337, label %342, label %338
338:
  %339 = getelementptr inbounds nuw i8, ptr %51, i64 %335
  br label %340
340:
  %341 = phi i32 [ 0, %338 ], [ %349, %348 ]
  br label %352
342:
  %343 = add nuw nsw i64 %335, 1
  %344 = load i32, ptr %9, align 4
  %345 = lshr i32 %344, 4
  %346 = zext nneg i32 %345 to i64
  %347 = icmp samesign ult i64 %343, %346
  br i1 %347, label %334, label %495
348:
  %349 = add nuw i32 %341, 1
  %350 = load i32, ptr %48, align 4
  %351 = icmp ult i32 %349, %350
  br i1 %351, label %340, label %342
352:
  %353 = phi i32 [ 0, %340 ], [ %412, %411 ]
  %354 = load i8, ptr %339, align 1
  %355 = zext i8 %354 to i32
  %356 = load i32, ptr %52, align 4
  %357 = mul i32 %356, %341
  %358 = add nuw nsw i32 %353, %355
  %359 = add i32 %358, %357
  %360 = lshr i32 %359, 5
  %361 = zext nneg i32 %360 to i64
  %362 = getelementptr inbounds nuw i32, ptr %332, i64 %361
  %363 = load i32, ptr %362, align 4
  %364 = and i32 %359, 31
  %365 = shl nuw i32 1, %364
  %366 = and i32 %365, %363
  %367 = icmp eq i32 %366, 0
  br i1 %367, label %368, label %411
368:
  %369 = load i32, ptr %27, align 8
  %370 = and i32 %369, 65535
  %371 = load i32, ptr %47, align 4
  %372 = load ptr, ptr %7, align 8
  %373 = add i32 %359, -128
  %374 = icmp ult i32 %373, -129
  %375 = add i32 %371, %370
  %376 = icmp ugt i32 %375, 512
  %377 = or i1 %374, %376
  br i1 %377, label %411, label %378
378:
  %379 = load i32, ptr %53, align 4
  %380 = icmp ne i32 %379, 0
  %381 = load i32, ptr %291, align 4
  %382 = getelementptr inbounds nuw i8, ptr %372, i64 520
  %383 = load i64, ptr %382, align 8
  %384 = call i1 @cute.tensor.has_columns(ptr %69, i32 %370, i32 %371)
  %385 = and i1 %380, %384
  %386 = icmp eq i32 %371, 0
  br i1 %386, label %411, label %387
387:
  %388 = sext i32 %381 to i64
  %389 = shl nsw i64 %388, 16
  %390 = getelementptr inbounds nuw i8, ptr %372, i64 588
  %391 = zext i32 %359 to i64
  %392 = zext i32 %371 to i64
  %393 = add i64 %383, %391
  %394 = add i64 %393, %389
  br label %395
395:
  %396 = phi i64 [ 0, %387 ], [ %409, %395 ]
  %397 = load i32, ptr %10, align 8
  %398 = load i32, ptr %390, align 4
  %399 = add i32 %398, %397
  %400 = zext i32 %399 to i64
  %401 = load i32, ptr %12, align 8
  %402 = zext i32 %401 to i64
  %403 = load i32, ptr %11, align 4
  %404 = trunc nuw i64 %396 to i32
  %405 = add i32 %370, %404
  %406 = zext i32 %405 to i64
  %407 = shl nuw nsw i64 %406, 7
  %408 = add i64 %394, %407
  call void @cute.check.tensor_words(ptr %372, i32 %397, i64 %400, i64 %402, i32 %403, i32 1, i1 %385, i1 %321, i64 %408, i64 1)
  %409 = add nuw nsw i64 %396, 1
  %410 = icmp eq i64 %409, %392
  br i1 %410, label %411, label %395
411:
  %412 = add nuw nsw i32 %353, 1
  %413 = icmp eq i32 %412, 16
  br i1 %413, label %348, label %352
414:
  br i1 %325, label %442, label %415
415:
  %416 = load i32, ptr %47, align 4
  %417 = add i32 %416, %29
  %418 = icmp ugt i32 %417, 512
  br i1 %418, label %442, label %419
419:
  %420 = load ptr, ptr %7, align 8
  %421 = load i32, ptr %54, align 4
  %422 = load i32, ptr %291, align 4
  %423 = getelementptr inbounds nuw i8, ptr %420, i64 520
  %424 = load i64, ptr %423, align 8
  %425 = call i1 @cute.tensor.has_columns(ptr %69, i32 %29, i32 %416)
  %426 = zext i32 %416 to i64
  %427 = shl nuw nsw i64 %426, 7
  %428 = getelementptr inbounds nuw i8, ptr %420, i64 588
  %429 = sext i32 %422 to i64
  %430 = shl nsw i64 %429, 16
  %431 = add i64 %430, %424
  %432 = icmp ne i32 %421, 0
  %433 = and i1 %432, %425
  %434 = load i32, ptr %10, align 8
  %435 = load i32, ptr %428, align 4
  %436 = add i32 %435, %434
  %437 = zext i32 %436 to i64
  %438 = load i32, ptr %12, align 8
  %439 = zext i32 %438 to i64
  %440 = load i32, ptr %11, align 4
  %441 = add i64 %431, %58
  call void @cute.check.tensor_words(ptr %420, i32 %434, i64 %437, i64 %439, i32 %440, i32 1, i1 %433, i1 %321, i64 %441, i64 %427)
  br label %442
442:
  %443 = load i32, ptr %9, align 4
  %444 = icmp ugt i32 %443, 15
  %445 = select i1 %325, i1 %444, i1 false
  br i1 %445, label %446, label %495
446:
  %447 = phi i64 [ %490, %489 ], [ 0, %442 ]
  %448 = getelementptr inbounds nuw i8, ptr %55, i64 %447
  %449 = load i8, ptr %448, align 1
  %450 = load i32, ptr %47, align 4
  %451 = load ptr, ptr %7, align 8
  %452 = icmp ugt i8 %449, 112
  %453 = add i32 %450, %29
  %454 = icmp ugt i32 %453, 512
  %455 = or i1 %452, %454
  br i1 %455, label %489, label %456
456:
  %457 = load i32, ptr %56, align 4
  %458 = icmp ne i32 %457, 0
  %459 = load i32, ptr %291, align 4
  %460 = getelementptr inbounds nuw i8, ptr %451, i64 520
  %461 = load i64, ptr %460, align 8
  %462 = call i1 @cute.tensor.has_columns(ptr %69, i32 %29, i32 %450)
  %463 = and i1 %458, %462
  %464 = icmp eq i32 %450, 0
  br i1 %464, label %489, label %465
465:
  %466 = sext i32 %459 to i64
  %467 = shl nsw i64 %466, 16
  %468 = getelementptr inbounds nuw i8, ptr %451, i64 588
  %469 = zext nneg i8 %449 to i64
  %470 = zext i32 %450 to i64
  %471 = add i64 %461, %469
  %472 = add i64 %471, %467
  br label %473
473:
  %474 = phi i64 [ 0, %465 ], [ %487, %473 ]
  %475 = load i32, ptr %10, align 8
  %476 = load i32, ptr %468, align 4
  %477 = add i32 %476, %475
  %478 = zext i32 %477 to i64
  %479 = load i32, ptr %12, align 8
  %480 = zext i32 %479 to i64
  %481 = load i32, ptr %11, align 4
  %482 = trunc nuw i64 %474 to i32
  %483 = add i32 %29, %482
  %484 = zext i32 %483 to i64
  %485 = shl nuw nsw i64 %484, 7
  %486 = add i64 %472, %485
  call void @cute.check.tensor_words(ptr %451, i32 %475, i64 %478, i64 %480, i32 %481, i32 1, i1 %463, i1 %321, i64 %486, i64 16)
  %487 = add nuw nsw i64 %474, 1
  %488 = icmp eq i64 %487, %470
  br i1 %488, label %489, label %473
489:
  %490 = add nuw nsw i64 %447, 1
  %491 = load i32, ptr %9, align 4
  %492 = lshr i32 %491, 4
  %493 = zext nneg i32 %492 to i64
  %494 = icmp samesign ult i64 %490, %493
  br i1 %494, label %446, label %495
495:
  %496 = phi i32 [ 1, %109 ], [ 1, %91 ], [ 1, %68 ], [ 0, %442 ], [ 4, %328 ], [ 0, %489 ], [ 4, %342 ]
  switch i32 %496, label %502 [
    i32 0, label %497
    i32 4, label %497
  ]
497:
  %498 = add nuw nsw i64 %60, 1
  %499 = load i32, ptr %24, align 4
  %500 = sext i32 %499 to i64
  %501 = icmp slt i64 %498, %500
  br i1 %501, label %59, label %502
502:
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
