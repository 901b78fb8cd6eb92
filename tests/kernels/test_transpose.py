"""Matrix transposes: straight from memory, through shared memory, and without bank conflicts; on every target."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import EVERYWHERE, Arrays

TILE = 32
ROWS = 8  # rows of the block: each thread moves TILE / ROWS elements of a tile


@cute.kernel
def naive_kernel(x: cute.Tensor, y: cute.Tensor):
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    m, n = by * ROWS + ty, bx * TILE + tx
    if cute.elem_less((m, n), x.shape):
        y[n, m] = x[m, n]


@cute.jit
def naive(x: cute.Tensor, y: cute.Tensor):
    M, N = x.shape
    naive_kernel(x, y).launch(grid=(cute.ceil_div(N, TILE), cute.ceil_div(M, ROWS), 1), block=(TILE, ROWS, 1))


@cute.kernel
def through_shared_kernel(x: cute.Tensor, y: cute.Tensor, smem_layout: cutlass.Constexpr):
    tile = cutlass.utils.SmemAllocator().allocate_tensor(x.element_type, smem_layout)
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    M, N = x.shape
    for r in cutlass.range_constexpr(0, TILE, ROWS):
        m, n = by * TILE + ty + r, bx * TILE + tx
        if m < M and n < N:
            tile[ty + r, tx] = x[m, n]
    cute.arch.sync_threads()
    for r in cutlass.range_constexpr(0, TILE, ROWS):
        m, n = by * TILE + tx, bx * TILE + ty + r
        if m < M and n < N:
            y[n, m] = tile[tx, ty + r]


@cute.jit
def through_shared(x: cute.Tensor, y: cute.Tensor, smem_layout: cutlass.Constexpr):
    M, N = x.shape
    grid = (cute.ceil_div(N, TILE), cute.ceil_div(M, TILE), 1)
    through_shared_kernel(x, y, smem_layout).launch(grid=grid, block=(TILE, ROWS, 1))


PLAIN = cute.make_layout((TILE, TILE), stride=(TILE, 1))
PADDED = cute.make_layout((TILE, TILE), stride=(TILE + 1, 1))


@cute.jit
def shared(x: cute.Tensor, y: cute.Tensor):
    through_shared(x, y, PLAIN)


@cute.jit
def padded(x: cute.Tensor, y: cute.Tensor):
    through_shared(x, y, PADDED)


@cute.kernel
def tiled_kernel(gX: cute.Tensor, gY: cute.Tensor):
    """Tiles of layouts: each thread copies one column of a tile into a row."""
    tidx, _, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    tX, tY = gX[((None, None), (by, bx))], gY[((None, None), (bx, by))]
    tY[tidx, None] = tX[None, tidx].load()


@cute.jit
def tiled(x: cute.Tensor, y: cute.Tensor):
    gX, gY = cute.zipped_divide(x, (16, 8)), cute.zipped_divide(y, (8, 16))
    rows, columns = gX.shape[1]
    tiled_kernel(gX, gY).launch(grid=(columns, rows, 1), block=(8, 1, 1))


@cute.kernel
def swizzled_kernel(x: cute.Tensor, y: cute.Tensor):
    """No padding and no conflicts: a swizzle of byte addresses spreads a column of 4-byte elements over the banks."""
    layout = cute.make_layout((TILE, TILE), stride=(TILE, 1))
    smem = cutlass.utils.SmemAllocator()
    tile = smem.allocate_tensor(x.element_type, layout, 128, swizzle=cute.make_swizzle(5, 2, 5))
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    M, N = x.shape
    for r in cutlass.range_constexpr(0, TILE, ROWS):
        m, n = by * TILE + ty + r, bx * TILE + tx
        if m < M and n < N:
            tile[ty + r, tx] = x[m, n]
    cute.arch.sync_threads()
    for r in cutlass.range_constexpr(0, TILE, ROWS):
        m, n = by * TILE + tx, bx * TILE + ty + r
        if m < M and n < N:
            y[n, m] = tile[tx, ty + r]


@cute.jit
def swizzled(x: cute.Tensor, y: cute.Tensor):
    M, N = x.shape
    grid = (cute.ceil_div(N, TILE), cute.ceil_div(M, TILE), 1)
    swizzled_kernel(x, y).launch(grid=grid, block=(TILE, ROWS, 1))


def transposes(arrays: Arrays, run: Any, shape: tuple[int, int], dtype: Any) -> None:
    x = np.random.default_rng(7).integers(-100, 100, shape).astype(dtype)
    y = arrays.poisoned(shape[::-1], dtype)
    run(arrays.put(x), y)
    np.testing.assert_array_equal(arrays.get(y), x.T)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("run", [naive, shared, padded, swizzled], ids=["naive", "shared", "padded", "swizzled"])
def test_any_shape_is_transposed(target: str, run: Any) -> None:
    for shape in ((1, 1), (32, 64), (45, 131)):
        transposes(Arrays(target), run, shape, np.float32)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("dtype", [np.float16, np.int8, np.float64], ids=lambda d: d.__name__)
def test_other_types_are_transposed(target: str, dtype: Any) -> None:
    transposes(Arrays(target), padded, (33, 70), dtype)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_whole_tiles_are_transposed(target: str) -> None:
    transposes(Arrays(target), tiled, (48, 24), np.float32)
