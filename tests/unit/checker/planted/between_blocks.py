"""Blocks that hand results on to each other: counters, look-back flags, split tiles, locks."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, planted

I32 = cutlass.Int32


def ints(*shape: int) -> Any:
    return lambda: np.random.default_rng(0).integers(0, 9, shape).astype(np.int32)


def last_sum(x: np.ndarray) -> np.ndarray:
    r = np.zeros((x.shape[0] + 2, x.shape[1]), np.int32)
    r[: x.shape[0]] = x
    r[-2] = x.sum(0)
    r[-1, 0] = x.shape[0]
    return r


@cute.jit
def arrive_last(counter: cute.Pointer, flag: cute.Tensor, total: cutlass.Int32, wide: cutlass.Constexpr) -> Any:
    """Whether this block is the last to come."""
    t, _, _ = cute.arch.thread_idx()
    if cutlass.const_expr(wide):
        cute.arch.fence_acq_rel_gpu()
    else:
        cute.arch.fence_acq_rel_cta()
    cute.arch.sync_threads()
    if t == 0:
        before = cute.arch.atomic_add(counter, cutlass.Int32(1))
        flag[0] = cutlass.Int32(before == total - 1)
    cute.arch.sync_threads()
    if cutlass.const_expr(wide):
        cute.arch.fence_acq_rel_gpu()
    return flag[0]


@planted(
    Bug.GLOBAL_RACE,
    "All threads fence, for their block only, before one of them counts the block in.",
    x=ints(6, 64),
    out=(8, 64),
    dtype=np.int32,
    fill=0,
    grid=6,
    want=last_sum,
)
@cute.kernel
def last_block_narrow_fence(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    g, _, _ = cute.arch.grid_dim()
    flag = utils.SmemAllocator().allocate_tensor(I32, cute.make_layout(1), 16)
    out[b, t] = x[b, t]  # found
    if arrive_last(out.iterator + 7 * 64, flag, g, not bug) != 0:
        total = I32(0)
        for i in range(g):
            total += out[i, t]  # found
        out[6, t] = total


@planted(
    Bug.GLOBAL_RACE,
    "A look-back scan publishes its prefix by a relaxed store.",
    x=ints(4, 32),
    out=(6, 32),
    dtype=np.int32,
    fill=0,
    grid=4,
    block=32,
    want=lambda x: np.vstack([np.cumsum(x, 0), [np.r_[1, 1, 1, 1, [0] * 28]], 0 * x[:1]]),
)
@cute.kernel
def lookback_relaxed_flag(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    flags = out.iterator + 4 * 32
    v = x[b, t]
    if b > 0:
        if t == 0:
            while cute.arch.load(flags + b - 1, sem="acquire", scope="gpu") == 0:
                pass
        cute.arch.sync_threads()
        v += out[b - 1, t]  # found
    out[b, t] = v  # found
    cute.arch.sync_threads()
    if t == 0:
        cute.arch.store(flags + b, I32(1), sem="relaxed" if bug else "release", scope="gpu")


@planted(
    Bug.GLOBAL_RACE,
    "The block that adds up a split tile waits by relaxed loads.",
    x=ints(2, 64),
    out=(3, 64),
    dtype=np.int32,
    fill=0,
    grid=2,
    want=lambda x: np.vstack([x.sum(0), x[1], np.r_[1, [0] * 63]]),
)
@cute.kernel
def stream_k_relaxed_wait(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    flag = out.iterator + 2 * 64
    if b == 1:
        out[1, t] = x[1, t]  # found
        cute.arch.sync_threads()
        if t == 0:
            cute.arch.red(flag, I32(1), op="add", sem="release", scope="gpu")
    else:
        if t == 0:
            seen = I32(0)
            while seen == 0:
                seen = cute.arch.load(flag, sem="relaxed" if bug else "acquire", scope="gpu")
        cute.arch.sync_threads()
        out[0, t] = x[0, t] + out[1, t]  # found


@planted(
    Bug.GLOBAL_RACE,
    "A lock is taken by a relaxed compare-and-swap.",
    x=ints(4, 32),
    out=(2, 32),
    dtype=np.int32,
    fill=0,
    grid=4,
    block=32,
    want=lambda x: np.vstack([x.sum(0), 0 * x[0]]),
)
@cute.kernel
def lock_taken_relaxed(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    lock = out.iterator + 32
    if t == 0:
        while cute.arch.atomic_cas(lock, cmp=I32(0), val=I32(1), sem="relaxed" if bug else "acquire", scope="gpu") != 0:
            pass
    cute.arch.sync_threads()
    out[0, t] = out[0, t] + x[b, t]  # found
    cute.arch.sync_threads()
    if t == 0:
        cute.arch.store(lock, I32(0), sem="release", scope="gpu")


@planted(
    Bug.GLOBAL_RACE,
    "Thread 0 acquires the flag, and the block goes on without a barrier.",
    x=ints(2, 64),
    out=(3, 64),
    dtype=np.int32,
    fill=0,
    grid=2,
    want=lambda x: np.vstack([x[0], x[0] + x[1], np.r_[1, [0] * 63]]),
)
@cute.kernel
def one_thread_acquires(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    flag = out.iterator + 2 * 64
    if b == 0:
        out[0, t] = x[0, t]  # found
        cute.arch.sync_threads()
        if t == 0:
            cute.arch.store(flag, I32(1), sem="release", scope="gpu")
    else:
        if t == 0:
            while cute.arch.load(flag, sem="acquire", scope="gpu") == 0:
                pass
        if cutlass.const_expr(not bug):
            cute.arch.sync_threads()
        out[1, t] = x[1, t] + out[0, t]  # found


@planted(
    Bug.GLOBAL_RACE,
    "A look-back scan sets its flag before its prefix, and once more after it: the second store changes nothing.",
    x=ints(3, 32),
    out=(4, 32),
    dtype=np.int32,
    fill=0,
    grid=3,
    block=32,
    want=lambda x: np.vstack([np.cumsum(x, 0), np.r_[[1, 1, 1], np.zeros(29)]]),
)
@cute.kernel
def flag_set_again_after_the_prefix(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    b, _, _ = cute.arch.block_idx()
    flag = out.iterator + 3 * 32
    total = x[b, lane]
    if b > 0:
        if lane == 0:
            while cute.arch.load(flag + (b - 1), sem="acquire", scope="gpu") == 0:
                pass
        cute.arch.sync_warp()
        total += out[b - 1, lane]  # found
    if bug:
        if lane == 0:
            cute.arch.store(flag + b, I32(1), sem="release", scope="gpu")
    out[b, lane] = total  # found
    cute.arch.sync_warp()
    if lane == 0:
        cute.arch.store(flag + b, I32(1), sem="release", scope="gpu")


@planted(
    Bug.SHARED_RACE,
    "A warp announces each number in one word, which its reader clears: before it has read the number.",
    x=ints(4),
    out=(4,),
    dtype=np.int32,
    fill=0,
    block=64,
    want=lambda x: x,
)
@cute.kernel
def word_cleared_before_the_number_is_read(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    number = smem.allocate_tensor(I32, cute.make_layout(1), 16)
    full = smem.allocate_tensor(I32, cute.make_layout(1), 16)
    if t == 0:
        full[0] = 0
    cute.arch.sync_threads()
    if t == 0:
        for i in range(4):
            while cute.arch.load(full.iterator, sem="acquire", scope="cta") != 0:
                pass
            number[0] = x[i]  # found
            cute.arch.store(full.iterator, I32(1), sem="release", scope="cta")
    if t == 32:
        for i in range(4):
            while cute.arch.load(full.iterator, sem="acquire", scope="cta") == 0:
                pass
            if bug:
                cute.arch.store(full.iterator, I32(0), sem="release", scope="cta")
            out[i] = number[0]  # found
            if not bug:
                cute.arch.store(full.iterator, I32(0), sem="release", scope="cta")
