"""The softmax between the two products of attention, on scores in a thread's accumulators.

A thread holds, of two rows (its own and 8 below), two neighbouring columns of every eight: score c + 2*r + 4*e is
row r, column 8*e + c. The four lanes of a quad share a row.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import warpgroup
from cutedsl.ops.attention_forward.tiles import ROWS, AttentionTiles

QUAD: Final = 4
"""Lanes that share a row."""

_OPERAND: Final = 8
"""Values of a thread that one multiply takes from registers."""

_CHAINS: Final = 4
"""Independent chains of a thread's maximum and sum, to hide their latency."""


def quick_tanh(x: Any, factor: Any) -> Any:
    """tanh(factor * x), within 3e-7: an exponential and a reciprocal, where the language's own takes 20 steps."""
    return 1.0 - 2.0 * cute.math.rcp(1.0 + cute.arch.exp2(x * (factor * (2 * math.log2(math.e)))), fastmath=True)


def cap(scores: Any, factor: Any, tiles: AttentionTiles) -> None:
    """tanh(factor * score) in place of each score; whoever scales them multiplies by the softcap."""
    for r in range(2):
        for at, _ in row_places(r, tiles.tile_n):
            scores[at] = quick_tanh(scores[at], factor)


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


@cute.jit
def follow_maxima(
    scores: Any, highest: Any, total: Any, output: Any, scale_log2: Any, slack: Any, tiles: cutlass.Constexpr
):
    """What the rows subtract follows the scores; if that changes for a row of the warp, what was summed shrinks.

    Law: `highest` is a maximum of the row so far, and no score is more than `slack` above it, so that a warp changes it
    seldom. The second product is waited for only then, and only then do the lanes of a row compare theirs.
    Floats from 0 on have the order of their bits as integers, of which one instruction takes the largest of three.
    Source: ours, after the online softmax of FlashAttention-3 (Shah et al. 2024), 3.1.
    """
    grown = []
    for r in cutlass.range_constexpr(2):
        bits = [scores[at].bitcast(cutlass.Int32) for at, _ in row_places(r, tiles.tile_n)]
        limit = highest[r] + slack
        grown.append((fold(bits, cutlass.max) > limit.bitcast(cutlass.Int32)) | (limit < 0.0))
    if cute.arch.vote_any_sync(grown[0] | grown[1]):
        warpgroup.wait_group(0)
        factors = []
        for r in cutlass.range_constexpr(2):
            own = fold([scores[at] for at, _ in row_places(r, tiles.tile_n)], cute.arch.fmax)
            now = cute.arch.fmax(highest[r], cute.arch.warp_reduction(own, cute.arch.fmax, threads_in_group=QUAD))
            base = cutlass.select_(now == -cutlass.Float32.inf, 0.0, now)
            factors.append(cute.arch.exp2((highest[r] - base) * scale_log2))
            highest[r] = now
            total[r] = total[r] * factors[r]
        scale_rows(output, factors)


def take_powers(scores: Any, highest: Any, total: Any, scale_log2: Any, tiles: AttentionTiles) -> None:
    """Scores to probabilities up to the row's factor, `2**(scale_log2 * (s - highest))`; keeps the sums.

    Of a row where nothing is seen, the maximum counts as 0.
    """
    for r in range(2):
        places = [at for at, _ in row_places(r, tiles.tile_n)]
        base = cutlass.select_(highest[r] == -cutlass.Float32.inf, 0.0, highest[r] * scale_log2)
        if tiles.lift_log2:
            base = base - tiles.lift_log2
        powers = [cute.arch.exp2(cute.math.fma(scores[at], scale_log2, -base)) for at in places]
        for at, power in zip(places, powers, strict=True):
            scores[at] = power
        total[r] = total[r] + fold(powers, lambda a, b: a + b)


def pack(scores: Any, powers: Any) -> None:
    """Scores converted to the left operand of the second product: each instruction's eight values, as they lie."""
    for k in range(cute.size(powers) // _OPERAND):
        part = cute.make_tensor(scores.iterator + _OPERAND * k, cute.make_layout(_OPERAND))
        words = cute.make_tensor(powers.iterator + _OPERAND * k, cute.make_layout(_OPERAND))
        words.store(part.load().to(powers.element_type))


def pack_bytes(scores: Any, powers: Any) -> None:
    """The same for elements of 8 bits, of which a lane has four neighbours: it takes its pairs of two eights for them.

    So the keys of an instruction are in another order than the scores' columns, that of `transpose_values`.
    """
    for k in range(cute.size(powers) // (2 * _OPERAND)):
        part = cute.make_rmem_tensor(2 * _OPERAND, cutlass.Float32)
        for i in range(4):
            for r in range(2):
                for h in range(2):
                    part[i + 4 * r + 8 * h] = scores[2 * _OPERAND * k + i % 2 + 2 * r + 4 * (2 * h + i // 2)]
        words = cute.make_tensor(powers.iterator + 2 * _OPERAND * k, cute.make_layout(2 * _OPERAND))
        words.store(part.load().to(powers.element_type))


def with_sink(base: Any, whole: Any, logit: Any) -> tuple[Any, Any]:
    """What a row's sums shrink by, and its total, with a sink; `base` is what the row subtracts, times log2(e)."""
    sink = logit * math.log2(math.e)
    most = cute.arch.fmax(base, sink)
    shrink = cute.arch.exp2(base - most)
    return shrink, whole * shrink + cute.arch.exp2(sink - most)


def scale_rows(output: Any, factors: Sequence[Any]) -> None:
    """Multiplies the two rows of a thread's outputs."""
    for i in range(cute.size(output)):
        output[i] = output[i] * factors[i // 2 % 2]
