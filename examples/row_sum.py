"""The sum of each row of a matrix: one block a row, warp reductions, one more reduction over the warps.

The kernel of the blog post "CuTe DSL Intro", as its author wrote it.
Floor for M x N float32: M*N*4 bytes read once, M*4 written.
"""

from __future__ import annotations

import cutedsl as cutlass
import cutedsl.cute as cute


@cute.kernel
def _reduce_sum_kernel(gA: cute.Tensor, output: cute.Tensor):
    smem_alloc = cutlass.utils.SmemAllocator()
    shmem = smem_alloc.allocate_tensor(cute.Float32, cute.make_layout((32,)))  # one entry a warp

    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    bdimx, _, _ = cute.arch.block_dim()
    lane = cute.arch.lane_idx()
    warp = cute.arch.warp_idx()

    _M, N = gA.shape
    ntiles = cute.ceil_div(N, bdimx)
    acc = 0.0
    for tile_idx in range(ntiles):
        idx = tile_idx * bdimx + tidx
        if idx < N:
            acc += gA[bidx, idx]

    acc = cute.arch.warp_reduction_sum(acc)
    if lane == 0:
        shmem[warp] = acc
    cute.arch.sync_threads()

    if warp == 0:
        block_warps = bdimx // 32
        acc2 = shmem[lane] if lane < block_warps else 0.0
        acc2 = cute.arch.warp_reduction_sum(acc2)
        if lane == 0:
            output[bidx] = acc2


@cute.jit
def reduce_sum(x: cute.Tensor, output: cute.Tensor):
    """Writes the sum of row `m` of `x` (M,N) to `output[m]`."""
    num_warps = 4
    threads_per_block = num_warps * 32
    M, _N = x.shape

    _reduce_sum_kernel(x, output).launch(
        grid=(M, 1, 1),
        block=(threads_per_block, 1, 1),
    )


if __name__ == "__main__":
    import numpy as np

    matrix = np.random.default_rng(0).standard_normal((1000, 1001), dtype=np.float32)
    sums = np.full(1000, np.nan, np.float32)
    reduce_sum(matrix, sums)
    np.testing.assert_allclose(sums, matrix.sum(axis=1, dtype=np.float64), rtol=1e-4, atol=1e-4)
    print("Success!")
