"""The planted bugs: what each kernel computes without its bug."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.checker.planted.case import Bug, Case
from tests.checker.planted.suite import CASES

EACH = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.bug}-{case.name}")


def test_the_suite_is_large_enough() -> None:
    counts = Counter(case.bug for case in CASES)
    assert len({case.name for case in CASES}) == len(CASES) >= 80
    assert {bug: counts[bug] for bug in Bug if counts[bug] < 4} == {}


@EACH
def test_computes_without_the_bug(case: Case) -> None:
    case.run(bug=False)
