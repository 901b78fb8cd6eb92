"""The pytest plugin, in a pytest of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.forked import run_forked

TESTS = """
import numpy as np
import pytest
import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.testing import assert_clean, assert_no_bank_conflicts, check


@cute.kernel
def copy(x: cute.Tensor, y: cute.Tensor, past: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    y[tidx] = x[tidx + past]


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor, past: cutlass.Int32):
    copy(x, y, past).launch(grid=1, block=32)


def call(past):
    run(np.ones(32, np.float32), np.zeros(32, np.float32), past)


def test_right():
    call(0)


def test_wrong():
    call(1)


@pytest.mark.cutedsl_unchecked
def test_wrong_and_unchecked():
    with pytest.raises(IndexError):
        call(1)


def test_fixture(cutedsl_check):
    call(2)
    assert [one.kind for one in cutedsl_check.findings] == ["out-of-bounds"]


def test_functions():
    report = check(call, 0, measure=True)
    assert_clean(report)
    assert_no_bank_conflicts(report)
    with pytest.raises(AssertionError, match="reads element 32"):
        assert_clean(check(call, 1))
"""


def run(folder: Path, *options: str, test: str = TESTS) -> str:
    (folder / "test_it.py").write_text(test, encoding="utf-8")
    plugin = ["-p", "no:cutedsl", "-p", "cutedsl.pytest_plugin", "-p", "no:cacheprovider", "-rA"]
    return run_forked(["-m", "pytest", *plugin, *options, "test_it.py"], folder, os.environ, 120).stdout


def test_checked_and_with_resources(tmp_path: Path) -> None:
    said = run(tmp_path, "--cutedsl-check", "--cutedsl-resources", "--strict-markers")
    assert "1 failed, 4 passed, 1 error" in said
    assert "FAILED test_it.py::test_wrong - Failed: error[out-of-bounds]" in said
    assert "ERROR test_it.py::test_fixture" in said
    assert "resources of the kernels" in said
    assert said.count("shared memory: 0 bytes a block") == 1


def test_nothing_without_the_options(tmp_path: Path) -> None:
    said = run(tmp_path)
    assert "FAILED test_it.py::test_wrong" in said
    assert "resources of the kernels" not in said


def test_the_plugin_loads_nothing_by_itself() -> None:
    code = "import sys, pytest_cutedsl; print(*{name.split('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pytest" in done.stdout.split()
    assert not {"cutedsl", "numpy", "xdsl", "llvmlite"} & set(done.stdout.split())


COVERED = """
import numpy as np
import cutedsl as cutlass
import cutedsl.cute as cute


@cute.kernel
def clip(x: cute.Tensor, y: cute.Tensor, most: cutlass.Float32):
    tidx, _, _ = cute.arch.thread_idx()
    if x[tidx] > most:
        y[tidx] = most
    else:
        y[tidx] = x[tidx]


@cute.jit
def run(x: cute.Tensor, y: cute.Tensor, most: cutlass.Float32):
    clip(x, y, most).launch(grid=1, block=32)


def test_below():
    run(np.ones(32, np.float32), np.zeros(32, np.float32), 2.0)
"""


def test_lines_and_orders_that_ran(tmp_path: Path) -> None:
    said = run(tmp_path, "--cutedsl-coverage", test=COVERED)
    assert "coverage of the kernels" in said
    assert "test_it.py: 2 of 3 lines of kernels ran; never: 11" in said
    assert "clip: 1 order in 1 run; no two operations" in said


def test_findings_of_all_tests_as_sarif(tmp_path: Path) -> None:
    run(tmp_path, "--cutedsl-sarif", "found.sarif")
    (log,) = json.loads((tmp_path / "found.sarif").read_text())["runs"]
    (result,) = log["results"]
    assert result["ruleId"] == "out-of-bounds"


OF_A_GPU = """
import cutlass
import cutlass.cute as cute
import torch


@cute.kernel
def double(x: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    x[tidx] = x[tidx] * 2


@cute.jit
def run(x: cute.Tensor):
    double(x).launch(grid=1, block=32)


def test_on_a_gpu():
    x = torch.ones(32, device="cuda")
    run(x)
    assert torch.cuda.get_device_capability() == (9, 0) and x.sum().item() == 64
"""


def test_programs_for_cutlass_and_a_gpu_are_tested_on_the_cpu(tmp_path: Path) -> None:

    assert "1 passed" in run(tmp_path, "--cutedsl-device", "cpu", "--cutedsl-check", test=OF_A_GPU)
