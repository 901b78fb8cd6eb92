"""Two reductions through one array: its first slot is written again while other warps still read it.

Modelled on the block softmax of CUTLASS's tutorial (06_softmax.py): see README.md in this folder.
`cutedsl check docs/found/slot_used_again.py` reports `shared-race`; with a barrier before the second use it is clean.
"""

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute

WARPS, COLUMNS = 4, 512


@cute.jit
def of_the_block(part, parts: cute.Tensor, is_sum: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    if tidx % 32 == 0:
        parts[tidx // 32] = part
    cute.arch.sync_threads()
    if tidx == 0:
        whole = parts[0]
        for warp in cutlass.range_constexpr(1, WARPS):
            whole = whole + parts[warp] if is_sum else cute.arch.fmax(whole, parts[warp])
        parts[0] = whole
    cute.arch.sync_threads()
    return parts[0]


@cute.kernel
def softmax(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    parts = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(WARPS), 16)
    most = x[row, tidx]
    for column in range(tidx, COLUMNS, 32 * WARPS):
        most = cute.arch.fmax(most, x[row, column])
    most = of_the_block(cute.arch.warp_reduction_max(most), parts, is_sum=False)
    total = cutlass.Float32(0.0)
    for column in range(tidx, COLUMNS, 32 * WARPS):
        total += cute.math.exp(x[row, column] - most)
    # cute.arch.sync_threads()
    total = of_the_block(cute.arch.warp_reduction_sum(total), parts, is_sum=True)
    for column in range(tidx, COLUMNS, 32 * WARPS):
        y[row, column] = cute.math.exp(x[row, column] - most) / total


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor):
    softmax(x, y).launch(grid=(x.shape[0], 1, 1), block=(32 * WARPS, 1, 1))


if __name__ == "__main__":
    x = np.random.default_rng(0).standard_normal((2, COLUMNS)).astype(np.float32)
    y = np.empty_like(x)
    run(x, y)
