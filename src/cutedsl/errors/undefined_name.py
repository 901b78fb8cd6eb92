"""The error for a name that is defined nowhere, in code that is being compiled."""

from __future__ import annotations

import builtins
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

from cutedsl.errors.classes import DSLUserCodeError
from cutedsl.errors.fail import fail
from cutedsl.errors.frames import Origin, frame_origin, span_at
from cutedsl.errors.unknown_name import public_name


@contextmanager
def names_checked() -> Generator[None]:
    """Turns Python's NameError for a name in the author's code into `undefined-name`, with what was meant.

    Errors: undefined-name, a NameError too.
    """
    try:
        yield
    except NameError as error:
        found = _undefined(error)
        if found is None:
            raise
        raise found.with_traceback(error.__traceback__) from None


def _undefined(error: NameError) -> DSLUserCodeError | None:
    """The error for a global name that does not exist; None for other mistakes and in other code than the author's."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if type(error) is not NameError or place is None or frame_origin(place.tb_frame) is not Origin.AUTHOR:
        return None
    name: str | None = error.name
    if not name or "is not defined" not in str(error):
        return None
    span = span_at(place.tb_frame.f_code, place.tb_lasti)
    return fail("undefined-name", f"`{name}` is defined nowhere", span=span, fix=_fix(name, place.tb_frame))


def _fix(name: str, frame: FrameType) -> str | None:
    """The name that was meant: one in scope that is spelled alike, else one of the public modules."""
    import difflib

    known = {other for other in (*frame.f_locals, *frame.f_globals, *vars(builtins)) if other[:2] != "__"}
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.75)
    if near:
        return f"Did you mean `{near[0]}`?"
    public = public_name(name)
    return f"Did you mean `{public}`?" if public else None
