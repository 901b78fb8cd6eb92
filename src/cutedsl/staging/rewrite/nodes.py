"""Small makers of AST nodes; each new node stands where an old one stood."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TypeVar

from cutedsl.staging.rewrite.names import children

STAGE = "__stage__"
_POSITION = ("lineno", "col_offset", "end_lineno", "end_col_offset")
N = TypeVar("N", bound=ast.AST)


def at(node: N, place: ast.AST) -> N:
    """`node` and everything new in it, at the position of `place`; what has a position keeps it, with all below it."""
    position = {name: getattr(place, name) for name in _POSITION if hasattr(place, name)}
    pending: list[ast.AST] = [node]
    while pending:
        new = pending.pop()
        if "lineno" in new.__dict__:
            continue
        if "lineno" in new._attributes:
            new.__dict__.update(position)
        pending += children(new)
    return node


def load(name: str) -> ast.Name:
    """A read of a variable."""
    return ast.Name(name, ast.Load())


def attribute(base: str, name: str) -> ast.Attribute:
    """`base.name`."""
    return ast.Attribute(load(base), name, ast.Load())


def call(function: ast.expr, *arguments: ast.expr) -> ast.Call:
    """`function(*arguments)`."""
    return ast.Call(function, list(arguments), [])


def stage(method: str, *arguments: ast.expr) -> ast.Call:
    """`__stage__.method(*arguments)`."""
    return call(attribute(STAGE, method), *arguments)


def tuple_of(items: Sequence[ast.expr]) -> ast.Tuple:
    """A tuple display."""
    return ast.Tuple(list(items), ast.Load())


def constant(value: object) -> ast.Constant:
    """A literal."""
    return ast.Constant(value)  # type: ignore[arg-type]


def assign(name: str, value: ast.expr) -> ast.Assign:
    """`name = value`."""
    return ast.Assign([ast.Name(name, ast.Store())], value)


def unpack(names: Sequence[str], value: ast.expr) -> ast.stmt:
    """`name, ... = value`; without names just `value`."""
    if not names:
        return ast.Expr(value)
    return ast.Assign([ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())], value)


def forget_unset(name: str) -> ast.If:
    """`if name is __stage__.unset: del name`."""
    test = ast.Compare(load(name), [ast.Is()], [attribute(STAGE, "unset")])
    return ast.If(test, [ast.Delete([ast.Name(name, ast.Del())])], [])


def read_or_unset(name: str) -> ast.expr:
    """`__stage__.read(__stage__.locals(), 'name')`, for a variable that may not be set."""
    return stage("read", stage("locals"), constant(name))
