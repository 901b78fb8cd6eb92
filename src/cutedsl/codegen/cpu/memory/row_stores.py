"""Stores that fill a row of global memory (`plan/rows.py`): one store of contiguous elements for each run of lanes.

Each alone writes every fourth element for some neighbouring lanes, and is a scatter. Together they are written where
the last of them stands. Each is checked by itself, where it stands.

Distances are known modulo 2**32: of tensors beyond 2 GiB, where an index may wrap from one store to the next, each
store is written by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.ir import Operation

from cutedsl.codegen.cpu.emitter import LIKELY, WarpEmitter
from cutedsl.codegen.cpu.memory import scattered
from cutedsl.codegen.cpu.memory.runs import run_starts
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.codegen.cpu.wide_accesses import OpenRow

_MOST_BYTES: Final = 1 << 31


def row_of(e: WarpEmitter, op: Operation, pointer: Pointer) -> OpenRow | None:
    """The row that a store of one element a lane is written with; None where it stands alone."""
    opened = e.rows.pop(op, None)
    row = e.plan.rows.get(op)
    if opened is not None or row is None or op is not row.first:
        return opened
    alone = e.mask is not None or e.view.part is not None or pointer.limit is None
    return None if alone else OpenRow(row)


def store_in_row(
    e: WarpEmitter, op: Operation, opened: OpenRow, pointer: Pointer, kind: str, size: int, vector: str
) -> None:
    """Notes what a store of a row stores; the last one writes them all."""
    place = opened.row.places[op]
    opened.stored[place] = pointer, vector
    if not place:
        opened.starts = run_starts(e, op.operands[1], opened.row.lanes)
    if len(opened.stored) == len(opened.row.places):
        _write(e, opened, kind, size)
    else:
        e.rows.update((one, opened) for one, at in opened.row.places.items() if at not in opened.stored)


def _write(e: WarpEmitter, opened: OpenRow, kind: str, size: int) -> None:
    """All stores of a row."""
    f, stored = e.f, [opened.stored[place] for place in range(len(opened.stored))]
    pointer = stored[0][0]
    together, apart, after, known = f.label("row"), f.label("apart"), f.label("stored"), f.known
    f.branch_if(f.op(f"icmp ule i64 {pointer.limit}, {_MOST_BYTES}"), together, apart, suffix=LIKELY)
    f.begin(together)
    _write_runs(e, opened, kind, size, [vector for _, vector in stored])
    f.branch(after)
    f.begin(apart)
    splats = dict(e.splats)
    for place in opened.row.places.values():
        one, vector = opened.stored[place]
        scattered.scatter(e, one, kind, size, vector, 0)
    e.splats = splats
    f.branch(after)
    f.begin(after, known)


def _write_runs(e: WarpEmitter, opened: OpenRow, kind: str, size: int, vectors: Sequence[str]) -> None:
    """The elements of each run in memory's order."""
    whole, lanes = e.concatenated(vectors, kind, e.lanes), opened.row.lanes
    total, length = f"<{e.lanes * len(vectors)} x {kind}>", lanes * len(vectors)
    for number, start in enumerate(opened.starts):
        order = (f"i32 {n * e.lanes + number * lanes + lane}" for lane in range(lanes) for n in range(len(vectors)))
        run = e.f.op(f"shufflevector {total} {whole}, {total} poison, <{length} x i32> <{', '.join(order)}>")
        e.f.do(f"store <{length} x {kind}> {run}, ptr {e.gep(opened.stored[0][0], start)}, align {size}")
