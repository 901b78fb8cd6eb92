"""Accumulators of raw warp-group multiplies, which are values of the program, are touched before the wait."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import warpgroup
from tests.unit.checker.planted.case import Bug, helper, planted
from tests.unit.checker.planted.wgmma import fill, multiplying, operands, product, small

MULTIPLY = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, {$r0}, {$r1}, 1, 1, 1, 0, 0;"
LAYOUT = (-1 << 62) | (256 >> 4) << 32 | (16 >> 4) << 16
"""Of a descriptor: swizzled by 32 bytes, groups of eight rows one after another."""


def multiply(story: str, times: int = 1) -> Any:
    host, want = multiplying, lambda x: times * product(x)
    return planted(Bug.WGMMA_WAIT, story, x=small, out=(64, 8), dtype=np.float32, block=128, want=want, host=host)


def descriptor(matrix: cute.Tensor) -> cutlass.Int64:
    return cutlass.Int64(matrix.iterator.toint().to(cutlass.Uint32)) >> 4 | LAYOUT


@helper
@cute.jit
def times(sums: list[cutlass.Float32], sA: cute.Tensor, sB: cute.Tensor) -> list[cutlass.Float32]:
    """The sums after one multiply more, once it has ended."""
    a, b = descriptor(sA), descriptor(sB)
    return list(cute.arch.inline_ptx(MULTIPLY, read_only_args=[a, b], read_write_args=sums))  # found


@cute.jit
def ready(x: cute.Tensor, sA: cute.Tensor, sB: cute.Tensor) -> None:
    """Operands that multiplies may read."""
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()


def place(index: int) -> tuple[Any, Any]:
    """Row and column of a thread's sum."""
    thread = cute.arch.thread_idx()[0]
    return thread // 32 * 16 + thread % 32 // 4 + index // 2 * 8, thread % 4 * 2 + index % 2


@multiply("The sums are stored without a wait for the multiply.")
@cute.kernel
def raw_sums_not_awaited(x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr):
    sA, sB = operands(layouts)
    ready(x, sA, sB)
    warpgroup.fence()
    sums = times([cutlass.Float32(0.0)] * 4, sA, sB)
    warpgroup.commit_group()
    if not bug:
        warpgroup.wait_group(0)
    for k in cutlass.range_constexpr(4):
        out[place(k)] = sums[k]  # found
    warpgroup.wait_group(0)


@multiply("The sums are kept in a fragment, which is read while one group may be under way.")
@cute.kernel
def raw_sums_in_a_fragment(x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr):
    sA, sB = operands(layouts)
    ready(x, sA, sB)
    acc = cute.make_rmem_tensor(cute.make_layout(4), cutlass.Float32)
    acc.fill(0.0)
    warpgroup.fence()
    for k, one in enumerate(times([acc[k] for k in range(4)], sA, sB)):
        acc[k] = one
    warpgroup.commit_group()
    warpgroup.wait_group(1 if bug else 0)
    for k in cutlass.range_constexpr(4):
        out[place(k)] = acc[k]  # found
    warpgroup.wait_group(0)


@multiply("A loop scales the sums of the multiply that is under way.", times=7)
@cute.kernel
def raw_sums_scaled_too_early(x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr):
    sA, sB = operands(layouts)
    ready(x, sA, sB)
    sums = [cutlass.Float32(0.0)] * 4
    for _ in cutlass.range(3, unroll=1):
        for k in cutlass.range_constexpr(4):
            sums[k] = sums[k] * 2.0  # found
        warpgroup.fence()
        sums = times(sums, sA, sB)
        warpgroup.commit_group()
        warpgroup.wait_group(1 if bug else 0)
    warpgroup.wait_group(0)
    for k in cutlass.range_constexpr(4):
        out[place(k)] = sums[k]


@multiply("The multiply has no `warpgroup.fence()` before it.", times=2)
@cute.kernel
def raw_multiply_without_a_fence(
    x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr
):
    """Without the bug a second multiply follows, which needs no fence and no wait of its own."""
    sA, sB = operands(layouts)
    ready(x, sA, sB)
    if not bug:
        warpgroup.fence()
    sums = times([cutlass.Float32(0.0)] * 4, sA, sB)  # found
    sums = times(sums, sA, sB)
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    for k in cutlass.range_constexpr(4):
        out[place(k)] = sums[k]
