"""A kernel without the barrier that it needs, which `cutedsl check` finds: `README.md` shows the report."""

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute


@cute.kernel
def reverse(x: cute.Tensor, y: cute.Tensor):
    smem = cutlass.utils.SmemAllocator()
    tile = smem.allocate_tensor(cute.Float32, cute.make_layout((128,)))
    thread, _, _ = cute.arch.thread_idx()
    tile[thread] = x[thread]
    y[thread] = tile[127 - thread]


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor):
    reverse(x, y).launch(grid=1, block=128)


x = np.arange(128, dtype=np.float32)
run(x, np.empty_like(x))
