"""Scaled bases: strides that step through a coordinate instead of an index, `2@1` = two steps along mode 1."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.layout.leaf import (
    IntTuple,
    Leaf,
    LeafText,
    divisibility,
    floor_div,
    mul,
    number_text,
    provably_equal,
    width,
)


@frozen(eq=False)
class ScaledBasis:
    """`value` along a mode, given by its number or by a path: `(0, 1)` or `[0, 1]` is mode 1 inside mode 0.

    Text runs from the inner mode to the outer one, as CuTe prints it: path `(0, 1)` is `1@1@0`.

    **Law**: a sum of scaled bases is the coordinate with those entries, zero elsewhere.

    >>> print(3 * E(0, 1))
    3@1@0

    Source: BSD-3 `cute/numeric/arithmetic_tuple.hpp`.
    """

    value: Any
    path: tuple[int, ...]

    def __init__(self, value: Any, mode: Any) -> None:
        path = (mode,) if isinstance(mode, int) else tuple(mode)
        if not path or min(path) < 0:
            raise fail("basis-mode-negative", f"a scaled basis needs modes >= 0, got {path}")
        object.__setattr__(self, "value", value)
        object.__setattr__(self, "path", path)

    @property
    def mode(self) -> list[int]:
        """The path as a list, outer mode first."""
        return list(self.path)

    @property
    def divisibility(self) -> int:
        return divisibility(self.value)

    @property
    def width(self) -> int:
        return width(self.value)

    def __mul__(self, other: Leaf) -> ScaledBasis:
        if isinstance(other, ScaledBasis):
            raise fail("basis-arithmetic", f"two scaled bases cannot be multiplied: {self} * {other}")
        return ScaledBasis(mul(self.value, other), self.path)

    __rmul__ = __mul__

    def __neg__(self) -> ScaledBasis:
        return ScaledBasis(-self.value, self.path)

    def __floordiv__(self, other: Leaf) -> ScaledBasis:
        return ScaledBasis(floor_div(self.value, other), self.path)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, int) and other == 0:
            return self
        return add_coords(as_coord(self), other)

    __radd__ = __add__

    def _no(self, other: object) -> Any:
        raise fail("basis-arithmetic", f"{self} steps through a coordinate; this needs a plain integer")

    __sub__ = __rsub__ = __rfloordiv__ = __mod__ = __rmod__ = _no

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScaledBasis) and self.path == other.path and provably_equal(self.value, other.value)

    def __hash__(self) -> int:
        return hash((self.value if isinstance(self.value, int) else id(self.value), self.path))

    def __str__(self) -> str:
        return self.text()

    def text(self, leaf: LeafText | None = None) -> str:
        """What `str` prints; `leaf` spells a dynamic number of steps."""
        return number_text(self.value, leaf) + "".join([f"@{m}" for m in reversed(self.path)])


def E(mode: Any, *inner: int) -> ScaledBasis:
    """The unit basis along a mode or a path, outer mode first: `E(1)` is `1@1`, `E(0, 1)` or `E([0, 1])` is `1@1@0`."""
    return ScaledBasis(1, (mode, *inner) if isinstance(mode, int) else mode)


def basis_value(e: Leaf) -> Any:
    """The number of steps of a scaled basis; any other leaf is its own value."""
    return e.value if isinstance(e, ScaledBasis) else e


def basis_get(basis: Leaf, t: Any) -> Any:
    """The part of `t` (a tuple) that a scaled basis points to; `t` itself for a plain leaf.

    >>> basis_get(E(0, 1), ((3, 4), 5))
    4
    """
    if isinstance(basis, ScaledBasis):
        whole = t
        for mode in basis.path:
            if not isinstance(t, tuple) or mode >= len(t):
                raise fail("mode-out-of-range", f"the scaled basis {basis} names a mode that {whole} does not have")
            t = t[mode]
    return t


def has_scaled_basis(x: object) -> bool:
    """Whether a leaf of `x` is a scaled basis."""
    if not isinstance(x, tuple):
        return isinstance(x, ScaledBasis)
    for e in x:  # noqa: SIM110  # every composition asks this: a generator takes three times as long
        if type(e) is not int and has_scaled_basis(e):
            return True
    return False


def basis_like(shape: IntTuple, path: tuple[int, ...] = ()) -> Any:
    """Unit bases in the profile of `shape`: the strides of its identity layout.

    >>> str(basis_like(4))
    '1'
    """
    if isinstance(shape, tuple):
        return tuple([basis_like(s, (*path, i)) for i, s in enumerate(shape)])
    return ScaledBasis(1, path) if path else 1


def as_coord(x: Any) -> Any:
    """A scaled basis as the coordinate with its value and zeros before it; anything else unchanged.

    >>> as_coord(3 * E(1))
    (0, 3)
    """
    if not isinstance(x, ScaledBasis):
        return x
    coord: Any = x.value
    for mode in reversed(x.path):
        coord = (0,) * mode + (coord,)
    return coord


def add_coords(a: Any, b: Any) -> Any:
    """Sum of two coordinates, the shorter one padded with zeros (a static 0 adds nothing to a tuple).

    >>> add_coords((1, 2), (0, 3, 4))
    (1, 5, 4)
    """
    a, b = as_coord(a), as_coord(b)
    if isinstance(a, int) and a == 0:
        return b
    if isinstance(b, int) and b == 0:
        return a
    if isinstance(a, tuple) and isinstance(b, tuple):
        n = max(len(a), len(b))
        pad_a, pad_b = a + (0,) * (n - len(a)), b + (0,) * (n - len(b))
        return tuple([add_coords(x, y) for x, y in zip(pad_a, pad_b, strict=True)])
    if isinstance(a, tuple) or isinstance(b, tuple):
        raise fail("basis-arithmetic", f"a coordinate and an integer cannot be added: {a} + {b}")
    return a + b
