"""Probabilities and their slopes, on transposed scores in a thread's accumulators.

A thread holds, of two keys (its own and 8 below), two neighbouring queries of every eight. Score c + 2*r + 4*e is key
r, query 8*e + c, both counted from the lane's first.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.attention_forward.softmax import QUAD, row_places
from cutedsl.ops.attention_forward.tiles import ROWS
from cutedsl.ops.attention_gradients.tiles import BackwardTiles


@cute.jit
def hide(
    scores: Any,
    query: Any,
    key: Any,
    first_key: Any,
    keys: Any,
    left: Any,
    right: Any,
    tiles: cutlass.Constexpr[BackwardTiles],
):
    """Sets the scores of keys that a query does not see to -inf.

    `query` is the place among the keys of the first query, `key` this thread's first key, `first_key` that of
    the warp group; a query at place i sees the keys i - left ... i + right below `keys`.
    """
    needed = first_key + ROWS > keys
    if cutlass.const_expr(tiles.bounded_right):
        needed = needed | (first_key + ROWS - 1 > query + right)
    if cutlass.const_expr(tiles.bounded_left):
        needed = needed | (first_key < query + tiles.own_queries - 1 - left)
    if needed:
        here = query + cute.arch.lane_idx() % QUAD * 2
        for r in cutlass.range_constexpr(2):
            row = key + 8 * r
            outside = row >= keys
            start, stop = row - right - here, row + left - here
            for at, column in row_places(r, tiles.own_queries):
                hidden = outside
                if cutlass.const_expr(tiles.bounded_right):
                    hidden = hidden | (column < start)
                if cutlass.const_expr(tiles.bounded_left):
                    hidden = hidden | (column > stop)
                scores[at] = cutlass.select_(hidden, -cutlass.Float32.inf, scores[at])


def pairs_of(row: Any, tiles: BackwardTiles) -> list[tuple[int, Any]]:
    """Numbers for queries from shared memory: for each eight columns, their place and what reads a thread's two."""
    pairs = cute.make_tensor(row.iterator, cute.make_layout((2, QUAD, tiles.own_queries // 8)))
    return [(4 * e, pairs[None, cute.arch.lane_idx() % QUAD, e]) for e in range(tiles.own_queries // 8)]


def read(pair: Any) -> Any:
    """Two numbers in registers. They are read where they are used: all of them at once would not fit."""
    values = cute.make_rmem_tensor(2, cutlass.Float32)
    cute.autovec_copy(pair, values)
    return values


def take_powers(scores: Any, logarithms: Any, scale_log2: Any, tiles: BackwardTiles) -> None:
    """Scores to probabilities, `2**(scale_log2 * s - logarithm)`; logarithms of rows that do not count are +inf."""
    for at, pair in pairs_of(logarithms, tiles):
        of_query = read(pair)
        for v in range(4):
            scores[at + v] = cute.arch.exp2(cute.math.fma(scores[at + v], scale_log2, -of_query[v % 2]))


def take_slopes(slopes: Any, powers: Any, sums: Any, tiles: BackwardTiles) -> None:
    """Gradients of probabilities to those of scores, `p * (dp - sum(p * dp))`."""
    for at, pair in pairs_of(sums, tiles):
        of_query = read(pair)
        for v in range(4):
            slopes[at + v] = powers[at + v] * (slopes[at + v] - of_query[v % 2])
