"""GEMM on Hopper: as 7, but each multiplying warp group has a tile of its own, and they take turns (ping-pong).

The step: while one group hands its results on, the other has the matrix units, which so work under every epilogue. Two
named barriers pass the turn. On an H200 this took 1.02 x cuBLAS to 1.03 x at 8192^3, 1.01 x to 1.03 x at 16384^3, and
1.01 x to 0.98 x at 4096^3, whose tiles are too few (benchmarks/results/gpu_gemm.json).
C (M,N) = A (M,K) B (N,K)^T, all K-major or row-major; M, N, K in whole tiles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.cute.nvgpu import cpasync, warpgroup
from cutedsl.utils import LayoutEnum, sm90

BM, BN, BK, EPI_N = 128, 128, 64, 64
STAGES, GROUP_M = 5, 16
CONSUMERS, THREADS = 2, 384
TURN = 3
"""The first of the two barriers: group g waits at number TURN + g."""


@cute.kernel
def gemm_kernel(
    tma_a: Any,
    mA: cute.Tensor,
    tma_b: Any,
    mB: cute.Tensor,
    tma_c: Any,
    tC: cute.Tensor,
    mC: cute.Tensor,
    layout_a: cutlass.Constexpr,
    layout_b: cutlass.Constexpr,
    layout_c: cutlass.Constexpr,
    tiled_mma: cute.TiledMma,
    r2s: cute.TiledCopy,
):
    """One block: warp group 0 copies tiles into the ring; groups 1 and 2 work on every other tile each."""
    tidx, _, _ = cute.arch.thread_idx()
    first, _, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(mC.element_type, layout_a.outer, 1024, swizzle=layout_a.inner)
    sB = smem.allocate_tensor(mC.element_type, layout_b.outer, 1024, swizzle=layout_b.inner)
    sC = smem.allocate_tensor(mC.element_type, layout_c.outer, 1024, swizzle=layout_c.inner)
    pipe = pipeline.PipelineTmaAsync.create(
        num_stages=STAGES,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 4),
        tx_count=(BM + BN) * BK * 2,
    )
    gA = cute.local_tile(mA, (BM, BK), (None, None))
    gB = cute.local_tile(mB, (BN, BK), (None, None))
    gC = cute.local_tile(mC, (BM, BN), (None, None))
    tiles_m, tiles_n, tiles_k = cute.size(gC, [2]), cute.size(gC, [3]), cute.size(gA, [3])
    one = cute.make_layout(1)
    tAsA, tAgA = cpasync.tma_partition(tma_a, 0, one, cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))
    tBsB, tBgB = cpasync.tma_partition(tma_b, 0, one, cute.group_modes(sB, 0, 2), cute.group_modes(gB, 0, 2))

    if warp < 4:
        cute.arch.setmaxregister_decrease(40)
        if warp == 0:
            state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
            for tile in range(first, tiles_m * tiles_n, blocks):
                m, n = place(tile, tiles_m, tiles_n)
                for k in range(tiles_k):
                    pipe.producer_acquire(state)
                    barrier = pipe.producer_get_barrier(state)
                    cute.copy(tma_a, tAgA[None, m, k], tAsA[None, state.index], tma_bar_ptr=barrier)
                    cute.copy(tma_b, tBgB[None, n, k], tBsB[None, state.index], tma_bar_ptr=barrier)
                    state.advance()
            pipe.producer_tail(state)
    else:
        cute.arch.setmaxregister_increase(232)
        wg = cute.arch.make_warp_uniform(warp // 4 - 1)
        thr_mma = tiled_mma.get_slice(tidx % 128)
        tCrA = tiled_mma.make_fragment_A(thr_mma.partition_A(sA))
        tCrB = tiled_mma.make_fragment_B(thr_mma.partition_B(sB))
        acc = tiled_mma.make_fragment_C(tiled_mma.partition_shape_C((BM, BN)))
        full = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
        thr_r2s = r2s.get_slice(tidx % 128)
        gCt = cute.local_tile(tC, (64, EPI_N), (None, None))
        tCs, tCg = cpasync.tma_partition(tma_c, 0, one, cute.group_modes(sC, 0, 2), cute.group_modes(gCt, 0, 2))
        for tile in range(first + wg * blocks, tiles_m * tiles_n, CONSUMERS * blocks):
            m, n = place(tile, tiles_m, tiles_n)
            if tile > first:
                full.advance(tiles_k)  # the stages of the other group's tile
                cute.arch.barrier(barrier_id=TURN + wg, number_of_threads=256)
            acc.fill(0.0)
            free = full.clone()
            for k in range(tiles_k):
                pipe.consumer_wait(full)
                warpgroup.fence()
                for kk in cutlass.range_constexpr(cute.size(tCrA, [2])):
                    cute.gemm(tiled_mma, acc, tCrA[None, None, kk, full.index], tCrB[None, None, kk, full.index], acc)
                warpgroup.commit_group()
                full.advance()
                warpgroup.wait_group(1)
                if k > 0:
                    pipe.consumer_release(free)
                    free.advance()
            if tile + blocks < tiles_m * tiles_n:
                cute.arch.barrier_arrive(barrier_id=TURN + 1 - wg, number_of_threads=256)
            warpgroup.wait_group(0)
            pipe.consumer_release(free)
            for part in cutlass.range_constexpr(BM // 64 * BN // EPI_N):
                i, j = part // (BN // EPI_N), part % (BN // EPI_N)
                stage = wg * 4 + part
                if tidx % 128 < 32:
                    cute.arch.cp_async_bulk_wait_group(3, read=True)
                cute.arch.barrier(barrier_id=1 + wg, number_of_threads=128)
                sums = cute.make_tensor(acc.iterator + 32 * part, cute.make_layout(32))
                out = cute.make_rmem_tensor(cute.make_layout(32), mC.element_type)
                out.store(sums.load().to(mC.element_type))
                place_s = thr_r2s.partition_D(sC[None, None, stage])
                cute.copy(r2s, cute.make_tensor(out.iterator, cute.make_layout(place_s.shape)), place_s)
                cute.arch.fence_proxy("async.shared", space="cta")
                cute.arch.barrier(barrier_id=1 + wg, number_of_threads=128)
                if tidx % 128 < 32:
                    cute.copy(tma_c, tCs[None, stage], tCg[None, m * (BM // 64) + i, n * (BN // EPI_N) + j])
                    cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


def place(tile: Any, tiles_m: Any, tiles_n: Any) -> tuple[Any, Any]:
    """Tile number to (m, n): slabs of GROUP_M tiles along M, so that blocks at work share rows and columns."""
    slab = tile // (GROUP_M * tiles_n)
    inside = tile % (GROUP_M * tiles_n)
    height = cutlass.min(tiles_m - slab * GROUP_M, GROUP_M)
    return slab * GROUP_M + inside % height, inside // height


@cute.jit
def gemm(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor, sms: cutlass.Int32):
    """C = A B^T on `sms` blocks."""
    kind = mA.element_type
    a_layout, b_layout = LayoutEnum.from_tensor(mA), LayoutEnum.from_tensor(mB)
    layout_a = sm90.make_smem_layout_a(a_layout, (BM, BN, BK), kind, STAGES)
    layout_b = sm90.make_smem_layout_b(b_layout, (BM, BN, BK), kind, STAGES)
    layout_c = sm90.make_smem_layout_epi(kind, LayoutEnum.ROW_MAJOR, (64, EPI_N), 4 * CONSUMERS)
    majors = a_layout.sm90_mma_major_mode(), b_layout.sm90_mma_major_mode()
    tiled_mma = sm90.make_trivial_tiled_mma(kind, kind, *majors, cutlass.Float32, (1, 1, 1), (64, BN))
    tiled_mma.set(warpgroup.Field.ACCUMULATE, True)
    small = sm90.make_trivial_tiled_mma(kind, kind, *majors, cutlass.Float32, (1, 1, 1), (64, EPI_N))
    store = sm90.get_smem_store_op(LayoutEnum.ROW_MAJOR, kind, cutlass.Float32)
    r2s = cute.make_tiled_copy_C(store, small)
    load = cpasync.CopyBulkTensorTileG2SOp()
    tma_a, tA = cpasync.make_tiled_tma_atom(load, mA, cute.slice_(layout_a, (None, None, 0)), (BM, BK))
    tma_b, tB = cpasync.make_tiled_tma_atom(load, mB, cute.slice_(layout_b, (None, None, 0)), (BN, BK))
    tma_c, tC = cpasync.make_tiled_tma_atom(
        cpasync.CopyBulkTensorTileS2GOp(), mC, cute.slice_(layout_c, (None, None, 0)), (64, EPI_N)
    )
    gemm_kernel(tma_a, tA, tma_b, tB, tma_c, tC, mC, layout_a, layout_b, layout_c, tiled_mma, r2s).launch(
        grid=(sms, 1, 1), block=(THREADS, 1, 1)
    )


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal((rows, 192)).astype(np.float16) for rows in (640, 384))
    c = np.full((640, 384), np.nan, np.float16)
    given = [cute.runtime.from_dlpack(x, assumed_align=16) for x in (a, b, c)]
    cute.compile(gemm, *given, 2)(*given, 2)
    exact = a.astype(np.float64) @ b.astype(np.float64).T
    error = np.linalg.norm(c - exact) / np.linalg.norm(exact)
    print(f"relative error {error:.1e}")
    assert error < 1e-3
