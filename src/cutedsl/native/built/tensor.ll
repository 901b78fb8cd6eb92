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
  call void @llvm.memset.p0.i64(ptr %2, i8 0, i64 12, i1 false)
  %10 = getelementptr inbounds nuw i8, ptr %2, i64 12
  store i32 %9, ptr %10, align 4
  %11 = getelementptr inbounds nuw i8, ptr %2, i64 16
  call void @llvm.memset.p0.i64(ptr %11, i8 0, i64 28, i1 false)
  %12 = and i32 %5, 4
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %17, label %14
14:
  %15 = zext i32 %5 to i64
  %16 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 11, i64 %15)
  br label %299
17:
  %18 = icmp sgt i32 %7, 3
  br i1 %18, label %19, label %78
19:
  %20 = load i32, ptr %6, align 8
  %21 = icmp eq i32 %20, 4
  %22 = and i32 %5, 117440587
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %27, label %24
24:
  %25 = zext i32 %5 to i64
  %26 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 1, i64 %25)
  br label %76
27:
  %28 = icmp slt i32 %5, 0
  %29 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %30 = lshr i32 %5, 31
  %31 = trunc nuw nsw i32 %30 to i8
  store i8 %31, ptr %29, align 4
  %32 = select i1 %28, i1 %21, i1 false
  br i1 %32, label %33, label %36
33:
  %34 = zext i32 %5 to i64
  %35 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 5, i64 %34)
  br label %76
36:
  %37 = and i32 %5, 8388608
  %38 = icmp ne i32 %37, 0
  %39 = getelementptr inbounds nuw i8, ptr %2, i64 41
  %40 = lshr exact i32 %37, 23
  %41 = trunc nuw nsw i32 %40 to i8
  store i8 %41, ptr %39, align 1
  %42 = icmp eq i32 %20, 6
  %43 = select i1 %38, i1 true, i1 %42
  br i1 %43, label %47, label %44
44:
  %45 = sext i32 %20 to i64
  %46 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 6, i64 %45)
  br label %76
47:
  %48 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %49 = load i32, ptr %48, align 8
  %50 = getelementptr inbounds nuw i8, ptr %2, i64 28
  store i32 %49, ptr %50, align 4
  %51 = lshr i32 %5, 29
  %52 = and i32 %51, 3
  %53 = getelementptr inbounds nuw i8, ptr %2, i64 32
  store i32 %52, ptr %53, align 4
  %54 = lshr exact i32 %5, 4
  %55 = and i32 %54, 3
  %56 = getelementptr inbounds nuw i8, ptr %2, i64 36
  store i32 %55, ptr %56, align 4
  %57 = or i32 %52, %55
  br i1 %21, label %67, label %58
58:
  %59 = icmp eq i32 %49, 16
  %60 = select i1 %59, i32 3, i32 1
  %61 = lshr i32 %60, %30
  %62 = and i32 %61, %57
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %67, label %64
64:
  %65 = zext nneg i32 %57 to i64
  %66 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 7, i64 %65)
  br label %76
67:
  %68 = getelementptr inbounds nuw i8, ptr %2, i64 22
  %69 = lshr i32 %5, 13
  %70 = trunc i32 %69 to i8
  %71 = and i8 %70, 1
  store i8 %71, ptr %68, align 2
  %72 = getelementptr inbounds nuw i8, ptr %2, i64 23
  %73 = lshr i32 %5, 14
  %74 = trunc i32 %73 to i8
  %75 = and i8 %74, 1
  store i8 %75, ptr %72, align 1
  br label %136
76:
  %77 = phi i1 [ %26, %24 ], [ %35, %33 ], [ %46, %44 ], [ %66, %64 ]
  br i1 %77, label %299, label %149
78:
  %79 = lshr i32 %5, 4
  %80 = and i32 %79, 3
  %81 = load i32, ptr %6, align 8
  %82 = icmp eq i32 %81, 3
  %83 = zext i1 %82 to i8
  %84 = and i32 %5, 545259584
  %85 = icmp eq i32 %84, 0
  br i1 %85, label %86, label %92
