"""Colour for reports on a terminal."""

from __future__ import annotations

import os
import re
from typing import TextIO

from cutedsl.errors.classes import DSLUserCodeError

_BOLD, _RED, _GREEN, _BLUE, _PLAIN = (f"\x1b[{code}m" for code in ("1", "1;31", "1;32", "1;34", "0"))
_PAINTS = (
    (re.compile(r"^(error|warning)(\[[a-z0-9-]+\]:)(.*)$"), rf"{_RED}\1\2{_PLAIN}{_BOLD}\3{_PLAIN}"),
    (re.compile(r"^( *\|)([ \t]*)(\^+)(.*)$"), rf"{_BLUE}\1{_PLAIN}\2{_RED}\3\4{_PLAIN}"),
    (re.compile(r"^( *\|)([ \t]*-+.*)$"), rf"{_BLUE}\1\2{_PLAIN}"),
    (re.compile(r"^( *(?:-->|:::))"), rf"{_BLUE}\1{_PLAIN}"),
    (re.compile(r"^( *\d+ \|)"), rf"{_BLUE}\1{_PLAIN}"),
    (re.compile(r"^( *\|)$"), rf"{_BLUE}\1{_PLAIN}"),
    (re.compile(r"^( *= )(fix:)"), rf"\1{_GREEN}\2{_PLAIN}"),
    (re.compile(r"^( *= )(note:|why:|more:)"), rf"\1{_BOLD}\2{_PLAIN}"),
)


def paint(text: str) -> str:
    """A rendered report with ANSI colours; without them it reads the same.

    >>> paint("  = fix: Use `if`.")
    '  = \\x1b[1;32mfix:\\x1b[0m Use `if`.'
    """
    return "\n".join(map(_paint_line, text.split("\n")))


def _paint_line(line: str) -> str:
    for pattern, painted in _PAINTS:
        if pattern.match(line):
            return pattern.sub(painted, line)
    return line


def wants_colour(stream: TextIO) -> bool:
    """Whether `stream` is a terminal that shows colours. Source: no-color.org, and `TERM=dumb`."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def print_error(error: DSLUserCodeError, stream: TextIO) -> None:
    """Write the report of `error` to `stream`, in colour where it wants it."""
    text = str(error)
    stream.write((paint(text) if wants_colour(stream) else text) + "\n")
