"""Mathematical functions of lanes: computed in float64, rounded to the type."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from cutedsl.eager.formats import held
from cutedsl.eager.values import Array
from cutedsl.types import DType


def _half_away(x: Array) -> Array:
    """Nearest integer, halves away from zero; exact, as `x + 0.5` is not."""
    whole = np.trunc(x)
    return np.where(np.abs(x - whole) >= 0.5, whole + np.copysign(1.0, x), whole)


def _each(function: Callable[[float], float]) -> Callable[[Array], Array]:
    return lambda x: np.asarray(np.frompyfunc(function, 1, 1)(x), np.float64)


_FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = MappingProxyType(
    {
        "absf": np.abs,
        "acos": np.arccos,
        "acosh": np.arccosh,
        "asin": np.arcsin,
        "asinh": np.arcsinh,
        "atan": np.arctan,
        "atan2": np.arctan2,
        "atanh": np.arctanh,
        "cbrt": np.cbrt,
        "ceil": np.ceil,
        "copysign": np.copysign,
        "cos": np.cos,
        "cosh": np.cosh,
        "erf": _each(math.erf),
        "erfc": _each(math.erfc),
        "exp": np.exp,
        "exp2": np.exp2,
        "expm1": np.expm1,
        "floor": np.floor,
        "log": np.log,
        "log10": np.log10,
        "log1p": np.log1p,
        "log2": np.log2,
        "powf": np.power,
        "round": _half_away,
        "roundeven": np.rint,
        "rsqrt": lambda x: 1.0 / np.sqrt(x),
        "sin": np.sin,
        "sinh": np.sinh,
        "sqrt": np.sqrt,
        "tan": np.tan,
        "tanh": np.tanh,
        "trunc": np.trunc,
    }
)


def is_function(name: str) -> bool:
    """Whether there is a function of floats called `name`, as MLIR's `math` dialect spells it."""
    return name in _FUNCTIONS


def apply(name: str, dtype: DType, *operands: Array) -> Array:
    """The function of every element."""
    with np.errstate(all="ignore"):
        return held(dtype, _FUNCTIONS[name](*(x.astype(np.float64) for x in operands)))
