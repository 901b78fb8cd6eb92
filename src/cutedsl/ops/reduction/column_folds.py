"""Folds across rows: sum, extremes and their places over an axis whose elements lie apart, for contiguous columns.

Floor for R x C elements of b bytes: R*C*b bytes read once; on an H200 (reads 4.4 TB/s) 16384 x 16384 float32 takes
244 us. How it gets there: a thread reads 16 bytes of a row, `LOADS` rows at a time, a warp 512 bytes that lie together;
the warps of a block take different rows and meet once in shared memory at the end, the blocks of a cluster in that of
its first one.
"""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.ops.reduction.folds import Fold
from cutedsl.ops.rowwise.rows import blocks_awaited, blocks_started, cluster_of, flat_rows
from cutedsl.ops.rowwise.tile import RowTile

WARPS: Final = 16
SEGMENT_WARPS: Final = 8
"""Of a block where segments are short: each has several rows under way, and few have to meet. Of 32 rows each with 4096
columns 8 were the fastest: 137 us for 159 with 16 (`benchmarks.gpu.row_operations segment_sum`)."""
SHORT_SEGMENT: Final = 256
"""Rows of a segment, in the mean, from which on all warps have several under way."""
LOADS: Final = 4
RESIDENT_WARPS: Final = 64
"""Warps that a multiprocessor's registers hold; half as many where places are folded too."""


