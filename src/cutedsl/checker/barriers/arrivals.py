"""What came to barriers, from the log of a checked run, and why an arrival did not order two accesses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cutedsl.arch.abi.check import LOG_ENTRIES, LOG_WORDS, Arrival, Epoch
from cutedsl.arch.abi.host import WARP_LANES
from cutedsl.checker.names import Names
from cutedsl.checker.shadow import Shadow, Told
from cutedsl.errors.frozen import frozen
from cutedsl.native.constants import NAMED_BARRIERS

BEFORE_RELEASE: Final = (
    "Put `cute.arch.sync_warp()` before the release or the fence: one lane hands on what the others did only after it "
    "has met them."
)
_MEET_IN_CLUSTER: Final = (
    "Let all blocks of the cluster meet between the two: `cute.arch.cluster_arrive()`, `cute.arch.cluster_wait()`."
)
_RELAXED: Final = (
    "Leave out `relaxed=True` of the arrival in line {line}, or put `cute.arch.fence_acq_rel_{scope}()` before it: a "
    "relaxed arrival hands on nothing of what its thread did before."
)
_RELAXED_CLUSTER: Final = (
    "Call `cute.arch.cluster_arrive()` in line {line}: `cluster_arrive_relaxed` hands on nothing of what its thread "
    "did before."
)


@frozen
class Came:
    """Something that came to a barrier: see `arch.abi.check.Arrival`. `relaxed` is the row's clock at an arrival that
    releases nothing, else 0."""

    row: int
    kind: Arrival
    barrier: int
    tag: int
    site: int
    number: int
    relaxed: int


def arrivals(shadow: Shadow) -> Iterator[Came]:
    """What came to the barriers of the running cluster, oldest first, as far as the log goes back."""
    count = shadow.number("log_count")
    table = shadow.array("log").reshape(LOG_ENTRIES, LOG_WORDS)
    for index in range(max(count - LOG_ENTRIES, 0), count):
        row, kind, barrier, tag, site, number, relaxed = table[index % LOG_ENTRIES].tolist()[:7]
        yield Came(row, Arrival(kind), barrier, tag, site, number, relaxed)


def one_lane_released(memory: Shadow, told: Told, other: Epoch) -> bool:
    """Whether the row that accesses now knows of a release by lanes that had not met the lane of the other access."""
    part = memory.number("parts_at") + other.column
    return max(int(memory.rows(one)[told.row][part]) for one in ("known", "gained")) >= other.clock


def order_fix(names: Names, memory: Shadow, told: Told, other: Epoch) -> str:
    """The fix for warps of which one released by one lane or by a relaxed arrival, or which are of two blocks; "" for
    others."""
    if one_lane_released(memory, told, other):
        return BEFORE_RELEASE
    if relaxed := _relaxed_fix(names, memory, told, other):
        return relaxed
    return _MEET_IN_CLUSTER if names.block(other.column) != names.block(told.row) else ""


def _relaxed_fix(names: Names, memory: Shadow, told: Told, other: Epoch) -> str:
    """For a warp that has made a relaxed arrival after its access."""
    if told.row == other.column:
        return ""
    for came in arrivals(memory):
        if came.row != other.column or came.relaxed < other.clock:
            continue
        geometry = memory.geometry
        span = names.place(came.site, came.row, WARP_LANES, "").span
        line = span.line if span is not None else 0
        in_cluster = came.barrier < NAMED_BARRIERS * geometry.blocks + geometry.clusters
        scope = "cluster" if names.block(came.row) != names.block(told.row) else "cta"
        return (_RELAXED_CLUSTER if in_cluster else _RELAXED).format(line=line, scope=scope)
    return ""
