; Made by scripts/build_native.py: change the C sources, then run it.
; export/gpu.c
@driver.0 = internal unnamed_addr global ptr null, align 8
@driver.1 = internal unnamed_addr global ptr null, align 8
@driver.2 = internal unnamed_addr global ptr null, align 8
@driver.3 = internal unnamed_addr global ptr null, align 8
@driver.4 = internal unnamed_addr global ptr null, align 8
@driver.5 = internal unnamed_addr global ptr null, align 8
@driver.6 = internal unnamed_addr global ptr null, align 8
@driver.7 = internal unnamed_addr global ptr null, align 8
@driver.8 = internal unnamed_addr global ptr null, align 8
@encode.steps = internal constant [5 x i32] [i32 1, i32 1, i32 1, i32 1, i32 1], align 16
@gpu.lock = internal global i64 0, align 8
@gpu.str = private unnamed_addr constant [13 x i8] c"libcuda.so.1\00", align 1
@gpu.str.1 = private unnamed_addr constant [7 x i8] c"cuInit\00", align 1
@gpu.str.2 = private unnamed_addr constant [25 x i8] c"cuDevicePrimaryCtxRetain\00", align 1
@gpu.str.3 = private unnamed_addr constant [20 x i8] c"cuCtxPushCurrent_v2\00", align 1
@gpu.str.4 = private unnamed_addr constant [19 x i8] c"cuCtxPopCurrent_v2\00", align 1
@gpu.str.5 = private unnamed_addr constant [17 x i8] c"cuModuleLoadData\00", align 1
@gpu.str.6 = private unnamed_addr constant [20 x i8] c"cuModuleGetFunction\00", align 1
@gpu.str.7 = private unnamed_addr constant [19 x i8] c"cuFuncSetAttribute\00", align 1
@gpu.str.8 = private unnamed_addr constant [23 x i8] c"cuTensorMapEncodeTiled\00", align 1
@gpu.str.9 = private unnamed_addr constant [17 x i8] c"cuLaunchKernelEx\00", align 1
define i32 @cute.gpu.launch(ptr %0, i32 %1, ptr %2, i64 %3, ptr %4) noinline {
  %6 = alloca [512 x ptr], align 16
  %7 = alloca [3 x { i32, i32, [16 x i32] }], align 16
  %8 = alloca { [6 x i32], i32, i64, ptr, i32 }, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %12 = load ptr, ptr %11, align 8
  %13 = load ptr, ptr %12, align 8
  %14 = sext i32 %1 to i64
  %15 = getelementptr inbounds { ptr, i64, i64, i64, i64, i64, i64 }, ptr %13, i64 %14
  call void @llvm.lifetime.start.p0(ptr %6)
  call void @llvm.lifetime.start.p0(ptr %7)
  call void @llvm.memset.p0.i64(ptr %7, i8 0, i64 216, i1 false)
  call void @llvm.lifetime.start.p0(ptr %8)
  %16 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %17 = getelementptr inbounds nuw i8, ptr %8, i64 32
  call void @llvm.memset.p0.i64(ptr %8, i8 0, i64 32, i1 false)
  store i64 %3, ptr %17, align 8
  %18 = getelementptr inbounds nuw i8, ptr %8, i64 40
  store ptr %7, ptr %18, align 8
  %19 = getelementptr inbounds nuw i8, ptr %8, i64 48
  store i32 0, ptr %19, align 8
  %20 = getelementptr inbounds nuw i8, ptr %8, i64 52
  store i32 0, ptr %20, align 4
  %21 = icmp eq i64 %3, -1
  br i1 %21, label %22, label %28
22:
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 640
  %24 = load i64, ptr %23, align 8
  %25 = trunc i64 %24 to i32
  %26 = call ptr @TVMFFIEnvGetStream(i32 2, i32 %25)
  %27 = ptrtoint ptr %26 to i64
  store i64 %27, ptr %17, align 8
  br label %28
28:
  %29 = getelementptr inbounds nuw i8, ptr %2, i64 36
  %30 = load i32, ptr %29, align 4
  %31 = sext i32 %30 to i64
  %32 = getelementptr inbounds nuw i8, ptr %15, i64 8
  %33 = load i64, ptr %32, align 8
  %34 = call i64 @llvm.smax.i64(i64 %33, i64 %31)
  %35 = trunc i64 %34 to i32
  store i32 %35, ptr %16, align 8
  %36 = icmp ugt i32 %35, 49152
  br i1 %36, label %37, label %45
37:
  %38 = load ptr, ptr @driver.6, align 8
  %39 = getelementptr inbounds nuw i8, ptr %10, i64 24
  %40 = load ptr, ptr %39, align 8
  %41 = getelementptr inbounds ptr, ptr %40, i64 %14
  %42 = load ptr, ptr %41, align 8
  %43 = call i32 %38(ptr %42, i32 8, i32 %35)
  %44 = icmp eq i32 %43, 0
  br i1 %44, label %45, label %131
45:
  %46 = getelementptr inbounds nuw i8, ptr %15, i64 16
  %47 = load i64, ptr %46, align 8
  %48 = icmp sgt i64 %47, 0
  br i1 %48, label %50, label %49
49:
  br label %124
50:
  %51 = getelementptr inbounds nuw i8, ptr %15, i64 24
  br label %52
52:
  %53 = phi i64 [ 0, %50 ], [ %69, %66 ]
  %54 = icmp samesign ult i64 %53, 64
  br i1 %54, label %55, label %64
55:
  %56 = load i64, ptr %51, align 8
  %57 = shl nuw i64 1, %53
  %58 = and i64 %56, %57
  %59 = icmp eq i64 %58, 0
  br i1 %59, label %64, label %60
60:
  %61 = getelementptr inbounds nuw i64, ptr %4, i64 %53
  %62 = load i64, ptr %61, align 8
  %63 = inttoptr i64 %62 to ptr
  br label %66
64:
  %65 = getelementptr inbounds nuw i64, ptr %4, i64 %53
  br label %66
66:
  %67 = phi ptr [ %63, %60 ], [ %65, %64 ]
  %68 = getelementptr inbounds nuw ptr, ptr %6, i64 %53
  store ptr %67, ptr %68, align 8
  %69 = add nuw nsw i64 %53, 1
  %70 = icmp eq i64 %69, %47
  br i1 %70, label %49, label %52
71:
  %72 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %73 = load i32, ptr %72, align 4
  %74 = getelementptr inbounds nuw i8, ptr %2, i64 28
  %75 = load i32, ptr %74, align 4
  %76 = or i32 %75, %73
  %77 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %78 = load i32, ptr %77, align 4
  %79 = or i32 %76, %78
  %80 = icmp sgt i32 %79, 1
  br i1 %80, label %81, label %91
81:
  store i32 4, ptr %7, align 16
  %82 = getelementptr inbounds nuw i8, ptr %7, i64 8
  br label %83
83:
  %84 = phi i64 [ 0, %81 ], [ %89, %83 ]
  %85 = getelementptr inbounds nuw i32, ptr %72, i64 %84
  %86 = load i32, ptr %85, align 4
  %87 = call i32 @llvm.smax.i32(i32 %86, i32 1)
  %88 = getelementptr inbounds nuw i32, ptr %82, i64 %84
  store i32 %87, ptr %88, align 4
  %89 = add nuw nsw i64 %84, 1
  %90 = icmp eq i64 %89, 3
  br i1 %90, label %91, label %83
91:
  %92 = phi i32 [ 0, %71 ], [ 1, %83 ]
  %93 = getelementptr inbounds nuw i8, ptr %15, i64 32
  %94 = load i64, ptr %93, align 8
  %95 = icmp eq i64 %94, 0
  br i1 %95, label %103, label %96
96:
  %97 = add nuw nsw i32 %92, 1
  %98 = zext nneg i32 %92 to i64
  %99 = getelementptr inbounds nuw { i32, i32, [16 x i32] }, ptr %7, i64 %98
  store i32 6, ptr %99, align 8
  %100 = getelementptr inbounds nuw i8, ptr %99, i64 4
  store i32 0, ptr %100, align 4
  %101 = getelementptr inbounds nuw i8, ptr %99, i64 8
  store i32 1, ptr %101, align 8
  %102 = getelementptr inbounds nuw i8, ptr %99, i64 12
  call void @llvm.memset.p0.i64(ptr %102, i8 0, i64 60, i1 false)
  br label %103
103:
  %104 = phi i32 [ %97, %96 ], [ %92, %91 ]
  %105 = getelementptr inbounds nuw i8, ptr %15, i64 40
  %106 = load i64, ptr %105, align 8
  %107 = icmp eq i64 %106, 0
  br i1 %107, label %115, label %108
108:
  %109 = add nuw nsw i32 %104, 1
  %110 = zext nneg i32 %104 to i64
  %111 = getelementptr inbounds nuw { i32, i32, [16 x i32] }, ptr %7, i64 %110
  store i32 2, ptr %111, align 8
  %112 = getelementptr inbounds nuw i8, ptr %111, i64 4
  store i32 0, ptr %112, align 4
  %113 = getelementptr inbounds nuw i8, ptr %111, i64 8
  store i32 1, ptr %113, align 8
  %114 = getelementptr inbounds nuw i8, ptr %111, i64 12
  call void @llvm.memset.p0.i64(ptr %114, i8 0, i64 60, i1 false)
  br label %115
115:
  %116 = phi i32 [ %109, %108 ], [ %104, %103 ]
  store i32 %116, ptr %19, align 8
  %117 = load ptr, ptr @driver.8, align 8
  %118 = getelementptr inbounds nuw i8, ptr %10, i64 24
  %119 = load ptr, ptr %118, align 8
  %120 = getelementptr inbounds ptr, ptr %119, i64 %14
  %121 = load ptr, ptr %120, align 8
  %122 = call i32 %117(ptr %8, ptr %121, ptr %6, ptr null)
  %123 = icmp eq i32 %122, 0
  br i1 %123, label %133, label %131
124:
  %125 = phi i64 [ %129, %124 ], [ 0, %49 ]
  %126 = getelementptr inbounds nuw i32, ptr %2, i64 %125
  %127 = load i32, ptr %126, align 4
  %128 = getelementptr inbounds nuw i32, ptr %8, i64 %125
  store i32 %127, ptr %128, align 4
  %129 = add nuw nsw i64 %125, 1
  %130 = icmp eq i64 %129, 6
  br i1 %130, label %71, label %124
131:
  %132 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store i32 7, ptr %132, align 8
  br label %133
133:
  %134 = phi i32 [ 1, %115 ], [ 0, %131 ]
  call void @llvm.lifetime.end.p0(ptr %8)
  call void @llvm.lifetime.end.p0(ptr %7)
  call void @llvm.lifetime.end.p0(ptr %6)
  ret i32 %134
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @TVMFFIEnvGetStream(i32, i32)
declare void @llvm.lifetime.end.p0(ptr)
define i32 @cute.gpu.map(ptr %0, ptr %1, ptr %2, i32 %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 120
  %6 = load i32, ptr %5, align 8
  %7 = icmp sgt i32 %6, 1
  br i1 %7, label %22, label %8
8:
  %9 = load ptr, ptr @driver.7, align 8
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 100
  %11 = load i32, ptr %10, align 4
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 104
  %13 = load i32, ptr %12, align 8
  %14 = load i64, ptr %1, align 8
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 80
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 108
  %19 = load i32, ptr %18, align 4
  %20 = call i32 %9(ptr %2, i32 %11, i32 %13, i64 %14, ptr %15, ptr %16, ptr %17, ptr @encode.steps, i32 0, i32 %19, i32 2, i32 0)
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %24, label %22
22:
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store i32 7, ptr %23, align 8
  br label %24
24:
  %25 = phi i32 [ 0, %22 ], [ 1, %8 ]
  ret i32 %25
}
define i32 @cute.gpu.run(ptr %0, ptr %1, i32 %2) noinline {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca { i64, i64, i32, i32, i32, [3 x i32], [4 x i64], ptr, ptr, ptr, ptr, i32, [32 x i32], [32 x i64], [32 x i32], ptr, i64, i64, ptr, [16 x i32], [2 x i32], [3 x i32], i32, i32, [4 x { [3 x i32], i32, [32 x i32] }], i64, i64, ptr }, align 8
  call void @llvm.lifetime.start.p0(ptr %6)
  %8 = icmp ugt i32 %2, 63
  br i1 %8, label %126, label %9
9:
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %11 = load ptr, ptr %10, align 8
  %12 = zext nneg i32 %2 to i64
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %14 = load i64, ptr %13, align 8
  %15 = mul i64 %14, %12
  %16 = getelementptr inbounds i8, ptr %11, i64 %15
  %17 = load atomic i64, ptr %16 acquire, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %19, label %122
19:
  %20 = atomicrmw xchg ptr @gpu.lock, i64 1 acquire, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %26, label %22
22:
  %23 = call i32 @sched_yield()
  %24 = atomicrmw xchg ptr @gpu.lock, i64 1 acquire, align 8
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %26, label %22
26:
  %27 = load i64, ptr %16, align 8
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %29, label %121
29:
  %30 = getelementptr inbounds nuw i8, ptr %16, i64 16
  store ptr %0, ptr %30, align 8
  %31 = getelementptr inbounds nuw i8, ptr %16, i64 32
  %32 = getelementptr inbounds nuw i8, ptr %16, i64 24
  store ptr %31, ptr %32, align 8
  call void @llvm.lifetime.start.p0(ptr %5)
  %33 = load ptr, ptr @driver.8, align 8
  %34 = icmp eq ptr %33, null
  br i1 %34, label %35, label %69
35:
  %36 = call ptr @dlopen(ptr @gpu.str, i32 2)
  %37 = icmp eq ptr %36, null
  br i1 %37, label %119, label %38
38:
  %39 = call ptr @dlsym(ptr %36, ptr @gpu.str.1)
  store ptr %39, ptr @driver.0, align 8
  %40 = icmp eq ptr %39, null
  br i1 %40, label %119, label %41
41:
  %42 = call ptr @dlsym(ptr %36, ptr @gpu.str.2)
  store ptr %42, ptr @driver.1, align 8
  %43 = icmp eq ptr %42, null
  br i1 %43, label %119, label %44
44:
  %45 = call ptr @dlsym(ptr %36, ptr @gpu.str.3)
  store ptr %45, ptr @driver.2, align 8
  %46 = icmp eq ptr %45, null
  br i1 %46, label %119, label %47
47:
  %48 = call ptr @dlsym(ptr %36, ptr @gpu.str.4)
  store ptr %48, ptr @driver.3, align 8
  %49 = icmp eq ptr %48, null
  br i1 %49, label %119, label %50
50:
  %51 = call ptr @dlsym(ptr %36, ptr @gpu.str.5)
  store ptr %51, ptr @driver.4, align 8
  %52 = icmp eq ptr %51, null
  br i1 %52, label %119, label %53
53:
  %54 = call ptr @dlsym(ptr %36, ptr @gpu.str.6)
  store ptr %54, ptr @driver.5, align 8
  %55 = icmp eq ptr %54, null
  br i1 %55, label %119, label %56
56:
  %57 = call ptr @dlsym(ptr %36, ptr @gpu.str.7)
  store ptr %57, ptr @driver.6, align 8
  %58 = icmp eq ptr %57, null
  br i1 %58, label %119, label %59
59:
  %60 = call ptr @dlsym(ptr %36, ptr @gpu.str.8)
  store ptr %60, ptr @driver.7, align 8
  %61 = icmp eq ptr %60, null
  br i1 %61, label %119, label %62
62:
  %63 = call ptr @dlsym(ptr %36, ptr @gpu.str.9)
  store ptr %63, ptr @driver.8, align 8
  %64 = icmp eq ptr %63, null
  br i1 %64, label %119, label %65
65:
  %66 = load ptr, ptr @driver.0, align 8
  %67 = call i32 %66(i32 0)
  %68 = icmp eq i32 %67, 0
  br i1 %68, label %69, label %119
69:
  %70 = load ptr, ptr @driver.1, align 8
  %71 = getelementptr inbounds nuw i8, ptr %16, i64 8
  %72 = call i32 %70(ptr %71, i32 %2)
  %73 = icmp eq i32 %72, 0
  br i1 %73, label %74, label %119
74:
  %75 = load ptr, ptr @driver.2, align 8
  %76 = load ptr, ptr %71, align 8
  %77 = call i32 %75(ptr %76)
  %78 = icmp eq i32 %77, 0
  br i1 %78, label %79, label %119
79:
  call void @llvm.lifetime.start.p0(ptr %4)
  %80 = load ptr, ptr @driver.4, align 8
  %81 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %82 = load ptr, ptr %81, align 8
  %83 = call i32 %80(ptr %4, ptr %82)
  %84 = icmp eq i32 %83, 0
  br i1 %84, label %85, label %115
85:
  %86 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %87 = load i64, ptr %86, align 8
  %88 = icmp slt i64 %87, 1
  br i1 %88, label %115, label %89
89:
  %90 = phi i64 [ %112, %111 ], [ 0, %85 ]
  %91 = load ptr, ptr %0, align 8
  %92 = getelementptr inbounds nuw { ptr, i64, i64, i64, i64, i64, i64 }, ptr %91, i64 %90
  %93 = load ptr, ptr @driver.5, align 8
  %94 = load ptr, ptr %32, align 8
  %95 = getelementptr inbounds nuw ptr, ptr %94, i64 %90
  %96 = load ptr, ptr %4, align 8
  %97 = load ptr, ptr %92, align 8
  %98 = call i32 %93(ptr %95, ptr %96, ptr %97)
  %99 = icmp eq i32 %98, 0
  br i1 %99, label %100, label %115
100:
  %101 = getelementptr inbounds nuw i8, ptr %92, i64 48
  %102 = load i64, ptr %101, align 8
  %103 = icmp eq i64 %102, 0
  br i1 %103, label %111, label %104
104:
  %105 = load ptr, ptr @driver.6, align 8
  %106 = load ptr, ptr %32, align 8
  %107 = getelementptr inbounds nuw ptr, ptr %106, i64 %90
  %108 = load ptr, ptr %107, align 8
  %109 = call i32 %105(ptr %108, i32 14, i32 1)
  %110 = icmp eq i32 %109, 0
  br i1 %110, label %111, label %115
111:
  %112 = add nuw nsw i64 %90, 1
  %113 = load i64, ptr %86, align 8
  %114 = icmp slt i64 %112, %113
  br i1 %114, label %89, label %115
115:
  %116 = phi i64 [ 0, %79 ], [ 1, %85 ], [ 1, %111 ], [ 0, %104 ], [ 0, %89 ]
  call void @llvm.lifetime.end.p0(ptr %4)
  %117 = load ptr, ptr @driver.3, align 8
  %118 = call i32 %117(ptr %5)
  br label %119
119:
  %120 = phi i64 [ %116, %115 ], [ 0, %74 ], [ 0, %69 ], [ 0, %65 ], [ 0, %35 ], [ 0, %38 ], [ 0, %41 ], [ 0, %44 ], [ 0, %47 ], [ 0, %50 ], [ 0, %53 ], [ 0, %56 ], [ 0, %59 ], [ 0, %62 ]
  call void @llvm.lifetime.end.p0(ptr %5)
  store atomic i64 %120, ptr %16 release, align 8
  br label %121
121:
  store atomic i64 0, ptr @gpu.lock release, align 8
  br label %122
122:
  %123 = load i64, ptr %16, align 8
  %124 = icmp eq i64 %123, 0
  %125 = select i1 %124, ptr null, ptr %16
  br label %126
126:
  %127 = phi ptr [ %125, %122 ], [ null, %3 ]
  %128 = icmp eq ptr %127, null
  br i1 %128, label %148, label %129
129:
  %130 = load ptr, ptr @driver.2, align 8
  %131 = getelementptr inbounds nuw i8, ptr %127, i64 8
  %132 = load ptr, ptr %131, align 8
  %133 = call i32 %130(ptr %132)
  %134 = icmp eq i32 %133, 0
  br i1 %134, label %135, label %148
135:
  call void @llvm.lifetime.start.p0(ptr %7)
  call void @llvm.memset.p0.i64(ptr %7, i8 0, i64 1352, i1 false)
  %136 = getelementptr inbounds nuw i8, ptr %7, i64 72
  store ptr @cute.gpu.launch, ptr %136, align 8
  %137 = getelementptr inbounds nuw i8, ptr %7, i64 80
  store ptr @cute.aot.write, ptr %137, align 8
  %138 = getelementptr inbounds nuw i8, ptr %7, i64 88
  store ptr @cute.aot.check, ptr %138, align 8
  %139 = getelementptr inbounds nuw i8, ptr %7, i64 96
  store ptr %127, ptr %139, align 8
  %140 = getelementptr inbounds nuw i8, ptr %7, i64 624
  store ptr @cute.gpu.map, ptr %140, align 8
  %141 = getelementptr inbounds nuw i8, ptr %7, i64 640
  %142 = sext i32 %2 to i64
  store i64 %142, ptr %141, align 8
  %143 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %144 = load ptr, ptr %143, align 8
  %145 = call i32 %144(ptr %1, ptr %7)
  %146 = load ptr, ptr @driver.3, align 8
  %147 = call i32 %146(ptr %6)
  call void @llvm.lifetime.end.p0(ptr %7)
  br label %148
148:
  %149 = phi i32 [ %145, %135 ], [ -1, %129 ], [ -1, %126 ]
  call void @llvm.lifetime.end.p0(ptr %6)
  ret i32 %149
}
declare i32 @cute.aot.write(ptr, ptr, i64)
declare i32 @cute.aot.check(ptr)
declare i32 @sched_yield()
declare ptr @dlopen(ptr, i32)
declare ptr @dlsym(ptr, ptr)
declare i32 @llvm.smax.i32(i32, i32)
declare i64 @llvm.smax.i64(i64, i64)
