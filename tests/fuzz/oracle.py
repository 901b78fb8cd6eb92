"""Numbers of the language for CPython: integers of each width and floats, by exact arithmetic and one rounding.

A program runs undecorated on these, and compiled on the numbers of `cutedsl`; nothing here is cutedsl's. The types of
two operands are joined as CuTe DSL's documentation says.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Kind:
    """A numeric type; it makes values, as the class of the language does. `mantissa` is 0 for integers."""

    name: str
    width: int
    signed: bool = True
    mantissa: int = 0
    exponent: int = 0

    def __call__(self, value: Any = 0) -> Number:
        """A value converted to the type."""
        return Number(self, self.hold(value.value if isinstance(value, Number) else value))

    def hold(self, value: Any) -> Any:
        """What the type makes of an exact number, an infinity or NaN."""
        if self.width == 1:
            return bool(value)
        if self.mantissa:
            return self.rounded(value)
        if isinstance(value, float) and not math.isfinite(value):
            raise OutOfRange
        whole = int(value)
        low = whole & ((1 << self.width) - 1)
        wrapped = low - (1 << self.width) if self.signed and low >> (self.width - 1) else low
        if isinstance(value, float | Fraction) and wrapped != whole:
            raise OutOfRange
        return wrapped

    def rounded(self, value: Any) -> float:
        """The nearest float of the type, the even one of two."""
        if isinstance(value, float) and (value == 0 or not math.isfinite(value)):
            return value
        exact = Fraction(value)
        if not exact:
            return 0.0
        size = abs(exact)
        top = size.numerator.bit_length() - size.denominator.bit_length()
        top -= size < Fraction(2) ** top  # the power of two at or below the number
        bias = (1 << (self.exponent - 1)) - 1
        step = Fraction(2) ** (max(top, 1 - bias) - self.mantissa)
        near = round(exact / step) * step
        if abs(near) >= Fraction(2) ** (bias + 1):
            return math.copysign(math.inf, exact)
        return float(near) if near else math.copysign(0.0, exact)


class OutOfRange(Exception):
    """A float becomes an integer that its type does not hold, which has no defined result."""


BOOLEAN = Kind("Boolean", 1, False)
INTEGERS = {
    f"{'Int' if signed else 'Uint'}{width}": Kind(f"{'Int' if signed else 'Uint'}{width}", width, signed)
    for width in (8, 16, 32, 64)
    for signed in (True, False)
}
FLOATS = {
    "Float16": Kind("Float16", 16, True, 10, 5),
    "BFloat16": Kind("BFloat16", 16, True, 7, 8),
    "Float32": Kind("Float32", 32, True, 23, 8),
    "Float64": Kind("Float64", 64, True, 52, 11),
}
KINDS = {"Boolean": BOOLEAN, **INTEGERS, **FLOATS}
INT32, FLOAT32 = INTEGERS["Int32"], FLOATS["Float32"]


def common(a: Kind, b: Kind) -> Kind:
    """The type that two operands are computed in."""
    if a == b:
        return a
    if a.mantissa or b.mantissa:
        if a.mantissa and b.mantissa and a.width == b.width:
            return FLOATS["Float16"]
        real = a if a.mantissa and (not b.mantissa or a.width > b.width) else b
        return real if max(a.width, b.width) == real.width else FLOATS[f"Float{max(a.width, b.width)}"]
    if a.signed == b.signed or BOOLEAN in (a, b):
        return a if a.width >= b.width else b
    signed, unsigned = (a, b) if a.signed else (b, a)
    return unsigned if unsigned.width >= signed.width else signed


def pair(a: Any, b: Any) -> tuple[Number, Number]:
    """Two operands in their common type; a Python number takes the type of the other one if it fits."""
    if not isinstance(a, Number):
        right, left = pair(b, a)
        return left, right
    if not isinstance(b, Number):
        own = BOOLEAN if isinstance(b, bool) else FLOAT32 if isinstance(b, float) else INT32
        fits = not isinstance(b, bool) and (a.kind.mantissa or (own is INT32 and a.kind.hold(b) == b))
        b = (a.kind if fits and a.kind is not BOOLEAN else own)(b)
    kind = common(a.kind, b.kind)
    return kind(a), kind(b)


class Number:
    """A value of a type: a Python integer, bool or float that the type holds."""

    __slots__ = ("kind", "value")

    def __init__(self, kind: Kind, value: Any) -> None:
        self.kind, self.value = kind, value

    def to(self, kind: Kind) -> Number:
        """The value in another type."""
        return kind(self)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __index__(self) -> int:
        return operator.index(self.value)

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return f"{self.kind.name}({self.value!r})"

    def __neg__(self) -> Number:
        return Number(self.kind, -self.value if self.kind.mantissa else self.kind.hold(-self.value))

    def __invert__(self) -> Number:
        return Number(self.kind, self.kind.hold(~self.value))

    def __divmod__(self, other: Any) -> tuple[Any, Any]:
        return self // other, self - self // other * other

    def __abs__(self) -> Number:
        return -self if self.value < 0 or (self.kind.mantissa and math.copysign(1, self.value) < 0) else self


def _exact(whole: Callable[[int, int], Any], real: Callable[[float, float], Any]) -> Callable[[Any, Any], Number]:
    """An operator on two numbers in their common type: `whole` for integers, `real` for floats, then one rounding."""

    def apply(a: Any, b: Any) -> Number:
        left, right = pair(a, b)
        if left.kind is BOOLEAN:
            left, right = INT32(left), INT32(right)
        kind = left.kind
        return Number(kind, kind.hold((real if kind.mantissa else whole)(left.value, right.value)))

    return apply


def _of_floats(exact: Callable[[Fraction, Fraction], Any], special: Callable[[float, float], float]) -> Any:
    """The exact result of two floats; `special` says what infinities, NaN and zeros give."""

    def compute(a: float, b: float) -> Any:
        if math.isfinite(a) and math.isfinite(b):
            try:
                return exact(Fraction(a), Fraction(b)) or special(a, b)
            except ZeroDivisionError:
                pass
        return special(a, b)

    return compute


def _quotient(a: float, b: float) -> float:
    """What division gives where the result is 0, infinite or NaN."""
    if math.isnan(a) or math.isnan(b) or (a == 0 and b == 0) or (math.isinf(a) and math.isinf(b)):
        return math.nan
    sign = math.copysign(1, a) * math.copysign(1, b)
    return sign * (math.inf if b == 0 or math.isinf(a) else 0.0)


def _product(a: float, b: float) -> float:
    return a * b if 0 in (a, b) or not (math.isfinite(a) and math.isfinite(b)) else math.nan


def _remainder(a: int, b: int) -> int:
    """C's: it has the sign of the dividend."""
    return int(math.copysign(1, a)) * (abs(a) % abs(b))


