"""Where in the author's program an operation comes from, for the errors of passes."""

from __future__ import annotations

from xdsl.dialects.builtin import FileLineColLoc
from xdsl.ir import Operation

from cutedsl.errors import Span
from cutedsl.errors.expressions import expression_span


def author_span(op: Operation) -> Span | None:
    """The expression that recorded an operation, if it is known."""
    where = op.location
    if not isinstance(where, FileLineColLoc) or where.line.data < 1:
        return None
    return expression_span(where.filename.data, where.line.data, max(where.column.data - 1, 0))
