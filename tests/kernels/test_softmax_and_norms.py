"""Softmax in its forms, cross entropy, layer norm and RMS norm over rows, on every target, against float64."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import EVERYWHERE, Arrays, relative_error

WARPS = 4
THREADS = 32 * WARPS


@cute.jit
def block_reduce(value, op: cutlass.Constexpr, parts: cute.Tensor):
    value = cute.arch.warp_reduction(value, op)
    if cute.arch.lane_idx() == 0:
        parts[cute.arch.warp_idx()] = value
    cute.arch.sync_threads()
    value = parts[0]
    for w in cutlass.range_constexpr(1, WARPS):
        value = op(value, parts[w])
    cute.arch.sync_threads()
    return value


def add(a, b):
    return a + b


def allocate_parts():
    return cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(WARPS))


# -- softmax: maximum, sum, then quotients; three passes over the row ------------------------------------------------
@cute.jit
def maximum_and_sum(row: cute.Tensor, parts: cute.Tensor):
    """The maximum of a row and the sum of exp(x - maximum)."""
    tidx, _, _ = cute.arch.thread_idx()
    highest = -cutlass.Float32.inf
    for k in range(tidx, cute.size(row), THREADS):
        highest = cutlass.max(highest, row[k].to(cutlass.Float32))
    highest = block_reduce(highest, cutlass.max, parts)
    total = cutlass.Float32(0.0)
    for k in range(tidx, cute.size(row), THREADS):
        total += cute.math.exp(row[k].to(cutlass.Float32) - highest)
    return highest, block_reduce(total, add, parts)


@cute.kernel
def softmax_kernel(x: cute.Tensor, y: cute.Tensor, log: cutlass.Constexpr):
    parts = allocate_parts()
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    row = x[bidx, None]
    highest, total = maximum_and_sum(row, parts)
    for k in range(tidx, cute.size(row), THREADS):
        shifted = row[k].to(cutlass.Float32) - highest
        if cutlass.const_expr(log):
            y[bidx, k] = (shifted - cute.math.log(total)).to(y.element_type)
        else:
            y[bidx, k] = (cute.math.exp(shifted) / total).to(y.element_type)


@cute.jit
def softmax(x: cute.Tensor, y: cute.Tensor, log: cutlass.Constexpr):
    softmax_kernel(x, y, log).launch(grid=x.shape[0], block=THREADS)


# -- online: maximum and sum in one pass, a warp a row ---------------------------------------------------------------
@cute.jit
def merge(m, s, other_m, other_s):
    """Two partial softmaxes (maximum, sum of exp) as one."""
    highest = cutlass.max(m, other_m)
    return highest, s * cute.math.exp(m - highest) + other_s * cute.math.exp(other_m - highest)


@cute.kernel
def online_softmax_kernel(x: cute.Tensor, y: cute.Tensor):
    lane = cute.arch.lane_idx()
    bidx, _, _ = cute.arch.block_idx()
    row = bidx * WARPS + cute.arch.warp_idx()
    if row < x.shape[0]:
        m, s = cutlass.Float32(-1e30), cutlass.Float32(0.0)
        for k in range(lane, x.shape[1], 32):
            m, s = merge(m, s, x[row, k], 1.0)
        for step in (16, 8, 4, 2, 1):
            m, s = merge(m, s, cute.arch.shuffle_sync_bfly(m, step), cute.arch.shuffle_sync_bfly(s, step))
        for k in range(lane, x.shape[1], 32):
            y[row, k] = cute.math.exp(x[row, k] - m) / s


@cute.jit
def online_softmax(x: cute.Tensor, y: cute.Tensor):
    online_softmax_kernel(x, y).launch(grid=cute.ceil_div(x.shape[0], WARPS), block=THREADS)


def matrix(columns: int, dtype: Any = np.float32) -> np.ndarray:
    return (np.random.default_rng(7).standard_normal((7, columns)) * 30).astype(dtype)


def softmax_reference(x: np.ndarray) -> np.ndarray:
    e = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("columns", [1, 129, 1000])
def test_softmax_gives_what_the_reference_gives(target: str, columns: int) -> None:
    arrays, x = Arrays(target), matrix(columns)
    for run in (lambda x, y: softmax(x, y, False), online_softmax):
        y = arrays.poisoned(x.shape)
        run(arrays.put(x), y)
        assert relative_error(arrays.get(y), softmax_reference(x)) < 1e-5


@pytest.mark.parametrize("target", EVERYWHERE)
def test_softmax_of_half_precision(target: str) -> None:
    arrays, x = Arrays(target), matrix(333, np.float16)
    y = arrays.poisoned(x.shape, np.float16)
    softmax(arrays.put(x), y, False)
    assert relative_error(arrays.get(y), softmax_reference(x)) < 1e-3


@pytest.mark.parametrize("target", EVERYWHERE)
def test_log_softmax_gives_what_the_reference_gives(target: str) -> None:
    arrays, x = Arrays(target), matrix(300)
    y = arrays.poisoned(x.shape)
    softmax(arrays.put(x), y, True)
    shifted = x.astype(np.float64) - x.max(axis=1, keepdims=True)
    reference = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    np.testing.assert_allclose(arrays.get(y), reference, rtol=1e-5, atol=1e-4)


# -- cross entropy with labels, and its one-hot gradient -------------------------------------------------------------
@cute.kernel
def cross_entropy_kernel(x: cute.Tensor, labels: cute.Tensor, loss: cute.Tensor, grad: cute.Tensor):
    parts = allocate_parts()
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    row, label = x[bidx, None], labels[bidx]
    highest, total = maximum_and_sum(row, parts)
    if tidx == 0:
        loss[bidx] = cute.math.log(total) + highest - row[label]
    for k in range(tidx, cute.size(row), THREADS):
        one_hot = 1.0 if k == label else 0.0
        grad[bidx, k] = cute.math.exp(row[k] - highest) / total - one_hot


@cute.jit
def cross_entropy(x: cute.Tensor, labels: cute.Tensor, loss: cute.Tensor, grad: cute.Tensor):
    cross_entropy_kernel(x, labels, loss, grad).launch(grid=x.shape[0], block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("integer", [np.int32, np.int64], ids=lambda d: d.__name__)
def test_cross_entropy_gives_loss_and_gradient(target: str, integer: Any) -> None:
    arrays, x = Arrays(target), matrix(211)
    labels = np.random.default_rng(7).integers(0, 211, 7).astype(integer)
    loss, grad = arrays.poisoned((7,)), arrays.poisoned(x.shape)
    cross_entropy(arrays.put(x), arrays.put(labels), loss, grad)
    p, one_hot = softmax_reference(x), np.eye(211)[labels]
    shifted = x.astype(np.float64) - x.max(axis=1, keepdims=True)
    reference = np.log(np.exp(shifted).sum(axis=1)) - shifted[np.arange(7), labels]
    np.testing.assert_allclose(arrays.get(loss), reference, rtol=1e-5, atol=2e-5)
    np.testing.assert_allclose(arrays.get(grad), p - one_hot, atol=1e-5)


# -- norms -----------------------------------------------------------------------------------------------------------
@cute.kernel
def layer_norm_kernel(x: cute.Tensor, weight: cute.Tensor, bias: cute.Tensor, y: cute.Tensor, eps: cutlass.Float32):
    parts = allocate_parts()
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    N = x.shape[1]
    total = cutlass.Float32(0.0)
    for k in range(tidx, N, THREADS):
        total += x[bidx, k]
    mean = block_reduce(total, add, parts) / N
    squares = cutlass.Float32(0.0)
    for k in range(tidx, N, THREADS):
        squares += (x[bidx, k] - mean) * (x[bidx, k] - mean)
    inverse = cute.math.rsqrt(block_reduce(squares, add, parts) / N + eps)
    for k in range(tidx, N, THREADS):
        y[bidx, k] = (x[bidx, k] - mean) * inverse * weight[k] + bias[k]


@cute.jit
def layer_norm(x: cute.Tensor, weight: cute.Tensor, bias: cute.Tensor, y: cute.Tensor, eps: cutlass.Float32):
    layer_norm_kernel(x, weight, bias, y, eps).launch(grid=x.shape[0], block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("columns", [3, 128, 777])
def test_layer_norm_gives_what_the_reference_gives(target: str, columns: int) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    x = matrix(columns) + np.float32(100)
    weight, bias = (rng.standard_normal(columns, dtype=np.float32) for _ in range(2))
    y = arrays.poisoned(x.shape)
    layer_norm(arrays.put(x), arrays.put(weight), arrays.put(bias), y, 1e-5)
    v = x.astype(np.float64)
    centred = v - v.mean(axis=1, keepdims=True)
    reference = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-5) * weight + bias
    assert relative_error(arrays.get(y), reference) < 1e-5


@cute.kernel
def rms_norm_kernel(x: cute.Tensor, weight: cute.Tensor, y: cute.Tensor, eps: cutlass.Float32, N: cutlass.Constexpr):
    """A warp a row of static length, kept in registers between the two uses."""
    lane = cute.arch.lane_idx()
    bidx, _, _ = cute.arch.block_idx()
    row = bidx * WARPS + cute.arch.warp_idx()
    if row < x.shape[0]:
        values = cute.make_rmem_tensor((N // 32,), cutlass.Float32)
        for k in cutlass.range_constexpr(N // 32):
            values[k] = x[row, k * 32 + lane].to(cutlass.Float32)
        v = values.load()
        squares = cute.arch.warp_reduction_sum((v * v).reduce(cute.ReductionOp.ADD, 0.0, 0))
        scaled = v * cute.math.rsqrt(squares / N + eps)
        for k in cutlass.range_constexpr(N // 32):
            y[row, k * 32 + lane] = (scaled[k] * weight[k * 32 + lane].to(cutlass.Float32)).to(y.element_type)


@cute.jit
def rms_norm(x: cute.Tensor, weight: cute.Tensor, y: cute.Tensor, eps: cutlass.Float32, N: cutlass.Constexpr):
    rms_norm_kernel(x, weight, y, eps, N).launch(grid=cute.ceil_div(x.shape[0], WARPS), block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("dtype", [np.float32, np.float16], ids=lambda d: d.__name__)
def test_rms_norm_gives_what_the_reference_gives(target: str, dtype: Any) -> None:
    arrays, x = Arrays(target), matrix(224, dtype)
    weight = np.random.default_rng(7).standard_normal(224).astype(dtype)
    y = arrays.poisoned(x.shape, dtype)
    rms_norm(arrays.put(x), arrays.put(weight), y, 1e-6, 224)
    v = x.astype(np.float64)
    reference = v / np.sqrt((v**2).mean(axis=1, keepdims=True) + 1e-6) * weight
    assert relative_error(arrays.get(y), reference) < (1e-5 if dtype is np.float32 else 1e-3)
