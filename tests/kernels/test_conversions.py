"""Conversions between numeric types, bit for bit against ml_dtypes and NumPy, on both targets and in eager runs.

Every value of the types of 16 bits and fewer is tried; wider ones by random bits and the places where rounding turns.
"""

from __future__ import annotations

import functools
import itertools
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import eager
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.config import override
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.staging.literal import round_float
from cutedsl.types import dtype_named
from cutedsl.types.codes import value_of_code
from tests.kernels.arrays import TARGETS, Arrays

BLOCK = 128
NARROW = ("Float8E5M2", "Float8E4M3", "Float8E4M3FN", "Float8E4M3B11FNUZ", "Float8E8M0FNU")
NARROW += ("Float6E3M2FN", "Float6E2M3FN", "Float4E2M1FN")
WIDE = {"Float16": np.float16, "BFloat16": ml_dtypes.bfloat16, "Float32": np.float32, "Float64": np.float64}
INTS = {
    "Int8": np.int8,
    "Uint8": np.uint8,
    "Int16": np.int16,
    "Int32": np.int32,
    "Uint32": np.uint32,
    "Int64": np.int64,
}
BITS_OF = {1: cutlass.Uint8, 2: cutlass.Uint16, 4: cutlass.Uint32, 8: cutlass.Uint64}


def numpy_type(name: str) -> np.dtype[Any]:
    """The array type of a numeric type, or of its codes."""
    found = {**WIDE, **INTS}.get(name) or getattr(ml_dtypes, dtype_named(name).numpy_name or "")
    return np.dtype(found)


def read_one(pointer: cute.Pointer, kind: Any) -> cute.TensorSSA:
    """The element at a pointer; one of fewer than 8 bits from its code in a byte."""
    if kind.spec.storage_bits >= 8:
        return cute.make_tensor(cute.recast_ptr(pointer, dtype=kind), cute.make_layout(1)).load()
    codes = cute.make_tensor(pointer, cute.make_layout(1)).load()
    return cute.TensorSSA(cute_emitter().bitcast(codes.handle, codes.dtype.spec, kind.spec), 1, kind)


def write_one(pointer: cute.Pointer, kind: Any, value: cute.TensorSSA) -> None:
    """The inverse of `read_one`."""
    if kind.spec.storage_bits >= 8:
        cute.make_tensor(cute.recast_ptr(pointer, dtype=kind), cute.make_layout(1)).store(value)
        return
    code = cute.TensorSSA(cute_emitter().bitcast(value.handle, kind.spec, pointer.dtype.spec), 1, pointer.dtype)
    cute.make_tensor(pointer, cute.make_layout(1)).store(code)


@cute.kernel
def convert(x: cute.Tensor, y: cute.Tensor, source: cutlass.Constexpr, target: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * BLOCK + tidx
    write_one(y.iterator + i, target, read_one(x.iterator + i, source).to(target))


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor, source: cutlass.Constexpr, target: cutlass.Constexpr):
    convert(x, y, source, target).launch(grid=x.shape[0] // BLOCK, block=BLOCK)


def byte_class(name: str) -> Any:
    """The class that holds a type's codes in memory."""
    return getattr(cutlass, name)


def converted(target: str, source: str, result: str, bits: np.ndarray) -> np.ndarray:
    """The bits of every value converted."""
    out_type = np.dtype(f"u{numpy_type(result).itemsize}")
    padded = np.concatenate([bits, np.zeros(-len(bits) % BLOCK, bits.dtype)])
    out = np.full(len(padded), 0xA5, out_type)
    kinds = (byte_class(source), byte_class(result))
    if target == "eager":
        eager.run(run, padded, out, *kinds)
        return out[: len(bits)]
    arrays = Arrays(target)
    signed = [arrays.put(a.view(f"i{a.itemsize}")) for a in (padded, out)]
    run(*signed, *kinds)
    return arrays.get(signed[1]).view(out_type)[: len(bits)]


@functools.cache
def values_of(name: str) -> np.ndarray:
    """Bits to try of a type: all of them, or random ones and those around each place where a narrow type rounds."""
    width = 8 * numpy_type(name).itemsize
    kind = np.dtype(f"u{width // 8}")
    if width <= 16:
        return np.arange(1 << dtype_named(name).width if name in NARROW else 1 << width, dtype=kind)
    rng = np.random.default_rng(7)
    bits = rng.integers(0, 1 << 63, 3000, dtype=np.uint64) * 2 + rng.integers(0, 2, 3000, dtype=np.uint64)
    raw = (bits >> np.uint64(64 - width)).astype(kind)
    if name in INTS:
        powers = np.int64(1) << np.arange(width - 1)
        # A bit beyond where a 16-bit type rounds: lost, and then a tie, for what goes through Float32.
        near = [powers[20:] + (powers[20:] >> shift) + step for shift in (8, 11) for step in (-1, 0, 1)]
        return np.concatenate([part.astype(kind) for part in (raw, np.arange(-300, 300), powers, *near)])
    turns: list[float] = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-320, 2.0**-127, 2.0**-128]
    for narrow in NARROW:
        codes = [value_of_code(dtype_named(narrow), c) for c in range(1 << dtype_named(narrow).width)]
        finite = sorted(c for c in codes if np.isfinite(c))
        turns += [(a + b) / 2 for a, b in itertools.pairwise(finite)] + finite
    turns += [sign * (1 + k * 2.0**-bits) for bits in (8, 11) for k in (1, 3) for sign in (1, -1)]
    exact = np.array(turns, numpy_type(name))
    around = [exact, np.nextafter(exact, np.inf, dtype=exact.dtype), np.nextafter(exact, -np.inf, dtype=exact.dtype)]
    return np.concatenate([raw, np.concatenate(around).view(kind)])


