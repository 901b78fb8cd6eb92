; Made by scripts/build_native.py: change the C sources, then run it.
; call/fits.c
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
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 168
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
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %54 = load ptr, ptr %53, align 8
  %55 = icmp eq ptr %47, %54
  br i1 %55, label %56, label %61
56:
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr inbounds i8, ptr %1, i64 %58
  %60 = load ptr, ptr %59, align 8
  br label %75
61:
  %62 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %63 = load i64, ptr %62, align 8
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 144
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
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 152
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
  %157 = getelementptr inbounds nuw i8, ptr %0, i64 144
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
; call/from_dlpack.c
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
  %17 = getelementptr inbounds nuw i8, ptr %12, i64 304
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
  %53 = getelementptr inbounds nuw i8, ptr %12, i64 200
  %54 = load ptr, ptr %53, align 8
  %55 = icmp eq ptr %52, %54
  br i1 %55, label %60, label %56
56:
  %57 = getelementptr inbounds nuw i8, ptr %12, i64 208
  %58 = load ptr, ptr %57, align 8
  %59 = icmp eq ptr %52, %58
  br i1 %59, label %60, label %223
60:
  %61 = getelementptr inbounds nuw i8, ptr %12, i64 224
  %62 = load i64, ptr %61, align 8
  %63 = getelementptr inbounds i8, ptr %49, i64 %62
  %64 = load ptr, ptr %63, align 8
  %65 = getelementptr inbounds nuw i8, ptr %12, i64 232
  %66 = load i64, ptr %65, align 8
  %67 = getelementptr inbounds i8, ptr %64, i64 %66
  %68 = load i64, ptr %67, align 8
  %69 = getelementptr inbounds nuw i8, ptr %12, i64 240
  %70 = load i64, ptr %69, align 8
  %71 = and i64 %70, %68
  %72 = icmp eq i64 %71, 0
  br i1 %72, label %73, label %223
73:
  %74 = getelementptr inbounds nuw i8, ptr %12, i64 248
  %75 = load i64, ptr %74, align 8
  %76 = getelementptr inbounds i8, ptr %64, i64 %75
  %77 = load ptr, ptr %76, align 8
  %78 = icmp eq ptr %77, null
  br i1 %78, label %79, label %223
79:
  %80 = getelementptr inbounds nuw i8, ptr %12, i64 216
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
  %138 = getelementptr inbounds nuw i8, ptr %12, i64 176
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
  %168 = getelementptr inbounds nuw i8, ptr %12, i64 352
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
  %189 = getelementptr inbounds nuw i8, ptr %12, i64 184
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
  %207 = getelementptr inbounds nuw i8, ptr %12, i64 312
  %208 = load i64, ptr %207, align 8
  %209 = getelementptr inbounds i8, ptr %194, i64 %208
  store ptr %182, ptr %209, align 8
  %210 = getelementptr inbounds nuw i8, ptr %12, i64 320
  %211 = load i64, ptr %210, align 8
  %212 = getelementptr inbounds i8, ptr %194, i64 %211
  store ptr %172, ptr %212, align 8
  %213 = getelementptr inbounds nuw i8, ptr %12, i64 328
  %214 = load i64, ptr %213, align 8
  %215 = getelementptr inbounds i8, ptr %194, i64 %214
  store ptr %172, ptr %215, align 8
  %216 = getelementptr inbounds nuw i8, ptr %12, i64 336
  %217 = load i64, ptr %216, align 8
  %218 = getelementptr inbounds i8, ptr %194, i64 %217
  store ptr %186, ptr %218, align 8
  %219 = load ptr, ptr %35, align 8
  %220 = getelementptr inbounds nuw i8, ptr %12, i64 344
  %221 = load i64, ptr %220, align 8
  %222 = getelementptr inbounds i8, ptr %194, i64 %221
  store ptr %219, ptr %222, align 8
  br label %223
223:
  %224 = phi ptr [ undef, %38 ], [ null, %196 ], [ undef, %179 ], [ %194, %200 ], [ null, %197 ], [ undef, %56 ], [ undef, %60 ], [ undef, %116 ], [ undef, %108 ], [ undef, %112 ], [ undef, %87 ], [ undef, %73 ], [ undef, %84 ]
  %225 = phi i1 [ true, %38 ], [ false, %196 ], [ true, %179 ], [ false, %200 ], [ false, %197 ], [ true, %56 ], [ true, %60 ], [ true, %116 ], [ true, %108 ], [ true, %112 ], [ true, %87 ], [ true, %73 ], [ true, %84 ]
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
