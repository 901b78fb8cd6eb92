"""The scheduler of a cluster's warps, in LLVM text: round after round, in their order or in one drawn from a seed."""

from __future__ import annotations

from typing import Final

from cutedsl.arch.check_abi import CONTEXT
from cutedsl.arch.host_abi import RT
from cutedsl.codegen.llvm.block_state import STATE, STATE_BYTES
from cutedsl.errors.frozen import frozen


@frozen
class Turns:
    """Who has a turn: pieces of text in the scheduler, and the names of what they compute.

    From `%turn` to the `index` of a warp; whether it is `left_out` of this round; the count of warps that `still` wait
    then; whether the round was `stuck`.
    """

    entry: str = ""
    round: str = ""
    warp: str = ""
    index: str = "%turn"
    leave_out: str = ""
    left_out: str = "%over"
    still: str = "%waiting"
    look: str = ""
    stuck: str = "%stuck"


IN_ORDER: Final = Turns()

DRAWN: Final = Turns(
    entry=f"""  %ck_at = getelementptr i8, ptr %rt, i64 {RT["user"].offset}
  %ck = load ptr, ptr %ck_at
  %seed_at = getelementptr i8, ptr %ck, i64 {CONTEXT["seed"]}
  %seed = load i32, ptr %seed_at
  %draws = icmp ne i32 %seed, 0
  %seed.wide = zext i32 %seed to i64
  %state.drawn = alloca i64
  %lagging = alloca i1
  store i64 %seed.wide, ptr %state.drawn
""",
    round="""  store i1 false, ptr %lagging
  %drawn0 = load i64, ptr %state.drawn
  %drawn1 = mul i64 %drawn0, 6364136223846793005
  %drawn2 = add i64 %drawn1, 1442695040888963407
  store i64 %drawn2, ptr %state.drawn
  %high = lshr i64 %drawn2, 33
  %high32 = trunc i64 %high to i32
  %start.drawn = urem i32 %high32, %warps
  %start = select i1 %draws, i32 %start.drawn, i32 0
  %top = lshr i64 %drawn2, 62
  %top1 = trunc i64 %top to i1
  %back = and i1 %draws, %top1
""",
    warp="""  %up.far = add i32 %turn, %start
  %up = urem i32 %up.far, %warps
  %down.first = sub i32 %warps, 1
  %down = sub i32 %down.first, %up
  %k = select i1 %back, i32 %down, i32 %up
""",
    index="%k",
    leave_out="""  %k.wide = zext i32 %k to i64
  %k.mixed = mul i64 %k.wide, -7046029254386353131
  %lot = xor i64 %k.mixed, %drawn2
  %lot1 = mul i64 %lot, 6364136223846793005
  %lot2 = lshr i64 %lot1, 62
  %short = icmp eq i64 %lot2, 0
  %lags0 = and i1 %short, %draws
  %alive0 = xor i1 %over, true
  %lags = and i1 %lags0, %alive0
  %lagged = load i1, ptr %lagging
  %lagging1 = or i1 %lagged, %lags
  store i1 %lagging1, ptr %lagging
  %left_out = or i1 %over, %lags
  %one_more = zext i1 %lags to i32
  %still = add i32 %waiting, %one_more
""",
    left_out="%left_out",
    still="%still",
    look="""  %some_lag = load i1, ptr %lagging
  %all_had = xor i1 %some_lag, true
  %stuck.all = and i1 %stuck, %all_had
""",
    stuck="%stuck.all",
)
"""From seed 1 on each round begins at a drawn warp, goes up or down, and leaves out a quarter of the warps; seed 0 is
the warps' order."""


def run_text(name: str, turns: Turns) -> str:
    """The function `void (states, count of blocks)` that runs warps to their ends, or to a deadlock."""
    return f"""define void @{name}(ptr %states, i32 %count) noinline {{
entry:
  %warpsp = getelementptr i8, ptr %states, i64 {STATE["warps"]}
  %warps = load i32, ptr %warpsp
  %pollp = getelementptr i8, ptr %states, i64 {STATE["poll"]}
  %poll = load ptr, ptr %pollp
  %rt = load ptr, ptr %states
{turns.entry}  %first = call i64 @cute.progress(ptr %states, i32 %count)
  br label %round
round:
  %before = phi i64 [ %first, %entry ], [ %after, %look ]
{turns.round}  br label %block
block:
  %b = phi i32 [ 0, %round ], [ %b1, %end ]
  %waiting0 = phi i32 [ 0, %round ], [ %waiting1, %end ]
  %state = getelementptr [{STATE_BYTES} x i8], ptr %states, i32 %b
  %handles = getelementptr i8, ptr %state, i64 {STATE["handles"]}
  br label %each
each:
  %turn = phi i32 [ 0, %block ], [ %turn1, %next ]
  %waiting = phi i32 [ %waiting0, %block ], [ %waiting1, %next ]
{turns.warp}  %place = getelementptr ptr, ptr %handles, i32 {turns.index}
  %handle = load ptr, ptr %place
  %over = call i1 @llvm.coro.done(ptr %handle)
{turns.leave_out}  br i1 {turns.left_out}, label %next, label %resume
resume:
  call void @llvm.coro.resume(ptr %handle)
  %over2 = call i1 @llvm.coro.done(ptr %handle)
  %left = select i1 %over2, i32 0, i32 1
  %waiting2 = add i32 %waiting, %left
  %word = load atomic i64, ptr %poll monotonic, align 8
  %quiet = icmp eq i64 %word, 0
  br i1 %quiet, label %next, label %ask
ask:
  %stop = call i1 @cute.poll(ptr %rt, ptr %poll)
  br i1 %stop, label %tell, label %next
tell:
  %sites = getelementptr i8, ptr %state, i64 {STATE["wait_sites"]}
  %site.at = getelementptr i32, ptr %sites, i32 {turns.index}
  %site = load i32, ptr %site.at
  %stood = select i1 %over2, i32 -1, i32 %site
  call void @cute.stood(ptr %rt, ptr %state, i32 %stood)
  br label %out
next:
  %waiting1 = phi i32 [ {turns.still}, %each ], [ %waiting2, %resume ], [ %waiting2, %ask ]
  %turn1 = add i32 %turn, 1
  %more = icmp ult i32 %turn1, %warps
  br i1 %more, label %each, label %end
end:
  %b1 = add i32 %b, 1
  %blocks = icmp ult i32 %b1, %count
  br i1 %blocks, label %block, label %turned
turned:
  %all = icmp eq i32 %waiting1, 0
  br i1 %all, label %out, label %look
look:
  %after = call i64 @cute.progress(ptr %states, i32 %count)
  %stuck = icmp eq i64 %after, %before
{turns.look}  br i1 {turns.stuck}, label %find, label %round
find:
  %d = phi i32 [ 0, %look ], [ %d1, %skip ]
  %dead.state = getelementptr [{STATE_BYTES} x i8], ptr %states, i32 %d
  %alivep = getelementptr i8, ptr %dead.state, i64 {STATE["alive"]}
  %alive = load i32, ptr %alivep
  %ended = icmp eq i32 %alive, 0
  %d1 = add i32 %d, 1
  br i1 %ended, label %skip, label %dead
skip:
  br label %find
dead:
  %told = call i1 @cute.deadlock(ptr %rt, ptr %dead.state, i32 %warps)
  br i1 %told, label %all.told, label %out
all.told:
  call void @cute.stuck(ptr %rt, ptr %states, i32 %count, i32 %warps)
  br label %out
out:
  ret void
}}
"""
