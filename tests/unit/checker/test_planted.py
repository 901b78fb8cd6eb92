"""The planted bugs: each is reported as what it is and where it is, and nothing is where there is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.checker import Finding, Report, checking
from tests.products import long
from tests.unit.checker.planted.case import HELPERS, Bug, Case
from tests.unit.checker.planted.not_yet import NOT_YET
from tests.unit.checker.planted.suite import CASES
from tests.unit.checker.reports_page import PAGE
from tests.unit.checker.schemas import check_both

pytestmark = pytest.mark.usefixtures("nothing_is_stored")
EVERY = 3
WITH_THE_BUG = [case for number, case in enumerate(CASES) if number % EVERY]
WITHOUT_THE_BUG = CASES[::EVERY]
"""CI runs each case in one form, `make test-long` in both: two of three with their bug."""


def each(in_ci: Sequence[Case]) -> pytest.MarkDecorator:
    """All cases, those marked `long` that CI runs in the other form."""
    names, chosen = [f"{case.bug}-{case.name}" for case in CASES], {case.name for case in in_ci}
    rows = [case if case.name in chosen else long(case) for case in CASES]
    return pytest.mark.parametrize("case", rows, ids=names)


def reported(case: Case, bug: bool) -> Report:
    with checking() as report:
        case.run(bug)
    return report


def right(case: Case, finding: Finding) -> bool:
    """Whether a finding has the class of the bug and shows no line but its own."""
    places = {(span.file, span.line) for span in finding.spans}
    lines = {(case.file, line) for line in case.lines} | HELPERS
    return finding.kind in case.found_as and bool(places) and places <= lines


def test_the_suite_is_large_enough() -> None:
    counts = Counter(case.bug for case in CASES)
    assert len({case.name for case in CASES}) == len(CASES) >= 80
    assert {bug: counts[bug] for bug in Bug if counts[bug] < 4} == {}
    assert {case.name for case in CASES} >= NOT_YET
    assert f"{len(CASES)} small ones" in PAGE.read_text(encoding="utf-8")


def test_ci_runs_each_kind_of_bug_several_times_and_each_kind_without_it() -> None:
    with_it, without_it = (Counter(case.bug for case in cases) for cases in (WITH_THE_BUG, WITHOUT_THE_BUG))
    assert {bug for bug in Bug if with_it[bug] < 2 or not without_it[bug]} == set()


@each(WITH_THE_BUG)
def test_the_bug_is_found(case: Case) -> None:
    """And both forms of its report keep to their schemas."""
    report = reported(case, bug=True)
    found = report.findings
    check_both(report)
    if case.name in NOT_YET:
        assert not found or not all(right(case, one) for one in found), "found: take it out of NOT_YET"
        return
    assert found
    assert [one for one in found if not right(case, one)] == []


@each(WITHOUT_THE_BUG)
def test_nothing_is_found_without_the_bug(case: Case) -> None:
    """Nor is anything else computed than in any run."""
    assert reported(case, bug=False).findings == []


@cute.kernel
def _tail_returns(x: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(64))
    if tidx >= 50:
        return
    s[tidx] = x[tidx]
    cute.arch.sync_threads()
    x[tidx] = s[49 - tidx]


@cute.jit
def _reverse_50(x: cute.Tensor):
    _tail_returns(x).launch(grid=1, block=64)


def test_threads_that_have_returned_owe_no_barrier() -> None:
    """From compute capability 7.0 on a barrier waits for the threads that have not ended."""
    x = np.arange(64, dtype=np.float32)
    with checking() as report:
        _reverse_50(x)
    assert not report.findings
    assert x.tolist() == [*range(49, -1, -1), *range(50, 64)]
