"""How a tile of attention ends: the sums leave the registers. And how one begins whose last values are not its own."""

from __future__ import annotations

import math
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.attention_forward.softmax import QUAD, with_sink

_EIGHT: Final = 8
"""Elements of 16 bytes."""

_CLEARED: Final = 4
"""The named barrier of all threads that multiply; those before are of turns."""


@cute.jit
def clear_rest(sV: Any, pipe_v: Any, v_at: Any, thread: Any, rows: Any, tiles: cutlass.Constexpr):
    """Zeroes the values from `rows` on of the first tile: they belong to the next sequence, and 0 * NaN is NaN."""
    if rows < tiles.tile_n:
        pipe_v.consumer_wait(v_at)
        for at in range(thread, (tiles.tile_n - rows) * tiles.value_dim, tiles.multipliers):
            sV[at % tiles.value_dim, rows + at // tiles.value_dim, v_at.index] = sV.element_type(0.0)
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.barrier(barrier_id=_CLEARED, number_of_threads=tiles.multipliers)


@cute.jit
def finish_rows(
    highest: Any,
    total: Any,
    scale_log2: Any,
    mLSE: Any,
    sinks: Any,
    at: Any,
    row: Any,
    len_q: Any,
    tiles: cutlass.Constexpr,
):
    """The factors that end the softmax of a thread's rows; stores log(sum(exp)) where it is wanted.

    A row that sees no keys is 0, and its logarithm -inf. A sink counts in the total only.
    """
    inverses = []
    for r in cutlass.range_constexpr(2):
        whole = cute.arch.warp_reduction_sum(total[r], threads_in_group=QUAD)
        inverse, logarithm = cutlass.Float32(0.0), -cutlass.Float32.inf
        if whole != 0.0:
            inverse = 1.0 / whole
            logarithm = highest[r] * scale_log2 * math.log(2.0) + cute.math.log(whole)
            if cutlass.const_expr(tiles.lift_log2):
                logarithm = logarithm - tiles.lift_log2 * math.log(2.0)
        if cutlass.const_expr(sinks is not None):
            base = cutlass.select_(highest[r] == -cutlass.Float32.inf, 0.0, highest[r] * scale_log2)
            if cutlass.const_expr(tiles.lift_log2):
                base = base - tiles.lift_log2
            shrink, whole = with_sink(base, whole, sinks[at[1]])
            inverse = cutlass.select_(whole == 0.0, 0.0, shrink / whole)
        inverses.append(inverse)
        if cutlass.const_expr(mLSE is not None):
            if (cute.arch.lane_idx() % QUAD == 0) & (row >= 0) & (row + 8 * r < len_q):
                mLSE[at[0] + 8 * r, at[1], at[2]] = logarithm
    return inverses[0], inverses[1]


@cute.jit
def store_rows(output: Any, hO: Any, first: Any, row: Any, rows: Any, tiles: cutlass.Constexpr):
    """A thread's two rows, of `rows` that begin at `first`, to global memory, 16 bytes at a time.

    The lanes of a quad have two neighbouring elements of every eight. They exchange them, so that each stores eight:
    a quarter of the stores, and whole sectors of 32 bytes.
    """
    lane = cute.arch.lane_idx() % QUAD
    for r in cutlass.range_constexpr(2):
        eights = cute.local_tile(hO, (1, _EIGHT), (first + row + 8 * r, None))
        for g in cutlass.range_constexpr(tiles.value_dim // _EIGHT // QUAD):
            words = cute.make_rmem_tensor(QUAD, cutlass.Uint32)
            elements = cute.recast_tensor(words, hO.element_type)
            for c in cutlass.range_constexpr(QUAD):
                sums = cute.make_tensor(output.iterator + (2 * r + 4 * (QUAD * g + c)), cute.make_layout(2))
                pair = cute.make_tensor(elements.iterator + 2 * c, cute.make_layout(2))
                pair.store(sums.load().to(hO.element_type))
            exchange(words, lane)
            is_stored = (row >= 0) & (row + 8 * r < rows)
            if cutlass.const_expr(cute.size(hO, [1]) < _EIGHT * QUAD * (g + 1)):
                is_stored = is_stored & (_EIGHT * (QUAD * g + lane) < cute.size(hO, [1]))
            if is_stored:
                cute.autovec_copy(elements, eights[0, None, QUAD * g + lane])


def exchange(words: Any, lane: Any) -> None:
    """Transposes the four words of each lane of a quad: lane j then has the words j of lanes 0 to 3, in their order."""
    for a, b, step in (0, 1, 1), (2, 3, 1), (0, 2, 2), (1, 3, 2):
        upper = lane & step != 0
        got = cute.arch.shuffle_sync_bfly(cutlass.select_(upper, words[a], words[b]), step)
        words[a], words[b] = cutlass.select_(upper, got, words[a]), cutlass.select_(upper, words[b], got)
