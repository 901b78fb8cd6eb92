"""Warps and blocks that wait for each other by looking at memory."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError
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


@cute.jit
def grid_barrier(count: cute.Tensor, goal: cutlass.Int32):
    """Returns when all blocks of the grid have come `goal` times in all."""
    tidx, _, _ = cute.arch.thread_idx()
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.atomic_add(count.iterator, 1, sem="release", scope="gpu")
        seen = cute.arch.load(count.iterator, sem="acquire", scope="gpu")
        while seen < goal:
            seen = cute.arch.load(count.iterator, sem="acquire", scope="gpu")
    cute.arch.sync_threads()


@cute.kernel
def shift_kernel(count: cute.Tensor, x: cute.Tensor, y: cute.Tensor, rounds: cutlass.Int32):
    """In each round a block takes what the next one has, with barriers of the grid between reading and writing."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    grid, _, _ = cute.arch.grid_dim()
    i = bidx * 64 + tidx
    for turn in range(rounds):
        y[i] = x[(i + 64) % (grid * 64)] + 1
        grid_barrier(count, (2 * turn + 1) * grid)
        x[i] = y[i]
        grid_barrier(count, (2 * turn + 2) * grid)


@cute.jit
def shifted(
    count: cute.Tensor,
    x: cute.Tensor,
    y: cute.Tensor,
    rounds: cutlass.Int32,
    cooperative: cutlass.Constexpr,
    cluster: cutlass.Constexpr,
):
    blocks = x.shape[0] // 64
    shift_kernel(count, x, y, rounds).launch(grid=blocks, block=64, cooperative=cooperative, cluster=cluster)


@pytest.mark.parametrize(
    ("blocks", "cooperative", "cluster"), [(66, True, 1), (66, False, 1), (5, True, 1), (8, False, 2)]
)
@pytest.mark.parametrize("target", TARGETS)
def test_a_barrier_of_the_whole_grid(target: str, blocks: int, cooperative: bool, cluster: int) -> None:
    arrays = Arrays(target)
    start = np.arange(blocks * 64, dtype=np.int32)
    x, y, count = (arrays.put(a) for a in (start, np.zeros_like(start), np.zeros(1, np.int32)))
    shifted(count, x, y, 3, cooperative, (cluster, 1, 1))
    np.testing.assert_array_equal(arrays.get(x), np.roll(start, -3 * 64) + 3)
    assert arrays.get(count)[0] == 6 * blocks


def test_a_cooperative_launch_that_fits_no_device_is_refused() -> None:
    x = np.zeros(64 * 5000, np.int32)
    with pytest.raises(DSLUserCodeError, match="5000 blocks of 64 threads; together"):
        shifted(np.zeros(1, np.int32), x, x.copy(), 1, True, (1, 1, 1))


@cute.kernel
def backwards_kernel(flags: cute.Tensor, y: cute.Tensor):
    """A block waits for the one after it: the first to run waits for the last."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    grid, _, _ = cute.arch.grid_dim()
    if tidx == 0 and bidx < grid - 1:
        ready = cute.arch.load(flags.iterator + bidx + 1, sem="acquire", scope="gpu")
        while ready == 0:
            ready = cute.arch.load(flags.iterator + bidx + 1, sem="acquire", scope="gpu")
        y[bidx] = y[bidx + 1] + 1
    if tidx == 0:
        cute.arch.store(flags.iterator + bidx, cutlass.Int32(1), sem="release", scope="gpu")


@cute.jit
def backwards(flags: cute.Tensor, y: cute.Tensor):
    backwards_kernel(flags, y).launch(grid=[100, 1, 1], block=[32, 1, 1])


@pytest.mark.parametrize("target", TARGETS)
def test_a_block_waits_for_a_later_one(target: str) -> None:
    arrays = Arrays(target)
    y = arrays.put(np.zeros(100, np.int32))
    backwards(arrays.put(np.zeros(100, np.int32)), y)
    np.testing.assert_array_equal(arrays.get(y), np.arange(100)[::-1])


@cute.kernel
def turns_kernel(y: cute.Tensor, who: cutlass.Int32):
    """Warp 0 asks an mbarrier again and again until lane `who` of warp 1 has arrived, if there is one."""
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    bar = cutlass.utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.sync_threads()
    if warp == 0:
        while not cute.arch.mbarrier_try_wait(bar, 0):
            pass
        y[lane] = y[32 + lane] + 1
    else:
        y[32 + lane] = lane
        cute.arch.sync_warp()
        if lane == who:
            cute.arch.mbarrier_arrive(bar)


@cute.jit
def turns(y: cute.Tensor, who: cutlass.Int32):
    turns_kernel(y, who).launch(grid=1, block=64)


def test_a_loop_that_asks_an_mbarrier_is_a_wait() -> None:
    y = np.zeros(64, np.int32)
    turns(y, 0)
    np.testing.assert_array_equal(y[:32], np.arange(1, 33))


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_a_loop_that_asks_an_mbarrier_for_ever_is_a_deadlock() -> None:
    with pytest.raises(DSLUserCodeError, match=r"deadlock.*warp 0 waits here(?s:.*)while not cute.arch.mbarrier_try"):
        turns(np.zeros(64, np.int32), 32)
