"""Integers that a compilation leaves open, by name: `SymInt`, and the products of them that compact strides are."""

from __future__ import annotations

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.layout import Unknown

_WIDTHS = (32, 64)


@frozen(eq=False)
class SymInt:
    """An extent or stride that each call may change; one object used twice stands for equal numbers.

    Units: `width` in bits (32 or 64); each call's number is a multiple of `divisibility`. `symbol` is a name to print:
    two objects with one name may stand for different numbers. Errors: symbol-invalid.

    >>> n = sym_int(divisibility=4)
    >>> (n == n, n == sym_int(divisibility=4), n * 2)
    (True, False, ?{div=8})
    """

    width: int = 32
    divisibility: int = 1
    symbol: str | None = None

    def __post_init__(self) -> None:
        if self.width not in _WIDTHS or self.divisibility < 1:
            message = f"a symbol of {self.width} bits with divisibility {self.divisibility}"
            raise fail("symbol-invalid", message, fix="Use 32 or 64 bits and a divisibility of at least 1.")

    def __repr__(self) -> str:
        return f"{self.symbol or '?'}{{div={self.divisibility}}}" if self.divisibility > 1 else self.symbol or "?"

    def __mul__(self, other: Extent) -> SymProduct:
        return SymProduct.of(self) * other

    __rmul__ = __mul__


@frozen
class SymProduct:
    """A number times symbols: what a compact stride is when extents are symbols."""

    coefficient: int
    factors: tuple[SymInt, ...]

    @staticmethod
    def of(value: Extent) -> SymProduct:
        """`value` as a product."""
        match value:
            case int():
                return SymProduct(value, ())
            case SymInt():
                return SymProduct(1, (value,))
            case _:
                return value

    def __mul__(self, other: Extent) -> SymProduct:
        right = SymProduct.of(other)
        return SymProduct(self.coefficient * right.coefficient, self.factors + right.factors)

    __rmul__ = __mul__

    @property
    def divisibility(self) -> int:
        """What certainly divides the product."""
        total = self.coefficient
        for factor in self.factors:
            total *= factor.divisibility
        return total

    def __repr__(self) -> str:
        return f"?{{div={self.divisibility}}}" if self.divisibility > 1 else "?"


Extent = int | SymInt | SymProduct
"""What a fake tensor's shape and stride are made of."""


def placeholder(value: Extent, width: int | None = None) -> int | Unknown:
    """The leaf of a type's layout that stands for `value`; `width` replaces the symbol's own.

    >>> placeholder(sym_int(divisibility=8)), placeholder(4)
    (Unknown(width=32, divisibility=8), 4)
    """
    match value:
        case int():
            return value
        case SymProduct() if not value.factors:
            return value.coefficient
        case SymInt():
            return Unknown(width or value.width, value.divisibility)
        case _:
            return Unknown(width or 64, value.divisibility)


def sym_int(width: int = 32, divisibility: int = 1, *, symbol: str | None = None) -> SymInt:
    """An integer that each call may change, for `make_fake_tensor`; `symbol` is its name. Errors: symbol-invalid.

    Source: CuTe DSL documentation, "Runtime".
    """
    return SymInt(width, divisibility, symbol)


def sym_int32(divisibility: int = 1, *, symbol: str | None = None) -> SymInt:
    """`sym_int` of 32 bits."""
    return SymInt(32, divisibility, symbol)


def sym_int64(divisibility: int = 1, *, symbol: str | None = None) -> SymInt:
    """`sym_int` of 64 bits."""
    return SymInt(64, divisibility, symbol)
