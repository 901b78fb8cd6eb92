"""The command line in a shell: `| head`, misspelt commands, narrow terminals."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys

import pytest

from cutedsl.cli import COMMANDS, READER_GONE, main


@pytest.mark.parametrize("words", ["--help", "explain", "learn", "show layout (64,64):(64,1)"])
def test_a_reader_that_goes_away_is_no_error(words: str) -> None:
    """As in `cutedsl explain | head -0`; the pipe is shut before a word is written."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "cutedsl", *words.split()]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=100)
    os.close(writer)
    assert done.stderr == ""
    assert done.returncode in (READER_GONE, 1)  # 1: that of rich, which prints layouts


@pytest.mark.parametrize(("word", "meant"), [("chekc", "check"), ("bundel", "bundle"), ("--verison", "--version")])
def test_a_misspelt_command_is_corrected(word: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([word, "prog.py"]) == 2
    assert capsys.readouterr().err == f"cutedsl: there is no command `{word}`; did you mean `{meant}`?\n"


def test_a_command_that_is_like_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["xyzzy"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("cutedsl: there is no command `xyzzy`\n\nusage:") and said.endswith("version.\n")


def test_the_usage_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = {line.split()[0] for line in capsys.readouterr().out.splitlines() if line.startswith("  ")}
    assert set(COMMANDS) == shown


@pytest.mark.parametrize("command", sorted({*COMMANDS} - {"explain"}))
def test_help_fits_the_terminal(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for columns in (60, 80):
        monkeypatch.setenv("COLUMNS", str(columns))
        with contextlib.suppress(SystemExit):  # some commands return
            main([command, "--help"])
        lines = capsys.readouterr().out.splitlines()
        assert lines and [line for line in lines if len(line) > columns] == []


@pytest.mark.parametrize("columns", [40, 80])
def test_the_usage_fits_the_terminal(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert [line for line in shown.splitlines() if len(line) > columns] == []
    assert "the values of one thread" in " ".join(shown.split())
