"""`UNSET`: what a variable holds that was not assigned on some path, and which paths those were."""

from __future__ import annotations

from typing import Final

from cutedsl.errors import DSLUserCodeError, Span, fail
from cutedsl.errors.frozen import frozen


class Unset:
    """The class of `UNSET`; rewritten code deletes a variable that would hold it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = Unset()


@frozen
class Gap:
    """A region that leaves a variable unset on one of its paths: where it is, and which path that is."""

    span: Span | None
    path: str


def not_set(name: str, gap: Gap | None, span: Span | None = None) -> DSLUserCodeError:
    """The error for a read of a variable that a region leaves unset on one of its paths."""
    if gap is None:
        return fail("read-never-set", f"`{name}` is read before it is assigned", span=span)
    return fail(
        "read-never-set",
        f"`{name}` is not set on every path: nothing is assigned to it {gap.path}",
        span=span,
        also=() if gap.span is None else ((gap.span, "it depends on this"),),
        fix=f"Assign an initial value of the same type to `{name}` before that line.",
    )
