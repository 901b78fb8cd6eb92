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
  %52 = getelementptr inbounds nuw i8, ptr %51, i64 64
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
  %34 = getelementptr inbounds nuw i8, ptr %33, i64 64
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
  call void @llvm.memset.p0.i64(ptr %17, i8 0, i64 5, i1 false)
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 68
  %19 = load i32, ptr %18, align 4
  %20 = icmp eq i32 %19, 0
  %21 = xor i1 %11, %20
  br i1 %21, label %26, label %22
22:
  %23 = lshr exact i32 %10, 2
  %24 = zext nneg i32 %23 to i64
  %25 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 11, i64 %24)
  br label %339
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
  br label %157
87:
  %88 = phi i1 [ %35, %33 ], [ %45, %43 ], [ %56, %54 ], [ %77, %75 ]
  br i1 %88, label %339, label %170
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
  br label %155
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
  br label %155
117:
  %118 = and i32 %5, 3
  %119 = select i1 %11, i32 %118, i32 0
  %120 = getelementptr inbounds nuw i8, ptr %2, i64 44
  store i32 %119, ptr %120, align 4
  %121 = icmp ult i32 %92, 2
  %122 = zext i1 %121 to i32
  %123 = icmp samesign ugt i32 %119, %122
  br i1 %123, label %124, label %127
124:
  %125 = zext i32 %5 to i64
  %126 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 1, i64 %125)
  br label %155
127:
  %128 = lshr i32 %5, 3
  %129 = and i32 %128, 1
  %130 = icmp eq i32 %129, 0
  %131 = select i1 %130, i1 true, i1 %93
  br i1 %131, label %135, label %132
132:
  %133 = sext i32 %92 to i64
  %134 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 3, i64 %133)
  br label %155
135:
  %136 = icmp eq i32 %91, 0
  %137 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %138 = zext i1 %136 to i8
  store i8 %138, ptr %137, align 4
  %139 = getelementptr inbounds nuw i8, ptr %2, i64 26
  store i8 %94, ptr %139, align 2
  %140 = getelementptr inbounds nuw i8, ptr %2, i64 25
  %141 = trunc nuw nsw i32 %129 to i8
  store i8 %141, ptr %140, align 1
  %142 = getelementptr inbounds nuw i8, ptr %2, i64 22
  %143 = lshr i32 %5, 13
  %144 = trunc i32 %143 to i8
  %145 = and i8 %144, 1
  store i8 %145, ptr %142, align 2
  %146 = getelementptr inbounds nuw i8, ptr %2, i64 23
  %147 = lshr i32 %5, 14
  %148 = trunc i32 %147 to i8
  %149 = and i8 %148, 1
  store i8 %149, ptr %146, align 1
  %150 = and i32 %5, 24576
  %151 = icmp ne i32 %150, 0
  %152 = and i1 %151, %93
  br i1 %152, label %153, label %157
153:
  %154 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 4, i64 3)
  br label %155
155:
  %156 = phi i1 [ %105, %103 ], [ %116, %114 ], [ %126, %124 ], [ %154, %153 ], [ %134, %132 ]
  br i1 %156, label %339, label %170
157:
  %158 = phi i32 [ 384, %78 ], [ 496, %135 ]
  %159 = getelementptr inbounds nuw i8, ptr %2, i64 20
  %160 = lshr i32 %5, 15
  %161 = trunc i32 %160 to i8
  %162 = and i8 %161, 1
  store i8 %162, ptr %159, align 4
  %163 = getelementptr inbounds nuw i8, ptr %2, i64 21
  %164 = lshr i32 %5, 16
  %165 = trunc i32 %164 to i8
  %166 = and i8 %165, 1
  store i8 %166, ptr %163, align 1
  %167 = lshr i32 %5, 20
  %168 = and i32 %167, %158
  %169 = getelementptr inbounds nuw i8, ptr %2, i64 8
  store i32 %168, ptr %169, align 4
  br label %170
170:
  %171 = load i32, ptr %6, align 8
  %172 = lshr i32 %5, 7
  %173 = and i32 %172, 7
  switch i32 %171, label %187 [
    i32 0, label %174
    i32 1, label %177
    i32 3, label %180
    i32 5, label %184
    i32 6, label %184
  ]
174:
  %175 = icmp samesign ult i32 %173, 2
  %176 = select i1 %175, i32 %173, i32 -1
  br label %192
177:
  %178 = icmp eq i32 %173, 2
  %179 = select i1 %178, i32 2, i32 -1
  br label %192
180:
  %181 = icmp samesign ult i32 %173, 2
  %182 = or disjoint i32 %173, 8
  %183 = select i1 %181, i32 %182, i32 -1
  br label %192
184:
  %185 = icmp eq i32 %173, 1
  %186 = select i1 %185, i32 10, i32 -1
  br label %192
187:
  %188 = zext nneg i32 %173 to i64
  %189 = getelementptr inbounds nuw i8, ptr @read_format.narrow, i64 %188
  %190 = load i8, ptr %189, align 1
  %191 = sext i8 %190 to i32
  br label %192
192:
  %193 = phi i32 [ %191, %187 ], [ %176, %174 ], [ %179, %177 ], [ %183, %180 ], [ %186, %184 ]
  store i32 %193, ptr %2, align 4
  %194 = icmp slt i32 %193, 0
  br i1 %194, label %195, label %198
195:
  %196 = zext nneg i32 %173 to i64
  %197 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 12, i64 %196)
  br i1 %197, label %339, label %198
198:
  %199 = load i32, ptr %6, align 8
  %200 = add i32 %199, -5
  %201 = icmp ult i32 %200, 2
  %202 = lshr i32 %5, 10
  %203 = select i1 %201, i32 3, i32 7
  %204 = and i32 %203, %202
  %205 = getelementptr inbounds nuw i8, ptr %2, i64 4
  switch i32 %199, label %219 [
    i32 0, label %206
    i32 1, label %209
    i32 3, label %212
    i32 5, label %216
    i32 6, label %216
  ]
206:
  %207 = icmp samesign ult i32 %204, 2
  %208 = select i1 %207, i32 %204, i32 -1
  br label %224
209:
  %210 = icmp eq i32 %204, 2
  %211 = select i1 %210, i32 2, i32 -1
  br label %224
212:
  %213 = icmp samesign ult i32 %204, 2
  %214 = or disjoint i32 %204, 8
  %215 = select i1 %213, i32 %214, i32 -1
  br label %224
216:
  %217 = icmp eq i32 %204, 1
  %218 = select i1 %217, i32 10, i32 -1
  br label %224
219:
  %220 = zext nneg i32 %204 to i64
  %221 = getelementptr inbounds nuw i8, ptr @read_format.narrow, i64 %220
  %222 = load i8, ptr %221, align 1
  %223 = sext i8 %222 to i32
  br label %224
224:
  %225 = phi i32 [ %223, %219 ], [ %208, %206 ], [ %211, %209 ], [ %215, %212 ], [ %218, %216 ]
  store i32 %225, ptr %205, align 4
  %226 = icmp slt i32 %225, 0
  br i1 %226, label %227, label %230
227:
  %228 = zext nneg i32 %204 to i64
  %229 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 13, i64 %228)
  br i1 %229, label %339, label %230
230:
  %231 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %232 = load i8, ptr %231, align 4
  %233 = trunc nuw i8 %232 to i1
  br i1 %233, label %238, label %234
234:
  %235 = load i8, ptr %16, align 2
  %236 = zext nneg i8 %235 to i32
  %237 = shl nuw nsw i32 256, %236
  br label %238
238:
  %239 = phi i32 [ %237, %234 ], [ 384, %230 ]
  %240 = load i32, ptr %2, align 4
  %241 = icmp eq i32 %240, 2
  br i1 %241, label %247, label %242
242:
  %243 = icmp ult i32 %240, 2
  br i1 %243, label %247, label %244
244:
  %245 = icmp eq i32 %240, 10
  %246 = select i1 %245, i32 2, i32 3
  br label %247
247:
  %248 = phi i32 [ 5, %238 ], [ %246, %244 ], [ 4, %242 ]
  %249 = lshr exact i32 %239, %248
  store i32 %249, ptr %15, align 4
  %250 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %251 = load i32, ptr %250, align 4
  %252 = load i32, ptr %14, align 4
  %253 = getelementptr inbounds nuw i8, ptr %1, i64 52
  %254 = load i32, ptr %253, align 4
  %255 = icmp eq i32 %254, 2
  %256 = icmp eq i32 %251, 128
  br i1 %255, label %257, label %260
257:
  %258 = icmp eq i32 %251, 256
  %259 = or i1 %256, %258
  br label %267
260:
  br i1 %256, label %267, label %261
261:
  %262 = getelementptr inbounds nuw i8, ptr %2, i64 28
  %263 = load i32, ptr %262, align 4
  %264 = icmp eq i32 %263, 0
  %265 = icmp eq i32 %251, 64
  %266 = select i1 %264, i1 %265, i1 false
  br label %267
267:
  %268 = phi i1 [ %259, %257 ], [ true, %260 ], [ %266, %261 ]
  %269 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %270 = load i32, ptr %269, align 8
  %271 = icmp eq i32 %270, 0
  br i1 %271, label %275, label %272
272:
  %273 = icmp eq i32 %251, 32
  %274 = or i1 %273, %268
  br label %275
275:
  %276 = phi i1 [ %274, %272 ], [ %268, %267 ]
  br i1 %276, label %277, label %310
277:
  %278 = load i8, ptr %16, align 2
  %279 = trunc nuw i8 %278 to i1
  br i1 %279, label %280, label %285
280:
  %281 = icmp ne i32 %270, 0
  %282 = shl i32 %254, 7
  %283 = icmp eq i32 %251, %282
  %284 = select i1 %281, i1 true, i1 %283
  br i1 %284, label %285, label %310
285:
  %286 = shl i32 %254, 3
  %287 = getelementptr inbounds nuw i8, ptr %2, i64 26
  %288 = load i8, ptr %287, align 2
  %289 = trunc nuw i8 %288 to i1
  %290 = icmp ugt i32 %252, 32
  %291 = select i1 %290, i32 16, i32 8
  %292 = select i1 %255, i32 32, i32 %291
  %293 = select i1 %289, i32 %292, i32 %286
  %294 = icmp uge i32 %252, %293
  %295 = icmp ult i32 %252, 257
  %296 = and i1 %295, %294
  br i1 %296, label %297, label %301
297:
  %298 = urem i32 %252, %293
  %299 = icmp eq i32 %298, 0
  %300 = zext i1 %299 to i8
  br label %301
301:
  %302 = phi i8 [ %300, %297 ], [ 0, %285 ]
  br i1 %271, label %307, label %303
303:
  switch i32 %252, label %306 [
    i32 128, label %307
    i32 64, label %307
    i32 256, label %304
  ]
304:
  %305 = xor i8 %278, 1
  br label %307
306:
  br label %307
307:
  %308 = phi i8 [ %302, %301 ], [ 1, %303 ], [ 1, %303 ], [ %305, %304 ], [ 0, %306 ]
  %309 = trunc nuw i8 %308 to i1
  br i1 %309, label %315, label %310
310:
  %311 = phi i32 [ %251, %280 ], [ %251, %275 ], [ %252, %307 ]
  %312 = phi i64 [ 14, %280 ], [ 8, %275 ], [ 9, %307 ]
  %313 = zext i32 %311 to i64
  %314 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 %312, i64 %313)
  br i1 %314, label %339, label %315
315:
  %316 = load i32, ptr %205, align 4
  %317 = add i32 %316, -5
  %318 = icmp ult i32 %317, 3
  %319 = icmp eq i32 %316, 10
  %320 = or i1 %319, %318
  %321 = getelementptr inbounds nuw i8, ptr %2, i64 20
  %322 = load i8, ptr %321, align 4
  %323 = trunc nuw i8 %322 to i1
  br i1 %323, label %324, label %332
