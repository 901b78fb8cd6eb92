"""Counting with atomics: histograms in global and in shared memory, sums of groups, the block that ends last."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import EVERYWHERE, Arrays

THREADS = 128
BINS = 61


# -- straight into global memory -------------------------------------------------------------------------------------
@cute.kernel
def global_kernel(x: cute.Tensor, counts: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * THREADS + tidx
    if i < x.shape[0]:
        cute.arch.atomic_add(counts.iterator + x[i], 1)


@cute.jit
def global_histogram(x: cute.Tensor, counts: cute.Tensor):
    global_kernel(x, counts).launch(grid=cute.ceil_div(x.shape[0], THREADS), block=THREADS)


# -- a histogram a block in shared memory, added up at its end -------------------------------------------------------
@cute.kernel
def shared_kernel(x: cute.Tensor, counts: cute.Tensor):
    bins = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(BINS))
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    for b in range(tidx, BINS, THREADS):
        bins[b] = 0
    cute.arch.sync_threads()
    for i in range(bidx * THREADS + tidx, x.shape[0], blocks * THREADS):
        cute.arch.atomic_add(bins.iterator + x[i], 1)
    cute.arch.sync_threads()
    for b in range(tidx, BINS, THREADS):
        cute.arch.atomic_add(counts.iterator + b, bins[b])


@cute.jit
def shared_histogram(x: cute.Tensor, counts: cute.Tensor):
    shared_kernel(x, counts).launch(grid=5, block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("run", [global_histogram, shared_histogram], ids=["global", "shared"])
def test_a_histogram_gives_what_bincount_gives(target: str, run: Any) -> None:
    arrays = Arrays(target)
    for length in (1, 3001):
        x = np.random.default_rng(7).integers(0, BINS, length).astype(np.int32)
        counts = arrays.put(np.zeros(BINS, np.int32))
        run(arrays.put(x), counts)
        np.testing.assert_array_equal(arrays.get(counts), np.bincount(x, minlength=BINS))


# -- sums of groups, with floats -------------------------------------------------------------------------------------
@cute.kernel
def segment_kernel(x: cute.Tensor, group: cute.Tensor, sums: cute.Tensor, highest: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * THREADS + tidx
    if i < x.shape[0]:
        cute.arch.atomic_add(sums.iterator + group[i], x[i])
        cute.arch.atomic_max(highest.iterator + group[i], i)


@cute.jit
def segment_sum(x: cute.Tensor, group: cute.Tensor, sums: cute.Tensor, highest: cute.Tensor):
    segment_kernel(x, group, sums, highest).launch(grid=cute.ceil_div(x.shape[0], THREADS), block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("dtype", [np.float32, np.float64], ids=lambda d: d.__name__)
def test_sums_of_groups_give_what_numpy_gives(target: str, dtype: Any) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    x, group = rng.standard_normal(1999).astype(dtype), rng.integers(0, 17, 1999).astype(np.int32)
    sums, highest = arrays.put(np.zeros(17, dtype)), arrays.put(np.full(17, -1, np.int32))
    segment_sum(arrays.put(x), arrays.put(group), sums, highest)
    reference = np.bincount(group, weights=x.astype(np.float64), minlength=17)
    np.testing.assert_allclose(arrays.get(sums), reference, atol=1e-4 if dtype is np.float32 else 1e-12)
    last = [np.flatnonzero(group == g).max(initial=-1) for g in range(17)]
    np.testing.assert_array_equal(arrays.get(highest), last)


# -- what is kept, in any order: the atomic's old value is the place -------------------------------------------------
@cute.kernel
def filter_kernel(x: cute.Tensor, y: cute.Tensor, count: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * THREADS + tidx
    if i < x.shape[0]:
        if x[i] > 0:
            place = cute.arch.atomic_add(count.iterator, 1)
            y[place] = x[i]


@cute.jit
def positives(x: cute.Tensor, y: cute.Tensor, count: cute.Tensor):
    filter_kernel(x, y, count).launch(grid=cute.ceil_div(x.shape[0], THREADS), block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_a_filter_keeps_what_passes_and_writes_nothing_else(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).permutation(1501).astype(np.int32) - 700
    y, count = arrays.poisoned(x.shape, np.int32), arrays.put(np.zeros(1, np.int32))
    positives(arrays.put(x), y, count)
    kept = int(arrays.get(count)[0])
    np.testing.assert_array_equal(np.sort(arrays.get(y)[:kept]), np.arange(1, 801))
    assert (arrays.get(y)[kept:] == -77).all()


# -- a sum in one launch: the block that ends last adds the blocks' sums up ------------------------------------------
@cute.kernel
def single_pass_kernel(x: cute.Tensor, partial: cute.Tensor, done: cute.Tensor, result: cute.Tensor):
    parts = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float64, cute.make_layout(THREADS // 32))
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    acc = cutlass.Float64(0.0)
    for i in range(bidx * THREADS + tidx, x.shape[0], blocks * THREADS):
        acc += cutlass.Float64(x[i])
    acc = cute.arch.warp_reduction_sum(acc)
    if tidx % 32 == 0:
        parts[tidx // 32] = acc
    cute.arch.sync_threads()
    if tidx == 0:
        for w in cutlass.range_constexpr(1, THREADS // 32):
            acc += parts[w]
        partial[bidx] = acc
        ended = cute.arch.atomic_add(done.iterator, 1, sem="acq_rel", scope="gpu")
        if ended == blocks - 1:
            total = cutlass.Float64(0.0)
            for b in range(blocks):
                total += partial[b]
            result[0] = total


@cute.jit
def single_pass_sum(x: cute.Tensor, partial: cute.Tensor, done: cute.Tensor, result: cute.Tensor):
    single_pass_kernel(x, partial, done, result).launch(grid=partial.shape[0], block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_the_last_block_finishes(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal(5003, dtype=np.float32)
    partial, result = arrays.poisoned((9,), np.float64), arrays.poisoned((1,), np.float64)
    single_pass_sum(arrays.put(x), partial, arrays.put(np.zeros(1, np.int32)), result)
    np.testing.assert_allclose(arrays.get(result)[0], x.astype(np.float64).sum(), rtol=1e-12, atol=1e-12)
