"""The matrix product of Hopper: a warp group copies by tensor maps, others multiply; blocks stay until all is done.

C (M,N,L) = A (M,K,L) B (N,K,L)^T, each major in any of its first two modes. Results leave through shared memory.
Source: BSD-3 `sm90_gemm_tma_warpspecialized_cooperative.hpp` for the division of work; ours otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.cute.nvgpu import cpasync, warpgroup
from cutedsl.ops.gemm.blocks import multiply_scaled_steps
from cutedsl.ops.gemm.config import EPILOGUE_ROWS, GemmConfig
from cutedsl.ops.gemm.epilogue import batch_of, finished, half_of, halves_of_sums, is_row, parts_from
from cutedsl.ops.gemm.split import add_of_cluster, has_room, inbox
from cutedsl.ops.gemm.steps import copy_steps, multiply_steps, signal_next_group, take_turn
from cutedsl.ops.gemm.stream_k import publish_partial, reduce_partials
from cutedsl.ops.rowwise.rows import product_sum
from cutedsl.utils import LayoutEnum, sm90


@cute.kernel
def gemm_kernel(
    tma_a: Any,
    mA: cute.Tensor,
    tma_b: Any,
    mB: cute.Tensor,
    tma_c: Any,
    mC: cute.Tensor,
    terms: Any,
    scales: Any,
    workspace: Any,
    blocks_of_k: Any,
    squares: Any,
    kinds: cutlass.Constexpr,
    layouts: cutlass.Constexpr,
    tiled_mma: cute.TiledMma,
    small_mma: cute.TiledMma,
    r2s: cute.TiledCopy,
    epilogue: cutlass.Constexpr,
    config: cutlass.Constexpr,
    halves: cutlass.Constexpr,
):
    """One block: warp group 0 copies tiles of A and B into the ring, the others multiply and hand C on to be stored."""
    BM, BN, BK, STAGES = config.tile_m, config.tile_n, config.tile_k, config.stages
    tidx, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    first, clusters = block // config.cluster, blocks // config.cluster
    down, right, rank = spot_in_cluster(config)
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    sA, sB, sC, pipe = ring_of(kinds, layouts, config)
    if cutlass.const_expr(config.cluster_k > 1):
        values = cute.size(sC, [1]) // 2
        parts = config.tile_m // 64 // config.sharing * config.tile_n // cute.size(sC, [1])
        box = inbox(cutlass.Int32 if kinds[0] is cutlass.Int8 else cutlass.Float32, values, parts, config, sA)
    gA = cute.local_tile(mA, (BM, BK), (None, None, None))
    gC = cute.local_tile(mC, (BM, BN // halves), (None, None, None))
    tiles_m, tiles_n, batches = (cute.size(gC, [mode]) for mode in (2, 3, 4))
    tiles_k = cute.size(gA, [3])
    clusters_m, clusters_n = cute.ceil_div(tiles_m, config.cluster_m), cute.ceil_div(tiles_n, config.cluster_n)
    grid, spot, number = (clusters_m, clusters_n), (down, right), down + config.cluster_m * right
    shares = blocks_of_k.split != 0 if cutlass.const_expr(blocks_of_k is not None) else config.stream_k
    share = utils.stream_k_share(first, clusters, clusters_m * clusters_n * batches, tiles_k, shares)

    if warp < 4:
        if cutlass.const_expr(config.groups > 1):
            cute.arch.setmaxregister_decrease(config.registers[0])
        if warp == 0:
            for descriptor in (tma_a, tma_b, tma_c):
                cpasync.prefetch_descriptor(descriptor)
            beside, above = cute.make_layout(config.cluster_n), cute.make_layout(config.cluster_m)
            tAsA, tAgA = cpasync.tma_partition(
                tma_a, right, beside, cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2)
            )
            tBsB, tBgB = halves_of_b(tma_b, mB, sB, (down, above), config, halves)
            mask_a, mask_b = receivers(spot, rank, config)
            copies, stages, masks = (tma_a, *[tma_b] * halves), (tAsA, *tBsB), (mask_a, *[mask_b] * halves)
            state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
            if cutlass.const_expr(config.ahead > 0):
                tile, from_k, to_k = steps_of(share, 0, rank, config)
                m, _, batch = place(tile, grid, spot, config)
                for k in range(from_k, cutlass.min(from_k + config.ahead, to_k)):
                    cute.prefetch(tma_a, tAgA[None, m, k, batch_of(mA, batch)])
            cute.arch.griddepcontrol_wait()
            for item in range(share.count):
                tile, from_k, to_k = steps_of(share, item, rank, config)
                m, n, batch = place(tile, grid, spot, config)
                tiles_b = [half[None, n, None, batch_of(mB, batch)] for half in tBgB]
                sources = (tAgA[None, m, None, batch_of(mA, batch)], *tiles_b)
                state = copy_steps(pipe, state, copies, sources, stages, masks, (from_k, to_k))
            cute.arch.griddepcontrol_launch_dependents()
            pipe.producer_tail(state)
        if cutlass.const_expr(config.cluster_k > 1):
            for _ in cutlass.range_constexpr(2):
                cute.arch.cluster_arrive()
                cute.arch.cluster_wait()
    else:
        if cutlass.const_expr(config.groups > 1):
            cute.arch.setmaxregister_increase(config.registers[1])
        group = cute.arch.make_warp_uniform(warp // 4 - 1)
        part = 0 if config.pingpong else group  # of a tile
        lane = tidx % 128
        thr_mma = tiled_mma.get_slice(part * 128)
        tCrA = tiled_mma.make_fragment_A(thr_mma.partition_A(sA))
        tCrB = tiled_mma.make_fragment_B(thr_mma.partition_B(sB))
        acc = tiled_mma.make_fragment_C(tiled_mma.partition_shape_C((BM, BN)))
        full = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
        cute.arch.griddepcontrol_wait()
        store = Epilogue(tma_c, mC, sC, terms, scales, small_mma, r2s, epilogue, config, None, halves, squares)
        first_item, turns = (group, config.groups) if config.pingpong else (0, 1)
        for item in range(first_item, share.count, turns):
            if cutlass.const_expr(config.pingpong):
                if item > 0:
                    _, others_from, others_to = share.item(item - 1)
                    full.advance(others_to - others_from)
                    take_turn(group)
            tile, from_k, to_k = steps_of(share, item, rank, config)
            m, n, batch = place(tile, grid, spot, config)
            if cutlass.const_expr(config.cluster_k > 1):
                acc.fill(0)  # a block of the cluster may have no step
            if cutlass.const_expr(blocks_of_k is not None):
                factors = blocks_of_k.factors(tiled_mma.get_slice(tidx - 128), (m, n, batch), config)
                full = multiply_scaled_steps(pipe, full, tiled_mma, acc, (tCrA, tCrB), (from_k, to_k), factors)
            elif cutlass.const_expr(config.cluster_k == 1) or to_k > from_k:
                full, free = multiply_steps(pipe, full, tiled_mma, acc, (tCrA, tCrB), (from_k, to_k))
                if cutlass.const_expr(config.pingpong):
                    if item + 1 < share.count:
                        signal_next_group(group)
                warpgroup.wait_group(0)
                pipe.consumer_release(free)
            if cutlass.const_expr(config.cluster_k > 1):
                add_of_cluster(acc, box, parts, (number, rank), tidx - 128, config)
            if cutlass.const_expr(config.stream_k):
                slots = config.across * config.sharing
                own = first * slots + number * config.sharing + part
                if to_k < tiles_k:
                    publish_partial(acc, *workspace, own, lane, group)
                if (from_k > 0) & (to_k == tiles_k):
                    for worker in range(share.first_worker(tile), first):
                        reduce_partials(acc, *workspace, own - (first - worker) * slots, lane, group)
            if cutlass.const_expr(not config.stream_k) or to_k == tiles_k:
                store_tile(acc, m, n, batch, group, lane, store, rank if config.cluster_k > 1 else None)
        cute.arch.cp_async_bulk_wait_group(0, read=True)
    if cutlass.const_expr(config.across > 1):
        # Nobody leaves while another block may still copy into its shared memory or arrive there.
        cute.arch.cluster_arrive()
        cute.arch.cluster_wait()


def halves_of_b(
    tma_b: Any, mB: Any, sB: Any, spot: tuple[Any, Any], config: GemmConfig, halves: int
) -> tuple[list[Any], list[Any]]:
    """The stages and the tiles of each half of B (N,K,L), as the tensor map copies them: (tile, ...).

    `spot` is this block among those that share the tiles. The first half does not know its end: its last tile may have
    rows of the second, whose sums are not stored.
    """
    rows, (place, sharing) = config.tile_n // halves, spot
    stages: list[Any] = []
    tiles: list[Any] = []
    for half in range(halves):
        s = sB if halves == 1 else cute.local_tile(sB, (rows, config.tile_k), (half, 0, None))
        g = cute.local_tile(half_of(mB, half, halves), (rows, config.tile_k), (None, None, None))
        stage, tile = cpasync.tma_partition(tma_b, place, sharing, cute.group_modes(s, 0, 2), cute.group_modes(g, 0, 2))
        stages.append(stage)
        tiles.append(tile)
    return stages, tiles


def ring_of(kinds: Any, layouts: Any, config: GemmConfig) -> tuple[cute.Tensor, cute.Tensor, cute.Tensor, Any]:
    """A block's shared memory: the stages of A, B and C, and the ring's barriers."""
    smem = utils.SmemAllocator()
    sA, sB = (
        smem.allocate_tensor(kind, layout.outer, 1024, swizzle=layout.inner)
        for kind, layout in zip(kinds[:2], layouts[:2], strict=True)
    )
    kind, layout = kinds[2], layouts[2]
    if config.cluster_k > 1 and has_room(sB, kind, layout.outer):  # the ring is read before there are results
        sC = cute.make_tensor(cute.recast_ptr(sB.iterator, layout.inner, kind), layout.outer)
    else:
        sC = smem.allocate_tensor(kind, layout.outer, 1024, swizzle=layout.inner)
    pipe = pipeline.PipelineTmaAsync.create(
        num_stages=config.stages,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 128 * config.sharing),
        tx_count=(config.tile_m * kinds[0].width + config.tile_n * kinds[1].width) * config.tile_k // 8,
        cta_layout_vmnk=cute.make_layout((1, *config.shape_of_cluster)),
        mcast_mode_mn=(int(config.cluster_n > 1), 1),
        enable_multicast_signaling=True,
    )
    return sA, sB, sC, pipe


@dataclass(frozen=True)
class Epilogue:
    """Where the sums of a tile go: the map of C and its tensor, stages of shared memory, and what is done to them.

    `ragged` is C itself (M,N,1) where rows beyond M are others', so that the copy engine may only store whole parts.
    With two `halves` a tile has the sums by both halves of B, and the epilogue makes one element of two sums.
    `squares` (M, columns of tiles) gets the sum of the squares of what each tile stores of a row.
    """

    tma_c: Any
    mC: cute.Tensor
    sC: cute.Tensor
    terms: Any
    scales: Any
    small_mma: cute.TiledMma
    r2s: cute.TiledCopy
    epilogue: Callable[[Any], Any]
    config: GemmConfig
    ragged: Any = None
    halves: int = 1
    squares: Any = None

    @property
    def columns(self) -> int:
        """The columns of the result that a tile has."""
        return self.config.tile_n // self.halves


@cute.jit
def store_inside(values: Any, tensor: Any, thr_mma: Any, tile: tuple[int, int], at: tuple[Any, Any, Any]) -> None:
    """A thread's part of the tile `at` (row of tiles, column, plane) to a tensor (M,N,L), element by element, without
    what lies outside."""
    gC, cC = parts_from(tensor, thr_mma, tile, at)
    for v in cutlass.range_constexpr(cute.size(values)):
        row, column, _ = cC[v]
        if (row < tensor.shape[0]) & (column < tensor.shape[1]):
            gC[v] = values[v]


@cute.jit
def store_rows_inside(part: Any, tensor: Any, at: tuple[Any, Any, Any], lane: Any) -> None:
    """A part of a tile in shared memory to a tensor (M,N,1) of contiguous rows, 16 bytes at a time, without what lies
    outside."""
    vector = 128 // tensor.element_type.width
    across = cute.size(part, [1]) // vector
    source, target = (cute.zipped_divide(t, (1, vector)) for t in (part, tensor[None, None, 0]))
    for turn in cutlass.range_constexpr(cute.ceil_div(EPILOGUE_ROWS * across, 128)):
        number = turn * 128 + lane
        row, access = number // across, number % across
        row_there, access_there = at[0] * EPILOGUE_ROWS + row, at[1] // vector + access
        inside = (row_there < tensor.shape[0]) & (access_there * vector < tensor.shape[1])
        if inside & (number < EPILOGUE_ROWS * across):
            values = cute.make_rmem_tensor(cute.make_layout(vector), part.element_type)
            cute.autovec_copy(source[(0, None), (row, access)], values)
            cute.autovec_copy(values, target[(0, None), (row_there, access_there)])


@cute.jit
def store_tile(
    acc: cute.Tensor, m: Any, n: Any, batch: Any, group: Any, lane: Any, store: Any, rank: Any = None
) -> None:
    """A warp group's sums of tile (m, n, batch) to its stages in shared memory, and from there by the copy engine.

    With `rank` along K those of the parts that belong to this block of the cluster.
    """
    config = store.config
    width = cute.size(store.sC, [1])
    starts = [min(start, store.columns - width) for start in range(0, store.columns, width)]
    blocks = config.tile_m // EPILOGUE_ROWS // config.sharing
    parts = [(i, start) for i in range(blocks) for start in starts]
    totals: Any = (
        None if store.squares is None else cute.make_rmem_tensor(cute.make_layout((2, blocks)), cutlass.Float32)
    )
    if cutlass.const_expr(totals is not None):
        totals.fill(0.0)
    for owner in cutlass.range_constexpr(min(config.cluster_k, len(parts))):
        if cutlass.const_expr(config.cluster_k == 1) or rank == owner:
            store_parts(acc, parts[owner :: config.cluster_k], m, n, batch, group, lane, store, totals)
    if cutlass.const_expr(totals is not None):
        first_row = m * config.tile_m + (0 if config.pingpong else group) * EPILOGUE_ROWS
        store_squares(totals, store.squares, first_row, n, lane, EPILOGUE_ROWS * config.sharing)


@cute.jit
def store_squares(totals: Any, squares: Any, first_row: Any, n: Any, lane: Any, step: int) -> None:
    """A warp group's sums of squares, (2 rows, blocks of 64 rows) of each thread; four lanes have parts of two rows."""
    for value in cutlass.range_constexpr(cute.size(totals)):
        total = totals[value]
        for k in cutlass.range_constexpr(2):
            total += cute.arch.shuffle_sync_bfly(total, 1 << k)
        row = first_row + value // 2 * step + lane // 32 * 16 + value % 2 * 8 + lane % 32 // 4
        inside = (row < squares.shape[0]) & (n < squares.shape[1])  # a cluster may have tiles beyond the last
        if (lane % 4 == 0) & inside:
            squares[row, n] = total


