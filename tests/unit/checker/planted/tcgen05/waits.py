"""Tensor memory, registers and operands are used while the tensor core, a load or a store is under way."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.lang.blackwell import tcgen05
from tests.unit.checker.planted.case import Bug
from tests.unit.checker.planted.tcgen05.tile import (
    A_COLUMN,
    F16,
    SECOND,
    K,
    M,
    N,
    begin,
    descriptor,
    give_back,
    halves,
    instruction,
    keep,
    product,
    tile,
)

WAIT = Bug.TCGEN05_WAIT
RACE = (Bug.TENSOR_RACE,)
"""What nothing orders may come the other way around, too: then the multiply comes after the load."""


@tile(WAIT, "The sums are loaded without a wait for the multiply's commit.", also=RACE)
@cute.kernel
def sums_not_awaited(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    if not bug:
        cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar, 0)
    give_back(t.d)


@tile(WAIT, "One look at the mbarrier is taken for a wait: whether the phase has ended is not asked.", also=RACE)
@cute.kernel
def look_taken_for_a_wait(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    if bug:
        cute.arch.mbarrier_try_wait(t.bar, 0)
    else:
        cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar, 0)
    give_back(t.d)


@tile(WAIT, "The commit stands before the last multiply of the tile, so that it does not track it.", 2)
@cute.kernel
def commit_before_the_last_multiply(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        if bug:
            tcgen05.commit(t.bar)
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), True)  # found
        if not bug:
            tcgen05.commit(t.bar)
        tcgen05.commit(t.bar + 1)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    give_back(t.d)


@tile(WAIT, "Another thread commits than the one that multiplied: a commit tracks its own thread's operations alone.")
@cute.kernel
def commit_of_another_thread(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar + 1)
        if not bug:
            tcgen05.commit(t.bar)
    cute.arch.sync_threads()
    if bug and t.tidx == 32:
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    give_back(t.d)


@tile(WAIT, "Lane 1 commits what lane 0 started: two elected threads that are not one.")
@cute.kernel
def commit_of_another_lane(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
    if t.tidx == (1 if bug else 0):
        tcgen05.commit(t.bar)
    if t.tidx == 0:
        tcgen05.commit(t.bar + 1)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    give_back(t.d)


@tile(WAIT, "Lane 1 commits what lane 0 has started and committed to another mbarrier, which nobody waits for yet.")
@cute.kernel
def commit_of_another_lane_that_committed(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar + 1)
    if t.tidx == (1 if bug else 0):
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    give_back(t.d)


@tile(WAIT, "Two lanes multiply; lane 0 makes both arrivals, so that nothing covers what lane 1 started.")
@cute.kernel
def one_lane_commits_for_two(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        for k in cutlass.range_constexpr(2):
            cute.arch.mbarrier_init(t.bar + k, 2)
        cute.arch.mbarrier_init_fence()
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
    if t.tidx == 1:
        tcgen05.mma("f16", 1, t.d + SECOND, t.a, t.b, instruction(), False)  # found
    if t.tidx < 2:
        tcgen05.commit(t.bar)
        if not bug:
            tcgen05.commit(t.bar + 1)
        elif t.tidx == 0:
            tcgen05.commit(t.bar + 1)
            tcgen05.commit(t.bar + 1)
    cute.arch.sync_threads()
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    values = tcgen05.load("32x32b", N, t.own + SECOND)  # found
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar, 0)
    give_back(t.d)


@tile(WAIT, "Registers of a load are used before `wait::ld`.")
@cute.kernel
def registers_before_the_wait(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)  # found
    if not bug:
        tcgen05.wait_load()
    for j in cutlass.range_constexpr(N):
        out[t.tidx, j] = values[j].bitcast(cutlass.Float32)  # found
    tcgen05.wait_load()
    give_back(t.d)


@tile(WAIT, "The epilogue gives the sums back before its loads have ended; the next multiply overwrites them.")
@cute.kernel
def sums_given_back_too_early(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)  # found
    if not bug:
        tcgen05.wait_load()
    cute.arch.sync_threads()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar, 1)
    give_back(t.d)


@tile(WAIT, "A is stored to tensor memory for the next multiply, and nobody waits for the stores.")
@cute.kernel
def stores_of_an_operand_not_awaited(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    tcgen05.store("32x32b", 8, t.own + A_COLUMN, halves(x, t.tidx))  # found
    if not bug:
        tcgen05.wait_store()
    cute.arch.sync_threads()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.d + A_COLUMN, t.b, instruction(), False, a_in_tmem=True)  # found
        tcgen05.commit(t.bar)
    tcgen05.wait_store()
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(WAIT, "A warp loads what it has just stored: stores and loads of one thread are in no order without a wait.")
@cute.kernel
def load_after_store(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    tcgen05.store("32x32b", N, t.own, [values[j] for j in range(N)])  # found
    if not bug:
        tcgen05.wait_store()
    again = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_store()
    tcgen05.wait_load()
    keep(out, again)
    give_back(t.d)


@tile(WAIT, "A warp scales the sums in place: the store overwrites lanes whose load has not ended.")
@cute.kernel
def store_after_load(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)  # found
    if not bug:
        tcgen05.wait_load()
    tcgen05.store("32x32b", N, t.own, [cutlass.Uint32(0)] * N)  # found
    tcgen05.wait_load()
    tcgen05.wait_store()
    keep(out, values)
    give_back(t.d)


@tile(WAIT, "An operand's buffer is filled with the next tile while the multiply still reads it.")
@cute.kernel
def operand_overwritten_under_way(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    if not bug:
        cute.arch.mbarrier_wait(t.bar, 0)
    cute.arch.sync_threads()
    for k in cutlass.range_constexpr(K):
        t.sA[t.tidx, k] = F16(0.0)  # found
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(WAIT, "The stage is released by the thread itself, right after it started the multiply, and not by a commit.")
@cute.kernel
def stage_released_by_the_thread(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        if bug:
            cute.arch.mbarrier_arrive(t.bar + 1)
        else:
            tcgen05.commit(t.bar + 1)
        tcgen05.commit(t.bar)
    if t.warp == 1:
        cute.arch.mbarrier_wait(t.bar + 1, 0)
        t.sB[t.tidx % N, t.tidx % 32 // N] = F16(1.0)  # found
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(WAIT, "The columns are deallocated while the last multiply is under way.")
@cute.kernel
def deallocated_under_a_multiply(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.sync_threads()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), True)  # found
        tcgen05.commit(t.bar)
    if not bug:
        cute.arch.mbarrier_wait(t.bar, 1)
    cute.arch.sync_threads()
    if t.warp == 0:
        tcgen05.dealloc(t.d, 64)  # found
    cute.arch.mbarrier_wait(t.bar, 1)


@tile(WAIT, "The columns are deallocated while other warps' loads are under way: they wait after the barrier.")
@cute.kernel
def deallocated_under_loads(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)  # found
    if not bug:
        tcgen05.wait_load()
    cute.arch.sync_threads()
    if t.warp == 0:
        tcgen05.dealloc(t.d, 64)  # found
    tcgen05.wait_load()
    keep(out, values)


def squared(x: np.ndarray) -> np.ndarray:
    """The words of the sums as pairs of halves, times B."""
    words = np.ascontiguousarray(product(x).astype(np.float32)[:, :8]).view(np.uint32)
    pairs = np.ascontiguousarray(words).view(np.float16).astype(np.float64)
    return pairs @ x[M:].astype(np.float64).T


@tile(
    WAIT, "The sums of one multiply are A of the next one, which the same thread starts without a wait.", want=squared
)
@cute.kernel
def sums_as_an_operand(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    if not bug:
        cute.arch.mbarrier_wait(t.bar, 0)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d + 32, t.d, t.b, instruction(), False, a_in_tmem=True)  # found
        tcgen05.commit(t.bar + 1)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    values = tcgen05.load("32x32b", N, t.own + 32)
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar, 0)
    give_back(t.d)


@tile(WAIT, "A copy to tensor memory is loaded without a wait for its commit.", want=lambda x: words_of(x), also=RACE)
@cute.kernel
def copy_not_awaited(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.copy("128x256b", t.d, t.a)  # found
        tcgen05.copy("128x256b", t.d + 8, t.a)  # found
        tcgen05.commit(t.bar)
    if not bug:
        cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar, 0)
    give_back(t.d)


@tile(WAIT, "Two copies go to the same columns, as where factors of B get those of A: copies come in any order.",
      want=lambda x: words_of(x))  # fmt: skip
@cute.kernel
def copied_to_one_place(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.copy("128x256b", t.d, t.a)  # found
        tcgen05.copy("128x256b", t.d + 8, t.a)
        if cutlass.const_expr(bug):
            tcgen05.copy("128x128b", t.d, t.a)  # found
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


def words_of(x: np.ndarray) -> np.ndarray:
    """Rows of A, twice, as words."""
    words = np.ascontiguousarray(x[:M]).view(np.float32)
    return np.nan_to_num(np.concatenate([words, words], 1))


@tile(WAIT, "A copy goes to columns whose sums a multiply may still write: only what it reads may be overwritten.")
@cute.kernel
def copy_over_sums(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    cute.arch.sync_threads()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), True)  # found
        tcgen05.commit(t.bar)
    if not bug:
        cute.arch.mbarrier_wait(t.bar, 1)
    if t.tidx == 0:
        tcgen05.copy("128x128b", t.d, t.a)  # found
        tcgen05.commit(t.bar + 1)
    cute.arch.mbarrier_wait(t.bar, 1)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    keep(out, values)
    give_back(t.d)


@tile(WAIT, "Two multiplies of different shapes share columns: only those of one shape are in order.", 1)
@cute.kernel
def shapes_that_differ(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, descriptor(t.sB, 256), instruction(n=8), False)  # found
        tcgen05.commit(t.bar)
    if not bug:
        cute.arch.mbarrier_wait(t.bar, 0)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar + 1)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar, 0)
    give_back(t.d)
