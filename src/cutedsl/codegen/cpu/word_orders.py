"""Which order the words of private memory lie in: that of the loops which have bundles of them."""

from __future__ import annotations

from typing import Final

from xdsl.dialects import scf
from xdsl.ir import Operation

from cutedsl.codegen.cpu.bundles import Bundles, find_bundles
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lane_parts import lanes_at_a_time
from cutedsl.codegen.cpu.values import WordOrder
from cutedsl.codegen.llvm.attributes import integer
from cutedsl.codegen.llvm.types import element_type, storage_bytes
from cutedsl.ir.types import PtrType

_LEAST_BYTES: Final = 4
"""Words that loops keep sums in; smaller ones are shuffled as other types."""


def word_order(e: WarpEmitter, alloc: Operation) -> WordOrder | None:
    """How the words of an array lie, where loops have bundles of them; None where they lie one after the other.

    Its accesses are all at words that are known, and its loops agree.
    """
    if e.registers is None:
        return None
    rows: dict[tuple[int, ...], int] = {}
    for loop in _loops_of(e, alloc):
        found = _bundles(e, loop)
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


def _bundles(e: WarpEmitter, loop: scf.ForOp) -> Bundles | None:
    """The bundles of a loop that will be written for parts of the lanes, alone."""
    around = loop.parent_op()
    while around is not None:
        if isinstance(around, scf.ForOp) and lanes_at_a_time(e, around) < e.lanes:
            return None
        around = around.parent_op()
    lanes = lanes_at_a_time(e, loop)
    uniform = all(e.lanes_of(x).uniform for x in (loop.lb, loop.ub, loop.step))
    return find_bundles(loop, e.shapes, lanes, e.lanes) if uniform and lanes < e.lanes else None


def _loops_of(e: WarpEmitter, alloc: Operation) -> list[scf.ForOp]:
    """The loops around an array's accesses; none where one of those is of anything but known words."""
    loops: dict[scf.ForOp, None] = {}
    pointers, mlir = [alloc.results[0]], alloc.results[0].type
    assert isinstance(mlir, PtrType)
    if storage_bytes(mlir.element) < _LEAST_BYTES:
        return []
    for pointer in pointers:
        for use in pointer.uses:
            op = use.operation
            if op.name in ("cute.ptr.add", "cute.ptr.cast") and not use.index:
                pointers.append(op.results[0])
                continue
            stores = op.name == "cute.ptr.store" and use.index == 1
            if not (stores or op.name == "cute.ptr.load"):
                return []
            value, lanes = op.operands[0] if stores else op.results[0], e.lanes_of(pointer)
            word = lanes.constant
            if word is None or word % storage_bytes(mlir.element) or element_type(value.type) != mlir.element:
                return []
            around = op.parent_op()
            if isinstance(around, scf.ForOp):
                loops[around] = None
    return list(loops)
