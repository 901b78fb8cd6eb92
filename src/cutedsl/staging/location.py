"""`Site`: the author's expression that is being traced, for locations and names of recorded values."""

from __future__ import annotations

import opcode
from types import CodeType
from typing import Final

from cutedsl.errors import user_frame
from cutedsl.errors.frozen import frozen

Position = tuple[int | None, int | None, int | None, int | None]
"""Line, end line, column, end column, as `code.co_positions()` has them: lines from 1, columns in bytes from 0."""


@frozen
class Site:
    """A place in the author's source; `target` is the variable that the whole expression is assigned to.

    **Units**: `line` and `end_line` from 1, `col` and `end_col` from 0.
    """

    file: str
    line: int
    col: int
    end_line: int
    end_col: int
    target: str | None = None


# Keyed by id, as hashing a code object reads all its bytecode; the values keep the objects, and so the ids, alive.
_SITES: dict[tuple[int, int], tuple[CodeType, Site | None]] = {}
_POSITIONS: dict[int, tuple[CodeType, list[Position], bytes]] = {}
_TARGETS: dict[str, dict[Position, str]] = {}
_CACHE_LIMIT = 1 << 16
_STORE: Final = opcode.opmap["STORE_FAST"]
_FILLER: Final = opcode.opmap["CACHE"]


def current_location(depth_hint: int = 0) -> Site | None:
    """The author's current expression, the innermost frame outside the package; None if there is none.

    `depth_hint` frames, counted from the caller, are known to be ours and are not looked at.
    The same object each time for one instruction. Below a microsecond once the instruction has been seen.
    """
    frame = user_frame(depth_hint + 1)
    return None if frame is None else site_at(frame.f_code, frame.f_lasti)


def site_at(code: CodeType, offset: int) -> Site | None:
    """The expression that the instruction at byte `offset` of `code` belongs to; the same object each time."""
    found = _SITES.get((id(code), offset))
    return found[1] if found is not None else _remember(code, offset)


def record_targets(file: str, targets: dict[Position, str]) -> None:
    """Notes which expressions of a file are the whole right side of an assignment to a name."""
    _TARGETS.setdefault(file, {}).update(targets)


def _remember(code: CodeType, offset: int) -> Site | None:
    """Looks an instruction up in its code object, and keeps what was found."""
    if len(_SITES) > _CACHE_LIMIT:
        _SITES.clear()
        _POSITIONS.clear()
    known = _POSITIONS.get(id(code))
    if known is None:
        known = _POSITIONS.setdefault(id(code), (code, list(code.co_positions()), code.co_code))
    site = None
    if offset >= 0:
        site = _site_of(code.co_filename, known[1][offset // 2], _stored(code, known[2], offset))
    _SITES[id(code), offset] = (code, site)
    return site


def _site_of(file: str, position: Position, stored: str | None) -> Site | None:
    """A position as a site, with the name that its expression is assigned to."""
    line, end_line, col, end_col = position
    if line is None:
        return None
    target = _TARGETS.get(file, {}).get(position, stored)
    return Site(file, line, col or 0, end_line or line, end_col or 0, target)


def _stored(code: CodeType, instructions: bytes, offset: int) -> str | None:
    """The variable that takes what an instruction leaves: for functions that are not rewritten, as plain helpers.

    None for what is not the author's: pytest stores the parts of an `assert` under names such as `@py_assert1`.
    """
    after = offset + 2
    while instructions[after] == _FILLER:
        after += 2
    if instructions[after] != _STORE or instructions[after + 1] >= len(code.co_varnames):
        return None
    name = code.co_varnames[instructions[after + 1]]
    return None if name.startswith(("_", "@")) else name
