"""A block reads the shared memory of another one of its cluster, which may have ended by then.

Modelled on experimental/primitives/mapa.py of CUTLASS: see README.md in this folder.
`cutedsl check docs/found/peer_has_ended.py` reports `peer-not-running`; with the two lines at the end it is clean.
"""

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute

BLOCKS = 2


@cute.kernel
def ranks_of_neighbours(y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    own = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int32, cute.make_layout(1), 16)
    if tidx == 0:
        own[0] = rank
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if tidx == 0:
        there = cute.arch.map_dsmem_ptr(own.iterator, (rank + 1) % BLOCKS)
        y[rank] = cute.make_tensor(there, cute.make_layout(1))[0]
    # cute.arch.cluster_arrive()
    # cute.arch.cluster_wait()


@cute.jit
def run(y: cute.Tensor):
    ranks_of_neighbours(y).launch(grid=(BLOCKS, 1, 1), block=(32, 1, 1), cluster=(BLOCKS, 1, 1))


if __name__ == "__main__":
    run(np.empty(BLOCKS, np.int32))
