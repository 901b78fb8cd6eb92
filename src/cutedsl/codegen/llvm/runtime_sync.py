"""The runtime's mbarriers and cluster barriers, in LLVM text.

An mbarrier is its 8 bytes of shared memory: pending arrivals (bits 0-19), arrivals a phase (20-39), bytes still to come
as a signed number (40-61), the parity of the phase under way (62), and 1 where it was initialised (63). All warps that
touch one run on one thread, so nothing here is atomic. Source: PTX ISA, "mbarrier".
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.host_abi import MBARRIER_LIMIT, NOT_ARRIVED, RT, MbarrierFault
from cutedsl.codegen.llvm.block_state import STATE

_MBARRIERS: Final = f"""
define i32 @cute.mbarrier_init(ptr %bar, i32 %count) noinline optnone {{
entry:
  %less = sub i32 %count, 1
  %fits = icmp ult i32 %less, {MBARRIER_LIMIT}
  br i1 %fits, label %set, label %bad
set:
  %wide = zext i32 %count to i64
  %phase = shl i64 %wide, 20
  %both = or i64 %wide, %phase
  %word = or i64 %both, {-(1 << 63)}
  store i64 %word, ptr %bar
  ret i32 0
bad:
  ret i32 {int(MbarrierFault.COUNT)}
}}
define i32 @cute.mbarrier_change(ptr %state, ptr %bar, i32 %arrivals, i32 %bytes) noinline {{
entry:
  %word = load i64, ptr %bar
  %valid = icmp slt i64 %word, 0
  br i1 %valid, label %known, label %unknown
unknown:
  ret i32 {int(MbarrierFault.UNINITIALISED)}
known:
  %pending = and i64 %word, {MBARRIER_LIMIT}
  %count.up = lshr i64 %word, 20
  %count = and i64 %count.up, {MBARRIER_LIMIT}
  %high = shl i64 %word, 2
  %tx = ashr i64 %high, 42
  %more = sext i32 %bytes to i64
  %tx.now = add i64 %tx, %more
  %tx.up = add i64 %tx.now, {MBARRIER_LIMIT}
  %tx.fits = icmp ule i64 %tx.up, {2 * MBARRIER_LIMIT}
  br i1 %tx.fits, label %arrive, label %overflow
overflow:
  ret i32 {int(MbarrierFault.BYTES)}
arrive:
  %came = zext i32 %arrivals to i64
  %left = sub i64 %pending, %came
  %enough = icmp sge i64 %left, 0
  br i1 %enough, label %look, label %too.many
too.many:
  ret i32 {int(MbarrierFault.ARRIVALS)}
look:
  %open = or i64 %left, %tx.now
  %done = icmp eq i64 %open, 0
  br i1 %done, label %complete, label %keep
complete:
  %parity = and i64 %word, {1 << 62}
  %other = xor i64 %parity, {1 << 62}
  %again = shl i64 %count, 20
  %counts = or i64 %count, %again
  %fresh = or i64 %counts, %other
  %next = or i64 %fresh, {-(1 << 63)}
  store i64 %next, ptr %bar
  %progress = getelementptr i8, ptr %state, i64 {STATE["progress"]}
  %before = load i64, ptr %progress
  %after = add i64 %before, 1
  store i64 %after, ptr %progress
  ret i32 0
keep:
  %tx.cut = and i64 %tx.now, {(1 << 22) - 1}
  %tx.place = shl i64 %tx.cut, 40
  %rest = and i64 %word, {(3 << 62 | MBARRIER_LIMIT << 20) - (1 << 64)}
  %with.tx = or i64 %rest, %tx.place
  %kept = or i64 %with.tx, %left
  store i64 %kept, ptr %bar
  ret i32 0
}}
define i32 @cute.mbarrier_arrive(ptr %state, ptr %bar, i32 %times, i32 %count) noinline {{
entry:
  br label %turn
turn:
  %i = phi i32 [ 0, %entry ], [ %i1, %fine ]
  %more = icmp ult i32 %i, %times
  br i1 %more, label %one, label %out
one:
  %said = call i32 @cute.mbarrier_change(ptr %state, ptr %bar, i32 %count, i32 0)
  %ok = icmp eq i32 %said, 0
  br i1 %ok, label %fine, label %bad
fine:
  %i1 = add i32 %i, 1
  br label %turn
bad:
  ret i32 %said
out:
  ret i32 0
}}
define void @cute.blocked(ptr %rt, ptr %state, i32 %k) noinline optnone cold {{
entry:
  %bars = getelementptr i8, ptr %state, i64 {STATE["wait_barriers"]}
  %barp = getelementptr ptr, ptr %bars, i32 %k
  %bar = load ptr, ptr %barp
  %none = icmp eq ptr %bar, null
  br i1 %none, label %out, label %copy
copy:
  %word = load i64, ptr %bar
  %words = getelementptr i8, ptr %rt, i64 {RT["blocked_words"].offset}
  %wordp = getelementptr i64, ptr %words, i32 %k
  store i64 %word, ptr %wordp, align 8
  %parities = getelementptr i8, ptr %state, i64 {STATE["wait_parities"]}
  %parityp = getelementptr i32, ptr %parities, i32 %k
  %parity = load i32, ptr %parityp
  %outs = getelementptr i8, ptr %rt, i64 {RT["blocked_parities"].offset}
  %outp = getelementptr i32, ptr %outs, i32 %k
  store i32 %parity, ptr %outp
  br label %out
out:
  ret void
}}
"""

_CLUSTERS: Final = f"""
define void @cute.cluster_open(ptr %state, ptr %first) noinline {{
entry:
  %arrivedp = getelementptr i8, ptr %first, i64 {STATE["cluster_arrived"]}
  %arrived = load i32, ptr %arrivedp
  %alivep = getelementptr i8, ptr %first, i64 {STATE["cluster_alive"]}
  %alive = load i32, ptr %alivep
  %full = icmp uge i32 %arrived, %alive
  %some = icmp ne i32 %arrived, 0
  %ready = and i1 %full, %some
  br i1 %ready, label %open, label %out
open:
  store i32 0, ptr %arrivedp
  %genp = getelementptr i8, ptr %first, i64 {STATE["cluster_generation"]}
  %gen = load i32, ptr %genp
  %gen1 = add i32 %gen, 1
  store i32 %gen1, ptr %genp
  %progress = getelementptr i8, ptr %state, i64 {STATE["progress"]}
  %before = load i64, ptr %progress
  %after = add i64 %before, 1
  store i64 %after, ptr %progress
  br label %out
out:
  ret void
}}
define void @cute.cluster_arrive(ptr %state, i32 %warp) noinline {{
entry:
  %firstp = getelementptr i8, ptr %state, i64 {STATE["cluster"]}
  %first = load ptr, ptr %firstp
  %genp = getelementptr i8, ptr %first, i64 {STATE["cluster_generation"]}
  %gen = load i32, ptr %genp
  %seen = getelementptr i8, ptr %state, i64 {STATE["cluster_seen"]}
  %mine = getelementptr i32, ptr %seen, i32 %warp
  store i32 %gen, ptr %mine
  %arrivedp = getelementptr i8, ptr %first, i64 {STATE["cluster_arrived"]}
  %had = load i32, ptr %arrivedp
  %now = add i32 %had, 1
  store i32 %now, ptr %arrivedp
  call void @cute.cluster_open(ptr %state, ptr %first)
  ret void
}}
define i1 @cute.cluster_passed(ptr %state, i32 %warp) noinline {{
entry:
  %firstp = getelementptr i8, ptr %state, i64 {STATE["cluster"]}
  %first = load ptr, ptr %firstp
  %genp = getelementptr i8, ptr %first, i64 {STATE["cluster_generation"]}
  %gen = load i32, ptr %genp
  %seen = getelementptr i8, ptr %state, i64 {STATE["cluster_seen"]}
  %mine = getelementptr i32, ptr %seen, i32 %warp
  %old = load i32, ptr %mine
  %over = icmp ne i32 %gen, %old
  %came = icmp ne i32 %old, {NOT_ARRIVED}
  %passed = and i1 %over, %came
  ret i1 %passed
}}
define void @cute.cluster_leave(ptr %state, i32 %warp) noinline {{
entry:
  %firstp = getelementptr i8, ptr %state, i64 {STATE["cluster"]}
  %first = load ptr, ptr %firstp
  %genp = getelementptr i8, ptr %first, i64 {STATE["cluster_generation"]}
  %gen = load i32, ptr %genp
  %seen = getelementptr i8, ptr %state, i64 {STATE["cluster_seen"]}
  %mine = getelementptr i32, ptr %seen, i32 %warp
  %old = load i32, ptr %mine
  %came = icmp eq i32 %gen, %old
  %undo = zext i1 %came to i32
  %arrivedp = getelementptr i8, ptr %first, i64 {STATE["cluster_arrived"]}
  %arrived = load i32, ptr %arrivedp
  %others = sub i32 %arrived, %undo
  store i32 %others, ptr %arrivedp
  %alivep = getelementptr i8, ptr %first, i64 {STATE["cluster_alive"]}
  %had = load i32, ptr %alivep
  %left = sub i32 %had, 1
  store i32 %left, ptr %alivep
  call void @cute.cluster_open(ptr %state, ptr %first)
  ret void
}}
"""

SYNC: Final = _MBARRIERS + _CLUSTERS
"""The text of these functions."""
