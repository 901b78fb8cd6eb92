"""`cutedsl gate`: its exit codes, its verdicts, and how a failure is seen again."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.forked import run_forked
from tests.unit.gate.program import HONEST, MODEL, REFERENCE

jsonschema: Any = pytest.importorskip("jsonschema")
SCHEMA = json.loads(Path(__file__, "../../../../docs/schemas/gate_verdict.schema.json").resolve().read_text())


def gate(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run_forked(["-m", "cutedsl", "gate", *arguments], folder, os.environ, 200)


def test_a_verdict_and_its_replay(tmp_path: Path) -> None:
    (tmp_path / "reference.py").write_text(REFERENCE)
    wrong = (HONEST + MODEL).replace("s <= 0.0", "s <= 0.5")
    (tmp_path / "candidate.py").write_text(wrong)
    done = gate(tmp_path, "candidate.py", "reference.py", "--first", "--seed", "3", "--json", "verdict.json")
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("failed: correct: element [")
    verdict = json.loads((tmp_path / "verdict.json").read_text())
    jsonschema.Draft202012Validator(SCHEMA).validate(verdict)
    (failure,) = verdict["failures"]
    assert (failure["case"], failure["values"], failure["seed"]) == ("regular", "normal", 3)
    again = gate(tmp_path, *failure["replay"].split()[2:], "--first", "--json", "-")
    assert json.loads(again.stdout)["failures"][0]["message"] == failure["message"]


def test_a_reference_that_cannot_be_run(tmp_path: Path) -> None:
    (tmp_path / "reference.py").write_text("x = 1\n")
    (tmp_path / "candidate.py").write_text("x = 1\n")
    done = gate(tmp_path, "candidate.py", "reference.py")
    assert done.returncode == 2
    assert "has neither `get_inputs`" in done.stderr
    assert gate(tmp_path, "nowhere.py").returncode == 2
