"""How much memory a checked launch takes to remember accesses, and how much memory they were of."""

from __future__ import annotations

import ctypes
from typing import Final

import numpy as np

from cutedsl.arch.abi.check import LINE_RECORD_BYTES, LINE_WORDS_BYTES, PAGE_LINES
from cutedsl.checker.shadow import Shadow

_OF_SHARED: Final = ("writes", "reads", "more_reads", "barrier_ids")
_MASKS: Final = slice(8, 12)
_WORDS_AT: Final = slice(12, 14)
"""Where a line's record has the words of each epoch, and the address of its words (`check_abi.LINE_RECORD_BYTES`)."""


def used_bytes(shadow: Shadow) -> int:
    """What remembers the accesses to shared and global memory; the clocks, which do not grow, are not in it."""
    return sum(shadow.array(name).nbytes for name in _OF_SHARED) + shadow.room_bytes


def touched_bytes(shadow: Shadow) -> int:
    """The shared and global memory that was accessed, in whole words."""
    shared = np.count_nonzero(shadow.array("writes") | shadow.array("reads") | shadow.array("more_reads"))
    pages = shadow.array("pages").reshape(-1, 2)
    return 4 * (int(shared) + sum(_words_of(int(place)) for place in pages[pages[:, 0] != 0, 1]))


def _words_of(page: int) -> int:
    """The words of a page that were accessed."""
    memory = (ctypes.c_uint32 * (PAGE_LINES * LINE_RECORD_BYTES // 4)).from_address(page)
    records = np.ctypeslib.as_array(memory).reshape(PAGE_LINES, -1)
    masks = np.bitwise_or.reduce(records[:, _MASKS], axis=1)
    places = records[:, _WORDS_AT].copy().view(np.uint64)[:, 0]
    found = int(np.unpackbits(masks[places == 0].view(np.uint8)).sum())
    for place in places[places != 0]:
        words = (ctypes.c_uint64 * (LINE_WORDS_BYTES // 8)).from_address(int(place))
        found += int(np.count_nonzero(np.ctypeslib.as_array(words).reshape(-1, 3).any(axis=1)))
    return found
