"""A named barrier that two groups of warps use at the same time, or barrier 0 beside `sync_threads`."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, planted


def flipped(x: np.ndarray) -> np.ndarray:
    return x.reshape(-1, 64)[:, ::-1].reshape(-1)


@planted(
    Bug.SHARED_BARRIER,
    "Two groups of two warps turn their tiles around, each at the same named barrier.",
    also=(Bug.SHARED_RACE,),
    shape=(128,),
    block=128,
    want=flipped,
)
@cute.kernel
def two_groups_at_one_barrier(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((64, 2)), 16)
    tidx, _, _ = cute.arch.thread_idx()
    group, i = tidx // 64, tidx % 64
    number = 1 if bug else 1 + group
    s[i, group] = x[tidx]
    cute.arch.barrier(barrier_id=number, number_of_threads=64)  # found
    out[tidx] = s[63 - i, group]


@planted(
    Bug.SHARED_BARRIER,
    "Half of the block meets at barrier 0 while the other half goes on to `sync_threads`.",
    also=(Bug.SHARED_RACE, Bug.DEADLOCK),
    shape=(128,),
    block=128,
    want=lambda x: np.concatenate([x[63::-1], x[64:]]),
)
@cute.kernel
def barrier_zero_for_a_half(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(128), 16)
    tidx, _, _ = cute.arch.thread_idx()
    s[tidx] = x[tidx]
    if tidx < 64:
        cute.arch.barrier(barrier_id=0 if bug else 1, number_of_threads=64)  # found
        out[tidx] = s[63 - tidx]
    cute.arch.sync_threads()  # found
    if tidx >= 64:
        out[tidx] = s[tidx]


@planted(
    Bug.SHARED_BARRIER,
    "A producer and a consumer group each loop at barrier 2; they were meant to have one each.",
    also=(Bug.SHARED_RACE,),
    shape=(4, 128),
    block=128,
    want=lambda x: np.stack([flipped(row) for row in x]),
)
@cute.kernel
def loops_at_one_barrier(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((64, 2, 2)), 16)
    tidx, _, _ = cute.arch.thread_idx()
    i = tidx % 64
    if tidx < 64:
        for row in range(4):
            s[i, row % 2, 0] = x[row, tidx]  # found
            cute.arch.barrier(barrier_id=2, number_of_threads=64)  # found
            out[row, tidx] = s[63 - i, row % 2, 0]  # found
    else:
        for row in range(4):
            s[i, row % 2, 1] = x[row, tidx]  # found
            cute.arch.barrier(barrier_id=2 if bug else 3, number_of_threads=64)  # found
            out[row, tidx] = s[63 - i, row % 2, 1]  # found


@planted(
    Bug.SHARED_BARRIER,
    "The second handshake of a pair takes the number of the first, whose waiter may still be on its way.",
    also=(Bug.SHARED_RACE, Bug.DEADLOCK),
    shape=(128,),
    block=128,
    want=lambda x: np.concatenate([x[64:] + 1, x[:64] + 2]),
)
@cute.kernel
def both_handshakes_at_one_number(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(128), 16)
    tidx, _, _ = cute.arch.thread_idx()
    back = 1 if bug else 2
    s[tidx] = x[tidx]  # found
    if tidx < 64:
        cute.arch.barrier_arrive(barrier_id=1, number_of_threads=128)  # found
        cute.arch.barrier(barrier_id=back, number_of_threads=128)  # found
        out[tidx] = s[tidx + 64] + 1.0  # found
    else:
        cute.arch.barrier(barrier_id=1, number_of_threads=128)  # found
        out[tidx] = s[tidx - 64] + 2.0
        cute.arch.barrier_arrive(barrier_id=back, number_of_threads=128)  # found


@planted(
    Bug.SHARED_BARRIER,
    "The number of the group is computed modulo one too few, so two groups of three share one.",
    also=(Bug.SHARED_RACE,),
    shape=(192,),
    block=192,
    want=flipped,
)
@cute.kernel
def number_modulo_two(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((64, 3)), 16)
    tidx, _, _ = cute.arch.thread_idx()
    group, i = tidx // 64, tidx % 64
    s[i, group] = x[tidx]
    cute.arch.barrier(barrier_id=1 + group % (2 if bug else 3), number_of_threads=64)  # found
    out[tidx] = s[63 - i, group]


@planted(
    Bug.SHARED_BARRIER,
    "The epilogue's warps meet at the number that the loading warps still use.",
    also=(Bug.SHARED_RACE,),
    shape=(2, 128),
    out=(128,),
    block=128,
    want=lambda x: np.concatenate([x[0, 63::-1], x.sum(0)[64:][::-1]]),
)
@cute.kernel
def epilogue_at_the_loaders_number(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((64, 2)), 16)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < 64:
        s[tidx, 0] = x[0, tidx]
        cute.arch.barrier(barrier_id=4, number_of_threads=64)  # found
        out[tidx] = s[63 - tidx, 0]
    else:
        s[tidx - 64, 1] = x[0, tidx] + x[1, tidx]
        cute.arch.barrier(barrier_id=4 if bug else 5, number_of_threads=64)  # found
        out[tidx] = s[127 - tidx, 1]


@planted(
    Bug.SHARED_BARRIER,
    "A tile goes there and back at one number: a warp may meet its own arrival, which the usual order hides.",
    shape=(32,),
    block=64,
    want=lambda x: (x + 1)[::-1],
)
@cute.kernel
def there_and_back_at_one_number(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(32), 16)
    warp, lane = cute.arch.make_warp_uniform(cute.arch.warp_idx()), cute.arch.lane_idx()
    if warp == 1:
        s[lane] = x[lane]
        cute.arch.barrier_arrive(barrier_id=1, number_of_threads=64)  # found
        cute.arch.barrier(barrier_id=1 if bug else 2, number_of_threads=64)  # found
        out[lane] = s[31 - lane]
    else:
        cute.arch.barrier(barrier_id=1, number_of_threads=64)  # found
        s[lane] = s[lane] + 1.0
        cute.arch.barrier_arrive(barrier_id=1 if bug else 2, number_of_threads=64)  # found


@planted(
    Bug.DIVERGENT,
    "A producer counts itself out of the barrier at which four consumers count it in.",
    also=(Bug.SHARED_BARRIER, Bug.DEADLOCK, Bug.SHARED_RACE),
    shape=(64,),
    block=160,
    out=(128,),
    want=lambda x: np.concatenate([x, x]),
)
@cute.kernel
def sides_that_count_differently(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64), 16)
    tidx, _, _ = cute.arch.thread_idx()
    if cute.arch.warp_idx() == 4:
        for k in cutlass.range_constexpr(2):
            s[cute.arch.lane_idx() + 32 * k] = x[cute.arch.lane_idx() + 32 * k]  # found
        cute.arch.barrier_arrive(barrier_id=2, number_of_threads=128 if bug else 160)  # found
    else:
        cute.arch.barrier(barrier_id=2, number_of_threads=160)  # found
        out[tidx] = s[tidx % 64]  # found


@planted(
    Bug.DIVERGENT,
    "Consumers wait for themselves alone at the barrier at which a producer counts them and itself.",
    also=(Bug.SHARED_BARRIER, Bug.DEADLOCK, Bug.SHARED_RACE),
    shape=(2, 32),
    block=64,
    want=lambda x: x,
)
@cute.kernel
def waits_for_its_own_half(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((2, 32)), 16)
    lane = cute.arch.lane_idx()
    if cute.arch.warp_idx() == 0:
        for k in cutlass.range_constexpr(2):
            s[k, lane] = x[k, lane]  # found
        cute.arch.barrier_arrive(barrier_id=1, number_of_threads=96 if bug else 64)  # found
    else:
        cute.arch.barrier(barrier_id=1, number_of_threads=64)  # found
        for k in cutlass.range_constexpr(2):
            out[k, lane] = s[k, 31 - (31 - lane)]  # found
