"""Loops that wait for other threads by looking at memory: the warp gives the others a turn each time it looks.

Blocks of such a kernel run together, up to 256 clusters a thread of the CPU (`cpu_launch.resident_clusters`), and of a
cooperative launch all: a block may wait for earlier and for later blocks, as at a barrier of the whole grid. A wait
that does not end is made an error by `CUTEDSL_TIMEOUT_S`.
"""

from __future__ import annotations

from typing import Final

from xdsl.ir import Operation

from cutedsl.codegen.cpu.collectives import suspend
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.llvm.attributes import string
from cutedsl.codegen.llvm.block_state import STATE

_LOOKS: Final = frozenset({"cute.ordered_load", "cute.atomic", "cute.atomic_cas"})


def spins(op: Operation) -> bool:
    """Whether an op looks at memory in a `while` loop, which may end only when another thread writes there."""
    if op.name not in _LOOKS or string(op, "sem", "relaxed") == "weak":
        return False
    parent = op.parent_op()
    while parent is not None and parent.name != "scf.while":
        parent = parent.parent_op()
    return parent is not None


def yield_turn(e: WarpEmitter, op: Operation) -> None:
    """Gives the block's other warps a turn. It counts as progress: only time tells whether the loop ever ends."""
    if not e.suspends or not spins(op):
        return
    f = e.f
    place = f.op(f"getelementptr i8, ptr %state, i64 {STATE['progress']}")
    turns = f.op(f"load i64, ptr {place}")
    f.do(f"store i64 {f.op(f'add i64 {turns}, 1')}, ptr {place}")
    suspend(e, e.sites.add(op, "loop"), f.label("looks"))
