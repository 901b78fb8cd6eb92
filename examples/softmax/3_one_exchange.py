"""Softmax of rows, third rung: one exchange between threads instead of two.

What changed: each thread takes exp(x - its own maximum) at once. What the threads then tell each other is the pair
(maximum, sum of exp(x - maximum)), and two pairs merge into one, so that a row needs a single barrier; the result is
what the thread has, times one factor. `cutedsl.ops.softmax` is this kernel for all types, strides and lengths: it picks
the threads of a row by its length, and puts several blocks, a cluster, on a row that one block cannot hold.
"""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute

THREADS = 128
WARPS = THREADS // 32
VECTOR = 4  # float32 in 16 bytes
LOADS = 4


def power(x):
    """E to the power x, as the hardware approximates it."""
    return cute.math.exp2(x * 1.4426950408889634, fastmath=True)


@cute.jit
def merged(m, s, other_m, other_s):
    """Two pairs (maximum, sum of exp(x - maximum)) as one; a maximum of -inf stands for no elements yet."""
    highest = cutlass.max(m, other_m)
    shift = 0.0 if highest == -cutlass.Float32.inf else highest
    return highest, s * power(m - shift) + other_s * power(other_m - shift)


@cute.jit
def of_block(m, s):
    """The pairs of all threads of the block as one."""
    parts = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((WARPS, 2)))
    for step in (16, 8, 4, 2, 1):
        m, s = merged(m, s, cute.arch.shuffle_sync_bfly(m, step), cute.arch.shuffle_sync_bfly(s, step))
    if cute.arch.lane_idx() == 0:
        parts[cute.arch.warp_idx(), 0], parts[cute.arch.warp_idx(), 1] = m, s
    cute.arch.sync_threads()
    m, s = parts[0, 0], parts[0, 1]
    for w in cutlass.range_constexpr(1, WARPS):
        m, s = merged(m, s, parts[w, 0], parts[w, 1])
    return m, s


@cute.kernel
def softmax_kernel(x: cute.Tensor, y: cute.Tensor):
    """A row by the threads of a block."""
    thread, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    source, target = (cute.zipped_divide(t[row, None], (VECTOR,)) for t in (x, y))  # ((VECTOR), accesses)
    count = cute.size(source, mode=[1])
    held = cute.make_rmem_tensor((VECTOR, LOADS), cutlass.Float32)
    held.fill(-cutlass.Float32.inf)
    for k in cutlass.range_constexpr(LOADS):
        at = k * THREADS + thread
        if at < count:
            held[(None, k)].store(source[(None, at)].load())
    values = held.load()
    own = values.reduce(cute.ReductionOp.MAX, -cutlass.Float32.inf, 0)
    shift = cutlass.Float32(0.0) if own == -cutlass.Float32.inf else own
    exps = power(values - shift)
    highest, total = of_block(own, exps.reduce(cute.ReductionOp.ADD, 0.0, 0))
    held.store(exps * (power(shift - highest) / total))
    for k in cutlass.range_constexpr(LOADS):
        at = k * THREADS + thread
        if at < count:
            target[(None, at)].store(held[(None, k)].load())


@cute.jit
def softmax(x: cute.Tensor, y: cute.Tensor):
    """`y = softmax(x)` along rows of float32."""
    softmax_kernel(x, y).launch(grid=x.shape[0], block=THREADS)


if __name__ == "__main__":
    x = np.random.default_rng(0).standard_normal((5, 516)).astype(np.float32)
    y = np.full_like(x, np.nan)
    softmax(*(cute.runtime.from_dlpack(t, assumed_align=16) for t in (x, y)))
    powers = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
    error = np.abs(y - powers / powers.sum(axis=1, keepdims=True)).max()
    print(f"largest error {error:.1e}")
    assert error < 1e-6
