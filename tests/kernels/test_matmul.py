"""Matrix products as people write them on the way to a fast one, and attention on top; on every target."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import EVERYWHERE, Arrays, relative_error

TILE = 16


# -- a thread an element, everything from global memory --------------------------------------------------------------
@cute.kernel
def naive_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    m, n = by * TILE + ty, bx * TILE + tx
    if m < c.shape[0] and n < c.shape[1]:
        acc = cutlass.Float32(0.0)
        for k in range(a.shape[1]):
            acc += a[m, k].to(cutlass.Float32) * b[k, n].to(cutlass.Float32)
        c[m, n] = acc.to(c.element_type)


@cute.jit
def naive(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    M, N = c.shape
    naive_kernel(a, b, c).launch(grid=(cute.ceil_div(N, TILE), cute.ceil_div(M, TILE)), block=(TILE, TILE))


# -- tiles of both matrices in shared memory -------------------------------------------------------------------------
@cute.kernel
def shared_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    smem = cutlass.utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float32, cute.make_layout((TILE, TILE), stride=(TILE, 1)))
    sB = smem.allocate_tensor(cutlass.Float32, cute.make_layout((TILE, TILE), stride=(TILE, 1)))
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    (M, N), K = c.shape, a.shape[1]
    m, n = by * TILE + ty, bx * TILE + tx
    acc = cutlass.Float32(0.0)
    for k0 in range(0, K, TILE):
        sA[ty, tx] = a[m, k0 + tx].to(cutlass.Float32) if m < M and k0 + tx < K else 0.0
        sB[ty, tx] = b[k0 + ty, n].to(cutlass.Float32) if k0 + ty < K and n < N else 0.0
        cute.arch.sync_threads()
        for k in cutlass.range(TILE, unroll_full=True):
            acc += sA[ty, k] * sB[k, tx]
        cute.arch.sync_threads()
    if m < M and n < N:
        c[m, n] = acc.to(c.element_type)


@cute.jit
def shared(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    M, N = c.shape
    shared_kernel(a, b, c).launch(grid=(cute.ceil_div(N, TILE), cute.ceil_div(M, TILE)), block=(TILE, TILE))


# -- blocks of the result in registers: 64 x 32 a block of 128 threads, 4 x 4 a thread -------------------------------
BM, BN, BK, RM, RN = 64, 32, 8, 4, 4
THREADS = (BM // RM) * (BN // RN)


@cute.kernel
def blocked_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    smem = cutlass.utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float32, cute.make_layout((BM, BK), stride=(1, BM)), 16)
    sB = smem.allocate_tensor(cutlass.Float32, cute.make_layout((BN, BK), stride=(1, BN)), 16)
    tidx, _, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    (M, N), K = c.shape, a.shape[1]
    tm, tn = tidx % (BM // RM), tidx // (BM // RM)
    acc = cute.make_rmem_tensor((RM, RN), cutlass.Float32)
    acc.fill(0.0)
    for k0 in range(0, K, BK):
        for s in range(tidx, BM * BK, THREADS):
            m, k = by * BM + s % BM, k0 + s // BM
            sA[s % BM, s // BM] = a[m, k].to(cutlass.Float32) if m < M and k < K else 0.0
        for s in range(tidx, BN * BK, THREADS):
            n, k = bx * BN + s % BN, k0 + s // BN
            sB[s % BN, s // BN] = b[k, n].to(cutlass.Float32) if n < N and k < K else 0.0
        cute.arch.sync_threads()
        tA, tB = cute.local_tile(sA, (RM, BK), (tm, 0)), cute.local_tile(sB, (RN, BK), (tn, 0))
        for k in cutlass.range_constexpr(BK):
            rA, rB = tA[None, k].load(), tB[None, k].load()
            for j in cutlass.range_constexpr(RN):
                acc[None, j] = acc[None, j].load() + rA * rB[j]
        cute.arch.sync_threads()
    for i in cutlass.range_constexpr(RM):
        for j in cutlass.range_constexpr(RN):
            m, n = by * BM + tm * RM + i, bx * BN + tn * RN + j
            if m < M and n < N:
                c[m, n] = acc[i, j].to(c.element_type)


@cute.jit
def blocked(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    M, N = c.shape
    blocked_kernel(a, b, c).launch(grid=(cute.ceil_div(N, BN), cute.ceil_div(M, BM)), block=THREADS)


# -- many products of one kernel -------------------------------------------------------------------------------------
@cute.kernel
def batched_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, batch = cute.arch.block_idx()
    gA, gB, gC = a[batch, None, None], b[batch, None, None], c[batch, None, None]
    m, n = by * TILE + ty, bx * TILE + tx
    if cute.elem_less((m, n), gC.shape):
        acc = cutlass.Float32(0.0)
        for k in range(gA.shape[1]):
            acc += gA[m, k] * gB[k, n]
        gC[m, n] = acc


@cute.jit
def batched(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    L, M, N = c.shape
    batched_kernel(a, b, c).launch(grid=(cute.ceil_div(N, TILE), cute.ceil_div(M, TILE), L), block=(TILE, TILE))


def operands(m: int, k: int, n: int, dtype: Any = np.float32) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(7)
    return rng.standard_normal((m, k)).astype(dtype), rng.standard_normal((k, n)).astype(dtype)


def multiplies(arrays: Arrays, run: Any, a: np.ndarray, b: np.ndarray, c: Any, bound: float = 1e-5) -> None:
    run(arrays.put(a), arrays.put(b), c)
    assert relative_error(arrays.get(c), a.astype(np.float64) @ b.astype(np.float64)) < bound


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("run", [naive, shared, blocked], ids=["naive", "shared", "blocked"])
def test_a_product_gives_what_numpy_gives(target: str, run: Any) -> None:
    arrays = Arrays(target)
    for m, k, n in ((1, 1, 1), (16, 32, 16), (67, 45, 91)):
        multiplies(arrays, run, *operands(m, k, n), arrays.poisoned((m, n)))


@pytest.mark.parametrize("target", EVERYWHERE)
def test_half_precision_in_single_precision_out(target: str) -> None:
    arrays = Arrays(target)
    multiplies(arrays, shared, *operands(35, 81, 50, np.float16), arrays.poisoned((35, 50)))
    multiplies(arrays, blocked, *operands(35, 81, 50, np.float16), arrays.poisoned((35, 50), np.float16), 1e-3)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_operands_of_any_major(target: str) -> None:
    """The layouts are the arguments': one text, four programs."""
    arrays, (a, b) = Arrays(target), operands(33, 20, 41)
    for a_view in (lambda x: arrays.put(x), lambda x: arrays.put(x.T.copy()).T):
        for b_view in (lambda x: arrays.put(x), lambda x: arrays.put(x.T.copy()).T):
            c = arrays.poisoned((33, 41))
            shared(a_view(a), b_view(b), c)
            assert relative_error(arrays.get(c), a.astype(np.float64) @ b) < 1e-5


