"""README.md and the guides tell what happens: Python runs as one program a page, commands print what is shown."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.docs.programs import ROOT, Command, as_program, blocks, commands, first_missing, run

GENERATED = {"api.md", "compatibility.md", "features.md", "math.md"}
PAGES = [
    ROOT / "README.md",
    *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name not in GENERATED),
    *sorted((ROOT / "docs" / "coming_from").glob("*.md")),
]
# Commands that a reader can type in the repository's root; CI runs the `make` targets around these tests.
PROGRAMS = {
    "python": (),
    "cutedsl": ("-c", "import sys; from cutedsl.cli import main; sys.exit(main())"),
}
COMMANDS = [
    command
    for page in PAGES
    for block in blocks(page, "console")
    for command in commands(block)
    if command.text.split()[0] in PROGRAMS
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_python_blocks_run_in_order(page: Path, tmp_path: Path) -> None:
    program = tmp_path / f"{page.stem}.py"
    program.write_text(as_program(blocks(page, "python")), encoding="utf-8")
    done = run([str(program)], tmp_path)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.text)
def test_command_prints_what_is_shown(command: Command) -> None:
    name, *arguments = shlex.split(command.text)
    done = run([*PROGRAMS[name], *arguments])
    finds = any(line.startswith("error[") for line in command.shown)
    assert done.returncode == (1 if finds else 0), done.stdout
    assert first_missing(command.shown, done.stdout) is None, done.stdout
