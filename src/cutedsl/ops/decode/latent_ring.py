"""Attention of few queries against one latent a key, which all heads share: keys of 576 dims, values their first 512.

The four warp groups of a block have roles. One brings tiles of 64 keys into a ring of two, in pieces of 64 dims. One
multiplies 64 rows of queries by a tile as its pieces come. It leaves the probabilities in shared memory, in place of
the piece of positions, which nothing reads any more. Two multiply these by half of the values' columns each. So the
scores of a tile are under way while the values of the one before are, and a stage is free once its values are read.
Floor: 1152 bytes a key, read once: on an H200 3900 cycles a tile, where its multiplies take 2180 of the matrix units.
So up to 64 rows are bound by memory, and 128 rows by the units.
Source: DeepSeek-V2 (2024), 2.1; FlashMLA (2025) for the split of the columns and for the pieces.
"""

from __future__ import annotations

import math
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync, warpgroup
from cutedsl.ops.decode.finish import HALF
from cutedsl.ops.decode.latent_close import CLOSERS, close_rows, store_nothing
from cutedsl.ops.decode.latent_copies import copy_in
from cutedsl.ops.decode.latent_join import THREADS, join_kernel
from cutedsl.ops.decode.latent_tiles import (
    BOXES,
    COLUMNS,
    GROUP,
    HALVES,
    LATENT,
    PARTS,
    PIECE,
    PIECES,
    REGISTERS,
    RELEASED,
    ROWS,
    WIDTH,
    LatentTiles,
)
from cutedsl.ops.decode.loads import ACCESS_WORDS, as_words, vector
from cutedsl.ops.decode.schedule import all_units, cursor_at, keys_of, next_unit, share_start
from cutedsl.ops.decode.softmax import QUAD, SLACK_LOG2, fold, hide, row_places
from cutedsl.utils import LayoutEnum, sm90

_SCORED: Final = 2
"""The named barrier of the group that takes the softmax: all of it has read the positions."""

_ENDED, _TAKEN = 5, 6
"""Named barriers of that group and the closers: a sequence's maxima and totals are there; they have been read."""

_BOTH: Final = CLOSERS + GROUP


