"""None where a program needs a value: an argument that was left out, or a function without `return`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import CodeType, FrameType

from cutedsl.errors.classes import DSLUserCodeError
from cutedsl.errors.expressions import expression_at
from cutedsl.errors.fail import fail
from cutedsl.errors.span import Span


def none_value(error: BaseException, frame: FrameType, span: Span | None, called: str = "") -> DSLUserCodeError | None:
    """The error for Python's about None at `span` of the author's `frame`; None for all others.

    `called` is the function of ours that was given None, where Python's error comes from inside of it.

    Errors: value-is-none, as what is given back.
    """
    if type(error) not in (TypeError, AttributeError) or "NoneType" not in str(error):
        return None
    node = None if span is None else expression_at(span)
    if node is None:
        return None
    name = next((name for name in _used(node) if _is_none(name, frame)), None)
    if name is None:
        return _without_name(error, node, span, called)
    if called:
        message = f"`{name}` is None where `{called}` takes a value"
    elif isinstance(error, AttributeError):
        message = f"`{name}` is None, which has no `{error.name}`"
    else:
        message = f"`{name}` is None in `{ast.unparse(node)}`"
    return fail("value-is-none", message, span=span, fix=_fix(name, frame.f_code))


def _without_name(error: BaseException, node: ast.expr, span: Span | None, called: str) -> DSLUserCodeError | None:
    """The error for the result of a call, or the word None among the arguments of one; None for other expressions."""
    match node:
        case ast.Attribute(value=ast.Call(func=function) as call, attr="launch"):
            name, shown = ast.unparse(function), ast.unparse(call)
            fix = f"Decorate `{name}` with @cute.kernel: only kernels are launched."
            return fail("value-is-none", f"`{shown}` is None, which has no `launch`", span=span, fix=fix)
        case ast.Attribute(value=ast.Call() as call) | ast.Subscript(value=ast.Call() as call):
            what = f", which has no `{error.name}`" if isinstance(error, AttributeError) else ""
            fix = f"Give `{ast.unparse(call.func)}` a `return` with the value."
            return fail("value-is-none", f"`{ast.unparse(call)}` is None{what}", span=span, fix=fix)
        case ast.Call(args=given, keywords=named) if called:
            values = [*given, *(keyword.value for keyword in named)]
            if any(isinstance(value, ast.Constant) and value.value is None for value in values):
                return fail("value-is-none", f"`{called}` got None", span=span, fix="Pass a value.")
        case _:
            pass
    return None


def _fix(name: str, code: CodeType) -> str:
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    given = f"Pass a value for `{name}`" if name in parameters else f"Give `{name}` a value"
    return f"{given}. If it may be left out, guard this line with `if const_expr({name} is not None):`."


def _used(node: ast.expr) -> Iterator[str]:
    """The names that an operation uses: `x` in `x[i]`, `x.shape`, `x + 1`, `f(x)`; a dotted name counts as one."""
    match node:
        case ast.Attribute(value=value) | ast.Subscript(value=value):
            parts = [value]
        case ast.BinOp(left=left, right=right):
            parts = [left, right]
        case ast.Compare(left=left, comparators=others):
            parts = [left, *others]
        case ast.UnaryOp(operand=operand):
            parts = [operand]
        case ast.Call(func=function, args=positional, keywords=keywords):
            parts = [function, *positional, *(keyword.value for keyword in keywords)]
        case _:
            parts = [node]
    return (ast.unparse(part) for part in parts if isinstance(part, ast.Name | ast.Attribute))


def _is_none(name: str, frame: FrameType) -> bool:
    """Whether a name, or a field of one, is None now; False where reading it would run code of the author."""
    first, *fields = name.split(".")
    if not all(part.isidentifier() for part in (first, *fields)):
        return False
    scope = next((space for space in (frame.f_locals, frame.f_globals) if first in space), None)
    if scope is None:
        return False
    value: object = scope[first]
    for field in fields:
        if field not in getattr(value, "__dict__", {}):
            return False
        value = vars(value)[field]
    return value is None
