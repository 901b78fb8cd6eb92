; Made by scripts/build_native.py: change the C sources, then run it.
; torch/entry.c
define ptr @cute.torch.entry(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4, ptr %5, ptr %6, ptr %7) noinline {
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = getelementptr inbounds nuw i8, ptr %4, i64 88
  %12 = load ptr, ptr %11, align 8
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %16 = icmp eq ptr %3, null
  br i1 %16, label %17, label %53
17:
  %18 = load i64, ptr %6, align 8
  %19 = icmp eq i64 %2, %18
  br i1 %19, label %20, label %53
20:
  %21 = getelementptr inbounds nuw i8, ptr %12, i64 112
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %36, label %24
24:
  %25 = getelementptr inbounds nuw i8, ptr %12, i64 8
  br label %30
26:
  %27 = getelementptr inbounds nuw i8, ptr %32, i64 8
  %28 = load i64, ptr %27, align 8
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %36, label %30
30:
  %31 = phi i64 [ %22, %24 ], [ %28, %26 ]
  %32 = phi ptr [ %21, %24 ], [ %27, %26 ]
  %33 = load ptr, ptr %25, align 8
  %34 = and i64 %31, 65535
  %35 = call i1 %33(i64 %34)
  br i1 %35, label %53, label %26
36:
  %37 = getelementptr inbounds nuw i8, ptr %12, i64 16
  %38 = load ptr, ptr %37, align 8
  %39 = call i1 %38()
  br i1 %39, label %53, label %40
40:
  %41 = getelementptr inbounds nuw i8, ptr %12, i64 24
  %42 = load ptr, ptr %41, align 8
  %43 = getelementptr inbounds nuw i8, ptr %12, i64 32
  %44 = load ptr, ptr %43, align 8
  %45 = call ptr %42(ptr %44, ptr null)
  %46 = load ptr, ptr %12, align 8
  %47 = getelementptr inbounds nuw i8, ptr %46, i64 56
  %48 = load ptr, ptr %47, align 8
  call void %48(ptr %45)
  %49 = load ptr, ptr %12, align 8
  %50 = getelementptr inbounds nuw i8, ptr %49, i64 24
  %51 = load ptr, ptr %50, align 8
  %52 = icmp eq ptr %45, %51
  br label %53
53:
  %54 = phi i1 [ false, %17 ], [ false, %8 ], [ false, %36 ], [ %52, %40 ], [ false, %30 ]
  %55 = icmp sgt i64 %2, 0
  %56 = and i1 %54, %55
  br i1 %56, label %57, label %62
57:
  %58 = getelementptr inbounds nuw i8, ptr %12, i64 48
  %59 = getelementptr inbounds nuw i8, ptr %12, i64 56
  %60 = getelementptr inbounds nuw i8, ptr %12, i64 64
  %61 = getelementptr inbounds nuw i8, ptr %12, i64 40
  br label %64
62:
  %63 = phi i1 [ %54, %53 ], [ %180, %179 ]
  br i1 %63, label %184, label %262
64:
  %65 = phi i64 [ 0, %57 ], [ %181, %179 ]
  %66 = getelementptr inbounds nuw i64, ptr %14, i64 %65
  %67 = load i64, ptr %66, align 8
  %68 = getelementptr inbounds nuw ptr, ptr %1, i64 %65
  %69 = load ptr, ptr %68, align 8
  %70 = getelementptr inbounds nuw i64, ptr %7, i64 %65
  %71 = load ptr, ptr %12, align 8
  switch i64 %67, label %170 [
    i64 0, label %72
    i64 1, label %133
    i64 2, label %156
  ]
72:
  %73 = getelementptr inbounds nuw i8, ptr %69, i64 8
  %74 = load ptr, ptr %73, align 8
  %75 = getelementptr inbounds nuw i8, ptr %71, i64 208
  %76 = load ptr, ptr %75, align 8
  %77 = icmp eq ptr %74, %76
  br i1 %77, label %82, label %78
78:
  %79 = getelementptr inbounds nuw i8, ptr %71, i64 216
  %80 = load ptr, ptr %79, align 8
  %81 = icmp eq ptr %74, %80
  br i1 %81, label %82, label %179
82:
  %83 = getelementptr inbounds nuw i8, ptr %71, i64 232
  %84 = load i64, ptr %83, align 8
  %85 = getelementptr inbounds i8, ptr %69, i64 %84
  %86 = load ptr, ptr %85, align 8
  %87 = getelementptr inbounds nuw i8, ptr %71, i64 240
  %88 = load i64, ptr %87, align 8
  %89 = getelementptr inbounds i8, ptr %86, i64 %88
  %90 = load i64, ptr %89, align 8
  %91 = getelementptr inbounds nuw i8, ptr %71, i64 248
  %92 = load i64, ptr %91, align 8
  %93 = and i64 %92, %90
  %94 = icmp eq i64 %93, 0
  br i1 %94, label %95, label %179
95:
  %96 = ptrtoint ptr %85 to i64
  store i64 %96, ptr %70, align 8
  %97 = load i64, ptr %83, align 8
  %98 = getelementptr inbounds i8, ptr %69, i64 %97
  %99 = load ptr, ptr %98, align 8
  %100 = getelementptr inbounds nuw i8, ptr %71, i64 256
  %101 = load i64, ptr %100, align 8
  %102 = getelementptr inbounds i8, ptr %99, i64 %101
  %103 = load ptr, ptr %102, align 8
  %104 = icmp eq ptr %103, null
  br i1 %104, label %179, label %105
105:
  %106 = getelementptr inbounds nuw i8, ptr %71, i64 128
  %107 = load ptr, ptr %106, align 8
  %108 = load ptr, ptr %58, align 8
  %109 = load ptr, ptr %59, align 8
  %110 = call ptr %107(ptr %108, ptr %109)
  %111 = load ptr, ptr %60, align 8
  %112 = icmp eq ptr %110, %111
  br i1 %112, label %113, label %179
113:
  %114 = load ptr, ptr %61, align 8
  %115 = call i1 %114()
  br i1 %115, label %116, label %179
116:
  %117 = getelementptr inbounds nuw i8, ptr %71, i64 264
  %118 = load ptr, ptr %117, align 8
  %119 = getelementptr inbounds nuw i8, ptr %71, i64 272
  %120 = load ptr, ptr %119, align 8
  %121 = call ptr %118(ptr %69, ptr %120)
  %122 = icmp eq ptr %121, null
  br i1 %122, label %126, label %123
123:
  %124 = getelementptr inbounds nuw i8, ptr %71, i64 56
  %125 = load ptr, ptr %124, align 8
  call void %125(ptr %121)
  br label %129
126:
  %127 = getelementptr inbounds nuw i8, ptr %71, i64 96
  %128 = load ptr, ptr %127, align 8
  call void %128()
  br label %129
129:
  %130 = getelementptr inbounds nuw i8, ptr %71, i64 24
  %131 = load ptr, ptr %130, align 8
  %132 = icmp eq ptr %121, %131
  br label %179
133:
  %134 = getelementptr inbounds nuw i8, ptr %69, i64 8
  %135 = load ptr, ptr %134, align 8
  %136 = getelementptr inbounds nuw i8, ptr %71, i64 32
  %137 = load ptr, ptr %136, align 8
  %138 = icmp eq ptr %135, %137
  br i1 %138, label %139, label %143
139:
  %140 = getelementptr inbounds nuw i8, ptr %71, i64 64
  %141 = load ptr, ptr %140, align 8
  %142 = call double %141(ptr %69)
  store double %142, ptr %70, align 8
  br label %179
143:
  call void @llvm.lifetime.start.p0(ptr %10)
  %144 = getelementptr inbounds nuw i8, ptr %71, i64 40
  %145 = load ptr, ptr %144, align 8
  %146 = icmp eq ptr %135, %145
  br i1 %146, label %147, label %155
147:
  %148 = getelementptr inbounds nuw i8, ptr %71, i64 72
  %149 = load ptr, ptr %148, align 8
  %150 = call i64 %149(ptr %69, ptr %10)
  store i64 %150, ptr %70, align 8
  %151 = load i32, ptr %10, align 4
  %152 = icmp eq i32 %151, 0
  call void @llvm.lifetime.end.p0(ptr %10)
  br i1 %152, label %153, label %179
153:
  %154 = sitofp i64 %150 to double
  store double %154, ptr %70, align 8
  br label %179
155:
  call void @llvm.lifetime.end.p0(ptr %10)
  br label %179
156:
  call void @llvm.lifetime.start.p0(ptr %9)
  %157 = getelementptr inbounds nuw i8, ptr %69, i64 8
  %158 = load ptr, ptr %157, align 8
  %159 = getelementptr inbounds nuw i8, ptr %71, i64 40
  %160 = load ptr, ptr %159, align 8
  %161 = icmp eq ptr %158, %160
  br i1 %161, label %162, label %168
162:
  %163 = getelementptr inbounds nuw i8, ptr %71, i64 72
  %164 = load ptr, ptr %163, align 8
  %165 = call i64 %164(ptr %69, ptr %9)
  store i64 %165, ptr %70, align 8
  %166 = load i32, ptr %9, align 4
  %167 = icmp eq i32 %166, 0
  br label %168
168:
  %169 = phi i1 [ %167, %162 ], [ false, %156 ]
  call void @llvm.lifetime.end.p0(ptr %9)
  br label %179
170:
  %171 = getelementptr inbounds nuw i8, ptr %71, i64 16
  %172 = load ptr, ptr %171, align 8
  %173 = icmp eq ptr %69, %172
  %174 = zext i1 %173 to i64
  store i64 %174, ptr %70, align 8
  br i1 %173, label %179, label %175
175:
  %176 = getelementptr inbounds nuw i8, ptr %71, i64 24
  %177 = load ptr, ptr %176, align 8
  %178 = icmp eq ptr %69, %177
  br label %179
179:
  %180 = phi i1 [ %169, %168 ], [ %178, %175 ], [ %132, %129 ], [ true, %170 ], [ true, %95 ], [ false, %105 ], [ false, %78 ], [ false, %82 ], [ true, %113 ], [ true, %139 ], [ true, %153 ], [ false, %147 ], [ false, %155 ]
  %181 = add nuw nsw i64 %65, 1
  %182 = icmp slt i64 %181, %2
  %183 = and i1 %180, %182
  br i1 %183, label %64, label %62
184:
  %185 = getelementptr inbounds nuw i8, ptr %12, i64 72
  %186 = load ptr, ptr %185, align 8
  %187 = call ptr %186()
  %188 = call i32 %5(ptr %7, i1 false)
  %189 = getelementptr inbounds nuw i8, ptr %12, i64 80
  %190 = load ptr, ptr %189, align 8
  call void %190(ptr %187)
  switch i32 %188, label %259 [
    i32 1, label %191
    i32 -1, label %253
  ]
191:
  %192 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %193 = load i64, ptr %192, align 8
  %194 = load ptr, ptr %11, align 8
  %195 = icmp eq i64 %193, 1
  br i1 %195, label %196, label %207
196:
  %197 = load i64, ptr %7, align 8
  %198 = getelementptr inbounds nuw i8, ptr %194, i64 88
  %199 = load ptr, ptr %198, align 8
  %200 = inttoptr i64 %197 to ptr
  %201 = call ptr %199(ptr %200)
  %202 = icmp eq i64 %197, 0
  br i1 %202, label %259, label %203
203:
  %204 = getelementptr inbounds nuw i8, ptr %4, i64 72
  %205 = load ptr, ptr %204, align 8
  %206 = call i32 %205(ptr %200)
  br label %259
207:
  %208 = getelementptr inbounds nuw i8, ptr %194, i64 96
  %209 = load ptr, ptr %208, align 8
  %210 = call ptr %209(i64 %193)
  %211 = icmp ne ptr %210, null
  %212 = icmp sgt i64 %193, 0
  br i1 %212, label %213, label %216
213:
  %214 = getelementptr inbounds nuw i8, ptr %4, i64 72
  %215 = getelementptr inbounds nuw i8, ptr %194, i64 104
  br label %220
216:
  %217 = phi i1 [ %211, %207 ], [ %236, %246 ]
  %218 = xor i1 %217, true
  %219 = select i1 %218, i1 %211, i1 false
  br i1 %219, label %249, label %259
220:
  %221 = phi i64 [ 0, %213 ], [ %247, %246 ]
  %222 = phi i1 [ %211, %213 ], [ %236, %246 ]
  %223 = getelementptr inbounds nuw i64, ptr %7, i64 %221
  %224 = load i64, ptr %223, align 8
  %225 = load ptr, ptr %11, align 8
  %226 = getelementptr inbounds nuw i8, ptr %225, i64 88
  %227 = load ptr, ptr %226, align 8
  %228 = inttoptr i64 %224 to ptr
  %229 = call ptr %227(ptr %228)
  %230 = icmp eq i64 %224, 0
  br i1 %230, label %234, label %231
231:
  %232 = load ptr, ptr %214, align 8
  %233 = call i32 %232(ptr %228)
  br label %234
234:
  %235 = icmp ne ptr %229, null
  %236 = and i1 %222, %235
  %237 = select i1 %211, i1 %235, i1 false
  br i1 %237, label %238, label %241
238:
  %239 = load ptr, ptr %215, align 8
  %240 = call i32 %239(ptr %210, i64 %221, ptr %229)
  br label %246
241:
  br i1 %235, label %242, label %246
242:
  %243 = load ptr, ptr %194, align 8
  %244 = getelementptr inbounds nuw i8, ptr %243, i64 56
  %245 = load ptr, ptr %244, align 8
  call void %245(ptr %229)
  br label %246
246:
  %247 = add nuw nsw i64 %221, 1
  %248 = icmp eq i64 %247, %193
  br i1 %248, label %216, label %220
249:
  %250 = load ptr, ptr %194, align 8
  %251 = getelementptr inbounds nuw i8, ptr %250, i64 56
  %252 = load ptr, ptr %251, align 8
  call void %252(ptr %210)
  br label %259
253:
  %254 = getelementptr inbounds nuw i8, ptr %13, i64 104
  %255 = load ptr, ptr %254, align 8
  %256 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %257 = load ptr, ptr %256, align 8
  %258 = call ptr %255(ptr %257, ptr null, i64 0, ptr null)
  br label %259
259:
  %260 = phi ptr [ undef, %184 ], [ %258, %253 ], [ %210, %216 ], [ null, %249 ], [ %201, %196 ], [ %201, %203 ]
  %261 = phi i1 [ true, %184 ], [ false, %253 ], [ false, %216 ], [ false, %249 ], [ false, %196 ], [ false, %203 ]
  br i1 %261, label %262, label %267
262:
  %263 = getelementptr inbounds nuw i8, ptr %13, i64 104
  %264 = load ptr, ptr %263, align 8
  %265 = load ptr, ptr %15, align 8
  %266 = call ptr %264(ptr %265, ptr %1, i64 %2, ptr %3)
  br label %267
267:
  %268 = phi ptr [ %266, %262 ], [ %260, %259 ]
  ret ptr %268
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
; torch/program.c
define i32 @cute.torch(ptr %0, ptr %1, ptr %2, ptr %3, i1 %4, ptr %5, ptr %6) noinline {
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca ptr, align 8
  %13 = alloca i32, align 4
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %16 = load i64, ptr %15, align 8
  %17 = icmp sgt i64 %16, 0
  br i1 %17, label %201, label %18
18:
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %21 = load i64, ptr %20, align 8
  %22 = getelementptr inbounds { i64, i64, i64, i64 }, ptr %14, i64 %21
  %23 = icmp sgt i64 %21, 0
  br i1 %23, label %24, label %82
24:
  %25 = icmp eq ptr %2, null
  br label %26
26:
  %27 = phi i64 [ 0, %24 ], [ %79, %78 ]
  %28 = getelementptr inbounds nuw { i64, i64, i64, i64 }, ptr %14, i64 %27
  %29 = getelementptr inbounds nuw i64, ptr %3, i64 %27
  %30 = load i64, ptr %29, align 8
  %31 = load i64, ptr %28, align 8
  %32 = icmp slt i64 %31, 0
  %33 = getelementptr inbounds nuw i64, ptr %2, i64 %31
  %34 = or i1 %25, %32
  br i1 %34, label %35, label %42
35:
  %36 = getelementptr inbounds nuw i8, ptr %28, i64 24
  %37 = load i64, ptr %36, align 8
  %38 = and i64 %37, %30
  %39 = getelementptr inbounds nuw i8, ptr %28, i64 16
  %40 = load i64, ptr %39, align 8
  %41 = icmp eq i64 %38, %40
  br label %76
42:
  %43 = load i64, ptr %33, align 8
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %45, label %53
45:
  %46 = inttoptr i64 %30 to ptr
  %47 = load i64, ptr %1, align 8
  %48 = trunc i64 %47 to i32
  %49 = getelementptr inbounds nuw i8, ptr %28, i64 8
  %50 = load i64, ptr %49, align 8
  %51 = getelementptr inbounds i64, ptr %5, i64 %50
  %52 = call i1 @program.fill_tensor(ptr %0, ptr %46, ptr %33, i32 %48, ptr %51)
  br label %76
53:
  %54 = getelementptr inbounds nuw i8, ptr %28, i64 8
  %55 = load i64, ptr %54, align 8
  %56 = getelementptr inbounds i64, ptr %5, i64 %55
  %57 = icmp eq i64 %43, 4
  %58 = and i64 %30, 1
  %59 = select i1 %57, i64 %58, i64 %30
  store i64 %59, ptr %56, align 8
  %60 = load i64, ptr %33, align 8
  switch i64 %60, label %69 [
    i64 3, label %61
    i64 2, label %78
    i64 4, label %78
  ]
61:
  %62 = bitcast i64 %30 to double
  %63 = fptrunc double %62 to float
  store float %63, ptr %56, align 4
  %64 = call float @llvm.fabs.f32(float %63)
  %65 = fcmp une float %64, 0x7FF0000000000000
  %66 = call double @llvm.fabs.f64(double %62)
  %67 = fcmp oeq double %66, 0x7FF0000000000000
  %68 = or i1 %67, %65
  br label %76
69:
  %70 = getelementptr inbounds nuw i8, ptr %33, i64 8
  %71 = load i64, ptr %70, align 8
  %72 = sub i64 %30, %71
  %73 = getelementptr inbounds nuw i8, ptr %33, i64 16
  %74 = load i64, ptr %73, align 8
  %75 = icmp ule i64 %72, %74
  br label %76
76:
  %77 = phi i1 [ %52, %45 ], [ %41, %35 ], [ %68, %61 ], [ %75, %69 ]
  br i1 %77, label %78, label %239
78:
  %79 = add nuw nsw i64 %27, 1
  %80 = load i64, ptr %20, align 8
  %81 = icmp slt i64 %79, %80
  br i1 %81, label %26, label %82
82:
  %83 = load i64, ptr %1, align 8
  %84 = icmp eq i64 %83, 1
  br i1 %84, label %85, label %122
85:
  %86 = icmp eq ptr %2, null
  %87 = getelementptr inbounds nuw i8, ptr %0, i64 48
  br label %88
88:
  %89 = phi i64 [ -1, %85 ], [ %116, %118 ]
  %90 = phi i64 [ 0, %85 ], [ %119, %118 ]
  %91 = load i64, ptr %20, align 8
  %92 = icmp slt i64 %90, %91
  br i1 %92, label %93, label %122
93:
  call void @llvm.lifetime.start.p0(ptr %13)
  %94 = getelementptr inbounds { i64, i64, i64, i64 }, ptr %14, i64 %90
  %95 = load i64, ptr %94, align 8
  %96 = icmp slt i64 %95, 0
  %97 = or i1 %86, %96
  br i1 %97, label %115, label %98
98:
  %99 = getelementptr inbounds nuw i64, ptr %2, i64 %95
  %100 = load i64, ptr %99, align 8
  %101 = icmp eq i64 %100, 0
  br i1 %101, label %102, label %115
102:
  %103 = load ptr, ptr %87, align 8
  %104 = getelementptr inbounds i64, ptr %3, i64 %90
  %105 = load i64, ptr %104, align 8
  %106 = inttoptr i64 %105 to ptr
  %107 = call i32 %103(ptr %106, ptr %13)
  %108 = icmp sgt i64 %89, -1
  %109 = load i32, ptr %13, align 4
  %110 = sext i32 %109 to i64
  %111 = icmp ne i64 %89, %110
  %112 = select i1 %108, i1 %111, i1 false
  %113 = select i1 %108, i64 %89, i64 %110
  %114 = zext i1 %112 to i32
  br label %115
115:
  %116 = phi i64 [ %89, %93 ], [ %89, %98 ], [ %113, %102 ]
  %117 = phi i32 [ 4, %93 ], [ 4, %98 ], [ %114, %102 ]
  call void @llvm.lifetime.end.p0(ptr %13)
  switch i32 %117, label %239 [
    i32 0, label %118
    i32 4, label %118
  ]
118:
  %119 = add nuw i64 %90, 1
  %120 = load i64, ptr %1, align 8
  %121 = icmp eq i64 %120, 1
  br i1 %121, label %88, label %122
122:
  %123 = phi i64 [ -1, %82 ], [ %116, %118 ], [ %89, %88 ]
  %124 = load i64, ptr %19, align 8
  %125 = icmp sgt i64 %124, 0
  br i1 %125, label %126, label %199
126:
  %127 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %128 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %129 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %130 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %131 = getelementptr inbounds nuw i8, ptr %0, i64 80
  br label %136
132:
  %133 = add nuw nsw i64 %137, 1
  %134 = load i64, ptr %19, align 8
  %135 = icmp slt i64 %133, %134
  br i1 %135, label %136, label %199
136:
  %137 = phi i64 [ 0, %126 ], [ %133, %132 ]
  %138 = getelementptr inbounds nuw { i64, i64, i64 }, ptr %22, i64 %137
  %139 = load i64, ptr %138, align 8
  %140 = getelementptr inbounds i64, ptr %2, i64 %139
  %141 = getelementptr inbounds nuw i8, ptr %138, i64 16
  %142 = load i64, ptr %141, align 8
  %143 = getelementptr inbounds i64, ptr %3, i64 %142
  %144 = load i64, ptr %143, align 8
  %145 = inttoptr i64 %144 to ptr
  %146 = getelementptr inbounds nuw i8, ptr %140, i64 8
  %147 = load i64, ptr %146, align 8
  %148 = trunc i64 %147 to i32
  %149 = and i32 %148, 255
  %150 = load i64, ptr %1, align 8
  %151 = trunc i64 %150 to i32
  call void @llvm.lifetime.start.p0(ptr %8)
  call void @llvm.lifetime.start.p0(ptr %9)
  call void @llvm.lifetime.start.p0(ptr %10)
  call void @llvm.lifetime.start.p0(ptr %11)
  call void @llvm.lifetime.start.p0(ptr %12)
  %152 = load ptr, ptr %127, align 8
  %153 = call i32 %152(ptr %145, ptr %8)
  %154 = load ptr, ptr %128, align 8
  %155 = call i32 %154(ptr %145, ptr %9)
  %156 = load ptr, ptr %129, align 8
  %157 = call i32 %156(ptr %145, ptr %10)
  %158 = load ptr, ptr %130, align 8
  %159 = call i32 %158(ptr %145, ptr %11)
  %160 = load i64, ptr %8, align 8
  %161 = icmp slt i64 %160, 1
  br i1 %161, label %179, label %162
162:
  %163 = load ptr, ptr %10, align 8
  %164 = load ptr, ptr %9, align 8
  br label %165
165:
  %166 = phi i64 [ %160, %162 ], [ %168, %176 ]
  %167 = phi i64 [ 1, %162 ], [ %177, %176 ]
  %168 = add nsw i64 %166, -1
  %169 = getelementptr inbounds i64, ptr %163, i64 %168
  %170 = load i64, ptr %169, align 8
  %171 = icmp eq i64 %170, %167
  br i1 %171, label %172, label %188
172:
  %173 = getelementptr inbounds i64, ptr %164, i64 %168
  %174 = load i64, ptr %173, align 8
  %175 = icmp slt i64 %174, 1
  br i1 %175, label %188, label %176
176:
  %177 = mul i64 %174, %167
  %178 = icmp slt i64 %166, 2
  br i1 %178, label %179, label %165
179:
  %180 = load ptr, ptr %131, align 8
  %181 = load ptr, ptr %9, align 8
  %182 = load ptr, ptr %10, align 8
  %183 = load i32, ptr %11, align 4
  %184 = call i32 %180(i64 %160, ptr %181, ptr %182, i32 %149, i32 %151, i32 %183, ptr %12)
  %185 = icmp eq i32 %184, 0
  %186 = load ptr, ptr %12, align 8
  %187 = select i1 %185, ptr %186, ptr null
  br label %188
188:
  %189 = phi ptr [ %187, %179 ], [ null, %165 ], [ null, %172 ]
  call void @llvm.lifetime.end.p0(ptr %12)
  call void @llvm.lifetime.end.p0(ptr %11)
  call void @llvm.lifetime.end.p0(ptr %10)
  call void @llvm.lifetime.end.p0(ptr %9)
  call void @llvm.lifetime.end.p0(ptr %8)
  %190 = getelementptr inbounds nuw ptr, ptr %6, i64 %137
  store ptr %189, ptr %190, align 8
  %191 = icmp eq ptr %189, null
  br i1 %191, label %239, label %192
192:
  %193 = load i64, ptr %1, align 8
  %194 = trunc i64 %193 to i32
  %195 = getelementptr inbounds nuw i8, ptr %138, i64 8
  %196 = load i64, ptr %195, align 8
  %197 = getelementptr inbounds i64, ptr %5, i64 %196
  %198 = call i1 @program.fill_tensor(ptr %0, ptr %189, ptr %140, i32 %194, ptr %197)
  br i1 %198, label %132, label %239
199:
  %200 = call i1 @cute.checks(ptr %2, ptr %5)
  br i1 %200, label %206, label %239
201:
  %202 = phi i64 [ %204, %201 ], [ 0, %7 ]
  %203 = getelementptr inbounds nuw ptr, ptr %6, i64 %202
  store ptr null, ptr %203, align 8
  %204 = add nuw nsw i64 %202, 1
  %205 = icmp eq i64 %204, %16
  br i1 %205, label %18, label %201
206:
  %207 = getelementptr inbounds nuw i8, ptr %0, i64 96
  br label %211
208:
  %209 = add nuw nsw i64 %214, 1
  %210 = icmp eq i64 %209, 8
  br i1 %210, label %225, label %211
211:
  %212 = phi ptr [ undef, %206 ], [ %223, %208 ]
  %213 = phi ptr [ undef, %206 ], [ %224, %208 ]
  %214 = phi i64 [ 0, %206 ], [ %209, %208 ]
  %215 = getelementptr inbounds nuw ptr, ptr %207, i64 %214
  %216 = atomicrmw xchg ptr %215, i64 0 acquire, align 8
  %217 = icmp eq i64 %216, 0
  br i1 %217, label %222, label %218
218:
  %219 = inttoptr i64 %216 to ptr
  %220 = getelementptr inbounds nuw i8, ptr %219, i64 8
  store i64 0, ptr %220, align 8
  store i64 0, ptr %219, align 8
  %221 = getelementptr inbounds nuw i8, ptr %219, i64 16
  store i32 0, ptr %221, align 8
  br label %222
222:
  %223 = phi ptr [ %212, %211 ], [ %215, %218 ]
  %224 = phi ptr [ %213, %211 ], [ %219, %218 ]
  br i1 %217, label %208, label %225
225:
  %226 = phi ptr [ %224, %222 ], [ null, %208 ]
  %227 = icmp eq ptr %226, null
  br i1 %227, label %239, label %228
228:
  %229 = getelementptr inbounds nuw i8, ptr %226, i64 640
  store i64 %123, ptr %229, align 8
  %230 = load ptr, ptr %0, align 8
  %231 = call i32 %230(ptr %5, ptr %226)
  %232 = icmp eq i32 %231, 0
  br i1 %232, label %236, label %233
233:
  %234 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %235 = load ptr, ptr %234, align 8
  call void %235(ptr %226, i32 %231)
  br label %236
236:
  %237 = phi i32 [ -1, %233 ], [ 1, %228 ]
  %238 = ptrtoint ptr %226 to i64
  store atomic i64 %238, ptr %223 release, align 8
  br label %239
239:
  %240 = phi i32 [ 0, %225 ], [ 0, %199 ], [ %237, %236 ], [ 0, %188 ], [ 0, %115 ], [ 0, %192 ], [ 0, %76 ]
  %241 = icmp eq i32 %240, 1
  br i1 %241, label %246, label %242
242:
  %243 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %244 = load i64, ptr %19, align 8
  %245 = icmp sgt i64 %244, 0
  br i1 %245, label %254, label %246
246:
  %247 = icmp ne i32 %240, 0
  %248 = and i1 %4, %247
  br i1 %248, label %249, label %266
249:
  %250 = icmp eq ptr %2, null
  %251 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %252 = load i64, ptr %20, align 8
  %253 = icmp sgt i64 %252, 0
  br i1 %253, label %270, label %266
254:
  %255 = phi i64 [ %263, %262 ], [ 0, %242 ]
  %256 = getelementptr inbounds ptr, ptr %6, i64 %255
  %257 = load ptr, ptr %256, align 8
  %258 = icmp eq ptr %257, null
  br i1 %258, label %262, label %259
259:
  %260 = load ptr, ptr %243, align 8
  %261 = call i32 %260(ptr %257)
  br label %262
262:
  %263 = add nuw i64 %255, 1
  %264 = load i64, ptr %19, align 8
  %265 = icmp slt i64 %263, %264
  br i1 %265, label %254, label %246
266:
  br i1 %241, label %267, label %292
267:
  %268 = load i64, ptr %19, align 8
  %269 = icmp sgt i64 %268, 0
  br i1 %269, label %293, label %292
270:
  %271 = phi i64 [ %289, %288 ], [ 0, %249 ]
  %272 = getelementptr inbounds { i64, i64, i64, i64 }, ptr %14, i64 %271
  %273 = load i64, ptr %272, align 8
  %274 = icmp slt i64 %273, 0
  %275 = or i1 %250, %274
  br i1 %275, label %288, label %276
276:
  %277 = getelementptr inbounds nuw i64, ptr %2, i64 %273
  %278 = load i64, ptr %277, align 8
  %279 = icmp eq i64 %278, 0
  br i1 %279, label %280, label %288
280:
  %281 = getelementptr inbounds i64, ptr %3, i64 %271
  %282 = load i64, ptr %281, align 8
  %283 = icmp eq i64 %282, 0
  br i1 %283, label %288, label %284
284:
  %285 = inttoptr i64 %282 to ptr
  %286 = load ptr, ptr %251, align 8
  %287 = call i32 %286(ptr %285)
  br label %288
288:
  %289 = add nuw i64 %271, 1
  %290 = load i64, ptr %20, align 8
  %291 = icmp slt i64 %289, %290
  br i1 %291, label %270, label %266
292:
  ret i32 %240
293:
  %294 = phi i64 [ %299, %293 ], [ 0, %267 ]
  %295 = getelementptr inbounds nuw ptr, ptr %6, i64 %294
  %296 = load ptr, ptr %295, align 8
  %297 = ptrtoint ptr %296 to i64
  %298 = getelementptr inbounds nuw i64, ptr %3, i64 %294
  store i64 %297, ptr %298, align 8
  %299 = add nuw nsw i64 %294, 1
  %300 = load i64, ptr %19, align 8
  %301 = icmp slt i64 %299, %300
  br i1 %301, label %293, label %292
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i1 @cute.torch.operator(ptr %0, ptr %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16
  br label %4
4:
  %5 = phi ptr [ %3, %2 ], [ %22, %17 ]
  %6 = phi i1 [ undef, %2 ], [ %21, %17 ]
  %7 = load atomic i64, ptr %5 acquire, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = inttoptr i64 %7 to ptr
  %11 = call i32 %10(ptr %1, i1 true)
  br label %17
12:
  %13 = load ptr, ptr %0, align 8
  %14 = call i32 %13(ptr %1)
  %15 = icmp eq i32 %14, 1
  %16 = select i1 %15, i32 1, i32 -1
  br label %17
17:
  %18 = phi i32 [ %11, %9 ], [ %16, %12 ]
  %19 = icmp eq i32 %18, 0
  %20 = icmp eq i32 %18, 1
  %21 = select i1 %19, i1 %6, i1 %20
  %22 = getelementptr inbounds nuw i8, ptr %5, i64 8
  br i1 %19, label %4, label %23
23:
  ret i1 %21
}
define internal i1 @program.fill_tensor(ptr %0, ptr %1, ptr %2, i32 %3, ptr %4) noinline {
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i64, align 8
  %9 = alloca { { i64, i32, i32, i32, i32, ptr, ptr, i64 }, i64, i64, i64 }, align 8
  call void @llvm.lifetime.start.p0(ptr %9)
  call void @llvm.lifetime.start.p0(ptr %6)
  call void @llvm.lifetime.start.p0(ptr %7)
  call void @llvm.lifetime.start.p0(ptr %8)
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %11 = load ptr, ptr %10, align 8
  %12 = call i32 %11(ptr %1, ptr %6)
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %14 = load ptr, ptr %13, align 8
  %15 = call i32 %14(ptr %1, ptr %8)
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %17 = load ptr, ptr %16, align 8
  %18 = call i32 %17(ptr %1, ptr %7)
  %19 = load i32, ptr %6, align 4
  %20 = sext i32 %19 to i64
  %21 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %22 = load i64, ptr %21, align 8
  %23 = and i64 %22, 255
  %24 = icmp eq i64 %23, %20
  br i1 %24, label %25, label %55
25:
  %26 = load i64, ptr %8, align 8
  %27 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %28 = load i64, ptr %27, align 8
  %29 = icmp eq i64 %26, %28
  %30 = load i32, ptr %7, align 4
  %31 = icmp eq i32 %30, %3
  %32 = select i1 %29, i1 %31, i1 false
  br i1 %32, label %33, label %55
33:
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %35 = load ptr, ptr %34, align 8
  %36 = call i32 %35(ptr %1, ptr %9)
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %40 = call i32 %38(ptr %1, ptr %39)
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %42 = load ptr, ptr %41, align 8
  %43 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %44 = call i32 %42(ptr %1, ptr %43)
  %45 = getelementptr inbounds nuw i8, ptr %9, i64 56
  store i64 0, ptr %45, align 8
  %46 = getelementptr inbounds nuw i8, ptr %9, i64 48
  store i64 0, ptr %46, align 8
  %47 = load i64, ptr %9, align 8
  %48 = getelementptr inbounds nuw i8, ptr %2, i64 48
  %49 = load i64, ptr %48, align 8
  %50 = and i64 %49, %47
  %51 = icmp eq i64 %50, 0
  call void @llvm.lifetime.end.p0(ptr %8)
  call void @llvm.lifetime.end.p0(ptr %7)
  call void @llvm.lifetime.end.p0(ptr %6)
  br i1 %51, label %52, label %56
52:
  %53 = call ptr @cute.layout(ptr %2, ptr %9, ptr %4)
  %54 = icmp ne ptr %53, null
  br label %56
55:
  call void @llvm.lifetime.end.p0(ptr %8)
  call void @llvm.lifetime.end.p0(ptr %7)
  call void @llvm.lifetime.end.p0(ptr %6)
  br label %56
56:
  %57 = phi i1 [ false, %33 ], [ %54, %52 ], [ false, %55 ]
  call void @llvm.lifetime.end.p0(ptr %9)
  ret i1 %57
}
declare i1 @cute.checks(ptr, ptr)
declare ptr @cute.layout(ptr, ptr, ptr)
declare float @llvm.fabs.f32(float)
declare double @llvm.fabs.f64(double)
