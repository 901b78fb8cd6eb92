"""Numerical programs: Mandelbrot, n bodies, batched Cholesky, Fourier transform; on every target."""

from __future__ import annotations

import math

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import EVERYWHERE, Arrays, relative_error

TILE = 16


@cute.kernel
def mandelbrot_kernel(image: cute.Tensor, limit: cutlass.Int32):
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    i, j = by * TILE + ty, bx * TILE + tx
    M, N = image.shape
    if i < M and j < N:
        c_re = -2.0 + 3.0 * cutlass.Float64(j) / cutlass.Float64(N)
        c_im = -1.5 + 3.0 * cutlass.Float64(i) / cutlass.Float64(M)
        re, im = cutlass.Float64(0.0), cutlass.Float64(0.0)
        steps = 0
        while re * re + im * im <= 4.0 and steps < limit:
            re, im = re * re - im * im + c_re, 2.0 * re * im + c_im
            steps += 1
        image[i, j] = steps


@cute.jit
def mandelbrot(image: cute.Tensor, limit: cutlass.Int32):
    M, N = image.shape
    mandelbrot_kernel(image, limit).launch(grid=(cute.ceil_div(N, TILE), cute.ceil_div(M, TILE)), block=(TILE, TILE))


@pytest.mark.parametrize("target", EVERYWHERE)
def test_mandelbrot_counts_what_the_reference_counts(target: str) -> None:
    arrays, limit = Arrays(target), 60
    image = arrays.poisoned((45, 61), np.int32)
    mandelbrot(image, limit)
    c = (-2 + 3 * np.arange(61) / 61) + 1j * (-1.5 + 3 * np.arange(45) / 45)[:, None]
    z, steps = np.zeros_like(c), np.zeros(c.shape, int)
    for _ in range(limit):
        inside = np.abs(z) <= 2
        steps += inside
        z = np.where(inside, z * z + c, z)
    assert (arrays.get(image) != steps).mean() < 0.01  # roundings differ where an orbit is chaotic
    assert (arrays.get(image) == limit).any() and (arrays.get(image) < 5).any()


# -- n bodies, tiles of positions in shared memory -------------------------------------------------------------------
BODIES = 64


@cute.kernel
def forces_kernel(position: cute.Tensor, mass: cute.Tensor, force: cute.Tensor):
    tile = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((BODIES, 4), stride=(4, 1)))
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i, n = bidx * BODIES + tidx, position.shape[0]
    here = [position[i, d] if i < n else 0.0 for d in range(3)]
    acc = [cutlass.Float32(0.0)] * 3
    for first in range(0, n, BODIES):
        j = first + tidx
        for d in cutlass.range_constexpr(3):
            tile[tidx, d] = position[j, d] if j < n else 0.0
        tile[tidx, 3] = mass[j] if j < n else 0.0
        cute.arch.sync_threads()
        for b in range(BODIES):
            delta = [tile[b, d] - here[d] for d in range(3)]
            inverse = cute.math.rsqrt(delta[0] * delta[0] + delta[1] * delta[1] + delta[2] * delta[2] + 1e-3)
            weight = tile[b, 3] * inverse * inverse * inverse
            acc = [a + weight * d for a, d in zip(acc, delta, strict=True)]
        cute.arch.sync_threads()
    if i < n:
        for d in cutlass.range_constexpr(3):
            force[i, d] = acc[d]


@cute.jit
def forces(position: cute.Tensor, mass: cute.Tensor, force: cute.Tensor):
    forces_kernel(position, mass, force).launch(grid=cute.ceil_div(position.shape[0], BODIES), block=BODIES)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("bodies", [1, 150])
def test_forces_of_bodies_are_those_of_the_reference(target: str, bodies: int) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    position = rng.standard_normal((bodies, 3), dtype=np.float32)
    mass = rng.random(bodies, dtype=np.float32)
    force = arrays.poisoned((bodies, 3))
    forces(arrays.put(position), arrays.put(mass), force)
    delta = position[None].astype(np.float64) - position[:, None]
    weight = mass / ((delta**2).sum(axis=2) + 1e-3) ** 1.5
    np.testing.assert_allclose(arrays.get(force), (weight[..., None] * delta).sum(axis=1), rtol=1e-4, atol=1e-3)


# -- batched small Cholesky and solve: a matrix a thread, in registers -----------------------------------------------
SIDE = 5


