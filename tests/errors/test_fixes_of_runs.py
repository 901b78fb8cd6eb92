"""Errors whose fix is another run: without a variable, after one that compiles, or with files that are made anew."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl import bundle
from cutedsl.bundle import file_format
from cutedsl.driver.cache import lookup
from cutedsl.driver.cache.memory import ProgramMemory
from cutedsl.driver.call import foreign_settings
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution import compile_cache
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


def test_a_damaged_file_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_cache, "_seen", set())  # else said once a process
    monkeypatch.setenv("CUTEDSL_CACHE", "1")
    monkeypatch.setenv("CUTEDSL_CACHE_DIR", str(tmp_path / "cache"))
    assert run("compile-forbidden", tmp_path, monkeypatch, with_variable=False) == ""
    for file in (tmp_path / "cache" / "programs").glob("*"):
        file.write_bytes(file.read_bytes()[:100])
    monkeypatch.setattr(lookup, "MEMORY", ProgramMemory())  # as another process would look for it
    said = run("compile-forbidden", tmp_path, monkeypatch, with_variable=False)
    assert said.startswith("warning[cache-damaged]") and "Nothing is needed" in said
    monkeypatch.setattr(compile_cache, "_seen", set())
    monkeypatch.setattr(lookup, "MEMORY", ProgramMemory())
    assert run("compile-forbidden", tmp_path, monkeypatch, with_variable=True) == ""  # the file was replaced
    monkeypatch.setenv("CUTEDSL_CACHE_DIR", str(tmp_path / "another"))
    assert run("compile-forbidden", tmp_path, monkeypatch, with_variable=False) == ""


@cute.jit
def count(x: cute.Tensor):
    x[0] += 1


def test_a_stale_bundle_is_written_again(tmp_path: Path) -> None:
    file, x = tmp_path / "kernels.cutedsl", np.zeros(1, np.int32)
    bundle.write(file, {"count": (count, x)}, archs=("cpu",))
    index, blocks = file_format.unpack(file.read_bytes())
    index["made_on"]["python"] = "cpython 3.9"
    file.write_bytes(file_format.pack(index, blocks))
    with pytest.raises(DSLUserCodeError, match="Write it again with this version") as caught:
        bundle.load(file)
    assert caught.value.name == "bundle-stale"
    bundle.write(file, {"count": (count, x)}, archs=("cpu",))
    bundle.load(file).count(x)
    assert x[0] == 1
