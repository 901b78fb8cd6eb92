"""`+ - * / sqrt fma` round as NumPy and ml_dtypes round, bit for bit, on both targets and in eager runs.

Of the 16-bit types every value meets chosen ones (roots: every value); of the wider ones, random bits.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import EVERYWHERE, TARGETS, Arrays

BLOCK = 128
TYPES: dict[str, Any] = {
    "Float16": np.float16, "BFloat16": ml_dtypes.bfloat16, "Float32": np.float32, "Float64": np.float64,
}  # fmt: skip
OPERATIONS = ("add", "sub", "mul", "div", "sqrt")
CHOSEN = 24


@cute.kernel
def operate(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor, out: cute.Tensor, kind: cutlass.Constexpr):
    i = cute.arch.block_idx()[0] * BLOCK + cute.arch.thread_idx()[0]
    a, b, c = (cute.recast_tensor(t, kind)[i] for t in (x, y, z))
    results = (a + b, a - b, a * b, a / b, cute.math.sqrt(a), cute.math.fma(a, b, c))
    for k in cutlass.range_constexpr(len(results)):
        cute.recast_tensor(out[k, None], kind)[i] = results[k]


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor, out: cute.Tensor, kind: cutlass.Constexpr):
    operate(x, y, z, out, kind).launch(grid=x.shape[0] // BLOCK, block=BLOCK)


def operands(name: str) -> list[np.ndarray]:
    """Bits: every value beside chosen ones, or random ones."""
    rng = np.random.default_rng(7)
    width = 8 * np.dtype(TYPES[name]).itemsize
    bits = np.dtype(f"u{width // 8}")
    if width > 16:
        return [rng.integers(0, 2**width, 1 << 14, dtype=np.uint64).astype(bits) for _ in range(3)]
    every = np.arange(1 << 16, dtype=bits)
    one = int(np.array(1.0, TYPES[name]).view(bits))
    edges = np.array([0, 1, one, one + 1, one - 1, 1 << 15, (1 << 15) + one], bits)
    some = np.concatenate([edges, rng.integers(0, 1 << 16, CHOSEN - len(edges)).astype(bits)])
    x = np.repeat(every, CHOSEN // 8)
    y = np.resize(rng.permutation(some), x.size)
    return [x, y, rng.integers(0, 1 << 16, x.size).astype(bits)]


def computed(target: str, name: str, bits: list[np.ndarray]) -> np.ndarray:
    signed = np.dtype(f"i{bits[0].itemsize}")
    arrays = Arrays(target)
    out = arrays.put(np.full((len(OPERATIONS) + 1, bits[0].size), 0x55, signed))
    given = [arrays.put(part.view(signed)) for part in bits]
    run(*(cute.runtime.from_dlpack(part) for part in (*given, out)), getattr(cutlass, name))
    return arrays.get(out).view(TYPES[name])


def expected(name: str, bits: list[np.ndarray]) -> np.ndarray:
    kind = TYPES[name]
    a, b = (part.view(kind) for part in bits[:2])
    # 24 bits are at least twice 11 and two: these operations of 16-bit floats round a second time without harm.
    wide = np.float32 if np.dtype(kind).itemsize == 2 else kind
    x, y = a.astype(wide), b.astype(wide)
    with np.errstate(all="ignore"):
        return np.stack([part.astype(kind) for part in (x + y, x - y, x * y, x / y, np.sqrt(x))])


def differences(got: np.ndarray, want: np.ndarray) -> np.ndarray:
    bits = np.dtype(f"u{want.itemsize}")
    both_nan = np.isnan(got.astype(np.float64)) & np.isnan(want.astype(np.float64))
    return (got.view(bits) != want.view(bits)) & ~both_nan


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("name", TYPES)
def test_operations_round_to_the_nearest(name: str, target: str) -> None:
    bits = operands(name)
    if target == "eager":
        bits = [part[: 16 * BLOCK] if part.itemsize > 2 else part[::64][: 16 * BLOCK] for part in bits]
    got, want = computed(target, name, bits), expected(name, bits)
    for k, operation in enumerate(OPERATIONS):
        unlike = differences(got[k], want[k])
        at = int(np.argmax(unlike))
        assert not unlike.any(), (operation, [hex(part[at]) for part in bits[:2]], got[k][at], want[k][at])


def nearest(exact: Fraction, kind: Any) -> Any:
    """A rational number rounded to nearest even, from the value and neighbours of a first guess."""
    bits = np.dtype(f"u{np.dtype(kind).itemsize}")
    guess = np.array(float(exact), np.float64).astype(kind)
    around = [np.nextafter(guess, kind(-np.inf)), guess, np.nextafter(guess, kind(np.inf))]
    finite = [x for x in around if np.isfinite(x)]
    distance = [abs(Fraction(float(x)) - exact) for x in finite]
    best = [x for x, d in zip(finite, distance, strict=True) if d == min(distance)]
    return next((x for x in best if int(np.asarray(x).view(bits)) % 2 == 0), best[0])


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["Float32", "Float64"])
def test_a_multiply_add_rounds_once(name: str, target: str) -> None:
    """Sums near half a unit of the product, where rounding twice goes wrong."""
    rng, kind = np.random.default_rng(7), TYPES[name]
    digits = np.finfo(kind).nmant
    a, b = (rng.uniform(1, 2, 16 * BLOCK).astype(kind) for _ in range(2))
    tie = np.spacing(a * b) / 2 * rng.choice([1, -1, 3], a.size) + np.ldexp(
        1.0, -rng.integers(digits, 2 * digits, a.size)
    )
    c = (np.ldexp(1.0, rng.integers(-digits, 3, a.size)) * rng.choice([1, -1], a.size) + tie).astype(kind)
    got = computed(target, name, [part.view(f"u{part.itemsize}") for part in (a, b, c)])[len(OPERATIONS)]
    for k in range(a.size):
        exact = Fraction(float(a[k])) * Fraction(float(b[k])) + Fraction(float(c[k]))
        assert got[k] == nearest(exact, kind), (a[k], b[k], c[k])


BYTES: dict[str, Any] = {"Int8": np.int8, "Uint8": np.uint8}


@cute.kernel
def operate_on_bytes(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor, quotient: cute.Tensor):
    i = cute.arch.block_idx()[0] * BLOCK + cute.arch.thread_idx()[0]
    a, b = x[i], y[i]
    for k, result in enumerate((a + b, a - b, a * b, a // b, a % b, a & b, a | b, a ^ b)):
        out[k, i] = result
    quotient[i] = a / b


@cute.jit
def run_on_bytes(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor, quotient: cute.Tensor):
    operate_on_bytes(x, y, out, quotient).launch(grid=x.shape[0] // BLOCK, block=BLOCK)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", BYTES)
def test_every_pair_of_bytes(name: str, target: str) -> None:
    """Wrapped as NumPy wraps; `//` rounds down, `%` has the sign of the left side, `/` is Float32's."""
    every = np.arange(256, dtype=np.uint8).view(BYTES[name])
    x, y = (side.ravel() for side in np.meshgrid(every, every[every != 0], indexing="ij"))
    arrays = Arrays(target)
    out = arrays.put(np.full((8, x.size), 0x55, BYTES[name]))
    quotient = arrays.poisoned((x.size,))
    run_on_bytes(arrays.put(x), arrays.put(y), out, quotient)
    floored, cut = np.floor_divide(x.astype(int), y.astype(int)), np.fmod(x.astype(int), y.astype(int))
    with np.errstate(over="ignore"):
        wrapped = [x + y, x - y, x * y, floored.astype(BYTES[name]), cut.astype(BYTES[name]), x & y, x | y, x ^ y]
    assert np.array_equal(arrays.get(out), np.stack(wrapped))
    assert np.array_equal(arrays.get(quotient), x.astype(np.float32) / y.astype(np.float32))
