"""Gradients of attention with roles: a warp copies, a warp adds to the queries' gradients, two groups multiply.

The step: two warp groups of 64 keys each share the tiles of queries, so that one multiplies while the other takes
exponentials. Each computes half of the elements of dQ from both groups' slopes and hands it on in shared memory. One
bulk reduction adds the tile, and nobody that multiplies waits for atomics. `ops.attention_backward` goes on from here:
blocks that take tiles from a queue, products that overlap, masks, a fixed order.
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
from cutedsl import pipeline, utils
from cutedsl.cute.nvgpu import cpasync, warpgroup
from cutedsl.utils import LayoutEnum, sm90

THREADS, KEYS, QUERIES, GROUPS, STAGES = 384, 128, 64, 2, 2
MULTIPLIERS = 128 * GROUPS
SLOPES, FULL, EMPTY = 1, 2, 3
"""Named barriers: slopes are in shared memory, or read; sums of queries are handed on; their memory is free again."""
ADD = "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [{$r0}], [{$r1}], {$r2};"
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
    maps: tuple[Any, ...],
    mLSE: cute.Tensor,
    mSum: cute.Tensor,
    mdQ: cute.Tensor,
    mdK: cute.Tensor,
    mdV: cute.Tensor,
    scale: cutlass.Float32,
    layouts: cutlass.Constexpr,
    kind: cutlass.Constexpr[Any],
    mmas: tuple[cute.TiledMma, ...],
):
    """One block: warp 0 copies, warp 1 adds to dQ, warp groups 1 and 2 multiply 64 keys each."""
    tidx, _, _ = cute.arch.thread_idx()
    block, head, _ = cute.arch.block_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    (tma_q, mQ), (tma_g, mG), (tma_k, mK), (tma_v, mV) = maps
    size = mdK.shape[1]
    smem = utils.SmemAllocator()
    own, tile, slope = layouts[:3]
    sK, sV = (smem.allocate_tensor(kind, own.outer, 1024, swizzle=own.inner) for _ in "KV")
    sQ, sG = (smem.allocate_tensor(kind, tile.outer, 1024, swizzle=tile.inner) for _ in "QG")
    sS = smem.allocate_tensor(kind, slope.outer, 1024, swizzle=slope.inner)[None, None, 0]
    sQt, sGt = (cute.make_tensor(x.iterator, layouts[3].outer) for x in (sQ, sG))
    sKt = cute.make_tensor(sK.iterator, layouts[4].outer)[None, None, 0]
    handed = smem.allocate_tensor(cutlass.Float32, cute.make_layout((QUERIES, size), stride=(size, 1)), 1024)
    pipe_kv = ring(1, 4 * GROUPS, 2 * KEYS * size * 2)
    pipe_qg = ring(STAGES, 4 * GROUPS, 2 * QUERIES * size * 2)
    gdQ = cute.local_tile(mdQ[None, None, head], (QUERIES, size), (None, 0))
    gdK, gdV = (cute.local_tile(x[None, None, head], (KEYS, size), (block, 0)) for x in (mdK, mdV))
    keys = [
        (tma, *sides(tma, s, cute.local_tile(x[None, None, head], (KEYS, size), (None, 0))))
        for tma, s, x in ((tma_k, sK, mK), (tma_v, sV, mV))
    ]
    queries = [
        (tma, *sides(tma, s, cute.local_tile(x[None, None, head], (QUERIES, size), (None, 0))))
        for tma, s, x in ((tma_q, sQ, mQ), (tma_g, sG, mG))
    ]
    tiles = cute.size(gdQ, [2])
    if warp < 4:
        cute.arch.setmaxregister_decrease(24)
        if warp == 0:
            fill(pipe_kv, pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 1), keys, block)
            ahead = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
            for m in range(tiles):
                fill(pipe_qg, ahead, queries, m)
                ahead.advance()
        if warp == 1:
            for m in range(tiles):
                add_tile(handed, gdQ[None, None, m])
            if cute.arch.lane_idx() == 0:
                cute.arch.cp_async_bulk_wait_group(0)
    else:
        cute.arch.setmaxregister_increase(240)
        thread = tidx - 128
        mma_s, mma_k, mma_q = mmas
        own_s, own_k, own_q = (mma.get_slice(thread) for mma in mmas)
        rK, rV = (mma_s.make_fragment_A(own_s.partition_A(x))[None, None, None, 0] for x in (sK, sV))
        rQ, rG = (mma_s.make_fragment_B(own_s.partition_B(x)) for x in (sQ, sG))
        rQt, rGt = (mma_k.make_fragment_B(own_k.partition_B(x)) for x in (sQt, sGt))
        rS, rKt = mma_q.make_fragment_A(own_q.partition_A(sS)), mma_q.make_fragment_B(own_q.partition_B(sKt))
        scores, slopes = (mma_s.make_fragment_C(mma_s.partition_shape_C((KEYS, QUERIES))) for _ in range(2))
        words = mma_k.make_fragment_A(mma_k.partition_shape_A((KEYS, QUERIES)))
        dK, dV = (mma_k.make_fragment_C(mma_k.partition_shape_C((KEYS, size))) for _ in "KV")
        dQ = mma_q.make_fragment_C(mma_q.partition_shape_C((QUERIES, size)))
        places = own_s.partition_C(cute.make_identity_tensor((KEYS, QUERIES)))
        target = own_q.partition_C(handed)
        dK.fill(0.0)
        dV.fill(0.0)
        now = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
        pipe_kv.consumer_wait(pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 1))
        for m in range(tiles):
            pipe_qg.consumer_wait(now)
            multiply(mma_s, scores, rK, rQ[None, None, None, now.index])
            multiply(mma_s, slopes, rV, rG[None, None, None, now.index])
            columns = [cute.local_tile(x[head, None], (QUERIES,), (m,)) for x in (mLSE, mSum)]
            take_slopes(scores, slopes, columns, scale * LOG2_E)
            words.store(scores.load().to(kind).reshape(words.shape))
            multiply(mma_k, dV, words, rGt[None, None, None, now.index])
            words.store(slopes.load().to(kind).reshape(words.shape))
            multiply(mma_k, dK, words, rQt[None, None, None, now.index])
            pipe_qg.consumer_release(now)
            now.advance()
            for i in cutlass.range_constexpr(cute.size(slopes)):
                key, query = places[i]
                sS[query, key] = slopes[i].to(kind)
            cute.arch.fence_proxy("async.shared", space="cta")
            cute.arch.barrier(barrier_id=SLOPES, number_of_threads=MULTIPLIERS)
            multiply(mma_q, dQ, rS, rKt)
            cute.arch.barrier(barrier_id=SLOPES, number_of_threads=MULTIPLIERS)
            if m > 0:
                cute.arch.barrier(barrier_id=EMPTY, number_of_threads=MULTIPLIERS + 32)
            for i in cutlass.range_constexpr(cute.size(dQ)):
                target[i] = dQ[i] * scale
            cute.arch.fence_proxy("async.shared", space="cta")
            cute.arch.barrier_arrive(barrier_id=FULL, number_of_threads=MULTIPLIERS + 32)
        cute.arch.barrier(barrier_id=EMPTY, number_of_threads=MULTIPLIERS + 32)
        for i in cutlass.range_constexpr(cute.size(dK)):
            dK[i] = dK[i] * scale
        cute.autovec_copy(dV, own_k.partition_C(gdV))
        cute.autovec_copy(dK, own_k.partition_C(gdK))


@cute.jit
def add_tile(handed: cute.Tensor, tile: cute.Tensor):
    """A warp adds what the groups have handed on to a tile of dQ, whose rows follow one another in memory."""
    cute.arch.barrier(barrier_id=FULL, number_of_threads=MULTIPLIERS + 32)
    if cute.arch.lane_idx() == 0:
        places = [tile.iterator.toint(), handed.iterator.toint(), cutlass.Int32(4 * cute.size(handed))]
        cute.arch.inline_ptx(ADD, read_only_args=places)
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0, read=True)
    cute.arch.sync_warp()
    cute.arch.barrier_arrive(barrier_id=EMPTY, number_of_threads=MULTIPLIERS + 32)


@cute.jit
def fill(pipe: Any, at: Any, copies: Any, tile: Any):
    """Asks for the tiles of two tensors, whose bytes count at the stage's mbarrier."""
    pipe.producer_acquire(at)
    for tma, memory, tiles in copies:
        cute.copy(tma, tiles[None, tile], memory[None, at.index], tma_bar_ptr=pipe.producer_get_barrier(at))


