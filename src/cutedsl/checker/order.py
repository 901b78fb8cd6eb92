"""What atomics, ordered accesses and fences order between blocks that do not run together.

A release at an address hands on what its warp knows; an acquire there takes it. Machine code keeps this for the blocks
that run together (`native/check/handoffs.c`); what earlier blocks released is kept here, and what the running ones
know of it. What one warp of a block knows of other blocks, all its warps do: a bug that only this hides is not found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from cutedsl.arch.check_abi import FILTER_BITS, HASH, Epoch, Order
from cutedsl.checker.shadow import Shadow

Knowledge = dict[int, Any]
"""By cluster, the last clock of each column in use that is ordered before."""

_NOTHING: Final[Knowledge] = {}


@dataclass(frozen=True, slots=True)
class _Group:
    """What clusters that ran together released: the clocks, and what was known of others then, by their numbers."""

    cluster: int
    clocks: Any
    knew: list[Knowledge]


class ThreadOrder:
    """What is known of other clusters in one launch. Those that run together come one group after the other."""

    def __init__(self, shadow: Shadow) -> None:
        self._shadow = shadow
        self._stamp, self._count = shadow.field("foreign_stamp"), shadow.field("handoff_count")
        self._others: dict[int, Knowledge] = {}
        self._gathered: dict[int, list[tuple[_Group, int]]] = {}
        self._foreign: Knowledge = {}
        self._at: dict[int, Knowledge] = {self._stamp.value: {}}
        self._seen: dict[int, Knowledge] = {}

    def told(self, row: int, what: int, address: int) -> None:
        """Takes what machine code cannot do alone (`check_abi.Order`)."""
        if what & Order.MORE:
            self._shadow.more_handoffs()
        elif what & Order.ACQUIRE:
            self._learn(self._released(address))
        elif what & Order.LOADS:
            _merge(self._seen.setdefault(row, {}), self._released(address))
        elif what & Order.FENCE:
            self._learn(self._seen.pop(row, _NOTHING))
        else:
            self._gather()

    def before(self, other: Epoch, cluster: int) -> bool:
        """Whether an access of another cluster is ordered before what the running one does now."""
        known = self._foreign.get(cluster)
        return known is not None and other.column < len(known) and bool(known[other.column] >= other.clock)

    def _learn(self, more: Knowledge) -> None:
        if _merge(self._foreign, more):
            self._stamp.value += 1
            self._at[self._stamp.value] = dict(self._foreign)

    def _released(self, address: int) -> Knowledge:
        """What earlier clusters released at an address, with what they knew of others then."""
        known = self._others.get(address, _NOTHING)
        for group, number in self._gathered.pop(address, ()):
            known = self._others.setdefault(address, {})
            known[group.cluster] = group.clocks[number]
            _merge(known, group.knew[number])
        return known

    def _gather(self) -> None:
        """The cluster has ended: what was released in it is foreign from now on, with what it knew at its releases."""
        addresses, stamps, clocks = self._shadow.handed_on()
        some = np.flatnonzero(stamps)
        places = addresses[some].view(np.uint64) * np.uint64(HASH & (1 << 64) - 1) >> np.uint64(64 - FILTER_BITS)
        self._shadow.array("foreign_filter")[places] = 1
        group = _Group(self._shadow.cluster, clocks[some], [self._at[stamp] for stamp in stamps[some].tolist()])
        for number, address in enumerate(addresses[some].tolist()):
            self._gathered.setdefault(address, []).append((group, number))
        self._shadow.array("handoff_slots")[:] = 0
        self._count.value = 0
        self._stamp.value += 1
        self._foreign, self._seen, self._at = {}, {}, {self._stamp.value: {}}


def _merge(into: Knowledge, more: Knowledge) -> bool:
    """What is known already keeps its array: blocks that hand on the same knowledge share it, and need not compare.

    Whether anything was new.
    """
    if not into:
        into.update(more)
        return bool(more)
    new = False
    for cluster, clocks in more.items():
        had = into.get(cluster)
        if had is None:
            into[cluster], new = clocks, True
        elif had is not clocks and (clocks > had).any():
            into[cluster], new = clocks if (had <= clocks).all() else np.maximum(had, clocks), True
    return new
