"""Which orders of the warps were run: those that differ only in operations that commute are one.

An order is what each warp saw, operation by operation. At a place in memory that is the chain of earlier atomics and
ordered stores; at an mbarrier, the number of its phase. Barriers, arrivals and asynchronous groups commute: who comes
first changes nothing for those who wait. So do loads, and operations at different places. A warp that looks again and
again and sees the same has looked once.

Source: Mazurkiewicz, "Concurrent Program Schemes and their Interpretations" (1977): runs of one trace are one.
"""

from __future__ import annotations

import ctypes
import zlib
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from cutedsl.arch.abi.host import WARP_LANES, Site
from cutedsl.checker.shadow import Shadow
from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import FACTS

_PARITY_AT: Final = 62

Actor = tuple[int, int]
"""A warp (its row, of all clusters) and a site."""


@dataclass(slots=True)
class _Place:
    """A place in memory, or an mbarrier: what was done there, as a number, and who was there last."""

    version: int = 0
    changed_by: Actor | None = None
    seen_by: list[Actor] = field(default_factory=list[Actor])


@frozen
class Coverage:
    """What some runs have tried: different orders, and pairs of operations of two warps at one place."""

    runs: int = 0
    orders: frozenset[int] = frozenset()
    pairs: frozenset[tuple[Actor, Actor]] = frozenset()

    def plus(self, orders: Orders, pairs: Set[tuple[Actor, Actor]] | None = None) -> Coverage:
        """With one more run, and its own pairs or others."""
        found = orders.pairs if pairs is None else pairs
        return Coverage(self.runs + 1, self.orders | {orders.digest()}, self.pairs | found)

    @property
    def one_way(self) -> frozenset[frozenset[Actor]]:
        """The pairs that came in one order only."""
        return frozenset(frozenset(pair) for pair in self.pairs if pair[::-1] not in self.pairs)

    def __str__(self) -> str:
        """One line: `2 different orders in 4 runs; of 6 pairs ... 5 came in both orders`.

        >>> print(Coverage(2, frozenset({1, 7}), frozenset({((0, 3), (1, 3)), ((1, 3), (0, 3))})))
        2 different orders in 2 runs; of 1 pair of operations that do not commute 1 came in both orders
        >>> print(Coverage(2, frozenset({1})))
        1 order in 2 runs; no two operations of different warps met that do not commute
        """
        number = f"{len(self.orders)} different orders" if len(self.orders) > 1 else "1 order"
        found = {frozenset(pair) for pair in self.pairs}
        both = sum((b, a) in self.pairs for a, b in self.pairs) // 2
        runs = f"{number} in {self.runs} run{'s' if self.runs > 1 else ''}"
        if not found:
            return f"{runs}; no two operations of different warps met that do not commute"
        pairs = f"{len(found)} pair{'s' if len(found) > 1 else ''}"
        return f"{runs}; of {pairs} of operations that do not commute {both} came in both orders"


class Orders:
    """Records the interleaving of one run of a program.

    `pairs` are operations of two warps of which the second came next to the first at one place.
    """

    def __init__(self) -> None:
        self.pairs: set[tuple[Actor, Actor]] = set()
        self._kernels = 0
        self._sites: Sequence[Site] = ()
        self._shadow: Shadow | None = None
        self._places: dict[int, _Place] = {}
        self._ended: list[int] = []
        self._rows: dict[int, int] = {}
        self._last: dict[int, tuple[int, int, int]] = {}
        self._waits: dict[int, tuple[int, int]] = {}

    def begin(self, shadow: Shadow, kernel: str, sites: Sequence[Site]) -> None:
        """Called at launch start."""
        self._end()
        self._sites, self._shadow = sites, shadow
        self._kernels = zlib.crc32(kernel.encode(), self._kernels)
        shadow.trace(self._take)

    def digest(self) -> int:
        """Fingerprint of this interleaving."""
        self._end()
        return zlib.crc32(repr(self._ended).encode(), self._kernels)

    def _end(self) -> None:
        """The launch has ended; who still waits does so for ever."""
        for row, (site, number) in sorted(self._waits.items()):
            self._saw(row, site, number, -1)
        if self._rows:
            self._ended.append(zlib.crc32(repr(sorted(self._rows.items())).encode()))
        self._places, self._rows, self._last, self._waits = {}, {}, {}, {}

    def _take(self, cluster: int, row: int, site: int, passed: bool, thing: int, number: int) -> None:
        name, shadow = self._sites[site].name, self._shadow
        assert shadow is not None
        warp = cluster * shadow.geometry.rows + row
        if name.startswith("cute.mbarrier.") or (thing and not name.startswith("cute.barrier")):
            self._at_barrier((warp, site), name, passed, thing)
        elif passed and (known := FACTS.get(name)) is not None and known.observable is not None:
            for address in self._addresses(shadow, number):
                self._at_place(
                    (warp, site), self._places.setdefault(address, _Place()), changes=known.writes is not None
                )

    def _addresses(self, shadow: Shadow, lanes: int) -> Iterator[int]:
        words = shadow.lane_words()
        return iter(dict.fromkeys(words[lane] for lane in range(WARP_LANES) if lanes >> lane & 1))

    def _at_place(self, who: Actor, place: _Place, *, changes: bool) -> None:
        self._saw(*who, 0, place.version)
        others = [place.changed_by] if place.changed_by else []
        if changes:
            others += place.seen_by
            place.version = zlib.crc32(b"%d %d" % who, place.version)
            place.changed_by, place.seen_by = who, []
        elif who not in place.seen_by:
            place.seen_by.append(who)
        self.pairs.update((other, who) for other in others if other[0] != who[0])

    def _at_barrier(self, who: Actor, name: str, passed: bool, address: int) -> None:
        """An mbarrier's phases are counted by the changes of its parity."""
        parity = ctypes.c_uint64.from_address(address).value >> _PARITY_AT & 1
        place = self._places.setdefault(address, _Place())
        if name == "cute.mbarrier.init":
            place.version = 0
        elif place.version & 1 != parity:
            place.version += 1
        known = FACTS.get(name)
        if known is None or "mbarrier" not in (known.waits, known.polls):
            return
        if passed:
            self._waits.pop(who[0], None)
            self._saw(*who, 1, place.version)
        else:
            self._waits[who[0]] = (who[1], 1)

    def _saw(self, warp: int, site: int, kind: int, version: int) -> None:
        what = (site, kind, version)
        if self._last.get(warp) != what:
            self._last[warp] = what
            self._rows[warp] = zlib.crc32(b"%d %d %d" % what, self._rows.get(warp, 0))
