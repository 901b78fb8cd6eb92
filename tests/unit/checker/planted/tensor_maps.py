"""Tensor maps in global memory that a kernel changes: without the fences, or while a copy may still read them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync
from tests.unit.checker.planted.case import Bug, aligned, helper, planted
from tests.unit.checker.planted.tma import ROWS, TILE_BYTES, barriers, partitioned, stages

arch = cute.arch


def part(x: cute.Tensor, number: Any) -> cute.Tensor:
    """A tile of the array as a tensor of its own, to which a map may be set."""
    start = (x.iterator + number * ROWS * 32).align(16)
    return cute.make_tensor(start, cute.make_layout((ROWS, 32), stride=(32, 1)))


def with_a_map(kernel: Any, block: int = 64) -> Callable[[Any, Any, bool], None]:
    """The host function of a kernel (load, source, x, out, map, bug) that loads two tiles by one map."""

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, maps: cute.Tensor, bug: cutlass.Constexpr) -> None:
        layout = cute.make_layout((ROWS, 32), stride=(32, 1))
        load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), part(x, 0), layout, (ROWS, 32))
        kernel(load, source, x, out, maps, bug).launch(grid=[1, 1, 1], block=[block, 1, 1])

    def call(x: Any, out: Any, bug: bool) -> None:
        host(x, out, aligned(np.zeros(16, np.int64)), bug)

    return call


def changed(bug: Bug, story: str) -> Any:
    return planted(bug, story, shape=(2 * ROWS, 32), want=lambda x: x, host=with_a_map)


def map_of(maps: cute.Tensor) -> Any:
    return utils.TensorMapManager(utils.TensorMapUpdateMode.GMEM, 128).get_tensormap_ptr(maps.iterator)


@helper
@cute.jit
def change(load: Any, tensor: cute.Tensor, where: Any, releases: cutlass.Constexpr) -> None:
    """Warp 0 gives the map a tensor, and releases that."""
    if arch.warp_idx() == 0:
        if arch.lane_idx() == 0:
            cpasync.copy_tensormap(load, where)  # found
            cpasync.update_tma_descriptor(load, tensor, where)  # found
            if releases:
                cpasync.fence_tma_desc_release()
        arch.sync_warp()


@helper
@cute.jit
def start(load: Any, of: cute.Tensor, to: cute.Tensor, full: Any, where: Any) -> None:
    """A warp loads a tile by the map."""
    with arch.elect_one():
        arch.mbarrier_arrive_and_expect_tx(full, TILE_BYTES)
    cute.copy(load, of, to, tma_bar_ptr=full, tma_desc_ptr=where)  # found


@cute.jit
def keep(s: cute.Tensor, out: cute.Tensor, tile: cutlass.Constexpr) -> None:
    for row in range(arch.warp_idx(), ROWS, 2):
        out[tile * ROWS + row, arch.lane_idx()] = s[row, arch.lane_idx(), tile]


@changed(Bug.PROXY_FENCE, "A changed map is acquired, but the warp that changed it has not released it.")
@cute.kernel
def map_not_released(load: Any, source: Any, x: cute.Tensor, out: cute.Tensor, maps: cute.Tensor, bug: Any):
    s, full, where = stages(2), barriers(2), map_of(maps)
    to, of = partitioned(load, s, source)
    for tile in cutlass.range_constexpr(2):
        change(load, part(x, tile), where, not bug)
        arch.sync_threads()
        if arch.warp_idx() == 1:
            cpasync.fence_tma_desc_acquire(where)
            start(load, of[None, 0], to[None, tile], full + tile, where)  # found
        arch.mbarrier_wait(full + tile, 0)
        keep(s, out, tile)
        arch.sync_threads()


@changed(Bug.PROXY_FENCE, "The warp that copies meets the one that changed the map, and does not acquire the map.")
@cute.kernel
def map_not_acquired(load: Any, source: Any, x: cute.Tensor, out: cute.Tensor, maps: cute.Tensor, bug: Any):
    s, full, where = stages(2), barriers(2), map_of(maps)
    to, of = partitioned(load, s, source)
    for tile in cutlass.range_constexpr(2):
        change(load, part(x, tile), where, True)
        arch.sync_threads()
        if arch.warp_idx() == 1:
            if cutlass.const_expr(not bug):
                cpasync.fence_tma_desc_acquire(where)
            start(load, of[None, 0], to[None, tile], full + tile, where)  # found
        arch.mbarrier_wait(full + tile, 0)
        keep(s, out, tile)
        arch.sync_threads()


@changed(
    Bug.PROXY_FENCE, "A map made in shared memory is published, and the copies' warp takes the barrier for an acquire."
)
@cute.kernel
def published_and_not_acquired(load: Any, source: Any, x: cute.Tensor, out: cute.Tensor, maps: cute.Tensor, bug: Any):
    s, full, where = stages(2), barriers(2), map_of(maps)
    made = utils.SmemAllocator().allocate_array(cutlass.Int64, 16, byte_alignment=128)
    to, of = partitioned(load, s, source)
    for tile in cutlass.range_constexpr(2):
        change(load, part(x, tile), made, False)
        if arch.warp_idx() == 0:
            cpasync.cp_fence_tma_desc_release(where, made)  # found
        arch.sync_threads()
        if arch.warp_idx() == 1:
            if cutlass.const_expr(not bug):
                cpasync.fence_tma_desc_acquire(where)
            start(load, of[None, 0], to[None, tile], full + tile, where)  # found
        arch.mbarrier_wait(full + tile, 0)
        keep(s, out, tile)
        arch.sync_threads()


@changed(Bug.TMA_WAIT, "The map is set to the next tensor while the last copy by it may be under way.")
@cute.kernel
def changed_under_a_copy(load: Any, source: Any, x: cute.Tensor, out: cute.Tensor, maps: cute.Tensor, bug: Any):
    s, full, where = stages(2), barriers(2), map_of(maps)
    to, of = partitioned(load, s, source)
    for tile in cutlass.range_constexpr(2):
        change(load, part(x, tile), where, True)
        if arch.warp_idx() == 0:
            cpasync.fence_tma_desc_acquire(where)
            start(load, of[None, 0], to[None, tile], full + tile, where)  # found
            if cutlass.const_expr(not bug):
                arch.mbarrier_wait(full + tile, 0)
    for tile in cutlass.range_constexpr(2):
        arch.mbarrier_wait(full + tile, 0)
        keep(s, out, tile)


@changed(
    Bug.TMA_WAIT, "Before it changes the map, the thread that copied waits for bulk groups and has committed none."
)
@cute.kernel
def waits_for_no_group(load: Any, source: Any, x: cute.Tensor, out: cute.Tensor, maps: cute.Tensor, bug: Any):
    s, full, where = stages(2), barriers(2), map_of(maps)
    to, of = partitioned(load, s, source)
    for tile in cutlass.range_constexpr(2):
        if arch.warp_idx() == 0:
            with arch.elect_one():
                if cutlass.const_expr(not bug):
                    arch.cp_async_bulk_commit_group()
                arch.cp_async_bulk_wait_group(0, read=True)
            arch.sync_warp()
            change(load, part(x, tile), where, True)
            cpasync.fence_tma_desc_acquire(where)
            start(load, of[None, 0], to[None, tile], full + tile, where)  # found
    for tile in cutlass.range_constexpr(2):
        arch.mbarrier_wait(full + tile, 0)
        keep(s, out, tile)


@changed(Bug.GLOBAL_RACE, "The warp that copies acquires the map before it has met the one that changes it.")
@cute.kernel
def acquired_before_the_barrier(load: Any, source: Any, x: cute.Tensor, out: cute.Tensor, maps: cute.Tensor, bug: Any):
    s, full, where = stages(2), barriers(2), map_of(maps)
    to, of = partitioned(load, s, source)
    change(load, part(x, 0), where, True)
    arch.sync_threads()
    for tile in cutlass.range_constexpr(2):
        change(load, part(x, tile), where, True)
        if cutlass.const_expr(not bug):
            arch.sync_threads()
        if arch.warp_idx() == 1:
            cpasync.fence_tma_desc_acquire(where)  # found
            start(load, of[None, 0], to[None, tile], full + tile, where)
        arch.mbarrier_wait(full + tile, 0)
        keep(s, out, tile)
        arch.sync_threads()
