"""Attention of few queries against one latent a key, which all heads share: keys of 576 dims, values their first 512.

Two warp groups share the keys of a unit. Each multiplies up to 64 rows of queries by half of the keys; the maxima and
the probabilities meet in shared memory, and each group multiplies all of them by its half of the values' columns. Keys
and values are the same memory, which the second product reads along its other axis.
Floor: 1152 bytes a key, read once, as for other caches. A row costs 2176 operations a key: on an H200 64 rows take 34
cycles of the matrix units where the bytes take 61, and 128 rows are bound by the units.
Source: DeepSeek-V2 (2024), 2.1; FlashMLA (2025) for the split of the columns.
"""

from __future__ import annotations

import math
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import LoadCacheMode, cpasync, warpgroup
from cutedsl.ops.decode.finish import HALF
from cutedsl.ops.decode.latent_close import close_rows, store_nothing
from cutedsl.ops.decode.latent_tiles import COLUMNS, GROUP, HALVES, LATENT, PIECE, ROWS, WIDTH, LatentTiles
from cutedsl.ops.decode.loads import ACCESS_WORDS, as_words, vector
from cutedsl.ops.decode.schedule import all_units, cursor_at, keys_of, next_unit, share_start
from cutedsl.ops.decode.softmax import QUAD, SLACK_LOG2, fold, hide, row_places
from cutedsl.utils import LayoutEnum, sm90

_AT_ONCE: Final = 4
"""Rows that a warp's copies take at a time, 128 bytes of each."""


