"""A block ends, and its shared memory goes to another one, while copies or multiplies are under way."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import warpgroup
from tests.unit.checker.planted.case import Bug, planted
from tests.unit.checker.planted.copy_waits import copy_row, rows
from tests.unit.checker.planted.tma import ROWS, TILE_BYTES, barriers, loading, partitioned, stages, storing
from tests.unit.checker.planted.wgmma import fill, fragments, multiplying, operands, product, small


def same(x: np.ndarray) -> np.ndarray:
    return x


@planted(Bug.LEAK, "The prefetch of the last iteration copies a row that is never used.", shape=(2, 64), want=same)
@cute.kernel
def prefetch_of_one_more_row(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = rows(2)
    tidx, _, _ = cute.arch.thread_idx()
    copy_row(x[0, None], s[0, None], tidx)
    cute.arch.cp_async_commit_group()
    for row in cutlass.range_constexpr(2):
        if row == 0 or bug:
            copy_row(x[(row + 1) % 2, None], s[(row + 1) % 2, None], tidx)  # found
        cute.arch.cp_async_commit_group()  # found
        cute.arch.cp_async_wait_group(1)
        out[row, tidx] = s[row, tidx]


@planted(
    Bug.LEAK, "Copies are issued and neither committed nor awaited.", shape=(2, 64), out=(1, 64), want=lambda x: x[:1]
)
@cute.kernel
def copies_never_committed(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = rows(2)
    tidx, _, _ = cute.arch.thread_idx()
    copy_row(x[0, None], s[0, None], tidx)
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    out[0, tidx] = s[0, tidx]
    if bug:
        copy_row(x[1, None], s[1, None], tidx)  # found


@planted(
    Bug.LEAK,
    "The mbarrier counts the copies, and nobody waits for its phase.",
    shape=(1, 64),
    want=lambda x: 0 * x + 1,
)
@cute.kernel
def phase_of_the_copies_not_awaited(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    smem = utils.SmemAllocator()
    s = smem.allocate_tensor(cutlass.Float32, cute.make_layout(64), 16)
    bar = smem.allocate_array(cutlass.Int64, 1)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 64)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    copy_row(x[0, None], s, tidx)  # found
    cute.arch.cp_async_mbarrier_arrive_noinc(bar)
    if not bug:
        cute.arch.mbarrier_wait(bar, 0)
    out[0, tidx] = 1.0


@planted(
    Bug.LEAK,
    "A second row is copied after the arrival that counts the copies.",
    shape=(1, 64),
    want=lambda x: x[:, ::-1],
)
@cute.kernel
def copies_after_the_arrival_that_counts(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    smem = utils.SmemAllocator()
    s = smem.allocate_tensor(cutlass.Float32, cute.make_layout((2, 64), stride=(64, 1)), 16)
    bar = smem.allocate_array(cutlass.Int64, 1)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 32)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if tidx < 32:
        copy_row(x[0, None], s[0, None], tidx, 32)
        copy_row(x[0, None], s[0, None], tidx + 32, 32)
        cute.arch.cp_async_mbarrier_arrive_noinc(bar)
        if bug:
            copy_row(x[0, None], s[1, None], tidx, 32)  # found
    cute.arch.mbarrier_wait(bar, 0)
    out[0, tidx] = s[0, 63 - tidx]


@planted(
    Bug.LEAK,
    "The block ends while the bulk store still reads its shared memory.",
    shape=(ROWS, 32),
    want=same,
    host=storing,
)
@cute.kernel
def store_not_awaited(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for row in range(warp, ROWS, 2):
        s[row, lane, 0] = x[row, lane]
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if warp == 0:
        cute.copy(store, of[None, 0], to[None, 0])  # found
        cute.arch.cp_async_bulk_commit_group()  # found
        if not bug:
            cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.LEAK,
    "The bulk store is waited for, but was never committed to a group.",
    shape=(ROWS, 32),
    want=same,
    host=storing,
)
@cute.kernel
def store_not_committed(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for row in range(warp, ROWS, 2):
        s[row, lane, 0] = x[row, lane]
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if warp == 0:
        cute.copy(store, of[None, 0], to[None, 0])  # found
        if not bug:
            cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.LEAK,
    "The producer loads one tile more than the consumer takes, and does not wait for it.",
    shape=(2 * ROWS, 32),
    out=(ROWS, 32),
    want=lambda x: x[:ROWS],
    host=loading,
)
@cute.kernel
def load_of_one_more_tile(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bars = stages(2), barriers(2)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        for tile in cutlass.range_constexpr(2 if bug else 1):
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(bars + tile, TILE_BYTES)
            cute.copy(load, of[None, tile], to[None, tile], tma_bar_ptr=bars + tile)  # found
    cute.arch.mbarrier_wait(bars, 0)
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0]


@planted(
    Bug.LEAK,
    "A tile that is loaded ahead is not used after all; the one lane that has to wait for it before the end does not.",
    shape=(2 * ROWS, 32),
    out=(ROWS, 32),
    want=lambda x: x[:ROWS],
    host=loading,
)
@cute.kernel
def load_that_one_lane_awaits(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bars = stages(2), barriers(2)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        for tile in cutlass.range_constexpr(2):
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(bars + tile, TILE_BYTES)
            cute.copy(load, of[None, tile], to[None, tile], tma_bar_ptr=bars + tile)  # found
    cute.arch.mbarrier_wait(bars, 0)
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0]
    if (warp == 0) & (lane == 0):
        if cutlass.const_expr(not bug):
            cute.arch.mbarrier_wait(bars + 1, 0)


@planted(
    Bug.LEAK,
    "A warp group issues a multiply for the next tile and ends.",
    x=small,
    out=(64, 8),
    block=128,
    want=product,
    host=multiplying,
)
@cute.kernel
def multiply_not_awaited(x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr):
    sA, sB = operands(layouts)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
    warpgroup.commit_group()  # found
    if not bug:
        warpgroup.wait_group(0)


@planted(
    Bug.LEAK,
    "Each block sends a row to the other and ends when its own has come, while its copy may still read its memory.",
    shape=(2, 32),
    block=32,
    grid=2,
    cluster=2,
    want=lambda x: x[::-1],
)
@cute.kernel
def row_sent_to_the_other_block(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    rank, lane = cute.arch.block_idx_in_cluster(), cute.arch.lane_idx()
    smem = cutlass.utils.SmemAllocator()
    s = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 2)), 128)
    bar = smem.allocate_array(cutlass.Int64, 1)
    if lane == 0:
        cute.arch.mbarrier_init(bar, 1)
        cute.arch.mbarrier_init_fence()
        cute.arch.mbarrier_arrive_and_expect_tx(bar, 128)
    s[lane, 0] = x[rank, lane]
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if lane == 0:
        there = cute.make_tensor(cute.arch.map_dsmem_ptr(s[None, 1].iterator, 1 - rank), cute.make_layout(32))
        send = cute.make_copy_atom(cute.nvgpu.cpasync.CopyBulkS2SOp(), cutlass.Float32)
        cute.copy(send, s[None, 0], there, mbar_ptr=cute.arch.map_dsmem_ptr(bar, 1 - rank))  # found
    cute.arch.mbarrier_wait(bar, 0)
    out[rank, lane] = s[lane, 1]
    cute.arch.cluster_arrive()
    if not bug:
        cute.arch.cluster_wait()
