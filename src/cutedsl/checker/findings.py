"""The result of a checked run: findings, each with both source locations, and costs per line."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from cutedsl.errors import Span
from cutedsl.errors.frozen import frozen

BETWEEN_LANES: Final = "Put `cute.arch.sync_warp()` between the two."
READ_FIRST: Final = "Read into a variable first, and put `cute.arch.sync_warp()` between the read and the write."
AFTER_COPIES: Final = (
    "Put `cute.arch.sync_warp()` after the wait for the copies, or `cute.arch.sync_threads()` where other warps use "
    "them."
)
"""The fixes for two lanes of one warp, which do not help where warps meet at the same lines too."""
_FOR_LANES: Final = (BETWEEN_LANES, READ_FIRST, AFTER_COPIES)
OWN_ORDER: Final = "seed=0"
"""The schedule in which warps take turns in their own order."""


BETWEEN_WARPS: Final = "Put `cute.arch.sync_threads()` between the two."


@frozen
class Place:
    """One side of a finding: the source location, the access, and the thread.

    `block`, `warp` and `lane` are None where the place does not say; `warp` counts within its block.
    """

    span: Span | None
    what: str
    block: tuple[int, int, int] | None = None
    warp: int | None = None
    lane: int | None = None


@frozen
class Finding:
    """A bug in a kernel.

    `kind` is its class in the error catalogue; `places` begins with where it was noticed, then come the other sides.
    `tensor`, `layout` and `coord` are texts, empty where unknown. `count` is how often it was seen. `orders`
    are the schedules in which it was found (`Schedule`, as text), "seed=0" for the warps' own.
    """

    kind: str
    message: str
    places: tuple[Place, ...]
    tensor: str = ""
    layout: str = ""
    coord: str = ""
    fix: str = ""
    count: int = 1
    orders: tuple[str, ...] = (OWN_ORDER,)

    @property
    def spans(self) -> tuple[Span, ...]:
        """The source locations; the first is where the bug was noticed."""
        return tuple(place.span for place in self.places if place.span is not None)


@frozen
class LineCount:
    """What one line of a kernel cost in the first requests of each launch that were looked at.

    `kind` is "shared" (units are passes over the 32 banks), "global" (units are 32-byte sectors) or "branch" (units are
    ways that the lanes of a warp go). `ideal` is what the same requests need at least. `worst` is the most costly
    request in shared memory: bytes of a lane, then where each lane's access starts.
    """

    kind: str
    span: Span
    tensor: str
    requests: int
    units: int
    ideal: int
    worst: tuple[int, ...] = ()

    def plus(self, other: LineCount) -> LineCount:
        """Both together; `worst` is that of the dearer one."""
        dearer = max(self, other, key=lambda one: (one.units - one.ideal) / one.requests)
        units, ideal = self.units + other.units, self.ideal + other.ideal
        return replace(self, requests=self.requests + other.requests, units=units, ideal=ideal, worst=dearer.worst)


_EXPLAINS = (
    (("shared-race", "copy-not-waited", "tma-not-waited", "misaligned"), "uninitialised-read"),
    (("shared-race", "copy-not-waited", "tma-not-waited"), "swizzle-mismatch"),
    (("coordinate-outside",), "shared-race"),
    (("coordinate-outside",), "global-race"),
    (("tcgen05-not-waited",), "tensor-race"),
    (("tensor-race", "tcgen05-not-waited"), "uninitialised-read"),
    (("tensor-race", "tcgen05-not-waited"), "tensor-memory"),
    (("peer-not-running",), "uninitialised-read"),
    (("peer-not-running",), "mbarrier-misuse"),
    (("transaction-bytes",), "tma-not-waited"),
    (("out-of-bounds",), "coordinate-outside"),
    (("copy-not-waited", "tma-not-waited", "wgmma-not-waited"), "group-leaked"),
)
"""Kinds of findings, and the kind that one of them makes at the same place."""
_EXPLAINS_THE_SAME: Final = (("wgmma-not-waited", "proxy-fence-missing"), ("wgmma-not-waited", "shared-race"))
"""A kind, and one that it makes of the same two places: a warp ahead of others writes what they still multiply."""


@frozen
class Unchecked:
    """Of `launched` blocks in launches with some that ran without checks, how many these were."""

    blocks: int
    launched: int

    def plus(self, blocks: int, launched: int) -> Unchecked:
        """With those of another launch."""
        return Unchecked(self.blocks + blocks, self.launched + launched)


@dataclass(slots=True)
class Report:
    """The result of a checked run; it grows while the run goes on. `measured`: costs were looked at too.

    `apart` has the launches of each kernel whose lanes wait for other lanes of their warp and are too many to be told
    apart. Races between neighbours that count as one are not seen there. `repeated` launches would have done again
    what an earlier one did, and were not run (`repeats`). `plain` has the launches of each kernel that was compiled
    before the checked run began: they are not checked. `unchecked` has the blocks of each kernel that ran without
    checks, as the time for it was used up (`budget`). `ended` has the blocks of each kernel that a finding ended: what
    follows in them was not seen. `orders` are the schedules that were run, the last that of the
    run under way.
    """

    findings: list[Finding] = field(default_factory=list[Finding])
    counts: list[LineCount] = field(default_factory=list[LineCount])
    launches: int = 0
    measured: bool = False
    apart: dict[str, int] = field(default_factory=dict[str, int])
    repeated: int = 0
    plain: dict[str, int] = field(default_factory=dict[str, int])
    unchecked: dict[str, Unchecked] = field(default_factory=dict[str, Unchecked])
    ended: dict[str, int] = field(default_factory=dict[str, int])
    orders: list[str] = field(default_factory=lambda: [OWN_ORDER])

    @property
    def clean(self) -> bool:
        """True if there are no findings."""
        return not self.findings

    def add(self, finding: Finding) -> None:
        """Adds a finding, or counts it if one of the same kind at the same places exists.

        Of two lines that race, either may be the one that comes later. The one with the general fix is told: what
        helps one warp does not help several.
        """
        finding = replace(finding, orders=(self.orders[-1],))
        for at, known in enumerate(self.findings):
            if known.kind == finding.kind and set(known.spans) == set(finding.spans):
                narrow = (known.fix in _FOR_LANES and finding.fix not in _FOR_LANES) or (known.fix and not finding.fix)
                told = finding if narrow else known
                orders = tuple(dict.fromkeys((*known.orders, *finding.orders)))
                self.findings[at] = replace(told, count=known.count + finding.count, orders=orders)
                return
        self.findings.append(finding)

    def add_cost(self, count: LineCount) -> None:
        """Adds to the cost of a line's accesses to a tensor."""
        for at, known in enumerate(self.counts):
            if (known.kind, known.span, known.tensor) == (count.kind, count.span, count.tensor):
                self.counts[at] = known.plus(count)
                return
        self.counts.append(count)

    def settle(self) -> None:
        """Called at launch end: drops findings that follow from others.

        A read that is unordered with another thread's write is reported as a race, and as nothing else.
        """
        for told, explained in _EXPLAINS:
            places = {span for one in self.findings if one.kind in told for span in one.spans}
            self.findings[:] = [
                one for one in self.findings if one.kind != explained or not places.intersection(one.spans)
            ]
        for kind, explained in _EXPLAINS_THE_SAME:
            pairs = {frozenset(one.spans) for one in self.findings if one.kind == kind}
            self.findings[:] = [
                one for one in self.findings if one.kind != explained or frozenset(one.spans) not in pairs
            ]
