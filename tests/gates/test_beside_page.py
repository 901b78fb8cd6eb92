"""The page of calls and traces beside an old commit is what was recorded."""

from __future__ import annotations

from pathlib import Path

from benchmarks.beside import times_of
from benchmarks.beside_page import page


def test_the_page_is_fresh(repository: Path) -> None:
    assert (repository / "docs" / "design" / "calls_measured.md").read_text(encoding="utf-8") == page()


def test_a_whole_number_of_a_unit_is_a_time_and_no_name() -> None:
    rows = [{"what": "a trace", "operations": 11, "min_us": 446, "median_us": 5, "deep": {"min_ms": 1.5, "q1_ms": 2.0}}]
    assert [*times_of(rows)] == [("a trace 11 min_us", 446.0), ("a trace 11 deep min_ms", 1.5)]


def test_times_an_operation_count() -> None:
    assert [*times_of({"what": "loads", "min_us_an_op": 3.5, "ok": True})] == [("loads min_us_an_op", 3.5)]
