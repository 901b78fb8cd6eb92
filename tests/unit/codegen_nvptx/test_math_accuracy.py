"""Our math functions against float64 and longdouble references; run on the CPU, where the same LLVM text compiles."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from functools import cache
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest

from cutedsl.codegen.llvm.compile import host_machine, optimise
from cutedsl.codegen.nvptx.math_library import BINARY, UNARY, math_definitions, math_symbol

LLVM = {"f32": "float", "f64": "double"}
NUMPY: dict[str, type[np.generic]] = {"f32": np.float32, "f64": np.float64}
NUMPY |= {f"i{width}": np.dtype(f"int{width}").type for width in (8, 16, 32, 64)}
SAMPLES = 60_000

erf = np.vectorize(math.erf, otypes=[np.float64])
REFERENCE: dict[str, Callable[..., Any]] = {
    **{name: getattr(np, name) for name in ("exp", "exp2", "log", "log2", "log10", "sin", "cos", "tan", "tanh")},
    "erf": erf,
}
LIMIT_ULPS = {"tan": 4.0, "log2": 2.5, "log10": 3.5}


def _loop(name: str, kind: str, arity: int) -> str:
    t = LLVM.get(kind, kind)
    passed = ", ".join(f"{t} %{v}" for v in "ab"[:arity])
    return f"""
