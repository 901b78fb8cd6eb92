"""`FastDivmodDivisor`: division by a number that stays the same, as a multiplication and a shift."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.emitter import cute_emitter
from cutedsl.lang.mlir_places import methods_take_places
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int32, Uint32, Uint64
from cutedsl.staging.tree import register_tree

_BITS = 31


@methods_take_places
class FastDivmodDivisor:
    """A divisor prepared once, usually in the host function: `q = n // d`, `r = n % d`, `q, r = divmod(n, d)`.

    Law: for 0 <= n < 2**31 and 1 <= d < 2**31, `n // d` and `n % d` are those of the plain integers: with
    `p = 31 + ceil(log2(d))` and `m = ceil(2**p / d)`, `n // d == n * m >> p`.

    Source: Granlund and Montgomery, "Division by Invariant Integers using Multiplication" (1994), theorem 4.2.
    """

    __slots__ = ("divisor", "multiplier", "shift")

    def __init__(self, divisor: Any, *, loc: object = None, ip: object = None) -> None:
        number = as_numeric(divisor)
        if not number.spec.is_integer or (number.is_static and not 1 <= int(number) < 1 << _BITS):
            raise fail(
                "fast-divisor",
                f"a fast divisor is made of {divisor!r}",
                fix="Give an integer from 1 to 2**31 - 1.",
            )
        self.divisor: Any = number.to(Int32)
        if number.is_static:
            shift = _BITS + (int(number) - 1).bit_length()
            self.multiplier: Any = Uint64(-(-(1 << shift) // int(number)))
            self.shift: Any = Uint64(shift)
            return
        one = Uint64(1)
        self.shift = (Int32(_BITS + 32) - _leading_zeros(self.divisor - 1)).to(Uint64)
        wide = self.divisor.to(Uint64)
        self.multiplier = ((one << self.shift) + wide - one) // wide

    def _quotient(self, dividend: Any) -> Any:
        number = as_numeric(dividend).to(Int32)
        return (number.to(Uint32).to(Uint64) * self.multiplier >> self.shift).to(Int32)

    def __rfloordiv__(self, dividend: Any) -> Any:
        return self._quotient(dividend)

    def __rmod__(self, dividend: Any) -> Any:
        return self.__rdivmod__(dividend)[1]

    def __rdivmod__(self, dividend: Any) -> tuple[Any, Any]:
        quotient = self._quotient(dividend)
        return quotient, as_numeric(dividend).to(Int32) - quotient * self.divisor

    def divmod(self, dividend: Any) -> tuple[Any, Any]:
        """Quotient and remainder."""
        return self.__rdivmod__(dividend)

    def __str__(self) -> str:
        return f"FastDivmodDivisor({self.divisor})"


def _leading_zeros(number: Any) -> Any:
    emitter = cute_emitter()
    (count,) = emitter.op("math.ctlz", (number.ir_value(),), (emitter.dtype_type(Int32.spec),), {})
    return Int32.from_handle(count)


def fast_divmod_create_divisor(divisor: Any) -> FastDivmodDivisor:
    """The prepared divisor. See `FastDivmodDivisor`; errors fast-divisor."""
    return FastDivmodDivisor(divisor)


def _flatten(value: FastDivmodDivisor) -> tuple[list[Handle], object]:
    parts: list[Numeric] = [value.divisor, value.multiplier, value.shift]
    dynamic = [part.ir_value() for part in parts if not part.is_static]
    return dynamic, tuple(None if not part.is_static else (type(part), part.literal) for part in parts)


def _unflatten(structure: Any, handles: Sequence[Handle]) -> FastDivmodDivisor:
    supply = iter(handles)
    made = object.__new__(FastDivmodDivisor)
    kinds = (Int32, Uint64, Uint64)
    made.divisor, made.multiplier, made.shift = (
        kind.from_handle(next(supply)) if known is None else kind.known(known[1])
        for kind, known in zip(kinds, structure, strict=True)
    )
    return made


register_tree(FastDivmodDivisor, _flatten, _unflatten)