def expected(source: str, result: str, bits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The bits of the results, and where they are NaN (whose bits are free)."""
    given = bits.view(numpy_type(source))
    kind = numpy_type(result)
    with np.errstate(all="ignore"):
        if result in INTS:
            exact = np.nan_to_num(given.astype(np.float64) if source not in INTS else given, nan=0.0)
            if source in INTS:
                return given.astype(kind).view(f"u{kind.itemsize}"), np.zeros(len(bits), bool)
            limits = np.iinfo(kind)
            clipped = np.clip(np.trunc(exact), float(limits.min), float(limits.max))
            whole = np.where(clipped >= float(limits.max), limits.max, clipped.astype(np.int64)).astype(kind)
            return whole.view(f"u{kind.itemsize}"), np.zeros(len(bits), bool)
        if result in NARROW:
            largest = dtype_named(result).max_finite
            wide = np.clip(given.astype(np.float64), -largest, largest)
            if result == "Float8E8M0FNU":
                wide = np.where(wide == 0, 2.0**-127, wide)
                wide = np.where((wide > 0) & (wide < 2.0**-127), 2.0**-127, wide)
                wide = np.where(
                    (wide > 2.0**-127) & (wide < 2.0**-126),
                    np.where(wide >= 1.5 * 2.0**-127, 2.0**-126, 2.0**-127),
                    wide,
                )
            out = _nearest(wide, kind)
        elif result == "BFloat16" and source not in NARROW:
            out = _nearest(given.astype(np.longdouble), kind)
        else:
            out = given.astype(kind) if source not in NARROW else given.astype(np.float32).astype(kind)
    with np.errstate(invalid="ignore"):
        nan = np.isnan(given.astype(np.float64)) | np.isnan(out.astype(np.float64))
    return out.view(f"u{kind.itemsize}"), nan


def _nearest(wide: np.ndarray, kind: np.dtype[Any]) -> np.ndarray:
    """A wide float rounded once: ml_dtypes goes through float32, so what it would lose is kept by rounding to odd."""
    single = wide.astype(np.float32)
    back = single.astype(wide.dtype)
    bits = single.view(np.int32) - (np.abs(back) > np.abs(wide))
    odd = np.where(np.isfinite(wide) & (back != wide), bits | 1, single.view(np.int32)).astype(np.int32)
    return odd.view(np.float32).astype(kind)


PAIRS = [(a, b) for a in (*NARROW, *WIDE) for b in (*NARROW, *WIDE) if a != b]
PAIRS += [(a, b) for a in INTS for b in ("Float8E4M3FN", "Float16", "BFloat16", "Float32", "Float64")]
PAIRS += [(a, b) for b in INTS for a in ("Float8E5M2", "Float16", "BFloat16", "Float32", "Float64")]


def mismatches(target: str, pairs: list[tuple[str, str]]) -> list[str]:
    """What differs, in words."""
    found: list[str] = []
    for source, result in pairs:
        bits = values_of(source)
        got, (want, nan) = converted(target, source, result, bits), expected(source, result, bits)
        free = nan if dtype_named(result).width >= 8 else np.zeros(len(bits), bool)
        unlike = (got != want) & ~nan
        if result not in INTS and free.any():
            with np.errstate(invalid="ignore"):
                kept = got[nan].view(numpy_type(result)).astype(np.float64)
            unlike[nan] |= ~np.isnan(kept)
        if unlike.any():
            k = int(np.argmax(unlike))
            found.append(
                f"{source} {bits[k]:#x} to {result}: {got[k]:#x}, expected {want[k]:#x} ({unlike.sum()} differ)"
            )
    return found


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("part", range(4))
def test_conversions_are_exact_to_the_bit(target: str, part: int) -> None:
    assert not mismatches(target, PAIRS[part::4])


def test_bit_exact_in_eager_runs() -> None:
    bytes_or_more = [p for p in PAIRS if min(dtype_named(name).storage_bits for name in p) >= 8]
    assert not mismatches("eager", [p for p in bytes_or_more[::5] if dtype_named(p[0]).width <= 16 or p[1] in WIDE])


def test_ptxas_assembles_it(ptxas: Path) -> None:
    x, y = np.zeros(BLOCK, np.int32), np.zeros(BLOCK, np.int8)
    for name in NARROW:
        for pair in ((cutlass.Float32, byte_class(name)), (byte_class(name), cutlass.Float16)):
            read_from = y if dtype_named(name).width < 8 and pair[0] is byte_class(name) else x
            with override(verify=True):
                artifacts = cute.compile(run, read_from, y, *pair, options="--target cpu").artifacts
            assert assemble(artifacts.ptx("sm_80"), gpu_target("sm_80"), ptxas=str(ptxas)).spills == 0


@pytest.mark.parametrize("name", NARROW)
def test_literals_round_as_run_time_values(name: str) -> None:
    bits = values_of("Float32")
    want, nan = expected("Float32", name, bits)
    dtype = dtype_named(name)
    for value, code, is_nan in zip(bits.view(np.float32)[3000:], want[3000:], nan[3000:], strict=True):
        if not is_nan:
            assert round_float(float(value), dtype) == value_of_code(dtype, int(code)), float(value)


@cute.kernel
def to_tf32(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * BLOCK + tidx
    y[0, i] = x[i].to(cutlass.TFloat32).to(cutlass.Float32)
    y[1, i] = (x[i].to(cutlass.TFloat32) * x[i].to(cutlass.TFloat32)).to(cutlass.Float32)


@cute.jit
def run_tf32(x: cute.Tensor, y: cute.Tensor):
    to_tf32(x, y).launch(grid=x.shape[0] // BLOCK, block=BLOCK)


@pytest.mark.parametrize("target", TARGETS)
def test_tfloat32_rounds_as_the_gpu_does(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).integers(0, 1 << 32, 4 * BLOCK, dtype=np.uint32).view(np.float32)
    x[:4] = np.inf, -np.inf, 3.4e38, 1.0009765625
    x = x[~np.isnan(x)]
    x = x[: len(x) // BLOCK * BLOCK]
    out = arrays.poisoned((2, len(x)))
    run_tf32(arrays.put(x), out)
    kind = dtype_named("TFloat32")
    rounded = np.array([round_float(float(v), kind) for v in x], np.float32)
    with np.errstate(over="ignore"):
        squares = np.array([round_float(float(v), kind) for v in rounded * rounded], np.float32)
    got = arrays.get(out)
    assert (got[0] == rounded).all()
    assert (got[1] == squares).all()


@cute.kernel
def repack(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor, kind: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    count = cutlass.const_expr(24)
    size = cutlass.const_expr(count * kind.width // 8)
    packed = cute.make_tensor(cute.recast_ptr(x.iterator + tidx * size, dtype=kind), cute.make_layout((4, 6)))
    values = packed.load()
    held = cute.make_rmem_tensor((4, 6), kind)
    held.store(values)
    again = cute.make_tensor(cute.recast_ptr(y.iterator + tidx * size, dtype=kind), cute.make_layout((4, 6)))
    again.store(held.load().to(cutlass.Float32).to(kind))
    cute.make_tensor(z.iterator + tidx * count, cute.make_layout((4, 6))).store(values.to(cutlass.Float32))


@cute.jit
def run_repack(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor, kind: cutlass.Constexpr):
    repack(x, y, z, kind).launch(grid=1, block=32)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["Int4", "Float4E2M1FN", "Float6E2M3FN", "Float6E3M2FN"])
def test_packed_elements_are_converted(target: str, name: str) -> None:
    arrays, kind = Arrays(target), byte_class(name)
    width = kind.width
    x = np.random.default_rng(7).integers(0, 256, 32 * 24 * width // 8).astype(np.uint8)
    again, wide = arrays.put(np.full(x.shape, 0xA5, np.uint8)), arrays.poisoned((32 * 24,))
    run_repack(arrays.put(x), again, wide, kind)
    bits = np.unpackbits(x, bitorder="little").reshape(-1, width)
    codes = (bits << np.arange(width)).sum(1)
    if name == "Int4":
        values = (codes ^ 8) - 8
    else:
        values = np.array([value_of_code(dtype_named(name), int(code)) for code in codes])
    assert (arrays.get(wide) == values).all()
    assert (arrays.get(again) == x).all()
    artifacts = cute.compile(run_repack, x, x, np.zeros(768, np.float32), kind, options="--target cpu").artifacts
    assert ".entry" in artifacts.ptx("sm_80")


@cute.kernel
def swizzled_read(x: cute.Tensor, z: cute.Tensor):
    """A row of 16 elements of 4 bits a thread, as a vector and one by one."""
    tidx, _, _ = cute.arch.thread_idx()
    pointer = cute.recast_ptr(x.iterator, cute.make_swizzle(1, 4, 3), cutlass.Int4)
    row = cute.make_tensor(pointer + tidx * 16, cute.make_layout(16))
    whole = row.load()
    for k in cutlass.range_constexpr(16):
        z[0, tidx, k] = whole[k].to(cutlass.Float32)
        z[1, tidx, k] = row[k].to(cutlass.Float32)


@cute.jit
def run_swizzled_read(x: cute.Tensor, z: cute.Tensor):
    swizzled_read(x, z).launch(grid=1, block=32)


@pytest.mark.parametrize("target", TARGETS)
def test_vectors_of_packed_elements_are_read_through_a_swizzle(target: str) -> None:
    arrays = Arrays(target)
    z = arrays.poisoned((2, 32, 16))
    x = np.random.default_rng(0).integers(0, 256, 512).astype(np.uint8)
    aligned = x[-x.ctypes.data % 256 :][:256]  # the swizzle moves addresses: from a multiple of 256 on they stay inside
    run_swizzled_read(aligned if target == "cpu" else arrays.put(aligned), z)
    whole, single = arrays.get(z)
    assert (whole == single).all() and len(np.unique(whole)) == 16


@cute.kernel
def one_by_one(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor, kind: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    packed = cute.make_tensor(cute.recast_ptr(x.iterator, dtype=kind), cute.make_layout((8, 32), stride=(32, 1)))
    held = cute.make_rmem_tensor((8,), kind)
    held.fill(cutlass.Float32(0).to(kind) if kind.is_float else 0)
    for k in range(8):
        value = packed[k, tidx]
        z[k * 32 + tidx] = value.to(cutlass.Float32)
        held[7 - k] = value
        held.iterator[7 - k] = value
    size = cutlass.const_expr(kind.width)
    whole = cute.make_tensor(cute.recast_ptr(y.iterator + tidx * size, dtype=kind), cute.make_layout((8,)))
    whole.store(held.load())
    z[256 + tidx] = packed.iterator[tidx].to(cutlass.Float32)
    z[288 + tidx] = held.load()[tidx % 8].to(cutlass.Float32)


@cute.jit
def run_one_by_one(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor, kind: cutlass.Constexpr):
    one_by_one(x, y, z, kind).launch(grid=1, block=32)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["Int4", "Float4E2M1FN", "Float6E2M3FN", "Float6E3M2FN"])
def test_single_packed_elements_are_converted(target: str, name: str) -> None:
    arrays, kind = Arrays(target), byte_class(name)
    width = kind.width
    x = np.random.default_rng(7).integers(0, 256, 32 * width).astype(np.uint8)
    y, z = arrays.put(np.full(x.shape, 0xA5, np.uint8)), arrays.poisoned((320,))
    run_one_by_one(arrays.put(x), y, z, kind)
    bits = np.unpackbits(x, bitorder="little").reshape(8, 32, width)
    codes = (bits << np.arange(width)).sum(-1)
    values = (codes ^ 8) - 8 if name == "Int4" else None
    if values is None:
        values = np.vectorize(lambda code: value_of_code(dtype_named(name), int(code)))(codes)
    assert (arrays.get(z)[:256].reshape(8, 32) == values).all()
    assert (arrays.get(z)[256:288] == values[0]).all()
    assert (arrays.get(z)[288:] == [values[7 - lane % 8, lane] for lane in range(32)]).all()
    turned = np.packbits(bits[::-1].transpose(1, 0, 2).reshape(-1), bitorder="little")
    assert (arrays.get(y) == turned).all()


@cute.kernel
def misplaced(x: cute.Tensor, what: cutlass.Constexpr, n: cutlass.Int32):
    packed = cute.make_tensor(cute.recast_ptr(x.iterator, dtype=cutlass.Int4), cute.make_layout((3, 4)))
    if cutlass.const_expr(what == "store"):
        packed[1, 1] = cutlass.Int4(1)
    elif cutlass.const_expr(what == "slice"):
        packed[None, n].load()
    else:
        packed.iterator + n


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("store", "single Int4 elements to memory"),
        ("slice", "3 elements of Int4, which may point inside a byte"),
        ("move", "an offset of 1 elements of Int4"),
    ],
)
def test_bytes_that_elements_share_are_left_alone(what: str, text: str) -> None:
    @cute.jit
    def run(x: cute.Tensor, n: cutlass.Int32):
        misplaced(x, what, n).launch(grid=1, block=1)

    with pytest.raises(NotImplementedError, match=text):
        run(np.zeros(32, np.uint8), 1)
