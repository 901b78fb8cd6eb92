"""What the row sum costs on each GPU: registers, no spills, 16-byte loads."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import assemble, compile_ptx, emit_nvptx
from cutedsl.ir.text import parse_module
from examples.row_sum import reduce_sum

ROW_SUM = Path(__file__).with_name("row_sum.mlir").read_text()
REGISTERS = {"sm_80": 29, "sm_86": 29, "sm_89": 29, "sm_90": 29, "sm_90a": 29}


AUTHORS_REGISTERS = 32


@cache
def authors_program() -> Any:
    """The kernel of examples/row_sum.py, traced once; its PTX is made for any target."""
    matrix, sums = np.zeros((10, 1001), np.float32), np.zeros(10, np.float32)
    return cute.compile(reduce_sum, matrix, sums, options="--target cpu").artifacts


def row_sum_ptx(arch: str, *, lineinfo: bool = False) -> str:
    return compile_ptx(emit_nvptx(parse_module(ROW_SUM, "row_sum.py"), target(arch), lineinfo=lineinfo))


@pytest.mark.parametrize("arch", REGISTERS)
def test_the_row_sum_takes_few_registers_and_spills_none(arch: str, ptxas: Path) -> None:
    report = assemble(row_sum_ptx(arch), target(arch), ptxas=str(ptxas))
    (kernel,) = report.kernels
    assert kernel.name == "kernel_cutlass_row_sum_0"
    assert report.spills == 0
    assert kernel.stack_bytes == 0
    assert kernel.registers <= REGISTERS[arch] + 3, "three registers of slack for other versions of ptxas"


def test_loads_are_16_bytes_wide() -> None:
    loads = re.findall(r"ld\.global\S*", row_sum_ptx("sm_90a"))
    assert set(loads) == {"ld.global.v4.b32"}


def test_ptx_version_is_the_lowest_that_knows_the_target() -> None:
    assert ".version 7.1\n.target sm_80\n" in row_sum_ptx("sm_80")
    assert ".version 8.0\n.target sm_90a\n" in row_sum_ptx("sm_90a")


def test_block_size_and_shared_memory_are_in_the_ptx() -> None:
    ptx = row_sum_ptx("sm_90a")
    assert ".reqntid 128, 1, 1" in ptx
    assert ".extern .shared .align 1024 .b8 cutedsl_smem[]" in ptx


def test_sums_are_not_fused_or_reassociated() -> None:
    ptx = row_sum_ptx("sm_90a")
    assert "add.rn.f32" in ptx
    assert "fma" not in ptx


@pytest.mark.parametrize("arch", REGISTERS)
def test_the_authors_kernel_takes_few_registers(arch: str, ptxas: Path) -> None:
    report = assemble(authors_program().ptx(arch), target(arch), ptxas=str(ptxas))
    (kernel,) = report.kernels
    assert report.spills == 0
    assert kernel.stack_bytes == 0
    assert kernel.registers <= AUTHORS_REGISTERS


def test_the_authors_kernel_divides_by_shifts_and_has_a_static_block() -> None:
    ptx = authors_program().ptx("sm_90a")
    assert "div." not in ptx
    assert ".reqntid 128, 1, 1" in ptx
    assert ptx.count("shfl.sync.bfly") == 10