324:
  %325 = load i32, ptr %2, align 4
  switch i32 %325, label %326 [
    i32 10, label %330
    i32 7, label %330
    i32 6, label %330
    i32 5, label %330
  ]
326:
  %327 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %328 = load i32, ptr %327, align 8
  %329 = icmp eq i32 %328, 0
  br i1 %329, label %332, label %330
330:
  %331 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 10, i64 0)
  br label %339
332:
  %333 = getelementptr inbounds nuw i8, ptr %2, i64 21
  %334 = load i8, ptr %333, align 1
  %335 = trunc nuw i8 %334 to i1
  %336 = select i1 %335, i1 %320, i1 false
  br i1 %336, label %337, label %339
337:
  %338 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 10, i64 1)
  br label %339
339:
  %340 = phi i1 [ %25, %22 ], [ true, %195 ], [ true, %87 ], [ true, %155 ], [ true, %227 ], [ true, %310 ], [ %331, %330 ], [ %338, %337 ], [ false, %332 ]
  ret i1 %340
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
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
  br i1 %4, label %5, label %12
5:
  %6 = call ptr @malloc(i64 852096)
  %7 = ptrtoint ptr %6 to i64
  %8 = add i64 %7, 63
  %9 = and i64 %8, -64
  %10 = inttoptr i64 %9 to ptr
  call void @llvm.memset.p0.i64(ptr %10, i8 0, i64 64, i1 false)
  %11 = getelementptr inbounds nuw i8, ptr %10, i64 56
  store ptr %6, ptr %11, align 8
  store ptr %10, ptr %2, align 8
  br label %12
12:
  %13 = phi ptr [ %10, %5 ], [ %3, %1 ]
  ret ptr %13
}
declare ptr @malloc(i64)
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
  br i1 %6, label %7, label %14
7:
  %8 = call ptr @malloc(i64 852096)
  %9 = ptrtoint ptr %8 to i64
  %10 = add i64 %9, 63
  %11 = and i64 %10, -64
  %12 = inttoptr i64 %11 to ptr
  call void @llvm.memset.p0.i64(ptr %12, i8 0, i64 64, i1 false)
  %13 = getelementptr inbounds nuw i8, ptr %12, i64 56
  store ptr %8, ptr %13, align 8
  store ptr %12, ptr %4, align 8
  br label %14
14:
  %15 = phi ptr [ %12, %7 ], [ %5, %2 ]
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 12
  %17 = load i32, ptr %16, align 4
  %18 = icmp eq i32 %17, 0
  %19 = icmp eq i32 %17, %1
  %20 = or i1 %18, %19
  br i1 %20, label %25, label %21
21:
  %22 = sext i32 %17 to i64
  %23 = sext i32 %1 to i64
  %24 = call i1 @cute.tensor.fault(ptr %0, i32 10, i64 %22, i64 %23)
  br label %40
25:
  store i32 %1, ptr %16, align 4
  %26 = icmp eq i32 %1, 2
  br i1 %26, label %27, label %40
27:
  %28 = load ptr, ptr %0, align 8
  %29 = getelementptr inbounds nuw i8, ptr %28, i64 672
  %30 = load i32, ptr %29, align 32
  %31 = and i32 %30, 1
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %36, label %33
33:
  %34 = sext i32 %30 to i64
  %35 = call i1 @cute.tensor.fault(ptr %0, i32 9, i64 %34, i64 0)
  br label %40
36:
  %37 = getelementptr inbounds nuw i8, ptr %28, i64 64
  %38 = load ptr, ptr %37, align 64
  %39 = icmp eq ptr %38, null
  br label %40
40:
  %41 = phi i1 [ true, %21 ], [ false, %25 ], [ true, %33 ], [ %39, %36 ]
  ret i1 %41
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
  br i1 %12, label %13, label %20
13:
  %14 = call ptr @malloc(i64 852096)
  %15 = ptrtoint ptr %14 to i64
  %16 = add i64 %15, 63
  %17 = and i64 %16, -64
  %18 = inttoptr i64 %17 to ptr
  call void @llvm.memset.p0.i64(ptr %18, i8 0, i64 64, i1 false)
  %19 = getelementptr inbounds nuw i8, ptr %18, i64 56
  store ptr %14, ptr %19, align 8
  store ptr %18, ptr %10, align 8
  br label %20
20:
  %21 = phi ptr [ %18, %13 ], [ %11, %6 ]
  %22 = add i32 %4, -32
  %23 = icmp ult i32 %22, 481
  %24 = call i32 @llvm.ctpop.i32(i32 %4)
  %25 = icmp samesign ult i32 %24, 2
  %26 = select i1 %23, i1 %25, i1 false
  br i1 %26, label %30, label %27
27:
  %28 = zext i32 %4 to i64
  %29 = call i1 @cute.tensor.fault(ptr %7, i32 1, i64 %28, i64 0)
  br label %135
30:
  %31 = load ptr, ptr %10, align 8
  %32 = icmp eq ptr %31, null
  br i1 %32, label %33, label %40
33:
  %34 = call ptr @malloc(i64 852096)
  %35 = ptrtoint ptr %34 to i64
  %36 = add i64 %35, 63
  %37 = and i64 %36, -64
  %38 = inttoptr i64 %37 to ptr
  call void @llvm.memset.p0.i64(ptr %38, i8 0, i64 64, i1 false)
  %39 = getelementptr inbounds nuw i8, ptr %38, i64 56
  store ptr %34, ptr %39, align 8
  store ptr %38, ptr %10, align 8
  br label %40
40:
  %41 = phi ptr [ %38, %33 ], [ %31, %30 ]
  %42 = getelementptr inbounds nuw i8, ptr %41, i64 12
  %43 = load i32, ptr %42, align 4
  %44 = icmp eq i32 %43, 0
  %45 = icmp eq i32 %43, %5
  %46 = or i1 %44, %45
  br i1 %46, label %51, label %47
47:
  %48 = sext i32 %43 to i64
  %49 = sext i32 %5 to i64
  %50 = call i1 @cute.tensor.fault(ptr %7, i32 10, i64 %48, i64 %49)
  br label %135
51:
  store i32 %5, ptr %42, align 4
  %52 = icmp eq i32 %5, 2
  br i1 %52, label %53, label %65
53:
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %55 = load i32, ptr %54, align 32
  %56 = and i32 %55, 1
  %57 = icmp eq i32 %56, 0
  br i1 %57, label %61, label %58
58:
  %59 = sext i32 %55 to i64
  %60 = call i1 @cute.tensor.fault(ptr %7, i32 9, i64 %59, i64 0)
  br label %135
61:
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %63 = load ptr, ptr %62, align 64
  %64 = icmp eq ptr %63, null
  br i1 %64, label %135, label %65
65:
  %66 = getelementptr inbounds nuw i8, ptr %21, i64 4
  %67 = load i32, ptr %66, align 4
  %68 = icmp eq i32 %67, 0
  br i1 %68, label %72, label %69
69:
  %70 = zext nneg i32 %4 to i64
  %71 = call i1 @cute.tensor.fault(ptr %7, i32 3, i64 %70, i64 0)
  br label %135
72:
  %73 = getelementptr inbounds nuw i8, ptr %21, i64 8
  %74 = load i32, ptr %73, align 8
  %75 = icmp ne i32 %74, 0
  %76 = icmp ugt i32 %4, %74
  %77 = and i1 %75, %76
  br i1 %77, label %87, label %78
78:
  %79 = icmp ugt i32 %4, 512
  br i1 %79, label %130, label %80
80:
  %81 = load i32, ptr %21, align 64
  %82 = lshr i32 %4, 5
  %83 = zext nneg i32 %82 to i64
  %84 = shl nsw i64 -1, %83
  %85 = xor i64 %84, -1
  %86 = zext nneg i32 %4 to i64
  br label %91
87:
  %88 = sext i32 %74 to i64
  %89 = zext nneg i32 %4 to i64
  %90 = call i1 @cute.tensor.fault(ptr %7, i32 4, i64 %88, i64 %89)
  br label %135
91:
  %92 = phi i64 [ 0, %80 ], [ %127, %126 ]
  %93 = lshr exact i64 %92, 5
  %94 = shl i64 %85, %93
  %95 = trunc i64 %94 to i32
  %96 = and i32 %81, %95
  %97 = icmp eq i32 %96, 0
  br i1 %97, label %98, label %126
98:
  %99 = trunc nuw nsw i64 %92 to i32
  %100 = or i32 %81, %95
  store i32 %100, ptr %21, align 64
  %101 = trunc nuw nsw i32 %82 to i8
  %102 = getelementptr inbounds nuw i8, ptr %21, i64 20
  %103 = getelementptr inbounds nuw i8, ptr %102, i64 %93
  store i8 %101, ptr %103, align 1
  store i32 %4, ptr %73, align 8
  %104 = getelementptr inbounds nuw i8, ptr %21, i64 16
  store i32 %1, ptr %104, align 16
  %105 = getelementptr inbounds nuw i8, ptr %21, i64 64
  %106 = shl i64 %92, 9
  %107 = and i64 %106, 2199023239168
  %108 = getelementptr inbounds nuw i8, ptr %105, i64 %107
  %109 = icmp eq i32 %4, 0
  br i1 %109, label %120, label %110
110:
  %111 = shl nuw nsw i32 %4, 7
  %112 = load ptr, ptr %0, align 128
  %113 = getelementptr inbounds nuw i8, ptr %112, i64 1336
  %114 = load i64, ptr %113, align 8
  %115 = trunc i64 %114 to i32
  %116 = mul i32 %115, 16843009
  %117 = icmp eq i32 %115, 0
  %118 = select i1 %117, i32 -1, i32 %116
  %119 = zext nneg i32 %111 to i64
  br label %121
120:
  store i32 %99, ptr %3, align 4
  br label %135
121:
  %122 = phi i64 [ 0, %110 ], [ %124, %121 ]
  %123 = getelementptr inbounds nuw i32, ptr %108, i64 %122
  store i32 %118, ptr %123, align 4
  %124 = add nuw nsw i64 %122, 1
  %125 = icmp eq i64 %124, %119
  br i1 %125, label %120, label %121
126:
  %127 = add nuw nsw i64 %92, 32
  %128 = add nuw nsw i64 %127, %86
  %129 = icmp samesign ugt i64 %128, 512
  br i1 %129, label %130, label %91
130:
  %131 = zext nneg i32 %4 to i64
  %132 = load i32, ptr %21, align 64
  %133 = sext i32 %132 to i64
  %134 = call i1 @cute.tensor.fault(ptr %7, i32 2, i64 %131, i64 %133)
  br label %135
135:
  %136 = phi i1 [ false, %120 ], [ true, %69 ], [ true, %87 ], [ true, %130 ], [ true, %61 ], [ true, %27 ], [ true, %58 ], [ true, %47 ]
  call void @llvm.lifetime.end.p0(ptr %7)
  ret i1 %136
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
  br i1 %12, label %13, label %20
13:
  %14 = call ptr @malloc(i64 852096)
  %15 = ptrtoint ptr %14 to i64
  %16 = add i64 %15, 63
  %17 = and i64 %16, -64
  %18 = inttoptr i64 %17 to ptr
  call void @llvm.memset.p0.i64(ptr %18, i8 0, i64 64, i1 false)
  %19 = getelementptr inbounds nuw i8, ptr %18, i64 56
  store ptr %14, ptr %19, align 8
  store ptr %18, ptr %10, align 8
  br label %20
20:
  %21 = phi ptr [ %18, %13 ], [ %11, %6 ]
  %22 = add i32 %4, -32
  %23 = icmp ult i32 %22, 481
  %24 = call i32 @llvm.ctpop.i32(i32 %4)
  %25 = icmp samesign ult i32 %24, 2
  %26 = select i1 %23, i1 %25, i1 false
  br i1 %26, label %30, label %27
