"""Multiplies into tensor memory against rationals: products of every type, scale factors, layouts, blocks of a pair."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tests.kernels.arrays import BLACKWELL
from tests.kernels.tcgen05_model import TARGET, Bench, Form, Operand, finite, put, scale_value, value
from tests.products import each_value, long


@pytest.fixture(autouse=True, params=BLACKWELL)
def machine(request: pytest.FixtureRequest) -> Iterator[None]:
    """Each test on the CPU, and on a GPU that has tensor memory."""
    token = TARGET.set(request.param)
    yield
    TARGET.reset(token)


PLAIN = Operand(0, leading=2048, stride=128)
A_AT, B_AT = 0, 1 << 15
CODES = {"e4m3": 0, "e5m2": 1, "e2m3": 3, "e3m2": 4, "e2m1": 5}


def dense(m: int, n: int, a: int, b: int, d: int = 1, more: int = 0) -> int:
    return d << 4 | a << 7 | b << 10 | n >> 3 << 17 | m >> 4 << 24 | more


def floats(words: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return words.astype(np.uint32).view(np.float32)


def single_products(kind_a: str, kind_b: str, depth: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """A with one code a row, each number of the type in turn, and B with all numbers."""
    rng = np.random.default_rng(7)
    numbers = finite(kind_a)
    a = np.zeros((128, depth), np.int64)
    for row in range(128):
        a[row, row % depth] = numbers[row % 16 * (len(numbers) // 16) + row // 16 % max(len(numbers) // 16, 1)]
    return a, rng.choice(finite(kind_b), (64, depth))


@pytest.mark.parametrize(("kind_a", "kind_b"), each_value(list(CODES), [*CODES][::-1]))
def test_products_of_narrow_floats_are_exact(kind_a: str, kind_b: str) -> None:
    a, b = single_products(kind_a, kind_b, 32)
    bench = Bench(columns=64)
    put(bench.image[0], A_AT, a, kind_a, PLAIN)
    put(bench.image[0], B_AT, b, kind_b, PLAIN)
    form, word = Form("f8f6f4"), dense(128, 64, CODES[kind_a], CODES[kind_b])
    found = floats(bench.run(form, PLAIN.descriptor(A_AT), PLAIN.descriptor(B_AT), word)[0])
    for row in range(128):
        left = value(int(a[row, row % 32]), kind_a)
        assert [Fraction(float(x)) for x in found[row]] == [left * value(int(y), kind_b) for y in b[:, row % 32]]


SUMS = [
    ("f16", "f16", "f16", 16, dense(128, 64, 0, 0)),
    ("f16", "bf16", "f16", 16, dense(128, 64, 1, 0)),
    ("tf32", "tf32", "tf32", 8, dense(128, 64, 2, 2)),
    ("i8", "s8", "u8", 32, dense(128, 64, 1, 0, 2)),
]
K_MAJOR = [
    Operand(0, leading=2048, stride=128),
    Operand(6, stride=256),
    Operand(4, stride=512),
    Operand(2, stride=1024),
]
MN_MAJOR = [
    Operand(0, True, leading=2048, stride=128),
    Operand(6, True, leading=256, stride=2048),
    Operand(4, True, leading=2048, stride=512),
    Operand(2, True, leading=4096, stride=1024),
]


def small(kind: str, shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """Codes of small integers, whose sums are exact."""
    numbers = rng.integers(-4, 5, shape)
    if kind in ("s8", "u8"):
        return numbers & 0xFF if kind == "s8" else numbers + 4
    if kind == "f16":
        return numbers.astype(np.float16).view(np.uint16).astype(np.int64)
    return (numbers.astype(np.float32).view(np.uint32) >> (16 if kind == "bf16" else 0)).astype(np.int64)


def exact(a: np.ndarray[Any, Any], kind_a: str, b: np.ndarray[Any, Any], kind_b: str) -> np.ndarray[Any, Any]:
    numbers = ([[float(value(int(c), kind)) for c in row] for row in x] for x, kind in ((a, kind_a), (b, kind_b)))
    left, right = map(np.array, numbers)
    return left @ right.T


@pytest.mark.parametrize(("kind", "kind_a", "kind_b", "depth", "word"), SUMS)
@pytest.mark.parametrize("how", K_MAJOR, ids=lambda how: f"swizzle{how.swizzle}")
def test_rows_along_k_in_every_swizzle(
    kind: str, kind_a: str, kind_b: str, depth: int, word: int, how: Operand
) -> None:
    rng = np.random.default_rng(5)
    a, b = small(kind_a, (128, depth), rng), small(kind_b, (64, depth), rng)
    bench = Bench(columns=64)
    put(bench.image[0], A_AT, a, kind_a, how)
    put(bench.image[0], B_AT, b, kind_b, how)
    bench.tmem[0] = rng.integers(0, 9, (128, 64)) if kind == "i8" else np.float32(3).view(np.uint32)
    found = bench.run(Form(kind), how.descriptor(A_AT), how.descriptor(B_AT), word, adds=True)[0]
    total = exact(a, kind_a, b, kind_b) + (bench.tmem[0] if kind == "i8" else 3)
    assert np.array_equal(found.view(np.int32) if kind == "i8" else floats(found), total)


@pytest.mark.parametrize("how", MN_MAJOR, ids=lambda how: f"swizzle{how.swizzle}")
def test_contiguous_rows_in_every_swizzle(how: Operand) -> None:
    rng = np.random.default_rng(6)
    a, b = small("f16", (128, 16), rng), small("f16", (64, 16), rng)
    bench = Bench(columns=64)
    put(bench.image[0], A_AT, a, "f16", how)
    put(bench.image[0], B_AT, b, "f16", how)
    word = dense(128, 64, 0, 0, more=3 << 15)
    found = bench.run(Form("f16"), how.descriptor(A_AT), how.descriptor(B_AT), word)[0]
    assert np.array_equal(floats(found), exact(a, "f16", b, "f16"))


def test_contiguous_rows_of_tf32_take_atoms_of_32_bytes() -> None:
    rng, how = np.random.default_rng(6), Operand(1, True, leading=1024, stride=4096)
    a, b = small("tf32", (128, 8), rng), small("tf32", (64, 8), rng)
    bench = Bench(columns=64)
    put(bench.image[0], A_AT, a, "tf32", how)
    put(bench.image[0], B_AT, b, "tf32", how)
    word = dense(128, 64, 2, 2, more=3 << 15)
    found = bench.run(Form("tf32"), how.descriptor(A_AT), how.descriptor(B_AT), word)[0]
    assert np.array_equal(floats(found), exact(a, "tf32", b, "tf32"))


def test_steps_along_k_inside_of_a_swizzled_row() -> None:
    rng, how = np.random.default_rng(8), Operand(2, stride=1024)
    a, b = small("f16", (128, 64), rng), small("f16", (64, 64), rng)
    bench = Bench(columns=64)
    put(bench.image[0], A_AT, a, "f16", how)
    put(bench.image[0], B_AT, b, "f16", how)
    form, word = Form("f16", steps=4), dense(128, 64, 0, 0)
    found = bench.run(form, how.descriptor(A_AT), how.descriptor(B_AT), word, step=(2, 2))[0]
    assert np.array_equal(floats(found), exact(a, "f16", b, "f16"))


def test_sixty_four_rows_lie_in_half_of_each_quarter() -> None:
    rng = np.random.default_rng(9)
    a, b = small("f16", (64, 16), rng), small("f16", (64, 16), rng)
    bench = Bench(columns=64)
    put(bench.image[0], A_AT, a, "f16", PLAIN)
    put(bench.image[0], B_AT, b, "f16", PLAIN)
    bench.tmem[0] = 77
    place = PLAIN.descriptor(A_AT), PLAIN.descriptor(B_AT)
    found = bench.run(Form("f16"), *place, dense(64, 64, 0, 0), d=16 << 16)[0]
    lanes = [m % 16 + 32 * (m // 16) + 16 for m in range(64)]
    assert np.array_equal(floats(found)[lanes], exact(a, "f16", b, "f16"))
    assert (np.delete(found, lanes, axis=0) == 77).all()


@pytest.mark.parametrize("rows", [32, 64, 128])
def test_stationary_multiplies_put_parts_of_n_into_other_lanes(rows: int) -> None:
    rng = np.random.default_rng(10)
    a, b = small("f16", (rows, 16), rng), small("f16", (64, 16), rng)
    bench = Bench(columns=64)
    put(bench.image[0], A_AT, a, "f16", PLAIN)
    put(bench.image[0], B_AT, b, "f16", PLAIN)
    place = PLAIN.descriptor(A_AT), PLAIN.descriptor(B_AT)
    found = floats(bench.run(Form("f16", stationary=True), *place, dense(rows, 64, 0, 0))[0])
    part = 64 * rows // 128
    parts = [found[rows * k : rows * (k + 1), :part] for k in range(128 // rows)]
    assert np.array_equal(np.concatenate(parts, 1), exact(a, "f16", b, "f16"))


def test_a_from_tensor_memory_masks_and_half_sums() -> None:
    rng = np.random.default_rng(11)
    a, b = small("f16", (128, 16), rng), small("f16", (64, 16), rng)
    bench = Bench(columns=128)
    bench.tmem[0, :, 64:72] = a[:, ::2] | a[:, 1::2] << 16
    bench.tmem[0, :, :64] = np.float16(2).view(np.uint16)
    put(bench.image[0], B_AT, b, "f16", PLAIN)
    masks = (1, 0, -(1 << 31), 0)
    form = Form("f16", a_in_tmem=True, lanes=masks, scale_d=1)
    found = bench.run(form, 64, PLAIN.descriptor(B_AT), dense(128, 64, 0, 0, d=0), adds=True)[0, :, :64]
    sums = (found & 0xFFFF).astype(np.uint16).view(np.float16)
    total = exact(a, "f16", b, "f16") + 1
    total[[0, 95]] = 2
    assert np.array_equal(sums, total)


@pytest.mark.parametrize("rows", [128, 256])
def test_two_blocks_share_b_and_divide_the_rows(rows: int) -> None:
    rng, half = np.random.default_rng(12), rows // 2
    a, b = small("f16", (rows, 16), rng), small("f16", (64, 16), rng)
    bench = Bench(group=2, columns=64)
    for block in range(2):
        put(bench.image[block], A_AT, a[half * block : half * (block + 1)], "f16", PLAIN)
        put(bench.image[block], B_AT, b[32 * block : 32 * (block + 1)], "f16", PLAIN)
    place = PLAIN.descriptor(A_AT), PLAIN.descriptor(B_AT)
    found = floats(bench.run(Form("f16", group=2), *place, dense(rows, 64, 0, 0)))
    if rows == 256:
        sums = found.reshape(256, 64)
    else:
        sums = np.concatenate([np.concatenate([one[:64, :32], one[64:, :32]], 1) for one in found])
    assert np.array_equal(sums, exact(a, "f16", b, "f16"))


@pytest.mark.parametrize(("rows", "group"), [(32, 1), (64, 1), (128, 2)])
def test_each_part_of_n_is_multiplied_with_the_rows_of_a_in_its_own_lanes(rows: int, group: int) -> None:
    """Two or four matrices A in tensor memory, one above the other: each with its own columns of B."""
    rng, lanes = np.random.default_rng(13), rows // group
    a, b = small("f16", (group * 128, 16), rng).reshape(group, 128, 16), small("f16", (64, 16), rng)
    bench, width = Bench(group=group, columns=128), 64 * lanes // 128
    bench.tmem[:, :, 64:72] = a[..., ::2] | a[..., 1::2] << 16
    for block in range(group):
        put(bench.image[block], B_AT, b[64 // group * block : 64 // group * (block + 1)], "f16", PLAIN)
    form = Form("f16", group, a_in_tmem=True, stationary=group == 1)
    found = floats(bench.run(form, 64, PLAIN.descriptor(B_AT), dense(rows, 64, 0, 0)))
    for block in range(group):
        for part in range(128 // lanes):
            own, columns = slice(lanes * part, lanes * (part + 1)), b[width * part : width * (part + 1)]
            assert np.array_equal(found[block][own, :width], exact(a[block][own], "f16", columns, "f16"))


# -- scale factors -----------------------------------------------------------------------------------------------------
SCALED = [
    ("mxf8f6f4", "1X", "e4m3", "e5m2", 32, 1, "ue8m0", 3),
    ("mxf8f6f4", None, "e2m3", "e3m2", 32, 1, "ue8m0", 1),
    ("mxf4", "2X", "packed", "packed", 64, 2, "ue8m0", 2),
    ("mxf4nvf4", "block32", "packed", "packed", 64, 2, "ue8m0", 0),
    ("mxf4nvf4", "4X", "packed", "packed", 64, 4, "ue4m3", 0),
]


def put_factors(tmem: np.ndarray[Any, Any], column: int, codes: np.ndarray[Any, Any], first: int) -> None:
    """Factors [row, block] into bytes of words, in all four quarters of lanes."""
    for row in range(codes.shape[0]):
        word = sum(int(code) << 8 * (first + s) for s, code in enumerate(codes[row]))
        tmem[row % 32 :: 32, column + row // 32] = word


LONG_ROWS = Operand(2, stride=1024)
TILE_BYTES = 128 * 128


@pytest.mark.parametrize("piece", [long(0), 3, long(6), 7])
@pytest.mark.parametrize(
    ("kind", "block", "scale", "first"),
    [("mxf4", 32, "ue8m0", 0), ("mxf4", 32, "ue8m0", 3), ("mxf4nvf4", 16, "ue4m3", 2), ("mxf4nvf4", 16, "ue4m3", 0)],
)
def test_96_products_of_a_row_that_goes_on_in_the_next_tile(
    kind: str, block: int, scale: str, first: int, piece: int
) -> None:
    """K = 96: rows of 48 bytes from any 16 on, of two tiles of 128 bytes a row; factors in more than one word."""
    rng = np.random.default_rng(17)
    bench, starts = Bench(columns=128), [TILE_BYTES * tile for tile in range(4)]
    codes = [rng.choice(finite("e2m1"), (rows, 512)) for rows in (128, 64)]
    for operand, numbers in enumerate(codes):
        for half in range(2):
            put(
                bench.image[0],
                starts[2 * operand + half],
                numbers[:, 256 * half : 256 * (half + 1)],
                "packed",
                LONG_ROWS,
            )
    low, high = (124, 130) if scale == "ue8m0" else (0x30, 0x40)
    factors = [rng.integers(low, high, (rows, 96 // block)) for rows in (128, 64)]
    for column, some in zip((64, 80), factors, strict=True):
        padded = np.concatenate([np.zeros((len(some), first), np.int64), some], 1)
        for word in range(0, padded.shape[1], 4):
            put_factors(bench.tmem[0], column + word, padded[:, word : word + 4], 0)
    long_row = 1 << 31
    word = (
        1 << 7 | 1 << 10 | 64 >> 3 << 17 | int(scale == "ue8m0") << 23 | 1 << 27 | first << 29 | first << 4 | long_row
    )
    places: list[int] = []
    for operand in range(2):
        place = LONG_ROWS.descriptor(starts[2 * operand] + 16 * piece) & ~(0x3FFF << 16)
        places.append(place | 1 << 52 | starts[2 * operand + 1] >> 4 << 16)
    form = Form(kind, scaled=True, scale_vector=f"block{block}")
    found = floats(bench.run(form, places[0], places[1], word, factors=(64, 80))[0, :, :64])
    used = slice(32 * piece, 32 * piece + 96)
    wide = [
        np.array([[float(value(int(c), "e2m1")) for c in row] for row in numbers[:, used]])
        * np.repeat([[float(scale_value(int(c), scale)) for c in row] for row in some], block, 1)
        for numbers, some in zip(codes, factors, strict=True)
    ]
    np.testing.assert_array_equal(found, (wide[0] @ wide[1].T).astype(np.float32))  # doubles hold these sums exactly


@pytest.mark.parametrize(("kind", "vector", "kind_a", "kind_b", "depth", "blocks", "scale", "first"), SCALED)
def test_scaled_products_are_exact(
    kind: str, vector: str | None, kind_a: str, kind_b: str, depth: int, blocks: int, scale: str, first: int
) -> None:
    rng = np.random.default_rng(13)
    names = ["e2m1" if one == "packed" else one for one in (kind_a, kind_b)]
    a, b = single_products(names[0], names[1], depth)
    bench = Bench(columns=128)
    put(bench.image[0], A_AT, a, kind_a, PLAIN)
    put(bench.image[0], B_AT, b, kind_b, PLAIN)
    low, high = (100, 150) if scale == "ue8m0" else (0, 0x7F)
    factors = [rng.integers(low, high, (rows, blocks)) for rows in (128, 64)]
    put_factors(bench.tmem[0], 64, factors[0], first)
    put_factors(bench.tmem[0], 96, factors[1], first)
    codes = (1, 1) if kind_a == "packed" else (CODES[kind_a], CODES[kind_b])
    word = codes[0] << 7 | codes[1] << 10 | 64 >> 3 << 17 | int(scale == "ue8m0") << 23 | 1 << 27
    word |= first << 29 | first << 4
    form = Form(kind, scaled=True, scale_vector=vector)
    place = PLAIN.descriptor(A_AT), PLAIN.descriptor(B_AT)
    found = floats(bench.run(form, *place, word, factors=(64, 96))[0, :, :64])
    for row in range(128):
        k = row % depth
        left = value(int(a[row, k]), names[0]) * scale_value(int(factors[0][row, k * blocks // depth]), scale)
        right = [
            value(int(b[n, k]), names[1]) * scale_value(int(factors[1][n, k * blocks // depth]), scale)
            for n in range(64)
        ]
        assert [Fraction(float(x)) for x in found[row]] == [left * one for one in right]


@pytest.mark.parametrize("rows", [128, 256])
def test_scaled_multiplies_of_a_pair(rows: int) -> None:
    """Each block has the factors of its rows and of all columns; with 64 rows, those of a half in two quarters."""
    rng, half = np.random.default_rng(14), rows // 2
    a, b = (rng.integers(0, 16, (count, 64)) for count in (rows, 64))
    scales = [rng.integers(0x30, 0x48, (count, 4)) for count in (rows, 64)]
    bench = Bench(group=2, columns=128)
    for block in range(2):
        own = slice(half * block, half * (block + 1))
        put(bench.image[block], A_AT, a[own], "packed", PLAIN)
        put(bench.image[block], B_AT, b[32 * block : 32 * (block + 1)], "packed", PLAIN)
        put_factors(bench.tmem[block], 64, scales[0][own], 0)
        if rows == 256:
            put_factors(bench.tmem[block], 96, scales[1], 0)
        else:
            put_factors(bench.tmem[block, :64], 96, scales[1][:32], 0)
            put_factors(bench.tmem[block, 64:], 96, scales[1][32:], 0)
    word = 1 << 7 | 1 << 10 | 64 >> 3 << 17 | rows >> 7 << 27
    place = PLAIN.descriptor(A_AT), PLAIN.descriptor(B_AT)
    form = Form("mxf4nvf4", group=2, scaled=True, scale_vector="block16")
    found = floats(bench.run(form, *place, word, factors=(64, 96)))[:, :, :64]
    numbers = []
    for codes, factors in ((a, scales[0]), (b, scales[1])):
        wide = [[float(value(int(c), "e2m1")) for c in row] for row in codes]
        by = [[float(scale_value(int(c), "ue4m3")) for c in row] for row in factors]
        numbers.append(np.array(wide) * np.repeat(np.array(by), 16, axis=1))
    if rows == 256:
        sums = found.reshape(256, 64)
    else:
        sums = np.concatenate([np.concatenate([one[:64, :32], one[64:, :32]], 1) for one in found])
    assert np.array_equal(sums, (numbers[0] @ numbers[1].T).astype(np.float32))
