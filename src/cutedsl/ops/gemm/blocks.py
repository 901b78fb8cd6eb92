"""Products of 8-bit floats whose operands have a scale for each block of 128 elements of K.

A row of A has one for each block (1 x 128), and so have 128 rows of B together (128 x 128). The multipliers add up a
block of K in registers of their own; scaled sums are added in Float32.
Source: DeepSeek-V3 technical report, section 3.3.2, for the formats and the promotion.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import warpgroup
from cutedsl.ops.gemm.config import GemmConfig

BLOCK: Final = 128
"""Elements of K, and rows of B, that share a scale."""
MOST_RUNS: Final = 8
"""Runs of columns with a scale each that a tile may have: four lanes hold the scales of one."""
_QUAD: Final = 4
"""Lanes beside each other that have sums of the same rows."""


@dataclass(frozen=True)
class ScaledBlocks:
    """The scales of A (M, blocks of K, L) and of B (blocks of N, blocks of K, L), Float32.

    `split` says, at run time, whether the last tiles are shared out along K.
    """

    a: cute.Tensor
    b: cute.Tensor
    split: Any

    def factors(self, thr_mma: Any, at: tuple[Any, Any, Any], config: GemmConfig) -> Factors:
        """What a thread's sums of tile `at` are multiplied with, block after block."""
        return factors_of(self.a, self.b, thr_mma, at, at[2], self.a.shape[0], config)


@dataclass(frozen=True)
class Factors:
    """Where a thread's scales are: those of its `rows` in `a`, those of `runs` runs of `width` columns in `b`.

    Four lanes have the same rows: lane q of them holds the scales of block q of four. The columns are those of all
    lanes: four lanes hold the scales of one run.
    """

    a: cute.Tensor
    b: cute.Tensor
    rows: tuple[Any, ...]
    column: Any
    planes: tuple[Any, Any]
    width: int
    runs: int

    def read(self, first: Any, last: Any, held: Any) -> None:
        """Reads what this lane holds of four blocks of K from `first` on; those beyond `last` are that one."""
        k = cutlass.min(first + cute.arch.lane_idx() % _QUAD, last)
        for i, row in enumerate(self.rows):
            held[i] = self.a[row, k, self.planes[0]]
        held[len(self.rows)] = self.b[self.column, k, self.planes[1]]

    def share(self, held: Any, block: Any) -> tuple[list[Any], list[Any]]:
        """The scales of all rows and runs of this thread in one of the four blocks, from the lanes that hold them."""
        own = cute.arch.lane_idx() // _QUAD * _QUAD + block
        rows = [cute.arch.shuffle_sync(held[i], own) for i in range(len(self.rows))]
        held_runs = held[len(self.rows)]
        return rows, [cute.arch.shuffle_sync(held_runs, run * _QUAD + block) for run in range(self.runs)]


def factors_of(
    a: Any, b: Any, thr_mma: Any, at: tuple[Any, Any, Any], plane: Any, count: Any, config: GemmConfig
) -> Factors:
    """The scales of a thread's part of tile `at`; A's are of matrix `plane`, beyond its `count` rows of the last."""
    m, n, batch = at
    tile_m, tile_n = config.tile_m, config.tile_n
    places = thr_mma.partition_C(
        cute.local_tile(cute.make_identity_tensor((tile_m * (m + 1), tile_n)), (tile_m, tile_n), (m, 0))
    )
    halves = range(2 * (tile_m // 64 // config.sharing))
    rows = [places[half // 2 * (tile_n // 2) + 2 * (half % 2)][0] for half in halves]
    width = math.gcd(tile_n, BLOCK)
    runs = tile_n // width
    run = cutlass.min(cute.arch.lane_idx() // _QUAD, runs - 1)
    column = cutlass.min((n * runs + run) * width // BLOCK, b.shape[0] - 1)
    return Factors(a, b, tuple(cutlass.min(row, count - 1) for row in rows), column, (plane, batch), width, runs)


@cute.jit
def multiply_scaled_steps(
    pipe: Any, full: Any, tiled_mma: Any, acc: Any, stages: Any, steps: tuple[Any, Any], factors: Any
) -> Any:
    """Adds the scaled products of blocks `steps[0]` to `steps[1]` of K to sums that begin at 0.

    Returns the state after them; all stages are given back.
    """
    tCrA, tCrB = stages
    full = full.clone()
    part = cute.make_rmem_tensor(acc.layout, acc.element_type)
    acc.fill(0.0)
    held, ahead = (cute.make_rmem_tensor(cute.make_layout(len(factors.rows) + 1), cutlass.Float32) for _ in range(2))
    last = steps[1] - 1
    factors.read(steps[0], last, ahead)
    for first in range(steps[0], steps[1], _QUAD):
        held.store(ahead.load())
        factors.read(first + _QUAD, last, ahead)  # memory takes longer to answer than a block to be multiplied
        for k in range(first, cutlass.min(first + _QUAD, steps[1])):
            pipe.consumer_wait(full)
            tiled_mma.set(warpgroup.Field.ACCUMULATE, False)
            warpgroup.fence()
            for kk in cutlass.range_constexpr(cute.size(tCrA, [2])):
                cute.gemm(tiled_mma, part, tCrA[None, None, kk, full.index], tCrB[None, None, kk, full.index], part)
                tiled_mma.set(warpgroup.Field.ACCUMULATE, True)
            warpgroup.commit_group()
            warpgroup.wait_group(0)
            pipe.consumer_release(full)
            rows, columns = factors.share(held, k - first)
            add_scaled(acc, part, rows, columns, factors.width)
            full.advance()
    return full


@cute.jit
def add_scaled(acc: Any, part: Any, rows: Any, columns: Any, width: cutlass.Constexpr) -> None:
    """Adds a thread's sums of a block of K, times the scales of their rows and columns."""
    each = cute.size(acc) // (len(rows) // 2)  # values of 64 rows: (2, 2 rows, columns / 8)
    layout = cute.make_layout((2, width // 8), stride=(1, 4))
    for half in cutlass.range_constexpr(len(rows)):
        for chunk in cutlass.range_constexpr(len(columns)):
            offset = half // 2 * each + half % 2 * 2 + chunk * (width // 2)
            own, new = (cute.make_tensor(t.iterator + offset, layout) for t in (acc, part))
            own.store(cute.math.fma(new.load(), rows[half] * columns[chunk], own.load()))
