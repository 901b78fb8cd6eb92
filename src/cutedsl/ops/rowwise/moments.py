"""The mean and the variance of a row that its threads hold, found in one exchange between its warps.

Each thread takes the differences to the mean of its own elements, or of the first of them where it reads them piece
by piece. The threads' results are combined as those of samples are. Within a warp they are first sums about one
thread's mean, which no variance can be too small for, then about the warp's own.
Source: Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm for computing sample variances", 1979.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.rowwise.reader import Row, sums
from cutedsl.ops.rowwise.rows import add, fold, lanes_merged, pieces, product_sum, total_inside, warp_parts
from cutedsl.ops.rowwise.tile import RowTile


@dataclass(frozen=True, slots=True)
class Moments:
    """A row's mean, and the mean square of its differences to it.

    `inside` are this thread's elements less `own`, their mean; `pulled` has the means of `row_moments`' pull and of its
    products with the differences.
    """

    mean: Any
    variance: Any
    inside: Any
    own: Any
    pulled: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """How many elements of a row some of its threads hold, and 1 / that (of none: 1), as Float32."""

    count: Any
    per_element: Any


def row_moments(row: Row, pull: Any = None) -> Moments:
    """The moments of a held row (of its last source); `pull`, one number an element, is 0 past the end."""
    of_thread = share(row, row.lane, 1)
    values = row.values[-1]
    own = fold(values, add) * of_thread.per_element
    inside = values - own
    mine = [total_inside((inside, inside), row.sources[-1], row.lane, row.tile)]
    if pull is not None:
        mine += [fold(pull, add), product_sum(pull, inside)]
    mean, (variance, *pulled) = _of_threads(row, of_thread, own, mine)
    return Moments(mean, variance, inside, own, tuple(pulled))


def moments_of_pieces(row: Row) -> tuple[Any, Any]:
    """The mean and the variance of a row whose only elements come piece by piece, as often as they are requested.

    The differences are those to the mean of the first piece. It is the mean of 1 / pieces of the thread's elements.
    So their own variance is at least as large a part of the sum of squares, and the subtraction loses no more than
    that.
    """
    of_thread, of_piece = share(row, row.lane, 1), share(row, row.lane, 1, 1)
    near = fold(row.read(0)[0], add) * of_piece.per_element
    total, squares = _sums_of_pieces(row, near)
    shift = total * of_thread.per_element
    mean, (variance,) = _of_threads(row, of_thread, near + shift, [cute.math.fma(-total, shift, squares)])
    return mean, variance


@cute.jit
def _sums_of_pieces(row: Any, near: Any) -> Any:
    """The sums of this thread's differences to `near` and of their squares."""
    source, total, squares = row.sources[0], cutlass.Float32(0.0), cutlass.Float32(0.0)
    for piece in range(pieces(source, row.tile)):
        away = row.read(piece)[0] - near
        total = total + total_inside(away, source, row.lane, row.tile, piece)
        squares = squares + total_inside((away, away), source, row.lane, row.tile, piece)
    return total, squares


def _of_threads(row: Row, of_thread: Share, own: Any, mine: list[Any]) -> tuple[Any, list[Any]]:
    """The row's mean, and the means of its sums, from each thread's mean and its sums about that."""
    tile, lanes = row.tile, min(32, row.tile.threads)
    of_warp, of_row = (share(row, row.lane // n * n, n) for n in (lanes, tile.lanes))
    first = cute.arch.lane_idx() // lanes * lanes
    pivot = cute.arch.shuffle_sync(own, first) if lanes > 1 else own
    away = own - pivot
    total, squares, *found = lanes_merged([of_thread.count * away, *about(away, of_thread.count, mine)], sums, lanes)
    shift = total * of_warp.per_element
    mean, squares = pivot + shift, cute.math.fma(-total, shift, squares)
    found = [squares, found[0], cute.math.fma(found[0], -shift, found[1])] if found else [squares]
    if tile.warps > 1:
        mean, found = _of_warps(row, [mean, *found], of_row.per_element)
    return mean, [one * of_row.per_element for one in found]


def _of_warps(row: Row, found: list[Any], per_length: Any) -> tuple[Any, list[Any]]:
    """The row's mean and sums from those of its warps."""
    tile, lanes = row.tile, min(32, row.tile.warps)
    parts = warp_parts(found, tile, row.turn)
    first = cute.arch.lane_idx() % lanes
    counts = [share(row, (first + 32 * k) * 32, 32).count for k in range(len(parts))]
    mean = _over_lanes([[n * part[0]] for n, part in zip(counts, parts, strict=True)], lanes)[0] * per_length
    moved = [about(part[0] - mean, n, part[1:]) for n, part in zip(counts, parts, strict=True)]
    return mean, _over_lanes(moved, lanes)


def about(shift: Any, count: Any, part: list[Any]) -> list[Any]:
    """The sums of some elements, [squares, pull, products], about a number that lies `shift` before their mean."""
    squares, *pulled = part
    squares = cute.math.fma(count * shift, shift, squares)
    return [squares, pulled[0], cute.math.fma(pulled[0], shift, pulled[1])] if pulled else [squares]


def _over_lanes(lists: list[list[Any]], lanes: int) -> list[Any]:
    """The sums of each lane's lists of numbers over groups of lanes."""
    mine, *others = lists
    for other in others:
        mine = sums(mine, other)
    return lanes_merged(mine, sums, lanes)


def share(row: Row, first: Any, lanes: int, parts: int = 0) -> Share:
    """What `lanes` threads of a row hold from thread `first` on, of its first `parts` pieces or of all."""
    return Share(*_share(row, first, lanes, parts or (1 if row.tile.held else row.tile.stages)))


@cute.jit
def _share(row: Any, first: Any, lanes: cutlass.Constexpr[int], parts: cutlass.Constexpr[int]) -> Any:
    tile: RowTile = row.tile
    whole = lanes * parts * tile.loads * tile.vector
    held, per_element = cutlass.Float32(whole), cutlass.Float32(1.0 / whole)
    if cute.size(row.sources[0]) < parts * tile.columns:
        count = cute.size(row.sources[0]) // tile.vector
        found = cutlass.Int32(0)
        for k in cutlass.range_constexpr(parts * tile.loads):
            found = found + cutlass.min(cutlass.max(count - (k * tile.lanes + first), 0), lanes)
        held = (found * tile.vector).to(cutlass.Float32)
        per_element = 1.0 / cutlass.max(held, 1.0)
    return held, per_element
