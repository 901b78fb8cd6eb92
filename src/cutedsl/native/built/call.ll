; Made by scripts/build_native.py: change the C sources, then run it.
; call/layout.c
define ptr @cute.layout(ptr %0, ptr %1, ptr %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %8 = load ptr, ptr %7, align 8
  %9 = load i64, ptr %1, align 8
  %10 = getelementptr inbounds nuw i8, ptr %2, i64 8
  store i64 %9, ptr %2, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = load i64, ptr %11, align 8
  %13 = icmp sgt i64 %12, 0
  br i1 %13, label %23, label %14
14:
  %15 = phi ptr [ %4, %3 ], [ %46, %41 ]
  %16 = phi ptr [ %10, %3 ], [ %44, %41 ]
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %18 = load i64, ptr %17, align 8
  %19 = icmp sgt i64 %18, 0
  br i1 %19, label %20, label %109
20:
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 56
  br label %49
23:
  %24 = phi i64 [ %45, %41 ], [ 0, %3 ]
  %25 = phi ptr [ %44, %41 ], [ %10, %3 ]
  %26 = phi ptr [ %46, %41 ], [ %4, %3 ]
  %27 = getelementptr inbounds nuw i64, ptr %6, i64 %24
  %28 = load i64, ptr %27, align 8
  %29 = load i64, ptr %26, align 8
  %30 = sub i64 %28, %29
  %31 = getelementptr inbounds nuw i8, ptr %26, i64 8
  %32 = load i64, ptr %31, align 8
  %33 = icmp ugt i64 %30, %32
  br i1 %33, label %115, label %34
34:
  %35 = getelementptr inbounds nuw i8, ptr %26, i64 16
  %36 = load i64, ptr %35, align 8
  %37 = icmp eq i64 %36, 1
  br i1 %37, label %41, label %38
38:
  %39 = srem i64 %28, %36
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %41, label %115
41:
  store i64 %28, ptr %25, align 8
  %42 = getelementptr inbounds nuw i8, ptr %26, i64 24
  %43 = load i64, ptr %42, align 8
  %44 = getelementptr inbounds i64, ptr %25, i64 %43
  %45 = add nuw nsw i64 %24, 1
  %46 = getelementptr inbounds nuw i8, ptr %26, i64 32
  %47 = load i64, ptr %11, align 8
  %48 = icmp slt i64 %45, %47
  br i1 %48, label %23, label %14
49:
  %50 = phi i64 [ 0, %20 ], [ %101, %100 ]
  %51 = phi i8 [ 0, %20 ], [ %99, %100 ]
  %52 = phi i64 [ 1, %20 ], [ %98, %100 ]
  %53 = phi ptr [ %16, %20 ], [ %96, %100 ]
  %54 = phi ptr [ %15, %20 ], [ %102, %100 ]
  %55 = getelementptr inbounds nuw i64, ptr %8, i64 %50
  %56 = load i64, ptr %55, align 8
  %57 = load i64, ptr %21, align 8
  %58 = ashr i64 %56, %57
  %59 = load i64, ptr %22, align 8
  %60 = and i64 %59, %56
  %61 = icmp eq i64 %60, 0
  br i1 %61, label %62, label %95
62:
  %63 = getelementptr inbounds nuw i64, ptr %6, i64 %50
  %64 = load i64, ptr %63, align 8
  %65 = icmp sgt i64 %64, 1
  br i1 %65, label %66, label %79
66:
  %67 = load i64, ptr %54, align 8
  %68 = sub i64 %58, %67
  %69 = getelementptr inbounds nuw i8, ptr %54, i64 8
  %70 = load i64, ptr %69, align 8
  %71 = icmp ugt i64 %68, %70
  br i1 %71, label %95, label %72
72:
  %73 = getelementptr inbounds nuw i8, ptr %54, i64 16
  %74 = load i64, ptr %73, align 8
  %75 = icmp eq i64 %74, 1
  br i1 %75, label %79, label %76
76:
  %77 = srem i64 %58, %74
  %78 = icmp eq i64 %77, 0
  br i1 %78, label %79, label %95
79:
  store i64 %58, ptr %53, align 8
  %80 = getelementptr inbounds nuw i8, ptr %54, i64 24
  %81 = load i64, ptr %80, align 8
  %82 = getelementptr inbounds i64, ptr %53, i64 %81
  %83 = icmp sgt i64 %58, 0
  br i1 %83, label %84, label %89
84:
  %85 = load i64, ptr %63, align 8
  %86 = add i64 %85, -1
  %87 = mul i64 %86, %58
  %88 = add i64 %87, %52
  br label %89
89:
  %90 = phi i64 [ %88, %84 ], [ %52, %79 ]
  %91 = load i64, ptr %63, align 8
  %92 = icmp eq i64 %91, 0
  %93 = zext i1 %92 to i8
  %94 = or i8 %51, %93
  br label %95
95:
  %96 = phi ptr [ %82, %89 ], [ %53, %76 ], [ %53, %49 ], [ %53, %66 ]
  %97 = phi i1 [ true, %89 ], [ false, %76 ], [ false, %49 ], [ false, %66 ]
  %98 = phi i64 [ %90, %89 ], [ %52, %76 ], [ %52, %49 ], [ %52, %66 ]
  %99 = phi i8 [ %94, %89 ], [ %51, %76 ], [ %51, %49 ], [ %51, %66 ]
  br i1 %97, label %100, label %105
100:
  %101 = add nuw nsw i64 %50, 1
  %102 = getelementptr inbounds nuw i8, ptr %54, i64 32
  %103 = load i64, ptr %17, align 8
  %104 = icmp slt i64 %101, %103
  br i1 %104, label %49, label %105
105:
  %106 = xor i1 %97, true
  %107 = trunc nuw i8 %99 to i1
  %108 = select i1 %107, i64 0, i64 %98
  br label %109
109:
  %110 = phi i1 [ false, %14 ], [ %106, %105 ]
  %111 = phi ptr [ %16, %14 ], [ %96, %105 ]
  %112 = phi i64 [ 1, %14 ], [ %108, %105 ]
  br i1 %110, label %115, label %113
113:
  %114 = getelementptr inbounds nuw i8, ptr %111, i64 8
  store i64 %112, ptr %111, align 8
  br label %115
115:
  %116 = phi ptr [ null, %109 ], [ %114, %113 ], [ null, %23 ], [ null, %38 ]
  ret ptr %116
}
define i1 @cute.checks(ptr %0, ptr %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %4 = load i64, ptr %3, align 8
  %5 = icmp slt i64 %4, 1
  br i1 %5, label %50, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 %8
  br label %10
10:
  %11 = phi ptr [ %16, %47 ], [ %9, %6 ]
  %12 = phi i64 [ %48, %47 ], [ 0, %6 ]
  %13 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %14 = getelementptr inbounds nuw i8, ptr %11, i64 24
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds i64, ptr %13, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %11, i64 16
  %18 = load i64, ptr %17, align 8
  %19 = icmp sgt i64 %18, -1
  br i1 %19, label %20, label %24
20:
  %21 = getelementptr inbounds nuw i64, ptr %1, i64 %18
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, 1
  br i1 %23, label %45, label %24
24:
  %25 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %26 = load i64, ptr %25, align 8
  %27 = icmp sgt i64 %15, 0
  br i1 %27, label %35, label %28
28:
  %29 = phi i64 [ %26, %24 ], [ %42, %35 ]
  %30 = load i64, ptr %11, align 8
  %31 = getelementptr inbounds i64, ptr %1, i64 %30
  %32 = load i64, ptr %31, align 8
  %33 = icmp ne i64 %32, %29
  %34 = zext i1 %33 to i32
  br label %45
35:
  %36 = phi i64 [ %43, %35 ], [ 0, %24 ]
  %37 = phi i64 [ %42, %35 ], [ %26, %24 ]
  %38 = getelementptr inbounds nuw i64, ptr %13, i64 %36
  %39 = load i64, ptr %38, align 8
  %40 = getelementptr inbounds i64, ptr %1, i64 %39
  %41 = load i64, ptr %40, align 8
  %42 = mul i64 %41, %37
  %43 = add nuw nsw i64 %36, 1
  %44 = icmp eq i64 %43, %15
  br i1 %44, label %28, label %35
45:
  %46 = phi i32 [ %34, %28 ], [ 4, %20 ]
  switch i32 %46, label %50 [
    i32 0, label %47
    i32 4, label %47
  ]
47:
  %48 = add nuw nsw i64 %12, 1
  %49 = icmp eq i64 %48, %4
  br i1 %49, label %50, label %10
50:
  %51 = phi i1 [ true, %2 ], [ false, %45 ], [ true, %47 ]
  ret i1 %51
}
