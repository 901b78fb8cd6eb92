"""Stores that one after the other fill a row of global memory: `c[m, tx * 4 + j] = ...` for `j` in 0 to 3.

Distances are known modulo 2**32. Between the stores of a row are arithmetic and loads of private memory, which cannot
tell when each is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.cpu.lanes.analysis import Shape
from cutedsl.codegen.cpu.lanes.lanes import Lanes
from cutedsl.codegen.cpu.plan.addresses import WORD, address_form
from cutedsl.codegen.cpu.plan.bundles import private_access
from cutedsl.codegen.cpu.plan.distances import strided_runs
from cutedsl.codegen.cpu.plan.numbering import Numbering
from cutedsl.codegen.llvm.attributes import string
from cutedsl.codegen.llvm.types import element_type, storage_bytes, vector_size
from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import facts
from cutedsl.ir.ops.pointer import PtrStoreOp
from cutedsl.ir.types import PtrType

_STEPS: Final = (2, 4, 8)
"""How many stores may fill a row."""
_FAR: Final = 300
"""How many ops after the first the last of them may stand."""


@frozen
class Row:
    """The stores of a row, the first of them first, each with its place; `lanes` neighbouring lanes fill one run."""

    places: Mapping[Operation, int]
    lanes: int

    @property
    def first(self) -> Operation:
        """The store that comes first in the program."""
        return next(iter(self.places))


def find_rows(ops: Sequence[Operation], shapes: Mapping[SSAValue, Shape], lanes: int) -> dict[Operation, Row]:
    """The row of each store that is in one; `ops` in the order of the program."""
    found: dict[Operation, Row] = {}
    numbering = Numbering()
    for op in [op for op in ops if type(op) is PtrStoreOp]:
        if op not in found and _may_begin(op, shapes):
            row = _row_from(op, shapes, lanes, numbering)
            if row is not None:
                found |= dict.fromkeys(row.places, row)
    return found


def _may_begin(op: Operation, shapes: Mapping[SSAValue, Shape]) -> bool:
    """Whether an op stores one element a lane to global memory, at places that the launch decides on."""
    if vector_size(op.operands[0].type) > 1 or not _is_plain(op):
        return False
    shape = shapes[op.operands[1]]
    return isinstance(shape, Lanes) and shape.varying


def _row_from(op: Operation, shapes: Mapping[SSAValue, Shape], lanes: int, numbering: Numbering) -> Row | None:
    """The row that begins with a store."""
    size = storage_bytes(op.operands[0].type)
    run, step = strided_runs(shapes, op.operands[1], size, lanes)
    places = _others(op, size, step, numbering) if step in _STEPS else None
    return None if places is None else Row(places, run)


def _others(op: Operation, size: int, step: int, numbering: Numbering) -> dict[Operation, int] | None:
    """The stores of a row, each with its place."""
    unknowns, start = _numbered_address(op.operands[1], numbering)
    found, following = {op: 0}, op.next_op
    for _ in range(_FAR):
        if following is None or len(found) == step:
            break
        if type(following) is PtrStoreOp and not private_access(following):
            others, at = _numbered_address(following.operands[1], numbering)
            apart = (at - start + WORD // 2) % WORD - WORD // 2
            same = element_type(following.operands[0].type) == op.operands[0].type and _is_plain(following)
            if others != unknowns or apart % size or not same:
                return None
            found[following] = apart // size
        elif not (facts(following).pure or private_access(following)):
            return None
        following = following.next_op
    least = min(found.values())
    places = {one: at - least for one, at in found.items()}
    return places if sorted(places.values()) == list(range(step)) else None


def _is_plain(op: Operation) -> bool:
    mlir = op.operands[1].type
    assert isinstance(mlir, PtrType)
    return mlir.space.data == "gmem" and string(op, "sem", "weak") == "weak"


def _numbered_address(address: SSAValue, numbering: Numbering) -> tuple[Counter[int], int]:
    """An address modulo 2**32: how often it has each unknown, by number, and a constant."""
    unknowns, constant = address_form(address)
    found: Counter[int] = Counter()
    for value, times in unknowns:
        found[numbering.number(value)] += times
    return found, constant
