"""Decoding, step 1: one query of each head against a cache of keys, a block for each head.

A warp takes every fourth key: its lanes hold a part of the head each, so a score is a sum over the warp. Each warp
keeps the largest score, the sum of powers, and the weighted values of its own keys; at the end the four are joined.
Floor: every key and value is read once, 4.4 TB/s on an H200. Here a block a head keeps a few of 132 multiprocessors
busy, and heads that share keys read them again.
O = softmax(scale * Q K^T) V for each head; Q, O (batch, heads, size), K, V (batch, keys, heads of keys, size).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils

WARPS = 4
LOG2_E = math.log2(math.e)


@cute.kernel
def decode_kernel(mQ: cute.Tensor, mK: cute.Tensor, mV: cute.Tensor, mO: cute.Tensor, scale: cutlass.Float32):
    """One block: a head of a sequence."""
    head, batch, _ = cute.arch.block_idx()
    tidx, _, _ = cute.arch.thread_idx()
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    part = mQ.shape[2] // 32
    shared = head // (mQ.shape[1] // mK.shape[2])
    query = own_part(mQ[batch, head, None], lane, part).load().to(cutlass.Float32) * (scale * LOG2_E)
    output = cute.make_rmem_tensor(part, cutlass.Float32)
    output.fill(0.0)
    highest, total = -cutlass.Float32.inf, cutlass.Float32(0.0)
    for key in range(warp, mK.shape[1], WARPS):
        row = own_part(mK[batch, key, shared, None], lane, part).load().to(cutlass.Float32)
        score = cute.arch.warp_reduction_sum((row * query).reduce(cute.ReductionOp.ADD, 0.0, 0))
        now = cute.arch.fmax(highest, score)
        shrink, power = cute.arch.exp2(highest - now), cute.arch.exp2(score - now)
        value = own_part(mV[batch, key, shared, None], lane, part).load().to(cutlass.Float32)
        output.store(output.load() * shrink + value * power)
        total, highest = total * shrink + power, now
    smem = utils.SmemAllocator()
    sums = smem.allocate_tensor(cutlass.Float32, cute.make_layout((mQ.shape[2], WARPS)), 16)
    marks = smem.allocate_tensor(cutlass.Float32, cute.make_layout((2, WARPS)), 16)
    cute.autovec_copy(output, own_part(sums[None, warp], lane, part))
    if lane == 0:
        marks[0, warp], marks[1, warp] = highest, total
    cute.arch.sync_threads()
    if tidx < mQ.shape[2]:
        mO[batch, head, tidx] = joined(sums, marks, tidx, WARPS).to(mO.element_type)


def own_part(row: cute.Tensor, lane: Any, part: int) -> cute.Tensor:
    """A lane's neighbouring elements of a head."""
    return cute.make_tensor(row.iterator + cute.assume(lane * part, divby=part), cute.make_layout(part))


@cute.jit
def joined(sums: Any, marks: Any, column: Any, parts: cutlass.Constexpr) -> cutlass.Float32:
    """One column of the result from several parts, each scaled to the largest maximum."""
    top = marks[0, 0]
    for i in cutlass.range_constexpr(1, parts):
        top = cute.arch.fmax(top, marks[0, i])
    whole, value = cutlass.Float32(0.0), cutlass.Float32(0.0)
    for i in cutlass.range_constexpr(parts):
        factor = cute.arch.exp2(marks[0, i] - top)
        whole, value = whole + marks[1, i] * factor, value + sums[column, i] * factor
    return value / whole


@cute.jit
def decode(mQ: cute.Tensor, mK: cute.Tensor, mV: cute.Tensor, mO: cute.Tensor, scale: cutlass.Float32):
    """A block for each head of each sequence."""
    threads = 32 * WARPS
    assert mQ.shape[2] <= threads
    decode_kernel(mQ, mK, mV, mO, scale).launch(grid=(mQ.shape[1], mQ.shape[0], 1), block=(threads, 1, 1))


def main(batch: int = 2, heads: int = 4, heads_k: int = 2, keys: int = 90, size: int = 64) -> None:
    """Random heads against float64."""
    rng = np.random.default_rng(0)
    q = rng.standard_normal((batch, heads, size)).astype(np.float16)
    k, v = (rng.standard_normal((batch, keys, heads_k, size)).astype(np.float16) for _ in range(2))
    o = np.full_like(q, np.nan)
    decode(*(cute.runtime.from_dlpack(x, assumed_align=16) for x in (q, k, v, o)), size**-0.5)
    k, v = (np.repeat(x.astype(np.float64), heads // heads_k, axis=2) for x in (k, v))
    scores = size**-0.5 * np.einsum("bhd,bnhd->bhn", q.astype(np.float64), k)
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    exact = np.einsum("bhn,bnhd->bhd", powers / powers.sum(-1, keepdims=True), v)
    error = np.linalg.norm(o - exact) / np.linalg.norm(exact)
    print(f"relative error {error:.1e}")
    assert error < 1e-3


if __name__ == "__main__":
    main()
