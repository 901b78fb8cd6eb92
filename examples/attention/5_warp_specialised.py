"""Attention with roles: as 4, but one warp only copies, and two warp groups of 64 queries each only multiply.

The step: what copies needs few registers, what multiplies gets them; two groups share each tile, and one may multiply
while the other takes exponentials.
On an H200 with 16 heads of 128 and 4096 queries and keys this took 481 TFLOP/s to 573 (docs/attention.md).
O = softmax(scale * Q K^T) V for each head; Q, K, V, O (heads, sequence, head size), 16-bit floats, in whole tiles.
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

KEYS, GROUPS, STAGES, THREADS = 128, 2, 2, 384
ROWS = 64 * GROUPS


@cute.kernel
def attention_kernel(
    tma_q: Any,
    mQ: Any,
    tma_k: Any,
    mK: Any,
    tma_v: Any,
    mV: Any,
    mO: cute.Tensor,
    scale: cutlass.Float32,
    layouts: cutlass.Constexpr,
    mma_qk: cute.TiledMma,
    mma_pv: cute.TiledMma,
):
    """One block: warp 0 copies tiles into the rings, warp groups 1 and 2 multiply 64 rows of Q each."""
    tidx, _, _ = cute.arch.thread_idx()
    block, head, _ = cute.arch.block_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    kind, size = mO.element_type, mO.shape[1]
    smem = utils.SmemAllocator()
    sQ, sK, sV = (smem.allocate_tensor(kind, x.outer, 1024, swizzle=x.inner) for x in layouts)
    pipe_q = ring(1, 4 * GROUPS, ROWS * size * 2)
    pipe_k, pipe_v = (ring(STAGES, 4 * GROUPS, KEYS * size * 2) for _ in "KV")
    gQ = cute.local_tile(mQ[None, None, head], (ROWS, size), (None, 0))
    gK = cute.local_tile(mK[None, None, head], (KEYS, size), (None, 0))
    gV = cute.local_tile(mV[None, None, head], (size, KEYS), (0, None))
    gO = cute.local_tile(mO[None, None, head], (ROWS, size), (block, 0))
    (tQs, tQg), (tKs, tKg), (tVs, tVg) = sides(tma_q, sQ, gQ), sides(tma_k, sK, gK), sides(tma_v, sV, gV)
    tiles = cute.size(gK, [2])
    first = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 1)
    if warp < 4:
        cute.arch.setmaxregister_decrease(24)
        if warp == 0:
            pipe_q.producer_acquire(first)
            cute.copy(tma_q, tQg[None, block], tQs[None, 0], tma_bar_ptr=pipe_q.producer_get_barrier(first))
            ahead = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
            for tile in range(tiles):
                pipe_k.producer_acquire(ahead)
                full = pipe_k.producer_get_barrier(ahead)
                cute.copy(tma_k, tKg[None, tile], tKs[None, ahead.index], tma_bar_ptr=full)
                pipe_v.producer_acquire(ahead)
                full = pipe_v.producer_get_barrier(ahead)
                cute.copy(tma_v, tVg[None, tile], tVs[None, ahead.index], tma_bar_ptr=full)
                ahead.advance()
    else:
        cute.arch.setmaxregister_increase(240)
        tSrQ = mma_qk.make_fragment_A(mma_qk.get_slice(tidx - 128).partition_A(sQ))
        tSrK = mma_qk.make_fragment_B(mma_qk.get_slice(tidx - 128).partition_B(sK))
        tOrV = mma_pv.make_fragment_B(mma_pv.get_slice(tidx - 128).partition_B(sV))
        scores = mma_qk.make_fragment_C(mma_qk.partition_shape_C((ROWS, KEYS)))
        powers = mma_pv.make_fragment_A(mma_pv.partition_shape_A((ROWS, KEYS)))
        sums = mma_pv.make_fragment_C(mma_pv.partition_shape_C((ROWS, size)))
        highest, total = (cute.make_rmem_tensor(2, cutlass.Float32) for _ in range(2))
        highest.fill(-cutlass.Float32.inf)
        total.fill(0.0)
        sums.fill(0.0)
        now = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
        pipe_q.consumer_wait(pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 1))
        for _ in range(tiles):
            pipe_k.consumer_wait(now)
            warpgroup.fence()
            cute.gemm(mma_qk, scores, tSrQ[None, None, None, 0], tSrK[None, None, None, now.index], scores)
            warpgroup.commit_group()
            warpgroup.wait_group(0)
            pipe_k.consumer_release(now)
            scale_rows(sums, take_powers(scores, highest, total, scale * math.log2(math.e)))
            powers.store(scores.load().to(kind).reshape(powers.shape))
            pipe_v.consumer_wait(now)
            warpgroup.fence()
            cute.gemm(mma_pv, sums, powers, tOrV[None, None, None, now.index], sums)
            warpgroup.commit_group()
            warpgroup.wait_group(0)
            pipe_v.consumer_release(now)
            now.advance()
        cute.autovec_copy(finished(sums, total, kind), mma_pv.get_slice(tidx - 128).partition_C(gO))


def take_powers(scores: cute.Tensor, highest: cute.Tensor, total: cute.Tensor, scale_log2: cutlass.Float32):
    """Scores to 2**(scale_log2 * (score - maximum)); gives the factors by which older sums shrink.

    Accumulator c + 2*r + 4*e is column 8*e + c of the lane's pair of columns, row r of its two; four lanes share a row.
    """
    factors = []
    for r in range(2):
        places = [c + 2 * r + 4 * e for e in range(cute.size(scores) // 4) for c in range(2)]
        now = highest[r]
        for at in places:
            now = cute.arch.fmax(now, scores[at])
        now = cute.arch.warp_reduction(now, cute.arch.fmax, threads_in_group=4)
        base = now * scale_log2
        factors.append(cute.arch.exp2(highest[r] * scale_log2 - base))
        highest[r] = now
        total[r] = total[r] * factors[r]
        for at in places:
            scores[at] = cute.arch.exp2(cute.math.fma(scores[at], scale_log2, -base))
            total[r] = total[r] + scores[at]
    return factors


def scale_rows(sums: cute.Tensor, factors: list[Any]):
    """Multiplies the two rows of a thread's sums."""
    for i in range(cute.size(sums)):
        sums[i] = sums[i] * factors[i // 2 % 2]


def finished(sums: cute.Tensor, total: cute.Tensor, kind: type) -> cute.Tensor:
    """The sums divided by the rows' totals, in the output's type."""
    scale_rows(sums, [1.0 / cute.arch.warp_reduction_sum(total[r], threads_in_group=4) for r in range(2)])
    out = cute.make_rmem_tensor(sums.shape, kind)
    out.store(sums.load().to(kind))
    return out


@cute.jit
def attention(mQ: cute.Tensor, mK: cute.Tensor, mV: cute.Tensor, mO: cute.Tensor, scale: cutlass.Float32):
    """A block for every `ROWS` queries of a head."""
    kind, size = mQ.element_type, mQ.shape[2]
    mma_qk, mma_pv = multiplies(kind, size, KEYS)
    layouts = smem_layouts(kind, size, KEYS, STAGES)
    tensors = turned(mQ, 1, 2, 0), turned(mK, 1, 2, 0), turned(mV, 2, 1, 0)
    boxes = (ROWS, size), (KEYS, size), (size, KEYS)
    load = cpasync.CopyBulkTensorTileG2SOp()
    tma = [
        cpasync.make_tiled_tma_atom(load, x, cute.slice_(layout, (None, None, 0)), box)
        for x, layout, box in zip(tensors, layouts, boxes, strict=True)
    ]
    (tma_q, tQ), (tma_k, tK), (tma_v, tV) = tma
    grid = (mQ.shape[1] // ROWS, mQ.shape[0], 1)
    attention_kernel(tma_q, tQ, tma_k, tK, tma_v, tV, turned(mO, 1, 2, 0), scale, layouts, mma_qk, mma_pv).launch(
        grid=grid, block=THREADS
    )


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


def multiplies(kind: type, size: int, keys: int) -> tuple[cute.TiledMma, cute.TiledMma]:
    """Q K^T from shared memory, and P V with P in registers, of two warp groups."""
    k_major, mn_major = (x.sm90_mma_major_mode() for x in (LayoutEnum.ROW_MAJOR, LayoutEnum.COL_MAJOR))
    made = sm90.make_trivial_tiled_mma
    qk = made(kind, kind, k_major, k_major, cutlass.Float32, (GROUPS, 1, 1), (64, keys))
    qk.set(warpgroup.Field.ACCUMULATE, False)
    from_registers = warpgroup.OperandSource.RMEM
    pv = made(kind, kind, k_major, mn_major, cutlass.Float32, (GROUPS, 1, 1), (64, size), from_registers)
    pv.set(warpgroup.Field.ACCUMULATE, True)
    return qk, pv


def smem_layouts(kind: type, size: int, keys: int, stages: int) -> tuple[Any, Any, Any]:
    """Shared memory of Q, of K, and of V read along its rows of keys."""
    rows = LayoutEnum.ROW_MAJOR
    tile_q, tile_k, tile_v = (ROWS, keys, size), (ROWS, keys, size), (ROWS, size, keys)
    return (
        sm90.make_smem_layout_a(rows, tile_q, kind, 1),
        sm90.make_smem_layout_b(rows, tile_k, kind, stages),
        sm90.make_smem_layout_b(LayoutEnum.COL_MAJOR, tile_v, kind, stages),
    )


def turned(x: cute.Tensor, *order: int) -> cute.Tensor:
    """A tensor with its modes in another order."""
    return cute.make_tensor(x.iterator, cute.select(x.layout, list(order)))


def main(heads: int = 2, queries: int = 128, keys: int = 256, size: int = 64) -> None:
    """Random heads against float64."""
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((heads, n, size)).astype(np.float16) for n in (queries, keys, keys))
    o = np.full_like(q, np.nan)
    attention(*(cute.runtime.from_dlpack(x, assumed_align=16) for x in (q, k, v, o)), size**-0.5)
    scores = size**-0.5 * q.astype(np.float64) @ k.astype(np.float64).transpose(0, 2, 1)
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    exact = powers / powers.sum(-1, keepdims=True) @ v.astype(np.float64)
    error = np.linalg.norm(o - exact) / np.linalg.norm(exact)
    print(f"relative error {error:.1e}")
    assert error < 1e-3


if __name__ == "__main__":
    main()
