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
  br i1 %21, label %228, label %22
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
  br i1 %65, label %226, label %66
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
  br i1 %154, label %155, label %172
155:
  %156 = load i32, ptr %41, align 4
  %157 = getelementptr inbounds nuw i8, ptr %19, i64 160
  %158 = load ptr, ptr %157, align 8
  %159 = sext i32 %156 to i64
  %160 = getelementptr inbounds i8, ptr %158, i64 %159
  %161 = load i8, ptr %160, align 1
  %162 = and i8 %161, 2
  %163 = icmp eq i8 %162, 0
  br i1 %163, label %164, label %172
164:
  %165 = load i64, ptr %24, align 8
  %166 = add i64 %165, %151
  %167 = zext nneg i32 %7 to i64
  %168 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %169 = load i32, ptr %168, align 8
  %170 = load ptr, ptr %19, align 8
  %171 = call i32 %170(ptr %19, i32 27, i32 %169, i32 %156, i32 5, i64 %167, i64 %166)
  br label %172
172:
  %173 = load i32, ptr %41, align 4
  %174 = zext i32 %173 to i64
  %175 = shl i64 %174, 40
  %176 = xor i64 %175, %2
  %177 = mul i64 %176, -7046029254386353131
  %178 = shl i32 %4, 1
  %179 = zext i32 %178 to i64
  %180 = zext i1 %3 to i64
  %181 = or disjoint i64 %179, %180
  %182 = xor i64 %181, %177
  %183 = getelementptr inbounds nuw i8, ptr %19, i64 608
  %184 = load ptr, ptr %183, align 8
  %185 = and i64 %182, 255
  %186 = getelementptr inbounds nuw i64, ptr %184, i64 %185
  %187 = load i64, ptr %186, align 8
  %188 = icmp eq i64 %187, %182
  br i1 %188, label %226, label %189
189:
  store i64 %182, ptr %186, align 8
  %190 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %191 = load i32, ptr %190, align 8
  %192 = zext i32 %4 to i64
  %193 = zext nneg i32 %5 to i64
  %194 = zext nneg i32 %18 to i64
  %195 = zext i32 %6 to i64
  %196 = getelementptr inbounds nuw i8, ptr %19, i64 1320
  store i64 %2, ptr %196, align 8
  %197 = getelementptr inbounds nuw i8, ptr %19, i64 1328
  store i64 %180, ptr %197, align 8
  %198 = getelementptr inbounds nuw i8, ptr %19, i64 1336
  store i64 %192, ptr %198, align 8
  %199 = getelementptr inbounds nuw i8, ptr %19, i64 1344
  store i64 %193, ptr %199, align 8
  %200 = getelementptr inbounds nuw i8, ptr %19, i64 1352
  store i64 %194, ptr %200, align 8
  %201 = getelementptr inbounds nuw i8, ptr %19, i64 1360
  store i64 %195, ptr %201, align 8
  %202 = load i32, ptr %41, align 4
  %203 = getelementptr inbounds nuw i8, ptr %19, i64 160
  %204 = load ptr, ptr %203, align 8
  %205 = sext i32 %202 to i64
  %206 = getelementptr inbounds i8, ptr %204, i64 %205
  %207 = load i8, ptr %206, align 1
  %208 = and i8 %207, 2
  %209 = icmp eq i8 %208, 0
  br i1 %209, label %210, label %226
210:
  %211 = load i64, ptr %24, align 8
  %212 = add i64 %211, %151
  %213 = getelementptr inbounds nuw i8, ptr %10, i64 2072
  %214 = load i64, ptr %213, align 8
  %215 = add i64 %214, %151
  %216 = shl i64 %215, 32
  %217 = or i64 %216, %212
  %218 = shl nuw nsw i32 %7, 8
  %219 = or disjoint i32 %218, 6
  %220 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %221 = load i32, ptr %220, align 8
  %222 = zext i32 %191 to i64
  %223 = add i64 %151, %222
  %224 = load ptr, ptr %19, align 8
  %225 = call i32 %224(ptr %19, i32 27, i32 %221, i32 %202, i32 %219, i64 %223, i64 %217)
  br label %226
226:
  %227 = phi i1 [ true, %172 ], [ true, %210 ], [ true, %189 ], [ false, %61 ]
  call void @llvm.lifetime.end.p0(ptr %10)
  br label %228
228:
  %229 = phi i1 [ %227, %226 ], [ false, %17 ]
  call void @llvm.lifetime.end.p0(ptr %9)
  ret i1 %229
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
  br i1 %18, label %605, label %19
