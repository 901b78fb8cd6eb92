"""What accesses cost: bank conflicts and sectors, by line."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.checker import LineCount, Report
from cutedsl.checker.formats.text import report_text
from cutedsl.testing import assert_no_bank_conflicts, check, checking
from tests.unit.checker.lines import line_of


@cute.kernel
def transposing(x: cute.Tensor, y: cute.Tensor, pitch: cutlass.Constexpr):
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((32, 32), stride=(pitch, 1)))
    lane, warp = cute.arch.lane_idx(), cute.arch.warp_idx()
    for row in range(warp, 32, 4):
        s[row, lane] = x[row, lane]
    cute.arch.sync_threads()
    for row in range(warp, 32, 4):
        y[row, lane] = s[lane, row]
    cute.arch.sync_threads()
    if warp == 0:
        y[lane, 0] = 2.0 * s[0, lane]


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor, pitch: cutlass.Constexpr):
    transposing(x, y, pitch).launch(grid=1, block=128)


def measured(pitch: int) -> Report:
    x, y = np.ones((32, 32), np.float32), np.zeros((32, 32), np.float32)
    return check(run, x, y, pitch, measure=True)


def at(report: Report, kind: str, text: str) -> LineCount:
    (found,) = (one for one in report.counts if one.kind == kind and one.span.line == line_of(transposing, text))
    return found


def test_bank_conflicts_of_a_transpose() -> None:
    report = measured(32)
    assert report.clean
    load = at(report, "shared", "y[row, lane] = s")
    assert (load.units / load.requests, load.ideal / load.requests) == (32, 1)
    store = at(report, "shared", "s[row, lane] = x")
    assert store.units == store.ideal == store.requests > 0
    with pytest.raises(AssertionError, match="32 passes over the banks per request, 1 at best"):
        assert_no_bank_conflicts(report)
    text = report_text(report)
    assert "phase 0, lanes 0-31: 32 passes" in text
    assert_no_bank_conflicts(measured(33))


def test_a_program_that_was_compiled_before_costs_were_asked_for_is_measured() -> None:
    x, y = np.ones((32, 32), np.float32), np.zeros((32, 32), np.float32)
    with checking() as plain:
        program = cute.compile(run, x, y, 32)
        program(x, y)
    with checking(measure=True) as report:
        program(x, y)
    assert (plain.clean, plain.counts, report.clean) == (True, [], True)
    assert at(report, "shared", "y[row, lane] = s").units == at(measured(32), "shared", "y[row, lane] = s").units > 0


def test_sectors_of_global_memory() -> None:
    report = measured(33)
    rows, column = at(report, "global", "y[row, lane] = s"), at(report, "global", "y[lane, 0] = ")
    assert (rows.units / rows.requests, rows.ideal / rows.requests) == (4, 4)
    assert (column.units / column.requests, column.ideal / column.requests) == (32, 4)
    assert "32 sectors of 32 bytes per request, 4 at best" in report_text(report)


def test_a_report_without_measures_says_nothing_of_conflicts() -> None:
    x, y = np.ones((32, 32), np.float32), np.zeros((32, 32), np.float32)
    report = check(run, x, y, 32)
    assert not report.counts
    with pytest.raises(ValueError, match="measure=True"):
        assert_no_bank_conflicts(report)


@cute.kernel
def parting(y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    if tidx % 2 == 0:
        y[tidx] = 1.0
    if tidx < 32:
        y[tidx] = 2.0


@cute.jit
def run_parting(y: cute.Tensor):
    parting(y).launch(grid=1, block=64)


def test_warps_that_part_at_a_branch() -> None:
    y = np.zeros(64, np.float32)
    report = check(run_parting, y, measure=True)
    ways = {one.span.line: (one.units, one.requests) for one in report.counts if one.kind == "branch"}
    assert ways[line_of(parting, "if tidx % 2")] == (4, 2)
    assert (
        ways.get(line_of(parting, "if tidx < 32"), (1, 1))[0] == ways.get(line_of(parting, "if tidx < 32"), (1, 1))[1]
    )
    assert "2 paths per warp at this branch, 1 at best" in report_text(report)


@cute.kernel
def electing(y: cute.Tensor):
    with cute.arch.elect_one():
        y[cute.arch.warp_idx()] = 1.0


@cute.jit
def run_electing(y: cute.Tensor):
    electing(y).launch(grid=1, block=64)


def test_an_elected_lane_is_no_cost() -> None:
    """Its branch leaves 31 lanes out, as it is meant to."""
    report = check(run_electing, np.zeros(2, np.float32), measure=True)
    assert {one.kind for one in report.counts} == {"global"}
