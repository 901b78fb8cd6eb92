"""Three transposes through shared memory: one with bank conflicts, one padded, one swizzled.

`cutedsl check --costs examples/transposes.py` counts the passes that each line takes; `cutedsl play
examples/transposes.py` draws them.
"""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Float32

TILE = 32


@cute.kernel
def transpose_plain(gX: cute.Tensor, gY: cute.Tensor):
    """A warp reads a column of the tile: all 32 elements are in one bank."""
    x, y, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    tile = smem.allocate_tensor(Float32, cute.make_layout((TILE, TILE), stride=(TILE, 1)))
    tile[y, x] = gX[y, x]
    cute.arch.sync_threads()
    gY[y, x] = tile[x, y]


@cute.kernel
def transpose_padded(gX: cute.Tensor, gY: cute.Tensor):
    """Rows start 33 elements apart, so that a column is in 32 banks."""
    x, y, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    tile = smem.allocate_tensor(Float32, cute.make_layout((TILE, TILE), stride=(TILE + 1, 1)))
    tile[y, x] = gX[y, x]
    cute.arch.sync_threads()
    gY[y, x] = tile[x, y]


@cute.kernel
def transpose_swizzled(gX: cute.Tensor, gY: cute.Tensor):
    """A swizzle of byte addresses exchanges the elements within each row; it needs no extra memory."""
    x, y, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    rows = cute.make_layout((TILE, TILE), stride=(TILE, 1))
    tile = smem.allocate_tensor(Float32, rows, swizzle=cute.make_swizzle(5, 2, 5))
    tile[y, x] = gX[y, x]
    cute.arch.sync_threads()
    gY[y, x] = tile[x, y]


@cute.jit
def transpose(kernel: cutlass.Constexpr, X: cute.Tensor, Y: cute.Tensor):
    """Transposes one tile by the given kernel."""
    kernel(X, Y).launch(grid=(1, 1, 1), block=(TILE, TILE, 1))


if __name__ == "__main__":
    x = np.random.default_rng(0).random((TILE, TILE), dtype=np.float32)
    for kernel in (transpose_plain, transpose_padded, transpose_swizzled):
        y = np.empty_like(x)
        transpose(kernel, x, y)
        assert np.array_equal(y, x.T), kernel
    print("three transposes of a 32 x 32 matrix agree with NumPy")
