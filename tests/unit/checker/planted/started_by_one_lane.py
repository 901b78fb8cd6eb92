"""One lane starts or awaits a bulk copy, and the other lanes of its warp have not met it."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync
from tests.unit.checker.planted.case import Bug, helper, planted

LANES, ROWS = 32, 3
F32 = cutlass.Float32


def row(x: cute.Tensor, number: Any) -> cute.Tensor:
    """A row of 128 bytes in global memory."""
    return cute.make_tensor((x.iterator + number * LANES).align(16), cute.make_layout(LANES))


def tile() -> cute.Tensor:
    return utils.SmemAllocator().allocate_tensor(F32, cute.make_layout(LANES), 128)


@helper
@cute.jit
def load_rows(x: cute.Tensor, s: cute.Tensor, elects: cutlass.Constexpr) -> Any:
    """The sum of the rows' elements from the last on: of each lane one, and no meeting after it has been read."""
    lane = cute.arch.lane_idx()
    full = utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    load = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), F32)
    total = F32(0)
    if lane == 0:
        cute.arch.mbarrier_init(full, 1)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_warp()
    for k in range(ROWS):
        if cutlass.const_expr(elects):
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(full, LANES * 4)
                cute.copy(load, row(x, k), s, mbar_ptr=full)
        elif lane == 0:
            cute.arch.mbarrier_arrive_and_expect_tx(full, LANES * 4)
            cute.copy(load, row(x, k), s, mbar_ptr=full)  # found
        cute.arch.mbarrier_wait(full, k % 2)
        total += s[LANES - 1 - lane]  # found
    return total


@planted(
    Bug.TMA_WAIT,
    "Lane 0 loads the next row while other lanes may still read this one; an elected lane has waited for them.",
    shape=(ROWS, LANES),
    out=(LANES,),
    block=LANES,
    want=lambda x: x.sum(0)[::-1],
)
@cute.kernel
def loads_while_others_read(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    out[cute.arch.lane_idx()] = load_rows(x, tile(), not bug)  # found


@helper
@cute.jit
def store_rows(x: cute.Tensor, out: cute.Tensor, waits: cutlass.Constexpr, meets: cutlass.Constexpr) -> None:
    """Copies the rows one by one through one place; lane 0 stores, and lane `waits` waits until that has been read."""
    lane = cute.arch.lane_idx()
    s, store = tile(), cute.make_copy_atom(cpasync.CopyBulkS2GOp(), F32)
    for k in range(ROWS):
        s[lane] = x[k, lane]  # found
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.sync_warp()
        if lane == 0:
            cute.copy(store, s, row(out, k))  # found
            cute.arch.cp_async_bulk_commit_group()
        if lane == waits:
            cute.arch.cp_async_bulk_wait_group(0, read=True)
        if cutlass.const_expr(meets):
            cute.arch.sync_warp()


def same(x: np.ndarray) -> np.ndarray:
    return x


@planted(
    Bug.TMA_WAIT,
    "Lane 0 waits until its store has read the tile; the other lanes write the next row without meeting it.",
    shape=(ROWS, LANES),
    block=LANES,
    want=same,
)
@cute.kernel
def writes_before_the_waiting_lane_comes(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    store_rows(x, out, 0, not bug)  # found


@planted(
    Bug.TMA_WAIT,
    "Lane 1 waits for bulk groups, which are lane 0's: each lane has its own.",
    also=(Bug.LEAK,),
    shape=(ROWS, LANES),
    block=LANES,
    want=same,
)
@cute.kernel
def waits_for_the_groups_of_another_lane(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    store_rows(x, out, 1 if bug else 0, meets=True)  # found
