"""Attention of few queries against a long cache: each warp streams keys and values through its own ring.

Rows of one `mma` are the queries of all heads that share a head of keys. A warp takes 16 or 32 keys of each unit, and
waits only for its own copies; warps meet where a pair of sequence and head ends. The copies run on into the next pair
meanwhile. Source: split keys as in Flash-Decoding (Dao et al. 2023), shared out as in Stream-K (Osama et al. 2023).
"""

from __future__ import annotations

import math
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync
from cutedsl.ops.decode.finish import HALF, close_pair
from cutedsl.ops.decode.loads import as_words, clear_beyond, fetch_boxes, fetch_chunk, spot_of
from cutedsl.ops.decode.products import dim_of, multiply_keys, multiply_values, steps_of, warp_mma
from cutedsl.ops.decode.schedule import all_units, cursor_at, keys_of, next_unit, share_start
from cutedsl.ops.decode.softmax import cap_scores, hide, take_powers
from cutedsl.ops.decode.tiles import BOX_BYTES, ROWS, WARP, DecodeTiles
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
    smem = utils.SmemAllocator()
    ring = smem.allocate_array(cutlass.Int16, tiles.stages * tiles.stage_words, byte_alignment=1024)
    steps = steps_of(tiles)
    fragments = cute.make_layout((8, WARP, steps, row_tiles), stride=(1, 8, 8 * WARP, 8 * WARP * steps))
    sQ = smem.allocate_tensor(kind, fragments, 16)
    factors = smem.allocate_tensor(cutlass.Float32, cute.make_layout(ROWS * row_tiles), 16)
    stats = smem.allocate_tensor(cutlass.Float32, cute.make_layout((2, HALF, tiles.warps), stride=(1, 2, 2 * HALF)), 16)
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
        start_barriers(barriers, tiles)
    cute.arch.griddepcontrol_wait()
    total = all_units(sizes, tiles)
    unit, stop_unit = share_start(team, total, teams), share_start(team + 1, total, teams)
    own_words = warp * (2 * tiles.chunk_words)
    cursor = cursor_at(unit, sizes, tiles)
    ahead = cursor
    spot = spot_of(table, page_size, ahead, warp, tiles)
    caches = (as_words(mK), as_words(mV))
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
    scores = cute.make_rmem_tensor((4, tiles.keys // 8, row_tiles), cutlass.Float32)
    powers = cute.make_rmem_tensor((8, tiles.keys // 16, row_tiles), kind)
    output = cute.make_rmem_tensor((4, tiles.head_dim // 8, row_tiles), cutlass.Float32)
    highest, whole, scales = (cute.make_rmem_tensor(2 * row_tiles, cutlass.Float32) for _ in range(3))
    rows = (row_group * (ROWS * row_tiles), queries * group, group)
    ends = cute.make_rmem_tensor(2 * row_tiles, cutlass.Int32)
    stage, phases, begun = cutlass.Int32(0), cutlass.Int32(0), cutlass.Boolean(False)
    for number in range(unit, stop_unit):
        batch, heads, key, stop = cursor
        head = heads * side + member
        if not begun:
            open_pair(mQ, sQ, factors, (batch, head), rows, tiles)
            for part in cutlass.range_constexpr(2 * row_tiles):
                scales[part], ends[part] = row_numbers(factors, part, head, stop, rows, scale, k_scales, tiles)
            output.fill(0.0)
            whole.fill(0.0)
            highest.fill(-cutlass.Float32.inf)
            begun = cutlass.Boolean(True)
        chunk = ring + stage * tiles.stage_words + own_words
        first = key + warp * tiles.keys
        if cutlass.const_expr(not tiles.boxes):
            cute.arch.cp_async_wait_group(tiles.stages - 1)
            cute.arch.sync_warp()
        if first < stop:
            if cutlass.const_expr(tiles.boxes):
                cute.arch.mbarrier_wait(barriers + (stage * tiles.warps + warp), phases >> stage & 1)
                phases = phases ^ (1 << stage)
                clear_beyond(chunk, stop - first, tiles)
            multiply_keys(scores, sQ, chunk, mma, kind, tiles)
            if cutlass.const_expr(tiles.capped):
                cap_scores(scores, scales, softcap, tiles)
            hide(scores, first, ends, (stop - queries + 1, stop, left + 1), tiles)
            take_powers(scores, output, highest, whole, scales, tiles)
            powers.store(scores.load().to(kind).reshape(powers.shape))
            multiply_values(output, powers, chunk, mma, kind, tiles)
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


def boxes_of(ring: Any, kind: Any, tiles: DecodeTiles) -> cute.Tensor:
    """The ring as (box, blocks of 128 bytes, keys or values, warps, stages), where a box is (keys, elements)."""
    width, blocks = BOX_BYTES * 8 // kind.width, tiles.head_bytes // BOX_BYTES
    box = tiles.keys * width
    layout = cute.make_layout(
        (((8, tiles.keys // 8), (width, 1)), blocks, 2, tiles.warps, tiles.stages),
        stride=(((width, 8 * width), (1, 0)), box, blocks * box, 2 * blocks * box, 2 * blocks * box * tiles.warps),
    )
    return cute.make_tensor(cute.recast_ptr(ring, cute.make_swizzle(3, 4, 3), kind), layout)


@cute.jit
def start_barriers(barriers: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> None:
    """One barrier for each warp's stages; a copy's bytes complete it."""
    if cute.arch.thread_idx()[0] == 0:
        for at in cutlass.range_constexpr(tiles.stages * tiles.warps):
            cute.arch.mbarrier_init(barriers + at, 1)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()


@cute.jit
def fetch(
    sources: Any, spot: Any, cursor: Any, side: Any, member: Any, target: Any, warp: Any,
    tiles: cutlass.Constexpr[DecodeTiles],
) -> None:  # fmt: skip
    """Starts the copies of a warp's chunk of a unit to a stage."""
    caches, atoms = sources
    chunk, boxes, barriers, stage = target
    if cutlass.const_expr(tiles.boxes):
        own = barriers + (stage * tiles.warps + warp)
        fetch_boxes(atoms, boxes[None, None, None, None, stage], own, spot, cursor, side, member, warp, tiles)
    else:
        fetch_chunk(caches, spot, cursor, side, member, chunk, warp, tiles)


@cute.jit
def open_pair(mQ: Any, sQ: Any, factors: Any, place: Any, rows: Any, tiles: cutlass.Constexpr[DecodeTiles]) -> None:
    """All threads: a pair's queries into shared memory, as each lane's left operands; eight rows a warp.

    Queries for 8-bit caches are divided by a power of two of their row's magnitude, kept in `factors`, to be float16.
    """
    batch, head = place
    first_row, count, group = rows
    lane, warp = cute.arch.lane_idx(), cute.arch.make_warp_uniform(cute.arch.warp_idx())
    for part in cutlass.range(warp, 2 * tiles.row_tiles, tiles.warps, unroll=1):
        row = first_row + HALF * part + lane // 4
        at = cutlass.select_(row < count, row, 0)
        source = mQ[batch, at // group, head * group + at % group, None]
        held = cute.make_rmem_tensor((2, 2, steps_of(tiles)), mQ.element_type)
        for step in cutlass.range_constexpr(steps_of(tiles)):
            for half in cutlass.range_constexpr(2):
                pair = source.iterator + cute.assume(dim_of(step, half, lane, tiles), divby=2)
                cute.autovec_copy(cute.make_tensor(pair, cute.make_layout(2)), held[None, half, step])
        made = cute.make_rmem_tensor((2, 2, steps_of(tiles)), sQ.element_type)
        if cutlass.const_expr(tiles.item_bytes == 1):
            values = held.load().to(cutlass.Float32)
            power, inverse = power_below(values)
            made.store((values * inverse).to(sQ.element_type))
            if lane % 4 == 0:
                factors[HALF * part + lane // 4] = power
        else:
            made.store(held.load())
        for step in cutlass.range_constexpr(steps_of(tiles)):
            for half in cutlass.range_constexpr(2):
                own = sQ[None, lane, step, part // 2].iterator + cute.assume(4 * half + 2 * (part % 2), divby=2)
                cute.autovec_copy(made[None, half, step], cute.make_tensor(own, cute.make_layout(2)))
    cute.arch.sync_threads()


@cute.jit
def row_numbers(
    factors: Any, part: cutlass.Constexpr, head: Any, stop: Any, rows: Any, scale: Any, k_scales: Any,
    tiles: cutlass.Constexpr[DecodeTiles],
) -> Any:  # fmt: skip
    """What a row's scores are multiplied by (log2(e) included, unless they are capped), and where its keys end."""
    first_row, count, group = rows
    own = HALF * part + cute.arch.lane_idx() // 4
    row = first_row + own
    factor = scale
    if cutlass.const_expr(k_scales is not None):
        factor = factor * k_scales[head % cute.size(k_scales)]
    if cutlass.const_expr(tiles.item_bytes == 1):
        factor = factor * factors[own]
    if cutlass.const_expr(not tiles.capped):
        factor = factor * math.log2(math.e)
    return factor, cutlass.select_(row < count, stop - (count // group - 1 - row // group), stop)


@cute.jit
def power_below(values: Any) -> Any:
    """The power of two at or below a row's largest magnitude, and its inverse; queries scaled by it fit float16."""
    most = values.reduce(cute.ReductionOp.MAX, 0.0, 0)
    least = values.reduce(cute.ReductionOp.MIN, 0.0, 0)
    top = cute.arch.warp_reduction(cute.arch.fmax(most, -least), cute.arch.fmax, threads_in_group=4)
    word = cute.make_rmem_tensor(2, cutlass.Float32)
    bits = cute.make_tensor(cute.recast_ptr(word.iterator, dtype=cutlass.Int32), cute.make_layout(2))
    word[0] = top
    exponent = cutlass.max(cutlass.min(bits[0] >> 23 & 255, 253), 1)
    bits[0], bits[1] = exponent << 23, (254 - exponent) << 23
    return word[0], word[1]


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
    decode_kernel(
        *(mQ, mK, mV, mO, mLSE, lengths, table, k_scales, v_scales, sinks, sums, flags, atoms),
        *((scale, softcap, v_scale, left, side), warp_mma(kind), tiles),
    ).launch(grid=(blocks, groups, 1), block=(tiles.threads, 1, 1), use_pdl=True)
