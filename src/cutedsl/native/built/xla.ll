; Made by scripts/build_native.py: change the C sources, then run it.
; xla/call.c
@call.str = private unnamed_addr constant [38 x i8] c"only the execute stage is implemented\00", align 1
@call.str.1 = private unnamed_addr constant [16 x i8] c"the kernel has \00", align 1
@call.str.2 = private unnamed_addr constant [6 x i8] c" args\00", align 1
@call.str.3 = private unnamed_addr constant [6 x i8] c" rets\00", align 1
@call.str.4 = private unnamed_addr constant [9 x i8] c"operand \00", align 1
@call.str.5 = private unnamed_addr constant [8 x i8] c"result \00", align 1
@call.str.6 = private unnamed_addr constant [7 x i8] c" bytes\00", align 1
@call.str.7 = private unnamed_addr constant [26 x i8] c" has another element type\00", align 1
@call.str.8 = private unnamed_addr constant [20 x i8] c" is not aligned to \00", align 1
define ptr @cute.xla(ptr %0, ptr %1, ptr %2, ptr %3) noinline {
  %5 = alloca { i64, ptr, ptr, i32, i32 }, align 8
  %6 = alloca { i64, ptr, ptr, i64 }, align 8
  %7 = alloca { i64, ptr, ptr, i32, i32 }, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %11 = load i64, ptr %2, align 8
  %12 = getelementptr inbounds { i64, i64, i64 }, ptr %10, i64 %11
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %32, label %16
16:
  %17 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %18 = load i32, ptr %17, align 8
  %19 = icmp eq i32 %18, 1
  br i1 %19, label %20, label %32
20:
  %21 = getelementptr inbounds nuw i8, ptr %14, i64 24
  %22 = load ptr, ptr %21, align 8
  %23 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %24 = load i64, ptr %23, align 8
  %25 = trunc i64 %24 to i32
  %26 = getelementptr inbounds nuw i8, ptr %22, i64 24
  store i32 %25, ptr %26, align 8
  %27 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %28 = load i64, ptr %27, align 8
  %29 = trunc i64 %28 to i32
  %30 = getelementptr inbounds nuw i8, ptr %22, i64 28
  store i32 %29, ptr %30, align 4
  %31 = getelementptr inbounds nuw i8, ptr %22, i64 32
  store i32 0, ptr %31, align 8
  br label %196
32:
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %34 = load i32, ptr %33, align 8
  %35 = icmp eq i32 %34, 3
  br i1 %35, label %44, label %36
36:
  call void @llvm.lifetime.start.p0(ptr %7)
  store i64 28, ptr %7, align 8
  %37 = getelementptr inbounds nuw i8, ptr %7, i64 8
  store ptr null, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %7, i64 16
  store ptr @call.str, ptr %38, align 8
  %39 = getelementptr inbounds nuw i8, ptr %7, i64 24
  store i32 12, ptr %39, align 8
  %40 = getelementptr inbounds nuw i8, ptr %7, i64 28
  store i32 0, ptr %40, align 4
  %41 = getelementptr inbounds nuw i8, ptr %9, i64 48
  %42 = load ptr, ptr %41, align 8
  %43 = call ptr %42(ptr %7)
  call void @llvm.lifetime.end.p0(ptr %7)
  br label %196
44:
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %46 = load i64, ptr %45, align 8
  %47 = icmp eq i64 %46, %11
  br i1 %47, label %50, label %48
48:
  %49 = call ptr @call.refused(ptr %9, ptr @call.str.1, i64 %11, ptr @call.str.2, i64 0)
  br label %196
50:
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %52 = load i64, ptr %51, align 8
  %53 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %54 = load i64, ptr %53, align 8
  %55 = icmp eq i64 %52, %54
  br i1 %55, label %58, label %56
56:
  %57 = call ptr @call.refused(ptr %9, ptr @call.str.1, i64 %54, ptr @call.str.3, i64 0)
  br label %196
58:
  %59 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %60 = load ptr, ptr %59, align 8
  %61 = icmp sgt i64 %11, 0
  br i1 %61, label %62, label %90
62:
  %63 = phi i64 [ %88, %84 ], [ 0, %58 ]
  %64 = getelementptr inbounds nuw ptr, ptr %60, i64 %63
  %65 = load ptr, ptr %64, align 8
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 16
  %67 = load i32, ptr %66, align 8
  %68 = getelementptr inbounds nuw { i64, i64, i64 }, ptr %10, i64 %63
  %69 = load i64, ptr %68, align 8
  %70 = trunc i64 %69 to i32
  %71 = icmp eq i32 %67, %70
  br i1 %71, label %74, label %72
72:
  %73 = call ptr @call.refused(ptr %9, ptr @call.str.4, i64 %63, ptr @call.str.7, i64 0)
  br label %90
74:
  %75 = getelementptr inbounds nuw i8, ptr %65, i64 24
  %76 = load i64, ptr %75, align 8
  %77 = getelementptr inbounds nuw i8, ptr %68, i64 16
  %78 = load i64, ptr %77, align 8
  %79 = add i64 %78, -1
  %80 = and i64 %79, %76
  %81 = icmp eq i64 %80, 0
  br i1 %81, label %84, label %82
82:
  %83 = call ptr @call.refused(ptr %9, ptr @call.str.4, i64 %63, ptr @call.str.8, i64 %78)
  br label %90
84:
  %85 = getelementptr inbounds nuw i8, ptr %68, i64 8
  %86 = load i64, ptr %85, align 8
  %87 = getelementptr inbounds i64, ptr %3, i64 %86
  store i64 %76, ptr %87, align 8
  %88 = add nuw nsw i64 %63, 1
  %89 = icmp eq i64 %88, %11
  br i1 %89, label %90, label %62
90:
  %91 = phi ptr [ %73, %72 ], [ %83, %82 ], [ null, %58 ], [ null, %84 ]
  %92 = icmp eq ptr %91, null
  br i1 %92, label %93, label %126
93:
  %94 = load i64, ptr %53, align 8
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %96 = load ptr, ptr %95, align 8
  %97 = icmp sgt i64 %94, 0
  br i1 %97, label %98, label %126
98:
  %99 = phi i64 [ %124, %120 ], [ 0, %93 ]
  %100 = getelementptr inbounds nuw ptr, ptr %96, i64 %99
  %101 = load ptr, ptr %100, align 8
  %102 = getelementptr inbounds nuw i8, ptr %101, i64 16
  %103 = load i32, ptr %102, align 8
  %104 = getelementptr inbounds nuw { i64, i64, i64 }, ptr %12, i64 %99
  %105 = load i64, ptr %104, align 8
  %106 = trunc i64 %105 to i32
  %107 = icmp eq i32 %103, %106
  br i1 %107, label %110, label %108
108:
  %109 = call ptr @call.refused(ptr %9, ptr @call.str.5, i64 %99, ptr @call.str.7, i64 0)
  br label %126
110:
  %111 = getelementptr inbounds nuw i8, ptr %101, i64 24
  %112 = load i64, ptr %111, align 8
  %113 = getelementptr inbounds nuw i8, ptr %104, i64 16
  %114 = load i64, ptr %113, align 8
  %115 = add i64 %114, -1
  %116 = and i64 %115, %112
  %117 = icmp eq i64 %116, 0
  br i1 %117, label %120, label %118
118:
  %119 = call ptr @call.refused(ptr %9, ptr @call.str.5, i64 %99, ptr @call.str.8, i64 %114)
  br label %126
120:
  %121 = getelementptr inbounds nuw i8, ptr %104, i64 8
  %122 = load i64, ptr %121, align 8
  %123 = getelementptr inbounds i64, ptr %3, i64 %122
  store i64 %112, ptr %123, align 8
  %124 = add nuw nsw i64 %99, 1
  %125 = icmp eq i64 %124, %94
  br i1 %125, label %126, label %98
126:
  %127 = phi ptr [ %91, %90 ], [ %109, %108 ], [ %119, %118 ], [ null, %93 ], [ null, %120 ]
  %128 = icmp eq ptr %127, null
  br i1 %128, label %129, label %145
129:
  %130 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %131 = load i64, ptr %130, align 8
  %132 = icmp sgt i64 %131, -1
  br i1 %132, label %133, label %145
133:
  %134 = getelementptr inbounds nuw i64, ptr %3, i64 %131
  call void @llvm.lifetime.start.p0(ptr %6)
  store i64 32, ptr %6, align 8
  %135 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store ptr null, ptr %135, align 8
  %136 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %137 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %138 = load ptr, ptr %137, align 8
  store ptr %138, ptr %136, align 8
  %139 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store i64 0, ptr %139, align 8
  %140 = load ptr, ptr %8, align 8
  %141 = getelementptr inbounds nuw i8, ptr %140, i64 80
  %142 = load ptr, ptr %141, align 8
  %143 = call ptr %142(ptr %6)
  %144 = load i64, ptr %139, align 8
  store i64 %144, ptr %134, align 8
  call void @llvm.lifetime.end.p0(ptr %6)
  br label %145
145:
  %146 = phi ptr [ %127, %126 ], [ %143, %133 ], [ null, %129 ]
  %147 = icmp eq ptr %146, null
  br i1 %147, label %148, label %196
148:
  %149 = getelementptr inbounds nuw i8, ptr %1, i64 24
  br label %153
150:
  %151 = add nuw nsw i64 %156, 1
  %152 = icmp eq i64 %151, 8
  br i1 %152, label %167, label %153
153:
  %154 = phi ptr [ undef, %148 ], [ %165, %150 ]
  %155 = phi ptr [ undef, %148 ], [ %166, %150 ]
  %156 = phi i64 [ 0, %148 ], [ %151, %150 ]
  %157 = getelementptr inbounds nuw ptr, ptr %149, i64 %156
  %158 = atomicrmw xchg ptr %157, i64 0 acquire, align 8
  %159 = icmp eq i64 %158, 0
  br i1 %159, label %164, label %160
160:
  %161 = inttoptr i64 %158 to ptr
  %162 = getelementptr inbounds nuw i8, ptr %161, i64 8
  store i64 0, ptr %162, align 8
  store i64 0, ptr %161, align 8
  %163 = getelementptr inbounds nuw i8, ptr %161, i64 16
  store i32 0, ptr %163, align 8
  br label %164
164:
  %165 = phi ptr [ %154, %153 ], [ %157, %160 ]
  %166 = phi ptr [ %155, %153 ], [ %161, %160 ]
  br i1 %159, label %150, label %167
167:
  %168 = phi ptr [ %166, %164 ], [ null, %150 ]
  %169 = icmp eq ptr %168, null
  br i1 %169, label %170, label %174
170:
  %171 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %172 = load ptr, ptr %171, align 8
  %173 = call ptr %172(ptr %3)
  br label %185
174:
  %175 = load ptr, ptr %1, align 8
  %176 = call i32 %175(ptr %3, ptr %168)
  %177 = icmp eq i32 %176, 0
  br i1 %177, label %182, label %178
178:
  %179 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %180 = load ptr, ptr %179, align 8
  %181 = call ptr %180(ptr %168, i32 %176)
  br label %182
182:
  %183 = phi ptr [ %181, %178 ], [ null, %174 ]
  %184 = ptrtoint ptr %168 to i64
  store atomic i64 %184, ptr %165 release, align 8
  br label %185
185:
  %186 = phi ptr [ %183, %182 ], [ %173, %170 ]
  %187 = icmp eq ptr %186, null
  br i1 %187, label %196, label %188
188:
  call void @llvm.lifetime.start.p0(ptr %5)
  store i64 28, ptr %5, align 8
  %189 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store ptr null, ptr %189, align 8
  %190 = getelementptr inbounds nuw i8, ptr %5, i64 16
  store ptr %186, ptr %190, align 8
  %191 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store i32 13, ptr %191, align 8
  %192 = getelementptr inbounds nuw i8, ptr %5, i64 28
  store i32 0, ptr %192, align 4
  %193 = getelementptr inbounds nuw i8, ptr %9, i64 48
  %194 = load ptr, ptr %193, align 8
  %195 = call ptr %194(ptr %5)
  call void @llvm.lifetime.end.p0(ptr %5)
  br label %196
196:
  %197 = phi ptr [ null, %20 ], [ %43, %36 ], [ %49, %48 ], [ %57, %56 ], [ %146, %145 ], [ %195, %188 ], [ null, %185 ]
  ret ptr %197
}
declare void @llvm.lifetime.start.p0(ptr)
define internal ptr @call.refused(ptr %0, ptr %1, i64 %2, ptr %3, i64 %4) noinline optnone cold {
  %6 = alloca { i64, ptr, ptr, i32, i32 }, align 8
  %7 = alloca { i64, [96 x i8] }, align 8
  call void @llvm.lifetime.start.p0(ptr %7)
  store i64 0, ptr %7, align 8
  %8 = load i8, ptr %1, align 1
  %9 = icmp eq i8 %8, 0
  br i1 %9, label %23, label %10
10:
  %11 = getelementptr inbounds nuw i8, ptr %7, i64 8
  br label %12
12:
  %13 = phi i8 [ %8, %10 ], [ %21, %17 ]
  %14 = phi ptr [ %1, %10 ], [ %18, %17 ]
  %15 = load i64, ptr %7, align 8
  %16 = icmp slt i64 %15, 95
  br i1 %16, label %17, label %23
17:
  %18 = getelementptr inbounds nuw i8, ptr %14, i64 1
  %19 = add nsw i64 %15, 1
  store i64 %19, ptr %7, align 8
  %20 = getelementptr inbounds i8, ptr %11, i64 %15
  store i8 %13, ptr %20, align 1
  %21 = load i8, ptr %18, align 1
  %22 = icmp eq i8 %21, 0
  br i1 %22, label %23, label %12
23:
  %24 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %25 = load i64, ptr %7, align 8
  %26 = getelementptr inbounds i8, ptr %24, i64 %25
  store i8 0, ptr %26, align 1
  call void @call.add_number(ptr %7, i64 %2)
  %27 = load i8, ptr %3, align 1
  %28 = icmp eq i8 %27, 0
  br i1 %28, label %40, label %29
29:
  %30 = phi i8 [ %38, %34 ], [ %27, %23 ]
  %31 = phi ptr [ %35, %34 ], [ %3, %23 ]
  %32 = load i64, ptr %7, align 8
  %33 = icmp slt i64 %32, 95
  br i1 %33, label %34, label %40
34:
  %35 = getelementptr inbounds nuw i8, ptr %31, i64 1
  %36 = add nsw i64 %32, 1
  store i64 %36, ptr %7, align 8
  %37 = getelementptr inbounds i8, ptr %24, i64 %32
  store i8 %30, ptr %37, align 1
  %38 = load i8, ptr %35, align 1
  %39 = icmp eq i8 %38, 0
  br i1 %39, label %40, label %29
40:
  %41 = load i64, ptr %7, align 8
  %42 = getelementptr inbounds i8, ptr %24, i64 %41
  store i8 0, ptr %42, align 1
  %43 = icmp eq i64 %4, 0
  br i1 %43, label %60, label %44
44:
  call void @call.add_number(ptr %7, i64 %4)
  br label %45
45:
  %46 = phi i8 [ 32, %44 ], [ %55, %50 ]
  %47 = phi i64 [ 0, %44 ], [ %51, %50 ]
  %48 = load i64, ptr %7, align 8
  %49 = icmp slt i64 %48, 95
  br i1 %49, label %50, label %57
50:
  %51 = add nuw nsw i64 %47, 1
  %52 = getelementptr inbounds nuw i8, ptr @call.str.6, i64 %51
  %53 = add nsw i64 %48, 1
  store i64 %53, ptr %7, align 8
  %54 = getelementptr inbounds i8, ptr %24, i64 %48
  store i8 %46, ptr %54, align 1
  %55 = load i8, ptr %52, align 1
  %56 = icmp eq i64 %51, 6
  br i1 %56, label %57, label %45
57:
  %58 = load i64, ptr %7, align 8
  %59 = getelementptr inbounds i8, ptr %24, i64 %58
  store i8 0, ptr %59, align 1
  br label %60
60:
  call void @llvm.lifetime.start.p0(ptr %6)
  store i64 28, ptr %6, align 8
  %61 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store ptr null, ptr %61, align 8
  %62 = getelementptr inbounds nuw i8, ptr %6, i64 16
  store ptr %24, ptr %62, align 8
  %63 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store i32 3, ptr %63, align 8
  %64 = getelementptr inbounds nuw i8, ptr %6, i64 28
  store i32 0, ptr %64, align 4
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %66 = load ptr, ptr %65, align 8
  %67 = call ptr %66(ptr %6)
  call void @llvm.lifetime.end.p0(ptr %6)
  call void @llvm.lifetime.end.p0(ptr %7)
  ret ptr %67
}
declare void @llvm.lifetime.end.p0(ptr)
define internal void @call.add_number(ptr %0, i64 %1) noinline {
  %3 = alloca [24 x i8], align 16
  call void @llvm.lifetime.start.p0(ptr %3)
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 23
  store i8 0, ptr %4, align 1
  br label %5
5:
  %6 = phi i64 [ %1, %2 ], [ %14, %5 ]
  %7 = phi i32 [ 23, %2 ], [ %11, %5 ]
  %8 = srem i64 %6, 10
  %9 = trunc nsw i64 %8 to i8
  %10 = add nsw i8 %9, 48
  %11 = add i32 %7, -1
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds i8, ptr %3, i64 %12
  store i8 %10, ptr %13, align 1
  %14 = sdiv i64 %6, 10
  %15 = add i64 %6, 9
  %16 = icmp ult i64 %15, 19
  br i1 %16, label %17, label %5
17:
  %18 = getelementptr inbounds i8, ptr %3, i64 %12
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 8
  br label %20
20:
  %21 = phi i8 [ %10, %17 ], [ %29, %25 ]
  %22 = phi ptr [ %18, %17 ], [ %26, %25 ]
  %23 = load i64, ptr %0, align 8
  %24 = icmp slt i64 %23, 95
  br i1 %24, label %25, label %31
25:
  %26 = getelementptr inbounds nuw i8, ptr %22, i64 1
  %27 = add nsw i64 %23, 1
  store i64 %27, ptr %0, align 8
  %28 = getelementptr inbounds i8, ptr %19, i64 %23
  store i8 %21, ptr %28, align 1
  %29 = load i8, ptr %26, align 1
  %30 = icmp eq i8 %29, 0
  br i1 %30, label %31, label %20
31:
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %33 = load i64, ptr %0, align 8
  %34 = getelementptr inbounds i8, ptr %32, i64 %33
  store i8 0, ptr %34, align 1
  call void @llvm.lifetime.end.p0(ptr %3)
  ret void
}