@pytest.mark.parametrize("target", EVERYWHERE)
def test_a_batched_product_gives_what_numpy_gives(target: str) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    a, b = rng.standard_normal((5, 19, 23), dtype=np.float32), rng.standard_normal((5, 23, 37), dtype=np.float32)
    multiplies(arrays, batched, a, b, arrays.poisoned((5, 19, 37)))


# -- attention -------------------------------------------------------------------------------------------------------
@cute.kernel
def attention_kernel(q: cute.Tensor, k: cute.Tensor, v: cute.Tensor, o: cute.Tensor, scale: cutlass.Float32):
    """A block a query: scores in shared memory, softmax over them, the weighted sum of the values; causal."""
    scores = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(256))
    tidx, _, _ = cute.arch.thread_idx()
    query, head, _ = cute.arch.block_idx()
    threads, _, _ = cute.arch.block_dim()
    gQ, gK, gV = q[head, query, None], k[head, None, None], v[head, None, None]
    D = cute.size(gQ)
    for j in range(tidx, query + 1, threads):
        score = cutlass.Float32(0.0)
        for d in range(D):
            score += gQ[d] * gK[j, d]
        scores[j] = score * scale
    cute.arch.sync_threads()
    highest = -cutlass.Float32.inf
    for j in range(query + 1):
        highest = cutlass.max(highest, scores[j])
    for d in range(tidx, D, threads):
        total, acc = cutlass.Float32(0.0), cutlass.Float32(0.0)
        for j in range(query + 1):
            p = cute.math.exp(scores[j] - highest)
            total += p
            acc += p * gV[j, d]
        o[head, query, d] = acc / total


