"""Which order the words of private memory lie in: that of the loops which have bundles of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from xdsl.dialects import scf
from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.cpu.lanes.analysis import Shape
from cutedsl.codegen.cpu.lanes.lanes import Lanes
from cutedsl.codegen.cpu.plan.bundles import Bundles, find_bundles
from cutedsl.codegen.cpu.plan.strips import Strip
from cutedsl.codegen.llvm.attributes import integer
from cutedsl.codegen.llvm.types import element_type, storage_bytes
from cutedsl.errors.frozen import frozen
from cutedsl.ir.ops.pointer import PtrAddOp, PtrCastOp, PtrLoadOp, PtrStoreOp, RmemAllocOp
from cutedsl.ir.types import PtrType

_LEAST_BYTES: Final = 4
"""Words that loops keep sums in; smaller ones are shuffled as other types."""


@frozen
class WordOrder:
    """Where the words of an array of private memory lie, if not one after the other.

    Of each word: the first place of its bundle, how many words that has, and which one it is. A bundle of `n` words
    takes the space of `n`. It holds the elements of `lanes` lanes one lane after the other, all `n` words of each. A
    bundle of one is what a word is elsewhere.
    """

    lanes: int
    places: tuple[tuple[int, int, int], ...]


def find_word_orders(
    ops: Sequence[Operation], shapes: Mapping[SSAValue, Shape], strips: Mapping[scf.ForOp, Strip], whole: int
) -> tuple[dict[Operation, WordOrder], dict[scf.ForOp, Bundles]]:
    """The orders of the arrays of private memory, and the bundles of the loops that find their words so."""
    bundles: dict[scf.ForOp, Bundles] = {}
    for loop, strip in strips.items():
        found = _bundles(loop, shapes, strips, strip.lanes, whole)
        if found is not None:
            bundles[loop] = found
    if not bundles:
        return {}, {}
    allocations = (op for op in ops if type(op) is RmemAllocOp)
    orders: dict[Operation, WordOrder | None] = {alloc: _word_order(alloc, shapes, bundles) for alloc in allocations}
    known: dict[Operation, WordOrder] = {alloc: order for alloc, order in orders.items() if order is not None}
    return known, {loop: found for loop, found in bundles.items() if _in_order(found, known)}


def _in_order(bundles: Bundles, orders: Mapping[Operation, WordOrder]) -> bool:
    """Whether private memory lies in the order of a loop's bundles."""
    for words in bundles.words.values():
        order = orders.get(words[0][0])
        if order is None or order.lanes != bundles.lanes:
            return False
        first = order.places[words[0][1]][0]
        if [order.places[word] for _, word in words] != [(first, len(words), n) for n in range(len(words))]:
            return False
    return True


def _word_order(
    alloc: Operation, shapes: Mapping[SSAValue, Shape], bundles: Mapping[scf.ForOp, Bundles]
) -> WordOrder | None:
    """How the words of an array lie, where loops have bundles of them; None where they lie one after the other.

    Its accesses are all at words that are known, and its loops agree.
    """
    rows: dict[tuple[int, ...], int] = {}
    for loop in _loops_of(alloc, shapes):
        found = bundles.get(loop)
        if found is None:
            continue
        own = (words for words in found.words.values() if words[0][0] is alloc)
        rows.update((tuple(number for _, number in words), found.lanes) for words in own)
    used = [number for row in rows for number in row]
    if not rows or len(set(used)) < len(used) or len(set(rows.values())) > 1:
        return None
    others = [(number,) for number in range(integer(alloc, "elems")) if number not in used]
    places: dict[int, tuple[int, int, int]] = {}
    for row in (*rows, *others):
        places |= {number: (len(places), len(row), at) for at, number in enumerate(row)}
    return WordOrder(next(iter(rows.values())), tuple(places[number] for number in sorted(places)))


def _bundles(
    loop: scf.ForOp, shapes: Mapping[SSAValue, Shape], strips: Mapping[scf.ForOp, Strip], lanes: int, whole: int
) -> Bundles | None:
    """The bundles of a loop that is written in strips, alone."""
    around = loop.parent_op()
    while around is not None:
        if around in strips:
            return None
        around = around.parent_op()
    bounds = [shapes[x] for x in (loop.lb, loop.ub, loop.step)]
    uniform = all(isinstance(shape, Lanes) and shape.uniform for shape in bounds)
    return find_bundles(loop, shapes, lanes, whole) if uniform else None


def _loops_of(alloc: Operation, shapes: Mapping[SSAValue, Shape]) -> list[scf.ForOp]:
    """The loops around an array's accesses; none where one of those is of anything but known words."""
    loops: dict[scf.ForOp, None] = {}
    pointers, mlir = [alloc.results[0]], alloc.results[0].type
    assert isinstance(mlir, PtrType)
    if storage_bytes(mlir.element) < _LEAST_BYTES:
        return []
    for pointer in pointers:
        for use in pointer.uses:
            op = use.operation
            if type(op) in (PtrAddOp, PtrCastOp) and not use.index:
                pointers.append(op.results[0])
                continue
            stores = type(op) is PtrStoreOp and use.index == 1
            if not (stores or type(op) is PtrLoadOp):
                return []
            value, lanes = op.operands[0] if stores else op.results[0], shapes[pointer]
            word = lanes.constant if isinstance(lanes, Lanes) else None
            if word is None or word % storage_bytes(mlir.element) or element_type(value.type) != mlir.element:
                return []
            around = op.parent_op()
            if isinstance(around, scf.ForOp):
                loops[around] = None
    return list(loops)
