"""What a candidate is called with: sizes, how each array lies in memory, and what values it holds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Final

from cutedsl.errors.frozen import frozen

SMALLEST: Final = 16
"""Integers of a KernelBench file from here on up are sizes that the gate changes; smaller ones (channels) stay."""
MOST_ELEMENTS: Final = 160_000
"""What the arrays of one call may have together."""
WHOLE: Final = 512
"""Sizes up to here stay as they are in the case `whole`."""
WHOLE_UNITS: Final = (4096, 1024, 512, 256)
"""What greater ones become there, the first of these with which there are few enough elements."""
_WHOLE: Final = (*WHOLE_UNITS, 128, 64, 32)
FAR_ELEMENTS: Final = (1 << 31) + 4096
"""From the first element of a `far` array to its last row."""

AGAIN: Final = 64
"""Least number of further calls of the first case; `AGAIN_MOST` and up to as many again at most."""
AGAIN_MOST: Final = 256

LAYOUTS: Final = ("plain", "unaligned", "strided", "far")
"""How inputs lie: contiguous and aligned; one element later; rows with gaps; rows beyond 2^31 elements."""
VALUES: Final = ("normal", "special", "denormal", "cancel", "large", "equal")
"""Random; with NaN and infinities; denormal; small differences of large numbers; large; all the same."""
WIDE: Final = "integers"
"""Integers beyond 32 bits, or near the limits of 32: where results are of 64 bits."""


def mapped(values: Sequence[int], profile: str, unit: int = 128) -> dict[int, int] | None:
    """The sizes of a profile in place of a file's; None where the profile changes nothing.

    >>> mapped([1024, 4096], "regular"), mapped([1024, 4096], "one")
    ({1024: 128, 4096: 256}, {1024: 1, 4096: 1})
    """
    ranked = sorted(set(values))
    if not ranked:
        return None
    primes = (37, 61, 29, 53, 43, 23)
    match profile:
        case "regular":
            new = [unit << (k % 2) for k in range(len(ranked))]
        case "whole":
            new = [
                n if n <= WHOLE else next((p for p in _WHOLE if p <= unit and n % p == 0), n % 256 + 16) for n in ranked
            ]
        case "ragged":
            new = [unit + 1 if k % 2 == 0 else 2 * unit - 1 for k in range(len(ranked))]
        case "odd":
            new = [primes[k % len(primes)] for k in range(len(ranked))]
        case "wide":
            new = [17 + 2 * k for k in range(len(ranked))]
            new[-1] = 4099
        case "many" | "long":
            new = [17 + 2 * k for k in range(len(ranked))]
            new[0 if profile == "many" else -1] = unit
        case "one":
            new = [1] * len(ranked)
        case "zero":
            new = [0] * len(ranked)
        case _:
            return None
    return dict(zip(ranked, new, strict=True))


ACTUAL: Final = "actual"
"""The sizes of the file itself: calls are recorded there, and run where that takes little."""
SCALED: Final = "scaled"
"""The file's own sizes, the smallest halved until the reference takes little time and memory."""
MANY: Final = ("many", "long")
"""One size great, the smallest of the file or its largest: more blocks than a grid or a table that is cut off has."""
DRAWN: Final = "drawn"
"""Sizes drawn for each verdict, between those of the other cases: a candidate cannot know them."""
DRAWN_MOST: Final = (1 << 16, 1 << 14, 1 << 12, 1 << 10)
"""What each size is at most: the first of these with which the reference takes little time and memory."""
UNCHECKED: Final = (*MANY, DRAWN, ACTUAL, SCALED)
"""Run without the checker, once, as far as there is time."""
MANY_SIZES: Final = (2_600_003, 200_003, 70_001, 9_001, 2_003, 701, 307)
"""The great size: the first of these that the reference takes in little time and memory.

With the first, one element for each thread of blocks of 256 is 10,000 blocks; with the second, in 19 columns, 14,000.
"""
MOST_RUN: Final = 1 << 23
"""Elements up to which the cases that are not checked are run whole, and their results compared with exact ones."""
MOST_SAMPLED: Final = 1 << 26
"""Elements up to which calls are recorded at the file's own sizes, and a sample of the blocks is run."""
WEIGHTS: Final = "weights"
"""The first case again, with weights and buffers drawn that torch makes all ones or zeros."""
CONSTANTS: Final = "constants"
"""The first case again, with others in the places of arguments that the file always makes the same."""
REGULAR: Final = ("regular", "whole")
"""Sizes that are multiples of powers of two: a candidate must take one of them, and may refuse others by an error."""
PROFILES: Final = (*REGULAR, "ragged", "odd", "one", "zero", "wide")