27:
  %28 = zext i32 %4 to i64
  %29 = call i1 @cute.tensor.fault(ptr %7, i32 1, i64 %28, i64 0)
  br label %93
30:
  %31 = load ptr, ptr %10, align 8
  %32 = icmp eq ptr %31, null
  br i1 %32, label %33, label %40
33:
  %34 = call ptr @malloc(i64 852096)
  %35 = ptrtoint ptr %34 to i64
  %36 = add i64 %35, 63
  %37 = and i64 %36, -64
  %38 = inttoptr i64 %37 to ptr
  call void @llvm.memset.p0.i64(ptr %38, i8 0, i64 64, i1 false)
  %39 = getelementptr inbounds nuw i8, ptr %38, i64 56
  store ptr %34, ptr %39, align 8
  store ptr %38, ptr %10, align 8
  br label %40
40:
  %41 = phi ptr [ %38, %33 ], [ %31, %30 ]
  %42 = getelementptr inbounds nuw i8, ptr %41, i64 12
  %43 = load i32, ptr %42, align 4
  %44 = icmp eq i32 %43, 0
  %45 = icmp eq i32 %43, %5
  %46 = or i1 %44, %45
  br i1 %46, label %51, label %47
47:
  %48 = sext i32 %43 to i64
  %49 = sext i32 %5 to i64
  %50 = call i1 @cute.tensor.fault(ptr %7, i32 10, i64 %48, i64 %49)
  br label %93
51:
  store i32 %5, ptr %42, align 4
  %52 = icmp eq i32 %5, 2
  br i1 %52, label %53, label %65
53:
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %55 = load i32, ptr %54, align 32
  %56 = and i32 %55, 1
  %57 = icmp eq i32 %56, 0
  br i1 %57, label %61, label %58
58:
  %59 = sext i32 %55 to i64
  %60 = call i1 @cute.tensor.fault(ptr %7, i32 9, i64 %59, i64 0)
  br label %93
61:
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %63 = load ptr, ptr %62, align 64
  %64 = icmp eq ptr %63, null
  br i1 %64, label %93, label %65
65:
  %66 = and i32 %3, -481
  %67 = icmp eq i32 %66, 0
  br i1 %67, label %68, label %77
68:
  %69 = getelementptr inbounds nuw i8, ptr %21, i64 20
  %70 = lshr exact i32 %3, 5
  %71 = zext nneg i32 %70 to i64
  %72 = getelementptr inbounds nuw i8, ptr %69, i64 %71
  %73 = load i8, ptr %72, align 1
  %74 = sext i8 %73 to i32
  %75 = lshr i32 %4, 5
  %76 = icmp eq i32 %75, %74
  br i1 %76, label %81, label %77
77:
  %78 = zext i32 %3 to i64
  %79 = zext nneg i32 %4 to i64
  %80 = call i1 @cute.tensor.fault(ptr %7, i32 5, i64 %78, i64 %79)
  br label %93
81:
  %82 = lshr i32 %4, 5
  %83 = zext nneg i32 %82 to i64
  %84 = shl nsw i64 -1, %83
  %85 = xor i64 %84, -1
  %86 = lshr exact i32 %3, 5
  %87 = zext nneg i32 %86 to i64
  %88 = shl nuw nsw i64 %85, %87
  %89 = trunc i64 %88 to i32
  %90 = xor i32 %89, -1
  %91 = load i32, ptr %21, align 64
  %92 = and i32 %91, %90
  store i32 %92, ptr %21, align 64
  store i8 0, ptr %72, align 1
  br label %93
