"""What modifiers of inline PTX change: signs, saturation, carries, halves of words; matrices; and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays

RNG = np.random.default_rng(31)
N, WORD = 64, (1 << 32) - 1
INT, FLOAT, WIDE = cutlass.Int32, cutlass.Float32, cutlass.Int64


@cute.kernel
def apply_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, y: cute.Tensor, codes: cutlass.Constexpr):
    """Each statement once a thread, with three numbers and one result."""
    i, _, _ = cute.arch.thread_idx()
    for row, code in enumerate(codes):
        read = [a[i], b[i], c[i]]
        y[row, i] = cute.arch.inline_ptx(code, write_only_types=[y.element_type], read_only_args=read)


@cute.jit
def apply(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, y: cute.Tensor, codes: cutlass.Constexpr):
    apply_kernel(a, b, c, y, codes).launch(grid=1, block=N)


def results(target: str, codes: tuple[str, ...], dtype: Any, *given: np.ndarray) -> np.ndarray:
    """A row of results for each statement."""
    arrays = Arrays(target)
    y = arrays.put(np.full((len(codes), N), 77, dtype))
    apply(*(arrays.put(x) for x in given), y, codes)
    return arrays.get(y)


def low(x: int, bits: int) -> int:
    """The lowest bits, as a signed number."""
    x &= (1 << bits) - 1
    return x - (x >> bits - 1 << bits)


def within(x: int, least: int = -(1 << 31), most: int = (1 << 31) - 1) -> int:
    return max(least, min(most, x))


def borrow(a: int, b: int) -> int:
    return int(a & WORD < b & WORD)


def dots(a: int, b: int, c: int) -> int:
    return c + sum(low(a >> k, 8) * low(b >> k, 8) for k in range(0, 32, 8))


INTEGERS: dict[str, Callable[[int, int, int], int]] = {
    "cvt.s8.s32 {$w0}, {$r0};": lambda a, b, c: low(a, 8),
    "cvt.s16.s32 {$w0}, {$r0};": lambda a, b, c: low(a, 16),
    "cvt.u8.u32 {$w0}, {$r0};": lambda a, b, c: a & 255,
    "cvt.sat.s8.s32 {$w0}, {$r0};": lambda a, b, c: within(a, -128, 127),
    "cvt.sat.u16.s32 {$w0}, {$r0};": lambda a, b, c: within(a, 0, 65535),
    "cvt.sat.s32.u32 {$w0}, {$r0};": lambda a, b, c: within(a & WORD),
    "add.sat.s32 {$w0}, {$r0}, {$r1};": lambda a, b, c: within(a + b),
    "sub.sat.s32 {$w0}, {$r0}, {$r1};": lambda a, b, c: within(a - b),
    "{ .reg .u32 t; sub.cc.u32 t, {$r0}, {$r1}; subc.u32 {$w0}, {$r2}, 7; }": lambda a, b, c: c - 7 - borrow(a, b),
    "{ .reg .u32 t; mad.lo.cc.u32 t, {$r0}, {$r1}, {$r2}; addc.u32 {$w0}, 0, 0; }": lambda a, b, c: (
        (a * b & WORD) + c >> 32
    ),
    "{ .reg .u32 t; mad.lo.cc.u32 t, {$r0}, {$r1}, -1; madc.hi.u32 {$w0}, {$r0}, {$r1}, {$r2}; }": lambda a, b, c: (
        ((a & WORD) * (b & WORD) + WORD >> 32) + c
    ),
    "{ .reg .u32 t; add.cc.u32 t, {$r0}, {$r1}; not.b32 t, {$r2}; addc.cc.u32 t, {$r2}, t; addc.u32 {$w0}, 0, 0; }": (
        lambda a, b, c: ((a & WORD) + (b & WORD)) >> 32  # all bits set: the carry goes through
    ),
    "{ .reg .u32 t; sub.cc.u32 t, {$r0}, {$r1}; subc.cc.u32 t, {$r2}, {$r2}; subc.u32 {$w0}, 0, 0; }": (
        lambda a, b, c: -((a & WORD) < (b & WORD))  # nothing is left: the borrow goes through
    ),
    "{ .reg .u32 t; add.cc.u32 t, {$r0}, {$r1}; madc.lo.cc.u32 t, {$r0}, {$r2}, -1; addc.u32 {$w0}, 0, 0; }": (
        lambda a, b, c: (a * c & WORD) + WORD + ((a & WORD) + (b & WORD) >> 32) >> 32
    ),
    "dp4a.s32.s32 {$w0}, {$r0}, {$r1}, {$r2};": dots,
    "dp4a.u32.s32 {$w0}, {$r0}, {$r1}, {$r2};": lambda a, b, c: (
        c + sum((a >> k & 255) * low(b >> k, 8) for k in range(0, 32, 8))
    ),
    "neg.f16x2 {$w0}, {$r0};": lambda a, b, c: a ^ 0x80008000,
    "abs.bf16x2 {$w0}, {$r0};": lambda a, b, c: a & 0x7FFF7FFF,
    "{ .reg .b32 x; mov.b32 x, {$r0}; { .reg .b32 x; mov.b32 x, 5; } mov.b32 {$w0}, x; }": lambda a, b, c: a,
    "{ .reg .b32 r<3>; mov.b32 r0, {$r0}; add.s32 r2, r0, 1; mov.b32 {$w0}, r2; }": lambda a, b, c: a + 1,
    "{ .reg .v2 .b32 x; mov.b32 x.x, 5; mov.b32 x.y, {$r1}; { .reg .b32 x; mov.b32 x, 1; }"
    " add.s32 {$w0}, x.x, x.y; }": lambda a, b, c: b + 5,
    "{ .reg .b64 x; .reg .pred p; setp.gt.s32 p, {$r0}, 0; mov.b64 x, 0x500000000; @p cvt.s64.s32 x, {$r1};"
    " mov.b64 {_, {$w0}}, x; }": lambda a, b, c: b >> 31 if a > 0 else 5,
    "mov.b32 {$w0}, 0f3F800000;": lambda a, b, c: 0x3F800000,
    "mov.u32 {$w0}, WARP_SZ;": lambda a, b, c: 32,
    "mov.u32 {$w0}, %cluster_ctarank;": lambda a, b, c: 0,
}


@pytest.mark.parametrize("target", TARGETS)
def test_modifiers_of_integer_instructions_are_kept(target: str) -> None:
    a, b = (RNG.integers(-(2**31), 2**31, N).astype(np.int32) for _ in range(2))
    c = RNG.integers(0, 40, N).astype(np.int32)
    a[:6], b[:6] = [0, -1, -(2**31), 2**31 - 1, 5, 300], [1, 2**31 - 1, -1, 77, 5, -300]
    # Payloads of NaNs are free on a GPU.
    a[(a & 0x7FFF) > 0x7C00], a[(a >> 16 & 0x7FFF) > 0x7C00] = 17, 17
    got = results(target, tuple(INTEGERS), np.int32, a, b, c)
    for row, (code, reference) in zip(got, INTEGERS.items(), strict=True):
        want = [low(reference(*(int(x) for x in given)), 32) for given in zip(a, b, c, strict=True)]
        np.testing.assert_array_equal(row, want, err_msg=code)


HALVES: dict[str, Callable[..., np.ndarray]] = {
    "add.{}x2": lambda a, b, c: a + b,
    "sub.rn.{}x2": lambda a, b, c: a - b,
    "mul.{}x2": lambda a, b, c: a * b,
    "min.{}x2": lambda a, b, c: np.fmin(a, b),
    "max.NaN.{}x2": lambda a, b, c: np.maximum(a, b),
    "fma.rn.{}x2": lambda a, b, c: (a.astype(np.float64) * b.astype(np.float64) + c.astype(np.float64)).astype(a.dtype),
    "fma.rn.relu.{}x2": lambda a, b, c: np.maximum(
        (a.astype(np.float64) * b.astype(np.float64) + c.astype(np.float64)).astype(a.dtype), a.dtype.type(0)
    ),
}
OPERANDS = " {$w0}, {$r0}, {$r1}"


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kind", ["f16", "bf16"])
def test_instructions_on_halves_of_words_are_right(target: str, kind: str) -> None:
    dtype = np.dtype(np.float16) if kind == "f16" else np.dtype(ml_dtypes.bfloat16)
    a, b, c = ((RNG.integers(-40, 40, 2 * N) / 8).astype(dtype) for _ in range(3))
    b[:4] = np.array([np.inf, -np.inf, 3, 0], dtype)
    codes = tuple(code.format(kind) + OPERANDS + (", {$r2};" if code.startswith("fma") else ";") for code in HALVES)
    got = results(target, codes, np.int32, *(x.view(np.int32) for x in (a, b, c)))
    with np.errstate(invalid="ignore"):
        for row, reference, code in zip(got, HALVES.values(), codes, strict=True):
            want = reference(a, b, c).astype(np.float32)
            np.testing.assert_array_equal(row.view(dtype).astype(np.float32), want, err_msg=code)


def tf32(x: np.ndarray) -> np.ndarray:
    return np.where(np.isnan(x), np.int32(0x7FC00000), (x.view(np.int32) + 0x1000) & ~0x1FFF).astype(np.int32)


def integer(x: np.ndarray, dtype: Any, nan: int) -> np.ndarray:
    bounds = np.iinfo(dtype)
    return np.array([nan if v != v else within(int(np.clip(v, -1e30, 1e30)), bounds.min, bounds.max) for v in x])


def bits(x: np.ndarray) -> np.ndarray:
    return x.astype(np.float32).view(np.int32)


def unit(x: np.ndarray) -> np.ndarray:
    """What `.sat` gives: 0 for a NaN and for -0."""
    return bits(np.nan_to_num(np.clip(x, 0, 1)) + np.float32(0))


def finite_halves(high: np.ndarray, low: np.ndarray, rounding: str) -> np.ndarray:
    """As halves of a word: BFloat16 without the bits that it lacks, or the nearest Float16; the largest for more."""
    parts: list[np.ndarray] = []
    for x in (low, high):
        if rounding == "rz":
            half = bits(x).astype(np.int64) >> 16 & 0xFFFF
            half = np.where(np.isinf(x), half - 1, half)  # the largest number is the one below infinity
        else:
            half = np.clip(x, -65504, 65504).astype(np.float16).view(np.uint16).astype(np.int64)
        parts.append(np.where(np.isnan(x), 0x7FFF, half))
    return (parts[0] | parts[1] << 16).astype(np.uint32).view(np.int32)


def in_bytes(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    kept = (np.clip(x, -448, 448).astype(ml_dtypes.float8_e4m3fn).view(np.uint8) for x in (a, b))
    high, low_one = (x.astype(np.int32) for x in kept)
    return high << 8 | low_one


FLOATS: dict[str, Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]] = {
    "mul.sat.f32 {$w0}, {$r0}, {$r1};": lambda a, b, c: unit(a * b),
    "add.sat.f32 {$w0}, {$r0}, {$r1};": lambda a, b, c: unit(a + b),
    "cvt.sat.f32.f32 {$w0}, {$r0};": lambda a, b, c: unit(a),
    "copysign.f32 {$w0}, {$r0}, {$r2};": lambda a, b, c: bits(np.copysign(c, a)),
    "cvt.rna.tf32.f32 {$w0}, {$r0};": lambda a, b, c: tf32(a),
    "cvt.rz.satfinite.bf16x2.f32 {$w0}, {$r0}, {$r1};": lambda a, b, c: finite_halves(a, b, "rz"),
    "cvt.rn.satfinite.f16x2.f32 {$w0}, {$r1}, {$r0};": lambda a, b, c: finite_halves(b, a, "rn"),
    "cvt.rzi.s8.f32 {$w0}, {$r0};": lambda a, b, c: integer(a, np.int8, 0),
    "cvt.rni.s16.f32 {$w0}, {$r0};": lambda a, b, c: integer(np.rint(a), np.int16, 0),
    "{ .reg .f64 d; cvt.f64.f32 d, {$r0}; cvt.rzi.s32.f64 {$w0}, d; }": lambda a, b, c: integer(a, np.int32, -(2**31)),
    "{ .reg .b64 t; cvt.rzi.s64.f32 t, {$r0}; mov.b64 {_, {$w0}}, t; }": lambda a, b, c: (
        integer(a, np.int64, -(2**63)) >> 32
    ),
    "{ .reg .b16 t; cvt.rn.satfinite.e4m3x2.f32 t, {$r2}, {$r1}; cvt.u32.u16 {$w0}, t; }": lambda a, b, c: in_bytes(
        c, b
    ),
    "{ .reg .b16 t; cvt.rn.satfinite.e5m2x2.f32 t, {$r2}, {$r2}; cvt.rn.f16x2.e5m2x2 {$w0}, t; }": lambda a, b, c: (
        c.astype(ml_dtypes.float8_e5m2).astype(np.float16).view(np.int16).astype(np.int32) * 65537
    ),
}


@pytest.mark.parametrize("target", TARGETS)
def test_modifiers_of_float_instructions_are_kept(target: str) -> None:
    a, b, c = (RNG.uniform(-3, 3, N).astype(np.float32) for _ in range(3))
    a[:12] = [np.nan, np.inf, -np.inf, -0.0, 3e9, -3e9, 1e20, -1e20, 200, -200, 1e-40, 40000.5]
    b[12:14], c = [1000, -1000], np.abs(c) + np.float32(0.25)
    with np.errstate(invalid="ignore"):
        got = results(target, tuple(FLOATS), np.int32, *(x.view(np.int32) for x in (a, b, c)))
        for row, (code, reference) in zip(got, FLOATS.items(), strict=True):
            np.testing.assert_array_equal(row, reference(a, b, c).astype(np.int64).astype(np.int32), err_msg=code)


@cute.kernel
def memory_kernel(x: cute.Tensor, y: cute.Tensor):
    """Loads that fill a register by their sign, copies with zeros, a barrier that names no count, and a match."""
    i, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(INT, cute.make_layout((4, N)), 16)
    for k in cutlass.range_constexpr(4):
        s[k, i] = -5
    cute.arch.sync_threads()
    place, mine = x.iterator.toint(), (s.iterator + 4 * i).toint()
    read = [place + 2 * i, place + 16 * i, mine, i]
    y[0, i] = cute.arch.inline_ptx("ld.global.s16 {$w0}, [{$r0}];", write_only_types=[INT], read_only_args=read)
    high = cute.arch.inline_ptx(
        "{ .reg .b64 t; .reg .u64 policy; createpolicy.fractional.L2::evict_first.b64 policy, 1.0;"
        " ld.global.L1::no_allocate.L2::cache_hint.s32 t, [{$r1}], policy; shr.u64 {$w0}, t, 31; }",
        write_only_types=[WIDE],
        read_only_args=read,
    )
    y[1, i] = high.to(INT)
    cute.arch.inline_ptx(
        "{ .reg .b32 n; .reg .pred p; and.b32 n, {$r3}, 12; setp.ge.s32 p, {$r3}, 32; bar.sync 3;"
        " @!p cp.async.ca.shared.global [{$r2}], [{$r1}], 16, n;"
        " @p cp.async.ca.shared.global [{$r2}], [{$r1}], 8, p;"
        " cp.async.commit_group; cp.async.wait_group 0; }",
        read_only_args=read,
    )
    for k in cutlass.range_constexpr(4):
        y[2 + k, i] = s[k, i]
    y[6, i] = cute.arch.inline_ptx(
        "{ .reg .b32 t; and.b32 t, {$r3}, 3; match.any.sync.b32 {$w0}, t, 0xffffffff; }",
        write_only_types=[INT],
        read_only_args=read,
    )


@cute.jit
def memory(x: cute.Tensor, y: cute.Tensor):
    memory_kernel(x, y).launch(grid=1, block=N)


@pytest.mark.parametrize("target", TARGETS)
def test_modifiers_of_memory_instructions_are_kept(target: str) -> None:
    arrays, i = Arrays(target), np.arange(N)
    x = RNG.integers(-(2**31), 2**31, 4 * N).astype(np.int32)
    y = arrays.poisoned((7, N), np.int32)
    memory(arrays.put(x), y)
    got, words = arrays.get(y), x.reshape(N, 4).T
    np.testing.assert_array_equal(got[0], x.view(np.int16)[:N])
    np.testing.assert_array_equal(got[1], words[0] >> 31)
    copied = np.stack([np.where(i & 12 > 4 * k, words[k], 0) for k in range(4)])
    copied[:, 32:] = np.array([0, 0, -5, -5])[:, None]
    np.testing.assert_array_equal(got[2:6], copied)
    np.testing.assert_array_equal(got[6].view(np.uint32), 0x11111111 << (i & 3))


@cute.kernel
def tile_kernel(a: cute.Tensor, b: cute.Tensor, d: cute.Tensor):
    """A tile of 16 x 8 with `ldmatrix`, `mma.sync` and `stmatrix`."""
    lane, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    s_a = smem.allocate_tensor(cutlass.Float16, cute.make_layout((16, 16), stride=(16, 1)), 128)
    s_b = smem.allocate_tensor(cutlass.Float16, cute.make_layout((16, 8), stride=(8, 1)), 128)
    for k in range(lane, 256, 32):
        s_a[k // 16, k % 16] = a[k // 16, k % 16]
    for k in range(lane, 128, 32):
        s_b[k // 8, k % 8] = b[k // 8, k % 8]
    cute.arch.sync_threads()
    rows = [s_a.iterator.toint() + lane % 16 * 32 + lane // 16 * 16, s_b.iterator.toint() + lane % 16 * 16]
    a_words = cute.arch.inline_ptx(
        "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{$w0}, {$w1}, {$w2}, {$w3}}, [{$r0}];",
        write_only_types=[INT] * 4,
        read_only_args=rows,
    )
    b_words = cute.arch.inline_ptx(
        "ldmatrix.sync.aligned.x2.trans.m8n8.shared.b16 {{$w0}, {$w1}}, [{$r1}];",
        write_only_types=[INT] * 2,
        read_only_args=rows,
    )
    sums = cute.arch.inline_ptx(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {{$w0}, {$w1}, {$w2}, {$w3}},"
        " {{$r0}, {$r1}, {$r2}, {$r3}}, {{$r4}, {$r5}}, {{$r6}, {$r6}, {$r6}, {$r6}};",
        write_only_types=[FLOAT] * 4,
        read_only_args=[*a_words, *b_words, FLOAT(1.0)],
    )
    cute.arch.sync_threads()
    cute.arch.inline_ptx(
        "{ .reg .b32 u, v; cvt.rn.f16x2.f32 u, {$r2}, {$r1}; cvt.rn.f16x2.f32 v, {$r4}, {$r3};"
        " stmatrix.sync.aligned.m8n8.x2.shared.b16 [{$r0}], {u, v}; }",
        read_only_args=[rows[1], *sums],
    )
    cute.arch.sync_threads()
    for k in range(lane, 128, 32):
        d[k // 8, k % 8] = s_b[k // 8, k % 8]


@cute.jit
def tile(a: cute.Tensor, b: cute.Tensor, d: cute.Tensor):
    tile_kernel(a, b, d).launch(grid=1, block=32)


def tile_arguments() -> list[np.ndarray]:
    return [RNG.integers(-4, 5, shape).astype(np.float16) for shape in ((16, 16), (16, 8), (16, 8))]


@pytest.mark.parametrize("target", TARGETS)
def test_modifiers_of_matrix_instructions_are_kept(target: str) -> None:
    arrays, (a, b, _) = Arrays(target), tile_arguments()
    d = arrays.poisoned((16, 8), np.float16)
    tile(arrays.put(a), arrays.put(b), d)
    np.testing.assert_array_equal(arrays.get(d), a @ b + np.float16(1))


@cute.kernel
def bytes_kernel(a: cute.Tensor, b: cute.Tensor, d: cute.Tensor):
    lane, _, _ = cute.arch.thread_idx()
    d[lane, 0], d[lane, 1] = cute.arch.inline_ptx(
        "mma.sync.aligned.m8n8k16.row.col.s32.s8.u8.s32 {{$w0}, {$w1}}, {{$r0}}, {{$r1}}, {0, {$r0}};",
        write_only_types=[INT] * 2,
        read_only_args=[a[lane], b[lane]],
    )


@cute.jit
def products_of_bytes(a: cute.Tensor, b: cute.Tensor, d: cute.Tensor):
    bytes_kernel(a, b, d).launch(grid=1, block=32)


@pytest.mark.parametrize("target", TARGETS)
def test_products_of_bytes_are_exact(target: str) -> None:
    arrays = Arrays(target)
    a, b = (RNG.integers(-(2**31), 2**31, 32).astype(np.int32) for _ in range(2))
    d = arrays.poisoned((32, 2), np.int32)
    products_of_bytes(arrays.put(a), arrays.put(b), d)
    want = a.view(np.int8).reshape(8, 16).astype(np.int64) @ b.view(np.uint8).reshape(8, 16).astype(np.int64).T
    want[:, 1::2] += a.reshape(8, 4)
    np.testing.assert_array_equal(arrays.get(d).reshape(8, 8), want.astype(np.int32))


@cute.kernel
def cluster_kernel(y: cute.Tensor):
    """Each block reads its neighbour's shared memory, by `mapa` and by a mapped pointer, and arrives there."""
    i, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    s, bar = smem.allocate_tensor(INT, cute.make_layout(32), 16), smem.allocate_array(WIDE, 1)
    s[i] = 100 * block + i
    if i == 0:
        cute.arch.mbarrier_init(bar, 32)
        cute.arch.mbarrier_init_fence()
    cute.arch.inline_ptx("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;")
    other = 1 - cute.arch.inline_ptx("mov.u32 {$w0}, %cluster_ctarank;", write_only_types=[INT])
    y[0, block, i] = cute.arch.inline_ptx(
        "{ .reg .b32 p; mapa.shared::cluster.u32 p, {$r0}, {$r1}; ld.shared::cluster.s32 {$w0}, [p+4]; }",
        write_only_types=[INT],
        read_only_args=[s.iterator.toint() + i % 31 * 4, other],
    )
    mapped = i * 4 + cute.arch.map_dsmem_ptr(s.iterator + 1, other).toint() - 4
    y[1, block, i] = cute.arch.inline_ptx(
        "ld.shared::cluster.s32 {$w0}, [{$r0}];", write_only_types=[INT], read_only_args=[mapped]
    )
    cute.arch.inline_ptx(
        "{ .reg .b32 p; mapa.shared::cluster.u32 p, {$r0}, {$r1};"
        " mbarrier.arrive.release.cluster.shared::cluster.b64 _, [p]; }",
        read_only_args=[bar.toint(), other],
    )
    cute.arch.inline_ptx(
        "{ .reg .pred P; W: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 P, [{$r0}], 0; @!P bra W; }",
        read_only_args=[bar.toint()],
    )
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


