"""Bugs that one rare order of the warps shows: exploring finds that order, replays it, and says what it covered."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.checker import Report, check
from cutedsl.checker.exploration import Explorer, Schedule, Steering
from cutedsl.checker.session import CheckWatch
from cutedsl.driver.call.watches import watching

I32 = cutlass.Int32


@cute.kernel
def last_warp(parts: cute.Tensor, count: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    """The last warp to count adds up. Bug: warp 0 does not acquire, which matters where it is the last of all."""
    warp, warps = cute.arch.warp_idx(), cute.arch.block_dim()[0] // 32
    if cute.arch.lane_idx() == 0:
        parts[warp] = warp
        cute.arch.fence_acq_rel_gpu()
        before = cute.arch.atomic_add(count.iterator, I32(1), sem="relaxed", scope="gpu")
        if before == warps - 1:
            if warp != 0 or not wrong:
                cute.arch.fence_acq_rel_gpu()
            total = I32(0)
            for i in range(warps):
                total += parts[i]
            out[0] = total


@cute.jit
def run_last_warp(parts: cute.Tensor, count: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    last_warp(parts, count, out, wrong).launch(grid=1, block=256)


def reduction(wrong: bool) -> None:
    run_last_warp(np.zeros(8, np.int32), np.zeros(1, np.int32), np.zeros(1, np.int32), wrong)


@cute.kernel
def work_queue(head: cute.Tensor, seen: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    """Each warp takes one item. Bug: the item's place is right only if warp 2 takes no item before warps 0 and 1."""
    warp = cute.arch.warp_idx()
    if cute.arch.lane_idx() == 0:
        item = cute.arch.atomic_add(head.iterator, I32(1))
        place = item
        if warp == 2 and item == 0 and wrong:
            place = item + 3
        out[place] = warp


