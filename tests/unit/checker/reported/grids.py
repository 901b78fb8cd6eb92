"""Bugs that others reported of blocks and launches: flags, scopes, locks, dependent launches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, aligned, helper, planted

F = cutlass.Float32


@planted(
    Bug.GLOBAL_RACE,
    "NVIDIA/Fuser#2391: the block's threads add their parts, and the semaphore goes on without a fence.",
    shape=(3, 64),
    out=(2, 64),
    grid=3,
    fill=0,
    want=lambda x: np.vstack([x.sum(0), 3 * np.eye(1, 64)]),
)
@cute.kernel
def semaphore_without_a_fence(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    turn = out.iterator + 64
    if tidx == 0:
        seen = cute.arch.load(turn, sem="acquire", scope="gpu")
        while seen != bidx.to(F):
            seen = cute.arch.load(turn, sem="acquire", scope="gpu")
    cute.arch.sync_threads()
    out[0, tidx] = out[0, tidx] + x[bidx, tidx]  # found
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.store(turn, (bidx + 1).to(F), sem="relaxed" if bug else "release", scope="gpu")


@planted(
    Bug.GLOBAL_RACE,
    "NVIDIA/cub#356: a barrier of the grid polls with relaxed loads and a fence of the block.",
    shape=(2, 32),
    out=(6, 32),
    grid=2,
    block=32,
    fill=0,
    want=lambda x: np.vstack([x, x[::-1], np.eye(1, 32), np.eye(1, 32)]),
)
@cute.kernel
def grid_barrier_with_a_block_fence(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    mine, other = out.iterator + (4 + bidx) * 32, out.iterator + (5 - bidx) * 32
    out[bidx, tidx] = x[bidx, tidx]  # found
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.fence_acq_rel_gpu()
        cute.arch.store(mine, F(1.0), sem="relaxed", scope="gpu")
        seen = cute.arch.load(other, sem="relaxed", scope="gpu")
        while seen == 0.0:
            seen = cute.arch.load(other, sem="relaxed", scope="gpu")
        if cutlass.const_expr(bug):
            cute.arch.fence_acq_rel_cta()
        else:
            cute.arch.fence_acq_rel_gpu()
    cute.arch.sync_threads()
    out[2 + bidx, tidx] = out[1 - bidx, tidx]  # found


@planted(
    Bug.GLOBAL_RACE,
    "JuliaGPU/AcceleratedKernels.jl#98: the flag of a look-back scan is read atomically, the aggregate plainly.",
    shape=(4, 32),
    out=(6, 32),
    grid=4,
    block=32,
    fill=0,
    want=lambda x: np.vstack([np.cumsum(x, 0), np.eye(4, 32).sum(0), np.zeros((1, 32))]),
)
@cute.kernel
def aggregate_of_a_look_back(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    bidx, _, _ = cute.arch.block_idx()
    flags = out.iterator + 128
    before = F(0.0)
    if bidx > 0:
        seen = cute.arch.load(flags + (bidx - 1), sem="relaxed", scope="gpu")
        while seen == 0.0:
            seen = cute.arch.load(flags + (bidx - 1), sem="relaxed", scope="gpu")
        if cutlass.const_expr(not bug):
            cute.arch.fence_acq_rel_gpu()
        before = out[bidx - 1, lane]  # found
    out[bidx, lane] = before + x[bidx, lane]  # found
    cute.arch.sync_warp()
    if lane == 0:
        cute.arch.fence_acq_rel_gpu()
        cute.arch.store(flags + bidx, F(1.0), sem="relaxed", scope="gpu")


@planted(
    Bug.GLOBAL_RACE,
    "ROCm/tritonBLAS#61: a lock of stream-K is given back by a plain store, which orders no partial sum.",
    shape=(4, 32),
    out=(2, 32),
    grid=4,
    block=32,
    fill=0,
    want=lambda x: np.vstack([x.sum(0), np.zeros((1, 32))]),
)
@cute.kernel
def lock_given_back_plainly(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    bidx, _, _ = cute.arch.block_idx()
    lock = out.iterator + 32
    if lane == 0:
        held = cute.arch.atomic_cas(lock, cmp=F(0.0), val=F(1.0), sem="acquire", scope="gpu")
        while held != 0.0:
            held = cute.arch.atomic_cas(lock, cmp=F(0.0), val=F(1.0), sem="acquire", scope="gpu")
    cute.arch.sync_warp()
    out[0, lane] = out[0, lane] + x[bidx, lane]  # found
    cute.arch.sync_warp()
    if lane == 0:
        if cutlass.const_expr(bug):
            cute.arch.atomic_exch(lock, F(0.0), sem="relaxed", scope="gpu")
        else:
            cute.arch.atomic_exch(lock, F(0.0), sem="release", scope="gpu")


@planted(
    Bug.STORE_LOAD,
    "hw-native-sys/simpler#1272: the mask is set and the doorbell looked at with release and acquire only.",
    dtype=np.int32,
    out=(4,),
    grid=2,
    block=32,
    fill=0,
    want=lambda x: [1, 2, 0, 0],
)
@cute.kernel
def doorbell_and_mask(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    bidx, _, _ = cute.arch.block_idx()
    order = "acq_rel" if bug else "seq_cst"
    look = "acquire" if bug else "seq_cst"
    if lane == 0:
        if bidx == 0:
            cute.arch.atomic_or(out.iterator, cutlass.Int32(1), sem=order, scope="gpu")  # found
            if cute.arch.load(out.iterator + 1, sem=look, scope="gpu") == 77:  # found
                out[2] = 1
        else:
            cute.arch.atomic_or(out.iterator + 1, cutlass.Int32(2), sem=order, scope="gpu")  # found
            if cute.arch.load(out.iterator, sem=look, scope="gpu") == 77:  # found
                out[3] = 1


@planted(
    Bug.GLOBAL_RACE,
    "intel/intel-xpu-backend-for-triton#7962: a row is changed in place while other threads read it rotated.",
    shape=(64,),
    want=lambda x: x + np.roll(x, -32),
)
@cute.kernel
def changed_in_place(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    value = x[tidx] + x[(tidx + 32) % 64]  # found
    if cutlass.const_expr(not bug):
        cute.arch.sync_threads()
    x[tidx] = value  # found
    out[tidx] = value


@planted(
    Bug.GLOBAL_RACE,
    "triton-lang/triton#11573: gradients of rows with one index are added up without an atomic.",
    dtype=np.int32,
    out=(8,),
    grid=2,
    block=32,
    fill=0,
    want=lambda x: np.bincount(x, minlength=8),
)
@cute.kernel
def rows_added_without_an_atomic(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    row = x[32 * bidx + tidx]
    if cutlass.const_expr(bug):
        out[row] = out[row] + 1  # found
    else:
        cute.arch.atomic_add(out.iterator + row, 1)


@cute.kernel
def first(x: cute.Tensor, y: cute.Tensor):
    """The launch before: it lets the next one begin, then writes."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    cute.arch.griddepcontrol_launch_dependents()
    y[bidx * 64 + tidx] = 2.0 * x[bidx * 64 + tidx]  # found


