"""Each page's program gets exactly the report that the page shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutedsl.errors.catalogue import CATALOGUE
from tests.errors.case import read_case, run_program


def test_report_is_the_one_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = read_case(page)
    for module in case.needs:
        if module != "gpu":
            pytest.importorskip(module)
    for name, value in case.environment:
        monkeypatch.setenv(name, value)
    assert run_program(case.program, tmp_path) == case.report


def test_page_is_named_for_its_error(page: Path) -> None:
    case = read_case(page)
    assert case.name in CATALOGUE
    assert case.report.partition(":")[0] in (f"error[{case.name}]", f"warning[{case.name}]")
