"""Tracebacks of calls show the author's frames only."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError

PACKAGE = str(Path(cutedsl.__file__).parent)


@cute.kernel
def kernel(x: cute.Tensor):
    x[0] = 1.0


@cute.jit
def host(x: cute.Tensor):
    kernel(x).launch(grid=1, block=32)


@cute.jit
def broken(x: cute.Tensor):
    raise KeyError("the author's own")


class Model:
    @cute.jit
    def run(self, x: cute.Tensor):
        host(x)


X = np.zeros(32, np.float32)
CALLS: dict[str, Callable[[], Any]] = {
    "a wrong argument": lambda: host(3),  # pyright: ignore[reportArgumentType]
    "a wrong argument by name": lambda: host(x=3),  # pyright: ignore[reportArgumentType]
    "a wrong argument of a method": lambda: Model().run(3),  # pyright: ignore[reportArgumentType]
    "an exception while tracing": lambda: broken(X),
    "a kernel outside of @jit": lambda: kernel(X),
    "a wrong argument of compile": lambda: cute.compile(host, 3),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_no_frame_of_cutedsl_is_shown(call: Callable[[], Any]) -> None:
    with pytest.raises((DSLUserCodeError, KeyError)) as caught:
        call()
    shown = [frame.filename for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert shown
    assert not [file for file in shown if file.startswith(PACKAGE)]
