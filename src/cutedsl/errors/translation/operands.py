"""Operands that Python's operators refuse: which one it is in the author's line, and what to write in its place."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from numbers import Complex, Number
from types import BuiltinFunctionType, FrameType, FunctionType, MethodType
from typing import Any

from cutedsl.errors.expressions import expression_at
from cutedsl.errors.span import Span

_REFUSED = re.compile(r"^unsupported operand|not supported between|^bad operand type|^argument of type|^can't multiply")


def is_of_operands(text: str) -> bool:
    """Whether Python's sentence is about the operands of an operator."""
    return bool(_REFUSED.search(text))


def operand_fix(span: Span | None, frame: FrameType) -> str | None:
    """What to write for an operand that is a function, a tensor of torch, or a number without a type of ours."""
    for operand in _operands(None if span is None else expression_at(span)):
        held, shown = _value(operand, frame), ast.unparse(operand)
        if isinstance(held, FunctionType | MethodType | BuiltinFunctionType):
            return f"Call it: `{shown}()`."
        if type(held).__module__.partition(".")[0] == "torch" or shown.startswith("torch."):
            return f"Take the number of a torch tensor, `{shown}.item()`, or pass the tensor as an argument."
        if isinstance(held, Number) and not isinstance(held, Complex):  # a `decimal.Decimal`
            return f"Convert it: `float({shown})`."
        if isinstance(held, list | tuple):
            return f"Take one part of it: `{shown}[0]`."
    return None


def _operands(node: ast.expr | None) -> Iterator[ast.expr]:
    match node:
        case ast.BinOp(left=left, right=right):
            yield from (left, right)
        case ast.Compare(left=left, comparators=others):
            yield from (left, *others)
        case ast.UnaryOp(operand=operand) | ast.Call(func=ast.Name(), args=[operand]):
            yield operand
        case _:
            pass


def _value(node: ast.expr, frame: FrameType) -> Any:
    """What a name, a constant or an attribute of them is in the frame; None for other expressions."""
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            known = (frame.f_locals, frame.f_globals, vars(builtins))
            return next((names[name] for names in known if name in names), None)
        case ast.Attribute(value=value, attr=name):
            return getattr(_value(value, frame), name, None)
        case ast.List(elts=[_, *_]) | ast.Tuple(elts=[_, *_]):
            return ()
        case _:
            return None