def add_squares(out: Any, totals: Any) -> None:
    """Adds the squares of a part's elements, as they are stored, to those of the thread's two rows."""
    for half in range(2):
        layout = cute.make_layout((2, cute.size(out) // 4), stride=(1, 4))
        own = cute.make_tensor(out.iterator + 2 * half, layout).load().to(cutlass.Float32)
        totals[half] = totals[half] + product_sum(own, own)


@cute.jit
def store_parts(
    acc: Any, parts: Any, m: Any, n: Any, batch: Any, group: Any, lane: Any, store: Any, totals: Any
) -> None:
    """Some parts of a tile, each 64 rows by a stage, given by their 64 rows and their first columns in it.

    The squares of what they store are added to `totals` (2 rows, blocks of 64 rows).
    """
    config, sC = store.config, store.sC
    epi_n = cute.size(sC, [1])
    thr_r2s, thr_small = store.r2s.get_slice(lane), store.small_mma.get_slice(lane)
    rows = config.tile_m // EPILOGUE_ROWS
    first_row = 0 if config.pingpong else group
    stages, values = config.epilogue_stages, epi_n // 2
    together = len(parts) if stages >= len(parts) else 1
    by_rows = has_rows(store.ragged)
    for first in cutlass.range_constexpr(0, len(parts), together):
        if lane < 32:
            cute.arch.cp_async_bulk_wait_group(stores_under_way(first, len(parts), stages), read=True)
        cute.arch.barrier(barrier_id=1 + group, number_of_threads=128)
        moves = []
        for i, start in parts[first : first + together]:
            at = m * rows + i * config.sharing + first_row, n * store.columns + start, batch
            part = EPILOGUE_ROWS, epi_n
            firsts = [(i * config.tile_n + half * store.columns + start) // 2 for half in range(store.halves)]
            sums = halves_of_sums(acc, firsts, values, store.terms, thr_small, part, at, store.mC.shape[1])
            out = finished(sums, store.scales, store.epilogue, sC.element_type)
            if cutlass.const_expr(totals is not None):
                add_squares(out, totals[None, i])
            stage = group * stages + parts.index((i, start)) % stages
            place_s = thr_r2s.partition_D(sC[None, None, stage])
            whole: Any = True
            if cutlass.const_expr(store.ragged is not None):
                whole = (at[0] + 1) * EPILOGUE_ROWS <= store.ragged.shape[0]
                if cutlass.const_expr(not by_rows):
                    if not whole:
                        store_inside(out, store.ragged, thr_small, (EPILOGUE_ROWS, epi_n), at)
            cute.copy(store.r2s, cute.make_tensor(out.iterator, cute.make_layout(place_s.shape)), place_s)
            moves.append((stage, at, whole))
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.barrier(barrier_id=1 + group, number_of_threads=128)
        if cutlass.const_expr(by_rows):
            for stage, at, whole in moves:
                if not whole:
                    store_rows_inside(sC[None, None, stage], store.ragged, at, lane)
        if lane < 32:
            for stage, at, whole in moves:
                if whole:
                    cute.copy(store.tma_c, *bulk_store_of(store, stage, at))
            cute.arch.cp_async_bulk_commit_group()


def stores_under_way(part: int, parts: int, stages: int) -> int:
    """How many stores may still read shared memory when a part is written: those after the last one of its stage.

    Each tile starts with the first stages again, so that stage may be that of one of the last parts of the tile before.

    >>> [stores_under_way(part, 3, 2) for part in range(3)], [stores_under_way(part, 4, 2) for part in range(4)]
    ([0, 2, 1], [1, 1, 1, 1])
    """
    if stages >= parts:
        return 0
    if part >= stages:
        return stages - 1
    last = part + (parts - 1 - part) // stages * stages
    return parts - 1 - last + part


def bulk_store_of(store: Epilogue, stage: Any, at: tuple[Any, Any, Any]) -> tuple[Any, Any]:
    """What the copy engine stores: a stage, and the part of the result from (64 rows, column, plane) `at` on."""
    sC = store.sC
    moved = cute.domain_offset((0, at[1], 0), store.mC)
    gC = cute.local_tile(moved, (EPILOGUE_ROWS, cute.size(sC, [1])), (at[0], 0, at[2]))
    one = cute.make_layout(1)
    tCs, tCg = cpasync.tma_partition(store.tma_c, 0, one, cute.group_modes(sC, 0, 2), cute.group_modes(gC, 0, 2))
    return tCs[None, stage], tCg


def has_rows(tensor: Any) -> bool:
    """Whether there is a tensor, and its rows are known to be contiguous."""
    return tensor is not None and isinstance(tensor.stride[1], int) and tensor.stride[1] == 1


def spot_in_cluster(config: GemmConfig) -> tuple[Any, Any, Any]:
    """Where a block is in its cluster: down, right, and along K. Blocks of the same steps of K lie together."""
    place, rank = [], cute.arch.block_idx_in_cluster()
    for mode, extent in enumerate(config.shape_of_cluster):
        last = max(config.shape_of_cluster[mode + 1 :], default=1) == 1
        place.append(0 if extent == 1 else rank if last else rank % extent)
        rank = 0 if last else rank // extent
    down, right, along_k = place
    return down, right, along_k


def receivers(spot: tuple[Any, Any], rank: Any, config: GemmConfig) -> tuple[Any, Any]:
    """The masks of the blocks that a block's tiles of A go to, those beside it, and of B, those above and below."""
    down, right = spot
    rows, columns = config.cluster_m, config.cluster_n
    beside = sum(1 << (rows * column) for column in range(columns)) << (down + config.across * rank)
    above = ((1 << rows) - 1) << (rows * right + config.across * rank)
    return beside if columns > 1 else None, above if rows > 1 else None


def steps_of(share: Any, item: Any, rank: Any, config: GemmConfig) -> tuple[Any, Any, Any]:
    """An item of a block's share: a tile, and the steps of K from and to."""
    tile, from_k, to_k = share.item(item)
    blocks = config.cluster_k
    return (tile, from_k, to_k) if blocks == 1 else (tile, to_k * rank // blocks, to_k * (rank + 1) // blocks)


def place(cluster: Any, grid: tuple[Any, Any], spot: tuple[Any, Any], config: GemmConfig) -> tuple[Any, Any, Any]:
    """The number of a cluster in a `grid` of them to the tile (m, n, batch) of its block at `spot`.

    Slabs along M, so that clusters at work share rows and columns.
    """
    (clusters_m, clusters_n), (down, right) = grid, spot
    plane = clusters_m * clusters_n
    batch, within = cluster // plane, cluster % plane
    height = cutlass.const_expr(max(config.slab_m // config.cluster_m, 1))
    slab, inside = within // (height * clusters_n), within % (height * clusters_n)
    rows = cutlass.min(clusters_m - slab * height, height)
    m, n = (slab * height + inside % rows) * config.cluster_m + down, inside // rows * config.cluster_n + right
    return m, n, batch


@dataclass(frozen=True)
class Parts:
    """What a launch is made of: maps and their tensors, shared layouts, multiplies, the copy of sums from registers."""

    maps: tuple[Any, ...]
    kinds: tuple[Any, Any, Any]
    layouts: tuple[Any, Any, Any]
    tiled_mma: cute.TiledMma
    small_mma: cute.TiledMma
    r2s: cute.TiledCopy


def parts_of(
    mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor, config: GemmConfig, overlaps: bool = False, halves: int = 1
) -> Parts:
    """The parts for operands (M,K,L), (N,K,L) and a result (M,N,L). Float32 is multiplied as TFloat32.

    With `overlaps` some results may be stored twice. B has the rows of N columns in each of its `halves`.
    """
    kinds = mA.element_type, mB.element_type, mC.element_type
    multiplied = cutlass.TFloat32 if kinds[0] is cutlass.Float32 else kinds[0]
    summed = cutlass.Int32 if kinds[0] is cutlass.Int8 else cutlass.Float32
    orders = tuple(LayoutEnum.from_tensor(t) for t in (mA, mB, mC))
    tile = (config.tile_m, config.tile_n, config.tile_k)
    epi_n = config.part_columns(kinds[2].width // 8, overlaps, halves)
    layout_a = sm90.make_smem_layout_a(orders[0], tile, kinds[0], config.stages)
    tile_b = config.tile_n // halves, config.tile_k
    layout_b, box_b = stages_of_b(orders[1], tile_b, kinds[1], config.stages, halves)
    layout_c = sm90.make_smem_layout_epi(
        kinds[2], orders[2], (EPILOGUE_ROWS, epi_n), config.epilogue_stages * config.groups
    )
    majors = orders[0].sm90_mma_major_mode(), orders[1].sm90_mma_major_mode()
    tiled_mma, small_mma = (
        sm90.make_trivial_tiled_mma(multiplied, multiplied, *majors, summed, (groups, 1, 1), (64, columns))
        for groups, columns in ((config.sharing, config.tile_n), (1, epi_n))
    )
    r2s = cute.make_tiled_copy_C(sm90.get_smem_store_op(orders[2], kinds[2], summed), small_mma)
    load, store = cpasync.CopyBulkTensorTileG2SOp(), cpasync.CopyBulkTensorTileS2GOp()
    across = cpasync.CopyBulkTensorTileG2SMulticastOp()
    load_a, load_b = (across if blocks > 1 else load for blocks in (config.cluster_n, config.cluster_m))
    box_a, box_c = (cute.slice_(layout, (None, None, 0)) for layout in (layout_a, layout_c))
    tma_a, tA = cpasync.make_tiled_tma_atom(load_a, mA, box_a, (config.tile_m, config.tile_k), config.cluster_n)
    tma_b, tB = cpasync.make_tiled_tma_atom(load_b, mB, box_b, tile_b, config.cluster_m)
    tma_c, tC = cpasync.make_tiled_tma_atom(store, mC, box_c, (EPILOGUE_ROWS, epi_n))
    maps = (tma_a, tA, tma_b, tB, tma_c, tC)
    return Parts(maps, kinds, (layout_a, layout_b, layout_c), tiled_mma, small_mma, r2s)


def stages_of_b(order: Any, tile: tuple[int, int], kind: Any, stages: int, halves: int) -> tuple[Any, Any]:
    """B in shared memory, (rows of all halves, K, stages), and what the copy engine fills of it: a tile of one half."""
    rows, columns = tile
    row_major = order is LayoutEnum.ROW_MAJOR
    atom = warpgroup.make_smem_layout_atom(sm90.get_smem_layout_atom(order, kind, columns if row_major else rows), kind)
    modes = (0, 1, 2) if row_major else (1, 0, 2)
    layout, box = (cute.tile_to_shape(atom, (rows * some, columns, stages), modes) for some in (halves, 1))
    return layout, cute.slice_(box, (None, None, 0))


def gemm(
    mA: cute.Tensor,
    mB: cute.Tensor,
    mC: cute.Tensor,
    terms: tuple[Sequence[cute.Tensor], Sequence[cute.Tensor]],
    scales: Sequence[Any],
    workspace: Sequence[cute.Tensor],
    epilogue: Callable[[Any], Any],
    config: Any,
    sms: Any,
    blocks_of_k: Any = None,
    halves: int = 1,
    squares: Any = None,
) -> None:
    """C = epilogue(scales[0] factors A B^T + sum of scales[1 + i] addends[i]) on at most `sms` blocks.

    `terms` are the factors and the addends, (M,N,L) each.
    With `blocks_of_k` the sums of each block of K are scaled before they are added up.
    With two `halves`, B has twice the rows, and the epilogue takes the sums by both halves of B.
    `squares` (M, columns of tiles) gets the sums of the squares of each row's elements in a tile.
    With `config.stream_k`, `workspace` has a tile of sums for each block, and Int32, 0 for each warp group.
    """
    parts = parts_of(mA, mB, mC, config, all(is_row(addend) for addend in terms[1]), halves)
    rows = cute.ceil_div(cute.ceil_div(cute.size(mC, [0]), config.tile_m), config.cluster_m)
    columns = cute.ceil_div(cute.ceil_div(cute.size(mC, [1]), config.tile_n // halves), config.cluster_n)
    work = rows * columns * cute.size(mC, [2])
    workers = cutlass.max(sms * config.resident // config.across, 1)
    blocks = (workers if config.stream_k else cutlass.min(work, workers)) * config.across
    if config.cluster_k > 1:
        blocks = work * config.cluster
    gemm_kernel(
        *(*parts.maps, terms, scales, workspace, blocks_of_k, squares, parts.kinds, parts.layouts),
        *(parts.tiled_mma, parts.small_mma, parts.r2s, epilogue, config, halves),
    ).launch(
        grid=(blocks, 1, 1),
        block=(config.threads, 1, 1),
        cluster=(config.cluster, 1, 1),
        use_pdl=True,
        min_blocks_per_mp=config.resident if config.resident > 1 else 0,
    )
