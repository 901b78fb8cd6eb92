"""Lanes of a warp commit groups of their own: each waits for those that it started and committed itself."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import cpasync
from tests.unit.checker.planted.case import Bug, helper, planted
from tests.unit.checker.planted.copy_waits import copy_row
from tests.unit.checker.planted.copy_waits import rows as tiles
from tests.unit.checker.planted.started_by_one_lane import F32, LANES, row, tile

arch = cute.arch


def same(x: np.ndarray) -> np.ndarray:
    return x


@helper
@cute.jit
def start(s: cute.Tensor, target: cute.Tensor) -> None:
    """Starts a bulk store."""
    cute.copy(cute.make_copy_atom(cpasync.CopyBulkS2GOp(), F32), s, target)  # found


@cute.jit
def filled(x: cute.Tensor, number: Any) -> Any:
    """A tile that bulk stores may read, with a row."""
    s = tile()
    s[arch.lane_idx()] = x[number, arch.lane_idx()]
    arch.fence_proxy("async.shared", space="cta")
    arch.sync_warp()
    return s


@planted(
    Bug.TMA_WAIT,
    "Lanes 0 and 1 have each started a bulk store, and lane 0 alone waits before the tiles are cleared.",
    also=(Bug.LEAK,),
    shape=(2, LANES),
    block=LANES,
    want=same,
)
@cute.kernel
def two_lanes_store(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = arch.lane_idx()
    first, second = filled(x, 0), filled(x, 1)
    if lane == 0:
        start(first, row(out, 0))
        arch.cp_async_bulk_commit_group()
    if lane == 1:
        start(second, row(out, 1))
        arch.cp_async_bulk_commit_group()
    if lane == 0:
        arch.cp_async_bulk_wait_group(0, read=True)
    if not bug:
        if lane == 1:
            arch.cp_async_bulk_wait_group(0, read=True)
    arch.sync_warp()
    first[lane] = F32(0)
    second[lane] = F32(0)  # found


@planted(
    Bug.TMA_WAIT,
    "Lane 1 has started one bulk store and lets one be under way, as lane 0 does, which has started two.",
    shape=(3, LANES),
    block=LANES,
    want=same,
)
@cute.kernel
def lanes_count_their_own(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = arch.lane_idx()
    first, second, third = filled(x, 0), filled(x, 1), filled(x, 2)
    if lane == 0:
        start(first, row(out, 0))
        arch.cp_async_bulk_commit_group()
    if lane == 1:
        start(second, row(out, 1))
        arch.cp_async_bulk_commit_group()
    if lane == 0:
        start(third, row(out, 2))
        arch.cp_async_bulk_commit_group()
        arch.cp_async_bulk_wait_group(1, read=True)
    if lane == 1:
        arch.cp_async_bulk_wait_group(1 if bug else 0, read=True)
    arch.sync_warp()
    first[lane] = F32(0)
    second[lane] = F32(0)  # found
    arch.cp_async_bulk_wait_group(0)


@planted(
    Bug.TMA_WAIT,
    "Lane 1 commits the bulk store that lane 0 has started and waits for.",
    also=(Bug.LEAK,),
    shape=(1, LANES),
    block=LANES,
    want=same,
)
@cute.kernel
def another_lane_commits(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = arch.lane_idx()
    s = filled(x, 0)
    if lane == 0:
        start(s, row(out, 0))
    if lane == (1 if bug else 0):
        arch.cp_async_bulk_commit_group()
    if lane == 0:
        arch.cp_async_bulk_wait_group(0, read=True)
    arch.sync_warp()
    s[lane] = F32(0)  # found


@planted(
    Bug.COPY_WAIT,
    "The halves of a warp copy in branches of their own, and the second half does not wait.",
    also=(Bug.LEAK,),
    shape=(64,),
    block=LANES,
    want=lambda x: x.reshape(LANES, 2)[::-1].ravel(),
)
@cute.kernel
def halves_of_a_warp_copy(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    lane = arch.lane_idx()
    s = tiles(1)
    if lane < LANES // 2:
        copy_row(x, s[0, None], lane, 64)
        arch.cp_async_commit_group()
        arch.cp_async_wait_group(0)
    else:
        copy_row(x, s[0, None], lane, 64)
        arch.cp_async_commit_group()
        if not bug:
            arch.cp_async_wait_group(0)
    arch.sync_warp()
    out[2 * lane] = s[0, 62 - 2 * lane]  # found
    out[2 * lane + 1] = s[0, 63 - 2 * lane]  # found