@cute.kernel
def cholesky_kernel(a: cute.Tensor, b: cute.Tensor, x: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    matrix = bidx * 32 + tidx
    if matrix < a.shape[0]:
        L = cute.make_rmem_tensor((SIDE, SIDE), cutlass.Float32)
        for j in cutlass.range_constexpr(SIDE):
            diagonal = a[matrix, j, j]
            for k in cutlass.range_constexpr(j):
                diagonal -= L[j, k] * L[j, k]
            L[j, j] = cute.math.sqrt(diagonal)
            for i in cutlass.range_constexpr(j + 1, SIDE):
                value = a[matrix, i, j]
                for k in cutlass.range_constexpr(j):
                    value -= L[i, k] * L[j, k]
                L[i, j] = value / L[j, j]
        y = [b[matrix, i] for i in range(SIDE)]
        for i in cutlass.range_constexpr(SIDE):
            for k in cutlass.range_constexpr(i):
                y[i] -= L[i, k] * y[k]
            y[i] /= L[i, i]
        for i in reversed(cutlass.range_constexpr(SIDE)):
            for k in cutlass.range_constexpr(i + 1, SIDE):
                y[i] -= L[k, i] * y[k]
            y[i] /= L[i, i]
            x[matrix, i] = y[i]


@cute.jit
def cholesky_solve(a: cute.Tensor, b: cute.Tensor, x: cute.Tensor):
    cholesky_kernel(a, b, x).launch(grid=cute.ceil_div(a.shape[0], 32), block=32)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_batched_cholesky_solves_its_systems(target: str) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    half = rng.standard_normal((77, SIDE, SIDE))
    a = (half @ half.transpose(0, 2, 1) + SIDE * np.eye(SIDE)).astype(np.float32)
    b = rng.standard_normal((77, SIDE), dtype=np.float32)
    x = arrays.poisoned(b.shape)
    cholesky_solve(arrays.put(a), arrays.put(b), x)
    reference = np.linalg.solve(a.astype(np.float64), b[..., None].astype(np.float64))[..., 0]
    assert relative_error(arrays.get(x), reference) < 1e-5


# -- a fast Fourier transform of a block, in shared memory -----------------------------------------------------------
POINTS = 128


@cute.kernel
def fft_kernel(x: cute.Tensor, y: cute.Tensor, stages: cutlass.Constexpr):
    """A block a row of complex numbers, given as pairs."""
    smem = cutlass.utils.SmemAllocator()
    re = smem.allocate_tensor(cutlass.Float32, cute.make_layout(POINTS))
    im = smem.allocate_tensor(cutlass.Float32, cute.make_layout(POINTS))
    tidx, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    for i in range(tidx, POINTS, POINTS // 2):
        reverse = 0
        for s in cutlass.range_constexpr(stages):
            reverse = reverse | (((i >> s) & 1) << (stages - 1 - s))
        re[reverse], im[reverse] = x[row, i, 0], x[row, i, 1]
    cute.arch.sync_threads()
    for s in cutlass.range_constexpr(stages):
        half = 1 << s
        k = tidx % half
        low = (tidx // half) * 2 * half + k
        angle = cutlass.Float32(k) * (-math.pi / half)
        c, w = cute.math.cos(angle), cute.math.sin(angle)
        a_re, a_im = re[low], im[low]
        b_re, b_im = re[low + half], im[low + half]
        t_re, t_im = b_re * c - b_im * w, b_re * w + b_im * c
        re[low], im[low] = a_re + t_re, a_im + t_im
        re[low + half], im[low + half] = a_re - t_re, a_im - t_im
        cute.arch.sync_threads()
    for i in range(tidx, POINTS, POINTS // 2):
        y[row, i, 0], y[row, i, 1] = re[i], im[i]


@cute.jit
def fft(x: cute.Tensor, y: cute.Tensor):
    fft_kernel(x, y, int(math.log2(POINTS))).launch(grid=x.shape[0], block=POINTS // 2)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_an_fft_gives_what_numpy_gives(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal((3, POINTS, 2), dtype=np.float32)
    y = arrays.poisoned(x.shape)
    fft(arrays.put(x), y)
    reference = np.fft.fft(x[..., 0].astype(np.float64) + 1j * x[..., 1])
    result = arrays.get(y)
    assert np.linalg.norm(result[..., 0] + 1j * result[..., 1] - reference) < 1e-5 * np.linalg.norm(reference)
