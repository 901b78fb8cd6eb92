"""Partial results are stored where other warps still read their operands: the memory is used twice.

Modelled on SGLang's cutedsl_dsv3_fused_a_gemm.py: see README.md in this folder.
`cutedsl check docs/found/partials_over_operands.py` reports `shared-race`; with a barrier before the stores it is
clean.
"""

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute

WARPS, COLUMNS = 4, 32


@cute.kernel
def sums(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    warp, lane = tidx // 32, tidx % 32
    memory = cutlass.utils.SmemAllocator().allocate_array(cutlass.Float32, WARPS * COLUMNS)
    rows = cute.make_tensor(memory, cute.make_layout((WARPS, COLUMNS), stride=(COLUMNS, 1)))
    rows[warp, lane] = x[warp, lane]
    cute.arch.sync_threads()
    part = rows[lane % WARPS, lane] + rows[(lane + 1) % WARPS, lane]
    # cute.arch.sync_threads()
    parts = cute.make_tensor(memory, cute.make_layout((WARPS, 32), stride=(32, 1)))
    parts[warp, lane] = part * (warp + 1)
    cute.arch.sync_threads()
    if warp == 0:
        total = parts[0, lane]
        for other in cutlass.range_constexpr(1, WARPS):
            total += parts[other, lane]
        y[lane] = total


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor):
    sums(x, y).launch(grid=(1, 1, 1), block=(32 * WARPS, 1, 1))


if __name__ == "__main__":
    x = np.random.default_rng(0).standard_normal((WARPS, COLUMNS)).astype(np.float32)
    run(x, np.empty(32, np.float32))
