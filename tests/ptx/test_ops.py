"""The library's kernels for Hopper: 16-byte accesses, no spills, few enough registers for several blocks."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cutedsl.cute as cute
from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import assemble
from cutedsl.ops import optimizers
from cutedsl.ops.arrays import View
from cutedsl.ops.dropouts import dropout_rows
from cutedsl.ops.epilogues import unchanged
from cutedsl.ops.indexed.histogram import histogram_rows
from cutedsl.ops.indexed.rows import add_rows, gather_rows
from cutedsl.ops.indexed.sums_by_number import sums_by_number
from cutedsl.ops.norms.forward import norm_rows
from cutedsl.ops.programs import program
from cutedsl.ops.quantization.quantize import quantize_blocks, quantize_rows
from cutedsl.ops.rowwise.tile import RowTile, fake_rows, row_tile, tile_of_exchange, tile_of_norm
from cutedsl.ops.sampling import sample_rows
from cutedsl.ops.softmaxes import softmax_rows


def rows(columns: int, kind: str = "float32") -> View:
    return View("x", None, kind, (4, columns), (columns, 1), 0, "cpu")


@pytest.mark.parametrize(("columns", "registers"), [(4096, 48), (16384, 40)])
def test_softmax_takes_few_registers(columns: int, registers: int, ptxas: Path) -> None:
    tile = tile_of_exchange(columns, 4, 32)
    fakes = [fake_rows(rows(columns), 4) for _ in range(2)]
    check(cute.compile(softmax_rows, *fakes, tile, False, options="--target cpu").artifacts, registers, ptxas)


def test_rms_norm_takes_few_registers(ptxas: Path) -> None:
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


MATRIX = rows(4096, "bfloat16")
WIDE = rows(151_936, "bfloat16")
OF_ROWS = View("numbers", None, "int64", (4,), (1,), 0, "cpu")
SCALES = View("scales", None, "float32", (4, 1), (1, 1), 0, "cpu")
BLOCKS = [
    View("x", None, kind, (1, 4, 4096), (0, 4096, 1), 0, "cpu") for kind in ("bfloat16", "float8_e4m3fn", "float32")
]
ORDER = View("order", None, "int32", (64,), (1,), 0, "cpu")
IN_TURN = RowTile(8, 256, 1, 4, 1)
PROGRAMS: dict[str, Callable[[], Any]] = {
    "quantised rows": lambda: program(
        quantize_rows, (MATRIX, rows(4096, "float8_e4m3fn"), SCALES), tile_of_exchange(4096, 8, 16), 448.0
    ),
    "quantised blocks": lambda: program(quantize_blocks, BLOCKS, RowTile(8, 256, 1, 8, 1), (128, 128), 448.0),
    "dropout": lambda: program(dropout_rows, (MATRIX, MATRIX, MATRIX), IN_TURN, numbers=[1, 1.0, 1, 1]),
    "tokens": lambda: program(
        sample_rows, (WIDE, OF_ROWS, None, None, None), row_tile(151_936, 8, 16, 512), (True, True),
        numbers=[1.0, 1, 1.0, 1, 1],
    ),
    "AdamW": lambda: optimizers._program(("bfloat16", "bfloat16", "float32", "float32"), 4, "--target cpu"),
    "rows by number": lambda: program(gather_rows, (OF_ROWS, MATRIX, MATRIX), IN_TURN),
    "rows added to": lambda: program(add_rows, (OF_ROWS, MATRIX, rows(4096)), IN_TURN),
    "sums by number": lambda: program(
        sums_by_number, (OF_ROWS, MATRIX, MATRIX, ORDER, ORDER), RowTile(8, 128, 1, 4, 1, most=1056)
    ),
    "histogram": lambda: program(
        histogram_rows, (rows(4096, "int32"), View("counts", None, "int32", (9,), (1,), 0, "cpu")),
        RowTile(4, 512, 1, 4, 1, most=528), True, numbers=[0.0, 1.0, 1.0],
    ),
    "a norm of a sum": lambda: program(
        norm_rows, (MATRIX, MATRIX, None, None, MATRIX, MATRIX), tile_of_norm(4096, 8, 16, 0, 2), True, unchanged,
        numbers=[1e-5],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_no_kernel_spills(name: str, ptxas: Path) -> None:
    report = assemble(PROGRAMS[name]().artifacts.ptx("sm_90a"), target("sm_90a"), ptxas=str(ptxas))
    assert report.kernels and report.spills == 0


def check(artifacts: object, registers: int, ptxas: Path) -> None:
    ptx: str = artifacts.ptx("sm_90a")  # pyright: ignore[reportAttributeAccessIssue]
    assert "st.global.v4" in ptx and re.search(r"ld\.global(\.L2::cache_hint)?\.v4|cp\.async\.cg\.shared\.global", ptx)
    assert "ld.global.b32" not in ptx
    report = assemble(ptx, target("sm_90a"), ptxas=str(ptxas))
    (kernel,) = report.kernels
    assert report.spills == 0 and kernel.registers <= registers
