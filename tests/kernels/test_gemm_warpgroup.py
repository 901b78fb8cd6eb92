"""A Hopper GEMM: `cp.async` into 128-byte swizzled shared memory, warp-group multiplies from it, two groups a block."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import cpasync, warpgroup
from cutedsl.utils import LayoutEnum, sm90
from tests.kernels.arrays import TARGETS, Arrays, relative_error

BM, BN, BK, STAGES, THREADS = 128, 128, 64, 3, 256


@cute.kernel
def gemm_kernel(
    mA: cute.Tensor,
    mB: cute.Tensor,
    mC: cute.Tensor,
    layout_a: cutlass.Constexpr,
    layout_b: cutlass.Constexpr,
    copy_ab: cute.TiledCopy,
    tiled_mma: cute.TiledMma,
):
    """C (M,N) = A (M,K) B (N,K)^T in tiles of 128 x 128 x 64."""
    tidx, _, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    gA = cute.local_tile(mA, (BM, BK), (bx, None))
    gB = cute.local_tile(mB, (BN, BK), (by, None))
    gC = cute.local_tile(mC, (BM, BN), (bx, by))
    smem = cutlass.utils.SmemAllocator()
    sA = smem.allocate_tensor(mA.element_type, layout_a.outer, 1024, swizzle=layout_a.inner)
    sB = smem.allocate_tensor(mB.element_type, layout_b.outer, 1024, swizzle=layout_b.inner)
    thr_copy = copy_ab.get_slice(tidx)
    tAgA, tAsA = thr_copy.partition_S(gA), thr_copy.partition_D(sA)
    tBgB, tBsB = thr_copy.partition_S(gB), thr_copy.partition_D(sB)
    thr_mma = tiled_mma.get_slice(tidx)
    tCgC = thr_mma.partition_C(gC)
    tCrA = tiled_mma.make_fragment_A(thr_mma.partition_A(sA))
    tCrB = tiled_mma.make_fragment_B(thr_mma.partition_B(sB))
    acc = tiled_mma.make_fragment_C(tCgC)

    tiles = cute.size(gA, [2])
    for stage in cutlass.range_constexpr(STAGES - 1):
        if stage < tiles:
            cute.copy(copy_ab, tAgA[None, None, None, stage], tAsA[None, None, None, stage])
            cute.copy(copy_ab, tBgB[None, None, None, stage], tBsB[None, None, None, stage])
        cute.arch.cp_async_commit_group()

    tiled_mma.set(warpgroup.Field.ACCUMULATE, False)
    for tile in range(tiles):
        cute.arch.cp_async_wait_group(STAGES - 2)
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.sync_threads()
        now = tile % STAGES
        warpgroup.fence()
        for k in cutlass.range_constexpr(cute.size(tCrA, [2])):
            cute.gemm(tiled_mma, acc, tCrA[None, None, k, now], tCrB[None, None, k, now], acc)
            tiled_mma.set(warpgroup.Field.ACCUMULATE, True)
        warpgroup.commit_group()
        ahead = tile + STAGES - 1
        if ahead < tiles:
            into = ahead % STAGES
            cute.copy(copy_ab, tAgA[None, None, None, ahead], tAsA[None, None, None, into])
            cute.copy(copy_ab, tBgB[None, None, None, ahead], tBsB[None, None, None, into])
        cute.arch.cp_async_commit_group()
        warpgroup.wait_group(0)
    out = cute.make_rmem_tensor(tCgC.shape, mC.element_type)
    out.store(acc.load().to(mC.element_type))
    cute.autovec_copy(out, tCgC)


@cute.jit
def gemm(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor):
    kind = mA.element_type
    a_layout, b_layout = LayoutEnum.from_tensor(mA), LayoutEnum.from_tensor(mB)
    layout_a = sm90.make_smem_layout_a(a_layout, (BM, BN, BK), kind, STAGES)
    layout_b = sm90.make_smem_layout_b(b_layout, (BM, BN, BK), kind, STAGES)
    tiled_mma = sm90.make_trivial_tiled_mma(
        kind,
        kind,
        a_layout.sm90_mma_major_mode(),
        b_layout.sm90_mma_major_mode(),
        cutlass.Float32,
        (2, 1, 1),
        (64, BN),
    )
    g2s = cute.make_copy_atom(cpasync.CopyG2SOp(cpasync.LoadCacheMode.GLOBAL), kind, num_bits_per_copy=128)
    copy_ab = cute.make_tiled_copy_tv(g2s, cute.make_layout((32, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    grid = (cute.size(mC, [0]) // BM, cute.size(mC, [1]) // BN, 1)
    gemm_kernel(mA, mB, mC, layout_a, layout_b, copy_ab, tiled_mma).launch(grid=grid, block=(THREADS, 1, 1))


M, N, K = 256, 128, 448


def operands(arrays: Arrays) -> tuple[np.ndarray, np.ndarray, list[Any]]:
    random = np.random.default_rng(7)
    a, b = (random.standard_normal((rows, K)).astype(np.float16) for rows in (M, N))
    return a, b, [arrays.put(a), arrays.put(b), arrays.poisoned((M, N))]


def tensors(given: list[Any]) -> list[Any]:
    return [cute.runtime.from_dlpack(x, assumed_align=16) for x in given]


@cache
def program(target: str) -> Any:
    arrays = Arrays(target)
    return cute.compile(gemm, *tensors(operands(arrays)[2]), options=arrays.options)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_a_product_gives_what_float64_gives(target: str) -> None:
    arrays = Arrays(target)
    a, b, given = operands(arrays)
    program(target)(*tensors(given))
    assert relative_error(arrays.get(given[2]), a.astype(np.float64) @ b.astype(np.float64).T) < 1e-6


def test_ptxas_assembles_it(ptxas: Path) -> None:
    ptx = program("cpu").artifacts.ptx("sm_90a")
    assert ptx.count("wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16") == 4
    report = assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas))
    assert report.spills == 0
    assert report.kernels[0].stack_bytes == 0
