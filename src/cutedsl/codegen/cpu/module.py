"""A module of IR as LLVM text for the CPU: host function, kernels and their runtime."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation

import cutedsl.codegen.cpu.rules  # noqa: F401  (fills the dispatch table)
from cutedsl.arch.host_abi import BLOCK, WARP_LANES, KernelInfo
from cutedsl.arch.launch_limits import MAX_PRIVATE_BYTES
from cutedsl.codegen.cpu.analysis import Geometry, LaneAnalysis
from cutedsl.codegen.cpu.check_multiplies import accumulators
from cutedsl.codegen.cpu.checks import call, check_head
from cutedsl.codegen.cpu.dispatch import emit_block
from cutedsl.codegen.cpu.emitter import LIKELY, WarpEmitter
from cutedsl.codegen.cpu.kept import kept_values, meetings
from cutedsl.codegen.cpu.lane_groups import group_lanes
from cutedsl.codegen.cpu.lane_waits import lanes_wait
from cutedsl.codegen.cpu.lanes import LANE_NUMBERS
from cutedsl.codegen.cpu.meetings import Meetings
from cutedsl.codegen.cpu.orders import orders
from cutedsl.codegen.cpu.returned import note_returns
from cutedsl.codegen.cpu.sites import SiteTable
from cutedsl.codegen.cpu.source import (
    CpuSource,
    bind_parameters,
    clear_private,
    finished,
    functions,
    kernel_info,
)
from cutedsl.codegen.cpu.spins import looks, spins
from cutedsl.codegen.cpu.streaming import only_written
from cutedsl.codegen.cpu.teams import FLAGS_BYTES, find_teams
from cutedsl.codegen.cpu.worker import (
    BlockRunner,
    coroutine_head,
    coroutine_tail,
    define_worker,
    lane_tail,
    lanes_text,
    plain_tail,
    warp_head,
)
from cutedsl.codegen.host.function import emit_host_function
from cutedsl.codegen.llvm.attributes import attribute, integer, span_of
from cutedsl.codegen.llvm.compile import Machine, host_machine
from cutedsl.codegen.llvm.text import RUNS_ONCE, RUNS_SELDOM, FunctionText, ModuleText
from cutedsl.codegen.llvm.types import storage_bytes
from cutedsl.errors import fail
from cutedsl.ir.facts import facts
from cutedsl.ir.fast import ops_within
from cutedsl.ir.types import PtrType

_STACK_BYTES: Final = 16 * 1024
"""Up to how many bytes of private memory a thread's warp is kept on the stack; beyond, a coroutine's frame has them."""

LONG_OPS: Final = 1000
"""From how many ops on kernels without loops are compiled for a short compilation (`RUNS_ONCE`)."""
LONG_LOOPED_OPS: Final = 8000
"""From how many ops on kernels with loops are compiled with the simple passes (`RUNS_SELDOM`).

LLVM's register allocation takes more than linear time in them: 4,096 multiply-adds that were unrolled in a loop took 10
seconds of it, and take 4.5 with the simple passes.
"""
LONG_HOST_OPS: Final = 500
"""From how many ops on a function with loops and without kernels is compiled for a short compilation (`RUNS_SELDOM`).

