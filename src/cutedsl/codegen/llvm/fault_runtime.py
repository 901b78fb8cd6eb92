"""Accesses that the machine refuses, in LLVM text: a worker that makes one ends with an error, and Python goes on.

A worker runs behind `sigsetjmp`, with a record in the process's table that has its thread. The handler of SIGSEGV and
SIGBUS looks for the record of the faulting thread and jumps back there; a fault of any other code is left to the
handler from before, and ends the process if that one asks here again. Kernels note in the record where they go through
a pointer whose bounds nobody knows.

Linux only; elsewhere a worker is called as it is. Source: POSIX, `sigaction` and `siglongjmp`.
"""

from __future__ import annotations

import sys
from typing import Final

from cutedsl.arch.host_abi import FAULT_RECORD_BYTES, FAULT_RECORDS, RT, ErrorCode
from cutedsl.codegen.llvm.block_state import STATE

RECORD: Final = {"thread": 0, "jump": 8, "site": 16, "state": 24, "address": 32}
"""The record of a worker: who runs it, where to jump to, the last site noted with the state of its block, and the
address that was refused."""

_PARAMETERS: Final = "ptr %counter, ptr %dims, ptr %params, ptr %rt, ptr %poll, ptr %smem, i64 %smem_bytes"

_PLAIN: Final = f"""
define void @cute.guard(ptr %body, {_PARAMETERS}) noinline optnone {{
entry:
  %own = alloca [{FAULT_RECORD_BYTES} x i8], align 16
  call void %body({_PARAMETERS}, ptr %own)
  ret void
}}
define void @cute.install(ptr %table) noinline optnone {{
entry:
  ret void
}}
"""

_GUARDED: Final = f"""
@cute.records = internal global ptr null
@cute.gave.up = internal global i32 0
@cute.before = internal global [2 x [256 x i8]] zeroinitializer, align 16
declare i32 @__sigsetjmp(ptr, i32) returns_twice
declare void @siglongjmp(ptr, i32) noreturn
declare i32 @sigaction(i32, ptr, ptr)
declare i64 @pthread_self()
define void @cute.guard(ptr %body, {_PARAMETERS}) noinline optnone {{
entry:
  %own = alloca [{FAULT_RECORD_BYTES} x i8], align 16
  %jump = alloca [512 x i8], align 16
  %kept = alloca ptr, align 8
  %tablep = getelementptr i8, ptr %rt, i64 {RT["faults"].offset}
  %table = load ptr, ptr %tablep
  %none = icmp eq ptr %table, null
  br i1 %none, label %plain, label %find
find:
  %self = call i64 @pthread_self()
  br label %each
each:
  %k = phi i32 [ 0, %find ], [ %k1, %next ]
  %record = getelementptr [{FAULT_RECORD_BYTES} x i8], ptr %table, i32 %k
  %pair = cmpxchg ptr %record, i64 0, i64 %self seq_cst seq_cst
  %won = extractvalue {{ i64, i1 }} %pair, 1
  br i1 %won, label %guarded, label %next
next:
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, {FAULT_RECORDS}
  br i1 %more, label %each, label %plain
guarded:
  store ptr %record, ptr %kept
  %jumpp = getelementptr i8, ptr %record, i64 {RECORD["jump"]}
  store ptr %jump, ptr %jumpp
  %came = call i32 @__sigsetjmp(ptr %jump, i32 0) returns_twice
  %first = icmp eq i32 %came, 0
  br i1 %first, label %run, label %fault
run:
  %mine = load ptr, ptr %kept
  call void %body({_PARAMETERS}, ptr %mine)
  br label %leave
fault:
  %had = load ptr, ptr %kept
  %sitep = getelementptr i8, ptr %had, i64 {RECORD["site"]}
  %site = load i32, ptr %sitep
  %statep = getelementptr i8, ptr %had, i64 {RECORD["state"]}
  %state = load ptr, ptr %statep
  %addressp = getelementptr i8, ptr %had, i64 {RECORD["address"]}
  %address = load i64, ptr %addressp
  %xp = getelementptr i8, ptr %state, i64 {STATE["block"]}
  %x = load i32, ptr %xp
  %yp = getelementptr i8, ptr %xp, i64 4
  %y = load i32, ptr %yp
  %zp = getelementptr i8, ptr %xp, i64 8
  %z = load i32, ptr %zp
  %said = call i1 @cute.fail(ptr %rt, i32 {int(ErrorCode.ILLEGAL_ACCESS)}, i32 %site, i32 0, i32 %x, i32 %y, i32 %z, i64 %address, i64 0, i64 0)
  br label %leave
leave:
  %done = load ptr, ptr %kept
  store atomic i64 0, ptr %done seq_cst, align 8
  ret void
plain:
  call void %body({_PARAMETERS}, ptr %own)
  ret void
}}
define void @cute.refused(i32 %signal, ptr %info, ptr %context) noinline optnone {{
entry:
  %table = load ptr, ptr @cute.records
  %self = call i64 @pthread_self()
  br label %each
each:
  %k = phi i32 [ 0, %entry ], [ %k1, %next ]
  %record = getelementptr [{FAULT_RECORD_BYTES} x i8], ptr %table, i32 %k
  %thread = load atomic i64, ptr %record seq_cst, align 8
  %own = icmp eq i64 %thread, %self
  br i1 %own, label %back, label %next
next:
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, {FAULT_RECORDS}
  br i1 %more, label %each, label %other
back:
  %fromp = getelementptr i8, ptr %info, i64 16
  %from = load i64, ptr %fromp
  %addressp = getelementptr i8, ptr %record, i64 {RECORD["address"]}
  store i64 %from, ptr %addressp
  %jumpp = getelementptr i8, ptr %record, i64 {RECORD["jump"]}
  %jump = load ptr, ptr %jumpp
  call void @siglongjmp(ptr %jump, i32 1)
  unreachable
other:
  %tried = atomicrmw add ptr @cute.gave.up, i32 1 seq_cst
  %again = icmp sgt i32 %tried, 0
  br i1 %again, label %end, label %pass
pass:
  %bus = icmp eq i32 %signal, 7
  %second = zext i1 %bus to i32
  %before = getelementptr [256 x i8], ptr @cute.before, i32 %second
  %put = call i32 @sigaction(i32 %signal, ptr %before, ptr null)
  ret void
end:
  %default = alloca [256 x i8], align 16
  call void @llvm.memset.p0.i64(ptr %default, i8 0, i64 256, i1 false)
  %ended = call i32 @sigaction(i32 %signal, ptr %default, ptr null)
  ret void
}}
define void @cute.install(ptr %table) noinline optnone {{
entry:
  store ptr %table, ptr @cute.records
  %action = alloca [256 x i8], align 16
  call void @llvm.memset.p0.i64(ptr %action, i8 0, i64 256, i1 false)
  store ptr @cute.refused, ptr %action
  %flagsp = getelementptr i8, ptr %action, i64 136
  store i32 {0x40000000 | 4}, ptr %flagsp
  %second = getelementptr [256 x i8], ptr @cute.before, i32 1
  %segment = call i32 @sigaction(i32 11, ptr %action, ptr @cute.before)
  %bus = call i32 @sigaction(i32 7, ptr %action, ptr %second)
  ret void
}}
"""  # noqa: E501

FAULTS: Final = _GUARDED if sys.platform == "linux" else _PLAIN
"""`cute.guard` calls a worker's body; `cute.install` sets the handlers up, once a process, with the process's table of
`FAULT_RECORDS` records. (SA_NODEFER and SA_SIGINFO; the flags lie behind 128 bytes of mask.)"""
