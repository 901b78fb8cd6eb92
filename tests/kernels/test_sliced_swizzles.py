"""Slices of swizzled shared memory: the address of the first element is a program's own, the layout the slice's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import TARGETS, Arrays

ELEMENTS, BYTES = cute.make_swizzle(3, 3, 3), cute.make_swizzle(3, 4, 3)
HALF = cutlass.Float16


def swizzled_address(pointer: Any) -> Any:
    """The address that a swizzle of bytes gives, without the swizzle."""
    plain = pointer.toint()
    moved = plain ^ ((plain & BYTES.source_mask) >> BYTES.num_shift)
    return cute.make_ptr(pointer.dtype, moved, pointer.memspace, assumed_align=16)


@cute.kernel
def rows_kernel(y: cute.Tensor):
    """Each thread reads its row by the tensor, and by the address of its first element with the slice's layout."""
    i, _, _ = cute.arch.thread_idx()
    tile = cute.make_layout((32, (8, 8)), stride=(64, (1, 8)))
    plain = cutlass.utils.SmemAllocator().allocate_tensor(HALF, cute.make_layout(2048), 1024)
    whole = cute.make_tensor(plain.iterator, cute.make_composed_layout(ELEMENTS, 0, tile))
    by_pointer = cute.make_tensor(cute.recast_ptr(plain.iterator, BYTES), tile)
    for k in cutlass.range_constexpr(64):
        whole[i, k] = HALF(64 * i + k)
    cute.arch.sync_threads()
    row = whole[i, None]
    views = (
        row,
        cute.make_tensor(row.iterator, row.layout),
        cute.make_tensor(swizzled_address(by_pointer[i, None].iterator), row.layout),
    )
    for v in cutlass.range_constexpr(len(views)):
        for k in cutlass.range_constexpr(8):
            chunk = cute.make_rmem_tensor(8, HALF)
            cute.autovec_copy(views[v][((None, k),)], chunk)
            for j in cutlass.range_constexpr(8):
                y[v, 64 * i + 8 * k + j] = chunk[j]
    y[3, i] = (row.iterator + row.layout(((3, 5),))).load()
    words = cute.recast_tensor(row, cutlass.Int32)
    y[3, 32 + i] = cute.recast_tensor(cute.make_tensor(words.iterator, words.layout), HALF)[19]


@cute.jit
def run_rows(y: cute.Tensor):
    rows_kernel(y).launch(grid=1, block=32)


@pytest.mark.parametrize("target", TARGETS)
def test_an_address_of_the_program_with_the_layout_of_a_slice(target: str) -> None:
    arrays = Arrays(target)
    y = arrays.put(np.full((4, 2048), -1, np.float16))
    cute.compile(run_rows, y, options=arrays.options)(y)
    got = arrays.get(y)
    assert (got[:3] == np.arange(2048, dtype=np.float16)).all()
    assert (got[3, :32] == np.arange(32) * 64 + 43).all()
    assert (got[3, 32:64] == np.arange(32) * 64 + 19).all()
