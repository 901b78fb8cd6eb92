"""Loops that wait for other threads by looking at memory: the warp gives the others a turn each time it looks.

Blocks of such a kernel run together, up to 256 clusters a thread of the CPU (`cpu_launch.most_together`), and of a
cooperative launch all: a block may wait for earlier and for later blocks, as at a barrier of the whole grid. A wait
that does not end is made an error by `CUTEDSL_TIMEOUT_S`.
"""

from __future__ import annotations

from xdsl.ir import Operation

from cutedsl.arch.check_abi import CONTEXT
from cutedsl.codegen.cpu.collectives import suspend
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.llvm.attributes import string
from cutedsl.codegen.llvm.block_state import STATE
from cutedsl.ir.facts import facts


def looks(op: Operation) -> bool:
    """Whether an op looks at memory that other threads may change meanwhile."""
    return facts(op).observable in ("load", "atomic") and string(op, "sem", "relaxed") != "weak"


def spins(op: Operation) -> bool:
    """Whether an op looks at memory in a `while` loop, which may end only when another thread writes there."""
    if not looks(op):
        return False
    parent = op.parent_op()
    while parent is not None and parent.name != "scf.while":
        parent = parent.parent_op()
    return parent is not None


def yield_turn(e: WarpEmitter, op: Operation) -> None:
    """Gives the block's other warps a turn. It counts as progress: only time tells whether the loop ever ends.

    In a checked run whose order is drawn from a seed, they have one before each op that looks at memory.
    """
    f = e.f
    if not e.suspends or not looks(op):
        return
    if spins(op):
        _yield(e, op)
    elif e.checks:
        drawn, on = f.label("drawn"), f.label("on")
        place = f.op(f"getelementptr i8, ptr %ck, i64 {CONTEXT['seed']}")
        seed = f.op(f"load i32, ptr {place}, align 4")
        f.branch_if(f.op(f"icmp ne i32 {seed}, 0"), drawn, on)
        f.begin(drawn)
        _yield(e, op)
        f.branch(on)
        f.begin(on)


def _yield(e: WarpEmitter, op: Operation) -> None:
    f = e.f
    place = f.op(f"getelementptr i8, ptr %state, i64 {STATE['progress']}")
    turns = f.op(f"load i64, ptr {place}")
    f.do(f"store i64 {f.op(f'add i64 {turns}, 1')}, ptr {place}")
    suspend(e, e.sites.add(op, "loop"), f.label("looks"))
