"""Sum, maximum, argmax and dot product over everything, rows or any axis, in one launch or two; on every target."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import EVERYWHERE, Arrays

WARPS = 4
THREADS = 32 * WARPS


@cute.jit
def block_reduce(value, op: cutlass.Constexpr, parts: cute.Tensor):
    """`op` over the values of all threads; every thread gets it. `parts` is shared memory, one element a warp."""
    value = cute.arch.warp_reduction(value, op)
    if cute.arch.lane_idx() == 0:
        parts[cute.arch.warp_idx()] = value
    cute.arch.sync_threads()
    value = parts[0]
    for w in cutlass.range_constexpr(1, WARPS):
        value = op(value, parts[w])
    cute.arch.sync_threads()
    return value


# -- everything, in two launches: a partial result a block, then one block over those --------------------------------
@cute.kernel
def reduce_kernel(x: cute.Tensor, partial: cute.Tensor, op: cutlass.Constexpr, start: cutlass.Constexpr):
    parts = cutlass.utils.SmemAllocator().allocate_tensor(x.element_type, cute.make_layout(WARPS))
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    value = x.element_type(start)
    for i in range(bidx * THREADS + tidx, cute.size(x), blocks * THREADS):
        value = op(value, x[i])
    value = block_reduce(value, op, parts)
    if tidx == 0:
        partial[bidx] = value


@cute.jit
def reduce_all(
    x: cute.Tensor, partial: cute.Tensor, result: cute.Tensor, op: cutlass.Constexpr, start: cutlass.Constexpr
):
    reduce_kernel(x, partial, op, start).launch(grid=partial.shape[0], block=THREADS)
    reduce_kernel(partial, result, op, start).launch(grid=1, block=THREADS)


def add(a, b):
    return a + b


def maximum(a, b):
    return cutlass.max(a, b)


def minimum(a, b):
    return cutlass.min(a, b)


INTEGER_REDUCTIONS = {
    "sum": (add, 0, np.sum),
    "max": (maximum, -(2**31), np.max),
    "min": (minimum, 2**31 - 1, np.min),
    "xor": (lambda a, b: a ^ b, 0, np.bitwise_xor.reduce),
}


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("name", INTEGER_REDUCTIONS)
def test_a_whole_array_is_reduced(target: str, name: str) -> None:
    arrays, (op, start, reference) = Arrays(target), INTEGER_REDUCTIONS[name]
    for shape in ((1,), (2021,), (31, 77)):
        x = np.random.default_rng(7).integers(-(2**20), 2**20, shape).astype(np.int32)
        partial, result = arrays.poisoned((5,), np.int32), arrays.poisoned((1,), np.int32)
        reduce_all(arrays.put(x), partial, result, op, start)
        assert arrays.get(result)[0] == reference(x.reshape(-1))


# -- along any axis: the tensor is seen as (before, axis, after), a thread for each of (before, after) ---------------
@cute.kernel
def axis_kernel(x: cute.Tensor, y: cute.Tensor, axis: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * THREADS + tidx
    if i < cute.size(y):
        coord = list(cute.idx2crd(i, y.shape))
        coord.insert(axis, None)
        line = x[tuple(coord)]
        total = cutlass.Float32(0.0)
        for k in range(cute.size(line)):
            total += line[k]  # pyright: ignore[reportIndexIssue]  # None is in a list
        y[i] = total


@cute.jit
def sum_axis(x: cute.Tensor, y: cute.Tensor, axis: cutlass.Constexpr):
    axis_kernel(x, y, axis).launch(grid=cute.ceil_div(cute.size(y), THREADS), block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_sum_along_an_axis(target: str, axis: int) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal((13, 7, 29), dtype=np.float32)
    reference = x.sum(axis=axis, dtype=np.float64)
    y = arrays.poisoned(reference.shape)
    sum_axis(arrays.put(x), y, axis)
    np.testing.assert_allclose(arrays.get(y), reference, atol=1e-5)


# -- argmax of rows: pairs move together through the warp ------------------------------------------------------------
@cute.jit
def better(value, index, other, other_index):
    """Whether the other pair comes first: larger, or as large and further left."""
    return other > value or (other == value and other_index < index)


@cute.kernel
def argmax_kernel(x: cute.Tensor, values: cute.Tensor, indices: cute.Tensor):
    """A warp a row."""
    lane = cute.arch.lane_idx()
    bidx, _, _ = cute.arch.block_idx()
    row = bidx * WARPS + cute.arch.warp_idx()
    if row >= x.shape[0]:
        return
    value, index = -cutlass.Float32.inf, cutlass.Int32(2**31 - 1)
    for k in range(lane, x.shape[1], 32):
        if better(value, index, x[row, k], k):
            value, index = x[row, k], k
    for step in (16, 8, 4, 2, 1):
        other = cute.arch.shuffle_sync_bfly(value, step)
        other_index = cute.arch.shuffle_sync_bfly(index, step)
        if better(value, index, other, other_index):
            value, index = other, other_index
    if lane == 0:
        values[row], indices[row] = value, index


@cute.jit
def argmax(x: cute.Tensor, values: cute.Tensor, indices: cute.Tensor):
    argmax_kernel(x, values, indices).launch(grid=cute.ceil_div(x.shape[0], WARPS), block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("columns", [1, 31, 500])
def test_argmax_gives_value_and_place(target: str, columns: int) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).integers(-40, 40, (9, columns)).astype(np.float32)  # with ties
    values, indices = arrays.poisoned((9,)), arrays.poisoned((9,), np.int32)
    argmax(arrays.put(x), values, indices)
    np.testing.assert_array_equal(arrays.get(indices), x.argmax(axis=1))
    np.testing.assert_array_equal(arrays.get(values), x.max(axis=1))


# -- dot product and matrix-vector product ---------------------------------------------------------------------------
@cute.kernel
def dot_kernel(a: cute.Tensor, b: cute.Tensor, result: cute.Tensor):
    parts = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float64, cute.make_layout(WARPS))
    tidx, _, _ = cute.arch.thread_idx()
    acc = cutlass.Float64(0.0)
    for i in range(tidx, a.shape[0], THREADS):
        acc += a[i].to(cutlass.Float64) * b[i].to(cutlass.Float64)
    acc = block_reduce(acc, add, parts)
    if tidx == 0:
        result[0] = acc


@cute.jit
def dot(a: cute.Tensor, b: cute.Tensor, result: cute.Tensor):
    dot_kernel(a, b, result).launch(grid=1, block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64], ids=lambda d: d.__name__)
def test_a_dot_product_gives_what_numpy_gives(target: str, dtype: Any) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    a, b = (rng.standard_normal(1999).astype(dtype) for _ in range(2))
    result = arrays.poisoned((1,), np.float64)
    dot(arrays.put(a), arrays.put(b), result)
    np.testing.assert_allclose(arrays.get(result)[0], a.astype(np.float64) @ b.astype(np.float64), rtol=1e-9, atol=1e-9)


@cute.kernel
def matvec_kernel(a: cute.Tensor, x: cute.Tensor, y: cute.Tensor):
    """A warp a row."""
    bidx, _, _ = cute.arch.block_idx()
    row = bidx * WARPS + cute.arch.warp_idx()
    if row < a.shape[0]:
        line = a[row, None]
        acc = cutlass.Float32(0.0)
        for k in range(cute.arch.lane_idx(), a.shape[1], 32):
            acc += line[k] * x[k]
        acc = cute.arch.warp_reduction_sum(acc)
        with_lane_0 = cute.arch.lane_idx() == 0
        if with_lane_0:
            y[row] = acc


@cute.jit
def matvec(a: cute.Tensor, x: cute.Tensor, y: cute.Tensor):
    matvec_kernel(a, x, y).launch(grid=cute.ceil_div(a.shape[0], WARPS), block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("transposed", [False, True])
def test_a_matrix_times_a_vector_gives_what_numpy_gives(target: str, transposed: bool) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    a, x = rng.standard_normal((71, 203), dtype=np.float32), rng.standard_normal(203, dtype=np.float32)
    y = arrays.poisoned((71,))
    matvec(arrays.put(a.T.copy()).T if transposed else arrays.put(a), arrays.put(x), y)
    np.testing.assert_allclose(arrays.get(y), a.astype(np.float64) @ x, atol=2e-5)
