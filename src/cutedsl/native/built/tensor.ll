; Made by scripts/build_native.py: change the C sources, then run it.
; tensor/copies.c
@copied_rows.rows = internal unnamed_addr constant [6 x i8] c"\80\04\80@@ ", align 1
define i32 @cute.tensor.lanes_of(i32 %0, i32 %1, i32 %2, ptr %3) noinline {
  switch i32 %0, label %25 [
    i32 1, label %5
    i32 3, label %8
    i32 4, label %11
    i32 5, label %17
  ]
5:
  %6 = shl i32 %1, 5
  %7 = add i32 %2, %6
  store i32 %7, ptr %3, align 4
  br label %26
8:
  store i32 %1, ptr %3, align 4
  %9 = add i32 %1, 64
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 4
  store i32 %9, ptr %10, align 4
  br label %26
11:
  %12 = icmp ult i32 %1, 32
  %13 = add i32 %1, 32
  %14 = select i1 %12, i32 %1, i32 %13
  store i32 %14, ptr %3, align 4
  %15 = add i32 %14, 32
  %16 = getelementptr inbounds nuw i8, ptr %3, i64 4
  store i32 %15, ptr %16, align 4
  br label %26
17:
  %18 = phi i64 [ %23, %17 ], [ 0, %4 ]
  %19 = trunc i64 %18 to i32
  %20 = shl i32 %19, 5
  %21 = add i32 %20, %1
  %22 = getelementptr inbounds nuw i32, ptr %3, i64 %18
  store i32 %21, ptr %22, align 4
  %23 = add nuw nsw i64 %18, 1
  %24 = icmp eq i64 %23, 4
  br i1 %24, label %26, label %17
25:
  store i32 %1, ptr %3, align 4
  br label %26
26:
  %27 = phi i32 [ 1, %25 ], [ 1, %5 ], [ 2, %8 ], [ 2, %11 ], [ 4, %17 ]
  ret i32 %27
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i1 @cute.tensor.copy(ptr %0, i32 %1, i32 %2, i32 %3, i64 %4, i32 %5, i32 %6, i32 %7) noinline {
  %9 = alloca [4 x i32], align 16
  %10 = alloca [4 x i32], align 16
  %11 = alloca { ptr, i64, i32, i32, i32, i32, i32, i32, i8, i32, i32 }, align 8
  %12 = alloca { ptr, i32, i32 }, align 8
  call void @llvm.lifetime.start.p0(ptr %12)
  store ptr %0, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %12, i64 8
  store i32 %1, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %12, i64 12
  store i32 %2, ptr %14, align 4
  %15 = call i1 @cute.tensor.wrong_group(ptr %12, i32 %6)
  br i1 %15, label %154, label %16
16:
  %17 = icmp sgt i32 %6, 0
  br i1 %17, label %18, label %154
18:
  %19 = icmp eq i32 %6, 1
  %20 = icmp ult i32 %5, 2
  %21 = select i1 %20, i32 2, i32 1
  %22 = lshr i32 %3, 16
  %23 = and i32 %3, 65535
  %24 = shl nuw nsw i32 %21, 2
  %25 = icmp eq i32 %22, 0
  %26 = icmp eq i32 %5, 1
  %27 = icmp ult i32 %3, 2097152
  %28 = and i1 %27, %26
  %29 = zext nneg i32 %22 to i64
  %30 = sext i32 %5 to i64
  %31 = getelementptr inbounds i8, ptr @copied_rows.rows, i64 %30
  %32 = icmp eq i32 %7, 0
  %33 = icmp eq i32 %7, 6
  %34 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %35 = zext nneg i32 %23 to i64
  %36 = zext nneg i32 %21 to i64
  %37 = or i1 %25, %28
  br label %38
38:
  %39 = phi i32 [ 0, %18 ], [ %151, %150 ]
  br i1 %19, label %42, label %40
40:
  %41 = call ptr @cute.tensor.pair_block(ptr %12, i32 %39)
  br label %42
42:
  %43 = phi ptr [ %41, %40 ], [ %0, %38 ]
  call void @llvm.lifetime.start.p0(ptr %9)
  call void @llvm.lifetime.start.p0(ptr %10)
  call void @llvm.lifetime.start.p0(ptr %11)
  %44 = call i1 @cute.tensor.descriptor(ptr %12, ptr %43, i64 %4, ptr %11)
  br i1 %44, label %153, label %45
45:
  %46 = call i1 @cute.tensor.outside(ptr %12, ptr %43, i32 %23, i32 %24)
  br i1 %46, label %153, label %47
47:
  br i1 %37, label %50, label %48
48:
  %49 = call i1 @cute.tensor.fault(ptr %12, i32 8, i64 %29, i64 0)
  call void @llvm.lifetime.end.p0(ptr %11)
  call void @llvm.lifetime.end.p0(ptr %10)
  call void @llvm.lifetime.end.p0(ptr %9)
  br i1 %49, label %154, label %150
50:
  %51 = call ptr @cute.tensor.memory(ptr %43)
  %52 = getelementptr inbounds nuw i8, ptr %51, i64 128
  %53 = load i8, ptr %31, align 1
  %54 = call i8 @llvm.umax.i8(i8 %53, i8 1)
  %55 = zext i8 %54 to i32
  br label %56
56:
  %57 = phi i32 [ 0, %50 ], [ %147, %146 ]
  %58 = icmp samesign ult i32 %57, 32
  %59 = add nuw nsw i32 %57, 32
  %60 = select i1 %58, i32 %57, i32 %59
  %61 = add nuw i32 %60, 32
  %62 = add nuw nsw i32 %57, 64
  %63 = shl i32 %57, 5
  %64 = or disjoint i32 %63, %22
  br label %65
65:
  %66 = phi i64 [ 0, %56 ], [ %144, %143 ]
  %67 = trunc i64 %66 to i32
  %68 = shl i32 %67, 4
  %69 = call ptr @cute.tensor.piece_along_k(ptr %12, ptr %11, i32 %57, i32 %68)
  %70 = icmp eq ptr %69, null
  br i1 %70, label %153, label %71
71:
  br i1 %32, label %107, label %72
72:
  %73 = load i64, ptr %69, align 1
  br i1 %33, label %74, label %78
74:
  %75 = getelementptr inbounds nuw i8, ptr %69, i64 8
  %76 = load i32, ptr %75, align 1
  %77 = zext i32 %76 to i64
  br label %78
78:
  %79 = phi i64 [ %77, %74 ], [ 0, %72 ]
  br label %80
80:
  %81 = phi i64 [ 0, %78 ], [ %105, %80 ]
  %82 = trunc nuw nsw i64 %81 to i32
  %83 = mul i32 %7, %82
  %84 = icmp slt i32 %83, 64
  %85 = zext nneg i32 %83 to i64
  %86 = lshr i64 %73, %85
  %87 = add nsw i32 %83, -64
  %88 = zext nneg i32 %87 to i64
  %89 = lshr i64 %79, %88
  %90 = select i1 %84, i64 %86, i64 %89
  %91 = add i32 %83, %7
  %92 = icmp sgt i32 %91, 64
  %93 = and i1 %84, %92
  %94 = sub i32 64, %83
  %95 = zext nneg i32 %94 to i64
  %96 = shl i64 %79, %95
  %97 = select i1 %93, i64 %96, i64 0
  %98 = or i64 %90, %97
  %99 = and i64 %98, 63
  %100 = shl i64 %98, 2
  %101 = and i64 %100, 60
  %102 = select i1 %33, i64 %99, i64 %101
  %103 = trunc nuw nsw i64 %102 to i8
  %104 = getelementptr inbounds nuw i8, ptr %10, i64 %81
  store i8 %103, ptr %104, align 1
  %105 = add nuw nsw i64 %81, 1
  %106 = icmp eq i64 %105, 16
  br i1 %106, label %108, label %80
107:
  call void @llvm.memcpy.p0.p0.i64(ptr %10, ptr %69, i64 16, i1 false)
  br label %108
108:
  switch i32 %5, label %120 [
    i32 1, label %109
    i32 3, label %110
    i32 4, label %111
    i32 5, label %112
  ]
109:
  store i32 %64, ptr %9, align 16
  br label %121
110:
  store i32 %57, ptr %9, align 16
  store i32 %62, ptr %34, align 4
  br label %121
111:
  store i32 %60, ptr %9, align 16
  store i32 %61, ptr %34, align 4
  br label %121
112:
  %113 = phi i64 [ %118, %112 ], [ 0, %108 ]
  %114 = trunc i64 %113 to i32
  %115 = shl i32 %114, 5
  %116 = add nuw nsw i32 %115, %57
  %117 = getelementptr inbounds nuw i32, ptr %9, i64 %113
  store i32 %116, ptr %117, align 4
  %118 = add nuw nsw i64 %113, 1
  %119 = icmp eq i64 %118, 4
  br i1 %119, label %121, label %112
120:
  store i32 %57, ptr %9, align 16
  br label %121
121:
  %122 = phi i64 [ 1, %120 ], [ 1, %109 ], [ 2, %110 ], [ 2, %111 ], [ 4, %112 ]
  %123 = shl nuw nsw i64 %66, 2
  %124 = add nuw nsw i64 %123, %35
  br label %125
125:
  %126 = phi i64 [ 0, %121 ], [ %132, %131 ]
  %127 = getelementptr inbounds nuw i32, ptr %9, i64 %126
  %128 = load i32, ptr %127, align 4
  %129 = zext i32 %128 to i64
  %130 = getelementptr inbounds nuw i32, ptr %52, i64 %129
  br label %134
131:
  %132 = add nuw nsw i64 %126, 1
  %133 = icmp eq i64 %132, %122
  br i1 %133, label %143, label %125
134:
  %135 = phi i64 [ 0, %125 ], [ %141, %134 ]
  %136 = getelementptr inbounds nuw i32, ptr %10, i64 %135
  %137 = load i32, ptr %136, align 4
  %138 = add nuw nsw i64 %124, %135
  %139 = shl nuw nsw i64 %138, 9
  %140 = getelementptr inbounds nuw i8, ptr %130, i64 %139
  store i32 %137, ptr %140, align 4
  %141 = add nuw nsw i64 %135, 1
  %142 = icmp eq i64 %141, 4
  br i1 %142, label %131, label %134
143:
  %144 = add nuw nsw i64 %66, 1
  %145 = icmp eq i64 %144, %36
  br i1 %145, label %146, label %65
146:
  %147 = add nuw nsw i32 %57, 1
  %148 = icmp eq i32 %147, %55
  br i1 %148, label %149, label %56
149:
  call void @llvm.lifetime.end.p0(ptr %11)
  call void @llvm.lifetime.end.p0(ptr %10)
  call void @llvm.lifetime.end.p0(ptr %9)
  br label %150
150:
  %151 = add nuw nsw i32 %39, 1
  %152 = icmp eq i32 %151, %6
  br i1 %152, label %154, label %38
153:
  call void @llvm.lifetime.end.p0(ptr %11)
  call void @llvm.lifetime.end.p0(ptr %10)
  call void @llvm.lifetime.end.p0(ptr %9)
  br label %154
154:
  %155 = phi i1 [ true, %8 ], [ true, %153 ], [ false, %16 ], [ true, %48 ], [ false, %150 ]
  call void @llvm.lifetime.end.p0(ptr %12)
  ret i1 %155
}
declare i1 @cute.tensor.wrong_group(ptr, i32)
declare ptr @cute.tensor.pair_block(ptr, i32)
define void @cute.tensor.shift_lanes(ptr %0) noinline {
  br label %2
2:
  %3 = phi i64 [ 0, %1 ], [ %8, %7 ]
  %4 = shl nuw nsw i64 %3, 9
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 %4
  br label %10
6:
  ret void
7:
  %8 = add nuw nsw i64 %3, 1
  %9 = icmp eq i64 %8, 8
  br i1 %9, label %6, label %2
10:
  %11 = phi i64 [ 0, %2 ], [ %17, %10 ]
  %12 = phi i64 [ 1, %2 ], [ %16, %10 ]
  %13 = getelementptr inbounds nuw i32, ptr %5, i64 %12
  %14 = load i32, ptr %13, align 4
  %15 = getelementptr inbounds nuw i32, ptr %5, i64 %11
  store i32 %14, ptr %15, align 4
  %16 = add nuw nsw i64 %12, 1
  %17 = add nuw nsw i64 %11, 1
  %18 = icmp eq i64 %17, 31
  br i1 %18, label %7, label %10
}
define i1 @cute.tensor.shift(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4) noinline {
  %6 = alloca { ptr, i32, i32 }, align 8
  call void @llvm.lifetime.start.p0(ptr %6)
  store ptr %0, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store i32 %1, ptr %7, align 8
  %8 = getelementptr inbounds nuw i8, ptr %6, i64 12
  store i32 %2, ptr %8, align 4
  %9 = lshr i32 %3, 16
  %10 = and i32 %3, 65535
  %11 = call i1 @cute.tensor.wrong_group(ptr %6, i32 %4)
  br i1 %11, label %39, label %12
12:
  %13 = and i32 %3, 2031616
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %15, label %22
15:
  %16 = icmp sgt i32 %4, 0
  br i1 %16, label %17, label %39
17:
  %18 = icmp eq i32 %4, 1
  %19 = shl nuw nsw i32 %10, 7
  %20 = zext nneg i32 %19 to i64
  %21 = zext nneg i32 %9 to i64
  br label %25
22:
  %23 = zext nneg i32 %9 to i64
  %24 = call i1 @cute.tensor.fault(ptr %6, i32 8, i64 %23, i64 0)
  br label %39
25:
  %26 = phi i32 [ 0, %17 ], [ %37, %32 ]
  br i1 %18, label %29, label %27
27:
  %28 = call ptr @cute.tensor.pair_block(ptr %6, i32 %26)
  br label %29
29:
  %30 = phi ptr [ %28, %27 ], [ %0, %25 ]
  %31 = call i1 @cute.tensor.outside(ptr %6, ptr %30, i32 %10, i32 8)
  br i1 %31, label %39, label %32
32:
  %33 = call ptr @cute.tensor.memory(ptr %30)
  %34 = getelementptr inbounds nuw i8, ptr %33, i64 128
  %35 = getelementptr inbounds nuw i32, ptr %34, i64 %20
  %36 = getelementptr inbounds nuw i32, ptr %35, i64 %21
  call void @cute.tensor.shift_lanes(ptr %36)
  %37 = add nuw nsw i32 %26, 1
  %38 = icmp eq i32 %37, %4
  br i1 %38, label %39, label %25
39:
  %40 = phi i1 [ true, %5 ], [ %24, %22 ], [ false, %15 ], [ %31, %32 ], [ %31, %29 ]
  call void @llvm.lifetime.end.p0(ptr %6)
  ret i1 %40
}
declare i1 @cute.tensor.fault(ptr, i32, i64, i64)
declare i1 @cute.tensor.outside(ptr, ptr, i32, i32)
declare i1 @cute.tensor.descriptor(ptr, ptr, i64, ptr)
declare ptr @cute.tensor.piece_along_k(ptr, ptr, i32, i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare ptr @cute.tensor.memory(ptr)
declare i8 @llvm.umax.i8(i8, i8)
; tensor/descriptors.c
define i1 @cute.tensor.descriptor(ptr %0, ptr %1, i64 %2, ptr %3) noinline {
  %5 = lshr i64 %2, 61
  %6 = trunc nuw nsw i64 %5 to i32
  %7 = and i64 %2, 492581209243648
  %8 = icmp eq i64 %7, 70368744177664
  br i1 %8, label %11, label %9
9:
  %10 = call i1 @cute.tensor.fault(ptr %0, i32 12, i64 %2, i64 0)
  br label %78
11:
  %12 = and i64 %2, 2296835813180227584
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %16, label %14
14:
  %15 = call i1 @cute.tensor.fault(ptr %0, i32 13, i64 %2, i64 0)
  br label %78
16:
  %17 = and i32 %6, 1
  %18 = icmp ne i32 %17, 0
  %19 = icmp ne i64 %5, 1
  %20 = and i1 %19, %18
  br i1 %20, label %21, label %23
21:
  %22 = call i1 @cute.tensor.fault(ptr %0, i32 14, i64 %5, i64 0)
  br label %78
23:
  %24 = and i64 %2, 4503599627370496
  %25 = icmp ne i64 %24, 0
  %26 = lshr i64 %2, 52
  %27 = trunc i64 %26 to i8
  %28 = icmp ne i64 %5, 2
  %29 = and i1 %25, %28
  br i1 %29, label %30, label %32
30:
  %31 = call i1 @cute.tensor.fault(ptr %0, i32 15, i64 %2, i64 0)
  br label %78
32:
  %33 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %34 = load ptr, ptr %33, align 32
  %35 = getelementptr inbounds nuw i8, ptr %1, i64 80
  %36 = load i64, ptr %35, align 16
  %37 = trunc i64 %2 to i32
  %38 = shl i32 %37, 4
  %39 = and i32 %38, 262128
  %40 = trunc i64 %2 to i32
  %41 = lshr i32 %40, 12
  %42 = and i32 %41, 262128
  %43 = lshr i64 %2, 28
  %44 = trunc i64 %43 to i32
  %45 = and i32 %44, 262128
  %46 = lshr i64 %2, 49
  %47 = trunc nuw nsw i64 %46 to i32
  %48 = and i32 %47, 7
  %49 = icmp eq i64 %5, 0
  br i1 %49, label %55, label %50
50:
  %51 = icmp eq i64 %5, 6
  br i1 %51, label %55, label %52
52:
  %53 = icmp eq i64 %5, 4
  %54 = select i1 %53, i32 64, i32 128
  br label %55
55:
  %56 = phi i32 [ 16, %32 ], [ %54, %52 ], [ 32, %50 ]
  %57 = icmp eq i64 %5, 1
  %58 = select i1 %57, i32 4, i32 8
  br i1 %49, label %63, label %59
59:
  switch i32 %6, label %60 [
    i32 6, label %63
    i32 4, label %62
  ]
60:
  %61 = select i1 %57, i32 96, i32 112
  br label %63
62:
  br label %63
63:
  %64 = phi i32 [ 0, %55 ], [ 16, %59 ], [ %61, %60 ], [ 48, %62 ]
  %65 = select i1 %57, i32 2, i32 3
  store ptr %34, ptr %3, align 8
  %66 = getelementptr inbounds nuw i8, ptr %3, i64 8
  store i64 %36, ptr %66, align 8
  %67 = getelementptr inbounds nuw i8, ptr %3, i64 16
  store i32 %39, ptr %67, align 8
  %68 = getelementptr inbounds nuw i8, ptr %3, i64 20
  store i32 %42, ptr %68, align 4
  %69 = getelementptr inbounds nuw i8, ptr %3, i64 24
  store i32 %45, ptr %69, align 8
  %70 = getelementptr inbounds nuw i8, ptr %3, i64 28
  store i32 %48, ptr %70, align 4
  %71 = getelementptr inbounds nuw i8, ptr %3, i64 32
  store i32 %56, ptr %71, align 8
  %72 = getelementptr inbounds nuw i8, ptr %3, i64 36
  store i32 %58, ptr %72, align 4
  %73 = getelementptr inbounds nuw i8, ptr %3, i64 40
  store i8 %27, ptr %73, align 8
  %74 = getelementptr inbounds nuw i8, ptr %3, i64 41
  call void @llvm.memset.p0.i64(ptr %74, i8 0, i64 3, i1 false)
  %75 = getelementptr inbounds nuw i8, ptr %3, i64 44
  store i32 %64, ptr %75, align 4
  %76 = getelementptr inbounds nuw i8, ptr %3, i64 48
  store i32 %65, ptr %76, align 8
  %77 = getelementptr inbounds nuw i8, ptr %3, i64 52
  store i32 0, ptr %77, align 4
  br label %78
78:
  %79 = phi i1 [ %10, %9 ], [ %15, %14 ], [ %22, %21 ], [ %31, %30 ], [ false, %63 ]
  ret i1 %79
}
declare i1 @cute.tensor.fault(ptr, i32, i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define ptr @cute.tensor.piece_along_k(ptr %0, ptr %1, i32 %2, i32 %3) noinline {
  %5 = lshr i32 %2, 3
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %7 = load i32, ptr %6, align 8
  %8 = mul i32 %7, %5
  %9 = and i32 %2, 7
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %11 = load i32, ptr %10, align 8
  %12 = mul i32 %11, %9
  %13 = add i32 %12, %8
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 44
  %15 = load i32, ptr %14, align 4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %38
17:
  %18 = lshr i32 %3, 4
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 20
  %20 = load i32, ptr %19, align 4
  %21 = mul i32 %20, %18
  %22 = add i32 %21, %13
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %24 = load i32, ptr %23, align 8
  %25 = add i32 %22, %24
  %26 = add i32 %25, 16
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %29 = load i64, ptr %28, align 8
  %30 = icmp slt i64 %29, %27
  br i1 %30, label %35, label %31
31:
  %32 = load ptr, ptr %1, align 8
  %33 = zext i32 %25 to i64
  %34 = getelementptr inbounds nuw i8, ptr %32, i64 %33
  br label %99
35:
  %36 = zext i32 %25 to i64
  %37 = call i1 @cute.tensor.fault(ptr %0, i32 16, i64 %36, i64 %29)
  br label %99
38:
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %40 = load i32, ptr %39, align 8
  %41 = urem i32 %40, %11
  %42 = add i32 %41, %3
  %43 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %44 = load i8, ptr %43, align 8
  %45 = trunc nuw i8 %44 to i1
  %46 = icmp uge i32 %42, %11
  %47 = select i1 %45, i1 %46, i1 false
  br i1 %47, label %48, label %75
48:
  %49 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %50 = load i64, ptr %49, align 8
  %51 = getelementptr inbounds nuw i8, ptr %1, i64 20
  %52 = getelementptr inbounds nuw i8, ptr %1, i64 28
  %53 = load i32, ptr %52, align 4
  %54 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %55 = load i32, ptr %54, align 8
  %56 = load i32, ptr %51, align 4
  %57 = sub i32 %13, %11
  %58 = add i32 %57, %42
  %59 = add i32 %58, %56
  %60 = shl i32 %53, 7
  %61 = sub i32 %59, %60
  %62 = lshr i32 %61, %55
  %63 = and i32 %62, %15
  %64 = xor i32 %63, %59
  %65 = add i32 %64, 16
  %66 = zext i32 %65 to i64
  %67 = icmp slt i64 %50, %66
  br i1 %67, label %72, label %68
68:
  %69 = load ptr, ptr %1, align 8
  %70 = zext i32 %64 to i64
  %71 = getelementptr inbounds nuw i8, ptr %69, i64 %70
  br label %99
72:
  %73 = zext i32 %64 to i64
  %74 = call i1 @cute.tensor.fault(ptr %0, i32 16, i64 %73, i64 %50)
  br label %99
75:
  %76 = add i32 %13, %3
  %77 = add i32 %76, %40
  %78 = getelementptr inbounds nuw i8, ptr %1, i64 28
  %79 = load i32, ptr %78, align 4
  %80 = shl i32 %79, 7
  %81 = sub i32 %77, %80
  %82 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %83 = load i32, ptr %82, align 8
  %84 = lshr i32 %81, %83
  %85 = and i32 %84, %15
  %86 = xor i32 %85, %77
  %87 = add i32 %86, 16
  %88 = zext i32 %87 to i64
  %89 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %90 = load i64, ptr %89, align 8
  %91 = icmp slt i64 %90, %88
  br i1 %91, label %96, label %92
92:
  %93 = load ptr, ptr %1, align 8
  %94 = zext i32 %86 to i64
  %95 = getelementptr inbounds nuw i8, ptr %93, i64 %94
  br label %99
96:
  %97 = zext i32 %86 to i64
  %98 = call i1 @cute.tensor.fault(ptr %0, i32 16, i64 %97, i64 %90)
  br label %99
99:
  %100 = phi ptr [ null, %35 ], [ null, %96 ], [ %34, %31 ], [ %95, %92 ], [ %71, %68 ], [ null, %72 ]
  ret ptr %100
}
define ptr @cute.tensor.piece_along_rows(ptr %0, ptr %1, i32 %2, i32 %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %6 = load i32, ptr %5, align 8
  %7 = urem i32 %2, %6
  %8 = udiv i32 %2, %6
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 36
  %10 = load i32, ptr %9, align 4
  %11 = urem i32 %3, %10
  %12 = mul i32 %11, %6
  %13 = udiv i32 %3, %10
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 44
  %15 = load i32, ptr %14, align 4
  %16 = icmp eq i32 %15, 0
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %18 = load i32, ptr %17, align 8
  %19 = add i32 %12, %7
  br i1 %16, label %20, label %42
20:
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %22 = load i32, ptr %21, align 8
  %23 = mul i32 %22, %8
  %24 = getelementptr inbounds nuw i8, ptr %1, i64 20
  %25 = load i32, ptr %24, align 4
  %26 = mul i32 %25, %13
  %27 = add i32 %19, %23
  %28 = add i32 %27, %26
  %29 = add i32 %28, %18
  %30 = add i32 %29, 16
  %31 = zext i32 %30 to i64
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %33 = load i64, ptr %32, align 8
  %34 = icmp slt i64 %33, %31
  br i1 %34, label %39, label %35
35:
  %36 = load ptr, ptr %1, align 8
  %37 = zext i32 %29 to i64
  %38 = getelementptr inbounds nuw i8, ptr %36, i64 %37
  br label %73
39:
  %40 = zext i32 %29 to i64
  %41 = call i1 @cute.tensor.fault(ptr %0, i32 16, i64 %40, i64 %33)
  br label %73
42:
  %43 = getelementptr inbounds nuw i8, ptr %1, i64 20
  %44 = load i32, ptr %43, align 4
  %45 = mul i32 %44, %8
  %46 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %47 = load i32, ptr %46, align 8
  %48 = mul i32 %47, %13
  %49 = add i32 %19, %45
  %50 = add i32 %49, %48
  %51 = add i32 %50, %18
  %52 = getelementptr inbounds nuw i8, ptr %1, i64 28
  %53 = load i32, ptr %52, align 4
  %54 = shl i32 %53, 7
  %55 = sub i32 %51, %54
  %56 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %57 = load i32, ptr %56, align 8
  %58 = lshr i32 %55, %57
  %59 = and i32 %58, %15
  %60 = xor i32 %59, %51
  %61 = add i32 %60, 16
  %62 = zext i32 %61 to i64
  %63 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %64 = load i64, ptr %63, align 8
  %65 = icmp slt i64 %64, %62
  br i1 %65, label %70, label %66
66:
  %67 = load ptr, ptr %1, align 8
  %68 = zext i32 %60 to i64
  %69 = getelementptr inbounds nuw i8, ptr %67, i64 %68
  br label %73
70:
  %71 = zext i32 %60 to i64
  %72 = call i1 @cute.tensor.fault(ptr %0, i32 16, i64 %71, i64 %64)
  br label %73
73:
  %74 = phi ptr [ null, %39 ], [ %38, %35 ], [ %69, %66 ], [ null, %70 ]
  ret ptr %74
}
; tensor/instructions.c
@read_format.narrow = internal unnamed_addr constant [8 x i8] c"\03\04\FF\05\06\07\FF\FF", align 1
define i1 @cute.tensor.instruction(ptr %0, ptr %1, ptr %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 28
  %5 = load i32, ptr %4, align 4
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %7 = load i32, ptr %6, align 8
  %8 = lshr i32 %5, 14
  %9 = and i32 %8, 504
  %10 = and i32 %5, 4
  %11 = icmp ne i32 %10, 0
  %12 = lshr exact i32 %10, 2
  %13 = trunc nuw nsw i32 %12 to i8
  call void @llvm.memset.p0.i64(ptr %2, i8 0, i64 12, i1 false)
  %14 = getelementptr inbounds nuw i8, ptr %2, i64 12
  store i32 %9, ptr %14, align 4
  %15 = getelementptr inbounds nuw i8, ptr %2, i64 16
  call void @llvm.memset.p0.i64(ptr %15, i8 0, i64 26, i1 false)
  %16 = getelementptr inbounds nuw i8, ptr %2, i64 42
  store i8 %13, ptr %16, align 2
  %17 = getelementptr inbounds nuw i8, ptr %2, i64 43
  call void @llvm.memset.p0.i64(ptr %17, i8 0, i64 9, i1 false)
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 68
  %19 = load i32, ptr %18, align 4
  %20 = icmp eq i32 %19, 0
  %21 = xor i1 %11, %20
  br i1 %21, label %26, label %22
22:
  %23 = lshr exact i32 %10, 2
  %24 = zext nneg i32 %23 to i64
  %25 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 11, i64 %24)
  br label %336
26:
  %27 = icmp sgt i32 %7, 3
  br i1 %27, label %28, label %89
28:
  %29 = load i32, ptr %6, align 8
  %30 = icmp eq i32 %29, 4
  %31 = and i32 %5, 117440587
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %36, label %33
33:
  %34 = zext i32 %5 to i64
  %35 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 1, i64 %34)
  br label %87
36:
  %37 = icmp slt i32 %5, 0
  %38 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %39 = lshr i32 %5, 31
  %40 = trunc nuw nsw i32 %39 to i8
  store i8 %40, ptr %38, align 4
  %41 = or i1 %11, %30
  %42 = select i1 %37, i1 %41, i1 false
  br i1 %42, label %43, label %46
43:
  %44 = zext i32 %5 to i64
  %45 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 5, i64 %44)
  br label %87
46:
  %47 = and i32 %5, 8388608
  %48 = icmp ne i32 %47, 0
  %49 = getelementptr inbounds nuw i8, ptr %2, i64 41
  %50 = lshr exact i32 %47, 23
  %51 = trunc nuw nsw i32 %50 to i8
  store i8 %51, ptr %49, align 1
  %52 = icmp eq i32 %29, 6
  %53 = select i1 %48, i1 true, i1 %52
  br i1 %53, label %57, label %54
54:
  %55 = sext i32 %29 to i64
  %56 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 6, i64 %55)
  br label %87
