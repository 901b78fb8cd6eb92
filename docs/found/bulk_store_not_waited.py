"""A bulk store that is never committed nor waited for: the block may end while its shared memory is still read.

Modelled on tutorial_tma/tma_v0.py of CUTLASS: see README.md in this folder.
`cutedsl check docs/found/bulk_store_not_waited.py` reports `group-leaked`; with the two lines at the end it is clean.
"""

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import cpasync
from cutedsl.cute.runtime import from_dlpack

SIZE = 1024


@cute.kernel
def double(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    tile = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(SIZE), 128)
    for k in range(tidx, SIZE, 128):
        tile[k] = 2.0 * x[k]
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if tidx == 0:
        store = cute.make_copy_atom(cpasync.CopyBulkS2GOp(), cutlass.Float32, num_bits_per_copy=32 * SIZE)
        cute.copy(store, tile, cute.local_tile(y, (SIZE,), (0,)))
        # cute.arch.cp_async_bulk_commit_group()
        # cute.arch.cp_async_bulk_wait_group(0)


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor):
    double(x, y).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    x, y = (np.ones(SIZE, np.float32) for _ in range(2))
    run(from_dlpack(x, assumed_align=16), from_dlpack(y, assumed_align=16))
