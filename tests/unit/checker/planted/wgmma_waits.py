"""Accumulators or operands are touched while a warp-group multiply is under way."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import warpgroup
from tests.unit.checker.planted.case import Bug, planted
from tests.unit.checker.planted.wgmma import F16, K, fill, fragments, multiplying, operands, product, small


def multiply(story: str, times: int = 1) -> Any:
    host, want = multiplying, lambda x: times * product(x)
    return planted(Bug.WGMMA_WAIT, story, x=small, out=(64, 8), dtype=np.float32, block=128, want=want, host=host)


@multiply("The accumulators are stored without a wait for the multiplies.")
@cute.kernel
def accumulators_not_awaited(x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr):
    sA, sB = operands(layouts)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
    warpgroup.commit_group()
    if not bug:
        warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)  # found
    warpgroup.wait_group(0)


@multiply("The wait lets one group be under way, and the only group is the one whose result is stored.")
@cute.kernel
def wait_leaves_the_last(x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr):
    sA, sB = operands(layouts)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
    warpgroup.commit_group()
    warpgroup.wait_group(1 if bug else 0)
    cute.autovec_copy(acc, tCgC)  # found
    warpgroup.wait_group(0)


@multiply("The multiplies are never committed, and a wait only knows committed groups.")
@cute.kernel
def multiplies_not_committed(x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr):
    sA, sB = operands(layouts)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
    if not bug:
        warpgroup.commit_group()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)  # found
    if bug:
        warpgroup.commit_group()
        warpgroup.wait_group(0)


@multiply("An operand's buffer is cleared for the next tile while the multiplies still read it.")
@cute.kernel
def operand_overwritten(x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr):
    sA, sB = operands(layouts)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
    warpgroup.commit_group()
    if not bug:
        warpgroup.wait_group(0)
    cute.arch.sync_threads()
    tidx, _, _ = cute.arch.thread_idx()
    sB[tidx // K, tidx % K] = F16(0.0)  # found
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)


@multiply("The accumulators are scaled between two multiplies of a group that nobody waited for.", 2)
@cute.kernel
def accumulators_changed_under_way(
    x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr
):
    sA, sB = operands(layouts)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
    warpgroup.commit_group()
    if not bug:
        warpgroup.wait_group(0)
    acc.store(acc.load() * 2.0)  # found
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)


@multiply("Registers of the accumulators are written before the first multiply without `warpgroup.fence()`.")
@cute.kernel
def no_fence_before_the_first_multiply(
    x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr
):
    sA, sB = operands(layouts)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    if not bug:
        warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)


@multiply("The next tile of B is written before the wait.", times=2)
@cute.kernel
def operand_written_before_the_wait(
    x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr
):
    """A warp that is ahead writes what the multiply of the others still has to read."""
    sA, sB = operands(layouts)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
    warpgroup.commit_group()
    if not bug:
        warpgroup.wait_group(0)
        cute.arch.sync_threads()
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < 8 * K:
        sB[tidx // K, tidx % K] = x[64 + tidx // K, tidx % K]  # found
    warpgroup.wait_group(0)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)