@cute.jit
def run_work_queue(head: cute.Tensor, seen: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    work_queue(head, seen, out, wrong).launch(grid=1, block=96)


def queue(wrong: bool) -> None:
    run_work_queue(np.zeros(1, np.int32), np.zeros(3, np.int32), np.zeros(3, np.int32), wrong)


@cute.kernel
def two_flags(data: cute.Tensor, flags: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    """Bug: the consumer trusts the first item where it sees the second flag alone, though it looked too early."""
    warp = cute.arch.warp_idx()
    if cute.arch.lane_idx() == 0:
        if warp == 0:
            data[0] = 1
            cute.arch.store(flags.iterator, I32(1), sem="release", scope="gpu")
        if warp == 1:
            cute.arch.store(flags.iterator + 1, I32(1), sem="relaxed", scope="gpu")
        if warp == 2:
            first = cute.arch.load(flags.iterator, sem="acquire", scope="gpu")
            second = cute.arch.load(flags.iterator + 1, sem="relaxed", scope="gpu")
            if first == 1 or (second == 1 and wrong):
                out[0] = data[0]


@cute.jit
def run_two_flags(data: cute.Tensor, flags: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    two_flags(data, flags, out, wrong).launch(grid=1, block=96)


def flags(wrong: bool) -> None:
    run_two_flags(np.zeros(1, np.int32), np.zeros(2, np.int32), np.zeros(1, np.int32), wrong)


@cute.kernel
def late_wait(out: cute.Tensor, wrong: cutlass.Constexpr):
    """Bug: the wait is for the phase before the first, which is over for ever once a thread has arrived."""
    bar = cutlass.utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.mbarrier_arrive(bar)
    if tidx // 32 == 1:
        cute.arch.mbarrier_wait(bar, 1 if wrong else 0)


@cute.jit
def run_late_wait(out: cute.Tensor, wrong: cutlass.Constexpr):
    late_wait(out, wrong).launch(grid=1, block=64)


def phases(wrong: bool) -> None:
    run_late_wait(np.zeros(1, np.int32), wrong)


@cute.kernel
def hand_over(data: cute.Tensor, flag: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    """Block 0 waits for block 1's flag. Bug: it acquires only if it need not wait."""
    block, _, _ = cute.arch.block_idx()
    if cute.arch.thread_idx()[0] == 0:
        if block == 1:
            data[0] = 1
            cute.arch.store(flag.iterator, I32(1), sem="release", scope="gpu")
        else:
            turns = I32(0)
            while cute.arch.load(flag.iterator, sem="relaxed", scope="gpu") == 0:
                turns += 1
            if turns == 0 or not wrong:
                cute.arch.fence_acq_rel_gpu()
            out[0] = data[0]


@cute.jit
def run_hand_over(data: cute.Tensor, flag: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    hand_over(data, flag, out, wrong).launch(grid=2, block=32)


def blocks(wrong: bool) -> None:
    run_hand_over(np.zeros(1, np.int32), np.zeros(1, np.int32), np.zeros(1, np.int32), wrong)


@cute.kernel
def last_block(parts: cute.Tensor, count: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    """Blocks that wait for nobody: the last to count adds up. Bug: block 0 does not acquire."""
    block, _, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    if cute.arch.thread_idx()[0] == 0:
        parts[block] = block
        cute.arch.fence_acq_rel_gpu()
        before = cute.arch.atomic_add(count.iterator, I32(1), sem="relaxed", scope="gpu")
        if before == blocks - 1:
            if block != 0 or not wrong:
                cute.arch.fence_acq_rel_gpu()
            total = I32(0)
            for i in range(blocks):
                total += parts[i]
            out[0] = total


@cute.jit
def run_last_block(parts: cute.Tensor, count: cute.Tensor, out: cute.Tensor, wrong: cutlass.Constexpr):
    last_block(parts, count, out, wrong).launch(grid=64, block=32)


def many_blocks(wrong: bool) -> None:
    run_last_block(np.zeros(64, np.int32), np.zeros(1, np.int32), np.zeros(1, np.int32), wrong)


@cute.kernel
def petersons_lock(flags: cute.Tensor, total: cute.Tensor, wrong: cutlass.Constexpr):
    """A lock of two blocks. Bug: its stores and loads release and acquire, so that a load may pass a store."""
    block, _, _ = cute.arch.block_idx()
    turn, own, other = flags.iterator + 2, flags.iterator + block, flags.iterator + (1 - block)
    store, load = ("release", "acquire") if wrong else ("seq_cst", "seq_cst")
    if cute.arch.lane_idx() == 0:
        cute.arch.store(own, I32(1), sem=store, scope="gpu")
        cute.arch.store(turn, 1 - block, sem=store, scope="gpu")
        waits = True
        while waits:
            wanted = cute.arch.load(other, sem=load, scope="gpu")
            waits = wanted == 1 and cute.arch.load(turn, sem=load, scope="gpu") == 1 - block
        total[0] = total[0] + 1
        cute.arch.store(own, I32(0), sem=store, scope="gpu")


@cute.jit
def run_petersons_lock(flags: cute.Tensor, total: cute.Tensor, wrong: cutlass.Constexpr):
    petersons_lock(flags, total, wrong).launch(grid=2, block=32)


def lock(wrong: bool) -> None:
    run_petersons_lock(np.zeros(3, np.int32), np.zeros(1, np.int32), wrong)


KERNELS = [
    (many_blocks, "global-race"),
    (reduction, "global-race"),
    (queue, "out-of-bounds"),
    (flags, "global-race"),
    (phases, "deadlock"),
    (blocks, "global-race"),
]


def explored(run: Callable[[bool], None], wrong: bool, wanted: int) -> tuple[Report, Explorer]:
    explorer, report = Explorer(wanted), Report(orders=[])
    schedule = explorer.next()
    while schedule is not None:
        report.orders.append(str(schedule))
        steering = Steering(schedule.holds)
        with watching(CheckWatch(report, schedule, recording=steering)):
            run(wrong)
        explorer.took(schedule, steering)
        schedule = explorer.next()
    return report, explorer


@pytest.mark.parametrize(("run", "kind"), KERNELS)
def test_the_one_order_with_the_bug_is_found_and_replayed(run: Callable[[bool], None], kind: str) -> None:
    assert check(run, True).clean, "the warps' own order shows no bug"
    report, _ = explored(run, True, 24)
    (found,) = [one for one in report.findings if one.kind == kind]
    assert len(found.orders) < len(report.orders)
    again = check(run, True, schedule=Schedule.parse(found.orders[0]))
    assert [one.kind for one in again.findings] == [kind]


@pytest.mark.parametrize("run", [run for run, _ in KERNELS])
def test_right_kernels_are_clean_in_all_orders_that_matter(run: Callable[[bool], None]) -> None:
    report, _ = explored(run, False, 8)
    assert report.clean


def test_a_lock_whose_loads_may_pass_stores_is_found_in_some_order() -> None:
    report, _ = explored(lock, True, 4)
    # A loop that looks is shown older values too, and so both warps come in.
    assert {one.kind for one in report.findings} == {"store-load-order", "global-race"}
    assert explored(lock, False, 4)[0].clean


def test_coverage_of_orders_is_reported() -> None:
    _, explorer = explored(queue, False, 6)
    assert str(explorer) == (
        "6 different orders in 6 runs; of 3 pairs of operations that do not commute 3 came in both orders"
    )
    _, explorer = explored(many_blocks, False, 2)
    assert str(explorer) == (
        "2 different orders in 2 runs; of 63 pairs of operations that do not commute 63 came in both orders"
    )
    _, explorer = explored(reduction, False, 1)
    assert str(explorer) == (
        "2 different orders in 2 runs; of 8 pairs of operations that do not commute 1 came in both orders; "
        "7 were not tried: the runs are used up"
    )


@cute.kernel
def two_steps(flag: cute.Tensor):
    """The second operation waits for the first by what it finds there: no order of the warps reverses the two."""
    if cute.arch.lane_idx() == 0:
        if cute.arch.warp_idx() == 0:
            cute.arch.store(flag.iterator, I32(1), sem="relaxed", scope="gpu")
        elif cute.arch.warp_idx() == 1:
            while cute.arch.load(flag.iterator, sem="relaxed", scope="gpu") == 0:
                pass
            cute.arch.store(flag.iterator, I32(2), sem="relaxed", scope="gpu")


@cute.jit
def run_two_steps(flag: cute.Tensor):
    two_steps(flag).launch(grid=1, block=64)


def test_pairs_that_no_order_reverses_are_told_apart() -> None:
    report, explorer = explored(lambda wrong: run_two_steps(np.zeros(1, np.int32)), False, 4)
    assert report.clean
    assert "of 2 pairs of operations that do not commute 1 came in both orders" in str(explorer)
    assert "1 could not be reversed: one operation waits for the other" in str(explorer)
