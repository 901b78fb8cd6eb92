"""Whether a mistake comes from a function that is not staged: plain Python that a staged function calls."""

from __future__ import annotations

import ast
import dis
import inspect
import re
from types import CodeType, FrameType

from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.errors.expressions import expression_at
from cutedsl.errors.frames import span_at, user_frame
from cutedsl.errors.source import source_line
from cutedsl.errors.translation.plain_errors import captured
from cutedsl.staging.foreign import meant_by

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


def fix_for_deciding_call() -> str | None:
    """The fix where a function asks for a truth: of NumPy, or Python's `filter`; None for other expressions."""
    frame = user_frame(1)
    span = None if frame is None or _opcode(frame) != "CALL" else span_at(frame.f_code, frame.f_lasti)
    node = None if span is None else expression_at(span)
    if not isinstance(node, ast.Call):
        return None
    name = ast.unparse(node.func)
    meant = meant_by(name.rpartition(".")[2]) if name.startswith(("np.", "numpy.", "torch.")) else ""
    if meant:
        return f"Write `{meant}`, which the compiled program computes."
    return f"`{name}` decides while the program is compiled: write its loop and conditions in the kernel."


def not_a_number(kind: str, wanted: str) -> DSLUserCodeError:
    """The error for a run-time value of which Python wants a number: in `math.exp(x)`, or for an array's element."""
    frame = user_frame(1)
    message = f"a run-time {kind} cannot become a Python {wanted}"
    if frame is None:
        return fail("requires-constexpr", message)
    span = span_at(frame.f_code, frame.f_lasti)
    if _opcode(frame) == "STORE_SUBSCR" and span is not None:
        found = captured(expression_at(span), span)
        if found is not None:
            return found
    line = source_line(frame.f_code.co_filename, frame.f_lineno) or ""
    called = _MATH_CALL.search(line)
    if called:
        meant = meant_by(called[1]).removesuffix("(x)")
        use = f"Use `{meant}`" if meant else "Write it with operators and functions of `cute.math`"
        return fail(
            "requires-constexpr", message, fix=f"{use}: `{called[0]}...)` computes while the program is compiled."
        )
    if _opcode(frame) == "BINARY_OP" and re.search(r"%[-+ #0]*[\d.]*[diouxXeEfFgG]", line):
        fix = 'Print it when the program runs: `cute.printf("%f", x)`.'
        return fail("text-of-value", f"`%` cannot format a run-time {kind} at compile time", fix=fix)
    return fail("requires-constexpr", message, fix=_fix_of_call(frame))


def not_an_index(kind: str) -> DSLUserCodeError:
    """The error for a run-time value of which Python wants an integer: an index, a count, a function's argument."""
    frame = user_frame(1)
    plain = fix_for_plain_function(counts=True)
    does = "" if frame is None or plain else _opcode(frame)
    if does == "BINARY_OP":
        fix = "Give a number that is known now; `cute.make_rmem_tensor(shape, dtype)` has a fixed number of elements."
        return fail("dynamic-index", f"a list or string cannot be repeated by a run-time {kind}", fix=fix)
    if frame is not None and does in ("CALL", "CALL_FUNCTION_EX"):
        message = f"a function of Python got a run-time {kind}"
        return fail("dynamic-index", message, fix=_fix_of_call(frame))
    return fail("dynamic-index", f"a run-time {kind} cannot be a Python index", fix=plain)


def _fix_of_call(frame: FrameType) -> str | None:
    """The fix for a call of a function of Python's that wants a number; None for another expression."""
    span = span_at(frame.f_code, frame.f_lasti)
    node = None if span is None else expression_at(span)
    if not isinstance(node, ast.Call):
        return None
    name = ast.unparse(node.func)
    return f"`{name}` runs while the program is compiled: give it a `Constexpr`, or use operators and `cute.math`."


def _opcode(frame: FrameType) -> str:
    return dis.opname[frame.f_code.co_code[frame.f_lasti]]
