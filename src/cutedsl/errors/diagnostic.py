"""Everything that one report says, before it is laid out as text."""

from __future__ import annotations

from cutedsl.errors.frozen import frozen
from cutedsl.errors.span import Span


@frozen
class Diagnostic:
    """A report: what failed and where, why, and the change that fixes it.

    `also` are further places, each with a label. Source: ours, after rustc's layout.
    """

    name: str
    message: str
    span: Span | None = None
    notes: tuple[str, ...] = ()
    also: tuple[tuple[Span, str], ...] = ()
    why: str = ""
    fix: str = ""
