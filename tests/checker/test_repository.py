"""The repository's own kernels are clean (all of them with all parameters: `make test-checked`)."""

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

SLOW: Final = ("row_sum_demo.py", "torch_train.py")
"""Examples that take longer than ten seconds of the processor; `make test-checked` has them."""
PROGRAMS = [*(ROOT / "examples").glob("*.py"), *(ROOT / "examples" / "gemm").glob("*.py")]
EXAMPLES = [path for path in sorted(PROGRAMS) if path.name not in SLOW]
KERNELS: Final = (
    *("bulk_copies", "gather", "histograms", "matrix_copies", "memory", "pipelines", "row_sum", "scans", "simulation"),
    *("sorting", "spins", "stencils", "tma", "transpose", "warpgroup_mma", "warps_and_atomics"),
)
"""Files of tests/kernels whose kernels wait, share or scatter; one set of parameters of each test is run."""


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_examples(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(example.parent))
    monkeypatch.setattr(sys, "argv", [str(example)])
    with checking() as report:
        runpy.run_path(str(example), run_name="__main__")
    assert_clean(report)


@pytest.mark.parametrize("name", KERNELS)
def test_kernels(name: str) -> None:
    for test, cases in cases_of(ROOT / "tests" / "kernels" / f"test_{name}.py"):
        for arguments in cases[-1:]:
            with checking() as report:
                test(**arguments)
            assert_clean(report)
