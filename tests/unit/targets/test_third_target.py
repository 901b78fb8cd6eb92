"""`examples/my_target`: a target that cutedsl does not know compiles, runs and is cached like its own."""

from __future__ import annotations

import ast
import importlib
import io
import os
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl.driver.compile.options import CompileOptions
from cutedsl.errors import DSLUserCodeError
from cutedsl.targets import choice

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
FILES = sorted((EXAMPLES / "my_target").glob("*.py"))[:-1]  # the last is a program


@pytest.fixture(autouse=True)
def numpy_target(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The target is registered for one test."""
    monkeypatch.setattr(choice, "_targets", dict(choice._targets))
    monkeypatch.syspath_prepend(str(EXAMPLES))
    choice.register_target("numpy", importlib.import_module("my_target.target").NumpyTarget)
    yield


@cute.kernel
def scale(x: cute.Tensor, y: cute.Tensor, n: cute.Int32) -> None:
    i = cute.arch.block_idx()[0] * cute.arch.block_dim()[0] + cute.arch.thread_idx()[0]
    if i < n:
        y[i] = x[i] * 2.0 + 1.0


@cute.jit
def scaled(x: cute.Tensor, y: cute.Tensor, n: cute.Int32) -> None:
    scale(x, y, n).launch(grid=(cute.ceil_div(n, 64), 1, 1), block=(64, 1, 1))


def test_a_kernel_of_another_kind_runs() -> None:
    x, y = np.arange(100, dtype=np.float32), np.full(100, np.nan, np.float32)
    made = cute.compile(scaled, x, y, 90, options="--target numpy")
    made(x, y, 90)
    np.testing.assert_array_equal(y[:90], x[:90] * 2 + 1)
    assert np.isnan(y[90:]).all()
    assert made.artifacts.target.kind == "numpy"
    assert {"expand", "emit"} < set(made.artifacts.times.seconds)
    assert not {"LLVM", "LLVM PTX", "roll up"} & set(made.artifacts.times.seconds)


@cute.kernel
def scale_above(x: cute.Tensor, factor: cute.Float32, least: cute.Int32) -> None:
    i = cute.arch.thread_idx()[0]
    if i > least:
        x[i] = x[i] * factor


@cute.jit
def scaled_above(x: cute.Tensor, factor: cute.Float32, least: cute.Int32) -> None:
    scale_above(x, factor, least).launch(grid=(1, 1, 1), block=(64, 1, 1))


def test_numbers_among_the_arguments_have_their_types() -> None:
    x = np.arange(64, dtype=np.float32)
    made = cute.compile(scaled_above, x, 1.5, 0, options="--target numpy")
    made(x, -2.5, -3)
    np.testing.assert_array_equal(x, np.arange(64, dtype=np.float32) * np.float32(-2.5))


def test_a_setting_names_it_for_direct_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_TARGET", "numpy")
    x, y = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    for _ in range(3):
        scaled(x, y, 64)
    np.testing.assert_array_equal(y, x * 2 + 1)


def test_an_op_without_a_rule_is_named() -> None:
    @cute.jit
    def roots(x: cute.Tensor) -> None:
        x[0] = cute.sqrt(x[0])

    with pytest.raises(NotImplementedError, match=r"no rule for math\.sqrt"):
        cute.compile(roots, np.ones(1, np.float32), options="--target numpy")


def test_it_is_cached_on_disk_and_runs_as_a_program(tmp_path: Path) -> None:
    environment = os.environ | {"CUTEDSL_CACHE_DIR": str(tmp_path), "CUTEDSL_DEBUG": "1"}
    command = [sys.executable, str(EXAMPLES / "my_target" / "row_sums.py")]
    first, second = (subprocess.run(command, capture_output=True, text=True, env=environment) for _ in range(2))
    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert first.stdout == second.stdout
    assert "def cutlass_reduce_sum(" in first.stdout
    assert "compiled: cutlass_reduce_sum for NumPy" in first.stderr
    assert "found on disk" in second.stderr


def test_unknown_targets_are_refused_with_the_names_of_all() -> None:
    with pytest.raises(DSLUserCodeError, match="must be `cpu` or `cuda` or `numpy`"):
        choice.choose_target(CompileOptions(target="tpu"), ())


def test_it_has_two_hundred_lines_at_most() -> None:
    assert sum(code_lines(file.read_text(encoding="utf-8")) for file in FILES) <= 200


def code_lines(source: str) -> int:
    """Lines with code, without docstrings and comments."""
    texts = [
        range(node.lineno, (node.end_lineno or 0) + 1)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    skipped = {line for lines in texts for line in lines}
    other = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    used = {
        line
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type not in other
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(used - skipped)
