"""Cost per source line: bank conflicts in shared memory, sectors of global memory, divergent branches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutedsl.arch.abi.host import Site
from cutedsl.checker.findings import LineCount, Report
from cutedsl.execution.cpu.errors import span_of
from cutedsl.viz.banks import serve

SECTOR_BYTES: Final = 32
_WIDEST_BYTES: Final = 16
_HOST_ALIGN_BYTES: Final = 16


class Costs:
    """Measures the cost of the first accesses of each line of a launch."""

    def __init__(self, report: Report, sites: Sequence[Site]) -> None:
        self._report = report
        self._sites = sites

    def take(self, number: int, size_bytes: int, places: list[int], shared: bool) -> None:
        """One access of a warp: the active lanes access `size_bytes` each from `places` on."""
        site = self._sites[number]
        span = span_of(site)
        if span is None or not places:
            return
        kind, count = ("shared", _passes) if shared else ("global", _sectors)
        units, ideal = count(places, size_bytes)
        self._report.add_cost(
            LineCount(kind, span, site.name, 1, units, ideal, (size_bytes, *places) if shared else ())
        )

    def branch(self, number: int, active: int, taken: int) -> None:
        """A branch of a warp, whose condition holds for the lanes `taken`."""
        span = span_of(self._sites[number])
        if span is not None:
            ways = 1 + (taken not in (0, active))
            self._report.add_cost(LineCount("branch", span, "", 1, ways, 1))


def _passes(places: Sequence[int], size_bytes: int) -> tuple[int, int]:
    """Passes over the banks that an access takes, and how many it would take without conflicts."""
    passes = ideal = 0
    for first in range(0, size_bytes, _WIDEST_BYTES):
        width = min(_WIDEST_BYTES, size_bytes - first)
        report = serve([place + first for place in places], width)
        passes, ideal = passes + report.passes, ideal + len(report.phases)
    return passes, ideal


def _sectors(places: Sequence[int], size_bytes: int) -> tuple[int, int]:
    """Sectors of 32 bytes that an access touches, and how many its bytes would fill.

    Arrays of the host often start in the middle of a sector, which those of a GPU never do: the better of both counts.
    """
    touched = min(_touched(places, size_bytes, shift) for shift in (0, _HOST_ALIGN_BYTES))
    count = len({byte for place in places for byte in range(place, place + size_bytes)})
    return touched, -(-count // SECTOR_BYTES)


def _touched(places: Sequence[int], size_bytes: int, shift: int) -> int:
    first = (place + shift for place in places)
    return len({byte // SECTOR_BYTES for at in first for byte in range(at, at + size_bytes)})
