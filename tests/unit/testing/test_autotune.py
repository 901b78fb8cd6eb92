"""`testing.autotune_jit`: the fastest configuration of each class of arguments, found once and kept on disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import testing
from cutedsl.config import override
from cutedsl.errors import DSLUserCodeError


@cute.kernel
def _spin_and_write(x: cute.Tensor, rounds: cutlass.Constexpr):
    i, _, _ = cute.arch.thread_idx()
    total = cutlass.Float32(0)
    for k in range(rounds):
        total = total * 0.5 + k
    x[i] = total * 0 + rounds


@cute.jit
def fill(x: cute.Tensor, n: cutlass.Int32, rounds: cutlass.Constexpr = 1):
    assert rounds != 13, "no such kernel"
    _spin_and_write(x, rounds).launch(grid=1, block=32)


def tuned(monkeypatch: pytest.MonkeyPatch, seen: list[int], **keywords: Any) -> Any:
    """`fill` with three configurations, whose time is the square of its distance to 5."""

    def timed(run: Any, *, iterations: int, **_: Any) -> float:
        rounds: int = run.keywords["rounds"]
        run()
        seen.append(rounds)
        return (rounds - 5) ** 2 + 1.0

    monkeypatch.setattr("cutedsl.testing.autotune.benchmark", timed)
    decorate = testing.autotune_jit({"rounds": [1, 4, 5, 6, 13, 100]}, iterations=20, **keywords)
    return decorate(fill)


def test_the_fastest_runs_and_what_does_not_compile_is_left_out(monkeypatch: Any, tmp_path: Path) -> None:
    seen: list[int] = []
    x = np.zeros(32, np.float32)
    with override(cache_dir=tmp_path):
        function = tuned(monkeypatch, seen)
        function(x, 3)
        assert (x == 5).all()
        # All are looked at; only the one that is not far behind the best is left.
        assert seen == [1, 4, 5, 6, 100]
        function(x, 4)
        assert len(seen) == 5
        function(x, 400)
        assert len(seen) == 10, "numbers of another size are another class"


def test_results_are_kept_on_disk_for_the_same_source_and_values(monkeypatch: Any, tmp_path: Path) -> None:
    seen: list[int] = []
    x = np.zeros(32, np.float32)
    with override(cache_dir=tmp_path):
        tuned(monkeypatch, seen)(x, 3)
        first = len(seen)
        tuned(monkeypatch, seen)(x, 3)
        assert len(seen) == first
        (file,) = (tmp_path / "tuned").glob("*.json")
        file.write_text("not JSON")
        tuned(monkeypatch, seen)(x, 3)
        assert len(seen) == 2 * first
        tuned(monkeypatch, seen, update_on_change=["n"])(x, 3)
        assert len(seen) == 3 * first, "another way to tell arguments apart"


def test_named_arguments_decide_and_pruned_ones_are_not_tried(monkeypatch: Any, tmp_path: Path) -> None:
    seen: list[int] = []
    x, y = np.zeros(32, np.float32), np.zeros(64, np.float32)
    with override(cache_dir=tmp_path):
        function = tuned(monkeypatch, seen, update_on_change=["n"], prune=lambda chosen, x, n: chosen["rounds"] < n)
        function(x, 5)
        assert seen == [1, 4]
        assert (x == 4).all()
        function(y, 5)
        assert seen == [1, 4]
        with pytest.raises(DSLUserCodeError, match="no combination of rounds"):
            function(x, 1)


def test_equally_good_ones_are_timed_again(monkeypatch: Any, tmp_path: Path) -> None:
    times: list[int] = []

    def timed(run: Any, *, iterations: int, **_: Any) -> float:
        times.append(iterations)
        return 1.0 + run.keywords["rounds"] / (10 if iterations == 2 else -10)

    monkeypatch.setattr("cutedsl.testing.autotune.benchmark", timed)
    with override(cache_dir=tmp_path):
        function = testing.autotune_jit({"rounds": [1, 2]}, iterations=20)(fill)
        assert function.best(np.zeros(32, np.float32), 3) == {"rounds": 2}
    assert times == [2, 2, 20, 20]


def test_misuse_is_an_error() -> None:
    with pytest.raises(DSLUserCodeError, match="no parameter tile"):
        testing.autotune_jit({"tile": [1, 2]})(fill)


def test_it_really_times(tmp_path: Path) -> None:
    x = np.zeros(32, np.float32)
    with override(cache_dir=tmp_path):
        function = testing.autotune_jit({"rounds": [50_000_000, 1]}, warmup_iterations=1, iterations=2)(fill)
        function(x, 1)
    assert (x == 1).all()


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_tells_how_far_it_is_on_a_terminal(
    terminal: bool, monkeypatch: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rich.console.Console.is_terminal", terminal)
    with override(cache_dir=tmp_path):
        tuned(monkeypatch, [])(np.zeros(32, np.float32), 3)
    said = capfd.readouterr()
    assert ("fill: configurations" in said.err) == terminal
    assert not said.out


def test_compiling_takes_the_fastest_or_the_one_that_is_named(monkeypatch: Any, tmp_path: Path) -> None:
    seen: list[int] = []
    x = np.zeros(32, np.float32)
    with override(cache_dir=tmp_path):
        function = tuned(monkeypatch, seen)
        cute.compile(function, x, 1, rounds=6)(x, 1)
        assert x[0] == 6 and not seen
        cute.compile(function, x, 1)(x, 1)
        assert x[0] == 5 and seen
