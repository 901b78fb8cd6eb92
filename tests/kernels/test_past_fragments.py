"""Reads past the end of a fragment that nothing checks: without a value, as on a GPU, so that nothing is stored."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.config import override
from cutedsl.errors import DSLRuntimeError
from tests.kernels.arrays import TARGETS, Arrays

KEPT, TURNS = 2, 8


@cute.kernel
def past_kernel(x: cute.Tensor, y: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    held = cute.make_rmem_tensor((KEPT,), cutlass.Float32)
    for k in cutlass.range_constexpr(KEPT):
        held[k] = x[k, i]
    if i < 30:
        for k in cutlass.range(TURNS, unroll_full=True):
            y[k, i] = held[k]


@cute.jit
def past(x: cute.Tensor, y: cute.Tensor):
    past_kernel(x, y).launch(grid=1, block=32)


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize("target", TARGETS)
def test_elements_past_a_fragment_are_not_stored(target: str) -> None:
    arrays = Arrays(target)
    x = np.arange(32 * KEPT, dtype=np.float32).reshape(KEPT, 32)
    y = arrays.put(np.full((TURNS, 32), -1, np.float32))
    with override(bounds=False):
        past(arrays.put(x), y)
    expected = np.full((TURNS, 32), -1, np.float32)
    expected[:KEPT, :30] = x[:, :30]
    np.testing.assert_array_equal(arrays.get(y), expected)


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_with_checks_the_read_is_an_error() -> None:
    x, y = np.zeros((KEPT, 32), np.float32), np.zeros((TURNS, 32), np.float32)
    with pytest.raises(DSLRuntimeError, match="reads element 2 of `held`, which has 2"):
        past(x, y)
