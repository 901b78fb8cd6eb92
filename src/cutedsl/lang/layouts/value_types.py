"""What type checkers are told of functions of values: a number gives a number of its class, a register vector a vector.

Numbers of several classes promote at run time, which types cannot say: their result is a `Numeric`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

from cutedsl.staging.numeric import Numeric
from cutedsl.staging.scalars import Boolean, Float32

if TYPE_CHECKING:
    from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA

    ValueT = TypeVar("ValueT", bound=Numeric | TensorSSA)


class Unary(Protocol):
    """A function of one value, element by element."""

    @overload
    def __call__(
        self,
        x: ValueT,
        *,
        fastmath: bool = False,
        approx: bool = False,
        ftz: bool = False,
        loc: object = None,
        ip: object = None,
    ) -> ValueT: ...
    @overload
    def __call__(
        self,
        x: float,
        *,
        fastmath: bool = False,
        approx: bool = False,
        ftz: bool = False,
        loc: object = None,
        ip: object = None,
    ) -> Float32: ...


class Binary(Protocol):
    """A function of two values in their common type, element by element."""

    @overload
    def __call__(
        self, x: TensorSSA, y: Numeric, *, fastmath: bool = False, loc: object = None, ip: object = None
    ) -> TensorSSA: ...
    @overload
    def __call__(
        self, x: Numeric, y: TensorSSA, *, fastmath: bool = False, loc: object = None, ip: object = None
    ) -> TensorSSA: ...
    @overload
    def __call__(
        self, x: ValueT, y: ValueT | float, *, fastmath: bool = False, loc: object = None, ip: object = None
    ) -> ValueT: ...
    @overload
    def __call__(
        self, x: float, y: ValueT, *, fastmath: bool = False, loc: object = None, ip: object = None
    ) -> ValueT: ...
    @overload
    def __call__(
        self, x: Numeric | float, y: Numeric | float, *, fastmath: bool = False, loc: object = None, ip: object = None
    ) -> Numeric: ...


class Test(Protocol):
    """A question to one value, element by element."""

    @overload
    def __call__(self, x: TensorSSA, *, fastmath: bool = False, loc: object = None, ip: object = None) -> TensorSSA: ...
    @overload
    def __call__(
        self, x: Numeric | float, *, fastmath: bool = False, loc: object = None, ip: object = None
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
    """The function, as type checkers see it, with the reference's other keywords.

    `approx` is its name for `fastmath` on one call. `ftz` allows results below the normal numbers to become 0.
    """

    @functools.wraps(function)
    def op(
        x: Any,
        *,
        fastmath: bool = False,
        approx: bool = False,
        ftz: bool = False,
        loc: object = None,
        ip: object = None,
    ) -> Any:
        return function(x, fastmath=fastmath or approx)

    return op


def binary(function: Callable[..., Any]) -> Binary:
    """The function, as type checkers see it."""
    return function


def test(function: Callable[..., Any]) -> Test:
    """The function, as type checkers see it."""
    return function


def atomic(function: Callable[..., Any]) -> Atomic:
    """The function, as type checkers see it."""
    return function
