"""Logical time of warps and engines, from made-up events."""

from __future__ import annotations

from cutedsl.checker.happened import Happened
from cutedsl.checker.logical_time import ENGINE_STEPS, logical_timeline
from cutedsl.viz.pictures.timeline import Timeline

COMPLETE = (0, 1 << 62)
"""The words of an mbarrier in its first and second phase."""


def waits(timeline: Timeline) -> list[tuple[int, str, float, float]]:
    """(row of the track, name, start, end) of the slices of warps."""
    return [
        (one.track.row, one.name, one.start, one.start + one.duration)
        for one in timeline.slices
        if one.name.startswith("wait")
    ]


def test_a_barrier_ends_with_its_last_arrival() -> None:
    work = [Happened(1, "cute.fence", True)] * 5
    come = [Happened(row, "cute.barrier", False) for row in (0, 1)]
    go = [Happened(row, "cute.barrier", True) for row in (0, 1)]
    again = [*come[:1], *come[1:], *go]
    timeline = logical_timeline([come[0], *work, come[1], *go, *again], warps=2)
    assert waits(timeline) == [(0, "wait: barrier", 0, 5)]
    assert [(one.track.row, one.at) for one in timeline.moments if one.name == "barrier"] == [(1, 5), (0, 6), (1, 6)]


def test_a_fast_warp_does_not_hold_up_a_slow_one() -> None:
    """Warp 0 comes to the barrier's next phase before warp 1 has left this one."""
    come, go = ([Happened(row, "cute.barrier", passed) for row in (0, 1)] for passed in (False, True))
    fences = [Happened(0, "cute.fence", True)] * 3
    timeline = logical_timeline([come[0], come[1], go[0], *fences, come[0], go[1], come[1], go[1], go[0]], warps=2)
    assert waits(timeline) == [(1, "wait: barrier", 1, 4)]


def test_an_mbarrier_phase_ends_with_its_copies() -> None:
    bar = 4096
    events = [
        Happened(0, "cute.mbarrier.init", True, bar, 1),
        Happened(0, "cute.mbarrier.arrive_tx", True, bar, 128, COMPLETE[0]),
        Happened(0, "cute.tma.tile.load", True, bar, 0, COMPLETE[1]),
        Happened(1, "cute.mbarrier.wait", False, bar, 0),
        Happened(1, "cute.mbarrier.wait", True, bar, 0),
        Happened(1, "cute.mbarrier.wait", True, bar, 1),
    ]
    timeline = logical_timeline(events, warps=2)
    assert waits(timeline) == [(1, "wait: mbarrier.wait", 0, 2 + ENGINE_STEPS)]
    (load,) = (one for one in timeline.slices if one.name == "tma.tile.load")
    assert (load.track.row_name, load.start, load.duration) == ("bulk loads of warp 0", 2, ENGINE_STEPS)


def test_an_mbarrier_phase_ends_with_the_copies_of_another_block() -> None:
    """One block's copy goes to both: nothing tells that it arrives at the other's mbarrier."""
    own, other = 4096, 8192
    expect, load, wait = "cute.mbarrier.arrive_tx", "cute.tma.tile.load", "cute.mbarrier.wait"
    events: list[Happened] = []
    for phase in (0, 1):
        events.append(Happened(0, expect, True, own, 128, COMPLETE[phase]))
        events.append(Happened(1, expect, True, other, 128, COMPLETE[phase]))
        events.append(Happened(0, load, True, own, 0, COMPLETE[1 - phase]))
        events += [Happened(row, wait, True, bar, phase) for row, bar in ((0, own), (1, other))]
    timeline = logical_timeline(events, warps=1)
    found = [(start, end) for row, _, start, end in waits(timeline) if row == 0]
    ends = [one.start + one.duration for one in timeline.slices if one.name == "tma.tile.load"]
    assert sorted(end for _, end in found) == sorted(2 * ends)


def test_groups_of_copies_and_multiplies() -> None:
    copy, commit = Happened(0, "cute.cp_async", True), Happened(0, "cute.cp_async_commit", True)
    wait = Happened(0, "cute.cp_async_wait", True, number=1)
    timeline = logical_timeline([copy, commit, copy, commit, wait, wait], warps=4)
    assert waits(timeline) == [(0, "wait: cp_async_wait", 4, ENGINE_STEPS)]
    multiply = [Happened(row, name, True) for row in range(4) for name in ("cute.wgmma", "cute.wgmma_commit")]
    done = [Happened(row, "cute.wgmma_wait", True) for row in range(4)]
    timeline = logical_timeline([*multiply, *done], warps=4)
    assert {end for _, _, _, end in waits(timeline)} == {ENGINE_STEPS}
    assert [one.track.row_name for one in timeline.slices if one.name == "wgmma"] == ["multiplies (wgmma) of warp 0"]


def test_a_slow_warp_of_a_group_waits_for_its_own_multiply_and_no_later_one() -> None:
    """The first warp has gone on to the next product before the others are looked at."""
    steps = [("cute.wgmma", 0), ("cute.wgmma_commit", 0), ("cute.wgmma_wait", 0)] * 2
    events = [Happened(row, name, True, number=number) for row in range(4) for name, number in steps]
    timeline = logical_timeline(events, warps=4)
    found = [(start, end) for row, _, start, end in waits(timeline) if row == 0]
    assert found == [(2, ENGINE_STEPS), (3 + ENGINE_STEPS, 2 * ENGINE_STEPS + 1)]
    assert all([(start, end) for at, _, start, end in waits(timeline) if at == row] == found for row in range(1, 4))
    assert len([one for one in timeline.slices if one.name == "wgmma"]) == 2


def test_a_multiply_is_on_the_track_of_its_group_whichever_warp_comes_first() -> None:
    timeline = logical_timeline([Happened(row, "cute.wgmma", True) for row in (6, 4, 5, 7)], warps=8)
    assert [one.track.row_name for one in timeline.slices] == ["multiplies (wgmma) of warp 4"]
