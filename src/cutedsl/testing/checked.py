"""Assertions about checked runs, for tests."""

from __future__ import annotations

from cutedsl.checker import Report
from cutedsl.checker.formats.text import line_cost, report_text
from cutedsl.driver.call.watches import current_watch
from cutedsl.errors import fail


def is_checked() -> bool:
    """Whether calls of this thread or task are checked now. Programs compiled earlier do not run checked.

    >>> from cutedsl.testing import checking
    >>> from cutedsl.testing.checked import is_checked
    >>> with checking():
    ...     inside = is_checked()
    >>> inside, is_checked()
    (True, False)
    """
    return current_watch() is not None


def assert_clean(report: Report) -> None:
    """Raises `AssertionError` with the whole report if anything was found.

    >>> from cutedsl.testing import assert_clean, check
    >>> assert_clean(check(lambda: None))
    """
    if not report.clean:
        raise AssertionError("\n" + report_text(report))


def assert_no_bank_conflicts(report: Report) -> None:
    """Raises `AssertionError` naming each line with bank conflicts.

    >>> from cutedsl.testing import assert_no_bank_conflicts, check
    >>> assert_no_bank_conflicts(check(lambda: None, measure=True))

    Errors: not-measured.
    """
    if not report.measured:
        raise fail("not-measured", "bank conflicts were not measured in this run")
    lines = [line_cost(count) for count in report.counts if count.kind == "shared" and count.units > count.ideal]
    if lines:
        raise AssertionError("bank conflicts\n" + "\n".join(lines))
