"""Accesses that lie outside share the code that says so: each is told with its own line, thread, index and extent."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError

THREADS = 64


@cute.kernel
def many(x: cute.Tensor, y: cute.Tensor, k: cute.Tensor, h: cute.Tensor, a: cutlass.Int32, bad: cutlass.Int32):
    """Accesses in a row, a gather, single elements and runs; `bad` chooses which goes `a` too far."""
    tidx, _, _ = cute.arch.thread_idx()
    none = cutlass.Int32(0)
    t = x[tidx + (a if bad == 0 else none)]  # 0
    t += x[tidx + 1 + (a if bad == 1 else none)]  # 1
    t += y[tidx + (a if bad == 2 else none)]  # 2
    t += x[k[tidx] + (a if bad == 3 else none)]  # 3
    t += x[k[tidx] + 1 + (a if bad == 4 else none)]  # 4
    t += x[2 + (a if bad == 5 else none)]  # 5
    t += x[3 + (a if bad == 6 else none)]  # 6
    t += h[tidx // 16, tidx % 16 + (a if bad == 7 else none)]  # 7
    t += h[tidx // 16 + 1, tidx % 16 + (a if bad == 8 else none)]  # 8
    if tidx % 3 == 1:
        t += x[tidx + (a if bad == 9 else none)]  # 9
        t += x[k[tidx] + (a if bad == 10 else none)]  # 10
        x[7 + (a if bad == 11 else none)] = t  # 11
    y[tidx] = t


@cute.jit
def launch(x: cute.Tensor, y: cute.Tensor, k: cute.Tensor, h: cute.Tensor, a: cutlass.Int32, bad: cutlass.Int32):
    many(x, y, k, h, a, bad).launch(grid=1, block=THREADS)


def _arguments() -> list[Any]:
    k = np.arange(THREADS, dtype=np.int32)[::-1].copy()
    h = cute.runtime.from_dlpack(np.ones((5, 24), np.float32)).mark_layout_dynamic()
    return [np.ones(66, np.float32), np.ones(70, np.float32), k, h]


ELEMENTS = (4000, 4001, 4000, 4063, 4064, 4002, 4003, 4000, 4024, 4001, 4062, 4007)
EXTENTS = {2: 70, 7: 120, 8: 120}
UNDER_A_MASK = 9
"""From this access on the first thread is 1."""


@pytest.mark.cutedsl_unchecked  # checked programs report each for itself
@pytest.mark.parametrize("bad", range(12))
def test_each_access_is_told_as_itself(bad: int) -> None:
    compiled = cute.compile(launch, *_arguments(), 0, 0, options="--target cpu")
    compiled(*_arguments(), 0, bad)
    with pytest.raises(DSLUserCodeError, match="out-of-bounds") as caught:
        compiled(*_arguments(), 4000, bad)
    lines, first = inspect.getsourcelines(many)
    line = first + next(n for n, text in enumerate(lines) if text.endswith(f"# {bad}\n"))
    assert caught.value.span is not None
    assert caught.value.span.line == line
    told = f"thread ({int(bad >= UNDER_A_MASK)}, 0, 0) of block (0, 0, 0)"
    assert told in str(caught.value)
    assert f"element {ELEMENTS[bad]} of" in str(caught.value)
    assert f"which has {EXTENTS.get(bad, 66)}" in str(caught.value)


@pytest.mark.cutedsl_unchecked
def test_a_report_is_written_once_for_a_tensor_and_a_form() -> None:
    text = cute.compile(launch, *_arguments(), 0, 0, options="--target cpu").artifacts.llvm
    assert 0 < text.count("call i1 @cute.outside") < 12
