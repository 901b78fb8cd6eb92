"""The softmax between the two products of a chunk: scores to powers, and what older sums shrink by."""

from __future__ import annotations

import math
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.attention_forward.softmax import quick_tanh
from cutedsl.ops.decode.tiles import DecodeTiles

QUAD: Final = 4
"""Lanes that share a row."""

SLACK_LOG2: Final = 8.0
"""How far scores may pass what is subtracted from them: 2**8 is far from overflow, in float16 too."""


def row_places(r: int, row_tile: int, tiles: DecodeTiles) -> list[tuple[int, int]]:
    """(place among a lane's scores, key counted from the lane's first) of row r (0, or 1 for 8 below) of a row tile."""
    count = tiles.keys // 8
    return [(c + 2 * r + 4 * (e + count * row_tile), 8 * e + c) for e in range(count) for c in range(2)]


@cute.jit
def cap_scores(scores: Any, scales: Any, softcap: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> None:
    """score = log2(e) * softcap * tanh(scale * score / softcap)."""
    for row in cutlass.range_constexpr(2 * tiles.row_tiles):
        for at, _ in row_places(row % 2, row // 2, tiles):
            scores[at] = softcap * math.log2(math.e) * quick_tanh(scores[at], scales[row] / softcap)


@cute.jit
def hide(scores: Any, first: Any, ends: Any, window: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> None:
    """Sets the scores of keys that a query does not see to -inf.

    `first` is the chunk's first key, `ends` one past the last key that each of the lane's rows sees. `window` has the
    fewest of the ends of all rows, the most of them, and the number of keys that a query sees, its own included.
    """
    needed = first + tiles.keys > window[0]
    if cutlass.const_expr(tiles.bounded_left):
        needed = needed | (first < window[1] - window[2])
    if needed:
        here = first + cute.arch.lane_idx() % QUAD * 2
        for row_tile in cutlass.range_constexpr(tiles.row_tiles):
            for r in cutlass.range_constexpr(2):
                stop = ends[2 * row_tile + r] - here
                for at, key in row_places(r, row_tile, tiles):
                    hidden = key >= stop
                    if cutlass.const_expr(tiles.bounded_left):
                        hidden = hidden | (key < stop - window[2])
                    scores[at] = cutlass.select_(hidden, -cutlass.Float32.inf, scores[at])


@cute.jit
def take_powers(
    scores: Any, output: Any, highest: Any, total: Any, scales: Any, tiles: cutlass.Constexpr[DecodeTiles]
) -> None:
    """Scores to 2**(scale_log2 * (score - highest)); older sums shrink where a row's maximum has grown by far.

    Any subtrahend near the maximum gives the same quotient, as long as sums and totals are scaled alike.
    """
    count = 2 * tiles.row_tiles
    scales_log2 = [1.0 if tiles.capped else scales[row] for row in range(count)]
    tops = []
    for row in cutlass.range_constexpr(count):
        top = fold([scores[at] for at, _ in row_places(row % 2, row // 2, tiles)], cute.arch.fmax)
        tops.append(cute.arch.warp_reduction(top, cute.arch.fmax, threads_in_group=QUAD) * scales_log2[row])
    grown = [tops[row] - highest[row] > SLACK_LOG2 for row in range(count)]
    if cute.arch.vote_any_sync(fold(grown, lambda a, b: a | b)):
        for row in cutlass.range_constexpr(count):
            now = cute.arch.fmax(highest[row], tops[row])
            base = cutlass.select_(now == -cutlass.Float32.inf, 0.0, now)
            factor = cute.arch.exp2(highest[row] - base)
            highest[row] = now
            total[row] = total[row] * factor
            for tile in cutlass.range_constexpr(tiles.head_dim // 8):
                for c in cutlass.range_constexpr(2):
                    at = c + 2 * (row % 2) + 4 * tile + tiles.head_dim // 2 * (row // 2)
                    output[at] = output[at] * factor
    for row in cutlass.range_constexpr(count):
        base = cutlass.select_(highest[row] == -cutlass.Float32.inf, 0.0, highest[row])
        places = [at for at, _ in row_places(row % 2, row // 2, tiles)]
        powers = [cute.arch.exp2(cute.math.fma(scores[at], scales_log2[row], -base)) for at in places]
        for at, power in zip(places, powers, strict=True):
            scores[at] = power
        total[row] = total[row] + fold(powers, lambda a, b: a + b)


def fold(values: Any, join: Any) -> Any:
    """The values joined as a tree."""
    while len(values) > 1:
        values = [join(*values[i : i + 2]) if i + 1 < len(values) else values[i] for i in range(0, len(values), 2)]
    return values[0]
