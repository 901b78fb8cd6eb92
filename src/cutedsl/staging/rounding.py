"""What Python's `round`, `divmod` and the functions of `math` that round ask of a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.staging.operators import CLASS_OF, operands
from cutedsl.types import INT32, INT64

if TYPE_CHECKING:
    from cutedsl.staging.numeric import Numeric


class Rounding:
    """Mixin of `Numeric`. Floats round to Int32, Float64 to Int64; integers are what they are.

    >>> from cutedsl import Float32, Int32
    >>> round(Float32(2.5)).value, divmod(Int32(-7), 2)[1].value
    (2, 1)
    """

    __slots__ = ()

    def __floor__(self: Any) -> Any:
        """The largest integer that is not larger."""
        return self if self.spec.is_integer else _integer(self // 1.0)

    def __ceil__(self: Any) -> Any:
        """The smallest integer that is not smaller."""
        return self if self.spec.is_integer else _integer(-(-self // 1.0))

    def __trunc__(self: Any) -> Any:
        """The integer towards zero."""
        return self if self.spec.is_integer else _integer(self)

    def __round__(self: Any, digits: int | None = None) -> Any:
        """The nearest integer, the even one of two; error operand-type for a number of digits."""
        if digits is not None:
            raise fail(
                "operand-type",
                f"`round` cannot round {with_article(type(self).__name__)} to {digits} digits",
                fix=f"Scale it: `cute.math.roundeven(x * {10**digits}.0) / {10**digits}.0`.",
            )
        if self.spec.is_integer:
            return self
        below = self // 1.0
        rest, result = self - below, _integer(below)
        return result + ((rest > 0.5) | ((rest == 0.5) & ((result & 1) == 1))).to(type(result))

    def __divmod__(self, other: object) -> Any:
        """`(q, r)` with q rounded down and the sign of `other` on r, as Python has it."""
        pair = operands(self, other)  # type: ignore[arg-type]
        return NotImplemented if pair is None else _divmod(*pair)

    def __rdivmod__(self, other: object) -> Any:
        pair = operands(self, other)  # type: ignore[arg-type]
        return NotImplemented if pair is None else _divmod(pair[1], pair[0])


def _integer(value: Any) -> Any:
    return value.to(CLASS_OF[INT64 if value.spec.width > 32 else INT32])


def _divmod(a: Numeric, b: Numeric) -> tuple[Any, Any]:
    """Quotient and remainder; the remainder of floats is exact, and the quotient is made of it."""
    if a.spec.is_integer:
        quotient = a // b
        return quotient, a - quotient * b
    rest = a % b
    rest = rest + b * ((rest != 0.0) & ((rest < 0.0) ^ (b < 0.0))).to(type(a))
    return ((a - rest) / b + 0.5) // 1.0, rest
