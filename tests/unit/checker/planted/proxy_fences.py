"""The copy engine or a warp-group multiply does not see what threads wrote: the proxy fence is missing."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import warpgroup
from tests.unit.checker.planted.case import Bug, planted
from tests.unit.checker.planted.tma import ROWS, TILE_BYTES, loading, partitioned, stages, storing
from tests.unit.checker.planted.wgmma import fill, fragments, multiplying, operands, product, small


def same(x: np.ndarray) -> np.ndarray:
    return x


@planted(
    Bug.PROXY_FENCE,
    "Threads write a tile, all meet at a barrier, and the bulk store takes it without a proxy fence.",
    shape=(ROWS, 32),
    want=same,
    host=storing,
)
@cute.kernel
def stored_without_fence(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for row in range(warp, ROWS, 2):
        s[row, lane, 0] = x[row, lane]  # found
    if not bug:
        cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if warp == 0:
        cute.copy(store, of[None, 0], to[None, 0])  # found
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.PROXY_FENCE,
    "The fence is there, but for global memory, not for shared memory.",
    shape=(ROWS, 32),
    want=same,
    host=storing,
)
@cute.kernel
def fence_of_the_other_memory(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for row in range(warp, ROWS, 2):
        s[row, lane, 0] = x[row, lane]  # found
    if bug:
        cute.arch.fence_proxy("async.global")
    else:
        cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if warp == 0:
        cute.copy(store, of[None, 0], to[None, 0])  # found
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.PROXY_FENCE,
    "The fence stands before the writes that it is for.",
    shape=(ROWS, 32),
    want=same,
    host=storing,
)
@cute.kernel
def fence_before_the_writes(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if bug:
        cute.arch.fence_proxy("async.shared", space="cta")
    for row in range(warp, ROWS, 2):
        s[row, lane, 0] = x[row, lane]  # found
    if not bug:
        cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if warp == 0:
        cute.copy(store, of[None, 0], to[None, 0])  # found
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.PROXY_FENCE,
    "Only the warp that issues the bulk store fences, before the barrier; the other warp's rows are not covered.",
    shape=(ROWS, 32),
    want=same,
    host=storing,
)
@cute.kernel
def only_the_issuer_fences(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for row in range(warp, ROWS, 2):
        s[row, lane, 0] = x[row, lane]  # found
    if warp == 0 or not bug:
        cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if warp == 0:
        cute.copy(store, of[None, 0], to[None, 0])  # found
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.PROXY_FENCE,
    "The fence was hoisted out of the loop over tiles, so the second tile has none.",
    shape=(2 * ROWS, 32),
    want=same,
    host=storing,
)
@cute.kernel
def fence_of_the_first_tile_only(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(2)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for tile in cutlass.range_constexpr(2):
        for row in range(warp, ROWS, 2):
            s[row, lane, tile] = x[tile * ROWS + row, lane]  # found
        if tile == 0 or not bug:
            cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.sync_threads()
        if warp == 0:
            cute.copy(store, of[None, tile], to[None, tile])  # found
            cute.arch.cp_async_bulk_commit_group()
    cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.PROXY_FENCE,
    "Threads write the operands of a warp-group multiply and only meet at a barrier.",
    x=small,
    out=(64, 8),
    block=128,
    want=product,
    host=multiplying,
)
@cute.kernel
def operands_without_fence(x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr):
    sA, sB = operands(layouts)
    fill(x, sA, sB)
    tidx, _, _ = cute.arch.thread_idx()
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    sB[tidx // 16, tidx % 16] = x[64 + tidx // 16, tidx % 16]  # found
    if not bug:
        cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)


@planted(
    Bug.PROXY_FENCE,
    "An mbarrier goes to the copy engine right after its initialisation, without `mbarrier_init_fence()`.",
    shape=(ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def mbarrier_without_init_fence(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    bar = utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar, 1)  # found
    if not bug:
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, TILE_BYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar)  # found
    cute.arch.mbarrier_wait(bar, 0)
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0]


@planted(
    Bug.SHARED_RACE,
    "Both warps fence, but do not meet before one of them stores the tile; that one's wait is no help.",
    shape=(ROWS, 32),
    want=same,
    host=storing,
)
@cute.kernel
def fenced_and_not_met(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for row in range(warp, ROWS, 2):
        s[row, lane, 0] = x[row, lane]  # found
    cute.arch.fence_proxy("async.shared", space="cta")
    if not bug:
        cute.arch.sync_threads()
    if warp == 0:
        cute.copy(store, of[None, 0], to[None, 0])  # found
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.PROXY_FENCE,
    "The fence comes after the barrier, in a warp that does not issue the store. In the warp that does it is enough.",
    shape=(ROWS, 32),
    want=same,
    host=storing,
)
@cute.kernel
def fenced_after_the_barrier(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for row in range(warp, ROWS, 2):
        s[row, lane, 0] = x[row, lane]  # found
    cute.arch.sync_threads()
    if warp == (1 if bug else 0):
        cute.arch.fence_proxy("async.shared", space="cta")
    if warp == 0:
        cute.copy(store, of[None, 0], to[None, 0])  # found
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)