@cute.kernel
def fold_columns_kernel(
    x: cute.Tensor, y: cute.Tensor, ends: Any, tile: cutlass.Constexpr[RowTile], fold: cutlass.Constexpr[Fold]
):
    """`32 * vector` columns of one batch, or of the rows of one segment, by `tile.rows` warps of each of its blocks."""
    cute.arch.griddepcontrol_launch_dependents()  # where parts are folded next, those blocks get ready beside these
    blocks_started(tile)
    cute.arch.griddepcontrol_wait()
    vector, warps = tile.vector, tile.rows
    block, _, _ = cute.arch.block_idx()
    lane, warp = cute.arch.lane_idx(), cute.arch.warp_idx()
    rank, number = block % tile.blocks, block // tile.blocks
    gX, gY = cute.group_modes(x, 0, cute.rank(x) - 2), flat_rows(y)
    rows, columns = gX.shape[1], gX.shape[2]
    groups = cute.ceil_div(columns, 32 * vector)
    at, batch = number % groups * 32 + lane, number // groups
    inside = at * vector < columns
    own = cutlass.min(at, columns // vector - 1)  # past the last column, its values again
    share = cute.ceil_div(rows, tile.blocks)
    end = cutlass.min((rank + 1) * share, rows)
    row = rank * share + warp
    plane = batch
    if cutlass.const_expr(ends is not None):
        first, end = segment_of(ends, batch, rows)
        row, plane = first + warp, 0
    source = cute.zipped_divide(gX[(plane, None, None)], (1, vector))[((0, None), (None, own))]
    states = folded(source, row, end, vector, warps, fold)
    blocks_awaited(tile)
    if cutlass.const_expr(tile.blocks > 1):
        states = across_cluster(states, fold, lane, warp, rank, tile.blocks)
    if warp == 0 and rank == 0 and inside:
        for j in cutlass.range_constexpr(vector):
            gY[(batch, at * vector + j)] = states[j][-1].to(y.element_type)


@cute.jit
def segment_of(ends: Any, number: Any, rows: Any) -> Any:
    """The first row of a segment and the one after its last, both within the rows."""
    first = cutlass.Int32(0)
    if number > 0:
        first = cutlass.max(ends[number - 1], 0)
    return first, cutlass.min(ends[number], rows)


@cute.jit
def folded(
    source: Any, row: Any, end: Any, vector: cutlass.Constexpr[int], warps: cutlass.Constexpr[int],
    fold: cutlass.Constexpr[Fold],
) -> Any:  # fmt: skip
    """The states of a lane's columns over the rows up to `end`, of which each warp takes its own from `row` on.

    Warp 0 has the result.
    """
    states = [fold.start() for _ in range(vector)]
    while row + (LOADS - 1) * warps < end:
        states = with_rows(states, source, row, LOADS, warps, fold)
        row = row + LOADS * warps
    while row < end:
        states = with_rows(states, source, row, 1, warps, fold)
        row = row + warps
    return across_block(states, fold, cute.arch.lane_idx(), cute.arch.warp_idx(), warps)


@cute.jit
def with_rows(
    states: Any, source: Any, row: Any, count: cutlass.Constexpr[int], warps: cutlass.Constexpr[int],
    fold: cutlass.Constexpr[Fold],
) -> Any:  # fmt: skip
    """The states with `count` rows more, one for each warp apart, all under way before the first is used."""
    held = cute.make_rmem_tensor((len(states), count), source.element_type)
    for k in cutlass.range_constexpr(count):
        held[(None, k)].store(source[(None, row + k * warps)].load())
    values = held.load().to(cutlass.Float32)
    found = [*states]
    for k in cutlass.range_constexpr(count):
        for j in cutlass.range_constexpr(len(states)):
            found[j] = fold.merge(found[j], fold.of(values[(j, k)], row + k * warps))
    return found


@cute.jit
def across_block(
    states: Any, fold: cutlass.Constexpr[Fold], lane: Any, warp: Any, warps: cutlass.Constexpr[int]
) -> Any:
    """Each lane's states merged over the warps of the block; warp 0 has the result."""
    smem = utils.SmemAllocator()
    slots = cute.make_layout((32, len(states), warps))
    parts = [smem.allocate_tensor(number.dtype, slots) for number in states[0]]
    for j in cutlass.range_constexpr(len(states)):
        for k in cutlass.range_constexpr(len(parts)):
            parts[k][lane, j, warp] = states[j][k]
    cute.arch.sync_threads()
    if warp == 0:
        for w in cutlass.range_constexpr(1, warps):
            for j in cutlass.range_constexpr(len(states)):
                states[j] = fold.merge(states[j], [part[lane, j, w] for part in parts])
    return states


@cute.jit
def across_cluster(
    states: Any, fold: cutlass.Constexpr[Fold], lane: Any, warp: Any, rank: Any, blocks: cutlass.Constexpr[int]
) -> Any:
    """The states of the blocks' first warps merged over the cluster; the first block has the result."""
    smem = utils.SmemAllocator()
    slots = cute.make_layout((32, len(states), blocks))
    parts = [smem.allocate_tensor(number.dtype, slots) for number in states[0]]
    if warp == 0 and rank > 0:
        for j in cutlass.range_constexpr(len(states)):
            for k in cutlass.range_constexpr(len(parts)):
                there = cute.arch.map_dsmem_ptr(parts[k].iterator + cute.crd2idx((lane, j, rank), slots), 0)
                cute.make_tensor(there, cute.make_layout(1))[0] = states[j][k]
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if warp == 0 and rank == 0:
        for other in cutlass.range_constexpr(1, blocks):
            for j in cutlass.range_constexpr(len(states)):
                states[j] = fold.merge(states[j], [part[lane, j, other] for part in parts])
    return states


@cute.jit
def fold_columns(
    x: cute.Tensor, y: cute.Tensor, ends: Any, tile: cutlass.Constexpr[RowTile], fold: cutlass.Constexpr[Fold]
):
    """`y[b..., c] = fold of x[b..., :, c]`; with `ends`, `y[s, c]` of rows `ends[s - 1]` to `ends[s]`."""
    batch = cute.size(flat_rows(y), mode=[0])
    groups = cute.ceil_div(x.shape[-1], 32 * tile.vector)
    fold_columns_kernel(x, y, ends, tile, fold).launch(
        grid=(groups * batch * tile.blocks, 1, 1),
        block=(tile.block, 1, 1),
        cluster=cluster_of(tile),
        use_pdl=True,
        min_blocks_per_mp=RESIDENT_WARPS // (2 if fold.indexed else 1) // tile.rows,
    )