86:
  %87 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %88 = load i32, ptr %87, align 8
  %89 = icmp ne i32 %88, 0
  %90 = icmp ult i32 %5, 1073741824
  %91 = or i1 %90, %89
  br i1 %91, label %95, label %92
92:
  %93 = zext i32 %5 to i64
  %94 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 1, i64 %93)
  br label %134
95:
  br i1 %82, label %96, label %98
96:
  %97 = icmp eq i32 %80, 2
  br i1 %97, label %106, label %103
98:
  %99 = icmp samesign ugt i32 %80, 1
  br i1 %99, label %103, label %100
100:
  %101 = icmp eq i32 %80, 0
  br i1 %101, label %102, label %106
102:
  switch i32 %81, label %103 [
    i32 2, label %106
    i32 0, label %106
  ]
103:
  %104 = zext nneg i32 %80 to i64
  %105 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 2, i64 %104)
  br label %134
106:
  %107 = lshr i32 %5, 3
  %108 = and i32 %107, 1
  %109 = icmp eq i32 %108, 0
  %110 = select i1 %109, i1 true, i1 %82
  br i1 %110, label %114, label %111
111:
  %112 = sext i32 %81 to i64
  %113 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 3, i64 %112)
  br label %134
114:
  %115 = icmp eq i32 %80, 0
  %116 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %117 = zext i1 %115 to i8
  store i8 %117, ptr %116, align 4
  %118 = getelementptr inbounds nuw i8, ptr %2, i64 26
  store i8 %83, ptr %118, align 2
  %119 = getelementptr inbounds nuw i8, ptr %2, i64 25
  %120 = trunc nuw nsw i32 %108 to i8
  store i8 %120, ptr %119, align 1
  %121 = getelementptr inbounds nuw i8, ptr %2, i64 22
  %122 = lshr i32 %5, 13
  %123 = trunc i32 %122 to i8
  %124 = and i8 %123, 1
  store i8 %124, ptr %121, align 2
  %125 = getelementptr inbounds nuw i8, ptr %2, i64 23
  %126 = lshr i32 %5, 14
  %127 = trunc i32 %126 to i8
  %128 = and i8 %127, 1
  store i8 %128, ptr %125, align 1
  %129 = and i32 %5, 24576
  %130 = icmp ne i32 %129, 0
  %131 = and i1 %130, %82
  br i1 %131, label %132, label %136
132:
  %133 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 4, i64 3)
  br label %134
134:
  %135 = phi i1 [ %94, %92 ], [ %105, %103 ], [ %133, %132 ], [ %113, %111 ]
  br i1 %135, label %299, label %149
136:
  %137 = phi i32 [ 384, %67 ], [ 496, %114 ]
  %138 = getelementptr inbounds nuw i8, ptr %2, i64 20
  %139 = lshr i32 %5, 15
  %140 = trunc i32 %139 to i8
  %141 = and i8 %140, 1
  store i8 %141, ptr %138, align 4
  %142 = getelementptr inbounds nuw i8, ptr %2, i64 21
  %143 = lshr i32 %5, 16
  %144 = trunc i32 %143 to i8
  %145 = and i8 %144, 1
  store i8 %145, ptr %142, align 1
  %146 = lshr i32 %5, 20
  %147 = and i32 %146, %137
  %148 = getelementptr inbounds nuw i8, ptr %2, i64 8
  store i32 %147, ptr %148, align 4
  br label %149
149:
  %150 = load i32, ptr %6, align 8
  %151 = lshr i32 %5, 7
  %152 = and i32 %151, 7
  switch i32 %150, label %166 [
    i32 0, label %153
    i32 1, label %156
    i32 3, label %159
    i32 5, label %163
    i32 6, label %163
  ]
153:
  %154 = icmp samesign ult i32 %152, 2
  %155 = select i1 %154, i32 %152, i32 -1
  br label %171
