"""Two blocks that multiply together, and commits to several blocks: peers that end, masks that name other blocks.

A pair multiplies 128 rows: block 0 has the first 64 rows of A and of D, block 1 the others; each has half of B's rows.
Source: PTX ISA, "CTA Pair", "tcgen05.commit".
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.lang.blackwell import tcgen05
from tests.unit.checker.planted.case import Bug, helper
from tests.unit.checker.planted.tcgen05.tile import (
    COLUMNS,
    K,
    M,
    N,
    Tile,
    descriptor,
    instruction,
    ready,
    rooms,
    take,
    tile,
)

HALF_M, HALF_N = M // 2, N // 2


@helper
@cute.jit
def fill_half(x: cute.Tensor, sA: cute.Tensor, sB: cute.Tensor) -> None:
    """A block's rows of A and B."""
    tidx, _, _ = cute.arch.thread_idx()
    rank, _, _ = cute.arch.block_idx()
    if tidx < HALF_M:
        for k in range(K):
            sA[tidx, k] = x[rank * HALF_M + tidx, k]  # found
            if tidx < HALF_N:
                sB[tidx, k] = x[M + rank * HALF_N + tidx, k]  # found


def meet() -> None:
    """The cluster meets."""
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


def begin_pair(x: Any) -> Tile:
    """Everything before the first multiply, but the meeting of the cluster."""
    sA, sB, word, bar = rooms()
    take(word, bar, 2)
    fill_half(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    return ready(sA, sB, word, bar)


@cute.jit
def keep_half(t: Any, out: cute.Tensor) -> None:
    """A block stores its rows: lanes from 64 on have the second half of the columns."""
    rank, _, _ = cute.arch.block_idx()
    values = tcgen05.load("32x32b", HALF_N, t.own)
    tcgen05.wait_load()
    for j in cutlass.range_constexpr(HALF_N):
        out[rank * HALF_M + t.tidx % HALF_M, t.tidx // HALF_M * HALF_N + j] = values[j].bitcast(cutlass.Float32)


@helper
@cute.jit
def give_back_pair(t: Any) -> None:
    """Both blocks meet, and deallocate."""
    cute.arch.cluster_arrive()  # found
    cute.arch.cluster_wait()  # found
    if t.warp == 0:
        tcgen05.dealloc(t.d, COLUMNS, 2)


def leads(t: Any) -> Any:
    """Whether a thread is the one that multiplies."""
    return (t.tidx == 0) & (cute.arch.block_idx()[0] == 0)


@tile(Bug.PEER, "Block 1 does not wait for the pair's multiply: it may have ended while the tensor core reads its B.",
      cluster=2, also=(Bug.TCGEN05_WAIT, Bug.TENSOR_RACE))  # fmt: skip
@cute.kernel
def peer_that_leaves(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_pair(x)
    meet()
    if leads(t):
        tcgen05.mma("f16", 2, t.d, t.a, descriptor(t.sB, 256), instruction(), False)  # found
        tcgen05.commit(t.bar, 1 if bug else 3, 2)  # found
    if bug:
        if cute.arch.block_idx()[0] == 0:
            cute.arch.mbarrier_wait(t.bar, 0)
        if t.warp == 0:
            tcgen05.dealloc(t.d, COLUMNS, 2)  # found
    else:
        cute.arch.mbarrier_wait(t.bar, 0)
        keep_half(t, out)
        give_back_pair(t)


@tile(Bug.DEADLOCK, "The commit's mask names the leader alone: the other block waits for ever.", cluster=2)
@cute.kernel
def mask_without_the_peer(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_pair(x)
    meet()
    if leads(t):
        tcgen05.mma("f16", 2, t.d, t.a, descriptor(t.sB, 256), instruction(), False)
        tcgen05.commit(t.bar, 1 if bug else 3, 2)
    cute.arch.mbarrier_wait(t.bar, 0)  # found
    keep_half(t, out)
    give_back_pair(t)


@tile(Bug.DEADLOCK, "The commit's mask is the rank of the peer, and not its bit: 1 is the leader itself.", cluster=2)
@cute.kernel
def mask_that_is_a_rank(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_pair(x)
    meet()
    if leads(t):
        tcgen05.mma("f16", 2, t.d, t.a, descriptor(t.sB, 256), instruction(), False)
        tcgen05.commit(t.bar, None, 2)
        tcgen05.commit(t.bar + 1, 1 if bug else 2, 2)
    cute.arch.mbarrier_wait(t.bar + cute.arch.block_idx()[0], 0)  # found
    keep_half(t, out)
    give_back_pair(t)


@tile(Bug.SHARED_RACE, "The leader multiplies before the peer's operands are known to be there.", cluster=2,
      also=(Bug.PEER, Bug.UNINITIALISED, Bug.PROXY_FENCE, Bug.TCGEN05_WAIT))  # fmt: skip
@cute.kernel
def multiplied_before_the_peer_is_ready(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_pair(x)
    meet()
    if cute.arch.block_idx()[0] == 1:
        t.sA[t.tidx % HALF_M, 0 + t.tidx // HALF_M] = x[HALF_M + t.tidx % HALF_M, 0 + t.tidx // HALF_M]  # found
        cute.arch.fence_proxy("async.shared", space="cta")
    if not bug:
        meet()
    if leads(t):
        tcgen05.mma("f16", 2, t.d, t.a, descriptor(t.sB, 256), instruction(), False)  # found
        tcgen05.commit(t.bar, 3, 2)
    cute.arch.mbarrier_wait(t.bar, 0)
    keep_half(t, out)
    give_back_pair(t)


@tile(Bug.TCGEN05_WAIT, "The peer loads its sums when the leader arrives at its mbarrier, which no commit does.",
      cluster=2)  # fmt: skip
@cute.kernel
def arrival_of_the_leader_for_a_commit(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin_pair(x)
    meet()
    if leads(t):
        tcgen05.mma("f16", 2, t.d, t.a, descriptor(t.sB, 256), instruction(), False)  # found
        tcgen05.commit(t.bar, 3, 2)
    if bug:
        meet()
    else:
        cute.arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", HALF_N, t.own)  # found
    tcgen05.wait_load()
    for j in cutlass.range_constexpr(HALF_N):
        rank, _, _ = cute.arch.block_idx()
        out[rank * HALF_M + t.tidx % HALF_M, t.tidx // HALF_M * HALF_N + j] = values[j].bitcast(cutlass.Float32)
    cute.arch.mbarrier_wait(t.bar, 0)
    give_back_pair(t)
