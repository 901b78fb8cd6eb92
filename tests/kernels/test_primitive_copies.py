"""Copies by the names of `cutlass.experimental.primitives`: tiles by tensor maps, bulk bytes, matrices, swizzles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.errors import DSLUserCodeError
from cutedsl.lang.instructions import primitives as prims
from cutedsl.lang.instructions import primitives_copies as copies
from cutedsl.lang.instructions import tensor_map_kinds as kinds
from cutedsl.lang.instructions import tensor_maps as maps
from cutedsl.lang.register_vectors.vectors import broadcast_to, outerproduct
from tests.kernels.arrays import TARGETS, Arrays
from tests.lowered import lowered

HALF, FLOAT, WIDE, SMEM = cutlass.Float16, cutlass.Float32, cutlass.Int64, cutlass.AddressSpace.smem
ROWS, COLUMNS = 32, 32
FORMATS, MODES = maps.TensorMapDataFormat, maps.TensorMapSwizzle
NAMES = {
    "none": MODES.none,
    "s32b": MODES.s32b,
    "s64b": MODES.s64b,
    "s128b": MODES.s128b,
    "s128b_atom_32b": MODES.s128b_atom_32b,
}


@cute.kernel
def there_and_back(
    load: cutlass.GridConstant[maps.TensorMap],
    store: cutlass.GridConstant[maps.TensorMap],
    across: cute.Tensor,
    name: cutlass.Constexpr,
) -> None:
    """A thread a row: negates the tile at row 32 of the block, and writes it through a swizzled tile of its own."""
    swizzle = cutlass.Swizzle.from_name(name)
    tile = cutlass.Array(HALF, ROWS * COLUMNS, space=SMEM, alignment=1024)
    bar = cutlass.Array(WIDE, 1, space=SMEM)
    row, block = cute.arch.thread_idx()[0], cute.arch.block_idx()[0]
    if prims.elect_sync():
        copies.prefetch_tensormap(load.get_ptr())
        prims.mbarrier_init(bar, 1)
    prims.fence_mbarrier_init()
    prims.barrier_cta_sync()
    if prims.elect_sync():
        prims.mbarrier_arrive_expect_tx(bar, load.global_tx_bytes())
        copies.cp_async_bulk_tensor_shared_cta_global(tile, load.get_ptr(), (0, ROWS * block), bar)
    while not prims.mbarrier_try_wait_parity(bar, 0):
        pass
    start = tile.data_ptr(COLUMNS * row)
    for k in cutlass.range_constexpr(COLUMNS // 8):
        values = (start + 8 * k).load_swizzled(swizzle, 8, alignment=16)
        (start + 8 * k).store_swizzled(-values, swizzle)
    across[ROWS * block + row] = cutlass.apply_swizzle(start + 9, swizzle).load()
    prims.barrier_cta_sync()
    copies.fence_proxy(copies.Proxy.ASYNC_SHARED, space=copies.SharedSpace.shared_cta)
    if prims.elect_sync():
        copies.cp_async_bulk_tensor_global_shared_cta(store.get_ptr(), tile, (0, ROWS * block))
    prims.cp_async_bulk_commit_group()
    prims.cp_async_bulk_wait_group(0)


@cute.jit
def negated(x: cute.Tensor, y: cute.Tensor, across: cute.Tensor, name: cutlass.Constexpr):
    load = maps.create_tensor_map_tiled(
        global_address=x.iterator.toint(),
        dtype=HALF,
        global_dims=[x.shape[1], x.shape[0]],
        global_strides=[x.shape[1] * 2 // 16],
        box_dims=[COLUMNS, ROWS],
        swizzle=NAMES[name],
        tma_format=FORMATS.DEFAULT,
    )
    store = maps.create_tensor_map_tiled_from_view(
        y,
        box_dims=(ROWS, COLUMNS),
        stride_order=(1, 0),
        swizzle=NAMES[name],
        dtype=cutlass.Int16,
        tma_format=FORMATS.BYTE,
    )
    there_and_back(load, store, across, name).launch(grid=(y.shape[0] + ROWS - 1) // ROWS, block=ROWS)


def halves(seed: int, *shape: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).integers(-99, 99, shape).astype(np.float16)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["none", "s64b"])
def test_tiles_by_a_tensor_map_of_numbers(target: str, name: str) -> None:
    check_tiles(target, name)


def test_tiles_whose_pieces_of_32_bytes_are_turned() -> None:
    check_tiles("cpu", "s128b_atom_32b")  # a GPU must be of Blackwell


def check_tiles(target: str, name: str) -> None:
    here, x = Arrays(target), halves(1, 40, COLUMNS)
    y, across = here.put(np.zeros_like(x)), here.put(np.zeros(2 * ROWS, np.float16))
    cute.compile(negated, here.put(x), y, across, name, options=here.options)(here.put(x), y, across)
    np.testing.assert_array_equal(here.get(y), -x)
    np.testing.assert_array_equal(here.get(across)[:40], -x[:, 9])
    np.testing.assert_array_equal(here.get(across)[40:], 0)  # zeros come for rows that the tensor lacks


@cute.kernel
def adding_kernel(load: cutlass.GridConstant[maps.TensorMap], sums: cutlass.GridConstant[maps.TensorMap]) -> None:
    """Adds the tile of `load` to that of `sums` twice, and takes the larger of both: by names that programs use."""
    tile = cutlass.Array(HALF, ROWS * COLUMNS, space=SMEM, alignment=1024)
    bar = cutlass.Array(WIDE, 1, space=SMEM)
    if prims.elect_sync():
        copies.cp_async_bulk_tensor_prefetch(load.get_ptr(), [0, 0], [])
        prims.mbarrier_init(bar, 1)
        cute.arch.mbarrier_init_fence()
        prims.mbarrier_arrive_expect_tx(bar, load.global_tx_bytes())
        mode = copies.TMALoadMode.TILE
        copies.cp_async_bulk_tensor_shared_cta_global(tile, load.get_ptr(), (0, 0), bar, mode=mode)
        while not prims.mbarrier_try_wait_parity(bar, 0, order=prims.MemOrder.ACQUIRE):
            pass
        copies.cp_async_bulk_tensor_reduce(sums.get_ptr(), tile, copies.TMARedux.ADD, (0, 0))
        copies.cp_async_bulk_tensor_reduce(sums.get_ptr(), tile, "add", (0, 0), mode=copies.TMAStoreMode.TILE)
        prims.cp_async_bulk_commit_group()
        prims.cp_async_bulk_wait_group(0)
        copies.cp_async_bulk_tensor_reduce(sums.get_ptr(), tile, copies.TMARedux.MAX, (0, 0))
        prims.cp_async_bulk_commit_group()
        prims.cp_async_bulk_wait_group(0)


@cute.jit
def added(x: cute.Tensor, y: cute.Tensor):
    load, sums = (
        maps.create_tensor_map_tiled_from_view(
            whole, box_dims=(ROWS, COLUMNS), stride_order=(1, 0), swizzle=MODES.none, dtype=HALF
        )
        for whole in (x, y)
    )
    adding_kernel(load, sums).launch(grid=1, block=ROWS)


@pytest.mark.parametrize("target", TARGETS)
def test_tiles_are_combined_with_what_memory_holds(target: str) -> None:
    here, x, start = Arrays(target), halves(5, ROWS, COLUMNS), halves(6, ROWS, COLUMNS)
    y = here.put(start)
    cute.compile(added, here.put(x), y, options=here.options)(here.put(x), y)
    np.testing.assert_array_equal(here.get(y), np.maximum(start + 2 * x, x))


def test_each_thread_that_comes_to_a_copy_issues_it() -> None:
    x, across = halves(2, 64, COLUMNS), np.zeros(64, np.float16)
    ptx = lowered(lambda: cute.compile(negated, x, x, across, "s64b")).ptx("sm_90a")
    assemble(ptx, gpu_target("sm_90a"))
    tiles = [line for line in ptx.splitlines() if "bulk.tensor" in line]
    assert len(tiles) == 2 and not any("elect" in line for line in tiles), tiles


@cute.kernel
def bytes_kernel(x: cutlass.Array, y: cutlass.Array, n: cutlass.Constexpr):
    """One thread sends n halves through shared memory; then every lane stores a matrix of them transposed."""
    tile = cutlass.Array(HALF, n, space=SMEM, alignment=128)
    turned = cutlass.Array(HALF, n, space=SMEM, alignment=128)
    bar = cutlass.Array(WIDE, 1, space=SMEM)
    lane = cute.arch.thread_idx()[0]
    if lane == 0:
        prims.mbarrier_init(bar, 1)
        prims.fence_mbarrier_init()
        copies.cp_async_bulk_prefetch(x, 2 * n)
        prims.mbarrier_arrive_expect_tx(bar, 2 * n)
        copies.cp_async_bulk_shared_cluster_global(tile, x, bar, 2 * n)
    prims.bar_warp_sync(0xFFFFFFFF)
    while not prims.mbarrier_try_wait_parity(bar, 0):
        pass
    registers = copies.ldmatrix(tile.data_ptr(8 * lane), 4, copies.MMALayout.COL)
    copies.stmatrix(turned.data_ptr(8 * lane), registers)
    prims.bar_warp_sync(0xFFFFFFFF)
    one = copies.ldmatrix(turned.data_ptr(8 * (lane % 8)), 1)
    assert type(one) is registers.dtype is cutlass.Int32
    prims.bar_warp_sync(0xFFFFFFFF)
    copies.stmatrix(turned.data_ptr(8 * (lane % 8)), one + cutlass.Int32(0))
    copies.fence_proxy("async_shared", space=copies.SharedSpace.shared_cta)
    prims.bar_warp_sync(0xFFFFFFFF)
    if lane == 0:
        copies.cp_async_bulk_global_shared_cta(y, turned, 2 * n)
        prims.cp_async_bulk_commit_group()
        prims.cp_async_bulk_wait_group(0)


@cute.jit
def through_shared_memory(x: cutlass.Array, y: cutlass.Array):
    bytes_kernel(x, y, 256).launch(grid=1, block=32)


@pytest.mark.parametrize("target", TARGETS)
def test_bulk_bytes_and_matrices(target: str) -> None:
    here, x = Arrays(target), halves(3, 256)
    y = here.poisoned((256,), np.float16)
    cute.compile(through_shared_memory, here.put(x), y, options=here.options)(here.put(x), y)
    turned = x.reshape(4, 8, 8).transpose(0, 2, 1).reshape(-1)
    np.testing.assert_array_equal(here.get(y), turned)


@cute.kernel
def vectors_kernel(x: cutlass.Array, y: cute.Tensor):
    mask = cutlass.Vector.from_elements((True, False, True, True), cutlass.Boolean)
    flags = cutlass.Array(cutlass.Boolean, 4)
    for k in cutlass.range_constexpr(4):
        flags[k] = k != 2
    out = y.iterator
    out.masked_store(x.masked_load(0, 4, flags, default=FLOAT(-5)), mask, alignment=4)
    row = cutlass.Vector.from_elements((1.0, 2.0, 3.0, 4.0))
    table = broadcast_to(row, (2, 4))[:, 1:3]
    assert table.shape == (2, 2) and table[1, :].shape == (2,)
    for k in cutlass.range_constexpr(4):
        out[4 + k] = table[k // 2, k % 2]
    product = outerproduct(row[1:3], cutlass.Vector.from_elements((3.0, 5.0, 7.0), FLOAT))
    for k in cutlass.range_constexpr(6):
        out[8 + k] = product[k // 3, k % 3]
    out[14], out[15], out[16] = row.reduce("add"), row.reduce("max"), row.reduce(cute.ReductionOp.MUL)


@cute.jit
def vectors(x: cutlass.Array, y: cute.Tensor):
    vectors_kernel(x, y).launch(grid=1, block=1)


@pytest.mark.parametrize("target", TARGETS)
def test_vectors_of_masks_parts_and_products(target: str) -> None:
    here = Arrays(target)
    x, y = here.put(np.arange(4, dtype=np.float32)), here.put(np.full(17, 99, np.float32))
    cute.compile(vectors, x, y, options=here.options)(x, y)
    wanted = [0, 99, -5, 3, 2, 3, 2, 3, 6, 10, 14, 9, 15, 21, 10, 4, 24]
    np.testing.assert_array_equal(here.get(y), np.array(wanted, np.float32))


def _host(*args: Any, view: bool = False, **changed: Any) -> Any:
    numbers: dict[str, Any] = {
        "global_dims": [32, 32], "global_strides": [4], "box_dims": [32, 32], "dtype": HALF, **changed,
    }  # fmt: skip

    @cute.jit
    def host(x: cute.Tensor):
        if cutlass.const_expr(view):
            maps.create_tensor_map_tiled_from_view(x, **changed)
        else:
            maps.create_tensor_map_tiled(x.iterator, **numbers)

    return host


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"box_dims": [32]}, "tma-layout.*2 extents, 1 strides and.*box of 1"),
        ({"box_dims": [300, 1]}, "tma-limits.*has 1 to 256"),
        ({"swizzle": MODES.s32b}, "tma-limits.*its swizzle repeats after 32"),
        ({"dtype": cutlass.Int4}, "tma-limits.*padded elements"),
        ({"tma_format": FORMATS.B4X16}, "tma-layout.*format B4X16 cannot hold elements of Float16"),
        ({"tma_format": FORMATS.B4X16_P64}, "tma-layout.*B4X16_P64"),
        ({"tma_format": FORMATS.B6X16_P32}, "tma-layout.*B6X16_P32"),
        ({"interleave": kinds.TensorMapInterleave.interleave_16b}, "not-yet.*interleave_16b"),
        ({"oob_fill": kinds.TensorMapFloatOOBFill.nan_request_zero_fma}, "not-yet.*nan_request_zero_fma"),
        ({"traversal_strides": (1, 2)}, r"not-yet.*traversal strides \(1, 2\)"),
        ({"view": True, "box_dims": (32, 32), "stride_order": (0, 0)}, "tma-layout.*stride_order"),
        ({"view": True, "box_dims": (32, 32), "stride_order": (0, 1)}, "tma-layout.*is contiguous in shared memory"),
        ({"view": True, "box_dims": (32, 32), "dtype": FLOAT}, "tma-layout.*Float32"),
    ],
)
def test_numbers_of_no_tensor_map(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(DSLUserCodeError, match=said):
        cute.compile(_host(**changed), halves(4, 32, 32), options="--target cpu")


def test_plain_words_for_a_tensor_map_change_nothing() -> None:
    given = {"interleave": kinds.TensorMapInterleave.none, "oob_fill": kinds.TensorMapFloatOOBFill.none}
    plain, said = (
        cute.compile(_host(**words), halves(4, 32, 32), options="--target cpu").artifacts
        for words in ({}, {**given, "swizzle": None, "tma_format": None, "traversal_strides": (1, 1)})
    )
    assert plain.ir == said.ir


@pytest.mark.parametrize(
    ("dtype", "name"),
    [
        (HALF, "float16"),
        (cutlass.TFloat32, "tfloat32"),
        (cutlass.Int64, "int64"),
        (cutlass.Float4E2M1FN, "f416u4_align8b"),
    ],
)
def test_a_class_has_a_type_of_the_drivers_and_comes_back(dtype: Any, name: str) -> None:
    kind = kinds.get_dsl_type_to_tensormap_type(dtype)
    assert kind.name == name and kinds.get_tensormap_type_to_dsl_type(kind) is dtype
    with pytest.raises(DSLUserCodeError, match=r"tma-layout.*Int128"):
        kinds.get_dsl_type_to_tensormap_type(cutlass.Int128)


def _pair(tile: Any) -> None:
    copies.cp_async_bulk_tensor_shared_cluster_global(tile, tile, (0, 0), tile, [], group=copies.CTAGroup.CTA_2)


@pytest.mark.parametrize(
    ("use", "said"),
    [
        (_pair, "tensor-map-pointer.*global memory"),
        (lambda t: copies.ldmatrix(cutlass.Array(HALF, 8), 1), "copy-space.*shared memory"),
        (lambda t: copies.prefetch_tensormap(t.data_ptr()), "tensor-map-pointer"),
        (lambda t: copies.fence_proxy(copies.Proxy.TENSORMAP), "fence-kind.*tensormap"),
        (lambda t: copies.fence_proxy(copies.Proxy.GENERIC), "fence-kind.*generic"),
        (lambda t: cutlass.Swizzle.from_name("s8b"), "swizzle-parameters.*'s8b'"),
    ],
)
def test_a_copy_with_wrong_arguments_is_refused(use: Any, said: str) -> None:
    @cute.kernel
    def kernel():
        use(cutlass.Array(HALF, 64, space=SMEM, alignment=16))

    @cute.jit
    def host():
        kernel().launch(grid=1, block=32)

    with pytest.raises(DSLUserCodeError, match=said):
        cute.compile(host, options="--target cpu")


@cute.kernel
def cluster_kernel(load: cutlass.GridConstant[maps.TensorMap], x: cute.Tensor, y: cute.Tensor):
    """Block 0 loads a tile for both blocks of the cluster; each sends a row of its own on to the other one."""
    tile = cutlass.Array(FLOAT, (8, 4), space=SMEM, alignment=128)
    sent = cutlass.Array(FLOAT, 4, space=SMEM, alignment=128)
    bars = cutlass.Array(WIDE, 2, space=SMEM)
    lane, rank = cute.arch.thread_idx()[0], cute.arch.block_idx_in_cluster()
    if lane == 0:
        prims.mbarrier_init(bars, 1)
        prims.mbarrier_init(bars.subview(1), 1)
        prims.fence_mbarrier_init()
        prims.mbarrier_arrive_expect_tx(bars, load.global_tx_bytes())
        prims.mbarrier_arrive_expect_tx(bars.subview(1), 16)
    prims.barrier_cluster_arrive()
    prims.barrier_cluster_wait()
    if lane == 0 and rank == 0:
        copies.cp_async_bulk_tensor_shared_cluster_global(
            tile, load, (0, 0), bars, multicast_mask=3, group=copies.CTAGroup.CTA_1
        )
    while not prims.mbarrier_try_wait_parity(bars, 0):
        pass
    if lane == 0:
        there, bar = prims.mapa(sent, 1 - rank), prims.mapa(bars.subview(1), 1 - rank)
        copies.cp_async_bulk_shared_cluster_shared_cta(there, tile.data_ptr(4 * (rank + 1)), bar, 16)
    while not prims.mbarrier_try_wait_parity(bars.subview(1), 0):
        pass
    prims.barrier_cluster_arrive()
    prims.barrier_cluster_wait()
    if lane < 4:
        y[rank, lane] = tile[3, lane] + 100 * sent[lane]


@cute.jit
def through_the_cluster(x: cute.Tensor, y: cute.Tensor):
    load = maps.create_tensor_map_tiled_from_view(x, box_dims=(8, 4))
    cluster_kernel(load, x, y).launch(grid=2, block=32, cluster=(2, 1, 1))


@pytest.mark.parametrize("target", TARGETS)
def test_a_tile_and_bytes_for_a_cluster(target: str) -> None:
    here = Arrays(target)
    x, y = np.arange(32, dtype=np.float32).reshape(8, 4), here.poisoned((2, 4))
    cute.compile(through_the_cluster, here.put(x), y, options=here.options)(here.put(x), y)
    np.testing.assert_array_equal(here.get(y), np.stack([x[3] + 100 * x[2], x[3] + 100 * x[1]]))
