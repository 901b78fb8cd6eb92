"""A recording of one block of one launch: the events that its timeline is made of."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass, field

from cutedsl.arch.abi.host import Site
from cutedsl.checker.happened import Happened
from cutedsl.checker.logical_time import logical_timeline
from cutedsl.checker.shadow import Shadow
from cutedsl.errors import Span
from cutedsl.execution.cpu.errors import span_of
from cutedsl.viz.pictures.timeline import Timeline


@dataclass(slots=True)
class Recording:
    """Records launch number `launch` of a checked run, there the cluster of blocks number `cluster`.

    `kernel` is "" until that launch has come. Without clusters, each block is one.
    """

    launch: int = 0
    cluster: int = 0
    kernel: str = ""
    events: list[Happened] = field(default_factory=list[Happened])
    _launches: int = 0
    _warps: int = 1
    _sites: Sequence[Site] = ()
    _spans: dict[int, Span | None] = field(default_factory=dict[int, Span | None])

    def begin(self, shadow: Shadow, kernel: str, sites: Sequence[Site]) -> None:
        """Called at launch start."""
        if self._launches == self.launch:
            self.kernel, self._sites, self._warps = kernel, sites, shadow.geometry.warps
            shadow.trace(self._take)
        self._launches += 1

    def timeline(self) -> Timeline:
        """The timeline of what was recorded, in logical time."""
        return logical_timeline(self.events, self._warps)

    def _take(self, cluster: int, row: int, site: int, passed: bool, thing: int, number: int) -> None:
        if cluster != self.cluster:
            return
        op = self._sites[site].name
        word = 0
        if thing and passed and not op.startswith("cute.barrier"):
            word = ctypes.c_int64.from_address(thing).value
        if site not in self._spans:
            self._spans[site] = span_of(self._sites[site])
        self.events.append(Happened(row, op, passed, thing, number, word, self._spans[site]))
