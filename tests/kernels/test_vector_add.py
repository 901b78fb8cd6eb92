"""Vector addition in the ways people write it first, on every target, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import EVERYWHERE, Arrays

THREADS = 128


@cute.kernel
def plain_index_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    bdim, _, _ = cute.arch.block_dim()
    i = bidx * bdim + tidx
    if i < cute.size(c):
        c[i] = a[i] + b[i]


@cute.jit
def plain_index(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    blocks = cute.ceil_div(cute.size(c), THREADS)
    plain_index_kernel(a, b, c).launch(grid=(blocks, 1, 1), block=(THREADS, 1, 1))


@cute.kernel
def grid_stride_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    bdim, _, _ = cute.arch.block_dim()
    gdim, _, _ = cute.arch.grid_dim()
    for i in range(bidx * bdim + tidx, cute.size(c), gdim * bdim):
        c[i] = a[i] + b[i]


@cute.jit
def grid_stride(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    grid_stride_kernel(a, b, c).launch(grid=(3, 1, 1), block=(THREADS, 1, 1))


@cute.kernel
def tiled_kernel(gA: cute.Tensor, gB: cute.Tensor, gC: cute.Tensor, n: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    tile = ((None,), bidx)
    tA, tB, tC = gA[tile], gB[tile], gC[tile]
    if bidx * THREADS + tidx < n:
        tC[tidx] = tA[tidx] + tB[tidx]


@cute.jit
def tiled(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    gA, gB, gC = (cute.zipped_divide(t, (THREADS,)) for t in (a, b, c))
    blocks = cute.size(gC, mode=[1])
    tiled_kernel(gA, gB, gC, cute.size(c)).launch(grid=(blocks, 1, 1), block=(THREADS, 1, 1))


@cute.kernel
def vector_loads_kernel(gA: cute.Tensor, gB: cute.Tensor, gC: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * THREADS + tidx
    if i < cute.size(gC, mode=[1]):
        gC[(None, i)] = gA[(None, i)].load() + gB[(None, i)].load()


@cute.jit
def vector_loads(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    gA, gB, gC = (cute.zipped_divide(t, (4,)) for t in (a, b, c))
    blocks = cute.ceil_div(cute.size(gC, mode=[1]), THREADS)
    vector_loads_kernel(gA, gB, gC).launch(grid=(blocks, 1, 1), block=(THREADS, 1, 1))


@cute.kernel
def thread_value_kernel(gA: cute.Tensor, gB: cute.Tensor, gC: cute.Tensor, tv_layout: cute.Layout):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    blk_coord = ((None, None), bidx)
    thrA, thrB, thrC = (cute.composition(g[blk_coord], tv_layout)[(tidx, None)] for g in (gA, gB, gC))
    thrC[None] = thrA.load() + thrB.load()


@cute.jit
def thread_value(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    thr_layout = cute.make_ordered_layout((4, 32), order=(1, 0))
    val_layout = cute.make_ordered_layout((4, 4), order=(1, 0))
    tiler_mn, tv_layout = cute.make_layout_tv(thr_layout, val_layout)
    gA, gB, gC = (cute.zipped_divide(t, tiler_mn) for t in (a, b, c))
    threads = cute.size(tv_layout, mode=[0])
    thread_value_kernel(gA, gB, gC, tv_layout).launch(grid=(cute.size(gC, mode=[1]), 1, 1), block=(threads, 1, 1))


def inputs(shape: tuple[int, ...]) -> list[np.ndarray]:
    rng = np.random.default_rng()
    return [rng.standard_normal(shape, dtype=np.float32) for _ in range(2)]


def adds(arrays: Arrays, run: Any, shape: tuple[int, ...]) -> None:
    a, b = inputs(shape)
    c = arrays.poisoned(shape)
    run(arrays.put(a), arrays.put(b), c)
    np.testing.assert_array_equal(arrays.get(c), a + b)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("run", [plain_index, grid_stride, tiled], ids=["plain_index", "grid_stride", "tiled"])
def test_any_length(target: str, run: Any) -> None:
    for length in (1, 127, 1021):
        adds(Arrays(target), run, (length,))


@pytest.mark.parametrize("target", EVERYWHERE)
def test_vector_loads(target: str) -> None:
    for length in (4, 36, 4 * 333):
        adds(Arrays(target), vector_loads, (length,))


@pytest.mark.parametrize("target", EVERYWHERE)
def test_thread_value_layout(target: str) -> None:
    for shape in ((16, 128), (48, 384)):
        adds(Arrays(target), thread_value, shape)
