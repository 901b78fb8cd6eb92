"""Pointers, structs and shared memory: what kernels allocate, place and swizzle, on both targets."""

# Fields of structs read as pointers and are assigned numbers, which no static type says.
# pyright: reportAttributeAccessIssue=false, reportCallIssue=false, reportGeneralTypeIssues=false

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import eager, utils
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.layout import Layout, Swizzle
from tests.kernels.arrays import TARGETS, Arrays

BOTH_AND_EAGER = [*TARGETS, pytest.param("eager")]
"""The targets, and the emitter that runs kernels as Python."""

SWIZZLES = {"pointer": Swizzle(3, 4, 3), "layout": Swizzle(3, 3, 3)}


def run_on(target: str, function: Any, *args: Any) -> Arrays:
    """Calls a function on a target; gives what brings its arrays back."""
    if target == "eager":
        eager.run(function, *args)
        return Arrays("cpu")
    function(*args)
    return Arrays(target)


def arrays_for(target: str) -> Arrays:
    """Makes the arrays of a target."""
    return Arrays("cpu" if target == "eager" else target)


@cute.struct
class Inner:
    low: cutlass.Uint8
    high: cutlass.Float32


@cute.struct
class Storage:
    bars: cute.struct.MemRange[cutlass.Int64, 3]
    count: cutlass.Int32
    inner: Inner
    tile: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 64], 128]


@cute.union
class Either:
    whole: cutlass.Int32
    parts: cute.struct.MemRange[cutlass.Uint8, 7]


def test_fields_of_structs_have_their_offsets() -> None:
    assert dict(Storage.offsets) == {"bars": 0, "count": 24, "inner": 28, "tile": 128}
    assert (Storage.size_in_bytes(), Storage.__alignof__()) == (256, 128)
    assert (Inner.size_in_bytes(), dict(Inner.offsets)) == (8, {"low": 0, "high": 4})
    assert (Either.size_in_bytes(), dict(Either.offsets)) == (8, {"whole": 0, "parts": 0})