19:
  %20 = call i1 @cute.tensor.place_rows(ptr %15, ptr %5, ptr %8, ptr %9)
  br i1 %20, label %605, label %21
21:
  %22 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %23 = load i64, ptr %22, align 8
  %24 = lshr i64 %23, 56
  %25 = trunc nuw nsw i64 %24 to i32
  %26 = and i32 %25, 63
  %27 = getelementptr inbounds nuw i8, ptr %8, i64 40
  %28 = load i8, ptr %27, align 4
  %29 = trunc nuw i8 %28 to i1
  %30 = select i1 %29, i32 48, i32 32
  %31 = getelementptr inbounds nuw i8, ptr %8, i64 12
  %32 = load i32, ptr %31, align 4
  %33 = getelementptr inbounds nuw i8, ptr %5, i64 52
  %34 = load i32, ptr %33, align 4
  %35 = udiv i32 %32, %34
  %36 = add i32 %35, %26
  %37 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %38 = load i32, ptr %37, align 8
  %39 = and i32 %38, 65535
  %40 = icmp sgt i32 %34, 0
  br i1 %40, label %41, label %605
41:
  %42 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %43 = getelementptr inbounds nuw i8, ptr %8, i64 21
  %44 = getelementptr inbounds nuw i8, ptr %8, i64 42
  %45 = getelementptr inbounds nuw i8, ptr %8, i64 4
  %46 = getelementptr inbounds nuw i8, ptr %5, i64 64
  %47 = getelementptr inbounds nuw i8, ptr %8, i64 20
  %48 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %49 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %50 = lshr exact i32 %30, 2
  %51 = sub nuw nsw i32 512, %50
  %52 = zext nneg i32 %50 to i64
  %53 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %54 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %55 = getelementptr inbounds nuw i8, ptr %8, i64 44
  %56 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %57 = getelementptr inbounds nuw i8, ptr %8, i64 28
  %58 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %59 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %60 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %61 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %62 = getelementptr inbounds nuw i8, ptr %5, i64 36
  %63 = getelementptr inbounds nuw i8, ptr %8, i64 36
  %64 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 600
  %66 = getelementptr inbounds nuw i8, ptr %9, i64 20
  %67 = getelementptr inbounds nuw i8, ptr %5, i64 84
  %68 = getelementptr inbounds nuw i8, ptr %5, i64 88
  %69 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %70 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %71 = getelementptr inbounds nuw i8, ptr %5, i64 44
  %72 = getelementptr inbounds nuw i8, ptr %5, i64 44
  %73 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %74 = getelementptr inbounds nuw i8, ptr %5, i64 44
  %75 = shl nuw nsw i32 %39, 7
  %76 = zext nneg i32 %75 to i64
  br label %77
77:
  %78 = phi i64 [ 0, %41 ], [ %601, %600 ]
  %79 = phi i32 [ %34, %41 ], [ %602, %600 ]
  %80 = icmp eq i32 %79, 1
  br i1 %80, label %81, label %83
81:
  %82 = load ptr, ptr %15, align 8
  br label %86
83:
  %84 = trunc nuw nsw i64 %78 to i32
  %85 = call ptr @cute.tensor.pair_block(ptr %15, i32 %84)
  br label %86
86:
  %87 = phi ptr [ %82, %81 ], [ %85, %83 ]
  %88 = icmp eq ptr %87, null
  br i1 %88, label %598, label %89
89:
  %90 = load ptr, ptr %7, align 8
  %91 = load i32, ptr %10, align 8
  %92 = load i32, ptr %11, align 4
  %93 = load i32, ptr %12, align 8
  %94 = getelementptr inbounds nuw i8, ptr %87, i64 668
  %95 = load i32, ptr %94, align 4
  call void @cute.check.tensor_reaches(ptr %90, i32 %91, i32 %92, i32 %93, i32 %95)
  %96 = load i64, ptr %42, align 8
  %97 = load i8, ptr %43, align 1
  %98 = trunc nuw i8 %97 to i1
  %99 = load i8, ptr %44, align 2
  %100 = zext nneg i8 %99 to i32
  %101 = shl nuw nsw i32 %30, %100
  %102 = load i32, ptr %45, align 4
  %103 = call i1 @accesses.read_matrix(ptr %7, ptr %87, i64 %96, i1 %98, i32 %36, i32 %101, i32 %102, i32 2)
  br i1 %103, label %104, label %598
