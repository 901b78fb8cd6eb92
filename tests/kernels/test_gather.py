"""Places that the data says: gather, scatter, embedding lookup, one-hot, search, sparse rows; on every target."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import EVERYWHERE, Arrays

THREADS = 64


@cute.kernel
def permute_kernel(x: cute.Tensor, index: cute.Tensor, y: cute.Tensor, scatter: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * THREADS + tidx
    if i < index.shape[0]:
        if cutlass.const_expr(scatter):
            y[index[i]] = x[i]
        else:
            y[i] = x[index[i]]


@cute.jit
def permute(x: cute.Tensor, index: cute.Tensor, y: cute.Tensor, scatter: cutlass.Constexpr):
    permute_kernel(x, index, y, scatter).launch(grid=cute.ceil_div(index.shape[0], THREADS), block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("integer", [np.int32, np.int64, np.uint8], ids=lambda d: d.__name__)
def test_gathering_and_scattering_give_what_numpy_gives(target: str, integer: Any) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    x, index = rng.standard_normal(201, dtype=np.float32), rng.permutation(201).astype(integer)
    y = arrays.poisoned(x.shape)
    permute(arrays.put(x), arrays.put(index), y, False)
    np.testing.assert_array_equal(arrays.get(y), x[index])
    y = arrays.poisoned(x.shape)
    permute(arrays.put(x), arrays.put(index), y, True)
    np.testing.assert_array_equal(arrays.get(y)[index], x)


# -- embedding: a warp a token, vectors of 4 -------------------------------------------------------------------------
@cute.kernel
def embedding_kernel(tokens: cute.Tensor, gTable: cute.Tensor, gOut: cute.Tensor):
    lane = cute.arch.lane_idx()
    bidx, _, _ = cute.arch.block_idx()
    position = bidx * (THREADS // 32) + cute.arch.warp_idx()
    if position < tokens.shape[0]:
        token = tokens[position]
        _, (_, vectors) = gOut.shape
        for k in range(lane, vectors, 32):
            gOut[((0, None), (position, k))] = gTable[((0, None), (token, k))].load()


@cute.jit
def embedding(tokens: cute.Tensor, table: cute.Tensor, out: cute.Tensor):
    gTable, gOut = cute.zipped_divide(table, (1, 4)), cute.zipped_divide(out, (1, 4))
    grid = cute.ceil_div(tokens.shape[0], THREADS // 32)
    embedding_kernel(tokens, gTable, gOut).launch(grid=grid, block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("dtype", [np.float32, np.float16], ids=lambda d: d.__name__)
def test_an_embedding_takes_rows_by_token(target: str, dtype: Any) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    table, tokens = rng.standard_normal((50, 132)).astype(dtype), rng.integers(0, 50, 37).astype(np.int32)
    out = arrays.poisoned((37, 132), dtype)
    embedding(arrays.put(tokens), arrays.put(table), out)
    np.testing.assert_array_equal(arrays.get(out), table[tokens])


# -- one-hot ---------------------------------------------------------------------------------------------------------
@cute.kernel
def one_hot_kernel(labels: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    label = labels[row]
    for k in range(tidx, y.shape[1], THREADS):
        y[row, k] = y.element_type(1) if k == label else y.element_type(0)


@cute.jit
def one_hot(labels: cute.Tensor, y: cute.Tensor):
    one_hot_kernel(labels, y).launch(grid=labels.shape[0], block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("dtype", [np.int8, np.bool_, np.float64], ids=lambda d: d.__name__)
def test_one_hot_rows_have_one_at_the_label(target: str, dtype: Any) -> None:
    arrays = Arrays(target)
    labels = np.random.default_rng(7).integers(0, 99, 21).astype(np.int32)
    y = arrays.put(np.ones((21, 99), dtype))
    one_hot(arrays.put(labels), y)
    np.testing.assert_array_equal(arrays.get(y), np.eye(99)[labels].astype(dtype))


# -- binary search, a query a thread ---------------------------------------------------------------------------------
@cute.kernel
def search_kernel(sorted_: cute.Tensor, queries: cute.Tensor, places: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * THREADS + tidx
    if i < queries.shape[0]:
        low, high = cutlass.Int32(0), sorted_.shape[0]
        while low < high:
            middle = (low + high) // 2
            if sorted_[middle] < queries[i]:
                low = middle + 1
            else:
                high = middle
        places[i] = low


@cute.jit
def search(sorted_: cute.Tensor, queries: cute.Tensor, places: cute.Tensor):
    search_kernel(sorted_, queries, places).launch(grid=cute.ceil_div(queries.shape[0], THREADS), block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_binary_search_gives_what_searchsorted_gives(target: str) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    values, queries = np.sort(rng.integers(0, 500, 301)).astype(np.int32), rng.integers(-5, 510, 99).astype(np.int32)
    places = arrays.poisoned((99,), np.int32)
    search(arrays.put(values), arrays.put(queries), places)
    np.testing.assert_array_equal(arrays.get(places), np.searchsorted(values, queries))


# -- sparse matrix times vector, rows of any length ------------------------------------------------------------------
@cute.kernel
def csr_kernel(starts: cute.Tensor, columns: cute.Tensor, values: cute.Tensor, x: cute.Tensor, y: cute.Tensor):
    """A warp a row."""
    bidx, _, _ = cute.arch.block_idx()
    row = bidx * (THREADS // 32) + cute.arch.warp_idx()
    if row >= y.shape[0]:
        return
    lane = cute.arch.lane_idx()
    acc = cutlass.Float64(0.0)
    for e in range(starts[row] + lane, starts[row + 1], 32):
        acc += values[e] * x[columns[e]]
    acc = cute.arch.warp_reduction_sum(acc)
    if lane == 0:
        y[row] = acc


@cute.jit
def csr(starts: cute.Tensor, columns: cute.Tensor, values: cute.Tensor, x: cute.Tensor, y: cute.Tensor):
    grid = cute.ceil_div(y.shape[0], THREADS // 32)
    csr_kernel(starts, columns, values, x, y).launch(grid=grid, block=THREADS)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_sparse_matrix_times_vector(target: str) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    dense = np.where(rng.random((53, 88)) < 0.2, rng.standard_normal((53, 88)), 0)
    dense[7], dense[8] = 0, 1  # an empty and a full row
    rows, columns = np.nonzero(dense)
    starts = np.searchsorted(rows, np.arange(54)).astype(np.int32)
    x, y = rng.standard_normal(88), arrays.poisoned((53,), np.float64)
    csr(arrays.put(starts), arrays.put(columns.astype(np.int32)), arrays.put(dense[rows, columns]), arrays.put(x), y)
    np.testing.assert_allclose(arrays.get(y), dense @ x, rtol=1e-12, atol=1e-12)


@cute.kernel
def look_up_kernel(table: cute.Tensor, indices: cute.Tensor, y: cute.Tensor, shared: cutlass.Constexpr):
    """Reads at indices from memory, of global or shared memory."""
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64))
    s[tidx] = table[tidx]
    cute.arch.sync_threads()
    if cutlass.const_expr(shared):
        y[tidx] = s[indices[tidx]]
    else:
        y[tidx] = table[indices[tidx]]


@cute.jit
def look_up(table: cute.Tensor, indices: cute.Tensor, y: cute.Tensor, shared: cutlass.Constexpr):
    look_up_kernel(table, indices, y, shared).launch(grid=1, block=64)


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize("shared", [False, True], ids=["global", "shared"])
@pytest.mark.parametrize("index", [-1, 64, 1 << 30, (1 << 31) - 1, -(1 << 31), -(1 << 30)])
def test_indices_outside_are_named(index: int, shared: bool) -> None:
    """Also those whose bytes do not count in 32 bits."""
    table, y = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    indices = np.arange(64, dtype=np.int32)[::-1].copy()
    look_up(table, indices, y, shared)
    np.testing.assert_array_equal(y, table[::-1])
    indices[37] = index
    said = f"reads element {index} of `{'s' if shared else 'table'}`"
    with pytest.raises(DSLUserCodeError, match=rf"thread \(37, 0, 0\) of block \(0, 0, 0\) {said}"):
        look_up(table, indices, y, shared)


@cute.kernel
def shifted_kernel(y: cute.Tensor, n: cutlass.Int32, m: cutlass.Int64):
    """Reads at a place that all threads share, and next to each other."""
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(32))
    s[tidx] = tidx.to(cutlass.Float32)
    cute.arch.sync_threads()
    y[tidx] = s[tidx + n] + s[m]


@cute.jit
def shifted(y: cute.Tensor, n: cutlass.Int32, m: cutlass.Int64):
    shifted_kernel(y, n, m).launch(grid=1, block=32)


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize(("n", "m"), [(1 << 30, 0), (-(1 << 30), 0), (0, 1 << 30), (0, 1 << 32), (0, -(1 << 33))])
def test_places_of_shared_memory_do_not_wrap(n: int, m: int) -> None:
    y = np.zeros(32, np.float32)
    shifted(y, 0, 31)
    np.testing.assert_array_equal(y, np.arange(32) + 31)
    with pytest.raises(DSLUserCodeError, match=r"thread \(0, 0, 0\) of block \(0, 0, 0\) reads element -?6710"):
        shifted(y, n, m)


@cute.kernel
def scattered_kernel(y: cute.Tensor, n: cutlass.Int64, kind: cutlass.Constexpr):
    """Reaches places that each thread computes in 64 bits, of shared memory and of its own."""
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64))
    own = cute.make_rmem_tensor(cute.make_layout(4), cutlass.Float32)
    for k in cutlass.range_constexpr(4):
        own[k] = s[tidx] = s[tidx + 32] = (tidx + k).to(cutlass.Float32)
    cute.arch.sync_threads()
    index = cutlass.Int64(tidx * 7) % 32 + n
    if cutlass.const_expr(kind == "load"):
        y[tidx] = s[index]
    elif cutlass.const_expr(kind == "own"):
        y[tidx] = own[index // 8]
    elif cutlass.const_expr(kind == "slice"):
        halves = cute.make_tensor(s.iterator, cute.make_layout((32, 2)))
        y[tidx] = halves[None, 1][cutlass.Int32(index)]
    elif cutlass.const_expr(kind == "atomic"):
        y[tidx] = cute.arch.atomic_add(s.iterator + index, cutlass.Float32(1))
    else:
        s[index] = y[tidx]


@cute.jit
def scattered(y: cute.Tensor, n: cutlass.Int64, kind: cutlass.Constexpr):
    scattered_kernel(y, n, kind).launch(grid=1, block=32)


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize("kind", ["load", "own", "slice", "atomic", "store"])
@pytest.mark.parametrize("n", [1 << 30, -(1 << 30), 1 << 32, 1 << 33, -(1 << 62)])
def test_places_that_differ_by_lane_do_not_wrap(n: int, kind: str) -> None:
    y = np.zeros(32, np.float32)
    scattered(y, 0, kind)
    if kind == "slice" and abs(n) >= 1 << 32:
        pytest.skip("its index has 32 bits")
    with pytest.raises(DSLUserCodeError, match=r"thread \(0, 0, 0\) of block \(0, 0, 0\) \w+ .*element -?\d+ of"):
        scattered(y, n, kind)
