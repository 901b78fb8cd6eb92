; Made by scripts/build_native.py: change the C sources, then run it.
; python/arguments.c
define i1 @cute.fill(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4) noinline {
  %6 = alloca { ptr, ptr, ptr, ptr, { { i64, i32, i32, i32, i32, ptr, ptr, i64 }, i64, i64, i64 } }, align 8
  call void @llvm.lifetime.start.p0(ptr %6)
  %7 = load ptr, ptr %0, align 8
  store ptr %7, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %10 = load ptr, ptr %9, align 8
  store ptr %10, ptr %8, align 8
  %11 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 32
  store ptr %12, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store ptr %3, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %6, i64 32
  call void @llvm.memset.p0.i64(ptr %14, i8 0, i64 72, i1 false)
  %15 = load i64, ptr %4, align 8
  %16 = getelementptr inbounds nuw i8, ptr %6, i64 96
  store i64 %15, ptr %16, align 8
  %17 = load i64, ptr %1, align 8
  %18 = call i1 @arguments.fill_parts(ptr %6, ptr %2, i64 %17)
  %19 = load i64, ptr %16, align 8
  store i64 %19, ptr %4, align 8
  br i1 %18, label %20, label %22
20:
  %21 = call i1 @cute.checks(ptr %1, ptr %3)
  br label %22
22:
  %23 = phi i1 [ false, %5 ], [ %21, %20 ]
  call void @llvm.lifetime.end.p0(ptr %6)
  ret i1 %23
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define internal i1 @arguments.fill_parts(ptr %0, ptr %1, i64 %2) noinline {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i32, align 4
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %16 = alloca ptr, align 8
  %17 = alloca ptr, align 8
  %18 = icmp slt i64 %2, 1
  br i1 %18, label %367, label %19
19:
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 8
  br label %30
30:
  %31 = phi i64 [ 0, %19 ], [ %365, %364 ]
  %32 = getelementptr inbounds nuw ptr, ptr %1, i64 %31
  %33 = load ptr, ptr %32, align 8
  %34 = load ptr, ptr %0, align 8
  %35 = load ptr, ptr %20, align 8
  %36 = load i64, ptr %35, align 8
  %37 = getelementptr inbounds nuw i8, ptr %33, i64 8
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds nuw i8, ptr %34, i64 40
  %40 = load ptr, ptr %39, align 8
  %41 = icmp eq ptr %38, %40
  switch i64 %36, label %296 [
    i64 0, label %42
    i64 1, label %53
    i64 9, label %98
    i64 10, label %143
    i64 3, label %188
    i64 2, label %188
    i64 4, label %245
    i64 8, label %281
  ]
42:
  %43 = call i1 @cute.view(ptr %34, ptr %33, ptr %27, ptr %35)
  br i1 %43, label %44, label %367
44:
  %45 = load ptr, ptr %28, align 8
  %46 = call ptr @cute.layout(ptr %35, ptr %27, ptr %45)
  store ptr %46, ptr %28, align 8
  %47 = getelementptr inbounds nuw i8, ptr %35, i64 64
  %48 = getelementptr inbounds nuw i8, ptr %35, i64 16
  %49 = load i64, ptr %48, align 8
  %50 = shl i64 %49, 6
  %51 = getelementptr inbounds i8, ptr %47, i64 %50
  store ptr %51, ptr %20, align 8
  %52 = icmp ne ptr %46, null
  br label %359
53:
  br i1 %41, label %54, label %74
54:
  call void @llvm.lifetime.start.p0(ptr %4)
  %55 = getelementptr inbounds nuw i8, ptr %34, i64 72
  %56 = load ptr, ptr %55, align 8
  %57 = call i64 %56(ptr %33, ptr %4)
  %58 = load ptr, ptr %26, align 8
  %59 = getelementptr inbounds nuw i8, ptr %58, i64 8
  store ptr %59, ptr %26, align 8
  store i64 %57, ptr %58, align 8
  %60 = load i32, ptr %4, align 4
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %62, label %72
62:
  %63 = getelementptr inbounds nuw i8, ptr %35, i64 8
  %64 = load i64, ptr %63, align 8
  %65 = sub i64 %57, %64
  %66 = getelementptr inbounds nuw i8, ptr %35, i64 16
  %67 = load i64, ptr %66, align 8
  %68 = icmp ugt i64 %65, %67
  br i1 %68, label %72, label %69
69:
  %70 = load ptr, ptr %20, align 8
  %71 = getelementptr inbounds nuw i8, ptr %70, i64 24
  store ptr %71, ptr %20, align 8
  br label %72
72:
  %73 = phi i1 [ false, %62 ], [ false, %54 ], [ true, %69 ]
  call void @llvm.lifetime.end.p0(ptr %4)
  br label %359
74:
  %75 = getelementptr inbounds nuw i8, ptr %34, i64 288
  %76 = load ptr, ptr %75, align 8
  call void @llvm.lifetime.start.p0(ptr %5)
  store ptr %33, ptr %5, align 8
  call void @llvm.lifetime.start.p0(ptr %6)
  %77 = getelementptr inbounds nuw i8, ptr %34, i64 104
  %78 = load ptr, ptr %77, align 8
  %79 = call ptr %78(ptr %76, ptr %5, i64 1, ptr null)
  store ptr %79, ptr %6, align 8
  %80 = icmp eq ptr %79, null
  %81 = load ptr, ptr %0, align 8
  br i1 %80, label %82, label %85
82:
  %83 = getelementptr inbounds nuw i8, ptr %81, i64 96
  %84 = load ptr, ptr %83, align 8
  call void %84()
  br label %96
85:
  %86 = getelementptr inbounds nuw i8, ptr %81, i64 8
  %87 = load ptr, ptr %86, align 8
  %88 = icmp eq ptr %79, %87
  br i1 %88, label %91, label %89
89:
  %90 = call i1 @arguments.fill_parts(ptr %0, ptr %6, i64 1)
  br label %91
91:
  %92 = phi i1 [ false, %85 ], [ %90, %89 ]
  %93 = load ptr, ptr %0, align 8
  %94 = getelementptr inbounds nuw i8, ptr %93, i64 56
  %95 = load ptr, ptr %94, align 8
  call void %95(ptr %79)
  br label %96
96:
  %97 = phi i1 [ %92, %91 ], [ false, %82 ]
  call void @llvm.lifetime.end.p0(ptr %6)
  call void @llvm.lifetime.end.p0(ptr %5)
  br label %359
98:
  br i1 %41, label %99, label %119
99:
  call void @llvm.lifetime.start.p0(ptr %7)
  %100 = getelementptr inbounds nuw i8, ptr %34, i64 72
  %101 = load ptr, ptr %100, align 8
  %102 = call i64 %101(ptr %33, ptr %7)
  %103 = load ptr, ptr %25, align 8
  %104 = getelementptr inbounds nuw i8, ptr %103, i64 8
  store ptr %104, ptr %25, align 8
  store i64 %102, ptr %103, align 8
  %105 = load i32, ptr %7, align 4
  %106 = icmp eq i32 %105, 0
  br i1 %106, label %107, label %117
107:
  %108 = getelementptr inbounds nuw i8, ptr %35, i64 8
  %109 = load i64, ptr %108, align 8
  %110 = sub i64 %102, %109
  %111 = getelementptr inbounds nuw i8, ptr %35, i64 16
  %112 = load i64, ptr %111, align 8
  %113 = icmp ugt i64 %110, %112
  br i1 %113, label %117, label %114
114:
  %115 = load ptr, ptr %20, align 8
  %116 = getelementptr inbounds nuw i8, ptr %115, i64 24
  store ptr %116, ptr %20, align 8
  br label %117
117:
  %118 = phi i1 [ false, %107 ], [ false, %99 ], [ true, %114 ]
  call void @llvm.lifetime.end.p0(ptr %7)
  br label %359
119:
  %120 = getelementptr inbounds nuw i8, ptr %34, i64 296
  %121 = load ptr, ptr %120, align 8
  call void @llvm.lifetime.start.p0(ptr %8)
  store ptr %33, ptr %8, align 8
  call void @llvm.lifetime.start.p0(ptr %9)
  %122 = getelementptr inbounds nuw i8, ptr %34, i64 104
  %123 = load ptr, ptr %122, align 8
  %124 = call ptr %123(ptr %121, ptr %8, i64 1, ptr null)
  store ptr %124, ptr %9, align 8
  %125 = icmp eq ptr %124, null
  %126 = load ptr, ptr %0, align 8
  br i1 %125, label %127, label %130
127:
  %128 = getelementptr inbounds nuw i8, ptr %126, i64 96
  %129 = load ptr, ptr %128, align 8
  call void %129()
  br label %141
130:
  %131 = getelementptr inbounds nuw i8, ptr %126, i64 8
  %132 = load ptr, ptr %131, align 8
  %133 = icmp eq ptr %124, %132
  br i1 %133, label %136, label %134
134:
  %135 = call i1 @arguments.fill_parts(ptr %0, ptr %9, i64 1)
  br label %136
136:
  %137 = phi i1 [ false, %130 ], [ %135, %134 ]
  %138 = load ptr, ptr %0, align 8
  %139 = getelementptr inbounds nuw i8, ptr %138, i64 56
  %140 = load ptr, ptr %139, align 8
  call void %140(ptr %124)
  br label %141
141:
  %142 = phi i1 [ %137, %136 ], [ false, %127 ]
  call void @llvm.lifetime.end.p0(ptr %9)
  call void @llvm.lifetime.end.p0(ptr %8)
  br label %359
143:
  br i1 %41, label %144, label %164
144:
  call void @llvm.lifetime.start.p0(ptr %10)
  %145 = getelementptr inbounds nuw i8, ptr %34, i64 72
  %146 = load ptr, ptr %145, align 8
  %147 = call i64 %146(ptr %33, ptr %10)
  %148 = load ptr, ptr %24, align 8
  %149 = getelementptr inbounds nuw i8, ptr %148, i64 8
  store ptr %149, ptr %24, align 8
  store i64 %147, ptr %148, align 8
  %150 = load i32, ptr %10, align 4
  %151 = icmp eq i32 %150, 0
  br i1 %151, label %152, label %162
152:
  %153 = getelementptr inbounds nuw i8, ptr %35, i64 8
  %154 = load i64, ptr %153, align 8
  %155 = sub i64 %147, %154
  %156 = getelementptr inbounds nuw i8, ptr %35, i64 16
  %157 = load i64, ptr %156, align 8
  %158 = icmp ugt i64 %155, %157
  br i1 %158, label %162, label %159
159:
  %160 = load ptr, ptr %20, align 8
  %161 = getelementptr inbounds nuw i8, ptr %160, i64 24
  store ptr %161, ptr %20, align 8
  br label %162
162:
  %163 = phi i1 [ false, %152 ], [ false, %144 ], [ true, %159 ]
  call void @llvm.lifetime.end.p0(ptr %10)
  br label %359
164:
  %165 = getelementptr inbounds nuw i8, ptr %34, i64 304
  %166 = load ptr, ptr %165, align 8
  call void @llvm.lifetime.start.p0(ptr %11)
  store ptr %33, ptr %11, align 8
  call void @llvm.lifetime.start.p0(ptr %12)
  %167 = getelementptr inbounds nuw i8, ptr %34, i64 104
  %168 = load ptr, ptr %167, align 8
  %169 = call ptr %168(ptr %166, ptr %11, i64 1, ptr null)
  store ptr %169, ptr %12, align 8
  %170 = icmp eq ptr %169, null
  %171 = load ptr, ptr %0, align 8
  br i1 %170, label %172, label %175
172:
  %173 = getelementptr inbounds nuw i8, ptr %171, i64 96
  %174 = load ptr, ptr %173, align 8
  call void %174()
  br label %186
175:
  %176 = getelementptr inbounds nuw i8, ptr %171, i64 8
  %177 = load ptr, ptr %176, align 8
  %178 = icmp eq ptr %169, %177
  br i1 %178, label %181, label %179
179:
  %180 = call i1 @arguments.fill_parts(ptr %0, ptr %12, i64 1)
  br label %181
181:
  %182 = phi i1 [ false, %175 ], [ %180, %179 ]
  %183 = load ptr, ptr %0, align 8
  %184 = getelementptr inbounds nuw i8, ptr %183, i64 56
  %185 = load ptr, ptr %184, align 8
  call void %185(ptr %169)
  br label %186
186:
  %187 = phi i1 [ %182, %181 ], [ false, %172 ]
  call void @llvm.lifetime.end.p0(ptr %12)
  call void @llvm.lifetime.end.p0(ptr %11)
  br label %359
188:
  br i1 %41, label %193, label %189
189:
  %190 = getelementptr inbounds nuw i8, ptr %34, i64 32
  %191 = load ptr, ptr %190, align 8
  %192 = icmp eq ptr %38, %191
  br i1 %192, label %193, label %221
193:
  %194 = icmp eq i64 %36, 3
  %195 = getelementptr inbounds nuw i8, ptr %34, i64 64
  %196 = load ptr, ptr %195, align 8
  %197 = call double %196(ptr %33)
  %198 = fcmp oeq double %197, -1.000000e+00
  br i1 %198, label %199, label %209
199:
  %200 = load ptr, ptr %0, align 8
  %201 = getelementptr inbounds nuw i8, ptr %200, i64 88
  %202 = load ptr, ptr %201, align 8
  %203 = call ptr %202()
  %204 = icmp eq ptr %203, null
  br i1 %204, label %209, label %205
205:
  %206 = load ptr, ptr %0, align 8
  %207 = getelementptr inbounds nuw i8, ptr %206, i64 96
  %208 = load ptr, ptr %207, align 8
  call void %208()
  br label %367
209:
  %210 = load ptr, ptr %23, align 8
  store double %197, ptr %210, align 8
  br i1 %194, label %211, label %218
211:
  %212 = fptrunc double %197 to float
  store float %212, ptr %210, align 4
  %213 = call float @llvm.fabs.f32(float %212)
  %214 = fcmp une float %213, 0x7FF0000000000000
  %215 = call double @llvm.fabs.f64(double %197)
  %216 = fcmp oeq double %215, 0x7FF0000000000000
  %217 = or i1 %216, %214
  br i1 %217, label %218, label %367
218:
  %219 = getelementptr inbounds nuw i8, ptr %210, i64 8
  store ptr %219, ptr %23, align 8
  %220 = load ptr, ptr %20, align 8
  br label %361
221:
  %222 = getelementptr inbounds nuw i8, ptr %34, i64 288
  %223 = load ptr, ptr %222, align 8
  call void @llvm.lifetime.start.p0(ptr %13)
  store ptr %33, ptr %13, align 8
  call void @llvm.lifetime.start.p0(ptr %14)
  %224 = getelementptr inbounds nuw i8, ptr %34, i64 104
  %225 = load ptr, ptr %224, align 8
  %226 = call ptr %225(ptr %223, ptr %13, i64 1, ptr null)
  store ptr %226, ptr %14, align 8
  %227 = icmp eq ptr %226, null
  %228 = load ptr, ptr %0, align 8
  br i1 %227, label %229, label %232
229:
  %230 = getelementptr inbounds nuw i8, ptr %228, i64 96
  %231 = load ptr, ptr %230, align 8
  call void %231()
  br label %243
232:
  %233 = getelementptr inbounds nuw i8, ptr %228, i64 8
  %234 = load ptr, ptr %233, align 8
  %235 = icmp eq ptr %226, %234
  br i1 %235, label %238, label %236
236:
  %237 = call i1 @arguments.fill_parts(ptr %0, ptr %14, i64 1)
  br label %238
238:
  %239 = phi i1 [ false, %232 ], [ %237, %236 ]
  %240 = load ptr, ptr %0, align 8
  %241 = getelementptr inbounds nuw i8, ptr %240, i64 56
  %242 = load ptr, ptr %241, align 8
  call void %242(ptr %226)
  br label %243
243:
  %244 = phi i1 [ %239, %238 ], [ false, %229 ]
  call void @llvm.lifetime.end.p0(ptr %14)
  call void @llvm.lifetime.end.p0(ptr %13)
  br label %359
245:
  %246 = getelementptr inbounds nuw i8, ptr %34, i64 16
  %247 = load ptr, ptr %246, align 8
  %248 = icmp eq ptr %33, %247
  br i1 %248, label %253, label %249
249:
  %250 = getelementptr inbounds nuw i8, ptr %34, i64 24
  %251 = load ptr, ptr %250, align 8
  %252 = icmp eq ptr %33, %251
  br i1 %252, label %253, label %257
253:
  %254 = zext i1 %248 to i64
  %255 = load ptr, ptr %22, align 8
  %256 = getelementptr inbounds nuw i8, ptr %255, i64 8
  store ptr %256, ptr %22, align 8
  store i64 %254, ptr %255, align 8
  br label %361
257:
  %258 = getelementptr inbounds nuw i8, ptr %34, i64 288
  %259 = load ptr, ptr %258, align 8
  call void @llvm.lifetime.start.p0(ptr %15)
  store ptr %33, ptr %15, align 8
  call void @llvm.lifetime.start.p0(ptr %16)
  %260 = getelementptr inbounds nuw i8, ptr %34, i64 104
  %261 = load ptr, ptr %260, align 8
  %262 = call ptr %261(ptr %259, ptr %15, i64 1, ptr null)
  store ptr %262, ptr %16, align 8
  %263 = icmp eq ptr %262, null
  %264 = load ptr, ptr %0, align 8
  br i1 %263, label %265, label %268
265:
  %266 = getelementptr inbounds nuw i8, ptr %264, i64 96
  %267 = load ptr, ptr %266, align 8
  call void %267()
  br label %279
268:
  %269 = getelementptr inbounds nuw i8, ptr %264, i64 8
  %270 = load ptr, ptr %269, align 8
  %271 = icmp eq ptr %262, %270
  br i1 %271, label %274, label %272
272:
  %273 = call i1 @arguments.fill_parts(ptr %0, ptr %16, i64 1)
  br label %274
274:
  %275 = phi i1 [ false, %268 ], [ %273, %272 ]
  %276 = load ptr, ptr %0, align 8
  %277 = getelementptr inbounds nuw i8, ptr %276, i64 56
  %278 = load ptr, ptr %277, align 8
  call void %278(ptr %262)
  br label %279
279:
  %280 = phi i1 [ %275, %274 ], [ false, %265 ]
  call void @llvm.lifetime.end.p0(ptr %16)
  call void @llvm.lifetime.end.p0(ptr %15)
  br label %359
281:
  %282 = load ptr, ptr %21, align 8
  %283 = getelementptr inbounds nuw i8, ptr %35, i64 16
  %284 = load i64, ptr %283, align 8
  %285 = getelementptr inbounds ptr, ptr %282, i64 %284
  %286 = load ptr, ptr %285, align 8
  %287 = icmp eq ptr %33, %286
  br i1 %287, label %361, label %288
288:
  %289 = getelementptr inbounds nuw i8, ptr %35, i64 8
  %290 = load i64, ptr %289, align 8
  %291 = icmp eq i64 %290, 0
  br i1 %291, label %367, label %292
292:
  %293 = getelementptr inbounds nuw i8, ptr %34, i64 8
  %294 = load ptr, ptr %293, align 8
  %295 = icmp eq ptr %33, %294
  br i1 %295, label %361, label %367
296:
  %297 = load ptr, ptr %29, align 8
  %298 = getelementptr inbounds nuw i8, ptr %35, i64 16
  %299 = load i64, ptr %298, align 8
  %300 = getelementptr inbounds ptr, ptr %297, i64 %299
  %301 = getelementptr inbounds nuw i8, ptr %35, i64 8
  %302 = load i64, ptr %301, align 8
  %303 = load ptr, ptr %300, align 8
  %304 = icmp eq ptr %38, %303
  br i1 %304, label %305, label %367
305:
  %306 = getelementptr inbounds nuw i8, ptr %35, i64 24
  store ptr %306, ptr %20, align 8
  switch i64 %36, label %352 [
    i64 6, label %307
    i64 7, label %328
  ]
307:
  %308 = getelementptr inbounds nuw i8, ptr %34, i64 160
  %309 = load ptr, ptr %308, align 8
  %310 = call ptr %309(ptr %33)
  %311 = icmp eq ptr %310, null
  br i1 %311, label %312, label %316
312:
  %313 = load ptr, ptr %0, align 8
  %314 = getelementptr inbounds nuw i8, ptr %313, i64 96
  %315 = load ptr, ptr %314, align 8
  call void %315()
  br label %367
316:
  %317 = getelementptr inbounds nuw i8, ptr %310, i64 16
  %318 = load i64, ptr %317, align 8
  %319 = icmp eq i64 %318, %302
  br i1 %319, label %320, label %323
320:
  %321 = getelementptr inbounds nuw i8, ptr %310, i64 24
  %322 = call i1 @arguments.fill_parts(ptr %0, ptr %321, i64 %302)
  br label %323
323:
  %324 = phi i1 [ false, %316 ], [ %322, %320 ]
  %325 = load ptr, ptr %0, align 8
  %326 = getelementptr inbounds nuw i8, ptr %325, i64 56
  %327 = load ptr, ptr %326, align 8
  call void %327(ptr %310)
  br label %359
328:
  %329 = getelementptr inbounds nuw i8, ptr %300, i64 8
  %330 = icmp slt i64 %302, 1
  br i1 %330, label %364, label %331
331:
  %332 = phi i64 [ %349, %344 ], [ 0, %328 ]
  call void @llvm.lifetime.start.p0(ptr %17)
  %333 = load ptr, ptr %0, align 8
  %334 = getelementptr inbounds nuw i8, ptr %333, i64 152
  %335 = load ptr, ptr %334, align 8
  %336 = getelementptr inbounds nuw ptr, ptr %329, i64 %332
  %337 = load ptr, ptr %336, align 8
  %338 = call ptr %335(ptr %33, ptr %337)
  store ptr %338, ptr %17, align 8
  %339 = icmp eq ptr %338, null
  br i1 %339, label %340, label %344
340:
  %341 = load ptr, ptr %0, align 8
  %342 = getelementptr inbounds nuw i8, ptr %341, i64 96
  %343 = load ptr, ptr %342, align 8
  call void %343()
  call void @llvm.lifetime.end.p0(ptr %17)
  br label %367
344:
  %345 = call i1 @arguments.fill_parts(ptr %0, ptr %17, i64 1)
  %346 = load ptr, ptr %0, align 8
  %347 = getelementptr inbounds nuw i8, ptr %346, i64 56
  %348 = load ptr, ptr %347, align 8
  call void %348(ptr %338)
  call void @llvm.lifetime.end.p0(ptr %17)
  %349 = add nuw nsw i64 %332, 1
  %350 = icmp ne i64 %349, %302
  %351 = select i1 %345, i1 %350, i1 false
  br i1 %351, label %331, label %359
352:
  %353 = getelementptr inbounds nuw i8, ptr %33, i64 16
  %354 = load i64, ptr %353, align 8
  %355 = icmp eq i64 %354, %302
  br i1 %355, label %356, label %367
356:
  %357 = getelementptr inbounds nuw i8, ptr %33, i64 24
  %358 = call i1 @arguments.fill_parts(ptr %0, ptr %357, i64 %302)
  br label %359
359:
  %360 = phi i1 [ %187, %186 ], [ %52, %44 ], [ %163, %162 ], [ %97, %96 ], [ %142, %141 ], [ %358, %356 ], [ %244, %243 ], [ %324, %323 ], [ %280, %279 ], [ %73, %72 ], [ %118, %117 ], [ %345, %344 ]
  br i1 %360, label %364, label %367
361:
  %362 = phi ptr [ %220, %218 ], [ %35, %253 ], [ %35, %292 ], [ %35, %281 ]
  %363 = getelementptr inbounds nuw i8, ptr %362, i64 24
  store ptr %363, ptr %20, align 8
  br label %364
364:
  %365 = add nuw nsw i64 %31, 1
  %366 = icmp eq i64 %365, %2
  br i1 %366, label %367, label %30
367:
  %368 = phi i1 [ false, %312 ], [ false, %205 ], [ true, %3 ], [ false, %340 ], [ false, %352 ], [ false, %211 ], [ false, %42 ], [ false, %292 ], [ false, %288 ], [ false, %296 ], [ false, %359 ], [ true, %364 ]
  ret i1 %368
}
declare i1 @cute.checks(ptr, ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare i1 @cute.view(ptr, ptr, ptr, ptr)
declare ptr @cute.layout(ptr, ptr, ptr)
declare float @llvm.fabs.f32(float)
declare double @llvm.fabs.f64(double)
; python/direct.c
define ptr @cute.direct(ptr %0, ptr %1, i64 %2, ptr %3) noinline {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %11, i64 72
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %11, i64 112
  %17 = getelementptr inbounds nuw i8, ptr %11, i64 64
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, 0
  %20 = shl i64 %15, 1
  %21 = select i1 %19, i64 0, i64 %20
  %22 = getelementptr inbounds ptr, ptr %16, i64 %21
  %23 = add i64 %15, 1
  %24 = alloca ptr, i64 %23, align 16
  %25 = alloca ptr, i64 %23, align 16
  %26 = icmp eq ptr %3, null
  %27 = icmp eq i64 %2, %15
  %28 = select i1 %26, i1 %27, i1 false
  br i1 %28, label %105, label %29
29:
  %30 = load i64, ptr %17, align 8
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %104, label %32
32:
  %33 = getelementptr inbounds ptr, ptr %16, i64 %15
  br i1 %26, label %37, label %34
34:
  %35 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %36 = load i64, ptr %35, align 8
  br label %37
37:
  %38 = phi i64 [ %36, %34 ], [ 0, %32 ]
  %39 = add i64 %38, %2
  %40 = icmp sgt i64 %39, %15
  br i1 %40, label %104, label %41
41:
  %42 = icmp sgt i64 %15, 0
  br i1 %42, label %52, label %43
43:
  br i1 %26, label %93, label %44
44:
  %45 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %46 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %47 = icmp slt i64 %2, %15
  %48 = getelementptr inbounds nuw i8, ptr %13, i64 168
  %49 = getelementptr ptr, ptr %1, i64 %2
  %50 = load i64, ptr %45, align 8
  %51 = icmp sgt i64 %50, 0
  br i1 %51, label %61, label %93
52:
  %53 = phi i64 [ %59, %52 ], [ 0, %41 ]
  %54 = icmp slt i64 %53, %2
  %55 = select i1 %54, ptr %1, ptr %33
  %56 = getelementptr inbounds nuw ptr, ptr %55, i64 %53
  %57 = load ptr, ptr %56, align 8
  %58 = getelementptr inbounds nuw ptr, ptr %24, i64 %53
  store ptr %57, ptr %58, align 8
  %59 = add nuw nsw i64 %53, 1
  %60 = icmp eq i64 %59, %15
  br i1 %60, label %43, label %52
61:
  %62 = phi i64 [ %90, %86 ], [ 0, %44 ]
  %63 = getelementptr inbounds nuw ptr, ptr %46, i64 %62
  %64 = load ptr, ptr %63, align 8
  br i1 %47, label %65, label %83
65:
  %66 = phi i64 [ %71, %70 ], [ %2, %61 ]
  %67 = getelementptr inbounds ptr, ptr %16, i64 %66
  %68 = load ptr, ptr %67, align 8
  %69 = icmp eq ptr %68, %64
  br i1 %69, label %83, label %70
70:
  %71 = add nsw i64 %66, 1
  %72 = icmp eq i64 %71, %15
  br i1 %72, label %73, label %65
73:
  %74 = phi i64 [ %81, %80 ], [ %2, %70 ]
  %75 = load ptr, ptr %48, align 8
  %76 = getelementptr inbounds ptr, ptr %16, i64 %74
  %77 = load ptr, ptr %76, align 8
  %78 = call i32 %75(ptr %77, ptr %64)
  %79 = icmp eq i32 %78, 0
  br i1 %79, label %83, label %80
80:
  %81 = add nsw i64 %74, 1
  %82 = icmp eq i64 %81, %15
  br i1 %82, label %83, label %73
83:
  %84 = phi i64 [ %74, %73 ], [ %15, %61 ], [ %15, %80 ], [ %66, %65 ]
  %85 = icmp eq i64 %84, %15
  br i1 %85, label %104, label %86
86:
  %87 = getelementptr ptr, ptr %49, i64 %62
  %88 = load ptr, ptr %87, align 8
  %89 = getelementptr inbounds ptr, ptr %24, i64 %84
  store ptr %88, ptr %89, align 8
  %90 = add nuw nsw i64 %62, 1
  %91 = load i64, ptr %45, align 8
  %92 = icmp slt i64 %90, %91
  br i1 %92, label %61, label %93
93:
  %94 = icmp slt i64 %2, %15
  br i1 %94, label %95, label %105
95:
  %96 = phi i64 [ %100, %95 ], [ %2, %93 ]
  %97 = getelementptr inbounds ptr, ptr %24, i64 %96
  %98 = load ptr, ptr %97, align 8
  %99 = icmp ne ptr %98, null
  %100 = add nsw i64 %96, 1
  %101 = icmp ne i64 %100, %15
  %102 = select i1 %99, i1 %101, i1 false
  br i1 %102, label %95, label %103
103:
  br i1 %99, label %105, label %104
104:
  br label %105
105:
  %106 = phi ptr [ %1, %4 ], [ null, %104 ], [ %24, %103 ], [ %24, %93 ]
  %107 = icmp eq ptr %106, null
  br i1 %107, label %339, label %108
108:
  %109 = icmp sgt i64 %15, 0
  br i1 %109, label %110, label %126
110:
  %111 = phi ptr [ %118, %120 ], [ %22, %108 ]
  %112 = phi i64 [ %124, %120 ], [ 0, %108 ]
  %113 = phi i64 [ %123, %120 ], [ 0, %108 ]
  %114 = getelementptr inbounds nuw i8, ptr %111, i64 8
  %115 = load i64, ptr %111, align 8
  %116 = getelementptr inbounds nuw ptr, ptr %106, i64 %112
  %117 = load ptr, ptr %116, align 8
  %118 = call ptr @cute.argument_fits(ptr %13, ptr %117, ptr %114)
  %119 = icmp eq ptr %118, null
  br i1 %119, label %126, label %120
120:
  %121 = load ptr, ptr %116, align 8
  %122 = getelementptr inbounds ptr, ptr %25, i64 %113
  store ptr %121, ptr %122, align 8
  %123 = add i64 %115, %113
  %124 = add nuw nsw i64 %112, 1
  %125 = icmp eq i64 %124, %15
  br i1 %125, label %126, label %110
126:
  %127 = phi ptr [ %22, %108 ], [ %118, %120 ], [ null, %110 ]
  %128 = phi i64 [ 0, %108 ], [ %123, %120 ], [ -1, %110 ]
  %129 = icmp sgt i64 %128, -1
  br i1 %129, label %130, label %336
130:
  %131 = getelementptr inbounds nuw i8, ptr %11, i64 80
  %132 = load i64, ptr %131, align 8
  %133 = icmp slt i64 %132, 1
  br i1 %133, label %154, label %134
134:
  %135 = getelementptr inbounds nuw i8, ptr %13, i64 120
  %136 = getelementptr inbounds nuw i8, ptr %13, i64 56
  %137 = getelementptr inbounds nuw i8, ptr %13, i64 8
  br label %138
138:
  %139 = phi ptr [ %142, %138 ], [ %127, %134 ]
  %140 = phi i64 [ %151, %138 ], [ 0, %134 ]
  call void @llvm.lifetime.start.p0(ptr %8)
  store ptr null, ptr %8, align 8
  %141 = load ptr, ptr %135, align 8
  %142 = getelementptr inbounds nuw i8, ptr %139, i64 8
  %143 = load i64, ptr %139, align 8
  %144 = inttoptr i64 %143 to ptr
  %145 = call i32 %141(ptr %144, ptr null, ptr %8)
  %146 = load ptr, ptr %136, align 8
  %147 = load ptr, ptr %8, align 8
  call void %146(ptr %147)
  %148 = load ptr, ptr %8, align 8
  %149 = load ptr, ptr %137, align 8
  %150 = icmp eq ptr %148, %149
  call void @llvm.lifetime.end.p0(ptr %8)
  %151 = add nuw nsw i64 %140, 1
  %152 = icmp ne i64 %151, %132
  %153 = select i1 %150, i1 %152, i1 false
  br i1 %153, label %138, label %154
154:
  %155 = phi ptr [ %127, %130 ], [ %142, %138 ]
  %156 = phi i1 [ true, %130 ], [ %150, %138 ]
  br i1 %156, label %157, label %336
157:
  %158 = getelementptr inbounds nuw i8, ptr %11, i64 88
  %159 = load i64, ptr %158, align 8
  %160 = icmp slt i64 %159, 1
  br i1 %160, label %215, label %161
161:
  %162 = getelementptr inbounds nuw i8, ptr %13, i64 144
  %163 = getelementptr inbounds nuw i8, ptr %13, i64 128
  br label %164
164:
  %165 = phi ptr [ %210, %212 ], [ %155, %161 ]
  %166 = phi i64 [ %213, %212 ], [ 0, %161 ]
  %167 = getelementptr inbounds nuw i8, ptr %165, i64 8
  %168 = load i64, ptr %165, align 8
  %169 = inttoptr i64 %168 to ptr
  %170 = getelementptr inbounds nuw i8, ptr %165, i64 16
  %171 = getelementptr inbounds nuw i8, ptr %165, i64 24
  %172 = load i64, ptr %170, align 8
  %173 = load i64, ptr %162, align 8
  %174 = icmp eq i64 %173, 0
  br i1 %174, label %178, label %175
175:
  %176 = getelementptr inbounds i8, ptr %169, i64 %173
  %177 = load i64, ptr %176, align 8
  br label %178
178:
  %179 = phi i64 [ %177, %175 ], [ 0, %164 ]
  %180 = icmp eq i64 %179, 0
  br i1 %180, label %187, label %181
181:
  %182 = load i64, ptr %167, align 8
  %183 = icmp eq i64 %179, %182
  br i1 %183, label %184, label %187
184:
  %185 = shl i64 %172, 4
  %186 = getelementptr inbounds i8, ptr %171, i64 %185
  br label %209
187:
  %188 = icmp sgt i64 %172, 0
  br i1 %188, label %192, label %204
189:
  %190 = add nuw nsw i64 %194, 1
  %191 = icmp eq i64 %190, %172
  br i1 %191, label %204, label %192
192:
  %193 = phi ptr [ %200, %189 ], [ %171, %187 ]
  %194 = phi i64 [ %190, %189 ], [ 0, %187 ]
  %195 = load ptr, ptr %163, align 8
  %196 = getelementptr inbounds nuw i8, ptr %193, i64 8
  %197 = load i64, ptr %193, align 8
  %198 = inttoptr i64 %197 to ptr
  %199 = call ptr %195(ptr %169, ptr %198)
  %200 = getelementptr inbounds nuw i8, ptr %193, i64 16
  %201 = load i64, ptr %196, align 8
  %202 = inttoptr i64 %201 to ptr
  %203 = icmp ne ptr %199, %202
  br i1 %203, label %204, label %189
204:
  %205 = phi ptr [ %171, %187 ], [ %200, %189 ], [ %200, %192 ]
  %206 = phi i1 [ false, %187 ], [ %203, %189 ], [ %203, %192 ]
  %207 = phi i32 [ 5, %187 ], [ 1, %192 ], [ 5, %189 ]
  br i1 %206, label %209, label %208
208:
  store i64 %179, ptr %167, align 8
  br label %209
209:
  %210 = phi ptr [ %205, %204 ], [ %205, %208 ], [ %186, %184 ]
  %211 = phi i32 [ %207, %204 ], [ 0, %208 ], [ 4, %184 ]
  switch i32 %211, label %336 [
    i32 0, label %212
    i32 4, label %212
  ]
212:
  %213 = add nuw nsw i64 %166, 1
  %214 = icmp eq i64 %213, %159
  br i1 %214, label %215, label %164
215:
  %216 = phi ptr [ %155, %157 ], [ %210, %212 ]
  %217 = getelementptr inbounds nuw i8, ptr %11, i64 96
  %218 = load i64, ptr %217, align 8
  %219 = icmp slt i64 %218, 1
  br i1 %219, label %248, label %220
220:
  %221 = getelementptr inbounds nuw i8, ptr %13, i64 152
  %222 = getelementptr inbounds nuw i8, ptr %13, i64 56
  %223 = getelementptr inbounds nuw i8, ptr %13, i64 96
  br label %224
224:
  %225 = phi ptr [ %241, %240 ], [ %216, %220 ]
  %226 = phi i64 [ %245, %240 ], [ 0, %220 ]
  %227 = getelementptr inbounds nuw i8, ptr %225, i64 8
  %228 = load i64, ptr %225, align 8
  %229 = inttoptr i64 %228 to ptr
  %230 = getelementptr inbounds nuw i8, ptr %225, i64 16
  %231 = load i64, ptr %227, align 8
  %232 = inttoptr i64 %231 to ptr
  %233 = load ptr, ptr %221, align 8
  %234 = call ptr %233(ptr %229, ptr %232)
  %235 = icmp eq ptr %234, null
  br i1 %235, label %238, label %236
236:
  %237 = load ptr, ptr %222, align 8
  call void %237(ptr %234)
  br label %240
238:
  %239 = load ptr, ptr %223, align 8
  call void %239()
  br label %240
240:
  %241 = getelementptr inbounds nuw i8, ptr %225, i64 24
  %242 = load i64, ptr %230, align 8
  %243 = inttoptr i64 %242 to ptr
  %244 = icmp eq ptr %234, %243
  %245 = add nuw nsw i64 %226, 1
  %246 = icmp ne i64 %245, %218
  %247 = select i1 %244, i1 %246, i1 false
  br i1 %247, label %224, label %248
248:
  %249 = phi ptr [ %216, %215 ], [ %241, %240 ]
  %250 = phi i1 [ true, %215 ], [ %244, %240 ]
  br i1 %250, label %251, label %336
251:
  %252 = getelementptr inbounds nuw i8, ptr %11, i64 104
  %253 = load i64, ptr %252, align 8
  %254 = icmp slt i64 %253, 1
  br i1 %254, label %311, label %255
255:
  %256 = getelementptr inbounds nuw i8, ptr %13, i64 144
  %257 = getelementptr inbounds nuw i8, ptr %13, i64 136
  br label %258
258:
  %259 = phi ptr [ %308, %307 ], [ %249, %255 ]
  %260 = phi i64 [ %309, %307 ], [ 0, %255 ]
  %261 = getelementptr inbounds nuw i8, ptr %259, i64 8
  %262 = load i64, ptr %259, align 8
  %263 = inttoptr i64 %262 to ptr
  call void @llvm.lifetime.start.p0(ptr %5)
  call void @llvm.lifetime.start.p0(ptr %6)
  %264 = getelementptr inbounds nuw i8, ptr %259, i64 16
  %265 = load i64, ptr %256, align 8
  %266 = icmp eq i64 %265, 0
  br i1 %266, label %270, label %267
267:
  %268 = getelementptr inbounds i8, ptr %263, i64 %265
  %269 = load i64, ptr %268, align 8
  br label %270
270:
  %271 = phi i64 [ %269, %267 ], [ 0, %258 ]
  %272 = getelementptr inbounds nuw i8, ptr %259, i64 24
  %273 = load i64, ptr %264, align 8
  call void @llvm.lifetime.start.p0(ptr %7)
  store i64 0, ptr %7, align 8
  %274 = icmp eq i64 %271, 0
  br i1 %274, label %275, label %276
275:
  br label %282
276:
  %277 = load i64, ptr %261, align 8
  %278 = icmp eq i64 %271, %277
  br i1 %278, label %279, label %275
279:
  %280 = shl i64 %273, 4
  %281 = getelementptr inbounds i8, ptr %272, i64 %280
  br label %307
282:
  %283 = phi ptr [ %299, %296 ], [ %272, %275 ]
  %284 = phi i64 [ %289, %296 ], [ 0, %275 ]
  %285 = load ptr, ptr %257, align 8
  %286 = call i32 %285(ptr %263, ptr %7, ptr %5, ptr %6)
  %287 = icmp eq i32 %286, 0
  br i1 %287, label %303, label %288
288:
  %289 = add i64 %284, 1
  %290 = icmp eq i64 %284, %273
  br i1 %290, label %306, label %291
291:
  %292 = load ptr, ptr %5, align 8
  %293 = load i64, ptr %283, align 8
  %294 = inttoptr i64 %293 to ptr
  %295 = icmp eq ptr %292, %294
  br i1 %295, label %296, label %306
296:
  %297 = getelementptr inbounds nuw i8, ptr %283, i64 8
  %298 = load ptr, ptr %6, align 8
  %299 = getelementptr inbounds nuw i8, ptr %283, i64 16
  %300 = load i64, ptr %297, align 8
  %301 = inttoptr i64 %300 to ptr
  %302 = icmp eq ptr %298, %301
  br i1 %302, label %282, label %306
303:
  %304 = icmp eq i64 %284, %273
  br i1 %304, label %305, label %306
305:
  store i64 %271, ptr %261, align 8
  br label %307
306:
  call void @llvm.lifetime.end.p0(ptr %7)
  call void @llvm.lifetime.end.p0(ptr %6)
  call void @llvm.lifetime.end.p0(ptr %5)
  br label %336
307:
  %308 = phi ptr [ %283, %305 ], [ %281, %279 ]
  call void @llvm.lifetime.end.p0(ptr %7)
  call void @llvm.lifetime.end.p0(ptr %6)
  call void @llvm.lifetime.end.p0(ptr %5)
  %309 = add nuw nsw i64 %260, 1
  %310 = icmp eq i64 %309, %253
  br i1 %310, label %311, label %258
311:
  %312 = getelementptr inbounds nuw i8, ptr %11, i64 56
  %313 = load ptr, ptr %312, align 8
  %314 = icmp eq ptr %313, null
  br i1 %314, label %330, label %315
315:
  %316 = getelementptr inbounds nuw i8, ptr %13, i64 104
  %317 = load ptr, ptr %316, align 8
  %318 = call ptr %317(ptr %313, ptr null, i64 0, ptr null)
  %319 = icmp eq ptr %318, null
  br i1 %319, label %323, label %320
320:
  %321 = getelementptr inbounds nuw i8, ptr %13, i64 56
  %322 = load ptr, ptr %321, align 8
  call void %322(ptr %318)
  br label %326
323:
  %324 = getelementptr inbounds nuw i8, ptr %13, i64 96
  %325 = load ptr, ptr %324, align 8
  call void %325()
  br label %326
326:
  %327 = getelementptr inbounds nuw i8, ptr %13, i64 16
  %328 = load ptr, ptr %327, align 8
  %329 = icmp eq ptr %318, %328
  br i1 %329, label %330, label %336
330:
  %331 = getelementptr inbounds nuw i8, ptr %11, i64 40
  %332 = load ptr, ptr %331, align 8
  %333 = getelementptr inbounds nuw i8, ptr %11, i64 48
  %334 = load ptr, ptr %333, align 8
  %335 = call ptr %332(ptr %334, ptr %25, i64 %128, ptr null)
  br label %336
336:
  %337 = phi ptr [ %335, %330 ], [ undef, %326 ], [ undef, %306 ], [ undef, %248 ], [ undef, %126 ], [ undef, %154 ], [ undef, %209 ]
  %338 = phi i1 [ false, %330 ], [ true, %326 ], [ true, %306 ], [ true, %248 ], [ true, %126 ], [ true, %154 ], [ true, %209 ]
  br i1 %338, label %339, label %344
339:
  %340 = getelementptr inbounds nuw i8, ptr %13, i64 104
  %341 = load ptr, ptr %340, align 8
  %342 = load ptr, ptr %9, align 8
  %343 = call ptr %341(ptr %342, ptr %1, i64 %2, ptr %3)
  br label %344
344:
  %345 = phi ptr [ %343, %339 ], [ %337, %336 ]
  ret ptr %345
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @cute.argument_fits(ptr, ptr, ptr)
; python/fits.c
define ptr @cute.argument_fits(ptr %0, ptr %1, ptr %2) noinline {
  %4 = load i64, ptr %2, align 8
  switch i64 %4, label %85 [
    i64 0, label %5
    i64 1, label %16
    i64 2, label %45
  ]
5:
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %14, label %9
9:
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %11 = load ptr, ptr %10, align 8
  %12 = ptrtoint ptr %11 to i64
  %13 = icmp eq i64 %7, %12
  br i1 %13, label %14, label %182
14:
  %15 = getelementptr inbounds nuw i8, ptr %2, i64 16
  br label %182
16:
  %17 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %18 = load i64, ptr %17, align 8
  %19 = inttoptr i64 %18 to ptr
  %20 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %21 = load i64, ptr %20, align 8
  %22 = icmp eq i64 %21, 0
  %23 = icmp eq ptr %1, %19
  %24 = or i1 %23, %22
  br i1 %24, label %41, label %25
25:
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %29 = load ptr, ptr %28, align 8
  %30 = icmp eq ptr %27, %29
  br i1 %30, label %31, label %41
31:
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %33 = load ptr, ptr %32, align 8
  %34 = call i32 %33(ptr %1, ptr %19, i32 2)
  %35 = icmp slt i32 %34, 0
  br i1 %35, label %36, label %39
36:
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %38 = load ptr, ptr %37, align 8
  call void %38()
  br label %39
39:
  %40 = icmp eq i32 %34, 1
  br label %41
41:
  %42 = phi i1 [ %40, %39 ], [ %23, %16 ], [ false, %25 ]
  %43 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %44 = select i1 %42, ptr %43, ptr null
  br label %182
45:
  %46 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %47 = load ptr, ptr %46, align 8
  %48 = ptrtoint ptr %47 to i64
  %49 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %50 = load i64, ptr %49, align 8
  %51 = icmp eq i64 %50, %48
  br i1 %51, label %52, label %81
52:
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %54 = load ptr, ptr %53, align 8
  %55 = icmp eq ptr %47, %54
  br i1 %55, label %56, label %61
56:
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr inbounds i8, ptr %1, i64 %58
  %60 = load ptr, ptr %59, align 8
  br label %75
61:
  %62 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %63 = load i64, ptr %62, align 8
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %65 = load ptr, ptr %64, align 8
  %66 = inttoptr i64 %63 to ptr
  %67 = call ptr %65(ptr %1, ptr %66)
  %68 = icmp eq ptr %67, null
  br i1 %68, label %69, label %72
69:
  %70 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %71 = load ptr, ptr %70, align 8
  call void %71()
  br label %75
72:
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %74 = load ptr, ptr %73, align 8
  call void %74(ptr %67)
  br label %75
75:
  %76 = phi ptr [ %60, %56 ], [ %67, %72 ], [ %67, %69 ]
  %77 = ptrtoint ptr %76 to i64
  %78 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %79 = load i64, ptr %78, align 8
  %80 = icmp eq i64 %79, %77
  br label %81
81:
  %82 = phi i1 [ false, %45 ], [ %80, %75 ]
  %83 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %84 = select i1 %82, ptr %83, ptr null
  br label %182
85:
  %86 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %87 = load ptr, ptr %86, align 8
  %88 = ptrtoint ptr %87 to i64
  %89 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %90 = load i64, ptr %89, align 8
  %91 = icmp eq i64 %90, %88
  br i1 %91, label %92, label %182
92:
  switch i64 %4, label %151 [
    i64 3, label %93
    i64 4, label %116
  ]
93:
  %94 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %95 = load i64, ptr %94, align 8
  %96 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %97 = load i64, ptr %96, align 8
  %98 = icmp eq i64 %95, %97
  br i1 %98, label %99, label %182
99:
  %100 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %101 = load i64, ptr %94, align 8
  %102 = icmp sgt i64 %101, 0
  br i1 %102, label %103, label %182
103:
  %104 = getelementptr inbounds nuw i8, ptr %1, i64 24
  br label %105
105:
  %106 = phi i64 [ 0, %103 ], [ %111, %105 ]
  %107 = phi ptr [ %100, %103 ], [ %110, %105 ]
  %108 = getelementptr inbounds nuw ptr, ptr %104, i64 %106
  %109 = load ptr, ptr %108, align 8
  %110 = call ptr @cute.argument_fits(ptr %0, ptr %109, ptr %107)
  %111 = add nuw nsw i64 %106, 1
  %112 = load i64, ptr %94, align 8
  %113 = icmp slt i64 %111, %112
  %114 = icmp ne ptr %110, null
  %115 = select i1 %113, i1 %114, i1 false
  br i1 %115, label %105, label %182
116:
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %118 = load ptr, ptr %117, align 8
  %119 = call ptr %118(ptr %1)
  %120 = icmp eq ptr %119, null
  br i1 %120, label %121, label %124
121:
  %122 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %123 = load ptr, ptr %122, align 8
  call void %123()
  br label %182
124:
  %125 = getelementptr inbounds nuw i8, ptr %119, i64 16
  %126 = load i64, ptr %125, align 8
  %127 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %128 = load i64, ptr %127, align 8
  %129 = icmp eq i64 %126, %128
  br i1 %129, label %130, label %147
130:
  %131 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %132 = load i64, ptr %125, align 8
  %133 = icmp sgt i64 %132, 0
  br i1 %133, label %134, label %147
134:
  %135 = getelementptr inbounds nuw i8, ptr %119, i64 24
  br label %136
136:
  %137 = phi i64 [ 0, %134 ], [ %142, %136 ]
  %138 = phi ptr [ %131, %134 ], [ %141, %136 ]
  %139 = getelementptr inbounds nuw ptr, ptr %135, i64 %137
  %140 = load ptr, ptr %139, align 8
  %141 = call ptr @cute.argument_fits(ptr %0, ptr %140, ptr %138)
  %142 = add nuw nsw i64 %137, 1
  %143 = load i64, ptr %125, align 8
  %144 = icmp slt i64 %142, %143
  %145 = icmp ne ptr %141, null
  %146 = select i1 %144, i1 %145, i1 false
  br i1 %146, label %136, label %147
147:
  %148 = phi ptr [ null, %124 ], [ %131, %130 ], [ %141, %136 ]
  %149 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %150 = load ptr, ptr %149, align 8
  call void %150(ptr %119)
  br label %182
151:
  %152 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %153 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %154 = load i64, ptr %153, align 8
  %155 = icmp slt i64 %154, 1
  br i1 %155, label %182, label %156
156:
  %157 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %158 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %159 = getelementptr inbounds nuw i8, ptr %0, i64 96
  br label %166
160:
  %161 = add nuw nsw i64 %167, 1
  %162 = load i64, ptr %153, align 8
  %163 = icmp sge i64 %161, %162
  %164 = icmp eq ptr %181, null
  %165 = select i1 %163, i1 true, i1 %164
  br i1 %165, label %182, label %166
166:
  %167 = phi i64 [ 0, %156 ], [ %161, %160 ]
  %168 = phi ptr [ %152, %156 ], [ %181, %160 ]
  %169 = load i64, ptr %168, align 8
  %170 = load ptr, ptr %157, align 8
  %171 = inttoptr i64 %169 to ptr
  %172 = call ptr %170(ptr %1, ptr %171)
  %173 = icmp eq ptr %172, null
  br i1 %173, label %174, label %176
174:
  %175 = load ptr, ptr %159, align 8
  call void %175()
  br label %180
176:
  %177 = getelementptr inbounds nuw i8, ptr %168, i64 8
  %178 = call ptr @cute.argument_fits(ptr %0, ptr %172, ptr %177)
  %179 = load ptr, ptr %158, align 8
  call void %179(ptr %172)
  br label %180
180:
  %181 = phi ptr [ %178, %176 ], [ %168, %174 ]
  br i1 %173, label %182, label %160
182:
  %183 = phi ptr [ null, %9 ], [ null, %121 ], [ null, %85 ], [ %84, %81 ], [ %44, %41 ], [ %15, %14 ], [ %100, %99 ], [ null, %93 ], [ %148, %147 ], [ %152, %151 ], [ null, %180 ], [ %181, %160 ], [ %110, %105 ]
  ret ptr %183
}
; python/from_dlpack.c
define ptr @cute.from_dlpack(ptr %0, ptr %1, i64 %2, ptr %3) noinline {
  %5 = alloca [22 x i64], align 16
  %6 = alloca [18 x i64], align 16
  %7 = alloca i32, align 4
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %10, i64 32
  %12 = load ptr, ptr %11, align 8
  call void @llvm.lifetime.start.p0(ptr %5)
  call void @llvm.lifetime.start.p0(ptr %6)
  %13 = icmp ne i64 %2, 2
  %14 = icmp ne ptr %3, null
  %15 = or i1 %13, %14
  br i1 %15, label %226, label %16
16:
  %17 = getelementptr inbounds nuw i8, ptr %12, i64 312
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %226, label %20
20:
  call void @llvm.lifetime.start.p0(ptr %7)
  store i32 0, ptr %7, align 4
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %22 = load ptr, ptr %21, align 8
  %23 = getelementptr inbounds nuw i8, ptr %22, i64 8
  %24 = load ptr, ptr %23, align 8
  %25 = getelementptr inbounds nuw i8, ptr %12, i64 40
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %24, %26
  br i1 %27, label %28, label %32
28:
  %29 = getelementptr inbounds nuw i8, ptr %12, i64 72
  %30 = load ptr, ptr %29, align 8
  %31 = call i64 %30(ptr %22, ptr %7)
  br label %32
32:
  %33 = phi i64 [ %31, %28 ], [ 0, %20 ]
  %34 = load ptr, ptr %21, align 8
  %35 = getelementptr inbounds nuw i8, ptr %12, i64 8
  %36 = load ptr, ptr %35, align 8
  %37 = icmp eq ptr %34, %36
  br i1 %37, label %48, label %38
38:
  %39 = getelementptr inbounds nuw i8, ptr %34, i64 8
  %40 = load ptr, ptr %39, align 8
  %41 = load ptr, ptr %25, align 8
  %42 = icmp eq ptr %40, %41
  %43 = load i32, ptr %7, align 4
  %44 = icmp eq i32 %43, 0
  %45 = select i1 %42, i1 %44, i1 false
  %46 = icmp sgt i64 %33, 0
  %47 = select i1 %45, i1 %46, i1 false
  br i1 %47, label %48, label %223
48:
  %49 = load ptr, ptr %1, align 8
  %50 = getelementptr inbounds nuw i8, ptr %5, i64 48
  %51 = getelementptr inbounds nuw i8, ptr %49, i64 8
  %52 = load ptr, ptr %51, align 8
  %53 = getelementptr inbounds nuw i8, ptr %12, i64 208
  %54 = load ptr, ptr %53, align 8
  %55 = icmp eq ptr %52, %54
  br i1 %55, label %60, label %56
56:
  %57 = getelementptr inbounds nuw i8, ptr %12, i64 216
  %58 = load ptr, ptr %57, align 8
  %59 = icmp eq ptr %52, %58
  br i1 %59, label %60, label %223
60:
  %61 = getelementptr inbounds nuw i8, ptr %12, i64 232
  %62 = load i64, ptr %61, align 8
  %63 = getelementptr inbounds i8, ptr %49, i64 %62
  %64 = load ptr, ptr %63, align 8
  %65 = getelementptr inbounds nuw i8, ptr %12, i64 240
  %66 = load i64, ptr %65, align 8
  %67 = getelementptr inbounds i8, ptr %64, i64 %66
  %68 = load i64, ptr %67, align 8
  %69 = getelementptr inbounds nuw i8, ptr %12, i64 248
  %70 = load i64, ptr %69, align 8
  %71 = and i64 %70, %68
  %72 = icmp eq i64 %71, 0
  br i1 %72, label %73, label %223
73:
  %74 = getelementptr inbounds nuw i8, ptr %12, i64 256
  %75 = load i64, ptr %74, align 8
  %76 = getelementptr inbounds i8, ptr %64, i64 %75
  %77 = load ptr, ptr %76, align 8
  %78 = icmp eq ptr %77, null
  br i1 %78, label %79, label %223
79:
  %80 = getelementptr inbounds nuw i8, ptr %12, i64 224
  %81 = load ptr, ptr %80, align 8
  %82 = call i32 %81(ptr %49, ptr %5)
  %83 = icmp eq i32 %82, 0
  br i1 %83, label %87, label %84
84:
  %85 = getelementptr inbounds nuw i8, ptr %12, i64 96
  %86 = load ptr, ptr %85, align 8
  call void %86()
  br label %223
87:
  %88 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %89 = load i32, ptr %88, align 8
  %90 = and i32 %89, -3
  %91 = icmp eq i32 %90, 1
  %92 = icmp eq i32 %89, 2
  %93 = icmp eq i32 %89, 13
  %94 = or i1 %92, %93
  %95 = select i1 %94, i32 2, i32 0
  %96 = select i1 %91, i32 1, i32 %95
  %97 = load i64, ptr %5, align 16
  %98 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %99 = load i64, ptr %98, align 8
  %100 = add i64 %99, %97
  %101 = getelementptr inbounds nuw i8, ptr %5, i64 20
  %102 = load i32, ptr %101, align 4
  %103 = lshr i32 %102, 11
  %104 = and i32 %103, 31
  %105 = icmp eq i32 %96, 0
  %106 = icmp eq i64 %97, 0
  %107 = select i1 %105, i1 true, i1 %106
  br i1 %107, label %223, label %108
108:
  %109 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %110 = load ptr, ptr %109, align 16
  %111 = icmp eq ptr %110, null
  br i1 %111, label %223, label %112
112:
  %113 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %114 = load i32, ptr %113, align 16
  %115 = icmp ugt i32 %114, 8
  br i1 %115, label %223, label %116
116:
  %117 = icmp eq i64 %33, 0
  %118 = call i32 @llvm.umax.i32(i32 %104, i32 1)
  %119 = zext nneg i32 %118 to i64
  %120 = select i1 %117, i64 %119, i64 %33
  %121 = srem i64 %100, %120
  %122 = icmp eq i64 %121, 0
  br i1 %122, label %123, label %223
123:
  store i64 %33, ptr %6, align 16
  %124 = zext i32 %102 to i64
  %125 = zext nneg i32 %96 to i64
  %126 = shl nuw nsw i64 %125, 32
  %127 = or disjoint i64 %126, %124
  %128 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store i64 %127, ptr %128, align 8
  %129 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %130 = load ptr, ptr %129, align 8
  %131 = icmp eq i32 %114, 0
  br i1 %131, label %135, label %132
132:
  %133 = add nuw nsw i32 %114, 2
  %134 = zext nneg i32 %114 to i64
  br label %145
135:
  store i64 %100, ptr %5, align 16
  store i32 %96, ptr %88, align 8
  store ptr null, ptr %109, align 16
  store ptr null, ptr %129, align 8
  store i64 0, ptr %98, align 8
  %136 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %137 = load i32, ptr %136, align 16
  %138 = getelementptr inbounds nuw i8, ptr %12, i64 184
  %139 = load ptr, ptr %138, align 8
  %140 = shl i32 %137, 4
  %141 = add i32 %140, 16
  %142 = sext i32 %141 to i64
  %143 = call ptr %139(ptr %6, i64 %142)
  %144 = icmp eq ptr %143, null
  br i1 %144, label %171, label %165
145:
  %146 = phi i64 [ 0, %132 ], [ %163, %145 ]
  %147 = getelementptr inbounds nuw i64, ptr %130, i64 %146
  %148 = load i64, ptr %147, align 8
  %149 = getelementptr inbounds nuw i64, ptr %50, i64 %146
  store i64 %148, ptr %149, align 8
  %150 = shl i64 %146, 32
  %151 = add nuw nsw i64 %150, 8589934592
  %152 = ashr exact i64 %151, 29
  %153 = getelementptr inbounds i8, ptr %6, i64 %152
  store i64 %148, ptr %153, align 8
  %154 = getelementptr inbounds nuw i64, ptr %110, i64 %146
  %155 = load i64, ptr %154, align 8
  %156 = trunc nuw nsw i64 %146 to i32
  %157 = add i32 %114, %156
  %158 = sext i32 %157 to i64
  %159 = getelementptr inbounds i64, ptr %50, i64 %158
  store i64 %155, ptr %159, align 8
  %160 = add i32 %133, %156
  %161 = sext i32 %160 to i64
  %162 = getelementptr inbounds i64, ptr %6, i64 %161
  store i64 %155, ptr %162, align 8
  %163 = add nuw nsw i64 %146, 1
  %164 = icmp eq i64 %163, %134
  br i1 %164, label %135, label %145
165:
  %166 = getelementptr inbounds nuw i8, ptr %12, i64 128
  %167 = load ptr, ptr %166, align 8
  %168 = getelementptr inbounds nuw i8, ptr %12, i64 360
  %169 = load ptr, ptr %168, align 8
  %170 = call ptr %167(ptr %169, ptr %143)
  br label %171
171:
  %172 = phi ptr [ %170, %165 ], [ null, %135 ]
  br i1 %144, label %176, label %173
173:
  %174 = getelementptr inbounds nuw i8, ptr %12, i64 56
  %175 = load ptr, ptr %174, align 8
  call void %175(ptr %143)
  br label %179
176:
  %177 = getelementptr inbounds nuw i8, ptr %12, i64 96
  %178 = load ptr, ptr %177, align 8
  call void %178()
  br label %179
179:
  %180 = icmp eq ptr %172, null
  br i1 %180, label %223, label %181
181:
  %182 = load ptr, ptr %1, align 8
  %183 = sext i32 %140 to i64
  %184 = add nsw i64 %183, 48
  %185 = load ptr, ptr %138, align 8
  %186 = call ptr %185(ptr %5, i64 %184)
  %187 = icmp eq ptr %186, null
  br i1 %187, label %193, label %188
188:
  %189 = getelementptr inbounds nuw i8, ptr %12, i64 192
  %190 = load ptr, ptr %189, align 8
  %191 = load ptr, ptr %17, align 8
  %192 = call ptr %190(ptr %191, i64 0)
  br label %193
193:
  %194 = phi ptr [ %192, %188 ], [ null, %181 ]
  %195 = icmp eq ptr %194, null
  br i1 %195, label %196, label %200
196:
  br i1 %187, label %223, label %197
197:
  %198 = getelementptr inbounds nuw i8, ptr %12, i64 56
  %199 = load ptr, ptr %198, align 8
  call void %199(ptr %186)
  br label %223
200:
  %201 = getelementptr inbounds nuw i8, ptr %12, i64 48
  %202 = load ptr, ptr %201, align 8
  call void %202(ptr %182)
  %203 = load ptr, ptr %201, align 8
  call void %203(ptr %172)
  %204 = load ptr, ptr %201, align 8
  call void %204(ptr %172)
  %205 = load ptr, ptr %201, align 8
  %206 = load ptr, ptr %35, align 8
  call void %205(ptr %206)
  %207 = getelementptr inbounds nuw i8, ptr %12, i64 320
  %208 = load i64, ptr %207, align 8
  %209 = getelementptr inbounds i8, ptr %194, i64 %208
  store ptr %182, ptr %209, align 8
  %210 = getelementptr inbounds nuw i8, ptr %12, i64 328
  %211 = load i64, ptr %210, align 8
  %212 = getelementptr inbounds i8, ptr %194, i64 %211
  store ptr %172, ptr %212, align 8
  %213 = getelementptr inbounds nuw i8, ptr %12, i64 336
  %214 = load i64, ptr %213, align 8
  %215 = getelementptr inbounds i8, ptr %194, i64 %214
  store ptr %172, ptr %215, align 8
  %216 = getelementptr inbounds nuw i8, ptr %12, i64 344
  %217 = load i64, ptr %216, align 8
  %218 = getelementptr inbounds i8, ptr %194, i64 %217
  store ptr %186, ptr %218, align 8
  %219 = load ptr, ptr %35, align 8
  %220 = getelementptr inbounds nuw i8, ptr %12, i64 352
  %221 = load i64, ptr %220, align 8
  %222 = getelementptr inbounds i8, ptr %194, i64 %221
  store ptr %219, ptr %222, align 8
  br label %223
223:
  %224 = phi ptr [ undef, %38 ], [ null, %196 ], [ undef, %179 ], [ %194, %200 ], [ null, %197 ], [ undef, %116 ], [ undef, %108 ], [ undef, %112 ], [ undef, %87 ], [ undef, %60 ], [ undef, %73 ], [ undef, %84 ], [ undef, %56 ]
  %225 = phi i1 [ true, %38 ], [ false, %196 ], [ true, %179 ], [ false, %200 ], [ false, %197 ], [ true, %116 ], [ true, %108 ], [ true, %112 ], [ true, %87 ], [ true, %60 ], [ true, %73 ], [ true, %84 ], [ true, %56 ]
  call void @llvm.lifetime.end.p0(ptr %7)
  br i1 %225, label %226, label %231
226:
  %227 = getelementptr inbounds nuw i8, ptr %12, i64 104
  %228 = load ptr, ptr %227, align 8
  %229 = load ptr, ptr %8, align 8
  %230 = call ptr %228(ptr %229, ptr %1, i64 %2, ptr %3)
  br label %231
231:
  %232 = phi ptr [ %230, %226 ], [ %224, %223 ]
  call void @llvm.lifetime.end.p0(ptr %6)
  call void @llvm.lifetime.end.p0(ptr %5)
  ret ptr %232
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare i32 @llvm.umax.i32(i32, i32)
; python/invoke.c
@invoke.timeout_variable = internal constant [18 x i8] c"CUTEDSL_TIMEOUT_S\00", align 16
define ptr @cute.call(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, i64 %5, ptr %6, ptr %7) noinline {
  %9 = alloca [2 x ptr], align 16
  %10 = alloca [2 x ptr], align 16
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = load ptr, ptr %1, align 8
  %14 = load i64, ptr %2, align 8
  call void @llvm.lifetime.start.p0(ptr %12)
  store i64 -1, ptr %12, align 8
  %15 = icmp eq ptr %6, null
  %16 = icmp eq i64 %5, %14
  %17 = select i1 %15, i1 %16, i1 false
  br i1 %17, label %18, label %20
18:
  %19 = call i1 @cute.fill(ptr %1, ptr %2, ptr %4, ptr %3, ptr %12)
  br label %104
20:
  %21 = add i64 %14, 1
  %22 = call ptr @llvm.stacksave.p0()
  %23 = alloca ptr, i64 %21, align 16
  %24 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %25 = load ptr, ptr %24, align 8
  %26 = icmp eq ptr %25, null
  br i1 %26, label %102, label %27
27:
  %28 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %29 = load ptr, ptr %28, align 8
  br i1 %15, label %33, label %30
30:
  %31 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %32 = load i64, ptr %31, align 8
  br label %33
33:
  %34 = phi i64 [ %32, %30 ], [ 0, %27 ]
  %35 = add i64 %34, %5
  %36 = icmp sgt i64 %35, %14
  br i1 %36, label %102, label %37
37:
  %38 = icmp sgt i64 %14, 0
  br i1 %38, label %48, label %39
39:
  br i1 %15, label %89, label %40
40:
  %41 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %42 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %43 = icmp slt i64 %5, %14
  %44 = getelementptr inbounds nuw i8, ptr %13, i64 168
  %45 = getelementptr ptr, ptr %4, i64 %5
  %46 = load i64, ptr %41, align 8
  %47 = icmp sgt i64 %46, 0
  br i1 %47, label %57, label %89
48:
  %49 = phi i64 [ %55, %48 ], [ 0, %37 ]
  %50 = icmp slt i64 %49, %5
  %51 = select i1 %50, ptr %4, ptr %29
  %52 = getelementptr inbounds nuw ptr, ptr %51, i64 %49
  %53 = load ptr, ptr %52, align 8
  %54 = getelementptr inbounds nuw ptr, ptr %23, i64 %49
  store ptr %53, ptr %54, align 8
  %55 = add nuw nsw i64 %49, 1
  %56 = icmp eq i64 %55, %14
  br i1 %56, label %39, label %48
57:
  %58 = phi i64 [ %86, %82 ], [ 0, %40 ]
  %59 = getelementptr inbounds nuw ptr, ptr %42, i64 %58
  %60 = load ptr, ptr %59, align 8
  br i1 %43, label %61, label %79
61:
  %62 = phi i64 [ %67, %66 ], [ %5, %57 ]
  %63 = getelementptr inbounds ptr, ptr %25, i64 %62
  %64 = load ptr, ptr %63, align 8
  %65 = icmp eq ptr %64, %60
  br i1 %65, label %79, label %66
66:
  %67 = add nsw i64 %62, 1
  %68 = icmp eq i64 %67, %14
  br i1 %68, label %69, label %61
69:
  %70 = phi i64 [ %77, %76 ], [ %5, %66 ]
  %71 = load ptr, ptr %44, align 8
  %72 = getelementptr inbounds ptr, ptr %25, i64 %70
  %73 = load ptr, ptr %72, align 8
  %74 = call i32 %71(ptr %73, ptr %60)
  %75 = icmp eq i32 %74, 0
  br i1 %75, label %79, label %76
76:
  %77 = add nsw i64 %70, 1
  %78 = icmp eq i64 %77, %14
  br i1 %78, label %79, label %69
79:
  %80 = phi i64 [ %70, %69 ], [ %14, %57 ], [ %14, %76 ], [ %62, %61 ]
  %81 = icmp eq i64 %80, %14
  br i1 %81, label %102, label %82
82:
  %83 = getelementptr ptr, ptr %45, i64 %58
  %84 = load ptr, ptr %83, align 8
  %85 = getelementptr inbounds ptr, ptr %23, i64 %80
  store ptr %84, ptr %85, align 8
  %86 = add nuw nsw i64 %58, 1
  %87 = load i64, ptr %41, align 8
  %88 = icmp slt i64 %86, %87
  br i1 %88, label %57, label %89
89:
  %90 = icmp slt i64 %5, %14
  br i1 %90, label %91, label %100
91:
  %92 = phi i64 [ %96, %91 ], [ %5, %89 ]
  %93 = getelementptr inbounds ptr, ptr %23, i64 %92
  %94 = load ptr, ptr %93, align 8
  %95 = icmp ne ptr %94, null
  %96 = add nsw i64 %92, 1
  %97 = icmp ne i64 %96, %14
  %98 = select i1 %95, i1 %97, i1 false
  br i1 %98, label %91, label %99
99:
  br i1 %95, label %100, label %102
100:
  %101 = call i1 @cute.fill(ptr %1, ptr %2, ptr %23, ptr %3, ptr %12)
  br label %102
102:
  %103 = phi i1 [ false, %99 ], [ false, %20 ], [ %101, %100 ], [ false, %33 ], [ false, %79 ]
  call void @llvm.stackrestore.p0(ptr %22)
  br label %104
104:
  %105 = phi i1 [ %103, %102 ], [ %19, %18 ]
  br i1 %105, label %112, label %106
106:
  %107 = getelementptr inbounds nuw i8, ptr %13, i64 104
  %108 = load ptr, ptr %107, align 8
  %109 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %110 = load ptr, ptr %109, align 8
  %111 = call ptr %108(ptr %110, ptr %4, i64 %5, ptr %6)
  br label %226
112:
  %113 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %114 = load i64, ptr %113, align 8
  %115 = icmp eq i64 %114, 1
  br i1 %115, label %118, label %116
116:
  %117 = icmp eq i64 %114, 0
  br label %136
118:
  %119 = getelementptr inbounds nuw i8, ptr %13, i64 112
  %120 = load ptr, ptr %119, align 8
  %121 = call ptr %120(ptr @invoke.timeout_variable)
  %122 = icmp eq ptr %121, null
  br i1 %122, label %123, label %195
123:
  call void @llvm.lifetime.start.p0(ptr %11)
  store ptr null, ptr %11, align 8
  %124 = getelementptr inbounds nuw i8, ptr %13, i64 120
  %125 = load ptr, ptr %124, align 8
  %126 = getelementptr inbounds nuw i8, ptr %13, i64 200
  %127 = load ptr, ptr %126, align 8
  %128 = call i32 %125(ptr %127, ptr null, ptr %11)
  %129 = getelementptr inbounds nuw i8, ptr %13, i64 56
  %130 = load ptr, ptr %129, align 8
  %131 = load ptr, ptr %11, align 8
  call void %130(ptr %131)
  %132 = load ptr, ptr %11, align 8
  %133 = getelementptr inbounds nuw i8, ptr %13, i64 8
  %134 = load ptr, ptr %133, align 8
  %135 = icmp eq ptr %132, %134
  call void @llvm.lifetime.end.p0(ptr %11)
  br label %136
136:
  %137 = phi i1 [ %117, %116 ], [ %135, %123 ]
  br i1 %137, label %138, label %195
138:
  %139 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %140 = load i64, ptr %139, align 8
  %141 = icmp sgt i64 %140, 0
  br i1 %141, label %142, label %195
142:
  %143 = load i64, ptr %12, align 8
  %144 = load ptr, ptr %1, align 8
  %145 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %146 = add nsw i64 %140, -1
  store i64 %146, ptr %139, align 8
  %147 = getelementptr inbounds nuw ptr, ptr %145, i64 %146
  %148 = load ptr, ptr %147, align 8
  %149 = getelementptr inbounds nuw i8, ptr %148, i64 8
  store i64 0, ptr %149, align 8
  store i64 0, ptr %148, align 8
  %150 = getelementptr inbounds nuw i8, ptr %148, i64 16
  store i32 0, ptr %150, align 8
  %151 = getelementptr inbounds nuw i8, ptr %148, i64 640
  store i64 %143, ptr %151, align 8
  %152 = call i32 %7(ptr %3, ptr %148)
  %153 = icmp eq i32 %152, 0
  br i1 %153, label %185, label %154
154:
  %155 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %156 = load ptr, ptr %155, align 8
  %157 = ptrtoint ptr %148 to i64
  call void @llvm.lifetime.start.p0(ptr %10)
  %158 = getelementptr inbounds nuw i8, ptr %144, i64 80
  %159 = load ptr, ptr %158, align 8
  %160 = call ptr %159(i64 %157)
  store ptr %160, ptr %10, align 16
  %161 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store ptr null, ptr %161, align 8
  %162 = icmp eq ptr %160, null
  br i1 %162, label %183, label %163
163:
  %164 = sext i32 %152 to i64
  %165 = load ptr, ptr %158, align 8
  %166 = call ptr %165(i64 %164)
  store ptr %166, ptr %161, align 8
  %167 = icmp eq ptr %166, null
  br i1 %167, label %172, label %168
168:
  %169 = getelementptr inbounds nuw i8, ptr %144, i64 104
  %170 = load ptr, ptr %169, align 8
  %171 = call ptr %170(ptr %156, ptr %10, i64 2, ptr null)
  br label %172
172:
  %173 = phi ptr [ %171, %168 ], [ null, %163 ]
  %174 = load ptr, ptr %161, align 8
  %175 = icmp eq ptr %174, null
  br i1 %175, label %179, label %176
176:
  %177 = getelementptr inbounds nuw i8, ptr %144, i64 56
  %178 = load ptr, ptr %177, align 8
  call void %178(ptr %174)
  br label %179
179:
  %180 = getelementptr inbounds nuw i8, ptr %144, i64 56
  %181 = load ptr, ptr %180, align 8
  %182 = load ptr, ptr %10, align 16
  call void %181(ptr %182)
  br label %183
183:
  %184 = phi ptr [ %173, %179 ], [ null, %154 ]
  call void @llvm.lifetime.end.p0(ptr %10)
  br label %190
185:
  %186 = getelementptr inbounds nuw i8, ptr %144, i64 8
  %187 = load ptr, ptr %186, align 8
  %188 = getelementptr inbounds nuw i8, ptr %144, i64 48
  %189 = load ptr, ptr %188, align 8
  call void %189(ptr %187)
  br label %190
190:
  %191 = phi ptr [ %184, %183 ], [ %187, %185 ]
  %192 = load i64, ptr %139, align 8
  %193 = add i64 %192, 1
  store i64 %193, ptr %139, align 8
  %194 = getelementptr inbounds ptr, ptr %145, i64 %192
  store ptr %148, ptr %194, align 8
  br label %226
195:
  %196 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %197 = load ptr, ptr %196, align 8
  %198 = ptrtoint ptr %3 to i64
  %199 = load i64, ptr %12, align 8
  call void @llvm.lifetime.start.p0(ptr %9)
  %200 = getelementptr inbounds nuw i8, ptr %13, i64 80
  %201 = load ptr, ptr %200, align 8
  %202 = call ptr %201(i64 %198)
  store ptr %202, ptr %9, align 16
  %203 = getelementptr inbounds nuw i8, ptr %9, i64 8
  store ptr null, ptr %203, align 8
  %204 = icmp eq ptr %202, null
  br i1 %204, label %224, label %205
205:
  %206 = load ptr, ptr %200, align 8
  %207 = call ptr %206(i64 %199)
  store ptr %207, ptr %203, align 8
  %208 = icmp eq ptr %207, null
  br i1 %208, label %213, label %209
209:
  %210 = getelementptr inbounds nuw i8, ptr %13, i64 104
  %211 = load ptr, ptr %210, align 8
  %212 = call ptr %211(ptr %197, ptr %9, i64 2, ptr null)
  br label %213
213:
  %214 = phi ptr [ %212, %209 ], [ null, %205 ]
  %215 = load ptr, ptr %203, align 8
  %216 = icmp eq ptr %215, null
  br i1 %216, label %220, label %217
217:
  %218 = getelementptr inbounds nuw i8, ptr %13, i64 56
  %219 = load ptr, ptr %218, align 8
  call void %219(ptr %215)
  br label %220
220:
  %221 = getelementptr inbounds nuw i8, ptr %13, i64 56
  %222 = load ptr, ptr %221, align 8
  %223 = load ptr, ptr %9, align 16
  call void %222(ptr %223)
  br label %224
224:
  %225 = phi ptr [ %214, %220 ], [ null, %195 ]
  call void @llvm.lifetime.end.p0(ptr %9)
  br label %226
226:
  %227 = phi ptr [ %191, %190 ], [ %225, %224 ], [ %111, %106 ]
  call void @llvm.lifetime.end.p0(ptr %12)
  ret ptr %227
}
declare void @llvm.lifetime.start.p0(ptr)
declare i1 @cute.fill(ptr, ptr, ptr, ptr, ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
; python/jit_call.c
@cute.jit.state = dso_local local_unnamed_addr global { ptr, ptr, ptr, ptr, ptr } zeroinitializer, align 8
define ptr @cute.jit.call(ptr %0, ptr %1, i64 %2, ptr %3) noinline {
  %5 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  %6 = load ptr, ptr @cute.jit.state, align 8
  %7 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @cute.jit.state, i64 16), align 8
  %8 = getelementptr inbounds nuw i8, ptr %6, i64 152
  %9 = load ptr, ptr %8, align 8
  %10 = call ptr %9(ptr %0, ptr %7)
  %11 = icmp eq ptr %10, null
  br i1 %11, label %15, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %6, i64 56
  %14 = load ptr, ptr %13, align 8
  call void %14(ptr %10)
  br label %18
15:
  %16 = getelementptr inbounds nuw i8, ptr %6, i64 96
  %17 = load ptr, ptr %16, align 8
  call void %17()
  br label %18
18:
  br i1 %11, label %23, label %19
19:
  %20 = load ptr, ptr %8, align 8
  %21 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @cute.jit.state, i64 24), align 8
  %22 = call ptr %20(ptr %10, ptr %21)
  br label %23
23:
  %24 = phi ptr [ %22, %19 ], [ null, %18 ]
  %25 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @cute.jit.state, i64 32), align 8
  %26 = load ptr, ptr @cute.jit.state, align 8
  %27 = getelementptr inbounds nuw i8, ptr %26, i64 152
  %28 = load ptr, ptr %27, align 8
  %29 = call ptr %28(ptr %0, ptr %25)
  %30 = icmp eq ptr %29, null
  br i1 %30, label %34, label %31
31:
  %32 = getelementptr inbounds nuw i8, ptr %26, i64 56
  %33 = load ptr, ptr %32, align 8
  call void %33(ptr %29)
  br label %37
34:
  %35 = getelementptr inbounds nuw i8, ptr %26, i64 96
  %36 = load ptr, ptr %35, align 8
  call void %36()
  br label %37
37:
  %38 = icmp eq ptr %3, null
  br i1 %38, label %42, label %39
39:
  %40 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %41 = load i64, ptr %40, align 8
  br label %42
42:
  %43 = phi i64 [ %41, %39 ], [ 0, %37 ]
  %44 = add i64 %43, %2
  %45 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @cute.jit.state, i64 8), align 8
  %46 = icmp eq ptr %24, null
  br i1 %46, label %47, label %50
47:
  %48 = getelementptr inbounds nuw i8, ptr %6, i64 96
  %49 = load ptr, ptr %48, align 8
  call void %49()
  br label %60
50:
  %51 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %52 = load ptr, ptr %51, align 8
  %53 = icmp ne ptr %24, %52
  %54 = icmp ne ptr %29, null
  %55 = and i1 %54, %53
  br i1 %55, label %56, label %60
56:
  %57 = getelementptr inbounds nuw i8, ptr %29, i64 24
  %58 = getelementptr inbounds nuw i8, ptr %29, i64 16
  %59 = load i64, ptr %58, align 8
  br label %60
60:
  %61 = phi ptr [ %24, %56 ], [ %45, %50 ], [ %45, %47 ]
  %62 = phi ptr [ %57, %56 ], [ %5, %50 ], [ %5, %47 ]
  %63 = phi i64 [ %59, %56 ], [ 1, %50 ], [ 1, %47 ]
  %64 = icmp eq i64 %63, 0
  br i1 %64, label %65, label %69
65:
  %66 = getelementptr inbounds nuw i8, ptr %6, i64 104
  %67 = load ptr, ptr %66, align 8
  %68 = call ptr %67(ptr %61, ptr %1, i64 %2, ptr %3)
  br label %97
69:
  %70 = add i64 %63, %44
  %71 = call ptr @llvm.stacksave.p0()
  %72 = alloca ptr, i64 %70, align 16
  %73 = icmp sgt i64 %63, 0
  br i1 %73, label %78, label %74
74:
  %75 = icmp sgt i64 %44, 0
  br i1 %75, label %76, label %85
76:
  %77 = getelementptr ptr, ptr %72, i64 %63
  br label %90
78:
  %79 = phi i64 [ %83, %78 ], [ 0, %69 ]
  %80 = getelementptr inbounds nuw ptr, ptr %62, i64 %79
  %81 = load ptr, ptr %80, align 8
  %82 = getelementptr inbounds nuw ptr, ptr %72, i64 %79
  store ptr %81, ptr %82, align 8
  %83 = add nuw nsw i64 %79, 1
  %84 = icmp eq i64 %83, %63
  br i1 %84, label %74, label %78
85:
  %86 = getelementptr inbounds nuw i8, ptr %6, i64 104
  %87 = load ptr, ptr %86, align 8
  %88 = add i64 %63, %2
  %89 = call ptr %87(ptr %61, ptr %72, i64 %88, ptr %3)
  call void @llvm.stackrestore.p0(ptr %71)
  br label %97
90:
  %91 = phi i64 [ 0, %76 ], [ %95, %90 ]
  %92 = getelementptr inbounds nuw ptr, ptr %1, i64 %91
  %93 = load ptr, ptr %92, align 8
  %94 = getelementptr ptr, ptr %77, i64 %91
  store ptr %93, ptr %94, align 8
  %95 = add nuw nsw i64 %91, 1
  %96 = icmp eq i64 %95, %44
  br i1 %96, label %85, label %90
97:
  %98 = phi ptr [ %89, %85 ], [ %68, %65 ]
  br i1 %46, label %102, label %99
99:
  %100 = getelementptr inbounds nuw i8, ptr %6, i64 56
  %101 = load ptr, ptr %100, align 8
  call void %101(ptr %24)
  br label %102
102:
  ret ptr %98
}
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
; python/view.c
define i1 @cute.view(ptr %0, ptr %1, ptr %2, ptr %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %6, %8
  br i1 %9, label %14, label %10
10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %6, %12
  br i1 %13, label %14, label %112
14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %1, i64 %16
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %18, i64 %20
  %22 = load i64, ptr %21, align 8
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %24 = load i64, ptr %23, align 8
  %25 = and i64 %24, %22
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %27, label %229
27:
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr inbounds i8, ptr %18, i64 %29
  %31 = load ptr, ptr %30, align 8
  %32 = icmp eq ptr %31, null
  br i1 %32, label %56, label %33
33:
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %37 = load ptr, ptr %36, align 8
  %38 = call ptr %35(ptr %1, ptr %37)
  %39 = icmp eq ptr %38, null
  br i1 %39, label %43, label %40
40:
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %42 = load ptr, ptr %41, align 8
  call void %42(ptr %38)
  br label %46
43:
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %45 = load ptr, ptr %44, align 8
  call void %45()
  br label %46
46:
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %48 = load ptr, ptr %47, align 8
  %49 = icmp eq ptr %38, %48
  br i1 %49, label %56, label %50
50:
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 280
  %52 = load ptr, ptr %51, align 8
  %53 = icmp eq ptr %52, null
  br i1 %53, label %229, label %54
54:
  %55 = call i1 %52()
  br i1 %55, label %229, label %56
56:
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %58 = load ptr, ptr %57, align 8
  %59 = call i32 %58(ptr %1, ptr %2)
  %60 = icmp eq i32 %59, 0
  br i1 %60, label %64, label %61
61:
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %63 = load ptr, ptr %62, align 8
  call void %63()
  br label %229
64:
  %65 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %66 = load i32, ptr %65, align 8
  %67 = and i32 %66, -3
  %68 = icmp eq i32 %67, 1
  %69 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %70 = load i64, ptr %69, align 8
  %71 = load i64, ptr %2, align 8
  %72 = add i64 %71, %70
  store i64 %72, ptr %2, align 8
  %73 = getelementptr inbounds nuw i8, ptr %2, i64 56
  store i64 0, ptr %73, align 8
  %74 = getelementptr inbounds nuw i8, ptr %2, i64 48
  store i64 0, ptr %74, align 8
  %75 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %76 = load i64, ptr %75, align 8
  %77 = icmp eq i64 %76, 1
  br i1 %77, label %78, label %79
78:
  br i1 %68, label %94, label %229
79:
  switch i32 %66, label %229 [
    i32 13, label %80
    i32 2, label %80
  ]
80:
  br i1 %68, label %94, label %81
81:
  %82 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %83 = load i64, ptr %82, align 8
  %84 = icmp sgt i64 %83, -1
  br i1 %84, label %85, label %90
85:
  %86 = getelementptr inbounds nuw i8, ptr %2, i64 12
  %87 = load i32, ptr %86, align 4
  %88 = sext i32 %87 to i64
  %89 = icmp eq i64 %83, %88
  br i1 %89, label %90, label %229
90:
  %91 = getelementptr inbounds nuw i8, ptr %2, i64 12
  %92 = load i32, ptr %91, align 4
  %93 = sext i32 %92 to i64
  store i64 %93, ptr %82, align 8
  br label %94
94:
  %95 = getelementptr inbounds nuw i8, ptr %2, i64 20
  %96 = load i32, ptr %95, align 4
  %97 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %98 = load i64, ptr %97, align 8
  %99 = trunc i64 %98 to i32
  %100 = icmp eq i32 %96, %99
  br i1 %100, label %101, label %229
101:
  %102 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %103 = load i32, ptr %102, align 8
  %104 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %105 = load i64, ptr %104, align 8
  %106 = trunc i64 %105 to i32
  %107 = icmp eq i32 %103, %106
  br i1 %107, label %108, label %229
108:
  %109 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %110 = load ptr, ptr %109, align 8
  %111 = icmp ne ptr %110, null
  br label %221
112:
  %113 = getelementptr inbounds nuw i8, ptr %0, i64 368
  %114 = load ptr, ptr %113, align 8
  %115 = icmp eq ptr %6, %114
  br i1 %115, label %116, label %157
116:
  %117 = getelementptr inbounds nuw i8, ptr %3, i64 56
  %118 = load i64, ptr %117, align 8
  %119 = trunc i64 %118 to i32
  %120 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %121 = load i64, ptr %120, align 8
  store i64 %121, ptr %2, align 8
  %122 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %123 = load ptr, ptr %122, align 8
  %124 = getelementptr inbounds nuw i8, ptr %2, i64 24
  store ptr %123, ptr %124, align 8
  %125 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %126 = load ptr, ptr %125, align 8
  %127 = getelementptr inbounds nuw i8, ptr %2, i64 32
  store ptr %126, ptr %127, align 8
  %128 = getelementptr inbounds nuw i8, ptr %3, i64 40
  %129 = load i64, ptr %128, align 8
  %130 = getelementptr inbounds nuw i8, ptr %2, i64 48
  store i64 %129, ptr %130, align 8
  %131 = shl nsw i64 -1, %129
  %132 = xor i64 %131, -1
  %133 = getelementptr inbounds nuw i8, ptr %2, i64 56
  store i64 %132, ptr %133, align 8
  %134 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %135 = load i64, ptr %134, align 8
  %136 = icmp eq i64 %135, 1
  br i1 %136, label %137, label %229
137:
  %138 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %139 = load ptr, ptr %138, align 8
  %140 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %141 = load i64, ptr %140, align 8
  %142 = getelementptr inbounds i8, ptr %0, i64 %141
  %143 = load ptr, ptr %142, align 8
  %144 = icmp eq ptr %139, %143
  br i1 %144, label %145, label %229
145:
  %146 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %147 = load i32, ptr %146, align 8
  %148 = and i32 %147, %119
  %149 = icmp eq i32 %148, %119
  br i1 %149, label %150, label %229
150:
  %151 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %152 = load i32, ptr %151, align 8
  %153 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %154 = load i64, ptr %153, align 8
  %155 = trunc i64 %154 to i32
  %156 = icmp eq i32 %152, %155
  br label %221
157:
  %158 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %159 = load ptr, ptr %158, align 8
  %160 = icmp eq ptr %6, %159
  br i1 %160, label %161, label %229
161:
  %162 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %163 = load i64, ptr %162, align 8
  %164 = getelementptr inbounds i8, ptr %1, i64 %163
  %165 = load ptr, ptr %164, align 8
  %166 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %167 = load ptr, ptr %166, align 8
  %168 = icmp eq ptr %165, %167
  br i1 %168, label %229, label %169
169:
  %170 = getelementptr inbounds nuw i8, ptr %165, i64 32
  call void @llvm.memcpy.p0.p0.i64(ptr %2, ptr %170, i64 48, i1 false)
  %171 = getelementptr inbounds nuw i8, ptr %165, i64 80
  %172 = getelementptr inbounds nuw i8, ptr %2, i64 24
  store ptr %171, ptr %172, align 8
  %173 = getelementptr inbounds nuw i8, ptr %165, i64 48
  %174 = load i32, ptr %173, align 8
  %175 = sext i32 %174 to i64
  %176 = getelementptr inbounds i64, ptr %171, i64 %175
  %177 = getelementptr inbounds nuw i8, ptr %2, i64 32
  store ptr %176, ptr %177, align 8
  %178 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %179 = load i32, ptr %178, align 8
  %180 = and i32 %179, -3
  %181 = icmp eq i32 %180, 1
  %182 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %183 = load i64, ptr %182, align 8
  %184 = load i64, ptr %2, align 8
  %185 = add i64 %184, %183
  store i64 %185, ptr %2, align 8
  %186 = getelementptr inbounds nuw i8, ptr %2, i64 56
  store i64 0, ptr %186, align 8
  %187 = getelementptr inbounds nuw i8, ptr %2, i64 48
  store i64 0, ptr %187, align 8
  %188 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %189 = load i64, ptr %188, align 8
  %190 = icmp eq i64 %189, 1
  br i1 %190, label %191, label %192
191:
  br i1 %181, label %207, label %229
192:
  switch i32 %179, label %229 [
    i32 13, label %193
    i32 2, label %193
  ]
193:
  br i1 %181, label %207, label %194
194:
  %195 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %196 = load i64, ptr %195, align 8
  %197 = icmp sgt i64 %196, -1
  br i1 %197, label %198, label %203
198:
  %199 = getelementptr inbounds nuw i8, ptr %2, i64 12
  %200 = load i32, ptr %199, align 4
  %201 = sext i32 %200 to i64
  %202 = icmp eq i64 %196, %201
  br i1 %202, label %203, label %229
203:
  %204 = getelementptr inbounds nuw i8, ptr %2, i64 12
  %205 = load i32, ptr %204, align 4
  %206 = sext i32 %205 to i64
  store i64 %206, ptr %195, align 8
  br label %207
207:
  %208 = getelementptr inbounds nuw i8, ptr %2, i64 20
  %209 = load i32, ptr %208, align 4
  %210 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %211 = load i64, ptr %210, align 8
  %212 = trunc i64 %211 to i32
  %213 = icmp eq i32 %209, %212
  br i1 %213, label %214, label %229
214:
  %215 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %216 = load i32, ptr %215, align 8
  %217 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %218 = load i64, ptr %217, align 8
  %219 = trunc i64 %218 to i32
  %220 = icmp eq i32 %216, %219
  br label %221
221:
  %222 = phi i1 [ %156, %150 ], [ %111, %108 ], [ %220, %214 ]
  br i1 %222, label %223, label %229
223:
  %224 = load i64, ptr %2, align 8
  %225 = getelementptr inbounds nuw i8, ptr %3, i64 48
  %226 = load i64, ptr %225, align 8
  %227 = and i64 %226, %224
  %228 = icmp eq i64 %227, 0
  br label %229
229:
  %230 = phi i1 [ false, %221 ], [ %228, %223 ], [ false, %54 ], [ false, %61 ], [ false, %207 ], [ false, %192 ], [ false, %191 ], [ false, %198 ], [ false, %116 ], [ false, %137 ], [ false, %145 ], [ false, %94 ], [ false, %101 ], [ false, %79 ], [ false, %78 ], [ false, %85 ], [ false, %157 ], [ false, %161 ], [ false, %50 ], [ false, %14 ]
  ret i1 %230
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
