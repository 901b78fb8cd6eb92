"""Some of the repository's own kernels are clean; `make test-checked` takes all of them, which is minutes."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Final

import pytest

from benchmarks.mutations.programs import cases_of
from cutedsl.checker import checking
from cutedsl.testing import assert_clean
from tests.docs.programs import ROOT

EXAMPLES: Final = tuple(ROOT / "examples" / name for name in ("row_sum.py", "row_sum_layout.py", "arrays.py"))
KERNELS: Final = ("bulk_copies", "pipelines", "row_sum", "tma")
"""Files of tests/kernels whose kernels wait; one set of parameters of each test is run."""


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_examples_are_clean(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(example.parent))
    monkeypatch.setattr(sys, "argv", [str(example)])
    with checking() as report:
        runpy.run_path(str(example), run_name="__main__")
    assert_clean(report)


@pytest.mark.parametrize("name", KERNELS)
def test_kernels_are_clean(name: str) -> None:
    for test, cases in cases_of(ROOT / "tests" / "kernels" / f"test_{name}.py"):
        if any(mark.name == "cutedsl_unchecked" for mark in getattr(test, "pytestmark", ())):
            continue
        for arguments in cases[-1:]:
            with checking() as report:
                test(**arguments)
            assert_clean(report)
