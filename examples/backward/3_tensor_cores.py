"""Gradients of attention on the matrix units: a warp group has 64 keys and goes over tiles of 64 queries.

The step: all five products are `wgmma`. Scores are computed transposed, (keys, queries): then probabilities and slopes,
converted to 16 bits, are left operands as they lie in registers, for the gradients of values and keys. Only the slopes
go through shared memory, to the product that gives the gradient of queries.
P = exp(scale * Q K^T - LSE) are the probabilities, S = P * (G V^T - sum(G * O)) the gradients of scores. For each head
dV = P^T G, dQ = scale * S K and dK = scale * S^T Q; Q, K, V, the result O and its gradient G are (heads, sequence,
head size) in 16 bits and whole tiles, gradients the same in float32; LSE and the sums of G * O are (heads, sequence) in
float32.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync, warpgroup
from cutedsl.utils import LayoutEnum, sm90

THREADS, KEYS, QUERIES, GROUPS = 128, 64, 64, 1
LOG2_E = math.log2(math.e)


@cute.kernel
def sums_kernel(mO: cute.Tensor, mG: cute.Tensor, mSum: cute.Tensor):
    """One thread: the sum of output times gradient of one row."""
    tidx, _, _ = cute.arch.thread_idx()
    block, head, _ = cute.arch.block_idx()
    row = block * THREADS + tidx
    if row < mO.shape[1]:
        mSum[head, row] = dot(wide(mO[head, row, None]), wide(mG[head, row, None]))


@cute.kernel
def keys_kernel(
    mQ: cute.Tensor,
    mK: cute.Tensor,
    mV: cute.Tensor,
    mG: cute.Tensor,
    mLSE: cute.Tensor,
    mSum: cute.Tensor,
    mdQ: cute.Tensor,
    mdK: cute.Tensor,
    mdV: cute.Tensor,
    scale: cutlass.Float32,
    layouts: cutlass.Constexpr,
    load: cute.TiledCopy,
    mmas: tuple[cute.TiledMma, ...],
):
    """One warp group: 64 keys against tiles of queries, each copied, awaited and multiplied."""
    tidx, _, _ = cute.arch.thread_idx()
    block, head, _ = cute.arch.block_idx()
    kind, size = mQ.element_type, mQ.shape[1]
    smem = utils.SmemAllocator()
    own, tile, slope = layouts[:3]
    sK, sV = (smem.allocate_tensor(kind, own.outer, 1024, swizzle=own.inner)[None, None, 0] for _ in "KV")
    sQ, sG = (smem.allocate_tensor(kind, tile.outer, 1024, swizzle=tile.inner)[None, None, 0] for _ in "QG")
    sS = smem.allocate_tensor(kind, slope.outer, 1024, swizzle=slope.inner)[None, None, 0]
    sQt, sGt = (cute.make_tensor(x.iterator, layouts[3].outer)[None, None, 0] for x in (sQ, sG))
    sKt = cute.make_tensor(sK.iterator, layouts[4].outer)[None, None, 0]
    gK, gV, gdK, gdV = (cute.local_tile(x[None, None, head], (KEYS, size), (block, 0)) for x in (mK, mV, mdK, mdV))
    gQ, gG, gdQ = (cute.local_tile(x[None, None, head], (QUERIES, size), (None, 0)) for x in (mQ, mG, mdQ))
    thread = load.get_slice(tidx)
    for tensor, memory in ((gK, sK), (gV, sV)):
        cute.copy(load, thread.partition_S(tensor), thread.partition_D(memory))
    mma_s, mma_k, mma_q = mmas
    own_s, own_k, own_q = (mma.get_slice(tidx) for mma in mmas)
    rK, rV = (mma_s.make_fragment_A(own_s.partition_A(x)) for x in (sK, sV))
    rQ, rG = (mma_s.make_fragment_B(own_s.partition_B(x)) for x in (sQ, sG))
    rQt, rGt = (mma_k.make_fragment_B(own_k.partition_B(x)) for x in (sQt, sGt))
    rS, rKt = mma_q.make_fragment_A(own_q.partition_A(sS)), mma_q.make_fragment_B(own_q.partition_B(sKt))
    scores, slopes = (mma_s.make_fragment_C(mma_s.partition_shape_C((KEYS, QUERIES))) for _ in range(2))
    words = mma_k.make_fragment_A(mma_k.partition_shape_A((KEYS, QUERIES)))
    dK, dV = (mma_k.make_fragment_C(mma_k.partition_shape_C((KEYS, size))) for _ in "KV")
    dQ = mma_q.make_fragment_C(mma_q.partition_shape_C((QUERIES, size)))
    places = own_s.partition_C(cute.make_identity_tensor((KEYS, QUERIES)))
    dK.fill(0.0)
    dV.fill(0.0)
    for m in range(cute.size(gQ, [2])):
        for tensor, memory in ((gQ, sQ), (gG, sG)):
            cute.copy(load, thread.partition_S(tensor[None, None, m]), thread.partition_D(memory))
        cute.arch.cp_async_commit_group()
        cute.arch.cp_async_wait_group(0)
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.sync_threads()
        multiply(mma_s, scores, rK, rQ)
        multiply(mma_s, slopes, rV, rG)
        columns = [cute.local_tile(x[head, None], (QUERIES,), (m,)) for x in (mLSE, mSum)]
        take_slopes(scores, slopes, columns, scale * LOG2_E)
        words.store(scores.load().to(kind).reshape(words.shape))
        multiply(mma_k, dV, words, rGt)
        words.store(slopes.load().to(kind).reshape(words.shape))
        multiply(mma_k, dK, words, rQt)
        for i in cutlass.range_constexpr(cute.size(slopes)):
            key, query = places[i]
            sS[query, key] = slopes[i].to(kind)
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.sync_threads()
        multiply(mma_q, dQ, rS, rKt)
        target = own_q.partition_C(gdQ[None, None, m])
        for i in cutlass.range_constexpr(cute.size(dQ)):
            cute.arch.atomic_add(element(target, i), dQ[i] * scale)
        cute.arch.sync_threads()
    for i in cutlass.range_constexpr(cute.size(dK)):
        dK[i] = dK[i] * scale
    cute.autovec_copy(dV, own_k.partition_C(gdV))
    cute.autovec_copy(dK, own_k.partition_C(gdK))


def multiply(mma: cute.TiledMma, sums: Any, a: Any, b: Any) -> None:
    """One product of tiles, waited for."""
    warpgroup.fence()
    cute.gemm(mma, sums, a, b, sums)
    warpgroup.commit_group()
    warpgroup.wait_group(0)


def element(tensor: cute.Tensor, i: int) -> Any:
    """The address of a thread's element in a tensor that is partitioned as its sums."""
    return tensor.iterator + cute.crd2idx(i, tensor.layout)


