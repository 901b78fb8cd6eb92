"""The one renderer: a `Diagnostic` as plain text."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator

from cutedsl.errors.diagnostic import Diagnostic
from cutedsl.errors.source import source_line
from cutedsl.errors.span import Span


def render(report: Diagnostic, *, severity: str = "error") -> str:
    """The report as text without colour, the lines joined by newlines, none at the end.

    >>> report = Diagnostic("dynamic-bool", "`x` has no value yet", why="It is known later.", fix="Use `if`.")
    >>> print(render(report))
    error[dynamic-bool]: `x` has no value yet
      = why: It is known later.
      = fix: Use `if`.
      = more: cutedsl explain dynamic-bool
    """
    spans = [span for span in (report.span, *(place for place, _ in report.also)) if span is not None]
    width = max((len(str(span.line)) for span in spans), default=1)
    return "\n".join(_lines(report, severity, width))


def _lines(report: Diagnostic, severity: str, width: int) -> Iterator[str]:
    yield f"{severity}[{report.name}]: {report.message}"
    if report.span is not None:
        yield from _excerpt(report.span, "-->", "^", "", width)
    for span, label in report.also:
        yield from _excerpt(span, ":::", "-", label, width)
    for note in report.notes:
        yield from _remark("note", note, width)
    if report.why:
        yield from _remark("why", report.why, width)
    if report.fix:
        yield from _remark("fix", report.fix, width)
    yield from _remark("more", f"cutedsl explain {report.name}", width)


def _excerpt(span: Span, arrow: str, mark: str, label: str, width: int) -> Iterator[str]:
    """The place, the line of source and its underline; only the place when the source is unknown."""
    place = f"{' ' * width}{arrow} {shown_path(span.file)}:{span.line}:{span.col + 1}"
    text = source_line(span.file, span.line)
    if text is None:
        yield f"{place}: {label}" if label else place
        return
    bar = f"{' ' * width} |"
    yield place
    yield bar
    yield f"{span.line:>{width}} | {text}".rstrip()
    yield f"{bar} {_underline(span, text, mark)} {label}".rstrip()


def _underline(span: Span, text: str, mark: str) -> str:
    """Marks below the characters of the span on its first line; tabs stay tabs so that the columns agree."""
    code = text.rstrip()
    start = min(span.col, len(code))
    end = len(code) if span.end_line > span.line else min(span.end_col, len(code))
    if span.col == span.end_col and span.line == span.end_line and start == 0:
        # A span without columns: mark the whole statement.
        start, end = len(code) - len(code.lstrip()), len(code)
    lead = "".join("\t" if char == "\t" else " " * _cells(char) for char in text[:start])
    return lead + mark * max(1, sum(map(_cells, text[start:end])))


def _cells(char: str) -> int:
    """How many terminal cells a character takes."""
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _remark(kind: str, text: str, width: int) -> Iterator[str]:
    """A `= kind: text` line; further lines of the text are set under its first."""
    lead = f"{' ' * width} = {kind}: "
    first, *rest = text.splitlines() or [""]
    yield (lead + first).rstrip()
    for line in rest:
        yield (" " * len(lead) + line).rstrip()


def shown_path(file: str) -> str:
    """The path as shown: relative to the working directory when below it, else absolute; `<names>` stay."""
    if file.startswith("<"):
        return file
    path = os.path.abspath(file)
    here = os.getcwd().rstrip(os.sep) + os.sep
    return path[len(here) :] if path.startswith(here) else path
