"""Timelines of checked runs: what is recorded, and the file of `cutedsl trace`."""

from __future__ import annotations

import json
import os
from itertools import pairwise
from pathlib import Path

import pytest

from cutedsl.checker.logical_time import ENGINE_STEPS
from cutedsl.checker.recording import Recording
from cutedsl.checker.session import CheckWatch
from cutedsl.driver.call.watches import watching
from cutedsl.viz.pictures.timeline import Slice, Timeline, perfetto_json
from tests.docs.programs import ROOT
from tests.forked import run_forked
from tests.unit.checker.planted.suite import CASES

CASE = {case.name: case for case in CASES}


def recorded(name: str, *, bug: bool = False) -> tuple[Timeline, Recording]:
    recording = Recording()
    with watching(CheckWatch(recording=recording)):
        CASE[name].run(bug)
    return recording.timeline(), recording


def named(timeline: Timeline, row: str) -> list[Slice]:
    return [one for one in timeline.slices if one.track.row_name == row]


def test_a_pipeline_of_bulk_loads() -> None:
    timeline, recording = recorded("consumer_does_not_wait")
    assert "consumer_does_not_wait" in recording.kernel
    loads = named(timeline, "bulk loads of warp 0")
    waits = named(timeline, "warp 1")
    assert [one.duration for one in loads] == [ENGINE_STEPS] * 3
    full = [one for one in waits if "line" in one.details and one.name == "wait: mbarrier.wait"]
    assert full[0].start + full[0].duration == loads[0].start + ENGINE_STEPS
    third = loads[2].start
    released = [one.at for one in timeline.moments if one.name == "mbarrier.arrive" and one.track.row == 1]
    assert third > min(released)


def test_the_trace_has_groups_of_copies() -> None:
    timeline, _ = recorded("pipeline_waits_one_group_too_few")
    for warp in (0, 1):
        assert len(named(timeline, f"copies (cp.async) of warp {warp}")) == 5
        assert any(one.name == "wait: cp_async_wait" for one in named(timeline, f"warp {warp}"))


@pytest.mark.parametrize("name", ["barriers_crossed", "threads_counted_warps_arrive"])
def test_a_deadlock_is_seen_to_the_end(name: str) -> None:
    timeline, _ = recorded(name, bug=True)
    assert [one.name for one in timeline.slices if "never" in str(one.details.get("end"))] == ["waits for ever"] * 2


def test_another_block_is_not_recorded() -> None:
    recording = Recording(cluster=1)
    with watching(CheckWatch(recording=recording)):
        CASE["neighbour_warp"].run(bug=False)
    assert recording.kernel
    assert not recording.events


def test_the_command_writes_a_trace(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    words = ["-m", "cutedsl", "trace", "examples/row_sum.py", "-o", str(file)]
    done = run_forked(words, ROOT, os.environ, 120)
    assert (done.returncode, "Success!" in done.stderr) == (0, True)
    events = json.loads(file.read_text())["traceEvents"]
    assert {event["args"]["line"] for event in events if event["name"] == "barrier"} == {"examples/row_sum.py:35"}
    none = run_forked([*words, "--launch", "9"], ROOT, os.environ, 120)
    assert (none.returncode, none.stderr.splitlines()[-1]) == (
        2,
        "cutedsl trace: examples/row_sum.py launches 1 kernels",
    )


def test_the_file_is_in_the_trace_event_format() -> None:
    """What the format requires of events; slices of one track lie beside or inside each other."""
    timeline, _ = recorded("pipeline_waits_one_group_too_few")
    content = json.loads(perfetto_json(timeline))
    assert content["displayTimeUnit"] in ("ms", "ns")
    tracks: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for event in content["traceEvents"]:
        assert isinstance(event["name"], str)
        assert isinstance(event["args"], dict)
        assert all(isinstance(event[key], int) for key in ("pid", "tid"))
        match event["ph"]:
            case "M":
                assert event["name"] in ("process_name", "thread_name", "thread_sort_index")
            case "i":
                assert event["s"] in ("g", "p", "t")
                assert event["ts"] >= 0
            case "X":
                tracks.setdefault((event["pid"], event["tid"]), []).append((event["ts"], event["ts"] + event["dur"]))
            case other:
                raise AssertionError(other)
    assert len(tracks) > 2
    for slices in tracks.values():
        for (start, end), (following, last) in pairwise(sorted(slices, key=lambda one: (one[0], -one[1]))):
            assert end <= following or (start <= following and last <= end)