helper(first)


def dependent(kernel: Any, block: int = 64) -> Callable[[Any, Any, bool], None]:
    @cute.jit
    def host(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        first(x, y).launch(grid=[2, 1, 1], block=[64, 1, 1])
        kernel(y, x, out, bug).launch(grid=[2, 1, 1], block=[block, 1, 1], use_pdl=True)

    return lambda x, out, bug: host(x, aligned(np.zeros_like(x)), out, bug)


@planted(
    Bug.DEPENDENT,
    "NVIDIA/cutlass#2962: the scheduler reads the first problem's shape before the wait for the launch before.",
    shape=(128,),
    want=lambda x: 2 * x + 2 * x[0],
    host=dependent,
)
@cute.kernel
def shape_read_before_the_wait(y: cute.Tensor, x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 64 + tidx
    if cutlass.const_expr(bug):
        shape = y[0]  # found
        cute.arch.griddepcontrol_wait()
        out[i] = y[i] + shape
    else:
        cute.arch.griddepcontrol_wait()
        out[i] = y[i] + y[0]


@cute.kernel
def middle(y: cute.Tensor, z: cute.Tensor):
    """The launch between: it waits for nothing, and lets the next one begin."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    cute.arch.griddepcontrol_launch_dependents()
    z[bidx * 64 + tidx] = 1.0


@cute.kernel
def middle_waits(y: cute.Tensor, z: cute.Tensor):
    """The launch between, which waits for the one before it."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    cute.arch.griddepcontrol_launch_dependents()
    cute.arch.griddepcontrol_wait()
    z[bidx * 64 + tidx] = 1.0


def third_in_a_row(kernel: Any, block: int = 64) -> Callable[[Any, Any, bool], None]:
    @cute.jit
    def host(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        first(x, y).launch(grid=[2, 1, 1], block=[64, 1, 1])
        if cutlass.const_expr(bug):
            middle(y, z).launch(grid=[2, 1, 1], block=[64, 1, 1], use_pdl=True)
        else:
            middle_waits(y, z).launch(grid=[2, 1, 1], block=[64, 1, 1], use_pdl=True)
        kernel(y, z, out, bug).launch(grid=[2, 1, 1], block=[block, 1, 1], use_pdl=True)

    return lambda x, out, bug: host(x, aligned(np.zeros_like(x)), aligned(np.zeros_like(x)), out, bug)


@planted(
    Bug.DEPENDENT,
    "NVIDIA/cccl#3131: the third launch waits for the second, which has not waited for the first.",
    shape=(128,),
    want=lambda x: 2 * x + 1,
    host=third_in_a_row,
)
@cute.kernel
def waits_for_a_launch_that_did_not_wait(y: cute.Tensor, z: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 64 + tidx
    cute.arch.griddepcontrol_wait()
    out[i] = y[i] + z[i]  # found


@planted(
    Bug.WRAPS,
    "meta-pytorch/MSLK#303: row times stride in Int32, in the gating kernel of long sequences.",
    x=lambda: np.array([1 << 22, 1 << 10] + [0] * 62, np.int32),
    out=(32,),
    dtype=np.int32,
    block=32,
    want=lambda x: x[:32],
)
@cute.kernel
def row_of_a_long_sequence(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    row, stride = x[0], x[1]
    if cutlass.const_expr(not bug):
        row = row - (1 << 22)
    at = row * stride + tidx  # found
    out[tidx] = (x.iterator + at).load()  # found


@planted(
    Bug.WRAPS,
    "databricks/megablocks#185: an offset times the number of columns, widened after the multiply.",
    x=lambda: np.array([1 << 20, 1 << 12] + [0] * 62, np.int32),
    out=(32,),
    dtype=np.int32,
    block=32,
    want=lambda x: x[:32],
)
@cute.kernel
def offset_times_columns(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    offset = x[0] if cutlass.const_expr(bug) else x[0] - (1 << 20)
    start = offset * x[1]  # found
    row = cute.domain_offset((start,), x)  # found
    out[tidx] = row[tidx]  # found


@planted(
    Bug.OUT_OF_BOUNDS,
    "thu-ml/SageAttention#98: the last tile is read whole, past the end of a short sequence.",
    shape=(100,),
    out=(1,),
    want=np.sum,
)
@cute.kernel
def last_tile_read_whole(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(F, cute.make_layout(2), 16)
    tidx, _, _ = cute.arch.thread_idx()
    total = F(0.0)
    for tile in range(2):
        i = 64 * tile + tidx
        if cutlass.const_expr(bug):
            total += x[i]  # found
        elif i < 100:
            total += x[i]
    total = cute.arch.warp_reduction_sum(total)
    if tidx % 32 == 0:
        s[tidx // 32] = total
    cute.arch.sync_threads()
    if tidx == 0:
        out[0] = s[0] + s[1]
