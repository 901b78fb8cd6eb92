"""Errors whose fix is another run of the same program: without a variable, or after one that compiles."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutedsl.driver.call import foreign_settings
from tests.errors.case import read_case, run_program

PAGES = Path(__file__).parent
TAKEN_OUT = {"setting-without-effect": "CUTE_DSL_AUTO_M2S", "compile-forbidden": "CUTEDSL_NO_COMPILE"}
"""The variable that each of them is about."""


def run(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, *, with_variable: bool) -> str:
    case = read_case(PAGES / f"{name}.md")
    assert TAKEN_OUT[name] in dict(case.environment)
    monkeypatch.setattr(foreign_settings, "_told", set())  # else said once a process
    for variable, value in case.environment:
        if with_variable or variable != TAKEN_OUT[name]:
            monkeypatch.setenv(variable, value)
        else:
            monkeypatch.delenv(variable, raising=False)
    return run_program(case.program, folder)


def test_without_the_variable_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("setting-without-effect", tmp_path, monkeypatch, with_variable=False) == ""
    assert "[setting-without-effect]" in run("setting-without-effect", tmp_path, monkeypatch, with_variable=True)


def test_programs_in_the_cache_run_where_compiling_is_forbidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTEDSL_CACHE", "1")
    monkeypatch.setenv("CUTEDSL_CACHE_DIR", str(tmp_path / "cache"))
    assert "error[compile-forbidden]" in run("compile-forbidden", tmp_path, monkeypatch, with_variable=True)
    assert run("compile-forbidden", tmp_path, monkeypatch, with_variable=False) == ""
    assert run("compile-forbidden", tmp_path, monkeypatch, with_variable=True) == ""
