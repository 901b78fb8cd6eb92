"""A plain access of a word that others changed by atomics: right after an atomic that saw the last of them."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, planted

I32 = cutlass.Int32


@planted(
    Bug.GLOBAL_RACE,
    "The first block to count itself reads the counter and clears it, where the last one should.",
    x=lambda: np.zeros(1, np.int32),
    out=(2,),
    dtype=np.int32,
    fill=0,
    grid=4,
    block=32,
    want=lambda x: np.array([0, 4]),
)
@cute.kernel
def counter_cleared_by_the_first(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    if cute.arch.lane_idx() == 0:
        before = cute.arch.atomic_add(out.iterator, I32(1), sem="relaxed", scope="gpu")  # found
        if before == (0 if bug else 3):
            out[1] = out[0]  # found
            out[0] = I32(0)  # found


@planted(
    Bug.GLOBAL_RACE,
    "A warp takes the flag for which another one waits, and has not met it.",
    x=lambda: np.zeros(1, np.int32),
    out=(2,),
    dtype=np.int32,
    fill=0,
    grid=2,
    block=64,
    want=lambda x: np.array([2, 1]),
)
@cute.kernel
def flag_taken_by_another_warp(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    if bidx == 0:
        if tidx == 0:
            cute.arch.store(out.iterator, I32(1), sem="relaxed", scope="gpu")  # found
    else:
        if tidx == 0:
            while cute.arch.load(out.iterator, I32, sem="relaxed", scope="gpu") == 0:  # found
                cute.arch.nanosleep(20)
            out[1] = I32(1)
        if not bug:
            cute.arch.sync_threads()
        if tidx == 32:
            out[0] = I32(2)  # found


@planted(
    Bug.GLOBAL_RACE,
    "A block that saw the first helper's flag clears it, and the second helper may set it then.",
    x=lambda: np.zeros(1, np.int32),
    out=(2,),
    dtype=np.int32,
    fill=0,
    grid=3,
    block=32,
    want=lambda x: np.array([0, 2]),
)
@cute.kernel
def flag_cleared_before_the_second_helper(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    bidx, _, _ = cute.arch.block_idx()
    if cute.arch.lane_idx() == 0:
        if bidx < 2:
            cute.arch.fence_acq_rel_gpu()
            cute.arch.atomic_add(out.iterator, I32(1), sem="relaxed", scope="gpu")  # found
        else:
            while cute.arch.load(out.iterator, I32, sem="relaxed", scope="gpu") < (1 if bug else 2):
                cute.arch.nanosleep(20)
            cute.arch.fence_acq_rel_gpu()
            out[1] = out[0]  # found
            out[0] = I32(0)  # found


@planted(
    Bug.GLOBAL_RACE,
    "A block clears a flag without having waited for it.",
    x=lambda: np.zeros(1, np.int32),
    out=(3,),
    dtype=np.int32,
    fill=0,
    grid=2,
    block=32,
    want=lambda x: np.array([0, 7, 7]),
)
@cute.kernel
def flag_cleared_unseen(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    bidx, _, _ = cute.arch.block_idx()
    if cute.arch.lane_idx() == 0:
        if bidx == 0:
            out[1] = I32(7)  # found
            cute.arch.fence_acq_rel_gpu()
            cute.arch.store(out.iterator, I32(1), sem="relaxed", scope="gpu")  # found
        else:
            if not bug:
                while cute.arch.load(out.iterator, I32, sem="relaxed", scope="gpu") == 0:
                    pass
            cute.arch.fence_acq_rel_gpu()
            out[2] = out[1]  # found
            out[0] = I32(0)  # found


@cute.jit
def parts_of_warps(x: cute.Tensor):
    """Four sums in shared memory, of which none is ordered yet, and a counter at 0."""
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    parts = smem.allocate_tensor(cutlass.Float32, cute.make_layout(4), 16)
    count = smem.allocate_tensor(I32, cute.make_layout(1), 16)
    if tidx == 0:
        count[0] = I32(0)
    cute.arch.sync_threads()
    total = cute.arch.warp_reduction_sum(x[tidx])
    if cute.arch.lane_idx() == 0:
        parts[cute.arch.warp_idx()] = total
    return parts, count


@planted(
    Bug.SHARED_RACE,
    "The third of four warps clears a counter in shared memory, before the last one counts it up.",
    shape=(128,),
    out=(1,),
    block=128,
    want=lambda x: [x.sum()],
)
@cute.kernel
def shared_counter_cleared_by_the_third(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    parts, count = parts_of_warps(x)
    if cute.arch.lane_idx() == 0:
        cute.arch.fence_acq_rel_cta()
        ticket = cute.arch.atomic_add(count.iterator, I32(1), sem="relaxed", scope="cta")  # found
        if ticket == 3:
            cute.arch.fence_acq_rel_cta()
            out[0] = parts[0] + parts[1] + parts[2] + parts[3]
        if ticket == (2 if bug else 3):
            count[0] = I32(0)  # found


@planted(
    Bug.SHARED_RACE,
    "A warp waits for three of four updates of a counter in shared memory, and clears it.",
    shape=(128,),
    out=(1,),
    block=128,
    want=lambda x: [x.sum()],
)
@cute.kernel
def shared_counter_cleared_before_the_last(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    parts, count = parts_of_warps(x)
    if cute.arch.lane_idx() == 0:
        cute.arch.fence_acq_rel_gpu()
        cute.arch.atomic_add(count.iterator, I32(1), sem="relaxed", scope="gpu")  # found
        if cute.arch.warp_idx() == 3:
            while cute.arch.load(count.iterator, I32, sem="relaxed", scope="gpu") < (3 if bug else 4):
                pass
            cute.arch.fence_acq_rel_gpu()
            if not bug:
                out[0] = parts[0] + parts[1] + parts[2] + parts[3]
            count[0] = I32(0)  # found
