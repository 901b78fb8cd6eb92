"""Pairs, masks, factors and commits that go wrong in ways of their own.

Written from the PTX ISA ("tcgen05.mma", "tcgen05.commit", "CTA Pair") before the checker was tried on them.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Int64
from cutedsl.lang.blackwell import tcgen05
from tests.unit.checker.planted.case import Bug
from tests.unit.checker.planted.tcgen05.matrices import begin_bytes
from tests.unit.checker.planted.tcgen05.pairs import begin_pair, give_back_pair, keep_half, leads, meet
from tests.unit.checker.planted.tcgen05.tile import (
    A_COLUMN,
    COLUMNS,
    SECOND,
    WORDS_A,
    N,
    begin,
    descriptor,
    give_back,
    halves,
    instruction,
    keep,
    tile,
)
from tests.unit.checker.planted.tcgen05.unusual import E4M3, FACTORS, SCALED, both, factors, share

WAIT, MEMORY, RACE, WRONG = Bug.TCGEN05_WAIT, Bug.TENSOR_MEMORY, Bug.TENSOR_RACE, Bug.DESCRIPTOR
UNINITIALISED = Bug.UNINITIALISED


@cute.jit
def finish(t: Any, out: Any) -> None:
    """Waits for the multiplies and stores the sums."""
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(MEMORY, "Factors of A are stored by the first warp alone: each quarter of the lanes needs a copy.",
      also=(UNINITIALISED,))  # fmt: skip
@cute.kernel
def factors_in_one_quarter(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_bytes(x, (E4M3, E4M3))
    if not bug or t.warp == 0:
        factors(t, FACTORS)
    factors(t, FACTORS + 4)
    share()
    if t.tidx == 0:
        tcgen05.mma("mxf8f6f4", 1, t.d, t.a, t.b, SCALED, False, **both(t))  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@tile(UNINITIALISED, "A mask that was meant to keep lanes of one quarter keeps those of all: nothing is written.",
      also=(MEMORY,))  # fmt: skip
@cute.kernel
def mask_of_all_lanes(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        lanes = [-1 if bug else 0] * 4
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False, disable_output_lanes=lanes)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)  # found
    give_back(t.d)


@tile(WRONG, "The descriptor has the address of A in bytes, and counts 16 of them.",
      also=(UNINITIALISED, Bug.SHARED_RACE))  # fmt: skip
@cute.kernel
def address_in_bytes(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        start = Int64(t.sB.iterator.toint() & 0x3FFFF)
        b = t.b - (start >> 4) + (start if bug else start >> 4)
        tcgen05.mma("f16", 1, t.d, t.a, b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@tile(MEMORY, "The leader of a pair multiplies for both blocks and commits for one.", cluster=2)
@cute.kernel
def commit_of_one_block(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_pair(x)
    meet()
    if leads(t):
        tcgen05.mma("f16", 2, t.d, t.a, descriptor(t.sB, 256), instruction(), False)
        tcgen05.commit(t.bar, 3, 1 if bug else 2)  # found
    cute.arch.mbarrier_wait(t.bar, 0)
    keep_half(t, out)
    give_back_pair(t)


@tile(Bug.SHARED_RACE, "The mbarrier of the peer may not be made yet when the leader's commit arrives there.",
      cluster=2, also=(Bug.PEER, UNINITIALISED, Bug.PROXY_FENCE, WAIT, RACE, MEMORY))  # fmt: skip
@cute.kernel
def begun_without_a_meeting(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_pair(x)
    if not bug:
        meet()
    if leads(t):
        tcgen05.mma("f16", 2, t.d, t.a, descriptor(t.sB, 256), instruction(), False)  # found
        tcgen05.commit(t.bar, 3, 2)  # found
    cute.arch.mbarrier_wait(t.bar, 0)
    keep_half(t, out)
    give_back_pair(t)


@tile(UNINITIALISED, "A of a pair lies in tensor memory: the leader stores its rows, the other block does not.",
      cluster=2, also=(MEMORY,))  # fmt: skip
@cute.kernel
def rows_of_the_peer_left_out(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_pair(x)
    rank = cute.arch.block_idx()[0]
    if not bug or rank == 0:
        tcgen05.store("32x32b", WORDS_A, t.own + A_COLUMN, halves(x, rank * 64 + t.tidx % 64))
        tcgen05.wait_store()
    tcgen05.fence_before_thread_sync()
    meet()
    tcgen05.fence_after_thread_sync()
    if leads(t):
        a = t.d + A_COLUMN
        tcgen05.mma("f16", 2, t.d, a, descriptor(t.sB, 256), instruction(), False, a_in_tmem=True)  # found
        tcgen05.commit(t.bar, 3, 2)
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    keep_half(t, out)
    tcgen05.fence_before_thread_sync()
    give_back_pair(t)


@tile(RACE, "A second product begins 8 columns into the sums of the first one: they share half of them.",
      also=(WAIT, MEMORY, Bug.TCGEN05_FENCE))  # fmt: skip
@cute.kernel
def second_product_over_the_first(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        other = t.d + (8 if bug else SECOND)
        tcgen05.mma("f16", 1, other, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@tile(WAIT, "The commit arrives at one mbarrier, and the epilogue waits for another that the thread arrives at itself.",
      also=(RACE,))  # fmt: skip
@cute.kernel
def the_other_mbarrier(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
        cute.arch.mbarrier_arrive(t.bar + 1)
    cute.arch.mbarrier_wait(t.bar + (1 if bug else 0), 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar, 0)
    give_back(t.d)


@tile(MEMORY, "The address of B's factors is four columns past what is allocated.")
@cute.kernel
def factors_past_the_end(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_bytes(x, (E4M3, E4M3))
    factors(t, FACTORS)
    factors(t, FACTORS + 4)
    share()
    if t.tidx == 0:
        b_factors = t.d + (COLUMNS if bug else FACTORS + 4)
        tcgen05.mma("mxf8f6f4", 1, t.d, t.a, t.b, SCALED, False, scale_a=t.d + FACTORS, scale_b=b_factors)  # found
        tcgen05.commit(t.bar)
    finish(t, out)