57:
  %58 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %59 = load i32, ptr %58, align 8
  %60 = shl i32 %59, %12
  %61 = getelementptr inbounds nuw i8, ptr %2, i64 28
  store i32 %60, ptr %61, align 4
  %62 = lshr i32 %5, 29
  %63 = and i32 %62, 3
  %64 = getelementptr inbounds nuw i8, ptr %2, i64 32
  store i32 %63, ptr %64, align 4
  %65 = lshr i32 %5, 4
  %66 = and i32 %65, 3
  %67 = getelementptr inbounds nuw i8, ptr %2, i64 36
  store i32 %66, ptr %67, align 4
  %68 = or i32 %63, %66
  br i1 %30, label %78, label %69
69:
  %70 = icmp eq i32 %60, 16
  %71 = select i1 %70, i32 3, i32 1
  %72 = lshr i32 %71, %39
  %73 = and i32 %72, %68
  %74 = icmp eq i32 %73, 0
  br i1 %74, label %78, label %75
75:
  %76 = zext nneg i32 %68 to i64
  %77 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 7, i64 %76)
  br label %87
78:
  %79 = getelementptr inbounds nuw i8, ptr %2, i64 22
  %80 = lshr i32 %5, 13
  %81 = trunc i32 %80 to i8
  %82 = and i8 %81, 1
  store i8 %82, ptr %79, align 2
  %83 = getelementptr inbounds nuw i8, ptr %2, i64 23
  %84 = lshr i32 %5, 14
  %85 = trunc i32 %84 to i8
  %86 = and i8 %85, 1
  store i8 %86, ptr %83, align 1
  br label %162
87:
  %88 = phi i1 [ %35, %33 ], [ %45, %43 ], [ %56, %54 ], [ %77, %75 ]
  br i1 %88, label %336, label %175
89:
  %90 = lshr i32 %5, 4
  %91 = and i32 %90, 3
  %92 = load i32, ptr %6, align 8
  %93 = icmp eq i32 %92, 3
  %94 = zext i1 %93 to i8
  %95 = and i32 %5, 545259584
  %96 = icmp eq i32 %95, 0
  br i1 %96, label %97, label %103
97:
  %98 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %99 = load i32, ptr %98, align 8
  %100 = icmp ne i32 %99, 0
  %101 = icmp ult i32 %5, 1073741824
  %102 = or i1 %101, %100
  br i1 %102, label %106, label %103
103:
  %104 = zext i32 %5 to i64
  %105 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 1, i64 %104)
  br label %160
106:
  br i1 %93, label %107, label %109
107:
  %108 = icmp eq i32 %91, 2
  br i1 %108, label %117, label %114
109:
  %110 = icmp samesign ugt i32 %91, 1
  br i1 %110, label %114, label %111
111:
  %112 = icmp eq i32 %91, 0
  br i1 %112, label %113, label %117
113:
  switch i32 %92, label %114 [
    i32 2, label %117
    i32 0, label %117
  ]
114:
  %115 = zext nneg i32 %91 to i64
  %116 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 2, i64 %115)
  br label %160
117:
  %118 = and i32 %5, 3
  %119 = select i1 %11, i32 %118, i32 0
  %120 = getelementptr inbounds nuw i8, ptr %2, i64 44
  store i32 %119, ptr %120, align 4
  %121 = icmp eq i32 %119, 0
  %122 = icmp ult i32 %92, 2
  %123 = select i1 %121, i1 true, i1 %122
  br i1 %123, label %127, label %124
124:
  %125 = zext i32 %5 to i64
  %126 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 1, i64 %125)
  br label %160
127:
  %128 = lshr i32 %5, 30
  %129 = icmp eq i32 %128, 0
  %130 = shl nuw nsw i32 4, %128
  %131 = select i1 %129, i32 0, i32 %130
  %132 = getelementptr inbounds nuw i8, ptr %2, i64 48
  store i32 %131, ptr %132, align 4
  %133 = lshr i32 %5, 3
  %134 = and i32 %133, 1
  %135 = icmp eq i32 %134, 0
  %136 = select i1 %135, i1 true, i1 %93
  br i1 %136, label %140, label %137
137:
  %138 = sext i32 %92 to i64
  %139 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 3, i64 %138)
  br label %160
140:
  %141 = icmp eq i32 %91, 0
  %142 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %143 = zext i1 %141 to i8
  store i8 %143, ptr %142, align 4
  %144 = getelementptr inbounds nuw i8, ptr %2, i64 26
  store i8 %94, ptr %144, align 2
  %145 = getelementptr inbounds nuw i8, ptr %2, i64 25
  %146 = trunc nuw nsw i32 %134 to i8
  store i8 %146, ptr %145, align 1
  %147 = getelementptr inbounds nuw i8, ptr %2, i64 22
  %148 = lshr i32 %5, 13
  %149 = trunc i32 %148 to i8
  %150 = and i8 %149, 1
  store i8 %150, ptr %147, align 2
  %151 = getelementptr inbounds nuw i8, ptr %2, i64 23
  %152 = lshr i32 %5, 14
  %153 = trunc i32 %152 to i8
  %154 = and i8 %153, 1
  store i8 %154, ptr %151, align 1
  %155 = and i32 %5, 24576
  %156 = icmp ne i32 %155, 0
  %157 = and i1 %156, %93
  br i1 %157, label %158, label %162
158:
  %159 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 4, i64 3)
  br label %160
160:
  %161 = phi i1 [ %105, %103 ], [ %116, %114 ], [ %159, %158 ], [ %126, %124 ], [ %139, %137 ]
  br i1 %161, label %336, label %175
162:
  %163 = phi i32 [ 384, %78 ], [ 496, %140 ]
  %164 = getelementptr inbounds nuw i8, ptr %2, i64 20
  %165 = lshr i32 %5, 15
  %166 = trunc i32 %165 to i8
  %167 = and i8 %166, 1
  store i8 %167, ptr %164, align 4
  %168 = getelementptr inbounds nuw i8, ptr %2, i64 21
  %169 = lshr i32 %5, 16
  %170 = trunc i32 %169 to i8
  %171 = and i8 %170, 1
  store i8 %171, ptr %168, align 1
  %172 = lshr i32 %5, 20
  %173 = and i32 %172, %163
  %174 = getelementptr inbounds nuw i8, ptr %2, i64 8
  store i32 %173, ptr %174, align 4
  br label %175
175:
  %176 = load i32, ptr %6, align 8
  %177 = lshr i32 %5, 7
  %178 = and i32 %177, 7
  switch i32 %176, label %192 [
    i32 0, label %179
    i32 1, label %182
    i32 3, label %185
    i32 5, label %189
    i32 6, label %189
  ]
179:
  %180 = icmp samesign ult i32 %178, 2
  %181 = select i1 %180, i32 %178, i32 -1
  br label %197
182:
  %183 = icmp eq i32 %178, 2
  %184 = select i1 %183, i32 2, i32 -1
  br label %197
185:
  %186 = icmp samesign ult i32 %178, 2
  %187 = or disjoint i32 %178, 8
  %188 = select i1 %186, i32 %187, i32 -1
  br label %197
189:
  %190 = icmp eq i32 %178, 1
  %191 = select i1 %190, i32 10, i32 -1
  br label %197
192:
  %193 = zext nneg i32 %178 to i64
  %194 = getelementptr inbounds nuw i8, ptr @read_format.narrow, i64 %193
  %195 = load i8, ptr %194, align 1
  %196 = sext i8 %195 to i32
  br label %197
197:
  %198 = phi i32 [ %196, %192 ], [ %181, %179 ], [ %184, %182 ], [ %188, %185 ], [ %191, %189 ]
  store i32 %198, ptr %2, align 4
  %199 = icmp slt i32 %198, 0
  br i1 %199, label %200, label %203
200:
  %201 = zext nneg i32 %178 to i64
  %202 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 12, i64 %201)
  br i1 %202, label %336, label %203
203:
  %204 = load i32, ptr %6, align 8
  %205 = add i32 %204, -5
  %206 = icmp ult i32 %205, 2
  %207 = lshr i32 %5, 10
  %208 = select i1 %206, i32 3, i32 7
  %209 = and i32 %208, %207
  %210 = getelementptr inbounds nuw i8, ptr %2, i64 4
  switch i32 %204, label %224 [
    i32 0, label %211
    i32 1, label %214
    i32 3, label %217
    i32 5, label %221
    i32 6, label %221
  ]
211:
  %212 = icmp samesign ult i32 %209, 2
  %213 = select i1 %212, i32 %209, i32 -1
  br label %229
214:
  %215 = icmp eq i32 %209, 2
  %216 = select i1 %215, i32 2, i32 -1
  br label %229
217:
  %218 = icmp samesign ult i32 %209, 2
  %219 = or disjoint i32 %209, 8
  %220 = select i1 %218, i32 %219, i32 -1
  br label %229
221:
  %222 = icmp eq i32 %209, 1
  %223 = select i1 %222, i32 10, i32 -1
  br label %229
224:
  %225 = zext nneg i32 %209 to i64
  %226 = getelementptr inbounds nuw i8, ptr @read_format.narrow, i64 %225
  %227 = load i8, ptr %226, align 1
  %228 = sext i8 %227 to i32
  br label %229
229:
  %230 = phi i32 [ %228, %224 ], [ %213, %211 ], [ %216, %214 ], [ %220, %217 ], [ %223, %221 ]
  store i32 %230, ptr %210, align 4
  %231 = icmp slt i32 %230, 0
  br i1 %231, label %232, label %235
232:
  %233 = zext nneg i32 %209 to i64
  %234 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 13, i64 %233)
  br i1 %234, label %336, label %235
235:
  %236 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %237 = load i8, ptr %236, align 4
  %238 = trunc nuw i8 %237 to i1
  br i1 %238, label %239, label %247
239:
  %240 = load i32, ptr %2, align 4
  %241 = icmp eq i32 %240, 1
  br i1 %241, label %245, label %242
242:
  %243 = load i32, ptr %210, align 4
  %244 = icmp eq i32 %243, 1
  br i1 %244, label %245, label %247
245:
  %246 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 2, i64 0)
  br label %336
247:
  %248 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %249 = load i8, ptr %248, align 4
  %250 = trunc nuw i8 %249 to i1
  br i1 %250, label %255, label %251
251:
  %252 = load i8, ptr %16, align 2
  %253 = zext nneg i8 %252 to i32
  %254 = shl nuw nsw i32 256, %253
  br label %255
255:
  %256 = phi i32 [ %254, %251 ], [ 384, %247 ]
  %257 = load i32, ptr %2, align 4
  %258 = icmp eq i32 %257, 2
  br i1 %258, label %264, label %259
259:
  %260 = icmp ult i32 %257, 2
  br i1 %260, label %264, label %261
261:
  %262 = icmp eq i32 %257, 10
  %263 = select i1 %262, i32 2, i32 3
  br label %264
264:
  %265 = phi i32 [ 5, %255 ], [ %263, %261 ], [ 4, %259 ]
  %266 = lshr exact i32 %256, %265
  store i32 %266, ptr %15, align 4
  %267 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %268 = load i32, ptr %267, align 4
  %269 = load i32, ptr %14, align 4
  %270 = getelementptr inbounds nuw i8, ptr %1, i64 52
  %271 = load i32, ptr %270, align 4
  %272 = icmp eq i32 %271, 2
  %273 = icmp eq i32 %268, 128
  br i1 %272, label %274, label %277
274:
  %275 = icmp eq i32 %268, 256
  %276 = or i1 %273, %275
  br label %284
277:
  br i1 %273, label %284, label %278
278:
  %279 = getelementptr inbounds nuw i8, ptr %2, i64 28
  %280 = load i32, ptr %279, align 4
  %281 = icmp eq i32 %280, 0
  %282 = icmp eq i32 %268, 64
  %283 = select i1 %281, i1 %282, i1 false
  br label %284
284:
  %285 = phi i1 [ %276, %274 ], [ true, %277 ], [ %283, %278 ]
  %286 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %287 = load i32, ptr %286, align 8
  %288 = icmp eq i32 %287, 0
  br i1 %288, label %292, label %289
289:
  %290 = icmp eq i32 %268, 32
  %291 = or i1 %290, %285
  br label %292
292:
  %293 = phi i1 [ %291, %289 ], [ %285, %284 ]
  br i1 %293, label %294, label %329
294:
  %295 = load i8, ptr %16, align 2
  %296 = trunc nuw i8 %295 to i1
  br i1 %296, label %297, label %304
297:
  %298 = getelementptr inbounds nuw i8, ptr %2, i64 28
  %299 = load i32, ptr %298, align 4
  %300 = icmp eq i32 %299, 0
  %301 = shl i32 %271, 7
  %302 = icmp eq i32 %268, %301
  %303 = select i1 %300, i1 true, i1 %302
  br i1 %303, label %304, label %329
304:
  %305 = shl i32 %271, 3
  %306 = getelementptr inbounds nuw i8, ptr %2, i64 26
  %307 = load i8, ptr %306, align 2
  %308 = trunc nuw i8 %307 to i1
  %309 = icmp ugt i32 %269, 32
  %310 = select i1 %309, i32 16, i32 8
  %311 = select i1 %272, i32 32, i32 %310
  %312 = select i1 %308, i32 %311, i32 %305
  %313 = icmp uge i32 %269, %312
  %314 = icmp ult i32 %269, 257
  %315 = and i1 %314, %313
  br i1 %315, label %316, label %320
316:
  %317 = urem i32 %269, %312
  %318 = icmp eq i32 %317, 0
  %319 = zext i1 %318 to i8
  br label %320
320:
  %321 = phi i8 [ %319, %316 ], [ 0, %304 ]
  br i1 %288, label %326, label %322
322:
  switch i32 %269, label %325 [
    i32 128, label %326
    i32 64, label %326
    i32 256, label %323
  ]
323:
  %324 = xor i8 %295, 1
  br label %326
325:
  br label %326
326:
  %327 = phi i8 [ %321, %320 ], [ 1, %322 ], [ 1, %322 ], [ %324, %323 ], [ 0, %325 ]
  %328 = trunc nuw i8 %327 to i1
  br i1 %328, label %334, label %329
329:
  %330 = phi i32 [ %268, %297 ], [ %268, %292 ], [ %269, %326 ]
  %331 = phi i64 [ 14, %297 ], [ 8, %292 ], [ 9, %326 ]
  %332 = zext i32 %330 to i64
  %333 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 %331, i64 %332)
  br i1 %333, label %336, label %334
334:
  %335 = call i1 @instructions.bad_order(ptr %0, ptr %1, ptr %2)
  br label %336
336:
  %337 = phi i1 [ %25, %22 ], [ true, %200 ], [ true, %87 ], [ true, %160 ], [ true, %232 ], [ %246, %245 ], [ true, %329 ], [ %335, %334 ]
  ret i1 %337
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define internal i1 @instructions.bad_order(ptr %0, ptr %1, ptr %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %5 = load i32, ptr %4, align 4
  %6 = add i32 %5, -5
  %7 = icmp ult i32 %6, 3
  %8 = icmp eq i32 %5, 10
  %9 = or i1 %8, %7
  %10 = getelementptr inbounds nuw i8, ptr %2, i64 20
  %11 = load i8, ptr %10, align 4
  %12 = trunc nuw i8 %11 to i1
  br i1 %12, label %13, label %25
13:
  %14 = load i32, ptr %2, align 4
  %15 = add i32 %14, -5
  %16 = icmp ult i32 %15, 6
  %17 = trunc i32 %15 to i8
  %18 = lshr i8 39, %17
  %19 = trunc i8 %18 to i1
  %20 = select i1 %16, i1 %19, i1 false
  br i1 %20, label %30, label %21
21:
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %23 = load i32, ptr %22, align 8
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %25, label %30
25:
  %26 = getelementptr inbounds nuw i8, ptr %2, i64 21
  %27 = load i8, ptr %26, align 1
  %28 = trunc nuw i8 %27 to i1
  %29 = select i1 %28, i1 %9, i1 false
  br i1 %29, label %30, label %33
30:
  %31 = phi i64 [ 0, %21 ], [ 1, %25 ], [ 0, %13 ]
  %32 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 10, i64 %31)
  br label %33
