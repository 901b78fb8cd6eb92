"""Who waits at a terminal for a compilation sees what it is; others see nothing."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl.driver.call import progress
from cutedsl.driver.call.progress import told_if_long


def impatient(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """A terminal, and nobody who waits; the event comes with the first line.

    Not a fixture, as pytest exchanges `sys.stderr` between set-up and test.
    """
    shown = threading.Event()

    def show(*words: object, **how: Any) -> None:
        print(*words, **how)
        shown.set()

    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(progress, "PATIENCE_S", 0.0)
    monkeypatch.setattr(progress, "print", show, raising=False)
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: 0.0))
    return shown


def test_long_work_is_told_and_the_line_goes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = impatient(monkeypatch)
    with told_if_long("compiling `f`"):
        assert shown.wait(60)
    said = capsys.readouterr().err
    assert said == f"\rcutedsl: compiling `f`, 0 s\r{' ' * 27}\r"


def test_work_that_fails_ends_the_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shown = impatient(monkeypatch)
    with pytest.raises(ValueError, match="wrong"), told_if_long("work"):
        assert shown.wait(60)
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
