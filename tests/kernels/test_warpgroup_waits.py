"""`wgmma` is one operation of four warps, which begins when all have come to its fence and ends for all together.

So what each warp wrote before the fence is there for the others, and a warp that has waited may overwrite the operands.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.checker import check
from cutedsl.cute.nvgpu import warpgroup
from cutedsl.errors import DSLUserCodeError
from tests.unit.checker.planted.wgmma import F16, SHAPE, K, M, N, fill, fragments, multiplying, operands, product, small

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


@cute.kernel
def parts_of_all(x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, all_fence: cutlass.Constexpr):
    """Adds up A B^T over turns. Each warp writes a part of each row of A and B; nothing but the fence joins them."""
    sA, sB = operands(layouts)
    tidx, _, _ = cute.arch.thread_idx()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    for _turn in range(TURNS):
        fill(x, sA, sB)
        cute.arch.fence_proxy("async.shared", space="cta")
        if cutlass.const_expr(all_fence) or tidx < 96:
            warpgroup.fence()
        cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)
        warpgroup.commit_group()
        warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)


@pytest.mark.cutedsl_unchecked  # there it is a finding, as the next test says
def test_the_multiply_of_a_warp_sees_what_the_others_wrote_before_the_fence() -> None:
    x, out = small(), np.full((M, N), np.nan, np.float32)
    multiplying(parts_of_all)(x, out, True)
    assert np.array_equal(out, TURNS * product(x))


def test_the_checker_reports_it_as_ptx_promises_no_such_order() -> None:
    report = check(multiplying(parts_of_all), small(), np.full((M, N), np.nan, np.float32), True)
    assert "shared-race" in {finding.kind for finding in report.findings}


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_a_fence_that_one_warp_does_not_reach_is_a_deadlock_there() -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        multiplying(parts_of_all)(small(), np.full((M, N), np.nan, np.float32), False)
    assert caught.value.name == "deadlock"
    assert "at a `warpgroup.fence` that other warps of its warp group have not reached" in str(caught.value)
