"""Long kernels without loops for `benchmarks.cpu_ledger`, as Python's loops unroll them: each op runs about once.

They differ from one another in what the ops are, and none repeats itself in a way that becomes a loop again: a filter
whose taps are guarded one by one, and bytes that are loaded, compared and stored under conditions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute

CHANNELS: Final = 8
TAPS: Final = 7
SIZE: Final = 256
BYTES: Final = 128
"""Elements a thread."""


@cute.kernel
def filter_kernel(x: cute.Tensor, w: cute.Tensor, y: cute.Tensor):
    """One pixel a thread: the taps inside of the image, over all channels."""
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    column, row = bx * 16 + tx, by * 8 + ty
    total = cutlass.Float32(0.0)
    for channel in cutlass.range_constexpr(CHANNELS):
        for dy in cutlass.range_constexpr(TAPS):
            for dx in cutlass.range_constexpr(TAPS):
                at, beside = row + dy - TAPS // 2, column + dx - TAPS // 2
                if at >= 0 and at < SIZE and beside >= 0 and beside < SIZE:
                    total += x[channel, at, beside] * w[channel, dy, dx]
    y[row, column] = total


@cute.jit
def convolve(x: cute.Tensor, w: cute.Tensor, y: cute.Tensor):
    """Launches it."""
    filter_kernel(x, w, y).launch(grid=[SIZE // 16, SIZE // 8, 1], block=[16, 8, 1])


@cute.kernel
def bytes_kernel(x: cute.Tensor, y: cute.Tensor, count: cutlass.Int32):
    """Copies two of three bytes of a thread's row that are there, and writes a running largest one at its end."""
    thread = cute.arch.block_idx()[0] * 64 + cute.arch.thread_idx()[0]
    held = cute.make_rmem_tensor((BYTES,), cutlass.Int8)
    for i in cutlass.range_constexpr(BYTES):
        if thread * BYTES + i < count:
            held[i] = x[thread * BYTES + i]
        else:
            held[i] = cutlass.Int8(0)
    most = cutlass.Int32(0)
    for i in cutlass.range_constexpr(BYTES - 1):
        value = cutlass.Int32(held[i])
        if value > most:
            most = value
        if (thread + i) % 3 != 0:
            y[thread * BYTES + i] = held[i]
    y[thread * BYTES + BYTES - 1] = most.to(cutlass.Int8)


@cute.jit
def sift(x: cute.Tensor, y: cute.Tensor, count: cutlass.Int32):
    """Launches it."""
    bytes_kernel(x, y, count).launch(grid=[x.shape[0] // (64 * BYTES), 1, 1], block=[64, 1, 1])


@cute.kernel
def halves_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """A product of 12 by 12 matrices of 16-bit floats a thread, all in registers."""
    thread = cute.arch.block_idx()[0] * 32 + cute.arch.thread_idx()[0]
    left, right, sums = (cute.make_rmem_tensor((12, 12), cutlass.Float16) for _ in range(3))
    for i in cutlass.range_constexpr(12):
        for j in cutlass.range_constexpr(12):
            left[i, j], right[i, j] = a[thread, i, j], b[thread, i, j]
    sums.fill(0.0)
    for i in cutlass.range_constexpr(12):
        for j in cutlass.range_constexpr(12):
            for k in cutlass.range_constexpr(12):
                sums[i, j] = sums[i, j] + left[i, k] * right[k, j]
    for i in cutlass.range_constexpr(12):
        for j in cutlass.range_constexpr(12):
            c[thread, i, j] = sums[i, j]


@cute.jit
def small_products(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Launches it."""
    halves_kernel(a, b, c).launch(grid=[a.shape[0] // 32, 1, 1], block=[32, 1, 1])


def programs() -> Iterator[tuple[str, Any, list[Any], np.ndarray, np.ndarray]]:
    """Names, functions, their arguments, the result's array, and what is right."""
    rng = np.random.default_rng(17)
    x = rng.standard_normal((CHANNELS, SIZE, SIZE), dtype=np.float32)
    w = rng.standard_normal((CHANNELS, TAPS, TAPS), dtype=np.float32)
    y = np.empty((SIZE, SIZE), np.float32)
    yield "convolution 7 x 7 unrolled", convolve, [x, w, y], y, _filtered(x, w)
    given = rng.integers(-128, 128, 1024 * 64 * BYTES, dtype=np.int8)
    found = np.zeros_like(given)
    count = given.size - 10_000
    yield "bytes under conditions", sift, [given, found, count], found, _sifted(given, count)
    a, b = (rng.integers(-3, 4, (1024, 12, 12)).astype(np.float16) for _ in range(2))
    c = np.empty_like(a)
    yield "float16 products unrolled", small_products, [a, b, c], c, a @ b


def _filtered(x: np.ndarray, w: np.ndarray) -> np.ndarray:
    edge = TAPS // 2
    padded = np.pad(x.astype(np.float64), ((0, 0), (edge, edge), (edge, edge)))
    total = np.zeros((SIZE, SIZE))
    for dy in range(TAPS):
        for dx in range(TAPS):
            total += np.einsum("c,cyx->yx", w[:, dy, dx], padded[:, dy : dy + SIZE, dx : dx + SIZE])
    return total.astype(np.float32)


def _sifted(given: np.ndarray, count: int) -> np.ndarray:
    rows = np.where(np.arange(given.size) < count, given, 0).reshape(-1, BYTES)
    threads, places = np.arange(len(rows))[:, None], np.arange(BYTES)
    found = np.where((threads + places) % 3 != 0, rows, 0).astype(np.int8)
    found[:, -1] = np.maximum(rows[:, :-1].max(axis=1), 0)
    return found.ravel()
