"""Two threads store and then load what the other one stores: without a fence both may miss it."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, planted

Int = cutlass.Int32


def release(bug: bool) -> str:
    return "release" if bug else "seq_cst"


def acquire(bug: bool) -> str:
    return "acquire" if bug else "seq_cst"


@planted(
    Bug.STORE_LOAD,
    "Two blocks raise their flags and look at the other's: each may see the other's down.",
    dtype=np.int32,
    out=(4,),
    grid=2,
    block=32,
    fill=0,
    want=lambda x: [1, 1, 0, 0],
)
@cute.kernel
def two_flags(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    bidx, _, _ = cute.arch.block_idx()
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.store(out.iterator + bidx, Int(1), sem=release(bug), scope="gpu")  # found
        other = cute.arch.load(out.iterator + (1 - bidx), sem=acquire(bug), scope="gpu")  # found
        if other == 5:
            out[2] = 1


@planted(
    Bug.STORE_LOAD,
    "Two warps try Dekker's lock on flags in shared memory, with release and acquire.",
    dtype=np.int32,
    out=(2,),
    fill=0,
    want=lambda x: [0, 0],
)
@cute.kernel
def dekker_in_shared_memory(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(Int, cute.make_layout(2), 16)
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.warp_idx()
    if tidx < 2:
        s[tidx] = 0
    cute.arch.sync_threads()
    if tidx % 32 == 0:
        cute.arch.store(s.iterator + warp, Int(1), sem=release(bug), scope="cta")  # found
        busy = cute.arch.load(s.iterator + (1 - warp), sem=acquire(bug), scope="cta")  # found
        if busy == 7:
            out[warp] = 1


@planted(
    Bug.STORE_LOAD,
    "A worker counts itself in and looks whether the queue is closed; the closer closes it and looks at the count.",
    dtype=np.int32,
    out=(4,),
    grid=2,
    block=32,
    fill=0,
    want=lambda x: [1, 1, 0, 0],
)
@cute.kernel
def closed_while_counting_in(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    bidx, _, _ = cute.arch.block_idx()
    count, closed = out.iterator, out.iterator + 1
    if cute.arch.thread_idx()[0] == 0:
        if bidx == 0:
            cute.arch.atomic_add(count, Int(1), sem="acq_rel" if bug else "seq_cst", scope="gpu")  # found
            seen = cute.arch.load(closed, sem=acquire(bug), scope="gpu")  # found
            if seen == 9:
                out[2] = 1
        else:
            cute.arch.store(closed, Int(1), sem=release(bug), scope="gpu")  # found
            left = cute.arch.load(count, sem=acquire(bug), scope="gpu")  # found
            if left == 9:
                out[3] = 1


@planted(
    Bug.STORE_LOAD,
    "Relaxed flags with an acq_rel fence between: it does not keep a load behind a store.",
    dtype=np.int32,
    out=(4,),
    grid=2,
    block=32,
    fill=0,
    want=lambda x: [1, 1, 0, 0],
)
@cute.kernel
def fence_that_is_too_weak(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    bidx, _, _ = cute.arch.block_idx()
    if cute.arch.thread_idx()[0] == 0:
        mine, theirs = out.iterator + bidx, out.iterator + (1 - bidx)
        if cutlass.const_expr(bug):
            cute.arch.store(mine, Int(1), sem="relaxed", scope="gpu")  # found
            cute.arch.fence_acq_rel_gpu()
            other = cute.arch.load(theirs, sem="relaxed", scope="gpu")  # found
        else:
            cute.arch.store(mine, Int(1), sem="seq_cst", scope="gpu")
            other = cute.arch.load(theirs, sem="seq_cst", scope="gpu")
        if other == 5:
            out[2] = 1


@planted(
    Bug.STORE_LOAD,
    "One side is sequentially consistent, the other was left with release and acquire.",
    dtype=np.int32,
    out=(4,),
    grid=2,
    block=32,
    fill=0,
    want=lambda x: [1, 1, 0, 0],
)
@cute.kernel
def only_one_side_fences(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    bidx, _, _ = cute.arch.block_idx()
    if cute.arch.thread_idx()[0] == 0:
        if bidx == 0:
            cute.arch.store(out.iterator, Int(1), sem="seq_cst", scope="gpu")  # found
            one = cute.arch.load(out.iterator + 1, sem="seq_cst", scope="gpu")  # found
            if one == 5:
                out[2] = 1
        else:
            cute.arch.store(out.iterator + 1, Int(1), sem=release(bug), scope="gpu")  # found
            two = cute.arch.load(out.iterator, sem=acquire(bug), scope="gpu")  # found
            if two == 5:
                out[3] = 1


@planted(
    Bug.STORE_LOAD,
    "A warp announces that it sleeps and looks for work; the producer adds work and looks for sleepers.",
    dtype=np.int32,
    out=(2,),
    fill=0,
    want=lambda x: [0, 0],
)
@cute.kernel
def sleeper_and_producer(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(Int, cute.make_layout(2), 16)
    tidx, _, _ = cute.arch.thread_idx()
    asleep, work = s.iterator, s.iterator + 1
    if tidx < 2:
        s[tidx] = 0
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.store(asleep, Int(1), sem=release(bug), scope="cta")  # found
        found = cute.arch.load(work, sem=acquire(bug), scope="cta")  # found
        if found == 7:
            out[0] = 1
    if tidx == 32:
        cute.arch.atomic_add(work, Int(1), sem="release" if bug else "seq_cst", scope="cta")  # found
        sleeps = cute.arch.load(asleep, sem=acquire(bug), scope="cta")  # found
        if sleeps == 7:
            out[1] = 1
