"""`cutedsl learn`: opens the puzzles of a lesson as files, runs and checks them, and gives hints."""

from __future__ import annotations

import argparse
import os
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cutedsl.cli.help_text import Paragraphs
from cutedsl.errors.colour import paint, wants_colour

_ABOUT: Final = """Ten lessons from a thread to attention, with three puzzles each. No GPU is needed.

`cutedsl learn 3` writes the puzzles of lesson 3 into the folder learn/, runs those that are there, and says what is
wrong: results, races and other bugs. Edit the file that it names and run the command again.

Exit codes: 0 all puzzles asked for are solved; 1 some are not; 2 the command line is wrong."""
_TIMEOUT_S: Final = "20"
"""How long one launch may take; an endless loop is a finding after that."""


def learn(argv: Sequence[str]) -> int:
    """Returns one of the exit codes; argparse exits with 2 for a wrong command line."""
    options = _parser().parse_args(list(argv))
    os.environ.setdefault("CUTEDSL_TIMEOUT_S", _TIMEOUT_S)
    from cutedsl.learn import lessons

    if options.lesson is None:
        for lesson in lessons():
            print(f"{lesson.number:2}  {lesson.title}: {', '.join(puzzle.title for puzzle in lesson.puzzles)}")
        return 0
    number, _, puzzle = options.lesson.partition(".")
    chosen = next((lesson for lesson in lessons() if str(lesson.number) == number), None)
    wanted = [] if chosen is None else [one for one in chosen.puzzles if not puzzle or one.number == options.lesson]
    if chosen is None or not wanted:
        last = len(lessons())
        print(f"cutedsl learn: there is no lesson {options.lesson}; they are 1 to {last}", file=sys.stderr)
        return 2
    if options.read:
        _read(chosen.page)
        return 0
    for one in wanted:
        file = Path(options.folder) / one.file
        _open(file, one.program)
        if not _solved(one.number, file):
            return _unsolved(one.text, one.hints, file, options)
    return 0


def _open(file: Path, program: str) -> None:
    """Writes a puzzle's file unless it is there."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(program, encoding="utf-8")


def _solved(number: str, file: Path) -> bool:
    """Runs a puzzle's file and prints the verdict."""
    from cutedsl.learn import verdict

    try:
        solve = runpy.run_path(str(file)).get("solve")
    except Exception as error:
        print(f"{file} cannot be run: {type(error).__name__}: {error}")
        return False
    if not callable(solve):
        print(f"{file} has no function `solve`; remove the file to start again")
        return False
    found = verdict(number, solve)
    print(paint(str(found)) if wants_colour(sys.stdout) else found)
    return found.solved


def _unsolved(text: str, hints: Sequence[str], file: Path, options: argparse.Namespace) -> int:
    """Prints the puzzle, its file and as many hints as were asked for."""
    print(f"\n{text}\n\nEdit {file} and run `cutedsl learn {options.lesson}` again.")
    for k, hint in enumerate(hints[: options.hint], 1):
        print(f"\nHint {k}: {hint}")
    if options.hint < len(hints):
        print(f"\n`cutedsl learn {options.lesson} --hint {options.hint + 1}` gives a hint.")
    return 1


def _read(page: Path) -> None:
    """Prints the lesson's text, without its puzzles' hints."""
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(page.read_text(encoding="utf-8").partition("\n## Puzzle")[0]))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="cutedsl learn", description=_ABOUT, formatter_class=Paragraphs)
    parser.add_argument("lesson", nargs="?", help="a lesson (3) or one puzzle of it (3.2); without it, all titles")
    parser.add_argument("--read", action="store_true", help="print the lesson's text")
    parser.add_argument("--hint", type=int, default=0, const=1, nargs="?", metavar="N", help="give N hints (1)")
    parser.add_argument("--folder", default="learn", metavar="DIR", help="where the puzzles' files are (learn)")
    return parser
