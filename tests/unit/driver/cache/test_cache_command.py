"""`cutedsl cache`: what it lists and drops, and its exit codes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl.cli import main
from cutedsl.driver.cache import lookup
from cutedsl.driver.cache.memory import ProgramMemory


@cute.jit
def put_five(out: cute.Tensor):
    out[0] = 5


def lines(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert main(["cache", *words]) == 0
    return capsys.readouterr().out.splitlines()


def test_ls_log_gc_and_clear(capsys: pytest.CaptureFixture[str], own_cache: Path, monkeypatch) -> None:
    assert lines(capsys, "ls")[-1] == f"0 programs, 0.0 KiB, in {own_cache}"
    assert lines(capsys, "log") == ["no look-up yet"]
    out = np.zeros(1, np.int32)
    cute.compile(put_five, out)
    monkeypatch.setattr(lookup, "MEMORY", ProgramMemory())
    cute.compile(put_five, out)
    head, row, summary = lines(capsys, "ls")
    assert head.split() == ["key", "age", "size", "target", "function"]
    assert row.endswith("put_five(out: Int32 (?):(1))")
    assert summary.startswith("1 programs")
    events = [line.split()[2] for line in lines(capsys, "log")[1:]]
    assert events == ["miss", "hit"]
    assert lines(capsys, "log", "-n", "1")[1].split()[2] == "hit"
    assert lines(capsys, "gc") == ["dropped 0 programs, 0.0 KiB"]
    assert lines(capsys, "gc", "--max-mb", "0")[0].startswith("dropped 1 programs")
    cute.compile(put_five, np.zeros(1, np.int64))
    assert lines(capsys, "clear") == ["dropped 1 programs and the log"]
    assert lines(capsys, "log") == ["no look-up yet"]


def test_another_folder_is_looked_at(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cute.compile(put_five, np.zeros(1, np.int32))
    assert lines(capsys, "ls", "--dir", str(tmp_path / "other"))[-1].startswith("0 programs")


def test_a_damaged_program_is_listed_as_such(capsys: pytest.CaptureFixture[str], own_cache: Path) -> None:
    cute.compile(put_five, np.zeros(1, np.int32))
    (file,) = (own_cache / "programs").iterdir()
    file.write_bytes(b"x")
    assert "(damaged)" in lines(capsys, "ls")[1]


def test_the_log_says_why_a_program_is_always_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    large = np.zeros(1 << 20)

    @cute.jit
    def store(out: cute.Tensor):
        out[0] = int(large[0]) + 1

    cute.compile(store, np.zeros(1, np.int32))
    assert "always" in (line := lines(capsys, "log")[1])
    assert line.endswith("it can read a ndarray that is too large to remember")


@pytest.mark.parametrize("words", [[], ["list"], ["gc", "--max-mb", "many"], ["ls", "extra"]])
def test_a_wrong_command_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache", *words]) == 2
    assert "usage: cutedsl cache" in capsys.readouterr().err
