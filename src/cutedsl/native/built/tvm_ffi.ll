; Made by scripts/build_native.py: change the C sources, then run it.
; tvm_ffi/arguments.c
define i1 @cute.tvm_ffi.fill(ptr %0, ptr %1, ptr %2, i32 %3) noinline {
  %5 = alloca { { i64, i32, i32, i32, i32, ptr, ptr, i64 }, i64, i64, i64 }, align 8
  %6 = alloca [32 x i64], align 16
  %7 = sext i32 %3 to i64
  %8 = load i64, ptr %0, align 8
  %9 = icmp eq i64 %8, %7
  br i1 %9, label %10, label %164
10:
  %11 = icmp sgt i32 %3, 0
  br i1 %11, label %12, label %162
12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 56
  %15 = getelementptr inbounds nuw i8, ptr %5, i64 48
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %17 = zext nneg i32 %3 to i64
  br label %18
18:
  %19 = phi i64 [ 0, %12 ], [ %160, %157 ]
  %20 = phi ptr [ %1, %12 ], [ %159, %157 ]
  %21 = phi ptr [ %13, %12 ], [ %158, %157 ]
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, 0
  %24 = getelementptr inbounds nuw { i32, i32, i64 }, ptr %2, i64 %19
  br i1 %23, label %25, label %111
25:
  call void @llvm.lifetime.start.p0(ptr %5)
  call void @llvm.lifetime.start.p0(ptr %6)
  %26 = load i32, ptr %24, align 8
  switch i32 %26, label %36 [
    i32 7, label %27
    i32 70, label %31
  ]
27:
  %28 = getelementptr inbounds nuw i8, ptr %24, i64 8
  %29 = load i64, ptr %28, align 8
  %30 = inttoptr i64 %29 to ptr
  br label %36
31:
  %32 = getelementptr inbounds nuw i8, ptr %24, i64 8
  %33 = load i64, ptr %32, align 8
  %34 = add i64 %33, 24
  %35 = inttoptr i64 %34 to ptr
  br label %36
36:
  %37 = phi ptr [ %30, %27 ], [ %35, %31 ], [ null, %25 ]
  %38 = icmp eq ptr %37, null
  br i1 %38, label %102, label %39
39:
  %40 = getelementptr inbounds nuw i8, ptr %37, i64 8
  %41 = load i32, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %21, i64 24
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, 1
  br i1 %44, label %45, label %48
45:
  %46 = and i32 %41, -3
  %47 = icmp eq i32 %46, 1
  br label %52
48:
  %49 = icmp eq i32 %41, 2
  %50 = icmp eq i32 %41, 13
  %51 = or i1 %49, %50
  br label %52
52:
  %53 = phi i1 [ %47, %45 ], [ %51, %48 ]
  br i1 %53, label %54, label %102
54:
  %55 = getelementptr inbounds nuw i8, ptr %37, i64 20
  %56 = load i32, ptr %55, align 4
  %57 = getelementptr inbounds nuw i8, ptr %21, i64 8
  %58 = load i64, ptr %57, align 8
  %59 = trunc i64 %58 to i32
  %60 = icmp eq i32 %56, %59
  br i1 %60, label %61, label %102
61:
  %62 = getelementptr inbounds nuw i8, ptr %37, i64 16
  %63 = load i32, ptr %62, align 8
  %64 = getelementptr inbounds nuw i8, ptr %21, i64 16
  %65 = load i64, ptr %64, align 8
  %66 = trunc i64 %65 to i32
  %67 = icmp eq i32 %63, %66
  br i1 %67, label %68, label %102
68:
  call void @llvm.memcpy.p0.p0.i64(ptr %5, ptr %37, i64 48, i1 false)
  %69 = getelementptr inbounds nuw i8, ptr %37, i64 40
  %70 = load i64, ptr %69, align 8
  %71 = load i64, ptr %5, align 8
  %72 = add i64 %71, %70
  store i64 %72, ptr %5, align 8
  store i64 0, ptr %14, align 8
  store i64 0, ptr %15, align 8
  %73 = getelementptr inbounds nuw i8, ptr %37, i64 32
  %74 = load ptr, ptr %73, align 8
  %75 = icmp eq ptr %74, null
  br i1 %75, label %76, label %95
76:
  %77 = load i32, ptr %62, align 8
  %78 = icmp ugt i32 %77, 32
  br i1 %78, label %102, label %79
79:
  %80 = icmp eq i32 %77, 0
  br i1 %80, label %94, label %81
81:
  %82 = getelementptr inbounds nuw i8, ptr %37, i64 24
  %83 = load ptr, ptr %82, align 8
  %84 = zext nneg i32 %77 to i64
  br label %85
85:
  %86 = phi i64 [ %84, %81 ], [ %88, %85 ]
  %87 = phi i64 [ 1, %81 ], [ %92, %85 ]
  %88 = add nsw i64 %86, -1
  %89 = getelementptr inbounds i64, ptr %6, i64 %88
  store i64 %87, ptr %89, align 8
  %90 = getelementptr inbounds i64, ptr %83, i64 %88
  %91 = load i64, ptr %90, align 8
  %92 = mul i64 %91, %87
  %93 = icmp sgt i64 %86, 1
  br i1 %93, label %85, label %94
94:
  store ptr %6, ptr %16, align 8
  br label %95
95:
  %96 = getelementptr inbounds nuw i8, ptr %21, i64 48
  %97 = load i64, ptr %96, align 8
  %98 = and i64 %97, %72
  %99 = icmp eq i64 %98, 0
  br i1 %99, label %100, label %102
100:
  %101 = call ptr @cute.layout(ptr %21, ptr %5, ptr %20)
  br label %102
102:
  %103 = phi ptr [ %101, %100 ], [ null, %95 ], [ null, %36 ], [ null, %76 ], [ null, %54 ], [ null, %61 ], [ null, %52 ]
  call void @llvm.lifetime.end.p0(ptr %6)
  call void @llvm.lifetime.end.p0(ptr %5)
  %104 = icmp eq ptr %103, null
  br i1 %104, label %164, label %105
105:
  %106 = getelementptr inbounds nuw i8, ptr %21, i64 64
  %107 = getelementptr inbounds nuw i8, ptr %21, i64 16
  %108 = load i64, ptr %107, align 8
  %109 = shl i64 %108, 6
  %110 = getelementptr inbounds i8, ptr %106, i64 %109
  br label %157
111:
  %112 = getelementptr inbounds nuw i8, ptr %20, i64 8
  switch i64 %22, label %153 [
    i64 1, label %113
    i64 3, label %129
    i64 2, label %129
    i64 4, label %148
  ]
113:
  %114 = getelementptr inbounds nuw i8, ptr %24, i64 8
  %115 = load i64, ptr %114, align 8
  store i64 %115, ptr %20, align 8
  %116 = load i32, ptr %24, align 8
  switch i32 %116, label %153 [
    i32 1, label %117
    i32 4, label %125
  ]
117:
  %118 = load i64, ptr %114, align 8
  %119 = getelementptr inbounds nuw i8, ptr %21, i64 8
  %120 = load i64, ptr %119, align 8
  %121 = sub i64 %118, %120
  %122 = getelementptr inbounds nuw i8, ptr %21, i64 16
  %123 = load i64, ptr %122, align 8
  %124 = icmp ule i64 %121, %123
  br label %153
125:
  %126 = getelementptr inbounds nuw i8, ptr %21, i64 16
  %127 = load i64, ptr %126, align 8
  %128 = icmp eq i64 %127, -1
  br label %153
129:
  %130 = icmp eq i64 %22, 3
  %131 = load i32, ptr %24, align 8
  switch i32 %131, label %153 [
    i32 1, label %132
    i32 3, label %136
  ]
132:
  %133 = getelementptr inbounds nuw i8, ptr %24, i64 8
  %134 = load i64, ptr %133, align 8
  %135 = sitofp i64 %134 to double
  br label %139
136:
  %137 = getelementptr inbounds nuw i8, ptr %24, i64 8
  %138 = load double, ptr %137, align 8
  br label %139
139:
  %140 = phi double [ %135, %132 ], [ %138, %136 ]
  store double %140, ptr %20, align 8
  br i1 %130, label %141, label %153
141:
  %142 = fptrunc double %140 to float
  store float %142, ptr %20, align 4
  %143 = call float @llvm.fabs.f32(float %142)
  %144 = fcmp une float %143, 0x7FF0000000000000
  %145 = call double @llvm.fabs.f64(double %140)
  %146 = fcmp oeq double %145, 0x7FF0000000000000
  %147 = or i1 %146, %144
  br label %153
148:
  %149 = getelementptr inbounds nuw i8, ptr %24, i64 8
  %150 = load i64, ptr %149, align 8
  store i64 %150, ptr %20, align 8
  %151 = load i32, ptr %24, align 8
  %152 = icmp eq i32 %151, 2
  br label %153
153:
  %154 = phi i1 [ %152, %148 ], [ false, %111 ], [ %128, %125 ], [ %124, %117 ], [ false, %113 ], [ false, %129 ], [ true, %139 ], [ %147, %141 ]
  %155 = select i1 %154, i64 24, i64 0
  %156 = getelementptr inbounds nuw i8, ptr %21, i64 %155
  br i1 %154, label %157, label %164
157:
  %158 = phi ptr [ %110, %105 ], [ %156, %153 ]
  %159 = phi ptr [ %103, %105 ], [ %112, %153 ]
  %160 = add nuw nsw i64 %19, 1
  %161 = icmp eq i64 %160, %17
  br i1 %161, label %162, label %18
162:
  %163 = call i1 @cute.checks(ptr %0, ptr %1)
  br label %164
164:
  %165 = phi i1 [ false, %4 ], [ %163, %162 ], [ false, %102 ], [ false, %153 ]
  ret i1 %165
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare i1 @cute.checks(ptr, ptr)
declare ptr @cute.layout(ptr, ptr, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare float @llvm.fabs.f32(float)
declare double @llvm.fabs.f64(double)
; tvm_ffi/call.c
define i32 @cute.tvm_ffi(ptr %0, ptr %1, ptr %2, ptr %3, i32 %4, ptr %5) noinline {
  %7 = call i1 @cute.tvm_ffi.fill(ptr %1, ptr %2, ptr %3, i32 %4)
  br i1 %7, label %14, label %8
8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %12 = load ptr, ptr %11, align 8
  %13 = call i32 %10(ptr %12, ptr %3, i32 %4, ptr %5)
  br label %56
14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 24
  br label %19
16:
  %17 = add nuw nsw i64 %22, 1
  %18 = icmp eq i64 %17, 8
  br i1 %18, label %33, label %19
19:
  %20 = phi ptr [ undef, %14 ], [ %31, %16 ]
  %21 = phi ptr [ undef, %14 ], [ %32, %16 ]
  %22 = phi i64 [ 0, %14 ], [ %17, %16 ]
  %23 = getelementptr inbounds nuw ptr, ptr %15, i64 %22
  %24 = atomicrmw xchg ptr %23, i64 0 acquire, align 8
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %30, label %26
26:
  %27 = inttoptr i64 %24 to ptr
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 8
  store i64 0, ptr %28, align 8
  store i64 0, ptr %27, align 8
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 16
  store i32 0, ptr %29, align 8
  br label %30
30:
  %31 = phi ptr [ %20, %19 ], [ %23, %26 ]
  %32 = phi ptr [ %21, %19 ], [ %27, %26 ]
  br i1 %25, label %16, label %33
33:
  %34 = phi ptr [ %32, %30 ], [ null, %16 ]
  %35 = icmp eq ptr %34, null
  br i1 %35, label %36, label %40
36:
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %38 = load ptr, ptr %37, align 8
  %39 = call ptr %38(ptr %2)
  br label %51
40:
  %41 = load ptr, ptr %0, align 8
  %42 = call i32 %41(ptr %2, ptr %34)
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %48, label %44
44:
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %46 = load ptr, ptr %45, align 8
  %47 = call ptr %46(ptr %34, i32 %42)
  br label %48
48:
  %49 = phi ptr [ %47, %44 ], [ null, %40 ]
  %50 = ptrtoint ptr %34 to i64
  store atomic i64 %50, ptr %31 release, align 8
  br label %51
51:
  %52 = phi ptr [ %49, %48 ], [ %39, %36 ]
  %53 = icmp eq ptr %52, null
  br i1 %53, label %54, label %56
54:
  store i32 0, ptr %5, align 8
  %55 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store i64 0, ptr %55, align 8
  br label %56
56:
  %57 = phi i32 [ %13, %8 ], [ 0, %54 ], [ -1, %51 ]
  ret i32 %57
}
declare i1 @cute.tvm_ffi.fill(ptr, ptr, ptr, i32)
define i32 @cute.tvm_ffi.stream(ptr %0, i32 %1, i32 %2, ptr %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %6 = load ptr, ptr %5, align 8
  %7 = call ptr %6(i32 %1, i32 %2)
  store ptr %7, ptr %3, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %9, label %15
9:
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %15, label %13
13:
  %14 = call i32 %11(i32 %1, i32 %2, ptr %3)
  br label %15
15:
  %16 = phi i32 [ %14, %13 ], [ 0, %9 ], [ 0, %4 ]
  ret i32 %16
}
