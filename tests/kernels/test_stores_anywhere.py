"""Stores of four elements beside each other, whose address run time alone knows: at multiples of 16 bytes and not."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import TARGETS, Arrays


@cute.kernel
def shift(x: cute.Tensor, y: cute.Tensor, first: cutlass.Int32, stride: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    for k in cutlass.range_constexpr(4):
        y[first + tidx * stride + k] = x[tidx * 4 + k] + 1.0


@cute.jit
def launch(x: cute.Tensor, y: cute.Tensor, first: cutlass.Int32, stride: cutlass.Int32):
    shift(x, y, first, stride).launch(grid=1, block=32)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("first", "stride"), [(0, 4), (4, 8), (1, 4), (0, 5), (3, 7)])
def test_four_elements_lie_where_they_belong(target: str, first: int, stride: int) -> None:
    x, wanted = np.arange(128, dtype=np.float32), np.zeros(256, np.float32)
    for t in range(32):
        wanted[first + t * stride : first + t * stride + 4] = x[4 * t : 4 * t + 4] + 1
    arrays = Arrays(target)
    found = arrays.put(np.zeros(256, np.float32))
    launch(arrays.put(x), found, first, stride)
    assert np.array_equal(arrays.get(found), wanted)
