; Made by scripts/build_native.py: change the C sources, then run it.
; export/tvm_ffi.c
@tvm_ffi.str = private unnamed_addr constant [10 x i8] c"TypeError\00", align 1
@tvm_ffi.str.1 = private unnamed_addr constant [13 x i8] c"RuntimeError\00", align 1
define i32 @cute.aot.tvm_ffi(ptr %0, ptr %1, ptr %2, i32 %3, ptr %4) noinline {
  %6 = icmp slt i32 %3, 0
  br i1 %6, label %12, label %7
7:
  %8 = zext nneg i32 %3 to i64
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %10 = load i64, ptr %9, align 8
  %11 = icmp slt i64 %10, %8
  br i1 %11, label %12, label %15
12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %14 = load ptr, ptr %13, align 8
  call void @TVMFFIErrorSetRaisedFromCStr(ptr @tvm_ffi.str, ptr %14)
  br label %127
15:
  %16 = add nuw i32 %3, 1
  %17 = zext i32 %16 to i64
  %18 = call ptr @llvm.stacksave.p0()
  %19 = alloca { i32, i32, i64 }, i64 %17, align 16
  %20 = icmp eq i32 %3, 0
  br i1 %20, label %45, label %21
21:
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 16
  br label %23
23:
  %24 = phi i64 [ 0, %21 ], [ %43, %41 ]
  %25 = phi i32 [ 0, %21 ], [ %42, %41 ]
  %26 = getelementptr inbounds nuw { i32, i32, i64 }, ptr %2, i64 %24
  %27 = load i32, ptr %26, align 8
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %29, label %37
29:
  %30 = load i64, ptr %9, align 8
  %31 = icmp sgt i64 %30, %24
  br i1 %31, label %32, label %37
32:
  %33 = load ptr, ptr %22, align 8
  %34 = getelementptr inbounds nuw i8, ptr %33, i64 %24
  %35 = load i8, ptr %34, align 1
  %36 = icmp eq i8 %35, 0
  br i1 %36, label %37, label %41
37:
  %38 = add i32 %25, 1
  %39 = sext i32 %25 to i64
  %40 = getelementptr inbounds { i32, i32, i64 }, ptr %19, i64 %39
  call void @llvm.memcpy.p0.p0.i64(ptr %40, ptr %26, i64 16, i1 false)
  br label %41
41:
  %42 = phi i32 [ %38, %37 ], [ %25, %32 ]
  %43 = add nuw nsw i64 %24, 1
  %44 = icmp eq i64 %43, %8
  br i1 %44, label %45, label %23
45:
  %46 = phi i32 [ 0, %15 ], [ %42, %41 ]
  %47 = load ptr, ptr %0, align 8
  %48 = call i1 @cute.tvm_ffi.fill(ptr %47, ptr %1, ptr %19, i32 %46)
  br i1 %48, label %52, label %49
49:
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %51 = load ptr, ptr %50, align 8
  call void @TVMFFIErrorSetRaisedFromCStr(ptr @tvm_ffi.str, ptr %51)
  br label %125
52:
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %54 = load ptr, ptr %53, align 8
  %55 = icmp eq ptr %54, null
  br i1 %55, label %110, label %56
56:
  %57 = icmp sgt i32 %46, 0
  br i1 %57, label %58, label %96
58:
  %59 = zext nneg i32 %46 to i64
  br label %60
60:
  %61 = phi i64 [ 0, %58 ], [ %90, %89 ]
  %62 = phi i32 [ -1, %58 ], [ %87, %89 ]
  %63 = getelementptr inbounds nuw { i32, i32, i64 }, ptr %19, i64 %61
  %64 = load i32, ptr %63, align 16
  switch i32 %64, label %74 [
    i32 7, label %65
    i32 70, label %69
  ]
65:
  %66 = getelementptr inbounds nuw i8, ptr %63, i64 8
  %67 = load i64, ptr %66, align 8
  %68 = inttoptr i64 %67 to ptr
  br label %74
69:
  %70 = getelementptr inbounds nuw i8, ptr %63, i64 8
  %71 = load i64, ptr %70, align 8
  %72 = add i64 %71, 24
  %73 = inttoptr i64 %72 to ptr
  br label %74
74:
  %75 = phi ptr [ %68, %65 ], [ %73, %69 ], [ null, %60 ]
  %76 = icmp eq ptr %75, null
  br i1 %76, label %86, label %77
77:
  %78 = icmp sgt i32 %62, -1
  br i1 %78, label %79, label %83
79:
  %80 = getelementptr inbounds nuw i8, ptr %75, i64 12
  %81 = load i32, ptr %80, align 4
  %82 = icmp eq i32 %62, %81
  br i1 %82, label %83, label %86
83:
  %84 = getelementptr inbounds nuw i8, ptr %75, i64 12
  %85 = load i32, ptr %84, align 4
  br label %86
86:
  %87 = phi i32 [ %62, %74 ], [ %85, %83 ], [ %62, %79 ]
  %88 = phi i32 [ 4, %74 ], [ 0, %83 ], [ 1, %79 ]
  switch i32 %88, label %92 [
    i32 0, label %89
    i32 4, label %89
  ]
89:
  %90 = add nuw nsw i64 %61, 1
  %91 = icmp eq i64 %90, %59
  br i1 %91, label %92, label %60
92:
  %93 = phi i1 [ true, %86 ], [ false, %89 ]
  %94 = call i32 @llvm.smax.i32(i32 %87, i32 0)
  %95 = select i1 %93, i32 -1, i32 %94
  br label %96
96:
  %97 = phi i32 [ 0, %56 ], [ %95, %92 ]
  %98 = icmp slt i32 %97, 0
  br i1 %98, label %99, label %102
99:
  %100 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %101 = load ptr, ptr %100, align 8
  call void @TVMFFIErrorSetRaisedFromCStr(ptr @tvm_ffi.str, ptr %101)
  br label %125
102:
  %103 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %104 = load ptr, ptr %103, align 8
  %105 = call i32 %54(ptr %104, ptr %1, i32 %97)
  %106 = icmp slt i32 %105, 0
  br i1 %106, label %107, label %114
107:
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %109 = load ptr, ptr %108, align 8
  call void @TVMFFIErrorSetRaisedFromCStr(ptr @tvm_ffi.str.1, ptr %109)
  br label %125
110:
  %111 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %112 = load ptr, ptr %111, align 8
  %113 = call i32 %112(ptr %1)
  br label %114
114:
  %115 = phi i32 [ %113, %110 ], [ %105, %102 ]
  %116 = icmp eq i32 %115, 0
  br i1 %116, label %123, label %117
117:
  %118 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %119 = load ptr, ptr %118, align 8
  %120 = sext i32 %115 to i64
  %121 = getelementptr inbounds ptr, ptr %119, i64 %120
  %122 = load ptr, ptr %121, align 8
  call void @TVMFFIErrorSetRaisedFromCStr(ptr @tvm_ffi.str.1, ptr %122)
  br label %125
123:
  store i32 0, ptr %4, align 8
  %124 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store i64 0, ptr %124, align 8
  br label %125
125:
  %126 = phi i32 [ -1, %117 ], [ 0, %123 ], [ -1, %49 ], [ -1, %107 ], [ -1, %99 ]
  call void @llvm.stackrestore.p0(ptr %18)
  br label %127
127:
  %128 = phi i32 [ -1, %12 ], [ %126, %125 ]
  ret i32 %128
}
declare ptr @llvm.stacksave.p0()
declare i1 @cute.tvm_ffi.fill(ptr, ptr, ptr, i32)
declare void @llvm.stackrestore.p0(ptr)
declare void @TVMFFIErrorSetRaisedFromCStr(ptr, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @llvm.smax.i32(i32, i32)
