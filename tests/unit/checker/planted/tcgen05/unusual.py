"""What seldom goes wrong with tensor memory: factors, copies for several blocks, reductions, statements of inline PTX.

Written from the PTX ISA ("tcgen05.mma", "Block Scaling", "tcgen05.commit", "tcgen05.ld.red", "tcgen05.dealloc",
"cp.async.bulk") before the checker was looked at.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Int32, Uint32
from cutedsl.lang.blackwell import tcgen05
from tests.unit.checker.planted.case import Bug
from tests.unit.checker.planted.tcgen05.matrices import begin_bytes
from tests.unit.checker.planted.tcgen05.pairs import begin_pair, give_back_pair, keep_half, leads, meet
from tests.unit.checker.planted.tcgen05.tile import (
    COLUMNS,
    M,
    N,
    begin,
    descriptor,
    give_back,
    instruction,
    keep,
    product,
    tile,
)

WAIT, MEMORY, RACE = Bug.TCGEN05_WAIT, Bug.TENSOR_MEMORY, Bug.TENSOR_RACE
E4M3 = cutlass.Float8E4M3FN
ONES = 0x7F7F7F7F
"""Four factors ue8m0 of 1."""
FACTORS = 16
"""Columns of A's factors; B's are 4 further."""
SCALED = 1 << 23 | N >> 3 << 17 | M >> 7 << 27
"""The descriptor of a multiply of e4m3 with factors ue8m0."""


@cute.jit
def factors(t: Any, where: Any) -> None:
    """Each warp writes factors of 1 into four columns of its lanes."""
    tcgen05.store("32x32b", 4, t.own + where, [Uint32(ONES)] * 4)
    tcgen05.wait_store()


def both(t: Any) -> dict[str, Any]:
    """Where the factors of A and of B are."""
    return {"scale_a": t.d + FACTORS, "scale_b": t.d + FACTORS + 4}


@cute.jit
def share() -> None:
    """What all threads stored in tensor memory is there for the one that multiplies."""
    tcgen05.fence_before_thread_sync()
    cute.arch.sync_threads()
    tcgen05.fence_after_thread_sync()


@cute.jit
def finish(t: Any, out: Any) -> None:
    """Waits for the multiply, with the fence that belongs to it, and stores the sums."""
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(Bug.UNINITIALISED, "B's factors are taken from the columns after those that were written.", also=(MEMORY,))
@cute.kernel
def factors_of_the_next_columns(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_bytes(x, (E4M3, E4M3))
    factors(t, FACTORS)
    factors(t, FACTORS + 4)
    share()
    if t.tidx == 0:
        b_factors = t.d + FACTORS + (8 if bug else 4)
        tcgen05.mma("mxf8f6f4", 1, t.d, t.a, t.b, SCALED, False, scale_a=t.d + FACTORS, scale_b=b_factors)  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@tile(RACE, "One warp stores its factors after the block has met.", also=(WAIT, Bug.UNINITIALISED, Bug.TCGEN05_FENCE))
@cute.kernel
def factors_of_a_late_warp(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_bytes(x, (E4M3, E4M3))
    factors(t, FACTORS)
    if not bug or t.warp != 2:
        factors(t, FACTORS + 4)
    share()
    if bug and t.warp == 2:
        tcgen05.store("32x32b", 4, t.own + FACTORS + 4, [Uint32(ONES)] * 4)  # found
        tcgen05.wait_store()
    if t.tidx == 0:
        tcgen05.mma("mxf8f6f4", 1, t.d, t.a, t.b, SCALED, False, **both(t))  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@tile(WAIT, "Factors of the next step are stored over those that a multiply still reads.", also=(RACE,))
@cute.kernel
def factors_overwritten_under_way(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_bytes(x, (E4M3, E4M3))
    factors(t, FACTORS)
    factors(t, FACTORS + 4)
    share()
    if t.tidx == 0:
        tcgen05.mma("mxf8f6f4", 1, t.d, t.a, t.b, SCALED, False, **both(t))  # found
        tcgen05.commit(t.bar)
    if not bug:
        cute.arch.mbarrier_wait(t.bar, 0)
        tcgen05.fence_after_thread_sync()
    tcgen05.store("32x32b", 4, t.own + FACTORS + 4, [Uint32(ONES)] * 4)  # found
    tcgen05.wait_store()
    finish(t, out)


def greatest(x: np.ndarray) -> np.ndarray:
    """The product, its last column the greatest of the row."""
    sums = product(x)
    sums[:, -1] = sums.max(axis=1)
    return sums


@tile(WAIT, "The extreme of a load is used before the load is waited for.", want=greatest)
@cute.kernel
def extreme_before_the_wait(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load_reduced("32x32b", N, t.own, "max.f32")  # found
    if bug:
        out[t.tidx, N - 1] = values[N].bitcast(cutlass.Float32)  # found
        tcgen05.wait_load()
    else:
        tcgen05.wait_load()
        out[t.tidx, N - 1] = values[N].bitcast(cutlass.Float32)
    for j in cutlass.range_constexpr(N - 1):
        out[t.tidx, j] = values[j].bitcast(cutlass.Float32)
    give_back(t.d)


@tile(WAIT, "Inline PTX loads sums and has no `tcgen05.wait::ld` before its registers are used.")
@cute.kernel
def inline_load_not_awaited(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    registers = ", ".join(f"{{$w{j}}}" for j in range(N))
    text = f"tcgen05.ld.sync.aligned.32x32b.x16.b32 {{{registers}}}, [{{$r0}}];"
    values: Any = cute.arch.inline_ptx(text, write_only_types=[Uint32] * N, read_only_args=[t.own])  # found
    if not bug:
        cute.arch.inline_ptx("tcgen05.wait::ld.sync.aligned;")
    for j in cutlass.range_constexpr(N):
        out[t.tidx, j] = values[j].bitcast(cutlass.Float32)  # found
    cute.arch.inline_ptx("tcgen05.wait::ld.sync.aligned;")
    give_back(t.d)


@tile(WAIT, "Inline PTX multiplies, and an ordinary arrival follows where a commit belongs.", also=(RACE,))
@cute.kernel
def inline_arrival_for_a_commit(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        start = (
            "{ .reg .pred p; setp.ne.b32 p, 0, 0; tcgen05.mma.cta_group::1.kind::f16 [{$r0}], {$r1}, {$r2}, {$r3}, p; }"
        )
        cute.arch.inline_ptx(start, read_only_args=[t.d, t.a, t.b, Int32(instruction())])  # found
        if bug:
            cute.arch.mbarrier_arrive(t.bar)
        else:
            tcgen05.commit(t.bar)
        tcgen05.commit(t.bar + 1)
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    give_back(t.d)


@tile(MEMORY, "One block of a pair deallocates, the other one ends with its columns.", cluster=2,
      also=(Bug.DEADLOCK, Bug.PEER))  # fmt: skip
@cute.kernel
def one_block_deallocates_for_the_pair(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_pair(x)
    meet()
    if leads(t):
        tcgen05.mma("f16", 2, t.d, t.a, descriptor(t.sB, 256), instruction(), False)
        tcgen05.commit(t.bar, 3, 2)
    cute.arch.mbarrier_wait(t.bar, 0)
    keep_half(t, out)
    meet()
    if not bug or cute.arch.block_idx()[0] == 0:
        if t.warp == 0:
            tcgen05.dealloc(t.d, COLUMNS, 2)  # found


@tile(Bug.PEER, "The leader's last commit arrives at an mbarrier of a block that may have ended.", cluster=2,
      also=(WAIT,))  # fmt: skip
@cute.kernel
def commit_to_a_block_that_ended(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_pair(x)
    meet()
    if leads(t):
        tcgen05.mma("f16", 2, t.d, t.a, descriptor(t.sB, 256), instruction(), False)
        tcgen05.commit(t.bar, 3, 2)
    cute.arch.mbarrier_wait(t.bar, 0)
    keep_half(t, out)
    give_back_pair(t)
    if leads(t):
        tcgen05.commit(t.bar + 1, 3 if bug else 1, 2)  # found
        cute.arch.mbarrier_wait(t.bar + 1, 0)
