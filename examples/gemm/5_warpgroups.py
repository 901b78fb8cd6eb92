"""GEMM on Hopper: tiles come by the copy engine (TMA), and a warp group multiplies 64 x 256 x 16 from shared memory.

The step: one thread starts a copy of a whole tile, which counts its bytes at an mbarrier; `wgmma` reads both operands
where they lie, so that registers hold nothing but sums.
On an H200 at 4096^3, bf16: 0.199 ms, 2.1 x as fast, 0.88 x cuBLAS (benchmarks/results/gpu_gemm.json).
C (M,N) = A (M,K) B (N,K)^T, all K-major or row-major, 16-bit floats; M, N, K in whole tiles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.cute.nvgpu import cpasync, warpgroup
from cutedsl.utils import LayoutEnum, sm90

BM, BN, BK, STAGES = 128, 256, 64, 4
GROUPS, THREADS = 2, 256


@cute.kernel
def gemm_kernel(
    tma_a: Any,
    mA: cute.Tensor,
    tma_b: Any,
    mB: cute.Tensor,
    mC: cute.Tensor,
    layout_a: cutlass.Constexpr,
    layout_b: cutlass.Constexpr,
    tiled_mma: cute.TiledMma,
):
    """One block: a tile of C; warp 0 also starts the copies, as many tiles ahead as there are free stages."""
    tidx, _, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(mC.element_type, layout_a.outer, 1024, swizzle=layout_a.inner)
    sB = smem.allocate_tensor(mC.element_type, layout_b.outer, 1024, swizzle=layout_b.inner)
    pipe = pipeline.PipelineTmaAsync.create(
        num_stages=STAGES,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 4 * GROUPS),
        tx_count=(BM + BN) * BK * 2,
    )
    gA = cute.local_tile(mA, (BM, BK), (by, None))
    gB = cute.local_tile(mB, (BN, BK), (bx, None))
    gC = cute.local_tile(mC, (BM, BN), (by, bx))
    one = cute.make_layout(1)
    tAsA, tAgA = cpasync.tma_partition(tma_a, 0, one, cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))
    tBsB, tBgB = cpasync.tma_partition(tma_b, 0, one, cute.group_modes(sB, 0, 2), cute.group_modes(gB, 0, 2))
    thr_mma = tiled_mma.get_slice(tidx)
    tCgC = thr_mma.partition_C(gC)
    tCrA = tiled_mma.make_fragment_A(thr_mma.partition_A(sA))
    tCrB = tiled_mma.make_fragment_B(thr_mma.partition_B(sB))
    acc = tiled_mma.make_fragment_C(tCgC)
    acc.fill(0.0)
    filled = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
    full = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
    free = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
    tiles = cute.size(gA, [2])
    for tile in range(-(STAGES - 1), tiles):
        ahead = tile + STAGES - 1
        if (warp == 0) & (ahead < tiles):
            pipe.producer_acquire(filled)
            barrier = pipe.producer_get_barrier(filled)
            cute.copy(tma_a, tAgA[None, ahead], tAsA[None, filled.index], tma_bar_ptr=barrier)
            cute.copy(tma_b, tBgB[None, ahead], tBsB[None, filled.index], tma_bar_ptr=barrier)
            filled.advance()
        if tile >= 0:
            pipe.consumer_wait(full)
            warpgroup.fence()
            for k in cutlass.range_constexpr(cute.size(tCrA, [2])):
                cute.gemm(tiled_mma, acc, tCrA[None, None, k, full.index], tCrB[None, None, k, full.index], acc)
            warpgroup.commit_group()
            full.advance()
            warpgroup.wait_group(0)
            pipe.consumer_release(free)
            free.advance()
    out = cute.make_rmem_tensor(acc.shape, mC.element_type)
    out.store(acc.load().to(mC.element_type))
    cute.autovec_copy(out, tCgC)


@cute.jit
def gemm(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor, sms: cutlass.Int32):
    """C = A B^T; one block a tile, however many multiprocessors there are."""
    kind = mA.element_type
    a_layout, b_layout = LayoutEnum.from_tensor(mA), LayoutEnum.from_tensor(mB)
    layout_a = sm90.make_smem_layout_a(a_layout, (BM, BN, BK), kind, STAGES)
    layout_b = sm90.make_smem_layout_b(b_layout, (BM, BN, BK), kind, STAGES)
    majors = a_layout.sm90_mma_major_mode(), b_layout.sm90_mma_major_mode()
    tiled_mma = sm90.make_trivial_tiled_mma(kind, kind, *majors, cutlass.Float32, (GROUPS, 1, 1), (64, BN))
    tiled_mma.set(warpgroup.Field.ACCUMULATE, True)
    load = cpasync.CopyBulkTensorTileG2SOp()
    tma_a, tA = cpasync.make_tiled_tma_atom(load, mA, cute.slice_(layout_a, (None, None, 0)), (BM, BK))
    tma_b, tB = cpasync.make_tiled_tma_atom(load, mB, cute.slice_(layout_b, (None, None, 0)), (BN, BK))
    grid = (mC.shape[1] // BN, mC.shape[0] // BM, 1)
    gemm_kernel(tma_a, tA, tma_b, tB, mC, layout_a, layout_b, tiled_mma).launch(grid=grid, block=(THREADS, 1, 1))


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal((rows, 384)).astype(np.float16) for rows in (256, 256))
    c = np.full((256, 256), np.nan, np.float16)
    given = [cute.runtime.from_dlpack(x, assumed_align=16) for x in (a, b, c)]
    cute.compile(gemm, *given, 2)(*given, 2)
    exact = a.astype(np.float64) @ b.astype(np.float64).T
    error = np.linalg.norm(c - exact) / np.linalg.norm(exact)
    print(f"relative error {error:.1e}")
    assert error < 1e-3
