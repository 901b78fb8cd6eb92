"""Element by element: saxpy, activations with a function as argument, quantization, dropout, rotary embedding."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import EVERYWHERE, Arrays

THREADS = 128


@cute.jit
def global_index():
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    return bidx * THREADS + tidx


@cute.kernel
def saxpy_kernel(alpha: cutlass.Float32, x: cute.Tensor, y: cute.Tensor):
    i = global_index()
    if i < x.shape[0]:
        y[i] = alpha * x[i] + y[i]


@cute.jit
def saxpy(alpha: cutlass.Float32, x: cute.Tensor, y: cute.Tensor):
    saxpy_kernel(alpha, x, y).launch(grid=cute.ceil_div(x.shape[0], THREADS), block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_saxpy_gives_what_numpy_gives(target: str) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    x, y = (rng.standard_normal(1003, dtype=np.float32) for _ in range(2))
    result = arrays.put(y)
    saxpy(1.75, arrays.put(x), result)
    np.testing.assert_allclose(arrays.get(result), 1.75 * x.astype(np.float64) + y, rtol=1e-6, atol=1e-6)


# -- a Python function as an argument --------------------------------------------------------------------------------
@cute.kernel
def map_kernel(op: cutlass.Constexpr, x: cute.Tensor, y: cute.Tensor):
    i = global_index()
    if i < cute.size(x):
        y[i] = op(x[i].to(cutlass.Float32)).to(y.element_type)


@cute.jit
def apply(op: cutlass.Constexpr, x: cute.Tensor, y: cute.Tensor):
    map_kernel(op, x, y).launch(grid=cute.ceil_div(cute.size(x), THREADS), block=THREADS)


def relu(x):
    return x if x > 0.0 else 0.0


def leaky_relu(slope):
    return lambda x: cutlass.max(x, x * slope)


def silu(x):
    return x / (1.0 + cute.math.exp(-x))


def gelu(x):
    return 0.5 * x * (1.0 + cute.math.erf(x * (1 / math.sqrt(2))))


def gelu_tanh(x):
    return 0.5 * x * (1.0 + cute.math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x * x * x)))


def erf(x: np.ndarray) -> np.ndarray:
    return np.vectorize(math.erf)(x)


ACTIVATIONS = {
    "relu": (cute.jit(relu), lambda x: np.maximum(x, 0)),
    "leaky_relu": (leaky_relu(0.125), lambda x: np.where(x > 0, x, x / 8)),
    "silu": (silu, lambda x: x / (1 + np.exp(-x))),
    "gelu": (gelu, lambda x: 0.5 * x * (1 + erf(x / math.sqrt(2)))),
    "gelu_tanh": (gelu_tanh, lambda x: 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))),
}


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations_give_what_numpy_gives(target: str, name: str) -> None:
    arrays, (op, reference) = Arrays(target), ACTIVATIONS[name]
    x = (3 * np.random.default_rng(7).standard_normal((37, 19))).astype(np.float32)
    y = arrays.poisoned(x.shape)
    apply(op, arrays.put(x), y)
    np.testing.assert_allclose(arrays.get(y), reference(x.astype(np.float64)), rtol=1e-5, atol=1e-6)


# -- strided views ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("target", EVERYWHERE)
def test_strided_and_transposed_views(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal((50, 41), dtype=np.float32)
    views = [lambda a: a[3:40:2, ::5], lambda a: a.T, lambda a: a[::7]]
    for view in views:
        whole = arrays.poisoned(x.shape)
        apply(leaky_relu(0.5), view(arrays.put(x)), view(whole))
        expected = np.full(x.shape, np.nan, np.float32)
        view(expected)[...] = np.where(view(x) > 0, view(x), view(x) / 2)
        np.testing.assert_array_equal(arrays.get(whole), expected)


# -- int8 quantization -----------------------------------------------------------------------------------------------
@cute.kernel
def quantize_kernel(x: cute.Tensor, q: cute.Tensor, scales: cute.Tensor):
    """A block a row: the largest magnitude becomes 127."""
    smem = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(THREADS // 32))
    tidx, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    largest = cutlass.Float32(0.0)
    for k in range(tidx, x.shape[1], THREADS):
        largest = cutlass.max(largest, cute.math.absf(x[row, k]))
    largest = cute.arch.warp_reduction_max(largest)
    if cute.arch.lane_idx() == 0:
        smem[cute.arch.warp_idx()] = largest
    cute.arch.sync_threads()
    for w in cutlass.range_constexpr(THREADS // 32):
        largest = cutlass.max(largest, smem[w])
    scale = largest / 127.0
    if tidx == 0:
        scales[row] = scale
    for k in range(tidx, x.shape[1], THREADS):
        rounded = cute.math.roundeven(x[row, k] / scale)
        q[row, k] = cutlass.min(cutlass.max(rounded, -127.0), 127.0).to(cutlass.Int8)


@cute.kernel
def dequantize_kernel(q: cute.Tensor, scales: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    for k in range(tidx, y.shape[1], THREADS):
        y[row, k] = q[row, k].to(cutlass.Float32) * scales[row]


@cute.jit
def quantize_round_trip(x: cute.Tensor, q: cute.Tensor, scales: cute.Tensor, y: cute.Tensor):
    quantize_kernel(x, q, scales).launch(grid=x.shape[0], block=THREADS)
    dequantize_kernel(q, scales, y).launch(grid=x.shape[0], block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_quantising_and_back_gives_what_numpy_gives(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal((7, 301), dtype=np.float32)
    q, scales, y = arrays.poisoned(x.shape, np.int8), arrays.poisoned((7,)), arrays.poisoned(x.shape)
    quantize_round_trip(arrays.put(x), q, scales, y)
    scale = (np.abs(x).max(axis=1) / np.float32(127.0)).astype(np.float32)
    np.testing.assert_allclose(arrays.get(scales), scale, rtol=1e-6)
    assert (np.abs(arrays.get(q)).max(axis=1) == 127).all()
    assert (np.abs(arrays.get(y) - x) <= scale[:, None] * 0.501).all()


# -- dropout ---------------------------------------------------------------------------------------------------------
@cute.jit
def mix(z):
    """A hash of a 32-bit counter (Wang's mixing constants, as Murmur3's finalizer has them)."""
    z = (z ^ (z >> 16)) * cutlass.Uint32(0x85EBCA6B)
    z = (z ^ (z >> 13)) * cutlass.Uint32(0xC2B2AE35)
    return z ^ (z >> 16)


@cute.kernel
def dropout_kernel(x: cute.Tensor, y: cute.Tensor, keep: cutlass.Float32, seed: cutlass.Uint32):
    i = global_index()
    if i < cute.size(x):
        bits = mix(i.to(cutlass.Uint32) + seed)
        kept = (bits >> 8).to(cutlass.Float32) * (1.0 / (1 << 24)) < keep
        y[i] = x[i] / keep if kept else 0.0


@cute.jit
def dropout(x: cute.Tensor, y: cute.Tensor, keep: cutlass.Float32, seed: cutlass.Uint32):
    dropout_kernel(x, y, keep, seed).launch(grid=cute.ceil_div(cute.size(x), THREADS), block=THREADS)


def mix_reference(z: np.ndarray) -> np.ndarray:
    z = (z ^ (z >> np.uint32(16))) * np.uint32(0x85EBCA6B)
    z = (z ^ (z >> np.uint32(13))) * np.uint32(0xC2B2AE35)
    return z ^ (z >> np.uint32(16))


@pytest.mark.parametrize("target", EVERYWHERE)
def test_dropout_keeps_and_scales_what_the_reference_keeps(target: str) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    x, seed, keep = rng.standard_normal(2999, dtype=np.float32), int(rng.integers(1 << 31)), np.float32(0.75)
    y = arrays.poisoned(x.shape)
    dropout(arrays.put(x), y, float(keep), seed)
    bits = mix_reference(np.arange(x.size, dtype=np.uint32) + np.uint32(seed))
    kept = (bits >> np.uint32(8)).astype(np.float32) * np.float32(2**-24) < keep
    assert 0.7 < kept.mean() < 0.8
    np.testing.assert_allclose(arrays.get(y), np.where(kept, x / keep, 0), rtol=1e-6)


# -- rotary embedding ------------------------------------------------------------------------------------------------
@cute.kernel
def rotary_kernel(x: cute.Tensor, y: cute.Tensor, base: cutlass.Float32):
    """`x` is (heads, positions, dimension); each pair of neighbours turns by position * base ** (-2k / dimension)."""
    k, _, _ = cute.arch.thread_idx()
    position, head, _ = cute.arch.block_idx()
    pairs = x.shape[2] // 2
    if k < pairs:
        frequency = cute.math.exp2(-cute.math.log2(base) * (k.to(cutlass.Float32) / pairs.to(cutlass.Float32)))
        angle = position.to(cutlass.Float32) * frequency
        c, s = cute.math.cos(angle), cute.math.sin(angle)
        even, odd = x[head, position, 2 * k], x[head, position, 2 * k + 1]
        y[head, position, 2 * k] = even * c - odd * s
        y[head, position, 2 * k + 1] = even * s + odd * c


@cute.jit
def rotary(x: cute.Tensor, y: cute.Tensor, base: cutlass.Float32):
    heads, positions, _ = x.shape
    rotary_kernel(x, y, base).launch(grid=(positions, heads, 1), block=(64, 1, 1))


@pytest.mark.parametrize("target", EVERYWHERE)
def test_rotary_embedding_turns_pairs(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal((3, 11, 74), dtype=np.float32)
    y = arrays.poisoned(x.shape)
    rotary(arrays.put(x), y, 10000.0)
    angle = np.arange(11)[:, None] * 10000.0 ** (-np.arange(37) / 37)
    turned = (x[..., ::2] + 1j * x[..., 1::2].astype(np.float64)) * np.exp(1j * angle)
    np.testing.assert_allclose(arrays.get(y)[..., ::2], turned.real, atol=2e-5)
    np.testing.assert_allclose(arrays.get(y)[..., 1::2], turned.imag, atol=2e-5)


def test_closures_of_different_functions_are_different_programs() -> None:
    x: Any = np.array([-1.0, 2.0], np.float32)
    results = []
    for slope in (0.5, 0.25):
        y = np.full(2, np.nan, np.float32)
        apply(leaky_relu(slope), x, y)
        results.append(y.tolist())
    assert results == [[-0.5, 2.0], [-0.25, 2.0]]
