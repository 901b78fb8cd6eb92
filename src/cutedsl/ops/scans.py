"""Prefix sums along an axis.

Floor for M x N elements of b bytes: 2*M*N*b bytes moved; on an H200 (copy 4.3 TB/s) 32768 x 4096 float32 takes 250 us.
How it gets there: a piece of a row is read at once; each thread adds up its accesses, the threads of a warp shift
partial sums, and the warps' totals meet in shared memory. Few long rows are cut: the sums of the pieces come first.
"""

from __future__ import annotations

import math
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.ops.arrays import View, apart, axis_of, empty, result, view_of
from cutedsl.ops.plans import not_again, remembered
from cutedsl.ops.programs import launch
from cutedsl.ops.reduction.fold_modes import fold_modes, kept_modes, reshaped, split_count
from cutedsl.ops.reduction.folds import SUM
from cutedsl.ops.rowwise.rows import flat_rows, load, place, store
from cutedsl.ops.rowwise.tile import RowTile, row_tile, rows_of, vector_of


@cute.kernel
def cumsum_kernel(x: cute.Tensor, start: Any, y: cute.Tensor, tile: cutlass.Constexpr[RowTile]):
    """A row, piece by piece; `start` is what each row begins with, 0 without it."""
    index, lane = place(tile)
    gX, gY = flat_rows(x), flat_rows(y)
    present = index < cute.size(gX, mode=[0])
    row, out = gX[(index, None)], gY[(index, None)]
    parts = utils.SmemAllocator().allocate_tensor(
        cutlass.Float32, cute.make_layout((tile.warps, tile.loads, tile.rows, 2))
    )
    before = cutlass.Float32(0.0)
    if cutlass.const_expr(start is not None):
        if present:
            before = flat_rows(start)[(index, 0)]
    half = cutlass.Int32(0)
    for piece in range(cute.ceil_div(cute.size(row), tile.columns)):
        values = load(row, present, lane, tile, 0.0, piece)
        sums, before = scanned(values, before, lane, parts[(None, None, None, half)], tile)
        store(sums, out, present, lane, tile, piece)
        half = 1 - half  # one barrier a piece: the next one's totals go beside these


@cute.jit
def scanned(values: Any, before: Any, lane: Any, parts: Any, tile: cutlass.Constexpr[RowTile]) -> Any:
    """The prefix sums of a piece that begins with `before`, and the sum to its end."""
    width = min(32, tile.threads)
    thread, _, _ = cute.arch.thread_idx()
    slot = thread // tile.threads
    warp = lane // 32
    inner = [[values[(0, k)]] for k in range(tile.loads)]
    for k in cutlass.range_constexpr(tile.loads):
        for j in cutlass.range_constexpr(1, tile.vector):
            inner[k].append(inner[k][-1] + values[(j, k)])
    ends = [up_to(own[-1], lane % width, width) for own in inner]
    # Not the difference of two sums: that of infinities, or with NaN, is none.
    lower = [cute.arch.shuffle_sync_up(end, 1) for end in ends]
    lower = [end if lane % width > 0 else cutlass.Float32(0.0) for end in lower]
    totals = [cute.arch.shuffle_sync(end, cute.arch.lane_idx() // width * width + width - 1) for end in ends]
    for k in cutlass.range_constexpr(tile.loads):
        if lane % width == 0:
            parts[warp, k, slot] = totals[k]
    cute.arch.sync_threads()
    held = cute.make_rmem_tensor((tile.vector, tile.loads), cutlass.Float32)
    for k in cutlass.range_constexpr(tile.loads):
        own = cutlass.Float32(0.0)
        for w in cutlass.range_constexpr(tile.warps):
            own = before if w == warp else own
            before += parts[w, k, slot]
        first = own + lower[k]
        for j in cutlass.range_constexpr(tile.vector):
            held[j, k] = first + inner[k][j]
    return held.load(), before


@cute.jit
def up_to(value: Any, lane: Any, width: cutlass.Constexpr[int]) -> Any:
    """The sum over the lanes up to this one, in groups of `width`."""
    step = 1
    while step < width:
        moved = cute.arch.shuffle_sync_up(value, step)
        value = value + moved if lane >= step else value
        step *= 2
    return value


@cute.jit
def cumsum_rows(x: cute.Tensor, start: Any, y: cute.Tensor, tile: cutlass.Constexpr[RowTile]):
    """`y[r..., n] = start[r..., 0] + sum(x[r..., : n + 1])`."""
    rows = cute.size(flat_rows(x), mode=[0])
    cumsum_kernel(x, start, y, tile).launch(grid=(cute.ceil_div(rows, tile.rows), 1, 1), block=(tile.block, 1, 1))


def scan_rows(source: View, start: View | None, target: View) -> None:
    """Prefix sums of views (rows..., columns), in pieces where rows are few and long."""
    *batch, columns = source.shape
    vector = vector_of((source, target))
    pieces = split_count(columns, math.prod(batch), vector)
    if pieces > 1 and start is None:
        length = columns // pieces
        cut = [
            reshaped(v, (pieces, *batch, length), (length * v.strides[-1], *v.strides[:-1], v.strides[-1]))
            for v in (source, target)
        ]
        sums = empty(source, (*batch, pieces + 1), "float32")
        starts = exclusive(cut[0], sums)
        scan_rows(cut[0], starts, cut[1])
        return
    tile = row_tile(columns, vector, source.dtype.width)
    tile = RowTile(vector, tile.threads, tile.rows, min(tile.loads, 4), 1)
    launch(cumsum_rows, (source, start, target), tile)


def exclusive(cut: View, sums: View) -> View:
    """The sums of all pieces (pieces, rows..., columns) before each one, (pieces, rows..., 1)."""
    pieces, *batch, length = cut.shape
    own = empty(cut, (*batch, pieces), "float32")
    wide = reshaped(own, (pieces, *batch, 1), (1, *own.strides[:-1], 1))
    fold_modes(cut, wide, kept_modes(cut, wide, (cut.rank - 1,)), length, cut.strides[-1], SUM)
    shifted = view_of("sums", sums.array[..., 1:], ("float32",))
    scan_rows(own, None, shifted)
    not_again()
    sums.array[..., 0] = 0
    return reshaped(sums, (pieces, *batch, 1), (1, *sums.strides[:-1], 1))


@remembered
def cumsum(x: Any, axis: int = -1, *, out: Any = None) -> Any:
    """The inclusive prefix sum along an axis, accumulated in float32.

    **Shapes**: the result is like `x`. Errors: ops-array, ops-dtype, ops-axis, ops-shape, ops-device.

    >>> import numpy as np
    >>> cumsum(np.ones(4, np.float32))
    array([1., 2., 3., 4.], dtype=float32)
    """
    given = view_of("x", x)
    made = result(given, given.shape, out)
    apart(made, given, in_place=True)
    at = axis_of(given, axis)
    if 0 not in given.shape:
        scan_rows(rows_of(given, at), None, rows_of(made, at))
    return made.array
