"""Whether uninitialised memory changes a launch's results: reruns its blocks with other initial bytes.

A tile's tail is read with the rest, computed with, and left out of what is stored. So a read of bytes of shared or
tensor memory that nothing wrote is a bug only if they reach global memory, or what decides of it. The blocks from the
first such read on run once more for each byte of `FILLS`. Shared memory is full of it when a block begins, and tensor
memory when it is allocated; what they write is compared, and taken back.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import Final

from cutedsl.arch.abi.check import LINE_BYTES
from cutedsl.native.structures import structure

_KEPT: Final = structure("Kept")

FILLS: Final = (0x7B, 0xFB, 0xFF)
"""Great numbers of either sign, and NaN, in every type; the first run had zeros, or what the last block left."""
_MOST_LINES: Final = 1 << 17
"""Launches that wrote more lines are not run again."""
_NEXT, _LINE, _WRITTEN, _BYTES = (_KEPT.offset(name) for name in ("next", "line", "written", "bytes"))
_WHOLE: Final = (1 << LINE_BYTES) - 1

Lines = dict[int, tuple[bytes, int]]
"""What lines of global memory hold, by their addresses, and of which bytes that counts: a bit each.

The other bytes of a line may be of another array, or of the process's heap, and change at any time.
"""


def lines_before(kept: int) -> Lines | None:
    """The lines that a launch wrote as they were before, from the address of its newest `Kept`; None for too many."""
    found: Lines = {}
    while kept:
        address = ctypes.c_int64.from_address(kept + _LINE).value * LINE_BYTES
        written = int.from_bytes(ctypes.string_at(kept + _WRITTEN, LINE_BYTES // 8), "little")
        later = found[address][1] if address in found else 0
        found[address] = ctypes.string_at(kept + _BYTES, LINE_BYTES), written | later  # of several the oldest
        kept = ctypes.c_int64.from_address(kept + _NEXT).value
        if len(found) > _MOST_LINES:
            return None
    return found


def influences(before: Lines, run_again: Callable[[int], Lines | None]) -> bool:
    """Whether different initial bytes lead to different results.

    `run_again(byte)` runs the blocks and returns the lines that they wrote as they were before, or None if that failed.
    """
    after = _now(before)
    for fill in FILLS:
        _put(before)
        written = run_again(fill)
        new = _beyond(written or {}, after)
        differs = written is None or _differ(after) or _differ(new)
        _put(new)
        _put(after)
        if differs:
            return True
    return False


def _beyond(lines: Lines, known: Lines) -> Lines:
    """The bytes that count in `lines` and not in `known`."""
    left = ((line, held, bits & ~known[line][1] if line in known else bits) for line, (held, bits) in lines.items())
    return {line: (held, bits) for line, held, bits in left if bits}


def _now(lines: Lines) -> Lines:
    return {line: (ctypes.string_at(line, LINE_BYTES), bits) for line, (_, bits) in lines.items()}


def _differ(lines: Lines) -> bool:
    """Whether memory holds something else."""
    return any(
        ctypes.string_at(line + at, end - at) != held[at:end]
        for line, (held, bits) in lines.items()
        for at, end in _spans(bits)
    )


def _put(lines: Lines) -> None:
    for line, (held, bits) in lines.items():
        for at, end in _spans(bits):
            ctypes.memmove(line + at, held[at:end], end - at)


def _spans(bits: int) -> Iterator[tuple[int, int]]:
    """Where runs of set bits begin and end.

    >>> [*_spans(0b1110011)]
    [(0, 2), (4, 7)]
    """
    if bits == _WHOLE:  # nearly all lines are
        yield 0, LINE_BYTES
        return
    at = 0
    while bits:
        gap = (bits & -bits).bit_length() - 1
        bits >>= gap
        size = (~bits & (bits + 1)).bit_length() - 1
        yield at + gap, at + gap + size
        at += gap + size
        bits >>= size
