"""A barrier that only some threads of a warp come to."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, planted


@planted(
    Bug.DIVERGENT, "The barrier slid into the branch of the threads that write.", want=lambda x: np.tile(x[:16], 4)
)
@cute.kernel
def barrier_in_the_branch(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(16))
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < 16:
        s[tidx] = x[tidx]
        if bug:
            cute.arch.sync_threads()  # found
    if not bug:
        cute.arch.sync_threads()
    out[tidx] = s[tidx % 16]


@planted(
    Bug.DIVERGENT,
    "The threads of the tail have a branch of their own, around the barrier of the others.",
    want=lambda x: np.concatenate([np.roll(x[:50], -32), np.zeros(14, np.float32)]),
)
@cute.kernel
def tail_in_a_branch_of_its_own(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64))
    tidx, _, _ = cute.arch.thread_idx()
    s[tidx] = x[tidx]
    if not bug:
        cute.arch.sync_threads()
    if tidx < 50:
        if bug:
            cute.arch.sync_threads()  # found
        out[tidx] = s[(tidx + 32) % 50]
    else:
        out[tidx] = cutlass.Float32(0.0)


@planted(
    Bug.DIVERGENT,
    "A loop with a barrier runs as often as each thread has elements, which differs within a warp.",
    shape=(80,),
    want=lambda x: x,
)
@cute.kernel
def barrier_in_a_loop_of_each_thread(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64))
    tidx, _, _ = cute.arch.thread_idx()
    if bug:
        for i in range(tidx, 80, 64):
            s[tidx] = x[i]
            cute.arch.sync_threads()  # found
            out[i] = s[tidx]
    else:
        for i in range(tidx, 128, 64):
            s[tidx] = x[i] if i < 80 else 0.0
            cute.arch.sync_threads()
            if i < 80:
                out[i] = s[tidx]


@planted(
    Bug.DIVERGENT,
    "Both arms of a branch within a warp have a barrier of their own.",
    want=lambda x: np.where(np.arange(64) % 2 == 0, x, -x),
)
@cute.kernel
def a_barrier_in_each_arm(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    if tidx % 2 == 0:
        out[tidx] = x[tidx]
        if bug:
            cute.arch.sync_threads()  # found
    else:
        out[tidx] = -x[tidx]
        if bug:
            cute.arch.sync_threads()  # found
    if not bug:
        cute.arch.sync_threads()


@planted(
    Bug.DIVERGENT,
    "A search ends in each thread where it finds, but holds a barrier.",
    dtype=np.int32,
    want=lambda x: x % 4,
)
@cute.kernel
def barrier_in_a_while_loop(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    left = x[tidx] % 4
    steps = 0
    while left > 0:
        left -= 1
        steps += 1
        if bug:
            cute.arch.sync_threads()  # found
    if not bug:
        cute.arch.sync_threads()
    out[tidx] = steps


@planted(
    Bug.DIVERGENT,
    "A named barrier of one warp stands in a branch on the lane.",
    block=32,
    shape=(32,),
    want=lambda x: x,
)
@cute.kernel
def named_barrier_of_half_a_warp(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < 16 or not bug:
        cute.arch.barrier(barrier_id=1, number_of_threads=32)  # found
    out[tidx] = x[tidx]


@planted(
    Bug.DIVERGENT,
    "The blocks of a cluster arrive for the second time without having waited for the first.",
    want=lambda x: x[::-1],
    grid=2,
    block=32,
    cluster=2,
)
@cute.kernel
def cluster_arrives_twice(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    rank, lane = cute.arch.block_idx_in_cluster(), cute.arch.lane_idx()
    cute.arch.cluster_arrive()
    out[63 - 32 * rank - lane] = x[32 * rank + lane]
    if not bug:
        cute.arch.cluster_wait()
    cute.arch.cluster_arrive()  # found
    cute.arch.cluster_wait()
