"""What runs a kernel's blocks: takes numbers of blocks from the launch's counter, and runs their warps.

A kernel calls the function of its sort with its warp. Many programs are linked with the same few functions: they were
two thirds of the code of a short program, and of the time that LLVM takes for it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from cutedsl.arch.host_abi import BLOCK, GRID, RT, SMEM_ALIGN_BYTES
from cutedsl.codegen.llvm.block_state import STATE, STATE_ALIGN_BYTES, STATE_BYTES
from cutedsl.codegen.llvm.fault_runtime import RECORD
from cutedsl.errors.frozen import frozen
from cutedsl.native.structures import MAX_BLOCK_WARPS

PARAMETERS: Final = "ptr %counter, ptr %dims, ptr %params, ptr %rt, ptr %poll, ptr %smem, i64 %smem_bytes"
"""What a worker is called with."""

RUNNER: Final = "; runs blocks\n"
"""What texts of this sort begin with. LLVM's passes run over them, as every block comes through."""
_LETTERS: Final = "smtkf"
_CALLED: Final = (
    "void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
    "i64 @llvm.umin.i64(i64, i64)",
    "i64 @llvm.umax.i64(i64, i64)",
    "i64 @llvm.smax.i64(i64, i64)",
    "void @llvm.x86.sse.sfence()",
    "void @llvm.coro.resume(ptr)",
    "ptr @malloc(i64)",
    "void @free(ptr)",
    "i1 @cute.poll(ptr, ptr)",
    "void @cute.run(ptr, i32)",
    "void @cute.release(ptr)",
    "void @cute.check.begin(ptr, ptr, i64)",
    "void @cute.check.run(ptr, i32)",
)

_TEAM_ALIGN_BYTES: Final = 64


def _load_dim(name: str, place: int) -> str:
    return f"""  %{name}_at = getelementptr i32, ptr %dims, i64 {place}
  %{name} = load i32, ptr %{name}_at, align 4"""


def _put(name: str, kind: str, text: str, extra: int = 0) -> str:
    label = f"%put_{name}_{extra}"
    return f"""  {label} = getelementptr i8, ptr %state, i64 {STATE[name] + extra}
  store {kind} {text}, ptr {label}"""


