"""Bugs planted in pipelines with roles: bulk loads and stores, proxies, peeked waits, multicast, tensor cores."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.cute.nvgpu import cpasync, warpgroup
from tests.unit.checker.planted.case import Bug, planted
from tests.unit.checker.planted.wgmma import F16, K, M, fill, fragments, multiplying, operands, product, small
from tests.unit.checker.reported.hopper import (
    CONSUMER,
    NBYTES,
    PRODUCER,
    STAGED,
    C,
    R,
    SharedStorage,
    both_ways,
    cluster_tma,
    halves_of,
    meet,
    ring,
    split,
    tma_in,
)

A = cute.arch
F, I32 = cutlass.Float32, cutlass.Int32


def same(x: np.ndarray) -> np.ndarray:
    return x


@planted(
    Bug.TMA_WAIT,
    "A consumer peeks at the next stage, and takes the peeked answer for a wait.",
    shape=(4 * R, C),
    want=same,
    host=tma_in,
    block=64,
)
@cute.kernel
def peeked_and_not_waited(load: Any, gX: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    storage = utils.SmemAllocator().allocate(SharedStorage)
    sIn = storage.sIn.get_tensor(STAGED)
    pipe = ring(storage)
    lane = A.lane_idx()
    if A.warp_idx() == 0:
        to, of = split(load, sIn, gX)
        state = pipeline.make_pipeline_state(PRODUCER, 2)
        for tile in range(4):
            pipe.producer_acquire(state)
            full = pipe.producer_get_barrier(state)
            cute.copy(load, of[None, tile], to[None, state.index], tma_bar_ptr=full)  # found
            state.advance()
        pipe.producer_tail(state)
    else:
        state = pipeline.make_pipeline_state(CONSUMER, 2)
        for tile in range(4):
            token = pipe.consumer_try_wait(state)
            if cutlass.const_expr(not bug):
                pipe.consumer_wait(state, token)
            for row in range(R):
                out[tile * R + row, lane] = sIn[row, lane, state.index]  # found
            pipe.consumer_release(state)  # found
            state.advance()


@planted(
    Bug.TMA_WAIT,
    "The token of the stage before is passed on to the wait for this stage, which then waits for nothing.",
    also=(Bug.OVERFULL, Bug.DEADLOCK, Bug.LEAK),
    shape=(4 * R, C),
    want=same,
    host=tma_in,
    block=64,
)
@cute.kernel
def token_of_the_stage_before(load: Any, gX: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    storage = utils.SmemAllocator().allocate(SharedStorage)
    sIn = storage.sIn.get_tensor(STAGED)
    pipe = ring(storage)
    lane = A.lane_idx()
    if A.warp_idx() == 0:
        to, of = split(load, sIn, gX)
        state = pipeline.make_pipeline_state(PRODUCER, 2)
        for tile in range(4):
            pipe.producer_acquire(state)  # found
            full = pipe.producer_get_barrier(state)
            cute.copy(load, of[None, tile], to[None, state.index], tma_bar_ptr=full)  # found
            state.advance()
        pipe.producer_tail(state)
    else:
        state = pipeline.make_pipeline_state(CONSUMER, 2)
        pipe.consumer_wait(state)
        token = cutlass.Boolean(True)
        for tile in range(4):
            if cutlass.const_expr(not bug):
                token = pipe.consumer_try_wait(state)
            pipe.consumer_wait(state, token)
            for row in range(R):
                out[tile * R + row, lane] = sIn[row, lane, state.index]  # found
            pipe.consumer_release(state)  # found
            state.advance()


@planted(
    Bug.TMA_WAIT,
    "One lane gives a stage back while the other lanes of its warp still read it.",
    also=(Bug.SHARED_RACE,),
    shape=(4 * R, C),
    want=same,
    host=tma_in,
    block=64,
)
@cute.kernel
def lane_gives_the_stage_back(load: Any, gX: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    storage = utils.SmemAllocator().allocate(SharedStorage)
    sIn = storage.sIn.get_tensor(STAGED)
    bars = storage.mainloop.data_ptr()
    w, lane = A.warp_idx(), A.lane_idx()
    if w == 0 and lane == 0:
        for i in cutlass.range_constexpr(4):
            A.mbarrier_init(bars + i, 1)
    A.mbarrier_init_fence()
    A.sync_threads()
    to, of = split(load, sIn, gX)
    if w == 0:
        for tile in range(4):
            stage = tile % 2
            A.mbarrier_wait(bars + 2 + stage, (tile // 2 + 1) % 2)
            with A.elect_one():
                A.mbarrier_arrive_and_expect_tx(bars + stage, NBYTES)
            cute.copy(load, of[None, tile], to[None, stage], tma_bar_ptr=bars + stage)  # found
    else:
        for tile in range(4):
            stage = tile % 2
            A.mbarrier_wait(bars + stage, tile // 2)
            for row in range(R):
                out[tile * R + row, lane] = sIn[row, lane, stage]  # found
            if cutlass.const_expr(not bug):
                A.sync_warp()
            if lane == 0:
                A.mbarrier_arrive(bars + 2 + stage)


@planted(
    Bug.TMA_WAIT,
    "One lane waits for the tile, and the other lanes read it without meeting that lane.",
    shape=(R, C),
    want=same,
    host=tma_in,
    block=32,
)
@cute.kernel
def lane_waits_for_its_warp(load: Any, gX: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    storage = utils.SmemAllocator().allocate(SharedStorage)
    sIn = storage.sIn.get_tensor(STAGED)
    bar = storage.mainloop.data_ptr()
    lane = A.lane_idx()
    if lane == 0:
        A.mbarrier_init(bar, 1)
    A.mbarrier_init_fence()
    A.sync_warp()
    to, of = split(load, sIn, gX)
    with A.elect_one():
        A.mbarrier_arrive_and_expect_tx(bar, NBYTES)
    cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar)  # found
    if lane == 0:
        A.mbarrier_wait(bar, 0)
    if cutlass.const_expr(not bug):
        A.sync_warp()
    for row in range(R):
        out[row, lane] = sIn[row, lane, 0]  # found
    A.mbarrier_wait(bar, 0)


@planted(
    Bug.PROXY_FENCE,
    "A stage that threads have scaled in place is stored in bulk; the fence is before the writes.",
    shape=(2 * R, C),
    want=lambda x: 3 * x,
    host=both_ways,
    block=32,
)
@cute.kernel
def scaled_after_the_fence(load: Any, gX: cute.Tensor, store: Any, gOut: cute.Tensor, bug: cutlass.Constexpr):
    storage = utils.SmemAllocator().allocate(SharedStorage)
    s = storage.sIn.get_tensor(STAGED)
    bar = storage.mainloop.data_ptr()
    lane = A.lane_idx()
    if lane == 0:
        A.mbarrier_init(bar, 1)
    A.mbarrier_init_fence()
    A.sync_warp()
    to, of = split(load, s, gX)
    out_of, out_to = split(store, s, gOut)
    for tile in range(2):
        with A.elect_one():
            A.mbarrier_arrive_and_expect_tx(bar, NBYTES)
        cute.copy(load, of[None, tile], to[None, tile], tma_bar_ptr=bar)
        A.mbarrier_wait(bar, tile)
        if cutlass.const_expr(bug):
            A.fence_proxy("async.shared", space="cta")
        for row in range(R):
            s[row, lane, tile] = 3.0 * s[row, lane, tile]  # found
        if cutlass.const_expr(not bug):
            A.fence_proxy("async.shared", space="cta")
        A.sync_warp()
        cute.copy(store, out_of[None, tile], out_to[None, tile])  # found
        A.cp_async_bulk_commit_group()
    A.cp_async_bulk_wait_group(0)


def through_global(kernel: Any, block: int) -> Any:
    """The host of kernels (x, load, gOut, out, bug): bulk loads read rows of `out` that threads write."""

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        tile = cute.make_layout((R, C), stride=(C, 1))
        load, gOut = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), out, tile, (R, C))
        kernel(x, load, gOut, out, bug).launch(grid=[1, 1, 1], block=[block, 1, 1])

    return host


@planted(
    Bug.PROXY_FENCE,
    "A block dequantises a tile into workspace in global memory, and a bulk load of its own reads it after a barrier.",
    shape=(R, C),
    out=(2 * R, C),
    host=through_global,
    want=lambda x: np.vstack([2 * x, 2 * x + 1]),
)
@cute.kernel
def workspace_read_by_a_bulk_load(x: cute.Tensor, load: Any, gOut: Any, out: cute.Tensor, bug: cutlass.Constexpr):
    storage = utils.SmemAllocator().allocate(SharedStorage)
    s = storage.sIn.get_tensor(STAGED)
    bar = storage.mainloop.data_ptr()
    w, lane = A.warp_idx(), A.lane_idx()
    if w == 0 and lane == 0:
        A.mbarrier_init(bar, 1)
    A.mbarrier_init_fence()
    for row in range(w, R, 2):
        out[row, lane] = 2.0 * x[row, lane]  # found
    if cutlass.const_expr(not bug):
        A.fence_proxy("async")
    A.sync_threads()
    to, of = split(load, s, gOut)
    if w == 0:
        with A.elect_one():
            A.mbarrier_arrive_and_expect_tx(bar, NBYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar)  # found
    A.mbarrier_wait(bar, 0)
    for row in range(w, R, 2):
        out[R + row, lane] = s[row, lane, 0] + 1.0


@planted(
    Bug.PROXY_FENCE,
    "Probabilities go from registers to shared memory and into the second multiply after a barrier of the group.",
    x=small,
    out=(64, 8),
    block=128,
    want=lambda x: 4 * product(x),
    host=multiplying,
)
@cute.kernel
def probabilities_into_the_second_multiply(
    x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr
):
    sA, sB = operands(layouts)
    fill(x, sA, sB)
    A.fence_proxy("async.shared", space="cta")
    A.sync_threads()
    t, _, _ = A.thread_idx()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    A.barrier(barrier_id=1, number_of_threads=128)
    for i in range(t, M * K, 128):
        sA[i // K, i % K] = sA[i // K, i % K] * F16(3.0)  # found
    if cutlass.const_expr(not bug):
        A.fence_proxy("async.shared", space="cta")
    A.barrier(barrier_id=1, number_of_threads=128)
    tiled_mma.set(warpgroup.Field.ACCUMULATE, True)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)


@planted(
    Bug.PEER,
    "A multicast pipeline has no tail: the leader's last tile may come to a block that has ended.",
    also=(Bug.TMA_WAIT, Bug.LEAK),
    shape=(R, C),
    out=(2 * R, C),
    host=cluster_tma(True),
    block=32,
    want=lambda x: np.concatenate([x, 0 * x]),
    fill=0,
)
@cute.kernel
def multicast_into_a_block_that_ended(load: Any, gX: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    storage = utils.SmemAllocator().allocate(SharedStorage)
    s = storage.sIn.get_tensor(STAGED)
    bar = storage.mainloop.data_ptr()
    lane, rank = A.lane_idx(), A.block_idx_in_cluster()
    to, of = halves_of(load, s, gX, rank)
    if lane == 0:
        A.mbarrier_init(bar, 1)
    A.mbarrier_init_fence()
    meet()
    with A.elect_one():
        A.mbarrier_arrive_and_expect_tx(bar, NBYTES)
    cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar, mcast_mask=cutlass.Int16(3))  # found
    if rank == 0 or not bug:
        A.mbarrier_wait(bar, 0)
    if rank == 0:
        for row in range(R):
            out[row, lane] = s[row, lane, 0]
    if cutlass.const_expr(not bug):
        meet()


@planted(
    Bug.BYTES,
    "Each block of a multicast pair expects the bytes of its own half.",
    also=(Bug.TMA_WAIT, Bug.DEADLOCK, Bug.OVERFULL),
    shape=(R, C),
    out=(2 * R, C),
    host=cluster_tma(True),
    block=32,
    want=lambda x: np.concatenate([x, x]),
)
@cute.kernel
def expects_its_own_half(load: Any, gX: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    storage = utils.SmemAllocator().allocate(SharedStorage)
    s = storage.sIn.get_tensor(STAGED)
    bar = storage.mainloop.data_ptr()
    lane, rank = A.lane_idx(), A.block_idx_in_cluster()
    to, of = halves_of(load, s, gX, rank)
    if lane == 0:
        A.mbarrier_init(bar, 1)
    A.mbarrier_init_fence()
    meet()
    with A.elect_one():
        A.mbarrier_arrive_and_expect_tx(bar, NBYTES // 2 if bug else NBYTES)  # found
    cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar, mcast_mask=cutlass.Int16(3))  # found
    A.mbarrier_wait(bar, 0)  # found
    for row in range(R):
        out[rank * R + row, lane] = s[row, lane, 0]  # found
    meet()


def storing_tiles(kernel: Any, block: int) -> Any:
    """The host of kernels (x, store, gOut, bug)."""

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        tile = cute.make_layout((R, C), stride=(C, 1))
        store, gOut = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), out, tile, (R, C))
        kernel(x, store, gOut, bug).launch(grid=[1, 1, 1], block=[block, 1, 1])

    return host


@planted(
    Bug.TMA_WAIT,
    "An epilogue in two buffers lets two stores be under way before it writes the next tile.",
    also=(Bug.SHARED_RACE,),
    shape=(4 * R, C),
    want=lambda x: x + 1,
    host=storing_tiles,
    block=64,
)
@cute.kernel
def two_stores_of_two_buffers(x: cute.Tensor, store: Any, gOut: cute.Tensor, bug: cutlass.Constexpr):
    storage = utils.SmemAllocator().allocate(SharedStorage)
    s = storage.sOut.get_tensor(STAGED)
    w, lane = A.warp_idx(), A.lane_idx()
    of, to = split(store, s, gOut)
    for tile in range(4):
        if w == 0:
            A.cp_async_bulk_wait_group(2 if bug else 1, read=True)
        A.barrier(barrier_id=1, number_of_threads=64)
        for row in range(w, R, 2):
            s[row, lane, tile % 2] = x[tile * R + row, lane] + 1.0  # found
        A.fence_proxy("async.shared", space="cta")
        A.barrier(barrier_id=1, number_of_threads=64)
        if w == 0:
            cute.copy(store, of[None, tile % 2], to[None, tile])  # found
            A.cp_async_bulk_commit_group()
    if w == 0:
        A.cp_async_bulk_wait_group(0, read=True)


@planted(
    Bug.DEADLOCK,
    "Consumers leave after the tile that is needed last; the producer waits in its tail for stages they kept.",
    shape=(4 * R, C),
    out=(3 * R, C),
    want=lambda x: x[: 3 * R],
    host=tma_in,
    block=64,
)
@cute.kernel
def consumer_leaves_with_a_stage(load: Any, gX: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    storage = utils.SmemAllocator().allocate(SharedStorage)
    sIn = storage.sIn.get_tensor(STAGED)
    pipe = ring(storage)
    lane = A.lane_idx()
    if A.warp_idx() == 0:
        to, of = split(load, sIn, gX)
        state = pipeline.make_pipeline_state(PRODUCER, 2)
        for tile in range(3):
            pipe.producer_acquire(state)
            full = pipe.producer_get_barrier(state)
            cute.copy(load, of[None, tile], to[None, state.index], tma_bar_ptr=full)  # found
            state.advance()
        pipe.producer_tail(state)  # found
    else:
        state = pipeline.make_pipeline_state(CONSUMER, 2)
        for tile in range(3):
            pipe.consumer_wait(state)  # found
            for row in range(R):
                out[tile * R + row, lane] = sIn[row, lane, state.index]  # found
            if tile < 2 or not bug:
                pipe.consumer_release(state)  # found
            state.advance()


@planted(
    Bug.TMA_WAIT,
    "Two consumer warps share a stage, and the empty barrier counts one of them.",
    also=(Bug.SHARED_RACE, Bug.OVERFULL, Bug.DEADLOCK),
    shape=(6 * R, C),
    want=same,
    host=tma_in,
    block=96,
)
@cute.kernel
def empty_barrier_counts_one_of_two(load: Any, gX: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    storage = utils.SmemAllocator().allocate(SharedStorage)
    sIn = storage.sIn.get_tensor(STAGED)
    pipe = ring(storage, 1 if bug else 2)
    w, lane = A.warp_idx(), A.lane_idx()
    if w == 0:
        to, of = split(load, sIn, gX)
        state = pipeline.make_pipeline_state(PRODUCER, 2)
        for tile in range(6):
            pipe.producer_acquire(state)  # found
            full = pipe.producer_get_barrier(state)
            cute.copy(load, of[None, tile], to[None, state.index], tma_bar_ptr=full)  # found
            state.advance()
        pipe.producer_tail(state)
    else:
        state = pipeline.make_pipeline_state(CONSUMER, 2)
        for tile in range(6):
            pipe.consumer_wait(state)  # found
            for row in range(w - 1, R, 2):
                out[tile * R + row, lane] = sIn[row, lane, state.index]  # found
            pipe.consumer_release(state)  # found
            state.advance()


@planted(
    Bug.WGMMA_WAIT,
    "The loop keeps one multiply under way and gives back the stage that it reads.",
    also=(Bug.SHARED_RACE, Bug.PROXY_FENCE),
    x=small,
    out=(64, 8),
    block=128,
    want=lambda x: 3 * product(x),
    host=multiplying,
)
@cute.kernel
def stage_given_back_under_its_multiply(
    x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr
):
    sA, sB = operands(layouts)
    fill(x, sA, sB)
    A.fence_proxy("async.shared", space="cta")
    A.sync_threads()
    t, _, _ = A.thread_idx()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    tiled_mma.set(warpgroup.Field.ACCUMULATE, True)
    for k in cutlass.range_constexpr(3):
        warpgroup.fence()
        cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
        warpgroup.commit_group()
        warpgroup.wait_group(1 if bug else 0)
        A.sync_threads()
        if cutlass.const_expr(k < 2):
            for i in range(t, M * K, 128):
                sA[i // K, i % K] = x[i // K, i % K]  # found
            A.fence_proxy("async.shared", space="cta")
            A.sync_threads()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)
