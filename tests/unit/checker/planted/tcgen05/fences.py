"""Kernels that hand tensor memory on by `tcgen05.fence`, with one left out or in the wrong place."""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.lang.blackwell import tcgen05
from tests.unit.checker.planted.case import Bug
from tests.unit.checker.planted.tcgen05.tile import A_COLUMN, N, begin, give_back, halves, instruction, keep, tile

FENCE = Bug.TCGEN05_FENCE


def before() -> None:
    tcgen05.fence_before_thread_sync()


def after() -> None:
    tcgen05.fence_after_thread_sync()


@tile(FENCE, "After the wait for a commit the sums are loaded without `fence::after_thread_sync`.")
@cute.kernel
def no_fence_after_the_commit(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    after()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    if not bug:
        after()
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


def epilogue(story: str) -> Any:
    """A kernel that multiplies again after the epilogue has loaded the sums."""
    return tile(FENCE, story)


@epilogue("The epilogue's loads have ended, and it meets the multiplying thread without `fence::before_thread_sync`.")
@cute.kernel
def no_fence_before_the_barrier(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    after()
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    if not bug:
        before()
    cute.arch.sync_threads()
    after()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar, 1)
    after()
    give_back(t.d)


@epilogue("The multiplying thread takes the sums back without `fence::after_thread_sync`.")
@cute.kernel
def no_fence_after_the_barrier(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    after()
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    before()
    cute.arch.sync_threads()
    if not bug:
        after()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar, 1)
    after()
    give_back(t.d)


@epilogue("The fence that belongs before the barrier stands before the wait for the loads: it hands nothing on.")
@cute.kernel
def fence_before_the_wait(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    after()
    values = tcgen05.load("32x32b", N, t.own)  # found
    if bug:
        before()
    tcgen05.wait_load()
    if not bug:
        before()
    cute.arch.sync_threads()
    after()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar, 1)
    after()
    give_back(t.d)


@tile(FENCE, "A is stored and waited for; the warps arrive at an mbarrier without `fence::before_thread_sync`.")
@cute.kernel
def no_fence_before_the_arrival(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        cute.arch.mbarrier_init(t.bar + 1, 128)
    cute.arch.sync_threads()
    tcgen05.store("32x32b", 8, t.own + A_COLUMN, halves(x, t.tidx))  # found
    tcgen05.wait_store()
    if not bug:
        before()
    cute.arch.mbarrier_arrive(t.bar + 1)
    if t.warp == 0:
        cute.arch.mbarrier_wait(t.bar + 1, 0)
        after()
        with cute.arch.elect_one():
            tcgen05.mma("f16", 1, t.d, t.d + A_COLUMN, t.b, instruction(), False, a_in_tmem=True)  # found
            tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    after()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(FENCE, "The fence after a meeting stands before it.")
@cute.kernel
def fence_before_the_barrier_instead(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    if bug:
        after()
    cute.arch.mbarrier_wait(t.bar, 0)
    if not bug:
        after()
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)
