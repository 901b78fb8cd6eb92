"""Where an expression ends of which only the start is known, as an op knows it."""

from __future__ import annotations

import ast
from functools import lru_cache

from cutedsl.errors.source import source_line, source_lines
from cutedsl.errors.span import Span


def expression_span(file: str, line: int, col: int) -> Span:
    """The widest expression that starts at a place; one character where the source is not at hand.

    Units: lines from 1, columns from 0.
    """
    end_line, end = widest_expression(file, line, col) or (line, col + 1)
    return Span(file, line, col, end_line, end)


def expression_text(start: Span) -> str | None:
    """The widest expression that starts at a place, as its author wrote it; None where it is not on one line."""
    span = expression_span(start.file, start.line, start.col)
    line = source_line(start.file, start.line)
    return line[span.col : span.end_col] if line and span.end_line == span.line else None


def widest_expression(file: str, line: int, col: int) -> tuple[int, int] | None:
    """Where the widest expression that starts at a place ends: (line, column); None if the source is not at hand.

    An op knows where its expression starts, and `100` in `100 // n` starts where the division does.
    """
    return _widest_ends("".join(source_lines(file))).get((line, col))


@lru_cache(maxsize=8)  # a report has several places of one file
def _widest_ends(source: str) -> dict[tuple[int, int], tuple[int, int]]:
    """The end of the widest expression of each place where one starts; none where the source is not valid."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return {}
    ends: dict[tuple[int, int], tuple[int, int]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.expr) and node.end_lineno is not None and node.end_col_offset is not None:
            start, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
            ends[start] = max(end, ends.get(start, end))
    return ends


def expression_at(span: Span) -> ast.expr | None:
    """The author's expression at a place; None where its text is not at hand, or is not an expression."""
    lines = source_lines(span.file)[span.line - 1 : span.end_line]
    if not lines:
        return None
    lines[-1] = lines[-1][: span.end_col]
    lines[0] = lines[0][span.col :]
    try:
        return ast.parse("(" + "".join(lines) + ")", mode="eval").body
    except SyntaxError:
        return None
