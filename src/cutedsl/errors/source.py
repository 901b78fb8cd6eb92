"""Source lines of files, notebook cells, `exec` and `python -c`, all through `linecache`."""

from __future__ import annotations

import linecache
import sys

COMMAND_FILE = "<string>"
"""What CPython calls the program of `python -c`."""


def command_source() -> str | None:
    """The program text of `python -c TEXT`, or None when Python was started another way.

    Source: `sys.orig_argv`; CPython 3.13 and later put the text into `linecache` themselves.
    """
    arguments = iter(sys.orig_argv[1:])
    for argument in arguments:
        if argument in ("-X", "-W", "--check-hash-based-pycs"):
            next(arguments, None)
        elif not argument.startswith("-") or argument in ("-", "--") or argument.startswith("--"):
            return None
        elif "c" in argument:
            return argument.partition("c")[2] or next(arguments, None)
    return None


def source_lines(file: str) -> list[str]:
    """All lines of `file` with their line ends; empty when the source is unknown.

    >>> source_lines("<no such cell>")
    []
    """
    lines = linecache.getlines(file)
    if not lines and file == COMMAND_FILE:
        text = command_source()
        if text is not None:
            lines = text.splitlines(keepends=True)
            linecache.cache[file] = (len(text), None, lines, file)
    return lines


def source_line(file: str, line: int) -> str | None:
    """Line `line` (from 1) of `file` without its line end, or None when it is unknown."""
    lines = source_lines(file)
    return lines[line - 1].rstrip("\r\n") if 1 <= line <= len(lines) else None


def column_of_byte(file: str, line: int, byte: int) -> int:
    """The column in characters of a column in UTF-8 bytes; the same number where the line is unknown."""
    text = source_line(file, line)
    if text is None or text.isascii():
        return byte
    return len(text.encode()[:byte].decode(errors="ignore"))
