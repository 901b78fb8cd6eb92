"""Attention of few queries against a small cache: a cluster of blocks for each sequence and head of keys.

A small cache is read in the time that a few waits for memory take, so here none waits for another. Blocks take every
n-th unit of keys, and so know their first one without the length. Its copies start at once, as far as the cache has
room. The blocks of a cluster add up their sums through each other's shared memory.
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
    keep_queries,
    queries_of,
    row_numbers,
    shared_memory,
    start_barriers,
    state_of,
)
from cutedsl.ops.decode.finish import HALF, join_warps, leave_half, store_row
from cutedsl.ops.decode.loads import spot_of
from cutedsl.ops.decode.tiles import ROWS, DecodeTiles

_VECTOR = 4


@cute.kernel
def cluster_kernel(
    mQ: cute.Tensor,
    mK: cute.Tensor,
    mV: cute.Tensor,
    mO: cute.Tensor,
    mLSE: cute.Tensor | None,
    lengths: Any,
    table: Any,
    k_scales: cute.Tensor | None,
    v_scales: Any,
    sinks: cute.Tensor | None,
    atoms: Any,
    numbers: tuple[Any, ...],
    mma: cute.TiledMma,
    tiles: cutlass.Constexpr[DecodeTiles],
):
    """One block: every `tiles.splits`-th unit of keys of one sequence, head of keys and group of rows."""
    head, rank, at = cute.arch.block_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    scale, softcap, v_scale = numbers
    kind = cutlass.Float16 if tiles.item_bytes == 1 else mQ.element_type
    queries, page_size, group = mQ.shape[1], mK.shape[1], mQ.shape[2] // mK.shape[2]
    batch, row_group = at % mQ.shape[0], at // mQ.shape[0]
    most = page_size
    if cutlass.const_expr(tiles.paged):
        most = page_size * table.shape[1]
    row_tiles, splits = tiles.row_tiles, tiles.splits
    smem, ring, sQ, factors, stats = shared_memory(kind, tiles)
    inbox = tuple(smem.allocate_tensor(cutlass.Float32, inbox_layout(n, tiles), 16) for n in (_VECTOR, 2))
    barriers = smem.allocate_array(cutlass.Int64, tiles.stages * tiles.warps)
    boxes = boxes_of(ring, mK.element_type, tiles)
    if warp == 0:
        for atom, _ in atoms:
            cpasync.prefetch_descriptor(atom)
    start_barriers(barriers, warp, tiles)
    if cutlass.const_expr(splits > 1):
        cute.arch.cluster_arrive_relaxed()
    cute.arch.griddepcontrol_wait()
    stop = most
    if cutlass.const_expr(lengths is not None):
        stop = lengths[batch]
    rows = (row_group * (ROWS * row_tiles), queries * group, group)
    value_scale = v_scale
    if cutlass.const_expr(v_scales is not None):
        value_scale = value_scale * v_scales[head % cute.size(v_scales)]
    asked = queries_of(mQ, (batch, head), rows, tiles)
    own_words, step = warp * (2 * tiles.chunk_words), splits * tiles.unit
    first_key = rank * tiles.unit
    early = (batch, head, first_key, most)
    target = (ring + own_words, boxes, barriers, cutlass.Int32(0))
    fetch((None, atoms), spot_of(table, page_size, early, warp, tiles), early, 1, 0, target, warp, tiles)
    for stage in cutlass.range_constexpr(1, tiles.stages):
        cursor = (batch, head, first_key + stage * step, stop)
        if first_key + stage * step < stop:
            target = (ring + stage * tiles.stage_words + own_words, boxes, barriers, cutlass.Int32(stage))
            fetch((None, atoms), spot_of(table, page_size, cursor, warp, tiles), cursor, 1, 0, target, warp, tiles)
    keep_queries(asked, sQ, factors, tiles)
    scores, powers, output, highest, whole, scales, ends = state_of(kind, tiles)
    begin(output, highest, whole)
    for part in cutlass.range_constexpr(2 * row_tiles):
        scales[part], ends[part] = row_numbers(factors, part, head, stop, rows, scale, k_scales, tiles)
    stage, phases = cutlass.Int32(0), cutlass.Int32(0)
    for key in range(first_key, stop, step):
        chunk = ring + stage * tiles.stage_words + own_words
        first = key + warp * tiles.keys
        if first < stop:
            place = (chunk, barriers + (stage * tiles.warps + warp), phases >> stage & 1)
            phases = phases ^ (1 << stage)
            span = (first, stop, queries, cutlass.Int32(0))
            attend((scores, powers, output, highest, whole), sQ, place, (scales, ends, softcap), span, mma, kind, tiles)
        cute.arch.sync_warp()
        ahead = (batch, head, key + tiles.stages * step, stop)
        if key + tiles.stages * step < stop:
            spot = spot_of(table, page_size, ahead, warp, tiles)
            fetch((None, atoms), spot, ahead, 1, 0, (chunk, boxes, barriers, stage), warp, tiles)
        stage = cutlass.select_(stage + 1 == tiles.stages, 0, stage + 1)
    own_first = first_key + warp * tiles.keys
    if (own_first < most) & (own_first >= stop):
        cute.arch.mbarrier_wait(barriers + warp, 0)  # copies that began before the length was known
    cute.arch.sync_threads()
    results = (mO, mLSE, sinks, value_scale)
    close_cluster(results, ring, stats, inbox, (output, highest, whole), (batch, head, rank), rows, tiles)
    cute.arch.griddepcontrol_launch_dependents()


def inbox_layout(values: int, tiles: DecodeTiles) -> cute.Layout:
    """Shared memory for what blocks of a cluster send: values of each piece of a row's columns, for each block."""
    pieces = -(-2 * HALF * tiles.row_tiles * tiles.head_dim // (_VECTOR * tiles.splits))
    return cute.make_layout((values, pieces, tiles.splits), stride=(1, values, values * pieces))


@cute.jit
def close_cluster(
    results: Any, ring: Any, stats: Any, inbox: Any, own: Any, place: Any, rows: Any,
    tiles: cutlass.Constexpr[DecodeTiles],
) -> None:  # fmt: skip
    """All threads: the sums of the cluster's blocks are joined and stored; each block stores its share of the rows."""
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    output, highest, total = own
    batch, head, rank = place
    first_row, count, group = rows
    mO, mLSE, sinks, value_scale = results
    quads, splits = tiles.head_dim // _VECTOR, tiles.splits
    from_row_to_row = min(tiles.head_dim + HALF, tiles.chunk_words // HALF)
    layout = cute.make_layout((HALF, tiles.head_dim, tiles.warps), stride=(from_row_to_row, 1, tiles.chunk_words))
    sums = cute.make_tensor(cute.recast_ptr(ring, dtype=cutlass.Float32), layout)
    pieces = cutlass.min(count - first_row, 2 * HALF * tiles.row_tiles) * quads
    each = cute.ceil_div(pieces, splits)
    if cutlass.const_expr(splits > 1):
        cute.arch.cluster_wait()  # all blocks run: their shared memory may be written
    for half in cutlass.range_constexpr(2 * tiles.row_tiles):
        some = cutlass.min(count - first_row - HALF * half, HALF)
        if some > 0:
            if cutlass.const_expr(half > 0):
                cute.arch.sync_threads()
            leave_half(sums[None, None, warp], stats[None, None, warp], output, highest, total, half, tiles)
            cute.arch.sync_threads()
            for item in cutlass.range(tidx, some * quads, tiles.threads, unroll=1):
                row, column = item // quads, item % quads * _VECTOR
                joined, top, whole = join_warps(sums, stats, row, column, tiles)
                if cutlass.const_expr(splits > 1):
                    piece = HALF * half * quads + item
                    marks = cute.make_rmem_tensor(2, cutlass.Float32)
                    marks[0], marks[1] = top, whole
                    for sent, box in zip((joined, marks), inbox, strict=True):
                        here = box[None, piece % each, rank]
                        there = cute.arch.map_dsmem_ptr(here.iterator, piece // each)
                        cute.autovec_copy(sent, cute.make_tensor(there, here.layout))
                else:
                    at = first_row + HALF * half + row
                    spot = (batch, at // group, head * group + at % group)
                    store_row(mO, mLSE, sinks, spot, joined, top, whole, column, value_scale)
    if cutlass.const_expr(splits > 1):
        cute.arch.cluster_arrive()
        cute.arch.cluster_wait()
        for item in cutlass.range(tidx, cutlass.min(each, pieces - rank * each), tiles.threads, unroll=1):
            joined, top, whole = join_blocks(inbox, item, tiles)
            piece = rank * each + item
            row, column = piece // quads, piece % quads * _VECTOR
            at = first_row + row
            spot = (batch, at // group, head * group + at % group)
            store_row(mO, mLSE, sinks, spot, joined, top, whole, column, value_scale)


@cute.jit
def join_blocks(inbox: Any, item: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> Any:
    """A piece of a row's columns from all blocks of the cluster: their sums, the row's maximum, and its total."""
    held = cute.make_rmem_tensor((_VECTOR, tiles.splits), cutlass.Float32)
    marks = cute.make_rmem_tensor((2, tiles.splits), cutlass.Float32)
    top = -cutlass.Float32.inf
    for block in cutlass.range_constexpr(tiles.splits):
        cute.autovec_copy(inbox[0][None, item, block], held[None, block])
        cute.autovec_copy(inbox[1][None, item, block], marks[None, block])
        top = cute.arch.fmax(top, marks[0, block])
    base = cutlass.select_(top == -cutlass.Float32.inf, 0.0, top)
    joined = cute.make_rmem_tensor(_VECTOR, cutlass.Float32)
    joined.fill(0.0)
    whole = cutlass.Float32(0.0)
    for block in cutlass.range_constexpr(tiles.splits):
        factor = cute.arch.exp2(marks[0, block] - base)
        whole = whole + marks[1, block] * factor
        joined.store(joined.load() + held[None, block].load() * factor)
    return joined, top, whole