def _divided(a: Any, b: Any) -> Number:
    left, right = pair(a, b)
    if not left.kind.mantissa:
        left, right = FLOAT32(left), FLOAT32(right)
    return Number(left.kind, left.kind.hold(_of_floats(operator.truediv, _quotient)(left.value, right.value)))


def _undefined(a: float, b: float) -> float:
    raise OutOfRange


_BITS = {name: _exact(getattr(operator, name), _undefined) for name in ("and_", "or_", "xor", "lshift", "rshift")}
_OPERATORS: dict[str, Callable[[Any, Any], Number]] = {
    "add": _exact(operator.add, _of_floats(operator.add, operator.add)),
    "sub": _exact(operator.sub, _of_floats(operator.sub, operator.sub)),
    "mul": _exact(operator.mul, _of_floats(operator.mul, _product)),
    "truediv": _divided,
    "floordiv": _exact(operator.floordiv, _undefined),
    "mod": _exact(_remainder, _undefined),
    "pow": _exact(operator.pow, _undefined),
    **{name.strip("_"): function for name, function in _BITS.items()},
}


def _compared(compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any], Number]:
    """A comparison of two numbers in their common type; no unsigned number is below 0."""

    def apply(a: Any, b: Any) -> Any:
        if not isinstance(b, int | float | Number):
            return NotImplemented
        if type(b) is int and b < 0 and not a.kind.signed and a.kind is not BOOLEAN:
            return Number(BOOLEAN, compare(a.value, b))
        left, right = pair(a, b)
        return Number(BOOLEAN, compare(left.value, right.value))

    return apply


def _give_operators() -> None:
    for name, function in _OPERATORS.items():
        setattr(Number, f"__{name}__", lambda a, b, f=function: f(a, b))
        setattr(Number, f"__r{name}__", lambda a, b, f=function: f(b, a))
    for name in ("lt", "le", "gt", "ge", "eq", "ne"):
        setattr(Number, f"__{name}__", _compared(getattr(operator, name)))


_give_operators()


def _chosen(a: Any, b: Any, lower: bool) -> Number:
    """`min` or `max` in the common type: NaN of either side stays; which of two zeros is not said."""
    left, right = pair(a, b)
    if math.isnan(left.value) or math.isnan(right.value):
        return Number(left.kind, math.nan)
    if left.kind.mantissa and left.value == right.value == 0 and str(left.value) != str(right.value):
        raise OutOfRange
    return left if (left.value < right.value) == lower else right


FUNCTIONS = {"min": lambda a, b: _chosen(a, b, True), "max": lambda a, b: _chosen(a, b, False)}
"""What the language does otherwise than Python's functions of these names."""
