"""Two blocks, or two warps, touch an element of global memory in no order."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, planted


@planted(
    Bug.GLOBAL_RACE,
    "The blocks' tiles overlap by one element, because the block index is multiplied by the tile less one.",
    shape=(128,),
    grid=2,
    want=lambda x: 2 * x,
)
@cute.kernel
def overlapping_tiles(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * (63 if bug else 64) + tidx
    out[i] = 2.0 * x[i]  # found


@planted(
    Bug.GLOBAL_RACE,
    "A histogram counts in global memory by load, add and store.",
    dtype=np.int32,
    shape=(128,),
    out=(8,),
    grid=2,
    fill=0,
    want=lambda x: np.bincount(x, minlength=8),
)
@cute.kernel
def global_histogram(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    value = x[bidx * 64 + tidx]
    if bug:
        out[value] = out[value] + 1  # found
    else:
        cute.arch.atomic_add(out.iterator + value, 1)


@planted(
    Bug.GLOBAL_RACE,
    "An array is shifted in place: a warp overwrites what its neighbour has still to read.",
    fill=0,
    want=lambda x: np.roll(x, -1),
)
@cute.kernel
def shifted_in_place(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    out[tidx] = x[tidx]
    cute.arch.sync_threads()
    value = out[(tidx + 1) % 64]  # found
    if not bug:
        cute.arch.sync_threads()
    out[tidx] = value  # found


@planted(
    Bug.GLOBAL_RACE,
    "Blocks that split the sum over K add their parts to the output by load and store.",
    shape=(4, 32),
    out=(32,),
    grid=4,
    block=32,
    fill=0,
    want=lambda x: x.sum(0),
)
@cute.kernel
def split_k_without_atomics(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    part = x[bidx, tidx]
    if bug:
        out[tidx] = out[tidx] + part  # found
    else:
        cute.arch.atomic_add(out.iterator + tidx, part)


@planted(
    Bug.GLOBAL_RACE,
    "The last block to come adds up the others' parts, but the counter it comes by orders no memory.",
    shape=(4, 32),
    out=(6, 32),
    grid=4,
    block=32,
    fill=0,
    want=lambda x: np.vstack([x, x.sum(0), 4 * np.eye(1, 32)]),
)
@cute.kernel
def last_block_without_fence(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(1))
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    out[bidx, tidx] = x[bidx, tidx]  # found
    cute.arch.sync_threads()
    if tidx == 0:
        order = "relaxed" if bug else "acq_rel"
        s[0] = cute.arch.atomic_add(out.iterator + 160, cutlass.Float32(1.0), sem=order, scope="gpu")
    cute.arch.sync_threads()
    if s[0] == 3.0:
        total = cutlass.Float32(0.0)
        for block in range(4):
            total += out[block, tidx]  # found
        cute.arch.sync_threads()
        out[4, tidx] = total


@planted(
    Bug.GLOBAL_RACE,
    "A grid-stride loop strides by the block instead of the grid, so blocks do each other's work.",
    shape=(256,),
    grid=2,
    want=lambda x: x + 1,
)
@cute.kernel
def stride_of_one_block(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    for i in range(bidx * 64 + tidx, 256, 64 if bug else 128):
        out[i] = x[i] + 1.0  # found


@planted(
    Bug.GLOBAL_RACE,
    "The greatest value is kept by compare and store; another warp stores between the two.",
    out=(1,),
    dtype=np.int32,
    want=np.max,
)
@cute.kernel
def maximum_by_compare_and_store(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    if bug:
        if x[tidx] > out[0]:  # found
            out[0] = x[tidx]  # found
    else:
        cute.arch.atomic_max(out.iterator, x[tidx])


@planted(
    Bug.GLOBAL_RACE,
    "One lane raises the flag for its warp, whose other lanes it has not met since they stored.",
    dtype=np.int32,
    out=(65,),
    fill=0,
    want=lambda x: np.concatenate([2 * x[32:], x[32:], [1]]),
)
@cute.kernel
def flag_before_the_warp_has_met(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    if tidx >= 32:
        out[tidx] = x[tidx]  # found
        if not bug:
            cute.arch.sync_warp()
        if tidx == 32:
            cute.arch.store(out.iterator + 64, cutlass.Int32(1), sem="release", scope="gpu")
    else:
        ready = cute.arch.load(out.iterator + 64, sem="acquire", scope="gpu")
        while ready == 0:
            ready = cute.arch.load(out.iterator + 64, sem="acquire", scope="gpu")
        out[tidx] = 2 * out[tidx + 32]  # found


@planted(
    Bug.GLOBAL_RACE,
    "Block 3 puts the counter back to 0 for the next launch, whether or not it is the last to come.",
    shape=(4, 32),
    out=(33,),
    grid=4,
    block=32,
    fill=0,
    want=lambda x: np.append(x.sum(0), 0),
)
@cute.kernel
def counter_reset_by_another_than_the_last(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    bidx, _, _ = cute.arch.block_idx()
    cute.arch.atomic_add(out.iterator + lane, x[bidx, lane], sem="relaxed", scope="gpu")
    came = cutlass.Float32(0.0)
    if lane == 0:
        came = cute.arch.atomic_add(out.iterator + 32, cutlass.Float32(1.0), sem="acq_rel", scope="gpu")  # found
    came = cute.arch.shuffle_sync(came, 0)
    if lane == 0:
        if bidx == 3 if bug else came == 3.0:
            out[32] = 0.0  # found
