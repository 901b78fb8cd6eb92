"""The runtime that every native module is linked with, in LLVM text: errors, polling, barriers, the warp scheduler.

It is LLVM text because users have no C compiler. It is compiled once a machine, or a process that has no cache: what
each block of a kernel with barriers comes through at code-generation level 1 (a block costs two thirds of what it does
at level 0), the rest, which is `optnone`, as fast as LLVM can.
"""

from __future__ import annotations

import re
from typing import Final

from cutedsl.arch.host_abi import NAMED_BARRIERS, POLL_STOP, POLL_TICK, RT, WARP_LANES, ErrorCode
from cutedsl.codegen.llvm.block_state import STATE, STATE_BYTES
from cutedsl.codegen.llvm.deadlock_runtime import STUCK
from cutedsl.codegen.llvm.fault_runtime import FAULTS
from cutedsl.codegen.llvm.lane_runtime import LANES
from cutedsl.codegen.llvm.launch_runtime import LAUNCHER
from cutedsl.codegen.llvm.runtime_sync import SYNC
from cutedsl.codegen.llvm.scheduler import IN_ORDER, run_text


def _o(name: str) -> int:
    return RT[name].offset


ERRORS: Final = f"""
define i1 @cute.fail(ptr %rt, i32 %code, i32 %site, i32 %thread, i32 %x, i32 %y, i32 %z, i64 %a, i64 %b, i64 %c) noinline optnone cold {{
entry:
  %codep = getelementptr i8, ptr %rt, i64 {_o("error_code")}
  %pair = cmpxchg ptr %codep, i32 0, i32 %code seq_cst seq_cst
  %won = extractvalue {{ i32, i1 }} %pair, 1
  br i1 %won, label %first, label %stop
first:
  %sitep = getelementptr i8, ptr %rt, i64 {_o("error_site")}
  store i32 %site, ptr %sitep
  %threadp = getelementptr i8, ptr %rt, i64 {_o("error_thread")}
  store i32 %thread, ptr %threadp
  %xp = getelementptr i8, ptr %rt, i64 {_o("error_block")}
  store i32 %x, ptr %xp
  %yp = getelementptr i8, ptr %xp, i64 4
  store i32 %y, ptr %yp
  %zp = getelementptr i8, ptr %xp, i64 8
  store i32 %z, ptr %zp
  %ap = getelementptr i8, ptr %rt, i64 {_o("detail")}
  store i64 %a, ptr %ap
  %bp = getelementptr i8, ptr %ap, i64 8
  store i64 %b, ptr %bp
  %cp = getelementptr i8, ptr %ap, i64 16
  store i64 %c, ptr %cp
  br label %stop
stop:
  %callerp = getelementptr i8, ptr %rt, i64 {_o("caller_poll")}
  %old1 = atomicrmw or ptr %callerp, i64 {POLL_STOP} seq_cst
  %workerp = getelementptr i8, ptr %rt, i64 {_o("worker_poll")}
  %old2 = atomicrmw or ptr %workerp, i64 {POLL_STOP} seq_cst
  ret i1 %won
}}
define i1 @cute.poll(ptr %rt, ptr %poll) noinline optnone cold {{
entry:
  %word = atomicrmw and ptr %poll, i64 {~POLL_TICK} seq_cst
  %bit = and i64 %word, {POLL_STOP}
  %stopped = icmp ne i64 %bit, 0
  br i1 %stopped, label %yes, label %ask
ask:
  %tick = and i64 %word, {POLL_TICK}
  %ticked = icmp ne i64 %tick, 0
  br i1 %ticked, label %call, label %no
call:
  %checkp = getelementptr i8, ptr %rt, i64 {_o("check")}
  %check = load ptr, ptr %checkp
  %on = call i32 %check(ptr %rt)
  %off = icmp eq i32 %on, 0
  br i1 %off, label %fail, label %no
fail:
  %x = call i1 @cute.fail(ptr %rt, i32 {int(ErrorCode.STOPPED)}, i32 -1, i32 0, i32 0, i32 0, i32 0, i64 0, i64 0, i64 0)
  br label %yes
yes:
  ret i1 true
no:
  ret i1 false
}}
define i1 @cute.poll_at(ptr %rt, ptr %poll, ptr %state, i32 %site) noinline optnone cold {{
entry:
  %stop = call i1 @cute.poll(ptr %rt, ptr %poll)
  br i1 %stop, label %tell, label %out
tell:
  call void @cute.stood(ptr %rt, ptr %state, i32 %site)
  br label %out
out:
  ret i1 %stop
}}
define void @cute.stood(ptr %rt, ptr %state, i32 %site) noinline optnone cold {{
entry:
  %codep = getelementptr i8, ptr %rt, i64 {_o("error_code")}
  %code = load i32, ptr %codep
  %stopped = icmp eq i32 %code, {int(ErrorCode.STOPPED)}
  br i1 %stopped, label %first, label %out
first:
  %sitep = getelementptr i8, ptr %rt, i64 {_o("error_site")}
  %pair = cmpxchg ptr %sitep, i32 -1, i32 %site seq_cst seq_cst
  %won = extractvalue {{ i32, i1 }} %pair, 1
  br i1 %won, label %where, label %out
where:
  %none = icmp eq ptr %state, null
  %thread = select i1 %none, i32 -1, i32 0
  %threadp = getelementptr i8, ptr %rt, i64 {_o("error_thread")}
  store i32 %thread, ptr %threadp
  br i1 %none, label %out, label %block
block:
  %ownp = getelementptr i8, ptr %state, i64 {STATE["block"]}
  %blockp = getelementptr i8, ptr %rt, i64 {_o("error_block")}
  call void @llvm.memcpy.p0.p0.i64(ptr %blockp, ptr %ownp, i64 12, i1 false)
  br label %out
out:
  ret void
}}
"""  # noqa: E501

