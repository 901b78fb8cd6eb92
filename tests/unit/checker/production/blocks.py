"""Bugs planted in kernels that split a sum over blocks: stream-K, split-K, look-back, work queues."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, helper, planted

A = cute.arch
F, I32 = cutlass.Float32, cutlass.Int32
TILE = 64


def ints(*shape: int) -> Any:
    return lambda: np.random.default_rng(7).integers(0, 9, shape).astype(np.int32)


def split_sum(x: np.ndarray) -> np.ndarray:
    """Rows summed in pairs; then the turns of the two semaphores, which end at 0."""
    return np.vstack([x[:2].sum(0), x[2:].sum(0), np.zeros((1, TILE))])


@cute.jit
def semaphore_wait(lock: cute.Pointer, turn: cutlass.Int32) -> None:
    """The block goes on when it is its turn."""
    if A.thread_idx()[0] == 0:
        while A.load(lock, sem="acquire", scope="gpu") != turn:
            pass
    A.sync_threads()


@planted(
    Bug.GLOBAL_RACE,
    "A serial split-K semaphore is released by thread 0 before the block has met after its stores.",
    x=ints(4, TILE),
    out=(3, TILE),
    dtype=np.int32,
    fill=0,
    grid=4,
    want=split_sum,
)
@cute.kernel
def split_k_released_before_the_block_met(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    b, _, _ = A.block_idx()
    tile, part = b // 2, b % 2
    lock = out.iterator + 2 * TILE + tile
    semaphore_wait(lock, part)
    value = x[b, t]
    if part > 0:
        value += out[tile, t]  # found
    out[tile, t] = value  # found
    if cutlass.const_expr(not bug):
        A.sync_threads()
    if t == 0:
        A.store(lock, (part + 1) % 2, sem="release", scope="gpu")


@planted(
    Bug.GLOBAL_RACE,
    "The stream-K owner reads the partial sums of the first helper's flag only, and adds both helpers' parts.",
    x=ints(3, TILE),
    out=(4, TILE),
    dtype=np.int32,
    fill=0,
    grid=3,
    want=lambda x: np.vstack([x.sum(0), x[1], x[2], np.r_[0, 1, 1, [0] * (TILE - 3)]]),
)
@cute.kernel
def stream_k_one_flag_of_two(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    b, _, _ = A.block_idx()
    flags = out.iterator + 3 * TILE
    if b > 0:
        out[b, t] = x[b, t]  # found
        A.sync_threads()
        if t == 0:
            A.store(flags + b, I32(1), sem="release", scope="gpu")
    else:
        total = x[0, t]
        for peer in range(1, 3):
            if t == 0:
                awaited = 1 if cutlass.const_expr(bug) else peer
                while A.load(flags + awaited, sem="acquire", scope="gpu") == 0:
                    pass
            A.sync_threads()
            total += out[peer, t]  # found
        out[0, t] = total


@planted(
    Bug.GLOBAL_RACE,
    "The counter of a two-phase reduction is added to with the scope of a cluster, and other clusters read the parts.",
    x=ints(4, 32),
    out=(6, 32),
    dtype=np.int32,
    fill=0,
    grid=4,
    block=32,
    want=lambda x: np.vstack([x, x.sum(0), np.r_[4, [0] * 31]]),
)
@cute.kernel
def last_block_counts_within_its_cluster(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = A.lane_idx()
    b, _, _ = A.block_idx()
    out[b, lane] = x[b, lane]  # found
    A.sync_warp()
    before = I32(0)
    if lane == 0:
        before = A.atomic_add(out.iterator + 5 * 32, I32(1), sem="acq_rel", scope="cluster" if bug else "gpu")  # found
    before = A.shuffle_sync(before, 0)
    if before == 3:
        total = I32(0)
        for i in range(4):
            total += out[i, lane]  # found
        out[4, lane] = total


@planted(
    Bug.GLOBAL_RACE,
    "Lane 0 acquires the flag of the block before; the other lanes read its prefix without meeting lane 0.",
    x=ints(3, 32),
    out=(4, 32),
    dtype=np.int32,
    fill=0,
    grid=3,
    block=32,
    want=lambda x: np.vstack([np.cumsum(x, 0), np.r_[1, 1, 1, [0] * 29]]),
)
@cute.kernel
def look_back_acquired_by_lane_zero(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = A.lane_idx()
    b, _, _ = A.block_idx()
    flags = out.iterator + 3 * 32
    value = x[b, lane]
    if b > 0:
        if lane == 0:
            while A.load(flags + b - 1, sem="acquire", scope="gpu") == 0:
                pass
        if cutlass.const_expr(not bug):
            A.sync_warp()
        value += out[b - 1, lane]  # found
    out[b, lane] = value  # found
    A.sync_warp()
    if lane == 0:
        A.store(flags + b, I32(1), sem="release", scope="gpu")


@planted(
    Bug.STORE_LOAD,
    "The owner and a thief of a work queue each mark an end and look at the other's, with release and acquire only.",
    x=ints(1, 32),
    out=(4,),
    dtype=np.int32,
    fill=0,
    grid=2,
    block=32,
    want=lambda x: np.array([1, 1, 0, 0]),
)
@cute.kernel
def owner_and_thief_take_the_last_item(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    b, _, _ = A.block_idx()
    bottom, top = out.iterator, out.iterator + 1
    store = "release" if cutlass.const_expr(bug) else "seq_cst"
    load = "acquire" if cutlass.const_expr(bug) else "seq_cst"
    if A.lane_idx() == 0:
        if b == 0:
            A.store(bottom, I32(1), sem=store, scope="gpu")  # found
            seen = A.load(top, sem=load, scope="gpu")  # found
            if seen > 1:
                out[2] = seen
        else:
            A.store(top, I32(1), sem=store, scope="gpu")  # found
            seen = A.load(bottom, sem=load, scope="gpu")  # found
            if seen > 1:
                out[3] = seen


@planted(
    Bug.GLOBAL_RACE,
    "A persistent block takes its next tile from a counter and broadcasts it through shared memory; a slow warp "
    "still reads the last one.",
    also=(Bug.SHARED_RACE,),
    x=ints(4, TILE),
    out=(5, TILE),
    dtype=np.int32,
    fill=0,
    want=lambda x: np.vstack([2 * x, np.r_[5, [0] * (TILE - 1)]]),
)
@cute.kernel
def claimed_tile_over_the_last(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    claimed = utils.SmemAllocator().allocate_tensor(I32, cute.make_layout(1), 16)
    tile = I32(0)
    while tile < 4:
        if t == 0:
            claimed[0] = A.atomic_add(out.iterator + 4 * TILE, I32(1))  # found
        A.sync_threads()
        tile = claimed[0]  # found
        if cutlass.const_expr(not bug):
            A.sync_threads()
        if tile < 4:
            out[tile, t] = 2 * x[tile, t]


@helper
@cute.jit
def page_of(table: cute.Tensor, page: cutlass.Int32, wide: cutlass.Constexpr) -> Any:
    """Where a page begins, in elements."""
    size = table[1]
    if cutlass.const_expr(wide):
        return cutlass.Int64(table[0]) * size
    return cutlass.Int64(table[0] * size)  # found


@planted(
    Bug.WRAPS,
    "The offset of a page in the key cache is widened after the product of page and page size.",
    also=(Bug.OUT_OF_BOUNDS,),
    x=lambda: np.array([1 << 16, 1 << 16, *range(62)], np.int32),
    out=(32,),
    dtype=np.int32,
    block=32,
    want=lambda x: x[:32],
)
@cute.kernel
def page_offset_widened_late(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    start = page_of(x, I32(0), not bug)
    if cutlass.const_expr(not bug):
        start = start - (cutlass.Int64(1) << 32)
    out[t] = (x.iterator + start + t).load()  # found


@planted(
    Bug.GLOBAL_RACE,
    "Eight halves a lane are stored with a stride of four, so neighbours write half of each other's.",
    shape=(32, 8),
    out=(264,),
    block=32,
    fill=0,
    dtype=np.float32,
    want=lambda x: np.r_[x.reshape(-1), [0] * 8],
)
@cute.kernel
def vector_stores_overlap(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = A.lane_idx()
    row = cute.make_rmem_tensor(8, F)
    for i in cutlass.range_constexpr(8):
        row[i] = x[lane, i]
    start = lane * (4 if cutlass.const_expr(bug) else 8)
    here = cute.make_tensor((out.iterator + start).align(16), cute.make_layout(8))
    cute.autovec_copy(row, here)  # found
