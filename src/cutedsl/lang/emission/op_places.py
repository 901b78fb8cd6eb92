"""Where recorded ops stand in the author's program: found once for an instruction, as every traced op asks."""

from __future__ import annotations

import sys
from types import CodeType, FrameType
from typing import TypeAlias

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import SSAValue

from cutedsl.errors.frames import Origin, frame_origin
from cutedsl.ir.fast import UNKNOWN_LOCATION, location
from cutedsl.staging.location import Site, site_at

Place: TypeAlias = tuple[LocationAttr, Site | None]
"""Where an instruction stands, and its site if the expression is assigned to a name."""

PLACES: dict[int, dict[int, Place]] = {}
"""By the id of a code object of the author's, the places of its instructions by their offset; an empty dict for code of
others. By id, as hashing a code object reads all its bytecode."""

_NOWHERE: Place = (UNKNOWN_LOCATION, None)
_OTHERS: dict[int, Place] = {}
_CODES: list[CodeType] = []
"""What keeps the ids alive."""
_MOST_CODES = 1 << 14


_PASSED: set[tuple[str, str, int]] = set()
"""File, name and first line of functions that stand for an instruction: their callers' places count."""


def pass_over(function: object) -> None:
    """Says that a function of an author's stands for an instruction: what it records is placed at its caller's line."""
    code: CodeType | None = getattr(function, "__code__", None)
    if code is not None:
        _PASSED.add(_key(code))


def _key(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_name, code.co_firstlineno


def place_of(frame: FrameType | None) -> Place:
    """The place of the innermost of the author's frames, `frame` or one that called it."""
    while frame is not None:
        places = PLACES.get(id(frame.f_code))
        if places is None:
            places = _places_in(frame)
        if places is not _OTHERS:
            offset = frame.f_lasti
            return places.get(offset) or places.setdefault(offset, _place_at(frame.f_code, offset))
        frame = frame.f_back
    return _NOWHERE


def _places_in(frame: FrameType) -> dict[int, Place]:
    """Looks at a code object for the first time."""
    if len(_CODES) >= _MOST_CODES:
        PLACES.clear()
        _CODES.clear()
    _CODES.append(frame.f_code)
    author = frame_origin(frame) is Origin.AUTHOR and _key(frame.f_code) not in _PASSED
    places: dict[int, Place] = {} if author else _OTHERS
    return PLACES.setdefault(id(frame.f_code), places)


def _place_at(code: CodeType, offset: int) -> Place:
    """Where an instruction of the author's stands."""
    site = site_at(code, offset)
    if site is None:
        return _NOWHERE
    return location(site.file, site.line, site.col + 1), None if site.target is None else site


def assigned_name() -> str | None:
    """The variable to which the author's current expression is assigned. It is in one of the author's functions, or
    in the plain function that called it and got the value back; None where there is none.
    """
    frame: FrameType | None = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    while frame is not None and not _is_author(frame):
        frame = frame.f_back
    while frame is not None and _is_author(frame):  # a kernel is called by this package
        _, site = place_of(frame)
        if site is not None:
            return site.target
        frame = frame.f_back
    return None


def _is_author(frame: FrameType) -> bool:
    places = PLACES.get(id(frame.f_code))
    return (_places_in(frame) if places is None else places) is not _OTHERS


def name_unnamed(handle: object, name: str | None = None) -> None:
    """Names a traced value that a function of the author's makes and gives back: by the variable of its caller, else
    by `name`."""
    if isinstance(handle, SSAValue) and handle.name_hint is None:
        name_value(handle, assigned_name() or name)


def name_value(handle: object, name: str | None) -> None:
    """Names a traced value."""
    if name and isinstance(handle, SSAValue):
        handle._name = name  # pyright: ignore[reportPrivateUsage]  # a dot stands in names of MLIR