104:
  %105 = load i32, ptr %46, align 8
  %106 = icmp eq i32 %105, 0
  br i1 %106, label %107, label %114
107:
  %108 = load i64, ptr %5, align 8
  %109 = load i8, ptr %47, align 4
  %110 = trunc nuw i8 %109 to i1
  %111 = load i32, ptr %9, align 4
  %112 = load i32, ptr %8, align 4
  %113 = call i1 @accesses.read_matrix(ptr %7, ptr %87, i64 %108, i1 %110, i32 %111, i32 %30, i32 %112, i32 1)
  br i1 %113, label %114, label %598
114:
  %115 = load i32, ptr %46, align 8
  %116 = icmp ne i32 %115, 0
  %117 = load i32, ptr %48, align 4
  %118 = icmp ugt i32 %117, 15
  %119 = select i1 %116, i1 %118, i1 false
  br i1 %119, label %120, label %122
120:
  %121 = getelementptr inbounds nuw i8, ptr %87, i64 668
  br label %134
122:
  %123 = load i32, ptr %9, align 4
  %124 = load i32, ptr %53, align 4
  %125 = mul i32 %124, %123
  %126 = icmp eq i32 %125, 128
  %127 = load i32, ptr %54, align 8
  %128 = and i32 %127, 65535
  %129 = load i32, ptr %55, align 4
  %130 = add i32 %128, %129
  %131 = load i8, ptr %44, align 2
  %132 = trunc nuw i8 %131 to i1
  %133 = select i1 %132, i1 %126, i1 false
  br i1 %133, label %181, label %208
134:
  %135 = phi i64 [ 0, %120 ], [ %173, %172 ]
  %136 = getelementptr inbounds nuw i8, ptr %49, i64 %135
  %137 = load i8, ptr %136, align 1
  %138 = load i64, ptr %5, align 8
  %139 = trunc i64 %138 to i32
  %140 = and i32 %139, 65535
  %141 = load ptr, ptr %7, align 8
  %142 = icmp ugt i8 %137, 112
  %143 = icmp samesign ugt i32 %140, %51
  %144 = or i1 %142, %143
  br i1 %144, label %172, label %145
145:
  %146 = load i32, ptr %121, align 4
  %147 = getelementptr inbounds nuw i8, ptr %141, i64 552
  %148 = load i64, ptr %147, align 8
  %149 = call i1 @cute.tensor.has_columns(ptr %87, i32 %140, i32 %50)
  %150 = sext i32 %146 to i64
  %151 = shl nsw i64 %150, 16
  %152 = getelementptr inbounds nuw i8, ptr %141, i64 620
  %153 = zext nneg i8 %137 to i64
  %154 = add i64 %148, %153
  %155 = add i64 %154, %151
  br label %156
156:
  %157 = phi i64 [ 0, %145 ], [ %170, %156 ]
  %158 = load i32, ptr %10, align 8
  %159 = load i32, ptr %152, align 4
  %160 = add i32 %159, %158
  %161 = zext i32 %160 to i64
  %162 = load i32, ptr %12, align 8
  %163 = zext i32 %162 to i64
  %164 = load i32, ptr %11, align 4
  %165 = trunc nuw i64 %157 to i32
  %166 = add i32 %140, %165
  %167 = zext i32 %166 to i64
  %168 = shl nuw nsw i64 %167, 7
  %169 = add i64 %155, %168
  call void @cute.check.tensor_words(ptr %141, i32 %158, i64 %161, i64 %163, i32 %164, i32 2, i1 %149, i1 false, i64 %169, i64 16)
  %170 = add nuw nsw i64 %157, 1
  %171 = icmp eq i64 %170, %52
  br i1 %171, label %172, label %156
172:
  %173 = add nuw nsw i64 %135, 1
  %174 = load i32, ptr %46, align 8
  %175 = icmp ne i32 %174, 0
  %176 = load i32, ptr %48, align 4
  %177 = lshr i32 %176, 4
  %178 = zext nneg i32 %177 to i64
  %179 = icmp samesign ult i64 %173, %178
  %180 = select i1 %175, i1 %179, i1 false
  br i1 %180, label %134, label %122
181:
  %182 = call i32 @cute.tensor.metadata_columns(ptr %8)
  %183 = add i32 %182, %130
  %184 = icmp ugt i32 %183, 512
  br i1 %184, label %208, label %185
