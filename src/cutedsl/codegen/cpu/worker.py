"""The functions around a kernel's body: the warp (a coroutine if it can wait), and the worker that runs blocks."""

from __future__ import annotations

from cutedsl.arch.host_abi import WARP_LANES, WORKER_SUFFIX
from cutedsl.codegen.cpu.teams import FLAGS_BYTES
from cutedsl.codegen.llvm.block_runtime import PARAMETERS, BlockRunner
from cutedsl.codegen.llvm.block_state import STATE
from cutedsl.codegen.llvm.lane_runtime import WARP
from cutedsl.codegen.llvm.text import FunctionText, ModuleText


def warp_head(f: FunctionText, threads: int = WARP_LANES) -> None:
    """Loads what the body of a warp (of so many `threads`) uses from the block's state."""
    for name in ("rt", "poll", "dims", "params", "smem", "mark", "team"):
        f.do(f"%{name}_at = getelementptr i8, ptr %state, i64 {STATE[name]}")
        f.do(f"%{name} = load ptr, ptr %{name}_at, align 8")
    for index, axis in enumerate("xyz"):
        f.do(f"%block_{axis}_at = getelementptr i8, ptr %state, i64 {STATE['block'] + 4 * index}")
        f.do(f"%block_{axis} = load i32, ptr %block_{axis}_at, align 4")
    f.do(f"%first_thread = shl i32 %warp, {threads.bit_length() - 1}")


def coroutine_head(f: FunctionText, allocas: list[str], *, at_once: bool = False) -> None:
    """Makes the frame and suspends at once, so that the body exists once, in the resume function.

    With `at_once` it goes on to where every warp waits first: that part is in the function that makes the frame.
    """
    f.do("%id = call token @llvm.coro.id(i32 128, ptr null, ptr null, ptr null)")
    f.do("%frame_bytes = call i64 @llvm.coro.size.i64()")
    f.do("%frame = call ptr @cute.frame(ptr %state, i64 %frame_bytes)")
    f.do("%handle = call ptr @llvm.coro.begin(token %id, ptr %frame)")
    f.lines.extend(allocas)
    if at_once:
        f.branch("started")
    else:
        f.do("%initial = call i8 @llvm.coro.suspend(token none, i1 false)")
        f.do("switch i8 %initial, label %suspended [i8 0, label %started i8 1, label %cleanup]")
    f.begin("started")
    f.do(f"%wait_sites = getelementptr i8, ptr %state, i64 {STATE['wait_sites']}")
    f.do("%wait_site = getelementptr i32, ptr %wait_sites, i32 %warp")


def coroutine_tail(f: FunctionText, *, leaves: bool) -> None:
    """The end of a warp: it leaves the block's barriers, where they count warps, and stays suspended for good."""
    if leaves:
        f.do("call void @cute.finish(ptr %state)")
        f.do("call void @cute.cluster_leave(ptr %state, i32 %warp)")
    f.branch("stop")
    _stop(f)


def _stop(f: FunctionText) -> None:
    f.begin("stop")
    f.do("%final = call i8 @llvm.coro.suspend(token none, i1 true)")
    f.do("switch i8 %final, label %suspended [i8 0, label %never i8 1, label %cleanup]")
    f.begin("never")
    f.do("unreachable")
    f.begin("cleanup")
    f.do("%freed = call ptr @llvm.coro.free(token %id, ptr %handle)")
    f.branch("suspended")
    f.begin("suspended")
    f.do("call void @llvm.coro.end(ptr %handle, i1 false, token none)")
    f.do("ret ptr %handle")


def lane_tail(f: FunctionText) -> None:
    """The end of a lane that runs apart from the others: its warp sees to the barriers."""
    f.branch("stop")
    _stop(f)


def plain_tail(f: FunctionText) -> None:
    """The end of a warp that never waits: 0, or 1 when the call must end."""
    f.do("ret i32 0")
    f.begin("stop")
    f.do("ret i32 1")


def lanes_text(kernel: str, size_bytes: int) -> str:
    """The function that makes a warp whose lanes run apart: a frame of `size_bytes`, and a coroutine for each lane."""
    return f"""define internal ptr @"{kernel}.warp"(ptr %state, i32 %warp) noinline {{
entry:
  %threadsp = getelementptr i8, ptr %state, i64 {STATE["threads"]}
  %threads = load i32, ptr %threadsp
  %self = call ptr @cute.frame(ptr %state, i64 {size_bytes})
  call void @cute.lanes(ptr %self, ptr %state, i32 %warp, i32 %threads)
  %alivep = getelementptr i8, ptr %self, i64 {WARP["alive"]}
  %alive = load i32, ptr %alivep
  %handles = getelementptr i8, ptr %self, i64 {WARP["handles"]}
  br label %each
each:
  %lane = phi i32 [ 0, %entry ], [ %lane1, %each ]
  %handle = call ptr @"{kernel}.lane"(ptr %state, i32 %warp, i32 %lane, ptr %self)
  %place = getelementptr ptr, ptr %handles, i32 %lane
  store ptr %handle, ptr %place
  %lane1 = add i32 %lane, 1
  %bit = shl i32 1, %lane1
  %named = and i32 %alive, %bit
  %there = icmp ne i32 %named, 0
  %inside = icmp ult i32 %lane1, 32
  %more = select i1 %inside, i1 %there, i1 false
  br i1 %more, label %each, label %made
made:
  ret ptr %self
}}
"""


def define_worker(
    text: ModuleText,
    kernel: str,
    runner: BlockRunner,
    *,
    threads: int,
    rounds: int = 0,
    team_bytes: int = 0,
    clears: bool = False,
) -> None:
    """The worker of a kernel, whose blocks `runner` runs, a warp of so many `threads` after the other.

    `rounds`, `team_bytes` and `clears` are the runner's.
    """
    text.declare(runner.declaration)
    sizes = f"i32 {threads}, i32 {rounds}, i64 {team_bytes}, i64 {FLAGS_BYTES if team_bytes else 0}, i1 {int(clears)}"
    text.functions.append(f"""define void @"{kernel}{WORKER_SUFFIX}"({PARAMETERS}) {{
  call void @cute.guard(ptr @"{kernel}.body", {PARAMETERS})
  ret void
}}
define internal void @"{kernel}.body"({PARAMETERS}, ptr %mark) {{
  call void @{runner.name}(ptr @"{kernel}.warp", {sizes}, {PARAMETERS}, ptr %mark)
  ret void
}}
""")
