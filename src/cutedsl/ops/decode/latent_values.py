"""What the first two groups of latent decoding do: sums of values, each of half of the columns."""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import warpgroup
from cutedsl.ops.decode.finish import HALF
from cutedsl.ops.decode.latent_barriers import ENDED, TAKEN, release
from cutedsl.ops.decode.latent_close import CLOSERS, close_rows
from cutedsl.ops.decode.latent_tiles import COLUMNS, GROUP, HALVES, PARTS, RELEASED, ROWS, LatentTiles
from cutedsl.ops.decode.schedule import next_unit
from cutedsl.ops.decode.softmax import QUAD


@cute.jit
def multiply_values(
    operands: Any, own: Any, barriers: Any, share: Any, rows: Any, results: Any, workspace: Any,
    tiles: cutlass.Constexpr[LatentTiles],
) -> None:  # fmt: skip
    """The first two groups: each adds up its columns of a sequence's values, and closes the sequence."""
    mma, tOrP, tOrV = operands
    factors, grown, marks = own
    scored, free = barriers
    unit, stop_unit, cursor, sizes = share
    block, _, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    group, lane = cute.arch.make_warp_uniform(warp // 4), cute.arch.lane_idx()
    row = warp % 4 * 16 + lane // QUAD
    output = mma.make_fragment_C(mma.partition_shape_C((ROWS, COLUMNS)))
    flat = cute.make_tensor(output.iterator, cute.make_layout(cute.size(output)))
    highest, whole = (cute.make_rmem_tensor(2, cutlass.Float32) for _ in range(2))
    output.fill(0.0)
    for number in range(unit, stop_unit):
        batch, _, key, stop = cursor
        turn = number - unit
        stage, parity = turn % tiles.stages, turn // tiles.stages & 1
        cute.arch.mbarrier_wait(scored + stage * tiles.portions, parity)
        if grown[warp % 4, stage] != 0:
            for r in cutlass.range_constexpr(2):
                factor = factors[row + HALF * r, stage]
                for tile in cutlass.range_constexpr(COLUMNS // 8):
                    for c in cutlass.range_constexpr(2):
                        flat[c + 2 * r + 4 * tile] = flat[c + 2 * r + 4 * tile] * factor
        warpgroup.fence()
        steps = tiles.keys // 16 // tiles.portions
        for part in cutlass.range_constexpr(PARTS):
            own_sums = output[None, 0, part]
            for step in cutlass.range_constexpr(tiles.keys // 16):
                if cutlass.const_expr(part == 0 and step > 0 and step % steps == 0):
                    cute.arch.mbarrier_wait(scored + (stage * tiles.portions + step // steps), parity)
                    warpgroup.fence()
                cute.gemm(mma, own_sums, tOrP[None, 0, step, stage], tOrV[None, part, step, stage], own_sums)
            warpgroup.commit_group()
        for part in cutlass.range_constexpr(PARTS):
            warpgroup.wait_group(PARTS - 1 - part)
            release(free + (stage * len(RELEASED) + part * HALVES + group), tiles)
        if (key + tiles.keys >= stop) | (number + 1 == stop_unit):
            cute.arch.barrier(barrier_id=ENDED, number_of_threads=CLOSERS + GROUP * tiles.scorers)
            for r in cutlass.range_constexpr(2):
                highest[r], whole[r] = row_marks(marks, row + HALF * r, tiles)
            if number + 1 < stop_unit:
                cute.arch.barrier_arrive(barrier_id=TAKEN, number_of_threads=CLOSERS + GROUP * tiles.scorers)
            pair = number - key // tiles.keys
            shares = (pair, pair + cute.ceil_div(stop, tiles.keys), unit, stop_unit, blocks, block)
            close_rows(results, workspace, (flat, highest, whole), (batch, group, row), rows, shares)
            output.fill(0.0)
        cursor = next_unit(cursor, sizes, tiles)


@cute.jit
def row_marks(marks: Any, line: Any, tiles: cutlass.Constexpr[LatentTiles]) -> Any:
    """A row's maximum and total, of all groups for scores."""
    top, whole = marks[line, 0, 0], marks[line, 1, 0]
    if cutlass.const_expr(tiles.scorers > 1):
        first, second = top, marks[line, 0, 1]
        top = cute.arch.fmax(first, second)
        base = cutlass.select_(top == -cutlass.Float32.inf, 0.0, top)
        whole = whole * cute.arch.exp2(first - base) + marks[line, 1, 1] * cute.arch.exp2(second - base)
    return top, whole