def sides(atom: Any, memory: cute.Tensor, tiles: Any) -> tuple[Any, Any]:
    """Both sides of a bulk copy: (tile, stages) in shared memory, (tile, tiles) of the tensor."""
    whole = cute.group_modes(memory, 0, 2)
    return cpasync.tma_partition(atom, 0, cute.make_layout(1), whole, cute.group_modes(tiles, 0, 2))


def ring(stages: int, readers: int, tx_bytes: int) -> pipeline.PipelineTmaAsync:
    """Stages that bulk copies fill and `readers` warps empty."""
    return pipeline.PipelineTmaAsync.create(
        num_stages=stages,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, readers),
        tx_count=tx_bytes,
    )


def multiply(mma: cute.TiledMma, sums: Any, a: Any, b: Any) -> None:
    """One product of tiles, waited for."""
    warpgroup.fence()
    cute.gemm(mma, sums, a, b, sums)
    warpgroup.commit_group()
    warpgroup.wait_group(0)


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
    """A thread for each row's sum, then a block for every `KEYS` keys."""
    heads, queries, keys = mQ.shape[0], mQ.shape[1], mK.shape[1]
    kind, size = mQ.element_type, mQ.shape[2]
    sums_kernel(mO, mG, mSum).launch(grid=(cute.ceil_div(queries, THREADS), heads, 1), block=THREADS)
    layouts = smem_layouts(kind, size, STAGES)
    bulk = cpasync.CopyBulkTensorTileG2SOp()
    maps = tuple(
        cpasync.make_tiled_tma_atom(bulk, turned(x, 1, 2, 0), cute.slice_(layout, (None, None, 0)), (rows, size))
        for x, layout, rows in (
            *((x, layouts[1], QUERIES) for x in (mQ, mG)),
            *((x, layouts[0], KEYS) for x in (mK, mV)),
        )
    )
    dq, dk, dv = (turned(x, 1, 2, 0) for x in (mdQ, mdK, mdV))
    keys_kernel(maps, mLSE, mSum, dq, dk, dv, scale, layouts, kind, multiplies(kind, size)).launch(
        grid=(keys // KEYS, heads, 1), block=THREADS
    )


def main(heads: int = 1, queries: int = 128, keys: int = 256, size: int = 64) -> None:
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
