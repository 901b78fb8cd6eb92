"""`cutedsl gate`: its exit codes, its verdicts, and how a failure is seen again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from cutedsl.cli.gate import gate as command
from cutedsl.gate.processes import Spawner
from tests.forked import run_forked
from tests.unit.gate.program import HONEST, MODEL, REFERENCE

jsonschema: Any = pytest.importorskip("jsonschema")
SCHEMA = json.loads(Path(__file__, "../../../../docs/schemas/gate_verdict.schema.json").resolve().read_text())


Here = Callable[..., tuple[int, str, str]]


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], spawner: Spawner) -> Here:
    """The command in this process, with the spawner of all tests: its exit code, and what it writes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(import_module("cutedsl.gate.judge"), "Spawner", lambda: nullcontext(spawner))

    def run(*arguments: str) -> tuple[int, str, str]:
        code = command(arguments)
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_a_verdict_and_its_replay(tmp_path: Path, gate: Here) -> None:
    (tmp_path / "reference.py").write_text(REFERENCE)
    wrong = (HONEST + MODEL).replace("s <= 0.0", "s <= 0.5")
    (tmp_path / "candidate.py").write_text(wrong)
    words = ["candidate.py", "reference.py", "--first", "--seed", "3", "--json", "verdict.json"]
    done = run_forked(["-m", "cutedsl", "gate", *words], tmp_path, os.environ, 200)
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("failed: correct: element [")
    verdict = json.loads((tmp_path / "verdict.json").read_text())
    jsonschema.Draft202012Validator(SCHEMA).validate(verdict)
    (failure,) = verdict["failures"]
    assert (failure["case"], failure["values"], failure["seed"]) == ("regular", "normal", 3)
    code, printed, _ = gate(*failure["replay"].split()[2:], "--first", "--json", "-")
    assert code == 1
    assert json.loads(printed)["failures"][0]["message"] == failure["message"]


def test_a_reference_that_cannot_be_run(tmp_path: Path, gate: Here) -> None:
    (tmp_path / "reference.py").write_text("x = 1\n")
    (tmp_path / "candidate.py").write_text("x = 1\n")
    code, _, said = gate("candidate.py", "reference.py")
    assert code == 2
    assert "has neither `get_inputs`" in said
    assert gate("nowhere.py")[0] == 2


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


def test_a_pass_needs_a_run_and_a_result_to_compare(tmp_path: Path, gate: Here) -> None:
    reference = tmp_path / "reference.py"
    reference.write_text(REFERENCE)
    (tmp_path / "candidate.py").write_text(HONEST + MODEL)
    code, printed, said = gate("candidate.py", "reference.py", "--case", "regular", "--values", "large")
    assert code == 0 and printed.startswith("passed: 1 kernels, 1 cases, 1 replays"), printed
    code, printed, said = gate("candidate.py", "reference.py", "--case", "actual", "--values", "large")
    assert code == 2, printed
    assert "no case was run with values" in said
    reference.write_text(REFERENCE.replace("return torch.relu(a + b) * 3.0", "return None"))
    code, printed, said = gate("candidate.py", "reference.py", "--case", "regular")
    assert code == 2, printed
    assert "its result has no array" in said


def test_the_command_loads_little_before_it_starts_others() -> None:
    ask = "import sys, cutedsl.cli.gate; print([m for m in ('xdsl', 'numpy', 'cutedsl.checker') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "[]\n"
