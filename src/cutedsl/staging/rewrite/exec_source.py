"""The text of functions that `exec` or the prompt makes: found when they are decorated, in the frames that called
`exec`, or in what was typed.

Python keeps no text for them. A caller usually still has it, in a variable or as a constant, and `readline` what was
typed; a text counts only if compiling it gives the very code of the function.
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
_CALLERS = 8
"""Frames above `exec` that are searched: programs call it through functions of their own."""

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
    for text in (*_texts_of_callers(file), _LATEST.get(file, ""), _typed(code.co_name) if file == "<stdin>" else ""):
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


def _texts_of_callers(file: str) -> Iterator[str]:
    """The strings that the callers of `exec` have at hand, and the program that Python reads from a file as stdin."""
    frame: FrameType | None = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    while frame is not None and frame.f_code.co_filename != file:
        frame = frame.f_back
    while frame is not None and frame.f_code.co_filename == file:
        frame = frame.f_back
    if frame is None and file == "<stdin>":
        yield _redirected()
    for _ in range(_CALLERS):
        if frame is None:
            return
        code, shared = frame.f_code, frame.f_globals
        held: list[Any] = [*frame.f_locals.values(), *code.co_consts]
        held += [shared[name] for name in code.co_names if name in shared]
        yield from (value for value in held if isinstance(value, str))
        frame = frame.f_back


def _typed(name: str) -> str:
    """The statement at the prompt that defines `name` and runs now: it ends with the last line that was typed."""
    readline: Any = sys.modules.get("readline")
    if readline is None:
        return ""
    lines: list[str] = []
    for index in range(readline.get_current_history_length(), 0, -1):
        lines.insert(0, readline.get_history_item(index) or "")
        if lines[0][:1].isspace() or f"def {name}" not in "\n".join(lines):
            continue
        before = readline.get_history_item(index - 1) if index > 1 else ""
        if not (before or "").startswith("@"):
            return "\n".join([*lines, ""])
    return ""


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
