"""What the planted kernels with bulk copies share: tiles of 8 rows of 32 numbers, and one mbarrier a stage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync

ROWS: Final = 8
TILE_BYTES: Final = ROWS * 32 * 4


def loading(kernel: Any, block: int = 64) -> Callable[[Any, Any, bool], None]:
    """The host function of a kernel (load, source, out, bug) that loads tiles of `x`."""

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        layout = cute.make_layout((ROWS, 32), stride=(32, 1))
        load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, layout, (ROWS, 32))
        kernel(load, source, out, bug).launch(grid=[1, 1, 1], block=[block, 1, 1])

    return host


def storing(kernel: Any, block: int = 64) -> Callable[[Any, Any, bool], None]:
    """The host function of a kernel (x, store, target, bug) that stores tiles to `out`."""

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr) -> None:
        layout = cute.make_layout((ROWS, 32), stride=(32, 1))
        store, target = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), out, layout, (ROWS, 32))
        kernel(x, store, target, bug).launch(grid=[1, 1, 1], block=[block, 1, 1])

    return host


def stages(count: int) -> Any:
    """Shared memory (ROWS, 32, count)."""
    layout = cute.make_layout((ROWS, 32, count), stride=(32, 1, ROWS * 32))
    return utils.SmemAllocator().allocate_tensor(cutlass.Float32, layout, 128)


@cute.jit
def barriers(count: cutlass.Constexpr, arrivals: cutlass.Constexpr = 1) -> Any:
    """So many mbarriers, initialised and shown to the block."""
    bars = utils.SmemAllocator().allocate_array(cutlass.Int64, count)
    if cute.arch.thread_idx()[0] == 0:
        for i in cutlass.range_constexpr(count):
            cute.arch.mbarrier_init(bars + i, arrivals)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    return bars


def partitioned(atom: Any, smem: Any, gmem: cute.Tensor) -> tuple[Any, Any]:
    """The tiles of a tensor (ROWS * n, 32): in shared memory (tile, stage), and in global memory (tile, n)."""
    tiles = cute.group_modes(cute.local_tile(gmem, (ROWS, 32), (None, 0)), 0, 2)
    return cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(smem, 0, 2), tiles)
