"""The ladders of examples as the GPU gets them: registers, no spills, multiplies of warp groups not serialised."""

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

EXAMPLES = Path(__file__).parents[2] / "examples"
REGISTERS = {
    "gemm": {"1": 30, "2": 32, "3": 114, "4": 128, "5": 154, "6": 168, "7": 168, "8": 168},
    "attention": {"3": 158, "4": 138, "5": 168, "6": 168},
}
"""Of a thread, by ptxas 13.0. Blocks of 384 threads whose groups hand registers on are compiled for 168."""
SLACK = 8
"""More registers than that, and something has changed."""


def ptx_of(ladder: str, path: Path) -> str:
    """A rung's PTX for BFloat16 and any whole tiles; attention for heads of 128, by the matrix units."""
    program = runpy.run_path(str(path))
    if ladder == "gemm":
        shapes: list[Any] = [[cute.sym_int32(256), cute.sym_int32(256)] for _ in range(3)]
        numbers: tuple[Any, ...] = (cutlass.Int32(1),)
    else:
        shapes = [[cute.sym_int32(), cute.sym_int32(256), 128] for _ in range(4)]
        numbers = (0.1,)
    given = [
        cute.runtime.make_fake_tensor(
            cutlass.BFloat16, shape, [*(cute.sym_int64(8) for _ in shape[1:]), 1], assumed_align=16
        )
        for shape in shapes
    ]
    run = program["gemm" if ladder == "gemm" else "attention"]
    return lowered(lambda: cute.compile(run, *given, *numbers, options="--target cpu")).ptx()


@pytest.mark.parametrize(
    ("ladder", "path"),
    [
        *(("gemm", path) for path in sorted((EXAMPLES / "gemm").glob("*.py"))),
        *(("attention", path) for path in sorted((EXAMPLES / "attention").glob("[3-9]*.py"))),
    ],
    ids=lambda value: value.stem if isinstance(value, Path) else value,
)
def test_ptxas_assembles_each_rung_without_spills(ladder: str, path: Path, ptxas: Path) -> None:
    ptx = ptx_of(ladder, path)
    report = assemble(ptx, gpu_target("sm_90a"), ["-O3", "-v"], ptxas=str(ptxas))
    assert (report.spills, report.kernels[0].stack_bytes) == (0, 0)
    assert "serialized" not in report.log and "setmaxnreg" not in report.log
    assert report.kernels[0].registers <= REGISTERS[ladder][path.name[0]] + SLACK
