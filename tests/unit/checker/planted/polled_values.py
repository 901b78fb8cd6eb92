"""A loop that waits for a counter ends at a value that comes before the one that it should wait for."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, planted

I32 = cutlass.Int32


def ints(*shape: int) -> np.ndarray:
    return np.arange(np.prod(shape), dtype=np.int32).reshape(shape) % 7


def owner_adds(x: np.ndarray) -> np.ndarray:
    return np.vstack([x[:2], x.sum(0), 2 * np.eye(1, 32)])


@planted(
    Bug.GLOBAL_RACE,
    "The owner of a tile adds up what two helpers left, and waits for one: both have come in the order that runs.",
    x=lambda: ints(3, 32),
    out=(4, 32),
    dtype=np.int32,
    fill=0,
    grid=3,
    block=32,
    want=owner_adds,
)
@cute.kernel
def one_helper_too_few(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    count = out.iterator + 96
    if bidx < 2:
        out[bidx, tidx] = x[bidx, tidx]  # found
        cute.arch.sync_threads()
        if tidx == 0:
            cute.arch.atomic_add(count, I32(1), sem="release", scope="gpu")
    else:
        if tidx == 0:
            while cute.arch.load(count, sem="acquire", scope="gpu") < (1 if bug else 2):
                cute.arch.nanosleep(20)
        cute.arch.sync_threads()
        out[2, tidx] = out[0, tidx] + out[1, tidx] + x[2, tidx]  # found


def summed_in_turns(x: np.ndarray) -> np.ndarray:
    return np.vstack([x.sum(0), 3 * np.eye(1, 32)])


@planted(
    Bug.GLOBAL_RACE,
    "Blocks add to a tile in turns, and the last goes ahead one turn too early; fences order relaxed accesses.",
    x=lambda: ints(3, 32),
    out=(2, 32),
    dtype=np.int32,
    fill=0,
    grid=3,
    block=32,
    want=summed_in_turns,
)
@cute.kernel
def turn_taken_too_early(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    turn, last = out.iterator + 32, cutlass.Int32(1 if bug else 2)
    if tidx == 0:
        while cute.arch.load(turn, sem="relaxed", scope="gpu") < cutlass.min(bidx, last):
            cute.arch.nanosleep(20)
        cute.arch.fence_acq_rel_gpu()
    cute.arch.sync_threads()
    out[0, tidx] = out[0, tidx] + x[bidx, tidx]  # found
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.fence_acq_rel_gpu()
        cute.arch.store(turn, bidx + 1, sem="relaxed", scope="gpu")


@planted(
    Bug.SHARED_RACE,
    "A warp reads what two other warps of its block wrote, after the first of them has said so.",
    x=lambda: ints(64),
    out=(65,),
    dtype=np.int32,
    fill=0,
    block=96,
    want=lambda x: np.append(x[::-1], 2),
)
@cute.kernel
def one_warp_too_few(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(I32, cute.make_layout(64), 16)
    tidx, _, _ = cute.arch.thread_idx()
    count = out.iterator + 64
    if tidx < 64:
        s[tidx] = x[tidx]  # found
        cute.arch.sync_warp()
        if tidx % 32 == 0:
            cute.arch.atomic_add(count, I32(1), sem="release", scope="gpu")
    else:
        while cute.arch.load(count, sem="acquire", scope="gpu") < (1 if bug else 2):
            cute.arch.nanosleep(20)
        for half in cutlass.range_constexpr(2):
            out[tidx - 64 + 32 * half] = s[127 - tidx - 32 * half]  # found
