"""Attention on Blackwell, forward: two products whose factor in between never leaves tensor memory.

The step: the first product's sums, scores, are the second one's operand. Threads read them from tensor memory, each a
row, make probabilities of them, and put these back as 16-bit numbers, where `tcgen05.mma` takes its A from. Nothing of
them goes through shared memory. Keys come in tiles; a row's largest score may grow with each, so what was summed before
is scaled down (online softmax). Threads keep these sums in registers and add each tile's product to them.
O = softmax(Q K^T / sqrt(D)) V for each head: Q, K, V (rows, D, heads) in float16, D = 64, rows in whole tiles; no mask.
Never run on hardware. For speed a kernel has two tiles of queries under way, so that the tensor core never waits.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import cutedsl as cutlass
from cutedsl import cute, pipeline, utils
from cutedsl.cute.nvgpu import cpasync, tcgen05
from cutedsl.utils import sm100

BM, BN, D = 128, 128, 64  # queries of a block, keys of a tile, elements of a head
PART = 32  # scores that a thread has in registers at a time
STAGES = 2
MULTIPLYING, LOADING = 4, 5  # warps; 0 to 3 have a query a thread
ROWS, THREADS = 128, 6 * 32
KIND = cutlass.Float16


@cute.kernel
def attention_kernel(
    mma_qk: cute.TiledMma,
    mma_pv: cute.TiledMma,
    tma_q: Any,
    mQ: cute.Tensor,
    tma_k: Any,
    mK: cute.Tensor,
    tma_v: Any,
    mV: cute.Tensor,
    mO: cute.Tensor,
    layouts: cutlass.Constexpr,
):
    """One block: 128 queries of a head, all keys."""
    tidx, _, _ = cute.arch.thread_idx()
    tile, head, _ = cute.arch.block_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = utils.SmemAllocator()
    sQ, sK, sV = (smem.allocate_tensor(KIND, x.outer, 1024, swizzle=x.inner) for x in layouts)
    # Five hand-overs: Q, then for each tile of keys K and V, scores, probabilities, and the product.
    copies, sums, threads = pipeline.PipelineTmaUmma, pipeline.PipelineUmmaAsync, pipeline.PipelineAsyncUmma
    load_q, take_q = ring(copies, smem, 1, tx_count=BM * D * 2)
    load_kv, take_kv = ring(copies, smem, STAGES, tx_count=2 * BN * D * 2)
    give_scores, take_scores = ring(sums, smem, 1, consumers=ROWS)
    give_parts, take_parts = ring(threads, smem, 1, producers=ROWS)
    give_product, take_product = ring(sums, smem, 1, consumers=ROWS)
    # Tensor memory: 128 columns of scores, 64 of the product, 64 of probabilities, two of them in a column.
    tmem = utils.TmemAllocator(smem.allocate_array(cutlass.Int32, 1), pipeline.NamedBarrier(1, ROWS + 32))

    one = cute.make_layout(1)
    gQ = mma_qk.get_slice(0).partition_A(cute.local_tile(mQ, (BM, D), (None, None, None)))
    gK = mma_qk.get_slice(0).partition_B(cute.local_tile(mK, (BN, D), (None, None, None)))
    gV = mma_pv.get_slice(0).partition_B(cute.local_tile(mV, (D, BN), (None, None, None)))
    tQsQ, tQgQ = cpasync.tma_partition(tma_q, 0, one, cute.group_modes(sQ, 0, 3), cute.group_modes(gQ, 0, 3))
    tKsK, tKgK = cpasync.tma_partition(tma_k, 0, one, cute.group_modes(sK, 0, 3), cute.group_modes(gK, 0, 3))
    tVsV, tVgV = cpasync.tma_partition(tma_v, 0, one, cute.group_modes(sV, 0, 3), cute.group_modes(gV, 0, 3))
    tiles = cute.size(tKgK, [1])

    if warp == LOADING:
        space = load_q.acquire_and_advance()
        cute.copy(tma_q, tQgQ[None, tile, 0, head], tQsQ[None, space.index], tma_bar_ptr=space.barrier)
        for j in range(tiles):
            space = load_kv.acquire_and_advance()
            cute.copy(tma_k, tKgK[None, j, 0, head], tKsK[None, space.index], tma_bar_ptr=space.barrier)
            cute.copy(tma_v, tVgV[None, 0, j, head], tVsV[None, space.index], tma_bar_ptr=space.barrier)
        load_kv.tail()

    if warp == MULTIPLYING:
        tmem.wait_for_alloc()
        scores, product, parts = places(tmem.retrieve_ptr(cutlass.Float32), mma_qk, mma_pv)
        rQ, rK = mma_qk.make_fragment_A(sQ), mma_qk.make_fragment_B(sK)
        rV = mma_pv.make_fragment_B(sV)
        queries = take_q.wait_and_advance()
        for _ in range(tiles):
            keys = take_kv.wait_and_advance()
            given = give_scores.acquire_and_advance()
            for k in cutlass.range_constexpr(cute.size(rQ, [2])):
                mma_qk.set(tcgen05.Field.ACCUMULATE, k > 0)
                cute.gemm(mma_qk, scores, rQ[None, None, k, 0], rK[None, None, k, keys.index], scores)
            given.commit()
            ready = take_parts.wait_and_advance()
            summed = give_product.acquire_and_advance()
            for k in cutlass.range_constexpr(cute.size(rV, [2])):
                mma_pv.set(tcgen05.Field.ACCUMULATE, k > 0)
                cute.gemm(mma_pv, product, parts[None, None, k], rV[None, None, k, keys.index], product)
            summed.commit()
            ready.release()
            keys.release()
        queries.release()
        give_scores.tail()
        give_product.tail()

    if warp < MULTIPLYING:
        tmem.allocate(256)
        tmem.relinquish_alloc_permit()
        tmem.wait_for_alloc()
        place = tmem.retrieve_ptr(cutlass.Float32)
        scores, product, parts = places(place, mma_qk, mma_pv)
        # A thread has a lane of tensor memory: all scores of its query, all elements of its result.
        load = cute.make_copy_atom(tcgen05.Ld32x32bOp(tcgen05.Repetition.x32), cutlass.Float32)
        by_part = cute.flat_divide(scores[(None, None), 0, 0], (BM, PART))
        from_scores = tcgen05.make_tmem_copy(load, by_part[None, None, 0, 0]).get_slice(tidx)
        from_product = tcgen05.make_tmem_copy(load, product).get_slice(tidx)
        store = cute.make_copy_atom(tcgen05.St32x32bOp(tcgen05.Repetition.x8), KIND)
        to_parts = tcgen05.make_tmem_copy(store, parts).get_slice(tidx)
        coordinates = mma_pv.get_slice(0).partition_A(cute.make_identity_tensor((BM, BN)))
        own = cute.make_layout(to_parts.partition_S(coordinates)[None, None, None, 0].shape)  # 16 keys of a multiply
        tSrS = cute.make_rmem_tensor(
            from_scores.partition_D(cute.make_identity_tensor((BM, PART))).shape, cutlass.Float32
        )
        weights = cute.make_rmem_tensor((16, PART // 16), KIND)
        gO = from_product.partition_D(mma_pv.get_slice(0).partition_C(cute.local_tile(mO, (BM, D), (tile, 0, head))))
        values = cute.make_rmem_tensor(gO.shape, cutlass.Float32)
        total = cute.make_rmem_tensor(gO.shape, cutlass.Float32)
        total.fill(0.0)
        largest, weight = -cutlass.Float32.inf, cutlass.Float32(0.0)
        scale = math.log2(math.e) / math.sqrt(D)  # powers of two, which the hardware has
        for _ in range(tiles):
            there = take_scores.wait_and_advance()
            tStS, tPtP = from_scores.partition_S(by_part), to_parts.partition_D(parts)
            before = largest
            for j in cutlass.range_constexpr(BN // PART):
                cute.copy(from_scores, tStS[None, None, None, 0, j], tSrS)
                largest = cutlass.max(largest, tSrS.load().reduce(cute.ReductionOp.MAX, largest, 0))
            fade = cute.math.exp2((before - largest) * scale)
            weight = weight * fade
            space = give_parts.acquire_and_advance()
            # The scores come from tensor memory again: 128 of them would leave no registers for the sums.
            for j in cutlass.range_constexpr(BN // PART):
                cute.copy(from_scores, tStS[None, None, None, 0, j], tSrS)
                powers = cute.math.exp2(tSrS.load() * scale - largest * scale)
                weight = weight + powers.reduce(cute.ReductionOp.ADD, cutlass.Float32(0.0), 0)
                weights.store(powers.to(KIND).reshape(weights.shape))
                for half in cutlass.range_constexpr(PART // 16):
                    some = cute.make_tensor(weights[None, half].iterator, own)
                    cute.copy(to_parts, some, tPtP[None, None, None, j * (PART // 16) + half])
            cute.arch.fence_view_async_tmem_load()  # registers have the scores before the next ones come
            there.release()
            cute.arch.fence_view_async_tmem_store()  # tensor memory has them before the tensor core hears of it
            space.commit()
            done = take_product.wait_and_advance()
            cute.copy(from_product, from_product.partition_S(product), values)
            cute.arch.fence_view_async_tmem_load()
            done.release()
            total.store(total.load() * fade + values.load())
        total.store(total.load() / weight)
        cute.autovec_copy(total, gO)
        pipeline.NamedBarrier(2, ROWS).arrive_and_wait()
        tmem.free(place)


def ring(kind: Any, smem: Any, stages: int, producers: int = 1, consumers: int = 1, **named: Any) -> Any:
    """The two sides of a pipeline, with mbarriers of its own."""
    group, thread = pipeline.CooperativeGroup, pipeline.Agent.Thread
    return kind.create(
        num_stages=stages,
        producer_group=group(thread, producers),
        consumer_group=group(thread, consumers),
        barrier_storage=smem.allocate_array(cutlass.Int64, 2 * stages),
        **named,
    ).make_participants()


def places(start: Any, mma_qk: Any, mma_pv: Any) -> tuple[Any, Any, Any]:
    """Scores, product and probabilities, one after another in tensor memory."""
    scores = cute.make_tensor(start, mma_qk.make_fragment_C(mma_qk.partition_shape_C((BM, BN))).layout)
    product = cute.make_tensor(start + BN, mma_pv.make_fragment_C(mma_pv.partition_shape_C((BM, D))).layout)
    parts = mma_pv.make_fragment_A(mma_pv.partition_shape_A((BM, BN)))
    return scores, product, cute.make_tensor(cute.recast_ptr(start + BN + D, dtype=KIND), parts.layout)


@cute.jit
def attention(mQ: cute.Tensor, mK: cute.Tensor, mV: cute.Tensor, mO: cute.Tensor):
    """O of all heads; the tensors are (rows, D, heads), V's (D, rows, heads)."""
    major, one = tcgen05.OperandMajorMode, tcgen05.CtaGroup.ONE
    mma_qk = sm100.make_trivial_tiled_mma(KIND, major.K, major.K, cutlass.Float32, one, (BM, BN))
    in_tmem = tcgen05.OperandSource.TMEM
    mma_pv = sm100.make_trivial_tiled_mma(KIND, major.K, major.MN, cutlass.Float32, one, (BM, D), in_tmem)
    layout_q = sm100.make_smem_layout_a(mma_qk, (BM, BN, D), KIND, 1)
    layout_k = sm100.make_smem_layout_b(mma_qk, (BM, BN, D), KIND, STAGES)
    layout_v = sm100.make_smem_layout_b(mma_pv, (BM, D, BN), KIND, STAGES)
    load, first = cpasync.CopyBulkTensorTileG2SOp(), (None, None, None, 0)
    tma_q, tQ = cute.nvgpu.make_tiled_tma_atom_A(load, mQ, cute.slice_(layout_q, first), (BM, BN, D), mma_qk)
    tma_k, tK = cute.nvgpu.make_tiled_tma_atom_B(load, mK, cute.slice_(layout_k, first), (BM, BN, D), mma_qk)
    tma_v, tV = cute.nvgpu.make_tiled_tma_atom_B(load, mV, cute.slice_(layout_v, first), (BM, D, BN), mma_pv)
    layouts = layout_q, layout_k, layout_v
    attention_kernel(mma_qk, mma_pv, tma_q, tQ, tma_k, tK, tma_v, tV, mO, layouts).launch(
        grid=(mQ.shape[0] // BM, mQ.shape[2], 1), block=THREADS
    )


def main(rows: int = 256, keys: int = 384, heads: int = 2, put: Any = np.copy, get: Any = np.asarray) -> None:
    """Random queries, keys and values against float64. `put` and `get` bring arrays to a GPU and back."""
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((heads, count, D)).astype(np.float16) for count in (rows, keys, keys))
    out = np.full((heads, rows, D), np.nan, np.float32)
    arrays: list[Any] = [put(x) for x in (q, k, v, out)]
    given: list[Any] = [cute.runtime.from_dlpack(x, assumed_align=16) for x in arrays]
    run_attention(*given)
    out = get(arrays[3])
    scores = q.astype(np.float64) @ k.astype(np.float64).transpose(0, 2, 1) / math.sqrt(D)
    weights = np.exp(scores - scores.max(2, keepdims=True))
    exact = weights / weights.sum(2, keepdims=True) @ v.astype(np.float64)
    error = np.linalg.norm(out - exact) / np.linalg.norm(exact)
    print(f"relative error {error:.1e}")
    assert error < 1e-3


@cute.jit
def run_attention(q: cute.Tensor, k: cute.Tensor, v: cute.Tensor, out: cute.Tensor):
    """Attention of tensors (heads, rows, D)."""
    rows_first = [cute.make_tensor(x.iterator, cute.select(x.layout, [1, 2, 0])) for x in (q, k, out)]
    mV = cute.make_tensor(v.iterator, cute.select(v.layout, [2, 1, 0]))
    attention(rows_first[0], rows_first[1], mV, rows_first[2])


if __name__ == "__main__":
    main()
