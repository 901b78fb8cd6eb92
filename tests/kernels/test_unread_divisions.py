"""Divisions by zero that nothing reads: a GPU gives some number, and the CPU divides nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays


class Ring:
    """A place among stages; with none, only a branch that should not be read divides by their number."""

    def __init__(self, stages: int) -> None:
        self.stages, self.index, self.turns = stages, cutlass.Int32(0), cutlass.Int32(0)

    def advance(self, count: int) -> None:
        reached = self.index + count
        self.turns = self.turns + reached // self.stages
        self.index = reached % self.stages


@cute.kernel
def ring_kernel(x: cute.Tensor, y: cute.Tensor, stages: cutlass.Constexpr, reads: cutlass.Constexpr):
    i, _, _ = cute.arch.thread_idx()
    ring, k = Ring(stages), cutlass.Int32(0)
    if i >= 16:
        ring.advance(12)
    while k < x[i]:
        if k % 2 == 0:
            ring.advance(3)
        k += 1
    y[i] = k + (ring.index + ring.turns if cutlass.const_expr(reads) else 0)


@cute.jit
def run_ring(x: cute.Tensor, y: cute.Tensor, stages: cutlass.Constexpr, reads: cutlass.Constexpr):
    ring_kernel(x, y, stages, reads).launch(grid=1, block=32)


def ran(target: str, stages: int, reads: bool) -> tuple[np.ndarray, np.ndarray]:
    x, arrays = np.arange(32, dtype=np.int32), Arrays(target)
    given, y = arrays.put(x), arrays.poisoned(x.shape, np.int32)
    cute.compile(run_ring, given, y, stages, reads, options=arrays.options)(given, y)
    return x, arrays.get(y)


@pytest.mark.parametrize("target", TARGETS)
def test_a_ring_of_no_stages_that_nothing_reads(target: str) -> None:
    x, y = ran(target, 0, reads=False)
    np.testing.assert_array_equal(y, x)


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_a_read_of_it_is_an_error_on_the_cpu() -> None:
    with pytest.raises(DSLUserCodeError, match="divides by zero") as caught:
        ran("cpu", 0, reads=True)
    assert caught.value.name == "division-by-zero"


@pytest.mark.parametrize("target", TARGETS)
def test_a_ring_of_stages(target: str) -> None:
    x, y = ran(target, 5, reads=True)
    moved = np.where(x >= 16, 12, 0) + 3 * ((x + 1) // 2)
    turns = np.where(x >= 16, 12 // 5, 0)
    left = np.where(x >= 16, 12 % 5, 0)
    for k in range(32):
        for _ in range((k + 1) // 2):
            turns[k] += (left[k] + 3) // 5
            left[k] = (left[k] + 3) % 5
    assert (left == moved % 5).all()
    np.testing.assert_array_equal(y, x + left + turns)


def test_one_that_surely_runs_is_an_error_at_once() -> None:
    @cute.jit
    def divide(out: Any):
        out[0] = cutlass.Int32(12) // 0

    with pytest.raises(DSLUserCodeError, match="12 is divided by an Int32 of 0"):
        cute.compile(divide, np.zeros(1, np.int32))
