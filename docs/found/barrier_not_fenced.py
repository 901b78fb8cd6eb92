"""An mbarrier that a bulk load uses right after its initialisation, with no fence between the two proxies.

Modelled on block_sparse_attention/csrc/fwd/sm90_blk64 of cudnn-frontend: see README.md in this folder.
`cutedsl check docs/found/barrier_not_fenced.py` reports `proxy-fence-missing`; with the fence it is clean.
"""

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline
from cutedsl.cute.nvgpu import cpasync
from cutedsl.cute.runtime import from_dlpack

SIZE = 1024


@cute.kernel
def double(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    storage = smem.allocate_array(cutlass.Int64, 1)
    tile = smem.allocate_tensor(cutlass.Float32, cute.make_layout(SIZE), 128)
    agent = (pipeline.PipelineOp.TmaLoad, pipeline.CooperativeGroup(pipeline.Agent.Thread))
    barrier = pipeline.MbarrierArray(storage, num_stages=1, agent=agent)
    # cute.arch.mbarrier_init_fence()
    if tidx == 0:
        barrier.arrive_and_expect_tx(0, 4 * SIZE)
        load = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), cutlass.Float32, num_bits_per_copy=32 * SIZE)
        cute.copy(load, cute.local_tile(x, (SIZE,), (0,)), tile, mbar_ptr=barrier.get_barrier(0))
    cute.arch.sync_threads()
    barrier.wait(0, 0)
    for k in range(tidx, SIZE, 128):
        y[k] = 2.0 * tile[k]


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor):
    double(x, y).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    x, y = (np.ones(SIZE, np.float32) for _ in range(2))
    run(from_dlpack(x, assumed_align=16), from_dlpack(y, assumed_align=16))
    assert (y == 2).all()