@cute.jit
def fetch_row(words: Any, place: Any, memory: Any, line: Any, extent: cutlass.Constexpr) -> None:
    """Eight lanes start the copies of a row of 576 elements to row `line` of swizzled memory of `extent` rows."""
    lane = cute.arch.lane_idx() % 8
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(LoadCacheMode.GLOBAL), cutlass.Int16, num_bits_per_copy=128)
    source = words + cute.assume(place + lane * ACCESS_WORDS, divby=ACCESS_WORDS)
    target = memory + cute.assume(line * PIECE + (lane ^ (line % 8)) * ACCESS_WORDS, divby=ACCESS_WORDS)
    for block in cutlass.range_constexpr(WIDTH // PIECE):
        cute.copy(atom, vector(source + block * PIECE), vector(target + block * (extent * PIECE)))


@cute.jit
def fetch_unit(
    cache: Any, table: Any, page_size: Any, cursor: Any, stage: Any, warp: Any, tiles: cutlass.Constexpr[LatentTiles]
) -> None:
    """Starts the copies of a warp's keys of a unit; those beyond the last key are the last key again."""
    batch, _, first, stop = cursor
    own = tiles.unit // tiles.warps
    words, strides = cache
    for turn in cutlass.range_constexpr(own // _AT_ONCE):
        line = warp * own + turn * _AT_ONCE + cute.arch.lane_idx() // 8
        key = cutlass.min(first + line, stop - 1)
        page, slot = batch, key
        if cutlass.const_expr(tiles.paged):
            page, slot = table[batch, key // page_size], key % page_size
        place = cutlass.Int64(page) * strides[0] + cutlass.Int64(slot) * strides[1]
        fetch_row(words, place, stage, line, tiles.unit)


@cute.jit
def fetch_queries(
    queries: Any, batch: Any, memory: Any, rows: Any, warp: Any, tiles: cutlass.Constexpr[LatentTiles]
) -> None:
    """Starts the copies of a warp's rows of queries; rows beyond the last one are the sequence's first again."""
    words, strides = queries
    first_row, count, group = rows
    own = ROWS // tiles.warps
    for turn in cutlass.range_constexpr(own // _AT_ONCE):
        line = warp * own + turn * _AT_ONCE + cute.arch.lane_idx() // 8
        at = cutlass.select_(first_row + line < count, first_row + line, 0)
        sequence, head = cutlass.Int64(batch) * strides[0], cutlass.Int64(at % group) * strides[2]
        fetch_row(words, sequence + head + cutlass.Int64(at // group) * strides[1], memory, line, ROWS)


@cute.jit
def take_powers(
    scores: Any, output: Any, highest: Any, total: Any, marks: Any, wg: Any, row: Any, scale_log2: Any,
    tiles: cutlass.Constexpr[LatentTiles],
) -> None:  # fmt: skip
    """Scores of a group's keys to 2**(scale_log2 * score - highest), where the maxima are those of both groups.

    Older sums shrink where a row's maximum has grown by far; both groups see the same maxima and do the same.
    """
    tops = []
    for r in cutlass.range_constexpr(2):
        top = fold([scores[at] for at, _ in row_places(r, 0, tiles)], cute.arch.fmax)
        top = cute.arch.warp_reduction(top, cute.arch.fmax, threads_in_group=QUAD) * scale_log2
        if cute.arch.lane_idx() % QUAD == 0:
            marks[row + HALF * r, wg] = top
        tops.append(top)
    cute.arch.sync_threads()
    for r in cutlass.range_constexpr(2):
        tops[r] = cute.arch.fmax(marks[row + HALF * r, 0], marks[row + HALF * r, 1])
    grown = (tops[0] - highest[0] > SLACK_LOG2) | (tops[1] - highest[1] > SLACK_LOG2)
    if cute.arch.vote_any_sync(grown):
        for r in cutlass.range_constexpr(2):
            now = cute.arch.fmax(highest[r], tops[r])
            base = cutlass.select_(now == -cutlass.Float32.inf, 0.0, now)
            factor = cute.arch.exp2(highest[r] - base)
            highest[r] = now
            total[r] = total[r] * factor
            for tile in cutlass.range_constexpr(COLUMNS // 8):
                for c in cutlass.range_constexpr(2):
                    output[c + 2 * r + 4 * tile] = output[c + 2 * r + 4 * tile] * factor
    for r in cutlass.range_constexpr(2):
        base = cutlass.select_(highest[r] == -cutlass.Float32.inf, 0.0, highest[r])
        places = [at for at, _ in row_places(r, 0, tiles)]
        powers = [cute.arch.exp2(cute.math.fma(scores[at], scale_log2, -base)) for at in places]
        for at, power in zip(places, powers, strict=True):
            scores[at] = power
        total[r] = total[r] + fold(powers, lambda a, b: a + b)


@cute.kernel
def latent_kernel(
    mQ: cute.Tensor,
    mC: cute.Tensor,
    mO: cute.Tensor,
    mLSE: cute.Tensor | None,
    lengths: cute.Tensor | None,
    table: Any,
    sums: cute.Tensor,
    flags: cute.Tensor,
    scale: cutlass.Float32,
    layouts: cutlass.Constexpr,
    mma_qk: cute.TiledMma,
    mma_pv: cute.TiledMma,
    tiles: cutlass.Constexpr[LatentTiles],
):
    """One block: its share of all units of keys, against one group of rows."""
    tidx, _, _ = cute.arch.thread_idx()
    block, row_group, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    warp, kind = cute.arch.make_warp_uniform(cute.arch.warp_idx()), mQ.element_type
    wg, thread = cute.arch.make_warp_uniform(warp // 4), tidx % GROUP
    queries, group, page_size = mQ.shape[1], mQ.shape[2], mC.shape[1]
    most = page_size
    if cutlass.const_expr(tiles.paged):
        most = page_size * table.shape[1]
    sizes = (lengths, mQ.shape[0], cutlass.Int32(1), most, cutlass.Int32(0), queries)
    smem = utils.SmemAllocator()
    layout_q, layout_c, layout_v, layout_p, layout_of_q = layouts
    sQ, sC, sP = (smem.allocate_tensor(kind, x.outer, 1024, swizzle=x.inner) for x in (layout_q, layout_c, layout_p))
    sV = cute.make_tensor(sC.iterator, layout_v)
    marks = smem.allocate_tensor(cutlass.Float32, cute.make_layout((ROWS, HALVES)), 16)
    ended = smem.allocate_tensor(cutlass.Int32, cute.make_layout(1), 16)
    ring, rows_of_q = (cute.recast_ptr(x.iterator, cute.make_swizzle(0, 4, 3), cutlass.Int16) for x in (sC, sQ))
    half_c = cute.local_tile(sC, (tiles.keys, WIDTH), (wg, 0, None))
    half_v = cute.local_tile(sV, (COLUMNS, tiles.unit), (wg, 0, None))
    half_p = cute.local_tile(sP[None, None, 0], (ROWS, tiles.keys), (0, wg))
    tSrQ = mma_qk.make_fragment_A(mma_qk.get_slice(thread).partition_A(cute.make_tensor(sQ.iterator, layout_of_q)))
    tSrC = mma_qk.make_fragment_B(mma_qk.get_slice(thread).partition_B(half_c))
    tOrP = mma_pv.make_fragment_A(mma_pv.get_slice(thread).partition_A(sP[None, None, 0]))
    tOrV = mma_pv.make_fragment_B(mma_pv.get_slice(thread).partition_B(half_v))
    tPsP = mma_qk.get_slice(thread).partition_C(half_p)
    scores = mma_qk.make_fragment_C(mma_qk.partition_shape_C((ROWS, tiles.keys)))
    output = mma_pv.make_fragment_C(mma_pv.partition_shape_C((ROWS, COLUMNS)))
    powers = cute.make_rmem_tensor(scores.layout, kind)
    highest, whole = (cute.make_rmem_tensor(2, cutlass.Float32) for _ in range(2))
    ends = cute.make_rmem_tensor(2, cutlass.Int32)
    rows = (row_group * ROWS, queries * group, group)
    row = thread // 32 * 16 + cute.arch.lane_idx() // QUAD
    cute.arch.griddepcontrol_wait()
    total = all_units(sizes, tiles)
    unit, stop_unit = share_start(block, total, blocks), share_start(block + 1, total, blocks)
    cursor = cursor_at(unit, sizes, tiles)
    ahead, cache, q_words = cursor, as_words(mC), as_words(mQ)
    stage_words = cute.cosize(layout_c.outer) // tiles.stages
    for stage in cutlass.range(tiles.stages, unroll=1):
        if unit + stage < stop_unit:
            fetch_unit(cache, table, page_size, ahead, ring + stage * stage_words, warp, tiles)
        cute.arch.cp_async_commit_group()
        if unit + stage + 1 < stop_unit:
            ahead = next_unit(ahead, sizes, tiles)
    stage, begun = cutlass.Int32(0), cutlass.Boolean(False)
    for number in range(unit, stop_unit):
        batch, _, key, stop = cursor
        if begun:
            cute.arch.cp_async_wait_group(tiles.stages - 1)
        else:
            fetch_queries(q_words, batch, rows_of_q, rows, warp, tiles)
            cute.arch.cp_async_commit_group()
            cute.arch.cp_async_wait_group(0)
            for r in cutlass.range_constexpr(2):
                at = rows[0] + row + HALF * r
                ends[r] = cutlass.select_(at < rows[1], stop - (queries - 1 - at // group), stop)
            output.fill(0.0)
            whole.fill(0.0)
            highest.fill(-cutlass.Float32.inf)
            begun = cutlass.Boolean(True)
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.sync_threads()
        warpgroup.fence()
        # `number >> 30` is 0, which the compiler does not know: it would keep the queries' 36 descriptors in registers,
        # and spill.
        cute.gemm(mma_qk, scores, tSrQ[None, None, None, number >> 30], tSrC[None, None, None, stage], scores)
        warpgroup.commit_group()
        warpgroup.wait_group(0)
        flat = cute.make_tensor(scores.iterator, cute.make_layout(cute.size(scores)))
        sums_of = cute.make_tensor(output.iterator, cute.make_layout(cute.size(output)))
        hide(flat, key + wg * tiles.keys, ends, (stop - queries + 1, stop, 0), tiles)
        take_powers(flat, sums_of, highest, whole, marks, wg, row, scale * math.log2(math.e), tiles)
        powers.store(scores.load().to(kind))
        cute.autovec_copy(powers, tPsP)
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.sync_threads()
        warpgroup.fence()
        cute.gemm(mma_pv, output, tOrP, tOrV[None, None, None, stage], output)
        warpgroup.commit_group()
        warpgroup.wait_group(0)
        last = (key + tiles.unit >= stop) | (number + 1 == stop_unit)
        cute.arch.sync_threads()
        if number + tiles.stages < stop_unit:
            fetch_unit(cache, table, page_size, ahead, ring + stage * stage_words, warp, tiles)
            if number + tiles.stages + 1 < stop_unit:
                ahead = next_unit(ahead, sizes, tiles)
        cute.arch.cp_async_commit_group()
        if last:
            pair = number - key // tiles.unit
            shares = (pair, pair + cute.ceil_div(stop, tiles.unit), unit, stop_unit, total, blocks, block)
            place = (batch, wg, row)
            for r in cutlass.range_constexpr(2):
                mine = cute.arch.warp_reduction_sum(whole[r], threads_in_group=QUAD)
                if cute.arch.lane_idx() % QUAD == 0:
                    marks[row + HALF * r, wg] = mine
            cute.arch.sync_threads()
            for r in cutlass.range_constexpr(2):
                whole[r] = marks[row + HALF * r, 0] + marks[row + HALF * r, 1]
            close_rows((mO, mLSE), (sums, flags, ended), (sums_of, highest, whole), place, rows, shares)
            cute.arch.sync_threads()
            begun = cutlass.Boolean(False)
        cursor = next_unit(cursor, sizes, tiles)
        stage = cutlass.select_(stage + 1 == tiles.stages, 0, stage + 1)
    for batch in cutlass.range(block, mQ.shape[0], blocks, unroll=1):
        _, stop = keys_of(batch, sizes, tiles)
        if stop <= 0:
            store_nothing(mO, mLSE, batch, rows)
    cute.arch.griddepcontrol_launch_dependents()


@cute.jit
def latent(
    mQ: cute.Tensor,
    mC: cute.Tensor,
    mO: cute.Tensor,
    mLSE: cute.Tensor | None,
    lengths: cute.Tensor | None,
    table: Any,
    sums: cute.Tensor,
    flags: cute.Tensor,
    scale: cutlass.Float32,
    blocks: cutlass.Int32,
    tiles: cutlass.Constexpr[LatentTiles],
):
    """Launches the kernel on Q (batch, queries, heads, 576), C (pages or sequences, keys, 576) and O (..., 512)."""
    kind, unit = mQ.element_type, tiles.unit
    row_major, made = LayoutEnum.ROW_MAJOR, sm90.make_trivial_tiled_mma
    k_major, mn_major = (x.sm90_mma_major_mode() for x in (row_major, LayoutEnum.COL_MAJOR))
    mma_qk = made(kind, kind, k_major, k_major, cutlass.Float32, (1, 1, 1), (ROWS, tiles.keys))
    mma_qk.set(warpgroup.Field.ACCUMULATE, False)
    mma_pv = made(kind, kind, k_major, mn_major, cutlass.Float32, (1, 1, 1), (ROWS, COLUMNS))
    mma_pv.set(warpgroup.Field.ACCUMULATE, True)
    keys = sm90.make_smem_layout_b(row_major, (ROWS, unit, WIDTH), kind, tiles.stages)
    turned = cute.make_layout(
        ((PIECE, LATENT // PIECE), (8, unit // 8), (1, tiles.stages)),
        stride=((1, unit * PIECE), (PIECE, 8 * PIECE), (0, unit * WIDTH)),
    )
    layouts = (
        sm90.make_smem_layout_a(row_major, (ROWS, unit, WIDTH), kind, 1),
        keys,
        turned,
        sm90.make_smem_layout_a(row_major, (ROWS, unit, unit), kind, 1),
        sm90.make_smem_layout_a(row_major, (ROWS, unit, WIDTH), kind, 2).outer,
    )
    groups = cute.ceil_div(mQ.shape[1] * mQ.shape[2], ROWS)
    lines = cute.make_tensor(
        mC.iterator, cute.make_layout((*mC.shape[:2], 1, WIDTH), stride=(*mC.stride[:2], mC.stride[1], 1))
    )
    latent_kernel(mQ, lines, mO, mLSE, lengths, table, sums, flags, scale, layouts, mma_qk, mma_pv, tiles).launch(
        grid=(blocks, groups, 1), block=(tiles.threads, 1, 1), use_pdl=True
    )