156:
  %157 = icmp eq i32 %152, 2
  %158 = select i1 %157, i32 2, i32 -1
  br label %171
159:
  %160 = icmp samesign ult i32 %152, 2
  %161 = or disjoint i32 %152, 8
  %162 = select i1 %160, i32 %161, i32 -1
  br label %171
163:
  %164 = icmp eq i32 %152, 1
  %165 = select i1 %164, i32 10, i32 -1
  br label %171
166:
  %167 = zext nneg i32 %152 to i64
  %168 = getelementptr inbounds nuw i8, ptr @read_format.narrow, i64 %167
  %169 = load i8, ptr %168, align 1
  %170 = sext i8 %169 to i32
  br label %171
171:
  %172 = phi i32 [ %170, %166 ], [ %155, %153 ], [ %158, %156 ], [ %162, %159 ], [ %165, %163 ]
  store i32 %172, ptr %2, align 4
  %173 = icmp slt i32 %172, 0
  br i1 %173, label %174, label %177
174:
  %175 = zext nneg i32 %152 to i64
  %176 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 12, i64 %175)
  br i1 %176, label %299, label %177
177:
  %178 = load i32, ptr %6, align 8
  %179 = add i32 %178, -5
  %180 = icmp ult i32 %179, 2
  %181 = lshr i32 %5, 10
  %182 = select i1 %180, i32 3, i32 7
  %183 = and i32 %182, %181
  %184 = getelementptr inbounds nuw i8, ptr %2, i64 4
  switch i32 %178, label %198 [
    i32 0, label %185
    i32 1, label %188
    i32 3, label %191
    i32 5, label %195
    i32 6, label %195
  ]
185:
  %186 = icmp samesign ult i32 %183, 2
  %187 = select i1 %186, i32 %183, i32 -1
  br label %203
188:
  %189 = icmp eq i32 %183, 2
  %190 = select i1 %189, i32 2, i32 -1
  br label %203
191:
  %192 = icmp samesign ult i32 %183, 2
  %193 = or disjoint i32 %183, 8
  %194 = select i1 %192, i32 %193, i32 -1
  br label %203
195:
  %196 = icmp eq i32 %183, 1
  %197 = select i1 %196, i32 10, i32 -1
  br label %203
198:
  %199 = zext nneg i32 %183 to i64
  %200 = getelementptr inbounds nuw i8, ptr @read_format.narrow, i64 %199
  %201 = load i8, ptr %200, align 1
  %202 = sext i8 %201 to i32
  br label %203
203:
  %204 = phi i32 [ %202, %198 ], [ %187, %185 ], [ %190, %188 ], [ %194, %191 ], [ %197, %195 ]
  store i32 %204, ptr %184, align 4
  %205 = icmp slt i32 %204, 0
  br i1 %205, label %206, label %209
206:
  %207 = zext nneg i32 %183 to i64
  %208 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 13, i64 %207)
  br i1 %208, label %299, label %209
209:
  %210 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %211 = load i8, ptr %210, align 4
  %212 = trunc nuw i8 %211 to i1
  %213 = select i1 %212, i32 384, i32 256
  %214 = load i32, ptr %2, align 4
  %215 = icmp eq i32 %214, 2
  br i1 %215, label %221, label %216
216:
  %217 = icmp ult i32 %214, 2
  br i1 %217, label %221, label %218
218:
  %219 = icmp eq i32 %214, 10
  %220 = select i1 %219, i32 2, i32 3
  br label %221
221:
  %222 = phi i32 [ 5, %209 ], [ %220, %218 ], [ 4, %216 ]
  %223 = lshr exact i32 %213, %222
  store i32 %223, ptr %11, align 4
  %224 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %225 = load i32, ptr %224, align 4
  %226 = load i32, ptr %10, align 4
  %227 = getelementptr inbounds nuw i8, ptr %1, i64 52
  %228 = load i32, ptr %227, align 4
  %229 = icmp eq i32 %228, 2
  %230 = icmp eq i32 %225, 128
  br i1 %229, label %231, label %234
