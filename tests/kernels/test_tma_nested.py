"""Tensor maps of tensors with nested modes: each leaf is a mode of the map, the coordinates keep the nesting."""

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

HEADS, ROWS, COLUMNS = 4, 8, 16


@cute.kernel
def there_and_back(
    load: Any, source: cute.Tensor, store: Any, target: cute.Tensor, tile: cutlass.Constexpr, at: cutlass.Constexpr
) -> None:
    """Copies one tile for each coordinate of the last mode to shared memory and on; a block takes a tile of rows."""
    smem = utils.SmemAllocator()
    layout = cute.make_layout(tile, stride=(tile[1], 1))
    stage = cute.group_modes(smem.allocate_tensor(cutlass.Float32, layout, 1024), 0, 2)
    bar = smem.allocate_array(cutlass.Int64, 1)
    row, head, batch = cute.arch.block_idx()
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    where = (row, 0, at(head, batch))
    g_in, g_out = (cute.group_modes(cute.local_tile(t, tile, where), 0, 2) for t in (source, target))
    s_in, t_in = cpasync.tma_partition(load, 0, cute.make_layout(1), stage, g_in)
    s_out, t_out = cpasync.tma_partition(store, 0, cute.make_layout(1), stage, g_out)
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(bar, tile[0] * tile[1] * 4)
    cute.copy(load, t_in, s_in, tma_bar_ptr=bar)
    cute.arch.mbarrier_wait(bar, 0)
    cute.copy(store, s_out, t_out)
    cute.arch.cp_async_bulk_commit_group()
    cute.arch.cp_async_bulk_wait_group(0)


@cute.jit
def run_attention(x: cute.Tensor, out: cute.Tensor, group: cutlass.Constexpr) -> None:
    """(s, d, ((group, h), b)): heads in groups; those of `x` share its heads, by a stride of 0."""
    (b, s, h, d), (sb, ss, sh, sd) = x.shape, x.stride
    nested = cute.make_layout((s, d, ((group, h), b)), stride=(ss, sd, ((0, sh), sb)))
    (ob, oh, og, os, od) = out.stride
    grouped = cute.make_tensor(out.iterator, cute.make_layout(nested.shape, stride=(os, od, ((og, oh), ob))))
    layout = cute.make_layout((ROWS, COLUMNS), stride=(COLUMNS, 1))
    given = cute.make_tensor(x.iterator, nested)
    load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), given, layout, (ROWS, COLUMNS))
    store, target = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), grouped, layout, (ROWS, COLUMNS))
    tile, at = (ROWS, COLUMNS), lambda head, batch: ((head % group, head // group), batch)
    kernel = there_and_back(load, source, store, target, tile, at)
    kernel.launch(grid=[cute.ceil_div(s, ROWS), group * h, b], block=[32, 1, 1])


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_heads_in_groups_that_share_what_they_load(target: str) -> None:
    arrays, (b, s, h, group) = Arrays(target), (2, 13, 3, 2)
    x = np.random.default_rng(7).standard_normal((b, s, h, COLUMNS)).astype(np.float32)
    memory = arrays.put(np.full((b, h, group, s, COLUMNS), np.nan, np.float32))
    run_attention(arrays.put(x), memory, group)
    want = np.broadcast_to(x.transpose(0, 2, 1, 3)[:, :, None], (b, h, group, s, COLUMNS))
    np.testing.assert_array_equal(arrays.get(memory), want)


@cute.jit
def run_packed(x: cute.Tensor, out: cute.Tensor) -> None:
    """((HEADS, s), d, b): a tile of rows holds all the heads of a few positions."""
    (b, s, _, d), (sb, ss, sh, sd) = x.shape, x.stride
    packed = cute.make_layout(((HEADS, s), d, b), stride=((sh, ss), sd, sb))
    tile = (HEADS * ROWS, COLUMNS)
    layout = cute.make_layout(tile, stride=(COLUMNS, 1))
    views = [cute.make_tensor(t.iterator, packed) for t in (x, out)]
    load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), views[0], layout, tile)
    store, target = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), views[1], layout, tile)
    kernel = there_and_back(load, source, store, target, tile, lambda head, batch: batch)
    kernel.launch(grid=[cute.ceil_div(s, ROWS), 1, b], block=[32, 1, 1])


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_a_tile_runs_along_the_modes_within_a_mode(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal((2, 13, HEADS, COLUMNS)).astype(np.float32)
    out = arrays.put(np.full_like(x, np.nan))
    run_packed(arrays.put(x), out)
    np.testing.assert_array_equal(arrays.get(out), x)


@cute.jit
def make_unknown(x: cute.Tensor, tile: cutlass.Constexpr) -> None:
    heads, s, d = x.shape
    packed = cute.make_tensor(x.iterator, cute.make_layout(((heads, s), d), stride=((x.stride[0], x.stride[1]), 1)))
    layout = cute.make_layout((32, COLUMNS), stride=(COLUMNS, 1))
    cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), packed, layout, tile)


def test_a_tile_along_modes_that_only_run_time_knows() -> None:
    x = cute.runtime.from_dlpack(np.zeros((4, 8, COLUMNS), np.float32)).mark_layout_dynamic()
    with pytest.raises(DSLUserCodeError, match="is not a box") as found:
        make_unknown(x, (32, COLUMNS))
    assert found.value.name == "tma-layout"
    make_unknown(x, ((4, 8), COLUMNS))  # an extent for each
