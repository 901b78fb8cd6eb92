"""`cute.math` on the CPU: measured distance from float64, and what `fastmath` allows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute

UNARY: dict[str, tuple[Any, float, float]] = {
    "asin": (np.arcsin, -1, 1), "acos": (np.arccos, -1, 1), "atan": (np.arctan, -50, 50), "sinh": (np.sinh, -20, 20),
    "cosh": (np.cosh, -20, 20), "asinh": (np.arcsinh, -50, 50), "acosh": (np.arccosh, 1, 50),
    "atanh": (np.arctanh, -0.99, 0.99), "expm1": (np.expm1, -5, 5), "log1p": (np.log1p, -0.9, 50),
    "cbrt": (np.cbrt, -50, 50), "exp": (np.exp, -20, 20),
}  # fmt: skip
LIMIT_ULPS = 4.0


@cute.kernel
def apply(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor, functions: cutlass.Constexpr):
    i, _, _ = cute.arch.thread_idx()
    for k in cutlass.range_constexpr(len(functions)):
        z[k, i] = functions[k](x[k, i], y[k, i])


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor, z: cute.Tensor, functions: cutlass.Constexpr):
    apply(x, y, z, functions).launch(grid=1, block=x.shape[1])


def unary(name: str) -> Any:
    return lambda x, y: getattr(cute.math, name)(x)


def test_functions_of_one_number() -> None:
    rng = np.random.default_rng(7)
    x = np.stack([rng.uniform(low, high, 256) for _, low, high in UNARY.values()]).astype(np.float32)
    z = np.full_like(x, np.nan)
    run(x, x, z, tuple(unary(name) for name in UNARY))
    for row, (name, (reference, _, _)) in enumerate(UNARY.items()):
        exact = reference(x[row].astype(np.float64))
        ulps = np.abs(z[row] - exact) / np.spacing(np.abs(exact).astype(np.float32))
        assert ulps.max() <= LIMIT_ULPS, (name, ulps.max())


def test_functions_of_several_numbers() -> None:
    rng = np.random.default_rng(7)
    x, y = (rng.uniform(0.5, 3, (8, 64)).astype(np.float32) for _ in range(2))
    y[:, ::3] *= -1
    x[5:, :4] = np.nan, np.inf, -np.inf, 1.0
    functions = (
        lambda a, b: cute.math.atan2(a, b),
        lambda a, b: cute.math.pow(a, b),
        lambda a, b: cute.math.copysign(a, b),
        lambda a, b: cute.math.fma(a, b, 1.5),
        lambda a, b: cute.math.sincos(a)[0] + cute.math.rcp(b),
        lambda a, b: cute.math.isnan(a).to(cutlass.Float32),
        lambda a, b: cute.math.isinf(a).to(cutlass.Float32),
        lambda a, b: cute.math.isfinite(a).to(cutlass.Float32),
    )
    z = np.full_like(x, np.nan)
    run(x, y, z, functions)
    wide = x.astype(np.float64), y.astype(np.float64)
    with np.errstate(invalid="ignore"):
        sine = np.sin(wide[0])
    exact = [np.arctan2(wide[0], wide[1])[0], np.power(np.abs(wide[0]), wide[1])[1], np.copysign(*wide)[2]]
    exact += [(wide[0] * wide[1] + 1.5)[3], (sine + 1 / wide[1])[4]]
    exact += [np.isnan(x[5]), np.isinf(x[6]), np.isfinite(x[7])]
    np.testing.assert_allclose(z, np.array(exact, np.float64), rtol=1e-5, atol=1e-6)


def test_fastmath_may_be_given_without_its_name() -> None:
    functions = (
        lambda a, b: cute.math.exp2(a, True),
        lambda a, b: cute.math.pow(a, b, True),
        lambda a, b: cute.math.fma(a, b, a, True),
        lambda a, b: cute.math.atan2(a, b, True),
        lambda a, b: cute.math.add(a, b, True),
        lambda a, b: cute.math.sincos(a, True)[1],
        lambda a, b: cute.math.isnan(a, True).to(cutlass.Float32),
    )
    x = np.full((len(functions), 4), 2, np.float32)
    z = np.zeros_like(x)
    run(x, x, z, functions)
    np.testing.assert_allclose(z[:, 0], [4, 4, 6, np.pi / 4, 4, np.cos(2), 0], rtol=1e-5)


def test_fastmath_keeps_infinities_and_approximates_on_the_gpu() -> None:
    functions = (lambda a, b: cute.math.exp2(a, fastmath=True), lambda a, b: cute.math.exp2(a))
    x = np.array([[-np.inf, 1, 2, np.inf], [-np.inf, 1, 2, np.inf]], np.float32)
    z = np.full_like(x, np.nan)
    run(x, x, z, functions)
    assert (z == np.exp2(x)).all()
    fast = cute.compile(run, x[:1], x[:1], z[:1], functions[:1], options="--target cpu").artifacts.ptx("sm_80")
    exact = cute.compile(run, x[:1], x[:1], z[:1], functions[1:], options="--target cpu").artifacts.ptx("sm_80")
    assert "ex2.approx" in fast and "ex2.approx" not in exact


@pytest.mark.parametrize("name", ["exp", "log"])
def test_integers_are_refused(name: str) -> None:
    with pytest.raises(TypeError, match="takes a float"):
        run(*np.zeros((3, 1, 4), np.int32), (unary(name),))
