"""A wait that only looks: its answer is dropped, or the path without the phase goes on all the same."""

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
    Bug.TMA_WAIT,
    "The consumer tries the phase once and reads whatever the answer is.",
    shape=(ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def tried_once(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    full = barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(full, TILE_BYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=full)  # found
    else:
        if bug:
            cute.arch.mbarrier_try_wait(full, 0)
        else:
            cute.arch.mbarrier_wait(full, 0)
        for row in range(ROWS):
            out[row, lane] = s[row, lane, 0]  # found


@planted(
    Bug.TMA_WAIT,
    "The peek of a pipeline is taken for the wait: the token is never used.",
    shape=(2 * ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def token_dropped(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(2)
    full = barriers(2)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        for tile in cutlass.range_constexpr(2):
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(full + tile, TILE_BYTES)
            cute.copy(load, of[None, tile], to[None, tile], tma_bar_ptr=full + tile)  # found
    else:
        for tile in cutlass.range_constexpr(2):
            ready = cute.arch.mbarrier_try_wait(full + tile, 0)
            if cutlass.const_expr(not bug):
                if not ready:
                    cute.arch.mbarrier_wait(full + tile, 0)
            for row in range(ROWS):
                out[tile * ROWS + row, lane] = s[row, lane, tile]  # found


@planted(
    Bug.SHARED_RACE,
    "The producer tests the empty barrier and overwrites the stage without looking at the answer.",
    shape=(4, 32),
    want=same,
)
@cute.kernel
def overwritten_after_a_test(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(32), 16)
    full, empty = barriers(1, 32), barriers(1, 32)
    tidx, _, _ = cute.arch.thread_idx()
    lane = cute.arch.lane_idx()
    for row in range(4):
        if tidx < 32:
            done = cute.arch.mbarrier_test_wait(empty, (row + 1) % 2)
            if cutlass.const_expr(not bug):
                while not done:
                    done = cute.arch.mbarrier_test_wait(empty, (row + 1) % 2)
            s[lane] = x[row, lane]  # found
            cute.arch.mbarrier_arrive(full)
        else:
            cute.arch.mbarrier_wait(full, row % 2)
            out[row, lane] = s[lane]  # found
            cute.arch.mbarrier_arrive(empty)


@planted(
    Bug.TMA_WAIT,
    "The producer warp's own epilogue tries once whether its load has come.",
    shape=(ROWS, 32),
    want=same,
    host=loading,
    block=32,
)
@cute.kernel
def issuer_tries_once(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    full = barriers(1)
    to, of = partitioned(load, s, source)
    lane = cute.arch.lane_idx()
    with cute.arch.elect_one():
        cute.arch.mbarrier_arrive_and_expect_tx(full, TILE_BYTES)
    cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=full)  # found
    done = cute.arch.mbarrier_try_wait(full, 0)
    if cutlass.const_expr(not bug):
        while not done:
            done = cute.arch.mbarrier_try_wait(full, 0)
    for row in range(ROWS):
        out[row, lane] = s[row, lane, 0]  # found


@planted(
    Bug.SHARED_RACE,
    "A bounded number of tries stands where a wait must be; after the last the data are read anyway.",
    want=lambda x: 2 * x[:32],
    out=(32,),
)
@cute.kernel
def a_bounded_number_of_tries(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(32), 16)
    full = barriers(1, 32)
    tidx, _, _ = cute.arch.thread_idx()
    lane = cute.arch.lane_idx()
    if tidx < 32:
        s[lane] = x[lane]  # found
        cute.arch.mbarrier_arrive(full)
    else:
        done = cute.arch.mbarrier_try_wait(full, 0)
        if cutlass.const_expr(bug):
            tries = cutlass.Int32(0)
            while (not done) and tries < 8:
                done = cute.arch.mbarrier_try_wait(full, 0)
                tries += 1
        else:
            while not done:
                done = cute.arch.mbarrier_try_wait(full, 0)
        out[lane] = 2.0 * s[lane]  # found


@planted(
    Bug.TMA_WAIT,
    "The answer picks what is computed, but both ways read the tile.",
    shape=(ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def both_ways_read(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    full = barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(full, TILE_BYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=full)  # found
    else:
        scale = cutlass.Float32(1.0)
        if not cute.arch.mbarrier_try_wait(full, 0):
            scale = cutlass.Float32(1.0)
            if cutlass.const_expr(not bug):
                cute.arch.mbarrier_wait(full, 0)
        for row in range(ROWS):
            out[row, lane] = scale * s[row, lane, 0]  # found


@planted(
    Bug.TMA_WAIT,
    "All lanes ask once and meet, and lane 0 does not go on asking where the copy had not come.",
    shape=(ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def nobody_goes_on_asking(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    full = barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(full, TILE_BYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=full)  # found
    else:
        ready = cute.arch.mbarrier_try_wait(full, 0)
        if not bug and lane == 0:
            while not ready:
                ready = cute.arch.mbarrier_try_wait(full, 0)
        cute.arch.sync_warp()
        for row in range(ROWS):
            out[row, lane] = s[row, lane, 0]  # found
