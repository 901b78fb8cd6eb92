"""An mbarrier gets more arrivals in a phase than it was initialised for."""

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


@planted(Bug.OVERFULL, "Every thread of a warp arrives where one was counted.", block=32, shape=(32,), want=same)
@cute.kernel
def a_warp_for_one(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    bar = barriers(1, 1 if bug else 32)
    tidx, _, _ = cute.arch.thread_idx()
    cute.arch.mbarrier_arrive(bar)  # found
    cute.arch.mbarrier_wait(bar, 0)
    out[tidx] = x[tidx]


@planted(Bug.OVERFULL, "The barrier counts warps and the threads arrive.", want=same)
@cute.kernel
def warps_counted_threads_arrive(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    bar = barriers(1, 2)
    tidx, _, _ = cute.arch.thread_idx()
    if cute.arch.lane_idx() == 0 or bug:
        cute.arch.mbarrier_arrive(bar)  # found
    cute.arch.mbarrier_wait(bar, 0)
    out[tidx] = x[tidx]


@planted(
    Bug.OVERFULL, "The count of an arrival is the number of threads, in each thread.", block=32, shape=(32,), want=same
)
@cute.kernel
def count_in_each_thread(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    bar = barriers(1, 32)
    tidx, _, _ = cute.arch.thread_idx()
    cute.arch.mbarrier_arrive(bar, arrive_count=32 if bug else 1)  # found
    cute.arch.mbarrier_wait(bar, 0)
    out[tidx] = x[tidx]


@planted(
    Bug.OVERFULL,
    "The producer arrives once with the bytes and, by habit, once more by `mbarrier_arrive`.",
    shape=(ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def arrival_besides_the_bytes(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bar = stages(1), barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, TILE_BYTES)
            if bug:
                cute.arch.mbarrier_arrive(bar)  # found
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar)
    cute.arch.mbarrier_wait(bar, 0)
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0]


@planted(
    Bug.OVERFULL,
    "All threads of the consumer warp release a stage that counts one release.",
    shape=(4, 32),
    want=same,
)
@cute.kernel
def every_lane_releases(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((2, 32), stride=(32, 1)))
    threads = pipeline.Agent.Thread
    pipe = pipeline.PipelineAsync.create(
        num_stages=2,
        producer_group=pipeline.CooperativeGroup(threads, 32),
        consumer_group=pipeline.CooperativeGroup(threads, 1 if bug else 32),
    )
    lane = cute.arch.lane_idx()
    if cute.arch.warp_idx() == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 2)
        for row in range(4):
            pipe.producer_acquire(state)
            s[state.index, lane] = x[row, lane]
            pipe.producer_commit(state)
            state.advance()
        pipe.producer_tail(state)
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 2)
        for row in range(4):
            pipe.consumer_wait(state)
            out[row, lane] = s[state.index, lane]
            pipe.consumer_release(state)  # found
            state.advance()
