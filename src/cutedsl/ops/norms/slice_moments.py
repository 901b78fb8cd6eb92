"""The moments of rows in slices: of a warp's part of a row, and of many parts together."""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.rowwise.reader import sums
from cutedsl.ops.rowwise.rows import add, fold, lanes_merged, product_sum


def moments_in_part(x: Any, inside: Any, per_element: Any, pull: Any = None) -> list[Any]:
    """[mean, squares] of a warp's part of a row, with a `pull` also [pull, products]; squares and products are about
    the mean."""
    (total,) = lanes_merged([fold(x, add)], sums, 32)
    mean = total * per_element
    away = x - inside(mean)
    pulled = [] if pull is None else [fold(pull, add), product_sum(pull, away)]
    return [mean, *lanes_merged([product_sum(away, away), *pulled], sums, 32)]


def merged_moments(lists: list[list[Any]], counts: list[Any], per_element: Any, lanes: int) -> list[Any]:
    """What `moments_in_part` finds of all parts together: moved to the mean of the first, added, and moved again.

    That loses no more than the means differ, and then the squares are as large.
    """
    pivot = cute.arch.shuffle_sync(lists[0][0], cute.arch.lane_idx() // lanes * lanes)
    mine = [cutlass.Float32(0.0)] * len(lists[0])
    for found, count in zip(lists, counts, strict=True):
        away = cutlass.select_(count > 0.0, found[0] - pivot, 0.0)
        mine = sums(mine, [count * away, *_moved(found[1:], away, count * away)])
    total, *found = lanes_merged(mine, sums, lanes)
    shift = total * per_element
    return [pivot + shift, *_moved(found, -shift, total)]


def _moved(found: list[Any], away: Any, total: Any) -> list[Any]:
    """[squares, pull, products] about a number that lies `away` before another; `total` is added to the squares as
    often as it lies away."""
    squares, *pulled = found
    squares = cute.math.fma(total, away, squares)
    return [squares, pulled[0], cute.math.fma(away, pulled[0], pulled[1])] if pulled else [squares]


def squares_in_part(x: Any, pull: Any = None) -> list[Any]:
    """[squares] of a warp's part of a row, with a `pull` also [products]."""
    return lanes_merged([product_sum(x, x), *([] if pull is None else [product_sum(pull, x)])], sums, 32)


def merged_squares(lists: list[list[Any]], _counts: list[Any], _per_element: Any, lanes: int) -> list[Any]:
    """What `squares_in_part` finds of all parts together."""
    mine, *others = lists
    for other in others:
        mine = sums(mine, other)
    return lanes_merged(mine, sums, lanes)
