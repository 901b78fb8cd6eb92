"""Bugs of synchronisation that only some orders of the warps show: exploring finds them, and their orders replay."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.checker import check
from cutedsl.checker.exploration import Schedule
from tests.unit.checker.test_exploration import explored

A = cute.arch
I32 = cutlass.Int32


def zeros(count: int) -> np.ndarray:
    return np.zeros(count, np.int32)


@cute.kernel
def barrier_of_the_first(ticket: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    """The warp that draws first is the reader. Bug: where that is warp 1, it does not meet the writer's barrier."""
    s = utils.SmemAllocator().allocate_tensor(I32, cute.make_layout(2), 16)
    warp, lane = A.warp_idx(), A.lane_idx()
    place = I32(0)
    if lane == 0:
        place = A.atomic_add(ticket.iterator, I32(1))
    place = A.shuffle_sync(place, 0)
    if place == 0:
        if warp == 0 or not wrong:
            A.barrier(barrier_id=1, number_of_threads=64)
        else:
            A.barrier_arrive(barrier_id=1, number_of_threads=64)
        if lane == 0:
            out[0] = s[0]
    else:
        if lane == 0:
            s[0] = warp
        A.barrier_arrive(barrier_id=1, number_of_threads=64)


@cute.jit
def run_barrier_of_the_first(ticket: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    barrier_of_the_first(ticket, out, wrong).launch(grid=1, block=64)


def named_barriers(wrong: bool) -> None:
    run_barrier_of_the_first(zeros(1), zeros(1), wrong)


@cute.kernel
def two_arrivals_at_one_number(out: cute.Tensor, wrong: cutlass.Constexpr):
    """Two writers arrive for one reader, which meets each in turn. Bug: at one number, so either may come first."""
    s = utils.SmemAllocator().allocate_tensor(I32, cute.make_layout(2), 16)
    warp, lane = A.warp_idx(), A.lane_idx()
    if warp < 2:
        if lane == 0:
            s[warp] = warp + 1
        A.barrier_arrive(barrier_id=1 if wrong else 1 + warp, number_of_threads=64)
    else:
        for writer in cutlass.range_constexpr(2):
            A.barrier(barrier_id=1 if wrong else 1 + writer, number_of_threads=64)
            if lane == 0:
                out[writer] = s[writer]


@cute.jit
def run_two_arrivals_at_one_number(out: cute.Tensor, wrong: cutlass.Constexpr):
    two_arrivals_at_one_number(out, wrong).launch(grid=1, block=96)


def arrivals(wrong: bool) -> None:
    run_two_arrivals_at_one_number(zeros(2), wrong)


@cute.kernel
def peek_at_a_flag(data: cute.Tensor, flag: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    """Block 1 publishes; block 0 takes the data if they are there. Bug: it looks without an acquire."""
    block, _, _ = A.block_idx()
    if A.thread_idx()[0] == 0:
        if block == 1:
            data[0] = 7
            A.fence_acq_rel_gpu()
            A.store(flag.iterator, I32(1), sem="relaxed", scope="gpu")
        else:
            ready = A.load(flag.iterator, sem="relaxed", scope="gpu")
            if ready == 1:
                if cutlass.const_expr(not wrong):
                    A.fence_acq_rel_gpu()
                out[0] = data[0]


@cute.jit
def run_peek_at_a_flag(data: cute.Tensor, flag: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    peek_at_a_flag(data, flag, out, wrong).launch(grid=2, block=32)


def flag_of_a_block(wrong: bool) -> None:
    run_peek_at_a_flag(zeros(1), zeros(1), zeros(1), wrong)


@cute.kernel
def last_of_two_tiles(parts: cute.Tensor, counts: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    """Four blocks reduce into two tiles. Bug: where the last of tile 1 is its first block, it counts in tile 0's."""
    block, _, _ = A.block_idx()
    tile, part = block // 2, block % 2
    if A.thread_idx()[0] == 0:
        parts[block] = block + 1
        A.fence_acq_rel_gpu()
        before = A.atomic_add(counts.iterator + tile, I32(1), sem="relaxed", scope="gpu")
        if before == 1:
            A.fence_acq_rel_gpu()
            first = 2 * tile
            if part == 0 and tile == 1 and wrong:
                first = 2 * tile + 2
            out[tile] = parts[first] + parts[first + 1]


@cute.jit
def run_last_of_two_tiles(parts: cute.Tensor, counts: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    last_of_two_tiles(parts, counts, out, wrong).launch(grid=4, block=32)


def last_block_of_a_tile(wrong: bool) -> None:
    run_last_of_two_tiles(zeros(4), zeros(2), zeros(2), wrong)


@cute.kernel
def one_phase_behind(out: cute.Tensor, wrong: cutlass.Constexpr):
    """Two warps take a tile and give it back. Bug: one of them is enough for the next, which the other may miss."""
    bars = utils.SmemAllocator().allocate_array(cutlass.Int64, 2)
    warp, lane = A.warp_idx(), A.lane_idx()
    full, empty = bars, bars + 1
    if A.thread_idx()[0] == 0:
        A.mbarrier_init(full, 1)
        A.mbarrier_init(empty, 1 if wrong else 2)
    A.mbarrier_init_fence()
    A.sync_threads()
    if lane == 0:
        if warp == 2:
            A.mbarrier_arrive(full)
            A.mbarrier_wait(empty, 0)
            A.mbarrier_arrive(full)
        else:
            A.mbarrier_wait(full, 0)
            A.mbarrier_arrive(empty)


@cute.jit
def run_one_phase_behind(out: cute.Tensor, wrong: cutlass.Constexpr):
    one_phase_behind(out, wrong).launch(grid=1, block=96)


def phases(wrong: bool) -> None:
    run_one_phase_behind(zeros(1), wrong)


@cute.kernel
def stops_early(stop: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    """A third warp may say that no tile is wanted. Bug: the producer then leaves, and the consumer does not know."""
    bars = utils.SmemAllocator().allocate_array(cutlass.Int64, 2)
    warp, lane = A.warp_idx(), A.lane_idx()
    full, empty = bars, bars + 1
    if A.thread_idx()[0] == 0:
        A.mbarrier_init(full, 1)
        A.mbarrier_init(empty, 1)
    A.mbarrier_init_fence()
    A.sync_threads()
    if lane == 0:
        if warp == 2:
            stopped = A.load(stop.iterator, sem="acquire", scope="cta")
            if stopped == 0 or not wrong:
                for tile in range(3):
                    A.mbarrier_wait(empty, (tile + 1) % 2)
                    A.mbarrier_arrive(full)
        elif warp == 1:
            for tile in range(3):
                A.mbarrier_wait(full, tile % 2)
                A.mbarrier_arrive(empty)
        else:
            A.store(stop.iterator, I32(1), sem="release", scope="cta")


@cute.jit
def run_stops_early(stop: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    stops_early(stop, out, wrong).launch(grid=1, block=96)


def early_exit(wrong: bool) -> None:
    run_stops_early(zeros(1), zeros(1), wrong)


KERNELS = [
    (named_barriers, "shared-race", True),
    (flag_of_a_block, "global-race", True),
    (last_block_of_a_tile, "out-of-bounds", True),
    (early_exit, "deadlock", True),
    (phases, "deadlock", False),
    (arrivals, "barrier-shared", False),
]
"""A kernel, the class of its bug, and whether the warps' own order hides it."""


@pytest.mark.parametrize(("run", "kind", "hidden"), KERNELS)
def test_the_order_with_the_bug_is_found_and_replays(run: Callable[[bool], None], kind: str, hidden: bool) -> None:
    assert check(run, True).clean == hidden
    report, _ = explored(run, True, 12)
    assert kind in {one.kind for one in report.findings}
    (found, *_) = report.findings
    again = check(run, True, schedule=Schedule.parse(found.orders[0]))
    assert kind in {one.kind for one in again.findings}


@pytest.mark.parametrize("run", [run for run, _, _ in KERNELS])
def test_the_right_kernel_is_clean_in_all_of_its_orders(run: Callable[[bool], None]) -> None:
    report, _ = explored(run, False, 12)
    assert report.clean
