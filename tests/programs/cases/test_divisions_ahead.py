"""Programs that divide ahead of the test that says whether the result counts."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.runtime import from_dlpack


@cute.kernel
def _tail(y: cute.Tensor, n: cutlass.Int32, z: cutlass.Int32):
    whole = cute.make_layout(((8, z // 8), z), stride=((1, z * 8), 8))
    a, b = whole.get_flat_coord(n % cute.size(whole))
    if n >= cute.size(whole):
        a, b = n + 5, z
    y[0] = a
    y[1] = b
    left = n % z
    left + 1  # pyright: ignore[reportUnusedExpression]
    if z > 0:
        y[2] = left


@cute.jit
def tail(y: cute.Tensor, n: cutlass.Int32, z: cutlass.Int32):
    _tail(y, n, z).launch(grid=1, block=1)


@pytest.mark.parametrize(("n", "z", "expected"), [(3, 0, [8, 0, -1]), (3, 1, [8, 1, 0]), (35, 16, [3, 4, 3])])
def test_a_division_counts_in_the_branch_that_reads_it(n: int, z: int, expected: list[int]) -> None:
    y = np.full(3, -1, np.int32)
    tail(from_dlpack(y), cutlass.Int32(n), cutlass.Int32(z))
    assert y.tolist() == expected


@cute.kernel
def _read(y: cute.Tensor, n: cutlass.Int32, z: cutlass.Int32):
    left = n % z
    if n > 2:
        y[0] = left


@cute.jit
def read(y: cute.Tensor, n: cutlass.Int32, z: cutlass.Int32):
    _read(y, n, z).launch(grid=1, block=1)


def test_a_division_by_zero_is_an_error_where_the_branch_is_taken() -> None:
    y = np.full(1, -1, np.int32)
    read(from_dlpack(y), cutlass.Int32(2), cutlass.Int32(0))
    with pytest.raises(ZeroDivisionError, match="division-by-zero"):
        read(from_dlpack(y), cutlass.Int32(3), cutlass.Int32(0))
