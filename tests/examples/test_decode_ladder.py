"""The ladder of decoding examples: each rung is right and clean, and spills at most one register on a GPU."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.testing import checking
from tests.examples.kernels import defined, ran
from tests.lowered import lowered

LADDER = sorted((Path(__file__).parents[2] / "examples" / "decode").glob("*.py"))
CHECKED = ("3_last_block", "6_pages")
"""Rungs that are run checked here too: the first one with flags, and the last."""


@pytest.mark.parametrize("path", LADDER, ids=lambda path: path.stem)
def test_each_rung_passes_its_own_comparison(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each program compares itself with float64."""
    monkeypatch.setenv("CUTEDSL_TARGET", "cpu")
    with ran() as kernels:
        runpy.run_path(str(path))["main"]()
    assert kernels == defined(path)


@pytest.mark.parametrize("path", [path for path in LADDER if path.stem in CHECKED], ids=lambda path: path.stem)
def test_each_rung_is_clean_under_the_checker(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_TARGET", "cpu")
    with checking() as report:
        runpy.run_path(str(path))["main"]()
    assert report.clean and report.launches


@pytest.mark.parametrize("path", LADDER[3:], ids=lambda path: path.stem)
def test_ptxas_assembles_each_rung_and_spills_next_to_nothing(path: Path, ptxas: Path) -> None:
    def like(kind: Any, *extents: Any) -> Any:
        units = 8 if kind is cutlass.BFloat16 else 1
        strides = [*(cute.sym_int64(units) for _ in extents[1:]), 1]
        return cute.runtime.make_fake_tensor(kind, extents, strides, assumed_align=16)

    kind, size = cutlass.BFloat16, 128
    heads = [like(kind, cute.sym_int(), cute.sym_int(), size) for _ in range(2)]
    caches = [like(kind, cute.sym_int(), cute.sym_int(), cute.sym_int(), size) for _ in range(2)]
    given = [heads[0], *caches, heads[1], like(cutlass.Float32, cute.sym_int()), like(cutlass.Int32, cute.sym_int())]
    if path.stem == "6_pages":
        given += [like(cutlass.Int32, cute.sym_int()), like(cutlass.Int32, cute.sym_int(), cute.sym_int())]
    run = runpy.run_path(str(path))["decode"]
    ptx = lowered(lambda: cute.compile(run, *given, 0.1, options="--target cpu")).ptx()
    few = 12 if path.stem == "6_pages" else 0  # one register: a store and two loads
    assert assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas)).spills <= few
