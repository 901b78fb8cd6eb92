"""Kernels whose lanes wait for lanes of their warp, in checked runs: each lane is what a warp is elsewhere."""

from __future__ import annotations

import json

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.checker import check
from cutedsl.checker.formats.json import report_json
from cutedsl.checker.formats.text import report_text


@cute.kernel
def lock_kernel(lock: cute.Tensor, y: cute.Tensor, past: cutlass.Int32) -> None:
    """Every thread takes a lock to add 1, and the threads from `past` on write beyond."""
    tidx, _, _ = cute.arch.thread_idx()
    while cute.arch.atomic_cas(lock.iterator, cmp=0, val=1, sem="acquire", scope="gpu") != 0:
        pass
    y[0] = y[0] + 1
    if tidx >= past:
        y[tidx] = tidx
    cute.arch.atomic_exch(lock.iterator, 0, sem="release", scope="gpu")


@cute.jit
def locked(lock: cute.Tensor, y: cute.Tensor, past: cutlass.Int32) -> None:
    lock_kernel(lock, y, past).launch(grid=1, block=64)


@cute.kernel
def never_kernel(y: cute.Tensor) -> None:
    """Lane 0 waits at an mbarrier for 32 arrivals; the other lanes, which come after it, make 31."""
    tidx, _, _ = cute.arch.thread_idx()
    bar = utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 32)
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.mbarrier_wait(bar, 0)
        y[0] = 1
    else:
        cute.arch.mbarrier_arrive(bar)


@cute.jit
def never(y: cute.Tensor) -> None:
    never_kernel(y).launch(grid=1, block=32)


def test_a_lock_of_lanes_is_clean() -> None:
    y = np.zeros(4, np.int32)
    report = check(locked, np.zeros(1, np.int32), y, 64)
    assert report.clean
    assert y[0] == 64
    assert report.apart == {}


def test_accesses_out_of_bounds_are_found() -> None:
    report = check(locked, np.zeros(1, np.int32), np.zeros(4, np.int32), 60)
    (finding,) = report.findings
    assert (finding.kind, finding.places[0].lane) == ("out-of-bounds", 28)


def test_lanes_that_wait_for_ever_are_found() -> None:
    report = check(never, np.zeros(1, np.int32))
    (finding,) = report.findings
    assert finding.kind == "deadlock"
    assert "31 of 32" in finding.message or "lacks 1" in finding.message


@cute.kernel
def ring_kernel(box: cute.Tensor, y: cute.Tensor, sem: cutlass.Constexpr) -> None:
    """Each thread waits for the one before it, and adds to a sum that has no atomics; then all read what all wrote."""
    tidx, _, _ = cute.arch.thread_idx()
    s = utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(1))
    if tidx == 0:
        s[0] = 0
    else:
        while cute.arch.load(box.iterator, sem="acquire", scope="gpu") != tidx:
            pass
    s[0] = s[0] + tidx  # the sum
    cute.arch.store(box.iterator, tidx + 1, sem=sem, scope="gpu")
    cute.arch.sync_threads()
    y[tidx] = s[0]


@cute.jit
def ring(box: cute.Tensor, y: cute.Tensor, threads: cutlass.Constexpr, sem: cutlass.Constexpr) -> None:
    ring_kernel(box, y, sem).launch(grid=1, block=threads)


def test_values_handed_from_lane_to_lane_are_ordered() -> None:
    y = np.zeros(40, np.int32)
    assert check(ring, np.zeros(1, np.int32), y, 40, "release").clean
    assert (y == np.arange(40).sum()).all()


def test_a_hand_over_that_releases_nothing_is_a_race_of_the_two_threads() -> None:
    report = check(ring, np.zeros(1, np.int32), np.zeros(40, np.int32), 40, "relaxed")
    finding = report.findings[0]
    assert finding.kind == "shared-race"
    assert finding.message.startswith("thread 1 ")
    assert "thread 0 writes" in finding.message
    assert [(place.warp, place.lane) for place in finding.places] == [(0, 1), (0, 0)]
    assert finding.tensor == "s"
    assert "acquire what the other one released" in finding.fix


@cute.kernel
def halves_kernel(box: cute.Tensor, y: cute.Tensor, whole: cutlass.Constexpr) -> None:
    """A lane waits for another; a barrier of the block, or of its warps, comes before what others wrote is read."""
    tidx, _, _ = cute.arch.thread_idx()
    s = utils.SmemAllocator().allocate_tensor(cutlass.Int16, cute.make_layout(64))
    if tidx == 1:
        while cute.arch.load(box.iterator, sem="acquire", scope="gpu") == 0:
            pass
    elif tidx == 0:
        cute.arch.store(box.iterator, 1, sem="release", scope="gpu")
    s[tidx] = tidx.to(cutlass.Int16)
    cute.arch.sync_warp()
    if whole:
        cute.arch.sync_threads()
    y[tidx] = s[63 - tidx].to(cutlass.Int32)


@cute.jit
def halves(box: cute.Tensor, y: cute.Tensor, whole: cutlass.Constexpr) -> None:
    halves_kernel(box, y, whole).launch(grid=1, block=64)


def test_barriers_order_lanes_and_sync_warp_those_of_one_warp() -> None:
    y = np.zeros(64, np.int32)
    assert check(halves, np.zeros(1, np.int32), y, True).clean
    np.testing.assert_array_equal(y, np.arange(64)[::-1])
    report = check(halves, np.zeros(1, np.int32), y, False)
    (finding,) = report.findings
    assert finding.kind == "shared-race"
    assert "sync_threads" in finding.fix or not finding.fix
    assert len({place.warp for place in finding.places}) == 2


def test_more_threads_than_can_be_told_apart_are_looked_at_in_groups() -> None:
    y = np.zeros(1024, np.int32)
    report = check(ring, np.zeros(1, np.int32), y, 1024, "release")
    assert report.clean
    assert (y == np.arange(1024).sum()).all()
    assert list(report.apart.values()) == [1]
    assert "1 of them with threads told apart in groups only" in report_text(report)
    assert json.loads(report_json(report))["apart"] == report.apart
