"""Columns, permits and lanes: tensor memory that is not there, not given back, or not the warp's; who starts what."""

from __future__ import annotations

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.lang.blackwell import tcgen05
from tests.unit.checker.planted.case import Bug
from tests.unit.checker.planted.tcgen05.tile import (
    COLUMNS,
    SECOND,
    N,
    begin,
    fill,
    give_back,
    instruction,
    keep,
    ready,
    rooms,
    take,
    tile,
)

MEMORY = Bug.TENSOR_MEMORY


@tile(MEMORY, "The columns are never deallocated.")
@cute.kernel
def never_deallocated(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    sA, sB, word, bar = rooms()
    if cute.arch.warp_idx() == 0:
        tcgen05.alloc(COLUMNS, word)  # found
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar, 1)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    t = ready(sA, sB, word, bar)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.sync_threads()
    if not bug and t.warp == 0:
        tcgen05.dealloc(t.d, COLUMNS)


@tile(MEMORY, "The sums are loaded after their columns were deallocated.")
@cute.kernel
def loaded_after_deallocation(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    if bug:
        give_back(t.d)
        cute.arch.sync_threads()
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    if not bug:
        give_back(t.d)


@tile(MEMORY, "A second tile's sums go to columns that were not allocated: 64 are, and they begin at column 64.")
@cute.kernel
def more_columns_than_allocated(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    where = t.d + (COLUMNS if bug else SECOND)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, where, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own + (COLUMNS if bug else SECOND))
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(MEMORY, "The epilogue's warps count from 1: each loads the lanes of the next one's quarter.")
@cute.kernel
def lanes_of_another_quarter(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    place = t.d + ((t.warp + 1) % 4 << 21) if bug else t.own
    values = tcgen05.load("32x32b", N, place)  # found
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(MEMORY, "A warp stores 32 lanes from lane 16 of its quarter on: the last 16 are the next warp's.",
      want=lambda x: 0 * (x[:128] @ x[128:].T))  # fmt: skip
@cute.kernel
def lanes_over_the_quarter(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    place = t.own + (16 << 16) if bug else t.own
    tcgen05.store("32x32b", N, place, [cutlass.Uint32(0)] * N)  # found
    tcgen05.wait_store()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(MEMORY, "More columns are allocated after the permit was given up.")
@cute.kernel
def allocated_without_a_permit(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    sA, sB, word, bar = rooms()
    if cute.arch.warp_idx() == 0:
        if bug:
            tcgen05.relinquish_alloc_permit()
        tcgen05.alloc(COLUMNS, word)  # found
        if not bug:
            tcgen05.relinquish_alloc_permit()
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar, 1)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    t = ready(sA, sB, word, bar)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(MEMORY, "The permit is given up after the cluster has met, and each block allocates before: on one "
      "multiprocessor the second allocation waits for the first block's permit for ever.", cluster=2)  # fmt: skip
@cute.kernel
def permit_kept_over_a_meeting(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    sA, sB, word, bar = rooms()
    if cute.arch.warp_idx() == 0:
        tcgen05.alloc(COLUMNS, word)  # found
        if not bug:
            tcgen05.relinquish_alloc_permit()
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar, 1)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if bug and cute.arch.warp_idx() == 0:
        tcgen05.relinquish_alloc_permit()
    t = ready(sA, sB, word, bar)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    if cute.arch.block_idx()[0] == 0:
        keep(out, values)
    give_back(t.d)


@tile(MEMORY, "All lanes of a warp start the multiply, which adds up 32 times.", 2)
@cute.kernel
def every_lane_multiplies(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    if t.tidx == 32:
        cute.arch.mbarrier_init(t.bar + 1, 32 if bug else 1)
    cute.arch.sync_threads()
    if t.tidx < (32 if bug else 1):
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), True)  # found
        tcgen05.commit(t.bar + 1)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(Bug.UNINITIALISED, "The first multiply of a tile adds to columns that were just allocated.")
@cute.kernel
def adds_to_fresh_columns(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), bug)  # found
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(MEMORY, "Fewer columns are deallocated than were allocated.")
@cute.kernel
def another_count_deallocated(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    sA, sB, word, bar = rooms()
    take(word, bar)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    t = ready(sA, sB, word, bar)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.sync_threads()
    if t.warp == 0:
        tcgen05.dealloc(t.d, 32 if bug else COLUMNS)  # found