231:
  %232 = icmp eq i32 %225, 256
  %233 = or i1 %230, %232
  br label %241
234:
  br i1 %230, label %241, label %235
235:
  %236 = getelementptr inbounds nuw i8, ptr %2, i64 28
  %237 = load i32, ptr %236, align 4
  %238 = icmp eq i32 %237, 0
  %239 = icmp eq i32 %225, 64
  %240 = select i1 %238, i1 %239, i1 false
  br label %241
241:
  %242 = phi i1 [ %233, %231 ], [ true, %234 ], [ %240, %235 ]
  %243 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %244 = load i32, ptr %243, align 8
  %245 = icmp eq i32 %244, 0
  br i1 %245, label %249, label %246
246:
  %247 = icmp eq i32 %225, 32
  %248 = or i1 %247, %242
  br label %249
249:
  %250 = phi i1 [ %248, %246 ], [ %242, %241 ]
  br i1 %250, label %251, label %270
251:
  %252 = shl i32 %228, 3
  %253 = getelementptr inbounds nuw i8, ptr %2, i64 26
  %254 = load i8, ptr %253, align 2
  %255 = trunc nuw i8 %254 to i1
  %256 = icmp ugt i32 %226, 32
  %257 = select i1 %256, i32 16, i32 8
  %258 = select i1 %229, i32 32, i32 %257
  %259 = select i1 %255, i32 %258, i32 %252
  %260 = icmp uge i32 %226, %259
  %261 = icmp ult i32 %226, 257
  %262 = and i1 %261, %260
  br i1 %262, label %263, label %266
263:
  %264 = urem i32 %226, %259
  %265 = icmp eq i32 %264, 0
  br label %266
266:
  %267 = phi i1 [ %265, %263 ], [ false, %251 ]
  br i1 %245, label %269, label %268
268:
  switch i32 %226, label %270 [
    i32 128, label %275
    i32 64, label %275
    i32 256, label %275
  ]
269:
  br i1 %267, label %275, label %270
270:
  %271 = phi i32 [ %225, %249 ], [ %226, %269 ], [ %226, %268 ]
  %272 = phi i64 [ 8, %249 ], [ 9, %269 ], [ 9, %268 ]
  %273 = zext i32 %271 to i64
  %274 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 %272, i64 %273)
  br i1 %274, label %299, label %275
275:
  %276 = load i32, ptr %184, align 4
  %277 = add i32 %276, -5
  %278 = icmp ult i32 %277, 3
  %279 = icmp eq i32 %276, 10
  %280 = or i1 %279, %278
  %281 = getelementptr inbounds nuw i8, ptr %2, i64 20
  %282 = load i8, ptr %281, align 4
  %283 = trunc nuw i8 %282 to i1
  br i1 %283, label %284, label %292
284:
  %285 = load i32, ptr %2, align 4
  switch i32 %285, label %286 [
    i32 10, label %290
    i32 7, label %290
    i32 6, label %290
    i32 5, label %290
  ]
286:
  %287 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %288 = load i32, ptr %287, align 8
  %289 = icmp eq i32 %288, 0
  br i1 %289, label %292, label %290
290:
  %291 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 10, i64 0)
  br label %299
292:
  %293 = getelementptr inbounds nuw i8, ptr %2, i64 21
  %294 = load i8, ptr %293, align 1
  %295 = trunc nuw i8 %294 to i1
  %296 = select i1 %295, i1 %280, i1 false
  br i1 %296, label %297, label %299
297:
  %298 = call i1 @cute.tensor.fault(ptr %0, i32 11, i64 10, i64 1)
  br label %299
299:
  %300 = phi i1 [ %16, %14 ], [ true, %174 ], [ true, %76 ], [ true, %134 ], [ true, %206 ], [ true, %270 ], [ %291, %290 ], [ %298, %297 ], [ false, %292 ]
  ret i1 %300
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
  %6 = alloca { i32, i32, i32, i32, i32, i8, i8, i8, i8, i8, i8, i8, i32, i32, i32, i8, i8 }, align 4
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
  br i1 %15, label %435, label %16
