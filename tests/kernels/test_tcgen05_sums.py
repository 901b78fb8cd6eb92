"""Sums of tcgen05.mma against rationals, by the bounds that docs/cpu.md states, of every kind, both groups and places.

Operands are random codes of all finite numbers of a type, D holds random floats before. Source of the layouts: PTX ISA.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tests.kernels.arrays import BLACKWELL
from tests.kernels.tcgen05_model import TARGET, Bench, Form, Operand, finite, put, scale_value, value

A_AT, B_AT, N = 0, 32768, 64
PLAIN = Operand(0, leading=2048, stride=128)
SFA_AT, SFB_AT, A_TMEM_AT = 64, 80, 96
NARROW = {"e4m3": 0, "e5m2": 1, "e2m3": 3, "e3m2": 4, "e2m1": 5}
CODES = {"f16": 0, "bf16": 1, "tf32": 2, "u8": 0, "s8": 1, **NARROW, "packed": 1}
SAMPLE = (0, 1, 31, 32, 63, 64, 101, 127)
"""Rows that are compared: one Fraction a product is slow."""
F32, F64, F16 = Fraction(1, 1 << 24), Fraction(1, 1 << 53), Fraction(1, 1 << 11)


@pytest.fixture(autouse=True, params=BLACKWELL)
def target(request: pytest.FixtureRequest) -> Any:
    token = TARGET.set(request.param)
    yield
    TARGET.reset(token)


@dataclass(frozen=True)
class Case:
    """A multiply: the kind, its types ("packed": e2m1, two a byte), and the scale factors of a row if it has any."""

    kind: str
    a: str
    b: str
    depth: int
    scales: int = 0
    scale: str = "ue8m0"
    vector: str | None = None
    group: int = 1
    a_in_tmem: bool = False
    negated: tuple[bool, bool] = (False, False)
    half: bool = False

    def __str__(self) -> str:
        marks = [f"cg{self.group}", *(["ts"] if self.a_in_tmem else []), *(["half"] if self.half else [])]
        return "-".join((self.kind, self.a, self.b, self.vector or "", *marks))


FLOATS = [
    *(Case("f16", a, b, 16) for a in ("f16", "bf16") for b in ("f16", "bf16")),
    Case("f16", "f16", "f16", 16, half=True),
    Case("tf32", "tf32", "tf32", 8),
    *(Case("f8f6f4", a, b, 32) for a in NARROW for b in NARROW),
    Case("f8f6f4", "e2m1", "e3m2", 32, half=True),
]
SCALED = [
    *(Case("mxf8f6f4", a, b, 32, 1, vector="1X") for a in NARROW for b in NARROW),
    Case("mxf4", "packed", "packed", 64, 2, vector="2X"),
    Case("mxf4nvf4", "packed", "packed", 64, 2, vector="block32"),
    Case("mxf4nvf4", "packed", "packed", 64, 4, "ue4m3", "4X"),
    Case("mxf4nvf4", "packed", "packed", 64, 4, vector="block16"),
]
SOME = [
    *(
        one
        for one in FLOATS
        if (one.a, one.b) in (("f16", "f16"), ("bf16", "bf16"), ("tf32", "tf32"), ("e4m3", "e2m1"))
    ),
    *(one for one in FLOATS if (one.a, one.b) in (("e2m3", "e5m2"), ("e2m1", "e3m2"))),
    *(one for one in SCALED if (one.a, one.b) in (("e4m3", "e2m3"), ("e2m1", "e5m2")) or one.a == "packed"),
]
"""Each kind and each width."""


def codes_of(kind: str, shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """Random codes; those of 16 and 32 bits of numbers between -4 and 4, whose sums do not overflow."""
    if kind in NARROW or kind == "packed":
        return rng.choice(finite("e2m1" if kind == "packed" else kind), shape)
    numbers = rng.uniform(-4, 4, shape)
    if kind == "f16":
        return numbers.astype(np.float16).view(np.uint16).astype(np.int64)
    words = numbers.astype(np.float32).view(np.uint32).astype(np.int64)
    return words >> 16 if kind == "bf16" else words


def in_words(codes: np.ndarray[Any, Any], kind: str) -> np.ndarray[Any, Any]:
    """A's rows as words of tensor memory: element 0 lowest; e2m1 of kind f8f6f4 in bits 5 to 2 of a byte."""
    bits = {"packed": 4, "f16": 16, "bf16": 16, "tf32": 32}.get(kind, 8)
    each, shift = 32 // bits, 2 if kind == "e2m1" else 0
    words = np.zeros((codes.shape[0], codes.shape[1] // each), np.int64)
    for k in range(each):
        words |= codes[:, k::each] << (bits * k + shift)
    return words.astype(np.uint32)


def factors_into(tmem: np.ndarray[Any, Any], column: int, codes: np.ndarray[Any, Any]) -> None:
    for row in range(codes.shape[0]):
        tmem[row % 32 :: 32, column + row // 32] = sum(int(code) << 8 * s for s, code in enumerate(codes[row]))


def numbers(codes: np.ndarray[Any, Any], kind: str, factors: np.ndarray[Any, Any] | None, scale: str) -> list[Fraction]:
    """A row as rationals, with its factors."""
    name, depth = "e2m1" if kind == "packed" else kind, len(codes)
    found = [value(int(code), name) for code in codes]
    if factors is None:
        return found
    return [x * scale_value(int(factors[k * len(factors) // depth]), scale) for k, x in enumerate(found)]


def check(case: Case, seed: int) -> None:
    rng, rows = np.random.default_rng(seed), 128 * case.group
    a, b = codes_of(case.a, (rows, case.depth), rng), codes_of(case.b, (N, case.depth), rng)
    bench = Bench(group=case.group, columns=128)
    low, high = (120, 134) if case.scale == "ue8m0" else (0, 0x7F)
    scales = [rng.integers(low, high, (count, case.scales)) if case.scales else None for count in (rows, N)]
    before = rng.uniform(-99, 99, (case.group, 128, N)).astype(np.float16 if case.half else np.float32)
    for block in range(case.group):
        own, part = slice(128 * block, 128 * (block + 1)), N // case.group
        memory = bench.tmem[block]
        memory[:, :N] = before[block].view(np.uint16 if case.half else np.uint32)
        if case.a_in_tmem:
            words = in_words(a[own], case.a)
            memory[:, A_TMEM_AT : A_TMEM_AT + words.shape[1]] = words
        else:
            put(bench.image[block], A_AT, a[own], case.a, PLAIN)
        put(bench.image[block], B_AT, b[part * block : part * (block + 1)], case.b, PLAIN)
        if scales[0] is not None and scales[1] is not None:
            factors_into(memory, SFA_AT, scales[0][own])
            factors_into(memory, SFB_AT, scales[1])
    word = CODES[case.a] << 7 | CODES[case.b] << 10 | N >> 3 << 17 | case.negated[0] << 13 | case.negated[1] << 14
    word |= (
        rows >> 7 << 27 | int(case.scale == "ue8m0") << 23 if case.scales else rows >> 4 << 24 | int(not case.half) << 4
    )
    form = Form(case.kind, case.group, case.a_in_tmem, case.vector, bool(case.scales))
    left = A_TMEM_AT if case.a_in_tmem else PLAIN.descriptor(A_AT)
    found = bench.run(form, left, PLAIN.descriptor(B_AT), word, adds=True, factors=(SFA_AT, SFB_AT))[:, :, :N]
    sums = (found & 0xFFFF).astype(np.uint16).view(np.float16) if case.half else found.view(np.float32)
    sign = -1 if case.negated[0] != case.negated[1] else 1
    right = [numbers(b[n], case.b, None if scales[1] is None else scales[1][n], case.scale) for n in range(0, N, 5)]
    for row in SAMPLE:
        block = case.group - 1
        at = 128 * block + row
        one = numbers(a[at], case.a, None if scales[0] is None else scales[0][at], case.scale)
        for n, other in zip(range(0, N, 5), right, strict=True):
            terms = [sign * x * y for x, y in zip(one, other, strict=True)]
            start = Fraction(float(before[block, row, n]))
            exact, size = start + sum(terms), abs(start) + sum(map(abs, terms))
            error = abs(Fraction(float(sums[block, row, n])) - exact)
            bound = 2 * F64 * case.depth * size + F32 * abs(exact) if case.scales else F32 * case.depth * size
            bound += F16 * abs(exact) + Fraction(1, 1 << 25) if case.half else 0
            assert error <= bound * (1 + F32 * case.depth), (row, n, float(error), float(bound))


@pytest.mark.parametrize("case", [*FLOATS, *SCALED], ids=str)
def test_sums_of_a_block_keep_the_bound(case: Case) -> None:
    check(case, 1)


@pytest.mark.parametrize("case", [replace(one, group=2) for one in SOME], ids=str)
def test_sums_of_a_pair_keep_the_bound(case: Case) -> None:
    check(case, 2)


@pytest.mark.parametrize("case", [replace(one, a_in_tmem=True) for one in SOME], ids=str)
def test_sums_with_a_from_tensor_memory_keep_the_bound(case: Case) -> None:
    check(case, 3)


@pytest.mark.parametrize("negated", [(True, False), (False, True), (True, True)])
@pytest.mark.parametrize("case", [SOME[0], SCALED[0], SCALED[-2]], ids=str)
def test_operands_can_be_negated(case: Case, negated: tuple[bool, bool]) -> None:
    check(replace(case, negated=negated), 4)


@pytest.mark.parametrize("group", [1, 2])
@pytest.mark.parametrize("saturates", [False, True])
@pytest.mark.parametrize("kinds", [("s8", "s8"), ("u8", "s8"), ("s8", "u8"), ("u8", "u8")])
def test_integers_wrap_or_saturate(kinds: tuple[str, str], saturates: bool, group: int) -> None:
    rng, rows = np.random.default_rng(5), 128 * group
    codes = [rng.integers(0, 256, (count, 32)) for count in (rows, N)]
    before = rng.choice([2**31 - 1, -(2**31), 0, 5], (group, 128, N))
    bench = Bench(group=group, columns=N)
    bench.tmem[:] = before.astype(np.int32).view(np.uint32)
    for block in range(group):
        put(bench.image[block], A_AT, codes[0][128 * block : 128 * (block + 1)], kinds[0], PLAIN)
        part = N // group
        put(bench.image[block], B_AT, codes[1][part * block : part * (block + 1)], kinds[1], PLAIN)
    word = int(saturates) << 3 | 2 << 4 | CODES[kinds[0]] << 7 | CODES[kinds[1]] << 10 | N >> 3 << 17 | rows >> 4 << 24
    place = PLAIN.descriptor(A_AT), PLAIN.descriptor(B_AT)
    found = bench.run(Form("i8", group), *place, word, adds=True).view(np.int32).reshape(rows, N)
    wide = [np.where((kind == "s8") & (code > 127), code - 256, code) for kind, code in zip(kinds, codes, strict=True)]
    total = wide[0] @ wide[1].T + before.reshape(rows, N)
    low, high = -(2**31), 2**31 - 1
    wanted = np.clip(total, low, high) if saturates else (total - low) % 2**32 + low
    np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("rows_contiguous", [False, True])
@pytest.mark.parametrize(("rows", "shift", "code"), [(32, 3, 1), (64, 16, 2), (128, 32, 3)])
def test_columns_of_b_begin_further(rows: int, shift: int, code: int, rows_contiguous: bool) -> None:
    """Bits 30 and 31 of the descriptor say the most: 8, 16 or 32. The columns after N lie after them in B."""
    rng, parts = np.random.default_rng(8), 128 // rows
    a, b = (rng.integers(-4, 5, (count, 16)).astype(np.float16) for count in (rows, N + 32))
    wide, bench = (N + 32) // 8 * 128, Bench(columns=N)
    how = Operand(0, True, leading=wide, stride=128) if rows_contiguous else Operand(0, leading=wide, stride=128)
    for at, operand, lies in ((A_AT, a, PLAIN), (B_AT, b, how)):
        put(bench.image[0], at, operand.view(np.uint16).astype(np.int64), "f16", lies)
    word = 1 << 4 | N >> 3 << 17 | rows >> 4 << 24 | code << 30 | int(rows_contiguous) << 16
    form = Form("f16", stationary=True, zero_columns=shift << 56)
    found = bench.run(form, PLAIN.descriptor(A_AT), how.descriptor(B_AT), word)[0].view(np.float32)
    wanted = a.astype(np.float32) @ b[shift : shift + N].astype(np.float32).T
    width = N // parts
    for part in range(parts):
        lanes, columns = slice(rows * part, rows * (part + 1)), slice(width * part, width * (part + 1))
        np.testing.assert_array_equal(found[lanes, :width], wanted[:, columns])


@pytest.mark.parametrize("rows", [32, 64, 128])
def test_columns_that_count_as_zero(rows: int) -> None:
    """Runs of 3 used and 2 skipped columns: each part of N begins somewhere in a run of its own."""
    rng, parts = np.random.default_rng(6), 128 // rows
    a, b = (rng.integers(-4, 5, (count, 16)).astype(np.float16) for count in (rows, N))
    used, skipped, starts, skips_first = 3, 2, (0, 2, 1, 0), (0, 0, 1, 1)
    mask = 1 << 39 | skipped - 1 << 40 | used - 1 << 48
    for part in range(4):
        mask |= starts[part] << 8 * part | skips_first[part] << 32 + part
    bench = Bench(columns=N)
    for at, operand in ((A_AT, a), (B_AT, b)):
        put(bench.image[0], at, operand.view(np.uint16).astype(np.int64), "f16", PLAIN)
    word = 1 << 4 | N >> 3 << 17 | rows >> 4 << 24
    form = Form("f16", stationary=True, zero_columns=mask)
    found = bench.run(form, PLAIN.descriptor(A_AT), PLAIN.descriptor(B_AT), word)[0].view(np.float32)
    width = N // parts
    runs = {0: "uuuss" * 20, 1: "ssuuu" * 20}
    for part in range(parts):
        run = runs[skips_first[part]][starts[part] :]
        for column in range(width):
            n = part * width + column
            wanted = a.astype(np.float32) @ b[n].astype(np.float32) * (run[column] == "u")
            np.testing.assert_array_equal(found[rows * part : rows * (part + 1), column], wanted)
