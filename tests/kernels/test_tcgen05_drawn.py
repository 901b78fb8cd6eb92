"""Multiplies into tensor memory that a seed draws: kinds, shapes, layouts, places, factors, masks, all at once.

What D must hold is worked out from the PTX ISA's formulas for where each operand lies, apart from `tcgen05_model`'s: it
names no layout of ours. Operands are few enough bits of numbers that every sum is exact. Padding, the low bits of TF32,
the spare bits of bytes and all memory that no operand has are random, and must not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from cutedsl.arch.tensor_memory import DENSE_KINDS, KINDS
from tests.kernels.arrays import BLACKWELL
from tests.kernels.tcgen05_model import IMAGE_BYTES, TARGET, Bench, Form
from tests.products import long

Array = np.ndarray[Any, Any]
FLOATS = {"e4m3": (4, 3, 7), "e5m2": (5, 2, 15), "e2m3": (2, 3, 1), "e3m2": (3, 2, 3), "e2m1": (2, 1, 1)}
NARROW = tuple(FLOATS)
TYPES = {"f16": ("f16", "bf16"), "tf32": ("tf32",), "i8": ("s8", "u8"), "f8f6f4": NARROW, "mxf8f6f4": NARROW}
CODES = {"e4m3": 0, "e5m2": 1, "e2m3": 3, "e3m2": 4, "e2m1": 5, "f16": 0, "bf16": 1, "tf32": 2, "u8": 0, "s8": 1}
BITS = {"e2m3": 6, "e3m2": 6, "e2m1": 4, "f16": 16, "bf16": 16, "tf32": 32}
ROW_BYTES = {0: 16, 6: 32, 4: 64, 2: 128, 1: 128}
"""By the code of a swizzle."""
SWIZZLES = {0: (0, 4), 6: (1, 4), 4: (3, 4), 2: (7, 4), 1: (3, 5)}
"""Which bits of an offset from bit 7 on are added, and to which bit on."""
CASES = 70


@pytest.fixture(autouse=True, params=BLACKWELL)
def machine(request: pytest.FixtureRequest) -> Iterator[None]:
    """Each test on the CPU, and on a GPU that has tensor memory."""
    token = TARGET.set(request.param)
    yield
    TARGET.reset(token)


def float_of(code: int, kind: str) -> float:
    exponent_bits, mantissa_bits, bias = FLOATS[kind]
    exponent, mantissa = divmod(code % (1 << exponent_bits + mantissa_bits), 1 << mantissa_bits)
    size = (
        mantissa * 2.0 ** (1 - bias) if not exponent else (mantissa + (1 << mantissa_bits)) * 2.0 ** (exponent - bias)
    )
    return size * 2.0**-mantissa_bits * (-1 if code >> exponent_bits + mantissa_bits else 1)


def few_bits(kind: str) -> list[int]:
    """Codes of numbers up to 8 that are multiples of 1/8."""
    bits = 1 + sum(FLOATS[kind][:2])
    return [code for code in range(1 << bits) if abs(x := float_of(code, kind)) <= 8 and x * 8 == round(x * 8)]


def drawn_codes(kind: str, shape: tuple[int, int], rng: np.random.Generator) -> tuple[Array, Array]:
    """Codes, and their numbers."""
    if kind in FLOATS:
        codes = rng.choice(few_bits(kind), shape)
        return codes, np.vectorize(lambda code: float_of(int(code), kind))(codes)
    if kind in ("s8", "u8"):
        codes = rng.integers(0, 256, shape)
        return codes, np.where((kind == "s8") & (codes > 127), codes - 256, codes).astype(float)
    numbers = rng.integers(-16, 17, shape) / 4
    if kind == "f16":
        return numbers.astype(np.float16).view(np.uint16).astype(np.int64), numbers
    words = numbers.astype(np.float32).view(np.uint32).astype(np.int64)
    return (words >> 16, numbers) if kind == "bf16" else (words | rng.integers(0, 1 << 13, shape), numbers)


def piece(codes: Array, bits: int, rng: np.random.Generator) -> Array:
    """16 bytes of elements, low ones first, and random bits after them."""
    number = sum(int(code) << bits * k for k, code in enumerate(codes))
    number |= int(rng.integers(1 << 32)) % (1 << min(32, 128 - bits * len(codes))) << bits * len(codes)
    return np.frombuffer(number.to_bytes(16, "little"), np.uint8)


@dataclass
class Matrix:
    """An operand in shared memory: where its swizzle's pattern starts, and how far into a row it begins."""

    start: int
    code: int
    rows_contiguous: bool
    leading: int
    stride: int
    inside: int
    unit: int

    def offset(self, row: int, k_byte: int, k: int) -> int:
        """PTX ISA, "Canonical Layouts", in bytes, before the swizzle."""
        wide, swizzled = ROW_BYTES[self.code], self.code != 0
        if not self.rows_contiguous:
            along_k = k_byte + self.inside if swizzled else k_byte // 16 * self.leading
            return row // 8 * self.stride + row % 8 * wide + along_k
        part, period = row // self.unit, 4 if self.code == 1 else 8
        if not swizzled:
            return part * self.stride + k % 8 * 16 + k // 8 * self.leading
        pieces = wide // 16
        return part % pieces * 16 + part // pieces * self.leading + k % period * wide + k // period * self.stride

    def write(self, image: Array, codes: Array, bits: int, rng: np.random.Generator) -> None:
        rows, depth = codes.shape
        mask, at = SWIZZLES[self.code]
        for row in range(0, rows, self.unit if self.rows_contiguous else 1):
            for k in range(0, depth, 1 if self.rows_contiguous else self.unit):
                some = codes[row : row + self.unit, k] if self.rows_contiguous else codes[row, k : k + self.unit]
                offset = self.offset(row, k // self.unit * 16, k)
                place = self.start + (offset ^ (offset >> 7 & mask) << at)
                image[place : place + 16] = piece(some, bits, rng)

    @property
    def descriptor(self) -> int:
        period = ROW_BYTES[self.code] * (4 if self.code == 1 else 8) if self.code else 16
        base = self.start >> 7 & 7 if self.start % period else 0
        word = self.start + self.inside >> 4 | self.leading >> 4 << 16 | self.stride >> 4 << 32 | 1 << 46
        return word | base << 49 | self.code << 61


def drawn_matrix(start: int, rows: int, depth: int, bits: int, unit: int, rng: np.random.Generator) -> Matrix:
    """A place for a matrix in half of the image. K-major ones may begin inside of a row."""
    while True:
        contiguous = bits >= 8 and not rows % unit and bool(rng.integers(2))
        code = 1 if contiguous and bits == 32 else int(rng.choice([0, 2, 4, 6]))
        row_bytes, inside = ROW_BYTES[code], 0
        k_bytes, gap = depth // unit * 16, int(rng.integers(3)) * (16 if code == 0 else 1024)
        if not contiguous:
            if code and k_bytes > row_bytes:
                continue
            inside = 32 * int(rng.integers((row_bytes - k_bytes) // 32 + 1)) if code else 0
            leading, stride = (128 + gap, (128 + gap) * (k_bytes // 16)) if code == 0 else (16, 8 * row_bytes + gap)
        else:
            period = 4 if code == 1 else 8
            one, pieces, steps = period * row_bytes + gap, -(-rows // unit // (row_bytes // 16)), -(-depth // period)
            near_k = bool(rng.integers(2))
            along_rows, along_k = (one * steps, one) if near_k else (one, one * pieces)
            leading, stride = (along_rows, along_k) if code else (along_k, along_rows)
        first = start + int(rng.integers(4)) * (16 if code == 0 else int(rng.choice([128, 1024])))
        found = Matrix(first, code, contiguous, leading, stride, inside, unit)
        last = max(found.offset(r, b, k) for r in (0, rows - 1) for b in (0, k_bytes - 16) for k in (0, depth - 1))
        if first + last + 1024 <= start + IMAGE_BYTES // 2 and max(leading, stride) < 1 << 18:
            return found


@dataclass
class Drawn:
    """A multiply that a seed gives."""

    seed: int
    rng: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        rng = self.rng = np.random.default_rng(self.seed)
        self.kind = kind = KINDS[self.seed % len(KINDS)]
        self.group, self.scaled = int(rng.integers(1, 3)), kind not in DENSE_KINDS
        self.stationary = not self.scaled and self.group == 1 and rng.random() < 0.25
        rows = [32, 64, 128] if self.stationary else [128, 256] if self.group == 2 else [64, 128]
        self.m = int(rng.choice([128 * self.group if self.group == 1 else m for m in rows] if self.scaled else rows))
        step = 32 if kind == "i8" else 8 * self.group
        self.n = int(rng.choice([64, 128, 256])) if self.stationary else step * int(rng.integers(1, 256 // step + 1))
        types = TYPES.get(kind, ("e2m1",))
        self.types = [types[self.seed // len(KINDS) % len(types)], str(rng.choice(types))]
        self.packed = kind in ("mxf4", "mxf4nvf4")
        self.k = {"f16": 16, "tf32": 8}.get(kind, 64 if self.packed else 32)
        self.a_in_tmem = bool(rng.random() < 0.5)
        self.half = kind in ("f16", "f8f6f4") and "bf16" not in self.types and rng.random() < 0.3
        self.negated = [kind != "i8" and bool(rng.integers(2)) for _ in range(2)]
        self.adds, self.saturates = bool(rng.integers(2)), kind == "i8" and bool(rng.integers(2))
        self.scale_d = int(rng.integers(4)) if self.adds and kind in ("f16", "tf32") and not self.stationary else None
        masked = not self.scaled and not self.stationary and rng.random() < 0.4
        self.masks = tuple(map(int, rng.integers(-(1 << 31), 1 << 31, 4 * self.group))) if masked else None
        self.rows = self.m // self.group
        self.parts = 128 // self.m if self.stationary else 2 if self.group == 2 and self.m == 128 else 1
        spread = self.m == 64 and not self.stationary
        self.lane = 16 * int(rng.integers(2)) if spread else 0
        rows_of_block = np.arange(self.rows)
        place = rows_of_block % 16 + 32 * (rows_of_block // 16) + self.lane if spread else rows_of_block
        self.lanes = [place + 128 // self.parts * part for part in range(self.parts)]
        """The lanes of D of each part of N, and of A's rows for it."""
        self.width, at, self.columns = self.n // self.parts, 0, {}
        for name in rng.permutation(["d", "a", "factors a", "factors b"]):
            at += int(rng.integers(9))
            self.columns[str(name)] = at
            at += {"d": self.width, "a": 8}.get(str(name), 8)

    def bits(self, which: int) -> int:
        return BITS.get(self.types[which], 8)

    def unit(self, which: int) -> int:
        """Elements of 16 bytes of shared memory."""
        return 32 if self.packed else 128 // max(8, self.bits(which))

    def put(self, bench: Bench, which: int, codes: Array) -> Matrix:
        """Writes the rows of each block to its shared memory, at the same place."""
        part = len(codes) // self.group
        matrix = drawn_matrix(which * (IMAGE_BYTES // 2), part, self.k, self.bits(which), self.unit(which), self.rng)
        for block in range(self.group):
            matrix.write(bench.image[block], codes[part * block : part * (block + 1)], self.bits(which), self.rng)
        return matrix

    def put_a_in_words(self, bench: Bench, part: int, codes: Array) -> None:
        """A's rows for a part of N, in tensor memory; bytes of fewer bits have random bits beside them."""
        bits = 4 if self.packed else max(8, self.bits(0))
        shift = 2 if not self.packed and self.types[0] == "e2m1" else 0
        spare = self.rng.integers(0, 256, codes.shape) & ~((1 << self.bits(0)) - 1 << shift) if bits == 8 else 0
        held, each, words = codes << shift | spare, 32 // bits, np.zeros((self.m, self.k * bits // 32), np.int64)
        for k in range(each):
            words |= held[:, k::each] << bits * k
        column = self.columns["a"]
        for block in range(self.group):
            own = words[self.rows * block : self.rows * (block + 1)]
            bench.tmem[block][self.lanes[part], column : column + words.shape[1]] = own

    def put_factors(self, bench: Bench, name: str, rows: int, first: int, lanes: Sequence[int]) -> Array:
        """Draws factors [row, K]: bytes from `first` on, a copy from each of some lanes on."""
        codes = self.rng.integers(126, 129, (rows, self.factors)) if self.e8m0 else None
        if codes is None:
            codes = self.rng.choice([0x30, 0x38, 0x3C, 0x40, 0xB8], (rows, self.factors))
        part = rows // self.group if name == "factors a" else rows
        for block in range(self.group):
            own = codes[part * block : part * (block + 1)] if name == "factors a" else codes
            for (row, s), code in np.ndenumerate(own):
                at = [lane + row % 32 for lane in lanes], self.columns[name] + row // 32
                bench.tmem[block][at] &= np.uint32(~(255 << 8 * (first + s)) & 0xFFFFFFFF)
                bench.tmem[block][at] |= np.uint32(int(code) << 8 * (first + s))
        size = np.vectorize(lambda code: 2.0 ** (code - 127) if self.e8m0 else float_of(code & 0x7F, "e4m3"))(codes)
        return np.repeat(size, self.k // self.factors, axis=1)

    def draw_factors(self) -> tuple[str | None, tuple[int, int]]:
        """How many elements have one, the name of that, and the bytes of words that the factors of A and B begin at."""
        self.factors = {"mxf8f6f4": 1, "mxf4": 2}.get(self.kind) or int(self.rng.choice([2, 4]))
        self.e8m0 = not (self.kind == "mxf4nvf4" and self.factors == 4)
        names = {1: ("1X", "block32"), 2: ("2X", "block32"), 4: ("4X", "block16")}[self.factors]
        ids = self.rng.integers(0, 4, 2) // self.factors * self.factors
        return str(self.rng.choice(names)), (int(ids[0]), int(ids[1]))

    def run(self) -> tuple[Array, Array]:
        """What tensor memory holds afterwards, and must hold."""
        rng, bench, width = self.rng, Bench(group=self.group), self.width
        bench.image[:] = rng.integers(0, 256, bench.image.shape)
        bench.tmem[:] = rng.integers(0, 1 << 32, bench.tmem.shape)
        copies = self.parts if self.a_in_tmem else 1
        left = [drawn_codes(self.types[0], (self.m, self.k), rng) for _ in range(copies)]
        codes_b, right = drawn_codes(self.types[1], (self.n, self.k), rng)
        a = None if self.a_in_tmem else self.put(bench, 0, left[0][0])
        for part in range(copies if self.a_in_tmem else 0):
            self.put_a_in_words(bench, part, left[part][0])
        b = self.put(bench, 1, codes_b)
        numbers, vector, ids = [values for _, values in left], None, (0, 0)
        halves = ((0, 32), (64, 96)) if self.group == 2 and self.m == 128 else ((0, 32, 64, 96),)
        if self.scaled:
            vector, ids = self.draw_factors()
            own = halves if copies > 1 else ((0, 32, 64, 96),)
            numbers = [
                x * self.put_factors(bench, "factors a", self.m, ids[0], at) for x, at in zip(numbers, own, strict=True)
            ]
            some = self.n // len(halves)
            right = np.concatenate([
                right[some * k : some * (k + 1)] * self.put_factors(bench, "factors b", some, ids[1], at)
                for k, at in enumerate(halves)
            ])  # fmt: skip
        before, first = self.put_sums(bench), self.columns["d"]
        want, sign = bench.tmem.copy(), -1 if self.negated[0] != self.negated[1] else 1
        for part in range(self.parts):
            product = sign * (numbers[part if copies > 1 else 0] @ right[width * part : width * (part + 1)].T)
            for block in range(self.group):
                lanes = self.lanes[part]
                sums = product[self.rows * block : self.rows * (block + 1)]
                sums = sums + before[block][lanes] * 2.0 ** -(self.scale_d or 0) if self.adds else sums
                kept = np.array(
                    [self.masks is not None and self.masks[4 * block + x // 32] >> x % 32 & 1 for x in lanes]
                )
                lanes = lanes[kept == 0]
                want[block][lanes, first : first + width] = self.words(sums[kept == 0])
        word = CODES[self.types[0]] << 7 | CODES[self.types[1]] << 10 | self.n >> 3 << 17
        word |= self.negated[0] << 13 | self.negated[1] << 14 | b.rows_contiguous << 16
        word |= a.rows_contiguous << 15 if a else 0
        if self.packed:
            word = word & ~(0x3F << 7) | 1 << 7 | 1 << 10
        if self.scaled:
            word |= ids[1] << 4 | self.e8m0 << 23 | self.m >> 7 << 27 | ids[0] << 29
        else:
            sums = 2 if self.kind == "i8" else int(not self.half)
            word |= self.saturates << 3 | sums << 4 | self.m >> 4 << 24
        form = Form(
            self.kind, self.group, self.a_in_tmem, vector, self.scaled, self.masks, self.scale_d, self.stationary
        )
        lane = self.lane << 16
        found = bench.run(
            form, a.descriptor if a else self.columns["a"] | lane, b.descriptor, word, d=first | lane, adds=self.adds,
            factors=(self.columns["factors a"], self.columns["factors b"]),
        )  # fmt: skip
        for memory in (found, want):
            sums = memory[:, :, first : first + width]
            if self.half:
                sums &= 0xFFFF
            if self.kind != "i8":
                sums[sums == (0x8000 if self.half else 0x80000000)] = 0  # zeros of both signs
        return found, want

    def put_sums(self, bench: Bench) -> Array:
        """Draws D as it is before, of small numbers or, of integers, large ones."""
        rng, shape = self.rng, (self.group, 128, self.width)
        sums = rng.integers(-(1 << 31), 1 << 31, shape) if self.kind == "i8" else rng.integers(-64, 65, shape) / 4
        words = self.words(sums.astype(float)).astype(np.int64)
        words |= rng.integers(0, 1 << 16, shape) << 16 if self.half else 0
        bench.tmem[:, :, self.columns["d"] : self.columns["d"] + self.width] = words
        return sums.astype(float)

    def words(self, sums: Array) -> Array:
        if self.kind == "i8":
            limits = -(1 << 31), (1 << 31) - 1
            wrapped = np.clip(sums, *limits) if self.saturates else (sums - limits[0]) % (1 << 32) + limits[0]
            return wrapped.astype(np.int64).astype(np.int32).view(np.uint32)
        if self.half:
            return sums.astype(np.float16).view(np.uint16).astype(np.uint32)
        assert np.array_equal(sums.astype(np.float32), sums)
        return sums.astype(np.float32).view(np.uint32)


@pytest.mark.parametrize("seed", [seed if seed < len(KINDS) else long(seed) for seed in range(CASES)])
def test_a_drawn_multiply_is_exact(seed: int) -> None:
    found, want = Drawn(seed).run()
    np.testing.assert_array_equal(found, want)
