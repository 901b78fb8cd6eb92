; Made by scripts/build_native.py: change the C sources, then run it.
; cpu/barriers.c
define void @cute.open(ptr %0, ptr %1) noinline {
  store i32 0, ptr %1, align 4
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %4 = load i32, ptr %3, align 4
  %5 = add i32 %4, 1
  store i32 %5, ptr %3, align 4
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %7 = load i64, ptr %6, align 8
  %8 = add i64 %7, 1
  store i64 %8, ptr %6, align 8
  ret void
}
define i32 @cute.arrive(ptr %0, i32 %1, i32 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 656
  %5 = and i32 %1, 15
  %6 = zext nneg i32 %5 to i64
  %7 = getelementptr inbounds nuw [8 x i8], ptr %4, i64 %6
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %9 = load i32, ptr %8, align 4
  %10 = load i32, ptr %7, align 4
  %11 = add i32 %10, 32
  store i32 %11, ptr %7, align 4
  %12 = icmp eq i32 %2, 0
  br i1 %12, label %13, label %17
13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 620
  %15 = load i32, ptr %14, align 4
  %16 = shl i32 %15, 5
  br label %17
17:
  %18 = phi i32 [ %16, %13 ], [ %2, %3 ]
  %19 = icmp slt i32 %11, %18
  br i1 %12, label %20, label %23
20:
  %21 = zext i1 %19 to i32
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 632
  store i32 %21, ptr %22, align 8
  br label %23
23:
  br i1 %19, label %25, label %24
24:
  call void @cute.open(ptr %0, ptr %7)
  br label %25
25:
  ret i32 %9
}
define void @cute.finish(ptr %0) noinline {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 620
  %3 = load i32, ptr %2, align 4
  %4 = add i32 %3, -1
  store i32 %4, ptr %2, align 4
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %6 = load i64, ptr %5, align 8
  %7 = add i64 %6, 1
  store i64 %7, ptr %5, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 632
  %9 = load i32, ptr %8, align 8
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %17, label %11
11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 656
  %13 = load i32, ptr %12, align 16
  %14 = shl i32 %4, 5
  %15 = icmp slt i32 %13, %14
  br i1 %15, label %17, label %16
16:
  store i32 0, ptr %8, align 8
  call void @cute.open(ptr %0, ptr %12)
  br label %17
17:
  ret void
}
define i32 @cute.mbarrier_init(ptr %0, i32 %1) noinline optnone cold {
  %3 = add i32 %1, -1048576
  %4 = icmp ult i32 %3, -1048575
  br i1 %4, label %9, label %5
5:
  %6 = zext nneg i32 %1 to i64
  %7 = mul nuw nsw i64 %6, 1048577
  %8 = or disjoint i64 %7, -9223372036854775808
  store i64 %8, ptr %0, align 8
  br label %9
9:
  %10 = phi i32 [ 0, %5 ], [ 2, %2 ]
  ret i32 %10
}
define i32 @cute.mbarrier_change(ptr %0, ptr %1, i32 %2, i32 %3) noinline {
  %5 = load i64, ptr %1, align 8
  %6 = icmp sgt i64 %5, -1
  br i1 %6, label %38, label %7
7:
  %8 = shl i64 %5, 2
  %9 = ashr i64 %8, 42
  %10 = sext i32 %3 to i64
  %11 = add nsw i64 %9, %10
  %12 = add nsw i64 %11, -1048576
  %13 = icmp ult i64 %12, -2097151
  br i1 %13, label %38, label %14
14:
  %15 = trunc i64 %5 to i32
  %16 = and i32 %15, 1048575
  %17 = icmp ugt i32 %2, %16
  br i1 %17, label %38, label %18
18:
  %19 = sub nuw i32 %15, %2
  %20 = and i32 %19, 1048575
  %21 = zext nneg i32 %20 to i64
  %22 = and i64 %5, -4611684918916808704
  %23 = shl i64 %11, 40
  %24 = and i64 %23, 4611684918915760128
  %25 = or disjoint i64 %24, %21
  %26 = or disjoint i64 %25, %22
  store i64 %26, ptr %1, align 8
  %27 = icmp ne i32 %20, 0
  %28 = icmp ne i64 %11, 0
  %29 = or i1 %27, %28
  br i1 %29, label %38, label %30
30:
  %31 = lshr i64 %5, 20
  %32 = and i64 %31, 1048575
  %33 = or disjoint i64 %32, %22
  %34 = xor i64 %33, 4611686018427387904
  store i64 %34, ptr %1, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %36 = load i64, ptr %35, align 8
  %37 = add i64 %36, 1
  store i64 %37, ptr %35, align 8
  br label %38
38:
  %39 = phi i32 [ 1, %4 ], [ 3, %14 ], [ 4, %7 ], [ 0, %30 ], [ 0, %18 ]
  ret i32 %39
}
define i32 @cute.mbarrier_arrive(ptr %0, ptr %1, i32 %2, i32 %3) noinline {
  %5 = icmp eq i32 %2, 0
  br i1 %5, label %15, label %9
6:
  %7 = add nuw i32 %11, 1
  %8 = icmp eq i32 %7, %2
  br i1 %8, label %15, label %9
9:
  %10 = phi i32 [ %14, %6 ], [ undef, %4 ]
  %11 = phi i32 [ %7, %6 ], [ 0, %4 ]
  %12 = call i32 @cute.mbarrier_change(ptr %0, ptr %1, i32 %3, i32 0)
  %13 = icmp eq i32 %12, 0
  %14 = select i1 %13, i32 %10, i32 %12
  br i1 %13, label %6, label %15
15:
  %16 = phi i32 [ 0, %4 ], [ %14, %9 ], [ 0, %6 ]
  ret i32 %16
}
define void @cute.cluster_open(ptr %0, ptr %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 644
  %4 = load i32, ptr %3, align 4
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %17, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 640
  %8 = load i32, ptr %7, align 128
  %9 = icmp ult i32 %4, %8
  br i1 %9, label %17, label %10
10:
  store i32 0, ptr %3, align 4
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 648
  %12 = load i32, ptr %11, align 8
  %13 = add i32 %12, 1
  store i32 %13, ptr %11, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %15, 1
  store i64 %16, ptr %14, align 8
  br label %17
17:
  ret void
}
define void @cute.cluster_arrive(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %4 = load ptr, ptr %3, align 64
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 648
  %6 = load i32, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 1040
  %8 = sext i32 %1 to i64
  %9 = getelementptr inbounds i32, ptr %7, i64 %8
  store i32 %6, ptr %9, align 4
  %10 = getelementptr inbounds nuw i8, ptr %4, i64 644
  %11 = load i32, ptr %10, align 4
  %12 = add i32 %11, 1
  store i32 %12, ptr %10, align 4
  call void @cute.cluster_open(ptr %0, ptr %4)
  ret void
}
define i1 @cute.cluster_passed(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 1040
  %4 = sext i32 %1 to i64
  %5 = getelementptr inbounds i32, ptr %3, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = icmp eq i32 %6, -1
  br i1 %7, label %14, label %8
8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %10 = load ptr, ptr %9, align 64
  %11 = getelementptr inbounds nuw i8, ptr %10, i64 648
  %12 = load i32, ptr %11, align 8
  %13 = icmp ne i32 %6, %12
  br label %14
14:
  %15 = phi i1 [ false, %2 ], [ %13, %8 ]
  ret i1 %15
}
define void @cute.cluster_leave(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %4 = load ptr, ptr %3, align 64
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 1040
  %6 = sext i32 %1 to i64
  %7 = getelementptr inbounds i32, ptr %5, i64 %6
  %8 = load i32, ptr %7, align 4
  %9 = getelementptr inbounds nuw i8, ptr %4, i64 648
  %10 = load i32, ptr %9, align 8
  %11 = icmp eq i32 %8, %10
  %12 = sext i1 %11 to i32
  %13 = getelementptr inbounds nuw i8, ptr %4, i64 644
  %14 = load i32, ptr %13, align 4
  %15 = add i32 %14, %12
  store i32 %15, ptr %13, align 4
  %16 = getelementptr inbounds nuw i8, ptr %4, i64 640
  %17 = load i32, ptr %16, align 128
  %18 = add i32 %17, -1
  store i32 %18, ptr %16, align 128
  call void @cute.cluster_open(ptr %0, ptr %4)
  ret void
}
; cpu/deadlocks.c
define void @cute.blocked(ptr %0, ptr %1, i32 %2) noinline optnone cold {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 352
  %5 = sext i32 %2 to i64
  %6 = getelementptr inbounds ptr, ptr %4, i64 %5
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %18, label %9
9:
  %10 = load i64, ptr %7, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %12 = getelementptr inbounds i64, ptr %11, i64 %5
  store i64 %10, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 912
  %14 = getelementptr inbounds i32, ptr %13, i64 %5
  %15 = load i32, ptr %14, align 4
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %17 = getelementptr inbounds i32, ptr %16, i64 %5
  store i32 %15, ptr %17, align 4
  br label %18
18:
  ret void
}
define i1 @cute.deadlock(ptr %0, ptr %1, i32 %2) noinline optnone cold {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 608
  %5 = load i32, ptr %4, align 4
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 612
  %7 = load i32, ptr %6, align 4
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 616
  %9 = load i32, ptr %8, align 4
  %10 = call i1 @cute.fail(ptr %0, i32 5, i32 -1, i32 0, i32 %5, i32 %7, i32 %9, i64 0, i64 0, i64 0)
  br i1 %10, label %11, label %51
11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 104
  store i32 %2, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %14 = load ptr, ptr %13, align 64
  %15 = getelementptr inbounds nuw i8, ptr %14, i64 644
  %16 = load i32, ptr %15, align 4
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 720
  store i32 %16, ptr %17, align 8
  %18 = getelementptr inbounds nuw i8, ptr %14, i64 640
  %19 = load i32, ptr %18, align 128
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 724
  store i32 %19, ptr %20, align 4
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 656
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 656
  br label %30
23:
  %24 = icmp sgt i32 %2, 0
  br i1 %24, label %25, label %51
25:
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 96
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 784
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 108
  %29 = zext nneg i32 %2 to i64
  br label %37
30:
  %31 = phi i64 [ 0, %11 ], [ %35, %30 ]
  %32 = getelementptr inbounds nuw [8 x i8], ptr %21, i64 %31
  %33 = load i32, ptr %32, align 8
  %34 = getelementptr inbounds nuw i32, ptr %22, i64 %31
  store i32 %33, ptr %34, align 4
  %35 = add nuw nsw i64 %31, 1
  %36 = icmp eq i64 %35, 16
  br i1 %36, label %23, label %30
37:
  %38 = phi i64 [ 0, %25 ], [ %49, %45 ]
  %39 = getelementptr inbounds nuw ptr, ptr %26, i64 %38
  %40 = load ptr, ptr %39, align 8
  %41 = call i1 @cute.ended(ptr %40)
  br i1 %41, label %45, label %42
42:
  %43 = getelementptr inbounds nuw i32, ptr %27, i64 %38
  %44 = load i32, ptr %43, align 4
  br label %45
45:
  %46 = phi i32 [ %44, %42 ], [ -1, %37 ]
  %47 = getelementptr inbounds nuw i32, ptr %28, i64 %38
  store i32 %46, ptr %47, align 4
  %48 = trunc nuw nsw i64 %38 to i32
  call void @cute.blocked(ptr %0, ptr %1, i32 %48)
  %49 = add nuw nsw i64 %38, 1
  %50 = icmp eq i64 %49, %29
  br i1 %50, label %51, label %37
51:
  ret i1 %10
}
declare void @llvm.lifetime.start.p0(ptr)
declare i1 @cute.fail(ptr, i32, i32, i32, i32, i32, i32, i64, i64, i64)
declare void @llvm.lifetime.end.p0(ptr)
declare i1 @cute.ended(ptr)
define void @cute.stuck(ptr %0, ptr %1, i32 %2, i32 %3) noinline optnone cold {
  %5 = alloca [32 x i32], align 16
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 744
  store i32 0, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 740
  store i32 0, ptr %7, align 4
  %8 = icmp sgt i32 %2, 0
  br i1 %8, label %9, label %13
9:
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 748
  %11 = sext i32 %3 to i64
  %12 = zext nneg i32 %2 to i64
  br label %14
13:
  ret void
14:
  %15 = phi i64 [ 0, %9 ], [ %97, %96 ]
  %16 = getelementptr inbounds nuw [1280 x i8], ptr %1, i64 %15
  call void @llvm.lifetime.start.p0(ptr %5)
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 620
  %18 = load i32, ptr %17, align 4
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %96, label %20
20:
  %21 = getelementptr inbounds nuw i8, ptr %16, i64 96
  %22 = getelementptr inbounds nuw i8, ptr %16, i64 784
  br label %28
23:
  %24 = load i32, ptr %7, align 4
  %25 = icmp sgt i32 %24, 0
  br i1 %25, label %26, label %73
26:
  %27 = zext nneg i32 %24 to i64
  br label %43
28:
  %29 = phi i64 [ 0, %20 ], [ %41, %38 ]
  %30 = icmp slt i64 %29, %11
  br i1 %30, label %31, label %38
31:
  %32 = getelementptr inbounds nuw ptr, ptr %21, i64 %29
  %33 = load ptr, ptr %32, align 8
  %34 = call i1 @cute.ended(ptr %33)
  br i1 %34, label %38, label %35
35:
  %36 = getelementptr inbounds nuw i32, ptr %22, i64 %29
  %37 = load i32, ptr %36, align 4
  br label %38
38:
  %39 = phi i32 [ %37, %35 ], [ -1, %31 ], [ -1, %28 ]
  %40 = getelementptr inbounds nuw i32, ptr %5, i64 %29
  store i32 %39, ptr %40, align 4
  %41 = add nuw nsw i64 %29, 1
  %42 = icmp eq i64 %41, 32
  br i1 %42, label %23, label %28
43:
  %44 = phi i64 [ 0, %26 ], [ %59, %58 ]
  %45 = getelementptr [144 x i8], ptr %0, i64 %44
  %46 = getelementptr i8, ptr %45, i64 764
  br label %47
47:
  %48 = phi i64 [ %54, %47 ], [ 0, %43 ]
  %49 = getelementptr inbounds nuw i32, ptr %46, i64 %48
  %50 = load i32, ptr %49, align 4
  %51 = getelementptr inbounds nuw i32, ptr %5, i64 %48
  %52 = load i32, ptr %51, align 4
  %53 = icmp eq i32 %50, %52
  %54 = add nuw nsw i64 %48, 1
  %55 = icmp ne i64 %54, 32
  %56 = select i1 %53, i1 %55, i1 false
  br i1 %56, label %47, label %57
57:
  br i1 %53, label %61, label %58
58:
  %59 = add nuw nsw i64 %44, 1
  %60 = icmp eq i64 %59, %27
  br i1 %60, label %68, label %43
61:
  %62 = shl i64 %44, 32
  %63 = ashr exact i64 %62, 32
  %64 = getelementptr [144 x i8], ptr %0, i64 %63
  %65 = getelementptr i8, ptr %64, i64 760
  %66 = load i32, ptr %65, align 4
  %67 = add i32 %66, 1
  store i32 %67, ptr %65, align 4
  br label %96
68:
  %69 = icmp eq i32 %24, 4
  br i1 %69, label %70, label %73
70:
  %71 = load i32, ptr %6, align 8
  %72 = add i32 %71, 1
  store i32 %72, ptr %6, align 8
  br label %96
73:
  %74 = add i32 %24, 1
  store i32 %74, ptr %7, align 4
  %75 = sext i32 %24 to i64
  %76 = getelementptr inbounds [144 x i8], ptr %10, i64 %75
  %77 = getelementptr inbounds nuw i8, ptr %16, i64 608
  br label %80
78:
  %79 = getelementptr inbounds nuw i8, ptr %76, i64 16
  br label %89
80:
  %81 = phi i64 [ 0, %73 ], [ %85, %80 ]
  %82 = getelementptr inbounds nuw i32, ptr %77, i64 %81
  %83 = load i32, ptr %82, align 4
  %84 = getelementptr inbounds nuw i32, ptr %76, i64 %81
  store i32 %83, ptr %84, align 4
  %85 = add nuw nsw i64 %81, 1
  %86 = icmp eq i64 %85, 3
  br i1 %86, label %78, label %80
87:
  %88 = getelementptr inbounds nuw i8, ptr %76, i64 12
  store i32 0, ptr %88, align 4
  br label %96
89:
  %90 = phi i64 [ 0, %78 ], [ %94, %89 ]
  %91 = getelementptr inbounds nuw i32, ptr %5, i64 %90
  %92 = load i32, ptr %91, align 4
  %93 = getelementptr inbounds nuw i32, ptr %79, i64 %90
  store i32 %92, ptr %93, align 4
  %94 = add nuw nsw i64 %90, 1
  %95 = icmp eq i64 %94, 32
  br i1 %95, label %87, label %89
96:
  call void @llvm.lifetime.end.p0(ptr %5)
  %97 = add nuw nsw i64 %15, 1
  %98 = icmp eq i64 %97, %12
  br i1 %98, label %13, label %14
}
; cpu/errors.c
define i1 @cute.fail(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i64 %7, i64 %8, i64 %9) noinline optnone cold {
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = cmpxchg ptr %11, i32 0, i32 %1 seq_cst seq_cst, align 8
  %13 = extractvalue { i32, i1 } %12, 1
  br i1 %13, label %14, label %23
14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 20
  store i32 %2, ptr %15, align 4
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i32 %3, ptr %16, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 28
  store i32 %4, ptr %17, align 4
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 32
  store i32 %5, ptr %18, align 8
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 36
  store i32 %6, ptr %19, align 4
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 40
  store i64 %7, ptr %20, align 8
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 48
  store i64 %8, ptr %21, align 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 56
  store i64 %9, ptr %22, align 8
  br label %23
23:
  %24 = atomicrmw or ptr %0, i64 1 seq_cst, align 8
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %26 = atomicrmw or ptr %25, i64 1 seq_cst, align 8
  ret i1 %13
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i1 @cute.poll(ptr %0, ptr %1) noinline optnone cold {
  %3 = atomicrmw and ptr %1, i64 -4294967297 seq_cst, align 8
  %4 = and i64 %3, 1
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %6, label %16
6:
  %7 = and i64 %3, 4294967296
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %16, label %9
9:
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %11 = load ptr, ptr %10, align 8
  %12 = call i32 %11(ptr %0)
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %16
14:
  %15 = call i1 @cute.fail(ptr %0, i32 6, i32 -1, i32 0, i32 0, i32 0, i32 0, i64 0, i64 0, i64 0)
  br label %16
16:
  %17 = phi i1 [ true, %14 ], [ true, %2 ], [ false, %9 ], [ false, %6 ]
  ret i1 %17
}
define void @cute.stood(ptr %0, ptr %1, i32 %2) noinline optnone cold {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %5 = load i32, ptr %4, align 8
  %6 = icmp eq i32 %5, 6
  br i1 %6, label %7, label %25
7:
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %9 = cmpxchg ptr %8, i32 -1, i32 %2 seq_cst seq_cst, align 4
  %10 = extractvalue { i32, i1 } %9, 1
  br i1 %10, label %11, label %25
11:
  %12 = icmp eq ptr %1, null
  %13 = sext i1 %12 to i32
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i32 %13, ptr %14, align 8
  br i1 %12, label %25, label %15
15:
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 608
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 28
  br label %18
18:
  %19 = phi i64 [ 0, %15 ], [ %23, %18 ]
  %20 = getelementptr inbounds nuw i32, ptr %16, i64 %19
  %21 = load i32, ptr %20, align 4
  %22 = getelementptr inbounds nuw i32, ptr %17, i64 %19
  store i32 %21, ptr %22, align 4
  %23 = add nuw nsw i64 %19, 1
  %24 = icmp eq i64 %23, 3
  br i1 %24, label %25, label %18
25:
  ret void
}
define i1 @cute.poll_at(ptr %0, ptr %1, ptr %2, i32 %3) noinline optnone cold {
  %5 = call i1 @cute.poll(ptr %0, ptr %1)
  br i1 %5, label %6, label %7
6:
  call void @cute.stood(ptr %0, ptr %2, i32 %3)
  br label %7
7:
  ret i1 %5
}
define i1 @cute.outside(ptr %0, i32 %1, i32 %2, ptr %3, i64 %4, i64 %5, i64 %6, i32 %7) noinline optnone cold {
  %9 = icmp eq i32 %7, 0
  br i1 %9, label %36, label %10
10:
  %11 = sub i64 %5, %6
  br label %12
12:
  %13 = phi i32 [ %7, %10 ], [ %34, %32 ]
  %14 = call i32 @llvm.cttz.i32(i32 %13, i1 true)
  %15 = zext nneg i32 %14 to i64
  %16 = getelementptr inbounds nuw i64, ptr %3, i64 %15
  %17 = load i64, ptr %16, align 8
  %18 = add i64 %17, %4
  %19 = icmp slt i64 %18, 0
  %20 = icmp sgt i64 %18, %11
  %21 = or i1 %19, %20
  br i1 %21, label %22, label %32
22:
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 608
  %24 = load ptr, ptr %0, align 128
  %25 = add i32 %14, %1
  %26 = load i32, ptr %23, align 32
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 612
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 616
  %30 = load i32, ptr %29, align 8
  %31 = call i1 @cute.fail(ptr %24, i32 1, i32 %2, i32 %25, i32 %26, i32 %28, i32 %30, i64 %18, i64 %5, i64 %6)
  br label %36
32:
  %33 = add i32 %13, -1
  %34 = and i32 %33, %13
  %35 = icmp eq i32 %34, 0
  br i1 %35, label %36, label %12
36:
  %37 = phi i1 [ true, %22 ], [ false, %8 ], [ false, %32 ]
  ret i1 %37
}
declare i32 @llvm.cttz.i32(i32, i1)
define i1 @cute.outside_elems(ptr %0, i32 %1, i32 %2, ptr %3, i64 %4, i64 %5, i64 %6, i32 %7) noinline optnone cold {
  %9 = alloca [32 x i64], align 16
  call void @llvm.lifetime.start.p0(ptr %9)
  br label %12
10:
  %11 = call i1 @cute.outside(ptr %0, i32 %1, i32 %2, ptr %9, i64 0, i64 %5, i64 %6, i32 %7)
  call void @llvm.lifetime.end.p0(ptr %9)
  ret i1 %11
12:
  %13 = phi i64 [ 0, %8 ], [ %19, %12 ]
  %14 = getelementptr inbounds nuw i32, ptr %3, i64 %13
  %15 = load i32, ptr %14, align 4
  %16 = sext i32 %15 to i64
  %17 = mul i64 %4, %16
  %18 = getelementptr inbounds nuw i64, ptr %9, i64 %13
  store i64 %17, ptr %18, align 8
  %19 = add nuw nsw i64 %13, 1
  %20 = icmp eq i64 %19, 32
  br i1 %20, label %10, label %12
}
; cpu/frames.c
define ptr @cute.frame(ptr %0, i64 %1) noinline {
  %3 = add i64 %1, 127
  %4 = and i64 %3, -128
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %6 = load ptr, ptr %5, align 8
  %7 = icmp eq ptr %6, null
  br i1 %7, label %15, label %8
8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %10 = load i64, ptr %9, align 16
  %11 = add i64 %10, %4
  %12 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = icmp sgt i64 %11, %13
  br i1 %14, label %15, label %31
15:
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 628
  %17 = load i32, ptr %16, align 4
  %18 = sext i32 %17 to i64
  %19 = mul i64 %4, %18
  br i1 %7, label %24, label %20
20:
  %21 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %22 = load i64, ptr %21, align 8
  %23 = shl i64 %22, 1
  br label %24
24:
  %25 = phi i64 [ %23, %20 ], [ 0, %15 ]
  %26 = call i64 @llvm.smax.i64(i64 %19, i64 %25)
  %27 = add i64 %26, 256
  %28 = call ptr @malloc(i64 %27)
  store ptr %6, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %28, i64 8
  store i64 %26, ptr %29, align 8
  store ptr %28, ptr %5, align 8
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 48
  store i64 0, ptr %30, align 16
  br label %31
31:
  %32 = phi ptr [ %28, %24 ], [ %6, %8 ]
  %33 = ptrtoint ptr %32 to i64
  %34 = add i64 %33, 143
  %35 = and i64 %34, -128
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %37 = load i64, ptr %36, align 16
  %38 = add i64 %35, %37
  %39 = inttoptr i64 %38 to ptr
  %40 = add i64 %37, %4
  store i64 %40, ptr %36, align 16
  ret ptr %39
}
declare ptr @malloc(i64)
define void @cute.release(ptr %0) noinline optnone cold {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %5, label %6
5:
  ret void
6:
  %7 = phi ptr [ %8, %6 ], [ %3, %1 ]
  %8 = load ptr, ptr %7, align 8
  call void @free(ptr %7)
  %9 = icmp eq ptr %8, null
  br i1 %9, label %5, label %6
}
declare void @free(ptr)
define i64 @cute.progress(ptr %0, i32 %1) noinline {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %6
4:
  %5 = zext nneg i32 %1 to i64
  br label %8
6:
  %7 = phi i64 [ 0, %2 ], [ %14, %8 ]
  ret i64 %7
8:
  %9 = phi i64 [ 0, %4 ], [ %15, %8 ]
  %10 = phi i64 [ 0, %4 ], [ %14, %8 ]
  %11 = getelementptr inbounds nuw [1280 x i8], ptr %0, i64 %9
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 56
  %13 = load i64, ptr %12, align 8
  %14 = add i64 %13, %10
  %15 = add nuw nsw i64 %9, 1
  %16 = icmp eq i64 %15, %5
  br i1 %16, label %6, label %8
}
declare i64 @llvm.smax.i64(i64, i64)
