"""A release, an acquire or a fence whose scope is too small for the threads that meet there."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, planted


def summed(x: np.ndarray) -> np.ndarray:
    return np.vstack([x, x.sum(0), len(x) * np.eye(1, 32)])


def scope_of(bug: bool, wide: str) -> str:
    return "cta" if bug else wide


@planted(
    Bug.GLOBAL_RACE,
    "The last block to come adds up the others' parts, and the counter's order is one of the block only.",
    shape=(4, 32),
    out=(6, 32),
    grid=4,
    block=32,
    fill=0,
    want=summed,
)
@cute.kernel
def last_block_counts_in_its_block(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(1))
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    out[bidx, tidx] = x[bidx, tidx]  # found
    cute.arch.sync_threads()
    if tidx == 0:
        one, scope = cutlass.Float32(1.0), scope_of(bug, "gpu")
        s[0] = cute.arch.atomic_add(out.iterator + 160, one, sem="acq_rel", scope=scope)  # found
    cute.arch.sync_threads()
    if s[0] == 3.0:
        total = cutlass.Float32(0.0)
        for block in range(4):
            total += out[block, tidx]  # found
        cute.arch.sync_threads()
        out[4, tidx] = total


@planted(
    Bug.GLOBAL_RACE,
    "The last block fences before and after the counter, but for its own block.",
    shape=(4, 32),
    out=(6, 32),
    grid=4,
    block=32,
    fill=0,
    want=summed,
)
@cute.kernel
def last_block_fences_its_block(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(1))
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    out[bidx, tidx] = x[bidx, tidx]  # found
    if bug:
        cute.arch.fence_acq_rel_cta()
    else:
        cute.arch.fence_acq_rel_gpu()
    cute.arch.sync_threads()
    if tidx == 0:
        s[0] = cute.arch.atomic_add(out.iterator + 160, cutlass.Float32(1.0))
        cute.arch.fence_acq_rel_gpu()
    cute.arch.sync_threads()
    if s[0] == 3.0:
        total = cutlass.Float32(0.0)
        for block in range(4):
            total += out[block, tidx]  # found
        cute.arch.sync_threads()
        out[4, tidx] = total


@planted(
    Bug.GLOBAL_RACE,
    "Split-K takes turns: each block waits for its number with an acquire of its own block only.",
    shape=(4, 32),
    out=(2, 32),
    grid=4,
    block=32,
    fill=0,
    want=lambda x: np.vstack([x.sum(0), 4 * np.eye(1, 32)]),
)
@cute.kernel
def turn_acquired_in_the_block(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    turn = out.iterator + 32
    if tidx == 0:
        scope = scope_of(bug, "gpu")
        seen = cute.arch.load(turn, sem="acquire", scope=scope)
        while seen != bidx.to(cutlass.Float32):
            seen = cute.arch.load(turn, sem="acquire", scope=scope)
    cute.arch.sync_threads()
    out[0, tidx] = out[0, tidx] + x[bidx, tidx]  # found
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.store(turn, (bidx + 1).to(cutlass.Float32), sem="release", scope="gpu")


@planted(
    Bug.GLOBAL_RACE,
    "A producer block raises its flag with a release for its cluster; the consumer is in another one.",
    shape=(64,),
    out=(2, 64),
    grid=2,
    fill=0,
    want=lambda x: np.vstack([2 * x, np.eye(1, 64)]),
)
@cute.kernel
def flag_released_to_the_cluster(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    flag = out.iterator + 64
    if bidx == 0:
        out[0, tidx] = x[tidx]  # found
        cute.arch.sync_threads()
        if tidx == 0:
            cute.arch.store(flag, cutlass.Float32(1.0), sem="release", scope="cluster" if bug else "gpu")
    else:
        if tidx == 0:
            seen = cute.arch.load(flag, sem="acquire", scope="gpu")
            while seen == 0.0:
                seen = cute.arch.load(flag, sem="acquire", scope="gpu")
        cute.arch.sync_threads()
        out[0, tidx] = 2.0 * out[0, tidx]  # found


@planted(
    Bug.GLOBAL_RACE,
    "Two blocks of a cluster hand on by a flag whose release is for one block.",
    shape=(64,),
    out=(2, 64),
    grid=2,
    cluster=2,
    fill=0,
    want=lambda x: np.vstack([2 * x, np.eye(1, 64)]),
)
@cute.kernel
def flag_released_to_the_block(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    flag = out.iterator + 64
    if rank == 0:
        out[0, tidx] = x[tidx]  # found
        cute.arch.sync_threads()
        if tidx == 0:
            cute.arch.store(flag, cutlass.Float32(1.0), sem="release", scope=scope_of(bug, "cluster"))
    else:
        if tidx == 0:
            seen = cute.arch.load(flag, sem="acquire", scope="cluster")
            while seen == 0.0:
                seen = cute.arch.load(flag, sem="acquire", scope="cluster")
        cute.arch.sync_threads()
        out[0, tidx] = 2.0 * out[0, tidx]  # found


@planted(
    Bug.GLOBAL_RACE,
    "Blocks pass a tile on by relaxed accesses between fences; the one that reads fences for its block only.",
    shape=(3, 32),
    out=(4, 32),
    grid=3,
    block=32,
    fill=0,
    want=lambda x: np.vstack([np.cumsum(x, 0), 3 * np.eye(1, 32)]),
)
@cute.kernel
def carried_over_a_fence_of_the_block(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    turn = out.iterator + 96
    if tidx == 0:
        seen = cute.arch.load(turn, sem="relaxed", scope="gpu")
        while seen != bidx.to(cutlass.Float32):
            seen = cute.arch.load(turn, sem="relaxed", scope="gpu")
        if bug:
            cute.arch.fence_acq_rel_cta()
        else:
            cute.arch.fence_acq_rel_gpu()
    cute.arch.sync_threads()
    before = cutlass.Float32(0.0)
    if bidx > 0:
        before = out[bidx - 1, tidx]  # found
    out[bidx, tidx] = before + x[bidx, tidx]  # found
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.fence_acq_rel_gpu()
        cute.arch.store(turn, (bidx + 1).to(cutlass.Float32), sem="relaxed", scope="gpu")


@planted(
    Bug.GLOBAL_RACE,
    "A cluster's blocks count by atomics whose scope is the block: neither sees the other's order.",
    shape=(2, 32),
    out=(4, 32),
    grid=2,
    block=32,
    cluster=2,
    fill=0,
    want=lambda x: np.vstack([x, x.sum(0), 2 * np.eye(1, 32)]),
)
@cute.kernel
def cluster_counts_in_its_block(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(1))
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    out[bidx, tidx] = x[bidx, tidx]  # found
    cute.arch.sync_warp()
    if tidx == 0:
        one, scope = cutlass.Float32(1.0), scope_of(bug, "cluster")
        s[0] = cute.arch.atomic_add(out.iterator + 96, one, sem="acq_rel", scope=scope)  # found
    cute.arch.sync_warp()
    if s[0] == 1.0:
        total = cutlass.Float32(0.0)
        for block in range(2):
            total += out[block, tidx]  # found
        out[2, tidx] = total


@planted(
    Bug.SHARED_RACE,
    "The producers' arrivals are relaxed, which shows the waiting group nothing of what they wrote.",
    shape=(64,),
    block=128,
    want=lambda x: 2 * x[::-1],
)
@cute.kernel
def relaxed_arrivals(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    s, full = smem.allocate_tensor(cutlass.Float32, cute.make_layout(64), 16), smem.allocate_array(cutlass.Int64, 1)
    if t == 0:
        cute.arch.mbarrier_init(full, 64)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if t < 64:
        s[t] = 2 * x[t]  # found
        cute.arch.mbarrier_arrive(full, relaxed=bug)
    else:
        cute.arch.mbarrier_wait(full, 0)
        out[t - 64] = s[127 - t]  # found


@planted(
    Bug.SHARED_RACE,
    "A stage is given back by relaxed arrivals: the fence before them has been left out.",
    shape=(2, 64),
    block=128,
    want=lambda x: x,
)
@cute.kernel
def relaxed_release_of_a_stage(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    s, bars = smem.allocate_tensor(cutlass.Float32, cute.make_layout(64), 16), smem.allocate_array(cutlass.Int64, 2)
    if t < 2:
        cute.arch.mbarrier_init(bars + t, 64)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    for k in range(2):
        if t < 64:
            cute.arch.mbarrier_wait(bars + 1, (k + 1) % 2)
            s[t] = x[k, t]  # found
            cute.arch.mbarrier_arrive(bars)
        else:
            cute.arch.mbarrier_wait(bars, k % 2)
            out[k, t - 64] = s[t - 64]  # found
            if cutlass.const_expr(not bug):
                cute.arch.fence_acq_rel_cta()
            cute.arch.mbarrier_arrive(bars + 1, relaxed=True)
