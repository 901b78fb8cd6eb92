"""Shared memory is read before `cp.async` has written it."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync
from tests.unit.checker.planted.case import Bug, helper, planted


@helper
@cute.jit
def copy_row(x: cute.Tensor, s: cute.Tensor, tidx: cutlass.Int32, bits: cutlass.Constexpr = 32) -> None:
    """Thread `tidx` starts the copy of its elements of a row."""
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), cutlass.Float32, num_bits_per_copy=bits)
    width = bits // 32
    part = cute.make_layout(width)
    source = cute.make_tensor((x.iterator + width * tidx).align(bits // 8), part)
    target = cute.make_tensor((s.iterator + width * tidx).align(bits // 8), part)
    cute.copy(atom, source, target)  # found


def rows(count: int) -> Any:
    """Shared memory for rows of 64 numbers."""
    layout = cute.make_layout((count, 64), stride=(64, 1))
    return utils.SmemAllocator().allocate_tensor(cutlass.Float32, layout, 16)


@planted(Bug.COPY_WAIT, "The copy is committed and never waited for.", shape=(1, 64), want=lambda x: x)
@cute.kernel
def no_wait(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = rows(1)
    tidx, _, _ = cute.arch.thread_idx()
    copy_row(x[0, None], s[0, None], tidx)
    cute.arch.cp_async_commit_group()
    if not bug:
        cute.arch.cp_async_wait_group(0)
    out[0, tidx] = s[0, tidx]  # found
    cute.arch.cp_async_wait_group(0)


@planted(
    Bug.COPY_WAIT,
    "The wait lets one group be under way, where the only group is the one that is read.",
    shape=(1, 64),
    want=lambda x: x[:, ::-1],
)
@cute.kernel
def wait_leaves_one(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = rows(1)
    tidx, _, _ = cute.arch.thread_idx()
    copy_row(x[0, None], s[0, None], tidx)
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(1 if bug else 0)
    cute.arch.sync_threads()
    out[0, tidx] = s[0, 63 - tidx]  # found
    cute.arch.cp_async_wait_group(0)


@planted(
    Bug.COPY_WAIT,
    "The copies are never committed, and a wait only knows committed groups.",
    shape=(1, 64),
    want=lambda x: x,
)
@cute.kernel
def wait_without_commit(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = rows(1)
    tidx, _, _ = cute.arch.thread_idx()
    copy_row(x[0, None], s[0, None], tidx)
    if not bug:
        cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    out[0, tidx] = s[0, tidx]  # found
    if bug:
        cute.arch.cp_async_commit_group()
        cute.arch.cp_async_wait_group(0)


@planted(
    Bug.COPY_WAIT,
    "A pipeline of three stages waits until two groups are under way, where one may be.",
    shape=(5, 64),
    want=lambda x: x[:, ::-1],
)
@cute.kernel
def pipeline_waits_one_group_too_few(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = rows(3)
    tidx, _, _ = cute.arch.thread_idx()
    for row in cutlass.range_constexpr(2):
        copy_row(x[row, None], s[row, None], tidx)
        cute.arch.cp_async_commit_group()
    for row in cutlass.range_constexpr(5):
        cute.arch.cp_async_wait_group(2 if bug else 1)
        cute.arch.sync_threads()
        if row + 2 < 5:
            copy_row(x[row + 2, None], s[(row + 2) % 3, None], tidx)
        cute.arch.cp_async_commit_group()
        out[row, tidx] = s[row % 3, 63 - tidx]  # found
    cute.arch.cp_async_wait_group(0)


@planted(
    Bug.COPY_WAIT,
    "The last rows of a pipeline are read too early: where no copy is left no empty group is committed, so the wait "
    "counts one group less.",
    shape=(4, 64),
    want=lambda x: x[:, ::-1],
)
@cute.kernel
def no_empty_groups_at_the_end(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = rows(3)
    tidx, _, _ = cute.arch.thread_idx()
    for row in cutlass.range_constexpr(2):
        copy_row(x[row, None], s[row, None], tidx)
        cute.arch.cp_async_commit_group()
    for row in cutlass.range_constexpr(4):
        cute.arch.cp_async_wait_group(1)
        cute.arch.sync_threads()
        if row + 2 < 4:
            copy_row(x[row + 2, None], s[(row + 2) % 3, None], tidx)
            if bug:
                cute.arch.cp_async_commit_group()
        if not bug:
            cute.arch.cp_async_commit_group()
        out[row, tidx] = s[row % 3, 63 - tidx]  # found
    cute.arch.cp_async_wait_group(0)


@planted(
    Bug.COPY_WAIT,
    "Threads arrive at the full mbarrier by an ordinary arrival, which does not wait for their copies.",
    shape=(1, 64),
    want=lambda x: x[:, ::-1],
)
@cute.kernel
def arrival_before_the_copies_end(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    smem = utils.SmemAllocator()
    s = smem.allocate_tensor(cutlass.Float32, cute.make_layout(64), 16)
    bar = smem.allocate_array(cutlass.Int64, 1)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 64)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    copy_row(x[0, None], s, tidx)
    if bug:
        cute.arch.mbarrier_arrive(bar)
    else:
        cute.arch.cp_async_mbarrier_arrive_noinc(bar)
    cute.arch.mbarrier_wait(bar, 0)
    out[0, tidx] = s[63 - tidx]  # found
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)


@planted(
    Bug.COPY_WAIT,
    "Only the threads that go on to read wait for their copies; each reads what threads copied that did not wait.",
    shape=(1, 64),
    block=32,
    want=lambda x: x[:, ::-1],
)
@cute.kernel
def wait_in_half_the_threads(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = rows(1)
    tidx, _, _ = cute.arch.thread_idx()
    copy_row(x[0, None], s[0, None], tidx, 64)
    cute.arch.cp_async_commit_group()
    if tidx < 16 or not bug:
        cute.arch.cp_async_wait_group(0)
    cute.arch.sync_threads()
    for i in cutlass.range_constexpr(2):
        out[0, tidx + 32 * i] = s[0, 63 - tidx - 32 * i]  # found
    cute.arch.cp_async_wait_group(0)


@planted(
    Bug.COPY_WAIT,
    "The arrival that counts the copies stands before the last of them.",
    shape=(2, 64),
    want=lambda x: x[:, ::-1],
)
@cute.kernel
def arrival_before_the_last_copy(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    smem = utils.SmemAllocator()
    s = smem.allocate_tensor(cutlass.Float32, cute.make_layout((2, 64), stride=(64, 1)), 16)
    bar = smem.allocate_array(cutlass.Int64, 1)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 64)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    copy_row(x[0, None], s[0, None], tidx)
    if bug:
        cute.arch.cp_async_mbarrier_arrive_noinc(bar)
    copy_row(x[1, None], s[1, None], tidx)
    if not bug:
        cute.arch.cp_async_mbarrier_arrive_noinc(bar)
    cute.arch.mbarrier_wait(bar, 0)
    for row in cutlass.range_constexpr(2):
        out[row, tidx] = s[row, 63 - tidx]  # found
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)


def _sums(x: np.ndarray) -> np.ndarray:
    return x.sum(0, keepdims=True)


@planted(
    Bug.COPY_WAIT,
    "Two rows are prefetched as two groups; the code that adds them waits only for the first.",
    shape=(2, 64),
    out=(1, 64),
    want=_sums,
)
@cute.kernel
def second_group_forgotten(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = rows(2)
    tidx, _, _ = cute.arch.thread_idx()
    for row in cutlass.range_constexpr(2):
        copy_row(x[row, None], s[row, None], tidx)
        cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(1)
    total = s[0, tidx]
    if not bug:
        cute.arch.cp_async_wait_group(0)
    total += s[1, tidx]  # found
    out[0, tidx] = total
    cute.arch.cp_async_wait_group(0)
