"""The arrays of private memory that warp groups accumulate in."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue

from cutedsl.ir.ops.mma import WgmmaOp
from cutedsl.ir.ops.pointer import RmemAllocOp


def find_accumulators(ops: Sequence[Operation]) -> frozenset[Operation]:
    """The allocations that hold accumulators of a warp group."""
    found: set[Operation] = set()
    for op in ops:
        if type(op) is WgmmaOp and op.values is None:
            root = _allocation(op.operands[2])
            if root is not None:
                found.add(root)
    return frozenset(found)


def _allocation(value: SSAValue) -> Operation | None:
    owner = value.owner
    while isinstance(owner, Operation):
        if type(owner) is RmemAllocOp:
            return owner
        if not owner.operands:
            return None
        owner = owner.operands[0].owner
    return None