16:
  %17 = call i1 @cute.tensor.instruction(ptr %5, ptr %3, ptr %6)
  br i1 %17, label %435, label %18
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
  br i1 %38, label %435, label %77
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
  br i1 %114, label %435, label %96
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
  br i1 %175, label %435, label %212
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
  br i1 %248, label %249, label %433
249:
  %250 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %251 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %252 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %253 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %254 = getelementptr inbounds nuw i8, ptr %6, i64 20
  %255 = getelementptr inbounds nuw i8, ptr %6, i64 16
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
  %269 = phi i64 [ 0, %249 ], [ %429, %428 ]
  %270 = getelementptr inbounds nuw ptr, ptr %8, i64 %269
  %271 = load ptr, ptr %270, align 8
  %272 = load i32, ptr %19, align 8
  %273 = and i32 %272, 65535
  %274 = load i32, ptr %250, align 4
  %275 = call i1 @cute.tensor.outside(ptr %5, ptr %271, i32 %273, i32 %274)
  br i1 %275, label %433, label %276
276:
  %277 = load i32, ptr %251, align 8
  %278 = icmp eq i32 %277, 0
  %279 = load i64, ptr %3, align 8
  br i1 %278, label %286, label %280
280:
  %281 = trunc i64 %279 to i32
  %282 = load i32, ptr %6, align 4
  %283 = load i32, ptr %7, align 4
  %284 = load i32, ptr %253, align 4
  %285 = call i1 @cute.tensor.read_tensor(ptr %5, ptr %271, i32 %281, i32 %282, ptr %252, i32 %283, i32 %284, ptr %82, i32 128)
  br label %293
286:
  %287 = load i32, ptr %6, align 4
  %288 = load i8, ptr %254, align 4
  %289 = trunc nuw i8 %288 to i1
  %290 = load i32, ptr %7, align 4
  %291 = load i32, ptr %255, align 4
  %292 = call i1 @cute.tensor.read_shared(ptr %5, ptr %271, i64 %279, i32 %287, i1 %289, i32 %290, i32 %291, ptr %82, i32 128)
  br label %293
293:
  %294 = phi i1 [ %285, %280 ], [ %292, %286 ]
  br i1 %294, label %433, label %295
295:
  %296 = load i8, ptr %256, align 2
  %297 = trunc nuw i8 %296 to i1
  br i1 %297, label %298, label %311
298:
  %299 = load i32, ptr %257, align 4
  %300 = shl i32 %299, 7
  %301 = icmp eq i32 %300, 0
  br i1 %301, label %311, label %302
302:
  %303 = zext i32 %300 to i64
  br label %304
304:
  %305 = phi i64 [ 0, %302 ], [ %309, %304 ]
  %306 = getelementptr inbounds nuw float, ptr %82, i64 %305
  %307 = load float, ptr %306, align 4
  %308 = fneg float %307
  store float %308, ptr %306, align 4
  %309 = add nuw nsw i64 %305, 1
  %310 = icmp eq i64 %309, %303
  br i1 %310, label %311, label %304
311:
  %312 = load i32, ptr %214, align 4
  %313 = icmp eq i32 %312, 0
  br i1 %313, label %319, label %314
314:
  %315 = load i32, ptr %258, align 8
  %316 = load i32, ptr %259, align 4
  %317 = load i32, ptr %7, align 4
  %318 = call i1 @multiply.scale(ptr %5, ptr %271, ptr %6, i32 %315, i32 %316, i32 %317, i32 0, ptr %82, ptr %84, i32 128)
  br i1 %318, label %433, label %319
319:
  %320 = load i32, ptr %214, align 4
  %321 = icmp eq i32 %320, 0
  br i1 %321, label %327, label %322
