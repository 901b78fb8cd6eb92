"""The commands that a new user runs first, where the calls of Linux or Unix are missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cutedsl import __version__
from cutedsl.cli import main

PROGRAM = Path(__file__).with_name("elsewhere.py")


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_doctor_runs_a_kernel_without_the_calls_of_linux(system: str, tmp_path: Path) -> None:
    environment = {**os.environ, "CUTEDSL_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, str(PROGRAM), system]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
    (line,) = [line for line in done.stdout.splitlines() if "a kernel on the CPU" in line]
    assert line.startswith("ok")


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"cutedsl {__version__}\n"
