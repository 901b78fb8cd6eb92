"""`DType`: one numeric type as a frozen record."""

from __future__ import annotations

from dataclasses import field
from enum import Enum

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen


class Kind(Enum):
    """The family that a numeric type belongs to."""

    BOOL = "bool"
    INT = "int"
    FLOAT = "float"


@frozen
class DType:
    """One numeric type: its names, its widths in bits and, for floats, its fields.

    `short` is the spelling of messages and CuTe's prints (`u32`), `mlir` the one of the IR (`i32`: signedness is in the
    operations there). `width` counts the bits of the value, `storage_bits` those that one element takes in memory.
    `bias` and `has_inf` describe floats: the value of a normal number is (1 + m / 2**mantissa) * 2**(e - bias).

    >>> from cutedsl.types import dtype_named
    >>> dtype_named("Float32").short, dtype_named("Boolean").storage_bits
    ('f32', 8)

    Source: CUTLASS's notebook `data_types`.
    """

    name: str
    short: str
    mlir: str
    kind: Kind
    width: int
    signed: bool
    storage_bits: int
    exponent_width: int = 0
    mantissa_width: int = 0
    bias: int = 0
    has_inf: bool = False
    max_finite: float = 0.0
    numpy_name: str | None = None
    lanes: int = 1
    # Read for each traced operation, and so kept: integers and Boolean, as CuTe has it; the others; Boolean only.
    is_integer: bool = field(init=False, compare=False)
    is_float: bool = field(init=False, compare=False)
    is_bool: bool = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Fills in what the kind says; refuses records whose fields contradict each other."""
        for name, holds in (
            ("is_integer", self.kind is not Kind.FLOAT),
            ("is_float", self.kind is Kind.FLOAT),
            ("is_bool", self.kind is Kind.BOOL),
        ):
            object.__setattr__(self, name, holds)
        bits = self.exponent_width + self.mantissa_width + int(self.signed)
        if self.kind is Kind.FLOAT and bits * self.lanes > self.width:
            raise fail("invalid-dtype", f"{self.name} has {self.width} bits, but its fields have {bits} bits")
        if self.storage_bits < self.width and self.short != "tf32":
            raise fail(
                "invalid-dtype", f"{self.name} has {self.width} bits and cannot be stored in {self.storage_bits}"
            )

    def __hash__(self) -> int:
        """That of the name: hashing all fields takes a microsecond, and tables by type are read for each operation."""
        return hash(self.name)

    @property
    def storage_bytes(self) -> int:
        """Whole bytes that one element takes in memory, at least 1."""
        return max(1, (self.storage_bits + 7) // 8)

    @property
    def min(self) -> int:
        """The smallest integer; integers and Boolean only."""
        self._need_integer("min")
        return -(1 << (self.width - 1)) if self.signed else 0

    @property
    def max(self) -> int:
        """The largest integer; integers and Boolean only."""
        self._need_integer("max")
        return (1 << (self.width - int(self.signed))) - 1

    def _need_integer(self, what: str) -> None:
        if self.is_float:
            raise fail("invalid-dtype", f"`{self.name}` is a float and has no `{what}`")

    def __str__(self) -> str:
        """The short name."""
        return self.short

    def __repr__(self) -> str:
        """The name of the type."""
        return self.name
