"""Cross entropy of long rows, forward: a part of a row is a row of its own, and a second kernel joins what they give.

Floor: as in `entropy`. How it gets there: parts of 8 to 16 KB are read as fast as rows of that length, and no block
waits for another. A row that several blocks hold waits for the slowest of them (`benchmarks.gpu.row_tiles
cross_entropy 4096x131072`: 300 us, in parts 256, a sum 248).
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import View, empty
from cutedsl.ops.labels import label_of, logit_of, write_loss
from cutedsl.ops.programs import launch
from cutedsl.ops.rowwise.reader import Row
from cutedsl.ops.rowwise.ring import each_row
from cutedsl.ops.rowwise.rows import flat_rows, grid_of, lanes_merged
from cutedsl.ops.rowwise.tile import ACCESS_BYTES, RowTile, rows_of, tile_of_reads, vector_of
from cutedsl.ops.softmaxes import held_maximum_and_sum, logarithm, merge_softmax, pieced_maximum_and_sum

_LONG_BYTES: Final = 64 << 10
_PART_BYTES: Final = 16 << 10
_THREADS: Final = 128
"""Threads of a block that joins parts; a warp has a row."""


def parts_of_row(columns: int, vector: int, bits: int) -> int:
    """How many parts of 8 to 16 KB a long row divides into evenly; 1 if there is no such number, or it is short.

    >>> [parts_of_row(n, 8, 16) for n in (8192, 32768, 128256, 131072)]
    [1, 4, 16, 16]
    """
    row_bytes, accesses = columns * bits // 8, columns // vector
    if vector * bits != 8 * ACCESS_BYTES or row_bytes < _LONG_BYTES:
        return 1
    least = -(-row_bytes // _PART_BYTES)
    return next((n for n in range(least, 2 * least + 1) if accesses % n == 0), 1)


@cute.kernel
def parts_kernel(x: cute.Tensor, pairs: cute.Tensor, tile: cutlass.Constexpr[RowTile]):
    """The (maximum, sum of exp(x - maximum)) of each part of a row."""

    def one_part(row: Row) -> None:
        highest, total = held_maximum_and_sum(row) if tile.held else pieced_maximum_and_sum(row)
        write_part(pairs, row, highest, total)

    cute.arch.griddepcontrol_launch_dependents()
    each_row((x,), tile, one_part, -math.inf, pending=not tile.held)


@cute.jit
def write_part(pairs: Any, row: Any, highest: Any, total: Any) -> None:
    """The first thread of a part writes its numbers."""
    if row.lane == 0 and row.present:
        pairs[(row.index, 0)] = highest
        pairs[(row.index, 1)] = total


@cute.kernel
def joining_kernel(
    x: cute.Tensor, labels: cute.Tensor, found: cute.Tensor, loss: cute.Tensor, level: Any, ignored: cutlass.Int64
):
    """A row's results, from those of its parts: (rows, parts, 2)."""
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    lane = cute.arch.lane_idx()
    index = block * (_THREADS // 32) + thread // 32
    rows, parts = flat_rows(x), cute.size(found, mode=[1])
    if index < cute.size(rows, mode=[0]):
        label = label_of(labels, index)
        at_label = logit_of(rows[(index, None)], label)
        cute.arch.griddepcontrol_wait()
        highest, total = -cutlass.Float32.inf, cutlass.Float32(0.0)
        for part in range(lane, parts, 32):
            highest, total = merge_softmax((highest, total), (found[index, part, 0], found[index, part, 1]))
        highest, total = lanes_merged([highest, total], merge_softmax, 32)
        if lane == 0:
            write_loss(index, label, logarithm(highest, total), at_label, loss, level, ignored)


@cute.jit
def cross_entropy_in_parts(
    divided: cute.Tensor, pairs: cute.Tensor, x: cute.Tensor, labels: cute.Tensor, found: cute.Tensor,
    loss: cute.Tensor, level: Any, ignored: cutlass.Int64, tile: cutlass.Constexpr[RowTile],
):  # fmt: skip
    """As `entropy.cross_entropy_rows`; `divided` is `x` as (parts of rows, columns), `pairs` is `found` likewise."""
    parts_kernel(divided, pairs, tile).launch(
        grid=grid_of(cute.size(flat_rows(divided), mode=[0]), tile), block=(tile.block, 1, 1)
    )
    rows = cute.size(flat_rows(x), mode=[0])
    joining_kernel(x, labels, found, loss, level, ignored).launch(
        grid=(cute.ceil_div(rows, _THREADS // 32), 1, 1), block=(_THREADS, 1, 1), use_pdl=True
    )


def launch_in_parts(x: View, labels: View, loss: View, level: View | None, ignored: int, parts: int) -> None:
    """Launches the loss of rows (batch..., columns) of so many parts."""
    columns, rows = x.shape[-1] // parts, math.prod(x.shape[:-1])
    whole = replace(x, shape=(*x.shape[:-1], parts, columns), strides=(*x.strides[:-1], columns, 1))
    found = empty(x, (rows, parts, 2), "float32")
    divided, pairs = rows_of(whole, whole.rank - 1), rows_of(found, 2)
    tile = tile_of_reads(columns, vector_of((divided,)), x.dtype.width)
    launch(cross_entropy_in_parts, (divided, pairs, x, labels, found, loss, level), tile, numbers=[ignored])
