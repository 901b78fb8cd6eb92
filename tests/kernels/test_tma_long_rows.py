"""Tiles whose rows in shared memory are longer than the swizzle: threads read and write them as the layout says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays

ROWS, COLUMNS = 16, 128
"""Rows of 256 bytes."""


@cute.kernel
def doubled(load: Any, source: cute.Tensor, store: Any, target: cute.Tensor, bits: cutlass.Constexpr) -> None:
    """One tile to shared memory, twice its values to another tile there, and that one back."""
    smem = utils.SmemAllocator()
    rows = cute.make_layout((ROWS, COLUMNS), stride=(COLUMNS, 1))
    swizzle = cute.make_swizzle(bits, 4, 3)
    came, left = (smem.allocate_tensor(cutlass.Float16, rows, 1024, swizzle) for _ in range(2))
    barrier = smem.allocate_array(cutlass.Int64, 1)
    thread = cute.arch.thread_idx()[0]
    if thread == 0:
        cute.arch.mbarrier_init(barrier, 1)
        cute.arch.mbarrier_init_fence()
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, ROWS * COLUMNS * 2)
    cute.arch.sync_threads()
    parts = [cute.group_modes(t, 0, 2) for t in (came, left)]
    tiles = [cute.group_modes(cute.local_tile(t, (ROWS, COLUMNS), (0, 1)), 0, 2) for t in (source, target)]
    s_in, t_in = cpasync.tma_partition(load, 0, cute.make_layout(1), parts[0], tiles[0])
    s_out, t_out = cpasync.tma_partition(store, 0, cute.make_layout(1), parts[1], tiles[1])
    if thread < 32:
        cute.copy(load, t_in, s_in, tma_bar_ptr=barrier)
    cute.arch.mbarrier_wait(barrier, 0)
    for row in range(ROWS):
        left[row, thread] = came[row, thread] * 2.0
    cute.arch.fence_view_async_shared()
    cute.arch.sync_threads()
    if thread < 32:
        cute.copy(store, s_out, t_out)
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


@cute.jit
def run_doubled(x: cute.Tensor, y: cute.Tensor, bits: cutlass.Constexpr) -> None:
    rows = cute.make_layout((ROWS, COLUMNS), stride=(COLUMNS, 1))
    layout = cute.make_composed_layout(cute.make_swizzle(bits, 4, 3), 0, rows)
    load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, layout, (ROWS, COLUMNS))
    store, target = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), y, layout, (ROWS, COLUMNS))
    doubled(load, source, store, target, bits).launch(grid=1, block=COLUMNS)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_rows_longer_than_128_bytes_take_several_copies(target: str) -> None:
    arrays = Arrays(target)
    x = (np.arange(13 * 200) % 509).reshape(13, 200).astype(np.float16)
    y = arrays.put(np.zeros_like(x))
    run_doubled(arrays.put(x), y, 3)
    want = np.zeros_like(x)
    want[:, COLUMNS:] = 2 * x[:, COLUMNS:]
    np.testing.assert_array_equal(arrays.get(y), want)


@pytest.mark.parametrize("bits", [1, 2])
def test_parts_of_rows_that_begin_at_no_multiple_of_128_bytes_are_refused(bits: int) -> None:
    x = np.zeros((16, 256), np.float16)
    with pytest.raises(DSLUserCodeError, match=r"tma-limits.*256 bytes; its swizzle repeats after"):
        run_doubled(x, x, bits)
