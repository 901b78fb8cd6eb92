"""Roundings of inline PTX against exact fractions, bit by bit; predicates of shuffles; the upper word of 128 bits."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays
from tests.kernels.test_ptx_modifiers import N, results

MODES = ("rz", "rm", "rp")
FORMATS = {"f32": (24, -126, 127), "f64": (53, -1022, 1023), "f16": (11, -14, 15), "bf16": (8, -126, 127)}
"""Bits of the significand, the least and the largest exponent."""
WORDS: dict[str, Any] = {"f32": np.uint32, "f64": np.uint64, "f16": np.uint16, "bf16": np.uint16}
NUMBERS: dict[str, Any] = {"f32": np.float32, "f64": np.float64, "f16": np.float16, "bf16": ml_dtypes.bfloat16}


def rounded(exact: Fraction, mode: str, name: str, *, negative_zero: bool = False) -> float:
    """The number of a format next to an exact one, towards zero, down or up; what is too large is infinite or the
    largest."""
    bits, least, most = FORMATS[name]
    if exact == 0:
        return -0.0 if negative_zero else 0.0
    up = (mode == "rp" and exact > 0) or (mode == "rm" and exact < 0)
    size = abs(exact)
    exponent = max(size.numerator.bit_length() - size.denominator.bit_length() - 1, least)
    while Fraction(2) ** (exponent + 1) <= size:
        exponent += 1
    unit = Fraction(2) ** (exponent - bits + 1)
    count = size // unit + (up and size % unit != 0)
    found = count * unit
    if found >= Fraction(2) ** (most + 1):
        largest = (2 - Fraction(2) ** (1 - bits)) * Fraction(2) ** most
        found = float("inf") if up else largest
    return (-1.0 if exact < 0 else 1.0) * float(found)


def sqrt_rounded(x: Fraction, mode: str, name: str) -> float:
    """A root by one far longer than the format, whose last bit says whether there is more."""
    scale = 4**400
    root = isqrt(x.numerator * scale**2 // x.denominator)
    more = root * root * x.denominator != x.numerator * scale**2
    return rounded(Fraction(2 * root + more, 2 * scale), mode, name)


def sign(x: float) -> bool:
    return bool(np.signbit(x))


def summed(terms: list[float], mode: str, name: str) -> float:
    """Zeros of one sign stay so; where others cancel, the sum is -0 only when rounding down."""
    zeros = {sign(x) for x in terms} if not any(terms) else set[bool]()
    exact = sum(map(Fraction, terms), Fraction(0))
    return rounded(exact, mode, name, negative_zero=zeros == {True} or (zeros != {False} and mode == "rm"))


def fused(a: float, b: float, c: float, mode: str, name: str) -> float:
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    product = sign(a) != sign(b)
    both = product == sign(c)
    zero = sign(c) if Fraction(a) * Fraction(b) == 0 and c == 0 and both else mode == "rm"
    return rounded(exact, mode, name, negative_zero=zero)


OPS: dict[str, Callable[[float, float, float, str, str], float]] = {
    "add.{m}.{t} {$w0}, {$r0}, {$r1};": lambda a, b, c, m, t: summed([a, b], m, t),
    "sub.{m}.{t} {$w0}, {$r0}, {$r1};": lambda a, b, c, m, t: summed([a, -b], m, t),
    "mul.{m}.{t} {$w0}, {$r0}, {$r1};": lambda a, b, c, m, t: rounded(
        Fraction(a) * Fraction(b), m, t, negative_zero=sign(a) != sign(b)
    ),
    "fma.{m}.{t} {$w0}, {$r0}, {$r1}, {$r2};": lambda a, b, c, m, t: fused(a, b, c, m, t),
    "div.{m}.{t} {$w0}, {$r0}, {$r2};": lambda a, b, c, m, t: rounded(
        Fraction(a) / Fraction(c), m, t, negative_zero=sign(a) != sign(c)
    ),
    "rcp.{m}.{t} {$w0}, {$r2};": lambda a, b, c, m, t: rounded(1 / Fraction(c), m, t),
    "{{ .reg .{t} x; abs.{t} x, {$r0}; sqrt.{m}.{t} {$w0}, x; }}": lambda a, b, c, m, t: sqrt_rounded(
        abs(Fraction(a)), m, t
    ),
}


def spelled(code: str, mode: str, name: str) -> str:
    text = code.replace("{m}", mode).replace("{t}", name)
    return text.replace("{{", "{").replace("}}", "}") if text.startswith("{{") else text


def numbers(name: str) -> list[np.ndarray]:
    """Three numbers a thread, of all sizes: neighbours, subnormals, the largest, zeros; the last is not a zero."""
    random, (bits, least, most) = np.random.default_rng(7), FORMATS[name]
    kind = NUMBERS[name]
    wild = [np.ldexp(random.uniform(-2, 2, N), random.integers(least, most, N)).astype(kind) for _ in range(3)]
    near = [np.ldexp(random.uniform(-2, 2, N), random.integers(-30, 30, N)).astype(kind) for _ in range(3)]
    given = [np.where(np.arange(N) % 3 == 0, w, n).astype(kind) for w, n in zip(wild, near, strict=True)]
    tiny, large = np.ldexp(1.0, least - bits + 1), np.finfo(kind).max
    given[0][:10] = [0.0, -0.0, -0.0, 1.0, tiny, -tiny, large, -large, 3 * tiny, tiny]
    given[1][:10] = [-0.0, 0.0, -0.0, -1.0, 0.5, 0.25, large, -large, 0.5, -tiny]
    given[2][:10] = [1.0, -1.0, 3.0, 7.0, 3.0, -3.0, tiny, 0.3, -3.0, 3.0]
    return given


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["f32", "f64"])
def test_arithmetic_rounds_as_its_mode_says(target: str, name: str) -> None:
    given = numbers(name)
    codes = [(code, mode) for code in OPS for mode in MODES]
    found = results(target, tuple(spelled(code, mode, name) for code, mode in codes), NUMBERS[name], *given)
    for row, (code, mode) in zip(found, codes, strict=True):
        rows = [[float(x) for x in xs] for xs in zip(*given, strict=True)]
        want = np.array([OPS[code](a, b, c, mode, name) for a, b, c in rows], NUMBERS[name])
        np.testing.assert_array_equal(row.view(WORDS[name]), want.view(WORDS[name]), err_msg=f"{mode} {code}")


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("to", "source"), [("f32", "f64"), ("f16", "f32"), ("f16", "f64")])
def test_narrower_floats_round_as_their_mode_says(target: str, to: str, source: str) -> None:
    random, (bits, least, most) = np.random.default_rng(7), FORMATS[to]
    x = np.ldexp(random.uniform(-2, 2, N), random.integers(least - bits, most + 2, N)).astype(NUMBERS[source])
    x[8:10] = [np.ldexp(0.3, least - bits), np.ldexp(-0.3, least - bits)]  # less than half of the smallest number
    x[:8] = [0.0, -0.0, np.finfo(NUMBERS[source]).max, np.finfo(NUMBERS[source]).tiny, -1.0, np.inf, -np.inf, 65504.0]
    letter = {"f16": "b16", "f32": "b32"}[to]
    narrow = "cvt.{m}.{to}.{s} x, {$r0}; mov.{b} {$w0}, x;"
    codes = tuple("{ .reg ." + letter + " x; " + _filled(narrow, m, to, source, letter) + " }" for m in MODES)
    found = results(target, codes, {"b16": np.int16, "b32": np.int32}[letter], x, x, x)
    for row, mode in zip(found, MODES, strict=True):
        want = np.array([v if np.isinf(v) else _one(v, mode, to) for v in map(float, x)], NUMBERS[to])
        np.testing.assert_array_equal(row.view(WORDS[to]), want.view(WORDS[to]), err_msg=mode)


def _filled(code: str, mode: str, to: str, source: str, letter: str) -> str:
    for name, value in (("{m}", mode), ("{to}", to), ("{s}", source), ("{b}", letter)):
        code = code.replace(name, value)
    return code


def _one(value: float, mode: str, to: str) -> float:
    return rounded(Fraction(value), mode, to, negative_zero=sign(value))


@pytest.mark.parametrize("target", TARGETS)
def test_pairs_and_tf32_round_as_their_mode_says(target: str) -> None:
    random = np.random.default_rng(7)
    a, b = (np.ldexp(random.uniform(-2, 2, N), random.integers(-20, 14, N)).astype(np.float32) for _ in range(2))
    codes = ("cvt.rz.f16x2.f32 {$w0}, {$r0}, {$r1};", "cvt.rz.bf16x2.f32 {$w0}, {$r0}, {$r1};")
    codes += ("cvt.rz.tf32.f32 {$w0}, {$r0};", "cvt.rn.tf32.f32 {$w0}, {$r0};")
    halves, bhalves, cut, near = results(target, codes, np.int32, a, b, a)
    for row, name in ((halves, "f16"), (bhalves, "bf16")):
        want = [np.array([_one(float(v), "rz", name) for v in x], NUMBERS[name]).view(np.uint16) for x in (a, b)]
        np.testing.assert_array_equal(row.view(np.uint32), want[0].astype(np.uint32) << 16 | want[1])
    bits = a.view(np.uint32)
    np.testing.assert_array_equal(cut.view(np.uint32), bits & 0xFFFFE000)
    even = (bits + 0xFFF + (bits >> 13 & 1)) & 0xFFFFE000
    np.testing.assert_array_equal(near.view(np.uint32), even)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["f32", "f64"])
def test_floats_of_integers_round_as_their_mode_says(target: str, name: str) -> None:
    x = np.random.default_rng(7).integers(-(1 << 63), 1 << 63, N, dtype=np.int64) >> np.arange(N)
    x[:4] = [0, -(1 << 63), (1 << 63) - 1, -1]
    kinds = ("s64", "u64", "s32", "u32")
    texts = {
        kind: "{ .reg .b32 w; cvt.u32.u64 w, {$r0}; cvt.M.T.K {$w0}, w; }"
        if kind[1:] == "32"
        else "cvt.M.T.K {$w0}, {$r0};"
        for kind in kinds
    }
    cases = [(kind, mode) for kind in kinds for mode in MODES]
    codes = tuple(texts[kind].replace("M", mode).replace("T", name).replace("K", kind) for kind, mode in cases)
    found = results(target, codes, NUMBERS[name], x, x, x)
    for row, (kind, mode) in zip(found, cases, strict=True):
        words = x.astype({"s64": np.int64, "u64": np.uint64, "s32": np.int32, "u32": np.uint32}[kind])
        want = np.array([rounded(Fraction(int(v)), mode, name) for v in words], NUMBERS[name])
        np.testing.assert_array_equal(row.view(WORDS[name]), want.view(WORDS[name]), err_msg=f"{mode} {kind}")


@pytest.mark.parametrize("target", TARGETS)
def test_upper_words_of_128_bits(target: str) -> None:
    random = np.random.default_rng(7)
    a, b, c = (random.integers(-(1 << 63), 1 << 63, N, dtype=np.int64) for _ in range(3))
    a[:4], b[:4] = [-1, -(1 << 63), (1 << 63) - 1, 0], [-1, -(1 << 63), -(1 << 63), 5]
    codes = ("mul.hi.s64 {$w0}, {$r0}, {$r1};", "mul.hi.u64 {$w0}, {$r0}, {$r1};")
    signed, unsigned, added = results(target, (*codes, "mad.hi.s64 {$w0}, {$r0}, {$r1}, {$r2};"), np.int64, a, b, c)
    high = np.array([int(x) * int(y) >> 64 for x, y in zip(a, b, strict=True)], np.int64)
    np.testing.assert_array_equal(signed, high)
    tops = [int(x) * int(y) >> 64 for x, y in zip(a.view(np.uint64), b.view(np.uint64), strict=True)]
    np.testing.assert_array_equal(unsigned.view(np.uint64), np.array(tops, np.uint64))
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(added, high + c)


@cute.kernel
def shuffles_kernel(by: cute.Tensor, y: cute.Tensor, modes: cutlass.Constexpr, clamp: cutlass.Constexpr):
    lane, _, _ = cute.arch.thread_idx()
    for row, mode in enumerate(modes):
        code = "{ .reg .pred p; shfl.sync." + mode + ".b32 {$w0}|p, {$r0}, {$r1}, {$r2}, -1; selp.b32 {$w1}, 1, 0, p; }"
        types = [cutlass.Int32, cutlass.Int32]
        given = [lane * 3, by[row, lane], cutlass.Int32(clamp)]
        y[0, row, lane], y[1, row, lane] = cute.arch.inline_ptx(code, write_only_types=types, read_only_args=given)


@cute.jit
def shuffles(by: cute.Tensor, y: cute.Tensor, modes: cutlass.Constexpr, clamp: cutlass.Constexpr):
    shuffles_kernel(by, y, modes, clamp).launch(grid=1, block=32)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("segment", [32, 16, 8, 1])
def test_a_shuffle_says_whether_it_read_another_lane(target: str, segment: int) -> None:
    arrays, modes = Arrays(target), ("up", "down", "bfly", "idx")
    by = np.random.default_rng(7).integers(0, 32, (4, 32)).astype(np.int32)
    for last in (0, 31):
        y = arrays.put(np.zeros((2, 4, 32), np.int32))
        clamp = (32 - segment) << 8 | last
        shuffles(arrays.put(by), y, modes, clamp)
        found = arrays.get(y)
        mask = 32 - segment
        for row, mode in enumerate(modes):
            for lane in range(32):
                first, amount = lane & mask, int(by[row, lane])
                end = first | (last & ~mask)
                match mode:
                    case "up":
                        source, inside = lane - amount, lane - amount >= end
                    case "down":
                        source, inside = lane + amount, lane + amount <= end
                    case "bfly":
                        source, inside = lane ^ amount, lane ^ amount <= end
                    case _:
                        source = first | (amount & ~mask)
                        inside = source <= end
                assert found[1, row, lane] == inside, (mode, lane)
                if inside:
                    assert found[0, row, lane] == 3 * (source & 31), (mode, lane)


@pytest.mark.parametrize("code", ["add.rz.f16 {$w0}, {$r0}, {$r1};", "mul.lo.rz.s32 {$w0}, {$r0}, {$r1};"])
def test_instructions_without_such_a_rounding_are_refused(code: str) -> None:
    x = np.zeros(N, np.int32)
    with pytest.raises(DSLUserCodeError) as caught:
        results("cpu", (code,), np.int32, x, x, x)
    assert caught.value.name == "inline-ptx-on-cpu"
