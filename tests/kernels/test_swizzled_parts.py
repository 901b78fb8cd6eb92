"""A thread's part of a swizzled tile: its layout serves another pointer, the swizzled address where it starts."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import TARGETS, Arrays

ROWS, COLUMNS = 8, 64


@cute.kernel
def parts_kernel(y: cute.Tensor):
    """Written by the swizzled pointer, read by plain pointers and the layouts of rows and of columns."""
    i, _, _ = cute.arch.thread_idx()
    plain = cute.make_layout((ROWS, COLUMNS), stride=(COLUMNS, 1))
    tile = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int16, plain, 1024, cute.make_swizzle(3, 4, 3))
    inside = cute.make_tensor(
        cute.recast_ptr(tile.iterator, dtype=cutlass.Int16),
        cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, plain),
    )
    for row in cutlass.range_constexpr(ROWS):
        for half in cutlass.range_constexpr(2):
            tile[row, 32 * half + i] = cutlass.Int16(COLUMNS * row + 32 * half + i)
    cute.arch.sync_threads()
    column = moved(tile[None, i].iterator, inside[None, i])
    for row in cutlass.range_constexpr(ROWS):
        y[1, row, i] = column[row]
    line = moved(tile[i % ROWS, None].iterator, inside[i % ROWS, None])
    if i < ROWS:
        for k in cutlass.range_constexpr(COLUMNS):
            y[0, i, k] = line[k]


@cute.jit
def moved(start: cute.Pointer, part: cute.Tensor):
    address = start.toint()
    address = address ^ ((address & 0x380) >> 3)
    return cute.make_tensor(cute.make_ptr(cutlass.Int16, address, start.memspace, assumed_align=2), part.layout)


@cute.jit
def parts(y: cute.Tensor):
    parts_kernel(y).launch(grid=1, block=32)


@pytest.mark.parametrize("target", TARGETS)
def test_rows_and_columns_of_swizzled_tiles_are_right(target: str) -> None:
    arrays = Arrays(target)
    y = arrays.put(np.full((2, ROWS, COLUMNS), -1, np.int16))
    parts(y)
    rows, columns = arrays.get(y)
    expected = np.arange(ROWS * COLUMNS).reshape(ROWS, COLUMNS)
    np.testing.assert_array_equal(rows, expected)
    np.testing.assert_array_equal(columns[:, :32], expected[:, :32])
