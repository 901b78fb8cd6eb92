"""Checks of limited time: what is beyond it runs without checks, once, and is counted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.checker import Report, budget
from cutedsl.checker.budget import Budget
from cutedsl.checker.formats.text import summary
from cutedsl.checker.session import CheckWatch
from cutedsl.driver.call.watches import watching
from tests.unit.checker.planted.case import aligned

BLOCKS = 512
SOON = 1e-9
"""Seconds that are over when the first blocks have run."""


@cute.kernel
def count(x: cute.Tensor, y: cute.Tensor, past: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64), 16)
    s[tidx] = x[tidx]
    tail = s[tidx + 32]  # nobody has written it, and it is used nowhere
    total = tail * 0.0
    for i in range(32):
        total = total + x[i]
    if total == total + 1.0:
        y[0, 0] = total
    y[bidx, tidx + past] = y[bidx, tidx] + s[tidx]


@cute.jit
def run_count(x: cute.Tensor, y: cute.Tensor, past: cutlass.Int32):
    count(x, y, past).launch(grid=y.shape[0], block=32)


@cute.kernel
def in_turn(x: cute.Tensor, y: cute.Tensor):
    bidx, _, _ = cute.arch.block_idx()
    while cute.arch.load(y.iterator, cutlass.Int32, sem="acquire", scope="gpu") != bidx:
        pass
    cute.arch.store(y.iterator, bidx + 1, sem="release", scope="gpu")


@cute.jit
def run_in_turn(x: cute.Tensor, y: cute.Tensor):
    in_turn(x, y).launch(grid=4, block=1)


def checked(seconds: float | None, run: Any, *args: Any) -> Report:
    watch = CheckWatch(Report(), budget=Budget(seconds))
    with watching(watch):
        run(*args)
    return watch.report


@pytest.fixture(autouse=True)
def some_blocks_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "LEAST", 3)


def counts(rows: int = BLOCKS) -> tuple[np.ndarray, np.ndarray]:
    return aligned(np.arange(32, dtype=np.float32)), aligned(np.zeros((rows, 32), np.float32))


@pytest.mark.parametrize("seconds", [None, SOON, 0.0])
def test_every_block_runs_once_whether_checked_or_not(seconds: float | None) -> None:
    x, y = counts()
    report = checked(seconds, run_count, x, y, 0)
    np.testing.assert_array_equal(y, np.broadcast_to(x, y.shape))
    assert report.clean
    if seconds is None:
        assert report.unchecked == {}
    else:
        (cut,) = report.unchecked.values()
        assert 0 < cut.blocks <= cut.launched == BLOCKS
        assert (cut.blocks == BLOCKS) == (seconds == 0.0)
        assert summary(report).endswith(
            f"not checked: {cut.blocks} of {BLOCKS} blocks of `count`, for which the time was used up"
        )


def test_the_time_is_that_of_all_launches() -> None:
    x, y = counts(4)

    def twice() -> None:
        run_count(x, y, 0)
        run_count(x, y, 0)

    report = checked(SOON, twice)
    (cut,) = report.unchecked.values()
    assert report.launches == 2 and cut.blocks >= 4


@pytest.mark.parametrize("seconds", [60.0, 0.0])
def test_an_error_is_found_in_the_last_block_first_and_also_without_checks(seconds: float) -> None:
    x, y = counts()
    report = checked(seconds, run_count, x, y, 32)
    finding = next(one for one in report.findings if one.kind == "out-of-bounds")
    assert f"block ({BLOCKS - 1}, 0, 0)" in finding.message
    assert (finding.tensor == "y") == (seconds > 0.0)


def test_blocks_that_wait_for_each_other_are_checked_whole() -> None:
    x, y = aligned(np.zeros(1, np.float32)), aligned(np.zeros(1, np.int32))
    report = checked(0.0, run_in_turn, x, y)
    assert y[0] == 4 and report.clean and report.unchecked == {}