93:
  %94 = phi i1 [ true, %27 ], [ true, %61 ], [ true, %77 ], [ false, %81 ], [ true, %58 ], [ true, %47 ]
  call void @llvm.lifetime.end.p0(ptr %7)
  ret i1 %94
}
define i1 @cute.tensor.relinquish(ptr %0, i32 %1, i32 %2, i32 %3) noinline {
  %5 = alloca { ptr, i32, i32 }, align 8
  call void @llvm.lifetime.start.p0(ptr %5)
  store ptr %0, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store i32 %1, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 12
  store i32 %2, ptr %7, align 4
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %11, label %18
11:
  %12 = call ptr @malloc(i64 852096)
  %13 = ptrtoint ptr %12 to i64
  %14 = add i64 %13, 63
  %15 = and i64 %14, -64
  %16 = inttoptr i64 %15 to ptr
  call void @llvm.memset.p0.i64(ptr %16, i8 0, i64 64, i1 false)
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 56
  store ptr %12, ptr %17, align 8
  store ptr %16, ptr %8, align 8
  br label %18
18:
  %19 = phi ptr [ %16, %11 ], [ %9, %4 ]
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 12
  %21 = load i32, ptr %20, align 4
  %22 = icmp eq i32 %21, 0
  %23 = icmp eq i32 %21, %3
  %24 = or i1 %22, %23
  br i1 %24, label %29, label %25
25:
  %26 = sext i32 %21 to i64
  %27 = sext i32 %3 to i64
  %28 = call i1 @cute.tensor.fault(ptr %5, i32 10, i64 %26, i64 %27)
  br label %43
29:
  store i32 %3, ptr %20, align 4
  %30 = icmp eq i32 %3, 2
  br i1 %30, label %31, label %43
31:
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %33 = load i32, ptr %32, align 32
  %34 = and i32 %33, 1
  %35 = icmp eq i32 %34, 0
  br i1 %35, label %39, label %36
36:
  %37 = sext i32 %33 to i64
  %38 = call i1 @cute.tensor.fault(ptr %5, i32 9, i64 %37, i64 0)
  br label %43
39:
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %41 = load ptr, ptr %40, align 64
  %42 = icmp eq ptr %41, null
  br label %43
43:
  %44 = phi i1 [ true, %25 ], [ false, %29 ], [ true, %36 ], [ %42, %39 ]
  br i1 %44, label %58, label %45
45:
  %46 = load ptr, ptr %8, align 8
  %47 = icmp eq ptr %46, null
  br i1 %47, label %48, label %55
48:
  %49 = call ptr @malloc(i64 852096)
  %50 = ptrtoint ptr %49 to i64
  %51 = add i64 %50, 63
  %52 = and i64 %51, -64
  %53 = inttoptr i64 %52 to ptr
  call void @llvm.memset.p0.i64(ptr %53, i8 0, i64 64, i1 false)
  %54 = getelementptr inbounds nuw i8, ptr %53, i64 56
  store ptr %49, ptr %54, align 8
  store ptr %53, ptr %8, align 8
  br label %55
55:
  %56 = phi ptr [ %53, %48 ], [ %46, %45 ]
  %57 = getelementptr inbounds nuw i8, ptr %56, i64 4
  store i32 1, ptr %57, align 4
  br label %58
58:
  call void @llvm.lifetime.end.p0(ptr %5)
  ret i1 %44
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
  br label %108
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
  br label %108
85:
  %86 = and i32 %4, 31
  %87 = shl nsw i32 %11, 5
  %88 = or disjoint i32 %87, %86
  %89 = load ptr, ptr %0, align 8
  %90 = getelementptr inbounds nuw i8, ptr %89, i64 104
  %91 = load ptr, ptr %90, align 8
  %92 = icmp eq ptr %91, null
  br i1 %92, label %93, label %100
93:
  %94 = call ptr @malloc(i64 852096)
  %95 = ptrtoint ptr %94 to i64
  %96 = add i64 %95, 63
  %97 = and i64 %96, -64
  %98 = inttoptr i64 %97 to ptr
  call void @llvm.memset.p0.i64(ptr %98, i8 0, i64 64, i1 false)
  %99 = getelementptr inbounds nuw i8, ptr %98, i64 56
  store ptr %94, ptr %99, align 8
  store ptr %98, ptr %90, align 8
  br label %100
100:
  %101 = phi ptr [ %98, %93 ], [ %91, %85 ]
  %102 = getelementptr inbounds nuw i8, ptr %101, i64 64
  %103 = zext i32 %88 to i64
  %104 = shl nuw nsw i32 %5, 9
  %105 = zext nneg i32 %104 to i64
  %106 = getelementptr inbounds nuw i8, ptr %102, i64 %105
  %107 = getelementptr inbounds nuw i32, ptr %106, i64 %103
  br label %108
108:
  %109 = phi ptr [ null, %22 ], [ %107, %100 ], [ null, %81 ]
  ret ptr %109
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
declare i32 @llvm.ctpop.i32(i32)
; tensor/multiply.c
define i1 @cute.tensor.place_rows(ptr %0, ptr %1, ptr %2, ptr %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %6 = load i32, ptr %5, align 8
  %7 = ashr i32 %6, 16
  %8 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %9 = load i32, ptr %8, align 4
  %10 = icmp eq i32 %9, 64
  br i1 %10, label %11, label %15
11:
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %13 = load i32, ptr %12, align 8
  %14 = icmp eq i32 %13, 0
  br label %15
15:
  %16 = phi i1 [ false, %4 ], [ %14, %11 ]
  br i1 %16, label %17, label %20
17:
  %18 = and i32 %6, -1114112
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %25, label %22
20:
  %21 = icmp eq i32 %7, 0
  br i1 %21, label %25, label %22
22:
  %23 = zext i32 %7 to i64
  %24 = call i1 @cute.tensor.fault(ptr %0, i32 8, i64 %23, i64 0)
  br label %65
25:
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 52
  %27 = load i32, ptr %26, align 4
  %28 = udiv i32 %9, %27
  store i32 %28, ptr %3, align 4
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %30 = load i32, ptr %29, align 8
  %31 = icmp eq i32 %30, 0
  br i1 %31, label %34, label %32
32:
  %33 = udiv i32 128, %9
  br label %39
34:
  %35 = icmp eq i32 %27, 2
  br i1 %35, label %36, label %39
36:
  %37 = icmp eq i32 %9, 128
  %38 = select i1 %37, i32 2, i32 1
  br label %39
39:
  %40 = phi i32 [ %33, %32 ], [ 1, %34 ], [ %38, %36 ]
  %41 = getelementptr inbounds nuw i8, ptr %3, i64 12
  store i32 %40, ptr %41, align 4
  %42 = getelementptr inbounds nuw i8, ptr %2, i64 12
  %43 = load i32, ptr %42, align 4
  %44 = udiv i32 %43, %40
  %45 = getelementptr inbounds nuw i8, ptr %3, i64 16
  store i32 %44, ptr %45, align 4
  %46 = udiv i32 128, %40
  %47 = getelementptr inbounds nuw i8, ptr %3, i64 20
  store i32 %46, ptr %47, align 4
  %48 = lshr i32 %28, 4
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %65, label %50
50:
  %51 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %52 = zext nneg i32 %48 to i64
  br label %53
53:
  %54 = phi i64 [ 0, %50 ], [ %63, %53 ]
  %55 = trunc nuw nsw i64 %54 to i32
  %56 = shl i32 %55, 5
  %57 = add i32 %56, %7
  %58 = trunc i64 %54 to i32
  %59 = shl i32 %58, 4
  %60 = select i1 %16, i32 %57, i32 %59
  %61 = trunc i32 %60 to i8
  %62 = getelementptr inbounds nuw i8, ptr %51, i64 %54
  store i8 %61, ptr %62, align 1
  %63 = add nuw nsw i64 %54, 1
  %64 = icmp samesign ult i64 %63, %52
  br i1 %64, label %53, label %65
65:
  %66 = phi i1 [ %24, %22 ], [ false, %39 ], [ false, %53 ]
  ret i1 %66
}
declare void @llvm.lifetime.start.p0(ptr)
declare i1 @cute.tensor.fault(ptr, i32, i64, i64)
declare void @llvm.lifetime.end.p0(ptr)
define i1 @cute.tensor.multiply(ptr %0, i32 %1, i32 %2, ptr %3) noinline {
  %5 = alloca { ptr, i32, i32 }, align 8
  %6 = alloca { i32, i32, i32, i32, i32, i8, i8, i8, i8, i8, i8, i8, i32, i32, i32, i8, i8, i8, i32 }, align 4
  %7 = alloca { i32, [8 x i8], i32, i32, i32 }, align 4
  %8 = alloca [2 x ptr], align 16
  %9 = alloca { ptr, ptr, ptr, i32, i32, i8, float, <16 x i32>, i8, [63 x i8] }, align 64
  call void @llvm.lifetime.start.p0(ptr %5)
  store ptr %0, ptr %5, align 8
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store i32 %1, ptr %10, align 8
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 12
  store i32 %2, ptr %11, align 4
  call void @llvm.lifetime.start.p0(ptr %6)
  call void @llvm.lifetime.start.p0(ptr %7)
  call void @llvm.lifetime.start.p0(ptr %8)
  store ptr %0, ptr %8, align 16
  %12 = getelementptr inbounds nuw i8, ptr %8, i64 8
  store ptr null, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %3, i64 52
  %14 = load i32, ptr %13, align 4
  %15 = call i1 @cute.tensor.wrong_group(ptr %5, i32 %14)
  br i1 %15, label %443, label %16
16:
  %17 = call i1 @cute.tensor.instruction(ptr %5, ptr %3, ptr %6)
  br i1 %17, label %443, label %18
18:
  %19 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %20 = load i32, ptr %19, align 8
  %21 = ashr i32 %20, 16
  %22 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %23 = load i32, ptr %22, align 4
  %24 = icmp eq i32 %23, 64
  br i1 %24, label %25, label %29
25:
  %26 = getelementptr inbounds nuw i8, ptr %3, i64 72
  %27 = load i32, ptr %26, align 8
  %28 = icmp eq i32 %27, 0
  br label %29
29:
  %30 = phi i1 [ false, %18 ], [ %28, %25 ]
  br i1 %30, label %31, label %34
31:
  %32 = and i32 %20, -1114112
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %39, label %36
34:
  %35 = icmp eq i32 %21, 0
  br i1 %35, label %39, label %36
36:
  %37 = zext i32 %21 to i64
  %38 = call i1 @cute.tensor.fault(ptr %5, i32 8, i64 %37, i64 0)
  br i1 %38, label %443, label %77
39:
  %40 = load i32, ptr %13, align 4
  %41 = udiv i32 %23, %40
  store i32 %41, ptr %7, align 4
  %42 = getelementptr inbounds nuw i8, ptr %3, i64 72
  %43 = load i32, ptr %42, align 8
  %44 = icmp eq i32 %43, 0
  br i1 %44, label %47, label %45
45:
  %46 = udiv i32 128, %23
  br label %52
47:
  %48 = icmp eq i32 %40, 2
  br i1 %48, label %49, label %52
49:
  %50 = icmp eq i32 %23, 128
  %51 = select i1 %50, i32 2, i32 1
  br label %52
52:
  %53 = phi i32 [ %46, %45 ], [ 1, %47 ], [ %51, %49 ]
  %54 = getelementptr inbounds nuw i8, ptr %7, i64 12
  store i32 %53, ptr %54, align 4
  %55 = getelementptr inbounds nuw i8, ptr %6, i64 12
  %56 = load i32, ptr %55, align 4
  %57 = udiv i32 %56, %53
  %58 = getelementptr inbounds nuw i8, ptr %7, i64 16
  store i32 %57, ptr %58, align 4
  %59 = udiv i32 128, %53
  %60 = getelementptr inbounds nuw i8, ptr %7, i64 20
  store i32 %59, ptr %60, align 4
  %61 = lshr i32 %41, 4
  %62 = icmp eq i32 %61, 0
  br i1 %62, label %77, label %63
63:
  %64 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %65 = zext nneg i32 %61 to i64
  br label %66
66:
  %67 = phi i64 [ 0, %63 ], [ %75, %66 ]
  %68 = trunc i64 %67 to i32
  %69 = shl i32 %68, 5
  %70 = add i32 %69, %21
  %71 = shl i32 %68, 4
  %72 = select i1 %30, i32 %70, i32 %71
  %73 = trunc i32 %72 to i8
  %74 = getelementptr inbounds nuw i8, ptr %64, i64 %67
  store i8 %73, ptr %74, align 1
  %75 = add nuw nsw i64 %67, 1
  %76 = icmp samesign ult i64 %75, %65
  br i1 %76, label %66, label %77
77:
  %78 = load i32, ptr %13, align 4
  %79 = icmp eq i32 %78, 2
  br i1 %79, label %133, label %80
80:
  %81 = call ptr @cute.tensor.memory(ptr %0)
  %82 = getelementptr inbounds nuw i8, ptr %81, i64 262208
  %83 = getelementptr inbounds nuw i8, ptr %81, i64 327744
  %84 = getelementptr inbounds nuw i8, ptr %81, i64 458816
  %85 = getelementptr inbounds nuw i8, ptr %81, i64 589888
  %86 = getelementptr inbounds nuw i8, ptr %6, i64 12
  %87 = load i32, ptr %86, align 4
  %88 = load i32, ptr %13, align 4
  %89 = udiv i32 %87, %88
  %90 = icmp sgt i32 %88, 0
  br i1 %90, label %91, label %115
91:
  %92 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %93 = getelementptr inbounds nuw i8, ptr %6, i64 4
  %94 = getelementptr inbounds nuw i8, ptr %6, i64 21
  %95 = getelementptr inbounds nuw i8, ptr %6, i64 16
  br label %101
96:
  %97 = add nuw nsw i64 %102, 1
  %98 = load i32, ptr %13, align 4
  %99 = sext i32 %98 to i64
  %100 = icmp slt i64 %97, %99
  br i1 %100, label %101, label %115
101:
  %102 = phi i64 [ 0, %91 ], [ %97, %96 ]
  %103 = getelementptr inbounds nuw ptr, ptr %8, i64 %102
  %104 = load ptr, ptr %103, align 8
  %105 = load i64, ptr %92, align 8
  %106 = load i32, ptr %93, align 4
  %107 = load i8, ptr %94, align 1
  %108 = trunc nuw i8 %107 to i1
  %109 = load i32, ptr %95, align 4
  %110 = trunc nuw nsw i64 %102 to i32
  %111 = mul i32 %89, %110
  %112 = zext i32 %111 to i64
  %113 = getelementptr inbounds nuw float, ptr %83, i64 %112
  %114 = call i1 @cute.tensor.read_shared(ptr %5, ptr %104, i64 %105, i32 %106, i1 %108, i32 %89, i32 %109, ptr %113, i32 256)
  br i1 %114, label %443, label %96
115:
  %116 = getelementptr inbounds nuw i8, ptr %6, i64 23
  %117 = load i8, ptr %116, align 1
  %118 = trunc nuw i8 %117 to i1
  br i1 %118, label %119, label %143
119:
  %120 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %121 = load i32, ptr %120, align 4
  %122 = shl i32 %121, 8
  %123 = icmp eq i32 %122, 0
  br i1 %123, label %143, label %124
124:
  %125 = zext i32 %122 to i64
  br label %126
126:
  %127 = phi i64 [ 0, %124 ], [ %131, %126 ]
  %128 = getelementptr inbounds nuw float, ptr %83, i64 %127
  %129 = load float, ptr %128, align 4
  %130 = fneg float %129
  store float %130, ptr %128, align 4
  %131 = add nuw nsw i64 %127, 1
  %132 = icmp eq i64 %131, %125
  br i1 %132, label %143, label %126
133:
  %134 = phi i64 [ %138, %133 ], [ 0, %77 ]
  %135 = trunc nuw nsw i64 %134 to i32
  %136 = call ptr @cute.tensor.pair_block(ptr %5, i32 %135)
  %137 = getelementptr inbounds nuw ptr, ptr %8, i64 %134
  store ptr %136, ptr %137, align 8
  %138 = add nuw nsw i64 %134, 1
  %139 = load i32, ptr %13, align 4
  %140 = icmp eq i32 %139, 2
  %141 = icmp eq i64 %134, 0
  %142 = and i1 %140, %141
  br i1 %142, label %133, label %80
143:
  %144 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %145 = load i64, ptr %144, align 8
  %146 = and i64 %145, 549755813888
  %147 = icmp eq i64 %146, 0
  br i1 %147, label %212, label %148
148:
  %149 = lshr i64 %145, 48
  %150 = trunc nuw nsw i64 %149 to i32
  %151 = and i32 %150, 255
  %152 = load i32, ptr %22, align 4
  %153 = udiv i32 128, %152
  %154 = load i32, ptr %86, align 4
  %155 = udiv i32 %154, %153
  %156 = and i64 %145, 4539628424389459968
  %157 = icmp eq i64 %156, 0
  br i1 %157, label %158, label %172
158:
  %159 = add nuw nsw i32 %151, 1
  %160 = lshr i64 %145, 40
  %161 = trunc nuw nsw i64 %160 to i32
  %162 = and i32 %161, 255
  %163 = add nuw nsw i32 %162, 1
  %164 = zext nneg i32 %159 to i64
  %165 = icmp ugt i32 %153, %154
  %166 = add nuw nsw i32 %163, %159
  %167 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %168 = zext nneg i32 %153 to i64
  %169 = load i32, ptr %167, align 4
  %170 = icmp eq i32 %169, 0
  %171 = zext i32 %169 to i64
  br label %176
172:
  %173 = lshr i64 %145, 56
  %174 = and i64 %173, 63
  %175 = call i1 @cute.tensor.fault(ptr %5, i32 19, i64 %174, i64 0)
  br i1 %175, label %443, label %212
176:
  %177 = phi i64 [ 0, %158 ], [ %198, %197 ]
  %178 = shl nuw nsw i64 %177, 3
  %179 = lshr i64 %145, %178
  %180 = and i64 %179, 255
  %181 = shl nuw i64 4294967296, %177
  %182 = and i64 %181, %145
  %183 = icmp eq i64 %182, 0
  %184 = select i1 %183, i64 0, i64 %164
  %185 = add nuw nsw i64 %184, %180
  %186 = trunc nuw nsw i64 %185 to i32
  br i1 %165, label %197, label %187
187:
  %188 = trunc nuw nsw i64 %177 to i32
  %189 = mul i32 %155, %188
  br label %190
190:
  %191 = phi i32 [ 0, %187 ], [ %210, %209 ]
  br i1 %170, label %209, label %192
192:
  %193 = add i32 %191, %186
  %194 = urem i32 %193, %166
  %195 = icmp samesign ugt i32 %194, %151
  %196 = add i32 %191, %189
  br i1 %195, label %200, label %209
197:
  %198 = add nuw nsw i64 %177, 1
  %199 = icmp samesign ult i64 %198, %168
  br i1 %199, label %176, label %212
200:
  %201 = phi i64 [ %207, %200 ], [ 0, %192 ]
  %202 = trunc nuw i64 %201 to i32
  %203 = shl i32 %202, 8
  %204 = add i32 %196, %203
  %205 = zext i32 %204 to i64
  %206 = getelementptr inbounds nuw float, ptr %83, i64 %205
  store float 0.000000e+00, ptr %206, align 4
  %207 = add nuw nsw i64 %201, 1
  %208 = icmp eq i64 %207, %171
  br i1 %208, label %209, label %200
209:
  %210 = add nuw i32 %191, 1
  %211 = icmp ult i32 %210, %155
  br i1 %211, label %190, label %197
212:
  call void @llvm.lifetime.start.p0(ptr %9)
  call void @llvm.memset.p0.i64(ptr %9, i8 0, i64 192, i1 false)
  store ptr %6, ptr %9, align 64
  %213 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %214 = getelementptr inbounds nuw i8, ptr %6, i64 28
  %215 = load i32, ptr %214, align 4
  %216 = icmp eq i32 %215, 0
  %217 = select i1 %216, ptr %82, ptr %84
  store ptr %217, ptr %213, align 8
  %218 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %219 = select i1 %216, ptr %83, ptr %85
  store ptr %219, ptr %218, align 16
  %220 = getelementptr inbounds nuw i8, ptr %9, i64 24
  store i32 128, ptr %220, align 8
  %221 = getelementptr inbounds nuw i8, ptr %9, i64 28
  store i32 256, ptr %221, align 4
  %222 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %223 = getelementptr inbounds nuw i8, ptr %3, i64 44
  %224 = load i32, ptr %223, align 4
  %225 = icmp ne i32 %224, 0
  %226 = zext i1 %225 to i8
  store i8 %226, ptr %222, align 32
  %227 = getelementptr inbounds nuw i8, ptr %9, i64 36
  %228 = getelementptr inbounds nuw i8, ptr %3, i64 60
  %229 = load i32, ptr %228, align 4
  %230 = shl i32 %229, 23
  %231 = sub i32 1065353216, %230
  store i32 %231, ptr %227, align 4
  %232 = getelementptr inbounds nuw i8, ptr %9, i64 128
  %233 = getelementptr inbounds nuw i8, ptr %3, i64 80
  %234 = load i32, ptr %233, align 8
  %235 = icmp ne i32 %234, 0
  %236 = zext i1 %235 to i8
  store i8 %236, ptr %232, align 64
  %237 = load i32, ptr %22, align 4
  %238 = icmp eq i32 %237, 128
  br i1 %238, label %239, label %245
239:
  %240 = load i32, ptr %13, align 4
  %241 = icmp eq i32 %240, 2
  br i1 %241, label %242, label %245
242:
  %243 = load i32, ptr %86, align 4
  %244 = lshr i32 %243, 1
  br label %245
245:
  %246 = phi i32 [ %244, %242 ], [ 0, %239 ], [ 0, %212 ]
  %247 = load i32, ptr %13, align 4
  %248 = icmp sgt i32 %247, 0
  br i1 %248, label %249, label %441
249:
  %250 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %251 = getelementptr inbounds nuw i8, ptr %6, i64 42
  %252 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %253 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %254 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %255 = getelementptr inbounds nuw i8, ptr %6, i64 20
  %256 = getelementptr inbounds nuw i8, ptr %6, i64 22
  %257 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %258 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %259 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %260 = getelementptr inbounds nuw i8, ptr %3, i64 36
  %261 = getelementptr inbounds nuw i8, ptr %6, i64 36
  %262 = getelementptr inbounds nuw i8, ptr %3, i64 84
  %263 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %264 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %265 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %266 = getelementptr inbounds nuw i8, ptr %9, i64 64
  %267 = getelementptr inbounds nuw i8, ptr %3, i64 76
  br label %268
268:
  %269 = phi i64 [ 0, %249 ], [ %437, %436 ]
  %270 = getelementptr inbounds nuw ptr, ptr %8, i64 %269
  %271 = load ptr, ptr %270, align 8
  %272 = load i32, ptr %19, align 8
  %273 = and i32 %272, 65535
  %274 = load i32, ptr %250, align 4
  %275 = call i1 @cute.tensor.outside(ptr %5, ptr %271, i32 %273, i32 %274)
  br i1 %275, label %441, label %276
276:
  %277 = load i8, ptr %251, align 2
  %278 = load i32, ptr %252, align 4
  %279 = zext nneg i8 %277 to i32
  %280 = lshr i32 %278, %279
  %281 = load i32, ptr %253, align 8
  %282 = icmp eq i32 %281, 0
  %283 = load i64, ptr %3, align 8
  br i1 %282, label %289, label %284
284:
  %285 = trunc i64 %283 to i32
  %286 = load i32, ptr %6, align 4
  %287 = load i32, ptr %7, align 4
  %288 = call i1 @cute.tensor.read_tensor(ptr %5, ptr %271, i32 %285, i32 %286, ptr %254, i32 %287, i32 %280, ptr %82, i32 128)
  br label %295
289:
  %290 = load i32, ptr %6, align 4
  %291 = load i8, ptr %255, align 4
  %292 = trunc nuw i8 %291 to i1
  %293 = load i32, ptr %7, align 4
  %294 = call i1 @cute.tensor.read_shared(ptr %5, ptr %271, i64 %283, i32 %290, i1 %292, i32 %293, i32 %280, ptr %82, i32 128)
  br label %295
295:
  %296 = phi i1 [ %288, %284 ], [ %294, %289 ]
  br i1 %296, label %441, label %297
297:
  %298 = load i8, ptr %251, align 2
  %299 = trunc nuw i8 %298 to i1
  br i1 %299, label %300, label %303
300:
  %301 = load i32, ptr %7, align 4
  %302 = call i1 @cute.tensor.expand(ptr %5, ptr %271, ptr %3, ptr %6, i32 %301, ptr %82)
  br i1 %302, label %441, label %303
303:
  %304 = load i8, ptr %256, align 2
  %305 = trunc nuw i8 %304 to i1
  br i1 %305, label %306, label %319
306:
  %307 = load i32, ptr %257, align 4
  %308 = shl i32 %307, 7
  %309 = icmp eq i32 %308, 0
  br i1 %309, label %319, label %310
310:
  %311 = zext i32 %308 to i64
  br label %312
312:
  %313 = phi i64 [ 0, %310 ], [ %317, %312 ]
  %314 = getelementptr inbounds nuw float, ptr %82, i64 %313
  %315 = load float, ptr %314, align 4
  %316 = fneg float %315
  store float %316, ptr %314, align 4
  %317 = add nuw nsw i64 %313, 1
  %318 = icmp eq i64 %317, %311
  br i1 %318, label %319, label %312
319:
  %320 = load i32, ptr %214, align 4
  %321 = icmp eq i32 %320, 0
  br i1 %321, label %327, label %322
322:
  %323 = load i32, ptr %258, align 8
  %324 = load i32, ptr %259, align 4
  %325 = load i32, ptr %7, align 4
  %326 = call i1 @multiply.scale(ptr %5, ptr %271, ptr %6, i32 %323, i32 %324, i32 %325, i32 0, ptr %82, ptr %84, i32 128)
  br i1 %326, label %441, label %327
327:
  %328 = load i32, ptr %214, align 4
  %329 = icmp eq i32 %328, 0
  br i1 %329, label %335, label %330
330:
  %331 = load i32, ptr %260, align 4
  %332 = load i32, ptr %261, align 4
  %333 = load i32, ptr %86, align 4
  %334 = call i1 @multiply.scale(ptr %5, ptr %271, ptr %6, i32 %331, i32 %332, i32 %333, i32 %246, ptr %83, ptr %85, i32 256)
  br i1 %334, label %441, label %335
335:
  %336 = call ptr @cute.tensor.memory(ptr %271)
  %337 = getelementptr inbounds nuw i8, ptr %336, i64 64
  %338 = trunc nuw nsw i64 %269 to i32
  %339 = shl i32 %338, 2
  %340 = sext i32 %339 to i64
  %341 = getelementptr inbounds i32, ptr %262, i64 %340
  %342 = load i32, ptr %19, align 8
  %343 = and i32 %342, 65535
  %344 = load ptr, ptr %9, align 64
  %345 = getelementptr inbounds nuw i8, ptr %344, i64 28
  %346 = load i32, ptr %345, align 4
  %347 = icmp eq i32 %346, 0
  br i1 %347, label %348, label %353
348:
  %349 = getelementptr inbounds nuw i8, ptr %344, i64 26
  %350 = load i8, ptr %349, align 2
  %351 = trunc nuw i8 %350 to i1
  %352 = select i1 %351, ptr @multiply.integer_tile, ptr @multiply.float_tile
  br label %353
353:
  %354 = phi ptr [ %352, %348 ], [ @multiply.scaled_tile, %335 ]
  %355 = load i32, ptr %7, align 4
  %356 = icmp ult i32 %355, 16
  br i1 %356, label %419, label %357
357:
  %358 = phi i64 [ %366, %365 ], [ 0, %353 ]
  %359 = load i32, ptr %263, align 4
  %360 = icmp eq i32 %359, 0
  br i1 %360, label %365, label %361
361:
  %362 = getelementptr inbounds nuw i8, ptr %264, i64 %358
  %363 = trunc i64 %358 to i32
  %364 = shl i32 %363, 4
  br label %371
365:
  %366 = add nuw nsw i64 %358, 1
  %367 = load i32, ptr %7, align 4
  %368 = lshr i32 %367, 4
  %369 = zext nneg i32 %368 to i64
  %370 = icmp samesign ult i64 %366, %369
  br i1 %370, label %357, label %419
371:
  %372 = phi i32 [ 0, %361 ], [ %406, %405 ]
  %373 = load i8, ptr %362, align 1
  %374 = zext i8 %373 to i32
  %375 = load i32, ptr %265, align 4
  %376 = mul i32 %375, %372
  %377 = add i32 %376, %374
  %378 = load i8, ptr %232, align 64
  %379 = trunc nuw i8 %378 to i1
  br i1 %379, label %380, label %383
380:
  %381 = load <16 x i32>, ptr %266, align 64
  br label %390
382:
  store <16 x i32> %402, ptr %266, align 64
  br label %383
383:
  %384 = load i32, ptr %250, align 4
  %385 = mul i32 %384, %372
  %386 = icmp eq i32 %384, 0
  br i1 %386, label %405, label %387
387:
  %388 = zext i32 %377 to i64
  %389 = getelementptr inbounds nuw i32, ptr %337, i64 %388
  br label %409
390:
  %391 = phi <16 x i32> [ %381, %380 ], [ %402, %390 ]
  %392 = phi i32 [ 0, %380 ], [ %403, %390 ]
  %393 = add i32 %392, %377
  %394 = lshr i32 %393, 5
  %395 = zext nneg i32 %394 to i64
  %396 = getelementptr inbounds nuw i32, ptr %341, i64 %395
  %397 = load i32, ptr %396, align 4
  %398 = and i32 %393, 31
  %399 = lshr i32 %397, %398
  %400 = and i32 %399, 1
  %401 = sub nsw i32 0, %400
  %402 = insertelement <16 x i32> %391, i32 %401, i32 %392
  %403 = add nuw nsw i32 %392, 1
  %404 = icmp eq i32 %403, 16
  br i1 %404, label %382, label %390
405:
  %406 = add nuw i32 %372, 1
  %407 = load i32, ptr %263, align 4
  %408 = icmp ult i32 %406, %407
  br i1 %408, label %371, label %365
409:
  %410 = phi i32 [ 0, %387 ], [ %416, %409 ]
  %411 = add i32 %410, %343
  %412 = zext i32 %411 to i64
  %413 = shl nuw nsw i64 %412, 9
  %414 = getelementptr inbounds nuw i8, ptr %389, i64 %413
  %415 = add i32 %410, %385
  call void %354(ptr %9, ptr %414, i32 128, i32 %364, i32 %415)
  %416 = add i32 %410, 4
  %417 = load i32, ptr %250, align 4
  %418 = icmp ult i32 %416, %417
  br i1 %418, label %409, label %405
419:
  %420 = load i32, ptr %267, align 4
  %421 = icmp eq i32 %420, 0
  br i1 %421, label %436, label %422
422:
  %423 = phi i64 [ %431, %422 ], [ 0, %419 ]
  %424 = call ptr @cute.tensor.memory(ptr %271)
  %425 = getelementptr inbounds nuw i8, ptr %424, i64 64
  %426 = load i64, ptr %3, align 8
  %427 = shl i64 %426, 9
  %428 = and i64 %427, 33553920
  %429 = getelementptr inbounds nuw i8, ptr %425, i64 %428
  %430 = getelementptr inbounds nuw i32, ptr %429, i64 %423
  call void @cute.tensor.shift_lanes(ptr %430)
  %431 = add nuw nsw i64 %423, 32
  %432 = load i32, ptr %267, align 4
  %433 = icmp ne i32 %432, 0
  %434 = icmp samesign ult i64 %423, 96
  %435 = select i1 %433, i1 %434, i1 false
  br i1 %435, label %422, label %436
436:
  %437 = add nuw nsw i64 %269, 1
  %438 = load i32, ptr %13, align 4
  %439 = sext i32 %438 to i64
  %440 = icmp slt i64 %437, %439
  br i1 %440, label %268, label %441
441:
  %442 = phi i1 [ false, %245 ], [ true, %330 ], [ true, %268 ], [ true, %322 ], [ false, %436 ], [ true, %300 ], [ true, %295 ]
  call void @llvm.lifetime.end.p0(ptr %9)
  br label %443
443:
  %444 = phi i1 [ true, %36 ], [ true, %4 ], [ true, %16 ], [ %442, %441 ], [ true, %172 ], [ true, %101 ]
  call void @llvm.lifetime.end.p0(ptr %8)
  call void @llvm.lifetime.end.p0(ptr %7)
  call void @llvm.lifetime.end.p0(ptr %6)
  call void @llvm.lifetime.end.p0(ptr %5)
  ret i1 %444
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
  br label %152
20:
  %21 = add i32 %13, 31
  %22 = lshr i32 %21, 5
  %23 = icmp ugt i32 %13, 128
  %24 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %25 = load i32, ptr %24, align 4
  %26 = getelementptr inbounds nuw i8, ptr %2, i64 28
  %27 = load i32, ptr %26, align 4
  %28 = udiv i32 %25, %27
  %29 = add i32 %4, -1
  %30 = add i32 %29, %28
  %31 = lshr i32 %30, 2
  %32 = select i1 %23, i32 3, i32 2
  %33 = shl i32 %31, %32
  %34 = add i32 %33, %22
  %35 = call i1 @cute.tensor.outside(ptr %0, ptr %1, i32 %11, i32 %34)
  br i1 %35, label %152, label %36
36:
  %37 = call ptr @cute.tensor.memory(ptr %1)
  %38 = getelementptr inbounds nuw i8, ptr %37, i64 64
  %39 = icmp eq i32 %5, 0
  br i1 %39, label %152, label %40
40:
  %41 = select i1 %12, i64 128, i64 64
  %42 = getelementptr inbounds nuw i8, ptr %2, i64 41
  br label %46
43:
  %44 = add nuw i32 %48, 1
  %45 = icmp eq i32 %44, %5
  br i1 %45, label %152, label %46
46:
  %47 = phi i1 [ undef, %40 ], [ %151, %43 ]
  %48 = phi i32 [ 0, %40 ], [ %44, %43 ]
  %49 = urem i32 %48, %13
  %50 = and i32 %49, 31
  %51 = udiv i32 %48, %13
  %52 = shl i32 %51, 6
  %53 = or disjoint i32 %52, %50
  %54 = lshr i32 %49, 5
  %55 = add nuw nsw i32 %54, %11
  %56 = zext nneg i32 %55 to i64
  %57 = shl nuw nsw i64 %56, 9
  %58 = getelementptr inbounds nuw i8, ptr %38, i64 %57
  %59 = zext i32 %53 to i64
  %60 = getelementptr inbounds nuw i32, ptr %58, i64 %59
  %61 = load i32, ptr %24, align 4
  %62 = icmp eq i32 %61, 0
  br i1 %62, label %149, label %66
63:
  %64 = load i32, ptr %24, align 4
  %65 = icmp ult i32 %131, %64
  br i1 %65, label %66, label %149
66:
  %67 = phi i1 [ %98, %63 ], [ %47, %46 ]
  %68 = phi i32 [ %131, %63 ], [ 0, %46 ]
  %69 = load i32, ptr %26, align 4
  %70 = udiv i32 %68, %69
  %71 = add i32 %70, %4
  %72 = lshr i32 %71, 2
  %73 = shl i32 %72, %32
  %74 = zext i32 %73 to i64
  %75 = shl nuw nsw i64 %74, 9
  %76 = getelementptr inbounds nuw i8, ptr %60, i64 %75
  %77 = load i32, ptr %76, align 4
  %78 = shl i32 %71, 3
  %79 = and i32 %78, 24
  %80 = lshr i32 %77, %79
  %81 = and i32 %80, 255
  br label %82
82:
  %83 = phi i64 [ 32, %66 ], [ %95, %94 ]
  %84 = getelementptr inbounds nuw i32, ptr %76, i64 %83
  %85 = load i32, ptr %84, align 4
  %86 = lshr i32 %85, %79
  %87 = and i32 %86, 255
  %88 = icmp ne i32 %87, %81
  br i1 %88, label %89, label %94
89:
  %90 = trunc nuw nsw i64 %83 to i32
  %91 = add i32 %53, %90
  %92 = zext i32 %91 to i64
  %93 = call i1 @cute.tensor.fault(ptr %0, i32 23, i64 %59, i64 %92)
  br label %97
94:
  %95 = add nuw nsw i64 %83, 32
  %96 = icmp samesign ult i64 %95, %41
  br i1 %96, label %82, label %97
97:
  %98 = phi i1 [ %93, %89 ], [ %67, %94 ]
  br i1 %88, label %149, label %99
99:
  %100 = load i8, ptr %42, align 1
  %101 = trunc nuw i8 %100 to i1
  br i1 %101, label %102, label %109
102:
  %103 = add nuw nsw i32 %81, 896
  %104 = zext nneg i32 %103 to i64
  %105 = shl nuw nsw i64 %104, 52
  %106 = bitcast i64 %105 to double
  %107 = icmp eq i32 %81, 255
  %108 = select i1 %107, double 0x7FF8000000000000, double %106
  br label %128
109:
  %110 = lshr i32 %80, 3
  %111 = and i32 %110, 15
  %112 = and i32 %80, 7
  %113 = and i32 %80, 127
  %114 = icmp eq i32 %113, 127
  br i1 %114, label %128, label %115
115:
  %116 = icmp eq i32 %111, 0
  br i1 %116, label %125, label %117
117:
  %118 = add nuw nsw i32 %111, 1016
  %119 = zext nneg i32 %118 to i64
  %120 = shl nuw nsw i64 %119, 52
  %121 = zext nneg i32 %112 to i64
  %122 = shl nuw nsw i64 %121, 49
  %123 = or disjoint i64 %120, %122
  %124 = bitcast i64 %123 to double
  br label %128
125:
  %126 = uitofp nneg i32 %112 to double
  %127 = fmul double %126, 0x3F60000000000000
  br label %128
128:
  %129 = phi double [ %108, %102 ], [ %127, %125 ], [ %124, %117 ], [ 0x7FF8000000000000, %109 ]
  %130 = load i32, ptr %26, align 4
  %131 = add i32 %130, %68
  %132 = icmp ult i32 %68, %131
  br i1 %132, label %133, label %63
133:
  %134 = zext i32 %68 to i64
  %135 = zext i32 %131 to i64
  br label %136
136:
  %137 = phi i64 [ %134, %133 ], [ %147, %136 ]
  %138 = trunc nuw i64 %137 to i32
  %139 = mul i32 %9, %138
  %140 = add i32 %139, %48
  %141 = zext i32 %140 to i64
  %142 = getelementptr inbounds nuw float, ptr %7, i64 %141
  %143 = load float, ptr %142, align 4
  %144 = fpext float %143 to double
  %145 = fmul double %129, %144
  %146 = getelementptr inbounds nuw double, ptr %8, i64 %141
  store double %145, ptr %146, align 8
  %147 = add nuw nsw i64 %137, 1
  %148 = icmp eq i64 %147, %135
  br i1 %148, label %63, label %136
149:
  %150 = phi i1 [ false, %46 ], [ %88, %97 ], [ %88, %63 ]
  %151 = phi i1 [ %47, %46 ], [ %98, %97 ], [ %98, %63 ]
  br i1 %150, label %152, label %43
152:
  %153 = phi i1 [ %19, %17 ], [ true, %20 ], [ false, %36 ], [ %151, %149 ], [ false, %43 ]
  ret i1 %153
}
declare void @cute.tensor.shift_lanes(ptr)
declare i1 @cute.tensor.read_shared(ptr, ptr, i64, i32, i1, i32, i32, ptr, i32)
declare i1 @cute.tensor.read_tensor(ptr, ptr, i32, i32, ptr, i32, i32, ptr, i32)
declare i1 @cute.tensor.expand(ptr, ptr, ptr, ptr, i32, ptr)
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
define i1 @cute.tensor.read_shared(ptr %0, ptr %1, i64 %2, i32 %3, i1 %4, i32 %5, i32 %6, ptr %7, i32 %8) noinline {
  %10 = alloca { ptr, i64, i32, i32, i32, i32, i32, i32, i8, i32, i32 }, align 8
  %11 = alloca [32 x float], align 16
  call void @llvm.lifetime.start.p0(ptr %10)
  call void @llvm.lifetime.start.p0(ptr %11)
  %12 = call i1 @cute.tensor.descriptor(ptr %0, ptr %1, i64 %2, ptr %10)
  br i1 %12, label %294, label %13
13:
  %14 = getelementptr inbounds nuw i8, ptr %10, i64 44
  %15 = load i32, ptr %14, align 4
  br i1 %4, label %16, label %38
16:
  %17 = icmp eq i32 %15, 96
  %18 = icmp ne i32 %3, 2
  %19 = xor i1 %18, %17
  br i1 %19, label %24, label %20
20:
  %21 = zext i32 %3 to i64
  %22 = zext i32 %15 to i64
  %23 = call i1 @cute.tensor.fault(ptr %0, i32 17, i64 %21, i64 %22)
  br label %294
24:
  %25 = icmp eq i32 %3, 2
  br i1 %25, label %31, label %26
26:
  %27 = icmp ult i32 %3, 2
  br i1 %27, label %31, label %28
28:
  %29 = icmp eq i32 %3, 10
  %30 = select i1 %29, i32 31, i32 15
  br label %31
31:
  %32 = phi i32 [ 3, %24 ], [ %30, %28 ], [ 7, %26 ]
  %33 = and i32 %32, %5
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %38, label %35
35:
  %36 = zext i32 %5 to i64
  %37 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 9, i64 %36)
  br label %294
38:
  %39 = phi i32 [ %5, %31 ], [ %6, %13 ]
  %40 = phi i32 [ %6, %31 ], [ %5, %13 ]
  %41 = icmp eq i32 %3, 2
  br i1 %41, label %47, label %42
42:
  %43 = icmp ult i32 %3, 2
  br i1 %43, label %47, label %44
44:
  %45 = icmp eq i32 %3, 10
  %46 = select i1 %45, i32 32, i32 16
  br label %47
47:
  %48 = phi i32 [ 4, %38 ], [ %46, %44 ], [ 8, %42 ]
  %49 = call i32 @llvm.cttz.i32(i32 %48, i1 true)
  %50 = lshr i32 %39, %49
  %51 = icmp eq i32 %40, 0
  br i1 %51, label %294, label %52
52:
  %53 = icmp eq i32 %50, 0
  %54 = icmp eq i32 %3, 9
  %55 = shl nuw nsw i32 %48, 2
  %56 = zext nneg i32 %55 to i64
  %57 = zext nneg i32 %50 to i64
  %58 = zext nneg i32 %48 to i64
  br label %59
59:
  %60 = phi i32 [ 0, %52 ], [ %292, %291 ]
  br i1 %53, label %291, label %61
61:
  %62 = mul i32 %60, %8
  br label %63
63:
  %64 = phi i64 [ 0, %61 ], [ %289, %288 ]
  %65 = trunc nuw nsw i64 %64 to i32
  %66 = shl i32 %65, 4
  br i1 %4, label %67, label %69
67:
  %68 = call ptr @cute.tensor.piece_along_rows(ptr %0, ptr %10, i32 %66, i32 %60)
  br label %71
69:
  %70 = call ptr @cute.tensor.piece_along_k(ptr %0, ptr %10, i32 %60, i32 %66)
  br label %71
71:
  %72 = phi ptr [ %68, %67 ], [ %70, %69 ]
  %73 = icmp eq ptr %72, null
  br i1 %73, label %286, label %74
74:
  switch i32 %3, label %204 [
    i32 0, label %75
    i32 1, label %78
    i32 2, label %93
    i32 7, label %102
    i32 10, label %124
    i32 5, label %146
    i32 6, label %146
  ]
75:
  %76 = load <8 x half>, ptr %72, align 1
  %77 = fpext <8 x half> %76 to <8 x float>
  store <8 x float> %77, ptr %11, align 16
  br label %267
78:
  %79 = phi i64 [ %91, %78 ], [ 0, %74 ]
  %80 = shl nuw nsw i64 %79, 1
  %81 = getelementptr inbounds nuw i8, ptr %72, i64 %80
  %82 = load i8, ptr %81, align 1
  %83 = zext i8 %82 to i32
  %84 = getelementptr inbounds nuw i8, ptr %81, i64 1
  %85 = load i8, ptr %84, align 1
  %86 = zext i8 %85 to i32
  %87 = shl nuw i32 %86, 24
  %88 = shl nuw nsw i32 %83, 16
  %89 = or disjoint i32 %87, %88
  %90 = getelementptr inbounds nuw float, ptr %11, i64 %79
  store i32 %89, ptr %90, align 4
  %91 = add nuw nsw i64 %79, 1
  %92 = icmp eq i64 %91, 8
  br i1 %92, label %267, label %78
93:
  %94 = phi i64 [ %100, %93 ], [ 0, %74 ]
  %95 = shl nuw nsw i64 %94, 2
  %96 = getelementptr inbounds nuw i8, ptr %72, i64 %95
  %97 = load i32, ptr %96, align 1
  %98 = and i32 %97, -8192
  %99 = getelementptr inbounds nuw float, ptr %11, i64 %94
  store i32 %98, ptr %99, align 4
  %100 = add nuw nsw i64 %94, 1
  %101 = icmp eq i64 %100, 4
  br i1 %101, label %267, label %93
102:
  %103 = phi i64 [ %122, %102 ], [ 0, %74 ]
  %104 = lshr i64 %103, 1
  %105 = and i64 %104, 2147483647
  %106 = getelementptr inbounds nuw i8, ptr %72, i64 %105
  %107 = load i8, ptr %106, align 1
  %108 = zext i8 %107 to i32
  %109 = trunc i64 %103 to i32
  %110 = shl i32 %109, 2
  %111 = and i32 %110, 4
  %112 = lshr i32 %108, %111
  %113 = shl nuw nsw i32 %112, 22
  %114 = and i32 %113, 29360128
  %115 = bitcast i32 %114 to float
  %116 = fmul float %115, 0x47D0000000000000
  %117 = shl i32 %112, 28
  %118 = and i32 %117, -2147483648
  %119 = bitcast float %116 to i32
  %120 = or disjoint i32 %118, %119
  %121 = getelementptr inbounds nuw float, ptr %11, i64 %103
  store i32 %120, ptr %121, align 4
  %122 = add nuw nsw i64 %103, 1
  %123 = icmp eq i64 %122, 16
  br i1 %123, label %267, label %102
124:
  %125 = phi i64 [ %144, %124 ], [ 0, %74 ]
  %126 = lshr i64 %125, 1
  %127 = and i64 %126, 2147483647
  %128 = getelementptr inbounds nuw i8, ptr %72, i64 %127
  %129 = load i8, ptr %128, align 1
  %130 = zext i8 %129 to i32
  %131 = trunc i64 %125 to i32
  %132 = shl i32 %131, 2
  %133 = and i32 %132, 4
  %134 = lshr i32 %130, %133
  %135 = shl nuw nsw i32 %134, 22
  %136 = and i32 %135, 29360128
  %137 = bitcast i32 %136 to float
  %138 = fmul float %137, 0x47D0000000000000
  %139 = shl i32 %134, 28
  %140 = and i32 %139, -2147483648
  %141 = bitcast float %138 to i32
  %142 = or disjoint i32 %140, %141
  %143 = getelementptr inbounds nuw float, ptr %11, i64 %125
  store i32 %142, ptr %143, align 4
  %144 = add nuw nsw i64 %125, 1
  %145 = icmp eq i64 %144, 32
  br i1 %145, label %267, label %124
146:
  %147 = load i64, ptr %72, align 1
  %148 = getelementptr inbounds nuw i8, ptr %72, i64 4
  %149 = load i64, ptr %148, align 1
  br label %150
150:
  %151 = phi i64 [ 0, %146 ], [ %202, %199 ]
  %152 = icmp samesign ult i64 %151, 8
  %153 = mul nuw nsw i64 %151, 6
  %154 = lshr i64 %147, %153
  %155 = add nsw i64 %153, -32
  %156 = lshr i64 %149, %155
  %157 = select i1 %152, i64 %154, i64 %156
  %158 = trunc i64 %157 to i32
  %159 = and i32 %158, 63
  %160 = bitcast i32 %159 to float
  switch i32 %3, label %199 [
    i32 3, label %161
    i32 4, label %165
    i32 5, label %169
    i32 6, label %179
    i32 7, label %189
  ]
161:
  %162 = shl nuw nsw i32 %159, 20
  %163 = bitcast i32 %162 to float
  %164 = fmul float %163, 0x4770000000000000
  br label %199
165:
  %166 = shl nuw nsw i32 %159, 21
  %167 = bitcast i32 %166 to float
  %168 = fmul float %167, 0x46F0000000000000
  br label %199
169:
  %170 = shl i32 %158, 20
  %171 = and i32 %170, 32505856
  %172 = bitcast i32 %171 to float
  %173 = fmul float %172, 0x47D0000000000000
  %174 = shl i32 %158, 26
  %175 = and i32 %174, -2147483648
  %176 = bitcast float %173 to i32
  %177 = or disjoint i32 %175, %176
  %178 = bitcast i32 %177 to float
  br label %199
179:
  %180 = shl i32 %158, 21
  %181 = and i32 %180, 65011712
  %182 = bitcast i32 %181 to float
  %183 = fmul float %182, 0x47B0000000000000
  %184 = shl i32 %158, 26
  %185 = and i32 %184, -2147483648
  %186 = bitcast float %183 to i32
  %187 = or disjoint i32 %185, %186
  %188 = bitcast i32 %187 to float
  br label %199
189:
  %190 = shl i32 %158, 22
  %191 = and i32 %190, 29360128
  %192 = bitcast i32 %191 to float
  %193 = fmul float %192, 0x47D0000000000000
  %194 = shl i32 %158, 28
  %195 = and i32 %194, -2147483648
  %196 = bitcast float %193 to i32
  %197 = or disjoint i32 %195, %196
  %198 = bitcast i32 %197 to float
  br label %199
199:
  %200 = phi float [ %160, %150 ], [ %198, %189 ], [ %164, %161 ], [ %188, %179 ], [ %168, %165 ], [ %178, %169 ]
  %201 = getelementptr inbounds nuw float, ptr %11, i64 %151
  store float %200, ptr %201, align 4
  %202 = add nuw nsw i64 %151, 1
  %203 = icmp eq i64 %202, 16
  br i1 %203, label %267, label %150
204:
  %205 = phi i64 [ %265, %262 ], [ 0, %74 ]
  %206 = getelementptr inbounds nuw i8, ptr %72, i64 %205
  %207 = load i8, ptr %206, align 1
  %208 = zext i8 %207 to i32
  %209 = sext i8 %207 to i32
  %210 = select i1 %54, i32 %209, i32 %208
  switch i32 %3, label %262 [
    i32 3, label %211
    i32 4, label %221
    i32 5, label %235
    i32 6, label %244
    i32 7, label %253
  ]
211:
  %212 = and i32 %208, 127
  %213 = shl nuw nsw i32 %212, 20
  %214 = bitcast i32 %213 to float
  %215 = fmul float %214, 0x4770000000000000
  %216 = and i32 %209, -2147483648
  %217 = bitcast float %215 to i32
  %218 = or disjoint i32 %216, %217
  %219 = icmp eq i32 %212, 127
  %220 = select i1 %219, i32 2147483647, i32 %218
  br label %262
221:
  %222 = shl nuw i32 %208, 24
  %223 = and i32 %208, 127
  %224 = shl nuw nsw i32 %223, 21
  %225 = bitcast i32 %224 to float
  %226 = fmul float %225, 0x46F0000000000000
  %227 = and i32 %209, -2147483648
  %228 = bitcast float %226 to i32
  %229 = or disjoint i32 %227, %228
  %230 = icmp eq i32 %223, 124
  %231 = or i32 %222, 2139095040
  %232 = select i1 %230, i32 %231, i32 %229
  %233 = icmp samesign ugt i32 %223, 124
  %234 = select i1 %233, i32 2147483647, i32 %232
  br label %262
235:
  %236 = shl nuw nsw i32 %208, 20
  %237 = and i32 %236, 32505856
  %238 = bitcast i32 %237 to float
  %239 = fmul float %238, 0x47D0000000000000
  %240 = shl i32 %208, 26
  %241 = and i32 %240, -2147483648
  %242 = bitcast float %239 to i32
  %243 = or disjoint i32 %241, %242
  br label %262
244:
  %245 = shl nuw nsw i32 %208, 21
  %246 = and i32 %245, 65011712
  %247 = bitcast i32 %246 to float
  %248 = fmul float %247, 0x47B0000000000000
  %249 = shl i32 %208, 26
  %250 = and i32 %249, -2147483648
  %251 = bitcast float %248 to i32
  %252 = or disjoint i32 %250, %251
  br label %262
253:
  %254 = shl nuw nsw i32 %208, 22
  %255 = and i32 %254, 29360128
  %256 = bitcast i32 %255 to float
  %257 = fmul float %256, 0x47D0000000000000
  %258 = shl i32 %208, 28
  %259 = and i32 %258, -2147483648
  %260 = bitcast float %257 to i32
  %261 = or disjoint i32 %259, %260
  br label %262
262:
  %263 = phi i32 [ %210, %204 ], [ %261, %253 ], [ %252, %244 ], [ %220, %211 ], [ %234, %221 ], [ %243, %235 ]
  %264 = getelementptr inbounds nuw float, ptr %11, i64 %205
  store i32 %263, ptr %264, align 4
  %265 = add nuw nsw i64 %205, 1
  %266 = icmp eq i64 %265, 16
  br i1 %266, label %267, label %204
267:
  %268 = trunc nuw nsw i64 %64 to i32
  %269 = mul i32 %48, %268
  br i1 %4, label %270, label %274
270:
  %271 = add i32 %269, %62
  %272 = zext i32 %271 to i64
  %273 = getelementptr inbounds nuw float, ptr %7, i64 %272
  call void @llvm.memcpy.p0.p0.i64(ptr %273, ptr %11, i64 %56, i1 false)
  br label %286
274:
  %275 = phi i64 [ %284, %274 ], [ 0, %267 ]
  %276 = getelementptr inbounds nuw float, ptr %11, i64 %275
  %277 = load float, ptr %276, align 4
  %278 = trunc nuw nsw i64 %275 to i32
  %279 = add i32 %269, %278
  %280 = mul i32 %279, %8
  %281 = add i32 %280, %60
  %282 = zext i32 %281 to i64
  %283 = getelementptr inbounds nuw float, ptr %7, i64 %282
  store float %277, ptr %283, align 4
  %284 = add nuw nsw i64 %275, 1
  %285 = icmp eq i64 %284, %58
  br i1 %285, label %286, label %274
286:
  %287 = phi i32 [ 7, %270 ], [ 1, %71 ], [ 0, %274 ]
  switch i32 %287, label %294 [
    i32 0, label %288
    i32 7, label %288
  ]
288:
  %289 = add nuw nsw i64 %64, 1
  %290 = icmp eq i64 %289, %57
  br i1 %290, label %291, label %63
291:
  %292 = add nuw i32 %60, 1
  %293 = icmp eq i32 %292, %40
  br i1 %293, label %294, label %59
294:
  %295 = phi i1 [ true, %9 ], [ %23, %20 ], [ %37, %35 ], [ false, %47 ], [ true, %286 ], [ false, %291 ]
  call void @llvm.lifetime.end.p0(ptr %11)
  call void @llvm.lifetime.end.p0(ptr %10)
  ret i1 %295
}
declare void @llvm.lifetime.start.p0(ptr)
declare i1 @cute.tensor.descriptor(ptr, ptr, i64, ptr)
declare i1 @cute.tensor.fault(ptr, i32, i64, i64)
declare ptr @cute.tensor.piece_along_rows(ptr, ptr, i32, i32)
declare ptr @cute.tensor.piece_along_k(ptr, ptr, i32, i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.end.p0(ptr)
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
  %26 = getelementptr inbounds nuw i8, ptr %25, i64 64
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
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.umax.i32(i32, i32)
; tensor/sparse.c
define i32 @cute.tensor.metadata_columns(ptr %0) noinline {
  %2 = load i32, ptr %0, align 4
  %3 = icmp ugt i32 %2, 2
  %4 = select i1 %3, i32 2, i32 1
  ret i32 %4
}
define i1 @cute.tensor.expand(ptr %0, ptr %1, ptr %2, ptr %3, i32 %4, ptr %5) noinline {
  %7 = alloca [4 x float], align 16
  %8 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %9 = load i32, ptr %8, align 8
  %10 = and i32 %9, 65535
  %11 = and i32 %9, 1
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %16, label %13
13:
  %14 = zext nneg i32 %10 to i64
  %15 = call i1 @cute.tensor.fault(ptr %0, i32 22, i64 %14, i64 0)
  br label %200
16:
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 44
  %18 = load i32, ptr %17, align 4
  %19 = add i32 %18, %10
  %20 = load i32, ptr %3, align 4
  %21 = icmp ugt i32 %20, 2
  %22 = select i1 %21, i32 2, i32 1
  %23 = call i1 @cute.tensor.outside(ptr %0, ptr %1, i32 %19, i32 %22)
  br i1 %23, label %200, label %24
24:
  %25 = call ptr @cute.tensor.memory(ptr %1)
  %26 = getelementptr inbounds nuw i8, ptr %25, i64 64
  %27 = zext i32 %19 to i64
  %28 = shl nuw nsw i64 %27, 9
  %29 = getelementptr inbounds nuw i8, ptr %26, i64 %28
  %30 = icmp ugt i32 %4, 127
  %31 = zext i32 %4 to i64
  br label %32
32:
  %33 = phi i32 [ 0, %24 ], [ %56, %55 ]
  %34 = phi i1 [ undef, %24 ], [ %54, %55 ]
  %35 = phi ptr [ %29, %24 ], [ %57, %55 ]
  br i1 %30, label %52, label %40
36:
  %37 = add nuw nsw i64 %41, 1
  %38 = and i64 %37, 4294967295
  %39 = icmp eq i64 %38, 128
  br i1 %39, label %52, label %40
40:
  %41 = phi i64 [ %37, %36 ], [ %31, %32 ]
  %42 = getelementptr inbounds nuw i32, ptr %35, i64 %41
  %43 = load i32, ptr %42, align 4
  %44 = trunc nuw nsw i64 %41 to i32
  %45 = urem i32 %44, %4
  %46 = zext nneg i32 %45 to i64
  %47 = getelementptr inbounds nuw i32, ptr %35, i64 %46
  %48 = load i32, ptr %47, align 4
  %49 = icmp eq i32 %43, %48
  br i1 %49, label %36, label %50
50:
  %51 = call i1 @cute.tensor.fault(ptr %0, i32 23, i64 %46, i64 %41)
  br label %52
52:
  %53 = phi i1 [ false, %50 ], [ true, %32 ], [ true, %36 ]
  %54 = phi i1 [ %51, %50 ], [ %34, %32 ], [ %34, %36 ]
  br i1 %53, label %55, label %62
55:
  %56 = add nuw nsw i32 %33, 1
  %57 = getelementptr inbounds nuw i8, ptr %35, i64 512
  %58 = load i32, ptr %3, align 4
  %59 = icmp ugt i32 %58, 2
  %60 = icmp eq i32 %33, 0
  %61 = select i1 %59, i1 %60, i1 false
  br i1 %61, label %32, label %63
62:
  br i1 %54, label %200, label %63
63:
  %64 = load i32, ptr %3, align 4
  %65 = icmp eq i32 %64, 10
  %66 = select i1 %65, i64 8589934600, i64 4294967300
  %67 = icmp eq i32 %64, 2
  %68 = select i1 %67, i64 4294967298, i64 %66
  %69 = trunc i64 %68 to i32
  %70 = lshr i64 %68, 32
  %71 = trunc nuw nsw i64 %70 to i32
  %72 = lshr exact i32 %69, 1
  %73 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %74 = load i32, ptr %73, align 4
  %75 = udiv i32 %74, %69
  %76 = icmp eq i32 %4, 0
  %77 = zext i32 %4 to i64
  %78 = zext nneg i32 %72 to i64
  %79 = and i64 %68, 14
  %80 = zext nneg i32 %72 to i64
  br label %81
81:
  %82 = phi i32 [ %75, %63 ], [ %84, %197 ]
  %83 = phi i1 [ undef, %63 ], [ %199, %197 ]
  %84 = add i32 %82, -1
  %85 = icmp eq i32 %82, 0
  br i1 %85, label %200, label %86
86:
  br i1 %76, label %197, label %87
87:
  %88 = mul i32 %84, %69
  %89 = shl i32 %88, 7
  %90 = zext i32 %89 to i64
  %91 = getelementptr inbounds nuw float, ptr %5, i64 %90
  %92 = mul i32 %84, %72
  br label %93
93:
  %94 = phi i64 [ 0, %87 ], [ %192, %190 ]
  %95 = phi i1 [ %83, %87 ], [ %191, %190 ]
  call void @llvm.lifetime.start.p0(ptr %7)
  %96 = getelementptr inbounds nuw float, ptr %91, i64 %94
  %97 = load i32, ptr %3, align 4
  %98 = icmp ult i32 %97, 3
  br i1 %98, label %99, label %115
99:
  %100 = icmp eq i32 %97, 2
  %101 = trunc nuw i64 %94 to i32
  %102 = shl i32 %101, 1
  %103 = and i32 %102, 16
  %104 = trunc nuw i64 %94 to i32
  %105 = and i32 %104, -9
  %106 = select i1 %100, i32 3, i32 4
  %107 = lshr i32 %88, %106
  %108 = shl nuw i32 %107, 3
  %109 = add i32 %108, %105
  %110 = select i1 %100, i32 6, i32 14
  %111 = and i32 %110, %88
  %112 = zext i1 %100 to i32
  %113 = shl nuw nsw i32 %111, %112
  %114 = add nuw nsw i32 %113, %103
  br label %124
115:
  %116 = icmp eq i32 %97, 10
  %117 = zext i1 %116 to i32
  %118 = lshr exact i32 %88, %117
  %119 = lshr i32 %118, 5
  %120 = and i32 %118, 31
  %121 = zext nneg i32 %119 to i64
  %122 = shl nuw nsw i64 %121, 7
  %123 = trunc nuw i64 %94 to i32
  br label %124
124:
  %125 = phi i32 [ %114, %99 ], [ %120, %115 ]
  %126 = phi i64 [ 0, %99 ], [ %122, %115 ]
  %127 = phi i32 [ %109, %99 ], [ %123, %115 ]
  %128 = zext i32 %127 to i64
  %129 = getelementptr inbounds nuw i32, ptr %29, i64 %126
  %130 = getelementptr inbounds nuw i32, ptr %129, i64 %128
  %131 = load i32, ptr %130, align 4
  %132 = lshr i32 %131, %125
  %133 = and i32 %132, 15
  %134 = and i32 %132, 3
  %135 = lshr i32 %133, 2
  %136 = icmp eq i32 %97, 2
  br i1 %136, label %141, label %137
137:
  %138 = icmp samesign ult i32 %134, %135
  %139 = icmp eq i32 %133, 6
  %140 = or i1 %139, %138
  br label %148
141:
  %142 = and i32 %132, 1
  %143 = icmp eq i32 %142, 0
  %144 = or disjoint i32 %134, 1
  %145 = icmp eq i32 %135, %144
  %146 = select i1 %143, i1 %145, i1 false
  %147 = lshr i32 %134, 1
  br label %148
148:
  %149 = phi i32 [ %147, %141 ], [ %134, %137 ]
  %150 = phi i1 [ %146, %141 ], [ %140, %137 ]
  br i1 %150, label %151, label %153
151:
  %152 = trunc nuw i64 %94 to i32
  br label %156
153:
  %154 = zext nneg i32 %133 to i64
  %155 = call i1 @cute.tensor.fault(ptr %0, i32 21, i64 %94, i64 %154)
  br label %190
156:
  %157 = phi i64 [ 0, %151 ], [ %166, %156 ]
  %158 = trunc nuw nsw i64 %157 to i32
  %159 = add i32 %92, %158
  %160 = shl i32 %159, 7
  %161 = add i32 %160, %152
  %162 = zext i32 %161 to i64
  %163 = getelementptr inbounds nuw float, ptr %5, i64 %162
  %164 = load float, ptr %163, align 4
  %165 = getelementptr inbounds nuw float, ptr %7, i64 %157
  store float %164, ptr %165, align 4
  %166 = add nuw nsw i64 %157, 1
  %167 = icmp eq i64 %166, %78
  br i1 %167, label %168, label %156
168:
  %169 = phi i64 [ %173, %168 ], [ 0, %156 ]
  %170 = shl i64 %169, 7
  %171 = and i64 %170, 4294967168
  %172 = getelementptr inbounds nuw float, ptr %96, i64 %171
  store float 0.000000e+00, ptr %172, align 4
  %173 = add nuw nsw i64 %169, 1
  %174 = icmp eq i64 %173, %79
  br i1 %174, label %175, label %168
175:
  %176 = phi i64 [ %188, %175 ], [ 0, %168 ]
  %177 = icmp samesign ult i64 %176, %70
  %178 = select i1 %177, i32 %149, i32 %135
  %179 = getelementptr inbounds nuw float, ptr %7, i64 %176
  %180 = load float, ptr %179, align 4
  %181 = mul nuw nsw i32 %178, %71
  %182 = trunc nuw nsw i64 %176 to i32
  %183 = urem i32 %182, %71
  %184 = add nuw nsw i32 %183, %181
  %185 = shl nuw nsw i32 %184, 7
  %186 = zext nneg i32 %185 to i64
  %187 = getelementptr inbounds nuw float, ptr %96, i64 %186
  store float %180, ptr %187, align 4
  %188 = add nuw nsw i64 %176, 1
  %189 = icmp eq i64 %188, %80
  br i1 %189, label %190, label %175
190:
  %191 = phi i1 [ %155, %153 ], [ %95, %175 ]
  call void @llvm.lifetime.end.p0(ptr %7)
  %192 = add nuw nsw i64 %94, 1
  %193 = icmp ne i64 %192, %77
  %194 = select i1 %150, i1 %193, i1 false
  br i1 %194, label %93, label %195
195:
  %196 = xor i1 %150, true
  br label %197
197:
  %198 = phi i1 [ false, %86 ], [ %196, %195 ]
  %199 = phi i1 [ %83, %86 ], [ %191, %195 ]
  br i1 %198, label %200, label %81
200:
  %201 = phi i1 [ %15, %13 ], [ true, %16 ], [ true, %62 ], [ %199, %197 ], [ false, %81 ]
  ret i1 %201
}
declare void @llvm.lifetime.start.p0(ptr)
declare i1 @cute.tensor.fault(ptr, i32, i64, i64)
declare i1 @cute.tensor.outside(ptr, ptr, i32, i32)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @cute.tensor.memory(ptr)
