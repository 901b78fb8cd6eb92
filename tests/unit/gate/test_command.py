"""`cutedsl gate`: its exit codes, its verdicts, and how a failure is seen again."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cutedsl.cli.gate import gate as command
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


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--values", "nope"], "argument --values: invalid choice: 'nope'"),
        (["--limit", "-1"], "argument --limit: '-1' is no number above 0"),
        (["--budget", "nan"], "argument --budget: 'nan' is no number above 0"),
        (["--tolerance", "0"], "argument --tolerance: '0' is no number above 0"),
        (["--allow-torch", "convolution"], "argument --allow-torch: 'convolution' is no operator such as"),
    ],
)
def test_wrong_arguments(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command(["candidate.py", *arguments])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_a_pass_needs_a_run_and_a_result_to_compare(tmp_path: Path) -> None:
    reference = tmp_path / "reference.py"
    reference.write_text(REFERENCE)
    (tmp_path / "candidate.py").write_text(HONEST + MODEL)
    done = gate(tmp_path, "candidate.py", "reference.py", "--case", "regular", "--values", "large")
    assert done.stdout.startswith("passed: 1 kernels, 1 cases, 1 replays"), done.stdout
    done = gate(tmp_path, "candidate.py", "reference.py", "--case", "actual", "--values", "large")
    assert done.returncode == 2, done.stdout
    assert "no case was run with values" in done.stderr
    reference.write_text(REFERENCE.replace("return torch.relu(a + b) * 3.0", "return None"))
    done = gate(tmp_path, "candidate.py", "reference.py", "--case", "regular")
    assert done.returncode == 2, done.stdout
    assert "its result has no array" in done.stderr
