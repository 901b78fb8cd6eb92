"""Kernels whose lanes wait for lanes of their warp, in checked runs: what is found there, and what the report says."""

from __future__ import annotations

import json

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.checker import check
from cutedsl.checker.report_json import report_json
from cutedsl.checker.report_text import report_text


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


def test_a_lock_of_lanes_is_clean_and_the_report_says_what_was_not_looked_at() -> None:
    y = np.zeros(4, np.int32)
    report = check(locked, np.zeros(1, np.int32), y, 64)
    assert report.clean
    assert y[0] == 64
    assert list(report.apart.values()) == [1]
    assert "1 of them without a look at races" in report_text(report)
    assert json.loads(report_json(report))["apart"] == report.apart


def test_accesses_out_of_bounds_are_found() -> None:
    report = check(locked, np.zeros(1, np.int32), np.zeros(4, np.int32), 60)
    (finding,) = report.findings
    assert (finding.kind, finding.places[0].lane) == ("out-of-bounds", 28)


def test_lanes_that_wait_for_ever_are_found() -> None:
    report = check(never, np.zeros(1, np.int32))
    (finding,) = report.findings
    assert finding.kind == "deadlock"
    assert "31 of 32" in finding.message or "lacks 1" in finding.message
