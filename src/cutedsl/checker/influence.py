"""Whether bytes of shared memory that nothing wrote change what a launch writes: its blocks run again with others.

A tile's tail is read with the rest, computed with, and left out of what is stored. So a read of bytes that nothing
wrote is a bug only if they reach global memory, or what decides of it. The blocks from the first such read on run once
more for each byte of `FILLS`, of which shared memory is full when a block begins; what they write is compared, and
taken back.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from typing import Final

from cutedsl.arch.abi.check import LINE_BYTES
from cutedsl.native.structures import structure

_KEPT: Final = structure("Kept")

FILLS: Final = (0x7B, 0xFB, 0xFF)
"""Great numbers of either sign, and NaN, in every type; the first run had zeros, or what the last block left."""
_MOST_LINES: Final = 1 << 17
"""Launches that wrote more lines are not run again."""
_NEXT, _LINE, _BYTES = (_KEPT.offset(name) for name in ("next", "line", "bytes"))

Lines = dict[int, bytes]
"""What lines of global memory hold, by their addresses."""


def lines_before(kept: int) -> Lines | None:
    """The lines that a launch wrote as they were before, from the address of its newest `Kept`; None for too many."""
    found: Lines = {}
    while kept:
        address = ctypes.c_int64.from_address(kept + _LINE).value * LINE_BYTES
        found[address] = ctypes.string_at(kept + _BYTES, LINE_BYTES)  # of several the oldest
        kept = ctypes.c_int64.from_address(kept + _NEXT).value
        if len(found) > _MOST_LINES:
            return None
    return found


def influences(before: Lines, run_again: Callable[[int], Lines | None]) -> bool:
    """Whether other bytes lead to other results.

    `run_again(byte)` runs the blocks and gives the lines that they wrote as they were before, or None if that failed.
    """
    after = _now(before)
    for fill in FILLS:
        _put(before)
        written = run_again(fill)
        new = {line: had for line, had in (written or {}).items() if line not in after}
        differs = written is None or _now(after) != after or _now(new) != new
        _put(new)
        _put(after)
        if differs:
            return True
    return False


def _now(lines: Mapping[int, bytes]) -> Lines:
    return {line: ctypes.string_at(line, LINE_BYTES) for line in lines}


def _put(lines: Mapping[int, bytes]) -> None:
    for line, held in lines.items():
        ctypes.memmove(line, held, LINE_BYTES)
