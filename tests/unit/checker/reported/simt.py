"""Bugs of plain kernels: blocks of two dimensions, scans, sorts, queues, reductions over the grid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, aligned, planted

F = cutlass.Float32
I32 = cutlass.Int32
A = cute.arch


def shared(*shape: int, kind: Any = F) -> Any:
    return utils.SmemAllocator().allocate_tensor(kind, cute.make_layout(shape, stride=_strides(shape)), 16)


def _strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    strides = [1]
    for size in reversed(shape[1:]):
        strides.insert(0, strides[0] * size)
    return tuple(strides)


def with_scratch(*shapes: Any, grid: int = 4) -> Callable[[Any, int], Any]:
    """Hosts of kernels (x, out, scratch..., bug); scratch is zero, Int32 where given as a number."""

    def make(kernel: Any, block: int) -> Any:
        @cute.jit
        def one(x: cute.Tensor, out: cute.Tensor, a: cute.Tensor, bug: cutlass.Constexpr) -> None:
            kernel(x, out, a, bug).launch(grid=[grid, 1, 1], block=[block, 1, 1])

        @cute.jit
        def two(x: cute.Tensor, out: cute.Tensor, a: cute.Tensor, b: cute.Tensor, bug: cutlass.Constexpr) -> None:
            kernel(x, out, a, b, bug).launch(grid=[grid, 1, 1], block=[block, 1, 1])

        def call(x: Any, out: Any, bug: bool) -> None:
            made = [aligned(np.zeros(s, np.int32) if isinstance(s, int) else np.zeros(s, np.float32)) for s in shapes]
            (one if len(made) == 1 else two)(x, out, *made, bug)

        return call

    return make


@planted(
    Bug.DIVERGENT,
    "A bitonic sort has its barrier inside `if partner > thread`.",
    also=(Bug.SHARED_RACE, Bug.DEADLOCK),
    shape=(64,),
    want=np.sort,
)
@cute.kernel
def sort_with_barrier_in_branch(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    s = shared(64)
    s[t] = x[t]
    A.sync_threads()
    for big in cutlass.range_constexpr(1, 7):
        for small in cutlass.range_constexpr(big):
            j = 1 << (big - 1 - small)
            other = t ^ j
            if other > t:
                a, b = s[t], s[other]
                if (a > b) == ((t & (1 << big)) == 0):
                    s[t] = b
                    s[other] = a
                if cutlass.const_expr(bug):
                    A.sync_threads()  # found
            if cutlass.const_expr(not bug):
                A.sync_threads()
    out[t] = s[t]


@planted(
    Bug.DEADLOCK,
    "Warps without rows return, and the others meet at a named barrier that counts the whole block.",
    shape=(3, 32),
    block=128,
    want=lambda x: x[::-1],
)
@cute.kernel
def named_barrier_counts_the_returned(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    warp, lane = A.warp_idx(), A.lane_idx()
    rows = cute.size(x, [0])
    s = shared(4, 32)
    if warp >= rows:
        return
    s[warp, lane] = x[warp, lane]
    A.barrier(barrier_id=3, number_of_threads=128 if bug else 96)  # found
    out[warp, lane] = s[rows - 1 - warp, lane]


@planted(
    Bug.SHARED_RACE,
    "Each warp counts into its own histogram; the histograms are merged without a barrier.",
    x=lambda: np.random.default_rng(0).integers(0, 16, 128).astype(np.int32),
    out=(16,),
    dtype=np.int32,
    block=128,
    want=lambda x: np.bincount(x, minlength=16),
)
@cute.kernel
def merged_histograms(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    warp, lane = A.warp_idx(), A.lane_idx()
    s = shared(4, 16, kind=I32)
    if lane < 16:
        s[warp, lane] = 0  # found
    A.sync_warp()
    A.atomic_add(s.iterator + warp * 16 + x[t], I32(1))  # found
    if cutlass.const_expr(not bug):
        A.sync_threads()
    if t < 16:
        out[t] = s[0, t] + s[1, t] + s[2, t] + s[3, t]  # found


@planted(
    Bug.GLOBAL_RACE,
    "Block 0 sets the sum to zero, and all blocks add to it atomically.",
    shape=(256,),
    out=(1,),
    grid=4,
    want=lambda x: [x.sum()],
    fill=0.0,
)
@cute.kernel
def sum_cleared_by_block_0(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    b, _, _ = A.block_idx()
    if cutlass.const_expr(bug):
        if b == 0 and t == 0:
            out[0] = 0.0  # found
    part = A.warp_reduction_sum(x[b * 64 + t])
    if A.lane_idx() == 0:
        A.atomic_add(out.iterator, part)  # found


@planted(
    Bug.GLOBAL_RACE,
    "A queue's head is taken atomically, and its tail is looked at by a plain load while others append.",
    shape=(64,),
    grid=2,
    host=with_scratch(2, grid=2),
    want=lambda x: x,
)
@cute.kernel
def tail_read_plainly(x: cute.Tensor, out: cute.Tensor, queue: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    b, _, _ = A.block_idx()
    if t == 0:
        A.atomic_add(queue.iterator + 1, I32(1))  # found
        if cutlass.const_expr(bug):
            if queue[1] >= 0:  # found
                A.atomic_add(queue.iterator, I32(1))
        else:
            if A.load(queue.iterator + 1, sem="relaxed", scope="gpu") >= 0:
                A.atomic_add(queue.iterator, I32(1))
    if t < 32:
        out[b * 32 + t] = x[b * 32 + t]


@planted(
    Bug.GLOBAL_RACE,
    "The last block: thread 0 fences and counts, but its block has not met since the other threads stored.",
    shape=(256,),
    out=(1,),
    host=with_scratch((256,), 1),
    want=lambda x: [x.sum()],
)
@cute.kernel
def counted_in_before_the_block_met(
    x: cute.Tensor, out: cute.Tensor, parts: cute.Tensor, count: cute.Tensor, bug: cutlass.Constexpr
):
    t, _, _ = A.thread_idx()
    b, _, _ = A.block_idx()
    last = shared(1, kind=I32)
    parts[b * 64 + t] = x[b * 64 + t]  # found
    A.fence_acq_rel_gpu()
    if cutlass.const_expr(not bug):
        A.sync_threads()
    if t == 0:
        last[0] = A.atomic_add(count.iterator, I32(1), sem="relaxed", scope="gpu")
    A.sync_threads()
    if last[0] == 3:
        A.fence_acq_rel_gpu()
        total = F(0)
        for i in range(A.lane_idx(), 256, 32):
            total += parts[i]  # found
        total = A.warp_reduction_sum(total)
        if t == 0:
            out[0] = total


@planted(
    Bug.GLOBAL_RACE,
    "ROCm/aiter#4007: histograms are flushed by relaxed atomics, and no fence stands before the counter of blocks.",
    x=lambda: np.random.default_rng(0).integers(0, 8, 256).astype(np.int32),
    out=(8,),
    dtype=np.int32,
    host=with_scratch(8, 1),
    want=lambda x: np.bincount(x, minlength=8),
)
@cute.kernel
def flushed_without_a_fence(
    x: cute.Tensor, out: cute.Tensor, bins: cute.Tensor, count: cute.Tensor, bug: cutlass.Constexpr
):
    t, _, _ = A.thread_idx()
    b, _, _ = A.block_idx()
    last = shared(1, kind=I32)
    A.atomic_add(bins.iterator + x[b * 64 + t], I32(1), sem="relaxed", scope="gpu")  # found
    if cutlass.const_expr(not bug):
        A.fence_acq_rel_gpu()
    A.sync_threads()
    if t == 0:
        last[0] = A.atomic_add(count.iterator, I32(1), sem="relaxed", scope="gpu")
    A.sync_threads()
    if last[0] == 3:
        A.fence_acq_rel_gpu()
        if t < 8:
            out[t] = bins[t]  # found


@planted(
    Bug.UNINITIALISED,
    "The first match is written by the thread that finds one; nobody sets it where there is none.",
    x=lambda: np.zeros(64, np.int32),
    out=(1,),
    dtype=np.int32,
    want=lambda x: [-1],
)
@cute.kernel
def no_match_sets_nothing(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    found = shared(1, kind=I32)
    if cutlass.const_expr(not bug):
        if t == 0:
            found[0] = -1
        A.sync_threads()
    if x[t] == 7:
        found[0] = t
    A.sync_threads()
    if t == 0:
        out[0] = found[0]  # found


@planted(
    Bug.SHARED_RACE,
    "`sync_warp` names the lower half of the warp, and the upper half reads what the lower half wrote.",
    also=(Bug.SHUFFLE,),
    shape=(32,),
    block=32,
    want=lambda x: x[::-1],
)
@cute.kernel
def half_of_the_warp_met(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = A.lane_idx()
    s = shared(32)
    s[lane] = x[lane]  # found
    if cutlass.const_expr(bug):
        if lane < 16:
            A.sync_warp(0xFFFF)
    else:
        A.sync_warp()
    out[lane] = s[31 - lane]  # found


@planted(
    Bug.SHARED_RACE,
    "llama.cpp#28358: padding lanes of a quantiser store zeros over the scales that lie behind the values.",
    x=lambda: np.arange(1, 33).astype(np.int32),
    out=(24,),
    dtype=np.int32,
    block=32,
    want=lambda x: [*x[:16], *[100 + i for i in range(8)]],
)
@cute.kernel
def padding_over_the_scales(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = A.lane_idx()
    s = shared(32, kind=I32)
    if cutlass.const_expr(bug):
        s[lane] = x[lane] if lane < 16 else 0  # found
    else:
        if lane < 16:
            s[lane] = x[lane]
    if lane % 4 == 0:
        s[16 + lane // 4] = 100 + lane // 4  # found
    A.sync_warp()
    if lane < 24:
        out[lane] = s[lane]


@planted(
    Bug.GLOBAL_RACE,
    "A compaction computes places from an inclusive count of flags within the warp, and forgets the warp's offset.",
    x=lambda: np.array([i % 3 for i in range(64)], np.int32),
    out=(64,),
    dtype=np.int32,
    want=lambda x: [i for i in range(64) if i % 3] + [-77] * 22,
    fill=-77,
)
@cute.kernel
def compaction_without_the_offset(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    counts = shared(2, kind=I32)
    keep = x[t] != 0
    ballot = A.vote_ballot_sync(keep)
    before = A.popc(ballot & A.lanemask_lt())
    if A.lane_idx() == 0:
        counts[A.warp_idx()] = A.popc(ballot).to(I32)
    A.sync_threads()
    base = I32(0)
    if cutlass.const_expr(not bug):
        if A.warp_idx() == 1:
            base = counts[0]
    if keep:
        out[base + before] = t  # found


@planted(
    Bug.MISALIGNED,
    "Pairs of halves are read as one number from an odd offset.",
    x=lambda: np.arange(65).astype(np.float16),
    out=(32,),
    dtype=np.float32,
    block=32,
    want=lambda x: x[0:64:2].astype(np.float32) + x[1:64:2].astype(np.float32),
)
@cute.kernel
def halves_from_an_odd_place(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = A.lane_idx()
    start = x.iterator + (1 if bug else 0)
    pairs = cute.make_tensor(cute.recast_ptr(start, dtype=cutlass.Uint32), cute.make_layout(32))
    word = cute.make_rmem_tensor(cute.make_layout(1), cutlass.Uint32)
    word[0] = pairs[lane]  # found
    both = cute.make_tensor(cute.recast_ptr(word.iterator, dtype=cutlass.Float16), cute.make_layout(2))
    out[lane] = both[0].to(F) + both[1].to(F)


@planted(
    Bug.WRAPS,
    "onnxruntime#28107: a gather multiplies a token's number by the row, in Int32.",
    x=lambda: np.array([[3.0] * 8, [4.0] * 8], np.float32),
    out=(8,),
    block=32,
    want=lambda x: x[1],
    also=(Bug.OUT_OF_BOUNDS,),
)
@cute.kernel
def token_times_row(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = A.lane_idx()
    token = I32(x[1, 0] * 65536.0)
    stride = I32(x[1, 1] * 16384.0)
    if lane < 8:
        if cutlass.const_expr(bug):
            out[lane] = (x.iterator + (token * stride + 8 + lane)).load()  # found
        else:
            far = cutlass.Int64(token) * stride
            out[lane] = (x.iterator + (far - far + 8 + lane)).load()


@planted(
    Bug.SHARED_RACE,
    "A persistent loop takes its next tile by one thread, who overwrites the number that others have still to read.",
    shape=(4, 64),
    grid=2,
    host=with_scratch(1, grid=2),
    want=lambda x: x * 2,
)
@cute.kernel
def next_tile_over_the_last(x: cute.Tensor, out: cute.Tensor, queue: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    tile = shared(1, kind=I32)
    going = True
    while going:
        if t == 0:
            tile[0] = A.atomic_add(queue.iterator, I32(1), sem="relaxed", scope="gpu")  # found
        A.sync_threads()
        mine = tile[0]  # found
        if cutlass.const_expr(not bug):
            A.sync_threads()
        if mine < 4:
            out[mine, t] = x[mine, t] * 2.0
        else:
            going = False


@planted(
    Bug.DEADLOCK,
    "vllm#26026: a group with no work arrives without waiting, and arrives again for the next tile.",
    also=(Bug.DIVERGENT, Bug.SHARED_RACE, Bug.SHARED_BARRIER, Bug.OVERFULL),
    shape=(2, 32),
    want=lambda x: x,
)
@cute.kernel
def arrives_twice_for_one_turn(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    warp, lane = A.warp_idx(), A.lane_idx()
    for tile in range(2):
        if warp == 0:
            if cutlass.const_expr(bug):
                A.barrier_arrive(barrier_id=5, number_of_threads=64)  # found
                A.barrier_arrive(barrier_id=5, number_of_threads=64)  # found
            else:
                A.barrier(barrier_id=5, number_of_threads=64)
        else:
            A.barrier(barrier_id=5, number_of_threads=64)  # found
            out[tile, lane] = x[tile, lane]