def take_slopes(scores: Any, slopes: Any, columns: Any, scale_log2: Any):
    """Scores to probabilities, and gradients of probabilities to those of scores.

    Accumulator c + 2*r + 4*e is query 8*e + c of the lane's pair, key r of its two; `columns` are the logarithms and
    sums of the tile's queries.
    """
    logarithms, sums = columns
    here = cute.arch.lane_idx() % 4 * 2
    for e in range(cute.size(scores) // 4):
        for c in range(2):
            of_query = logarithms[here + 8 * e + c] * LOG2_E, sums[here + 8 * e + c]
            for r in range(2):
                at = c + 2 * r + 4 * e
                scores[at] = cute.arch.exp2(cute.math.fma(scores[at], scale_log2, -of_query[0]))
                slopes[at] = scores[at] * (slopes[at] - of_query[1])


def multiplies(kind: type, size: int) -> tuple[cute.TiledMma, cute.TiledMma, cute.TiledMma]:
    """Transposed scores from shared memory; gradients of keys from registers; the gradient of queries."""
    k_major, mn_major = (x.sm90_mma_major_mode() for x in (LayoutEnum.ROW_MAJOR, LayoutEnum.COL_MAJOR))
    made, from_registers = sm90.make_trivial_tiled_mma, warpgroup.OperandSource.RMEM
    scores = made(kind, kind, k_major, k_major, cutlass.Float32, (GROUPS, 1, 1), (64, QUERIES))
    keys = made(kind, kind, k_major, mn_major, cutlass.Float32, (GROUPS, 1, 1), (64, size), from_registers)
    queries = made(kind, kind, k_major, mn_major, cutlass.Float32, (1, GROUPS, 1), (64, size // GROUPS))
    for mma, accumulates in ((scores, False), (keys, True), (queries, False)):
        mma.set(warpgroup.Field.ACCUMULATE, accumulates)
    return scores, keys, queries


def smem_layouts(kind: type, size: int, stages: int) -> tuple[Any, ...]:
    """Shared memory of K and V, of Q and G, of the slopes (queries, keys); and Q, G and K read along their rows."""
    rows, columns = LayoutEnum.ROW_MAJOR, LayoutEnum.COL_MAJOR
    return (
        sm90.make_smem_layout_a(rows, (KEYS, QUERIES, size), kind, 1),
        sm90.make_smem_layout_b(rows, (KEYS, QUERIES, size), kind, stages),
        sm90.make_smem_layout_a(rows, (QUERIES, size, KEYS), kind, 1),
        sm90.make_smem_layout_b(columns, (KEYS, size, QUERIES), kind, stages),
        sm90.make_smem_layout_b(columns, (QUERIES, size, KEYS), kind, 1),
    )


def turned(x: cute.Tensor, *order: int) -> cute.Tensor:
    """A tensor with its modes in another order."""
    return cute.make_tensor(x.iterator, cute.select(x.layout, list(order)))


def wide(row: cute.Tensor) -> cute.TensorSSA:
    """A row in float32."""
    return row.load().to(cutlass.Float32)


def dot(a: cute.TensorSSA, b: cute.TensorSSA) -> Any:
    """The sum of the products of two rows."""
    return (a * b).reduce(cute.ReductionOp.ADD, 0.0, 0)


@cute.jit
def backward(
    mQ: cute.Tensor,
    mK: cute.Tensor,
    mV: cute.Tensor,
    mO: cute.Tensor,
    mG: cute.Tensor,
    mLSE: cute.Tensor,
    mSum: cute.Tensor,
    mdQ: cute.Tensor,
    mdK: cute.Tensor,
    mdV: cute.Tensor,
    scale: cutlass.Float32,
):
    """A thread for each row's sum, then a warp group for every 64 keys."""
    heads, queries, keys = mQ.shape[0], mQ.shape[1], mK.shape[1]
    kind, size = mQ.element_type, mQ.shape[2]
    sums_kernel(mO, mG, mSum).launch(grid=(cute.ceil_div(queries, THREADS), heads, 1), block=THREADS)
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(cpasync.LoadCacheMode.GLOBAL), kind, num_bits_per_copy=128)
    load = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    q, k, v, g, dq, dk, dv = (turned(x, 1, 2, 0) for x in (mQ, mK, mV, mG, mdQ, mdK, mdV))
    keys_kernel(
        *(q, k, v, g, mLSE, mSum, dq, dk, dv, scale, smem_layouts(kind, size, 1), load, multiplies(kind, size))
    ).launch(grid=(keys // KEYS, heads, 1), block=THREADS)


def main(heads: int = 1, queries: int = 128, keys: int = 128, size: int = 64) -> None:
    """Random heads against float64."""
    rng = np.random.default_rng(0)
    shapes = [(heads, n, size) for n in (queries, keys, keys, queries)]
    q, k, v, g = (rng.standard_normal(shape).astype(np.float16) for shape in shapes)
    scale = size**-0.5
    a, b, c, d = (x.astype(np.float64) for x in (q, k, v, g))
    scores = scale * a @ b.transpose(0, 2, 1)
    lse = np.log(np.exp(scores).sum(-1))
    powers = np.exp(scores - lse[..., None])
    out = (powers @ c).astype(np.float16)
    slopes = powers * (d @ c.transpose(0, 2, 1) - (d * out).sum(-1, keepdims=True))
    exact = scale * slopes @ b, scale * slopes.transpose(0, 2, 1) @ a, powers.transpose(0, 2, 1) @ d
    found = [np.zeros(x.shape, np.float32) for x in (q, k, v)]
    sums = np.empty((heads, queries), np.float32)
    given = q, k, v, out, g, lse.astype(np.float32), sums, *found
    backward(*(cute.runtime.from_dlpack(x, assumed_align=16) for x in given), scale)
    errors = [np.linalg.norm(x - y) / np.linalg.norm(y) for x, y in zip(found, exact, strict=True)]
    print("relative errors", *(f"{error:.1e}" for error in errors))
    assert max(errors) < 2e-3


if __name__ == "__main__":
    main()
