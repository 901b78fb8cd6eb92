from __future__ import annotations

import numpy as np
import pytest

from cutedsl.arch.tensor_map import ELEMENTS
from cutedsl.codegen.cpu.module import emit_cpu
from cutedsl.errors import DSLUserCodeError
from tests.unit.codegen.cpu.cpu_programs import load, parse

BAR = "!cute.ptr<i64, smem>"
MLIR = {"float16": "f16", "float32": "f32", "int32": "i32", "uint8": "i8", "float64": "f64", "int64": "i64"}
NAMES = {"float16": "Float16", "float32": "Float32", "int32": "Int32", "uint8": "Uint8", "float64": "Float64"}


def program(
    x: np.ndarray,
    out: np.ndarray,
    box: tuple[int, ...],
    coords: tuple[int, ...],
    swizzle: int,
    store: str,
    cluster: int,
) -> str:
    """Loads the tile of `x` at `coords` (mode 0 is contiguous), copies shared memory to `raw`, stores it to `out`."""
    kind, rank = MLIR[x.dtype.name], x.ndim
    total = int(np.prod(box)) * x.dtype.itemsize
    g, s = f"!cute.ptr<{kind}, gmem>", f"!cute.ptr<{kind}, smem>"
    r, s8 = "!cute.ptr<i8, gmem>", "!cute.ptr<i8, smem>"

    def make(name: str, array: np.ndarray) -> str:
        numbers = [*reversed(array.shape), *reversed(array.strides[:-1])]
        lines = [f"%{name}_{k} = arith.constant {n} : i64" for k, n in enumerate(numbers)]
        listed = ", ".join(f"%{name}_{k}" for k in range(len(numbers)))
        kinds = ", ".join(["i64"] * len(numbers))
        boxed = ", ".join(map(str, box))
        properties = f'element = "{NAMES[array.dtype.name]}", box = array<i32: {boxed}>, swizzle = {swizzle} : i32'
        kind = f"({g}, {kinds}) -> !cute.tma_descriptor"
        lines.append(f'%{name}_map = "cute.tma.make"(%{name}, {listed}) <{{{properties}}}> : {kind}')
        return "\n".join(lines)

    at = ", ".join(f"%c{k}" for k in range(rank))
    ints = ", ".join(["i32"] * rank)
    d = "!cute.tma_descriptor"
    mask, flag, mkind = ("%mask, ", "multicast ", "i32, ") if cluster > 1 else ("", "", "")
    return f"""builtin.module {{
  func.func @host(%x : {g}, %out : {g}, %raw : {r}) attributes {{cute.host}} {{
    {make("x", x)}
    {make("out", out)}
    %one = arith.constant 1 : i32
    %n = arith.constant {cluster} : i32
    %t = arith.constant 64 : i32
    %z = arith.constant 0 : i32
    %stream = arith.constant 0 : i64
    cute.launch @kernel grid(%n, %one, %one) block(%t, %one, %one) cluster(%n, %one, %one) smem(%z) stream(%stream) args(%x_map, %out_map, %raw) : ({d}, {d}, {r})
    func.return
  }}
  func.func @kernel(%x : {d}, %out : {d}, %raw : {r}) attributes {{cute.kernel, cute.smem_bytes = {1024 + total} : i64, cute.block_dim = array<i32: 64, 1, 1>, cute.cluster_dim = array<i32: {cluster}, 1, 1>}} {{
    %c0_ = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %mask = arith.constant {(1 << cluster) - 1} : i32
    %total = arith.constant {total} : i32
    %tid = cute.thread_idx 0
    %warp = cute.warp_idx
    %bid = cute.block_idx 0
    %first = arith.cmpi eq, %tid, %c0_ : i32
    %tile = cute.smem_alloc 0, {total}, 1024 : {s}
    %bar = cute.smem_alloc {total}, 8, 8 : {BAR}
    {chr(10).join(f"%c{k} = arith.constant {c} : i32" for k, c in enumerate(coords))}
    scf.if %first {{
      cute.mbarrier.init %bar, %one : {BAR}, i32
    }}
    cute.barrier
    cute.cluster_arrive
    cute.cluster_wait
    scf.if %first {{
      cute.mbarrier.arrive_tx %bar, %total : {BAR}, i32
    }}
    cute.cluster_arrive
    cute.cluster_wait
    %w0 = arith.cmpi eq, %warp, %c0_ : i32
    %b0 = arith.cmpi eq, %bid, %c0_ : i32
    %leader = arith.andi %w0, %b0 : i1
    cute.tma.prefetch_descriptor %x
    scf.if %leader {{
      cute.tma.tile "load" {flag}%x, %tile, %bar, {mask}{at} : {d}, {s}, {BAR}, {mkind}{ints}
    }}
    cute.mbarrier.wait %bar, %c0_ : {BAR}, i32
    %last = arith.constant {cluster - 1} : i32
    %mine = arith.cmpi eq, %bid, %last : i32
    %bytes = cute.ptr.cast %tile : {s} -> {s8}
    %step = arith.constant 64 : i32
    scf.if %mine {{
      scf.for %i = %tid to %total step %step : i32 {{
        %p = cute.ptr.add %bytes, %i : {s8}, i32 -> {s8}
        %v = cute.ptr.load %p : {s8} -> i8
        %q = cute.ptr.add %raw, %i : {r}, i32 -> {r}
        cute.ptr.store %v, %q : i8, {r}
        scf.yield
      }}
      scf.if %w0 {{
        cute.tma.tile "{store}" %out, %tile, {at} : {d}, {s}, {ints}
        cute.bulk.commit
        cute.bulk.wait read 0
      }}
    }}
    func.return
  }}
}}"""  # noqa: E501