322:
  %323 = load i32, ptr %260, align 4
  %324 = load i32, ptr %261, align 4
  %325 = load i32, ptr %86, align 4
  %326 = call i1 @multiply.scale(ptr %5, ptr %271, ptr %6, i32 %323, i32 %324, i32 %325, i32 %246, ptr %83, ptr %85, i32 256)
  br i1 %326, label %433, label %327
327:
  %328 = call ptr @cute.tensor.memory(ptr %271)
  %329 = getelementptr inbounds nuw i8, ptr %328, i64 64
  %330 = trunc nuw nsw i64 %269 to i32
  %331 = shl i32 %330, 2
  %332 = sext i32 %331 to i64
  %333 = getelementptr inbounds i32, ptr %262, i64 %332
  %334 = load i32, ptr %19, align 8
  %335 = and i32 %334, 65535
  %336 = load ptr, ptr %9, align 64
  %337 = getelementptr inbounds nuw i8, ptr %336, i64 28
  %338 = load i32, ptr %337, align 4
  %339 = icmp eq i32 %338, 0
  br i1 %339, label %340, label %345
340:
  %341 = getelementptr inbounds nuw i8, ptr %336, i64 26
  %342 = load i8, ptr %341, align 2
  %343 = trunc nuw i8 %342 to i1
  %344 = select i1 %343, ptr @multiply.integer_tile, ptr @multiply.float_tile
  br label %345
345:
  %346 = phi ptr [ %344, %340 ], [ @multiply.scaled_tile, %327 ]
  %347 = load i32, ptr %7, align 4
  %348 = icmp ult i32 %347, 16
  br i1 %348, label %411, label %349
349:
  %350 = phi i64 [ %358, %357 ], [ 0, %345 ]
  %351 = load i32, ptr %263, align 4
  %352 = icmp eq i32 %351, 0
  br i1 %352, label %357, label %353
353:
  %354 = getelementptr inbounds nuw i8, ptr %264, i64 %350
  %355 = trunc i64 %350 to i32
  %356 = shl i32 %355, 4
  br label %363
357:
  %358 = add nuw nsw i64 %350, 1
  %359 = load i32, ptr %7, align 4
  %360 = lshr i32 %359, 4
  %361 = zext nneg i32 %360 to i64
  %362 = icmp samesign ult i64 %358, %361
  br i1 %362, label %349, label %411
363:
  %364 = phi i32 [ 0, %353 ], [ %398, %397 ]
  %365 = load i8, ptr %354, align 1
  %366 = zext i8 %365 to i32
  %367 = load i32, ptr %265, align 4
  %368 = mul i32 %367, %364
  %369 = add i32 %368, %366
  %370 = load i8, ptr %232, align 64
  %371 = trunc nuw i8 %370 to i1
  br i1 %371, label %372, label %375
372:
  %373 = load <16 x i32>, ptr %266, align 64
  br label %382
374:
  store <16 x i32> %394, ptr %266, align 64
  br label %375
375:
  %376 = load i32, ptr %250, align 4
  %377 = mul i32 %376, %364
  %378 = icmp eq i32 %376, 0
  br i1 %378, label %397, label %379
379:
  %380 = zext i32 %369 to i64
  %381 = getelementptr inbounds nuw i32, ptr %329, i64 %380
  br label %401
382:
  %383 = phi <16 x i32> [ %373, %372 ], [ %394, %382 ]
  %384 = phi i32 [ 0, %372 ], [ %395, %382 ]
  %385 = add i32 %384, %369
  %386 = lshr i32 %385, 5
  %387 = zext nneg i32 %386 to i64
  %388 = getelementptr inbounds nuw i32, ptr %333, i64 %387
  %389 = load i32, ptr %388, align 4
  %390 = and i32 %385, 31
  %391 = lshr i32 %389, %390
  %392 = and i32 %391, 1
  %393 = sub nsw i32 0, %392
  %394 = insertelement <16 x i32> %383, i32 %393, i32 %384
  %395 = add nuw nsw i32 %384, 1
  %396 = icmp eq i32 %395, 16
  br i1 %396, label %374, label %382
