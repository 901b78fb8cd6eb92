"""What atomics, ordered accesses and fences order: between warps of a block, and between blocks.

A release at an address hands on what its warp knows; an acquire there takes it. A relaxed store after a fence releases
what the fence saw; a fence after a relaxed load acquires. What one warp of a block knows of other blocks, all its warps
do: a bug that only this hides is not found. Source: PTX ISA, "Memory Consistency Model".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from cutedsl.arch.check_abi import HANDOFF_HEAD_BYTES, HANDOFF_SLOTS, Epoch, Order
from cutedsl.checker.shadow import Shadow

Knowledge = dict[int, Any]
"""By cluster, the last clock of each column that is ordered before."""


_FOREIGN: Final = int(Order.FOREIGN)
_FENCE, _LOADS, _STORES, _ACQUIRE, _RELEASE, _REPLACES = (
    int(one) for one in (Order.FENCE, Order.LOADS, Order.STORES, Order.ACQUIRE, Order.RELEASE, Order.REPLACES)
)
"""As plain numbers: programs that wait in global memory tell of their accesses many thousand times."""
_NOTHING: Final[Knowledge] = {}


@dataclass(slots=True)
class _Known:
    """What is handed on: the clocks of the cluster that runs (None: nothing of it), and those of others."""

    own: Any = None
    others: Knowledge = field(default_factory=dict[int, Any])

    def take(self, own: Any, others: Knowledge) -> None:
        """This is known too; `own` stays the caller's."""
        if own is not None:
            if self.own is None:
                self.own = own.copy()
            else:
                np.maximum(self.own, own, out=self.own)
        if others:
            _merge(self.others, others)


class ThreadOrder:
    """The order of one launch. Clusters come one after the other: what is kept by row is of the one that runs."""

    def __init__(self, shadow: Shadow) -> None:
        self._shadow = shadow
        self._clusters, self._clock = shadow.field("clusters"), shadow.field("clock")
        self._rows = shadow.rows("known")
        self._stamp, self._handoffs = shadow.field("foreign_stamp"), shadow.field("handoff_count")
        self._begun = 0
        self._cluster = 0
        self._own: dict[int, Any] = {}
        self._others: dict[int, Knowledge] = {}
        self._foreign: Knowledge = {}
        self._fenced: dict[int, _Known] = {}
        self._seen: dict[int, _Known] = {}

    def told(self, row: int, what: int, address: int) -> None:
        """Takes an atomic or ordered access at one address, or a fence (`check_abi.Order`)."""
        if self._clusters.value != self._begun:
            self._begin()
        if what & _FOREIGN:
            self._of_others(what, address)
            return
        if what & _FENCE:
            self._fence(row)
            return
        if what & _LOADS:
            if what & _ACQUIRE:
                self._learn(row, self._own.get(address), self._others.get(address))
            else:
                seen = self._seen.setdefault(row, _Known())
                seen.take(self._own.get(address), self._others.get(address, _NOTHING))
        if what & _STORES:
            if what & _RELEASE:
                if what & _REPLACES:
                    self._own.pop(address, None)
                self._release(address, self._rows[row], self._foreign)
                self._step(row)
            elif row in self._fenced:
                self._release(address, self._fenced[row].own, self._fenced[row].others)

    def _of_others(self, what: int, address: int) -> None:
        """Machine code has joined the clocks of the cluster that runs: what others did is left."""
        if what & _ACQUIRE:
            self._stamp.value += _merge(self._foreign, self._others.get(address, _NOTHING))
        elif what & _RELEASE:
            if self._foreign:
                self._stamp.value += _merge(self._others.setdefault(address, {}), self._foreign)
        else:
            self._gather()

    def _gather(self) -> None:
        """The cluster has ended: what was released in it is foreign from now on."""
        slots = self._shadow.array("handoffs").reshape(HANDOFF_SLOTS, -1)
        for slot in slots[slots[:, 0] != 0]:
            clocks = slot[HANDOFF_HEAD_BYTES // 8 :].copy().view(np.uint32)
            self._others.setdefault(int(slot[0]), {})[self._cluster] = clocks
        slots[:, 0] = 0
        self._handoffs.value = 0
        self._stamp.value += 1

    def before(self, other: Epoch, cluster: int) -> bool:
        """Whether an access of another cluster is ordered before what the running one does now."""
        if self._clusters.value != self._begun:
            self._begin()
        known = self._foreign.get(cluster)
        return known is not None and bool(known[other.column] >= other.clock)

    def _begin(self) -> None:
        """Another cluster runs: what was released in the last one is foreign to it."""
        for address, clocks in self._own.items():
            self._others.setdefault(address, {})[self._cluster] = clocks
        self._own, self._foreign, self._fenced, self._seen = {}, {}, {}, {}
        self._begun, self._cluster = self._clusters.value, self._shadow.cluster

    def _fence(self, row: int) -> None:
        seen = self._seen.pop(row, None)
        if seen is not None:
            self._learn(row, seen.own, seen.others)
        self._fenced[row] = _Known(self._rows[row].copy(), dict(self._foreign))
        self._step(row)

    def _step(self, row: int) -> None:
        """The row's own clock moves on."""
        now = self._clock.value = self._clock.value + 1
        self._rows[row][row] = now

    def _learn(self, row: int, own: Any, others: Knowledge | None) -> None:
        if own is not None:
            known = self._rows[row]
            np.maximum(known, own, out=known)
        if others:
            _merge(self._foreign, others)

    def _release(self, address: int, own: Any, others: Knowledge) -> None:
        had = self._own.get(address)
        if had is None:
            self._own[address] = own.copy()
        else:
            np.maximum(had, own, out=had)
        if others:
            _merge(self._others.setdefault(address, {}), others)


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
