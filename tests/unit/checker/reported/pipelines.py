"""Bugs that others reported of bulk copies, their mbarriers, groups and fences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync
from tests.unit.checker.planted.case import Bug, planted
from tests.unit.checker.planted.copy_waits import copy_row, rows
from tests.unit.checker.planted.tma import ROWS, TILE_BYTES, barriers, loading, partitioned, stages, storing

F = cutlass.Float32


def same(x: np.ndarray) -> np.ndarray:
    return x


def both(kernel: Any, block: int = 64) -> Callable[[Any, Any, bool], None]:
    """The host function of a kernel (load, source, store, target, x, out, bug)."""

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        layout = cute.make_layout((ROWS, 32), stride=(32, 1))
        load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, layout, (ROWS, 32))
        tiles = cute.make_tensor(out.iterator, cute.make_layout(x.shape, stride=(32, 1)))
        store, target = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), tiles, layout, (ROWS, 32))
        kernel(load, source, store, target, x, out, bug).launch(grid=[1, 1, 1], block=[block, 1, 1])

    return host


def two_blocks(kernel: Any, block: int = 64) -> Callable[[Any, Any, bool], None]:
    """The host function of a kernel (x, store, target, out, bug) of two blocks, which store tiles to `out`."""

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        layout = cute.make_layout((ROWS, 32), stride=(32, 1))
        tile = cute.make_tensor(out.iterator, layout)
        store, target = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), tile, layout, (ROWS, 32))
        kernel(x, store, target, out, bug).launch(grid=[2, 1, 1], block=[block, 1, 1])

    return host


@planted(
    Bug.TMA_WAIT,
    "facebookexperimental/CUTracer#106, pattern 1: the wait for A was moved behind the multiply.",
    shape=(2 * ROWS, 32),
    out=(ROWS, 32),
    want=lambda x: x[:ROWS] * x[ROWS:],
    host=loading,
)
@cute.kernel
def wait_for_a_comes_late(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bars = stages(2), barriers(2)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        for tile in cutlass.range_constexpr(2):
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(bars + tile, TILE_BYTES)
            cute.copy(load, of[None, tile], to[None, tile], tma_bar_ptr=bars + tile)  # found
    cute.arch.mbarrier_wait(bars + 1, 0)
    if cutlass.const_expr(not bug):
        cute.arch.mbarrier_wait(bars, 0)
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0] * s[row, lane, 1]  # found
    if cutlass.const_expr(bug):
        cute.arch.mbarrier_wait(bars, 0)


@planted(
    Bug.TMA_WAIT,
    "facebookexperimental/CUTracer#106, pattern 2: nothing waits for B, but a loop that takes long enough.",
    also=(Bug.LEAK,),
    shape=(2 * ROWS, 32),
    out=(ROWS, 32),
    want=lambda x: x[:ROWS] * x[ROWS:],
    host=loading,
)
@cute.kernel
def nothing_waits_for_b(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bars = stages(2), barriers(2)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        for tile in cutlass.range_constexpr(2):
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(bars + tile, TILE_BYTES)
            cute.copy(load, of[None, tile], to[None, tile], tma_bar_ptr=bars + tile)  # found
    cute.arch.mbarrier_wait(bars, 0)
    spin = F(1.0)
    for _ in range(64):
        spin = spin * 1.0
    if cutlass.const_expr(not bug):
        cute.arch.mbarrier_wait(bars + 1, 0)
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0] * s[row, lane, 1] * spin  # found


@planted(
    Bug.TMA_WAIT,
    "deepseek-ai/DeepEP#657: a copy through two stages reloads a stage when one store may be under way: its own.",
    also=(Bug.LEAK,),
    shape=(4 * ROWS, 32),
    want=same,
    host=both,
    block=32,
)
@cute.kernel
def stage_reloaded_under_its_store(
    load: Any, source: Any, store: Any, target: Any, x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr
):
    s, bars = stages(2), barriers(2)
    to, of = partitioned(load, s, source)
    out_of, out_to = partitioned(store, s, target)
    for tile in cutlass.range_constexpr(2):
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bars + tile, TILE_BYTES)
        cute.copy(load, of[None, tile], to[None, tile], tma_bar_ptr=bars + tile)
    for tile in cutlass.range_constexpr(4):
        stage = tile % 2
        cute.arch.mbarrier_wait(bars + stage, tile // 2)
        cute.copy(store, out_of[None, stage], out_to[None, tile])  # found
        cute.arch.cp_async_bulk_commit_group()
        if tile + 2 < 4:
            cute.arch.cp_async_bulk_wait_group(1 if bug else 0, read=True)
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(bars + stage, TILE_BYTES)
            cute.copy(load, of[None, tile + 2], to[None, stage], tma_bar_ptr=bars + stage)  # found
    cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.PROXY_FENCE,
    "MoonshotAI/FlashKDA#24: the state is converted into shared memory and stored in bulk after `sync_threads` only.",
    dtype=np.float32,
    shape=(ROWS, 32),
    want=lambda x: x * 0.5,
    host=storing,
)
@cute.kernel
def state_stored_without_a_fence(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for row in range(warp, ROWS, 2):
        s[row, lane, 0] = x[row, lane] * 0.5  # found
    if cutlass.const_expr(not bug):
        cute.arch.fence_view_async_shared()
    cute.arch.sync_threads()
    if warp == 0:
        cute.copy(store, of[None, 0], to[None, 0])  # found
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0, read=True)


@planted(
    Bug.PROXY_FENCE,
    "MoonshotAI/FlashKDA#24: an empty sequence: the loop whose steps fence never runs, and the zeros are stored.",
    x=lambda: np.zeros((ROWS, 32), np.float32),
    want=lambda x: x,
    host=storing,
)
@cute.kernel
def empty_sequence_never_fences(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for row in range(warp, ROWS, 2):
        s[row, lane, 0] = 0.0  # found
    if cutlass.const_expr(not bug):
        cute.arch.fence_view_async_shared()
    steps = x[0, 0].to(cutlass.Int32)
    for _ in range(steps):
        for row in range(warp, ROWS, 2):
            s[row, lane, 0] = s[row, lane, 0] + x[row, lane]
        cute.arch.fence_view_async_shared()
    cute.arch.sync_threads()
    if warp == 0:
        cute.copy(store, of[None, 0], to[None, 0])  # found
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0, read=True)


@planted(
    Bug.PROXY_FENCE,
    "MoonshotAI/FlashKDA#24: an mbarrier is initialised and used by a bulk load without `mbarrier_init_fence`.",
    shape=(ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def mbarrier_without_its_fence(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    bar = utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar, 1)  # found
        if cutlass.const_expr(not bug):
            cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, TILE_BYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar)  # found
    cute.arch.mbarrier_wait(bar, 0)
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0]


@planted(
    Bug.PROXY_FENCE,
    "inclusionAI/cuLA#114: the warp that stores fences, the warps that wrote do not.",
    shape=(ROWS, 32),
    want=lambda x: x + 1,
    host=storing,
)
@cute.kernel
def the_storing_warp_fences(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for row in range(warp, ROWS, 2):
        s[row, lane, 0] = x[row, lane] + 1.0  # found
    if warp == 0 or not bug:
        cute.arch.fence_view_async_shared()
    cute.arch.sync_threads()
    if warp == 0:
        cute.copy(store, of[None, 0], to[None, 0])  # found
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0, read=True)


@planted(
    Bug.TMA_WAIT,
    "triton-lang/triton#10415: a bulk store, a wait for its reads, then a flag is released for its writes.",
    also=(Bug.GLOBAL_RACE,),
    shape=(ROWS, 32),
    out=(2 * ROWS + 1, 32),
    fill=0,
    want=lambda x: np.vstack([x, x, np.eye(1, 32)]),
    host=two_blocks,
)
@cute.kernel
def flag_after_a_wait_for_reads(x: cute.Tensor, store: Any, target: Any, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    bidx, _, _ = cute.arch.block_idx()
    flag = out.iterator + 2 * ROWS * 32
    if bidx == 0:
        for row in range(warp, ROWS, 2):
            s[row, lane, 0] = x[row, lane]
        cute.arch.fence_view_async_shared()
        cute.arch.sync_threads()
        if warp == 0:
            cute.copy(store, of[None, 0], to[None, 0])  # found
            cute.arch.cp_async_bulk_commit_group()
            cute.arch.cp_async_bulk_wait_group(0, read=bug)
            cute.arch.fence_proxy("async")
            with cute.arch.elect_one():
                cute.arch.store(flag, F(1.0), sem="release", scope="gpu")
    else:
        if cute.arch.thread_idx()[0] == 0:
            seen = cute.arch.load(flag, sem="acquire", scope="gpu")
            while seen == 0.0:
                seen = cute.arch.load(flag, sem="acquire", scope="gpu")
        cute.arch.sync_threads()
        for row in range(warp, ROWS, 2):
            out[ROWS + row, lane] = out[row, lane]  # found


@planted(
    Bug.TMA_WAIT,
    "HazyResearch/ThunderKittens#194: a block reads what it stored in bulk after `store_async_read_wait`.",
    also=(Bug.GLOBAL_RACE,),
    shape=(ROWS, 32),
    out=(2 * ROWS, 32),
    want=lambda x: np.vstack([x, x[::-1]]),
    host=both,
)
@cute.kernel
def read_back_after_a_wait_for_reads(
    load: Any, source: Any, store: Any, target: Any, x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr
):
    s = stages(1)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for row in range(warp, ROWS, 2):
        s[row, lane, 0] = x[row, lane]
    cute.arch.fence_view_async_shared()
    cute.arch.sync_threads()
    if warp == 0:
        cute.copy(store, of[None, 0], to[None, 0])  # found
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0, read=bug)
    cute.arch.sync_threads()
    for row in range(warp, ROWS, 2):
        out[ROWS + row, lane] = out[ROWS - 1 - row, lane]  # found


@planted(
    Bug.DEADLOCK,
    "tile-ai/tilelang#1910: the producer's first wait for an empty stage has the consumer's parity.",
    also=(Bug.TMA_WAIT, Bug.SHARED_RACE),
    shape=(2 * ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def parity_of_the_consumer(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, full, empty = stages(1), barriers(1), barriers(1, 32)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for tile in range(2):
        if warp == 0:
            cute.arch.mbarrier_wait(empty, tile % 2 if bug else (tile + 1) % 2)  # found
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(full, TILE_BYTES)
            cute.copy(load, of[None, tile], to[None, 0], tma_bar_ptr=full)
        else:
            cute.arch.mbarrier_wait(full, tile % 2)  # found
            for row in range(ROWS):
                out[tile * ROWS + row, lane] = s[row, lane, 0]
            cute.arch.mbarrier_arrive(empty)


@planted(
    Bug.OVERFULL,
    "deepseek-ai/DeepEP#293: the full barrier counts one arrival, and all lanes of the warp arrive and expect bytes.",
    also=(Bug.BYTES, Bug.TMA_WAIT, Bug.DEADLOCK),
    shape=(ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def all_lanes_expect_the_bytes(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bar = stages(1), barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        if cutlass.const_expr(bug):
            cute.arch.mbarrier_arrive_and_expect_tx(bar, TILE_BYTES)  # found
        else:
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(bar, TILE_BYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar)  # found
    cute.arch.mbarrier_wait(bar, 0)  # found
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0]  # found


@planted(
    Bug.BYTES,
    "flashinfer-ai/flashinfer-bench#183: the barrier expects the bytes of A where A and B come to it.",
    also=(Bug.TMA_WAIT,),
    shape=(2 * ROWS, 32),
    out=(ROWS, 32),
    want=lambda x: x[:ROWS] + x[ROWS:],
    host=loading,
)
@cute.kernel
def bytes_of_a_only(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bar = stages(2), barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, TILE_BYTES if bug else 2 * TILE_BYTES)  # found
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar)  # found
        cute.copy(load, of[None, 1], to[None, 1], tma_bar_ptr=bar)  # found
    cute.arch.mbarrier_wait(bar, 0)  # found
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0] + s[row, lane, 1]  # found


@planted(
    Bug.SHARED_RACE,
    "triton-lang/triton#10035: one warp gives the stage back while another still waits, and misses the phase.",
    also=(Bug.DEADLOCK, Bug.TMA_WAIT),
    shape=(3, 32),
    out=(6, 32),
    block=96,
    want=lambda x: np.vstack([x, x]),
)
@cute.kernel
def the_leader_gives_back(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(F, cute.make_layout(32), 16)
    full, empty = barriers(1, 32), barriers(1)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for row in range(3):
        if warp == 0:
            cute.arch.mbarrier_wait(empty, (row + 1) % 2)
            s[lane] = x[row, lane]  # found
            cute.arch.mbarrier_arrive(full)
        else:
            cute.arch.mbarrier_wait(full, row % 2)  # found
            out[3 * (warp - 1) + row, lane] = s[lane]  # found
            if cutlass.const_expr(not bug):
                cute.arch.barrier(barrier_id=1, number_of_threads=64)
            else:
                cute.arch.sync_warp()
            if warp == 1 and lane == 0:
                cute.arch.mbarrier_arrive(empty)


@planted(
    Bug.LEAK,
    "NVIDIA/cutlass#2002: a bulk store 'completes by itself', so the kernel ends without a wait for it.",
    shape=(ROWS, 32),
    want=same,
    host=storing,
)
@cute.kernel
def store_completes_by_itself(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for row in range(warp, ROWS, 2):
        s[row, lane, 0] = x[row, lane]
    cute.arch.fence_view_async_shared()
    cute.arch.sync_threads()
    if warp == 0:
        cute.copy(store, of[None, 0], to[None, 0])  # found
        cute.arch.cp_async_bulk_commit_group()  # found
        if cutlass.const_expr(not bug):
            cute.arch.cp_async_bulk_wait_group(0, read=True)


@planted(
    Bug.COPY_WAIT,
    "tile-ai/tilelang#96: three stages wait until two groups are under way, where one may be.",
    shape=(6, 64),
    out=(64,),
    want=lambda x: x[:, ::-1].sum(0),
)
@cute.kernel
def three_stages_wait_for_too_little(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = rows(3)
    tidx, _, _ = cute.arch.thread_idx()
    for row in cutlass.range_constexpr(2):
        copy_row(x[row, None], s[row, None], tidx)
        cute.arch.cp_async_commit_group()
    total = F(0.0)
    for row in cutlass.range_constexpr(6):
        cute.arch.cp_async_wait_group(2 if bug else 1)
        cute.arch.sync_threads()
        if row + 2 < 6:
            copy_row(x[row + 2, None], s[(row + 2) % 3, None], tidx)
        cute.arch.cp_async_commit_group()
        total += s[row % 3, 63 - tidx]  # found
    out[tidx] = total
    cute.arch.cp_async_wait_group(0)


@planted(
    Bug.COPY_WAIT,
    "tile-ai/tilelang#2668: the copy of the next row is issued before the last reads of the buffer that it fills.",
    also=(Bug.SHARED_RACE,),
    shape=(3, 64),
    want=lambda x: x[:, ::-1],
)
@cute.kernel
def copy_moved_before_the_reads(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = rows(1)
    tidx, _, _ = cute.arch.thread_idx()
    copy_row(x[0, None], s[0, None], tidx)
    cute.arch.cp_async_commit_group()
    for row in cutlass.range_constexpr(3):
        cute.arch.cp_async_wait_group(0)
        cute.arch.sync_threads()
        if cutlass.const_expr(bug):
            if row + 1 < 3:
                copy_row(x[row + 1, None], s[0, None], tidx)
        out[row, tidx] = s[0, 63 - tidx]  # found
        if cutlass.const_expr(not bug):
            cute.arch.sync_threads()
            if row + 1 < 3:
                copy_row(x[row + 1, None], s[0, None], tidx)
        cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)


@planted(
    Bug.COPY_WAIT,
    "tile-ai/tilelang#1937: a predicated copy is taken to overwrite its buffer, and the fill comes after its issue.",
    also=(Bug.SHARED_RACE,),
    shape=(1, 64),
    want=lambda x: np.where(np.arange(64) < 40, x, 0),
)
@cute.kernel
def filled_after_the_copy_began(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = rows(1)
    tidx, _, _ = cute.arch.thread_idx()
    if cutlass.const_expr(not bug):
        s[0, tidx] = 0.0
    if tidx < 40:
        copy_row(x[0, None], s[0, None], tidx)
    cute.arch.cp_async_commit_group()
    if cutlass.const_expr(bug):
        s[0, tidx] = 0.0  # found
    cute.arch.cp_async_wait_group(0)
    cute.arch.sync_threads()
    out[0, tidx] = s[0, tidx]


@planted(
    Bug.COPY_WAIT,
    "tile-ai/tilelang#3137: a turn whose copy is skipped commits no group, and the wait counts groups.",
    dtype=np.float32,
    shape=(4, 64),
    want=lambda x: x[:, ::-1],
)
@cute.kernel
def skipped_turn_commits_nothing(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = rows(2)
    tidx, _, _ = cute.arch.thread_idx()
    copy_row(x[0, None], s[0, None], tidx)
    cute.arch.cp_async_commit_group()
    for row in cutlass.range_constexpr(4):
        if row + 1 < 4:
            copy_row(x[row + 1, None], s[(row + 1) % 2, None], tidx)
            cute.arch.cp_async_commit_group()
        elif cutlass.const_expr(not bug):
            cute.arch.cp_async_commit_group()
        cute.arch.cp_async_wait_group(1)
        cute.arch.sync_threads()
        out[row, tidx] = s[row % 2, 63 - tidx]  # found
        cute.arch.sync_threads()
    cute.arch.cp_async_wait_group(0)


@planted(
    Bug.UNINITIALISED,
    "thu-ml/SageAttention#376: rows past the end are not copied and not cleared, and the product takes them.",
    shape=(1, 40),
    out=(1,),
    want=lambda x: [(x * x).sum()],
)
@cute.kernel
def rows_past_the_end_not_cleared(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = rows(1)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < 40:
        copy_row(x[0, None], s[0, None], tidx)
    elif cutlass.const_expr(not bug):
        s[0, tidx] = 0.0
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    cute.arch.sync_threads()
    if tidx == 0:
        total = F(0.0)
        for i in range(64):
            total += s[0, i] * s[0, i]  # found
        out[0] = total


@planted(
    Bug.UNINITIALISED,
    "Dao-AILab/flash-attention#1395: K's rows past the end are not cleared; their scores are multiplied by zero.",
    shape=(1, 40),
    out=(1,),
    want=lambda x: [x.sum()],
)
@cute.kernel
def masked_by_a_product_with_zero(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = rows(1)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < 40:
        s[0, tidx] = x[0, tidx]
    cute.arch.sync_threads()
    if tidx == 0:
        total = F(0.0)
        for i in range(64):
            if cutlass.const_expr(bug):
                keep = F(1.0) if i < 40 else F(0.0)
                total += s[0, i] * keep  # found
            elif i < 40:
                total += s[0, i]
        out[0] = total


@planted(
    Bug.UNINITIALISED,
    "flashinfer-ai/flashinfer#3650: of an array of accumulators only the first is set to zero.",
    shape=(4, 64),
    out=(4, 64),
    want=lambda x: x,
)
@cute.kernel
def only_the_first_is_cleared(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    acc = cute.make_rmem_tensor(4, F)
    acc[0] = 0.0
    if cutlass.const_expr(not bug):
        for i in cutlass.range_constexpr(1, 4):
            acc[i] = 0.0
    for i in cutlass.range_constexpr(4):
        acc[i] = acc[i] + x[i, tidx]  # found
    for i in cutlass.range_constexpr(4):
        out[i, tidx] = acc[i]


@planted(
    Bug.TMA_WAIT,
    "triton-lang/triton#9786: the wait for the phase is a test that is made once, and its answer is not used.",
    shape=(ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def test_wait_made_once(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bar = stages(1), barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, TILE_BYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=bar)  # found
    if cutlass.const_expr(bug):
        cute.arch.mbarrier_try_wait(bar, 0)
    else:
        cute.arch.mbarrier_wait(bar, 0)
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0]  # found
    cute.arch.mbarrier_wait(bar, 0)
