"""Where warps and blocks may have to wait for others.

A loop that waits for other threads by looking at memory gives the others a turn each time it looks. Blocks of such a
kernel run concurrently, up to 256 clusters for each CPU thread (`cpu_launch.most_together`); in a cooperative launch,
all of them. A block may wait for earlier and for later blocks, as at a barrier of the whole grid. A wait that does
not end is made an error by `CUTEDSL_TIMEOUT_S`.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from cutedsl.codegen.cpu.lanes.analysis import Geometry
from cutedsl.codegen.llvm.attributes import attribute, string
from cutedsl.ir.facts import facts


def looks(op: Operation) -> bool:
    """Whether an op looks at memory that other threads may change at the same time."""
    return facts(op).observable in ("load", "atomic") and string(op, "sem", "relaxed") != "weak"


def spins(op: Operation) -> bool:
    """Whether an op looks at memory in a `while` loop, which may end only when another thread writes there."""
    if not looks(op):
        return False
    parent = op.parent_op()
    while parent is not None and parent.name != "scf.while":
        parent = parent.parent_op()
    return parent is not None


def can_suspend(ops: Sequence[Operation], geometry: Geometry) -> bool:
    """Whether a warp of a kernel may have to wait for another one; blocks of a cluster always run together."""
    known = list(map(facts, ops))
    if geometry.cluster_blocks > 1 or any(one.polls or one.arrives == "cluster" for one in known):
        return True
    return any(one.waits and (one.waits != "block" or geometry.warps != 1) for one in known)


def waits_for_blocks(kernel: FuncOp, ops: Sequence[Operation]) -> bool:
    """Whether a block may wait for others of the grid, so that they must run together."""
    return attribute(kernel, "cute.cooperative") is not None or any(spins(op) for op in ops)
