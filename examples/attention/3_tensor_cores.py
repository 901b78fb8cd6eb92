"""Attention on the matrix units: a warp group multiplies 64 queries by a tile of keys, and the powers by its values.

The step: both products are `wgmma`. The scores stay in the registers that the multiply left them in; converted to
16 bits they are, as they lie, the left operand of the second multiply.
On an H200 with 16 heads of 128 and 4096 queries and keys this took 7.3 TFLOP/s to 431 (docs/attention.md).
O = softmax(scale * Q K^T) V for each head; Q, K, V, O (heads, sequence, head size), 16-bit floats, in whole tiles.
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

KEYS, GROUPS, THREADS = 64, 1, 128
ROWS = 64 * GROUPS


@cute.kernel
def attention_kernel(
    mQ: cute.Tensor,
    mK: cute.Tensor,
    mV: cute.Tensor,
    mO: cute.Tensor,
    scale: cutlass.Float32,
    layouts: cutlass.Constexpr,
    copies: tuple[cute.TiledCopy, cute.TiledCopy],
    mma_qk: cute.TiledMma,
    mma_pv: cute.TiledMma,
):
    """One warp group: 64 rows of Q against tiles of K and V, each copied, awaited and multiplied."""
    tidx, _, _ = cute.arch.thread_idx()
    block, head, _ = cute.arch.block_idx()
    kind, size = mO.element_type, mO.shape[1]
    smem = utils.SmemAllocator()
    sQ, sK, sV = (smem.allocate_tensor(kind, x.outer, 1024, swizzle=x.inner)[None, None, 0] for x in layouts)
    gQ = cute.local_tile(mQ[None, None, head], (ROWS, size), (block, 0))
    gO = cute.local_tile(mO[None, None, head], (ROWS, size), (block, 0))
    gK = cute.local_tile(mK[None, None, head], (KEYS, size), (None, 0))
    gV = cute.local_tile(mV[None, None, head], (size, KEYS), (0, None))
    by_row, by_column = copies[0].get_slice(tidx), copies[1].get_slice(tidx)
    tSrQ = mma_qk.make_fragment_A(mma_qk.get_slice(tidx).partition_A(sQ))
    tSrK = mma_qk.make_fragment_B(mma_qk.get_slice(tidx).partition_B(sK))
    tOrV = mma_pv.make_fragment_B(mma_pv.get_slice(tidx).partition_B(sV))
    scores = mma_qk.make_fragment_C(mma_qk.partition_shape_C((ROWS, KEYS)))
    powers = mma_pv.make_fragment_A(mma_pv.partition_shape_A((ROWS, KEYS)))
    sums = mma_pv.make_fragment_C(mma_pv.partition_shape_C((ROWS, size)))
    highest, total = (cute.make_rmem_tensor(2, cutlass.Float32) for _ in range(2))
    highest.fill(-cutlass.Float32.inf)
    total.fill(0.0)
    sums.fill(0.0)

    cute.copy(copies[0], by_row.partition_S(gQ), by_row.partition_D(sQ))
    for tile in range(cute.size(gK, [2])):
        cute.copy(copies[0], by_row.partition_S(gK[None, None, tile]), by_row.partition_D(sK))
        cute.copy(copies[1], by_column.partition_S(gV[None, None, tile]), by_column.partition_D(sV))
        cute.arch.cp_async_commit_group()
        cute.arch.cp_async_wait_group(0)
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.sync_threads()
        warpgroup.fence()
        cute.gemm(mma_qk, scores, tSrQ, tSrK, scores)
        warpgroup.commit_group()
        warpgroup.wait_group(0)
        scale_rows(sums, take_powers(scores, highest, total, scale * math.log2(math.e)))
        powers.store(scores.load().to(kind).reshape(powers.shape))
        warpgroup.fence()
        cute.gemm(mma_pv, sums, powers, tOrV, sums)
        warpgroup.commit_group()
        warpgroup.wait_group(0)
        cute.arch.sync_threads()
    cute.autovec_copy(finished(sums, total, kind), mma_pv.get_slice(tidx).partition_C(gO))


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
    """A block for every 64 queries of a head."""
    kind, size = mQ.element_type, mQ.shape[2]
    mma_qk, mma_pv = multiplies(kind, size, KEYS)
    layouts = smem_layouts(kind, size, KEYS, 1)
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(cpasync.LoadCacheMode.GLOBAL), kind, num_bits_per_copy=128)
    by_row = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    by_column = cute.make_tiled_copy_tv(atom, cute.make_layout((8, 16)), cute.make_layout((8, 1)))
    grid = (mQ.shape[1] // ROWS, mQ.shape[0], 1)
    tensors = turned(mQ, 1, 2, 0), turned(mK, 1, 2, 0), turned(mV, 2, 1, 0), turned(mO, 1, 2, 0)
    attention_kernel(*tensors, scale, layouts, (by_row, by_column), mma_qk, mma_pv).launch(grid=grid, block=THREADS)


def multiplies(kind: type, size: int, keys: int) -> tuple[cute.TiledMma, cute.TiledMma]:
    """Q K^T from shared memory, and P V with P in registers, of one warp group."""
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


def main(heads: int = 2, queries: int = 64, keys: int = 64, size: int = 64) -> None:
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
