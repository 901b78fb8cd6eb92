"""Prefix sums of a warp, a block and many blocks, compaction and run lengths on top of them; on every target."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import EVERYWHERE, Arrays

WARPS = 4
THREADS = 32 * WARPS


@cute.jit
def warp_inclusive_sum(value):
    """Each lane gets the sum of the lanes up to itself."""
    lane = cute.arch.lane_idx()
    for step in cutlass.range_constexpr(5):
        below = cute.arch.shuffle_sync_up(value, 1 << step)
        if lane >= 1 << step:
            value += below
    return value


@cute.jit
def block_inclusive_sum(value, sums: cute.Tensor):
    """Each thread gets the sum of the threads up to itself; `sums` is shared memory for one value a warp."""
    lane, warp = cute.arch.lane_idx(), cute.arch.warp_idx()
    value = warp_inclusive_sum(value)
    if lane == 31:
        sums[warp] = value
    cute.arch.sync_threads()
    for w in cutlass.range_constexpr(WARPS - 1):
        if w < warp:
            value += sums[w]
    cute.arch.sync_threads()
    return value


@cute.kernel
def warp_scan_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * THREADS + tidx
    value = x[i] if i < x.shape[0] else 0
    value = warp_inclusive_sum(value)
    if i < x.shape[0]:
        y[i] = value


@cute.jit
def warp_scan(x: cute.Tensor, y: cute.Tensor):
    warp_scan_kernel(x, y).launch(grid=cute.ceil_div(x.shape[0], THREADS), block=THREADS)


@cute.kernel
def block_scan_kernel(x: cute.Tensor, y: cute.Tensor, totals: cute.Tensor):
    sums = cutlass.utils.SmemAllocator().allocate_tensor(x.element_type, cute.make_layout(WARPS))
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * THREADS + tidx
    value = x[i] if i < x.shape[0] else 0
    value = block_inclusive_sum(value, sums)
    if i < x.shape[0]:
        y[i] = value
    if tidx == THREADS - 1:
        totals[bidx] = value


@cute.kernel
def scan_totals_kernel(totals: cute.Tensor):
    """One block: in place, any number of totals, carrying the sum from round to round."""
    sums = cutlass.utils.SmemAllocator().allocate_tensor(totals.element_type, cute.make_layout(WARPS + 1))
    tidx, _, _ = cute.arch.thread_idx()
    n = totals.shape[0]
    carry = totals.element_type(0)
    for first in range(0, n, THREADS):
        i = first + tidx
        value = totals[i] if i < n else 0
        value = block_inclusive_sum(value, sums) + carry
        if i < n:
            totals[i] = value
        if tidx == THREADS - 1:
            sums[WARPS] = value
        cute.arch.sync_threads()
        carry = sums[WARPS]


@cute.kernel
def add_carry_kernel(y: cute.Tensor, totals: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = (bidx + 1) * THREADS + tidx
    if i < y.shape[0]:
        y[i] += totals[bidx]


@cute.jit
def scan(x: cute.Tensor, y: cute.Tensor, totals: cute.Tensor):
    """Three launches: blocks, their totals, and the carry into all blocks but the first."""
    blocks = cute.ceil_div(x.shape[0], THREADS)
    block_scan_kernel(x, y, totals).launch(grid=blocks, block=THREADS)
    scan_totals_kernel(totals).launch(grid=1, block=THREADS)
    if blocks > 1:
        add_carry_kernel(y, totals).launch(grid=blocks - 1, block=THREADS)


def numbers(length: int, dtype: Any = np.int32) -> np.ndarray:
    return np.random.default_rng(7).integers(-50, 50, length).astype(dtype)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_a_scan_of_a_warp_gives_what_numpy_gives(target: str) -> None:
    arrays, x = Arrays(target), numbers(200)
    y = arrays.poisoned(x.shape, np.int32)
    warp_scan(arrays.put(x), y)
    expected = np.concatenate([np.cumsum(x[k : k + 32]) for k in range(0, x.size, 32)])
    np.testing.assert_array_equal(arrays.get(y), expected)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.float64], ids=lambda d: d.__name__)
def test_a_scan_over_many_blocks_gives_what_cumsum_gives(target: str, dtype: Any) -> None:
    arrays = Arrays(target)
    for length in (1, 128, 1000, 128 * 131 + 5):
        x = numbers(length, dtype)
        y, totals = arrays.poisoned(x.shape, dtype), arrays.poisoned((-(-length // THREADS),), dtype)
        scan(arrays.put(x), y, totals)
        np.testing.assert_array_equal(arrays.get(y), np.cumsum(x))


# -- what is kept moves together, in order ---------------------------------------------------------------------------
@cute.kernel
def flag_kernel(x: cute.Tensor, flags: cute.Tensor, keep: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * THREADS + tidx
    if i < x.shape[0]:
        flags[i] = 1 if keep(x, i) else 0


@cute.kernel
def place_kernel(x: cute.Tensor, flags: cute.Tensor, ends: cute.Tensor, values: cute.Tensor, where: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * THREADS + tidx
    if i < x.shape[0]:
        if flags[i] == 1:
            values[ends[i] - 1] = x[i]
            where[ends[i] - 1] = i


@cute.jit
def compact(
    x: cute.Tensor,
    flags: cute.Tensor,
    ends: cute.Tensor,
    totals: cute.Tensor,
    values: cute.Tensor,
    where: cute.Tensor,
    keep: cutlass.Constexpr,
):
    blocks = cute.ceil_div(x.shape[0], THREADS)
    flag_kernel(x, flags, keep).launch(grid=blocks, block=THREADS)
    scan(flags, ends, totals)
    place_kernel(x, flags, ends, values, where).launch(grid=blocks, block=THREADS)


def compacted(arrays: Arrays, x: np.ndarray, keep: Any) -> tuple[np.ndarray, np.ndarray]:
    n = x.size
    flags, ends, values, where = (arrays.poisoned((n,), np.int32) for _ in range(4))
    totals = arrays.poisoned((-(-n // THREADS),), np.int32)
    compact(arrays.put(x), flags, ends, totals, values, where, keep)
    count = int(arrays.get(ends)[-1])
    assert (arrays.get(values)[count:] == -77).all()
    return arrays.get(values)[:count], arrays.get(where)[:count]


@pytest.mark.parametrize("target", EVERYWHERE)
def test_compaction_keeps_what_passes_in_order(target: str) -> None:
    x = numbers(1500)
    values, where = compacted(Arrays(target), x, lambda x, i: x[i] % 3 == 1)
    kept = np.flatnonzero(np.fmod(x, 3) == 1)  # the remainder has the sign of the dividend
    np.testing.assert_array_equal(where, kept)
    np.testing.assert_array_equal(values, x[kept])


@cute.jit
def starts_a_run(x, i):
    return i == 0 or x[i] != x[i - 1]


@pytest.mark.parametrize("target", EVERYWHERE)
def test_run_lengths_are_those_of_the_reference(target: str) -> None:
    rng = np.random.default_rng(7)
    x = np.repeat(rng.integers(0, 5, 300), rng.integers(1, 9, 300)).astype(np.int32)
    values, starts = compacted(Arrays(target), x, starts_a_run)
    lengths = np.diff(np.append(starts, x.size))
    assert (values[1:] != values[:-1]).all()
    np.testing.assert_array_equal(np.repeat(values, lengths), x)