397:
  %398 = add nuw i32 %364, 1
  %399 = load i32, ptr %263, align 4
  %400 = icmp ult i32 %398, %399
  br i1 %400, label %363, label %357
401:
  %402 = phi i32 [ 0, %379 ], [ %408, %401 ]
  %403 = add i32 %402, %335
  %404 = zext i32 %403 to i64
  %405 = shl nuw nsw i64 %404, 9
  %406 = getelementptr inbounds nuw i8, ptr %381, i64 %405
  %407 = add i32 %402, %377
  call void %346(ptr %9, ptr %406, i32 128, i32 %356, i32 %407)
  %408 = add i32 %402, 4
  %409 = load i32, ptr %250, align 4
  %410 = icmp ult i32 %408, %409
  br i1 %410, label %401, label %397
411:
  %412 = load i32, ptr %267, align 4
  %413 = icmp eq i32 %412, 0
  br i1 %413, label %428, label %414
414:
  %415 = phi i64 [ %423, %414 ], [ 0, %411 ]
  %416 = call ptr @cute.tensor.memory(ptr %271)
  %417 = getelementptr inbounds nuw i8, ptr %416, i64 64
  %418 = load i64, ptr %3, align 8
  %419 = shl i64 %418, 9
  %420 = and i64 %419, 33553920
  %421 = getelementptr inbounds nuw i8, ptr %417, i64 %420
  %422 = getelementptr inbounds nuw i32, ptr %421, i64 %415
  call void @cute.tensor.shift_lanes(ptr %422)
  %423 = add nuw nsw i64 %415, 32
  %424 = load i32, ptr %267, align 4
  %425 = icmp ne i32 %424, 0
  %426 = icmp samesign ult i64 %415, 96
  %427 = select i1 %425, i1 %426, i1 false
  br i1 %427, label %414, label %428
428:
  %429 = add nuw nsw i64 %269, 1
  %430 = load i32, ptr %13, align 4
  %431 = sext i32 %430 to i64
  %432 = icmp slt i64 %429, %431
  br i1 %432, label %268, label %433
433:
  %434 = phi i1 [ false, %245 ], [ true, %322 ], [ true, %268 ], [ true, %314 ], [ false, %428 ], [ true, %293 ]
  call void @llvm.lifetime.end.p0(ptr %9)
  br label %435
435:
  %436 = phi i1 [ true, %36 ], [ true, %4 ], [ true, %16 ], [ %434, %433 ], [ true, %172 ], [ true, %101 ]
  call void @llvm.lifetime.end.p0(ptr %8)
  call void @llvm.lifetime.end.p0(ptr %7)
  call void @llvm.lifetime.end.p0(ptr %6)
  call void @llvm.lifetime.end.p0(ptr %5)
  ret i1 %436
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
  br label %128
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
  br i1 %35, label %128, label %36
36:
  %37 = call ptr @cute.tensor.memory(ptr %1)
  %38 = getelementptr inbounds nuw i8, ptr %37, i64 64
  %39 = icmp eq i32 %5, 0
  br i1 %39, label %128, label %40
40:
  %41 = load i32, ptr %24, align 4
  %42 = icmp eq i32 %41, 0
  %43 = getelementptr inbounds nuw i8, ptr %2, i64 41
  br label %44
44:
  %45 = phi i32 [ 0, %40 ], [ %66, %65 ]
  %46 = urem i32 %45, %13
  %47 = and i32 %46, 31
  %48 = udiv i32 %45, %13
  %49 = shl i32 %48, 6
  %50 = or disjoint i32 %49, %47
  %51 = lshr i32 %46, 5
  %52 = add nuw nsw i32 %51, %11
  %53 = zext nneg i32 %52 to i64
  %54 = shl nuw nsw i64 %53, 9
  %55 = getelementptr inbounds nuw i8, ptr %38, i64 %54
  %56 = zext i32 %50 to i64
  %57 = getelementptr inbounds nuw i32, ptr %55, i64 %56
  br i1 %42, label %65, label %58
