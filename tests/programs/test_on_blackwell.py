"""`make test-blackwell`: what it runs, what it records, and that it refuses another GPU."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.on_blackwell import ARCH, main
from tests import conftest


def test_another_gpu_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    def run(command: Sequence[str]) -> int:
        raise AssertionError(command)

    assert main([], arch=lambda: "sm_90", run=run) == 2
    assert f"needs a GPU of {ARCH}; found sm_90" in capsys.readouterr().err


def test_a_step_that_fails_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUT", str(tmp_path))
    ran: list[Sequence[str]] = []

    def run(command: Sequence[str]) -> int:
        ran.append(command)
        return 3 if "pytest" in command else 0

    assert main(["--cutlass", "copy"], arch=lambda: "sm_100", run=run) == 1
    assert len(ran) == 3
    record = json.loads((tmp_path / "blackwell_gpu.json").read_text(encoding="utf-8"))
    assert [(row["name"], row["code"]) for row in record["rows"]] == [("tests", 3), ("ladder", 0), ("examples", 0)]


def test_chosen_steps_alone_are_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUT", str(tmp_path))
    ran: list[Sequence[str]] = []

    def run(command: Sequence[str]) -> int:
        ran.append(command)
        return 0

    assert main(["--only", "tests"], arch=lambda: "sm_100", run=run) == 0
    (command,) = ran
    assert list(command)[command.index("--require-arch") :][:2] == ["--require-arch", ARCH]


@pytest.mark.parametrize(("required", "outcome"), [(None, pytest.skip.Exception), (ARCH, pytest.fail.Exception)])
def test_a_test_for_an_architecture_needs_its_gpu(
    required: str | None, outcome: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is skipped on another GPU, and fails where that architecture is required."""
    marks = {"gpu": pytest.mark.gpu.mark, "gpu_arch": pytest.mark.gpu_arch(ARCH).mark}
    config = SimpleNamespace(getoption={"--require-gpu": False, "--require-arch": required}.__getitem__)
    item: Any = SimpleNamespace(nodeid="test", get_closest_marker=marks.get, config=config)
    monkeypatch.setattr(conftest, "why_no_gpu", lambda: "")
    monkeypatch.setattr(conftest, "device_arch", lambda: "sm_90")
    with pytest.raises(outcome, match="needs a GPU of sm_100a; this one is sm_90"):
        conftest.pytest_runtest_setup(item)
    monkeypatch.setattr(conftest, "device_arch", lambda: "sm_100")
    conftest.pytest_runtest_setup(item)
