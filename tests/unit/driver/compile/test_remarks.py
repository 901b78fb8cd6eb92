"""Remarks of the optimiser: shown, filtered, written to a file; and the short tokens of the reference's options."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.driver.compile.options import parse_options
from cutedsl.errors import DSLUserCodeError


@cute.kernel
def scale_kernel(x: cute.Tensor, by: cutlass.Float32):
    i, _, _ = cute.arch.thread_idx()
    x[i] = x[i] * by


@cute.jit
def scale(x: cute.Tensor, by: cutlass.Float32):
    scale_kernel(x, by).launch(grid=1, block=32)


@cute.kernel
def power_kernel(x: cute.Tensor, by: cutlass.Float32, n: cutlass.Int32):
    i, _, _ = cute.arch.thread_idx()
    for _ in range(n):
        x[i] = x[i] * (by * by)


@cute.jit
def power(x: cute.Tensor, by: cutlass.Float32, n: cutlass.Int32):
    power_kernel(x, by, n).launch(grid=1, block=32)


def test_short_tokens_name_remarks() -> None:
    assert parse_options("remarks{inline}").remarks == "inline"
    assert parse_options("remarks{}").remarks == parse_options("--remark-output r.yaml").remarks == ".*"
    assert parse_options("warnings{nvvm} warnings{ptx} debug{launch-check}") == parse_options("")
    for text in ("iket", "warnings{all}", "debug{other}"):
        with pytest.raises(DSLUserCodeError, match=text.replace("{", r"\{")):
            parse_options(text)


def test_remarks_are_shown_and_filtered(capfd: pytest.CaptureFixture[str]) -> None:
    x = np.ones(32, np.float32)
    cute.compile(power, x, 2.0, 3, options="--target cpu --remark-filter licm")(x, 2.0, 3)
    shown = capfd.readouterr().err
    assert "remark: " in shown and "hoisting" in shown and x.tolist() == [64.0] * 32
    cute.compile(power, x, 2.0, 3, options="--target cpu --remark-filter no-such-pass")
    assert "hoisting" not in capfd.readouterr().err


def test_remarks_go_to_a_file(tmp_path: Path) -> None:
    x, file = np.ones(32, np.float32), tmp_path / "remarks.yaml"
    cute.compile[cute.RemarkOutput(str(file)), cute.DeviceTarget("cpu")](scale, x, 2.0)
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines and all(line == "[]" or line.startswith('- "') for line in lines)


def test_a_pattern_that_is_none_is_an_error() -> None:
    with pytest.raises(DSLUserCodeError) as refused:
        cute.compile(scale, np.ones(32, np.float32), 2.0, options="--target cpu --remark-filter (")
    assert refused.value.name == "malformed-compile-options"


def test_an_optional_number_may_be_none() -> None:
    @cute.jit
    def add(x: cute.Tensor, n: cutlass.Int32 | None = None):
        if cutlass.const_expr(n is None):
            x[0] = -1.0
        else:
            x[0] = cutlass.Float32(n)

    x, found = np.zeros(1, np.float32), []
    for arguments in ((), (None,), (7,)):
        add(x, *arguments)
        found.append(float(x[0]))
    assert found == [-1.0, -1.0, 7.0]
