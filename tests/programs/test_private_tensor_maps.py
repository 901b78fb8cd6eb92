"""Tensor maps by the dialects' own functions, as programs with private code make and use them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.compat.mlir import cute as mlir_cute
from cutedsl.compat.mlir import cute_nvgpu as mlir_cute_nvgpu
from cutedsl.cute.nvgpu import cpasync
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays
from tests.programs.api_uses import resolve

M, K = 16, 32


@cute.kernel
def load_kernel(atom: Any, source: cute.Tensor, table: cute.Tensor, out: cute.Tensor) -> None:
    smem = utils.SmemAllocator()
    stage = smem.allocate_tensor(cutlass.Float32, cute.make_layout((M, K), stride=(K, 1)), 128)
    barrier = smem.allocate_array(cutlass.Int64, 1)
    page = table[cute.arch.block_idx()[0]]
    tiles = cute.group_modes(cute.local_tile(source, (M, K), (None, 0, None)), 0, 2)
    s_in, t_in = cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(stage, 0, 2), tiles)
    thread = cute.arch.thread_idx()[0]
    if thread == 0:
        cute.arch.mbarrier_init(barrier, 1)
        cute.arch.mbarrier_init_fence()
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, M * K * 4)
        cute.copy(atom, t_in[None, 0, page], s_in, tma_bar_ptr=barrier)
    cute.arch.sync_threads()
    cute.arch.mbarrier_wait(barrier, 0)
    for row in range(M):
        out[cute.arch.block_idx()[0], row, thread] = stage[row, thread]


@cute.jit
def load_pages(pages: cute.Tensor, table: cute.Tensor, out: cute.Tensor) -> None:
    """Pages of (M, K) that a table chooses, by an atom made of a tile's coordinates."""
    op = cpasync.CopyBulkTensorTileG2SOp()
    pages = cute.make_tensor(pages.iterator, cute.select(pages.layout, [1, 2, 0]))
    tile = cute.composition(cute.make_identity_layout(pages.shape), (M, K))
    layout = cute.make_layout((M, K), stride=(K, 1))
    atom, coords = mlir_cute_nvgpu.atom_make_non_exec_tiled_tma_load(
        pages.value, layout.value, tile, op._to_ir(), num_multicast=1
    )
    made = cute.CopyAtom(op, cpasync.CopyBulkTensorTileG2SNonExecTrait(atom))
    load_kernel(made, coords, table, out).launch(grid=table.shape[0], block=32)


@pytest.mark.parametrize("target", TARGETS)
def test_pages_by_an_atom_of_the_dialect(target: str) -> None:
    arrays, rng = Arrays(target), np.random.default_rng(0)
    pages = rng.standard_normal((5, M, K)).astype(np.float32)
    table = np.array([3, 0, 4, 3], np.int32)
    out = arrays.poisoned((4, M, K))
    load_pages(arrays.put(pages), arrays.put(table), out)
    np.testing.assert_array_equal(arrays.get(out), pages[table])


def test_pointers_as_those_of_another_type() -> None:
    found: list[Any] = []

    @cute.kernel
    def kernel(x: cute.Tensor):
        pointer = x.iterator
        kind = mlir_cute.PtrType.get(mlir_cute_nvgpu.TmaDescriptorTiledType.get(), pointer.memspace, 128)
        found.append(mlir_cute.recast_iter(kind, pointer.value) is pointer)
        number = mlir_cute.PtrType.get(cutlass.Int32, pointer.memspace, 4)
        found.append(mlir_cute.recast_iter(number, pointer.value).dtype)
        cute.arch.prefetch(pointer.align(64), tensormap=True)

    @cute.jit
    def run(x: cute.Tensor):
        kernel(x).launch(grid=1, block=32)

    x = np.zeros(256, np.uint8)
    compiled = cute.compile(run, cute.runtime.from_dlpack(x[-x.ctypes.data % 128 :][:128], assumed_align=64))
    assert found == [True, cutlass.Int32]
    assert compiled.artifacts is not None and "prefetch.tensormap" in compiled.artifacts.ptx("sm_100a")


def test_a_format_of_its_own_is_named() -> None:
    with pytest.raises(DSLUserCodeError, match="a tensor map of the format U8"):
        mlir_cute_nvgpu.atom_make_non_exec_tiled_tma_load(
            None, None, None, cpasync.CopyBulkTensorTileG2SOp(), tma_format="U8"
        )


def test_programs_find_the_names() -> None:
    names = {
        "atom_make_non_exec_tiled_tma_load": mlir_cute_nvgpu.atom_make_non_exec_tiled_tma_load,
        "TmaDescriptorTiledType": mlir_cute_nvgpu.TmaDescriptorTiledType,
    }
    for name, own in names.items():
        assert resolve(f"cutlass._mlir.dialects.cute_nvgpu.{name}") is own
    assert resolve("cutlass._mlir.dialects.cute.recast_iter") is mlir_cute.recast_iter
