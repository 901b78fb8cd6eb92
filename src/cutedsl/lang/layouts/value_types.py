"""Types of functions of values, for type checkers: a number gives a number of its class, a register vector a vector.

Numbers of several classes promote at run time, which types cannot say: their result is a `Numeric`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, TypeVar, Unpack, overload

from cutedsl.errors import fail
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.scalars import Boolean, Float32

if TYPE_CHECKING:
    from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA

    ValueT = TypeVar("ValueT", bound=Numeric | TensorSSA)


class RoundingMode(StrEnum):
    """How a result between two numbers is rounded, by PTX's names."""

    NEAREST_EVEN = "rn"
    ZERO = "rz"
    UP = "rp"
    DOWN = "rm"


class Unary(Protocol):
    """A function of one value, element by element."""

    @overload
    def __call__(
        self,
        x: ValueT,
        fastmath: bool = False,
        *,
        approx: bool = False,
        ftz: bool = False,
        rounding: RoundingMode | None = None,
        loc: object = None,
        ip: object = None,
    ) -> ValueT: ...
    @overload
    def __call__(
        self,
        x: float,
        fastmath: bool = False,
        *,
        approx: bool = False,
        ftz: bool = False,
        rounding: RoundingMode | None = None,
        loc: object = None,
        ip: object = None,
    ) -> Float32: ...


class Binary(Protocol):
    """A function of two values in their common type, element by element."""

    @overload
    def __call__(
        self,
        x: TensorSSA,
        y: Numeric,
        fastmath: bool = False,
        *,
        approx: bool = False,
        full: bool = False,
        ftz: bool = False,
        rounding: RoundingMode | None = None,
        loc: object = None,
        ip: object = None,
    ) -> TensorSSA: ...
    @overload
    def __call__(
        self,
        x: Numeric,
        y: TensorSSA,
        fastmath: bool = False,
        *,
        approx: bool = False,
        full: bool = False,
        ftz: bool = False,
        rounding: RoundingMode | None = None,
        loc: object = None,
        ip: object = None,
    ) -> TensorSSA: ...
    @overload
    def __call__(
        self,
        x: ValueT,
        y: ValueT | float,
        fastmath: bool = False,
        *,
        approx: bool = False,
        full: bool = False,
        ftz: bool = False,
        rounding: RoundingMode | None = None,
        loc: object = None,
        ip: object = None,
    ) -> ValueT: ...
    @overload
    def __call__(
        self,
        x: float,
        y: ValueT,
        fastmath: bool = False,
        *,
        approx: bool = False,
        full: bool = False,
        ftz: bool = False,
        rounding: RoundingMode | None = None,
        loc: object = None,
        ip: object = None,
    ) -> ValueT: ...
    @overload
    def __call__(
        self,
        x: Numeric | float,
        y: Numeric | float,
        fastmath: bool = False,
        *,
        approx: bool = False,
        full: bool = False,
        ftz: bool = False,
        rounding: RoundingMode | None = None,
        loc: object = None,
        ip: object = None,
    ) -> Numeric: ...


class Test(Protocol):
    """A question to one value, element by element."""

    @overload
    def __call__(self, x: TensorSSA, fastmath: bool = False, *, loc: object = None, ip: object = None) -> TensorSSA: ...
    @overload
    def __call__(
        self, x: Numeric | float, fastmath: bool = False, *, loc: object = None, ip: object = None
    ) -> Boolean: ...


class Atomic(Protocol):
    """An update of memory that gives what was there."""

    @overload
    def __call__(
        self,
        ptr: object,
        val: ValueT,
        *,
        sem: object = None,
        scope: object = None,
        loc: object = None,
        ip: object = None,
    ) -> ValueT: ...
    @overload
    def __call__(
        self,
        ptr: object,
        val: float,
        *,
        sem: object = None,
        scope: object = None,
        loc: object = None,
        ip: object = None,
    ) -> Numeric: ...


def unary(function: Callable[..., Any]) -> Unary:
    """The function, as type checkers see it, with the reference's other keywords: see `binary`."""

    @functools.wraps(function)
    def op(
        x: Any,
        fastmath: bool = False,
        *,
        approx: bool = False,
        ftz: bool = False,
        rounding: RoundingMode | None = None,
        loc: object = None,
        ip: object = None,
    ) -> Any:
        check_rounding(function.__name__, rounding)
        return function(x, fastmath=fastmath or approx)

    return op


def binary(function: Callable[..., Any]) -> Binary:
    """The function, as type checkers see it, with the reference's other keywords.

    `approx`, and `full` of a division, are its names for `fastmath` on one call. `ftz` allows results below the normal
    numbers to become 0. Errors: not-yet for a `rounding` that is not to the nearest.
    Source: CuTe DSL documentation, "cute.math".
    """

    @functools.wraps(function)
    def op(
        x: Any,
        y: Any,
        fastmath: bool = False,
        *,
        approx: bool = False,
        full: bool = False,
        ftz: bool = False,
        rounding: RoundingMode | None = None,
        loc: object = None,
        ip: object = None,
    ) -> Any:
        check_rounding(function.__name__, rounding)
        return function(x, y, fastmath=fastmath or approx or full)

    return op


def check_rounding(name: str, rounding: RoundingMode | None) -> None:
    """Refuses what the functions do not do. Errors: not-yet."""
    if rounding is not None and RoundingMode(rounding) is not RoundingMode.NEAREST_EVEN:
        raise fail("not-yet", f"`{name}` with rounding {RoundingMode(rounding).name}")


class HowExtreme(TypedDict, total=False):
    """The keywords of `max` and `min`; `fastmath` and `ftz` allow what nothing here needs."""

    propagate_nan: bool
    fastmath: bool
    ftz: bool
    loc: object
    ip: object


class Extreme(Protocol):
    """One of two values in their common type, element by element."""

    @overload
    def __call__(self, x: TensorSSA, y: Numeric, **how: Unpack[HowExtreme]) -> TensorSSA: ...
    @overload
    def __call__(self, x: Numeric, y: TensorSSA, **how: Unpack[HowExtreme]) -> TensorSSA: ...
    @overload
    def __call__(self, x: ValueT, y: ValueT | float, **how: Unpack[HowExtreme]) -> ValueT: ...
    @overload
    def __call__(self, x: float, y: ValueT, **how: Unpack[HowExtreme]) -> ValueT: ...
    @overload
    def __call__(self, x: Numeric | float, y: Numeric | float, **how: Unpack[HowExtreme]) -> Numeric: ...


def extreme(function: Callable[..., Any]) -> Extreme:
    """The function, as type checkers see it."""
    return function


def test(function: Callable[..., Any]) -> Test:
    """The function, as type checkers see it."""
    return function


def atomic(function: Callable[..., Any]) -> Atomic:
    """The function, as type checkers see it."""
    return function
