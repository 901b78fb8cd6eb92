"""A value is read that nobody wrote."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import warpgroup
from tests.unit.checker.planted.case import Bug, planted
from tests.unit.checker.planted.wgmma import fill, fragments, multiplying, operands, product, small


@planted(
    Bug.UNINITIALISED,
    "The threads of the tail write nothing to the tile, and all of the tile is summed.",
    shape=(50,),
    out=(1,),
    want=np.sum,
)
@cute.kernel
def tail_of_the_tile(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64))
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < 50:
        s[tidx] = x[tidx]
    elif not bug:
        s[tidx] = 0.0
    cute.arch.sync_threads()
    if tidx == 0:
        total = cutlass.Float32(0.0)
        for i in range(64):
            total += s[i]  # found
        out[0] = total


@planted(
    Bug.UNINITIALISED,
    "The halo of a tile is not filled at the edge of the image.",
    want=lambda x: x + np.concatenate([[0], x[:-1]]),
)
@cute.kernel
def halo_of_the_first_tile(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(65))
    tidx, _, _ = cute.arch.thread_idx()
    s[tidx + 1] = x[tidx]
    if not bug:
        if tidx == 0:
            s[0] = 0.0
    cute.arch.sync_threads()
    out[tidx] = s[tidx + 1] + s[tidx]  # found


@planted(
    Bug.UNINITIALISED,
    "Counters in shared memory are raised without being set to zero, which new memory happens to be.",
    dtype=np.int32,
    out=(8,),
    want=lambda x: np.bincount(x, minlength=8),
)
@cute.kernel
def counters_not_cleared(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(8))
    tidx, _, _ = cute.arch.thread_idx()
    if not bug:
        if tidx < 8:
            s[tidx] = 0
    cute.arch.sync_threads()
    cute.arch.atomic_add(s.iterator + x[tidx], 1)  # found
    cute.arch.sync_threads()
    if tidx < 8:
        out[tidx] = s[tidx]  # found


@planted(
    Bug.UNINITIALISED,
    "The partial sums of four warps are added, and the block has two.",
    out=(1,),
    want=np.sum,
)
@cute.kernel
def partial_sums_of_absent_warps(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(4))
    tidx, _, _ = cute.arch.thread_idx()
    part = cute.arch.warp_reduction_sum(x[tidx])
    if cute.arch.lane_idx() == 0:
        s[cute.arch.warp_idx()] = part
    cute.arch.sync_threads()
    if tidx == 0:
        total = cutlass.Float32(0.0)
        for i in range(4 if bug else 2):
            total += s[i]  # found
        out[0] = total


@planted(
    Bug.UNINITIALISED,
    "The accumulators of a thread are added to before they are set.",
    shape=(8, 64),
    out=(2, 64),
    want=lambda x: [x[::2].sum(0), x[1::2].sum(0)],
)
@cute.kernel
def accumulators_not_cleared(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    acc = cute.make_rmem_tensor(2, cutlass.Float32)
    if not bug:
        acc.fill(0.0)
    for row in range(8):
        acc[row % 2] += x[row, tidx]  # found
    for i in cutlass.range_constexpr(2):
        out[i, tidx] = acc[i]


@planted(
    Bug.UNINITIALISED,
    "A predicated copy leaves the registers of the tail as they were, and the sum takes them all.",
    shape=(250,),
    out=(64,),
    want=lambda x: np.pad(x, (0, 6)).reshape(4, 64).sum(0),
)
@cute.kernel
def registers_of_the_tail(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    values = cute.make_rmem_tensor(4, cutlass.Float32)
    if not bug:
        values.fill(0.0)
    for i in cutlass.range_constexpr(4):
        if i * 64 + tidx < 250:
            values[i] = x[i * 64 + tidx]
    total = cutlass.Float32(0.0)
    for i in cutlass.range_constexpr(4):
        total += values[i]  # found
    out[tidx] = total


@planted(
    Bug.UNINITIALISED,
    "The tail of a tile is computed with the rest, and its store's guard lets one row too many pass.",
    shape=(50, 4),
    out=(64, 4),
    want=lambda x: np.pad(np.maximum(x, 0.0), ((0, 14), (0, 0))),
)
@cute.kernel
def tail_stored(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    values = cute.make_rmem_tensor(4, cutlass.Float32)
    results = cute.make_rmem_tensor(4, cutlass.Float32)
    for i in cutlass.range_constexpr(4):
        if tidx < 50:
            values[i] = x[tidx, i]
    results.store(cute.where(values.load() > 0.0, values.load(), cute.zeros_like(values.load())))  # found
    rows = 51 if bug else 50
    for i in cutlass.range_constexpr(4):
        if tidx < rows:
            out[tidx, i] = results[i]
        else:
            out[tidx, i] = cutlass.Float32(0.0)


@planted(
    Bug.UNINITIALISED,
    "The tail is doubled in place with the rest, and a sum of the warp takes it.",
    shape=(20,),
    out=(64,),
    want=lambda x: np.repeat(np.array([2.0 * x.sum(), 0.0]), 32),
)
@cute.kernel
def tail_summed(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    values = cute.make_rmem_tensor(1, cutlass.Float32)
    if tidx < 20:
        values[0] = x[tidx]
    values.store(values.load() * 2.0)  # found
    if not bug:
        if tidx >= 20:
            values[0] = cutlass.Float32(0.0)
    out[tidx] = cute.arch.warp_reduction_sum(values[0])


@planted(
    Bug.UNINITIALISED,
    "The first multiply adds to accumulators that were never set.",
    x=small,
    out=(64, 8),
    block=128,
    want=product,
    host=multiplying,
)
@cute.kernel
def first_multiply_adds(x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr):
    sA, sB = operands(layouts)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    tiled_mma.set(warpgroup.Field.ACCUMULATE, bug)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)
