; Made by scripts/build_native.py: change the C sources, then run it.
; tensor_check/accesses.c
@cute.check.tensor_move.wide = internal unnamed_addr constant [5 x i8] c"\01\02\04\08\01", align 1
@copied_rows.rows = internal unnamed_addr constant [6 x i8] c"\80\04\80@@ ", align 1
define void @cute.check.tensor_move(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 %7, i32 %8, i32 %9, i32 %10) noinline {
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 696
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
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds nuw i32, ptr %38, i64 %17
  %40 = getelementptr inbounds i32, ptr %39, i64 %19
  store i32 %21, ptr %40, align 4
  %41 = load i32, ptr %14, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 784
  store i32 %41, ptr %42, align 8
  %43 = trunc nuw nsw i32 %36 to i8
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 584
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
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %58 = load i64, ptr %57, align 8
  %59 = call i1 @cute.tensor.has_columns(ptr %1, i32 %26, i32 %32)
  %60 = and i1 %35, %59
  %61 = icmp eq i32 %32, 0
  br i1 %61, label %89, label %62
62:
  %63 = sext i32 %56 to i64
  %64 = shl nsw i64 %63, 16
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 620
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 692
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
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %100 = load i64, ptr %99, align 8
  %101 = call i1 @cute.tensor.has_columns(ptr %1, i32 %92, i32 %32)
  %102 = and i1 %35, %101
  %103 = icmp eq i32 %32, 0
  br i1 %103, label %131, label %104
104:
  %105 = sext i32 %98 to i64
  %106 = shl nsw i64 %105, 16
  %107 = getelementptr inbounds nuw i8, ptr %0, i64 620
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 692
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
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 600
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 668
  %23 = load i32, ptr %22, align 4
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %21, i64 %24
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 696
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
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 584
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
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 552
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
  %70 = getelementptr inbounds nuw i8, ptr %67, i64 552
  %71 = load i64, ptr %70, align 8
  %72 = call i1 @cute.tensor.has_columns(ptr %52, i32 %21, i32 %33)
  %73 = getelementptr inbounds nuw i8, ptr %67, i64 620
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
  %104 = getelementptr inbounds nuw i8, ptr %98, i64 552
  %105 = load i64, ptr %104, align 8
  %106 = call i1 @cute.tensor.has_columns(ptr %52, i32 %21, i32 %38)
  %107 = sext i32 %103 to i64
  %108 = shl nsw i64 %107, 16
  %109 = getelementptr inbounds nuw i8, ptr %98, i64 620
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
  %38 = select i1 %35, i8 32, i8 %37
  %39 = getelementptr inbounds nuw i8, ptr %19, i64 448
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
  %111 = getelementptr inbounds nuw i8, ptr %108, i64 620
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
  %135 = getelementptr inbounds nuw i8, ptr %132, i64 620
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
  %182 = getelementptr inbounds nuw i8, ptr %19, i64 608
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
  %195 = getelementptr inbounds nuw i8, ptr %19, i64 1320
  store i64 %2, ptr %195, align 8
  %196 = getelementptr inbounds nuw i8, ptr %19, i64 1328
  store i64 %179, ptr %196, align 8
  %197 = getelementptr inbounds nuw i8, ptr %19, i64 1336
  store i64 %191, ptr %197, align 8
  %198 = getelementptr inbounds nuw i8, ptr %19, i64 1344
  store i64 %192, ptr %198, align 8
  %199 = getelementptr inbounds nuw i8, ptr %19, i64 1352
  store i64 %193, ptr %199, align 8
  %200 = getelementptr inbounds nuw i8, ptr %19, i64 1360
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
  %46 = getelementptr inbounds nuw i8, ptr %42, i64 552
  %47 = load i64, ptr %46, align 8
  %48 = call i1 @cute.tensor.has_columns(ptr %33, i32 %20, i32 8)
  %49 = sext i32 %45 to i64
  %50 = shl nsw i64 %49, 16
  %51 = getelementptr inbounds nuw i8, ptr %42, i64 620
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
  %9 = alloca { i32, i32, [8 x i8], i32, i32, i32 }, align 4
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
  br i1 %18, label %552, label %19
19:
  %20 = call i1 @cute.tensor.place_rows(ptr %15, ptr %5, ptr %8, ptr %9)
  br i1 %20, label %552, label %21
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
  br i1 %36, label %37, label %552
37:
  %38 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %39 = getelementptr inbounds nuw i8, ptr %8, i64 21
  %40 = getelementptr inbounds nuw i8, ptr %8, i64 42
  %41 = getelementptr inbounds nuw i8, ptr %8, i64 4
  %42 = getelementptr inbounds nuw i8, ptr %5, i64 64
  %43 = getelementptr inbounds nuw i8, ptr %8, i64 20
  %44 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %45 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %46 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %47 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %48 = getelementptr inbounds nuw i8, ptr %8, i64 44
  %49 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %50 = getelementptr inbounds nuw i8, ptr %8, i64 28
  %51 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %52 = getelementptr inbounds nuw i8, ptr %5, i64 36
  %53 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %54 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 600
  %56 = getelementptr inbounds nuw i8, ptr %9, i64 20
  %57 = getelementptr inbounds nuw i8, ptr %5, i64 84
  %58 = getelementptr inbounds nuw i8, ptr %5, i64 88
  %59 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %60 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %61 = getelementptr inbounds nuw i8, ptr %5, i64 44
  %62 = getelementptr inbounds nuw i8, ptr %5, i64 44
  %63 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %64 = getelementptr inbounds nuw i8, ptr %5, i64 44
  %65 = shl nuw nsw i32 %35, 7
  %66 = zext nneg i32 %65 to i64
  br label %67
67:
  %68 = phi i64 [ 0, %37 ], [ %548, %547 ]
  %69 = phi i32 [ %30, %37 ], [ %549, %547 ]
  %70 = icmp eq i32 %69, 1
  br i1 %70, label %71, label %73
71:
  %72 = load ptr, ptr %15, align 8
  br label %76
73:
  %74 = trunc nuw nsw i64 %68 to i32
  %75 = call ptr @cute.tensor.pair_block(ptr %15, i32 %74)
  br label %76
76:
  %77 = phi ptr [ %72, %71 ], [ %75, %73 ]
  %78 = icmp eq ptr %77, null
  br i1 %78, label %545, label %79
79:
  %80 = load ptr, ptr %7, align 8
  %81 = load i32, ptr %10, align 8
  %82 = load i32, ptr %11, align 4
  %83 = load i32, ptr %12, align 8
  %84 = getelementptr inbounds nuw i8, ptr %77, i64 668
  %85 = load i32, ptr %84, align 4
  call void @cute.check.tensor_reaches(ptr %80, i32 %81, i32 %82, i32 %83, i32 %85)
  %86 = load i64, ptr %38, align 8
  %87 = load i8, ptr %39, align 1
  %88 = trunc nuw i8 %87 to i1
  %89 = load i8, ptr %40, align 2
  %90 = zext nneg i8 %89 to i32
  %91 = shl nuw nsw i32 32, %90
  %92 = load i32, ptr %41, align 4
  %93 = call i1 @accesses.read_matrix(ptr %7, ptr %77, i64 %86, i1 %88, i32 %32, i32 %91, i32 %92, i32 2)
  br i1 %93, label %94, label %545
94:
  %95 = load i32, ptr %42, align 8
  %96 = icmp eq i32 %95, 0
  br i1 %96, label %97, label %104
97:
  %98 = load i64, ptr %5, align 8
  %99 = load i8, ptr %43, align 4
  %100 = trunc nuw i8 %99 to i1
  %101 = load i32, ptr %9, align 4
  %102 = load i32, ptr %8, align 4
  %103 = call i1 @accesses.read_matrix(ptr %7, ptr %77, i64 %98, i1 %100, i32 %101, i32 32, i32 %102, i32 1)
  br i1 %103, label %104, label %545
104:
  %105 = load i32, ptr %42, align 8
  %106 = icmp ne i32 %105, 0
  %107 = load i32, ptr %44, align 4
  %108 = icmp ugt i32 %107, 15
  %109 = select i1 %106, i1 %108, i1 false
  br i1 %109, label %110, label %112
110:
  %111 = getelementptr inbounds nuw i8, ptr %77, i64 668
  br label %124
112:
  %113 = load i32, ptr %9, align 4
  %114 = load i32, ptr %46, align 4
  %115 = mul i32 %114, %113
  %116 = icmp eq i32 %115, 128
  %117 = load i32, ptr %47, align 8
  %118 = and i32 %117, 65535
  %119 = load i32, ptr %48, align 4
  %120 = add i32 %118, %119
  %121 = load i8, ptr %40, align 2
  %122 = trunc nuw i8 %121 to i1
  %123 = select i1 %122, i1 %116, i1 false
  br i1 %123, label %171, label %198
124:
  %125 = phi i64 [ 0, %110 ], [ %163, %162 ]
  %126 = getelementptr inbounds nuw i8, ptr %45, i64 %125
  %127 = load i8, ptr %126, align 1
  %128 = load i64, ptr %5, align 8
  %129 = trunc i64 %128 to i32
  %130 = and i32 %129, 65535
  %131 = load ptr, ptr %7, align 8
  %132 = icmp ugt i8 %127, 112
  %133 = icmp samesign ugt i32 %130, 504
  %134 = or i1 %132, %133
  br i1 %134, label %162, label %135
135:
  %136 = load i32, ptr %111, align 4
  %137 = getelementptr inbounds nuw i8, ptr %131, i64 552
  %138 = load i64, ptr %137, align 8
  %139 = call i1 @cute.tensor.has_columns(ptr %77, i32 %130, i32 8)
  %140 = sext i32 %136 to i64
  %141 = shl nsw i64 %140, 16
  %142 = getelementptr inbounds nuw i8, ptr %131, i64 620
  %143 = zext nneg i8 %127 to i64
  %144 = add i64 %138, %143
  %145 = add i64 %144, %141
  br label %146
146:
  %147 = phi i64 [ 0, %135 ], [ %160, %146 ]
  %148 = load i32, ptr %10, align 8
  %149 = load i32, ptr %142, align 4
  %150 = add i32 %149, %148
  %151 = zext i32 %150 to i64
  %152 = load i32, ptr %12, align 8
  %153 = zext i32 %152 to i64
  %154 = load i32, ptr %11, align 4
  %155 = trunc nuw i64 %147 to i32
  %156 = add i32 %130, %155
  %157 = zext i32 %156 to i64
  %158 = shl nuw nsw i64 %157, 7
  %159 = add i64 %145, %158
  call void @cute.check.tensor_words(ptr %131, i32 %148, i64 %151, i64 %153, i32 %154, i32 2, i1 %139, i1 false, i64 %159, i64 16)
  %160 = add nuw nsw i64 %147, 1
  %161 = icmp eq i64 %160, 8
  br i1 %161, label %162, label %146
162:
  %163 = add nuw nsw i64 %125, 1
  %164 = load i32, ptr %42, align 8
  %165 = icmp ne i32 %164, 0
  %166 = load i32, ptr %44, align 4
  %167 = lshr i32 %166, 4
  %168 = zext nneg i32 %167 to i64
  %169 = icmp samesign ult i64 %163, %168
  %170 = select i1 %165, i1 %169, i1 false
  br i1 %170, label %124, label %112
171:
  %172 = call i32 @cute.tensor.metadata_columns(ptr %8)
  %173 = add i32 %172, %120
  %174 = icmp ugt i32 %173, 512
  br i1 %174, label %198, label %175
175:
  %176 = load ptr, ptr %7, align 8
  %177 = getelementptr inbounds nuw i8, ptr %77, i64 668
  %178 = load i32, ptr %177, align 4
  %179 = getelementptr inbounds nuw i8, ptr %176, i64 552
  %180 = load i64, ptr %179, align 8
  %181 = call i1 @cute.tensor.has_columns(ptr %77, i32 %120, i32 %172)
  %182 = sext i32 %178 to i64
  %183 = shl nsw i64 %182, 16
  %184 = add i64 %183, %180
  %185 = zext i32 %172 to i64
  %186 = shl nuw nsw i64 %185, 7
  %187 = getelementptr inbounds nuw i8, ptr %176, i64 620
  %188 = load i32, ptr %10, align 8
  %189 = load i32, ptr %187, align 4
  %190 = add i32 %189, %188
  %191 = zext i32 %190 to i64
  %192 = load i32, ptr %12, align 8
  %193 = zext i32 %192 to i64
  %194 = load i32, ptr %11, align 4
  %195 = zext i32 %120 to i64
  %196 = shl nuw nsw i64 %195, 7
  %197 = add i64 %184, %196
  call void @cute.check.tensor_words(ptr %176, i32 %188, i64 %191, i64 %193, i32 %194, i32 2, i1 %181, i1 false, i64 %197, i64 %186)
  br label %198
198:
  %199 = load i8, ptr %40, align 2
  %200 = trunc nuw i8 %199 to i1
  %201 = xor i1 %200, true
  %202 = select i1 %201, i1 true, i1 %116
  br i1 %202, label %211, label %203
203:
  %204 = getelementptr inbounds nuw i8, ptr %77, i64 668
  br label %205
205:
  %206 = phi i64 [ 0, %203 ], [ %254, %253 ]
  %207 = load i32, ptr %9, align 4
  %208 = lshr i32 %207, 4
  %209 = zext nneg i32 %208 to i64
  %210 = icmp samesign ult i64 %206, %209
  br i1 %210, label %214, label %211
211:
  %212 = load i32, ptr %50, align 4
  %213 = icmp eq i32 %212, 0
  br i1 %213, label %330, label %257
214:
  %215 = getelementptr inbounds nuw i8, ptr %49, i64 %206
  %216 = load i8, ptr %215, align 1
  %217 = call i32 @cute.tensor.metadata_columns(ptr %8)
  %218 = load ptr, ptr %7, align 8
  %219 = icmp ugt i8 %216, 112
  %220 = add i32 %217, %120
  %221 = icmp ugt i32 %220, 512
  %222 = or i1 %219, %221
  br i1 %222, label %253, label %223
223:
  %224 = load i32, ptr %204, align 4
  %225 = getelementptr inbounds nuw i8, ptr %218, i64 552
  %226 = load i64, ptr %225, align 8
  %227 = call i1 @cute.tensor.has_columns(ptr %77, i32 %120, i32 %217)
  %228 = icmp eq i32 %217, 0
  br i1 %228, label %253, label %229
229:
  %230 = sext i32 %224 to i64
  %231 = shl nsw i64 %230, 16
  %232 = getelementptr inbounds nuw i8, ptr %218, i64 620
  %233 = zext nneg i8 %216 to i64
  %234 = zext i32 %217 to i64
  %235 = add i64 %226, %233
  %236 = add i64 %235, %231
  br label %237
237:
  %238 = phi i64 [ 0, %229 ], [ %251, %237 ]
  %239 = load i32, ptr %10, align 8
  %240 = load i32, ptr %232, align 4
  %241 = add i32 %240, %239
  %242 = zext i32 %241 to i64
  %243 = load i32, ptr %12, align 8
  %244 = zext i32 %243 to i64
  %245 = load i32, ptr %11, align 4
  %246 = trunc nuw i64 %238 to i32
  %247 = add i32 %120, %246
  %248 = zext i32 %247 to i64
  %249 = shl nuw nsw i64 %248, 7
  %250 = add i64 %236, %249
  call void @cute.check.tensor_words(ptr %218, i32 %239, i64 %242, i64 %244, i32 %245, i32 2, i1 %227, i1 false, i64 %250, i64 16)
  %251 = add nuw nsw i64 %238, 1
  %252 = icmp eq i64 %251, %234
  br i1 %252, label %253, label %237
253:
  %254 = add nuw nsw i64 %206, 1
  %255 = load i8, ptr %40, align 2
  %256 = trunc nuw i8 %255 to i1
  br i1 %256, label %205, label %211
257:
  %258 = load i32, ptr %51, align 8
  %259 = load i32, ptr %9, align 4
  %260 = and i32 %258, 65535
  %261 = add i32 %259, 31
  %262 = lshr i32 %261, 5
  %263 = add nuw nsw i32 %262, %260
  %264 = icmp samesign ugt i32 %263, 512
  br i1 %264, label %288, label %265
265:
  %266 = load ptr, ptr %7, align 8
  %267 = getelementptr inbounds nuw i8, ptr %77, i64 668
  %268 = load i32, ptr %267, align 4
  %269 = getelementptr inbounds nuw i8, ptr %266, i64 552
  %270 = load i64, ptr %269, align 8
  %271 = call i1 @cute.tensor.has_columns(ptr %77, i32 %260, i32 %262)
  %272 = sext i32 %268 to i64
  %273 = shl nsw i64 %272, 16
  %274 = shl nuw nsw i32 %262, 7
  %275 = zext nneg i32 %274 to i64
  %276 = getelementptr inbounds nuw i8, ptr %266, i64 620
  %277 = load i32, ptr %10, align 8
  %278 = load i32, ptr %276, align 4
  %279 = add i32 %278, %277
  %280 = zext i32 %279 to i64
  %281 = load i32, ptr %12, align 8
  %282 = zext i32 %281 to i64
  %283 = load i32, ptr %11, align 4
  %284 = shl nuw nsw i32 %260, 7
  %285 = zext nneg i32 %284 to i64
  %286 = add i64 %270, %285
  %287 = add i64 %286, %273
  call void @cute.check.tensor_words(ptr %266, i32 %277, i64 %280, i64 %282, i32 %283, i32 2, i1 %271, i1 false, i64 %287, i64 %275)
  br label %288
288:
  %289 = load i32, ptr %52, align 4
  %290 = load i32, ptr %53, align 4
  %291 = icmp eq i32 %290, 128
  br i1 %291, label %292, label %298
292:
  %293 = load i32, ptr %29, align 4
  %294 = icmp eq i32 %293, 2
  br i1 %294, label %295, label %298
295:
  %296 = load i32, ptr %27, align 4
  %297 = lshr i32 %296, 1
  br label %300
298:
  %299 = load i32, ptr %27, align 4
  br label %300
300:
  %301 = phi i32 [ %297, %295 ], [ %299, %298 ]
  %302 = and i32 %289, 65535
  %303 = add i32 %301, 31
  %304 = lshr i32 %303, 5
  %305 = add nuw nsw i32 %304, %302
  %306 = icmp samesign ugt i32 %305, 512
  br i1 %306, label %330, label %307
307:
  %308 = load ptr, ptr %7, align 8
  %309 = getelementptr inbounds nuw i8, ptr %77, i64 668
  %310 = load i32, ptr %309, align 4
  %311 = getelementptr inbounds nuw i8, ptr %308, i64 552
  %312 = load i64, ptr %311, align 8
  %313 = call i1 @cute.tensor.has_columns(ptr %77, i32 %302, i32 %304)
  %314 = sext i32 %310 to i64
  %315 = shl nsw i64 %314, 16
  %316 = shl nuw nsw i32 %304, 7
  %317 = zext nneg i32 %316 to i64
  %318 = getelementptr inbounds nuw i8, ptr %308, i64 620
  %319 = load i32, ptr %10, align 8
  %320 = load i32, ptr %318, align 4
  %321 = add i32 %320, %319
  %322 = zext i32 %321 to i64
  %323 = load i32, ptr %12, align 8
  %324 = zext i32 %323 to i64
  %325 = load i32, ptr %11, align 4
  %326 = shl nuw nsw i32 %302, 7
  %327 = zext nneg i32 %326 to i64
  %328 = add i64 %312, %327
  %329 = add i64 %328, %315
  call void @cute.check.tensor_words(ptr %308, i32 %319, i64 %322, i64 %324, i32 %325, i32 2, i1 %313, i1 false, i64 %329, i64 %317)
  br label %330
330:
  %331 = load i32, ptr %33, align 8
  %332 = and i32 %331, 65535
  %333 = icmp ult i32 %331, 65536
  %334 = select i1 %333, i64 0, i64 512
  %335 = shl i32 %331, 16
  %336 = load i32, ptr %54, align 4
  %337 = shl i32 %336, 9
  %338 = xor i32 %337, %335
  %339 = load i32, ptr %27, align 4
  %340 = xor i32 %338, %339
  %341 = shl i32 %340, 1
  %342 = or disjoint i32 %341, 1
  %343 = load ptr, ptr %55, align 8
  %344 = getelementptr inbounds nuw i8, ptr %77, i64 668
  %345 = load i32, ptr %344, align 4
  %346 = sext i32 %345 to i64
  %347 = getelementptr inbounds { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %343, i64 %346
  %348 = getelementptr inbounds nuw i32, ptr %347, i64 %334
  %349 = load i32, ptr %29, align 4
  %350 = shl i32 %349, 31
  %351 = xor i32 %342, %350
  %352 = load i32, ptr %56, align 4
  %353 = add i32 %352, %332
  %354 = icmp ult i32 %332, %353
  %355 = icmp samesign ult i32 %332, 512
  %356 = select i1 %354, i1 %355, i1 false
  br i1 %356, label %357, label %373
357:
  %358 = zext nneg i32 %332 to i64
  br label %359
359:
  %360 = phi i64 [ %358, %357 ], [ %366, %359 ]
  %361 = phi i1 [ true, %357 ], [ %365, %359 ]
  %362 = getelementptr inbounds nuw i32, ptr %348, i64 %360
  %363 = load i32, ptr %362, align 4
  %364 = icmp eq i32 %363, %351
  %365 = and i1 %361, %364
  store i32 %351, ptr %362, align 4
  %366 = add nuw nsw i64 %360, 1
  %367 = load i32, ptr %56, align 4
  %368 = add i32 %367, %332
  %369 = zext i32 %368 to i64
  %370 = icmp samesign ult i64 %366, %369
  %371 = icmp samesign ult i64 %360, 511
  %372 = select i1 %370, i1 %371, i1 false
  br i1 %372, label %359, label %373
373:
  %374 = phi i1 [ true, %330 ], [ %365, %359 ]
  %375 = load i32, ptr %57, align 4
  %376 = icmp eq i32 %375, 0
  br i1 %376, label %464, label %377
377:
  %378 = trunc nuw nsw i64 %68 to i32
  %379 = shl i32 %378, 2
  %380 = sext i32 %379 to i64
  %381 = getelementptr inbounds i32, ptr %58, i64 %380
  %382 = load i32, ptr %9, align 4
  %383 = icmp ult i32 %382, 16
  br i1 %383, label %545, label %384
384:
  %385 = phi i64 [ %393, %392 ], [ 0, %377 ]
  %386 = load i32, ptr %46, align 4
  %387 = icmp eq i32 %386, 0
  br i1 %387, label %392, label %388
388:
  %389 = getelementptr inbounds nuw i8, ptr %59, i64 %385
  br label %390
390:
  %391 = phi i32 [ 0, %388 ], [ %399, %398 ]
  br label %402
392:
  %393 = add nuw nsw i64 %385, 1
  %394 = load i32, ptr %9, align 4
  %395 = lshr i32 %394, 4
  %396 = zext nneg i32 %395 to i64
  %397 = icmp samesign ult i64 %393, %396
  br i1 %397, label %384, label %545
398:
  %399 = add nuw i32 %391, 1
  %400 = load i32, ptr %46, align 4
  %401 = icmp ult i32 %399, %400
  br i1 %401, label %390, label %392
402:
  %403 = phi i32 [ 0, %390 ], [ %462, %461 ]
  %404 = load i8, ptr %389, align 1
  %405 = zext i8 %404 to i32
  %406 = load i32, ptr %60, align 4
  %407 = mul i32 %406, %391
  %408 = add nuw nsw i32 %403, %405
  %409 = add i32 %408, %407
  %410 = lshr i32 %409, 5
  %411 = zext nneg i32 %410 to i64
  %412 = getelementptr inbounds nuw i32, ptr %381, i64 %411
  %413 = load i32, ptr %412, align 4
  %414 = and i32 %409, 31
  %415 = shl nuw i32 1, %414
  %416 = and i32 %415, %413
  %417 = icmp eq i32 %416, 0
  br i1 %417, label %418, label %461
418:
  %419 = load i32, ptr %33, align 8
  %420 = and i32 %419, 65535
  %421 = load i32, ptr %56, align 4
  %422 = load ptr, ptr %7, align 8
  %423 = add i32 %409, -128
  %424 = icmp ult i32 %423, -129
  %425 = add i32 %421, %420
  %426 = icmp ugt i32 %425, 512
  %427 = or i1 %424, %426
  br i1 %427, label %461, label %428
428:
  %429 = load i32, ptr %61, align 4
  %430 = icmp ne i32 %429, 0
  %431 = load i32, ptr %344, align 4
  %432 = getelementptr inbounds nuw i8, ptr %422, i64 552
  %433 = load i64, ptr %432, align 8
  %434 = call i1 @cute.tensor.has_columns(ptr %77, i32 %420, i32 %421)
  %435 = and i1 %430, %434
  %436 = icmp eq i32 %421, 0
  br i1 %436, label %461, label %437
437:
  %438 = sext i32 %431 to i64
  %439 = shl nsw i64 %438, 16
  %440 = getelementptr inbounds nuw i8, ptr %422, i64 620
  %441 = zext i32 %409 to i64
  %442 = zext i32 %421 to i64
  %443 = add i64 %433, %441
  %444 = add i64 %443, %439
  br label %445
445:
  %446 = phi i64 [ 0, %437 ], [ %459, %445 ]
  %447 = load i32, ptr %10, align 8
  %448 = load i32, ptr %440, align 4
  %449 = add i32 %448, %447
  %450 = zext i32 %449 to i64
  %451 = load i32, ptr %12, align 8
  %452 = zext i32 %451 to i64
  %453 = load i32, ptr %11, align 4
  %454 = trunc nuw i64 %446 to i32
  %455 = add i32 %420, %454
  %456 = zext i32 %455 to i64
  %457 = shl nuw nsw i64 %456, 7
  %458 = add i64 %444, %457
  call void @cute.check.tensor_words(ptr %422, i32 %447, i64 %450, i64 %452, i32 %453, i32 1, i1 %435, i1 %374, i64 %458, i64 1)
  %459 = add nuw nsw i64 %446, 1
  %460 = icmp eq i64 %459, %442
  br i1 %460, label %461, label %445
461:
  %462 = add nuw nsw i32 %403, 1
  %463 = icmp eq i32 %462, 16
  br i1 %463, label %398, label %402
464:
  br i1 %116, label %465, label %492
465:
  %466 = load i32, ptr %56, align 4
  %467 = add i32 %466, %35
  %468 = icmp ugt i32 %467, 512
  br i1 %468, label %492, label %469
469:
  %470 = load ptr, ptr %7, align 8
  %471 = load i32, ptr %62, align 4
  %472 = load i32, ptr %344, align 4
  %473 = getelementptr inbounds nuw i8, ptr %470, i64 552
  %474 = load i64, ptr %473, align 8
  %475 = call i1 @cute.tensor.has_columns(ptr %77, i32 %35, i32 %466)
  %476 = zext i32 %466 to i64
  %477 = shl nuw nsw i64 %476, 7
  %478 = getelementptr inbounds nuw i8, ptr %470, i64 620
  %479 = sext i32 %472 to i64
  %480 = shl nsw i64 %479, 16
  %481 = add i64 %480, %474
  %482 = icmp ne i32 %471, 0
  %483 = and i1 %482, %475
  %484 = load i32, ptr %10, align 8
  %485 = load i32, ptr %478, align 4
  %486 = add i32 %485, %484
  %487 = zext i32 %486 to i64
  %488 = load i32, ptr %12, align 8
  %489 = zext i32 %488 to i64
  %490 = load i32, ptr %11, align 4
  %491 = add i64 %481, %66
  call void @cute.check.tensor_words(ptr %470, i32 %484, i64 %487, i64 %489, i32 %490, i32 1, i1 %483, i1 %374, i64 %491, i64 %477)
  br label %492
492:
  %493 = load i32, ptr %9, align 4
  %494 = icmp ult i32 %493, 16
  %495 = select i1 %116, i1 true, i1 %494
  br i1 %495, label %545, label %496
496:
  %497 = phi i64 [ %540, %539 ], [ 0, %492 ]
  %498 = getelementptr inbounds nuw i8, ptr %63, i64 %497
  %499 = load i8, ptr %498, align 1
  %500 = load i32, ptr %56, align 4
  %501 = load ptr, ptr %7, align 8
  %502 = icmp ugt i8 %499, 112
  %503 = add i32 %500, %35
  %504 = icmp ugt i32 %503, 512
  %505 = or i1 %502, %504
  br i1 %505, label %539, label %506
506:
  %507 = load i32, ptr %64, align 4
  %508 = icmp ne i32 %507, 0
  %509 = load i32, ptr %344, align 4
  %510 = getelementptr inbounds nuw i8, ptr %501, i64 552
  %511 = load i64, ptr %510, align 8
  %512 = call i1 @cute.tensor.has_columns(ptr %77, i32 %35, i32 %500)
  %513 = and i1 %508, %512
  %514 = icmp eq i32 %500, 0
  br i1 %514, label %539, label %515
515:
  %516 = sext i32 %509 to i64
  %517 = shl nsw i64 %516, 16
  %518 = getelementptr inbounds nuw i8, ptr %501, i64 620
  %519 = zext nneg i8 %499 to i64
  %520 = zext i32 %500 to i64
  %521 = add i64 %511, %519
  %522 = add i64 %521, %517
  br label %523
523:
  %524 = phi i64 [ 0, %515 ], [ %537, %523 ]
  %525 = load i32, ptr %10, align 8
  %526 = load i32, ptr %518, align 4
  %527 = add i32 %526, %525
  %528 = zext i32 %527 to i64
  %529 = load i32, ptr %12, align 8
  %530 = zext i32 %529 to i64
  %531 = load i32, ptr %11, align 4
  %532 = trunc nuw i64 %524 to i32
  %533 = add i32 %35, %532
  %534 = zext i32 %533 to i64
  %535 = shl nuw nsw i64 %534, 7
  %536 = add i64 %522, %535
  call void @cute.check.tensor_words(ptr %501, i32 %525, i64 %528, i64 %530, i32 %531, i32 1, i1 %513, i1 %374, i64 %536, i64 16)
  %537 = add nuw nsw i64 %524, 1
  %538 = icmp eq i64 %537, %520
  br i1 %538, label %539, label %523
539:
  %540 = add nuw nsw i64 %497, 1
  %541 = load i32, ptr %9, align 4
  %542 = lshr i32 %541, 4
  %543 = zext nneg i32 %542 to i64
  %544 = icmp samesign ult i64 %540, %543
  br i1 %544, label %496, label %545
545:
  %546 = phi i32 [ 1, %97 ], [ 1, %79 ], [ 1, %76 ], [ 0, %492 ], [ 4, %377 ], [ 0, %539 ], [ 4, %392 ]
  switch i32 %546, label %552 [
    i32 0, label %547
    i32 4, label %547
  ]
547:
  %548 = add nuw nsw i64 %68, 1
  %549 = load i32, ptr %29, align 4
  %550 = sext i32 %549 to i64
  %551 = icmp slt i64 %548, %550
  br i1 %551, label %67, label %552
552:
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
