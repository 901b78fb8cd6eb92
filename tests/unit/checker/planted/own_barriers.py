"""Lanes of one warp that each wait for something of their own, and use what another of them waited for."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync
from tests.unit.checker.planted.case import Bug, helper, planted
from tests.unit.checker.planted.tma import barriers

arch = cute.arch
F32, LANES = cutlass.Float32, 32


def tiles(count: int) -> cute.Tensor:
    return utils.SmemAllocator().allocate_tensor(F32, cute.make_layout((count, LANES), stride=(LANES, 1)), 128)


@helper
@cute.jit
def load_rows(x: cute.Tensor, s: cute.Tensor, full: Any, count: cutlass.Constexpr) -> None:
    """Lane 0 starts a bulk copy of each row to the mbarrier of its number."""
    if arch.lane_idx() == 0:
        for row in cutlass.range_constexpr(count):
            arch.mbarrier_arrive_and_expect_tx(full + row, LANES * 4)
            source = cute.make_tensor((x.iterator + row * LANES).align(16), cute.make_layout(LANES))
            target = cute.make_tensor((s.iterator + row * LANES).align(128), cute.make_layout(LANES))
            cute.copy(cute.make_copy_atom(cpasync.CopyBulkG2SOp(), F32), source, target, mbar_ptr=full + row)  # found
    arch.sync_warp()


@planted(
    Bug.TMA_WAIT,
    "Eight lanes wait for each row, and read the row that the next eight wait for.",
    shape=(4, LANES),
    block=LANES,
    want=lambda x: np.roll(x, -1, 0),
)
@cute.kernel
def each_lane_waits_for_its_row(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, full = tiles(4), barriers(4)
    load_rows(x, s, full, 4)
    own = arch.lane_idx() // 8
    arch.mbarrier_wait(full + own, 0)
    if cutlass.const_expr(not bug):
        arch.sync_warp()
    for k in range(4):
        column = arch.lane_idx() % 8 + 8 * k
        out[own, column] = s[(own + 1) % 4, column]  # found


@planted(
    Bug.TMA_WAIT,
    "The halves of a warp wait in branches of their own, and both read both rows.",
    shape=(2, LANES),
    out=(LANES,),
    block=LANES,
    want=lambda x: x.sum(0),
)
@cute.kernel
def each_half_waits_for_one_row(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, full = tiles(2), barriers(2)
    load_rows(x, s, full, 2)
    lane = arch.lane_idx()
    if lane < 16:
        arch.mbarrier_wait(full, 0)
    else:
        arch.mbarrier_wait(full + 1, 0)
    if cutlass.const_expr(not bug):
        arch.sync_warp()
    out[lane] = s[0, lane] + s[1, lane]  # found


@planted(
    Bug.SHARED_RACE,
    "Even and odd lanes acquire the flags of two warps, and read what both have written.",
    shape=(64,),
    out=(LANES,),
    block=96,
    want=lambda x: x[:32] + x[32:],
)
@cute.kernel
def each_lane_polls_one_flag(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = tiles(2)
    flags = utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(2), 16)
    tidx, _, _ = arch.thread_idx()
    lane, warp = arch.lane_idx(), arch.warp_idx()
    if tidx < 2:
        flags[tidx] = 0
    arch.sync_threads()
    if warp < 2:
        s[warp, lane] = x[tidx]  # found
        arch.sync_warp()
        if lane == 0:
            arch.store(flags.iterator + warp, cutlass.Int32(1), sem="release", scope="cta")
    else:
        own = flags.iterator + lane % 2
        seen = arch.load(own, sem="acquire", scope="cta")
        while seen == 0:
            seen = arch.load(own, sem="acquire", scope="cta")
        if cutlass.const_expr(not bug):
            arch.sync_warp()
        out[lane] = s[0, lane] + s[1, lane]  # found


@planted(
    Bug.SHARED_RACE,
    "Lane 0 counts its warp's arrival up, and has not met the other lanes, which wrote the data.",
    shape=(64,),
    want=lambda x: np.roll(x, 32),
)
@cute.kernel
def one_lane_counts_for_its_warp(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(F32, cute.make_layout(64), 16)
    count = utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(1), 16)
    tidx, _, _ = arch.thread_idx()
    if tidx == 0:
        count[0] = 0
    arch.sync_threads()
    s[tidx] = x[tidx]  # found
    if cutlass.const_expr(not bug):
        arch.sync_warp()
    if arch.lane_idx() == 0:
        arch.atomic_add(count.iterator, cutlass.Int32(1), sem="release", scope="cta")
        came = arch.load(count.iterator, sem="acquire", scope="cta")
        while came < 2:
            came = arch.load(count.iterator, sem="acquire", scope="cta")
    arch.sync_warp()
    out[tidx] = s[(tidx + 32) % 64]  # found
