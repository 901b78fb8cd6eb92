"""Rules of tensor memory that a first kernel seldom meets: shifts, copies, masks, addresses, counts of columns.

Written from the PTX ISA ("Tensor Memory", "tcgen05 Memory Consistency Model", "tcgen05.shift", "tcgen05.cp",
"tcgen05.mma", "tcgen05.alloc") before the checker was looked at.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.lang.blackwell import tcgen05
from tests.unit.checker.planted.case import Bug
from tests.unit.checker.planted.tcgen05.pairs import begin_pair, give_back_pair, leads, meet
from tests.unit.checker.planted.tcgen05.tile import (
    A_COLUMN,
    COLUMNS,
    F16,
    WORDS_A,
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
    tile,
)

WAIT, MEMORY, WRONG = Bug.TCGEN05_WAIT, Bug.TENSOR_MEMORY, Bug.DESCRIPTOR
RACE = (Bug.TENSOR_RACE,)


@cute.jit
def multiply(t: Any) -> None:
    """One thread multiplies and commits to the first mbarrier; all wait."""
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()


def moved(x: np.ndarray) -> np.ndarray:
    """The sums with 8 columns of each quarter one lane further, the last lane as it was."""
    sums = product(x)
    for first in range(0, M, 32):
        sums[first : first + 31, :8] = sums[first + 1 : first + 32, :8]
    return sums


@tile(WAIT, "Lanes are loaded right after they were shifted: only a commit says when the shift has ended.",
      want=moved, also=RACE)  # fmt: skip
@cute.kernel
def shift_not_awaited(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    multiply(t)
    if t.tidx == 0:
        for quarter in cutlass.range_constexpr(4):
            tcgen05.shift(t.d + (quarter << 21))  # found
        tcgen05.commit(t.bar + 1)
    if not bug:
        cute.arch.mbarrier_wait(t.bar + 1, 0)
        tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    give_back(t.d)


def slid(x: np.ndarray) -> np.ndarray:
    """The product of A as it is, and of A with its rows one lane further, the last one of a quarter as it was."""
    rows = np.minimum(np.arange(M) % 32 + 1, 31) + np.arange(M) // 32 * 32
    return product(x) + product(np.concatenate([x[rows], x[M:]]))


@tile(WAIT, "A is shifted twice with no multiply between the two, which only a commit orders.", want=slid)
@cute.kernel
def shifted_twice(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    tcgen05.store("32x32b", WORDS_A, t.own + A_COLUMN, halves(x, t.tidx))
    tcgen05.wait_store()
    tcgen05.fence_before_thread_sync()
    cute.arch.sync_threads()
    tcgen05.fence_after_thread_sync()
    if t.tidx == 0:
        for turn in cutlass.range_constexpr(2):
            if not bug:
                tcgen05.mma("f16", 1, t.d, t.d + A_COLUMN, t.b, instruction(), turn > 0, a_in_tmem=True)
            for quarter in cutlass.range_constexpr(4):
                tcgen05.shift(t.d + A_COLUMN + (quarter << 21))  # found
        if bug:
            tcgen05.mma("f16", 1, t.d, t.d + A_COLUMN, t.b, instruction(), False, a_in_tmem=True)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(Bug.TCGEN05_FENCE, "One thread copies A to tensor memory, another multiplies after a barrier without fences.",
      also=(WAIT,))  # fmt: skip
@cute.kernel
def copied_for_another_thread(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 32:
        tcgen05.copy("128x256b", t.d + A_COLUMN, t.a)  # found
        if bug:
            tcgen05.commit(t.bar + 1)
    if not bug:
        tcgen05.fence_before_thread_sync()
    cute.arch.sync_threads()
    if not bug:
        tcgen05.fence_after_thread_sync()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.d + A_COLUMN, t.b, instruction(), False, a_in_tmem=True)  # found
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    if bug:
        cute.arch.mbarrier_wait(t.bar + 1, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(WAIT, "The next probabilities are stored over A in tensor memory while a multiply still reads it.", also=RACE)
@cute.kernel
def operand_in_tensor_memory_overwritten(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    tcgen05.store("32x32b", 8, t.own + A_COLUMN, halves(x, t.tidx))
    tcgen05.wait_store()
    tcgen05.fence_before_thread_sync()
    cute.arch.sync_threads()
    tcgen05.fence_after_thread_sync()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.d + A_COLUMN, t.b, instruction(), False, a_in_tmem=True)  # found
        tcgen05.commit(t.bar)
    if bug:
        cute.arch.sync_threads()
    else:
        cute.arch.mbarrier_wait(t.bar, 0)
        tcgen05.fence_after_thread_sync()
    tcgen05.store("32x32b", 8, t.own + A_COLUMN, [cutlass.Uint32(0)] * 8)  # found
    tcgen05.wait_store()
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(Bug.UNINITIALISED, "The first multiply's mask keeps lanes of D as they are, and the second one adds to them.", 2)
@cute.kernel
def masked_lanes_of_fresh_columns(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    mask = [0xFFFFFFFF if bug else 0, 0, 0, 0]
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False, disable_output_lanes=mask)
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), True)  # found
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


def half_product(x: np.ndarray) -> np.ndarray:
    """The first 64 rows; the others are 0."""
    found = product(x)
    found[64:] = 0
    return found


@tile(Bug.UNINITIALISED, "Sums of 64 rows lie 16 to a quarter of the lanes, and the epilogue stores 32 of each.",
      want=half_product)  # fmt: skip
@cute.kernel
def rows_of_a_half_tile(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(m=64), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    for j in cutlass.range_constexpr(N):
        out[t.tidx, j] = cutlass.Float32(0)
    cute.arch.sync_threads()
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    lane = t.tidx % 32
    if bug:
        keep(out, values)
    elif lane < 16:
        for j in cutlass.range_constexpr(N):
            out[t.warp * 16 + lane, j] = values[j].bitcast(cutlass.Float32)
    give_back(t.d)


@tile(MEMORY, "A second allocation takes more columns than the first one: their counts must not increase.")
@cute.kernel
def allocations_that_grow(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    sA, sB, word, bar = rooms()
    first, second = (32, 64) if bug else (64, 32)
    if cute.arch.warp_idx() == 0:
        tcgen05.alloc(first, word)
    fill(x, sA, sB)
    cute.arch.sync_threads()
    other = word.load()
    cute.arch.sync_threads()
    if cute.arch.warp_idx() == 0:
        tcgen05.alloc(second, word)  # found
        tcgen05.relinquish_alloc_permit()
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.fence_proxy("async.shared", space="cta")
    t = ready(sA, sB, word, bar)
    multiply(t)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    tcgen05.fence_before_thread_sync()
    cute.arch.sync_threads()
    if t.warp == 0:
        tcgen05.dealloc(t.d, second)
        tcgen05.dealloc(other, first)


@tile(Bug.SHARED_RACE, "Other warps read the address of what is allocated before the warp that allocates has met them.",
      also=(Bug.UNINITIALISED, MEMORY))  # fmt: skip
@cute.kernel
def address_not_awaited(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    sA, sB, word, bar = rooms()
    if cute.arch.warp_idx() == 0:
        tcgen05.alloc(COLUMNS, word)  # found
        tcgen05.relinquish_alloc_permit()
    early = word.load() if bug else 0  # found
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    t = ready(sA, sB, word, bar)
    multiply(t)
    own = (early if bug else t.d) + (t.warp % 4 << 21)
    values = tcgen05.load("32x32b", N, own)  # found
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(MEMORY, "The columns are given back in two parts, and were allocated in one.")
@cute.kernel
def deallocated_in_parts(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    multiply(t)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    tcgen05.fence_before_thread_sync()
    cute.arch.sync_threads()
    if t.warp == 0:
        if bug:
            tcgen05.dealloc(t.d, 32)  # found
            tcgen05.dealloc(t.d + 32, 32)  # found
        else:
            tcgen05.dealloc(t.d, COLUMNS)


@tile(MEMORY, "Each thread gives the address of its own lane: a load takes one address for the whole warp.")
@cute.kernel
def address_of_each_lane(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    multiply(t)
    place = t.own + (t.tidx % 32 << 16) if bug else t.own
    values = tcgen05.load("32x32b", N, place)  # found
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(Bug.DIVERGENT, "Half of a warp loads: all threads of a warp must execute a load together.", also=(MEMORY,))
@cute.kernel
def half_of_a_warp_loads(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    multiply(t)
    if t.tidx % 32 < (16 if bug else 32):
        values = tcgen05.load("32x32b", N, t.own)  # found
        tcgen05.wait_load()
        keep(out, values)
    give_back(t.d)


@tile(WAIT, "The buffer that `tcgen05.cp` reads is filled anew while the copy is under way.")
@cute.kernel
def source_of_a_copy_overwritten(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.copy("128x256b", t.d + A_COLUMN, t.a)  # found
        tcgen05.mma("f16", 1, t.d, t.d + A_COLUMN, t.b, instruction(), False, a_in_tmem=True)
        tcgen05.commit(t.bar)
    if not bug:
        cute.arch.mbarrier_wait(t.bar, 0)
    cute.arch.sync_threads()
    t.sA[t.tidx, 0] = F16(0.0)  # found
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(WAIT, "The warp waits for its stores where its loads are under way.")
@cute.kernel
def stores_awaited_for_loads(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    multiply(t)
    values = tcgen05.load("32x32b", N, t.own)  # found
    if bug:
        tcgen05.wait_store()
    else:
        tcgen05.wait_load()
    for j in cutlass.range_constexpr(N):
        out[t.tidx, j] = values[j].bitcast(cutlass.Float32)  # found
    tcgen05.wait_load()
    give_back(t.d)


@tile(WRONG, "The descriptor of the second half of K is advanced by bytes: its address counts 16 of them.",
      also=(Bug.UNINITIALISED,))  # fmt: skip
@cute.kernel
def descriptor_advanced_by_bytes(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    further = 16 * M if bug else 0
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a + cutlass.Int64(further), t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(WRONG, "N is written a bit too high: it sets one that must be 0.")
@cute.kernel
def reserved_bit_set(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(more=(1 << 23) * bug), False)  # found
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(MEMORY, "Sums of 128 rows are given a lane to begin at: all lanes are theirs.", also=(WRONG,))
@cute.kernel
def sums_that_begin_at_a_lane(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    where = t.d + ((16 << 16) if bug else 0)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, where, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(Bug.TENSOR_RACE, "Each block deallocates for the pair when it has its own sums; the other one may still load.",
      cluster=2, also=(WAIT,))  # fmt: skip
@cute.kernel
def deallocated_under_the_peer(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_pair(x)
    meet()
    if leads(t):
        tcgen05.mma("f16", 2, t.d, t.a, descriptor(t.sB, 256), instruction(), False)
        tcgen05.commit(t.bar, 3, 2)
    cute.arch.mbarrier_wait(t.bar, 0)
    rank = cute.arch.block_idx()[0]
    values = tcgen05.load("32x32b", N // 2, t.own)  # found
    tcgen05.wait_load()
    for j in cutlass.range_constexpr(N // 2):
        out[rank * 64 + t.tidx % 64, t.tidx // 64 * 8 + j] = values[j].bitcast(cutlass.Float32)
    if bug:
        cute.arch.sync_threads()
        if t.warp == 0:
            tcgen05.dealloc(t.d, COLUMNS, 2)  # found
        meet()
    else:
        give_back_pair(t)
