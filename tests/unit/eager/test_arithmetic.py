"""Arithmetic of lanes where a careless implementation rounds twice, wraps wrongly or leaves it to the machine."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from cutedsl.eager.arithmetic import binary, cast, fused, unary
from cutedsl.eager.formats import rounded
from cutedsl.staging.literal import round_float
from cutedsl.types import ALL_DTYPES, DType, dtype_named

LIVE = np.ones(1, np.bool_)


def of(name: str, *values: float) -> np.ndarray:
    return np.array(values, {"Float32": np.float32, "Float16": np.float16, "Float64": np.float64}[name])


def test_a_multiply_add_rounds_once() -> None:
    """The exact sum is just below the middle of two neighbours, which float64 cannot tell."""
    a, b, c = of("Float32", 2.0**-24 * (1 + 2.0**-23)), of("Float32", 1 - 2.0**-23), of("Float32", 1 + 2.0**-23)
    assert fused(dtype_named("Float32"), a, b, c)[0] == 1 + 2.0**-23
    assert fused(dtype_named("Float32"), -a, b, -c)[0] == -(1 + 2.0**-23)


def test_a_multiply_add_of_doubles_is_exact() -> None:
    rng = np.random.default_rng(0)
    a, b, c = rng.standard_normal((3, 50))
    exact = [float(Fraction(x) * Fraction(y) + Fraction(z)) for x, y, z in zip(a, b, c, strict=True)]
    assert fused(dtype_named("Float64"), a, b, c).tolist() == exact
    assert (a * b + c).tolist() != exact


@pytest.mark.parametrize("dtype", [d for d in ALL_DTYPES if d.is_float and d.lanes == 1 and d.width < 32], ids=str)
def test_rounding_to_few_bits_is_that_of_literals(dtype: DType) -> None:
    rng = np.random.default_rng(1)
    values = rng.standard_normal(300) * 2.0 ** rng.integers(-20, 20, 300)
    values[:6] = 0.0, -0.0, np.inf, -np.inf, dtype.max_finite, 2 * dtype.max_finite
    values = values if dtype.signed else np.abs(values)
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(rounded(dtype, values), [round_float(float(v), dtype) for v in values])


@pytest.mark.parametrize("name", ["Int8", "Uint8", "Int32", "Uint32", "Int64", "Uint64", "Int4", "Int128", "Uint128"])
@pytest.mark.parametrize("op", ["add", "sub", "mul", "floordiv", "rem", "shl", "shr", "xor", "min", "max", "pow"])
def test_integers_are_those_of_literals(name: str, op: str) -> None:
    from cutedsl.staging.fold import fold_binary

    dtype = dtype_named(name)
    numbers = [dtype.min, dtype.max, 0, 1, 5, dtype.max - 2, *([-1, -3] if dtype.signed else [])]
    divisors = [n for n in numbers if n] if op in ("floordiv", "rem") else numbers
    amounts = [n for n in (0, 1, 3) if n < dtype.width] if op in ("shl", "shr", "pow") else divisors
    held = object if dtype.width > 64 else f"{'i' if dtype.signed else 'u'}{max(dtype.width, 8) // 8}"
    for x in numbers:
        for y in amounts:
            found = binary(op, dtype, np.array([x], held), np.array([y], held), LIVE)
            assert int(found[0]) == fold_binary(op, dtype, x, y), (x, op, y)


def test_shifts_by_the_width_or_more() -> None:
    x, far = np.array([-5, 7], np.int32), np.array([32, 100], np.int32)
    assert binary("shl", dtype_named("Int32"), x, far, LIVE).tolist() == [0, 0]
    assert binary("shr", dtype_named("Int32"), x, far, LIVE).tolist() == [-1, 0]
    assert binary("shr", dtype_named("Uint32"), x.astype(np.uint32), far.astype(np.uint32), LIVE).tolist() == [0, 0]


def test_minimum_and_maximum_know_the_sign_of_zero_and_nan() -> None:
    single = dtype_named("Float32")
    plus, minus, nan = of("Float32", 0.0), of("Float32", -0.0), of("Float32", np.nan)
    assert np.signbit(binary("min", single, plus, minus, LIVE)[0])
    assert np.signbit(binary("min", single, minus, plus, LIVE)[0])
    assert not np.signbit(binary("max", single, minus, plus, LIVE)[0])
    assert np.isnan(binary("max", single, nan, plus, LIVE)[0])


def test_floats_become_the_nearest_integer_in_range() -> None:
    x = of("Float64", 1e30, -1e30, np.nan, -1.9, 255.9, 256.0)
    assert cast(x, dtype_named("Float64"), dtype_named("Uint8")).tolist() == [255, 0, 0, 0, 255, 255]
    assert cast(x, dtype_named("Float64"), dtype_named("Int64")).tolist()[:4] == [2**63 - 1, -(2**63), 0, -1]
    assert cast(x, dtype_named("Float64"), dtype_named("Uint64")).tolist()[:2] == [2**64 - 1, 0]


def test_negation_wraps() -> None:
    assert unary("neg", dtype_named("Int8"), np.array([-128, 1], np.int8)).tolist() == [-128, -1]
    assert unary("abs", dtype_named("Int8"), np.array([-128, -7], np.int8)).tolist() == [-128, 7]