@cute.jit
def cluster(y: cute.Tensor):
    cluster_kernel(y).launch(grid=4, block=32, cluster=2)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_blocks_of_a_cluster(target: str) -> None:
    arrays, i = Arrays(target), np.arange(32)
    y = arrays.poisoned((2, 4, 32), np.int32)
    cluster(y)
    blocks = 100 * (np.arange(4)[:, None] ^ 1)
    np.testing.assert_array_equal(arrays.get(y), [blocks + i % 31 + 1, blocks + i])


@pytest.mark.parametrize(
    "code",
    [
        *("cvt.rm.bf16x2.f32 {$w0}, {$r0}, {$r1};", "cvt.rz.sat.f32.s32 {$w0}, {$r0};"),
        *("min.xorsign.f32 {$w0}, {$r0}, {$r1};", "max.relu.s32 {$w0}, {$r0}, {$r1};"),
        "{ .reg .pred p, q; setp.near.f16x2 p|q, {$r0}, {$r1}; selp.b32 {$w0}, 1, 0, p; }",
        "mov.b32 {$w0}, 0; st.async.mmio.release.sys.global.b32 [{$r0}], {$r1};",
        "st.shared::cluster.b32 [{$r0}], 1; mov.b32 {$w0}, 0;",
        *("ld.local.b32 {$w0}, [{$r0}];", "mad.hi.sat.s32 {$w0}, {$r0}, {$r1}, {$r2};"),
    ],
)  # fmt: skip
def test_a_modifier_that_would_change_the_result_is_named(code: str) -> None:
    given = [np.ones(N, np.int32)] * 3
    with pytest.raises(DSLUserCodeError) as error:
        results("cpu", (code,), np.int32, *given)
    assert error.value.name == "inline-ptx-on-cpu"


@pytest.mark.parametrize("program", [apply, memory, tile, products_of_bytes, cluster])
def test_ptxas_assembles_it(program: Any, ptxas: Path) -> None:
    x = np.zeros(N, np.int32)
    rows = np.zeros((len(INTEGERS) + len(FLOATS), N), np.int32)
    arguments = {
        apply: [x, x, x, rows, (*INTEGERS, *FLOATS)],
        memory: [np.zeros(4 * N, np.int32), np.zeros((7, N), np.int32)],
        tile: tile_arguments(),
        products_of_bytes: [x[:32], x[:32], np.zeros((32, 2), np.int32)],
        cluster: [np.zeros((2, 4, 32), np.int32)],
    }[program]
    ptx = cute.compile(program, *arguments, options="--target cpu").artifacts.ptx("sm_90a")
    assert assemble(ptx, gpu_target("sm_90a"), ["-O1"], ptxas=str(ptxas)).spills == 0
