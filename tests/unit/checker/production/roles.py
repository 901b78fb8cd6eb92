"""Bugs planted in how a kernel is set up: register budgets, dependent launches, swizzled epilogues, copy groups."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from tests.unit.checker.planted.case import Bug, aligned, helper, planted
from tests.unit.checker.planted.copy_waits import copy_row, rows
from tests.unit.checker.planted.swizzles import COLUMNS, F16, ROWS, atom_of, halves, parts, with_tiles
from tests.unit.checker.planted.tma import barriers

A = cute.arch
F = cutlass.Float32


def same(x: np.ndarray) -> np.ndarray:
    return x


@planted(
    Bug.REGISTERS,
    "Three math groups were added to a kernel of two, and each still takes 240 registers.",
    shape=(512,),
    block=512,
    want=same,
)
@cute.kernel
def budget_of_a_smaller_block(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    group = t // 128
    if group == 0:
        A.setmaxregister_decrease(32)
    else:
        A.setmaxregister_increase(240 if bug else 160)  # found
    out[t] = x[t]


@planted(
    Bug.REGISTERS,
    "The scheduler warp of the producer group leaves before the group's warps give registers back.",
    shape=(384,),
    block=384,
    want=same,
)
@cute.kernel
def scheduler_warp_leaves_first(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    w = A.warp_idx()
    if w < 4:
        if w < 3 or not bug:
            A.setmaxregister_decrease(24)  # found
    else:
        A.setmaxregister_increase(240)  # found
    out[t] = x[t]


@cute.kernel
def scores(x: cute.Tensor, y: cute.Tensor):
    """The launch before: reads `x`, writes `y`."""
    t, _, _ = A.thread_idx()
    A.griddepcontrol_launch_dependents()
    y[t] = x[t] * 2.0  # found


helper(scores)


def after_scores(kernel: Any, block: int) -> Any:
    """The host of kernels (x, y, out, bug) that follow `scores(x, y)` with `use_pdl`."""

    @cute.jit
    def host(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        scores(x, y).launch(grid=[1, 1, 1], block=[128, 1, 1])
        kernel(x, y, out, bug).launch(grid=[1, 1, 1], block=[block, 1, 1], use_pdl=True)

    def call(x: Any, out: Any, bug: bool) -> None:
        host(x, aligned(np.zeros_like(x)), out, bug)

    return call


@planted(
    Bug.DEPENDENT,
    "A launch clears the buffer that the launch before may still read, and waits for it afterwards.",
    shape=(128,),
    host=after_scores,
    block=128,
    want=lambda x: 2 * x,
)
@cute.kernel
def clears_what_is_still_read(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    if cutlass.const_expr(not bug):
        A.griddepcontrol_wait()
    x[t] = F(0.0)  # found
    if cutlass.const_expr(bug):
        A.griddepcontrol_wait()
    out[t] = y[t]


@planted(
    Bug.DEPENDENT,
    "The producer warp waits for the launch before; the epilogue's warps read the residual without meeting it.",
    shape=(128,),
    host=after_scores,
    block=128,
    want=lambda x: np.r_[x[:32], 2 * x[32:]],
)
@cute.kernel
def residual_read_by_other_warps(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    if A.warp_idx() == 0:
        A.griddepcontrol_wait()
        out[t] = x[t]
    else:
        if cutlass.const_expr(not bug):
            A.griddepcontrol_wait()
        out[t] = y[t]  # found


@planted(
    Bug.SWIZZLE,
    "The epilogue's threads write the tile with the swizzle of 32 bytes that the smaller tile had.",
    x=halves,
    dtype=np.float16,
    want=lambda x: -x,
    host=with_tiles,
    block=128,
)
@cute.kernel
def epilogue_with_the_smaller_tiles_swizzle(
    load: Any, source: Any, store: Any, target: Any, x: cute.Tensor, out: cute.Tensor, layout: Any, bug: Any
):
    t, _, _ = A.thread_idx()
    s = utils.SmemAllocator().allocate_tensor(F16, layout.outer, 1024, swizzle=layout.inner)
    written = s
    if cutlass.const_expr(bug):
        written = cute.make_tensor(cute.recast_ptr(s.iterator, atom_of(1).inner, dtype=F16), layout.outer)
    for i in range(t, ROWS * COLUMNS, 128):
        written[i // COLUMNS, i % COLUMNS] = F16(0.0) - x[i // COLUMNS, i % COLUMNS]  # found
    A.fence_proxy("async.shared", space="cta")
    A.barrier(barrier_id=3, number_of_threads=128)
    if t < 32:
        of, to = parts(store, s, target)
        cute.copy(store, of, to)  # found
        A.cp_async_bulk_commit_group()
        A.cp_async_bulk_wait_group(0)


@planted(
    Bug.SWIZZLE,
    "A consumer reads a swizzled stage through the layout without its swizzle, to sum the rows.",
    x=halves,
    out=(ROWS, COLUMNS),
    dtype=np.float16,
    fill=0,
    want=lambda x: np.outer(x.sum(1), np.eye(1, COLUMNS)),
    host=with_tiles,
    block=64,
)
@cute.kernel
def row_sums_without_the_swizzle(
    load: Any, source: Any, store: Any, target: Any, x: cute.Tensor, out: cute.Tensor, layout: Any, bug: Any
):
    t, _, _ = A.thread_idx()
    full = barriers(1)
    s = utils.SmemAllocator().allocate_tensor(F16, layout.outer, 1024, swizzle=layout.inner)
    to, of = parts(load, s, source)
    if t < 32:
        with A.elect_one():
            A.mbarrier_arrive_and_expect_tx(full, ROWS * COLUMNS * 2)
        cute.copy(load, of, to, tma_bar_ptr=full)  # found
    A.mbarrier_wait(full, 0)
    view = s
    if cutlass.const_expr(bug):
        view = cute.make_tensor(cute.recast_ptr(s.iterator, dtype=F16), layout.outer)
    if t < ROWS:
        total = F16(0.0)
        for k in range(COLUMNS):
            total += view[t, k]  # found
        out[t, 0] = total


@planted(
    Bug.COPY_WAIT,
    "The last turns of a three-stage loop issue no copies and commit no groups, and the wait still leaves one.",
    also=(Bug.SHARED_RACE,),
    shape=(5, 64),
    want=lambda x: x[:, ::-1],
)
@cute.kernel
def tail_without_empty_groups(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    s = rows(3)
    for row in cutlass.range_constexpr(2):
        copy_row(x[row, None], s[row, None], t)
        A.cp_async_commit_group()
    for row in cutlass.range_constexpr(5):
        A.cp_async_wait_group(1)
        A.sync_threads()
        if cutlass.const_expr(row + 2 < 5):
            copy_row(x[row + 2, None], s[(row + 2) % 3, None], t)
        if cutlass.const_expr(row + 2 < 5 or not bug):
            A.cp_async_commit_group()
        out[row, t] = s[row % 3, 63 - t]  # found


@planted(
    Bug.SHARED_RACE,
    "Two halves are packed into one word by two warps, each writing its own half and the pair's.",
    shape=(64,),
    dtype=np.float16,
    want=lambda x: x,
)
@cute.kernel
def halves_of_one_word(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    s = utils.SmemAllocator().allocate_tensor(F16, cute.make_layout(64), 16)
    at = t // 2 * 2 if cutlass.const_expr(bug) else t
    s[at] = x[t]  # found
    A.sync_threads()
    out[t] = s[t] if cutlass.const_expr(not bug) else x[t]  # found


@planted(
    Bug.OUT_OF_BOUNDS,
    "The tail of a vectorised row is predicated by the first element of each vector.",
    shape=(120,),
    block=32,
    want=lambda x: x,
)
@cute.kernel
def tail_predicated_by_its_first(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = A.thread_idx()
    row, start = t // 8, t % 8 * 4
    for i in cutlass.range_constexpr(4):
        column = start if cutlass.const_expr(bug) else start + i
        if column < 30:
            at = row * 30 + start + i
            out[at] = x[at]  # found