def tile_of(x: np.ndarray, box: tuple[int, ...], coords: tuple[int, ...]) -> np.ndarray:
    """The tile, zeros outside; axes as NumPy has them (contiguous last)."""
    tile = np.zeros(tuple(reversed(box)), x.dtype)
    for index in np.ndindex(*tile.shape):
        at = tuple(i + c for i, c in zip(index, reversed(coords), strict=True))
        if all(0 <= a < n for a, n in zip(at, x.shape, strict=True)):
            tile[index] = x[at]
    return tile


def swizzled(tile: np.ndarray, mode: int) -> np.ndarray:
    """The bytes of a tile in shared memory: address bits [4, 4+mode) exclusive-or bits [7, 7+mode)."""
    plain = np.frombuffer(tile.tobytes(), np.uint8)
    address = np.arange(plain.size)
    placed = np.zeros_like(plain)
    placed[address ^ ((address >> 7) & ((1 << mode) - 1)) << 4] = plain
    return placed


CASES = [
    ((37, 40), "float32", (8, 5), (0, 0), 0),
    ((37, 40), "float32", (8, 16), (32, 30), 1),
    ((37, 40), "float32", (16, 16), (-3, -2), 2),
    ((100, 72), "float16", (64, 64), (8, 50), 3),
    ((100, 80), "uint8", (128, 8), (16, 97), 3),
    ((3, 5, 7, 11, 8), "float16", (8, 3, 2, 2, 2), (0, 9, 6, 4, 2), 0),
    ((64,), "int32", (32,), (40,), 3),
]


def values(shape: tuple[int, ...], dtype: str) -> np.ndarray:
    rng = np.random.default_rng(0)
    return rng.integers(1, 100, shape).astype(dtype)


@pytest.mark.parametrize(("shape", "dtype", "box", "coords", "swizzle"), CASES)
def test_a_tile_there_and_back(
    shape: tuple[int, ...], dtype: str, box: tuple[int, ...], coords: tuple[int, ...], swizzle: int
) -> None:
    x, out = values(shape, dtype), values(shape, dtype)
    before = out.copy()
    raw = np.full(int(np.prod(box)) * x.itemsize, 255, np.uint8)
    module = load(emit_cpu(parse(program(x, out, box, coords, swizzle, "store", 1))))
    module.call([x.ctypes.data, out.ctypes.data, raw.ctypes.data])
    tile = tile_of(x, box, coords)
    np.testing.assert_array_equal(raw, swizzled(tile, swizzle))
    want = before.copy()
    for index in np.ndindex(*tile.shape):
        at = tuple(i + c for i, c in zip(index, reversed(coords), strict=True))
        if all(0 <= a < n for a, n in zip(at, shape, strict=True)):
            want[at] = x[at]
    np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize(("kind", "function"), [("add", np.add), ("min", np.minimum), ("max", np.maximum)])
@pytest.mark.parametrize("dtype", ["float32", "int32", "float16"])
def test_reductions_by_tma_combine(kind: str, function: np.ufunc, dtype: str) -> None:
    x, out = values((20, 40), dtype), values((20, 40), dtype)
    want = out.copy()
    want[3:20, 30:] = function(want[3:20, 30:], x[3:20, 30:])
    raw = np.zeros(16 * 32 * x.itemsize, np.uint8)
    module = load(emit_cpu(parse(program(x, out, (16, 32), (30, 3), 0, kind, 1))))
    module.call([x.ctypes.data, out.ctypes.data, raw.ctypes.data])
    np.testing.assert_array_equal(out, want)


def test_multicast_fills_the_blocks_of_the_mask() -> None:
    """Block 0 loads for all four; block 3 gives what came to it."""
    x, out = values((20, 40), "float32"), values((20, 40), "float32")
    raw = np.zeros(16 * 8 * 4, np.uint8)
    module = load(emit_cpu(parse(program(x, out, (16, 8), (8, 4), 2, "store", 4))))
    module.call([x.ctypes.data, out.ctypes.data, raw.ctypes.data])
    np.testing.assert_array_equal(raw, swizzled(x[4:12, 8:24], 2))
    np.testing.assert_array_equal(out[4:12, 8:24], x[4:12, 8:24])


@pytest.mark.parametrize(
    ("shape", "box", "offset", "said"),
    [
        ((20, 39), (16, 8), 0, "mode 1 of the tensor has a stride of 156 bytes, not a multiple of 16"),
        ((20, 40), (3, 8), 0, "the tile's contiguous mode is 12 bytes, not a multiple of 16"),
        ((20, 40), (16, 300), 0, "a tile of (16, 300) elements; each mode of a tensor map's tile has 1 to 256"),
        ((20, 40), (64, 8), 0, "the tile's contiguous mode is 256 bytes; its swizzle repeats after 64"),
        ((20, 40), (16, 8), 4, "the tensor starts 4 bytes after a multiple of 16"),
    ],
)
def test_tiles_beyond_the_limits_are_refused(
    shape: tuple[int, int], box: tuple[int, int], offset: int, said: str
) -> None:
    x = values(shape, "float32")
    raw = np.zeros(1 << 20, np.uint8)
    module = load(emit_cpu(parse(program(x, x, box, (0, 0), 2, "store", 1))))
    start = -(-x.ctypes.data // 16) * 16 + offset
    with pytest.raises(DSLUserCodeError) as caught:
        module.call([start, start, raw.ctypes.data])
    assert caught.value.name == "tma-limits"
    assert said in str(caught.value)


def test_every_element_has_a_code() -> None:
    assert {e.code for e in ELEMENTS.values()} <= set(range(16))
