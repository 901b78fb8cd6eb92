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
from cutedsl.ops.rows import add, fold, lanes_merged, total_inside, warp_fold, warp_parts


@cute.jit
def mean_and_squares(row: Any) -> Any:
    """A held row's mean, and the sum of the squares of its differences to it."""
    (values,) = row.values
    tile: RowTile = row.tile
    count = elements_of_warp(row, row.lane // 32) if tile.warps > 1 else row.length
    per_element = 1.0 / cutlass.max(count, 1.0)  # found while the row is on its way, like the next one
    per_length = 1.0 / row.length
    mean = warp_fold(fold(values, add), add, tile) * per_element
    inside = values - mean
    squares = warp_fold(total_inside((inside, inside), row.sources[0], row.lane, tile), add, tile)
    if cutlass.const_expr(tile.warps > 1):
        lanes = min(32, tile.warps)
        parts = warp_parts([mean, squares], tile)
        first = cute.arch.lane_idx() % lanes
        counts = [elements_of_warp(row, first + 32 * k) for k in range(len(parts))]
        mean = _over_lanes([n * own for n, (own, _) in zip(counts, parts, strict=True)], lanes) * per_length
        spread = [s + n * (own - mean) * (own - mean) for n, (own, s) in zip(counts, parts, strict=True)]
        squares = _over_lanes(spread, lanes)
    return mean, squares


def _over_lanes(values: list[Any], lanes: int) -> Any:
    """The sum of each lane's numbers over groups of lanes."""
    return lanes_merged([sum(values[1:], values[0])], sums, lanes)[0]


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
