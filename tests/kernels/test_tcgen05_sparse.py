"""Multiplies of a sparse A: as the whole matrix would be, whatever places its metadata names.

The whole A is made first, then halved; its metadata goes where the BSD-3 headers put it, as a layout from (row, bit
along K) to (bit, lane, column). Sums are of small integers, and exact.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cutedsl.checker import checking
from cutedsl.errors import DSLUserCodeError
from cutedsl.layout import Layout
from tests.kernels.tcgen05_model import Bench, Form, Operand, put, value
from tests.products import each_value

A_AT, B_AT, N, META = 0, 1 << 15, 64, 256
PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 1), (2, 3))
"""The places of the two that are kept of four, as the ISA lists them."""
ROWS_OF_HALVES = Layout(((8, 2, 8), 16, 2), ((32, 16, 16 * 32), 1, 8 * 32))
"""(row, bit along K inside of a lane, lane of K) to bits of a column: rows 8 apart share a word."""
SPARSE = 1 << 2


class Kind:
    """A kind: its types, the elements of a chunk of K and how many lie together, K, and the codes of small integers."""

    def __init__(self, a: str, depth: int, word: int, chunk: int = 4, together: int = 1, **form: Any) -> None:
        self.a, self.depth, self.word, self.chunk, self.together, self.form = a, depth, word, chunk, together, form


def dense(a: int, b: int, d: int = 1) -> int:
    return d << 4 | a << 7 | b << 10


KINDS = {
    "f16": Kind("f16", 32, dense(0, 0)),
    "tf32": Kind("tf32", 16, dense(2, 2), chunk=2),
    "f8f6f4": Kind("e4m3", 64, dense(0, 0)),
    "i8": Kind("s8", 64, dense(1, 1, 2)),
    "mxf8f6f4": Kind("e4m3", 64, 1 << 23, scaled=True, scale_vector="block32"),
    "mxf4": Kind("packed", 128, 1 << 7 | 1 << 10 | 1 << 23, 8, 2, scaled=True, scale_vector="block32"),
    "mxf4nvf4": Kind("packed", 128, 1 << 7 | 1 << 10, 8, 2, scaled=True, scale_vector="block16"),
}


def codes_of(numbers: np.ndarray[Any, Any], kind: str) -> np.ndarray[Any, Any]:
    if kind == "s8":
        return numbers & 0xFF
    if kind in ("f16", "tf32"):
        wide = numbers.astype(np.float16 if kind == "f16" else np.float32)
        return wide.view(np.uint16 if kind == "f16" else np.uint32).astype(np.int64)
    name = "e2m1" if kind == "packed" else kind
    table = {int(value(code, name)): code for code in range(8 if name == "e2m1" else 127) if value(code, name) % 1 == 0}
    return np.vectorize(lambda x: table[abs(x)] | (x < 0) << (3 if name == "e2m1" else 7))(numbers)


def halved(of: Kind, rows: int, rng: np.random.Generator) -> tuple[np.ndarray[Any, Any], ...]:
    """The whole A, what is stored of it, and the 4 bits of each chunk."""
    chunks = of.depth // of.chunk
    stored = rng.integers(1, 4, (rows, of.depth // 2)) * rng.choice((-1, 1), (rows, of.depth // 2))
    whole, bits = np.zeros((rows, of.depth), np.int64), np.zeros((rows, chunks), np.int64)
    choices = ((0, 1), (2, 3)) if of.a == "tf32" else PAIRS
    for row in range(rows):
        for c in range(chunks):
            pair = choices[rng.integers(len(choices))]
            bits[row, c] = pair[0] | pair[1] << 2
            kept = [pair[0] // 2] if of.a == "tf32" else [p * of.together + j for p in pair for j in range(of.together)]
            whole[row, [c * of.chunk + k for k in kept]] = stored[row, c * of.chunk // 2 : (c + 1) * of.chunk // 2]
    return whole, stored, bits


def put_metadata(
    tmem: np.ndarray[Any, Any], of: Kind, bits: np.ndarray[Any, Any], column: int, high: int | None = None
) -> None:
    """Writes the bits of the rows, 4 for a chunk; with `high`, those of 16 rows in each quarter, from that lane on."""
    for (row, c), code in np.ndenumerate(bits):
        at = 4 * c
        if of.a in ("f16", "tf32"):
            place = ROWS_OF_HALVES((row % 8 + 8 * (row // 8 % 2) + 16 * (row // 16), at % 16, at // 16))
            lane, bit, further = place // 32, place % 32, 0
        else:
            lane, bit, further = row, at % 32, at // 32
        lane += 0 if high is None else 16 * (row // 16) + high
        tmem[lane, column + further] |= np.uint32(int(code) << bit)


def put_all(
    name: str, group: int, bench: Bench, rng: np.random.Generator, m: int = 0
) -> tuple[Any, tuple[int, int], int]:
    """Puts A, B, metadata and factors of 1 where they belong: the product, the descriptors, the instruction."""
    of, m = KINDS[name], m or 128 * group
    whole, stored, bits = halved(of, m, rng)
    b = rng.integers(-3, 4, (N, of.depth))
    hows = Operand(0, leading=16 * m // group, stride=128), Operand(0, leading=16 * N // group, stride=128)
    one = 0x7F7F7F7F if name != "mxf4nvf4" else 0x38383838
    for block in range(group):
        rows, columns = slice(128 * block, 128 * (block + 1)), slice(N // group * block, N // group * (block + 1))
        put(bench.image[block], A_AT, codes_of(stored[rows], of.a), of.a, hows[0])
        put(bench.image[block], B_AT, codes_of(b[columns], of.a), of.a, hows[1])
        put_metadata(bench.tmem[block], of, bits[rows], META)
        for lane in range(m // group, 128):
            bench.tmem[block][lane, META : META + 2] = bench.tmem[block][lane % m, META : META + 2]
        bench.tmem[block][:, 320:336] = one
    shape = N >> 3 << 17 | (m >> 7 << 27 if of.form else m >> 4 << 24)
    word = of.word | shape | SPARSE
    return whole @ b.T, (hows[0].descriptor(A_AT), hows[1].descriptor(B_AT)), word


@pytest.mark.parametrize(("name", "group"), each_value(list(KINDS), [1, 2]))
def test_a_sparse_a_is_what_its_metadata_says(name: str, group: int) -> None:
    bench, of = Bench(group), KINDS[name]
    want, (a, b), word = put_all(name, group, bench, np.random.default_rng(3))
    form = Form(name, group, metadata=META, **of.form)
    found = bench.run(form, a, b, word, factors=(320, 328))[:, :, :N].reshape(-1, N)
    assert np.array_equal(found.view(np.int32 if name == "i8" else np.float32), want)


@pytest.mark.parametrize("m", [32, 64])
@pytest.mark.parametrize("name", ["f16", "tf32", "f8f6f4", "i8"])
def test_a_sparse_a_of_few_rows_that_stays(name: str, m: int) -> None:
    bench = Bench()
    want, (a, b), word = put_all(name, 1, bench, np.random.default_rng(7), m)
    found = bench.run(Form(name, stationary=True, metadata=META), a, b, word)[0]
    parts = [found[m * k : m * (k + 1), : N * m // 128] for k in range(128 // m)]
    assert np.array_equal(np.concatenate(parts, 1).view(np.int32 if name == "i8" else np.float32), want)


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize(("name", "factors"), [("f16", False), ("mxf4", True)])
def test_copies_that_differ_are_named(name: str, factors: bool) -> None:
    bench = Bench()
    _, (a, b), word = put_all(name, 1, bench, np.random.default_rng(7), 128 if factors else 64)
    bench.tmem[0][101, 320 if factors else META] ^= 0x55
    with pytest.raises(DSLUserCodeError, match=f"lane 101 .* lane {5 if factors else 37} has"):
        bench.run(Form(name, stationary=not factors, metadata=META, **KINDS[name].form), a, b, word, factors=(320, 328))


@pytest.mark.parametrize("selector", [1, 2, 3])
def test_the_selector_names_one_of_four_columns(selector: int) -> None:
    bench = Bench()
    want, (a, b), word = put_all("f16", 1, bench, np.random.default_rng(4))
    bench.tmem[0][:, META + selector], bench.tmem[0][:, META] = bench.tmem[0][:, META].copy(), 0
    found = bench.run(Form("f16", metadata=META), a, b, word | selector)[0][:, :N]
    assert np.array_equal(found.view(np.float32), want)


def test_a_checked_run_of_a_weight_stationary_one_has_no_findings() -> None:
    bench = Bench()
    want, (a, b), word = put_all("f16", 1, bench, np.random.default_rng(8))
    with checking() as report:
        found = bench.run(Form("f16", stationary=True, metadata=META), a, b, word)[0][:, :N]
    assert np.array_equal(found.view(np.float32), want)
    assert report.findings == []


@pytest.mark.parametrize("m", [32, 64, 128])
def test_a_sparse_a_from_tensor_memory(m: int) -> None:
    """Fewer rows than 128 stay: each part of N has a copy of A and of its metadata."""
    bench, rng, of = Bench(), np.random.default_rng(5), KINDS["f16"]
    whole, stored, bits = halved(of, m, rng)
    halves = codes_of(stored, "f16").astype(np.uint32)
    put_metadata(bench.tmem[0], of, bits, META)
    bench.tmem[0][:, META] = np.tile(bench.tmem[0][:m, META], 128 // m)
    bench.tmem[0][:, 128:136] = np.tile(halves[:, ::2] | halves[:, 1::2] << 16, (128 // m, 1))
    b, how = rng.integers(-3, 4, (N, of.depth)), Operand(0, leading=16 * N, stride=128)
    put(bench.image[0], B_AT, codes_of(b, "f16"), "f16", how)
    word = of.word | SPARSE | N >> 3 << 17 | m >> 4 << 24
    form = Form("f16", a_in_tmem=True, stationary=m < 128, metadata=META)
    found = bench.run(form, 128, how.descriptor(B_AT), word)[0]
    parts = [found[m * k : m * (k + 1), : N * m // 128] for k in range(128 // m)]
    assert np.array_equal(np.concatenate(parts, 1).view(np.float32), whole @ b.T)


@pytest.mark.parametrize("high", [0, 16])
@pytest.mark.parametrize(("name", "group"), each_value(["f16", "tf32", "f8f6f4", "i8"], [1, 2]))
def test_64_rows_of_a_block_have_metadata_in_the_lanes_of_their_sums(name: str, group: int, high: int) -> None:
    bench, rng, of = Bench(group), np.random.default_rng(9), KINDS[name]
    whole, stored, bits = halved(of, 64 * group, rng)
    b, hows = rng.integers(-3, 4, (N, of.depth)), [Operand(0, leading=16 * n, stride=128) for n in (64, N // group)]
    for block in range(group):
        rows, columns = slice(64 * block, 64 * (block + 1)), slice(N // group * block, N // group * (block + 1))
        put(bench.image[block], A_AT, codes_of(stored[rows], of.a), of.a, hows[0])
        put(bench.image[block], B_AT, codes_of(b[columns], of.a), of.a, hows[1])
        put_metadata(bench.tmem[block], of, bits[rows], META, high)
    word = of.word | SPARSE | N >> 3 << 17 | 4 * group << 24
    form, places = Form(name, group, metadata=META | high << 16), (hows[0].descriptor(A_AT), hows[1].descriptor(B_AT))
    with checking() as report:
        found = bench.run(form, *places, word, d=high << 16)
    lanes = [32 * (row // 16) + high + row % 16 for row in range(64)]
    found = found[:, lanes, :N].reshape(-1, N)
    assert np.array_equal(found.view(np.int32 if name == "i8" else np.float32), whole @ b.T)
    assert report.findings == []


WRONG = {
    "metadata of other lanes": (0, META | 16 << 16, "starts at lane 16"),
    "no two places": (0, META, "0b0000 in row 0"),
    "an odd column": (0, META + 1, "column 257 by the selector 0, which leads out"),
    "a column of the next four": (2, META + 2, "column 258 by the selector 2, which leads out"),
    "a dense descriptor": (-SPARSE, META, "its sparsity bit is 0"),
}


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_metadata_is_named(wrong: str) -> None:
    more, column, said = WRONG[wrong]
    bench = Bench()
    _, (a, b), word = put_all("f16", 1, bench, np.random.default_rng(6))
    bench.tmem[0][:, META:] = 0
    with pytest.raises(DSLUserCodeError, match=said):
        bench.run(Form("f16", metadata=column), a, b, word + more)
