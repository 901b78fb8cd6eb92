"""Whether a mistake comes from a function that is not staged: plain Python that a staged function calls."""

from __future__ import annotations

import re
from types import CodeType

from cutedsl.errors.frames import user_frame
from cutedsl.errors.source import source_line

_MATH_CALL = re.compile(r"\b(?:math|np|numpy)\.(\w+)\(")
_STAGED_WORDS = re.compile(r"\b(if|elif|while|and|or|not|assert)\b")


def _names_of(code: CodeType) -> tuple[str, ...]:
    """The names that code reads; rewritten code reads the scopes that run its control flow."""
    return (*code.co_names, *code.co_freevars, *code.co_varnames)


def fix_for_plain_function() -> str | None:
    """The fix for an `if`, `while`, `and`, `or`, `not` that Python itself evaluates; None where that is not the cause.

    In a staged function these are rewritten, and do not ask a run-time value for its truth.
    """
    frame = user_frame(1)
    if frame is None or frame.f_code.co_name.startswith("<") or "__stage__" in _names_of(frame.f_code):
        return None
    line = source_line(frame.f_code.co_filename, frame.f_lineno) or ""
    if not _STAGED_WORDS.search(line) or "bool(" in line:
        return None
    return f"Decorate `{frame.f_code.co_name}` with @jit: as plain Python it decides while the program is compiled."


def fix_for_math_function() -> str | None:
    """The fix where a function of `math` or NumPy asks for a Python number; None where that is not the cause."""
    frame = user_frame(1)
    line = "" if frame is None else source_line(frame.f_code.co_filename, frame.f_lineno) or ""
    called = _MATH_CALL.search(line)
    return f"Use `cute.math.{called[1]}`: `{called[0]}...)` computes while the program is compiled." if called else None
