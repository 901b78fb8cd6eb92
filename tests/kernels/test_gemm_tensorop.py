"""A Float16 GEMM of warp multiplies: `cp.async` into swizzled shared memory, `ldmatrix`, `mma`, in several stages."""

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
from cutedsl.cute.nvgpu import cpasync, warp
from tests.kernels.arrays import TARGETS, Arrays, relative_error

BM, BN, BK, STAGES, THREADS = 128, 64, 32, 3, 128


@cute.kernel
def gemm_kernel(
    mA: cute.Tensor,
    mB: cute.Tensor,
    mC: cute.Tensor,
    layouts: cutlass.Constexpr,
    copy_ab: cute.TiledCopy,
    tiled_mma: cute.TiledMma,
):
    """C = A (M,K) B (N,K)^T in whole tiles; rows of A and B beyond M and N are not read, and count as zeros."""
    tidx, _, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    gA = cute.local_tile(mA, (BM, BK), (bx, None))
    gB = cute.local_tile(mB, (BN, BK), (by, None))
    gC = cute.local_tile(mC, (BM, BN), (bx, by))
    cA = cute.local_tile(cute.make_identity_tensor(mA.shape), (BM, BK), (bx, None))
    cB = cute.local_tile(cute.make_identity_tensor(mB.shape), (BN, BK), (by, None))
    smem = cutlass.utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, layouts[0], 1024)
    sB = smem.allocate_tensor(cutlass.Float16, layouts[1], 1024)

    thr_copy = copy_ab.get_slice(tidx)
    tAgA, tAsA, tAcA = thr_copy.partition_S(gA), thr_copy.partition_D(sA), thr_copy.partition_S(cA)
    tBgB, tBsB, tBcB = thr_copy.partition_S(gB), thr_copy.partition_D(sB), thr_copy.partition_S(cB)
    # One predicate for each row of this thread; K needs none.
    tApA = cute.make_rmem_tensor(
        cute.make_layout((1, cute.size(tAsA, [1]), cute.size(tAsA, [2])), stride=(0, 1, 0)), cutlass.Boolean
    )
    tBpB = cute.make_rmem_tensor(
        cute.make_layout((1, cute.size(tBsB, [1]), cute.size(tBsB, [2])), stride=(0, 1, 0)), cutlass.Boolean
    )
    for m in cutlass.range_constexpr(cute.size(tAsA, [1])):
        tApA[0, m, 0] = tAcA[(0, 0), m, 0, 0][0] < mA.shape[0]
    for n in cutlass.range_constexpr(cute.size(tBsB, [1])):
        tBpB[0, n, 0] = tBcB[(0, 0), n, 0, 0][0] < mB.shape[0]
    tAsA.fill(0.0)
    tBsB.fill(0.0)
    cute.arch.sync_threads()

    tiles = cute.size(gA, [2])
    for stage in cutlass.range_constexpr(STAGES - 1):
        if stage < tiles:
            cute.copy(copy_ab, tAgA[None, None, None, stage], tAsA[None, None, None, stage], pred=tApA)
            cute.copy(copy_ab, tBgB[None, None, None, stage], tBsB[None, None, None, stage], pred=tBpB)
        cute.arch.cp_async_commit_group()

    thr_mma = tiled_mma.get_slice(tidx)
    tCsA, tCsB, tCgC = thr_mma.partition_A(sA), thr_mma.partition_B(sB), thr_mma.partition_C(gC)
    tCrA = tiled_mma.make_fragment_A(tCsA[None, None, None, 0])
    tCrB = tiled_mma.make_fragment_B(tCsB[None, None, None, 0])
    tCrC = tiled_mma.make_fragment_C(tCgC)
    tCrC.fill(0.0)
    load = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16)
    load_a, load_b = cute.make_tiled_copy_A(load, tiled_mma), cute.make_tiled_copy_B(load, tiled_mma)
    thr_a, thr_b = load_a.get_slice(tidx), load_b.get_slice(tidx)
    tXsA, tXsB = thr_a.partition_S(sA), thr_b.partition_S(sB)
    tXrA, tXrB = thr_a.retile(tCrA), thr_b.retile(tCrB)

    for tile in range(tiles):
        cute.arch.cp_async_wait_group(STAGES - 2)
        cute.arch.sync_threads()
        ahead = tile + STAGES - 1
        if ahead < tiles:
            into = ahead % STAGES
            cute.copy(copy_ab, tAgA[None, None, None, ahead], tAsA[None, None, None, into], pred=tApA)
            cute.copy(copy_ab, tBgB[None, None, None, ahead], tBsB[None, None, None, into], pred=tBpB)
        cute.arch.cp_async_commit_group()
        now = tile % STAGES
        for k in cutlass.range_constexpr(cute.size(tCrA, [2])):
            cute.copy(load_a, tXsA[None, None, k, now], tXrA[None, None, k])
            cute.copy(load_b, tXsB[None, None, k, now], tXrB[None, None, k])
            cute.gemm(tiled_mma, tCrC, tCrA[None, None, k], tCrB[None, None, k], tCrC)

    cute.autovec_copy(tCrC, tCgC)


