"""A matrix product with typed tensors, beside the same kernel in C++ in docs/gemm.md.

Each block makes one 16 x 16 tile of C, each thread one element of it. The layouts are ordinary Python objects: the tile
of C and the strips of A and B that it needs are pieces of `logical_divide`, and threads find theirs through a layout.
Sizes need not be multiples of the tile.
"""

# pyright: reportInvalidTypeForm=false, reportUndefinedVariable=false, reportInvalidTypeArguments=false
# ruff: noqa: F821  (M, N and K are names of extents)

from __future__ import annotations

import numpy as np

import cutedsl.cute as cute
from cutedsl import Float32, Layout, Tensor, jit, kernel

TILE = 16
threads = Layout(shape=(TILE, TILE), stride=(TILE, 1))


@kernel
def gemm_kernel(A: Tensor[float, (M, N)], B: Tensor[float, (N, K)], C: Tensor[float, (M, K)]):
    """One element of `C` a thread."""
    tidx, _, _ = cute.arch.thread_idx()
    block_m, block_k, _ = cute.arch.block_idx()
    m, k = threads.get_hier_coord(tidx)  # this thread's place in the tile

    tiled_A = A.logical_divide((TILE, None))  # ((16, M/16), N)
    tiled_B = B.logical_divide((None, TILE))  # (N, (16, K/16))
    tiled_C = C.logical_divide((TILE, TILE))  # ((16, M/16), (16, K/16))

    if block_m * TILE + m < C.shape[0] and block_k * TILE + k < C.shape[1]:
        total = Float32(0)
        for n in range(A.shape[1]):
            total += tiled_A[(m, block_m), n] * tiled_B[n, (k, block_k)]
        tiled_C[(m, block_m), (k, block_k)] = total


@jit
def gemm(A: Tensor[float, (M, N)], B: Tensor[float, (N, K)], C: Tensor[float, (M, K)]):
    """`C = A @ B`; that the extents fit is checked at the call."""
    grid = (cute.ceil_div(C.shape[0], TILE), cute.ceil_div(C.shape[1], TILE), 1)
    gemm_kernel(A, B, C).launch(grid=grid, block=threads.size())


if __name__ == "__main__":
    rng = np.random.default_rng()
    for m, n, k in ((64, 48, 32), (37, 50, 21)):
        a, b = rng.standard_normal((m, n), np.float32), rng.standard_normal((n, k), np.float32)
        c = np.full((m, k), np.nan, np.float32)
        gemm(a, b, c)
        reference = a.astype(np.float64) @ b.astype(np.float64)
        assert np.linalg.norm(c - reference) < 1e-5 * np.linalg.norm(reference)
    print("Success!")
