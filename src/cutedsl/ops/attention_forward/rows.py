"""How a tile of attention ends: the sums leave the registers. And how one begins whose last values are not its own."""

from __future__ import annotations

import math
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.attention_forward.softmax import QUAD

_CLEARED: Final = 3
"""The named barrier of all threads that multiply."""


@cute.jit
def clear_rest(sV: Any, pipe_v: Any, v_at: Any, thread: Any, rows: Any, tiles: cutlass.Constexpr):
    """Zeroes the values from `rows` on of the first tile: they belong to the next sequence, and 0 * NaN is NaN."""
    if rows < tiles.tile_n:
        pipe_v.consumer_wait(v_at)
        for at in range(thread, (tiles.tile_n - rows) * tiles.head_dim, tiles.multipliers):
            sV[at % tiles.head_dim, rows + at // tiles.head_dim, v_at.index] = sV.element_type(0.0)
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.barrier(barrier_id=_CLEARED, number_of_threads=tiles.multipliers)


@cute.jit
def finish_rows(highest: Any, total: Any, scale_log2: Any, mLSE: Any, at: Any, row: Any, len_q: Any):
    """The factors that end the softmax of a thread's rows; stores log(sum(exp)) where it is wanted.

    A row that sees no keys is 0, and its logarithm -inf.
    """
    inverses = []
    for r in cutlass.range_constexpr(2):
        whole = cute.arch.warp_reduction_sum(total[r], threads_in_group=QUAD)
        inverse, logarithm = cutlass.Float32(0.0), -cutlass.Float32.inf
        if whole != 0.0:
            inverse = 1.0 / whole
            logarithm = highest[r] * scale_log2 * math.log(2.0) + cute.math.log(whole)
        inverses.append(inverse)
        if cutlass.const_expr(mLSE is not None):
            if (cute.arch.lane_idx() % QUAD == 0) & (row >= 0) & (row + 8 * r < len_q):
                mLSE[at[0] + 8 * r, at[1], at[2]] = logarithm
    return inverses[0], inverses[1]


@cute.jit
def store_rows(output: Any, hO: Any, first: Any, row: Any, rows: Any, tiles: cutlass.Constexpr):
    """A thread's two rows, of `rows` that begin at `first`, to global memory, two elements at a time; a quad writes
    16 bytes."""
    lane = cute.arch.lane_idx() % QUAD
    for r in cutlass.range_constexpr(2):
        if (row >= 0) & (row + 8 * r < rows):
            pairs = cute.local_tile(hO, (1, 2), (first + row + 8 * r, None))
            for e in cutlass.range_constexpr(tiles.head_dim // 8):
                pair = cute.make_tensor(output.iterator + (2 * r + 4 * e), cute.make_layout((1, 2)))
                pairs[None, None, 4 * e + lane].store(pair.load().to(hO.element_type))
