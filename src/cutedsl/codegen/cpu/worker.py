"""The functions around a kernel's body: the warp (a coroutine if it can wait), and the worker that runs blocks."""

from __future__ import annotations

from typing import Final

from cutedsl.arch.host_abi import BLOCK, GRID, MAX_BLOCK_WARPS, RT, SMEM_ALIGN_BYTES, WARP_LANES, WORKER_SUFFIX
from cutedsl.codegen.cpu.analysis import Geometry
from cutedsl.codegen.cpu.teams import FLAGS_BYTES
from cutedsl.codegen.llvm.block_state import STATE, STATE_ALIGN_BYTES, STATE_BYTES
from cutedsl.codegen.llvm.fault_runtime import RECORD
from cutedsl.codegen.llvm.lane_runtime import WARP
from cutedsl.codegen.llvm.text import FunctionText


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


_TEAM_ALIGN_BYTES: Final = 64


def _constant(value: int | None, otherwise: str) -> str:
    return otherwise if value is None else str(value)


def _load_dim(name: str, place: int) -> str:
    return f"""  %{name}_at = getelementptr i32, ptr %dims, i64 {place}
  %{name} = load i32, ptr %{name}_at, align 4"""


def _put(name: str, kind: str, text: str, extra: int = 0) -> str:
    label = f"%put_{name}_{extra}"
    return f"""  {label} = getelementptr i8, ptr %state, i64 {STATE[name] + extra}
  store {kind} {text}, ptr {label}"""


def worker_text(
    kernel: str,
    geometry: Geometry,
    *,
    suspends: bool,
    clears: bool = False,
    together: bool = False,
    check: bool = False,
    fences: bool = False,
    team_bytes: int = 0,
    rounds: int = 0,
) -> str:
    """The worker of a kernel: takes cluster numbers from the counter and runs the warps of each cluster's blocks.

    `clears` makes shared memory zero before each block, so that an mbarrier nobody initialised is seen as such.
    `together`: all clusters that the worker takes at a time run together. `check`: tell the checker of the clusters
    that run together, else take them one by one. `fences` orders stores that passed the caches.
    `team_bytes` is the memory of a block whose loops one warp runs for all; its flags are cleared before each block.
    `rounds`: the warps of a block do nothing but meet so often.
    """
    blocks = geometry.cluster_blocks
    threads = _constant(geometry.threads, "%threads")
    warps = _constant(geometry.warps, "%warps")
    setup = "\n".join(_put(name, "ptr", f"%{name}") for name in ("rt", "poll", "dims", "params"))
    parameters = "ptr %counter, ptr %dims, ptr %params, ptr %rt, ptr %poll, ptr %smem, i64 %smem_bytes"
    return f"""define void @"{kernel}{WORKER_SUFFIX}"({parameters}) {{
  call void @cute.guard(ptr @"{kernel}.body", {parameters})
  ret void
}}
define internal void @"{kernel}.body"({parameters}, ptr %mark) {{
entry:
  %marked.site = getelementptr i8, ptr %mark, i64 {RECORD["site"]}
  store i32 -1, ptr %marked.site
{_resident_states(blocks) if together else _own_states(blocks, team_bytes)}
{_load_dim("gx", GRID)}
{_load_dim("gy", GRID + 1)}
{_load_dim("gz", GRID + 2)}
{_load_dim("bx", BLOCK)}
{_load_dim("by", BLOCK + 1)}
{_load_dim("bz", BLOCK + 2)}
  %bxy = mul i32 %bx, %by
  %threads = mul i32 %bxy, %bz
  %threads31 = add i32 %threads, 31
  %warps = lshr i32 %threads31, 5
  %smem_up = add i64 %smem_bytes, {SMEM_ALIGN_BYTES - 1}
  %stride = and i64 %smem_up, {-SMEM_ALIGN_BYTES}
  br label %prepare
prepare:
  %r = phi i32 [ 0, %entry ], [ %r1, %prepare ]
  %state = getelementptr [{STATE_BYTES} x i8], ptr %states, i32 %r
  %r64 = zext i32 %r to i64
  %smem_at_rank = mul i64 %stride, %r64
  %own_smem = getelementptr i8, ptr %smem, i64 %smem_at_rank
{setup}
{_put("smem", "ptr", "%own_smem")}
{_put("arena", "ptr", "null")}
{_put("mark", "ptr", "%mark")}{_put_team(team_bytes)}
  %rank = urem i32 %r, {blocks}
  %first.of.cluster = sub i32 %r, %rank
  %cluster = getelementptr [{STATE_BYTES} x i8], ptr %states, i32 %first.of.cluster
{_put("cluster", "ptr", "%cluster")}
{_put("smem_stride", "i64", "%stride")}
{_put("rank", "i32", "%rank")}
{_put("slot", "i32", "%r")}
{_put("threads", "i32", threads)}
{_put("warps", "i32", warps)}
  %r1 = add i32 %r, 1
  %prepared = icmp eq i32 %r1, %state.count
  br i1 %prepared, label %ready, label %prepare
ready:
  %marked.state = getelementptr i8, ptr %mark, i64 {RECORD["state"]}
  store ptr %states, ptr %marked.state
{_cluster_counts(geometry.cluster_dim)}
  %cx64 = zext i32 %cx to i64
  %cy64 = zext i32 %cy to i64
  %cz64 = zext i32 %cz to i64
  %cxy = mul i64 %cx64, %cy64
  %clusters = mul i64 %cxy, %cz64
{"  %share = add i64 %resident, 0" if together else _share(one=check)}
{_TAKE_BLOCKS.replace("%grab, label %asked", "%run, label %asked") if together else _TAKE_BLOCKS}
  br label %block
block:
  %b = phi i32 [ 0, %go ], [ %b1, %placed ]
{_SLOT.format(blocks=blocks) if together else "  %slot = add i32 %b, 0"}
  %of_block = getelementptr [{STATE_BYTES} x i8], ptr %states, i32 %slot
{_block_index(geometry.cluster_dim)}
{_store_block("%x", 0)}
{_store_block("%y", 4)}
{_store_block("%z", 8)}
{_CLEAR_SMEM if clears else ""}
{_CLEAR_FLAGS if team_bytes else ""}
{_CHECK_BEGIN if check else ""}
  br label %begun
begun:
{_warps_text(kernel, warps, blocks, suspends=suspends, together=together, check=check, rounds=rounds)}
out:
{"  call void @llvm.x86.sse.sfence()" if fences else ""}
{_release("%raw" if together else "null") if suspends else "  ret void"}
}}
"""