@cute.kernel
def through_structs(x: cute.Tensor, y: cute.Tensor):
    smem = utils.SmemAllocator()
    pad = smem.allocate(5)
    storage = smem.allocate(Storage)
    either = smem.allocate(Either, 16)
    tidx, _, _ = cute.arch.thread_idx()
    if tidx == 0:
        pad.store(cutlass.Int8(3))
        storage.count = 40
        storage.inner.high = 0.5
        storage.inner.low = cutlass.Uint8(200)
        storage.bars[2] = cutlass.Int64(1) << 40
        either.whole = 0x01020304
    tile = storage.tile.get_tensor(cute.make_layout((8, 8), stride=(8, 1)))
    if tidx < 64:
        tile[tidx // 8, tidx % 8] = x[tidx]
    cute.arch.sync_threads()
    if tidx < 64:
        y[tidx] = tile[tidx % 8, tidx // 8].to(cutlass.Float32)
    if tidx == 64:
        y[64] = storage.count.load() + storage.inner.high.load() + storage.inner.low.load().to(cutlass.Float32)
        y[65] = (storage.bars.data_ptr() + 2).load().to(cutlass.Float32)
        y[66] = either.parts[1].to(cutlass.Float32) + pad.load().to(cutlass.Float32)
        y[67] = cutlass.Float32((storage.tile.data_ptr().toint() - storage.base.toint()) + storage.base.toint() % 128)


@cute.jit
def run_structs(x: cute.Tensor, y: cute.Tensor):
    through_structs(x, y).launch(grid=1, block=96)


@pytest.mark.parametrize("target", BOTH_AND_EAGER)
def test_structs_in_shared_memory(target: str) -> None:
    arrays = arrays_for(target)
    x = np.random.default_rng(7).standard_normal(64).astype(np.float16)
    out = arrays.poisoned((68,))
    run_on(target, run_structs, arrays.put(x), out)
    y = arrays.get(out)
    assert (y[:64].reshape(8, 8) == x.reshape(8, 8).T.astype(np.float32)).all()
    assert list(y[64:]) == [240.5, 2.0**40, 6.0, 128.0]


@cute.struct
class WithoutBarriers:
    bars: cute.struct.MemRange[cutlass.Int64, 0]
    row: cute.struct.MemRange[cutlass.Float32, 4]


@cute.kernel
def range_of_none(y: cute.Tensor):
    storage = utils.SmemAllocator().allocate(WithoutBarriers)
    bars = storage.bars.data_ptr()
    row = cute.make_tensor(cute.recast_ptr(bars, dtype=cutlass.Float32), cute.make_layout(4))
    storage.row.data_ptr()[3] = cutlass.Float32(7.0)
    y[0] = row[3]


@cute.jit
def run_range_of_none(y: cute.Tensor):
    range_of_none(y).launch(grid=1, block=1)


@pytest.mark.parametrize("target", BOTH_AND_EAGER)
def test_a_range_of_no_elements_has_a_pointer(target: str) -> None:
    arrays = arrays_for(target)
    out = arrays.poisoned((1,))
    run_on(target, run_range_of_none, out)
    assert arrays.get(out)[0] == 7


@cute.kernel
def swizzled(x: cute.Tensor, y: cute.Tensor, raw: cute.Tensor, kind: cutlass.Constexpr):
    smem = utils.SmemAllocator()
    plain = cute.make_layout((16, 64, 2), stride=(64, 1, 1024))
    if cutlass.const_expr(kind == "pointer"):
        tile = smem.allocate_tensor(cutlass.Float16, plain, 1024, swizzle=cute.make_swizzle(3, 4, 3))
        bytes_ = cute.make_tensor(tile.iterator.raw_ptr(), cute.make_layout(2048))
    else:
        layout = cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, plain)
        tile = smem.allocate_tensor(cutlass.Float16, layout, 1024)
        bytes_ = cute.make_tensor(tile.iterator, cute.make_layout(2048))
    tidx, _, _ = cute.arch.thread_idx()
    for stage in range(2):
        for k in range(0, 1024, 128):
            i = k + tidx
            tile[i // 64, i % 64, stage] = x[stage, i]
    cute.arch.sync_threads()
    for stage in range(2):
        part = tile[None, None, stage]
        row = cute.local_tile(part, (1, 8), (tidx // 8, tidx % 8))
        out = cute.make_rmem_tensor((1, 8), cutlass.Float16)
        out.store(row.load())
        for j in cutlass.range_constexpr(8):
            y[stage, tidx * 8 + j] = out[0, j]
    for k in range(0, 2048, 128):
        raw[k + tidx] = bytes_[k + tidx]


@cute.jit
def run_swizzled(x: cute.Tensor, y: cute.Tensor, raw: cute.Tensor, kind: cutlass.Constexpr):
    swizzled(x, y, raw, kind).launch(grid=1, block=128)


@pytest.mark.parametrize("target", BOTH_AND_EAGER)
@pytest.mark.parametrize("kind", ["pointer", "layout"])
def test_swizzled_tiles_hold_each_element_at_its_place(target: str, kind: str) -> None:
    arrays = arrays_for(target)
    x = np.random.default_rng(7).standard_normal((2, 1024)).astype(np.float16)
    out, raw = arrays.put(np.full((2, 1024), np.nan, np.float16)), arrays.put(np.full(2048, np.nan, np.float16))
    run_on(target, run_swizzled, arrays.put(x), out, raw, kind)
    assert (arrays.get(out) == x).all()
    shift = 1 if kind == "pointer" else 0  # bytes or elements
    index = np.arange(2048)
    place = np.array([SWIZZLES[kind](int(i) << shift) >> shift for i in index])
    assert (place != index).any()
    assert (arrays.get(raw)[place] == x.reshape(-1)[index]).all()


@cute.kernel
def unswizzled(y: cute.Tensor):
    """A tile that is written by its swizzled pointer and read by recast ones, with and without the swizzle."""
    tidx, _, _ = cute.arch.thread_idx()
    tile = cutlass.utils.SmemAllocator().allocate_tensor(
        cutlass.Int32, cute.make_layout(1024), 1024, SWIZZLES["pointer"]
    )
    for k in cutlass.range_constexpr(8):
        tile[128 * k + tidx] = 128 * k + tidx
    cute.arch.sync_threads()
    plain = cute.recast_ptr(tile.iterator, dtype=cutlass.Uint32)
    again = cute.recast_ptr(tile.iterator, SWIZZLES["pointer"])
    places = cute.recast_tensor(tile, cutlass.Uint32)
    elements = cute.recast_tensor(tile, cutlass.Uint32, SWIZZLES["pointer"])
    for k in cutlass.range_constexpr(8):
        y[0, 128 * k + tidx] = plain[128 * k + tidx].to(cutlass.Int32)
        y[1, 128 * k + tidx] = again[128 * k + tidx]
        y[2, 128 * k + tidx] = places[128 * k + tidx].to(cutlass.Int32)
        y[3, 128 * k + tidx] = elements[128 * k + tidx].to(cutlass.Int32)


@cute.jit
def run_unswizzled(y: cute.Tensor):
    unswizzled(y).launch(grid=1, block=128)


@pytest.mark.parametrize("target", BOTH_AND_EAGER)
def test_a_recast_pointer_has_the_swizzle_that_it_is_given_or_none(target: str) -> None:
    arrays = arrays_for(target)
    y = arrays.put(np.full((4, 1024), -1, np.int32))
    run_on(target, run_unswizzled, y)
    plain, again, places, elements = arrays.get(y)
    index = np.arange(1024)
    place = np.array([SWIZZLES["pointer"](int(i) << 2) >> 2 for i in index])
    assert (again == index).all()
    assert (elements == again).all()
    assert (places == plain).all()
    assert (plain[place] == index).all()
    assert (place != index).any()


@cute.kernel
def pointers(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    p = x.iterator + tidx
    again = cute.make_ptr(cutlass.Float32, p.toint(), cute.AddressSpace.gmem, assumed_align=4)
    bits = cute.recast_ptr(again, dtype=cutlass.Int32)
    y[tidx] = again.load() + p[32]
    y[tidx + 32] = bits.load().bitcast(cutlass.Float32)
    view = cute.make_tensor(x.iterator, cute.make_layout((8, 4), stride=(4, 1)))
    y[tidx + 64] = cute.domain_offset((1, 2), view)[tidx // 4, tidx % 4]
    halves = cute.recast_tensor(view, cutlass.Uint16)
    assert str(halves.layout) == "(8,8):(8,1)"
    wide = halves[tidx // 4, tidx % 4 * 2 + 1].to(cutlass.Uint32) << 16
    y[tidx + 96] = (wide | halves[tidx // 4, tidx % 4 * 2].to(cutlass.Uint32)).bitcast(cutlass.Float32)
    i = cutlass.Int32(0)
    q = x.iterator
    while i < tidx:
        q = q + 1
        i = i + 1
    (y.iterator + (128 + tidx)).store(q.load())


@cute.jit
def run_pointers(x: cute.Tensor, y: cute.Tensor):
    pointers(x, y).launch(grid=1, block=32)


@pytest.mark.parametrize("target", TARGETS)
def test_pointers_reach_what_they_point_to(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).standard_normal(64).astype(np.float32)
    out = arrays.poisoned((160,))
    run_pointers(arrays.put(x), out)
    y = arrays.get(out)
    assert (y[:32] == x[:32] + x[32:]).all()
    assert (y[32:64] == x[:32]).all()
    assert (y[64:96] == x[6:38]).all()
    assert (y[96:128] == x[:32]).all()
    assert (y[128:] == x[:32]).all()


@cute.kernel
def guarded(x: cute.Tensor, y: cute.Tensor, tile: cutlass.Constexpr):
    bidx, bidy, _ = cute.arch.block_idx()
    tidx, _, _ = cute.arch.thread_idx()
    coords = cute.make_identity_tensor(x.shape)
    mine = cute.local_tile(coords, tile, (bidx, bidy))
    data = cute.local_tile(x, tile, (bidx, bidy))
    part = cute.local_partition(mine, cute.make_layout((4, 8)), tidx)
    parts = cute.local_partition(data, cute.make_layout((4, 8)), tidx)
    for k in range(cute.size(part)):
        i, j = part[k]
        if cute.elem_less((i, j), x.shape):
            y[i, j] = parts[k] + i * 1000 + j


@cute.jit
def run_guarded(x: cute.Tensor, y: cute.Tensor, tile: cutlass.Constexpr):
    m, n = x.shape
    guarded(x, y, tile).launch(grid=(cute.ceil_div(m, tile[0]), cute.ceil_div(n, tile[1])), block=32)


@pytest.mark.parametrize("target", BOTH_AND_EAGER)
def test_identity_tensors_guard_the_edges(target: str) -> None:
    arrays = arrays_for(target)
    x = np.random.default_rng(7).standard_normal((37, 51)).astype(np.float32)
    out = arrays.poisoned((37, 51))
    run_on(target, run_guarded, arrays.put(x), out, (8, 16))
    i, j = np.indices((37, 51))
    assert (arrays.get(out) == x + (i * 1000).astype(np.float32) + j.astype(np.float32)).all()


def test_coordinate_tensors_print_and_slice() -> None:
    tensor = cute.make_identity_tensor((4, (2, 3)))
    assert str(tensor) == "tensor<(0,(0,0)) o (4,(2,3)):(1@0,(1@0@1,1@1@1))>"
    assert tensor[1, (1, 2)] == (1, (1, 2))
    assert tensor[None, (0, 2)][3] == (3, (0, 2))
    assert cute.domain_offset((1, 0), cute.make_identity_tensor((4, 8)))[2, 3] == (3, 3)


@cute.kernel
def divided(x: cute.Tensor, y: cute.Tensor, d: cute.FastDivmodDivisor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 64 + tidx
    q, r = divmod(x[i], d)
    y[0, i] = q
    y[1, i] = r
    y[2, i] = x[i] // d
    y[3, i] = x[i] % d


@cute.jit
def run_divided(x: cute.Tensor, y: cute.Tensor, d: cutlass.Int32):
    divided(x, y, cute.fast_divmod_create_divisor(d)).launch(grid=4, block=64)


@pytest.mark.parametrize("target", TARGETS)
def test_fast_divmod_gives_quotient_and_remainder(target: str) -> None:
    arrays = Arrays(target)
    rng = np.random.default_rng(7)
    compiled: Any = None
    for d in (1, 2, 3, 7, 641, 2**20, 2**30 + 1, 2**31 - 1, *map(int, rng.integers(1, 2**31, 6))):
        x = rng.integers(0, 2**31, 256).astype(np.int32)
        multiples = np.arange(1, 65) * d
        x[:64] = np.minimum(multiples, 2**31 - 1)
        x[64:128] = np.minimum(multiples - 1, 2**31 - 1)
        x[128:130] = 0, 2**31 - 1
        given, out = arrays.put(x), arrays.poisoned((4, 256), np.int32)
        compiled = compiled or cute.compile(run_divided, given, out, cutlass.Int32(d))
        compiled(given, out, d)
        y = arrays.get(out)
        assert (y[[0, 2]] == x // d).all() and (y[[1, 3]] == x % d).all(), d


@cute.native_struct
class Pair:
    total: cutlass.Float32
    count: cutlass.Int32

    def mean(self):
        return self.total / self.count


@cute.kernel
def grouped(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    pair = Pair(count=1)
    for k in range(tidx):
        pair.total = pair.total + x[k]
        pair.count += 1
    total, count = pair
    y[tidx] = pair.mean() + total * count


@cute.jit
def run_grouped(x: cute.Tensor, y: cute.Tensor):
    grouped(x, y).launch(grid=1, block=32)


@pytest.mark.parametrize("target", BOTH_AND_EAGER)
def test_native_structs_carry_their_fields(target: str) -> None:
    arrays = arrays_for(target)
    x = np.random.default_rng(7).integers(0, 9, 32).astype(np.float32)
    out = arrays.poisoned((32,))
    run_on(target, run_grouped, arrays.put(x), out)
    sums, counts = np.concatenate([[0], np.cumsum(x)[:-1]]).astype(np.float32), np.arange(1, 33, dtype=np.float32)
    assert np.allclose(arrays.get(out), sums / counts + sums * counts, rtol=1e-6)


def test_the_capacity_of_shared_memory_is_known() -> None:
    assert utils.get_smem_capacity_in_bytes("sm_80") == 166912
    assert utils.SmemAllocator.capacity_in_bytes("sm_90a") == 232448


def test_layouts_of_shared_memory_are_static() -> None:
    assert Layout((4, 8)) == cute.make_fragment_like(Layout("(4,8):(1,4)"))


PTX_CASES = {
    "structs": (run_structs, (np.zeros(64, np.float16), np.zeros(68, np.float32))),
    "pointer": (run_swizzled, (*np.zeros((2, 2, 1024), np.float16), np.zeros(2048, np.float16), "pointer")),
    "layout": (run_swizzled, (*np.zeros((2, 2, 1024), np.float16), np.zeros(2048, np.float16), "layout")),
    "pointers": (run_pointers, (np.zeros(64, np.float32), np.zeros(160, np.float32))),
    "guarded": (run_guarded, (np.zeros((8, 16), np.float32), np.zeros((8, 16), np.float32), (8, 16))),
    "divided": (run_divided, (np.zeros(256, np.int32), np.zeros((4, 256), np.int32), cutlass.Int32(7))),
    "grouped": (run_grouped, (np.zeros(32, np.float32), np.zeros(32, np.float32))),
}


@pytest.mark.parametrize("case", PTX_CASES)
def test_ptxas_assembles_it(case: str, ptxas: Path) -> None:
    function, args = PTX_CASES[case]
    artifacts = cute.compile(function, *args, options="--target cpu").artifacts
    for arch in ("sm_80", "sm_90a"):
        report = assemble(artifacts.ptx(arch), gpu_target(arch), ptxas=str(ptxas))
        assert report.spills == 0
        if case in ("pointer", "layout"):
            assert "ld.shared.v4.b32" in artifacts.ptx(arch), "eight halves of a swizzled row are one access"


@cute.kernel
def halves_of_one_kernel(x: cute.Tensor, y: cute.Tensor) -> None:
    """Adds 1 to both halves of a 64-bit number that is alone in its fragment."""
    wide = cute.make_rmem_tensor(1, cutlass.Int64)
    wide[0] = x[0]
    narrow = cute.recast_tensor(wide, cutlass.Int32)
    for i in cutlass.range_constexpr(cute.size(narrow)):
        narrow[i] = narrow[i] + 1
    y[0] = wide[0]


@cute.jit
def halves_of_one(x: cute.Tensor, y: cute.Tensor) -> None:
    halves_of_one_kernel(x, y).launch(grid=1, block=1)


def test_one_element_is_recast_to_its_parts() -> None:
    y = np.zeros(1, np.int64)
    halves_of_one(np.array([5 + (7 << 32)]), y)
    assert y.tolist() == [6 + (8 << 32)]
