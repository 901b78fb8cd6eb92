"""Bugs planted in softmax and normalisation kernels: warps with roles, clusters that share a row, statistics."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from tests.unit.checker.planted.case import Bug, planted

A = cute.arch
F = cutlass.Float32


def meet() -> None:
    A.cluster_arrive()
    A.cluster_wait()


def softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def softmax_of_all(x: np.ndarray) -> np.ndarray:
    return softmax(x.reshape(1, -1)).reshape(x.shape)


def statistic(s: cute.Tensor, peer: Any) -> Any:
    """The pair that another block of the cluster keeps."""
    return cute.make_tensor(A.map_dsmem_ptr(s.iterator, peer), cute.make_layout(2))


@cute.jit
def exponentials(x: cute.Tensor, stats: cute.Tensor) -> Any:
    """The row's maximum and sum of this block, kept in `stats`; the lane's number."""
    lane, rank = A.lane_idx(), A.block_idx_in_cluster()
    value = x[rank, lane]
    most = A.warp_reduction_max(value)
    total = A.warp_reduction_sum(cute.math.exp(value - most))
    if lane == 0:
        stats[0] = most  # found
        stats[1] = total  # found
    return value


@planted(
    Bug.PEER,
    "Blocks of a cluster share a row's maximum and sum, and one may end before its peer has read them.",
    shape=(2, 32),
    grid=2,
    cluster=2,
    block=32,
    want=softmax_of_all,
)
@cute.kernel
def ends_before_its_statistics_are_read(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane, rank = A.lane_idx(), A.block_idx_in_cluster()
    stats = utils.SmemAllocator().allocate_tensor(F, cute.make_layout(2), 16)
    value = exponentials(x, stats)
    meet()
    theirs = statistic(stats, 1 - rank)
    most = cutlass.max(stats[0], theirs[0])  # found
    total = stats[1] * cute.math.exp(stats[0] - most) + theirs[1] * cute.math.exp(theirs[0] - most)  # found
    if cutlass.const_expr(not bug):
        meet()
    out[rank, lane] = cute.math.exp(value - most) / total


@planted(
    Bug.SHARED_RACE,
    "Blocks of a cluster exchange a row's statistics after they arrived, and do not wait for the others' arrival.",
    also=(Bug.PEER, Bug.UNINITIALISED),
    shape=(2, 32),
    grid=2,
    cluster=2,
    block=32,
    want=softmax_of_all,
)
@cute.kernel
def exchanges_after_an_arrival_only(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane, rank = A.lane_idx(), A.block_idx_in_cluster()
    stats = utils.SmemAllocator().allocate_tensor(F, cute.make_layout(2), 16)
    value = x[rank, lane]
    most = A.warp_reduction_max(value)
    part = A.warp_reduction_sum(cute.math.exp(value - most))
    if lane == 0:
        stats[0] = most  # found
        stats[1] = part  # found
    A.cluster_arrive()
    if cutlass.const_expr(not bug):
        A.cluster_wait()
    theirs = statistic(stats, 1 - rank)
    best = cutlass.max(most, theirs[0])  # found
    total = part * cute.math.exp(most - best) + theirs[1] * cute.math.exp(theirs[0] - best)  # found
    if cutlass.const_expr(bug):
        A.cluster_wait()
    meet()
    out[rank, lane] = cute.math.exp(value - best) / total


@planted(
    Bug.PEER,
    "The last block of a ring of four sends its statistic to a peer that may have ended.",
    also=(Bug.SHARED_RACE,),
    shape=(4, 32),
    out=(4,),
    grid=4,
    cluster=4,
    block=32,
    want=lambda x: np.full(4, x.sum()),
)
@cute.kernel
def ring_of_remote_arrivals(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    smem = utils.SmemAllocator()
    parts = smem.allocate_tensor(F, cute.make_layout(4), 16)
    full = smem.allocate_array(cutlass.Int64, 1)
    lane, rank = A.lane_idx(), A.block_idx_in_cluster()
    if lane == 0:
        A.mbarrier_init(full, 4)
    A.mbarrier_init_fence()
    meet()
    part = A.warp_reduction_sum(x[rank, lane])
    if lane < 4:
        there = cute.make_tensor(A.map_dsmem_ptr(parts.iterator, lane), cute.make_layout(4))
        there[rank] = part  # found
        A.mbarrier_arrive(full, lane)  # found
    A.sync_warp()
    if rank != 0 or not bug:
        A.mbarrier_wait(full, 0)
        total = F(0.0)
        for i in range(4):
            total += parts[i]
        if lane == 0:
            out[rank] = total
    if cutlass.const_expr(not bug):
        meet()


@planted(
    Bug.SHARED_RACE,
    "Four warps leave their row sums in one slot each; the butterfly is short by one step, so the lanes differ.",
    also=(Bug.UNINITIALISED,),
    shape=(4, 32),
    out=(4,),
    block=128,
    want=lambda x: x.sum(1),
)
@cute.kernel
def butterfly_short_by_a_step(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    w, lane = A.warp_idx(), A.lane_idx()
    sums = utils.SmemAllocator().allocate_tensor(F, cute.make_layout(4), 16)
    value = x[w, lane]
    for step in cutlass.range_constexpr(4 if bug else 5):
        value += A.shuffle_sync_bfly(value, offset=1 << step)
    sums[w] = value  # found
    A.sync_threads()
    if w == 0 and lane < 4:
        out[lane] = sums[lane]


@planted(
    Bug.SHARED_BARRIER,
    "Softmax groups take turns at barriers 1 and 2, and the epilogue of each meets at barrier 2 as well.",
    also=(Bug.SHARED_RACE, Bug.DEADLOCK, Bug.DIVERGENT, Bug.UNINITIALISED),
    shape=(2, 64),
    block=128,
    want=lambda x: softmax(x)[:, ::-1],
)
@cute.kernel
def epilogue_at_a_turns_barrier(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    group, i = t // 64, t % 64
    smem = utils.SmemAllocator()
    s = smem.allocate_tensor(F, cute.make_layout((64, 2)), 16)
    if group == 1:
        A.barrier_arrive(barrier_id=1, number_of_threads=128)  # found
    A.barrier(barrier_id=1 + group, number_of_threads=128)  # found
    s[i, group] = cute.math.exp(x[group, i])  # found
    if group == 0:
        A.barrier_arrive(barrier_id=2, number_of_threads=128)  # found
    own = 2 + group if cutlass.const_expr(bug) else 3 + group
    A.barrier(barrier_id=own, number_of_threads=64)  # found
    total = F(0.0)
    for k in range(64):
        total += s[k, group]  # found
    out[group, i] = s[63 - i, group] / total  # found


@planted(
    Bug.SHARED_RACE,
    "The correction warp rescales with the statistic of the tile before: softmax warps write the next one over it.",
    shape=(4, 32),
    want=lambda x: x + np.cumsum(x.max(1))[:, None],
)
@cute.kernel
def statistic_written_over(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    w, lane = A.warp_idx(), A.lane_idx()
    smem = utils.SmemAllocator()
    scale = smem.allocate_tensor(F, cute.make_layout(1), 16)
    full = pipeline.NamedBarrier(barrier_id=1, num_threads=64)
    empty = pipeline.NamedBarrier(barrier_id=2, num_threads=64)
    running = F(0.0)
    for tile in range(4):
        if w == 0:
            if cutlass.const_expr(not bug):
                empty.arrive_and_wait()
            most = A.warp_reduction_max(x[tile, lane])
            if lane == 0:
                scale[0] = most  # found
            full.arrive_and_wait()
        else:
            if cutlass.const_expr(not bug):
                empty.arrive()
            full.arrive_and_wait()
            running += scale[0]  # found
            out[tile, lane] = x[tile, lane] + running


@planted(
    Bug.UNINITIALISED,
    "The sums of warps are added by a whole warp, and the block has fewer warps than the warp has lanes.",
    shape=(4, 32),
    out=(1,),
    block=128,
    want=lambda x: [x.sum()],
)
@cute.kernel
def more_lanes_than_warps(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    w, lane = A.warp_idx(), A.lane_idx()
    sums = utils.SmemAllocator().allocate_tensor(F, cute.make_layout(32), 16)
    part = A.warp_reduction_sum(x[w, lane])
    if lane == 0:
        sums[w] = part
    A.sync_threads()
    if w == 0:
        value = F(0.0)
        if cutlass.const_expr(bug):
            value = sums[lane]  # found
        elif lane < 4:
            value = sums[lane]
        total = A.warp_reduction_sum(value)
        if lane == 0:
            out[0] = total  # found


@planted(
    Bug.PEER,
    "Warps write their sums into every block of the cluster, which nothing has told to have begun; a meeting that "
    "orders no memory is enough for that.",
    also=(Bug.SHARED_RACE,),
    shape=(2, 32),
    out=(2,),
    grid=2,
    cluster=2,
    block=32,
    want=lambda x: np.full(2, x.sum()),
)
@cute.kernel
def sums_into_blocks_that_have_not_begun(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane, rank = A.lane_idx(), A.block_idx_in_cluster()
    sums = utils.SmemAllocator().allocate_tensor(F, cute.make_layout(2), 16)
    if cutlass.const_expr(not bug):
        A.cluster_arrive_relaxed()
    part = A.warp_reduction_sum(x[rank, lane])
    if cutlass.const_expr(not bug):
        A.cluster_wait()
    if lane < 2:
        there = cute.make_tensor(A.map_dsmem_ptr(sums.iterator, lane), cute.make_layout(2))
        there[rank] = part  # found
    meet()
    if lane == 0:
        out[rank] = sums[0] + sums[1]
