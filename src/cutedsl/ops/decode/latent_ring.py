"""Attention of few queries against one latent a key, which all heads share: keys of 576 dims, values their first 512.

The warp groups of a block have roles. One brings tiles of 64 keys into a ring of two, in pieces of 64 dims. One
multiplies 64 rows of queries by a tile as its pieces come. It leaves the probabilities in shared memory, in place of
the piece of positions, which nothing reads any more. Two multiply these by half of the values' columns each. So the
scores of a tile are under way while the values of the one before are, and a stage is free once its values are read.
Floor: 1152 bytes a key, read once: on an H200 3900 cycles a tile, where its multiplies take 2180 of the matrix units.
So up to 64 rows are bound by memory, and 128 rows by the units. These have two groups for scores, which take turns: the
scores of a tile need not wait until the softmax of the one before has ended. Blocks of neighbouring rows share tiles.
Source: DeepSeek-V2 (2024), 2.1; FlashMLA (2025) for the split of the columns and for the pieces.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync, warpgroup
from cutedsl.ops.decode.latent_barriers import start_barriers
from cutedsl.ops.decode.latent_close import store_nothing
from cutedsl.ops.decode.latent_copies import copy_in
from cutedsl.ops.decode.latent_join import THREADS, join_kernel
from cutedsl.ops.decode.latent_scores import take_scores
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
from cutedsl.ops.decode.latent_values import multiply_values
from cutedsl.ops.decode.loads import as_words
from cutedsl.ops.decode.schedule import all_units, cursor_at, keys_of, share_start
from cutedsl.utils import LayoutEnum, sm90


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
    mma_part: cute.TiledMma,
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
    marks = smem.allocate_tensor(cutlass.Float32, cute.make_layout((ROWS, 2, tiles.scorers)), 16)
    heights = smem.allocate_tensor(cutlass.Float32, cute.make_layout((ROWS, tiles.scorers)), 16)
    barriers = smem.allocate_array(cutlass.Int64, stages * (PIECES + len(RELEASED) + tiles.portions) + 2)
    full = barriers
    free, scored = full + stages * PIECES, full + stages * (PIECES + len(RELEASED))
    full_q, free_q = scored + stages * tiles.portions, scored + (stages * tiles.portions + 1)
    first_copier = 4 * (HALVES + tiles.scorers)
    registers = REGISTERS[tiles.scorers]
    if warp == first_copier:
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
    if group == HALVES + tiles.scorers:
        cute.arch.setmaxregister_decrease(registers[0])
        if cutlass.const_expr(tiles.box == 0) or warp == first_copier:
            targets = (
                boxes_of(sQ, ROWS, ROWS, 1)[None, 0, None, 0],
                boxes_of(sC, tiles.keys, tiles.box or BOXES[-1], stages),
            )
            ring = cute.recast_ptr(sC.iterator, cute.make_swizzle(0, 4, 3), cutlass.Int16)
            where = (table, page_size, row_group)
            sources, bars = (queries, keys, as_words(mC)), (full, free, full_q, free_q)
            copy_in(sources, (*targets, ring), bars, share, where, warp - first_copier, tiles)
    elif group >= HALVES:
        cute.arch.setmaxregister_decrease(registers[1])
        tSrQ = mma_qk.make_fragment_A(mma_qk.get_slice(thread).partition_A(cute.make_tensor(sQ.iterator, layout_of_q)))
        tSrC = mma_qk.make_fragment_B(mma_qk.get_slice(thread).partition_B(sC))
        portions = cute.local_tile(sP, (ROWS, tiles.keys // tiles.portions), (0, None, None))
        tPsP = mma_part.get_slice(thread).partition_C(portions)
        operands, own = (mma_qk, tSrQ, tSrC, tPsP, mma_part), (factors, grown, marks, heights)
        words = cute.recast_ptr(sC.iterator, cute.make_swizzle(0, 4, 3), cutlass.Int16)
        take_scores(operands, own, words, (full, scored, full_q, free_q), share, rows, scale, kind, tiles)
    else:
        cute.arch.setmaxregister_increase(registers[2])
        tOrP = mma_pv.make_fragment_A(mma_pv.get_slice(thread).partition_A(sP))
        half_v = cute.local_tile(sV, (COLUMNS, tiles.keys), (group, 0, None))
        tOrV = mma_pv.make_fragment_B(mma_pv.get_slice(thread).partition_B(half_v))
        own = (factors, grown, marks)
        multiply_values((mma_pv, tOrP, tOrV), own, (scored, free), share, rows, (mO, mLSE), sums, tiles)
        for batch in cutlass.range(block, mO.shape[0], blocks, unroll=1):
            _, stop = keys_of(batch, sizes, tiles)
            if stop <= 0:
                store_nothing(mO, mLSE, batch, rows)
    if cutlass.const_expr(tiles.cluster > 1):
        cute.arch.cluster_arrive()
        cute.arch.cluster_wait()  # the other block copies to this one's memory, and arrives at its barriers


def boxes_of(memory: Any, extent: int, box: int, stages: int) -> cute.Tensor:
    """Tiles of `extent` rows of 576 elements as (box, boxes, pieces, stages), where a box is (rows, 64)."""
    layout = cute.make_layout(
        (((8, box // 8), (PIECE, 1)), extent // box, PIECES, stages),
        stride=(((PIECE, 8 * PIECE), (1, 0)), box * PIECE, extent * PIECE, extent * WIDTH),
    )
    return cute.make_tensor(memory.iterator, layout)


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
    mma_part = made(kind, kind, k_major, k_major, cutlass.Float32, (1, 1, 1), (ROWS, keys // tiles.portions))
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
    shared = cpasync.CopyBulkTensorTileG2SMulticastOp() if cutlass.const_expr(tiles.cluster > 1) else load
    maps = [
        cpasync.make_tiled_tma_atom(op, cute.make_tensor(x.iterator, layout), box_layout(kind, box), (box, PIECE))
        for op, x, layout, box in ((load, mQ, rows, ROWS), (shared, mC, lines, tiles.box or BOXES[-1]))
    ]
    groups = cute.ceil_div(mQ.shape[1] * mQ.shape[2], ROWS)
    words = cute.make_tensor(
        mC.iterator, cute.make_layout((*mC.shape[:2], 1, WIDTH), stride=(*mC.stride[:2], mC.stride[1], 1))
    )
    teams, join = blocks
    latent_kernel(
        *(*maps, words, mO, mLSE, lengths, table, sums, scale, layouts, mma_qk, mma_pv, mma_part, tiles)
    ).launch(grid=(teams, groups, 1), block=(tiles.threads, 1, 1), cluster=(1, tiles.cluster, 1), use_pdl=True)
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
