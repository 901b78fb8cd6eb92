"""Fields of a tensor map that a kernel replaces: by the primitive, and by PTX of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import cpasync
from cutedsl.errors import DSLUserCodeError
from cutedsl.lang.instructions.primitives_copies import TensormapField, tensormap_replace
from cutedsl.lang.instructions.tensor_maps import TensorMap, TensorMapSwizzle
from tests.kernels.arrays import TARGETS, Arrays
from tests.lowered import lowered

ROWS, COLUMNS, TALL, WIDE = 8, 32, 20, 48
"""A tile, and another tensor."""


@cute.kernel
def other_tensor_kernel(
    load: Any, gX: Any, other: cute.Tensor, out: cute.Tensor, maps: cute.Tensor, way: Any, axis: Any
):
    """Copies tile 0 of `other`, whose first 5 rows count, by the map of another tensor."""
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    stage = smem.allocate_tensor(cutlass.Float32, cute.make_layout((ROWS, COLUMNS), stride=(COLUMNS, 1)), 1024)
    scratch = smem.allocate_array(cutlass.Int64, 16, byte_alignment=128)
    bar = smem.allocate_array(cutlass.Int64, 1)
    target = maps.iterator
    first = scratch if cutlass.const_expr(way == "shared") else target
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
        if cutlass.const_expr(way == "words"):
            given_map = TensorMap(load.descriptor, load.box, 4 * ROWS * COLUMNS, cutlass.Float32, TensorMapSwizzle.none)
            words = cute.Pointer(given_map.get_ptr(), dtype=cutlass.Int64)
            for k in cutlass.range_constexpr(16):
                (target + k).store((words + k).load())
        else:
            cpasync.copy_tensormap(load, first)
        if cutlass.const_expr(way == "ptx"):
            for text, value in (
                ("global_address.global.b1024.b64 [{$r0}], {$r1};", other.iterator.toint()),
                ("global_dim.global.b1024.b32 [{$r0}], 1, {$r1};", cutlass.Int32(5)),
                ("global_stride.global.b1024.b64 [{$r0}], 0, {$r1};", cutlass.Int64(4 * WIDE)),
            ):
                cute.arch.inline_ptx("tensormap.replace.tile." + text, read_only_args=[target.toint(), value])
        else:
            tensormap_replace(TensormapField.GLOBAL_ADDRESS, first, other.iterator.toint())
            tensormap_replace(TensormapField.GLOBAL_DIM, first, new_value=5, ord=axis)
            tensormap_replace(TensormapField.GLOBAL_STRIDE, first, new_value=4 * WIDE, ord=0)
    cute.arch.sync_warp()
    if cutlass.const_expr(way == "shared"):
        cute.arch.inline_ptx(
            "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned"
            " [{$r0}], [{$r1}], 128;",
            read_only_args=[target.toint(), scratch.toint()],
        )
    elif tidx == 0:
        cpasync.fence_tma_desc_release()
    cpasync.fence_tma_desc_acquire(target)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    tile = cute.group_modes(cute.local_tile(gX, (ROWS, COLUMNS), (0, 0)), 0, 2)
    sX, tX = cpasync.tma_partition(load, 0, cute.make_layout(1), cute.group_modes(stage, 0, 2), tile)
    if tidx == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(bar, ROWS * COLUMNS * 4)
    if cute.arch.warp_idx() == 0:
        cute.copy(load, tX, sX, tma_bar_ptr=bar, tma_desc_ptr=target)
    cute.arch.mbarrier_wait(bar, 0)
    for row in range(ROWS):
        out[row, tidx] = stage[row, tidx]


@cute.jit
def other_tensor(
    x: cute.Tensor,
    other: cute.Tensor,
    out: cute.Tensor,
    maps: cute.Tensor,
    way: cutlass.Constexpr,
    axis: cutlass.Constexpr,
):
    tile = cute.make_layout((ROWS, COLUMNS), stride=(COLUMNS, 1))
    load, gX = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, tile, (ROWS, COLUMNS))
    other_tensor_kernel(load, gX, other, out, maps, way, axis).launch(grid=1, block=32)


def given(arrays: Arrays) -> list[Any]:
    x = np.zeros((16, 64), np.float32)
    other = np.arange(1, TALL * WIDE + 1, dtype=np.float32).reshape(TALL, WIDE)
    room = np.zeros(32, np.int64)
    start = -room.ctypes.data % 128 // 8  # where a map may lie; a GPU's arrays begin there
    maps = room[start : start + 16] if arrays.target == "cpu" else arrays.put(room[:16])
    return [arrays.put(x), arrays.put(other), arrays.poisoned((ROWS, COLUMNS)), maps]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("way", ["global", "shared", "ptx", "words"])
def test_a_copy_by_a_changed_map_reads_the_other_tensor(way: str, target: str) -> None:
    arrays = Arrays(target)
    x, other, out, maps = given(arrays)
    other_tensor(x, other, out, maps, way, 1)
    expected = np.arange(1, TALL * WIDE + 1, dtype=np.float32).reshape(TALL, WIDE)[:ROWS, :COLUMNS].copy()
    expected[5:] = 0
    np.testing.assert_array_equal(arrays.get(out), expected)


@pytest.mark.parametrize("way", ["global", "shared", "ptx", "words"])
def test_its_ptx_assembles(way: str, ptxas: Path) -> None:
    x, other, out, maps = given(Arrays("cpu"))
    program = cute.compile(other_tensor, x, other, out, maps, way, 1, options="--target cpu")
    ptx = program.artifacts.ptx("sm_90a")
    space = "shared::cta" if way == "shared" else "global"
    assert f"tensormap.replace.tile.global_dim.{space}.b1024.b32 [" in ptx
    assemble(ptx, gpu_target("sm_90a"), ["-O0"], ptxas=str(ptxas))


def test_an_axis_is_asked_for() -> None:
    with pytest.raises(DSLUserCodeError, match="`global_dim` of a tensor map has no axis None"):
        other_tensor(*given(Arrays("cpu")), "global", None)


@cute.kernel
def other_fields(maps: cute.Tensor):
    tensormap_replace(TensormapField.RANK, maps.iterator, 1)
    tensormap_replace(TensormapField.BOX_DIM, maps.iterator, 16, ord=1)
    tensormap_replace(TensormapField.ELEMENT_STRIDE, maps.iterator, 1, ord=0)


@cute.jit
def run_other_fields(maps: cute.Tensor):
    other_fields(maps).launch(grid=1, block=1)


def test_rank_box_and_steps_are_replaced_on_a_gpu_and_refused_on_the_cpu(ptxas: Path) -> None:
    maps = np.zeros(16, np.int64)
    ptx = lowered(lambda: cute.compile(run_other_fields, maps), "sm_90a").ptx("sm_90a")
    for text in ("rank.global.b1024.b32 [", "box_dim.global.b1024.b32 [", "element_stride.global.b1024.b32 ["):
        assert f"tensormap.replace.tile.{text}" in ptx
    assemble(ptx, gpu_target("sm_90a"), ["-O0"], ptxas=str(ptxas))
    with pytest.raises(DSLUserCodeError, match="inline-ptx-on-cpu"):
        run_other_fields(maps)
