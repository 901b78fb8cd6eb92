"""Kernels that would take a process down, under `cutedsl check`: each is a finding, and the program goes on."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from tests.forked import run_forked
from tests.unit.checker.schemas import check_json, check_sarif

ROOT = Path(__file__).parents[3]
PROGRAM = """
from tests.kernels.nasty_kernels import CASES, outcome

for name in CASES:
    print(name, outcome(name), sep="|", flush=True)
print("to the end")
"""
KINDS = {"out-of-bounds", "uninitialised-read", "mbarrier-misuse", "kernel-trap", "division-by-zero", "launch-timeout"}
LIMITED = """
import numpy as np
from tests.unit.checker.test_memory import copy_rows

copy_rows(np.ones(256, np.float32), np.ones((24000, 256), np.float32))
"""


def check(folder: Path, program: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    (folder / "program.py").write_text(program, encoding="utf-8")
    words = ["-m", "cutedsl", "check", "program.py", *arguments]
    path = os.pathsep.join((str(ROOT), str(ROOT / "src")))
    given = os.environ | {"PYTHONPATH": path, "CUTEDSL_TIMEOUT_S": "0.5"} | variables
    return run_forked(words, folder, given, 200)


def test_none_ends_or_hangs_the_program(tmp_path: Path) -> None:
    done = check(tmp_path, PROGRAM, "--keep-going", "--json", "found.json", "--sarif", "found.sarif")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, "to the end")
    content = json.loads((tmp_path / "found.json").read_text())
    check_json(content)
    check_sarif(json.loads((tmp_path / "found.sarif").read_text()))
    assert {one["kind"] for one in content["findings"]} == KINDS
    places = [place["span"]["file"] for one in content["findings"] for place in one["places"][:1]]
    assert {Path(file).name for file in places} == {"nasty_kernels.py"}


def test_the_limit_of_memory_ends_the_program(tmp_path: Path) -> None:
    done = check(tmp_path, LIMITED, CUTEDSL_CHECK_MEMORY_MIB="4", CUTEDSL_TIMEOUT_S="30")
    assert done.returncode == 2
    assert "error[check-limit]" in done.stderr
