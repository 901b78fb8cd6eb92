"""How a value varies over the lanes of a warp: the lattice of the lane analysis.

A value is *uniform* (one scalar), *affine* (one scalar base plus a constant for each lane) or *varying* (a vector).
Layouts are static, so most addresses are affine, and accesses become contiguous, broadcast or permuted vectors
instead of gathers (measured: docs/design/measurements.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from cutedsl.arch.abi.host import WARP_LANES
from cutedsl.errors.frozen import frozen

ZERO_ALIGN: Final = 1 << 62
"""The alignment of the constant 0: every power of two divides it."""

ZEROS: Final = (0,) * WARP_LANES
LANE_NUMBERS: Final = tuple(range(WARP_LANES))


@frozen
class Lanes:
    """The abstract value: lane `i` holds `base + offsets[i]`, modulo the type's width.

    Of a part of the lanes the offsets are as many as it has lanes.
    `offsets` is `()` for a uniform value and None for a varying one. `align` is a power of two that divides the base;
    `low` and `high` bound the base (of a varying value: every lane) as a signed number, both None when unknown.

    >>> Lanes((), 1, 5, 5).constant
    5
    """

    offsets: tuple[int, ...] | None
    align: int = 1
    low: int | None = None
    high: int | None = None

    def __post_init__(self) -> None:
        if self.offsets and len(self.offsets) > WARP_LANES:
            raise ValueError(f"{len(self.offsets)} lane offsets")
        if self.align < 1 or self.align & (self.align - 1):
            raise ValueError(f"alignment {self.align} is not a power of two")

    @property
    def uniform(self) -> bool:
        return self.offsets == ()

    @property
    def varying(self) -> bool:
        return self.offsets is None

    @property
    def affine(self) -> bool:
        return bool(self.offsets)

    @property
    def known(self) -> bool:
        """Whether every lane's value is a compile-time number."""
        return self.offsets is not None and self.low is not None and self.low == self.high

    @property
    def constant(self) -> int | None:
        """The compile-time number of a uniform value, or None."""
        return self.low if self.offsets == () and self.low == self.high else None

    @property
    def spread(self) -> tuple[int, ...]:
        """The offsets of all 32 lanes, zeros for a uniform value."""
        return self.offsets or ZEROS

    def values(self) -> tuple[int, ...]:
        """The lanes' numbers of a `known` value."""
        assert self.low is not None
        base = self.low
        return tuple(base + off for off in self.spread)


UNIFORM: Final = Lanes(())
VARYING: Final = Lanes(None)


def spreads(a: Lanes, b: Lanes) -> Iterator[tuple[int, int]]:
    """The offsets of two values in each lane; a uniform one has zeros for a whole warp, also where fewer lanes run.

    >>> list(spreads(Lanes((0, 4)), UNIFORM))
    [(0, 0), (4, 0)]
    """
    return zip(a.spread, b.spread, strict=a.affine and b.affine)


def part_of(lanes: Lanes, first: int, count: int) -> Lanes:
    """What `count` neighbouring lanes hold; an affine value stays affine, so that its base stays what it is.

    >>> part_of(Lanes((0,) * 16 + (4,) * 16), 16, 16).spread[0]
    4
    """
    if not lanes.offsets:
        return lanes
    return Lanes(lanes.offsets[first : first + count], lanes.align, lanes.low, lanes.high)


def trailing_power(value: int) -> int:
    """The largest power of two that divides `value`; `ZERO_ALIGN` for 0.

    >>> trailing_power(96), trailing_power(-3)
    (32, 1)
    """
    return value & -value if value else ZERO_ALIGN


@lru_cache(maxsize=4096)
def constant_lanes(value: int) -> Lanes:
    """A uniform integer known at compile time."""
    return Lanes((), trailing_power(value), value, value)


def lanes_of(offsets: tuple[int, ...] | None, align: int, low: int | None = None, high: int | None = None) -> Lanes:
    """A `Lanes` in its normal form: offsets that are all zero make it uniform, an empty range is unknown."""
    if offsets is not None and not any(offsets):
        offsets = ()
    if low is None or high is None or low > high:
        low = high = None
    return Lanes(offsets, align, low, high)


def join(a: Lanes, b: Lanes) -> Lanes:
    """The least `Lanes` that describes both of two values which meet at a uniform branch or a loop.

    >>> join(constant_lanes(4), constant_lanes(8))
    Lanes(offsets=(), align=4, low=4, high=8)
    """
    if a == b:
        return a
    if a.offsets != b.offsets:
        return VARYING
    low = None if a.low is None or b.low is None else min(a.low, b.low)
    high = None if a.high is None or b.high is None else max(a.high, b.high)
    return lanes_of(a.offsets, min(a.align, b.align), low, high)


def widen(lanes: Lanes) -> Lanes:
    """`lanes` without its range: what a loop-carried value starts from, so that the fixpoint ends soon."""
    return lanes if lanes.low is None else Lanes(lanes.offsets, lanes.align)
