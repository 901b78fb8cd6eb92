"""A plain access of a word that others changed by atomics: right after an atomic that saw the last of them."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
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
