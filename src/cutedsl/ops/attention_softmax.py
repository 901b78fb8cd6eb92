"""The softmax between the two products of attention, on scores in a thread's accumulators.

A thread holds, of two rows (its own and 8 below), two neighbouring columns of every eight: score c + 2*r + 4*e is
row r, column 8*e + c. The four lanes of a quad share a row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.attention_tiles import ROWS, AttentionTiles

QUAD: Final = 4
"""Lanes that share a row."""

_CHAINS: Final = 4
"""Independent chains of a thread's maximum and sum, to hide their latency."""


@cute.jit
def hide(
    scores: Any, key: Any, query: Any, first_query: Any, keys: Any, left: Any, right: Any, tiles: cutlass.Constexpr
):
    """Sets the scores of keys that a query does not see to -inf.

    `key` is the tile's first key, `query` the place among the keys of this thread's first row, `first_query` that of
    the warp group's; a query at place i sees the keys i - left ... i + right below `keys`.
    """
    most = keys
    if cutlass.const_expr(tiles.bounded_right):
        most = cutlass.min(most, first_query + right + 1)
    needed = key + tiles.tile_n > most
    if cutlass.const_expr(tiles.bounded_left):
        needed = needed | (key < first_query + ROWS - 1 - left)
    if needed:
        here = key + cute.arch.lane_idx() % QUAD * 2
        for r in cutlass.range_constexpr(2):
            stop, start = keys - here, query + 8 * r - left - here
            if cutlass.const_expr(tiles.bounded_right):
                stop = cutlass.min(stop, query + 8 * r + right + 1 - here)
            for at, column in row_places(r, tiles.tile_n):
                hidden = column >= stop
                if cutlass.const_expr(tiles.bounded_left):
                    hidden = hidden | (column < start)
                scores[at] = cutlass.select_(hidden, -cutlass.Float32.inf, scores[at])


def row_places(r: int, columns: int) -> list[tuple[int, int]]:
    """(accumulator, column) of row r, the columns counted from the lane's first."""
    return [(c + 2 * r + 4 * e, 8 * e + c) for e in range(columns // 8) for c in range(2)]


def fold(values: list[Any], op: Callable[[Any, Any], Any]) -> Any:
    """The values combined, in independent chains."""
    chains = values[:_CHAINS]
    for i, value in enumerate(values[_CHAINS:]):
        chains[i % _CHAINS] = op(chains[i % _CHAINS], value)
    while len(chains) > 1:
        chains = [op(a, b) for a, b in zip(chains[::2], chains[1::2], strict=True)]
    return chains[0]


def take_powers(scores: Any, highest: Any, total: Any, scale_log2: Any, tiles: AttentionTiles) -> tuple[Any, Any]:
    """Scores to probabilities up to the row's factor; keeps the rows' maxima and this thread's sums.

    Law: with m the row's maximum so far, `p = 2**(scale_log2 * (s - m))`. Returns the two factors by which what was
    summed before shrinks. Of a row where nothing is seen, m counts as 0. Source: the online softmax of
    FlashAttention-3 (Shah et al. 2024), 3.1.
    """
    factors: list[Any] = []
    for r in range(2):
        places = [at for at, _ in row_places(r, tiles.tile_n)]
        values = [scores[at] for at in places]
        before = highest[r]
        now = cute.arch.fmax(before, fold(values, cute.arch.fmax))
        highest[r] = now = cute.arch.warp_reduction(now, cute.arch.fmax, threads_in_group=QUAD)
        base = cutlass.select_(now == -cutlass.Float32.inf, 0.0, now * scale_log2)
        factor = cute.arch.exp2(cute.math.fma(before, scale_log2, -base))
        powers = [cute.arch.exp2(cute.math.fma(value, scale_log2, -base)) for value in values]
        for at, power in zip(places, powers, strict=True):
            scores[at] = power
        total[r] = cute.math.fma(total[r], factor, fold(powers, lambda a, b: a + b))
        factors.append(factor)
    return factors[0], factors[1]


def scale_rows(output: Any, factors: tuple[Any, Any]) -> None:
    """Multiplies the two rows of a thread's outputs."""
    for i in range(cute.size(output)):
        output[i] = output[i] * factors[i // 2 % 2]
