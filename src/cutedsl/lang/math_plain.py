"""The functions of `cute.math` that operators say too, and what follows from them: of scalars and register vectors."""

from __future__ import annotations

import builtins
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.emitter import cute_emitter
from cutedsl.lang.tensor_ssa import TensorSSA
from cutedsl.staging.numeric import Numeric, as_numeric, numeric_class
from cutedsl.types import promote


def _number(x: object) -> Any:
    return x if isinstance(x, TensorSSA) else as_numeric(x)


def abs(x: object) -> Any:
    """The absolute value; of the smallest integer, that integer."""
    return builtins.abs(_number(x))


def absi(x: object) -> Any:
    """The absolute value of an integer; see `abs`. Errors: operand-type for a float."""
    return abs(_integer("absi", x))


def neg(x: object) -> Any:
    """`-x`."""
    return -_number(x)


def add(x: object, y: object) -> Any:
    """`x + y`."""
    return _number(x) + y


def sub(x: object, y: object) -> Any:
    """`x - y`."""
    return _number(x) - y


def mul(x: object, y: object) -> Any:
    """`x * y`."""
    return _number(x) * y


def div(x: object, y: object) -> Any:
    """`x / y`; of integers in Float32, as the operator."""
    return _number(x) / y


def rem(x: object, y: object) -> Any:
    """`x % y`: the remainder with the sign of x."""
    return _number(x) % y


def max(x: object, y: object) -> Any:
    """The larger one, in the common type; NaN if either is."""
    return _extreme("max", x, y)


def min(x: object, y: object) -> Any:
    """The smaller one, in the common type; NaN if either is."""
    return _extreme("min", x, y)


def clamp(x: object, lower: object, upper: object) -> Any:
    """`min(max(x, lower), upper)`: x brought into a range; NaN stays NaN."""
    return min(max(x, lower), upper)


def _extreme(op: str, x: object, y: object) -> Any:
    a, b = _number(x), _number(y)
    if isinstance(a, TensorSSA):
        return a.apply_op(op, y)
    if isinstance(b, TensorSSA):
        return b.apply_op(op, x, flip=True)
    if not isinstance(y, Numeric) and (a.dtype.is_float or b.dtype.is_integer):
        b = b.to(a.dtype)  # a Python number takes the type beside it
    elif not isinstance(x, Numeric) and (b.dtype.is_float or a.dtype.is_integer):
        a = a.to(b.dtype)
    common = numeric_class(promote(a.spec, b.spec))
    left, right = a.to(common).ir_value(), b.to(common).ir_value()
    return common.from_handle(cute_emitter().binary(op, common.spec, left, right))


def _integer(name: str, x: object) -> Any:
    number = _number(x)
    if not number.dtype.is_integer:
        raise fail("operand-type", f"`{name}` takes an integer, got {number.dtype.__name__}")
    return number


def ipowi(x: object, n: object) -> Any:
    """`x**n` of integers, wrapping; a negative power gives 0 unless x is 1 or -1. Errors: operand-type for floats."""
    return _integer("ipowi", x) ** _integer("ipowi", n)
