"""What bulk copies read and write in global memory."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync
from tests.unit.checker.planted.case import Bug, helper, planted
from tests.unit.checker.planted.tma import ROWS, barriers, partitioned, stages, storing

ELEMS = 64


def row() -> Any:
    """Shared memory for a row."""
    return utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(ELEMS), 128)


def line(array: cute.Tensor, first: Any) -> cute.Tensor:
    """The elements from number `first` on, as many as a row has."""
    return cute.make_tensor((array.iterator + first).align(16), cute.make_layout(ELEMS))


@helper
@cute.jit
def bring(x: cute.Tensor, s: cute.Tensor, bar: cute.Pointer) -> None:
    """One thread starts the load of a row."""
    load = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), cutlass.Float32, num_bits_per_copy=32 * ELEMS)
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(bar, 4 * ELEMS)
        cute.copy(load, x, s, mbar_ptr=bar)  # found


@helper
@cute.jit
def send(s: cute.Tensor, out: cute.Tensor) -> None:
    """What all threads wrote to a row goes out, by one of them."""
    store = cute.make_copy_atom(cpasync.CopyBulkS2GOp(), cutlass.Float32, num_bits_per_copy=32 * ELEMS)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if cute.arch.thread_idx()[0] == 0:
        cute.copy(store, s, out)  # found
        cute.arch.cp_async_bulk_commit_group()


@planted(
    Bug.TMA_WAIT,
    "What a bulk store writes is read back before the store has ended.",
    shape=(2, ELEMS),
    want=lambda x: np.stack([x[0], x[0][::-1]]),
)
@cute.kernel
def result_read_before_the_store_ends(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = row()
    tidx, _, _ = cute.arch.thread_idx()
    s[tidx] = x[0, tidx]
    send(s, line(out, 0))
    if not bug:
        cute.arch.cp_async_bulk_wait_group(0)
    cute.arch.sync_threads()
    out[1, tidx] = out[0, ELEMS - 1 - tidx]  # found
    cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.TMA_WAIT,
    "A kernel that works in place writes its input while a bulk load may still read it.",
    also=(Bug.GLOBAL_RACE,),
    shape=(1, ELEMS),
    want=lambda x: x,
)
@cute.kernel
def input_changed_while_it_is_loaded(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bar = row(), barriers(1)
    tidx, _, _ = cute.arch.thread_idx()
    bring(line(x, 0), s, bar)
    if not bug:
        cute.arch.mbarrier_wait(bar, 0)
    x[0, tidx] = 0.0  # found
    cute.arch.mbarrier_wait(bar, 0)
    out[0, tidx] = s[tidx]


@planted(
    Bug.GLOBAL_RACE,
    "All blocks store their rows to the place of the first.",
    shape=(3, ELEMS),
    grid=3,
    want=lambda x: x,
)
@cute.kernel
def rows_stored_to_one_place(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = row()
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    s[tidx] = x[bidx, tidx]
    send(s, line(out, 0 if bug else ELEMS * bidx))  # found
    cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.OUT_OF_BOUNDS,
    "A bulk load of whole rows goes beyond the last, short one.",
    shape=(ELEMS + 32,),
    out=(ELEMS,),
    want=lambda x: x[32:],
)
@cute.kernel
def bulk_load_of_the_short_row(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, bar = row(), barriers(1)
    tidx, _, _ = cute.arch.thread_idx()
    bring(line(x, ELEMS if bug else 32), s, bar)  # found
    cute.arch.mbarrier_wait(bar, 0)
    out[tidx] = s[tidx]


@planted(
    Bug.GLOBAL_RACE,
    "Two warps store their tiles by the copy engine, both to the first tile's place.",
    also=(Bug.TMA_WAIT,),
    shape=(2 * ROWS, 32),
    want=lambda x: x,
    host=storing,
)
@cute.kernel
def two_tiles_to_one_place(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    s = stages(2)
    of, to = partitioned(store, s, target)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for row in range(ROWS):
        s[row, lane, warp] = x[warp * ROWS + row, lane]
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.copy(store, of[None, warp], to[None, 0 if bug else warp])  # found
    cute.arch.cp_async_bulk_commit_group()
    cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.TMA_WAIT,
    "The last part of a row overlaps the part before, and only one of them is scaled.",
    also=(Bug.GLOBAL_RACE,),
    shape=(ELEMS + 32,),
    want=lambda x: x,
)
@cute.kernel
def parts_that_overlap(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    """Two stores of the same bytes may come in any order."""
    parts = row(), row()
    tidx, _, _ = cute.arch.thread_idx()
    parts[0][tidx] = x[tidx]
    parts[1][tidx] = x[32 + tidx] * (2.0 if bug else 1.0)
    send(parts[0], line(out, 0))  # found
    send(parts[1], line(out, 32))  # found
    cute.arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.TMA_WAIT,
    "The last tile overlaps the one before, and holds other rows.",
    also=(Bug.GLOBAL_RACE,),
    shape=(ROWS + ROWS // 2, 32),
    want=lambda x: x,
    host=storing,
)
@cute.kernel
def tiles_that_overlap(x: cute.Tensor, store: Any, target: cute.Tensor, bug: cutlass.Constexpr):
    """The same for tiles of tensor maps."""
    s = stages(2)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    for tile in cutlass.range_constexpr(2):
        first = tile * (ROWS // 2)
        for row in range(warp, ROWS, 2):
            s[row, lane, tile] = x[row + (0 if bug else first), lane]
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if warp == 0:
        for tile in cutlass.range_constexpr(2):
            moved = cute.domain_offset((tile * (ROWS // 2), 0), target)
            of, to = partitioned(store, s, moved)
            cute.copy(store, of[None, tile], to[None, 0])  # found
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)
