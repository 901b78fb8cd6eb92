"""Checked runs: what they compute, what ends a block, and how the rest goes on."""

from __future__ import annotations

import json
from contextlib import nullcontext

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl.checker import check, checking
from cutedsl.checker.findings import Report
from cutedsl.checker.formats.json import report_json
from cutedsl.checker.formats.text import report_text
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.cpu.capture import Work, capturing
from tests.unit.checker.lines import line_of


@cute.kernel
def _add_one(x: cute.Tensor, out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    out[bidx * 32 + tidx] = x[bidx * 32 + tidx] + 1.0


@cute.jit
def _run(x: cute.Tensor, out: cute.Tensor, blocks: cute.Int32):
    _add_one(x, out).launch(grid=(blocks, 1, 1), block=(32, 1, 1))


@cute.kernel
def _stray(x: cute.Tensor, out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    if bidx % 2 == 1:
        out[bidx * 32 + tidx] = x[1000 + tidx]
    out[bidx * 32 + tidx] = 7.0


@cute.jit
def _run_stray(x: cute.Tensor, out: cute.Tensor):
    _stray(x, out).launch(grid=(6, 1, 1), block=(32, 1, 1))


def test_a_checked_run_computes_what_any_run_computes() -> None:
    x, out = np.random.default_rng(0).standard_normal(96, dtype=np.float32), np.zeros(96, np.float32)
    report = check(_run, x, out, 3)
    assert report.clean
    assert report.launches == 1
    np.testing.assert_array_equal(out, x + 1)


def test_a_bug_ends_its_block_and_the_others_run() -> None:
    x, out = np.zeros(192, np.float32), np.zeros(192, np.float32)
    report = check(_run_stray, x, out)
    assert [one.kind for one in report.findings] == ["out-of-bounds"]
    (found,) = report.findings
    assert found.spans[0].line == line_of(_stray, "x[1000 + tidx]")
    assert found.count == 3
    assert [bool(block.all()) for block in out.reshape(6, 32)] == [True, False] * 3


def test_a_bug_ends_the_call_where_that_is_asked_for() -> None:
    x, out = np.zeros(192, np.float32), np.zeros(192, np.float32)
    report = check(_run_stray, x, out, keep_going=False)
    assert [one.kind for one in report.findings] == ["out-of-bounds"]
    assert not out[64:].any()


def test_the_option_makes_calls_raise() -> None:
    x, out = np.zeros(192, np.float32), np.zeros(192, np.float32)
    program = cute.compile(_run_stray, x, out, options="--check")
    with pytest.raises(DSLUserCodeError, match="reads element 1000") as caught:
        program(x, out)
    assert caught.value.name == "out-of-bounds"
    clean = cute.compile(_run, x, out, 6, options="--check")
    clean(x, out, 6)


def test_compiled_functions_are_checked_too() -> None:
    x, out = np.zeros(192, np.float32), np.zeros(192, np.float32)
    with checking() as report:
        cute.compile(_run_stray, x, out)(x, out)
    assert [one.kind for one in report.findings] == ["out-of-bounds"]
    with checking() as report:
        pass
    assert report.clean


def test_runs_within_runs_end_in_any_state() -> None:
    """Two watches are equal as long as their reports are; what ends is the inner one."""
    with checking() as outer:
        with checking() as inner:
            pass
        check(_run_stray, np.zeros(192, np.float32), np.zeros(192, np.float32))
        _run_stray(np.zeros(192, np.float32), np.zeros(192, np.float32))
    assert inner.clean
    assert [one.kind for one in outer.findings] == ["out-of-bounds"]


@pytest.mark.parametrize("options", [None, "--check"])
def test_what_a_graph_captures_is_checked_at_each_replay(options: str | None) -> None:
    x, out = np.zeros(192, np.float32), np.zeros(192, np.float32)
    program = cute.compile(_run_stray, x, out, options=options or "")
    work: list[Work] = []
    with checking() if options is None else nullcontext(Report()) as report:
        with capturing(work):
            (program if options else _run_stray)(x, out)
        assert not out.any()
        assert report.clean
        for _ in range(2):
            out[:] = 0
            with pytest.raises(DSLUserCodeError, match="reads element 1000") if options else nullcontext():
                work[0]()
            assert [bool(block.all()) for block in out.reshape(6, 32)] == [True, False] * 3
    assert options or [one.count for one in report.findings] == [6]


def test_a_report_says_of_which_blocks_the_rest_was_not_seen() -> None:
    x, out = np.zeros(192, np.float32), np.zeros(192, np.float32)
    report = check(_run_stray, x, out)
    assert report_text(report).endswith("not checked: what follows in 3 blocks of `_stray` that a finding ended")
    assert list(json.loads(report_json(report))["ended"].values()) == [3]
    assert report_text(check(_run, x, out, 6)) == "no findings in 1 checked launch"
