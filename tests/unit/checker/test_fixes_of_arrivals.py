"""The fix that a report names where a barrier is there and does not order two accesses: what its arrivals lack."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.checker import Finding, checking
from cutedsl.cute.nvgpu import cpasync
from cutedsl.lang.blackwell import tcgen05
from tests.unit.checker.planted.case import aligned
from tests.unit.checker.planted.started_by_one_lane import F32, LANES, row, tile
from tests.unit.checker.planted.tcgen05 import tile as sums
from tests.unit.checker.planted.tma import ROWS, barriers, stages

arch = cute.arch


@cute.kernel
def refilled_kernel(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    """One lane gives the stage back for its warp."""
    s, full, empty = tile(), barriers(1), barriers(1)
    load, lane = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), F32), arch.lane_idx()
    if arch.warp_idx() == 1:
        for k in range(4):
            arch.mbarrier_wait(empty, (k + 1) % 2)
            with arch.elect_one():
                arch.mbarrier_arrive_and_expect_tx(full, 4 * LANES)
                cute.copy(load, row(x, k), s, mbar_ptr=full)
    else:
        for k in range(4):
            arch.mbarrier_wait(full, k % 2)
            out[k, lane] = s[LANES - 1 - lane]
            if cutlass.const_expr(not bug):
                arch.sync_warp()
            with arch.elect_one():
                arch.mbarrier_arrive(empty)


@cute.kernel
def twice_kernel(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    """Two warps read each stage, and one of them gives the last one back a second time."""
    s, full, empty = tile(), barriers(1), barriers(1, 2)
    load, lane = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), F32), arch.lane_idx()
    if arch.warp_idx() == 2:
        for k in range(4):
            arch.mbarrier_wait(empty, (k + 1) % 2)
            with arch.elect_one():
                arch.mbarrier_arrive_and_expect_tx(full, 4 * LANES)
                cute.copy(load, row(x, k), s, mbar_ptr=full)
    else:
        for k in range(4):
            arch.mbarrier_wait(full, k % 2)
            if arch.warp_idx() == 0:
                out[k, lane] = s[lane]
            arch.sync_warp()
            with arch.elect_one():
                arch.mbarrier_arrive(empty)
            if cutlass.const_expr(bug):
                if k == 1:
                    with arch.elect_one():
                        arch.mbarrier_arrive(empty)


@cute.kernel
def relaxed_kernel(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, over, lane = tile(), barriers(1, LANES), arch.lane_idx()
    if arch.warp_idx() == 0:
        s[lane] = x[0, lane]
        arch.mbarrier_arrive(over, relaxed=bool(bug), scope="cta")
    else:
        arch.mbarrier_wait(over, 0)
        out[0, lane] = s[LANES - 1 - lane]


@cute.kernel
def relaxed_cluster_kernel(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    s, lane, rank = tile(), arch.lane_idx(), arch.block_idx_in_cluster()
    s[lane] = x[rank, lane]
    if cutlass.const_expr(bug):
        arch.cluster_arrive_relaxed()
    else:
        arch.cluster_arrive()
    arch.cluster_wait()
    there = cute.make_tensor(arch.map_dsmem_ptr(s.iterator, 1 - rank), cute.make_layout(LANES))
    out[rank, lane] = there[LANES - 1 - lane]
    arch.cluster_arrive()
    arch.cluster_wait()


@cute.kernel
def wrong_rank_kernel(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    """Blocks exchange rows by stores that count their bytes over there."""
    s = utils.SmemAllocator().allocate_tensor(F32, cute.make_layout((LANES, 2)), 128)
    full, lane, rank = barriers(1), arch.lane_idx(), arch.block_idx_in_cluster()
    if arch.thread_idx()[0] == 0:
        arch.mbarrier_arrive_and_expect_tx(full, 4 * LANES)
    arch.cluster_arrive()
    arch.cluster_wait()
    arch.store_async_dsmem(s.iterator + LANES * rank + lane, x[rank, lane], full, 1 if bug else 1 - rank)
    arch.cluster_arrive()
    arch.cluster_wait()
    arch.mbarrier_wait(full, 0)
    out[rank, lane] = s[lane, 1 - rank]
    arch.cluster_arrive()
    arch.cluster_wait()


@cute.kernel
def mask_kernel(load: Any, source: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    """Each block loads half of a tile for both."""
    full, rank, s = barriers(1), arch.block_idx_in_cluster(), stages(1)
    tile_of_source = cute.group_modes(cute.local_tile(source, (ROWS, LANES), (0, 0)), 0, 2)
    to, of = cpasync.tma_partition(load, rank, cute.make_layout(2), cute.group_modes(s, 0, 2)[None, 0], tile_of_source)
    if arch.thread_idx()[0] == 0:
        arch.mbarrier_arrive_and_expect_tx(full, ROWS * LANES * 4)
    arch.cluster_arrive()
    arch.cluster_wait()
    mask = cutlass.Int16(1) << rank if bug else cutlass.Int16(3)
    cute.copy(load, of, to, tma_bar_ptr=full, mcast_mask=mask)
    arch.mbarrier_wait(full, 0)
    for k in range(ROWS):
        out[rank, k, arch.lane_idx()] = s[k, arch.lane_idx(), 0]
    arch.cluster_arrive()
    arch.cluster_wait()


@cute.kernel
def unmet_kernel(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    """Two warps fill a row for the copy engine; each makes a fence."""
    s = utils.SmemAllocator().allocate_tensor(F32, cute.make_layout(2 * LANES), 128)
    store = cute.make_copy_atom(cpasync.CopyBulkS2GOp(), F32)
    t, _, _ = arch.thread_idx()
    s[t] = x[0, t]
    arch.fence_proxy("async.shared", space="cta")
    if cutlass.const_expr(bug):
        arch.sync_warp()
    else:
        arch.sync_threads()
    if t == 32:
        cute.copy(store, s, cute.make_tensor(out.iterator.align(16), cute.make_layout(2 * LANES)))
        arch.cp_async_bulk_commit_group()
        arch.cp_async_bulk_wait_group(0)


@cute.kernel
def unanswered_kernel(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    """One warp hands rows to the next by a named barrier, and needs one back."""
    s, lane = tile(), arch.lane_idx()
    for k in range(4):
        if arch.warp_idx() == 0:
            s[lane] = x[k, lane]
            arch.barrier_arrive(barrier_id=1, number_of_threads=64)
            if cutlass.const_expr(not bug):
                arch.barrier(barrier_id=2, number_of_threads=64)
        else:
            arch.barrier(barrier_id=1, number_of_threads=64)
            out[k, lane] = s[LANES - 1 - lane]
            if cutlass.const_expr(not bug):
                arch.barrier_arrive(barrier_id=2, number_of_threads=64)


@cute.kernel
def overlap_kernel(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    """Two accumulators of N columns each."""
    t = sums.begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, sums.instruction(), False)
        tcgen05.mma("f16", 1, t.d + (sums.N // 2 if bug else sums.N), t.a, t.b, sums.instruction(), False)
        tcgen05.commit(t.bar)
    arch.mbarrier_wait(t.bar, 0)
    values = tcgen05.load("32x32b", sums.N, t.own)
    tcgen05.wait_load()
    sums.keep(out, values)
    sums.give_back(t.d)


@cute.jit
def launch(
    kernel: cutlass.Constexpr, x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr, blocks: cutlass.Constexpr,
    threads: cutlass.Constexpr,
) -> None:  # fmt: skip
    kernel(x, out, bug).launch(grid=[blocks, 1, 1], block=[threads, 1, 1], cluster=[blocks, 1, 1])


@cute.jit
def launch_mask(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
    layout = cute.make_layout((ROWS, LANES), stride=(LANES, 1))
    op = cpasync.CopyBulkTensorTileG2SMulticastOp()
    load, source = cpasync.make_tiled_tma_atom(op, x, layout, (ROWS, LANES), num_multicast=2)
    mask_kernel(load, source, out, bug).launch(grid=[2, 1, 1], block=[LANES, 1, 1], cluster=[2, 1, 1])


def findings(kernel: Any, bug: bool, blocks: int = 1, threads: int = 64) -> list[Finding]:
    """What a checked run of a kernel finds."""
    if kernel is overlap_kernel:
        x, out = aligned(sums.small()), aligned(np.zeros((sums.M, sums.N), np.float32))
    elif kernel is mask_kernel:
        x, out = aligned(np.ones((ROWS, LANES), np.float32)), aligned(np.zeros((2, ROWS, LANES), np.float32))
    else:
        x, out = (aligned(np.ones((4, 2 * LANES if kernel is unmet_kernel else LANES), np.float32)) for _ in range(2))
    with checking() as report:
        if kernel is mask_kernel:
            launch_mask(x, out, bug)
        else:
            launch(kernel, x, out, bug, blocks, threads)
    return report.findings


CASES = [
    (refilled_kernel, {}, "tma-not-waited", "Put `cute.arch.sync_warp()` before the release"),
    (twice_kernel, {"threads": 96}, "deadlock", "Let each warp arrive once a phase"),
    (relaxed_kernel, {}, "shared-race", "Leave out `relaxed=True` of the arrival in line "),
    (
        relaxed_cluster_kernel,
        {"blocks": 2, "threads": LANES},
        "shared-race",
        "Call `cute.arch.cluster_arrive()` in line ",
    ),
    (wrong_rank_kernel, {"blocks": 2, "threads": LANES}, "transaction-bytes", "The bytes that one block's mbarrier"),
    (mask_kernel, {}, "transaction-bytes", "Name all blocks that expect the copy in its `mcast_mask`"),
    (unmet_kernel, {}, "shared-race", ""),
    (overlap_kernel, {"threads": 128}, "tcgen05-not-waited", "Place the two accumulators in columns that do not"),
]


@pytest.mark.parametrize(("kernel", "size", "kind", "fix"), CASES, ids=[case[0].__name__ for case in CASES])
def test_the_fix_is_what_mends_the_kernel(kernel: Any, size: dict[str, int], kind: str, fix: str) -> None:
    """And nothing is found once it is done. A copy to the wrong block is also one that nothing waits for there."""
    found = findings(kernel, True, **size)
    told = [(one.kind, one.fix[: len(fix)]) for one in found if kernel is not wrong_rank_kernel or one.kind == kind]
    assert told == [(kind, fix)]
    assert findings(kernel, False, **size) == []


def test_the_line_of_the_second_arrival_comes_first() -> None:
    (found,) = findings(twice_kernel, True, threads=96)
    assert found.spans[0].line > found.spans[1].line
    assert "arrives again here in a phase of mbarrier 0 of `bars`" in found.message


def test_who_arrives_again_waits_for_the_answer() -> None:
    found = [one for one in findings(unanswered_kernel, True) if one.kind == "barrier-shared"]
    assert found
    assert all("wait for the other" in one.fix for one in found)
    assert findings(unanswered_kernel, False) == []
