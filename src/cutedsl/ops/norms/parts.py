"""Sums over all rows, of which each block has a part: over the rows of a block at its end, then over the blocks.

Floor for P parts of C columns: 4*P*C bytes, which the second-level cache still has. The launches dominate: each takes
two microseconds on an H200. So one block of each multiprocessor makes a part, and one launch adds up the parts of all
sums.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import View, empty
from cutedsl.ops.programs import launch
from cutedsl.ops.reduction.column_folds import WARPS, folded
from cutedsl.ops.reduction.fold_modes import fold_modes, kept_modes, reshaped
from cutedsl.ops.reduction.folds import SUM
from cutedsl.ops.rowwise.reader import thread_slots
from cutedsl.ops.rowwise.tile import RowTile, vector_of

_MOST_PARTS: Final = 1024
"""Beyond so many, a part for each row perhaps, parts of the parts are added up first."""


def parts_of(like: View, source: View, tile: RowTile) -> View:
    """An array for the parts of a sum over rows: one for each block, or for each row that is not held."""
    rows = math.prod(source.shape[:-1])
    blocks = min(-(-rows // tile.rows), tile.most // tile.blocks) if tile.most else rows
    return empty(like, (blocks, source.shape[-1]), "float32")


@cute.jit
def over_rows_of_block(total: Any, tile: cutlass.Constexpr[RowTile]) -> None:
    """Adds up the threads' `total` (vector, loads) over the rows of a block; the threads of its first row have it.

    All sums use the same shared memory, one after the other.
    """
    if cutlass.const_expr(tile.rows > 1):
        thread, _, _ = cute.arch.thread_idx()
        slots = thread_slots(cutlass.Float32, tile)
        slots[(None, None, thread)].store(total.load())
        cute.arch.sync_threads()
        if thread < tile.threads:
            for row in range(1, tile.rows):
                total.store(total.load() + slots[(None, None, thread + row * tile.threads)].load())
        cute.arch.sync_threads()


@cute.kernel
def add_parts_kernel(
    first: cute.Tensor, second: Any, first_sum: cute.Tensor, second_sum: Any, tile: cutlass.Constexpr[RowTile]
):
    """`32 * vector` columns of one sum, whose parts are the rows, by `tile.rows` warps."""
    cute.arch.griddepcontrol_wait()
    _, number, _ = cute.arch.block_idx()
    if number == 0:
        add_parts_of(first, first_sum, tile)
    elif cutlass.const_expr(second is not None):
        add_parts_of(second, second_sum, tile)


@cute.jit
def add_parts_of(parts: Any, total: Any, tile: cutlass.Constexpr[RowTile]) -> None:
    """This block's columns of one sum."""
    vector, warps = tile.vector, tile.rows
    block, _, _ = cute.arch.block_idx()
    lane, warp = cute.arch.lane_idx(), cute.arch.warp_idx()
    rows, columns = parts.shape
    at = block * 32 + lane
    own = cutlass.min(at, columns // vector - 1)  # past the last column, its values again
    source = cute.zipped_divide(parts, (1, vector))[((0, None), (None, own))]
    states = folded(source, cutlass.Int32(warp), rows, vector, warps, SUM)
    if warp == 0 and at * vector < columns:
        for j in cutlass.range_constexpr(vector):
            total[at * vector + j] = states[j][-1].to(total.element_type)


@cute.jit
def add_parts(
    first: cute.Tensor, second: Any, first_sum: cute.Tensor, second_sum: Any, tile: cutlass.Constexpr[RowTile]
):
    """The sums over the rows of one or two arrays of parts."""
    groups = cute.ceil_div(first.shape[-1], 32 * tile.vector)
    add_parts_kernel(first, second, first_sum, second_sum, tile).launch(
        grid=(groups, 1 if second is None else 2, 1), block=(tile.block, 1, 1), use_pdl=True
    )


def added_up(parts: Sequence[View], sums: Sequence[View]) -> tuple[Any, ...]:
    """The arrays of `sums`, each with the sum over its parts, in its type."""
    if parts and parts[0].shape[0] <= _MOST_PARTS:
        pairs = [[*views, None][:2] for views in (parts, sums)]
        launch(add_parts, (*pairs[0], *pairs[1]), RowTile(vector_of(parts), 32, WARPS, 1, 1))
        return tuple(total.array for total in sums)
    for part, total in zip(parts, sums, strict=True):
        wide = reshaped(total, (1, *total.shape), (1, *total.strides))
        fold_modes(part, wide, kept_modes(part, wide, (0,)), part.shape[0], part.strides[0], SUM)
    return tuple(total.array for total in sums)
