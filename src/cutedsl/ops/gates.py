"""The functions of two numbers that gated layers use: `activation(gate) * value`, and their derivatives.

They take register vectors, as an epilogue gets them, and numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.epilogues import callable_of
from cutedsl.ops.refuse import refused

_LOG2_E: Final = math.log2(math.e)
_CUBE: Final = 0.044715
"""The factor of the cube in the approximation of `gelu` by a hyperbolic tangent."""


def sigmoid(x: Any) -> Any:
    """`1 / (1 + exp(-x))`, by the hardware's exponential and reciprocal."""
    return cute.math.rcp(1.0 + cute.math.exp2(x * -_LOG2_E, fastmath=True), fastmath=True)


def _silu(x: Any) -> Any:
    return x * sigmoid(x)


def _silu_slope(x: Any) -> Any:
    part = sigmoid(x)
    return part * (1.0 + x * (1.0 - part))


def _normal(x: Any) -> Any:
    """The normal distribution up to x."""
    return 0.5 + 0.5 * cute.math.erf(x * math.sqrt(0.5))


def _gelu(x: Any) -> Any:
    return x * _normal(x)


def _gelu_slope(x: Any) -> Any:
    return _normal(x) + x * cute.math.exp2(x * x * (-0.5 * _LOG2_E), fastmath=True) * (1.0 / math.sqrt(2.0 * math.pi))


def _tanh_gelu_inner(x: Any) -> Any:
    """`0.5 * (1 + tanh(y))` is the sigmoid of `2 y`."""
    return sigmoid(2.0 * math.sqrt(2.0 / math.pi) * (x + _CUBE * x * x * x))


def _tanh_gelu(x: Any) -> Any:
    return x * _tanh_gelu_inner(x)


def _tanh_gelu_slope(x: Any) -> Any:
    part = _tanh_gelu_inner(x)
    return part + x * part * (1.0 - part) * (2.0 * math.sqrt(2.0 / math.pi)) * (1.0 + 3.0 * _CUBE * x * x)


def _where_negative(x: Any, below: float, above: Any) -> Any:
    if isinstance(x, cutlass.Numeric):
        return cutlass.select_(x < 0.0, below, above)
    return cute.where(x < 0.0, cute.full_like(x, below), above)


def _relu(x: Any) -> Any:
    return _where_negative(x, 0.0, x)


def _relu_slope(x: Any) -> Any:
    return _where_negative(x, 0.0, x * 0.0 + 1.0)


def _sigmoid_slope(x: Any) -> Any:
    part = sigmoid(x)
    return part * (1.0 - part)


@dataclass(frozen=True, slots=True)
class Gate:
    """`activation(gate) * value`, and the derivative of the activation."""

    activation: Callable[[Any], Any]
    slope: Callable[[Any], Any]

    def __call__(self, gate: Any, value: Any) -> Any:
        return self.activation(gate) * value

    def gradients(self, grad: Any, gate: Any, value: Any) -> tuple[Any, Any]:
        """Those of the gate and of the value, for the gradient of the result."""
        return grad * value * self.slope(gate), grad * self.activation(gate)


GATES: Final[dict[str, Gate]] = {
    "swiglu": Gate(_silu, _silu_slope),
    "geglu": Gate(_gelu, _gelu_slope),
    "geglu_tanh": Gate(_tanh_gelu, _tanh_gelu_slope),
    "reglu": Gate(_relu, _relu_slope),
    "glu": Gate(sigmoid, _sigmoid_slope),
}


def gate_of(given: Any) -> Callable[[Any, Any], Any]:
    """The function of a name, or one of the author's. Errors: ops-function."""
    return named_gate(given) if isinstance(given, str) else callable_of("gate", given)


def named_gate(name: Any) -> Gate:
    """The gate of a name. Errors: ops-function."""
    if name not in GATES:
        raise refused("ops-function", f"`gate` is {name!r}; it must be one of {', '.join(GATES)}")
    return GATES[name]
