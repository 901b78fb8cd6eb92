"""Matrix multiplies whose fragments lie in private memory: the function of the instruction reads and writes them there.

A fragment of N values is N neighbouring words of an array, and private memory has each word of all lanes as one vector.
That is how the function takes its operands. Without this, each operand is loaded and stored again for the call, and so
is the result: 32 vectors of all lanes for one m16n8k16. FlashAttention's example has 256 of these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.cpu.lanes.analysis import Shape
from cutedsl.codegen.cpu.lanes.lanes import Lanes
from cutedsl.codegen.cpu.plan.accumulators import allocation_of
from cutedsl.codegen.llvm.attributes import string
from cutedsl.ir.facts import facts
from cutedsl.ir.ops.mma import MmaOp
from cutedsl.ir.ops.pointer import PtrLoadOp, PtrStoreOp


def find_in_place(ops: Sequence[Operation], shapes: Mapping[SSAValue, Shape]) -> frozenset[Operation]:
    """The loads of fragments that only a multiply reads, and the multiplies whose result goes to where C was read.

    Nothing between the load and the multiply, or between the multiply and the store, writes memory.
    """
    found: set[Operation] = set()
    for op in ops:
        if type(op) is MmaOp:
            a, b, c = (_fragment(value, op) for value in op.operands[:3])
            found.update(load for load in (a, b) if load is not None)
            if c is not None and _goes_back(op, c, shapes) and _apart(c, (a, b)):
                found.update((c, op))
    return frozenset(found)


def _fragment(value: SSAValue, multiply: Operation) -> PtrLoadOp | None:
    """The load from private memory that gives a multiply an operand, and gives it to nothing else."""
    load = value.owner
    if type(load) is not PtrLoadOp or string(load, "sem", "weak") != "weak":
        return None
    alone = len(list(value.uses)) == 1 and allocation_of(load.operands[0]) is not None
    return load if alone and _quiet(load, multiply) else None


def _goes_back(multiply: Operation, c: PtrLoadOp, shapes: Mapping[SSAValue, Shape]) -> bool:
    """Whether the result is only stored, to where C was read."""
    uses = list(multiply.results[0].uses)
    if len(uses) != 1 or uses[0].index != 0:
        return False
    store = uses[0].operation
    if type(store) is not PtrStoreOp or string(store, "sem", "weak") != "weak":
        return False
    places = [_place(pointer, shapes) for pointer in (c.operands[0], store.operands[1])]
    return places[0] is not None and places[0] == places[1] and _quiet(multiply, store)


def _place(pointer: SSAValue, shapes: Mapping[SSAValue, Shape]) -> tuple[Operation, int] | None:
    """The array and the byte that a pointer is at, if that is known."""
    root, lanes = allocation_of(pointer), shapes.get(pointer)
    at = lanes.constant if isinstance(lanes, Lanes) else None
    return None if root is None or at is None else (root, at)


def _apart(c: PtrLoadOp, others: Sequence[PtrLoadOp | None]) -> bool:
    """Whether no other operand is read from C's array."""
    root = allocation_of(c.operands[0])
    return all(other is None or allocation_of(other.operands[0]) is not root for other in others)


def _quiet(first: Operation, last: Operation) -> bool:
    """Whether `last` follows in the block of `first`, and nothing between them does more than compute and load."""
    op = first.next_op
    while op is not None and op is not last:
        if op.regions or not (type(op) is PtrLoadOp or facts(op).pure):
            return False
        op = op.next_op
    return op is last
