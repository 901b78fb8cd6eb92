"""`cutedsl doctor`: what is there is said, what is missing comes with how to get it, what is broken fails."""

from __future__ import annotations

import importlib.metadata
import json

import pytest

from cutedsl.cli import doctor, main


def findings(capsys: pytest.CaptureFixture[str], code: int = 0) -> dict[str, dict[str, str]]:
    assert main(["doctor", "--json"]) == code
    return {finding["what"]: finding for finding in json.loads(capsys.readouterr().out)}


def without(monkeypatch: pytest.MonkeyPatch, *missing: str) -> None:
    known = importlib.metadata.version

    def version(name: str) -> str:
        if name in missing:
            raise importlib.metadata.PackageNotFoundError(name)
        return known(name)

    monkeypatch.setattr(importlib.metadata, "version", version)


def test_doctor_lists_what_is_installed_and_runs_a_kernel(capsys: pytest.CaptureFixture[str]) -> None:
    found = findings(capsys)
    assert found["llvmlite"]["detail"] == importlib.metadata.version("llvmlite")
    assert found["a kernel on the CPU"]["state"] == "ok"
    assert found["calls by machine code"]["state"] == "ok"
    assert "ms, compiling included" in found["a kernel on the CPU"]["detail"]


def test_a_missing_extra_comes_with_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without(monkeypatch, "matplotlib")
    assert findings(capsys)["matplotlib"] == {
        "what": "matplotlib",
        "state": "missing",
        "detail": "optional: needed for layouts as figures",
        "how": "pip install matplotlib",
    }


def test_a_missing_core_package_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    without(monkeypatch, "llvmlite")
    assert findings(capsys, code=1)["llvmlite"]["state"] == "broken"


def test_the_source_tree_need_not_be_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without(monkeypatch, "cutedsl")
    assert findings(capsys)["cutedsl"]["state"] == "ok"


def test_a_kernel_that_computes_wrong_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cutedsl.cli.doctor_kernel.run_once", lambda target: False)
    assert findings(capsys, code=1)["a kernel on the CPU"]["detail"] == "gives a wrong result"


def test_the_terminal_form_names_settings_and_fixes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without(monkeypatch, "matplotlib")
    monkeypatch.setenv("CUTEDSL_NUM_THREADS", "1")
    monkeypatch.setattr(doctor, "_gpus", lambda: iter(()))
    assert main(["doctor"]) == 0
    text = capsys.readouterr().out
    assert "-> pip install matplotlib" in text
    assert "CUTEDSL_NUM_THREADS" in text


@pytest.mark.gpu
def test_a_kernel_on_the_gpu(capsys: pytest.CaptureFixture[str]) -> None:
    assert findings(capsys)["a kernel on the GPU"]["state"] == "ok"
