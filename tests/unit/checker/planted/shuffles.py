"""A warp operation that takes a value from a lane that is not there, or waits for one that does not come."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import warp
from tests.unit.checker.planted.case import Bug, planted


@planted(
    Bug.SHUFFLE,
    "A butterfly stands in the branch of the lower half and takes values of the upper half.",
    block=32,
    shape=(32,),
    out=(16,),
    want=lambda x: x[:16] + x[16:],
)
@cute.kernel
def butterfly_in_half_a_warp(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    value = x[lane]
    if bug:
        if lane < 16:
            out[lane] = value + cute.arch.shuffle_sync_bfly(value, 16)  # found
    else:
        other = cute.arch.shuffle_sync_bfly(value, 16)
        if lane < 16:
            out[lane] = value + other


@planted(
    Bug.SHUFFLE,
    "The reduction of the last block runs under the predicate of the tail, with the mask of the full warp.",
    shape=(52,),
    out=(2,),
    want=lambda x: [x[:32].sum(), x[32:].sum()],
)
@cute.kernel
def reduction_under_the_tail_predicate(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    if bug:
        if tidx < 52:
            total = cute.arch.warp_reduction_sum(x[tidx])  # found
            if tidx % 32 == 0:
                out[tidx // 32] = total
    else:
        total = cute.arch.warp_reduction_sum(x[tidx] if tidx < 52 else cutlass.Float32(0.0))
        if tidx % 32 == 0:
            out[tidx // 32] = total


@planted(
    Bug.SHUFFLE,
    "Lane 0's value is broadcast in the branch of the lanes above it.",
    block=32,
    shape=(32,),
    want=lambda x: np.where(np.arange(32) > 0, x[0], 0),
)
@cute.kernel
def broadcast_from_a_lane_outside(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    first = cutlass.Float32(0.0)
    if bug:
        if lane > 0:
            first = cute.arch.shuffle_sync(x[lane], 0)  # found
    else:
        value = cute.arch.shuffle_sync(x[lane], 0)
        if lane > 0:
            first = value
    out[lane] = first


@planted(
    Bug.SHUFFLE,
    "The mask names the lower half, and lane 15 asks the lane above for its value.",
    block=32,
    shape=(32,),
    out=(16,),
    want=lambda x: np.concatenate([x[1:16], x[15:16]]),
)
@cute.kernel
def source_outside_the_mask(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    if lane < 16:
        if bug:
            out[lane] = cute.arch.shuffle_sync_down(x[lane], 1, mask=0xFFFF)  # found
        else:
            # 16 lanes a segment (bits 8 to 12), so that lane 15 keeps its own value
            out[lane] = cute.arch.shuffle_sync_down(x[lane], 1, mask=0xFFFF, mask_and_clamp=0x100F)
    if bug:
        if lane == 15:
            out[lane] = x[lane]


@planted(
    Bug.SHUFFLE,
    "A ballot counts the lanes of a branch, and waits with the mask of the full warp.",
    dtype=np.int32,
    block=32,
    shape=(32,),
    want=lambda x: np.where(x > 3, (x > 3).sum(), 0),
)
@cute.kernel
def ballot_in_a_branch(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    count = cutlass.Int32(0)
    if bug:
        if x[lane] > 3:
            count = cute.arch.popc(cute.arch.vote_ballot_sync(x[lane] > 3))  # found
    else:
        all_lanes = cute.arch.popc(cute.arch.vote_ballot_sync(x[lane] > 3))
        if x[lane] > 3:
            count = all_lanes
    out[lane] = count


@planted(
    Bug.SHUFFLE,
    "A shuffle stands in a loop that runs a different number of times in each lane.",
    dtype=np.int32,
    block=32,
    shape=(32,),
    want=lambda x: x * x[0],
)
@cute.kernel
def shuffle_in_a_loop_of_each_lane(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    total = cutlass.Int32(0)
    mine = x[lane]
    if bug:
        for _ in range(mine):
            total += cute.arch.shuffle_sync(mine, 0)  # found
    else:
        first = cute.arch.shuffle_sync(mine, 0)
        for _ in range(mine):
            total += first
    out[lane] = total


@planted(
    Bug.SHUFFLE,
    "`sync_warp` of the full mask in a branch of half a warp.",
    block=32,
    shape=(32,),
    want=lambda x: x,
)
@cute.kernel
def sync_warp_in_a_branch(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    if lane < 16:
        if bug:
            cute.arch.sync_warp()  # found
        else:
            cute.arch.sync_warp(0xFFFF)
    out[lane] = x[lane]


@planted(
    Bug.SHUFFLE,
    "The mask of each quarter of a warp is computed from the lane's rest where its quotient belongs.",
    block=32,
    shape=(32,),
    want=lambda x: x.reshape(16, 2).sum(1).repeat(2),
)
@cute.kernel
def mask_of_another_quarter(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    quarter = lane % 4 if bug else lane // 8
    out[lane] = x[lane] + cute.arch.shuffle_sync_bfly(x[lane], 1, mask=cutlass.Int32(0xFF) << (8 * quarter))  # found


@planted(
    Bug.SHUFFLE,
    "The mask of a barrier of each quarter of a warp names another quarter than the lane's own.",
    block=32,
    shape=(32,),
    want=lambda x: x,
)
@cute.kernel
def barrier_of_another_quarter(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    quarter = lane % 4 if bug else lane // 8
    cute.arch.sync_warp(mask=cutlass.Int32(0xFF) << (8 * quarter))  # found
    out[lane] = x[lane]


@planted(
    Bug.SHUFFLE,
    "Half of each quarter has left for another branch, and the quarter's mask still names it.",
    block=32,
    shape=(32,),
    want=lambda x: np.where(np.arange(32) % 8 < 4, x.reshape(16, 2).sum(1).repeat(2), x),
)
@cute.kernel
def mask_of_the_whole_quarter(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    value = x[lane]
    if lane % 8 < 4:
        mask = cutlass.Int32(0xFF if bug else 0xF) << (8 * (lane // 8))
        value += cute.arch.shuffle_sync_bfly(x[lane], 1, mask=mask)  # found
    out[lane] = value


@planted(
    Bug.SHUFFLE,
    "The lanes that keep something ask lane 0 for what their first lane holds, and lane 0 keeps nothing.",
    block=32,
    shape=(32,),
    want=lambda x: np.where(np.arange(32) > 4, x[5], x),
)
@cute.kernel
def broadcast_from_a_lane_that_keeps_nothing(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    value = x[lane]
    keeps = lane > 4
    mask = cute.arch.vote_ballot_sync(keeps)
    first = 0 if bug else cute.arch.popc((mask & (~mask + 1)) - 1)
    if keeps:
        value = cute.arch.shuffle_sync(value, first, mask=mask)  # found
    out[lane] = value


@planted(
    Bug.SHUFFLE,
    "Each quarter of a warp takes its neighbour's value, the last lane of a quarter that of the next quarter.",
    block=32,
    shape=(32,),
    want=lambda x: np.roll(x.reshape(4, 8), -1, 1).ravel(),
)
@cute.kernel
def neighbour_of_the_next_quarter(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    source = (lane + 1) % 32 if bug else lane // 8 * 8 + (lane + 1) % 8
    out[lane] = cute.arch.shuffle_sync(x[lane], source, mask=cutlass.Int32(0xFF) << (8 * (lane // 8)))  # found


@planted(
    Bug.SHUFFLE,
    "The lower half of a warp takes the value of a lane whose number is computed, and lies in the upper half.",
    block=32,
    shape=(32,),
    out=(16,),
    want=lambda x: np.full(16, x[15]),
)
@cute.kernel
def computed_lane_of_the_other_half(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    last = cute.arch.block_dim()[0] - 1 if bug else cute.arch.block_dim()[0] // 2 - 1
    value = x[lane]
    if lane < 16:
        out[lane] = cute.arch.shuffle_sync(value, last, mask=0xFFFF)  # found


@planted(
    Bug.SHUFFLE,
    "Only the lanes whose row a matrix load takes are in its branch, but all lanes of the warp execute it.",
    shape=(8, 8),
    dtype=np.float16,
    block=32,
    want=lambda x: x,
)
@cute.kernel
def matrix_load_by_the_lanes_with_rows(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    layout = cute.make_layout((8, 8), stride=(8, 1))
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float16, layout, 128)
    lane = cute.arch.lane_idx()
    for i in cutlass.range_constexpr(2):
        s[lane // 4, lane % 4 * 2 + i] = x[lane // 4, lane % 4 * 2 + i]
    cute.arch.sync_warp()
    atom = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 1), cutlass.Float16)
    values = cute.make_rmem_tensor(2, cutlass.Float16)
    row = cute.make_tensor((s.iterator + lane % 8 * 8).align(16), cute.make_layout(8))
    values.fill(0.0)
    if not bug or lane < 8:
        cute.copy(atom, row, values)  # found
    for i in cutlass.range_constexpr(2):
        out[lane // 4, lane % 4 * 2 + i] = values[i]


@planted(
    Bug.SHUFFLE,
    "A block of 48 threads reduces over whole warps: the second one takes values of lanes that are not there.",
    shape=(48,),
    out=(2,),
    block=48,
    want=lambda x: [x[:32].sum(), x[32:].sum()],
)
@cute.kernel
def reduction_over_half_a_warp(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    total = cute.arch.warp_reduction_sum(x[tidx], threads_in_group=16)
    if cutlass.const_expr(bug):
        total = cute.arch.warp_reduction_sum(x[tidx])  # found
    elif tidx < 32:
        total += cute.arch.shuffle_sync_bfly(total, 16)
    if tidx % 32 == 0:
        out[tidx // 32] = total


@planted(
    Bug.SHUFFLE,
    "Each lane adds the value four lanes above, in a block of 20 threads; the right one leaves out lanes beyond.",
    shape=(20,),
    block=20,
    want=lambda x: x + np.append(x[4:], np.zeros(4, x.dtype)),
)
@cute.kernel
def neighbours_beyond_the_block(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    value = x[tidx]
    if cutlass.const_expr(bug):
        out[tidx] = value + cute.arch.shuffle_sync_down(value, 4)  # found
    else:
        other = cute.arch.shuffle_sync_down(value, 4)
        if tidx < 16:
            value += other
        out[tidx] = value