185:
  %186 = load ptr, ptr %7, align 8
  %187 = getelementptr inbounds nuw i8, ptr %87, i64 668
  %188 = load i32, ptr %187, align 4
  %189 = getelementptr inbounds nuw i8, ptr %186, i64 552
  %190 = load i64, ptr %189, align 8
  %191 = call i1 @cute.tensor.has_columns(ptr %87, i32 %130, i32 %182)
  %192 = sext i32 %188 to i64
  %193 = shl nsw i64 %192, 16
  %194 = add i64 %193, %190
  %195 = zext i32 %182 to i64
  %196 = shl nuw nsw i64 %195, 7
  %197 = getelementptr inbounds nuw i8, ptr %186, i64 620
  %198 = load i32, ptr %10, align 8
  %199 = load i32, ptr %197, align 4
  %200 = add i32 %199, %198
  %201 = zext i32 %200 to i64
  %202 = load i32, ptr %12, align 8
  %203 = zext i32 %202 to i64
  %204 = load i32, ptr %11, align 4
  %205 = zext i32 %130 to i64
  %206 = shl nuw nsw i64 %205, 7
  %207 = add i64 %194, %206
  call void @cute.check.tensor_words(ptr %186, i32 %198, i64 %201, i64 %203, i32 %204, i32 2, i1 %191, i1 false, i64 %207, i64 %196)
  br label %208
208:
  %209 = load i8, ptr %44, align 2
  %210 = trunc nuw i8 %209 to i1
  %211 = xor i1 %210, true
  %212 = select i1 %211, i1 true, i1 %126
  br i1 %212, label %221, label %213
213:
  %214 = getelementptr inbounds nuw i8, ptr %87, i64 668
  br label %215
215:
  %216 = phi i64 [ 0, %213 ], [ %264, %263 ]
  %217 = load i32, ptr %9, align 4
  %218 = lshr i32 %217, 4
  %219 = zext nneg i32 %218 to i64
  %220 = icmp samesign ult i64 %216, %219
  br i1 %220, label %224, label %221
221:
  %222 = load i32, ptr %57, align 4
  %223 = icmp eq i32 %222, 0
  br i1 %223, label %383, label %267
224:
  %225 = getelementptr inbounds nuw i8, ptr %56, i64 %216
  %226 = load i8, ptr %225, align 1
  %227 = call i32 @cute.tensor.metadata_columns(ptr %8)
  %228 = load ptr, ptr %7, align 8
  %229 = icmp ugt i8 %226, 112
  %230 = add i32 %227, %130
  %231 = icmp ugt i32 %230, 512
  %232 = or i1 %229, %231
  br i1 %232, label %263, label %233
233:
  %234 = load i32, ptr %214, align 4
  %235 = getelementptr inbounds nuw i8, ptr %228, i64 552
  %236 = load i64, ptr %235, align 8
  %237 = call i1 @cute.tensor.has_columns(ptr %87, i32 %130, i32 %227)
  %238 = icmp eq i32 %227, 0
  br i1 %238, label %263, label %239
239:
  %240 = sext i32 %234 to i64
  %241 = shl nsw i64 %240, 16
  %242 = getelementptr inbounds nuw i8, ptr %228, i64 620
  %243 = zext nneg i8 %226 to i64
  %244 = zext i32 %227 to i64
  %245 = add i64 %236, %243
  %246 = add i64 %245, %241
  br label %247
247:
  %248 = phi i64 [ 0, %239 ], [ %261, %247 ]
  %249 = load i32, ptr %10, align 8
  %250 = load i32, ptr %242, align 4
  %251 = add i32 %250, %249
  %252 = zext i32 %251 to i64
  %253 = load i32, ptr %12, align 8
  %254 = zext i32 %253 to i64
  %255 = load i32, ptr %11, align 4
  %256 = trunc nuw i64 %248 to i32
  %257 = add i32 %130, %256
  %258 = zext i32 %257 to i64
  %259 = shl nuw nsw i64 %258, 7
  %260 = add i64 %246, %259
  call void @cute.check.tensor_words(ptr %228, i32 %249, i64 %252, i64 %254, i32 %255, i32 2, i1 %237, i1 false, i64 %260, i64 16)
  %261 = add nuw nsw i64 %248, 1
  %262 = icmp eq i64 %261, %244
  br i1 %262, label %263, label %247
263:
  %264 = add nuw nsw i64 %216, 1
  %265 = load i8, ptr %44, align 2
  %266 = trunc nuw i8 %265 to i1
  br i1 %266, label %215, label %221
