"""Which addresses are this process's memory, as the operating system says."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path
from typing import Final

_MAPS: Final = Path("/proc/self/maps")


class MemoryMap:
    """The ranges of addresses that are mapped, read again where an address is in none of them.

    Where the system does not tell, every address counts as memory. Source: Linux, proc_pid_maps(5).
    """

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ranges: list[tuple[int, str]] = []

    def holds(self, address: int, size_bytes: int, writes: bool) -> bool:
        """Whether all bytes may be read, or written."""
        if not _MAPS.exists():
            return True
        if self._known(address, size_bytes, writes):
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