OUT_OF_BOUNDS: Final = f"""
define i1 @cute.outside_elems(ptr %state, i32 %first, i32 %site, ptr %indices, i64 %elem, i64 %limit, i64 %size, i32 %bits) noinline optnone cold {{
entry:
  %offsets = alloca [{WARP_LANES} x i64]
  br label %each
each:
  %k = phi i32 [ 0, %entry ], [ %k1, %each ]
  %index.at = getelementptr i32, ptr %indices, i32 %k
  %index = load i32, ptr %index.at
  %wide = sext i32 %index to i64
  %offset = mul i64 %wide, %elem
  %offset.at = getelementptr i64, ptr %offsets, i32 %k
  store i64 %offset, ptr %offset.at
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, {WARP_LANES}
  br i1 %more, label %each, label %done
done:
  %found = call i1 @cute.outside(ptr %state, i32 %first, i32 %site, ptr %offsets, i64 0, i64 %limit, i64 %size, i32 %bits)
  ret i1 %found
}}
define i1 @cute.outside(ptr %state, i32 %first, i32 %site, ptr %spread, i64 %base, i64 %limit, i64 %size, i32 %bits) noinline optnone cold {{
entry:
  %last = sub i64 %limit, %size
  br label %head
head:
  %left = phi i32 [ %bits, %entry ], [ %rest, %next ]
  %none = icmp eq i32 %left, 0
  br i1 %none, label %fine, label %look
look:
  %lane = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %less = sub i32 %left, 1
  %rest = and i32 %left, %less
  %place = getelementptr i64, ptr %spread, i32 %lane
  %apart = load i64, ptr %place, align 8
  %offset = add i64 %base, %apart
  %under = icmp slt i64 %offset, 0
  %over = icmp sgt i64 %offset, %last
  %bad = or i1 %under, %over
  br i1 %bad, label %report, label %next
next:
  br label %head
report:
  %thread = add i32 %first, %lane
  %rtp = getelementptr i8, ptr %state, i64 {STATE["rt"]}
  %rt = load ptr, ptr %rtp
  %xp = getelementptr i8, ptr %state, i64 {STATE["block"]}
  %x = load i32, ptr %xp
  %yp = getelementptr i8, ptr %xp, i64 4
  %y = load i32, ptr %yp
  %zp = getelementptr i8, ptr %xp, i64 8
  %z = load i32, ptr %zp
  %won = call i1 @cute.fail(ptr %rt, i32 {int(ErrorCode.OUT_OF_BOUNDS)}, i32 %site, i32 %thread, i32 %x, i32 %y, i32 %z, i64 %offset, i64 %limit, i64 %size)
  ret i1 true
fine:
  ret i1 false
}}
declare i32 @llvm.cttz.i32(i32, i1)
"""  # noqa: E501

