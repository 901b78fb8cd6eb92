"""Bugs that others reported of threads of one block: shared memory, barriers, lanes of a warp."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, planted
from tests.unit.checker.planted.tma import barriers


def shared(count: int, dtype: type = cutlass.Float32) -> cute.Tensor:
    return utils.SmemAllocator().allocate_tensor(dtype, cute.make_layout(count), 16)


@planted(
    Bug.SHARED_RACE,
    "ORNL/HeCBench#253: a loop over tiles has one barrier after the loads, and none before the next loads.",
    shape=(4, 64),
    out=(64,),
    want=lambda x: x[:, ::-1].sum(0),
)
@cute.kernel
def tiles_without_a_second_barrier(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = shared(64)
    tidx, _, _ = cute.arch.thread_idx()
    total = cutlass.Float32(0.0)
    for tile in range(4):
        s[tidx] = x[tile, tidx]  # found
        cute.arch.sync_threads()
        total += s[63 - tidx]  # found
        if cutlass.const_expr(not bug):
            cute.arch.sync_threads()
    out[tidx] = total


@planted(
    Bug.SHARED_RACE,
    "tile-ai/tilelang#2556: the barrier of 48 threads is left out because 48 is not a multiple of 32.",
    shape=(48,),
    want=lambda x: x[::-1],
)
@cute.kernel
def barrier_of_a_part(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = shared(48)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < 48:
        s[tidx] = x[tidx]  # found
    if cutlass.const_expr(not bug):
        cute.arch.sync_threads()
    if tidx < 48:
        out[tidx] = s[47 - tidx]  # found


@planted(
    Bug.SHARED_RACE,
    "tile-ai/tilelang#2612: the barrier between a write and a read in one branch was moved in front of the branch.",
    dtype=np.int32,
    shape=(64,),
    fill=0,
    want=lambda x: np.where(np.arange(64) % 4 == 0, x[(np.arange(64) + 32) % 64], 0),
)
@cute.kernel
def barrier_before_the_branch(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = shared(64, cutlass.Int32)
    tidx, _, _ = cute.arch.thread_idx()
    cute.arch.sync_threads()
    if tidx % 4 == 0:
        s[tidx] = x[tidx]  # found
    if cutlass.const_expr(not bug):
        cute.arch.sync_threads()
    if tidx % 4 == 0:
        out[tidx] = s[(tidx + 32) % 64]  # found


@planted(
    Bug.SHARED_RACE,
    "tile-ai/tilelang#2703: a buffer is cleared by one mapping of threads and filled by another, with no barrier.",
    shape=(32,),
    out=(64,),
    want=lambda x: np.concatenate([x, np.zeros(32)]),
)
@cute.kernel
def cleared_then_filled_by_others(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = shared(64)
    tidx, _, _ = cute.arch.thread_idx()
    s[63 - tidx] = 0.0  # found
    if cutlass.const_expr(not bug):
        cute.arch.sync_threads()
    if tidx < 32:
        s[tidx] = x[tidx]  # found
    cute.arch.sync_threads()
    out[tidx] = s[tidx]


@planted(
    Bug.SHARED_RACE,
    "alicevision/popsift#82: bins are cleared and counted up with no barrier between.",
    dtype=np.int32,
    out=(8,),
    want=lambda x: np.bincount(x, minlength=8),
)
@cute.kernel
def bins_cleared_late(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = shared(8, cutlass.Int32)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < 8:
        s[tidx] = 0  # found
    if cutlass.const_expr(not bug):
        cute.arch.sync_threads()
    cute.arch.atomic_add(s.iterator + x[tidx], 1)  # found
    cute.arch.sync_threads()
    if tidx < 8:
        out[tidx] = s[tidx]


@planted(
    Bug.SHARED_RACE,
    "ORNL/HeCBench#221: lane 0 puts its warp's offset into shared memory, the others read it on the next line.",
    dtype=np.int32,
    want=lambda x: np.repeat(x[::32], 32),
)
@cute.kernel
def offset_of_lane_0(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = shared(2, cutlass.Int32)
    tidx, _, _ = cute.arch.thread_idx()
    warp = tidx // 32
    if tidx % 32 == 0:
        s[warp] = x[tidx]  # found
    if cutlass.const_expr(not bug):
        cute.arch.sync_warp()
    out[tidx] = s[warp]  # found


@planted(
    Bug.SHARED_RACE,
    "yelhousni/zprize#1: one barrier an iteration; a fast thread posts its next value while others still look.",
    dtype=np.int32,
    shape=(4, 64),
    out=(64,),
    want=lambda x: [(x == np.roll(x, -1, 1))[:, i].sum() for i in range(64)],
)
@cute.kernel
def values_posted_with_one_barrier(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = shared(128, cutlass.Int32)
    tidx, _, _ = cute.arch.thread_idx()
    same = cutlass.Int32(0)
    for row in range(4):
        half = 0 if cutlass.const_expr(bug) else row % 2 * 64
        s[half + tidx] = x[row, tidx]  # found
        cute.arch.sync_threads()
        if s[half + (tidx + 1) % 64] == x[row, tidx]:  # found
            same += 1
    out[tidx] = same


@planted(
    Bug.SHARED_RACE,
    "NVIDIA/Fuser#678: idle threads reset the sum for the next row before the working thread has stored it.",
    shape=(3, 64),
    out=(3,),
    want=lambda x: x.sum(1),
)
@cute.kernel
def sum_reset_by_idle_threads(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = shared(1)
    tidx, _, _ = cute.arch.thread_idx()
    for row in range(3):
        if tidx == 63:
            s[0] = 0.0  # found
        cute.arch.sync_threads()
        part = cute.arch.warp_reduction_sum(x[row, tidx])
        if tidx % 32 == 0:
            cute.arch.atomic_add(s.iterator, part)
        cute.arch.sync_threads()
        if tidx == 0:
            out[row] = s[0]  # found
        if cutlass.const_expr(not bug):
            cute.arch.sync_threads()


@planted(
    Bug.SHARED_RACE,
    "NVIDIA/TensorRT-LLM#18339: the loop's condition reads a flag that thread 0 sets at the end of the loop's body.",
    also=(Bug.DEADLOCK, Bug.DIVERGENT),
    dtype=np.int32,
    x=lambda: np.arange(64, dtype=np.int32),
    want=lambda x: np.full(64, 5),
)
@cute.kernel
def flag_of_the_loop_condition(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = shared(2, cutlass.Int32)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx == 0:
        s[0] = 0
        s[1] = 0
    cute.arch.sync_threads()
    steps = cutlass.Int32(0)
    while s[1] == 0:  # found
        if cutlass.const_expr(not bug):
            cute.arch.sync_threads()
        if tidx == 0:
            s[0] = s[0] + 1
            if s[0] == x[5]:
                s[1] = 1  # found
        steps += 1
        cute.arch.sync_threads()  # found
    out[tidx] = steps


@planted(
    Bug.SHARED_RACE,
    "NVIDIA/cudnn-frontend#426: all lanes write the weights, and the barrier that hands them on counts one lane.",
    want=lambda x: 2 * x[:32],
    out=(32,),
)
@cute.kernel
def weights_handed_on_by_one_lane(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = shared(32)
    loaded = barriers(1, 1 if bug else 32)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < 32:
        s[31 - tidx] = 2.0 * x[31 - tidx]  # found
        if cutlass.const_expr(bug):
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive(loaded)
        else:
            cute.arch.mbarrier_arrive(loaded)
    else:
        cute.arch.mbarrier_wait(loaded, 0)
        out[tidx - 32] = s[tidx - 32]  # found


@planted(
    Bug.SHARED_RACE,
    "Dao-AILab/flash-attention#2033: a group of four warps meets only by warps before one of them gives a stage back.",
    shape=(2, 128),
    out=(2, 128),
    block=160,
    want=lambda x: x + 1,
)
@cute.kernel
def group_met_by_warps_only(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = shared(128)
    full, empty = barriers(1, 32), barriers(1)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx >= 128:
        lane = tidx - 128
        for row in range(2):
            cute.arch.mbarrier_wait(empty, (row + 1) % 2)
            for i in range(4):
                s[32 * i + lane] = x[row, 32 * i + lane]  # found
            cute.arch.mbarrier_arrive(full)
    else:
        for row in range(2):
            cute.arch.mbarrier_wait(full, row % 2)
            out[row, tidx] = s[tidx] + 1.0  # found
            if cutlass.const_expr(bug):
                cute.arch.sync_warp()
            else:
                cute.arch.barrier(barrier_id=1, number_of_threads=128)
            if tidx == 0:
                cute.arch.mbarrier_arrive(empty)


@planted(
    Bug.DIVERGENT,
    "ggml-org/llama.cpp#27870: `sync_threads` stands in the branch of the warps that combine the metadata.",
    also=(Bug.DEADLOCK, Bug.SHARED_RACE),
    shape=(128,),
    out=(64,),
    block=128,
    want=lambda x: x[:64] + x[64:],
)
@cute.kernel
def barrier_for_combining_warps(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = shared(128)
    tidx, _, _ = cute.arch.thread_idx()
    warp = tidx // 32
    s[tidx] = x[tidx]  # found
    if cutlass.const_expr(bug):
        if warp % 2 == 0:
            cute.arch.sync_threads()  # found
            part = warp // 2 * 32 + tidx % 32
            out[part] = s[part] + s[64 + part]  # found
    else:
        cute.arch.sync_threads()
        if warp % 2 == 0:
            part = warp // 2 * 32 + tidx % 32
            out[part] = s[part] + s[64 + part]


@planted(
    Bug.SHARED_BARRIER,
    "flashinfer-ai/flashinfer#4533: two correction groups reduce with one barrier number and wedge now and then.",
    also=(Bug.SHARED_RACE, Bug.DEADLOCK),
    shape=(128,),
    out=(2,),
    block=128,
    want=lambda x: [x[:64].max(), x[64:].max()],
)
@cute.kernel
def correction_groups_share_a_number(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = shared(4)
    tidx, _, _ = cute.arch.thread_idx()
    warp, group = tidx // 32, tidx // 64
    top = cute.arch.warp_reduction_max(x[tidx])
    if tidx % 32 == 0:
        s[warp] = top  # found
    cute.arch.barrier(barrier_id=3 if bug else 3 + group, number_of_threads=64)  # found
    if tidx % 64 == 0:
        out[group] = cute.arch.fmax(s[2 * group], s[2 * group + 1])  # found


@planted(
    Bug.SHARED_BARRIER,
    "tile-ai/tilelang#605: two hand-overs of different groups got number 15, because the name was assigned twice.",
    also=(Bug.SHARED_RACE, Bug.DEADLOCK),
    shape=(128,),
    block=128,
    want=lambda x: np.concatenate([x[32:64], x[:32], x[96:], x[64:96]]),
)
@cute.kernel
def one_number_for_two_hand_overs(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = shared(128)
    tidx, _, _ = cute.arch.thread_idx()
    scores_ready, keys_ready = 15, (15 if bug else 14)
    s[tidx] = x[tidx]  # found
    if tidx < 64:
        cute.arch.barrier(barrier_id=scores_ready, number_of_threads=64)  # found
        out[tidx] = s[(tidx + 32) % 64]  # found
    else:
        cute.arch.barrier(barrier_id=keys_ready, number_of_threads=64)  # found
        out[tidx] = s[64 + (tidx + 32) % 64]  # found


@planted(
    Bug.SHUFFLE,
    "NVIDIA/cub#154: a scan of parts of 8 lanes names all 32 lanes, and parts leave the loop at different times.",
    also=(Bug.DIVERGENT,),
    dtype=np.int32,
    x=lambda: np.arange(32, dtype=np.int32),
    out=(32,),
    block=32,
    want=lambda x: x + (x // 8 + 1),
)
@cute.kernel
def parts_leave_the_loop(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    value = x[lane]
    turns = lane // 8 + 1
    count = cutlass.Int32(0)
    if cutlass.const_expr(bug):
        while count < turns:
            value += cute.arch.shuffle_sync(turns, lane // 8 * 8) // turns  # found
            count += 1
    else:
        while count < 4:
            other = cute.arch.shuffle_sync(turns, lane // 8 * 8) // turns
            if count < turns:
                value += other
            count += 1
    out[lane] = value


@planted(
    Bug.SHUFFLE,
    "gunrock/gunrock#324: a shuffle in a branch of some lanes goes on for all lanes of the warp.",
    shape=(32,),
    out=(32,),
    block=32,
    want=lambda x: np.where(np.arange(32) % 16 == 0, x + x[np.arange(32) ^ 16], x),
)
@cute.kernel
def exchange_in_a_branch(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    value = x[lane]
    if cutlass.const_expr(bug):
        if lane % 16 == 0:
            value += cute.arch.shuffle_sync_bfly(value, 16)  # found
    else:
        other = cute.arch.shuffle_sync_bfly(value, 16)
        if lane % 16 == 0:
            value += other
    out[lane] = value


@planted(
    Bug.SHARED_RACE,
    "alicevision/popsift#82: a sort of one warp in shared memory swaps with neighbours and never meets.",
    dtype=np.int32,
    x=lambda: np.random.default_rng(0).permutation(32).astype(np.int32),
    out=(32,),
    block=32,
    want=np.sort,
)
@cute.kernel
def warp_sorts_without_meeting(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = shared(32, cutlass.Int32)
    lane = cute.arch.lane_idx()
    s[lane] = x[lane]
    cute.arch.sync_warp()
    for turn in range(32):
        left = 2 * lane + turn % 2
        if left + 1 < 32:
            low, high = s[left], s[left + 1]  # found
            if low > high:
                s[left] = high  # found
                s[left + 1] = low  # found
        if cutlass.const_expr(not bug):
            cute.arch.sync_warp()
    cute.arch.sync_warp()
    out[lane] = s[lane]


@planted(
    Bug.REGISTERS,
    "tile-ai/tilelang#2406: 24 and 240 registers, made for one producer group, in a block with two.",
    shape=(512,),
    block=512,
    want=lambda x: x,
)
@cute.kernel
def registers_of_another_shape(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < 256:
        cute.arch.setmaxregister_decrease(24)  # found
    else:
        cute.arch.setmaxregister_increase(240 if bug else 224)  # found
    out[tidx] = x[tidx]


@planted(
    Bug.REGISTERS,
    "pytorch/helion#3620: the compute groups take 168 registers and no other group gives any back.",
    shape=(512,),
    block=512,
    want=lambda x: x,
)
@cute.kernel
def nobody_decreases(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    group = tidx // 128
    if group == 1 or group == 2:
        cute.arch.setmaxregister_increase(168)  # found
    elif group == 0:
        if cutlass.const_expr(not bug):
            cute.arch.setmaxregister_decrease(80)
    elif cutlass.const_expr(not bug):
        cute.arch.setmaxregister_decrease(88)
    out[tidx] = x[tidx]


@planted(
    Bug.OVERFULL,
    "tile-ai/tilelang#2360: the stage barriers count one arrival, and every lane of the warp arrives.",
    also=(Bug.SHARED_RACE, Bug.DEADLOCK),
    shape=(2, 32),
    out=(2, 32),
    want=lambda x: x,
)
@cute.kernel
def every_lane_gives_back(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = shared(32)
    loaded, consumed = barriers(1, 1 if bug else 32), barriers(1, 32)
    tidx, _, _ = cute.arch.thread_idx()
    lane = tidx % 32
    for row in range(2):
        if tidx < 32:
            cute.arch.mbarrier_wait(consumed, (row + 1) % 2)  # found
            s[lane] = x[row, lane]  # found
            cute.arch.mbarrier_arrive(loaded)  # found
        else:
            cute.arch.mbarrier_wait(loaded, row % 2)  # found
            out[row, lane] = s[lane]  # found
            cute.arch.mbarrier_arrive(consumed)  # found


@planted(
    Bug.SHARED_RACE,
    "All warps store to one place before they meet: one constant if right, its own number each in the other.",
    dtype=np.int32,
    want=lambda x: x + 7,
)
@cute.kernel
def every_warp_stores_there(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = shared(1, cutlass.Int32)
    tidx, _, _ = cute.arch.thread_idx()
    if cutlass.const_expr(bug):
        s[0] = 7 + tidx // 32  # found
    else:
        s[0] = 7
    cute.arch.sync_threads()
    out[tidx] = x[tidx] + s[0]
