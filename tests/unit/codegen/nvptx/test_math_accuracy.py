"""The functions of `cute.math` stay within the bounds of docs/math.md on fresh samples; exact ones are exact."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from cutedsl.codegen.functions.library import BINARY, UNARY
from tests.math_accuracy import NAMES, NUMPY, PAGE, REFERENCE, bounds, every_float, exact_bits, measured

KINDS = ("f32", "f64")
SAMPLES = 6_000
LEAST = 50_000


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES)
def test_a_function_stays_within_its_bound(name: str, kind: str) -> None:
    assert measured(name, kind, SAMPLES, np.random.default_rng(0)) <= bounds()[name, kind]


@pytest.mark.long  # 140 million numbers: 10 s
def test_erf_is_within_its_bound_on_all_floats() -> None:
    """Below 2**-12 the error is that of each binade, from 4 on the value is 1; the other sign only changes the sign."""
    first, last = (int(np.float32(one).view(np.uint32)) for one in (2.0**-13, 16.0))
    worst = 0.0
    for start in range(first, last, 1 << 22):
        x = np.arange(start, min(start + (1 << 22), last + 1), dtype=np.uint32).view(np.float32)
        found, exact = exact_bits("erf", "f32", x), exact_bits("erf", "f64", x.astype(np.float64))
        assert np.array_equal(exact_bits("erf", "f32", -x), -found)
        worst = max(worst, float(np.max(np.abs(found - exact) / np.spacing(exact.astype(np.float32)))))
    assert 1.0 < worst <= 1.2
    large = np.arange(last, int(np.float32(np.inf).view(np.uint32)) + 1, 997, dtype=np.uint32).view(np.float32)
    assert np.all(exact_bits("erf", "f32", large) == 1.0)


def test_the_page_has_every_function() -> None:
    ours = {name for name, kind in (*UNARY, *BINARY) if kind in KINDS} - {"fmod"}
    assert ours == set(NAMES) == {name for name, _ in bounds()}
    assert max(bounds().values()) <= 4.0, PAGE


@pytest.mark.parametrize(("name", "kind"), sorted(UNARY))
def test_a_function_at_special_values(name: str, kind: str) -> None:
    some = [0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 3e38, -3e38, 0.5, -0.5, 2, -2]
    x = np.array(some, NUMPY[kind])
    with np.errstate(all="ignore"):
        exact = REFERENCE[name](x.astype(np.longdouble)).astype(NUMPY[kind])
    out = exact_bits(name, kind, x)
    np.testing.assert_allclose(
        out.astype(np.float64), exact.astype(np.float64), rtol=1e-6 if kind == "f32" else 1e-15, atol=1e-45
    )
    numbers = ~np.isnan(exact)
    assert np.array_equal(np.signbit(out[numbers]), np.signbit(exact[numbers]))


@pytest.mark.parametrize(("name", "reference"), [("powf", np.power), ("atan2", np.arctan2), ("fmod", np.fmod)])
def test_binary_at_special_values(name: str, reference: Callable[..., Any]) -> None:
    some = [0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 2, -2, 3, -3, 0.5, -0.5, 1e-45, 3e38, 2.5, -2.5, 1e10]
    x, y = (v.ravel() for v in np.meshgrid(np.array(some, np.float32), np.array(some, np.float32)))
    with np.errstate(all="ignore"):
        exact = reference(x.astype(np.float64), y.astype(np.float64)).astype(np.float32)
    out = exact_bits(name, "f32", x, y)
    np.testing.assert_allclose(out, exact, rtol=5e-7, atol=1e-45)
    numbers = ~np.isnan(exact)
    assert np.array_equal(np.signbit(out[numbers]), np.signbit(exact[numbers]))


@pytest.mark.parametrize("kind", ["f32", "f64"])
def test_fmod_is_exact(kind: str) -> None:
    rng = np.random.default_rng(0)
    x = every_float(rng, LEAST + 1000)[:LEAST].astype(NUMPY[kind])
    y = every_float(rng, LEAST + 1000)[:LEAST].astype(NUMPY[kind])
    near = rng.uniform(-1000, 1000, x.size).astype(NUMPY[kind])
    for a, b in ((x, y), (near, np.abs(near[::-1]) / 7)):
        assert np.array_equal(exact_bits("fmod", kind, a, b), np.fmod(a, b))


@pytest.mark.parametrize("width", [8, 16, 32, 64])
def test_integer_power_wraps(width: int) -> None:
    rng = np.random.default_rng(0)
    kind = f"i{width}"
    x = rng.integers(-9, 10, 500).astype(NUMPY[kind])
    y = rng.integers(-3, 12, 500).astype(NUMPY[kind])
    wrapped = [_wrapped_power(int(a), int(e), width) for a, e in zip(x, y, strict=True)]
    assert exact_bits("ipowi", kind, x, y).tolist() == wrapped


def _wrapped_power(base: int, exponent: int, width: int) -> int:
    if exponent < 0:
        return base**-exponent if abs(base) == 1 else 0
    value = base**exponent & ((1 << width) - 1)
    return value - (1 << width) if value >> (width - 1) else value