33:
  %34 = phi i1 [ false, %25 ], [ %32, %30 ]
  ret i1 %34
}
declare i1 @cute.tensor.fault(ptr, i32, i64, i64)
; tensor/memory.c
define i1 @cute.tensor.fault(ptr %0, i32 %1, i64 %2, i64 %3) noinline optnone cold {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 624
  %7 = load ptr, ptr %5, align 128
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %9 = load i32, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %11 = load i32, ptr %10, align 4
  %12 = load i32, ptr %6, align 16
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 628
  %14 = load i32, ptr %13, align 4
  %15 = getelementptr inbounds nuw i8, ptr %5, i64 632
  %16 = load i32, ptr %15, align 8
  %17 = sext i32 %1 to i64
  %18 = call i1 @cute.fail(ptr %7, i32 22, i32 %9, i32 %11, i32 %12, i32 %14, i32 %16, i64 %17, i64 %2, i64 %3)
  ret i1 true
}
declare void @llvm.lifetime.start.p0(ptr)
declare i1 @cute.fail(ptr, i32, i32, i32, i32, i32, i32, i64, i64, i64)
declare void @llvm.lifetime.end.p0(ptr)
define ptr @cute.tensor.memory(ptr %0) noinline {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %5, label %13
5:
  %6 = load ptr, ptr %0, align 128
  %7 = call ptr @cute.allocate(ptr %6, ptr %0, i64 852160)
  %8 = ptrtoint ptr %7 to i64
  %9 = add i64 %8, 63
  %10 = and i64 %9, -64
  %11 = inttoptr i64 %10 to ptr
  call void @llvm.memset.p0.i64(ptr %11, i8 0, i64 128, i1 false)
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 120
  store ptr %7, ptr %12, align 8
  store ptr %11, ptr %2, align 8
  br label %13
13:
  %14 = phi ptr [ %11, %5 ], [ %3, %1 ]
  ret ptr %14
}
declare ptr @cute.allocate(ptr, ptr, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i1 @cute.tensor.has_columns(ptr %0, i32 %1, i32 %2) noinline {
  %4 = and i32 %1, -32
  %5 = add i32 %2, %1
  %6 = icmp ugt i32 %5, 512
  br i1 %6, label %25, label %7
7:
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %25, label %11
11:
  %12 = sub i32 %5, %4
  %13 = add i32 %12, 31
  %14 = lshr i32 %13, 5
  %15 = zext nneg i32 %14 to i64
  %16 = shl nsw i64 -1, %15
  %17 = xor i64 %16, -1
  %18 = lshr i32 %1, 5
  %19 = zext nneg i32 %18 to i64
  %20 = shl i64 %17, %19
  %21 = trunc i64 %20 to i32
  %22 = load i32, ptr %9, align 64
  %23 = and i32 %22, %21
  %24 = icmp eq i32 %23, %21
  br label %25
25:
  %26 = phi i1 [ %24, %11 ], [ false, %7 ], [ false, %3 ]
  ret i1 %26
}
define i1 @cute.tensor.outside(ptr %0, ptr %1, i32 %2, i32 %3) noinline {
  %5 = and i32 %2, -32
  %6 = add i32 %3, %2
  %7 = icmp ugt i32 %6, 512
  br i1 %7, label %26, label %8
8:
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 104
  %10 = load ptr, ptr %9, align 8
  %11 = icmp eq ptr %10, null
  br i1 %11, label %26, label %12
12:
  %13 = sub i32 %6, %5
  %14 = add i32 %13, 31
  %15 = lshr i32 %14, 5
  %16 = zext nneg i32 %15 to i64
  %17 = shl nsw i64 -1, %16
  %18 = xor i64 %17, -1
  %19 = lshr i32 %2, 5
  %20 = zext nneg i32 %19 to i64
  %21 = shl i64 %18, %20
  %22 = trunc i64 %21 to i32
  %23 = load i32, ptr %10, align 64
  %24 = and i32 %23, %22
  %25 = icmp eq i32 %24, %22
  br label %26
26:
  %27 = phi i1 [ %25, %12 ], [ false, %8 ], [ false, %4 ]
  br i1 %27, label %32, label %28
28:
  %29 = zext i32 %2 to i64
  %30 = zext i32 %3 to i64
  %31 = call i1 @cute.tensor.fault(ptr %0, i32 6, i64 %29, i64 %30)
  br label %32
32:
  %33 = xor i1 %27, true
  ret i1 %33
}
define ptr @cute.tensor.pair_block(ptr %0, i32 %1) noinline {
  %3 = load ptr, ptr %0, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 672
  %5 = load i32, ptr %4, align 32
  %6 = and i32 %5, 1
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %11, label %8
8:
  %9 = sext i32 %5 to i64
  %10 = call i1 @cute.tensor.fault(ptr %0, i32 9, i64 %9, i64 0)
  br label %20
11:
  %12 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %13 = load ptr, ptr %12, align 64
  %14 = getelementptr inbounds nuw i8, ptr %3, i64 652
  %15 = load i32, ptr %14, align 4
  %16 = and i32 %15, -2
  %17 = add i32 %16, %1
  %18 = sext i32 %17 to i64
  %19 = getelementptr inbounds { ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, ptr, ptr, i64, ptr, ptr, ptr, [32 x ptr], [32 x ptr], [3 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, [16 x { i32, i32 }], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [92 x i8] }, ptr %13, i64 %18
  br label %20
20:
  %21 = phi ptr [ null, %8 ], [ %19, %11 ]
  ret ptr %21
}
define i1 @cute.tensor.wrong_group(ptr %0, i32 %1) noinline {
  %3 = load ptr, ptr %0, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 104
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %7, label %15
7:
  %8 = load ptr, ptr %3, align 128
  %9 = call ptr @cute.allocate(ptr %8, ptr %3, i64 852160)
  %10 = ptrtoint ptr %9 to i64
  %11 = add i64 %10, 63
  %12 = and i64 %11, -64
  %13 = inttoptr i64 %12 to ptr
  call void @llvm.memset.p0.i64(ptr %13, i8 0, i64 128, i1 false)
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 120
  store ptr %9, ptr %14, align 8
  store ptr %13, ptr %4, align 8
  br label %15
15:
  %16 = phi ptr [ %13, %7 ], [ %5, %2 ]
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 12
  %18 = load i32, ptr %17, align 4
  %19 = icmp eq i32 %18, 0
  %20 = icmp eq i32 %18, %1
  %21 = or i1 %19, %20
  br i1 %21, label %26, label %22
22:
  %23 = sext i32 %18 to i64
  %24 = sext i32 %1 to i64
  %25 = call i1 @cute.tensor.fault(ptr %0, i32 10, i64 %23, i64 %24)
  br label %41
26:
  store i32 %1, ptr %17, align 4
  %27 = icmp eq i32 %1, 2
  br i1 %27, label %28, label %41
28:
  %29 = load ptr, ptr %0, align 8
  %30 = getelementptr inbounds nuw i8, ptr %29, i64 672
  %31 = load i32, ptr %30, align 32
  %32 = and i32 %31, 1
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %37, label %34
34:
  %35 = sext i32 %31 to i64
  %36 = call i1 @cute.tensor.fault(ptr %0, i32 9, i64 %35, i64 0)
  br label %41
37:
  %38 = getelementptr inbounds nuw i8, ptr %29, i64 64
  %39 = load ptr, ptr %38, align 64
  %40 = icmp eq ptr %39, null
  br label %41
41:
  %42 = phi i1 [ true, %22 ], [ false, %26 ], [ true, %34 ], [ %40, %37 ]
  ret i1 %42
}
define i1 @cute.tensor.alloc(ptr %0, i32 %1, i32 %2, ptr %3, i32 %4, i32 %5) noinline {
  %7 = alloca { ptr, i32, i32 }, align 8
  call void @llvm.lifetime.start.p0(ptr %7)
  store ptr %0, ptr %7, align 8
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 8
  store i32 %1, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %7, i64 12
  store i32 %2, ptr %9, align 4
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %13, label %21
13:
  %14 = load ptr, ptr %0, align 128
  %15 = call ptr @cute.allocate(ptr %14, ptr %0, i64 852160)
  %16 = ptrtoint ptr %15 to i64
  %17 = add i64 %16, 63
  %18 = and i64 %17, -64
  %19 = inttoptr i64 %18 to ptr
  call void @llvm.memset.p0.i64(ptr %19, i8 0, i64 128, i1 false)
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 120
  store ptr %15, ptr %20, align 8
  store ptr %19, ptr %10, align 8
  br label %21
21:
  %22 = phi ptr [ %19, %13 ], [ %11, %6 ]
  %23 = add i32 %4, -32
  %24 = icmp ult i32 %23, 481
  %25 = call i32 @llvm.ctpop.i32(i32 %4)
  %26 = icmp samesign ult i32 %25, 2
  %27 = select i1 %24, i1 %26, i1 false
  br i1 %27, label %31, label %28
28:
  %29 = zext i32 %4 to i64
  %30 = call i1 @cute.tensor.fault(ptr %7, i32 1, i64 %29, i64 0)
  br label %227
31:
  %32 = call i1 @cute.tensor.wrong_group(ptr %7, i32 %5)
  br i1 %32, label %227, label %33
33:
  %34 = getelementptr inbounds nuw i8, ptr %22, i64 4
  %35 = load i32, ptr %34, align 4
  %36 = icmp eq i32 %35, 0
  br i1 %36, label %40, label %37
37:
  %38 = zext nneg i32 %4 to i64
  %39 = call i1 @cute.tensor.fault(ptr %7, i32 3, i64 %38, i64 0)
  br label %227
40:
  %41 = getelementptr inbounds nuw i8, ptr %22, i64 8
  %42 = load i32, ptr %41, align 8
  %43 = icmp ne i32 %42, 0
  %44 = icmp ugt i32 %4, %42
  %45 = and i1 %43, %44
  br i1 %45, label %46, label %50
46:
  %47 = sext i32 %42 to i64
  %48 = zext nneg i32 %4 to i64
  %49 = call i1 @cute.tensor.fault(ptr %7, i32 4, i64 %47, i64 %48)
  br label %227
50:
  store i32 %4, ptr %41, align 8
  %51 = getelementptr inbounds nuw i8, ptr %22, i64 36
  %52 = load i32, ptr %51, align 4
  %53 = icmp eq i32 %52, 0
  br i1 %53, label %77, label %54
54:
  %55 = getelementptr inbounds nuw i8, ptr %22, i64 40
  %56 = load i8, ptr %55, align 8
  %57 = sext i8 %56 to i32
  %58 = shl nsw i32 %57, 5
  store i32 %58, ptr %3, align 4
  %59 = load i32, ptr %51, align 4
  %60 = add i32 %59, -1
  store i32 %60, ptr %51, align 4
  %61 = getelementptr inbounds nuw i8, ptr %22, i64 41
  %62 = sext i32 %60 to i64
  call void @llvm.memmove.p0.p0.i64(ptr %55, ptr %61, i64 %62, i1 false)
  %63 = getelementptr inbounds nuw i8, ptr %22, i64 56
  store i32 1, ptr %63, align 8
  %64 = getelementptr inbounds nuw i8, ptr %22, i64 20
  %65 = load i32, ptr %3, align 4
  %66 = lshr i32 %65, 5
  %67 = zext nneg i32 %66 to i64
  %68 = getelementptr inbounds nuw i8, ptr %64, i64 %67
  %69 = load i8, ptr %68, align 1
  %70 = sext i8 %69 to i32
  %71 = shl nsw i32 %70, 5
  %72 = icmp eq i32 %71, %4
  br i1 %72, label %227, label %73
73:
  %74 = zext nneg i32 %4 to i64
  %75 = zext i32 %71 to i64
  %76 = call i1 @cute.tensor.fault(ptr %7, i32 27, i64 %74, i64 %75)
  br label %227
77:
  %78 = getelementptr inbounds nuw i8, ptr %22, i64 56
  store i32 0, ptr %78, align 8
  %79 = icmp eq i32 %5, 2
  br i1 %79, label %80, label %96
80:
  %81 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %82 = load i32, ptr %81, align 32
  %83 = and i32 %82, 1
  %84 = icmp eq i32 %83, 0
  br i1 %84, label %88, label %85
85:
  %86 = sext i32 %82 to i64
  %87 = call i1 @cute.tensor.fault(ptr %7, i32 9, i64 %86, i64 0)
  br label %96
88:
  %89 = getelementptr inbounds nuw i8, ptr %0, i64 652
  %90 = load i32, ptr %89, align 4
  %91 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %92 = load ptr, ptr %91, align 64
  %93 = xor i32 %90, 1
  %94 = sext i32 %93 to i64
  %95 = getelementptr inbounds { ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, ptr, ptr, i64, ptr, ptr, ptr, [32 x ptr], [32 x ptr], [3 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, [16 x { i32, i32 }], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [92 x i8] }, ptr %92, i64 %94
  br label %96
96:
  %97 = phi ptr [ null, %77 ], [ null, %85 ], [ %95, %88 ]
  %98 = icmp eq ptr %97, null
  br i1 %98, label %111, label %99
99:
  %100 = getelementptr inbounds nuw i8, ptr %97, i64 104
  %101 = load ptr, ptr %100, align 8
  %102 = icmp eq ptr %101, null
  br i1 %102, label %103, label %111
103:
  %104 = load ptr, ptr %97, align 128
  %105 = call ptr @cute.allocate(ptr %104, ptr %97, i64 852160)
  %106 = ptrtoint ptr %105 to i64
  %107 = add i64 %106, 63
  %108 = and i64 %107, -64
  %109 = inttoptr i64 %108 to ptr
  call void @llvm.memset.p0.i64(ptr %109, i8 0, i64 128, i1 false)
  %110 = getelementptr inbounds nuw i8, ptr %109, i64 120
  store ptr %105, ptr %110, align 8
  store ptr %109, ptr %100, align 8
  br label %111
111:
  %112 = phi ptr [ null, %96 ], [ %109, %103 ], [ %101, %99 ]
  %113 = icmp ugt i32 %4, 512
  br i1 %113, label %222, label %114
114:
  %115 = load i32, ptr %22, align 64
  %116 = lshr i32 %4, 5
  %117 = zext nneg i32 %116 to i64
  %118 = shl nsw i64 -1, %117
  %119 = xor i64 %118, -1
  %120 = zext nneg i32 %4 to i64
  br label %121
121:
  %122 = phi i64 [ 0, %114 ], [ %219, %218 ]
  %123 = lshr exact i64 %122, 5
  %124 = shl i64 %119, %123
  %125 = trunc i64 %124 to i32
  %126 = and i32 %115, %125
  %127 = icmp eq i32 %126, 0
  br i1 %127, label %128, label %218
128:
  %129 = trunc nuw nsw i64 %122 to i32
  %130 = load ptr, ptr %10, align 8
  %131 = icmp eq ptr %130, null
  br i1 %131, label %132, label %140
132:
  %133 = load ptr, ptr %0, align 128
  %134 = call ptr @cute.allocate(ptr %133, ptr %0, i64 852160)
  %135 = ptrtoint ptr %134 to i64
  %136 = add i64 %135, 63
  %137 = and i64 %136, -64
  %138 = inttoptr i64 %137 to ptr
  call void @llvm.memset.p0.i64(ptr %138, i8 0, i64 128, i1 false)
  %139 = getelementptr inbounds nuw i8, ptr %138, i64 120
  store ptr %134, ptr %139, align 8
  store ptr %138, ptr %10, align 8
  br label %140
140:
  %141 = phi ptr [ %138, %132 ], [ %130, %128 ]
  %142 = load i32, ptr %141, align 64
  %143 = or i32 %142, %125
  store i32 %143, ptr %141, align 64
  %144 = trunc nuw nsw i32 %116 to i8
  %145 = getelementptr inbounds nuw i8, ptr %141, i64 20
  %146 = getelementptr inbounds nuw i8, ptr %145, i64 %123
  store i8 %144, ptr %146, align 1
  %147 = getelementptr inbounds nuw i8, ptr %141, i64 16
  store i32 %1, ptr %147, align 16
  %148 = getelementptr inbounds nuw i8, ptr %141, i64 128
  %149 = shl i64 %122, 9
  %150 = and i64 %149, 2199023239168
  %151 = getelementptr inbounds nuw i8, ptr %148, i64 %150
  %152 = shl nuw nsw i32 %4, 7
  %153 = icmp eq i32 %4, 0
  br i1 %153, label %168, label %154
154:
  %155 = load ptr, ptr %0, align 128
  %156 = getelementptr inbounds nuw i8, ptr %155, i64 1336
  %157 = load i64, ptr %156, align 8
  %158 = trunc i64 %157 to i32
  %159 = mul i32 %158, 16843009
  %160 = icmp eq i32 %158, 0
  %161 = select i1 %160, i32 -1, i32 %159
  %162 = zext nneg i32 %152 to i64
  br label %163
163:
  %164 = phi i64 [ %166, %163 ], [ 0, %154 ]
  %165 = getelementptr inbounds nuw i32, ptr %151, i64 %164
  store i32 %161, ptr %165, align 4
  %166 = add nuw nsw i64 %164, 1
  %167 = icmp eq i64 %166, %162
  br i1 %167, label %168, label %163
168:
  %169 = icmp eq ptr %112, null
  br i1 %169, label %217, label %170
170:
  %171 = load i32, ptr %112, align 64
  %172 = and i32 %171, %125
  %173 = icmp eq i32 %172, 0
  br i1 %173, label %174, label %217
174:
  %175 = getelementptr inbounds nuw i8, ptr %97, i64 104
  %176 = load ptr, ptr %175, align 8
  %177 = icmp eq ptr %176, null
  br i1 %177, label %178, label %186
178:
  %179 = load ptr, ptr %97, align 128
  %180 = call ptr @cute.allocate(ptr %179, ptr %97, i64 852160)
  %181 = ptrtoint ptr %180 to i64
  %182 = add i64 %181, 63
  %183 = and i64 %182, -64
  %184 = inttoptr i64 %183 to ptr
  call void @llvm.memset.p0.i64(ptr %184, i8 0, i64 128, i1 false)
  %185 = getelementptr inbounds nuw i8, ptr %184, i64 120
  store ptr %180, ptr %185, align 8
  store ptr %184, ptr %175, align 8
  br label %186
186:
  %187 = phi ptr [ %184, %178 ], [ %176, %174 ]
  %188 = load i32, ptr %187, align 64
  %189 = or i32 %188, %125
  store i32 %189, ptr %187, align 64
  %190 = getelementptr inbounds nuw i8, ptr %187, i64 20
  %191 = getelementptr inbounds nuw i8, ptr %190, i64 %123
  store i8 %144, ptr %191, align 1
  %192 = getelementptr inbounds nuw i8, ptr %187, i64 16
  store i32 %1, ptr %192, align 16
  %193 = getelementptr inbounds nuw i8, ptr %187, i64 128
  %194 = getelementptr inbounds nuw i8, ptr %193, i64 %150
  br i1 %153, label %209, label %195
195:
  %196 = load ptr, ptr %97, align 128
  %197 = getelementptr inbounds nuw i8, ptr %196, i64 1336
  %198 = load i64, ptr %197, align 8
  %199 = trunc i64 %198 to i32
  %200 = mul i32 %199, 16843009
  %201 = icmp eq i32 %199, 0
  %202 = select i1 %201, i32 -1, i32 %200
  %203 = zext nneg i32 %152 to i64
  br label %204
204:
  %205 = phi i64 [ %207, %204 ], [ 0, %195 ]
  %206 = getelementptr inbounds nuw i32, ptr %194, i64 %205
  store i32 %202, ptr %206, align 4
  %207 = add nuw nsw i64 %205, 1
  %208 = icmp eq i64 %207, %203
  br i1 %208, label %209, label %204
209:
  %210 = trunc i64 %123 to i8
  %211 = getelementptr inbounds nuw i8, ptr %112, i64 40
  %212 = getelementptr inbounds nuw i8, ptr %112, i64 36
  %213 = load i32, ptr %212, align 4
  %214 = add i32 %213, 1
  store i32 %214, ptr %212, align 4
  %215 = sext i32 %213 to i64
  %216 = getelementptr inbounds i8, ptr %211, i64 %215
  store i8 %210, ptr %216, align 1
  br label %217
217:
  store i32 %129, ptr %3, align 4
  br label %227
218:
  %219 = add nuw nsw i64 %122, 32
  %220 = add nuw nsw i64 %219, %120
  %221 = icmp samesign ugt i64 %220, 512
  br i1 %221, label %222, label %121
222:
  %223 = zext nneg i32 %4 to i64
  %224 = load i32, ptr %22, align 64
  %225 = sext i32 %224 to i64
  %226 = call i1 @cute.tensor.fault(ptr %7, i32 2, i64 %223, i64 %225)
  br label %227
227:
  %228 = phi i1 [ false, %54 ], [ true, %37 ], [ true, %46 ], [ true, %28 ], [ true, %31 ], [ true, %73 ], [ false, %217 ], [ true, %222 ]
  call void @llvm.lifetime.end.p0(ptr %7)
  ret i1 %228
}
define i1 @cute.tensor.dealloc(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = alloca { ptr, i32, i32 }, align 8
  call void @llvm.lifetime.start.p0(ptr %7)
  store ptr %0, ptr %7, align 8
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 8
  store i32 %1, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %7, i64 12
  store i32 %2, ptr %9, align 4
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %13, label %21
13:
  %14 = load ptr, ptr %0, align 128
  %15 = call ptr @cute.allocate(ptr %14, ptr %0, i64 852160)
  %16 = ptrtoint ptr %15 to i64
  %17 = add i64 %16, 63
  %18 = and i64 %17, -64
  %19 = inttoptr i64 %18 to ptr
  call void @llvm.memset.p0.i64(ptr %19, i8 0, i64 128, i1 false)
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 120
  store ptr %15, ptr %20, align 8
  store ptr %19, ptr %10, align 8
  br label %21
21:
  %22 = phi ptr [ %19, %13 ], [ %11, %6 ]
  %23 = add i32 %4, -32
  %24 = icmp ult i32 %23, 481
  %25 = call i32 @llvm.ctpop.i32(i32 %4)
  %26 = icmp samesign ult i32 %25, 2
  %27 = select i1 %24, i1 %26, i1 false
  br i1 %27, label %31, label %28
28:
  %29 = zext i32 %4 to i64
  %30 = call i1 @cute.tensor.fault(ptr %7, i32 1, i64 %29, i64 0)
  br label %61
31:
  %32 = call i1 @cute.tensor.wrong_group(ptr %7, i32 %5)
  br i1 %32, label %61, label %33
33:
  %34 = and i32 %3, -481
  %35 = icmp eq i32 %34, 0
  br i1 %35, label %36, label %45
36:
  %37 = getelementptr inbounds nuw i8, ptr %22, i64 20
  %38 = lshr exact i32 %3, 5
  %39 = zext nneg i32 %38 to i64
  %40 = getelementptr inbounds nuw i8, ptr %37, i64 %39
  %41 = load i8, ptr %40, align 1
  %42 = sext i8 %41 to i32
  %43 = lshr i32 %4, 5
  %44 = icmp eq i32 %43, %42
  br i1 %44, label %49, label %45
45:
  %46 = zext i32 %3 to i64
  %47 = zext nneg i32 %4 to i64
  %48 = call i1 @cute.tensor.fault(ptr %7, i32 5, i64 %46, i64 %47)
  br label %61
49:
  %50 = lshr i32 %4, 5
  %51 = zext nneg i32 %50 to i64
  %52 = shl nsw i64 -1, %51
  %53 = xor i64 %52, -1
  %54 = lshr exact i32 %3, 5
  %55 = zext nneg i32 %54 to i64
  %56 = shl nuw nsw i64 %53, %55
  %57 = trunc i64 %56 to i32
  %58 = xor i32 %57, -1
  %59 = load i32, ptr %22, align 64
  %60 = and i32 %59, %58
  store i32 %60, ptr %22, align 64
  store i8 0, ptr %40, align 1
  br label %61
61:
  %62 = phi i1 [ true, %28 ], [ true, %31 ], [ true, %45 ], [ false, %49 ]
  call void @llvm.lifetime.end.p0(ptr %7)
  ret i1 %62
}
define i1 @cute.tensor.relinquish(ptr %0, i32 %1, i32 %2, i32 %3) noinline {
  %5 = alloca { ptr, i32, i32 }, align 8
  call void @llvm.lifetime.start.p0(ptr %5)
  store ptr %0, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store i32 %1, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 12
  store i32 %2, ptr %7, align 4
  %8 = call i1 @cute.tensor.wrong_group(ptr %5, i32 %3)
  br i1 %8, label %24, label %9
9:
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %13, label %21
13:
  %14 = load ptr, ptr %0, align 128
  %15 = call ptr @cute.allocate(ptr %14, ptr %0, i64 852160)
  %16 = ptrtoint ptr %15 to i64
  %17 = add i64 %16, 63
  %18 = and i64 %17, -64
  %19 = inttoptr i64 %18 to ptr
  call void @llvm.memset.p0.i64(ptr %19, i8 0, i64 128, i1 false)
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 120
  store ptr %15, ptr %20, align 8
  store ptr %19, ptr %10, align 8
  br label %21
21:
  %22 = phi ptr [ %19, %13 ], [ %11, %9 ]
  %23 = getelementptr inbounds nuw i8, ptr %22, i64 4
  store i32 1, ptr %23, align 4
  br label %24
24:
  call void @llvm.lifetime.end.p0(ptr %5)
  ret i1 %8
}
define i1 @cute.tensor.commit(ptr %0, i32 %1, i32 %2, i32 %3) noinline {
  %5 = alloca { ptr, i32, i32 }, align 8
  call void @llvm.lifetime.start.p0(ptr %5)
  store ptr %0, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store i32 %1, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 12
  store i32 %2, ptr %7, align 4
  %8 = call i1 @cute.tensor.wrong_group(ptr %5, i32 %3)
  call void @llvm.lifetime.end.p0(ptr %5)
  ret i1 %8
}
define i1 @cute.tensor.load(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 %7, ptr %8) noinline {
  %10 = alloca { ptr, i32, i32 }, align 8
  %11 = alloca { i32, i32, i32, i32 }, align 4
  call void @llvm.lifetime.start.p0(ptr %10)
  store ptr %0, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store i32 %1, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %10, i64 12
  store i32 %2, ptr %13, align 4
  call void @llvm.lifetime.start.p0(ptr %11)
  store i32 %4, ptr %11, align 4
  %14 = getelementptr inbounds nuw i8, ptr %11, i64 4
  store i32 %5, ptr %14, align 4
  %15 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i32 %6, ptr %15, align 4
  %16 = getelementptr inbounds nuw i8, ptr %11, i64 12
  store i32 %7, ptr %16, align 4
  %17 = call ptr @memory.reach(ptr %10, ptr %11, i32 %3)
  %18 = icmp eq ptr %17, null
  br i1 %18, label %119, label %19
19:
  %20 = icmp eq i32 %4, 2
  %21 = icmp eq i32 %4, 3
  %22 = select i1 %21, i32 2, i32 0
  %23 = select i1 %20, i32 1, i32 %22
  %24 = shl i32 %5, %23
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %119, label %26
26:
  %27 = icmp eq i32 %6, 0
  %28 = or i32 %6, %4
  %29 = icmp eq i32 %28, 0
  %30 = ashr i32 %7, %6
  %31 = zext i32 %24 to i64
  br label %32
32:
  %33 = phi i64 [ 0, %26 ], [ %116, %115 ]
  %34 = phi ptr [ %8, %26 ], [ %117, %115 ]
  br i1 %29, label %55, label %35
35:
  %36 = trunc nuw i64 %33 to i32
  %37 = shl i32 %36, 2
  %38 = and i32 %37, 8
  %39 = trunc nuw i64 %33 to i32
  %40 = shl i32 %39, 1
  %41 = and i32 %40, -8
  %42 = trunc nuw i64 %33 to i32
  %43 = and i32 %42, 1
  %44 = or disjoint i32 %41, %43
  %45 = trunc nuw i64 %33 to i32
  %46 = shl i32 %45, 3
  %47 = and i32 %46, 8
  %48 = trunc nuw i64 %33 to i32
  %49 = shl i32 %48, 1
  %50 = and i32 %49, -4
  %51 = trunc nuw i64 %33 to i32
  %52 = shl i32 %51, 1
  %53 = trunc nuw i64 %33 to i32
  %54 = trunc nuw i64 %33 to i32
  br label %58
55:
  %56 = shl nuw nsw i64 %33, 9
  %57 = getelementptr inbounds nuw i8, ptr %17, i64 %56
  call void @llvm.memcpy.p0.p0.i64(ptr %34, ptr %57, i64 128, i1 false)
  br label %115
58:
  %59 = phi i64 [ 0, %35 ], [ %113, %110 ]
  %60 = trunc nuw nsw i64 %59 to i32
  switch i32 %4, label %87 [
    i32 0, label %94
    i32 1, label %61
    i32 2, label %72
    i32 3, label %79
  ]
61:
  %62 = trunc nuw nsw i64 %59 to i32
  %63 = lshr i32 %62, 2
  %64 = trunc i64 %59 to i32
  %65 = shl i32 %64, 3
  %66 = and i32 %65, 8
  %67 = or disjoint i32 %66, %63
  %68 = trunc nuw nsw i64 %59 to i32
  %69 = lshr i32 %68, 1
  %70 = and i32 %69, 1
  %71 = or disjoint i32 %70, %52
  br label %94
72:
  %73 = trunc nuw nsw i64 %59 to i32
  %74 = lshr i32 %73, 2
  %75 = or disjoint i32 %74, %47
  %76 = trunc nuw nsw i64 %59 to i32
  %77 = and i32 %76, 3
  %78 = or disjoint i32 %77, %50
  br label %94
79:
  %80 = trunc nuw nsw i64 %59 to i32
  %81 = lshr i32 %80, 2
  %82 = or disjoint i32 %81, %38
  %83 = trunc i64 %59 to i32
  %84 = shl i32 %83, 1
  %85 = and i32 %84, 6
  %86 = or disjoint i32 %44, %85
  br label %94
87:
  %88 = trunc nuw nsw i64 %59 to i32
  %89 = and i32 %88, 15
  %90 = trunc nuw nsw i64 %59 to i32
  %91 = lshr i32 %90, 4
  %92 = mul nuw i32 %91, %30
  %93 = add i32 %92, %54
  br label %94
94:
  %95 = phi i32 [ %89, %87 ], [ %82, %79 ], [ %67, %61 ], [ %75, %72 ], [ %60, %58 ]
  %96 = phi i32 [ %93, %87 ], [ %86, %79 ], [ %71, %61 ], [ %78, %72 ], [ %53, %58 ]
  %97 = shl i32 %96, %6
  %98 = zext i32 %97 to i64
  %99 = zext i32 %95 to i64
  %100 = shl nuw nsw i64 %98, 9
  %101 = getelementptr inbounds nuw i8, ptr %17, i64 %100
  %102 = getelementptr inbounds nuw i32, ptr %101, i64 %99
  %103 = load i32, ptr %102, align 4
  br i1 %27, label %110, label %104
104:
  %105 = and i32 %103, 65535
  %106 = getelementptr inbounds nuw i8, ptr %102, i64 512
  %107 = load i32, ptr %106, align 4
  %108 = shl i32 %107, 16
  %109 = or disjoint i32 %108, %105
  br label %110
110:
  %111 = phi i32 [ %109, %104 ], [ %103, %94 ]
  %112 = getelementptr inbounds nuw i32, ptr %34, i64 %59
  store i32 %111, ptr %112, align 4
  %113 = add nuw nsw i64 %59, 1
  %114 = icmp eq i64 %113, 32
  br i1 %114, label %115, label %58
115:
  %116 = add nuw nsw i64 %33, 1
  %117 = getelementptr inbounds nuw i8, ptr %34, i64 128
  %118 = icmp eq i64 %116, %31
  br i1 %118, label %119, label %32
119:
  call void @llvm.lifetime.end.p0(ptr %11)
  call void @llvm.lifetime.end.p0(ptr %10)
  ret i1 %18
}
define internal ptr @memory.reach(ptr %0, ptr %1, i32 %2) noinline {
  %4 = lshr i32 %2, 16
  %5 = and i32 %2, 65535
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %7 = load i32, ptr %6, align 4
  %8 = sdiv i32 %7, 32
  %9 = sext i32 %8 to i64
  %10 = srem i64 %9, 4
  %11 = trunc nsw i64 %10 to i32
  %12 = load i32, ptr %1, align 4
  %13 = lshr i32 %2, 21
  %14 = icmp eq i32 %13, 0
  %15 = icmp eq i32 %13, %11
  %16 = select i1 %14, i1 true, i1 %15
  br i1 %16, label %17, label %22
17:
  %18 = icmp eq i32 %12, 0
  %19 = select i1 %18, i32 31, i32 15
  %20 = and i32 %19, %4
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %26, label %22
22:
  %23 = zext nneg i32 %4 to i64
  %24 = and i64 %10, 4294967295
  %25 = call i1 @cute.tensor.fault(ptr %0, i32 7, i64 %23, i64 %24)
  br label %109
26:
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %28 = load i32, ptr %27, align 4
  %29 = icmp eq i32 %12, 2
  %30 = icmp eq i32 %12, 3
  %31 = select i1 %30, i32 2, i32 0
  %32 = select i1 %29, i32 1, i32 %31
  %33 = shl i32 %28, %32
  %34 = add i32 %33, -1
  switch i32 %12, label %46 [
    i32 0, label %53
    i32 1, label %35
    i32 2, label %38
    i32 3, label %41
  ]
35:
  %36 = shl i32 %34, 1
  %37 = or disjoint i32 %36, 1
  br label %53
38:
  %39 = shl i32 %34, 1
  %40 = or i32 %39, 3
  br label %53
41:
  %42 = shl i32 %34, 1
  %43 = and i32 %34, 1
  %44 = or disjoint i32 %42, %43
  %45 = or i32 %44, 6
  br label %53
46:
  %47 = getelementptr inbounds nuw i8, ptr %1, i64 12
  %48 = load i32, ptr %47, align 4
  %49 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %50 = load i32, ptr %49, align 4
  %51 = ashr i32 %48, %50
  %52 = add i32 %51, %34
  br label %53
53:
  %54 = phi i32 [ %52, %46 ], [ %45, %41 ], [ %37, %35 ], [ %40, %38 ], [ %34, %26 ]
  %55 = add i32 %54, 1
  %56 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %57 = load i32, ptr %56, align 4
  %58 = shl i32 %55, %57
  %59 = and i32 %2, 65504
  %60 = add i32 %58, %5
  %61 = icmp ugt i32 %60, 512
  br i1 %61, label %81, label %62
62:
  %63 = load ptr, ptr %0, align 8
  %64 = getelementptr inbounds nuw i8, ptr %63, i64 104
  %65 = load ptr, ptr %64, align 8
  %66 = icmp eq ptr %65, null
  br i1 %66, label %81, label %67
67:
  %68 = sub nsw i32 %60, %59
  %69 = add nsw i32 %68, 31
  %70 = lshr i32 %69, 5
  %71 = zext nneg i32 %70 to i64
  %72 = shl nsw i64 -1, %71
  %73 = xor i64 %72, -1
  %74 = lshr i32 %5, 5
  %75 = zext nneg i32 %74 to i64
  %76 = shl i64 %73, %75
  %77 = trunc i64 %76 to i32
  %78 = load i32, ptr %65, align 64
  %79 = and i32 %78, %77
  %80 = icmp eq i32 %79, %77
  br i1 %80, label %85, label %81
81:
  %82 = zext nneg i32 %5 to i64
  %83 = zext i32 %58 to i64
  %84 = call i1 @cute.tensor.fault(ptr %0, i32 6, i64 %82, i64 %83)
  br label %109
85:
  %86 = and i32 %4, 31
  %87 = shl nsw i32 %11, 5
  %88 = or disjoint i32 %87, %86
  %89 = load ptr, ptr %0, align 8
  %90 = getelementptr inbounds nuw i8, ptr %89, i64 104
  %91 = load ptr, ptr %90, align 8
  %92 = icmp eq ptr %91, null
  br i1 %92, label %93, label %101
93:
  %94 = load ptr, ptr %89, align 128
  %95 = call ptr @cute.allocate(ptr %94, ptr %89, i64 852160)
  %96 = ptrtoint ptr %95 to i64
  %97 = add i64 %96, 63
  %98 = and i64 %97, -64
  %99 = inttoptr i64 %98 to ptr
  call void @llvm.memset.p0.i64(ptr %99, i8 0, i64 128, i1 false)
  %100 = getelementptr inbounds nuw i8, ptr %99, i64 120
  store ptr %95, ptr %100, align 8
  store ptr %99, ptr %90, align 8
  br label %101
101:
  %102 = phi ptr [ %99, %93 ], [ %91, %85 ]
  %103 = getelementptr inbounds nuw i8, ptr %102, i64 128
  %104 = zext i32 %88 to i64
  %105 = shl nuw nsw i32 %5, 9
  %106 = zext nneg i32 %105 to i64
  %107 = getelementptr inbounds nuw i8, ptr %103, i64 %106
  %108 = getelementptr inbounds nuw i32, ptr %107, i64 %104
  br label %109
109:
  %110 = phi ptr [ null, %22 ], [ %108, %101 ], [ null, %81 ]
  ret ptr %110
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i1 @cute.tensor.store(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 %7, ptr %8) noinline {
  %10 = alloca { ptr, i32, i32 }, align 8
  %11 = alloca { i32, i32, i32, i32 }, align 4
  call void @llvm.lifetime.start.p0(ptr %10)
  store ptr %0, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store i32 %1, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %10, i64 12
  store i32 %2, ptr %13, align 4
  call void @llvm.lifetime.start.p0(ptr %11)
  store i32 %4, ptr %11, align 4
  %14 = getelementptr inbounds nuw i8, ptr %11, i64 4
  store i32 %5, ptr %14, align 4
  %15 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i32 %6, ptr %15, align 4
  %16 = getelementptr inbounds nuw i8, ptr %11, i64 12
  store i32 %7, ptr %16, align 4
  %17 = call ptr @memory.reach(ptr %10, ptr %11, i32 %3)
  %18 = icmp eq ptr %17, null
  br i1 %18, label %104, label %19
19:
  %20 = icmp eq i32 %4, 2
  %21 = icmp eq i32 %4, 3
  %22 = select i1 %21, i32 2, i32 0
  %23 = select i1 %20, i32 1, i32 %22
  %24 = shl i32 %5, %23
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %104, label %26
26:
  %27 = icmp eq i32 %6, 0
  %28 = ashr i32 %7, %6
  br label %29
29:
  %30 = phi ptr [ %8, %26 ], [ %45, %43 ]
  %31 = phi i32 [ 0, %26 ], [ %44, %43 ]
  %32 = shl i32 %31, 2
  %33 = and i32 %32, 8
  %34 = shl i32 %31, 1
  %35 = and i32 %34, -8
  %36 = and i32 %31, 1
  %37 = or disjoint i32 %35, %36
  %38 = shl i32 %31, 3
  %39 = and i32 %38, 8
  %40 = shl i32 %31, 1
  %41 = and i32 %40, -4
  %42 = shl i32 %31, 1
  br label %47
43:
  %44 = add nuw i32 %31, 1
  %45 = getelementptr inbounds nuw i8, ptr %30, i64 128
  %46 = icmp eq i32 %44, %24
  br i1 %46, label %104, label %29
47:
  %48 = phi i64 [ 0, %29 ], [ %102, %101 ]
  %49 = trunc nuw nsw i64 %48 to i32
  switch i32 %4, label %76 [
    i32 0, label %83
    i32 1, label %50
    i32 2, label %61
    i32 3, label %68
  ]
50:
  %51 = trunc nuw nsw i64 %48 to i32
  %52 = lshr i32 %51, 2
  %53 = trunc i64 %48 to i32
  %54 = shl i32 %53, 3
  %55 = and i32 %54, 8
  %56 = or disjoint i32 %55, %52
  %57 = trunc nuw nsw i64 %48 to i32
  %58 = lshr i32 %57, 1
  %59 = and i32 %58, 1
  %60 = or disjoint i32 %59, %42
  br label %83
61:
  %62 = trunc nuw nsw i64 %48 to i32
  %63 = lshr i32 %62, 2
  %64 = or disjoint i32 %63, %39
  %65 = trunc nuw nsw i64 %48 to i32
  %66 = and i32 %65, 3
  %67 = or disjoint i32 %66, %41
  br label %83
68:
  %69 = trunc nuw nsw i64 %48 to i32
  %70 = lshr i32 %69, 2
  %71 = or disjoint i32 %70, %33
  %72 = trunc i64 %48 to i32
  %73 = shl i32 %72, 1
  %74 = and i32 %73, 6
  %75 = or disjoint i32 %37, %74
  br label %83
76:
  %77 = trunc nuw nsw i64 %48 to i32
  %78 = and i32 %77, 15
  %79 = trunc nuw nsw i64 %48 to i32
  %80 = lshr i32 %79, 4
  %81 = mul nuw i32 %80, %28
  %82 = add i32 %81, %31
  br label %83
83:
  %84 = phi i32 [ %78, %76 ], [ %71, %68 ], [ %56, %50 ], [ %64, %61 ], [ %49, %47 ]
  %85 = phi i32 [ %82, %76 ], [ %75, %68 ], [ %60, %50 ], [ %67, %61 ], [ %31, %47 ]
  %86 = shl i32 %85, %6
  %87 = zext i32 %86 to i64
  %88 = zext i32 %84 to i64
  %89 = shl nuw nsw i64 %87, 9
  %90 = getelementptr inbounds nuw i8, ptr %17, i64 %89
  %91 = getelementptr inbounds nuw i32, ptr %90, i64 %88
  %92 = getelementptr inbounds nuw i32, ptr %30, i64 %48
  %93 = load i32, ptr %92, align 4
  %94 = and i32 %93, 65535
  %95 = select i1 %27, i32 %93, i32 %94
  store i32 %95, ptr %91, align 4
  br i1 %27, label %101, label %96
96:
  %97 = getelementptr inbounds nuw i32, ptr %30, i64 %48
  %98 = load i32, ptr %97, align 4
  %99 = lshr i32 %98, 16
  %100 = getelementptr inbounds nuw i8, ptr %91, i64 512
  store i32 %99, ptr %100, align 4
  br label %101
101:
  %102 = add nuw nsw i64 %48, 1
  %103 = icmp eq i64 %102, 32
  br i1 %103, label %43, label %47
104:
  call void @llvm.lifetime.end.p0(ptr %11)
  call void @llvm.lifetime.end.p0(ptr %10)
  ret i1 %18
}
define void @cute.tensor.reduce(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = icmp sgt i32 %1, 0
  %8 = sext i32 %1 to i64
  %9 = shl nsw i64 %8, 7
  %10 = getelementptr i8, ptr %0, i64 %9
  %11 = icmp eq i32 %3, 0
  %12 = icmp eq i32 %5, 0
  %13 = icmp eq i32 %5, 1
  %14 = icmp eq i32 %2, 0
  %15 = icmp ne i32 %4, 0
  %16 = icmp eq i32 %4, 0
  %17 = zext nneg i32 %1 to i64
  br label %18
18:
  %19 = phi i64 [ 0, %6 ], [ %25, %22 ]
  %20 = getelementptr i32, ptr %0, i64 %19
  br i1 %7, label %27, label %22
21:
  ret void
22:
  %23 = phi i32 [ 0, %18 ], [ %65, %55 ]
  %24 = getelementptr i32, ptr %10, i64 %19
  store i32 %23, ptr %24, align 4
  %25 = add nuw nsw i64 %19, 1
  %26 = icmp eq i64 %25, 32
  br i1 %26, label %21, label %18
27:
  %28 = phi i64 [ %66, %55 ], [ 0, %18 ]
  %29 = phi i32 [ %65, %55 ], [ 0, %18 ]
  %30 = shl nsw i64 %28, 7
  %31 = getelementptr i8, ptr %20, i64 %30
  %32 = load i32, ptr %31, align 4
  %33 = and i32 %32, 2147483647
  %34 = select i1 %11, i32 %32, i32 %33
  %35 = icmp samesign ugt i32 %33, 2139095040
  %36 = select i1 %12, i1 %35, i1 false
  %37 = and i32 %29, 2147483647
  %38 = icmp samesign ugt i32 %37, 2139095040
  %39 = select i1 %12, i1 %38, i1 false
  %40 = zext i32 %34 to i64
  %41 = sext i32 %34 to i64
  %42 = select i1 %13, i64 %40, i64 %41
  %43 = zext i32 %29 to i64
  %44 = sext i32 %29 to i64
  %45 = select i1 %13, i64 %43, i64 %44
  br i1 %12, label %46, label %55
46:
  %47 = icmp slt i64 %42, 0
  %48 = and i64 %42, 2147483647
  %49 = xor i64 %48, -1
  %50 = select i1 %47, i64 %49, i64 %42
  %51 = icmp slt i64 %45, 0
  br i1 %51, label %52, label %55
52:
  %53 = and i64 %45, 2147483647
  %54 = xor i64 %53, -1
  br label %55
55:
  %56 = phi i64 [ %50, %52 ], [ %50, %46 ], [ %42, %27 ]
  %57 = phi i64 [ %54, %52 ], [ %45, %46 ], [ %45, %27 ]
  %58 = icmp slt i64 %56, %57
  %59 = icmp sgt i64 %56, %57
  %60 = select i1 %14, i1 %59, i1 %58
  %61 = select i1 %36, i1 %15, i1 %60
  %62 = select i1 %39, i1 %16, i1 %61
  %63 = icmp eq i64 %28, 0
  %64 = select i1 %63, i1 true, i1 %62
  %65 = select i1 %64, i32 %34, i32 %29
  %66 = add nuw nsw i64 %28, 1
  %67 = icmp eq i64 %66, %17
  br i1 %67, label %22, label %27
}
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @llvm.ctpop.i32(i32)
; tensor/multiply.c
define i1 @cute.tensor.place_rows(ptr %0, ptr %1, ptr %2, ptr %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %6 = load i32, ptr %5, align 8
  %7 = ashr i32 %6, 16
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 52
  %9 = load i32, ptr %8, align 4
  %10 = icmp eq i32 %9, 2
  br i1 %10, label %11, label %15
11:
  %12 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %13 = load i32, ptr %12, align 4
  %14 = icmp eq i32 %13, 128
  br label %15
15:
  %16 = phi i1 [ false, %4 ], [ %14, %11 ]
  %17 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %18 = load i32, ptr %17, align 4
  %19 = icmp eq i32 %18, 64
  br i1 %19, label %20, label %26
20:
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %22 = load i32, ptr %21, align 8
  %23 = icmp eq i32 %22, 0
  %24 = xor i1 %16, true
  %25 = select i1 %23, i1 true, i1 %24
  br i1 %25, label %31, label %27
26:
  br i1 %16, label %27, label %31
27:
  %28 = getelementptr inbounds nuw i8, ptr %2, i64 42
  %29 = load i8, ptr %28, align 2
  %30 = trunc nuw i8 %29 to i1
  br label %31
31:
  %32 = phi i1 [ %23, %20 ], [ false, %26 ], [ %30, %27 ]
  br i1 %32, label %33, label %36
33:
  %34 = and i32 %6, -1114112
  %35 = icmp eq i32 %34, 0
  br i1 %35, label %41, label %38
36:
  %37 = icmp eq i32 %7, 0
  br i1 %37, label %41, label %38
38:
  %39 = zext i32 %7 to i64
  %40 = call i1 @cute.tensor.fault(ptr %0, i32 8, i64 %39, i64 0)
  br label %86
41:
  %42 = udiv i32 %18, %9
  store i32 %42, ptr %3, align 4
  %43 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %44 = load i32, ptr %43, align 8
  %45 = icmp eq i32 %44, 0
  br i1 %45, label %48, label %46
46:
  %47 = udiv i32 128, %18
  br label %54
48:
  br i1 %16, label %49, label %54
49:
  %50 = getelementptr inbounds nuw i8, ptr %2, i64 42
  %51 = load i8, ptr %50, align 2
  %52 = trunc nuw i8 %51 to i1
  %53 = select i1 %52, i32 1, i32 2
  br label %54
54:
  %55 = phi i32 [ %47, %46 ], [ 1, %48 ], [ %53, %49 ]
  %56 = getelementptr inbounds nuw i8, ptr %3, i64 16
  store i32 %55, ptr %56, align 4
  %57 = getelementptr inbounds nuw i8, ptr %2, i64 12
  %58 = load i32, ptr %57, align 4
  %59 = udiv i32 %58, %55
  %60 = getelementptr inbounds nuw i8, ptr %3, i64 20
  store i32 %59, ptr %60, align 4
  %61 = udiv i32 128, %55
  %62 = getelementptr inbounds nuw i8, ptr %3, i64 24
  store i32 %61, ptr %62, align 4
  %63 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %64 = load i32, ptr %63, align 8
  %65 = icmp eq i32 %64, 0
  %66 = select i1 %65, i32 1, i32 %55
  %67 = mul i32 %66, %42
  %68 = getelementptr inbounds nuw i8, ptr %3, i64 4
  store i32 %67, ptr %68, align 4
  %69 = lshr i32 %67, 4
  %70 = icmp eq i32 %69, 0
  br i1 %70, label %86, label %71
71:
  %72 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %73 = zext nneg i32 %69 to i64
  br label %74
74:
  %75 = phi i64 [ 0, %71 ], [ %84, %74 ]
  %76 = trunc nuw nsw i64 %75 to i32
  %77 = shl i32 %76, 5
  %78 = add i32 %77, %7
  %79 = trunc i64 %75 to i32
  %80 = shl i32 %79, 4
  %81 = select i1 %32, i32 %78, i32 %80
  %82 = trunc i32 %81 to i8
  %83 = getelementptr inbounds nuw i8, ptr %72, i64 %75
  store i8 %82, ptr %83, align 1
  %84 = add nuw nsw i64 %75, 1
  %85 = icmp samesign ult i64 %84, %73
  br i1 %85, label %74, label %86
86:
  %87 = phi i1 [ %40, %38 ], [ false, %54 ], [ false, %74 ]
  ret i1 %87
}
declare void @llvm.lifetime.start.p0(ptr)
declare i1 @cute.tensor.fault(ptr, i32, i64, i64)
declare void @llvm.lifetime.end.p0(ptr)
define i1 @cute.tensor.multiply(ptr %0, i32 %1, i32 %2, ptr %3) noinline {
  %5 = alloca [4 x { i8, i32, i32 }], align 16
  %6 = alloca { ptr, i32, i32 }, align 8
  %7 = alloca { i32, i32, i32, i32, i32, i8, i8, i8, i8, i8, i8, i8, i32, i32, i32, i8, i8, i8, i32, i32 }, align 4
  %8 = alloca { i32, i32, [8 x i8], i32, i32, i32 }, align 4
  %9 = alloca [2 x ptr], align 16
  %10 = alloca { ptr, ptr, ptr, i32, i32, i8, float, <16 x i32>, i8, [63 x i8] }, align 64
  call void @llvm.lifetime.start.p0(ptr %6)
  store ptr %0, ptr %6, align 8
  %11 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store i32 %1, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %6, i64 12
  store i32 %2, ptr %12, align 4
  call void @llvm.lifetime.start.p0(ptr %7)
  call void @llvm.lifetime.start.p0(ptr %8)
  call void @llvm.lifetime.start.p0(ptr %9)
  store ptr %0, ptr %9, align 16
  %13 = getelementptr inbounds nuw i8, ptr %9, i64 8
  store ptr null, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %3, i64 52
  %15 = load i32, ptr %14, align 4
  %16 = call i1 @cute.tensor.wrong_group(ptr %6, i32 %15)
  br i1 %16, label %695, label %17
17:
  %18 = call i1 @cute.tensor.instruction(ptr %6, ptr %3, ptr %7)
  br i1 %18, label %695, label %19
19:
  %20 = call i1 @cute.tensor.place_rows(ptr %6, ptr %3, ptr %7, ptr %8)
  br i1 %20, label %695, label %21
21:
  %22 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %23 = load i32, ptr %22, align 8
  %24 = and i32 %23, 65535
  %25 = getelementptr inbounds nuw i8, ptr %8, i64 20
  %26 = load i32, ptr %25, align 4
  %27 = add i32 %24, %26
  %28 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %29 = load i32, ptr %28, align 4
  %30 = icmp eq i32 %29, 128
  br i1 %30, label %31, label %38
31:
  %32 = load i32, ptr %14, align 4
  %33 = icmp eq i32 %32, 2
  br i1 %33, label %34, label %38
34:
  %35 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %36 = load i32, ptr %35, align 4
  %37 = lshr i32 %36, 1
  br label %41
38:
  %39 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %40 = load i32, ptr %39, align 4
  br label %41
41:
  %42 = phi i32 [ %37, %34 ], [ %40, %38 ]
  call void @llvm.lifetime.start.p0(ptr %5)
  %43 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %44 = load i32, ptr %43, align 8
  %45 = icmp ne i32 %44, 0
  %46 = zext i1 %45 to i8
  store i8 %46, ptr %5, align 16
  %47 = getelementptr inbounds nuw i8, ptr %5, i64 1
  call void @llvm.memset.p0.i64(ptr %47, i8 0, i64 3, i1 false)
  %48 = getelementptr inbounds nuw i8, ptr %5, i64 4
  %49 = load i64, ptr %3, align 8
  %50 = trunc i64 %49 to i32
  store i32 %50, ptr %48, align 4
  %51 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %52 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %53 = load i8, ptr %52, align 4
  %54 = trunc nuw i8 %53 to i1
  %55 = select i1 %54, i32 12, i32 8
  store i32 %55, ptr %51, align 8
  %56 = getelementptr inbounds nuw i8, ptr %5, i64 12
  %57 = getelementptr inbounds nuw i8, ptr %7, i64 42
  %58 = load i8, ptr %57, align 2
  store i8 %58, ptr %56, align 4
  %59 = getelementptr inbounds nuw i8, ptr %5, i64 13
  call void @llvm.memset.p0.i64(ptr %59, i8 0, i64 3, i1 false)
  %60 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %61 = getelementptr inbounds nuw i8, ptr %3, i64 40
  %62 = load i32, ptr %61, align 8
  %63 = getelementptr inbounds nuw i8, ptr %7, i64 44
  %64 = load i32, ptr %63, align 4
  %65 = add i32 %64, %62
  store i32 %65, ptr %60, align 16
  %66 = getelementptr inbounds nuw i8, ptr %5, i64 20
  %67 = call i32 @cute.tensor.metadata_columns(ptr %7)
  store i32 %67, ptr %66, align 4
  %68 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %69 = getelementptr inbounds nuw i8, ptr %7, i64 28
  %70 = load i32, ptr %69, align 4
  %71 = icmp ne i32 %70, 0
  %72 = zext i1 %71 to i8
  store i8 %72, ptr %68, align 8
  %73 = getelementptr inbounds nuw i8, ptr %5, i64 25
  call void @llvm.memset.p0.i64(ptr %73, i8 0, i64 3, i1 false)
  %74 = getelementptr inbounds nuw i8, ptr %5, i64 28
  %75 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %76 = load i32, ptr %75, align 8
  store i32 %76, ptr %74, align 4
  %77 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %78 = icmp eq i32 %70, 0
  br i1 %78, label %96, label %79
79:
  %80 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %81 = load i32, ptr %80, align 4
  %82 = load i32, ptr %8, align 4
  %83 = add i32 %82, 31
  %84 = lshr i32 %83, 5
  %85 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %86 = load i32, ptr %85, align 4
  %87 = udiv i32 %86, %70
  %88 = add i32 %81, 3
  %89 = add i32 %88, %87
  %90 = lshr i32 %89, 2
  %91 = add nsw i32 %90, -1
  %92 = icmp ugt i32 %82, 128
  %93 = select i1 %92, i32 3, i32 2
  %94 = shl i32 %91, %93
  %95 = add i32 %94, %84
  br label %96
96:
  %97 = phi i32 [ %95, %79 ], [ 0, %41 ]
  store i32 %97, ptr %77, align 16
  %98 = getelementptr inbounds nuw i8, ptr %5, i64 36
  store i8 %72, ptr %98, align 4
  %99 = getelementptr inbounds nuw i8, ptr %5, i64 37
  call void @llvm.memset.p0.i64(ptr %99, i8 0, i64 3, i1 false)
  %100 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %101 = getelementptr inbounds nuw i8, ptr %3, i64 36
  %102 = load i32, ptr %101, align 4
  store i32 %102, ptr %100, align 8
  %103 = getelementptr inbounds nuw i8, ptr %5, i64 44
  br i1 %78, label %120, label %104
104:
  %105 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %106 = load i32, ptr %105, align 4
  %107 = add i32 %42, 31
  %108 = lshr i32 %107, 5
  %109 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %110 = load i32, ptr %109, align 4
  %111 = udiv i32 %110, %70
  %112 = add i32 %106, 3
  %113 = add i32 %112, %111
  %114 = lshr i32 %113, 2
  %115 = add nsw i32 %114, -1
  %116 = icmp ugt i32 %42, 128
  %117 = select i1 %116, i32 3, i32 2
  %118 = shl i32 %115, %117
  %119 = add i32 %118, %108
  br label %120
120:
  %121 = phi i32 [ %119, %104 ], [ 0, %96 ]
  store i32 %121, ptr %103, align 4
  %122 = zext nneg i32 %24 to i64
  br label %126
123:
  %124 = add nuw nsw i64 %127, 1
  %125 = icmp eq i64 %124, 4
  br i1 %125, label %150, label %126
126:
  %127 = phi i64 [ 0, %120 ], [ %124, %123 ]
  %128 = phi i1 [ undef, %120 ], [ %148, %123 ]
  %129 = getelementptr inbounds nuw { i8, i32, i32 }, ptr %5, i64 %127
  %130 = getelementptr inbounds nuw i8, ptr %129, i64 4
  %131 = load i32, ptr %130, align 4
  %132 = and i32 %131, 65535
  %133 = load i8, ptr %129, align 4
  %134 = trunc nuw i8 %133 to i1
  %135 = icmp ult i32 %132, %27
  %136 = select i1 %134, i1 %135, i1 false
  br i1 %136, label %137, label %146
137:
  %138 = getelementptr inbounds nuw i8, ptr %129, i64 8
  %139 = load i32, ptr %138, align 4
  %140 = add i32 %139, %132
  %141 = icmp ult i32 %24, %140
  br i1 %141, label %142, label %146
142:
  %143 = load i32, ptr %25, align 4
  %144 = zext i32 %143 to i64
  %145 = call i1 @cute.tensor.fault(ptr %6, i32 26, i64 %122, i64 %144)
  br label %146
146:
  %147 = phi i1 [ false, %142 ], [ true, %137 ], [ true, %126 ]
  %148 = phi i1 [ %145, %142 ], [ %128, %137 ], [ %128, %126 ]
  br i1 %147, label %123, label %149
149:
  call void @llvm.lifetime.end.p0(ptr %5)
  br i1 %148, label %695, label %151
150:
  call void @llvm.lifetime.end.p0(ptr %5)
  br label %151
151:
  %152 = load i32, ptr %14, align 4
  %153 = icmp eq i32 %152, 2
  br i1 %153, label %304, label %154
154:
  %155 = call ptr @cute.tensor.memory(ptr %0)
  %156 = getelementptr inbounds nuw i8, ptr %155, i64 262272
  %157 = getelementptr inbounds nuw i8, ptr %155, i64 327808
  %158 = getelementptr inbounds nuw i8, ptr %155, i64 458880
  %159 = getelementptr inbounds nuw i8, ptr %155, i64 589952
  %160 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %161 = load i32, ptr %160, align 4
  %162 = load i32, ptr %14, align 4
  %163 = udiv i32 %161, %162
  %164 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %165 = load i64, ptr %164, align 8
  %166 = lshr i64 %165, 56
  %167 = trunc nuw nsw i64 %166 to i32
  %168 = and i32 %167, 63
  %169 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %170 = load i32, ptr %169, align 4
  %171 = icmp ugt i32 %168, %170
  br i1 %171, label %184, label %172
172:
  %173 = load i32, ptr %28, align 4
  %174 = icmp eq i32 %173, 32
  %175 = select i1 %174, i32 16, i32 32
  %176 = icmp samesign ugt i32 %168, %175
  br i1 %176, label %184, label %177
177:
  %178 = icmp sgt i32 %162, 0
  br i1 %178, label %179, label %207
179:
  %180 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %181 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %182 = getelementptr inbounds nuw i8, ptr %7, i64 21
  %183 = getelementptr inbounds nuw i8, ptr %7, i64 16
  br label %193
184:
  %185 = and i64 %166, 63
  %186 = zext i32 %170 to i64
  %187 = call i1 @cute.tensor.fault(ptr %6, i32 19, i64 %185, i64 %186)
  br i1 %187, label %695, label %314
188:
  %189 = add nuw nsw i64 %194, 1
  %190 = load i32, ptr %14, align 4
  %191 = sext i32 %190 to i64
  %192 = icmp slt i64 %189, %191
  br i1 %192, label %193, label %207
193:
  %194 = phi i64 [ 0, %179 ], [ %189, %188 ]
  %195 = getelementptr inbounds nuw ptr, ptr %9, i64 %194
  %196 = load ptr, ptr %195, align 8
  %197 = load i64, ptr %180, align 8
  %198 = load i32, ptr %181, align 4
  %199 = load i8, ptr %182, align 1
  %200 = trunc nuw i8 %199 to i1
  %201 = load i32, ptr %183, align 4
  %202 = trunc nuw nsw i64 %194 to i32
  %203 = mul i32 %163, %202
  %204 = zext i32 %203 to i64
  %205 = getelementptr inbounds nuw float, ptr %157, i64 %204
  %206 = call i1 @cute.tensor.read_shared(ptr %6, ptr %196, i64 %197, i32 %198, i1 %200, i32 %168, i32 %163, i32 %201, ptr %205, i32 256)
  br i1 %206, label %695, label %188
207:
  %208 = getelementptr inbounds nuw i8, ptr %3, i64 72
  %209 = load i32, ptr %208, align 8
  %210 = icmp eq i32 %209, 0
  br i1 %210, label %286, label %211
211:
  %212 = getelementptr inbounds nuw i8, ptr %3, i64 80
  %213 = load i32, ptr %212, align 8
  %214 = and i32 %213, -2147483645
  %215 = icmp eq i32 %214, 3
  br i1 %215, label %264, label %216
216:
  %217 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %218 = load i64, ptr %217, align 8
  %219 = and i64 %166, 63
  %220 = add i64 %218, %219
  %221 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %222 = load i32, ptr %221, align 4
  %223 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %224 = load i32, ptr %223, align 4
  %225 = mul i64 %220, -7046029254386353131
  %226 = zext i32 %222 to i64
  %227 = xor i64 %225, %226
  %228 = mul i64 %227, -7046029254386353131
  %229 = zext i32 %163 to i64
  %230 = xor i64 %228, %229
  %231 = mul i64 %230, -7046029254386353131
  %232 = zext i32 %224 to i64
  %233 = xor i64 %231, %232
  %234 = icmp eq i32 %224, 0
  br i1 %234, label %261, label %235
235:
  %236 = icmp ugt i32 %162, %161
  br label %237
237:
  %238 = phi i64 [ %233, %235 ], [ %243, %242 ]
  %239 = phi i32 [ 0, %235 ], [ %244, %242 ]
  br i1 %236, label %242, label %240
240:
  %241 = shl i32 %239, 8
  br label %246
242:
  %243 = phi i64 [ %238, %237 ], [ %258, %246 ]
  %244 = add nuw i32 %239, 1
  %245 = icmp eq i32 %244, %224
  br i1 %245, label %261, label %237
246:
  %247 = phi i64 [ 0, %240 ], [ %259, %246 ]
  %248 = phi i64 [ %238, %240 ], [ %258, %246 ]
  %249 = trunc nuw i64 %247 to i32
  %250 = add i32 %241, %249
  %251 = zext i32 %250 to i64
  %252 = getelementptr inbounds nuw float, ptr %157, i64 %251
  %253 = load i32, ptr %252, align 4
  %254 = lshr i64 %248, 29
  %255 = zext i32 %253 to i64
  %256 = xor i64 %254, %255
  %257 = xor i64 %256, %248
  %258 = mul i64 %257, -7046029254386353131
  %259 = add nuw nsw i64 %247, 1
  %260 = icmp eq i64 %259, %229
  br i1 %260, label %242, label %246
261:
  %262 = phi i64 [ %233, %216 ], [ %243, %242 ]
  %263 = or i64 %262, 1
  br label %264
264:
  %265 = phi i64 [ %263, %261 ], [ 0, %211 ]
  %266 = load ptr, ptr %9, align 16
  %267 = sdiv i32 %213, 4
  %268 = srem i32 %213, 4
  %269 = call ptr @cute.tensor.memory(ptr %266)
  %270 = getelementptr inbounds nuw i8, ptr %269, i64 80
  %271 = sext i32 %267 to i64
  %272 = getelementptr inbounds i64, ptr %270, i64 %271
  %273 = load i64, ptr %272, align 8
  %274 = sext i32 %268 to i64
  %275 = icmp ult i32 %268, 2
  %276 = select i1 %275, i64 %265, i64 0
  store i64 %276, ptr %272, align 8
  %277 = add nsw i32 %268, -3
  %278 = icmp ult i32 %277, -2
  br i1 %278, label %286, label %279
279:
  %280 = icmp eq i64 %273, 0
  br i1 %280, label %283, label %281
281:
  %282 = icmp eq i64 %273, %265
  br i1 %282, label %286, label %283
283:
  %284 = phi i32 [ 24, %279 ], [ 25, %281 ]
  %285 = call i1 @cute.tensor.fault(ptr %6, i32 %284, i64 %271, i64 %274)
  br i1 %285, label %695, label %286
286:
  %287 = getelementptr inbounds nuw i8, ptr %7, i64 23
  %288 = load i8, ptr %287, align 1
  %289 = trunc nuw i8 %288 to i1
  br i1 %289, label %290, label %314
290:
  %291 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %292 = load i32, ptr %291, align 4
  %293 = shl i32 %292, 8
  %294 = icmp eq i32 %293, 0
  br i1 %294, label %314, label %295
295:
  %296 = zext i32 %293 to i64
  br label %297
297:
  %298 = phi i64 [ 0, %295 ], [ %302, %297 ]
  %299 = getelementptr inbounds nuw float, ptr %157, i64 %298
  %300 = load float, ptr %299, align 4
  %301 = fneg float %300
  store float %301, ptr %299, align 4
  %302 = add nuw nsw i64 %298, 1
  %303 = icmp eq i64 %302, %296
  br i1 %303, label %314, label %297
304:
  %305 = phi i64 [ %309, %304 ], [ 0, %151 ]
  %306 = trunc nuw nsw i64 %305 to i32
  %307 = call ptr @cute.tensor.pair_block(ptr %6, i32 %306)
  %308 = getelementptr inbounds nuw ptr, ptr %9, i64 %305
  store ptr %307, ptr %308, align 8
  %309 = add nuw nsw i64 %305, 1
  %310 = load i32, ptr %14, align 4
  %311 = icmp eq i32 %310, 2
  %312 = icmp eq i64 %305, 0
  %313 = and i1 %311, %312
  br i1 %313, label %304, label %154
314:
  %315 = load i64, ptr %164, align 8
  %316 = and i64 %315, 549755813888
  %317 = icmp eq i64 %316, 0
  br i1 %317, label %375, label %318
318:
  %319 = lshr i64 %315, 40
  %320 = trunc nuw nsw i64 %319 to i32
  %321 = and i32 %320, 255
  %322 = add nuw nsw i32 %321, 1
  %323 = lshr i64 %315, 48
  %324 = trunc nuw nsw i64 %323 to i32
  %325 = and i32 %324, 255
  %326 = add nuw nsw i32 %325, 1
  %327 = load i32, ptr %28, align 4
  %328 = udiv i32 128, %327
  %329 = load i32, ptr %160, align 4
  %330 = udiv i32 %329, %328
  %331 = zext nneg i32 %326 to i64
  %332 = icmp ugt i32 %328, %329
  %333 = add nuw nsw i32 %322, %326
  %334 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %335 = zext nneg i32 %328 to i64
  %336 = load i32, ptr %334, align 4
  %337 = icmp eq i32 %336, 0
  %338 = zext i32 %336 to i64
  br label %339
339:
  %340 = phi i64 [ 0, %318 ], [ %361, %360 ]
  %341 = shl nuw nsw i64 %340, 3
  %342 = lshr i64 %315, %341
  %343 = and i64 %342, 255
  %344 = shl nuw i64 4294967296, %340
  %345 = and i64 %344, %315
  %346 = icmp eq i64 %345, 0
  %347 = select i1 %346, i64 0, i64 %331
  %348 = add nuw nsw i64 %347, %343
  %349 = trunc nuw nsw i64 %348 to i32
  br i1 %332, label %360, label %350
350:
  %351 = trunc nuw nsw i64 %340 to i32
  %352 = mul i32 %330, %351
  br label %353
353:
  %354 = phi i32 [ 0, %350 ], [ %373, %372 ]
  br i1 %337, label %372, label %355
355:
  %356 = add i32 %354, %349
  %357 = urem i32 %356, %333
  %358 = icmp samesign ugt i32 %357, %325
  %359 = add i32 %354, %352
  br i1 %358, label %363, label %372
360:
  %361 = add nuw nsw i64 %340, 1
  %362 = icmp samesign ult i64 %361, %335
  br i1 %362, label %339, label %375
363:
  %364 = phi i64 [ %370, %363 ], [ 0, %355 ]
  %365 = trunc nuw i64 %364 to i32
  %366 = shl i32 %365, 8
  %367 = add i32 %359, %366
  %368 = zext i32 %367 to i64
  %369 = getelementptr inbounds nuw float, ptr %157, i64 %368
  store float 0.000000e+00, ptr %369, align 4
  %370 = add nuw nsw i64 %364, 1
  %371 = icmp eq i64 %370, %338
  br i1 %371, label %372, label %363
372:
  %373 = add nuw i32 %354, 1
  %374 = icmp ult i32 %373, %330
  br i1 %374, label %353, label %360
375:
  call void @llvm.lifetime.start.p0(ptr %10)
  call void @llvm.memset.p0.i64(ptr %10, i8 0, i64 192, i1 false)
  store ptr %7, ptr %10, align 64
  %376 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %377 = load i32, ptr %69, align 4
  %378 = icmp eq i32 %377, 0
  %379 = select i1 %378, ptr %156, ptr %158
  store ptr %379, ptr %376, align 8
  %380 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %381 = select i1 %378, ptr %157, ptr %159
  store ptr %381, ptr %380, align 16
  %382 = getelementptr inbounds nuw i8, ptr %10, i64 24
  store i32 128, ptr %382, align 8
  %383 = getelementptr inbounds nuw i8, ptr %10, i64 28
  store i32 256, ptr %383, align 4
  %384 = getelementptr inbounds nuw i8, ptr %10, i64 32
  %385 = getelementptr inbounds nuw i8, ptr %3, i64 44
  %386 = load i32, ptr %385, align 4
  %387 = icmp ne i32 %386, 0
  %388 = zext i1 %387 to i8
  store i8 %388, ptr %384, align 32
  %389 = getelementptr inbounds nuw i8, ptr %10, i64 36
  %390 = getelementptr inbounds nuw i8, ptr %3, i64 60
  %391 = load i32, ptr %390, align 4
  %392 = shl i32 %391, 23
  %393 = sub i32 1065353216, %392
  store i32 %393, ptr %389, align 4
  %394 = getelementptr inbounds nuw i8, ptr %10, i64 128
  %395 = getelementptr inbounds nuw i8, ptr %3, i64 84
  %396 = load i32, ptr %395, align 4
  %397 = icmp ne i32 %396, 0
  %398 = zext i1 %397 to i8
  store i8 %398, ptr %394, align 64
  %399 = load i32, ptr %28, align 4
  %400 = icmp eq i32 %399, 128
  br i1 %400, label %401, label %407
401:
  %402 = load i32, ptr %14, align 4
  %403 = icmp eq i32 %402, 2
  br i1 %403, label %404, label %407
404:
  %405 = load i32, ptr %160, align 4
  %406 = lshr i32 %405, 1
  br label %407
407:
  %408 = phi i32 [ %406, %404 ], [ 0, %401 ], [ 0, %375 ]
  %409 = load i32, ptr %14, align 4
  %410 = icmp sgt i32 %409, 0
  br i1 %410, label %411, label %693
411:
  %412 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %413 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %414 = getelementptr inbounds nuw i8, ptr %8, i64 4
  %415 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %416 = getelementptr inbounds nuw i8, ptr %3, i64 72
  %417 = getelementptr inbounds nuw i8, ptr %3, i64 80
  %418 = getelementptr inbounds nuw i8, ptr %8, i64 4
  %419 = getelementptr inbounds nuw i8, ptr %7, i64 22
  %420 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %421 = getelementptr inbounds nuw i8, ptr %8, i64 4
  %422 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %423 = getelementptr inbounds nuw i8, ptr %7, i64 36
  %424 = getelementptr inbounds nuw i8, ptr %3, i64 88
  %425 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %426 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %427 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %428 = getelementptr inbounds nuw i8, ptr %10, i64 64
  %429 = getelementptr inbounds nuw i8, ptr %8, i64 4
  %430 = getelementptr inbounds nuw i8, ptr %3, i64 76
  br label %431
431:
  %432 = phi i64 [ 0, %411 ], [ %689, %688 ]
  %433 = getelementptr inbounds nuw ptr, ptr %9, i64 %432
  %434 = load ptr, ptr %433, align 8
  %435 = load i32, ptr %22, align 8
  %436 = and i32 %435, 65535
  %437 = load i32, ptr %25, align 4
  %438 = call i1 @cute.tensor.outside(ptr %6, ptr %434, i32 %436, i32 %437)
  br i1 %438, label %693, label %439
439:
  %440 = load i8, ptr %57, align 2
  %441 = load i32, ptr %412, align 4
  %442 = zext nneg i8 %440 to i32
  %443 = lshr i32 %441, %442
  %444 = load i64, ptr %3, align 8
  %445 = trunc i64 %444 to i32
  %446 = lshr i32 %445, 16
  %447 = load i32, ptr %43, align 8
  %448 = icmp eq i32 %447, 0
  br i1 %448, label %460, label %449
449:
  %450 = load i8, ptr %413, align 4
  %451 = zext i8 %450 to i32
  %452 = icmp eq i32 %446, %451
  br i1 %452, label %456, label %453
453:
  %454 = zext nneg i32 %446 to i64
  %455 = call i1 @cute.tensor.fault(ptr %6, i32 8, i64 %454, i64 0)
  br label %571
456:
  %457 = load i32, ptr %7, align 4
  %458 = load i32, ptr %414, align 4
  %459 = call i1 @cute.tensor.read_tensor(ptr %6, ptr %434, i32 %445, i32 %457, ptr %413, i32 %458, i32 %443, ptr %156, i32 128)
  br label %466
460:
  %461 = load i32, ptr %7, align 4
  %462 = load i8, ptr %415, align 4
  %463 = trunc nuw i8 %462 to i1
  %464 = load i32, ptr %8, align 4
  %465 = call i1 @cute.tensor.read_shared(ptr %6, ptr %434, i64 %444, i32 %461, i1 %463, i32 0, i32 %464, i32 %443, ptr %156, i32 128)
  br label %466
466:
  %467 = phi i1 [ %459, %456 ], [ %465, %460 ]
  br i1 %467, label %693, label %468
468:
  %469 = load i32, ptr %416, align 8
  %470 = icmp eq i32 %469, 0
  br i1 %470, label %471, label %539
471:
  %472 = load i32, ptr %417, align 8
  %473 = and i32 %472, -2147483645
  %474 = icmp eq i32 %473, 3
  br i1 %474, label %518, label %475
475:
  %476 = load i64, ptr %3, align 8
  %477 = load i32, ptr %7, align 4
  %478 = load i32, ptr %418, align 4
  %479 = mul i64 %476, -7046029254386353131
  %480 = zext i32 %477 to i64
  %481 = xor i64 %479, %480
  %482 = mul i64 %481, -7046029254386353131
  %483 = zext i32 %478 to i64
  %484 = xor i64 %482, %483
  %485 = mul i64 %484, -7046029254386353131
  %486 = zext i32 %443 to i64
  %487 = xor i64 %485, %486
  %488 = icmp eq i32 %443, 0
  br i1 %488, label %515, label %489
489:
  %490 = icmp eq i32 %478, 0
  br label %491
491:
  %492 = phi i64 [ %487, %489 ], [ %497, %496 ]
  %493 = phi i32 [ 0, %489 ], [ %498, %496 ]
  br i1 %490, label %496, label %494
494:
  %495 = shl i32 %493, 7
  br label %500
496:
  %497 = phi i64 [ %492, %491 ], [ %512, %500 ]
  %498 = add nuw i32 %493, 1
  %499 = icmp eq i32 %498, %443
  br i1 %499, label %515, label %491
500:
  %501 = phi i64 [ 0, %494 ], [ %513, %500 ]
  %502 = phi i64 [ %492, %494 ], [ %512, %500 ]
  %503 = trunc nuw i64 %501 to i32
  %504 = add i32 %495, %503
  %505 = zext i32 %504 to i64
  %506 = getelementptr inbounds nuw float, ptr %156, i64 %505
  %507 = load i32, ptr %506, align 4
  %508 = lshr i64 %502, 29
  %509 = zext i32 %507 to i64
  %510 = xor i64 %508, %509
  %511 = xor i64 %510, %502
  %512 = mul i64 %511, -7046029254386353131
  %513 = add nuw nsw i64 %501, 1
  %514 = icmp eq i64 %513, %483
  br i1 %514, label %496, label %500
515:
  %516 = phi i64 [ %487, %475 ], [ %497, %496 ]
  %517 = or i64 %516, 1
  br label %518
518:
  %519 = phi i64 [ %517, %515 ], [ 0, %471 ]
  %520 = sdiv i32 %472, 4
  %521 = srem i32 %472, 4
  %522 = call ptr @cute.tensor.memory(ptr %434)
  %523 = getelementptr inbounds nuw i8, ptr %522, i64 80
  %524 = sext i32 %520 to i64
  %525 = getelementptr inbounds i64, ptr %523, i64 %524
  %526 = load i64, ptr %525, align 8
  %527 = sext i32 %521 to i64
  %528 = icmp ult i32 %521, 2
  %529 = select i1 %528, i64 %519, i64 0
  store i64 %529, ptr %525, align 8
  %530 = add nsw i32 %521, -3
  %531 = icmp ult i32 %530, -2
  br i1 %531, label %539, label %532
532:
  %533 = icmp eq i64 %526, 0
  br i1 %533, label %536, label %534
534:
  %535 = icmp eq i64 %526, %519
  br i1 %535, label %539, label %536
536:
  %537 = phi i32 [ 24, %532 ], [ 25, %534 ]
  %538 = call i1 @cute.tensor.fault(ptr %6, i32 %537, i64 %524, i64 %527)
  br i1 %538, label %693, label %539
539:
  %540 = load i8, ptr %57, align 2
  %541 = trunc nuw i8 %540 to i1
  br i1 %541, label %542, label %544
542:
  %543 = call i1 @cute.tensor.expand(ptr %6, ptr %434, ptr %3, ptr %7, ptr %8, ptr %156)
  br i1 %543, label %693, label %544
544:
  %545 = load i8, ptr %419, align 2
  %546 = trunc nuw i8 %545 to i1
  br i1 %546, label %547, label %560
547:
  %548 = load i32, ptr %420, align 4
  %549 = shl i32 %548, 7
  %550 = icmp eq i32 %549, 0
  br i1 %550, label %560, label %551
551:
  %552 = zext i32 %549 to i64
  br label %553
553:
  %554 = phi i64 [ 0, %551 ], [ %558, %553 ]
  %555 = getelementptr inbounds nuw float, ptr %156, i64 %554
  %556 = load float, ptr %555, align 4
  %557 = fneg float %556
  store float %557, ptr %555, align 4
  %558 = add nuw nsw i64 %554, 1
  %559 = icmp eq i64 %558, %552
  br i1 %559, label %560, label %553
560:
  %561 = load i32, ptr %69, align 4
  %562 = icmp eq i32 %561, 0
  br i1 %562, label %573, label %563
563:
  %564 = load i32, ptr %421, align 4
  %565 = load i32, ptr %8, align 4
  %566 = icmp ugt i32 %564, %565
  %567 = select i1 %566, i32 %565, i32 0
  %568 = load i32, ptr %75, align 8
  %569 = load i32, ptr %422, align 4
  %570 = call i1 @multiply.scale(ptr %6, ptr %434, ptr %7, i32 %568, i32 %569, i32 %564, i32 %567, ptr %156, ptr %158, i32 128)
  br label %571
571:
  %572 = phi i1 [ %455, %453 ], [ %570, %563 ]
  br i1 %572, label %693, label %573
573:
  %574 = load i32, ptr %69, align 4
  %575 = icmp eq i32 %574, 0
  br i1 %575, label %581, label %576
576:
  %577 = load i32, ptr %101, align 4
  %578 = load i32, ptr %423, align 4
  %579 = load i32, ptr %160, align 4
  %580 = call i1 @multiply.scale(ptr %6, ptr %434, ptr %7, i32 %577, i32 %578, i32 %579, i32 %408, ptr %157, ptr %159, i32 256)
  br i1 %580, label %693, label %581
581:
  %582 = call ptr @cute.tensor.memory(ptr %434)
  %583 = getelementptr inbounds nuw i8, ptr %582, i64 128
  %584 = trunc nuw nsw i64 %432 to i32
  %585 = shl i32 %584, 2
  %586 = sext i32 %585 to i64
  %587 = getelementptr inbounds i32, ptr %424, i64 %586
  %588 = load i32, ptr %22, align 8
  %589 = and i32 %588, 65535
  %590 = load ptr, ptr %10, align 64
  %591 = getelementptr inbounds nuw i8, ptr %590, i64 28
  %592 = load i32, ptr %591, align 4
  %593 = icmp eq i32 %592, 0
  br i1 %593, label %594, label %599
594:
  %595 = getelementptr inbounds nuw i8, ptr %590, i64 26
  %596 = load i8, ptr %595, align 2
  %597 = trunc nuw i8 %596 to i1
  %598 = select i1 %597, ptr @multiply.integer_tile, ptr @multiply.float_tile
  br label %599
599:
  %600 = phi ptr [ %598, %594 ], [ @multiply.scaled_tile, %581 ]
  %601 = load i32, ptr %8, align 4
  %602 = icmp ult i32 %601, 16
  br i1 %602, label %671, label %603
603:
  %604 = phi i64 [ %612, %611 ], [ 0, %599 ]
  %605 = load i32, ptr %425, align 4
  %606 = icmp eq i32 %605, 0
  br i1 %606, label %611, label %607
607:
  %608 = getelementptr inbounds nuw i8, ptr %426, i64 %604
  %609 = trunc i64 %604 to i32
  %610 = shl i32 %609, 4
  br label %617
611:
  %612 = add nuw nsw i64 %604, 1
  %613 = load i32, ptr %8, align 4
  %614 = lshr i32 %613, 4
  %615 = zext nneg i32 %614 to i64
  %616 = icmp samesign ult i64 %612, %615
  br i1 %616, label %603, label %671
617:
  %618 = phi i32 [ 0, %607 ], [ %658, %657 ]
  %619 = load i8, ptr %608, align 1
  %620 = zext i8 %619 to i32
  %621 = load i32, ptr %427, align 4
  %622 = mul i32 %621, %618
  %623 = add i32 %622, %620
  %624 = load i8, ptr %394, align 64
  %625 = trunc nuw i8 %624 to i1
  br i1 %625, label %626, label %629
626:
  %627 = load <16 x i32>, ptr %428, align 64
  br label %642
628:
  store <16 x i32> %654, ptr %428, align 64
  br label %629
629:
  %630 = load i32, ptr %25, align 4
  %631 = mul i32 %630, %618
  %632 = load i32, ptr %429, align 4
  %633 = load i32, ptr %8, align 4
  %634 = icmp ugt i32 %632, %633
  %635 = mul i32 %633, %618
  %636 = select i1 %634, i32 %635, i32 0
  %637 = add i32 %636, %610
  %638 = icmp eq i32 %630, 0
  br i1 %638, label %657, label %639
639:
  %640 = zext i32 %623 to i64
  %641 = getelementptr inbounds nuw i32, ptr %583, i64 %640
  br label %661
642:
  %643 = phi <16 x i32> [ %627, %626 ], [ %654, %642 ]
  %644 = phi i32 [ 0, %626 ], [ %655, %642 ]
  %645 = add i32 %644, %623
  %646 = lshr i32 %645, 5
  %647 = zext nneg i32 %646 to i64
  %648 = getelementptr inbounds nuw i32, ptr %587, i64 %647
  %649 = load i32, ptr %648, align 4
  %650 = and i32 %645, 31
  %651 = lshr i32 %649, %650
  %652 = and i32 %651, 1
  %653 = sub nsw i32 0, %652
  %654 = insertelement <16 x i32> %643, i32 %653, i32 %644
  %655 = add nuw nsw i32 %644, 1
  %656 = icmp eq i32 %655, 16
  br i1 %656, label %628, label %642
657:
  %658 = add nuw i32 %618, 1
  %659 = load i32, ptr %425, align 4
  %660 = icmp ult i32 %658, %659
  br i1 %660, label %617, label %611
661:
  %662 = phi i32 [ 0, %639 ], [ %668, %661 ]
  %663 = add i32 %662, %589
  %664 = zext i32 %663 to i64
  %665 = shl nuw nsw i64 %664, 9
  %666 = getelementptr inbounds nuw i8, ptr %641, i64 %665
  %667 = add i32 %662, %631
  call void %600(ptr %10, ptr %666, i32 128, i32 %637, i32 %667)
  %668 = add i32 %662, 4
  %669 = load i32, ptr %25, align 4
  %670 = icmp ult i32 %668, %669
  br i1 %670, label %661, label %657
671:
  %672 = load i32, ptr %430, align 4
  %673 = icmp eq i32 %672, 0
  br i1 %673, label %688, label %674
674:
  %675 = phi i64 [ %683, %674 ], [ 0, %671 ]
  %676 = call ptr @cute.tensor.memory(ptr %434)
  %677 = getelementptr inbounds nuw i8, ptr %676, i64 128
  %678 = load i64, ptr %3, align 8
  %679 = shl i64 %678, 9
  %680 = and i64 %679, 33553920
  %681 = getelementptr inbounds nuw i8, ptr %677, i64 %680
  %682 = getelementptr inbounds nuw i32, ptr %681, i64 %675
  call void @cute.tensor.shift_lanes(ptr %682)
  %683 = add nuw nsw i64 %675, 32
  %684 = load i32, ptr %430, align 4
  %685 = icmp ne i32 %684, 0
  %686 = icmp samesign ult i64 %675, 96
  %687 = select i1 %685, i1 %686, i1 false
  br i1 %687, label %674, label %688
688:
  %689 = add nuw nsw i64 %432, 1
  %690 = load i32, ptr %14, align 4
  %691 = sext i32 %690 to i64
  %692 = icmp slt i64 %689, %691
  br i1 %692, label %431, label %693
693:
  %694 = phi i1 [ false, %407 ], [ true, %576 ], [ true, %431 ], [ true, %571 ], [ false, %688 ], [ true, %536 ], [ true, %466 ], [ true, %542 ]
  call void @llvm.lifetime.end.p0(ptr %10)
  br label %695
695:
  %696 = phi i1 [ true, %19 ], [ true, %4 ], [ true, %17 ], [ true, %149 ], [ %694, %693 ], [ true, %184 ], [ true, %283 ], [ true, %193 ]
  call void @llvm.lifetime.end.p0(ptr %9)
  call void @llvm.lifetime.end.p0(ptr %8)
  call void @llvm.lifetime.end.p0(ptr %7)
  call void @llvm.lifetime.end.p0(ptr %6)
  ret i1 %696
}
declare i1 @cute.tensor.wrong_group(ptr, i32)
declare i1 @cute.tensor.instruction(ptr, ptr, ptr)
declare ptr @cute.tensor.pair_block(ptr, i32)
declare ptr @cute.tensor.memory(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i1 @cute.tensor.outside(ptr, ptr, i32, i32)
define internal i1 @multiply.scale(ptr %0, ptr %1, ptr %2, i32 %3, i32 %4, i32 %5, i32 %6, ptr %7, ptr %8, i32 %9) noinline {
  %11 = and i32 %3, 65535
  %12 = icmp eq i32 %6, 0
  %13 = select i1 %12, i32 %5, i32 %6
  %14 = lshr i32 %3, 16
  %15 = and i32 %14, 16383
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %20, label %17
17:
  %18 = zext nneg i32 %15 to i64
  %19 = call i1 @cute.tensor.fault(ptr %0, i32 8, i64 %18, i64 0)
  br label %154
20:
  %21 = icmp ugt i32 %13, 128
  %22 = add i32 %13, 31
  %23 = lshr i32 %22, 5
  %24 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %25 = load i32, ptr %24, align 4
  %26 = getelementptr inbounds nuw i8, ptr %2, i64 28
  %27 = load i32, ptr %26, align 4
  %28 = udiv i32 %25, %27
  %29 = add i32 %4, 3
  %30 = add i32 %29, %28
  %31 = lshr i32 %30, 2
  %32 = add nsw i32 %31, -1
  %33 = select i1 %21, i32 3, i32 2
  %34 = shl i32 %32, %33
  %35 = add i32 %34, %23
  %36 = call i1 @cute.tensor.outside(ptr %0, ptr %1, i32 %11, i32 %35)
  br i1 %36, label %154, label %37
37:
  %38 = call ptr @cute.tensor.memory(ptr %1)
  %39 = getelementptr inbounds nuw i8, ptr %38, i64 128
  %40 = icmp eq i32 %5, 0
  br i1 %40, label %154, label %41
41:
  %42 = select i1 %12, i64 128, i64 64
  %43 = select i1 %21, i32 3, i32 2
  %44 = getelementptr inbounds nuw i8, ptr %2, i64 41
  br label %48
45:
  %46 = add nuw i32 %50, 1
  %47 = icmp eq i32 %46, %5
  br i1 %47, label %154, label %48
48:
  %49 = phi i1 [ undef, %41 ], [ %153, %45 ]
  %50 = phi i32 [ 0, %41 ], [ %46, %45 ]
  %51 = urem i32 %50, %13
  %52 = and i32 %51, 31
  %53 = udiv i32 %50, %13
  %54 = shl i32 %53, 6
  %55 = or disjoint i32 %54, %52
  %56 = lshr i32 %51, 5
  %57 = add nuw nsw i32 %56, %11
  %58 = zext nneg i32 %57 to i64
  %59 = shl nuw nsw i64 %58, 9
  %60 = getelementptr inbounds nuw i8, ptr %39, i64 %59
  %61 = zext i32 %55 to i64
  %62 = getelementptr inbounds nuw i32, ptr %60, i64 %61
  %63 = load i32, ptr %24, align 4
  %64 = icmp eq i32 %63, 0
  br i1 %64, label %151, label %68
65:
  %66 = load i32, ptr %24, align 4
  %67 = icmp ult i32 %133, %66
  br i1 %67, label %68, label %151
68:
  %69 = phi i1 [ %100, %65 ], [ %49, %48 ]
  %70 = phi i32 [ %133, %65 ], [ 0, %48 ]
  %71 = load i32, ptr %26, align 4
  %72 = udiv i32 %70, %71
  %73 = add i32 %72, %4
  %74 = lshr i32 %73, 2
  %75 = shl i32 %74, %43
  %76 = zext i32 %75 to i64
  %77 = shl nuw nsw i64 %76, 9
  %78 = getelementptr inbounds nuw i8, ptr %62, i64 %77
  %79 = load i32, ptr %78, align 4
  %80 = shl i32 %73, 3
  %81 = and i32 %80, 24
  %82 = lshr i32 %79, %81
  %83 = and i32 %82, 255
  br label %84
84:
  %85 = phi i64 [ 32, %68 ], [ %97, %96 ]
  %86 = getelementptr inbounds nuw i32, ptr %78, i64 %85
  %87 = load i32, ptr %86, align 4
  %88 = lshr i32 %87, %81
  %89 = and i32 %88, 255
  %90 = icmp ne i32 %89, %83
  br i1 %90, label %91, label %96
91:
  %92 = trunc nuw nsw i64 %85 to i32
  %93 = add i32 %55, %92
  %94 = zext i32 %93 to i64
  %95 = call i1 @cute.tensor.fault(ptr %0, i32 23, i64 %61, i64 %94)
  br label %99
96:
  %97 = add nuw nsw i64 %85, 32
  %98 = icmp samesign ult i64 %97, %42
  br i1 %98, label %84, label %99
99:
  %100 = phi i1 [ %95, %91 ], [ %69, %96 ]
  br i1 %90, label %151, label %101
101:
  %102 = load i8, ptr %44, align 1
  %103 = trunc nuw i8 %102 to i1
  br i1 %103, label %104, label %111
104:
  %105 = add nuw nsw i32 %83, 896
  %106 = zext nneg i32 %105 to i64
  %107 = shl nuw nsw i64 %106, 52
  %108 = bitcast i64 %107 to double
  %109 = icmp eq i32 %83, 255
  %110 = select i1 %109, double 0x7FF8000000000000, double %108
  br label %130
111:
  %112 = lshr i32 %82, 3
  %113 = and i32 %112, 15
  %114 = and i32 %82, 7
  %115 = and i32 %82, 127
  %116 = icmp eq i32 %115, 127
  br i1 %116, label %130, label %117
117:
  %118 = icmp eq i32 %113, 0
  br i1 %118, label %127, label %119
119:
  %120 = add nuw nsw i32 %113, 1016
  %121 = zext nneg i32 %120 to i64
  %122 = shl nuw nsw i64 %121, 52
  %123 = zext nneg i32 %114 to i64
  %124 = shl nuw nsw i64 %123, 49
  %125 = or disjoint i64 %122, %124
  %126 = bitcast i64 %125 to double
  br label %130
127:
  %128 = uitofp nneg i32 %114 to double
  %129 = fmul double %128, 0x3F60000000000000
  br label %130
130:
  %131 = phi double [ %110, %104 ], [ %129, %127 ], [ %126, %119 ], [ 0x7FF8000000000000, %111 ]
  %132 = load i32, ptr %26, align 4
  %133 = add i32 %132, %70
  %134 = icmp ult i32 %70, %133
  br i1 %134, label %135, label %65
135:
  %136 = zext i32 %70 to i64
  %137 = zext i32 %133 to i64
  br label %138
138:
  %139 = phi i64 [ %136, %135 ], [ %149, %138 ]
  %140 = trunc nuw i64 %139 to i32
  %141 = mul i32 %9, %140
  %142 = add i32 %141, %50
  %143 = zext i32 %142 to i64
  %144 = getelementptr inbounds nuw float, ptr %7, i64 %143
  %145 = load float, ptr %144, align 4
  %146 = fpext float %145 to double
  %147 = fmul double %131, %146
  %148 = getelementptr inbounds nuw double, ptr %8, i64 %143
  store double %147, ptr %148, align 8
  %149 = add nuw nsw i64 %139, 1
  %150 = icmp eq i64 %149, %137
  br i1 %150, label %65, label %138
151:
  %152 = phi i1 [ false, %48 ], [ %90, %99 ], [ %90, %65 ]
  %153 = phi i1 [ %49, %48 ], [ %100, %99 ], [ %100, %65 ]
  br i1 %152, label %154, label %45
154:
  %155 = phi i1 [ %19, %17 ], [ true, %20 ], [ false, %37 ], [ %153, %151 ], [ false, %45 ]
  ret i1 %155
}
declare void @cute.tensor.shift_lanes(ptr)
declare i32 @cute.tensor.metadata_columns(ptr)
declare i1 @cute.tensor.read_shared(ptr, ptr, i64, i32, i1, i32, i32, i32, ptr, i32)
declare i1 @cute.tensor.read_tensor(ptr, ptr, i32, i32, ptr, i32, i32, ptr, i32)
declare i1 @cute.tensor.expand(ptr, ptr, ptr, ptr, ptr, ptr)
define internal void @multiply.scaled_tile(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = zext i32 %3 to i64
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = zext i32 %4 to i64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 64
  br label %16
15:
  ret void
16:
  %17 = phi i64 [ 0, %5 ], [ %83, %81 ]
  %18 = trunc nuw nsw i64 %17 to i32
  %19 = mul i32 %2, %18
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds nuw i32, ptr %1, i64 %20
  %22 = load ptr, ptr %0, align 64
  %23 = getelementptr inbounds nuw i8, ptr %22, i64 16
  %24 = load i32, ptr %23, align 4
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %36, label %26
26:
  %27 = load ptr, ptr %8, align 16
  %28 = getelementptr inbounds nuw double, ptr %27, i64 %9
  %29 = getelementptr inbounds nuw double, ptr %28, i64 %17
  %30 = load ptr, ptr %6, align 8
  %31 = getelementptr inbounds nuw double, ptr %30, i64 %7
  %32 = load i32, ptr %12, align 8
  %33 = zext i32 %32 to i64
  %34 = load i32, ptr %13, align 4
  %35 = zext i32 %34 to i64
  br label %40
36:
  %37 = phi <16 x double> [ zeroinitializer, %16 ], [ %49, %40 ]
  %38 = load i8, ptr %10, align 32
  %39 = trunc nuw i8 %38 to i1
  br i1 %39, label %54, label %58
40:
  %41 = phi i32 [ %24, %26 ], [ %50, %40 ]
  %42 = phi <16 x double> [ zeroinitializer, %26 ], [ %49, %40 ]
  %43 = phi ptr [ %31, %26 ], [ %51, %40 ]
  %44 = phi ptr [ %29, %26 ], [ %52, %40 ]
  %45 = load <16 x double>, ptr %43, align 64
  %46 = load double, ptr %44, align 8
  %47 = insertelement <16 x double> poison, double %46, i64 0
  %48 = shufflevector <16 x double> %47, <16 x double> poison, <16 x i32> zeroinitializer
  %49 = call <16 x double> @llvm.fma.v16f64(<16 x double> %45, <16 x double> %48, <16 x double> %42)
  %50 = add i32 %41, -1
  %51 = getelementptr inbounds nuw double, ptr %43, i64 %33
  %52 = getelementptr inbounds nuw double, ptr %44, i64 %35
  %53 = icmp eq i32 %50, 0
  br i1 %53, label %36, label %40
54:
  %55 = load <16 x float>, ptr %21, align 64
  %56 = fpext <16 x float> %55 to <16 x double>
  %57 = fadd <16 x double> %37, %56
  br label %58
58:
  %59 = phi <16 x double> [ %57, %54 ], [ %37, %36 ]
  %60 = fptrunc <16 x double> %59 to <16 x float>
  %61 = getelementptr inbounds nuw i8, ptr %22, i64 24
  %62 = load i8, ptr %61, align 4
  %63 = trunc nuw i8 %62 to i1
  br i1 %63, label %64, label %68
64:
  %65 = fptrunc <16 x float> %60 to <16 x half>
  %66 = bitcast <16 x half> %65 to <16 x i16>
  %67 = zext <16 x i16> %66 to <16 x i32>
  br label %70
68:
  %69 = bitcast <16 x float> %60 to <16 x i32>
  br label %70
70:
  %71 = phi <16 x i32> [ %67, %64 ], [ %69, %68 ]
  %72 = load i8, ptr %11, align 64
  %73 = trunc nuw i8 %72 to i1
  br i1 %73, label %74, label %81
74:
  %75 = load <16 x i32>, ptr %21, align 64
  %76 = load <16 x i32>, ptr %14, align 64
  %77 = and <16 x i32> %76, %75
  %78 = xor <16 x i32> %76, splat (i32 -1)
  %79 = and <16 x i32> %71, %78
  %80 = or <16 x i32> %77, %79
  br label %81
81:
  %82 = phi <16 x i32> [ %80, %74 ], [ %71, %70 ]
  store <16 x i32> %82, ptr %21, align 64
  %83 = add nuw nsw i64 %17, 1
  %84 = icmp eq i64 %83, 4
  br i1 %84, label %15, label %16
}
define internal void @multiply.integer_tile(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = zext i32 %3 to i64
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = zext i32 %4 to i64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 64
  br label %16
15:
  ret void
16:
  %17 = phi i64 [ 0, %5 ], [ %84, %82 ]
  %18 = load ptr, ptr %6, align 8
  %19 = getelementptr inbounds nuw i32, ptr %18, i64 %7
  %20 = load ptr, ptr %8, align 16
  %21 = getelementptr inbounds nuw i32, ptr %20, i64 %9
  %22 = getelementptr inbounds nuw i32, ptr %21, i64 %17
  %23 = trunc nuw nsw i64 %17 to i32
  %24 = mul i32 %2, %23
  %25 = zext i32 %24 to i64
  %26 = getelementptr inbounds nuw i32, ptr %1, i64 %25
  %27 = load i8, ptr %10, align 32
  %28 = trunc nuw i8 %27 to i1
  br i1 %28, label %29, label %31
29:
  %30 = load <16 x i32>, ptr %26, align 64
  br label %31
31:
  %32 = phi <16 x i32> [ %30, %29 ], [ zeroinitializer, %16 ]
  %33 = load ptr, ptr %0, align 64
  %34 = getelementptr inbounds nuw i8, ptr %33, i64 16
  %35 = load i32, ptr %34, align 4
  %36 = icmp eq i32 %35, 0
  br i1 %36, label %42, label %37
37:
  %38 = load i32, ptr %12, align 8
  %39 = zext i32 %38 to i64
  %40 = load i32, ptr %13, align 4
  %41 = zext i32 %40 to i64
  br label %48
42:
  %43 = phi <16 x i32> [ zeroinitializer, %31 ], [ %58, %48 ]
  %44 = add <16 x i32> %43, %32
  %45 = getelementptr inbounds nuw i8, ptr %33, i64 25
  %46 = load i8, ptr %45, align 1
  %47 = trunc nuw i8 %46 to i1
  br i1 %47, label %63, label %71
48:
  %49 = phi ptr [ %19, %37 ], [ %60, %48 ]
  %50 = phi i32 [ %35, %37 ], [ %59, %48 ]
  %51 = phi ptr [ %22, %37 ], [ %61, %48 ]
  %52 = phi <16 x i32> [ zeroinitializer, %37 ], [ %58, %48 ]
  %53 = load <16 x i32>, ptr %49, align 64
  %54 = load i32, ptr %51, align 4
  %55 = insertelement <16 x i32> poison, i32 %54, i64 0
  %56 = shufflevector <16 x i32> %55, <16 x i32> poison, <16 x i32> zeroinitializer
  %57 = mul <16 x i32> %56, %53
  %58 = add <16 x i32> %57, %52
  %59 = add i32 %50, -1
  %60 = getelementptr inbounds nuw i32, ptr %49, i64 %39
  %61 = getelementptr inbounds nuw i32, ptr %51, i64 %41
  %62 = icmp eq i32 %59, 0
  br i1 %62, label %42, label %48
63:
  %64 = xor <16 x i32> %44, %43
  %65 = xor <16 x i32> %44, %32
  %66 = and <16 x i32> %64, %65
  %67 = icmp sgt <16 x i32> %32, splat (i32 -1)
  %68 = select <16 x i1> %67, <16 x i32> splat (i32 2147483647), <16 x i32> splat (i32 -2147483648)
  %69 = icmp slt <16 x i32> %66, zeroinitializer
  %70 = select <16 x i1> %69, <16 x i32> %68, <16 x i32> %44
  br label %71
71:
  %72 = phi <16 x i32> [ %70, %63 ], [ %44, %42 ]
  %73 = load i8, ptr %11, align 64
  %74 = trunc nuw i8 %73 to i1
  br i1 %74, label %75, label %82
75:
  %76 = load <16 x i32>, ptr %26, align 64
  %77 = load <16 x i32>, ptr %14, align 64
  %78 = and <16 x i32> %77, %76
  %79 = xor <16 x i32> %77, splat (i32 -1)
  %80 = and <16 x i32> %72, %79
  %81 = or <16 x i32> %78, %80
  br label %82
82:
  %83 = phi <16 x i32> [ %81, %75 ], [ %72, %71 ]
  store <16 x i32> %83, ptr %26, align 64
  %84 = add nuw nsw i64 %17, 1
  %85 = icmp eq i64 %84, 4
  br i1 %85, label %15, label %16
}
define internal void @multiply.float_tile(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4) noinline {
  %6 = alloca [4 x ptr], align 16
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %10 = load ptr, ptr %9, align 16
  call void @llvm.lifetime.start.p0(ptr %6)
  br label %121
11:
  %12 = zext i32 %3 to i64
  %13 = getelementptr inbounds nuw float, ptr %8, i64 %12
  %14 = zext i32 %4 to i64
  %15 = getelementptr inbounds nuw float, ptr %10, i64 %14
  %16 = load ptr, ptr %6, align 16
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %18 = load i8, ptr %17, align 32
  %19 = trunc nuw i8 %18 to i1
  br i1 %19, label %20, label %39
20:
  %21 = load ptr, ptr %0, align 64
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 24
  %23 = load i8, ptr %22, align 4
  %24 = trunc nuw i8 %23 to i1
  br i1 %24, label %25, label %30
25:
  %26 = load <16 x i32>, ptr %16, align 64
  %27 = trunc <16 x i32> %26 to <16 x i16>
  %28 = bitcast <16 x i16> %27 to <16 x half>
  %29 = fpext <16 x half> %28 to <16 x float>
  br label %32
30:
  %31 = load <16 x float>, ptr %16, align 64
  br label %32
32:
  %33 = phi <16 x float> [ %29, %25 ], [ %31, %30 ]
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %35 = load float, ptr %34, align 4
  %36 = insertelement <16 x float> poison, float %35, i64 0
  %37 = shufflevector <16 x float> %36, <16 x float> poison, <16 x i32> zeroinitializer
  %38 = fmul <16 x float> %33, %37
  br label %39
39:
  %40 = phi <16 x float> [ %38, %32 ], [ zeroinitializer, %11 ]
  %41 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %42 = load ptr, ptr %41, align 8
  br i1 %19, label %43, label %62
43:
  %44 = load ptr, ptr %0, align 64
  %45 = getelementptr inbounds nuw i8, ptr %44, i64 24
  %46 = load i8, ptr %45, align 4
  %47 = trunc nuw i8 %46 to i1
  br i1 %47, label %48, label %53
48:
  %49 = load <16 x i32>, ptr %42, align 64
  %50 = trunc <16 x i32> %49 to <16 x i16>
  %51 = bitcast <16 x i16> %50 to <16 x half>
  %52 = fpext <16 x half> %51 to <16 x float>
  br label %55
53:
  %54 = load <16 x float>, ptr %42, align 64
  br label %55
55:
  %56 = phi <16 x float> [ %52, %48 ], [ %54, %53 ]
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %58 = load float, ptr %57, align 4
  %59 = insertelement <16 x float> poison, float %58, i64 0
  %60 = shufflevector <16 x float> %59, <16 x float> poison, <16 x i32> zeroinitializer
  %61 = fmul <16 x float> %56, %60
  br label %62
62:
  %63 = phi <16 x float> [ %61, %55 ], [ zeroinitializer, %39 ]
  %64 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %65 = load ptr, ptr %64, align 16
  br i1 %19, label %66, label %85
66:
  %67 = load ptr, ptr %0, align 64
  %68 = getelementptr inbounds nuw i8, ptr %67, i64 24
  %69 = load i8, ptr %68, align 4
  %70 = trunc nuw i8 %69 to i1
  br i1 %70, label %71, label %76
71:
  %72 = load <16 x i32>, ptr %65, align 64
  %73 = trunc <16 x i32> %72 to <16 x i16>
  %74 = bitcast <16 x i16> %73 to <16 x half>
  %75 = fpext <16 x half> %74 to <16 x float>
  br label %78
76:
  %77 = load <16 x float>, ptr %65, align 64
  br label %78
78:
  %79 = phi <16 x float> [ %75, %71 ], [ %77, %76 ]
  %80 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %81 = load float, ptr %80, align 4
  %82 = insertelement <16 x float> poison, float %81, i64 0
  %83 = shufflevector <16 x float> %82, <16 x float> poison, <16 x i32> zeroinitializer
  %84 = fmul <16 x float> %79, %83
  br label %85
85:
  %86 = phi <16 x float> [ %84, %78 ], [ zeroinitializer, %62 ]
  %87 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %88 = load ptr, ptr %87, align 8
  br i1 %19, label %89, label %108
89:
  %90 = load ptr, ptr %0, align 64
  %91 = getelementptr inbounds nuw i8, ptr %90, i64 24
  %92 = load i8, ptr %91, align 4
  %93 = trunc nuw i8 %92 to i1
  br i1 %93, label %94, label %99
94:
  %95 = load <16 x i32>, ptr %88, align 64
  %96 = trunc <16 x i32> %95 to <16 x i16>
  %97 = bitcast <16 x i16> %96 to <16 x half>
  %98 = fpext <16 x half> %97 to <16 x float>
  br label %101
99:
  %100 = load <16 x float>, ptr %88, align 64
  br label %101
101:
  %102 = phi <16 x float> [ %98, %94 ], [ %100, %99 ]
  %103 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %104 = load float, ptr %103, align 4
  %105 = insertelement <16 x float> poison, float %104, i64 0
  %106 = shufflevector <16 x float> %105, <16 x float> poison, <16 x i32> zeroinitializer
  %107 = fmul <16 x float> %102, %106
  br label %108
108:
  %109 = phi <16 x float> [ %107, %101 ], [ zeroinitializer, %85 ]
  %110 = load ptr, ptr %0, align 64
  %111 = getelementptr inbounds nuw i8, ptr %110, i64 16
  %112 = load i32, ptr %111, align 4
  %113 = icmp eq i32 %112, 0
  br i1 %113, label %130, label %114
114:
  %115 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %116 = load i32, ptr %115, align 8
  %117 = zext i32 %116 to i64
  %118 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %119 = load i32, ptr %118, align 4
  %120 = zext i32 %119 to i64
  br label %231
121:
  %122 = phi i64 [ 0, %5 ], [ %128, %121 ]
  %123 = trunc nuw nsw i64 %122 to i32
  %124 = mul i32 %2, %123
  %125 = zext i32 %124 to i64
  %126 = getelementptr inbounds nuw i32, ptr %1, i64 %125
  %127 = getelementptr inbounds nuw ptr, ptr %6, i64 %122
  store ptr %126, ptr %127, align 8
  %128 = add nuw nsw i64 %122, 1
  %129 = icmp eq i64 %128, 4
  br i1 %129, label %11, label %121
130:
  %131 = phi <16 x float> [ %86, %108 ], [ %253, %231 ]
  %132 = phi <16 x float> [ %109, %108 ], [ %258, %231 ]
  %133 = phi <16 x float> [ %63, %108 ], [ %248, %231 ]
  %134 = phi <16 x float> [ %40, %108 ], [ %243, %231 ]
  %135 = getelementptr inbounds nuw i8, ptr %110, i64 24
  %136 = load i8, ptr %135, align 4
  %137 = trunc nuw i8 %136 to i1
  br i1 %137, label %138, label %142
138:
  %139 = fptrunc <16 x float> %134 to <16 x half>
  %140 = bitcast <16 x half> %139 to <16 x i16>
  %141 = zext <16 x i16> %140 to <16 x i32>
  br label %144
142:
  %143 = bitcast <16 x float> %134 to <16 x i32>
  br label %144
144:
  %145 = phi <16 x i32> [ %141, %138 ], [ %143, %142 ]
  %146 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %147 = load i8, ptr %146, align 64
  %148 = trunc nuw i8 %147 to i1
  br i1 %148, label %149, label %157
149:
  %150 = load <16 x i32>, ptr %16, align 64
  %151 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %152 = load <16 x i32>, ptr %151, align 64
  %153 = and <16 x i32> %152, %150
  %154 = xor <16 x i32> %152, splat (i32 -1)
  %155 = and <16 x i32> %145, %154
  %156 = or <16 x i32> %153, %155
  br label %157
157:
  %158 = phi <16 x i32> [ %156, %149 ], [ %145, %144 ]
  store <16 x i32> %158, ptr %16, align 64
  %159 = load ptr, ptr %0, align 64
  %160 = getelementptr inbounds nuw i8, ptr %159, i64 24
  %161 = load i8, ptr %160, align 4
  %162 = trunc nuw i8 %161 to i1
  br i1 %162, label %163, label %167
163:
  %164 = fptrunc <16 x float> %133 to <16 x half>
  %165 = bitcast <16 x half> %164 to <16 x i16>
  %166 = zext <16 x i16> %165 to <16 x i32>
  br label %169
167:
  %168 = bitcast <16 x float> %133 to <16 x i32>
  br label %169
169:
  %170 = phi <16 x i32> [ %166, %163 ], [ %168, %167 ]
  %171 = load i8, ptr %146, align 64
  %172 = trunc nuw i8 %171 to i1
  br i1 %172, label %173, label %181
173:
  %174 = load <16 x i32>, ptr %42, align 64
  %175 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %176 = load <16 x i32>, ptr %175, align 64
  %177 = and <16 x i32> %176, %174
  %178 = xor <16 x i32> %176, splat (i32 -1)
  %179 = and <16 x i32> %170, %178
  %180 = or <16 x i32> %177, %179
  br label %181
181:
  %182 = phi <16 x i32> [ %180, %173 ], [ %170, %169 ]
  store <16 x i32> %182, ptr %42, align 64
  %183 = load ptr, ptr %0, align 64
  %184 = getelementptr inbounds nuw i8, ptr %183, i64 24
  %185 = load i8, ptr %184, align 4
  %186 = trunc nuw i8 %185 to i1
  br i1 %186, label %187, label %191
187:
  %188 = fptrunc <16 x float> %131 to <16 x half>
  %189 = bitcast <16 x half> %188 to <16 x i16>
  %190 = zext <16 x i16> %189 to <16 x i32>
  br label %193
191:
  %192 = bitcast <16 x float> %131 to <16 x i32>
  br label %193
193:
  %194 = phi <16 x i32> [ %190, %187 ], [ %192, %191 ]
  %195 = load i8, ptr %146, align 64
  %196 = trunc nuw i8 %195 to i1
  br i1 %196, label %197, label %205
197:
  %198 = load <16 x i32>, ptr %65, align 64
  %199 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %200 = load <16 x i32>, ptr %199, align 64
  %201 = and <16 x i32> %200, %198
  %202 = xor <16 x i32> %200, splat (i32 -1)
  %203 = and <16 x i32> %194, %202
  %204 = or <16 x i32> %201, %203
  br label %205
205:
  %206 = phi <16 x i32> [ %204, %197 ], [ %194, %193 ]
  store <16 x i32> %206, ptr %65, align 64
  %207 = load ptr, ptr %0, align 64
  %208 = getelementptr inbounds nuw i8, ptr %207, i64 24
  %209 = load i8, ptr %208, align 4
  %210 = trunc nuw i8 %209 to i1
  br i1 %210, label %211, label %215
211:
  %212 = fptrunc <16 x float> %132 to <16 x half>
  %213 = bitcast <16 x half> %212 to <16 x i16>
  %214 = zext <16 x i16> %213 to <16 x i32>
  br label %217
215:
  %216 = bitcast <16 x float> %132 to <16 x i32>
  br label %217
217:
  %218 = phi <16 x i32> [ %214, %211 ], [ %216, %215 ]
  %219 = load i8, ptr %146, align 64
  %220 = trunc nuw i8 %219 to i1
  br i1 %220, label %221, label %229
221:
  %222 = load <16 x i32>, ptr %88, align 64
  %223 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %224 = load <16 x i32>, ptr %223, align 64
  %225 = and <16 x i32> %224, %222
  %226 = xor <16 x i32> %224, splat (i32 -1)
  %227 = and <16 x i32> %218, %226
  %228 = or <16 x i32> %225, %227
  br label %229
229:
  %230 = phi <16 x i32> [ %228, %221 ], [ %218, %217 ]
  store <16 x i32> %230, ptr %88, align 64
  call void @llvm.lifetime.end.p0(ptr %6)
  ret void
231:
  %232 = phi ptr [ %13, %114 ], [ %260, %231 ]
  %233 = phi ptr [ %15, %114 ], [ %261, %231 ]
  %234 = phi <16 x float> [ %40, %114 ], [ %243, %231 ]
  %235 = phi <16 x float> [ %63, %114 ], [ %248, %231 ]
  %236 = phi i32 [ %112, %114 ], [ %259, %231 ]
  %237 = phi <16 x float> [ %109, %114 ], [ %258, %231 ]
  %238 = phi <16 x float> [ %86, %114 ], [ %253, %231 ]
  %239 = load <16 x float>, ptr %232, align 64
  %240 = load float, ptr %233, align 4
  %241 = insertelement <16 x float> poison, float %240, i64 0
  %242 = shufflevector <16 x float> %241, <16 x float> poison, <16 x i32> zeroinitializer
  %243 = call <16 x float> @llvm.fma.v16f32(<16 x float> %239, <16 x float> %242, <16 x float> %234)
  %244 = getelementptr inbounds nuw i8, ptr %233, i64 4
  %245 = load float, ptr %244, align 4
  %246 = insertelement <16 x float> poison, float %245, i64 0
  %247 = shufflevector <16 x float> %246, <16 x float> poison, <16 x i32> zeroinitializer
  %248 = call <16 x float> @llvm.fma.v16f32(<16 x float> %239, <16 x float> %247, <16 x float> %235)
  %249 = getelementptr inbounds nuw i8, ptr %233, i64 8
  %250 = load float, ptr %249, align 4
  %251 = insertelement <16 x float> poison, float %250, i64 0
  %252 = shufflevector <16 x float> %251, <16 x float> poison, <16 x i32> zeroinitializer
  %253 = call <16 x float> @llvm.fma.v16f32(<16 x float> %239, <16 x float> %252, <16 x float> %238)
  %254 = getelementptr inbounds nuw i8, ptr %233, i64 12
  %255 = load float, ptr %254, align 4
  %256 = insertelement <16 x float> poison, float %255, i64 0
  %257 = shufflevector <16 x float> %256, <16 x float> poison, <16 x i32> zeroinitializer
  %258 = call <16 x float> @llvm.fma.v16f32(<16 x float> %239, <16 x float> %257, <16 x float> %237)
  %259 = add i32 %236, -1
  %260 = getelementptr inbounds nuw float, ptr %232, i64 %117
  %261 = getelementptr inbounds nuw float, ptr %233, i64 %120
  %262 = icmp eq i32 %259, 0
  br i1 %262, label %130, label %231
}
declare <16 x double> @llvm.fma.v16f64(<16 x double>, <16 x double>, <16 x double>)
declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)
; tensor/operands.c
define i1 @cute.tensor.read_shared(ptr %0, ptr %1, i64 %2, i32 %3, i1 %4, i32 %5, i32 %6, i32 %7, ptr %8, i32 %9) noinline {
  %11 = alloca { ptr, i64, i32, i32, i32, i32, i32, i32, i8, i32, i32 }, align 8
  %12 = alloca [32 x float], align 16
  call void @llvm.lifetime.start.p0(ptr %11)
  call void @llvm.lifetime.start.p0(ptr %12)
  %13 = call i1 @cute.tensor.descriptor(ptr %0, ptr %1, i64 %2, ptr %11)
  br i1 %13, label %121, label %14
14:
  %15 = getelementptr inbounds nuw i8, ptr %11, i64 44
  %16 = load i32, ptr %15, align 4
  br i1 %4, label %17, label %39
17:
  %18 = icmp eq i32 %16, 96
  %19 = icmp ne i32 %3, 2
  %20 = xor i1 %19, %18
  br i1 %20, label %25, label %21
21:
  %22 = zext i32 %3 to i64
  %23 = zext i32 %16 to i64
  %24 = call i1 @cute.tensor.fault(ptr %0, i32 17, i64 %22, i64 %23)
  br label %121
25:
  %26 = icmp eq i32 %3, 2
  br i1 %26, label %32, label %27
27:
  %28 = icmp ult i32 %3, 2
  br i1 %28, label %32, label %29
29:
  %30 = icmp eq i32 %3, 10
  %31 = select i1 %30, i32 31, i32 15
  br label %32
32:
  %33 = phi i32 [ 3, %25 ], [ %31, %29 ], [ 7, %27 ]
  %34 = and i32 %33, %6
  %35 = icmp eq i32 %34, 0
  br i1 %35, label %39, label %36
36:
  %37 = zext i32 %6 to i64
  %38 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 9, i64 %37)
  br label %121
39:
  %40 = icmp eq i32 %3, 2
  br i1 %40, label %46, label %41
41:
  %42 = icmp ult i32 %3, 2
  br i1 %42, label %46, label %43
43:
  %44 = icmp eq i32 %3, 10
  %45 = select i1 %44, i32 32, i32 16
  br label %46
46:
  %47 = phi i32 [ 4, %39 ], [ %45, %43 ], [ 8, %41 ]
  %48 = add i32 %6, %5
  %49 = icmp ne i32 %7, 0
  %50 = and i1 %4, %49
  br i1 %50, label %51, label %56
51:
  %52 = sub nsw i32 0, %47
  %53 = and i32 %5, %52
  %54 = icmp ult i32 %53, %48
  %55 = call i32 @llvm.cttz.i32(i32 %47, i1 true)
  br label %64
56:
  %57 = icmp eq i32 %6, 0
  %58 = or i1 %4, %57
  br i1 %58, label %121, label %59
59:
  %60 = call i32 @llvm.cttz.i32(i32 %47, i1 true)
  %61 = lshr i32 %7, %60
  %62 = icmp eq i32 %61, 0
  %63 = zext nneg i32 %47 to i64
  br label %92
64:
  %65 = phi i32 [ 0, %51 ], [ %90, %89 ]
  br i1 %54, label %66, label %89
66:
  %67 = mul i32 %65, %9
  %68 = sub i32 %67, %5
  br label %69
69:
  %70 = phi i32 [ %53, %66 ], [ %77, %75 ]
  %71 = lshr i32 %70, %55
  %72 = shl i32 %71, 4
  %73 = call ptr @cute.tensor.piece_along_rows(ptr %0, ptr %11, i32 %72, i32 %65)
  %74 = icmp eq ptr %73, null
  br i1 %74, label %121, label %75
75:
  call void @operands.decode(ptr %73, i32 %3, ptr %12)
  %76 = call i32 @llvm.umax.i32(i32 %70, i32 %5)
  %77 = add i32 %70, %47
  %78 = call i32 @llvm.umin.i32(i32 %77, i32 %48)
  %79 = add i32 %68, %76
  %80 = zext i32 %79 to i64
  %81 = getelementptr inbounds nuw float, ptr %8, i64 %80
  %82 = sub i32 %76, %70
  %83 = zext i32 %82 to i64
  %84 = getelementptr inbounds nuw float, ptr %12, i64 %83
  %85 = sub i32 %78, %76
  %86 = zext i32 %85 to i64
  %87 = shl nuw nsw i64 %86, 2
  call void @llvm.memcpy.p0.p0.i64(ptr %81, ptr %84, i64 %87, i1 false)
  %88 = icmp ult i32 %77, %48
  br i1 %88, label %69, label %89
89:
  %90 = add nuw i32 %65, 1
  %91 = icmp ult i32 %90, %7
  br i1 %91, label %64, label %56
92:
  %93 = phi i32 [ 0, %59 ], [ %119, %118 ]
  br i1 %62, label %118, label %94
94:
  %95 = add i32 %93, %5
  br label %96
96:
  %97 = phi i32 [ 0, %94 ], [ %116, %115 ]
  %98 = shl i32 %97, 4
  %99 = call ptr @cute.tensor.piece_along_k(ptr %0, ptr %11, i32 %95, i32 %98)
  %100 = icmp eq ptr %99, null
  br i1 %100, label %121, label %101
101:
  call void @operands.decode(ptr %99, i32 %3, ptr %12)
  %102 = mul i32 %97, %47
  br label %103
103:
  %104 = phi i64 [ 0, %101 ], [ %113, %103 ]
  %105 = getelementptr inbounds nuw float, ptr %12, i64 %104
  %106 = load float, ptr %105, align 4
  %107 = trunc nuw nsw i64 %104 to i32
  %108 = add i32 %102, %107
  %109 = mul i32 %108, %9
  %110 = add i32 %109, %93
  %111 = zext i32 %110 to i64
  %112 = getelementptr inbounds nuw float, ptr %8, i64 %111
  store float %106, ptr %112, align 4
  %113 = add nuw nsw i64 %104, 1
  %114 = icmp eq i64 %113, %63
  br i1 %114, label %115, label %103
115:
  %116 = add nuw nsw i32 %97, 1
  %117 = icmp eq i32 %116, %61
  br i1 %117, label %118, label %96
118:
  %119 = add nuw i32 %93, 1
  %120 = icmp ult i32 %119, %6
  br i1 %120, label %92, label %121
121:
  %122 = phi i1 [ true, %10 ], [ %24, %21 ], [ %38, %36 ], [ false, %118 ], [ true, %96 ], [ false, %56 ], [ true, %69 ]
  call void @llvm.lifetime.end.p0(ptr %12)
  call void @llvm.lifetime.end.p0(ptr %11)
  ret i1 %122
}
declare void @llvm.lifetime.start.p0(ptr)
declare i1 @cute.tensor.descriptor(ptr, ptr, i64, ptr)
declare i1 @cute.tensor.fault(ptr, i32, i64, i64)
declare ptr @cute.tensor.piece_along_rows(ptr, ptr, i32, i32)
define internal void @operands.decode(ptr %0, i32 %1, ptr %2) noinline {
  switch i32 %1, label %4 [
    i32 0, label %6
    i32 1, label %9
    i32 2, label %24
    i32 7, label %33
    i32 10, label %55
    i32 5, label %77
    i32 6, label %77
  ]
4:
  %5 = icmp eq i32 %1, 9
  br label %135
6:
  %7 = load <8 x half>, ptr %0, align 1
  %8 = fpext <8 x half> %7 to <8 x float>
  store <8 x float> %8, ptr %2, align 4
  br label %200
9:
  %10 = phi i64 [ %22, %9 ], [ 0, %3 ]
  %11 = shl nuw nsw i64 %10, 1
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 %11
  %13 = load i8, ptr %12, align 1
  %14 = zext i8 %13 to i32
  %15 = getelementptr inbounds nuw i8, ptr %12, i64 1
  %16 = load i8, ptr %15, align 1
  %17 = zext i8 %16 to i32
  %18 = shl nuw i32 %17, 24
  %19 = shl nuw nsw i32 %14, 16
  %20 = or disjoint i32 %18, %19
  %21 = getelementptr inbounds nuw float, ptr %2, i64 %10
  store i32 %20, ptr %21, align 4
  %22 = add nuw nsw i64 %10, 1
  %23 = icmp eq i64 %22, 8
  br i1 %23, label %200, label %9
24:
  %25 = phi i64 [ %31, %24 ], [ 0, %3 ]
  %26 = shl nuw nsw i64 %25, 2
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 %26
  %28 = load i32, ptr %27, align 1
  %29 = and i32 %28, -8192
  %30 = getelementptr inbounds nuw float, ptr %2, i64 %25
  store i32 %29, ptr %30, align 4
  %31 = add nuw nsw i64 %25, 1
  %32 = icmp eq i64 %31, 4
  br i1 %32, label %200, label %24
33:
  %34 = phi i64 [ %53, %33 ], [ 0, %3 ]
  %35 = lshr i64 %34, 1
  %36 = and i64 %35, 2147483647
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 %36
  %38 = load i8, ptr %37, align 1
  %39 = zext i8 %38 to i32
  %40 = trunc i64 %34 to i32
  %41 = shl i32 %40, 2
  %42 = and i32 %41, 4
  %43 = lshr i32 %39, %42
  %44 = shl nuw nsw i32 %43, 22
  %45 = and i32 %44, 29360128
  %46 = bitcast i32 %45 to float
  %47 = fmul float %46, 0x47D0000000000000
  %48 = shl i32 %43, 28
  %49 = and i32 %48, -2147483648
  %50 = bitcast float %47 to i32
  %51 = or disjoint i32 %49, %50
  %52 = getelementptr inbounds nuw float, ptr %2, i64 %34
  store i32 %51, ptr %52, align 4
  %53 = add nuw nsw i64 %34, 1
  %54 = icmp eq i64 %53, 16
  br i1 %54, label %200, label %33
55:
  %56 = phi i64 [ %75, %55 ], [ 0, %3 ]
  %57 = lshr i64 %56, 1
  %58 = and i64 %57, 2147483647
  %59 = getelementptr inbounds nuw i8, ptr %0, i64 %58
  %60 = load i8, ptr %59, align 1
  %61 = zext i8 %60 to i32
  %62 = trunc i64 %56 to i32
  %63 = shl i32 %62, 2
  %64 = and i32 %63, 4
  %65 = lshr i32 %61, %64
  %66 = shl nuw nsw i32 %65, 22
  %67 = and i32 %66, 29360128
  %68 = bitcast i32 %67 to float
  %69 = fmul float %68, 0x47D0000000000000
  %70 = shl i32 %65, 28
  %71 = and i32 %70, -2147483648
  %72 = bitcast float %69 to i32
  %73 = or disjoint i32 %71, %72
  %74 = getelementptr inbounds nuw float, ptr %2, i64 %56
  store i32 %73, ptr %74, align 4
  %75 = add nuw nsw i64 %56, 1
  %76 = icmp eq i64 %75, 32
  br i1 %76, label %200, label %55
77:
  %78 = load i64, ptr %0, align 1
  %79 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %80 = load i64, ptr %79, align 1
  br label %81
81:
  %82 = phi i64 [ 0, %77 ], [ %133, %130 ]
  %83 = icmp samesign ult i64 %82, 8
  %84 = mul nuw nsw i64 %82, 6
  %85 = lshr i64 %78, %84
  %86 = add nsw i64 %84, -32
  %87 = lshr i64 %80, %86
  %88 = select i1 %83, i64 %85, i64 %87
  %89 = trunc i64 %88 to i32
  %90 = and i32 %89, 63
  %91 = bitcast i32 %90 to float
  switch i32 %1, label %130 [
    i32 3, label %92
    i32 4, label %96
    i32 5, label %100
    i32 6, label %110
    i32 7, label %120
  ]
92:
  %93 = shl nuw nsw i32 %90, 20
  %94 = bitcast i32 %93 to float
  %95 = fmul float %94, 0x4770000000000000
  br label %130
96:
  %97 = shl nuw nsw i32 %90, 21
  %98 = bitcast i32 %97 to float
  %99 = fmul float %98, 0x46F0000000000000
  br label %130
100:
  %101 = shl i32 %89, 20
  %102 = and i32 %101, 32505856
  %103 = bitcast i32 %102 to float
  %104 = fmul float %103, 0x47D0000000000000
  %105 = shl i32 %89, 26
  %106 = and i32 %105, -2147483648
  %107 = bitcast float %104 to i32
  %108 = or disjoint i32 %106, %107
  %109 = bitcast i32 %108 to float
  br label %130
110:
  %111 = shl i32 %89, 21
  %112 = and i32 %111, 65011712
  %113 = bitcast i32 %112 to float
  %114 = fmul float %113, 0x47B0000000000000
  %115 = shl i32 %89, 26
  %116 = and i32 %115, -2147483648
  %117 = bitcast float %114 to i32
  %118 = or disjoint i32 %116, %117
  %119 = bitcast i32 %118 to float
  br label %130
120:
  %121 = shl i32 %89, 22
  %122 = and i32 %121, 29360128
  %123 = bitcast i32 %122 to float
  %124 = fmul float %123, 0x47D0000000000000
  %125 = shl i32 %89, 28
  %126 = and i32 %125, -2147483648
  %127 = bitcast float %124 to i32
  %128 = or disjoint i32 %126, %127
  %129 = bitcast i32 %128 to float
  br label %130
130:
  %131 = phi float [ %91, %81 ], [ %129, %120 ], [ %95, %92 ], [ %119, %110 ], [ %99, %96 ], [ %109, %100 ]
  %132 = getelementptr inbounds nuw float, ptr %2, i64 %82
  store float %131, ptr %132, align 4
  %133 = add nuw nsw i64 %82, 1
  %134 = icmp eq i64 %133, 16
  br i1 %134, label %200, label %81
135:
  %136 = phi i64 [ 0, %4 ], [ %198, %195 ]
  %137 = getelementptr inbounds nuw i8, ptr %0, i64 %136
  %138 = load i8, ptr %137, align 1
  %139 = zext i8 %138 to i32
  %140 = sext i8 %138 to i32
  %141 = select i1 %5, i32 %140, i32 %139
  switch i32 %1, label %195 [
    i32 3, label %142
    i32 4, label %153
    i32 5, label %168
    i32 6, label %177
    i32 7, label %186
  ]
142:
  %143 = and i32 %139, 127
  %144 = shl nuw nsw i32 %143, 20
  %145 = bitcast i32 %144 to float
  %146 = fmul float %145, 0x4770000000000000
  %147 = sext i8 %138 to i32
  %148 = and i32 %147, -2147483648
  %149 = bitcast float %146 to i32
  %150 = or disjoint i32 %148, %149
  %151 = icmp eq i32 %143, 127
  %152 = select i1 %151, i32 2147483647, i32 %150
  br label %195
153:
  %154 = shl nuw i32 %139, 24
  %155 = and i32 %139, 127
  %156 = shl nuw nsw i32 %155, 21
  %157 = bitcast i32 %156 to float
  %158 = fmul float %157, 0x46F0000000000000
  %159 = sext i8 %138 to i32
  %160 = and i32 %159, -2147483648
  %161 = bitcast float %158 to i32
  %162 = or disjoint i32 %160, %161
  %163 = icmp eq i32 %155, 124
  %164 = or i32 %154, 2139095040
  %165 = select i1 %163, i32 %164, i32 %162
  %166 = icmp samesign ugt i32 %155, 124
  %167 = select i1 %166, i32 2147483647, i32 %165
  br label %195
168:
  %169 = shl nuw nsw i32 %139, 20
  %170 = and i32 %169, 32505856
  %171 = bitcast i32 %170 to float
  %172 = fmul float %171, 0x47D0000000000000
  %173 = shl i32 %139, 26
  %174 = and i32 %173, -2147483648
  %175 = bitcast float %172 to i32
  %176 = or disjoint i32 %174, %175
  br label %195
177:
  %178 = shl nuw nsw i32 %139, 21
  %179 = and i32 %178, 65011712
  %180 = bitcast i32 %179 to float
  %181 = fmul float %180, 0x47B0000000000000
  %182 = shl i32 %139, 26
  %183 = and i32 %182, -2147483648
  %184 = bitcast float %181 to i32
  %185 = or disjoint i32 %183, %184
  br label %195
186:
  %187 = shl nuw nsw i32 %139, 22
  %188 = and i32 %187, 29360128
  %189 = bitcast i32 %188 to float
  %190 = fmul float %189, 0x47D0000000000000
  %191 = shl i32 %139, 28
  %192 = and i32 %191, -2147483648
  %193 = bitcast float %190 to i32
  %194 = or disjoint i32 %192, %193
  br label %195
195:
  %196 = phi i32 [ %141, %135 ], [ %194, %186 ], [ %185, %177 ], [ %152, %142 ], [ %167, %153 ], [ %176, %168 ]
  %197 = getelementptr inbounds nuw float, ptr %2, i64 %136
  store i32 %196, ptr %197, align 4
  %198 = add nuw nsw i64 %136, 1
  %199 = icmp eq i64 %198, 16
  br i1 %199, label %200, label %135
200:
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @cute.tensor.piece_along_k(ptr, ptr, i32, i32)
define i1 @cute.tensor.read_tensor(ptr %0, ptr %1, i32 %2, i32 %3, ptr %4, i32 %5, i32 %6, ptr %7, i32 %8) noinline {
  %10 = and i32 %2, 65535
  %11 = icmp eq i32 %3, 2
  br i1 %11, label %17, label %12
12:
  %13 = icmp ult i32 %3, 2
  br i1 %13, label %17, label %14
14:
  %15 = icmp eq i32 %3, 10
  %16 = select i1 %15, i32 4, i32 8
  br label %17
17:
  %18 = phi i32 [ 32, %9 ], [ %16, %14 ], [ 16, %12 ]
  %19 = mul i32 %18, %6
  %20 = lshr i32 %19, 5
  %21 = call i32 @llvm.cttz.i32(i32 %18, i1 true)
  %22 = lshr i32 32, %21
  %23 = call i1 @cute.tensor.outside(ptr %0, ptr %1, i32 %10, i32 %20)
  br i1 %23, label %166, label %24
24:
  %25 = call ptr @cute.tensor.memory(ptr %1)
  %26 = getelementptr inbounds nuw i8, ptr %25, i64 128
  %27 = icmp eq i32 %20, 0
  br i1 %27, label %166, label %28
28:
  %29 = icmp eq i32 %5, 0
  %30 = icmp eq i32 %18, 32
  %31 = shl nsw i32 -1, %18
  %32 = xor i32 %31, -1
  %33 = icmp eq i32 %3, 7
  %34 = icmp eq i32 %3, 9
  %35 = call i32 @llvm.umax.i32(i32 %22, i32 1)
  %36 = zext nneg i32 %10 to i64
  %37 = zext nneg i32 %22 to i64
  %38 = zext nneg i32 %20 to i64
  %39 = zext nneg i32 %35 to i64
  br label %40
40:
  %41 = phi i64 [ 0, %28 ], [ %48, %47 ]
  br i1 %29, label %47, label %42
42:
  %43 = add nuw nsw i64 %41, %36
  %44 = shl nuw nsw i64 %43, 9
  %45 = getelementptr inbounds nuw i8, ptr %26, i64 %44
  %46 = mul nuw nsw i64 %41, %37
  br label %50
47:
  %48 = add nuw nsw i64 %41, 1
  %49 = icmp eq i64 %48, %38
  br i1 %49, label %166, label %40
50:
  %51 = phi i32 [ 0, %42 ], [ %63, %62 ]
  %52 = lshr i32 %51, 4
  %53 = zext nneg i32 %52 to i64
  %54 = getelementptr inbounds nuw i8, ptr %4, i64 %53
  %55 = load i8, ptr %54, align 1
  %56 = zext i8 %55 to i64
  %57 = and i32 %51, 15
  %58 = zext nneg i32 %57 to i64
  %59 = getelementptr inbounds nuw i32, ptr %45, i64 %56
  %60 = getelementptr inbounds nuw i32, ptr %59, i64 %58
  %61 = load i32, ptr %60, align 4
  br label %65
62:
  %63 = add nuw i32 %51, 1
  %64 = icmp eq i32 %63, %5
  br i1 %64, label %47, label %50
65:
  %66 = phi i64 [ 0, %50 ], [ %164, %156 ]
  %67 = trunc i64 %66 to i32
  %68 = mul i32 %18, %67
  %69 = lshr i32 %61, %68
  %70 = and i32 %69, %32
  %71 = select i1 %30, i32 %61, i32 %70
  %72 = and i32 %71, -8192
  %73 = bitcast i32 %72 to float
  switch i32 %3, label %91 [
    i32 0, label %74
    i32 1, label %78
    i32 10, label %81
    i32 2, label %156
  ]
74:
  %75 = trunc i32 %71 to i16
  %76 = bitcast i16 %75 to half
  %77 = fpext half %76 to float
  br label %156
78:
  %79 = shl i32 %71, 16
  %80 = bitcast i32 %79 to float
  br label %156
81:
  %82 = shl i32 %71, 22
  %83 = and i32 %82, 29360128
  %84 = bitcast i32 %83 to float
  %85 = fmul float %84, 0x47D0000000000000
  %86 = shl i32 %71, 28
  %87 = and i32 %86, -2147483648
  %88 = bitcast float %85 to i32
  %89 = or disjoint i32 %87, %88
  %90 = bitcast i32 %89 to float
  br label %156
91:
  %92 = lshr i32 %71, 2
  %93 = and i32 %92, 15
  %94 = select i1 %33, i32 %93, i32 %71
  %95 = shl i32 %94, 24
  %96 = ashr exact i32 %95, 24
  %97 = select i1 %34, i32 %96, i32 %94
  %98 = bitcast i32 %97 to float
  switch i32 %3, label %156 [
    i32 3, label %99
    i32 4, label %111
    i32 5, label %126
    i32 6, label %136
    i32 7, label %146
  ]
99:
  %100 = and i32 %94, 127
  %101 = shl nuw nsw i32 %100, 20
  %102 = bitcast i32 %101 to float
  %103 = fmul float %102, 0x4770000000000000
  %104 = shl i32 %94, 24
  %105 = and i32 %104, -2147483648
  %106 = bitcast float %103 to i32
  %107 = or disjoint i32 %105, %106
  %108 = bitcast i32 %107 to float
  %109 = icmp eq i32 %100, 127
  br i1 %109, label %110, label %156
110:
  br label %156
111:
  %112 = and i32 %94, 127
  %113 = shl nuw nsw i32 %112, 21
  %114 = bitcast i32 %113 to float
  %115 = fmul float %114, 0x46F0000000000000
  %116 = shl i32 %94, 24
  %117 = and i32 %116, -2147483648
  %118 = bitcast float %115 to i32
  %119 = or disjoint i32 %117, %118
  %120 = icmp eq i32 %112, 124
  %121 = or i32 %95, 2139095040
  %122 = select i1 %120, i32 %121, i32 %119
  %123 = bitcast i32 %122 to float
  %124 = icmp samesign ugt i32 %112, 124
  br i1 %124, label %125, label %156
125:
  br label %156
126:
  %127 = shl i32 %94, 20
  %128 = and i32 %127, 32505856
  %129 = bitcast i32 %128 to float
  %130 = fmul float %129, 0x47D0000000000000
  %131 = shl i32 %94, 26
  %132 = and i32 %131, -2147483648
  %133 = bitcast float %130 to i32
  %134 = or disjoint i32 %132, %133
  %135 = bitcast i32 %134 to float
  br label %156
136:
  %137 = shl i32 %94, 21
  %138 = and i32 %137, 65011712
  %139 = bitcast i32 %138 to float
  %140 = fmul float %139, 0x47B0000000000000
  %141 = shl i32 %94, 26
  %142 = and i32 %141, -2147483648
  %143 = bitcast float %140 to i32
  %144 = or disjoint i32 %142, %143
  %145 = bitcast i32 %144 to float
  br label %156
146:
  %147 = shl i32 %94, 22
  %148 = and i32 %147, 29360128
  %149 = bitcast i32 %148 to float
  %150 = fmul float %149, 0x47D0000000000000
  %151 = shl i32 %94, 28
  %152 = and i32 %151, -2147483648
  %153 = bitcast float %150 to i32
  %154 = or disjoint i32 %152, %153
  %155 = bitcast i32 %154 to float
  br label %156
156:
  %157 = phi float [ %77, %74 ], [ %80, %78 ], [ %90, %81 ], [ %73, %65 ], [ %98, %91 ], [ 0x7FFFFFFFE0000000, %110 ], [ %108, %99 ], [ 0x7FFFFFFFE0000000, %125 ], [ %123, %111 ], [ %135, %126 ], [ %145, %136 ], [ %155, %146 ]
  %158 = add nuw nsw i64 %66, %46
  %159 = trunc nuw i64 %158 to i32
  %160 = mul i32 %8, %159
  %161 = add i32 %160, %51
  %162 = zext i32 %161 to i64
  %163 = getelementptr inbounds nuw float, ptr %7, i64 %162
  store float %157, ptr %163, align 4
  %164 = add nuw nsw i64 %66, 1
  %165 = icmp eq i64 %164, %39
  br i1 %165, label %62, label %65
166:
  ret i1 %23
}
declare i1 @cute.tensor.outside(ptr, ptr, i32, i32)
declare ptr @cute.tensor.memory(ptr)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.cttz.i32(i32, i1)
; tensor/sparse.c
define i32 @cute.tensor.metadata_columns(ptr %0) noinline {
  %2 = load i32, ptr %0, align 4
  %3 = icmp ugt i32 %2, 2
  %4 = select i1 %3, i32 2, i32 1
  ret i32 %4
}
define i1 @cute.tensor.expand(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5) noinline {
  %7 = alloca [4 x float], align 16
  %8 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %9 = load i32, ptr %8, align 8
  %10 = and i32 %9, 65535
  %11 = load i32, ptr %4, align 4
  %12 = ashr i32 %9, 16
  %13 = and i32 %9, 1
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %15, label %21
15:
  %16 = and i32 %9, 2
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 44
  %18 = load i32, ptr %17, align 4
  %19 = add i32 %18, %16
  %20 = icmp ugt i32 %19, 3
  br i1 %20, label %21, label %27
21:
  %22 = zext nneg i32 %10 to i64
  %23 = getelementptr inbounds nuw i8, ptr %3, i64 44
  %24 = load i32, ptr %23, align 4
  %25 = zext i32 %24 to i64
  %26 = call i1 @cute.tensor.fault(ptr %0, i32 22, i64 %22, i64 %25)
  br label %231
27:
  %28 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %29 = load i8, ptr %28, align 4
  %30 = zext i8 %29 to i32
  %31 = icmp eq i32 %12, %30
  br i1 %31, label %35, label %32
32:
  %33 = zext i32 %12 to i64
  %34 = call i1 @cute.tensor.fault(ptr %0, i32 8, i64 %33, i64 0)
  br label %231
35:
  %36 = add i32 %18, %10
  %37 = load i32, ptr %3, align 4
  %38 = icmp ugt i32 %37, 2
  %39 = select i1 %38, i32 2, i32 1
  %40 = call i1 @cute.tensor.outside(ptr %0, ptr %1, i32 %36, i32 %39)
  br i1 %40, label %231, label %41
41:
  %42 = call ptr @cute.tensor.memory(ptr %1)
  %43 = getelementptr inbounds nuw i8, ptr %42, i64 128
  %44 = zext i32 %36 to i64
  %45 = shl nuw nsw i64 %44, 9
  %46 = getelementptr inbounds nuw i8, ptr %43, i64 %45
  %47 = getelementptr inbounds nuw i8, ptr %2, i64 72
  %48 = load i32, ptr %47, align 8
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %84, label %50
50:
  %51 = icmp ugt i32 %11, 127
  %52 = zext i32 %11 to i64
  br label %53
53:
  %54 = phi i32 [ 0, %50 ], [ %77, %76 ]
  %55 = phi i1 [ undef, %50 ], [ %75, %76 ]
  %56 = phi ptr [ %46, %50 ], [ %78, %76 ]
  br i1 %51, label %73, label %61
57:
  %58 = add nuw nsw i64 %62, 1
  %59 = and i64 %58, 4294967295
  %60 = icmp eq i64 %59, 128
  br i1 %60, label %73, label %61
61:
  %62 = phi i64 [ %58, %57 ], [ %52, %53 ]
  %63 = getelementptr inbounds nuw i32, ptr %56, i64 %62
  %64 = load i32, ptr %63, align 4
  %65 = trunc nuw nsw i64 %62 to i32
  %66 = urem i32 %65, %11
  %67 = zext nneg i32 %66 to i64
  %68 = getelementptr inbounds nuw i32, ptr %56, i64 %67
  %69 = load i32, ptr %68, align 4
  %70 = icmp eq i32 %64, %69
  br i1 %70, label %57, label %71
71:
  %72 = call i1 @cute.tensor.fault(ptr %0, i32 23, i64 %67, i64 %62)
  br label %73
73:
  %74 = phi i1 [ false, %71 ], [ true, %53 ], [ true, %57 ]
  %75 = phi i1 [ %72, %71 ], [ %55, %53 ], [ %55, %57 ]
  br i1 %74, label %76, label %83
76:
  %77 = add nuw nsw i32 %54, 1
  %78 = getelementptr inbounds nuw i8, ptr %56, i64 512
  %79 = load i32, ptr %3, align 4
  %80 = icmp ugt i32 %79, 2
  %81 = icmp eq i32 %54, 0
  %82 = select i1 %80, i1 %81, i1 false
  br i1 %82, label %53, label %84
83:
  br i1 %75, label %231, label %84
84:
  %85 = load i32, ptr %3, align 4
  %86 = icmp eq i32 %85, 10
  %87 = select i1 %86, i64 8589934600, i64 4294967300
  %88 = icmp eq i32 %85, 2
  %89 = select i1 %88, i64 4294967298, i64 %87
  %90 = trunc i64 %89 to i32
  %91 = lshr i64 %89, 32
  %92 = trunc nuw nsw i64 %91 to i32
  %93 = lshr exact i32 %90, 1
  %94 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %95 = load i32, ptr %94, align 4
  %96 = udiv i32 %95, %90
  %97 = getelementptr inbounds nuw i8, ptr %4, i64 4
  %98 = zext nneg i32 %93 to i64
  %99 = and i64 %89, 14
  %100 = zext nneg i32 %93 to i64
  br label %101
101:
  %102 = phi i32 [ %96, %84 ], [ %104, %228 ]
  %103 = phi i1 [ undef, %84 ], [ %230, %228 ]
  %104 = add i32 %102, -1
  %105 = icmp eq i32 %102, 0
  br i1 %105, label %231, label %106
106:
  %107 = load i32, ptr %97, align 4
  %108 = icmp eq i32 %107, 0
  br i1 %108, label %228, label %109
109:
  %110 = mul i32 %104, %90
  %111 = shl i32 %110, 7
  %112 = zext i32 %111 to i64
  %113 = getelementptr inbounds nuw float, ptr %5, i64 %112
  %114 = mul i32 %104, %93
  br label %120
115:
  %116 = add nuw nsw i64 %121, 1
  %117 = load i32, ptr %97, align 4
  %118 = zext i32 %117 to i64
  %119 = icmp samesign ult i64 %116, %118
  br i1 %119, label %120, label %226
120:
  %121 = phi i64 [ 0, %109 ], [ %116, %115 ]
  %122 = phi i1 [ %103, %109 ], [ %225, %115 ]
  call void @llvm.lifetime.start.p0(ptr %7)
  %123 = getelementptr inbounds nuw float, ptr %113, i64 %121
  %124 = load i32, ptr %3, align 4
  %125 = lshr i64 %121, 4
  %126 = and i64 %125, 268435455
  %127 = getelementptr inbounds nuw i8, ptr %28, i64 %126
  %128 = load i8, ptr %127, align 1
  %129 = icmp ult i32 %124, 3
  br i1 %129, label %130, label %146
130:
  %131 = icmp eq i32 %124, 2
  %132 = trunc nuw i64 %121 to i32
  %133 = shl i32 %132, 1
  %134 = and i32 %133, 16
  %135 = trunc nuw i64 %121 to i32
  %136 = and i32 %135, 7
  %137 = select i1 %131, i32 3, i32 4
  %138 = lshr i32 %110, %137
  %139 = shl nuw i32 %138, 3
  %140 = or disjoint i32 %139, %136
  %141 = select i1 %131, i32 6, i32 14
  %142 = and i32 %141, %110
  %143 = zext i1 %131 to i32
  %144 = shl nuw nsw i32 %142, %143
  %145 = add nuw nsw i32 %144, %134
  br label %156
146:
  %147 = icmp eq i32 %124, 10
  %148 = zext i1 %147 to i32
  %149 = lshr exact i32 %110, %148
  %150 = trunc nuw i64 %121 to i32
  %151 = and i32 %150, 15
  %152 = lshr i32 %149, 5
  %153 = and i32 %149, 31
  %154 = zext nneg i32 %152 to i64
  %155 = shl nuw nsw i64 %154, 7
  br label %156
156:
  %157 = phi i32 [ %145, %130 ], [ %153, %146 ]
  %158 = phi i64 [ 0, %130 ], [ %155, %146 ]
  %159 = phi i32 [ %140, %130 ], [ %151, %146 ]
  %160 = zext i8 %128 to i32
  %161 = add i32 %159, %160
  %162 = zext i32 %161 to i64
  %163 = getelementptr inbounds nuw i32, ptr %46, i64 %158
  %164 = getelementptr inbounds nuw i32, ptr %163, i64 %162
  %165 = load i32, ptr %164, align 4
  %166 = lshr i32 %165, %157
  %167 = and i32 %166, 15
  %168 = and i32 %166, 3
  %169 = lshr i32 %167, 2
  %170 = icmp eq i32 %124, 2
  br i1 %170, label %175, label %171
171:
  %172 = icmp samesign ult i32 %168, %169
  %173 = icmp eq i32 %167, 6
  %174 = or i1 %173, %172
  br label %182
175:
  %176 = and i32 %166, 1
  %177 = icmp eq i32 %176, 0
  %178 = or disjoint i32 %168, 1
  %179 = icmp eq i32 %169, %178
  %180 = select i1 %177, i1 %179, i1 false
  %181 = lshr i32 %168, 1
  br label %182
182:
  %183 = phi i32 [ %181, %175 ], [ %168, %171 ]
  %184 = phi i1 [ %180, %175 ], [ %174, %171 ]
  br i1 %184, label %185, label %187
185:
  %186 = trunc nuw i64 %121 to i32
  br label %190
187:
  %188 = zext nneg i32 %167 to i64
  %189 = call i1 @cute.tensor.fault(ptr %0, i32 21, i64 %121, i64 %188)
  br label %224
190:
  %191 = phi i64 [ 0, %185 ], [ %200, %190 ]
  %192 = trunc nuw nsw i64 %191 to i32
  %193 = add i32 %114, %192
  %194 = shl i32 %193, 7
  %195 = add i32 %194, %186
  %196 = zext i32 %195 to i64
  %197 = getelementptr inbounds nuw float, ptr %5, i64 %196
  %198 = load float, ptr %197, align 4
  %199 = getelementptr inbounds nuw float, ptr %7, i64 %191
  store float %198, ptr %199, align 4
  %200 = add nuw nsw i64 %191, 1
  %201 = icmp eq i64 %200, %98
  br i1 %201, label %202, label %190
202:
  %203 = phi i64 [ %207, %202 ], [ 0, %190 ]
  %204 = shl i64 %203, 7
  %205 = and i64 %204, 4294967168
  %206 = getelementptr inbounds nuw float, ptr %123, i64 %205
  store float 0.000000e+00, ptr %206, align 4
  %207 = add nuw nsw i64 %203, 1
  %208 = icmp eq i64 %207, %99
  br i1 %208, label %209, label %202
209:
  %210 = phi i64 [ %222, %209 ], [ 0, %202 ]
  %211 = icmp samesign ult i64 %210, %91
  %212 = select i1 %211, i32 %183, i32 %169
  %213 = getelementptr inbounds nuw float, ptr %7, i64 %210
  %214 = load float, ptr %213, align 4
  %215 = mul nuw nsw i32 %212, %92
  %216 = trunc nuw nsw i64 %210 to i32
  %217 = urem i32 %216, %92
  %218 = add nuw nsw i32 %217, %215
  %219 = shl nuw nsw i32 %218, 7
  %220 = zext nneg i32 %219 to i64
  %221 = getelementptr inbounds nuw float, ptr %123, i64 %220
  store float %214, ptr %221, align 4
  %222 = add nuw nsw i64 %210, 1
  %223 = icmp eq i64 %222, %100
  br i1 %223, label %224, label %209
224:
  %225 = phi i1 [ %189, %187 ], [ %122, %209 ]
  call void @llvm.lifetime.end.p0(ptr %7)
  br i1 %184, label %115, label %226
226:
  %227 = xor i1 %184, true
  br label %228
228:
  %229 = phi i1 [ false, %106 ], [ %227, %226 ]
  %230 = phi i1 [ %103, %106 ], [ %225, %226 ]
  br i1 %229, label %231, label %101
231:
  %232 = phi i1 [ %26, %21 ], [ %34, %32 ], [ true, %35 ], [ true, %83 ], [ %230, %228 ], [ false, %101 ]
  ret i1 %232
}
declare void @llvm.lifetime.start.p0(ptr)
declare i1 @cute.tensor.fault(ptr, i32, i64, i64)
declare i1 @cute.tensor.outside(ptr, ptr, i32, i32)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @cute.tensor.memory(ptr)
