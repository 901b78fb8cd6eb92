"""The functions of `cute.math` that operators say too, and what follows from them: of scalars and register vectors.

`fastmath` is taken as by the others; there is no approximation of these.
"""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.layouts.value_types import binary, extreme, unary
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.staging.numeric import Numeric, as_numeric, numeric_class
from cutedsl.types import promote

if TYPE_CHECKING:
    from cutedsl.lang.layouts.value_types import ValueT


def _plain_number(x: object) -> Any:
    return x if isinstance(x, TensorSSA) else as_numeric(x)


@unary
def abs(x: object, fastmath: bool = False) -> Any:
    """The absolute value; of the smallest integer, that integer."""
    return builtins.abs(_plain_number(x))


@unary
def absi(x: object, fastmath: bool = False) -> Any:
    """The absolute value of an integer; see `abs`. Errors: operand-type for a float."""
    return abs(_integer("absi", x))


@unary
def neg(x: object, fastmath: bool = False) -> Any:
    """`-x`."""
    return -_plain_number(x)


@binary
def add(x: object, y: object, fastmath: bool = False) -> Any:
    """`x + y`."""
    return _plain_number(x) + y


@binary
def sub(x: object, y: object, fastmath: bool = False) -> Any:
    """`x - y`."""
    return _plain_number(x) - y


@binary
def mul(x: object, y: object, fastmath: bool = False) -> Any:
    """`x * y`."""
    return _plain_number(x) * y


@binary
def div(x: object, y: object, fastmath: bool = False) -> Any:
    """`x / y`; of integers in Float32, as the operator."""
    return _plain_number(x) / y


@binary
def rem(x: object, y: object, fastmath: bool = False) -> Any:
    """`x % y`: the remainder with the sign of x."""
    a, b = _plain_number(x), _plain_number(y)
    if not isinstance(a, TensorSSA) and not isinstance(b, TensorSSA) and a.is_static and b.is_static:
        return _remainder(a, b)
    return a % b


@extreme
def max(
    x: object,
    y: object,
    *,
    propagate_nan: bool = False,
    fastmath: bool = False,
    ftz: bool = False,
    loc: object = None,
    ip: object = None,
) -> Any:
    """The larger one, in the common type; the other one where one is NaN, or NaN with `propagate_nan`."""
    return _extreme("max", x, y, propagate_nan)


@extreme
def min(
    x: object,
    y: object,
    *,
    propagate_nan: bool = False,
    fastmath: bool = False,
    ftz: bool = False,
    loc: object = None,
    ip: object = None,
) -> Any:
    """The smaller one; see `max`."""
    return _extreme("min", x, y, propagate_nan)


def clamp(x: ValueT, lower: ValueT | float, upper: ValueT | float, fastmath: bool = False) -> ValueT:
    """`min(max(x, lower), upper)`: x brought into a range; NaN stays NaN."""
    return min(max(x, lower, propagate_nan=True), upper, propagate_nan=True)


def _remainder(a: Any, b: Any) -> Any:
    """The remainder of two known numbers: C's is what was asked for, so that nothing is warned of."""
    rest = builtins.abs(a) % builtins.abs(b)
    return -rest if a.literal < 0 and not rest.spec.is_bool else rest


def _extreme(name: str, x: object, y: object, propagate_nan: bool) -> Any:
    a, b = _plain_number(x), _plain_number(y)
    if isinstance(a, TensorSSA):
        return a.apply_op(_extreme_op(name, a, b, propagate_nan), y)
    if isinstance(b, TensorSSA):
        return b.apply_op(_extreme_op(name, a, b, propagate_nan), x, flip=True)
    if not isinstance(y, Numeric) and (a.dtype.is_float or b.dtype.is_integer):
        b = b.to(a.dtype)  # a Python number takes the type beside it
    elif not isinstance(x, Numeric) and (b.dtype.is_float or a.dtype.is_integer):
        a = a.to(b.dtype)
    common = numeric_class(promote(a.spec, b.spec))
    left, right = a.to(common).ir_value(), b.to(common).ir_value()
    op = _extreme_op(name, a, b, propagate_nan)
    return common.from_handle(cute_emitter().binary(op, common.spec, left, right))


def _extreme_op(name: str, a: Any, b: Any, propagate_nan: bool) -> str:
    """Integers have one operation, floats two."""
    return name if propagate_nan or not (a.dtype.is_float or b.dtype.is_float) else f"{name}num"


def _integer(name: str, x: object) -> Any:
    number = _plain_number(x)
    if not number.dtype.is_integer:
        raise fail("operand-type", f"`{name}` takes an integer, got {number.dtype.__name__}")
    return number


@binary
def ipowi(x: object, n: object, fastmath: bool = False) -> Any:
    """`x**n` of integers, wrapping; a negative power gives 0 unless x is 1 or -1. Errors: operand-type for floats."""
    return _integer("ipowi", x) ** _integer("ipowi", n)
