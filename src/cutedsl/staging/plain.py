"""Whether a mistake comes from a function that is not staged: plain Python that a staged function calls."""

from __future__ import annotations

import inspect
import re
from types import CodeType

from cutedsl.errors.frames import user_frame
from cutedsl.errors.source import source_line

_MATH_CALL = re.compile(r"\b(?:math|np|numpy)\.(\w+)\(")
_DECIDES = re.compile(r"\b(if|elif|while|and|or|not|assert)\b")
_COUNTS = re.compile(r"^\s*for\b.*\bin range\(")


def _names_of(code: CodeType) -> tuple[str, ...]:
    """The names that code reads; rewritten code reads the scopes that run its control flow."""
    return (*code.co_names, *code.co_freevars, *code.co_varnames)


def fix_for_plain_function(counts: bool = False) -> str | None:
    """The fix for an `if`, `while`, `and`, `or`, `not` that Python itself evaluates, or with `counts` for a `range`;
    None where that is not the cause.

    In a staged function these are rewritten, and do not ask a run-time value for its truth or as a number.
    """
    frame = user_frame(1)
    if frame is None or frame.f_code.co_name.startswith("<") or "__stage__" in _names_of(frame.f_code):
        return None
    line = source_line(frame.f_code.co_filename, frame.f_lineno) or ""
    if not (_COUNTS if counts else _DECIDES).search(line) or "bool(" in line:
        return None
    name = frame.f_code.co_name
    if frame.f_code.co_flags & inspect.CO_GENERATOR:
        return f"Write the loop of `{name}` in the kernel: Python runs a generator while the program is compiled."
    does = "counts" if counts else "decides"
    return f"Decorate `{name}` with @jit: as plain Python it {does} while the program is compiled."


def fix_for_math_function() -> str | None:
    """The fix where a function of `math` or NumPy asks for a Python number; None where that is not the cause."""
    frame = user_frame(1)
    line = "" if frame is None else source_line(frame.f_code.co_filename, frame.f_lineno) or ""
    called = _MATH_CALL.search(line)
    return f"Use `cute.math.{called[1]}`: `{called[0]}...)` computes while the program is compiled." if called else None
