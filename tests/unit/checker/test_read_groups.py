"""Loads at constant distances that one check tells of: fewer checks, and the same findings."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.checker import check
from cutedsl.codegen.llvm.text import COMPILES_FAST
from cutedsl.driver.compile.observe import observing
from tests.unit.checker.lines import line_of


@cute.kernel
def rows(y: cute.Tensor, waits: cutlass.Constexpr, last: cutlass.Constexpr):
    """Each thread adds up four neighbours, which another thread wrote."""
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(4 * 64))
    for i in cutlass.range_constexpr(last):
        s[64 * i + tidx] = cutlass.Float32(i)
    if cutlass.const_expr(waits):
        cute.arch.sync_threads()
    total = cutlass.Float32(0.0)
    for i in cutlass.range_constexpr(4):
        total += s[4 * tidx + i]  # all four
    y[tidx] = total


@cute.jit
def run(y: cute.Tensor, waits: cutlass.Constexpr, last: cutlass.Constexpr):
    rows(y, waits, last).launch(grid=1, block=64)


@cute.kernel
def columns(y: cute.Tensor):
    """Each thread adds up four rows of a tile, whose coordinates are checked one by one."""
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((4, 64), stride=(1, 4)))
    for i in cutlass.range_constexpr(4):
        s[i, tidx] = cutlass.Float32(i)
    cute.arch.sync_threads()
    total = cutlass.Float32(0.0)
    for k in range(y.shape[0]):
        for i in cutlass.range_constexpr(4):
            total += s[i, k]
    y[tidx] = total


@cute.jit
def run_columns(y: cute.Tensor):
    columns(y).launch(grid=1, block=64)


def text_of(function: Any, *arguments: Any) -> str:
    """What a checked program becomes."""
    texts: list[str] = []

    def keep(artifacts: Any) -> None:
        texts.append(artifacts.native.source)

    with observing(keep):
        cute.compile(function, *arguments, options="--check")
    (text,) = texts
    return text


_READ = re.compile(r"call void @cute\.check\.read\.(?:row|any)")


def test_checks_of_coordinates_part_no_group() -> None:
    text = text_of(run_columns, np.zeros(64, np.float32))
    assert len(_READ.findall(text)) == 1


def test_checked_code_is_compiled_fast() -> None:
    assert text_of(run, np.zeros(64, np.float32), True, 4).startswith(COMPILES_FAST)


def test_one_check_for_all_four() -> None:
    assert len(_READ.findall(text_of(run, np.zeros(64, np.float32), True, 4))) == 1
    y = np.zeros(64, np.float32)
    assert check(run, y, True, 4).clean
    assert np.array_equal(y, np.repeat([0.0, 4.0, 8.0, 12.0], 16))


@pytest.mark.parametrize(("waits", "last", "kind"), [(False, 4, "shared-race"), (True, 3, "uninitialised-read")])
def test_findings_are_those_of_each_load(waits: bool, last: int, kind: str) -> None:
    report = check(run, np.zeros(64, np.float32), waits, last)
    assert {one.kind for one in report.findings} == {kind}
    assert line_of(rows, "# all four") in {span.line for one in report.findings for span in one.spans}