Each access may end the call, so that a loop around them has as many exits, which LLVM compares with one another: four
fifths of its time for a loop over vectors of 128 elements (1,060 ops).
"""


def emit_cpu(
    module: ModuleOp, *, bounds: bool = True, check: bool = False, machine: Machine | None = None
) -> CpuSource:
    """LLVM text of the module's host function and kernels for this machine, or for `machine`.

    `bounds` checks every access against the declared extents; `check` reports every access and wait to the checker.
    Raises an internal error on an op that has no rule.
    """
    text, sites = ModuleText(), SiteTable()
    kernels = functions(module, "cute.kernel")
    bodies = [ops_within(kernel.body.block) for kernel in kernels]
    waiting = [waits_for_blocks(kernel, ops) for kernel, ops in zip(kernels, bodies, strict=True)]
    infos = tuple(kernel_info(k, resident=waits) for k, waits in zip(kernels, waiting, strict=True))
    apart: list[bool] = []
    machine = machine or host_machine()
    hosts = [ops_within(host.body.block) for host in functions(module, "cute.host")]
    runs_once = max(map(len, bodies), default=0) >= LONG_OPS and not any(map(_loops, (*bodies, *hosts)))
    runs_seldom = any(map(_takes_turns, bodies)) or (not bodies and any(map(_long_loops, hosts)))
    runs_seldom |= max(map(len, bodies), default=0) >= LONG_LOOPED_OPS
    text.head = RUNS_ONCE if runs_once else RUNS_SELDOM if runs_seldom else ""
    for kernel, ops, info, waits in zip(kernels, bodies, infos, waiting, strict=True):
        geometry = Geometry(info.block_dim, cluster_dim=info.cluster_dim)
        if runs_once and not check:
            geometry = replace(geometry, lanes=group_lanes(ops, geometry, machine.registers))
        suspends = waits or can_suspend(ops, geometry) or private_bytes(ops) > _STACK_BYTES
        suspends = suspends or (check and any(looks(op) for op in ops))  # drawn orders differ in who comes first
        e = WarpEmitter(text, FunctionText(known={}), {}, geometry, sites, bounds or check, check, suspends=suspends)
        e.machine = machine
        e.part = None if geometry.lanes == WARP_LANES else (0, geometry.lanes)
        apart.append(_emit_kernel(e, kernel, ops, info))
    infos = tuple(replace(info, apart=one) for info, one in zip(infos, apart, strict=True))
    host = emit_host_function(text, module, infos, sites, bounds=bounds)
    return CpuSource(finished(text), host, infos, tuple(sites.sites))


def can_suspend(ops: Sequence[Operation], geometry: Geometry) -> bool:
    """Whether a warp of a kernel may have to wait for another one; blocks of a cluster always run together."""
    known = list(map(facts, ops))
    if geometry.cluster_blocks > 1 or any(one.polls or one.arrives == "cluster" for one in known):
        return True
    return any(one.waits and (one.waits != "block" or geometry.warps != 1) for one in known)


def private_bytes(ops: Sequence[Operation]) -> int:
    """The private memory of a thread. Errors: `too-much-private-memory`."""
    total = 0
    for op in ops:
        if op.name == "cute.rmem_alloc":
            mlir = op.results[0].type
            assert isinstance(mlir, PtrType)
            total += integer(op, "elems") * storage_bytes(mlir.element)
            if total > MAX_PRIVATE_BYTES:
                message = f"a thread asks for {total} bytes of its own memory; it has {MAX_PRIVATE_BYTES}"
                raise fail("too-much-private-memory", message, span=span_of(op))
    return total


def waits_for_blocks(kernel: FuncOp, ops: Sequence[Operation]) -> bool:
    """Whether a block may wait for others of the grid, so that they must run together."""
    return attribute(kernel, "cute.cooperative") is not None or any(spins(op) for op in ops)


def _loops(ops: Sequence[Operation]) -> bool:
    return any(op.name in ("scf.for", "scf.while") for op in ops)


def _long_loops(ops: Sequence[Operation]) -> bool:
    return len(ops) >= LONG_HOST_OPS and _loops(ops)


def _takes_turns(ops: Sequence[Operation]) -> bool:
    """Whether a loop takes one statement a turn (`passes.turns`)."""
    return any(op.name == "cute.table" for op in ops)


def _emit_kernel(e: WarpEmitter, kernel: FuncOp, ops: Sequence[Operation], info: KernelInfo) -> bool:
    """Writes a kernel's warp (a coroutine if it can wait) and its worker; whether its lanes run apart."""
    text, f, geometry, suspends, check = e.module, e.f, e.geometry, e.suspends, e.checks
    block = kernel.body.block
    f.block = "started" if suspends else "entry"
    e.shapes = LaneAnalysis(geometry).run(block)
    if lanes_wait(ops, e.shapes):
        _emit_lanes(e, kernel, ops, info)
        return True
    e.kept = kept_values(block) if suspends else frozenset()
    alone = suspends and not check and not info.resident and geometry.cluster_blocks == 1
    rounds = meetings(block) if alone else 0
    e.meetings_only = rounds > 0
    e.registers = None if check else e.machine.registers
    e.block = ("%block_x", "%block_y", "%block_z")
    warp_head(f, geometry.group)
    if check:
        check_head(f)
        e.orders, e.accumulators = orders(kernel), accumulators(kernel)
    bind_parameters(e, block, "%params")
    if not check and not info.resident:
        e.streams = {e.pointer(pointer).base for pointer in only_written(block, ops)}
        e.teams, e.team_bytes = find_teams(block, geometry, e.shapes), FLAGS_BYTES
    note_returns(e, ops)
    _at_full_or_partial_mask(e, block)
    body, f.lines, f.known = f.lines, [], None
    if suspends:
        coroutine_head(f, e.allocas, at_once=rounds > 0)
    else:
        f.lines.extend(e.allocas)
    clear_private(e)
    f.lines.extend(body)
    if check:
        call(e, "finish", "ptr %ck, i32 %row")
    if suspends:
        coroutine_tail(f, leaves=not rounds)
    else:
        plain_tail(f)
    e.reports.finish(f)
    result, attributes = ("ptr", " presplitcoroutine noinline") if suspends else ("i32", "")
    text.define(f'internal {result} @"{info.name}.warp"(ptr %state, i32 %warp){attributes}', f)
    _emit_worker(e, ops, info, suspends=suspends, rounds=rounds)
    return False