def _own_states(blocks: int, team_bytes: int) -> str:
    """The states of the blocks of one cluster, and their memory of teams."""
    return f"""  %teams = alloca [{blocks * team_bytes} x i8], align {_TEAM_ALIGN_BYTES}
  %states = alloca [{blocks * STATE_BYTES} x i8], align {STATE_ALIGN_BYTES}
  %state.count = add i32 {blocks}, 0"""


def _resident_states(blocks: int) -> str:
    """The states of as many clusters as the launch says."""
    return f"""  %resident.at = getelementptr i8, ptr %rt, i64 {RT["resident"].offset}
  %resident.asked = load i64, ptr %resident.at, align 8
  %resident = call i64 @llvm.umax.i64(i64 %resident.asked, i64 1)
  %state.count64 = mul i64 %resident, {blocks}
  %state.count = trunc i64 %state.count64 to i32
  %state.bytes = mul i64 %state.count64, {STATE_BYTES}
  %raw.bytes = add i64 %state.bytes, {STATE_ALIGN_BYTES}
  %raw = call ptr @malloc(i64 %raw.bytes)
  %raw.address = ptrtoint ptr %raw to i64
  %raw.up = add i64 %raw.address, {STATE_ALIGN_BYTES - 1}
  %states.address = and i64 %raw.up, {-STATE_ALIGN_BYTES}
  %states = inttoptr i64 %states.address to ptr"""


_SLOT: Final = """  %before64 = sub i64 %number, %first
  %before = trunc i64 %before64 to i32
  %before.blocks = mul i32 %before, {blocks}
  %slot = add i32 %before.blocks, %b"""

_TAKE_BLOCKS: Final = """  br label %grab
grab:
  %first = atomicrmw add ptr %counter, i64 %share monotonic
  %more = icmp ult i64 %first, %clusters
  br i1 %more, label %taken, label %out
taken:
  %after = add i64 %first, %share
  %last = call i64 @llvm.umin.i64(i64 %after, i64 %clusters)
  %x64 = urem i64 %first, %cx64
  %rows = udiv i64 %first, %cx64
  %y64 = urem i64 %rows, %cy64
  %z64 = udiv i64 %rows, %cy64
  %x.taken = trunc i64 %x64 to i32
  %y.taken = trunc i64 %y64 to i32
  %z.taken = trunc i64 %z64 to i32
  br label %asked
asked:
  %number = phi i64 [ %first, %taken ], [ %number1, %advance ]
  %x.cluster = phi i32 [ %x.taken, %taken ], [ %x.next, %advance ]
  %y.cluster = phi i32 [ %y.taken, %taken ], [ %y.next, %advance ]
  %z.cluster = phi i32 [ %z.taken, %taken ], [ %z.next, %advance ]
  %word = load atomic i64, ptr %poll monotonic, align 8
  %quiet = icmp eq i64 %word, 0
  br i1 %quiet, label %go, label %ask
ask:
  %stop = call i1 @cute.poll(ptr %rt, ptr %poll)
  br i1 %stop, label %out, label %go
advance:
  %number1 = add i64 %number, 1
  %x.more = add i32 %x.cluster, 1
  %x.over = icmp eq i32 %x.more, %cx
  %x.next = select i1 %x.over, i32 0, i32 %x.more
  %x.carry = zext i1 %x.over to i32
  %y.more = add i32 %y.cluster, %x.carry
  %y.over = icmp eq i32 %y.more, %cy
  %y.next = select i1 %y.over, i32 0, i32 %y.more
  %y.carry = zext i1 %y.over to i32
  %z.next = add i32 %z.cluster, %y.carry
  %ended.share = icmp eq i64 %number1, %last
  br i1 %ended.share, label %grab, label %asked
go:"""
"""Takes a share of the clusters, and goes through it: on to `go` with `%number` and its index, then to `advance`."""

