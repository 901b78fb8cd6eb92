"""Gradients of attention, step 2: a thread for each key does all; it adds to the queries' gradients by atomics.

The step: each score is computed once and not twice. A kernel before sums G * O of each row. Atomics add in any order,
so the last bits of dQ differ from run to run; dQ begins at 0.
P = exp(scale * Q K^T - LSE) are the probabilities, S = P * (G V^T - sum(G * O)) the gradients of scores. For each head
dV = P^T G, dQ = scale * S K and dK = scale * S^T Q; Q, K, V, the result O and its gradient G are (heads, sequence,
head size) in 16 bits, gradients the same in float32; LSE and the sums of G * O are (heads, sequence) in float32.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute

THREADS = 128


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
):
    """One thread: the gradients of one key and its value, and what the key adds to those of queries."""
    tidx, _, _ = cute.arch.thread_idx()
    block, head, _ = cute.arch.block_idx()
    n = block * THREADS + tidx
    if n < mK.shape[1]:
        k, v = wide(mK[head, n, None]), wide(mV[head, n, None])
        of_key, of_value = (cute.make_rmem_tensor(mdK.shape[2], cutlass.Float32) for _ in "KV")
        of_key.fill(0.0)
        of_value.fill(0.0)
        for row in range(mQ.shape[1]):
            q, g = wide(mQ[head, row, None]), wide(mG[head, row, None])
            power = cute.math.exp(dot(q, k) * scale - mLSE[head, row])
            slope = power * (dot(g, v) - mSum[head, row])
            of_value.store(of_value.load() + g * power)
            of_key.store(of_key.load() + q * slope)
            part = cute.make_rmem_tensor(mdQ.shape[2], cutlass.Float32)
            part.store(k * (slope * scale))
            for i in range(mdQ.shape[2]):
                cute.arch.atomic_add(mdQ[head, row, None].iterator + i, part[i])
        mdV[head, n, None].store(of_value.load())
        mdK[head, n, None].store(of_key.load() * scale)


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
    """A thread for each row's sum, then one for each key."""
    heads, queries, keys = mQ.shape[0], mQ.shape[1], mK.shape[1]
    sums_kernel(mO, mG, mSum).launch(grid=(cute.ceil_div(queries, THREADS), heads, 1), block=THREADS)
    keys_kernel(mQ, mK, mV, mG, mLSE, mSum, mdQ, mdK, mdV, scale).launch(
        grid=(cute.ceil_div(keys, THREADS), heads, 1), block=THREADS
    )


def main(heads: int = 1, queries: int = 30, keys: int = 40, size: int = 16) -> None:
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