@cute.jit
def gemm(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor):
    atom = cute.make_composed_layout(cute.make_swizzle(2, 3, 3), 0, cute.make_layout((8, BK), stride=(BK, 1)))
    layouts = tuple(cute.tile_to_shape(atom, (rows, BK, STAGES), (0, 1, 2)) for rows in (BM, BN))
    g2s = cute.make_copy_atom(cpasync.CopyG2SOp(cpasync.LoadCacheMode.GLOBAL), cutlass.Float16, num_bits_per_copy=128)
    copy_ab = cute.make_tiled_copy_tv(g2s, cute.make_layout((32, 4), stride=(4, 1)), cute.make_layout((1, 8)))
    op = warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    tiled_mma = cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)), (32, 32, 16))
    grid = (cute.ceil_div(cute.size(mC, [0]), BM), cute.ceil_div(cute.size(mC, [1]), BN), 1)
    gemm_kernel(mA, mB, mC, layouts, copy_ab, tiled_mma).launch(grid=grid, block=(THREADS, 1, 1))


M, N, K = 201, 136, 160
ROWS, COLUMNS = 256, 192


def operands(arrays: Arrays) -> tuple[np.ndarray, np.ndarray, list[Any]]:
    random = np.random.default_rng(7)
    a, b = (random.standard_normal((rows, K)).astype(np.float16) for rows in (M, N))
    return a, b, [arrays.put(a), arrays.put(b), arrays.poisoned((ROWS, COLUMNS))]


def tensors(given: list[Any]) -> list[Any]:
    return [cute.runtime.from_dlpack(x, assumed_align=16) for x in given]


@cache
def program(target: str) -> Any:
    arrays = Arrays(target)
    return cute.compile(gemm, *tensors(operands(arrays)[2]), options=arrays.options)


@pytest.mark.parametrize("target", TARGETS)
def test_a_product_gives_what_float64_gives(target: str) -> None:
    arrays = Arrays(target)
    a, b, given = operands(arrays)
    program(target)(*tensors(given))
    wanted = np.zeros((ROWS, COLUMNS))
    wanted[:M, :N] = a.astype(np.float64) @ b.astype(np.float64).T
    assert relative_error(arrays.get(given[2]), wanted) < 1e-6


def test_ptxas_assembles_it(ptxas: Path) -> None:
    ptx = program("cpu").artifacts.ptx("sm_80")
    # Each k-step of 16 loads 4 fragments of A and 2 of B by x4, and multiplies 4 x 4 atoms.
    assert ptx.count("ldmatrix.sync.aligned.m8n8.x4.shared.b16") == 2 * (4 + 2)
    assert ptx.count("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32") == 2 * 16
    report = assemble(ptx, gpu_target("sm_80"), ptxas=str(ptxas))
    assert report.spills == 0
    assert report.kernels[0].stack_bytes == 0