_SHARES: Final = 256
_LARGEST_SHARE: Final = 64
"""A worker takes a 256th of the grid at a time, at most 64 blocks: taking one costs as much as a small block, and what
it prefetches beyond a block's end is then read by the same core."""


def _share(*, one: bool) -> str:
    """How many blocks a worker takes at a time: one where they are checked."""
    if one:
        return "  %share = add i64 1, 0"
    return f"""  %part = udiv i64 %clusters, {_SHARES}
  %some = call i64 @llvm.umax.i64(i64 %part, i64 1)
  %share = call i64 @llvm.umin.i64(i64 %some, i64 {_LARGEST_SHARE})"""


def _cluster_counts(cluster: tuple[int, int, int]) -> str:
    """How many clusters the grid has along each axis."""
    return "\n".join(f"  %c{axis} = udiv i32 %g{axis}, {size}" for axis, size in zip("xyz", cluster, strict=True))


def _block_index(cluster: tuple[int, int, int]) -> str:
    """The index of the cluster's block number `%b`."""
    x, y, _ = cluster
    return f"""  %x.in = urem i32 %b, {x}
  %b.rows = udiv i32 %b, {x}
  %y.in = urem i32 %b.rows, {y}
  %z.in = udiv i32 %b.rows, {y}
""" + "\n".join(
        f"  %{axis}.first = mul i32 %{axis}.cluster, {size}\n  %{axis} = add i32 %{axis}.first, %{axis}.in"
        for axis, size in zip("xyz", cluster, strict=True)
    )


_CLEAR_SMEM = f"""  %smem_of_block_at = getelementptr i8, ptr %of_block, i64 {STATE["smem"]}
  %smem_of_block = load ptr, ptr %smem_of_block_at
  call void @llvm.memset.p0.i64(ptr %smem_of_block, i8 0, i64 %smem_bytes, i1 false)"""


_CLEAR_FLAGS: Final = f"""  %team_of_block_at = getelementptr i8, ptr %of_block, i64 {STATE["team"]}
  %team_of_block = load ptr, ptr %team_of_block_at
  call void @llvm.memset.p0.i64(ptr align {_TEAM_ALIGN_BYTES} %team_of_block, i8 0, i64 {FLAGS_BYTES}, i1 false)"""


def _put_team(size_bytes: int) -> str:
    """Where the block's memory of teams begins."""
    if not size_bytes:
        return ""
    return f"""
  %team = getelementptr [{size_bytes} x i8], ptr %teams, i32 %r
{_put("team", "ptr", "%team")}"""


_CHECK_BEGIN: Final = """  %begins = icmp eq i32 %slot, 0
  br i1 %begins, label %check.begin, label %check.on
check.begin:
  call void @cute.check.begin(ptr %rt, ptr %states, i64 %number)
  br label %check.on
check.on:"""


def _store_block(value: str, extra: int) -> str:
    place = f"%put_block_{extra}"
    return f"""  {place} = getelementptr i8, ptr %of_block, i64 {STATE["block"] + extra}
  store i32 {value}, ptr {place}"""


def _warps_text(
    kernel: str, warps: str, blocks: int, *, suspends: bool, together: bool, check: bool, rounds: int
) -> str:
    """Runs the warps of the blocks that were taken."""
    if not suspends:
        return _plain(kernel, warps)
    if rounds:
        return _made(kernel, warps, _begin("used", "i64", "0"), "br i1 true, label %round, label %block") + (
            _ROUNDS.format(warps=warps, rounds=rounds)
        )
    scheduler = "cute.check.run" if check else "cute.run"
    return f"{_coroutines(kernel, warps, blocks, together=together)}\n{_run(blocks, scheduler, together=together)}"


