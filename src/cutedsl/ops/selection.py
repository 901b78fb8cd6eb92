"""The k largest elements of rows, with their places, largest first.

Floor for M x N elements of b bytes: M*N*b bytes read; on an H200 (reads 4.4 TB/s) 32768 x 4096 float32 takes 122 us.
How it gets there: a row is read once, into registers; each of k rounds takes the row's largest element, and only the
thread that had it looks at its elements again. That is at the floor for small k and away from it as k grows.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import axis_of, number_of, result, view_of
from cutedsl.ops.plans import remembered
from cutedsl.ops.programs import launch
from cutedsl.ops.reduction.folds import ARGMAX
from cutedsl.ops.refuse import refused
from cutedsl.ops.rowwise.reader import Row
from cutedsl.ops.rowwise.ring import each_row
from cutedsl.ops.rowwise.rows import cluster_of, exchanges_over, flat_rows, grid_of, row_merged
from cutedsl.ops.rowwise.tile import RowTile, row_tile, rows_of, vector_of

TAKEN = 2**31 - 1
"""The index of no element: it loses against every other one."""


@cute.jit
def own_best(values: Any, places: Any) -> Any:
    """The largest of this thread's elements that are not taken, with its place and its number in the thread."""
    states = [[values[k], places[k], cutlass.Int32(k)] for k in range(cute.size(values))]
    while len(states) > 1:
        rest = states[len(states) & ~1 :]
        states = [better(a, b) for a, b in zip(states[::2], states[1::2], strict=False)] + rest
    return states[0]


@cute.jit
def better(a: Any, b: Any) -> Any:
    """Of two (number, place, ...), the larger number; a place that is taken loses, of equals the first place wins."""
    both = (a[0] == b[0]) | ((a[0] != a[0]) & (b[0] != b[0]))
    larger = (b[0] > a[0]) | ((b[0] != b[0]) & (a[0] == a[0])) | (both & (b[1] < a[1]))
    wins = (b[1] != TAKEN) & ((a[1] == TAKEN) | larger)
    return [y if wins else x for x, y in zip(a, b, strict=True)]


@cute.kernel
def topk_kernel(
    x: cute.Tensor, best: cute.Tensor, places: cute.Tensor, tile: cutlass.Constexpr[RowTile], k: cutlass.Constexpr[int]
):
    """The `k` largest of a row by the threads of a tile."""

    def one_row(row: Row) -> None:
        take(row, flat_rows(best)[(row.index, None)], flat_rows(places)[(row.index, None)], k)

    each_row((x,), tile, one_row, ARGMAX.fill)


@cute.jit
def take(row: Any, best: Any, places: Any, k: cutlass.Constexpr[int]) -> None:
    """Rounds of taking the row's largest element."""
    tile: RowTile = row.tile
    count = tile.vector * tile.loads
    values = cute.make_rmem_tensor((count,), cutlass.Float32)
    own = cute.make_rmem_tensor((count,), cutlass.Int32)
    for e in cutlass.range_constexpr(count):
        load, j = e // tile.vector, e % tile.vector
        at = (load * tile.lanes + row.lane) * tile.vector + j
        values[e] = row.values[0].element(e)
        own[e] = at if at < cute.size(row.sources[0]) else TAKEN
    mine = own_best(values, own)
    for turn in range(k):
        found = row_merged(mine[:2], better, tile)
        if row.lane == 0 and row.present:
            best[turn] = found[0].to(best.element_type)
            places[turn] = found[1].to(places.element_type)
        if found[1] == mine[1]:
            for e in cutlass.range_constexpr(count):
                own[e] = TAKEN if mine[2] == e else own[e]
            mine = own_best(values, own)
        exchanges_over(tile)


@cute.jit
def topk_rows(
    x: cute.Tensor, best: cute.Tensor, places: cute.Tensor, tile: cutlass.Constexpr[RowTile], k: cutlass.Constexpr[int]
):
    """`best[r..., :]` the `k` largest of `x[r..., :]`, `places` where they stand."""
    rows = cute.size(flat_rows(x), mode=[0])
    topk_kernel(x, best, places, tile, k).launch(
        grid=grid_of(rows, tile), block=(tile.block, 1, 1), cluster=cluster_of(tile)
    )


@remembered
def topk(x: Any, k: int, axis: int = -1) -> tuple[Any, Any]:
    """The `k` largest elements along an axis, largest first, and their indices (int64).

    Equal elements keep their order; NaN counts as largest, as in torch. **Shapes**: both results have extent `k` at the
    axis; a row is at most as long as the registers of a cluster hold (131072 elements with 16-byte accesses).
    Errors: ops-array, ops-dtype, ops-axis, ops-shape, ops-number.

    >>> import numpy as np
    >>> topk(np.array([3, 1, 2], np.float32), 2)
    (array([3., 2.], dtype=float32), array([0, 2]))
    """
    given = view_of("x", x)
    at = axis_of(given, axis)
    k = number_of("k", k, int)
    if not 0 <= k <= given.shape[at]:
        raise refused("ops-shape", f"the {k} largest of {given.shape[at]} elements")
    shape = tuple(k if m == at else n for m, n in enumerate(given.shape))
    best, places = result(given, shape, None), result(given, shape, None, "int64")
    if 0 in shape:
        return best.array, places.array
    source = rows_of(given, at)
    tile = row_tile(source.shape[-1], vector_of((source,)), source.dtype.width)
    if not tile.held:
        raise refused("ops-shape", f"rows of {source.shape[-1]} elements; `topk` holds at most {tile.lanes * 64}")
    launch(topk_rows, (source, rows_of(best, at), rows_of(places, at)), tile, k)
    return best.array, places.array
