"""Turns that a warp gives to the block's others while it looks at memory that they may write (`plan/waits.py`)."""

from __future__ import annotations

from xdsl.ir import Operation

from cutedsl.arch.abi.check import CONTEXT
from cutedsl.codegen.cpu.checked.tracing import ask_for_turn
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.plan.waits import looks, spins
from cutedsl.codegen.cpu.warp.collectives import suspend
from cutedsl.codegen.llvm.block_state import STATE


def yield_turn(e: WarpEmitter, op: Operation) -> None:
    """Yields to the block's other warps. It counts as progress: a timeout or a checked run tells whether it ends.

    In a checked run whose order is drawn from a seed, they have one before each op that looks at memory.
    """
    f = e.f
    if not e.plan.suspends or not looks(op):
        return
    if spins(op):
        _yield(e, op)
    elif e.plan.checks:
        drawn, on = f.label("drawn"), f.label("on")
        place = f.op(f"getelementptr i8, ptr %ck, i64 {CONTEXT['seed']}")
        seed = f.op(f"load i32, ptr {place}, align 4")
        f.branch_if(f.op(f"icmp ne i32 {seed}, 0"), drawn, on)
        f.begin(drawn)
        _yield(e, op)
        f.branch(on)
        f.begin(on)
    steer(e, op)


def steer(e: WarpEmitter, op: Operation) -> None:
    """Lets a checked run that tries orders hold the warp before an op, again and again: others have their turns."""
    if e.plan.checks and e.plan.suspends and e.meetings is None:
        ask_for_turn(e, op, lambda: _yield(e, op))


def _yield(e: WarpEmitter, op: Operation) -> None:
    f = e.f
    place = f.op(f"getelementptr i8, ptr %state, i64 {STATE['progress']}")
    turns = f.op(f"load i64, ptr {place}")
    f.do(f"store i64 {f.op(f'add i64 {turns}, 1')}, ptr {place}")
    suspend(e, e.sites.add(op, "loop"), f.label("looks"))
