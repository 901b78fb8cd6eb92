"""The ladder of Blackwell's examples: each rung is right and clean on the CPU, and assembles for a GPU of sm_100a."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.testing import checking
from tests.examples.kernels import defined, ran
from tests.lowered import lowered

LADDER = sorted((Path(__file__).parents[2] / "examples" / "blackwell").glob("*.py"))


@pytest.fixture(autouse=True)
def for_blackwell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_TARGET", "cpu")
    monkeypatch.setenv("CUTEDSL_ARCH", "sm_100a")


@pytest.mark.parametrize("path", LADDER, ids=lambda path: path.stem)
def test_rung(path: Path) -> None:
    """Each program compares itself with float64."""
    with ran() as kernels:
        runpy.run_path(str(path))["main"]()
    assert kernels == defined(path)


@pytest.mark.parametrize("path", LADDER, ids=lambda path: path.stem)
def test_rung_is_clean(path: Path) -> None:
    with checking() as report:
        runpy.run_path(str(path))["main"]()
    assert report.clean and report.launches


@pytest.mark.parametrize("path", LADDER, ids=lambda path: path.stem)
def test_rung_assembles(path: Path, ptxas: Path) -> None:
    text = lowered(lambda: runpy.run_path(str(path))["main"](), "sm_100a").ptx()
    assert assemble(text, gpu_target("sm_100a"), ptxas=str(ptxas)).spills == 0
