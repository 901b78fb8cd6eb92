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
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 676
  %5 = and i32 %1, 15
  %6 = zext nneg i32 %5 to i64
  %7 = getelementptr inbounds nuw { i32, i32 }, ptr %4, i64 %6
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 4
  %9 = load i32, ptr %8, align 4
  %10 = load i32, ptr %7, align 4
  %11 = add i32 %10, 32
  store i32 %11, ptr %7, align 4
  %12 = icmp eq i32 %2, 0
  br i1 %12, label %13, label %17
13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 636
  %15 = load i32, ptr %14, align 4
  %16 = shl i32 %15, 5
  br label %17
17:
  %18 = phi i32 [ %16, %13 ], [ %2, %3 ]
  %19 = icmp slt i32 %11, %18
  br i1 %12, label %20, label %23
20:
  %21 = zext i1 %19 to i32
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 648
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
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 636
  %3 = load i32, ptr %2, align 4
  %4 = add i32 %3, -1
  store i32 %4, ptr %2, align 4
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %6 = load i64, ptr %5, align 8
  %7 = add i64 %6, 1
  store i64 %7, ptr %5, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 648
  %9 = load i32, ptr %8, align 8
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %17, label %11
11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 676
  %13 = load i32, ptr %12, align 4
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
define void @cute.multiplies_commit(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 1060
  %4 = sext i32 %1 to i64
  %5 = getelementptr inbounds i32, ptr %3, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = add i32 %6, 1
  store i32 %7, ptr %5, align 4
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, 1
  store i64 %10, ptr %8, align 8
  ret void
}
define i1 @cute.multiplies_done(ptr %0, i32 %1, i32 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 1060
  %5 = sext i32 %1 to i64
  %6 = getelementptr inbounds i32, ptr %4, i64 %5
  %7 = load i32, ptr %6, align 4
  %8 = sub i32 %7, %2
  %9 = and i32 %1, -4
  %10 = icmp eq i32 %9, 2147483644
  br i1 %10, label %23, label %11
11:
  %12 = add i32 %9, 4
  %13 = sext i32 %9 to i64
  %14 = sext i32 %12 to i64
  br label %15
15:
  %16 = phi i64 [ %13, %11 ], [ %20, %15 ]
  %17 = getelementptr inbounds i32, ptr %4, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = icmp sge i32 %18, %8
  %20 = add nsw i64 %16, 1
  %21 = icmp slt i64 %20, %14
  %22 = select i1 %19, i1 %21, i1 false
  br i1 %22, label %15, label %23
23:
  %24 = phi i1 [ true, %3 ], [ %19, %15 ]
  ret i1 %24
}
define void @cute.multiplies_fence(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 1188
  %4 = sext i32 %1 to i64
  %5 = getelementptr inbounds i32, ptr %3, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = add i32 %6, 1
  store i32 %7, ptr %5, align 4
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, 1
  store i64 %10, ptr %8, align 8
  ret void
}
define i1 @cute.multiplies_fenced(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 1188
  %4 = sext i32 %1 to i64
  %5 = getelementptr inbounds i32, ptr %3, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = and i32 %1, -4
  %8 = icmp eq i32 %7, 2147483644
  br i1 %8, label %21, label %9
9:
  %10 = add i32 %7, 4
  %11 = sext i32 %7 to i64
  %12 = sext i32 %10 to i64
  br label %13
13:
  %14 = phi i64 [ %11, %9 ], [ %18, %13 ]
  %15 = getelementptr inbounds i32, ptr %3, i64 %14
  %16 = load i32, ptr %15, align 4
  %17 = icmp sge i32 %16, %6
  %18 = add nsw i64 %14, 1
  %19 = icmp slt i64 %18, %12
  %20 = select i1 %17, i1 %19, i1 false
  br i1 %20, label %13, label %21
21:
  %22 = phi i1 [ true, %2 ], [ %17, %13 ]
  ret i1 %22
}
define void @cute.cluster_open(ptr %0, ptr %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 660
  %4 = load i32, ptr %3, align 4
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %17, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 656
  %8 = load i32, ptr %7, align 16
  %9 = icmp ult i32 %4, %8
  br i1 %9, label %17, label %10
10:
  store i32 0, ptr %3, align 4
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 664
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
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 664
  %6 = load i32, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 1316
  %8 = sext i32 %1 to i64
  %9 = getelementptr inbounds i32, ptr %7, i64 %8
  store i32 %6, ptr %9, align 4
  %10 = getelementptr inbounds nuw i8, ptr %4, i64 660
  %11 = load i32, ptr %10, align 4
  %12 = add i32 %11, 1
  store i32 %12, ptr %10, align 4
  call void @cute.cluster_open(ptr %0, ptr %4)
  ret void
}
define i1 @cute.cluster_passed(ptr %0, i32 %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 1316
  %4 = sext i32 %1 to i64
  %5 = getelementptr inbounds i32, ptr %3, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = icmp eq i32 %6, -1
  br i1 %7, label %14, label %8
8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %10 = load ptr, ptr %9, align 64
  %11 = getelementptr inbounds nuw i8, ptr %10, i64 664
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
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 1316
  %6 = sext i32 %1 to i64
  %7 = getelementptr inbounds i32, ptr %5, i64 %6
  %8 = load i32, ptr %7, align 4
  %9 = getelementptr inbounds nuw i8, ptr %4, i64 664
  %10 = load i32, ptr %9, align 8
  %11 = icmp eq i32 %8, %10
  %12 = sext i1 %11 to i32
  %13 = getelementptr inbounds nuw i8, ptr %4, i64 660
  %14 = load i32, ptr %13, align 4
  %15 = add i32 %14, %12
  store i32 %15, ptr %13, align 4
  %16 = getelementptr inbounds nuw i8, ptr %4, i64 656
  %17 = load i32, ptr %16, align 16
  %18 = add i32 %17, -1
  store i32 %18, ptr %16, align 16
  call void @cute.cluster_open(ptr %0, ptr %4)
  ret void
}
; cpu/blocks.c
define void @cute.take_over(ptr %0, i32 %1, i32 %2, i32 %3, ptr %4) noinline optnone cold {
  %6 = load ptr, ptr %0, align 128
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %8 = load ptr, ptr %7, align 16
  %9 = load i32, ptr %8, align 4
  %10 = sdiv i32 %9, %1
  %11 = getelementptr inbounds nuw i8, ptr %8, i64 4
  %12 = load i32, ptr %11, align 4
  %13 = sdiv i32 %12, %2
  %14 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %15 = load i32, ptr %14, align 4
  %16 = sdiv i32 %15, %3
  %17 = zext i32 %10 to i64
  %18 = zext i32 %13 to i64
  %19 = mul nuw i64 %18, %17
  %20 = zext i32 %16 to i64
  %21 = mul i64 %19, %20
  call void @llvm.memset.p0.i64(ptr %4, i8 0, i64 16, i1 false)
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %23 = load ptr, ptr %22, align 8
  %24 = load atomic i64, ptr %23 monotonic, align 8
  %25 = icmp slt i64 %24, %21
  br i1 %25, label %26, label %59
26:
  %27 = getelementptr inbounds nuw i8, ptr %6, i64 1344
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, null
  br i1 %29, label %35, label %30
30:
  %31 = getelementptr inbounds i64, ptr %28, i64 %24
  %32 = load i64, ptr %31, align 8
  %33 = and i64 %32, -9223372036854775805
  %34 = icmp eq i64 %33, 3
  br i1 %34, label %59, label %35
35:
  %36 = atomicrmw add ptr %23, i64 1 monotonic, align 8
  %37 = icmp slt i64 %36, %21
  br i1 %37, label %38, label %59
38:
  %39 = load ptr, ptr %27, align 8
  %40 = icmp eq ptr %39, null
  br i1 %40, label %44, label %41
41:
  %42 = getelementptr inbounds i64, ptr %39, i64 %36
  %43 = load i64, ptr %42, align 8
  br label %44
44:
  %45 = phi i64 [ %43, %41 ], [ %36, %38 ]
  %46 = udiv i64 %45, %17
  %47 = urem i64 %45, %17
  %48 = trunc nuw i64 %47 to i32
  %49 = mul i32 %1, %48
  store i32 %49, ptr %4, align 4
  %50 = urem i64 %46, %18
  %51 = trunc nuw i64 %50 to i32
  %52 = mul i32 %2, %51
  %53 = getelementptr inbounds nuw i8, ptr %4, i64 4
  store i32 %52, ptr %53, align 4
  %54 = udiv i64 %46, %18
  %55 = trunc i64 %54 to i32
  %56 = mul i32 %3, %55
  %57 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store i32 %56, ptr %57, align 4
  %58 = getelementptr inbounds nuw i8, ptr %4, i64 12
  store i32 1, ptr %58, align 4
  br label %59
59:
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.lifetime.end.p0(ptr)
define void @cute.run_blocks(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, ptr %6, i64 %7, ptr %8) noinline {
  %10 = alloca { ptr, ptr, ptr, i64, i64, [3 x i32], i32, i32, i32, i32, i32 }, align 8
  %11 = alloca { ptr, ptr, i32, i32, i32, i64 }, align 8
  %12 = alloca { i64, i64, i64, [3 x i32], [3 x i32], i8 }, align 8
  %13 = alloca { ptr, ptr, i32, i32, i32, i64 }, align 8
  %14 = alloca { ptr, ptr, ptr, ptr, ptr, ptr, i32 }, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %16 = load i32, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 44
  %18 = load i32, ptr %17, align 4
  %19 = mul i32 %18, %16
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %21 = load i32, ptr %20, align 8
  %22 = mul i32 %19, %21
  %23 = getelementptr inbounds nuw i8, ptr %2, i64 12
  %24 = load i32, ptr %23, align 4
  %25 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %26 = load i32, ptr %25, align 4
  %27 = mul i32 %26, %24
  %28 = getelementptr inbounds nuw i8, ptr %2, i64 20
  %29 = load i32, ptr %28, align 4
  %30 = mul i32 %27, %29
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %32 = load i32, ptr %31, align 4
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %41, label %34
34:
  %35 = getelementptr inbounds nuw i8, ptr %4, i64 632
  %36 = load i64, ptr %35, align 8
  %37 = icmp eq i64 %36, 0
  %38 = trunc i64 %36 to i32
  %39 = select i1 %37, i32 1, i32 %38
  %40 = mul i32 %39, %22
  br label %41
41:
  %42 = phi i32 [ %40, %34 ], [ %22, %9 ]
  %43 = sext i32 %42 to i64
  %44 = mul nsw i64 %43, 1536
  br i1 %33, label %54, label %45
45:
  %46 = or disjoint i64 %44, 128
  %47 = call ptr @cute.allocate(ptr %4, ptr null, i64 %46)
  %48 = icmp eq ptr %47, null
  br i1 %48, label %430, label %49
49:
  %50 = ptrtoint ptr %47 to i64
  %51 = add i64 %50, 127
  %52 = and i64 %51, -128
  %53 = inttoptr i64 %52 to ptr
  br label %62
54:
  %55 = alloca i8, i64 %44, align 128
  %56 = sext i32 %22 to i64
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %58 = load i64, ptr %57, align 8
  %59 = mul i64 %58, %56
  %60 = add i64 %59, 1
  %61 = alloca i8, i64 %60, align 64
  br label %62
62:
  %63 = phi ptr [ %47, %49 ], [ null, %54 ]
  %64 = phi ptr [ null, %49 ], [ %61, %54 ]
  %65 = phi ptr [ %53, %49 ], [ %55, %54 ]
  call void @llvm.lifetime.start.p0(ptr %13)
  store ptr %0, ptr %13, align 8
  %66 = getelementptr inbounds nuw i8, ptr %13, i64 8
  store ptr %65, ptr %66, align 8
  %67 = getelementptr inbounds nuw i8, ptr %13, i64 16
  store i32 %42, ptr %67, align 8
  %68 = getelementptr inbounds nuw i8, ptr %13, i64 20
  %69 = load i32, ptr %23, align 4
  %70 = load i32, ptr %25, align 4
  %71 = mul i32 %70, %69
  %72 = load i32, ptr %28, align 4
  %73 = mul i32 %71, %72
  %74 = getelementptr inbounds nuw i8, ptr %0, i64 52
  %75 = load i32, ptr %74, align 4
  %76 = add i32 %75, -1
  %77 = add i32 %76, %73
  %78 = udiv i32 %77, %75
  store i32 %78, ptr %68, align 4
  %79 = getelementptr inbounds nuw i8, ptr %13, i64 24
  store i32 %22, ptr %79, align 8
  %80 = getelementptr inbounds nuw i8, ptr %13, i64 28
  store i32 0, ptr %80, align 4
  %81 = getelementptr inbounds nuw i8, ptr %13, i64 32
  store i64 %7, ptr %81, align 8
  call void @llvm.lifetime.start.p0(ptr %14)
  store ptr %4, ptr %14, align 8
  %82 = getelementptr inbounds nuw i8, ptr %14, i64 8
  store ptr %5, ptr %82, align 8
  %83 = getelementptr inbounds nuw i8, ptr %14, i64 16
  store ptr %2, ptr %83, align 8
  %84 = getelementptr inbounds nuw i8, ptr %14, i64 24
  store ptr %1, ptr %84, align 8
  %85 = getelementptr inbounds nuw i8, ptr %14, i64 32
  store ptr %3, ptr %85, align 8
  %86 = getelementptr inbounds nuw i8, ptr %14, i64 40
  store ptr %8, ptr %86, align 8
  %87 = getelementptr inbounds nuw i8, ptr %14, i64 48
  store i32 %30, ptr %87, align 8
  %88 = getelementptr inbounds nuw i8, ptr %14, i64 52
  store i32 0, ptr %88, align 4
  call void @blocks.prepare(ptr %13, ptr %14, ptr %6, ptr %64)
  %89 = getelementptr inbounds nuw i8, ptr %8, i64 16
  store i32 -1, ptr %89, align 16
  %90 = getelementptr inbounds nuw i8, ptr %8, i64 24
  store ptr %65, ptr %90, align 8
  call void @llvm.lifetime.start.p0(ptr %12)
  %91 = icmp eq i32 %22, 1
  %92 = getelementptr inbounds nuw i8, ptr %12, i64 36
  br label %95
93:
  %94 = icmp eq i32 %42, 1
  br i1 %94, label %108, label %116
95:
  %96 = phi i64 [ 0, %62 ], [ %106, %103 ]
  %97 = getelementptr inbounds nuw i32, ptr %2, i64 %96
  %98 = load i32, ptr %97, align 4
  br i1 %91, label %103, label %99
99:
  %100 = getelementptr inbounds nuw i32, ptr %15, i64 %96
  %101 = load i32, ptr %100, align 4
  %102 = udiv i32 %98, %101
  br label %103
103:
  %104 = phi i32 [ %102, %99 ], [ %98, %95 ]
  %105 = getelementptr inbounds nuw i32, ptr %92, i64 %96
  store i32 %104, ptr %105, align 4
  %106 = add nuw nsw i64 %96, 1
  %107 = icmp eq i64 %106, 3
  br i1 %107, label %93, label %95
108:
  %109 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %110 = load ptr, ptr %109, align 8
  %111 = icmp eq ptr %110, null
  br i1 %111, label %112, label %116
112:
  %113 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %114 = load ptr, ptr %113, align 8
  %115 = icmp eq ptr %114, null
  br label %116
116:
  %117 = phi i1 [ false, %108 ], [ false, %93 ], [ %115, %112 ]
  %118 = getelementptr inbounds nuw i8, ptr %12, i64 40
  %119 = getelementptr inbounds nuw i8, ptr %12, i64 44
  %120 = getelementptr inbounds nuw i8, ptr %12, i64 16
  %121 = getelementptr inbounds nuw i8, ptr %4, i64 632
  %122 = getelementptr inbounds nuw i8, ptr %4, i64 1344
  %123 = getelementptr inbounds nuw i8, ptr %4, i64 1328
  %124 = getelementptr inbounds nuw i8, ptr %12, i64 48
  %125 = getelementptr inbounds nuw i8, ptr %12, i64 8
  %126 = getelementptr inbounds nuw i8, ptr %12, i64 24
  %127 = getelementptr inbounds nuw i8, ptr %12, i64 28
  %128 = getelementptr inbounds nuw i8, ptr %12, i64 32
  %129 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %130 = getelementptr inbounds nuw i8, ptr %11, i64 16
  %131 = getelementptr inbounds nuw i8, ptr %11, i64 20
  %132 = getelementptr inbounds nuw i8, ptr %11, i64 24
  %133 = getelementptr inbounds nuw i8, ptr %11, i64 28
  %134 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %135 = getelementptr inbounds nuw i8, ptr %10, i64 64
  %136 = getelementptr inbounds nuw i8, ptr %10, i64 32
  %137 = getelementptr inbounds nuw i8, ptr %10, i64 60
  %138 = getelementptr inbounds nuw i8, ptr %10, i64 56
  %139 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %140 = getelementptr inbounds nuw i8, ptr %0, i64 68
  %141 = getelementptr inbounds nuw i8, ptr %65, i64 8
  %142 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %143 = getelementptr inbounds nuw i8, ptr %65, i64 8
  %144 = getelementptr inbounds nuw i8, ptr %65, i64 104
  %145 = getelementptr inbounds nuw i8, ptr %65, i64 624
  %146 = getelementptr inbounds nuw i8, ptr %65, i64 628
  %147 = getelementptr inbounds nuw i8, ptr %65, i64 632
  %148 = getelementptr inbounds nuw i8, ptr %65, i64 32
  %149 = getelementptr inbounds nuw i8, ptr %65, i64 96
  %150 = icmp slt i32 %78, 1
  br label %151
151:
  %152 = load i32, ptr %92, align 4
  %153 = zext i32 %152 to i64
  %154 = load i32, ptr %118, align 8
  %155 = zext i32 %154 to i64
  %156 = mul nuw i64 %155, %153
  %157 = load i32, ptr %119, align 4
  %158 = zext i32 %157 to i64
  %159 = mul i64 %156, %158
  %160 = load i32, ptr %31, align 4
  %161 = icmp eq i32 %160, 0
  br i1 %161, label %165, label %162
162:
  %163 = load i64, ptr %121, align 8
  %164 = call i64 @llvm.umax.i64(i64 %163, i64 1)
  br label %186
165:
  %166 = load ptr, ptr %139, align 8
  %167 = icmp eq ptr %166, null
  br i1 %167, label %168, label %186
168:
  %169 = load i32, ptr %140, align 4
  %170 = icmp eq i32 %169, 0
  br i1 %170, label %171, label %186
171:
  %172 = load ptr, ptr %122, align 8
  %173 = icmp eq ptr %172, null
  br i1 %173, label %174, label %186
174:
  %175 = load atomic i64, ptr %1 monotonic, align 8
  %176 = sub i64 %159, %175
  %177 = load i64, ptr %123, align 8
  %178 = call i64 @llvm.smax.i64(i64 %176, i64 0)
  %179 = icmp ugt i64 %177, 1
  br i1 %179, label %180, label %183
180:
  %181 = shl i64 %177, 2
  %182 = udiv i64 %178, %181
  br label %183
183:
  %184 = phi i64 [ %182, %180 ], [ %178, %174 ]
  %185 = call i64 @llvm.umax.i64(i64 %184, i64 1)
  br label %186
186:
  %187 = phi i64 [ %164, %162 ], [ %185, %183 ], [ 1, %171 ], [ 1, %168 ], [ 1, %165 ]
  %188 = atomicrmw add ptr %1, i64 %187 monotonic, align 8
  store i64 %188, ptr %120, align 8
  store i64 %188, ptr %12, align 8
  %189 = icmp ult i64 %188, %159
  br i1 %189, label %190, label %400
190:
  %191 = add i64 %188, %187
  %192 = icmp sge i64 %191, %159
  %193 = zext i1 %192 to i8
  store i8 %193, ptr %124, align 8
  %194 = load ptr, ptr %122, align 8
  %195 = icmp ne ptr %194, null
  %196 = icmp eq i64 %187, 1
  %197 = select i1 %195, i1 %196, i1 false
  br i1 %197, label %198, label %201
198:
  %199 = getelementptr inbounds i64, ptr %194, i64 %188
  %200 = load i64, ptr %199, align 8
  store i64 %200, ptr %120, align 8
  store i64 %200, ptr %12, align 8
  br label %201
201:
  %202 = load i64, ptr %12, align 8
  %203 = add i64 %202, %187
  %204 = call i64 @llvm.smin.i64(i64 %203, i64 %159)
  store i64 %204, ptr %125, align 8
  %205 = icmp eq i64 %202, 0
  br i1 %205, label %208, label %206
206:
  %207 = udiv i64 %202, %153
  br label %208
208:
  %209 = phi i64 [ %207, %206 ], [ 0, %201 ]
  br i1 %205, label %213, label %210
210:
  %211 = urem i64 %202, %153
  %212 = trunc nuw i64 %211 to i32
  br label %213
213:
  %214 = phi i32 [ %212, %210 ], [ 0, %208 ]
  store i32 %214, ptr %126, align 8
  %215 = icmp eq i64 %209, 0
  br i1 %215, label %221, label %216
216:
  %217 = urem i64 %209, %155
  %218 = trunc nuw i64 %217 to i32
  store i32 %218, ptr %127, align 4
  %219 = udiv i64 %209, %155
  %220 = trunc i64 %219 to i32
  br label %222
221:
  store i32 0, ptr %127, align 4
  br label %222
222:
  %223 = phi i32 [ %220, %216 ], [ 0, %221 ]
  store i32 %223, ptr %128, align 8
  br i1 %117, label %224, label %296
224:
  call void @llvm.lifetime.start.p0(ptr %10)
  call void @llvm.memcpy.p0.p0.i64(ptr %10, ptr %0, i64 72, i1 false)
  call void @llvm.lifetime.start.p0(ptr %11)
  store ptr %10, ptr %11, align 8
  store ptr %65, ptr %129, align 8
  store i32 1, ptr %130, align 8
  store i32 %78, ptr %131, align 4
  store i32 1, ptr %132, align 8
  store i32 0, ptr %133, align 4
  store i64 %7, ptr %134, align 8
  %225 = load i64, ptr %120, align 8
  %226 = load i32, ptr %127, align 4
  %227 = load ptr, ptr %143, align 8
  br label %228
228:
  %229 = phi i32 [ %214, %224 ], [ %290, %289 ]
  %230 = phi i64 [ %225, %224 ], [ %293, %289 ]
  %231 = phi i32 [ %226, %224 ], [ %291, %289 ]
  %232 = phi i32 [ %223, %224 ], [ %292, %289 ]
  %233 = load atomic i64, ptr %227 monotonic, align 8
  %234 = icmp eq i64 %233, 0
  br i1 %234, label %239, label %235
235:
  %236 = load ptr, ptr %65, align 128
  %237 = load ptr, ptr %143, align 8
  %238 = call i1 @cute.poll(ptr %236, ptr %237)
  br i1 %238, label %399, label %239
239:
  %240 = load ptr, ptr %144, align 8
  %241 = icmp eq ptr %240, null
  br i1 %241, label %243, label %242
242:
  call void @blocks.end_tensor_memory(ptr %65)
  br label %243
243:
  store i32 %229, ptr %145, align 16
  store i32 %231, ptr %146, align 4
  store i32 %232, ptr %147, align 8
  %244 = load i32, ptr %135, align 8
  %245 = icmp eq i32 %244, 0
  br i1 %245, label %246, label %251
246:
  %247 = load ptr, ptr %65, align 128
  %248 = getelementptr inbounds nuw i8, ptr %247, i64 1336
  %249 = load i64, ptr %248, align 8
  %250 = icmp eq i64 %249, 0
  br i1 %250, label %257, label %251
251:
  %252 = load ptr, ptr %148, align 32
  %253 = load ptr, ptr %65, align 128
  %254 = getelementptr inbounds nuw i8, ptr %253, i64 1336
  %255 = load i64, ptr %254, align 8
  %256 = trunc i64 %255 to i8
  call void @llvm.memset.p0.i64(ptr %252, i8 %256, i64 %7, i1 false)
  br label %257
257:
  %258 = load i64, ptr %136, align 8
  %259 = icmp ne i64 %258, 0
  %260 = load i32, ptr %137, align 4
  %261 = icmp eq i32 %260, 0
  %262 = select i1 %259, i1 %261, i1 false
  br i1 %262, label %263, label %265
263:
  %264 = load ptr, ptr %149, align 32
  call void @llvm.memset.p0.i64(ptr %264, i8 0, i64 %258, i1 false)
  br label %265
265:
  %266 = load i32, ptr %138, align 8
  %267 = icmp eq i32 %266, 0
  br i1 %267, label %270, label %268
268:
  call void @blocks.make_warps(ptr %11, ptr %65)
  %269 = call i1 @blocks.run_rounds(ptr %11, ptr %65)
  br i1 %269, label %280, label %399
270:
  %271 = load ptr, ptr %10, align 8
  br i1 %150, label %280, label %272
272:
  %273 = phi i32 [ %276, %272 ], [ 0, %270 ]
  %274 = call i32 %271(ptr %65, i32 %273)
  %275 = icmp eq i32 %274, 0
  %276 = add nuw nsw i32 %273, 1
  %277 = icmp ne i32 %276, %78
  %278 = select i1 %275, i1 %277, i1 false
  br i1 %278, label %272, label %279
279:
  br i1 %275, label %280, label %399
280:
  %281 = add i32 %229, 1
  %282 = icmp eq i32 %281, %152
  br i1 %282, label %283, label %289
283:
  %284 = add i32 %231, 1
  %285 = icmp eq i32 %284, %154
  %286 = select i1 %285, i32 0, i32 %284
  %287 = zext i1 %285 to i32
  %288 = add i32 %232, %287
  br label %289
289:
  %290 = phi i32 [ %281, %280 ], [ 0, %283 ]
  %291 = phi i32 [ %231, %280 ], [ %286, %283 ]
  %292 = phi i32 [ %232, %280 ], [ %288, %283 ]
  %293 = add i64 %230, 1
  %294 = icmp eq i64 %293, %204
  br i1 %294, label %295, label %228
295:
  call void @llvm.lifetime.end.p0(ptr %11)
  call void @llvm.lifetime.end.p0(ptr %10)
  br label %396
296:
  %297 = load ptr, ptr %141, align 8
  %298 = load atomic i64, ptr %297 monotonic, align 8
  %299 = icmp eq i64 %298, 0
  br i1 %299, label %303, label %300
300:
  %301 = load ptr, ptr %65, align 128
  %302 = call i1 @cute.poll(ptr %301, ptr %297)
  br i1 %302, label %400, label %303
303:
  %304 = load i32, ptr %31, align 4
  %305 = icmp eq i32 %304, 0
  br i1 %305, label %313, label %306
306:
  %307 = load i64, ptr %120, align 8
  %308 = load i64, ptr %12, align 8
  %309 = sub i64 %307, %308
  %310 = trunc i64 %309 to i32
  %311 = mul i32 %22, %310
  %312 = sext i32 %311 to i64
  br label %313
313:
  %314 = phi i64 [ %312, %306 ], [ 0, %303 ]
  %315 = load i32, ptr %126, align 8
  %316 = load i32, ptr %15, align 4
  %317 = mul i32 %316, %315
  %318 = load i32, ptr %127, align 4
  %319 = load i32, ptr %17, align 4
  %320 = mul i32 %319, %318
  %321 = load i32, ptr %128, align 8
  %322 = load i32, ptr %20, align 4
  %323 = mul i32 %322, %321
  %324 = icmp slt i32 %322, 1
  br i1 %324, label %362, label %325
325:
  %326 = getelementptr inbounds { ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, ptr, ptr, i64, ptr, ptr, ptr, [32 x ptr], [32 x ptr], [3 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, [16 x { i32, i32 }], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [92 x i8] }, ptr %65, i64 %314
  br label %332
327:
  %328 = phi ptr [ %334, %332 ], [ %358, %357 ]
  %329 = add nuw nsw i32 %333, 1
  %330 = load i32, ptr %20, align 4
  %331 = icmp slt i32 %329, %330
  br i1 %331, label %332, label %362
332:
  %333 = phi i32 [ 0, %325 ], [ %329, %327 ]
  %334 = phi ptr [ %326, %325 ], [ %328, %327 ]
  %335 = load i32, ptr %17, align 4
  %336 = icmp sgt i32 %335, 0
  br i1 %336, label %337, label %327
337:
  %338 = add i32 %333, %323
  br label %339
339:
  %340 = phi i32 [ 0, %337 ], [ %359, %357 ]
  %341 = phi ptr [ %334, %337 ], [ %358, %357 ]
  %342 = load i32, ptr %15, align 4
  %343 = icmp sgt i32 %342, 0
  br i1 %343, label %344, label %357
344:
  %345 = add i32 %340, %320
  br label %346
346:
  %347 = phi i32 [ 0, %344 ], [ %353, %352 ]
  %348 = phi ptr [ %341, %344 ], [ %354, %352 ]
  %349 = add i32 %347, %317
  %350 = load i64, ptr %120, align 8
  %351 = call i1 @blocks.run_block(ptr %13, ptr %348, i32 %349, i32 %345, i32 %338, i64 %350)
  br i1 %351, label %352, label %400
352:
  %353 = add nuw nsw i32 %347, 1
  %354 = getelementptr inbounds nuw i8, ptr %348, i64 1536
  %355 = load i32, ptr %15, align 4
  %356 = icmp slt i32 %353, %355
  br i1 %356, label %346, label %357
357:
  %358 = phi ptr [ %341, %339 ], [ %354, %352 ]
  %359 = add nuw nsw i32 %340, 1
  %360 = load i32, ptr %17, align 4
  %361 = icmp slt i32 %359, %360
  br i1 %361, label %339, label %327
362:
  %363 = load ptr, ptr %142, align 8
  %364 = icmp eq ptr %363, null
  br i1 %364, label %369, label %365
365:
  %366 = load i32, ptr %31, align 4
  %367 = icmp eq i32 %366, 0
  br i1 %367, label %368, label %369
368:
  call void %363(ptr %65, i32 %22)
  br label %369
369:
  %370 = load i32, ptr %126, align 8
  %371 = add i32 %370, 1
  store i32 %371, ptr %126, align 8
  %372 = load i32, ptr %92, align 4
  %373 = icmp eq i32 %371, %372
  br i1 %373, label %374, label %382
374:
  store i32 0, ptr %126, align 8
  %375 = load i32, ptr %127, align 4
  %376 = add i32 %375, 1
  store i32 %376, ptr %127, align 4
  %377 = load i32, ptr %118, align 8
  %378 = icmp eq i32 %376, %377
  br i1 %378, label %379, label %382
379:
  store i32 0, ptr %127, align 4
  %380 = load i32, ptr %128, align 8
  %381 = add i32 %380, 1
  store i32 %381, ptr %128, align 8
  br label %382
382:
  %383 = load i64, ptr %120, align 8
  %384 = add i64 %383, 1
  store i64 %384, ptr %120, align 8
  %385 = load i64, ptr %125, align 8
  %386 = icmp eq i64 %384, %385
  br i1 %386, label %387, label %296
387:
  %388 = load i32, ptr %31, align 4
  %389 = icmp eq i32 %388, 0
  br i1 %389, label %396, label %390
390:
  %391 = load ptr, ptr %142, align 8
  %392 = load i64, ptr %12, align 8
  %393 = sub i64 %385, %392
  %394 = trunc i64 %393 to i32
  %395 = mul i32 %22, %394
  call void %391(ptr %65, i32 %395)
  br label %396
396:
  %397 = load i8, ptr %124, align 8
  %398 = trunc nuw i8 %397 to i1
  br i1 %398, label %400, label %151
399:
  call void @llvm.lifetime.end.p0(ptr %11)
  call void @llvm.lifetime.end.p0(ptr %10)
  br label %400
400:
  %401 = icmp slt i32 %42, 1
  br i1 %401, label %402, label %406
402:
  %403 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %404 = load ptr, ptr %403, align 8
  %405 = icmp eq ptr %404, null
  br i1 %405, label %416, label %421
406:
  %407 = phi i64 [ %414, %413 ], [ 0, %400 ]
  %408 = getelementptr inbounds nuw { ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, ptr, ptr, i64, ptr, ptr, ptr, [32 x ptr], [32 x ptr], [3 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, [16 x { i32, i32 }], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [92 x i8] }, ptr %65, i64 %407
  %409 = getelementptr inbounds nuw i8, ptr %408, i64 104
  %410 = load ptr, ptr %409, align 8
  %411 = icmp eq ptr %410, null
  br i1 %411, label %413, label %412
412:
  call void @blocks.free_tensor_memory(ptr %408)
  br label %413
413:
  %414 = add nuw nsw i64 %407, 1
  %415 = icmp eq i64 %414, %43
  br i1 %415, label %402, label %406
416:
  %417 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %418 = load i32, ptr %417, align 8
  %419 = icmp eq i32 %418, 0
  %420 = or i1 %401, %419
  br i1 %420, label %429, label %422
421:
  br i1 %401, label %429, label %422
422:
  %423 = call i64 @llvm.smax.i64(i64 %43, i64 1)
  br label %424
424:
  %425 = phi i64 [ 0, %422 ], [ %427, %424 ]
  %426 = getelementptr inbounds nuw { ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, ptr, ptr, i64, ptr, ptr, ptr, [32 x ptr], [32 x ptr], [3 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, [16 x { i32, i32 }], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [92 x i8] }, ptr %65, i64 %425
  call void @cute.release(ptr %426)
  %427 = add nuw nsw i64 %425, 1
  %428 = icmp eq i64 %427, %423
  br i1 %428, label %429, label %424
429:
  call void @llvm.lifetime.end.p0(ptr %12)
  call void @free(ptr %63)
  call void @llvm.lifetime.end.p0(ptr %14)
  call void @llvm.lifetime.end.p0(ptr %13)
  br label %430
430:
  ret void
}
declare ptr @cute.allocate(ptr, ptr, i64)
define internal void @blocks.prepare(ptr %0, ptr %1, ptr %2, ptr %3) noinline {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %6 = load i64, ptr %5, align 8
  %7 = add i64 %6, 1023
  %8 = and i64 %7, -1024
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %10 = load i32, ptr %9, align 8
  %11 = icmp sgt i32 %10, 0
  br i1 %11, label %12, label %34
12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %16 = load i32, ptr %15, align 8
  %17 = load ptr, ptr %1, align 8
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %29 = load i32, ptr %28, align 8
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %31 = load i32, ptr %30, align 4
  %32 = icmp eq ptr %3, null
  %33 = zext nneg i32 %10 to i64
  br label %35
34:
  ret void
35:
  %36 = phi i64 [ 0, %12 ], [ %69, %59 ]
  %37 = getelementptr inbounds nuw { ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, ptr, ptr, i64, ptr, ptr, ptr, [32 x ptr], [32 x ptr], [3 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, [16 x { i32, i32 }], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [92 x i8] }, ptr %14, i64 %36
  %38 = trunc nuw nsw i64 %36 to i32
  %39 = urem i32 %38, %16
  store ptr %17, ptr %37, align 128
  %40 = getelementptr inbounds nuw i8, ptr %37, i64 8
  store ptr %19, ptr %40, align 8
  %41 = getelementptr inbounds nuw i8, ptr %37, i64 16
  store ptr %21, ptr %41, align 16
  %42 = getelementptr inbounds nuw i8, ptr %37, i64 72
  store ptr %23, ptr %42, align 8
  %43 = getelementptr inbounds nuw i8, ptr %37, i64 24
  store ptr %25, ptr %43, align 8
  %44 = getelementptr inbounds nuw i8, ptr %37, i64 88
  store ptr %27, ptr %44, align 8
  %45 = getelementptr inbounds nuw i8, ptr %37, i64 640
  store i32 %29, ptr %45, align 128
  %46 = getelementptr inbounds nuw i8, ptr %37, i64 644
  store i32 %31, ptr %46, align 4
  %47 = mul i64 %8, %36
  %48 = getelementptr inbounds i8, ptr %2, i64 %47
  %49 = getelementptr inbounds nuw i8, ptr %37, i64 32
  store ptr %48, ptr %49, align 32
  %50 = getelementptr inbounds nuw i8, ptr %37, i64 80
  store i64 %8, ptr %50, align 16
  %51 = getelementptr inbounds nuw i8, ptr %37, i64 40
  store ptr null, ptr %51, align 8
  br i1 %32, label %59, label %52
52:
  %53 = load ptr, ptr %0, align 8
  %54 = getelementptr inbounds nuw i8, ptr %53, i64 24
  %55 = load i64, ptr %54, align 8
  %56 = mul i64 %55, %36
  %57 = getelementptr inbounds i8, ptr %3, i64 %56
  %58 = getelementptr inbounds nuw i8, ptr %37, i64 96
  store ptr %57, ptr %58, align 32
  br label %59
59:
  %60 = getelementptr inbounds nuw i8, ptr %37, i64 104
  store ptr null, ptr %60, align 8
  %61 = getelementptr inbounds nuw i8, ptr %37, i64 672
  store i32 %16, ptr %61, align 32
  %62 = sext i32 %39 to i64
  %63 = sub nsw i64 0, %62
  %64 = getelementptr inbounds { ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, ptr, ptr, i64, ptr, ptr, ptr, [32 x ptr], [32 x ptr], [3 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, [16 x { i32, i32 }], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [92 x i8] }, ptr %37, i64 %63
  %65 = getelementptr inbounds nuw i8, ptr %37, i64 64
  store ptr %64, ptr %65, align 64
  %66 = getelementptr inbounds nuw i8, ptr %37, i64 652
  store i32 %39, ptr %66, align 4
  %67 = getelementptr inbounds nuw i8, ptr %37, i64 668
  %68 = trunc nuw nsw i64 %36 to i32
  store i32 %68, ptr %67, align 4
  %69 = add nuw nsw i64 %36, 1
  %70 = icmp eq i64 %69, %33
  br i1 %70, label %34, label %35
}
declare void @free(ptr)
define internal void @blocks.free_tensor_memory(ptr %0) noinline optnone cold {
  call void @blocks.end_tensor_memory(ptr %0)
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 120
  %5 = load ptr, ptr %4, align 8
  call void @free(ptr %5)
  ret void
}
declare void @cute.release(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i1 @cute.poll(ptr, ptr)
define internal void @blocks.make_warps(ptr %0, ptr %1) noinline {
  %3 = load ptr, ptr %0, align 8
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 48
  store i64 0, ptr %5, align 16
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %7 = load i32, ptr %6, align 4
  %8 = icmp sgt i32 %7, 0
  br i1 %8, label %9, label %11
9:
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 112
  br label %12
11:
  ret void
12:
  %13 = phi i64 [ 0, %9 ], [ %17, %12 ]
  %14 = trunc nuw nsw i64 %13 to i32
  %15 = call ptr %4(ptr %1, i32 %14)
  %16 = getelementptr inbounds nuw ptr, ptr %10, i64 %13
  store ptr %15, ptr %16, align 8
  %17 = add nuw nsw i64 %13, 1
  %18 = load i32, ptr %6, align 4
  %19 = sext i32 %18 to i64
  %20 = icmp slt i64 %17, %19
  br i1 %20, label %12, label %11
}
define internal i1 @blocks.run_rounds(ptr %0, ptr %1) noinline {
  %3 = load ptr, ptr %0, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 56
  %5 = load i32, ptr %4, align 8
  %6 = icmp slt i32 %5, 1
  br i1 %6, label %37, label %7
7:
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 112
  br label %11
11:
  %12 = phi i32 [ 0, %7 ], [ %32, %31 ]
  %13 = load i32, ptr %8, align 4
  %14 = icmp sgt i32 %13, 0
  br i1 %14, label %15, label %31
15:
  %16 = phi i64 [ %27, %23 ], [ 0, %11 ]
  %17 = load ptr, ptr %9, align 8
  %18 = load atomic i64, ptr %17 monotonic, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %23, label %20
20:
  %21 = load ptr, ptr %1, align 128
  %22 = call i1 @cute.poll(ptr %21, ptr %17)
  br i1 %22, label %37, label %23
23:
  %24 = getelementptr inbounds nuw ptr, ptr %10, i64 %16
  %25 = load ptr, ptr %24, align 8
  %26 = load ptr, ptr %25, align 8
  call void %26(ptr %25)
  %27 = add nuw nsw i64 %16, 1
  %28 = load i32, ptr %8, align 4
  %29 = sext i32 %28 to i64
  %30 = icmp slt i64 %27, %29
  br i1 %30, label %15, label %31
31:
  %32 = add nuw nsw i32 %12, 1
  %33 = load ptr, ptr %0, align 8
  %34 = getelementptr inbounds nuw i8, ptr %33, i64 56
  %35 = load i32, ptr %34, align 8
  %36 = icmp slt i32 %32, %35
  br i1 %36, label %11, label %37
37:
  %38 = phi i1 [ true, %2 ], [ false, %20 ], [ true, %31 ]
  ret i1 %38
}
define internal void @blocks.end_tensor_memory(ptr %0) noinline optnone cold {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %3 = load ptr, ptr %2, align 8
  %4 = load i32, ptr %3, align 64
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %18, label %6
6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 624
  %8 = load ptr, ptr %0, align 128
  %9 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %10 = load i32, ptr %9, align 16
  %11 = load i32, ptr %7, align 16
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 628
  %13 = load i32, ptr %12, align 4
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 632
  %15 = load i32, ptr %14, align 8
  %16 = sext i32 %4 to i64
  %17 = call i1 @cute.fail(ptr %8, i32 22, i32 %10, i32 0, i32 %11, i32 %13, i32 %15, i64 18, i64 %16, i64 0)
  br label %18
18:
  call void @llvm.memset.p0.i64(ptr %3, i8 0, i64 120, i1 false)
  ret void
}
declare i1 @cute.fail(ptr, i32, i32, i32, i32, i32, i32, i64, i64, i64)
define internal i1 @blocks.run_block(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i64 %5) noinline {
  %7 = load ptr, ptr %0, align 8
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 104
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %12, label %11
11:
  call void @blocks.end_tensor_memory(ptr %1)
  br label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 624
  store i32 %2, ptr %13, align 16
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 628
  store i32 %3, ptr %14, align 4
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 632
  store i32 %4, ptr %15, align 8
  %16 = load ptr, ptr %0, align 8
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 64
  %18 = load i32, ptr %17, align 8
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %20, label %25
20:
  %21 = load ptr, ptr %1, align 128
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 1336
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %34, label %25
25:
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %27 = load ptr, ptr %26, align 32
  %28 = load ptr, ptr %1, align 128
  %29 = getelementptr inbounds nuw i8, ptr %28, i64 1336
  %30 = load i64, ptr %29, align 8
  %31 = trunc i64 %30 to i8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %33 = load i64, ptr %32, align 8
  call void @llvm.memset.p0.i64(ptr %27, i8 %31, i64 %33, i1 false)
  br label %34
34:
  %35 = load ptr, ptr %0, align 8
  %36 = getelementptr inbounds nuw i8, ptr %35, i64 32
  %37 = load i64, ptr %36, align 8
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %46, label %39
39:
  %40 = getelementptr inbounds nuw i8, ptr %35, i64 60
  %41 = load i32, ptr %40, align 4
  %42 = icmp eq i32 %41, 0
  br i1 %42, label %43, label %46
43:
  %44 = getelementptr inbounds nuw i8, ptr %1, i64 96
  %45 = load ptr, ptr %44, align 32
  call void @llvm.memset.p0.i64(ptr %45, i8 0, i64 %37, i1 false)
  br label %46
46:
  %47 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %48 = load ptr, ptr %47, align 8
  %49 = icmp eq ptr %48, null
  br i1 %49, label %56, label %50
50:
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %52 = load ptr, ptr %51, align 8
  %53 = icmp eq ptr %1, %52
  br i1 %53, label %54, label %56
54:
  %55 = load ptr, ptr %1, align 128
  call void %48(ptr %55, ptr %52, i64 %5)
  br label %56
56:
  %57 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %58 = load ptr, ptr %57, align 8
  %59 = icmp eq ptr %58, null
  br i1 %59, label %61, label %60
60:
  call void @blocks.begin_block(ptr %0, ptr %1)
  br label %79
61:
  %62 = getelementptr inbounds nuw i8, ptr %7, i64 56
  %63 = load i32, ptr %62, align 8
  %64 = icmp eq i32 %63, 0
  br i1 %64, label %65, label %77
65:
  %66 = load ptr, ptr %7, align 8
  %67 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %68 = load i32, ptr %67, align 4
  %69 = icmp slt i32 %68, 1
  br i1 %69, label %79, label %70
70:
  %71 = phi i32 [ %74, %70 ], [ 0, %65 ]
  %72 = call i32 %66(ptr %1, i32 %71)
  %73 = icmp eq i32 %72, 0
  %74 = add nuw nsw i32 %71, 1
  %75 = icmp ne i32 %74, %68
  %76 = select i1 %73, i1 %75, i1 false
  br i1 %76, label %70, label %79
77:
  call void @blocks.make_warps(ptr %0, ptr %1)
  %78 = call i1 @blocks.run_rounds(ptr %0, ptr %1)
  br label %79
79:
  %80 = phi i1 [ true, %60 ], [ %78, %77 ], [ true, %65 ], [ %73, %70 ]
  ret i1 %80
}
define internal void @blocks.begin_block(ptr %0, ptr %1) noinline {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 56
  store i64 0, ptr %3, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %5 = load i32, ptr %4, align 4
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 636
  store i32 %5, ptr %6, align 4
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 648
  store i32 0, ptr %7, align 8
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 664
  store i32 0, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 660
  store i32 0, ptr %9, align 4
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %11 = load i32, ptr %10, align 8
  %12 = mul i32 %11, %5
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 656
  store i32 %12, ptr %13, align 16
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 676
  call void @llvm.memset.p0.i64(ptr %14, i8 0, i64 128, i1 false)
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 368
  call void @llvm.memset.p0.i64(ptr %15, i8 0, i64 256, i1 false)
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 1060
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 1316
  call void @llvm.memset.p0.i64(ptr %16, i8 0, i64 256, i1 false)
  call void @llvm.memset.p0.i64(ptr %17, i8 -1, i64 128, i1 false)
  call void @blocks.make_warps(ptr %0, ptr %1)
  ret void
}
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
; cpu/deadlocks.c
define void @cute.blocked(ptr %0, ptr %1, i32 %2) noinline optnone cold {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 368
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
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 932
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
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 624
  %5 = load i32, ptr %4, align 4
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 628
  %7 = load i32, ptr %6, align 4
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 632
  %9 = load i32, ptr %8, align 4
  %10 = call i1 @cute.fail(ptr %0, i32 5, i32 -1, i32 0, i32 %5, i32 %7, i32 %9, i64 0, i64 0, i64 0)
  br i1 %10, label %11, label %52
11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 104
  store i32 %2, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %14 = load ptr, ptr %13, align 64
  %15 = getelementptr inbounds nuw i8, ptr %14, i64 660
  %16 = load i32, ptr %15, align 4
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 720
  store i32 %16, ptr %17, align 8
  %18 = getelementptr inbounds nuw i8, ptr %14, i64 656
  %19 = load i32, ptr %18, align 16
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 724
  store i32 %19, ptr %20, align 4
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 676
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 656
  br label %30
23:
  %24 = icmp sgt i32 %2, 0
  br i1 %24, label %25, label %52
25:
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 112
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 804
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 108
  %29 = zext nneg i32 %2 to i64
  br label %37
30:
  %31 = phi i64 [ 0, %11 ], [ %35, %30 ]
  %32 = getelementptr inbounds nuw { i32, i32 }, ptr %21, i64 %31
  %33 = load i32, ptr %32, align 4
  %34 = getelementptr inbounds nuw i32, ptr %22, i64 %31
  store i32 %33, ptr %34, align 4
  %35 = add nuw nsw i64 %31, 1
  %36 = icmp eq i64 %35, 16
  br i1 %36, label %23, label %30
37:
  %38 = phi i64 [ 0, %25 ], [ %50, %46 ]
  %39 = getelementptr inbounds nuw ptr, ptr %26, i64 %38
  %40 = load ptr, ptr %39, align 8
  %41 = load ptr, ptr %40, align 8
  %42 = icmp eq ptr %41, null
  br i1 %42, label %46, label %43
43:
  %44 = getelementptr inbounds nuw i32, ptr %27, i64 %38
  %45 = load i32, ptr %44, align 4
  br label %46
46:
  %47 = phi i32 [ %45, %43 ], [ -1, %37 ]
  %48 = getelementptr inbounds nuw i32, ptr %28, i64 %38
  store i32 %47, ptr %48, align 4
  %49 = trunc nuw nsw i64 %38 to i32
  call void @cute.blocked(ptr %0, ptr %1, i32 %49)
  %50 = add nuw nsw i64 %38, 1
  %51 = icmp eq i64 %50, %29
  br i1 %51, label %52, label %37
52:
  ret i1 %10
}
declare void @llvm.lifetime.start.p0(ptr)
declare i1 @cute.fail(ptr, i32, i32, i32, i32, i32, i32, i64, i64, i64)
declare void @llvm.lifetime.end.p0(ptr)
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
  %15 = phi i64 [ 0, %9 ], [ %98, %97 ]
  %16 = getelementptr inbounds nuw { ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, ptr, ptr, i64, ptr, ptr, ptr, [32 x ptr], [32 x ptr], [3 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, [16 x { i32, i32 }], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [92 x i8] }, ptr %1, i64 %15
  call void @llvm.lifetime.start.p0(ptr %5)
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 636
  %18 = load i32, ptr %17, align 4
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %97, label %20
20:
  %21 = getelementptr inbounds nuw i8, ptr %16, i64 112
  %22 = getelementptr inbounds nuw i8, ptr %16, i64 804
  br label %28
23:
  %24 = load i32, ptr %7, align 4
  %25 = icmp sgt i32 %24, 0
  br i1 %25, label %26, label %74
26:
  %27 = zext nneg i32 %24 to i64
  br label %44
28:
  %29 = phi i64 [ 0, %20 ], [ %42, %39 ]
  %30 = icmp slt i64 %29, %11
  br i1 %30, label %31, label %39
31:
  %32 = getelementptr inbounds nuw ptr, ptr %21, i64 %29
  %33 = load ptr, ptr %32, align 8
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %34, null
  br i1 %35, label %39, label %36
36:
  %37 = getelementptr inbounds nuw i32, ptr %22, i64 %29
  %38 = load i32, ptr %37, align 4
  br label %39
39:
  %40 = phi i32 [ %38, %36 ], [ -1, %31 ], [ -1, %28 ]
  %41 = getelementptr inbounds nuw i32, ptr %5, i64 %29
  store i32 %40, ptr %41, align 4
  %42 = add nuw nsw i64 %29, 1
  %43 = icmp eq i64 %42, 32
  br i1 %43, label %23, label %28
44:
  %45 = phi i64 [ 0, %26 ], [ %60, %59 ]
  %46 = getelementptr { [3 x i32], i32, [32 x i32] }, ptr %0, i64 %45
  %47 = getelementptr i8, ptr %46, i64 764
  br label %48
48:
  %49 = phi i64 [ %55, %48 ], [ 0, %44 ]
  %50 = getelementptr inbounds nuw i32, ptr %47, i64 %49
  %51 = load i32, ptr %50, align 4
  %52 = getelementptr inbounds nuw i32, ptr %5, i64 %49
  %53 = load i32, ptr %52, align 4
  %54 = icmp eq i32 %51, %53
  %55 = add nuw nsw i64 %49, 1
  %56 = icmp ne i64 %55, 32
  %57 = select i1 %54, i1 %56, i1 false
  br i1 %57, label %48, label %58
58:
  br i1 %54, label %62, label %59
59:
  %60 = add nuw nsw i64 %45, 1
  %61 = icmp eq i64 %60, %27
  br i1 %61, label %69, label %44
62:
  %63 = shl i64 %45, 32
  %64 = ashr exact i64 %63, 32
  %65 = getelementptr { [3 x i32], i32, [32 x i32] }, ptr %0, i64 %64
  %66 = getelementptr i8, ptr %65, i64 760
  %67 = load i32, ptr %66, align 4
  %68 = add i32 %67, 1
  store i32 %68, ptr %66, align 4
  br label %97
69:
  %70 = icmp eq i32 %24, 4
  br i1 %70, label %71, label %74
71:
  %72 = load i32, ptr %6, align 8
  %73 = add i32 %72, 1
  store i32 %73, ptr %6, align 8
  br label %97
74:
  %75 = add i32 %24, 1
  store i32 %75, ptr %7, align 4
  %76 = sext i32 %24 to i64
  %77 = getelementptr inbounds { [3 x i32], i32, [32 x i32] }, ptr %10, i64 %76
  %78 = getelementptr inbounds nuw i8, ptr %16, i64 624
  br label %81
79:
  %80 = getelementptr inbounds nuw i8, ptr %77, i64 16
  br label %90
81:
  %82 = phi i64 [ 0, %74 ], [ %86, %81 ]
  %83 = getelementptr inbounds nuw i32, ptr %78, i64 %82
  %84 = load i32, ptr %83, align 4
  %85 = getelementptr inbounds nuw i32, ptr %77, i64 %82
  store i32 %84, ptr %85, align 4
  %86 = add nuw nsw i64 %82, 1
  %87 = icmp eq i64 %86, 3
  br i1 %87, label %79, label %81
88:
  %89 = getelementptr inbounds nuw i8, ptr %77, i64 12
  store i32 0, ptr %89, align 4
  br label %97
90:
  %91 = phi i64 [ 0, %79 ], [ %95, %90 ]
  %92 = getelementptr inbounds nuw i32, ptr %5, i64 %91
  %93 = load i32, ptr %92, align 4
  %94 = getelementptr inbounds nuw i32, ptr %80, i64 %91
  store i32 %93, ptr %94, align 4
  %95 = add nuw nsw i64 %91, 1
  %96 = icmp eq i64 %95, 32
  br i1 %96, label %88, label %90
97:
  call void @llvm.lifetime.end.p0(ptr %5)
  %98 = add nuw nsw i64 %15, 1
  %99 = icmp eq i64 %98, %12
  br i1 %99, label %13, label %14
}
; cpu/errors.c
@cute.allocate.first = internal unnamed_addr constant [3 x i32] zeroinitializer, align 4
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
define ptr @cute.allocate(ptr %0, ptr %1, i64 %2) noinline optnone cold {
  %4 = call ptr @malloc(i64 %2)
  %5 = icmp eq ptr %4, null
  br i1 %5, label %6, label %16
6:
  %7 = icmp eq ptr %1, null
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 624
  %9 = select i1 %7, ptr @cute.allocate.first, ptr %8
  %10 = load i32, ptr %9, align 4
  %11 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %12 = load i32, ptr %11, align 4
  %13 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %14 = load i32, ptr %13, align 4
  %15 = call i1 @cute.fail(ptr %0, i32 10, i32 -1, i32 0, i32 %10, i32 %12, i32 %14, i64 %2, i64 0, i64 0)
  br label %16
16:
  ret ptr %4
}
declare ptr @malloc(i64)
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
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 624
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
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 624
  %24 = load ptr, ptr %0, align 128
  %25 = add i32 %14, %1
  %26 = load i32, ptr %23, align 16
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 628
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 632
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
define ptr @cute.frame(ptr %0, i64 %1, i64 %2) noinline {
  %4 = call i64 @llvm.smax.i64(i64 %2, i64 128)
  %5 = add nsw i64 %4, -1
  %6 = add i64 %5, %1
  %7 = sub nsw i64 0, %4
  %8 = and i64 %6, %7
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %10 = load ptr, ptr %9, align 8
  %11 = icmp eq ptr %10, null
  br i1 %11, label %27, label %12
12:
  %13 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %14 = ptrtoint ptr %13 to i64
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %16 = load i64, ptr %15, align 16
  %17 = add nsw i64 %4, -1
  %18 = add i64 %17, %14
  %19 = add i64 %18, %16
  %20 = and i64 %19, %7
  %21 = inttoptr i64 %20 to ptr
  %22 = getelementptr inbounds i8, ptr %21, i64 %8
  %23 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %24 = load i64, ptr %23, align 8
  %25 = getelementptr inbounds i8, ptr %13, i64 %24
  %26 = icmp ugt ptr %22, %25
  br i1 %26, label %27, label %45
27:
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 644
  %29 = load i32, ptr %28, align 4
  %30 = sext i32 %29 to i64
  %31 = mul i64 %8, %30
  %32 = add i64 %31, %4
  br i1 %11, label %37, label %33
33:
  %34 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %35 = load i64, ptr %34, align 8
  %36 = shl i64 %35, 1
  br label %37
37:
  %38 = phi i64 [ %36, %33 ], [ 0, %27 ]
  %39 = call i64 @llvm.smax.i64(i64 %32, i64 %38)
  %40 = load ptr, ptr %0, align 128
  %41 = add i64 %39, 16
  %42 = call ptr @cute.allocate(ptr %40, ptr %0, i64 %41)
  store ptr %10, ptr %42, align 8
  %43 = getelementptr inbounds nuw i8, ptr %42, i64 8
  store i64 %39, ptr %43, align 8
  store ptr %42, ptr %9, align 8
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 48
  store i64 0, ptr %44, align 16
  br label %45
45:
  %46 = load ptr, ptr %9, align 8
  %47 = getelementptr inbounds nuw i8, ptr %46, i64 16
  %48 = ptrtoint ptr %47 to i64
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %50 = load i64, ptr %49, align 16
  %51 = add nsw i64 %4, -1
  %52 = add i64 %51, %50
  %53 = add i64 %52, %48
  %54 = and i64 %53, %7
  %55 = inttoptr i64 %54 to ptr
  %56 = getelementptr inbounds i8, ptr %55, i64 %8
  %57 = ptrtoint ptr %56 to i64
  %58 = sub i64 %57, %48
  store i64 %58, ptr %49, align 16
  ret ptr %55
}
declare ptr @cute.allocate(ptr, ptr, i64)
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
  %11 = getelementptr inbounds nuw { ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, ptr, ptr, i64, ptr, ptr, ptr, [32 x ptr], [32 x ptr], [3 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, [16 x { i32, i32 }], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [92 x i8] }, ptr %0, i64 %9
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 56
  %13 = load i64, ptr %12, align 8
  %14 = add i64 %13, %10
  %15 = add nuw nsw i64 %9, 1
  %16 = icmp eq i64 %15, %5
  br i1 %16, label %6, label %8
}
declare i64 @llvm.smax.i64(i64, i64)
; cpu/lanes.c
define void @cute.lanes(ptr %0, ptr %1, i32 %2, i32 %3) noinline optnone cold {
  %5 = shl i32 %2, 5
  %6 = sub i32 %3, %5
  store ptr @cute.drive, ptr %0, align 64
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 8
  store ptr null, ptr %7, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store ptr %1, ptr %8, align 16
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i32 %2, ptr %9, align 8
  %10 = icmp ugt i32 %6, 31
  %11 = shl nsw i32 -1, %6
  %12 = xor i32 %11, -1
  %13 = select i1 %10, i32 -1, i32 %12
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 28
  store i32 %13, ptr %14, align 4
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 288
  br label %17
16:
  ret void
17:
  %18 = phi i64 [ 0, %4 ], [ %20, %17 ]
  %19 = getelementptr inbounds nuw i32, ptr %15, i64 %18
  store i32 0, ptr %19, align 4
  %20 = add nuw nsw i64 %18, 1
  %21 = icmp eq i64 %20, 32
  br i1 %21, label %16, label %17
}
define void @cute.drive(ptr %0) noinline optnone cold {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %3 = load ptr, ptr %2, align 16
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %6 = getelementptr inbounds nuw i8, ptr %3, i64 56
  %7 = getelementptr inbounds nuw i8, ptr %3, i64 8
  br label %8
8:
  %9 = phi i64 [ 0, %1 ], [ %35, %34 ]
  %10 = load i32, ptr %4, align 4
  %11 = trunc nuw nsw i64 %9 to i32
  %12 = shl nuw i32 1, %11
  %13 = and i32 %10, %12
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %34, label %15
15:
  %16 = getelementptr inbounds nuw ptr, ptr %5, i64 %9
  %17 = load ptr, ptr %16, align 8
  %18 = load ptr, ptr %17, align 8
  call void %18(ptr %17)
  %19 = load ptr, ptr %16, align 8
  %20 = load ptr, ptr %19, align 8
  %21 = icmp eq ptr %20, null
  br i1 %21, label %22, label %27
22:
  %23 = load i32, ptr %4, align 4
  %24 = xor i32 %23, %12
  store i32 %24, ptr %4, align 4
  %25 = load i64, ptr %6, align 8
  %26 = add i64 %25, 1
  store i64 %26, ptr %6, align 8
  br label %27
27:
  %28 = load ptr, ptr %7, align 8
  %29 = load atomic i64, ptr %28 monotonic, align 8
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %34, label %31
31:
  %32 = load ptr, ptr %3, align 128
  %33 = call i1 @cute.poll(ptr %32, ptr %28)
  br i1 %33, label %44, label %34
34:
  %35 = add nuw nsw i64 %9, 1
  %36 = icmp eq i64 %35, 32
  br i1 %36, label %37, label %8
37:
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %39 = load i32, ptr %38, align 4
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %41, label %44
41:
  call void @cute.finish(ptr %3)
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %43 = load i32, ptr %42, align 8
  call void @cute.cluster_leave(ptr %3, i32 %43)
  store ptr null, ptr %0, align 64
  br label %44
44:
  ret void
}
declare i1 @cute.poll(ptr, ptr)
declare void @cute.finish(ptr)
declare void @cute.cluster_leave(ptr, i32)
define void @cute.come(ptr %0, i32 %1, i32 %2, i32 %3) noinline optnone cold {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %6 = sext i32 %1 to i64
  %7 = getelementptr inbounds i32, ptr %5, i64 %6
  store i32 %2, ptr %7, align 4
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 416
  %9 = getelementptr inbounds i32, ptr %8, i64 %6
  store i32 %3, ptr %9, align 4
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %11 = load ptr, ptr %10, align 16
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 56
  %13 = load i64, ptr %12, align 8
  %14 = add i64 %13, 1
  store i64 %14, ptr %12, align 8
  ret void
}
define i1 @cute.waits(ptr %0, i32 %1) noinline optnone cold {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %4 = sext i32 %1 to i64
  %5 = getelementptr inbounds i32, ptr %3, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = icmp ne i32 %6, 0
  ret i1 %7
}
define i32 @cute.members(ptr %0, i32 %1) noinline optnone cold {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 416
  %4 = sext i32 %1 to i64
  %5 = getelementptr inbounds i32, ptr %3, i64 %4
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %8 = load i32, ptr %7, align 4
  %9 = and i32 %8, %6
  %10 = shl nuw i32 1, %1
  %11 = or i32 %9, %10
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %13 = getelementptr inbounds i32, ptr %12, i64 %4
  %14 = load i32, ptr %13, align 4
  br label %15
15:
  %16 = phi i32 [ %11, %2 ], [ %28, %26 ]
  %17 = call i32 @llvm.cttz.i32(i32 %16, i1 true)
  %18 = zext nneg i32 %17 to i64
  %19 = getelementptr inbounds nuw i32, ptr %12, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = icmp eq i32 %20, %14
  br i1 %21, label %22, label %30
22:
  %23 = getelementptr inbounds nuw i32, ptr %3, i64 %18
  %24 = load i32, ptr %23, align 4
  %25 = icmp eq i32 %24, %6
  br i1 %25, label %26, label %30
26:
  %27 = add i32 %16, -1
  %28 = and i32 %27, %16
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %30, label %15
30:
  %31 = phi i32 [ 0, %22 ], [ 0, %15 ], [ %11, %26 ]
  ret i32 %31
}
declare i32 @llvm.cttz.i32(i32, i1)
define void @cute.part(ptr %0, i32 %1) noinline optnone cold {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %4 = load ptr, ptr %3, align 16
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 56
  %6 = load i64, ptr %5, align 8
  %7 = add i64 %6, 1
  store i64 %7, ptr %5, align 8
  %8 = icmp eq i32 %1, 0
  br i1 %8, label %11, label %9
9:
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 288
  br label %12
11:
  ret void
12:
  %13 = phi i32 [ %1, %9 ], [ %18, %12 ]
  %14 = call i32 @llvm.cttz.i32(i32 %13, i1 true)
  %15 = zext nneg i32 %14 to i64
  %16 = getelementptr inbounds nuw i32, ptr %10, i64 %15
  store i32 0, ptr %16, align 4
  %17 = add i32 %13, -1
  %18 = and i32 %17, %13
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %11, label %12
}
; cpu/launch.c
@launch.threads_variable = internal constant [20 x i8] c"CUTEDSL_NUM_THREADS\00", align 16
define void @cute.serve(ptr %0, ptr %1) noinline noreturn {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 8
  br label %10
10:
  %11 = load ptr, ptr %4, align 8
  %12 = load atomic i64, ptr %3 seq_cst, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %36
14:
  %15 = icmp eq ptr %11, null
  %16 = select i1 %15, i32 1, i32 200
  br label %17
17:
  %18 = phi i32 [ %19, %21 ], [ %16, %14 ]
  %19 = add nsw i32 %18, -1
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %26, label %21
21:
  %22 = load ptr, ptr %4, align 8
  %23 = call i32 %22()
  %24 = load atomic i64, ptr %3 seq_cst, align 8
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %17, label %36
26:
  store atomic i64 1, ptr %5 seq_cst, align 8
  %27 = load atomic i64, ptr %3 seq_cst, align 16
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %32, label %29
29:
  %30 = atomicrmw xchg ptr %5, i64 0 seq_cst, align 8
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %32, label %36
32:
  %33 = load ptr, ptr %0, align 64
  %34 = load ptr, ptr %6, align 8
  %35 = call i32 %33(ptr %34, i64 -1, i32 0)
  br label %36
36:
  %37 = atomicrmw xchg ptr %3, i64 0 seq_cst, align 16
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %81, label %39
39:
  %40 = inttoptr i64 %37 to ptr
  %41 = getelementptr inbounds nuw i8, ptr %40, i64 56
  %42 = load ptr, ptr %41, align 8
  %43 = getelementptr inbounds nuw i8, ptr %42, i64 8
  %44 = load ptr, ptr %43, align 8
  %45 = getelementptr inbounds nuw i8, ptr %40, i64 32
  %46 = getelementptr inbounds nuw i8, ptr %40, i64 48
  %47 = load i64, ptr %46, align 8
  %48 = load i64, ptr %8, align 8
  %49 = icmp ugt i64 %47, %48
  br i1 %49, label %50, label %56
50:
  %51 = load ptr, ptr %45, align 8
  %52 = load ptr, ptr %7, align 8
  call void @free(ptr %52)
  %53 = call ptr @cute.allocate(ptr %51, ptr null, i64 %47)
  store ptr %53, ptr %7, align 8
  %54 = icmp eq ptr %53, null
  %55 = select i1 %54, i64 0, i64 %47
  store i64 %55, ptr %8, align 8
  br label %56
56:
  %57 = load ptr, ptr %7, align 8
  %58 = ptrtoint ptr %57 to i64
  %59 = add i64 %58, 1023
  %60 = and i64 %59, -1024
  %61 = icmp eq i64 %60, 0
  br i1 %61, label %75, label %62
62:
  %63 = inttoptr i64 %60 to ptr
  %64 = load ptr, ptr %40, align 8
  %65 = getelementptr inbounds nuw i8, ptr %40, i64 8
  %66 = load ptr, ptr %65, align 8
  %67 = getelementptr inbounds nuw i8, ptr %40, i64 16
  %68 = load ptr, ptr %67, align 8
  %69 = getelementptr inbounds nuw i8, ptr %40, i64 24
  %70 = load ptr, ptr %69, align 8
  %71 = load ptr, ptr %45, align 8
  %72 = getelementptr inbounds nuw i8, ptr %71, i64 8
  %73 = getelementptr inbounds nuw i8, ptr %40, i64 40
  %74 = load i64, ptr %73, align 8
  call void %64(ptr %66, ptr %68, ptr %70, ptr %71, ptr %72, ptr %63, i64 %74)
  br label %75
75:
  %76 = getelementptr inbounds nuw i8, ptr %42, i64 16
  %77 = atomicrmw sub ptr %76, i64 1 seq_cst, align 16
  %78 = icmp eq i64 %77, 4294967297
  br i1 %78, label %79, label %81
79:
  %80 = load ptr, ptr %9, align 8
  call void %80(ptr %44)
  br label %81
81:
  br label %10
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define void @cute.run_grid(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, i64 %5, ptr %6, i64 %7) noinline {
  %9 = alloca { i64, ptr, i64, { ptr, i64 }, [24 x i8] }, align 64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 128
  br label %14
11:
  %12 = add nuw nsw i64 %15, 1
  %13 = icmp eq i64 %12, 32
  br i1 %13, label %19, label %14
14:
  %15 = phi i64 [ 0, %8 ], [ %12, %11 ]
  %16 = getelementptr inbounds nuw { i64, ptr, i64, { ptr, i64 }, [24 x i8] }, ptr %10, i64 %15
  %17 = cmpxchg ptr %16, i64 0, i64 1 seq_cst seq_cst, align 8
  %18 = extractvalue { i64, i1 } %17, 1
  br i1 %18, label %19, label %11
19:
  %20 = phi ptr [ null, %11 ], [ %16, %14 ]
  %21 = icmp eq ptr %20, null
  br i1 %21, label %23, label %22
22:
  call void @launch.run_at(ptr %0, ptr %20, ptr %1, ptr %2, ptr %3, ptr %4, i64 %5, ptr %6, i64 %7)
  store atomic i64 0, ptr %20 seq_cst, align 64
  br label %26
23:
  call void @llvm.lifetime.start.p0(ptr %9)
  call void @llvm.memset.p0.i64(ptr %9, i8 0, i64 64, i1 false)
  call void @launch.run_at(ptr %0, ptr %9, ptr %1, ptr %2, ptr %3, ptr %4, i64 0, ptr %6, i64 %7)
  %24 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %25 = load ptr, ptr %24, align 8
  call void @free(ptr %25)
  call void @llvm.lifetime.end.p0(ptr %9)
  br label %26
26:
  ret void
}
define internal void @launch.run_at(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, i64 %6, ptr %7, i64 %8) noinline {
  %10 = alloca { ptr, ptr, ptr, ptr, ptr, i64, i64, ptr }, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %12 = icmp sgt i64 %6, 0
  br i1 %12, label %13, label %33
13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 2176
  br label %15
15:
  %16 = phi i64 [ 0, %13 ], [ %29, %28 ]
  %17 = phi ptr [ null, %13 ], [ %30, %28 ]
  %18 = phi i64 [ 0, %13 ], [ %31, %28 ]
  %19 = load i64, ptr %11, align 8
  %20 = icmp slt i64 %18, %19
  br i1 %20, label %21, label %33
21:
  %22 = getelementptr inbounds { i64, i64, ptr, ptr, ptr, { ptr, i64 }, [8 x i8] }, ptr %14, i64 %18
  %23 = cmpxchg ptr %22, i64 0, i64 1 seq_cst seq_cst, align 8
  %24 = extractvalue { i64, i1 } %23, 1
  br i1 %24, label %25, label %28
25:
  %26 = getelementptr inbounds nuw i8, ptr %22, i64 32
  store ptr %17, ptr %26, align 32
  %27 = add i64 %16, 1
  br label %28
28:
  %29 = phi i64 [ %27, %25 ], [ %16, %21 ]
  %30 = phi ptr [ %22, %25 ], [ %17, %21 ]
  %31 = add nuw i64 %18, 1
  %32 = icmp slt i64 %29, %6
  br i1 %32, label %15, label %33
33:
  %34 = phi i64 [ 0, %9 ], [ %29, %28 ], [ %16, %15 ]
  %35 = phi ptr [ null, %9 ], [ %30, %28 ], [ %17, %15 ]
  %36 = icmp eq i64 %8, 0
  br i1 %36, label %37, label %46
37:
  %38 = getelementptr inbounds nuw i8, ptr %3, i64 80
  %39 = load i64, ptr %38, align 8
  %40 = getelementptr inbounds nuw i8, ptr %3, i64 48
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %41, %34
  %43 = add i64 %34, 1
  %44 = udiv i64 %42, %43
  %45 = call i64 @llvm.umin.i64(i64 %44, i64 %39)
  br label %46
46:
  %47 = phi i64 [ %8, %33 ], [ %45, %37 ]
  %48 = getelementptr inbounds nuw i8, ptr %2, i64 632
  store i64 %47, ptr %48, align 8
  %49 = add i64 %34, 1
  %50 = getelementptr inbounds nuw i8, ptr %2, i64 1328
  store i64 %49, ptr %50, align 8
  %51 = getelementptr inbounds nuw i8, ptr %2, i64 728
  br label %76
52:
  %53 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %54 = load i64, ptr %53, align 8
  %55 = add i64 %54, 1023
  %56 = and i64 %55, -1024
  %57 = getelementptr inbounds nuw i8, ptr %3, i64 56
  %58 = load i64, ptr %57, align 8
  %59 = mul i64 %58, %47
  %60 = mul i64 %59, %56
  %61 = add i64 %60, 1280
  call void @llvm.lifetime.start.p0(ptr %10)
  %62 = getelementptr inbounds nuw i8, ptr %3, i64 72
  %63 = load ptr, ptr %62, align 8
  store ptr %63, ptr %10, align 8
  %64 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store ptr %7, ptr %64, align 8
  %65 = getelementptr inbounds nuw i8, ptr %10, i64 16
  store ptr %4, ptr %65, align 8
  %66 = getelementptr inbounds nuw i8, ptr %10, i64 24
  store ptr %5, ptr %66, align 8
  %67 = getelementptr inbounds nuw i8, ptr %10, i64 32
  store ptr %2, ptr %67, align 8
  %68 = getelementptr inbounds nuw i8, ptr %10, i64 40
  store i64 %54, ptr %68, align 8
  %69 = getelementptr inbounds nuw i8, ptr %10, i64 48
  store i64 %61, ptr %69, align 8
  %70 = getelementptr inbounds nuw i8, ptr %10, i64 56
  store ptr %1, ptr %70, align 8
  %71 = getelementptr inbounds nuw i8, ptr %1, i64 16
  store atomic i64 %34, ptr %71 seq_cst, align 16
  %72 = icmp eq ptr %35, null
  br i1 %72, label %84, label %73
73:
  %74 = ptrtoint ptr %10 to i64
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 8
  br label %100
76:
  %77 = phi i64 [ 0, %46 ], [ %82, %76 ]
  %78 = getelementptr inbounds nuw i32, ptr %4, i64 %77
  %79 = getelementptr inbounds nuw i8, ptr %78, i64 12
  %80 = load i32, ptr %79, align 4
  %81 = getelementptr inbounds nuw i32, ptr %51, i64 %77
  store i32 %80, ptr %81, align 4
  %82 = add nuw nsw i64 %77, 1
  %83 = icmp eq i64 %82, 3
  br i1 %83, label %52, label %76
84:
  %85 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %86 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %87 = load i64, ptr %86, align 8
  %88 = icmp ugt i64 %61, %87
  br i1 %88, label %89, label %94
89:
  %90 = load ptr, ptr %85, align 8
  call void @free(ptr %90)
  %91 = call ptr @cute.allocate(ptr %2, ptr null, i64 %61)
  store ptr %91, ptr %85, align 8
  %92 = icmp eq ptr %91, null
  %93 = select i1 %92, i64 0, i64 %61
  store i64 %93, ptr %86, align 8
  br label %94
94:
  %95 = load ptr, ptr %85, align 8
  %96 = ptrtoint ptr %95 to i64
  %97 = add i64 %96, 1023
  %98 = and i64 %97, -1024
  %99 = icmp eq i64 %98, 0
  br i1 %99, label %118, label %114
100:
  %101 = phi ptr [ %35, %73 ], [ %103, %112 ]
  %102 = getelementptr inbounds nuw i8, ptr %101, i64 32
  %103 = load ptr, ptr %102, align 32
  %104 = getelementptr inbounds nuw i8, ptr %101, i64 24
  %105 = load ptr, ptr %104, align 8
  %106 = getelementptr inbounds nuw i8, ptr %101, i64 16
  store atomic i64 %74, ptr %106 seq_cst, align 16
  %107 = getelementptr inbounds nuw i8, ptr %101, i64 8
  %108 = atomicrmw xchg ptr %107, i64 0 seq_cst, align 8
  %109 = icmp eq i64 %108, 0
  br i1 %109, label %112, label %110
110:
  %111 = load ptr, ptr %75, align 8
  call void %111(ptr %105)
  br label %112
112:
  %113 = icmp eq ptr %103, null
  br i1 %113, label %84, label %100
114:
  %115 = inttoptr i64 %98 to ptr
  %116 = load ptr, ptr %62, align 8
  %117 = load i64, ptr %53, align 8
  call void %116(ptr %7, ptr %4, ptr %5, ptr %2, ptr %2, ptr %115, i64 %117)
  br label %118
118:
  %119 = icmp eq i64 %34, 0
  br i1 %119, label %176, label %120
120:
  %121 = icmp eq ptr %35, null
  br i1 %121, label %122, label %160
122:
  %123 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %124 = load ptr, ptr %123, align 8
  %125 = load atomic i64, ptr %71 seq_cst, align 8
  %126 = icmp eq i64 %125, 0
  br i1 %126, label %158, label %127
127:
  %128 = icmp eq ptr %124, null
  %129 = select i1 %128, i32 1, i32 200
  br label %130
130:
  %131 = phi i32 [ %132, %134 ], [ %129, %127 ]
  %132 = add nsw i32 %131, -1
  %133 = icmp eq i32 %132, 0
  br i1 %133, label %139, label %134
134:
  %135 = load ptr, ptr %123, align 8
  %136 = call i32 %135()
  %137 = load atomic i64, ptr %71 seq_cst, align 8
  %138 = icmp eq i64 %137, 0
  br i1 %138, label %158, label %130
139:
  %140 = atomicrmw add ptr %71, i64 4294967296 seq_cst, align 16
  %141 = icmp eq i64 %140, 0
  br i1 %141, label %158, label %142
142:
  %143 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %144 = load ptr, ptr %0, align 64
  %145 = load ptr, ptr %143, align 8
  %146 = call i32 %144(ptr %145, i64 50000, i32 0)
  %147 = icmp eq i32 %146, 1
  br i1 %147, label %158, label %148
148:
  %149 = load atomic i64, ptr %2 monotonic, align 8
  %150 = icmp eq i64 %149, 0
  br i1 %150, label %153, label %151
151:
  %152 = call i1 @cute.poll(ptr %2, ptr %2)
  br label %153
153:
  %154 = load ptr, ptr %0, align 64
  %155 = load ptr, ptr %143, align 8
  %156 = call i32 %154(ptr %155, i64 50000, i32 0)
  %157 = icmp eq i32 %156, 1
  br i1 %157, label %158, label %148
158:
  %159 = icmp eq ptr %35, null
  br i1 %159, label %176, label %171
160:
  %161 = phi ptr [ %169, %167 ], [ %35, %120 ]
  %162 = getelementptr inbounds nuw i8, ptr %161, i64 16
  %163 = atomicrmw xchg ptr %162, i64 0 seq_cst, align 16
  %164 = icmp eq i64 %163, 0
  br i1 %164, label %167, label %165
165:
  %166 = atomicrmw sub ptr %71, i64 1 seq_cst, align 16
  br label %167
167:
  %168 = getelementptr inbounds nuw i8, ptr %161, i64 32
  %169 = load ptr, ptr %168, align 32
  %170 = icmp eq ptr %169, null
  br i1 %170, label %122, label %160
171:
  %172 = phi ptr [ %174, %171 ], [ %35, %158 ]
  %173 = getelementptr inbounds nuw i8, ptr %172, i64 32
  %174 = load ptr, ptr %173, align 32
  store atomic i64 0, ptr %172 seq_cst, align 64
  %175 = icmp eq ptr %174, null
  br i1 %175, label %176, label %171
176:
  call void @llvm.lifetime.end.p0(ptr %10)
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @free(ptr)
define i32 @cute.launch_grid(ptr %0, i32 %1, ptr %2, i64 %3, ptr %4) noinline {
  %6 = alloca i64, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %8 = load ptr, ptr %7, align 8
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 48
  %11 = load atomic i64, ptr %10 acquire, align 16
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %13, label %81
13:
  %14 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %15 = zext i32 %1 to i64
  %16 = getelementptr inbounds nuw ptr, ptr %14, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %18 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %19 = getelementptr inbounds nuw i8, ptr %2, i64 12
  %20 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %21 = getelementptr inbounds nuw i8, ptr %2, i64 20
  %22 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %23 = getelementptr inbounds nuw i8, ptr %2, i64 28
  %24 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %25 = getelementptr inbounds nuw i8, ptr %2, i64 36
  br label %26
26:
  %27 = phi ptr [ %16, %13 ], [ %29, %31 ]
  %28 = load atomic i64, ptr %27 acquire, align 8
  %29 = inttoptr i64 %28 to ptr
  %30 = icmp eq i64 %28, 0
  br i1 %30, label %81, label %31
31:
  %32 = getelementptr inbounds nuw i8, ptr %29, i64 8
  %33 = load i32, ptr %32, align 4
  %34 = load i32, ptr %2, align 4
  %35 = getelementptr inbounds nuw i8, ptr %29, i64 12
  %36 = load i32, ptr %35, align 4
  %37 = load i32, ptr %17, align 4
  %38 = getelementptr inbounds nuw i8, ptr %29, i64 16
  %39 = load i32, ptr %38, align 4
  %40 = load i32, ptr %18, align 4
  %41 = getelementptr inbounds nuw i8, ptr %29, i64 20
  %42 = load i32, ptr %41, align 4
  %43 = load i32, ptr %19, align 4
  %44 = getelementptr inbounds nuw i8, ptr %29, i64 24
  %45 = load i32, ptr %44, align 4
  %46 = load i32, ptr %20, align 4
  %47 = getelementptr inbounds nuw i8, ptr %29, i64 28
  %48 = load i32, ptr %47, align 4
  %49 = load i32, ptr %21, align 4
  %50 = getelementptr inbounds nuw i8, ptr %29, i64 32
  %51 = load i32, ptr %50, align 4
  %52 = load i32, ptr %22, align 4
  %53 = getelementptr inbounds nuw i8, ptr %29, i64 36
  %54 = load i32, ptr %53, align 4
  %55 = load i32, ptr %23, align 4
  %56 = getelementptr inbounds nuw i8, ptr %29, i64 40
  %57 = load i32, ptr %56, align 4
  %58 = load i32, ptr %24, align 4
  %59 = getelementptr inbounds nuw i8, ptr %29, i64 44
  %60 = load i32, ptr %59, align 4
  %61 = load i32, ptr %25, align 4
  %62 = icmp eq i32 %37, %36
  %63 = icmp eq i32 %34, %33
  %64 = and i1 %63, %62
  %65 = icmp eq i32 %40, %39
  %66 = and i1 %64, %65
  %67 = icmp eq i32 %43, %42
  %68 = and i1 %66, %67
  %69 = icmp eq i32 %46, %45
  %70 = and i1 %68, %69
  %71 = icmp eq i32 %49, %48
  %72 = and i1 %70, %71
  %73 = icmp eq i32 %52, %51
  %74 = and i1 %72, %73
  %75 = icmp eq i32 %55, %54
  %76 = and i1 %74, %75
  %77 = icmp eq i32 %58, %57
  %78 = and i1 %76, %77
  %79 = icmp eq i32 %61, %60
  %80 = and i1 %78, %79
  br i1 %80, label %81, label %26
81:
  %82 = phi ptr [ null, %5 ], [ %29, %26 ], [ %29, %31 ]
  %83 = icmp eq ptr %82, null
  br i1 %83, label %128, label %84
84:
  %85 = getelementptr inbounds nuw i8, ptr %82, i64 48
  %86 = load i64, ptr %85, align 8
  %87 = icmp ult i64 %86, 5
  br i1 %87, label %128, label %88
88:
  %89 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %90 = load ptr, ptr %89, align 32
  %91 = call ptr %90(ptr @launch.threads_variable)
  %92 = icmp eq ptr %91, null
  br i1 %92, label %93, label %96
93:
  %94 = getelementptr inbounds nuw i8, ptr %9, i64 64
  %95 = load i64, ptr %94, align 64
  br label %117
96:
  %97 = phi i64 [ %107, %103 ], [ 0, %88 ]
  %98 = phi i64 [ %106, %103 ], [ 0, %88 ]
  %99 = getelementptr inbounds nuw i8, ptr %91, i64 %97
  %100 = load i8, ptr %99, align 1
  %101 = add i8 %100, -48
  %102 = icmp ult i8 %101, 10
  br i1 %102, label %103, label %109
103:
  %104 = mul i64 %98, 10
  %105 = zext nneg i8 %101 to i64
  %106 = add i64 %104, %105
  %107 = add nuw nsw i64 %97, 1
  %108 = icmp eq i64 %107, 4
  br i1 %108, label %109, label %96
109:
  %110 = phi i64 [ %98, %96 ], [ %106, %103 ]
  %111 = phi i64 [ %97, %96 ], [ 4, %103 ]
  %112 = and i64 %111, 4294967295
  %113 = getelementptr inbounds nuw i8, ptr %91, i64 %112
  %114 = load i8, ptr %113, align 1
  %115 = icmp eq i8 %114, 0
  %116 = select i1 %115, i64 %110, i64 0
  br label %117
117:
  %118 = phi i64 [ %116, %109 ], [ %95, %93 ]
  %119 = icmp eq i64 %118, 0
  br i1 %119, label %128, label %120
120:
  %121 = load i64, ptr %85, align 8
  %122 = call i64 @llvm.smin.i64(i64 %118, i64 %121)
  %123 = getelementptr inbounds nuw i8, ptr %9, i64 72
  %124 = load i64, ptr %123, align 8
  %125 = add i64 %122, -1
  %126 = icmp slt i64 %124, %125
  %127 = select i1 %126, i64 -1, i64 %125
  br label %128
128:
  %129 = phi i64 [ -1, %81 ], [ 0, %84 ], [ %127, %120 ], [ -1, %117 ]
  %130 = icmp slt i64 %129, 0
  br i1 %130, label %150, label %131
131:
  %132 = ptrtoint ptr %0 to i64
  %133 = getelementptr inbounds nuw i8, ptr %9, i64 128
  br label %137
134:
  %135 = add nuw nsw i64 %138, 1
  %136 = icmp eq i64 %135, 32
  br i1 %136, label %142, label %137
137:
  %138 = phi i64 [ 0, %131 ], [ %135, %134 ]
  %139 = getelementptr inbounds nuw { i64, ptr, i64, { ptr, i64 }, [24 x i8] }, ptr %133, i64 %138
  %140 = cmpxchg ptr %139, i64 0, i64 %132 seq_cst seq_cst, align 8
  %141 = extractvalue { i64, i1 } %140, 1
  br i1 %141, label %142, label %134
142:
  %143 = phi ptr [ null, %134 ], [ %139, %137 ]
  %144 = icmp eq ptr %143, null
  br i1 %144, label %150, label %145
145:
  %146 = getelementptr inbounds nuw i8, ptr %9, i64 56
  %147 = load atomic i64, ptr %146 seq_cst, align 8
  %148 = icmp eq i64 %147, 0
  br i1 %148, label %149, label %150
149:
  store atomic i64 0, ptr %143 seq_cst, align 64
  br label %150
150:
  %151 = phi ptr [ null, %128 ], [ null, %149 ], [ %143, %145 ], [ null, %142 ]
  %152 = icmp eq ptr %151, null
  br i1 %152, label %153, label %157
153:
  %154 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %155 = load ptr, ptr %154, align 8
  %156 = call i32 %155(ptr %0, i32 %1, ptr %2, i64 %3, ptr %4)
  br label %167
157:
  call void @llvm.lifetime.start.p0(ptr %6)
  store i64 0, ptr %6, align 8
  %158 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %159 = load ptr, ptr %158, align 16
  %160 = call ptr %159()
  call void @launch.run_at(ptr %9, ptr %151, ptr %0, ptr %82, ptr %2, ptr %4, i64 %129, ptr %6, i64 0)
  store atomic i64 0, ptr %151 seq_cst, align 64
  %161 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %162 = load ptr, ptr %161, align 8
  call void %162(ptr %160)
  %163 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %164 = load i32, ptr %163, align 8
  %165 = icmp eq i32 %164, 0
  %166 = zext i1 %165 to i32
  call void @llvm.lifetime.end.p0(ptr %6)
  br label %167
167:
  %168 = phi i32 [ %166, %157 ], [ %156, %153 ]
  ret i32 %168
}
declare ptr @cute.allocate(ptr, ptr, i64)
declare i1 @cute.poll(ptr, ptr)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
; cpu/schedule.c
define void @cute.run(ptr %0, i32 %1) noinline {
  %3 = load ptr, ptr %0, align 128
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %5 = load ptr, ptr %4, align 8
  %6 = call i64 @cute.progress(ptr %0, i32 %1)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 644
  %8 = load i32, ptr %7, align 4
  %9 = icmp sgt i32 %1, 0
  %10 = icmp sgt i32 %8, 0
  %11 = zext nneg i32 %1 to i64
  %12 = zext nneg i32 %8 to i64
  br label %13
13:
  %14 = phi i64 [ %6, %2 ], [ %61, %60 ]
  br i1 %9, label %18, label %72
15:
  %16 = add nuw nsw i64 %19, 1
  %17 = icmp eq i64 %16, %11
  br i1 %17, label %58, label %18
18:
  %19 = phi i64 [ %16, %15 ], [ 0, %13 ]
  %20 = phi i32 [ %57, %15 ], [ 0, %13 ]
  %21 = getelementptr inbounds nuw { ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, ptr, ptr, i64, ptr, ptr, ptr, [32 x ptr], [32 x ptr], [3 x i32], i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, [16 x { i32, i32 }], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [32 x i32], [92 x i8] }, ptr %0, i64 %19
  br i1 %10, label %22, label %55
22:
  %23 = getelementptr inbounds nuw i8, ptr %21, i64 112
  %24 = getelementptr inbounds nuw i8, ptr %21, i64 804
  br label %25
25:
  %26 = phi i64 [ 0, %22 ], [ %52, %49 ]
  %27 = phi i32 [ %20, %22 ], [ %51, %49 ]
  %28 = getelementptr inbounds nuw ptr, ptr %23, i64 %26
  %29 = load ptr, ptr %28, align 8
  %30 = load ptr, ptr %29, align 8
  %31 = icmp eq ptr %30, null
  br i1 %31, label %49, label %32
32:
  call void %30(ptr %29)
  %33 = load ptr, ptr %29, align 8
  %34 = icmp ne ptr %33, null
  %35 = zext i1 %34 to i32
  %36 = add i32 %27, %35
  %37 = load atomic i64, ptr %5 monotonic, align 8
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %49, label %39
39:
  %40 = call i1 @cute.poll(ptr %3, ptr %5)
  br i1 %40, label %41, label %49
41:
  %42 = load ptr, ptr %29, align 8
  %43 = icmp eq ptr %42, null
  br i1 %43, label %47, label %44
44:
  %45 = getelementptr inbounds nuw i32, ptr %24, i64 %26
  %46 = load i32, ptr %45, align 4
  br label %47
47:
  %48 = phi i32 [ %46, %44 ], [ -1, %41 ]
  call void @cute.stood(ptr %3, ptr %21, i32 %48)
  br label %49
49:
  %50 = phi i1 [ true, %25 ], [ false, %47 ], [ true, %39 ], [ true, %32 ]
  %51 = phi i32 [ %27, %25 ], [ %36, %47 ], [ %36, %39 ], [ %36, %32 ]
  %52 = add nuw nsw i64 %26, 1
  %53 = icmp ne i64 %52, %12
  %54 = select i1 %50, i1 %53, i1 false
  br i1 %54, label %25, label %55
55:
  %56 = phi i1 [ true, %18 ], [ %50, %49 ]
  %57 = phi i32 [ %20, %18 ], [ %51, %49 ]
  br i1 %56, label %15, label %72
58:
  %59 = icmp eq i32 %57, 0
  br i1 %59, label %72, label %60
60:
  %61 = call i64 @cute.progress(ptr %0, i32 %1)
  %62 = icmp eq i64 %61, %14
  br i1 %62, label %63, label %13
63:
  %64 = phi ptr [ %68, %63 ], [ %0, %60 ]
  %65 = getelementptr inbounds nuw i8, ptr %64, i64 636
  %66 = load i32, ptr %65, align 4
  %67 = icmp eq i32 %66, 0
  %68 = getelementptr inbounds nuw i8, ptr %64, i64 1536
  br i1 %67, label %63, label %69
69:
  %70 = call i1 @cute.deadlock(ptr %3, ptr %64, i32 %8)
  br i1 %70, label %71, label %72
71:
  call void @cute.stuck(ptr %3, ptr %0, i32 %1, i32 %8)
  br label %72
72:
  ret void
}
declare i64 @cute.progress(ptr, i32)
declare i1 @cute.poll(ptr, ptr)
declare void @cute.stood(ptr, ptr, i32)
declare i1 @cute.deadlock(ptr, ptr, i32)
declare void @cute.stuck(ptr, ptr, i32, i32)
; cpu/tiles.c
define void @cute.tile_load(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6) noinline {
  %8 = alloca [5 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr %8)
  store i32 %2, ptr %8, align 16
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 4
  store i32 %3, ptr %9, align 4
  %10 = getelementptr inbounds nuw i8, ptr %8, i64 8
  store i32 %4, ptr %10, align 8
  %11 = getelementptr inbounds nuw i8, ptr %8, i64 12
  store i32 %5, ptr %11, align 4
  %12 = getelementptr inbounds nuw i8, ptr %8, i64 16
  store i32 %6, ptr %12, align 16
  call void @tiles.move_tile(ptr %0, ptr %1, ptr %8, i32 0, ptr null)
  call void @llvm.lifetime.end.p0(ptr %8)
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
define internal void @tiles.move_tile(ptr %0, ptr %1, ptr %2, i32 %3, ptr %4) noinline {
  %6 = alloca { i64, [5 x i64], [4 x i64], [5 x i32], i32, i32, i32, i32, i32, i32, i32 }, align 8
  %7 = alloca [5 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr %6)
  call void @llvm.lifetime.start.p0(ptr %7)
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 116
  %9 = load i32, ptr %8, align 4
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %17, label %11
11:
  call void @llvm.memcpy.p0.p0.i64(ptr %7, ptr %2, i64 20, i1 false)
  %12 = call ptr @tiles.in_bytes(ptr %0, ptr %7, ptr %6)
  %13 = getelementptr inbounds nuw i8, ptr %6, i64 120
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 1
  br i1 %15, label %16, label %17
16:
  call void @tiles.move_padded(ptr %6, ptr %1, ptr %7, i32 %3)
  br label %170
17:
  %18 = phi ptr [ %7, %11 ], [ %2, %5 ]
  %19 = phi ptr [ %6, %11 ], [ %0, %5 ]
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 96
  %21 = getelementptr inbounds nuw i8, ptr %19, i64 92
  %22 = getelementptr inbounds nuw i8, ptr %19, i64 88
  %23 = getelementptr inbounds nuw i8, ptr %19, i64 84
  %24 = getelementptr inbounds nuw i8, ptr %19, i64 108
  %25 = getelementptr i8, ptr %19, i64 40
  %26 = getelementptr inbounds nuw i8, ptr %19, i64 112
  %27 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %28 = getelementptr inbounds nuw i8, ptr %19, i64 80
  %29 = load i64, ptr %19, align 8
  %30 = load i64, ptr %27, align 8
  %31 = load i32, ptr %26, align 8
  %32 = sext i32 %31 to i64
  %33 = mul i64 %30, %32
  %34 = add i64 %33, %29
  br label %35
35:
  %36 = phi i64 [ 1, %17 ], [ %45, %35 ]
  %37 = phi i64 [ %34, %17 ], [ %44, %35 ]
  %38 = getelementptr inbounds nuw i64, ptr %27, i64 %36
  %39 = load i64, ptr %38, align 8
  %40 = add i64 %39, -1
  %41 = getelementptr i64, ptr %25, i64 %36
  %42 = load i64, ptr %41, align 8
  %43 = mul i64 %40, %42
  %44 = add i64 %43, %37
  %45 = add nuw nsw i64 %36, 1
  %46 = icmp eq i64 %45, 5
  br i1 %46, label %47, label %35
47:
  %48 = udiv i32 16, %31
  %49 = zext nneg i32 %48 to i64
  %50 = load i32, ptr %24, align 4
  %51 = icmp eq i32 %50, 4
  %52 = zext nneg i32 %50 to i64
  %53 = shl nsw i64 -1, %52
  %54 = xor i64 %53, -1
  %55 = select i1 %51, i64 5, i64 4
  %56 = select i1 %51, i64 3, i64 %54
  %57 = load i32, ptr %28, align 8
  %58 = mul i32 %57, %31
  %59 = load i32, ptr %23, align 4
  %60 = load i32, ptr %22, align 8
  %61 = mul i32 %60, %59
  %62 = load i32, ptr %21, align 4
  %63 = mul i32 %61, %62
  %64 = load i32, ptr %20, align 8
  %65 = mul i32 %63, %64
  %66 = icmp eq i32 %65, 0
  br i1 %66, label %170, label %67
67:
  %68 = ptrtoint ptr %1 to i64
  %69 = icmp eq i32 %3, 0
  %70 = icmp sgt i32 %58, 0
  %71 = icmp ne i32 %3, 2
  %72 = icmp ne i32 %3, 0
  %73 = icmp eq i32 %3, 0
  br label %74
74:
  %75 = phi i64 [ %68, %67 ], [ %123, %122 ]
  %76 = phi i32 [ 0, %67 ], [ %124, %122 ]
  %77 = load i32, ptr %18, align 4
  %78 = load i64, ptr %19, align 8
  br label %79
79:
  %80 = phi i64 [ 1, %74 ], [ %100, %79 ]
  %81 = phi i32 [ %76, %74 ], [ %91, %79 ]
  %82 = phi i1 [ true, %74 ], [ %95, %79 ]
  %83 = phi i64 [ %78, %74 ], [ %99, %79 ]
  %84 = getelementptr inbounds nuw i32, ptr %18, i64 %80
  %85 = load i32, ptr %84, align 4
  %86 = getelementptr inbounds nuw i32, ptr %28, i64 %80
  %87 = load i32, ptr %86, align 4
  %88 = urem i32 %81, %87
  %89 = add i32 %88, %85
  %90 = sext i32 %89 to i64
  %91 = udiv i32 %81, %87
  %92 = getelementptr inbounds nuw i64, ptr %27, i64 %80
  %93 = load i64, ptr %92, align 8
  %94 = icmp ugt i64 %93, %90
  %95 = and i1 %82, %94
  %96 = getelementptr i64, ptr %25, i64 %80
  %97 = load i64, ptr %96, align 8
  %98 = mul i64 %97, %90
  %99 = add i64 %98, %83
  %100 = add nuw nsw i64 %80, 1
  %101 = icmp eq i64 %100, 5
  br i1 %101, label %102, label %79
102:
  %103 = sext i32 %77 to i64
  br i1 %95, label %104, label %117
104:
  %105 = load i64, ptr %27, align 8
  %106 = load i32, ptr %26, align 8
  %107 = sext i32 %106 to i64
  %108 = mul i64 %105, %107
  %109 = add i64 %108, 15
  %110 = and i64 %109, -16
  %111 = add i64 %110, %99
  %112 = icmp sgt i64 %111, %44
  %113 = select i1 %69, i1 true, i1 %112
  br i1 %113, label %117, label %114
114:
  %115 = zext i32 %106 to i64
  %116 = udiv i64 %110, %115
  br label %117
117:
  %118 = phi i64 [ 0, %102 ], [ %116, %114 ], [ %105, %104 ]
  br i1 %70, label %119, label %122
119:
  %120 = sdiv i64 16, %32
  %121 = icmp sgt i64 %120, 0
  br label %126
122:
  %123 = phi i64 [ %75, %117 ], [ %167, %165 ]
  %124 = add nuw i32 %76, 1
  %125 = icmp eq i32 %124, %65
  br i1 %125, label %170, label %74
126:
  %127 = phi i32 [ 0, %119 ], [ %166, %165 ]
  %128 = phi i64 [ %103, %119 ], [ %168, %165 ]
  %129 = phi i64 [ %75, %119 ], [ %167, %165 ]
  %130 = lshr i64 %129, 7
  %131 = and i64 %130, %56
  %132 = shl nuw nsw i64 %131, %55
  %133 = xor i64 %132, %129
  %134 = inttoptr i64 %133 to ptr
  %135 = mul i64 %128, %32
  %136 = add i64 %135, %99
  %137 = inttoptr i64 %136 to ptr
  %138 = icmp sgt i64 %128, -1
  br i1 %138, label %139, label %146
139:
  %140 = add i64 %120, %128
  %141 = icmp sle i64 %140, %118
  %142 = and i1 %71, %141
  br i1 %142, label %143, label %146
143:
  %144 = select i1 %73, ptr %134, ptr %137
  %145 = select i1 %73, ptr %137, ptr %134
  call void @llvm.memcpy.p0.p0.i64(ptr %144, ptr %145, i64 16, i1 false)
  br label %165
146:
  br i1 %121, label %147, label %165
147:
  %148 = phi i64 [ %163, %162 ], [ 0, %146 ]
  %149 = mul i64 %148, %32
  %150 = getelementptr inbounds i8, ptr %134, i64 %149
  %151 = getelementptr inbounds i8, ptr %137, i64 %149
  %152 = add i64 %148, %128
  %153 = icmp ult i64 %152, %118
  %154 = or i1 %72, %153
  br i1 %154, label %156, label %155
155:
  call void @llvm.memset.p0.i64(ptr %150, i8 0, i64 %32, i1 false)
  br label %156
156:
  br i1 %153, label %157, label %162
157:
  switch i32 %3, label %161 [
    i32 0, label %158
    i32 1, label %159
    i32 2, label %160
  ]
158:
  call void @llvm.memcpy.p0.p0.i64(ptr %150, ptr %151, i64 %32, i1 false)
  br label %162
159:
  call void @llvm.memcpy.p0.p0.i64(ptr %151, ptr %150, i64 %32, i1 false)
  br label %162
160:
  call void %4(ptr %150, ptr %151)
  br label %162
161:
  unreachable
162:
  %163 = add nuw nsw i64 %148, 1
  %164 = icmp eq i64 %163, %120
  br i1 %164, label %165, label %147
165:
  %166 = add i32 %127, 16
  %167 = add i64 %129, 16
  %168 = add i64 %128, %49
  %169 = icmp slt i32 %166, %58
  br i1 %169, label %126, label %122
170:
  call void @llvm.lifetime.end.p0(ptr %7)
  call void @llvm.lifetime.end.p0(ptr %6)
  ret void
}
declare void @llvm.lifetime.end.p0(ptr)
define void @cute.tile_store(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6) noinline {
  %8 = alloca [5 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr %8)
  store i32 %2, ptr %8, align 16
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 4
  store i32 %3, ptr %9, align 4
  %10 = getelementptr inbounds nuw i8, ptr %8, i64 8
  store i32 %4, ptr %10, align 8
  %11 = getelementptr inbounds nuw i8, ptr %8, i64 12
  store i32 %5, ptr %11, align 4
  %12 = getelementptr inbounds nuw i8, ptr %8, i64 16
  store i32 %6, ptr %12, align 16
  call void @tiles.move_tile(ptr %0, ptr %1, ptr %8, i32 1, ptr null)
  call void @llvm.lifetime.end.p0(ptr %8)
  ret void
}
define void @cute.tile_reduce(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, ptr %7) noinline {
  %9 = alloca [5 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr %9)
  store i32 %2, ptr %9, align 16
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 4
  store i32 %3, ptr %10, align 4
  %11 = getelementptr inbounds nuw i8, ptr %9, i64 8
  store i32 %4, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %9, i64 12
  store i32 %5, ptr %12, align 4
  %13 = getelementptr inbounds nuw i8, ptr %9, i64 16
  store i32 %6, ptr %13, align 16
  call void @tiles.move_tile(ptr %0, ptr %1, ptr %9, i32 2, ptr %7)
  call void @llvm.lifetime.end.p0(ptr %9)
  ret void
}
define void @cute.bulk_reduce(ptr %0, ptr %1, i32 %2, i32 %3, ptr %4) noinline {
  %6 = icmp eq i32 %2, 0
  br i1 %6, label %7, label %8
7:
  ret void
8:
  %9 = phi i32 [ %13, %8 ], [ 0, %5 ]
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 %10
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 %10
  call void %4(ptr %11, ptr %12)
  %13 = add i32 %9, %3
  %14 = icmp ult i32 %13, %2
  br i1 %14, label %8, label %7
}
define void @cute.bulk_store_told(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, ptr %7, i32 %8, ptr %9) noinline optnone cold {
  %11 = alloca { ptr, i64, i64, i32, i32, i32, ptr }, align 8
  call void @llvm.lifetime.start.p0(ptr %11)
  store ptr %0, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i64 %2, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store i64 %3, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %11, i64 24
  store i32 %1, ptr %14, align 8
  %15 = getelementptr inbounds nuw i8, ptr %11, i64 28
  store i32 %4, ptr %15, align 4
  %16 = getelementptr inbounds nuw i8, ptr %11, i64 32
  store i32 %5, ptr %16, align 8
  %17 = getelementptr inbounds nuw i8, ptr %11, i64 36
  store i32 0, ptr %17, align 4
  %18 = getelementptr inbounds nuw i8, ptr %11, i64 40
  store ptr %9, ptr %18, align 8
  %19 = icmp eq i32 %8, 0
  br i1 %19, label %24, label %20
20:
  %21 = ptrtoint ptr %6 to i64
  %22 = ptrtoint ptr %7 to i64
  %23 = zext i32 %8 to i64
  call void @tiles.tell_store(ptr %11, i64 %21, i64 %22, i64 %23, i64 0, i32 0)
  br label %24
24:
  call void @llvm.lifetime.end.p0(ptr %11)
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define internal void @tiles.tell_store(ptr %0, i64 %1, i64 %2, i64 %3, i64 %4, i32 %5) noinline {
  %7 = icmp sgt i64 %3, 0
  br i1 %7, label %8, label %18
8:
  %9 = zext nneg i32 %5 to i64
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 28
  br label %37
16:
  %17 = select i1 %65, i32 262144, i32 0
  br label %18
18:
  %19 = phi i32 [ 0, %6 ], [ %17, %16 ]
  %20 = phi i64 [ 0, %6 ], [ %82, %16 ]
  %21 = add i64 %20, %1
  %22 = sub i64 %3, %20
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %24 = load i32, ptr %23, align 8
  %25 = or i32 %24, %19
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %27 = load ptr, ptr %26, align 8
  %28 = load ptr, ptr %0, align 8
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %30 = load i32, ptr %29, align 8
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %34 = load i64, ptr %33, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %36 = load i32, ptr %35, align 4
  call void %27(ptr %28, i32 %30, i64 %32, i64 %34, i32 %36, i32 %25, i64 %21, i64 %22, i64 0)
  ret void
37:
  %38 = phi i64 [ 0, %8 ], [ %82, %81 ]
  %39 = phi i64 [ 0, %8 ], [ %83, %81 ]
  %40 = phi i1 [ false, %8 ], [ %65, %81 ]
  %41 = add i64 %39, %2
  %42 = and i64 %41, 15
  %43 = sub nuw nsw i64 16, %42
  %44 = sub i64 %3, %39
  %45 = call i64 @llvm.smin.i64(i64 %43, i64 %44)
  %46 = lshr i64 %41, 7
  %47 = and i64 %46, %4
  %48 = shl nuw nsw i64 %47, %9
  %49 = xor i64 %48, %41
  %50 = inttoptr i64 %49 to ptr
  %51 = add i64 %39, %1
  %52 = inttoptr i64 %51 to ptr
  %53 = icmp slt i64 %45, 1
  br i1 %53, label %64, label %54
54:
  %55 = phi i64 [ %61, %54 ], [ 0, %37 ]
  %56 = getelementptr inbounds nuw i8, ptr %50, i64 %55
  %57 = load i8, ptr %56, align 1
  %58 = getelementptr inbounds nuw i8, ptr %52, i64 %55
  %59 = load i8, ptr %58, align 1
  %60 = icmp eq i8 %57, %59
  %61 = add nuw nsw i64 %55, 1
  %62 = icmp ne i64 %61, %45
  %63 = select i1 %60, i1 %62, i1 false
  br i1 %63, label %54, label %64
64:
  %65 = phi i1 [ true, %37 ], [ %60, %54 ]
  %66 = icmp ne i64 %39, 0
  %67 = xor i1 %40, %65
  %68 = and i1 %66, %67
  br i1 %68, label %69, label %81
69:
  %70 = add i64 %38, %1
  %71 = sub i64 %39, %38
  %72 = load i32, ptr %10, align 8
  %73 = select i1 %40, i32 262144, i32 0
  %74 = or i32 %72, %73
  %75 = load ptr, ptr %11, align 8
  %76 = load ptr, ptr %0, align 8
  %77 = load i32, ptr %12, align 8
  %78 = load i64, ptr %13, align 8
  %79 = load i64, ptr %14, align 8
  %80 = load i32, ptr %15, align 4
  call void %75(ptr %76, i32 %77, i64 %78, i64 %79, i32 %80, i32 %74, i64 %70, i64 %71, i64 0)
  br label %81
81:
  %82 = phi i64 [ %39, %69 ], [ %38, %64 ]
  %83 = add i64 %45, %39
  %84 = icmp slt i64 %83, %3
  br i1 %84, label %37, label %16
}
define void @cute.tile_told(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, ptr %7, i32 %8, i32 %9, i32 %10, i32 %11, i32 %12, ptr %13) noinline optnone cold {
  %15 = alloca { ptr, i64, i64, i32, i32, i32, ptr }, align 8
  %16 = alloca [5 x i32], align 16
  %17 = alloca { i64, [5 x i64], [4 x i64], [5 x i32], i32, i32, i32, i32, i32, i32, i32 }, align 8
  call void @llvm.lifetime.start.p0(ptr %15)
  store ptr %0, ptr %15, align 8
  %18 = getelementptr inbounds nuw i8, ptr %15, i64 8
  store i64 %2, ptr %18, align 8
  %19 = getelementptr inbounds nuw i8, ptr %15, i64 16
  store i64 %3, ptr %19, align 8
  %20 = getelementptr inbounds nuw i8, ptr %15, i64 24
  store i32 %1, ptr %20, align 8
  %21 = getelementptr inbounds nuw i8, ptr %15, i64 28
  store i32 %4, ptr %21, align 4
  %22 = getelementptr inbounds nuw i8, ptr %15, i64 32
  store i32 %5, ptr %22, align 8
  %23 = getelementptr inbounds nuw i8, ptr %15, i64 36
  store i32 0, ptr %23, align 4
  %24 = getelementptr inbounds nuw i8, ptr %15, i64 40
  store ptr %13, ptr %24, align 8
  call void @llvm.lifetime.start.p0(ptr %16)
  store i32 %8, ptr %16, align 16
  %25 = getelementptr inbounds nuw i8, ptr %16, i64 4
  store i32 %9, ptr %25, align 4
  %26 = getelementptr inbounds nuw i8, ptr %16, i64 8
  store i32 %10, ptr %26, align 8
  %27 = getelementptr inbounds nuw i8, ptr %16, i64 12
  store i32 %11, ptr %27, align 4
  %28 = getelementptr inbounds nuw i8, ptr %16, i64 16
  store i32 %12, ptr %28, align 16
  call void @llvm.lifetime.start.p0(ptr %17)
  %29 = and i32 %5, 3
  %30 = icmp eq i32 %29, 1
  br i1 %30, label %31, label %35
31:
  %32 = getelementptr inbounds nuw i8, ptr %6, i64 120
  %33 = load i32, ptr %32, align 8
  %34 = icmp ne i32 %33, 1
  br label %35
35:
  %36 = phi i1 [ %34, %31 ], [ false, %14 ]
  %37 = getelementptr inbounds nuw i8, ptr %6, i64 116
  %38 = load i32, ptr %37, align 4
  %39 = icmp eq i32 %38, 0
  br i1 %39, label %42, label %40
40:
  %41 = call ptr @tiles.in_bytes(ptr %6, ptr %16, ptr %17)
  br label %42
42:
  %43 = phi ptr [ %17, %40 ], [ %6, %35 ]
  %44 = getelementptr i8, ptr %43, i64 40
  %45 = getelementptr inbounds nuw i8, ptr %43, i64 8
  %46 = getelementptr inbounds nuw i8, ptr %43, i64 80
  %47 = load i32, ptr %16, align 16
  %48 = call i32 @llvm.smax.i32(i32 %47, i32 0)
  %49 = zext nneg i32 %48 to i64
  %50 = sext i32 %47 to i64
  %51 = load i32, ptr %46, align 8
  %52 = sext i32 %51 to i64
  %53 = add nsw i64 %52, %50
  %54 = load i64, ptr %45, align 8
  %55 = call i64 @llvm.smin.i64(i64 %53, i64 %54)
  %56 = icmp sgt i64 %55, %49
  br i1 %56, label %57, label %130
57:
  %58 = getelementptr inbounds nuw i8, ptr %43, i64 96
  %59 = getelementptr inbounds nuw i8, ptr %43, i64 92
  %60 = getelementptr inbounds nuw i8, ptr %43, i64 88
  %61 = getelementptr inbounds nuw i8, ptr %43, i64 84
  %62 = getelementptr inbounds nuw i8, ptr %43, i64 108
  %63 = getelementptr inbounds nuw i8, ptr %43, i64 112
  %64 = load i32, ptr %63, align 8
  %65 = sext i32 %64 to i64
  %66 = sub nsw i64 %55, %49
  %67 = mul nsw i64 %66, %65
  %68 = load i32, ptr %62, align 4
  %69 = icmp eq i32 %68, 4
  %70 = zext nneg i32 %68 to i64
  %71 = shl nsw i64 -1, %70
  %72 = xor i64 %71, -1
  %73 = select i1 %69, i32 5, i32 4
  %74 = select i1 %69, i64 3, i64 %72
  %75 = load i32, ptr %61, align 4
  %76 = load i32, ptr %60, align 8
  %77 = mul i32 %76, %75
  %78 = load i32, ptr %59, align 4
  %79 = mul i32 %77, %78
  %80 = load i32, ptr %58, align 8
  %81 = mul i32 %79, %80
  %82 = icmp eq i32 %81, 0
  br i1 %82, label %130, label %83
83:
  %84 = sub nsw i64 %49, %50
  %85 = mul nsw i64 %84, %65
  %86 = ptrtoint ptr %7 to i64
  %87 = add i64 %85, %86
  %88 = mul nsw i64 %65, %49
  %89 = mul nsw i64 %65, %49
  br label %90
90:
  %91 = phi i32 [ 0, %83 ], [ %124, %123 ]
  %92 = phi i64 [ %87, %83 ], [ %128, %123 ]
  %93 = load i64, ptr %43, align 8
  br label %94
94:
  %95 = phi i64 [ 1, %90 ], [ %115, %94 ]
  %96 = phi i32 [ %91, %90 ], [ %106, %94 ]
  %97 = phi i1 [ true, %90 ], [ %110, %94 ]
  %98 = phi i64 [ %93, %90 ], [ %114, %94 ]
  %99 = getelementptr inbounds nuw i32, ptr %16, i64 %95
  %100 = load i32, ptr %99, align 4
  %101 = getelementptr inbounds nuw i32, ptr %46, i64 %95
  %102 = load i32, ptr %101, align 4
  %103 = urem i32 %96, %102
  %104 = add i32 %103, %100
  %105 = sext i32 %104 to i64
  %106 = udiv i32 %96, %102
  %107 = getelementptr inbounds nuw i64, ptr %45, i64 %95
  %108 = load i64, ptr %107, align 8
  %109 = icmp ugt i64 %108, %105
  %110 = and i1 %97, %109
  %111 = getelementptr i64, ptr %44, i64 %95
  %112 = load i64, ptr %111, align 8
  %113 = mul i64 %112, %105
  %114 = add i64 %113, %98
  %115 = add nuw nsw i64 %95, 1
  %116 = icmp eq i64 %115, 5
  br i1 %116, label %117, label %94
117:
  br i1 %110, label %118, label %123
118:
  br i1 %36, label %119, label %121
119:
  %120 = add i64 %114, %89
  call void @tiles.tell_store(ptr %15, i64 %120, i64 %92, i64 %67, i64 %74, i32 %73)
  br label %123
121:
  %122 = add i64 %114, %88
  call void %13(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, i64 %122, i64 %67, i64 0)
  br label %123
123:
  %124 = add nuw i32 %91, 1
  %125 = load i32, ptr %46, align 8
  %126 = sext i32 %125 to i64
  %127 = mul nsw i64 %126, %65
  %128 = add i64 %127, %92
  %129 = icmp eq i32 %124, %81
  br i1 %129, label %130, label %90
130:
  call void @llvm.lifetime.end.p0(ptr %17)
  call void @llvm.lifetime.end.p0(ptr %16)
  call void @llvm.lifetime.end.p0(ptr %15)
  ret void
}
define internal ptr @tiles.in_bytes(ptr %0, ptr %1, ptr %2) noinline optnone cold {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 116
  %5 = load i32, ptr %4, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr %2, ptr %0, i64 128, i1 false)
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = sext i32 %5 to i64
  %9 = mul i64 %7, %8
  %10 = sdiv i64 %9, 8
  %11 = getelementptr inbounds nuw i8, ptr %2, i64 8
  store i64 %10, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %13 = load i32, ptr %12, align 8
  %14 = mul i32 %13, %5
  %15 = sdiv i32 %14, 8
  %16 = getelementptr inbounds nuw i8, ptr %2, i64 80
  store i32 %15, ptr %16, align 8
  %17 = load i32, ptr %1, align 4
  %18 = sext i32 %17 to i64
  %19 = mul nsw i64 %18, %8
  %20 = sdiv i64 %19, 8
  %21 = trunc i64 %20 to i32
  store i32 %21, ptr %1, align 4
  ret ptr %2
}
define void @cute.pixels_load(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 %7, i32 %8, i32 %9, i32 %10) noinline {
  %12 = alloca [5 x i32], align 16
  %13 = alloca [3 x i32], align 4
  call void @llvm.lifetime.start.p0(ptr %12)
  store i32 %2, ptr %12, align 16
  %14 = getelementptr inbounds nuw i8, ptr %12, i64 4
  store i32 %3, ptr %14, align 4
  %15 = getelementptr inbounds nuw i8, ptr %12, i64 8
  store i32 %4, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %12, i64 12
  store i32 %5, ptr %16, align 4
  %17 = getelementptr inbounds nuw i8, ptr %12, i64 16
  store i32 %6, ptr %17, align 16
  call void @llvm.lifetime.start.p0(ptr %13)
  store i32 %7, ptr %13, align 4
  %18 = getelementptr inbounds nuw i8, ptr %13, i64 4
  store i32 %8, ptr %18, align 4
  %19 = getelementptr inbounds nuw i8, ptr %13, i64 8
  store i32 %9, ptr %19, align 4
  call void @tiles.each_pixel(ptr %0, ptr %1, ptr %12, ptr %13, i32 %10, ptr @tiles.load_pixel, ptr null)
  call void @llvm.lifetime.end.p0(ptr %13)
  call void @llvm.lifetime.end.p0(ptr %12)
  ret void
}
define internal void @tiles.each_pixel(ptr %0, ptr %1, ptr %2, ptr %3, i32 %4, ptr %5, ptr %6) noinline {
  %8 = alloca { { i64, [5 x i64], [4 x i64], [5 x i32], i32, i32, i32, i32, i32, i32, i32 }, i32, i32, i32, [5 x i32], [5 x i32], [3 x i32] }, align 8
  %9 = alloca [2 x i32], align 4
  call void @llvm.lifetime.start.p0(ptr %8)
  call void @llvm.memcpy.p0.p0.i64(ptr %8, ptr %0, i64 128, i1 false)
  %10 = getelementptr inbounds nuw i8, ptr %8, i64 120
  store i32 0, ptr %10, align 8
  %11 = getelementptr inbounds nuw i8, ptr %8, i64 80
  br label %15
12:
  %13 = icmp eq i32 %4, 0
  %14 = icmp eq i32 %4, 2
  br i1 %14, label %23, label %20
15:
  %16 = phi i64 [ 1, %7 ], [ %18, %15 ]
  %17 = getelementptr inbounds nuw i32, ptr %11, i64 %16
  store i32 1, ptr %17, align 4
  %18 = add nuw nsw i64 %16, 1
  %19 = icmp eq i64 %18, 5
  br i1 %19, label %12, label %15
20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 84
  %22 = load i32, ptr %21, align 4
  br label %23
23:
  %24 = phi i32 [ %22, %20 ], [ 128, %12 ]
  %25 = getelementptr inbounds nuw i8, ptr %8, i64 128
  store i32 %24, ptr %25, align 8
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %27 = load i32, ptr %26, align 8
  %28 = add i32 %27, -2
  %29 = getelementptr inbounds nuw i8, ptr %8, i64 132
  store i32 %28, ptr %29, align 4
  %30 = select i1 %13, i32 %28, i32 1
  %31 = getelementptr inbounds nuw i8, ptr %8, i64 136
  store i32 %30, ptr %31, align 8
  %32 = getelementptr inbounds nuw i8, ptr %8, i64 140
  call void @llvm.memcpy.p0.p0.i64(ptr %32, ptr %2, i64 20, i1 false)
  %33 = getelementptr inbounds nuw i8, ptr %8, i64 160
  call void @llvm.memcpy.p0.p0.i64(ptr %33, ptr %2, i64 20, i1 false)
  %34 = getelementptr inbounds nuw i8, ptr %8, i64 180
  %35 = sext i32 %28 to i64
  br label %37
36:
  br i1 %13, label %52, label %49
37:
  %38 = phi i64 [ 0, %23 ], [ %47, %44 ]
  %39 = icmp slt i64 %38, %35
  %40 = select i1 %13, i1 %39, i1 false
  br i1 %40, label %41, label %44
41:
  %42 = getelementptr inbounds nuw i32, ptr %3, i64 %38
  %43 = load i32, ptr %42, align 4
  br label %44
44:
  %45 = phi i32 [ %43, %41 ], [ 0, %37 ]
  %46 = getelementptr inbounds nuw i32, ptr %34, i64 %38
  store i32 %45, ptr %46, align 4
  %47 = add nuw nsw i64 %38, 1
  %48 = icmp eq i64 %47, 3
  br i1 %48, label %36, label %37
49:
  %50 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %51 = load i32, ptr %50, align 4
  store i32 %51, ptr %34, align 4
  br label %52
52:
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %54 = load i32, ptr %53, align 8
  %55 = sext i32 %54 to i64
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %57 = load i32, ptr %56, align 8
  %58 = sext i32 %57 to i64
  %59 = mul nsw i64 %58, %55
  br i1 %13, label %62, label %60
60:
  %61 = load i32, ptr %3, align 4
  br label %62
62:
  %63 = phi i32 [ %61, %60 ], [ 0, %52 ]
  %64 = load i32, ptr %25, align 8
  %65 = add i32 %64, %63
  %66 = icmp sgt i32 %65, 0
  br i1 %66, label %67, label %73
67:
  %68 = icmp ne i32 %4, 1
  %69 = icmp ne i32 %4, 2
  %70 = getelementptr inbounds nuw i8, ptr %8, i64 176
  %71 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %72 = getelementptr inbounds nuw i8, ptr %0, i64 8
  br label %74
73:
  call void @llvm.lifetime.end.p0(ptr %8)
  ret void
74:
  %75 = phi i32 [ %64, %67 ], [ %164, %163 ]
  %76 = phi i32 [ 0, %67 ], [ %125, %163 ]
  call void @llvm.lifetime.start.p0(ptr %9)
  %77 = icmp slt i32 %76, %75
  br i1 %77, label %78, label %79
78:
  store i32 %76, ptr %9, align 4
  br label %79
79:
  %80 = phi i32 [ 1, %78 ], [ 0, %74 ]
  %81 = or i1 %68, %77
  br i1 %81, label %86, label %82
82:
  %83 = add nuw nsw i32 %80, 1
  %84 = zext nneg i32 %80 to i64
  %85 = getelementptr inbounds nuw i32, ptr %9, i64 %84
  store i32 %76, ptr %85, align 4
  br label %86
86:
  %87 = phi i32 [ %83, %82 ], [ %80, %79 ]
  %88 = icmp samesign ult i32 %76, 32
  %89 = or i1 %69, %88
  br i1 %89, label %102, label %90
90:
  %91 = and i32 %76, 31
  %92 = icmp slt i32 %91, %63
  br i1 %92, label %93, label %102
93:
  %94 = lshr i32 %76, 5
  %95 = shl nuw nsw i32 %91, 2
  %96 = add nsw i32 %94, -1
  %97 = add i32 %96, %75
  %98 = add i32 %97, %95
  %99 = add nuw nsw i32 %87, 1
  %100 = zext nneg i32 %87 to i64
  %101 = getelementptr inbounds nuw i32, ptr %9, i64 %100
  store i32 %98, ptr %101, align 4
  br label %102
102:
  %103 = phi i32 [ %87, %86 ], [ %99, %93 ], [ %87, %90 ]
  %104 = load i32, ptr %29, align 4
  %105 = sext i32 %104 to i64
  br label %106
106:
  %107 = phi i64 [ 1, %102 ], [ %118, %114 ]
  %108 = getelementptr inbounds nuw i32, ptr %32, i64 %107
  %109 = load i32, ptr %108, align 4
  %110 = icmp sgt i64 %107, %105
  br i1 %110, label %114, label %111
111:
  %112 = getelementptr i32, ptr %70, i64 %107
  %113 = load i32, ptr %112, align 4
  br label %114
114:
  %115 = phi i32 [ %113, %111 ], [ 0, %106 ]
  %116 = add i32 %115, %109
  %117 = getelementptr inbounds nuw i32, ptr %33, i64 %107
  store i32 %116, ptr %117, align 4
  %118 = add nuw nsw i64 %107, 1
  %119 = icmp eq i64 %118, 5
  br i1 %119, label %120, label %106
120:
  %121 = icmp sgt i32 %103, 0
  br i1 %121, label %122, label %124
122:
  %123 = zext nneg i32 %103 to i64
  br label %167
124:
  call void @llvm.lifetime.end.p0(ptr %9)
  %125 = add nuw nsw i32 %76, 1
  %126 = load i32, ptr %31, align 8
  %127 = icmp slt i32 %126, 1
  br i1 %127, label %156, label %128
128:
  %129 = load i32, ptr %71, align 8
  br label %130
130:
  %131 = phi i32 [ 1, %128 ], [ %132, %151 ]
  %132 = add i32 %131, 1
  %133 = sext i32 %132 to i64
  %134 = getelementptr inbounds i32, ptr %53, i64 %133
  %135 = load i32, ptr %134, align 4
  %136 = shl i32 %131, 2
  %137 = add i32 %136, 4
  %138 = ashr i32 %129, %137
  %139 = and i32 %138, 15
  %140 = sext i32 %131 to i64
  %141 = getelementptr inbounds i64, ptr %72, i64 %140
  %142 = load i64, ptr %141, align 8
  %143 = trunc i64 %142 to i32
  %144 = ashr i32 %135, 16
  %145 = add nsw i32 %144, -1
  %146 = add i32 %145, %143
  %147 = getelementptr inbounds i32, ptr %32, i64 %140
  %148 = load i32, ptr %147, align 4
  %149 = add i32 %148, %139
  store i32 %149, ptr %147, align 4
  %150 = icmp sgt i32 %149, %146
  br i1 %150, label %151, label %163
151:
  %152 = shl i32 %135, 16
  %153 = ashr exact i32 %152, 16
  store i32 %153, ptr %147, align 4
  %154 = load i32, ptr %31, align 8
  %155 = icmp sgt i32 %132, %154
  br i1 %155, label %156, label %130
156:
  %157 = load i32, ptr %29, align 4
  %158 = add i32 %157, 1
  %159 = sext i32 %158 to i64
  %160 = getelementptr inbounds i32, ptr %32, i64 %159
  %161 = load i32, ptr %160, align 4
  %162 = add i32 %161, 1
  store i32 %162, ptr %160, align 4
  br label %163
163:
  %164 = load i32, ptr %25, align 8
  %165 = add i32 %164, %63
  %166 = icmp slt i32 %125, %165
  br i1 %166, label %74, label %73
167:
  %168 = phi i64 [ 0, %122 ], [ %174, %167 ]
  %169 = getelementptr inbounds nuw i32, ptr %9, i64 %168
  %170 = load i32, ptr %169, align 4
  %171 = sext i32 %170 to i64
  %172 = mul i64 %59, %171
  %173 = getelementptr inbounds i8, ptr %1, i64 %172
  call void %5(ptr %6, ptr %8, ptr %173, ptr %33)
  %174 = add nuw nsw i64 %168, 1
  %175 = icmp eq i64 %174, %123
  br i1 %175, label %124, label %167
}
define internal void @tiles.load_pixel(ptr %0, ptr %1, ptr %2, ptr %3) noinline {
  call void @tiles.move_tile(ptr %1, ptr %2, ptr %3, i32 0, ptr null)
  ret void
}
define void @cute.pixels_store(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 %7, i32 %8, i32 %9, i32 %10) noinline {
  %12 = alloca [5 x i32], align 16
  %13 = alloca [3 x i32], align 4
  call void @llvm.lifetime.start.p0(ptr %12)
  store i32 %2, ptr %12, align 16
  %14 = getelementptr inbounds nuw i8, ptr %12, i64 4
  store i32 %3, ptr %14, align 4
  %15 = getelementptr inbounds nuw i8, ptr %12, i64 8
  store i32 %4, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %12, i64 12
  store i32 %5, ptr %16, align 4
  %17 = getelementptr inbounds nuw i8, ptr %12, i64 16
  store i32 %6, ptr %17, align 16
  call void @llvm.lifetime.start.p0(ptr %13)
  store i32 %7, ptr %13, align 4
  %18 = getelementptr inbounds nuw i8, ptr %13, i64 4
  store i32 %8, ptr %18, align 4
  %19 = getelementptr inbounds nuw i8, ptr %13, i64 8
  store i32 %9, ptr %19, align 4
  call void @tiles.each_pixel(ptr %0, ptr %1, ptr %12, ptr %13, i32 %10, ptr @tiles.store_pixel, ptr null)
  call void @llvm.lifetime.end.p0(ptr %13)
  call void @llvm.lifetime.end.p0(ptr %12)
  ret void
}
define internal void @tiles.store_pixel(ptr %0, ptr %1, ptr %2, ptr %3) noinline {
  call void @tiles.move_tile(ptr %1, ptr %2, ptr %3, i32 1, ptr null)
  ret void
}
define i32 @cute.pixels_bytes(ptr %0, i32 %1, i32 %2) noinline {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %5 = load i32, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %7 = load i32, ptr %6, align 8
  %8 = icmp eq i32 %2, 2
  br i1 %8, label %9, label %12
9:
  %10 = shl i32 %1, 2
  %11 = add i32 %10, 128
  br label %16
12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 84
  %14 = load i32, ptr %13, align 4
  %15 = add i32 %14, %1
  br label %16
16:
  %17 = phi i32 [ %11, %9 ], [ %15, %12 ]
  %18 = mul i32 %7, %5
  %19 = mul i32 %18, %17
  ret i32 %19
}
define void @cute.pixels_told(ptr %0, i32 %1, i64 %2, i64 %3, i32 %4, i32 %5, ptr %6, ptr %7, i32 %8, i32 %9, i32 %10, i32 %11, i32 %12, i32 %13, i32 %14, i32 %15, i32 %16, ptr %17) noinline optnone cold {
  %19 = alloca [5 x i32], align 16
  %20 = alloca [3 x i32], align 4
  %21 = alloca { ptr, i64, i64, i32, i32, i32, ptr }, align 8
  call void @llvm.lifetime.start.p0(ptr %19)
  store i32 %8, ptr %19, align 16
  %22 = getelementptr inbounds nuw i8, ptr %19, i64 4
  store i32 %9, ptr %22, align 4
  %23 = getelementptr inbounds nuw i8, ptr %19, i64 8
  store i32 %10, ptr %23, align 8
  %24 = getelementptr inbounds nuw i8, ptr %19, i64 12
  store i32 %11, ptr %24, align 4
  %25 = getelementptr inbounds nuw i8, ptr %19, i64 16
  store i32 %12, ptr %25, align 16
  call void @llvm.lifetime.start.p0(ptr %20)
  store i32 %13, ptr %20, align 4
  %26 = getelementptr inbounds nuw i8, ptr %20, i64 4
  store i32 %14, ptr %26, align 4
  %27 = getelementptr inbounds nuw i8, ptr %20, i64 8
  store i32 %15, ptr %27, align 4
  call void @llvm.lifetime.start.p0(ptr %21)
  store ptr %0, ptr %21, align 8
  %28 = getelementptr inbounds nuw i8, ptr %21, i64 8
  store i64 %2, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %21, i64 16
  store i64 %3, ptr %29, align 8
  %30 = getelementptr inbounds nuw i8, ptr %21, i64 24
  store i32 %1, ptr %30, align 8
  %31 = getelementptr inbounds nuw i8, ptr %21, i64 28
  store i32 %4, ptr %31, align 4
  %32 = getelementptr inbounds nuw i8, ptr %21, i64 32
  store i32 %5, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %21, i64 36
  store i32 0, ptr %33, align 4
  %34 = getelementptr inbounds nuw i8, ptr %21, i64 40
  store ptr %17, ptr %34, align 8
  call void @tiles.each_pixel(ptr %6, ptr %7, ptr %19, ptr %20, i32 %16, ptr @tiles.tell_pixel, ptr %21)
  call void @llvm.lifetime.end.p0(ptr %21)
  call void @llvm.lifetime.end.p0(ptr %20)
  call void @llvm.lifetime.end.p0(ptr %19)
  ret void
}
define internal void @tiles.tell_pixel(ptr %0, ptr %1, ptr %2, ptr %3) noinline optnone cold {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %7 = load i32, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %13 = load i32, ptr %12, align 4
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %15 = load i32, ptr %14, align 8
  %16 = load i32, ptr %3, align 4
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %18 = load i32, ptr %17, align 4
  %19 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %20 = load i32, ptr %19, align 4
  %21 = getelementptr inbounds nuw i8, ptr %3, i64 12
  %22 = load i32, ptr %21, align 4
  %23 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %24 = load i32, ptr %23, align 4
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %26 = load ptr, ptr %25, align 8
  call void @cute.tile_told(ptr %5, i32 %7, i64 %9, i64 %11, i32 %13, i32 %15, ptr %1, ptr %2, i32 %16, i32 %18, i32 %20, i32 %22, i32 %24, ptr %26)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define internal void @tiles.move_padded(ptr %0, ptr %1, ptr %2, i32 %3) noinline optnone cold {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 116
  %6 = load i32, ptr %5, align 4
  %7 = shl i32 %6, 4
  %8 = ashr exact i32 %7, 3
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 108
  %10 = load i32, ptr %9, align 4
  %11 = icmp eq i32 %10, 4
  %12 = zext nneg i32 %10 to i64
  %13 = shl nsw i64 -1, %12
  %14 = xor i64 %13, -1
  %15 = select i1 %11, i64 5, i64 4
  %16 = select i1 %11, i64 3, i64 %14
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 84
  %18 = load i32, ptr %17, align 4
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %20 = load i32, ptr %19, align 8
  %21 = mul i32 %20, %18
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 92
  %23 = load i32, ptr %22, align 4
  %24 = mul i32 %21, %23
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %26 = load i32, ptr %25, align 8
  %27 = mul i32 %24, %26
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %40, label %29
29:
  %30 = ptrtoint ptr %1 to i64
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %33 = getelementptr i8, ptr %0, i64 40
  %34 = icmp eq i32 %3, 0
  %35 = sext i32 %8 to i64
  %36 = icmp ne i32 %3, 0
  %37 = sext i32 %8 to i64
  %38 = icmp eq i32 %3, 1
  %39 = sext i32 %8 to i64
  br label %41
40:
  ret void
41:
  %42 = phi i64 [ %30, %29 ], [ %72, %71 ]
  %43 = phi i32 [ 0, %29 ], [ %73, %71 ]
  %44 = load i64, ptr %0, align 8
  br label %45
45:
  %46 = phi i64 [ 1, %41 ], [ %66, %45 ]
  %47 = phi i32 [ %43, %41 ], [ %57, %45 ]
  %48 = phi i1 [ true, %41 ], [ %61, %45 ]
  %49 = phi i64 [ %44, %41 ], [ %65, %45 ]
  %50 = getelementptr inbounds nuw i32, ptr %2, i64 %46
  %51 = load i32, ptr %50, align 4
  %52 = getelementptr inbounds nuw i32, ptr %31, i64 %46
  %53 = load i32, ptr %52, align 4
  %54 = urem i32 %47, %53
  %55 = add i32 %54, %51
  %56 = sext i32 %55 to i64
  %57 = udiv i32 %47, %53
  %58 = getelementptr inbounds nuw i64, ptr %32, i64 %46
  %59 = load i64, ptr %58, align 8
  %60 = icmp ugt i64 %59, %56
  %61 = and i1 %48, %60
  %62 = getelementptr i64, ptr %33, i64 %46
  %63 = load i64, ptr %62, align 8
  %64 = mul i64 %63, %56
  %65 = add i64 %64, %49
  %66 = add nuw nsw i64 %46, 1
  %67 = icmp eq i64 %66, 5
  br i1 %67, label %68, label %45
68:
  %69 = load i32, ptr %31, align 8
  %70 = icmp sgt i32 %69, 0
  br i1 %70, label %75, label %71
71:
  %72 = phi i64 [ %42, %68 ], [ %107, %105 ]
  %73 = add nuw i32 %43, 1
  %74 = icmp eq i32 %73, %27
  br i1 %74, label %40, label %41
75:
  %76 = phi i64 [ %107, %105 ], [ %42, %68 ]
  %77 = phi i32 [ %106, %105 ], [ 0, %68 ]
  %78 = lshr i64 %76, 7
  %79 = and i64 %78, %16
  %80 = shl nuw nsw i64 %79, %15
  %81 = xor i64 %80, %76
  %82 = inttoptr i64 %81 to ptr
  br i1 %61, label %83, label %89
83:
  %84 = load i32, ptr %2, align 4
  %85 = add i32 %84, %77
  %86 = sext i32 %85 to i64
  %87 = load i64, ptr %32, align 8
  %88 = icmp ugt i64 %87, %86
  br label %89
89:
  %90 = phi i1 [ false, %75 ], [ %88, %83 ]
  %91 = load i32, ptr %2, align 4
  %92 = sext i32 %91 to i64
  %93 = sext i32 %77 to i64
  %94 = add i64 %65, %93
  %95 = add i64 %94, %92
  %96 = inttoptr i64 %95 to ptr
  %97 = select i1 %34, i1 %90, i1 false
  br i1 %97, label %98, label %99
98:
  call void @llvm.memcpy.p0.p0.i64(ptr %82, ptr %96, i64 %35, i1 false)
  br label %99
99:
  %100 = select i1 %36, i1 true, i1 %90
  br i1 %100, label %102, label %101
101:
  call void @llvm.memset.p0.i64(ptr %82, i8 0, i64 %37, i1 false)
  br label %102
102:
  %103 = select i1 %38, i1 %90, i1 false
  br i1 %103, label %104, label %105
104:
  call void @llvm.memcpy.p0.p0.i64(ptr %96, ptr %82, i64 %39, i1 false)
  br label %105
105:
  %106 = add i32 %77, %8
  %107 = add i64 %76, 16
  %108 = load i32, ptr %31, align 8
  %109 = icmp slt i32 %106, %108
  br i1 %109, label %75, label %71
}
declare i32 @llvm.smax.i32(i32, i32)
declare i64 @llvm.smin.i64(i64, i64)
