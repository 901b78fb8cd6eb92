"""An mbarrier expects other bytes than the copies of its phase bring."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline
from tests.unit.checker.planted.case import Bug, planted
from tests.unit.checker.planted.tma import ROWS, TILE_BYTES, barriers, loading, partitioned, stages


def same(x: np.ndarray) -> np.ndarray:
    return x


@planted(
    Bug.BYTES,
    "The bytes of a tile are counted in elements, so the phase is complete after a quarter of it.",
    shape=(ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def elements_for_bytes(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bar = stages(1), barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, TILE_BYTES // 4 if bug else TILE_BYTES)  # found
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar)  # found
    cute.arch.mbarrier_wait(bar, 0)  # found
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0]


@planted(
    Bug.BYTES,
    "Two tiles come to one mbarrier, which expects the bytes of the first.",
    shape=(2 * ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def second_operand_not_counted(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bar = stages(2), barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, TILE_BYTES * (1 if bug else 2))  # found
        for tile in cutlass.range_constexpr(2):
            cute.copy(load, of[None, tile], to[None, tile], tma_bar_ptr=bar)  # found
    cute.arch.mbarrier_wait(bar, 0)  # found
    for row in range(warp, 2 * ROWS, 2):
        out[row, lane] = s[row % ROWS, lane, row // ROWS]


@planted(
    Bug.BYTES,
    "The tile was made smaller and the expected bytes were not: the phase never completes.",
    shape=(ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def bytes_of_a_greater_tile(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bar = stages(1), barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, TILE_BYTES * (2 if bug else 1))  # found
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar)  # found
    cute.arch.mbarrier_wait(bar, 0)  # found
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0]


@planted(
    Bug.BYTES,
    "After the last tile that is read, half of another one is copied; an acquire that only waits copies nothing.",
    shape=(2 * ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def half_a_stage_after_the_last(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(2)
    group = pipeline.CooperativeGroup(pipeline.Agent.Thread)
    pipe = pipeline.PipelineTmaAsync.create(
        num_stages=1, producer_group=group, consumer_group=group, tx_count=2 * TILE_BYTES
    )
    to, of = partitioned(load, s, source)
    lane = cute.arch.lane_idx()
    if cute.arch.warp_idx() == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 1)
        pipe.producer_acquire(state)
        for tile in cutlass.range_constexpr(2):
            cute.copy(load, of[None, tile], to[None, tile], tma_bar_ptr=pipe.producer_get_barrier(state))
        state.advance()
        pipe.producer_acquire(state)  # found
        if bug:
            cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=pipe.producer_get_barrier(state))  # found
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 1)
        pipe.consumer_wait(state)
        for row in range(2 * ROWS):
            out[row, lane] = s[row % ROWS, lane, row // ROWS]
        pipe.consumer_release(state)


@planted(
    Bug.BYTES,
    "A pipeline is made with the bytes of half precision for tiles of single precision.",
    shape=(3 * ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def pipeline_of_another_type(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(2)
    group = pipeline.CooperativeGroup(pipeline.Agent.Thread)
    pipe = pipeline.PipelineTmaAsync.create(
        num_stages=2, producer_group=group, consumer_group=group, tx_count=TILE_BYTES // 2 if bug else TILE_BYTES
    )
    to, of = partitioned(load, s, source)
    lane = cute.arch.lane_idx()
    if cute.arch.warp_idx() == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 2)
        for tile in range(3):
            pipe.producer_acquire(state)  # found
            barrier = pipe.producer_get_barrier(state)
            cute.copy(load, of[None, tile], to[None, state.index], tma_bar_ptr=barrier)  # found
            state.advance()
        pipe.producer_tail(state)  # found
    else:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 2)
        for tile in range(3):
            pipe.consumer_wait(state)  # found
            for row in range(ROWS):
                out[tile * ROWS + row, lane] = s[row, lane, state.index]
            pipe.consumer_release(state)
            state.advance()


@planted(
    Bug.BYTES,
    "The bytes are announced at one stage's mbarrier and the copy counts at the next one.",
    shape=(2 * ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def bytes_at_another_stage(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bars = stages(2), barriers(2)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        for tile in cutlass.range_constexpr(2):
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(bars if bug else bars + tile, TILE_BYTES)  # found
            cute.copy(load, of[None, tile], to[None, tile], tma_bar_ptr=bars + tile)  # found
    for tile in cutlass.range_constexpr(2):
        cute.arch.mbarrier_wait(bars + tile, 0)  # found
        for row in range(warp, ROWS, 2):
            out[tile * ROWS + row, lane] = s[row, lane, tile]


@planted(
    Bug.DEADLOCK,
    "Two warps load the halves of a stage, and one waits for a signal that nobody gives: no bytes are wrong.",
    shape=(4 * ROWS, 32),
    out=(32,),
    want=lambda x: x.sum(0),
    host=lambda kernel, _: loading(kernel, 96),
)
@cute.kernel
def one_of_two_loaders_waits(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bars = stages(2), barriers(3)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp < 2:
        for turn in cutlass.range_constexpr(2):
            if turn == 1:
                cute.arch.mbarrier_wait(bars + 1 + warp, 0)  # found
            if warp == 0:
                with cute.arch.elect_one():
                    cute.arch.mbarrier_arrive_and_expect_tx(bars, 2 * TILE_BYTES)  # found
            cute.copy(load, of[None, 2 * turn + warp], to[None, warp], tma_bar_ptr=bars)  # found
    else:
        total = cutlass.Float32(0.0)
        for turn in cutlass.range_constexpr(2):
            cute.arch.mbarrier_wait(bars, turn)  # found
            for row in range(2 * ROWS):
                total += s[row % ROWS, lane, row // ROWS]
            cute.arch.sync_warp()
            if lane < (1 if bug else 2) and turn == 0:
                cute.arch.mbarrier_arrive(bars + 1 + lane)  # found
        out[lane] = total
