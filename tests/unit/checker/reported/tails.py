"""Tails of tiles: lanes past the end read what nothing wrote. That is a bug only where something comes of it."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, planted
from tests.unit.checker.planted.copy_waits import copy_row

F = cutlass.Float32
HERE = 50


def tile(rows: int = 1) -> cute.Tensor:
    layout = cute.make_layout((rows, 64), stride=(64, 1))
    return utils.SmemAllocator().allocate_tensor(F, layout, 16)


@cute.jit
def load_here(x: cute.Tensor, s: cute.Tensor, tidx: cutlass.Int32) -> None:
    """Columns past the end of a row stay as they are."""
    if tidx < HERE:
        s[0, tidx] = x[tidx]
    cute.arch.sync_threads()


@planted(
    Bug.UNINITIALISED,
    "The sum of a tile takes the columns past the end.",
    shape=(HERE,),
    out=(2,),
    want=lambda x: [x[:32].sum(), x[32:].sum()],
)
@cute.kernel
def sum_with_the_tail(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = tile()
    tidx, _, _ = cute.arch.thread_idx()
    load_here(x, s, tidx)
    value = s[0, tidx]  # found
    if cutlass.const_expr(not bug):
        value = cutlass.select_(tidx < HERE, value, F(0.0))
    total = cute.arch.warp_reduction_sum(value)
    if tidx % 32 == 0:
        out[tidx // 32] = total


@planted(
    Bug.UNINITIALISED,
    "The maximum of a row takes the columns past the end, which are small as long as memory is new.",
    shape=(HERE,),
    out=(2,),
    want=lambda x: [x[:32].max(), x[32:].max()],
)
@cute.kernel
def maximum_with_the_tail(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = tile()
    tidx, _, _ = cute.arch.thread_idx()
    load_here(x, s, tidx)
    value = s[0, tidx]  # found
    if cutlass.const_expr(not bug):
        value = cutlass.select_(tidx < HERE, value, -F.inf)
    top = cute.arch.warp_reduction_max(value)
    if tidx % 32 == 0:
        out[tidx // 32] = top


@planted(
    Bug.UNINITIALISED,
    "The minimum of a row takes the columns past the end.",
    shape=(HERE,),
    out=(1,),
    x=lambda: np.linspace(-3, -1, HERE, dtype=np.float32),
    want=lambda x: [x[32:].min()],
)
@cute.kernel
def minimum_with_the_tail(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = tile()
    tidx, _, _ = cute.arch.thread_idx()
    load_here(x, s, tidx)
    value = -s[0, tidx]  # found
    if cutlass.const_expr(not bug):
        value = cutlass.select_(tidx < HERE, value, -F.inf)
    low = cute.arch.warp_reduction_max(value)
    if tidx == 32:
        out[0] = -low


@planted(
    Bug.UNINITIALISED,
    "Positive numbers are counted, and a branch asks what nothing wrote.",
    shape=(HERE,),
    out=(2,),
    want=lambda x: [(x[:32] > 0).sum(), (x[32:] > 0).sum()],
)
@cute.kernel
def a_branch_of_the_tail(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = tile()
    tidx, _, _ = cute.arch.thread_idx()
    load_here(x, s, tidx)
    value, one = s[0, tidx], F(0.0)  # found
    if value > 0.0:
        one = F(1.0)
    if cutlass.const_expr(not bug):
        one = cutlass.select_(tidx < HERE, one, F(0.0))
    total = cute.arch.warp_reduction_sum(one)
    if tidx % 32 == 0:
        out[tidx // 32] = total


@planted(
    Bug.UNINITIALISED,
    "The mean of the first row is divided by a count that the tail has changed.",
    shape=(HERE,),
    out=(1,),
    want=lambda x: [x[32:].sum() / 18],
)
@cute.kernel
def masked_by_zero(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = tile()
    tidx, _, _ = cute.arch.thread_idx()
    load_here(x, s, tidx)
    value = s[0, tidx]  # found
    if cutlass.const_expr(bug):
        value = value * cutlass.select_(tidx < HERE, F(1.0), F(0.0))
    else:
        value = cutlass.select_(tidx < HERE, value, F(0.0))
    total = cute.arch.warp_reduction_sum(value)
    if tidx == 32:
        out[0] = total / 18.0


@planted(
    Bug.UNINITIALISED,
    "Rows past the end are computed with the rest; the bug stores them too.",
    shape=(3, 64),
    out=(4, 64),
    fill=0,
    want=lambda x: np.vstack([np.exp(x), np.zeros((1, 64))]),
)
@cute.kernel
def rows_past_the_end(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = tile(4)
    tidx, _, _ = cute.arch.thread_idx()
    for row in cutlass.range_constexpr(3):
        copy_row(x[row, None], s[row, None], tidx)
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    cute.arch.sync_threads()
    for row in range(4):
        value = cute.math.exp(s[row, tidx])  # found
        if cutlass.const_expr(bug) or row < 3:
            out[row, tidx] = value


@planted(
    Bug.UNINITIALISED,
    "Vectors of four are read where the row ends inside of one; the bug sums all four.",
    shape=(HERE,),
    out=(1,),
    block=32,
    want=lambda x: [x.sum()],
)
@cute.kernel
def vectors_across_the_end(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = tile()
    tidx, _, _ = cute.arch.thread_idx()
    for i in range(tidx, HERE, 32):
        s[0, i] = x[i]
    cute.arch.sync_threads()
    values = cute.make_rmem_tensor(4, F)
    total = F(0.0)
    if tidx < 16:
        part = cute.make_tensor((s.iterator + 4 * tidx).align(16), cute.make_layout(4))
        cute.autovec_copy(part, values)  # found
        for i in cutlass.range_constexpr(4):
            if cutlass.const_expr(bug) or 4 * tidx + i < HERE:
                total += values[i]
    total = cute.arch.warp_reduction_sum(total)
    if tidx == 0:
        out[0] = total


@planted(
    Bug.UNINITIALISED,
    "Entries of a list past its end are followed as places.",
    dtype=np.int32,
    x=lambda: np.arange(HERE, dtype=np.int32)[::-1].copy(),
    out=(64,),
    fill=0,
    want=lambda x: np.pad(x[x], (0, 14)),
)
@cute.kernel
def places_past_the_end(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(64), 16)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < HERE:
        s[tidx] = x[tidx]
    cute.arch.sync_threads()
    place = s[tidx] & 31  # found
    if tidx < HERE:
        place = s[tidx]
    value = x[place]
    if cutlass.const_expr(bug) or tidx < HERE:
        out[tidx] = value


@planted(
    Bug.UNINITIALISED,
    "A running sum in global memory takes the tail of the second block's tile.",
    shape=(2, HERE),
    out=(2,),
    grid=2,
    fill=0,
    want=lambda x: [x[:, :32].sum(), x[:, 32:].sum()],
)
@cute.kernel
def tail_added_to_a_running_sum(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = tile()
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    load_here(x[bidx, None], s, tidx)
    value = s[0, tidx]  # found
    if cutlass.const_expr(not bug):
        value = cutlass.select_(tidx < HERE, value, F(0.0))
    total = cute.arch.warp_reduction_sum(value)
    if tidx % 32 == 0:
        cute.arch.atomic_add(out.iterator + tidx // 32, total)