@frozen
class BlockRunner:
    """The function of the runtime that runs the blocks of a kernel of one sort; its name says of which.

    `cluster` are the blocks of a cluster along each axis. `suspends`: warps are coroutines; `meets`: which do nothing
    but meet, so often as the kernel says. `together`: all clusters that the worker takes at a time run together.
    `checks`: tells the checker of the clusters that run together, else takes them one by one. `fences`: orders stores
    that passed the caches, at the end.
    """

    cluster: tuple[int, int, int] = (1, 1, 1)
    suspends: bool = False
    meets: bool = False
    together: bool = False
    checks: bool = False
    fences: bool = False

    @property
    def name(self) -> str:
        flags = (self.suspends, self.meets, self.together, self.checks, self.fences)
        letters = "".join(letter for letter, one in zip(_LETTERS, flags, strict=True) if one)
        return f"cute.blocks.{'x'.join(map(str, self.cluster))}.{letters}"

    @staticmethod
    def of(name: str) -> BlockRunner:
        """The runner of a name.

        >>> one = BlockRunner((2, 1, 1), suspends=True)
        >>> one.name, BlockRunner.of(one.name) == one
        ('cute.blocks.2x1x1.s', True)
        """
        sizes, letters = name.removeprefix("cute.blocks.").split(".")
        x, y, z = map(int, sizes.split("x"))
        return BlockRunner((x, y, z), *(letter in letters for letter in _LETTERS))

    @property
    def declaration(self) -> str:
        return f"void @{self.name}(ptr, i32, i32, i64, i64, i1, ptr, ptr, ptr, ptr, ptr, ptr, i64, ptr)"

    @property
    def text(self) -> str:
        """The function: takes cluster numbers from the counter and runs the warps of each cluster's blocks.

        Before each block `clears` makes shared memory zero, so that an mbarrier nobody initialised is seen as such;
        of its `team_bytes` for loops that one warp runs for all, the first `flag_bytes` are made zero too.
        """
        x, y, z = self.cluster
        blocks, together = x * y * z, self.together
        setup = "\n".join(_put(name, "ptr", f"%{name}") for name in ("rt", "poll", "dims", "params"))
        sizes = "i32 %lanes, i32 %rounds, i64 %team_bytes, i64 %flag_bytes, i1 %clears"
        body = f"""define void @{self.name}(ptr %warp.run, {sizes}, {PARAMETERS}, ptr %mark) {{
entry:
  %marked.site = getelementptr i8, ptr %mark, i64 {RECORD["site"]}
  store i32 -1, ptr %marked.site
{_resident_states(blocks) if together else _own_states(blocks)}
{_load_dim("gx", GRID)}
{_load_dim("gy", GRID + 1)}
{_load_dim("gz", GRID + 2)}
{_load_dim("bx", BLOCK)}
{_load_dim("by", BLOCK + 1)}
{_load_dim("bz", BLOCK + 2)}
  %bxy = mul i32 %bx, %by
  %threads = mul i32 %bxy, %bz
  %threads.up = add i32 %threads, %lanes
  %threads.last = sub i32 %threads.up, 1
  %warps = udiv i32 %threads.last, %lanes
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
{_put("mark", "ptr", "%mark")}{"" if together else _PUT_TEAM}
  %rank = urem i32 %r, {blocks}
  %first.of.cluster = sub i32 %r, %rank
  %cluster = getelementptr [{STATE_BYTES} x i8], ptr %states, i32 %first.of.cluster
{_put("cluster", "ptr", "%cluster")}
{_put("smem_stride", "i64", "%stride")}
{_put("rank", "i32", "%rank")}
{_put("slot", "i32", "%r")}
{_put("threads", "i32", "%threads")}
{_put("warps", "i32", "%warps")}
  %r1 = add i32 %r, 1
  %prepared = icmp eq i32 %r1, %state.count
  br i1 %prepared, label %ready, label %prepare
ready:
  %marked.state = getelementptr i8, ptr %mark, i64 {RECORD["state"]}
  store ptr %states, ptr %marked.state
{_cluster_counts(self.cluster)}
  %cx64 = zext i32 %cx to i64
  %cy64 = zext i32 %cy to i64
  %cz64 = zext i32 %cz to i64
  %cxy = mul i64 %cx64, %cy64
  %clusters = mul i64 %cxy, %cz64
{_PARTS}
{_take_blocks(_share(one=self.checks, together=together), after="run" if together else "grab")}
  br label %block
block:
  %b = phi i32 [ 0, %go ], [ %b1, %placed ]
{_SLOT.format(blocks=blocks) if together else "  %slot = add i32 %b, 0"}
  %of_block = getelementptr [{STATE_BYTES} x i8], ptr %states, i32 %slot
{_block_index(self.cluster)}
{_store_block("%x", 0)}
{_store_block("%y", 4)}
{_store_block("%z", 8)}
{_CLEAR_SMEM}
{"" if together else _CLEAR_FLAGS}
{_CHECK_BEGIN if self.checks else ""}
  br label %begun
begun:
{self._warps(blocks)}
out:
{"  call void @llvm.x86.sse.sfence()" if self.fences else ""}
{_release("%raw" if together else "null") if self.suspends else "  ret void"}
}}
"""
        return RUNNER + _needed(body) + body

    def _warps(self, blocks: int) -> str:
        """Runs the warps of the blocks that were taken."""
        if not self.suspends:
            return _PLAIN
        if self.meets:
            return _made(_begin("used", "i64", "0"), "br i1 true, label %round, label %block") + _ROUNDS
        scheduler = "cute.check.run" if self.checks else "cute.run"
        return f"{_coroutines(blocks, together=self.together)}\n{_run(blocks, scheduler, together=self.together)}"


def runner_texts(text: str) -> list[str]:
    """The functions of this sort that a module's text declares."""
    return [_text(name) for name in re.findall(r"^declare void @(cute\.blocks\.[^(]+)\(", text, re.M)]


@cache
def _text(name: str) -> str:
    return BlockRunner.of(name).text


def _needed(body: str) -> str:
    """The declarations of what a function calls."""
    called = set(re.findall(r"@(\S+?)\(", body.split("\n", 1)[1]))
    return "".join(f"declare {one}\n" for one in _CALLED if one.split("@")[1].split("(")[0] in called)


