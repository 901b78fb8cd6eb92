"""Softmax of rows, second rung: 16-byte loads, all under way at once, and the row kept in registers.

What changed: a thread asks for `LOADS` pieces of 16 bytes before it uses the first, and reads memory only once. A
multiprocessor then has tens of KB under way, which is what it takes to hide the memory's latency.
Rows have at most `THREADS * LOADS * VECTOR` elements, a multiple of `VECTOR`.
"""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute

THREADS = 128
WARPS = THREADS // 32
VECTOR = 4  # float32 in 16 bytes
LOADS = 4


@cute.jit
def of_block(value, op: cutlass.Constexpr):
    """`op` over the values of all threads of the block."""
    parts = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(WARPS))
    value = cute.arch.warp_reduction(value, op)
    if cute.arch.lane_idx() == 0:
        parts[cute.arch.warp_idx()] = value
    cute.arch.sync_threads()
    value = parts[0]
    for w in cutlass.range_constexpr(1, WARPS):
        value = op(value, parts[w])
    return value


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
    highest = of_block(values.reduce(cute.ReductionOp.MAX, -cutlass.Float32.inf, 0), cutlass.max)
    exps = cute.math.exp2((values - highest) * 1.4426950408889634, fastmath=True)
    total = of_block(exps.reduce(cute.ReductionOp.ADD, 0.0, 0), lambda a, b: a + b)
    held.store(exps * (1.0 / total))
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
