"""Long launches that repeat an earlier one on the same memory are not run again; all others are."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.checker import Report, checking, repeats
from cutedsl.checker.formats.text import summary
from tests.unit.checker.planted.case import aligned

N = 4096


@pytest.fixture(autouse=True)
def every_launch_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeats, "LEAST_S", 0.0)


@cute.kernel
def double(x: cute.Tensor, y: cute.Tensor, by: cutlass.Float32):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    at = bidx * 128 + tidx
    y[at] = by * x[at]


@cute.jit
def run_double(x: cute.Tensor, y: cute.Tensor, by: cutlass.Float32):
    double(x, y, by).launch(grid=N // 128, block=128)


@cute.kernel
def count_up(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    cute.arch.atomic_add(y.iterator + tidx, x[tidx])


@cute.jit
def run_count_up(x: cute.Tensor, y: cute.Tensor):
    count_up(x, y).launch(grid=1, block=32)


@cute.kernel
def say(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    y[tidx] = x[tidx]
    if tidx == 0:
        cute.printf("said")


@cute.jit
def run_say(x: cute.Tensor, y: cute.Tensor):
    say(x, y).launch(grid=1, block=32)


@cute.kernel
def races(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    y[tidx % 32] = x[tidx]


@cute.jit
def run_races(x: cute.Tensor, y: cute.Tensor):
    races(x, y).launch(grid=1, block=64)


def arrays() -> tuple[np.ndarray, np.ndarray]:
    return aligned(np.arange(N, dtype=np.float32)), aligned(np.zeros(N, np.float32))


def times(count: int, call: Callable[[int], None]) -> Report:
    with checking() as report:
        for turn in range(count):
            call(turn)
    return report


def test_repeats_on_the_same_memory_are_not_run_and_said() -> None:
    x, y = arrays()
    report = times(6, lambda _: run_double(x, y, 2.0))
    assert (report.launches, report.repeated) == (6, 4)
    assert summary(report) == (
        "no findings in 6 checked launches, 4 of them not run again: the same arguments and memory"
    )
    np.testing.assert_array_equal(y, 2 * x)


@pytest.mark.parametrize("changed", ["input", "output"])
def test_a_launch_whose_memory_has_changed_runs(changed: str) -> None:
    x, y = arrays()

    def call(turn: int) -> None:
        if turn == 4:
            (x if changed == "input" else y)[N - 1] = -3.0
        run_double(x, y, 2.0)

    report = times(5, call)
    assert report.repeated == 2
    np.testing.assert_array_equal(y, 2 * x)


def test_a_launch_with_another_number_runs() -> None:
    x, y = arrays()
    times(5, lambda turn: run_double(x, y, 2.0 if turn < 4 else 5.0))
    np.testing.assert_array_equal(y, 5 * x)


def test_a_launch_that_counts_up_always_runs() -> None:
    x, y = arrays()
    assert times(5, lambda _: run_count_up(x, y)).repeated == 0
    np.testing.assert_array_equal(y[:32], 5 * x[:32])


def test_a_launch_that_prints_always_runs(capfd: pytest.CaptureFixture[str]) -> None:
    x, y = arrays()
    assert times(5, lambda _: run_say(x, y)).repeated == 0
    assert capfd.readouterr().out.count("said") == 5


def test_a_bug_is_found_before_its_launch_repeats() -> None:
    x, y = arrays()
    report = times(5, lambda _: run_races(x, y))
    assert [one.kind for one in report.findings] == ["global-race"]


def test_short_launches_are_run_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeats, "LEAST_S", 60.0)
    x, y = arrays()
    assert times(5, lambda _: run_double(x, y, 2.0)).repeated == 0
