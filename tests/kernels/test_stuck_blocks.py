"""A deadlock of blocks that wait for each other says of a few of them, that differ, who waits where."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError

WARPS = 8


@cute.kernel
def waits_kernel(who: cute.Tensor, where: cute.Tensor, y: cute.Tensor):
    """Of each block the first `who` warps wait, at the place `where`; 9: the block ends."""
    block, _, _ = cute.arch.block_idx()
    if cute.arch.warp_idx() < who[block]:
        if where[block] == 0:
            cute.arch.cluster_arrive()
            cute.arch.cluster_wait()
        elif where[block] == 1:
            cute.arch.barrier(barrier_id=where[block], number_of_threads=where[block] * 1024)
        elif where[block] == 2:
            cute.arch.barrier(barrier_id=where[block], number_of_threads=where[block] * 512)
    y[block] = 1


@cute.jit
def waits(who: cute.Tensor, where: cute.Tensor, y: cute.Tensor):
    waits_kernel(who, where, y).launch(grid=8, block=32 * WARPS, cluster=8)


def said(who: list[int], where: list[int]) -> str:
    with pytest.raises(DSLUserCodeError) as caught:
        waits(np.array(who, np.int32), np.array(where, np.int32), np.zeros(8, np.int32))
    assert caught.value.name == "deadlock"
    return str(caught.value)


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_blocks_that_wait_at_other_places_are_named() -> None:
    text = said([2, 8, 8, 8, 8, 8, 8, 1], [0, 9, 1, 1, 9, 1, 2, 0])
    assert (
        "in block (0, 0, 0) 2 warps are waiting and none can make progress; warps 0, 1 wait here at the barrier" in text
    )
    assert "in block (2, 0, 0) warps 0, 1, 2, 3, 4, 5, 6, 7 wait here (the same in 2 more blocks)" in text
    assert "in block (6, 0, 0) warps 0, 1, 2, 3, 4, 5, 6, 7 wait here\n" in text
    assert "in block (7, 0, 0) warp 0 waits here" in text
    assert "(1, 0, 0)" not in text and "more block waits" not in text


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_four_blocks_are_told_and_the_others_counted() -> None:
    text = said([1, 1, 2, 3, 4, 5, 6, 4], [1] * 8)
    assert (
        "in block (0, 0, 0) 1 warp is waiting and none can make progress (the same in 1 more block); warp 0 waits here"
        in text
    )
    assert "in block (4, 0, 0) warps 0, 1, 2, 3 wait here (the same in 1 more block)" in text
    assert "block (5, 0, 0)" not in text
    assert "2 more blocks wait, at other places or with other warps" in text


@cute.kernel
def grid_barrier_kernel(count: cute.Tensor, y: cute.Tensor, blocks: cutlass.Int32):
    """Blocks of a cooperative launch wait for one more block than there is, by an mbarrier of the block each."""
    thread, _, _ = cute.arch.thread_idx()
    bar = cutlass.utils.SmemAllocator().allocate(8, 8)
    bar = cute.recast_ptr(bar, dtype=cutlass.Int64)
    if thread == 0:
        cute.arch.mbarrier_init(bar, 1)
        cute.arch.atomic_add(count.iterator, cutlass.Int32(1), sem="release", scope="gpu")
    cute.arch.sync_threads()
    if thread == 0:
        if cute.arch.load(count.iterator, sem="acquire", scope="gpu") >= blocks:
            cute.arch.mbarrier_arrive(bar)
    cute.arch.mbarrier_wait(bar, 0)
    y[thread] = 1


@cute.jit
def grid_barrier(count: cute.Tensor, y: cute.Tensor, blocks: cutlass.Int32):
    grid_barrier_kernel(count, y, blocks).launch(grid=5, block=64, cooperative=True)


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_blocks_of_a_cooperative_launch() -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        grid_barrier(np.zeros(1, np.int32), np.zeros(64, np.int32), 6)
    text = str(caught.value)
    assert (
        caught.value.name == "deadlock" and "in block (0, 0, 0) 2 warps are waiting and none can make progress" in text
    )
    assert "for phase 0 of an mbarrier that lacks 1 of 1 arrivals" in text