BARRIERS: Final = f"""
define void @cute.open(ptr %state, ptr %bar) noinline {{
entry:
  store i32 0, ptr %bar
  %genp = getelementptr i8, ptr %bar, i64 4
  %gen = load i32, ptr %genp
  %gen1 = add i32 %gen, 1
  store i32 %gen1, ptr %genp
  %progp = getelementptr i8, ptr %state, i64 {STATE["progress"]}
  %prog = load i64, ptr %progp
  %prog1 = add i64 %prog, 1
  store i64 %prog1, ptr %progp
  ret void
}}
define i32 @cute.arrive(ptr %state, i32 %number, i32 %count) noinline {{
entry:
  %inside = and i32 %number, {NAMED_BARRIERS - 1}
  %offset = mul i32 %inside, 8
  %bars = getelementptr i8, ptr %state, i64 {STATE["barriers"]}
  %bar = getelementptr i8, ptr %bars, i32 %offset
  %genp = getelementptr i8, ptr %bar, i64 4
  %gen = load i32, ptr %genp
  %had = load i32, ptr %bar
  %now = add i32 %had, 32
  store i32 %now, ptr %bar
  %whole = icmp eq i32 %count, 0
  %alivep = getelementptr i8, ptr %state, i64 {STATE["alive"]}
  %alive = load i32, ptr %alivep
  %all = mul i32 %alive, 32
  %need = select i1 %whole, i32 %all, i32 %count
  %flagp = getelementptr i8, ptr %state, i64 {STATE["block_waiting"]}
  %full = icmp sge i32 %now, %need
  br i1 %full, label %open, label %wait
open:
  br i1 %whole, label %clear, label %done
clear:
  store i32 0, ptr %flagp
  br label %done
done:
  call void @cute.open(ptr %state, ptr %bar)
  ret i32 %gen
wait:
  br i1 %whole, label %mark, label %out
mark:
  store i32 1, ptr %flagp
  br label %out
out:
  ret i32 %gen
}}
define void @cute.finish(ptr %state) noinline {{
entry:
  %alivep = getelementptr i8, ptr %state, i64 {STATE["alive"]}
  %had = load i32, ptr %alivep
  %alive = sub i32 %had, 1
  store i32 %alive, ptr %alivep
  %progp = getelementptr i8, ptr %state, i64 {STATE["progress"]}
  %prog = load i64, ptr %progp
  %prog1 = add i64 %prog, 1
  store i64 %prog1, ptr %progp
  %flagp = getelementptr i8, ptr %state, i64 {STATE["block_waiting"]}
  %flag = load i32, ptr %flagp
  %waiting = icmp ne i32 %flag, 0
  br i1 %waiting, label %look, label %out
look:
  %bar = getelementptr i8, ptr %state, i64 {STATE["barriers"]}
  %arrived = load i32, ptr %bar
  %all = mul i32 %alive, 32
  %full = icmp sge i32 %arrived, %all
  br i1 %full, label %open, label %out
open:
  store i32 0, ptr %flagp
  call void @cute.open(ptr %state, ptr %bar)
  br label %out
out:
  ret void
}}
"""

FRAMES: Final = f"""
declare ptr @malloc(i64)
declare void @free(ptr)
declare i64 @llvm.umax.i64(i64, i64)
define ptr @cute.frame(ptr %state, i64 %bytes) noinline {{
entry:
  %more = add i64 %bytes, 127
  %size = and i64 %more, -128
  %arenap = getelementptr i8, ptr %state, i64 {STATE["arena"]}
  %usedp = getelementptr i8, ptr %state, i64 {STATE["used"]}
  %arena = load ptr, ptr %arenap
  %none = icmp eq ptr %arena, null
  br i1 %none, label %make, label %look
look:
  %roomp = getelementptr i8, ptr %arena, i64 8
  %room = load i64, ptr %roomp
  %used = load i64, ptr %usedp
  %next = add i64 %used, %size
  %fits = icmp ule i64 %next, %room
  br i1 %fits, label %take, label %make
make:
  %had = phi i64 [ 0, %entry ], [ %room, %look ]
  %warpsp = getelementptr i8, ptr %state, i64 {STATE["warps"]}
  %warps = load i32, ptr %warpsp
  %count = zext i32 %warps to i64
  %all = mul i64 %size, %count
  %twice = mul i64 %had, 2
  %total = call i64 @llvm.umax.i64(i64 %all, i64 %twice)
  %padded = add i64 %total, 256
  %new = call ptr @malloc(i64 %padded)
  store ptr %arena, ptr %new
  %newroomp = getelementptr i8, ptr %new, i64 8
  store i64 %total, ptr %newroomp
  store ptr %new, ptr %arenap
  store i64 0, ptr %usedp
  br label %take
take:
  %base = phi ptr [ %arena, %look ], [ %new, %make ]
  %address = ptrtoint ptr %base to i64
  %up = add i64 %address, 143
  %aligned = and i64 %up, -128
  %before = load i64, ptr %usedp
  %after = add i64 %before, %size
  store i64 %after, ptr %usedp
  %at = add i64 %aligned, %before
  %frame = inttoptr i64 %at to ptr
  ret ptr %frame
}}
define void @cute.release(ptr %state) noinline optnone {{
entry:
  %arenap = getelementptr i8, ptr %state, i64 {STATE["arena"]}
  %newest = load ptr, ptr %arenap
  br label %each
each:
  %arena = phi ptr [ %newest, %entry ], [ %older, %one ]
  %none = icmp eq ptr %arena, null
  br i1 %none, label %out, label %one
one:
  %older = load ptr, ptr %arena
  call void @free(ptr %arena)
  br label %each
out:
  ret void
}}
"""

