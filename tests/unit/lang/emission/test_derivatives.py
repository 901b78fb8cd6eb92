"""`utils.value_and_derivative` against derivatives by hand in float64, compiled and eager."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.errors import DSLUserCodeError

m = cute.math
F32 = cutlass.Float32
FUNCTIONS: dict[str, tuple[Any, Any]] = {
    "rational": (lambda x: 3.0 * x * x - x / (x + 2.0) - 1.0, lambda x: 6 * x - 2 / (x + 2) ** 2),
    "powers": (lambda x: x**2 + m.pow(x, 1.5) + 2.0**x, lambda x: 2 * x + 1.5 * x**0.5 + 2**x * math.log(2)),
    "chosen": (lambda x: cutlass.select_(x > 0.5, x * 2.0, -x), lambda x: np.where(x > 0.5, 2, -1)),
    "extremes": (
        lambda x: cutlass.max(x, 0.7) * cutlass.min(x, 0.4),
        lambda x: np.where(x < 0.4, 0.7, np.where(x < 0.7, 0, 0.4)),
    ),
    "other types": (lambda x: (x.to(cutlass.Float16) * cutlass.Float16(2.0)).to(F32) - abs(-x), lambda x: 1 + 0 * x),
    "steps": (lambda x: m.floor(x * 5.0) + F32(cutlass.Int32(x * 9.0)) + F32(x > 0.3), lambda x: 0 * x),
    "constant": (lambda x: F32(4.0), lambda x: 0 * x),
    "exponentials": (
        lambda x: m.exp(-x) + m.exp2(x) + m.log(x) + m.log2(x),
        lambda x: -np.exp(-x) + math.log(2) * 2**x + 1 / x + 1 / (x * math.log(2)),
    ),
    "roots": (
        lambda x: m.sqrt(x) + m.rsqrt(x) + m.cbrt(x),
        lambda x: 0.5 * x**-0.5 - 0.5 * x**-1.5 + x ** (-2 / 3) / 3,
    ),
    "angles": (
        lambda x: m.sin(x) + m.cos(2.0 * x) + m.tan(x) + m.atan(x) + m.atan2(x, 2.0),
        lambda x: np.cos(x) - 2 * np.sin(2 * x) + 1 / np.cos(x) ** 2 + 1 / (1 + x * x) + 2 / (x * x + 4),
    ),
    "tanh and erf": (
        lambda x: 20.0 * m.tanh(x * 0.5) + m.erf(x) + m.fma(x, x, x),
        lambda x: 10 / np.cosh(x / 2) ** 2 + 2 / math.sqrt(math.pi) * np.exp(-x * x) + 2 * x + 1,
    ),
}


def slopes(function: Any, numbers: Any) -> Any:
    """The derivatives of a function of a number of each thread."""

    @cute.kernel
    def kernel(x: cute.Tensor, y: cute.Tensor):
        thread, _, _ = cute.arch.thread_idx()
        _, slope = utils.value_and_derivative(function, x[thread])
        y[thread] = slope

    @cute.jit
    def launch(x: cute.Tensor, y: cute.Tensor):
        kernel(x, y).launch(grid=(1, 1, 1), block=(cute.size(x), 1, 1))

    found = np.zeros_like(numbers)
    cute.compile(launch, numbers, found, options="--target cpu")(numbers, found)
    return found


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_derivative_is_that_by_hand(name: str) -> None:
    function, by_hand = FUNCTIONS[name]
    numbers = np.linspace(0.11, 1.13, 32, dtype=np.float32)
    np.testing.assert_allclose(slopes(function, numbers), by_hand(numbers.astype(np.float64)), rtol=2e-5, atol=2e-6)


def test_a_function_of_more_numbers_follows_the_first() -> None:
    @cute.jit
    def run(out: cute.Tensor):
        out[0], out[1] = utils.value_and_derivative(lambda x, y: x * x * y, out[0], out[1])

    out = np.array([3.0, 5.0], np.float32)
    run(out)
    assert out.tolist() == [45.0, 30.0]


def branching(x: Any) -> Any:
    memory = cute.make_rmem_tensor(1, F32)
    memory[0] = x
    return memory[0]


@pytest.mark.parametrize(
    "function",
    [branching, lambda x: x.bitcast(cutlass.Int32).to(F32), lambda x: m.acosh(m.asinh(x)) + m.copysign(x, x)],
)
def test_ops_without_a_derivative_are_refused_by_name(function: Any) -> None:
    """Also a store: what comes back from memory would have no slope."""
    with pytest.raises(DSLUserCodeError) as error:
        slopes(function, np.ones(32, np.float32))
    assert error.value.name == "no-derivative"