267:
  %268 = load i32, ptr %58, align 4
  %269 = icmp eq i32 %268, 128
  br i1 %269, label %270, label %276
270:
  %271 = load i32, ptr %33, align 4
  %272 = icmp eq i32 %271, 2
  br i1 %272, label %273, label %276
273:
  %274 = load i32, ptr %31, align 4
  %275 = lshr i32 %274, 1
  br label %278
276:
  %277 = load i32, ptr %31, align 4
  br label %278
278:
  %279 = phi i32 [ %275, %273 ], [ %277, %276 ]
  %280 = load i32, ptr %59, align 8
  %281 = load i32, ptr %60, align 4
  %282 = load i32, ptr %9, align 4
  %283 = and i32 %280, 65535
  %284 = add i32 %282, 31
  %285 = lshr i32 %284, 5
  %286 = add i32 %281, 3
  %287 = load i32, ptr %61, align 4
  %288 = udiv i32 %287, %222
  %289 = add i32 %288, %286
  %290 = icmp ult i32 %289, 4
  br i1 %290, label %331, label %291
291:
  %292 = icmp ugt i32 %282, 128
  %293 = select i1 %292, i32 3, i32 2
  %294 = getelementptr inbounds nuw i8, ptr %87, i64 668
  %295 = zext nneg i32 %285 to i64
  %296 = shl nuw nsw i64 %295, 7
  br label %297
297:
  %298 = phi i32 [ 0, %291 ], [ %324, %323 ]
  %299 = shl i32 %298, %293
  %300 = add i32 %299, %283
  %301 = add i32 %300, %285
  %302 = icmp ugt i32 %301, 512
  br i1 %302, label %323, label %303
303:
  %304 = load ptr, ptr %7, align 8
  %305 = load i32, ptr %294, align 4
  %306 = getelementptr inbounds nuw i8, ptr %304, i64 552
  %307 = load i64, ptr %306, align 8
  %308 = call i1 @cute.tensor.has_columns(ptr %87, i32 %300, i32 %285)
  %309 = sext i32 %305 to i64
  %310 = shl nsw i64 %309, 16
  %311 = getelementptr inbounds nuw i8, ptr %304, i64 620
  %312 = load i32, ptr %10, align 8
  %313 = load i32, ptr %311, align 4
  %314 = add i32 %313, %312
  %315 = zext i32 %314 to i64
  %316 = load i32, ptr %12, align 8
  %317 = zext i32 %316 to i64
  %318 = load i32, ptr %11, align 4
  %319 = zext i32 %300 to i64
  %320 = shl nuw nsw i64 %319, 7
  %321 = add i64 %307, %320
  %322 = add i64 %321, %310
  call void @cute.check.tensor_words(ptr %304, i32 %312, i64 %315, i64 %317, i32 %318, i32 2, i1 %308, i1 false, i64 %322, i64 %296)
  br label %323
323:
  %324 = add nuw nsw i32 %298, 1
  %325 = load i32, ptr %61, align 4
  %326 = load i32, ptr %57, align 4
  %327 = udiv i32 %325, %326
  %328 = add i32 %327, %286
  %329 = lshr i32 %328, 2
  %330 = icmp samesign ult i32 %324, %329
  br i1 %330, label %297, label %331
331:
  %332 = load i32, ptr %62, align 4
  %333 = load i32, ptr %63, align 4
  %334 = and i32 %332, 65535
  %335 = add i32 %279, 31
  %336 = lshr i32 %335, 5
  %337 = add i32 %333, 3
  %338 = load i32, ptr %61, align 4
  %339 = load i32, ptr %57, align 4
  %340 = udiv i32 %338, %339
  %341 = add i32 %340, %337
  %342 = icmp ult i32 %341, 4
  br i1 %342, label %383, label %343
343:
  %344 = icmp ugt i32 %279, 128
  %345 = select i1 %344, i32 3, i32 2
  %346 = getelementptr inbounds nuw i8, ptr %87, i64 668
  %347 = zext nneg i32 %336 to i64
  %348 = shl nuw nsw i64 %347, 7
  br label %349
349:
  %350 = phi i32 [ 0, %343 ], [ %376, %375 ]
  %351 = shl i32 %350, %345
  %352 = add i32 %351, %334
  %353 = add i32 %352, %336
  %354 = icmp ugt i32 %353, 512
  br i1 %354, label %375, label %355
