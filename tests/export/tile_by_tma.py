"""A program whose host function makes a tensor map: one tile comes by TMA and is written out."""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Float32
from cutedsl.cute.nvgpu import cpasync

N = 8
"""Rows and columns of the tile."""


@cute.kernel
def tile_kernel(atom: Any, tensor: cute.Tensor, out: cute.Tensor):
    smem = cutlass.utils.SmemAllocator()
    tile = smem.allocate_tensor(Float32, cute.make_layout((N, N), stride=(N, 1)), 128)
    full = smem.allocate_array(cutlass.Int64, 1)
    cute.arch.mbarrier_init(full, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    source = cute.local_tile(tensor, (N, N), (0, 0))
    sA, gA = cpasync.tma_partition(
        atom, 0, cute.make_layout(1), cute.group_modes(tile, 0, 2), cute.group_modes(source, 0, 2)
    )
    with cute.arch.elect_one():
        cute.arch.mbarrier_arrive_and_expect_tx(full, N * N * 4)
        cute.copy(atom, gA, sA, tma_bar_ptr=full)
    cute.arch.mbarrier_wait(full, 0)
    t = cute.arch.thread_idx()[0]
    out[t] = tile[t // N, t % N]


@cute.jit
def tile(x: cute.Tensor, out: cute.Tensor):
    layout = cute.make_layout((N, N), stride=(N, 1))
    atom, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, layout, (N, N))
    tile_kernel(atom, tensor, out).launch(grid=(1, 1, 1), block=(32, 1, 1))
