"""The ladder of attention's gradients as the GPU gets it: no spills, multiplies of warp groups not serialised."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from tests.lowered import lowered

LADDER = sorted((Path(__file__).parents[2] / "examples" / "backward").glob("[3-9]*.py"))


@pytest.mark.parametrize("path", LADDER, ids=lambda path: path.stem)
def test_ptxas_assembles_each_rung_on_the_matrix_units(path: Path, ptxas: Path) -> None:
    def tensor(kind: Any, *shape: Any) -> Any:
        strides = [*(cute.sym_int64(8) for _ in shape[1:]), 1]
        return cute.runtime.make_fake_tensor(kind, shape, strides, assumed_align=16)

    heads, queries, keys = cute.sym_int32(), cute.sym_int32(256), cute.sym_int32(256)
    by_query, by_key = (heads, queries, 64), (heads, keys, 64)
    given = [tensor(cutlass.BFloat16, *shape) for shape in (by_query, by_key, by_key, by_query, by_query)]
    given += [tensor(cutlass.Float32, *shape) for shape in ((heads, queries),) * 2]
    given += [tensor(cutlass.Float32, *shape) for shape in (by_query, by_key, by_key)]
    run = runpy.run_path(str(path))["backward"]
    ptx = lowered(lambda: cute.compile(run, *given, 0.1, options="--target cpu")).ptx()
    report = assemble(ptx, gpu_target("sm_90a"), ["-O3", "-v"], ptxas=str(ptxas))
    assert report.spills == 0
    assert "serialized" not in report.log and "setmaxnreg" not in report.log