355:
  %356 = load ptr, ptr %7, align 8
  %357 = load i32, ptr %346, align 4
  %358 = getelementptr inbounds nuw i8, ptr %356, i64 552
  %359 = load i64, ptr %358, align 8
  %360 = call i1 @cute.tensor.has_columns(ptr %87, i32 %352, i32 %336)
  %361 = sext i32 %357 to i64
  %362 = shl nsw i64 %361, 16
  %363 = getelementptr inbounds nuw i8, ptr %356, i64 620
  %364 = load i32, ptr %10, align 8
  %365 = load i32, ptr %363, align 4
  %366 = add i32 %365, %364
  %367 = zext i32 %366 to i64
  %368 = load i32, ptr %12, align 8
  %369 = zext i32 %368 to i64
  %370 = load i32, ptr %11, align 4
  %371 = zext i32 %352 to i64
  %372 = shl nuw nsw i64 %371, 7
  %373 = add i64 %359, %372
  %374 = add i64 %373, %362
  call void @cute.check.tensor_words(ptr %356, i32 %364, i64 %367, i64 %369, i32 %370, i32 2, i1 %360, i1 false, i64 %374, i64 %348)
  br label %375
375:
  %376 = add nuw nsw i32 %350, 1
  %377 = load i32, ptr %61, align 4
  %378 = load i32, ptr %57, align 4
  %379 = udiv i32 %377, %378
  %380 = add i32 %379, %337
  %381 = lshr i32 %380, 2
  %382 = icmp samesign ult i32 %376, %381
  br i1 %382, label %349, label %383
