"""GEMM, the first step: one thread computes one element of C, and reads a row of A and a row of B for it.

On an H200 at 4096^3, bf16: 149 ms, 0.9 TFLOP/s (benchmarks/results/gpu_gemm.json).
C (M,N) = A (M,K) B (N,K)^T, row-major, 16-bit floats, sums in Float32; M, N, K in whole tiles.
"""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute

BM, BN = 16, 16


@cute.kernel
def gemm_kernel(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor):
    """Thread (x, y) of block (x, y): row y and column x of its tile."""
    x, y, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    row, column = by * BM + y, bx * BN + x
    total = cutlass.Float32(0)
    for k in range(mA.shape[1]):
        total += mA[row, k].to(cutlass.Float32) * mB[column, k].to(cutlass.Float32)
    mC[row, column] = total.to(mC.element_type)


@cute.jit
def gemm(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor, sms: cutlass.Int32):
    """C = A B^T; one block a tile, however many multiprocessors there are."""
    gemm_kernel(mA, mB, mC).launch(grid=(mC.shape[1] // BN, mC.shape[0] // BM, 1), block=(BN, BM, 1))


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal((rows, 64)).astype(np.float16) for rows in (64, 32))
    c = np.full((64, 32), np.nan, np.float16)
    given = [cute.runtime.from_dlpack(x, assumed_align=16) for x in (a, b, c)]
    cute.compile(gemm, *given, 2)(*given, 2)
    exact = a.astype(np.float64) @ b.astype(np.float64).T
    error = np.linalg.norm(c - exact) / np.linalg.norm(exact)
    print(f"relative error {error:.1e}")
    assert error < 1e-3
