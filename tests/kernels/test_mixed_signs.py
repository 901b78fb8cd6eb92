"""Integers of different signs compare as the guide says: as the unsigned type, as in C; beside Python's numbers as in
Python. The oracle is NumPy, which is told the type.
"""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute


@cute.kernel
def compare_kernel(a: cute.Tensor, b: cute.Tensor, y: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    y[i, 0] = 1 if a[i] < b[i] else 0
    y[i, 1] = 1 if b[i] <= a[i] else 0
    y[i, 2] = 1 if a[i].to(cutlass.Int64) < b[i].to(cutlass.Int64) else 0
    y[i, 3] = 1 if b[i] > -1 else 0


@cute.jit
def compare(a: cute.Tensor, b: cute.Tensor, y: cute.Tensor):
    compare_kernel(a, b, y).launch(grid=1, block=6)


@pytest.mark.parametrize(
    "signed, unsigned, computed",
    [("i4", "u4", "u4"), ("i1", "u4", "u4"), ("i1", "u1", "u1"), ("i4", "u1", "i4"), ("i8", "u4", "i8")],
)
def test_comparisons_of_two_signs(signed, unsigned, computed):
    a = np.array([0, 1, -1, 5, -7, 100], signed)
    b = np.array([3, 0, 5, 5, 250, 7], unsigned)
    y = np.zeros((6, 4), np.int32)
    compare(a, b, y)
    left, right = a.astype(computed), b.astype(computed)
    np.testing.assert_array_equal(y[:, 0], left < right)
    np.testing.assert_array_equal(y[:, 1], right <= left)
    np.testing.assert_array_equal(y[:, 2], a.astype("i8") < b.astype("i8"))
    np.testing.assert_array_equal(y[:, 3], 1)
