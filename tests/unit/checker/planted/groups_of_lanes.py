"""Lanes of a warp commit groups of their own: each waits for those that it started and committed itself."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.cute.nvgpu import cpasync
from tests.unit.checker.planted.case import Bug, helper, planted
from tests.unit.checker.planted.copy_waits import copy_row
from tests.unit.checker.planted.copy_waits import rows as tiles
from tests.unit.checker.planted.started_by_one_lane import F32, LANES, row, tile

arch = cute.arch


def same(x: np.ndarray) -> np.ndarray:
    return x


@helper
@cute.jit
def start(s: cute.Tensor, target: cute.Tensor) -> None:
    """Starts a bulk store."""
    cute.copy(cute.make_copy_atom(cpasync.CopyBulkS2GOp(), F32), s, target)  # found


@cute.jit
def filled(x: cute.Tensor, number: Any) -> Any:
    """A tile that bulk stores may read, with a row."""
    s = tile()
    s[arch.lane_idx()] = x[number, arch.lane_idx()]
    arch.fence_proxy("async.shared", space="cta")
    arch.sync_warp()
    return s


@planted(
    Bug.TMA_WAIT,
    "Lanes 0 and 1 have each started a bulk store, and lane 0 alone waits before the tiles are cleared.",
    also=(Bug.LEAK,),
    shape=(2, LANES),
    block=LANES,
    want=same,
)
@cute.kernel
def two_lanes_store(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = arch.lane_idx()
    first, second = filled(x, 0), filled(x, 1)
    if lane == 0:
        start(first, row(out, 0))
        arch.cp_async_bulk_commit_group()
    if lane == 1:
        start(second, row(out, 1))
        arch.cp_async_bulk_commit_group()
    if lane == 0:
        arch.cp_async_bulk_wait_group(0, read=True)
    if not bug:
        if lane == 1:
            arch.cp_async_bulk_wait_group(0, read=True)
    arch.sync_warp()
    first[lane] = F32(0)
    second[lane] = F32(0)  # found


@planted(
    Bug.TMA_WAIT,
    "Lane 1 has started one bulk store and lets one be under way, as lane 0 does, which has started two.",
    shape=(3, LANES),
    block=LANES,
    want=same,
)
@cute.kernel
def lanes_count_their_own(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = arch.lane_idx()
    first, second, third = filled(x, 0), filled(x, 1), filled(x, 2)
    if lane == 0:
        start(first, row(out, 0))
        arch.cp_async_bulk_commit_group()
    if lane == 1:
        start(second, row(out, 1))
        arch.cp_async_bulk_commit_group()
    if lane == 0:
        start(third, row(out, 2))
        arch.cp_async_bulk_commit_group()
        arch.cp_async_bulk_wait_group(1, read=True)
    if lane == 1:
        arch.cp_async_bulk_wait_group(1 if bug else 0, read=True)
    arch.sync_warp()
    first[lane] = F32(0)
    second[lane] = F32(0)  # found
    arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.TMA_WAIT,
    "Lane 1 commits the bulk store that lane 0 has started and waits for.",
    also=(Bug.LEAK,),
    shape=(1, LANES),
    block=LANES,
    want=same,
)
@cute.kernel
def another_lane_commits(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = arch.lane_idx()
    s = filled(x, 0)
    if lane == 0:
        start(s, row(out, 0))
    if lane == (1 if bug else 0):
        arch.cp_async_bulk_commit_group()
    if lane == 0:
        arch.cp_async_bulk_wait_group(0, read=True)
    arch.sync_warp()
    s[lane] = F32(0)  # found


@planted(
    Bug.COPY_WAIT,
    "The halves of a warp copy in branches of their own, and the second half does not wait.",
    also=(Bug.LEAK,),
    shape=(64,),
    block=LANES,
    want=lambda x: x.reshape(LANES, 2)[::-1].ravel(),
)
@cute.kernel
def halves_of_a_warp_copy(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = arch.lane_idx()
    s = tiles(1)
    if lane < LANES // 2:
        copy_row(x, s[0, None], lane, 64)
        arch.cp_async_commit_group()
        arch.cp_async_wait_group(0)
    else:
        copy_row(x, s[0, None], lane, 64)
        arch.cp_async_commit_group()
        if not bug:
            arch.cp_async_wait_group(0)
    arch.sync_warp()
    out[2 * lane] = s[0, 62 - 2 * lane]  # found
    out[2 * lane + 1] = s[0, 63 - 2 * lane]  # found


@planted(
    Bug.TMA_WAIT,
    "Lane 0 commits the bulk store and the whole warp waits: 31 lanes have waited for nothing, and write the next row.",
    shape=(3, LANES),
    block=LANES,
    want=same,
)
@cute.kernel
def a_warp_waits_for_one_lane(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = arch.lane_idx()
    s = tile()
    for k in range(3):
        s[lane] = x[k, lane]  # found
        arch.fence_proxy("async.shared", space="cta")
        arch.sync_warp()
        if lane == 0:
            start(s, row(out, k))
            arch.cp_async_bulk_commit_group()
        arch.cp_async_bulk_wait_group(0, read=True)
        if cutlass.const_expr(not bug):
            arch.sync_warp()


@planted(
    Bug.TMA_WAIT,
    "As above with two stages: the wait leaves one store under way, and the warp writes the stage before that.",
    shape=(4, LANES),
    block=LANES,
    want=same,
)
@cute.kernel
def a_warp_waits_for_a_stage(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = arch.lane_idx()
    first, second = tile(), tile()
    for k in range(2):
        first[lane] = x[2 * k, lane]  # found
        arch.fence_proxy("async.shared", space="cta")
        arch.sync_warp()
        with arch.elect_one():
            start(first, row(out, 2 * k))
            arch.cp_async_bulk_commit_group()
        arch.cp_async_bulk_wait_group(1, read=True)
        if cutlass.const_expr(not bug):
            arch.sync_warp()
        second[lane] = x[2 * k + 1, lane]  # found
        arch.fence_proxy("async.shared", space="cta")
        arch.sync_warp()
        with arch.elect_one():
            start(second, row(out, 2 * k + 1))
            arch.cp_async_bulk_commit_group()
        arch.cp_async_bulk_wait_group(1, read=True)
        if cutlass.const_expr(not bug):
            arch.sync_warp()
    arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.TMA_WAIT,
    "A warp waits for the store that its lane 0 committed, and lane 1 tells the next warp by an mbarrier.",
    shape=(2, LANES),
    block=2 * LANES,
    want=same,
)
@cute.kernel
def another_lane_says_that_the_store_is_over(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    warp, lane = arch.warp_idx(), arch.lane_idx()
    s = tile()
    over = utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    if arch.thread_idx()[0] == 0:
        arch.mbarrier_init(over, 1)
        arch.mbarrier_init_fence()
    arch.sync_threads()
    if warp == 0:
        s[lane] = x[0, lane]
        arch.fence_proxy("async.shared", space="cta")
        arch.sync_warp()
        if lane == 0:
            start(s, row(out, 0))
            arch.cp_async_bulk_commit_group()
        arch.cp_async_bulk_wait_group(0, read=True)
        if lane == (1 if bug else 0):
            arch.mbarrier_arrive(over)
    else:
        arch.mbarrier_wait(over, 0)
        s[lane] = x[1, lane]  # found
        out[1, lane] = s[lane]


@planted(
    Bug.TMA_WAIT,
    "Every lane of a warp waits for lane 0's store into global memory, and reads it without meeting lane 0.",
    shape=(LANES,),
    out=(2 * LANES,),
    block=LANES,
    want=lambda x: np.concatenate([x, x[::-1]]),
)
@cute.kernel
def a_warp_reads_what_one_lane_stored(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = arch.lane_idx()
    s = tile()
    s[lane] = x[lane]
    arch.fence_proxy("async.shared", space="cta")
    arch.sync_warp()
    if lane == 0:
        start(s, row(out, 0))
        arch.cp_async_bulk_commit_group()
    arch.cp_async_bulk_wait_group(0)
    if cutlass.const_expr(not bug):
        arch.sync_warp()
    out[LANES + lane] = out[LANES - 1 - lane]  # found


@planted(
    Bug.TMA_WAIT,
    "A pipeline of stores: one warp commits and acquires the stage as a whole, and fills it without meeting lane 0.",
    shape=(4, LANES),
    block=LANES,
    want=same,
)
@cute.kernel
def a_pipeline_of_stores_in_one_warp(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = arch.lane_idx()
    group = pipeline.CooperativeGroup(pipeline.Agent.Thread, LANES)
    stores = pipeline.PipelineTmaStore.create(num_stages=1, producer_group=group)
    s = tile()
    for k in range(4):
        s[lane] = x[k, lane]  # found
        arch.fence_proxy("async.shared", space="cta")
        arch.sync_warp()
        with arch.elect_one():
            start(s, row(out, k))
        stores.producer_commit()
        stores.producer_acquire()
        if cutlass.const_expr(not bug):
            arch.sync_warp()
    stores.producer_tail()
