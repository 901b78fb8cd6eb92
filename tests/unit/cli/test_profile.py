"""`cutedsl profile PROG.py`: times, bytes, operations, registers and lines of the kernels of a program."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from cutedsl.cli import main
from cutedsl.execution.launch_times import current_times

PROGRAM = """
import numpy as np
import cutedsl as cutlass
import cutedsl.cute as cute

@cute.kernel
def scale(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    t = cute.arch.thread_idx()[0] + 64 * cute.arch.block_idx()[0]
    total = cutlass.Float32(0.0)
    for i in range(8):
        total += x[t, i] * 2.0
    y[t] = total
    if cute.arch.thread_idx()[0] == 0:
        y[t + 1] = total  # one thread of each block
    LOOP

@cute.jit
def run(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    scale(x, y, n).launch(grid=2, block=64)

x, y = np.ones((128, 8), np.float32), np.zeros(256, np.float32)
program = cute.compile(run, x, y, 3)
for _ in range(4):
    program(x, y, 3)
"""
UNKNOWN = "for j in range(n): y[t + 64] = total"


@pytest.fixture(autouse=True)
def no_cutlass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutedsl.cli.program.install", lambda settings: None)


def profiled(tmp_path: Path, text: str) -> Any:
    file = tmp_path / "program.py"
    file.write_text(text, encoding="utf-8")
    assert main(["profile", "--device", "cpu", "--json", str(tmp_path / "profile.json"), str(file)]) == 0
    assert current_times() is None
    return json.loads((tmp_path / "profile.json").read_text())


def test_bytes_and_operations_are_those_of_all_threads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = profiled(tmp_path, PROGRAM.replace("LOOP", ""))
    (kernel,) = record["kernels"]
    assert kernel["times"]["launches"] == 4 and kernel["times"]["most_threads"] == 128
    assert kernel["work"]["flops"] == 128 * 8 * 2
    assert kernel["work"]["global_bytes"] == 128 * (8 * 4 + 4) + 2 * 4
    assert not kernel["at_least"] and record["copy_bytes_per_s"] > 0
    first = kernel["lines"][0]
    assert first["source"] == "total += x[t, i] * 2.0" and first["work"]["global_bytes"] == 128 * 8 * 4
    shown = capsys.readouterr().out
    assert "program.py:11" in shown and "% of a copy's" in shown and "at least" not in shown


def test_a_loop_whose_turns_are_not_known_counts_at_least_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (kernel,) = profiled(tmp_path, PROGRAM.replace("LOOP", UNKNOWN))["kernels"]
    assert kernel["at_least"]
    assert kernel["work"]["global_bytes"] == 128 * (8 * 4 + 4 + 4) + 2 * 4
    assert "at least" in capsys.readouterr().out


def test_registers_come_from_ptxas(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("ptxas") is None:
        pytest.skip("no ptxas on this machine")
    (kernel,) = profiled(tmp_path, PROGRAM.replace("LOOP", ""))["kernels"]
    assert kernel["resources"]["registers"] > 0 and kernel["resources"]["spill_bytes"] == 0
    assert kernel["resources"]["blocks"] > 0
    monkeypatch.setenv("PATH", "")
    (kernel,) = profiled(tmp_path, PROGRAM.replace("LOOP", ""))["kernels"]
    assert kernel["resources"] is None
    assert "no `ptxas`" in capsys.readouterr().err


def test_a_program_that_launches_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "program.py"
    file.write_text("print(1)", encoding="utf-8")
    assert main(["profile", "--device", "cpu", str(file)]) == 2
    assert "launched no kernel" in capsys.readouterr().err
