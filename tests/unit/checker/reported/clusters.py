"""Bugs that others reported of clusters, of warp-group multiplies and of swizzles."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import warpgroup
from tests.unit.checker.planted.case import Bug, planted
from tests.unit.checker.planted.swizzles import COLUMNS, ROWS, atom_of, halves, parts, with_tiles
from tests.unit.checker.planted.tma import barriers
from tests.unit.checker.planted.wgmma import F16, K, M, N, fill, fragments, multiplying, operands, product, small

F = cutlass.Float32


def meet() -> None:
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


def row_of(peer: cutlass.Int32, s: cute.Tensor) -> cute.Tensor:
    return cute.make_tensor(cute.arch.map_dsmem_ptr(s.iterator, peer), cute.make_layout(32))


@planted(
    Bug.PEER,
    "facebookexperimental/triton#1105: blocks of a cluster return while others still read their shared memory.",
    shape=(2, 32),
    out=(2,),
    grid=2,
    cluster=2,
    block=32,
    want=lambda x: [x.sum(), x.sum()],
)
@cute.kernel
def returns_while_peers_read(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(F, cute.make_layout(32), 16)
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    s[tidx] = x[rank, tidx]
    meet()
    total = cute.arch.warp_reduction_sum(s[tidx] + row_of(1 - rank, s)[tidx])  # found
    if tidx == 0:
        out[rank] = total
    if cutlass.const_expr(not bug):
        meet()


@planted(
    Bug.PEER,
    "facebookexperimental/triton#2292: a remote store is the first thing that a block does.",
    also=(Bug.SHARED_RACE,),
    shape=(2, 32),
    grid=2,
    cluster=2,
    block=32,
    want=lambda x: x[::-1],
)
@cute.kernel
def remote_store_first(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(F, cute.make_layout(32), 16)
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    if cutlass.const_expr(not bug):
        meet()
    row_of(rank ^ 1, s)[tidx] = x[rank, tidx]  # found
    meet()
    out[rank, tidx] = s[tidx]


@planted(
    Bug.SHARED_RACE,
    "facebookexperimental/triton#1553: the blocks meet before the remote stores and not after them.",
    also=(Bug.PEER,),
    shape=(2, 32),
    grid=2,
    cluster=2,
    block=32,
    want=lambda x: x[::-1],
)
@cute.kernel
def met_before_and_not_after(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(F, cute.make_layout(32), 16)
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    meet()
    row_of(1 - rank, s)[tidx] = x[rank, tidx]  # found
    if cutlass.const_expr(bug):
        cute.arch.sync_threads()
    else:
        meet()
    out[rank, tidx] = s[tidx]  # found
    meet()


@planted(
    Bug.SHARED_RACE,
    "facebookexperimental/triton#2292: the arrival after the remote stores is relaxed and orders none of them.",
    also=(Bug.PEER,),
    shape=(2, 32),
    grid=2,
    cluster=2,
    block=32,
    want=lambda x: x[::-1],
)
@cute.kernel
def relaxed_after_remote_stores(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(F, cute.make_layout(32), 16)
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    meet()
    row_of(1 - rank, s)[tidx] = x[rank, tidx]  # found
    if cutlass.const_expr(bug):
        cute.arch.cluster_arrive_relaxed()
    else:
        cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    out[rank, tidx] = s[tidx]  # found
    meet()


@planted(
    Bug.SHARED_RACE,
    "inclusionAI/humming#53: the sender waits for its own consumer only, and writes over a row that the other reads.",
    shape=(4, 32),
    out=(8, 32),
    grid=2,
    cluster=2,
    want=lambda x: np.vstack([x, x]),
)
@cute.kernel
def only_the_own_consumer_gives_back(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(F, cute.make_layout(32), 16)
    full, empty = barriers(1, 32), barriers(1, 32 if bug else 64)
    rank = cute.arch.block_idx_in_cluster()
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    meet()
    for row in range(4):
        if warp == 0:
            if rank == 0:
                cute.arch.mbarrier_wait(empty, (row + 1) % 2)
                for peer in cutlass.range_constexpr(2):
                    row_of(cutlass.Int32(peer), s)[lane] = x[row, lane]  # found
                    cute.arch.mbarrier_arrive(full, peer)
        else:
            cute.arch.mbarrier_wait(full, row % 2)
            out[4 * rank + row, lane] = s[lane]  # found
            if cutlass.const_expr(bug):
                cute.arch.mbarrier_arrive(empty)
            else:
                cute.arch.mbarrier_arrive(empty, 0)
    meet()


@planted(
    Bug.WGMMA_WAIT,
    "triton-lang/triton#3106: an operand with one buffer is filled again before the multiply that reads it has ended.",
    x=small,
    out=(64, 8),
    dtype=np.float32,
    block=128,
    want=lambda x: 2 * product(x),
    host=multiplying,
)
@cute.kernel
def operand_with_one_buffer(x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr):
    sA, sB = operands(layouts)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    tidx, _, _ = cute.arch.thread_idx()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    tiled_mma.set(warpgroup.Field.ACCUMULATE, True)
    for turn in cutlass.range_constexpr(2):
        warpgroup.fence()
        cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
        warpgroup.commit_group()
        if cutlass.const_expr(turn == 0):
            if cutlass.const_expr(not bug):
                warpgroup.wait_group(0)
            cute.arch.sync_threads()
            sB[tidx // K, tidx % K] = x[M + tidx // K, tidx % K]  # found
            cute.arch.fence_proxy("async.shared", space="cta")
            cute.arch.sync_threads()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)


@planted(
    Bug.WGMMA_WAIT,
    "triton-lang/triton#2478: the last wait of the loop leaves one multiply under way, and the epilogue goes on.",
    x=small,
    out=(64, 8),
    dtype=np.float32,
    block=128,
    want=lambda x: 3 * product(x),
    host=multiplying,
)
@cute.kernel
def epilogue_without_the_last_wait(
    x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr
):
    sA, sB = operands(layouts)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    tiled_mma.set(warpgroup.Field.ACCUMULATE, True)
    warpgroup.fence()
    for _ in cutlass.range_constexpr(3):
        cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
        warpgroup.commit_group()
        warpgroup.wait_group(1)
    if cutlass.const_expr(not bug):
        warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)  # found
    warpgroup.wait_group(0)


@planted(
    Bug.PROXY_FENCE,
    "triton-lang/triton#7278: registers are written to an operand's shared memory, and the multiply reads unfenced.",
    x=small,
    out=(64, 8),
    dtype=np.float32,
    block=128,
    want=product,
    host=multiplying,
)
@cute.kernel
def operand_written_unfenced(x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr):
    sA, sB = operands(layouts)
    tidx, _, _ = cute.arch.thread_idx()
    for i in range(tidx, M * K, 128):
        sA[i // K, i % K] = x[i // K, i % K]  # found
    for i in range(tidx, N * K, 128):
        sB[i // K, i % K] = x[M + i // K, i % K]  # found
    if cutlass.const_expr(not bug):
        cute.arch.fence_view_async_shared()
    cute.arch.sync_threads()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)


@planted(
    Bug.SWIZZLE,
    "KnowingNothing/MatmulTutorial#14: the swizzle was turned off for the tile's layout, not for what reads it.",
    x=small,
    out=(64, 8),
    dtype=np.float32,
    block=128,
    want=product,
    host=multiplying,
)
@cute.kernel
def swizzle_turned_off_on_one_side(
    x: cute.Tensor, out: cute.Tensor, tiled_mma: Any, layouts: Any, bug: cutlass.Constexpr
):
    sA, sB = operands(layouts)
    plain = sB
    if cutlass.const_expr(bug):
        plain = cute.make_tensor(cute.recast_ptr(sB.iterator, dtype=F16), layouts[1].outer)
    tidx, _, _ = cute.arch.thread_idx()
    for i in range(tidx, M * K, 128):
        sA[i // K, i % K] = x[i // K, i % K]
    plain[tidx // K, tidx % K] = x[M + tidx // K, tidx % K]  # found
    cute.arch.fence_view_async_shared()
    cute.arch.sync_threads()
    tCrA, tCrB, acc, tCgC = fragments(tiled_mma, sA, sB, out)
    acc.fill(0.0)
    warpgroup.fence()
    cute.gemm(tiled_mma, acc, tCrA, tCrB, acc)  # found
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tCgC)


@planted(
    Bug.SWIZZLE,
    "tile-ai/tilelang#224: one warp's layout has the swizzle of 64 bytes, the other's that of 32.",
    x=halves,
    dtype=np.float16,
    want=lambda x: x,
    host=with_tiles,
)
@cute.kernel
def two_warps_with_two_swizzles(
    load: Any, source: Any, store: Any, target: Any, x: cute.Tensor, out: cute.Tensor, layout: Any, bug: Any
):
    tidx, _, _ = cute.arch.thread_idx()
    s = utils.SmemAllocator().allocate_tensor(F16, layout.outer, 1024, swizzle=layout.inner)
    other = atom_of(1).inner if cutlass.const_expr(bug) else layout.inner
    seen = cute.make_tensor(cute.recast_ptr(s.iterator, other, dtype=F16), layout.outer)
    if tidx < 32:
        for i in range(tidx, ROWS * COLUMNS, 32):
            s[i // COLUMNS, i % COLUMNS] = x[i // COLUMNS, i % COLUMNS]  # found
    cute.arch.sync_threads()
    if tidx >= 32:
        for i in range(tidx - 32, ROWS * COLUMNS, 32):
            out[i // COLUMNS, i % COLUMNS] = seen[i // COLUMNS, i % COLUMNS]  # found


@planted(
    Bug.SWIZZLE,
    "triton-lang/triton#8378: a tile is written with a swizzle and read back by threads with none.",
    x=halves,
    dtype=np.float16,
    want=lambda x: x,
    host=with_tiles,
)
@cute.kernel
def read_back_without_the_swizzle(
    load: Any, source: Any, store: Any, target: Any, x: cute.Tensor, out: cute.Tensor, layout: Any, bug: Any
):
    tidx, _, _ = cute.arch.thread_idx()
    s = utils.SmemAllocator().allocate_tensor(F16, layout.outer, 1024, swizzle=layout.inner)
    seen = s
    if cutlass.const_expr(bug):
        seen = cute.make_tensor(cute.recast_ptr(s.iterator, dtype=F16), layout.outer)
    for i in range(tidx, ROWS * COLUMNS, 64):
        s[i // COLUMNS, i % COLUMNS] = x[i // COLUMNS, i % COLUMNS]  # found
    cute.arch.sync_threads()
    for i in range(tidx, ROWS * COLUMNS, 64):
        row, column = (i + 64) // COLUMNS % ROWS, i % COLUMNS
        out[row, column] = seen[row, column]  # found


@planted(
    Bug.MISALIGNED,
    "tile-ai/tilelang#2379: a swizzled tile begins at a multiple of 128 bytes that is none of its swizzle.",
    also=(Bug.SWIZZLE,),
    x=halves,
    dtype=np.float16,
    want=lambda x: x,
    host=with_tiles,
)
@cute.kernel
def swizzled_tile_at_128_bytes(
    load: Any, source: Any, store: Any, target: Any, x: cute.Tensor, out: cute.Tensor, layout: Any, bug: Any
):
    tidx, _, _ = cute.arch.thread_idx()
    full = barriers(1)
    flat = utils.SmemAllocator().allocate_tensor(F16, cute.make_layout(2048), 1024)
    base = flat.iterator + (64 if cutlass.const_expr(bug) else 512)
    tile = cute.make_tensor(cute.recast_ptr(base, layout.inner, dtype=F16), layout.outer)
    s = cute.make_tensor(base, cute.make_composed_layout(cute.make_swizzle(2, 3, 3), 0, layout.outer))
    to, of = parts(load, tile, source)
    if tidx < 32:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(full, ROWS * COLUMNS * 2)
        cute.copy(load, of, to, tma_bar_ptr=full)  # found
    cute.arch.mbarrier_wait(full, 0)
    for i in range(tidx, ROWS * COLUMNS, 64):
        out[i // COLUMNS, i % COLUMNS] = s[i // COLUMNS, i % COLUMNS]  # found
