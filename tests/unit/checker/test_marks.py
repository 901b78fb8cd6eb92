"""Marks of a kernel by the device's timer, and the timeline made of them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError
from cutedsl.testing import Marks, marks_timeline, perfetto_json
from cutedsl.viz.pictures.timeline import Moment, Slice, Timeline, Track
from tests.kernels.arrays import TARGETS, Arrays

MARKS = Marks(("load", "add", "done"), events=16)


@cute.kernel
def marked(x: cute.Tensor, y: cute.Tensor, noted: cute.Tensor, marks: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    recorder = marks.recorder(noted)
    total = cutlass.Float32(0.0)
    for row in range(3):
        recorder.begin("load")
        value = x[row, bidx * 64 + tidx]
        recorder.end("load")
        if row > 0:
            with recorder.span("add"):
                total += value
    y[bidx * 64 + tidx] = total
    recorder.moment("done")


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor, noted: cute.Tensor, marks: cutlass.Constexpr):
    marked(x, y, noted, marks).launch(grid=2, block=64)


def marked_run(target: str, marks: Marks) -> tuple[np.ndarray, np.ndarray]:
    arrays = Arrays(target)
    x = np.random.default_rng(0).standard_normal((3, 128)).astype(np.float32)
    y, noted = arrays.put(np.full(128, np.nan, np.float32)), arrays.put(np.zeros((4, 2 * marks.events), np.int64))
    run(arrays.put(x), y, noted, marks)
    np.testing.assert_allclose(arrays.get(y), x[1:].sum(0), rtol=1e-6)
    return arrays.get(noted), x


@pytest.mark.parametrize("target", TARGETS)
def test_the_report_has_what_warps_noted(target: str) -> None:
    noted, _ = marked_run(target, MARKS)
    timeline = marks_timeline(noted, MARKS, warps_per_block=2)
    assert {event.track for event in timeline.slices} == {
        Track(block, warp, f"block {block}", f"warp {warp}") for block in range(2) for warp in range(2)
    }
    for warp in range(4):
        mine = [one for one in timeline.slices if (one.track.group, one.track.row) == divmod(warp, 2)]
        assert [one.name for one in mine] == ["load", "load", "add", "load", "add"]
        assert all(one.duration >= 0 for one in mine)
        ends = [one.start + one.duration for one in mine]
        assert all(end <= later.start for end, later in zip(ends, mine[1:], strict=False))
    assert [one.name for one in timeline.moments] == ["done"] * 4
    assert min(one.start for one in timeline.slices) == 0


def test_marks_without_room_are_dropped() -> None:
    noted, _ = marked_run("cpu", Marks(MARKS.names, events=3))
    timeline = marks_timeline(noted, MARKS, warps_per_block=2)
    mine = [one for one in timeline.slices if one.track == Track(0, 0, "block 0", "warp 0")]
    assert [(one.name, dict(one.details)) for one in mine] == [("load", {}), ("load", {"end": "not marked"})]


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        marked_run("cpu", Marks(("load", "add")))
    assert caught.value.name == "mark-name"


def test_the_file_for_perfetto() -> None:
    one, two = Track(0, 1, "block 0", "warp 1"), Track(1, 0, "block 1", "warp 0")
    slices = (Slice(two, "mma", 30, 10), Slice(one, "load", 10, 5, {"line": 7}))
    record: dict[str, Any] = json.loads(perfetto_json(Timeline(slices, (Moment(one, "done", 20),), unit_us=0.001)))
    names = [(e["pid"], e["tid"], e["name"], e["args"]) for e in record["traceEvents"] if e["ph"] == "M"]
    assert (0, 1, "thread_name", {"name": "warp 1"}) in names
    assert (1, 0, "process_name", {"name": "block 1"}) in names
    events = [e for e in record["traceEvents"] if e["ph"] != "M"]
    assert [(e["ph"], e["name"], e["ts"], e.get("dur")) for e in events] == [
        *(("X", "load", 0.01, 0.005), ("i", "done", 0.02, None), ("X", "mma", 0.03, 0.01)),
    ]
    assert events[0]["args"] == {"line": 7}


def test_on_a_gpu_the_marks_are_times_of_its_timer() -> None:
    x, y, noted = np.zeros((3, 128), np.float32), np.zeros(128, np.float32), np.zeros((4, 2 * MARKS.events), np.int64)
    ptx = cute.compile(run, x, y, noted, MARKS).artifacts.ptx("sm_90a")
    assert "%globaltimer" in ptx
