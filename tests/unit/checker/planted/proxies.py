"""Ordinary accesses and those of the copy engine meet without a proxy fence: every direction but the usual one."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync
from tests.unit.checker.planted.case import Bug, planted
from tests.unit.checker.planted.tma import ROWS, TILE_BYTES, barriers, loading, partitioned, stages


def same(x: np.ndarray) -> np.ndarray:
    return x


@planted(
    Bug.PROXY_FENCE,
    "Threads clear the stage, then a bulk load fills it: nothing keeps the zeros from landing last.",
    shape=(ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def cleared_then_filled(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    full = barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for row in range(warp, ROWS, 2):
        s[row, lane, 0] = 0.0  # found
    if not bug:
        cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(full, TILE_BYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=full)  # found
    cute.arch.mbarrier_wait(full, 0)
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0]


@planted(
    Bug.PROXY_FENCE,
    "Consumers change a stage in place before they give it back to the copy engine.",
    shape=(2 * ROWS, 32),
    want=lambda x: x + 1,
    host=loading,
)
@cute.kernel
def changed_in_place_then_refilled(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    full, empty = barriers(1), barriers(1, 32)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for tile in range(2):
        if warp == 0:
            cute.arch.mbarrier_wait(empty, (tile + 1) % 2)
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(full, TILE_BYTES)
            cute.copy(load, of[None, tile], to[None, 0], tma_bar_ptr=full)  # found
        else:
            cute.arch.mbarrier_wait(full, tile % 2)
            for row in range(ROWS):
                s[row, lane, 0] = s[row, lane, 0] + 1.0  # found
                out[tile * ROWS + row, lane] = s[row, lane, 0]
            if not bug:
                cute.arch.fence_proxy("async.shared", space="cta")
            cute.arch.mbarrier_arrive(empty)


def _made_then_loaded(kernel: Any, block: int) -> Any:
    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        layout = cute.make_layout((ROWS, 32), stride=(32, 1))
        load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, layout, (ROWS, 32))
        kernel(x, load, source, out, bug).launch(grid=[1, 1, 1], block=[block, 1, 1])

    return host


@planted(
    Bug.PROXY_FENCE,
    "Threads write global memory that a bulk load of the same block reads, without `fence_proxy`.",
    shape=(ROWS, 32),
    want=lambda x: 2 * x,
    host=_made_then_loaded,
)
@cute.kernel
def global_memory_before_a_load(
    x: cute.Tensor, load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr
):
    s = stages(1)
    full = barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for row in range(warp, ROWS, 2):
        x[row, lane] = 2.0 * x[row, lane]  # found
    if not bug:
        cute.arch.fence_proxy("async.global")
    cute.arch.sync_threads()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(full, TILE_BYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=full)  # found
    cute.arch.mbarrier_wait(full, 0)
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0]


def _handed_between_blocks(kernel: Any, block: int) -> Any:
    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        layout = cute.make_layout((ROWS, 32), stride=(32, 1))
        tile = cute.make_tensor(out.iterator, layout)
        load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), tile, layout, (ROWS, 32))
        kernel(x, load, source, out, bug).launch(grid=[2, 1, 1], block=[block, 1, 1])

    return host


@planted(
    Bug.PROXY_FENCE,
    "A block hands a tile to another by a flag; that one loads it in bulk without a proxy fence.",
    shape=(ROWS, 32),
    out=(2 * ROWS + 1, 32),
    fill=0,
    want=lambda x: np.vstack([2 * x, 2 * x, np.eye(1, 32)]),
    host=_handed_between_blocks,
)
@cute.kernel
def handed_to_a_bulk_load(x: cute.Tensor, load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    full = barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    bidx, _, _ = cute.arch.block_idx()
    flag = out.iterator + 2 * ROWS * 32
    if bidx == 0:
        for row in range(warp, ROWS, 2):
            out[row, lane] = 2.0 * x[row, lane]  # found
        if not bug:
            cute.arch.fence_proxy("async.global")
        cute.arch.sync_threads()
        if warp == 0 and lane == 0:
            cute.arch.store(flag, cutlass.Float32(1.0), sem="release", scope="gpu")
    else:
        if warp == 0:
            if lane == 0:
                seen = cute.arch.load(flag, sem="acquire", scope="gpu")
                while seen == 0.0:
                    seen = cute.arch.load(flag, sem="acquire", scope="gpu")
                if not bug:
                    cute.arch.fence_proxy("async.global")
            cute.arch.sync_warp()
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(full, TILE_BYTES)
            cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=full)  # found
        cute.arch.mbarrier_wait(full, 0)
        for row in range(warp, ROWS, 2):
            out[ROWS + row, lane] = s[row, lane, 0]


@planted(
    Bug.PROXY_FENCE,
    "The fence stands in the warp that copies; what the other warp cleared is not covered.",
    shape=(ROWS, 32),
    want=same,
    host=loading,
)
@cute.kernel
def only_the_copying_warp_fences(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    full = barriers(1)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for row in range(warp, ROWS, 2):
        s[row, lane, 0] = 0.0  # found
    if warp == 0 or not bug:
        cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(full, TILE_BYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=full)  # found
    cute.arch.mbarrier_wait(full, 0)
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0]


@planted(
    Bug.PROXY_FENCE,
    "An epilogue stages sums through the buffer of a later load: the load overtakes the stores.",
    shape=(2 * ROWS, 32),
    want=lambda x: np.vstack([2 * x[:ROWS], x[ROWS:]]),
    host=loading,
)
@cute.kernel
def epilogue_in_the_buffer_of_the_next_load(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(1)
    full = barriers(2)
    to, of = partitioned(load, s, source)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(full, TILE_BYTES)
        cute.copy(load, of[None, 0], to[None, 0], tma_bar_ptr=full)
    cute.arch.mbarrier_wait(full, 0)
    for row in range(warp, ROWS, 2):
        s[row, 31 - lane, 0] = 2.0 * s[row, 31 - lane, 0]  # found
    cute.arch.sync_warp()
    for row in range(warp, ROWS, 2):
        out[row, lane] = s[row, lane, 0]
    if not bug:
        cute.arch.fence_view_async_shared()
    cute.arch.sync_threads()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(full + 1, TILE_BYTES)
        cute.copy(load, of[None, 1], to[None, 0], tma_bar_ptr=full + 1)  # found
    cute.arch.mbarrier_wait(full + 1, 0)
    for row in range(warp, ROWS, 2):
        out[ROWS + row, lane] = s[row, lane, 0]


@planted(
    Bug.PROXY_FENCE,
    "Threads prepare a row in global memory that a bulk copy without a descriptor reads.",
    shape=(64,),
    want=lambda x: 3 * x,
)
@cute.kernel
def global_row_before_a_bulk_copy(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64), 128)
    full = barriers(1)
    tidx, _, _ = cute.arch.thread_idx()
    x[tidx] = 3.0 * x[tidx]  # found
    if not bug:
        cute.arch.fence_proxy("async")
    cute.arch.sync_threads()
    if tidx == 0:
        atom = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), cutlass.Float32)
        cute.arch.mbarrier_arrive_and_expect_tx(full, 256)
        row = cute.make_tensor(x.iterator.align(16), cute.make_layout(64))
        cute.copy(atom, row, s, mbar_ptr=full)  # found
    cute.arch.mbarrier_wait(full, 0)
    out[tidx] = s[tidx]