58:
  %59 = load i32, ptr %26, align 4
  %60 = load i8, ptr %43, align 1
  %61 = trunc nuw i8 %60 to i1
  br label %68
62:
  %63 = icmp ult i32 %112, %41
  %64 = add i32 %69, %59
  br i1 %63, label %68, label %65
65:
  %66 = add nuw i32 %45, 1
  %67 = icmp eq i32 %66, %5
  br i1 %67, label %128, label %44
68:
  %69 = phi i32 [ %59, %58 ], [ %64, %62 ]
  %70 = phi i32 [ 0, %58 ], [ %112, %62 ]
  %71 = zext i32 %70 to i64
  %72 = udiv i32 %70, %59
  %73 = add i32 %72, %4
  %74 = lshr i32 %73, 2
  %75 = shl i32 %74, %32
  %76 = zext i32 %75 to i64
  %77 = shl nuw nsw i64 %76, 9
  %78 = getelementptr inbounds nuw i8, ptr %57, i64 %77
  %79 = load i32, ptr %78, align 4
  %80 = shl i32 %73, 3
  %81 = and i32 %80, 24
  %82 = lshr i32 %79, %81
  br i1 %61, label %83, label %91
83:
  %84 = and i32 %82, 255
  %85 = add nuw nsw i32 %84, 896
  %86 = zext nneg i32 %85 to i64
  %87 = shl nuw nsw i64 %86, 52
  %88 = bitcast i64 %87 to double
  %89 = icmp eq i32 %84, 255
  %90 = select i1 %89, double 0x7FF8000000000000, double %88
  br label %110
91:
  %92 = lshr i32 %82, 3
  %93 = and i32 %92, 15
  %94 = and i32 %82, 7
  %95 = and i32 %82, 127
  %96 = icmp eq i32 %95, 127
  br i1 %96, label %110, label %97
97:
  %98 = icmp eq i32 %93, 0
  br i1 %98, label %107, label %99
99:
  %100 = add nuw nsw i32 %93, 1016
  %101 = zext nneg i32 %100 to i64
  %102 = shl nuw nsw i64 %101, 52
  %103 = zext nneg i32 %94 to i64
  %104 = shl nuw nsw i64 %103, 49
  %105 = or disjoint i64 %102, %104
  %106 = bitcast i64 %105 to double
  br label %110
107:
  %108 = uitofp nneg i32 %94 to double
  %109 = fmul double %108, 0x3F60000000000000
  br label %110
110:
  %111 = phi double [ %90, %83 ], [ %109, %107 ], [ %106, %99 ], [ 0x7FF8000000000000, %91 ]
  %112 = add i32 %70, %59
  %113 = icmp ult i32 %70, %112
  br i1 %113, label %114, label %62
114:
  %115 = phi i64 [ %125, %114 ], [ %71, %110 ]
  %116 = trunc nuw i64 %115 to i32
  %117 = mul i32 %9, %116
  %118 = add i32 %117, %45
  %119 = zext i32 %118 to i64
  %120 = getelementptr inbounds nuw float, ptr %7, i64 %119
  %121 = load float, ptr %120, align 4
  %122 = fpext float %121 to double
  %123 = fmul double %111, %122
  %124 = getelementptr inbounds nuw double, ptr %8, i64 %119
  store double %123, ptr %124, align 8
  %125 = add nuw nsw i64 %115, 1
  %126 = trunc i64 %125 to i32
  %127 = icmp eq i32 %69, %126
  br i1 %127, label %62, label %114
128:
  %129 = phi i1 [ %19, %17 ], [ true, %20 ], [ false, %36 ], [ false, %65 ]
  ret i1 %129
}
declare void @cute.tensor.shift_lanes(ptr)
declare i1 @cute.tensor.read_shared(ptr, ptr, i64, i32, i1, i32, i32, ptr, i32)
declare i1 @cute.tensor.read_tensor(ptr, ptr, i32, i32, ptr, i32, i32, ptr, i32)
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
