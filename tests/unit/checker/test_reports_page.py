"""docs/checking.md shows a report of each class, as they are now."""

from __future__ import annotations

from tests.unit.checker.planted.case import Bug
from tests.unit.checker.planted.suite import CASES
from tests.unit.checker.reports_page import PAGE, SHOWN, part


def test_each_class_has_its_report() -> None:
    by_name = {case.name: case for case in CASES}
    assert {by_name[name].bug for name in SHOWN} == set(Bug)
    page = PAGE.read_text(encoding="utf-8")
    for name in SHOWN:
        assert part(by_name[name]) in page, f"{name}: run python -m tests.unit.checker.reports_page"
