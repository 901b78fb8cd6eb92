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
  br i1 %23, label %205, label %24
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
  br i1 %36, label %37, label %205
37:
  %38 = icmp slt i64 %20, 1
  br i1 %38, label %92, label %39
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
  %48 = phi i64 [ 0, %39 ], [ %90, %89 ]
  %49 = getelementptr inbounds nuw { i64, i32, i32, i32, i32, ptr, ptr, i64 }, ptr %22, i64 %48
  %50 = getelementptr inbounds nuw i8, ptr %49, i64 20
  store i32 -1, ptr %50, align 4
  %51 = getelementptr inbounds nuw i8, ptr %49, i64 16
  store i32 -1, ptr %51, align 16
  %52 = getelementptr inbounds nuw ptr, ptr %1, i64 %48
  %53 = load ptr, ptr %52, align 8
  %54 = getelementptr inbounds nuw i8, ptr %53, i64 8
  %55 = load ptr, ptr %54, align 8
  %56 = load ptr, ptr %40, align 8
  %57 = icmp eq ptr %55, %56
  br i1 %57, label %61, label %58
58:
  %59 = load ptr, ptr %41, align 8
  %60 = icmp eq ptr %55, %59
  br i1 %60, label %61, label %87
61:
  %62 = load i64, ptr %42, align 8
  %63 = getelementptr inbounds i8, ptr %53, i64 %62
  %64 = load ptr, ptr %63, align 8
  %65 = load i64, ptr %43, align 8
  %66 = getelementptr inbounds i8, ptr %64, i64 %65
  %67 = load i64, ptr %66, align 8
  %68 = load i64, ptr %44, align 8
  %69 = and i64 %68, %67
  %70 = icmp eq i64 %69, 0
  br i1 %70, label %71, label %87
71:
  %72 = load ptr, ptr %45, align 8
  %73 = call i32 %72(ptr %53, ptr %49)
  %74 = icmp eq i32 %73, 0
  br i1 %74, label %77, label %75
75:
  %76 = load ptr, ptr %46, align 8
  call void %76()
  br label %87
77:
  %78 = getelementptr inbounds nuw i8, ptr %49, i64 32
  %79 = load ptr, ptr %78, align 16
  %80 = icmp eq ptr %79, null
  br i1 %80, label %87, label %81
81:
  %82 = load i64, ptr %49, align 16
  %83 = getelementptr inbounds nuw i8, ptr %49, i64 40
  %84 = load i64, ptr %83, align 8
  %85 = add i64 %84, %82
  %86 = and i64 %85, 15
  store i64 %86, ptr %49, align 16
  br label %87
87:
  %88 = phi i32 [ 0, %81 ], [ 4, %58 ], [ 1, %77 ], [ 1, %75 ], [ 1, %61 ]
  switch i32 %88, label %205 [
    i32 0, label %89
    i32 4, label %89
  ]
89:
  %90 = add nuw nsw i64 %48, 1
  %91 = icmp eq i64 %90, %20
  br i1 %91, label %92, label %47
92:
  %93 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %94 = getelementptr inbounds nuw i8, ptr %3, i64 24
  br label %95
95:
  %96 = phi ptr [ %13, %92 ], [ %203, %201 ]
  %97 = phi ptr [ undef, %92 ], [ %200, %201 ]
  br i1 %14, label %100, label %98
98:
  %99 = load i64, ptr %93, align 8
  br label %100
100:
  %101 = phi i64 [ %99, %98 ], [ 0, %95 ]
  %102 = getelementptr inbounds nuw i8, ptr %96, i64 64
  %103 = getelementptr inbounds nuw i8, ptr %96, i64 16
  %104 = load i64, ptr %103, align 8
  %105 = icmp eq i64 %2, %104
  br i1 %105, label %106, label %194
106:
  %107 = getelementptr inbounds nuw i8, ptr %96, i64 24
  %108 = load i64, ptr %107, align 8
  %109 = icmp eq i64 %101, %108
  br i1 %109, label %110, label %194
110:
  %111 = icmp sgt i64 %101, 0
  br i1 %111, label %115, label %122
112:
  %113 = add nuw nsw i64 %116, 1
  %114 = icmp eq i64 %113, %101
  br i1 %114, label %122, label %115
115:
  %116 = phi i64 [ %113, %112 ], [ 0, %110 ]
  %117 = getelementptr inbounds nuw ptr, ptr %94, i64 %116
  %118 = load ptr, ptr %117, align 8
  %119 = getelementptr inbounds nuw ptr, ptr %102, i64 %116
  %120 = load ptr, ptr %119, align 8
  %121 = icmp eq ptr %118, %120
  br i1 %121, label %112, label %194
122:
  %123 = getelementptr inbounds ptr, ptr %102, i64 %101
  %124 = add i64 %101, %2
  %125 = icmp sgt i64 %124, 0
  br i1 %125, label %126, label %194
