"""The mean and the variance of a row that its threads hold, found in one exchange between its warps.

Each warp takes the differences to its own mean, and the warps' results are put together as those of samples are.
Source: Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm for computing sample variances", 1979.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.row_reader import sums
from cutedsl.ops.row_tile import RowTile
from cutedsl.ops.rows import add, fold, lanes_merged, product_sum, total_inside, warp_fold, warp_parts


@cute.jit
def row_moments(row: Any, pull: Any = None) -> Any:
    """The mean of a held row (of its last source) and the sum of the squares of its differences to it.

    With `pull`, one number an element that is 0 past the end, also its sum, and that of its products with them.
    """
    values, source = row.values[-1], row.sources[-1]
    tile: RowTile = row.tile
    count = elements_of_warp(row, row.lane // 32) if tile.warps > 1 else row.length
    per_element = 1.0 / cutlass.max(count, 1.0)  # found while the row is on its way, like the next one
    per_length = 1.0 / row.length
    mean = warp_fold(fold(values, add), add, tile) * per_element
    inside = values - mean
    mine = [total_inside((inside, inside), source, row.lane, tile)]
    if cutlass.const_expr(pull is not None):
        mine += [fold(pull, add), product_sum(pull, inside)]
    found = [mean, *(warp_fold(one, add, tile) for one in mine)]
    if cutlass.const_expr(tile.warps > 1):
        lanes = min(32, tile.warps)
        parts = warp_parts(found, tile, row.turn)
        first = cute.arch.lane_idx() % lanes
        counts = [elements_of_warp(row, first + 32 * k) for k in range(len(parts))]
        mean = _over_lanes([[n * part[0]] for n, part in zip(counts, parts, strict=True)], lanes)[0] * per_length
        moved = [_about(mean, n, part) for n, part in zip(counts, parts, strict=True)]
        found = [mean, *_over_lanes(moved, lanes)]
    return found


def _about(mean: Any, count: Any, part: Any) -> list[Any]:
    """A warp's sums, with differences to another mean than its own."""
    own, squares, *pulled = part
    shift = own - mean
    squares = squares + count * shift * shift
    return [squares, pulled[0], pulled[1] + pulled[0] * shift] if pulled else [squares]


def _over_lanes(lists: list[list[Any]], lanes: int) -> list[Any]:
    """The sums of each lane's lists of numbers over groups of lanes."""
    mine, *others = lists
    for other in others:
        mine = sums(mine, other)
    return lanes_merged(mine, sums, lanes)


@cute.jit
def elements_of_warp(row: Any, warp: Any) -> Any:
    """How many elements of the row the warp of that number holds, as a Float32."""
    tile: RowTile = row.tile
    held = cutlass.Int32(32 * tile.loads)
    if cute.size(row.sources[0]) < tile.columns:
        count = cute.size(row.sources[0]) // tile.vector
        held = cutlass.Int32(0)
        for k in cutlass.range_constexpr(tile.loads):
            held = held + cutlass.min(cutlass.max(count - (k * tile.lanes + warp * 32), 0), 32)
    return (held * tile.vector).to(cutlass.Float32)
