"""The runtime that says which blocks wait for each other after a deadlock, in LLVM text: a few that differ, and counts.

Blocks are alike that wait at the same places with the same warps: hundreds may wait at one barrier of a grid for one.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.host_abi import MAX_BLOCK_WARPS, RT, STUCK_BLOCKS, STUCK_HEAD_WORDS, STUCK_WORDS
from cutedsl.codegen.llvm.block_state import STATE, STATE_BYTES

_SITES_AT: Final = STUCK_WORDS - MAX_BLOCK_WARPS

STUCK: Final = f"""
define void @cute.stuck(ptr %rt, ptr %states, i32 %count, i32 %warps) noinline optnone cold {{
entry:
  %sites = alloca [{MAX_BLOCK_WARPS} x i32]
  %table = getelementptr i8, ptr %rt, i64 {RT["stuck"].offset}
  %restp = getelementptr i32, ptr %table, i32 1
  %records = getelementptr i32, ptr %table, i32 {STUCK_HEAD_WORDS}
  store i32 0, ptr %table
  store i32 0, ptr %restp
  br label %block
block:
  %b = phi i32 [ 0, %entry ], [ %b1, %next ]
  %state = getelementptr [{STATE_BYTES} x i8], ptr %states, i32 %b
  %handles = getelementptr i8, ptr %state, i64 {STATE["handles"]}
  %waits = getelementptr i8, ptr %state, i64 {STATE["wait_sites"]}
  %alivep = getelementptr i8, ptr %state, i64 {STATE["alive"]}
  %alive = load i32, ptr %alivep
  %ended = icmp eq i32 %alive, 0
  br i1 %ended, label %next, label %clear
clear:
  call void @llvm.memset.p0.i64(ptr %sites, i8 -1, i64 {4 * MAX_BLOCK_WARPS}, i1 false)
  br label %warp
warp:
  %k = phi i32 [ 0, %clear ], [ %k1, %warp ]
  %hp = getelementptr ptr, ptr %handles, i32 %k
  %handle = load ptr, ptr %hp
  %over = call i1 @llvm.coro.done(ptr %handle)
  %sp = getelementptr i32, ptr %waits, i32 %k
  %site = load i32, ptr %sp
  %said = select i1 %over, i32 -1, i32 %site
  %putp = getelementptr i32, ptr %sites, i32 %k
  store i32 %said, ptr %putp
  %k1 = add i32 %k, 1
  %more.warps = icmp ult i32 %k1, %warps
  br i1 %more.warps, label %warp, label %search
search:
  %used = load i32, ptr %table
  br label %look
look:
  %r = phi i32 [ 0, %search ], [ %r1, %differs ]
  %known = icmp ult i32 %r, %used
  br i1 %known, label %compare, label %none
compare:
  %record = getelementptr [{STUCK_WORDS} x i32], ptr %records, i32 %r
  %its = getelementptr i32, ptr %record, i32 {_SITES_AT}
  br label %each
each:
  %i = phi i32 [ 0, %compare ], [ %i1, %same ]
  %ap = getelementptr i32, ptr %its, i32 %i
  %a = load i32, ptr %ap
  %cp = getelementptr i32, ptr %sites, i32 %i
  %c = load i32, ptr %cp
  %equal = icmp eq i32 %a, %c
  br i1 %equal, label %same, label %differs
same:
  %i1 = add i32 %i, 1
  %more.sites = icmp ult i32 %i1, {MAX_BLOCK_WARPS}
  br i1 %more.sites, label %each, label %alike
differs:
  %r1 = add i32 %r, 1
  br label %look
alike:
  %likep = getelementptr i32, ptr %record, i32 3
  br label %one.more
none:
  %room = icmp ult i32 %used, {STUCK_BLOCKS}
  br i1 %room, label %add, label %one.more
one.more:
  %counter = phi ptr [ %likep, %alike ], [ %restp, %none ]
  %had = load i32, ptr %counter
  %has = add i32 %had, 1
  store i32 %has, ptr %counter
  br label %next
add:
  %fresh = getelementptr [{STUCK_WORDS} x i32], ptr %records, i32 %used
  %index = getelementptr i8, ptr %state, i64 {STATE["block"]}
  call void @llvm.memcpy.p0.p0.i64(ptr %fresh, ptr %index, i64 12, i1 false)
  %countp = getelementptr i32, ptr %fresh, i32 3
  store i32 0, ptr %countp
  %into = getelementptr i8, ptr %fresh, i64 {4 * _SITES_AT}
  call void @llvm.memcpy.p0.p0.i64(ptr %into, ptr %sites, i64 {4 * MAX_BLOCK_WARPS}, i1 false)
  %now = add i32 %used, 1
  store i32 %now, ptr %table
  br label %next
next:
  %b1 = add i32 %b, 1
  %more = icmp ult i32 %b1, %count
  br i1 %more, label %block, label %out
out:
  ret void
}}
"""
"""The text of this function; it is called by who recorded the deadlock."""
