"""The last two axes exchanged, in memory.

Floor for M x N elements of b bytes: 2*M*N*b bytes moved; on an H200 (copy 4.3 TB/s) 8192 x 8192 float32 takes 125 us.
How it gets there: both sides are touched in 16-byte accesses; a tile of 64 x 64 elements turns in shared memory, whose
rows are two elements longer than the tile's, so that a column lies in many banks.
"""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.ops.arrays import DTYPES, View, result, view_of
from cutedsl.ops.plans import not_again, remembered
from cutedsl.ops.programs import launch
from cutedsl.ops.reduction.fold_modes import reshaped
from cutedsl.ops.refuse import refused
from cutedsl.ops.rowwise.tile import RowTile, vector_of

SIDE: Final = 64
THREADS: Final = 256


@cute.kernel
def transpose_kernel(x: cute.Tensor, y: cute.Tensor, tile: cutlass.Constexpr[RowTile]):
    """A tile of a matrix (batch..., rows, columns): read along rows, written along columns."""
    block, _, _ = cute.arch.block_idx()
    thread, _, _ = cute.arch.thread_idx()
    gX, gY = (cute.group_modes(t, 0, cute.rank(t) - 2) for t in (x, y))
    rows, columns = gX.shape[1], gX.shape[2]
    across = cute.ceil_div(columns, SIDE)
    tiles = cute.ceil_div(rows, SIDE) * across
    batch, at = block // tiles, block % tiles
    row, column = at // across * SIDE, at % across * SIDE
    pitch = SIDE + 2
    turned = utils.SmemAllocator().allocate_tensor(x.element_type, cute.make_layout((SIDE, SIDE), stride=(pitch, 1)))
    source, target = gX[(batch, None, None)], gY[(batch, None, None)]
    read_tile(source, turned, row, column, thread, tile.vector)
    cute.arch.sync_threads()
    write_tile(target, turned, row, column, thread, tile.vector)


@cute.jit
def read_tile(source: Any, turned: Any, row: Any, column: Any, thread: Any, vector: cutlass.Constexpr[int]) -> None:
    """All loads first, then what they brought into shared memory."""
    per_row = SIDE // vector
    loads = SIDE * per_row // THREADS
    held = cute.make_rmem_tensor((vector, loads), source.element_type)
    held.fill(0.0)
    accesses = cute.zipped_divide(source, (1, vector))
    for k in cutlass.range_constexpr(loads):
        at = k * THREADS + thread
        r, c = row + at // per_row, column // vector + at % per_row
        if r < source.shape[0] and c * vector < source.shape[1]:
            held[(None, k)].store(accesses[((0, None), (r, c))].load())
    for k in cutlass.range_constexpr(loads):
        at = k * THREADS + thread
        for j in cutlass.range_constexpr(vector):
            turned[at // per_row, at % per_row * vector + j] = held[j, k]


@cute.jit
def write_tile(target: Any, turned: Any, row: Any, column: Any, thread: Any, vector: cutlass.Constexpr[int]) -> None:
    """Columns of the tile, an access at a time."""
    per_row = SIDE // vector
    accesses = cute.zipped_divide(target, (1, vector))
    held = cute.make_rmem_tensor((vector,), target.element_type)
    for k in cutlass.range_constexpr(SIDE * per_row // THREADS):
        at = k * THREADS + thread
        r, c = at // per_row, at % per_row
        for j in cutlass.range_constexpr(vector):
            held[j] = turned[c * vector + j, r]
        if column + r < target.shape[0] and row + c * vector < target.shape[1]:
            accesses[((0, None), (column + r, row // vector + c))].store(held.load())


@cute.jit
def transpose_matrices(x: cute.Tensor, y: cute.Tensor, tile: cutlass.Constexpr[RowTile]):
    """`y[b..., c, r] = x[b..., r, c]`."""
    grouped = cute.group_modes(x, 0, cute.rank(x) - 2)
    tiles = cute.ceil_div(grouped.shape[1], SIDE) * cute.ceil_div(grouped.shape[2], SIDE)
    transpose_kernel(x, y, tile).launch(grid=(tiles * cute.size(grouped, mode=[0]), 1, 1), block=(THREADS, 1, 1))


@remembered
def transpose(x: Any, *, out: Any = None) -> Any:
    """Swaps the last two axes into a new row-major array, or into `out`, which must not overlap `x`.

    **Shapes**: `x` (batch..., rows, columns) of any element type of the library, the result (batch..., columns, rows).
    Errors: ops-array, ops-dtype, ops-shape, ops-device.

    >>> import numpy as np
    >>> transpose(np.array([[1, 2, 3]], np.float32)).shape
    (3, 1)
    """
    given = view_of("x", x, tuple(DTYPES))
    if given.rank < 2:
        raise refused("ops-shape", f"`x` has the shape {given.shape}; it needs two axes")
    *batch, rows, columns = given.shape
    made = result(given, (*batch, columns, rows), out)
    if out is not None and rows == columns:  # the arrays' class does not say whether they are one
        not_again()
        if made.pointer == given.pointer and 0 not in given.shape:
            raise refused("ops-array", "`out` is `x` itself, which is written before all of it is read")
    transposed_into(given, made)
    return made.array


def transposed_into(given: View, made: View) -> None:
    """Writes the transposed matrices of one view into another."""
    if 0 in given.shape:
        return
    views = [v if v.rank > 2 else reshaped(v, (1, *v.shape), (0, *v.strides)) for v in (given, made)]
    vector = vector_of(views)
    # Flat numbers of a batch count its first axis fastest, in both alike.
    launch(transpose_matrices, views, RowTile(vector, 1, 1, 1, 1))