@cute.jit
def attention(q: cute.Tensor, k: cute.Tensor, v: cute.Tensor, o: cute.Tensor, scale: cutlass.Float32):
    heads, queries, _ = q.shape
    attention_kernel(q, k, v, o, scale).launch(grid=(queries, heads, 1), block=(64, 1, 1))


# -- the same in one pass over blocks of keys, with a running maximum and sum ----------------------------------------
KEYS = 32


@cute.kernel
def flash_kernel(
    q: cute.Tensor, k: cute.Tensor, v: cute.Tensor, o: cute.Tensor, scale: cutlass.Float32, D: cutlass.Constexpr
):
    """A thread a query; keys and values come through shared memory, KEYS at a time."""
    smem = cutlass.utils.SmemAllocator()
    sK = smem.allocate_tensor(cutlass.Float32, cute.make_layout((KEYS, D), stride=(D, 1)))
    sV = smem.allocate_tensor(cutlass.Float32, cute.make_layout((KEYS, D), stride=(D, 1)))
    tidx, _, _ = cute.arch.thread_idx()
    bidx, head, _ = cute.arch.block_idx()
    query = bidx * 32 + tidx
    queries = q.shape[1]
    rQ = cute.make_rmem_tensor((D,), cutlass.Float32)
    rO = cute.make_rmem_tensor((D,), cutlass.Float32)
    rO.fill(0.0)
    for d in cutlass.range_constexpr(D):
        rQ[d] = q[head, query, d] * scale if query < queries else 0.0
    m, s = cutlass.Float32(-1e30), cutlass.Float32(0.0)
    last = cutlass.min(bidx * 32 + 32, queries)
    for first in range(0, last, KEYS):
        for e in range(tidx, KEYS * D, 32):
            j = first + e // D
            sK[e // D, e % D] = k[head, j, e % D] if j < queries else 0.0
            sV[e // D, e % D] = v[head, j, e % D] if j < queries else 0.0
        cute.arch.sync_threads()
        for j in range(KEYS):
            if first + j <= query:
                score = cutlass.Float32(0.0)
                for d in cutlass.range_constexpr(D):
                    score += rQ[d] * sK[j, d]
                highest = cutlass.max(m, score)
                shrink, p = cute.math.exp(m - highest), cute.math.exp(score - highest)
                m, s = highest, s * shrink + p
                rO.store(rO.load() * shrink + sV[j, None].load() * p)
        cute.arch.sync_threads()
    if query < queries:
        for d in cutlass.range_constexpr(D):
            o[head, query, d] = rO[d] / s


@cute.jit
def flash(q: cute.Tensor, k: cute.Tensor, v: cute.Tensor, o: cute.Tensor, scale: cutlass.Float32, D: cutlass.Constexpr):
    heads, queries, _ = q.shape
    flash_kernel(q, k, v, o, scale, D).launch(grid=(cute.ceil_div(queries, 32), heads, 1), block=(32, 1, 1))


def attention_reference(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    scores = (q.astype(np.float64) @ k.transpose(0, 2, 1)) / np.sqrt(q.shape[-1])
    scores[:, ~np.tri(q.shape[1], dtype=bool)] = -np.inf
    p = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return p / p.sum(axis=-1, keepdims=True) @ v


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("queries", [1, 45])
def test_attention_gives_what_the_reference_gives(target: str, queries: int) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(7)
    q, k, v = (rng.standard_normal((2, queries, 24), dtype=np.float32) for _ in range(3))
    scale = 1 / 24**0.5
    for run in (attention, lambda *args: flash(*args, 24)):
        o = arrays.poisoned(q.shape)
        run(arrays.put(q), arrays.put(k), arrays.put(v), o, scale)
        assert relative_error(arrays.get(o), attention_reference(q, k, v)) < 1e-5
