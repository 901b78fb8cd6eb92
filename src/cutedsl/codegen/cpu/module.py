"""A module of IR as LLVM text for the CPU: host function, kernels and their runtime."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation

import cutedsl.codegen.cpu.rules  # noqa: F401  (fills the dispatch table)
from cutedsl.arch.abi.host import BLOCK, WARP_LANES, KernelInfo
from cutedsl.codegen.cpu.checked.checks import call, check_head
from cutedsl.codegen.cpu.control.returned import note_returns
from cutedsl.codegen.cpu.dispatch import emit_block
from cutedsl.codegen.cpu.emitter import LIKELY, WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import LANE_NUMBERS
from cutedsl.codegen.cpu.plan.planner import plan_kernel
from cutedsl.codegen.cpu.plan.waits import waits_for_blocks
from cutedsl.codegen.cpu.sites import SiteTable
from cutedsl.codegen.cpu.source import (
    CpuSource,
    bind_parameters,
    clear_private,
    finished,
    functions,
    kernel_info,
)
from cutedsl.codegen.cpu.warp.meetings import Meetings
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
from cutedsl.codegen.llvm.compile import Machine, host_machine
from cutedsl.codegen.llvm.text import COMPILES_FAST, RUNS_ONCE, RUNS_SELDOM, FunctionText, ModuleText
from cutedsl.config import config
from cutedsl.ir.fast import ops_within
from cutedsl.ir.ops.clc import ClcRequestOp
from cutedsl.ir.ops.simt import TableOp
from cutedsl.ir.ops.sync import MbarrierInitOp

LONG_OPS: Final = 1000
"""From how many ops on kernels without loops are compiled for a short compilation (`RUNS_ONCE`)."""
LONG_LOOPED_OPS: Final = 8000
"""From how many ops on kernels with loops are compiled with the simple passes (`RUNS_SELDOM`).

LLVM's register allocation takes more than linear time in them: 4,096 multiply-adds that were unrolled in a loop took 10
seconds of it, and take 4.5 with the simple passes.
"""
HUGE_CHARACTERS: Final = 900_000
"""From how long a text on such kernels are compiled with the simple registers too (`COMPILES_FAST`).

The others take 1.7 s longer for a million characters, FlashAttention's example for Ampere.
"""
LONG_HOST_OPS: Final = 500
"""From how many ops on a function with loops and without kernels is compiled for a short compilation (`RUNS_SELDOM`).

Each access may end the call, so a loop around them has as many exits, and LLVM compares these with one another. That
was four fifths of its time for a loop over vectors of 128 elements (1,060 ops).
"""


def emit_cpu(
    module: ModuleOp,
    *,
    bounds: bool = True,
    check: bool = False,
    measure: bool = False,
    machine: Machine | None = None,
) -> CpuSource:
    """LLVM text of the module's host function and kernels for this machine, or for `machine`.

    `bounds` checks every access against the declared extents; `check` reports every access and wait to the checker,
    `measure` also hands over the addresses of accesses where a run asks for them.
    Raises an internal error on an op that has no rule.
    """
    machine = machine or host_machine()
    text, sites = ModuleText(), SiteTable()
    kernels = functions(module, "cute.kernel")
    bodies = [ops_within(kernel.body.block) for kernel in kernels]
    hosts = [ops_within(host.body.block) for host in functions(module, "cute.host")]
    runs_once = max(map(len, bodies), default=0) >= LONG_OPS and not any(map(_loops, (*bodies, *hosts)))
    runs_seldom = any(map(_takes_turns, bodies)) or (not bodies and any(map(_long_loops, hosts)))
    runs_seldom |= max(map(len, bodies), default=0) >= LONG_LOOPED_OPS
    fast = check or not config().optimises("machine-code")
    text.head = COMPILES_FAST if fast else RUNS_ONCE if runs_once else RUNS_SELDOM if runs_seldom else ""
    infos: list[KernelInfo] = []
    for kernel, ops in zip(kernels, bodies, strict=True):
        info = kernel_info(kernel, resident=waits_for_blocks(kernel, ops))
        brief = runs_once or _takes_turns(ops)
        plan = plan_kernel(kernel, ops, info, machine, bounds=bounds, check=check, groups=runs_once, brief=brief)
        plan = replace(plan, measures=check and measure)
        emit = _emit_lanes if plan.lanes_apart else _emit_warps
        runner = emit(WarpEmitter(plan, text, sites, FunctionText()), kernel.body.block, info)
        kinds = set(map(type, ops))
        runner = replace(runner, clears=MbarrierInitOp in kinds, takes_over=ClcRequestOp in kinds)
        define_worker(text, info.name, runner)
        if runner.suspends:
            _declare_coroutines(text)
        infos.append(replace(info, apart=plan.lanes_apart))
    host = emit_host_function(text, module, infos, sites, machine, bounds=bounds)
    if text.head == RUNS_SELDOM and sum(map(len, text.functions)) >= HUGE_CHARACTERS:
        text.head = COMPILES_FAST
    return CpuSource(finished(text), host, tuple(infos), tuple(sites.sites))


def _loops(ops: Sequence[Operation]) -> bool:
    return any(op.name in ("scf.for", "scf.while") for op in ops)


def _long_loops(ops: Sequence[Operation]) -> bool:
    return len(ops) >= LONG_HOST_OPS and _loops(ops)


def _takes_turns(ops: Sequence[Operation]) -> bool:
    """Whether a loop is table-driven, one statement per iteration (`passes.turns`)."""
    return any(type(op) is TableOp for op in ops)


def _emit_warps(e: WarpEmitter, block: Block, info: KernelInfo) -> BlockRunner:
    """Writes a kernel's warp, a coroutine if it can wait; returns how its blocks are run."""
    f, plan, suspends = e.f, e.plan, e.plan.suspends
    f.block, f.known = "started" if suspends else "entry", {}
    warp_head(f, plan.geometry.group)
    if plan.checks:
        check_head(f)
    if plan.geometry.lanes != WARP_LANES:
        e.view = replace(e.view, part=(0, plan.geometry.lanes))
    bind_parameters(e, block, "%params")
    note_returns(e)
    _at_full_or_partial_mask(e, block)
    body, f.lines, f.known = f.lines, [], None
    if suspends:
        coroutine_head(f, e.frame.allocas, at_once=plan.rounds > 0)
    else:
        f.lines.extend(e.frame.allocas)
    _finish_body(e, body)
    if suspends:
        coroutine_tail(f, leaves=not plan.rounds)
    else:
        plain_tail(f)
    e.frame.reports.finish(f)
    result, attributes = ("ptr", " presplitcoroutine noinline") if suspends else ("i32", "")
    e.module.define(f'internal {result} @"{info.name}.warp"(ptr %state, i32 %warp){attributes}', f)
    return _runner(e)


