"""What atomics, ordered accesses and fences order: between warps of a block, and between blocks.

A release at an address hands on what its warp knows; an acquire there takes it. A relaxed store after a fence releases
what the fence saw; a fence after a relaxed load acquires. What one warp of a block knows of other blocks, all its warps
do: a bug that only this hides is not found. Source: PTX ISA, "Memory Consistency Model".
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cutedsl.arch.check_abi import Epoch, Order
from cutedsl.checker.shadow import Shadow, Told

Knowledge = dict[int, Any]
"""By cluster, the last clock of each column that is ordered before."""


_FENCE, _LOADS, _STORES, _ACQUIRE, _RELEASE = (
    int(one) for one in (Order.FENCE, Order.LOADS, Order.STORES, Order.ACQUIRE, Order.RELEASE)
)
"""As plain numbers: programs that wait in global memory tell of their accesses many thousand times."""


class ThreadOrder:
    """The order of one launch."""

    def __init__(self, shadow: Shadow) -> None:
        self._shadow = shadow
        self._released: dict[int, Knowledge] = {}
        self._foreign: dict[int, Knowledge] = {}
        self._fenced: dict[tuple[int, int], Knowledge] = {}
        self._seen: dict[tuple[int, int], Knowledge] = {}

    def told(self, told: Told) -> None:
        """Takes an event; accesses in memory come one address at a time."""
        what, here = told.access, (self._shadow.cluster, told.row)
        if what & _FENCE:
            self._learn(told.row, self._seen.pop(here, {}))
            self._fenced[here] = self._known(told.row)
            self._shadow.step(told.row)
            return
        at = self._released.setdefault(told.a, {})
        if what & _LOADS:
            if what & _ACQUIRE:
                self._learn(told.row, at)
            else:
                _merge(self._seen.setdefault(here, {}), at)
        if what & _STORES:
            if what & _RELEASE:
                _merge(at, self._known(told.row))
                self._shadow.step(told.row)
            elif here in self._fenced:
                _merge(at, self._fenced[here])

    def before(self, other: Epoch, cluster: int) -> bool:
        """Whether an access of another cluster is ordered before what the running one does now."""
        known = self._foreign.get(self._shadow.cluster, {}).get(cluster)
        return known is not None and bool(known[other.column] >= other.clock)

    def _known(self, row: int) -> Knowledge:
        cluster = self._shadow.cluster
        return {**self._foreign.get(cluster, {}), cluster: self._shadow.row("known", row).copy()}

    def _learn(self, row: int, more: Knowledge) -> None:
        others = dict(more)
        own = others.pop(self._shadow.cluster, None)
        if own is not None:
            known = self._shadow.row("known", row)
            np.maximum(known, own, out=known)
        _merge(self._foreign.setdefault(self._shadow.cluster, {}), others)


def _merge(into: Knowledge, more: Knowledge) -> None:
    """What is known already keeps its array: blocks that hand on the same knowledge share it, and need not compare."""
    if not into:
        into.update(more)
        return
    for cluster, clocks in more.items():
        had = into.get(cluster)
        if had is None:
            into[cluster] = clocks
        elif had is not clocks and (clocks > had).any():
            into[cluster] = clocks if (had <= clocks).all() else np.maximum(had, clocks)
