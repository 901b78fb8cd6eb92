"""`FastDivmodDivisor`: division by a number that stays the same, as a multiplication and a shift."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.staging.numeric import as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int32, Uint32, Uint64
from cutedsl.staging.tree import register_tree

_BITS = 31
_PACKED = 32
"""A multiplier is below 2**32."""


@methods_take_places
class FastDivmodDivisor:
    """A divisor prepared once, usually in the host function: `q = n // d`, `r = n % d`, `q, r = divmod(n, d)`.

    Law: for 0 <= n < 2**31 and 1 <= d < 2**31, `n // d` and `n % d` are those of the plain integers: with
    `p = 31 + ceil(log2(d))` and `m = ceil(2**p / d)`, `n // d == n * m >> p`.

    Source: Granlund and Montgomery, "Division by Invariant Integers using Multiplication" (1994), theorem 4.2.
    """

    __slots__ = ("_given", "_known", "_packed")

    def __init__(
        self, divisor: Any, is_power_of_2: bool | None = None, *, loc: object = None, ip: object = None
    ) -> None:
        """`is_power_of_2` is a hint that changes nothing here."""
        number = as_numeric(divisor)
        if not number.spec.is_integer or (number.is_static and not 1 <= int(number) < 1 << _BITS):
            raise fail(
                "fast-divisor",
                f"cannot make a fast divisor of {divisor!r}",
                fix="Give an integer from 1 to 2**31 - 1.",
            )
        self._known: int | None = int(number) if number.is_static else None
        self._packed: Any = None
        """A divisor of run time as one value, as programs count on: above 32 bits of multiplier the divisor."""
        if self._known is None:
            wide, one = number.to(Int32).to(Uint64), Uint64(1)
            self._packed = wide << _PACKED | ((one << _shift(number.to(Int32))) + wide - one) // wide

    @property
    def divisor(self) -> Any:
        """The divisor; a subclass of the program's may keep its own."""
        given = getattr(self, "_given", None)
        if given is not None:
            return given
        return self._own_divisor()

    @divisor.setter
    def divisor(self, value: Any) -> None:
        self._given = value

    def _own_divisor(self) -> Any:
        return Int32(self._known) if self._known is not None else (self._packed >> _PACKED).to(Int32)

    @property
    def _divisor(self) -> Handle:
        """What is prepared, as one value of the recorded program: subclasses hand it from the host to the kernel."""
        packed = self._packed
        if packed is None:
            assert self._known is not None
            packed = Uint64(self._known << _PACKED | _multiplier(self._known))
        return packed.ir_value()

    @_divisor.setter
    def _divisor(self, value: Handle) -> None:
        self._known, self._packed = None, Uint64.from_handle(value)

    @property
    def multiplier(self) -> Any:
        if self._known is not None:
            return Uint64(_multiplier(self._known))
        return self._packed & ((1 << _PACKED) - 1)

    @property
    def shift(self) -> Any:
        return Uint64(_exponent(self._known)) if self._known is not None else _shift(self._own_divisor())

    def _quotient(self, dividend: Any) -> Any:
        number = as_numeric(dividend).to(Int32)
        return (number.to(Uint32).to(Uint64) * self.multiplier >> self.shift).to(Int32)

    def __rfloordiv__(self, dividend: Any) -> Any:
        return self._quotient(dividend)

    def __rmod__(self, dividend: Any) -> Any:
        return self.__rdivmod__(dividend)[1]

    def __rdivmod__(self, dividend: Any) -> tuple[Any, Any]:
        quotient = self._quotient(dividend)
        return quotient, as_numeric(dividend).to(Int32) - quotient * self._own_divisor()

    def divmod(self, dividend: Any) -> tuple[Any, Any]:
        """Quotient and remainder."""
        return self.__rdivmod__(dividend)

    def __str__(self) -> str:
        return f"FastDivmodDivisor({self.divisor})"


def _exponent(divisor: int) -> int:
    """`p` of the law, of a known divisor."""
    return _BITS + (divisor - 1).bit_length()


def _multiplier(divisor: int) -> int:
    """`m` of the law, of a known divisor."""
    return -(-(1 << _exponent(divisor)) // divisor)


def _shift(divisor: Any) -> Any:
    """`p` of the law."""
    return (Int32(_BITS + 32) - _leading_zeros(divisor - 1)).to(Uint64)


def _leading_zeros(number: Any) -> Any:
    emitter = cute_emitter()
    (count,) = emitter.op("math.ctlz", (number.ir_value(),), (emitter.dtype_type(Int32.spec),), {})
    return Int32.from_handle(count)


FastDivmodDivisorV2 = FastDivmodDivisor
"""Has its `divisor` inside kernels too, as `FastDivmodDivisor` has here."""


def fast_divmod_create_divisor(divisor: Any) -> FastDivmodDivisor:
    """The prepared divisor. See `FastDivmodDivisor`; errors fast-divisor."""
    return FastDivmodDivisor(divisor)


fast_divmod_create_divisor_v2 = fast_divmod_create_divisor


def _flatten(value: FastDivmodDivisor) -> tuple[list[Handle], int | None]:
    return [] if value._packed is None else [value._packed.ir_value()], value._known  # pyright: ignore[reportPrivateUsage]


def _unflatten(known: int | None, handles: Sequence[Handle]) -> FastDivmodDivisor:
    made = object.__new__(FastDivmodDivisor)
    made._known, made._packed = known, Uint64.from_handle(handles[0]) if handles else None  # pyright: ignore[reportPrivateUsage]
    return made


register_tree(FastDivmodDivisor, _flatten, _unflatten)
