"""A single-precision GEMM of one-thread multiply-adds, its tiles coming through `cp.async` in several stages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from tests.kernels.arrays import TARGETS, Arrays, relative_error

BM, BN, BK, STAGES, THREADS = 64, 64, 8, 3, 64


@cute.kernel
def sgemm_kernel(
    mA: cute.Tensor,
    mB: cute.Tensor,
    mC: cute.Tensor,
    copy_a: cute.TiledCopy,
    copy_b: cute.TiledCopy,
    tiled_mma: cute.TiledMma,
):
    """C (M,N) = A (M,K) B (N,K)^T, A and B with neighbours along M and N."""
    tidx, _, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    gA = cute.local_tile(mA, (BM, BK), (bx, None))
    gB = cute.local_tile(mB, (BN, BK), (by, None))
    gC = cute.local_tile(mC, (BM, BN), (bx, by))
    smem = cutlass.utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float32, cute.make_layout((BM, BK, STAGES)), 16)
    sB = smem.allocate_tensor(cutlass.Float32, cute.make_layout((BN, BK, STAGES)), 16)
    thr_a, thr_b = copy_a.get_slice(tidx), copy_b.get_slice(tidx)
    tAgA, tAsA = thr_a.partition_S(gA), thr_a.partition_D(sA)
    tBgB, tBsB = thr_b.partition_S(gB), thr_b.partition_D(sB)
    thr_mma = tiled_mma.get_slice(tidx)
    tCsA, tCsB, tCgC = thr_mma.partition_A(sA), thr_mma.partition_B(sB), thr_mma.partition_C(gC)
    tCrA = tiled_mma.make_fragment_A(tCsA[None, None, None, 0])
    tCrB = tiled_mma.make_fragment_B(tCsB[None, None, None, 0])
    tCrC = tiled_mma.make_fragment_C(tCgC)
    tCrC.fill(0.0)
    tiles = cute.size(gA, [2])
    for stage in cutlass.range_constexpr(STAGES - 1):
        if stage < tiles:
            cute.copy(copy_a, tAgA[None, None, None, stage], tAsA[None, None, None, stage])
            cute.copy(copy_b, tBgB[None, None, None, stage], tBsB[None, None, None, stage])
        cute.arch.cp_async_commit_group()
    for tile in range(tiles):
        cute.arch.cp_async_wait_group(STAGES - 2)
        cute.arch.sync_threads()
        ahead = tile + STAGES - 1
        if ahead < tiles:
            into = ahead % STAGES
            cute.copy(copy_a, tAgA[None, None, None, ahead], tAsA[None, None, None, into])
            cute.copy(copy_b, tBgB[None, None, None, ahead], tBsB[None, None, None, into])
        cute.arch.cp_async_commit_group()
        now = tile % STAGES
        cute.autovec_copy(tCsA[None, None, None, now], tCrA)
        cute.autovec_copy(tCsB[None, None, None, now], tCrB)
        cute.gemm(tiled_mma, tCrC, tCrA, tCrB, tCrC)
    cute.autovec_copy(tCrC, tCgC)


@cute.jit
def sgemm(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor):
    atom = cute.make_copy_atom(cute.nvgpu.cpasync.CopyG2SOp(), cutlass.Float32, num_bits_per_copy=128)
    copy_a = cute.make_tiled_copy_tv(atom, cute.make_layout((BM // 4, 4)), cute.make_layout((4, 1)))
    copy_b = cute.make_tiled_copy_tv(atom, cute.make_layout((BN // 4, 4)), cute.make_layout((4, 1)))
    tiled_mma = cute.make_tiled_mma(
        cute.nvgpu.MmaUniversalOp(cutlass.Float32),
        cute.make_layout((8, 8, 1)),
        (cute.make_layout((8, 4), stride=(4, 1)), cute.make_layout((8, 4), stride=(4, 1)), None),
    )
    grid = (cute.size(mC, [0]) // BM, cute.size(mC, [1]) // BN, 1)
    sgemm_kernel(mA, mB, mC, copy_a, copy_b, tiled_mma).launch(grid=grid, block=(THREADS, 1, 1))


def _columns(arrays: Arrays, rows: int, columns: int) -> tuple[np.ndarray, Any]:
    """A matrix (rows, columns) whose rows are neighbours, and it as an argument."""
    matrix = np.random.default_rng(7).standard_normal((columns, rows), dtype=np.float32)
    return matrix.T, arrays.put(matrix).T


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape", [(64, 64, 8), (128, 192, 104)])
def test_sgemm_gives_what_float64_gives(target: str, shape: tuple[int, int, int]) -> None:
    m, n, k = shape
    arrays = Arrays(target)
    (a, mA), (b, mB) = _columns(arrays, m, k), _columns(arrays, n, k)
    mC = arrays.poisoned((m, n))
    tensors = [cute.runtime.from_dlpack(x, assumed_align=16) for x in (mA, mB, mC)]
    cute.compile(sgemm, *tensors, options=arrays.options)(*tensors)
    assert relative_error(arrays.get(mC), a.astype(np.float64) @ b.astype(np.float64).T) < 1e-6


def test_sgemm_assembles_without_spills(ptxas: Path) -> None:
    arrays = Arrays("cpu")
    operands = (_columns(arrays, 64, 64)[1], _columns(arrays, 64, 64)[1], arrays.poisoned((64, 64)))
    tensors = [cute.runtime.from_dlpack(x, assumed_align=16) for x in operands]
    ptx = cute.compile(sgemm, *tensors, options="--target cpu").artifacts.ptx("sm_80")
    assert ptx.count("cp.async.ca.shared.global") == 12
    assert ptx.count("ld.shared.v4.b32") == 32
    report = assemble(ptx, gpu_target("sm_80"), ptxas=str(ptxas))
    assert report.spills == 0
    assert report.kernels[0].stack_bytes == 0


def test_operands_of_gemm_have_names() -> None:
    @cute.kernel
    def named(out: cute.Tensor) -> None:
        mma = cute.make_tiled_mma(cute.nvgpu.MmaUniversalOp(cutlass.Float32))
        a, b, c = (cute.make_rmem_tensor((1, 1, 1), cutlass.Float32) for _ in range(3))
        a.fill(3.0)
        b.fill(5.0)
        c.fill(1.0)
        cute.gemm(atom=mma, d=c, a=a, b=b, c=c)
        cute.gemm(mma, c, a, c=c, b=b)
        rows = [cute.make_tensor(x.iterator, cute.make_layout((1, 1))) for x in (a, b, c)]
        cute.gemm(a=rows[0], b=rows[1], c=rows[2])
        out[0] = c[0]

    @cute.jit
    def run(out: cute.Tensor) -> None:
        named(out).launch(grid=1, block=1)

    out = np.zeros(1, np.float32)
    run(out)
    assert out[0] == 1 + 3 * 15


@pytest.mark.parametrize(
    ("names", "said"),
    [("d a b c", "lacks `atom`"), ("atom a d c", "lacks `b`"), ("atom d a b c x", "has no operand `x`")],
)
def test_a_wrong_name_of_an_operand_is_refused(names: str, said: str) -> None:
    with pytest.raises(cutlass.DSLUserCodeError, match=f"gemm-operands.*{said}"):
        cute.gemm(**dict.fromkeys(names.split()))
