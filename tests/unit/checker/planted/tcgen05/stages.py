"""Several tiles one after the other: rings of operands, two accumulators, roles of warps, and what each must wait for.

Written from the PTX ISA ("tcgen05 Memory Consistency Model", "tcgen05.commit", "Tensor Memory") and from how programs
go wrong when they are made persistent.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import cpasync
from cutedsl.lang.blackwell import tcgen05
from tests.unit.checker.planted.case import Bug, helper, planted
from tests.unit.checker.planted.tcgen05.pairs import begin_pair, give_back_pair, keep_half, meet
from tests.unit.checker.planted.tcgen05.tile import (
    A_COLUMN,
    F16,
    SECOND,
    WORDS_A,
    K,
    M,
    N,
    begin,
    descriptor,
    fill,
    give_back,
    halves,
    instruction,
    keep,
    product,
    ready,
    rooms,
    small,
    take,
    tile,
)

WAIT, MEMORY, RACE = Bug.TCGEN05_WAIT, Bug.TENSOR_MEMORY, Bug.TENSOR_RACE


@helper
@cute.jit
def multiply(t: Any, where: Any, bar: Any, adds: Any = False) -> None:
    """The thread that calls it multiplies and commits."""
    tcgen05.mma("f16", 1, where, t.a, t.b, instruction(), adds)  # found
    tcgen05.commit(bar)


# -- two tiles -------------------------------------------------------------------------------------------------------
@tile(WAIT, "Both tiles' sums are waited for with the same parity: the second wait is over before it begins.", 2,
      also=(RACE, Bug.DEADLOCK))  # fmt: skip
@cute.kernel
def parity_that_does_not_turn(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    for step in cutlass.range_constexpr(2):
        if t.tidx == 0:
            tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), step > 0)  # found
            tcgen05.commit(t.bar)  # found
        cute.arch.mbarrier_wait(t.bar, 0 if bug else step)  # found
        cute.arch.sync_threads()  # found
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    if bug:
        cute.arch.mbarrier_wait(t.bar, 1)  # found
    give_back(t.d)


@tile(RACE, "The second accumulator begins half an accumulator further: its sums go over loads of the first.",
      also=(WAIT,))  # fmt: skip
@cute.kernel
def accumulators_that_overlap(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    step = cutlass.const_expr(N // 2 if bug else N)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d + step, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar + 1)
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    give_back(t.d)


@tile(
    RACE, "Only the first warp waits for its loads before the block meets; the next tile's sums follow.", also=(WAIT,)
)
@cute.kernel
def loads_that_one_warp_waits_for(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)  # found
    if t.warp == 0 or not bug:
        tcgen05.wait_load()
    cute.arch.sync_threads()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar + 1)
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    give_back(t.d)


@tile(RACE, "The accumulator is free when a half of the epilogue's threads have loaded: the barrier counts too few.",
      also=(WAIT,))  # fmt: skip
@cute.kernel
def barrier_that_counts_half_the_epilogue(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    sA, sB, word, bar = rooms()
    take(word, bar)
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar + 1, 64 if bug else 128)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    t = ready(sA, sB, word, bar)
    if t.tidx == 0:
        multiply(t, t.d, t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    if not bug or t.tidx < 64:
        cute.arch.mbarrier_arrive(t.bar + 1)
    if t.tidx == 0:
        cute.arch.mbarrier_wait(t.bar + 1, 0)
        multiply(t, t.d, t.bar)
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar, 1)
    give_back(t.d)


@tile(WAIT, "Two accumulators have an mbarrier each; the epilogue of the second one waits for the first one's.",
      also=(RACE,))  # fmt: skip
@cute.kernel
def barrier_of_the_other_accumulator(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
        tcgen05.mma("f16", 1, t.d + SECOND, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar + 1)
    cute.arch.mbarrier_wait(t.bar if bug else t.bar + 1, 0)
    values = tcgen05.load("32x32b", N, t.own + SECOND)  # found
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    give_back(t.d)


# -- operands by the copy engine --------------------------------------------------------------------------------------
def by_halves() -> np.ndarray:
    """The numbers as shared memory has them: 8 columns of all rows, then the other 8."""
    return np.ascontiguousarray(small().reshape(M + N, 2, 8).transpose(1, 0, 2))


def loaded(bug: Bug, story: str, also: tuple[Bug, ...] = ()) -> Any:
    """A kernel whose operands are copied in bulk, from `by_halves`."""
    want = lambda x: product(x.transpose(1, 0, 2).reshape(M + N, K))  # noqa: E731
    return planted(bug, story, x=by_halves, out=(M, N), dtype=np.float32, block=128, also=also, want=want)


@helper
@cute.jit
def bring(x: cute.Tensor, sA: cute.Tensor, sB: cute.Tensor, bar: Any) -> None:
    """One thread starts the copies of both operands, whose bytes an mbarrier counts."""
    copy = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), F16)
    cute.arch.mbarrier_arrive_and_expect_tx(bar, (M + N) * K * 2)
    for half in cutlass.range_constexpr(2):
        for operand, rows, first in ((sA, M, 0), (sB, N, M)):
            source = cute.make_tensor((x.iterator + (half * (M + N) + first) * 8).align(16), cute.make_layout(rows * 8))
            target = cute.make_tensor((operand.iterator + half * rows * 8).align(16), cute.make_layout(rows * 8))
            cute.copy(copy, source, target, mbar_ptr=bar)  # found


def without_operands() -> Any:
    """Memory and mbarriers, without anything in shared memory."""
    sA, sB, word, bar = rooms()
    take(word, bar)
    return ready(sA, sB, word, bar)


@loaded(Bug.TMA_WAIT, "The multiply starts when its operands have been asked for, not when they have come.",
        (Bug.UNINITIALISED, Bug.SHARED_RACE))  # fmt: skip
@cute.kernel
def operands_not_waited_for(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = without_operands()
    if t.tidx == 0:
        bring(x, t.sA, t.sB, t.bar)
        if not bug:
            cute.arch.mbarrier_wait(t.bar, 0)
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar + 1)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar, 0)
    give_back(t.d)


@loaded(Bug.TMA_WAIT, "Another warp waits for the operands than the one that multiplies, and nothing comes between.",
        (Bug.UNINITIALISED, Bug.SHARED_RACE, WAIT))  # fmt: skip
@cute.kernel
def operands_waited_for_by_another_warp(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = without_operands()
    if t.tidx == 32:
        bring(x, t.sA, t.sB, t.bar)
    if t.warp == 1:
        cute.arch.mbarrier_wait(t.bar, 0)
    if not bug:
        cute.arch.sync_threads()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar + 1)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.sync_threads()
    give_back(t.d)


@loaded(WAIT, "The next tile is copied over operands of a multiply that has only been started.",
        (Bug.SHARED_RACE, Bug.TMA_WAIT))  # fmt: skip
@cute.kernel
def stage_refilled_early(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = without_operands()
    if t.tidx == 0:
        bring(x, t.sA, t.sB, t.bar)
        cute.arch.mbarrier_wait(t.bar, 0)
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar + 1)
        if not bug:
            cute.arch.mbarrier_wait(t.bar + 1, 0)
        bring(x, t.sA, t.sB, t.bar)  # found
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar, 1)
    give_back(t.d)


@loaded(WAIT, "A stage is released by a commit before the last multiply that reads it.", (Bug.SHARED_RACE,))
@cute.kernel
def stage_released_before_its_last_multiply(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = without_operands()
    if t.tidx == 0:
        bring(x, t.sA, t.sB, t.bar)
        cute.arch.mbarrier_wait(t.bar, 0)
        tcgen05.mma("f16", 1, t.d + SECOND, t.a, t.b, instruction(), False)
        if bug:
            tcgen05.commit(t.bar + 1)
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        if not bug:
            tcgen05.commit(t.bar + 1)
        cute.arch.mbarrier_wait(t.bar + 1, 0)
        bring(x, t.sA, t.sB, t.bar)
        tcgen05.commit(t.bar + 1)
        cute.arch.mbarrier_wait(t.bar + 1, 1)
        cute.arch.mbarrier_wait(t.bar, 1)
    cute.arch.sync_threads()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


# -- A in tensor memory ----------------------------------------------------------------------------------------------
@tile(Bug.UNINITIALISED, "Two of four warps store their rows of A to tensor memory; the multiply reads all.",
      also=(RACE,))  # fmt: skip
@cute.kernel
def half_of_a_stored(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.warp < 2 or not bug:
        tcgen05.store("32x32b", WORDS_A, t.own + A_COLUMN, halves(x, t.tidx))
        tcgen05.wait_store()
    tcgen05.fence_before_thread_sync()
    cute.arch.sync_threads()
    tcgen05.fence_after_thread_sync()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.d + A_COLUMN, t.b, instruction(), False, a_in_tmem=True)  # found
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(WAIT, "All warps store A to tensor memory; the first one alone waits for its stores.", also=(RACE,))
@cute.kernel
def stores_that_one_warp_waits_for(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    tcgen05.store("32x32b", WORDS_A, t.own + A_COLUMN, halves(x, t.tidx))  # found
    if t.warp == 0 or not bug:
        tcgen05.wait_store()
    tcgen05.fence_before_thread_sync()
    cute.arch.sync_threads()
    tcgen05.fence_after_thread_sync()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.d + A_COLUMN, t.b, instruction(), False, a_in_tmem=True)  # found
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    tcgen05.wait_store()
    give_back(t.d)


@tile(WAIT, "P is stored where S is: over columns of S that the same warp has not loaded yet.", also=(RACE,))
@cute.kernel
def probabilities_over_scores(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    first = tcgen05.load("32x32b", N // 2, t.own)
    tcgen05.wait_load()
    place = t.own + (N // 2 if bug else SECOND)
    if bug:
        tcgen05.store("32x32b", N // 2, place, [first[j] for j in range(N // 2)])  # found
    second = tcgen05.load("32x32b", N // 2, t.own + N // 2)  # found
    tcgen05.wait_load()
    tcgen05.store("32x32b", N // 2, t.own + SECOND, [first[j] for j in range(N // 2)])
    tcgen05.wait_store()
    keep(out, [*(first[j] for j in range(N // 2)), *(second[j] for j in range(N // 2))])
    give_back(t.d)


@tile(RACE, "The sums of a multiply lie over its own A in tensor memory.", also=(WAIT, MEMORY))
@cute.kernel
def sums_over_their_own_a(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    tcgen05.store("32x32b", WORDS_A, t.own + A_COLUMN, halves(x, t.tidx))
    tcgen05.wait_store()
    tcgen05.fence_before_thread_sync()
    cute.arch.sync_threads()
    tcgen05.fence_after_thread_sync()
    where = t.d + (A_COLUMN if bug else 0)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, where, t.d + A_COLUMN, t.b, instruction(), False, a_in_tmem=True)  # found
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own + (A_COLUMN if bug else 0))
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


# -- pairs -----------------------------------------------------------------------------------------------------------
@tile(RACE, "Both blocks of a pair start the multiply, which is for both: the sums are written twice at once.",
      cluster=2, also=(WAIT, MEMORY))  # fmt: skip
@cute.kernel
def multiply_of_both_blocks(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_pair(x)
    meet()
    rank = cute.arch.block_idx()[0]
    if t.tidx == 0 and (bug or rank == 0):
        tcgen05.mma("f16", 2, t.d, t.a, descriptor(t.sB, 256), instruction(), False)  # found
        tcgen05.commit(t.bar + rank, 3, 2)
    cute.arch.mbarrier_wait(t.bar, 0)
    if bug:
        cute.arch.mbarrier_wait(t.bar + 1, 0)
    keep_half(t, out)
    give_back_pair(t)


@tile(MEMORY, "One block of a pair allocates for both.", cluster=2, want=lambda x: 0 * product(x))
@cute.kernel
def one_block_allocates_for_the_pair(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    word = rooms()[2]
    if not bug or cute.arch.block_idx()[0] == 0:
        if cute.arch.warp_idx() == 0:
            tcgen05.alloc(32, word, 2)  # found
            tcgen05.relinquish_alloc_permit(2)
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()  # found
    if not bug and cute.arch.warp_idx() == 0:
        tcgen05.dealloc(word.load(), 32, 2)
    for j in cutlass.range_constexpr(N):
        out[cute.arch.thread_idx()[0], j] = 0.0


# -- what other threads learn ---------------------------------------------------------------------------------------
@tile(WAIT, "The sums are sent on by an mbarrier that the multiplying thread arrives at itself.", also=(RACE,))
@cute.kernel
def arrival_after_the_start(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        if bug:
            cute.arch.mbarrier_arrive(t.bar)
            tcgen05.commit(t.bar + 1)
        else:
            tcgen05.commit(t.bar)
            tcgen05.commit(t.bar + 1)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    give_back(t.d)


@tile(Bug.SHARED_RACE, "The commit arrives at an mbarrier that is made only after the block has met.",
      also=(Bug.DEADLOCK, Bug.UNINITIALISED, WAIT))  # fmt: skip
@cute.kernel
def barrier_made_after_the_meeting(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 64:
        cute.arch.mbarrier_init(t.bar + 1, 1)  # found
        cute.arch.mbarrier_init_fence()
    if not bug:
        cute.arch.sync_threads()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar + 1)  # found
    cute.arch.sync_threads()
    cute.arch.mbarrier_wait(t.bar + 1, 0)  # found
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(Bug.SHARED_RACE, "Sums are written over B in shared memory while the last multiply may still read it.",
      also=(WAIT,))  # fmt: skip
@cute.kernel
def results_over_operands(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d + SECOND, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar + 1)
    if not bug:
        cute.arch.mbarrier_wait(t.bar + 1, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    t.sA[t.tidx, 0] = values[0].bitcast(cutlass.Float32).to(F16)  # found
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    give_back(t.d)


@tile(WAIT, "A multiply reads A that `tcgen05.cp` brought for it from another thread, which only met it at a barrier.",
      also=(RACE, Bug.TCGEN05_FENCE))  # fmt: skip
@cute.kernel
def a_copied_by_another_thread(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 32:
        tcgen05.copy("128x256b", t.d + A_COLUMN, t.a)  # found
        tcgen05.commit(t.bar)
    if not bug:
        cute.arch.mbarrier_wait(t.bar, 0)
        tcgen05.fence_after_thread_sync()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.d + A_COLUMN, t.b, instruction(), False, a_in_tmem=True)  # found
        tcgen05.commit(t.bar + 1)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar, 0)
    give_back(t.d)
