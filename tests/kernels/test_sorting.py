"""Bitonic sort, and the k largest by a bitonic network and by radix selection; on every target."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import EVERYWHERE, Arrays

SIZE = 256
THREADS = SIZE // 2


# -- one block, in shared memory -------------------------------------------------------------------------------------
@cute.jit
def bitonic_sort(keys: cute.Tensor, values: cute.Tensor):
    """Sorts SIZE keys of shared memory upwards, and the values with them."""
    tidx, _, _ = cute.arch.thread_idx()
    width = 2
    while width <= SIZE:
        step = width // 2
        while step > 0:
            low = 2 * tidx - (tidx & (step - 1))
            high = low + step
            upwards = (low & width) == 0
            if (keys[low] > keys[high]) == upwards:
                keys[low], keys[high] = keys[high], keys[low]
                values[low], values[high] = values[high], values[low]
            cute.arch.sync_threads()
            step = step // 2
        width = width * 2


@cute.kernel
def sort_rows_kernel(x: cute.Tensor, y: cute.Tensor, order: cute.Tensor):
    smem = cutlass.utils.SmemAllocator()
    keys = smem.allocate_tensor(cutlass.Float32, cute.make_layout(SIZE))
    places = smem.allocate_tensor(cutlass.Int32, cute.make_layout(SIZE))
    tidx, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    N = x.shape[1]
    for i in range(tidx, SIZE, THREADS):
        keys[i] = x[row, i] if i < N else cutlass.Float32.inf
        places[i] = i
    cute.arch.sync_threads()
    bitonic_sort(keys, places)
    for i in range(tidx, y.shape[1], THREADS):
        y[row, i] = keys[i]
        order[row, i] = places[i]


@cute.jit
def sort_rows(x: cute.Tensor, y: cute.Tensor, order: cute.Tensor):
    sort_rows_kernel(x, y, order).launch(grid=x.shape[0], block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_rows_are_sorted_with_their_order(target: str) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    for columns in (1, 200, 256):
        x = rng.standard_normal((3, columns), dtype=np.float32)
        y, order = arrays.poisoned(x.shape), arrays.poisoned(x.shape, np.int32)
        sort_rows(arrays.put(x), y, order)
        np.testing.assert_array_equal(arrays.get(y), np.sort(x, axis=1))
        np.testing.assert_array_equal(np.take_along_axis(x, arrays.get(order), 1), np.sort(x, axis=1))


@pytest.mark.parametrize("target", EVERYWHERE)
def test_top_k_is_a_prefix_of_the_sorted_negatives(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal((2, 251), dtype=np.float32)
    y, order = arrays.poisoned((2, 7)), arrays.poisoned((2, 7), np.int32)
    sort_rows(arrays.put(-x), y, order)
    np.testing.assert_array_equal(-arrays.get(y), -np.sort(-x, axis=1)[:, :7])


# -- many blocks: a launch for each step of the network --------------------------------------------------------------
@cute.kernel
def exchange_kernel(x: cute.Tensor, width: cutlass.Int32, step: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    t = bidx * THREADS + tidx
    low = 2 * t - (t & (step - 1))
    a, b = x[low], x[low + step]
    upwards = (low & width) == 0
    if (a > b) == upwards:
        x[low], x[low + step] = b, a


@cute.jit
def global_sort(x: cute.Tensor):
    """A power of two of elements, at least SIZE."""
    n = x.shape[0]
    width = cutlass.Int32(2)
    while width <= n:
        step = width // 2
        while step > 0:
            exchange_kernel(x, width, step).launch(grid=n // SIZE, block=THREADS)
            step = step // 2
        width = width * 2


@pytest.mark.parametrize("target", EVERYWHERE)
def test_an_array_is_sorted_across_blocks(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).integers(-1000, 1000, 2048).astype(np.int32)
    moved = arrays.put(x)
    global_sort(moved)
    np.testing.assert_array_equal(arrays.get(moved), np.sort(x))


# -- the k-th largest by its bits, from the highest down -------------------------------------------------------------
@cute.kernel
def radix_select_kernel(x: cute.Tensor, threshold: cute.Tensor, ties: cute.Tensor, k: cutlass.Int32):
    """A block a row: fixes the k-th largest bit by bit, counting who still fits with votes."""
    counts = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(THREADS // 32))
    tidx, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    lane, warp = cute.arch.lane_idx(), cute.arch.warp_idx()
    N = x.shape[1]
    found = cutlass.Uint32(0)
    wanted = k
    for shift in range(31, -1, -1):
        bit = cutlass.Uint32(1) << cutlass.Uint32(shift)
        ones = 0
        for first in range(0, N, THREADS):
            i = first + tidx
            fits = i < N and ((x[row, i] ^ found) & ~(bit - 1)) == bit
            ones += count_bits(cute.arch.vote_ballot_sync(fits))
        if lane == 0:
            counts[warp] = ones
        cute.arch.sync_threads()
        total = 0
        for w in cutlass.range_constexpr(THREADS // 32):
            total += counts[w]
        cute.arch.sync_threads()
        if total >= wanted:
            found = found | bit
        else:
            wanted -= total
    if tidx == 0:
        threshold[row] = found
        ties[row] = wanted


@cute.jit
def count_bits(bits: cutlass.Uint32):
    bits = bits - ((bits >> 1) & 0x55555555)
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return ((bits * 0x01010101) >> 24).to(cutlass.Int32)


@cute.jit
def radix_select(x: cute.Tensor, threshold: cute.Tensor, ties: cute.Tensor, k: cutlass.Int32):
    radix_select_kernel(x, threshold, ties, k).launch(grid=x.shape[0], block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("k", [1, 10, 300])
def test_kth_largest_by_radix(target: str, k: int) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    x = rng.integers(0, 2**32, (3, 300), dtype=np.uint32)
    x[1] = rng.integers(0, 20, 300)  # many ties
    threshold = arrays.put(np.full(3, 77, np.uint32))
    ties = arrays.poisoned((3,), np.int32)
    radix_select(arrays.put(x), threshold, ties, k)
    expected = np.sort(x, axis=1)[:, -k]
    np.testing.assert_array_equal(arrays.get(threshold), expected)
    np.testing.assert_array_equal(arrays.get(ties), k - (x > expected[:, None]).sum(axis=1))
