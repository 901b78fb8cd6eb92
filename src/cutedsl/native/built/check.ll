; Made by scripts/build_native.py: change the C sources, then run it.
; check/clocks.c
define void @cute.check.join(ptr %0, ptr %1, ptr %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 784
  %5 = load i32, ptr %4, align 8
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %8
7:
  ret void
8:
  %9 = phi i32 [ %16, %8 ], [ 0, %3 ]
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds nuw i32, ptr %1, i64 %10
  %12 = load <16 x i32>, ptr %11, align 4
  %13 = getelementptr inbounds nuw i32, ptr %2, i64 %10
  %14 = load <16 x i32>, ptr %13, align 4
  %15 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %12, <16 x i32> %14)
  store <16 x i32> %15, ptr %11, align 4
  %16 = add i32 %9, 16
  %17 = load i32, ptr %4, align 8
  %18 = icmp ult i32 %16, %17
  br i1 %18, label %8, label %7
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define void @cute.check.move_past(ptr %0, i32 %1, i1 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %7 = load i32, ptr %6, align 8
  %8 = mul i32 %7, %1
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i32, ptr %5, i64 %9
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %12 = load i32, ptr %11, align 4
  %13 = and i32 %12, -16
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %25, label %15
15:
  %16 = zext i32 %13 to i64
  br label %17
17:
  %18 = phi i64 [ 0, %15 ], [ %23, %17 ]
  %19 = phi <16 x i32> [ zeroinitializer, %15 ], [ %22, %17 ]
  %20 = getelementptr inbounds nuw i32, ptr %10, i64 %18
  %21 = load <16 x i32>, ptr %20, align 4
  %22 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %19, <16 x i32> %21)
  %23 = add nuw nsw i64 %18, 16
  %24 = icmp samesign ult i64 %23, %16
  br i1 %24, label %17, label %31
25:
  %26 = phi i32 [ 0, %3 ], [ %35, %31 ]
  %27 = icmp eq i32 %13, %12
  br i1 %27, label %46, label %28
28:
  %29 = zext i32 %13 to i64
  %30 = zext i32 %12 to i64
  br label %38
31:
  %32 = phi i32 [ %36, %31 ], [ 0, %17 ]
  %33 = phi i32 [ %35, %31 ], [ 0, %17 ]
  %34 = extractelement <16 x i32> %22, i32 %32
  %35 = call i32 @llvm.umax.i32(i32 %33, i32 %34)
  %36 = add nuw nsw i32 %32, 1
  %37 = icmp eq i32 %36, 16
  br i1 %37, label %25, label %31
38:
  %39 = phi i64 [ %29, %28 ], [ %44, %38 ]
  %40 = phi i32 [ %26, %28 ], [ %43, %38 ]
  %41 = getelementptr inbounds nuw i32, ptr %10, i64 %39
  %42 = load i32, ptr %41, align 4
  %43 = call i32 @llvm.umax.i32(i32 %40, i32 %42)
  %44 = add nuw nsw i64 %39, 1
  %45 = icmp samesign ult i64 %44, %30
  br i1 %45, label %38, label %46
46:
  %47 = phi i32 [ %26, %25 ], [ %43, %38 ]
  call void @clocks.move_on(ptr %0, i32 %1, i32 %47, i1 %2)
  ret void
}
define internal void @clocks.move_on(ptr %0, i32 %1, i32 %2, i1 %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %8 = load i32, ptr %7, align 8
  %9 = mul i32 %8, %1
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  %12 = sext i32 %1 to i64
  %13 = getelementptr inbounds i32, ptr %11, i64 %12
  %14 = load i32, ptr %13, align 4
  %15 = call i32 @llvm.umax.i32(i32 %14, i32 %2)
  %16 = add i32 %15, 1
  store i32 %16, ptr %13, align 4
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 616
  %18 = load i32, ptr %17, align 8
  %19 = call i32 @llvm.umax.i32(i32 %18, i32 %16)
  store i32 %19, ptr %17, align 8
  br i1 %3, label %20, label %34
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %22 = load ptr, ptr %21, align 8
  %23 = getelementptr inbounds i32, ptr %22, i64 %12
  store i32 %16, ptr %23, align 4
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %25 = load i32, ptr %24, align 4
  %26 = add i32 %25, %1
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds nuw i32, ptr %11, i64 %27
  %29 = load i32, ptr %28, align 4
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %31, i64 %12
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 60
  store i32 %29, ptr %33, align 4
  br label %34
34:
  ret void
}
define void @cute.check.begin(ptr %0, ptr %1, i64 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 616
  %7 = load i32, ptr %6, align 8
  %8 = icmp ugt i32 %7, 29360127
  br i1 %8, label %9, label %12
9:
  %10 = load ptr, ptr %5, align 8
  %11 = call i32 %10(ptr %5, i32 8, i32 0, i32 0, i32 0, i64 0, i64 0)
  br label %12
12:
  call void @cute.check.begin_foreign(ptr %5)
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %14 = load ptr, ptr %13, align 32
  %15 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store ptr %14, ptr %15, align 8
  %16 = load i32, ptr %6, align 8
  %17 = add i32 %16, 1
  store i32 %17, ptr %6, align 8
  %18 = getelementptr inbounds nuw i8, ptr %5, i64 688
  store i32 %17, ptr %18, align 8
  %19 = add i32 %16, 2
  store i32 %19, ptr %6, align 8
  %20 = getelementptr inbounds nuw i8, ptr %5, i64 96
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr %5, i64 708
  %23 = load i32, ptr %22, align 4
  %24 = shl i32 %23, 1
  %25 = zext i32 %24 to i64
  %26 = getelementptr inbounds nuw i64, ptr %21, i64 %25
  store i64 %2, ptr %26, align 8
  %27 = zext i32 %17 to i64
  %28 = or disjoint i32 %24, 1
  %29 = zext i32 %28 to i64
  %30 = getelementptr inbounds nuw i64, ptr %21, i64 %29
  store i64 %27, ptr %30, align 8
  %31 = add i32 %23, 1
  store i32 %31, ptr %22, align 4
  %32 = getelementptr inbounds nuw i8, ptr %5, i64 776
  %33 = load i32, ptr %32, align 8
  %34 = getelementptr inbounds nuw i8, ptr %5, i64 712
  store i32 %33, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %5, i64 692
  %36 = load i32, ptr %35, align 4
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %60, label %38
38:
  %39 = getelementptr inbounds nuw i8, ptr %5, i64 48
  %40 = getelementptr inbounds nuw i8, ptr %5, i64 696
  %41 = getelementptr inbounds nuw i8, ptr %5, i64 56
  %42 = getelementptr inbounds nuw i8, ptr %5, i64 784
  %43 = getelementptr inbounds nuw i8, ptr %5, i64 784
  %44 = getelementptr inbounds nuw i8, ptr %5, i64 64
  %45 = getelementptr inbounds nuw i8, ptr %5, i64 72
  %46 = getelementptr inbounds nuw i8, ptr %5, i64 184
  %47 = getelementptr inbounds nuw i8, ptr %5, i64 288
  %48 = getelementptr inbounds nuw i8, ptr %5, i64 256
  %49 = getelementptr inbounds nuw i8, ptr %5, i64 456
  %50 = getelementptr inbounds nuw i8, ptr %5, i64 472
  %51 = getelementptr inbounds nuw i8, ptr %5, i64 360
  %52 = getelementptr inbounds nuw i8, ptr %5, i64 352
  %53 = getelementptr inbounds nuw i8, ptr %5, i64 328
  %54 = getelementptr inbounds nuw i8, ptr %5, i64 344
  %55 = getelementptr inbounds nuw i8, ptr %5, i64 620
  %56 = getelementptr inbounds nuw i8, ptr %5, i64 568
  %57 = getelementptr inbounds nuw i8, ptr %5, i64 576
  %58 = getelementptr inbounds nuw i8, ptr %5, i64 624
  %59 = getelementptr inbounds nuw i8, ptr %5, i64 560
  br label %67
60:
  call void @cute.check.begin_keeping(ptr %5, i64 %2)
  %61 = getelementptr inbounds nuw i8, ptr %5, i64 620
  %62 = load i32, ptr %61, align 4
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %164, label %64
64:
  %65 = getelementptr inbounds nuw i8, ptr %5, i64 700
  %66 = getelementptr inbounds nuw i8, ptr %5, i64 600
  br label %157
67:
  %68 = phi i64 [ 0, %38 ], [ %153, %152 ]
  %69 = load ptr, ptr %39, align 8
  %70 = load i32, ptr %40, align 8
  %71 = trunc nuw i64 %68 to i32
  %72 = mul i32 %70, %71
  %73 = zext i32 %72 to i64
  %74 = getelementptr inbounds nuw i32, ptr %69, i64 %73
  %75 = load ptr, ptr %41, align 8
  %76 = getelementptr inbounds nuw i32, ptr %75, i64 %73
  %77 = load i32, ptr %42, align 8
  %78 = icmp eq i32 %77, 0
  br i1 %78, label %82, label %116
79:
  %80 = zext i32 %120 to i64
  %81 = shl nuw nsw i64 %80, 2
  br label %82
82:
  %83 = phi i64 [ 0, %67 ], [ %81, %79 ]
  call void @llvm.memmove.p0.p0.i64(ptr %76, ptr %74, i64 %83, i1 false)
  %84 = getelementptr inbounds nuw i32, ptr %74, i64 %68
  store i32 %19, ptr %84, align 4
  %85 = load ptr, ptr %44, align 8
  %86 = getelementptr inbounds nuw i32, ptr %85, i64 %68
  store i32 %17, ptr %86, align 4
  %87 = load ptr, ptr %45, align 8
  %88 = getelementptr inbounds nuw i32, ptr %87, i64 %68
  store i32 %19, ptr %88, align 4
  %89 = trunc nuw i64 %68 to i32
  call void @cute.check.begin_groups(ptr %5, i32 %89)
  %90 = load ptr, ptr %46, align 8
  %91 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %90, i64 %68
  store i32 0, ptr %91, align 4
  %92 = getelementptr inbounds nuw i8, ptr %91, i64 4
  store i32 0, ptr %92, align 4
  %93 = getelementptr inbounds nuw i8, ptr %91, i64 8
  store i32 0, ptr %93, align 4
  %94 = getelementptr inbounds nuw i8, ptr %91, i64 12
  store i32 0, ptr %94, align 4
  %95 = load ptr, ptr %47, align 8
  %96 = getelementptr inbounds nuw { i32, [3 x i32], [3 x i32], [3 x i32] }, ptr %95, i64 %68
  call void @llvm.memset.p0.i64(ptr %96, i8 0, i64 40, i1 false)
  %97 = load ptr, ptr %48, align 8
  %98 = getelementptr inbounds nuw { ptr, ptr }, ptr %97, i64 %68
  store ptr null, ptr %98, align 8
  %99 = getelementptr inbounds nuw i8, ptr %98, i64 8
  store ptr null, ptr %99, align 8
  %100 = load ptr, ptr %49, align 8
  %101 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %100, i64 %68
  store i32 0, ptr %101, align 4
  %102 = getelementptr inbounds nuw i8, ptr %101, i64 4
  store i32 0, ptr %102, align 4
  %103 = getelementptr inbounds nuw i8, ptr %101, i64 8
  store i32 0, ptr %103, align 4
  %104 = getelementptr inbounds nuw i8, ptr %101, i64 12
  store i32 0, ptr %104, align 4
  %105 = load ptr, ptr %50, align 8
  %106 = getelementptr inbounds nuw i32, ptr %105, i64 %68
  store i32 0, ptr %106, align 4
  %107 = load ptr, ptr %51, align 8
  %108 = getelementptr inbounds nuw i32, ptr %107, i64 %68
  store i32 0, ptr %108, align 4
  %109 = load ptr, ptr %52, align 8
  %110 = getelementptr inbounds nuw i32, ptr %109, i64 %68
  store i32 0, ptr %110, align 4
  %111 = load ptr, ptr %53, align 8
  %112 = getelementptr inbounds nuw i32, ptr %111, i64 %68
  store i32 0, ptr %112, align 4
  %113 = load ptr, ptr %54, align 8
  %114 = shl nuw nsw i64 %68, 4
  %115 = getelementptr inbounds nuw i8, ptr %113, i64 %114
  br label %126
116:
  %117 = phi i64 [ %119, %116 ], [ 0, %67 ]
  %118 = getelementptr inbounds nuw i32, ptr %74, i64 %117
  store i32 %17, ptr %118, align 4
  %119 = add nuw nsw i64 %117, 1
  %120 = load i32, ptr %42, align 8
  %121 = zext i32 %120 to i64
  %122 = icmp samesign ult i64 %119, %121
  br i1 %122, label %116, label %79
123:
  %124 = load i32, ptr %55, align 4
  %125 = icmp eq i32 %124, 0
  br i1 %125, label %152, label %131
126:
  %127 = phi i64 [ 0, %82 ], [ %129, %126 ]
  %128 = getelementptr inbounds nuw i32, ptr %115, i64 %127
  store i32 0, ptr %128, align 4
  %129 = add nuw nsw i64 %127, 1
  %130 = icmp eq i64 %129, 4
  br i1 %130, label %123, label %126
131:
  %132 = load ptr, ptr %56, align 8
  %133 = getelementptr inbounds nuw { [32 x i32], [32 x i32], i32, i32, i32 }, ptr %132, i64 %68
  call void @llvm.memset.p0.i64(ptr %133, i8 0, i64 268, i1 false)
  %134 = load ptr, ptr %57, align 8
  %135 = load i32, ptr %35, align 4
  %136 = zext i32 %135 to i64
  %137 = mul nuw i64 %68, %136
  %138 = getelementptr inbounds nuw i32, ptr %134, i64 %137
  %139 = shl nuw nsw i64 %136, 2
  call void @llvm.memset.p0.i64(ptr %138, i8 0, i64 %139, i1 false)
  %140 = load i32, ptr %58, align 8
  %141 = icmp eq i32 %140, 0
  br i1 %141, label %152, label %142
142:
  %143 = load ptr, ptr %59, align 8
  %144 = load i32, ptr %40, align 8
  %145 = trunc nuw i64 %68 to i32
  %146 = mul i32 %144, %145
  %147 = zext i32 %146 to i64
  %148 = getelementptr inbounds nuw i32, ptr %143, i64 %147
  %149 = load i32, ptr %43, align 8
  %150 = zext i32 %149 to i64
  %151 = shl nuw nsw i64 %150, 2
  call void @llvm.memmove.p0.p0.i64(ptr %148, ptr %74, i64 %151, i1 false)
  br label %152
152:
  %153 = add nuw nsw i64 %68, 1
  %154 = load i32, ptr %35, align 4
  %155 = zext i32 %154 to i64
  %156 = icmp samesign ult i64 %153, %155
  br i1 %156, label %67, label %60
157:
  %158 = phi i64 [ 0, %64 ], [ %172, %169 ]
  %159 = load i32, ptr %35, align 4
  %160 = load i32, ptr %65, align 4
  %161 = udiv i32 %159, %160
  %162 = zext i32 %161 to i64
  %163 = icmp samesign ult i64 %158, %162
  br i1 %163, label %169, label %164
164:
  call void @cute.check.begin_peers(ptr %5)
  call void @cute.check.begin_store_loads(ptr %5)
  call void @cute.check.begin_looks(ptr %5)
  %165 = getelementptr inbounds nuw i8, ptr %5, i64 756
  store i32 0, ptr %165, align 4
  %166 = getelementptr inbounds nuw i8, ptr %5, i64 732
  store i32 0, ptr %166, align 4
  %167 = getelementptr inbounds nuw i8, ptr %5, i64 208
  store i64 0, ptr %167, align 8
  %168 = getelementptr inbounds nuw i8, ptr %5, i64 200
  store i64 0, ptr %168, align 8
  ret void
169:
  %170 = load ptr, ptr %66, align 8
  %171 = getelementptr inbounds nuw { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %170, i64 %158
  call void @llvm.memset.p0.i64(ptr %171, i8 0, i64 4132, i1 false)
  %172 = add nuw nsw i64 %158, 1
  %173 = load i32, ptr %61, align 4
  %174 = icmp eq i32 %173, 0
  br i1 %174, label %164, label %157
}
declare void @cute.check.begin_foreign(ptr)
declare void @cute.check.begin_groups(ptr, i32)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @cute.check.begin_keeping(ptr, i64)
declare void @cute.check.begin_peers(ptr)
declare void @cute.check.begin_store_loads(ptr)
declare void @cute.check.begin_looks(ptr)
define void @cute.check.step(ptr %0, i32 %1) noinline {
  call void @cute.check.lanes_met(ptr %0, i32 %1)
  call void @clocks.move_on(ptr %0, i32 %1, i32 0, i1 true)
  ret void
}
declare void @cute.check.lanes_met(ptr, i32)
define void @cute.check.fence(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %6 = load i32, ptr %5, align 8
  %7 = mul i32 %6, %1
  %8 = zext i32 %7 to i64
  %9 = getelementptr inbounds nuw i32, ptr %4, i64 %8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i32, ptr %11, i64 %8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 784
  %14 = load i32, ptr %13, align 8
  %15 = zext i32 %14 to i64
  %16 = shl nuw nsw i64 %15, 2
  call void @llvm.memmove.p0.p0.i64(ptr %9, ptr %12, i64 %16, i1 false)
  call void @clocks.move_on(ptr %0, i32 %1, i32 0, i1 false)
  ret void
}
define void @cute.check.init_fence(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %6 = load i32, ptr %5, align 8
  %7 = mul i32 %6, %1
  %8 = zext i32 %7 to i64
  %9 = getelementptr inbounds nuw i32, ptr %4, i64 %8
  %10 = sext i32 %1 to i64
  %11 = getelementptr inbounds i32, ptr %9, i64 %10
  %12 = load i32, ptr %11, align 4
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 376
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds i32, ptr %14, i64 %10
  store i32 %12, ptr %15, align 4
  call void @clocks.move_on(ptr %0, i32 %1, i32 0, i1 false)
  ret void
}
define void @cute.check.met(ptr %0, i32 %1, i32 %2, i32 %3) noinline {
  %5 = alloca [32 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr %5)
  %6 = icmp eq i32 %3, 0
  br i1 %6, label %10, label %7
7:
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 780
  %9 = load i32, ptr %8, align 4
  br label %26
10:
  %11 = phi i32 [ 0, %4 ], [ %33, %26 ]
  %12 = load i32, ptr %5, align 16
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %16 = load i32, ptr %15, align 8
  %17 = mul i32 %16, %12
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds nuw i32, ptr %14, i64 %18
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw i32, ptr %21, i64 %18
  %23 = icmp sgt i32 %11, 1
  br i1 %23, label %24, label %39
24:
  %25 = zext nneg i32 %11 to i64
  br label %44
26:
  %27 = phi i32 [ 0, %7 ], [ %33, %26 ]
  %28 = phi i32 [ %3, %7 ], [ %37, %26 ]
  %29 = call i32 @llvm.cttz.i32(i32 %28, i1 true)
  %30 = add i32 %29, %2
  %31 = lshr i32 %30, %9
  %32 = add i32 %31, %1
  %33 = add i32 %27, 1
  %34 = sext i32 %27 to i64
  %35 = getelementptr inbounds i32, ptr %5, i64 %34
  store i32 %32, ptr %35, align 4
  %36 = add i32 %28, -1
  %37 = and i32 %36, %28
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %10, label %26
39:
  %40 = icmp sgt i32 %11, 1
  br i1 %40, label %41, label %60
41:
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 784
  %43 = zext nneg i32 %11 to i64
  br label %64
44:
  %45 = phi i64 [ 1, %24 ], [ %58, %44 ]
  %46 = getelementptr inbounds nuw i32, ptr %5, i64 %45
  %47 = load i32, ptr %46, align 4
  %48 = load ptr, ptr %13, align 8
  %49 = load i32, ptr %15, align 8
  %50 = mul i32 %49, %47
  %51 = zext i32 %50 to i64
  %52 = getelementptr inbounds nuw i32, ptr %48, i64 %51
  call void @cute.check.join(ptr %0, ptr %19, ptr %52)
  %53 = load ptr, ptr %20, align 8
  %54 = load i32, ptr %15, align 8
  %55 = mul i32 %54, %47
  %56 = zext i32 %55 to i64
  %57 = getelementptr inbounds nuw i32, ptr %53, i64 %56
  call void @cute.check.join(ptr %0, ptr %22, ptr %57)
  %58 = add nuw nsw i64 %45, 1
  %59 = icmp eq i64 %58, %25
  br i1 %59, label %39, label %44
60:
  %61 = icmp sgt i32 %11, 0
  br i1 %61, label %62, label %86
62:
  %63 = zext nneg i32 %11 to i64
  br label %87
64:
  %65 = phi i64 [ 1, %41 ], [ %84, %64 ]
  %66 = getelementptr inbounds nuw i32, ptr %5, i64 %65
  %67 = load i32, ptr %66, align 4
  %68 = load ptr, ptr %13, align 8
  %69 = load i32, ptr %15, align 8
  %70 = mul i32 %69, %67
  %71 = zext i32 %70 to i64
  %72 = getelementptr inbounds nuw i32, ptr %68, i64 %71
  %73 = load i32, ptr %42, align 8
  %74 = zext i32 %73 to i64
  %75 = shl nuw nsw i64 %74, 2
  call void @llvm.memmove.p0.p0.i64(ptr %72, ptr %19, i64 %75, i1 false)
  %76 = load ptr, ptr %20, align 8
  %77 = load i32, ptr %15, align 8
  %78 = mul i32 %77, %67
  %79 = zext i32 %78 to i64
  %80 = getelementptr inbounds nuw i32, ptr %76, i64 %79
  %81 = load i32, ptr %42, align 8
  %82 = zext i32 %81 to i64
  %83 = shl nuw nsw i64 %82, 2
  call void @llvm.memmove.p0.p0.i64(ptr %80, ptr %22, i64 %83, i1 false)
  %84 = add nuw nsw i64 %65, 1
  %85 = icmp eq i64 %84, %43
  br i1 %85, label %60, label %64
86:
  call void @llvm.lifetime.end.p0(ptr %5)
  ret void
87:
  %88 = phi i64 [ 0, %62 ], [ %91, %87 ]
  %89 = getelementptr inbounds nuw i32, ptr %5, i64 %88
  %90 = load i32, ptr %89, align 4
  call void @cute.check.step(ptr %0, i32 %90)
  %91 = add nuw nsw i64 %88, 1
  %92 = icmp eq i64 %91, %63
  br i1 %92, label %86, label %87
}
declare i32 @llvm.cttz.i32(i32, i1)
define ptr @cute.check.log_arrival(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6) noinline {
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 732
  %11 = load i32, ptr %10, align 4
  %12 = add i32 %11, 1
  store i32 %12, ptr %10, align 4
  %13 = and i32 %11, 511
  %14 = zext nneg i32 %13 to i64
  %15 = getelementptr inbounds nuw { i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %9, i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 1848
  %17 = load i64, ptr %16, align 8
  %18 = add i64 %17, 1
  store i64 %18, ptr %16, align 8
  store i32 %2, ptr %15, align 4
  %19 = getelementptr inbounds nuw i8, ptr %15, i64 4
  store i32 %1, ptr %19, align 4
  %20 = getelementptr inbounds nuw i8, ptr %15, i64 8
  store i32 %3, ptr %20, align 4
  %21 = getelementptr inbounds nuw i8, ptr %15, i64 12
  store i32 %4, ptr %21, align 4
  %22 = getelementptr inbounds nuw i8, ptr %15, i64 16
  store i32 %5, ptr %22, align 4
  %23 = getelementptr inbounds nuw i8, ptr %15, i64 20
  store i32 %6, ptr %23, align 4
  %24 = getelementptr inbounds nuw i8, ptr %15, i64 24
  store i32 0, ptr %24, align 4
  ret ptr %15
}
define ptr @cute.check.in_phase(ptr %0, i32 %1, i32 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %7 = load i32, ptr %6, align 8
  %8 = shl i32 %7, 4
  %9 = add i32 %8, 168
  %10 = mul i32 %9, %1
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 %11
  %13 = load i32, ptr %12, align 8
  %14 = icmp eq i32 %13, %2
  br i1 %14, label %33, label %15
15:
  store i32 %2, ptr %12, align 8
  %16 = getelementptr inbounds nuw i8, ptr %12, i64 168
  %17 = zext i32 %7 to i64
  %18 = getelementptr inbounds nuw i32, ptr %16, i64 %17
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 784
  %20 = load i32, ptr %19, align 8
  %21 = zext i32 %20 to i64
  %22 = shl nuw nsw i64 %21, 2
  call void @llvm.memmove.p0.p0.i64(ptr %18, ptr %16, i64 %22, i1 false)
  %23 = load i32, ptr %6, align 8
  %24 = mul i32 %23, 3
  %25 = zext i32 %24 to i64
  %26 = getelementptr inbounds nuw i32, ptr %16, i64 %25
  %27 = shl i32 %23, 1
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds nuw i32, ptr %16, i64 %28
  %30 = load i32, ptr %19, align 8
  %31 = zext i32 %30 to i64
  %32 = shl nuw nsw i64 %31, 2
  call void @llvm.memmove.p0.p0.i64(ptr %26, ptr %29, i64 %32, i1 false)
  br label %33
33:
  ret ptr %12
}
define void @cute.check.arrive(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 740
  %8 = load i32, ptr %7, align 4
  %9 = icmp ult i32 %2, %8
  br i1 %9, label %10, label %11
10:
  call void @cute.check.lanes_met(ptr %0, i32 %1)
  br label %11
11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 736
  %13 = load i32, ptr %12, align 8
  %14 = icmp ult i32 %2, %13
  br i1 %14, label %15, label %16
15:
  call void @clocks.check_shared(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5)
  br label %16
16:
  %17 = call ptr @cute.check.in_phase(ptr %0, i32 %2, i32 %3)
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %21 = load i32, ptr %20, align 8
  %22 = mul i32 %21, %1
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds nuw i32, ptr %19, i64 %23
  %25 = getelementptr inbounds nuw i8, ptr %17, i64 168
  call void @cute.check.join(ptr %0, ptr %25, ptr %24)
  call void @cute.check.join_gained(ptr %0, i32 %1, i32 -1, ptr %25)
  %26 = load i32, ptr %20, align 8
  %27 = shl i32 %26, 1
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds nuw i32, ptr %25, i64 %28
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %31 = load ptr, ptr %30, align 8
  %32 = mul i32 %26, %1
  %33 = zext i32 %32 to i64
  %34 = getelementptr inbounds nuw i32, ptr %31, i64 %33
  call void @cute.check.join(ptr %0, ptr %29, ptr %34)
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %36 = load i32, ptr %35, align 4
  %37 = and i32 %36, -16
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %49, label %39
39:
  %40 = zext i32 %37 to i64
  br label %41
41:
  %42 = phi i64 [ 0, %39 ], [ %47, %41 ]
  %43 = phi <16 x i32> [ zeroinitializer, %39 ], [ %46, %41 ]
  %44 = getelementptr inbounds nuw i32, ptr %24, i64 %42
  %45 = load <16 x i32>, ptr %44, align 4
  %46 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %43, <16 x i32> %45)
  %47 = add nuw nsw i64 %42, 16
  %48 = icmp samesign ult i64 %47, %40
  br i1 %48, label %41, label %55
49:
  %50 = phi i32 [ 0, %16 ], [ %59, %55 ]
  %51 = icmp eq i32 %37, %36
  br i1 %51, label %70, label %52
52:
  %53 = zext i32 %37 to i64
  %54 = zext i32 %36 to i64
  br label %62
55:
  %56 = phi i32 [ %60, %55 ], [ 0, %41 ]
  %57 = phi i32 [ %59, %55 ], [ 0, %41 ]
  %58 = extractelement <16 x i32> %46, i32 %56
  %59 = call i32 @llvm.umax.i32(i32 %57, i32 %58)
  %60 = add nuw nsw i32 %56, 1
  %61 = icmp eq i32 %60, 16
  br i1 %61, label %49, label %55
62:
  %63 = phi i64 [ %53, %52 ], [ %68, %62 ]
  %64 = phi i32 [ %50, %52 ], [ %67, %62 ]
  %65 = getelementptr inbounds nuw i32, ptr %24, i64 %63
  %66 = load i32, ptr %65, align 4
  %67 = call i32 @llvm.umax.i32(i32 %64, i32 %66)
  %68 = add nuw nsw i64 %63, 1
  %69 = icmp samesign ult i64 %68, %54
  br i1 %69, label %62, label %70
70:
  %71 = phi i32 [ %50, %49 ], [ %67, %62 ]
  %72 = load i32, ptr %7, align 4
  %73 = icmp ult i32 %2, %72
  call void @clocks.move_on(ptr %0, i32 %1, i32 %71, i1 %73)
  %74 = call ptr @cute.check.log_arrival(ptr %0, i32 1, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5)
  ret void
}
define internal void @clocks.check_shared(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %10 = load i32, ptr %9, align 8
  %11 = shl i32 %10, 4
  %12 = add i32 %11, 168
  %13 = mul i32 %12, %2
  %14 = zext i32 %13 to i64
  %15 = getelementptr inbounds nuw i8, ptr %8, i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 168
  %17 = zext i32 %10 to i64
  %18 = getelementptr inbounds nuw i32, ptr %16, i64 %17
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %20 = load ptr, ptr %19, align 8
  %21 = mul i32 %10, %1
  %22 = zext i32 %21 to i64
  %23 = getelementptr inbounds nuw i32, ptr %20, i64 %22
  %24 = load i32, ptr %15, align 8
  %25 = icmp ne i32 %24, %3
  %26 = getelementptr inbounds nuw i8, ptr %15, i64 4
  %27 = load i32, ptr %26, align 4
  %28 = call ptr @cute.check.in_phase(ptr %0, i32 %2, i32 %3)
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 776
  %30 = load i32, ptr %29, align 8
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %32 = load i32, ptr %31, align 4
  %33 = icmp ne i32 %30, %32
  %34 = icmp eq i32 %5, 32
  %35 = or i1 %34, %33
  br i1 %35, label %133, label %36
36:
  br i1 %25, label %53, label %37
37:
  %38 = getelementptr inbounds nuw i8, ptr %15, i64 28
  %39 = load i32, ptr %38, align 4
  %40 = icmp eq i32 %39, %5
  br i1 %40, label %53, label %41
41:
  %42 = getelementptr inbounds nuw i8, ptr %15, i64 16
  %43 = load i32, ptr %42, align 8
  %44 = icmp eq i32 %43, 0
  br i1 %44, label %53, label %45
45:
  %46 = getelementptr inbounds nuw i8, ptr %15, i64 20
  %47 = load i32, ptr %46, align 4
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %49 = load i32, ptr %48, align 8
  %50 = icmp ugt i32 %47, %49
  %51 = add i32 %43, -1
  %52 = select i1 %50, i32 %51, i32 -1
  br label %53
53:
  %54 = phi i32 [ -1, %36 ], [ %52, %45 ], [ -1, %41 ], [ -1, %37 ]
  %55 = icmp slt i32 %54, 0
  br i1 %55, label %56, label %101
56:
  %57 = and i32 %32, -16
  %58 = icmp eq i32 %57, 0
  br i1 %58, label %76, label %59
59:
  %60 = zext i32 %57 to i64
  br label %61
61:
  %62 = phi i64 [ 0, %59 ], [ %71, %61 ]
  %63 = phi <16 x i32> [ zeroinitializer, %59 ], [ %70, %61 ]
  %64 = getelementptr inbounds nuw i32, ptr %18, i64 %62
  %65 = load <16 x i32>, ptr %64, align 4
  %66 = getelementptr inbounds nuw i32, ptr %23, i64 %62
  %67 = load <16 x i32>, ptr %66, align 4
  %68 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %65, <16 x i32> %67)
  %69 = xor <16 x i32> %68, %67
  %70 = or <16 x i32> %69, %63
  %71 = add nuw nsw i64 %62, 16
  %72 = icmp samesign ult i64 %71, %60
  br i1 %72, label %61, label %82
73:
  %74 = icmp eq i32 %86, 0
  %75 = select i1 %74, i32 %57, i32 0
  br label %76
76:
  %77 = phi i32 [ 0, %56 ], [ %75, %73 ]
  %78 = icmp ult i32 %77, %32
  br i1 %78, label %79, label %101
79:
  %80 = zext i32 %77 to i64
  %81 = zext i32 %32 to i64
  br label %89
82:
  %83 = phi i32 [ %87, %82 ], [ 0, %61 ]
  %84 = phi i32 [ %86, %82 ], [ 0, %61 ]
  %85 = extractelement <16 x i32> %70, i32 %83
  %86 = or i32 %85, %84
  %87 = add nuw nsw i32 %83, 1
  %88 = icmp eq i32 %87, 16
  br i1 %88, label %73, label %82
89:
  %90 = phi i64 [ %80, %79 ], [ %97, %96 ]
  %91 = getelementptr inbounds nuw i32, ptr %18, i64 %90
  %92 = load i32, ptr %91, align 4
  %93 = getelementptr inbounds nuw i32, ptr %23, i64 %90
  %94 = load i32, ptr %93, align 4
  %95 = icmp ugt i32 %92, %94
  br i1 %95, label %99, label %96
96:
  %97 = add nuw nsw i64 %90, 1
  %98 = icmp eq i64 %97, %81
  br i1 %98, label %101, label %89
99:
  %100 = trunc nuw i64 %90 to i32
  br label %101
101:
  %102 = phi i32 [ %32, %53 ], [ %77, %76 ], [ %100, %99 ], [ %32, %96 ]
  %103 = icmp uge i32 %102, %32
  %104 = select i1 %103, i1 true, i1 %25
  %105 = select i1 %103, i32 %54, i32 %102
  br i1 %104, label %109, label %106
106:
  %107 = getelementptr inbounds nuw i8, ptr %15, i64 8
  %108 = load i32, ptr %107, align 8
  br label %109
109:
  %110 = phi i32 [ %27, %101 ], [ %108, %106 ]
  %111 = phi i32 [ %105, %101 ], [ %102, %106 ]
  %112 = icmp sgt i32 %111, -1
  br i1 %112, label %113, label %121
113:
  %114 = and i32 %2, 15
  %115 = shl i32 %5, 8
  %116 = or disjoint i32 %115, %114
  %117 = zext nneg i32 %111 to i64
  %118 = sext i32 %110 to i64
  %119 = load ptr, ptr %0, align 8
  %120 = call i32 %119(ptr %0, i32 17, i32 %1, i32 %4, i32 %116, i64 %117, i64 %118)
  br label %121
121:
  br i1 %25, label %122, label %125
122:
  %123 = load i32, ptr %26, align 4
  %124 = getelementptr inbounds nuw i8, ptr %15, i64 8
  store i32 %123, ptr %124, align 8
  br label %125
125:
  %126 = getelementptr inbounds nuw i8, ptr %15, i64 28
  store i32 %5, ptr %126, align 4
  store i32 %4, ptr %26, align 4
  %127 = add i32 %1, 1
  %128 = getelementptr inbounds nuw i8, ptr %15, i64 16
  store i32 %127, ptr %128, align 8
  %129 = sext i32 %1 to i64
  %130 = getelementptr inbounds i32, ptr %23, i64 %129
  %131 = load i32, ptr %130, align 4
  %132 = getelementptr inbounds nuw i8, ptr %15, i64 20
  store i32 %131, ptr %132, align 4
  br label %133
133:
  ret void
}
declare void @cute.check.join_gained(ptr, i32, i32, ptr)
define void @cute.check.leave(ptr %0, i32 %1, i32 %2, i32 %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %8 = load i32, ptr %7, align 8
  %9 = shl i32 %8, 4
  %10 = add i32 %9, 168
  %11 = mul i32 %10, %2
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds nuw i8, ptr %6, i64 %12
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, %3
  %16 = getelementptr inbounds nuw i8, ptr %13, i64 168
  %17 = select i1 %15, i32 0, i32 %8
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds nuw i32, ptr %16, i64 %18
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %21 = load ptr, ptr %20, align 8
  %22 = mul i32 %8, %1
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds nuw i32, ptr %21, i64 %23
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 736
  %26 = load i32, ptr %25, align 8
  %27 = icmp ult i32 %2, %26
  br i1 %27, label %39, label %28
28:
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 740
  %30 = load i32, ptr %29, align 4
  %31 = icmp ult i32 %2, %30
  br i1 %31, label %32, label %39
32:
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %34 = load i32, ptr %33, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 368
  %36 = load ptr, ptr %35, align 8
  %37 = sext i32 %1 to i64
  %38 = getelementptr inbounds i32, ptr %36, i64 %37
  store i32 %34, ptr %38, align 4
  br label %39
39:
  call void @cute.check.join(ptr %0, ptr %24, ptr %19)
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %41 = load ptr, ptr %40, align 8
  %42 = load i32, ptr %7, align 8
  %43 = mul i32 %42, %1
  %44 = zext i32 %43 to i64
  %45 = getelementptr inbounds nuw i32, ptr %41, i64 %44
  %46 = select i1 %15, i32 2, i32 3
  %47 = mul i32 %42, %46
  %48 = zext i32 %47 to i64
  %49 = getelementptr inbounds nuw i32, ptr %16, i64 %48
  call void @cute.check.join(ptr %0, ptr %45, ptr %49)
  %50 = sext i32 %1 to i64
  %51 = getelementptr inbounds i32, ptr %24, i64 %50
  %52 = load i32, ptr %51, align 4
  %53 = add i32 %52, -1
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %55 = load i32, ptr %54, align 4
  %56 = and i32 %55, -16
  %57 = icmp eq i32 %56, 0
  br i1 %57, label %68, label %58
58:
  %59 = zext i32 %56 to i64
  br label %60
60:
  %61 = phi i64 [ 0, %58 ], [ %66, %60 ]
  %62 = phi <16 x i32> [ splat (i32 -1), %58 ], [ %65, %60 ]
  %63 = getelementptr inbounds nuw i32, ptr %24, i64 %61
  %64 = load <16 x i32>, ptr %63, align 4
  %65 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %62, <16 x i32> %64)
  %66 = add nuw nsw i64 %61, 16
  %67 = icmp samesign ult i64 %66, %59
  br i1 %67, label %60, label %74
68:
  %69 = phi i32 [ %53, %39 ], [ %78, %74 ]
  %70 = icmp eq i32 %56, %55
  br i1 %70, label %89, label %71
71:
  %72 = zext i32 %56 to i64
  %73 = zext i32 %55 to i64
  br label %81
74:
  %75 = phi i32 [ %79, %74 ], [ 0, %60 ]
  %76 = phi i32 [ %78, %74 ], [ %53, %60 ]
  %77 = extractelement <16 x i32> %65, i32 %75
  %78 = call i32 @llvm.umin.i32(i32 %77, i32 %76)
  %79 = add nuw nsw i32 %75, 1
  %80 = icmp eq i32 %79, 16
  br i1 %80, label %68, label %74
81:
  %82 = phi i64 [ %72, %71 ], [ %87, %81 ]
  %83 = phi i32 [ %69, %71 ], [ %86, %81 ]
  %84 = getelementptr inbounds nuw i32, ptr %24, i64 %82
  %85 = load i32, ptr %84, align 4
  %86 = call i32 @llvm.umin.i32(i32 %85, i32 %83)
  %87 = add nuw nsw i64 %82, 1
  %88 = icmp samesign ult i64 %87, %73
  br i1 %88, label %81, label %89
89:
  %90 = phi i32 [ %69, %68 ], [ %86, %81 ]
  %91 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %92 = load ptr, ptr %91, align 8
  %93 = getelementptr inbounds i32, ptr %92, i64 %50
  store i32 %90, ptr %93, align 4
  %94 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %95 = load ptr, ptr %94, align 8
  %96 = getelementptr inbounds i32, ptr %95, i64 %50
  %97 = load i32, ptr %96, align 4
  %98 = getelementptr inbounds i32, ptr %19, i64 %50
  %99 = load i32, ptr %98, align 4
  %100 = add i32 %99, 1
  %101 = call i32 @llvm.umax.i32(i32 %97, i32 %100)
  store i32 %101, ptr %96, align 4
  %102 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %103 = load ptr, ptr %102, align 8
  %104 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %103, i64 %50
  %105 = getelementptr inbounds nuw i8, ptr %104, i64 60
  %106 = load i32, ptr %105, align 4
  %107 = load i32, ptr %54, align 4
  %108 = add i32 %107, %1
  %109 = zext i32 %108 to i64
  %110 = getelementptr inbounds nuw i32, ptr %19, i64 %109
  %111 = load i32, ptr %110, align 4
  %112 = call i32 @llvm.umax.i32(i32 %106, i32 %111)
  store i32 %112, ptr %105, align 4
  ret void
}
define void @cute.check.expect(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = call ptr @cute.check.in_phase(ptr %0, i32 %2, i32 %3)
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 8
  store i32 %4, ptr %8, align 8
  %9 = call ptr @cute.check.log_arrival(ptr %0, i32 2, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5)
  ret void
}
define i32 @cute.check.barrier(ptr %0, ptr %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = load ptr, ptr %3, align 8
  %5 = ptrtoint ptr %1 to i64
  %6 = ptrtoint ptr %4 to i64
  %7 = sub i64 %5, %6
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %9 = load ptr, ptr %8, align 8
  %10 = ashr i64 %7, 3
  %11 = getelementptr inbounds i16, ptr %9, i64 %10
  %12 = load i16, ptr %11, align 2
  %13 = icmp eq i16 %12, 0
  br i1 %13, label %14, label %23
14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 704
  %16 = load i32, ptr %15, align 8
  %17 = icmp ult i32 %16, 64
  br i1 %17, label %18, label %20
18:
  %19 = add nuw nsw i32 %16, 1
  store i32 %19, ptr %15, align 8
  br label %20
20:
  %21 = load i32, ptr %15, align 8
  %22 = trunc i32 %21 to i16
  store i16 %22, ptr %11, align 2
  br label %23
23:
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 740
  %25 = load i32, ptr %24, align 4
  %26 = load i16, ptr %11, align 2
  %27 = zext i16 %26 to i32
  %28 = add i32 %25, -1
  %29 = add i32 %28, %27
  %30 = trunc i64 %7 to i32
  %31 = add i32 %30, 1
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %35 = load i32, ptr %34, align 8
  %36 = shl i32 %35, 4
  %37 = add i32 %36, 168
  %38 = mul i32 %37, %29
  %39 = zext i32 %38 to i64
  %40 = getelementptr inbounds nuw i8, ptr %33, i64 %39
  %41 = getelementptr inbounds nuw i8, ptr %40, i64 12
  store i32 %31, ptr %41, align 4
  ret i32 %29
}
define i64 @cute.check.load_column(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %4 = load i32, ptr %3, align 4
  %5 = shl i32 %4, 2
  %6 = add i32 %5, %1
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 740
  %8 = load i32, ptr %7, align 4
  %9 = sub i32 %6, %8
  %10 = zext i32 %9 to i64
  ret i64 %10
}
define void @cute.check.copies(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = call ptr @cute.check.in_phase(ptr %0, i32 %2, i32 %3)
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 168
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %10 = load i32, ptr %9, align 4
  %11 = add i32 %10, %1
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds nuw i32, ptr %8, i64 %12
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %15 = load ptr, ptr %14, align 8
  %16 = sext i32 %1 to i64
  %17 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %15, i64 %16
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %19 = load i32, ptr %18, align 8
  %20 = add i32 %19, 1
  %21 = load i32, ptr %17, align 4
  %22 = add i32 %20, %21
  %23 = getelementptr inbounds nuw i8, ptr %17, i64 28
  %24 = load i32, ptr %23, align 4
  %25 = add i32 %22, %24
  %26 = getelementptr inbounds nuw i8, ptr %17, i64 24
  store i32 %25, ptr %26, align 4
  %27 = load i32, ptr %13, align 4
  %28 = call i32 @llvm.umax.i32(i32 %27, i32 %25)
  store i32 %28, ptr %13, align 4
  %29 = getelementptr inbounds nuw i8, ptr %17, i64 32
  store i32 0, ptr %29, align 4
  %30 = getelementptr inbounds nuw i8, ptr %17, i64 12
  store i32 0, ptr %30, align 4
  %31 = load i32, ptr %23, align 4
  %32 = add i32 %31, 1
  store i32 %32, ptr %23, align 4
  %33 = call ptr @cute.check.log_arrival(ptr %0, i32 1, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5)
  ret void
}
define i64 @cute.check.landing(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %8 = load i32, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 784
  store i32 %8, ptr %9, align 8
  %10 = call ptr @cute.check.in_phase(ptr %0, i32 %2, i32 %3)
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 616
  %12 = load i32, ptr %11, align 8
  %13 = add i32 %12, 1
  store i32 %13, ptr %11, align 8
  %14 = getelementptr inbounds nuw i8, ptr %10, i64 4
  store i32 %4, ptr %14, align 4
  %15 = getelementptr inbounds nuw i8, ptr %10, i64 168
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %17 = load i32, ptr %16, align 4
  %18 = shl i32 %17, 2
  %19 = add i32 %18, %2
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 740
  %21 = load i32, ptr %20, align 4
  %22 = sub i32 %19, %21
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds nuw i32, ptr %15, i64 %23
  store i32 %13, ptr %24, align 4
  %25 = call ptr @cute.check.log_arrival(ptr %0, i32 3, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5)
  %26 = zext i32 %13 to i64
  ret i64 %26
}
define void @cute.check.sent(ptr %0, i32 %1, i32 %2, i64 %3, i32 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %9 = load i32, ptr %8, align 8
  %10 = shl i32 %9, 4
  %11 = add i32 %10, 168
  %12 = mul i32 %11, %2
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds nuw i8, ptr %7, i64 %13
  %15 = add i32 %1, 1
  %16 = getelementptr inbounds nuw i8, ptr %14, i64 16
  store i32 %15, ptr %16, align 8
  %17 = trunc i64 %3 to i32
  %18 = getelementptr inbounds nuw i8, ptr %14, i64 20
  store i32 %17, ptr %18, align 4
  %19 = getelementptr inbounds nuw i8, ptr %14, i64 24
  store i32 %4, ptr %19, align 8
  ret void
}
define void @cute.check.finish(ptr %0, i32 %1) noinline {
  call void @cute.check.lanes_met(ptr %0, i32 %1)
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %4 = load ptr, ptr %3, align 8
  %5 = sext i32 %1 to i64
  %6 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %4, i64 %5
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds { i32, i32, i32, i32 }, ptr %8, i64 %5
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 12
  store i32 1, ptr %10, align 4
  call void @cute.check.end_for_peers(ptr %0, i32 %1)
  call void @cute.check.end_registers(ptr %0, i32 %1)
  call void @cute.check.end_store_loads(ptr %0, i32 %1)
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 620
  %12 = load i32, ptr %11, align 4
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %15, label %14
14:
  call void @cute.check.tensor_end(ptr %0, i32 %1)
  br label %15
15:
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %20 = getelementptr inbounds nuw i8, ptr %6, i64 12
  %21 = getelementptr inbounds nuw i8, ptr %6, i64 28
  %22 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %23 = getelementptr inbounds nuw i8, ptr %6, i64 44
  br label %29
24:
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 712
  %26 = load i32, ptr %25, align 8
  %27 = add i32 %26, -1
  store i32 %27, ptr %25, align 8
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %77, label %285
29:
  %30 = phi i64 [ 0, %15 ], [ %37, %75 ]
  %31 = load ptr, ptr %16, align 8
  %32 = load i32, ptr %17, align 8
  %33 = mul i32 %32, %1
  %34 = zext i32 %33 to i64
  %35 = getelementptr inbounds nuw i32, ptr %31, i64 %34
  %36 = load i32, ptr %18, align 4
  %37 = add nuw nsw i64 %30, 1
  %38 = trunc nuw nsw i64 %37 to i32
  %39 = mul i32 %36, %38
  %40 = add i32 %39, %1
  %41 = zext i32 %40 to i64
  %42 = getelementptr inbounds nuw i32, ptr %35, i64 %41
  %43 = load i32, ptr %42, align 4
  %44 = load i32, ptr %19, align 8
  %45 = call i32 @llvm.umax.i32(i32 %43, i32 %44)
  %46 = getelementptr inbounds nuw i32, ptr %6, i64 %30
  %47 = load i32, ptr %46, align 4
  %48 = add i32 %47, 1
  %49 = icmp eq i64 %30, 0
  br i1 %49, label %50, label %52
50:
  %51 = load i32, ptr %21, align 4
  br label %52
52:
  %53 = phi i32 [ %51, %50 ], [ 0, %29 ]
  %54 = getelementptr inbounds nuw i32, ptr %20, i64 %30
  %55 = load i32, ptr %54, align 4
  %56 = icmp eq i32 %55, 0
  br i1 %56, label %59, label %57
57:
  %58 = add i32 %48, %53
  br label %62
59:
  %60 = getelementptr inbounds nuw i32, ptr %22, i64 %30
  %61 = load i32, ptr %60, align 4
  br label %62
62:
  %63 = phi i32 [ %58, %57 ], [ %61, %59 ]
  %64 = add i32 %63, %44
  %65 = icmp ugt i32 %64, %45
  br i1 %65, label %66, label %75
66:
  %67 = getelementptr inbounds nuw i32, ptr %23, i64 %30
  %68 = load i32, ptr %67, align 4
  %69 = sub nuw i32 %64, %45
  %70 = zext i32 %69 to i64
  %71 = zext i32 %55 to i64
  %72 = load ptr, ptr %0, align 8
  %73 = trunc nuw nsw i64 %37 to i32
  %74 = call i32 %72(ptr %0, i32 4, i32 %1, i32 %68, i32 %73, i64 %70, i64 %71)
  br label %75
75:
  %76 = icmp eq i64 %37, 3
  br i1 %76, label %24, label %29
77:
  %78 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %79 = load i32, ptr %78, align 4
  %80 = icmp eq i32 %79, 0
  br i1 %80, label %123, label %81
81:
  %82 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %83 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %84 = getelementptr inbounds nuw i8, ptr %0, i64 696
  br label %85
85:
  %86 = phi i64 [ 0, %81 ], [ %119, %118 ]
  %87 = phi i32 [ %79, %81 ], [ %120, %118 ]
  %88 = load ptr, ptr %3, align 8
  %89 = getelementptr inbounds nuw { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %88, i64 %86
  %90 = getelementptr inbounds nuw i8, ptr %89, i64 24
  %91 = load i32, ptr %90, align 4
  %92 = load i32, ptr %82, align 8
  %93 = icmp ugt i32 %91, %92
  br i1 %93, label %94, label %118
94:
  %95 = trunc nuw i64 %86 to i32
  %96 = add i32 %87, %95
  %97 = zext i32 %96 to i64
  br label %101
98:
  %99 = add nuw i32 %102, 1
  %100 = icmp eq i32 %99, %87
  br i1 %100, label %113, label %101
101:
  %102 = phi i32 [ 0, %94 ], [ %99, %98 ]
  %103 = icmp eq i32 %102, %87
  br i1 %103, label %113, label %104
104:
  %105 = load ptr, ptr %83, align 8
  %106 = load i32, ptr %84, align 8
  %107 = mul i32 %106, %102
  %108 = zext i32 %107 to i64
  %109 = getelementptr inbounds nuw i32, ptr %105, i64 %108
  %110 = getelementptr inbounds nuw i32, ptr %109, i64 %97
  %111 = load i32, ptr %110, align 4
  %112 = icmp ult i32 %111, %91
  br i1 %112, label %98, label %118
113:
  %114 = getelementptr inbounds nuw i8, ptr %89, i64 44
  %115 = load i32, ptr %114, align 4
  %116 = load ptr, ptr %0, align 8
  %117 = call i32 %116(ptr %0, i32 4, i32 %95, i32 %115, i32 1, i64 0, i64 0)
  br label %118
118:
  %119 = add nuw nsw i64 %86, 1
  %120 = load i32, ptr %78, align 4
  %121 = zext i32 %120 to i64
  %122 = icmp samesign ult i64 %119, %121
  br i1 %122, label %85, label %123
123:
  %124 = getelementptr inbounds nuw i8, ptr %0, i64 740
  %125 = load i32, ptr %124, align 4
  %126 = getelementptr inbounds nuw i8, ptr %0, i64 704
  %127 = load i32, ptr %126, align 8
  %128 = add i32 %127, %125
  %129 = icmp ult i32 %125, %128
  br i1 %129, label %130, label %201
130:
  %131 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %132 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %133 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %134 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %135 = getelementptr inbounds nuw i8, ptr %0, i64 48
  br label %136
136:
  %137 = phi i32 [ %125, %130 ], [ %197, %195 ]
  %138 = phi i32 [ %125, %130 ], [ %196, %195 ]
  %139 = load ptr, ptr %131, align 8
  %140 = load i32, ptr %132, align 8
  %141 = shl i32 %140, 4
  %142 = add i32 %141, 168
  %143 = mul i32 %142, %138
  %144 = zext i32 %143 to i64
  %145 = getelementptr inbounds nuw i8, ptr %139, i64 %144
  %146 = getelementptr inbounds nuw i8, ptr %145, i64 16
  %147 = load i32, ptr %146, align 8
  %148 = freeze i32 %147
  %149 = icmp eq i32 %148, 0
  br i1 %149, label %195, label %150
150:
  %151 = getelementptr inbounds nuw i8, ptr %145, i64 20
  %152 = load i32, ptr %151, align 4
  %153 = load i32, ptr %133, align 8
  %154 = icmp ugt i32 %152, %153
  br i1 %154, label %155, label %195
155:
  %156 = add i32 %148, -1
  %157 = load i32, ptr %134, align 4
  %158 = urem i32 %156, %157
  %159 = udiv i32 %156, %157
  %160 = sub nuw i32 %156, %158
  %161 = add i32 %160, %157
  %162 = icmp ult i32 %160, %161
  br i1 %162, label %163, label %190
163:
  %164 = load i32, ptr %78, align 4
  %165 = shl i32 %164, 2
  %166 = sub i32 %138, %137
  %167 = add i32 %166, %165
  %168 = zext i32 %167 to i64
  %169 = call i32 @llvm.umax.i32(i32 %164, i32 %160)
  %170 = zext i32 %157 to i64
  %171 = zext i32 %159 to i64
  %172 = mul nuw i64 %171, %170
  %173 = zext i32 %169 to i64
  %174 = zext i32 %161 to i64
  br label %178
175:
  %176 = add nuw i64 %179, 1
  %177 = icmp eq i64 %176, %174
  br i1 %177, label %190, label %178
178:
  %179 = phi i64 [ %176, %175 ], [ %172, %163 ]
  %180 = icmp eq i64 %179, %173
  br i1 %180, label %190, label %181
181:
  %182 = load ptr, ptr %135, align 8
  %183 = trunc nuw i64 %179 to i32
  %184 = mul i32 %140, %183
  %185 = zext i32 %184 to i64
  %186 = getelementptr inbounds nuw i32, ptr %182, i64 %185
  %187 = getelementptr inbounds nuw i32, ptr %186, i64 %168
  %188 = load i32, ptr %187, align 4
  %189 = icmp ult i32 %188, %152
  br i1 %189, label %175, label %195
190:
  %191 = getelementptr inbounds nuw i8, ptr %145, i64 24
  %192 = load i32, ptr %191, align 8
  %193 = load ptr, ptr %0, align 8
  %194 = call i32 %193(ptr %0, i32 4, i32 %156, i32 %192, i32 4, i64 1, i64 1)
  br label %195
195:
  %196 = add nuw i32 %138, 1
  %197 = load i32, ptr %124, align 4
  %198 = load i32, ptr %126, align 8
  %199 = add i32 %198, %197
  %200 = icmp ult i32 %196, %199
  br i1 %200, label %136, label %201
201:
  %202 = load i32, ptr %124, align 4
  %203 = load i32, ptr %126, align 8
  %204 = add i32 %203, %202
  %205 = icmp ult i32 %202, %204
  br i1 %205, label %206, label %285
206:
  %207 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %208 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %209 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %210 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %211 = getelementptr inbounds nuw i8, ptr %0, i64 48
  br label %212
212:
  %213 = phi i32 [ %202, %206 ], [ %281, %279 ]
  %214 = phi i32 [ %202, %206 ], [ %280, %279 ]
  %215 = load ptr, ptr %207, align 8
  %216 = load i32, ptr %208, align 8
  %217 = shl i32 %216, 4
  %218 = add i32 %217, 168
  %219 = mul i32 %218, %214
  %220 = zext i32 %219 to i64
  %221 = getelementptr inbounds nuw i8, ptr %215, i64 %220
  %222 = load i32, ptr %78, align 4
  %223 = shl i32 %222, 2
  %224 = sub i32 %214, %213
  %225 = add i32 %224, %223
  %226 = getelementptr inbounds nuw i8, ptr %221, i64 168
  %227 = zext i32 %225 to i64
  %228 = getelementptr inbounds nuw i32, ptr %226, i64 %227
  %229 = load i32, ptr %228, align 4
  %230 = load i32, ptr %209, align 8
  %231 = icmp ugt i32 %229, %230
  br i1 %231, label %232, label %279
232:
  %233 = zext i32 %216 to i64
  %234 = getelementptr inbounds nuw i32, ptr %226, i64 %233
  %235 = getelementptr inbounds nuw i32, ptr %234, i64 %227
  %236 = load i32, ptr %235, align 4
  %237 = icmp ugt i32 %229, %236
  %238 = load ptr, ptr %210, align 8
  %239 = getelementptr inbounds nuw i8, ptr %221, i64 12
  %240 = load i32, ptr %239, align 4
  %241 = add i32 %240, -1
  %242 = zext i32 %241 to i64
  %243 = getelementptr inbounds nuw i8, ptr %238, i64 %242
  %244 = load i64, ptr %243, align 8
  %245 = shl i64 %244, 2
  %246 = ashr i64 %245, 42
  %247 = icmp ne i64 %246, 0
  %248 = select i1 %247, i1 %237, i1 false
  br i1 %248, label %249, label %257
249:
  %250 = getelementptr inbounds nuw i8, ptr %221, i64 4
  %251 = load i32, ptr %250, align 4
  %252 = getelementptr inbounds nuw i8, ptr %221, i64 8
  %253 = load i32, ptr %252, align 8
  %254 = zext i32 %253 to i64
  %255 = load ptr, ptr %0, align 8
  %256 = call i32 %255(ptr %0, i32 10, i32 0, i32 %251, i32 0, i64 %246, i64 %254)
  br label %279
257:
  %258 = icmp eq i32 %222, 0
  br i1 %258, label %274, label %259
259:
  %260 = zext i32 %222 to i64
  %261 = load ptr, ptr %211, align 8
  %262 = getelementptr inbounds nuw i32, ptr %261, i64 %227
  br label %266
263:
  %264 = add nuw nsw i64 %267, 1
  %265 = icmp eq i64 %264, %260
  br i1 %265, label %274, label %266
266:
  %267 = phi i64 [ 0, %259 ], [ %264, %263 ]
  %268 = trunc nuw i64 %267 to i32
  %269 = mul i32 %216, %268
  %270 = zext i32 %269 to i64
  %271 = getelementptr inbounds nuw i32, ptr %262, i64 %270
  %272 = load i32, ptr %271, align 4
  %273 = icmp ult i32 %272, %229
  br i1 %273, label %263, label %279
274:
  %275 = getelementptr inbounds nuw i8, ptr %221, i64 4
  %276 = load i32, ptr %275, align 4
  %277 = load ptr, ptr %0, align 8
  %278 = call i32 %277(ptr %0, i32 4, i32 0, i32 %276, i32 4, i64 1, i64 0)
  br label %279
279:
  %280 = add nuw i32 %214, 1
  %281 = load i32, ptr %124, align 4
  %282 = load i32, ptr %126, align 8
  %283 = add i32 %282, %281
  %284 = icmp ult i32 %280, %283
  br i1 %284, label %212, label %285
285:
  ret void
}
declare void @cute.check.end_for_peers(ptr, i32)
declare void @cute.check.end_registers(ptr, i32)
declare void @cute.check.end_store_loads(ptr, i32)
declare void @cute.check.tensor_end(ptr, i32)
define void @cute.check.event(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = zext i32 %4 to i64
  %8 = zext i32 %5 to i64
  %9 = load ptr, ptr %0, align 8
  %10 = call i32 %9(ptr %0, i32 %2, i32 %1, i32 %3, i32 0, i64 %7, i64 %8)
  ret void
}
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare <16 x i32> @llvm.umax.v16i32(<16 x i32>, <16 x i32>)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare <16 x i32> @llvm.umin.v16i32(<16 x i32>, <16 x i32>)
; check/dependents.c
define void @cute.check.dependent_wait(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %4 = load i32, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 784
  store i32 %4, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 644
  store i32 1, ptr %6, align 4
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %8 = load ptr, ptr %7, align 8
  %9 = mul i32 %4, %1
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds nuw i32, ptr %8, i64 %10
  %12 = sext i32 %1 to i64
  %13 = getelementptr inbounds i32, ptr %11, i64 %12
  %14 = load i32, ptr %13, align 4
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 632
  %16 = load i32, ptr %15, align 8
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds nuw i32, ptr %11, i64 %17
  store i32 %14, ptr %18, align 4
  ret void
}
define void @cute.check.let_dependents(ptr %0) noinline {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 636
  store i32 1, ptr %2, align 4
  ret void
}
define void @cute.check.check_dependent(ptr %0, i32 %1, i32 %2, i32 %3, i64 %4, i32 %5) noinline {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 480
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %44, label %10
10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %14 = load i32, ptr %13, align 8
  %15 = mul i32 %14, %1
  %16 = zext i32 %15 to i64
  %17 = getelementptr inbounds nuw i32, ptr %12, i64 %16
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 632
  %19 = load i32, ptr %18, align 8
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds nuw i32, ptr %17, i64 %20
  %22 = load i32, ptr %21, align 4
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %24 = load i32, ptr %23, align 8
  %25 = icmp ugt i32 %22, %24
  br i1 %25, label %44, label %26
26:
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %28 = load ptr, ptr %27, align 8
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %30 = load i32, ptr %29, align 8
  %31 = mul i32 %30, %1
  %32 = zext i32 %31 to i64
  %33 = getelementptr inbounds nuw i32, ptr %28, i64 %32
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 632
  %35 = load i32, ptr %34, align 8
  %36 = zext i32 %35 to i64
  %37 = getelementptr inbounds nuw i32, ptr %33, i64 %36
  %38 = load i32, ptr %37, align 4
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %40 = load i32, ptr %39, align 8
  %41 = icmp ugt i32 %38, %40
  br i1 %41, label %44, label %42
42:
  %43 = call i1 @dependents.check_with(ptr %0, ptr %8, i32 0, i32 %1, i32 %2, i32 %3, i64 %4, i32 %5)
  br i1 %43, label %59, label %44
44:
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 640
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 488
  br label %47
47:
  %48 = phi i64 [ %56, %52 ], [ 0, %44 ]
  %49 = load i32, ptr %45, align 8
  %50 = sext i32 %49 to i64
  %51 = icmp slt i64 %48, %50
  br i1 %51, label %52, label %59
52:
  %53 = load ptr, ptr %46, align 8
  %54 = getelementptr inbounds nuw ptr, ptr %53, i64 %48
  %55 = load ptr, ptr %54, align 8
  %56 = add nuw nsw i64 %48, 1
  %57 = trunc nsw i64 %56 to i32
  %58 = call i1 @dependents.check_with(ptr %0, ptr %55, i32 %57, i32 %1, i32 %2, i32 %3, i64 %4, i32 %5)
  br i1 %58, label %59, label %47
59:
  ret void
}
define internal i1 @dependents.check_with(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i32 %5, i64 %6, i32 %7) noinline {
  %9 = lshr i64 %6, 9
  %10 = and i64 %9, 281474976710655
  %11 = mul i64 %10, -7046029254386353131
  %12 = lshr i64 %11, 47
  %13 = getelementptr inbounds nuw { i64, ptr }, ptr %1, i64 %12
  %14 = load i64, ptr %13, align 8
  %15 = icmp eq i64 %14, 0
  %16 = icmp eq i64 %14, %10
  %17 = or i1 %15, %16
  br i1 %17, label %27, label %18
18:
  %19 = phi i64 [ %21, %18 ], [ %12, %8 ]
  %20 = add nuw nsw i64 %19, 1
  %21 = and i64 %20, 131071
  %22 = getelementptr inbounds nuw { i64, ptr }, ptr %1, i64 %21
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %23, 0
  %25 = icmp eq i64 %23, %10
  %26 = or i1 %24, %25
  br i1 %26, label %27, label %18
27:
  %28 = phi i64 [ %12, %8 ], [ %21, %18 ]
  %29 = phi i1 [ %15, %8 ], [ %24, %18 ]
  br i1 %29, label %36, label %30
30:
  %31 = getelementptr inbounds nuw { i64, ptr }, ptr %1, i64 %28
  %32 = getelementptr inbounds nuw i8, ptr %31, i64 8
  %33 = load ptr, ptr %32, align 8
  %34 = and i64 %6, 511
  %35 = getelementptr inbounds nuw { [4 x i64], [4 x i32], ptr, [4 x i16] }, ptr %33, i64 %34
  br label %36
36:
  %37 = phi ptr [ %35, %30 ], [ null, %27 ]
  %38 = icmp eq ptr %37, null
  br i1 %38, label %88, label %39
39:
  %40 = and i32 %5, 1
  %41 = icmp ne i32 %40, 0
  %42 = getelementptr inbounds nuw i8, ptr %37, i64 48
  %43 = load ptr, ptr %42, align 8
  %44 = icmp eq ptr %43, null
  %45 = select i1 %41, i32 0, i32 2
  %46 = getelementptr inbounds nuw i8, ptr %37, i64 32
  br label %47
47:
  %48 = phi i64 [ 0, %39 ], [ %86, %84 ]
  %49 = phi i64 [ undef, %39 ], [ %85, %84 ]
  %50 = trunc nuw nsw i64 %48 to i32
  %51 = shl nuw i32 1, %50
  %52 = and i32 %51, %7
  %53 = icmp eq i32 %52, 0
  br i1 %53, label %84, label %54
54:
  br i1 %44, label %72, label %55
55:
  %56 = mul nuw nsw i64 %48, 24
  %57 = getelementptr inbounds nuw i8, ptr %43, i64 %56
  br label %62
58:
  %59 = add nuw nsw i64 %63, 1
  %60 = icmp samesign ult i64 %63, 2
  %61 = select i1 %41, i1 %60, i1 false
  br i1 %61, label %62, label %67
62:
  %63 = phi i64 [ %59, %58 ], [ 0, %55 ]
  %64 = getelementptr inbounds nuw i64, ptr %57, i64 %63
  %65 = load i64, ptr %64, align 8
  %66 = icmp eq i64 %65, 0
  br i1 %66, label %58, label %67
67:
  %68 = phi i64 [ %65, %62 ], [ %49, %58 ]
  br i1 %66, label %84, label %88
69:
  %70 = add nsw i32 %73, -1
  %71 = icmp samesign ugt i32 %73, %45
  br i1 %71, label %72, label %82
72:
  %73 = phi i32 [ %70, %69 ], [ 3, %54 ]
  %74 = zext nneg i32 %73 to i64
  %75 = getelementptr inbounds nuw i32, ptr %46, i64 %74
  %76 = load i32, ptr %75, align 4
  %77 = and i32 %76, %51
  %78 = icmp eq i32 %77, 0
  br i1 %78, label %69, label %79
79:
  %80 = getelementptr inbounds nuw i64, ptr %37, i64 %74
  %81 = load i64, ptr %80, align 8
  br label %82
82:
  %83 = phi i64 [ %81, %79 ], [ %49, %69 ]
  br i1 %78, label %84, label %88
84:
  %85 = phi i64 [ %68, %67 ], [ %83, %82 ], [ %49, %47 ]
  %86 = add nuw nsw i64 %48, 1
  %87 = icmp eq i64 %86, 32
  br i1 %87, label %88, label %47
88:
  %89 = phi i64 [ 0, %36 ], [ %68, %67 ], [ %83, %82 ], [ 0, %84 ]
  %90 = icmp ne i64 %89, 0
  br i1 %90, label %91, label %101
91:
  %92 = shl i64 %6, 7
  %93 = call i32 @llvm.cttz.i32(i32 %7, i1 true)
  %94 = shl nuw nsw i32 %93, 2
  %95 = zext nneg i32 %94 to i64
  %96 = or disjoint i64 %92, %95
  %97 = shl i32 %2, 24
  %98 = or i32 %5, %97
  %99 = load ptr, ptr %0, align 8
  %100 = call i32 %99(ptr %0, i32 22, i32 %3, i32 %4, i32 %98, i64 %96, i64 %89)
  br label %101
101:
  ret i1 %90
}
declare i32 @llvm.cttz.i32(i32, i1)
; check/foreign.c
define void @cute.check.add_knowledge(ptr %0, ptr %1, ptr %2) noinline {
  %4 = load ptr, ptr %1, align 8
  %5 = load ptr, ptr %2, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 768
  %7 = load i32, ptr %6, align 8
  %8 = call ptr @foreign.both(ptr %0, ptr %4, ptr %5, i32 %7)
  store ptr %8, ptr %1, align 8
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %12 = load ptr, ptr %11, align 8
  %13 = load i32, ptr %6, align 8
  %14 = call ptr @foreign.both(ptr %0, ptr %10, ptr %12, i32 %13)
  store ptr %14, ptr %9, align 8
  ret void
}
define internal ptr @foreign.both(ptr %0, ptr %1, ptr %2, i32 %3) noinline {
  %5 = alloca { [16 x ptr] }, align 8
  %6 = icmp ne ptr %1, %2
  %7 = icmp ne ptr %2, null
  %8 = and i1 %6, %7
  br i1 %8, label %9, label %42
9:
  %10 = icmp eq ptr %1, null
  br i1 %10, label %42, label %11
11:
  %12 = icmp eq i32 %3, 0
  br i1 %12, label %13, label %15
13:
  %14 = call ptr @foreign.later_clocks(ptr %0, ptr %1, ptr %2)
  br label %42
15:
  call void @llvm.lifetime.start.p0(ptr %5)
  %16 = add i32 %3, -1
  br label %20
17:
  %18 = select i1 %32, i1 true, i1 %35
  %19 = select i1 %32, ptr %1, ptr %2
  br i1 %18, label %40, label %38
20:
  %21 = phi i64 [ 0, %15 ], [ %36, %20 ]
  %22 = phi i1 [ true, %15 ], [ %35, %20 ]
  %23 = phi i1 [ true, %15 ], [ %32, %20 ]
  %24 = getelementptr inbounds nuw ptr, ptr %1, i64 %21
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds nuw ptr, ptr %2, i64 %21
  %27 = load ptr, ptr %26, align 8
  %28 = call ptr @foreign.both(ptr %0, ptr %25, ptr %27, i32 %16)
  %29 = getelementptr inbounds nuw ptr, ptr %5, i64 %21
  store ptr %28, ptr %29, align 8
  %30 = load ptr, ptr %24, align 8
  %31 = icmp eq ptr %28, %30
  %32 = and i1 %23, %31
  %33 = load ptr, ptr %26, align 8
  %34 = icmp eq ptr %28, %33
  %35 = and i1 %22, %34
  %36 = add nuw nsw i64 %21, 1
  %37 = icmp eq i64 %36, 16
  br i1 %37, label %17, label %20
38:
  %39 = call ptr @cute.check.take_room(ptr %0, i64 128)
  call void @llvm.memcpy.p0.p0.i64(ptr %39, ptr %5, i64 128, i1 false)
  br label %40
40:
  %41 = phi ptr [ %39, %38 ], [ %19, %17 ]
  call void @llvm.lifetime.end.p0(ptr %5)
  br label %42
42:
  %43 = phi ptr [ %41, %40 ], [ %14, %13 ], [ %1, %4 ], [ %2, %9 ]
  ret ptr %43
}
define void @cute.check.learn(ptr %0, i32 %1, i32 %2, ptr %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 764
  %6 = load i32, ptr %5, align 4
  %7 = icmp ult i32 %6, 33
  %8 = add i32 %6, -1
  %9 = icmp ult i32 %8, 32
  br i1 %9, label %10, label %40
10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %12 = load ptr, ptr %11, align 8
  %13 = load ptr, ptr %3, align 8
  %14 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %15 = zext nneg i32 %6 to i64
  br label %16
16:
  %17 = phi i64 [ 0, %10 ], [ %37, %36 ]
  %18 = getelementptr inbounds nuw { { ptr, ptr }, i32, i32, i32 }, ptr %12, i64 %17
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %19, %13
  br i1 %20, label %21, label %36
21:
  %22 = getelementptr inbounds nuw i8, ptr %18, i64 8
  %23 = load ptr, ptr %22, align 8
  %24 = load ptr, ptr %14, align 8
  %25 = icmp eq ptr %23, %24
  br i1 %25, label %26, label %36
26:
  %27 = getelementptr inbounds nuw i8, ptr %18, i64 16
  %28 = load i32, ptr %27, align 8
  %29 = icmp eq i32 %28, %1
  br i1 %29, label %30, label %36
30:
  %31 = getelementptr inbounds nuw i8, ptr %18, i64 20
  %32 = load i32, ptr %31, align 4
  %33 = xor i32 %32, -1
  %34 = and i32 %2, %33
  %35 = icmp eq i32 %34, 0
  br i1 %35, label %145, label %36
36:
  %37 = add nuw nsw i64 %17, 1
  %38 = icmp samesign ult i64 %37, %15
  %39 = and i1 %7, %38
  br i1 %39, label %16, label %40
40:
  %41 = icmp ugt i32 %6, 32
  br i1 %41, label %74, label %42
42:
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %44 = load ptr, ptr %43, align 8
  %45 = icmp eq ptr %44, null
  br i1 %45, label %46, label %48
46:
  %47 = call ptr @cute.check.take_room(ptr %0, i64 1024)
  store ptr %47, ptr %43, align 8
  br label %48
48:
  %49 = load i32, ptr %5, align 4
  %50 = add i32 %49, 1
  store i32 %50, ptr %5, align 4
  %51 = icmp eq i32 %49, 32
  br i1 %51, label %74, label %52
52:
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %54 = load ptr, ptr %53, align 8
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %56 = load i32, ptr %55, align 8
  %57 = mul i32 %56, %1
  %58 = zext i32 %57 to i64
  %59 = getelementptr inbounds nuw i32, ptr %54, i64 %58
  %60 = sext i32 %1 to i64
  %61 = getelementptr inbounds i32, ptr %59, i64 %60
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 616
  %63 = load i32, ptr %62, align 8
  %64 = add i32 %63, 1
  store i32 %64, ptr %62, align 8
  store i32 %64, ptr %61, align 4
  %65 = load ptr, ptr %43, align 8
  %66 = load i32, ptr %5, align 4
  %67 = add i32 %66, -1
  %68 = zext i32 %67 to i64
  %69 = getelementptr inbounds nuw { { ptr, ptr }, i32, i32, i32 }, ptr %65, i64 %68
  call void @llvm.memmove.p0.p0.i64(ptr %69, ptr %3, i64 16, i1 false)
  %70 = getelementptr inbounds nuw i8, ptr %69, i64 16
  store i32 %1, ptr %70, align 8
  %71 = getelementptr inbounds nuw i8, ptr %69, i64 20
  store i32 %2, ptr %71, align 4
  %72 = getelementptr inbounds nuw i8, ptr %69, i64 24
  store i32 %64, ptr %72, align 8
  %73 = getelementptr inbounds nuw i8, ptr %69, i64 28
  store i32 0, ptr %73, align 4
  br label %74
74:
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %76 = load ptr, ptr %75, align 8
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 752
  %78 = load i32, ptr %77, align 8
  %79 = getelementptr inbounds nuw i8, ptr %0, i64 628
  %80 = load i32, ptr %79, align 4
  %81 = sub i32 %78, %80
  %82 = zext i32 %81 to i64
  %83 = getelementptr inbounds nuw { ptr, ptr }, ptr %76, i64 %82
  %84 = load ptr, ptr %83, align 8
  %85 = getelementptr inbounds nuw i8, ptr %83, i64 8
  %86 = load ptr, ptr %85, align 8
  %87 = load ptr, ptr %3, align 8
  %88 = getelementptr inbounds nuw i8, ptr %0, i64 768
  %89 = load i32, ptr %88, align 8
  %90 = call ptr @foreign.both(ptr %0, ptr %84, ptr %87, i32 %89)
  %91 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %92 = load ptr, ptr %91, align 8
  %93 = load i32, ptr %88, align 8
  %94 = call ptr @foreign.both(ptr %0, ptr %86, ptr %92, i32 %93)
  %95 = load ptr, ptr %75, align 8
  %96 = load i32, ptr %77, align 8
  %97 = load i32, ptr %79, align 4
  %98 = sub i32 %96, %97
  %99 = zext i32 %98 to i64
  %100 = getelementptr inbounds nuw { ptr, ptr }, ptr %95, i64 %99
  %101 = load ptr, ptr %100, align 8
  %102 = getelementptr inbounds nuw i8, ptr %100, i64 8
  %103 = load ptr, ptr %102, align 8
  %104 = icmp eq ptr %90, %101
  %105 = icmp eq ptr %94, %103
  %106 = select i1 %104, i1 %105, i1 false
  br i1 %106, label %145, label %107
107:
  %108 = add i32 %98, 1
  %109 = getelementptr inbounds nuw i8, ptr %0, i64 760
  %110 = load i32, ptr %109, align 8
  %111 = icmp eq i32 %108, %110
  %112 = icmp ult i32 %108, 65536
  %113 = and i1 %112, %111
  br i1 %113, label %114, label %131
114:
  %115 = shl nuw nsw i32 %108, 1
  %116 = shl nuw nsw i32 %108, 5
  %117 = zext nneg i32 %116 to i64
  %118 = call ptr @cute.check.take_room(ptr %0, i64 %117)
  %119 = load i32, ptr %109, align 8
  %120 = icmp eq i32 %119, 0
  br i1 %120, label %130, label %121
121:
  %122 = phi i64 [ %126, %121 ], [ 0, %114 ]
  %123 = getelementptr inbounds nuw { ptr, ptr }, ptr %118, i64 %122
  %124 = load ptr, ptr %75, align 8
  %125 = getelementptr inbounds nuw { ptr, ptr }, ptr %124, i64 %122
  call void @llvm.memcpy.p0.p0.i64(ptr %123, ptr %125, i64 16, i1 false)
  %126 = add nuw nsw i64 %122, 1
  %127 = load i32, ptr %109, align 8
  %128 = zext i32 %127 to i64
  %129 = icmp samesign ult i64 %126, %128
  br i1 %129, label %121, label %130
130:
  store ptr %118, ptr %75, align 8
  store i32 %115, ptr %109, align 8
  br label %131
131:
  %132 = load i32, ptr %109, align 8
  %133 = icmp ult i32 %108, %132
  br i1 %133, label %134, label %137
134:
  %135 = load i32, ptr %77, align 8
  %136 = add i32 %135, 1
  store i32 %136, ptr %77, align 8
  br label %137
137:
  %138 = load ptr, ptr %75, align 8
  %139 = load i32, ptr %77, align 8
  %140 = load i32, ptr %79, align 4
  %141 = sub i32 %139, %140
  %142 = zext i32 %141 to i64
  %143 = getelementptr inbounds nuw { ptr, ptr }, ptr %138, i64 %142
  store ptr %90, ptr %143, align 8
  %144 = getelementptr inbounds nuw i8, ptr %143, i64 8
  store ptr %94, ptr %144, align 8
  br label %145
145:
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define void @cute.check.foreign_exchanged(ptr %0, i32 %1, i32 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 764
  %5 = load i32, ptr %4, align 4
  %6 = icmp ult i32 %5, 33
  %7 = add i32 %5, -1
  %8 = icmp ult i32 %7, 32
  br i1 %8, label %9, label %13
9:
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %11 = load ptr, ptr %10, align 8
  %12 = zext nneg i32 %5 to i64
  br label %14
13:
  ret void
14:
  %15 = phi i64 [ 0, %9 ], [ %28, %27 ]
  %16 = getelementptr inbounds nuw { { ptr, ptr }, i32, i32, i32 }, ptr %11, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 16
  %18 = load i32, ptr %17, align 8
  %19 = icmp eq i32 %18, %1
  br i1 %19, label %20, label %27
20:
  %21 = getelementptr inbounds nuw i8, ptr %16, i64 20
  %22 = load i32, ptr %21, align 4
  %23 = and i32 %22, %2
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %27, label %25
25:
  %26 = or i32 %22, %2
  store i32 %26, ptr %21, align 4
  br label %27
27:
  %28 = add nuw nsw i64 %15, 1
  %29 = icmp samesign ult i64 %28, %12
  %30 = and i1 %29, %6
  br i1 %30, label %14, label %13
}
define void @cute.check.fence_foreign(ptr %0) noinline {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 752
  %5 = load i32, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 628
  %7 = load i32, ptr %6, align 4
  %8 = sub i32 %5, %7
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw { ptr, ptr }, ptr %3, i64 %9
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 768
  %15 = load i32, ptr %14, align 8
  %16 = call ptr @foreign.both(ptr %0, ptr %13, ptr %11, i32 %15)
  %17 = load ptr, ptr %2, align 8
  %18 = load i32, ptr %4, align 8
  %19 = load i32, ptr %6, align 4
  %20 = sub i32 %18, %19
  %21 = zext i32 %20 to i64
  %22 = getelementptr inbounds nuw { ptr, ptr }, ptr %17, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %22, i64 8
  %25 = load ptr, ptr %24, align 8
  %26 = icmp eq ptr %11, %23
  %27 = icmp eq ptr %16, %25
  %28 = select i1 %26, i1 %27, i1 false
  br i1 %28, label %67, label %29
29:
  %30 = add i32 %20, 1
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 760
  %32 = load i32, ptr %31, align 8
  %33 = icmp eq i32 %30, %32
  %34 = icmp ult i32 %30, 65536
  %35 = and i1 %34, %33
  br i1 %35, label %36, label %53
36:
  %37 = shl nuw nsw i32 %30, 1
  %38 = shl nuw nsw i32 %30, 5
  %39 = zext nneg i32 %38 to i64
  %40 = call ptr @cute.check.take_room(ptr %0, i64 %39)
  %41 = load i32, ptr %31, align 8
  %42 = icmp eq i32 %41, 0
  br i1 %42, label %52, label %43
43:
  %44 = phi i64 [ %48, %43 ], [ 0, %36 ]
  %45 = getelementptr inbounds nuw { ptr, ptr }, ptr %40, i64 %44
  %46 = load ptr, ptr %2, align 8
  %47 = getelementptr inbounds nuw { ptr, ptr }, ptr %46, i64 %44
  call void @llvm.memcpy.p0.p0.i64(ptr %45, ptr %47, i64 16, i1 false)
  %48 = add nuw nsw i64 %44, 1
  %49 = load i32, ptr %31, align 8
  %50 = zext i32 %49 to i64
  %51 = icmp samesign ult i64 %48, %50
  br i1 %51, label %43, label %52
52:
  store ptr %40, ptr %2, align 8
  store i32 %37, ptr %31, align 8
  br label %53
53:
  %54 = load i32, ptr %31, align 8
  %55 = icmp ult i32 %30, %54
  br i1 %55, label %56, label %59
56:
  %57 = load i32, ptr %4, align 8
  %58 = add i32 %57, 1
  store i32 %58, ptr %4, align 8
  br label %59
59:
  %60 = load ptr, ptr %2, align 8
  %61 = load i32, ptr %4, align 8
  %62 = load i32, ptr %6, align 4
  %63 = sub i32 %61, %62
  %64 = zext i32 %63 to i64
  %65 = getelementptr inbounds nuw { ptr, ptr }, ptr %60, i64 %64
  store ptr %11, ptr %65, align 8
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 8
  store ptr %16, ptr %66, align 8
  br label %67
67:
  ret void
}
define ptr @cute.check.released_before(ptr %0, i64 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %4 = load ptr, ptr %3, align 8
  %5 = mul i64 %1, -7046029254386353131
  %6 = lshr i64 %5, 52
  %7 = getelementptr inbounds nuw ptr, ptr %4, i64 %6
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %18, label %10
10:
  %11 = phi ptr [ %16, %14 ], [ %8, %2 ]
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, %1
  br i1 %13, label %18, label %14
14:
  %15 = getelementptr inbounds nuw i8, ptr %11, i64 24
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %18, label %10
18:
  %19 = phi ptr [ null, %2 ], [ %11, %10 ], [ null, %14 ]
  %20 = icmp eq ptr %19, null
  %21 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %22 = select i1 %20, ptr null, ptr %21
  ret ptr %22
}
define void @cute.check.begin_foreign(ptr %0) noinline {
  call void @cute.check.end_handoffs(ptr %0, ptr @foreign.keep)
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 752
  %3 = load i32, ptr %2, align 8
  %4 = add i32 %3, 1
  store i32 %4, ptr %2, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 628
  store i32 %4, ptr %5, align 4
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %7 = load ptr, ptr %6, align 8
  store ptr null, ptr %7, align 8
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 8
  store ptr null, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 764
  store i32 0, ptr %9, align 4
  ret void
}
declare void @cute.check.end_handoffs(ptr, ptr)
define internal void @foreign.keep(ptr %0, i64 %1, i32 %2, ptr %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %6 = load ptr, ptr %5, align 8
  %7 = mul i64 %1, -7046029254386353131
  %8 = lshr i64 %7, 52
  %9 = getelementptr inbounds nuw ptr, ptr %6, i64 %8
  %10 = load ptr, ptr %9, align 8
  %11 = icmp eq ptr %10, null
  br i1 %11, label %20, label %12
12:
  %13 = phi ptr [ %18, %16 ], [ %10, %4 ]
  %14 = load i64, ptr %13, align 8
  %15 = icmp eq i64 %14, %1
  br i1 %15, label %20, label %16
16:
  %17 = getelementptr inbounds nuw i8, ptr %13, i64 24
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %20, label %12
20:
  %21 = phi ptr [ null, %4 ], [ %13, %12 ], [ null, %16 ]
  %22 = icmp eq ptr %21, null
  br i1 %22, label %23, label %28
23:
  %24 = call ptr @cute.check.take_room(ptr %0, i64 32)
  %25 = load ptr, ptr %9, align 8
  store i64 %1, ptr %24, align 8
  %26 = getelementptr inbounds nuw i8, ptr %24, i64 8
  call void @llvm.memset.p0.i64(ptr %26, i8 0, i64 16, i1 false)
  %27 = getelementptr inbounds nuw i8, ptr %24, i64 24
  store ptr %25, ptr %27, align 8
  store ptr %24, ptr %9, align 8
  br label %28
28:
  %29 = phi ptr [ %21, %20 ], [ %24, %23 ]
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 784
  %31 = load i32, ptr %30, align 8
  %32 = zext i32 %31 to i64
  %33 = and i32 %31, 1
  %34 = zext nneg i32 %33 to i64
  %35 = add nuw nsw i64 %34, %32
  %36 = shl nuw nsw i64 %35, 2
  %37 = add nuw nsw i64 %36, 8
  %38 = call ptr @cute.check.take_room(ptr %0, i64 %37)
  store i32 %31, ptr %38, align 4
  %39 = load i32, ptr %30, align 8
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %43, label %41
41:
  %42 = getelementptr inbounds nuw i8, ptr %38, i64 4
  br label %69
43:
  %44 = getelementptr inbounds nuw i8, ptr %29, i64 8
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %46 = load ptr, ptr %45, align 8
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 628
  %48 = load i32, ptr %47, align 4
  %49 = sub i32 %2, %48
  %50 = zext i32 %49 to i64
  %51 = getelementptr inbounds nuw { ptr, ptr }, ptr %46, i64 %50
  %52 = load ptr, ptr %44, align 8
  %53 = load ptr, ptr %51, align 8
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 768
  %55 = load i32, ptr %54, align 8
  %56 = call ptr @foreign.both(ptr %0, ptr %52, ptr %53, i32 %55)
  store ptr %56, ptr %44, align 8
  %57 = getelementptr inbounds nuw i8, ptr %29, i64 16
  %58 = load ptr, ptr %57, align 8
  %59 = getelementptr inbounds nuw i8, ptr %51, i64 8
  %60 = load ptr, ptr %59, align 8
  %61 = load i32, ptr %54, align 8
  %62 = call ptr @foreign.both(ptr %0, ptr %58, ptr %60, i32 %61)
  store ptr %62, ptr %57, align 8
  %63 = load ptr, ptr %44, align 8
  %64 = load i32, ptr %54, align 8
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 708
  %66 = load i32, ptr %65, align 4
  %67 = add i32 %66, -1
  %68 = call ptr @foreign.with(ptr %0, ptr %63, i32 %64, i32 %67, ptr %38)
  store ptr %68, ptr %44, align 8
  ret void
69:
  %70 = phi i64 [ 0, %41 ], [ %74, %69 ]
  %71 = getelementptr inbounds nuw i32, ptr %3, i64 %70
  %72 = load i32, ptr %71, align 4
  %73 = getelementptr inbounds nuw i32, ptr %42, i64 %70
  store i32 %72, ptr %73, align 4
  %74 = add nuw nsw i64 %70, 1
  %75 = load i32, ptr %30, align 8
  %76 = zext i32 %75 to i64
  %77 = icmp samesign ult i64 %74, %76
  br i1 %77, label %69, label %43
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i1 @cute.check.foreign_before(ptr %0, i32 %1, i64 %2, i64 %3, i1 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 752
  %9 = load i32, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 628
  %11 = load i32, ptr %10, align 4
  %12 = sub i32 %9, %11
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds nuw { ptr, ptr }, ptr %7, i64 %13
  %15 = load ptr, ptr %14, align 8
  %16 = icmp eq ptr %15, null
  br i1 %16, label %287, label %17
17:
  %18 = and i64 %3, 33554431
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 708
  %20 = load i32, ptr %19, align 4
  %21 = icmp ugt i32 %20, 1
  br i1 %21, label %22, label %41
22:
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %24 = load ptr, ptr %23, align 8
  br label %25
25:
  %26 = phi i32 [ %20, %22 ], [ %39, %25 ]
  %27 = phi i32 [ 0, %22 ], [ %38, %25 ]
  %28 = phi i32 [ %20, %22 ], [ %37, %25 ]
  %29 = lshr i32 %26, 1
  %30 = add i32 %29, %27
  %31 = shl i32 %30, 1
  %32 = or disjoint i32 %31, 1
  %33 = zext i32 %32 to i64
  %34 = getelementptr inbounds nuw i64, ptr %24, i64 %33
  %35 = load i64, ptr %34, align 8
  %36 = icmp ugt i64 %35, %18
  %37 = select i1 %36, i32 %30, i32 %28
  %38 = select i1 %36, i32 %27, i32 %30
  %39 = sub i32 %37, %38
  %40 = icmp ugt i32 %39, 1
  br i1 %40, label %25, label %41
41:
  %42 = phi i32 [ 0, %17 ], [ %38, %25 ]
  %43 = lshr i64 %3, 25
  %44 = and i64 %43, 4095
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %46 = load i32, ptr %45, align 4
  %47 = zext i32 %46 to i64
  %48 = shl nuw nsw i64 %47, 1
  %49 = icmp samesign uge i64 %44, %48
  %50 = select i1 %4, i1 %49, i1 false
  %51 = mul nuw nsw i64 %47, 3
  %52 = icmp samesign ult i64 %44, %51
  %53 = select i1 %50, i1 %52, i1 false
  br i1 %53, label %54, label %60
54:
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 680
  %56 = load i32, ptr %55, align 8
  %57 = zext i32 %56 to i64
  %58 = sub nuw nsw i64 %44, %48
  %59 = add nuw nsw i64 %58, %57
  br label %60
60:
  %61 = phi i64 [ %59, %54 ], [ %44, %41 ]
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 768
  %63 = load i32, ptr %62, align 8
  %64 = icmp ne i32 %63, 0
  br i1 %64, label %65, label %79
65:
  %66 = phi i32 [ %75, %65 ], [ %63, %60 ]
  %67 = phi ptr [ %74, %65 ], [ %15, %60 ]
  %68 = shl i32 %66, 2
  %69 = add i32 %68, -4
  %70 = lshr i32 %42, %69
  %71 = and i32 %70, 15
  %72 = zext nneg i32 %71 to i64
  %73 = getelementptr inbounds nuw ptr, ptr %67, i64 %72
  %74 = load ptr, ptr %73, align 8
  %75 = add i32 %66, -1
  %76 = icmp ne ptr %74, null
  %77 = icmp ne i32 %75, 0
  %78 = and i1 %77, %76
  br i1 %78, label %65, label %79
79:
  %80 = phi ptr [ %15, %60 ], [ %74, %65 ]
  %81 = icmp eq ptr %80, null
  br i1 %81, label %287, label %82
82:
  %83 = load i32, ptr %80, align 4
  %84 = zext i32 %83 to i64
  %85 = icmp ult i64 %61, %84
  br i1 %85, label %86, label %287
86:
  %87 = getelementptr inbounds nuw i8, ptr %80, i64 4
  %88 = getelementptr inbounds nuw i32, ptr %87, i64 %61
  %89 = load i32, ptr %88, align 4
  %90 = zext i32 %89 to i64
  %91 = icmp samesign ugt i64 %18, %90
  br i1 %91, label %287, label %92
92:
  %93 = getelementptr inbounds nuw i8, ptr %0, i64 764
  %94 = load i32, ptr %93, align 4
  %95 = icmp ugt i32 %94, 32
  br i1 %95, label %287, label %96
96:
  %97 = icmp eq i32 %94, 0
  br i1 %97, label %124, label %98
98:
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %100 = load ptr, ptr %99, align 8
  %101 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %102 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %103 = getelementptr inbounds nuw i8, ptr %0, i64 352
  %104 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %105 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %106 = sext i32 %1 to i64
  %107 = icmp ult i64 %2, 32
  %108 = trunc nuw nsw i64 %2 to i32
  %109 = shl nuw i32 1, %108
  %110 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %111 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %112 = zext i32 %1 to i64
  %113 = shl nuw nsw i64 %112, 4
  %114 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %115 = shl nuw nsw i64 %112, 2
  %116 = trunc nuw nsw i64 %2 to i32
  %117 = shl nuw i32 1, %116
  %118 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %119 = sext i32 %1 to i64
  %120 = icmp ult i64 %2, 32
  %121 = trunc nuw nsw i64 %2 to i32
  %122 = shl nuw i32 1, %121
  %123 = zext nneg i32 %94 to i64
  br label %137
124:
  %125 = phi i32 [ 0, %96 ], [ %246, %241 ]
  %126 = zext nneg i32 %94 to i64
  %127 = shl nsw i64 -1, %126
  %128 = trunc i64 %127 to i32
  %129 = xor i32 %125, %128
  %130 = icmp eq i32 %129, -1
  br i1 %130, label %287, label %131
131:
  %132 = icmp eq i32 %125, 0
  br i1 %132, label %287, label %133
133:
  %134 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %135 = load ptr, ptr %134, align 8
  %136 = trunc nuw nsw i64 %18 to i32
  br label %249
137:
  %138 = phi i64 [ 0, %98 ], [ %247, %241 ]
  %139 = phi i32 [ 0, %98 ], [ %246, %241 ]
  %140 = getelementptr inbounds nuw { { ptr, ptr }, i32, i32, i32 }, ptr %100, i64 %138
  %141 = getelementptr inbounds nuw i8, ptr %140, i64 16
  %142 = load i32, ptr %141, align 8
  %143 = icmp eq i32 %142, %1
  br i1 %143, label %144, label %161
144:
  %145 = load ptr, ptr %118, align 8
  %146 = getelementptr inbounds i32, ptr %145, i64 %119
  %147 = load i32, ptr %146, align 4
  %148 = getelementptr inbounds nuw i8, ptr %140, i64 24
  %149 = load i32, ptr %148, align 8
  %150 = icmp ugt i32 %147, %149
  br i1 %150, label %241, label %151
151:
  %152 = getelementptr inbounds nuw i8, ptr %140, i64 20
  %153 = load i32, ptr %152, align 4
  br i1 %120, label %154, label %157
154:
  %155 = and i32 %153, %122
  %156 = icmp ne i32 %155, 0
  br label %241
157:
  switch i64 %2, label %241 [
    i64 35, label %158
    i64 32, label %158
  ]
158:
  %159 = call i32 @llvm.ctpop.i32(i32 %153)
  %160 = icmp samesign ugt i32 %159, 1
  br label %241
161:
  %162 = load ptr, ptr %101, align 8
  %163 = load i32, ptr %102, align 8
  %164 = mul i32 %163, %1
  %165 = zext i32 %164 to i64
  %166 = getelementptr inbounds nuw i32, ptr %162, i64 %165
  %167 = getelementptr inbounds nuw i8, ptr %140, i64 24
  %168 = load i32, ptr %167, align 8
  %169 = zext i32 %142 to i64
  %170 = getelementptr inbounds nuw i32, ptr %166, i64 %169
  %171 = load i32, ptr %170, align 4
  %172 = icmp ult i32 %171, %168
  br i1 %172, label %173, label %241
173:
  %174 = getelementptr inbounds nuw i8, ptr %140, i64 20
  %175 = load i32, ptr %174, align 4
  %176 = load ptr, ptr %103, align 8
  %177 = getelementptr inbounds nuw i32, ptr %176, i64 %169
  %178 = load i32, ptr %177, align 4
  %179 = and i32 %178, %175
  %180 = icmp eq i32 %179, 0
  br i1 %180, label %188, label %181
181:
  %182 = load i32, ptr %104, align 8
  %183 = add i32 %182, %142
  %184 = zext i32 %183 to i64
  %185 = getelementptr inbounds nuw i32, ptr %166, i64 %184
  %186 = load i32, ptr %185, align 4
  %187 = icmp ult i32 %186, %168
  br i1 %187, label %188, label %241
188:
  %189 = load ptr, ptr %105, align 8
  %190 = getelementptr inbounds i32, ptr %189, i64 %106
  %191 = load i32, ptr %190, align 4
  %192 = icmp eq i32 %191, 0
  br i1 %192, label %241, label %193
193:
  br i1 %107, label %194, label %197
194:
  %195 = and i32 %191, %109
  %196 = icmp ne i32 %195, 0
  br label %201
197:
  switch i64 %2, label %203 [
    i64 35, label %198
    i64 32, label %198
  ]
198:
  %199 = call i32 @llvm.ctpop.i32(i32 %191)
  %200 = icmp samesign ugt i32 %199, 1
  br label %201
201:
  %202 = phi i1 [ %196, %194 ], [ %200, %198 ]
  br i1 %202, label %203, label %241
203:
  %204 = load ptr, ptr %110, align 8
  %205 = getelementptr inbounds nuw i8, ptr %204, i64 %113
  %206 = zext i32 %163 to i64
  br label %207
207:
  %208 = phi i64 [ 0, %203 ], [ %239, %238 ]
  %209 = getelementptr inbounds nuw i32, ptr %205, i64 %208
  %210 = load i32, ptr %209, align 4
  %211 = icmp eq i32 %210, 0
  br i1 %211, label %241, label %212
212:
  %213 = load ptr, ptr %114, align 8
  %214 = add nuw nsw i64 %208, %115
  %215 = mul i64 %214, %206
  %216 = getelementptr inbounds nuw i32, ptr %213, i64 %215
  br i1 %107, label %217, label %220
217:
  %218 = and i32 %210, %117
  %219 = icmp ne i32 %218, 0
  br label %224
220:
  switch i64 %2, label %226 [
    i64 35, label %221
    i64 32, label %221
  ]
221:
  %222 = call i32 @llvm.ctpop.i32(i32 %210)
  %223 = icmp samesign ugt i32 %222, 1
  br label %224
224:
  %225 = phi i1 [ %219, %217 ], [ %223, %221 ]
  br i1 %225, label %226, label %238
226:
  %227 = getelementptr inbounds nuw i32, ptr %216, i64 %169
  %228 = load i32, ptr %227, align 4
  %229 = icmp ult i32 %228, %168
  br i1 %229, label %230, label %241
230:
  br i1 %180, label %238, label %231
231:
  %232 = load i32, ptr %111, align 8
  %233 = add i32 %232, %142
  %234 = zext i32 %233 to i64
  %235 = getelementptr inbounds nuw i32, ptr %216, i64 %234
  %236 = load i32, ptr %235, align 4
  %237 = icmp ult i32 %236, %168
  br i1 %237, label %238, label %241
238:
  %239 = add nuw nsw i64 %208, 1
  %240 = icmp eq i64 %239, 4
  br i1 %240, label %241, label %207
241:
  %242 = phi i1 [ true, %181 ], [ false, %201 ], [ false, %188 ], [ true, %161 ], [ true, %144 ], [ %156, %154 ], [ true, %157 ], [ %160, %158 ], [ false, %207 ], [ false, %238 ], [ true, %231 ], [ true, %226 ]
  %243 = zext i1 %242 to i32
  %244 = trunc nuw i64 %138 to i32
  %245 = shl nuw i32 %243, %244
  %246 = or i32 %245, %139
  %247 = add nuw nsw i64 %138, 1
  %248 = icmp eq i64 %247, %123
  br i1 %248, label %124, label %137
249:
  %250 = phi i32 [ %125, %133 ], [ %285, %283 ]
  %251 = call i32 @llvm.cttz.i32(i32 %250, i1 true)
  %252 = zext nneg i32 %251 to i64
  %253 = getelementptr inbounds nuw { { ptr, ptr }, i32, i32, i32 }, ptr %135, i64 %252
  %254 = load ptr, ptr %253, align 8
  %255 = icmp ne ptr %254, null
  %256 = and i1 %64, %255
  br i1 %256, label %257, label %271
257:
  %258 = phi i32 [ %267, %257 ], [ %63, %249 ]
  %259 = phi ptr [ %266, %257 ], [ %254, %249 ]
  %260 = shl i32 %258, 2
  %261 = add i32 %260, -4
  %262 = lshr i32 %42, %261
  %263 = and i32 %262, 15
  %264 = zext nneg i32 %263 to i64
  %265 = getelementptr inbounds nuw ptr, ptr %259, i64 %264
  %266 = load ptr, ptr %265, align 8
  %267 = add i32 %258, -1
  %268 = icmp ne ptr %266, null
  %269 = icmp ne i32 %267, 0
  %270 = and i1 %269, %268
  br i1 %270, label %257, label %271
271:
  %272 = phi ptr [ %254, %249 ], [ %266, %257 ]
  %273 = icmp eq ptr %272, null
  br i1 %273, label %283, label %274
274:
  %275 = load i32, ptr %272, align 4
  %276 = zext i32 %275 to i64
  %277 = icmp ult i64 %61, %276
  br i1 %277, label %278, label %283
278:
  %279 = getelementptr inbounds nuw i8, ptr %272, i64 4
  %280 = getelementptr inbounds nuw i32, ptr %279, i64 %61
  %281 = load i32, ptr %280, align 4
  %282 = icmp ult i32 %281, %136
  br i1 %282, label %283, label %287
283:
  %284 = add i32 %250, -1
  %285 = and i32 %284, %250
  %286 = icmp eq i32 %285, 0
  br i1 %286, label %287, label %249
287:
  %288 = phi i1 [ false, %5 ], [ false, %86 ], [ true, %92 ], [ false, %79 ], [ true, %124 ], [ false, %82 ], [ false, %131 ], [ false, %283 ], [ true, %278 ]
  ret i1 %288
}
declare i32 @llvm.cttz.i32(i32, i1)
define i1 @cute.check.foreign_fenced(ptr %0, i64 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 752
  %6 = load i32, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 628
  %8 = load i32, ptr %7, align 4
  %9 = sub i32 %6, %8
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds nuw { ptr, ptr }, ptr %4, i64 %10
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %14 = load ptr, ptr %13, align 8
  %15 = and i64 %1, 33554431
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 708
  %17 = load i32, ptr %16, align 4
  %18 = icmp ugt i32 %17, 1
  br i1 %18, label %19, label %38
19:
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %21 = load ptr, ptr %20, align 8
  br label %22
22:
  %23 = phi i32 [ %17, %19 ], [ %36, %22 ]
  %24 = phi i32 [ 0, %19 ], [ %35, %22 ]
  %25 = phi i32 [ %17, %19 ], [ %34, %22 ]
  %26 = lshr i32 %23, 1
  %27 = add i32 %26, %24
  %28 = shl i32 %27, 1
  %29 = or disjoint i32 %28, 1
  %30 = zext i32 %29 to i64
  %31 = getelementptr inbounds nuw i64, ptr %21, i64 %30
  %32 = load i64, ptr %31, align 8
  %33 = icmp ugt i64 %32, %15
  %34 = select i1 %33, i32 %27, i32 %25
  %35 = select i1 %33, i32 %24, i32 %27
  %36 = sub i32 %34, %35
  %37 = icmp ugt i32 %36, 1
  br i1 %37, label %22, label %38
38:
  %39 = phi i32 [ 0, %2 ], [ %35, %22 ]
  %40 = lshr i64 %1, 25
  %41 = and i64 %40, 4095
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 768
  %43 = load i32, ptr %42, align 8
  %44 = icmp ne ptr %12, null
  %45 = icmp ne i32 %43, 0
  %46 = select i1 %44, i1 %45, i1 false
  br i1 %46, label %47, label %61
47:
  %48 = phi i32 [ %57, %47 ], [ %43, %38 ]
  %49 = phi ptr [ %56, %47 ], [ %12, %38 ]
  %50 = shl i32 %48, 2
  %51 = add i32 %50, -4
  %52 = lshr i32 %39, %51
  %53 = and i32 %52, 15
  %54 = zext nneg i32 %53 to i64
  %55 = getelementptr inbounds nuw ptr, ptr %49, i64 %54
  %56 = load ptr, ptr %55, align 8
  %57 = add i32 %48, -1
  %58 = icmp ne ptr %56, null
  %59 = icmp ne i32 %57, 0
  %60 = and i1 %59, %58
  br i1 %60, label %47, label %61
61:
  %62 = phi ptr [ %12, %38 ], [ %56, %47 ]
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 676
  %64 = load i32, ptr %63, align 4
  %65 = zext i32 %64 to i64
  %66 = add nuw nsw i64 %41, %65
  %67 = icmp eq ptr %62, null
  br i1 %67, label %78, label %68
68:
  %69 = load i32, ptr %62, align 4
  %70 = zext i32 %69 to i64
  %71 = icmp samesign ult i64 %66, %70
  br i1 %71, label %72, label %78
72:
  %73 = getelementptr inbounds nuw i8, ptr %62, i64 4
  %74 = getelementptr inbounds nuw i32, ptr %73, i64 %66
  %75 = load i32, ptr %74, align 4
  %76 = zext i32 %75 to i64
  %77 = icmp samesign ugt i64 %15, %76
  br i1 %77, label %78, label %108
78:
  %79 = icmp ne ptr %14, null
  %80 = select i1 %79, i1 %45, i1 false
  br i1 %80, label %81, label %95
81:
  %82 = phi i32 [ %91, %81 ], [ %43, %78 ]
  %83 = phi ptr [ %90, %81 ], [ %14, %78 ]
  %84 = shl i32 %82, 2
  %85 = add i32 %84, -4
  %86 = lshr i32 %39, %85
  %87 = and i32 %86, 15
  %88 = zext nneg i32 %87 to i64
  %89 = getelementptr inbounds nuw ptr, ptr %83, i64 %88
  %90 = load ptr, ptr %89, align 8
  %91 = add i32 %82, -1
  %92 = icmp ne ptr %90, null
  %93 = icmp ne i32 %91, 0
  %94 = and i1 %93, %92
  br i1 %94, label %81, label %95
95:
  %96 = phi ptr [ %14, %78 ], [ %90, %81 ]
  %97 = icmp eq ptr %96, null
  br i1 %97, label %108, label %98
98:
  %99 = load i32, ptr %96, align 4
  %100 = zext i32 %99 to i64
  %101 = icmp samesign ult i64 %41, %100
  br i1 %101, label %102, label %108
102:
  %103 = getelementptr inbounds nuw i8, ptr %96, i64 4
  %104 = getelementptr inbounds nuw i32, ptr %103, i64 %41
  %105 = load i32, ptr %104, align 4
  %106 = zext i32 %105 to i64
  %107 = icmp samesign ule i64 %15, %106
  br label %108
108:
  %109 = phi i1 [ true, %72 ], [ false, %98 ], [ false, %95 ], [ %107, %102 ]
  ret i1 %109
}
define internal ptr @foreign.later_clocks(ptr %0, ptr %1, ptr %2) noinline {
  %4 = icmp eq ptr %1, null
  br i1 %4, label %83, label %5
5:
  %6 = load i32, ptr %2, align 4
  %7 = load i32, ptr %1, align 4
  %8 = icmp ult i32 %6, %7
  br i1 %8, label %26, label %9
9:
  %10 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %11 = icmp eq i32 %7, 0
  br i1 %11, label %83, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %14 = zext i32 %7 to i64
  br label %15
15:
  %16 = phi i64 [ %22, %15 ], [ 0, %12 ]
  %17 = getelementptr inbounds nuw i32, ptr %10, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = getelementptr inbounds nuw i32, ptr %13, i64 %16
  %20 = load i32, ptr %19, align 4
  %21 = icmp uge i32 %18, %20
  %22 = add nuw nsw i64 %16, 1
  %23 = icmp ne i64 %22, %14
  %24 = select i1 %21, i1 %23, i1 false
  br i1 %24, label %15, label %25
25:
  br i1 %21, label %83, label %26
26:
  %27 = icmp ult i32 %7, %6
  br i1 %27, label %45, label %28
28:
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %30 = icmp eq i32 %6, 0
  br i1 %30, label %83, label %31
31:
  %32 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %33 = zext i32 %6 to i64
  br label %34
34:
  %35 = phi i64 [ %41, %34 ], [ 0, %31 ]
  %36 = getelementptr inbounds nuw i32, ptr %29, i64 %35
  %37 = load i32, ptr %36, align 4
  %38 = getelementptr inbounds nuw i32, ptr %32, i64 %35
  %39 = load i32, ptr %38, align 4
  %40 = icmp uge i32 %37, %39
  %41 = add nuw nsw i64 %35, 1
  %42 = icmp ne i64 %41, %33
  %43 = select i1 %40, i1 %42, i1 false
  br i1 %43, label %34, label %44
44:
  br i1 %40, label %83, label %45
45:
  %46 = call i32 @llvm.umax.i32(i32 %7, i32 %6)
  %47 = zext i32 %46 to i64
  %48 = and i32 %46, 1
  %49 = zext nneg i32 %48 to i64
  %50 = add nuw nsw i64 %49, %47
  %51 = shl nuw nsw i64 %50, 2
  %52 = add nuw nsw i64 %51, 8
  %53 = call ptr @cute.check.take_room(ptr %0, i64 %52)
  store i32 %46, ptr %53, align 4
  %54 = icmp eq i32 %46, 0
  br i1 %54, label %83, label %55
55:
  %56 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %57 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %58 = getelementptr inbounds nuw i8, ptr %53, i64 4
  br label %59
59:
  %60 = phi i64 [ 0, %55 ], [ %79, %76 ]
  %61 = load i32, ptr %1, align 4
  %62 = zext i32 %61 to i64
  %63 = icmp samesign ult i64 %60, %62
  br i1 %63, label %64, label %67
64:
  %65 = getelementptr inbounds nuw i32, ptr %56, i64 %60
  %66 = load i32, ptr %65, align 4
  br label %67
67:
  %68 = phi i32 [ %66, %64 ], [ 0, %59 ]
  %69 = load i32, ptr %2, align 4
  %70 = zext i32 %69 to i64
  %71 = icmp samesign ult i64 %60, %70
  br i1 %71, label %72, label %76
72:
  %73 = getelementptr inbounds nuw i32, ptr %57, i64 %60
  %74 = load i32, ptr %73, align 4
  %75 = call i32 @llvm.umax.i32(i32 %68, i32 %74)
  br label %76
76:
  %77 = phi i32 [ %75, %72 ], [ %68, %67 ]
  %78 = getelementptr inbounds nuw i32, ptr %58, i64 %60
  store i32 %77, ptr %78, align 4
  %79 = add nuw nsw i64 %60, 1
  %80 = load i32, ptr %53, align 4
  %81 = zext i32 %80 to i64
  %82 = icmp samesign ult i64 %79, %81
  br i1 %82, label %59, label %83
83:
  %84 = phi ptr [ %1, %44 ], [ %2, %3 ], [ %2, %25 ], [ %1, %28 ], [ %2, %9 ], [ %53, %45 ], [ %53, %76 ]
  ret ptr %84
}
declare ptr @cute.check.take_room(ptr, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define internal ptr @foreign.with(ptr %0, ptr %1, i32 %2, i32 %3, ptr %4) noinline {
  %6 = icmp eq i32 %2, 0
  br i1 %6, label %7, label %9
7:
  %8 = call ptr @foreign.later_clocks(ptr %0, ptr %1, ptr %4)
  br label %13
9:
  %10 = call ptr @cute.check.take_room(ptr %0, i64 128)
  %11 = icmp eq ptr %1, null
  br i1 %11, label %15, label %12
12:
  call void @llvm.memcpy.p0.p0.i64(ptr %10, ptr %1, i64 128, i1 false)
  br label %15
13:
  %14 = phi ptr [ %10, %15 ], [ %8, %7 ]
  ret ptr %14
15:
  %16 = shl i32 %2, 2
  %17 = add i32 %16, -4
  %18 = lshr i32 %3, %17
  %19 = and i32 %18, 15
  %20 = zext nneg i32 %19 to i64
  %21 = getelementptr inbounds nuw ptr, ptr %10, i64 %20
  %22 = load ptr, ptr %21, align 8
  %23 = add i32 %2, -1
  %24 = call ptr @foreign.with(ptr %0, ptr %22, i32 %23, i32 %3, ptr %4)
  store ptr %24, ptr %21, align 8
  br label %13
}
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.ctpop.i32(i32)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
; check/global.c
define ptr @cute.check.take_room(ptr %0, i64 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %4 = load i64, ptr %3, align 8
  %5 = add i64 %4, %1
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %7 = load i64, ptr %6, align 8
  %8 = icmp sgt i64 %5, %7
  br i1 %8, label %9, label %12
9:
  %10 = load ptr, ptr %0, align 8
  %11 = call i32 %10(ptr %0, i32 3, i32 0, i32 0, i32 0, i64 %1, i64 0)
  br label %12
12:
  %13 = load i64, ptr %3, align 8
  %14 = add i64 %13, %1
  store i64 %14, ptr %3, align 8
  %15 = inttoptr i64 %13 to ptr
  ret ptr %15
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define void @cute.check.saw_earlier(ptr %0, i32 %1, i64 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %5 = load ptr, ptr %4, align 8
  %6 = ptrtoint ptr %5 to i64
  %7 = sub i64 %2, %6
  %8 = lshr i64 %7, 2
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %10 = load i64, ptr %9, align 8
  %11 = icmp ult i64 %8, %10
  br i1 %11, label %12, label %13
12:
  call void @cute.check.forget_observed(ptr %0, i32 %1, i64 %8)
  br label %53
13:
  %14 = lshr i64 %2, 7
  %15 = lshr i64 %2, 16
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %15, %17
  br i1 %18, label %19, label %22
19:
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %21 = load ptr, ptr %20, align 8
  br label %24
22:
  %23 = call ptr @global.look_up(ptr %0, i64 %15)
  br label %24
24:
  %25 = phi ptr [ %21, %19 ], [ %23, %22 ]
  %26 = and i64 %14, 511
  %27 = getelementptr inbounds nuw { [4 x i64], [4 x i32], ptr, [4 x i16] }, ptr %25, i64 %26
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 48
  %29 = load ptr, ptr %28, align 8
  %30 = icmp eq ptr %29, null
  br i1 %30, label %53, label %31
31:
  %32 = lshr i64 %2, 2
  %33 = and i64 %32, 31
  %34 = getelementptr inbounds nuw { i64, i64, i64 }, ptr %29, i64 %33
  %35 = zext i32 %1 to i64
  br label %36
36:
  %37 = phi i32 [ 0, %31 ], [ %51, %50 ]
  %38 = icmp eq i32 %37, 0
  %39 = select i1 %38, i64 8, i64 16
  %40 = getelementptr inbounds nuw i8, ptr %34, i64 %39
  %41 = load i64, ptr %40, align 8
  %42 = and i64 %41, 140737488355328
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %44, label %50
44:
  %45 = lshr i64 %41, 25
  %46 = and i64 %45, 4095
  %47 = icmp eq i64 %46, %35
  br i1 %47, label %48, label %50
48:
  %49 = and i64 %41, -422212465065985
  store i64 %49, ptr %40, align 8
  br label %50
50:
  %51 = add nuw nsw i32 %37, 1
  %52 = icmp eq i32 %37, 0
  br i1 %52, label %36, label %53
53:
  ret void
}
declare void @cute.check.forget_observed(ptr, i32, i64)
define void @cute.check.begin_keeping(ptr %0, i64 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 648
  %4 = load i32, ptr %3, align 8
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %26, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 652
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %10, label %26
10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %12, null
  br i1 %13, label %24, label %14
14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %16 = load ptr, ptr %15, align 8
  br label %17
17:
  %18 = phi ptr [ %16, %14 ], [ %19, %17 ]
  %19 = phi ptr [ %12, %14 ], [ %20, %17 ]
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %19, i64 8
  store i64 -1, ptr %21, align 8
  store ptr %18, ptr %19, align 8
  %22 = icmp eq ptr %20, null
  br i1 %22, label %23, label %17
23:
  store ptr %20, ptr %11, align 8
  store ptr %19, ptr %15, align 8
  br label %24
24:
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 512
  store i64 %1, ptr %25, align 8
  br label %26
26:
  ret void
}
define void @cute.check.read.span(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8) noinline {
  %10 = alloca { ptr, i32, i32, i32, i32, ptr, i64, i64, i64, i32, i64 }, align 8
  call void @llvm.lifetime.start.p0(ptr %10)
  %11 = and i32 %5, 128
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %18, label %13
13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 520
  %15 = load ptr, ptr %14, align 8
  %16 = sext i32 %4 to i64
  %17 = getelementptr inbounds i8, ptr %15, i64 %16
  store i8 1, ptr %17, align 1
  br label %18
18:
  %19 = shl i64 %2, 25
  %20 = or i64 %19, %3
  %21 = zext i32 %4 to i64
  %22 = shl i64 %21, 51
  %23 = or i64 %20, %22
  store ptr %0, ptr %10, align 8
  %24 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store i32 %1, ptr %24, align 8
  %25 = getelementptr inbounds nuw i8, ptr %10, i64 12
  store i32 %4, ptr %25, align 4
  %26 = getelementptr inbounds nuw i8, ptr %10, i64 16
  store i32 %5, ptr %26, align 8
  %27 = getelementptr inbounds nuw i8, ptr %10, i64 20
  store i32 0, ptr %27, align 4
  %28 = getelementptr inbounds nuw i8, ptr %10, i64 24
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %30 = load ptr, ptr %29, align 8
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %32 = load i32, ptr %31, align 8
  %33 = mul i32 %32, %1
  %34 = zext i32 %33 to i64
  %35 = getelementptr inbounds nuw i32, ptr %30, i64 %34
  store ptr %35, ptr %28, align 8
  %36 = getelementptr inbounds nuw i8, ptr %10, i64 32
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %38 = load i32, ptr %37, align 8
  %39 = zext i32 %38 to i64
  store i64 %39, ptr %36, align 8
  %40 = getelementptr inbounds nuw i8, ptr %10, i64 40
  store i64 %23, ptr %40, align 8
  %41 = getelementptr inbounds nuw i8, ptr %10, i64 48
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %43 = load ptr, ptr %42, align 8
  %44 = sext i32 %1 to i64
  %45 = getelementptr inbounds i32, ptr %43, i64 %44
  %46 = load i32, ptr %45, align 4
  %47 = zext i32 %46 to i64
  store i64 %47, ptr %41, align 8
  %48 = getelementptr inbounds nuw i8, ptr %10, i64 56
  store i32 -1, ptr %48, align 8
  %49 = getelementptr inbounds nuw i8, ptr %10, i64 60
  store i32 0, ptr %49, align 4
  %50 = getelementptr inbounds nuw i8, ptr %10, i64 64
  store i64 -1, ptr %50, align 8
  call void @global.access_span(ptr %10, i64 %6, i64 %7, i64 %8)
  call void @llvm.lifetime.end.p0(ptr %10)
  ret void
}
define internal void @global.access_span(ptr %0, i64 %1, i64 %2, i64 %3) noinline {
  %5 = load ptr, ptr %0, align 8
  %6 = add i64 %2, %1
  %7 = lshr i64 %1, 7
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 128
  %9 = getelementptr inbounds nuw i8, ptr %5, i64 136
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 648
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %13 = icmp ugt i64 %3, 7
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 40
  br label %23
23:
  %24 = phi i64 [ %7, %4 ], [ %287, %284 ]
  %25 = shl i64 %24, 7
  %26 = call i64 @llvm.usub.sat.i64(i64 %1, i64 %25)
  %27 = sub i64 %6, %25
  %28 = call i64 @llvm.umin.i64(i64 %27, i64 128)
  %29 = lshr i64 %24, 9
  %30 = load i64, ptr %8, align 8
  %31 = icmp eq i64 %29, %30
  br i1 %31, label %32, label %34
32:
  %33 = load ptr, ptr %9, align 8
  br label %36
34:
  %35 = call ptr @global.look_up(ptr %5, i64 %29)
  br label %36
36:
  %37 = phi ptr [ %33, %32 ], [ %35, %34 ]
  %38 = and i64 %24, 511
  %39 = getelementptr inbounds nuw { [4 x i64], [4 x i32], ptr, [4 x i16] }, ptr %37, i64 %38
  %40 = load i32, ptr %10, align 8
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %48, label %42
42:
  %43 = load i32, ptr %11, align 4
  %44 = and i32 %43, 1
  %45 = icmp eq i32 %44, 0
  br i1 %45, label %48, label %46
46:
  %47 = load i64, ptr %12, align 8
  call void @global.keep_line(ptr %5, i64 %24, i64 %26, i64 %28, i64 %47)
  br label %48
48:
  %49 = sub i64 %25, %1
  %50 = shl i64 %49, 3
  %51 = select i1 %13, i64 %50, i64 0
  %52 = add i64 %51, %3
  %53 = trunc i64 %52 to i32
  %54 = lshr i64 %26, 2
  %55 = add nuw nsw i64 %28, 3
  %56 = lshr i64 %55, 2
  %57 = getelementptr inbounds nuw i8, ptr %39, i64 48
  %58 = load ptr, ptr %57, align 8
  %59 = shl nuw nsw i64 1, %56
  %60 = shl nsw i64 -1, %54
  %61 = add nsw i64 %59, %60
  %62 = trunc i64 %61 to i32
  %63 = load i32, ptr %14, align 8
  %64 = and i32 %63, %62
  %65 = load ptr, ptr %0, align 8
  %66 = load i32, ptr %15, align 8
  %67 = getelementptr inbounds nuw i8, ptr %65, i64 640
  %68 = load i32, ptr %67, align 8
  %69 = icmp eq i32 %68, 0
  br i1 %69, label %70, label %90
70:
  %71 = getelementptr inbounds nuw i8, ptr %65, i64 480
  %72 = load ptr, ptr %71, align 8
  %73 = icmp eq ptr %72, null
  br i1 %73, label %94, label %74
74:
  %75 = getelementptr inbounds nuw i8, ptr %65, i64 48
  %76 = load ptr, ptr %75, align 8
  %77 = getelementptr inbounds nuw i8, ptr %65, i64 696
  %78 = load i32, ptr %77, align 8
  %79 = mul i32 %78, %66
  %80 = zext i32 %79 to i64
  %81 = getelementptr inbounds nuw i32, ptr %76, i64 %80
  %82 = getelementptr inbounds nuw i8, ptr %65, i64 632
  %83 = load i32, ptr %82, align 8
  %84 = zext i32 %83 to i64
  %85 = getelementptr inbounds nuw i32, ptr %81, i64 %84
  %86 = load i32, ptr %85, align 4
  %87 = getelementptr inbounds nuw i8, ptr %65, i64 688
  %88 = load i32, ptr %87, align 8
  %89 = icmp ugt i32 %86, %88
  br i1 %89, label %94, label %90
90:
  %91 = load i32, ptr %16, align 4
  %92 = load i32, ptr %17, align 8
  %93 = and i64 %24, 144115188075855871
  call void @cute.check.check_dependent(ptr %65, i32 %66, i32 %91, i32 %92, i64 %93, i32 %64)
  br label %94
94:
  %95 = load i32, ptr %18, align 8
  %96 = and i32 %95, 4194304
  %97 = icmp eq i32 %96, 0
  br i1 %97, label %99, label %98
98:
  call void @global.check_incoherent(ptr %0, ptr %39, i64 %25, i32 %64, i32 %53)
  br label %99
99:
  %100 = icmp eq ptr %58, null
  br i1 %100, label %101, label %176
101:
  %102 = or i64 %28, %26
  %103 = and i64 %102, 3
  %104 = icmp eq i64 %103, 0
  br i1 %104, label %105, label %173
105:
  %106 = load i32, ptr %19, align 4
  %107 = and i32 %106, 2
  %108 = icmp eq i32 %107, 0
  br i1 %108, label %109, label %173
109:
  %110 = load i32, ptr %14, align 8
  %111 = icmp eq i32 %110, -1
  br i1 %111, label %112, label %173
112:
  %113 = and i32 %106, 1
  %114 = shl nuw nsw i32 %113, 1
  %115 = getelementptr inbounds nuw i8, ptr %39, i64 32
  %116 = zext nneg i32 %114 to i64
  br label %125
117:
  %118 = icmp eq i32 %113, 0
  %119 = getelementptr inbounds nuw i64, ptr %39, i64 %116
  %120 = load i64, ptr %119, align 8
  %121 = load i64, ptr %20, align 8
  %122 = xor i64 %121, %120
  %123 = and i64 %122, 137438953471
  %124 = icmp eq i64 %123, 0
  br i1 %124, label %137, label %143
125:
  %126 = phi i64 [ 0, %112 ], [ %135, %133 ]
  %127 = phi i32 [ 0, %112 ], [ %134, %133 ]
  %128 = icmp eq i64 %126, %116
  br i1 %128, label %133, label %129
129:
  %130 = getelementptr inbounds nuw i32, ptr %115, i64 %126
  %131 = load i32, ptr %130, align 4
  %132 = or i32 %131, %127
  br label %133
133:
  %134 = phi i32 [ %132, %129 ], [ %127, %125 ]
  %135 = add nuw nsw i64 %126, 1
  %136 = icmp eq i64 %135, 4
  br i1 %136, label %117, label %125
137:
  %138 = getelementptr inbounds nuw i8, ptr %39, i64 56
  %139 = getelementptr inbounds nuw i16, ptr %138, i64 %116
  %140 = load i16, ptr %139, align 2
  %141 = trunc i64 %52 to i16
  %142 = icmp eq i16 %140, %141
  br label %143
143:
  %144 = phi i1 [ false, %117 ], [ %142, %137 ]
  br i1 %118, label %154, label %145
145:
  %146 = load i32, ptr %18, align 8
  %147 = and i32 %146, 8
  %148 = icmp eq i32 %147, 0
  br i1 %148, label %154, label %149
149:
  %150 = getelementptr inbounds nuw i32, ptr %115, i64 %116
  %151 = load i32, ptr %150, align 4
  %152 = and i32 %151, %64
  %153 = icmp ne i32 %152, 0
  br label %154
154:
  %155 = phi i1 [ false, %145 ], [ false, %143 ], [ %153, %149 ]
  %156 = icmp ne i32 %134, 0
  %157 = select i1 %156, i1 true, i1 %155
  br i1 %157, label %171, label %158
158:
  br i1 %144, label %163, label %159
159:
  %160 = getelementptr inbounds nuw i32, ptr %115, i64 %116
  %161 = load i32, ptr %160, align 4
  %162 = icmp eq i32 %161, 0
  br i1 %162, label %163, label %171
163:
  %164 = getelementptr inbounds nuw i32, ptr %115, i64 %116
  %165 = load i32, ptr %164, align 4
  %166 = or i32 %165, %64
  %167 = or i64 %121, 131941395333120
  store i64 %167, ptr %119, align 8
  store i32 %166, ptr %164, align 4
  %168 = trunc i64 %52 to i16
  %169 = getelementptr inbounds nuw i8, ptr %39, i64 56
  %170 = getelementptr inbounds nuw i16, ptr %169, i64 %116
  store i16 %168, ptr %170, align 2
  br label %284
171:
  %172 = call i1 @global.put(ptr %39, ptr %0, i32 %64, i32 %53)
  br i1 %172, label %284, label %173
173:
  %174 = load ptr, ptr %0, align 8
  %175 = call ptr @global.expand(ptr %174, ptr %39)
  br label %176
176:
  %177 = phi ptr [ %58, %99 ], [ %175, %173 ]
  %178 = icmp samesign ult i64 %54, %56
  br i1 %178, label %179, label %284
179:
  %180 = icmp eq i32 %53, 1
  %181 = and i32 %53, 7
  %182 = lshr i32 %53, 3
  %183 = add nsw i32 %182, -128
  %184 = add nsw i32 %182, -129
  %185 = select i1 %180, i64 32, i64 33
  %186 = icmp ugt i32 %53, 7
  br label %187
187:
  %188 = phi i64 [ %54, %179 ], [ %282, %281 ]
  %189 = trunc i64 %188 to i32
  %190 = shl nuw i32 1, %189
  %191 = and i32 %190, %64
  %192 = icmp eq i32 %191, 0
  br i1 %192, label %281, label %193
193:
  %194 = shl nuw i64 %188, 2
  %195 = call i64 @llvm.usub.sat.i64(i64 %26, i64 %194)
  %196 = sub i64 %28, %194
  %197 = call i64 @llvm.umin.i64(i64 %196, i64 4)
  %198 = shl nuw nsw i64 1, %197
  %199 = shl nsw i64 -1, %195
  %200 = add nsw i64 %198, %199
  %201 = load i32, ptr %21, align 4
  %202 = and i32 %201, 2
  %203 = icmp eq i32 %202, 0
  %204 = and i1 %186, %203
  %205 = select i1 %203, i64 %185, i64 34
  br i1 %204, label %206, label %218
206:
  %207 = add i64 %197, %194
  %208 = trunc i64 %207 to i32
  %209 = add i64 %195, %194
  %210 = trunc i64 %209 to i32
  %211 = add i32 %183, %210
  %212 = lshr i32 %211, %181
  %213 = add i32 %184, %208
  %214 = lshr i32 %213, %181
  %215 = icmp eq i32 %212, %214
  %216 = select i1 %215, i32 %212, i32 35
  %217 = zext i32 %216 to i64
  br label %218
218:
  %219 = phi i64 [ %205, %193 ], [ %217, %206 ]
  %220 = getelementptr inbounds nuw { i64, i64, i64 }, ptr %177, i64 %188
  %221 = load i64, ptr %22, align 8
  %222 = shl i64 %200, 43
  %223 = or i64 %221, %222
  %224 = load i64, ptr %220, align 8
  %225 = icmp eq i64 %224, 0
  %226 = and i1 %203, %225
  br i1 %226, label %227, label %279
227:
  %228 = and i32 %201, 1
  %229 = icmp eq i32 %228, 0
  %230 = getelementptr inbounds nuw i8, ptr %220, i64 8
  %231 = load i64, ptr %230, align 8
  %232 = icmp eq i64 %231, 0
  br i1 %229, label %241, label %233
233:
  br i1 %232, label %234, label %279
234:
  %235 = getelementptr inbounds nuw i8, ptr %220, i64 16
  %236 = load i64, ptr %235, align 8
  %237 = icmp eq i64 %236, 0
  br i1 %237, label %238, label %279
238:
  %239 = shl i64 %219, 37
  %240 = or i64 %223, %239
  store i64 %240, ptr %220, align 8
  br label %281
241:
  %242 = xor i64 %231, %221
  %243 = and i64 %242, 137405399040
  %244 = icmp eq i64 %243, 0
  %245 = getelementptr inbounds nuw i8, ptr %220, i64 16
  %246 = select i1 %232, i1 true, i1 %244
  %247 = select i1 %246, ptr %230, ptr %245
  %248 = load i64, ptr %247, align 8
  %249 = xor i64 %248, %221
  %250 = and i64 %249, 137438953471
  %251 = icmp eq i64 %250, 0
  br i1 %251, label %254, label %252
252:
  %253 = shl i64 %219, 37
  br label %276
254:
  %255 = and i64 %248, 131941395333120
  %256 = lshr i64 %248, 37
  %257 = and i64 %256, 63
  %258 = icmp eq i64 %257, %219
  %259 = icmp eq i64 %219, 34
  %260 = or i1 %259, %258
  br i1 %260, label %272, label %261
261:
  %262 = and i64 %255, %223
  %263 = icmp ne i64 %262, 0
  %264 = icmp samesign ult i64 %257, 33
  %265 = and i1 %264, %263
  br i1 %265, label %272, label %266
266:
  %267 = icmp samesign ult i64 %219, 33
  %268 = icmp eq i64 %257, 35
  %269 = or i1 %264, %268
  %270 = and i1 %267, %269
  %271 = select i1 %270, i64 35, i64 33
  br label %272
272:
  %273 = phi i64 [ %219, %254 ], [ %271, %266 ], [ 32, %261 ]
  %274 = shl i64 %273, 37
  %275 = or i64 %274, %255
  br label %276
276:
  %277 = phi i64 [ %253, %252 ], [ %275, %272 ]
  %278 = or i64 %277, %223
  store i64 %278, ptr %247, align 8
  br label %281
279:
  %280 = add i64 %194, %25
  call void @global.access_word(ptr %0, ptr %220, i64 %200, i64 %280, i64 %219)
  br label %281
281:
  %282 = add nuw nsw i64 %188, 1
  %283 = icmp eq i64 %282, %56
  br i1 %283, label %284, label %187
284:
  %285 = add i64 %25, 128
  %286 = icmp ult i64 %285, %6
  %287 = add i64 %24, 1
  br i1 %286, label %23, label %288
288:
  ret void
}
define void @cute.check.read.spans_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i64 %8, i1 %9) noinline {
  %11 = alloca { ptr, i32, i32, i32, i32, ptr, i64, i64, i64, i32, i64 }, align 8
  call void @llvm.lifetime.start.p0(ptr %11)
  %12 = and i32 %5, 128
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %19, label %14
14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 520
  %16 = load ptr, ptr %15, align 8
  %17 = sext i32 %4 to i64
  %18 = getelementptr inbounds i8, ptr %16, i64 %17
  store i8 1, ptr %18, align 1
  br label %19
19:
  %20 = shl i64 %2, 25
  %21 = or i64 %20, %3
  %22 = zext i32 %4 to i64
  %23 = shl i64 %22, 51
  %24 = or i64 %21, %23
  store ptr %0, ptr %11, align 8
  %25 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i32 %1, ptr %25, align 8
  %26 = getelementptr inbounds nuw i8, ptr %11, i64 12
  store i32 %4, ptr %26, align 4
  %27 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store i32 %5, ptr %27, align 8
  %28 = getelementptr inbounds nuw i8, ptr %11, i64 20
  store i32 0, ptr %28, align 4
  %29 = getelementptr inbounds nuw i8, ptr %11, i64 24
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %33 = load i32, ptr %32, align 8
  %34 = mul i32 %33, %1
  %35 = zext i32 %34 to i64
  %36 = getelementptr inbounds nuw i32, ptr %31, i64 %35
  store ptr %36, ptr %29, align 8
  %37 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %39 = load i32, ptr %38, align 8
  %40 = zext i32 %39 to i64
  store i64 %40, ptr %37, align 8
  %41 = getelementptr inbounds nuw i8, ptr %11, i64 40
  store i64 %24, ptr %41, align 8
  %42 = getelementptr inbounds nuw i8, ptr %11, i64 48
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %44 = load ptr, ptr %43, align 8
  %45 = sext i32 %1 to i64
  %46 = getelementptr inbounds i32, ptr %44, i64 %45
  %47 = load i32, ptr %46, align 4
  %48 = zext i32 %47 to i64
  store i64 %48, ptr %42, align 8
  %49 = getelementptr inbounds nuw i8, ptr %11, i64 56
  store i32 -1, ptr %49, align 8
  %50 = getelementptr inbounds nuw i8, ptr %11, i64 60
  store i32 0, ptr %50, align 4
  %51 = getelementptr inbounds nuw i8, ptr %11, i64 64
  store i64 -1, ptr %51, align 8
  call void @global.access_lanes(ptr %11, ptr %6, i32 %7, i64 %8, i1 %9)
  call void @llvm.lifetime.end.p0(ptr %11)
  ret void
}
define internal void @global.access_lanes(ptr %0, ptr %1, i32 %2, i64 %3, i1 %4) noinline {
  %6 = call i64 @llvm.cttz.i64(i64 %3, i1 true)
  br i1 %4, label %7, label %10
7:
  %8 = call i64 @llvm.ctpop.i64(i64 %3)
  %9 = icmp samesign ugt i64 %8, 1
  br label %10
10:
  %11 = phi i1 [ true, %5 ], [ %9, %7 ]
  %12 = icmp eq i32 %2, 0
  br i1 %12, label %18, label %13
13:
  %14 = xor i1 %11, true
  %15 = zext i1 %14 to i64
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %17 = or disjoint i64 %6, 1024
  br label %23
18:
  %19 = phi i64 [ 0, %10 ], [ %139, %136 ]
  %20 = phi i64 [ 0, %10 ], [ %140, %136 ]
  %21 = phi i64 [ 0, %10 ], [ %141, %136 ]
  %22 = icmp eq i64 %21, %20
  br i1 %22, label %147, label %145
23:
  %24 = phi i64 [ 0, %13 ], [ %141, %136 ]
  %25 = phi i64 [ 0, %13 ], [ %140, %136 ]
  %26 = phi i64 [ 0, %13 ], [ %139, %136 ]
  %27 = phi i32 [ 0, %13 ], [ %138, %136 ]
  %28 = phi i32 [ %2, %13 ], [ %143, %136 ]
  %29 = call i32 @llvm.cttz.i32(i32 %28, i1 true)
  %30 = zext nneg i32 %29 to i64
  %31 = getelementptr inbounds nuw i64, ptr %1, i64 %30
  %32 = load i64, ptr %31, align 8
  %33 = add i64 %32, %3
  %34 = icmp ult i64 %32, %24
  %35 = icmp ugt i64 %33, %25
  %36 = select i1 %34, i1 true, i1 %35
  br i1 %36, label %42, label %37
37:
  br i1 %11, label %130, label %38
38:
  %39 = icmp eq i64 %32, %24
  %40 = icmp eq i64 %33, %25
  %41 = select i1 %39, i1 %40, i1 false
  br i1 %41, label %130, label %42
42:
  %43 = icmp eq i64 %32, %25
  br i1 %43, label %44, label %49
44:
  br i1 %11, label %130, label %45
45:
  %46 = icmp eq i32 %29, %27
  %47 = icmp sgt i64 %26, 7
  %48 = select i1 %46, i1 %47, i1 false
  br i1 %48, label %130, label %49
49:
  %50 = icmp eq i64 %24, %25
  br i1 %50, label %53, label %51
51:
  %52 = sub i64 %25, %24
  call void @global.access_span(ptr %0, i64 %24, i64 %52, i64 %26)
  br label %53
53:
  br i1 %11, label %85, label %54
54:
  %55 = load i32, ptr %16, align 4
  %56 = and i32 %55, 2
  %57 = icmp ne i32 %56, 0
  %58 = icmp eq i32 %29, 31
  %59 = or i1 %58, %57
  br i1 %59, label %85, label %60
60:
  %61 = shl nuw i32 2, %29
  %62 = and i32 %61, %2
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %85, label %64
64:
  %65 = load i64, ptr %31, align 8
  %66 = getelementptr inbounds nuw i8, ptr %31, i64 8
  %67 = load i64, ptr %66, align 8
  %68 = sub i64 %67, %65
  %69 = icmp ugt i64 %68, %3
  %70 = icmp ult i64 %68, 33
  %71 = and i1 %69, %70
  %72 = call i64 @llvm.ctpop.i64(i64 %68)
  %73 = icmp samesign ult i64 %72, 2
  %74 = select i1 %71, i1 %73, i1 false
  br i1 %74, label %75, label %85
75:
  %76 = or i64 %65, %3
  %77 = and i64 %76, 3
  %78 = icmp eq i64 %77, 0
  br i1 %78, label %79, label %85
79:
  %80 = add nsw i64 %68, -1
  %81 = and i64 %80, %65
  %82 = add i64 %81, %3
  %83 = icmp ugt i64 %82, %68
  %84 = select i1 %83, i64 0, i64 %68
  br label %85
85:
  %86 = phi i64 [ 0, %53 ], [ 0, %54 ], [ 0, %75 ], [ 0, %60 ], [ 0, %64 ], [ %84, %79 ]
  %87 = icmp eq i64 %86, 0
  br i1 %87, label %112, label %88
88:
  %89 = load i64, ptr %31, align 8
  br label %90
90:
  %91 = phi i64 [ %102, %101 ], [ %30, %88 ]
  %92 = phi i64 [ %103, %101 ], [ %89, %88 ]
  %93 = trunc nuw nsw i64 %91 to i32
  %94 = shl nuw i32 1, %93
  %95 = and i32 %94, %28
  %96 = icmp eq i32 %95, 0
  br i1 %96, label %105, label %97
97:
  %98 = getelementptr inbounds nuw i64, ptr %1, i64 %91
  %99 = load i64, ptr %98, align 8
  %100 = icmp eq i64 %99, %92
  br i1 %100, label %101, label %107
101:
  %102 = add nuw nsw i64 %91, 1
  %103 = add i64 %92, %86
  %104 = icmp eq i64 %102, 32
  br i1 %104, label %109, label %90
105:
  %106 = trunc nuw nsw i64 %91 to i32
  br label %109
107:
  %108 = trunc nuw nsw i64 %91 to i32
  br label %109
109:
  %110 = phi i32 [ %106, %105 ], [ %108, %107 ], [ 32, %101 ]
  %111 = sub nsw i32 %110, %29
  br label %112
112:
  %113 = phi i32 [ %111, %109 ], [ 0, %85 ]
  %114 = icmp slt i32 %113, 3
  br i1 %114, label %120, label %115
115:
  call void @global.access_cells(ptr %0, i64 %32, i64 %86, i32 %29, i32 %113, i64 %3)
  %116 = add nsw i32 %29, -1
  %117 = add nsw i32 %116, %113
  %118 = shl nsw i32 -1, %117
  %119 = and i32 %118, %28
  br label %125
120:
  br i1 %11, label %125, label %121
121:
  %122 = shl i64 %30, %6
  %123 = shl i64 %122, 3
  %124 = add i64 %17, %123
  br label %125
125:
  %126 = phi i32 [ %119, %115 ], [ %28, %120 ], [ %28, %121 ]
  %127 = phi i64 [ %26, %115 ], [ 0, %120 ], [ %124, %121 ]
  %128 = phi i64 [ 0, %115 ], [ %33, %120 ], [ %33, %121 ]
  %129 = phi i64 [ 0, %115 ], [ %32, %120 ], [ %32, %121 ]
  br i1 %114, label %130, label %136
130:
  %131 = phi i32 [ %28, %44 ], [ %126, %125 ], [ %28, %45 ], [ %28, %38 ], [ %28, %37 ]
  %132 = phi i64 [ %26, %44 ], [ %127, %125 ], [ %26, %45 ], [ %15, %38 ], [ %15, %37 ]
  %133 = phi i64 [ %33, %44 ], [ %128, %125 ], [ %33, %45 ], [ %25, %38 ], [ %25, %37 ]
  %134 = phi i64 [ %24, %44 ], [ %129, %125 ], [ %24, %45 ], [ %24, %38 ], [ %24, %37 ]
  %135 = add nuw nsw i32 %29, 1
  br label %136
136:
  %137 = phi i32 [ %131, %130 ], [ %126, %125 ]
  %138 = phi i32 [ %135, %130 ], [ %27, %125 ]
  %139 = phi i64 [ %132, %130 ], [ %127, %125 ]
  %140 = phi i64 [ %133, %130 ], [ %128, %125 ]
  %141 = phi i64 [ %134, %130 ], [ %129, %125 ]
  %142 = add i32 %137, -1
  %143 = and i32 %142, %137
  %144 = icmp eq i32 %143, 0
  br i1 %144, label %18, label %23
145:
  %146 = sub i64 %20, %21
  call void @global.access_span(ptr %0, i64 %21, i64 %146, i64 %19)
  br label %147
147:
  ret void
}
define void @cute.check.write.span(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8) noinline {
  %10 = alloca { ptr, i32, i32, i32, i32, ptr, i64, i64, i64, i32, i64 }, align 8
  call void @llvm.lifetime.start.p0(ptr %10)
  %11 = and i32 %5, 128
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %18, label %13
13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 520
  %15 = load ptr, ptr %14, align 8
  %16 = sext i32 %4 to i64
  %17 = getelementptr inbounds i8, ptr %15, i64 %16
  store i8 1, ptr %17, align 1
  br label %18
18:
  %19 = shl i64 %2, 25
  %20 = or i64 %19, %3
  %21 = zext i32 %4 to i64
  %22 = shl i64 %21, 51
  %23 = or i64 %20, %22
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 1848
  %25 = load i64, ptr %24, align 8
  %26 = add i64 %25, 1
  store i64 %26, ptr %24, align 8
  store ptr %0, ptr %10, align 8
  %27 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store i32 %1, ptr %27, align 8
  %28 = getelementptr inbounds nuw i8, ptr %10, i64 12
  store i32 %4, ptr %28, align 4
  %29 = getelementptr inbounds nuw i8, ptr %10, i64 16
  store i32 %5, ptr %29, align 8
  %30 = getelementptr inbounds nuw i8, ptr %10, i64 20
  store i32 1, ptr %30, align 4
  %31 = getelementptr inbounds nuw i8, ptr %10, i64 24
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %35 = load i32, ptr %34, align 8
  %36 = mul i32 %35, %1
  %37 = zext i32 %36 to i64
  %38 = getelementptr inbounds nuw i32, ptr %33, i64 %37
  store ptr %38, ptr %31, align 8
  %39 = getelementptr inbounds nuw i8, ptr %10, i64 32
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %41 = load i32, ptr %40, align 8
  %42 = zext i32 %41 to i64
  store i64 %42, ptr %39, align 8
  %43 = getelementptr inbounds nuw i8, ptr %10, i64 40
  store i64 %23, ptr %43, align 8
  %44 = getelementptr inbounds nuw i8, ptr %10, i64 48
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %46 = load ptr, ptr %45, align 8
  %47 = sext i32 %1 to i64
  %48 = getelementptr inbounds i32, ptr %46, i64 %47
  %49 = load i32, ptr %48, align 4
  %50 = zext i32 %49 to i64
  store i64 %50, ptr %44, align 8
  %51 = getelementptr inbounds nuw i8, ptr %10, i64 56
  store i32 -1, ptr %51, align 8
  %52 = getelementptr inbounds nuw i8, ptr %10, i64 60
  store i32 0, ptr %52, align 4
  %53 = getelementptr inbounds nuw i8, ptr %10, i64 64
  store i64 -1, ptr %53, align 8
  call void @global.access_span(ptr %10, i64 %6, i64 %7, i64 %8)
  call void @llvm.lifetime.end.p0(ptr %10)
  ret void
}
define void @cute.check.write.spans_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i64 %8, i1 %9) noinline {
  %11 = alloca { ptr, i32, i32, i32, i32, ptr, i64, i64, i64, i32, i64 }, align 8
  call void @llvm.lifetime.start.p0(ptr %11)
  %12 = and i32 %5, 128
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %19, label %14
14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 520
  %16 = load ptr, ptr %15, align 8
  %17 = sext i32 %4 to i64
  %18 = getelementptr inbounds i8, ptr %16, i64 %17
  store i8 1, ptr %18, align 1
  br label %19
19:
  %20 = shl i64 %2, 25
  %21 = or i64 %20, %3
  %22 = zext i32 %4 to i64
  %23 = shl i64 %22, 51
  %24 = or i64 %21, %23
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 1848
  %26 = load i64, ptr %25, align 8
  %27 = add i64 %26, 1
  store i64 %27, ptr %25, align 8
  store ptr %0, ptr %11, align 8
  %28 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i32 %1, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %11, i64 12
  store i32 %4, ptr %29, align 4
  %30 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store i32 %5, ptr %30, align 8
  %31 = getelementptr inbounds nuw i8, ptr %11, i64 20
  store i32 1, ptr %31, align 4
  %32 = getelementptr inbounds nuw i8, ptr %11, i64 24
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %34 = load ptr, ptr %33, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %36 = load i32, ptr %35, align 8
  %37 = mul i32 %36, %1
  %38 = zext i32 %37 to i64
  %39 = getelementptr inbounds nuw i32, ptr %34, i64 %38
  store ptr %39, ptr %32, align 8
  %40 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %42 = load i32, ptr %41, align 8
  %43 = zext i32 %42 to i64
  store i64 %43, ptr %40, align 8
  %44 = getelementptr inbounds nuw i8, ptr %11, i64 40
  store i64 %24, ptr %44, align 8
  %45 = getelementptr inbounds nuw i8, ptr %11, i64 48
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %47 = load ptr, ptr %46, align 8
  %48 = sext i32 %1 to i64
  %49 = getelementptr inbounds i32, ptr %47, i64 %48
  %50 = load i32, ptr %49, align 4
  %51 = zext i32 %50 to i64
  store i64 %51, ptr %45, align 8
  %52 = getelementptr inbounds nuw i8, ptr %11, i64 56
  store i32 -1, ptr %52, align 8
  %53 = getelementptr inbounds nuw i8, ptr %11, i64 60
  store i32 0, ptr %53, align 4
  %54 = getelementptr inbounds nuw i8, ptr %11, i64 64
  store i64 -1, ptr %54, align 8
  call void @global.access_lanes(ptr %11, ptr %6, i32 %7, i64 %8, i1 %9)
  call void @llvm.lifetime.end.p0(ptr %11)
  ret void
}
define void @cute.check.atomic.span(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8) noinline {
  %10 = alloca { ptr, i32, i32, i32, i32, ptr, i64, i64, i64, i32, i64 }, align 8
  call void @llvm.lifetime.start.p0(ptr %10)
  %11 = and i32 %5, 128
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %18, label %13
13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 520
  %15 = load ptr, ptr %14, align 8
  %16 = sext i32 %4 to i64
  %17 = getelementptr inbounds i8, ptr %15, i64 %16
  store i8 1, ptr %17, align 1
  br label %18
18:
  %19 = shl i64 %2, 25
  %20 = or i64 %19, %3
  %21 = zext i32 %4 to i64
  %22 = shl i64 %21, 51
  %23 = or i64 %20, %22
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 1848
  %25 = load i64, ptr %24, align 8
  %26 = add i64 %25, 1
  store i64 %26, ptr %24, align 8
  store ptr %0, ptr %10, align 8
  %27 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store i32 %1, ptr %27, align 8
  %28 = getelementptr inbounds nuw i8, ptr %10, i64 12
  store i32 %4, ptr %28, align 4
  %29 = getelementptr inbounds nuw i8, ptr %10, i64 16
  store i32 %5, ptr %29, align 8
  %30 = getelementptr inbounds nuw i8, ptr %10, i64 20
  store i32 3, ptr %30, align 4
  %31 = getelementptr inbounds nuw i8, ptr %10, i64 24
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %35 = load i32, ptr %34, align 8
  %36 = mul i32 %35, %1
  %37 = zext i32 %36 to i64
  %38 = getelementptr inbounds nuw i32, ptr %33, i64 %37
  store ptr %38, ptr %31, align 8
  %39 = getelementptr inbounds nuw i8, ptr %10, i64 32
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %41 = load i32, ptr %40, align 8
  %42 = zext i32 %41 to i64
  store i64 %42, ptr %39, align 8
  %43 = getelementptr inbounds nuw i8, ptr %10, i64 40
  store i64 %23, ptr %43, align 8
  %44 = getelementptr inbounds nuw i8, ptr %10, i64 48
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %46 = load ptr, ptr %45, align 8
  %47 = sext i32 %1 to i64
  %48 = getelementptr inbounds i32, ptr %46, i64 %47
  %49 = load i32, ptr %48, align 4
  %50 = zext i32 %49 to i64
  store i64 %50, ptr %44, align 8
  %51 = getelementptr inbounds nuw i8, ptr %10, i64 56
  store i32 -1, ptr %51, align 8
  %52 = getelementptr inbounds nuw i8, ptr %10, i64 60
  store i32 0, ptr %52, align 4
  %53 = getelementptr inbounds nuw i8, ptr %10, i64 64
  store i64 -1, ptr %53, align 8
  call void @global.access_span(ptr %10, i64 %6, i64 %7, i64 %8)
  call void @llvm.lifetime.end.p0(ptr %10)
  ret void
}
define void @cute.check.atomic.spans_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i64 %8, i1 %9) noinline {
  %11 = alloca { ptr, i32, i32, i32, i32, ptr, i64, i64, i64, i32, i64 }, align 8
  call void @llvm.lifetime.start.p0(ptr %11)
  %12 = and i32 %5, 128
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %19, label %14
14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 520
  %16 = load ptr, ptr %15, align 8
  %17 = sext i32 %4 to i64
  %18 = getelementptr inbounds i8, ptr %16, i64 %17
  store i8 1, ptr %18, align 1
  br label %19
19:
  %20 = shl i64 %2, 25
  %21 = or i64 %20, %3
  %22 = zext i32 %4 to i64
  %23 = shl i64 %22, 51
  %24 = or i64 %21, %23
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 1848
  %26 = load i64, ptr %25, align 8
  %27 = add i64 %26, 1
  store i64 %27, ptr %25, align 8
  store ptr %0, ptr %11, align 8
  %28 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i32 %1, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %11, i64 12
  store i32 %4, ptr %29, align 4
  %30 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store i32 %5, ptr %30, align 8
  %31 = getelementptr inbounds nuw i8, ptr %11, i64 20
  store i32 3, ptr %31, align 4
  %32 = getelementptr inbounds nuw i8, ptr %11, i64 24
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %34 = load ptr, ptr %33, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %36 = load i32, ptr %35, align 8
  %37 = mul i32 %36, %1
  %38 = zext i32 %37 to i64
  %39 = getelementptr inbounds nuw i32, ptr %34, i64 %38
  store ptr %39, ptr %32, align 8
  %40 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %42 = load i32, ptr %41, align 8
  %43 = zext i32 %42 to i64
  store i64 %43, ptr %40, align 8
  %44 = getelementptr inbounds nuw i8, ptr %11, i64 40
  store i64 %24, ptr %44, align 8
  %45 = getelementptr inbounds nuw i8, ptr %11, i64 48
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %47 = load ptr, ptr %46, align 8
  %48 = sext i32 %1 to i64
  %49 = getelementptr inbounds i32, ptr %47, i64 %48
  %50 = load i32, ptr %49, align 4
  %51 = zext i32 %50 to i64
  store i64 %51, ptr %45, align 8
  %52 = getelementptr inbounds nuw i8, ptr %11, i64 56
  store i32 -1, ptr %52, align 8
  %53 = getelementptr inbounds nuw i8, ptr %11, i64 60
  store i32 0, ptr %53, align 4
  %54 = getelementptr inbounds nuw i8, ptr %11, i64 64
  store i64 -1, ptr %54, align 8
  call void @global.access_lanes(ptr %11, ptr %6, i32 %7, i64 %8, i1 %9)
  call void @llvm.lifetime.end.p0(ptr %11)
  ret void
}
define void @cute.check.ordered.span(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8) noinline {
  %10 = alloca { ptr, i32, i32, i32, i32, ptr, i64, i64, i64, i32, i64 }, align 8
  call void @llvm.lifetime.start.p0(ptr %10)
  %11 = and i32 %5, 128
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %18, label %13
13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 520
  %15 = load ptr, ptr %14, align 8
  %16 = sext i32 %4 to i64
  %17 = getelementptr inbounds i8, ptr %15, i64 %16
  store i8 1, ptr %17, align 1
  br label %18
18:
  %19 = shl i64 %2, 25
  %20 = or i64 %19, %3
  %21 = zext i32 %4 to i64
  %22 = shl i64 %21, 51
  %23 = or i64 %20, %22
  store ptr %0, ptr %10, align 8
  %24 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store i32 %1, ptr %24, align 8
  %25 = getelementptr inbounds nuw i8, ptr %10, i64 12
  store i32 %4, ptr %25, align 4
  %26 = getelementptr inbounds nuw i8, ptr %10, i64 16
  store i32 %5, ptr %26, align 8
  %27 = getelementptr inbounds nuw i8, ptr %10, i64 20
  store i32 2, ptr %27, align 4
  %28 = getelementptr inbounds nuw i8, ptr %10, i64 24
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %30 = load ptr, ptr %29, align 8
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %32 = load i32, ptr %31, align 8
  %33 = mul i32 %32, %1
  %34 = zext i32 %33 to i64
  %35 = getelementptr inbounds nuw i32, ptr %30, i64 %34
  store ptr %35, ptr %28, align 8
  %36 = getelementptr inbounds nuw i8, ptr %10, i64 32
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %38 = load i32, ptr %37, align 8
  %39 = zext i32 %38 to i64
  store i64 %39, ptr %36, align 8
  %40 = getelementptr inbounds nuw i8, ptr %10, i64 40
  store i64 %23, ptr %40, align 8
  %41 = getelementptr inbounds nuw i8, ptr %10, i64 48
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %43 = load ptr, ptr %42, align 8
  %44 = sext i32 %1 to i64
  %45 = getelementptr inbounds i32, ptr %43, i64 %44
  %46 = load i32, ptr %45, align 4
  %47 = zext i32 %46 to i64
  store i64 %47, ptr %41, align 8
  %48 = getelementptr inbounds nuw i8, ptr %10, i64 56
  store i32 -1, ptr %48, align 8
  %49 = getelementptr inbounds nuw i8, ptr %10, i64 60
  store i32 0, ptr %49, align 4
  %50 = getelementptr inbounds nuw i8, ptr %10, i64 64
  store i64 -1, ptr %50, align 8
  call void @global.access_span(ptr %10, i64 %6, i64 %7, i64 %8)
  call void @llvm.lifetime.end.p0(ptr %10)
  ret void
}
define void @cute.check.ordered.spans_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i64 %8, i1 %9) noinline {
  %11 = alloca { ptr, i32, i32, i32, i32, ptr, i64, i64, i64, i32, i64 }, align 8
  call void @llvm.lifetime.start.p0(ptr %11)
  %12 = and i32 %5, 128
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %19, label %14
14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 520
  %16 = load ptr, ptr %15, align 8
  %17 = sext i32 %4 to i64
  %18 = getelementptr inbounds i8, ptr %16, i64 %17
  store i8 1, ptr %18, align 1
  br label %19
19:
  %20 = shl i64 %2, 25
  %21 = or i64 %20, %3
  %22 = zext i32 %4 to i64
  %23 = shl i64 %22, 51
  %24 = or i64 %21, %23
  store ptr %0, ptr %11, align 8
  %25 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i32 %1, ptr %25, align 8
  %26 = getelementptr inbounds nuw i8, ptr %11, i64 12
  store i32 %4, ptr %26, align 4
  %27 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store i32 %5, ptr %27, align 8
  %28 = getelementptr inbounds nuw i8, ptr %11, i64 20
  store i32 2, ptr %28, align 4
  %29 = getelementptr inbounds nuw i8, ptr %11, i64 24
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %33 = load i32, ptr %32, align 8
  %34 = mul i32 %33, %1
  %35 = zext i32 %34 to i64
  %36 = getelementptr inbounds nuw i32, ptr %31, i64 %35
  store ptr %36, ptr %29, align 8
  %37 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %39 = load i32, ptr %38, align 8
  %40 = zext i32 %39 to i64
  store i64 %40, ptr %37, align 8
  %41 = getelementptr inbounds nuw i8, ptr %11, i64 40
  store i64 %24, ptr %41, align 8
  %42 = getelementptr inbounds nuw i8, ptr %11, i64 48
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %44 = load ptr, ptr %43, align 8
  %45 = sext i32 %1 to i64
  %46 = getelementptr inbounds i32, ptr %44, i64 %45
  %47 = load i32, ptr %46, align 4
  %48 = zext i32 %47 to i64
  store i64 %48, ptr %42, align 8
  %49 = getelementptr inbounds nuw i8, ptr %11, i64 56
  store i32 -1, ptr %49, align 8
  %50 = getelementptr inbounds nuw i8, ptr %11, i64 60
  store i32 0, ptr %50, align 4
  %51 = getelementptr inbounds nuw i8, ptr %11, i64 64
  store i64 -1, ptr %51, align 8
  call void @global.access_lanes(ptr %11, ptr %6, i32 %7, i64 %8, i1 %9)
  call void @llvm.lifetime.end.p0(ptr %11)
  ret void
}
define internal ptr @global.look_up(ptr %0, i64 %1) noinline {
  %3 = mul i64 %1, -7046029254386353131
  %4 = lshr i64 %3, 47
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw { i64, ptr }, ptr %6, i64 %4
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, 0
  %10 = icmp eq i64 %8, %1
  %11 = or i1 %9, %10
  br i1 %11, label %21, label %12
12:
  %13 = phi i64 [ %15, %12 ], [ %4, %2 ]
  %14 = add nuw nsw i64 %13, 1
  %15 = and i64 %14, 131071
  %16 = getelementptr inbounds nuw { i64, ptr }, ptr %6, i64 %15
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 0
  %19 = icmp eq i64 %17, %1
  %20 = or i1 %18, %19
  br i1 %20, label %21, label %12
21:
  %22 = phi ptr [ %7, %2 ], [ %16, %12 ]
  %23 = phi i1 [ %9, %2 ], [ %18, %12 ]
  br i1 %23, label %24, label %27
24:
  store i64 %1, ptr %22, align 8
  %25 = call ptr @cute.check.take_room(ptr %0, i64 36864)
  %26 = getelementptr inbounds nuw i8, ptr %22, i64 8
  store ptr %25, ptr %26, align 8
  br label %27
27:
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 %1, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %22, i64 8
  %30 = load ptr, ptr %29, align 8
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store ptr %30, ptr %31, align 8
  ret ptr %30
}
define internal void @global.keep_line(ptr %0, i64 %1, i64 %2, i64 %3, i64 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 32768
  %9 = and i64 %1, 511
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %17, label %13
13:
  %14 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %15, %1
  br i1 %16, label %38, label %17
17:
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %19, null
  br i1 %20, label %21, label %23
21:
  %22 = call ptr @cute.check.take_room(ptr %0, i64 160)
  br label %23
23:
  %24 = phi ptr [ %22, %21 ], [ %19, %17 ]
  %25 = load ptr, ptr %18, align 8
  %26 = icmp eq ptr %25, null
  br i1 %26, label %29, label %27
27:
  %28 = load ptr, ptr %24, align 8
  store ptr %28, ptr %18, align 8
  br label %29
29:
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %31 = load ptr, ptr %30, align 8
  store ptr %31, ptr %24, align 8
  %32 = getelementptr inbounds nuw i8, ptr %24, i64 8
  store i64 %1, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %24, i64 16
  %34 = getelementptr inbounds nuw i8, ptr %24, i64 24
  store i64 0, ptr %34, align 8
  store i64 0, ptr %33, align 8
  %35 = getelementptr inbounds nuw i8, ptr %24, i64 32
  %36 = shl i64 %1, 7
  %37 = inttoptr i64 %36 to ptr
  call void @llvm.memcpy.p0.p0.i64(ptr %35, ptr %37, i64 128, i1 false)
  store ptr %24, ptr %10, align 8
  store ptr %24, ptr %30, align 8
  br label %38
38:
  %39 = phi ptr [ %24, %29 ], [ %11, %13 ]
  %40 = icmp ult i64 %3, 64
  %41 = shl nsw i64 -1, %3
  %42 = xor i64 %41, -1
  %43 = select i1 %40, i64 %42, i64 -1
  %44 = icmp ult i64 %2, 64
  %45 = shl nsw i64 -1, %2
  %46 = and i64 %43, %45
  %47 = select i1 %44, i64 %46, i64 0
  %48 = and i64 %47, %4
  %49 = getelementptr inbounds nuw i8, ptr %39, i64 16
  %50 = load i64, ptr %49, align 8
  %51 = or i64 %50, %48
  store i64 %51, ptr %49, align 8
  %52 = call i64 @llvm.usub.sat.i64(i64 %2, i64 64)
  %53 = call i64 @llvm.usub.sat.i64(i64 %3, i64 64)
  %54 = icmp ult i64 %53, 64
  %55 = shl nsw i64 -1, %53
  %56 = xor i64 %55, -1
  %57 = select i1 %54, i64 %56, i64 -1
  %58 = icmp ult i64 %52, 64
  %59 = shl nsw i64 -1, %52
  %60 = and i64 %57, %59
  %61 = select i1 %58, i64 %60, i64 0
  %62 = and i64 %61, %4
  %63 = getelementptr inbounds nuw i8, ptr %39, i64 24
  %64 = load i64, ptr %63, align 8
  %65 = or i64 %64, %62
  store i64 %65, ptr %63, align 8
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @cute.check.check_dependent(ptr, i32, i32, i32, i64, i32)
define internal void @global.check_incoherent(ptr %0, ptr %1, i64 %2, i32 %3, i32 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq i32 %3, 0
  br i1 %8, label %123, label %9
9:
  %10 = icmp ne ptr %7, null
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 44
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 62
  br label %17
17:
  %18 = phi i32 [ %3, %9 ], [ %121, %119 ]
  %19 = call i32 @llvm.cttz.i32(i32 %18, i1 true)
  br i1 %10, label %20, label %24
20:
  %21 = zext nneg i32 %19 to i64
  %22 = getelementptr inbounds nuw { i64, i64, i64 }, ptr %7, i64 %21
  %23 = load i64, ptr %22, align 8
  br label %53
24:
  %25 = load i32, ptr %11, align 4
  %26 = shl nuw i32 1, %19
  %27 = and i32 %25, %26
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %53, label %29
29:
  %30 = shl nuw nsw i32 %19, 2
  %31 = load i64, ptr %12, align 8
  %32 = load i16, ptr %13, align 4
  %33 = zext i16 %32 to i32
  %34 = or disjoint i32 %30, 3
  %35 = icmp eq i16 %32, 1
  br i1 %35, label %50, label %36
36:
  %37 = icmp ult i16 %32, 8
  br i1 %37, label %50, label %38
38:
  %39 = and i32 %33, 7
  %40 = lshr i32 %33, 3
  %41 = add nsw i32 %40, -128
  %42 = add nsw i32 %41, %30
  %43 = lshr i32 %42, %39
  %44 = add nsw i32 %34, %41
  %45 = lshr i32 %44, %39
  %46 = icmp eq i32 %43, %45
  %47 = select i1 %46, i32 %43, i32 35
  %48 = zext i32 %47 to i64
  %49 = shl i64 %48, 37
  br label %50
50:
  %51 = phi i64 [ %49, %38 ], [ 4398046511104, %29 ], [ 4535485464576, %36 ]
  %52 = or i64 %51, %31
  br label %53
53:
  %54 = phi i64 [ %23, %20 ], [ %52, %50 ], [ 0, %24 ]
  %55 = shl nuw nsw i32 %19, 2
  %56 = icmp ne i64 %54, 0
  %57 = or i1 %10, %56
  br i1 %57, label %86, label %58
58:
  %59 = load i32, ptr %14, align 4
  %60 = shl nuw i32 1, %19
  %61 = and i32 %59, %60
  %62 = icmp eq i32 %61, 0
  br i1 %62, label %86, label %63
63:
  %64 = load i64, ptr %15, align 8
  %65 = load i16, ptr %16, align 2
  %66 = zext i16 %65 to i32
  %67 = or disjoint i32 %55, 3
  %68 = icmp eq i16 %65, 1
  br i1 %68, label %83, label %69
69:
  %70 = icmp ult i16 %65, 8
  br i1 %70, label %83, label %71
71:
  %72 = and i32 %66, 7
  %73 = lshr i32 %66, 3
  %74 = add nsw i32 %73, -128
  %75 = add nsw i32 %74, %55
  %76 = lshr i32 %75, %72
  %77 = add nsw i32 %67, %74
  %78 = lshr i32 %77, %72
  %79 = icmp eq i32 %76, %78
  %80 = select i1 %79, i32 %76, i32 35
  %81 = zext i32 %80 to i64
  %82 = shl i64 %81, 37
  br label %83
83:
  %84 = phi i64 [ %82, %71 ], [ 4398046511104, %63 ], [ 4535485464576, %69 ]
  %85 = or i64 %84, %64
  br label %86
86:
  %87 = phi i64 [ %54, %53 ], [ %85, %83 ], [ 0, %58 ]
  %88 = icmp eq i64 %87, 0
  br i1 %88, label %119, label %89
89:
  %90 = zext nneg i32 %55 to i64
  %91 = icmp eq i32 %4, 1
  br i1 %91, label %106, label %92
92:
  %93 = icmp ult i32 %4, 8
  br i1 %93, label %106, label %94
94:
  %95 = and i32 %4, 7
  %96 = lshr i32 %4, 3
  %97 = add nsw i32 %96, -128
  %98 = add nsw i32 %55, %97
  %99 = lshr i32 %98, %95
  %100 = add nsw i32 %96, -125
  %101 = add nsw i32 %100, %55
  %102 = lshr i32 %101, %95
  %103 = icmp eq i32 %99, %102
  %104 = shl i32 %99, 8
  %105 = select i1 %103, i32 %104, i32 8960
  br label %106
106:
  %107 = phi i32 [ %105, %94 ], [ 8192, %89 ], [ 8448, %92 ]
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %109 = load i32, ptr %108, align 8
  %110 = or i32 %109, %107
  %111 = load ptr, ptr %0, align 8
  %112 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %113 = load i32, ptr %112, align 8
  %114 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %115 = load i32, ptr %114, align 4
  %116 = add nuw i64 %2, %90
  %117 = load ptr, ptr %111, align 8
  %118 = call i32 %117(ptr %111, i32 2, i32 %113, i32 %115, i32 %110, i64 %116, i64 %87)
  br label %123
119:
  %120 = add i32 %18, -1
  %121 = and i32 %120, %18
  %122 = icmp eq i32 %121, 0
  br i1 %122, label %123, label %17
123:
  ret void
}
define internal i1 @global.put(ptr %0, ptr %1, i32 %2, i32 %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 20
  %6 = load i32, ptr %5, align 4
  %7 = and i32 %6, 1
  %8 = icmp ne i32 %7, 0
  %9 = shl nuw nsw i32 %7, 1
  %10 = select i1 %8, i64 0, i64 2
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %14 = icmp eq i32 %3, 1
  %15 = icmp ult i32 %3, 8
  %16 = and i32 %3, 7
  %17 = lshr i32 %3, 3
  %18 = add nsw i32 %17, -128
  %19 = lshr i32 %18, %16
  %20 = add nsw i32 %17, -1
  %21 = lshr i32 %20, %16
  %22 = icmp eq i32 %19, %21
  %23 = select i1 %22, i32 %19, i32 35
  %24 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %28 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %30 = icmp ugt i32 %3, 7
  %31 = icmp eq i32 %3, 0
  %32 = select i1 %15, i32 33, i32 %23
  %33 = select i1 %14, i32 32, i32 %32
  %34 = zext i32 %33 to i64
  br label %35
35:
  %36 = phi i64 [ %10, %4 ], [ %136, %135 ]
  %37 = getelementptr inbounds nuw i32, ptr %11, i64 %36
  %38 = load i32, ptr %37, align 4
  %39 = and i32 %38, %2
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %135, label %41
41:
  %42 = getelementptr inbounds nuw i64, ptr %0, i64 %36
  %43 = load i64, ptr %42, align 8
  %44 = and i64 %43, 33554431
  %45 = lshr i64 %43, 25
  %46 = and i64 %45, 4095
  %47 = load ptr, ptr %12, align 8
  %48 = load ptr, ptr %1, align 8
  %49 = icmp samesign ugt i64 %36, 1
  %50 = getelementptr inbounds nuw i8, ptr %48, i64 692
  %51 = load i32, ptr %50, align 4
  %52 = zext i32 %51 to i64
  %53 = shl nuw nsw i64 %52, 1
  %54 = icmp samesign uge i64 %46, %53
  %55 = select i1 %49, i1 %54, i1 false
  %56 = mul nuw nsw i64 %52, 3
  %57 = icmp samesign ult i64 %46, %56
  %58 = select i1 %55, i1 %57, i1 false
  br i1 %58, label %59, label %65
59:
  %60 = getelementptr inbounds nuw i8, ptr %48, i64 680
  %61 = load i32, ptr %60, align 8
  %62 = zext i32 %61 to i64
  %63 = sub nuw nsw i64 %46, %53
  %64 = add nuw nsw i64 %63, %62
  br label %65
65:
  %66 = phi i64 [ %64, %59 ], [ %46, %41 ]
  %67 = getelementptr inbounds nuw i32, ptr %47, i64 %66
  %68 = load i32, ptr %67, align 4
  %69 = zext i32 %68 to i64
  %70 = icmp eq i64 %44, %69
  br i1 %70, label %71, label %78
71:
  %72 = getelementptr inbounds nuw i8, ptr %48, i64 296
  %73 = load ptr, ptr %72, align 8
  %74 = getelementptr inbounds nuw { i32, i32 }, ptr %73, i64 %46
  %75 = load i32, ptr %74, align 4
  %76 = zext i32 %75 to i64
  %77 = icmp eq i64 %44, %76
  br label %78
78:
  %79 = phi i1 [ false, %65 ], [ %77, %71 ]
  %80 = load i64, ptr %13, align 8
  %81 = icmp ugt i64 %44, %80
  br i1 %81, label %98, label %82
82:
  %83 = load i32, ptr %24, align 8
  %84 = call i1 @cute.check.foreign_before(ptr %48, i32 %83, i64 %34, i64 %43, i1 %49)
  %85 = and i1 %49, %84
  br i1 %85, label %86, label %133
86:
  %87 = load i32, ptr %25, align 8
  %88 = and i32 %87, 8
  %89 = icmp eq i32 %88, 0
  br i1 %89, label %135, label %90
90:
  %91 = load ptr, ptr %1, align 8
  %92 = getelementptr inbounds nuw i8, ptr %91, i64 692
  %93 = load i32, ptr %92, align 4
  %94 = zext i32 %93 to i64
  %95 = icmp samesign ult i64 %46, %94
  br i1 %95, label %96, label %135
96:
  %97 = call i1 @cute.check.foreign_fenced(ptr %91, i64 %43)
  br label %133
98:
  %99 = icmp samesign ugt i64 %44, %69
  %100 = select i1 %99, i1 true, i1 %79
  br i1 %100, label %257, label %101
101:
  br i1 %49, label %102, label %117
102:
  %103 = load i32, ptr %26, align 8
  %104 = and i32 %103, 8
  %105 = icmp ne i32 %104, 0
  %106 = icmp samesign ult i64 %46, %52
  %107 = select i1 %105, i1 %106, i1 false
  br i1 %107, label %108, label %117
108:
  %109 = getelementptr inbounds nuw i8, ptr %48, i64 676
  %110 = load i32, ptr %109, align 4
  %111 = zext i32 %110 to i64
  %112 = getelementptr inbounds nuw i32, ptr %47, i64 %46
  %113 = getelementptr inbounds nuw i32, ptr %112, i64 %111
  %114 = load i32, ptr %113, align 4
  %115 = zext i32 %114 to i64
  %116 = icmp samesign ugt i64 %44, %115
  br i1 %116, label %257, label %117
117:
  %118 = load i32, ptr %27, align 8
  %119 = zext i32 %118 to i64
  %120 = icmp eq i64 %46, %119
  br i1 %120, label %121, label %135
121:
  %122 = load i64, ptr %28, align 8
  %123 = icmp ult i64 %44, %122
  br i1 %123, label %135, label %124
124:
  %125 = getelementptr inbounds nuw i16, ptr %29, i64 %36
  %126 = load i16, ptr %125, align 2
  %127 = zext i16 %126 to i32
  %128 = icmp eq i32 %3, %127
  %129 = and i1 %30, %128
  %130 = icmp eq i16 %126, 0
  %131 = or i1 %130, %129
  %132 = or i1 %31, %131
  br label %133
133:
  %134 = phi i1 [ %97, %96 ], [ %84, %82 ], [ %132, %124 ]
  br i1 %134, label %135, label %257
135:
  %136 = add nuw nsw i64 %36, 1
  %137 = icmp eq i64 %136, 4
  br i1 %137, label %138, label %35
138:
  %139 = zext nneg i32 %9 to i64
  %140 = getelementptr inbounds nuw i64, ptr %0, i64 %139
  %141 = load i64, ptr %140, align 8
  %142 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %143 = load i64, ptr %142, align 8
  %144 = xor i64 %143, %141
  %145 = and i64 %144, 137438953471
  %146 = icmp eq i64 %145, 0
  br i1 %146, label %147, label %153
147:
  %148 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %149 = getelementptr inbounds nuw i16, ptr %148, i64 %139
  %150 = load i16, ptr %149, align 2
  %151 = zext i16 %150 to i32
  %152 = icmp eq i32 %3, %151
  br i1 %152, label %171, label %153
153:
  %154 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %155 = getelementptr inbounds nuw i32, ptr %154, i64 %139
  %156 = load i32, ptr %155, align 4
  %157 = icmp eq i32 %156, 0
  br i1 %157, label %171, label %158
158:
  %159 = xor i32 %2, -1
  %160 = and i32 %156, %159
  %161 = icmp eq i32 %160, 0
  br i1 %161, label %162, label %171
162:
  %163 = load i32, ptr %5, align 4
  %164 = and i32 %163, 1
  %165 = icmp ne i32 %164, 0
  %166 = or i1 %146, %165
  br i1 %166, label %171, label %167
167:
  %168 = and i64 %144, 137405399040
  %169 = icmp eq i64 %168, 0
  %170 = or i1 %8, %169
  br label %171
171:
  %172 = phi i1 [ %165, %162 ], [ true, %147 ], [ false, %158 ], [ true, %153 ], [ %170, %167 ]
  %173 = or disjoint i32 %9, 1
  %174 = zext nneg i32 %173 to i64
  %175 = getelementptr inbounds nuw i64, ptr %0, i64 %174
  %176 = load i64, ptr %175, align 8
  %177 = xor i64 %176, %143
  %178 = and i64 %177, 137438953471
  %179 = icmp ne i64 %178, 0
  br i1 %179, label %186, label %180
180:
  %181 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %182 = getelementptr inbounds nuw i16, ptr %181, i64 %174
  %183 = load i16, ptr %182, align 2
  %184 = zext i16 %183 to i32
  %185 = icmp eq i32 %3, %184
  br i1 %185, label %200, label %186
186:
  %187 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %188 = getelementptr inbounds nuw i32, ptr %187, i64 %174
  %189 = load i32, ptr %188, align 4
  %190 = icmp eq i32 %189, 0
  br i1 %190, label %200, label %191
191:
  %192 = xor i32 %2, -1
  %193 = and i32 %189, %192
  %194 = icmp eq i32 %193, 0
  br i1 %194, label %195, label %200
195:
  %196 = load i32, ptr %5, align 4
  %197 = and i32 %196, 1
  %198 = icmp ne i32 %197, 0
  %199 = or i1 %179, %198
  br label %200
200:
  %201 = phi i1 [ %199, %195 ], [ true, %180 ], [ false, %191 ], [ true, %186 ]
  %202 = select i1 %172, i1 true, i1 %201
  br i1 %202, label %203, label %257
203:
  br i1 %179, label %211, label %204
204:
  %205 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %206 = getelementptr inbounds nuw i16, ptr %205, i64 %174
  %207 = load i16, ptr %206, align 2
  %208 = zext i16 %207 to i32
  %209 = icmp ne i32 %3, %208
  %210 = select i1 %209, i1 %172, i1 false
  br label %211
211:
  %212 = phi i1 [ %172, %203 ], [ %210, %204 ]
  %213 = select i1 %212, i32 %9, i32 %173
  %214 = zext nneg i32 %213 to i64
  %215 = getelementptr inbounds nuw i64, ptr %0, i64 %214
  %216 = load i64, ptr %215, align 8
  %217 = xor i64 %216, %143
  %218 = and i64 %217, 137438953471
  %219 = icmp eq i64 %218, 0
  br i1 %219, label %220, label %231
220:
  %221 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %222 = getelementptr inbounds nuw i16, ptr %221, i64 %214
  %223 = load i16, ptr %222, align 2
  %224 = zext i16 %223 to i32
  %225 = icmp eq i32 %3, %224
  br i1 %225, label %226, label %231
226:
  %227 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %228 = getelementptr inbounds nuw i32, ptr %227, i64 %214
  %229 = load i32, ptr %228, align 4
  %230 = or i32 %229, %2
  br label %231
231:
  %232 = phi i32 [ %230, %226 ], [ %2, %220 ], [ %2, %211 ]
  %233 = load i32, ptr %5, align 4
  %234 = and i32 %233, 1
  %235 = icmp eq i32 %234, 0
  br i1 %235, label %239, label %236
236:
  %237 = xor i32 %2, -1
  %238 = getelementptr inbounds nuw i8, ptr %0, i64 32
  br label %246
239:
  %240 = or i64 %143, 131941395333120
  store i64 %240, ptr %215, align 8
  %241 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %242 = getelementptr inbounds nuw i32, ptr %241, i64 %214
  store i32 %232, ptr %242, align 4
  %243 = trunc i32 %3 to i16
  %244 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %245 = getelementptr inbounds nuw i16, ptr %244, i64 %214
  store i16 %243, ptr %245, align 2
  br label %257
246:
  %247 = phi i64 [ 0, %236 ], [ %251, %246 ]
  %248 = getelementptr inbounds nuw i32, ptr %238, i64 %247
  %249 = load i32, ptr %248, align 4
  %250 = and i32 %249, %237
  store i32 %250, ptr %248, align 4
  %251 = add nuw nsw i64 %247, 1
  %252 = load i32, ptr %5, align 4
  %253 = and i32 %252, 1
  %254 = icmp ne i32 %253, 0
  %255 = icmp samesign ult i64 %247, 3
  %256 = select i1 %254, i1 %255, i1 false
  br i1 %256, label %246, label %239
257:
  %258 = phi i1 [ true, %239 ], [ false, %200 ], [ false, %98 ], [ false, %108 ], [ false, %133 ]
  ret i1 %258
}
define internal ptr @global.expand(ptr %0, ptr %1) noinline {
  %3 = call ptr @cute.check.take_room(ptr %0, i64 768)
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 48
  store ptr %3, ptr %4, align 8
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %7 = load i32, ptr %6, align 8
  %8 = load i32, ptr %5, align 8
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 36
  %10 = load i32, ptr %9, align 4
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 60
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 44
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 62
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 58
  br label %20
19:
  ret ptr %3
20:
  %21 = phi i64 [ 0, %2 ], [ %150, %147 ]
  %22 = trunc nuw nsw i64 %21 to i32
  %23 = shl nuw i32 1, %22
  %24 = and i32 %7, %23
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %52, label %26
26:
  %27 = shl nuw nsw i64 %21, 2
  %28 = load i64, ptr %11, align 8
  %29 = load i16, ptr %12, align 4
  %30 = zext i16 %29 to i32
  %31 = icmp eq i16 %29, 1
  br i1 %31, label %49, label %32
32:
  %33 = icmp ult i16 %29, 8
  br i1 %33, label %49, label %34
34:
  %35 = and i32 %30, 7
  %36 = lshr i32 %30, 3
  %37 = add nsw i32 %36, -128
  %38 = trunc nuw nsw i64 %27 to i32
  %39 = add nsw i32 %37, %38
  %40 = lshr i32 %39, %35
  %41 = trunc i64 %27 to i32
  %42 = or disjoint i32 %41, 3
  %43 = add nsw i32 %42, %37
  %44 = lshr i32 %43, %35
  %45 = icmp eq i32 %40, %44
  %46 = select i1 %45, i32 %40, i32 35
  %47 = zext i32 %46 to i64
  %48 = shl i64 %47, 37
  br label %49
49:
  %50 = phi i64 [ %48, %34 ], [ 4398046511104, %26 ], [ 4535485464576, %32 ]
  %51 = or i64 %50, %28
  br label %52
52:
  %53 = phi i64 [ %51, %49 ], [ 0, %20 ]
  %54 = icmp eq i64 %53, 0
  br i1 %54, label %55, label %85
55:
  %56 = load i32, ptr %13, align 4
  %57 = and i32 %56, %23
  %58 = icmp eq i32 %57, 0
  br i1 %58, label %85, label %59
59:
  %60 = shl nuw nsw i64 %21, 2
  %61 = load i64, ptr %14, align 8
  %62 = load i16, ptr %15, align 2
  %63 = zext i16 %62 to i32
  %64 = icmp eq i16 %62, 1
  br i1 %64, label %82, label %65
65:
  %66 = icmp ult i16 %62, 8
  br i1 %66, label %82, label %67
67:
  %68 = and i32 %63, 7
  %69 = lshr i32 %63, 3
  %70 = add nsw i32 %69, -128
  %71 = trunc nuw nsw i64 %60 to i32
  %72 = add nsw i32 %70, %71
  %73 = lshr i32 %72, %68
  %74 = trunc i64 %60 to i32
  %75 = or disjoint i32 %74, 3
  %76 = add nsw i32 %75, %70
  %77 = lshr i32 %76, %68
  %78 = icmp eq i32 %73, %77
  %79 = select i1 %78, i32 %73, i32 35
  %80 = zext i32 %79 to i64
  %81 = shl i64 %80, 37
  br label %82
82:
  %83 = phi i64 [ %81, %67 ], [ 4398046511104, %59 ], [ 4535485464576, %65 ]
  %84 = or i64 %83, %61
  br label %85
85:
  %86 = phi i64 [ %53, %52 ], [ %84, %82 ], [ 0, %55 ]
  %87 = getelementptr inbounds nuw { i64, i64, i64 }, ptr %3, i64 %21
  store i64 %86, ptr %87, align 8
  %88 = and i32 %8, %23
  %89 = icmp eq i32 %88, 0
  br i1 %89, label %116, label %90
90:
  %91 = shl nuw nsw i64 %21, 2
  %92 = load i64, ptr %1, align 8
  %93 = load i16, ptr %16, align 8
  %94 = zext i16 %93 to i32
  %95 = icmp eq i16 %93, 1
  br i1 %95, label %113, label %96
96:
  %97 = icmp ult i16 %93, 8
  br i1 %97, label %113, label %98
98:
  %99 = and i32 %94, 7
  %100 = lshr i32 %94, 3
  %101 = add nsw i32 %100, -128
  %102 = trunc nuw nsw i64 %91 to i32
  %103 = add nsw i32 %101, %102
  %104 = lshr i32 %103, %99
  %105 = trunc i64 %91 to i32
  %106 = or disjoint i32 %105, 3
  %107 = add nsw i32 %106, %101
  %108 = lshr i32 %107, %99
  %109 = icmp eq i32 %104, %108
  %110 = select i1 %109, i32 %104, i32 35
  %111 = zext i32 %110 to i64
  %112 = shl i64 %111, 37
  br label %113
113:
  %114 = phi i64 [ %112, %98 ], [ 4398046511104, %90 ], [ 4535485464576, %96 ]
  %115 = or i64 %114, %92
  br label %116
116:
  %117 = phi i64 [ %115, %113 ], [ 0, %85 ]
  %118 = getelementptr inbounds nuw i8, ptr %87, i64 8
  store i64 %117, ptr %118, align 8
  %119 = and i32 %10, %23
  %120 = icmp eq i32 %119, 0
  br i1 %120, label %147, label %121
121:
  %122 = shl nuw nsw i64 %21, 2
  %123 = load i64, ptr %17, align 8
  %124 = load i16, ptr %18, align 2
  %125 = zext i16 %124 to i32
  %126 = icmp eq i16 %124, 1
  br i1 %126, label %144, label %127
127:
  %128 = icmp ult i16 %124, 8
  br i1 %128, label %144, label %129
129:
  %130 = and i32 %125, 7
  %131 = lshr i32 %125, 3
  %132 = add nsw i32 %131, -128
  %133 = trunc nuw nsw i64 %122 to i32
  %134 = add nsw i32 %132, %133
  %135 = lshr i32 %134, %130
  %136 = trunc i64 %122 to i32
  %137 = or disjoint i32 %136, 3
  %138 = add nsw i32 %137, %132
  %139 = lshr i32 %138, %130
  %140 = icmp eq i32 %135, %139
  %141 = select i1 %140, i32 %135, i32 35
  %142 = zext i32 %141 to i64
  %143 = shl i64 %142, 37
  br label %144
144:
  %145 = phi i64 [ %143, %129 ], [ 4398046511104, %121 ], [ 4535485464576, %127 ]
  %146 = or i64 %145, %123
  br label %147
147:
  %148 = phi i64 [ %146, %144 ], [ 0, %116 ]
  %149 = getelementptr inbounds nuw i8, ptr %87, i64 16
  store i64 %148, ptr %149, align 8
  %150 = add nuw nsw i64 %21, 1
  %151 = icmp eq i64 %150, 32
  br i1 %151, label %19, label %20
}
define internal void @global.access_word(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4) noinline {
  %6 = alloca { i64, i64, i64 }, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %8 = load i64, ptr %7, align 8
  %9 = shl i64 %2, 43
  %10 = or i64 %8, %9
  call void @llvm.lifetime.start.p0(ptr %6)
  call void @llvm.memcpy.p0.p0.i64(ptr %6, ptr %1, i64 24, i1 false)
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %12 = load i32, ptr %11, align 4
  %13 = and i32 %12, 2
  %14 = icmp ne i32 %13, 0
  %15 = load i64, ptr %6, align 8
  %16 = and i64 %15, 8658654068736
  %17 = icmp ne i64 %16, 4672924418048
  %18 = select i1 %14, i1 true, i1 %17
  br i1 %18, label %20, label %19
19:
  call void @global.ask_of_atomics(ptr %0, ptr %6, i64 %2, i64 %3, i64 %4)
  br label %22
20:
  %21 = load i64, ptr %6, align 8
  call void @global.ask_of(ptr %0, i64 %21, i64 %2, i64 %3, i64 %4, i1 true)
  br label %22
22:
  %23 = load i32, ptr %11, align 4
  %24 = and i32 %23, 1
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %123, label %26
26:
  br i1 %18, label %27, label %36
27:
  %28 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %29 = load i64, ptr %28, align 8
  %30 = and i64 %29, 140737488355328
  %31 = icmp ne i64 %30, 0
  call void @global.ask_of(ptr %0, i64 %29, i64 %2, i64 %3, i64 %4, i1 %31)
  %32 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %33 = load i64, ptr %32, align 8
  %34 = and i64 %33, 140737488355328
  %35 = icmp ne i64 %34, 0
  call void @global.ask_of(ptr %0, i64 %33, i64 %2, i64 %3, i64 %4, i1 %35)
  br label %36
36:
  %37 = load i64, ptr %6, align 8
  %38 = xor i64 %37, %8
  %39 = and i64 %38, 137438953471
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %43, label %41
41:
  %42 = shl i64 %4, 37
  br label %65
43:
  %44 = and i64 %37, 131941395333120
  %45 = lshr i64 %37, 37
  %46 = and i64 %45, 63
  %47 = icmp eq i64 %46, %4
  %48 = icmp eq i64 %4, 34
  %49 = or i1 %48, %47
  br i1 %49, label %61, label %50
50:
  %51 = and i64 %44, %10
  %52 = icmp ne i64 %51, 0
  %53 = icmp samesign ult i64 %46, 33
  %54 = and i1 %53, %52
  br i1 %54, label %61, label %55
55:
  %56 = icmp samesign ult i64 %4, 33
  %57 = icmp eq i64 %46, 35
  %58 = or i1 %53, %57
  %59 = and i1 %56, %58
  %60 = select i1 %59, i64 35, i64 33
  br label %61
61:
  %62 = phi i64 [ %4, %43 ], [ %60, %55 ], [ 32, %50 ]
  %63 = shl i64 %62, 37
  %64 = or i64 %63, %44
  br label %65
65:
  %66 = phi i64 [ %42, %41 ], [ %64, %61 ]
  %67 = or i64 %66, %10
  store i64 %67, ptr %1, align 8
  %68 = getelementptr inbounds nuw i8, ptr %1, i64 8
  store i64 0, ptr %68, align 8
  %69 = getelementptr inbounds nuw i8, ptr %1, i64 16
  store i64 0, ptr %69, align 8
  %70 = load i32, ptr %11, align 4
  %71 = and i32 %70, 2
  %72 = icmp eq i32 %71, 0
  br i1 %72, label %212, label %73
73:
  %74 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %75 = load i32, ptr %74, align 8
  %76 = and i32 %75, 65536
  %77 = icmp eq i32 %76, 0
  br i1 %77, label %78, label %80
78:
  %79 = or i64 %67, 281474976710656
  store i64 %79, ptr %1, align 8
  br label %80
80:
  %81 = and i32 %75, 1048576
  %82 = icmp eq i32 %81, 0
  br i1 %82, label %86, label %83
83:
  %84 = load i64, ptr %1, align 8
  %85 = or i64 %84, 562949953421312
  store i64 %85, ptr %1, align 8
  br label %86
86:
  %87 = icmp ne i64 %37, 0
  br i1 %87, label %88, label %98
88:
  %89 = and i64 %37, 33554431
  %90 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %91 = load i64, ptr %90, align 8
  %92 = icmp ugt i64 %89, %91
  br i1 %92, label %93, label %98
93:
  %94 = load i64, ptr %7, align 8
  %95 = xor i64 %94, %37
  %96 = and i64 %95, 137405399040
  %97 = icmp ne i64 %96, 0
  br label %98
98:
  %99 = phi i1 [ false, %86 ], [ true, %88 ], [ %97, %93 ]
  %100 = and i64 %37, 8658654068736
  %101 = icmp ne i64 %100, 4672924418048
  %102 = and i1 %87, %101
  %103 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %104 = load i64, ptr %103, align 8
  %105 = and i64 %104, 140737488355328
  %106 = icmp eq i64 %105, 0
  %107 = and i64 %104, -281474976710657
  %108 = select i1 %106, i64 %107, i64 %104
  %109 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %110 = load i64, ptr %109, align 8
  %111 = and i64 %110, 140737488355328
  %112 = icmp eq i64 %111, 0
  %113 = and i64 %110, -281474976710657
  %114 = select i1 %112, i64 %113, i64 %110
  %115 = icmp ne i64 %108, 0
  %116 = xor i1 %115, true
  %117 = select i1 %102, i1 true, i1 %99
  %118 = select i1 %116, i1 %117, i1 false
  %119 = or i64 %37, 140737488355328
  %120 = select i1 %118, i64 %119, i64 %108
  store i64 %120, ptr %68, align 8
  %121 = and i1 %102, %115
  %122 = select i1 %121, i64 %119, i64 %114
  store i64 %122, ptr %69, align 8
  br label %212
123:
  br i1 %18, label %124, label %136
124:
  %125 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %126 = load i64, ptr %125, align 8
  %127 = and i64 %126, 140737488355328
  %128 = icmp eq i64 %127, 0
  br i1 %128, label %130, label %129
129:
  call void @global.ask_of(ptr %0, i64 %126, i64 %2, i64 %3, i64 %4, i1 true)
  br label %130
130:
  %131 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %132 = load i64, ptr %131, align 8
  %133 = and i64 %132, 140737488355328
  %134 = icmp eq i64 %133, 0
  br i1 %134, label %136, label %135
135:
  call void @global.ask_of(ptr %0, i64 %132, i64 %2, i64 %3, i64 %4, i1 true)
  br label %136
136:
  %137 = load i32, ptr %11, align 4
  %138 = and i32 %137, 2
  %139 = icmp eq i32 %138, 0
  br i1 %139, label %151, label %140
140:
  %141 = load i64, ptr %6, align 8
  %142 = and i64 %141, 8658654068736
  %143 = icmp eq i64 %142, 4672924418048
  br i1 %143, label %144, label %151
144:
  %145 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %146 = load i32, ptr %145, align 8
  %147 = and i32 %146, 65536
  %148 = icmp eq i32 %147, 0
  %149 = or i64 %10, 281474976710656
  %150 = select i1 %148, i64 %149, i64 %10
  br label %151
151:
  %152 = phi i64 [ %150, %144 ], [ %10, %136 ], [ %10, %140 ]
  %153 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %154 = load i64, ptr %153, align 8
  %155 = icmp eq i64 %154, 0
  br i1 %155, label %163, label %156
156:
  %157 = and i64 %154, 140737488355328
  %158 = icmp eq i64 %157, 0
  br i1 %158, label %159, label %163
159:
  %160 = xor i64 %154, %152
  %161 = and i64 %160, 137405399040
  %162 = icmp eq i64 %161, 0
  br label %163
163:
  %164 = phi i1 [ true, %151 ], [ false, %156 ], [ %162, %159 ]
  %165 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %166 = load i64, ptr %165, align 8
  %167 = select i1 %164, i64 %154, i64 %166
  %168 = and i64 %167, 140737488355328
  %169 = icmp ne i64 %168, 0
  %170 = select i1 %18, i1 true, i1 %169
  br i1 %170, label %178, label %171
171:
  %172 = xor i64 %167, %152
  %173 = and i64 %172, 137405399040
  %174 = icmp eq i64 %173, 0
  br i1 %174, label %175, label %178
175:
  %176 = and i64 %167, 281474976710656
  %177 = or i64 %176, %152
  br label %178
178:
  %179 = phi i64 [ %152, %163 ], [ %152, %171 ], [ %177, %175 ]
  %180 = xor i64 %179, %167
  %181 = and i64 %180, 137438953471
  %182 = icmp eq i64 %181, 0
  br i1 %182, label %185, label %183
183:
  %184 = shl i64 %4, 37
  br label %207
185:
  %186 = and i64 %167, 131941395333120
  %187 = lshr i64 %167, 37
  %188 = and i64 %187, 63
  %189 = icmp eq i64 %188, %4
  %190 = icmp eq i64 %4, 34
  %191 = or i1 %190, %189
  br i1 %191, label %203, label %192
192:
  %193 = and i64 %179, %186
  %194 = icmp ne i64 %193, 0
  %195 = icmp samesign ult i64 %188, 33
  %196 = and i1 %195, %194
  br i1 %196, label %203, label %197
197:
  %198 = icmp samesign ult i64 %4, 33
  %199 = icmp eq i64 %188, 35
  %200 = or i1 %195, %199
  %201 = and i1 %198, %200
  %202 = select i1 %201, i64 35, i64 33
  br label %203
203:
  %204 = phi i64 [ %4, %185 ], [ %202, %197 ], [ 32, %192 ]
  %205 = shl i64 %204, 37
  %206 = or i64 %205, %186
  br label %207
207:
  %208 = phi i64 [ %184, %183 ], [ %206, %203 ]
  %209 = or i64 %208, %179
  %210 = select i1 %164, i64 8, i64 16
  %211 = getelementptr inbounds nuw i8, ptr %1, i64 %210
  store i64 %209, ptr %211, align 8
  br label %212
212:
  call void @llvm.lifetime.end.p0(ptr %6)
  ret void
}
declare i32 @llvm.cttz.i32(i32, i1)
declare i1 @cute.check.foreign_before(ptr, i32, i64, i64, i1)
declare i1 @cute.check.foreign_fenced(ptr, i64)
define internal void @global.ask_of_atomics(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4) noinline {
  %6 = alloca [2 x i64], align 16
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = and i64 %8, 422212465065984
  %10 = icmp eq i64 %9, 281474976710656
  br i1 %10, label %11, label %28
11:
  %12 = and i64 %8, 33554431
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %14 = load ptr, ptr %13, align 8
  %15 = lshr i64 %8, 25
  %16 = and i64 %15, 4095
  %17 = getelementptr inbounds nuw i32, ptr %14, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = zext i32 %18 to i64
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %21 = load i64, ptr %20, align 8
  %22 = icmp ule i64 %12, %21
  %23 = icmp samesign ugt i64 %12, %19
  %24 = select i1 %22, i1 true, i1 %23
  br i1 %24, label %28, label %25
25:
  %26 = load ptr, ptr %0, align 8
  %27 = call i1 @cute.check.not_released(ptr %26, i64 %8, i64 %19)
  br i1 %27, label %28, label %51
28:
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %30 = load i64, ptr %29, align 8
  %31 = and i64 %30, 422212465065984
  %32 = icmp eq i64 %31, 281474976710656
  br i1 %32, label %33, label %51
33:
  %34 = and i64 %30, 33554431
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %36 = load ptr, ptr %35, align 8
  %37 = lshr i64 %30, 25
  %38 = and i64 %37, 4095
  %39 = getelementptr inbounds nuw i32, ptr %36, i64 %38
  %40 = load i32, ptr %39, align 4
  %41 = zext i32 %40 to i64
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %43 = load i64, ptr %42, align 8
  %44 = icmp ule i64 %34, %43
  %45 = icmp samesign ugt i64 %34, %41
  %46 = select i1 %44, i1 true, i1 %45
  br i1 %46, label %51, label %47
47:
  %48 = load ptr, ptr %0, align 8
  %49 = call i1 @cute.check.not_released(ptr %48, i64 %30, i64 %41)
  %50 = xor i1 %49, true
  br label %51
51:
  %52 = phi i1 [ true, %25 ], [ false, %28 ], [ %50, %47 ], [ false, %33 ]
  %53 = load i64, ptr %1, align 8
  %54 = and i64 %53, 844424930131968
  %55 = icmp ne i64 %54, 0
  %56 = select i1 %55, i1 %52, i1 false
  br i1 %56, label %78, label %57
57:
  %58 = and i64 %53, 281474976710656
  %59 = icmp eq i64 %58, 0
  br i1 %59, label %78, label %60
60:
  %61 = and i64 %53, 33554431
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %63 = load ptr, ptr %62, align 8
  %64 = lshr i64 %53, 25
  %65 = and i64 %64, 4095
  %66 = getelementptr inbounds nuw i32, ptr %63, i64 %65
  %67 = load i32, ptr %66, align 4
  %68 = zext i32 %67 to i64
  %69 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %70 = load i64, ptr %69, align 8
  %71 = icmp ule i64 %61, %70
  %72 = icmp samesign ugt i64 %61, %68
  %73 = select i1 %71, i1 true, i1 %72
  br i1 %73, label %78, label %74
74:
  %75 = load ptr, ptr %0, align 8
  %76 = call i1 @cute.check.not_released(ptr %75, i64 %53, i64 %68)
  %77 = xor i1 %76, true
  br label %78
78:
  %79 = phi i1 [ true, %51 ], [ false, %57 ], [ %77, %74 ], [ false, %60 ]
  call void @llvm.lifetime.start.p0(ptr %6)
  %80 = load i64, ptr %7, align 8
  store i64 %80, ptr %6, align 16
  %81 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %82 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %83 = load i64, ptr %82, align 8
  store i64 %83, ptr %81, align 8
  br i1 %52, label %86, label %84
84:
  %85 = load i64, ptr %1, align 8
  call void @global.ask_of(ptr %0, i64 %85, i64 %2, i64 %3, i64 %4, i1 true)
  br label %86
86:
  %87 = getelementptr inbounds nuw i8, ptr %0, i64 20
  br label %89
88:
  call void @llvm.lifetime.end.p0(ptr %6)
  ret void
89:
  %90 = phi i64 [ 0, %86 ], [ %105, %104 ]
  %91 = getelementptr inbounds nuw i64, ptr %6, i64 %90
  %92 = load i64, ptr %91, align 8
  %93 = and i64 %92, 140737488355328
  %94 = icmp ne i64 %93, 0
  %95 = load i32, ptr %87, align 4
  %96 = and i32 %95, 1
  %97 = icmp ne i32 %96, 0
  %98 = select i1 %97, i1 true, i1 %94
  br i1 %98, label %99, label %104
99:
  %100 = and i64 %92, 149396142424064
  %101 = icmp eq i64 %100, 145410412773376
  %102 = select i1 %79, i1 %101, i1 false
  br i1 %102, label %104, label %103
103:
  call void @global.ask_of(ptr %0, i64 %92, i64 %2, i64 %3, i64 %4, i1 %94)
  br label %104
104:
  %105 = add nuw nsw i64 %90, 1
  %106 = icmp eq i64 %90, 0
  br i1 %106, label %89, label %88
}
define internal void @global.ask_of(ptr %0, i64 %1, i64 %2, i64 %3, i64 %4, i1 %5) noinline {
  %7 = load ptr, ptr %0, align 8
  %8 = lshr i64 %1, 43
  %9 = and i64 %8, %2
  %10 = and i64 %1, 33554431
  %11 = icmp eq i64 %9, 0
  br i1 %11, label %225, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %14 = load i32, ptr %13, align 8
  %15 = and i32 %14, 8
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %27
17:
  %18 = and i32 %14, 262144
  %19 = icmp ne i32 %18, 0
  %20 = and i1 %5, %19
  br i1 %20, label %21, label %45
21:
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %23 = load i32, ptr %22, align 4
  %24 = lshr i64 %1, 51
  %25 = zext i32 %23 to i64
  %26 = icmp eq i64 %24, %25
  br label %43
27:
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %29 = load i64, ptr %28, align 8
  %30 = icmp ugt i64 %10, %29
  br i1 %30, label %31, label %37
31:
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %33 = load i64, ptr %32, align 8
  %34 = xor i64 %33, %1
  %35 = and i64 %34, 137405399040
  %36 = icmp eq i64 %35, 0
  br label %37
37:
  %38 = phi i1 [ false, %27 ], [ %36, %31 ]
  br i1 %5, label %39, label %45
39:
  %40 = and i32 %14, 262144
  %41 = icmp ne i32 %40, 0
  %42 = select i1 %41, i1 %38, i1 false
  br label %43
43:
  %44 = phi i1 [ %26, %21 ], [ %42, %39 ]
  br i1 %44, label %225, label %45
45:
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %47 = load i32, ptr %46, align 4
  %48 = and i32 %47, 2
  %49 = icmp ne i32 %48, 0
  %50 = and i64 %1, 8658654068736
  %51 = icmp eq i64 %50, 4672924418048
  %52 = and i1 %51, %49
  br i1 %52, label %53, label %80
53:
  %54 = and i32 %14, 128
  %55 = icmp eq i32 %54, 0
  br i1 %55, label %56, label %64
56:
  %57 = getelementptr inbounds nuw i8, ptr %7, i64 520
  %58 = load ptr, ptr %57, align 8
  %59 = lshr i64 %1, 51
  %60 = getelementptr inbounds nuw i8, ptr %58, i64 %59
  %61 = load i8, ptr %60, align 1
  %62 = and i8 %61, 1
  %63 = icmp eq i8 %62, 0
  br i1 %63, label %225, label %64
64:
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %66 = load i64, ptr %65, align 8
  %67 = icmp ugt i64 %10, %66
  br i1 %67, label %68, label %80
68:
  %69 = lshr i64 %1, 25
  %70 = and i64 %69, 4095
  %71 = getelementptr inbounds nuw i8, ptr %7, i64 700
  %72 = load i32, ptr %71, align 4
  %73 = zext i32 %72 to i64
  %74 = udiv i64 %70, %73
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %76 = load i32, ptr %75, align 8
  %77 = udiv i32 %76, %72
  %78 = zext i32 %77 to i64
  %79 = icmp eq i64 %74, %78
  br i1 %79, label %225, label %80
80:
  %81 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %82 = load ptr, ptr %81, align 8
  %83 = lshr i64 %1, 25
  %84 = and i64 %83, 4095
  %85 = getelementptr inbounds nuw i8, ptr %7, i64 692
  %86 = load i32, ptr %85, align 4
  %87 = zext i32 %86 to i64
  %88 = shl nuw nsw i64 %87, 1
  %89 = icmp samesign uge i64 %84, %88
  %90 = select i1 %5, i1 %89, i1 false
  %91 = mul nuw nsw i64 %87, 3
  %92 = icmp samesign ult i64 %84, %91
  %93 = select i1 %90, i1 %92, i1 false
  br i1 %93, label %94, label %100
94:
  %95 = getelementptr inbounds nuw i8, ptr %7, i64 680
  %96 = load i32, ptr %95, align 8
  %97 = zext i32 %96 to i64
  %98 = sub nuw nsw i64 %84, %88
  %99 = add nuw nsw i64 %98, %97
  br label %100
100:
  %101 = phi i64 [ %99, %94 ], [ %84, %80 ]
  %102 = getelementptr inbounds nuw i32, ptr %82, i64 %101
  %103 = load i32, ptr %102, align 4
  %104 = zext i32 %103 to i64
  %105 = getelementptr inbounds nuw i8, ptr %7, i64 200
  %106 = load i64, ptr %105, align 8
  %107 = icmp ult i64 %10, %106
  br i1 %107, label %112, label %108
108:
  %109 = getelementptr inbounds nuw i8, ptr %7, i64 208
  %110 = load i64, ptr %109, align 8
  %111 = icmp uge i64 %10, %110
  br label %112
112:
  %113 = phi i1 [ true, %100 ], [ %111, %108 ]
  %114 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %115 = load i64, ptr %114, align 8
  %116 = icmp ule i64 %10, %115
  %117 = select i1 %116, i1 %113, i1 false
  %118 = icmp samesign ugt i64 %10, %104
  br i1 %118, label %153, label %119
119:
  %120 = lshr i64 %1, 37
  %121 = and i64 %120, 63
  %122 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %123 = load i32, ptr %122, align 8
  %124 = zext i32 %123 to i64
  %125 = icmp eq i64 %84, %124
  br i1 %125, label %126, label %150
126:
  %127 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %128 = load i64, ptr %127, align 8
  %129 = icmp ult i64 %10, %128
  %130 = icmp samesign ugt i64 %4, 32
  %131 = select i1 %129, i1 true, i1 %130
  br i1 %131, label %150, label %132
132:
  %133 = icmp eq i64 %121, %4
  br i1 %133, label %134, label %138
134:
  %135 = icmp eq i64 %121, 32
  %136 = xor i1 %5, true
  %137 = and i1 %135, %136
  br label %138
138:
  %139 = phi i1 [ true, %132 ], [ %137, %134 ]
  %140 = select i1 %5, i64 32, i64 33
  %141 = icmp samesign ult i64 %121, %140
  %142 = and i1 %141, %139
  br i1 %142, label %153, label %143
143:
  %144 = icmp eq i64 %121, 35
  br i1 %144, label %145, label %150
145:
  %146 = and i64 %8, 15
  %147 = xor i64 %2, -1
  %148 = and i64 %146, %147
  %149 = icmp eq i64 %148, 0
  br i1 %149, label %153, label %150
150:
  %151 = call i1 @cute.check.not_released(ptr %7, i64 %1, i64 %104)
  %152 = xor i1 %151, true
  br label %153
153:
  %154 = phi i1 [ false, %145 ], [ false, %112 ], [ %152, %150 ], [ false, %138 ]
  %155 = load i32, ptr %13, align 8
  br i1 %117, label %156, label %181
156:
  %157 = load ptr, ptr %0, align 8
  %158 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %159 = load i32, ptr %158, align 8
  %160 = call i1 @cute.check.foreign_before(ptr %157, i32 %159, i64 %4, i64 %1, i1 %5)
  %161 = and i1 %5, %160
  br i1 %161, label %162, label %174
162:
  %163 = load i32, ptr %13, align 8
  %164 = and i32 %163, 8
  %165 = icmp eq i32 %164, 0
  br i1 %165, label %225, label %166
166:
  %167 = load ptr, ptr %0, align 8
  %168 = getelementptr inbounds nuw i8, ptr %167, i64 692
  %169 = load i32, ptr %168, align 4
  %170 = zext i32 %169 to i64
  %171 = icmp samesign ult i64 %84, %170
  br i1 %171, label %172, label %225
172:
  %173 = call i1 @cute.check.foreign_fenced(ptr %167, i64 %1)
  br label %174
174:
  %175 = phi i1 [ %160, %156 ], [ %173, %172 ]
  br i1 %175, label %225, label %176
176:
  %177 = load i32, ptr %158, align 8
  %178 = call i1 @cute.check.foreign_before(ptr %7, i32 %177, i64 %4, i64 %1, i1 %5)
  %179 = or i32 %155, 64
  %180 = select i1 %178, i32 %179, i32 %155
  br label %181
181:
  %182 = phi i32 [ %155, %153 ], [ %180, %176 ]
  br i1 %117, label %211, label %183
183:
  br i1 %154, label %188, label %184
184:
  %185 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %186 = load i32, ptr %185, align 8
  %187 = call i1 @cute.check.part_ordered(ptr %7, i32 %186, i64 %1, i64 %4)
  br i1 %187, label %188, label %211
188:
  br i1 %5, label %189, label %225
189:
  %190 = load i32, ptr %13, align 8
  %191 = and i32 %190, 8
  %192 = icmp eq i32 %191, 0
  br i1 %192, label %225, label %193
193:
  %194 = load ptr, ptr %0, align 8
  %195 = getelementptr inbounds nuw i8, ptr %194, i64 692
  %196 = load i32, ptr %195, align 4
  %197 = zext i32 %196 to i64
  %198 = icmp samesign ult i64 %84, %197
  br i1 %198, label %199, label %225
199:
  %200 = load ptr, ptr %81, align 8
  %201 = getelementptr inbounds nuw i8, ptr %194, i64 676
  %202 = load i32, ptr %201, align 4
  %203 = zext i32 %202 to i64
  %204 = getelementptr inbounds nuw i32, ptr %200, i64 %84
  %205 = getelementptr inbounds nuw i32, ptr %204, i64 %203
  %206 = load i32, ptr %205, align 4
  %207 = zext i32 %206 to i64
  %208 = icmp samesign ugt i64 %10, %207
  br i1 %208, label %209, label %225
209:
  %210 = or i32 %182, 64
  br label %211
211:
  %212 = phi i32 [ %182, %181 ], [ %210, %209 ], [ %182, %184 ]
  %213 = call i64 @llvm.cttz.i64(i64 %9, i1 true)
  %214 = and i64 %213, 3
  %215 = add i64 %214, %3
  %216 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %217 = load i32, ptr %216, align 8
  %218 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %219 = load i32, ptr %218, align 4
  %220 = trunc nuw i64 %4 to i32
  %221 = shl i32 %220, 8
  %222 = or i32 %212, %221
  %223 = load ptr, ptr %7, align 8
  %224 = call i32 %223(ptr %7, i32 2, i32 %217, i32 %219, i32 %222, i64 %215, i64 %1)
  br label %225
225:
  ret void
}
declare i1 @cute.check.not_released(ptr, i64, i64)
declare i1 @cute.check.part_ordered(ptr, i32, i64, i64)
declare i64 @llvm.cttz.i64(i64, i1)
define internal void @global.access_cells(ptr %0, i64 %1, i64 %2, i32 %3, i32 %4, i64 %5) noinline {
  %7 = alloca { ptr, i32, i32, i32, i32, ptr, i64, i64, i64, i32, i64 }, align 8
  call void @llvm.lifetime.start.p0(ptr %7)
  call void @llvm.memcpy.p0.p0.i64(ptr %7, ptr %0, i64 72, i1 false)
  %8 = shl nsw i64 -1, %5
  %9 = xor i64 %8, -1
  %10 = add i64 %2, -1
  %11 = and i64 %10, %1
  %12 = shl i64 %9, %11
  %13 = getelementptr inbounds nuw i8, ptr %7, i64 64
  store i64 %12, ptr %13, align 8
  %14 = icmp ult i64 %2, 64
  br i1 %14, label %18, label %15
15:
  %16 = phi i64 [ %12, %6 ], [ %22, %18 ]
  store i64 %16, ptr %13, align 8
  %17 = getelementptr inbounds nuw i8, ptr %7, i64 56
  store i32 0, ptr %17, align 8
  br label %36
18:
  %19 = phi i64 [ %23, %18 ], [ %2, %6 ]
  %20 = phi i64 [ %22, %18 ], [ %12, %6 ]
  %21 = shl i64 %20, %19
  %22 = or i64 %21, %20
  %23 = shl nuw nsw i64 %19, 1
  %24 = icmp samesign ult i64 %19, 32
  br i1 %24, label %18, label %15
25:
  store i32 %46, ptr %17, align 8
  %26 = add nsw i32 %4, -1
  %27 = zext nneg i32 %26 to i64
  %28 = mul i64 %2, %27
  %29 = add i64 %28, %5
  %30 = call i64 @llvm.cttz.i64(i64 %2, i1 true)
  %31 = zext nneg i32 %3 to i64
  %32 = shl i64 %31, %30
  %33 = shl i64 %32, 3
  %34 = or disjoint i64 %30, 1024
  %35 = add i64 %34, %33
  call void @global.access_span(ptr %7, i64 %1, i64 %29, i64 %35)
  call void @llvm.lifetime.end.p0(ptr %7)
  ret void
36:
  %37 = phi i32 [ 0, %15 ], [ %47, %36 ]
  %38 = phi i32 [ 0, %15 ], [ %46, %36 ]
  %39 = shl nuw nsw i32 %37, 2
  %40 = and i32 %39, 60
  %41 = zext nneg i32 %40 to i64
  %42 = lshr i64 %16, %41
  %43 = trunc i64 %42 to i32
  %44 = and i32 %43, 1
  %45 = shl nuw i32 %44, %37
  %46 = or i32 %45, %38
  %47 = add nuw nsw i32 %37, 1
  %48 = icmp eq i32 %47, 32
  br i1 %48, label %25, label %36
}
declare i64 @llvm.usub.sat.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.ctpop.i64(i64)
; check/groups.c
define void @cute.check.begin_groups(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %4 = load ptr, ptr %3, align 8
  %5 = sext i32 %1 to i64
  %6 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %4, i64 %5
  call void @llvm.memset.p0.i64(ptr %6, i8 0, i64 96, i1 false)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %8 = load ptr, ptr %7, align 8
  %9 = mul nsw i64 %5, 528
  %10 = getelementptr i8, ptr %8, i64 %9
  br label %12
11:
  ret void
12:
  %13 = phi i64 [ 0, %2 ], [ %18, %12 ]
  %14 = getelementptr { i32, i32, [16 x i32], [16 x i32], [16 x i32], [16 x i32] }, ptr %10, i64 %13
  %15 = getelementptr inbounds nuw i8, ptr %14, i64 4
  store i32 1, ptr %15, align 4
  store i32 1, ptr %14, align 4
  %16 = getelementptr inbounds nuw i8, ptr %14, i64 140
  store i32 0, ptr %16, align 4
  %17 = getelementptr inbounds nuw i8, ptr %14, i64 76
  store i32 0, ptr %17, align 4
  %18 = add nuw nsw i64 %13, 1
  %19 = icmp eq i64 %18, 2
  br i1 %19, label %11, label %12
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i64 @cute.check.group(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %7 = load ptr, ptr %6, align 8
  %8 = sext i32 %1 to i64
  %9 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %7, i64 %8
  %10 = icmp slt i32 %2, 2
  br i1 %10, label %11, label %18
11:
  %12 = sext i32 %2 to i64
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %14 = load ptr, ptr %13, align 8
  %15 = mul nsw i64 %8, 528
  %16 = getelementptr i8, ptr %14, i64 %15
  %17 = getelementptr { i32, i32, [16 x i32], [16 x i32], [16 x i32], [16 x i32] }, ptr %16, i64 %12
  br label %18
18:
  %19 = phi ptr [ %17, %11 ], [ null, %5 ]
  %20 = sext i32 %2 to i64
  %21 = getelementptr inbounds i32, ptr %9, i64 %20
  %22 = load i32, ptr %21, align 4
  %23 = add i32 %22, 1
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %25 = load i32, ptr %24, align 8
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 784
  store i32 %25, ptr %26, align 8
  %27 = getelementptr inbounds nuw i8, ptr %9, i64 12
  %28 = getelementptr inbounds i32, ptr %27, i64 %20
  store i32 1, ptr %28, align 4
  %29 = getelementptr inbounds nuw i8, ptr %9, i64 44
  %30 = getelementptr inbounds i32, ptr %29, i64 %20
  store i32 %4, ptr %30, align 4
  %31 = icmp eq ptr %19, null
  br i1 %31, label %53, label %32
32:
  %33 = getelementptr inbounds nuw i8, ptr %19, i64 72
  %34 = and i32 %23, 15
  %35 = zext nneg i32 %34 to i64
  %36 = getelementptr inbounds nuw i32, ptr %33, i64 %35
  %37 = load i32, ptr %36, align 4
  %38 = or i32 %37, %3
  store i32 %38, ptr %36, align 4
  %39 = getelementptr inbounds nuw i8, ptr %19, i64 136
  %40 = getelementptr inbounds nuw i32, ptr %39, i64 %35
  %41 = load i32, ptr %40, align 4
  %42 = or i32 %41, %3
  store i32 %42, ptr %40, align 4
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %44 = load ptr, ptr %43, align 8
  %45 = load i32, ptr %24, align 8
  %46 = mul i32 %45, %1
  %47 = zext i32 %46 to i64
  %48 = getelementptr inbounds nuw i32, ptr %44, i64 %47
  %49 = getelementptr inbounds i32, ptr %48, i64 %8
  %50 = load i32, ptr %49, align 4
  %51 = getelementptr inbounds nuw i8, ptr %19, i64 200
  %52 = getelementptr inbounds nuw i32, ptr %51, i64 %35
  store i32 %50, ptr %52, align 4
  br label %53
53:
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %55 = load i32, ptr %54, align 8
  %56 = icmp eq i32 %2, 0
  br i1 %56, label %57, label %60
57:
  %58 = getelementptr inbounds nuw i8, ptr %9, i64 28
  %59 = load i32, ptr %58, align 4
  br label %60
60:
  %61 = phi i32 [ %59, %57 ], [ 0, %53 ]
  %62 = add i32 %55, %23
  %63 = add i32 %62, %61
  %64 = zext i32 %63 to i64
  ret i64 %64
}
define void @cute.check.commit(ptr %0, i32 %1, i32 %2, i32 %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %6 = load ptr, ptr %5, align 8
  %7 = sext i32 %1 to i64
  %8 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %6, i64 %7
  %9 = icmp slt i32 %2, 2
  br i1 %9, label %10, label %17
10:
  %11 = sext i32 %2 to i64
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %13 = load ptr, ptr %12, align 8
  %14 = mul nsw i64 %7, 528
  %15 = getelementptr i8, ptr %13, i64 %14
  %16 = getelementptr { i32, i32, [16 x i32], [16 x i32], [16 x i32], [16 x i32] }, ptr %15, i64 %11
  br label %17
17:
  %18 = phi ptr [ %16, %10 ], [ null, %4 ]
  %19 = sext i32 %2 to i64
  %20 = getelementptr inbounds i32, ptr %8, i64 %19
  %21 = load i32, ptr %20, align 4
  %22 = add i32 %21, 1
  store i32 %22, ptr %20, align 4
  %23 = icmp eq ptr %18, null
  br i1 %23, label %44, label %24
24:
  %25 = getelementptr inbounds nuw i8, ptr %18, i64 8
  %26 = and i32 %22, 15
  %27 = zext nneg i32 %26 to i64
  %28 = getelementptr inbounds nuw i32, ptr %25, i64 %27
  store i32 %3, ptr %28, align 4
  %29 = add i32 %21, 2
  %30 = getelementptr inbounds nuw i8, ptr %18, i64 136
  %31 = and i32 %29, 15
  %32 = zext nneg i32 %31 to i64
  %33 = getelementptr inbounds nuw i32, ptr %30, i64 %32
  store i32 0, ptr %33, align 4
  %34 = getelementptr inbounds nuw i8, ptr %18, i64 72
  %35 = getelementptr inbounds nuw i32, ptr %34, i64 %32
  store i32 0, ptr %35, align 4
  %36 = icmp ult i32 %29, 16
  br i1 %36, label %44, label %37
37:
  %38 = add i32 %21, -13
  %39 = load i32, ptr %18, align 4
  %40 = call i32 @llvm.umax.i32(i32 %39, i32 %38)
  store i32 %40, ptr %18, align 4
  %41 = getelementptr inbounds nuw i8, ptr %18, i64 4
  %42 = load i32, ptr %41, align 4
  %43 = call i32 @llvm.umax.i32(i32 %42, i32 %38)
  store i32 %43, ptr %41, align 4
  br label %44
44:
  %45 = icmp eq i32 %2, 0
  br i1 %45, label %46, label %53
46:
  %47 = getelementptr inbounds nuw i8, ptr %8, i64 28
  %48 = load i32, ptr %47, align 4
  %49 = getelementptr inbounds nuw i8, ptr %8, i64 64
  %50 = and i32 %22, 7
  %51 = zext nneg i32 %50 to i64
  %52 = getelementptr inbounds nuw i32, ptr %49, i64 %51
  store i32 %48, ptr %52, align 4
  br label %53
53:
  %54 = getelementptr inbounds nuw i8, ptr %8, i64 12
  %55 = getelementptr inbounds i32, ptr %54, i64 %19
  %56 = load i32, ptr %55, align 4
  %57 = icmp eq i32 %56, 0
  br i1 %57, label %61, label %58
58:
  %59 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %60 = getelementptr inbounds i32, ptr %59, i64 %19
  store i32 %22, ptr %60, align 4
  br label %61
61:
  store i32 0, ptr %55, align 4
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 616
  %63 = load i32, ptr %62, align 8
  %64 = add i32 %63, 1
  store i32 %64, ptr %62, align 8
  ret void
}
define void @cute.check.settle(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i1 %5) noinline {
  %7 = icmp slt i32 %2, 2
  br i1 %7, label %8, label %246
8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %10 = load ptr, ptr %9, align 8
  %11 = sext i32 %1 to i64
  %12 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %10, i64 %11
  %13 = sext i32 %2 to i64
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %15 = load ptr, ptr %14, align 8
  %16 = mul nsw i64 %11, 528
  %17 = getelementptr i8, ptr %15, i64 %16
  %18 = getelementptr { i32, i32, [16 x i32], [16 x i32], [16 x i32], [16 x i32] }, ptr %17, i64 %13
  %19 = sext i32 %2 to i64
  %20 = getelementptr inbounds i32, ptr %12, i64 %19
  %21 = load i32, ptr %20, align 4
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %25 = load i32, ptr %24, align 8
  %26 = mul i32 %25, %1
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds nuw i32, ptr %23, i64 %27
  br i1 %5, label %29, label %43
29:
  %30 = load i32, ptr %18, align 4
  %31 = getelementptr inbounds nuw i8, ptr %18, i64 72
  %32 = icmp ugt i32 %30, %21
  br i1 %32, label %58, label %33
33:
  %34 = phi i32 [ %41, %33 ], [ %30, %29 ]
  %35 = phi i32 [ %40, %33 ], [ 0, %29 ]
  %36 = and i32 %34, 15
  %37 = zext nneg i32 %36 to i64
  %38 = getelementptr inbounds nuw i32, ptr %31, i64 %37
  %39 = load i32, ptr %38, align 4
  %40 = or i32 %39, %35
  %41 = add i32 %34, 1
  %42 = icmp ugt i32 %41, %21
  br i1 %42, label %58, label %33
43:
  %44 = getelementptr inbounds nuw i8, ptr %18, i64 4
  %45 = load i32, ptr %44, align 4
  %46 = getelementptr inbounds nuw i8, ptr %18, i64 136
  %47 = icmp ugt i32 %45, %21
  br i1 %47, label %58, label %48
48:
  %49 = phi i32 [ %56, %48 ], [ %45, %43 ]
  %50 = phi i32 [ %55, %48 ], [ 0, %43 ]
  %51 = and i32 %49, 15
  %52 = zext nneg i32 %51 to i64
  %53 = getelementptr inbounds nuw i32, ptr %46, i64 %52
  %54 = load i32, ptr %53, align 4
  %55 = or i32 %54, %50
  %56 = add i32 %49, 1
  %57 = icmp ugt i32 %56, %21
  br i1 %57, label %58, label %48
58:
  %59 = phi i32 [ %40, %33 ], [ 0, %29 ], [ 0, %43 ], [ %55, %48 ]
  %60 = and i32 %59, %4
  %61 = icmp eq i32 %4, 0
  br i1 %61, label %68, label %62
62:
  %63 = icmp eq i32 %21, 0
  %64 = getelementptr inbounds nuw i8, ptr %18, i64 8
  %65 = getelementptr inbounds nuw i8, ptr %18, i64 72
  %66 = getelementptr inbounds nuw i8, ptr %18, i64 4
  %67 = getelementptr inbounds nuw i8, ptr %18, i64 136
  br label %86
68:
  %69 = add nsw i32 %2, 1
  %70 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %71 = load i32, ptr %70, align 4
  %72 = mul i32 %71, %69
  %73 = add i32 %72, %1
  %74 = getelementptr inbounds nuw i8, ptr %0, i64 680
  %75 = load i32, ptr %74, align 8
  %76 = add i32 %75, %1
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %78 = load ptr, ptr %77, align 8
  %79 = load i32, ptr %24, align 8
  %80 = mul i32 %79, %1
  %81 = zext i32 %80 to i64
  %82 = getelementptr inbounds nuw i32, ptr %78, i64 %81
  %83 = icmp ne i32 %2, 1
  %84 = icmp ne i32 %60, 0
  %85 = select i1 %83, i1 true, i1 %84
  br i1 %85, label %158, label %145
86:
  %87 = phi i32 [ %4, %62 ], [ %118, %143 ]
  %88 = sub i32 0, %87
  %89 = and i32 %87, %88
  br i1 %63, label %114, label %90
90:
  %91 = phi i32 [ %102, %105 ], [ %87, %86 ]
  %92 = phi i32 [ %109, %105 ], [ %21, %86 ]
  %93 = phi i32 [ %108, %105 ], [ 0, %86 ]
  %94 = and i32 %92, 15
  %95 = zext nneg i32 %94 to i64
  %96 = getelementptr inbounds nuw i32, ptr %64, i64 %95
  %97 = load i32, ptr %96, align 4
  %98 = and i32 %89, %97
  %99 = icmp eq i32 %98, 0
  %100 = sext i1 %99 to i32
  %101 = xor i32 %97, %100
  %102 = and i32 %101, %91
  %103 = icmp ne i32 %93, %3
  %104 = select i1 %99, i1 true, i1 %103
  br i1 %104, label %105, label %114
105:
  %106 = xor i1 %99, true
  %107 = zext i1 %106 to i32
  %108 = add i32 %93, %107
  %109 = add i32 %92, -1
  %110 = icmp ne i32 %109, 0
  %111 = sub i32 %21, %109
  %112 = icmp samesign ult i32 %111, 16
  %113 = and i1 %110, %112
  br i1 %113, label %90, label %114
114:
  %115 = phi i32 [ %87, %86 ], [ %102, %90 ], [ %102, %105 ]
  %116 = phi i32 [ 0, %86 ], [ %109, %105 ], [ %92, %90 ]
  %117 = xor i32 %115, -1
  %118 = and i32 %87, %117
  %119 = load i32, ptr %18, align 4
  %120 = icmp ugt i32 %119, %116
  br i1 %120, label %130, label %121
121:
  %122 = phi i32 [ %128, %121 ], [ %119, %114 ]
  %123 = and i32 %122, 15
  %124 = zext nneg i32 %123 to i64
  %125 = getelementptr inbounds nuw i32, ptr %65, i64 %124
  %126 = load i32, ptr %125, align 4
  %127 = and i32 %126, %117
  store i32 %127, ptr %125, align 4
  %128 = add i32 %122, 1
  %129 = icmp ugt i32 %128, %116
  br i1 %129, label %130, label %121
130:
  br i1 %5, label %143, label %131
131:
  %132 = load i32, ptr %66, align 4
  %133 = icmp ugt i32 %132, %116
  br i1 %133, label %143, label %134
134:
  %135 = phi i32 [ %141, %134 ], [ %132, %131 ]
  %136 = and i32 %135, 15
  %137 = zext nneg i32 %136 to i64
  %138 = getelementptr inbounds nuw i32, ptr %67, i64 %137
  %139 = load i32, ptr %138, align 4
  %140 = and i32 %139, %117
  store i32 %140, ptr %138, align 4
  %141 = add i32 %135, 1
  %142 = icmp ugt i32 %141, %116
  br i1 %142, label %143, label %134
143:
  %144 = icmp eq i32 %118, 0
  br i1 %144, label %68, label %86
145:
  %146 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %147 = load ptr, ptr %146, align 8
  %148 = getelementptr inbounds i32, ptr %147, i64 %11
  %149 = load i32, ptr %148, align 4
  %150 = icmp eq i32 %149, 0
  br i1 %150, label %158, label %151
151:
  %152 = zext i32 %73 to i64
  %153 = getelementptr inbounds nuw i32, ptr %82, i64 %152
  %154 = load i32, ptr %153, align 4
  %155 = getelementptr inbounds nuw i32, ptr %28, i64 %152
  %156 = load i32, ptr %155, align 4
  %157 = icmp ugt i32 %154, %156
  br i1 %157, label %290, label %158
158:
  %159 = phi i32 [ %60, %68 ], [ %4, %151 ], [ %4, %145 ]
  %160 = icmp eq i32 %2, 1
  br i1 %160, label %161, label %170
161:
  %162 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %163 = load ptr, ptr %162, align 8
  %164 = getelementptr inbounds i32, ptr %163, i64 %11
  %165 = load i32, ptr %164, align 4
  %166 = or i32 %165, %159
  %167 = icmp eq i32 %166, -1
  br i1 %167, label %170, label %168
168:
  %169 = call ptr @cute.check.gaining(ptr %0, i32 %1, i32 %159)
  br label %170
170:
  %171 = phi ptr [ null, %161 ], [ %169, %168 ], [ null, %158 ]
  %172 = phi ptr [ %28, %161 ], [ %82, %168 ], [ %28, %158 ]
  %173 = getelementptr inbounds nuw i8, ptr %18, i64 72
  %174 = load i32, ptr %18, align 4
  %175 = icmp ugt i32 %174, %21
  br i1 %175, label %186, label %176
176:
  %177 = phi i32 [ %184, %183 ], [ %174, %170 ]
  %178 = and i32 %177, 15
  %179 = zext nneg i32 %178 to i64
  %180 = getelementptr inbounds nuw i32, ptr %173, i64 %179
  %181 = load i32, ptr %180, align 4
  %182 = icmp eq i32 %181, 0
  br i1 %182, label %183, label %186
183:
  %184 = add i32 %177, 1
  store i32 %184, ptr %18, align 4
  %185 = icmp ugt i32 %184, %21
  br i1 %185, label %186, label %176
186:
  %187 = phi i32 [ %174, %170 ], [ %177, %176 ], [ %184, %183 ]
  %188 = add i32 %187, -1
  %189 = icmp eq i32 %2, 0
  %190 = icmp ne i32 %188, 0
  %191 = and i1 %189, %190
  %192 = sub i32 %21, %188
  %193 = icmp ult i32 %192, 8
  %194 = select i1 %191, i1 %193, i1 false
  br i1 %194, label %195, label %202
195:
  %196 = getelementptr inbounds nuw i8, ptr %12, i64 64
  %197 = and i32 %188, 7
  %198 = zext nneg i32 %197 to i64
  %199 = getelementptr inbounds nuw i32, ptr %196, i64 %198
  %200 = load i32, ptr %199, align 4
  %201 = add i32 %200, %188
  br label %202
202:
  %203 = phi i32 [ %201, %195 ], [ %188, %186 ]
  %204 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %205 = load i32, ptr %204, align 8
  %206 = add i32 %205, %203
  %207 = zext i32 %73 to i64
  %208 = getelementptr inbounds nuw i32, ptr %172, i64 %207
  %209 = load i32, ptr %208, align 4
  %210 = call i32 @llvm.umax.i32(i32 %209, i32 %206)
  store i32 %210, ptr %208, align 4
  %211 = icmp eq ptr %171, null
  br i1 %211, label %216, label %212
212:
  %213 = getelementptr inbounds nuw i32, ptr %171, i64 %207
  %214 = load i32, ptr %213, align 4
  %215 = call i32 @llvm.umax.i32(i32 %214, i32 %206)
  store i32 %215, ptr %213, align 4
  br label %216
216:
  %217 = or i1 %83, %5
  br i1 %217, label %290, label %218
218:
  %219 = load i32, ptr %204, align 8
  %220 = getelementptr inbounds nuw i8, ptr %18, i64 4
  %221 = getelementptr inbounds nuw i8, ptr %18, i64 136
  %222 = load i32, ptr %220, align 4
  %223 = icmp ugt i32 %222, %21
  br i1 %223, label %234, label %224
224:
  %225 = phi i32 [ %232, %231 ], [ %222, %218 ]
  %226 = and i32 %225, 15
  %227 = zext nneg i32 %226 to i64
  %228 = getelementptr inbounds nuw i32, ptr %221, i64 %227
  %229 = load i32, ptr %228, align 4
  %230 = icmp eq i32 %229, 0
  br i1 %230, label %231, label %234
231:
  %232 = add i32 %225, 1
  store i32 %232, ptr %220, align 4
  %233 = icmp ugt i32 %232, %21
  br i1 %233, label %234, label %224
234:
  %235 = phi i32 [ %222, %218 ], [ %225, %224 ], [ %232, %231 ]
  %236 = add i32 %219, -1
  %237 = add i32 %236, %235
  %238 = zext i32 %76 to i64
  %239 = getelementptr inbounds nuw i32, ptr %172, i64 %238
  %240 = load i32, ptr %239, align 4
  %241 = call i32 @llvm.umax.i32(i32 %240, i32 %237)
  store i32 %241, ptr %239, align 4
  br i1 %211, label %290, label %242
242:
  %243 = getelementptr inbounds nuw i32, ptr %171, i64 %238
  %244 = load i32, ptr %243, align 4
  %245 = call i32 @llvm.umax.i32(i32 %244, i32 %237)
  store i32 %245, ptr %243, align 4
  br label %290
246:
  %247 = zext nneg i32 %2 to i64
  %248 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %249 = load ptr, ptr %248, align 8
  %250 = sext i32 %1 to i64
  %251 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %249, i64 %250
  %252 = getelementptr inbounds nuw i32, ptr %251, i64 %247
  %253 = load i32, ptr %252, align 4
  %254 = call i32 @llvm.usub.sat.i32(i32 %253, i32 %3)
  %255 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %256 = load i32, ptr %255, align 4
  %257 = urem i32 %1, %256
  %258 = and i32 %257, -4
  %259 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %260 = load ptr, ptr %259, align 8
  %261 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %262 = load i32, ptr %261, align 8
  %263 = mul i32 %262, %1
  %264 = zext i32 %263 to i64
  %265 = getelementptr inbounds nuw i32, ptr %260, i64 %264
  %266 = add nuw i32 %2, 1
  %267 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %268 = load i32, ptr %267, align 4
  %269 = mul i32 %268, %266
  %270 = and i32 %257, 3
  %271 = sub i32 %1, %270
  %272 = add i32 %271, %269
  %273 = zext i32 %272 to i64
  %274 = getelementptr inbounds nuw i32, ptr %265, i64 %273
  %275 = icmp eq i32 %256, %258
  br i1 %275, label %290, label %276
276:
  %277 = sub i32 %256, %258
  %278 = call i32 @llvm.umin.i32(i32 %277, i32 4)
  %279 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %280 = zext nneg i32 %278 to i64
  br label %281
281:
  %282 = phi i64 [ 0, %276 ], [ %288, %281 ]
  %283 = getelementptr inbounds nuw i32, ptr %274, i64 %282
  %284 = load i32, ptr %283, align 4
  %285 = load i32, ptr %279, align 8
  %286 = add i32 %285, %254
  %287 = call i32 @llvm.umax.i32(i32 %284, i32 %286)
  store i32 %287, ptr %283, align 4
  %288 = add nuw nsw i64 %282, 1
  %289 = icmp samesign ult i64 %288, %280
  br i1 %289, label %281, label %290
290:
  ret void
}
declare ptr @cute.check.gaining(ptr, i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
; check/handoffs.c
define void @cute.check.end_handoffs(ptr %0, ptr %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 748
  %4 = load i32, ptr %3, align 4
  %5 = zext nneg i32 %4 to i64
  %6 = shl nsw i64 -1, %5
  %7 = xor i64 %6, -1
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 744
  %9 = load i32, ptr %8, align 8
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %14, label %11
11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 696
  br label %24
14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 744
  %16 = load i32, ptr %15, align 8
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %78, label %18
18:
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %23 = load ptr, ptr %22, align 8
  br label %46
24:
  %25 = phi i64 [ 0, %11 ], [ %42, %41 ]
  %26 = load ptr, ptr %12, align 8
  %27 = load i32, ptr %13, align 8
  %28 = zext i32 %27 to i64
  %29 = shl nuw nsw i64 %28, 2
  %30 = add nuw nsw i64 %29, 16
  %31 = mul i64 %30, %25
  %32 = getelementptr inbounds nuw i8, ptr %26, i64 %31
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 8
  %34 = load i32, ptr %33, align 8
  %35 = icmp eq i32 %34, 0
  br i1 %35, label %41, label %36
36:
  %37 = load i64, ptr %32, align 8
  %38 = icmp sgt i64 %37, -1
  br i1 %38, label %39, label %41
39:
  %40 = getelementptr inbounds nuw i8, ptr %32, i64 16
  call void %1(ptr %0, i64 %37, i32 %34, ptr %40)
  br label %41
41:
  %42 = add nuw nsw i64 %25, 1
  %43 = load i32, ptr %8, align 8
  %44 = zext i32 %43 to i64
  %45 = icmp samesign ult i64 %42, %44
  br i1 %45, label %24, label %14
46:
  %47 = phi i32 [ %16, %18 ], [ %76, %72 ]
  %48 = add i32 %47, -1
  %49 = zext i32 %48 to i64
  %50 = load i32, ptr %21, align 8
  %51 = zext i32 %50 to i64
  %52 = shl nuw nsw i64 %51, 2
  %53 = add nuw nsw i64 %52, 16
  %54 = mul i64 %53, %49
  %55 = getelementptr inbounds nuw i8, ptr %20, i64 %54
  %56 = load i64, ptr %55, align 8
  %57 = load i32, ptr %3, align 4
  %58 = mul i64 %56, -7046029254386353131
  %59 = sub i32 64, %57
  %60 = zext nneg i32 %59 to i64
  %61 = lshr i64 %58, %60
  %62 = getelementptr inbounds nuw i32, ptr %23, i64 %61
  %63 = load i32, ptr %62, align 4
  %64 = icmp eq i32 %63, %47
  br i1 %64, label %72, label %65
65:
  %66 = phi i64 [ %68, %65 ], [ %61, %46 ]
  %67 = add i64 %66, 1
  %68 = and i64 %67, %7
  %69 = getelementptr inbounds nuw i32, ptr %23, i64 %68
  %70 = load i32, ptr %69, align 4
  %71 = icmp eq i32 %70, %47
  br i1 %71, label %72, label %65
72:
  %73 = phi i64 [ %61, %46 ], [ %68, %65 ]
  %74 = getelementptr inbounds nuw i32, ptr %23, i64 %73
  store i32 0, ptr %74, align 4
  %75 = load i32, ptr %15, align 8
  %76 = add i32 %75, -1
  store i32 %76, ptr %15, align 8
  %77 = icmp eq i32 %76, 0
  br i1 %77, label %78, label %46
78:
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define void @cute.check.step_lanes(ptr %0, i32 %1, i32 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %5 = load ptr, ptr %4, align 8
  %6 = sext i32 %1 to i64
  %7 = getelementptr inbounds i32, ptr %5, i64 %6
  %8 = load i32, ptr %7, align 4
  %9 = or i32 %8, %2
  %10 = icmp eq i32 %9, -1
  br i1 %10, label %11, label %12
11:
  call void @cute.check.step(ptr %0, i32 %1)
  br label %77
12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds { [32 x i32], i32, i32 }, ptr %14, i64 %6
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds { i32, i32 }, ptr %17, i64 %6
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %22 = load i32, ptr %21, align 8
  %23 = mul i32 %22, %1
  %24 = zext i32 %23 to i64
  %25 = getelementptr inbounds nuw i32, ptr %20, i64 %24
  %26 = getelementptr inbounds i32, ptr %25, i64 %6
  %27 = load i32, ptr %26, align 4
  store i32 %27, ptr %18, align 4
  %28 = getelementptr inbounds nuw i8, ptr %18, i64 4
  store i32 %2, ptr %28, align 4
  %29 = load i32, ptr %7, align 4
  %30 = or i32 %29, %2
  %31 = icmp eq i32 %30, -1
  br i1 %31, label %34, label %32
32:
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 664
  store i32 1, ptr %33, align 8
  br label %34
34:
  %35 = getelementptr inbounds nuw i8, ptr %15, i64 132
  %36 = load i32, ptr %35, align 4
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds i32, ptr %38, i64 %6
  %40 = load i32, ptr %39, align 4
  %41 = icmp eq i32 %36, %40
  br i1 %41, label %42, label %46
42:
  %43 = getelementptr inbounds nuw i8, ptr %15, i64 128
  %44 = load i32, ptr %43, align 4
  %45 = or i32 %44, %2
  br label %46
46:
  %47 = phi i32 [ %45, %42 ], [ %2, %34 ]
  %48 = getelementptr inbounds nuw i8, ptr %15, i64 128
  store i32 %47, ptr %48, align 4
  %49 = load i32, ptr %39, align 4
  store i32 %49, ptr %35, align 4
  %50 = icmp eq i32 %2, 0
  br i1 %50, label %68, label %51
51:
  %52 = load i32, ptr %21, align 8
  %53 = mul i32 %52, %1
  %54 = zext i32 %53 to i64
  %55 = getelementptr inbounds nuw i32, ptr %20, i64 %54
  %56 = getelementptr inbounds i32, ptr %55, i64 %6
  br label %57
57:
  %58 = phi i32 [ %2, %51 ], [ %66, %57 ]
  %59 = call i32 @llvm.cttz.i32(i32 %58, i1 true)
  %60 = zext nneg i32 %59 to i64
  %61 = getelementptr inbounds nuw i32, ptr %15, i64 %60
  %62 = load i32, ptr %61, align 4
  %63 = load i32, ptr %56, align 4
  %64 = call i32 @llvm.umax.i32(i32 %62, i32 %63)
  store i32 %64, ptr %61, align 4
  %65 = add i32 %58, -1
  %66 = and i32 %65, %58
  %67 = icmp eq i32 %66, 0
  br i1 %67, label %68, label %57
68:
  %69 = getelementptr inbounds nuw i8, ptr %0, i64 616
  %70 = load i32, ptr %69, align 8
  %71 = add i32 %70, 1
  store i32 %71, ptr %69, align 8
  %72 = load i32, ptr %21, align 8
  %73 = mul i32 %72, %1
  %74 = zext i32 %73 to i64
  %75 = getelementptr inbounds nuw i32, ptr %20, i64 %74
  %76 = getelementptr inbounds i32, ptr %75, i64 %6
  store i32 %71, ptr %76, align 4
  br label %77
77:
  ret void
}
declare void @cute.check.step(ptr, i32)
define void @cute.check.held_at(ptr %0, ptr %1, i32 %2, i64 %3) noinline {
  %5 = alloca i64, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 1840
  store i64 %3, ptr %6, align 8
  %7 = icmp eq i32 %2, 0
  br i1 %7, label %22, label %8
8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 1576
  br label %10
10:
  %11 = phi i32 [ %2, %8 ], [ %20, %10 ]
  %12 = call i32 @llvm.cttz.i32(i32 %11, i1 true)
  %13 = zext nneg i32 %12 to i64
  %14 = getelementptr inbounds nuw i64, ptr %1, i64 %13
  %15 = load i64, ptr %14, align 8
  call void @llvm.lifetime.start.p0(ptr %5)
  store i64 0, ptr %5, align 8
  %16 = inttoptr i64 %15 to ptr
  call void @llvm.memcpy.p0.p0.i64(ptr %5, ptr %16, i64 %3, i1 false)
  %17 = load i64, ptr %5, align 8
  call void @llvm.lifetime.end.p0(ptr %5)
  %18 = getelementptr inbounds nuw i64, ptr %9, i64 %13
  store i64 %17, ptr %18, align 8
  %19 = add i32 %11, -1
  %20 = and i32 %19, %11
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %22, label %10
22:
  ret void
}
declare i32 @llvm.cttz.i32(i32, i1)
define void @cute.check.hand_ons_at(ptr %0, i32 %1, i32 %2, ptr %3, i32 %4) noinline {
  %6 = alloca i64, align 8
  %7 = and i32 %2, 1536
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %11, label %9
9:
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 660
  store i32 1, ptr %10, align 4
  br label %11
11:
  %12 = and i32 %2, 16
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %235, label %14
14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %16 = load ptr, ptr %15, align 8
  %17 = sext i32 %1 to i64
  %18 = getelementptr inbounds { i32, [3 x i32], [3 x i32], [3 x i32] }, ptr %16, i64 %17
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %22 = load i32, ptr %21, align 8
  %23 = mul i32 %22, %1
  %24 = zext i32 %23 to i64
  %25 = getelementptr inbounds nuw i32, ptr %20, i64 %24
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 756
  %27 = load i32, ptr %26, align 4
  %28 = add i32 %27, 1
  store i32 %28, ptr %26, align 4
  %29 = lshr i32 %2, 10
  %30 = and i32 %29, 2
  %31 = xor i32 %30, 2
  %32 = and i32 %2, 512
  %33 = icmp eq i32 %32, 0
  %34 = and i32 %2, 1024
  %35 = icmp eq i32 %34, 0
  %36 = select i1 %35, i32 2, i32 1
  %37 = select i1 %33, i32 %36, i32 0
  %38 = icmp samesign ugt i32 %31, %37
  br i1 %38, label %50, label %39
39:
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %44 = zext i32 %1 to i64
  %45 = icmp eq i32 %4, 0
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %47 = zext nneg i32 %31 to i64
  %48 = add nuw nsw i32 %37, 1
  %49 = zext nneg i32 %48 to i64
  br label %55
50:
  %51 = load i32, ptr %18, align 4
  %52 = and i32 %51, 8
  %53 = icmp ne i32 %52, 0
  %54 = and i1 %8, %53
  br i1 %54, label %147, label %152
55:
  %56 = phi i64 [ %47, %39 ], [ %145, %144 ]
  %57 = load i32, ptr %40, align 4
  %58 = urem i32 %1, %57
  %59 = udiv i32 %1, %57
  %60 = sub nuw i32 %1, %58
  %61 = load ptr, ptr %19, align 8
  %62 = load i32, ptr %21, align 8
  %63 = mul i32 %62, %1
  %64 = zext i32 %63 to i64
  %65 = getelementptr inbounds nuw i32, ptr %61, i64 %64
  %66 = add i32 %60, %57
  %67 = icmp ult i32 %60, %66
  br i1 %67, label %68, label %110
68:
  %69 = icmp eq i64 %56, 2
  %70 = zext i32 %57 to i64
  %71 = zext i32 %59 to i64
  %72 = mul nuw i64 %71, %70
  %73 = trunc nuw nsw i64 %56 to i32
  br label %74
74:
  %75 = phi i64 [ %72, %68 ], [ %105, %104 ]
  %76 = load ptr, ptr %15, align 8
  %77 = getelementptr inbounds nuw { i32, [3 x i32], [3 x i32], [3 x i32] }, ptr %76, i64 %75
  %78 = getelementptr inbounds nuw i8, ptr %77, i64 28
  %79 = getelementptr inbounds nuw i32, ptr %78, i64 %56
  %80 = load i32, ptr %79, align 4
  %81 = icmp ne i64 %75, %44
  %82 = icmp ne i32 %80, 0
  %83 = select i1 %81, i1 %82, i1 false
  br i1 %83, label %84, label %104
84:
  %85 = getelementptr inbounds nuw i32, ptr %65, i64 %75
  %86 = load i32, ptr %85, align 4
  %87 = icmp ult i32 %86, %80
  br i1 %87, label %104, label %88
88:
  %89 = load ptr, ptr %41, align 8
  %90 = load i32, ptr %42, align 4
  %91 = mul i32 %90, %73
  %92 = trunc nuw i64 %75 to i32
  %93 = add i32 %91, %92
  %94 = load i32, ptr %21, align 8
  %95 = mul i32 %93, %94
  %96 = zext i32 %95 to i64
  %97 = getelementptr inbounds nuw i32, ptr %89, i64 %96
  call void @cute.check.join(ptr %0, ptr %65, ptr %97)
  br i1 %69, label %98, label %104
98:
  %99 = load ptr, ptr %43, align 8
  %100 = getelementptr inbounds nuw { ptr, ptr }, ptr %99, i64 %75
  %101 = load ptr, ptr %100, align 8
  %102 = icmp eq ptr %101, null
  br i1 %102, label %104, label %103
103:
  call void @cute.check.learn(ptr %0, i32 %1, i32 %4, ptr %100)
  br label %104
104:
  %105 = add nuw nsw i64 %75, 1
  %106 = load i32, ptr %40, align 4
  %107 = add i32 %106, %60
  %108 = zext i32 %107 to i64
  %109 = icmp ult i64 %105, %108
  br i1 %109, label %74, label %110
110:
  %111 = load ptr, ptr %41, align 8
  %112 = load i32, ptr %42, align 4
  %113 = trunc nuw nsw i64 %56 to i32
  %114 = mul i32 %112, %113
  %115 = add i32 %114, %1
  %116 = load i32, ptr %21, align 8
  %117 = mul i32 %115, %116
  %118 = zext i32 %117 to i64
  %119 = getelementptr inbounds nuw i32, ptr %111, i64 %118
  %120 = load i32, ptr %18, align 4
  %121 = shl nuw i32 1, %113
  %122 = and i32 %120, %121
  %123 = icmp eq i32 %122, 0
  br i1 %123, label %144, label %124
124:
  call void @cute.check.lanes_gain(ptr %0, i32 %1, ptr %119, i32 %4)
  br i1 %45, label %140, label %125
125:
  %126 = load ptr, ptr %46, align 8
  %127 = getelementptr inbounds { [32 x i32], i32, i32 }, ptr %126, i64 %17
  %128 = getelementptr inbounds i32, ptr %119, i64 %17
  br label %129
129:
  %130 = phi i32 [ %4, %125 ], [ %138, %129 ]
  %131 = call i32 @llvm.cttz.i32(i32 %130, i1 true)
  %132 = zext nneg i32 %131 to i64
  %133 = getelementptr inbounds nuw i32, ptr %127, i64 %132
  %134 = load i32, ptr %133, align 4
  %135 = load i32, ptr %128, align 4
  %136 = call i32 @llvm.umax.i32(i32 %134, i32 %135)
  store i32 %136, ptr %133, align 4
  %137 = add i32 %130, -1
  %138 = and i32 %137, %130
  %139 = icmp eq i32 %138, 0
  br i1 %139, label %140, label %129
140:
  %141 = xor i32 %121, -1
  %142 = load i32, ptr %18, align 4
  %143 = and i32 %142, %141
  store i32 %143, ptr %18, align 4
  br label %144
144:
  %145 = add nuw nsw i64 %56, 1
  %146 = icmp eq i64 %145, %49
  br i1 %146, label %50, label %55
147:
  %148 = and i32 %51, -9
  store i32 %148, ptr %18, align 4
  %149 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %150 = load ptr, ptr %149, align 8
  %151 = getelementptr inbounds { ptr, ptr }, ptr %150, i64 %17
  call void @cute.check.learn(ptr %0, i32 %1, i32 %4, ptr %151)
  br label %152
152:
  br i1 %38, label %164, label %153
153:
  %154 = getelementptr inbounds nuw i8, ptr %0, i64 280
  %155 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %156 = getelementptr inbounds nuw i8, ptr %0, i64 784
  %157 = getelementptr inbounds nuw i8, ptr %0, i64 752
  %158 = getelementptr inbounds nuw i8, ptr %18, i64 4
  %159 = getelementptr inbounds i32, ptr %25, i64 %17
  %160 = getelementptr inbounds nuw i8, ptr %18, i64 16
  %161 = zext nneg i32 %31 to i64
  %162 = add nuw nsw i32 %37, 1
  %163 = zext nneg i32 %162 to i64
  br label %199
164:
  %165 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %166 = load ptr, ptr %165, align 8
  %167 = getelementptr inbounds { [32 x i32], i32, i32 }, ptr %166, i64 %17
  %168 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %169 = load ptr, ptr %168, align 8
  %170 = getelementptr inbounds { i32, i32 }, ptr %169, i64 %17
  %171 = load ptr, ptr %19, align 8
  %172 = load i32, ptr %21, align 8
  %173 = mul i32 %172, %1
  %174 = zext i32 %173 to i64
  %175 = getelementptr inbounds nuw i32, ptr %171, i64 %174
  %176 = getelementptr inbounds i32, ptr %175, i64 %17
  %177 = load i32, ptr %176, align 4
  store i32 %177, ptr %170, align 4
  %178 = getelementptr inbounds nuw i8, ptr %170, i64 4
  store i32 %4, ptr %178, align 4
  %179 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %180 = load ptr, ptr %179, align 8
  %181 = getelementptr inbounds i32, ptr %180, i64 %17
  %182 = load i32, ptr %181, align 4
  %183 = or i32 %182, %4
  %184 = icmp eq i32 %183, -1
  br i1 %184, label %187, label %185
185:
  %186 = getelementptr inbounds nuw i8, ptr %0, i64 664
  store i32 1, ptr %186, align 8
  br label %187
187:
  %188 = getelementptr inbounds nuw i8, ptr %167, i64 132
  %189 = load i32, ptr %188, align 4
  %190 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %191 = load ptr, ptr %190, align 8
  %192 = getelementptr inbounds i32, ptr %191, i64 %17
  %193 = load i32, ptr %192, align 4
  %194 = icmp eq i32 %189, %193
  br i1 %194, label %195, label %227
195:
  %196 = getelementptr inbounds nuw i8, ptr %167, i64 128
  %197 = load i32, ptr %196, align 4
  %198 = or i32 %197, %4
  br label %227
199:
  %200 = phi i64 [ %161, %153 ], [ %225, %199 ]
  %201 = load ptr, ptr %154, align 8
  %202 = load i32, ptr %155, align 4
  %203 = trunc nuw nsw i64 %200 to i32
  %204 = mul i32 %202, %203
  %205 = add i32 %204, %1
  %206 = load i32, ptr %21, align 8
  %207 = mul i32 %205, %206
  %208 = zext i32 %207 to i64
  %209 = getelementptr inbounds nuw i32, ptr %201, i64 %208
  %210 = load i32, ptr %156, align 8
  %211 = zext i32 %210 to i64
  %212 = shl nuw nsw i64 %211, 2
  call void @llvm.memmove.p0.p0.i64(ptr %209, ptr %25, i64 %212, i1 false)
  %213 = load ptr, ptr %154, align 8
  %214 = load i32, ptr %155, align 4
  %215 = mul i32 %214, %203
  %216 = add i32 %215, %1
  %217 = load i32, ptr %21, align 8
  %218 = mul i32 %216, %217
  %219 = zext i32 %218 to i64
  %220 = getelementptr inbounds nuw i32, ptr %213, i64 %219
  call void @cute.check.join_gained(ptr %0, i32 %1, i32 %4, ptr %220)
  %221 = load i32, ptr %157, align 8
  %222 = getelementptr inbounds nuw i32, ptr %158, i64 %200
  store i32 %221, ptr %222, align 4
  %223 = load i32, ptr %159, align 4
  %224 = getelementptr inbounds nuw i32, ptr %160, i64 %200
  store i32 %223, ptr %224, align 4
  %225 = add nuw nsw i64 %200, 1
  %226 = icmp eq i64 %225, %163
  br i1 %226, label %164, label %199
227:
  %228 = phi i32 [ %198, %195 ], [ %4, %187 ]
  %229 = getelementptr inbounds nuw i8, ptr %167, i64 128
  store i32 %228, ptr %229, align 4
  %230 = load i32, ptr %192, align 4
  store i32 %230, ptr %188, align 4
  %231 = getelementptr inbounds nuw i8, ptr %0, i64 616
  %232 = load i32, ptr %231, align 8
  %233 = add i32 %232, 1
  store i32 %233, ptr %231, align 8
  %234 = getelementptr inbounds i32, ptr %25, i64 %17
  store i32 %233, ptr %234, align 4
  br label %705
235:
  %236 = getelementptr inbounds nuw i8, ptr %0, i64 1840
  %237 = load i64, ptr %236, align 8
  %238 = icmp eq i64 %237, 0
  %239 = icmp eq i32 %4, 0
  %240 = or i1 %239, %238
  br i1 %240, label %261, label %241
241:
  %242 = getelementptr inbounds nuw i8, ptr %0, i64 1576
  br label %243
243:
  %244 = phi i32 [ 0, %241 ], [ %257, %243 ]
  %245 = phi i32 [ %4, %241 ], [ %259, %243 ]
  %246 = call i32 @llvm.cttz.i32(i32 %245, i1 true)
  %247 = zext nneg i32 %246 to i64
  %248 = getelementptr inbounds nuw i64, ptr %242, i64 %247
  %249 = load i64, ptr %248, align 8
  %250 = getelementptr inbounds nuw i64, ptr %3, i64 %247
  %251 = load i64, ptr %250, align 8
  call void @llvm.lifetime.start.p0(ptr %6)
  store i64 0, ptr %6, align 8
  %252 = inttoptr i64 %251 to ptr
  call void @llvm.memcpy.p0.p0.i64(ptr %6, ptr %252, i64 %237, i1 false)
  %253 = load i64, ptr %6, align 8
  call void @llvm.lifetime.end.p0(ptr %6)
  %254 = icmp eq i64 %249, %253
  %255 = shl nuw i32 1, %246
  %256 = select i1 %254, i32 %255, i32 0
  %257 = or i32 %256, %244
  %258 = add i32 %245, -1
  %259 = and i32 %258, %245
  %260 = icmp eq i32 %259, 0
  br i1 %260, label %261, label %243
261:
  %262 = phi i32 [ 0, %235 ], [ %257, %243 ]
  store i64 0, ptr %236, align 8
  %263 = xor i32 %262, -1
  %264 = and i32 %4, %263
  %265 = icmp eq i32 %262, 0
  br i1 %265, label %286, label %266
266:
  %267 = lshr i32 %2, 10
  %268 = and i32 %267, 2
  %269 = xor i32 %268, 2
  %270 = and i32 %2, 512
  %271 = icmp eq i32 %270, 0
  %272 = and i32 %2, 1024
  %273 = icmp eq i32 %272, 0
  %274 = select i1 %273, i32 2, i32 1
  %275 = select i1 %271, i32 %274, i32 0
  %276 = icmp samesign ugt i32 %269, %275
  %277 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %278 = getelementptr inbounds nuw i8, ptr %0, i64 656
  %279 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %280 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %281 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %282 = getelementptr inbounds nuw i8, ptr %0, i64 784
  %283 = zext nneg i32 %269 to i64
  %284 = add nuw nsw i32 %275, 1
  %285 = zext nneg i32 %284 to i64
  br label %344
286:
  %287 = icmp eq i32 %264, 0
  br i1 %287, label %705, label %288
288:
  %289 = lshr i32 %2, 10
  %290 = and i32 %289, 2
  %291 = xor i32 %290, 2
  %292 = and i32 %2, 512
  %293 = icmp eq i32 %292, 0
  %294 = and i32 %2, 1024
  %295 = icmp eq i32 %294, 0
  %296 = select i1 %295, i32 2, i32 1
  %297 = select i1 %293, i32 %296, i32 0
  %298 = icmp samesign ugt i32 %291, %297
  %299 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %300 = getelementptr inbounds nuw i8, ptr %0, i64 656
  %301 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %302 = and i32 %2, 4
  %303 = icmp eq i32 %302, 0
  %304 = and i32 %2, 1
  %305 = icmp eq i32 %304, 0
  %306 = and i32 %2, 4096
  %307 = icmp eq i32 %306, 0
  %308 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %309 = sext i32 %1 to i64
  %310 = add i32 %1, 1
  %311 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %312 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %313 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %314 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %315 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %316 = getelementptr inbounds nuw i8, ptr %0, i64 784
  %317 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %318 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %319 = and i32 %2, 10
  %320 = getelementptr inbounds nuw i8, ptr %0, i64 756
  %321 = getelementptr inbounds nuw i8, ptr %0, i64 280
  %322 = zext i32 %1 to i64
  %323 = and i32 %2, 64
  %324 = icmp eq i32 %323, 0
  %325 = getelementptr inbounds nuw i8, ptr %0, i64 752
  %326 = zext nneg i32 %291 to i64
  %327 = add nuw nsw i32 %297, 1
  %328 = zext nneg i32 %327 to i64
  %329 = and i32 %2, 8192
  %330 = icmp eq i32 %329, 0
  %331 = and i32 %2, 4100
  %332 = icmp eq i32 %331, 4
  %333 = and i32 %2, 10
  %334 = icmp eq i32 %333, 10
  %335 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %336 = sext i32 %1 to i64
  %337 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %338 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %339 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %340 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %341 = getelementptr inbounds nuw i8, ptr %0, i64 664
  %342 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %343 = getelementptr inbounds nuw i8, ptr %0, i64 616
  br label %403
344:
  %345 = phi i32 [ %262, %266 ], [ %401, %399 ]
  %346 = call i32 @llvm.cttz.i32(i32 %345, i1 true)
  %347 = zext nneg i32 %346 to i64
  %348 = getelementptr inbounds nuw i64, ptr %3, i64 %347
  %349 = load i64, ptr %348, align 8
  br i1 %276, label %399, label %350
350:
  %351 = phi i64 [ %397, %396 ], [ %283, %344 ]
  %352 = trunc nuw nsw i64 %351 to i32
  switch i32 %352, label %353 [
    i32 2, label %368
    i32 0, label %354
  ]
353:
  br label %354
354:
  %355 = phi ptr [ %278, %353 ], [ %277, %350 ]
  %356 = load i32, ptr %355, align 4
  %357 = udiv i32 %1, %356
  %358 = zext i32 %357 to i64
  %359 = load i32, ptr %279, align 8
  %360 = zext i32 %359 to i64
  %361 = shl nuw i64 %360, 32
  %362 = shl nuw nsw i64 %358, 2
  %363 = or i64 %361, %362
  %364 = add nuw nsw i64 %363, %351
  %365 = mul i64 %364, 2177342782468422677
  %366 = or i64 %365, -9223372036854775808
  %367 = xor i64 %366, %349
  br label %368
368:
  %369 = phi i64 [ %367, %354 ], [ %349, %350 ]
  %370 = call ptr @handoffs.find_entry(ptr %0, i32 %1, i64 %369)
  %371 = icmp eq ptr %370, null
  br i1 %371, label %396, label %372
372:
  %373 = getelementptr inbounds nuw i8, ptr %370, i64 8
  %374 = load i32, ptr %373, align 8
  %375 = icmp eq i32 %374, 0
  br i1 %375, label %396, label %376
376:
  %377 = getelementptr inbounds nuw i8, ptr %370, i64 16
  %378 = load ptr, ptr %280, align 8
  %379 = load i32, ptr %281, align 8
  %380 = mul i32 %379, %1
  %381 = zext i32 %380 to i64
  %382 = getelementptr inbounds nuw i32, ptr %378, i64 %381
  %383 = load i32, ptr %282, align 8
  %384 = icmp eq i32 %383, 0
  br i1 %384, label %396, label %385
385:
  %386 = phi i64 [ %392, %385 ], [ 0, %376 ]
  %387 = getelementptr inbounds nuw i32, ptr %377, i64 %386
  %388 = load i32, ptr %387, align 4
  %389 = getelementptr inbounds nuw i32, ptr %382, i64 %386
  %390 = load i32, ptr %389, align 4
  %391 = call i32 @llvm.umin.i32(i32 %388, i32 %390)
  store i32 %391, ptr %387, align 4
  %392 = add nuw nsw i64 %386, 1
  %393 = load i32, ptr %282, align 8
  %394 = zext i32 %393 to i64
  %395 = icmp samesign ult i64 %392, %394
  br i1 %395, label %385, label %396
396:
  %397 = add nuw nsw i64 %351, 1
  %398 = icmp eq i64 %397, %285
  br i1 %398, label %399, label %350
399:
  %400 = add i32 %345, -1
  %401 = and i32 %400, %345
  %402 = icmp eq i32 %401, 0
  br i1 %402, label %286, label %344
403:
  %404 = phi i32 [ %264, %288 ], [ %691, %689 ]
  %405 = call i32 @llvm.cttz.i32(i32 %404, i1 true)
  %406 = zext nneg i32 %405 to i64
  %407 = getelementptr inbounds nuw i64, ptr %3, i64 %406
  %408 = load i64, ptr %407, align 8
  br label %693
409:
  %410 = and i32 %702, %404
  br i1 %298, label %413, label %411
411:
  %412 = icmp eq i32 %410, 0
  br label %414
413:
  br i1 %330, label %645, label %643
414:
  %415 = phi i64 [ %326, %411 ], [ %641, %640 ]
  %416 = trunc nuw nsw i64 %415 to i32
  switch i32 %416, label %417 [
    i32 2, label %432
    i32 0, label %418
  ]
417:
  br label %418
418:
  %419 = phi ptr [ %300, %417 ], [ %299, %414 ]
  %420 = load i32, ptr %419, align 4
  %421 = udiv i32 %1, %420
  %422 = zext i32 %421 to i64
  %423 = load i32, ptr %301, align 8
  %424 = zext i32 %423 to i64
  %425 = shl nuw i64 %424, 32
  %426 = shl nuw nsw i64 %422, 2
  %427 = or i64 %425, %426
  %428 = add nuw nsw i64 %427, %415
  %429 = mul i64 %428, 2177342782468422677
  %430 = or i64 %429, -9223372036854775808
  %431 = xor i64 %430, %408
  br label %432
432:
  %433 = phi i64 [ %431, %418 ], [ %408, %414 ]
  %434 = call ptr @handoffs.find_entry(ptr %0, i32 %1, i64 %433)
  %435 = icmp eq ptr %434, null
  br i1 %435, label %640, label %436
436:
  br i1 %303, label %553, label %437
437:
  br i1 %307, label %440, label %438
438:
  %439 = call ptr @cute.check.past_for(ptr %0, i32 %1, i64 %408)
  br label %440
440:
  %441 = phi ptr [ %439, %438 ], [ null, %437 ]
  %442 = icmp eq ptr %441, null
  br i1 %442, label %449, label %443
443:
  %444 = getelementptr inbounds nuw i8, ptr %441, i64 30
  %445 = load i16, ptr %444, align 2
  %446 = icmp eq i16 %445, 0
  %447 = getelementptr inbounds nuw i8, ptr %441, i64 32
  %448 = select i1 %446, ptr null, ptr %447
  br label %455
449:
  %450 = getelementptr inbounds nuw i8, ptr %434, i64 8
  %451 = load i32, ptr %450, align 8
  %452 = icmp eq i32 %451, 0
  %453 = getelementptr inbounds nuw i8, ptr %434, i64 16
  %454 = select i1 %452, ptr null, ptr %453
  br label %455
455:
  %456 = phi ptr [ %448, %443 ], [ %454, %449 ]
  br i1 %305, label %494, label %457
457:
  %458 = icmp eq ptr %456, null
  br i1 %458, label %475, label %459
459:
  call void @cute.check.lanes_gain(ptr %0, i32 %1, ptr %456, i32 %410)
  br i1 %412, label %475, label %460
460:
  %461 = load ptr, ptr %308, align 8
  %462 = getelementptr inbounds { [32 x i32], i32, i32 }, ptr %461, i64 %309
  %463 = getelementptr inbounds i32, ptr %456, i64 %309
  br label %464
464:
  %465 = phi i32 [ %410, %460 ], [ %473, %464 ]
  %466 = call i32 @llvm.cttz.i32(i32 %465, i1 true)
  %467 = zext nneg i32 %466 to i64
  %468 = getelementptr inbounds nuw i32, ptr %462, i64 %467
  %469 = load i32, ptr %468, align 4
  %470 = load i32, ptr %463, align 4
  %471 = call i32 @llvm.umax.i32(i32 %469, i32 %470)
  store i32 %471, ptr %468, align 4
  %472 = add i32 %465, -1
  %473 = and i32 %472, %465
  %474 = icmp eq i32 %473, 0
  br i1 %474, label %475, label %464
475:
  %476 = icmp eq i64 %415, 2
  br i1 %476, label %477, label %553
477:
  %478 = getelementptr inbounds nuw i8, ptr %434, i64 12
  %479 = load i32, ptr %478, align 4
  %480 = icmp eq i32 %479, %310
  br i1 %480, label %553, label %481
481:
  %482 = load i64, ptr %434, align 8
  %483 = call ptr @cute.check.released_before(ptr %0, i64 %482)
  %484 = icmp eq ptr %483, null
  br i1 %484, label %486, label %485
485:
  call void @cute.check.learn(ptr %0, i32 %1, i32 %410, ptr %483)
  br label %486
486:
  %487 = load ptr, ptr %311, align 8
  %488 = getelementptr inbounds i32, ptr %487, i64 %309
  %489 = load i32, ptr %488, align 4
  %490 = or i32 %489, %410
  %491 = icmp eq i32 %490, -1
  %492 = or i1 %484, %491
  %493 = select i1 %492, i32 %310, i32 0
  store i32 %493, ptr %478, align 4
  br label %553
494:
  %495 = load ptr, ptr %312, align 8
  %496 = getelementptr inbounds { i32, [3 x i32], [3 x i32], [3 x i32] }, ptr %495, i64 %309
  %497 = icmp eq ptr %456, null
  br i1 %497, label %528, label %498
498:
  %499 = load i32, ptr %496, align 4
  %500 = shl nuw nsw i32 1, %416
  %501 = and i32 %499, %500
  %502 = icmp eq i32 %501, 0
  %503 = load ptr, ptr %313, align 8
  %504 = load i32, ptr %314, align 4
  %505 = mul i32 %504, %416
  %506 = add i32 %505, %1
  %507 = load i32, ptr %315, align 8
  %508 = mul i32 %506, %507
  %509 = zext i32 %508 to i64
  %510 = getelementptr inbounds nuw i32, ptr %503, i64 %509
  br i1 %502, label %511, label %515
511:
  %512 = load i32, ptr %316, align 8
  %513 = zext i32 %512 to i64
  %514 = shl nuw nsw i64 %513, 2
  call void @llvm.memmove.p0.p0.i64(ptr %510, ptr %456, i64 %514, i1 false)
  br label %516
515:
  call void @cute.check.join(ptr %0, ptr %510, ptr %456)
  br label %516
516:
  %517 = load i32, ptr %496, align 4
  %518 = or i32 %517, %500
  store i32 %518, ptr %496, align 4
  %519 = load ptr, ptr %317, align 8
  %520 = load i32, ptr %315, align 8
  %521 = mul i32 %520, %1
  %522 = zext i32 %521 to i64
  %523 = getelementptr inbounds nuw i32, ptr %519, i64 %522
  %524 = getelementptr inbounds i32, ptr %523, i64 %309
  %525 = load i32, ptr %524, align 4
  %526 = getelementptr inbounds nuw i8, ptr %496, i64 28
  %527 = getelementptr inbounds nuw i32, ptr %526, i64 %415
  store i32 %525, ptr %527, align 4
  br label %528
528:
  %529 = icmp eq i64 %415, 2
  br i1 %529, label %530, label %537
530:
  %531 = getelementptr inbounds nuw i8, ptr %434, i64 12
  %532 = load i32, ptr %531, align 4
  %533 = icmp eq i32 %532, %310
  br i1 %533, label %537, label %534
534:
  %535 = load i64, ptr %434, align 8
  %536 = call ptr @cute.check.released_before(ptr %0, i64 %535)
  br label %537
537:
  %538 = phi ptr [ %536, %534 ], [ null, %530 ], [ null, %528 ]
  %539 = icmp eq ptr %538, null
  br i1 %539, label %553, label %540
540:
  %541 = load i32, ptr %496, align 4
  %542 = or i32 %541, 8
  store i32 %542, ptr %496, align 4
  %543 = load ptr, ptr %317, align 8
  %544 = load i32, ptr %315, align 8
  %545 = mul i32 %544, %1
  %546 = zext i32 %545 to i64
  %547 = getelementptr inbounds nuw i32, ptr %543, i64 %546
  %548 = getelementptr inbounds i32, ptr %547, i64 %309
  %549 = load i32, ptr %548, align 4
  %550 = getelementptr inbounds nuw i8, ptr %496, i64 36
  store i32 %549, ptr %550, align 4
  %551 = load ptr, ptr %318, align 8
  %552 = getelementptr inbounds { ptr, ptr }, ptr %551, i64 %309
  call void @cute.check.add_knowledge(ptr %0, ptr %552, ptr %538)
  br label %553
553:
  switch i32 %319, label %640 [
    i32 10, label %554
    i32 8, label %575
  ]
554:
  br i1 %324, label %555, label %559
555:
  %556 = getelementptr inbounds nuw i8, ptr %434, i64 8
  %557 = load i32, ptr %556, align 8
  %558 = icmp eq i32 %557, 0
  br label %559
559:
  %560 = phi i1 [ true, %554 ], [ %558, %555 ]
  %561 = getelementptr inbounds nuw i8, ptr %434, i64 16
  %562 = load ptr, ptr %317, align 8
  %563 = load i32, ptr %315, align 8
  %564 = mul i32 %563, %1
  %565 = zext i32 %564 to i64
  %566 = getelementptr inbounds nuw i32, ptr %562, i64 %565
  br i1 %560, label %567, label %571
567:
  %568 = load i32, ptr %316, align 8
  %569 = zext i32 %568 to i64
  %570 = shl nuw nsw i64 %569, 2
  call void @llvm.memmove.p0.p0.i64(ptr %561, ptr %566, i64 %570, i1 false)
  br label %572
571:
  call void @cute.check.join(ptr %0, ptr %561, ptr %566)
  br label %572
572:
  call void @cute.check.join_gained(ptr %0, i32 %1, i32 %410, ptr %561)
  %573 = load i32, ptr %325, align 8
  %574 = getelementptr inbounds nuw i8, ptr %434, i64 8
  store i32 %573, ptr %574, align 8
  br label %640
575:
  %576 = load i32, ptr %299, align 4
  %577 = urem i32 %1, %576
  %578 = udiv i32 %1, %576
  %579 = sub nuw i32 %1, %577
  %580 = load i32, ptr %320, align 4
  %581 = icmp eq i32 %580, 0
  br i1 %581, label %640, label %582
582:
  %583 = getelementptr inbounds nuw i8, ptr %434, i64 8
  %584 = getelementptr inbounds nuw i8, ptr %434, i64 16
  %585 = zext i32 %576 to i64
  %586 = zext i32 %578 to i64
  %587 = mul nuw i64 %586, %585
  br label %588
588:
  %589 = phi i64 [ %587, %582 ], [ %639, %636 ]
  %590 = load i32, ptr %299, align 4
  %591 = add i32 %579, %590
  %592 = zext i32 %591 to i64
  %593 = icmp ult i64 %589, %592
  br i1 %593, label %594, label %640
594:
  %595 = load ptr, ptr %312, align 8
  %596 = getelementptr inbounds nuw { i32, [3 x i32], [3 x i32], [3 x i32] }, ptr %595, i64 %589
  %597 = getelementptr inbounds nuw i8, ptr %596, i64 4
  %598 = getelementptr inbounds nuw i32, ptr %597, i64 %415
  %599 = load i32, ptr %598, align 4
  %600 = icmp eq i32 %599, 0
  br i1 %600, label %636, label %601
601:
  %602 = icmp eq i64 %589, %322
  br i1 %602, label %615, label %603
603:
  %604 = load ptr, ptr %317, align 8
  %605 = load i32, ptr %315, align 8
  %606 = mul i32 %605, %1
  %607 = zext i32 %606 to i64
  %608 = getelementptr inbounds nuw i32, ptr %604, i64 %607
  %609 = getelementptr inbounds nuw i32, ptr %608, i64 %589
  %610 = load i32, ptr %609, align 4
  %611 = getelementptr inbounds nuw i8, ptr %596, i64 16
  %612 = getelementptr inbounds nuw i32, ptr %611, i64 %415
  %613 = load i32, ptr %612, align 4
  %614 = icmp ugt i32 %610, %613
  br i1 %614, label %615, label %636
615:
  %616 = load i32, ptr %583, align 8
  %617 = icmp eq i32 %616, 0
  %618 = load ptr, ptr %321, align 8
  %619 = load i32, ptr %314, align 4
  %620 = mul i32 %619, %416
  %621 = trunc nuw i64 %589 to i32
  %622 = add i32 %620, %621
  %623 = load i32, ptr %315, align 8
  %624 = mul i32 %622, %623
  %625 = zext i32 %624 to i64
  %626 = getelementptr inbounds nuw i32, ptr %618, i64 %625
  br i1 %617, label %627, label %631
627:
  %628 = load i32, ptr %316, align 8
  %629 = zext i32 %628 to i64
  %630 = shl nuw nsw i64 %629, 2
  call void @llvm.memmove.p0.p0.i64(ptr %584, ptr %626, i64 %630, i1 false)
  br label %632
631:
  call void @cute.check.join(ptr %0, ptr %584, ptr %626)
  br label %632
632:
  %633 = load i32, ptr %583, align 8
  %634 = load i32, ptr %598, align 4
  %635 = call i32 @llvm.umax.i32(i32 %633, i32 %634)
  store i32 %635, ptr %583, align 8
  br label %636
636:
  %637 = load i32, ptr %320, align 4
  %638 = icmp eq i32 %637, 0
  %639 = add nuw nsw i64 %589, 1
  br i1 %638, label %640, label %588
640:
  %641 = add nuw nsw i64 %415, 1
  %642 = icmp eq i64 %641, %328
  br i1 %642, label %413, label %414
643:
  %644 = call ptr @handoffs.find_entry(ptr %0, i32 %1, i64 %408)
  call void @cute.check.note_past(ptr %0, i32 %1, i64 %408, ptr %644, i64 %237, i32 %410)
  br label %645
645:
  br i1 %332, label %646, label %647
646:
  call void @cute.check.see_latest(ptr %0, i32 %1, i64 %408)
  br label %647
647:
  br i1 %334, label %648, label %689
648:
  %649 = load ptr, ptr %335, align 8
  %650 = getelementptr inbounds { [32 x i32], i32, i32 }, ptr %649, i64 %336
  %651 = load ptr, ptr %337, align 8
  %652 = getelementptr inbounds { i32, i32 }, ptr %651, i64 %336
  %653 = load ptr, ptr %338, align 8
  %654 = load i32, ptr %339, align 8
  %655 = mul i32 %654, %1
  %656 = zext i32 %655 to i64
  %657 = getelementptr inbounds nuw i32, ptr %653, i64 %656
  %658 = getelementptr inbounds i32, ptr %657, i64 %336
  %659 = load i32, ptr %658, align 4
  store i32 %659, ptr %652, align 4
  %660 = getelementptr inbounds nuw i8, ptr %652, i64 4
  store i32 %410, ptr %660, align 4
  %661 = load ptr, ptr %340, align 8
  %662 = getelementptr inbounds i32, ptr %661, i64 %336
  %663 = load i32, ptr %662, align 4
  %664 = or i32 %663, %410
  %665 = icmp eq i32 %664, -1
  br i1 %665, label %667, label %666
666:
  store i32 1, ptr %341, align 8
  br label %667
667:
  %668 = getelementptr inbounds nuw i8, ptr %650, i64 132
  %669 = load i32, ptr %668, align 4
  %670 = load ptr, ptr %342, align 8
  %671 = getelementptr inbounds i32, ptr %670, i64 %336
  %672 = load i32, ptr %671, align 4
  %673 = icmp eq i32 %669, %672
  br i1 %673, label %674, label %678
674:
  %675 = getelementptr inbounds nuw i8, ptr %650, i64 128
  %676 = load i32, ptr %675, align 4
  %677 = or i32 %676, %410
  br label %678
678:
  %679 = phi i32 [ %677, %674 ], [ %410, %667 ]
  %680 = getelementptr inbounds nuw i8, ptr %650, i64 128
  store i32 %679, ptr %680, align 4
  %681 = load i32, ptr %671, align 4
  store i32 %681, ptr %668, align 4
  %682 = load i32, ptr %343, align 8
  %683 = add i32 %682, 1
  store i32 %683, ptr %343, align 8
  %684 = load i32, ptr %339, align 8
  %685 = mul i32 %684, %1
  %686 = zext i32 %685 to i64
  %687 = getelementptr inbounds nuw i32, ptr %653, i64 %686
  %688 = getelementptr inbounds i32, ptr %687, i64 %336
  store i32 %683, ptr %688, align 4
  br label %689
689:
  %690 = xor i32 %702, -1
  %691 = and i32 %404, %690
  %692 = icmp eq i32 %691, 0
  br i1 %692, label %705, label %403
693:
  %694 = phi i64 [ 0, %403 ], [ %703, %693 ]
  %695 = phi i32 [ 0, %403 ], [ %702, %693 ]
  %696 = getelementptr inbounds nuw i64, ptr %3, i64 %694
  %697 = load i64, ptr %696, align 8
  %698 = icmp eq i64 %697, %408
  %699 = zext i1 %698 to i32
  %700 = trunc nuw nsw i64 %694 to i32
  %701 = shl nuw i32 %699, %700
  %702 = or i32 %701, %695
  %703 = add nuw nsw i64 %694, 1
  %704 = icmp eq i64 %703, 32
  br i1 %704, label %409, label %693
705:
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @cute.check.lanes_gain(ptr, i32, ptr, i32)
declare void @cute.check.learn(ptr, i32, i32, ptr)
declare void @cute.check.join_gained(ptr, i32, i32, ptr)
declare void @cute.check.join(ptr, ptr, ptr)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define internal ptr @handoffs.find_entry(ptr %0, i32 %1, i64 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 748
  %5 = mul i64 %2, -7046029254386353131
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 744
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 696
  br label %15
12:
  %13 = add nuw nsw i32 %17, 1
  %14 = icmp eq i32 %17, 0
  br i1 %14, label %15, label %81
15:
  %16 = phi ptr [ undef, %3 ], [ %80, %12 ]
  %17 = phi i32 [ 0, %3 ], [ %13, %12 ]
  %18 = load i32, ptr %4, align 4
  %19 = zext nneg i32 %18 to i64
  %20 = shl nsw i64 -1, %19
  %21 = xor i64 %20, -1
  %22 = sub i32 64, %18
  %23 = zext nneg i32 %22 to i64
  %24 = lshr i64 %5, %23
  %25 = load ptr, ptr %6, align 8
  %26 = getelementptr inbounds nuw i32, ptr %25, i64 %24
  %27 = load i32, ptr %26, align 4
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %52, label %29
29:
  %30 = load ptr, ptr %7, align 8
  %31 = load i32, ptr %8, align 8
  %32 = zext i32 %31 to i64
  %33 = shl nuw nsw i64 %32, 2
  %34 = add nuw nsw i64 %33, 16
  br label %35
35:
  %36 = phi i32 [ %27, %29 ], [ %50, %46 ]
  %37 = phi ptr [ %16, %29 ], [ %45, %46 ]
  %38 = phi i64 [ %24, %29 ], [ %48, %46 ]
  %39 = add i32 %36, -1
  %40 = zext i32 %39 to i64
  %41 = mul i64 %34, %40
  %42 = getelementptr inbounds nuw i8, ptr %30, i64 %41
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, %2
  %45 = select i1 %44, ptr %42, ptr %37
  br i1 %44, label %78, label %46
46:
  %47 = add i64 %38, 1
  %48 = and i64 %47, %21
  %49 = getelementptr inbounds nuw i32, ptr %25, i64 %48
  %50 = load i32, ptr %49, align 4
  %51 = icmp eq i32 %50, 0
  br i1 %51, label %52, label %35
52:
  %53 = phi i64 [ %24, %15 ], [ %48, %46 ]
  %54 = phi ptr [ %16, %15 ], [ %45, %46 ]
  %55 = load i32, ptr %9, align 8
  %56 = shl nuw i32 1, %18
  %57 = lshr i32 %56, 1
  %58 = icmp ult i32 %55, %57
  br i1 %58, label %59, label %73
59:
  %60 = getelementptr inbounds nuw i32, ptr %25, i64 %53
  %61 = load ptr, ptr %10, align 8
  %62 = zext nneg i32 %55 to i64
  %63 = load i32, ptr %11, align 8
  %64 = zext i32 %63 to i64
  %65 = shl nuw nsw i64 %64, 2
  %66 = add nuw nsw i64 %65, 16
  %67 = mul nuw i64 %66, %62
  %68 = getelementptr inbounds nuw i8, ptr %61, i64 %67
  store i64 %2, ptr %68, align 8
  %69 = getelementptr inbounds nuw i8, ptr %68, i64 8
  store i32 0, ptr %69, align 8
  %70 = getelementptr inbounds nuw i8, ptr %68, i64 12
  store i32 0, ptr %70, align 4
  %71 = load i32, ptr %9, align 8
  %72 = add i32 %71, 1
  store i32 %72, ptr %9, align 8
  store i32 %72, ptr %60, align 4
  br label %78
73:
  %74 = icmp eq i32 %17, 0
  br i1 %74, label %75, label %78
75:
  %76 = load ptr, ptr %0, align 8
  %77 = call i32 %76(ptr %0, i32 26, i32 %1, i32 0, i32 0, i64 %2, i64 0)
  br label %78
78:
  %79 = phi i1 [ true, %73 ], [ false, %59 ], [ true, %75 ], [ false, %35 ]
  %80 = phi ptr [ %54, %73 ], [ %68, %59 ], [ %54, %75 ], [ %45, %35 ]
  br i1 %79, label %12, label %81
81:
  %82 = phi ptr [ %80, %78 ], [ null, %12 ]
  ret ptr %82
}
declare void @cute.check.note_past(ptr, i32, i64, ptr, i64, i32)
declare void @cute.check.see_latest(ptr, i32, i64)
declare ptr @cute.check.past_for(ptr, i32, i64)
declare ptr @cute.check.released_before(ptr, i64)
declare void @cute.check.add_knowledge(ptr, ptr, ptr)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
; check/lanes.c
define void @cute.check.lanes_at(ptr %0, i32 %1, i32 %2, i32 %3, ptr %4, i32 %5) noinline {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %8 = load ptr, ptr %7, align 8
  %9 = sext i32 %2 to i64
  %10 = getelementptr inbounds i64, ptr %8, i64 %9
  %11 = load i64, ptr %10, align 8
  %12 = add i64 %11, 1
  store i64 %12, ptr %10, align 8
  %13 = icmp slt i64 %11, 32
  br i1 %13, label %14, label %19
14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 1320
  call void @llvm.memcpy.p0.p0.i64(ptr %15, ptr %4, i64 256, i1 false)
  %16 = zext i32 %5 to i64
  %17 = load ptr, ptr %0, align 8
  %18 = call i32 %17(ptr %0, i32 20, i32 %1, i32 %2, i32 %3, i64 %16, i64 0)
  br label %19
19:
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @cute.check.ways(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %7 = load ptr, ptr %6, align 8
  %8 = sext i32 %2 to i64
  %9 = getelementptr inbounds i64, ptr %7, i64 %8
  %10 = load i64, ptr %9, align 8
  %11 = add i64 %10, 1
  store i64 %11, ptr %9, align 8
  %12 = icmp slt i64 %10, 32
  br i1 %12, label %13, label %18
13:
  %14 = zext i32 %3 to i64
  %15 = zext i32 %4 to i64
  %16 = load ptr, ptr %0, align 8
  %17 = call i32 %16(ptr %0, i32 21, i32 %1, i32 %2, i32 0, i64 %14, i64 %15)
  br label %18
18:
  ret void
}
define i32 @cute.check.unbounded_at(ptr %0, i32 %1, i32 %2, i32 %3, ptr %4, i32 %5, i64 %6) noinline {
  %8 = icmp eq i32 %5, 0
  br i1 %8, label %50, label %9
9:
  %10 = and i32 %3, 1
  %11 = or disjoint i32 %10, 2
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %14 = add i64 %6, -1
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 1320
  %16 = zext i32 %1 to i64
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 1328
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 1336
  br label %19
19:
  %20 = phi i32 [ undef, %9 ], [ %45, %46 ]
  %21 = phi i32 [ %5, %9 ], [ %48, %46 ]
  %22 = call i32 @llvm.cttz.i32(i32 %21, i1 true)
  %23 = zext nneg i32 %22 to i64
  %24 = getelementptr inbounds nuw i64, ptr %4, i64 %23
  %25 = load i64, ptr %24, align 8
  %26 = lshr i64 %25, 12
  %27 = shl nuw nsw i64 %26, 8
  %28 = or disjoint i64 %27, %12
  %29 = load i64, ptr %13, align 8
  %30 = icmp eq i64 %28, %29
  br i1 %30, label %31, label %35
31:
  %32 = add i64 %14, %25
  %33 = lshr i64 %32, 12
  %34 = icmp eq i64 %26, %33
  br i1 %34, label %43, label %35
35:
  %36 = load ptr, ptr %0, align 8
  %37 = call i32 %36(ptr %0, i32 13, i32 %1, i32 %2, i32 %3, i64 %25, i64 %6)
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %40, label %39
39:
  store i64 %28, ptr %13, align 8
  br label %43
40:
  store i64 0, ptr %15, align 8
  store i64 %16, ptr %17, align 8
  %41 = load i64, ptr %24, align 8
  store i64 %41, ptr %18, align 8
  %42 = shl nuw i32 1, %22
  br label %43
43:
  %44 = phi i1 [ false, %40 ], [ true, %39 ], [ true, %31 ]
  %45 = phi i32 [ %42, %40 ], [ %20, %39 ], [ %20, %31 ]
  br i1 %44, label %46, label %50
46:
  %47 = add i32 %21, -1
  %48 = and i32 %47, %21
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %50, label %19
50:
  %51 = phi i32 [ 0, %7 ], [ %45, %43 ], [ 0, %46 ]
  ret i32 %51
}
declare void @llvm.lifetime.start.p0(ptr)
declare i32 @llvm.cttz.i32(i32, i1)
declare void @llvm.lifetime.end.p0(ptr)
define i32 @cute.check.clash_at(ptr %0, i32 %1, i64 %2, ptr %3, i64 %4) noinline {
  %6 = alloca [64 x i64], align 16
  call void @llvm.lifetime.start.p0(ptr %6)
  %7 = call i32 @llvm.ctpop.i32(i32 %1)
  %8 = icmp samesign ult i32 %7, 2
  br i1 %8, label %92, label %9
9:
  call void @llvm.memcpy.p0.p0.i64(ptr %6, ptr %0, i64 256, i1 false)
  %10 = getelementptr inbounds nuw i8, ptr %6, i64 256
  call void @llvm.memcpy.p0.p0.i64(ptr %10, ptr %0, i64 256, i1 false)
  %11 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %12 = load <32 x i64>, ptr %11, align 8
  %13 = load <32 x i64>, ptr %6, align 16
  %14 = sub <32 x i64> %12, %13
  %15 = insertelement <32 x i64> poison, i64 %2, i64 0
  %16 = shufflevector <32 x i64> %15, <32 x i64> poison, <32 x i32> zeroinitializer
  %17 = icmp slt <32 x i64> %14, %16
  %18 = bitcast <32 x i1> %17 to i32
  %19 = and i32 %18, 2147483647
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %92, label %21
21:
  %22 = add i64 %2, -1
  %23 = insertelement <32 x i64> poison, i64 %22, i64 0
  %24 = shufflevector <32 x i64> %23, <32 x i64> poison, <32 x i32> zeroinitializer
  %25 = add <32 x i64> %13, %24
  %26 = shl i64 %2, 1
  %27 = add i64 %26, -1
  %28 = insertelement <32 x i64> poison, i64 %27, i64 0
  %29 = shufflevector <32 x i64> %28, <32 x i64> poison, <32 x i32> zeroinitializer
  %30 = icmp sgt i64 %4, 0
  br label %34
31:
  %32 = add nuw nsw i64 %35, 1
  %33 = icmp eq i64 %32, 17
  br i1 %33, label %92, label %34
34:
  %35 = phi i64 [ 1, %21 ], [ %32, %31 ]
  %36 = phi i32 [ undef, %21 ], [ %91, %31 ]
  %37 = trunc nuw nsw i64 %35 to i32
  %38 = call i32 @llvm.fshr.i32(i32 %1, i32 %1, i32 %37)
  %39 = getelementptr inbounds nuw i64, ptr %6, i64 %35
  %40 = load <32 x i64>, ptr %39, align 8
  %41 = sub <32 x i64> %25, %40
  %42 = icmp ult <32 x i64> %41, %29
  %43 = bitcast <32 x i1> %42 to i32
  %44 = and i32 %38, %43
  %45 = and i32 %44, %1
  %46 = icmp eq i32 %45, 0
  br i1 %46, label %89, label %47
47:
  %48 = trunc nuw nsw i64 %35 to i32
  br label %49
49:
  %50 = phi i32 [ %84, %85 ], [ %36, %47 ]
  %51 = phi i32 [ %87, %85 ], [ %45, %47 ]
  %52 = call i32 @llvm.cttz.i32(i32 %51, i1 true)
  %53 = add nuw nsw i32 %52, %48
  %54 = and i32 %53, 31
  %55 = zext nneg i32 %52 to i64
  %56 = getelementptr inbounds nuw i64, ptr %0, i64 %55
  %57 = load i64, ptr %56, align 8
  %58 = zext nneg i32 %54 to i64
  %59 = getelementptr inbounds nuw i64, ptr %0, i64 %58
  %60 = load i64, ptr %59, align 8
  %61 = icmp eq i64 %57, %60
  br i1 %61, label %62, label %78
62:
  br i1 %30, label %63, label %82
63:
  %64 = zext nneg i32 %54 to i64
  br label %65
65:
  %66 = phi i64 [ 0, %63 ], [ %74, %65 ]
  %67 = shl i64 %66, 9
  %68 = getelementptr i8, ptr %3, i64 %67
  %69 = getelementptr i64, ptr %68, i64 %55
  %70 = load i64, ptr %69, align 8
  %71 = getelementptr i64, ptr %68, i64 %64
  %72 = load i64, ptr %71, align 8
  %73 = icmp ne i64 %70, %72
  %74 = add nuw nsw i64 %66, 1
  %75 = icmp eq i64 %74, %4
  %76 = select i1 %73, i1 true, i1 %75
  br i1 %76, label %77, label %65
77:
  br i1 %73, label %78, label %82
78:
  %79 = shl nuw nsw i32 %54, 8
  %80 = or disjoint i32 %79, %52
  %81 = or disjoint i32 %80, 65536
  br label %82
82:
  %83 = phi i1 [ false, %78 ], [ true, %77 ], [ true, %62 ]
  %84 = phi i32 [ %81, %78 ], [ %50, %77 ], [ %50, %62 ]
  br i1 %83, label %85, label %89
85:
  %86 = add i32 %51, -1
  %87 = and i32 %86, %51
  %88 = icmp eq i32 %87, 0
  br i1 %88, label %89, label %49
89:
  %90 = phi i1 [ true, %34 ], [ %83, %85 ], [ %83, %82 ]
  %91 = phi i32 [ %36, %34 ], [ %84, %85 ], [ %84, %82 ]
  br i1 %90, label %31, label %92
92:
  %93 = phi i32 [ 0, %5 ], [ 0, %9 ], [ %91, %89 ], [ 0, %31 ]
  call void @llvm.lifetime.end.p0(ptr %6)
  ret i32 %93
}
define void @cute.check.pieces(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, ptr %7, i32 %8, i64 %9) noinline {
  %11 = alloca [4 x i64], align 16
  %12 = icmp sgt i32 %8, 0
  br i1 %12, label %13, label %16
13:
  %14 = ptrtoint ptr %6 to i64
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 8
  br label %17
16:
  ret void
17:
  %18 = phi i32 [ 0, %13 ], [ %29, %28 ]
  call void @llvm.lifetime.start.p0(ptr %11)
  %19 = sub i32 %8, %18
  %20 = call i32 @llvm.smin.i32(i32 %19, i32 4)
  %21 = icmp sgt i32 %19, 0
  br i1 %21, label %22, label %28
22:
  %23 = load ptr, ptr %15, align 8
  %24 = ptrtoint ptr %23 to i64
  %25 = sext i32 %18 to i64
  %26 = zext nneg i32 %20 to i64
  %27 = getelementptr i32, ptr %7, i64 %25
  br label %31
28:
  call void @cute.check.engine_pieces(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %11, i32 %20)
  call void @llvm.lifetime.end.p0(ptr %11)
  %29 = add i32 %18, 4
  %30 = icmp slt i32 %29, %8
  br i1 %30, label %17, label %16
31:
  %32 = phi i64 [ 0, %22 ], [ %43, %31 ]
  %33 = getelementptr i32, ptr %27, i64 %32
  %34 = load i32, ptr %33, align 4
  %35 = zext i32 %34 to i64
  %36 = add i64 %35, %14
  %37 = lshr i64 %36, 3
  %38 = and i64 %37, %9
  %39 = xor i64 %38, %36
  %40 = sub i64 %39, %24
  %41 = lshr i64 %40, 2
  %42 = getelementptr inbounds nuw i64, ptr %11, i64 %32
  store i64 %41, ptr %42, align 8
  %43 = add nuw nsw i64 %32, 1
  %44 = icmp samesign ult i64 %43, %26
  br i1 %44, label %31, label %28
}
declare void @cute.check.engine_pieces(ptr, i32, i64, i64, i32, i32, ptr, i32)
define void @cute.check.registers(ptr %0, i32 %1, ptr %2, i32 %3, i32 %4) noinline {
  %6 = load i32, ptr %2, align 4
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %10 = load i32, ptr %9, align 8
  %11 = mul i32 %10, %1
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds nuw i32, ptr %8, i64 %12
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %15 = load i32, ptr %14, align 4
  %16 = zext i32 %15 to i64
  %17 = sext i32 %1 to i64
  %18 = mul nuw nsw i64 %16, 12
  %19 = getelementptr i8, ptr %13, i64 %18
  %20 = getelementptr i32, ptr %19, i64 %17
  %21 = load i32, ptr %20, align 4
  %22 = icmp ugt i32 %6, %21
  br i1 %22, label %23, label %29
23:
  %24 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %25 = load i32, ptr %24, align 4
  %26 = zext i32 %25 to i64
  %27 = load ptr, ptr %0, align 8
  %28 = call i32 %27(ptr %0, i32 11, i32 %1, i32 %3, i32 %4, i64 %26, i64 0)
  br label %29
29:
  %30 = icmp eq i32 %4, 0
  br i1 %30, label %39, label %31
31:
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %33, i64 %17
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 56
  %36 = load i32, ptr %35, align 4
  %37 = add i32 %36, 1
  %38 = getelementptr inbounds nuw i8, ptr %2, i64 8
  store i32 %37, ptr %38, align 4
  br label %39
39:
  ret void
}
define void @cute.check.accumulate(ptr %0, i32 %1, ptr %2, i32 %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %6 = load ptr, ptr %5, align 8
  %7 = sext i32 %1 to i64
  %8 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %6, i64 %7
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 56
  %10 = load i32, ptr %9, align 4
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %16, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %14 = load i32, ptr %13, align 4
  %15 = icmp ugt i32 %14, %10
  br i1 %15, label %16, label %20
16:
  %17 = zext i1 %11 to i64
  %18 = load ptr, ptr %0, align 8
  %19 = call i32 %18(ptr %0, i32 11, i32 %1, i32 %3, i32 2, i64 %17, i64 0)
  br label %20
20:
  ret void
}
define void @cute.check.lend(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = add i32 %2, %1
  %8 = call i32 @llvm.umin.i32(i32 %7, i32 %3)
  %9 = icmp ult i32 %1, %8
  br i1 %9, label %10, label %13
10:
  %11 = zext i32 %1 to i64
  %12 = zext i32 %8 to i64
  br label %14
13:
  ret void
14:
  %15 = phi i64 [ %11, %10 ], [ %19, %14 ]
  %16 = getelementptr inbounds nuw { i32, i32, i32 }, ptr %0, i64 %15
  store i32 %4, ptr %16, align 4
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 4
  store i32 %5, ptr %17, align 4
  %18 = getelementptr inbounds nuw i8, ptr %16, i64 8
  store i32 0, ptr %18, align 4
  %19 = add nuw nsw i64 %15, 1
  %20 = icmp eq i64 %19, %12
  br i1 %20, label %13, label %14
}
define void @cute.check.lent(ptr %0, i32 %1, ptr %2, i32 %3, i32 %4, i32 %5, i32 %6) noinline {
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %11 = load i32, ptr %10, align 8
  %12 = mul i32 %11, %1
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds nuw i32, ptr %9, i64 %13
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %16 = load i32, ptr %15, align 4
  %17 = zext i32 %16 to i64
  %18 = sext i32 %1 to i64
  %19 = mul nuw nsw i64 %17, 12
  %20 = getelementptr i8, ptr %14, i64 %19
  %21 = getelementptr i32, ptr %20, i64 %18
  %22 = load i32, ptr %21, align 4
  %23 = add i32 %4, %3
  %24 = call i32 @llvm.umin.i32(i32 %23, i32 %5)
  %25 = icmp ult i32 %3, %24
  br i1 %25, label %29, label %41
26:
  %27 = add nuw i32 %30, 1
  %28 = icmp eq i32 %27, %24
  br i1 %28, label %41, label %29
29:
  %30 = phi i32 [ %27, %26 ], [ %3, %7 ]
  %31 = zext i32 %30 to i64
  %32 = getelementptr inbounds nuw { i32, i32, i32 }, ptr %2, i64 %31
  %33 = load i32, ptr %32, align 4
  %34 = icmp ugt i32 %33, %22
  br i1 %34, label %35, label %26
35:
  %36 = getelementptr inbounds nuw i8, ptr %32, i64 4
  %37 = load i32, ptr %36, align 4
  %38 = zext i32 %37 to i64
  %39 = load ptr, ptr %0, align 8
  %40 = call i32 %39(ptr %0, i32 11, i32 %1, i32 %6, i32 3, i64 %38, i64 0)
  br label %41
41:
  ret void
}
define void @cute.check.multiply_fence(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %4 = load ptr, ptr %3, align 8
  %5 = sext i32 %1 to i64
  %6 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %4, i64 %5
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 56
  %8 = load i32, ptr %7, align 4
  %9 = add i32 %8, 1
  store i32 %9, ptr %7, align 4
  ret void
}
define void @cute.check.wrote(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4) noinline {
  %6 = icmp eq i32 %2, 0
  br i1 %6, label %16, label %7
7:
  %8 = zext i32 %1 to i64
  %9 = call i32 @llvm.usub.sat.i32(i32 %4, i32 %1)
  %10 = zext i32 %9 to i64
  %11 = zext i32 %2 to i64
  %12 = getelementptr inbounds i32, ptr %0, i64 %8
  br label %13
13:
  %14 = phi i64 [ 0, %7 ], [ %21, %17 ]
  %15 = icmp eq i64 %14, %10
  br i1 %15, label %16, label %17
16:
  ret void
17:
  %18 = getelementptr inbounds i32, ptr %12, i64 %14
  %19 = load i32, ptr %18, align 4
  %20 = or i32 %19, %3
  store i32 %20, ptr %18, align 4
  %21 = add nuw nsw i64 %14, 1
  %22 = icmp eq i64 %21, %11
  br i1 %22, label %16, label %13
}
define void @cute.check.unwritten(ptr %0, i32 %1, i32 %2, ptr %3, i32 %4, i32 %5, i32 %6, i32 %7) noinline {
  %9 = icmp eq i32 %5, 0
  br i1 %9, label %32, label %10
10:
  %11 = zext i32 %4 to i64
  %12 = call i32 @llvm.usub.sat.i32(i32 %7, i32 %4)
  %13 = zext i32 %12 to i64
  %14 = zext i32 %5 to i64
  br label %18
15:
  %16 = add nuw nsw i64 %19, 1
  %17 = icmp eq i64 %16, %14
  br i1 %17, label %32, label %18
18:
  %19 = phi i64 [ 0, %10 ], [ %16, %15 ]
  %20 = icmp eq i64 %19, %13
  br i1 %20, label %32, label %21
21:
  %22 = add nuw nsw i64 %19, %11
  %23 = getelementptr inbounds nuw i32, ptr %3, i64 %22
  %24 = load i32, ptr %23, align 4
  %25 = xor i32 %24, -1
  %26 = and i32 %6, %25
  %27 = icmp eq i32 %26, 0
  br i1 %27, label %15, label %28
28:
  %29 = zext i32 %26 to i64
  %30 = load ptr, ptr %0, align 8
  %31 = call i32 %30(ptr %0, i32 12, i32 %1, i32 %2, i32 0, i64 %29, i64 %22)
  br label %32
32:
  ret void
}
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
; check/looks.c
define void @cute.check.begin_looks(ptr %0) noinline {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 432
  store i64 0, ptr %2, align 8
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 416
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %12, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %8 = load i32, ptr %7, align 4
  %9 = shl i32 %8, 2
  %10 = zext i32 %9 to i64
  %11 = shl nuw nsw i64 %10, 4
  call void @llvm.memset.p0.i64(ptr %4, i8 0, i64 %11, i1 false)
  br label %12
12:
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @cute.check.note_past(ptr %0, i32 %1, i64 %2, ptr %3, i64 %4, i32 %5) noinline {
  %7 = and i64 %2, 3
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %9, label %120
9:
  %10 = icmp eq i64 %4, 0
  switch i64 %4, label %120 [
    i64 4, label %11
    i64 0, label %11
  ]
11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 408
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %15, label %29
15:
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %17 = load i32, ptr %16, align 8
  %18 = zext i32 %17 to i64
  %19 = shl nuw nsw i64 %18, 7
  %20 = add nuw nsw i64 %19, 1024
  %21 = call ptr @cute.check.take_room(ptr %0, i64 %20)
  store ptr %21, ptr %12, align 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %23 = load i32, ptr %22, align 4
  %24 = shl i32 %23, 2
  %25 = zext i32 %24 to i64
  %26 = shl nuw nsw i64 %25, 4
  %27 = call ptr @cute.check.take_room(ptr %0, i64 %26)
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store ptr %27, ptr %28, align 8
  br label %29
29:
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 432
  %31 = load i64, ptr %30, align 8
  %32 = call i64 @llvm.smax.i64(i64 %31, i64 32)
  %33 = add nsw i64 %32, -32
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 696
  br label %35
35:
  %36 = phi i64 [ %31, %29 ], [ %39, %38 ]
  %37 = icmp sgt i64 %36, %33
  br i1 %37, label %38, label %52
38:
  %39 = add nsw i64 %36, -1
  %40 = load i32, ptr %34, align 8
  %41 = zext i32 %40 to i64
  %42 = shl nuw nsw i64 %41, 2
  %43 = add nuw nsw i64 %42, 32
  %44 = load ptr, ptr %12, align 8
  %45 = and i64 %39, 31
  %46 = mul nuw nsw i64 %43, %45
  %47 = getelementptr inbounds nuw i8, ptr %44, i64 %46
  %48 = load i64, ptr %47, align 8
  %49 = icmp eq i64 %48, %2
  br i1 %49, label %50, label %35
50:
  %51 = getelementptr inbounds nuw i8, ptr %44, i64 %46
  br label %52
52:
  %53 = phi ptr [ %51, %50 ], [ null, %35 ]
  %54 = icmp eq ptr %53, null
  br i1 %54, label %73, label %55
55:
  %56 = getelementptr inbounds nuw i8, ptr %53, i64 28
  %57 = load i16, ptr %56, align 4
  %58 = icmp eq i16 %57, 0
  br i1 %58, label %73, label %59
59:
  br i1 %10, label %67, label %60
60:
  %61 = getelementptr inbounds nuw i8, ptr %0, i64 1576
  %62 = call i32 @llvm.cttz.i32(i32 %5, i1 true)
  %63 = zext nneg i32 %62 to i64
  %64 = getelementptr inbounds nuw i64, ptr %61, i64 %63
  %65 = load i64, ptr %64, align 8
  %66 = trunc i64 %65 to i32
  br label %70
67:
  %68 = inttoptr i64 %2 to ptr
  %69 = load i32, ptr %68, align 1
  br label %70
70:
  %71 = phi i32 [ %66, %60 ], [ %69, %67 ]
  %72 = getelementptr inbounds nuw i8, ptr %53, i64 16
  store i32 %71, ptr %72, align 8
  store i16 0, ptr %56, align 4
  br label %73
73:
  %74 = load i32, ptr %34, align 8
  %75 = zext i32 %74 to i64
  %76 = shl nuw nsw i64 %75, 2
  %77 = add nuw nsw i64 %76, 32
  %78 = load ptr, ptr %12, align 8
  %79 = srem i64 %31, 32
  %80 = mul nsw i64 %77, %79
  %81 = getelementptr inbounds nuw i8, ptr %78, i64 %80
  %82 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %83 = load ptr, ptr %82, align 8
  %84 = mul i32 %74, %1
  %85 = zext i32 %84 to i64
  %86 = getelementptr inbounds nuw i32, ptr %83, i64 %85
  %87 = sext i32 %1 to i64
  %88 = getelementptr inbounds i32, ptr %86, i64 %87
  %89 = load i32, ptr %88, align 4
  %90 = icmp eq ptr %3, null
  br i1 %90, label %96, label %91
91:
  %92 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %93 = load i32, ptr %92, align 8
  %94 = icmp ne i32 %93, 0
  %95 = zext i1 %94 to i16
  br label %96
96:
  %97 = phi i16 [ 0, %73 ], [ %95, %91 ]
  store i64 %2, ptr %81, align 8
  %98 = getelementptr inbounds nuw i8, ptr %81, i64 8
  store i64 0, ptr %98, align 8
  %99 = getelementptr inbounds nuw i8, ptr %81, i64 16
  store i32 0, ptr %99, align 8
  %100 = getelementptr inbounds nuw i8, ptr %81, i64 20
  store i32 %89, ptr %100, align 4
  %101 = getelementptr inbounds nuw i8, ptr %81, i64 24
  store i32 %1, ptr %101, align 8
  %102 = getelementptr inbounds nuw i8, ptr %81, i64 28
  store i16 0, ptr %102, align 4
  %103 = getelementptr inbounds nuw i8, ptr %81, i64 30
  store i16 %97, ptr %103, align 2
  %104 = load i64, ptr %30, align 8
  %105 = add i64 %104, 1
  store i64 %105, ptr %30, align 8
  store i64 %104, ptr %98, align 8
  %106 = zext i1 %10 to i16
  store i16 %106, ptr %102, align 4
  br i1 %10, label %110, label %107
107:
  %108 = inttoptr i64 %2 to ptr
  %109 = load i32, ptr %108, align 1
  store i32 %109, ptr %99, align 8
  br label %110
110:
  %111 = load i16, ptr %103, align 2
  %112 = icmp eq i16 %111, 0
  br i1 %112, label %120, label %113
113:
  %114 = getelementptr inbounds nuw i8, ptr %81, i64 32
  %115 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %116 = getelementptr inbounds nuw i8, ptr %0, i64 784
  %117 = load i32, ptr %116, align 8
  %118 = zext i32 %117 to i64
  %119 = shl nuw nsw i64 %118, 2
  call void @llvm.memmove.p0.p0.i64(ptr %114, ptr %115, i64 %119, i1 false)
  br label %120
120:
  ret void
}
declare i32 @llvm.cttz.i32(i32, i1)
define ptr @cute.check.past_for(ptr %0, i32 %1, i64 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 432
  %5 = load i64, ptr %4, align 8
  %6 = icmp eq i64 %5, 0
  br i1 %6, label %29, label %7
7:
  %8 = call i64 @llvm.smax.i64(i64 %5, i64 32)
  %9 = add nsw i64 %8, -32
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 408
  br label %12
12:
  %13 = phi i64 [ %5, %7 ], [ %16, %15 ]
  %14 = icmp sgt i64 %13, %9
  br i1 %14, label %15, label %29
15:
  %16 = add nsw i64 %13, -1
  %17 = load i32, ptr %10, align 8
  %18 = zext i32 %17 to i64
  %19 = shl nuw nsw i64 %18, 2
  %20 = add nuw nsw i64 %19, 32
  %21 = load ptr, ptr %11, align 8
  %22 = and i64 %16, 31
  %23 = mul nuw nsw i64 %20, %22
  %24 = getelementptr inbounds nuw i8, ptr %21, i64 %23
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %25, %2
  br i1 %26, label %27, label %12
27:
  %28 = getelementptr inbounds nuw i8, ptr %21, i64 %23
  br label %29
29:
  %30 = phi ptr [ null, %3 ], [ %28, %27 ], [ null, %12 ]
  %31 = icmp eq ptr %30, null
  br i1 %31, label %214, label %32
32:
  %33 = inttoptr i64 %2 to ptr
  %34 = load i32, ptr %33, align 1
  %35 = getelementptr inbounds nuw i8, ptr %30, i64 28
  %36 = load i16, ptr %35, align 4
  %37 = icmp eq i16 %36, 0
  br i1 %37, label %40, label %38
38:
  %39 = getelementptr inbounds nuw i8, ptr %30, i64 16
  store i32 %34, ptr %39, align 8
  br label %40
40:
  store i16 0, ptr %35, align 4
  %41 = getelementptr inbounds nuw i8, ptr %30, i64 16
  %42 = load i32, ptr %41, align 8
  %43 = icmp eq i32 %42, %34
  br i1 %43, label %44, label %214
44:
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 416
  %46 = load ptr, ptr %45, align 8
  %47 = shl i32 %1, 2
  %48 = zext i32 %47 to i64
  %49 = getelementptr inbounds nuw { i64, i64 }, ptr %46, i64 %48
  %50 = shl nuw nsw i64 %48, 4
  %51 = getelementptr i8, ptr %46, i64 %50
  %52 = getelementptr i8, ptr %51, i64 48
  br label %53
53:
  %54 = phi i64 [ 0, %44 ], [ %66, %59 ]
  %55 = phi ptr [ %49, %44 ], [ %65, %59 ]
  %56 = getelementptr inbounds nuw { i64, i64 }, ptr %49, i64 %54
  %57 = load i64, ptr %56, align 8
  %58 = icmp eq i64 %57, %2
  br i1 %58, label %68, label %59
59:
  %60 = getelementptr inbounds nuw i8, ptr %56, i64 8
  %61 = load i64, ptr %60, align 8
  %62 = getelementptr inbounds nuw i8, ptr %55, i64 8
  %63 = load i64, ptr %62, align 8
  %64 = icmp slt i64 %61, %63
  %65 = select i1 %64, ptr %56, ptr %55
  %66 = add nuw nsw i64 %54, 1
  %67 = icmp eq i64 %66, 4
  br i1 %67, label %68, label %53
68:
  %69 = phi ptr [ %52, %59 ], [ %56, %53 ]
  %70 = phi ptr [ %65, %59 ], [ %55, %53 ]
  br i1 %58, label %73, label %71
71:
  store i64 %2, ptr %70, align 8
  %72 = getelementptr inbounds nuw i8, ptr %70, i64 8
  store i64 0, ptr %72, align 8
  br label %73
73:
  %74 = phi ptr [ %70, %71 ], [ %69, %68 ]
  %75 = getelementptr inbounds nuw i8, ptr %30, i64 8
  %76 = load i64, ptr %75, align 8
  %77 = load i64, ptr %4, align 8
  %78 = call i64 @llvm.smax.i64(i64 %77, i64 32)
  %79 = add nsw i64 %78, -32
  %80 = icmp sgt i64 %76, %79
  br i1 %80, label %81, label %199
81:
  %82 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %83 = load i32, ptr %82, align 8
  %84 = zext i32 %83 to i64
  %85 = shl nuw nsw i64 %84, 2
  %86 = add nuw nsw i64 %85, 32
  %87 = getelementptr inbounds nuw i8, ptr %0, i64 408
  %88 = load ptr, ptr %87, align 8
  %89 = getelementptr inbounds nuw i8, ptr %74, i64 8
  %90 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %91 = mul i32 %83, %1
  %92 = zext i32 %91 to i64
  %93 = getelementptr inbounds nuw i8, ptr %0, i64 352
  %94 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %96 = sext i32 %1 to i64
  %97 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %98 = zext i32 %1 to i64
  %99 = shl nuw nsw i64 %98, 4
  %100 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %101 = shl nuw nsw i64 %98, 2
  %102 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %103 = getelementptr inbounds nuw i8, ptr %0, i64 320
  br label %104
104:
  %105 = phi i64 [ %76, %81 ], [ %107, %197 ]
  %106 = phi ptr [ %30, %81 ], [ %196, %197 ]
  %107 = add nsw i64 %105, -1
  %108 = and i64 %107, 31
  %109 = mul nuw nsw i64 %86, %108
  %110 = getelementptr inbounds nuw i8, ptr %88, i64 %109
  %111 = load i64, ptr %110, align 8
  %112 = icmp eq i64 %111, %2
  br i1 %112, label %113, label %194
113:
  %114 = getelementptr inbounds nuw i8, ptr %110, i64 8
  %115 = load i64, ptr %114, align 8
  %116 = add i64 %115, 1
  %117 = load i64, ptr %89, align 8
  %118 = icmp sgt i64 %116, %117
  br i1 %118, label %119, label %194
119:
  %120 = getelementptr inbounds nuw i8, ptr %110, i64 24
  %121 = load i32, ptr %120, align 8
  %122 = icmp eq i32 %121, %1
  br i1 %122, label %190, label %123
123:
  %124 = load ptr, ptr %90, align 8
  %125 = getelementptr inbounds nuw i32, ptr %124, i64 %92
  %126 = getelementptr inbounds nuw i8, ptr %110, i64 20
  %127 = load i32, ptr %126, align 4
  %128 = zext i32 %121 to i64
  %129 = getelementptr inbounds nuw i32, ptr %125, i64 %128
  %130 = load i32, ptr %129, align 4
  %131 = icmp ult i32 %130, %127
  br i1 %131, label %132, label %190
132:
  %133 = load ptr, ptr %93, align 8
  %134 = getelementptr inbounds nuw i32, ptr %133, i64 %128
  %135 = load i32, ptr %134, align 4
  %136 = icmp eq i32 %135, 0
  br i1 %136, label %144, label %137
137:
  %138 = load i32, ptr %94, align 8
  %139 = add i32 %138, %121
  %140 = zext i32 %139 to i64
  %141 = getelementptr inbounds nuw i32, ptr %125, i64 %140
  %142 = load i32, ptr %141, align 4
  %143 = icmp ult i32 %142, %127
  br i1 %143, label %144, label %190
144:
  %145 = load ptr, ptr %95, align 8
  %146 = getelementptr inbounds i32, ptr %145, i64 %96
  %147 = load i32, ptr %146, align 4
  %148 = icmp eq i32 %147, 0
  br i1 %148, label %190, label %149
149:
  %150 = load ptr, ptr %97, align 8
  %151 = getelementptr inbounds nuw i8, ptr %150, i64 %99
  br label %152
152:
  %153 = phi i64 [ 0, %149 ], [ %174, %173 ]
  %154 = getelementptr inbounds nuw i32, ptr %151, i64 %153
  %155 = load i32, ptr %154, align 4
  %156 = icmp eq i32 %155, 0
  br i1 %156, label %173, label %157
157:
  %158 = load ptr, ptr %100, align 8
  %159 = add nuw nsw i64 %153, %101
  %160 = mul i64 %159, %84
  %161 = getelementptr inbounds nuw i32, ptr %158, i64 %160
  %162 = getelementptr inbounds nuw i32, ptr %161, i64 %128
  %163 = load i32, ptr %162, align 4
  %164 = icmp ult i32 %163, %127
  br i1 %164, label %165, label %190
165:
  br i1 %136, label %173, label %166
166:
  %167 = load i32, ptr %102, align 8
  %168 = add i32 %167, %121
  %169 = zext i32 %168 to i64
  %170 = getelementptr inbounds nuw i32, ptr %161, i64 %169
  %171 = load i32, ptr %170, align 4
  %172 = icmp ult i32 %171, %127
  br i1 %172, label %173, label %190
173:
  %174 = add nuw nsw i64 %153, 1
  %175 = icmp eq i64 %174, 4
  br i1 %175, label %176, label %152
176:
  %177 = load ptr, ptr %103, align 8
  %178 = getelementptr inbounds nuw i32, ptr %177, i64 %92
  %179 = getelementptr inbounds nuw i32, ptr %178, i64 %128
  %180 = load i32, ptr %179, align 4
  %181 = icmp uge i32 %180, %127
  %182 = or i1 %136, %181
  br i1 %182, label %190, label %183
183:
  %184 = load i32, ptr %102, align 8
  %185 = add i32 %184, %121
  %186 = zext i32 %185 to i64
  %187 = getelementptr inbounds nuw i32, ptr %178, i64 %186
  %188 = load i32, ptr %187, align 4
  %189 = icmp uge i32 %188, %127
  br label %190
190:
  %191 = phi i1 [ %189, %183 ], [ true, %119 ], [ true, %137 ], [ false, %144 ], [ %181, %176 ], [ true, %123 ], [ true, %166 ], [ true, %157 ]
  %192 = select i1 %191, i32 2, i32 0
  %193 = select i1 %191, ptr %106, ptr %110
  br label %194
194:
  %195 = phi i32 [ 2, %113 ], [ 3, %104 ], [ %192, %190 ]
  %196 = phi ptr [ %106, %113 ], [ %106, %104 ], [ %193, %190 ]
  switch i32 %195, label %199 [
    i32 0, label %197
    i32 3, label %197
  ]
197:
  %198 = icmp sgt i64 %107, %79
  br i1 %198, label %104, label %199
199:
  %200 = phi ptr [ %30, %73 ], [ %196, %197 ], [ %196, %194 ]
  %201 = getelementptr inbounds nuw i8, ptr %200, i64 8
  %202 = load i64, ptr %201, align 8
  %203 = add i64 %202, 1
  %204 = getelementptr inbounds nuw i8, ptr %74, i64 8
  store i64 %203, ptr %204, align 8
  %205 = icmp eq ptr %200, %30
  br i1 %205, label %214, label %206
206:
  call void @cute.check.saw_earlier(ptr %0, i32 %1, i64 %2)
  %207 = getelementptr inbounds nuw i8, ptr %200, i64 16
  %208 = load i32, ptr %207, align 8
  %209 = getelementptr inbounds nuw i8, ptr %0, i64 1832
  store i32 %208, ptr %209, align 8
  %210 = getelementptr inbounds nuw i8, ptr %0, i64 1836
  store i32 1, ptr %210, align 4
  %211 = getelementptr inbounds nuw i8, ptr %0, i64 1848
  %212 = load i64, ptr %211, align 8
  %213 = add i64 %212, 1
  store i64 %213, ptr %211, align 8
  br label %214
214:
  %215 = phi ptr [ null, %29 ], [ null, %40 ], [ %200, %206 ], [ null, %199 ]
  ret ptr %215
}
declare void @cute.check.saw_earlier(ptr, i32, i64)
define void @cute.check.see_latest(ptr %0, i32 %1, i64 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 432
  %5 = load i64, ptr %4, align 8
  %6 = icmp eq i64 %5, 0
  br i1 %6, label %39, label %7
7:
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 416
  %9 = load ptr, ptr %8, align 8
  %10 = shl i32 %1, 2
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds nuw { i64, i64 }, ptr %9, i64 %11
  %13 = shl nuw nsw i64 %11, 4
  %14 = getelementptr i8, ptr %9, i64 %13
  %15 = getelementptr i8, ptr %14, i64 48
  br label %16
16:
  %17 = phi i64 [ 0, %7 ], [ %29, %22 ]
  %18 = phi ptr [ %12, %7 ], [ %28, %22 ]
  %19 = getelementptr inbounds nuw { i64, i64 }, ptr %12, i64 %17
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, %2
  br i1 %21, label %31, label %22
22:
  %23 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %24 = load i64, ptr %23, align 8
  %25 = getelementptr inbounds nuw i8, ptr %18, i64 8
  %26 = load i64, ptr %25, align 8
  %27 = icmp slt i64 %24, %26
  %28 = select i1 %27, ptr %19, ptr %18
  %29 = add nuw nsw i64 %17, 1
  %30 = icmp eq i64 %29, 4
  br i1 %30, label %31, label %16
31:
  %32 = phi ptr [ %15, %22 ], [ %19, %16 ]
  %33 = phi ptr [ %28, %22 ], [ %18, %16 ]
  br i1 %21, label %36, label %34
34:
  store i64 %2, ptr %33, align 8
  %35 = getelementptr inbounds nuw i8, ptr %33, i64 8
  store i64 0, ptr %35, align 8
  br label %36
36:
  %37 = phi ptr [ %33, %34 ], [ %32, %31 ]
  %38 = getelementptr inbounds nuw i8, ptr %37, i64 8
  store i64 %5, ptr %38, align 8
  br label %39
39:
  ret void
}
define i32 @cute.check.shown(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 1836
  %4 = load i32, ptr %3, align 4
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %9, label %6
6:
  store i32 0, ptr %3, align 4
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 1832
  %8 = load i32, ptr %7, align 8
  br label %9
9:
  %10 = phi i32 [ %8, %6 ], [ %1, %2 ]
  ret i32 %10
}
declare ptr @cute.check.take_room(ptr, i64)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare i64 @llvm.smax.i64(i64, i64)
; check/maps.c
define void @cute.check.map_changed(ptr %0, i32 %1, i32 %2, ptr %3, i1 %4) noinline {
  %6 = zext i1 %4 to i8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %8 = load ptr, ptr %7, align 8
  %9 = ptrtoint ptr %3 to i64
  %10 = ptrtoint ptr %8 to i64
  %11 = sub i64 %9, %10
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %13 = load i64, ptr %12, align 8
  %14 = shl i64 %13, 2
  %15 = icmp ult i64 %11, %14
  br i1 %15, label %118, label %16
16:
  %17 = call ptr @maps.map_at(ptr %0, ptr %3)
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %19 = load i32, ptr %18, align 4
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %33, label %21
21:
  %22 = getelementptr inbounds nuw i8, ptr %17, i64 40
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %27 = sext i32 %1 to i64
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %29 = sext i32 %1 to i64
  br label %58
30:
  %31 = zext i32 %115 to i64
  %32 = shl nuw nsw i64 %31, 4
  br label %33
33:
  %34 = phi i64 [ 0, %16 ], [ %32, %30 ]
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %36 = getelementptr inbounds nuw i8, ptr %17, i64 40
  %37 = load ptr, ptr %36, align 8
  call void @llvm.memset.p0.i64(ptr %37, i8 0, i64 %34, i1 false)
  %38 = getelementptr inbounds nuw i8, ptr %17, i64 48
  %39 = load ptr, ptr %38, align 8
  %40 = load i32, ptr %35, align 4
  %41 = zext i32 %40 to i64
  %42 = shl nuw nsw i64 %41, 2
  call void @llvm.memset.p0.i64(ptr %39, i8 0, i64 %42, i1 false)
  %43 = add i32 %2, 1
  %44 = getelementptr inbounds nuw i8, ptr %17, i64 20
  store i32 %43, ptr %44, align 4
  %45 = getelementptr inbounds nuw i8, ptr %17, i64 24
  store i32 %1, ptr %45, align 8
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %49 = load i32, ptr %48, align 8
  %50 = mul i32 %49, %1
  %51 = zext i32 %50 to i64
  %52 = getelementptr inbounds nuw i32, ptr %47, i64 %51
  %53 = sext i32 %1 to i64
  %54 = getelementptr inbounds i32, ptr %52, i64 %53
  %55 = load i32, ptr %54, align 4
  %56 = getelementptr inbounds nuw i8, ptr %17, i64 28
  store i32 %55, ptr %56, align 4
  %57 = getelementptr inbounds nuw i8, ptr %17, i64 32
  store i8 %6, ptr %57, align 8
  br label %118
58:
  %59 = phi i64 [ 0, %21 ], [ %114, %113 ]
  %60 = phi i32 [ %19, %21 ], [ %115, %113 ]
  %61 = load ptr, ptr %22, align 8
  %62 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %61, i64 %59
  %63 = getelementptr inbounds nuw i8, ptr %62, i64 4
  %64 = load i32, ptr %63, align 4
  %65 = icmp eq i32 %64, 0
  br i1 %65, label %113, label %66
66:
  %67 = load i32, ptr %62, align 4
  %68 = load ptr, ptr %23, align 8
  %69 = load i32, ptr %24, align 8
  %70 = mul i32 %69, %1
  %71 = zext i32 %70 to i64
  %72 = getelementptr inbounds nuw i32, ptr %68, i64 %71
  %73 = load ptr, ptr %25, align 8
  %74 = getelementptr inbounds nuw i32, ptr %73, i64 %71
  %75 = zext i32 %67 to i64
  %76 = getelementptr inbounds nuw i32, ptr %74, i64 %75
  %77 = load i32, ptr %76, align 4
  %78 = icmp ult i32 %77, %64
  br i1 %78, label %79, label %113
79:
  %80 = load ptr, ptr %26, align 8
  %81 = getelementptr inbounds i32, ptr %80, i64 %27
  %82 = load i32, ptr %81, align 4
  %83 = icmp eq i32 %82, 0
  br i1 %83, label %88, label %84
84:
  %85 = getelementptr inbounds nuw i32, ptr %72, i64 %75
  %86 = load i32, ptr %85, align 4
  %87 = icmp ult i32 %86, %64
  br i1 %87, label %88, label %113
88:
  %89 = shl i32 %60, 1
  %90 = trunc nuw i64 %59 to i32
  %91 = add i32 %89, %90
  %92 = getelementptr inbounds nuw i8, ptr %62, i64 8
  %93 = load i32, ptr %92, align 4
  %94 = zext i32 %91 to i64
  %95 = getelementptr inbounds nuw i32, ptr %74, i64 %94
  %96 = load i32, ptr %95, align 4
  %97 = icmp ult i32 %96, %93
  br i1 %97, label %98, label %113
98:
  %99 = load ptr, ptr %28, align 8
  %100 = getelementptr inbounds i32, ptr %99, i64 %29
  %101 = load i32, ptr %100, align 4
  %102 = icmp eq i32 %101, 0
  br i1 %102, label %107, label %103
103:
  %104 = getelementptr inbounds nuw i32, ptr %72, i64 %94
  %105 = load i32, ptr %104, align 4
  %106 = icmp ult i32 %105, %93
  br i1 %106, label %107, label %113
107:
  %108 = getelementptr inbounds nuw i8, ptr %62, i64 12
  %109 = load i32, ptr %108, align 4
  %110 = sext i32 %109 to i64
  %111 = load ptr, ptr %0, align 8
  %112 = call i32 %111(ptr %0, i32 29, i32 %1, i32 %2, i32 0, i64 %110, i64 %59)
  br label %113
113:
  %114 = add nuw nsw i64 %59, 1
  %115 = load i32, ptr %18, align 4
  %116 = zext i32 %115 to i64
  %117 = icmp samesign ult i64 %114, %116
  br i1 %117, label %58, label %30
118:
  ret void
}
define internal ptr @maps.map_at(ptr %0, ptr %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %4 = ptrtoint ptr %1 to i64
  br label %5
5:
  %6 = phi ptr [ %3, %2 ], [ %7, %9 ]
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %13, label %9
9:
  %10 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, %4
  br i1 %12, label %31, label %5
13:
  %14 = call ptr @cute.check.take_room(ptr %0, i64 56)
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %16 = load i32, ptr %15, align 4
  %17 = zext i32 %16 to i64
  %18 = shl nuw nsw i64 %17, 4
  %19 = call ptr @cute.check.take_room(ptr %0, i64 %18)
  %20 = getelementptr inbounds nuw i8, ptr %14, i64 40
  store ptr %19, ptr %20, align 8
  %21 = load i32, ptr %15, align 4
  %22 = add i32 %21, 1
  %23 = lshr i32 %22, 1
  %24 = zext nneg i32 %23 to i64
  %25 = shl nuw nsw i64 %24, 3
  %26 = call ptr @cute.check.take_room(ptr %0, i64 %25)
  %27 = getelementptr inbounds nuw i8, ptr %14, i64 48
  store ptr %26, ptr %27, align 8
  %28 = ptrtoint ptr %1 to i64
  %29 = getelementptr inbounds nuw i8, ptr %14, i64 8
  store i64 %28, ptr %29, align 8
  %30 = load ptr, ptr %3, align 8
  store ptr %30, ptr %14, align 8
  store ptr %14, ptr %3, align 8
  br label %31
31:
  %32 = phi ptr [ %14, %13 ], [ %7, %9 ]
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 16
  %34 = load i32, ptr %33, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %36 = load i32, ptr %35, align 8
  %37 = icmp eq i32 %34, %36
  br i1 %37, label %51, label %38
38:
  store i32 %36, ptr %33, align 8
  %39 = getelementptr inbounds nuw i8, ptr %32, i64 20
  store i32 0, ptr %39, align 4
  %40 = getelementptr inbounds nuw i8, ptr %32, i64 40
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %43 = load i32, ptr %42, align 4
  %44 = zext i32 %43 to i64
  %45 = shl nuw nsw i64 %44, 4
  call void @llvm.memset.p0.i64(ptr %41, i8 0, i64 %45, i1 false)
  %46 = getelementptr inbounds nuw i8, ptr %32, i64 48
  %47 = load ptr, ptr %46, align 8
  %48 = load i32, ptr %42, align 4
  %49 = zext i32 %48 to i64
  %50 = shl nuw nsw i64 %49, 2
  call void @llvm.memset.p0.i64(ptr %47, i8 0, i64 %50, i1 false)
  br label %51
51:
  ret ptr %32
}
define void @cute.check.map_released(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %15, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %8 = load i32, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %13 = sext i32 %1 to i64
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 672
  br label %16
15:
  ret void
16:
  %17 = phi ptr [ %4, %6 ], [ %69, %68 ]
  %18 = getelementptr inbounds nuw i8, ptr %17, i64 16
  %19 = load i32, ptr %18, align 8
  %20 = icmp eq i32 %19, %8
  br i1 %20, label %21, label %68
21:
  %22 = getelementptr inbounds nuw i8, ptr %17, i64 20
  %23 = load i32, ptr %22, align 4
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %68, label %25
25:
  %26 = getelementptr inbounds nuw i8, ptr %17, i64 24
  %27 = load i32, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %17, i64 28
  %29 = load i32, ptr %28, align 4
  %30 = icmp eq i32 %27, %1
  br i1 %30, label %66, label %31
31:
  %32 = load ptr, ptr %9, align 8
  %33 = load i32, ptr %10, align 8
  %34 = mul i32 %33, %1
  %35 = zext i32 %34 to i64
  %36 = getelementptr inbounds nuw i32, ptr %32, i64 %35
  %37 = load ptr, ptr %11, align 8
  %38 = getelementptr inbounds nuw i32, ptr %37, i64 %35
  %39 = zext i32 %27 to i64
  %40 = getelementptr inbounds nuw i32, ptr %38, i64 %39
  %41 = load i32, ptr %40, align 4
  %42 = icmp ult i32 %41, %29
  br i1 %42, label %43, label %66
43:
  %44 = load ptr, ptr %12, align 8
  %45 = getelementptr inbounds i32, ptr %44, i64 %13
  %46 = load i32, ptr %45, align 4
  %47 = icmp eq i32 %46, 0
  br i1 %47, label %52, label %48
48:
  %49 = getelementptr inbounds nuw i32, ptr %36, i64 %39
  %50 = load i32, ptr %49, align 4
  %51 = icmp ult i32 %50, %29
  br i1 %51, label %52, label %66
52:
  %53 = load i32, ptr %14, align 8
  %54 = add i32 %53, %27
  %55 = zext i32 %54 to i64
  %56 = getelementptr inbounds nuw i32, ptr %38, i64 %55
  %57 = load i32, ptr %56, align 4
  %58 = icmp uge i32 %57, %29
  %59 = or i1 %47, %58
  br i1 %59, label %64, label %60
60:
  %61 = getelementptr inbounds nuw i32, ptr %36, i64 %55
  %62 = load i32, ptr %61, align 4
  %63 = icmp uge i32 %62, %29
  br label %64
64:
  %65 = phi i1 [ %63, %60 ], [ %58, %52 ]
  br i1 %65, label %66, label %68
66:
  %67 = getelementptr inbounds nuw i8, ptr %17, i64 32
  store i8 1, ptr %67, align 8
  br label %68
68:
  %69 = load ptr, ptr %17, align 8
  %70 = icmp eq ptr %69, null
  br i1 %70, label %15, label %16
}
define void @cute.check.map_acquired(ptr %0, i32 %1, i32 %2, ptr %3) noinline {
  %5 = call ptr @maps.map_at(ptr %0, ptr %3)
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %9 = load i32, ptr %8, align 8
  %10 = mul i32 %9, %1
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds nuw i32, ptr %7, i64 %11
  %13 = sext i32 %1 to i64
  %14 = getelementptr inbounds i32, ptr %12, i64 %13
  %15 = load i32, ptr %14, align 4
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 48
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds i32, ptr %17, i64 %13
  store i32 %15, ptr %18, align 4
  %19 = getelementptr inbounds nuw i8, ptr %5, i64 20
  %20 = load i32, ptr %19, align 4
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %71, label %22
22:
  %23 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %24 = load i32, ptr %23, align 8
  %25 = getelementptr inbounds nuw i8, ptr %5, i64 28
  %26 = load i32, ptr %25, align 4
  %27 = icmp eq i32 %24, %1
  br i1 %27, label %71, label %28
28:
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %30 = load ptr, ptr %29, align 8
  %31 = load i32, ptr %8, align 8
  %32 = mul i32 %31, %1
  %33 = zext i32 %32 to i64
  %34 = getelementptr inbounds nuw i32, ptr %30, i64 %33
  %35 = getelementptr inbounds nuw i32, ptr %7, i64 %33
  %36 = zext i32 %24 to i64
  %37 = getelementptr inbounds nuw i32, ptr %35, i64 %36
  %38 = load i32, ptr %37, align 4
  %39 = icmp ult i32 %38, %26
  br i1 %39, label %40, label %71
40:
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %42 = load ptr, ptr %41, align 8
  %43 = getelementptr inbounds i32, ptr %42, i64 %13
  %44 = load i32, ptr %43, align 4
  %45 = icmp eq i32 %44, 0
  br i1 %45, label %50, label %46
46:
  %47 = getelementptr inbounds nuw i32, ptr %34, i64 %36
  %48 = load i32, ptr %47, align 4
  %49 = icmp ult i32 %48, %26
  br i1 %49, label %50, label %71
50:
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %52 = load i32, ptr %51, align 8
  %53 = add i32 %52, %24
  %54 = zext i32 %53 to i64
  %55 = getelementptr inbounds nuw i32, ptr %35, i64 %54
  %56 = load i32, ptr %55, align 4
  %57 = icmp uge i32 %56, %26
  %58 = or i1 %45, %57
  br i1 %58, label %63, label %59
59:
  %60 = getelementptr inbounds nuw i32, ptr %34, i64 %54
  %61 = load i32, ptr %60, align 4
  %62 = icmp uge i32 %61, %26
  br label %63
63:
  %64 = phi i1 [ %62, %59 ], [ %57, %50 ]
  br i1 %64, label %71, label %65
65:
  %66 = add i32 %20, -1
  %67 = sext i32 %66 to i64
  %68 = zext i32 %24 to i64
  %69 = load ptr, ptr %0, align 8
  %70 = call i32 %69(ptr %0, i32 29, i32 %1, i32 %2, i32 3, i64 %67, i64 %68)
  br label %71
71:
  ret void
}
define void @cute.check.map_used(ptr %0, i32 %1, i32 %2, ptr %3, i64 %4, i64 %5) noinline {
  %7 = call ptr @maps.map_at(ptr %0, ptr %3)
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 20
  %9 = load i32, ptr %8, align 4
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %84, label %11
11:
  %12 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %13 = load i8, ptr %12, align 8
  %14 = trunc nuw i8 %13 to i1
  br i1 %14, label %15, label %75
15:
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %18 = load i32, ptr %17, align 4
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %75, label %20
20:
  %21 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %22 = load ptr, ptr %21, align 8
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %26 = sext i32 %1 to i64
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %28 = zext i32 %1 to i64
  %29 = zext i32 %18 to i64
  br label %30
30:
  %31 = phi i64 [ 0, %20 ], [ %73, %72 ]
  %32 = getelementptr inbounds nuw i32, ptr %22, i64 %31
  %33 = load i32, ptr %32, align 4
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %72, label %35
35:
  %36 = icmp eq i64 %31, %28
  br i1 %36, label %84, label %37
37:
  %38 = load ptr, ptr %16, align 8
  %39 = load i32, ptr %23, align 8
  %40 = mul i32 %39, %1
  %41 = zext i32 %40 to i64
  %42 = getelementptr inbounds nuw i32, ptr %38, i64 %41
  %43 = load ptr, ptr %24, align 8
  %44 = getelementptr inbounds nuw i32, ptr %43, i64 %41
  %45 = getelementptr inbounds nuw i32, ptr %44, i64 %31
  %46 = load i32, ptr %45, align 4
  %47 = icmp ult i32 %46, %33
  br i1 %47, label %48, label %84
48:
  %49 = load ptr, ptr %25, align 8
  %50 = getelementptr inbounds i32, ptr %49, i64 %26
  %51 = load i32, ptr %50, align 4
  %52 = icmp eq i32 %51, 0
  br i1 %52, label %57, label %53
53:
  %54 = getelementptr inbounds nuw i32, ptr %42, i64 %31
  %55 = load i32, ptr %54, align 4
  %56 = icmp ult i32 %55, %33
  br i1 %56, label %57, label %84
57:
  %58 = load i32, ptr %27, align 8
  %59 = trunc nuw i64 %31 to i32
  %60 = add i32 %58, %59
  %61 = zext i32 %60 to i64
  %62 = getelementptr inbounds nuw i32, ptr %44, i64 %61
  %63 = load i32, ptr %62, align 4
  %64 = icmp uge i32 %63, %33
  %65 = or i1 %52, %64
  br i1 %65, label %70, label %66
66:
  %67 = getelementptr inbounds nuw i32, ptr %42, i64 %61
  %68 = load i32, ptr %67, align 4
  %69 = icmp uge i32 %68, %33
  br label %70
70:
  %71 = phi i1 [ %69, %66 ], [ %64, %57 ]
  br i1 %71, label %84, label %72
72:
  %73 = add nuw nsw i64 %31, 1
  %74 = icmp eq i64 %73, %29
  br i1 %74, label %75, label %30
75:
  %76 = phi i32 [ 1, %11 ], [ 2, %15 ], [ 2, %72 ]
  %77 = add i32 %9, -1
  %78 = sext i32 %77 to i64
  %79 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %80 = load i32, ptr %79, align 8
  %81 = zext i32 %80 to i64
  %82 = load ptr, ptr %0, align 8
  %83 = call i32 %82(ptr %0, i32 29, i32 %1, i32 %2, i32 %76, i64 %78, i64 %81)
  br label %84
84:
  %85 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %86 = load i32, ptr %85, align 8
  %87 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %88 = load ptr, ptr %87, align 8
  %89 = sext i32 %1 to i64
  %90 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %88, i64 %89
  %91 = getelementptr inbounds nuw i8, ptr %90, i64 4
  %92 = load i32, ptr %91, align 4
  %93 = add i32 %86, 1
  %94 = add i32 %93, %92
  %95 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %96 = load ptr, ptr %95, align 8
  %97 = getelementptr inbounds { i32, i32, i32, i32 }, ptr %96, i64 %89
  %98 = trunc i64 %4 to i32
  %99 = trunc i64 %5 to i32
  store i32 %98, ptr %97, align 4
  %100 = getelementptr inbounds nuw i8, ptr %97, i64 4
  store i32 %99, ptr %100, align 4
  %101 = getelementptr inbounds nuw i8, ptr %97, i64 8
  store i32 %94, ptr %101, align 4
  %102 = getelementptr inbounds nuw i8, ptr %97, i64 12
  store i32 %2, ptr %102, align 4
  ret void
}
declare ptr @cute.check.take_room(ptr, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
; check/parts.c
define i1 @cute.check.part_ordered(ptr %0, i32 %1, i64 %2, i64 %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %8 = load i32, ptr %7, align 8
  %9 = mul i32 %8, %1
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 352
  %13 = load ptr, ptr %12, align 8
  %14 = lshr i64 %2, 25
  %15 = and i64 %14, 4095
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %17 = load i32, ptr %16, align 4
  %18 = zext i32 %17 to i64
  %19 = icmp samesign uge i64 %15, %18
  br i1 %19, label %47, label %20
20:
  %21 = getelementptr inbounds nuw i32, ptr %13, i64 %15
  %22 = load i32, ptr %21, align 4
  %23 = lshr i64 %2, 37
  %24 = and i64 %23, 63
  %25 = icmp samesign ult i64 %24, 32
  br i1 %25, label %26, label %31
26:
  %27 = trunc nuw nsw i64 %24 to i32
  %28 = shl nuw i32 1, %27
  %29 = and i32 %22, %28
  %30 = icmp ne i32 %29, 0
  br label %35
31:
  switch i64 %24, label %37 [
    i64 35, label %32
    i64 32, label %32
  ]
32:
  %33 = call i32 @llvm.ctpop.i32(i32 %22)
  %34 = icmp samesign ugt i32 %33, 1
  br label %35
35:
  %36 = phi i1 [ %30, %26 ], [ %34, %32 ]
  br i1 %36, label %37, label %47
37:
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %39 = load i32, ptr %38, align 8
  %40 = zext i32 %39 to i64
  %41 = getelementptr inbounds nuw i32, ptr %11, i64 %15
  %42 = getelementptr inbounds nuw i32, ptr %41, i64 %40
  %43 = load i32, ptr %42, align 4
  %44 = zext i32 %43 to i64
  %45 = and i64 %2, 33554431
  %46 = icmp samesign ugt i64 %45, %44
  br i1 %46, label %47, label %178
47:
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %49 = load ptr, ptr %48, align 8
  %50 = sext i32 %1 to i64
  %51 = getelementptr inbounds i32, ptr %49, i64 %50
  %52 = load i32, ptr %51, align 4
  %53 = icmp eq i32 %52, 0
  br i1 %53, label %178, label %54
54:
  %55 = icmp ult i64 %3, 32
  br i1 %55, label %56, label %61
56:
  %57 = trunc nuw nsw i64 %3 to i32
  %58 = shl nuw i32 1, %57
  %59 = and i32 %52, %58
  %60 = icmp ne i32 %59, 0
  br label %65
61:
  switch i64 %3, label %67 [
    i64 35, label %62
    i64 32, label %62
  ]
62:
  %63 = call i32 @llvm.ctpop.i32(i32 %52)
  %64 = icmp samesign ugt i32 %63, 1
  br label %65
65:
  %66 = phi i1 [ %60, %56 ], [ %64, %62 ]
  br i1 %66, label %67, label %178
67:
  %68 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %69 = load ptr, ptr %68, align 8
  %70 = getelementptr inbounds nuw i32, ptr %69, i64 %10
  %71 = getelementptr inbounds nuw i32, ptr %70, i64 %15
  %72 = load i32, ptr %71, align 4
  %73 = zext i32 %72 to i64
  %74 = and i64 %2, 33554431
  %75 = icmp samesign ugt i64 %74, %73
  br i1 %75, label %80, label %76
76:
  %77 = call i1 @cute.check.not_released(ptr %0, i64 %2, i64 %73)
  %78 = xor i1 %77, true
  %79 = or i1 %19, %78
  br i1 %79, label %106, label %81
80:
  br i1 %19, label %178, label %81
81:
  %82 = getelementptr inbounds nuw i32, ptr %13, i64 %15
  %83 = load i32, ptr %82, align 4
  %84 = lshr i64 %2, 37
  %85 = and i64 %84, 63
  %86 = icmp samesign ult i64 %85, 32
  br i1 %86, label %87, label %92
87:
  %88 = trunc nuw nsw i64 %85 to i32
  %89 = shl nuw i32 1, %88
  %90 = and i32 %83, %89
  %91 = icmp ne i32 %90, 0
  br label %96
92:
  switch i64 %85, label %98 [
    i64 35, label %93
    i64 32, label %93
  ]
93:
  %94 = call i32 @llvm.ctpop.i32(i32 %83)
  %95 = icmp samesign ugt i32 %94, 1
  br label %96
96:
  %97 = phi i1 [ %91, %87 ], [ %95, %93 ]
  br i1 %97, label %98, label %178
98:
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %100 = load i32, ptr %99, align 8
  %101 = zext i32 %100 to i64
  %102 = getelementptr inbounds nuw i32, ptr %71, i64 %101
  %103 = load i32, ptr %102, align 4
  %104 = zext i32 %103 to i64
  %105 = icmp samesign ule i64 %74, %104
  br label %106
106:
  %107 = phi i1 [ %78, %76 ], [ %105, %98 ]
  br i1 %107, label %108, label %178
108:
  %109 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %110 = load ptr, ptr %109, align 8
  %111 = zext i32 %1 to i64
  %112 = shl nuw nsw i64 %111, 4
  %113 = getelementptr inbounds nuw i8, ptr %110, i64 %112
  %114 = trunc nuw nsw i64 %3 to i32
  %115 = shl nuw i32 1, %114
  %116 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %117 = shl nuw nsw i64 %111, 2
  %118 = zext i32 %8 to i64
  %119 = getelementptr inbounds nuw i32, ptr %13, i64 %15
  %120 = lshr i64 %2, 37
  %121 = and i64 %120, 63
  %122 = icmp samesign ult i64 %121, 32
  %123 = trunc nuw nsw i64 %121 to i32
  %124 = shl nuw i32 1, %123
  %125 = getelementptr inbounds nuw i8, ptr %0, i64 672
  br label %126
126:
  %127 = phi i64 [ 0, %108 ], [ %176, %175 ]
  %128 = getelementptr inbounds nuw i32, ptr %113, i64 %127
  %129 = load i32, ptr %128, align 4
  %130 = icmp eq i32 %129, 0
  br i1 %130, label %178, label %131
131:
  br i1 %55, label %132, label %135
132:
  %133 = and i32 %129, %115
  %134 = icmp ne i32 %133, 0
  br label %139
135:
  switch i64 %3, label %141 [
    i64 35, label %136
    i64 32, label %136
  ]
136:
  %137 = call i32 @llvm.ctpop.i32(i32 %129)
  %138 = icmp samesign ugt i32 %137, 1
  br label %139
139:
  %140 = phi i1 [ %134, %132 ], [ %138, %136 ]
  br i1 %140, label %141, label %175
141:
  %142 = load ptr, ptr %116, align 8
  %143 = add nuw nsw i64 %117, %127
  %144 = mul i64 %143, %118
  %145 = getelementptr inbounds nuw i32, ptr %142, i64 %144
  %146 = getelementptr inbounds nuw i32, ptr %145, i64 %15
  %147 = load i32, ptr %146, align 4
  %148 = zext i32 %147 to i64
  %149 = icmp samesign ugt i64 %74, %148
  br i1 %149, label %154, label %150
150:
  %151 = call i1 @cute.check.not_released(ptr %0, i64 %2, i64 %148)
  %152 = xor i1 %151, true
  %153 = or i1 %19, %152
  br i1 %153, label %173, label %155
154:
  br i1 %19, label %175, label %155
155:
  %156 = load i32, ptr %119, align 4
  br i1 %122, label %157, label %160
157:
  %158 = and i32 %156, %124
  %159 = icmp ne i32 %158, 0
  br label %164
160:
  switch i64 %121, label %166 [
    i64 35, label %161
    i64 32, label %161
  ]
161:
  %162 = call i32 @llvm.ctpop.i32(i32 %156)
  %163 = icmp samesign ugt i32 %162, 1
  br label %164
164:
  %165 = phi i1 [ %159, %157 ], [ %163, %161 ]
  br i1 %165, label %166, label %175
166:
  %167 = load i32, ptr %125, align 8
  %168 = zext i32 %167 to i64
  %169 = getelementptr inbounds nuw i32, ptr %146, i64 %168
  %170 = load i32, ptr %169, align 4
  %171 = zext i32 %170 to i64
  %172 = icmp samesign ule i64 %74, %171
  br label %173
173:
  %174 = phi i1 [ %152, %150 ], [ %172, %166 ]
  br i1 %174, label %178, label %175
175:
  %176 = add nuw nsw i64 %127, 1
  %177 = icmp eq i64 %176, 4
  br i1 %177, label %178, label %126
178:
  %179 = phi i1 [ true, %37 ], [ false, %106 ], [ false, %96 ], [ false, %47 ], [ false, %65 ], [ false, %80 ], [ false, %126 ], [ false, %175 ], [ true, %173 ]
  ret i1 %179
}
define i1 @cute.check.part_fenced(ptr %0, i32 %1, i64 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %7 = load i32, ptr %6, align 8
  %8 = mul i32 %7, %1
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i32, ptr %5, i64 %9
  %11 = lshr i64 %2, 25
  %12 = and i64 %11, 4095
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %14 = load i32, ptr %13, align 4
  %15 = zext i32 %14 to i64
  %16 = icmp samesign ult i64 %12, %15
  br i1 %16, label %17, label %46
17:
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 360
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds nuw i32, ptr %19, i64 %12
  %21 = load i32, ptr %20, align 4
  %22 = lshr i64 %2, 37
  %23 = and i64 %22, 63
  %24 = icmp samesign ult i64 %23, 32
  br i1 %24, label %25, label %30
25:
  %26 = trunc nuw nsw i64 %23 to i32
  %27 = shl nuw i32 1, %26
  %28 = and i32 %21, %27
  %29 = icmp ne i32 %28, 0
  br label %34
30:
  switch i64 %23, label %36 [
    i64 35, label %31
    i64 32, label %31
  ]
31:
  %32 = call i32 @llvm.ctpop.i32(i32 %21)
  %33 = icmp samesign ugt i32 %32, 1
  br label %34
34:
  %35 = phi i1 [ %29, %25 ], [ %33, %31 ]
  br i1 %35, label %36, label %46
36:
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %38 = load i32, ptr %37, align 8
  %39 = zext i32 %38 to i64
  %40 = getelementptr inbounds nuw i32, ptr %10, i64 %12
  %41 = getelementptr inbounds nuw i32, ptr %40, i64 %39
  %42 = load i32, ptr %41, align 4
  %43 = zext i32 %42 to i64
  %44 = and i64 %2, 33554431
  %45 = icmp samesign ule i64 %44, %43
  br label %46
46:
  %47 = phi i1 [ %45, %36 ], [ false, %34 ], [ false, %3 ]
  ret i1 %47
}
define ptr @cute.check.gaining(ptr %0, i32 %1, i32 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %5 = load ptr, ptr %4, align 8
  %6 = zext i32 %1 to i64
  %7 = shl nuw nsw i64 %6, 4
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 %7
  br label %12
9:
  %10 = add nuw nsw i64 %13, 1
  %11 = icmp eq i64 %10, 3
  br i1 %11, label %19, label %12
12:
  %13 = phi i64 [ 0, %3 ], [ %10, %9 ]
  %14 = getelementptr inbounds nuw i32, ptr %8, i64 %13
  %15 = load i32, ptr %14, align 4
  %16 = icmp eq i32 %15, 0
  %17 = icmp eq i32 %15, %2
  %18 = or i1 %16, %17
  br i1 %18, label %19, label %9
19:
  %20 = phi i64 [ %13, %12 ], [ 3, %9 ]
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %22 = load ptr, ptr %21, align 8
  %23 = shl nuw nsw i64 %6, 2
  %24 = add nuw nsw i64 %20, %23
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %26 = load i32, ptr %25, align 8
  %27 = zext i32 %26 to i64
  %28 = mul i64 %24, %27
  %29 = getelementptr inbounds nuw i32, ptr %22, i64 %28
  %30 = getelementptr inbounds nuw i32, ptr %8, i64 %20
  %31 = load i32, ptr %30, align 4
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %33, label %35
33:
  %34 = shl nuw nsw i64 %27, 2
  call void @llvm.memset.p0.i64(ptr %29, i8 0, i64 %34, i1 false)
  br label %35
35:
  %36 = load i32, ptr %30, align 4
  %37 = or i32 %36, %2
  store i32 %37, ptr %30, align 4
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %39 = load ptr, ptr %38, align 8
  %40 = sext i32 %1 to i64
  %41 = getelementptr inbounds i32, ptr %39, i64 %40
  %42 = load i32, ptr %41, align 4
  %43 = or i32 %42, %2
  store i32 %43, ptr %41, align 4
  ret ptr %29
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @cute.check.join_gained(ptr %0, i32 %1, i32 %2, ptr %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %6 = load ptr, ptr %5, align 8
  %7 = sext i32 %1 to i64
  %8 = getelementptr inbounds i32, ptr %6, i64 %7
  %9 = load i32, ptr %8, align 4
  %10 = and i32 %9, %2
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %39, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %14 = zext i32 %1 to i64
  %15 = shl nuw nsw i64 %14, 4
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %17 = shl nuw nsw i64 %14, 2
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 696
  br label %19
19:
  %20 = phi i64 [ 0, %12 ], [ %37, %36 ]
  %21 = load ptr, ptr %13, align 8
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 %15
  %23 = getelementptr inbounds nuw i32, ptr %22, i64 %20
  %24 = load i32, ptr %23, align 4
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %39, label %26
26:
  %27 = and i32 %24, %2
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %36, label %29
29:
  %30 = load ptr, ptr %16, align 8
  %31 = add nuw nsw i64 %17, %20
  %32 = load i32, ptr %18, align 8
  %33 = zext i32 %32 to i64
  %34 = mul i64 %31, %33
  %35 = getelementptr inbounds nuw i32, ptr %30, i64 %34
  call void @cute.check.join(ptr %0, ptr %3, ptr %35)
  br label %36
36:
  %37 = add nuw nsw i64 %20, 1
  %38 = icmp eq i64 %37, 4
  br i1 %38, label %39, label %19
39:
  ret void
}
declare void @cute.check.join(ptr, ptr, ptr)
define void @cute.check.lanes_gain(ptr %0, i32 %1, ptr %2, i32 %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %6 = load ptr, ptr %5, align 8
  %7 = sext i32 %1 to i64
  %8 = getelementptr inbounds i32, ptr %6, i64 %7
  %9 = load i32, ptr %8, align 4
  %10 = or i32 %9, %3
  %11 = icmp eq i32 %10, -1
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %13 = load i32, ptr %12, align 8
  %14 = mul i32 %13, %1
  %15 = zext i32 %14 to i64
  br i1 %11, label %16, label %20
16:
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw i32, ptr %18, i64 %15
  call void @cute.check.join(ptr %0, ptr %19, ptr %2)
  br label %29
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %22 = load ptr, ptr %21, align 8
  %23 = getelementptr inbounds nuw i32, ptr %22, i64 %15
  %24 = getelementptr inbounds i32, ptr %23, i64 %7
  %25 = load i32, ptr %24, align 4
  call void @cute.check.join(ptr %0, ptr %23, ptr %2)
  store i32 %25, ptr %24, align 4
  %26 = call ptr @cute.check.gaining(ptr %0, i32 %1, i32 %3)
  %27 = getelementptr inbounds i32, ptr %26, i64 %7
  %28 = load i32, ptr %27, align 4
  call void @cute.check.join(ptr %0, ptr %26, ptr %2)
  store i32 %28, ptr %27, align 4
  br label %29
29:
  ret void
}
define i1 @cute.check.not_released(ptr %0, i64 %1, i64 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %5 = load ptr, ptr %4, align 8
  %6 = lshr i64 %1, 25
  %7 = and i64 %6, 4095
  %8 = getelementptr inbounds nuw { i32, i32 }, ptr %5, i64 %7
  %9 = lshr i64 %1, 37
  %10 = and i64 %9, 63
  %11 = and i64 %1, 33554431
  %12 = icmp eq i64 %11, %2
  br i1 %12, label %13, label %26
13:
  %14 = load i32, ptr %8, align 4
  %15 = zext i32 %14 to i64
  %16 = icmp ne i64 %2, %15
  %17 = icmp samesign ugt i64 %10, 31
  %18 = select i1 %16, i1 true, i1 %17
  br i1 %18, label %26, label %19
19:
  %20 = getelementptr inbounds nuw i8, ptr %8, i64 4
  %21 = load i32, ptr %20, align 4
  %22 = trunc nuw nsw i64 %10 to i32
  %23 = shl nuw i32 1, %22
  %24 = and i32 %21, %23
  %25 = icmp eq i32 %24, 0
  br label %26
26:
  %27 = phi i1 [ %25, %19 ], [ false, %13 ], [ false, %3 ]
  ret i1 %27
}
define void @cute.check.lanes_met(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %4 = load ptr, ptr %3, align 8
  %5 = sext i32 %1 to i64
  %6 = getelementptr inbounds i32, ptr %4, i64 %5
  %7 = load i32, ptr %6, align 4
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %43, label %9
9:
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %13 = load i32, ptr %12, align 8
  %14 = mul i32 %13, %1
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw i32, ptr %11, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw i32, ptr %18, i64 %15
  call void @cute.check.join(ptr %0, ptr %19, ptr %16)
  %20 = load i32, ptr %12, align 8
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %22, label %28
22:
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %24 = load ptr, ptr %23, align 8
  %25 = zext i32 %1 to i64
  %26 = shl nuw nsw i64 %25, 4
  %27 = getelementptr inbounds nuw i8, ptr %24, i64 %26
  br label %38
28:
  %29 = phi i64 [ %31, %28 ], [ 0, %9 ]
  %30 = getelementptr inbounds nuw i32, ptr %16, i64 %29
  store i32 0, ptr %30, align 4
  %31 = add nuw nsw i64 %29, 1
  %32 = load i32, ptr %12, align 8
  %33 = zext i32 %32 to i64
  %34 = icmp samesign ult i64 %31, %33
  br i1 %34, label %28, label %22
35:
  %36 = load ptr, ptr %3, align 8
  %37 = getelementptr inbounds i32, ptr %36, i64 %5
  store i32 0, ptr %37, align 4
  br label %43
38:
  %39 = phi i64 [ 0, %22 ], [ %41, %38 ]
  %40 = getelementptr inbounds nuw i32, ptr %27, i64 %39
  store i32 0, ptr %40, align 4
  %41 = add nuw nsw i64 %39, 1
  %42 = icmp eq i64 %41, 4
  br i1 %42, label %35, label %38
43:
  ret void
}
define void @cute.check.exchanged(ptr %0, i32 %1, i32 %2) noinline {
  call void @cute.check.foreign_exchanged(ptr %0, i32 %1, i32 %2)
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %5 = load ptr, ptr %4, align 8
  %6 = sext i32 %1 to i64
  %7 = getelementptr inbounds i32, ptr %5, i64 %6
  %8 = load i32, ptr %7, align 4
  %9 = and i32 %8, %2
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %39, label %11
11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds i32, ptr %13, i64 %6
  %15 = load i32, ptr %14, align 4
  %16 = or i32 %15, %2
  %17 = icmp eq i32 %16, -1
  br i1 %17, label %24, label %18
18:
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %20 = load ptr, ptr %19, align 8
  %21 = zext i32 %1 to i64
  %22 = shl nuw nsw i64 %21, 4
  %23 = getelementptr inbounds nuw i8, ptr %20, i64 %22
  br label %28
24:
  call void @cute.check.lanes_met(ptr %0, i32 %1)
  br label %39
25:
  %26 = load i32, ptr %7, align 4
  %27 = or i32 %26, %2
  store i32 %27, ptr %7, align 4
  br label %39
28:
  %29 = phi i64 [ 0, %18 ], [ %37, %36 ]
  %30 = getelementptr inbounds nuw i32, ptr %23, i64 %29
  %31 = load i32, ptr %30, align 4
  %32 = and i32 %31, %2
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %36, label %34
34:
  %35 = or i32 %31, %2
  store i32 %35, ptr %30, align 4
  br label %36
36:
  %37 = add nuw nsw i64 %29, 1
  %38 = icmp eq i64 %37, 4
  br i1 %38, label %25, label %28
39:
  ret void
}
declare void @cute.check.foreign_exchanged(ptr, i32, i32)
define void @cute.check.arrive_lanes(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = call ptr @cute.check.in_phase(ptr %0, i32 %2, i32 %3)
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %11 = load i32, ptr %10, align 8
  %12 = mul i32 %11, %1
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds nuw i32, ptr %9, i64 %13
  %15 = getelementptr inbounds nuw i8, ptr %7, i64 168
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %17 = load ptr, ptr %16, align 8
  %18 = sext i32 %1 to i64
  %19 = getelementptr inbounds i32, ptr %17, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = or i32 %20, %5
  %22 = icmp eq i32 %21, -1
  br i1 %22, label %23, label %24
23:
  call void @cute.check.join(ptr %0, ptr %15, ptr %14)
  br label %56
24:
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 784
  store i32 %11, ptr %25, align 8
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 352
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds i32, ptr %27, i64 %18
  %29 = load i32, ptr %28, align 4
  %30 = or i32 %29, %5
  store i32 %30, ptr %28, align 4
  %31 = getelementptr inbounds i32, ptr %15, i64 %18
  %32 = load i32, ptr %31, align 4
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %34 = load ptr, ptr %33, align 8
  %35 = getelementptr inbounds i32, ptr %34, i64 %18
  %36 = load i32, ptr %35, align 4
  %37 = add i32 %36, -1
  call void @cute.check.join(ptr %0, ptr %15, ptr %14)
  %38 = getelementptr inbounds i32, ptr %14, i64 %18
  %39 = load i32, ptr %38, align 4
  %40 = call i32 @llvm.umin.i32(i32 %37, i32 %39)
  %41 = call i32 @llvm.umax.i32(i32 %32, i32 %40)
  store i32 %41, ptr %31, align 4
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %43 = load i32, ptr %42, align 8
  %44 = add i32 %43, %1
  %45 = zext i32 %44 to i64
  %46 = getelementptr inbounds nuw i32, ptr %15, i64 %45
  %47 = load i32, ptr %46, align 4
  %48 = load ptr, ptr %8, align 8
  %49 = load i32, ptr %10, align 8
  %50 = mul i32 %49, %1
  %51 = zext i32 %50 to i64
  %52 = getelementptr inbounds nuw i32, ptr %48, i64 %51
  %53 = getelementptr inbounds i32, ptr %52, i64 %18
  %54 = load i32, ptr %53, align 4
  %55 = call i32 @llvm.umax.i32(i32 %47, i32 %54)
  store i32 %55, ptr %46, align 4
  br label %56
56:
  call void @cute.check.join_gained(ptr %0, i32 %1, i32 %5, ptr %15)
  %57 = load i32, ptr %10, align 8
  %58 = shl i32 %57, 1
  %59 = zext i32 %58 to i64
  %60 = getelementptr inbounds nuw i32, ptr %15, i64 %59
  %61 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %62 = load ptr, ptr %61, align 8
  %63 = mul i32 %57, %1
  %64 = zext i32 %63 to i64
  %65 = getelementptr inbounds nuw i32, ptr %62, i64 %64
  call void @cute.check.join(ptr %0, ptr %60, ptr %65)
  call void @cute.check.move_past(ptr %0, i32 %1, i1 false)
  %66 = call ptr @cute.check.log_arrival(ptr %0, i32 1, i32 %1, i32 %2, i32 %3, i32 %4, i32 0)
  ret void
}
declare ptr @cute.check.in_phase(ptr, i32, i32)
declare void @cute.check.move_past(ptr, i32, i1)
declare ptr @cute.check.log_arrival(ptr, i32, i32, i32, i32, i32, i32)
define void @cute.check.arrive_relaxed(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = call ptr @cute.check.in_phase(ptr %0, i32 %2, i32 %3)
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %11 = load i32, ptr %10, align 8
  %12 = mul i32 %11, %1
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds nuw i32, ptr %9, i64 %13
  %15 = sext i32 %1 to i64
  %16 = getelementptr inbounds i32, ptr %14, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = call ptr @cute.check.log_arrival(ptr %0, i32 1, i32 %1, i32 %2, i32 %3, i32 %4, i32 0)
  %19 = getelementptr inbounds nuw i8, ptr %18, i64 24
  store i32 %17, ptr %19, align 4
  ret void
}
define void @cute.check.leave_lanes(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %7 = load ptr, ptr %6, align 8
  %8 = sext i32 %1 to i64
  %9 = getelementptr inbounds i32, ptr %7, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = or i32 %10, %4
  %12 = icmp eq i32 %11, -1
  br i1 %12, label %13, label %14
13:
  call void @cute.check.leave(ptr %0, i32 %1, i32 %2, i32 %3)
  br label %47
14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %16 = load i32, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 784
  store i32 %16, ptr %17, align 8
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %19 = load ptr, ptr %18, align 8
  %20 = shl i32 %16, 4
  %21 = add i32 %20, 168
  %22 = mul i32 %21, %2
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds nuw i8, ptr %19, i64 %23
  %25 = load i32, ptr %24, align 8
  %26 = icmp eq i32 %25, %3
  %27 = getelementptr inbounds nuw i8, ptr %24, i64 168
  %28 = select i1 %26, i32 0, i32 %16
  %29 = zext i32 %28 to i64
  %30 = getelementptr inbounds nuw i32, ptr %27, i64 %29
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %32 = load ptr, ptr %31, align 8
  %33 = mul i32 %16, %1
  %34 = zext i32 %33 to i64
  %35 = getelementptr inbounds nuw i32, ptr %32, i64 %34
  call void @cute.check.join(ptr %0, ptr %35, ptr %30)
  %36 = call ptr @cute.check.gaining(ptr %0, i32 %1, i32 %4)
  call void @cute.check.join(ptr %0, ptr %36, ptr %30)
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %38 = load ptr, ptr %37, align 8
  %39 = load i32, ptr %15, align 8
  %40 = mul i32 %39, %1
  %41 = zext i32 %40 to i64
  %42 = getelementptr inbounds nuw i32, ptr %38, i64 %41
  %43 = select i1 %26, i32 2, i32 3
  %44 = mul i32 %39, %43
  %45 = zext i32 %44 to i64
  %46 = getelementptr inbounds nuw i32, ptr %27, i64 %45
  call void @cute.check.join(ptr %0, ptr %42, ptr %46)
  br label %47
47:
  ret void
}
declare void @cute.check.leave(ptr, i32, i32, i32)
define void @cute.check.fence_lanes(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %9 = load i32, ptr %8, align 8
  %10 = mul i32 %9, %1
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds nuw i32, ptr %7, i64 %11
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i32, ptr %14, i64 %11
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %17 = load ptr, ptr %16, align 8
  %18 = sext i32 %1 to i64
  %19 = getelementptr inbounds i32, ptr %17, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = or i32 %20, %2
  %22 = icmp eq i32 %21, -1
  %23 = icmp ne i32 %3, 0
  %24 = select i1 %23, i1 %22, i1 false
  br i1 %24, label %25, label %30
25:
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 784
  %27 = load i32, ptr %26, align 8
  %28 = zext i32 %27 to i64
  %29 = shl nuw nsw i64 %28, 2
  call void @llvm.memmove.p0.p0.i64(ptr %15, ptr %12, i64 %29, i1 false)
  br label %30
30:
  %31 = icmp eq i32 %3, 0
  %32 = select i1 %31, i1 true, i1 %22
  br i1 %32, label %66, label %33
33:
  %34 = load i32, ptr %8, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 784
  store i32 %34, ptr %35, align 8
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 360
  %37 = load ptr, ptr %36, align 8
  %38 = getelementptr inbounds i32, ptr %37, i64 %18
  %39 = load i32, ptr %38, align 4
  %40 = or i32 %39, %2
  store i32 %40, ptr %38, align 4
  %41 = getelementptr inbounds i32, ptr %15, i64 %18
  %42 = load i32, ptr %41, align 4
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %44 = load ptr, ptr %43, align 8
  %45 = getelementptr inbounds i32, ptr %44, i64 %18
  %46 = load i32, ptr %45, align 4
  %47 = add i32 %46, -1
  call void @cute.check.join(ptr %0, ptr %15, ptr %12)
  %48 = getelementptr inbounds i32, ptr %12, i64 %18
  %49 = load i32, ptr %48, align 4
  %50 = call i32 @llvm.umin.i32(i32 %47, i32 %49)
  %51 = call i32 @llvm.umax.i32(i32 %42, i32 %50)
  store i32 %51, ptr %41, align 4
  %52 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %53 = load i32, ptr %52, align 8
  %54 = add i32 %53, %1
  %55 = zext i32 %54 to i64
  %56 = getelementptr inbounds nuw i32, ptr %15, i64 %55
  %57 = load i32, ptr %56, align 4
  %58 = load ptr, ptr %6, align 8
  %59 = load i32, ptr %8, align 8
  %60 = mul i32 %59, %1
  %61 = zext i32 %60 to i64
  %62 = getelementptr inbounds nuw i32, ptr %58, i64 %61
  %63 = getelementptr inbounds i32, ptr %62, i64 %18
  %64 = load i32, ptr %63, align 4
  %65 = call i32 @llvm.umax.i32(i32 %57, i32 %64)
  store i32 %65, ptr %56, align 4
  br label %66
66:
  br i1 %23, label %67, label %68
67:
  call void @cute.check.join_gained(ptr %0, i32 %1, i32 %2, ptr %15)
  br label %68
68:
  %69 = icmp eq i32 %4, 0
  br i1 %69, label %134, label %70
70:
  %71 = getelementptr inbounds nuw i8, ptr %0, i64 676
  %72 = load i32, ptr %71, align 4
  %73 = zext i32 %72 to i64
  %74 = getelementptr inbounds nuw i32, ptr %12, i64 %73
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %76 = load i32, ptr %75, align 4
  %77 = icmp eq i32 %76, 0
  br i1 %77, label %89, label %78
78:
  %79 = phi i64 [ %85, %78 ], [ 0, %70 ]
  %80 = getelementptr inbounds nuw i32, ptr %74, i64 %79
  %81 = load i32, ptr %80, align 4
  %82 = getelementptr inbounds nuw i32, ptr %12, i64 %79
  %83 = load i32, ptr %82, align 4
  %84 = call i32 @llvm.umax.i32(i32 %81, i32 %83)
  store i32 %84, ptr %80, align 4
  %85 = add nuw nsw i64 %79, 1
  %86 = load i32, ptr %75, align 4
  %87 = zext i32 %86 to i64
  %88 = icmp samesign ult i64 %85, %87
  br i1 %88, label %78, label %89
89:
  %90 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %91 = load ptr, ptr %90, align 8
  %92 = zext i32 %1 to i64
  %93 = shl nuw nsw i64 %92, 4
  %94 = getelementptr inbounds nuw i8, ptr %91, i64 %93
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 676
  %96 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %97 = shl nuw nsw i64 %92, 2
  %98 = getelementptr inbounds nuw i8, ptr %0, i64 692
  br label %99
99:
  %100 = phi i64 [ 0, %89 ], [ %129, %128 ]
  %101 = getelementptr inbounds nuw i32, ptr %94, i64 %100
  %102 = load i32, ptr %101, align 4
  %103 = and i32 %102, %2
  %104 = icmp eq i32 %103, 0
  br i1 %104, label %128, label %105
105:
  %106 = load i32, ptr %95, align 4
  %107 = zext i32 %106 to i64
  %108 = getelementptr inbounds nuw i32, ptr %12, i64 %107
  %109 = load ptr, ptr %96, align 8
  %110 = add nuw nsw i64 %97, %100
  %111 = load i32, ptr %8, align 8
  %112 = zext i32 %111 to i64
  %113 = mul i64 %110, %112
  %114 = getelementptr inbounds nuw i32, ptr %109, i64 %113
  %115 = load i32, ptr %98, align 4
  %116 = icmp eq i32 %115, 0
  br i1 %116, label %128, label %117
117:
  %118 = phi i64 [ %124, %117 ], [ 0, %105 ]
  %119 = getelementptr inbounds nuw i32, ptr %108, i64 %118
  %120 = load i32, ptr %119, align 4
  %121 = getelementptr inbounds nuw i32, ptr %114, i64 %118
  %122 = load i32, ptr %121, align 4
  %123 = call i32 @llvm.umax.i32(i32 %120, i32 %122)
  store i32 %123, ptr %119, align 4
  %124 = add nuw nsw i64 %118, 1
  %125 = load i32, ptr %98, align 4
  %126 = zext i32 %125 to i64
  %127 = icmp samesign ult i64 %124, %126
  br i1 %127, label %117, label %128
128:
  %129 = add nuw nsw i64 %100, 1
  %130 = icmp eq i64 %129, 4
  br i1 %130, label %131, label %99
131:
  %132 = load i32, ptr %8, align 8
  %133 = getelementptr inbounds nuw i8, ptr %0, i64 784
  store i32 %132, ptr %133, align 8
  call void @cute.check.fence_foreign(ptr %0)
  br label %134
134:
  call void @cute.check.move_past(ptr %0, i32 %1, i1 false)
  ret void
}
declare void @cute.check.fence_foreign(ptr)
define i1 @cute.check.doubt(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 536
  %7 = load ptr, ptr %6, align 8
  %8 = sext i32 %2 to i64
  %9 = getelementptr inbounds i8, ptr %7, i64 %8
  %10 = load i8, ptr %9, align 1
  %11 = icmp ugt i8 %10, 23
  br i1 %11, label %51, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %16 = load i32, ptr %15, align 8
  %17 = shl i32 %16, 4
  %18 = add i32 %17, 168
  %19 = mul i32 %18, %3
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds nuw i8, ptr %14, i64 %20
  %22 = load i32, ptr %21, align 8
  %23 = icmp eq i32 %22, %4
  %24 = getelementptr inbounds nuw i8, ptr %21, i64 168
  %25 = select i1 %23, i32 0, i32 %16
  %26 = zext i32 %25 to i64
  %27 = getelementptr inbounds nuw i32, ptr %24, i64 %26
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %29 = load ptr, ptr %28, align 8
  %30 = mul i32 %16, %1
  %31 = zext i32 %30 to i64
  %32 = getelementptr inbounds nuw i32, ptr %29, i64 %31
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 784
  %34 = load i32, ptr %33, align 8
  %35 = icmp eq i32 %34, 0
  br i1 %35, label %51, label %36
36:
  %37 = zext i32 %34 to i64
  br label %38
38:
  %39 = phi i64 [ 0, %36 ], [ %45, %38 ]
  %40 = getelementptr inbounds nuw i32, ptr %27, i64 %39
  %41 = load i32, ptr %40, align 4
  %42 = getelementptr inbounds nuw i32, ptr %32, i64 %39
  %43 = load i32, ptr %42, align 4
  %44 = icmp ule i32 %41, %43
  %45 = add nuw nsw i64 %39, 1
  %46 = icmp ne i64 %45, %37
  %47 = select i1 %44, i1 %46, i1 false
  br i1 %47, label %38, label %48
48:
  br i1 %44, label %51, label %49
49:
  %50 = add nuw nsw i8 %10, 1
  store i8 %50, ptr %9, align 1
  br label %51
51:
  %52 = phi i1 [ true, %49 ], [ false, %48 ], [ false, %5 ], [ false, %12 ]
  ret i1 %52
}
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
; check/peers.c
define void @cute.check.begin_peers(ptr %0) noinline {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 668
  %3 = load i32, ptr %2, align 4
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %76, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %8 = load i32, ptr %6, align 4
  %9 = load i32, ptr %7, align 4
  %10 = udiv i32 %8, %9
  %11 = mul i32 %10, %8
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %16, label %13
13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 384
  %15 = load ptr, ptr %14, align 8
  br label %24
16:
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 620
  %20 = load i32, ptr %19, align 4
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %45, label %22
22:
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 592
  br label %37
24:
  %25 = phi i64 [ 0, %13 ], [ %30, %24 ]
  %26 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %15, i64 %25
  store i32 0, ptr %26, align 4
  %27 = getelementptr inbounds nuw i8, ptr %26, i64 4
  store i32 0, ptr %27, align 4
  %28 = getelementptr inbounds nuw i8, ptr %26, i64 8
  store i32 0, ptr %28, align 4
  %29 = getelementptr inbounds nuw i8, ptr %26, i64 12
  store i32 0, ptr %29, align 4
  %30 = add nuw nsw i64 %25, 1
  %31 = load i32, ptr %6, align 4
  %32 = load i32, ptr %7, align 4
  %33 = udiv i32 %31, %32
  %34 = mul i32 %33, %31
  %35 = zext i32 %34 to i64
  %36 = icmp samesign ult i64 %30, %35
  br i1 %36, label %24, label %16
37:
  %38 = phi i64 [ 0, %22 ], [ %62, %56 ]
  %39 = load i32, ptr %17, align 4
  %40 = load i32, ptr %18, align 4
  %41 = udiv i32 %39, %40
  %42 = mul i32 %41, %39
  %43 = zext i32 %42 to i64
  %44 = icmp samesign ult i64 %38, %43
  br i1 %44, label %56, label %45
45:
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %47 = load i32, ptr %17, align 4
  %48 = load i32, ptr %18, align 4
  %49 = udiv i32 %47, %48
  %50 = load i32, ptr %46, align 8
  %51 = mul i32 %50, %49
  %52 = icmp eq i32 %51, 0
  br i1 %52, label %76, label %53
53:
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 528
  %55 = load ptr, ptr %54, align 8
  br label %65
56:
  %57 = load ptr, ptr %23, align 8
  %58 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %57, i64 %38
  store i32 0, ptr %58, align 4
  %59 = getelementptr inbounds nuw i8, ptr %58, i64 4
  store i32 0, ptr %59, align 4
  %60 = getelementptr inbounds nuw i8, ptr %58, i64 8
  store i32 0, ptr %60, align 4
  %61 = getelementptr inbounds nuw i8, ptr %58, i64 12
  store i32 0, ptr %61, align 4
  %62 = add nuw nsw i64 %38, 1
  %63 = load i32, ptr %19, align 4
  %64 = icmp eq i32 %63, 0
  br i1 %64, label %45, label %37
65:
  %66 = phi i64 [ 0, %53 ], [ %68, %65 ]
  %67 = getelementptr inbounds nuw i32, ptr %55, i64 %66
  store i32 0, ptr %67, align 4
  %68 = add nuw nsw i64 %66, 1
  %69 = load i32, ptr %17, align 4
  %70 = load i32, ptr %18, align 4
  %71 = udiv i32 %69, %70
  %72 = load i32, ptr %46, align 8
  %73 = mul i32 %72, %71
  %74 = zext i32 %73 to i64
  %75 = icmp samesign ult i64 %68, %74
  br i1 %75, label %65, label %76
76:
  ret void
}
define void @cute.check.visit_peer(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i64 %5, i32 %6) noinline {
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 668
  %9 = load i32, ptr %8, align 4
  %10 = zext i32 %9 to i64
  %11 = udiv i64 %5, %10
  %12 = trunc i64 %11 to i32
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %14 = load i32, ptr %13, align 4
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %16 = load i32, ptr %15, align 4
  %17 = udiv i32 %14, %16
  %18 = icmp ugt i32 %17, %12
  br i1 %18, label %19, label %130
19:
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 368
  %21 = load ptr, ptr %20, align 8
  %22 = sext i32 %1 to i64
  %23 = getelementptr inbounds i32, ptr %21, i64 %22
  %24 = load i32, ptr %23, align 4
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %26 = load i32, ptr %25, align 8
  %27 = icmp eq i32 %24, %26
  br i1 %27, label %71, label %28
28:
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %30 = load ptr, ptr %29, align 8
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %32 = load i32, ptr %31, align 8
  %33 = mul i32 %32, %1
  %34 = zext i32 %33 to i64
  %35 = getelementptr inbounds nuw i32, ptr %30, i64 %34
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %37 = load ptr, ptr %36, align 8
  %38 = getelementptr inbounds nuw i32, ptr %37, i64 %34
  %39 = mul i32 %16, %12
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %41 = add i32 %12, 1
  %42 = mul i32 %16, %41
  %43 = icmp ult i32 %39, %42
  br i1 %43, label %44, label %67
44:
  %45 = zext i32 %39 to i64
  %46 = zext i32 %42 to i64
  br label %50
47:
  %48 = add nuw nsw i64 %51, 1
  %49 = icmp eq i64 %48, %46
  br i1 %49, label %67, label %50
50:
  %51 = phi i64 [ %45, %44 ], [ %48, %47 ]
  %52 = getelementptr inbounds nuw i32, ptr %35, i64 %51
  %53 = load i32, ptr %52, align 4
  %54 = icmp ugt i32 %53, %26
  br i1 %54, label %71, label %55
55:
  %56 = getelementptr inbounds nuw i32, ptr %38, i64 %51
  %57 = load i32, ptr %56, align 4
  %58 = icmp ugt i32 %57, %26
  br i1 %58, label %71, label %59
59:
  %60 = load i32, ptr %40, align 8
  %61 = trunc nuw i64 %51 to i32
  %62 = add i32 %60, %61
  %63 = zext i32 %62 to i64
  %64 = getelementptr inbounds nuw i32, ptr %35, i64 %63
  %65 = load i32, ptr %64, align 4
  %66 = icmp ugt i32 %65, %26
  br i1 %66, label %71, label %47
67:
  %68 = and i64 %11, 4294967295
  %69 = load ptr, ptr %0, align 8
  %70 = call i32 %69(ptr %0, i32 18, i32 %1, i32 %4, i32 0, i64 %68, i64 0)
  br label %130
71:
  %72 = mul i32 %16, %12
  %73 = add i32 %12, 1
  %74 = mul i32 %16, %73
  %75 = icmp ult i32 %72, %74
  br i1 %75, label %76, label %91
76:
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %78 = load ptr, ptr %77, align 8
  %79 = zext i32 %72 to i64
  %80 = zext i32 %74 to i64
  br label %81
81:
  %82 = phi i64 [ %87, %81 ], [ %79, %76 ]
  %83 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %78, i64 %82
  %84 = getelementptr inbounds nuw i8, ptr %83, i64 12
  %85 = load i32, ptr %84, align 4
  %86 = icmp ne i32 %85, 0
  %87 = add nuw nsw i64 %82, 1
  %88 = icmp ne i64 %87, %80
  %89 = select i1 %86, i1 %88, i1 false
  br i1 %89, label %81, label %90
90:
  br i1 %86, label %91, label %95
91:
  %92 = and i64 %11, 4294967295
  %93 = load ptr, ptr %0, align 8
  %94 = call i32 %93(ptr %0, i32 18, i32 %1, i32 %4, i32 0, i64 %92, i64 1)
  br label %130
95:
  %96 = icmp eq i64 %2, %22
  br i1 %96, label %97, label %130
97:
  %98 = trunc i64 %3 to i32
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 384
  %100 = load ptr, ptr %99, align 8
  %101 = mul i32 %14, %12
  %102 = add i32 %101, %1
  %103 = zext i32 %102 to i64
  %104 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %100, i64 %103
  %105 = load i32, ptr %104, align 4
  %106 = icmp eq i32 %105, 0
  br i1 %106, label %118, label %107
107:
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %109 = load ptr, ptr %108, align 8
  %110 = getelementptr inbounds i32, ptr %109, i64 %22
  %111 = load i32, ptr %110, align 4
  %112 = icmp ult i32 %105, %111
  br i1 %112, label %118, label %113
113:
  %114 = getelementptr inbounds nuw i8, ptr %104, i64 8
  %115 = load i32, ptr %114, align 4
  %116 = xor i32 %6, -1
  %117 = and i32 %115, %116
  br label %118
118:
  %119 = phi i32 [ %117, %113 ], [ 0, %107 ], [ 0, %97 ]
  %120 = icmp eq i32 %119, 0
  br i1 %120, label %124, label %121
121:
  %122 = getelementptr inbounds nuw i8, ptr %104, i64 4
  %123 = load i32, ptr %122, align 4
  br label %124
124:
  %125 = phi i32 [ %123, %121 ], [ %4, %118 ]
  %126 = or i32 %119, %6
  store i32 %98, ptr %104, align 4
  %127 = getelementptr inbounds nuw i8, ptr %104, i64 4
  store i32 %125, ptr %127, align 4
  %128 = getelementptr inbounds nuw i8, ptr %104, i64 8
  store i32 %126, ptr %128, align 4
  %129 = getelementptr inbounds nuw i8, ptr %104, i64 12
  store i32 0, ptr %129, align 4
  br label %130
130:
  ret void
}
define void @cute.check.end_for_peers(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 668
  %4 = load i32, ptr %3, align 4
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %120, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %8 = load i32, ptr %7, align 4
  %9 = udiv i32 %1, %8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 528
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %13 = load i32, ptr %12, align 8
  %14 = mul i32 %13, %9
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw i32, ptr %11, i64 %15
  call void @cute.check.lanes_met(ptr %0, i32 %1)
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %18 = load ptr, ptr %17, align 8
  %19 = load i32, ptr %12, align 8
  %20 = mul i32 %19, %1
  %21 = zext i32 %20 to i64
  %22 = getelementptr inbounds nuw i32, ptr %18, i64 %21
  call void @cute.check.join(ptr %0, ptr %16, ptr %22)
  %23 = load i32, ptr %7, align 4
  %24 = mul i32 %23, %9
  %25 = add i32 %9, 1
  %26 = mul i32 %23, %25
  %27 = icmp ult i32 %24, %26
  br i1 %27, label %28, label %43
28:
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %30 = load ptr, ptr %29, align 8
  %31 = zext i32 %24 to i64
  %32 = zext i32 %26 to i64
  br label %33
33:
  %34 = phi i64 [ %39, %33 ], [ %31, %28 ]
  %35 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %30, i64 %34
  %36 = getelementptr inbounds nuw i8, ptr %35, i64 12
  %37 = load i32, ptr %36, align 4
  %38 = icmp ne i32 %37, 0
  %39 = add nuw nsw i64 %34, 1
  %40 = icmp ne i64 %39, %32
  %41 = select i1 %38, i1 %40, i1 false
  br i1 %41, label %33, label %42
42:
  br i1 %38, label %43, label %120
43:
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %45 = load i32, ptr %44, align 4
  %46 = icmp eq i32 %45, 0
  br i1 %46, label %120, label %47
47:
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 384
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 352
  %51 = zext i32 %9 to i64
  %52 = getelementptr inbounds nuw i8, ptr %0, i64 620
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 592
  %54 = zext i32 %9 to i64
  br label %55
55:
  %56 = phi i64 [ 0, %47 ], [ %116, %115 ]
  %57 = phi i32 [ %45, %47 ], [ %117, %115 ]
  %58 = load ptr, ptr %48, align 8
  %59 = mul i32 %57, %9
  %60 = trunc nuw i64 %56 to i32
  %61 = add i32 %59, %60
  %62 = zext i32 %61 to i64
  %63 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %58, i64 %62
  %64 = load i32, ptr %63, align 4
  %65 = getelementptr inbounds nuw i32, ptr %16, i64 %56
  %66 = load i32, ptr %65, align 4
  %67 = icmp ugt i32 %64, %66
  br i1 %67, label %68, label %91
68:
  %69 = load i32, ptr %49, align 8
  %70 = trunc nuw i64 %56 to i32
  %71 = add i32 %69, %70
  %72 = zext i32 %71 to i64
  %73 = getelementptr inbounds nuw i32, ptr %16, i64 %72
  %74 = load i32, ptr %73, align 4
  %75 = icmp ugt i32 %64, %74
  br i1 %75, label %85, label %76
76:
  %77 = getelementptr inbounds nuw i8, ptr %63, i64 8
  %78 = load i32, ptr %77, align 4
  %79 = load ptr, ptr %50, align 8
  %80 = getelementptr inbounds nuw i32, ptr %79, i64 %56
  %81 = load i32, ptr %80, align 4
  %82 = xor i32 %81, -1
  %83 = and i32 %78, %82
  %84 = icmp eq i32 %83, 0
  br i1 %84, label %91, label %85
85:
  %86 = getelementptr inbounds nuw i8, ptr %63, i64 4
  %87 = load i32, ptr %86, align 4
  %88 = load ptr, ptr %0, align 8
  %89 = trunc nuw i64 %56 to i32
  %90 = call i32 %88(ptr %0, i32 18, i32 %89, i32 %87, i32 0, i64 %51, i64 2)
  br label %91
91:
  %92 = load i32, ptr %52, align 4
  %93 = icmp eq i32 %92, 0
  br i1 %93, label %115, label %94
94:
  %95 = load ptr, ptr %53, align 8
  %96 = load i32, ptr %44, align 4
  %97 = mul i32 %96, %9
  %98 = trunc nuw i64 %56 to i32
  %99 = add i32 %97, %98
  %100 = zext i32 %99 to i64
  %101 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %95, i64 %100
  %102 = load i32, ptr %101, align 4
  %103 = trunc nuw i64 %56 to i32
  %104 = add i32 %92, %103
  %105 = zext i32 %104 to i64
  %106 = getelementptr inbounds nuw i32, ptr %16, i64 %105
  %107 = load i32, ptr %106, align 4
  %108 = icmp ugt i32 %102, %107
  br i1 %108, label %109, label %115
109:
  %110 = getelementptr inbounds nuw i8, ptr %101, i64 4
  %111 = load i32, ptr %110, align 4
  %112 = load ptr, ptr %0, align 8
  %113 = trunc nuw i64 %56 to i32
  %114 = call i32 %112(ptr %0, i32 27, i32 %113, i32 %111, i32 4, i64 %54, i64 0)
  br label %115
115:
  %116 = add nuw nsw i64 %56, 1
  %117 = load i32, ptr %44, align 4
  %118 = zext i32 %117 to i64
  %119 = icmp samesign ult i64 %116, %118
  br i1 %119, label %55, label %120
120:
  ret void
}
declare void @cute.check.lanes_met(ptr, i32)
declare void @cute.check.join(ptr, ptr, ptr)
; check/registers.c
define void @cute.check.set_registers(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 456
  %7 = load ptr, ptr %6, align 8
  %8 = sext i32 %1 to i64
  %9 = getelementptr inbounds { i32, i32, i32, i32 }, ptr %7, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %15, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %14 = load i32, ptr %13, align 4
  br label %27
15:
  %16 = icmp eq i32 %4, 0
  br i1 %16, label %17, label %27
17:
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %19 = load i32, ptr %18, align 4
  %20 = zext i32 %19 to i64
  %21 = shl nuw nsw i64 %20, 5
  %22 = udiv i64 65536, %21
  %23 = trunc nuw nsw i64 %22 to i32
  %24 = and i32 %23, 131064
  %25 = icmp ugt i32 %19, 8
  %26 = select i1 %25, i32 %24, i32 256
  br label %27
27:
  %28 = phi i32 [ %14, %12 ], [ %26, %17 ], [ 0, %15 ]
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %30 = load i32, ptr %29, align 4
  %31 = urem i32 %1, %30
  %32 = and i32 %31, 3
  %33 = sub i32 %1, %32
  %34 = icmp ne i32 %4, 0
  %35 = and i1 %34, %11
  br i1 %35, label %36, label %38
36:
  %37 = getelementptr inbounds nuw i8, ptr %9, i64 12
  store i32 %3, ptr %37, align 4
  br label %38
38:
  %39 = add i32 %10, 1
  store i32 %39, ptr %9, align 4
  %40 = getelementptr inbounds nuw i8, ptr %9, i64 4
  store i32 %3, ptr %40, align 4
  %41 = getelementptr inbounds nuw i8, ptr %9, i64 8
  store i32 %2, ptr %41, align 4
  br i1 %34, label %42, label %44
42:
  %43 = icmp ult i32 %3, %28
  br i1 %43, label %46, label %52
44:
  %45 = icmp ugt i32 %3, %28
  br i1 %45, label %46, label %52
46:
  %47 = phi i32 [ 2, %44 ], [ 3, %42 ]
  %48 = sext i32 %3 to i64
  %49 = zext i32 %28 to i64
  %50 = load ptr, ptr %0, align 8
  %51 = call i32 %50(ptr %0, i32 19, i32 %1, i32 %2, i32 %47, i64 %48, i64 %49)
  br label %52
52:
  %53 = load i32, ptr %29, align 4
  %54 = urem i32 %33, %53
  %55 = add i32 %53, %33
  %56 = sub i32 %55, %54
  %57 = add i32 %33, 4
  %58 = call i32 @llvm.umin.i32(i32 %57, i32 %56)
  %59 = icmp ult i32 %33, %58
  br i1 %59, label %60, label %84
60:
  %61 = load ptr, ptr %6, align 8
  %62 = load i32, ptr %9, align 4
  %63 = zext i32 %33 to i64
  %64 = zext i32 %58 to i64
  br label %65
65:
  %66 = phi i64 [ %63, %60 ], [ %82, %81 ]
  %67 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %61, i64 %66
  %68 = load i32, ptr %67, align 4
  %69 = icmp eq i32 %68, %62
  br i1 %69, label %70, label %81
70:
  %71 = getelementptr inbounds nuw i8, ptr %67, i64 4
  %72 = load i32, ptr %71, align 4
  %73 = load i32, ptr %40, align 4
  %74 = icmp eq i32 %72, %73
  br i1 %74, label %81, label %75
75:
  %76 = getelementptr inbounds nuw i8, ptr %67, i64 8
  %77 = load i32, ptr %76, align 4
  %78 = sext i32 %77 to i64
  %79 = load ptr, ptr %0, align 8
  %80 = call i32 %79(ptr %0, i32 19, i32 %1, i32 %2, i32 0, i64 %66, i64 %78)
  br label %84
81:
  %82 = add nuw nsw i64 %66, 1
  %83 = icmp samesign ult i64 %82, %64
  br i1 %83, label %65, label %84
84:
  ret void
}
define void @cute.check.end_registers(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %4 = load i32, ptr %3, align 4
  %5 = urem i32 %1, %4
  %6 = udiv i32 %1, %4
  %7 = sub nuw i32 %1, %5
  %8 = zext i32 %4 to i64
  %9 = shl nuw nsw i64 %8, 5
  %10 = udiv i64 65536, %9
  %11 = trunc nuw nsw i64 %10 to i32
  %12 = and i32 %11, 131064
  %13 = icmp ugt i32 %4, 8
  %14 = select i1 %13, i32 %12, i32 256
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 776
  %16 = load i32, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %18 = load i32, ptr %17, align 4
  %19 = icmp eq i32 %16, %18
  br i1 %19, label %20, label %165
20:
  %21 = add i32 %7, %4
  %22 = icmp ult i32 %7, %21
  br i1 %22, label %23, label %29
23:
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %25 = load ptr, ptr %24, align 8
  br label %38
26:
  %27 = add nuw i32 %39, 1
  %28 = icmp eq i32 %27, %21
  br i1 %28, label %29, label %38
29:
  %30 = icmp ult i32 %7, %21
  br i1 %30, label %31, label %45
31:
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 456
  %33 = load ptr, ptr %32, align 8
  %34 = zext i32 %6 to i64
  %35 = mul nuw i64 %34, %8
  %36 = add i32 %6, 1
  %37 = mul i32 %4, %36
  br label %52
38:
  %39 = phi i32 [ %7, %23 ], [ %27, %26 ]
  %40 = zext i32 %39 to i64
  %41 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %25, i64 %40
  %42 = getelementptr inbounds nuw i8, ptr %41, i64 12
  %43 = load i32, ptr %42, align 4
  %44 = icmp eq i32 %43, 0
  br i1 %44, label %165, label %26
45:
  %46 = phi i32 [ %14, %29 ], [ %60, %52 ]
  %47 = load i32, ptr %3, align 4
  %48 = add i32 %47, %7
  %49 = icmp ult i32 %7, %48
  br i1 %49, label %50, label %66
50:
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 456
  br label %75
52:
  %53 = phi i64 [ %35, %31 ], [ %61, %52 ]
  %54 = phi i32 [ %14, %31 ], [ %60, %52 ]
  %55 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %33, i64 %53
  %56 = getelementptr inbounds nuw i8, ptr %55, i64 12
  %57 = load i32, ptr %56, align 4
  %58 = icmp eq i32 %57, 0
  %59 = call i32 @llvm.umin.i32(i32 %57, i32 %54)
  %60 = select i1 %58, i32 %54, i32 %59
  %61 = add nuw nsw i64 %53, 1
  %62 = trunc i64 %61 to i32
  %63 = icmp eq i32 %37, %62
  br i1 %63, label %45, label %52
64:
  %65 = shl i32 %111, 7
  br label %66
66:
  %67 = phi ptr [ null, %45 ], [ %147, %64 ]
  %68 = phi i32 [ 0, %45 ], [ %65, %64 ]
  %69 = phi i32 [ %47, %45 ], [ %148, %64 ]
  %70 = shl nuw nsw i32 %46, 5
  %71 = mul i32 %70, %69
  %72 = icmp ne ptr %67, null
  %73 = icmp ugt i32 %68, %71
  %74 = select i1 %72, i1 %73, i1 false
  br i1 %74, label %151, label %165
75:
  %76 = phi i32 [ %47, %50 ], [ %148, %146 ]
  %77 = phi i32 [ 0, %50 ], [ %111, %146 ]
  %78 = phi i32 [ %7, %50 ], [ %86, %146 ]
  %79 = phi ptr [ null, %50 ], [ %147, %146 ]
  %80 = load ptr, ptr %51, align 8
  %81 = zext i32 %78 to i64
  %82 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %80, i64 %81
  %83 = urem i32 %78, %76
  %84 = add i32 %76, %78
  %85 = sub i32 %84, %83
  %86 = add i32 %78, 4
  %87 = call i32 @llvm.umin.i32(i32 %86, i32 %85)
  %88 = icmp ult i32 %78, %87
  br i1 %88, label %89, label %92
89:
  %90 = zext i32 %78 to i64
  %91 = zext i32 %87 to i64
  br label %96
92:
  %93 = phi ptr [ %82, %75 ], [ %103, %96 ]
  %94 = load i32, ptr %93, align 4
  %95 = icmp eq i32 %94, 0
  br i1 %95, label %109, label %106
96:
  %97 = phi i64 [ %90, %89 ], [ %104, %96 ]
  %98 = phi ptr [ %82, %89 ], [ %103, %96 ]
  %99 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %80, i64 %97
  %100 = load i32, ptr %99, align 4
  %101 = load i32, ptr %98, align 4
  %102 = icmp ugt i32 %100, %101
  %103 = select i1 %102, ptr %99, ptr %98
  %104 = add nuw nsw i64 %97, 1
  %105 = icmp samesign ult i64 %104, %91
  br i1 %105, label %96, label %92
106:
  %107 = getelementptr inbounds nuw i8, ptr %93, i64 4
  %108 = load i32, ptr %107, align 4
  br label %109
109:
  %110 = phi i32 [ %108, %106 ], [ %46, %92 ]
  %111 = add i32 %110, %77
  br i1 %95, label %146, label %112
112:
  %113 = icmp eq ptr %79, null
  br i1 %113, label %121, label %114
114:
  %115 = getelementptr inbounds nuw i8, ptr %93, i64 4
  %116 = load i32, ptr %115, align 4
  %117 = getelementptr inbounds nuw i8, ptr %79, i64 4
  %118 = load i32, ptr %117, align 4
  %119 = icmp ugt i32 %116, %118
  %120 = select i1 %119, ptr %93, ptr %79
  br label %121
121:
  %122 = phi ptr [ %93, %112 ], [ %120, %114 ]
  %123 = icmp ult i32 %78, -4
  br i1 %123, label %124, label %146
124:
  %125 = phi i32 [ %144, %143 ], [ %78, %121 ]
  %126 = icmp ugt i32 %85, %125
  br i1 %126, label %127, label %132
127:
  %128 = zext i32 %125 to i64
  %129 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %80, i64 %128
  %130 = load i32, ptr %129, align 4
  %131 = icmp eq i32 %130, %94
  br i1 %131, label %143, label %132
132:
  %133 = ptrtoint ptr %93 to i64
  %134 = ptrtoint ptr %80 to i64
  %135 = sub i64 %133, %134
  %136 = lshr exact i64 %135, 4
  %137 = trunc i64 %136 to i32
  %138 = getelementptr inbounds nuw i8, ptr %93, i64 8
  %139 = load i32, ptr %138, align 4
  %140 = zext i32 %125 to i64
  %141 = load ptr, ptr %0, align 8
  %142 = call i32 %141(ptr %0, i32 19, i32 %137, i32 %139, i32 1, i64 %140, i64 0)
  br label %146
143:
  %144 = add nuw i32 %125, 1
  %145 = icmp ult i32 %144, %86
  br i1 %145, label %124, label %146
146:
  %147 = phi ptr [ %79, %109 ], [ %122, %132 ], [ %122, %121 ], [ %122, %143 ]
  %148 = load i32, ptr %3, align 4
  %149 = add i32 %148, %7
  %150 = icmp ult i32 %86, %149
  br i1 %150, label %75, label %64
151:
  %152 = getelementptr inbounds nuw i8, ptr %0, i64 456
  %153 = load ptr, ptr %152, align 8
  %154 = ptrtoint ptr %67 to i64
  %155 = ptrtoint ptr %153 to i64
  %156 = sub i64 %154, %155
  %157 = lshr exact i64 %156, 4
  %158 = trunc i64 %157 to i32
  %159 = getelementptr inbounds nuw i8, ptr %67, i64 8
  %160 = load i32, ptr %159, align 4
  %161 = zext i32 %68 to i64
  %162 = zext i32 %71 to i64
  %163 = load ptr, ptr %0, align 8
  %164 = call i32 %163(ptr %0, i32 19, i32 %158, i32 %160, i32 4, i64 %161, i64 %162)
  br label %165
165:
  ret void
}
declare i32 @llvm.umin.i32(i32, i32)
; check/requests.c
define void @cute.check.answered(ptr %0, i32 %1, i32 %2, i32 %3) noinline {
  %5 = icmp eq i32 %3, 0
  br i1 %5, label %6, label %12
6:
  %7 = add i32 %2, 1
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 472
  %9 = load ptr, ptr %8, align 8
  %10 = sext i32 %1 to i64
  %11 = getelementptr inbounds i32, ptr %9, i64 %10
  store i32 %7, ptr %11, align 4
  br label %12
12:
  ret void
}
define void @cute.check.requested(ptr %0, i32 %1, i32 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %5 = load i32, ptr %4, align 4
  %6 = urem i32 %1, %5
  %7 = sub nuw i32 %1, %6
  %8 = add i32 %7, %5
  %9 = icmp ult i32 %7, %8
  br i1 %9, label %10, label %27
10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 472
  %12 = load ptr, ptr %11, align 8
  br label %16
13:
  %14 = add nuw i32 %17, 1
  %15 = icmp eq i32 %14, %8
  br i1 %15, label %27, label %16
16:
  %17 = phi i32 [ %7, %10 ], [ %14, %13 ]
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds nuw i32, ptr %12, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %13, label %22
22:
  %23 = add i32 %20, -1
  %24 = sext i32 %23 to i64
  %25 = load ptr, ptr %0, align 8
  %26 = call i32 %25(ptr %0, i32 28, i32 %1, i32 %2, i32 0, i64 %18, i64 %24)
  br label %27
27:
  ret void
}
; check/schedule.c
define void @cute.check.run(ptr %0, i32 %1) noinline {
  %3 = load ptr, ptr %0, align 128
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 96
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 716
  %7 = load i32, ptr %6, align 4
  %8 = zext i32 %7 to i64
  %9 = getelementptr inbounds nuw i8, ptr %5, i64 1848
  %10 = icmp eq i32 %7, 0
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %12 = load ptr, ptr %11, align 8
  %13 = call i64 @cute.progress(ptr %0, i32 %1)
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 644
  %15 = load i32, ptr %14, align 4
  %16 = icmp sgt i32 %1, 0
  %17 = icmp sgt i32 %15, 0
  %18 = zext nneg i32 %1 to i64
  br label %19
19:
  %20 = phi i32 [ 0, %2 ], [ %35, %122 ]
  %21 = phi i8 [ 0, %2 ], [ %36, %122 ]
  %22 = phi i64 [ 0, %2 ], [ %126, %122 ]
  %23 = phi i64 [ 0, %2 ], [ %123, %122 ]
  %24 = phi i64 [ %8, %2 ], [ %37, %122 ]
  %25 = phi i64 [ %13, %2 ], [ %111, %122 ]
  br i1 %10, label %34, label %26
26:
  %27 = mul i64 %24, 6364136223846793005
  %28 = add i64 %27, 1442695040888963407
  %29 = lshr i64 %28, 33
  %30 = trunc nuw nsw i64 %29 to i32
  %31 = urem i32 %30, %15
  %32 = lshr i64 %28, 62
  %33 = trunc nuw nsw i64 %32 to i8
  br label %34
34:
  %35 = phi i32 [ %20, %19 ], [ %31, %26 ]
  %36 = phi i8 [ %21, %19 ], [ %33, %26 ]
  %37 = phi i64 [ %24, %19 ], [ %28, %26 ]
  br i1 %16, label %38, label %106
38:
  %39 = trunc i8 %36 to i1
  br label %43
40:
  %41 = add nuw nsw i64 %44, 1
  %42 = icmp eq i64 %41, %18
  br i1 %42, label %104, label %43
43:
  %44 = phi i64 [ 0, %38 ], [ %41, %40 ]
  %45 = phi i32 [ 0, %38 ], [ %103, %40 ]
  %46 = phi i8 [ 0, %38 ], [ %102, %40 ]
  %47 = getelementptr inbounds nuw { ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, ptr, ptr, i64, ptr, ptr, ptr, [32 x ptr], [32 x ptr], [3 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, [16 x { i32, i32 }], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [92 x i8] }, ptr %0, i64 %44
  br i1 %17, label %48, label %100
48:
  %49 = getelementptr inbounds nuw i8, ptr %47, i64 112
  %50 = getelementptr inbounds nuw i8, ptr %47, i64 804
  br label %51
51:
  %52 = phi i32 [ %45, %48 ], [ %96, %93 ]
  %53 = phi i8 [ %46, %48 ], [ %95, %93 ]
  %54 = phi i32 [ 0, %48 ], [ %97, %93 ]
  br i1 %10, label %61, label %55
55:
  %56 = add i32 %54, %35
  %57 = urem i32 %56, %15
  %58 = xor i32 %57, -1
  %59 = add nsw i32 %15, %58
  %60 = select i1 %39, i32 %59, i32 %57
  br label %61
61:
  %62 = phi i32 [ %60, %55 ], [ %54, %51 ]
  %63 = sext i32 %62 to i64
  %64 = getelementptr inbounds ptr, ptr %49, i64 %63
  %65 = load ptr, ptr %64, align 8
  %66 = load ptr, ptr %65, align 8
  %67 = icmp eq ptr %66, null
  br i1 %67, label %93, label %68
68:
  br i1 %10, label %76, label %69
69:
  %70 = mul i64 %63, -7046029254386353131
  %71 = xor i64 %70, %37
  %72 = mul i64 %71, 6364136223846793005
  %73 = icmp ult i64 %72, 4611686018427387904
  br i1 %73, label %74, label %76
74:
  %75 = add i32 %52, 1
  br label %93
76:
  call void %66(ptr %65)
  %77 = load ptr, ptr %65, align 8
  %78 = icmp ne ptr %77, null
  %79 = zext i1 %78 to i32
  %80 = add i32 %52, %79
  %81 = load atomic i64, ptr %12 monotonic, align 8
  %82 = icmp eq i64 %81, 0
  br i1 %82, label %93, label %83
83:
  %84 = call i1 @cute.poll(ptr %3, ptr %12)
  br i1 %84, label %85, label %93
85:
  %86 = load ptr, ptr %65, align 8
  %87 = icmp eq ptr %86, null
  br i1 %87, label %91, label %88
88:
  %89 = getelementptr inbounds i32, ptr %50, i64 %63
  %90 = load i32, ptr %89, align 4
  br label %91
91:
  %92 = phi i32 [ %90, %88 ], [ -1, %85 ]
  call void @cute.stood(ptr %3, ptr %47, i32 %92)
  br label %93
93:
  %94 = phi i1 [ false, %91 ], [ true, %74 ], [ true, %61 ], [ true, %83 ], [ true, %76 ]
  %95 = phi i8 [ %53, %91 ], [ 1, %74 ], [ %53, %61 ], [ %53, %83 ], [ %53, %76 ]
  %96 = phi i32 [ %80, %91 ], [ %75, %74 ], [ %52, %61 ], [ %80, %83 ], [ %80, %76 ]
  %97 = add nuw nsw i32 %54, 1
  %98 = icmp ne i32 %97, %15
  %99 = select i1 %94, i1 %98, i1 false
  br i1 %99, label %51, label %100
100:
  %101 = phi i1 [ true, %43 ], [ %94, %93 ]
  %102 = phi i8 [ %46, %43 ], [ %95, %93 ]
  %103 = phi i32 [ %45, %43 ], [ %96, %93 ]
  br i1 %101, label %40, label %141
104:
  %105 = trunc nuw i8 %102 to i1
  br label %106
106:
  %107 = phi i1 [ false, %34 ], [ %105, %104 ]
  %108 = phi i32 [ 0, %34 ], [ %103, %104 ]
  %109 = icmp eq i32 %108, 0
  br i1 %109, label %141, label %110
110:
  %111 = call i64 @cute.progress(ptr %0, i32 %1)
  %112 = icmp ne i64 %111, %25
  %113 = select i1 %112, i1 true, i1 %107
  br i1 %113, label %122, label %114
114:
  %115 = phi ptr [ %119, %114 ], [ %0, %110 ]
  %116 = getelementptr inbounds nuw i8, ptr %115, i64 636
  %117 = load i32, ptr %116, align 4
  %118 = icmp eq i32 %117, 0
  %119 = getelementptr inbounds nuw i8, ptr %115, i64 1536
  br i1 %118, label %114, label %120
120:
  %121 = call i1 @cute.deadlock(ptr %3, ptr %115, i32 %15)
  br i1 %121, label %140, label %141
122:
  %123 = load i64, ptr %9, align 8
  %124 = icmp eq i64 %123, %23
  %125 = add i64 %22, 1
  %126 = select i1 %124, i64 %125, i64 0
  %127 = icmp sgt i64 %126, 1000
  %128 = sext i32 %108 to i64
  %129 = mul i64 %126, %128
  %130 = icmp sgt i64 %129, 524288
  %131 = and i1 %127, %130
  br i1 %131, label %132, label %19
132:
  %133 = phi ptr [ %137, %132 ], [ %0, %122 ]
  %134 = getelementptr inbounds nuw i8, ptr %133, i64 636
  %135 = load i32, ptr %134, align 4
  %136 = icmp eq i32 %135, 0
  %137 = getelementptr inbounds nuw i8, ptr %133, i64 1536
  br i1 %136, label %132, label %138
138:
  %139 = call i1 @cute.deadlock(ptr %3, ptr %133, i32 %15)
  br i1 %139, label %140, label %141
140:
  call void @cute.stuck(ptr %3, ptr %0, i32 %1, i32 %15)
  br label %141
141:
  ret void
}
declare i64 @cute.progress(ptr, i32)
declare i1 @cute.poll(ptr, ptr)
declare void @cute.stood(ptr, ptr, i32)
declare i1 @cute.deadlock(ptr, ptr, i32)
declare void @cute.stuck(ptr, ptr, i32, i32)
; check/shared.c
define void @cute.check.forget_observed(ptr %0, i32 %1, i64 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 424
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %13, label %7
7:
  %8 = zext i32 %1 to i64
  %9 = shl nuw nsw i64 %8, 6
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 %9
  %11 = and i64 %2, 3
  %12 = getelementptr inbounds nuw { i64, i64 }, ptr %10, i64 %11
  store i64 0, ptr %12, align 8
  br label %13
13:
  ret void
}
define void @cute.check.engine_pieces(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7) noinline {
  %9 = alloca { ptr, ptr, ptr, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i8, i8 }, align 8
  %10 = alloca <{ <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, i32, [60 x i8] }>, align 64
  %11 = alloca { ptr, ptr, ptr, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i8, i8 }, align 8
  %12 = alloca <{ <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, i32, [60 x i8] }>, align 64
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %16 = load i32, ptr %15, align 8
  %17 = mul i32 %16, %1
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds nuw i32, ptr %14, i64 %18
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw i32, ptr %21, i64 %18
  %23 = zext i32 %4 to i64
  %24 = shl i64 %23, 51
  %25 = shl i64 %2, 25
  %26 = or i64 %3, %25
  %27 = or i64 %26, %24
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %29 = load i32, ptr %28, align 8
  %30 = zext i32 %29 to i64
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %32 = load ptr, ptr %31, align 8
  %33 = sext i32 %1 to i64
  %34 = getelementptr inbounds i32, ptr %32, i64 %33
  %35 = load i32, ptr %34, align 4
  %36 = zext i32 %35 to i64
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %38 = load i32, ptr %37, align 4
  %39 = zext i32 %38 to i64
  %40 = shl nuw nsw i64 %39, 25
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %42 = load ptr, ptr %41, align 8
  %43 = getelementptr inbounds i32, ptr %42, i64 %33
  %44 = load i32, ptr %43, align 4
  %45 = zext i32 %44 to i64
  %46 = zext i32 %1 to i64
  %47 = add nuw nsw i64 %39, %46
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %49 = load ptr, ptr %48, align 8
  %50 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %49, i64 %33
  %51 = getelementptr inbounds nuw i8, ptr %50, i64 60
  %52 = load i32, ptr %51, align 4
  %53 = zext i32 %52 to i64
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 668
  %55 = load i32, ptr %54, align 4
  %56 = icmp eq i32 %55, 0
  br i1 %56, label %64, label %57
57:
  %58 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %59 = load i32, ptr %58, align 4
  %60 = udiv i32 %1, %59
  %61 = zext i32 %60 to i64
  %62 = zext i32 %55 to i64
  %63 = mul nuw i64 %61, %62
  br label %64
64:
  %65 = phi i64 [ %63, %57 ], [ 0, %8 ]
  %66 = zext i32 %55 to i64
  %67 = load <4 x i64>, ptr %6, align 8
  %68 = zext i32 %7 to i64
  %69 = insertelement <4 x i64> poison, i64 %68, i64 0
  %70 = shufflevector <4 x i64> %69, <4 x i64> poison, <4 x i32> zeroinitializer
  %71 = icmp samesign ult <4 x i64> %70, <i64 1, i64 2, i64 3, i64 4>
  %72 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %73 = load i64, ptr %72, align 8
  %74 = insertelement <4 x i64> poison, i64 %73, i64 0
  %75 = shufflevector <4 x i64> %74, <4 x i64> poison, <4 x i32> zeroinitializer
  %76 = call <4 x i64> @llvm.umin.v4i64(<4 x i64> %67, <4 x i64> %75)
  %77 = select <4 x i1> %71, <4 x i64> %75, <4 x i64> %76
  %78 = shufflevector <4 x i64> %77, <4 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3>
  %79 = add <16 x i64> %78, <i64 0, i64 1, i64 2, i64 3, i64 0, i64 1, i64 2, i64 3, i64 0, i64 1, i64 2, i64 3, i64 0, i64 1, i64 2, i64 3>
  %80 = insertelement <16 x i64> poison, i64 %73, i64 0
  %81 = shufflevector <16 x i64> %80, <16 x i64> poison, <16 x i32> zeroinitializer
  %82 = icmp ult <16 x i64> %79, %81
  %83 = sext <16 x i1> %82 to <16 x i64>
  %84 = bitcast <16 x i1> %82 to i16
  %85 = icmp eq i16 %84, 0
  br i1 %85, label %328, label %86
86:
  %87 = icmp eq i32 %55, 0
  br i1 %87, label %115, label %88
88:
  call void @llvm.lifetime.start.p0(ptr %9)
  store ptr %0, ptr %9, align 8
  %89 = getelementptr inbounds nuw i8, ptr %9, i64 8
  store ptr %19, ptr %89, align 8
  %90 = getelementptr inbounds nuw i8, ptr %9, i64 16
  store ptr %22, ptr %90, align 8
  %91 = getelementptr inbounds nuw i8, ptr %9, i64 24
  store i32 %1, ptr %91, align 8
  %92 = getelementptr inbounds nuw i8, ptr %9, i64 28
  store i32 %4, ptr %92, align 4
  %93 = getelementptr inbounds nuw i8, ptr %9, i64 32
  store i32 %5, ptr %93, align 8
  %94 = getelementptr inbounds nuw i8, ptr %9, i64 36
  store i32 8, ptr %94, align 4
  %95 = getelementptr inbounds nuw i8, ptr %9, i64 40
  store i64 %27, ptr %95, align 8
  %96 = getelementptr inbounds nuw i8, ptr %9, i64 48
  store i64 %2, ptr %96, align 8
  %97 = getelementptr inbounds nuw i8, ptr %9, i64 56
  store i64 %30, ptr %97, align 8
  %98 = getelementptr inbounds nuw i8, ptr %9, i64 64
  store i64 %36, ptr %98, align 8
  %99 = getelementptr inbounds nuw i8, ptr %9, i64 72
  store i64 %40, ptr %99, align 8
  %100 = getelementptr inbounds nuw i8, ptr %9, i64 80
  store i64 %45, ptr %100, align 8
  %101 = getelementptr inbounds nuw i8, ptr %9, i64 88
  store i64 %47, ptr %101, align 8
  %102 = getelementptr inbounds nuw i8, ptr %9, i64 96
  store i64 %53, ptr %102, align 8
  %103 = getelementptr inbounds nuw i8, ptr %9, i64 104
  store i64 %65, ptr %103, align 8
  %104 = getelementptr inbounds nuw i8, ptr %9, i64 112
  store i64 %66, ptr %104, align 8
  %105 = getelementptr inbounds nuw i8, ptr %9, i64 120
  store i32 0, ptr %105, align 8
  %106 = getelementptr inbounds nuw i8, ptr %9, i64 124
  store i8 0, ptr %106, align 4
  %107 = getelementptr inbounds nuw i8, ptr %9, i64 125
  store i8 0, ptr %107, align 1
  %108 = getelementptr inbounds nuw i8, ptr %9, i64 126
  store i16 0, ptr %108, align 2
  call void @llvm.lifetime.start.p0(ptr %10)
  store <16 x i64> %83, ptr %10, align 64
  %109 = getelementptr inbounds nuw i8, ptr %10, i64 128
  store <16 x i64> splat (i64 33), ptr %109, align 64
  %110 = getelementptr inbounds nuw i8, ptr %10, i64 256
  store <16 x i64> splat (i64 15), ptr %110, align 64
  %111 = getelementptr inbounds nuw i8, ptr %10, i64 384
  store <16 x i64> zeroinitializer, ptr %111, align 64
  %112 = getelementptr inbounds nuw i8, ptr %10, i64 512
  store <16 x i64> %79, ptr %112, align 64
  %113 = getelementptr inbounds nuw i8, ptr %10, i64 640
  store i32 1, ptr %113, align 64
  %114 = getelementptr inbounds nuw i8, ptr %10, i64 644
  call void @llvm.memset.p0.i64(ptr %114, i8 0, i64 60, i1 false)
  call void @shared.visit_peers(ptr %9, ptr %10)
  call void @llvm.lifetime.end.p0(ptr %10)
  call void @llvm.lifetime.end.p0(ptr %9)
  br label %115
115:
  %116 = or i64 %27, 136476880797696
  %117 = insertelement <16 x i64> poison, i64 %116, i64 0
  %118 = shufflevector <16 x i64> %117, <16 x i64> poison, <16 x i32> zeroinitializer
  %119 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %120 = load ptr, ptr %119, align 8
  %121 = extractelement <16 x i64> %79, i64 0
  %122 = getelementptr inbounds nuw i64, ptr %120, i64 %121
  %123 = load <4 x i64>, ptr %122, align 8
  %124 = extractelement <16 x i64> %79, i64 4
  %125 = getelementptr inbounds nuw i64, ptr %120, i64 %124
  %126 = load <4 x i64>, ptr %125, align 8
  %127 = shufflevector <4 x i64> %123, <4 x i64> %126, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %128 = extractelement <16 x i64> %79, i64 8
  %129 = getelementptr inbounds nuw i64, ptr %120, i64 %128
  %130 = load <4 x i64>, ptr %129, align 8
  %131 = extractelement <16 x i64> %79, i64 12
  %132 = getelementptr inbounds nuw i64, ptr %120, i64 %131
  %133 = load <4 x i64>, ptr %132, align 8
  %134 = shufflevector <4 x i64> %130, <4 x i64> %133, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %135 = shufflevector <8 x i64> %127, <8 x i64> %134, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %136 = select <16 x i1> %82, <16 x i64> %135, <16 x i64> zeroinitializer
  %137 = extractelement <16 x i64> %136, i64 0
  %138 = extractelement <16 x i64> %83, i64 0
  %139 = icmp eq i64 %138, 0
  br i1 %139, label %301, label %140
140:
  %141 = shufflevector <16 x i64> %136, <16 x i64> poison, <16 x i32> zeroinitializer
  %142 = xor <16 x i64> %141, %136
  %143 = and <16 x i64> %142, splat (i64 -2251662374731777)
  %144 = icmp ne <16 x i64> %143, zeroinitializer
  %145 = and <16 x i1> %82, %144
  %146 = bitcast <16 x i1> %145 to i16
  %147 = icmp eq i16 %146, 0
  br i1 %147, label %148, label %301
148:
  %149 = and i64 %137, 33554431
  %150 = lshr i64 %137, 25
  %151 = and i64 %150, 4095
  %152 = getelementptr inbounds nuw i32, ptr %19, i64 %151
  %153 = load i32, ptr %152, align 4
  %154 = zext i32 %153 to i64
  %155 = icmp samesign ugt i64 %149, %154
  br i1 %155, label %301, label %156
156:
  %157 = load i32, ptr %37, align 4
  %158 = zext i32 %157 to i64
  %159 = shl nuw nsw i64 %158, 1
  %160 = icmp samesign ult i64 %151, %159
  br i1 %160, label %161, label %166
161:
  %162 = getelementptr inbounds nuw i32, ptr %22, i64 %151
  %163 = load i32, ptr %162, align 4
  %164 = zext i32 %163 to i64
  %165 = icmp samesign ugt i64 %149, %164
  br i1 %165, label %301, label %166
166:
  %167 = lshr i64 %137, 51
  %168 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %169 = load ptr, ptr %168, align 8
  %170 = getelementptr inbounds nuw i8, ptr %169, i64 %167
  %171 = load i8, ptr %170, align 1
  %172 = and i8 %171, 127
  %173 = icmp eq i8 %172, 33
  %174 = select i1 %173, i8 0, i8 %172
  %175 = sext i32 %4 to i64
  %176 = getelementptr inbounds nuw i8, ptr %169, i64 %175
  %177 = load i8, ptr %176, align 1
  %178 = and i8 %177, 127
  %179 = icmp eq i8 %178, 33
  %180 = select i1 %179, i8 0, i8 %178
  %181 = icmp eq i8 %174, %180
  br i1 %181, label %182, label %301
182:
  %183 = and <16 x i64> %136, splat (i64 2111062325329920)
  %184 = icmp ne <16 x i64> %183, splat (i64 2111062325329920)
  %185 = and <16 x i64> %136, splat (i64 33554431)
  %186 = insertelement <16 x i64> poison, i64 %30, i64 0
  %187 = shufflevector <16 x i64> %186, <16 x i64> poison, <16 x i32> zeroinitializer
  %188 = icmp samesign ule <16 x i64> %185, %187
  %189 = or <16 x i1> %184, %188
  %190 = and <16 x i1> %82, %189
  %191 = bitcast <16 x i1> %190 to i16
  %192 = icmp eq i16 %191, 0
  br i1 %192, label %193, label %301
193:
  %194 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %195 = load ptr, ptr %194, align 8
  %196 = extractelement <16 x i64> %79, i64 0
  %197 = getelementptr inbounds nuw i64, ptr %195, i64 %196
  %198 = load <4 x i64>, ptr %197, align 8
  %199 = extractelement <16 x i64> %79, i64 4
  %200 = getelementptr inbounds nuw i64, ptr %195, i64 %199
  %201 = load <4 x i64>, ptr %200, align 8
  %202 = shufflevector <4 x i64> %198, <4 x i64> %201, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %203 = extractelement <16 x i64> %79, i64 8
  %204 = getelementptr inbounds nuw i64, ptr %195, i64 %203
  %205 = load <4 x i64>, ptr %204, align 8
  %206 = extractelement <16 x i64> %79, i64 12
  %207 = getelementptr inbounds nuw i64, ptr %195, i64 %206
  %208 = load <4 x i64>, ptr %207, align 8
  %209 = shufflevector <4 x i64> %205, <4 x i64> %208, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %210 = shufflevector <8 x i64> %202, <8 x i64> %209, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %211 = select <16 x i1> %82, <16 x i64> %210, <16 x i64> zeroinitializer
  %212 = extractelement <16 x i64> %211, i64 0
  %213 = shufflevector <16 x i64> %211, <16 x i64> poison, <16 x i32> zeroinitializer
  %214 = xor <16 x i64> %213, %211
  %215 = and <16 x i64> %214, splat (i64 -2251662374731777)
  %216 = icmp ne <16 x i64> %215, zeroinitializer
  %217 = and <16 x i1> %82, %216
  %218 = bitcast <16 x i1> %217 to i16
  %219 = icmp eq i16 %218, 0
  br i1 %219, label %220, label %301
220:
  %221 = xor i64 %212, %26
  %222 = and i64 %221, 137438953471
  %223 = icmp eq i64 %222, 0
  br i1 %223, label %301, label %224
224:
  %225 = lshr i64 %212, 25
  %226 = and i64 %225, 4095
  %227 = icmp eq i64 %226, %2
  br i1 %227, label %234, label %228
228:
  %229 = and i64 %212, 33554431
  %230 = getelementptr inbounds nuw i32, ptr %19, i64 %226
  %231 = load i32, ptr %230, align 4
  %232 = zext i32 %231 to i64
  %233 = icmp samesign ugt i64 %229, %232
  br i1 %233, label %255, label %234
234:
  %235 = extractelement <16 x i64> %79, i64 0
  %236 = getelementptr inbounds nuw i64, ptr %195, i64 %235
  %237 = load <4 x i64>, ptr %236, align 8
  %238 = extractelement <16 x i64> %79, i64 4
  %239 = getelementptr inbounds nuw i64, ptr %195, i64 %238
  %240 = load <4 x i64>, ptr %239, align 8
  %241 = shufflevector <4 x i64> %237, <4 x i64> %240, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %242 = extractelement <16 x i64> %79, i64 8
  %243 = getelementptr inbounds nuw i64, ptr %195, i64 %242
  %244 = load <4 x i64>, ptr %243, align 8
  %245 = extractelement <16 x i64> %79, i64 12
  %246 = getelementptr inbounds nuw i64, ptr %195, i64 %245
  %247 = load <4 x i64>, ptr %246, align 8
  %248 = shufflevector <4 x i64> %244, <4 x i64> %247, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %249 = shufflevector <8 x i64> %241, <8 x i64> %248, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %250 = select <16 x i1> %82, <16 x i64> %118, <16 x i64> %249
  %251 = shufflevector <16 x i64> %250, <16 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i64> %251, ptr %236, align 8
  %252 = shufflevector <16 x i64> %250, <16 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i64> %252, ptr %239, align 8
  %253 = shufflevector <16 x i64> %250, <16 x i64> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
  store <4 x i64> %253, ptr %243, align 8
  %254 = shufflevector <16 x i64> %250, <16 x i64> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
  store <4 x i64> %254, ptr %246, align 8
  br label %328
255:
  %256 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %257 = load ptr, ptr %256, align 8
  %258 = extractelement <16 x i64> %79, i64 0
  %259 = getelementptr inbounds nuw i64, ptr %257, i64 %258
  %260 = load <4 x i64>, ptr %259, align 8
  %261 = extractelement <16 x i64> %79, i64 4
  %262 = getelementptr inbounds nuw i64, ptr %257, i64 %261
  %263 = load <4 x i64>, ptr %262, align 8
  %264 = shufflevector <4 x i64> %260, <4 x i64> %263, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %265 = extractelement <16 x i64> %79, i64 8
  %266 = getelementptr inbounds nuw i64, ptr %257, i64 %265
  %267 = load <4 x i64>, ptr %266, align 8
  %268 = extractelement <16 x i64> %79, i64 12
  %269 = getelementptr inbounds nuw i64, ptr %257, i64 %268
  %270 = load <4 x i64>, ptr %269, align 8
  %271 = shufflevector <4 x i64> %267, <4 x i64> %270, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %272 = shufflevector <8 x i64> %264, <8 x i64> %271, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %273 = select <16 x i1> %82, <16 x i64> %272, <16 x i64> zeroinitializer
  %274 = xor <16 x i64> %273, %118
  %275 = and <16 x i64> %274, splat (i64 137438953471)
  %276 = icmp eq <16 x i64> %275, zeroinitializer
  %277 = and <16 x i1> %82, %276
  %278 = bitcast <16 x i1> %277 to i16
  %279 = icmp eq i16 %278, 0
  br i1 %279, label %280, label %301
280:
  %281 = extractelement <16 x i64> %79, i64 0
  %282 = getelementptr inbounds nuw i64, ptr %257, i64 %281
  %283 = load <4 x i64>, ptr %282, align 8
  %284 = extractelement <16 x i64> %79, i64 4
  %285 = getelementptr inbounds nuw i64, ptr %257, i64 %284
  %286 = load <4 x i64>, ptr %285, align 8
  %287 = shufflevector <4 x i64> %283, <4 x i64> %286, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %288 = extractelement <16 x i64> %79, i64 8
  %289 = getelementptr inbounds nuw i64, ptr %257, i64 %288
  %290 = load <4 x i64>, ptr %289, align 8
  %291 = extractelement <16 x i64> %79, i64 12
  %292 = getelementptr inbounds nuw i64, ptr %257, i64 %291
  %293 = load <4 x i64>, ptr %292, align 8
  %294 = shufflevector <4 x i64> %290, <4 x i64> %293, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %295 = shufflevector <8 x i64> %287, <8 x i64> %294, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %296 = select <16 x i1> %82, <16 x i64> %118, <16 x i64> %295
  %297 = shufflevector <16 x i64> %296, <16 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i64> %297, ptr %282, align 8
  %298 = shufflevector <16 x i64> %296, <16 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i64> %298, ptr %285, align 8
  %299 = shufflevector <16 x i64> %296, <16 x i64> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
  store <4 x i64> %299, ptr %289, align 8
  %300 = shufflevector <16 x i64> %296, <16 x i64> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
  store <4 x i64> %300, ptr %292, align 8
  br label %328
301:
  call void @llvm.lifetime.start.p0(ptr %11)
  store ptr %0, ptr %11, align 8
  %302 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store ptr %19, ptr %302, align 8
  %303 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store ptr %22, ptr %303, align 8
  %304 = getelementptr inbounds nuw i8, ptr %11, i64 24
  store i32 %1, ptr %304, align 8
  %305 = getelementptr inbounds nuw i8, ptr %11, i64 28
  store i32 %4, ptr %305, align 4
  %306 = getelementptr inbounds nuw i8, ptr %11, i64 32
  store i32 %5, ptr %306, align 8
  %307 = getelementptr inbounds nuw i8, ptr %11, i64 36
  store i32 8, ptr %307, align 4
  %308 = getelementptr inbounds nuw i8, ptr %11, i64 40
  store i64 %27, ptr %308, align 8
  %309 = getelementptr inbounds nuw i8, ptr %11, i64 48
  store i64 %2, ptr %309, align 8
  %310 = getelementptr inbounds nuw i8, ptr %11, i64 56
  store i64 %30, ptr %310, align 8
  %311 = getelementptr inbounds nuw i8, ptr %11, i64 64
  store i64 %36, ptr %311, align 8
  %312 = getelementptr inbounds nuw i8, ptr %11, i64 72
  store i64 %40, ptr %312, align 8
  %313 = getelementptr inbounds nuw i8, ptr %11, i64 80
  store i64 %45, ptr %313, align 8
  %314 = getelementptr inbounds nuw i8, ptr %11, i64 88
  store i64 %47, ptr %314, align 8
  %315 = getelementptr inbounds nuw i8, ptr %11, i64 96
  store i64 %53, ptr %315, align 8
  %316 = getelementptr inbounds nuw i8, ptr %11, i64 104
  store i64 %65, ptr %316, align 8
  %317 = getelementptr inbounds nuw i8, ptr %11, i64 112
  store i64 %66, ptr %317, align 8
  %318 = getelementptr inbounds nuw i8, ptr %11, i64 120
  store i32 0, ptr %318, align 8
  %319 = getelementptr inbounds nuw i8, ptr %11, i64 124
  store i8 0, ptr %319, align 4
  %320 = getelementptr inbounds nuw i8, ptr %11, i64 125
  store i8 0, ptr %320, align 1
  %321 = getelementptr inbounds nuw i8, ptr %11, i64 126
  store i16 0, ptr %321, align 2
  call void @llvm.lifetime.start.p0(ptr %12)
  store <16 x i64> %83, ptr %12, align 64
  %322 = getelementptr inbounds nuw i8, ptr %12, i64 128
  store <16 x i64> splat (i64 33), ptr %322, align 64
  %323 = getelementptr inbounds nuw i8, ptr %12, i64 256
  store <16 x i64> splat (i64 15), ptr %323, align 64
  %324 = getelementptr inbounds nuw i8, ptr %12, i64 384
  store <16 x i64> %118, ptr %324, align 64
  %325 = getelementptr inbounds nuw i8, ptr %12, i64 512
  store <16 x i64> %79, ptr %325, align 64
  %326 = getelementptr inbounds nuw i8, ptr %12, i64 640
  store i32 1, ptr %326, align 64
  %327 = getelementptr inbounds nuw i8, ptr %12, i64 644
  call void @llvm.memset.p0.i64(ptr %327, i8 0, i64 60, i1 false)
  call void @shared.check_step(ptr %11, ptr %12)
  call void @llvm.lifetime.end.p0(ptr %12)
  call void @llvm.lifetime.end.p0(ptr %11)
  br label %328
328:
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.lifetime.end.p0(ptr)
define void @cute.check.tensor_words(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i1 %6, i1 %7, i64 %8, i64 %9) noinline {
  %11 = alloca <16 x i64>, align 64
  %12 = alloca { ptr, ptr, ptr, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i8, i8 }, align 8
  %13 = alloca <{ <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, i32, [60 x i8] }>, align 64
  %14 = alloca { ptr, ptr, ptr, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i8, i8 }, align 8
  %15 = alloca <{ <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, i32, [60 x i8] }>, align 64
  %16 = alloca { ptr, ptr, ptr, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i8, i8 }, align 8
  %17 = alloca <{ <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, i32, [60 x i8] }>, align 64
  %18 = zext i1 %6 to i8
  %19 = zext i1 %7 to i8
  %20 = icmp ne i32 %5, 2
  %21 = icmp ne i32 %5, 5
  %22 = and i1 %20, %21
  %23 = zext i1 %22 to i32
  %24 = or disjoint i32 %23, 524288
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %26 = load i32, ptr %25, align 8
  %27 = mul i32 %26, %1
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %30 = load ptr, ptr %29, align 8
  %31 = getelementptr inbounds nuw i32, ptr %30, i64 %28
  %32 = zext i32 %4 to i64
  %33 = shl i64 %32, 51
  %34 = shl i64 %2, 25
  %35 = or i64 %3, %34
  %36 = or i64 %35, %33
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %38 = load i32, ptr %37, align 8
  %39 = zext i32 %38 to i64
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %41 = load ptr, ptr %40, align 8
  %42 = sext i32 %1 to i64
  %43 = getelementptr inbounds i32, ptr %41, i64 %42
  %44 = load i32, ptr %43, align 4
  %45 = zext i32 %44 to i64
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %47 = load i32, ptr %46, align 4
  %48 = zext i32 %47 to i64
  %49 = shl nuw nsw i64 %48, 25
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %51 = load ptr, ptr %50, align 8
  %52 = getelementptr inbounds i32, ptr %51, i64 %42
  %53 = load i32, ptr %52, align 4
  %54 = zext i32 %53 to i64
  %55 = zext i32 %1 to i64
  %56 = add nuw nsw i64 %48, %55
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %58 = load ptr, ptr %57, align 8
  %59 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %58, i64 %42
  %60 = getelementptr inbounds nuw i8, ptr %59, i64 60
  %61 = load i32, ptr %60, align 4
  %62 = zext i32 %61 to i64
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 668
  %64 = load i32, ptr %63, align 4
  %65 = icmp eq i32 %64, 0
  br i1 %65, label %73, label %66
66:
  %67 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %68 = load i32, ptr %67, align 4
  %69 = udiv i32 %1, %68
  %70 = zext i32 %69 to i64
  %71 = zext i32 %64 to i64
  %72 = mul nuw i64 %70, %71
  br label %73
73:
  %74 = phi i64 [ %72, %66 ], [ 0, %10 ]
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %76 = load ptr, ptr %75, align 8
  %77 = getelementptr inbounds nuw i32, ptr %76, i64 %28
  %78 = icmp eq i64 %9, 0
  br i1 %78, label %190, label %79
79:
  %80 = insertelement <16 x i64> poison, i64 %8, i64 0
  %81 = shufflevector <16 x i64> %80, <16 x i64> poison, <16 x i32> zeroinitializer
  %82 = insertelement <16 x i64> poison, i64 %9, i64 0
  %83 = shufflevector <16 x i64> %82, <16 x i64> poison, <16 x i32> zeroinitializer
  %84 = or i64 %36, 136476880797696
  %85 = insertelement <16 x i64> poison, i64 %84, i64 0
  %86 = shufflevector <16 x i64> %85, <16 x i64> poison, <16 x i32> zeroinitializer
  %87 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %88 = xor i1 %22, true
  %89 = or i1 %6, %88
  %90 = insertelement <16 x i64> poison, i64 %45, i64 0
  %91 = shufflevector <16 x i64> %90, <16 x i64> poison, <16 x i32> zeroinitializer
  %92 = insertelement <16 x i64> poison, i64 %49, i64 0
  %93 = shufflevector <16 x i64> %92, <16 x i64> poison, <16 x i32> zeroinitializer
  %94 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %96 = icmp eq i32 %5, 7
  %97 = and <16 x i64> %86, splat (i64 -2111062325329921)
  %98 = select i1 %96, <16 x i64> zeroinitializer, <16 x i64> splat (i64 2111062325329920)
  %99 = or disjoint <16 x i64> %97, %98
  %100 = insertelement <16 x i64> poison, i64 %39, i64 0
  %101 = shufflevector <16 x i64> %100, <16 x i64> poison, <16 x i32> zeroinitializer
  %102 = insertelement <16 x i64> poison, i64 %45, i64 0
  %103 = shufflevector <16 x i64> %102, <16 x i64> poison, <16 x i32> zeroinitializer
  %104 = insertelement <16 x i64> poison, i64 %49, i64 0
  %105 = shufflevector <16 x i64> %104, <16 x i64> poison, <16 x i32> zeroinitializer
  %106 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %107 = getelementptr inbounds nuw i8, ptr %0, i64 684
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %109 = sext i32 %4 to i64
  %110 = getelementptr inbounds nuw i8, ptr %12, i64 8
  %111 = getelementptr inbounds nuw i8, ptr %12, i64 16
  %112 = getelementptr inbounds nuw i8, ptr %12, i64 24
  %113 = getelementptr inbounds nuw i8, ptr %12, i64 28
  %114 = getelementptr inbounds nuw i8, ptr %12, i64 32
  %115 = getelementptr inbounds nuw i8, ptr %12, i64 36
  %116 = getelementptr inbounds nuw i8, ptr %12, i64 40
  %117 = getelementptr inbounds nuw i8, ptr %12, i64 48
  %118 = getelementptr inbounds nuw i8, ptr %12, i64 56
  %119 = getelementptr inbounds nuw i8, ptr %12, i64 64
  %120 = getelementptr inbounds nuw i8, ptr %12, i64 72
  %121 = getelementptr inbounds nuw i8, ptr %12, i64 80
  %122 = getelementptr inbounds nuw i8, ptr %12, i64 88
  %123 = getelementptr inbounds nuw i8, ptr %12, i64 96
  %124 = getelementptr inbounds nuw i8, ptr %12, i64 104
  %125 = getelementptr inbounds nuw i8, ptr %12, i64 112
  %126 = getelementptr inbounds nuw i8, ptr %12, i64 120
  %127 = getelementptr inbounds nuw i8, ptr %12, i64 124
  %128 = getelementptr inbounds nuw i8, ptr %12, i64 125
  %129 = getelementptr inbounds nuw i8, ptr %12, i64 126
  %130 = getelementptr inbounds nuw i8, ptr %13, i64 128
  %131 = getelementptr inbounds nuw i8, ptr %13, i64 256
  %132 = getelementptr inbounds nuw i8, ptr %13, i64 384
  %133 = getelementptr inbounds nuw i8, ptr %13, i64 512
  %134 = getelementptr inbounds nuw i8, ptr %13, i64 640
  %135 = getelementptr inbounds nuw i8, ptr %13, i64 644
  %136 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %137 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %138 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %139 = getelementptr inbounds nuw i8, ptr %14, i64 16
  %140 = getelementptr inbounds nuw i8, ptr %14, i64 24
  %141 = getelementptr inbounds nuw i8, ptr %14, i64 28
  %142 = getelementptr inbounds nuw i8, ptr %14, i64 32
  %143 = getelementptr inbounds nuw i8, ptr %14, i64 36
  %144 = getelementptr inbounds nuw i8, ptr %14, i64 40
  %145 = getelementptr inbounds nuw i8, ptr %14, i64 48
  %146 = getelementptr inbounds nuw i8, ptr %14, i64 56
  %147 = getelementptr inbounds nuw i8, ptr %14, i64 64
  %148 = getelementptr inbounds nuw i8, ptr %14, i64 72
  %149 = getelementptr inbounds nuw i8, ptr %14, i64 80
  %150 = getelementptr inbounds nuw i8, ptr %14, i64 88
  %151 = getelementptr inbounds nuw i8, ptr %14, i64 96
  %152 = getelementptr inbounds nuw i8, ptr %14, i64 104
  %153 = getelementptr inbounds nuw i8, ptr %14, i64 112
  %154 = getelementptr inbounds nuw i8, ptr %14, i64 120
  %155 = getelementptr inbounds nuw i8, ptr %14, i64 124
  %156 = getelementptr inbounds nuw i8, ptr %14, i64 125
  %157 = getelementptr inbounds nuw i8, ptr %14, i64 126
  %158 = getelementptr inbounds nuw i8, ptr %15, i64 128
  %159 = getelementptr inbounds nuw i8, ptr %15, i64 256
  %160 = getelementptr inbounds nuw i8, ptr %15, i64 384
  %161 = getelementptr inbounds nuw i8, ptr %15, i64 512
  %162 = getelementptr inbounds nuw i8, ptr %15, i64 640
  %163 = getelementptr inbounds nuw i8, ptr %15, i64 644
  %164 = getelementptr inbounds nuw i8, ptr %16, i64 8
  %165 = getelementptr inbounds nuw i8, ptr %16, i64 16
  %166 = getelementptr inbounds nuw i8, ptr %16, i64 24
  %167 = getelementptr inbounds nuw i8, ptr %16, i64 28
  %168 = getelementptr inbounds nuw i8, ptr %16, i64 32
  %169 = getelementptr inbounds nuw i8, ptr %16, i64 36
  %170 = getelementptr inbounds nuw i8, ptr %16, i64 40
  %171 = getelementptr inbounds nuw i8, ptr %16, i64 48
  %172 = getelementptr inbounds nuw i8, ptr %16, i64 56
  %173 = getelementptr inbounds nuw i8, ptr %16, i64 64
  %174 = getelementptr inbounds nuw i8, ptr %16, i64 72
  %175 = getelementptr inbounds nuw i8, ptr %16, i64 80
  %176 = getelementptr inbounds nuw i8, ptr %16, i64 88
  %177 = getelementptr inbounds nuw i8, ptr %16, i64 96
  %178 = getelementptr inbounds nuw i8, ptr %16, i64 104
  %179 = getelementptr inbounds nuw i8, ptr %16, i64 112
  %180 = getelementptr inbounds nuw i8, ptr %16, i64 120
  %181 = getelementptr inbounds nuw i8, ptr %16, i64 124
  %182 = getelementptr inbounds nuw i8, ptr %16, i64 125
  %183 = getelementptr inbounds nuw i8, ptr %16, i64 126
  %184 = getelementptr inbounds nuw i8, ptr %17, i64 128
  %185 = getelementptr inbounds nuw i8, ptr %17, i64 256
  %186 = getelementptr inbounds nuw i8, ptr %17, i64 384
  %187 = getelementptr inbounds nuw i8, ptr %17, i64 512
  %188 = getelementptr inbounds nuw i8, ptr %17, i64 640
  %189 = getelementptr inbounds nuw i8, ptr %17, i64 644
  br label %191
190:
  ret void
191:
  %192 = phi i64 [ 0, %79 ], [ %403, %402 ]
  %193 = insertelement <16 x i64> poison, i64 %192, i64 0
  %194 = shufflevector <16 x i64> %193, <16 x i64> poison, <16 x i32> zeroinitializer
  %195 = or disjoint <16 x i64> %194, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %196 = add <16 x i64> %195, %81
  %197 = icmp ult <16 x i64> %195, %83
  %198 = sext <16 x i1> %197 to <16 x i64>
  %199 = bitcast <16 x i1> %197 to i16
  %200 = icmp eq i16 %199, 0
  br i1 %200, label %402, label %201
201:
  %202 = load ptr, ptr %87, align 8
  %203 = extractelement <16 x i64> %196, i64 0
  %204 = getelementptr inbounds nuw i64, ptr %202, i64 %203
  %205 = load <16 x i64>, ptr %204, align 8
  %206 = select <16 x i1> %197, <16 x i64> %205, <16 x i64> zeroinitializer
  br i1 %89, label %253, label %207
207:
  %208 = and <16 x i64> %206, splat (i64 33554431)
  %209 = and <16 x i64> %206, splat (i64 137405399040)
  %210 = load ptr, ptr %94, align 8
  %211 = extractelement <16 x i64> %196, i64 0
  %212 = getelementptr inbounds nuw i64, ptr %210, i64 %211
  %213 = load <16 x i64>, ptr %212, align 8
  %214 = select <16 x i1> %197, <16 x i64> %213, <16 x i64> zeroinitializer
  %215 = and <16 x i64> %214, splat (i64 33554431)
  %216 = and <16 x i64> %214, splat (i64 137405399040)
  %217 = load ptr, ptr %95, align 8
  %218 = extractelement <16 x i64> %196, i64 0
  %219 = getelementptr inbounds nuw i64, ptr %217, i64 %218
  %220 = load <16 x i64>, ptr %219, align 8
  %221 = select <16 x i1> %197, <16 x i64> %220, <16 x i64> zeroinitializer
  %222 = and <16 x i64> %221, splat (i64 33554431)
  %223 = and <16 x i64> %221, splat (i64 137405399040)
  %224 = icmp samesign ugt <16 x i64> %208, %91
  %225 = icmp samesign uge <16 x i64> %209, %93
  %226 = or <16 x i1> %224, %225
  %227 = icmp samesign ugt <16 x i64> %215, %91
  %228 = icmp samesign uge <16 x i64> %216, %93
  %229 = or <16 x i1> %227, %228
  %230 = or <16 x i1> %226, %229
  %231 = icmp samesign ugt <16 x i64> %222, %91
  %232 = icmp samesign uge <16 x i64> %223, %93
  %233 = or <16 x i1> %231, %232
  %234 = or <16 x i1> %230, %233
  %235 = and <16 x i1> %197, %234
  %236 = bitcast <16 x i1> %235 to i16
  %237 = icmp eq i16 %236, 0
  br i1 %237, label %238, label %253
238:
  %239 = extractelement <16 x i64> %196, i64 0
  %240 = getelementptr inbounds nuw i64, ptr %202, i64 %239
  %241 = load <16 x i64>, ptr %240, align 8
  %242 = select <16 x i1> %197, <16 x i64> %99, <16 x i64> %241
  store <16 x i64> %242, ptr %240, align 8
  %243 = load ptr, ptr %94, align 8
  %244 = extractelement <16 x i64> %196, i64 0
  %245 = getelementptr inbounds nuw i64, ptr %243, i64 %244
  %246 = load <16 x i64>, ptr %245, align 8
  %247 = select <16 x i1> %197, <16 x i64> zeroinitializer, <16 x i64> %246
  store <16 x i64> %247, ptr %245, align 8
  %248 = load ptr, ptr %95, align 8
  %249 = extractelement <16 x i64> %196, i64 0
  %250 = getelementptr inbounds nuw i64, ptr %248, i64 %249
  %251 = load <16 x i64>, ptr %250, align 8
  %252 = select <16 x i1> %197, <16 x i64> zeroinitializer, <16 x i64> %251
  store <16 x i64> %252, ptr %250, align 8
  br label %402
253:
  switch i32 %5, label %401 [
    i32 5, label %254
    i32 2, label %254
  ]
254:
  %255 = and <16 x i64> %206, splat (i64 2111062325329920)
  %256 = icmp ne <16 x i64> %255, splat (i64 2111062325329920)
  %257 = and <16 x i64> %206, splat (i64 33554431)
  %258 = icmp samesign ule <16 x i64> %257, %101
  %259 = or <16 x i1> %256, %258
  %260 = icmp samesign ugt <16 x i64> %257, %103
  %261 = and <16 x i64> %206, splat (i64 137405399040)
  %262 = icmp samesign uge <16 x i64> %261, %105
  %263 = or <16 x i1> %260, %262
  %264 = select <16 x i1> %263, <16 x i1> splat (i1 true), <16 x i1> %259
  %265 = and <16 x i1> %197, %264
  %266 = bitcast <16 x i1> %265 to i16
  %267 = icmp eq i16 %266, 0
  br i1 %267, label %268, label %401
268:
  %269 = and <16 x i64> %206, splat (i64 8658654068736)
  %270 = icmp eq <16 x i64> %269, splat (i64 4672924418048)
  %271 = and <16 x i64> %206, splat (i64 2111062325329920)
  %272 = icmp ne <16 x i64> %271, zeroinitializer
  %273 = and <16 x i1> %270, %272
  %274 = and <16 x i1> %197, %273
  %275 = bitcast <16 x i1> %274 to i16
  %276 = icmp eq i16 %275, 0
  br i1 %276, label %291, label %277
277:
  %278 = load ptr, ptr %106, align 8
  %279 = extractelement <16 x i64> %196, i64 0
  %280 = getelementptr inbounds nuw i64, ptr %278, i64 %279
  %281 = load <16 x i64>, ptr %280, align 8
  %282 = select <16 x i1> %197, <16 x i64> %281, <16 x i64> zeroinitializer
  %283 = and <16 x i64> %282, splat (i64 8658654068736)
  %284 = icmp eq <16 x i64> %283, splat (i64 4672924418048)
  %285 = and <16 x i64> %282, splat (i64 2111062325329920)
  %286 = icmp ne <16 x i64> %285, zeroinitializer
  %287 = and <16 x i1> %284, %286
  %288 = and <16 x i1> %274, %287
  %289 = bitcast <16 x i1> %288 to i16
  %290 = icmp eq i16 %289, 0
  br i1 %290, label %291, label %401
291:
  %292 = load i32, ptr %107, align 4
  %293 = icmp eq i32 %292, 0
  br i1 %293, label %318, label %294
294:
  %295 = extractelement <16 x i64> %206, i64 0
  %296 = lshr i64 %295, 51
  %297 = lshr <16 x i64> %206, splat (i64 51)
  %298 = insertelement <16 x i64> poison, i64 %296, i64 0
  %299 = shufflevector <16 x i64> %298, <16 x i64> poison, <16 x i32> zeroinitializer
  %300 = icmp ne <16 x i64> %297, %299
  %301 = and <16 x i1> %197, %300
  %302 = bitcast <16 x i1> %301 to i16
  %303 = icmp eq i16 %302, 0
  br i1 %303, label %304, label %317
304:
  %305 = load ptr, ptr %108, align 8
  %306 = getelementptr inbounds nuw i8, ptr %305, i64 %296
  %307 = load i8, ptr %306, align 1
  %308 = and i8 %307, 127
  %309 = icmp eq i8 %308, 33
  %310 = select i1 %309, i8 0, i8 %308
  %311 = getelementptr inbounds nuw i8, ptr %305, i64 %109
  %312 = load i8, ptr %311, align 1
  %313 = and i8 %312, 127
  %314 = icmp eq i8 %313, 33
  %315 = select i1 %314, i8 0, i8 %313
  %316 = icmp eq i8 %310, %315
  br i1 %316, label %318, label %317
317:
  call void @llvm.lifetime.start.p0(ptr %11)
  store <16 x i64> %206, ptr %11, align 64
  call void @llvm.lifetime.start.p0(ptr %12)
  store ptr %0, ptr %12, align 8
  store ptr %77, ptr %110, align 8
  store ptr %31, ptr %111, align 8
  store i32 %1, ptr %112, align 8
  store i32 %4, ptr %113, align 4
  store i32 %24, ptr %114, align 8
  store i32 %23, ptr %115, align 4
  store i64 %36, ptr %116, align 8
  store i64 %2, ptr %117, align 8
  store i64 %39, ptr %118, align 8
  store i64 %45, ptr %119, align 8
  store i64 %49, ptr %120, align 8
  store i64 %54, ptr %121, align 8
  store i64 %56, ptr %122, align 8
  store i64 %62, ptr %123, align 8
  store i64 %74, ptr %124, align 8
  store i64 0, ptr %125, align 8
  store i32 %5, ptr %126, align 8
  store i8 %18, ptr %127, align 4
  store i8 %19, ptr %128, align 1
  store i16 0, ptr %129, align 2
  call void @llvm.lifetime.start.p0(ptr %13)
  store <16 x i64> %198, ptr %13, align 64
  store <16 x i64> splat (i64 33), ptr %130, align 64
  store <16 x i64> splat (i64 15), ptr %131, align 64
  store <16 x i64> %86, ptr %132, align 64
  store <16 x i64> %196, ptr %133, align 64
  store i32 0, ptr %134, align 64
  call void @llvm.memset.p0.i64(ptr %135, i8 0, i64 60, i1 false)
  call void @shared.check_swizzle(ptr %12, ptr %13, ptr %11)
  call void @llvm.lifetime.end.p0(ptr %13)
  call void @llvm.lifetime.end.p0(ptr %12)
  call void @llvm.lifetime.end.p0(ptr %11)
  br label %318
318:
  %319 = load ptr, ptr %136, align 8
  %320 = extractelement <16 x i64> %196, i64 0
  %321 = getelementptr inbounds nuw i64, ptr %319, i64 %320
  %322 = load <16 x i64>, ptr %321, align 8
  %323 = select <16 x i1> %197, <16 x i64> %322, <16 x i64> zeroinitializer
  %324 = and <16 x i64> %323, splat (i64 33554431)
  %325 = icmp samesign ugt <16 x i64> %324, %103
  %326 = and <16 x i64> %323, splat (i64 137405399040)
  %327 = icmp samesign uge <16 x i64> %326, %105
  %328 = or <16 x i1> %325, %327
  %329 = xor <16 x i64> %323, %86
  %330 = and <16 x i64> %329, splat (i64 8658654068736)
  %331 = icmp ne <16 x i64> %330, zeroinitializer
  %332 = and <16 x i64> %323, splat (i64 4672924418048)
  %333 = icmp ne <16 x i64> %332, splat (i64 4398046511104)
  %334 = and <16 x i64> %329, splat (i64 132078834286591)
  %335 = icmp ne <16 x i64> %334, zeroinitializer
  %336 = and <16 x i1> %333, %331
  %337 = or <16 x i1> %335, %336
  %338 = and <16 x i1> %328, %337
  %339 = select <16 x i1> %197, <16 x i1> %338, <16 x i1> zeroinitializer
  %340 = bitcast <16 x i1> %339 to i16
  %341 = icmp eq i16 %340, 0
  br i1 %341, label %342, label %350
342:
  %343 = xor <16 x i1> %328, splat (i1 true)
  %344 = and <16 x i1> %197, %343
  %345 = select <16 x i1> %344, <16 x i1> %337, <16 x i1> zeroinitializer
  %346 = extractelement <16 x i64> %196, i64 0
  %347 = getelementptr inbounds nuw i64, ptr %319, i64 %346
  %348 = load <16 x i64>, ptr %347, align 8
  %349 = select <16 x i1> %345, <16 x i64> %86, <16 x i64> %348
  store <16 x i64> %349, ptr %347, align 8
  br label %402
350:
  %351 = load ptr, ptr %136, align 8
  %352 = extractelement <16 x i64> %196, i64 0
  %353 = getelementptr inbounds nuw i64, ptr %351, i64 %352
  %354 = load <16 x i64>, ptr %353, align 8
  %355 = select <16 x i1> %197, <16 x i64> %354, <16 x i64> zeroinitializer
  %356 = extractelement <16 x i64> %355, i64 0
  %357 = shufflevector <16 x i64> %355, <16 x i64> poison, <16 x i32> zeroinitializer
  %358 = xor <16 x i64> %357, %355
  %359 = and <16 x i64> %358, splat (i64 -2251662374731777)
  %360 = icmp ne <16 x i64> %359, zeroinitializer
  %361 = and <16 x i1> %197, %360
  %362 = bitcast <16 x i1> %361 to i16
  %363 = icmp eq i16 %362, 0
  br i1 %363, label %364, label %400
364:
  %365 = xor i64 %356, %35
  %366 = and i64 %365, 137438953471
  %367 = icmp eq i64 %366, 0
  br i1 %367, label %400, label %368
368:
  %369 = lshr i64 %356, 25
  %370 = and i64 %369, 4095
  %371 = icmp eq i64 %370, %2
  br i1 %371, label %378, label %372
372:
  %373 = and i64 %356, 33554431
  %374 = getelementptr inbounds nuw i32, ptr %77, i64 %370
  %375 = load i32, ptr %374, align 4
  %376 = zext i32 %375 to i64
  %377 = icmp samesign ugt i64 %373, %376
  br i1 %377, label %383, label %378
378:
  %379 = extractelement <16 x i64> %196, i64 0
  %380 = getelementptr inbounds nuw i64, ptr %351, i64 %379
  %381 = load <16 x i64>, ptr %380, align 8
  %382 = select <16 x i1> %197, <16 x i64> %86, <16 x i64> %381
  store <16 x i64> %382, ptr %380, align 8
  br label %402
383:
  %384 = load ptr, ptr %137, align 8
  %385 = extractelement <16 x i64> %196, i64 0
  %386 = getelementptr inbounds nuw i64, ptr %384, i64 %385
  %387 = load <16 x i64>, ptr %386, align 8
  %388 = select <16 x i1> %197, <16 x i64> %387, <16 x i64> zeroinitializer
  %389 = xor <16 x i64> %388, %86
  %390 = and <16 x i64> %389, splat (i64 137438953471)
  %391 = icmp eq <16 x i64> %390, zeroinitializer
  %392 = and <16 x i1> %197, %391
  %393 = bitcast <16 x i1> %392 to i16
  %394 = icmp eq i16 %393, 0
  br i1 %394, label %395, label %400
395:
  %396 = extractelement <16 x i64> %196, i64 0
  %397 = getelementptr inbounds nuw i64, ptr %384, i64 %396
  %398 = load <16 x i64>, ptr %397, align 8
  %399 = select <16 x i1> %197, <16 x i64> %86, <16 x i64> %398
  store <16 x i64> %399, ptr %397, align 8
  br label %402
400:
  call void @llvm.lifetime.start.p0(ptr %14)
  store ptr %0, ptr %14, align 8
  store ptr %77, ptr %138, align 8
  store ptr %31, ptr %139, align 8
  store i32 %1, ptr %140, align 8
  store i32 %4, ptr %141, align 4
  store i32 %24, ptr %142, align 8
  store i32 %23, ptr %143, align 4
  store i64 %36, ptr %144, align 8
  store i64 %2, ptr %145, align 8
  store i64 %39, ptr %146, align 8
  store i64 %45, ptr %147, align 8
  store i64 %49, ptr %148, align 8
  store i64 %54, ptr %149, align 8
  store i64 %56, ptr %150, align 8
  store i64 %62, ptr %151, align 8
  store i64 %74, ptr %152, align 8
  store i64 0, ptr %153, align 8
  store i32 %5, ptr %154, align 8
  store i8 %18, ptr %155, align 4
  store i8 %19, ptr %156, align 1
  store i16 0, ptr %157, align 2
  call void @llvm.lifetime.start.p0(ptr %15)
  store <16 x i64> %198, ptr %15, align 64
  store <16 x i64> splat (i64 33), ptr %158, align 64
  store <16 x i64> splat (i64 15), ptr %159, align 64
  store <16 x i64> %86, ptr %160, align 64
  store <16 x i64> %196, ptr %161, align 64
  store i32 0, ptr %162, align 64
  call void @llvm.memset.p0.i64(ptr %163, i8 0, i64 60, i1 false)
  call void @shared.remember_read(ptr %14, ptr %15)
  call void @llvm.lifetime.end.p0(ptr %15)
  call void @llvm.lifetime.end.p0(ptr %14)
  br label %402
401:
  call void @llvm.lifetime.start.p0(ptr %16)
  store ptr %0, ptr %16, align 8
  store ptr %77, ptr %164, align 8
  store ptr %31, ptr %165, align 8
  store i32 %1, ptr %166, align 8
  store i32 %4, ptr %167, align 4
  store i32 %24, ptr %168, align 8
  store i32 %23, ptr %169, align 4
  store i64 %36, ptr %170, align 8
  store i64 %2, ptr %171, align 8
  store i64 %39, ptr %172, align 8
  store i64 %45, ptr %173, align 8
  store i64 %49, ptr %174, align 8
  store i64 %54, ptr %175, align 8
  store i64 %56, ptr %176, align 8
  store i64 %62, ptr %177, align 8
  store i64 %74, ptr %178, align 8
  store i64 0, ptr %179, align 8
  store i32 %5, ptr %180, align 8
  store i8 %18, ptr %181, align 4
  store i8 %19, ptr %182, align 1
  store i16 0, ptr %183, align 2
  call void @llvm.lifetime.start.p0(ptr %17)
  store <16 x i64> %198, ptr %17, align 64
  store <16 x i64> splat (i64 33), ptr %184, align 64
  store <16 x i64> splat (i64 15), ptr %185, align 64
  store <16 x i64> %86, ptr %186, align 64
  store <16 x i64> %196, ptr %187, align 64
  store i32 0, ptr %188, align 64
  call void @llvm.memset.p0.i64(ptr %189, i8 0, i64 60, i1 false)
  call void @shared.check_step(ptr %16, ptr %17)
  call void @llvm.lifetime.end.p0(ptr %17)
  call void @llvm.lifetime.end.p0(ptr %16)
  br label %402
402:
  %403 = add i64 %192, 16
  %404 = icmp ult i64 %403, %9
  br i1 %404, label %191, label %190
}
define void @cute.check.read.row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10) noinline {
  call void @shared.check_row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10, i32 0)
  ret void
}
define internal void @shared.check_row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10, i32 %11) noinline {
  %13 = alloca { ptr, ptr, ptr, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i8, i8 }, align 8
  %14 = alloca <{ <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, i32, [60 x i8] }>, align 64
  %15 = alloca <16 x i64>, align 64
  %16 = alloca { ptr, ptr, ptr, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i8, i8 }, align 8
  %17 = alloca <{ <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, i32, [60 x i8] }>, align 64
  %18 = alloca { ptr, ptr, ptr, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i8, i8 }, align 8
  %19 = alloca <{ <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, i32, [60 x i8] }>, align 64
  %20 = alloca { ptr, ptr, ptr, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i8, i8 }, align 8
  %21 = alloca <{ <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, i32, [60 x i8] }>, align 64
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %25 = load i32, ptr %24, align 8
  %26 = mul i32 %25, %1
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds nuw i32, ptr %23, i64 %27
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %30 = load ptr, ptr %29, align 8
  %31 = getelementptr inbounds nuw i32, ptr %30, i64 %27
  %32 = zext i32 %4 to i64
  %33 = shl i64 %32, 51
  %34 = shl i64 %2, 25
  %35 = or i64 %3, %34
  %36 = or i64 %35, %33
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %38 = load i32, ptr %37, align 8
  %39 = zext i32 %38 to i64
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %41 = load ptr, ptr %40, align 8
  %42 = sext i32 %1 to i64
  %43 = getelementptr inbounds i32, ptr %41, i64 %42
  %44 = load i32, ptr %43, align 4
  %45 = zext i32 %44 to i64
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %47 = load i32, ptr %46, align 4
  %48 = zext i32 %47 to i64
  %49 = shl nuw nsw i64 %48, 25
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %51 = load ptr, ptr %50, align 8
  %52 = getelementptr inbounds i32, ptr %51, i64 %42
  %53 = load i32, ptr %52, align 4
  %54 = zext i32 %53 to i64
  %55 = zext i32 %1 to i64
  %56 = add nuw nsw i64 %48, %55
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %58 = load ptr, ptr %57, align 8
  %59 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %58, i64 %42
  %60 = getelementptr inbounds nuw i8, ptr %59, i64 60
  %61 = load i32, ptr %60, align 4
  %62 = zext i32 %61 to i64
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 668
  %64 = load i32, ptr %63, align 4
  %65 = icmp eq i32 %64, 0
  br i1 %65, label %73, label %66
66:
  %67 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %68 = load i32, ptr %67, align 4
  %69 = udiv i32 %1, %68
  %70 = zext i32 %69 to i64
  %71 = zext i32 %64 to i64
  %72 = mul nuw i64 %70, %71
  br label %73
73:
  %74 = phi i64 [ %72, %66 ], [ 0, %12 ]
  %75 = zext i32 %64 to i64
  %76 = and i32 %11, 1
  %77 = zext nneg i32 %76 to i64
  %78 = getelementptr inbounds nuw i8, ptr %0, i64 1848
  %79 = load i64, ptr %78, align 8
  %80 = add i64 %79, %77
  store i64 %80, ptr %78, align 8
  %81 = icmp eq i64 %7, 0
  br i1 %81, label %248, label %82
82:
  %83 = insertelement <16 x i64> poison, i64 %6, i64 0
  %84 = shufflevector <16 x i64> %83, <16 x i64> poison, <16 x i32> zeroinitializer
  %85 = insertelement <16 x i64> poison, i64 %8, i64 0
  %86 = shufflevector <16 x i64> %85, <16 x i64> poison, <16 x i32> zeroinitializer
  %87 = and i32 %11, 2
  %88 = icmp ne i32 %87, 0
  %89 = icmp ugt i64 %10, 31
  %90 = icmp eq i64 %10, 63
  %91 = select i1 %90, i64 32, i64 33
  %92 = insertelement <16 x i64> poison, i64 %91, i64 0
  %93 = shufflevector <16 x i64> %92, <16 x i64> poison, <16 x i32> zeroinitializer
  %94 = insertelement <16 x i64> poison, i64 %9, i64 0
  %95 = shufflevector <16 x i64> %94, <16 x i64> poison, <16 x i32> zeroinitializer
  %96 = insertelement <16 x i64> poison, i64 %10, i64 0
  %97 = shufflevector <16 x i64> %96, <16 x i64> poison, <16 x i32> zeroinitializer
  %98 = insertelement <16 x i64> poison, i64 %7, i64 0
  %99 = shufflevector <16 x i64> %98, <16 x i64> poison, <16 x i32> zeroinitializer
  %100 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %101 = icmp eq i32 %64, 0
  %102 = getelementptr inbounds nuw i8, ptr %13, i64 8
  %103 = getelementptr inbounds nuw i8, ptr %13, i64 16
  %104 = getelementptr inbounds nuw i8, ptr %13, i64 24
  %105 = getelementptr inbounds nuw i8, ptr %13, i64 28
  %106 = getelementptr inbounds nuw i8, ptr %13, i64 32
  %107 = getelementptr inbounds nuw i8, ptr %13, i64 36
  %108 = getelementptr inbounds nuw i8, ptr %13, i64 40
  %109 = getelementptr inbounds nuw i8, ptr %13, i64 48
  %110 = getelementptr inbounds nuw i8, ptr %13, i64 56
  %111 = getelementptr inbounds nuw i8, ptr %13, i64 64
  %112 = getelementptr inbounds nuw i8, ptr %13, i64 72
  %113 = getelementptr inbounds nuw i8, ptr %13, i64 80
  %114 = getelementptr inbounds nuw i8, ptr %13, i64 88
  %115 = getelementptr inbounds nuw i8, ptr %13, i64 96
  %116 = getelementptr inbounds nuw i8, ptr %13, i64 104
  %117 = getelementptr inbounds nuw i8, ptr %13, i64 112
  %118 = getelementptr inbounds nuw i8, ptr %13, i64 120
  %119 = getelementptr inbounds nuw i8, ptr %13, i64 124
  %120 = getelementptr inbounds nuw i8, ptr %13, i64 125
  %121 = getelementptr inbounds nuw i8, ptr %13, i64 126
  %122 = getelementptr inbounds nuw i8, ptr %14, i64 128
  %123 = getelementptr inbounds nuw i8, ptr %14, i64 256
  %124 = getelementptr inbounds nuw i8, ptr %14, i64 384
  %125 = getelementptr inbounds nuw i8, ptr %14, i64 512
  %126 = getelementptr inbounds nuw i8, ptr %14, i64 640
  %127 = getelementptr inbounds nuw i8, ptr %14, i64 644
  %128 = or i64 %36, 131941395333120
  %129 = insertelement <16 x i64> poison, i64 %128, i64 0
  %130 = shufflevector <16 x i64> %129, <16 x i64> poison, <16 x i32> zeroinitializer
  %131 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %132 = icmp eq i32 %11, 1
  %133 = and i32 %5, 8
  %134 = icmp eq i32 %133, 0
  %135 = and i1 %134, %132
  %136 = insertelement <16 x i64> poison, i64 %45, i64 0
  %137 = shufflevector <16 x i64> %136, <16 x i64> poison, <16 x i32> zeroinitializer
  %138 = insertelement <16 x i64> poison, i64 %49, i64 0
  %139 = shufflevector <16 x i64> %138, <16 x i64> poison, <16 x i32> zeroinitializer
  %140 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %141 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %142 = icmp ne i32 %11, 8
  %143 = and i32 %5, 8
  %144 = icmp eq i32 %143, 0
  %145 = and i1 %144, %142
  %146 = icmp eq i32 %76, 0
  %147 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %148 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %149 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %150 = sext i32 %4 to i64
  %151 = insertelement <16 x i64> poison, i64 %39, i64 0
  %152 = shufflevector <16 x i64> %151, <16 x i64> poison, <16 x i32> zeroinitializer
  %153 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %154 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %155 = icmp eq i32 %11, 0
  %156 = insertelement <16 x i64> poison, i64 %39, i64 0
  %157 = shufflevector <16 x i64> %156, <16 x i64> poison, <16 x i32> zeroinitializer
  %158 = insertelement <16 x i64> poison, i64 %45, i64 0
  %159 = shufflevector <16 x i64> %158, <16 x i64> poison, <16 x i32> zeroinitializer
  %160 = insertelement <16 x i64> poison, i64 %49, i64 0
  %161 = shufflevector <16 x i64> %160, <16 x i64> poison, <16 x i32> zeroinitializer
  %162 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %163 = getelementptr inbounds nuw i8, ptr %20, i64 8
  %164 = getelementptr inbounds nuw i8, ptr %20, i64 16
  %165 = getelementptr inbounds nuw i8, ptr %20, i64 24
  %166 = getelementptr inbounds nuw i8, ptr %20, i64 28
  %167 = getelementptr inbounds nuw i8, ptr %20, i64 32
  %168 = getelementptr inbounds nuw i8, ptr %20, i64 36
  %169 = getelementptr inbounds nuw i8, ptr %20, i64 40
  %170 = getelementptr inbounds nuw i8, ptr %20, i64 48
  %171 = getelementptr inbounds nuw i8, ptr %20, i64 56
  %172 = getelementptr inbounds nuw i8, ptr %20, i64 64
  %173 = getelementptr inbounds nuw i8, ptr %20, i64 72
  %174 = getelementptr inbounds nuw i8, ptr %20, i64 80
  %175 = getelementptr inbounds nuw i8, ptr %20, i64 88
  %176 = getelementptr inbounds nuw i8, ptr %20, i64 96
  %177 = getelementptr inbounds nuw i8, ptr %20, i64 104
  %178 = getelementptr inbounds nuw i8, ptr %20, i64 112
  %179 = getelementptr inbounds nuw i8, ptr %20, i64 120
  %180 = getelementptr inbounds nuw i8, ptr %20, i64 124
  %181 = getelementptr inbounds nuw i8, ptr %20, i64 125
  %182 = getelementptr inbounds nuw i8, ptr %20, i64 126
  %183 = getelementptr inbounds nuw i8, ptr %21, i64 128
  %184 = getelementptr inbounds nuw i8, ptr %21, i64 256
  %185 = getelementptr inbounds nuw i8, ptr %21, i64 384
  %186 = getelementptr inbounds nuw i8, ptr %21, i64 512
  %187 = getelementptr inbounds nuw i8, ptr %21, i64 640
  %188 = getelementptr inbounds nuw i8, ptr %21, i64 644
  %189 = getelementptr inbounds nuw i8, ptr %0, i64 684
  %190 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %191 = sext i32 %4 to i64
  %192 = getelementptr inbounds nuw i8, ptr %16, i64 8
  %193 = getelementptr inbounds nuw i8, ptr %16, i64 16
  %194 = getelementptr inbounds nuw i8, ptr %16, i64 24
  %195 = getelementptr inbounds nuw i8, ptr %16, i64 28
  %196 = getelementptr inbounds nuw i8, ptr %16, i64 32
  %197 = getelementptr inbounds nuw i8, ptr %16, i64 36
  %198 = getelementptr inbounds nuw i8, ptr %16, i64 40
  %199 = getelementptr inbounds nuw i8, ptr %16, i64 48
  %200 = getelementptr inbounds nuw i8, ptr %16, i64 56
  %201 = getelementptr inbounds nuw i8, ptr %16, i64 64
  %202 = getelementptr inbounds nuw i8, ptr %16, i64 72
  %203 = getelementptr inbounds nuw i8, ptr %16, i64 80
  %204 = getelementptr inbounds nuw i8, ptr %16, i64 88
  %205 = getelementptr inbounds nuw i8, ptr %16, i64 96
  %206 = getelementptr inbounds nuw i8, ptr %16, i64 104
  %207 = getelementptr inbounds nuw i8, ptr %16, i64 112
  %208 = getelementptr inbounds nuw i8, ptr %16, i64 120
  %209 = getelementptr inbounds nuw i8, ptr %16, i64 124
  %210 = getelementptr inbounds nuw i8, ptr %16, i64 125
  %211 = getelementptr inbounds nuw i8, ptr %16, i64 126
  %212 = getelementptr inbounds nuw i8, ptr %17, i64 128
  %213 = getelementptr inbounds nuw i8, ptr %17, i64 256
  %214 = getelementptr inbounds nuw i8, ptr %17, i64 384
  %215 = getelementptr inbounds nuw i8, ptr %17, i64 512
  %216 = getelementptr inbounds nuw i8, ptr %17, i64 640
  %217 = getelementptr inbounds nuw i8, ptr %17, i64 644
  %218 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %219 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %220 = getelementptr inbounds nuw i8, ptr %18, i64 8
  %221 = getelementptr inbounds nuw i8, ptr %18, i64 16
  %222 = getelementptr inbounds nuw i8, ptr %18, i64 24
  %223 = getelementptr inbounds nuw i8, ptr %18, i64 28
  %224 = getelementptr inbounds nuw i8, ptr %18, i64 32
  %225 = getelementptr inbounds nuw i8, ptr %18, i64 36
  %226 = getelementptr inbounds nuw i8, ptr %18, i64 40
  %227 = getelementptr inbounds nuw i8, ptr %18, i64 48
  %228 = getelementptr inbounds nuw i8, ptr %18, i64 56
  %229 = getelementptr inbounds nuw i8, ptr %18, i64 64
  %230 = getelementptr inbounds nuw i8, ptr %18, i64 72
  %231 = getelementptr inbounds nuw i8, ptr %18, i64 80
  %232 = getelementptr inbounds nuw i8, ptr %18, i64 88
  %233 = getelementptr inbounds nuw i8, ptr %18, i64 96
  %234 = getelementptr inbounds nuw i8, ptr %18, i64 104
  %235 = getelementptr inbounds nuw i8, ptr %18, i64 112
  %236 = getelementptr inbounds nuw i8, ptr %18, i64 120
  %237 = getelementptr inbounds nuw i8, ptr %18, i64 124
  %238 = getelementptr inbounds nuw i8, ptr %18, i64 125
  %239 = getelementptr inbounds nuw i8, ptr %18, i64 126
  %240 = getelementptr inbounds nuw i8, ptr %19, i64 128
  %241 = getelementptr inbounds nuw i8, ptr %19, i64 256
  %242 = getelementptr inbounds nuw i8, ptr %19, i64 384
  %243 = getelementptr inbounds nuw i8, ptr %19, i64 512
  %244 = getelementptr inbounds nuw i8, ptr %19, i64 640
  %245 = getelementptr inbounds nuw i8, ptr %19, i64 644
  %246 = or i1 %88, %89
  %247 = select i1 %88, <16 x i64> splat (i64 34), <16 x i64> %93
  br label %249
248:
  ret void
249:
  %250 = phi i64 [ 0, %82 ], [ %654, %653 ]
  %251 = insertelement <16 x i64> poison, i64 %250, i64 0
  %252 = shufflevector <16 x i64> %251, <16 x i64> poison, <16 x i32> zeroinitializer
  %253 = or disjoint <16 x i64> %252, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %254 = add <16 x i64> %253, %84
  %255 = and <16 x i64> %253, splat (i64 63)
  br i1 %246, label %259, label %256
256:
  %257 = add <16 x i64> %253, %95
  %258 = lshr <16 x i64> %257, %97
  br label %259
259:
  %260 = phi <16 x i64> [ %247, %249 ], [ %258, %256 ]
  %261 = icmp ult <16 x i64> %253, %99
  %262 = load i64, ptr %100, align 8
  %263 = insertelement <16 x i64> poison, i64 %262, i64 0
  %264 = shufflevector <16 x i64> %263, <16 x i64> poison, <16 x i32> zeroinitializer
  %265 = icmp ult <16 x i64> %254, %264
  %266 = and <16 x i1> %261, %265
  %267 = shl nuw <16 x i64> splat (i64 1), %255
  %268 = and <16 x i64> %267, %86
  %269 = icmp ne <16 x i64> %268, zeroinitializer
  %270 = select <16 x i1> %269, <16 x i1> %266, <16 x i1> zeroinitializer
  %271 = sext <16 x i1> %270 to <16 x i64>
  %272 = bitcast <16 x i1> %270 to i16
  %273 = icmp eq i16 %272, 0
  br i1 %273, label %653, label %274
274:
  br i1 %101, label %276, label %275
275:
  call void @llvm.lifetime.start.p0(ptr %13)
  store ptr %0, ptr %13, align 8
  store ptr %28, ptr %102, align 8
  store ptr %31, ptr %103, align 8
  store i32 %1, ptr %104, align 8
  store i32 %4, ptr %105, align 4
  store i32 %5, ptr %106, align 8
  store i32 %11, ptr %107, align 4
  store i64 %36, ptr %108, align 8
  store i64 %2, ptr %109, align 8
  store i64 %39, ptr %110, align 8
  store i64 %45, ptr %111, align 8
  store i64 %49, ptr %112, align 8
  store i64 %54, ptr %113, align 8
  store i64 %56, ptr %114, align 8
  store i64 %62, ptr %115, align 8
  store i64 %74, ptr %116, align 8
  store i64 %75, ptr %117, align 8
  store i32 0, ptr %118, align 8
  store i8 0, ptr %119, align 4
  store i8 0, ptr %120, align 1
  store i16 0, ptr %121, align 2
  call void @llvm.lifetime.start.p0(ptr %14)
  store <16 x i64> %271, ptr %14, align 64
  store <16 x i64> %260, ptr %122, align 64
  store <16 x i64> splat (i64 15), ptr %123, align 64
  store <16 x i64> zeroinitializer, ptr %124, align 64
  store <16 x i64> %254, ptr %125, align 64
  store i32 0, ptr %126, align 64
  call void @llvm.memset.p0.i64(ptr %127, i8 0, i64 60, i1 false)
  call void @shared.visit_peers(ptr %13, ptr %14)
  call void @llvm.lifetime.end.p0(ptr %14)
  call void @llvm.lifetime.end.p0(ptr %13)
  br label %276
276:
  %277 = shl <16 x i64> %260, splat (i64 37)
  %278 = or <16 x i64> %277, %130
  %279 = load ptr, ptr %131, align 8
  %280 = extractelement <16 x i64> %254, i64 0
  %281 = getelementptr inbounds nuw i64, ptr %279, i64 %280
  %282 = load <16 x i64>, ptr %281, align 8
  %283 = select <16 x i1> %270, <16 x i64> %282, <16 x i64> zeroinitializer
  br i1 %135, label %284, label %331
284:
  %285 = and <16 x i64> %283, splat (i64 33554431)
  %286 = and <16 x i64> %283, splat (i64 137405399040)
  %287 = load ptr, ptr %140, align 8
  %288 = extractelement <16 x i64> %254, i64 0
  %289 = getelementptr inbounds nuw i64, ptr %287, i64 %288
  %290 = load <16 x i64>, ptr %289, align 8
  %291 = select <16 x i1> %270, <16 x i64> %290, <16 x i64> zeroinitializer
  %292 = and <16 x i64> %291, splat (i64 33554431)
  %293 = and <16 x i64> %291, splat (i64 137405399040)
  %294 = load ptr, ptr %141, align 8
  %295 = extractelement <16 x i64> %254, i64 0
  %296 = getelementptr inbounds nuw i64, ptr %294, i64 %295
  %297 = load <16 x i64>, ptr %296, align 8
  %298 = select <16 x i1> %270, <16 x i64> %297, <16 x i64> zeroinitializer
  %299 = and <16 x i64> %298, splat (i64 33554431)
  %300 = and <16 x i64> %298, splat (i64 137405399040)
  %301 = icmp samesign ugt <16 x i64> %285, %137
  %302 = icmp samesign uge <16 x i64> %286, %139
  %303 = or <16 x i1> %301, %302
  %304 = icmp samesign ugt <16 x i64> %292, %137
  %305 = icmp samesign uge <16 x i64> %293, %139
  %306 = or <16 x i1> %304, %305
  %307 = or <16 x i1> %303, %306
  %308 = icmp samesign ugt <16 x i64> %299, %137
  %309 = icmp samesign uge <16 x i64> %300, %139
  %310 = or <16 x i1> %308, %309
  %311 = or <16 x i1> %307, %310
  %312 = and <16 x i1> %270, %311
  %313 = bitcast <16 x i1> %312 to i16
  %314 = icmp eq i16 %313, 0
  br i1 %314, label %315, label %331
315:
  %316 = or <16 x i64> %278, splat (i64 2111062325329920)
  %317 = extractelement <16 x i64> %254, i64 0
  %318 = getelementptr inbounds nuw i64, ptr %279, i64 %317
  %319 = load <16 x i64>, ptr %318, align 8
  %320 = select <16 x i1> %270, <16 x i64> %316, <16 x i64> %319
  store <16 x i64> %320, ptr %318, align 8
  %321 = load ptr, ptr %140, align 8
  %322 = extractelement <16 x i64> %254, i64 0
  %323 = getelementptr inbounds nuw i64, ptr %321, i64 %322
  %324 = load <16 x i64>, ptr %323, align 8
  %325 = select <16 x i1> %270, <16 x i64> zeroinitializer, <16 x i64> %324
  store <16 x i64> %325, ptr %323, align 8
  %326 = load ptr, ptr %141, align 8
  %327 = extractelement <16 x i64> %254, i64 0
  %328 = getelementptr inbounds nuw i64, ptr %326, i64 %327
  %329 = load <16 x i64>, ptr %328, align 8
  %330 = select <16 x i1> %270, <16 x i64> zeroinitializer, <16 x i64> %329
  store <16 x i64> %330, ptr %328, align 8
  br label %653
331:
  br i1 %145, label %504, label %332
332:
  %333 = extractelement <16 x i64> %283, i64 0
  %334 = extractelement <16 x i64> %271, i64 0
  %335 = icmp eq i64 %334, 0
  %336 = extractelement <16 x i64> %260, i64 0
  %337 = icmp ult i64 %336, 33
  %338 = select i1 %335, i1 true, i1 %337
  br i1 %338, label %504, label %339
339:
  %340 = shufflevector <16 x i64> %283, <16 x i64> poison, <16 x i32> zeroinitializer
  %341 = xor <16 x i64> %340, %283
  %342 = and <16 x i64> %341, splat (i64 -2251662374731777)
  %343 = icmp ne <16 x i64> %342, zeroinitializer
  %344 = and <16 x i1> %270, %343
  %345 = bitcast <16 x i1> %344 to i16
  %346 = icmp eq i16 %345, 0
  br i1 %346, label %347, label %504
347:
  %348 = and i64 %333, 33554431
  %349 = lshr i64 %333, 25
  %350 = and i64 %349, 4095
  %351 = getelementptr inbounds nuw i32, ptr %28, i64 %350
  %352 = load i32, ptr %351, align 4
  %353 = zext i32 %352 to i64
  %354 = icmp samesign ugt i64 %348, %353
  br i1 %354, label %504, label %355
355:
  %356 = load i32, ptr %46, align 4
  %357 = zext i32 %356 to i64
  %358 = shl nuw nsw i64 %357, 1
  %359 = icmp samesign ult i64 %350, %358
  br i1 %359, label %360, label %365
360:
  %361 = getelementptr inbounds nuw i32, ptr %31, i64 %350
  %362 = load i32, ptr %361, align 4
  %363 = zext i32 %362 to i64
  %364 = icmp samesign ugt i64 %348, %363
  br i1 %364, label %504, label %365
365:
  br i1 %146, label %431, label %366
366:
  %367 = load ptr, ptr %147, align 8
  %368 = extractelement <16 x i64> %254, i64 0
  %369 = getelementptr inbounds nuw i64, ptr %367, i64 %368
  %370 = load <16 x i64>, ptr %369, align 8
  %371 = select <16 x i1> %270, <16 x i64> %370, <16 x i64> zeroinitializer
  %372 = load ptr, ptr %148, align 8
  %373 = extractelement <16 x i64> %254, i64 0
  %374 = getelementptr inbounds nuw i64, ptr %372, i64 %373
  %375 = load <16 x i64>, ptr %374, align 8
  %376 = select <16 x i1> %270, <16 x i64> %375, <16 x i64> zeroinitializer
  %377 = shufflevector <16 x i64> %371, <16 x i64> poison, <16 x i32> zeroinitializer
  %378 = xor <16 x i64> %377, %371
  %379 = and <16 x i64> %378, splat (i64 -2251662374731777)
  %380 = icmp ne <16 x i64> %379, zeroinitializer
  %381 = and <16 x i1> %270, %380
  %382 = bitcast <16 x i1> %381 to i16
  %383 = icmp eq i16 %382, 0
  br i1 %383, label %384, label %504
384:
  %385 = shufflevector <16 x i64> %376, <16 x i64> poison, <16 x i32> zeroinitializer
  %386 = xor <16 x i64> %385, %376
  %387 = and <16 x i64> %386, splat (i64 -2251662374731777)
  %388 = icmp ne <16 x i64> %387, zeroinitializer
  %389 = and <16 x i1> %270, %388
  %390 = bitcast <16 x i1> %389 to i16
  %391 = icmp eq i16 %390, 0
  br i1 %391, label %392, label %504
392:
  %393 = extractelement <16 x i64> %371, i64 0
  %394 = and i64 %393, 33554431
  %395 = lshr i64 %393, 25
  %396 = and i64 %395, 4095
  %397 = getelementptr inbounds nuw i32, ptr %28, i64 %396
  %398 = load i32, ptr %397, align 4
  %399 = zext i32 %398 to i64
  %400 = icmp samesign ugt i64 %394, %399
  br i1 %400, label %504, label %401
401:
  %402 = extractelement <16 x i64> %376, i64 0
  %403 = and i64 %402, 33554431
  %404 = lshr i64 %402, 25
  %405 = and i64 %404, 4095
  %406 = getelementptr inbounds nuw i32, ptr %28, i64 %405
  %407 = load i32, ptr %406, align 4
  %408 = zext i32 %407 to i64
  %409 = icmp samesign ugt i64 %403, %408
  br i1 %409, label %504, label %410
410:
  %411 = xor i64 %333, %35
  %412 = and i64 %411, 137438953471
  %413 = icmp eq i64 %412, 0
  br i1 %413, label %504, label %414
414:
  %415 = or <16 x i64> %278, splat (i64 2111062325329920)
  %416 = load ptr, ptr %131, align 8
  %417 = extractelement <16 x i64> %254, i64 0
  %418 = getelementptr inbounds nuw i64, ptr %416, i64 %417
  %419 = load <16 x i64>, ptr %418, align 8
  %420 = select <16 x i1> %270, <16 x i64> %415, <16 x i64> %419
  store <16 x i64> %420, ptr %418, align 8
  %421 = load ptr, ptr %147, align 8
  %422 = extractelement <16 x i64> %254, i64 0
  %423 = getelementptr inbounds nuw i64, ptr %421, i64 %422
  %424 = load <16 x i64>, ptr %423, align 8
  %425 = select <16 x i1> %270, <16 x i64> zeroinitializer, <16 x i64> %424
  store <16 x i64> %425, ptr %423, align 8
  %426 = load ptr, ptr %148, align 8
  %427 = extractelement <16 x i64> %254, i64 0
  %428 = getelementptr inbounds nuw i64, ptr %426, i64 %427
  %429 = load <16 x i64>, ptr %428, align 8
  %430 = select <16 x i1> %270, <16 x i64> zeroinitializer, <16 x i64> %429
  store <16 x i64> %430, ptr %428, align 8
  br label %653
431:
  %432 = lshr i64 %333, 51
  %433 = load ptr, ptr %149, align 8
  %434 = getelementptr inbounds nuw i8, ptr %433, i64 %432
  %435 = load i8, ptr %434, align 1
  %436 = and i8 %435, 127
  %437 = icmp eq i8 %436, 33
  %438 = select i1 %437, i8 0, i8 %436
  %439 = getelementptr inbounds nuw i8, ptr %433, i64 %150
  %440 = load i8, ptr %439, align 1
  %441 = and i8 %440, 127
  %442 = icmp eq i8 %441, 33
  %443 = select i1 %442, i8 0, i8 %441
  %444 = icmp eq i8 %438, %443
  br i1 %444, label %445, label %504
445:
  %446 = and <16 x i64> %283, splat (i64 2111062325329920)
  %447 = icmp ne <16 x i64> %446, splat (i64 2111062325329920)
  %448 = and <16 x i64> %283, splat (i64 33554431)
  %449 = icmp samesign ule <16 x i64> %448, %152
  %450 = or <16 x i1> %447, %449
  %451 = and <16 x i1> %270, %450
  %452 = bitcast <16 x i1> %451 to i16
  %453 = icmp eq i16 %452, 0
  br i1 %453, label %454, label %504
454:
  %455 = load ptr, ptr %153, align 8
  %456 = extractelement <16 x i64> %254, i64 0
  %457 = getelementptr inbounds nuw i64, ptr %455, i64 %456
  %458 = load <16 x i64>, ptr %457, align 8
  %459 = select <16 x i1> %270, <16 x i64> %458, <16 x i64> zeroinitializer
  %460 = extractelement <16 x i64> %459, i64 0
  %461 = shufflevector <16 x i64> %459, <16 x i64> poison, <16 x i32> zeroinitializer
  %462 = xor <16 x i64> %461, %459
  %463 = and <16 x i64> %462, splat (i64 -2251662374731777)
  %464 = icmp ne <16 x i64> %463, zeroinitializer
  %465 = and <16 x i1> %270, %464
  %466 = bitcast <16 x i1> %465 to i16
  %467 = icmp eq i16 %466, 0
  br i1 %467, label %468, label %504
468:
  %469 = xor i64 %460, %35
  %470 = and i64 %469, 137438953471
  %471 = icmp eq i64 %470, 0
  br i1 %471, label %504, label %472
472:
  %473 = lshr i64 %460, 25
  %474 = and i64 %473, 4095
  %475 = icmp eq i64 %474, %2
  br i1 %475, label %482, label %476
476:
  %477 = and i64 %460, 33554431
  %478 = getelementptr inbounds nuw i32, ptr %28, i64 %474
  %479 = load i32, ptr %478, align 4
  %480 = zext i32 %479 to i64
  %481 = icmp samesign ugt i64 %477, %480
  br i1 %481, label %487, label %482
482:
  %483 = extractelement <16 x i64> %254, i64 0
  %484 = getelementptr inbounds nuw i64, ptr %455, i64 %483
  %485 = load <16 x i64>, ptr %484, align 8
  %486 = select <16 x i1> %270, <16 x i64> %278, <16 x i64> %485
  store <16 x i64> %486, ptr %484, align 8
  br label %653
487:
  %488 = load ptr, ptr %154, align 8
  %489 = extractelement <16 x i64> %254, i64 0
  %490 = getelementptr inbounds nuw i64, ptr %488, i64 %489
  %491 = load <16 x i64>, ptr %490, align 8
  %492 = select <16 x i1> %270, <16 x i64> %491, <16 x i64> zeroinitializer
  %493 = xor <16 x i64> %492, %130
  %494 = and <16 x i64> %493, splat (i64 137438953471)
  %495 = icmp eq <16 x i64> %494, zeroinitializer
  %496 = and <16 x i1> %270, %495
  %497 = bitcast <16 x i1> %496 to i16
  %498 = icmp eq i16 %497, 0
  br i1 %498, label %499, label %504
499:
  %500 = extractelement <16 x i64> %254, i64 0
  %501 = getelementptr inbounds nuw i64, ptr %488, i64 %500
  %502 = load <16 x i64>, ptr %501, align 8
  %503 = select <16 x i1> %270, <16 x i64> %278, <16 x i64> %502
  store <16 x i64> %503, ptr %501, align 8
  br label %653
504:
  br i1 %155, label %505, label %652
505:
  %506 = and <16 x i64> %283, splat (i64 2111062325329920)
  %507 = icmp ne <16 x i64> %506, splat (i64 2111062325329920)
  %508 = and <16 x i64> %283, splat (i64 33554431)
  %509 = icmp samesign ule <16 x i64> %508, %157
  %510 = or <16 x i1> %507, %509
  %511 = icmp samesign ugt <16 x i64> %508, %159
  %512 = and <16 x i64> %283, splat (i64 137405399040)
  %513 = icmp samesign uge <16 x i64> %512, %161
  %514 = or <16 x i1> %511, %513
  %515 = select <16 x i1> %514, <16 x i1> splat (i1 true), <16 x i1> %510
  %516 = and <16 x i1> %270, %515
  %517 = bitcast <16 x i1> %516 to i16
  %518 = icmp eq i16 %517, 0
  br i1 %518, label %519, label %652
519:
  %520 = and <16 x i64> %283, splat (i64 8658654068736)
  %521 = icmp eq <16 x i64> %520, splat (i64 4672924418048)
  %522 = and <16 x i64> %283, splat (i64 2111062325329920)
  %523 = icmp ne <16 x i64> %522, zeroinitializer
  %524 = and <16 x i1> %521, %523
  %525 = and <16 x i1> %270, %524
  %526 = bitcast <16 x i1> %525 to i16
  %527 = icmp eq i16 %526, 0
  br i1 %527, label %542, label %528
528:
  %529 = load ptr, ptr %162, align 8
  %530 = extractelement <16 x i64> %254, i64 0
  %531 = getelementptr inbounds nuw i64, ptr %529, i64 %530
  %532 = load <16 x i64>, ptr %531, align 8
  %533 = select <16 x i1> %270, <16 x i64> %532, <16 x i64> zeroinitializer
  %534 = and <16 x i64> %533, splat (i64 8658654068736)
  %535 = icmp eq <16 x i64> %534, splat (i64 4672924418048)
  %536 = and <16 x i64> %533, splat (i64 2111062325329920)
  %537 = icmp ne <16 x i64> %536, zeroinitializer
  %538 = and <16 x i1> %535, %537
  %539 = and <16 x i1> %525, %538
  %540 = bitcast <16 x i1> %539 to i16
  %541 = icmp eq i16 %540, 0
  br i1 %541, label %542, label %652
542:
  %543 = load i32, ptr %189, align 4
  %544 = icmp eq i32 %543, 0
  br i1 %544, label %569, label %545
545:
  %546 = extractelement <16 x i64> %283, i64 0
  %547 = lshr i64 %546, 51
  %548 = lshr <16 x i64> %283, splat (i64 51)
  %549 = insertelement <16 x i64> poison, i64 %547, i64 0
  %550 = shufflevector <16 x i64> %549, <16 x i64> poison, <16 x i32> zeroinitializer
  %551 = icmp ne <16 x i64> %548, %550
  %552 = and <16 x i1> %270, %551
  %553 = bitcast <16 x i1> %552 to i16
  %554 = icmp eq i16 %553, 0
  br i1 %554, label %555, label %568
555:
  %556 = load ptr, ptr %190, align 8
  %557 = getelementptr inbounds nuw i8, ptr %556, i64 %547
  %558 = load i8, ptr %557, align 1
  %559 = and i8 %558, 127
  %560 = icmp eq i8 %559, 33
  %561 = select i1 %560, i8 0, i8 %559
  %562 = getelementptr inbounds nuw i8, ptr %556, i64 %191
  %563 = load i8, ptr %562, align 1
  %564 = and i8 %563, 127
  %565 = icmp eq i8 %564, 33
  %566 = select i1 %565, i8 0, i8 %564
  %567 = icmp eq i8 %561, %566
  br i1 %567, label %569, label %568
568:
  call void @llvm.lifetime.start.p0(ptr %15)
  store <16 x i64> %283, ptr %15, align 64
  call void @llvm.lifetime.start.p0(ptr %16)
  store ptr %0, ptr %16, align 8
  store ptr %28, ptr %192, align 8
  store ptr %31, ptr %193, align 8
  store i32 %1, ptr %194, align 8
  store i32 %4, ptr %195, align 4
  store i32 %5, ptr %196, align 8
  store i32 0, ptr %197, align 4
  store i64 %36, ptr %198, align 8
  store i64 %2, ptr %199, align 8
  store i64 %39, ptr %200, align 8
  store i64 %45, ptr %201, align 8
  store i64 %49, ptr %202, align 8
  store i64 %54, ptr %203, align 8
  store i64 %56, ptr %204, align 8
  store i64 %62, ptr %205, align 8
  store i64 %74, ptr %206, align 8
  store i64 %75, ptr %207, align 8
  store i32 0, ptr %208, align 8
  store i8 0, ptr %209, align 4
  store i8 0, ptr %210, align 1
  store i16 0, ptr %211, align 2
  call void @llvm.lifetime.start.p0(ptr %17)
  store <16 x i64> %271, ptr %17, align 64
  store <16 x i64> %260, ptr %212, align 64
  store <16 x i64> splat (i64 15), ptr %213, align 64
  store <16 x i64> %278, ptr %214, align 64
  store <16 x i64> %254, ptr %215, align 64
  store i32 0, ptr %216, align 64
  call void @llvm.memset.p0.i64(ptr %217, i8 0, i64 60, i1 false)
  call void @shared.check_swizzle(ptr %16, ptr %17, ptr %15)
  call void @llvm.lifetime.end.p0(ptr %17)
  call void @llvm.lifetime.end.p0(ptr %16)
  call void @llvm.lifetime.end.p0(ptr %15)
  br label %569
569:
  %570 = load ptr, ptr %218, align 8
  %571 = extractelement <16 x i64> %254, i64 0
  %572 = getelementptr inbounds nuw i64, ptr %570, i64 %571
  %573 = load <16 x i64>, ptr %572, align 8
  %574 = select <16 x i1> %270, <16 x i64> %573, <16 x i64> zeroinitializer
  %575 = and <16 x i64> %574, splat (i64 33554431)
  %576 = icmp samesign ugt <16 x i64> %575, %159
  %577 = and <16 x i64> %574, splat (i64 137405399040)
  %578 = icmp samesign uge <16 x i64> %577, %161
  %579 = or <16 x i1> %576, %578
  %580 = xor <16 x i64> %574, %278
  %581 = and <16 x i64> %580, splat (i64 8658654068736)
  %582 = icmp ne <16 x i64> %581, zeroinitializer
  %583 = and <16 x i64> %574, splat (i64 4672924418048)
  %584 = icmp ne <16 x i64> %583, splat (i64 4398046511104)
  %585 = and <16 x i64> %580, splat (i64 132078834286591)
  %586 = icmp ne <16 x i64> %585, zeroinitializer
  %587 = and <16 x i1> %584, %582
  %588 = or <16 x i1> %586, %587
  %589 = and <16 x i1> %579, %588
  %590 = select <16 x i1> %270, <16 x i1> %589, <16 x i1> zeroinitializer
  %591 = bitcast <16 x i1> %590 to i16
  %592 = icmp eq i16 %591, 0
  br i1 %592, label %593, label %601
593:
  %594 = xor <16 x i1> %579, splat (i1 true)
  %595 = and <16 x i1> %270, %594
  %596 = select <16 x i1> %595, <16 x i1> %588, <16 x i1> zeroinitializer
  %597 = extractelement <16 x i64> %254, i64 0
  %598 = getelementptr inbounds nuw i64, ptr %570, i64 %597
  %599 = load <16 x i64>, ptr %598, align 8
  %600 = select <16 x i1> %596, <16 x i64> %278, <16 x i64> %599
  store <16 x i64> %600, ptr %598, align 8
  br label %653
601:
  %602 = load ptr, ptr %218, align 8
  %603 = extractelement <16 x i64> %254, i64 0
  %604 = getelementptr inbounds nuw i64, ptr %602, i64 %603
  %605 = load <16 x i64>, ptr %604, align 8
  %606 = select <16 x i1> %270, <16 x i64> %605, <16 x i64> zeroinitializer
  %607 = extractelement <16 x i64> %606, i64 0
  %608 = shufflevector <16 x i64> %606, <16 x i64> poison, <16 x i32> zeroinitializer
  %609 = xor <16 x i64> %608, %606
  %610 = and <16 x i64> %609, splat (i64 -2251662374731777)
  %611 = icmp ne <16 x i64> %610, zeroinitializer
  %612 = and <16 x i1> %270, %611
  %613 = bitcast <16 x i1> %612 to i16
  %614 = icmp eq i16 %613, 0
  br i1 %614, label %615, label %651
615:
  %616 = xor i64 %607, %35
  %617 = and i64 %616, 137438953471
  %618 = icmp eq i64 %617, 0
  br i1 %618, label %651, label %619
619:
  %620 = lshr i64 %607, 25
  %621 = and i64 %620, 4095
  %622 = icmp eq i64 %621, %2
  br i1 %622, label %629, label %623
623:
  %624 = and i64 %607, 33554431
  %625 = getelementptr inbounds nuw i32, ptr %28, i64 %621
  %626 = load i32, ptr %625, align 4
  %627 = zext i32 %626 to i64
  %628 = icmp samesign ugt i64 %624, %627
  br i1 %628, label %634, label %629
629:
  %630 = extractelement <16 x i64> %254, i64 0
  %631 = getelementptr inbounds nuw i64, ptr %602, i64 %630
  %632 = load <16 x i64>, ptr %631, align 8
  %633 = select <16 x i1> %270, <16 x i64> %278, <16 x i64> %632
  store <16 x i64> %633, ptr %631, align 8
  br label %653
634:
  %635 = load ptr, ptr %219, align 8
  %636 = extractelement <16 x i64> %254, i64 0
  %637 = getelementptr inbounds nuw i64, ptr %635, i64 %636
  %638 = load <16 x i64>, ptr %637, align 8
  %639 = select <16 x i1> %270, <16 x i64> %638, <16 x i64> zeroinitializer
  %640 = xor <16 x i64> %639, %130
  %641 = and <16 x i64> %640, splat (i64 137438953471)
  %642 = icmp eq <16 x i64> %641, zeroinitializer
  %643 = and <16 x i1> %270, %642
  %644 = bitcast <16 x i1> %643 to i16
  %645 = icmp eq i16 %644, 0
  br i1 %645, label %646, label %651
646:
  %647 = extractelement <16 x i64> %254, i64 0
  %648 = getelementptr inbounds nuw i64, ptr %635, i64 %647
  %649 = load <16 x i64>, ptr %648, align 8
  %650 = select <16 x i1> %270, <16 x i64> %278, <16 x i64> %649
  store <16 x i64> %650, ptr %648, align 8
  br label %653
651:
  call void @llvm.lifetime.start.p0(ptr %18)
  store ptr %0, ptr %18, align 8
  store ptr %28, ptr %220, align 8
  store ptr %31, ptr %221, align 8
  store i32 %1, ptr %222, align 8
  store i32 %4, ptr %223, align 4
  store i32 %5, ptr %224, align 8
  store i32 0, ptr %225, align 4
  store i64 %36, ptr %226, align 8
  store i64 %2, ptr %227, align 8
  store i64 %39, ptr %228, align 8
  store i64 %45, ptr %229, align 8
  store i64 %49, ptr %230, align 8
  store i64 %54, ptr %231, align 8
  store i64 %56, ptr %232, align 8
  store i64 %62, ptr %233, align 8
  store i64 %74, ptr %234, align 8
  store i64 %75, ptr %235, align 8
  store i32 0, ptr %236, align 8
  store i8 0, ptr %237, align 4
  store i8 0, ptr %238, align 1
  store i16 0, ptr %239, align 2
  call void @llvm.lifetime.start.p0(ptr %19)
  store <16 x i64> %271, ptr %19, align 64
  store <16 x i64> %260, ptr %240, align 64
  store <16 x i64> splat (i64 15), ptr %241, align 64
  store <16 x i64> %278, ptr %242, align 64
  store <16 x i64> %254, ptr %243, align 64
  store i32 0, ptr %244, align 64
  call void @llvm.memset.p0.i64(ptr %245, i8 0, i64 60, i1 false)
  call void @shared.remember_read(ptr %18, ptr %19)
  call void @llvm.lifetime.end.p0(ptr %19)
  call void @llvm.lifetime.end.p0(ptr %18)
  br label %653
652:
  call void @llvm.lifetime.start.p0(ptr %20)
  store ptr %0, ptr %20, align 8
  store ptr %28, ptr %163, align 8
  store ptr %31, ptr %164, align 8
  store i32 %1, ptr %165, align 8
  store i32 %4, ptr %166, align 4
  store i32 %5, ptr %167, align 8
  store i32 %11, ptr %168, align 4
  store i64 %36, ptr %169, align 8
  store i64 %2, ptr %170, align 8
  store i64 %39, ptr %171, align 8
  store i64 %45, ptr %172, align 8
  store i64 %49, ptr %173, align 8
  store i64 %54, ptr %174, align 8
  store i64 %56, ptr %175, align 8
  store i64 %62, ptr %176, align 8
  store i64 %74, ptr %177, align 8
  store i64 %75, ptr %178, align 8
  store i32 0, ptr %179, align 8
  store i8 0, ptr %180, align 4
  store i8 0, ptr %181, align 1
  store i16 0, ptr %182, align 2
  call void @llvm.lifetime.start.p0(ptr %21)
  store <16 x i64> %271, ptr %21, align 64
  store <16 x i64> %260, ptr %183, align 64
  store <16 x i64> splat (i64 15), ptr %184, align 64
  store <16 x i64> %278, ptr %185, align 64
  store <16 x i64> %254, ptr %186, align 64
  store i32 0, ptr %187, align 64
  call void @llvm.memset.p0.i64(ptr %188, i8 0, i64 60, i1 false)
  call void @shared.check_step(ptr %20, ptr %21)
  call void @llvm.lifetime.end.p0(ptr %21)
  call void @llvm.lifetime.end.p0(ptr %20)
  br label %653
653:
  %654 = add i64 %250, 16
  %655 = icmp ult i64 %654, %7
  br i1 %655, label %249, label %248
}
define void @cute.check.read.any_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8) noinline {
  call void @shared.check_any(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8, i32 0)
  ret void
}
define internal void @shared.check_any(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8, i32 %9) noinline {
  %11 = alloca { ptr, ptr, ptr, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i8, i8 }, align 8
  %12 = alloca <{ <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, i32, [60 x i8] }>, align 64
  %13 = alloca <16 x i64>, align 64
  %14 = alloca { ptr, ptr, ptr, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i8, i8 }, align 8
  %15 = alloca <{ <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, i32, [60 x i8] }>, align 64
  %16 = alloca { ptr, ptr, ptr, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i8, i8 }, align 8
  %17 = alloca <{ <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, i32, [60 x i8] }>, align 64
  %18 = alloca { ptr, ptr, ptr, i32, i32, i32, i32, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i8, i8 }, align 8
  %19 = alloca <{ <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, <16 x i64>, i32, [60 x i8] }>, align 64
  %20 = alloca [60 x i8], align 4
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %22 = load ptr, ptr %21, align 8
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %24 = load i32, ptr %23, align 8
  %25 = mul i32 %24, %1
  %26 = zext i32 %25 to i64
  %27 = getelementptr inbounds nuw i32, ptr %22, i64 %26
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %29 = load ptr, ptr %28, align 8
  %30 = getelementptr inbounds nuw i32, ptr %29, i64 %26
  %31 = zext i32 %4 to i64
  %32 = shl i64 %31, 51
  %33 = shl i64 %2, 25
  %34 = or i64 %3, %33
  %35 = or i64 %34, %32
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 688
  %37 = load i32, ptr %36, align 8
  %38 = zext i32 %37 to i64
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %40 = load ptr, ptr %39, align 8
  %41 = sext i32 %1 to i64
  %42 = getelementptr inbounds i32, ptr %40, i64 %41
  %43 = load i32, ptr %42, align 4
  %44 = zext i32 %43 to i64
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %46 = load i32, ptr %45, align 4
  %47 = zext i32 %46 to i64
  %48 = shl nuw nsw i64 %47, 25
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %50 = load ptr, ptr %49, align 8
  %51 = getelementptr inbounds i32, ptr %50, i64 %41
  %52 = load i32, ptr %51, align 4
  %53 = zext i32 %52 to i64
  %54 = zext i32 %1 to i64
  %55 = add nuw nsw i64 %47, %54
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %57 = load ptr, ptr %56, align 8
  %58 = getelementptr inbounds { [3 x i32], [3 x i32], i32, i32, [3 x i32], [3 x i32], i32, i32, [8 x i32] }, ptr %57, i64 %41
  %59 = getelementptr inbounds nuw i8, ptr %58, i64 60
  %60 = load i32, ptr %59, align 4
  %61 = zext i32 %60 to i64
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 668
  %63 = load i32, ptr %62, align 4
  %64 = icmp eq i32 %63, 0
  br i1 %64, label %72, label %65
65:
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %67 = load i32, ptr %66, align 4
  %68 = udiv i32 %1, %67
  %69 = zext i32 %68 to i64
  %70 = zext i32 %63 to i64
  %71 = mul nuw i64 %69, %70
  br label %72
72:
  %73 = phi i64 [ %71, %65 ], [ 0, %10 ]
  %74 = zext i32 %63 to i64
  %75 = and i32 %9, 1
  %76 = zext nneg i32 %75 to i64
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 1848
  %78 = load i64, ptr %77, align 8
  %79 = add i64 %78, %76
  store i64 %79, ptr %77, align 8
  %80 = icmp sgt i32 %8, 3
  %81 = lshr i32 %8, 2
  %82 = select i1 %80, i32 1, i32 %8
  %83 = select i1 %80, i32 %81, i32 4
  %84 = and i32 %9, 2
  %85 = icmp eq i32 %84, 0
  %86 = icmp eq i32 %83, 0
  %87 = zext nneg i32 %8 to i64
  %88 = shl nsw i64 -1, %87
  %89 = xor i64 %88, -1
  %90 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %91 = icmp eq i32 %63, 0
  %92 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %93 = getelementptr inbounds nuw i8, ptr %11, i64 16
  %94 = getelementptr inbounds nuw i8, ptr %11, i64 24
  %95 = getelementptr inbounds nuw i8, ptr %11, i64 28
  %96 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %97 = getelementptr inbounds nuw i8, ptr %11, i64 36
  %98 = getelementptr inbounds nuw i8, ptr %11, i64 40
  %99 = getelementptr inbounds nuw i8, ptr %11, i64 48
  %100 = getelementptr inbounds nuw i8, ptr %11, i64 56
  %101 = getelementptr inbounds nuw i8, ptr %11, i64 64
  %102 = getelementptr inbounds nuw i8, ptr %11, i64 72
  %103 = getelementptr inbounds nuw i8, ptr %11, i64 80
  %104 = getelementptr inbounds nuw i8, ptr %11, i64 88
  %105 = getelementptr inbounds nuw i8, ptr %11, i64 96
  %106 = getelementptr inbounds nuw i8, ptr %11, i64 104
  %107 = getelementptr inbounds nuw i8, ptr %11, i64 112
  %108 = getelementptr inbounds nuw i8, ptr %11, i64 120
  %109 = getelementptr inbounds nuw i8, ptr %11, i64 124
  %110 = getelementptr inbounds nuw i8, ptr %11, i64 125
  %111 = getelementptr inbounds nuw i8, ptr %11, i64 126
  %112 = getelementptr inbounds nuw i8, ptr %12, i64 128
  %113 = getelementptr inbounds nuw i8, ptr %12, i64 256
  %114 = getelementptr inbounds nuw i8, ptr %12, i64 384
  %115 = getelementptr inbounds nuw i8, ptr %12, i64 512
  %116 = getelementptr inbounds nuw i8, ptr %12, i64 640
  %117 = getelementptr inbounds nuw i8, ptr %12, i64 644
  %118 = insertelement <16 x i64> poison, i64 %35, i64 0
  %119 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %120 = icmp eq i32 %9, 1
  %121 = and i32 %5, 8
  %122 = icmp eq i32 %121, 0
  %123 = and i1 %122, %120
  %124 = insertelement <16 x i64> poison, i64 %44, i64 0
  %125 = shufflevector <16 x i64> %124, <16 x i64> poison, <16 x i32> zeroinitializer
  %126 = insertelement <16 x i64> poison, i64 %48, i64 0
  %127 = shufflevector <16 x i64> %126, <16 x i64> poison, <16 x i32> zeroinitializer
  %128 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %129 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %130 = icmp ne i32 %9, 8
  %131 = and i32 %5, 8
  %132 = icmp eq i32 %131, 0
  %133 = and i1 %132, %130
  %134 = icmp eq i32 %75, 0
  %135 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %136 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %137 = insertelement <16 x i64> poison, i64 %38, i64 0
  %138 = shufflevector <16 x i64> %137, <16 x i64> poison, <16 x i32> zeroinitializer
  %139 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %140 = sext i32 %4 to i64
  %141 = insertelement <16 x i64> poison, i64 %38, i64 0
  %142 = shufflevector <16 x i64> %141, <16 x i64> poison, <16 x i32> zeroinitializer
  %143 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %144 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %145 = icmp eq i32 %9, 0
  %146 = insertelement <16 x i64> poison, i64 %38, i64 0
  %147 = shufflevector <16 x i64> %146, <16 x i64> poison, <16 x i32> zeroinitializer
  %148 = insertelement <16 x i64> poison, i64 %44, i64 0
  %149 = shufflevector <16 x i64> %148, <16 x i64> poison, <16 x i32> zeroinitializer
  %150 = insertelement <16 x i64> poison, i64 %48, i64 0
  %151 = shufflevector <16 x i64> %150, <16 x i64> poison, <16 x i32> zeroinitializer
  %152 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %153 = getelementptr inbounds nuw i8, ptr %18, i64 8
  %154 = getelementptr inbounds nuw i8, ptr %18, i64 16
  %155 = getelementptr inbounds nuw i8, ptr %18, i64 24
  %156 = getelementptr inbounds nuw i8, ptr %18, i64 28
  %157 = getelementptr inbounds nuw i8, ptr %18, i64 32
  %158 = getelementptr inbounds nuw i8, ptr %18, i64 36
  %159 = getelementptr inbounds nuw i8, ptr %18, i64 40
  %160 = getelementptr inbounds nuw i8, ptr %18, i64 48
  %161 = getelementptr inbounds nuw i8, ptr %18, i64 56
  %162 = getelementptr inbounds nuw i8, ptr %18, i64 64
  %163 = getelementptr inbounds nuw i8, ptr %18, i64 72
  %164 = getelementptr inbounds nuw i8, ptr %18, i64 80
  %165 = getelementptr inbounds nuw i8, ptr %18, i64 88
  %166 = getelementptr inbounds nuw i8, ptr %18, i64 96
  %167 = getelementptr inbounds nuw i8, ptr %18, i64 104
  %168 = getelementptr inbounds nuw i8, ptr %18, i64 112
  %169 = getelementptr inbounds nuw i8, ptr %18, i64 120
  %170 = getelementptr inbounds nuw i8, ptr %18, i64 124
  %171 = getelementptr inbounds nuw i8, ptr %18, i64 125
  %172 = getelementptr inbounds nuw i8, ptr %18, i64 126
  %173 = getelementptr inbounds nuw i8, ptr %19, i64 128
  %174 = getelementptr inbounds nuw i8, ptr %19, i64 256
  %175 = getelementptr inbounds nuw i8, ptr %19, i64 384
  %176 = getelementptr inbounds nuw i8, ptr %19, i64 512
  %177 = getelementptr inbounds nuw i8, ptr %19, i64 640
  %178 = getelementptr inbounds nuw i8, ptr %19, i64 644
  %179 = getelementptr inbounds nuw i8, ptr %0, i64 684
  %180 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %181 = sext i32 %4 to i64
  %182 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %183 = getelementptr inbounds nuw i8, ptr %14, i64 16
  %184 = getelementptr inbounds nuw i8, ptr %14, i64 24
  %185 = getelementptr inbounds nuw i8, ptr %14, i64 28
  %186 = getelementptr inbounds nuw i8, ptr %14, i64 32
  %187 = getelementptr inbounds nuw i8, ptr %14, i64 36
  %188 = getelementptr inbounds nuw i8, ptr %14, i64 40
  %189 = getelementptr inbounds nuw i8, ptr %14, i64 48
  %190 = getelementptr inbounds nuw i8, ptr %14, i64 56
  %191 = getelementptr inbounds nuw i8, ptr %14, i64 64
  %192 = getelementptr inbounds nuw i8, ptr %14, i64 72
  %193 = getelementptr inbounds nuw i8, ptr %14, i64 80
  %194 = getelementptr inbounds nuw i8, ptr %14, i64 88
  %195 = getelementptr inbounds nuw i8, ptr %14, i64 96
  %196 = getelementptr inbounds nuw i8, ptr %14, i64 104
  %197 = getelementptr inbounds nuw i8, ptr %14, i64 112
  %198 = getelementptr inbounds nuw i8, ptr %14, i64 120
  %199 = getelementptr inbounds nuw i8, ptr %14, i64 124
  %200 = getelementptr inbounds nuw i8, ptr %14, i64 125
  %201 = getelementptr inbounds nuw i8, ptr %14, i64 126
  %202 = getelementptr inbounds nuw i8, ptr %15, i64 128
  %203 = getelementptr inbounds nuw i8, ptr %15, i64 256
  %204 = getelementptr inbounds nuw i8, ptr %15, i64 384
  %205 = getelementptr inbounds nuw i8, ptr %15, i64 512
  %206 = getelementptr inbounds nuw i8, ptr %15, i64 640
  %207 = getelementptr inbounds nuw i8, ptr %15, i64 644
  %208 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %209 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %210 = getelementptr inbounds nuw i8, ptr %16, i64 8
  %211 = getelementptr inbounds nuw i8, ptr %16, i64 16
  %212 = getelementptr inbounds nuw i8, ptr %16, i64 24
  %213 = getelementptr inbounds nuw i8, ptr %16, i64 28
  %214 = getelementptr inbounds nuw i8, ptr %16, i64 32
  %215 = getelementptr inbounds nuw i8, ptr %16, i64 36
  %216 = getelementptr inbounds nuw i8, ptr %16, i64 40
  %217 = getelementptr inbounds nuw i8, ptr %16, i64 48
  %218 = getelementptr inbounds nuw i8, ptr %16, i64 56
  %219 = getelementptr inbounds nuw i8, ptr %16, i64 64
  %220 = getelementptr inbounds nuw i8, ptr %16, i64 72
  %221 = getelementptr inbounds nuw i8, ptr %16, i64 80
  %222 = getelementptr inbounds nuw i8, ptr %16, i64 88
  %223 = getelementptr inbounds nuw i8, ptr %16, i64 96
  %224 = getelementptr inbounds nuw i8, ptr %16, i64 104
  %225 = getelementptr inbounds nuw i8, ptr %16, i64 112
  %226 = getelementptr inbounds nuw i8, ptr %16, i64 120
  %227 = getelementptr inbounds nuw i8, ptr %16, i64 124
  %228 = getelementptr inbounds nuw i8, ptr %16, i64 125
  %229 = getelementptr inbounds nuw i8, ptr %16, i64 126
  %230 = getelementptr inbounds nuw i8, ptr %17, i64 128
  %231 = getelementptr inbounds nuw i8, ptr %17, i64 256
  %232 = getelementptr inbounds nuw i8, ptr %17, i64 384
  %233 = getelementptr inbounds nuw i8, ptr %17, i64 512
  %234 = getelementptr inbounds nuw i8, ptr %17, i64 640
  %235 = getelementptr inbounds nuw i8, ptr %17, i64 644
  %236 = insertelement <16 x i64> poison, i64 %38, i64 0
  %237 = shufflevector <16 x i64> %236, <16 x i64> poison, <16 x i32> zeroinitializer
  br label %239
238:
  ret void
239:
  %240 = phi i1 [ false, %72 ], [ true, %736 ]
  %241 = phi i64 [ 0, %72 ], [ 16, %736 ]
  %242 = trunc nuw nsw i64 %241 to i32
  %243 = lshr i32 %7, %242
  %244 = and i32 %243, 65535
  %245 = icmp eq i32 %244, 0
  br i1 %245, label %736, label %246
246:
  %247 = getelementptr inbounds nuw i32, ptr %6, i64 %241
  %248 = load <16 x i32>, ptr %247, align 4
  %249 = zext <16 x i32> %248 to <16 x i64>
  %250 = zext nneg i32 %244 to i64
  %251 = insertelement <16 x i64> poison, i64 %250, i64 0
  %252 = shufflevector <16 x i64> %251, <16 x i64> poison, <16 x i32> zeroinitializer
  %253 = and <16 x i64> %252, <i64 1, i64 2, i64 4, i64 8, i64 16, i64 32, i64 64, i64 128, i64 256, i64 512, i64 1024, i64 2048, i64 4096, i64 8192, i64 16384, i64 32768>
  %254 = icmp ne <16 x i64> %253, zeroinitializer
  %255 = lshr <16 x i64> %249, splat (i64 2)
  %256 = and <16 x i64> %249, splat (i64 3)
  call void @llvm.memset.p0.i64(ptr %20, i8 0, i64 60, i1 false)
  %257 = insertelement <16 x i64> poison, i64 %241, i64 0
  %258 = shufflevector <16 x i64> %257, <16 x i64> poison, <16 x i32> zeroinitializer
  %259 = or disjoint <16 x i64> %258, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %260 = select i1 %85, <16 x i64> %259, <16 x i64> splat (i64 34)
  br i1 %86, label %736, label %261
261:
  %262 = shl nuw nsw <16 x i64> %260, splat (i64 37)
  %263 = extractelement <16 x i64> %260, i64 0
  %264 = icmp samesign ult i64 %263, 33
  br label %265
265:
  %266 = phi i32 [ 0, %261 ], [ %734, %733 ]
  %267 = select i1 %80, i32 %266, i32 0
  %268 = sext i32 %267 to i64
  %269 = insertelement <16 x i64> poison, i64 %268, i64 0
  %270 = shufflevector <16 x i64> %269, <16 x i64> poison, <16 x i32> zeroinitializer
  %271 = add <16 x i64> %270, %255
  %272 = zext nneg i32 %266 to i64
  %273 = shl i64 %89, %272
  %274 = and i64 %273, 15
  %275 = select i1 %80, i64 15, i64 %274
  %276 = insertelement <16 x i64> poison, i64 %275, i64 0
  %277 = shufflevector <16 x i64> %276, <16 x i64> poison, <16 x i32> zeroinitializer
  %278 = load i64, ptr %90, align 8
  %279 = insertelement <16 x i64> poison, i64 %278, i64 0
  %280 = shufflevector <16 x i64> %279, <16 x i64> poison, <16 x i32> zeroinitializer
  %281 = icmp ult <16 x i64> %271, %280
  %282 = and <16 x i1> %254, %281
  br i1 %80, label %289, label %283
283:
  %284 = sext i32 %266 to i64
  %285 = insertelement <16 x i64> poison, i64 %284, i64 0
  %286 = shufflevector <16 x i64> %285, <16 x i64> poison, <16 x i32> zeroinitializer
  %287 = icmp eq <16 x i64> %256, %286
  %288 = and <16 x i1> %287, %282
  br label %289
289:
  %290 = phi <16 x i1> [ %288, %283 ], [ %282, %265 ]
  %291 = sext <16 x i1> %290 to <16 x i64>
  %292 = bitcast <16 x i1> %290 to i16
  %293 = icmp eq i16 %292, 0
  br i1 %293, label %733, label %294
294:
  br i1 %91, label %296, label %295
295:
  call void @llvm.lifetime.start.p0(ptr %11)
  store ptr %0, ptr %11, align 8
  store ptr %27, ptr %92, align 8
  store ptr %30, ptr %93, align 8
  store i32 %1, ptr %94, align 8
  store i32 %4, ptr %95, align 4
  store i32 %5, ptr %96, align 8
  store i32 %9, ptr %97, align 4
  store i64 %35, ptr %98, align 8
  store i64 %2, ptr %99, align 8
  store i64 %38, ptr %100, align 8
  store i64 %44, ptr %101, align 8
  store i64 %48, ptr %102, align 8
  store i64 %53, ptr %103, align 8
  store i64 %55, ptr %104, align 8
  store i64 %61, ptr %105, align 8
  store i64 %73, ptr %106, align 8
  store i64 %74, ptr %107, align 8
  store i32 0, ptr %108, align 8
  store i8 0, ptr %109, align 4
  store i8 0, ptr %110, align 1
  store i16 0, ptr %111, align 2
  call void @llvm.lifetime.start.p0(ptr %12)
  store <16 x i64> %291, ptr %12, align 64
  store <16 x i64> %260, ptr %112, align 64
  store <16 x i64> %277, ptr %113, align 64
  store <16 x i64> zeroinitializer, ptr %114, align 64
  store <16 x i64> %271, ptr %115, align 64
  store i32 2, ptr %116, align 64
  call void @llvm.memcpy.p0.p0.i64(ptr %117, ptr %20, i64 60, i1 false)
  call void @shared.visit_peers(ptr %11, ptr %12)
  call void @llvm.lifetime.end.p0(ptr %12)
  call void @llvm.lifetime.end.p0(ptr %11)
  br label %296
296:
  %297 = shl nuw nsw <16 x i64> %277, splat (i64 43)
  %298 = or <16 x i64> %297, %118
  %299 = shufflevector <16 x i64> %298, <16 x i64> poison, <16 x i32> zeroinitializer
  %300 = or <16 x i64> %299, %262
  %301 = load ptr, ptr %119, align 8
  %302 = getelementptr i64, ptr %301, <16 x i64> %271
  %303 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %302, <16 x i1> %290, <16 x i64> zeroinitializer)
  br i1 %123, label %304, label %358
304:
  %305 = and <16 x i64> %303, splat (i64 33554431)
  %306 = and <16 x i64> %303, splat (i64 137405399040)
  %307 = load ptr, ptr %128, align 8
  %308 = getelementptr i64, ptr %307, <16 x i64> %271
  %309 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %308, <16 x i1> %290, <16 x i64> zeroinitializer)
  %310 = and <16 x i64> %309, splat (i64 33554431)
  %311 = and <16 x i64> %309, splat (i64 137405399040)
  %312 = load ptr, ptr %129, align 8
  %313 = getelementptr i64, ptr %312, <16 x i64> %271
  %314 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %313, <16 x i1> %290, <16 x i64> zeroinitializer)
  %315 = and <16 x i64> %314, splat (i64 33554431)
  %316 = and <16 x i64> %314, splat (i64 137405399040)
  %317 = icmp samesign ugt <16 x i64> %305, %125
  %318 = icmp samesign uge <16 x i64> %306, %127
  %319 = or <16 x i1> %317, %318
  %320 = icmp samesign ugt <16 x i64> %310, %125
  %321 = icmp samesign uge <16 x i64> %311, %127
  %322 = or <16 x i1> %320, %321
  %323 = or <16 x i1> %319, %322
  %324 = icmp samesign ugt <16 x i64> %315, %125
  %325 = icmp samesign uge <16 x i64> %316, %127
  %326 = or <16 x i1> %324, %325
  %327 = or <16 x i1> %323, %326
  %328 = and <16 x i1> %290, %327
  %329 = bitcast <16 x i1> %328 to i16
  %330 = icmp eq i16 %329, 0
  br i1 %330, label %331, label %358
331:
  %332 = icmp samesign ugt <16 x i64> %305, %237
  %333 = and <16 x i64> %303, splat (i64 2111062325329920)
  %334 = select <16 x i1> %332, <16 x i64> %333, <16 x i64> zeroinitializer
  %335 = shl nuw nsw <16 x i64> %277, splat (i64 47)
  %336 = or <16 x i64> %335, %334
  %337 = or <16 x i64> %336, %300
  %338 = getelementptr i64, ptr %301, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %337, <16 x ptr> align 8 %338, <16 x i1> %290)
  %339 = load ptr, ptr %128, align 8
  %340 = getelementptr i64, ptr %339, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> zeroinitializer, <16 x ptr> align 8 %340, <16 x i1> %290)
  %341 = load ptr, ptr %129, align 8
  %342 = getelementptr i64, ptr %341, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> zeroinitializer, <16 x ptr> align 8 %342, <16 x i1> %290)
  %343 = load ptr, ptr %119, align 8
  %344 = getelementptr i64, ptr %343, <16 x i64> %271
  %345 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %344, <16 x i1> %290, <16 x i64> zeroinitializer)
  %346 = lshr <16 x i64> %345, splat (i64 37)
  %347 = and <16 x i64> %346, splat (i64 63)
  %348 = icmp ne <16 x i64> %347, %260
  %349 = icmp samesign ult <16 x i64> %347, splat (i64 32)
  %350 = and <16 x i1> %348, %349
  %351 = and <16 x i1> %290, %350
  %352 = bitcast <16 x i1> %351 to i16
  %353 = icmp eq i16 %352, 0
  br i1 %353, label %733, label %354
354:
  %355 = and <16 x i64> %345, splat (i64 -8658654068737)
  %356 = or disjoint <16 x i64> %355, splat (i64 4398046511104)
  %357 = getelementptr i64, ptr %343, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %356, <16 x ptr> align 8 %357, <16 x i1> %351)
  br label %733
358:
  br i1 %133, label %557, label %359
359:
  %360 = extractelement <16 x i64> %303, i64 0
  %361 = extractelement <16 x i64> %291, i64 0
  %362 = icmp eq i64 %361, 0
  %363 = select i1 %362, i1 true, i1 %264
  br i1 %363, label %557, label %364
364:
  %365 = shufflevector <16 x i64> %303, <16 x i64> poison, <16 x i32> zeroinitializer
  %366 = xor <16 x i64> %365, %303
  %367 = and <16 x i64> %366, splat (i64 -2251662374731777)
  %368 = icmp ne <16 x i64> %367, zeroinitializer
  %369 = and <16 x i1> %290, %368
  %370 = bitcast <16 x i1> %369 to i16
  %371 = icmp eq i16 %370, 0
  br i1 %371, label %372, label %557
372:
  %373 = and i64 %360, 33554431
  %374 = lshr i64 %360, 25
  %375 = and i64 %374, 4095
  %376 = getelementptr inbounds nuw i32, ptr %27, i64 %375
  %377 = load i32, ptr %376, align 4
  %378 = zext i32 %377 to i64
  %379 = icmp samesign ugt i64 %373, %378
  br i1 %379, label %557, label %380
380:
  %381 = load i32, ptr %45, align 4
  %382 = zext i32 %381 to i64
  %383 = shl nuw nsw i64 %382, 1
  %384 = icmp samesign ult i64 %375, %383
  br i1 %384, label %385, label %390
385:
  %386 = getelementptr inbounds nuw i32, ptr %30, i64 %375
  %387 = load i32, ptr %386, align 4
  %388 = zext i32 %387 to i64
  %389 = icmp samesign ugt i64 %373, %388
  br i1 %389, label %557, label %390
390:
  br i1 %134, label %464, label %391
391:
  %392 = load ptr, ptr %135, align 8
  %393 = getelementptr i64, ptr %392, <16 x i64> %271
  %394 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %393, <16 x i1> %290, <16 x i64> zeroinitializer)
  %395 = load ptr, ptr %136, align 8
  %396 = getelementptr i64, ptr %395, <16 x i64> %271
  %397 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %396, <16 x i1> %290, <16 x i64> zeroinitializer)
  %398 = shufflevector <16 x i64> %394, <16 x i64> poison, <16 x i32> zeroinitializer
  %399 = xor <16 x i64> %398, %394
  %400 = and <16 x i64> %399, splat (i64 -2251662374731777)
  %401 = icmp ne <16 x i64> %400, zeroinitializer
  %402 = and <16 x i1> %290, %401
  %403 = bitcast <16 x i1> %402 to i16
  %404 = icmp eq i16 %403, 0
  br i1 %404, label %405, label %557
405:
  %406 = shufflevector <16 x i64> %397, <16 x i64> poison, <16 x i32> zeroinitializer
  %407 = xor <16 x i64> %406, %397
  %408 = and <16 x i64> %407, splat (i64 -2251662374731777)
  %409 = icmp ne <16 x i64> %408, zeroinitializer
  %410 = and <16 x i1> %290, %409
  %411 = bitcast <16 x i1> %410 to i16
  %412 = icmp eq i16 %411, 0
  br i1 %412, label %413, label %557
413:
  %414 = extractelement <16 x i64> %394, i64 0
  %415 = and i64 %414, 33554431
  %416 = lshr i64 %414, 25
  %417 = and i64 %416, 4095
  %418 = getelementptr inbounds nuw i32, ptr %27, i64 %417
  %419 = load i32, ptr %418, align 4
  %420 = zext i32 %419 to i64
  %421 = icmp samesign ugt i64 %415, %420
  br i1 %421, label %557, label %422
422:
  %423 = extractelement <16 x i64> %397, i64 0
  %424 = and i64 %423, 33554431
  %425 = lshr i64 %423, 25
  %426 = and i64 %425, 4095
  %427 = getelementptr inbounds nuw i32, ptr %27, i64 %426
  %428 = load i32, ptr %427, align 4
  %429 = zext i32 %428 to i64
  %430 = icmp samesign ugt i64 %424, %429
  br i1 %430, label %557, label %431
431:
  %432 = xor i64 %360, %34
  %433 = and i64 %432, 137438953471
  %434 = icmp eq i64 %433, 0
  br i1 %434, label %557, label %435
435:
  %436 = and <16 x i64> %303, splat (i64 33554431)
  %437 = icmp samesign ugt <16 x i64> %436, %138
  %438 = and <16 x i64> %303, splat (i64 2111062325329920)
  %439 = select <16 x i1> %437, <16 x i64> %438, <16 x i64> zeroinitializer
  %440 = shl nuw nsw <16 x i64> %277, splat (i64 47)
  %441 = or <16 x i64> %440, %439
  %442 = or <16 x i64> %441, %300
  %443 = load ptr, ptr %119, align 8
  %444 = getelementptr i64, ptr %443, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %442, <16 x ptr> align 8 %444, <16 x i1> %290)
  %445 = load ptr, ptr %135, align 8
  %446 = getelementptr i64, ptr %445, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> zeroinitializer, <16 x ptr> align 8 %446, <16 x i1> %290)
  %447 = load ptr, ptr %136, align 8
  %448 = getelementptr i64, ptr %447, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> zeroinitializer, <16 x ptr> align 8 %448, <16 x i1> %290)
  %449 = load ptr, ptr %119, align 8
  %450 = getelementptr i64, ptr %449, <16 x i64> %271
  %451 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %450, <16 x i1> %290, <16 x i64> zeroinitializer)
  %452 = lshr <16 x i64> %451, splat (i64 37)
  %453 = and <16 x i64> %452, splat (i64 63)
  %454 = icmp ne <16 x i64> %453, %260
  %455 = icmp samesign ult <16 x i64> %453, splat (i64 32)
  %456 = and <16 x i1> %454, %455
  %457 = and <16 x i1> %290, %456
  %458 = bitcast <16 x i1> %457 to i16
  %459 = icmp eq i16 %458, 0
  br i1 %459, label %733, label %460
460:
  %461 = and <16 x i64> %451, splat (i64 -8658654068737)
  %462 = or disjoint <16 x i64> %461, splat (i64 4398046511104)
  %463 = getelementptr i64, ptr %449, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %462, <16 x ptr> align 8 %463, <16 x i1> %457)
  br label %733
464:
  %465 = lshr i64 %360, 51
  %466 = load ptr, ptr %139, align 8
  %467 = getelementptr inbounds nuw i8, ptr %466, i64 %465
  %468 = load i8, ptr %467, align 1
  %469 = and i8 %468, 127
  %470 = icmp eq i8 %469, 33
  %471 = select i1 %470, i8 0, i8 %469
  %472 = getelementptr inbounds nuw i8, ptr %466, i64 %140
  %473 = load i8, ptr %472, align 1
  %474 = and i8 %473, 127
  %475 = icmp eq i8 %474, 33
  %476 = select i1 %475, i8 0, i8 %474
  %477 = icmp eq i8 %471, %476
  br i1 %477, label %478, label %557
478:
  %479 = lshr <16 x i64> %303, splat (i64 47)
  %480 = xor <16 x i64> %479, splat (i64 -1)
  %481 = and <16 x i64> %277, %480
  %482 = icmp ne <16 x i64> %481, zeroinitializer
  %483 = and <16 x i64> %303, splat (i64 33554431)
  %484 = icmp samesign ule <16 x i64> %483, %142
  %485 = or <16 x i1> %484, %482
  %486 = and <16 x i1> %290, %485
  %487 = bitcast <16 x i1> %486 to i16
  %488 = icmp eq i16 %487, 0
  br i1 %488, label %489, label %557
489:
  %490 = load ptr, ptr %143, align 8
  %491 = getelementptr i64, ptr %490, <16 x i64> %271
  %492 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %491, <16 x i1> %290, <16 x i64> zeroinitializer)
  %493 = extractelement <16 x i64> %492, i64 0
  %494 = shufflevector <16 x i64> %492, <16 x i64> poison, <16 x i32> zeroinitializer
  %495 = xor <16 x i64> %494, %492
  %496 = and <16 x i64> %495, splat (i64 -2251662374731777)
  %497 = icmp ne <16 x i64> %496, zeroinitializer
  %498 = and <16 x i1> %290, %497
  %499 = bitcast <16 x i1> %498 to i16
  %500 = icmp eq i16 %499, 0
  br i1 %500, label %501, label %557
501:
  %502 = xor i64 %493, %34
  %503 = and i64 %502, 137438953471
  %504 = icmp eq i64 %503, 0
  br i1 %504, label %557, label %505
505:
  %506 = lshr i64 %493, 25
  %507 = and i64 %506, 4095
  %508 = icmp eq i64 %507, %2
  br i1 %508, label %515, label %509
509:
  %510 = and i64 %493, 33554431
  %511 = getelementptr inbounds nuw i32, ptr %27, i64 %507
  %512 = load i32, ptr %511, align 4
  %513 = zext i32 %512 to i64
  %514 = icmp samesign ugt i64 %510, %513
  br i1 %514, label %531, label %515
515:
  %516 = getelementptr i64, ptr %490, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %300, <16 x ptr> align 8 %516, <16 x i1> %290)
  %517 = getelementptr i64, ptr %490, <16 x i64> %271
  %518 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %517, <16 x i1> %290, <16 x i64> zeroinitializer)
  %519 = lshr <16 x i64> %518, splat (i64 37)
  %520 = and <16 x i64> %519, splat (i64 63)
  %521 = icmp ne <16 x i64> %520, %260
  %522 = icmp samesign ult <16 x i64> %520, splat (i64 32)
  %523 = and <16 x i1> %521, %522
  %524 = and <16 x i1> %290, %523
  %525 = bitcast <16 x i1> %524 to i16
  %526 = icmp eq i16 %525, 0
  br i1 %526, label %733, label %527
527:
  %528 = and <16 x i64> %518, splat (i64 -8658654068737)
  %529 = or disjoint <16 x i64> %528, splat (i64 4398046511104)
  %530 = getelementptr i64, ptr %490, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %529, <16 x ptr> align 8 %530, <16 x i1> %524)
  br label %733
531:
  %532 = load ptr, ptr %144, align 8
  %533 = getelementptr i64, ptr %532, <16 x i64> %271
  %534 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %533, <16 x i1> %290, <16 x i64> zeroinitializer)
  %535 = xor <16 x i64> %534, %299
  %536 = and <16 x i64> %535, splat (i64 137438953471)
  %537 = icmp eq <16 x i64> %536, zeroinitializer
  %538 = and <16 x i1> %290, %537
  %539 = bitcast <16 x i1> %538 to i16
  %540 = icmp eq i16 %539, 0
  br i1 %540, label %541, label %557
541:
  %542 = getelementptr i64, ptr %532, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %300, <16 x ptr> align 8 %542, <16 x i1> %290)
  %543 = getelementptr i64, ptr %532, <16 x i64> %271
  %544 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %543, <16 x i1> %290, <16 x i64> zeroinitializer)
  %545 = lshr <16 x i64> %544, splat (i64 37)
  %546 = and <16 x i64> %545, splat (i64 63)
  %547 = icmp ne <16 x i64> %546, %260
  %548 = icmp samesign ult <16 x i64> %546, splat (i64 32)
  %549 = and <16 x i1> %547, %548
  %550 = and <16 x i1> %290, %549
  %551 = bitcast <16 x i1> %550 to i16
  %552 = icmp eq i16 %551, 0
  br i1 %552, label %733, label %553
553:
  %554 = and <16 x i64> %544, splat (i64 -8658654068737)
  %555 = or disjoint <16 x i64> %554, splat (i64 4398046511104)
  %556 = getelementptr i64, ptr %532, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %555, <16 x ptr> align 8 %556, <16 x i1> %550)
  br label %733
557:
  br i1 %145, label %558, label %732
558:
  %559 = lshr <16 x i64> %303, splat (i64 47)
  %560 = xor <16 x i64> %559, splat (i64 -1)
  %561 = and <16 x i64> %277, %560
  %562 = icmp ne <16 x i64> %561, zeroinitializer
  %563 = and <16 x i64> %303, splat (i64 33554431)
  %564 = icmp samesign ule <16 x i64> %563, %147
  %565 = or <16 x i1> %564, %562
  %566 = icmp samesign ugt <16 x i64> %563, %149
  %567 = and <16 x i64> %303, splat (i64 137405399040)
  %568 = icmp samesign uge <16 x i64> %567, %151
  %569 = or <16 x i1> %566, %568
  %570 = select <16 x i1> %569, <16 x i1> splat (i1 true), <16 x i1> %565
  %571 = and <16 x i1> %290, %570
  %572 = bitcast <16 x i1> %571 to i16
  %573 = icmp eq i16 %572, 0
  br i1 %573, label %574, label %732
574:
  %575 = and <16 x i64> %303, splat (i64 8658654068736)
  %576 = icmp eq <16 x i64> %575, splat (i64 4672924418048)
  %577 = and <16 x i64> %303, splat (i64 2111062325329920)
  %578 = icmp ne <16 x i64> %577, zeroinitializer
  %579 = and <16 x i1> %576, %578
  %580 = and <16 x i1> %290, %579
  %581 = bitcast <16 x i1> %580 to i16
  %582 = icmp eq i16 %581, 0
  br i1 %582, label %595, label %583
583:
  %584 = load ptr, ptr %152, align 8
  %585 = getelementptr i64, ptr %584, <16 x i64> %271
  %586 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %585, <16 x i1> %290, <16 x i64> zeroinitializer)
  %587 = and <16 x i64> %586, splat (i64 8658654068736)
  %588 = icmp eq <16 x i64> %587, splat (i64 4672924418048)
  %589 = and <16 x i64> %586, splat (i64 2111062325329920)
  %590 = icmp ne <16 x i64> %589, zeroinitializer
  %591 = and <16 x i1> %588, %590
  %592 = and <16 x i1> %580, %591
  %593 = bitcast <16 x i1> %592 to i16
  %594 = icmp eq i16 %593, 0
  br i1 %594, label %595, label %732
595:
  %596 = load i32, ptr %179, align 4
  %597 = icmp eq i32 %596, 0
  br i1 %597, label %622, label %598
598:
  %599 = extractelement <16 x i64> %303, i64 0
  %600 = lshr i64 %599, 51
  %601 = lshr <16 x i64> %303, splat (i64 51)
  %602 = insertelement <16 x i64> poison, i64 %600, i64 0
  %603 = shufflevector <16 x i64> %602, <16 x i64> poison, <16 x i32> zeroinitializer
  %604 = icmp ne <16 x i64> %601, %603
  %605 = and <16 x i1> %290, %604
  %606 = bitcast <16 x i1> %605 to i16
  %607 = icmp eq i16 %606, 0
  br i1 %607, label %608, label %621
608:
  %609 = load ptr, ptr %180, align 8
  %610 = getelementptr inbounds nuw i8, ptr %609, i64 %600
  %611 = load i8, ptr %610, align 1
  %612 = and i8 %611, 127
  %613 = icmp eq i8 %612, 33
  %614 = select i1 %613, i8 0, i8 %612
  %615 = getelementptr inbounds nuw i8, ptr %609, i64 %181
  %616 = load i8, ptr %615, align 1
  %617 = and i8 %616, 127
  %618 = icmp eq i8 %617, 33
  %619 = select i1 %618, i8 0, i8 %617
  %620 = icmp eq i8 %614, %619
  br i1 %620, label %622, label %621
621:
  call void @llvm.lifetime.start.p0(ptr %13)
  store <16 x i64> %303, ptr %13, align 64
  call void @llvm.lifetime.start.p0(ptr %14)
  store ptr %0, ptr %14, align 8
  store ptr %27, ptr %182, align 8
  store ptr %30, ptr %183, align 8
  store i32 %1, ptr %184, align 8
  store i32 %4, ptr %185, align 4
  store i32 %5, ptr %186, align 8
  store i32 0, ptr %187, align 4
  store i64 %35, ptr %188, align 8
  store i64 %2, ptr %189, align 8
  store i64 %38, ptr %190, align 8
  store i64 %44, ptr %191, align 8
  store i64 %48, ptr %192, align 8
  store i64 %53, ptr %193, align 8
  store i64 %55, ptr %194, align 8
  store i64 %61, ptr %195, align 8
  store i64 %73, ptr %196, align 8
  store i64 %74, ptr %197, align 8
  store i32 0, ptr %198, align 8
  store i8 0, ptr %199, align 4
  store i8 0, ptr %200, align 1
  store i16 0, ptr %201, align 2
  call void @llvm.lifetime.start.p0(ptr %15)
  store <16 x i64> %291, ptr %15, align 64
  store <16 x i64> %260, ptr %202, align 64
  store <16 x i64> %277, ptr %203, align 64
  store <16 x i64> %300, ptr %204, align 64
  store <16 x i64> %271, ptr %205, align 64
  store i32 2, ptr %206, align 64
  call void @llvm.memcpy.p0.p0.i64(ptr %207, ptr %20, i64 60, i1 false)
  call void @shared.check_swizzle(ptr %14, ptr %15, ptr %13)
  call void @llvm.lifetime.end.p0(ptr %15)
  call void @llvm.lifetime.end.p0(ptr %14)
  call void @llvm.lifetime.end.p0(ptr %13)
  br label %622
622:
  %623 = load ptr, ptr %208, align 8
  %624 = getelementptr i64, ptr %623, <16 x i64> %271
  %625 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %624, <16 x i1> %290, <16 x i64> zeroinitializer)
  %626 = and <16 x i64> %625, splat (i64 33554431)
  %627 = icmp samesign ugt <16 x i64> %626, %149
  %628 = and <16 x i64> %625, splat (i64 137405399040)
  %629 = icmp samesign uge <16 x i64> %628, %151
  %630 = or <16 x i1> %627, %629
  %631 = xor <16 x i64> %625, %300
  %632 = and <16 x i64> %631, splat (i64 8658654068736)
  %633 = icmp ne <16 x i64> %632, zeroinitializer
  %634 = and <16 x i64> %625, splat (i64 4672924418048)
  %635 = icmp ne <16 x i64> %634, splat (i64 4398046511104)
  %636 = and <16 x i64> %631, splat (i64 132078834286591)
  %637 = icmp ne <16 x i64> %636, zeroinitializer
  %638 = and <16 x i1> %635, %633
  %639 = or <16 x i1> %637, %638
  %640 = and <16 x i1> %630, %639
  %641 = select <16 x i1> %290, <16 x i1> %640, <16 x i1> zeroinitializer
  %642 = bitcast <16 x i1> %641 to i16
  %643 = icmp eq i16 %642, 0
  br i1 %643, label %644, label %663
644:
  %645 = xor <16 x i1> %630, splat (i1 true)
  %646 = and <16 x i1> %290, %645
  %647 = select <16 x i1> %646, <16 x i1> %639, <16 x i1> zeroinitializer
  %648 = getelementptr i64, ptr %623, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %300, <16 x ptr> align 8 %648, <16 x i1> %647)
  %649 = getelementptr i64, ptr %623, <16 x i64> %271
  %650 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %649, <16 x i1> %290, <16 x i64> zeroinitializer)
  %651 = lshr <16 x i64> %650, splat (i64 37)
  %652 = and <16 x i64> %651, splat (i64 63)
  %653 = icmp ne <16 x i64> %652, %260
  %654 = icmp samesign ult <16 x i64> %652, splat (i64 32)
  %655 = and <16 x i1> %653, %654
  %656 = select <16 x i1> %655, <16 x i1> %647, <16 x i1> zeroinitializer
  %657 = bitcast <16 x i1> %656 to i16
  %658 = icmp eq i16 %657, 0
  br i1 %658, label %733, label %659
659:
  %660 = and <16 x i64> %650, splat (i64 -8658654068737)
  %661 = or disjoint <16 x i64> %660, splat (i64 4398046511104)
  %662 = getelementptr i64, ptr %623, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %661, <16 x ptr> align 8 %662, <16 x i1> %656)
  br label %733
663:
  %664 = load ptr, ptr %208, align 8
  %665 = getelementptr i64, ptr %664, <16 x i64> %271
  %666 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %665, <16 x i1> %290, <16 x i64> zeroinitializer)
  %667 = extractelement <16 x i64> %666, i64 0
  %668 = shufflevector <16 x i64> %666, <16 x i64> poison, <16 x i32> zeroinitializer
  %669 = xor <16 x i64> %668, %666
  %670 = and <16 x i64> %669, splat (i64 -2251662374731777)
  %671 = icmp ne <16 x i64> %670, zeroinitializer
  %672 = and <16 x i1> %290, %671
  %673 = bitcast <16 x i1> %672 to i16
  %674 = icmp eq i16 %673, 0
  br i1 %674, label %675, label %731
675:
  %676 = xor i64 %667, %34
  %677 = and i64 %676, 137438953471
  %678 = icmp eq i64 %677, 0
  br i1 %678, label %731, label %679
679:
  %680 = lshr i64 %667, 25
  %681 = and i64 %680, 4095
  %682 = icmp eq i64 %681, %2
  br i1 %682, label %689, label %683
683:
  %684 = and i64 %667, 33554431
  %685 = getelementptr inbounds nuw i32, ptr %27, i64 %681
  %686 = load i32, ptr %685, align 4
  %687 = zext i32 %686 to i64
  %688 = icmp samesign ugt i64 %684, %687
  br i1 %688, label %705, label %689
689:
  %690 = getelementptr i64, ptr %664, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %300, <16 x ptr> align 8 %690, <16 x i1> %290)
  %691 = getelementptr i64, ptr %664, <16 x i64> %271
  %692 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %691, <16 x i1> %290, <16 x i64> zeroinitializer)
  %693 = lshr <16 x i64> %692, splat (i64 37)
  %694 = and <16 x i64> %693, splat (i64 63)
  %695 = icmp ne <16 x i64> %694, %260
  %696 = icmp samesign ult <16 x i64> %694, splat (i64 32)
  %697 = and <16 x i1> %695, %696
  %698 = and <16 x i1> %290, %697
  %699 = bitcast <16 x i1> %698 to i16
  %700 = icmp eq i16 %699, 0
  br i1 %700, label %733, label %701
701:
  %702 = and <16 x i64> %692, splat (i64 -8658654068737)
  %703 = or disjoint <16 x i64> %702, splat (i64 4398046511104)
  %704 = getelementptr i64, ptr %664, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %703, <16 x ptr> align 8 %704, <16 x i1> %698)
  br label %733
705:
  %706 = load ptr, ptr %209, align 8
  %707 = getelementptr i64, ptr %706, <16 x i64> %271
  %708 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %707, <16 x i1> %290, <16 x i64> zeroinitializer)
  %709 = xor <16 x i64> %708, %299
  %710 = and <16 x i64> %709, splat (i64 137438953471)
  %711 = icmp eq <16 x i64> %710, zeroinitializer
  %712 = and <16 x i1> %290, %711
  %713 = bitcast <16 x i1> %712 to i16
  %714 = icmp eq i16 %713, 0
  br i1 %714, label %715, label %731
715:
  %716 = getelementptr i64, ptr %706, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %300, <16 x ptr> align 8 %716, <16 x i1> %290)
  %717 = getelementptr i64, ptr %706, <16 x i64> %271
  %718 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %717, <16 x i1> %290, <16 x i64> zeroinitializer)
  %719 = lshr <16 x i64> %718, splat (i64 37)
  %720 = and <16 x i64> %719, splat (i64 63)
  %721 = icmp ne <16 x i64> %720, %260
  %722 = icmp samesign ult <16 x i64> %720, splat (i64 32)
  %723 = and <16 x i1> %721, %722
  %724 = and <16 x i1> %290, %723
  %725 = bitcast <16 x i1> %724 to i16
  %726 = icmp eq i16 %725, 0
  br i1 %726, label %733, label %727
727:
  %728 = and <16 x i64> %718, splat (i64 -8658654068737)
  %729 = or disjoint <16 x i64> %728, splat (i64 4398046511104)
  %730 = getelementptr i64, ptr %706, <16 x i64> %271
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %729, <16 x ptr> align 8 %730, <16 x i1> %724)
  br label %733
731:
  call void @llvm.lifetime.start.p0(ptr %16)
  store ptr %0, ptr %16, align 8
  store ptr %27, ptr %210, align 8
  store ptr %30, ptr %211, align 8
  store i32 %1, ptr %212, align 8
  store i32 %4, ptr %213, align 4
  store i32 %5, ptr %214, align 8
  store i32 0, ptr %215, align 4
  store i64 %35, ptr %216, align 8
  store i64 %2, ptr %217, align 8
  store i64 %38, ptr %218, align 8
  store i64 %44, ptr %219, align 8
  store i64 %48, ptr %220, align 8
  store i64 %53, ptr %221, align 8
  store i64 %55, ptr %222, align 8
  store i64 %61, ptr %223, align 8
  store i64 %73, ptr %224, align 8
  store i64 %74, ptr %225, align 8
  store i32 0, ptr %226, align 8
  store i8 0, ptr %227, align 4
  store i8 0, ptr %228, align 1
  store i16 0, ptr %229, align 2
  call void @llvm.lifetime.start.p0(ptr %17)
  store <16 x i64> %291, ptr %17, align 64
  store <16 x i64> %260, ptr %230, align 64
  store <16 x i64> %277, ptr %231, align 64
  store <16 x i64> %300, ptr %232, align 64
  store <16 x i64> %271, ptr %233, align 64
  store i32 2, ptr %234, align 64
  call void @llvm.memcpy.p0.p0.i64(ptr %235, ptr %20, i64 60, i1 false)
  call void @shared.remember_read(ptr %16, ptr %17)
  call void @llvm.lifetime.end.p0(ptr %17)
  call void @llvm.lifetime.end.p0(ptr %16)
  br label %733
732:
  call void @llvm.lifetime.start.p0(ptr %18)
  store ptr %0, ptr %18, align 8
  store ptr %27, ptr %153, align 8
  store ptr %30, ptr %154, align 8
  store i32 %1, ptr %155, align 8
  store i32 %4, ptr %156, align 4
  store i32 %5, ptr %157, align 8
  store i32 %9, ptr %158, align 4
  store i64 %35, ptr %159, align 8
  store i64 %2, ptr %160, align 8
  store i64 %38, ptr %161, align 8
  store i64 %44, ptr %162, align 8
  store i64 %48, ptr %163, align 8
  store i64 %53, ptr %164, align 8
  store i64 %55, ptr %165, align 8
  store i64 %61, ptr %166, align 8
  store i64 %73, ptr %167, align 8
  store i64 %74, ptr %168, align 8
  store i32 0, ptr %169, align 8
  store i8 0, ptr %170, align 4
  store i8 0, ptr %171, align 1
  store i16 0, ptr %172, align 2
  call void @llvm.lifetime.start.p0(ptr %19)
  store <16 x i64> %291, ptr %19, align 64
  store <16 x i64> %260, ptr %173, align 64
  store <16 x i64> %277, ptr %174, align 64
  store <16 x i64> %300, ptr %175, align 64
  store <16 x i64> %271, ptr %176, align 64
  store i32 2, ptr %177, align 64
  call void @llvm.memcpy.p0.p0.i64(ptr %178, ptr %20, i64 60, i1 false)
  call void @shared.check_step(ptr %18, ptr %19)
  call void @llvm.lifetime.end.p0(ptr %19)
  call void @llvm.lifetime.end.p0(ptr %18)
  br label %733
733:
  %734 = add i32 %266, %82
  %735 = icmp slt i32 %734, %83
  br i1 %735, label %265, label %736
736:
  br i1 %240, label %238, label %239
}
define void @cute.check.write.row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10) noinline {
  call void @shared.check_row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10, i32 1)
  ret void
}
define void @cute.check.write.any_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8) noinline {
  call void @shared.check_any(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8, i32 1)
  ret void
}
define void @cute.check.atomic.row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10) noinline {
  call void @shared.check_row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10, i32 3)
  ret void
}
define void @cute.check.atomic.any_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8) noinline {
  call void @shared.check_any(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8, i32 3)
  ret void
}
define void @cute.check.ordered.row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10) noinline {
  call void @shared.check_row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10, i32 2)
  ret void
}
define void @cute.check.ordered.any_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8) noinline {
  call void @shared.check_any(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8, i32 2)
  ret void
}
define void @cute.check.engine.row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10) noinline {
  call void @shared.check_row(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9, i64 %10, i32 8)
  ret void
}
define void @cute.check.engine.any_at(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8) noinline {
  call void @shared.check_any(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, i32 %7, i32 %8, i32 8)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define internal void @shared.visit_peers(ptr %0, ptr %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %4 = load <16 x i64>, ptr %3, align 64
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %6 = load i64, ptr %5, align 8
  %7 = insertelement <16 x i64> poison, i64 %6, i64 0
  %8 = shufflevector <16 x i64> %7, <16 x i64> poison, <16 x i32> zeroinitializer
  %9 = sub <16 x i64> %4, %8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %11 = load i64, ptr %10, align 8
  %12 = insertelement <16 x i64> poison, i64 %11, i64 0
  %13 = shufflevector <16 x i64> %12, <16 x i64> poison, <16 x i32> zeroinitializer
  %14 = icmp ult <16 x i64> %9, %13
  %15 = load <16 x i64>, ptr %1, align 64
  %16 = select <16 x i1> %14, <16 x i64> zeroinitializer, <16 x i64> %15
  %17 = icmp ne <16 x i64> %16, zeroinitializer
  %18 = bitcast <16 x i1> %17 to i16
  %19 = icmp eq i16 %18, 0
  br i1 %19, label %76, label %20
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %22 = load i32, ptr %21, align 8
  %23 = and i32 %22, 8
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %25, label %28
25:
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %27 = load i64, ptr %26, align 8
  br label %28
28:
  %29 = phi i64 [ %27, %25 ], [ -1, %20 ]
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %31 = load i64, ptr %30, align 8
  %32 = and i64 %31, 33554431
  %33 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 28
  br label %36
36:
  %37 = phi i32 [ 0, %28 ], [ %66, %74 ]
  %38 = load <16 x i64>, ptr %3, align 64
  %39 = extractelement <16 x i64> %38, i32 %37
  %40 = load i64, ptr %10, align 8
  %41 = udiv i64 %39, %40
  br label %42
42:
  %43 = phi i8 [ 0, %36 ], [ %62, %60 ]
  %44 = phi i32 [ 0, %36 ], [ %61, %60 ]
  %45 = phi i32 [ %37, %36 ], [ %63, %60 ]
  %46 = extractelement <16 x i64> %16, i32 %45
  %47 = icmp eq i64 %46, 0
  br i1 %47, label %60, label %48
48:
  %49 = extractelement <16 x i64> %38, i32 %45
  %50 = udiv i64 %49, %40
  %51 = icmp eq i64 %50, %41
  br i1 %51, label %52, label %65
52:
  %53 = load <16 x i64>, ptr %33, align 64
  %54 = extractelement <16 x i64> %53, i32 %45
  %55 = icmp ult i64 %54, 32
  %56 = trunc nuw nsw i64 %54 to i32
  %57 = shl nuw i32 1, %56
  %58 = select i1 %55, i32 %57, i32 -1
  %59 = or i32 %58, %44
  br label %60
60:
  %61 = phi i32 [ %59, %52 ], [ %44, %42 ]
  %62 = phi i8 [ 1, %52 ], [ %43, %42 ]
  %63 = add i32 %45, 1
  %64 = icmp eq i32 %63, 16
  br i1 %64, label %65, label %42
65:
  %66 = phi i32 [ 16, %60 ], [ %45, %48 ]
  %67 = phi i32 [ %61, %60 ], [ %44, %48 ]
  %68 = phi i8 [ %62, %60 ], [ %43, %48 ]
  %69 = trunc nuw i8 %68 to i1
  br i1 %69, label %70, label %74
70:
  %71 = load ptr, ptr %0, align 8
  %72 = load i32, ptr %34, align 8
  %73 = load i32, ptr %35, align 4
  call void @cute.check.visit_peer(ptr %71, i32 %72, i64 %29, i64 %32, i32 %73, i64 %39, i32 %67)
  br label %74
74:
  %75 = icmp slt i32 %66, 16
  br i1 %75, label %36, label %76
76:
  ret void
}
define internal void @shared.check_swizzle(ptr %0, ptr %1, ptr %2) noinline {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %6 = load i32, ptr %5, align 4
  %7 = sext i32 %6 to i64
  %8 = getelementptr inbounds nuw i8, ptr %4, i64 448
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 %7
  %11 = load i8, ptr %10, align 1
  %12 = and i8 %11, 127
  switch i8 %11, label %13 [
    i8 -95, label %83
    i8 -128, label %83
    i8 33, label %83
    i8 0, label %83
  ]
13:
  %14 = getelementptr inbounds nuw i8, ptr %4, i64 160
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %15, i64 %7
  %17 = load i8, ptr %16, align 1
  %18 = and i8 %17, 2
  %19 = icmp eq i8 %18, 0
  br i1 %19, label %20, label %83
20:
  %21 = load <16 x i64>, ptr %2, align 64
  %22 = load <16 x i64>, ptr %1, align 64
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %24 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 512
  br label %26
26:
  %27 = phi i32 [ 0, %20 ], [ %81, %80 ]
  %28 = extractelement <16 x i64> %21, i32 %27
  %29 = lshr i64 %28, 51
  %30 = getelementptr inbounds nuw i8, ptr %9, i64 %29
  %31 = load i8, ptr %30, align 1
  %32 = and i8 %31, 127
  %33 = icmp eq i8 %32, 33
  %34 = select i1 %33, i8 0, i8 %32
  %35 = extractelement <16 x i64> %22, i32 %27
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %80, label %37
37:
  %38 = and i64 %28, 33554431
  %39 = load i64, ptr %23, align 8
  %40 = icmp ule i64 %38, %39
  %41 = icmp eq i8 %34, 0
  %42 = icmp eq i8 %34, %12
  %43 = or i1 %41, %42
  %44 = select i1 %40, i1 true, i1 %43
  br i1 %44, label %80, label %45
45:
  %46 = load ptr, ptr %24, align 8
  br label %47
47:
  %48 = phi i32 [ 0, %45 ], [ %69, %66 ]
  %49 = phi i8 [ 0, %45 ], [ %68, %66 ]
  %50 = phi i32 [ 0, %45 ], [ %67, %66 ]
  %51 = extractelement <16 x i64> %22, i32 %48
  %52 = icmp eq i64 %51, 0
  br i1 %52, label %66, label %53
53:
  %54 = trunc nuw i8 %49 to i1
  br i1 %54, label %55, label %61
55:
  %56 = load <16 x i64>, ptr %25, align 64
  %57 = extractelement <16 x i64> %56, i32 %48
  %58 = getelementptr inbounds nuw i32, ptr %46, i64 %57
  %59 = load i32, ptr %58, align 4
  %60 = icmp eq i32 %59, %50
  br i1 %60, label %61, label %71
61:
  %62 = load <16 x i64>, ptr %25, align 64
  %63 = extractelement <16 x i64> %62, i32 %48
  %64 = getelementptr inbounds nuw i32, ptr %46, i64 %63
  %65 = load i32, ptr %64, align 4
  br label %66
66:
  %67 = phi i32 [ %65, %61 ], [ %50, %47 ]
  %68 = phi i8 [ 1, %61 ], [ %49, %47 ]
  %69 = add nuw nsw i32 %48, 1
  %70 = icmp eq i32 %69, 16
  br i1 %70, label %80, label %47
71:
  %72 = zext nneg i8 %12 to i32
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %74 = load i32, ptr %73, align 8
  %75 = zext nneg i8 %34 to i64
  %76 = shl nuw nsw i64 %75, 32
  %77 = or disjoint i64 %76, %29
  %78 = load ptr, ptr %4, align 8
  %79 = call i32 %78(ptr %4, i32 24, i32 %74, i32 %6, i32 %72, i64 %77, i64 %28)
  br label %83
80:
  %81 = add nuw nsw i32 %27, 1
  %82 = icmp eq i32 %81, 16
  br i1 %82, label %83, label %26
83:
  ret void
}
define internal void @shared.remember_read(ptr %0, ptr %1) noinline {
  %3 = alloca <16 x i64>, align 64
  %4 = alloca <16 x i64>, align 64
  %5 = load ptr, ptr %0, align 8
  call void @llvm.lifetime.start.p0(ptr %3)
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 640
  %9 = load i32, ptr %8, align 64
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %11 = load <16 x i64>, ptr %10, align 64
  switch i32 %9, label %35 [
    i32 2, label %12
    i32 1, label %17
  ]
12:
  %13 = load <16 x i64>, ptr %1, align 64
  %14 = icmp ne <16 x i64> %13, zeroinitializer
  %15 = getelementptr i64, ptr %7, <16 x i64> %11
  %16 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %15, <16 x i1> %14, <16 x i64> zeroinitializer)
  br label %41
17:
  %18 = extractelement <16 x i64> %11, i64 0
  %19 = getelementptr inbounds nuw i64, ptr %7, i64 %18
  %20 = load <4 x i64>, ptr %19, align 8
  %21 = extractelement <16 x i64> %11, i64 4
  %22 = getelementptr inbounds nuw i64, ptr %7, i64 %21
  %23 = load <4 x i64>, ptr %22, align 8
  %24 = shufflevector <4 x i64> %20, <4 x i64> %23, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %25 = extractelement <16 x i64> %11, i64 8
  %26 = getelementptr inbounds nuw i64, ptr %7, i64 %25
  %27 = load <4 x i64>, ptr %26, align 8
  %28 = extractelement <16 x i64> %11, i64 12
  %29 = getelementptr inbounds nuw i64, ptr %7, i64 %28
  %30 = load <4 x i64>, ptr %29, align 8
  %31 = shufflevector <4 x i64> %27, <4 x i64> %30, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %32 = shufflevector <8 x i64> %24, <8 x i64> %31, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %33 = load <16 x i64>, ptr %1, align 64
  %34 = and <16 x i64> %32, %33
  br label %41
35:
  %36 = extractelement <16 x i64> %11, i64 0
  %37 = getelementptr inbounds nuw i64, ptr %7, i64 %36
  %38 = load <16 x i64>, ptr %37, align 8
  %39 = load <16 x i64>, ptr %1, align 64
  %40 = and <16 x i64> %39, %38
  br label %41
41:
  %42 = phi <16 x i64> [ %16, %12 ], [ %34, %17 ], [ %40, %35 ]
  store <16 x i64> %42, ptr %3, align 64
  %43 = lshr <16 x i64> %42, splat (i64 25)
  %44 = and <16 x i64> %43, splat (i64 4095)
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %46 = load i64, ptr %45, align 8
  %47 = insertelement <16 x i64> poison, i64 %46, i64 0
  %48 = shufflevector <16 x i64> %47, <16 x i64> poison, <16 x i32> zeroinitializer
  %49 = icmp eq <16 x i64> %44, %48
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %51 = load ptr, ptr %50, align 8
  %52 = call <16 x i64> @shared.later_than(ptr %51, ptr %3, ptr %1)
  %53 = xor <16 x i64> %52, splat (i64 -1)
  %54 = select <16 x i1> %49, <16 x i64> splat (i64 -1), <16 x i64> %53
  %55 = load <16 x i64>, ptr %1, align 64
  %56 = and <16 x i64> %54, %55
  %57 = call <16 x i64> @shared.merged(ptr %1, ptr %3)
  %58 = icmp ne <16 x i64> %56, zeroinitializer
  %59 = bitcast <16 x i1> %58 to i16
  %60 = icmp eq i16 %59, 0
  br i1 %60, label %125, label %61
61:
  %62 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %63 = load <16 x i64>, ptr %62, align 64
  switch i32 %9, label %90 [
    i32 2, label %64
    i32 1, label %66
  ]
64:
  %65 = getelementptr i64, ptr %7, <16 x i64> %63
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %57, <16 x ptr> align 8 %65, <16 x i1> %58)
  br label %98
66:
  %67 = extractelement <16 x i64> %63, i64 0
  %68 = getelementptr inbounds nuw i64, ptr %7, i64 %67
  %69 = load <4 x i64>, ptr %68, align 8
  %70 = extractelement <16 x i64> %63, i64 4
  %71 = getelementptr inbounds nuw i64, ptr %7, i64 %70
  %72 = load <4 x i64>, ptr %71, align 8
  %73 = shufflevector <4 x i64> %69, <4 x i64> %72, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %74 = extractelement <16 x i64> %63, i64 8
  %75 = getelementptr inbounds nuw i64, ptr %7, i64 %74
  %76 = load <4 x i64>, ptr %75, align 8
  %77 = extractelement <16 x i64> %63, i64 12
  %78 = getelementptr inbounds nuw i64, ptr %7, i64 %77
  %79 = load <4 x i64>, ptr %78, align 8
  %80 = shufflevector <4 x i64> %76, <4 x i64> %79, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %81 = shufflevector <8 x i64> %73, <8 x i64> %80, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %82 = and <16 x i64> %56, %57
  %83 = xor <16 x i64> %56, splat (i64 -1)
  %84 = and <16 x i64> %81, %83
  %85 = or <16 x i64> %84, %82
  %86 = shufflevector <16 x i64> %85, <16 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i64> %86, ptr %68, align 8
  %87 = shufflevector <16 x i64> %85, <16 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i64> %87, ptr %71, align 8
  %88 = shufflevector <16 x i64> %85, <16 x i64> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
  store <4 x i64> %88, ptr %75, align 8
  %89 = shufflevector <16 x i64> %85, <16 x i64> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
  store <4 x i64> %89, ptr %78, align 8
  br label %98
90:
  %91 = extractelement <16 x i64> %63, i64 0
  %92 = getelementptr inbounds nuw i64, ptr %7, i64 %91
  %93 = load <16 x i64>, ptr %92, align 8
  %94 = and <16 x i64> %56, %57
  %95 = xor <16 x i64> %56, splat (i64 -1)
  %96 = and <16 x i64> %93, %95
  %97 = or <16 x i64> %96, %94
  store <16 x i64> %97, ptr %92, align 8
  br label %98
98:
  %99 = load i32, ptr %8, align 64
  %100 = icmp eq i32 %99, 2
  br i1 %100, label %101, label %125
101:
  %102 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %103 = load <16 x i64>, ptr %102, align 64
  %104 = load <16 x i64>, ptr %1, align 64
  %105 = icmp ne <16 x i64> %104, zeroinitializer
  %106 = getelementptr i64, ptr %7, <16 x i64> %103
  %107 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %106, <16 x i1> %105, <16 x i64> zeroinitializer)
  %108 = lshr <16 x i64> %107, splat (i64 37)
  %109 = and <16 x i64> %108, splat (i64 63)
  %110 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %111 = load <16 x i64>, ptr %110, align 64
  %112 = icmp ne <16 x i64> %109, %111
  %113 = icmp samesign ult <16 x i64> %109, splat (i64 32)
  %114 = and <16 x i1> %112, %113
  %115 = icmp ne <16 x i64> %56, zeroinitializer
  %116 = and <16 x i1> %114, %115
  %117 = bitcast <16 x i1> %116 to i16
  %118 = icmp eq i16 %117, 0
  br i1 %118, label %125, label %119
119:
  %120 = and <16 x i64> %107, splat (i64 -8658654068737)
  %121 = or disjoint <16 x i64> %120, splat (i64 4398046511104)
  %122 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %123 = load <16 x i64>, ptr %122, align 64
  %124 = getelementptr i64, ptr %7, <16 x i64> %123
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %121, <16 x ptr> align 8 %124, <16 x i1> %116)
  br label %125
125:
  %126 = xor <16 x i64> %54, splat (i64 -1)
  %127 = load <16 x i64>, ptr %1, align 64
  %128 = and <16 x i64> %127, %126
  %129 = icmp ne <16 x i64> %128, zeroinitializer
  %130 = bitcast <16 x i1> %129 to i16
  %131 = icmp eq i16 %130, 0
  br i1 %131, label %248, label %132
132:
  call void @llvm.lifetime.start.p0(ptr %4)
  %133 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %134 = load ptr, ptr %133, align 8
  %135 = load i32, ptr %8, align 64
  %136 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %137 = load <16 x i64>, ptr %136, align 64
  switch i32 %135, label %159 [
    i32 2, label %138
    i32 1, label %142
  ]
138:
  %139 = icmp ne <16 x i64> %127, zeroinitializer
  %140 = getelementptr i64, ptr %134, <16 x i64> %137
  %141 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %140, <16 x i1> %139, <16 x i64> zeroinitializer)
  br label %164
142:
  %143 = extractelement <16 x i64> %137, i64 0
  %144 = getelementptr inbounds nuw i64, ptr %134, i64 %143
  %145 = load <4 x i64>, ptr %144, align 8
  %146 = extractelement <16 x i64> %137, i64 4
  %147 = getelementptr inbounds nuw i64, ptr %134, i64 %146
  %148 = load <4 x i64>, ptr %147, align 8
  %149 = shufflevector <4 x i64> %145, <4 x i64> %148, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %150 = extractelement <16 x i64> %137, i64 8
  %151 = getelementptr inbounds nuw i64, ptr %134, i64 %150
  %152 = load <4 x i64>, ptr %151, align 8
  %153 = extractelement <16 x i64> %137, i64 12
  %154 = getelementptr inbounds nuw i64, ptr %134, i64 %153
  %155 = load <4 x i64>, ptr %154, align 8
  %156 = shufflevector <4 x i64> %152, <4 x i64> %155, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %157 = shufflevector <8 x i64> %149, <8 x i64> %156, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %158 = and <16 x i64> %157, %127
  br label %164
159:
  %160 = extractelement <16 x i64> %137, i64 0
  %161 = getelementptr inbounds nuw i64, ptr %134, i64 %160
  %162 = load <16 x i64>, ptr %161, align 8
  %163 = and <16 x i64> %162, %127
  br label %164
164:
  %165 = phi <16 x i64> [ %141, %138 ], [ %158, %142 ], [ %163, %159 ]
  store <16 x i64> %165, ptr %4, align 64
  %166 = getelementptr inbounds nuw i8, ptr %1, i64 384
  %167 = load <16 x i64>, ptr %166, align 64
  %168 = xor <16 x i64> %167, %165
  %169 = and <16 x i64> %168, splat (i64 8658654068736)
  %170 = and <16 x i64> %165, splat (i64 4672924418048)
  %171 = and <16 x i64> %168, splat (i64 132078834286591)
  %172 = icmp ne <16 x i64> %171, zeroinitializer
  %173 = icmp ne <16 x i64> %169, zeroinitializer
  %174 = icmp ne <16 x i64> %170, splat (i64 4398046511104)
  %175 = and <16 x i1> %174, %173
  %176 = or <16 x i1> %172, %175
  %177 = select <16 x i1> %176, <16 x i64> %127, <16 x i64> zeroinitializer
  %178 = and <16 x i64> %177, %126
  %179 = call <16 x i64> @shared.merged(ptr %1, ptr %4)
  %180 = icmp ne <16 x i64> %178, zeroinitializer
  %181 = bitcast <16 x i1> %180 to i16
  %182 = icmp eq i16 %181, 0
  br i1 %182, label %247, label %183
183:
  %184 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %185 = load <16 x i64>, ptr %184, align 64
  switch i32 %135, label %212 [
    i32 2, label %186
    i32 1, label %188
  ]
186:
  %187 = getelementptr i64, ptr %134, <16 x i64> %185
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %179, <16 x ptr> align 8 %187, <16 x i1> %180)
  br label %220
188:
  %189 = extractelement <16 x i64> %185, i64 0
  %190 = getelementptr inbounds nuw i64, ptr %134, i64 %189
  %191 = load <4 x i64>, ptr %190, align 8
  %192 = extractelement <16 x i64> %185, i64 4
  %193 = getelementptr inbounds nuw i64, ptr %134, i64 %192
  %194 = load <4 x i64>, ptr %193, align 8
  %195 = shufflevector <4 x i64> %191, <4 x i64> %194, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %196 = extractelement <16 x i64> %185, i64 8
  %197 = getelementptr inbounds nuw i64, ptr %134, i64 %196
  %198 = load <4 x i64>, ptr %197, align 8
  %199 = extractelement <16 x i64> %185, i64 12
  %200 = getelementptr inbounds nuw i64, ptr %134, i64 %199
  %201 = load <4 x i64>, ptr %200, align 8
  %202 = shufflevector <4 x i64> %198, <4 x i64> %201, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %203 = shufflevector <8 x i64> %195, <8 x i64> %202, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %204 = and <16 x i64> %178, %179
  %205 = xor <16 x i64> %178, splat (i64 -1)
  %206 = and <16 x i64> %203, %205
  %207 = or <16 x i64> %206, %204
  %208 = shufflevector <16 x i64> %207, <16 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i64> %208, ptr %190, align 8
  %209 = shufflevector <16 x i64> %207, <16 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i64> %209, ptr %193, align 8
  %210 = shufflevector <16 x i64> %207, <16 x i64> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
  store <4 x i64> %210, ptr %197, align 8
  %211 = shufflevector <16 x i64> %207, <16 x i64> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
  store <4 x i64> %211, ptr %200, align 8
  br label %220
212:
  %213 = extractelement <16 x i64> %185, i64 0
  %214 = getelementptr inbounds nuw i64, ptr %134, i64 %213
  %215 = load <16 x i64>, ptr %214, align 8
  %216 = and <16 x i64> %178, %179
  %217 = xor <16 x i64> %178, splat (i64 -1)
  %218 = and <16 x i64> %215, %217
  %219 = or <16 x i64> %218, %216
  store <16 x i64> %219, ptr %214, align 8
  br label %220
220:
  %221 = load i32, ptr %8, align 64
  %222 = icmp eq i32 %221, 2
  br i1 %222, label %223, label %247
223:
  %224 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %225 = load <16 x i64>, ptr %224, align 64
  %226 = load <16 x i64>, ptr %1, align 64
  %227 = icmp ne <16 x i64> %226, zeroinitializer
  %228 = getelementptr i64, ptr %134, <16 x i64> %225
  %229 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %228, <16 x i1> %227, <16 x i64> zeroinitializer)
  %230 = lshr <16 x i64> %229, splat (i64 37)
  %231 = and <16 x i64> %230, splat (i64 63)
  %232 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %233 = load <16 x i64>, ptr %232, align 64
  %234 = icmp ne <16 x i64> %231, %233
  %235 = icmp samesign ult <16 x i64> %231, splat (i64 32)
  %236 = and <16 x i1> %234, %235
  %237 = icmp ne <16 x i64> %178, zeroinitializer
  %238 = and <16 x i1> %236, %237
  %239 = bitcast <16 x i1> %238 to i16
  %240 = icmp eq i16 %239, 0
  br i1 %240, label %247, label %241
241:
  %242 = and <16 x i64> %229, splat (i64 -8658654068737)
  %243 = or disjoint <16 x i64> %242, splat (i64 4398046511104)
  %244 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %245 = load <16 x i64>, ptr %244, align 64
  %246 = getelementptr i64, ptr %134, <16 x i64> %245
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %243, <16 x ptr> align 8 %246, <16 x i1> %238)
  br label %247
247:
  call void @llvm.lifetime.end.p0(ptr %4)
  br label %248
248:
  call void @llvm.lifetime.end.p0(ptr %3)
  ret void
}
define internal void @shared.check_step(ptr %0, ptr %1) noinline {
  %3 = alloca <16 x i64>, align 64
  %4 = alloca [4 x <16 x i64>], align 64
  %5 = alloca <16 x i64>, align 64
  %6 = alloca <16 x i64>, align 64
  %7 = alloca <16 x i64>, align 64
  %8 = alloca <16 x i64>, align 64
  %9 = load ptr, ptr %0, align 8
  call void @llvm.lifetime.start.p0(ptr %3)
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 640
  %13 = load i32, ptr %12, align 64
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %15 = load <16 x i64>, ptr %14, align 64
  switch i32 %13, label %39 [
    i32 2, label %16
    i32 1, label %21
  ]
16:
  %17 = load <16 x i64>, ptr %1, align 64
  %18 = icmp ne <16 x i64> %17, zeroinitializer
  %19 = getelementptr i64, ptr %11, <16 x i64> %15
  %20 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %19, <16 x i1> %18, <16 x i64> zeroinitializer)
  br label %45
21:
  %22 = extractelement <16 x i64> %15, i64 0
  %23 = getelementptr inbounds nuw i64, ptr %11, i64 %22
  %24 = load <4 x i64>, ptr %23, align 8
  %25 = extractelement <16 x i64> %15, i64 4
  %26 = getelementptr inbounds nuw i64, ptr %11, i64 %25
  %27 = load <4 x i64>, ptr %26, align 8
  %28 = shufflevector <4 x i64> %24, <4 x i64> %27, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %29 = extractelement <16 x i64> %15, i64 8
  %30 = getelementptr inbounds nuw i64, ptr %11, i64 %29
  %31 = load <4 x i64>, ptr %30, align 8
  %32 = extractelement <16 x i64> %15, i64 12
  %33 = getelementptr inbounds nuw i64, ptr %11, i64 %32
  %34 = load <4 x i64>, ptr %33, align 8
  %35 = shufflevector <4 x i64> %31, <4 x i64> %34, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %36 = shufflevector <8 x i64> %28, <8 x i64> %35, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %37 = load <16 x i64>, ptr %1, align 64
  %38 = and <16 x i64> %36, %37
  br label %45
39:
  %40 = extractelement <16 x i64> %15, i64 0
  %41 = getelementptr inbounds nuw i64, ptr %11, i64 %40
  %42 = load <16 x i64>, ptr %41, align 8
  %43 = load <16 x i64>, ptr %1, align 64
  %44 = and <16 x i64> %43, %42
  br label %45
45:
  %46 = phi <16 x i64> [ %20, %16 ], [ %38, %21 ], [ %44, %39 ]
  store <16 x i64> %46, ptr %3, align 64
  call void @llvm.lifetime.start.p0(ptr %4)
  call void @llvm.memset.p0.i64(ptr %4, i8 0, i64 512, i1 false)
  %47 = call <16 x i64> @shared.conflicts(ptr %0, ptr %1, ptr %3, i1 true)
  store <16 x i64> %47, ptr %4, align 64
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %49 = load i32, ptr %48, align 4
  %50 = and i32 %49, 1
  %51 = icmp eq i32 %50, 0
  br i1 %51, label %60, label %52
52:
  %53 = and i32 %49, 2
  %54 = icmp eq i32 %53, 0
  br i1 %54, label %60, label %55
55:
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %57 = load i32, ptr %56, align 8
  %58 = and i32 %57, 65536
  %59 = icmp eq i32 %58, 0
  br label %60
60:
  %61 = phi i1 [ true, %45 ], [ false, %52 ], [ %59, %55 ]
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %63 = load i32, ptr %62, align 8
  %64 = icmp eq i32 %63, 0
  br i1 %64, label %69, label %65
65:
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 124
  %67 = load i8, ptr %66, align 4
  %68 = trunc nuw i8 %67 to i1
  br i1 %68, label %70, label %88
69:
  br i1 %61, label %70, label %88
70:
  %71 = lshr <16 x i64> %46, splat (i64 47)
  %72 = and <16 x i64> %71, splat (i64 15)
  %73 = xor <16 x i64> %72, splat (i64 -1)
  %74 = getelementptr inbounds nuw i8, ptr %1, i64 256
  %75 = load <16 x i64>, ptr %74, align 64
  %76 = and <16 x i64> %75, %73
  %77 = icmp ne <16 x i64> %76, zeroinitializer
  %78 = and <16 x i64> %46, splat (i64 33554431)
  %79 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %80 = load i64, ptr %79, align 8
  %81 = insertelement <16 x i64> poison, i64 %80, i64 0
  %82 = shufflevector <16 x i64> %81, <16 x i64> poison, <16 x i32> zeroinitializer
  %83 = icmp ule <16 x i64> %78, %82
  %84 = or <16 x i1> %77, %83
  %85 = load <16 x i64>, ptr %1, align 64
  %86 = select <16 x i1> %84, <16 x i64> %85, <16 x i64> zeroinitializer
  %87 = getelementptr inbounds nuw i8, ptr %4, i64 128
  store <16 x i64> %86, ptr %87, align 64
  br label %88
88:
  %89 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %90 = load i32, ptr %89, align 8
  %91 = and i32 %90, 8
  %92 = icmp eq i32 %91, 0
  %93 = or i1 %51, %92
  br i1 %93, label %99, label %94
94:
  %95 = call <16 x i64> @shared.unfenced(ptr %0, ptr %1, ptr %3)
  %96 = xor <16 x i64> %47, splat (i64 -1)
  %97 = and <16 x i64> %95, %96
  %98 = getelementptr inbounds nuw i8, ptr %4, i64 128
  store <16 x i64> %97, ptr %98, align 64
  br label %99
99:
  %100 = load i32, ptr %48, align 4
  %101 = and i32 %100, 1
  %102 = icmp eq i32 %101, 0
  br i1 %102, label %179, label %103
103:
  call void @llvm.lifetime.start.p0(ptr %5)
  %104 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %105 = load ptr, ptr %104, align 8
  %106 = load i32, ptr %12, align 64
  %107 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %108 = load <16 x i64>, ptr %107, align 64
  switch i32 %106, label %132 [
    i32 2, label %109
    i32 1, label %114
  ]
109:
  %110 = load <16 x i64>, ptr %1, align 64
  %111 = icmp ne <16 x i64> %110, zeroinitializer
  %112 = getelementptr i64, ptr %105, <16 x i64> %108
  %113 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %112, <16 x i1> %111, <16 x i64> zeroinitializer)
  br label %138
114:
  %115 = extractelement <16 x i64> %108, i64 0
  %116 = getelementptr inbounds nuw i64, ptr %105, i64 %115
  %117 = load <4 x i64>, ptr %116, align 8
  %118 = extractelement <16 x i64> %108, i64 4
  %119 = getelementptr inbounds nuw i64, ptr %105, i64 %118
  %120 = load <4 x i64>, ptr %119, align 8
  %121 = shufflevector <4 x i64> %117, <4 x i64> %120, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %122 = extractelement <16 x i64> %108, i64 8
  %123 = getelementptr inbounds nuw i64, ptr %105, i64 %122
  %124 = load <4 x i64>, ptr %123, align 8
  %125 = extractelement <16 x i64> %108, i64 12
  %126 = getelementptr inbounds nuw i64, ptr %105, i64 %125
  %127 = load <4 x i64>, ptr %126, align 8
  %128 = shufflevector <4 x i64> %124, <4 x i64> %127, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %129 = shufflevector <8 x i64> %121, <8 x i64> %128, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %130 = load <16 x i64>, ptr %1, align 64
  %131 = and <16 x i64> %129, %130
  br label %138
132:
  %133 = extractelement <16 x i64> %108, i64 0
  %134 = getelementptr inbounds nuw i64, ptr %105, i64 %133
  %135 = load <16 x i64>, ptr %134, align 8
  %136 = load <16 x i64>, ptr %1, align 64
  %137 = and <16 x i64> %136, %135
  br label %138
138:
  %139 = phi <16 x i64> [ %113, %109 ], [ %131, %114 ], [ %137, %132 ]
  store <16 x i64> %139, ptr %5, align 64
  call void @llvm.lifetime.start.p0(ptr %6)
  %140 = getelementptr inbounds nuw i8, ptr %9, i64 40
  %141 = load ptr, ptr %140, align 8
  %142 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %143 = load <16 x i64>, ptr %142, align 64
  switch i32 %106, label %167 [
    i32 2, label %144
    i32 1, label %149
  ]
144:
  %145 = load <16 x i64>, ptr %1, align 64
  %146 = icmp ne <16 x i64> %145, zeroinitializer
  %147 = getelementptr i64, ptr %141, <16 x i64> %143
  %148 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %147, <16 x i1> %146, <16 x i64> zeroinitializer)
  br label %173
149:
  %150 = extractelement <16 x i64> %143, i64 0
  %151 = getelementptr inbounds nuw i64, ptr %141, i64 %150
  %152 = load <4 x i64>, ptr %151, align 8
  %153 = extractelement <16 x i64> %143, i64 4
  %154 = getelementptr inbounds nuw i64, ptr %141, i64 %153
  %155 = load <4 x i64>, ptr %154, align 8
  %156 = shufflevector <4 x i64> %152, <4 x i64> %155, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %157 = extractelement <16 x i64> %143, i64 8
  %158 = getelementptr inbounds nuw i64, ptr %141, i64 %157
  %159 = load <4 x i64>, ptr %158, align 8
  %160 = extractelement <16 x i64> %143, i64 12
  %161 = getelementptr inbounds nuw i64, ptr %141, i64 %160
  %162 = load <4 x i64>, ptr %161, align 8
  %163 = shufflevector <4 x i64> %159, <4 x i64> %162, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %164 = shufflevector <8 x i64> %156, <8 x i64> %163, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %165 = load <16 x i64>, ptr %1, align 64
  %166 = and <16 x i64> %164, %165
  br label %173
167:
  %168 = extractelement <16 x i64> %143, i64 0
  %169 = getelementptr inbounds nuw i64, ptr %141, i64 %168
  %170 = load <16 x i64>, ptr %169, align 8
  %171 = load <16 x i64>, ptr %1, align 64
  %172 = and <16 x i64> %171, %170
  br label %173
173:
  %174 = phi <16 x i64> [ %148, %144 ], [ %166, %149 ], [ %172, %167 ]
  store <16 x i64> %174, ptr %6, align 64
  %175 = call <16 x i64> @shared.conflicts(ptr %0, ptr %1, ptr %5, i1 false)
  %176 = getelementptr inbounds nuw i8, ptr %4, i64 256
  store <16 x i64> %175, ptr %176, align 64
  %177 = call <16 x i64> @shared.conflicts(ptr %0, ptr %1, ptr %6, i1 false)
  %178 = getelementptr inbounds nuw i8, ptr %4, i64 384
  store <16 x i64> %177, ptr %178, align 64
  call void @llvm.lifetime.end.p0(ptr %6)
  call void @llvm.lifetime.end.p0(ptr %5)
  br label %283
179:
  %180 = and i32 %100, 24
  %181 = icmp eq i32 %180, 0
  br i1 %181, label %186, label %182
182:
  %183 = call <16 x i64> @shared.unfenced(ptr %0, ptr %1, ptr %3)
  %184 = getelementptr inbounds nuw i8, ptr %4, i64 384
  store <16 x i64> %183, ptr %184, align 64
  %185 = getelementptr inbounds nuw i8, ptr %4, i64 256
  store <16 x i64> %183, ptr %185, align 64
  br label %283
186:
  %187 = and <16 x i64> %46, splat (i64 8658654068736)
  %188 = icmp eq <16 x i64> %187, splat (i64 4672924418048)
  %189 = and <16 x i64> %46, splat (i64 2111062325329920)
  %190 = icmp ne <16 x i64> %189, zeroinitializer
  %191 = and <16 x i1> %188, %190
  %192 = load <16 x i64>, ptr %1, align 64
  %193 = select <16 x i1> %191, <16 x i64> %192, <16 x i64> zeroinitializer
  %194 = icmp ne <16 x i64> %193, zeroinitializer
  %195 = bitcast <16 x i1> %194 to i16
  %196 = icmp eq i16 %195, 0
  br i1 %196, label %283, label %197
197:
  %198 = load ptr, ptr %0, align 8
  %199 = getelementptr inbounds nuw i8, ptr %198, i64 32
  %200 = load ptr, ptr %199, align 8
  %201 = load i32, ptr %12, align 64
  %202 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %203 = load <16 x i64>, ptr %202, align 64
  switch i32 %201, label %225 [
    i32 2, label %204
    i32 1, label %208
  ]
204:
  %205 = icmp ne <16 x i64> %192, zeroinitializer
  %206 = getelementptr i64, ptr %200, <16 x i64> %203
  %207 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %206, <16 x i1> %205, <16 x i64> zeroinitializer)
  br label %230
208:
  %209 = extractelement <16 x i64> %203, i64 0
  %210 = getelementptr inbounds nuw i64, ptr %200, i64 %209
  %211 = load <4 x i64>, ptr %210, align 8
  %212 = extractelement <16 x i64> %203, i64 4
  %213 = getelementptr inbounds nuw i64, ptr %200, i64 %212
  %214 = load <4 x i64>, ptr %213, align 8
  %215 = shufflevector <4 x i64> %211, <4 x i64> %214, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %216 = extractelement <16 x i64> %203, i64 8
  %217 = getelementptr inbounds nuw i64, ptr %200, i64 %216
  %218 = load <4 x i64>, ptr %217, align 8
  %219 = extractelement <16 x i64> %203, i64 12
  %220 = getelementptr inbounds nuw i64, ptr %200, i64 %219
  %221 = load <4 x i64>, ptr %220, align 8
  %222 = shufflevector <4 x i64> %218, <4 x i64> %221, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %223 = shufflevector <8 x i64> %215, <8 x i64> %222, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %224 = and <16 x i64> %223, %192
  br label %230
225:
  %226 = extractelement <16 x i64> %203, i64 0
  %227 = getelementptr inbounds nuw i64, ptr %200, i64 %226
  %228 = load <16 x i64>, ptr %227, align 8
  %229 = and <16 x i64> %228, %192
  br label %230
230:
  %231 = phi <16 x i64> [ %207, %204 ], [ %224, %208 ], [ %229, %225 ]
  %232 = and <16 x i64> %231, splat (i64 8658654068736)
  %233 = icmp eq <16 x i64> %232, splat (i64 4672924418048)
  %234 = and <16 x i64> %231, splat (i64 2111062325329920)
  %235 = icmp ne <16 x i64> %234, zeroinitializer
  %236 = and <16 x i1> %233, %235
  %237 = icmp ne <16 x i64> %193, zeroinitializer
  %238 = and <16 x i1> %237, %236
  %239 = bitcast <16 x i1> %238 to i16
  %240 = icmp eq i16 %239, 0
  br i1 %240, label %283, label %241
241:
  call void @llvm.lifetime.start.p0(ptr %7)
  %242 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %243 = load ptr, ptr %242, align 8
  %244 = load i32, ptr %12, align 64
  %245 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %246 = load <16 x i64>, ptr %245, align 64
  switch i32 %244, label %268 [
    i32 2, label %247
    i32 1, label %251
  ]
247:
  %248 = icmp ne <16 x i64> %192, zeroinitializer
  %249 = getelementptr i64, ptr %243, <16 x i64> %246
  %250 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %249, <16 x i1> %248, <16 x i64> zeroinitializer)
  br label %273
251:
  %252 = extractelement <16 x i64> %246, i64 0
  %253 = getelementptr inbounds nuw i64, ptr %243, i64 %252
  %254 = load <4 x i64>, ptr %253, align 8
  %255 = extractelement <16 x i64> %246, i64 4
  %256 = getelementptr inbounds nuw i64, ptr %243, i64 %255
  %257 = load <4 x i64>, ptr %256, align 8
  %258 = shufflevector <4 x i64> %254, <4 x i64> %257, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %259 = extractelement <16 x i64> %246, i64 8
  %260 = getelementptr inbounds nuw i64, ptr %243, i64 %259
  %261 = load <4 x i64>, ptr %260, align 8
  %262 = extractelement <16 x i64> %246, i64 12
  %263 = getelementptr inbounds nuw i64, ptr %243, i64 %262
  %264 = load <4 x i64>, ptr %263, align 8
  %265 = shufflevector <4 x i64> %261, <4 x i64> %264, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %266 = shufflevector <8 x i64> %258, <8 x i64> %265, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %267 = and <16 x i64> %266, %192
  br label %273
268:
  %269 = extractelement <16 x i64> %246, i64 0
  %270 = getelementptr inbounds nuw i64, ptr %243, i64 %269
  %271 = load <16 x i64>, ptr %270, align 8
  %272 = and <16 x i64> %271, %192
  br label %273
273:
  %274 = phi <16 x i64> [ %250, %247 ], [ %267, %251 ], [ %272, %268 ]
  store <16 x i64> %274, ptr %7, align 64
  %275 = call <16 x i64> @shared.conflicts(ptr %0, ptr %1, ptr %7, i1 true)
  %276 = and <16 x i64> %274, splat (i64 8658654068736)
  %277 = icmp eq <16 x i64> %276, splat (i64 4672924418048)
  %278 = and <16 x i64> %274, splat (i64 2111062325329920)
  %279 = icmp ne <16 x i64> %278, zeroinitializer
  %280 = and <16 x i1> %277, %279
  %281 = select <16 x i1> %280, <16 x i64> %275, <16 x i64> zeroinitializer
  %282 = getelementptr inbounds nuw i8, ptr %4, i64 256
  store <16 x i64> %281, ptr %282, align 64
  call void @llvm.lifetime.end.p0(ptr %7)
  br label %283
283:
  %284 = load i32, ptr %48, align 4
  %285 = icmp ult i32 %284, 2
  br i1 %285, label %286, label %298
286:
  %287 = getelementptr inbounds nuw i8, ptr %9, i64 424
  %288 = load ptr, ptr %287, align 8
  %289 = icmp eq ptr %288, null
  br i1 %289, label %298, label %290
290:
  %291 = load i32, ptr %62, align 8
  %292 = icmp eq i32 %291, 0
  br i1 %292, label %293, label %298
293:
  %294 = load i32, ptr %89, align 8
  %295 = and i32 %294, 8
  %296 = icmp eq i32 %295, 0
  br i1 %296, label %297, label %298
297:
  call void @shared.excuse_seen(ptr %0, ptr %1, ptr %3, ptr %4)
  br label %298
298:
  %299 = and i32 %284, 2
  %300 = icmp eq i32 %299, 0
  br i1 %300, label %302, label %301
301:
  call void @shared.observe(ptr %0, ptr %1, ptr %3)
  br label %302
302:
  %303 = load i32, ptr %48, align 4
  %304 = and i32 %303, 3
  %305 = icmp eq i32 %304, 3
  br i1 %305, label %306, label %319
306:
  %307 = load i32, ptr %89, align 8
  %308 = and i32 %307, 65536
  %309 = icmp eq i32 %308, 0
  br i1 %309, label %319, label %310
310:
  %311 = getelementptr inbounds nuw i8, ptr %9, i64 520
  %312 = load ptr, ptr %311, align 8
  %313 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %314 = load i32, ptr %313, align 4
  %315 = sext i32 %314 to i64
  %316 = getelementptr inbounds i8, ptr %312, i64 %315
  %317 = load i8, ptr %316, align 1
  %318 = or i8 %317, 2
  store i8 %318, ptr %316, align 1
  br label %319
319:
  call void @shared.tell(ptr %0, ptr %1, ptr %4)
  %320 = load i32, ptr %48, align 4
  %321 = and i32 %320, 1
  %322 = icmp eq i32 %321, 0
  br i1 %322, label %323, label %357
323:
  %324 = load i32, ptr %62, align 8
  %325 = icmp eq i32 %324, 0
  br i1 %325, label %326, label %357
326:
  %327 = extractelement <16 x i64> %46, i64 0
  %328 = lshr i64 %327, 51
  %329 = lshr <16 x i64> %46, splat (i64 51)
  %330 = insertelement <16 x i64> poison, i64 %328, i64 0
  %331 = shufflevector <16 x i64> %330, <16 x i64> poison, <16 x i32> zeroinitializer
  %332 = icmp ne <16 x i64> %329, %331
  %333 = load <16 x i64>, ptr %1, align 64
  %334 = icmp ne <16 x i64> %333, zeroinitializer
  %335 = select <16 x i1> %332, <16 x i1> %334, <16 x i1> zeroinitializer
  %336 = bitcast <16 x i1> %335 to i16
  %337 = icmp eq i16 %336, 0
  br i1 %337, label %338, label %356
338:
  %339 = load ptr, ptr %0, align 8
  %340 = getelementptr inbounds nuw i8, ptr %339, i64 448
  %341 = load ptr, ptr %340, align 8
  %342 = getelementptr inbounds nuw i8, ptr %341, i64 %328
  %343 = load i8, ptr %342, align 1
  %344 = and i8 %343, 127
  %345 = icmp eq i8 %344, 33
  %346 = select i1 %345, i8 0, i8 %344
  %347 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %348 = load i32, ptr %347, align 4
  %349 = sext i32 %348 to i64
  %350 = getelementptr inbounds nuw i8, ptr %341, i64 %349
  %351 = load i8, ptr %350, align 1
  %352 = and i8 %351, 127
  %353 = icmp eq i8 %352, 33
  %354 = select i1 %353, i8 0, i8 %352
  %355 = icmp eq i8 %346, %354
  br i1 %355, label %357, label %356
356:
  call void @shared.check_swizzle(ptr %0, ptr %1, ptr %3)
  br label %357
357:
  %358 = load i32, ptr %48, align 4
  %359 = and i32 %358, 1
  %360 = icmp eq i32 %359, 0
  br i1 %360, label %361, label %362
361:
  call void @shared.remember_read(ptr %0, ptr %1)
  br label %539
362:
  call void @llvm.lifetime.start.p0(ptr %8)
  %363 = call <16 x i64> @shared.merged(ptr %1, ptr %3)
  store <16 x i64> %363, ptr %8, align 64
  %364 = and i32 %358, 2
  %365 = icmp eq i32 %364, 0
  br i1 %365, label %367, label %366
366:
  call void @shared.remember_atomic(ptr %0, ptr %1, ptr %3, ptr %8)
  br label %538
367:
  %368 = load ptr, ptr %0, align 8
  %369 = and <16 x i64> %46, splat (i64 33554431)
  %370 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %371 = load i64, ptr %370, align 8
  %372 = insertelement <16 x i64> poison, i64 %371, i64 0
  %373 = shufflevector <16 x i64> %372, <16 x i64> poison, <16 x i32> zeroinitializer
  %374 = icmp ugt <16 x i64> %369, %373
  %375 = and <16 x i64> %46, splat (i64 2111062325329920)
  %376 = select <16 x i1> %374, <16 x i64> %375, <16 x i64> zeroinitializer
  %377 = getelementptr inbounds nuw i8, ptr %1, i64 256
  %378 = load <16 x i64>, ptr %377, align 64
  %379 = shl <16 x i64> %378, splat (i64 47)
  %380 = or <16 x i64> %379, %376
  %381 = or <16 x i64> %380, %363
  %382 = load i32, ptr %62, align 8
  %383 = icmp eq i32 %382, 7
  %384 = and <16 x i64> %381, splat (i64 -2111062325329921)
  %385 = select i1 %383, <16 x i64> %384, <16 x i64> %381
  %386 = getelementptr inbounds nuw i8, ptr %368, i64 24
  %387 = load ptr, ptr %386, align 8
  %388 = load i32, ptr %12, align 64
  %389 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %390 = load <16 x i64>, ptr %389, align 64
  switch i32 %388, label %420 [
    i32 2, label %391
    i32 1, label %395
  ]
391:
  %392 = load <16 x i64>, ptr %1, align 64
  %393 = icmp ne <16 x i64> %392, zeroinitializer
  %394 = getelementptr i64, ptr %387, <16 x i64> %390
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %385, <16 x ptr> align 8 %394, <16 x i1> %393)
  br label %429
395:
  %396 = load <16 x i64>, ptr %1, align 64
  %397 = extractelement <16 x i64> %390, i64 0
  %398 = getelementptr inbounds nuw i64, ptr %387, i64 %397
  %399 = load <4 x i64>, ptr %398, align 8
  %400 = extractelement <16 x i64> %390, i64 4
  %401 = getelementptr inbounds nuw i64, ptr %387, i64 %400
  %402 = load <4 x i64>, ptr %401, align 8
  %403 = shufflevector <4 x i64> %399, <4 x i64> %402, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %404 = extractelement <16 x i64> %390, i64 8
  %405 = getelementptr inbounds nuw i64, ptr %387, i64 %404
  %406 = load <4 x i64>, ptr %405, align 8
  %407 = extractelement <16 x i64> %390, i64 12
  %408 = getelementptr inbounds nuw i64, ptr %387, i64 %407
  %409 = load <4 x i64>, ptr %408, align 8
  %410 = shufflevector <4 x i64> %406, <4 x i64> %409, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %411 = shufflevector <8 x i64> %403, <8 x i64> %410, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %412 = and <16 x i64> %396, %385
  %413 = xor <16 x i64> %396, splat (i64 -1)
  %414 = and <16 x i64> %411, %413
  %415 = or <16 x i64> %414, %412
  %416 = shufflevector <16 x i64> %415, <16 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i64> %416, ptr %398, align 8
  %417 = shufflevector <16 x i64> %415, <16 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i64> %417, ptr %401, align 8
  %418 = shufflevector <16 x i64> %415, <16 x i64> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
  store <4 x i64> %418, ptr %405, align 8
  %419 = shufflevector <16 x i64> %415, <16 x i64> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
  store <4 x i64> %419, ptr %408, align 8
  br label %429
420:
  %421 = extractelement <16 x i64> %390, i64 0
  %422 = getelementptr inbounds nuw i64, ptr %387, i64 %421
  %423 = load <16 x i64>, ptr %1, align 64
  %424 = load <16 x i64>, ptr %422, align 8
  %425 = and <16 x i64> %423, %385
  %426 = xor <16 x i64> %423, splat (i64 -1)
  %427 = and <16 x i64> %424, %426
  %428 = or <16 x i64> %427, %425
  store <16 x i64> %428, ptr %422, align 8
  br label %429
429:
  %430 = getelementptr inbounds nuw i8, ptr %368, i64 32
  %431 = load ptr, ptr %430, align 8
  %432 = load i32, ptr %12, align 64
  %433 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %434 = load <16 x i64>, ptr %433, align 64
  switch i32 %432, label %462 [
    i32 2, label %435
    i32 1, label %439
  ]
435:
  %436 = load <16 x i64>, ptr %1, align 64
  %437 = icmp ne <16 x i64> %436, zeroinitializer
  %438 = getelementptr i64, ptr %431, <16 x i64> %434
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> zeroinitializer, <16 x ptr> align 8 %438, <16 x i1> %437)
  br label %469
439:
  %440 = load <16 x i64>, ptr %1, align 64
  %441 = extractelement <16 x i64> %434, i64 0
  %442 = getelementptr inbounds nuw i64, ptr %431, i64 %441
  %443 = load <4 x i64>, ptr %442, align 8
  %444 = extractelement <16 x i64> %434, i64 4
  %445 = getelementptr inbounds nuw i64, ptr %431, i64 %444
  %446 = load <4 x i64>, ptr %445, align 8
  %447 = shufflevector <4 x i64> %443, <4 x i64> %446, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %448 = extractelement <16 x i64> %434, i64 8
  %449 = getelementptr inbounds nuw i64, ptr %431, i64 %448
  %450 = load <4 x i64>, ptr %449, align 8
  %451 = extractelement <16 x i64> %434, i64 12
  %452 = getelementptr inbounds nuw i64, ptr %431, i64 %451
  %453 = load <4 x i64>, ptr %452, align 8
  %454 = shufflevector <4 x i64> %450, <4 x i64> %453, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %455 = shufflevector <8 x i64> %447, <8 x i64> %454, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %456 = xor <16 x i64> %440, splat (i64 -1)
  %457 = and <16 x i64> %455, %456
  %458 = shufflevector <16 x i64> %457, <16 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i64> %458, ptr %442, align 8
  %459 = shufflevector <16 x i64> %457, <16 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i64> %459, ptr %445, align 8
  %460 = shufflevector <16 x i64> %457, <16 x i64> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
  store <4 x i64> %460, ptr %449, align 8
  %461 = shufflevector <16 x i64> %457, <16 x i64> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
  store <4 x i64> %461, ptr %452, align 8
  br label %469
462:
  %463 = extractelement <16 x i64> %434, i64 0
  %464 = getelementptr inbounds nuw i64, ptr %431, i64 %463
  %465 = load <16 x i64>, ptr %1, align 64
  %466 = load <16 x i64>, ptr %464, align 8
  %467 = xor <16 x i64> %465, splat (i64 -1)
  %468 = and <16 x i64> %466, %467
  store <16 x i64> %468, ptr %464, align 8
  br label %469
469:
  %470 = getelementptr inbounds nuw i8, ptr %368, i64 40
  %471 = load ptr, ptr %470, align 8
  %472 = load i32, ptr %12, align 64
  %473 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %474 = load <16 x i64>, ptr %473, align 64
  switch i32 %472, label %502 [
    i32 2, label %475
    i32 1, label %479
  ]
475:
  %476 = load <16 x i64>, ptr %1, align 64
  %477 = icmp ne <16 x i64> %476, zeroinitializer
  %478 = getelementptr i64, ptr %471, <16 x i64> %474
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> zeroinitializer, <16 x ptr> align 8 %478, <16 x i1> %477)
  br label %509
479:
  %480 = load <16 x i64>, ptr %1, align 64
  %481 = extractelement <16 x i64> %474, i64 0
  %482 = getelementptr inbounds nuw i64, ptr %471, i64 %481
  %483 = load <4 x i64>, ptr %482, align 8
  %484 = extractelement <16 x i64> %474, i64 4
  %485 = getelementptr inbounds nuw i64, ptr %471, i64 %484
  %486 = load <4 x i64>, ptr %485, align 8
  %487 = shufflevector <4 x i64> %483, <4 x i64> %486, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %488 = extractelement <16 x i64> %474, i64 8
  %489 = getelementptr inbounds nuw i64, ptr %471, i64 %488
  %490 = load <4 x i64>, ptr %489, align 8
  %491 = extractelement <16 x i64> %474, i64 12
  %492 = getelementptr inbounds nuw i64, ptr %471, i64 %491
  %493 = load <4 x i64>, ptr %492, align 8
  %494 = shufflevector <4 x i64> %490, <4 x i64> %493, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %495 = shufflevector <8 x i64> %487, <8 x i64> %494, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %496 = xor <16 x i64> %480, splat (i64 -1)
  %497 = and <16 x i64> %495, %496
  %498 = shufflevector <16 x i64> %497, <16 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i64> %498, ptr %482, align 8
  %499 = shufflevector <16 x i64> %497, <16 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i64> %499, ptr %485, align 8
  %500 = shufflevector <16 x i64> %497, <16 x i64> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
  store <4 x i64> %500, ptr %489, align 8
  %501 = shufflevector <16 x i64> %497, <16 x i64> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
  store <4 x i64> %501, ptr %492, align 8
  br label %509
502:
  %503 = extractelement <16 x i64> %474, i64 0
  %504 = getelementptr inbounds nuw i64, ptr %471, i64 %503
  %505 = load <16 x i64>, ptr %1, align 64
  %506 = load <16 x i64>, ptr %504, align 8
  %507 = xor <16 x i64> %505, splat (i64 -1)
  %508 = and <16 x i64> %506, %507
  store <16 x i64> %508, ptr %504, align 8
  br label %509
509:
  %510 = load i32, ptr %12, align 64
  %511 = icmp eq i32 %510, 2
  br i1 %511, label %512, label %538
512:
  %513 = load ptr, ptr %386, align 8
  %514 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %515 = load <16 x i64>, ptr %514, align 64
  %516 = load <16 x i64>, ptr %1, align 64
  %517 = icmp ne <16 x i64> %516, zeroinitializer
  %518 = getelementptr i64, ptr %513, <16 x i64> %515
  %519 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %518, <16 x i1> %517, <16 x i64> zeroinitializer)
  %520 = lshr <16 x i64> %519, splat (i64 37)
  %521 = and <16 x i64> %520, splat (i64 63)
  %522 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %523 = load <16 x i64>, ptr %522, align 64
  %524 = icmp ne <16 x i64> %521, %523
  %525 = icmp samesign ult <16 x i64> %521, splat (i64 32)
  %526 = and <16 x i1> %524, %525
  %527 = load <16 x i64>, ptr %1, align 64
  %528 = icmp ne <16 x i64> %527, zeroinitializer
  %529 = select <16 x i1> %526, <16 x i1> %528, <16 x i1> zeroinitializer
  %530 = bitcast <16 x i1> %529 to i16
  %531 = icmp eq i16 %530, 0
  br i1 %531, label %538, label %532
532:
  %533 = and <16 x i64> %519, splat (i64 -8658654068737)
  %534 = or disjoint <16 x i64> %533, splat (i64 4398046511104)
  %535 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %536 = load <16 x i64>, ptr %535, align 64
  %537 = getelementptr i64, ptr %513, <16 x i64> %536
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %534, <16 x ptr> align 8 %537, <16 x i1> %529)
  br label %538
538:
  call void @llvm.lifetime.end.p0(ptr %8)
  br label %539
539:
  call void @llvm.lifetime.end.p0(ptr %4)
  call void @llvm.lifetime.end.p0(ptr %3)
  ret void
}
declare void @cute.check.visit_peer(ptr, i32, i64, i64, i32, i64, i32)
declare <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr>, <16 x i1>, <16 x i64>)
declare void @llvm.masked.scatter.v16i64.v16p0(<16 x i64>, <16 x ptr>, <16 x i1>)
define internal <16 x i64> @shared.later_than(ptr %0, ptr %1, ptr %2) noinline {
  %4 = load <16 x i64>, ptr %1, align 64
  %5 = and <16 x i64> %4, splat (i64 137438953471)
  %6 = shufflevector <16 x i64> %5, <16 x i64> poison, <16 x i32> zeroinitializer
  %7 = icmp ne <16 x i64> %5, %6
  %8 = load <16 x i64>, ptr %2, align 64
  %9 = icmp ne <16 x i64> %8, zeroinitializer
  %10 = select <16 x i1> %7, <16 x i1> %9, <16 x i1> zeroinitializer
  %11 = bitcast <16 x i1> %10 to i16
  %12 = icmp eq i16 %11, 0
  br i1 %12, label %13, label %22
13:
  %14 = extractelement <16 x i64> %5, i64 0
  %15 = and i64 %14, 33554431
  %16 = lshr i64 %14, 25
  %17 = getelementptr inbounds nuw i32, ptr %0, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = zext i32 %18 to i64
  %20 = icmp samesign ugt i64 %15, %19
  %21 = select i1 %20, <16 x i64> splat (i64 -1), <16 x i64> zeroinitializer
  br label %31
22:
  %23 = lshr <16 x i64> %5, splat (i64 25)
  %24 = icmp ne <16 x i64> %8, zeroinitializer
  %25 = getelementptr i32, ptr %0, <16 x i64> %23
  %26 = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %25, <16 x i1> %24, <16 x i32> zeroinitializer)
  %27 = zext <16 x i32> %26 to <16 x i64>
  %28 = and <16 x i64> %4, splat (i64 33554431)
  %29 = icmp samesign ugt <16 x i64> %28, %27
  %30 = sext <16 x i1> %29 to <16 x i64>
  br label %31
31:
  %32 = phi <16 x i64> [ %21, %13 ], [ %30, %22 ]
  ret <16 x i64> %32
}
define internal <16 x i64> @shared.merged(ptr %0, ptr %1) noinline {
  %3 = load <16 x i64>, ptr %1, align 64
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 384
  %5 = load <16 x i64>, ptr %4, align 64
  %6 = xor <16 x i64> %5, %3
  %7 = and <16 x i64> %6, splat (i64 137438953471)
  %8 = icmp eq <16 x i64> %7, zeroinitializer
  %9 = lshr <16 x i64> %3, splat (i64 37)
  %10 = and <16 x i64> %9, splat (i64 63)
  %11 = icmp samesign ult <16 x i64> %10, splat (i64 33)
  %12 = lshr <16 x i64> %3, splat (i64 43)
  %13 = and <16 x i64> %12, splat (i64 15)
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %15 = load <16 x i64>, ptr %14, align 64
  %16 = and <16 x i64> %13, %15
  %17 = icmp ne <16 x i64> %16, zeroinitializer
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %19 = load <16 x i64>, ptr %18, align 64
  %20 = icmp ne <16 x i64> %10, %19
  %21 = icmp ne <16 x i64> %19, splat (i64 34)
  %22 = select <16 x i1> %21, <16 x i1> %20, <16 x i1> zeroinitializer
  %23 = select <16 x i1> %22, <16 x i1> %8, <16 x i1> zeroinitializer
  %24 = icmp ult <16 x i64> %19, splat (i64 33)
  %25 = icmp eq <16 x i64> %10, splat (i64 35)
  %26 = or <16 x i1> %11, %25
  %27 = and <16 x i1> %24, %26
  %28 = select <16 x i1> %27, <16 x i64> splat (i64 4810363371520), <16 x i64> splat (i64 4535485464576)
  %29 = and <16 x i1> %11, %17
  %30 = select <16 x i1> %29, <16 x i64> splat (i64 4398046511104), <16 x i64> %28
  %31 = and <16 x i64> %5, splat (i64 -8658654068737)
  %32 = or disjoint <16 x i64> %30, %31
  %33 = select <16 x i1> %23, <16 x i64> %32, <16 x i64> %5
  %34 = and <16 x i64> %3, splat (i64 131941395333120)
  %35 = select <16 x i1> %8, <16 x i64> %34, <16 x i64> zeroinitializer
  %36 = or <16 x i64> %33, %35
  ret <16 x i64> %36
}
declare <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr>, <16 x i1>, <16 x i32>)
define internal <16 x i64> @shared.conflicts(ptr %0, ptr %1, ptr %2, i1 %3) noinline {
  %5 = load <16 x i64>, ptr %2, align 64
  %6 = lshr <16 x i64> %5, splat (i64 37)
  %7 = and <16 x i64> %6, splat (i64 63)
  %8 = lshr <16 x i64> %5, splat (i64 43)
  %9 = and <16 x i64> %8, splat (i64 15)
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 256
  %11 = load <16 x i64>, ptr %10, align 64
  %12 = and <16 x i64> %9, %11
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %14 = load ptr, ptr %13, align 8
  %15 = call <16 x i64> @shared.later_than(ptr %14, ptr %2, ptr %1)
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %17 = load <16 x i64>, ptr %16, align 64
  %18 = icmp ne <16 x i64> %7, %17
  br i1 %3, label %22, label %19
19:
  %20 = icmp eq <16 x i64> %7, splat (i64 32)
  %21 = or <16 x i1> %20, %18
  br label %22
22:
  %23 = phi i64 [ 32, %4 ], [ 33, %19 ]
  %24 = phi <16 x i1> [ %18, %4 ], [ %21, %19 ]
  %25 = lshr <16 x i64> %5, splat (i64 25)
  %26 = and <16 x i64> %25, splat (i64 4095)
  %27 = and <16 x i64> %5, splat (i64 33554431)
  %28 = insertelement <16 x i64> poison, i64 %23, i64 0
  %29 = shufflevector <16 x i64> %28, <16 x i64> poison, <16 x i32> zeroinitializer
  %30 = icmp samesign ult <16 x i64> %7, %29
  %31 = and <16 x i1> %24, %30
  %32 = icmp eq <16 x i64> %7, splat (i64 35)
  %33 = xor <16 x i64> %11, splat (i64 -1)
  %34 = and <16 x i64> %9, %33
  %35 = icmp eq <16 x i64> %34, zeroinitializer
  %36 = and <16 x i1> %32, %35
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %38 = load i32, ptr %37, align 8
  %39 = zext i32 %38 to i64
  %40 = insertelement <16 x i64> poison, i64 %39, i64 0
  %41 = shufflevector <16 x i64> %40, <16 x i64> poison, <16 x i32> zeroinitializer
  %42 = icmp eq <16 x i64> %26, %41
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %44 = load i64, ptr %43, align 8
  %45 = insertelement <16 x i64> poison, i64 %44, i64 0
  %46 = shufflevector <16 x i64> %45, <16 x i64> poison, <16 x i32> zeroinitializer
  %47 = icmp uge <16 x i64> %27, %46
  %48 = and <16 x i1> %42, %47
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %50 = load i64, ptr %49, align 8
  %51 = insertelement <16 x i64> poison, i64 %50, i64 0
  %52 = shufflevector <16 x i64> %51, <16 x i64> poison, <16 x i32> zeroinitializer
  %53 = icmp eq <16 x i64> %26, %52
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %55 = load i64, ptr %54, align 8
  %56 = insertelement <16 x i64> poison, i64 %55, i64 0
  %57 = shufflevector <16 x i64> %56, <16 x i64> poison, <16 x i32> zeroinitializer
  %58 = icmp ugt <16 x i64> %27, %57
  %59 = and <16 x i1> %53, %58
  %60 = or <16 x i1> %48, %59
  %61 = or <16 x i1> %36, %31
  %62 = and <16 x i1> %61, %60
  %63 = icmp ult <16 x i64> %17, splat (i64 33)
  %64 = and <16 x i1> %63, %62
  %65 = select <16 x i1> %64, <16 x i64> splat (i64 -1), <16 x i64> %15
  %66 = load ptr, ptr %0, align 8
  %67 = getelementptr inbounds nuw i8, ptr %66, i64 664
  %68 = load i32, ptr %67, align 8
  %69 = icmp eq i32 %68, 0
  br i1 %69, label %99, label %70
70:
  %71 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %72 = load i32, ptr %71, align 8
  %73 = icmp eq i32 %72, 0
  br i1 %73, label %74, label %99
74:
  %75 = phi <16 x i64> [ %94, %93 ], [ zeroinitializer, %70 ]
  %76 = phi i32 [ %95, %93 ], [ 0, %70 ]
  %77 = load <16 x i64>, ptr %1, align 64
  %78 = extractelement <16 x i64> %77, i32 %76
  %79 = icmp eq i64 %78, 0
  br i1 %79, label %93, label %80
80:
  %81 = load <16 x i64>, ptr %2, align 64
  %82 = extractelement <16 x i64> %81, i32 %76
  %83 = load ptr, ptr %0, align 8
  %84 = load ptr, ptr %13, align 8
  %85 = lshr i64 %82, 25
  %86 = and i64 %85, 4095
  %87 = getelementptr inbounds nuw i32, ptr %84, i64 %86
  %88 = load i32, ptr %87, align 4
  %89 = zext i32 %88 to i64
  %90 = call i1 @cute.check.not_released(ptr %83, i64 %82, i64 %89)
  br i1 %90, label %91, label %93
91:
  %92 = insertelement <16 x i64> %75, i64 -1, i32 %76
  br label %93
93:
  %94 = phi <16 x i64> [ %92, %91 ], [ %75, %80 ], [ %75, %74 ]
  %95 = add nuw nsw i32 %76, 1
  %96 = icmp eq i32 %95, 16
  br i1 %96, label %97, label %74
97:
  %98 = or <16 x i64> %94, %65
  br label %99
99:
  %100 = phi <16 x i64> [ %65, %70 ], [ %98, %97 ], [ %65, %22 ]
  %101 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %102 = load i32, ptr %101, align 4
  %103 = and i32 %102, 2
  %104 = icmp eq i32 %103, 0
  br i1 %104, label %108, label %105
105:
  %106 = icmp eq <16 x i64> %7, splat (i64 34)
  %107 = select <16 x i1> %106, <16 x i64> zeroinitializer, <16 x i64> %100
  br label %108
108:
  %109 = phi <16 x i64> [ %107, %105 ], [ %100, %99 ]
  br i1 %3, label %110, label %124
110:
  %111 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %112 = load i32, ptr %111, align 8
  %113 = and i32 %112, 262144
  %114 = icmp eq i32 %113, 0
  br i1 %114, label %124, label %115
115:
  %116 = lshr <16 x i64> %5, splat (i64 51)
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %118 = load i32, ptr %117, align 4
  %119 = zext i32 %118 to i64
  %120 = insertelement <16 x i64> poison, i64 %119, i64 0
  %121 = shufflevector <16 x i64> %120, <16 x i64> poison, <16 x i32> zeroinitializer
  %122 = icmp eq <16 x i64> %116, %121
  %123 = select <16 x i1> %122, <16 x i64> zeroinitializer, <16 x i64> %109
  br label %124
124:
  %125 = phi <16 x i64> [ %123, %115 ], [ %109, %110 ], [ %109, %108 ]
  %126 = icmp eq <16 x i64> %12, zeroinitializer
  %127 = load <16 x i64>, ptr %1, align 64
  %128 = select <16 x i1> %126, <16 x i64> zeroinitializer, <16 x i64> %127
  %129 = and <16 x i64> %128, %125
  %130 = icmp ne <16 x i64> %129, zeroinitializer
  %131 = bitcast <16 x i1> %130 to i16
  %132 = icmp eq i16 %131, 0
  br i1 %132, label %293, label %133
133:
  %134 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %135 = load i32, ptr %134, align 8
  %136 = icmp eq i32 %135, 0
  br i1 %136, label %274, label %137
137:
  %138 = load ptr, ptr %0, align 8
  %139 = load i32, ptr %37, align 8
  %140 = getelementptr inbounds nuw i8, ptr %138, i64 48
  %141 = load ptr, ptr %140, align 8
  %142 = getelementptr inbounds nuw i8, ptr %138, i64 696
  %143 = load i32, ptr %142, align 8
  %144 = mul i32 %143, %139
  %145 = zext i32 %144 to i64
  %146 = getelementptr inbounds nuw i32, ptr %141, i64 %145
  %147 = getelementptr inbounds nuw i8, ptr %138, i64 624
  %148 = load i32, ptr %147, align 8
  %149 = icmp eq i32 %148, 0
  %150 = icmp eq i32 %135, 7
  %151 = or i1 %150, %149
  %152 = getelementptr inbounds nuw i8, ptr %138, i64 32
  %153 = load ptr, ptr %152, align 8
  %154 = getelementptr inbounds nuw i8, ptr %1, i64 640
  %155 = load i32, ptr %154, align 64
  %156 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %157 = load <16 x i64>, ptr %156, align 64
  switch i32 %155, label %179 [
    i32 2, label %158
    i32 1, label %162
  ]
158:
  %159 = icmp ne <16 x i64> %127, zeroinitializer
  %160 = getelementptr i64, ptr %153, <16 x i64> %157
  %161 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %160, <16 x i1> %159, <16 x i64> zeroinitializer)
  br label %184
162:
  %163 = extractelement <16 x i64> %157, i64 0
  %164 = getelementptr inbounds nuw i64, ptr %153, i64 %163
  %165 = load <4 x i64>, ptr %164, align 8
  %166 = extractelement <16 x i64> %157, i64 4
  %167 = getelementptr inbounds nuw i64, ptr %153, i64 %166
  %168 = load <4 x i64>, ptr %167, align 8
  %169 = shufflevector <4 x i64> %165, <4 x i64> %168, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %170 = extractelement <16 x i64> %157, i64 8
  %171 = getelementptr inbounds nuw i64, ptr %153, i64 %170
  %172 = load <4 x i64>, ptr %171, align 8
  %173 = extractelement <16 x i64> %157, i64 12
  %174 = getelementptr inbounds nuw i64, ptr %153, i64 %173
  %175 = load <4 x i64>, ptr %174, align 8
  %176 = shufflevector <4 x i64> %172, <4 x i64> %175, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %177 = shufflevector <8 x i64> %169, <8 x i64> %176, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %178 = and <16 x i64> %177, %127
  br label %184
179:
  %180 = extractelement <16 x i64> %157, i64 0
  %181 = getelementptr inbounds nuw i64, ptr %153, i64 %180
  %182 = load <16 x i64>, ptr %181, align 8
  %183 = and <16 x i64> %182, %127
  br label %184
184:
  %185 = phi <16 x i64> [ %161, %158 ], [ %178, %162 ], [ %183, %179 ]
  %186 = getelementptr inbounds nuw i8, ptr %138, i64 40
  %187 = load ptr, ptr %186, align 8
  %188 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %189 = load <16 x i64>, ptr %188, align 64
  switch i32 %155, label %211 [
    i32 2, label %190
    i32 1, label %194
  ]
190:
  %191 = icmp ne <16 x i64> %127, zeroinitializer
  %192 = getelementptr i64, ptr %187, <16 x i64> %189
  %193 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %192, <16 x i1> %191, <16 x i64> zeroinitializer)
  br label %216
194:
  %195 = extractelement <16 x i64> %189, i64 0
  %196 = getelementptr inbounds nuw i64, ptr %187, i64 %195
  %197 = load <4 x i64>, ptr %196, align 8
  %198 = extractelement <16 x i64> %189, i64 4
  %199 = getelementptr inbounds nuw i64, ptr %187, i64 %198
  %200 = load <4 x i64>, ptr %199, align 8
  %201 = shufflevector <4 x i64> %197, <4 x i64> %200, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %202 = extractelement <16 x i64> %189, i64 8
  %203 = getelementptr inbounds nuw i64, ptr %187, i64 %202
  %204 = load <4 x i64>, ptr %203, align 8
  %205 = extractelement <16 x i64> %189, i64 12
  %206 = getelementptr inbounds nuw i64, ptr %187, i64 %205
  %207 = load <4 x i64>, ptr %206, align 8
  %208 = shufflevector <4 x i64> %204, <4 x i64> %207, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %209 = shufflevector <8 x i64> %201, <8 x i64> %208, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %210 = and <16 x i64> %209, %127
  br label %216
211:
  %212 = extractelement <16 x i64> %189, i64 0
  %213 = getelementptr inbounds nuw i64, ptr %187, i64 %212
  %214 = load <16 x i64>, ptr %213, align 8
  %215 = and <16 x i64> %214, %127
  br label %216
216:
  %217 = phi <16 x i64> [ %193, %190 ], [ %210, %194 ], [ %215, %211 ]
  %218 = getelementptr inbounds nuw i8, ptr %0, i64 56
  br label %219
219:
  %220 = phi <16 x i64> [ %129, %216 ], [ %271, %270 ]
  %221 = phi i32 [ 0, %216 ], [ %272, %270 ]
  %222 = load <16 x i64>, ptr %2, align 64
  %223 = extractelement <16 x i64> %222, i32 %221
  %224 = extractelement <16 x i64> %220, i32 %221
  %225 = icmp eq i64 %224, 0
  br i1 %225, label %270, label %226
226:
  br i1 %151, label %227, label %239
227:
  %228 = and i64 %223, 33554431
  %229 = lshr i64 %223, 25
  %230 = and i64 %229, 4095
  %231 = getelementptr inbounds nuw i32, ptr %146, i64 %230
  %232 = load i32, ptr %231, align 4
  %233 = zext i32 %232 to i64
  %234 = icmp samesign ugt i64 %228, %233
  br i1 %234, label %235, label %239
235:
  %236 = load i32, ptr %37, align 8
  %237 = call i1 @cute.check.part_ordered(ptr %138, i32 %236, i64 %223, i64 33)
  %238 = zext i1 %237 to i32
  br label %239
239:
  %240 = phi i32 [ 0, %226 ], [ 1, %227 ], [ %238, %235 ]
  %241 = call i1 @shared.pipelined(ptr %0, i64 %223, i1 %3)
  %242 = zext i1 %241 to i32
  %243 = or i32 %240, %242
  %244 = icmp eq i32 %243, 0
  br i1 %244, label %245, label %268
245:
  br i1 %3, label %246, label %270
246:
  %247 = extractelement <16 x i64> %185, i32 %221
  %248 = load i32, ptr %134, align 8
  %249 = add i32 %248, -3
  %250 = icmp ult i32 %249, 2
  br i1 %250, label %251, label %257
251:
  %252 = and i64 %247, 33554431
  %253 = load i64, ptr %218, align 8
  %254 = icmp ugt i64 %252, %253
  br i1 %254, label %255, label %257
255:
  %256 = call i1 @shared.pipelined(ptr %0, i64 %247, i1 false)
  br i1 %256, label %268, label %257
257:
  %258 = extractelement <16 x i64> %217, i32 %221
  %259 = load i32, ptr %134, align 8
  %260 = add i32 %259, -3
  %261 = icmp ult i32 %260, 2
  br i1 %261, label %262, label %270
262:
  %263 = and i64 %258, 33554431
  %264 = load i64, ptr %218, align 8
  %265 = icmp ugt i64 %263, %264
  br i1 %265, label %266, label %270
266:
  %267 = call i1 @shared.pipelined(ptr %0, i64 %258, i1 false)
  br i1 %267, label %268, label %270
268:
  %269 = insertelement <16 x i64> %220, i64 0, i32 %221
  br label %270
270:
  %271 = phi <16 x i64> [ %220, %219 ], [ %269, %268 ], [ %220, %266 ], [ %220, %245 ], [ %220, %257 ], [ %220, %262 ]
  %272 = add nuw nsw i32 %221, 1
  %273 = icmp eq i32 %272, 16
  br i1 %273, label %293, label %219
274:
  %275 = phi i32 [ %291, %289 ], [ 0, %133 ]
  %276 = phi <16 x i64> [ %290, %289 ], [ %129, %133 ]
  %277 = extractelement <16 x i64> %129, i32 %275
  %278 = icmp eq i64 %277, 0
  br i1 %278, label %289, label %279
279:
  %280 = load <16 x i64>, ptr %2, align 64
  %281 = extractelement <16 x i64> %280, i32 %275
  %282 = load <16 x i64>, ptr %16, align 64
  %283 = extractelement <16 x i64> %282, i32 %275
  %284 = load ptr, ptr %0, align 8
  %285 = load i32, ptr %37, align 8
  %286 = call i1 @cute.check.part_ordered(ptr %284, i32 %285, i64 %281, i64 %283)
  br i1 %286, label %287, label %289
287:
  %288 = insertelement <16 x i64> %276, i64 0, i32 %275
  br label %289
289:
  %290 = phi <16 x i64> [ %288, %287 ], [ %276, %279 ], [ %276, %274 ]
  %291 = add nuw nsw i32 %275, 1
  %292 = icmp eq i32 %291, 16
  br i1 %292, label %293, label %274
293:
  %294 = phi <16 x i64> [ %129, %124 ], [ %290, %289 ], [ %271, %270 ]
  ret <16 x i64> %294
}
define internal <16 x i64> @shared.unfenced(ptr %0, ptr %1, ptr %2) noinline {
  %4 = load <16 x i64>, ptr %2, align 64
  %5 = lshr <16 x i64> %4, splat (i64 25)
  %6 = and <16 x i64> %5, splat (i64 4095)
  %7 = load ptr, ptr %0, align 8
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 692
  %9 = load i32, ptr %8, align 4
  %10 = zext i32 %9 to i64
  %11 = shl nuw nsw i64 %10, 1
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %13 = load ptr, ptr %12, align 8
  %14 = call <16 x i64> @shared.later_than(ptr %13, ptr %2, ptr %1)
  %15 = insertelement <16 x i64> poison, i64 %11, i64 0
  %16 = shufflevector <16 x i64> %15, <16 x i64> poison, <16 x i32> zeroinitializer
  %17 = icmp samesign ult <16 x i64> %6, %16
  %18 = select <16 x i1> %17, <16 x i64> %14, <16 x i64> zeroinitializer
  %19 = load <16 x i64>, ptr %1, align 64
  %20 = and <16 x i64> %18, %19
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 24
  br label %23
23:
  %24 = phi <16 x i64> [ %20, %3 ], [ %63, %62 ]
  %25 = phi i32 [ 0, %3 ], [ %64, %62 ]
  %26 = icmp samesign ugt i32 %25, 15
  %27 = icmp ne <16 x i64> %24, zeroinitializer
  %28 = bitcast <16 x i1> %27 to i16
  %29 = icmp eq i16 %28, 0
  %30 = select i1 %26, i1 true, i1 %29
  br i1 %30, label %31, label %32
31:
  ret <16 x i64> %24
32:
  %33 = extractelement <16 x i64> %24, i32 %25
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %62, label %35
35:
  %36 = load <16 x i64>, ptr %2, align 64
  %37 = extractelement <16 x i64> %36, i32 %25
  %38 = load i32, ptr %21, align 8
  %39 = and i32 %38, 131072
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %56, label %41
41:
  %42 = and i64 %37, 33554431
  %43 = load ptr, ptr %0, align 8
  %44 = getelementptr inbounds nuw i8, ptr %43, i64 376
  %45 = load ptr, ptr %44, align 8
  %46 = lshr i64 %37, 25
  %47 = and i64 %46, 4095
  %48 = getelementptr inbounds nuw i8, ptr %43, i64 692
  %49 = load i32, ptr %48, align 4
  %50 = zext i32 %49 to i64
  %51 = urem i64 %47, %50
  %52 = getelementptr inbounds nuw i32, ptr %45, i64 %51
  %53 = load i32, ptr %52, align 4
  %54 = zext i32 %53 to i64
  %55 = icmp samesign ugt i64 %42, %54
  br i1 %55, label %56, label %60
56:
  %57 = load ptr, ptr %0, align 8
  %58 = load i32, ptr %22, align 8
  %59 = call i1 @cute.check.part_fenced(ptr %57, i32 %58, i64 %37)
  br i1 %59, label %60, label %62
60:
  %61 = insertelement <16 x i64> %24, i64 0, i32 %25
  br label %62
62:
  %63 = phi <16 x i64> [ %61, %60 ], [ %24, %56 ], [ %24, %32 ]
  %64 = add nuw nsw i32 %25, 1
  br label %23
}
define internal void @shared.excuse_seen(ptr %0, ptr %1, ptr %2, ptr %3) noinline {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 640
  %9 = load i32, ptr %8, align 64
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %11 = load <16 x i64>, ptr %10, align 64
  switch i32 %9, label %35 [
    i32 2, label %12
    i32 1, label %17
  ]
12:
  %13 = load <16 x i64>, ptr %1, align 64
  %14 = icmp ne <16 x i64> %13, zeroinitializer
  %15 = getelementptr i64, ptr %7, <16 x i64> %11
  %16 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %15, <16 x i1> %14, <16 x i64> zeroinitializer)
  br label %41
17:
  %18 = extractelement <16 x i64> %11, i64 0
  %19 = getelementptr inbounds nuw i64, ptr %7, i64 %18
  %20 = load <4 x i64>, ptr %19, align 8
  %21 = extractelement <16 x i64> %11, i64 4
  %22 = getelementptr inbounds nuw i64, ptr %7, i64 %21
  %23 = load <4 x i64>, ptr %22, align 8
  %24 = shufflevector <4 x i64> %20, <4 x i64> %23, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %25 = extractelement <16 x i64> %11, i64 8
  %26 = getelementptr inbounds nuw i64, ptr %7, i64 %25
  %27 = load <4 x i64>, ptr %26, align 8
  %28 = extractelement <16 x i64> %11, i64 12
  %29 = getelementptr inbounds nuw i64, ptr %7, i64 %28
  %30 = load <4 x i64>, ptr %29, align 8
  %31 = shufflevector <4 x i64> %27, <4 x i64> %30, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %32 = shufflevector <8 x i64> %24, <8 x i64> %31, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %33 = load <16 x i64>, ptr %1, align 64
  %34 = and <16 x i64> %32, %33
  br label %41
35:
  %36 = extractelement <16 x i64> %11, i64 0
  %37 = getelementptr inbounds nuw i64, ptr %7, i64 %36
  %38 = load <16 x i64>, ptr %37, align 8
  %39 = load <16 x i64>, ptr %1, align 64
  %40 = and <16 x i64> %39, %38
  br label %41
41:
  %42 = phi <16 x i64> [ %16, %12 ], [ %34, %17 ], [ %40, %35 ]
  %43 = and <16 x i64> %42, splat (i64 8658654068736)
  %44 = icmp eq <16 x i64> %43, splat (i64 4672924418048)
  %45 = and <16 x i64> %42, splat (i64 2111062325329920)
  %46 = icmp ne <16 x i64> %45, zeroinitializer
  %47 = and <16 x i1> %44, %46
  %48 = sext <16 x i1> %47 to <16 x i64>
  %49 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %50 = load ptr, ptr %49, align 8
  %51 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %52 = load <16 x i64>, ptr %51, align 64
  switch i32 %9, label %76 [
    i32 2, label %53
    i32 1, label %58
  ]
53:
  %54 = load <16 x i64>, ptr %1, align 64
  %55 = icmp ne <16 x i64> %54, zeroinitializer
  %56 = getelementptr i64, ptr %50, <16 x i64> %52
  %57 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %56, <16 x i1> %55, <16 x i64> zeroinitializer)
  br label %82
58:
  %59 = extractelement <16 x i64> %52, i64 0
  %60 = getelementptr inbounds nuw i64, ptr %50, i64 %59
  %61 = load <4 x i64>, ptr %60, align 8
  %62 = extractelement <16 x i64> %52, i64 4
  %63 = getelementptr inbounds nuw i64, ptr %50, i64 %62
  %64 = load <4 x i64>, ptr %63, align 8
  %65 = shufflevector <4 x i64> %61, <4 x i64> %64, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %66 = extractelement <16 x i64> %52, i64 8
  %67 = getelementptr inbounds nuw i64, ptr %50, i64 %66
  %68 = load <4 x i64>, ptr %67, align 8
  %69 = extractelement <16 x i64> %52, i64 12
  %70 = getelementptr inbounds nuw i64, ptr %50, i64 %69
  %71 = load <4 x i64>, ptr %70, align 8
  %72 = shufflevector <4 x i64> %68, <4 x i64> %71, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %73 = shufflevector <8 x i64> %65, <8 x i64> %72, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %74 = load <16 x i64>, ptr %1, align 64
  %75 = and <16 x i64> %73, %74
  br label %82
76:
  %77 = extractelement <16 x i64> %52, i64 0
  %78 = getelementptr inbounds nuw i64, ptr %50, i64 %77
  %79 = load <16 x i64>, ptr %78, align 8
  %80 = load <16 x i64>, ptr %1, align 64
  %81 = and <16 x i64> %80, %79
  br label %82
82:
  %83 = phi <16 x i64> [ %57, %53 ], [ %75, %58 ], [ %81, %76 ]
  %84 = and <16 x i64> %83, splat (i64 8658654068736)
  %85 = icmp eq <16 x i64> %84, splat (i64 4672924418048)
  %86 = and <16 x i64> %83, splat (i64 2111062325329920)
  %87 = icmp ne <16 x i64> %86, zeroinitializer
  %88 = and <16 x i1> %85, %87
  %89 = sext <16 x i1> %88 to <16 x i64>
  %90 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %91 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %92 = getelementptr inbounds nuw i8, ptr %5, i64 424
  %93 = getelementptr inbounds nuw i8, ptr %5, i64 520
  %94 = getelementptr inbounds nuw i8, ptr %3, i64 256
  %95 = getelementptr inbounds nuw i8, ptr %3, i64 384
  br label %97
96:
  ret void
97:
  %98 = phi i32 [ 0, %82 ], [ %153, %152 ]
  %99 = load <16 x i64>, ptr %2, align 64
  %100 = extractelement <16 x i64> %99, i32 %98
  %101 = load <16 x i64>, ptr %1, align 64
  %102 = extractelement <16 x i64> %101, i32 %98
  %103 = icmp ne i64 %102, 0
  %104 = and i64 %100, 8658654068736
  %105 = icmp eq i64 %104, 4672924418048
  %106 = select i1 %103, i1 %105, i1 false
  br i1 %106, label %107, label %152
107:
  %108 = load i32, ptr %90, align 8
  %109 = load <16 x i64>, ptr %91, align 64
  %110 = extractelement <16 x i64> %109, i32 %98
  %111 = load ptr, ptr %92, align 8
  %112 = zext i32 %108 to i64
  %113 = shl nuw nsw i64 %112, 6
  %114 = getelementptr inbounds nuw i8, ptr %111, i64 %113
  %115 = and i64 %110, 3
  %116 = getelementptr inbounds nuw { i64, i64 }, ptr %114, i64 %115
  %117 = load i64, ptr %116, align 8
  %118 = add i64 %110, 1
  %119 = icmp eq i64 %117, %118
  br i1 %119, label %120, label %152
120:
  %121 = getelementptr inbounds nuw i8, ptr %116, i64 8
  %122 = load i64, ptr %121, align 8
  %123 = and i64 %100, 137438953471
  %124 = icmp eq i64 %122, %123
  br i1 %124, label %125, label %152
125:
  %126 = load <16 x i64>, ptr %3, align 64
  %127 = insertelement <16 x i64> %126, i64 0, i32 %98
  store <16 x i64> %127, ptr %3, align 64
  %128 = lshr i64 %100, 25
  %129 = and i64 %128, 4095
  %130 = load i32, ptr %90, align 8
  %131 = zext i32 %130 to i64
  %132 = icmp eq i64 %129, %131
  br i1 %132, label %140, label %133
133:
  %134 = load ptr, ptr %93, align 8
  %135 = lshr i64 %100, 51
  %136 = getelementptr inbounds nuw i8, ptr %134, i64 %135
  %137 = load i8, ptr %136, align 1
  %138 = and i8 %137, 2
  %139 = icmp eq i8 %138, 0
  br i1 %139, label %140, label %152
140:
  %141 = extractelement <16 x i64> %48, i32 %98
  %142 = icmp eq i64 %141, 0
  br i1 %142, label %146, label %143
143:
  %144 = load <16 x i64>, ptr %94, align 64
  %145 = insertelement <16 x i64> %144, i64 0, i32 %98
  store <16 x i64> %145, ptr %94, align 64
  br label %146
146:
  %147 = extractelement <16 x i64> %89, i32 %98
  %148 = icmp eq i64 %147, 0
  br i1 %148, label %152, label %149
149:
  %150 = load <16 x i64>, ptr %95, align 64
  %151 = insertelement <16 x i64> %150, i64 0, i32 %98
  store <16 x i64> %151, ptr %95, align 64
  br label %152
152:
  %153 = add nuw nsw i32 %98, 1
  %154 = icmp eq i32 %153, 16
  br i1 %154, label %96, label %97
}
define internal void @shared.observe(ptr %0, ptr %1, ptr %2) noinline {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %6 = load i32, ptr %5, align 8
  %7 = and i32 %6, 2162688
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %52
9:
  %10 = getelementptr inbounds nuw i8, ptr %4, i64 424
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %13, label %20
13:
  %14 = getelementptr inbounds nuw i8, ptr %4, i64 692
  %15 = load i32, ptr %14, align 4
  %16 = shl i32 %15, 2
  %17 = zext i32 %16 to i64
  %18 = shl nuw nsw i64 %17, 4
  %19 = call ptr @cute.check.take_room(ptr %4, i64 %18)
  store ptr %19, ptr %10, align 8
  br label %20
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 384
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %24 = getelementptr inbounds nuw i8, ptr %1, i64 512
  br label %25
25:
  %26 = phi i32 [ 0, %20 ], [ %50, %49 ]
  %27 = load <16 x i64>, ptr %1, align 64
  %28 = extractelement <16 x i64> %27, i32 %26
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %49, label %30
30:
  %31 = load i32, ptr %21, align 4
  %32 = and i32 %31, 1
  %33 = icmp eq i32 %32, 0
  %34 = select i1 %33, ptr %2, ptr %22
  %35 = load <16 x i64>, ptr %34, align 64
  %36 = extractelement <16 x i64> %35, i32 %26
  %37 = and i64 %36, 137438953471
  %38 = load i32, ptr %23, align 8
  %39 = load <16 x i64>, ptr %24, align 64
  %40 = extractelement <16 x i64> %39, i32 %26
  %41 = load ptr, ptr %10, align 8
  %42 = zext i32 %38 to i64
  %43 = shl nuw nsw i64 %42, 6
  %44 = getelementptr inbounds nuw i8, ptr %41, i64 %43
  %45 = and i64 %40, 3
  %46 = getelementptr inbounds nuw { i64, i64 }, ptr %44, i64 %45
  %47 = add i64 %40, 1
  store i64 %47, ptr %46, align 8
  %48 = getelementptr inbounds nuw i8, ptr %46, i64 8
  store i64 %37, ptr %48, align 8
  br label %49
49:
  %50 = add nuw nsw i32 %26, 1
  %51 = icmp eq i32 %50, 16
  br i1 %51, label %52, label %25
52:
  ret void
}
define internal void @shared.tell(ptr %0, ptr %1, ptr %2) noinline {
  %4 = load ptr, ptr %0, align 8
  %5 = load <16 x i64>, ptr %2, align 64
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 128
  %7 = load <16 x i64>, ptr %6, align 64
  %8 = getelementptr inbounds nuw i8, ptr %2, i64 256
  %9 = load <16 x i64>, ptr %8, align 64
  %10 = getelementptr inbounds nuw i8, ptr %2, i64 384
  %11 = load <16 x i64>, ptr %10, align 64
  %12 = or <16 x i64> %5, %9
  %13 = or <16 x i64> %12, %11
  %14 = or <16 x i64> %13, %7
  %15 = icmp ne <16 x i64> %14, zeroinitializer
  %16 = bitcast <16 x i1> %15 to i16
  %17 = icmp eq i16 %16, 0
  br i1 %17, label %193, label %18
18:
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %20 = load i32, ptr %19, align 8
  %21 = and i32 %20, 8
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %32, label %23
23:
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %25 = load i32, ptr %24, align 4
  %26 = and i32 %25, 1
  %27 = icmp ne i32 %26, 0
  %28 = icmp ne <16 x i64> %7, zeroinitializer
  %29 = bitcast <16 x i1> %28 to i16
  %30 = icmp eq i16 %29, 0
  %31 = or i1 %30, %27
  br i1 %31, label %47, label %36
32:
  %33 = icmp ne <16 x i64> %7, zeroinitializer
  %34 = bitcast <16 x i1> %33 to i16
  %35 = icmp eq i16 %34, 0
  br i1 %35, label %47, label %36
36:
  %37 = getelementptr inbounds nuw i8, ptr %4, i64 652
  store i32 1, ptr %37, align 4
  %38 = load <16 x i64>, ptr %2, align 64
  %39 = load <16 x i64>, ptr %8, align 64
  %40 = or <16 x i64> %39, %38
  %41 = load <16 x i64>, ptr %10, align 64
  %42 = or <16 x i64> %40, %41
  %43 = icmp ne <16 x i64> %42, zeroinitializer
  %44 = bitcast <16 x i1> %43 to i16
  %45 = icmp eq i16 %44, 0
  %46 = select i1 %45, i64 1, i64 2
  br label %47
47:
  %48 = phi i64 [ 2, %32 ], [ %46, %36 ], [ 2, %23 ]
  %49 = getelementptr inbounds nuw i8, ptr %4, i64 160
  %50 = load ptr, ptr %49, align 8
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %52 = load i32, ptr %51, align 4
  %53 = sext i32 %52 to i64
  %54 = getelementptr inbounds i8, ptr %50, i64 %53
  %55 = load i8, ptr %54, align 1
  %56 = zext i8 %55 to i64
  %57 = and i64 %48, %56
  %58 = icmp eq i64 %57, 0
  br i1 %58, label %59, label %193
59:
  %60 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %61 = load <16 x i64>, ptr %60, align 64
  %62 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %63 = load <16 x i64>, ptr %62, align 64
  %64 = shl <16 x i64> %63, splat (i64 32)
  %65 = getelementptr inbounds nuw i8, ptr %1, i64 256
  %66 = load <16 x i64>, ptr %65, align 64
  %67 = shl <16 x i64> %66, splat (i64 40)
  %68 = or <16 x i64> %64, %67
  %69 = or <16 x i64> %68, %61
  %70 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %71 = load ptr, ptr %70, align 8
  %72 = getelementptr inbounds nuw i8, ptr %1, i64 640
  %73 = load i32, ptr %72, align 64
  switch i32 %73, label %97 [
    i32 2, label %74
    i32 1, label %79
  ]
74:
  %75 = load <16 x i64>, ptr %1, align 64
  %76 = icmp ne <16 x i64> %75, zeroinitializer
  %77 = getelementptr i64, ptr %71, <16 x i64> %61
  %78 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %77, <16 x i1> %76, <16 x i64> zeroinitializer)
  br label %103
79:
  %80 = extractelement <16 x i64> %61, i64 0
  %81 = getelementptr inbounds nuw i64, ptr %71, i64 %80
  %82 = load <4 x i64>, ptr %81, align 8
  %83 = extractelement <16 x i64> %61, i64 4
  %84 = getelementptr inbounds nuw i64, ptr %71, i64 %83
  %85 = load <4 x i64>, ptr %84, align 8
  %86 = shufflevector <4 x i64> %82, <4 x i64> %85, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %87 = extractelement <16 x i64> %61, i64 8
  %88 = getelementptr inbounds nuw i64, ptr %71, i64 %87
  %89 = load <4 x i64>, ptr %88, align 8
  %90 = extractelement <16 x i64> %61, i64 12
  %91 = getelementptr inbounds nuw i64, ptr %71, i64 %90
  %92 = load <4 x i64>, ptr %91, align 8
  %93 = shufflevector <4 x i64> %89, <4 x i64> %92, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %94 = shufflevector <8 x i64> %86, <8 x i64> %93, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %95 = load <16 x i64>, ptr %1, align 64
  %96 = and <16 x i64> %94, %95
  br label %103
97:
  %98 = extractelement <16 x i64> %61, i64 0
  %99 = getelementptr inbounds nuw i64, ptr %71, i64 %98
  %100 = load <16 x i64>, ptr %99, align 8
  %101 = load <16 x i64>, ptr %1, align 64
  %102 = and <16 x i64> %101, %100
  br label %103
103:
  %104 = phi <16 x i64> [ %78, %74 ], [ %96, %79 ], [ %102, %97 ]
  %105 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %106 = load ptr, ptr %105, align 8
  switch i32 %73, label %130 [
    i32 2, label %107
    i32 1, label %112
  ]
107:
  %108 = load <16 x i64>, ptr %1, align 64
  %109 = icmp ne <16 x i64> %108, zeroinitializer
  %110 = getelementptr i64, ptr %106, <16 x i64> %61
  %111 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %110, <16 x i1> %109, <16 x i64> zeroinitializer)
  br label %136
112:
  %113 = extractelement <16 x i64> %61, i64 0
  %114 = getelementptr inbounds nuw i64, ptr %106, i64 %113
  %115 = load <4 x i64>, ptr %114, align 8
  %116 = extractelement <16 x i64> %61, i64 4
  %117 = getelementptr inbounds nuw i64, ptr %106, i64 %116
  %118 = load <4 x i64>, ptr %117, align 8
  %119 = shufflevector <4 x i64> %115, <4 x i64> %118, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %120 = extractelement <16 x i64> %61, i64 8
  %121 = getelementptr inbounds nuw i64, ptr %106, i64 %120
  %122 = load <4 x i64>, ptr %121, align 8
  %123 = extractelement <16 x i64> %61, i64 12
  %124 = getelementptr inbounds nuw i64, ptr %106, i64 %123
  %125 = load <4 x i64>, ptr %124, align 8
  %126 = shufflevector <4 x i64> %122, <4 x i64> %125, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %127 = shufflevector <8 x i64> %119, <8 x i64> %126, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %128 = load <16 x i64>, ptr %1, align 64
  %129 = and <16 x i64> %127, %128
  br label %136
130:
  %131 = extractelement <16 x i64> %61, i64 0
  %132 = getelementptr inbounds nuw i64, ptr %106, i64 %131
  %133 = load <16 x i64>, ptr %132, align 8
  %134 = load <16 x i64>, ptr %1, align 64
  %135 = and <16 x i64> %134, %133
  br label %136
136:
  %137 = phi <16 x i64> [ %111, %107 ], [ %129, %112 ], [ %135, %130 ]
  %138 = getelementptr inbounds nuw i8, ptr %4, i64 40
  %139 = load ptr, ptr %138, align 8
  switch i32 %73, label %163 [
    i32 2, label %140
    i32 1, label %145
  ]
140:
  %141 = load <16 x i64>, ptr %1, align 64
  %142 = icmp ne <16 x i64> %141, zeroinitializer
  %143 = getelementptr i64, ptr %139, <16 x i64> %61
  %144 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %143, <16 x i1> %142, <16 x i64> zeroinitializer)
  br label %169
145:
  %146 = extractelement <16 x i64> %61, i64 0
  %147 = getelementptr inbounds nuw i64, ptr %139, i64 %146
  %148 = load <4 x i64>, ptr %147, align 8
  %149 = extractelement <16 x i64> %61, i64 4
  %150 = getelementptr inbounds nuw i64, ptr %139, i64 %149
  %151 = load <4 x i64>, ptr %150, align 8
  %152 = shufflevector <4 x i64> %148, <4 x i64> %151, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %153 = extractelement <16 x i64> %61, i64 8
  %154 = getelementptr inbounds nuw i64, ptr %139, i64 %153
  %155 = load <4 x i64>, ptr %154, align 8
  %156 = extractelement <16 x i64> %61, i64 12
  %157 = getelementptr inbounds nuw i64, ptr %139, i64 %156
  %158 = load <4 x i64>, ptr %157, align 8
  %159 = shufflevector <4 x i64> %155, <4 x i64> %158, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %160 = shufflevector <8 x i64> %152, <8 x i64> %159, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %161 = load <16 x i64>, ptr %1, align 64
  %162 = and <16 x i64> %160, %161
  br label %169
163:
  %164 = extractelement <16 x i64> %61, i64 0
  %165 = getelementptr inbounds nuw i64, ptr %139, i64 %164
  %166 = load <16 x i64>, ptr %165, align 8
  %167 = load <16 x i64>, ptr %1, align 64
  %168 = and <16 x i64> %167, %166
  br label %169
169:
  %170 = phi <16 x i64> [ %144, %140 ], [ %162, %145 ], [ %168, %163 ]
  %171 = getelementptr inbounds nuw i8, ptr %4, i64 788
  br label %183
172:
  %173 = getelementptr inbounds nuw i8, ptr %4, i64 808
  store <16 x i64> %69, ptr %173, align 8
  %174 = getelementptr inbounds nuw i8, ptr %4, i64 936
  store <16 x i64> %104, ptr %174, align 8
  %175 = getelementptr inbounds nuw i8, ptr %4, i64 1064
  store <16 x i64> %137, ptr %175, align 8
  %176 = getelementptr inbounds nuw i8, ptr %4, i64 1192
  store <16 x i64> %170, ptr %176, align 8
  %177 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %178 = load i32, ptr %177, align 8
  %179 = load i32, ptr %51, align 4
  %180 = load i32, ptr %19, align 8
  %181 = load ptr, ptr %4, align 8
  %182 = call i32 %181(ptr %4, i32 1, i32 %178, i32 %179, i32 %180, i64 0, i64 0)
  br label %193
183:
  %184 = phi i64 [ 0, %169 ], [ %191, %183 ]
  %185 = getelementptr inbounds nuw <16 x i64>, ptr %2, i64 %184
  %186 = load <16 x i64>, ptr %185, align 64
  %187 = icmp ne <16 x i64> %186, zeroinitializer
  %188 = bitcast <16 x i1> %187 to i16
  %189 = zext i16 %188 to i32
  %190 = getelementptr inbounds nuw i32, ptr %171, i64 %184
  store i32 %189, ptr %190, align 4
  %191 = add nuw nsw i64 %184, 1
  %192 = icmp eq i64 %191, 4
  br i1 %192, label %172, label %183
193:
  ret void
}
define internal void @shared.remember_atomic(ptr %0, ptr %1, ptr %2, ptr %3) noinline {
  %5 = alloca <16 x i64>, align 64
  %6 = load ptr, ptr %0, align 8
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 640
  %10 = load i32, ptr %9, align 64
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %12 = load <16 x i64>, ptr %11, align 64
  switch i32 %10, label %36 [
    i32 2, label %13
    i32 1, label %18
  ]
13:
  %14 = load <16 x i64>, ptr %1, align 64
  %15 = icmp ne <16 x i64> %14, zeroinitializer
  %16 = getelementptr i64, ptr %8, <16 x i64> %12
  %17 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %16, <16 x i1> %15, <16 x i64> zeroinitializer)
  br label %42
18:
  %19 = extractelement <16 x i64> %12, i64 0
  %20 = getelementptr inbounds nuw i64, ptr %8, i64 %19
  %21 = load <4 x i64>, ptr %20, align 8
  %22 = extractelement <16 x i64> %12, i64 4
  %23 = getelementptr inbounds nuw i64, ptr %8, i64 %22
  %24 = load <4 x i64>, ptr %23, align 8
  %25 = shufflevector <4 x i64> %21, <4 x i64> %24, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %26 = extractelement <16 x i64> %12, i64 8
  %27 = getelementptr inbounds nuw i64, ptr %8, i64 %26
  %28 = load <4 x i64>, ptr %27, align 8
  %29 = extractelement <16 x i64> %12, i64 12
  %30 = getelementptr inbounds nuw i64, ptr %8, i64 %29
  %31 = load <4 x i64>, ptr %30, align 8
  %32 = shufflevector <4 x i64> %28, <4 x i64> %31, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %33 = shufflevector <8 x i64> %25, <8 x i64> %32, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %34 = load <16 x i64>, ptr %1, align 64
  %35 = and <16 x i64> %33, %34
  br label %42
36:
  %37 = extractelement <16 x i64> %12, i64 0
  %38 = getelementptr inbounds nuw i64, ptr %8, i64 %37
  %39 = load <16 x i64>, ptr %38, align 8
  %40 = load <16 x i64>, ptr %1, align 64
  %41 = and <16 x i64> %40, %39
  br label %42
42:
  %43 = phi <16 x i64> [ %17, %13 ], [ %35, %18 ], [ %41, %36 ]
  %44 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %45 = load ptr, ptr %44, align 8
  %46 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %47 = load <16 x i64>, ptr %46, align 64
  switch i32 %10, label %71 [
    i32 2, label %48
    i32 1, label %53
  ]
48:
  %49 = load <16 x i64>, ptr %1, align 64
  %50 = icmp ne <16 x i64> %49, zeroinitializer
  %51 = getelementptr i64, ptr %45, <16 x i64> %47
  %52 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %51, <16 x i1> %50, <16 x i64> zeroinitializer)
  br label %77
53:
  %54 = extractelement <16 x i64> %47, i64 0
  %55 = getelementptr inbounds nuw i64, ptr %45, i64 %54
  %56 = load <4 x i64>, ptr %55, align 8
  %57 = extractelement <16 x i64> %47, i64 4
  %58 = getelementptr inbounds nuw i64, ptr %45, i64 %57
  %59 = load <4 x i64>, ptr %58, align 8
  %60 = shufflevector <4 x i64> %56, <4 x i64> %59, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %61 = extractelement <16 x i64> %47, i64 8
  %62 = getelementptr inbounds nuw i64, ptr %45, i64 %61
  %63 = load <4 x i64>, ptr %62, align 8
  %64 = extractelement <16 x i64> %47, i64 12
  %65 = getelementptr inbounds nuw i64, ptr %45, i64 %64
  %66 = load <4 x i64>, ptr %65, align 8
  %67 = shufflevector <4 x i64> %63, <4 x i64> %66, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %68 = shufflevector <8 x i64> %60, <8 x i64> %67, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %69 = load <16 x i64>, ptr %1, align 64
  %70 = and <16 x i64> %68, %69
  br label %77
71:
  %72 = extractelement <16 x i64> %47, i64 0
  %73 = getelementptr inbounds nuw i64, ptr %45, i64 %72
  %74 = load <16 x i64>, ptr %73, align 8
  %75 = load <16 x i64>, ptr %1, align 64
  %76 = and <16 x i64> %75, %74
  br label %77
77:
  %78 = phi <16 x i64> [ %52, %48 ], [ %70, %53 ], [ %76, %71 ]
  call void @llvm.lifetime.start.p0(ptr %5)
  %79 = load <16 x i64>, ptr %2, align 64
  store <16 x i64> %79, ptr %5, align 64
  %80 = and <16 x i64> %79, splat (i64 8658654068736)
  %81 = icmp ne <16 x i64> %80, splat (i64 4672924418048)
  %82 = and <16 x i64> %79, splat (i64 33554431)
  %83 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %84 = load i64, ptr %83, align 8
  %85 = insertelement <16 x i64> poison, i64 %84, i64 0
  %86 = shufflevector <16 x i64> %85, <16 x i64> poison, <16 x i32> zeroinitializer
  %87 = icmp ugt <16 x i64> %82, %86
  %88 = and <16 x i1> %81, %87
  %89 = and <16 x i64> %43, splat (i64 33554431)
  %90 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %91 = load i64, ptr %90, align 8
  %92 = insertelement <16 x i64> poison, i64 %91, i64 0
  %93 = shufflevector <16 x i64> %92, <16 x i64> poison, <16 x i32> zeroinitializer
  %94 = icmp ugt <16 x i64> %89, %93
  %95 = and <16 x i64> %43, splat (i64 137405399040)
  %96 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %97 = load i64, ptr %96, align 8
  %98 = insertelement <16 x i64> poison, i64 %97, i64 0
  %99 = shufflevector <16 x i64> %98, <16 x i64> poison, <16 x i32> zeroinitializer
  %100 = icmp uge <16 x i64> %95, %99
  %101 = or <16 x i1> %94, %100
  %102 = lshr <16 x i64> %79, splat (i64 25)
  %103 = and <16 x i64> %102, splat (i64 4095)
  %104 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %105 = load i64, ptr %104, align 8
  %106 = insertelement <16 x i64> poison, i64 %105, i64 0
  %107 = shufflevector <16 x i64> %106, <16 x i64> poison, <16 x i32> zeroinitializer
  %108 = icmp eq <16 x i64> %103, %107
  %109 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %110 = load ptr, ptr %109, align 8
  %111 = call <16 x i64> @shared.later_than(ptr %110, ptr %5, ptr %1)
  %112 = select <16 x i1> %108, <16 x i64> zeroinitializer, <16 x i64> %111
  %113 = select <16 x i1> %88, <16 x i64> splat (i64 -1), <16 x i64> %112
  %114 = select <16 x i1> %101, <16 x i64> zeroinitializer, <16 x i64> %113
  %115 = and <16 x i64> %114, %79
  %116 = xor <16 x i64> %114, splat (i64 -1)
  %117 = and <16 x i64> %43, %116
  %118 = or <16 x i64> %115, %117
  %119 = select <16 x i1> %88, <16 x i1> %101, <16 x i1> zeroinitializer
  %120 = select <16 x i1> %119, <16 x i64> %79, <16 x i64> %78
  %121 = load <16 x i64>, ptr %3, align 64
  %122 = and <16 x i64> %79, splat (i64 2111062325329920)
  %123 = select <16 x i1> %87, <16 x i64> %122, <16 x i64> zeroinitializer
  %124 = or <16 x i64> %121, %123
  %125 = getelementptr inbounds nuw i8, ptr %1, i64 256
  %126 = load <16 x i64>, ptr %125, align 64
  %127 = shl <16 x i64> %126, splat (i64 47)
  %128 = or <16 x i64> %124, %127
  %129 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %130 = load i32, ptr %129, align 8
  %131 = icmp eq i32 %130, 7
  %132 = and <16 x i64> %128, splat (i64 -2111062325329921)
  %133 = select i1 %131, <16 x i64> %132, <16 x i64> %128
  %134 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %135 = load ptr, ptr %134, align 8
  %136 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %137 = load <16 x i64>, ptr %136, align 64
  switch i32 %10, label %167 [
    i32 2, label %138
    i32 1, label %142
  ]
138:
  %139 = load <16 x i64>, ptr %1, align 64
  %140 = icmp ne <16 x i64> %139, zeroinitializer
  %141 = getelementptr i64, ptr %135, <16 x i64> %137
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %133, <16 x ptr> align 8 %141, <16 x i1> %140)
  br label %176
142:
  %143 = load <16 x i64>, ptr %1, align 64
  %144 = extractelement <16 x i64> %137, i64 0
  %145 = getelementptr inbounds nuw i64, ptr %135, i64 %144
  %146 = load <4 x i64>, ptr %145, align 8
  %147 = extractelement <16 x i64> %137, i64 4
  %148 = getelementptr inbounds nuw i64, ptr %135, i64 %147
  %149 = load <4 x i64>, ptr %148, align 8
  %150 = shufflevector <4 x i64> %146, <4 x i64> %149, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %151 = extractelement <16 x i64> %137, i64 8
  %152 = getelementptr inbounds nuw i64, ptr %135, i64 %151
  %153 = load <4 x i64>, ptr %152, align 8
  %154 = extractelement <16 x i64> %137, i64 12
  %155 = getelementptr inbounds nuw i64, ptr %135, i64 %154
  %156 = load <4 x i64>, ptr %155, align 8
  %157 = shufflevector <4 x i64> %153, <4 x i64> %156, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %158 = shufflevector <8 x i64> %150, <8 x i64> %157, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %159 = and <16 x i64> %143, %133
  %160 = xor <16 x i64> %143, splat (i64 -1)
  %161 = and <16 x i64> %158, %160
  %162 = or <16 x i64> %161, %159
  %163 = shufflevector <16 x i64> %162, <16 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i64> %163, ptr %145, align 8
  %164 = shufflevector <16 x i64> %162, <16 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i64> %164, ptr %148, align 8
  %165 = shufflevector <16 x i64> %162, <16 x i64> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
  store <4 x i64> %165, ptr %152, align 8
  %166 = shufflevector <16 x i64> %162, <16 x i64> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
  store <4 x i64> %166, ptr %155, align 8
  br label %176
167:
  %168 = extractelement <16 x i64> %137, i64 0
  %169 = getelementptr inbounds nuw i64, ptr %135, i64 %168
  %170 = load <16 x i64>, ptr %1, align 64
  %171 = load <16 x i64>, ptr %169, align 8
  %172 = and <16 x i64> %170, %133
  %173 = xor <16 x i64> %170, splat (i64 -1)
  %174 = and <16 x i64> %171, %173
  %175 = or <16 x i64> %174, %172
  store <16 x i64> %175, ptr %169, align 8
  br label %176
176:
  %177 = load ptr, ptr %7, align 8
  %178 = load i32, ptr %9, align 64
  %179 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %180 = load <16 x i64>, ptr %179, align 64
  switch i32 %178, label %208 [
    i32 2, label %181
    i32 1, label %185
  ]
181:
  %182 = load <16 x i64>, ptr %1, align 64
  %183 = icmp ne <16 x i64> %182, zeroinitializer
  %184 = getelementptr i64, ptr %177, <16 x i64> %180
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> zeroinitializer, <16 x ptr> align 8 %184, <16 x i1> %183)
  br label %215
185:
  %186 = load <16 x i64>, ptr %1, align 64
  %187 = extractelement <16 x i64> %180, i64 0
  %188 = getelementptr inbounds nuw i64, ptr %177, i64 %187
  %189 = load <4 x i64>, ptr %188, align 8
  %190 = extractelement <16 x i64> %180, i64 4
  %191 = getelementptr inbounds nuw i64, ptr %177, i64 %190
  %192 = load <4 x i64>, ptr %191, align 8
  %193 = shufflevector <4 x i64> %189, <4 x i64> %192, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %194 = extractelement <16 x i64> %180, i64 8
  %195 = getelementptr inbounds nuw i64, ptr %177, i64 %194
  %196 = load <4 x i64>, ptr %195, align 8
  %197 = extractelement <16 x i64> %180, i64 12
  %198 = getelementptr inbounds nuw i64, ptr %177, i64 %197
  %199 = load <4 x i64>, ptr %198, align 8
  %200 = shufflevector <4 x i64> %196, <4 x i64> %199, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %201 = shufflevector <8 x i64> %193, <8 x i64> %200, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %202 = xor <16 x i64> %186, splat (i64 -1)
  %203 = and <16 x i64> %201, %202
  %204 = shufflevector <16 x i64> %203, <16 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i64> %204, ptr %188, align 8
  %205 = shufflevector <16 x i64> %203, <16 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i64> %205, ptr %191, align 8
  %206 = shufflevector <16 x i64> %203, <16 x i64> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
  store <4 x i64> %206, ptr %195, align 8
  %207 = shufflevector <16 x i64> %203, <16 x i64> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
  store <4 x i64> %207, ptr %198, align 8
  br label %215
208:
  %209 = extractelement <16 x i64> %180, i64 0
  %210 = getelementptr inbounds nuw i64, ptr %177, i64 %209
  %211 = load <16 x i64>, ptr %1, align 64
  %212 = load <16 x i64>, ptr %210, align 8
  %213 = xor <16 x i64> %211, splat (i64 -1)
  %214 = and <16 x i64> %212, %213
  store <16 x i64> %214, ptr %210, align 8
  br label %215
215:
  %216 = load ptr, ptr %44, align 8
  %217 = load i32, ptr %9, align 64
  %218 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %219 = load <16 x i64>, ptr %218, align 64
  switch i32 %217, label %247 [
    i32 2, label %220
    i32 1, label %224
  ]
220:
  %221 = load <16 x i64>, ptr %1, align 64
  %222 = icmp ne <16 x i64> %221, zeroinitializer
  %223 = getelementptr i64, ptr %216, <16 x i64> %219
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> zeroinitializer, <16 x ptr> align 8 %223, <16 x i1> %222)
  br label %254
224:
  %225 = load <16 x i64>, ptr %1, align 64
  %226 = extractelement <16 x i64> %219, i64 0
  %227 = getelementptr inbounds nuw i64, ptr %216, i64 %226
  %228 = load <4 x i64>, ptr %227, align 8
  %229 = extractelement <16 x i64> %219, i64 4
  %230 = getelementptr inbounds nuw i64, ptr %216, i64 %229
  %231 = load <4 x i64>, ptr %230, align 8
  %232 = shufflevector <4 x i64> %228, <4 x i64> %231, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %233 = extractelement <16 x i64> %219, i64 8
  %234 = getelementptr inbounds nuw i64, ptr %216, i64 %233
  %235 = load <4 x i64>, ptr %234, align 8
  %236 = extractelement <16 x i64> %219, i64 12
  %237 = getelementptr inbounds nuw i64, ptr %216, i64 %236
  %238 = load <4 x i64>, ptr %237, align 8
  %239 = shufflevector <4 x i64> %235, <4 x i64> %238, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %240 = shufflevector <8 x i64> %232, <8 x i64> %239, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %241 = xor <16 x i64> %225, splat (i64 -1)
  %242 = and <16 x i64> %240, %241
  %243 = shufflevector <16 x i64> %242, <16 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i64> %243, ptr %227, align 8
  %244 = shufflevector <16 x i64> %242, <16 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i64> %244, ptr %230, align 8
  %245 = shufflevector <16 x i64> %242, <16 x i64> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
  store <4 x i64> %245, ptr %234, align 8
  %246 = shufflevector <16 x i64> %242, <16 x i64> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
  store <4 x i64> %246, ptr %237, align 8
  br label %254
247:
  %248 = extractelement <16 x i64> %219, i64 0
  %249 = getelementptr inbounds nuw i64, ptr %216, i64 %248
  %250 = load <16 x i64>, ptr %1, align 64
  %251 = load <16 x i64>, ptr %249, align 8
  %252 = xor <16 x i64> %250, splat (i64 -1)
  %253 = and <16 x i64> %251, %252
  store <16 x i64> %253, ptr %249, align 8
  br label %254
254:
  %255 = load i32, ptr %9, align 64
  %256 = icmp eq i32 %255, 2
  br i1 %256, label %257, label %283
257:
  %258 = load ptr, ptr %134, align 8
  %259 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %260 = load <16 x i64>, ptr %259, align 64
  %261 = load <16 x i64>, ptr %1, align 64
  %262 = icmp ne <16 x i64> %261, zeroinitializer
  %263 = getelementptr i64, ptr %258, <16 x i64> %260
  %264 = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %263, <16 x i1> %262, <16 x i64> zeroinitializer)
  %265 = lshr <16 x i64> %264, splat (i64 37)
  %266 = and <16 x i64> %265, splat (i64 63)
  %267 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %268 = load <16 x i64>, ptr %267, align 64
  %269 = icmp ne <16 x i64> %266, %268
  %270 = icmp samesign ult <16 x i64> %266, splat (i64 32)
  %271 = and <16 x i1> %269, %270
  %272 = load <16 x i64>, ptr %1, align 64
  %273 = icmp ne <16 x i64> %272, zeroinitializer
  %274 = select <16 x i1> %271, <16 x i1> %273, <16 x i1> zeroinitializer
  %275 = bitcast <16 x i1> %274 to i16
  %276 = icmp eq i16 %275, 0
  br i1 %276, label %283, label %277
277:
  %278 = and <16 x i64> %264, splat (i64 -8658654068737)
  %279 = or disjoint <16 x i64> %278, splat (i64 4398046511104)
  %280 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %281 = load <16 x i64>, ptr %280, align 64
  %282 = getelementptr i64, ptr %258, <16 x i64> %281
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %279, <16 x ptr> align 8 %282, <16 x i1> %274)
  br label %283
283:
  %284 = load ptr, ptr %7, align 8
  %285 = load i32, ptr %9, align 64
  %286 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %287 = load <16 x i64>, ptr %286, align 64
  switch i32 %285, label %317 [
    i32 2, label %288
    i32 1, label %292
  ]
288:
  %289 = load <16 x i64>, ptr %1, align 64
  %290 = icmp ne <16 x i64> %289, zeroinitializer
  %291 = getelementptr i64, ptr %284, <16 x i64> %287
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %118, <16 x ptr> align 8 %291, <16 x i1> %290)
  br label %326
292:
  %293 = load <16 x i64>, ptr %1, align 64
  %294 = extractelement <16 x i64> %287, i64 0
  %295 = getelementptr inbounds nuw i64, ptr %284, i64 %294
  %296 = load <4 x i64>, ptr %295, align 8
  %297 = extractelement <16 x i64> %287, i64 4
  %298 = getelementptr inbounds nuw i64, ptr %284, i64 %297
  %299 = load <4 x i64>, ptr %298, align 8
  %300 = shufflevector <4 x i64> %296, <4 x i64> %299, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %301 = extractelement <16 x i64> %287, i64 8
  %302 = getelementptr inbounds nuw i64, ptr %284, i64 %301
  %303 = load <4 x i64>, ptr %302, align 8
  %304 = extractelement <16 x i64> %287, i64 12
  %305 = getelementptr inbounds nuw i64, ptr %284, i64 %304
  %306 = load <4 x i64>, ptr %305, align 8
  %307 = shufflevector <4 x i64> %303, <4 x i64> %306, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %308 = shufflevector <8 x i64> %300, <8 x i64> %307, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %309 = and <16 x i64> %293, %118
  %310 = xor <16 x i64> %293, splat (i64 -1)
  %311 = and <16 x i64> %308, %310
  %312 = or <16 x i64> %311, %309
  %313 = shufflevector <16 x i64> %312, <16 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i64> %313, ptr %295, align 8
  %314 = shufflevector <16 x i64> %312, <16 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i64> %314, ptr %298, align 8
  %315 = shufflevector <16 x i64> %312, <16 x i64> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
  store <4 x i64> %315, ptr %302, align 8
  %316 = shufflevector <16 x i64> %312, <16 x i64> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
  store <4 x i64> %316, ptr %305, align 8
  br label %326
317:
  %318 = extractelement <16 x i64> %287, i64 0
  %319 = getelementptr inbounds nuw i64, ptr %284, i64 %318
  %320 = load <16 x i64>, ptr %1, align 64
  %321 = load <16 x i64>, ptr %319, align 8
  %322 = and <16 x i64> %320, %118
  %323 = xor <16 x i64> %320, splat (i64 -1)
  %324 = and <16 x i64> %321, %323
  %325 = or <16 x i64> %324, %322
  store <16 x i64> %325, ptr %319, align 8
  br label %326
326:
  %327 = load ptr, ptr %44, align 8
  %328 = load i32, ptr %9, align 64
  %329 = getelementptr inbounds nuw i8, ptr %1, i64 512
  %330 = load <16 x i64>, ptr %329, align 64
  switch i32 %328, label %360 [
    i32 2, label %331
    i32 1, label %335
  ]
331:
  %332 = load <16 x i64>, ptr %1, align 64
  %333 = icmp ne <16 x i64> %332, zeroinitializer
  %334 = getelementptr i64, ptr %327, <16 x i64> %330
  call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %120, <16 x ptr> align 8 %334, <16 x i1> %333)
  br label %369
335:
  %336 = load <16 x i64>, ptr %1, align 64
  %337 = extractelement <16 x i64> %330, i64 0
  %338 = getelementptr inbounds nuw i64, ptr %327, i64 %337
  %339 = load <4 x i64>, ptr %338, align 8
  %340 = extractelement <16 x i64> %330, i64 4
  %341 = getelementptr inbounds nuw i64, ptr %327, i64 %340
  %342 = load <4 x i64>, ptr %341, align 8
  %343 = shufflevector <4 x i64> %339, <4 x i64> %342, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %344 = extractelement <16 x i64> %330, i64 8
  %345 = getelementptr inbounds nuw i64, ptr %327, i64 %344
  %346 = load <4 x i64>, ptr %345, align 8
  %347 = extractelement <16 x i64> %330, i64 12
  %348 = getelementptr inbounds nuw i64, ptr %327, i64 %347
  %349 = load <4 x i64>, ptr %348, align 8
  %350 = shufflevector <4 x i64> %346, <4 x i64> %349, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %351 = shufflevector <8 x i64> %343, <8 x i64> %350, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %352 = and <16 x i64> %336, %120
  %353 = xor <16 x i64> %336, splat (i64 -1)
  %354 = and <16 x i64> %351, %353
  %355 = or <16 x i64> %354, %352
  %356 = shufflevector <16 x i64> %355, <16 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i64> %356, ptr %338, align 8
  %357 = shufflevector <16 x i64> %355, <16 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i64> %357, ptr %341, align 8
  %358 = shufflevector <16 x i64> %355, <16 x i64> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
  store <4 x i64> %358, ptr %345, align 8
  %359 = shufflevector <16 x i64> %355, <16 x i64> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
  store <4 x i64> %359, ptr %348, align 8
  br label %369
360:
  %361 = extractelement <16 x i64> %330, i64 0
  %362 = getelementptr inbounds nuw i64, ptr %327, i64 %361
  %363 = load <16 x i64>, ptr %1, align 64
  %364 = load <16 x i64>, ptr %362, align 8
  %365 = and <16 x i64> %363, %120
  %366 = xor <16 x i64> %363, splat (i64 -1)
  %367 = and <16 x i64> %364, %366
  %368 = or <16 x i64> %367, %365
  store <16 x i64> %368, ptr %362, align 8
  br label %369
369:
  call void @llvm.lifetime.end.p0(ptr %5)
  ret void
}
declare i1 @cute.check.not_released(ptr, i64, i64)
declare i1 @cute.check.part_ordered(ptr, i32, i64, i64)
define internal i1 @shared.pipelined(ptr %0, i64 %1, i1 %2) noinline {
  %4 = load ptr, ptr %0, align 8
  %5 = lshr i64 %1, 25
  %6 = and i64 %5, 4095
  %7 = getelementptr inbounds nuw i8, ptr %4, i64 620
  %8 = load i32, ptr %7, align 4
  %9 = zext i32 %8 to i64
  %10 = sub nsw i64 %6, %9
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %12 = load i32, ptr %11, align 8
  %13 = icmp eq i32 %12, 0
  %14 = icmp sgt i32 %12, 4
  %15 = or i1 %13, %14
  br i1 %15, label %107, label %16
16:
  %17 = getelementptr inbounds nuw i8, ptr %4, i64 692
  %18 = load i32, ptr %17, align 4
  %19 = zext i32 %18 to i64
  %20 = icmp ult i64 %10, %19
  br i1 %20, label %21, label %107
21:
  %22 = and i64 %1, -137405399041
  %23 = shl nuw nsw i64 %10, 25
  %24 = or i64 %23, %22
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %26 = load i32, ptr %25, align 8
  %27 = sext i32 %26 to i64
  %28 = icmp eq i64 %10, %27
  br i1 %28, label %43, label %29
29:
  %30 = and i64 %1, 33554431
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %32 = load ptr, ptr %31, align 8
  %33 = getelementptr inbounds nuw i32, ptr %32, i64 %10
  %34 = load i32, ptr %33, align 4
  %35 = zext i32 %34 to i64
  %36 = icmp samesign ugt i64 %30, %35
  br i1 %36, label %37, label %43
37:
  %38 = getelementptr inbounds nuw i8, ptr %4, i64 624
  %39 = load i32, ptr %38, align 8
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %41, label %107
41:
  %42 = call i1 @cute.check.part_ordered(ptr %4, i32 %26, i64 %24, i64 33)
  br i1 %42, label %43, label %107
43:
  %44 = lshr i64 %1, 51
  %45 = getelementptr inbounds nuw i8, ptr %4, i64 584
  %46 = load ptr, ptr %45, align 8
  %47 = getelementptr inbounds nuw i8, ptr %46, i64 %44
  %48 = load i8, ptr %47, align 1
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %50 = load i32, ptr %49, align 4
  %51 = zext i32 %50 to i64
  %52 = icmp eq i64 %44, %51
  %53 = load i32, ptr %11, align 8
  switch i32 %53, label %70 [
    i32 1, label %54
    i32 2, label %62
    i32 3, label %64
  ]
54:
  %55 = icmp ne i8 %48, 1
  %56 = xor i1 %2, true
  %57 = or i1 %55, %56
  br i1 %57, label %72, label %58
58:
  %59 = getelementptr inbounds nuw i8, ptr %0, i64 125
  %60 = load i8, ptr %59, align 1
  %61 = icmp ne i8 %60, 0
  br label %72
62:
  %63 = icmp ne i8 %48, 1
  br label %72
64:
  br i1 %2, label %65, label %74
65:
  %66 = icmp eq i8 %48, 1
  br i1 %66, label %107, label %67
67:
  %68 = icmp ne i8 %48, 3
  %69 = or i1 %68, %52
  br label %72
70:
  %71 = icmp eq i8 %48, 1
  br label %72
72:
  %73 = phi i1 [ %71, %70 ], [ %61, %58 ], [ %63, %62 ], [ %55, %54 ], [ %69, %67 ]
  br i1 %73, label %74, label %107
74:
  %75 = load i32, ptr %25, align 8
  %76 = sext i32 %75 to i64
  %77 = icmp eq i64 %10, %76
  br i1 %77, label %107, label %78
78:
  %79 = trunc i64 %1 to i32
  %80 = and i32 %79, 33554431
  %81 = load ptr, ptr %0, align 8
  %82 = getelementptr inbounds nuw i8, ptr %81, i64 576
  %83 = load ptr, ptr %82, align 8
  %84 = getelementptr inbounds nuw i8, ptr %81, i64 692
  %85 = load i32, ptr %84, align 4
  %86 = zext i32 %85 to i64
  %87 = mul nsw i64 %86, %76
  %88 = getelementptr inbounds nuw i32, ptr %83, i64 %87
  %89 = mul nuw nsw i64 %10, %86
  %90 = getelementptr inbounds nuw i32, ptr %83, i64 %89
  %91 = getelementptr inbounds nuw i32, ptr %88, i64 %10
  %92 = load i32, ptr %91, align 4
  %93 = call i32 @llvm.umax.i32(i32 %92, i32 %80)
  store i32 %93, ptr %91, align 4
  %94 = load i32, ptr %84, align 4
  %95 = icmp eq i32 %94, 0
  br i1 %95, label %107, label %96
96:
  %97 = phi i64 [ %103, %96 ], [ 0, %78 ]
  %98 = getelementptr inbounds nuw i32, ptr %88, i64 %97
  %99 = load i32, ptr %98, align 4
  %100 = getelementptr inbounds nuw i32, ptr %90, i64 %97
  %101 = load i32, ptr %100, align 4
  %102 = call i32 @llvm.umax.i32(i32 %99, i32 %101)
  store i32 %102, ptr %98, align 4
  %103 = add nuw nsw i64 %97, 1
  %104 = load i32, ptr %84, align 4
  %105 = zext i32 %104 to i64
  %106 = icmp samesign ult i64 %103, %105
  br i1 %106, label %96, label %107
107:
  %108 = phi i1 [ false, %3 ], [ false, %16 ], [ false, %37 ], [ false, %41 ], [ true, %74 ], [ false, %72 ], [ true, %78 ], [ false, %65 ], [ true, %96 ]
  ret i1 %108
}
declare i1 @cute.check.part_fenced(ptr, i32, i64)
declare ptr @cute.check.take_room(ptr, i64)
declare <4 x i64> @llvm.umin.v4i64(<4 x i64>, <4 x i64>)
declare i32 @llvm.umax.i32(i32, i32)
; check/store_loads.c
define void @cute.check.begin_store_loads(ptr %0) noinline {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 440
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %14, label %5
5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %7 = load i32, ptr %6, align 4
  %8 = shl i32 %7, 2
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %10 = zext i32 %8 to i64
  %11 = icmp eq i32 %8, 0
  br i1 %11, label %14, label %12
12:
  %13 = load ptr, ptr %9, align 8
  br label %15
14:
  ret void
15:
  %16 = phi i64 [ %18, %15 ], [ 0, %12 ]
  %17 = getelementptr inbounds nuw { i64, i64, i32, i32, i32, i32 }, ptr %13, i64 %16
  store i64 0, ptr %17, align 8
  %18 = add nuw nsw i64 %16, 1
  %19 = icmp eq i64 %18, %10
  br i1 %19, label %14, label %15
}
define void @cute.check.end_store_loads(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 440
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %9, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 400
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 708
  br label %10
9:
  ret void
10:
  %11 = phi i64 [ 0, %6 ], [ %56, %55 ]
  %12 = load ptr, ptr %7, align 8
  %13 = getelementptr inbounds nuw { i64, i64, i64, i64, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %12, i64 %11
  %14 = load i64, ptr %13, align 8
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %55, label %16
16:
  %17 = getelementptr inbounds nuw i8, ptr %13, i64 32
  %18 = load i32, ptr %17, align 8
  %19 = icmp eq i32 %18, %1
  br i1 %19, label %20, label %55
20:
  %21 = getelementptr inbounds nuw i8, ptr %13, i64 36
  %22 = load i32, ptr %21, align 4
  %23 = load i32, ptr %8, align 4
  %24 = icmp eq i32 %22, %23
  br i1 %24, label %25, label %55
25:
  %26 = getelementptr inbounds nuw i8, ptr %13, i64 24
  %27 = load i64, ptr %26, align 8
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %55, label %29
29:
  %30 = getelementptr inbounds nuw i8, ptr %13, i64 16
  %31 = load i64, ptr %30, align 8
  %32 = icmp eq i64 %27, %31
  br i1 %32, label %33, label %55
33:
  %34 = getelementptr inbounds nuw i8, ptr %13, i64 56
  %35 = load i32, ptr %34, align 8
  %36 = sext i32 %35 to i64
  %37 = getelementptr inbounds { i64, i64, i64, i64, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %12, i64 %36
  %38 = getelementptr inbounds nuw i8, ptr %37, i64 32
  %39 = load i32, ptr %38, align 8
  %40 = getelementptr inbounds nuw i8, ptr %37, i64 48
  %41 = load i32, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %13, i64 48
  %43 = load i32, ptr %42, align 8
  %44 = sext i32 %43 to i64
  %45 = shl nsw i64 %44, 32
  %46 = getelementptr inbounds nuw i8, ptr %13, i64 52
  %47 = load i32, ptr %46, align 4
  %48 = zext i32 %47 to i64
  %49 = or disjoint i64 %45, %48
  %50 = getelementptr inbounds nuw i8, ptr %37, i64 52
  %51 = load i32, ptr %50, align 4
  %52 = sext i32 %51 to i64
  %53 = load ptr, ptr %0, align 8
  %54 = call i32 %53(ptr %0, i32 25, i32 %39, i32 %41, i32 %18, i64 %49, i64 %52)
  br label %55
55:
  %56 = add nuw nsw i64 %11, 1
  %57 = load i64, ptr %3, align 8
  %58 = icmp ne i64 %57, 0
  %59 = icmp samesign ult i64 %11, 127
  %60 = and i1 %58, %59
  br i1 %60, label %10, label %9
}
define void @cute.check.ordered_accesses_at(ptr %0, i32 %1, i32 %2, i32 %3, ptr %4, i32 %5) noinline {
  %7 = and i32 %3, 16
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %21, label %9
9:
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %11 = load ptr, ptr %10, align 8
  %12 = shl i32 %1, 2
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds nuw { i64, i64, i32, i32, i32, i32 }, ptr %11, i64 %13
  br label %15
15:
  %16 = phi i64 [ 0, %9 ], [ %19, %15 ]
  %17 = getelementptr inbounds nuw { i64, i64, i32, i32, i32, i32 }, ptr %14, i64 %16
  %18 = getelementptr inbounds nuw i8, ptr %17, i64 20
  store i32 1, ptr %18, align 4
  %19 = add nuw nsw i64 %16, 1
  %20 = icmp eq i64 %19, 4
  br i1 %20, label %21, label %15
21:
  %22 = phi i32 [ %5, %6 ], [ 0, %15 ]
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %48, label %24
24:
  %25 = and i32 %3, 512
  %26 = icmp eq i32 %25, 0
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 708
  %28 = and i32 %3, 4
  %29 = icmp eq i32 %28, 0
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 440
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %32 = shl i32 %1, 2
  %33 = zext i32 %32 to i64
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 400
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 708
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %38 = sext i32 %1 to i64
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 628
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %41 = and i32 %3, 8
  %42 = icmp eq i32 %41, 0
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %44 = shl i32 %1, 2
  %45 = zext i32 %44 to i64
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 440
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 752
  br label %49
48:
  ret void
49:
  %50 = phi i32 [ %22, %24 ], [ %282, %280 ]
  %51 = call i32 @llvm.cttz.i32(i32 %50, i1 true)
  %52 = zext nneg i32 %51 to i64
  %53 = getelementptr inbounds nuw i64, ptr %4, i64 %52
  %54 = load i64, ptr %53, align 8
  br i1 %26, label %60, label %55
55:
  %56 = load i32, ptr %27, align 4
  %57 = zext i32 %56 to i64
  %58 = shl i64 %57, 48
  %59 = xor i64 %58, %54
  br label %60
60:
  %61 = phi i64 [ %59, %55 ], [ %54, %49 ]
  br i1 %29, label %245, label %62
62:
  %63 = load i64, ptr %30, align 8
  %64 = add i64 %63, 1
  store i64 %64, ptr %30, align 8
  br label %65
65:
  %66 = phi i64 [ 0, %62 ], [ %243, %242 ]
  %67 = load ptr, ptr %31, align 8
  %68 = getelementptr inbounds nuw { i64, i64, i32, i32, i32, i32 }, ptr %67, i64 %33
  %69 = getelementptr inbounds nuw { i64, i64, i32, i32, i32, i32 }, ptr %68, i64 %66
  %70 = load i64, ptr %69, align 8
  %71 = icmp eq i64 %70, 0
  %72 = icmp eq i64 %70, %61
  %73 = or i1 %71, %72
  br i1 %73, label %242, label %74
74:
  %75 = load ptr, ptr %34, align 8
  br label %76
76:
  %77 = phi i64 [ 0, %74 ], [ %107, %103 ]
  %78 = phi ptr [ undef, %74 ], [ %106, %103 ]
  %79 = phi ptr [ %75, %74 ], [ %105, %103 ]
  %80 = getelementptr inbounds nuw { i64, i64, i64, i64, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %75, i64 %77
  %81 = load i64, ptr %80, align 8
  %82 = icmp eq i64 %81, %70
  br i1 %82, label %83, label %96
83:
  %84 = getelementptr inbounds nuw i8, ptr %80, i64 8
  %85 = load i64, ptr %84, align 8
  %86 = icmp eq i64 %85, %61
  br i1 %86, label %87, label %96
87:
  %88 = getelementptr inbounds nuw i8, ptr %80, i64 32
  %89 = load i32, ptr %88, align 8
  %90 = icmp eq i32 %89, %1
  br i1 %90, label %91, label %96
91:
  %92 = getelementptr inbounds nuw i8, ptr %80, i64 36
  %93 = load i32, ptr %92, align 4
  %94 = load i32, ptr %35, align 4
  %95 = icmp eq i32 %93, %94
  br i1 %95, label %103, label %96
96:
  %97 = getelementptr inbounds nuw i8, ptr %80, i64 16
  %98 = load i64, ptr %97, align 8
  %99 = getelementptr inbounds nuw i8, ptr %79, i64 16
  %100 = load i64, ptr %99, align 8
  %101 = icmp slt i64 %98, %100
  %102 = select i1 %101, ptr %80, ptr %79
  br label %103
103:
  %104 = phi i1 [ true, %96 ], [ false, %91 ]
  %105 = phi ptr [ %102, %96 ], [ %79, %91 ]
  %106 = phi ptr [ %78, %96 ], [ %80, %91 ]
  %107 = add nuw nsw i64 %77, 1
  %108 = icmp ne i64 %107, 128
  %109 = select i1 %104, i1 %108, i1 false
  br i1 %109, label %76, label %110
110:
  br i1 %104, label %111, label %124
111:
  %112 = load i32, ptr %35, align 4
  store i64 %70, ptr %105, align 8
  %113 = getelementptr inbounds nuw i8, ptr %105, i64 8
  store i64 %61, ptr %113, align 8
  %114 = getelementptr inbounds nuw i8, ptr %105, i64 16
  store i64 0, ptr %114, align 8
  %115 = getelementptr inbounds nuw i8, ptr %105, i64 24
  store i64 0, ptr %115, align 8
  %116 = getelementptr inbounds nuw i8, ptr %105, i64 32
  store i32 %1, ptr %116, align 8
  %117 = getelementptr inbounds nuw i8, ptr %105, i64 36
  store i32 %112, ptr %117, align 4
  %118 = getelementptr inbounds nuw i8, ptr %105, i64 40
  store i32 0, ptr %118, align 8
  %119 = getelementptr inbounds nuw i8, ptr %105, i64 44
  store i32 0, ptr %119, align 4
  %120 = getelementptr inbounds nuw i8, ptr %105, i64 48
  store i32 0, ptr %120, align 8
  %121 = getelementptr inbounds nuw i8, ptr %105, i64 52
  store i32 0, ptr %121, align 4
  %122 = getelementptr inbounds nuw i8, ptr %105, i64 56
  store i32 0, ptr %122, align 8
  %123 = getelementptr inbounds nuw i8, ptr %105, i64 60
  store i32 0, ptr %123, align 4
  br label %124
124:
  %125 = phi ptr [ %105, %111 ], [ %106, %110 ]
  %126 = getelementptr inbounds nuw i8, ptr %125, i64 16
  store i64 %64, ptr %126, align 8
  %127 = load ptr, ptr %36, align 8
  %128 = load i32, ptr %37, align 8
  %129 = mul i32 %128, %1
  %130 = zext i32 %129 to i64
  %131 = getelementptr inbounds nuw i32, ptr %127, i64 %130
  %132 = getelementptr inbounds i32, ptr %131, i64 %38
  %133 = load i32, ptr %132, align 4
  %134 = getelementptr inbounds nuw i8, ptr %125, i64 40
  store i32 %133, ptr %134, align 8
  %135 = getelementptr inbounds nuw i8, ptr %69, i64 20
  %136 = load i32, ptr %135, align 4
  %137 = getelementptr inbounds nuw i8, ptr %125, i64 44
  store i32 %136, ptr %137, align 4
  %138 = getelementptr inbounds nuw i8, ptr %125, i64 48
  store i32 %2, ptr %138, align 8
  %139 = getelementptr inbounds nuw i8, ptr %69, i64 16
  %140 = load i32, ptr %139, align 8
  %141 = getelementptr inbounds nuw i8, ptr %125, i64 52
  store i32 %140, ptr %141, align 4
  %142 = getelementptr inbounds nuw i8, ptr %69, i64 8
  %143 = getelementptr inbounds nuw i8, ptr %69, i64 24
  %144 = ptrtoint ptr %125 to i64
  br label %145
145:
  %146 = phi i64 [ 0, %124 ], [ %240, %239 ]
  %147 = load ptr, ptr %34, align 8
  %148 = getelementptr inbounds nuw { i64, i64, i64, i64, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %147, i64 %146
  %149 = load i64, ptr %148, align 8
  %150 = icmp eq i64 %149, %61
  br i1 %150, label %151, label %156
151:
  %152 = getelementptr inbounds nuw i8, ptr %148, i64 8
  %153 = load i64, ptr %152, align 8
  %154 = load i64, ptr %69, align 8
  %155 = icmp ne i64 %153, %154
  br label %156
156:
  %157 = phi i1 [ true, %145 ], [ %155, %151 ]
  %158 = getelementptr inbounds nuw i8, ptr %148, i64 32
  %159 = load i32, ptr %158, align 8
  %160 = icmp eq i32 %159, %1
  br i1 %160, label %161, label %166
161:
  %162 = getelementptr inbounds nuw i8, ptr %148, i64 36
  %163 = load i32, ptr %162, align 4
  %164 = load i32, ptr %35, align 4
  %165 = icmp eq i32 %163, %164
  br label %166
166:
  %167 = phi i1 [ false, %156 ], [ %165, %161 ]
  %168 = select i1 %157, i1 true, i1 %167
  br i1 %168, label %239, label %169
169:
  %170 = getelementptr inbounds nuw i8, ptr %148, i64 16
  %171 = load i64, ptr %170, align 8
  %172 = load i64, ptr %142, align 8
  %173 = icmp sgt i64 %171, %172
  br i1 %173, label %239, label %174
174:
  %175 = getelementptr inbounds nuw i8, ptr %148, i64 44
  %176 = load i32, ptr %175, align 4
  %177 = icmp eq i32 %176, 0
  br i1 %177, label %181, label %178
178:
  %179 = load i32, ptr %137, align 4
  %180 = icmp eq i32 %179, 0
  br i1 %180, label %181, label %239
181:
  %182 = getelementptr inbounds nuw i8, ptr %148, i64 36
  %183 = load i32, ptr %182, align 4
  %184 = load i32, ptr %35, align 4
  %185 = icmp eq i32 %183, %184
  br i1 %185, label %190, label %186
186:
  %187 = load i32, ptr %143, align 8
  %188 = load i32, ptr %39, align 4
  %189 = icmp ne i32 %187, %188
  br label %202
190:
  %191 = load ptr, ptr %36, align 8
  %192 = load i32, ptr %37, align 8
  %193 = mul i32 %192, %1
  %194 = zext i32 %193 to i64
  %195 = getelementptr inbounds nuw i32, ptr %191, i64 %194
  %196 = sext i32 %159 to i64
  %197 = getelementptr inbounds i32, ptr %195, i64 %196
  %198 = load i32, ptr %197, align 4
  %199 = getelementptr inbounds nuw i8, ptr %148, i64 40
  %200 = load i32, ptr %199, align 8
  %201 = icmp uge i32 %198, %200
  br label %202
202:
  %203 = phi i1 [ %189, %186 ], [ %201, %190 ]
  br i1 %203, label %239, label %204
204:
  %205 = getelementptr inbounds nuw i8, ptr %148, i64 24
  store i64 %171, ptr %205, align 8
  %206 = ptrtoint ptr %147 to i64
  %207 = sub i64 %144, %206
  %208 = lshr exact i64 %207, 6
  %209 = trunc i64 %208 to i32
  %210 = getelementptr inbounds nuw i8, ptr %148, i64 56
  store i32 %209, ptr %210, align 8
  br i1 %185, label %211, label %218
211:
  %212 = load ptr, ptr %40, align 8
  %213 = sext i32 %159 to i64
  %214 = getelementptr inbounds { i32, i32, i32, i32 }, ptr %212, i64 %213
  %215 = getelementptr inbounds nuw i8, ptr %214, i64 12
  %216 = load i32, ptr %215, align 4
  %217 = icmp eq i32 %216, 0
  br i1 %217, label %239, label %218
218:
  %219 = shl i64 %207, 26
  %220 = ashr i64 %219, 32
  %221 = getelementptr inbounds { i64, i64, i64, i64, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %147, i64 %220
  %222 = getelementptr inbounds nuw i8, ptr %221, i64 32
  %223 = load i32, ptr %222, align 8
  %224 = getelementptr inbounds nuw i8, ptr %221, i64 48
  %225 = load i32, ptr %224, align 8
  %226 = getelementptr inbounds nuw i8, ptr %148, i64 48
  %227 = load i32, ptr %226, align 8
  %228 = sext i32 %227 to i64
  %229 = shl nsw i64 %228, 32
  %230 = getelementptr inbounds nuw i8, ptr %148, i64 52
  %231 = load i32, ptr %230, align 4
  %232 = zext i32 %231 to i64
  %233 = or disjoint i64 %229, %232
  %234 = getelementptr inbounds nuw i8, ptr %221, i64 52
  %235 = load i32, ptr %234, align 4
  %236 = sext i32 %235 to i64
  %237 = load ptr, ptr %0, align 8
  %238 = call i32 %237(ptr %0, i32 25, i32 %223, i32 %225, i32 %159, i64 %233, i64 %236)
  br label %239
239:
  %240 = add nuw nsw i64 %146, 1
  %241 = icmp eq i64 %240, 128
  br i1 %241, label %242, label %145
242:
  %243 = add nuw nsw i64 %66, 1
  %244 = icmp eq i64 %243, 4
  br i1 %244, label %245, label %65
245:
  br i1 %42, label %280, label %246
246:
  %247 = load ptr, ptr %43, align 8
  %248 = getelementptr inbounds nuw { i64, i64, i32, i32, i32, i32 }, ptr %247, i64 %45
  br label %249
249:
  %250 = phi i64 [ 0, %246 ], [ %268, %264 ]
  %251 = phi ptr [ %248, %246 ], [ %265, %264 ]
  %252 = getelementptr inbounds nuw { i64, i64, i32, i32, i32, i32 }, ptr %248, i64 %250
  %253 = load i64, ptr %252, align 8
  %254 = icmp eq i64 %253, %61
  %255 = icmp eq i64 %253, 0
  %256 = or i1 %254, %255
  br i1 %256, label %263, label %257
257:
  %258 = getelementptr inbounds nuw i8, ptr %252, i64 8
  %259 = load i64, ptr %258, align 8
  %260 = getelementptr inbounds nuw i8, ptr %251, i64 8
  %261 = load i64, ptr %260, align 8
  %262 = icmp slt i64 %259, %261
  br i1 %262, label %263, label %264
263:
  br label %264
264:
  %265 = phi ptr [ %252, %263 ], [ %251, %257 ]
  %266 = load i64, ptr %265, align 8
  %267 = icmp eq i64 %266, %61
  %268 = add nuw nsw i64 %250, 1
  %269 = icmp eq i64 %268, 4
  %270 = select i1 %267, i1 true, i1 %269
  br i1 %270, label %271, label %249
271:
  %272 = load i64, ptr %46, align 8
  %273 = add i64 %272, 1
  store i64 %273, ptr %46, align 8
  %274 = load i32, ptr %47, align 8
  store i64 %61, ptr %265, align 8
  %275 = getelementptr inbounds nuw i8, ptr %265, i64 8
  store i64 %273, ptr %275, align 8
  %276 = getelementptr inbounds nuw i8, ptr %265, i64 16
  store i32 %2, ptr %276, align 8
  %277 = getelementptr inbounds nuw i8, ptr %265, i64 20
  store i32 0, ptr %277, align 4
  %278 = getelementptr inbounds nuw i8, ptr %265, i64 24
  store i32 %274, ptr %278, align 8
  %279 = getelementptr inbounds nuw i8, ptr %265, i64 28
  store i32 0, ptr %279, align 4
  br label %280
280:
  %281 = add i32 %50, -1
  %282 = and i32 %281, %50
  %283 = icmp eq i32 %282, 0
  br i1 %283, label %48, label %49
}
declare i32 @llvm.cttz.i32(i32, i1)
; check/tensor_order.c
define i32 @cute.check.tensor_starts(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %7 = load ptr, ptr %6, align 8
  %8 = sext i32 %1 to i64
  %9 = getelementptr inbounds { [32 x i32], [32 x i32], i32, i32, i32 }, ptr %7, i64 %8
  %10 = and i32 %3, 31
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %14 = load i32, ptr %13, align 8
  %15 = mul i32 %14, %1
  %16 = zext i32 %15 to i64
  %17 = getelementptr inbounds nuw i32, ptr %12, i64 %16
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds nuw i32, ptr %19, i64 %16
  %21 = getelementptr inbounds i32, ptr %20, i64 %8
  %22 = load i32, ptr %21, align 4
  %23 = getelementptr inbounds i32, ptr %17, i64 %8
  store i32 %22, ptr %23, align 4
  %24 = load i32, ptr %13, align 8
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 784
  store i32 %24, ptr %25, align 8
  %26 = zext nneg i32 %10 to i64
  %27 = getelementptr inbounds nuw i32, ptr %9, i64 %26
  %28 = load i32, ptr %27, align 4
  %29 = mul i32 %24, %1
  %30 = zext i32 %29 to i64
  %31 = getelementptr inbounds nuw i32, ptr %19, i64 %30
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 620
  %33 = load i32, ptr %32, align 4
  %34 = add i32 %33, %1
  %35 = zext i32 %34 to i64
  %36 = getelementptr inbounds nuw i32, ptr %31, i64 %35
  %37 = load i32, ptr %36, align 4
  %38 = icmp ugt i32 %28, %37
  br i1 %38, label %40, label %39
39:
  store i32 %22, ptr %27, align 4
  br label %40
40:
  %41 = getelementptr inbounds nuw i8, ptr %9, i64 128
  %42 = getelementptr inbounds nuw i32, ptr %41, i64 %26
  store i32 %22, ptr %42, align 4
  %43 = getelementptr inbounds nuw i8, ptr %9, i64 256
  %44 = load i32, ptr %43, align 4
  %45 = icmp eq i32 %44, %22
  br i1 %45, label %46, label %66
46:
  %47 = getelementptr inbounds nuw i8, ptr %9, i64 260
  %48 = load i32, ptr %47, align 4
  %49 = icmp eq i32 %48, %2
  br i1 %49, label %50, label %66
50:
  %51 = getelementptr inbounds nuw i8, ptr %9, i64 264
  %52 = load i32, ptr %51, align 4
  %53 = icmp eq i32 %52, %10
  br i1 %53, label %66, label %54
54:
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %56 = load ptr, ptr %55, align 8
  %57 = sext i32 %2 to i64
  %58 = getelementptr inbounds i8, ptr %56, i64 %57
  %59 = load i8, ptr %58, align 1
  %60 = and i8 %59, 2
  %61 = icmp eq i8 %60, 0
  br i1 %61, label %62, label %66
62:
  %63 = sext i32 %52 to i64
  %64 = load ptr, ptr %0, align 8
  %65 = call i32 %64(ptr %0, i32 27, i32 %1, i32 %2, i32 2, i64 %63, i64 %26)
  br label %66
66:
  store i32 %22, ptr %43, align 4
  %67 = getelementptr inbounds nuw i8, ptr %9, i64 260
  store i32 %2, ptr %67, align 4
  %68 = getelementptr inbounds nuw i8, ptr %9, i64 264
  store i32 %10, ptr %68, align 4
  %69 = trunc i32 %4 to i8
  %70 = getelementptr inbounds nuw i8, ptr %0, i64 584
  %71 = load ptr, ptr %70, align 8
  %72 = sext i32 %2 to i64
  %73 = getelementptr inbounds i8, ptr %71, i64 %72
  store i8 %69, ptr %73, align 1
  ret i32 %22
}
define void @cute.check.tensor_reaches(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %7 = load i32, ptr %6, align 4
  %8 = udiv i32 %1, %7
  %9 = icmp eq i32 %4, %8
  br i1 %9, label %30, label %10
10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 668
  %12 = load i32, ptr %11, align 4
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %30, label %14
14:
  %15 = zext i32 %3 to i64
  %16 = zext i32 %4 to i64
  %17 = zext i32 %12 to i64
  %18 = mul nuw i64 %17, %16
  call void @cute.check.visit_peer(ptr %0, i32 %1, i64 -1, i64 %15, i32 %2, i64 %18, i32 -1)
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 592
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %22 = load i32, ptr %21, align 4
  %23 = mul i32 %22, %4
  %24 = add i32 %23, %1
  %25 = zext i32 %24 to i64
  %26 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %20, i64 %25
  store i32 %3, ptr %26, align 4
  %27 = getelementptr inbounds nuw i8, ptr %26, i64 4
  store i32 %2, ptr %27, align 4
  %28 = getelementptr inbounds nuw i8, ptr %26, i64 8
  store i32 0, ptr %28, align 4
  %29 = getelementptr inbounds nuw i8, ptr %26, i64 12
  store i32 0, ptr %29, align 4
  br label %30
30:
  ret void
}
declare void @cute.check.visit_peer(ptr, i32, i64, i64, i32, i64, i32)
define void @cute.check.tensor_commit(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5) noinline {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %8 = load ptr, ptr %7, align 8
  %9 = sext i32 %1 to i64
  %10 = getelementptr inbounds { [32 x i32], [32 x i32], i32, i32, i32 }, ptr %8, i64 %9
  %11 = call ptr @cute.check.in_phase(ptr %0, i32 %2, i32 %3)
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 168
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 576
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %16 = load i32, ptr %15, align 4
  %17 = zext i32 %16 to i64
  %18 = mul nsw i64 %17, %9
  %19 = getelementptr inbounds nuw i32, ptr %14, i64 %18
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 620
  %21 = load i32, ptr %20, align 4
  %22 = add i32 %21, %1
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds nuw i32, ptr %12, i64 %23
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %26 = load i32, ptr %25, align 8
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 784
  store i32 %26, ptr %27, align 8
  %28 = load ptr, ptr %7, align 8
  %29 = getelementptr inbounds { [32 x i32], [32 x i32], i32, i32, i32 }, ptr %28, i64 %9
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %31 = load ptr, ptr %30, align 8
  %32 = mul i32 %26, %1
  %33 = zext i32 %32 to i64
  %34 = getelementptr inbounds nuw i32, ptr %31, i64 %33
  %35 = getelementptr inbounds i32, ptr %34, i64 %9
  %36 = load i32, ptr %35, align 4
  %37 = getelementptr inbounds nuw i32, ptr %34, i64 %23
  %38 = load i32, ptr %37, align 4
  %39 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %40 = load i32, ptr %39, align 8
  %41 = add i32 %1, 1
  %42 = icmp eq i32 %40, %41
  br i1 %42, label %50, label %43
43:
  %44 = getelementptr inbounds nuw i8, ptr %11, i64 36
  br label %45
45:
  %46 = phi i64 [ 0, %43 ], [ %48, %45 ]
  %47 = getelementptr inbounds nuw i32, ptr %44, i64 %46
  store i32 0, ptr %47, align 4
  %48 = add nuw nsw i64 %46, 1
  %49 = icmp eq i64 %48, 32
  br i1 %49, label %50, label %45
50:
  store i32 %41, ptr %39, align 8
  %51 = getelementptr inbounds nuw i8, ptr %11, i64 36
  %52 = sext i32 %5 to i64
  %53 = getelementptr inbounds i32, ptr %51, i64 %52
  store i32 %36, ptr %53, align 4
  %54 = getelementptr inbounds nuw i8, ptr %29, i64 128
  br label %55
55:
  %56 = phi i64 [ 0, %50 ], [ %74, %72 ]
  %57 = phi i32 [ %36, %50 ], [ %73, %72 ]
  %58 = getelementptr inbounds nuw i32, ptr %51, i64 %56
  %59 = load i32, ptr %58, align 4
  %60 = call i32 @llvm.umax.i32(i32 %59, i32 %38)
  %61 = getelementptr inbounds nuw i32, ptr %54, i64 %56
  %62 = load i32, ptr %61, align 4
  %63 = icmp ugt i32 %62, %60
  br i1 %63, label %64, label %72
64:
  %65 = getelementptr inbounds nuw i32, ptr %29, i64 %56
  %66 = load i32, ptr %65, align 4
  %67 = add i32 %60, 1
  %68 = call i32 @llvm.umax.i32(i32 %66, i32 %67)
  %69 = icmp ugt i32 %68, %57
  %70 = add i32 %68, -1
  %71 = select i1 %69, i32 %57, i32 %70
  br label %72
72:
  %73 = phi i32 [ %71, %64 ], [ %57, %55 ]
  %74 = add nuw nsw i64 %56, 1
  %75 = icmp eq i64 %74, 32
  br i1 %75, label %76, label %55
76:
  %77 = load i32, ptr %24, align 4
  %78 = call i32 @llvm.umax.i32(i32 %77, i32 %73)
  store i32 %78, ptr %24, align 4
  %79 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %80 = load ptr, ptr %79, align 8
  %81 = load i32, ptr %25, align 8
  %82 = mul i32 %81, %1
  %83 = zext i32 %82 to i64
  %84 = getelementptr inbounds nuw i32, ptr %80, i64 %83
  %85 = getelementptr inbounds nuw i8, ptr %0, i64 672
  %86 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %87 = load ptr, ptr %86, align 8
  %88 = getelementptr inbounds i32, ptr %87, i64 %9
  %89 = shl nuw i32 1, %5
  %90 = load i32, ptr %88, align 4
  %91 = and i32 %90, %89
  %92 = icmp eq i32 %91, 0
  br i1 %92, label %101, label %93
93:
  %94 = load i32, ptr %15, align 4
  %95 = zext i32 %94 to i64
  br label %96
96:
  %97 = phi i64 [ %95, %93 ], [ %110, %104 ]
  %98 = load i32, ptr %85, align 8
  %99 = zext i32 %98 to i64
  %100 = icmp samesign ult i64 %97, %99
  br i1 %100, label %104, label %101
101:
  %102 = load i32, ptr %15, align 4
  %103 = icmp eq i32 %102, 0
  br i1 %103, label %114, label %118
104:
  %105 = getelementptr inbounds nuw i32, ptr %12, i64 %97
  %106 = load i32, ptr %105, align 4
  %107 = getelementptr inbounds nuw i32, ptr %84, i64 %97
  %108 = load i32, ptr %107, align 4
  %109 = call i32 @llvm.umax.i32(i32 %106, i32 %108)
  store i32 %109, ptr %105, align 4
  %110 = add nuw nsw i64 %97, 1
  %111 = load i32, ptr %88, align 4
  %112 = and i32 %111, %89
  %113 = icmp eq i32 %112, 0
  br i1 %113, label %101, label %96
114:
  %115 = getelementptr inbounds nuw i8, ptr %11, i64 12
  %116 = load i32, ptr %115, align 4
  %117 = icmp eq i32 %116, 0
  br i1 %117, label %144, label %133
118:
  %119 = phi i64 [ %129, %118 ], [ 0, %101 ]
  %120 = load i32, ptr %20, align 4
  %121 = trunc nuw i64 %119 to i32
  %122 = add i32 %120, %121
  %123 = zext i32 %122 to i64
  %124 = getelementptr inbounds nuw i32, ptr %12, i64 %123
  %125 = load i32, ptr %124, align 4
  %126 = getelementptr inbounds nuw i32, ptr %19, i64 %119
  %127 = load i32, ptr %126, align 4
  %128 = call i32 @llvm.umax.i32(i32 %125, i32 %127)
  store i32 %128, ptr %124, align 4
  %129 = add nuw nsw i64 %119, 1
  %130 = load i32, ptr %15, align 4
  %131 = zext i32 %130 to i64
  %132 = icmp samesign ult i64 %129, %131
  br i1 %132, label %118, label %114
133:
  %134 = getelementptr inbounds nuw i8, ptr %0, i64 668
  %135 = load i32, ptr %134, align 4
  %136 = icmp eq i32 %135, 0
  br i1 %136, label %144, label %137
137:
  %138 = getelementptr inbounds nuw i8, ptr %10, i64 256
  %139 = load i32, ptr %138, align 4
  %140 = call i32 @llvm.umax.i32(i32 %139, i32 %73)
  %141 = add i32 %116, -1
  %142 = shl i32 %135, 2
  %143 = udiv i32 %141, %142
  call void @cute.check.tensor_reaches(ptr %0, i32 %1, i32 %4, i32 %140, i32 %143)
  br label %144
144:
  ret void
}
declare ptr @cute.check.in_phase(ptr, i32, i32)
define void @cute.check.tensor_committed(ptr %0, i32 %1) noinline {
  call void @cute.check.move_past(ptr %0, i32 %1, i1 false)
  ret void
}
declare void @cute.check.move_past(ptr, i32, i1)
define void @cute.check.tensor_wait(ptr %0, i32 %1, i32 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %5 = load i32, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 784
  store i32 %5, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %8 = load ptr, ptr %7, align 8
  %9 = mul i32 %5, %1
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds nuw i32, ptr %8, i64 %10
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i32, ptr %13, i64 %10
  %15 = sext i32 %1 to i64
  %16 = getelementptr inbounds i32, ptr %14, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = getelementptr inbounds i32, ptr %11, i64 %15
  store i32 %17, ptr %18, align 4
  %19 = icmp ne i32 %2, 0
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 620
  %21 = load i32, ptr %20, align 4
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %23 = load i32, ptr %22, align 4
  %24 = zext i1 %19 to i32
  %25 = shl i32 %23, %24
  %26 = add i32 %21, %1
  %27 = add i32 %26, %25
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds nuw i32, ptr %11, i64 %28
  store i32 %17, ptr %29, align 4
  call void @cute.check.move_past(ptr %0, i32 %1, i1 false)
  ret void
}
define void @cute.check.tensor_fence(ptr %0, i32 %1, i32 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 624
  %5 = load i32, ptr %4, align 8
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %59, label %7
7:
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %11 = load i32, ptr %10, align 8
  %12 = mul i32 %11, %1
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds nuw i32, ptr %9, i64 %13
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds nuw i32, ptr %16, i64 %13
  %18 = sext i32 %1 to i64
  %19 = getelementptr inbounds i32, ptr %17, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = getelementptr inbounds i32, ptr %14, i64 %18
  store i32 %20, ptr %21, align 4
  %22 = load i32, ptr %10, align 8
  %23 = mul i32 %22, %1
  %24 = zext i32 %23 to i64
  %25 = getelementptr inbounds nuw i32, ptr %16, i64 %24
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 784
  store i32 %22, ptr %26, align 8
  %27 = icmp eq i32 %2, 0
  br i1 %27, label %28, label %31
28:
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 620
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 692
  br label %44
31:
  call void @cute.check.join(ptr %0, ptr %14, ptr %25)
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds i32, ptr %33, i64 %18
  %35 = load i32, ptr %34, align 4
  %36 = icmp eq i32 %35, 0
  br i1 %36, label %59, label %37
37:
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %39 = load ptr, ptr %38, align 8
  %40 = load i32, ptr %10, align 8
  %41 = mul i32 %40, %1
  %42 = zext i32 %41 to i64
  %43 = getelementptr inbounds nuw i32, ptr %39, i64 %42
  call void @cute.check.join(ptr %0, ptr %14, ptr %43)
  br label %59
44:
  %45 = phi i32 [ 0, %28 ], [ %57, %44 ]
  %46 = load i32, ptr %29, align 4
  %47 = load i32, ptr %30, align 4
  %48 = mul i32 %47, %45
  %49 = add i32 %46, %1
  %50 = add i32 %49, %48
  %51 = zext i32 %50 to i64
  %52 = getelementptr inbounds nuw i32, ptr %25, i64 %51
  %53 = load i32, ptr %52, align 4
  %54 = getelementptr inbounds nuw i32, ptr %14, i64 %51
  %55 = load i32, ptr %54, align 4
  %56 = call i32 @llvm.umax.i32(i32 %53, i32 %55)
  store i32 %56, ptr %52, align 4
  %57 = add nuw nsw i32 %45, 1
  %58 = icmp eq i32 %57, 3
  br i1 %58, label %59, label %44
59:
  ret void
}
declare void @cute.check.join(ptr, ptr, ptr)
define void @cute.check.tensor_loaded(ptr %0, i32 %1, ptr %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %7 = load i32, ptr %6, align 8
  %8 = mul i32 %7, %1
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds nuw i32, ptr %5, i64 %9
  %11 = sext i32 %1 to i64
  %12 = getelementptr inbounds i32, ptr %10, i64 %11
  %13 = load i32, ptr %12, align 4
  store i32 %13, ptr %2, align 4
  ret void
}
define void @cute.check.tensor_used(ptr %0, i32 %1, i32 %2, ptr %3, i32 %4) noinline {
  %6 = load i32, ptr %3, align 4
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 560
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %10 = load i32, ptr %9, align 8
  %11 = mul i32 %10, %1
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds nuw i32, ptr %8, i64 %12
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i32, ptr %15, i64 %12
  %17 = sext i32 %1 to i64
  %18 = getelementptr inbounds i32, ptr %16, i64 %17
  %19 = load i32, ptr %18, align 4
  %20 = getelementptr inbounds i32, ptr %13, i64 %17
  store i32 %19, ptr %20, align 4
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 620
  %22 = load i32, ptr %21, align 4
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %24 = load i32, ptr %23, align 4
  %25 = add i32 %22, %1
  %26 = add i32 %25, %24
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds nuw i32, ptr %13, i64 %27
  %29 = load i32, ptr %28, align 4
  %30 = icmp ugt i32 %6, %29
  br i1 %30, label %31, label %43
31:
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %33 = load ptr, ptr %32, align 8
  %34 = sext i32 %2 to i64
  %35 = getelementptr inbounds i8, ptr %33, i64 %34
  %36 = load i8, ptr %35, align 1
  %37 = and i8 %36, 2
  %38 = icmp eq i8 %37, 0
  br i1 %38, label %39, label %43
39:
  %40 = sext i32 %4 to i64
  %41 = load ptr, ptr %0, align 8
  %42 = call i32 %41(ptr %0, i32 27, i32 %1, i32 %2, i32 1, i64 %40, i64 0)
  br label %43
43:
  ret void
}
define void @cute.check.tensor_give_up(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %4 = load i32, ptr %3, align 4
  %5 = udiv i32 %1, %4
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %7 = load i32, ptr %6, align 4
  %8 = udiv i32 %7, %4
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 600
  %10 = load ptr, ptr %9, align 8
  %11 = zext i32 %5 to i64
  %12 = getelementptr inbounds nuw { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %10, i64 %11
  %13 = getelementptr inbounds nuw i8, ptr %12, i64 4096
  %14 = load i32, ptr %13, align 4
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %87, label %16
16:
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %18 = load i64, ptr %17, align 8
  %19 = shl i64 %18, 2
  %20 = zext i32 %8 to i64
  %21 = sdiv i64 %19, %20
  %22 = shl i64 %21, 1
  %23 = icmp slt i64 %22, 232449
  %24 = icmp ule i32 %4, %7
  %25 = select i1 %23, i1 %24, i1 false
  br i1 %25, label %26, label %87
26:
  %27 = getelementptr inbounds nuw i8, ptr %12, i64 4124
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %31 = zext i32 %5 to i64
  %32 = zext i32 %8 to i64
  br label %33
33:
  %34 = phi i64 [ 0, %26 ], [ %85, %84 ]
  %35 = getelementptr inbounds nuw { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %10, i64 %34
  %36 = icmp eq i64 %34, %31
  br i1 %36, label %84, label %37
37:
  %38 = getelementptr inbounds nuw i8, ptr %35, i64 4100
  %39 = load i32, ptr %38, align 4
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %84, label %41
41:
  %42 = load i32, ptr %27, align 4
  %43 = trunc nuw i64 %34 to i32
  %44 = and i32 %43, 31
  %45 = shl nuw i32 1, %44
  %46 = and i32 %42, %45
  %47 = icmp eq i32 %46, 0
  br i1 %47, label %48, label %84
48:
  %49 = getelementptr inbounds nuw i8, ptr %35, i64 4112
  %50 = load i32, ptr %49, align 4
  %51 = load ptr, ptr %28, align 8
  %52 = load i32, ptr %29, align 8
  %53 = mul i32 %52, %1
  %54 = zext i32 %53 to i64
  %55 = getelementptr inbounds nuw i32, ptr %51, i64 %54
  %56 = zext i32 %50 to i64
  %57 = getelementptr inbounds nuw i32, ptr %55, i64 %56
  %58 = load i32, ptr %57, align 4
  %59 = getelementptr inbounds nuw i8, ptr %35, i64 4104
  %60 = load i32, ptr %59, align 4
  %61 = icmp ult i32 %58, %60
  br i1 %61, label %62, label %68
62:
  %63 = load ptr, ptr %30, align 8
  %64 = getelementptr inbounds nuw i32, ptr %63, i64 %54
  %65 = getelementptr inbounds nuw i32, ptr %64, i64 %56
  %66 = load i32, ptr %65, align 4
  %67 = icmp ult i32 %66, %60
  br i1 %67, label %84, label %68
68:
  %69 = getelementptr inbounds nuw i8, ptr %12, i64 4108
  %70 = load i32, ptr %69, align 4
  %71 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %72 = load ptr, ptr %71, align 8
  %73 = sext i32 %70 to i64
  %74 = getelementptr inbounds i8, ptr %72, i64 %73
  %75 = load i8, ptr %74, align 1
  %76 = and i8 %75, 2
  %77 = icmp eq i8 %76, 0
  br i1 %77, label %78, label %87
78:
  %79 = getelementptr inbounds nuw i8, ptr %35, i64 4108
  %80 = load i32, ptr %79, align 4
  %81 = sext i32 %80 to i64
  %82 = load ptr, ptr %0, align 8
  %83 = call i32 %82(ptr %0, i32 27, i32 %1, i32 %70, i32 3, i64 %56, i64 %81)
  br label %87
84:
  %85 = add nuw nsw i64 %34, 1
  %86 = icmp samesign ult i64 %85, %32
  br i1 %86, label %33, label %87
87:
  store i32 0, ptr %13, align 4
  %88 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %89 = load ptr, ptr %88, align 8
  %90 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %91 = load i32, ptr %90, align 8
  %92 = mul i32 %91, %1
  %93 = zext i32 %92 to i64
  %94 = getelementptr inbounds nuw i32, ptr %89, i64 %93
  %95 = sext i32 %1 to i64
  %96 = getelementptr inbounds i32, ptr %94, i64 %95
  %97 = load i32, ptr %96, align 4
  %98 = getelementptr inbounds nuw i8, ptr %12, i64 4116
  store i32 %97, ptr %98, align 4
  %99 = getelementptr inbounds nuw i8, ptr %12, i64 4120
  store i32 %1, ptr %99, align 4
  call void @cute.check.move_past(ptr %0, i32 %1, i1 false)
  ret void
}
define void @cute.check.tensor_end(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %4 = load i32, ptr %3, align 4
  %5 = udiv i32 %1, %4
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 600
  %7 = load ptr, ptr %6, align 8
  %8 = zext i32 %5 to i64
  %9 = getelementptr inbounds nuw { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %7, i64 %8
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 4096
  %11 = load i32, ptr %10, align 4
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %32, label %13
13:
  %14 = mul i32 %5, %4
  %15 = add i32 %5, 1
  %16 = mul i32 %15, %4
  %17 = icmp ult i32 %14, %16
  br i1 %17, label %18, label %31
18:
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %20 = load ptr, ptr %19, align 8
  br label %24
21:
  %22 = add nuw i32 %25, 1
  %23 = icmp eq i32 %22, %16
  br i1 %23, label %31, label %24
24:
  %25 = phi i32 [ %14, %18 ], [ %22, %21 ]
  %26 = zext i32 %25 to i64
  %27 = getelementptr inbounds nuw { i32, i32, i32, i32 }, ptr %20, i64 %26
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 12
  %29 = load i32, ptr %28, align 4
  %30 = icmp eq i32 %29, 0
  br i1 %30, label %32, label %21
31:
  call void @cute.check.tensor_give_up(ptr %0, i32 %1)
  br label %32
32:
  ret void
}
define void @cute.check.tensor_allocated(ptr %0, ptr %1, i32 %2, i32 %3, ptr %4, i32 %5, i32 %6) noinline {
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 600
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 668
  %11 = load i32, ptr %10, align 4
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %9, i64 %12
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 104
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 56
  %17 = load i32, ptr %16, align 8
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %89
19:
  %20 = load i32, ptr %4, align 4
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 552
  %22 = load i64, ptr %21, align 8
  %23 = shl nsw i64 %12, 16
  %24 = add i64 %22, %23
  %25 = zext i32 %20 to i64
  %26 = shl nuw nsw i64 %25, 7
  %27 = add i64 %24, %26
  %28 = zext i32 %5 to i64
  %29 = add nuw nsw i64 %25, %28
  %30 = shl nuw nsw i64 %29, 7
  %31 = add i64 %30, %24
  %32 = icmp ult i64 %27, %31
  br i1 %32, label %33, label %49
33:
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %37 = load ptr, ptr %36, align 8
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %39 = load ptr, ptr %38, align 8
  %40 = shl nuw nsw i64 %28, 7
  %41 = add i64 %27, %40
  br label %42
42:
  %43 = phi i64 [ %27, %33 ], [ %47, %42 ]
  %44 = getelementptr inbounds nuw i64, ptr %35, i64 %43
  store i64 0, ptr %44, align 8
  %45 = getelementptr inbounds nuw i64, ptr %37, i64 %43
  store i64 0, ptr %45, align 8
  %46 = getelementptr inbounds nuw i64, ptr %39, i64 %43
  store i64 0, ptr %46, align 8
  %47 = add nuw i64 %43, 1
  %48 = icmp eq i64 %47, %41
  br i1 %48, label %49, label %42
49:
  %50 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %51 = load ptr, ptr %50, align 64
  %52 = getelementptr inbounds nuw i8, ptr %1, i64 652
  %53 = load i32, ptr %52, align 4
  %54 = xor i32 %53, 1
  %55 = sext i32 %54 to i64
  %56 = getelementptr inbounds { ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, ptr, ptr, i64, ptr, ptr, ptr, [32 x ptr], [32 x ptr], [3 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, [16 x { i32, i32 }], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [92 x i8] }, ptr %51, i64 %55
  switch i32 %6, label %143 [
    i32 2, label %57
    i32 1, label %91
  ]
57:
  %58 = getelementptr inbounds nuw i8, ptr %56, i64 104
  %59 = load ptr, ptr %58, align 8
  %60 = getelementptr inbounds nuw i8, ptr %59, i64 36
  %61 = load i32, ptr %60, align 4
  %62 = icmp eq i32 %61, 0
  br i1 %62, label %89, label %63
63:
  %64 = load i64, ptr %21, align 8
  %65 = getelementptr inbounds nuw i8, ptr %56, i64 668
  %66 = load i32, ptr %65, align 4
  %67 = sext i32 %66 to i64
  %68 = shl nsw i64 %67, 16
  %69 = add i64 %68, %64
  %70 = add i64 %69, %26
  %71 = add i64 %69, %30
  %72 = icmp ult i64 %70, %71
  br i1 %72, label %73, label %89
73:
  %74 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %75 = load ptr, ptr %74, align 8
  %76 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %77 = load ptr, ptr %76, align 8
  %78 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %79 = load ptr, ptr %78, align 8
  %80 = shl nuw nsw i64 %28, 7
  %81 = add i64 %70, %80
  br label %82
82:
  %83 = phi i64 [ %70, %73 ], [ %87, %82 ]
  %84 = getelementptr inbounds nuw i64, ptr %75, i64 %83
  store i64 0, ptr %84, align 8
  %85 = getelementptr inbounds nuw i64, ptr %77, i64 %83
  store i64 0, ptr %85, align 8
  %86 = getelementptr inbounds nuw i64, ptr %79, i64 %83
  store i64 0, ptr %86, align 8
  %87 = add nuw i64 %83, 1
  %88 = icmp eq i64 %87, %81
  br i1 %88, label %89, label %82
89:
  %90 = icmp eq i32 %6, 1
  br i1 %90, label %91, label %143
91:
  %92 = add i32 %2, 1
  %93 = getelementptr inbounds nuw i8, ptr %13, i64 4096
  store i32 %92, ptr %93, align 4
  %94 = getelementptr inbounds nuw i8, ptr %13, i64 4112
  store i32 %2, ptr %94, align 4
  %95 = getelementptr inbounds nuw i8, ptr %13, i64 4100
  store i32 %5, ptr %95, align 4
  %96 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %97 = load ptr, ptr %96, align 8
  %98 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %99 = load i32, ptr %98, align 8
  %100 = mul i32 %99, %2
  %101 = zext i32 %100 to i64
  %102 = getelementptr inbounds nuw i32, ptr %97, i64 %101
  %103 = sext i32 %2 to i64
  %104 = getelementptr inbounds i32, ptr %102, i64 %103
  %105 = load i32, ptr %104, align 4
  %106 = getelementptr inbounds nuw i8, ptr %13, i64 4104
  store i32 %105, ptr %106, align 4
  %107 = getelementptr inbounds nuw i8, ptr %13, i64 4108
  store i32 %3, ptr %107, align 4
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 692
  %109 = load i32, ptr %108, align 4
  %110 = getelementptr inbounds nuw i8, ptr %0, i64 700
  %111 = load i32, ptr %110, align 4
  %112 = icmp ugt i32 %111, %109
  br i1 %112, label %143, label %113
113:
  %114 = udiv i32 %109, %111
  %115 = getelementptr inbounds nuw i8, ptr %13, i64 4124
  %116 = zext i32 %114 to i64
  br label %117
117:
  %118 = phi i64 [ 0, %113 ], [ %141, %140 ]
  %119 = getelementptr inbounds nuw { [1024 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32 }, ptr %9, i64 %118
  %120 = getelementptr inbounds nuw i8, ptr %119, i64 4116
  %121 = load i32, ptr %120, align 4
  %122 = icmp eq i32 %121, 0
  br i1 %122, label %140, label %123
123:
  %124 = getelementptr inbounds nuw i8, ptr %119, i64 4096
  %125 = load i32, ptr %124, align 4
  %126 = icmp eq i32 %125, 0
  br i1 %126, label %127, label %140
127:
  %128 = getelementptr inbounds nuw i8, ptr %119, i64 4120
  %129 = load i32, ptr %128, align 4
  %130 = sext i32 %129 to i64
  %131 = getelementptr inbounds i32, ptr %102, i64 %130
  %132 = load i32, ptr %131, align 4
  %133 = icmp ult i32 %132, %121
  br i1 %133, label %140, label %134
134:
  %135 = trunc nuw i64 %118 to i32
  %136 = and i32 %135, 31
  %137 = shl nuw i32 1, %136
  %138 = load i32, ptr %115, align 4
  %139 = or i32 %138, %137
  store i32 %139, ptr %115, align 4
  br label %140
140:
  %141 = add nuw nsw i64 %118, 1
  %142 = icmp samesign ult i64 %141, %116
  br i1 %142, label %117, label %143
143:
  call void @cute.check.move_past(ptr %0, i32 %2, i1 false)
  ret void
}
declare i32 @llvm.umax.i32(i32, i32)
