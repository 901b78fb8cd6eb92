"""The text of functions that `exec` or the prompt makes: found when they are decorated, in the frames that called
`exec`, or in what was typed.

Python keeps no text for them. A caller usually still has it, in a variable or as a constant, and `readline` what was
typed; a text counts only if compiling it gives the very code of the function.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any

FUTURE_ANNOTATIONS = 0x1000000
_CALLERS = 8
"""Frames above `exec` that are searched: programs call it through functions of their own."""

_LATEST: dict[str, str] = {}


def text_of_executed(code: CodeType) -> str | None:
    """The text that the callers of `exec` ran, or that was typed, if it makes the code of a function in it."""
    file = code.co_filename
    for text in (*_texts_of_callers(file), _LATEST.get(file, ""), _typed(code.co_name) if file == "<stdin>" else ""):
        if f"def {code.co_name}" in text and makes(text, code):
            _LATEST[file] = text  # functions in it that are decorated later find it too
            return text
    return None


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


def makes(text: str, code: CodeType) -> bool:
    """Whether compiling the text gives the code."""
    flags = code.co_flags & FUTURE_ANNOTATIONS
    return any(found == code for found in _codes(text, code.co_filename, flags))


@lru_cache(maxsize=2)
def _codes(text: str, file: str, flags: int) -> Sequence[CodeType]:
    """All code that a text makes; none if it is not Python."""
    try:
        found = [compile(text, file, "exec", flags, dont_inherit=True)]
    except (SyntaxError, ValueError):
        return ()
    for code in found:
        found += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return found
