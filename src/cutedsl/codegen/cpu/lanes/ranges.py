"""Between which numbers the lanes of a varying integer lie: what proves that a gather is inside its tensor.

`(tidx + 5) % 128` differs freely from lane to lane, but lies between 0 and 127 in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias

from cutedsl.codegen.cpu.lanes.lanes import VARYING, Lanes

Range: TypeAlias = "tuple[int, int]"
"""The least and the largest number, as signed ones."""


def range_of(lanes: Lanes, width: int) -> Range | None:
    """What holds the `width`-bit number of every lane; None where nothing is known, or where a lane may wrap.

    >>> range_of(Lanes((0, 4), 1, 10, 20), 32), range_of(Lanes((0, 4), 1, 10, 126), 8)
    ((10, 24), None)
    """
    if lanes.low is None or lanes.high is None:
        return None
    return _inside((lanes.low + min(lanes.spread), lanes.high + max(lanes.spread)), width)


def _inside(found: Range, width: int) -> Range | None:
    return found if -(1 << (width - 1)) <= found[0] and found[1] < 1 << (width - 1) else None


def varying_within(found: Range | None, width: int) -> Lanes:
    """Varying lanes of a `width`-bit type within a range; one that leaves the type says nothing."""
    kept = None if found is None else _inside(found, width)
    return VARYING if kept is None else Lanes(None, 1, *kept)


def _products(a: Range, b: Range) -> Range:
    corners = [x * y for x in a for y in b]
    return min(corners), max(corners)


def _quotients(a: Range, b: Range) -> Range | None:
    """By positive numbers, of numbers that are not negative: truncation and floor agree."""
    return (a[0] // b[1], a[1] // b[0]) if a[0] >= 0 and b[0] > 0 else None


def _remainders(a: Range, b: Range) -> Range | None:
    return (0, min(a[1], b[1] - 1)) if a[0] >= 0 and b[0] > 0 else None


def _common_bits(a: Range, b: Range) -> Range | None:
    """Of `and`: no more than either number that is not negative."""
    highs = [one[1] for one in (a, b) if one[0] >= 0]
    return (0, min(highs)) if highs else None


def _either_bits(a: Range, b: Range) -> Range | None:
    """Of `or` and `xor`: no bit above the highest of both."""
    if a[0] < 0 or b[0] < 0:
        return None
    return 0, (1 << max(a[1], b[1]).bit_length()) - 1


def _shifted_left(a: Range, b: Range) -> Range | None:
    return _products(a, (1 << b[0], 1 << b[1])) if b[0] >= 0 and b[1] < 63 else None


def _shifted_right(a: Range, b: Range) -> Range | None:
    return (a[0] >> b[1], a[1] >> b[0]) if a[0] >= 0 and b[0] >= 0 and b[1] < 63 else None


_RULES: Final[Mapping[str, Callable[[Range, Range], Range | None]]] = MappingProxyType(
    {
        "add": lambda a, b: (a[0] + b[0], a[1] + b[1]),
        "sub": lambda a, b: (a[0] - b[1], a[1] - b[0]),
        "mul": _products,
        "div": _quotients,
        "floordiv": _quotients,
        "rem": _remainders,
        "and": _common_bits,
        "or": _either_bits,
        "xor": _either_bits,
        "shl": _shifted_left,
        "shr": _shifted_right,
        "min": lambda a, b: (min(a[0], b[0]), min(a[1], b[1])),
        "max": lambda a, b: (max(a[0], b[0]), max(a[1], b[1])),
    }
)
"""By operation, of either sign: what would differ has no range."""


@lru_cache(maxsize=1 << 14)
def varying_result(operation: str, width: int, a: Lanes, b: Lanes) -> Lanes:
    """The lanes of an integer op of two operands of its width whose result varies freely.

    >>> varying_result("rem", 32, Lanes((0, 1), 1, 5, 101), Lanes((), 128, 128, 128))
    Lanes(offsets=None, align=1, low=0, high=102)
    """
    rule, left, right = _RULES.get(operation), range_of(a, width), range_of(b, width)
    if rule is None or width == 1:
        return VARYING
    if operation == "and":  # one number that is not negative is enough
        left, right = left or right, right or left
    if left is None or right is None:
        return VARYING
    return varying_within(rule(left, right), width)
