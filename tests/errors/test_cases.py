"""Each page's program gets exactly the report that the page shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutedsl.errors.catalogue import CATALOGUE
from cutedsl.errors.catalogue.staging import ENTRIES
from tests.errors.case import read_case, run_program
from tests.errors.test_staging_examples import NOT_WHOLE

pytestmark = pytest.mark.usefixtures("nothing_is_stored")


def test_report_is_the_one_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = read_case(page)
    for module in case.needs:
        if module != "gpu":
            pytest.importorskip(module)
    for name, value in case.environment:
        monkeypatch.setenv(name, value)
    assert run_program(case.program, tmp_path) == case.report


def test_the_fix_works(page_with_fix: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = read_case(page_with_fix)
    for module in case.needs:
        if module != "gpu":
            pytest.importorskip(module)
    for name, value in case.environment:
        monkeypatch.setenv(name, value)
    assert run_program(case.fixed(), tmp_path) == ""


def test_page_is_named_for_its_error(page: Path) -> None:
    case = read_case(page)
    assert case.name in CATALOGUE
    assert case.report.partition(":")[0] in (f"error[{case.name}]", f"warning[{case.name}]")


WITHOUT_A_PAGE = {
    "bundle-stale": "needs a file of another machine: tests/errors/test_fixes_of_runs.py",
    "cache-damaged": "a warning about files of an earlier process: tests/errors/test_fixes_of_runs.py",
    "cache-refused": "a warning about the rights of files: tests/unit/driver/cache/test_private_files.py",
    "driver-error": "the driver's own text, and a context that is lost: tests/errors/test_fixes_with_a_driver.py",
    "driver-too-old": "needs such a driver: tests/errors/test_fixes_with_a_driver.py",
}
"""Errors that no program of a page can show on every machine, and what shows them and applies their fix."""
WITHOUT_A_FIX = {
    "compile-forbidden": "the fix is another run: tests/errors/test_fixes_of_runs.py",
    "jax-no-stream": "the fix needs a GPU's driver: tests/errors/test_fixes_with_a_driver.py",
    "setting-without-effect": "the fix is another environment: tests/errors/test_fixes_of_runs.py",
}
"""Errors whose fix is not a change of the page's program, and the test that applies it."""


def test_each_fix_is_applied_or_a_reason_given() -> None:
    pages = map(read_case, Path(__file__).parent.glob("*.md"))
    applied = {case.name for case in pages if case.diff} | {entry.name for entry in ENTRIES} - NOT_WHOLE
    assert set(CATALOGUE) - applied == WITHOUT_A_FIX.keys() | WITHOUT_A_PAGE.keys()


def test_every_error_has_a_page_or_a_reason() -> None:
    shown = {path.stem.partition("--")[0] for path in Path(__file__).parent.glob("*.md")}
    assert set(CATALOGUE) - shown == WITHOUT_A_PAGE.keys()
