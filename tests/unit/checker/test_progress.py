"""Long checks show on a terminal how far they are, and nothing elsewhere."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.checker import progress
from cutedsl.checker.session import CheckWatch
from cutedsl.driver.call.watches import watching


@cute.kernel
def _slow(x: cute.Tensor, turns: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    total = cutlass.Float32(0)
    for _i in range(turns):
        total += x[bidx, tidx]
    x[bidx, tidx] = total


@cute.jit
def _run(x: cute.Tensor, turns: cutlass.Int32):
    _slow(x, turns).launch(grid=[64, 1, 1], block=[32, 1, 1])


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream", [_Terminal(), io.StringIO()], ids=["terminal", "pipe"])
def test_only_a_terminal_is_told(stream: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "FIRST_S", 0.01)
    monkeypatch.setattr(progress, "_EACH_S", 0.01)
    with watching(CheckWatch(shown_on=stream)):
        _run(np.zeros((64, 32), np.float32), 20_000)
    text = stream.getvalue()
    if not stream.isatty():
        assert not text
        return
    assert "checking _slow: block " in text and " of 64, " in text
    assert text.endswith("\r\x1b[K")