define void @"array.{name}.{kind}"(ptr %pa, ptr %pb, ptr %po, i64 %n) {{
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %qa = getelementptr {t}, ptr %pa, i64 %i
  %qb = getelementptr {t}, ptr %pb, i64 %i
  %qo = getelementptr {t}, ptr %po, i64 %i
  %a = load {t}, ptr %qa
  %b = load {t}, ptr %qb
  %r = call {t} @{math_symbol(name, kind)}({passed})
  store {t} %r, ptr %qo
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}}"""


@cache
def engine() -> Any:
    everything = {*UNARY, *BINARY}
    definitions, intrinsics = math_definitions(everything)
    loops = [_loop(name, kind, 2 if (name, kind) in BINARY else 1) for name, kind in sorted(everything)]
    text = "\n".join([*(f"declare {one}" for one in sorted(intrinsics)), *definitions, *loops])
    done = optimise(text, host_machine())
    compiled = llvm.create_mcjit_compiler(done.module, done.machine)
    compiled.finalize_object()
    return compiled


def run(name: str, kind: str, a: np.ndarray, b: np.ndarray | None = None) -> np.ndarray:
    first = np.ascontiguousarray(a, NUMPY[kind])
    second = first if b is None else np.ascontiguousarray(b, NUMPY[kind])
    out = np.full_like(first, 77)
    address = engine().get_function_address(f"array.{name}.{kind}")
    ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3, ctypes.c_int64)(address)(
        first.ctypes.data, second.ctypes.data, out.ctypes.data, first.size
    )
    return out


def worst_ulps(out: np.ndarray, exact: np.ndarray) -> float:
    """The largest error in units of the last place; values that are not finite must agree."""
    kind = out.dtype.type
    with np.errstate(over="ignore"):
        rounded = exact.astype(kind)
    finite = np.isfinite(rounded) & np.isfinite(out)
    assert np.all(finite | (out == rounded) | (np.isnan(out) & np.isnan(rounded)))
    unit = np.spacing(np.maximum(np.abs(rounded[finite]), np.finfo(kind).tiny)).astype(np.longdouble)
    error = np.abs(out[finite].astype(np.longdouble) - exact[finite].astype(np.longdouble)) / unit
    return float(np.max(error, initial=0.0))


def every_float(rng: np.random.Generator, count: int) -> np.ndarray:
    bits = rng.integers(0, 2**32, count, dtype=np.uint64).astype(np.uint32).view(np.float32)
    return bits[np.isfinite(bits)]


def ranges(rng: np.random.Generator, kind: str) -> list[np.ndarray]:
    wide = every_float(rng, SAMPLES) if kind == "f32" else rng.uniform(-745, 720, SAMPLES)
    return [wide, rng.uniform(-4, 4, SAMPLES), rng.uniform(0.5, 1.5, SAMPLES), rng.uniform(-105, 105, SAMPLES)]


@pytest.mark.parametrize(("name", "kind"), sorted(UNARY))
def test_unary(name: str, kind: str) -> None:
    rng = np.random.default_rng()
    for values in ranges(rng, kind):
        x = values.astype(NUMPY[kind])
        with np.errstate(all="ignore"):
            exact = REFERENCE[name](x.astype(np.float64 if kind == "f32" else np.longdouble))
        assert worst_ulps(run(name, kind, x), exact) <= LIMIT_ULPS.get(name, 2.0)


@pytest.mark.parametrize(("name", "kind"), sorted(UNARY))
def test_unary_at_special_values(name: str, kind: str) -> None:
    x = np.array([0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 3e38, -3e38], NUMPY[kind])
    with np.errstate(all="ignore"):
        exact = REFERENCE[name](x.astype(np.float64)).astype(NUMPY[kind])
    out = run(name, kind, x)
    np.testing.assert_allclose(out, exact, rtol=1e-6, atol=1e-45)
    numbers = ~np.isnan(exact)
    assert np.array_equal(np.signbit(out[numbers]), np.signbit(exact[numbers]))


def test_power() -> None:
    rng = np.random.default_rng()
    for base, top in ((np.abs(every_float(rng, SAMPLES)), 40), (rng.uniform(0, 10, SAMPLES), 30)):
        x = base.astype(np.float32)
        y = rng.uniform(-top, top, x.size).astype(np.float32)
        with np.errstate(all="ignore"):
            exact = np.power(x.astype(np.longdouble), y.astype(np.longdouble))
        assert worst_ulps(run("powf", "f32", x, y), exact) <= 2.0


@pytest.mark.parametrize(("name", "reference"), [("powf", np.power), ("atan2", np.arctan2), ("fmod", np.fmod)])
def test_binary_at_special_values(name: str, reference: Callable[..., Any]) -> None:
    some = [0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 2, -2, 3, -3, 0.5, -0.5, 1e-45, 3e38, 2.5, -2.5, 1e10]
    x, y = (v.ravel() for v in np.meshgrid(np.array(some, np.float32), np.array(some, np.float32)))
    with np.errstate(all="ignore"):
        exact = reference(x.astype(np.float64), y.astype(np.float64)).astype(np.float32)
    out = run(name, "f32", x, y)
    np.testing.assert_allclose(out, exact, rtol=5e-7, atol=1e-45)
    numbers = ~np.isnan(exact)
    assert np.array_equal(np.signbit(out[numbers]), np.signbit(exact[numbers]))


def test_atan2() -> None:
    rng = np.random.default_rng()
    y, x = every_float(rng, SAMPLES)[:50_000], every_float(rng, SAMPLES)[:50_000]
    assert worst_ulps(run("atan2", "f32", y, x), np.arctan2(y.astype(np.float64), x.astype(np.float64))) <= 2.0


@pytest.mark.parametrize("kind", ["f32", "f64"])
def test_fmod_is_exact(kind: str) -> None:
    rng = np.random.default_rng()
    x = every_float(rng, SAMPLES)[:50_000].astype(NUMPY[kind])
    y = every_float(rng, SAMPLES)[:50_000].astype(NUMPY[kind])
    near = rng.uniform(-1000, 1000, x.size).astype(NUMPY[kind])
    for a, b in ((x, y), (near, np.abs(near[::-1]) / 7)):
        assert np.array_equal(run("fmod", kind, a, b), np.fmod(a, b))


@pytest.mark.parametrize("width", [8, 16, 32, 64])
def test_integer_power_wraps(width: int) -> None:
    rng = np.random.default_rng()
    kind = f"i{width}"
    x = rng.integers(-9, 10, 500).astype(NUMPY[kind])
    y = rng.integers(-3, 12, 500).astype(NUMPY[kind])
    wrapped = [_wrapped_power(int(a), int(e), width) for a, e in zip(x, y, strict=True)]
    assert run("ipowi", kind, x, y).tolist() == wrapped


def _wrapped_power(base: int, exponent: int, width: int) -> int:
    if exponent < 0:
        return base**-exponent if abs(base) == 1 else 0
    value = base**exponent & ((1 << width) - 1)
    return value - (1 << width) if value >> (width - 1) else value
