"""Neighbours: convolution, 2-D stencil, Jacobi iteration in many launches, the game of life; on every target."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import EVERYWHERE, Arrays

THREADS = 64
TILE = 16


# -- 1-D convolution, with the block's inputs and a halo in shared memory --------------------------------------------
@cute.kernel
def convolve_kernel(x: cute.Tensor, taps: cute.Tensor, y: cute.Tensor, K: cutlass.Constexpr):
    tile = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(THREADS + K - 1))
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    N = x.shape[0]
    first = bidx * THREADS - K // 2
    for s in range(tidx, THREADS + K - 1, THREADS):
        i = first + s
        tile[s] = x[i] if 0 <= i < N else 0.0
    cute.arch.sync_threads()
    i = bidx * THREADS + tidx
    if i < N:
        acc = cutlass.Float32(0.0)
        for k in cutlass.range_constexpr(K):
            acc += tile[tidx + k] * taps[K - 1 - k]
        y[i] = acc


@cute.jit
def convolve(x: cute.Tensor, taps: cute.Tensor, y: cute.Tensor, K: cutlass.Constexpr):
    convolve_kernel(x, taps, y, K).launch(grid=cute.ceil_div(x.shape[0], THREADS), block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("size", [1, 5, 17])
def test_a_convolution_gives_what_numpy_gives(target: str, size: int) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    x, taps = rng.standard_normal(517, dtype=np.float32), rng.standard_normal(size, dtype=np.float32)
    y = arrays.poisoned(x.shape)
    convolve(arrays.put(x), arrays.put(taps), y, size)
    reference = np.convolve(x.astype(np.float64), taps.astype(np.float64), mode="same")
    np.testing.assert_allclose(arrays.get(y), reference, atol=2e-5)


# -- 2-D: a 5-point stencil from shared memory with a halo of one ----------------------------------------------------
@cute.kernel
def stencil_kernel(x: cute.Tensor, y: cute.Tensor):
    tile = cutlass.utils.SmemAllocator().allocate_tensor(
        cutlass.Float32, cute.make_ordered_layout((TILE + 2, TILE + 2), order=(1, 0))
    )
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    M, N = x.shape
    i, j = by * TILE + ty, bx * TILE + tx
    for s in range(ty * TILE + tx, (TILE + 2) * (TILE + 2), TILE * TILE):
        r, c = s // (TILE + 2), s % (TILE + 2)
        gi, gj = by * TILE + r - 1, bx * TILE + c - 1
        inside = 0 <= gi < M and 0 <= gj < N
        tile[r, c] = x[gi, gj] if inside else 0.0
    cute.arch.sync_threads()
    if i < M and j < N:
        around = tile[ty, tx + 1] + tile[ty + 2, tx + 1] + tile[ty + 1, tx] + tile[ty + 1, tx + 2]
        y[i, j] = around - 4.0 * tile[ty + 1, tx + 1]


@cute.jit
def stencil(x: cute.Tensor, y: cute.Tensor):
    M, N = x.shape
    stencil_kernel(x, y).launch(grid=(cute.ceil_div(N, TILE), cute.ceil_div(M, TILE)), block=(TILE, TILE))


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("shape", [(1, 1), (16, 16), (33, 50)], ids=str)
def test_a_laplacian_gives_what_numpy_gives(target: str, shape: tuple[int, int]) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal(shape, dtype=np.float32)
    y = arrays.poisoned(shape)
    stencil(arrays.put(x), y)
    p = np.pad(x.astype(np.float64), 1)
    reference = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - 4 * p[1:-1, 1:-1]
    np.testing.assert_allclose(arrays.get(y), reference, atol=1e-5)


# -- Jacobi: many launches of one kernel, back and forth between two arrays ------------------------------------------
@cute.kernel
def jacobi_kernel(u: cute.Tensor, v: cute.Tensor, f: cute.Tensor):
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    i, j = by * TILE + ty, bx * TILE + tx
    M, N = u.shape
    if 0 < i < M - 1 and 0 < j < N - 1:
        v[i, j] = (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - f[i, j]) / 4.0


@cute.jit
def jacobi(u: cute.Tensor, v: cute.Tensor, f: cute.Tensor, pairs: cutlass.Int32):
    M, N = u.shape
    grid = (cute.ceil_div(N, TILE), cute.ceil_div(M, TILE))
    for _ in range(pairs):
        jacobi_kernel(u, v, f).launch(grid=grid, block=(TILE, TILE))
        jacobi_kernel(v, u, f).launch(grid=grid, block=(TILE, TILE))


@pytest.mark.parametrize("target", EVERYWHERE)
def test_jacobi_iterations_give_what_numpy_gives(target: str) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    start, f = (rng.standard_normal((21, 39), dtype=np.float32) for _ in range(2))
    u, v = arrays.put(start), arrays.put(start)
    jacobi(u, v, arrays.put(f), 15)
    expected = start.astype(np.float64)
    for _ in range(30):
        new = expected.copy()
        neighbours = expected[:-2, 1:-1] + expected[2:, 1:-1] + expected[1:-1, :-2] + expected[1:-1, 2:]
        new[1:-1, 1:-1] = (neighbours - f[1:-1, 1:-1]) / 4
        expected = new
    np.testing.assert_allclose(arrays.get(u), expected, atol=2e-5)


# -- the game of life on a torus -------------------------------------------------------------------------------------
@cute.kernel
def life_kernel(now: cute.Tensor, after: cute.Tensor):
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    i, j = by * TILE + ty, bx * TILE + tx
    M, N = now.shape
    if i >= M or j >= N:
        return
    alive = 0
    for di, dj in [(di, dj) for di in (-1, 0, 1) for dj in (-1, 0, 1) if (di, dj) != (0, 0)]:
        alive += now[(i + M + di) % M, (j + N + dj) % N].to(cutlass.Int32)
    lives = alive == 3 or (alive == 2 and now[i, j] == 1)
    after[i, j] = after.element_type(lives)


@cute.jit
def life(now: cute.Tensor, after: cute.Tensor):
    M, N = now.shape
    life_kernel(now, after).launch(grid=(cute.ceil_div(N, TILE), cute.ceil_div(M, TILE)), block=(TILE, TILE))


def life_reference(now: np.ndarray) -> np.ndarray:
    steps = [(di, dj) for di in (-1, 0, 1) for dj in (-1, 0, 1) if (di, dj) != (0, 0)]
    alive = sum(np.roll(now, step, (0, 1)).astype(int) for step in steps)
    return ((alive == 3) | ((alive == 2) & (now == 1))).astype(np.uint8)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_the_game_of_life_goes_on_as_in_numpy(target: str) -> None:
    arrays = Arrays(target)
    now = np.random.default_rng(7).integers(0, 2, (37, 23)).astype(np.uint8)
    board = arrays.put(now)
    for _ in range(4):
        after = arrays.put(np.full(now.shape, 77, np.uint8))
        life(board, after)
        now, board = life_reference(now), after
        np.testing.assert_array_equal(arrays.get(board), now)
