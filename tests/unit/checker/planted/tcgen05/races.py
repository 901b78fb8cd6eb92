"""Two warps, or a warp and the tensor core, use the same words of tensor memory in no order; operands in shared memory
without a proxy fence."""

from __future__ import annotations

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.lang.blackwell import tcgen05
from tests.unit.checker.planted.case import Bug
from tests.unit.checker.planted.tcgen05.tile import (
    A_COLUMN,
    N,
    begin,
    fill,
    give_back,
    halves,
    instruction,
    keep,
    product,
    ready,
    rooms,
    take,
    tile,
)

RACE, PROXY = Bug.TENSOR_RACE, Bug.PROXY_FENCE
_ONE = 0x3F800000


@tile(RACE, "Warps 0 and 4 reach the same lanes: the one stores what the other loads, and they do not meet.", block=160,
      want=lambda x: product(x) * 0 + 1)  # fmt: skip
@cute.kernel
def warps_of_one_quarter(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.warp < 4:
        tcgen05.store("32x32b", N, t.own, [cutlass.Uint32(0)] * N)
        tcgen05.wait_store()
    cute.arch.sync_threads()
    if t.warp == 4:
        tcgen05.store("32x32b", N, t.own, [cutlass.Uint32(_ONE)] * N)  # found
        tcgen05.wait_store()
    if not bug:
        cute.arch.sync_threads()
    if t.warp == 0:
        values = tcgen05.load("32x32b", N, t.own)  # found
        tcgen05.wait_load()
        keep(out, values)
    if (t.warp > 0) & (t.warp < 4):
        for j in cutlass.range_constexpr(N):
            out[t.tidx, j] = 1.0
    give_back(t.d)


@tile(RACE, "The sums are set to 1 by all warps, and one thread multiplies without meeting the others.",
      want=lambda x: product(x) + 1)  # fmt: skip
@cute.kernel
def multiply_without_a_barrier(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    tcgen05.store("32x32b", N, t.own, [cutlass.Uint32(_ONE)] * N)  # found
    tcgen05.wait_store()
    if not bug:
        cute.arch.sync_threads()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), True)  # found
        tcgen05.commit(t.bar)
    cute.arch.sync_threads()
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(RACE, "The next tile's multiply starts when one warp has loaded its sums, not when all have.")
@cute.kernel
def next_tile_without_a_barrier(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)  # found
    tcgen05.wait_load()
    if not bug:
        cute.arch.sync_threads()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar + 1)
    keep(out, values)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    give_back(t.d)


@tile(RACE, "Two warps multiply into the same columns, and neither waits for the other.", 2)
@cute.kernel
def two_warps_multiply(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    if not bug:
        cute.arch.mbarrier_wait(t.bar, 0)
    if t.tidx == 32:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), True)  # found
        tcgen05.commit(t.bar + 1)
    cute.arch.mbarrier_wait(t.bar, 0)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(RACE, "Warp 0 deallocates when it has its own sums; the other warps may still load theirs.")
@cute.kernel
def deallocated_without_a_barrier(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    if t.warp > 0:
        values = tcgen05.load("32x32b", N, t.own)  # found
        tcgen05.wait_load()
        keep(out, values)
    if t.warp == 0:
        values = tcgen05.load("32x32b", N, t.own)
        tcgen05.wait_load()
        keep(out, values)
    if not bug:
        cute.arch.sync_threads()
    if t.warp == 0:
        tcgen05.dealloc(t.d, 64)  # found


@tile(RACE, "Softmax's role: four warps store A, and an mbarrier that counts one of them lets the multiply go on.")
@cute.kernel
def one_warp_of_four_arrives(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        cute.arch.mbarrier_init(t.bar + 1, 1 if bug else 4)
    cute.arch.sync_threads()
    tcgen05.store("32x32b", 8, t.own + A_COLUMN, halves(x, t.tidx))  # found
    tcgen05.wait_store()
    if (t.tidx % 32 == 0) & (t.warp == 0 if bug else True):
        cute.arch.mbarrier_arrive(t.bar + 1)
    if t.tidx == 0:
        cute.arch.mbarrier_wait(t.bar + 1, 0)
        tcgen05.mma("f16", 1, t.d, t.d + A_COLUMN, t.b, instruction(), False, a_in_tmem=True)  # found
        tcgen05.commit(t.bar)
    cute.arch.sync_threads()
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


# -- operands by threads ----------------------------------------------------------------------------------------------
@tile(PROXY, "Threads write the operands and meet; the tensor core reads them by another proxy, without a fence.")
@cute.kernel
def operands_of_threads_without_a_fence(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    sA, sB, word, bar = rooms()
    take(word, bar)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    sA[cute.arch.thread_idx()[0], 3] = x[cute.arch.thread_idx()[0], 3]  # found
    if not bug:
        cute.arch.fence_proxy("async.shared", space="cta")
    t = ready(sA, sB, word, bar)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(PROXY, "Only the warp that multiplies makes the fence, before the barrier: it covers its own rows.")
@cute.kernel
def fence_of_the_multiplying_warp(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    sA, sB, word, bar = rooms()
    take(word, bar)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    sA[cute.arch.thread_idx()[0], 3] = x[cute.arch.thread_idx()[0], 3]  # found
    if (cute.arch.warp_idx() == 0) | (not bug):
        cute.arch.fence_proxy("async.shared", space="cta")
    t = ready(sA, sB, word, bar)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)  # found
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@tile(PROXY, "What `tcgen05.cp` copies to tensor memory was written by threads, without a proxy fence.")
@cute.kernel
def copied_without_a_fence(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    sA, sB, word, bar = rooms()
    take(word, bar)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    sA[cute.arch.thread_idx()[0], 3] = x[cute.arch.thread_idx()[0], 3]  # found
    if not bug:
        cute.arch.fence_proxy("async.shared", space="cta")
    t = ready(sA, sB, word, bar)
    if t.tidx == 0:
        tcgen05.copy("128x256b", t.d + A_COLUMN, t.a)  # found
        tcgen05.mma("f16", 1, t.d, t.d + A_COLUMN, t.b, instruction(), False, a_in_tmem=True)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)
