"""Timelines: what happened on which track from when to when, as a file that Perfetto and Chrome's tracing page show."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from cutedsl.errors.frozen import frozen


@frozen(order=True)
class Track:
    """One line of a timeline: `row` of `group`, both counted from 0, with their names."""

    group: int
    row: int
    group_name: str
    row_name: str


@frozen
class Slice:
    """Something that takes time on a track.

    **Units**: `start` and `duration` as the timeline says; `details` are shown when the slice is chosen.
    """

    track: Track
    name: str
    start: float
    duration: float
    details: Mapping[str, object] = field(default_factory=dict[str, object])


@frozen
class Moment:
    """Something that takes no time."""

    track: Track
    name: str
    at: float
    details: Mapping[str, object] = field(default_factory=dict[str, object])


@frozen
class Timeline:
    """Slices and moments; `unit_us` is what one unit of their times is shown as, in microseconds."""

    slices: tuple[Slice, ...]
    moments: tuple[Moment, ...] = ()
    unit_us: float = 1.0


def perfetto_json(timeline: Timeline) -> str:
    """The timeline in the trace event format. Slices of a track must not overlap, except one inside another.

    >>> track = Track(0, 0, "block (0, 0, 0)", "warp 0")
    >>> text = perfetto_json(Timeline((Slice(track, "load", 2, 3),)))
    >>> json.loads(text)["traceEvents"][-1]["dur"]
    3.0

    Source: "Trace Event Format" of the Chromium project; https://ui.perfetto.dev opens such files.
    """
    tracks = sorted({event.track for event in (*timeline.slices, *timeline.moments)})
    named = [record for track in tracks for record in _names(track)]
    slices = [
        {
            **_event("X", one.track, one.name, one.start, timeline, one.details),
            "dur": float(one.duration * timeline.unit_us),
        }
        for one in timeline.slices
    ]
    moments = [
        {**_event("i", one.track, one.name, one.at, timeline, one.details), "s": "t"} for one in timeline.moments
    ]
    events = sorted([*slices, *moments], key=lambda event: event["ts"])
    return json.dumps({"displayTimeUnit": "ns", "traceEvents": [*named, *events]})


def _names(track: Track) -> list[dict[str, Any]]:
    place = {"ph": "M", "pid": track.group, "tid": track.row}
    return [
        {**place, "name": "process_name", "args": {"name": track.group_name}},
        {**place, "name": "thread_name", "args": {"name": track.row_name}},
        {**place, "name": "thread_sort_index", "args": {"sort_index": track.row}},
    ]


def _event(
    phase: str, track: Track, name: str, at: float, timeline: Timeline, details: Mapping[str, object]
) -> dict[str, Any]:
    place = {"ph": phase, "pid": track.group, "tid": track.row}
    return {**place, "name": name, "ts": float(at * timeline.unit_us), "args": dict(details)}
