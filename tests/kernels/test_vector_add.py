"""Vector addition in the ways people write it first, on every target, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import EVERYWHERE, TARGETS, Arrays

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


@cute.kernel
def predicated_kernel(
    gA: cute.Tensor, gB: cute.Tensor, gC: cute.Tensor, cC: cute.Tensor, shape, tv_layout: cute.Layout
):
    """Tiles that may stick out: the coordinates of each element say whether it is inside."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    blk_coord = ((None, None), bidx)
    thrA, thrB, thrC, thrCrd = (cute.composition(g[blk_coord], tv_layout)[(tidx, None)] for g in (gA, gB, gC, cC))
    frgPred = cute.make_rmem_tensor(thrCrd.shape, cutlass.Boolean)
    for i in cutlass.range_constexpr(cute.size(frgPred)):
        frgPred[i] = cute.elem_less(thrCrd[i], shape)
    for i in cutlass.range_constexpr(cute.size(frgPred)):
        if frgPred[i]:
            thrC[i] = thrA[i] + thrB[i]


@cute.jit
def predicated(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    thr_layout = cute.make_ordered_layout((4, 32), order=(1, 0))
    val_layout = cute.make_ordered_layout((4, 2), order=(1, 0))
    tiler_mn, tv_layout = cute.make_layout_tv(thr_layout, val_layout)
    gA, gB, gC, cC = (cute.zipped_divide(t, tiler_mn) for t in (a, b, c, cute.make_identity_tensor(c.shape)))
    grid = (cute.size(gC, mode=[1]), 1, 1)
    predicated_kernel(gA, gB, gC, cC, c.shape, tv_layout).launch(grid=grid, block=(128, 1, 1))


@cute.kernel
def copies_kernel(
    gA: cute.Tensor, gB: cute.Tensor, gC: cute.Tensor, cC: cute.Tensor, shape, tiled_copy: cute.TiledCopy
):
    """The same through registers, with predicated copies."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    blk_coord = ((None, None), bidx)
    thr_copy = tiled_copy.get_slice(tidx)
    thrA, thrB = (thr_copy.partition_S(g[blk_coord]) for g in (gA, gB))
    thrC, thrCrd = (thr_copy.partition_D(g[blk_coord]) for g in (gC, cC))
    frgPred = cute.make_rmem_tensor(thrCrd.shape, cutlass.Boolean)
    for i in cutlass.range_constexpr(cute.size(frgPred)):
        frgPred[i] = cute.elem_less(thrCrd[i], shape)
    frgA, frgB, frgC = (cute.make_fragment_like(t) for t in (thrA, thrB, thrC))
    frgA.fill(0.0)  # what is not copied is added up too
    frgB.fill(0.0)
    cute.copy(tiled_copy, thrA, frgA, pred=frgPred)
    cute.copy(tiled_copy, thrB, frgB, pred=frgPred)
    frgC.store(frgA.load() + frgB.load())
    cute.copy(tiled_copy, frgC, thrC, pred=frgPred)


@cute.jit
def copies(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), c.element_type)
    thr_layout = cute.make_ordered_layout((4, 32), order=(1, 0))
    val_layout = cute.make_ordered_layout((4, 2), order=(1, 0))
    tiled_copy = cute.make_tiled_copy_tv(atom, thr_layout, val_layout)
    tiler_mn, _ = cute.make_layout_tv(thr_layout, val_layout)
    gA, gB, gC, cC = (cute.zipped_divide(t, tiler_mn) for t in (a, b, c, cute.make_identity_tensor(c.shape)))
    grid = (cute.size(gC, mode=[1]), 1, 1)
    copies_kernel(gA, gB, gC, cC, c.shape, tiled_copy).launch(grid=grid, block=(128, 1, 1))


def inputs(shape: tuple[int, ...]) -> list[np.ndarray]:
    rng = np.random.default_rng(7)
    return [rng.standard_normal(shape, dtype=np.float32) for _ in range(2)]


def adds(arrays: Arrays, run: Any, shape: tuple[int, ...]) -> None:
    a, b = inputs(shape)
    c = arrays.poisoned(shape)
    run(arrays.put(a), arrays.put(b), c)
    np.testing.assert_array_equal(arrays.get(c), a + b)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("run", [plain_index, grid_stride, tiled], ids=["plain_index", "grid_stride", "tiled"])
def test_arrays_of_any_length_are_added(target: str, run: Any) -> None:
    for length in (1, 127, 1021):
        adds(Arrays(target), run, (length,))


@pytest.mark.parametrize("target", EVERYWHERE)
def test_vector_loads_add_arrays(target: str) -> None:
    for length in (4, 36, 4 * 333):
        adds(Arrays(target), vector_loads, (length,))


@pytest.mark.parametrize("target", EVERYWHERE)
def test_a_thread_value_layout_adds_arrays(target: str) -> None:
    for shape in ((16, 128), (48, 384)):
        adds(Arrays(target), thread_value, shape)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_predicates_guard_the_edges(target: str) -> None:
    for shape in ((16, 64), (1, 1), (45, 131)):
        adds(Arrays(target), predicated, shape)


@pytest.mark.parametrize("target", TARGETS)
def test_predicated_tiled_copies_guard_the_edges(target: str) -> None:
    for shape in ((16, 64), (1, 1), (45, 131)):
        adds(Arrays(target), copies, shape)


@cute.kernel
def some_kernel(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    frg = cute.make_rmem_tensor((4,), cutlass.Float32)
    pred = cute.make_rmem_tensor((4,), cutlass.Boolean)
    frg.fill(-1.0)
    for i in cutlass.range_constexpr(4):
        pred[i] = i % 3 < n
    cute.copy(cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32), x, frg, pred=pred)
    y.store(frg.load())


@cute.jit
def some(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    some_kernel(x, y, n).launch(grid=1, block=1)


@pytest.mark.parametrize("target", TARGETS)
def test_neighbours_have_predicates_of_their_own(target: str) -> None:
    """Also where one access could move all of them."""
    arrays = Arrays(target)
    room = arrays.put(np.zeros(8, np.float32))
    first = 0 if target == "cuda" else -room.ctypes.data % 16 // 4
    x = room[first : first + 4]
    x[:] = arrays.put(np.arange(1, 5, dtype=np.float32))
    for n, expected in ((0, [-1, -1, -1, -1]), (1, [1, -1, -1, 4]), (2, [1, 2, -1, 4])):
        y = arrays.poisoned((4,))
        some(cute.runtime.from_dlpack(x, assumed_align=16), cute.runtime.from_dlpack(y), n)
        np.testing.assert_array_equal(arrays.get(y), expected)
