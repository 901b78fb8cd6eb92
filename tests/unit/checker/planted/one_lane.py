"""One lane publishes or acquires for its warp, and the other lanes have not met it."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, planted
from tests.unit.checker.planted.tma import ROWS, TILE_BYTES, barriers, loading, partitioned, stages


def same(x: np.ndarray) -> np.ndarray:
    return x


@planted(
    Bug.SHARED_RACE,
    "One lane arrives at the full barrier for its warp, without `sync_warp` after the lanes' stores.",
    want=lambda x: x[:32],
    out=(32,),
)
@cute.kernel
def one_lane_arrives_full(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(32), 16)
    full = barriers(1)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < 32:
        s[tidx] = x[tidx]  # found
        if not bug:
            cute.arch.sync_warp()
        if tidx == 0:
            cute.arch.mbarrier_arrive(full)
    else:
        cute.arch.mbarrier_wait(full, 0)
        out[tidx - 32] = s[tidx - 32]  # found


@planted(
    Bug.SHARED_RACE,
    "A consumer warp's first lane gives the stage back before the others have read it.",
    shape=(4, 32),
    want=same,
)
@cute.kernel
def one_lane_arrives_empty(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(32), 16)
    full, empty = barriers(1, 32), barriers(1)
    tidx, _, _ = cute.arch.thread_idx()
    lane = cute.arch.lane_idx()
    for row in range(4):
        if tidx < 32:
            cute.arch.mbarrier_wait(empty, (row + 1) % 2)
            s[lane] = x[row, lane]  # found
            cute.arch.mbarrier_arrive(full)
        else:
            cute.arch.mbarrier_wait(full, row % 2)
            out[row, lane] = s[lane]  # found
            if not bug:
                cute.arch.sync_warp()
            if lane == 0:
                cute.arch.mbarrier_arrive(empty)


@planted(
    Bug.TMA_WAIT,
    "The lane that gives a stage back of a bulk load is elected before the other lanes have read.",
    shape=(2 * ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def elected_before_the_reads(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    full, empty = barriers(1), barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for tile in range(2):
        if warp == 0:
            cute.arch.mbarrier_wait(empty, (tile + 1) % 2)
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(full, TILE_BYTES)
            cute.copy(load, of[None, tile], to[None, 0], tma_bar_ptr=full)  # found
        else:
            cute.arch.mbarrier_wait(full, tile % 2)
            for row in range(ROWS):
                out[tile * ROWS + row, lane] = s[row, lane, 0]  # found
            if not bug:
                cute.arch.sync_warp()
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive(empty)


@planted(
    Bug.TMA_WAIT,
    "Only the elected lane waits for the tile; the others of its warp read at once.",
    shape=(ROWS, 32),
    want=same,
    host=loading,
    block=32,
)
@cute.kernel
def one_lane_waits(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    full = barriers(1)
    to, of = partitioned(load, s, source)
    lane = cute.arch.lane_idx()
    with cute.arch.elect_one():
        cute.arch.mbarrier_arrive_and_expect_tx(full, TILE_BYTES)
    cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=full)  # found
    if lane == 0:
        cute.arch.mbarrier_wait(full, 0)
    if not bug:
        cute.arch.sync_warp()
    for row in range(ROWS):
        out[row, lane] = s[row, lane, 0]  # found


@planted(
    Bug.SHARED_RACE,
    "One lane of each consumer warp polls the full barrier, and nothing tells the others.",
    want=lambda x: 2 * x[:32],
    out=(32,),
)
@cute.kernel
def one_lane_polls(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(32), 16)
    full = barriers(1, 32)
    tidx, _, _ = cute.arch.thread_idx()
    lane = cute.arch.lane_idx()
    if tidx < 32:
        s[lane] = x[lane]  # found
        cute.arch.mbarrier_arrive(full)
    else:
        if lane == 0:
            done = cute.arch.mbarrier_try_wait(full, 0)
            while not done:
                done = cute.arch.mbarrier_try_wait(full, 0)
        if not bug:
            cute.arch.sync_warp()
        out[lane] = 2.0 * s[lane]  # found


@planted(
    Bug.GLOBAL_RACE,
    "Lane 0 acquires the flag of another block, and its warp goes on without meeting it.",
    shape=(64,),
    out=(2, 64),
    grid=2,
    block=32,
    fill=0,
    want=lambda x: np.vstack([2 * x[:32].repeat(2).reshape(32, 2).T.reshape(-1), np.eye(1, 64)]),
)
@cute.kernel
def one_lane_acquires(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    bidx, _, _ = cute.arch.block_idx()
    flag = out.iterator + 64
    if bidx == 0:
        out[0, lane] = 2.0 * x[lane]  # found
        cute.arch.sync_warp()
        if lane == 0:
            cute.arch.store(flag, cutlass.Float32(1.0), sem="release", scope="gpu")
    else:
        if lane == 0:
            seen = cute.arch.load(flag, sem="acquire", scope="gpu")
            while seen == 0.0:
                seen = cute.arch.load(flag, sem="acquire", scope="gpu")
        if not bug:
            cute.arch.sync_warp()
        out[0, lane + 32] = out[0, lane]  # found


@planted(
    Bug.SHARED_RACE,
    "A warp reduces into shared memory and its last lane signals the other warp without meeting the rest.",
    want=lambda x: [x[:32].sum()],
    out=(1,),
)
@cute.kernel
def partials_signalled_by_the_last_lane(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(8), 16)
    full = barriers(1)
    tidx, _, _ = cute.arch.thread_idx()
    lane = cute.arch.lane_idx()
    if tidx < 32:
        part = cute.arch.warp_reduction_sum(x[tidx], threads_in_group=4)
        if lane % 4 == 0:
            s[lane // 4] = part  # found
        if not bug:
            cute.arch.sync_warp()
        if lane == 31:
            cute.arch.mbarrier_arrive(full)
    else:
        cute.arch.mbarrier_wait(full, 0)
        value = cutlass.Float32(0.0)
        if lane < 8:
            value = s[lane]  # found
        total = cute.arch.warp_reduction_sum(value)
        if lane == 0:
            out[0] = total


@planted(
    Bug.SHARED_RACE,
    "All lanes arrive at the barrier of their own data and read each other's before the phase has ended.",
    shape=(32,),
    block=32,
    want=lambda x: x[::-1],
)
@cute.kernel
def arrives_and_does_not_wait(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(32), 16)
    full = barriers(1, 32)
    tidx, _, _ = cute.arch.thread_idx()
    s[tidx] = x[tidx]  # found
    cute.arch.mbarrier_arrive(full)
    if cutlass.const_expr(not bug):
        cute.arch.mbarrier_wait(full, 0)
    out[tidx] = s[31 - tidx]  # found
    if cutlass.const_expr(bug):
        cute.arch.mbarrier_wait(full, 0)
