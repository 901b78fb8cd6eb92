"""The ladder of Blackwell's examples: each rung is right and clean on the CPU, and assembles for a GPU of sm_100a."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.testing import checking
from tests.examples.kernels import defined, ran
from tests.kernels.arrays import BLACKWELL, Arrays
from tests.lowered import lowered
from tests.products import long

LADDER = sorted((Path(__file__).parents[2] / "examples" / "blackwell").glob("*.py"))


@pytest.fixture(autouse=True)
def for_blackwell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_ARCH", "sm_100a")


@pytest.fixture
def on_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_TARGET", "cpu")


@pytest.mark.child
@pytest.mark.parametrize("target", BLACKWELL)
@pytest.mark.parametrize("path", [LADDER[0], *map(long, LADDER[1:])], ids=lambda path: path.stem)
def test_each_rung_passes_its_own_comparison(target: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each program compares itself with float64, in its checked runs below too."""
    monkeypatch.setenv("CUTEDSL_TARGET", target)
    arrays = Arrays(target)
    with ran() as kernels:
        runpy.run_path(str(path))["main"](put=arrays.put, get=arrays.get)
    assert target != "cpu" or kernels == defined(path)


@pytest.mark.parametrize("path", LADDER, ids=lambda path: path.stem)
def test_each_rung_is_clean_under_the_checker(path: Path, on_cpu: None) -> None:
    """And passes its own comparison."""
    with checking() as report, ran() as kernels:
        runpy.run_path(str(path))["main"]()
    assert report.clean and report.launches
    assert kernels == defined(path)


@pytest.mark.parametrize("path", LADDER, ids=lambda path: path.stem)
def test_ptxas_assembles_each_rung_without_spills(path: Path, on_cpu: None, ptxas: Path) -> None:
    text = lowered(lambda: runpy.run_path(str(path))["main"](), "sm_100a").ptx()
    assert assemble(text, gpu_target("sm_100a"), ptxas=str(ptxas)).spills == 0