def _own_states(blocks: int) -> str:
    """The states of the blocks of one cluster, and their memory of teams."""
    return f"""  %teams.bytes = mul i64 %team_bytes, {blocks}
  %teams = alloca i8, i64 %teams.bytes, align {_TEAM_ALIGN_BYTES}
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

_PARTS: Final = f"""  %workers.at = getelementptr i8, ptr %rt, i64 {RT["workers"].offset}
  %workers = load i64, ptr %workers.at, align 8
  %alone = icmp ult i64 %workers, 2
  %more.parts = mul i64 %workers, 4
  %parts = select i1 %alone, i64 1, i64 %more.parts"""
"""Into how many parts a worker divides what is left of the grid, to take one."""


def _share(*, one: bool, together: bool) -> str:
    """How many blocks a worker takes at a time: a part of what is left, so that few are taken apart at the end.

    Taking them costs as much as a small block or two, and what a worker prefetches beyond a block's end is then read by
    the same core. Where they are checked it is one.
    """
    if together or one:
        return f"  %share = add i64 {'%resident' if together else '1'}, 0"
    return """  %seen = load atomic i64, ptr %counter monotonic, align 8
  %unseen = sub i64 %clusters, %seen
  %rest = call i64 @llvm.smax.i64(i64 %unseen, i64 0)
  %part = udiv i64 %rest, %parts
  %share = call i64 @llvm.umax.i64(i64 %part, i64 1)"""


def _take_blocks(share: str, after: str) -> str:
    """Takes a share of the clusters, and goes through it: on to `go` with `%number` and its index, then to `advance`.

    It goes on to `after` when the share has ended.
    """
    return f"""  br label %grab
grab:
{share}
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
  br i1 %ended.share, label %{after}, label %asked
go:"""


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


_CLEAR_SMEM: Final = f"""  br i1 %clears, label %clear.smem, label %smem.ready
clear.smem:
  %smem_of_block_at = getelementptr i8, ptr %of_block, i64 {STATE["smem"]}
  %smem_of_block = load ptr, ptr %smem_of_block_at
  call void @llvm.memset.p0.i64(ptr %smem_of_block, i8 0, i64 %smem_bytes, i1 false)
  br label %smem.ready
smem.ready:"""


_CLEAR_FLAGS: Final = f"""  %has.team = icmp ne i64 %flag_bytes, 0
  br i1 %has.team, label %clear.flags, label %flags.ready
clear.flags:
  %team_of_block_at = getelementptr i8, ptr %of_block, i64 {STATE["team"]}
  %team_of_block = load ptr, ptr %team_of_block_at
  call void @llvm.memset.p0.i64(ptr align {_TEAM_ALIGN_BYTES} %team_of_block, i8 0, i64 %flag_bytes, i1 false)
  br label %flags.ready
flags.ready:"""


_PUT_TEAM: Final = f"""
  %team_at_rank = mul i64 %team_bytes, %r64
  %team = getelementptr i8, ptr %teams, i64 %team_at_rank
{_put("team", "ptr", "%team")}"""
"""Where the block's memory of teams begins."""

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
  %others = icmp ult i32 %t1, %warps
  br i1 %others, label %turn, label %over
over:
  %met1 = add i32 %met, 1
  %meet = icmp ult i32 %met1, %rounds
  br i1 %meet, label %round, label %advance"""
"""All warps have come to the first barrier; each is given a turn after each barrier. One that ended the call has set
the poll word, and is not resumed."""


_PLAIN: Final = """  br label %each
each:
  %k = phi i32 [ 0, %begun ], [ %k1, %next ]
  %ended = call i32 %warp.run(ptr %of_block, i32 %k)
  %early = icmp ne i32 %ended, 0
  br i1 %early, label %out, label %next
next:
  %k1 = add i32 %k, 1
  %again = icmp ult i32 %k1, %warps
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


def _coroutines(blocks: int, *, together: bool) -> str:
    begins = f"""{_begin("used", "i64", "0")}
{_begin("progress", "i64", "0")}
{_begin("alive", "i32", "%warps")}
{_begin("block_waiting", "i32", "0")}
{_begin("cluster_arrived", "i32", "0")}
{_begin("cluster_generation", "i32", "0")}
  %warps.all = mul i32 %warps, {blocks}
{_begin("cluster_alive", "i32", "%warps.all")}
{_clear("barriers", 128)}
{_clear("wait_barriers", 8 * MAX_BLOCK_WARPS)}
{_clear("cluster_seen", 4 * MAX_BLOCK_WARPS, 255)}"""
    after = f"""%all = icmp eq i32 %b1, {blocks}
  br i1 %all, label %{"advance" if together else "run"}, label %block"""
    return _made(begins, after)


def _made(begins: str, after: str) -> str:
    """Makes the warps of a block, where its state `begins`, and goes on `after` that."""
    return f"""{begins}
  %handles = getelementptr i8, ptr %of_block, i64 {STATE["handles"]}
  br label %each
each:
  %k = phi i32 [ 0, %begun ], [ %k1, %each ]
  %handle = call ptr %warp.run(ptr %of_block, i32 %k)
  %place = getelementptr ptr, ptr %handles, i32 %k
  store ptr %handle, ptr %place
  %k1 = add i32 %k, 1
  %again = icmp ult i32 %k1, %warps
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
