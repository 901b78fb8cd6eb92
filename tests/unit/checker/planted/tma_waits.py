"""A tile is read before its bulk copy has written it, or overwritten before a bulk store has read it."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline
from tests.unit.checker.planted.case import Bug, planted
from tests.unit.checker.planted.tma import ROWS, TILE_BYTES, barriers, loading, partitioned, stages, storing


def same(x: np.ndarray) -> np.ndarray:
    return x


@planted(Bug.TMA_WAIT, "Nobody waits for the tile.", shape=(ROWS, 32), want=same, host=loading)
@cute.kernel
def tile_not_awaited(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bar = stages(1), barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, TILE_BYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar)  # found
    if not bug:
        cute.arch.mbarrier_wait(bar, 0)
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0]  # found
    cute.arch.mbarrier_wait(bar, 0)


@planted(
    Bug.TMA_WAIT,
    "The wait names phase 1, which a fresh mbarrier has behind it.",
    also=(Bug.DEADLOCK,),
    shape=(ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def wait_for_the_other_phase(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bar = stages(1), barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, TILE_BYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar)  # found
    cute.arch.mbarrier_wait(bar, 1 if bug else 0)  # found
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0]  # found
    cute.arch.mbarrier_wait(bar, 0)  # found


@planted(
    Bug.TMA_WAIT,
    "The phase is not flipped for the second use of the mbarrier, so the second wait is over at once.",
    also=(Bug.DEADLOCK,),
    shape=(2 * ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def phase_not_flipped(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bar = stages(1), barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for tile in cutlass.range_constexpr(2):
        if warp == 0:
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(bar, TILE_BYTES)
            cute.copy(load, of[None, tile], to[None, 0], tma_bar_ptr=bar)  # found
        cute.arch.mbarrier_wait(bar, 0 if bug else tile)  # found
        for row in range(warp, ROWS, 2):
            out[tile * ROWS + row, lane] = s[row, lane, 0]  # found
        if bug:
            cute.arch.mbarrier_wait(bar, tile)  # found
        cute.arch.sync_threads()  # found


@planted(
    Bug.TMA_WAIT,
    "Only the warp that issued the copy waits for it; the other one reads along.",
    shape=(ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def only_the_issuer_waits(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bar = stages(1), barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, TILE_BYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar)  # found
    if warp == 0 or not bug:
        cute.arch.mbarrier_wait(bar, 0)
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0]  # found
    cute.arch.mbarrier_wait(bar, 0)


@planted(
    Bug.TMA_WAIT,
    "A consumer of a pipeline takes the next stage without `consumer_wait`.",
    shape=(3 * ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def consumer_does_not_wait(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(2)
    group = pipeline.CooperativeGroup(pipeline.Agent.Thread)
    pipe = pipeline.PipelineTmaAsync.create(
        num_stages=2, producer_group=group, consumer_group=group, tx_count=TILE_BYTES
    )
    to, of = partitioned(load, s, source)
    lane = cute.arch.lane_idx()
    if cute.arch.warp_idx() == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 2)
        for tile in range(3):
            pipe.producer_acquire(state)
            barrier = pipe.producer_get_barrier(state)
            cute.copy(load, of[None, tile], to[None, state.index], tma_bar_ptr=barrier)  # found
            state.advance()
        pipe.producer_tail(state)
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 2)
        for tile in range(3):
            if tile != 1 or not bug:
                pipe.consumer_wait(state)
            for row in range(ROWS):
                out[tile * ROWS + row, lane] = s[row, lane, state.index]  # found
            pipe.consumer_release(state)
            state.advance()


@planted(
    Bug.TMA_WAIT,
    "A consumer gives the stage back before it has read it; the producer's next copy overwrites it.",
    shape=(3 * ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def stage_released_before_it_is_read(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    group = pipeline.CooperativeGroup(pipeline.Agent.Thread)
    pipe = pipeline.PipelineTmaAsync.create(
        num_stages=1, producer_group=group, consumer_group=group, tx_count=TILE_BYTES
    )
    to, of = partitioned(load, s, source)
    lane = cute.arch.lane_idx()
    if cute.arch.warp_idx() == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 1)
        for tile in range(3):
            pipe.producer_acquire(state)
            barrier = pipe.producer_get_barrier(state)
            cute.copy(load, of[None, tile], to[None, 0], tma_bar_ptr=barrier)  # found
            state.advance()
        pipe.producer_tail(state)
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 1)
        for tile in range(3):
            pipe.consumer_wait(state)
            if bug:
                pipe.consumer_release(state)
            for row in range(ROWS):
                out[tile * ROWS + row, lane] = s[row, lane, 0]  # found
            cute.arch.sync_warp()
            if not bug:
                pipe.consumer_release(state)
            state.advance()


@planted(
    Bug.TMA_WAIT,
    "An epilogue writes the next tile over the one that a bulk store still reads.",
    shape=(2 * ROWS, 32),
    want=same,
    host=storing,
)
@cute.kernel
def store_still_reads(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for tile in cutlass.range_constexpr(2):
        for row in range(warp, ROWS, 2):
            s[row, lane, 0] = x[tile * ROWS + row, lane]  # found
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.sync_threads()
        if warp == 0:
            cute.copy(store, of[None, 0], to[None, tile])  # found
            cute.arch.cp_async_bulk_commit_group()
            if not bug:
                cute.arch.cp_async_bulk_wait_group(0, read=True)
        cute.arch.sync_threads()
    cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.TMA_WAIT,
    "Two buffers of an epilogue, and a wait that lets two stores be under way.",
    shape=(4 * ROWS, 32),
    want=same,
    host=storing,
)
@cute.kernel
def store_waits_one_group_too_few(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(2)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for tile in cutlass.range_constexpr(4):
        if warp == 0:
            cute.arch.cp_async_bulk_wait_group(2 if bug else 1, read=True)
        cute.arch.sync_threads()
        for row in range(warp, ROWS, 2):
            s[row, lane, tile % 2] = x[tile * ROWS + row, lane]  # found
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.sync_threads()
        if warp == 0:
            cute.copy(store, of[None, tile % 2], to[None, tile])  # found
            cute.arch.cp_async_bulk_commit_group()
    cute.arch.cp_async_bulk_wait_group(0)
