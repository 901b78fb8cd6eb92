"""Tensor maps whose boxes only run time knows: one program copies tiles of each size, and refuses wrong ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError
from cutedsl.lang.instructions import primitives as prims
from cutedsl.lang.instructions import primitives_copies as copies
from cutedsl.lang.instructions import tensor_maps as maps
from tests.kernels.arrays import TARGETS, Arrays

HALF, WIDE, SMEM = cutlass.Float16, cutlass.Int64, cutlass.AddressSpace.smem
ROWS, COLUMNS, FIRST = 40, 64, 8
Map = cutlass.GridConstant[maps.TensorMap]


@cute.jit
def through_shared_memory(load: Any, store: Any, count: cute.Tensor, coords: cutlass.Constexpr, mode: Any) -> None:
    """The tile at `coords` of `load` to the start of `store`; `count` gets the bytes that a load counts."""
    tile = cutlass.Array(HALF, ROWS * COLUMNS, space=SMEM, alignment=1024)
    bar = cutlass.Array(WIDE, 1, space=SMEM)
    if prims.elect_sync():
        prims.mbarrier_init(bar, 1)
        prims.fence_mbarrier_init()
        count[0] = load.global_tx_bytes()
        prims.mbarrier_arrive_expect_tx(bar, load.global_tx_bytes())
        offsets = [0] if mode is copies.TMALoadMode.IM2COL else []
        copies.cp_async_bulk_tensor_shared_cluster_global(tile, load.get_ptr(), coords, bar, offsets, mode=mode)
        while not prims.mbarrier_try_wait_parity(bar, 0):
            pass
        copies.cp_async_bulk_tensor_global_shared_cta(store.get_ptr(), tile, (0, 0))
        prims.cp_async_bulk_commit_group()
        prims.cp_async_bulk_wait_group(0)


@cute.kernel
def copy_kernel(load: Map, store: Map, count: cute.Tensor, coords: cutlass.Constexpr, mode: cutlass.Constexpr) -> None:
    through_shared_memory(load, store, count, coords, mode)


@cute.jit
def tiles(x: cute.Tensor, y: cute.Tensor, count: cute.Tensor, columns: cutlass.Int32, rows: cutlass.Int32):
    swizzle = maps.TensorMapSwizzle.s128b
    load = maps.create_tensor_map_tiled(x.iterator, HALF, [COLUMNS, ROWS], [8], [columns, rows], swizzle)
    store = maps.create_tensor_map_tiled_from_view(y, (rows, columns), swizzle)
    copy_kernel(load, store, count, (0, FIRST), copies.TMALoadMode.TILE).launch(grid=1, block=32)


@cute.jit
def pixels(x: cute.Tensor, y: cute.Tensor, count: cute.Tensor, columns: cutlass.Int32, rows: cutlass.Int32):
    load = maps.create_tensor_map_im2col(x.iterator, HALF, [COLUMNS, ROWS, 1], [8, 320], [0], [0], columns, rows)
    store = maps.create_tensor_map_tiled_from_view(y, (rows, columns))
    copy_kernel(load, store, count, (0, FIRST, 0), copies.TMALoadMode.IM2COL).launch(grid=1, block=32)


@cute.kernel
def own_maps(x: cute.Tensor, y: cute.Tensor, count: cute.Tensor, columns: cutlass.Int32, rows: cutlass.Int32) -> None:
    load = maps.create_tensor_map_tiled(x.iterator, HALF, [COLUMNS, ROWS], [8], [columns, rows])
    store = maps.create_tensor_map_tiled_from_view(y, (rows, columns))
    through_shared_memory(load, store, count, (0, FIRST), copies.TMALoadMode.TILE)


@cute.jit
def by_the_kernel(x: cute.Tensor, y: cute.Tensor, count: cute.Tensor, columns: cutlass.Int32, rows: cutlass.Int32):
    own_maps(x, y, count, columns, rows).launch(grid=1, block=32)


def _arrays(here: Arrays) -> tuple[Any, Any, Any, np.ndarray]:
    x = np.random.default_rng(1).integers(-99, 99, (ROWS, COLUMNS)).astype(np.float16)
    return here.put(x), here.put(np.zeros_like(x)), here.put(np.zeros(1, np.int32)), x


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("host", [tiles, pixels, by_the_kernel], ids=["tiles", "pixels", "by_the_kernel"])
def test_one_program_copies_tiles_of_each_size(host: Any, target: str) -> None:
    if host is by_the_kernel and target != "cpu":
        pytest.skip("a GPU has no tensor maps of what its kernel reads")
    here = Arrays(target)
    *arrays, x = _arrays(here)
    run = cute.compile(host, *arrays, 8, 1, options=here.options)
    for columns, rows in ((64, 16), (32, 8), (16, 3), (64, 32)):
        y, count = here.put(np.zeros_like(x)), here.put(np.zeros(1, np.int32))
        run(arrays[0], y, count, columns, rows)
        wanted = np.zeros_like(x)
        wanted[:rows, :columns] = x[FIRST : FIRST + rows, :columns]
        np.testing.assert_array_equal(here.get(y), wanted)
        assert here.get(count)[0] == 2 * columns * rows


@pytest.mark.parametrize(
    ("columns", "rows", "said"),
    [
        (12, 16, "24 bytes, not a multiple of 16"),
        (72, 16, "144 bytes; its swizzle repeats after 128"),
        (64, 0, r"a tile of \(64, 0\) elements"),
        (64, 257, "has 1 to 256"),
        (64, -3, "has 1 to 256"),
    ],
)
def test_a_box_of_the_run_that_no_tensor_map_holds_is_refused(columns: int, rows: int, said: str) -> None:
    with pytest.raises(DSLUserCodeError, match=said) as caught:
        tiles(*_arrays(Arrays("cpu"))[:3], columns, rows)
    assert caught.value.name == "tma-limits"


@pytest.mark.parametrize("rows", [0, 257, -1])
@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_a_kernels_own_map_with_such_a_box_ends_the_call(rows: int) -> None:
    with pytest.raises(Exception, match="extent that is not from 1 to 256"):
        by_the_kernel(*_arrays(Arrays("cpu"))[:3], 64, rows)


@cute.kernel
def bytes_of(load: Map, count: cute.Tensor) -> None:
    if cute.arch.thread_idx()[0] == 0:
        count[0] = load.global_tx_bytes()


@cute.jit
def narrow(x: cute.Tensor, count: cute.Tensor, rows: cutlass.Int32):
    kind = maps.TensorMapDataFormat.B4X16_P64
    load = maps.create_tensor_map_tiled(
        x.iterator.toint(), cutlass.Float4E2M1FN, [128, 9], [4], [128, rows], tma_format=kind
    )
    bytes_of(load, count).launch(grid=1, block=32)


def test_a_load_of_padded_elements_counts_the_packed_ones() -> None:
    count = np.zeros(1, np.int32)
    narrow(np.zeros((9, 64), np.uint8), count, 5)
    assert count[0] == 5 * 64
