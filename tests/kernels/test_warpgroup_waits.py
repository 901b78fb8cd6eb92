"""`wgmma` is one operation of four warps: a warp that has waited for it may overwrite the operands of all four."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import warpgroup
from cutedsl.errors import DSLUserCodeError
from tests.unit.checker.planted.wgmma import F16, SHAPE, K, M, N, fragments, multiplying, operands

TURNS = 3


@cute.kernel
def one_buffer(x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, commits: cutlass.Constexpr):
    """Adds up A B^T over turns. Warp 0 writes the operands of the next turn where those of this one were.

    Only its own `wait_group` says that the other warps have read them, and passed the phase before.
    """
    sA, sB = operands(layouts)
    full = cutlass.utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx == 0:
        cute.arch.mbarrier_init(full, 32)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    for turn in range(TURNS):
        if tidx < 32:
            for i in range(tidx, M * K, 32):
                sA[i // K, i % K] = x[i // K, i % K] + F16(turn)
            for i in range(tidx, N * K, 32):
                sB[i // K, i % K] = x[M + i // K, i % K]
            cute.arch.fence_proxy("async.shared", space="cta")
            cute.arch.mbarrier_arrive(full)
        cute.arch.mbarrier_wait(full, turn % 2)
        warpgroup.fence()
        cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)
        if cutlass.const_expr(commits) or tidx < 32:
            warpgroup.commit_group()
        warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)


def given() -> tuple[np.ndarray, np.ndarray]:
    x = np.random.default_rng(0).integers(-2, 3, SHAPE).astype(np.float16)
    return x, np.full((M, N), np.nan, np.float32)


def test_a_warp_goes_on_when_all_four_have_multiplied() -> None:
    x, out = given()
    multiplying(one_buffer)(x, out, True)
    a, b = np.split(x.astype(np.float64), [M])
    assert np.array_equal(out, sum((a + turn) @ b.T for turn in range(TURNS)))


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_a_multiply_that_three_warps_do_not_commit_is_a_deadlock_at_the_wait() -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        multiplying(one_buffer)(*given(), False)
    assert caught.value.name == "deadlock"
    assert "at a multiply that other warps of its warp group have not committed" in str(caught.value)
