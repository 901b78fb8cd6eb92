"""Which orders of the warps were run: those that differ only in operations that commute are one.

Barriers, arrivals and asynchronous groups commute: who comes first changes nothing for those who wait. Atomics, ordered
accesses and tests of mbarriers do not. Two runs of a program in which these come in the same order are one order.

Source: Mazurkiewicz, "Concurrent Program Schemes and their Interpretations" (1977), whose traces this reduces to one
class of dependent operations a launch.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final

from cutedsl.arch.host_abi import Site
from cutedsl.checker.shadow import Shadow

_ORDERED: Final = frozenset(
    {"cute.atomic", "cute.atomic_cas", "cute.ordered_load", "cute.ordered_store", "cute.mbarrier.test"}
)


class Orders:
    """Watches one run of a program."""

    def __init__(self) -> None:
        self._digest = 0
        self._sites: Sequence[Site] = ()

    def begin(self, shadow: Shadow, kernel: str, sites: Sequence[Site]) -> None:
        """A launch of a kernel comes next."""
        self._sites = sites
        self._digest = zlib.crc32(kernel.encode(), self._digest)
        shadow.trace(self._take)

    def digest(self) -> int:
        """A number of the order; different numbers are different orders."""
        return self._digest

    def _take(self, cluster: int, row: int, site: int, passed: bool, thing: int, number: int) -> None:
        if passed and self._sites[site].name in _ORDERED:
            self._digest = zlib.crc32(b"%d %d %d" % (cluster, row, site), self._digest)