126:
  %127 = phi i64 [ %192, %189 ], [ 0, %122 ]
  %128 = phi ptr [ %191, %189 ], [ %123, %122 ]
  %129 = getelementptr inbounds nuw i8, ptr %128, i64 8
  %130 = load ptr, ptr %129, align 8
  %131 = icmp eq ptr %130, null
  %132 = getelementptr inbounds nuw ptr, ptr %1, i64 %127
  %133 = load ptr, ptr %132, align 8
  br i1 %131, label %136, label %134
134:
  %135 = icmp eq ptr %133, %130
  br i1 %135, label %189, label %194
136:
  %137 = getelementptr inbounds nuw { i64, i32, i32, i32, i32, ptr, ptr, i64 }, ptr %22, i64 %127
  %138 = getelementptr inbounds nuw i8, ptr %128, i64 48
  %139 = getelementptr inbounds nuw i8, ptr %133, i64 8
  %140 = load ptr, ptr %139, align 8
  %141 = getelementptr inbounds nuw i8, ptr %128, i64 16
  %142 = load ptr, ptr %141, align 8
  %143 = icmp eq ptr %140, %142
  br i1 %143, label %144, label %194
144:
  %145 = load i64, ptr %137, align 16
  %146 = getelementptr inbounds nuw i8, ptr %128, i64 24
  %147 = load i64, ptr %146, align 8
  %148 = icmp eq i64 %145, %147
  br i1 %148, label %149, label %194
149:
  %150 = getelementptr inbounds nuw i8, ptr %137, i64 8
  %151 = load i64, ptr %150, align 8
  %152 = getelementptr inbounds nuw i8, ptr %128, i64 32
  %153 = load i64, ptr %152, align 8
  %154 = icmp eq i64 %151, %153
  br i1 %154, label %155, label %194
155:
  %156 = getelementptr inbounds nuw i8, ptr %137, i64 16
  %157 = load i64, ptr %156, align 16
  %158 = getelementptr inbounds nuw i8, ptr %128, i64 40
  %159 = load i64, ptr %158, align 8
  %160 = icmp eq i64 %157, %159
  br i1 %160, label %161, label %194
161:
  %162 = getelementptr inbounds nuw i8, ptr %137, i64 32
  %163 = load i32, ptr %156, align 16
  %164 = icmp slt i32 %163, 1
  br i1 %164, label %189, label %165
165:
  %166 = getelementptr inbounds nuw i8, ptr %137, i64 24
  %167 = load ptr, ptr %166, align 8
  %168 = zext nneg i32 %163 to i64
  br label %172
169:
  %170 = add nuw nsw i64 %173, 1
  %171 = icmp eq i64 %170, %168
  br i1 %171, label %189, label %172
172:
  %173 = phi i64 [ %170, %169 ], [ 0, %165 ]
  %174 = getelementptr inbounds nuw i64, ptr %167, i64 %173
  %175 = load i64, ptr %174, align 8
  %176 = getelementptr inbounds nuw i64, ptr %138, i64 %173
  %177 = load i64, ptr %176, align 8
  %178 = icmp eq i64 %175, %177
  br i1 %178, label %179, label %194
179:
  %180 = load ptr, ptr %162, align 16
  %181 = getelementptr inbounds nuw i64, ptr %180, i64 %173
  %182 = load i64, ptr %181, align 8
  %183 = trunc i64 %173 to i32
  %184 = add i32 %163, %183
  %185 = sext i32 %184 to i64
  %186 = getelementptr inbounds i64, ptr %138, i64 %185
  %187 = load i64, ptr %186, align 8
  %188 = icmp eq i64 %182, %187
  br i1 %188, label %169, label %194
189:
  %190 = load i64, ptr %128, align 8
  %191 = getelementptr inbounds i8, ptr %128, i64 %190
  %192 = add nuw nsw i64 %127, 1
  %193 = icmp eq i64 %192, %124
  br i1 %193, label %194, label %126
194:
  %195 = phi ptr [ null, %100 ], [ %123, %122 ], [ null, %106 ], [ null, %172 ], [ %191, %189 ], [ null, %179 ], [ null, %136 ], [ null, %155 ], [ null, %149 ], [ null, %134 ], [ null, %144 ], [ null, %115 ]
  %196 = icmp eq ptr %195, null
  br i1 %196, label %199, label %197
197:
  %198 = call ptr @replay.run_record(ptr %10, ptr %96, ptr %195, ptr %1, i64 %20)
  br label %199
199:
  %200 = phi ptr [ %198, %197 ], [ %97, %194 ]
  br i1 %196, label %201, label %210
201:
  %202 = getelementptr inbounds nuw i8, ptr %96, i64 8
  %203 = load ptr, ptr %202, align 8
  %204 = icmp eq ptr %203, null
  br i1 %204, label %205, label %95
205:
  %206 = getelementptr inbounds nuw i8, ptr %10, i64 104
  %207 = load ptr, ptr %206, align 8
  %208 = load ptr, ptr %6, align 8
  %209 = call ptr %207(ptr %208, ptr %1, i64 %2, ptr %3)
  br label %210
210:
  %211 = phi ptr [ %209, %205 ], [ %200, %199 ]
  ret ptr %211
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
