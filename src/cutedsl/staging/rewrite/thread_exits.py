"""Calls that end the thread, as `exit()` of a kernel: they are returns of the kernel."""

from __future__ import annotations

import ast
import linecache
import re
from collections.abc import Callable
from types import FunctionType
from typing import TypeVar, cast

FunctionT = TypeVar("FunctionT", bound=Callable[..., object])
_MARK = "__ends_thread__"
_KERNEL = re.compile(r"\s*@([\w.]*\.)?kernel\b")
"""A decorator's line."""


def ends_thread(function: FunctionT) -> FunctionT:
    """Marks a function that ends the thread which calls it, as a statement of a kernel."""
    function.__dict__[_MARK] = True
    return function


def exits_replaced(node: ast.FunctionDef, function: FunctionType) -> ast.FunctionDef:
    """The definition of a kernel with a `return` for each such statement; any other definition as it is.

    Elsewhere a return would end the function alone, and the call itself says that it cannot be.
    """
    code = function.__code__
    above = linecache.getlines(code.co_filename, function.__globals__)[code.co_firstlineno - 1 : node.lineno]
    if not any(_KERNEL.match(line) for line in above):
        return node
    return cast("ast.FunctionDef", _Exits(function).visit(node))


class _Exits(ast.NodeTransformer):
    def __init__(self, function: FunctionType) -> None:
        self._function = function

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        match node.value:
            case ast.Call(func=ast.Name() | ast.Attribute() as called, args=[], keywords=[]) if self._ends_the_thread(
                called
            ):
                return ast.copy_location(ast.Return(None), node)
            case _:
                return node

    def _ends_the_thread(self, called: ast.expr) -> bool:
        return _MARK in getattr(self._value(called), "__dict__", ())

    def _value(self, name: ast.expr) -> object:
        """What a dotted name is among the function's globals; None where it is none."""
        match name:
            case ast.Name(id=word):
                return self._function.__globals__.get(word)
            case ast.Attribute(value=ast.expr() as whole, attr=word):
                return getattr(self._value(whole), word, None)
            case _:
                return None