def _emit_lanes(e: WarpEmitter, block: Block, info: KernelInfo) -> BlockRunner:
    """Writes a kernel's lane, a coroutine in scalar code, for warps whose lanes wait for each other."""
    f = e.f
    f.block, e.view, e.meetings = "started", replace(e.view, thread="%thread"), Meetings()
    warp_head(f)
    f.do("%thread = add i32 %first_thread, %lane")
    if e.plan.checks:
        check_head(f, apart=True)
    bind_parameters(e, block, "%params")
    emit_block(e, block)
    body, f.lines = f.lines, []
    coroutine_head(f, e.frame.allocas)
    _finish_body(e, body)
    lane_tail(f)
    e.frame.reports.finish(f)
    signature = f'internal ptr @"{info.name}.lane"(ptr %state, i32 %warp, i32 %lane, ptr %self)'
    e.module.define(f"{signature} presplitcoroutine noinline", f)
    e.module.functions.append(lanes_text(info.name, e.meetings.size_bytes))
    return _runner(e)


def _finish_body(e: WarpEmitter, body: Sequence[str]) -> None:
    """The body after the entry block's stack slots."""
    clear_private(e)
    e.f.lines.extend(body)
    if e.plan.checks:
        call(e, "finish", "ptr %ck, i32 %row")


def _runner(e: WarpEmitter) -> BlockRunner:
    """What runs a kernel's blocks."""
    plan = e.plan
    return BlockRunner(
        plan.geometry.cluster_dim,
        plan.geometry.group,
        suspends=plan.suspends,
        rounds=plan.rounds,
        together=plan.resident,
        checks=plan.checks,
        fences=bool(plan.streams) and plan.machine.triple.startswith("x86_64"),
        team_bytes=e.team_memory.size_bytes if e.team_memory.loops else 0,
    )


def _declare_coroutines(text: ModuleText) -> None:
    for signature in (
        "token @llvm.coro.id(i32, ptr, ptr, ptr)",
        "i64 @llvm.coro.size.i64()",
        "i64 @llvm.coro.align.i64()",
        "ptr @llvm.coro.begin(token, ptr)",
        "i8 @llvm.coro.suspend(token, i1)",
        "void @llvm.coro.end(ptr, i1, token)",
        "ptr @llvm.coro.free(token, ptr)",
    ):
        text.declare(signature)


def _at_full_or_partial_mask(e: WarpEmitter, block: Block) -> None:
    """The body, once for full warps and once for a partial last one, where the block's size asks for them."""
    threads = e.plan.geometry.threads
    if threads is not None and threads % e.plan.geometry.group == 0:
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
    e.mask, e.view = mask, replace(e.view, full=mask)
    emit_block(e, block)
    e.mask, e.view = None, replace(e.view, full=None)
