"""Collector buffers that do not hold what a multiply takes from them. Source: PTX ISA, "tcgen05.mma"."""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.lang.blackwell import tcgen05
from tests.unit.checker.planted.case import Bug
from tests.unit.checker.planted.tcgen05.tile import (
    F16,
    LAYOUTS,
    SECOND,
    STRIDE,
    K,
    M,
    N,
    begin,
    descriptor,
    give_back,
    instruction,
    keep,
    tile,
)

MEMORY = Bug.TENSOR_MEMORY


@cute.jit
def finish(t: Any, out: Any) -> None:
    """Waits for the multiplies and stores the sums."""
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(MEMORY, "A multiply into other sums, which names no use of the buffer, empties it between a fill and a use.", 2)
@cute.kernel
def buffer_emptied_between(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False, collector="a::fill")
        other = None if bug else "a::use"
        tcgen05.mma("f16", 1, t.d + SECOND, t.a, t.b, instruction(), False, collector=other)
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), True, collector="a::lastuse")  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@tile(MEMORY, "The last use comes one multiply early: the buffer is empty for the one after it.", 3)
@cute.kernel
def last_use_too_early(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        uses = ("a::fill", "a::lastuse", "a::use") if bug else ("a::fill", "a::use", "a::lastuse")
        for turn in cutlass.range_constexpr(3):
            tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), turn > 0, collector=uses[turn])  # found
        tcgen05.commit(t.bar)
    finish(t, out)


@tile(MEMORY, "The buffer was filled with the first tile of A and is used for the second one, of the same numbers.", 2)
@cute.kernel
def buffer_of_another_tile(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    copy = utils.SmemAllocator().allocate_tensor(F16, LAYOUTS[0], 1024)
    for k in cutlass.range_constexpr(K):
        copy[t.tidx, k] = t.sA[t.tidx, k]
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if t.tidx == 0:
        second = descriptor(copy, STRIDE * M // 8)
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False, collector="a::fill")
        tcgen05.mma("f16", 1, t.d, second if bug else t.a, t.b, instruction(), True, collector="a::use")  # found
        tcgen05.commit(t.bar)
    finish(t, out)
