"""Warps and blocks that wait for each other by looking at memory."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import TARGETS, Arrays


@cute.kernel
def relay_kernel(flags: cute.Tensor, y: cute.Tensor):
    """Warp w waits until warp w + 1 has written: the first to run waits for the last."""
    tidx, _, _ = cute.arch.thread_idx()
    warp, lane = tidx // 32, tidx % 32
    if warp < 3:
        ready = cute.arch.load(flags.iterator + warp + 1, sem="acquire", scope="gpu")
        while ready == 0:
            ready = cute.arch.load(flags.iterator + warp + 1, sem="acquire", scope="gpu")
        y[tidx] = y[tidx + 32] + 1
    else:
        y[tidx] = lane
    cute.arch.sync_warp()
    if lane == 0:
        cute.arch.store(flags.iterator + warp, cutlass.Int32(1), sem="release", scope="gpu")


@cute.jit
def relay(flags: cute.Tensor, y: cute.Tensor):
    relay_kernel(flags, y).launch(grid=[1, 1, 1], block=[128, 1, 1])


@pytest.mark.parametrize("target", TARGETS)
def test_a_warp_waits_for_a_later_one(target: str) -> None:
    arrays = Arrays(target)
    y = arrays.poisoned((128,), np.int32)
    relay(arrays.put(np.zeros(4, np.int32)), y)
    np.testing.assert_array_equal(arrays.get(y).reshape(4, 32), np.arange(32) + np.array([[3], [2], [1], [0]]))


@cute.kernel
def lock_kernel(lock: cute.Tensor, total: cute.Tensor):
    """One lane of each warp takes a lock, adds without an atomic, and gives it back."""
    tidx, _, _ = cute.arch.thread_idx()
    if tidx % 32 == 0:
        held = cute.arch.atomic_cas(lock.iterator, cmp=0, val=1, sem="acquire", scope="gpu")
        while held != 0:
            held = cute.arch.atomic_cas(lock.iterator, cmp=0, val=1, sem="acquire", scope="gpu")
        seen = cute.arch.load(total.iterator, sem="relaxed", scope="gpu")
        cute.arch.store(total.iterator, seen + 1, sem="relaxed", scope="gpu")
        cute.arch.atomic_exch(lock.iterator, 0, sem="release", scope="gpu")


@cute.jit
def locked(lock: cute.Tensor, total: cute.Tensor):
    lock_kernel(lock, total).launch(grid=[200, 1, 1], block=[128, 1, 1])


@pytest.mark.parametrize("target", TARGETS)
def test_a_lock_that_warps_of_all_blocks_take(target: str) -> None:
    arrays = Arrays(target)
    total = arrays.put(np.zeros(1, np.int32))
    locked(arrays.put(np.zeros(1, np.int32)), total)
    assert arrays.get(total)[0] == 800


@cute.kernel
def chain_kernel(flags: cute.Tensor, y: cute.Tensor):
    """A block waits for the one before it."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    if tidx == 0 and bidx > 0:
        ready = cute.arch.load(flags.iterator + bidx - 1, sem="acquire", scope="gpu")
        while ready == 0:
            ready = cute.arch.load(flags.iterator + bidx - 1, sem="acquire", scope="gpu")
        y[bidx] = y[bidx - 1] + 1
    if tidx == 0:
        cute.arch.store(flags.iterator + bidx, cutlass.Int32(1), sem="release", scope="gpu")


@cute.jit
def chained(flags: cute.Tensor, y: cute.Tensor):
    chain_kernel(flags, y).launch(grid=[500, 1, 1], block=[64, 1, 1])


@pytest.mark.parametrize("target", TARGETS)
def test_blocks_in_a_chain(target: str) -> None:
    arrays = Arrays(target)
    y = arrays.put(np.zeros(500, np.int32))
    chained(arrays.put(np.zeros(500, np.int32)), y)
    np.testing.assert_array_equal(arrays.get(y), np.arange(500))
