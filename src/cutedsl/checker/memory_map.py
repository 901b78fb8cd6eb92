"""Which addresses are mapped in this process, according to the operating system."""

from __future__ import annotations

import ctypes
import mmap
from bisect import bisect_right
from functools import cache
from pathlib import Path
from typing import Any, Final

_MAPS: Final = Path("/proc/self/maps")
_POPULATE_READ: Final = 22
_POPULATE_WRITE: Final = 23


class MemoryMap:
    """What is mapped: asked page by page where the system answers that, else read as a list of ranges.

    The list is read again where an address is in none of its ranges. Where the system does not tell, every address
    counts as memory. Sources: Linux, madvise(2), `MADV_POPULATE_READ` (from 5.14 on), and proc_pid_maps(5).
    """

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ranges: list[tuple[int, str]] = []

    def holds(self, address: int, size_bytes: int, writes: bool) -> bool:
        """Whether all bytes may be read, or written."""
        if not _MAPS.exists():
            return True
        if self._known(address, size_bytes, writes) or _answers(address, size_bytes, writes):
            return True
        self._read()
        return self._known(address, size_bytes, writes)

    def _known(self, address: int, size_bytes: int, writes: bool) -> bool:
        end = address + size_bytes
        while address < end:
            found = bisect_right(self._starts, address) - 1
            if found < 0:
                return False
            stop, rights = self._ranges[found]
            if address >= stop or ("w" if writes else "r") not in rights:
                return False
            address = stop
        return True

    def _read(self) -> None:
        self._starts, self._ranges = [], []
        for line in _MAPS.read_text(encoding="utf-8").splitlines():
            span, rights, *_ = line.split()
            start, end = (int(part, 16) for part in span.split("-"))
            self._starts.append(start)
            self._ranges.append((end, rights))


def _answers(address: int, size_bytes: int, writes: bool) -> bool:
    """Whether the system says that the pages may be accessed so; they get the memory that the access gives them too."""
    start = address & -mmap.PAGESIZE
    length = (address + size_bytes - start + mmap.PAGESIZE - 1) & -mmap.PAGESIZE
    return start + length < 1 << 63 and _madvise()(start, length, _POPULATE_WRITE if writes else _POPULATE_READ) == 0


@cache
def _madvise() -> Any:
    function = ctypes.CDLL(None).madvise
    function.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    return function
