"""Every kind of `tcgen05.mma` with every M, the least and greatest N and some between, and where each sum lies.

Source: PTX ISA, "Matrix and Data Movement Shape" and "Organization of data in tensor memory".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from cutedsl.arch.tensor_memory import DENSE_KINDS, KINDS
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import BLACKWELL
from tests.kernels.tcgen05_model import TARGET, Bench, Form, Operand, put, value
from tests.products import each_value

FACTORS_A, FACTORS_B = 384, 400
A_AT, B_AT = 0, 1 << 15


@pytest.fixture(autouse=True, params=BLACKWELL)
def machine(request: pytest.FixtureRequest) -> Iterator[None]:
    """Each test on the CPU, and on a GPU that has tensor memory."""
    token = TARGET.set(request.param)
    yield
    TARGET.reset(token)


@dataclass(frozen=True)
class Kind:
    """Types of A and B with their codes in a descriptor, K, codes of small numbers, and a factor of 1."""

    a: str
    b: str
    codes: tuple[int, int]
    depth: int
    numbers: tuple[tuple[int, ...], tuple[int, ...]]
    sums: int = 1
    scale: int = 0
    e8m0: bool = True
    vector: str | None = None

    def decoded(self, which: int, codes: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        name = (self.a, self.b)[which]
        name = "e2m1" if name == "packed" else name
        return np.vectorize(lambda code: float(value(int(code), name)))(codes)


HALVES = tuple(int(np.float16(x).view(np.uint16)) for x in (-2, -1, 0, 1, 3))
SINGLES = tuple(int(np.float32(x).view(np.uint32)) for x in (-2, -1, 0, 1, 3))
BYTES = (0x00, 0x38, 0xB8, 0x40, 0xC4)
NIBBLES = tuple(range(16))
EIGHT = {"a": "e4m3", "b": "e4m3", "depth": 32, "numbers": (BYTES, BYTES)}
FOUR = {"a": "packed", "b": "packed", "codes": (1, 1), "depth": 64, "numbers": (NIBBLES, NIBBLES)}
TABLE = {
    "f16": Kind("f16", "f16", (0, 0), 16, (HALVES, HALVES)),
    "tf32": Kind("tf32", "tf32", (2, 2), 8, (SINGLES, SINGLES)),
    "f8f6f4": Kind(codes=(0, 0), **EIGHT),
    "i8": Kind("s8", "u8", (1, 0), 32, ((0, 1, 255, 128, 127), (0, 1, 255, 128, 7)), 2),
    "mxf8f6f4": Kind(codes=(0, 0), scale=127, vector="block32", **EIGHT),
    "mxf4": Kind(scale=127, vector="block32", **FOUR),
    "mxf4nvf4": Kind(scale=0x38, e8m0=False, vector="block16", **FOUR),
}


def rows_of(kind: str, group: int, stationary: bool) -> tuple[int, ...]:
    if stationary:
        return 32, 64, 128
    return (128, 256) if group == 2 else (64, 128) if kind in DENSE_KINDS else (128,)


def columns_of(kind: str, group: int, stationary: bool) -> tuple[int, ...]:
    if stationary:
        return 64, 128, 256
    if kind == "i8":
        return (32, 96, 256) if group == 2 else (8, 24, 32, 48, 144, 256)
    return (16, 48, 144, 256) if group == 2 else (8, 24, 136, 256)


def word_of(kind: str, m: int, n: int) -> int:
    of = TABLE[kind]
    word = of.codes[0] << 7 | of.codes[1] << 10 | n >> 3 << 17
    return word | (of.sums << 4 | m >> 4 << 24 if kind in DENSE_KINDS else m >> 7 << 27 | int(of.e8m0) << 23)


def places(m: int, n: int, group: int, stationary: bool) -> tuple[np.ndarray[Any, Any], ...]:
    """The block, lane and column of each sum."""
    row, column = np.meshgrid(np.arange(m), np.arange(n), indexing="ij")
    block = row // (m // group)
    row = row % (m // group)
    if group == 2 and m == 128:
        return block, row + 64 * (column >= n // 2), column % (n // 2)
    if stationary:
        part = n * m // 128
        return block, row + m * (column // part), column % part
    if m == 64:
        return block, row % 16 + 32 * (row // 16), column
    return block, row, column


def operands(kind: str, m: int, n: int, group: int, bench: Bench) -> tuple[np.ndarray[Any, Any], tuple[int, int]]:
    """Puts A and B into shared memory, factors of 1 into tensor memory; the product, and the descriptors."""
    of, rng = TABLE[kind], np.random.default_rng(m * n)
    a, b = (rng.choice(of.numbers[k], (count, of.depth)) for k, count in enumerate((m, n)))
    hows = [Operand(0, leading=16 * count // group, stride=128) for count in (m, n)]
    for block in range(group):
        for codes, at, name, how in ((a, A_AT, of.a, hows[0]), (b, B_AT, of.b, hows[1])):
            part = len(codes) // group
            put(bench.image[block], at, codes[part * block : part * (block + 1)], name, how)
    bench.tmem[:, :, FACTORS_A : FACTORS_B + 16] = of.scale * 0x01010101
    product = of.decoded(0, a) @ of.decoded(1, b).T
    return product, (hows[0].descriptor(A_AT), hows[1].descriptor(B_AT))


def check(kind: str, group: int, stationary: bool) -> None:
    of = TABLE[kind]
    form = Form(kind, group, scaled=kind not in DENSE_KINDS, scale_vector=of.vector, stationary=stationary)
    for m in rows_of(kind, group, stationary):
        for n in columns_of(kind, group, stationary):
            bench = Bench(group=group)
            product, (a, b) = operands(kind, m, n, group, bench)
            found = bench.run(form, a, b, word_of(kind, m, n), factors=(FACTORS_A, FACTORS_B))
            sums = found[places(m, n, group, stationary)]
            sums = sums.view(np.int32) if kind == "i8" else sums.view(np.float32)
            np.testing.assert_array_equal(sums, product, err_msg=f"M {m}, N {n}")


@pytest.mark.parametrize(("kind", "group"), each_value(list(KINDS), [1, 2]))
def test_every_shape_of_a_kind_is_exact(kind: str, group: int) -> None:
    check(kind, group, stationary=False)


@pytest.mark.parametrize("kind", DENSE_KINDS)
def test_every_shape_of_a_stationary_kind_is_exact(kind: str) -> None:
    check(kind, 1, stationary=True)


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize(
    ("kind", "group", "stationary", "m", "n"),
    [
        *(("f16", 1, False, m, 64) for m in (32, 256)),
        *(("f16", 2, False, m, 64) for m in (64, 512)),
        *(("f16", 2, False, 128, n) for n in (8, 24)),
        ("f16", 1, False, 128, 264),
        *(("i8", 1, False, 128, n) for n in (40, 56)),
        *(("i8", 2, False, 256, n) for n in (16, 48)),
        ("mxf4", 1, False, 256, 64),
        *(("tf32", 1, True, 64, n) for n in (32, 96)),
    ],
)
def test_other_shapes_are_refused(kind: str, group: int, stationary: bool, m: int, n: int) -> None:
    form = Form(kind, group, scaled=kind == "mxf4", scale_vector=TABLE[kind].vector, stationary=stationary)
    how = Operand(0, leading=2048, stride=128)
    word = word_of(kind, m % 512, n) & 0xFFFFFFFF
    with pytest.raises(DSLUserCodeError, match=r"M is|N is") as caught:
        Bench(group=group).run(form, how.descriptor(A_AT), how.descriptor(B_AT), word, factors=(FACTORS_A, FACTORS_B))
    assert caught.value.name == "matrix-descriptor"
