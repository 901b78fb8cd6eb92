"""Control flow and execution model as kernels use them, on both targets, against NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import TARGETS, Arrays

THREADS = 64


def _launcher(kernel: Any, threads: int = THREADS) -> Any:
    @cute.jit
    def run(x: cute.Tensor, y: cute.Tensor):
        kernel(x, y).launch(grid=x.shape[0] // threads, block=threads)

    return run


def _index() -> Any:
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    return block * THREADS + thread


@cute.kernel
def collatz(x: cute.Tensor, y: cute.Tensor):
    i = _index()
    n = x[i]
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    y[i] = steps


def collatz_reference(x: np.ndarray) -> np.ndarray:
    def steps(n: int) -> int:
        return 0 if n == 1 else 1 + steps(n // 2 if n % 2 == 0 else 3 * n + 1)

    return np.array([steps(int(n)) for n in x], np.int32)


@cute.kernel
def classify(x: cute.Tensor, y: cute.Tensor):
    i = _index()
    n = x[i]
    if n < 50:
        kind = 1
    elif n < 100 and n % 3 == 0:
        kind = 2
    elif 200 <= n < 300 or n == 150:
        kind = 3
    else:
        kind = 0
    y[i] = kind


def classify_reference(x: np.ndarray) -> np.ndarray:
    conditions = [x < 50, (x < 100) & (x % 3 == 0), ((x >= 200) & (x < 300)) | (x == 150)]
    return np.select(conditions, [1, 2, 3], 0).astype(np.int32)


@cute.kernel
def triangle(x: cute.Tensor, y: cute.Tensor):
    i = _index()
    total = 0
    for k in range(x[i] % 40):
        for j in range(k):
            total += j if j % 2 == 0 else -j
    y[i] = total


def triangle_reference(x: np.ndarray) -> np.ndarray:
    return np.array([sum(j if j % 2 == 0 else -j for k in range(n % 40) for j in range(k)) for n in x], np.int32)


@cute.kernel
def guarded_read(x: cute.Tensor, y: cute.Tensor):
    i = _index()
    y[i] = x[i + 1] if i + 1 < x.shape[0] else -1


def guarded_read_reference(x: np.ndarray) -> np.ndarray:
    return np.append(x[1:], -1).astype(np.int32)


@cute.kernel
def down_and_up(x: cute.Tensor, y: cute.Tensor):
    i = _index()
    digits = 0
    for k in range(x[i] % 5 + 3, 0, -2):
        digits = digits * 10 + k
    for k in range(2, 9, 3):
        digits = digits * 10 + k
    y[i] = digits


def down_and_up_reference(x: np.ndarray) -> np.ndarray:
    return np.array([int("".join(map(str, [*range(n % 5 + 3, 0, -2), 2, 5, 8]))) for n in x], np.int32)


@cute.kernel
def reverse_in_block(x: cute.Tensor, y: cute.Tensor):
    shared = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout((THREADS,)))
    thread, _, _ = cute.arch.thread_idx()
    i = _index()
    shared[thread] = x[i]
    cute.arch.sync_threads()
    y[i] = shared[THREADS - 1 - thread]


def reverse_in_block_reference(x: np.ndarray) -> np.ndarray:
    return x.reshape(-1, THREADS)[:, ::-1].reshape(-1)


@cute.kernel
def warp_scan(x: cute.Tensor, y: cute.Tensor):
    i = _index()
    lane = cute.arch.lane_idx()
    total = x[i]
    for step in cutlass.range_constexpr(5):
        below = cute.arch.shuffle_sync_up(total, 1 << step)
        if lane >= 1 << step:
            total += below
    y[i] = total


def warp_scan_reference(x: np.ndarray) -> np.ndarray:
    return np.cumsum(x.reshape(-1, 32), axis=1, dtype=np.int32).reshape(-1)


@cute.kernel
def votes(x: cute.Tensor, y: cute.Tensor):
    i = _index()
    odd = x[i] % 2 == 1
    count = 0
    ballot = cute.arch.vote_ballot_sync(odd)
    for _ in range(32):
        count += (ballot & 1).to(cutlass.Int32)
        ballot = ballot >> 1
    if cute.arch.vote_all_sync(x[i] >= 0):
        count += 1000
    y[i] = count


def votes_reference(x: np.ndarray) -> np.ndarray:
    odd = (x % 2 == 1).reshape(-1, 32).sum(axis=1)
    return np.repeat(odd + 1000, 32).astype(np.int32)


CASES: list[tuple[Any, Callable[[np.ndarray], np.ndarray]]] = [
    (collatz, collatz_reference),
    (classify, classify_reference),
    (triangle, triangle_reference),
    (guarded_read, guarded_read_reference),
    (down_and_up, down_and_up_reference),
    (reverse_in_block, reverse_in_block_reference),
    (warp_scan, warp_scan_reference),
    (votes, votes_reference),
]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("kernel", "reference"), CASES, ids=[kernel.function.__name__ for kernel, _ in CASES])
def test_each_kernel_gives_what_its_reference_gives(
    target: str, kernel: Any, reference: Callable[[np.ndarray], np.ndarray]
) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).integers(1, 400, 4 * THREADS).astype(np.int32)
    y = arrays.poisoned(x.shape, np.int32)
    _launcher(kernel)(arrays.put(x), y)
    np.testing.assert_array_equal(arrays.get(y), reference(x))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("block", [(40, 1, 1), (8, 4, 3), (33, 2, 1)], ids=str)
def test_blocks_of_three_dimensions_and_odd_sizes(target: str, block: tuple[int, int, int]) -> None:
    @cute.kernel
    def number(y: cute.Tensor):
        tx, ty, tz = cute.arch.thread_idx()
        bx, by, bz = cute.arch.block_idx()
        dx, dy, dz = cute.arch.block_dim()
        gx, gy, _ = cute.arch.grid_dim()
        y[bx + gx * (by + gy * bz), tx + dx * (ty + dy * tz)] = tx + 100 * ty + 10000 * tz + 1000000 * dz

    @cute.jit
    def run(y: cute.Tensor):
        number(y).launch(grid=(2, 3, 2), block=block)

    arrays = Arrays(target)
    x, y, z = block
    result = arrays.poisoned((12, x * y * z), np.int32)
    run(result)
    expected = [i + 100 * j + 10000 * k + 1000000 * z for k in range(z) for j in range(y) for i in range(x)]
    np.testing.assert_array_equal(arrays.get(result), np.tile(np.array(expected, np.int32), (12, 1)))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64], ids=lambda k: k.__name__)
def test_floats_and_functions_give_what_python_gives(target: str, kind: Any) -> None:
    @cute.kernel
    def smooth(x: cute.Tensor, y: cute.Tensor):
        i = _index()
        v = x[i].to(cutlass.Float32)
        y[i] = (cute.math.exp(-v * v) + cute.math.sqrt(cute.math.absf(v)) * cute.math.rsqrt(v * v + 1)).to(y.dtype)

    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal(4 * THREADS).astype(kind)
    y = arrays.poisoned(x.shape, kind)
    _launcher(smooth)(arrays.put(x), y)
    v = x.astype(np.float64)
    reference = np.exp(-v * v) + np.sqrt(np.abs(v)) / np.sqrt(v * v + 1)
    np.testing.assert_allclose(arrays.get(y), reference, rtol=2e-3 if kind is np.float16 else 2e-6)


@pytest.mark.parametrize("target", TARGETS)
def test_a_large_kernel_argument_list_and_constants(target: str) -> None:
    @cute.kernel
    def weigh(x: cute.Tensor, y: cute.Tensor, a, b: cutlass.Constexpr, scale: float, shift: int):
        i = _index()
        y[i] = x[i] * a * b[0] + b[1] * scale + shift

    @cute.jit
    def run(x: cute.Tensor, y: cute.Tensor, a: cutlass.Int32, scale: cutlass.Float32):
        weigh(x, y, a, (2, 3), scale, 7).launch(grid=x.shape[0] // THREADS, block=THREADS)

    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal(2 * THREADS).astype(np.float32)
    y = arrays.poisoned(x.shape)
    run(arrays.put(x), y, 5, 0.5)
    np.testing.assert_allclose(arrays.get(y), x * 10 + 8.5, rtol=1e-6)
