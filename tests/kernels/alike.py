"""One function of a number run by Python, as a kernel and eagerly: all give the same numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import cutedsl.cute as cute
from cutedsl import eager
from tests.kernels.arrays import Arrays

THREADS = 64


def check_kernel(function: Callable[..., Any], target: str) -> None:
    """Python and a kernel."""
    x, arrays = _inputs(), Arrays(target)
    y = arrays.poisoned(x.shape, np.int32)
    given = arrays.put(x)
    cute.compile(_program_of(function), given, y, options=arrays.options)(given, y)
    np.testing.assert_array_equal(arrays.get(y), [function(int(n)) for n in x])


def check_eager(function: Callable[..., Any]) -> None:
    """Python and an eager run."""
    x = _inputs()
    y = np.full(x.shape, -77, np.int32)
    eager.run(_program_of(function), x, y)
    np.testing.assert_array_equal(y, [function(int(n)) for n in x])


def _inputs() -> np.ndarray:
    """Integers from 1 to 400."""
    return np.random.default_rng(5).integers(1, 400, 2 * THREADS).astype(np.int32)


def _program_of(function: Callable[..., Any]) -> Any:
    staged = cute.jit(function)

    @cute.kernel
    def each(x: cute.Tensor, y: cute.Tensor):
        i = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
        y[i] = staged(x[i])

    @cute.jit
    def run(x: cute.Tensor, y: cute.Tensor):
        each(x, y).launch(grid=x.shape[0] // THREADS, block=THREADS)

    return run
