"""The runtime of warps whose lanes run apart, in LLVM text: each lane is a coroutine, and the warp gives them turns.

The scheduler sees a warp as one coroutine whose frame is made by hand: LLVM's frames begin with the function that
resumes them, null once they have ended. What lanes do together they do at a meeting: each that comes puts down its
operands, and the one that finds all of its mask there does it for all.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.host_abi import WARP_LANES
from cutedsl.codegen.llvm.block_state import STATE

_FIELDS: Final = (
    ("resume", 8),
    ("destroy", 8),
    ("state", 8),
    ("warp", 4),
    ("alive", 4),
    ("handles", 8 * WARP_LANES),
    ("at", 4 * WARP_LANES),
    ("masks", 4 * WARP_LANES),
)


def _layout() -> tuple[dict[str, int], int]:
    offsets: dict[str, int] = {}
    place = 0
    for name, size in _FIELDS:
        offsets[name] = place
        place += size
    return offsets, -(-place // 64) * 64


WARP, WARP_BYTES = _layout()
"""Byte offsets in the frame of such a warp: its lanes' coroutines, which of them have not ended (bits), and the number
of the meeting that each waits at (0: none) with its mask. Behind lie the operands and results of the meetings."""

LANES: Final = f"""
define void @cute.lanes(ptr %self, ptr %state, i32 %warp, i32 %threads) noinline optnone {{
entry:
  store ptr @cute.drive, ptr %self
  %destroyp = getelementptr i8, ptr %self, i64 {WARP["destroy"]}
  store ptr null, ptr %destroyp
  %statep = getelementptr i8, ptr %self, i64 {WARP["state"]}
  store ptr %state, ptr %statep
  %warpp = getelementptr i8, ptr %self, i64 {WARP["warp"]}
  store i32 %warp, ptr %warpp
  %first = shl i32 %warp, 5
  %left = sub i32 %threads, %first
  %whole = icmp uge i32 %left, 32
  %some = shl i32 1, %left
  %partial = sub i32 %some, 1
  %lanes = select i1 %whole, i32 -1, i32 %partial
  %alivep = getelementptr i8, ptr %self, i64 {WARP["alive"]}
  store i32 %lanes, ptr %alivep
  %atp = getelementptr i8, ptr %self, i64 {WARP["at"]}
  call void @llvm.memset.p0.i64(ptr %atp, i8 0, i64 {4 * WARP_LANES}, i1 false)
  ret void
}}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @cute.progressed(ptr %state) noinline optnone {{
entry:
  %place = getelementptr i8, ptr %state, i64 {STATE["progress"]}
  %before = load i64, ptr %place
  %after = add i64 %before, 1
  store i64 %after, ptr %place
  ret void
}}
define fastcc void @cute.drive(ptr %self) noinline optnone {{
entry:
  %statep = getelementptr i8, ptr %self, i64 {WARP["state"]}
  %state = load ptr, ptr %statep
  %rt = load ptr, ptr %state
  %pollp = getelementptr i8, ptr %state, i64 {STATE["poll"]}
  %poll = load ptr, ptr %pollp
  %alivep = getelementptr i8, ptr %self, i64 {WARP["alive"]}
  %handles = getelementptr i8, ptr %self, i64 {WARP["handles"]}
  br label %each
each:
  %lane = phi i32 [ 0, %entry ], [ %lane1, %next ]
  %bit = shl i32 1, %lane
  %alive = load i32, ptr %alivep
  %own = and i32 %alive, %bit
  %gone = icmp eq i32 %own, 0
  br i1 %gone, label %next, label %resume
resume:
  %place = getelementptr ptr, ptr %handles, i32 %lane
  %handle = load ptr, ptr %place
  call void @llvm.coro.resume(ptr %handle)
  %over = call i1 @llvm.coro.done(ptr %handle)
  br i1 %over, label %end, label %on
end:
  %rest = xor i32 %alive, %bit
  store i32 %rest, ptr %alivep
  call void @cute.progressed(ptr %state)
  br label %on
on:
  %word = load atomic i64, ptr %poll monotonic, align 8
  %quiet = icmp eq i64 %word, 0
  br i1 %quiet, label %next, label %ask
ask:
  %stop = call i1 @cute.poll(ptr %rt, ptr %poll)
  br i1 %stop, label %out, label %next
next:
  %lane1 = add i32 %lane, 1
  %more = icmp ult i32 %lane1, {WARP_LANES}
  br i1 %more, label %each, label %turned
turned:
  %left = load i32, ptr %alivep
  %all = icmp eq i32 %left, 0
  br i1 %all, label %leave, label %out
leave:
  %warpp = getelementptr i8, ptr %self, i64 {WARP["warp"]}
  %warp = load i32, ptr %warpp
  call void @cute.finish(ptr %state)
  call void @cute.cluster_leave(ptr %state, i32 %warp)
  store ptr null, ptr %self
  br label %out
out:
  ret void
}}
define void @cute.come(ptr %self, i32 %lane, i32 %number, i32 %mask) noinline optnone {{
entry:
  %ats = getelementptr i8, ptr %self, i64 {WARP["at"]}
  %at = getelementptr i32, ptr %ats, i32 %lane
  store i32 %number, ptr %at
  %masks = getelementptr i8, ptr %self, i64 {WARP["masks"]}
  %maskp = getelementptr i32, ptr %masks, i32 %lane
  store i32 %mask, ptr %maskp
  %statep = getelementptr i8, ptr %self, i64 {WARP["state"]}
  %state = load ptr, ptr %statep
  call void @cute.progressed(ptr %state)
  ret void
}}
define i1 @cute.waits(ptr %self, i32 %lane) noinline optnone {{
entry:
  %ats = getelementptr i8, ptr %self, i64 {WARP["at"]}
  %at = getelementptr i32, ptr %ats, i32 %lane
  %number = load i32, ptr %at
  %still = icmp ne i32 %number, 0
  ret i1 %still
}}
define i32 @cute.members(ptr %self, i32 %lane) noinline optnone {{
entry:
  %ats = getelementptr i8, ptr %self, i64 {WARP["at"]}
  %at = getelementptr i32, ptr %ats, i32 %lane
  %number = load i32, ptr %at
  %masks = getelementptr i8, ptr %self, i64 {WARP["masks"]}
  %maskp = getelementptr i32, ptr %masks, i32 %lane
  %mask = load i32, ptr %maskp
  %alivep = getelementptr i8, ptr %self, i64 {WARP["alive"]}
  %alive = load i32, ptr %alivep
  %named = and i32 %mask, %alive
  %bit = shl i32 1, %lane
  %wanted = or i32 %named, %bit
  br label %each
each:
  %left = phi i32 [ %wanted, %entry ], [ %rest, %there ]
  %none = icmp eq i32 %left, 0
  br i1 %none, label %complete, label %look
look:
  %other = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %less = sub i32 %left, 1
  %rest = and i32 %left, %less
  %otherp = getelementptr i32, ptr %ats, i32 %other
  %where = load i32, ptr %otherp
  %same = icmp eq i32 %where, %number
  %othermaskp = getelementptr i32, ptr %masks, i32 %other
  %othermask = load i32, ptr %othermaskp
  %agree = icmp eq i32 %othermask, %mask
  %both = and i1 %same, %agree
  br i1 %both, label %there, label %missing
there:
  br label %each
complete:
  ret i32 %wanted
missing:
  ret i32 0
}}
define void @cute.part(ptr %self, i32 %members) noinline optnone {{
entry:
  %ats = getelementptr i8, ptr %self, i64 {WARP["at"]}
  %statep = getelementptr i8, ptr %self, i64 {WARP["state"]}
  %state = load ptr, ptr %statep
  call void @cute.progressed(ptr %state)
  br label %each
each:
  %left = phi i32 [ %members, %entry ], [ %rest, %one ]
  %none = icmp eq i32 %left, 0
  br i1 %none, label %out, label %one
one:
  %lane = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %less = sub i32 %left, 1
  %rest = and i32 %left, %less
  %at = getelementptr i32, ptr %ats, i32 %lane
  store i32 0, ptr %at
  br label %each
out:
  ret void
}}
"""
"""The functions: `cute.lanes` makes a warp, `cute.drive` gives each lane a turn; `cute.come`, `cute.waits`,
`cute.members` (the lanes of a meeting as bits, 0 while one is missing) and `cute.part` are a meeting's."""
