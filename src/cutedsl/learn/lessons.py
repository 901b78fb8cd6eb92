"""The lessons: Markdown pages of this folder, in which each puzzle has a text, a program to complete, and hints."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from cutedsl.errors.frozen import frozen

PAGES: Final = Path(__file__).with_name("pages")
_PUZZLE: Final = re.compile(r"^## Puzzle (\d+\.\d): (.+)$", re.MULTILINE)
_PROGRAM: Final = re.compile(r"^```python title=\"([\w.]+)\"\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HINT: Final = re.compile(r"^<details markdown><summary>Hint \d</summary>\n(.*?)^</details>$", re.MULTILINE | re.DOTALL)


@frozen
class Puzzle:
    """A program with a gap. `number` is the lesson's and its own (`3.1`), `file` what its program is called."""

    number: str
    title: str
    text: str
    file: str
    program: str
    hints: tuple[str, ...]


@frozen
class Lesson:
    """A page: `text` comes before its puzzles."""

    number: int
    title: str
    page: Path
    text: str
    puzzles: tuple[Puzzle, ...]


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons, in order.

    >>> [len(lesson.puzzles) for lesson in lessons()]
    [3, 3, 3, 3, 3, 3, 3, 3, 3, 3]
    """
    return tuple(_lesson(page) for page in sorted(PAGES.glob("[0-9]*.md")))


def puzzle(number: str) -> Puzzle:
    """The puzzle of a number such as `3.1`; `LookupError` where there is none.

    >>> puzzle("1.1").title
    'Map'
    """
    for lesson in lessons():
        for one in lesson.puzzles:
            if one.number == number:
                return one
    raise LookupError(f"there is no puzzle {number!r}; they are 1.1 to {len(lessons())}.3")


def _lesson(page: Path) -> Lesson:
    whole = page.read_text(encoding="utf-8")
    starts = [*_PUZZLE.finditer(whole)]
    ends = [*(found.start() for found in starts[1:]), len(whole)]
    text = whole[: starts[0].start()]
    title = text.partition("\n")[0].lstrip("# ")
    puzzles = tuple(_puzzle(found, whole[found.end() : end]) for found, end in zip(starts, ends, strict=True))
    return Lesson(int(page.name.partition("_")[0]), title.partition(" ")[2], page, text, puzzles)


def _puzzle(heading: re.Match[str], body: str) -> Puzzle:
    program = _PROGRAM.search(body)
    assert program is not None, heading[0]
    hints = tuple(hint.strip() for hint in _HINT.findall(body))
    return Puzzle(heading[1], heading[2], body[: program.start()].strip(), program[1], program[2], hints)
