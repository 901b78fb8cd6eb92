"""Leaves of integer tuples: static `int`, or any object with integer arithmetic (dynamic)."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from cutedsl.errors.frozen import frozen

if TYPE_CHECKING:
    from cutedsl.layout.swizzle import Swizzle


class DynamicInt(Protocol):
    """An integer whose value is known only at run time: a kernel's `Int32`/`Int64`, or a placeholder.

    The algebra uses only the operators below, `divisibility` and `width` (bits). Where they exist it also uses
    `widened` (the number in 64 bits, for layouts whose indices need them) and `swizzled` (the number after a
    `Swizzle`). It never compares dynamic leaves with `==` or `<` and never takes their truth value: two are equal
    only when they are the same object. Source: ours.
    """

    @property
    def divisibility(self) -> int: ...
    @property
    def width(self) -> int: ...
    def __add__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __sub__(self, other: Any, /) -> Any: ...
    def __rsub__(self, other: Any, /) -> Any: ...
    def __mul__(self, other: Any, /) -> Any: ...
    def __rmul__(self, other: Any, /) -> Any: ...
    def __floordiv__(self, other: Any, /) -> Any: ...
    def __rfloordiv__(self, other: Any, /) -> Any: ...
    def __mod__(self, other: Any, /) -> Any: ...
    def __rmod__(self, other: Any, /) -> Any: ...


Leaf: TypeAlias = "int | DynamicInt"
IntTuple: TypeAlias = "int | DynamicInt | tuple[IntTuple, ...]"
Coord: TypeAlias = "int | DynamicInt | tuple[Coord, ...] | None"
LeafText: TypeAlias = Callable[[Any], str]


@frozen
class Unknown:
    """The placeholder of a dynamic leaf, as a layout's text spells it: `?`, `?{div=4}`, `?{i64}`, `?{i64 div=4}`.

    Arithmetic gives another placeholder with the divisibility that is still certain, or an `int` where the value is
    certain, so a type can be computed without any tracer.

    >>> Unknown(divisibility=4) * 6
    Unknown(width=32, divisibility=24)
    >>> Unknown(divisibility=8) % 4
    0
    """

    width: int = 32
    divisibility: int = 1

    def __add__(self, other: Leaf) -> Leaf:
        return Unknown(_width(self, other), gcd(self.divisibility, divisibility(other)) or 1)

    __radd__ = __add__
    __sub__ = __add__
    __rsub__ = __add__

    def __mul__(self, other: Leaf) -> Leaf:
        factor = divisibility(other)
        return Unknown(_width(self, other), self.divisibility * factor) if factor else 0

    __rmul__ = __mul__

    def __floordiv__(self, other: Leaf) -> Leaf:
        if isinstance(other, int) and self.divisibility % other == 0:
            return Unknown(_width(self, other), self.divisibility // abs(other))
        return Unknown(_width(self, other))

    def __rfloordiv__(self, other: Leaf) -> Leaf:
        return Unknown(_width(self, other))

    def __mod__(self, other: Leaf) -> Leaf:
        if isinstance(other, int) and self.divisibility % other == 0:
            return 0
        return Unknown(_width(self, other), gcd(self.divisibility, divisibility(other)))

    def __rmod__(self, other: Leaf) -> Leaf:
        return Unknown(_width(self, other), gcd(self.divisibility, divisibility(other)) or 1)

    def __and__(self, other: Leaf) -> Leaf:
        return Unknown(_width(self, other))

    def __xor__(self, other: Leaf) -> Leaf:
        return Unknown(_width(self, other))

    def __rshift__(self, other: Leaf) -> Leaf:
        return Unknown(self.width)

    __rand__ = __and__
    __rxor__ = __xor__
    __lshift__ = __rshift__

    def swizzled(self, swizzle: Swizzle) -> Unknown:
        """`swizzle(self)`, whose bits below the swizzle are the same."""
        return Unknown(self.width, gcd(self.divisibility, swizzle.max_alignment))

    def widened(self) -> Unknown:
        """The placeholder of the number in 64 bits."""
        return Unknown(64, self.divisibility)

    def __neg__(self) -> Unknown:
        return self

    def __lt__(self, other: Leaf) -> Unknown:
        return Unknown()

    __gt__ = __lt__


def _width(a: Leaf, b: Leaf) -> int:
    """Bits of a result: 64 where an operand has 64 or is a constant beyond 32."""
    return 64 if width(a) > 32 or width(b) > 32 else 32


def divisibility(x: Leaf) -> int:
    """The largest integer known to divide `x`: `abs(x)` for an `int` (0: everything divides zero).

    >>> divisibility(12), divisibility(Unknown(divisibility=4))
    (12, 4)
    """
    if isinstance(x, int):
        return abs(x)
    try:
        return x.divisibility
    except AttributeError:  # a foreign integer type promises nothing
        return 1


def width(x: Leaf) -> int:
    """Bits of a leaf: 32 or 64 (an `int` counts 32 unless its value needs more)."""
    if isinstance(x, int):
        return 32 if -(1 << 31) <= x < 1 << 31 else 64
    try:
        return x.width
    except AttributeError:  # a foreign integer type counts as the common width
        return 32


def widened(x: Leaf) -> Any:
    """A leaf in 64 bits; a foreign integer type stays as it is."""
    if isinstance(x, int) or width(x) > 32:
        return x
    number: Any = x
    try:
        return number.widened()
    except AttributeError:
        return x


def mul(a: Leaf, b: Leaf) -> Any:
    """`a * b`, folding multiplication by a static 0 or 1 so that nothing is recorded for it."""
    if isinstance(a, int):
        if isinstance(b, int):
            return a * b
        return b if a == 1 else (a * b if a else 0)
    if isinstance(b, int):
        return a if b == 1 else (a * b if b else 0)
    return a * b


def add(a: Leaf, b: Leaf) -> Any:
    """`a + b`, folding a static zero."""
    if isinstance(a, int) and a == 0:
        return b
    return a if isinstance(b, int) and b == 0 else a + b


def floor_div(a: Leaf, b: Leaf) -> Any:
    """`a // b`, folding a static divisor of 1 and a static zero."""
    if isinstance(b, int):
        return a // b if isinstance(a, int) or b != 1 else a
    return 0 if isinstance(a, int) and a == 0 else a // b


def mod(a: Leaf, b: Leaf) -> Any:
    """`a % b`; a static zero where the divisibility of `a` proves it."""
    if isinstance(b, int):
        return a % b if isinstance(a, int) or divisibility(a) % b else 0
    return 0 if isinstance(a, int) and a == 0 else a % b


def ceil_div_leaf(a: Leaf, b: Leaf) -> Any:
    """`ceil(a / b)` of positive leaves, with no rounding recorded where the divisibility proves it exact."""
    if isinstance(a, int) and isinstance(b, int):
        return -(-a // b)
    if isinstance(b, int) and divisibility(a) % b == 0:
        return floor_div(a, b)
    return (a + (b - 1)) // b


def minimum(a: Leaf, b: Leaf) -> Any:
    """The smaller of two positive leaves, by arithmetic alone (`1 // (a // b + 1)` is 1 exactly when a < b)."""
    if isinstance(a, int):
        return min(a, b) if isinstance(b, int) else minimum(b, a)
    if a is b:
        return a
    return b - (b - a) * (1 // (a // b + 1))


def provably_equal(a: Leaf, b: Leaf) -> bool:
    """Whether two leaves are certainly the same integer: equal `int`s, or one and the same dynamic object."""
    if isinstance(a, int):
        return isinstance(b, int) and a == b
    return a is b


def number_text(x: Leaf, leaf: LeafText | None = None) -> str:
    """The text of an integer: digits, or `?` (`leaf` spells a dynamic one; by default without its width)."""
    if isinstance(x, int):
        return str(x)
    if leaf is not None:
        return leaf(x)
    return f"?{{div={divisibility(x)}}}" if divisibility(x) > 1 else "?"


def exact_leaf(x: Any) -> str:
    """A dynamic leaf with its width: `?`, `?{i64}`, `?{div=4}`, `?{i64 div=4}`; what types and `repr` need."""
    known = (["i64"] if width(x) > 32 else []) + ([f"div={divisibility(x)}"] if divisibility(x) > 1 else [])
    return "?{" + " ".join(known) + "}" if known else "?"
