; Made by scripts/build_native.py: change the C sources, then run it.
; replay/replay.c
define ptr @cute.replay(ptr %0, ptr %1, i64 %2, ptr %3) noinline {
  %5 = alloca ptr, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %8, i64 40
  %12 = load ptr, ptr %11, align 8
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %3, null
  br i1 %14, label %18, label %15
15:
  %16 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8
  br label %18
18:
  %19 = phi i64 [ %17, %15 ], [ 0, %4 ]
  %20 = add i64 %19, %2
  %21 = add i64 %20, 1
  %22 = alloca { i64, i32, i32, i32, i32, ptr, ptr, i64 }, i64 %21, align 16
  %23 = icmp eq ptr %13, null
  br i1 %23, label %204, label %24
24:
  %25 = getelementptr inbounds nuw i8, ptr %8, i64 48
  %26 = load ptr, ptr %25, align 8
  call void @llvm.lifetime.start.p0(ptr %5)
  store ptr null, ptr %5, align 8
  %27 = getelementptr inbounds nuw i8, ptr %10, i64 120
  %28 = load ptr, ptr %27, align 8
  %29 = call i32 %28(ptr %26, ptr null, ptr %5)
  %30 = getelementptr inbounds nuw i8, ptr %10, i64 56
  %31 = load ptr, ptr %30, align 8
  %32 = load ptr, ptr %5, align 8
  call void %31(ptr %32)
  %33 = load ptr, ptr %5, align 8
  %34 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %35 = load ptr, ptr %34, align 8
  %36 = icmp eq ptr %33, %35
  call void @llvm.lifetime.end.p0(ptr %5)
  br i1 %36, label %37, label %204
37:
  %38 = icmp slt i64 %20, 1
  br i1 %38, label %91, label %39
39:
  %40 = getelementptr inbounds nuw i8, ptr %10, i64 208
  %41 = getelementptr inbounds nuw i8, ptr %10, i64 216
  %42 = getelementptr inbounds nuw i8, ptr %10, i64 232
  %43 = getelementptr inbounds nuw i8, ptr %10, i64 240
  %44 = getelementptr inbounds nuw i8, ptr %10, i64 248
  %45 = getelementptr inbounds nuw i8, ptr %10, i64 224
  %46 = getelementptr inbounds nuw i8, ptr %10, i64 96
  br label %47
47:
  %48 = phi i64 [ 0, %39 ], [ %89, %88 ]
  %49 = getelementptr inbounds nuw { i64, i32, i32, i32, i32, ptr, ptr, i64 }, ptr %22, i64 %48
  %50 = getelementptr inbounds nuw i8, ptr %49, i64 16
  store i64 -1, ptr %50, align 16
  %51 = getelementptr inbounds nuw ptr, ptr %1, i64 %48
  %52 = load ptr, ptr %51, align 8
  %53 = getelementptr inbounds nuw i8, ptr %52, i64 8
  %54 = load ptr, ptr %53, align 8
  %55 = load ptr, ptr %40, align 8
  %56 = icmp eq ptr %54, %55
  br i1 %56, label %60, label %57
57:
  %58 = load ptr, ptr %41, align 8
  %59 = icmp eq ptr %54, %58
  br i1 %59, label %60, label %86
60:
  %61 = load i64, ptr %42, align 8
  %62 = getelementptr inbounds i8, ptr %52, i64 %61
  %63 = load ptr, ptr %62, align 8
  %64 = load i64, ptr %43, align 8
  %65 = getelementptr inbounds i8, ptr %63, i64 %64
  %66 = load i64, ptr %65, align 8
  %67 = load i64, ptr %44, align 8
  %68 = and i64 %67, %66
  %69 = icmp eq i64 %68, 0
  br i1 %69, label %70, label %86
70:
  %71 = load ptr, ptr %45, align 8
  %72 = call i32 %71(ptr %52, ptr %49)
  %73 = icmp eq i32 %72, 0
  br i1 %73, label %76, label %74
74:
  %75 = load ptr, ptr %46, align 8
  call void %75()
  br label %86
76:
  %77 = getelementptr inbounds nuw i8, ptr %49, i64 32
  %78 = load ptr, ptr %77, align 16
  %79 = icmp eq ptr %78, null
  br i1 %79, label %86, label %80
80:
  %81 = load i64, ptr %49, align 16
  %82 = getelementptr inbounds nuw i8, ptr %49, i64 40
  %83 = load i64, ptr %82, align 8
  %84 = add i64 %83, %81
  %85 = and i64 %84, 15
  store i64 %85, ptr %49, align 16
  br label %86
86:
  %87 = phi i32 [ 0, %80 ], [ 4, %57 ], [ 1, %76 ], [ 1, %74 ], [ 1, %60 ]
  switch i32 %87, label %204 [
    i32 0, label %88
    i32 4, label %88
  ]
88:
  %89 = add nuw nsw i64 %48, 1
  %90 = icmp eq i64 %89, %20
  br i1 %90, label %91, label %47
91:
  %92 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %93 = getelementptr inbounds nuw i8, ptr %3, i64 24
  br label %94
94:
  %95 = phi ptr [ %13, %91 ], [ %202, %200 ]
  %96 = phi ptr [ undef, %91 ], [ %199, %200 ]
  br i1 %14, label %99, label %97
97:
  %98 = load i64, ptr %92, align 8
  br label %99
99:
  %100 = phi i64 [ %98, %97 ], [ 0, %94 ]
  %101 = getelementptr inbounds nuw i8, ptr %95, i64 64
  %102 = getelementptr inbounds nuw i8, ptr %95, i64 16
  %103 = load i64, ptr %102, align 8
  %104 = icmp eq i64 %2, %103
  br i1 %104, label %105, label %193
105:
  %106 = getelementptr inbounds nuw i8, ptr %95, i64 24
  %107 = load i64, ptr %106, align 8
  %108 = icmp eq i64 %100, %107
  br i1 %108, label %109, label %193
109:
  %110 = icmp sgt i64 %100, 0
  br i1 %110, label %114, label %121
111:
  %112 = add nuw nsw i64 %115, 1
  %113 = icmp eq i64 %112, %100
  br i1 %113, label %121, label %114
114:
  %115 = phi i64 [ %112, %111 ], [ 0, %109 ]
  %116 = getelementptr inbounds nuw ptr, ptr %93, i64 %115
  %117 = load ptr, ptr %116, align 8
  %118 = getelementptr inbounds nuw ptr, ptr %101, i64 %115
  %119 = load ptr, ptr %118, align 8
  %120 = icmp eq ptr %117, %119
  br i1 %120, label %111, label %193
121:
  %122 = getelementptr inbounds ptr, ptr %101, i64 %100
  %123 = add i64 %100, %2
  %124 = icmp sgt i64 %123, 0
  br i1 %124, label %125, label %193
125:
  %126 = phi i64 [ %191, %188 ], [ 0, %121 ]
  %127 = phi ptr [ %190, %188 ], [ %122, %121 ]
  %128 = getelementptr inbounds nuw i8, ptr %127, i64 8
  %129 = load ptr, ptr %128, align 8
  %130 = icmp eq ptr %129, null
  %131 = getelementptr inbounds nuw ptr, ptr %1, i64 %126
  %132 = load ptr, ptr %131, align 8
  br i1 %130, label %135, label %133
133:
  %134 = icmp eq ptr %132, %129
  br i1 %134, label %188, label %193
135:
  %136 = getelementptr inbounds nuw { i64, i32, i32, i32, i32, ptr, ptr, i64 }, ptr %22, i64 %126
  %137 = getelementptr inbounds nuw i8, ptr %127, i64 48
  %138 = getelementptr inbounds nuw i8, ptr %132, i64 8
  %139 = load ptr, ptr %138, align 8
  %140 = getelementptr inbounds nuw i8, ptr %127, i64 16
  %141 = load ptr, ptr %140, align 8
  %142 = icmp eq ptr %139, %141
  br i1 %142, label %143, label %193
143:
  %144 = load i64, ptr %136, align 16
  %145 = getelementptr inbounds nuw i8, ptr %127, i64 24
  %146 = load i64, ptr %145, align 8
  %147 = icmp eq i64 %144, %146
  br i1 %147, label %148, label %193
148:
  %149 = getelementptr inbounds nuw i8, ptr %136, i64 8
  %150 = load i64, ptr %149, align 8
  %151 = getelementptr inbounds nuw i8, ptr %127, i64 32
  %152 = load i64, ptr %151, align 8
  %153 = icmp eq i64 %150, %152
  br i1 %153, label %154, label %193
154:
  %155 = getelementptr inbounds nuw i8, ptr %136, i64 16
  %156 = load i64, ptr %155, align 16
  %157 = getelementptr inbounds nuw i8, ptr %127, i64 40
  %158 = load i64, ptr %157, align 8
  %159 = icmp eq i64 %156, %158
  br i1 %159, label %160, label %193
160:
  %161 = getelementptr inbounds nuw i8, ptr %136, i64 32
  %162 = load i32, ptr %155, align 16
  %163 = icmp slt i32 %162, 1
  br i1 %163, label %188, label %164
164:
  %165 = getelementptr inbounds nuw i8, ptr %136, i64 24
  %166 = load ptr, ptr %165, align 8
  %167 = zext nneg i32 %162 to i64
  br label %171
168:
  %169 = add nuw nsw i64 %172, 1
  %170 = icmp eq i64 %169, %167
  br i1 %170, label %188, label %171
171:
  %172 = phi i64 [ %169, %168 ], [ 0, %164 ]
  %173 = getelementptr inbounds nuw i64, ptr %166, i64 %172
  %174 = load i64, ptr %173, align 8
  %175 = getelementptr inbounds nuw i64, ptr %137, i64 %172
  %176 = load i64, ptr %175, align 8
  %177 = icmp eq i64 %174, %176
  br i1 %177, label %178, label %193
178:
  %179 = load ptr, ptr %161, align 16
  %180 = getelementptr inbounds nuw i64, ptr %179, i64 %172
  %181 = load i64, ptr %180, align 8
  %182 = trunc i64 %172 to i32
  %183 = add i32 %162, %182
  %184 = sext i32 %183 to i64
  %185 = getelementptr inbounds i64, ptr %137, i64 %184
  %186 = load i64, ptr %185, align 8
  %187 = icmp eq i64 %181, %186
  br i1 %187, label %168, label %193
188:
  %189 = load i64, ptr %127, align 8
  %190 = getelementptr inbounds i8, ptr %127, i64 %189
  %191 = add nuw nsw i64 %126, 1
  %192 = icmp eq i64 %191, %123
  br i1 %192, label %193, label %125
193:
  %194 = phi ptr [ null, %99 ], [ %122, %121 ], [ null, %105 ], [ null, %171 ], [ %190, %188 ], [ null, %178 ], [ null, %135 ], [ null, %154 ], [ null, %148 ], [ null, %133 ], [ null, %143 ], [ null, %114 ]
  %195 = icmp eq ptr %194, null
  br i1 %195, label %198, label %196
196:
  %197 = call ptr @replay.run_record(ptr %10, ptr %95, ptr %194, ptr %1, i64 %20)
  br label %198
198:
  %199 = phi ptr [ %197, %196 ], [ %96, %193 ]
  br i1 %195, label %200, label %209
200:
  %201 = getelementptr inbounds nuw i8, ptr %95, i64 8
  %202 = load ptr, ptr %201, align 8
  %203 = icmp eq ptr %202, null
  br i1 %203, label %204, label %94
204:
  %205 = getelementptr inbounds nuw i8, ptr %10, i64 104
  %206 = load ptr, ptr %205, align 8
  %207 = load ptr, ptr %6, align 8
  %208 = call ptr %206(ptr %207, ptr %1, i64 %2, ptr %3)
  br label %209
209:
  %210 = phi ptr [ %208, %204 ], [ %199, %198 ]
  ret ptr %210
}
declare void @llvm.lifetime.start.p0(ptr)
define internal ptr @replay.run_record(ptr %0, ptr %1, ptr %2, ptr %3, i64 %4) noinline {
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %7 = load i64, ptr %6, align 8
  %8 = add i64 %4, 1
  %9 = add i64 %8, %7
  %10 = alloca ptr, i64 %9, align 16
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %12 = load ptr, ptr %11, align 8
  %13 = load ptr, ptr %1, align 8
  call void %12(ptr %13)
  %14 = icmp sgt i64 %4, 0
  br i1 %14, label %20, label %15
15:
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %17 = load i64, ptr %6, align 8
  %18 = add i64 %17, %4
  %19 = icmp slt i64 %4, %18
  br i1 %19, label %27, label %42
20:
  %21 = phi i64 [ %25, %20 ], [ 0, %5 ]
  %22 = getelementptr inbounds nuw ptr, ptr %3, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds nuw ptr, ptr %10, i64 %21
  store ptr %23, ptr %24, align 8
  %25 = add nuw nsw i64 %21, 1
  %26 = icmp eq i64 %25, %4
  br i1 %26, label %15, label %20
27:
  %28 = phi i64 [ %38, %37 ], [ %4, %15 ]
  %29 = phi ptr [ %31, %37 ], [ %2, %15 ]
  %30 = load ptr, ptr %16, align 8
  %31 = getelementptr inbounds nuw i8, ptr %29, i64 8
  %32 = load i64, ptr %29, align 8
  %33 = inttoptr i64 %32 to ptr
  %34 = call ptr %30(ptr %33, ptr null, i64 0, ptr null)
  %35 = getelementptr inbounds ptr, ptr %10, i64 %28
  store ptr %34, ptr %35, align 8
  %36 = icmp eq ptr %34, null
  br i1 %36, label %42, label %37
37:
  %38 = add nsw i64 %28, 1
  %39 = load i64, ptr %6, align 8
  %40 = add i64 %39, %4
  %41 = icmp slt i64 %38, %40
  br i1 %41, label %27, label %42
42:
  %43 = phi i64 [ %4, %15 ], [ %38, %37 ], [ %28, %27 ]
  %44 = phi ptr [ %2, %15 ], [ %31, %27 ], [ %31, %37 ]
  %45 = load i64, ptr %6, align 8
  %46 = add i64 %45, %4
  %47 = icmp eq i64 %43, %46
  br i1 %47, label %48, label %50
48:
  %49 = call ptr @replay.run_programs(ptr %0, ptr %1, ptr %44, ptr %10)
  br label %50
50:
  %51 = phi ptr [ %49, %48 ], [ null, %42 ]
  %52 = icmp eq ptr %51, null
  br i1 %52, label %64, label %53
53:
  %54 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %55 = load i64, ptr %54, align 8
  %56 = icmp sgt i64 %55, -1
  br i1 %56, label %57, label %64
57:
  %58 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %59 = load ptr, ptr %58, align 8
  call void %59(ptr %51)
  %60 = load i64, ptr %54, align 8
  %61 = getelementptr inbounds ptr, ptr %10, i64 %60
  %62 = load ptr, ptr %61, align 8
  %63 = load ptr, ptr %11, align 8
  call void %63(ptr %62)
  br label %64
64:
  %65 = phi ptr [ %62, %57 ], [ %51, %53 ], [ null, %50 ]
  %66 = icmp sgt i64 %43, %4
  br i1 %66, label %67, label %76
67:
  %68 = getelementptr inbounds nuw i8, ptr %0, i64 56
  br label %69
69:
  %70 = phi i64 [ %43, %67 ], [ %71, %69 ]
  %71 = add nsw i64 %70, -1
  %72 = load ptr, ptr %68, align 8
  %73 = getelementptr inbounds ptr, ptr %10, i64 %71
  %74 = load ptr, ptr %73, align 8
  call void %72(ptr %74)
  %75 = icmp sgt i64 %71, %4
  br i1 %75, label %69, label %76
76:
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %78 = load ptr, ptr %77, align 8
  %79 = load ptr, ptr %1, align 8
  call void %78(ptr %79)
  ret ptr %65
}
declare void @llvm.lifetime.end.p0(ptr)
define internal ptr @replay.run_programs(ptr %0, ptr %1, ptr %2, ptr %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %6 = load i64, ptr %5, align 8
  %7 = add i64 %6, 1
  %8 = alloca ptr, i64 %7, align 16
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %12 = load ptr, ptr %11, align 8
  call void %12(ptr %10)
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %14 = icmp eq ptr %10, null
  br i1 %14, label %25, label %15
15:
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 104
  br label %19
19:
  %20 = phi ptr [ %2, %15 ], [ %64, %79 ]
  %21 = phi ptr [ %10, %15 ], [ %70, %79 ]
  %22 = phi i64 [ 0, %15 ], [ %80, %79 ]
  %23 = load i64, ptr %13, align 8
  %24 = icmp slt i64 %22, %23
  br i1 %24, label %27, label %25
25:
  %26 = phi ptr [ null, %4 ], [ %21, %19 ], [ null, %79 ]
  ret ptr %26
27:
  %28 = load i64, ptr %20, align 8
  %29 = inttoptr i64 %28 to ptr
  %30 = getelementptr inbounds nuw i8, ptr %20, i64 8
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %20, i64 16
  %33 = load ptr, ptr %16, align 8
  call void %33(ptr %21)
  %34 = icmp sgt i64 %31, 0
  br i1 %34, label %35, label %62
35:
  %36 = phi i64 [ %60, %59 ], [ 0, %27 ]
  %37 = getelementptr inbounds nuw { i64, ptr }, ptr %32, i64 %36
  %38 = load i64, ptr %37, align 8
  %39 = icmp sgt i64 %38, -1
  br i1 %39, label %40, label %48
40:
  %41 = getelementptr inbounds nuw i8, ptr %37, i64 8
  %42 = load ptr, ptr %41, align 8
  %43 = icmp eq ptr %42, null
  br i1 %43, label %48, label %44
44:
  %45 = load ptr, ptr %17, align 8
  %46 = getelementptr inbounds nuw ptr, ptr %3, i64 %38
  %47 = call ptr %45(ptr %42, ptr %46, i64 1, ptr null)
  br label %55
48:
  %49 = icmp slt i64 %38, 0
  %50 = getelementptr inbounds nuw i8, ptr %37, i64 8
  %51 = getelementptr inbounds nuw ptr, ptr %3, i64 %38
  %52 = select i1 %49, ptr %50, ptr %51
  %53 = load ptr, ptr %52, align 8
  %54 = load ptr, ptr %11, align 8
  call void %54(ptr %53)
  br label %55
55:
  %56 = phi ptr [ %47, %44 ], [ %53, %48 ]
  %57 = getelementptr inbounds nuw ptr, ptr %8, i64 %36
  store ptr %56, ptr %57, align 8
  %58 = icmp eq ptr %56, null
  br i1 %58, label %62, label %59
59:
  %60 = add nuw nsw i64 %36, 1
  %61 = icmp eq i64 %60, %31
  br i1 %61, label %62, label %35
62:
  %63 = phi i64 [ 0, %27 ], [ %36, %55 ], [ %31, %59 ]
  %64 = getelementptr inbounds { i64, ptr }, ptr %32, i64 %31
  %65 = icmp eq i64 %63, %31
  br i1 %65, label %66, label %69
66:
  %67 = load ptr, ptr %18, align 8
  %68 = call ptr %67(ptr %29, ptr %8, i64 %31, ptr null)
  br label %69
69:
  %70 = phi ptr [ %68, %66 ], [ null, %62 ]
  %71 = icmp sgt i64 %63, 0
  br i1 %71, label %72, label %79
72:
  %73 = phi i64 [ %74, %72 ], [ %63, %69 ]
  %74 = add nsw i64 %73, -1
  %75 = load ptr, ptr %16, align 8
  %76 = getelementptr inbounds ptr, ptr %8, i64 %74
  %77 = load ptr, ptr %76, align 8
  call void %75(ptr %77)
  %78 = icmp sgt i64 %73, 1
  br i1 %78, label %72, label %79
79:
  %80 = add nuw i64 %22, 1
  %81 = icmp eq ptr %70, null
  br i1 %81, label %25, label %19
}
