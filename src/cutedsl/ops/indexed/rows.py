"""Rows by number: read them, add to them, and add up the rows of segments.

Floor for M rows of N elements of b bytes: 2*M*N*b bytes moved to read rows, at 4.3 TB/s on an H200; 3*M*N*b to add to
rows that differ; M*N*b read for sums of segments. How it gets there: a row's number is requested before anything else,
then all of a thread's accesses; sums of segments are the library's folds over columns.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import LARGEST_EXTENT, View, apart, number_of, result, same_device, same_shape, view_of
from cutedsl.ops.entropy import LABELS
from cutedsl.ops.indexed.sums_by_number import SUM_THREADS, number_at, sums_by_number
from cutedsl.ops.plans import not_again, remembered
from cutedsl.ops.programs import launch
from cutedsl.ops.reduction.column_folds import SEGMENT_WARPS, SHORT_SEGMENT, WARPS, fold_columns
from cutedsl.ops.reduction.fold_modes import reduced_mode, reshaped
from cutedsl.ops.reduction.folds import SUM
from cutedsl.ops.refuse import refused
from cutedsl.ops.rowwise.rows import accesses, grid_of, load, pieces, place, store
from cutedsl.ops.rowwise.tile import RowTile, multiprocessors, row_tile, vector_of
from cutedsl.ops.workspaces import workspace


@cute.kernel
def gather_kernel(numbers: cute.Tensor, rows: cute.Tensor, out: cute.Tensor, tile: cutlass.Constexpr[RowTile]):
    """A row of the result by the threads of a tile."""
    index, lane = place(tile)
    number, inside = number_at(numbers, index, rows.shape[0])
    present = index < out.shape[0]
    source, target = rows[(number, None)], out[(index, None)]
    for piece in range(pieces(target, tile)):
        values = load(source, present, lane, tile, 0.0, piece)
        nothing = cutlass.Float32(0.0 if inside else math.nan)
        store(values + nothing, target, present, lane, tile, piece)


@cute.jit
def gather_rows(numbers: cute.Tensor, rows: cute.Tensor, out: cute.Tensor, tile: cutlass.Constexpr[RowTile]):
    """`out[r, :] = rows[numbers[r], :]`."""
    gather_kernel(numbers, rows, out, tile).launch(grid=_grid(out, tile), block=(tile.block, 1, 1))


@cute.kernel
def add_rows_kernel(numbers: cute.Tensor, source: cute.Tensor, out: cute.Tensor, tile: cutlass.Constexpr[RowTile]):
    """A row of the source by the threads of a tile."""
    index, lane = place(tile)
    number, inside = number_at(numbers, index, out.shape[0])
    present = index < source.shape[0]
    row, target = source[(index, None)], out[(number, None)]
    for piece in range(pieces(row, tile)):
        values = load(row, present, lane, tile, 0.0, piece)
        divided, count = accesses(target, present, tile)
        for k in cutlass.range_constexpr(tile.loads):
            at = (piece * tile.loads + k) * tile.lanes + lane
            if inside and at < count:
                for j in cutlass.range_constexpr(tile.vector):
                    cute.arch.red(divided[(None, at)].iterator + j, values[(j, k)].to(out.element_type))


@cute.jit
def add_rows(numbers: cute.Tensor, source: cute.Tensor, out: cute.Tensor, tile: cutlass.Constexpr[RowTile]):
    """`out[numbers[r], :] += source[r, :]`, in any order."""
    add_rows_kernel(numbers, source, out, tile).launch(grid=_grid(source, tile), block=(tile.block, 1, 1))


def _grid(rows: Any, tile: RowTile) -> Any:
    return grid_of(rows.shape[0], tile)


def _numbers(indices: Any) -> tuple[View, View]:
    """The numbers of rows as they are given, and along one axis. Errors: ops-array, ops-dtype, ops-shape."""
    view = view_of("indices", indices, LABELS)
    mode = reduced_mode(view, range(view.rank))
    if mode is None:
        raise refused("ops-shape", f"`indices` has the strides {view.strides}; rows are counted by one stride")
    return view, reshaped(view, (mode[0],), (mode[1],))


def _matrix(name: str, x: Any) -> View:
    view = view_of(name, x)
    if view.rank != 2:
        raise refused("ops-shape", f"`{name}` has the shape {view.shape}; it must be (rows, columns)")
    return view


def _rows_like(name: str, view: View, numbers: View, columns: int) -> View:
    """An array with a row for each number, as (rows, columns). Errors: ops-shape."""
    same_shape(name, view, (*numbers.shape, columns))
    mode = reduced_mode(view, range(view.rank - 1))
    if mode is None:
        raise refused("ops-shape", f"`{name}` has the strides {view.strides}; its rows lie apart by one stride")
    return reshaped(view, (mode[0], columns), (mode[1], view.strides[-1]))


def tile_of_rows(*views: View) -> RowTile:
    """Threads for rows that are read once; long rows come in pieces."""
    columns, vector = views[0].shape[-1], vector_of(views)
    tile = row_tile(columns, vector, 8 * max(view.item_bytes for view in views), 512)
    return replace(tile, blocks=1, held=columns <= tile.threads * tile.loads * vector)


@remembered
def embedding(indices: Any, weight: Any, *, out: Any = None) -> Any:
    """`weight[indices]`: one row of `weight` per index; NaN for an index out of range.

    **Shapes**: `indices` of any shape, int32 or int64, `weight` (rows, columns), the result (*indices, columns).
    Errors: ops-array, ops-dtype, ops-shape, ops-device.

    >>> import numpy as np
    >>> embedding(np.array([1, 0]), np.array([[1.0, 2.0], [3.0, 4.0]], np.float32))
    array([[3., 4.],
           [1., 2.]], dtype=float32)
    """
    given, numbers = _numbers(indices)
    rows = _matrix("weight", weight)
    same_device(rows, indices=given)
    made = result(rows, (*given.shape, rows.shape[1]), out)
    apart(made, rows)
    target = _rows_like("out", made, given, rows.shape[1])
    if 0 in made.shape:
        return made.array
    if not rows.shape[0]:
        raise refused("ops-shape", f"`weight` has the shape {rows.shape}: no row to take")
    launch(gather_rows, (numbers, rows, target), tile_of_rows(rows, target))
    return made.array


@remembered
def scatter_add(out: Any, indices: Any, source: Any) -> Any:
    """`out[indices[r]] += source[r]` for each row, in place and in any order; gives back `out`.

    Indices out of range are ignored. Sums are rounded to the type of `out` at each step, and depend on the
    order in the last bits. **Shapes**: `out` (rows, columns), `indices` of any shape, int32 or int64, `source`
    (*indices, columns). Errors: ops-array, ops-dtype, ops-shape, ops-device.

    >>> import numpy as np
    >>> scatter_add(np.zeros((2, 1), np.float32), np.array([1, 1]), np.array([[2.0], [3.0]], np.float32))
    array([[0.],
           [5.]], dtype=float32)
    """
    target = _matrix("out", out)
    given, numbers = _numbers(indices)
    added = view_of("source", source)
    rows = _rows_like("source", added, given, target.shape[1])
    same_device(target, indices=given, source=added)
    if target.array is not out:
        raise refused("ops-shape", "`out` has negative strides, or a field of records")
    if 0 not in target.shape and 0 not in rows.shape:
        launch(add_rows, (numbers, rows, target), tile_of_rows(rows, target))
    return out


@remembered
def embedding_backward(grad: Any, indices: Any, rows: int, *, out: Any = None) -> Any:
    """The gradient of `embedding`'s weight: sums the gradients of each of `rows` rows.

    Added in float32, in any order, and rounded once. Indices out of range are ignored.
    **Shapes**: `grad` (*indices, columns), the result (rows, columns) of its type. Errors: as `scatter_add`,
    and ops-number, ops-size.

    >>> import numpy as np
    >>> embedding_backward(np.ones((3, 1), np.float32), np.array([0, 2, 0]), 3)
    array([[2.],
           [0.],
           [1.]], dtype=float32)
    """
    grads = view_of("grad", grad)
    given, numbers = _numbers(indices)
    count = number_of("rows", rows, int)
    if grads.rank != given.rank + 1 or count < 0:
        raise refused("ops-shape", f"`grad` has the shape {grads.shape}, `indices` {given.shape}, and `rows` is {rows}")
    flat = _rows_like("grad", grads, given, grads.shape[-1])
    same_device(grads, indices=given)
    made = result(grads, (count, grads.shape[-1]), out)
    taken = flat.shape[0]
    if 0 in flat.shape or not count:
        not_again()
        made.native()[...] = 0
        return made.array
    if 2 * (taken + count) > LARGEST_EXTENT:
        raise refused("ops-size", f"{taken} rows of `grad` and {count} `rows`")
    order, flags = workspace(made, 2 * (taken + count), count + 1, "int32")
    tile = tile_of_rows(flat, made)
    in_turn = replace(tile, most=SUM_THREADS // tile.block * multiprocessors())
    launch(sums_by_number, (numbers, flat, made, order, flags), in_turn)
    return made.array


@remembered
def segment_sum(x: Any, ends: Any, *, out: Any = None) -> Any:
    """Sums the rows of each segment: rows `ends[s - 1]` to `ends[s]` of `x`, added in float32; 0 for an empty segment.

    **Shapes**: `x` (rows, columns), `ends` (segments) of int32, non-decreasing and at most `rows`, the result
    (segments, columns). Errors: ops-array, ops-dtype, ops-shape, ops-device.

    >>> import numpy as np
    >>> segment_sum(np.arange(4, dtype=np.float32)[:, None], np.array([1, 1, 4], np.int32))
    array([[0.],
           [0.],
           [6.]], dtype=float32)
    """
    rows, last = _matrix("x", x), view_of("ends", ends, ("int32",))
    if last.rank != 1:
        raise refused("ops-shape", f"`ends` has the shape {last.shape}; it must be (segments,)")
    same_device(rows, ends=last)
    made = result(rows, (last.shape[0], rows.shape[1]), out)
    apart(made, rows)
    if 0 in made.shape:
        return made.array
    wide = reshaped(rows, (1, *rows.shape), (0, *rows.strides))
    vector = vector_of((rows,)) if rows.strides[1] == 1 else 1
    few = rows.shape[0] < SHORT_SEGMENT * last.shape[0]
    launch(fold_columns, (wide, made, last), RowTile(vector, 32, SEGMENT_WARPS if few else WARPS, 1, 1), SUM)
    return made.array
