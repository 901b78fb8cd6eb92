"""The library's kernels for Hopper: 16-byte accesses, no spills, few enough registers for several blocks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cutedsl.cute as cute
from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import assemble
from cutedsl.ops.arrays import View
from cutedsl.ops.norms import norm_rows
from cutedsl.ops.rowwise.tile import fake_rows, row_tile, tile_of_exchange
from cutedsl.ops.softmaxes import softmax_rows


def rows(columns: int, kind: str = "float32") -> View:
    return View("x", None, kind, (4, columns), (columns, 1), 0, "cpu")


@pytest.mark.parametrize(("columns", "registers"), [(4096, 48), (16384, 40)])
def test_softmax(columns: int, registers: int, ptxas: Path) -> None:
    tile = tile_of_exchange(columns, 4, 32)
    fakes = [fake_rows(rows(columns), 4) for _ in range(2)]
    check(cute.compile(softmax_rows, *fakes, tile, False, options="--target cpu").artifacts, registers, ptxas)


def test_rms_norm(ptxas: Path) -> None:
    weight = View("weight", None, "float32", (4096,), (1,), 0, "cpu")
    x, w = fake_rows(rows(4096), 4), fake_rows(weight, 4)
    tile = row_tile(4096, 4, 32)
    program = cute.compile(norm_rows, x, None, w, None, x, None, 1e-6, tile, False, options="--target cpu")
    check(program.artifacts, 64, ptxas)


def test_pairs_of_bfloat16_take_one_instruction_each(ptxas: Path) -> None:
    x, tile = fake_rows(rows(1024, "bfloat16"), 8), row_tile(1024, 8, 16)
    artifacts = cute.compile(softmax_rows, x, x, tile, False, options="--target cpu").artifacts
    check(artifacts, 56, ptxas)
    ptx: str = artifacts.ptx("sm_90a")  # pyright: ignore[reportAttributeAccessIssue]
    elements = tile.loads * tile.vector
    assert ptx.count("shl.b32") - elements // 2 < 8 and ptx.count(", -65536;") == elements // 2
    assert "mov.b32 \t{" not in ptx and "prmt" not in ptx


def check(artifacts: object, registers: int, ptxas: Path) -> None:
    ptx: str = artifacts.ptx("sm_90a")  # pyright: ignore[reportAttributeAccessIssue]
    assert "st.global.v4" in ptx and re.search(r"ld\.global(\.L2::cache_hint)?\.v4|cp\.async\.cg\.shared\.global", ptx)
    assert "ld.global.b32" not in ptx
    report = assemble(ptx, target("sm_90a"), ptxas=str(ptxas))
    (kernel,) = report.kernels
    assert report.spills == 0 and kernel.registers <= registers
