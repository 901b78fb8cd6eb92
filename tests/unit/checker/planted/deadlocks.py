"""Warps wait for what no thread does any more."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from tests.unit.checker.planted.case import Bug, planted
from tests.unit.checker.planted.tma import ROWS, TILE_BYTES, barriers, loading, partitioned, stages


def same(x: np.ndarray) -> np.ndarray:
    return x


@planted(Bug.DEADLOCK, "The two warps of an exchange name different barriers.", want=same)
@cute.kernel
def barriers_crossed(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    if cute.arch.warp_idx() == 0:
        cute.arch.barrier(barrier_id=1, number_of_threads=64)  # found
    else:
        cute.arch.barrier(barrier_id=2 if bug else 1, number_of_threads=64)  # found
    out[tidx] = x[tidx]


@planted(
    Bug.DEADLOCK, "The arrival at the cluster's barrier was deleted, its wait was not.", want=same, cluster=2, grid=2
)
@cute.kernel
def cluster_waits_without_arriving(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    if cute.arch.block_idx_in_cluster() == 0:
        out[tidx] = x[tidx]
    if not bug:
        cute.arch.cluster_arrive()
    cute.arch.cluster_wait()  # found


@planted(Bug.DEADLOCK, "A cluster waits twice for one arrival.", want=same, cluster=2, grid=2)
@cute.kernel
def cluster_waits_twice(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    cute.arch.cluster_arrive()  # found
    cute.arch.cluster_wait()
    if cute.arch.block_idx_in_cluster() == 1:
        out[tidx] = x[tidx]
    if not bug:
        cute.arch.cluster_arrive()
    cute.arch.cluster_wait()  # found


@planted(
    Bug.DEADLOCK,
    "The mbarrier counts one arrival, and each of two warps makes one: it ends two phases.",
    want=same,
    block=96,
)
@cute.kernel
def one_counted_two_warps_arrive(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bar = barriers(1, 1 if bug else 2)
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64), 16)
    if tidx < 64:
        s[tidx] = x[tidx]
        cute.arch.sync_warp()
        if cute.arch.lane_idx() == 0:
            cute.arch.mbarrier_arrive(bar)  # found
    else:
        cute.arch.mbarrier_wait(bar, 0)  # found
        for k in cutlass.range_constexpr(2):
            out[32 * k + tidx - 64] = s[32 * k + tidx - 64]


@planted(Bug.DEADLOCK, "The mbarrier counts all threads, and one of each warp arrives.", want=same)
@cute.kernel
def threads_counted_warps_arrive(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    bar = barriers(1, 64 if bug else 2)
    tidx, _, _ = cute.arch.thread_idx()
    if cute.arch.lane_idx() == 0:
        cute.arch.mbarrier_arrive(bar)  # found
    cute.arch.mbarrier_wait(bar, 0)  # found
    out[tidx] = x[tidx]


def ring() -> Any:
    """Rows of shared memory and a ring of two stages between two warps."""
    smem = utils.SmemAllocator()
    s = smem.allocate_tensor(cutlass.Float32, cute.make_layout((2, 32), stride=(32, 1)))
    group = pipeline.CooperativeGroup(pipeline.Agent.Thread, 32)
    return s, pipeline.PipelineAsync.create(num_stages=2, producer_group=group, consumer_group=group)


@planted(
    Bug.DEADLOCK, "The consumer forgets to release its stages; the ring is full after two.", shape=(4, 32), want=same
)
@cute.kernel
def stages_never_released(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, pipe = ring()
    lane = cute.arch.lane_idx()
    if cute.arch.warp_idx() == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 2)
        for row in range(4):
            pipe.producer_acquire(state)  # found
            s[state.index, lane] = x[row, lane]
            pipe.producer_commit(state)  # found
            state.advance()
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 2)
        for row in range(4):
            pipe.consumer_wait(state)  # found
            out[row, lane] = s[state.index, lane]
            if not bug:
                pipe.consumer_release(state)
            state.advance()


@planted(Bug.DEADLOCK, "The consumer expects one tile more than the producer brings.", shape=(4, 32), want=same)
@cute.kernel
def one_tile_too_many(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, pipe = ring()
    lane = cute.arch.lane_idx()
    if cute.arch.warp_idx() == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 2)
        for row in range(3 if bug else 4):
            pipe.producer_acquire(state)
            s[state.index, lane] = x[row, lane]
            pipe.producer_commit(state)  # found
            state.advance()
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 2)
        for row in range(4):
            pipe.consumer_wait(state)  # found
            out[row, lane] = s[state.index, lane]
            pipe.consumer_release(state)
            state.advance()


@planted(
    Bug.DEADLOCK,
    "The consumer's state does not advance, so it waits for the same stage again.",
    shape=(4, 32),
    want=same,
)
@cute.kernel
def state_not_advanced(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, pipe = ring()
    lane = cute.arch.lane_idx()
    if cute.arch.warp_idx() == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 2)
        for row in range(4):
            pipe.producer_acquire(state)
            s[state.index, lane] = x[row, lane]
            pipe.producer_commit(state)  # found
            if not bug:
                state.advance()
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 2)
        for row in range(4):
            pipe.consumer_wait(state)  # found
            out[row, lane] = s[state.index, lane]
            pipe.consumer_release(state)
            state.advance()


@planted(Bug.DEADLOCK, "A named barrier counts three warps of a block of two.", want=same)
@cute.kernel
def barrier_of_more_warps(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    cute.arch.barrier(barrier_id=1, number_of_threads=96 if bug else 64)  # found
    out[tidx] = x[tidx]


@planted(
    Bug.DEADLOCK,
    "The branch that issues the copy is not taken, and all wait for its bytes.",
    shape=(ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def copy_never_issued(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bar = stages(1), barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == (2 if bug else 0):
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, TILE_BYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar)
    cute.arch.mbarrier_wait(bar, 0)  # found
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0]


@planted(
    Bug.DEADLOCK,
    "A barrier of the grid waits for one block more than there is.",
    shape=(2, 32),
    out=(65,),
    grid=2,
    block=32,
    fill=0,
    want=lambda x: np.append(x, 2),
)
@cute.kernel
def grid_barrier_for_too_many(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    """Nobody waits at a barrier: all blocks look at a counter that has its last value."""
    lane = cute.arch.lane_idx()
    block, _, _ = cute.arch.block_idx()
    if lane == 0:
        came = out.iterator + 64
        cute.arch.atomic_add(came, cutlass.Float32(1.0), sem="acq_rel", scope="gpu")
        count = cute.arch.load(came, sem="acquire", scope="gpu")  # found
        while count < (3.0 if bug else 2.0):
            count = cute.arch.load(came, sem="acquire", scope="gpu")  # found
    cute.arch.sync_warp()
    out[block * 32 + lane] = x[block, lane]


@planted(
    Bug.DEADLOCK,
    "Two warps wait for each other's flag, and set their own afterwards.",
    shape=(64,),
    want=lambda x: x,
)
@cute.kernel
def flags_in_a_circle(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    flags = utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(2))
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.warp_idx()
    if tidx < 2:
        flags[tidx] = 0
    cute.arch.sync_threads()
    if not bug:
        cute.arch.store(flags.iterator + warp, cutlass.Int32(1), sem="release", scope="cta")
    other = cute.arch.load(flags.iterator + (1 - warp), sem="acquire", scope="cta")  # found
    while other == 0:
        other = cute.arch.load(flags.iterator + (1 - warp), sem="acquire", scope="cta")  # found
    if bug:
        cute.arch.store(flags.iterator + warp, cutlass.Int32(1), sem="release", scope="cta")
    out[tidx] = x[tidx]