def halved(values: Sequence[int], times: int) -> dict[int, int]:
    """Sizes halved so many times: the smallest until it is 16, then the next; then smaller ones, and last the greatest.

    >>> halved([4096, 64], 2), halved([4096, 64], 3), halved([4096, 64], 7)
    ({4096: 4096, 64: 16}, {4096: 4096, 64: 8}, {4096: 2048, 64: 1})
    """
    new = {one: one for one in values}
    for _ in range(times):
        others = sorted(new, key=lambda one: new[one])
        greatest = others.pop()
        chosen = next((one for least in (SMALLEST, 1) for one in others if new[one] > least), greatest)
        new[chosen] = -(-new[chosen] // 2)
    return new


@frozen
class Argument:
    """One argument: an array (`dtype`, `shape`; `numpy` or torch's), or a value that is not an array."""

    dtype: str = ""
    shape: tuple[int, ...] = ()
    numpy: bool = False
    value: Any = None

    @property
    def is_array(self) -> bool:
        """Whether it is an array."""
        return bool(self.dtype)

    @property
    def elements(self) -> int:
        """How many elements it has."""
        return math.prod(self.shape) if self.is_array else 0

    def __str__(self) -> str:
        return f"{self.dtype}{list(self.shape)}" if self.is_array else repr(self.value)

    @staticmethod
    def of(facts: Mapping[str, Any]) -> Argument:
        """From its JSON."""
        return Argument(facts["dtype"], tuple(facts["shape"]), facts["numpy"], facts["value"])


@frozen
class Case:
    """One call's arguments without their data. `init` are those of `ModelNew(...)`; `outputs` as the reference has
    them; `edge`: the candidate may refuse it."""

    name: str
    sizes: dict[str, int]
    arguments: tuple[Argument, ...]
    outputs: tuple[Argument, ...]
    init: tuple[Any, ...] = ()
    layout: str = "plain"
    edge: bool = False
    values: tuple[str, ...] = ("normal",)
    calls: int = 1
    of: str = field(default="")
    """The case whose sizes these are, for other layouts."""
    evaluates: bool = False
    """Whether the reference is a module that does the same where it does not train."""
    sampled: bool = False
    """Whether there are more elements than `MOST_RUN`: only some blocks are run where all would take long."""

    @staticmethod
    def of_json(facts: Mapping[str, Any]) -> Case:
        """From its JSON."""
        known: dict[str, Any] = dict(facts)
        for key in ("arguments", "outputs"):
            known[key] = tuple(map(Argument.of, facts[key]))
        return Case(**{**known, "init": tuple(facts["init"]), "values": tuple(facts["values"])})


def strides(argument: Argument, layout: str, item_bytes: int) -> tuple[tuple[int, ...], int, int]:
    """How an array lies: strides and offset of the first element, in elements, and how many the memory has.

    >>> strides(Argument("float32", (3, 5)), "strided", 4)
    ((8, 1), 0, 24)
    >>> strides(Argument("float32", (3, 5)), "unaligned", 4)
    ((5, 1), 1, 16)
    """
    shape = argument.shape
    row = list(_contiguous(shape))
    if layout == "unaligned":
        return tuple(row), 1, argument.elements + 1
    if layout in ("strided", "far") and len(shape) >= 2 and argument.elements:
        inner = max(math.prod(shape[1:]), 1)
        if layout == "strided":
            row[0] = inner + 3
        elif shape[0] > 1:
            row[0] = max(-(-FAR_ELEMENTS // (shape[0] - 1)), inner + 3)
        return tuple(row), 0, row[0] * shape[0] if layout == "strided" else row[0] * (shape[0] - 1) + inner + 64
    return tuple(row), 0, argument.elements


def _contiguous(shape: Sequence[int]) -> Iterator[int]:
    for k in range(len(shape)):
        yield math.prod(shape[k + 1 :])
