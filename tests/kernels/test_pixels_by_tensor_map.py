"""Loads of pixels (`im2col`) against a walk over the pictures in Python, pixel by pixel; a convolution made of them."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.arch.targets import target as gpu_target
from cutedsl.checker import checking
from cutedsl.codegen.nvptx import assemble
from cutedsl.errors import DSLUserCodeError
from cutedsl.lang.instructions import primitives_copies as copies
from cutedsl.lang.instructions import tensor_maps

IM2COL = copies.TMALoadMode.IM2COL
PIXELS, CHANNELS = 24, 8
Map = tensor_maps.GridConstant[tensor_maps.TensorMap]


@cute.kernel
def load_pixels(pictures: Map, at: cute.Tensor, out: cute.Tensor, axes: cutlass.Constexpr, waits: cutlass.Constexpr):
    """`at` has the coordinates, then the offsets."""
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    column = smem.allocate_tensor(cutlass.Float32, cute.make_layout((PIXELS, CHANNELS), stride=(CHANNELS, 1)), 1024)
    barrier = smem.allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(barrier, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, 4 * PIXELS * CHANNELS)
        coords, offsets = [at[k] for k in range(axes + 2)], [at[axes + 2 + k] for k in range(axes)]
        copies.cp_async_bulk_tensor_shared_cluster_global(
            column.iterator, pictures, coords, barrier, offsets, mode=IM2COL
        )
    if waits:
        cute.arch.mbarrier_wait(barrier, 0)
    for k in range(tidx, PIXELS * CHANNELS, 32):
        out[k // CHANNELS, k % CHANNELS] = column[k // CHANNELS, k % CHANNELS]
    cute.arch.mbarrier_wait(barrier, 0)


def host(shape: tuple[int, ...], low: tuple[int, ...], high: tuple[int, ...], *, waits: bool = True) -> Any:
    """`shape` as NumPy has it: pictures, the axes of a picture, channels."""
    dims = shape[::-1]
    strides = [int(np.prod(dims[: k + 1])) * 4 // 16 for k in range(len(dims) - 1)]

    @cute.jit
    def run(x: cute.Tensor, at: cute.Tensor, out: cute.Tensor):
        made = tensor_maps.create_tensor_map_im2col(
            x.iterator.toint(), cutlass.Float32, dims, strides, low, high, CHANNELS, PIXELS
        )
        load_pixels(made, at, out, len(low), waits).launch(grid=1, block=32)

    return run


def walked(x: np.ndarray, low: Any, high: Any, coords: list[int], offsets: list[int]) -> np.ndarray:
    """The pixels one after the other; `coords` and `offsets` have the fastest axis first, as PTX has them."""
    sizes = x.shape[-2:0:-1]
    spans = [range(first, size + last) for first, last, size in zip(low, high, sizes, strict=True)]
    pictures = range(coords[-1], coords[-1] + PIXELS)
    everything = itertools.product(pictures, *spans[::-1])
    start = (coords[-1], *coords[-2:0:-1])
    found = np.zeros((PIXELS, CHANNELS), np.float32)
    for k, place in enumerate(itertools.islice((one for one in everything if one >= start), PIXELS)):
        picture, where = place[0], [p + o for p, o in zip(place[1:], offsets[::-1], strict=True)]
        if picture < x.shape[0] and all(0 <= p < size for p, size in zip(where, x.shape[1:-1], strict=True)):
            some = x[(picture, *where)][coords[0] : coords[0] + CHANNELS]
            found[k, : len(some)] = some
    return found


CASES = [
    ((3, 10, 16), (-1,), (-1,), [[8, -1, 0], [0, 5, 1], [0, 0, 2]], [[0], [1], [2]]),
    ((2, 5, 6, 16), (-1, -1), (-1, -1), [[0, -1, -1, 0], [8, 2, 1, 0], [12, 3, 2, 1]], [[0, 0], [2, 1], [1, 2]]),
    ((2, 5, 6, 16), (-2, 0), (1, -3), [[0, -2, 0, 0], [8, 6, 1, 1]], [[0, 0], [3, 2]]),
    ((2, 3, 4, 5, 8), (0, -1, -1), (-2, 1, 0), [[0, 0, -1, -1, 0], [0, 2, 4, 1, 1]], [[0, 0, 0], [2, 1, 1]]),
]


@pytest.mark.parametrize(("shape", "low", "high", "places", "offsets"), CASES, ids=["3d", "4d", "4d apart", "5d"])
def test_pixels_come_in_the_order_of_the_box(shape: Any, low: Any, high: Any, places: Any, offsets: Any) -> None:
    """What lies outside of the picture is zero; after a row comes the next one, after a picture the next."""
    x = np.arange(1, np.prod(shape) + 1, dtype=np.float32).reshape(shape)
    at, out = np.zeros(2 * len(low) + 2, np.int32), np.full((PIXELS, CHANNELS), -1, np.float32)
    program = cute.compile(host(shape, low, high), x, at, out, options="--target cpu --gpu-arch sm_100a")
    for coords, further in itertools.product(places, offsets):
        at[:] = [*coords, *further]
        program(x, at, out)
        np.testing.assert_array_equal(out, walked(x, low, high, coords, further))


@cute.kernel
def store_pixels(pictures: Map, given: cute.Tensor, at: cute.Tensor, axes: cutlass.Constexpr, waits: cutlass.Constexpr):
    smem = utils.SmemAllocator()
    column = smem.allocate_tensor(cutlass.Float32, cute.make_layout((PIXELS, CHANNELS), stride=(CHANNELS, 1)), 1024)
    tidx, _, _ = cute.arch.thread_idx()
    for k in range(tidx, PIXELS * CHANNELS, 32):
        column[k // CHANNELS, k % CHANNELS] = given[k // CHANNELS, k % CHANNELS]
    if waits:
        cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if tidx == 0:
        coords = [at[k] for k in range(axes + 2)]
        copies.cp_async_bulk_tensor_global_shared_cta(
            pictures, column.iterator, coords, mode=copies.TMAStoreMode.IM2COL
        )
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


def storing(shape: tuple[int, ...], low: tuple[int, ...], high: tuple[int, ...], *, waits: bool = True) -> Any:
    dims = shape[::-1]
    strides = [int(np.prod(dims[: k + 1])) * 4 // 16 for k in range(len(dims) - 1)]

    @cute.jit
    def run(x: cute.Tensor, at: cute.Tensor, given: cute.Tensor):
        made = tensor_maps.create_tensor_map_im2col(
            x.iterator.toint(), cutlass.Float32, dims, strides, low, high, CHANNELS, PIXELS
        )
        store_pixels(made, given, at, len(low), waits).launch(grid=1, block=32)

    return run


@pytest.mark.parametrize(("shape", "low", "high", "places", "offsets"), CASES, ids=["3d", "4d", "4d apart", "5d"])
def test_pixels_are_stored_where_loads_find_them(shape: Any, low: Any, high: Any, places: Any, offsets: Any) -> None:
    """Those outside of the picture are left out, and nothing else changes."""
    given = np.arange(1, PIXELS * CHANNELS + 1, dtype=np.float32).reshape(PIXELS, CHANNELS)
    x, at = np.zeros(shape, np.float32), np.zeros(2 * len(low) + 2, np.int32)
    program = cute.compile(storing(shape, low, high), x, at, given, options="--target cpu --gpu-arch sm_100a")
    numbers = np.arange(1, x.size + 1, dtype=np.float32).reshape(shape)
    for coords in places:
        x[:], at[: len(coords)] = 0, coords
        program(x, at, given)
        found = walked(numbers, low, high, coords, [0] * len(low))
        want = np.zeros(x.size, np.float32)
        want[found[found > 0].astype(int) - 1] = given[found > 0]
        np.testing.assert_array_equal(x.ravel(), want)


@pytest.mark.parametrize("fenced", [True, False])
def test_a_checked_run_finds_pixels_stored_without_a_fence(fenced: bool) -> None:
    x, at = np.zeros((2, 5, 6, 16), np.float32), np.zeros(6, np.int32)
    given = np.ones((PIXELS, CHANNELS), np.float32)
    with checking() as report:
        storing(x.shape, (-1, -1), (-1, -1), waits=fenced)(x, at, given)
    assert {finding.kind for finding in report.findings} == (set() if fenced else {"proxy-fence-missing"})


@pytest.mark.parametrize("axes", [1, 2, 3])
def test_ptxas_takes_stores(axes: int, ptxas: Path) -> None:
    x, at = np.ones((2, *(5,) * axes, 16), np.float32), np.zeros(2 * axes + 2, np.int32)
    given = np.zeros((PIXELS, CHANNELS), np.float32)
    program = cute.compile(storing(x.shape, (0,) * axes, (0,) * axes), x, at, given, options="--target cpu")
    for arch in ("sm_90a", "sm_100a", "sm_120a"):
        ptx = program.artifacts.ptx(arch)
        assert f"cp.async.bulk.tensor.{axes + 2}d.global.shared::cta.im2col_no_offs.bulk_group [" in ptx
        assemble(ptx, gpu_target(arch), ["-O0"], ptxas=str(ptxas))


def test_a_convolution_is_sums_of_products_of_columns() -> None:
    """3 x 3, padded by 1: nine loads, each offset by the place in the filter."""
    rng = np.random.default_rng(3)
    x, weights = rng.integers(-3, 4, (1, 4, 6, 8)).astype(np.float32), rng.integers(-3, 4, (3, 3, 8, 5))
    at, out = np.zeros(6, np.int32), np.zeros((PIXELS, CHANNELS), np.float32)
    program = cute.compile(host(x.shape, (-1, -1), (-1, -1)), x, at, out, options="--target cpu --gpu-arch sm_90a")
    total = np.zeros((PIXELS, 5))
    for r, s in itertools.product(range(3), range(3)):
        at[:] = [0, -1, -1, 0, s, r]
        program(x, at, out)
        total += out @ weights[r, s]
    padded = np.pad(x[0], ((1, 1), (1, 1), (0, 0)))
    want = sum(padded[r : r + 4, s : s + 6] @ weights[r, s] for r in range(3) for s in range(3))
    np.testing.assert_array_equal(total, np.reshape(want, (24, 5)))


@pytest.mark.parametrize("waits", [True, False])
def test_a_checked_run_finds_pixels_that_nobody_waited_for(waits: bool) -> None:
    x = np.ones((2, 5, 6, 16), np.float32)
    at, out = np.zeros(6, np.int32), np.zeros((PIXELS, CHANNELS), np.float32)
    with checking() as report:
        host(x.shape, (-1, -1), (-1, -1), waits=waits)(x, at, out)
    assert {finding.kind for finding in report.findings} == (set() if waits else {"tma-not-waited"})


@pytest.mark.parametrize("arch", ["sm_90a", "sm_100a", "sm_103a", "sm_120a", "sm_121a"])
@pytest.mark.parametrize("axes", [1, 2, 3])
def test_ptxas_takes_it(axes: int, arch: str, ptxas: Path) -> None:
    shape = (2, *(5,) * axes, 16)
    x, at = np.ones(shape, np.float32), np.zeros(2 * axes + 2, np.int32)
    out = np.zeros((PIXELS, CHANNELS), np.float32)
    program = cute.compile(host(shape, (0,) * axes, (0,) * axes), x, at, out, options="--target cpu")
    ptx = program.artifacts.ptx(arch)
    assert f"cp.async.bulk.tensor.{axes + 2}d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [" in ptx
    assemble(ptx, gpu_target(arch), ["-O0"], ptxas=str(ptxas))


@pytest.mark.parametrize(
    ("shape", "low", "high", "name"),
    [
        ((2, 16), (), (), "tma-layout"),
        ((2, 5, 6, 16), (0,), (0,), "tma-layout"),
        ((2, 5, 6, 16), (0, -129), (0, 0), "tma-limits"),
        ((2, 5, 5, 5, 16), (0, 0, 0), (0, 0, 16), "tma-limits"),
    ],
)
def test_wrong_maps_are_refused(shape: Any, low: Any, high: Any, name: str) -> None:
    x, at = np.ones(shape, np.float32), np.zeros(8, np.int32)
    out = np.zeros((PIXELS, CHANNELS), np.float32)
    with pytest.raises(DSLUserCodeError) as caught:
        cute.compile(host(shape, low, high), x, at, out, options="--target cpu")
    assert caught.value.name == name


@cute.kernel
def load_a_tile(pictures: Map, mode: cutlass.Constexpr):
    smem = utils.SmemAllocator()
    column = smem.allocate_array(cutlass.Float32, PIXELS * CHANNELS, byte_alignment=1024)
    barrier = smem.allocate_array(cutlass.Int64, 1)
    copies.cp_async_bulk_tensor_shared_cluster_global(column, pictures, [0, 0, 0, 0], barrier, mode=mode)


@pytest.mark.parametrize(
    ("mode", "name"),
    [(copies.TMALoadMode.TILE, "tma-layout"), (IM2COL, "tma-layout"), (copies.TMALoadMode.IM2COL_W, "tma-layout")],
)
def test_other_loads_by_such_a_map_are_refused(mode: Any, name: str) -> None:
    @cute.jit
    def run(x: cute.Tensor):
        made = tensor_maps.create_tensor_map_im2col(
            x.iterator.toint(), cutlass.Float32, (16, 6, 5, 2), (4, 24, 120), (0, 0), (0, 0), CHANNELS, PIXELS
        )
        load_a_tile(made, mode).launch(grid=1, block=32)

    with pytest.raises(DSLUserCodeError) as caught:
        cute.compile(run, np.ones((2, 5, 6, 16), np.float32), options="--target cpu")
    assert caught.value.name == name


# -- steps, views, rows ----------------------------------------------------------------------------------------------
def stepping(x: np.ndarray, low: Any, high: Any, steps: Any, coords: list[int]) -> np.ndarray:
    """The pixels of a box, `steps` apart, from a coordinate of the first one on."""
    sizes = x.shape[-2:0:-1]
    spans = [range(first, size + last, by) for first, last, by, size in zip(low, high, steps, sizes, strict=True)]
    everything = itertools.product(range(x.shape[0] + PIXELS), *spans[::-1])
    start = (coords[-1], *coords[-2:0:-1])
    found = np.zeros((PIXELS, CHANNELS), np.float32)
    for k, (picture, *where) in enumerate(itertools.islice((one for one in everything if one >= start), PIXELS)):
        if picture < x.shape[0] and all(0 <= p < size for p, size in zip(where, x.shape[1:-1], strict=True)):
            found[k] = x[(picture, *where)][:CHANNELS]
    return found


def test_pixels_come_in_steps_that_run_time_knows() -> None:
    @cute.jit
    def run(x: cute.Tensor, at: cute.Tensor, out: cute.Tensor, step: cutlass.Int32, low: cutlass.Int32):
        made = tensor_maps.create_tensor_map_im2col(
            x.iterator.toint(), cutlass.Float32, (8, 6, 7, 3), (2, 12, 84), (low, -1), (0, 1), CHANNELS, PIXELS,
            traversal_strides=(1, step, 2, 1),
        )  # fmt: skip
        load_pixels(made, at, out, 2, True).launch(grid=1, block=32)

    x = np.arange(1, 3 * 7 * 6 * 8 + 1, dtype=np.float32).reshape(3, 7, 6, 8)
    at, out = np.zeros(6, np.int32), np.zeros((PIXELS, CHANNELS), np.float32)
    program = cute.compile(run, x, at, out, 1, 0, options="--target cpu --gpu-arch sm_100a")
    for step, low in ((1, 0), (3, -1), (2, -2)):
        at[:4] = [0, low, -1, 0]
        program(x, at, out, step, low)
        np.testing.assert_array_equal(out, stepping(x, (low, -1), (0, 1), (step, 2), [0, low, -1, 0]))
    with pytest.raises(DSLUserCodeError, match="a step of 9 from one pixel"):
        program(x, at, out, 9, 0)


def test_a_map_of_pixels_of_a_tensor() -> None:
    @cute.jit
    def run(x: cute.Tensor, at: cute.Tensor, out: cute.Tensor):
        made = tensor_maps.create_tensor_map_im2col_from_view(
            x, (-1, 0), (0, -1), CHANNELS, PIXELS, stride_order=(3, 2, 1, 0)
        )
        load_pixels(made, at, out, 2, True).launch(grid=1, block=32)

    x = np.arange(1, 3 * 4 * 5 * 8 + 1, dtype=np.float32).reshape(3, 4, 5, 8)
    at, out = np.array([0, -1, 0, 1, 1, 0], np.int32), np.zeros((PIXELS, CHANNELS), np.float32)
    run(x, at, out)
    np.testing.assert_array_equal(out, walked(x, (-1, 0), (0, -1), [0, -1, 0, 1], [1, 0]))


WIDE, ROOM = 16, 128 + 12
"""Channels of a pixel, 64 bytes of floats, and the pixels that there is room for."""


@cute.kernel
def load_a_row(pictures: Map, at: cute.Tensor, out: cute.Tensor, mode: cutlass.Constexpr, count: cutlass.Constexpr):
    """`at` has four coordinates, then the two offsets."""
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    flat = smem.allocate_tensor(cutlass.Float32, cute.make_layout(ROOM * WIDE), 1024)
    barrier = smem.allocate_array(cutlass.Int64, 1)
    swizzled = cute.make_composed_layout(
        cute.make_swizzle(2, 2, 3), 0, cute.make_layout((ROOM, WIDE), stride=(WIDE, 1))
    )
    column = cute.make_tensor(flat.iterator, swizzled)
    for k in range(tidx, ROOM * WIDE, 32):
        flat[k] = cutlass.Float32(-7.0)
    if tidx == 0:
        cute.arch.mbarrier_init(barrier, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if tidx == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, 4 * WIDE * (count + at[4] * (4 if count == 128 else 1)))
        copies.cp_async_bulk_tensor_shared_cluster_global(
            column.iterator, pictures, [at[k] for k in range(4)], barrier, [at[4], at[5]], mode=mode
        )
    cute.arch.mbarrier_wait(barrier, 0)
    for k in range(tidx, ROOM * WIDE, 32):
        out[k // WIDE, k % WIDE] = column[k // WIDE, k % WIDE]


def row_host(width: int, height: int, low: int, high: int, step: int, count: int) -> Any:
    wide = count == 128
    mode = copies.TMALoadMode.IM2COL_W_128 if wide else copies.TMALoadMode.IM2COL_W
    kind = tensor_maps.TensorMapIm2ColWideMode.w128 if wide else tensor_maps.TensorMapIm2ColWideMode.w

    @cute.jit
    def run(x: cute.Tensor, at: cute.Tensor, out: cute.Tensor):
        made = tensor_maps.create_tensor_map_im2col_wide(
            x.iterator.toint(), cutlass.Float32, (WIDE, width, height, x.shape[0]),
            (4, 4 * width, 4 * width * height), low, high, WIDE, count, kind, tensor_maps.TensorMapSwizzle.s64b,
            traversal_strides=(1, step, 1, 1),
        )  # fmt: skip
        load_a_row(made, at, out, mode, count).launch(grid=1, block=32)

    return run


def row_walked(x: np.ndarray, low: int, high: int, step: int, count: int, at: list[int]) -> np.ndarray:
    """Pixels of row `at[2]`: from `at[1]` to the end of the box, then of the next picture. Further ones at the end."""
    further, along = at[4:]
    box = list(range(low, x.shape[2] + high, step))
    first = list(range(at[1], x.shape[2] + high, step))
    pixels = [(at[3], w) for w in first]
    pixels += [(n, w) for n in range(at[3] + 1, at[3] + 1 + count + further) for w in box]
    order = list(range(count + further))
    if count == 128:
        order = [*range(128), *(32 * (quarter + 1) + k for k in range(further) for quarter in range(4))]
    found = np.full((ROOM, WIDE), -7, np.float32)
    for place, number in enumerate(order):
        n, w = pixels[number]
        inside = n < x.shape[0] and 0 <= w + along < x.shape[2]
        found[place] = x[n, at[2], w + along] if inside else 0
    return found


@pytest.mark.parametrize(
    ("low", "high", "step", "count", "places"),
    [
        (0, 0, 1, 10, ([0, 2, 3, 0, 2, 0], [0, 0, 1, 1, 0, 1])),
        (-1, 0, 2, 9, ([0, -1, 0, 0, 1, 0], [0, 1, 2, 0, 0, 1])),
        (0, -2, 1, 128, ([0, 2, 3, 0, 2, 0], [0, 0, 0, 1, 3, -1])),
    ],
)
def test_pixels_of_a_row_come_with_further_ones(low: int, high: int, step: int, count: int, places: Any) -> None:
    x = np.random.default_rng(0).integers(1, 99, (24, 4, 9, WIDE)).astype(np.float32)
    at, out = np.zeros(6, np.int32), np.zeros((ROOM, WIDE), np.float32)
    program = cute.compile(
        row_host(9, 4, low, high, step, count), x, at, out, options="--target cpu --gpu-arch sm_100a"
    )
    for numbers in places:
        at[:] = numbers
        program(x, at, out)
        np.testing.assert_array_equal(out, row_walked(x, low, high, step, count, numbers))


@pytest.mark.parametrize("count", [24, 128])
def test_ptxas_takes_pixels_of_a_row(count: int, ptxas: Path) -> None:
    x, at = np.ones((24, 4, 9, WIDE), np.float32), np.zeros(6, np.int32)
    out = np.zeros((ROOM, WIDE), np.float32)
    program = cute.compile(row_host(9, 4, 0, 0, 1, count), x, at, out, options="--target cpu")
    for arch in ("sm_100a", "sm_103a"):
        ptx = program.artifacts.ptx(arch)
        mode = "im2col::w::128" if count == 128 else "im2col::w"
        assert f"cp.async.bulk.tensor.4d.shared::cluster.global.{mode}.mbarrier::complete_tx::bytes [" in ptx
        assemble(ptx, gpu_target(arch), ["-O0"], ptxas=str(ptxas))
    with pytest.raises(DSLUserCodeError, match="im2col::w"):
        program.artifacts.ptx("sm_90a")