383:
  %384 = load i32, ptr %37, align 8
  %385 = and i32 %384, 65535
  %386 = icmp ult i32 %384, 65536
  %387 = select i1 %386, i64 0, i64 512
  %388 = shl i32 %384, 16
  %389 = load i32, ptr %64, align 4
  %390 = shl i32 %389, 9
  %391 = xor i32 %390, %388
  %392 = load i32, ptr %31, align 4
  %393 = xor i32 %391, %392
  %394 = shl i32 %393, 1
  %395 = or disjoint i32 %394, 1
  %396 = load ptr, ptr %65, align 8
  %397 = getelementptr inbounds nuw i8, ptr %87, i64 668
  %398 = load i32, ptr %397, align 4
  %399 = sext i32 %398 to i64
  %400 = getelementptr inbounds { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %396, i64 %399
  %401 = getelementptr inbounds nuw i32, ptr %400, i64 %387
  %402 = load i32, ptr %33, align 4
  %403 = shl i32 %402, 31
  %404 = xor i32 %395, %403
  %405 = load i32, ptr %66, align 4
  %406 = add i32 %405, %385
  %407 = icmp ult i32 %385, %406
  %408 = icmp samesign ult i32 %385, 512
  %409 = select i1 %407, i1 %408, i1 false
  br i1 %409, label %410, label %426
410:
  %411 = zext nneg i32 %385 to i64
  br label %412
412:
  %413 = phi i64 [ %411, %410 ], [ %419, %412 ]
  %414 = phi i1 [ true, %410 ], [ %418, %412 ]
  %415 = getelementptr inbounds nuw i32, ptr %401, i64 %413
  %416 = load i32, ptr %415, align 4
  %417 = icmp eq i32 %416, %404
  %418 = and i1 %414, %417
  store i32 %404, ptr %415, align 4
  %419 = add nuw nsw i64 %413, 1
  %420 = load i32, ptr %66, align 4
  %421 = add i32 %420, %385
  %422 = zext i32 %421 to i64
  %423 = icmp samesign ult i64 %419, %422
  %424 = icmp samesign ult i64 %413, 511
  %425 = select i1 %423, i1 %424, i1 false
  br i1 %425, label %412, label %426
426:
  %427 = phi i1 [ true, %383 ], [ %418, %412 ]
  %428 = load i32, ptr %67, align 4
  %429 = icmp eq i32 %428, 0
  br i1 %429, label %517, label %430
430:
  %431 = trunc nuw nsw i64 %78 to i32
  %432 = shl i32 %431, 2
  %433 = sext i32 %432 to i64
  %434 = getelementptr inbounds i32, ptr %68, i64 %433
  %435 = load i32, ptr %9, align 4
  %436 = icmp ult i32 %435, 16
  br i1 %436, label %598, label %437
437:
  %438 = phi i64 [ %446, %445 ], [ 0, %430 ]
  %439 = load i32, ptr %53, align 4
  %440 = icmp eq i32 %439, 0
  br i1 %440, label %445, label %441
441:
  %442 = getelementptr inbounds nuw i8, ptr %69, i64 %438
  br label %443
443:
  %444 = phi i32 [ 0, %441 ], [ %452, %451 ]
  br label %455
445:
  %446 = add nuw nsw i64 %438, 1
  %447 = load i32, ptr %9, align 4
  %448 = lshr i32 %447, 4
  %449 = zext nneg i32 %448 to i64
  %450 = icmp samesign ult i64 %446, %449
  br i1 %450, label %437, label %598
451:
  %452 = add nuw i32 %444, 1
  %453 = load i32, ptr %53, align 4
  %454 = icmp ult i32 %452, %453
  br i1 %454, label %443, label %445
455:
  %456 = phi i32 [ 0, %443 ], [ %515, %514 ]
  %457 = load i8, ptr %442, align 1
  %458 = zext i8 %457 to i32
  %459 = load i32, ptr %70, align 4
  %460 = mul i32 %459, %444
  %461 = add nuw nsw i32 %456, %458
  %462 = add i32 %461, %460
  %463 = lshr i32 %462, 5
  %464 = zext nneg i32 %463 to i64
  %465 = getelementptr inbounds nuw i32, ptr %434, i64 %464
  %466 = load i32, ptr %465, align 4
  %467 = and i32 %462, 31
  %468 = shl nuw i32 1, %467
  %469 = and i32 %468, %466
  %470 = icmp eq i32 %469, 0
  br i1 %470, label %471, label %514
471:
  %472 = load i32, ptr %37, align 8
  %473 = and i32 %472, 65535
  %474 = load i32, ptr %66, align 4
  %475 = load ptr, ptr %7, align 8
  %476 = add i32 %462, -128
  %477 = icmp ult i32 %476, -129
  %478 = add i32 %474, %473
  %479 = icmp ugt i32 %478, 512
  %480 = or i1 %477, %479
  br i1 %480, label %514, label %481
481:
  %482 = load i32, ptr %71, align 4
  %483 = icmp ne i32 %482, 0
  %484 = load i32, ptr %397, align 4
  %485 = getelementptr inbounds nuw i8, ptr %475, i64 552
  %486 = load i64, ptr %485, align 8
  %487 = call i1 @cute.tensor.has_columns(ptr %87, i32 %473, i32 %474)
  %488 = and i1 %483, %487
  %489 = icmp eq i32 %474, 0
  br i1 %489, label %514, label %490
490:
  %491 = sext i32 %484 to i64
  %492 = shl nsw i64 %491, 16
  %493 = getelementptr inbounds nuw i8, ptr %475, i64 620
  %494 = zext i32 %462 to i64
  %495 = zext i32 %474 to i64
  %496 = add i64 %486, %494
  %497 = add i64 %496, %492
  br label %498
498:
  %499 = phi i64 [ 0, %490 ], [ %512, %498 ]
  %500 = load i32, ptr %10, align 8
  %501 = load i32, ptr %493, align 4
  %502 = add i32 %501, %500
  %503 = zext i32 %502 to i64
  %504 = load i32, ptr %12, align 8
  %505 = zext i32 %504 to i64
  %506 = load i32, ptr %11, align 4
  %507 = trunc nuw i64 %499 to i32
  %508 = add i32 %473, %507
  %509 = zext i32 %508 to i64
  %510 = shl nuw nsw i64 %509, 7
  %511 = add i64 %497, %510
  call void @cute.check.tensor_words(ptr %475, i32 %500, i64 %503, i64 %505, i32 %506, i32 1, i1 %488, i1 %427, i64 %511, i64 1)
  %512 = add nuw nsw i64 %499, 1
  %513 = icmp eq i64 %512, %495
  br i1 %513, label %514, label %498
514:
  %515 = add nuw nsw i32 %456, 1
  %516 = icmp eq i32 %515, 16
  br i1 %516, label %451, label %455
517:
  br i1 %126, label %518, label %545
518:
  %519 = load i32, ptr %66, align 4
  %520 = add i32 %519, %39
  %521 = icmp ugt i32 %520, 512
  br i1 %521, label %545, label %522
522:
  %523 = load ptr, ptr %7, align 8
  %524 = load i32, ptr %72, align 4
  %525 = load i32, ptr %397, align 4
  %526 = getelementptr inbounds nuw i8, ptr %523, i64 552
  %527 = load i64, ptr %526, align 8
  %528 = call i1 @cute.tensor.has_columns(ptr %87, i32 %39, i32 %519)
  %529 = zext i32 %519 to i64
  %530 = shl nuw nsw i64 %529, 7
  %531 = getelementptr inbounds nuw i8, ptr %523, i64 620
  %532 = sext i32 %525 to i64
  %533 = shl nsw i64 %532, 16
  %534 = add i64 %533, %527
  %535 = icmp ne i32 %524, 0
  %536 = and i1 %535, %528
  %537 = load i32, ptr %10, align 8
  %538 = load i32, ptr %531, align 4
  %539 = add i32 %538, %537
  %540 = zext i32 %539 to i64
  %541 = load i32, ptr %12, align 8
  %542 = zext i32 %541 to i64
  %543 = load i32, ptr %11, align 4
  %544 = add i64 %534, %76
  call void @cute.check.tensor_words(ptr %523, i32 %537, i64 %540, i64 %542, i32 %543, i32 1, i1 %536, i1 %427, i64 %544, i64 %530)
  br label %545
545:
  %546 = load i32, ptr %9, align 4
  %547 = icmp ult i32 %546, 16
  %548 = select i1 %126, i1 true, i1 %547
  br i1 %548, label %598, label %549
549:
  %550 = phi i64 [ %593, %592 ], [ 0, %545 ]
  %551 = getelementptr inbounds nuw i8, ptr %73, i64 %550
  %552 = load i8, ptr %551, align 1
  %553 = load i32, ptr %66, align 4
  %554 = load ptr, ptr %7, align 8
  %555 = icmp ugt i8 %552, 112
  %556 = add i32 %553, %39
  %557 = icmp ugt i32 %556, 512
  %558 = or i1 %555, %557
  br i1 %558, label %592, label %559
559:
  %560 = load i32, ptr %74, align 4
  %561 = icmp ne i32 %560, 0
  %562 = load i32, ptr %397, align 4
  %563 = getelementptr inbounds nuw i8, ptr %554, i64 552
  %564 = load i64, ptr %563, align 8
  %565 = call i1 @cute.tensor.has_columns(ptr %87, i32 %39, i32 %553)
  %566 = and i1 %561, %565
  %567 = icmp eq i32 %553, 0
  br i1 %567, label %592, label %568
568:
  %569 = sext i32 %562 to i64
  %570 = shl nsw i64 %569, 16
  %571 = getelementptr inbounds nuw i8, ptr %554, i64 620
  %572 = zext nneg i8 %552 to i64
  %573 = zext i32 %553 to i64
  %574 = add i64 %564, %572
  %575 = add i64 %574, %570
  br label %576
576:
  %577 = phi i64 [ 0, %568 ], [ %590, %576 ]
  %578 = load i32, ptr %10, align 8
  %579 = load i32, ptr %571, align 4
  %580 = add i32 %579, %578
  %581 = zext i32 %580 to i64
  %582 = load i32, ptr %12, align 8
  %583 = zext i32 %582 to i64
  %584 = load i32, ptr %11, align 4
  %585 = trunc nuw i64 %577 to i32
  %586 = add i32 %39, %585
  %587 = zext i32 %586 to i64
  %588 = shl nuw nsw i64 %587, 7
  %589 = add i64 %575, %588
  call void @cute.check.tensor_words(ptr %554, i32 %578, i64 %581, i64 %583, i32 %584, i32 1, i1 %566, i1 %427, i64 %589, i64 16)
  %590 = add nuw nsw i64 %577, 1
  %591 = icmp eq i64 %590, %573
  br i1 %591, label %592, label %576
592:
  %593 = add nuw nsw i64 %550, 1
  %594 = load i32, ptr %9, align 4
  %595 = lshr i32 %594, 4
  %596 = zext nneg i32 %595 to i64
  %597 = icmp samesign ult i64 %593, %596
  br i1 %597, label %549, label %598
598:
  %599 = phi i32 [ 1, %107 ], [ 1, %89 ], [ 1, %86 ], [ 0, %545 ], [ 4, %430 ], [ 0, %592 ], [ 4, %445 ]
  switch i32 %599, label %605 [
    i32 0, label %600
    i32 4, label %600
  ]
600:
  %601 = add nuw nsw i64 %78, 1
  %602 = load i32, ptr %33, align 4
  %603 = sext i32 %602 to i64
  %604 = icmp slt i64 %601, %603
  br i1 %604, label %77, label %605
605:
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