SCHEDULER: Final = f"""
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.resume(ptr)
declare i1 @llvm.coro.done(ptr)
define i64 @cute.progress(ptr %states, i32 %count) noinline {{
entry:
  br label %each
each:
  %b = phi i32 [ 0, %entry ], [ %b1, %each ]
  %sum = phi i64 [ 0, %entry ], [ %sum1, %each ]
  %state = getelementptr [{STATE_BYTES} x i8], ptr %states, i32 %b
  %at = getelementptr i8, ptr %state, i64 {STATE["progress"]}
  %own = load i64, ptr %at
  %sum1 = add i64 %sum, %own
  %b1 = add i32 %b, 1
  %more = icmp ult i32 %b1, %count
  br i1 %more, label %each, label %out
out:
  ret i64 %sum1
}}
define i1 @cute.deadlock(ptr %rt, ptr %state, i32 %warps) noinline optnone cold {{
entry:
  %bp = getelementptr i8, ptr %state, i64 {STATE["block"]}
  %x = load i32, ptr %bp
  %yp = getelementptr i8, ptr %bp, i64 4
  %y = load i32, ptr %yp
  %zp = getelementptr i8, ptr %bp, i64 8
  %z = load i32, ptr %zp
  %won = call i1 @cute.fail(ptr %rt, i32 {int(ErrorCode.DEADLOCK)}, i32 -1, i32 0, i32 %x, i32 %y, i32 %z, i64 0, i64 0, i64 0)
  br i1 %won, label %fill, label %out
fill:
  %countp = getelementptr i8, ptr %rt, i64 {_o("blocked_count")}
  store i32 %warps, ptr %countp
  %clusterp = getelementptr i8, ptr %state, i64 {STATE["cluster"]}
  %cluster = load ptr, ptr %clusterp
  %metp = getelementptr i8, ptr %cluster, i64 {STATE["cluster_arrived"]}
  %met = load i32, ptr %metp
  %meetp = getelementptr i8, ptr %cluster, i64 {STATE["cluster_alive"]}
  %meet = load i32, ptr %meetp
  %metsp = getelementptr i8, ptr %rt, i64 {_o("blocked_cluster")}
  store i32 %met, ptr %metsp
  %meetsp = getelementptr i8, ptr %metsp, i64 4
  store i32 %meet, ptr %meetsp
  %cames = getelementptr i8, ptr %rt, i64 {_o("blocked_arrivals")}
  %barriers = getelementptr i8, ptr %state, i64 {STATE["barriers"]}
  br label %barrier
barrier:
  %n = phi i32 [ 0, %fill ], [ %n1, %barrier ]
  %comep = getelementptr i64, ptr %barriers, i32 %n
  %come = load i32, ptr %comep
  %camep = getelementptr i32, ptr %cames, i32 %n
  store i32 %come, ptr %camep
  %n1 = add i32 %n, 1
  %named = icmp ult i32 %n1, {NAMED_BARRIERS}
  br i1 %named, label %barrier, label %each
each:
  %k = phi i32 [ 0, %barrier ], [ %k1, %put ]
  %handles = getelementptr i8, ptr %state, i64 {STATE["handles"]}
  %hp = getelementptr ptr, ptr %handles, i32 %k
  %handle = load ptr, ptr %hp
  %over = call i1 @llvm.coro.done(ptr %handle)
  %sites = getelementptr i8, ptr %state, i64 {STATE["wait_sites"]}
  %sp = getelementptr i32, ptr %sites, i32 %k
  %site = load i32, ptr %sp
  %said = select i1 %over, i32 -1, i32 %site
  br label %put
put:
  %out_sites = getelementptr i8, ptr %rt, i64 {_o("blocked_sites")}
  %op = getelementptr i32, ptr %out_sites, i32 %k
  store i32 %said, ptr %op
  call void @cute.blocked(ptr %rt, ptr %state, i32 %k)
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %warps
  br i1 %more, label %each, label %out
out:
  ret i1 %won
}}
"""  # noqa: E501


_RUN: Final = run_text("cute.run", IN_ORDER)
TEXT: Final = STUCK + ERRORS + OUT_OF_BOUNDS + BARRIERS + SYNC + FRAMES + SCHEDULER + LANES + FAULTS + LAUNCHER + _RUN
"""The runtime's LLVM text."""

DECLARATIONS: Final = tuple(
    "declare " + re.sub(r" %\w+", "", match.group(1))
    for match in re.finditer(r"^define (?!internal)(.*?\)) .*\{$", TEXT, re.M)
)
"""What a module that uses the runtime declares."""
