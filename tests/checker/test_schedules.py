"""Interleavings of a block's warps: one seed gives one order, and kernels without races do not depend on it."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl.checker import Report, Schedule, check
from cutedsl.checker.orders import Orders
from cutedsl.checker.session import CheckWatch
from cutedsl.driver.checked import watching
from cutedsl.testing import assert_clean
from tests.checker.planted.suite import CASES


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


def test_orders_that_no_atomic_tells_apart_are_one() -> None:
    assert orders_of("barriers_crossed", range(4)) == 1
    assert orders_of("histogram_without_atomics", range(1, 9)) > 1


def orders_of(name: str, seeds: range) -> int:
    """Different orders of a kernel without its bug."""
    (case,) = (case for case in CASES if case.name == name)
    found: set[int] = set()
    for seed in seeds:
        orders = Orders()
        with watching(CheckWatch(Report(), Schedule(seed), recording=orders)):
            case.run(False)
        found.add(orders.digest())
    return len(found)


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_deadlocks_are_found_in_any_order(seed: int | None) -> None:
    (case,) = (case for case in CASES if case.name == "stages_never_released")
    report = check(case.run, True, schedule=Schedule(seed))
    assert [one.kind for one in report.findings] == ["deadlock"]
