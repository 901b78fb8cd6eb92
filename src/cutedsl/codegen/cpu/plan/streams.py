"""The tensors that a kernel writes and never reads: their stores may pass the caches (`streaming`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from cutedsl.ir.facts import facts, moves_pointer
from cutedsl.ir.fast import operands_of
from cutedsl.ir.ops.pointer import PtrStoreOp
from cutedsl.ir.types import PtrType

_MOST_STORES: Final = 8
"""More stores than this are long unrolled code, which each of them makes longer."""


def only_written(block: Block, ops: Sequence[Operation]) -> frozenset[SSAValue]:
    """The pointers among a kernel's parameters that it only stores through; none where it orders memory itself."""
    stores: Counter[SSAValue] = Counter()
    others: set[SSAValue] = set()
    for op in ops:
        if facts(op).orders:
            return frozenset()
        if moves_pointer(op) or (facts(op).arithmetic and op.name != "arith.select"):
            continue
        for index, operand in enumerate(operands_of(op)):
            kind = operand.type
            if type(kind) is not PtrType or kind.space.data in ("smem", "rmem"):
                continue
            root = _root(operand)
            if root is None:
                return frozenset()
            if type(op) is PtrStoreOp and index == 1:
                stores[root] += 1
            else:
                others.add(root)
    few = {root for root, count in stores.items() if count <= _MOST_STORES and root not in others}
    return frozenset(few & set(block.args))


def _root(pointer: SSAValue) -> SSAValue | None:
    """The parameter that a pointer was made from; None where that is not known."""
    while not isinstance(pointer, BlockArgument):
        owner = pointer.owner
        if not isinstance(owner, Operation) or not moves_pointer(owner):
            return None
        pointer = operands_of(owner)[0]
    return pointer
