"""A place in an author's source: file, lines and columns."""

from __future__ import annotations

import ast

from cutedsl.errors.frozen import frozen
from cutedsl.errors.source import column_of_byte


@frozen
class Span:
    """A stretch of source text.

    **Units**: lines count from 1; columns count characters from 0; `end_col` is one past the last character.
    Raises `ValueError` if the end lies before the start.

    >>> str(Span("kernel.py", 12, 8, 12, 24))
    'kernel.py:12:9'

    Source: ours; the columns are those of `ast` and `co_positions()`, in characters instead of UTF-8 bytes.
    """

    file: str
    line: int
    col: int
    end_line: int
    end_col: int

    def __post_init__(self) -> None:
        if self.line < 1 or self.col < 0 or (self.end_line, self.end_col) < (self.line, self.col):
            raise ValueError(f"a span runs from (line, column) to (line, column), not {self!r}")

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.col + 1}"

    @classmethod
    def of_node(cls, node: ast.expr | ast.stmt | ast.arg | ast.keyword | ast.alias, file: str) -> Span:
        """The span of an AST node whose line numbers are those of `file`.

        >>> node = ast.parse("a = b + c").body[0].value
        >>> Span.of_node(node, "<none>")
        Span(file='<none>', line=1, col=4, end_line=1, end_col=9)
        """
        end_line = node.lineno if node.end_lineno is None else node.end_lineno
        end_byte = node.col_offset if node.end_col_offset is None else node.end_col_offset
        return cls.of_bytes(file, node.lineno, node.col_offset, end_line, end_byte)

    @classmethod
    def of_bytes(cls, file: str, line: int, byte: int, end_line: int, end_byte: int) -> Span:
        """The span whose columns are given in UTF-8 bytes, as `ast` and `co_positions` count them."""
        end_col = column_of_byte(file, end_line, end_byte)
        return cls(file, line, column_of_byte(file, line, byte), end_line, end_col)