@cute.kernel
def latent_kernel(
    queries: Any,
    keys: Any,
    mC: cute.Tensor,
    mO: cute.Tensor,
    mLSE: cute.Tensor | None,
    lengths: cute.Tensor | None,
    table: Any,
    sums: cute.Tensor,
    scale: cutlass.Float32,
    layouts: cutlass.Constexpr,
    mma_qk: cute.TiledMma,
    mma_pv: cute.TiledMma,
    tiles: cutlass.Constexpr[LatentTiles],
):
    """One block: its share of all tiles of keys, against one group of rows."""
    block, row_group, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    warp, kind = cute.arch.make_warp_uniform(cute.arch.warp_idx()), mO.element_type
    group, thread = cute.arch.make_warp_uniform(warp // 4), cute.arch.thread_idx()[0] % GROUP
    page_size, m = mC.shape[1], mO.shape[1]
    most = page_size
    if cutlass.const_expr(tiles.paged):
        most = page_size * table.shape[1]
    sizes = (lengths, mO.shape[0], cutlass.Int32(1), most, cutlass.Int32(0), m)
    smem = utils.SmemAllocator()
    layout_q, layout_c, layout_v, layout_p, layout_of_q = layouts
    sQ, sC = (smem.allocate_tensor(kind, x.outer, 1024, swizzle=x.inner) for x in (layout_q, layout_c))
    sV = cute.make_tensor(sC.iterator, layout_v)
    sP = cute.make_tensor(sC.iterator + (PIECES - 1) * tiles.keys * PIECE, layout_p)
    stages = tiles.stages
    factors = smem.allocate_tensor(cutlass.Float32, cute.make_layout((ROWS, stages)), 16)
    grown = smem.allocate_tensor(cutlass.Int32, cute.make_layout((4, stages)), 16)
    marks = smem.allocate_tensor(cutlass.Float32, cute.make_layout((ROWS, 2)), 16)
    barriers = smem.allocate_array(cutlass.Int64, stages * (PIECES + len(RELEASED) + 1) + 2)
    full = barriers
    free, scored = full + stages * PIECES, full + stages * (PIECES + len(RELEASED))
    full_q, free_q = scored + stages, scored + (stages + 1)
    if warp == 12:
        for atom, _ in (queries, keys):
            cpasync.prefetch_descriptor(atom)
    start_barriers(full, free, scored, tiles)
    cute.arch.griddepcontrol_wait()
    cute.arch.griddepcontrol_launch_dependents()
    total = all_units(sizes, tiles)
    unit, stop_unit = share_start(block, total, blocks), share_start(block + 1, total, blocks)
    cursor = cursor_at(unit, sizes, tiles)
    share = (unit, stop_unit, cursor, sizes)
    rows = (row_group * ROWS, m * mO.shape[2], mO.shape[2])
    if group == 3:
        cute.arch.setmaxregister_decrease(REGISTERS[0])
        if cutlass.const_expr(tiles.box == 0) or warp == 12:
            targets = (
                boxes_of(sQ, ROWS, ROWS, 1)[None, 0, None, 0],
                boxes_of(sC, tiles.keys, tiles.box or BOXES[-1], stages),
            )
            ring = cute.recast_ptr(sC.iterator, cute.make_swizzle(0, 4, 3), cutlass.Int16)
            where = (table, page_size, row_group)
            sources, bars = (queries, keys, as_words(mC)), (full, free, full_q, free_q)
            copy_in(sources, (*targets, ring), bars, share, where, warp - 12, tiles)
    elif group == 2:
        cute.arch.setmaxregister_decrease(REGISTERS[1])
        tSrQ = mma_qk.make_fragment_A(mma_qk.get_slice(thread).partition_A(cute.make_tensor(sQ.iterator, layout_of_q)))
        tSrC = mma_qk.make_fragment_B(mma_qk.get_slice(thread).partition_B(sC))
        tPsP = mma_qk.get_slice(thread).partition_C(sP)
        operands, own = (mma_qk, tSrQ, tSrC, tPsP), (factors, grown, marks)
        words = cute.recast_ptr(sC.iterator, cute.make_swizzle(0, 4, 3), cutlass.Int16)
        take_scores(operands, own, words, (full, scored, full_q, free_q), share, rows, scale, kind, tiles)
    else:
        cute.arch.setmaxregister_increase(REGISTERS[2])
        tOrP = mma_pv.make_fragment_A(mma_pv.get_slice(thread).partition_A(sP))
        half_v = cute.local_tile(sV, (COLUMNS, tiles.keys), (group, 0, None))
        tOrV = mma_pv.make_fragment_B(mma_pv.get_slice(thread).partition_B(half_v))
        own = (factors, grown, marks)
        multiply_values((mma_pv, tOrP, tOrV), own, (scored, free), share, rows, (mO, mLSE), sums, tiles)
        for batch in cutlass.range(block, mO.shape[0], blocks, unroll=1):
            _, stop = keys_of(batch, sizes, tiles)
            if stop <= 0:
                store_nothing(mO, mLSE, batch, rows)


def boxes_of(memory: Any, extent: int, box: int, stages: int) -> cute.Tensor:
    """Tiles of `extent` rows of 576 elements as (box, boxes, pieces, stages), where a box is (rows, 64)."""
    layout = cute.make_layout(
        (((8, box // 8), (PIECE, 1)), extent // box, PIECES, stages),
        stride=(((PIECE, 8 * PIECE), (1, 0)), box * PIECE, extent * PIECE, extent * WIDTH),
    )
    return cute.make_tensor(memory.iterator, layout)


@cute.jit
def start_barriers(full: Any, free: Any, scored: Any, tiles: cutlass.Constexpr[LatentTiles]) -> None:
    """Copies end the phases of `full`, the warps of a group those of `free`.

    `scored` counts the warps of the group that takes the softmax; queries come and go by two more barriers.
    """
    if cute.arch.thread_idx()[0] == 0:
        for at in cutlass.range_constexpr(tiles.stages * PIECES):
            cute.arch.mbarrier_init(full + at, 1)
        for at in cutlass.range_constexpr(tiles.stages * len(RELEASED)):
            cute.arch.mbarrier_init(free + at, 4)
        for at in cutlass.range_constexpr(tiles.stages):
            cute.arch.mbarrier_init(scored + at, 4)
        cute.arch.mbarrier_init(scored + tiles.stages, 1)
        cute.arch.mbarrier_init(scored + (tiles.stages + 1), 4)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()


@cute.jit
def arrive(barrier: Any) -> None:
    """One arrival for a warp."""
    cute.arch.sync_warp()
    if cute.arch.lane_idx() == 0:
        cute.arch.mbarrier_arrive(barrier)


@cute.jit
def take_scores(
    operands: Any, own: Any, words: Any, barriers: Any, share: Any, rows: Any, scale: Any, kind: cutlass.Constexpr,
    tiles: cutlass.Constexpr[LatentTiles],
) -> None:  # fmt: skip
    """The second group: scores of each tile, and what they become, into shared memory."""
    mma, tSrQ, tSrC, tPsP = operands
    factors, grown, marks = own
    full, scored, full_q, free_q = barriers
    unit, stop_unit, cursor, sizes = share
    first_row, count, heads = rows
    m = sizes[5]
    thread, lane = cute.arch.thread_idx()[0] % GROUP, cute.arch.lane_idx()
    row = thread // 32 * 16 + lane // QUAD
    scores = mma.make_fragment_C(mma.partition_shape_C((ROWS, tiles.keys)))
    flat = cute.make_tensor(scores.iterator, cute.make_layout(cute.size(scores)))
    powers = cute.make_rmem_tensor(scores.layout, kind)
    highest, whole = (cute.make_rmem_tensor(2, cutlass.Float32) for _ in range(2))
    ends = cute.make_rmem_tensor(2, cutlass.Int32)
    sequences = cutlass.Int32(0)
    scale_log2 = scale * math.log2(math.e)
    for number in range(unit, stop_unit):
        _, _, key, stop = cursor
        turn = number - unit
        stage, parity = turn % tiles.stages, turn // tiles.stages & 1
        if (number == unit) | (key == 0):
            cute.arch.mbarrier_wait(full_q, sequences & 1)
            for r in cutlass.range_constexpr(2):
                at = first_row + row + HALF * r
                ends[r] = cutlass.select_(at < count, stop - (m - 1 - at // heads), stop)
            whole.fill(0.0)
            highest.fill(-cutlass.Float32.inf)
        last = (key + tiles.keys >= stop) | (number + 1 == stop_unit)
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
        hide(flat, key, ends, (stop - m + 1, stop, 0), tiles)
        take_powers(flat, highest, whole, factors[None, stage], grown[None, stage], row, scale_log2, tiles)
        powers.store(scores.load().to(kind))
        cute.arch.barrier(barrier_id=_SCORED, number_of_threads=GROUP)
        if cutlass.const_expr(tiles.box > 0):
            if key + tiles.keys > stop:
                clear_values(words + stage * (tiles.keys * WIDTH), stop - key, thread, tiles)
        cute.autovec_copy(powers, tPsP[None, None, None, stage])
        cute.arch.fence_proxy("async.shared", space="cta")
        arrive(scored + stage)
        if last:
            if sequences > 0:
                cute.arch.barrier(barrier_id=_TAKEN, number_of_threads=_BOTH)
            for r in cutlass.range_constexpr(2):
                all_of_row = cute.arch.warp_reduction_sum(whole[r], threads_in_group=QUAD)
                if lane % QUAD == 0:
                    marks[row + HALF * r, 0], marks[row + HALF * r, 1] = highest[r], all_of_row
            cute.arch.barrier_arrive(barrier_id=_ENDED, number_of_threads=_BOTH)
            sequences = sequences + 1
        cursor = next_unit(cursor, sizes, tiles)


@cute.jit
def take_powers(
    scores: Any, highest: Any, total: Any, factors: Any, grown: Any, row: Any, scale_log2: Any,
    tiles: cutlass.Constexpr[LatentTiles],
) -> None:  # fmt: skip
    """Scores to 2**(scale_log2 * score - highest).

    Where a row's maximum has grown by far, `grown` says for its warp that older sums shrink, and `factors` by what.
    """
    lane, warp = cute.arch.lane_idx(), cute.arch.make_warp_uniform(cute.arch.warp_idx()) % 4
    tops = []
    for r in cutlass.range_constexpr(2):
        top = fold([scores[at] for at, _ in row_places(r, 0, tiles)], cute.arch.fmax)
        tops.append(cute.arch.warp_reduction(top, cute.arch.fmax, threads_in_group=QUAD) * scale_log2)
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
    for r in cutlass.range_constexpr(2):
        base = cutlass.select_(highest[r] == -cutlass.Float32.inf, 0.0, highest[r])
        places = [at for at, _ in row_places(r, 0, tiles)]
        powers = [cute.arch.exp2(cute.math.fma(scores[at], scale_log2, -base)) for at in places]
        for at, power in zip(places, powers, strict=True):
            scores[at] = power
        total[r] = total[r] + fold(powers, lambda a, b: a + b)


@cute.jit
def clear_values(stage: Any, count: Any, thread: Any, tiles: cutlass.Constexpr[LatentTiles]) -> None:
    """Zeroes the values of a tile from row `count` on: they are anybody's, and 0 * NaN is NaN."""
    accesses = LATENT // ACCESS_WORDS
    for at in range(thread, (tiles.keys - count) * accesses, GROUP):
        line, piece, access = count + at // accesses, at // HALF % (PIECES - 1), at % HALF
        place = piece * (tiles.keys * PIECE) + line * PIECE + access * ACCESS_WORDS
        vector(stage + cute.assume(place, divby=ACCESS_WORDS)).fill(0)


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
        cute.arch.mbarrier_wait(scored + stage, parity)
        if grown[warp % 4, stage] != 0:
            for r in cutlass.range_constexpr(2):
                factor = factors[row + HALF * r, stage]
                for tile in cutlass.range_constexpr(COLUMNS // 8):
                    for c in cutlass.range_constexpr(2):
                        flat[c + 2 * r + 4 * tile] = flat[c + 2 * r + 4 * tile] * factor
        warpgroup.fence()
        for part in cutlass.range_constexpr(PARTS):
            own_sums = output[None, 0, part]
            for step in cutlass.range_constexpr(tiles.keys // 16):
                cute.gemm(mma, own_sums, tOrP[None, 0, step, stage], tOrV[None, part, step, stage], own_sums)
            warpgroup.commit_group()
        for part in cutlass.range_constexpr(PARTS):
            warpgroup.wait_group(PARTS - 1 - part)
            arrive(free + (stage * len(RELEASED) + part * HALVES + group))
        if (key + tiles.keys >= stop) | (number + 1 == stop_unit):
            cute.arch.barrier(barrier_id=_ENDED, number_of_threads=_BOTH)
            for r in cutlass.range_constexpr(2):
                highest[r], whole[r] = marks[row + HALF * r, 0], marks[row + HALF * r, 1]
            if number + 1 < stop_unit:
                cute.arch.barrier_arrive(barrier_id=_TAKEN, number_of_threads=_BOTH)
            pair = number - key // tiles.keys
            shares = (pair, pair + cute.ceil_div(stop, tiles.keys), unit, stop_unit, blocks, block)
            close_rows(results, workspace, (flat, highest, whole), (batch, group, row), rows, shares)
            output.fill(0.0)
        cursor = next_unit(cursor, sizes, tiles)


@cute.jit
def latent(
    mQ: cute.Tensor,
    mC: cute.Tensor,
    mO: cute.Tensor,
    mLSE: cute.Tensor | None,
    lengths: cute.Tensor | None,
    table: Any,
    sums: cute.Tensor,
    scale: cutlass.Float32,
    blocks: tuple[cutlass.Int32, cutlass.Int32],
    tiles: cutlass.Constexpr[LatentTiles],
):
    """Launches the kernels on Q (batch, queries, heads, 576), C (pages or sequences, keys, 576) and O (..., 512).

    `blocks` are those of the first kernel, and those of the second a sequence.
    The heads of all queries of a sequence are rows that lie one stride apart.
    """
    kind, keys, stages = mQ.element_type, tiles.keys, tiles.stages
    row_major, made = LayoutEnum.ROW_MAJOR, sm90.make_trivial_tiled_mma
    k_major, mn_major = (x.sm90_mma_major_mode() for x in (row_major, LayoutEnum.COL_MAJOR))
    mma_qk = made(kind, kind, k_major, k_major, cutlass.Float32, (1, 1, 1), (ROWS, keys))
    mma_pv = made(kind, kind, k_major, mn_major, cutlass.Float32, (1, 1, 1), (ROWS, COLUMNS // PARTS))
    mma_pv.set(warpgroup.Field.ACCUMULATE, True)
    turned = cute.make_layout(
        ((PIECE, LATENT // PIECE), (8, keys // 8), (1, stages)),
        stride=((1, keys * PIECE), (PIECE, 8 * PIECE), (0, keys * WIDTH)),
    )
    powers = cute.make_layout(
        ((8, ROWS // 8), (keys, 1), (1, stages)), stride=((keys, 8 * keys), (1, 0), (0, keys * WIDTH))
    )
    layouts = (
        sm90.make_smem_layout_a(row_major, (ROWS, keys, WIDTH), kind, 1),
        sm90.make_smem_layout_b(row_major, (ROWS, keys, WIDTH), kind, stages),
        turned,
        powers,
        sm90.make_smem_layout_a(row_major, (ROWS, keys, WIDTH), kind, 2).outer,
    )
    rows = cute.make_layout((mQ.shape[1] * mQ.shape[2], WIDTH, mQ.shape[0]), stride=(mQ.stride[2], 1, mQ.stride[0]))
    lines = cute.make_layout((mC.shape[1], WIDTH, mC.shape[0]), stride=(mC.stride[1], 1, mC.stride[0]))
    load = cpasync.CopyBulkTensorTileG2SOp()
    maps = [
        cpasync.make_tiled_tma_atom(load, cute.make_tensor(x.iterator, layout), box_layout(kind, box), (box, PIECE))
        for x, layout, box in ((mQ, rows, ROWS), (mC, lines, tiles.box or BOXES[-1]))
    ]
    groups = cute.ceil_div(mQ.shape[1] * mQ.shape[2], ROWS)
    words = cute.make_tensor(
        mC.iterator, cute.make_layout((*mC.shape[:2], 1, WIDTH), stride=(*mC.stride[:2], mC.stride[1], 1))
    )
    teams, join = blocks
    latent_kernel(*(*maps, words, mO, mLSE, lengths, table, sums, scale, layouts, mma_qk, mma_pv, tiles)).launch(
        grid=(teams, groups, 1), block=(tiles.threads, 1, 1), use_pdl=True
    )
    most = mC.shape[1]
    if cutlass.const_expr(tiles.paged):
        most = most * table.shape[1]
    join_kernel(mO, mLSE, lengths, sums, most, teams, tiles).launch(
        grid=(join, mO.shape[0], groups), block=(THREADS, 1, 1), min_blocks_per_mp=3, use_pdl=True
    )


def box_layout(kind: Any, rows: int) -> Any:
    """A box of 64 elements of each row, as it lies in shared memory."""
    layout = sm90.make_smem_layout_b(LayoutEnum.ROW_MAJOR, (ROWS, rows, PIECE), kind, 1)
    return cute.slice_(layout, (None, None, 0))
