"""Two warps, or two lanes, touch a word of shared memory in no order."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, planted


@planted(Bug.SHARED_RACE, "A block hands values to its other warp without a barrier.", want=lambda x: np.roll(x, -32))
@cute.kernel
def neighbour_warp(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64))
    tidx, _, _ = cute.arch.thread_idx()
    s[tidx] = x[tidx]  # found
    if not bug:
        cute.arch.sync_threads()
    out[tidx] = s[(tidx + 32) % 64]  # found


@planted(
    Bug.SHARED_RACE,
    "The next row overwrites the scratch row while slow warps still read the last one: the second barrier is missing.",
    shape=(3, 64),
    want=lambda x: x[:, ::-1],
)
@cute.kernel
def scratch_row_reused(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64))
    tidx, _, _ = cute.arch.thread_idx()
    for row in range(3):
        s[tidx] = x[row, tidx]  # found
        cute.arch.sync_threads()
        out[row, tidx] = s[63 - tidx]  # found
        if not bug:
            cute.arch.sync_threads()


def _normal(x: np.ndarray) -> np.ndarray:
    return np.broadcast_to([x.sum(), (x * x).sum()], (64, 2))


@planted(
    Bug.SHARED_RACE,
    "Sum and sum of squares use the same partial sums; the second overwrites them while warps still add up the first.",
    out=(64, 2),
    want=_normal,
)
@cute.kernel
def partial_sums_shared_by_two_reductions(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(2))
    tidx, _, _ = cute.arch.thread_idx()
    value = x[tidx]
    for turn in cutlass.range_constexpr(2):
        part = cute.arch.warp_reduction_sum(value)
        if cute.arch.lane_idx() == 0:
            s[cute.arch.warp_idx()] = part  # found
        cute.arch.sync_threads()
        out[tidx, turn] = s[0] + s[1]  # found
        if not bug:
            cute.arch.sync_threads()
        value = value * value


@planted(
    Bug.SHARED_RACE,
    "A transpose through shared memory whose barrier was taken for needless because each warp writes one row.",
    shape=(4, 32),
    out=(32, 4),
    block=128,
    want=np.transpose,
)
@cute.kernel
def transposed_tile(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((4, 32), stride=(33, 1)))
    tidx, _, _ = cute.arch.thread_idx()
    s[tidx // 32, tidx % 32] = x[tidx // 32, tidx % 32]  # found
    if not bug:
        cute.arch.sync_threads()
    out[tidx // 4, tidx % 4] = s[tidx % 4, tidx // 4]  # found


@planted(
    Bug.SHARED_RACE,
    "The end of a reduction counts on the lanes of a warp being in step, which they have not been since Volta.",
    out=(1,),
    block=32,
    shape=(32,),
    want=lambda x: x.sum(),
)
@cute.kernel
def warp_synchronous_reduction(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(32))
    lane = cute.arch.lane_idx()
    s[lane] = x[lane]
    cute.arch.sync_warp()
    for step in cutlass.range_constexpr(5):
        half = 16 >> step
        if lane < half:
            s[lane] = s[lane] + s[lane + half]  # found
        if not bug:
            cute.arch.sync_warp()
    if lane == 0:
        out[0] = s[0]


@planted(
    Bug.SHARED_RACE,
    "A named barrier counts the 32 threads of one warp where two warps exchange values.",
    want=lambda x: x[::-1],
)
@cute.kernel
def barrier_of_one_warp(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64))
    tidx, _, _ = cute.arch.thread_idx()
    s[tidx] = x[tidx]  # found
    if bug:
        cute.arch.barrier(barrier_id=1 + cute.arch.warp_idx(), number_of_threads=32)
    else:
        cute.arch.barrier(barrier_id=1, number_of_threads=64)
    out[tidx] = s[63 - tidx]  # found


@planted(
    Bug.SHARED_RACE,
    "Counters of a histogram in shared memory are raised by load, add and store instead of an atomic.",
    dtype=np.int32,
    out=(8,),
    want=lambda x: np.bincount(x, minlength=8),
)
@cute.kernel
def histogram_without_atomics(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(8))
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < 8:
        s[tidx] = 0
    cute.arch.sync_threads()
    if bug:
        s[x[tidx]] = s[x[tidx]] + 1  # found
    else:
        cute.arch.atomic_add(s.iterator + x[tidx], 1)
    cute.arch.sync_threads()
    if tidx < 8:
        out[tidx] = s[tidx]


@planted(
    Bug.SHARED_RACE,
    "Only the first warp arrives at the mbarrier that says the tile is written; the second warp's half is not covered.",
    want=lambda x: x[::-1],
)
@cute.kernel
def mbarrier_of_half_the_writers(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    smem = utils.SmemAllocator()
    s = smem.allocate_tensor(cutlass.Float32, cute.make_layout(64))
    bar = smem.allocate_array(cutlass.Int64, 1)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 32 if bug else 64)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    s[tidx] = x[tidx]  # found
    if tidx < 32 or not bug:
        cute.arch.mbarrier_arrive(bar)
    cute.arch.mbarrier_wait(bar, 0)
    out[tidx] = s[63 - tidx]  # found


@planted(
    Bug.SHARED_RACE,
    "The result takes the place of a swizzled operand, and its rows are read before all of them are written.",
    shape=(2, 64),
    out=(64,),
    want=lambda x: x[0] + x[1, ::-1],
)
@cute.kernel
def result_over_a_swizzled_operand(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    swizzled = cute.make_composed_layout(cute.make_swizzle(1, 2, 3), 0, cute.make_layout((8, 8), stride=(8, 1)))
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, swizzled, 128)
    plain = cute.make_tensor(s.iterator, cute.make_layout((8, 8), stride=(8, 1)))
    tidx, _, _ = cute.arch.thread_idx()
    s[tidx // 8, tidx % 8] = x[1, 63 - tidx]
    cute.arch.sync_threads()
    value = s[tidx // 8, tidx % 8] + x[0, tidx]
    cute.arch.sync_threads()
    plain[tidx // 8, tidx % 8] = value  # found
    if not bug:
        cute.arch.sync_threads()
    other = (tidx + 32) % 64
    out[other] = plain[other // 8, other % 8]  # found
