"""Stores that one after the other fill a row of global memory: `c[m, tx * 4 + j] = ...` for `j` in 0 to 3.

Each alone writes every fourth element for some neighbouring lanes, and is a scatter. Together they are one store of
contiguous elements for each run of lanes, written where the last of them stands: between them are arithmetic and loads
of private memory, which cannot tell. Each is checked by itself, where it stands.

Distances are known modulo 2**32: of tensors beyond 2 GiB, where an index may wrap from one store to the next, each
store is written by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.cpu import scattered
from cutedsl.codegen.cpu.bundles import private_access
from cutedsl.codegen.cpu.emitter import LIKELY, WarpEmitter
from cutedsl.codegen.cpu.runs import run_starts, strided_runs
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.codegen.cpu.windows import WORD, address_form
from cutedsl.codegen.llvm.attributes import string
from cutedsl.codegen.llvm.types import element_type
from cutedsl.ir.facts import facts
from cutedsl.ir.types import PtrType

_STEPS: Final = (2, 4, 8)
"""How many stores may fill a row."""
_FAR: Final = 300
"""How many ops after the first the last of them may stand."""
_DEPTH: Final = 12
"""How many ops back an address is followed."""
_MOST_BYTES: Final = 1 << 31


@dataclass(slots=True)
class Row:
    """Stores by their place in the row; `told` is what those that were come to write, and where."""

    places: dict[Operation, int]
    lanes: int
    starts: tuple[str, ...] = ()
    told: dict[int, tuple[Pointer, str]] = field(default_factory=dict[int, "tuple[Pointer, str]"])


def row_of(e: WarpEmitter, op: Operation, pointer: Pointer, size: int) -> Row | None:
    """The row that a store of one element a lane is written with; None where it stands alone."""
    known = e.rows.pop(op, None)
    alone = e.mask is not None or not e.lanes or e.checks or not e.bounds or e.part is not None
    if known is not None or alone or pointer.space != "gmem" or pointer.limit is None:
        return known
    if not pointer.offset.lanes.varying or not _is_plain(op):
        return None
    lanes, step = strided_runs(e, op.operands[1], pointer, size)
    places = _others(e, op, size, step) if step in _STEPS else None
    return None if places is None else Row(places, lanes)


def store_in_row(e: WarpEmitter, op: Operation, row: Row, pointer: Pointer, kind: str, size: int, vector: str) -> None:
    """Writes down what a store of a row stores; the last one writes them all."""
    place = row.places[op]
    row.told[place] = pointer, vector
    if not place:
        row.starts = run_starts(e, op.operands[1], row.lanes)
    if len(row.told) == len(row.places):
        _write(e, row, kind, size)
    else:
        e.rows.update((one, row) for one, at in row.places.items() if at not in row.told)


def _others(e: WarpEmitter, op: Operation, size: int, step: int) -> dict[Operation, int] | None:
    """The stores of a row, each with its place."""
    unknowns, start = _form(e, op.operands[1])
    found, following = {op: 0}, op.next_op
    for _ in range(_FAR):
        if following is None or len(found) == step:
            break
        if following.name == "cute.ptr.store" and not private_access(following):
            others, at = _form(e, following.operands[1])
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


def _form(e: WarpEmitter, address: SSAValue) -> tuple[Counter[int], int]:
    """An address modulo 2**32: how often it has each unknown, by number, and a constant."""
    unknowns, constant = address_form(address, _DEPTH)
    found: Counter[int] = Counter()
    for value, times in unknowns:
        found[e.numbering.number(value)] += times
    return found, constant


def _write(e: WarpEmitter, row: Row, kind: str, size: int) -> None:
    """All stores of a row."""
    f, told = e.f, [row.told[place] for place in range(len(row.places))]
    pointer = told[0][0]
    together, apart, after, known = f.label("row"), f.label("apart"), f.label("stored"), f.known
    f.branch_if(f.op(f"icmp ule i64 {pointer.limit}, {_MOST_BYTES}"), together, apart, suffix=LIKELY)
    f.begin(together)
    _write_runs(e, row, kind, size, [vector for _, vector in told])
    f.branch(after)
    f.begin(apart)
    splats = dict(e.splats)
    for op in row.places:
        one, vector = row.told[row.places[op]]
        scattered.scatter(e, one, kind, size, vector, 0)
    e.splats = splats
    f.branch(after)
    f.begin(after, known)


def _write_runs(e: WarpEmitter, row: Row, kind: str, size: int, vectors: Sequence[str]) -> None:
    """The elements of each run in memory's order."""
    whole, lanes = e.concatenated(vectors, kind, e.lanes), row.lanes
    total, length = f"<{e.lanes * len(vectors)} x {kind}>", lanes * len(vectors)
    for number, start in enumerate(row.starts):
        order = (f"i32 {n * e.lanes + number * lanes + lane}" for lane in range(lanes) for n in range(len(vectors)))
        run = e.f.op(f"shufflevector {total} {whole}, {total} poison, <{length} x i32> <{', '.join(order)}>")
        e.f.do(f"store <{length} x {kind}> {run}, ptr {e.gep(row.told[0][0], start)}, align {size}")
