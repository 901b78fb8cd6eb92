"""The functions around a kernel's body: the warp (a coroutine if it can wait), and the worker that runs blocks."""

from __future__ import annotations

from typing import Final

from cutedsl.arch.abi.host import WARP_LANES, WORKER_SUFFIX
from cutedsl.codegen.cpu.plan.teams import FLAGS_BYTES
from cutedsl.codegen.llvm.block_state import STATE
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.errors.frozen import frozen
from cutedsl.native.structures import structure

_LANE_WARP: Final = structure("LaneWarp")
_RUNNER: Final = structure("Runner")

PARAMETERS: Final = "ptr %counter, ptr %dims, ptr %params, ptr %rt, ptr %poll, ptr %smem, i64 %smem_bytes"
"""What a worker is called with."""


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
    f.do("%frame_align = call i64 @llvm.coro.align.i64()")
    f.do("%frame = call ptr @cute.frame(ptr %state, i64 %frame_bytes, i64 %frame_align)")
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
  %self = call ptr @cute.frame(ptr %state, i64 {size_bytes}, i64 {_LANE_WARP.align_bytes})
  call void @cute.lanes(ptr %self, ptr %state, i32 %warp, i32 %threads)
  %alivep = getelementptr i8, ptr %self, i64 {_LANE_WARP.offset("alive")}
  %alive = load i32, ptr %alivep
  %handles = getelementptr i8, ptr %self, i64 {_LANE_WARP.offset("handles")}
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


@frozen
class BlockRunner:
    """How the blocks of a kernel are run: `Runner` of `native/abi/block.h`.

    `cluster` are the blocks of a cluster along each axis, `lanes` the threads that a warp has. `suspends`: warps are
    coroutines; with `rounds`, which do nothing but meet, so often. `together`: all clusters that the worker takes at a
    time run together. `checks`: tells the checker of the clusters that run together, else takes them one by one.
    `clears` makes shared memory zero before each block, so that an mbarrier that nobody initialised is seen as such. Of
    `team_bytes` for loops that one warp runs for all, the flags are made zero too. `fences`: orders stores that passed
    the caches, at the end. `takes_over`: blocks ask for clusters that nobody has begun.
    """

    cluster: tuple[int, int, int] = (1, 1, 1)
    lanes: int = WARP_LANES
    suspends: bool = False
    rounds: int = 0
    together: bool = False
    checks: bool = False
    fences: bool = False
    clears: bool = False
    team_bytes: int = 0
    takes_over: bool = False

    @property
    def schedule(self) -> str:
        """Who runs the warps of blocks that run together."""
        if not self.suspends or self.rounds:
            return "null"
        return "@cute.check.run" if self.checks else "@cute.run"

    def stores(self, warp: str) -> list[str]:
        """Lines that fill `%runner`."""
        values = {
            "warp": f"ptr {warp}",
            "schedule": f"ptr {self.schedule}",
            "begin": f"ptr {'@cute.check.begin' if self.checks else 'null'}",
            "team_bytes": f"i64 {self.team_bytes}",
            "flag_bytes": f"i64 {FLAGS_BYTES if self.team_bytes else 0}",
            "lanes": f"i32 {self.lanes}",
            "rounds": f"i32 {self.rounds}",
            "together": f"i32 {int(self.together)}",
            "clears": f"i32 {int(self.clears)}",
            "takes_over": f"i32 {int(self.takes_over)}",
        }
        places = {_RUNNER.offset(name): value for name, value in values.items()}
        places |= {_RUNNER.offset("cluster") + 4 * axis: f"i32 {size}" for axis, size in enumerate(self.cluster)}
        f = FunctionText()
        for at, value in places.items():
            f.do(f"store {value}, ptr {f.op(f'getelementptr i8, ptr %runner, i64 {at}')}")
        return [line for line in f.lines if line]


def define_worker(text: ModuleText, kernel: str, runner: BlockRunner) -> None:
    """The worker of a kernel: behind the guard of illegal accesses, what runs its blocks."""
    if runner.checks:
        text.declare("void @cute.check.begin(ptr, ptr, i64)")
        text.declare("void @cute.check.run(ptr, i32)")
    fence = ""
    if runner.fences:
        text.declare("void @llvm.x86.sse.sfence()")
        fence = "\n  call void @llvm.x86.sse.sfence()"
    stores = "\n".join(runner.stores(f'@"{kernel}.warp"'))
    text.functions.append(f"""define void @"{kernel}{WORKER_SUFFIX}"({PARAMETERS}) {{
  call void @cute.guard(ptr @"{kernel}.body", {PARAMETERS})
  ret void
}}
define internal void @"{kernel}.body"({PARAMETERS}, ptr %mark) {{
  %runner = alloca [{_RUNNER.size_bytes} x i8], align {_RUNNER.align_bytes}
{stores}
  call void @cute.run_blocks(ptr %runner, {PARAMETERS}, ptr %mark){fence}
  ret void
}}
""")
