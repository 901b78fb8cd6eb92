"""Tensor maps that a kernel changes: tiles of many tensors through one atom, in both modes of the manager."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.compat.mlir.nvvm import elect_sync
from cutedsl.compat.mlir.nvvm_tma import CpAsyncBulkTensorGlobalToSharedClusterOp as nvvm_load
from cutedsl.cute.nvgpu import cpasync
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays

M, K = 16, 32
MODES = {"GMEM": utils.TensorMapUpdateMode.GMEM, "SMEM": utils.TensorMapUpdateMode.SMEM}
MAP = 128 // 8
"""Int64 elements of a map."""


@cute.kernel
def gather_groups(
    load: Any,
    source: cute.Tensor,
    store: Any,
    target: cute.Tensor,
    groups: cute.Tensor,
    maps: cute.Tensor,
    mode: cutlass.Constexpr,
) -> None:
    """Block b copies tile (0, 0) of the groups b, b + blocks, ... there and back, by two maps that it changes."""
    smem = utils.SmemAllocator()
    stage = smem.allocate_tensor(cutlass.Float32, cute.make_layout((M, K), stride=(K, 1)), 1024)
    scratch = smem.allocate_array(cutlass.Int64, 2 * MAP, byte_alignment=128)
    bar = smem.allocate_array(cutlass.Int64, 1)
    manager = utils.TensorMapManager(MODES[mode], 128)
    block, _, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    warp = cute.arch.warp_idx()
    load_map = manager.get_tensormap_ptr(maps[block, 0, None].iterator)
    store_map = manager.get_tensormap_ptr(maps[block, 1, None].iterator, cute.AddressSpace.generic)
    in_smem = cutlass.const_expr(mode == "SMEM")
    first, second = (scratch, scratch + MAP) if in_smem else (load_map, store_map)
    manager.init_tensormap_from_atom(load, first, 0)
    manager.init_tensormap_from_atom(store, second, 0)
    manager.fence_tensormap_initialization()
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    grouped = cute.group_modes(stage, 0, 2)
    one = cute.make_layout(1)
    g_in, g_out = (cute.group_modes(cute.local_tile(t, (M, K), (0, 0)), 0, 2) for t in (source, target))
    s_in, t_in = cpasync.tma_partition(load, 0, one, grouped, g_in)
    s_out, t_out = cpasync.tma_partition(store, 0, one, grouped, g_out)
    phase = cutlass.Int32(0)
    for group in range(block, groups.shape[0], blocks):
        m, k, stride = groups[group, 0], groups[group, 1], groups[group, 2]
        within = 1 if cutlass.const_expr(in_smem) else stride // stride  # a map needs not know that it is 1
        layout = cute.make_layout((m, k), stride=(cute.assume(stride, divby=4), within))
        sides = [
            cute.make_tensor(
                cute.make_ptr(cutlass.Float32, groups[group, 3 + i], cute.AddressSpace.gmem, assumed_align=16), layout
            )
            for i in range(2)
        ]
        manager.update_tensormap(sides, (load, store), (load_map, store_map), 0, (scratch, scratch + MAP))
        if warp == 0:
            manager.fence_tensormap_update(load_map)
            manager.fence_tensormap_update(store_map)
            if cute.arch.lane_idx() == 0:
                cute.arch.mbarrier_arrive_and_expect_tx(bar, M * K * 4)
            if cutlass.const_expr(in_smem):
                cute.copy(load, t_in, s_in, tma_bar_ptr=bar, tma_desc_ptr=load_map)
            else:  # the same by the private function of the dialect, from one lane
                corner = [cutlass.Int32(0).ir_value()] * 2
                nvvm_load(stage.iterator.llvm_ptr, load_map.llvm_ptr, corner, bar.llvm_ptr, [], predicate=elect_sync())
            cute.arch.mbarrier_wait(bar, phase)
            cute.copy(store, s_out, t_out, tma_desc_ptr=store_map)
            cute.arch.cp_async_bulk_commit_group()
            cute.arch.cp_async_bulk_wait_group(0)
        phase ^= 1
        cute.arch.sync_threads()


@cute.jit
def run_groups(
    any_tensor: cute.Tensor, groups: cute.Tensor, maps: cute.Tensor, mode: cutlass.Constexpr, blocks: cutlass.Constexpr
) -> None:
    layout = cute.make_layout((M, K), stride=(K, 1))
    load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), any_tensor, layout, (M, K))
    store, target = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), any_tensor, layout, (M, K))
    gather_groups(load, source, store, target, groups, maps, mode).launch(grid=[blocks, 1, 1], block=[64, 1, 1])


def address(array: Any) -> int:
    return array.data_ptr() if hasattr(array, "data_ptr") else array.ctypes.data


@pytest.mark.parametrize("mode", list(MODES))
@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.cutedsl_unchecked  # what is written after the rows is a finding there
def test_tiles_of_many_tensors_through_maps_that_change(target: str, mode: str) -> None:
    """Tensors of other sizes and strides; what lies outside them is neither read nor written."""
    arrays, rng = Arrays(target), np.random.default_rng(7)
    sizes = [(16, 32, 32), (3, 32, 40), (16, 5, 8), (20, 60, 64), (1, 1, 4)]
    parts = [rng.standard_normal((m, stride)).astype(np.float32) for m, _, stride in sizes]
    sources, targets = [arrays.put(p) for p in parts], [arrays.put(np.full_like(p, -7)) for p in parts]
    numbers = [[*size, address(x), address(y)] for size, x, y in zip(sizes, sources, targets, strict=True)]
    maps = arrays.put(np.zeros((2, 2, MAP + 8), np.int64))
    aligned = maps[:, :, 8 - address(maps) % 64 // 8 :][:, :, :MAP] if address(maps) % 64 else maps[:, :, :MAP]
    anything = arrays.put(np.zeros((16, 32), np.float32))
    run_groups(anything, arrays.put(np.array(numbers, np.int64)), aligned, mode, 2)
    for (m, k, _), part, back in zip(sizes, parts, targets, strict=True):
        want, got = np.full_like(part, -7), arrays.get(back)
        want[: min(m, M), : min(k, K)] = part[: min(m, M), : min(k, K)]
        past = slice(k, -(-k // 4) * 4)  # the rest of the 16 bytes in which a row ends
        want[: min(m, M) - 1, past] = 0
        want[min(m, M) - 1, past] = got[min(m, M) - 1, past]
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("mode", list(MODES))
def test_the_updates_assemble(mode: str, ptxas: Any) -> None:
    maps, groups = np.zeros((2, 2, MAP), np.int64), np.zeros((5, 5), np.int64)
    ptx = cute.compile(run_groups, np.zeros((16, 32), np.float32), groups, maps, mode, 2).artifacts.ptx("sm_90a")
    assert ptx.count("tensormap.replace.tile") == 2 * (1 + 2 + 1)
    assert ("tensormap.cp_fenceproxy" in ptx) == (mode == "SMEM")
    assert ("fence.proxy.tensormap::generic.release" in ptx) == (mode == "GMEM")
    assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas))


@cute.kernel
def misuse(load: Any, x: cute.Tensor, what: cutlass.Constexpr) -> None:
    smem = utils.SmemAllocator()
    place = smem.allocate_array(cutlass.Int64, MAP, byte_alignment=128)
    what(load, x, place)


@cute.jit
def run_misuse(x: cute.Tensor, what: cutlass.Constexpr) -> None:
    layout = cute.make_layout((M, K), stride=(K, 1))
    load, _ = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, layout, (M, K))
    misuse(load, x, what).launch(grid=[1, 1, 1], block=[32, 1, 1])


def rows_of(x: Any, shape: tuple[int, int], stride: tuple[int, int]) -> Any:
    return cute.make_tensor(x.iterator, cute.make_layout(shape, stride=stride))


REFUSED = {
    "the copy engine reads a map from global memory": lambda a, x, p: cpasync.fence_tma_desc_acquire(p),
    "copies a map in shared memory": lambda a, x, p: cpasync.cp_fence_tma_desc_release(x.iterator, x.iterator),
    "maps of 64 bytes": lambda a, x, p: utils.TensorMapManager(MODES["GMEM"], 64),
    "the map has 2 modes": lambda a, x, p: cpasync.update_tma_descriptor(a, x[None, 0], p),
    "the map was made for Float32": lambda a, x, p: cpasync.update_tma_descriptor(
        a, cute.recast_tensor(x, cutlass.Int32), p
    ),
    "is contiguous in shared": lambda a, x, p: cpasync.update_tma_descriptor(a, rows_of(x, (16, 32), (1, 16)), p),
    "a stride of 20 bytes": lambda a, x, p: cpasync.update_tma_descriptor(a, rows_of(x, (16, 5), (5, 1)), p),
}
NAMES = ["tensor-map-pointer"] * 3 + ["tma-layout"] * 3 + ["tma-limits"]


@pytest.mark.parametrize(("name", "said"), list(zip(NAMES, REFUSED, strict=True)))
def test_a_tensor_map_refuses_wrong_arguments(name: str, said: str) -> None:
    with pytest.raises(DSLUserCodeError) as found:
        run_misuse(np.zeros((16, 32), np.float32), REFUSED[said])
    assert found.value.name == name
    assert said in str(found.value)


def test_an_architecture_without_updates_is_named() -> None:
    def change(atom: Any, x: Any, place: Any) -> None:
        cpasync.update_tma_descriptor(atom, x, place)

    compiled = cute.compile(run_misuse, np.zeros((16, 32), np.float32), change)
    with pytest.raises(DSLUserCodeError) as found:
        compiled.artifacts.ptx("sm_90")
    assert found.value.name == "unsupported-arch"


def test_other_ways_to_read_coordinates_are_named() -> None:
    from cutedsl.compat.mlir.nvvm_tma import TMALoadMode

    with pytest.raises(DSLUserCodeError, match="a bulk load of mode IM2COL"):
        nvvm_load(None, None, [], None, mode=TMALoadMode.IM2COL)
