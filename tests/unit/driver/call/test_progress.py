"""Who waits at a terminal for a compilation sees what it is; others see nothing."""

from __future__ import annotations

import time

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl.driver.call import progress
from cutedsl.driver.call.progress import told_if_long


def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal, and nobody who waits; not a fixture, as pytest exchanges `sys.stderr` between set-up and test."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(progress, "PATIENCE_S", 0.0)


def test_long_work_is_told_and_the_line_goes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    impatient(monkeypatch)
    with told_if_long("compiling `f`"):
        time.sleep(0.2)
    said = capsys.readouterr().err
    assert said == f"\rcutedsl: compiling `f`, 0 s\r{' ' * 27}\r"


def test_work_that_fails_ends_the_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    impatient(monkeypatch)
    with pytest.raises(ValueError, match="wrong"), told_if_long("work"):
        time.sleep(0.2)
        raise ValueError("wrong")
    assert capsys.readouterr().err.endswith(" \r")


def test_short_work_and_pipes_are_left_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "PATIENCE_S", 0.0)
    with told_if_long("to a pipe"):
        time.sleep(0.1)
    monkeypatch.undo()
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with told_if_long("short"):
        pass
    assert capsys.readouterr().err == ""


def test_compilations_are_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    impatient(monkeypatch)

    @cute.kernel
    def kernel(x: cute.Tensor):
        x[0] = x[0] + 1

    @cute.jit
    def bump(x: cute.Tensor):
        kernel(x).launch(grid=1, block=1)

    bump(np.zeros(1, np.float32))
    said = capsys.readouterr().err
    assert "cutedsl: compiling `bump`" in said
