"""Decoding, step 3: the last block of a head joins the parts, in the same launch.

The step: no second kernel. Each block writes its part, makes it visible (a fence), and counts itself at the head's flag
(an atomic); who counts last sees all parts, joins them, and leaves the flag at 0 for the next launch. Nobody waits.
O = softmax(scale * Q K^T) V for each head; Q, O (batch, heads, size), K, V (batch, keys, heads of keys, size).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils

WARPS, SPLITS = 4, 8
LOG2_E = math.log2(math.e)


@cute.kernel
def decode_kernel(
    mQ: cute.Tensor,
    mK: cute.Tensor,
    mV: cute.Tensor,
    mO: cute.Tensor,
    sums: cute.Tensor,
    marks: cute.Tensor,
    flags: cute.Tensor,
    scale: cutlass.Float32,
):
    """One block: a part of the keys of a head of a sequence."""
    head, batch, split = cute.arch.block_idx()
    tidx, _, _ = cute.arch.thread_idx()
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    part = mQ.shape[2] // 32
    shared = head // (mQ.shape[1] // mK.shape[2])
    query = own_part(mQ[batch, head, None], lane, part).load().to(cutlass.Float32) * (scale * LOG2_E)
    output = cute.make_rmem_tensor(part, cutlass.Float32)
    output.fill(0.0)
    highest, total = -cutlass.Float32.inf, cutlass.Float32(0.0)
    first, stop = mK.shape[1] * split // SPLITS, mK.shape[1] * (split + 1) // SPLITS
    for key in range(first + warp, stop, WARPS):
        row = own_part(mK[batch, key, shared, None], lane, part).load().to(cutlass.Float32)
        score = cute.arch.warp_reduction_sum((row * query).reduce(cute.ReductionOp.ADD, 0.0, 0))
        now = cute.arch.fmax(highest, score)
        shrink, power = cute.arch.exp2(highest - now), cute.arch.exp2(score - now)
        value = own_part(mV[batch, key, shared, None], lane, part).load().to(cutlass.Float32)
        output.store(output.load() * shrink + value * power)
        total, highest = total * shrink + power, now
    part_number = split * WARPS + warp
    cute.autovec_copy(output, own_part(sums[batch, head, part_number, None], lane, part))
    if lane == 0:
        marks[batch, head, part_number, 0], marks[batch, head, part_number, 1] = highest, total
    ended = utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(1), 16)
    cute.arch.fence_acq_rel_gpu()
    cute.arch.sync_threads()
    if tidx == 0:
        flag = flags.iterator + (batch * mQ.shape[1] + head)
        before = cute.arch.atomic_add(flag, cutlass.Int32(1), sem="acq_rel", scope="gpu")
        ended[0] = before + 1
        if before + 1 == SPLITS:
            cute.arch.store(flag, cutlass.Int32(0), sem="relaxed", scope="gpu")
    cute.arch.sync_threads()
    if ended[0] == SPLITS:
        cute.arch.fence_acq_rel_gpu()
        if tidx < mQ.shape[2]:
            value = joined(sums[batch, head, None, None], marks[batch, head, None, None], tidx)
            mO[batch, head, tidx] = value.to(mO.element_type)


def own_part(row: cute.Tensor, lane: Any, part: int) -> cute.Tensor:
    """A lane's neighbouring elements of a head."""
    return cute.make_tensor(row.iterator + cute.assume(lane * part, divby=part), cute.make_layout(part))


@cute.jit
def joined(sums: cute.Tensor, marks: cute.Tensor, column: Any) -> cutlass.Float32:
    """One column of the result from several parts (parts, columns), each scaled to the largest maximum.

    A warp that had no key leaves -inf as its maximum, and counts nothing.
    """
    parts = cute.size(marks, [0])
    top = -cutlass.Float32.inf
    for i in range(parts):
        top = cute.arch.fmax(top, marks[i, 0])
    whole, value = cutlass.Float32(0.0), cutlass.Float32(0.0)
    for i in range(parts):
        factor = cute.arch.exp2(marks[i, 0] - top)
        whole, value = whole + marks[i, 1] * factor, value + sums[i, column] * factor
    return value / whole


@cute.jit
def decode(
    mQ: cute.Tensor,
    mK: cute.Tensor,
    mV: cute.Tensor,
    mO: cute.Tensor,
    work: cute.Tensor,
    flags: cute.Tensor,
    scale: cutlass.Float32,
):
    """One launch; `work` has `work_elems` Float32 numbers, `flags` a 0 for each head of each sequence."""
    batch, heads, size = mQ.shape
    parts = SPLITS * WARPS
    sums = cute.make_tensor(
        work.iterator,
        cute.make_layout((batch, heads, parts, size), stride=(heads * parts * size, parts * size, size, 1)),
    )
    marks = cute.make_tensor(
        work.iterator + batch * heads * parts * size,
        cute.make_layout((batch, heads, parts, 2), stride=(heads * parts * 2, parts * 2, 2, 1)),
    )
    assert size <= 32 * WARPS
    grid = (heads, batch, SPLITS)
    decode_kernel(mQ, mK, mV, mO, sums, marks, flags, scale).launch(grid=grid, block=(32 * WARPS, 1, 1))


def work_elems(batch: int, heads: int, size: int) -> int:
    """Float32 numbers that the blocks leave for the last one."""
    return batch * heads * SPLITS * WARPS * (size + 2)


def main(batch: int = 2, heads: int = 4, heads_k: int = 2, keys: int = 90, size: int = 64) -> None:
    """Random heads against float64."""
    rng = np.random.default_rng(0)
    q = rng.standard_normal((batch, heads, size)).astype(np.float16)
    k, v = (rng.standard_normal((batch, keys, heads_k, size)).astype(np.float16) for _ in range(2))
    o = np.full_like(q, np.nan)
    work = np.full(work_elems(batch, heads, size), np.nan, np.float32)
    flags = np.zeros(batch * heads, np.int32)
    decode(*(cute.runtime.from_dlpack(x, assumed_align=16) for x in (q, k, v, o, work, flags)), size**-0.5)
    assert not flags.any()
    k, v = (np.repeat(x.astype(np.float64), heads // heads_k, axis=2) for x in (k, v))
    scores = size**-0.5 * np.einsum("bhd,bnhd->bhn", q.astype(np.float64), k)
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    exact = np.einsum("bhn,bnhd->bhd", powers / powers.sum(-1, keepdims=True), v)
    error = np.linalg.norm(o - exact) / np.linalg.norm(exact)
    print(f"relative error {error:.1e}")
    assert error < 1e-3


if __name__ == "__main__":
    main()
