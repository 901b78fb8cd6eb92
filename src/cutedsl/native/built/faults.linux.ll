; Made by scripts/build_native.py: change the C sources, then run it.
; faults/linux.c
@linux.fault_records = internal unnamed_addr global ptr null, align 8
@linux.gave_up = internal global i32 0, align 4
@linux.before_ours = internal global [2 x { ptr, [128 x i8], i32, [112 x i8] }] zeroinitializer, align 16
define void @cute.guard(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, ptr %6, i64 %7) noinline optnone cold {
  %9 = alloca { i64, ptr, i32, ptr, i64, [24 x i8] }, align 64
  %10 = alloca { [64 x i64] }, align 16
  %11 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(ptr %9)
  %12 = getelementptr inbounds nuw i8, ptr %4, i64 648
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %27, label %15
15:
  %16 = call i64 @pthread_self()
  br label %20
17:
  %18 = add nuw nsw i64 %21, 1
  %19 = icmp eq i64 %18, 256
  br i1 %19, label %27, label %20
20:
  %21 = phi i64 [ 0, %15 ], [ %18, %17 ]
  %22 = phi ptr [ undef, %15 ], [ %26, %17 ]
  %23 = getelementptr inbounds nuw { i64, ptr, i32, ptr, i64, [24 x i8] }, ptr %13, i64 %21
  %24 = cmpxchg ptr %23, i64 0, i64 %16 seq_cst seq_cst, align 64
  %25 = extractvalue { i64, i1 } %24, 1
  %26 = select i1 %25, ptr %23, ptr %22
  br i1 %25, label %27, label %17
27:
  %28 = phi ptr [ null, %8 ], [ %26, %20 ], [ null, %17 ]
  call void @llvm.lifetime.start.p0(ptr %10)
  %29 = icmp eq ptr %28, null
  br i1 %29, label %30, label %31
30:
  call void %0(ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, ptr %6, i64 %7, ptr %9)
  br label %56
31:
  call void @llvm.lifetime.start.p0(ptr %11)
  store volatile ptr %28, ptr %11, align 8
  %32 = load volatile ptr, ptr %11, align 8
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 8
  store ptr %10, ptr %33, align 8
  %34 = call i32 @__sigsetjmp(ptr %10, i32 0) returns_twice
  %35 = icmp eq i32 %34, 0
  %36 = load volatile ptr, ptr %11, align 8
  br i1 %35, label %37, label %38
37:
  call void %0(ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, ptr %6, i64 %7, ptr %36)
  br label %54
38:
  %39 = getelementptr inbounds nuw i8, ptr %36, i64 24
  %40 = load ptr, ptr %39, align 8
  %41 = getelementptr inbounds nuw i8, ptr %40, i64 624
  %42 = load volatile ptr, ptr %11, align 8
  %43 = getelementptr inbounds nuw i8, ptr %42, i64 16
  %44 = load i32, ptr %43, align 16
  %45 = load i32, ptr %41, align 4
  %46 = getelementptr inbounds nuw i8, ptr %40, i64 628
  %47 = load i32, ptr %46, align 4
  %48 = getelementptr inbounds nuw i8, ptr %40, i64 632
  %49 = load i32, ptr %48, align 4
  %50 = load volatile ptr, ptr %11, align 8
  %51 = getelementptr inbounds nuw i8, ptr %50, i64 32
  %52 = load i64, ptr %51, align 32
  %53 = call i1 @cute.fail(ptr %4, i32 9, i32 %44, i32 0, i32 %45, i32 %47, i32 %49, i64 %52, i64 0, i64 0)
  br label %54
54:
  %55 = load volatile ptr, ptr %11, align 8
  store atomic i64 0, ptr %55 seq_cst, align 64
  call void @llvm.lifetime.end.p0(ptr %11)
  br label %56
56:
  call void @llvm.lifetime.end.p0(ptr %10)
  call void @llvm.lifetime.end.p0(ptr %9)
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
declare i32 @__sigsetjmp(ptr, i32) returns_twice
declare i1 @cute.fail(ptr, i32, i32, i32, i32, i32, i32, i64, i64, i64)
declare void @llvm.lifetime.end.p0(ptr)
define void @cute.refused(i32 %0, ptr %1, ptr %2) noinline optnone cold {
  %4 = alloca { ptr, [128 x i8], i32, [112 x i8] }, align 8
  %5 = call i64 @pthread_self()
  br label %12
6:
  %7 = add nuw nsw i32 %13, 1
  %8 = icmp eq i32 %7, 256
  br i1 %8, label %9, label %12
9:
  %10 = atomicrmw add ptr @linux.gave_up, i32 1 seq_cst, align 4
  %11 = icmp sgt i32 %10, 0
  br i1 %11, label %25, label %27
12:
  %13 = phi i32 [ 0, %3 ], [ %7, %6 ]
  %14 = zext nneg i32 %13 to i64
  %15 = load ptr, ptr @linux.fault_records, align 8
  %16 = getelementptr inbounds nuw { i64, ptr, i32, ptr, i64, [24 x i8] }, ptr %15, i64 %14
  %17 = load atomic i64, ptr %16 seq_cst, align 64
  %18 = icmp eq i64 %17, %5
  br i1 %18, label %19, label %6
19:
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %21 = load i64, ptr %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr %16, i64 32
  store i64 %21, ptr %22, align 32
  %23 = getelementptr inbounds nuw i8, ptr %16, i64 8
  %24 = load ptr, ptr %23, align 8
  call void @siglongjmp(ptr %24, i32 1) noreturn
  unreachable
25:
  call void @llvm.lifetime.start.p0(ptr %4)
  call void @llvm.memset.p0.i64(ptr %4, i8 0, i64 256, i1 false)
  %26 = call i32 @sigaction(i32 %0, ptr %4, ptr null)
  call void @llvm.lifetime.end.p0(ptr %4)
  br label %32
27:
  %28 = icmp eq i32 %0, 7
  %29 = zext i1 %28 to i64
  %30 = getelementptr inbounds nuw { ptr, [128 x i8], i32, [112 x i8] }, ptr @linux.before_ours, i64 %29
  %31 = call i32 @sigaction(i32 %0, ptr %30, ptr null)
  br label %32
32:
  ret void
}
declare i64 @pthread_self()
declare void @siglongjmp(ptr, i32) noreturn
declare i32 @sigaction(i32, ptr, ptr)
define void @cute.install(ptr %0) noinline optnone cold {
  %2 = alloca { ptr, [128 x i8], i32, [112 x i8] }, align 8
  call void @llvm.lifetime.start.p0(ptr %2)
  call void @llvm.memset.p0.i64(ptr %2, i8 0, i64 256, i1 false)
  store ptr %0, ptr @linux.fault_records, align 8
  store ptr @cute.refused, ptr %2, align 8
  %3 = getelementptr inbounds nuw i8, ptr %2, i64 136
  store i32 1073741828, ptr %3, align 8
  %4 = call i32 @sigaction(i32 11, ptr %2, ptr @linux.before_ours)
  %5 = call i32 @sigaction(i32 7, ptr %2, ptr getelementptr inbounds nuw (i8, ptr @linux.before_ours, i64 256))
  call void @llvm.lifetime.end.p0(ptr %2)
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
