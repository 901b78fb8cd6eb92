"""Attention of few queries against a long cache: each warp streams keys and values through its own ring.

Rows of one `mma` are the queries of all heads that share a head of keys. A warp takes 16 or 32 keys of each unit, and
waits only for its own copies; warps meet where a pair of sequence and head ends. The copies run on into the next pair
meanwhile. Source: split keys as in Flash-Decoding (Dao et al. 2023), shared out as in Stream-K (Osama et al. 2023).
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import cpasync
from cutedsl.ops.decode.blocks import (
    attend,
    begin,
    boxes_of,
    fetch,
    open_pair,
    row_numbers,
    shared_memory,
    start_barriers,
    state_of,
)
from cutedsl.ops.decode.clusters import cluster_kernel
from cutedsl.ops.decode.finish import close_pair
from cutedsl.ops.decode.loads import as_words, spot_of
from cutedsl.ops.decode.products import warp_mma
from cutedsl.ops.decode.schedule import all_units, cursor_at, keys_of, next_unit, share_start
from cutedsl.ops.decode.tiles import BOX_BYTES, ROWS, DecodeTiles
from cutedsl.utils import LayoutEnum, sm90


@cute.kernel
def decode_kernel(
    mQ: cute.Tensor,
    mK: cute.Tensor,
    mV: cute.Tensor,
    mO: cute.Tensor,
    mLSE: cute.Tensor | None,
    lengths: cute.Tensor | None,
    table: Any,
    k_scales: cute.Tensor | None,
    v_scales: Any,
    sinks: cute.Tensor | None,
    sums: cute.Tensor,
    flags: cute.Tensor,
    atoms: Any,
    numbers: tuple[Any, ...],
    mma: cute.TiledMma,
    tiles: cutlass.Constexpr[DecodeTiles],
):
    """One block: its team's share of all units of keys, for one head of the team's heads and one group of rows."""
    block, row_group, _ = cute.arch.block_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    scale, softcap, v_scale, left, side = numbers
    team, member, teams = block // side, block % side, cute.arch.grid_dim()[0] // side
    kind = cutlass.Float16 if tiles.item_bytes == 1 else mQ.element_type
    queries, page_size = mQ.shape[1], mK.shape[1]
    group = mQ.shape[2] // mK.shape[2]
    most = page_size
    if cutlass.const_expr(tiles.paged):
        most = page_size * table.shape[1]
    sizes = (lengths, mQ.shape[0], mK.shape[2] // side, most, left, queries)
    row_tiles = tiles.row_tiles
    smem, ring, sQ, factors, stats = shared_memory(kind, tiles)
    ended = smem.allocate_tensor(cutlass.Int32, cute.make_layout(1), 16)
    boxes, barriers = None, None
    if cutlass.const_expr(tiles.boxes):
        boxes, barriers = (
            boxes_of(ring, mK.element_type, tiles),
            smem.allocate_array(cutlass.Int64, tiles.stages * tiles.warps),
        )
        if warp == 0:
            for atom, _ in atoms:
                cpasync.prefetch_descriptor(atom)
        start_barriers(barriers, warp, tiles)
    cute.arch.griddepcontrol_wait()
    total = all_units(sizes, tiles)
    unit, stop_unit = share_start(team, total, teams), share_start(team + 1, total, teams)
    own_words = warp * (2 * tiles.chunk_words)
    cursor = cursor_at(unit, sizes, tiles)
    ahead = cursor
    spot = spot_of(table, page_size, ahead, warp, tiles)
    caches = (as_words(mK), as_words(mV))
    rows = (row_group * (ROWS * row_tiles), queries * group, group)
    for stage in cutlass.range(tiles.stages, unroll=1):
        if unit + stage < stop_unit:
            target = (ring + stage * tiles.stage_words + own_words, boxes, barriers, stage)
            fetch((caches, atoms), spot, ahead, side, member, target, warp, tiles)
        cute.arch.cp_async_commit_group()
        if unit + stage + 1 < stop_unit:
            ahead = next_unit(ahead, sizes, tiles)
            spot = spot_of(table, page_size, ahead, warp, tiles)
    for batch in cutlass.range(block, mQ.shape[0], cute.arch.grid_dim()[0], unroll=1):
        start, stop = keys_of(batch, sizes, tiles)
        if stop <= start:
            store_nothing(mO, mLSE, batch, row_group, tiles)
    scores, powers, output, highest, whole, scales, ends = state_of(kind, tiles)
    stage, phases, begun = cutlass.Int32(0), cutlass.Int32(0), cutlass.Boolean(False)
    for number in range(unit, stop_unit):
        batch, heads, key, stop = cursor
        head = heads * side + member
        if not begun:
            open_pair(mQ, sQ, factors, (batch, head), rows, tiles)
            for part in cutlass.range_constexpr(2 * row_tiles):
                scales[part], ends[part] = row_numbers(factors, part, head, stop, rows, scale, k_scales, tiles)
            begin(output, highest, whole)
            begun = cutlass.Boolean(True)
        chunk = ring + stage * tiles.stage_words + own_words
        first = key + warp * tiles.keys
        if cutlass.const_expr(not tiles.boxes):
            cute.arch.cp_async_wait_group(tiles.stages - 1)
            cute.arch.sync_warp()
        if first < stop:
            place = (chunk, None, None)
            if cutlass.const_expr(tiles.boxes):
                place = (chunk, barriers + (stage * tiles.warps + warp), phases >> stage & 1)
                phases = phases ^ (1 << stage)
            span = (first, stop, queries, left)
            attend((scores, powers, output, highest, whole), sQ, place, (scales, ends, softcap), span, mma, kind, tiles)
        last = (key + tiles.unit >= stop) | (number + 1 == stop_unit)
        cute.arch.sync_warp()
        if last:
            start, _ = keys_of(batch, sizes, tiles)
            pair = number - (key - start) // tiles.unit
            shares = (pair, pair + cute.ceil_div(stop - start, tiles.unit), unit, stop_unit, total, teams, team)
            value_scale = v_scale
            if cutlass.const_expr(v_scales is not None):
                value_scale = value_scale * v_scales[head % cute.size(v_scales)]
            close_pair(
                (mO, mLSE, sinks, value_scale), (sums, flags), ring + stage * tiles.stage_words, stats, ended,
                (output, highest, whole), (batch, head, side, member), rows, shares, tiles,
            )  # fmt: skip
            begun = cutlass.Boolean(False)
            if cutlass.const_expr(tiles.boxes):
                cute.arch.fence_proxy("async.shared", space="cta")
                cute.arch.sync_threads()
        if number + tiles.stages < stop_unit:
            fetch((caches, atoms), spot, ahead, side, member, (chunk, boxes, barriers, stage), warp, tiles)
            if number + tiles.stages + 1 < stop_unit:
                ahead = next_unit(ahead, sizes, tiles)
                spot = spot_of(table, page_size, ahead, warp, tiles)
        cute.arch.cp_async_commit_group()
        cursor = next_unit(cursor, sizes, tiles)
        stage = cutlass.select_(stage + 1 == tiles.stages, 0, stage + 1)
    cute.arch.griddepcontrol_launch_dependents()


@cute.jit
def store_nothing(mO: Any, mLSE: Any, batch: Any, row_group: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> None:
    """The results of a sequence without keys."""
    tidx, _, _ = cute.arch.thread_idx()
    queries, heads, size = mO.shape[1], mO.shape[2], tiles.head_dim
    if row_group == 0:
        for at in cutlass.range(tidx, queries * heads * size, tiles.threads, unroll=1):
            row, column = at // size, at % size
            mO[batch, row // heads, row % heads, column] = mO.element_type(0.0)
            if cutlass.const_expr(mLSE is not None):
                if column == 0:
                    mLSE[batch, row % heads, row // heads] = -cutlass.Float32.inf


@cute.jit
def decode(
    mQ: cute.Tensor,
    mK: cute.Tensor,
    mV: cute.Tensor,
    mO: cute.Tensor,
    mLSE: cute.Tensor | None,
    lengths: cute.Tensor | None,
    table: Any,
    k_scales: cute.Tensor | None,
    v_scales: Any,
    sinks: cute.Tensor | None,
    sums: cute.Tensor,
    flags: cute.Tensor,
    scale: cutlass.Float32,
    softcap: cutlass.Float32,
    v_scale: cutlass.Float32,
    left: cutlass.Int32,
    side: cutlass.Int32,
    blocks: cutlass.Int32,
    tiles: cutlass.Constexpr[DecodeTiles],
):
    """Launches the kernel on Q, O (batch, queries, heads, size) and K, V (pages or sequences, keys, heads, size).

    `blocks` work in teams of `side`, which divides both them and the heads of K.
    """
    kind = cutlass.Float16 if tiles.item_bytes == 1 else mQ.element_type
    rows = mQ.shape[1] * (mQ.shape[2] // mK.shape[2])
    groups = cute.ceil_div(rows, ROWS * tiles.row_tiles)
    atoms = None
    if cutlass.const_expr(tiles.boxes):
        box = tiles.keys, BOX_BYTES * 8 // mK.element_type.width
        layout = sm90.make_smem_layout_b(LayoutEnum.ROW_MAJOR, (64, *box), mK.element_type, 1)
        load = cpasync.CopyBulkTensorTileG2SOp()
        turned = [cute.make_tensor(x.iterator, cute.select(x.layout, [1, 3, 2, 0])) for x in (mK, mV)]
        atoms = [cpasync.make_tiled_tma_atom(load, x, cute.slice_(layout, (None, None, 0)), box) for x in turned]
    if cutlass.const_expr(tiles.splits > 0):
        cluster_kernel(
            *(mQ, mK, mV, mO, mLSE, lengths, table, k_scales, v_scales, sinks, atoms),
            *((scale, softcap, v_scale), warp_mma(kind), tiles),
        ).launch(
            grid=(mK.shape[2], tiles.splits, mQ.shape[0] * groups),
            block=(tiles.threads, 1, 1),
            cluster=(1, tiles.splits, 1),
            use_pdl=True,
        )
        return
    decode_kernel(
        *(mQ, mK, mV, mO, mLSE, lengths, table, k_scales, v_scales, sinks, sums, flags, atoms),
        *((scale, softcap, v_scale, left, side), warp_mma(kind), tiles),
    ).launch(grid=(blocks, groups, 1), block=(tiles.threads, 1, 1), use_pdl=True)