def _emit_lanes(whole: WarpEmitter, kernel: FuncOp, ops: Sequence[Operation], info: KernelInfo) -> None:
    """Writes a kernel's lane, a coroutine in scalar code, for warps whose lanes wait for each other."""
    alone, block, f = Geometry(info.block_dim, 1, info.cluster_dim), kernel.body.block, FunctionText(block="started")
    e = WarpEmitter(
        *(whole.module, f, LaneAnalysis(alone).run(block), alone, whole.sites, whole.bounds, whole.checks),
        suspends=True, thread="%thread", meetings=Meetings(),
    )  # fmt: skip
    e.block = ("%block_x", "%block_y", "%block_z")
    warp_head(f)
    f.do("%thread = add i32 %first_thread, %lane")
    if e.checks:
        check_head(f, apart=True)
        e.orders = orders(kernel)
    bind_parameters(e, block, "%params")
    emit_block(e, block)
    body, f.lines = f.lines, []
    coroutine_head(f, e.allocas)
    clear_private(e)
    f.lines.extend(body)
    if e.checks:
        call(e, "finish", "ptr %ck, i32 %row")
    lane_tail(f)
    e.reports.finish(f)
    signature = f'internal ptr @"{info.name}.lane"(ptr %state, i32 %warp, i32 %lane, ptr %self)'
    e.module.define(f"{signature} presplitcoroutine noinline", f)
    assert e.meetings is not None
    e.module.functions.append(lanes_text(info.name, e.meetings.size_bytes))
    _emit_worker(whole, ops, info, suspends=True)


def _emit_worker(
    e: WarpEmitter, ops: Sequence[Operation], info: KernelInfo, *, suspends: bool, rounds: int = 0
) -> None:
    """Writes what runs a kernel's blocks, and declares what its functions use."""
    text, check = e.module, e.checks
    runner = BlockRunner(
        e.geometry.cluster_dim,
        e.geometry.group,
        suspends=suspends,
        rounds=rounds,
        together=info.resident,
        checks=check,
        fences=bool(e.streams) and e.machine.triple.startswith("x86_64"),
        clears=any(op.name == "cute.mbarrier.init" for op in ops),
        team_bytes=e.team_bytes if e.team_count else 0,
    )
    define_worker(text, info.name, runner)
    if suspends:
        _declare_coroutines(text)


def _declare_coroutines(text: ModuleText) -> None:
    for signature in (
        "token @llvm.coro.id(i32, ptr, ptr, ptr)",
        "i64 @llvm.coro.size.i64()",
        "ptr @llvm.coro.begin(token, ptr)",
        "i8 @llvm.coro.suspend(token, i1)",
        "void @llvm.coro.end(ptr, i1, token)",
        "ptr @llvm.coro.free(token, ptr)",
    ):
        text.declare(signature)


def _at_full_or_partial_mask(e: WarpEmitter, block: Block) -> None:
    """The body, once for full warps and once for a partial last one, where the block's size asks for them."""
    threads = e.geometry.threads
    if threads is not None and threads % e.geometry.group == 0:
        emit_block(e, block)
    elif threads is not None and threads < WARP_LANES:
        _partial(e, block, "<" + ", ".join(f"i1 {'true' if n < threads else 'false'}" for n in LANE_NUMBERS) + ">")
    else:
        _either(e, block, _thread_count(e) if threads is None else str(threads))


def _thread_count(e: WarpEmitter) -> str:
    """Threads of the block, from the launch's dims."""
    sizes: list[str] = []
    for axis in range(3):
        place = e.f.op(f"getelementptr i32, ptr %dims, i64 {BLOCK + axis}")
        sizes.append(e.f.op(f"load i32, ptr {place}, align 4"))
    return e.f.op(f"mul i32 {e.f.op(f'mul i32 {sizes[0]}, {sizes[1]}')}, {sizes[2]}")


def _either(e: WarpEmitter, block: Block, threads: str) -> None:
    """Two copies of the body: a warp chooses by whether it has all its lanes."""
    f, env = e.f, dict(e.env)
    last = f.op("add i32 %first_thread, 32")
    whole, partial, end = f.label("whole"), f.label("partial"), f.label("end")
    f.branch_if(f.op(f"icmp ule i32 {last}, {threads}"), whole, partial, suffix=LIKELY)
    f.begin(whole)
    emit_block(e, block)
    f.branch(end)
    f.begin(partial)
    e.env, e.splats = env, {}
    numbers = "<" + ", ".join(f"i32 {n}" for n in LANE_NUMBERS) + ">"
    index = f.op(f"add <32 x i32> {e.splat('%first_thread', 'i32')}, {numbers}")
    _partial(e, block, f.op(f"icmp ult <32 x i32> {index}, {e.splat(threads, 'i32')}"))
    f.branch(end)
    f.begin(end)


def _partial(e: WarpEmitter, block: Block, mask: str) -> None:
    e.mask = e.full = mask
    emit_block(e, block)
    e.mask = e.full = None
