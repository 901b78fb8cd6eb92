"""Fragments that lie in private memory: matrix multiplies read and write them there, and matrix loads write them.

A fragment of N values is N neighbouring words of an array, and private memory has each word of all lanes as one vector.
That is how the function takes its operands. Without this, each operand is loaded and stored again for the call, and so
is the result: 32 vectors of all lanes for one m16n8k16. FlashAttention's example has 256 of these.

Values of an operand may also be in several places of an array, as those of a product that is multiplied again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.cpu.lanes.analysis import Shape
from cutedsl.codegen.cpu.lanes.lanes import Lanes
from cutedsl.codegen.cpu.plan.accumulators import allocation_of
from cutedsl.codegen.llvm.attributes import integer, string
from cutedsl.codegen.llvm.types import storage_bytes, vector_size
from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import facts
from cutedsl.ir.ops.copy import LdMatrixOp
from cutedsl.ir.ops.mma import MmaOp
from cutedsl.ir.ops.pointer import PtrLoadOp, PtrStoreOp
from cutedsl.ir.ops.simt import VecPackOp
from cutedsl.ir.types import PtrType

Shapes = Mapping[SSAValue, Shape]


@frozen
class Place:
    """A byte of an array of private memory."""

    array: Operation
    at: int

    def holds(self, size: int, count: int) -> bool:
        """Whether `count` elements of `size` bytes from here on are words of the array."""
        mlir = self.array.results[0].type
        assert isinstance(mlir, PtrType)
        word = storage_bytes(mlir.element)
        last = self.at + size * count
        return word == size and self.at % size == 0 and self.at >= 0 and last <= integer(self.array, "elems") * word


def find_in_place(ops: Sequence[Operation], shapes: Shapes) -> frozenset[Operation]:
    """The loads of fragments that only a multiply reads, and the multiplies whose result goes to where C was read.

    Nothing between the load and the multiply, or between the multiply and the store, writes memory. Where an operand is
    packed of loads of its values, the packing is among them.
    """
    found: set[Operation] = set()
    for op in ops:
        if type(op) is MmaOp:
            read = [one for value in op.operands[:2] for one in (_fragment(value, op), *_packed(value, op, shapes))]
            others = [one for one in read if one is not None]
            found.update(others)
            c = _fragment(op.operands[2], op)
            if c is not None and _goes_back(op, c, shapes) and _apart(c, others):
                found.update((c, op))
    return frozenset(found)


def find_matrix_places(ops: Sequence[Operation], shapes: Shapes) -> Mapping[Operation, Place]:
    """The matrix loads whose result is only stored, to a known place that nobody asks for before."""
    found: dict[Operation, Place] = {}
    for op in ops:
        if type(op) is LdMatrixOp:
            store, (result,) = _only_store(op), op.results
            place = None if store is None else _place(store.operands[1], shapes)
            if place is not None and place.holds(storage_bytes(result.type), vector_size(result.type)):
                found[op] = place
    return found


def _fragment(value: SSAValue, multiply: Operation) -> PtrLoadOp | None:
    """The load from private memory that gives a multiply an operand, and gives it to nothing else."""
    load = _load(value)
    return load if load is not None and _between(load, multiply) is not None else None


def _load(value: SSAValue) -> PtrLoadOp | None:
    """The load from private memory whose only use is this one."""
    load = value.owner
    if type(load) is not PtrLoadOp or string(load, "sem", "weak") != "weak":
        return None
    return load if len(list(value.uses)) == 1 and allocation_of(load.operands[0]) is not None else None


def _packed(value: SSAValue, multiply: Operation, shapes: Shapes) -> Sequence[Operation]:
    """The packing of an operand and the loads of its values, all from known places of one array; none where others."""
    pack = value.owner
    if type(pack) is not VecPackOp or len(list(value.uses)) != 1:
        return ()
    loads = [load for load in map(_load, pack.operands) if load is not None]
    if len(loads) < len(pack.operands) or not {*loads[1:], pack} <= set(_between(loads[0], multiply) or ()):
        return ()
    places = [_place(load.operands[0], shapes) for load in loads]
    known, size = [place for place in places if place is not None], storage_bytes(pack.operands[0].type)
    alike = len(known) == len(loads) and len({place.array for place in known}) == 1
    return (pack, *loads) if alike and all(place.holds(size, 1) for place in known) else ()


def _goes_back(multiply: Operation, c: PtrLoadOp, shapes: Shapes) -> bool:
    """Whether the result is only stored, to where C was read."""
    store = _only_store(multiply)
    if store is None:
        return False
    place = _place(c.operands[0], shapes)
    return place is not None and place == _place(store.operands[1], shapes)


def _only_store(op: Operation) -> PtrStoreOp | None:
    """The store that is the only use of an op's result, with nothing in between that reads or writes memory."""
    uses = list(op.results[0].uses)
    if len(uses) != 1 or uses[0].index != 0:
        return None
    store = uses[0].operation
    if type(store) is not PtrStoreOp or string(store, "sem", "weak") != "weak":
        return None
    between = _between(op, store)
    return store if between is not None and all(type(one) is not PtrLoadOp for one in between) else None


def _place(pointer: SSAValue, shapes: Shapes) -> Place | None:
    """The array and the byte that a pointer is at, if that is known."""
    root, lanes = allocation_of(pointer), shapes.get(pointer)
    at = lanes.constant if isinstance(lanes, Lanes) else None
    return None if root is None or at is None else Place(root, at)


def _apart(c: PtrLoadOp, others: Sequence[Operation]) -> bool:
    """Whether no other operand is read from C's array."""
    root = allocation_of(c.operands[0])
    return all(type(one) is VecPackOp or allocation_of(one.operands[0]) is not root for one in others)


def _between(first: Operation, last: Operation) -> Sequence[Operation] | None:
    """The ops from `first` to `last`; None where one does more than compute and load, or they are in two blocks."""
    found: list[Operation] = []
    op = first.next_op
    while op is not None and op is not last:
        if op.regions or not (type(op) is PtrLoadOp or facts(op).pure):
            return None
        found.append(op)
        op = op.next_op
    return found if op is last else None
