"""Interleavings of a block's warps: one seed gives one order, and kernels without races do not depend on it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.checker import Report, Schedule, check
from cutedsl.checker.orders import Coverage, Orders
from cutedsl.checker.session import CheckWatch
from cutedsl.driver.call.watches import watching
from cutedsl.testing import assert_clean
from tests.unit.checker.planted.suite import CASES


@cute.kernel
def queue(order: cute.Tensor, places: cute.Tensor):
    """Each warp takes the next place, again and again."""
    warp = cute.arch.warp_idx()
    for _ in range(4):
        cute.arch.sync_threads()
        if cute.arch.lane_idx() == 0:
            at = cute.arch.atomic_add(places.iterator, 1)
            order[at] = warp


@cute.jit
def run_queue(order: cute.Tensor, places: cute.Tensor):
    queue(order, places).launch(grid=1, block=256)


def order_of(seed: int | None) -> list[int]:
    order, places = np.full(32, -1, np.int32), np.zeros(1, np.int32)
    assert_clean(check(run_queue, order, places, schedule=Schedule(seed)))
    assert sorted(order.tolist()) == sorted(list(range(8)) * 4)
    return order.tolist()


def test_a_seed_replays_its_order() -> None:
    orders = [order_of(seed) for seed in range(1, 6)]
    assert len({tuple(one) for one in orders}) == 5
    assert orders == [order_of(seed) for seed in range(1, 6)]


@pytest.mark.parametrize("name", ["one_tile_too_many", "consumer_does_not_wait", "split_k_without_atomics"])
def test_right_kernels_are_right_in_any_order(name: str) -> None:
    (case,) = (case for case in CASES if case.name == name)
    for seed in range(1, 5):
        assert_clean(check(case.run, False, schedule=Schedule(seed)))


def covered(run: Callable[[], object], seeds: range) -> Coverage:
    coverage = Coverage()
    for seed in seeds:
        orders = Orders()
        with watching(CheckWatch(Report(), Schedule(seed), recording=orders)):
            run()
        coverage = coverage.plus(orders)
    return coverage


def test_orders_that_no_atomic_tells_apart_are_one() -> None:
    (barriers,) = (case for case in CASES if case.name == "barriers_crossed")
    (histogram,) = (case for case in CASES if case.name == "histogram_without_atomics")
    assert len(covered(lambda: barriers.run(False), range(4)).orders) == 1
    assert len(covered(lambda: histogram.run(False), range(1, 5)).orders) > 1


@cute.kernel
def tickets(taken: cute.Tensor, same: cutlass.Constexpr):
    """Each warp takes a ticket: all from one place, or each from its own. Nothing else makes a warp wait."""
    if cute.arch.lane_idx() == 0:
        cute.arch.atomic_add(taken.iterator + (0 if same else cute.arch.warp_idx()), 1)


@cute.jit
def run_tickets(taken: cute.Tensor, same: cutlass.Constexpr):
    tickets(taken, same).launch(grid=1, block=96)


def test_atomics_at_one_place_come_in_every_order_and_those_at_several_commute() -> None:
    taken = np.zeros(4, np.int32)
    one_place = covered(lambda: run_tickets(taken, True), range(24))
    assert (len(one_place.orders), len(one_place.pairs)) == (6, 6), "three warps come in six orders"
    assert str(one_place).endswith("of 3 pairs of operations that do not commute 3 came in both orders")
    assert len(covered(lambda: run_tickets(taken, False), range(8)).orders) == 1


@cute.kernel
def parities(out: cute.Tensor):
    """A warp waits for the phase before the first, which nobody awaits, or for the second: as it comes."""
    bar = cutlass.utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.mbarrier_arrive(bar)
        cute.arch.mbarrier_arrive(bar)
    if tidx // 32 == 1:
        cute.arch.mbarrier_wait(bar, 1)
        out[tidx] = tidx


@cute.jit
def run_parities(out: cute.Tensor):
    parities(out).launch(grid=1, block=64)


def test_waits_that_pass_in_different_phases_are_different_orders() -> None:
    assert len(covered(lambda: run_parities(np.zeros(64, np.int32)), range(8)).orders) == 2


@cute.kernel
def stuck(out: cute.Tensor):
    """As before, but one arrival ends the phase that the wait is good for: the wait may come too late."""
    bar = cutlass.utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.mbarrier_arrive(bar)
    if tidx // 32 == 1:
        cute.arch.mbarrier_wait(bar, 1)


@cute.jit
def run_stuck(out: cute.Tensor):
    stuck(out).launch(grid=1, block=64)


def test_exploring_finds_the_order_that_deadlocks() -> None:
    found = {len(check(run_stuck, np.zeros(64, np.int32), schedule=Schedule(seed)).findings) for seed in range(8)}
    assert found == {0, 1}
    assert len(covered(lambda: run_stuck(np.zeros(64, np.int32)), range(8)).orders) == 2


@cute.kernel
def stuck_either_way(out: cute.Tensor):
    """What a warp finds in memory decides where it waits; nothing that counts as order tells, and nobody arrives."""
    smem = cutlass.utils.SmemAllocator()
    bar, flag = smem.allocate_array(cutlass.Int64, 1), smem.allocate_tensor(cutlass.Int32, cute.make_layout(1))
    tidx, _, _ = cute.arch.thread_idx()
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
        flag[0] = 0
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if tidx == 0:
        flag[0] = 1
    if tidx // 32 == 1:
        if flag[0] == 1:
            cute.arch.mbarrier_wait(bar, 0)
            out[tidx] = 1
        else:
            cute.arch.mbarrier_wait(bar, 0)
            out[tidx] = 2


@cute.jit
def run_stuck_either_way(out: cute.Tensor):
    stuck_either_way(out).launch(grid=1, block=64)


def test_orders_that_differ_in_where_a_warp_waits_for_ever_are_two() -> None:
    assert len(covered(lambda: run_stuck_either_way(np.zeros(64, np.int32)), range(8)).orders) == 2


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_deadlocks_are_found_in_any_order(seed: int | None) -> None:
    (case,) = (case for case in CASES if case.name == "stages_never_released")
    report = check(case.run, True, schedule=Schedule(seed))
    assert [one.kind for one in report.findings] == ["deadlock"]
