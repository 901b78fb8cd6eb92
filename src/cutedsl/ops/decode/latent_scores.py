"""What the groups for scores of latent decoding do: scores of a tile of keys, and the probabilities that they become.

Two groups take turns, where there are two. The maxima of a tile then go from one to the other, as each follows those of
the tile before.
"""

from __future__ import annotations

import math
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import warpgroup
from cutedsl.ops.decode.finish import HALF
from cutedsl.ops.decode.latent_barriers import CHAIN, ENDED, SCORED, TAKEN, arrive
from cutedsl.ops.decode.latent_close import CLOSERS
from cutedsl.ops.decode.latent_tiles import GROUP, HALVES, LATENT, PIECE, PIECES, RELEASED, ROWS, WIDTH, LatentTiles
from cutedsl.ops.decode.loads import ACCESS_WORDS, vector
from cutedsl.ops.decode.schedule import next_unit
from cutedsl.ops.decode.softmax import QUAD, SLACK_LOG2, fold, hide, row_places


@cute.jit
def take_scores(
    operands: Any, own: Any, words: Any, barriers: Any, share: Any, rows: Any, scale: Any, kind: cutlass.Constexpr,
    tiles: cutlass.Constexpr[LatentTiles],
) -> None:  # fmt: skip
    """The groups for scores: each takes its tiles' scores, and leaves what they become in shared memory."""
    mma, tSrQ, tSrC, tPsP, mma_part = operands
    factors, grown, marks, heights = own
    full, scored, full_q, free_q = barriers
    unit, stop_unit, cursor, sizes = share
    first_row, count, heads = rows
    m = sizes[5]
    thread, lane = cute.arch.thread_idx()[0] % GROUP, cute.arch.lane_idx()
    row = thread // 32 * 16 + lane // QUAD
    scorer = scorer_of(tiles)
    scores = mma.make_fragment_C(mma.partition_shape_C((ROWS, tiles.keys)))
    flat = cute.make_tensor(scores.iterator, cute.make_layout(cute.size(scores)))
    powers = cute.make_rmem_tensor(mma_part.partition_shape_C((ROWS, tiles.keys // tiles.portions)), kind)
    highest, whole = (cute.make_rmem_tensor(2, cutlass.Float32) for _ in range(2))
    ends = cute.make_rmem_tensor(2, cutlass.Int32)
    sequences = cutlass.Int32(0)
    scale_log2 = scale * math.log2(math.e)
    for number in range(unit, stop_unit):
        _, _, key, stop = cursor
        turn = number - unit
        stage, parity = turn % tiles.stages, turn // tiles.stages & 1
        begins = (number == unit) | (key == 0)
        if begins:
            cute.arch.mbarrier_wait(full_q, sequences & 1)
            whole.fill(0.0)
            highest.fill(-cutlass.Float32.inf)
        last = (key + tiles.keys >= stop) | (number + 1 == stop_unit)
        if turn % tiles.scorers == scorer:
            mma.set(warpgroup.Field.ACCUMULATE, False)
            for piece in [piece for pieces in RELEASED for piece in pieces]:
                cute.arch.mbarrier_wait(full + (stage * PIECES + piece), parity)
                warpgroup.fence()
                # `number >> 30` is 0, which the compiler does not know: it would keep the queries' 36 descriptors in
                # registers, and spill.
                for step in cutlass.range_constexpr(piece * PIECE // 16, (piece + 1) * PIECE // 16):
                    left, right = tSrQ[None, None, step, number >> 30], tSrC[None, None, step, stage]
                    cute.gemm(mma, scores, left, right, scores)
                    mma.set(warpgroup.Field.ACCUMULATE, True)
            warpgroup.commit_group()
            warpgroup.wait_group(0)
            if last:
                arrive(free_q)
            if key + tiles.keys > stop - m + 1:
                for r in cutlass.range_constexpr(2):
                    at = first_row + row + HALF * r
                    ends[r] = cutlass.select_(at < count, stop - (m - 1 - at // heads), stop)
                hide(flat, key, ends, (stop - m + 1, stop, 0), tiles)
            chain = (heights, number > unit, begins, number + 1 < stop_unit)
            follow_maxima(flat, (highest, whole), chain, (factors[None, stage], grown[None, stage]), scale_log2, tiles)
            cute.arch.barrier(barrier_id=SCORED + scorer, number_of_threads=GROUP)
            if cutlass.const_expr(tiles.box > 0):
                if key + tiles.keys > stop:
                    clear_values(words + stage * (tiles.keys * WIDTH), stop - key, thread, tiles)
            for portion in cutlass.range_constexpr(tiles.portions):
                count_here = cute.size(powers)
                take_powers(flat, highest, whole, portion, scale_log2, tiles)
                part = cute.make_tensor(flat.iterator + portion * count_here, cute.make_layout(count_here))
                powers.store(part.load().to(kind).reshape(powers.shape))
                cute.autovec_copy(powers, tPsP[None, None, None, portion, stage])
                cute.arch.fence_proxy("async.shared", space="cta")
                arrive(scored + (stage * tiles.portions + portion))
        elif last:
            arrive(free_q)
        if last:
            if sequences > 0:
                cute.arch.barrier(barrier_id=TAKEN, number_of_threads=CLOSERS + GROUP * tiles.scorers)
            for r in cutlass.range_constexpr(2):
                all_of_row = cute.arch.warp_reduction_sum(whole[r], threads_in_group=QUAD)
                if lane % QUAD == 0:
                    line = row + HALF * r
                    marks[line, 0, scorer], marks[line, 1, scorer] = highest[r], all_of_row
            cute.arch.barrier_arrive(barrier_id=ENDED, number_of_threads=CLOSERS + GROUP * tiles.scorers)
            sequences = sequences + 1
        cursor = next_unit(cursor, sizes, tiles)


@cute.jit
def scorer_of(tiles: cutlass.Constexpr[LatentTiles]) -> Any:
    """Which of the groups for scores this one is."""
    if cutlass.const_expr(tiles.scorers == 1):
        return cutlass.Int32(0)
    return cute.arch.make_warp_uniform(cute.arch.warp_idx()) // 4 - HALVES


@cute.jit
def follow_maxima(
    scores: Any, own: Any, chain: Any, places: Any, scale_log2: Any, tiles: cutlass.Constexpr[LatentTiles]
) -> None:
    """What the rows subtract follows the scores.

    Where a row's maximum has grown by far, `grown` says for its warp that older sums shrink, and `factors` by what.
    With two groups for scores, the maxima before are those of the other group's tile. A group's total is as of its own
    last tile.
    """
    highest, total = own
    factors, grown = places
    lane, warp = cute.arch.lane_idx(), cute.arch.make_warp_uniform(cute.arch.warp_idx()) % 4
    row = warp * 16 + lane // QUAD
    tops = []
    for r in cutlass.range_constexpr(2):
        top = fold([scores[at] for at, _ in row_places(r, 0, tiles)], cute.arch.fmax)
        tops.append(cute.arch.warp_reduction(top, cute.arch.fmax, threads_in_group=QUAD) * scale_log2)
    if cutlass.const_expr(tiles.scorers > 1):
        take_heights(highest, total, chain, row)
    some = cute.arch.vote_any_sync((tops[0] - highest[0] > SLACK_LOG2) | (tops[1] - highest[1] > SLACK_LOG2))
    if some:
        for r in cutlass.range_constexpr(2):
            now = cute.arch.fmax(highest[r], tops[r])
            factor = cute.arch.exp2(highest[r] - cutlass.select_(now == -cutlass.Float32.inf, 0.0, now))
            highest[r] = now
            total[r] = total[r] * factor
            if lane % QUAD == 0:
                factors[row + HALF * r] = factor
    if lane == 0:
        grown[warp] = cutlass.select_(some, cutlass.Int32(1), cutlass.Int32(0))
    if cutlass.const_expr(tiles.scorers > 1):
        leave_heights(highest, chain, row)


@cute.jit
def take_powers(
    scores: Any, highest: Any, total: Any, portion: cutlass.Constexpr, scale_log2: Any,
    tiles: cutlass.Constexpr[LatentTiles],
) -> None:  # fmt: skip
    """A portion of the keys' scores to 2**(scale_log2 * score - highest)."""
    few = tiles.keys // tiles.portions
    for r in cutlass.range_constexpr(2):
        base = cutlass.select_(highest[r] == -cutlass.Float32.inf, 0.0, highest[r])
        places = [at for at, key in row_places(r, 0, tiles) if portion * few <= key < (portion + 1) * few]
        powers = [cute.arch.exp2(cute.math.fma(scores[at], scale_log2, -base)) for at in places]
        for at, power in zip(places, powers, strict=True):
            scores[at] = power
        total[r] = total[r] + fold(powers, lambda a, b: a + b)


@cute.jit
def take_heights(highest: Any, total: Any, chain: Any, row: Any) -> None:
    """The maxima of the tile before, which the other group has; this group's total shrinks to them."""
    heights, follows, begins, _ = chain
    other = HALVES + 1 - cute.arch.make_warp_uniform(cute.arch.warp_idx()) // 4
    if follows:
        cute.arch.barrier(barrier_id=CHAIN + 1 - other, number_of_threads=2 * GROUP)
    if not begins:
        for r in cutlass.range_constexpr(2):
            now = heights[row + HALF * r, other]
            factor = cute.arch.exp2(highest[r] - cutlass.select_(now == -cutlass.Float32.inf, 0.0, now))
            highest[r], total[r] = now, total[r] * factor


@cute.jit
def leave_heights(highest: Any, chain: Any, row: Any) -> None:
    """Gives this tile's maxima to the other group."""
    heights, _, _, goes_on = chain
    scorer = cute.arch.make_warp_uniform(cute.arch.warp_idx()) // 4 - HALVES
    for r in cutlass.range_constexpr(2):
        if cute.arch.lane_idx() % QUAD == 0:
            heights[row + HALF * r, scorer] = highest[r]
    if goes_on:
        cute.arch.barrier_arrive(barrier_id=CHAIN + 1 - scorer, number_of_threads=2 * GROUP)


@cute.jit
def clear_values(stage: Any, count: Any, thread: Any, tiles: cutlass.Constexpr[LatentTiles]) -> None:
    """Zeroes the values of a tile from row `count` on: they are anybody's, and 0 * NaN is NaN."""
    accesses = LATENT // ACCESS_WORDS
    for at in range(thread, (tiles.keys - count) * accesses, GROUP):
        line, piece, access = count + at // accesses, at // HALF % (PIECES - 1), at % HALF
        place = piece * (tiles.keys * PIECE) + line * PIECE + access * ACCESS_WORDS
        vector(stage + cute.assume(place, divby=ACCESS_WORDS)).fill(0)