_ROUNDS: Final = """
round:
  %met = phi i32 [ 0, %placed ], [ %met1, %over ]
  br label %turn
turn:
  %t = phi i32 [ 0, %round ], [ %t1, %resume ]
  %said = load atomic i64, ptr %poll monotonic, align 8
  %calm = icmp eq i64 %said, 0
  br i1 %calm, label %resume, label %stopped
stopped:
  %ends = call i1 @cute.poll(ptr %rt, ptr %poll)
  br i1 %ends, label %out, label %resume
resume:
  %spot = getelementptr ptr, ptr %handles, i32 %t
  %waiting = load ptr, ptr %spot
  call void @llvm.coro.resume(ptr %waiting)
  %t1 = add i32 %t, 1
  %others = icmp ult i32 %t1, {warps}
  br i1 %others, label %turn, label %over
over:
  %met1 = add i32 %met, 1
  %meet = icmp ult i32 %met1, {rounds}
  br i1 %meet, label %round, label %advance"""
"""All warps have come to the first barrier; each is given a turn after each barrier. One that ended the call has set
the poll word, and is not resumed."""


def _plain(kernel: str, warps: str) -> str:
    return f"""  br label %each
each:
  %k = phi i32 [ 0, %begun ], [ %k1, %next ]
  %ended = call i32 @"{kernel}.warp"(ptr %of_block, i32 %k)
  %early = icmp ne i32 %ended, 0
  br i1 %early, label %out, label %next
next:
  %k1 = add i32 %k, 1
  %again = icmp ult i32 %k1, {warps}
  br i1 %again, label %each, label %placed
placed:
  %b1 = add i32 %b, 1
  br i1 true, label %advance, label %block"""


def _clear(name: str, size_bytes: int, byte: int = 0) -> str:
    return f"""  %clear_{name} = getelementptr i8, ptr %of_block, i64 {STATE[name]}
  call void @llvm.memset.p0.i64(ptr %clear_{name}, i8 {byte}, i64 {size_bytes}, i1 false)"""


def _begin(name: str, kind: str, text: str) -> str:
    return f"""  %begin_{name} = getelementptr i8, ptr %of_block, i64 {STATE[name]}
  store {kind} {text}, ptr %begin_{name}"""


def _coroutines(kernel: str, warps: str, blocks: int, *, together: bool) -> str:
    begins = f"""{_begin("used", "i64", "0")}
{_begin("progress", "i64", "0")}
{_begin("alive", "i32", warps)}
{_begin("block_waiting", "i32", "0")}
{_begin("cluster_arrived", "i32", "0")}
{_begin("cluster_generation", "i32", "0")}
  %warps.all = mul i32 {warps}, {blocks}
{_begin("cluster_alive", "i32", "%warps.all")}
{_clear("barriers", 128)}
{_clear("wait_barriers", 8 * MAX_BLOCK_WARPS)}
{_clear("cluster_seen", 4 * MAX_BLOCK_WARPS, 255)}"""
    after = f"""%all = icmp eq i32 %b1, {blocks}
  br i1 %all, label %{"advance" if together else "run"}, label %block"""
    return _made(kernel, warps, begins, after)


def _made(kernel: str, warps: str, begins: str, after: str) -> str:
    """Makes the warps of a block, where its state `begins`, and goes on `after` that."""
    return f"""{begins}
  %handles = getelementptr i8, ptr %of_block, i64 {STATE["handles"]}
  br label %each
each:
  %k = phi i32 [ 0, %begun ], [ %k1, %each ]
  %handle = call ptr @"{kernel}.warp"(ptr %of_block, i32 %k)
  %place = getelementptr ptr, ptr %handles, i32 %k
  store ptr %handle, ptr %place
  %k1 = add i32 %k, 1
  %again = icmp ult i32 %k1, {warps}
  br i1 %again, label %each, label %placed
placed:
  %b1 = add i32 %b, 1
  {after}"""


def _run(blocks: int, scheduler: str, *, together: bool) -> str:
    """Runs the blocks that were placed: those of one cluster, or of all clusters that were taken."""
    if not together:
        return f"""run:
  call void @{scheduler}(ptr %states, i32 {blocks})
  br label %advance"""
    return f"""run:
  %clusters.taken64 = sub i64 %last, %first
  %clusters.taken = trunc i64 %clusters.taken64 to i32
  %blocks.taken = mul i32 %clusters.taken, {blocks}
  call void @{scheduler}(ptr %states, i32 %blocks.taken)
  br label %grab"""


def _release(raw: str) -> str:
    """Frees the warps' frames, and the memory of the states that was allocated."""
    return f"""  br label %free
free:
  %f = phi i32 [ 0, %out ], [ %f1, %free ]
  %state.freed = getelementptr [{STATE_BYTES} x i8], ptr %states, i32 %f
  call void @cute.release(ptr %state.freed)
  %f1 = add i32 %f, 1
  %freed = icmp eq i32 %f1, %state.count
  br i1 %freed, label %left, label %free
left:
  call void @free(ptr {raw})
  ret void"""
