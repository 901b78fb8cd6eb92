"""Turns the marks of a kernel into a timeline."""

from __future__ import annotations

from typing import Any

from cutedsl.lang.debugging.marks import MarkKind, Marks
from cutedsl.viz.pictures.timeline import Moment, Slice, Timeline, Track

_NS_IN_US = 1e-3


def marks_timeline(noted: Any, marks: Marks, warps_per_block: int) -> Timeline:
    """The timeline of a kernel's marks, in nanoseconds from the first: one track per warp, one group per block.

    **Shapes**: `noted` is the NumPy array filled by the kernel, (warps of the grid, 2 * events).

    Source: ours.
    """
    times = [int(t) for row in noted for t, code in zip(row[::2], row[1::2], strict=True) if code]
    start = min(times, default=0)
    slices: list[Slice] = []
    moments: list[Moment] = []
    for number, row in enumerate(noted):
        block, warp = divmod(number, warps_per_block)
        track = Track(block, warp, f"block {block}", f"warp {warp}")
        _read_row(row, marks, track, start, slices, moments)
    return Timeline(tuple(slices), tuple(moments), _NS_IN_US)


def _read_row(row: Any, marks: Marks, track: Track, start: int, slices: list[Slice], moments: list[Moment]) -> None:
    """The marks of one warp; what has no end lasts until the warp's last mark."""
    last = 0
    begun: list[tuple[str, int]] = []
    events: list[int] = row.tolist()
    for time, code in zip(events[::2], events[1::2], strict=True):
        if code == 0:
            break
        name, last = marks.names[code // 4], time - start
        match MarkKind(code % 4):
            case MarkKind.BEGIN:
                begun.append((name, last))
            case MarkKind.END:
                if begun:
                    name, first = begun.pop()
                    slices.append(Slice(track, name, first, last - first))
            case MarkKind.MOMENT:
                moments.append(Moment(track, name, last))
    slices += [Slice(track, name, first, last - first, {"end": "not marked"}) for name, first in begun]
