"""The text of functions that `exec` makes: found when they are decorated, in the frame that called `exec`.

Python keeps no text for them. The caller usually still has it, in a variable or as a constant; a text counts only if
compiling it gives the very code of the function.
"""

from __future__ import annotations

import linecache
import os
import stat
import sys
from collections.abc import Iterator
from types import CodeType, FrameType, FunctionType
from typing import Any, cast

from cutedsl.errors.source import source_lines

_FUTURE_ANNOTATIONS = 0x1000000
_SHARED = ("<string>", "<stdin>")
"""File names that many texts share."""

# Keyed by id of the code; the value keeps the code, and so the id, alive.
_TEXTS: dict[int, tuple[CodeType, list[str]]] = {}
_LATEST: dict[str, str] = {}


def remember_source(function: object) -> None:
    """Looks for the text of a function that is being decorated, if its file name says that it has no file."""
    code = cast(FunctionType, function).__code__ if isinstance(function, FunctionType) else None
    if code is None or not code.co_filename.startswith("<") or id(code) in _TEXTS:
        return
    file = code.co_filename
    if file not in _SHARED and linecache.getlines(file):
        return
    for text in (*_texts_of_caller(file), _LATEST.get(file, "")):
        if f"def {code.co_name}" in text and _makes(text, code):
            _LATEST[file] = text  # functions in it that are decorated later find it too
            _TEXTS[id(code)] = (code, text.splitlines(keepends=True))
            return


def lines_of(function: FunctionType) -> list[str]:
    """The lines of the text that a function comes from; none if they are unknown."""
    code = function.__code__
    known = _TEXTS.get(id(code))
    if known is not None:
        return known[1]
    return linecache.getlines(code.co_filename, function.__globals__) or source_lines(code.co_filename)


def _texts_of_caller(file: str) -> Iterator[str]:
    """The strings that the caller of `exec` has at hand, and the program that Python reads from a file as stdin."""
    frame: FrameType | None = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    while frame is not None and frame.f_code.co_filename != file:
        frame = frame.f_back
    while frame is not None and frame.f_code.co_filename == file:
        frame = frame.f_back
    if frame is not None:
        held: list[Any] = [*frame.f_locals.values(), *frame.f_code.co_consts]
        yield from (value for value in held if isinstance(value, str))
    elif file == "<stdin>":
        yield _redirected()


def _redirected() -> str:
    """The text of `python < file`: standard input can be read again if it is a file."""
    try:
        status = os.fstat(0)
        return os.pread(0, status.st_size, 0).decode() if stat.S_ISREG(status.st_mode) else ""
    except (OSError, UnicodeDecodeError):
        return ""


def _makes(text: str, code: CodeType) -> bool:
    """Whether compiling the text gives the code."""
    try:
        made = compile(text, code.co_filename, "exec", code.co_flags & _FUTURE_ANNOTATIONS, dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    pending = [made]
    while pending:
        found = pending.pop()
        if found == code:
            return True
        pending += [constant for constant in found.co_consts if isinstance(constant, CodeType)]
    return False
