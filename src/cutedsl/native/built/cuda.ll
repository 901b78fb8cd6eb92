; Made by scripts/build_native.py: change the C sources, then run it.
; cuda/launch.c
@launch.max_grid = internal unnamed_addr constant [3 x i32] [i32 2147483647, i32 65535, i32 65535], align 4
define i32 @cute.launch(ptr %0, i32 %1, ptr %2, i64 %3, ptr %4) noinline {
  %6 = alloca [512 x ptr], align 16
  %7 = alloca { [6 x i32], i32, i64, ptr, i32 }, align 8
  %8 = alloca i32, align 4
  %9 = alloca i64, align 8
  %10 = alloca i32, align 4
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %14 = load ptr, ptr %13, align 8
  call void @llvm.lifetime.start.p0(ptr %11)
  store i64 %3, ptr %11, align 8
  call void @llvm.lifetime.start.p0(ptr %12)
  call void @llvm.lifetime.start.p0(ptr %9)
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 640
  %16 = load i64, ptr %15, align 8
  call void @llvm.lifetime.start.p0(ptr %10)
  %17 = getelementptr inbounds nuw i8, ptr %14, i64 24
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %56, label %20
20:
  %21 = call i32 %18(ptr %9)
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %23, label %56
23:
  %24 = icmp slt i64 %16, 0
  br i1 %24, label %25, label %33
25:
  %26 = getelementptr inbounds nuw i8, ptr %14, i64 32
  %27 = load ptr, ptr %26, align 8
  %28 = call i32 %27(ptr %10)
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %30, label %56
30:
  %31 = load i32, ptr %10, align 4
  %32 = sext i32 %31 to i64
  br label %33
33:
  %34 = phi i64 [ %32, %30 ], [ %16, %23 ]
  %35 = load i64, ptr %14, align 8
  %36 = icmp slt i64 %34, %35
  br i1 %36, label %37, label %56
37:
  %38 = load i64, ptr %9, align 8
  %39 = getelementptr inbounds nuw i8, ptr %14, i64 104
  %40 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %41 = load i64, ptr %40, align 8
  %42 = mul i64 %41, %34
  %43 = getelementptr inbounds i8, ptr %39, i64 %42
  %44 = load i64, ptr %43, align 8
  %45 = icmp ne i64 %38, %44
  br i1 %45, label %46, label %55
46:
  %47 = getelementptr inbounds nuw i8, ptr %14, i64 32
  %48 = load ptr, ptr %47, align 8
  %49 = call i32 %48(ptr %10)
  %50 = icmp ne i32 %49, 0
  %51 = load i32, ptr %10, align 4
  %52 = sext i32 %51 to i64
  %53 = icmp eq i64 %34, %52
  %54 = select i1 %50, i1 true, i1 %53
  br i1 %54, label %56, label %55
55:
  br label %56
56:
  %57 = phi i1 [ undef, %5 ], [ true, %46 ], [ %45, %55 ], [ undef, %33 ], [ undef, %25 ], [ undef, %20 ]
  %58 = phi i64 [ -1, %5 ], [ -1, %46 ], [ %34, %55 ], [ -1, %33 ], [ -1, %25 ], [ -1, %20 ]
  call void @llvm.lifetime.end.p0(ptr %10)
  call void @llvm.lifetime.end.p0(ptr %9)
  %59 = icmp slt i64 %58, 0
  br i1 %59, label %208, label %60
60:
  %61 = getelementptr inbounds nuw i8, ptr %14, i64 104
  %62 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %63 = load i64, ptr %62, align 8
  %64 = mul i64 %63, %58
  %65 = getelementptr inbounds i8, ptr %61, i64 %64
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 8
  %67 = sext i32 %1 to i64
  %68 = getelementptr inbounds { ptr, i64, i64, i64, i64, ptr, i64, [8 x i32] }, ptr %66, i64 %67
  %69 = getelementptr inbounds nuw i8, ptr %68, i64 24
  %70 = load i64, ptr %69, align 8
  %71 = icmp eq i64 %70, 0
  br i1 %71, label %208, label %72
72:
  %73 = getelementptr inbounds nuw i8, ptr %68, i64 56
  br label %77
74:
  %75 = add nuw nsw i64 %78, 1
  %76 = icmp eq i64 %75, 7
  br i1 %76, label %85, label %77
77:
  %78 = phi i64 [ %75, %74 ], [ 0, %72 ]
  %79 = getelementptr i32, ptr %2, i64 %78
  %80 = getelementptr i8, ptr %79, i64 12
  %81 = load i32, ptr %80, align 4
  %82 = getelementptr inbounds nuw i32, ptr %73, i64 %78
  %83 = load i32, ptr %82, align 4
  %84 = icmp eq i32 %81, %83
  br i1 %84, label %74, label %208
85:
  %86 = phi i64 [ %93, %85 ], [ 0, %74 ]
  %87 = getelementptr inbounds nuw i32, ptr %2, i64 %86
  %88 = load i32, ptr %87, align 4
  %89 = add i32 %88, -1
  %90 = getelementptr inbounds nuw i32, ptr @launch.max_grid, i64 %86
  %91 = load i32, ptr %90, align 4
  %92 = icmp ult i32 %89, %91
  %93 = add nuw nsw i64 %86, 1
  %94 = icmp ne i64 %93, 3
  %95 = select i1 %92, i1 %94, i1 false
  br i1 %95, label %85, label %96
96:
  br i1 %92, label %97, label %208
97:
  %98 = load i64, ptr %11, align 8
  %99 = icmp eq i64 %98, -1
  br i1 %99, label %100, label %108
100:
  %101 = getelementptr inbounds nuw i8, ptr %14, i64 80
  %102 = load ptr, ptr %101, align 8
  %103 = icmp eq ptr %102, null
  br i1 %103, label %208, label %104
104:
  %105 = trunc i64 %58 to i32
  %106 = call i32 %102(i32 2, i32 %105, ptr %11)
  %107 = icmp eq i32 %106, 0
  br i1 %107, label %108, label %208
108:
  br i1 %57, label %109, label %115
109:
  %110 = getelementptr inbounds nuw i8, ptr %14, i64 40
  %111 = load ptr, ptr %110, align 8
  %112 = load i64, ptr %65, align 8
  %113 = call i32 %111(i64 %112)
  %114 = icmp eq i32 %113, 0
  br i1 %114, label %115, label %208
115:
  %116 = load i64, ptr %11, align 8
  call void @llvm.lifetime.start.p0(ptr %8)
  store i32 0, ptr %8, align 4
  %117 = getelementptr inbounds nuw i8, ptr %14, i64 56
  %118 = load ptr, ptr %117, align 8
  %119 = call i32 %118(i64 %116, ptr %8)
  %120 = icmp ne i32 %119, 0
  %121 = load i32, ptr %8, align 4
  %122 = icmp ne i32 %121, 0
  %123 = select i1 %120, i1 true, i1 %122
  call void @llvm.lifetime.end.p0(ptr %8)
  br i1 %123, label %201, label %124
124:
  %125 = load i64, ptr %11, align 8
  call void @llvm.lifetime.start.p0(ptr %6)
  %126 = getelementptr inbounds nuw i8, ptr %68, i64 8
  %127 = load i64, ptr %126, align 8
  %128 = icmp sgt i64 %127, 0
  br i1 %128, label %129, label %131
129:
  %130 = getelementptr inbounds nuw i8, ptr %68, i64 32
  br label %135
131:
  %132 = getelementptr inbounds nuw i8, ptr %68, i64 48
  %133 = load i64, ptr %132, align 8
  %134 = icmp eq i64 %133, 0
  br i1 %134, label %154, label %173
135:
  %136 = phi i64 [ 0, %129 ], [ %152, %149 ]
  %137 = icmp samesign ult i64 %136, 64
  br i1 %137, label %138, label %147
138:
  %139 = load i64, ptr %130, align 8
  %140 = shl nuw i64 1, %136
  %141 = and i64 %139, %140
  %142 = icmp eq i64 %141, 0
  br i1 %142, label %147, label %143
143:
  %144 = getelementptr inbounds nuw i64, ptr %4, i64 %136
  %145 = load i64, ptr %144, align 8
  %146 = inttoptr i64 %145 to ptr
  br label %149
147:
  %148 = getelementptr inbounds nuw i64, ptr %4, i64 %136
  br label %149
149:
  %150 = phi ptr [ %146, %143 ], [ %148, %147 ]
  %151 = getelementptr inbounds nuw ptr, ptr %6, i64 %136
  store ptr %150, ptr %151, align 8
  %152 = add nuw nsw i64 %136, 1
  %153 = icmp eq i64 %152, %127
  br i1 %153, label %131, label %135
154:
  %155 = getelementptr inbounds nuw i8, ptr %14, i64 64
  %156 = load ptr, ptr %155, align 8
  %157 = load ptr, ptr %68, align 8
  %158 = load i32, ptr %2, align 4
  %159 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %160 = load i32, ptr %159, align 4
  %161 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %162 = load i32, ptr %161, align 4
  %163 = getelementptr inbounds nuw i8, ptr %2, i64 12
  %164 = load i32, ptr %163, align 4
  %165 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %166 = load i32, ptr %165, align 4
  %167 = getelementptr inbounds nuw i8, ptr %2, i64 20
  %168 = load i32, ptr %167, align 4
  %169 = getelementptr inbounds nuw i8, ptr %68, i64 16
  %170 = load i64, ptr %169, align 8
  %171 = trunc i64 %170 to i32
  %172 = call i32 %156(ptr %157, i32 %158, i32 %160, i32 %162, i32 %164, i32 %166, i32 %168, i32 %171, i64 %125, ptr %6, ptr null)
  br label %198
173:
  call void @llvm.lifetime.start.p0(ptr %7)
  call void @llvm.memset.p0.i64(ptr %7, i8 0, i64 24, i1 false)
  %174 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %175 = getelementptr inbounds nuw i8, ptr %68, i64 16
  %176 = load i64, ptr %175, align 8
  %177 = trunc i64 %176 to i32
  store i32 %177, ptr %174, align 8
  %178 = getelementptr inbounds nuw i8, ptr %7, i64 28
  store i32 0, ptr %178, align 4
  %179 = getelementptr inbounds nuw i8, ptr %7, i64 32
  store i64 %125, ptr %179, align 8
  %180 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %181 = getelementptr inbounds nuw i8, ptr %68, i64 40
  %182 = load ptr, ptr %181, align 8
  store ptr %182, ptr %180, align 8
  %183 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %184 = trunc i64 %133 to i32
  store i32 %184, ptr %183, align 8
  %185 = getelementptr inbounds nuw i8, ptr %7, i64 52
  store i32 0, ptr %185, align 4
  br label %191
186:
  %187 = getelementptr inbounds nuw i8, ptr %14, i64 72
  %188 = load ptr, ptr %187, align 8
  %189 = load ptr, ptr %68, align 8
  %190 = call i32 %188(ptr %7, ptr %189, ptr %6, ptr null)
  call void @llvm.lifetime.end.p0(ptr %7)
  br label %198
191:
  %192 = phi i64 [ 0, %173 ], [ %196, %191 ]
  %193 = getelementptr inbounds nuw i32, ptr %2, i64 %192
  %194 = load i32, ptr %193, align 4
  %195 = getelementptr inbounds nuw i32, ptr %7, i64 %192
  store i32 %194, ptr %195, align 4
  %196 = add nuw nsw i64 %192, 1
  %197 = icmp eq i64 %196, 6
  br i1 %197, label %186, label %191
198:
  %199 = phi i32 [ %190, %186 ], [ %172, %154 ]
  %200 = icmp eq i32 %199, 0
  call void @llvm.lifetime.end.p0(ptr %6)
  br label %201
201:
  %202 = phi i1 [ false, %115 ], [ %200, %198 ]
  br i1 %57, label %203, label %207
203:
  %204 = getelementptr inbounds nuw i8, ptr %14, i64 48
  %205 = load ptr, ptr %204, align 8
  %206 = call i32 %205(ptr %12)
  br label %207
207:
  call void @llvm.lifetime.end.p0(ptr %12)
  call void @llvm.lifetime.end.p0(ptr %11)
  br i1 %202, label %213, label %209
208:
  call void @llvm.lifetime.end.p0(ptr %12)
  call void @llvm.lifetime.end.p0(ptr %11)
  br label %209
209:
  %210 = getelementptr inbounds nuw i8, ptr %14, i64 16
  %211 = load ptr, ptr %210, align 8
  %212 = call i32 %211(ptr %0, i32 %1, ptr %2, i64 %3, ptr %4)
  br label %213
213:
  %214 = phi i32 [ %212, %209 ], [ 1, %207 ]
  ret i32 %214
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
; cuda/tensor_map.c
@encode.steps = internal constant [5 x i32] [i32 1, i32 1, i32 1, i32 1, i32 1], align 16
define i32 @cute.tensor_map(ptr %0, ptr %1, ptr %2, i32 %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 88
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %27, label %10
10:
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 120
  %12 = load i32, ptr %11, align 8
  %13 = icmp sgt i32 %12, 1
  br i1 %13, label %27, label %14
14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 100
  %16 = load i32, ptr %15, align 4
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 104
  %18 = load i32, ptr %17, align 8
  %19 = load i64, ptr %1, align 8
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 80
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 108
  %24 = load i32, ptr %23, align 4
  %25 = call i32 %8(ptr %2, i32 %16, i32 %18, i64 %19, ptr %20, ptr %21, ptr %22, ptr @encode.steps, i32 0, i32 %24, i32 2, i32 0)
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %31, label %27
27:
  %28 = getelementptr inbounds nuw i8, ptr %6, i64 96
  %29 = load ptr, ptr %28, align 8
  %30 = call i32 %29(ptr %0, ptr %1, ptr %2, i32 %3)
  br label %31
31:
  %32 = phi i32 [ %30, %27 ], [ 1, %14 ]
  ret i32 %32
}
