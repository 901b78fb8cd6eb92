"""`while (x := f()) > 0:` becomes a loop that leaves where the condition does not hold, as it assigns in each
iteration; so does `while hit(x):`, which may change what others read.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Set
from typing import cast

from cutedsl.staging.rewrite.names import FUNCTIONS, own_nodes, walrus_targets
from cutedsl.staging.rewrite.nodes import at, constant

_CALLERS = frozenset({"map", "filter", "next", "sorted", "setattr", "eval", "exec"})
"""Python's functions that call others, or change what they are given."""


def with_named_tests(body: list[ast.stmt], local: Set[str] = frozenset()) -> list[ast.stmt]:
    """The statements of a function, such `while`s in them as endless ones; functions in it are left alone.

    `local` are the function's parameters, the variables that it assigns and the functions that it defines.

    Law: run by Python, the new statements do what the old ones do.
    """
    return [cast(ast.stmt, _NamedTests(local).visit(node)) for node in body]


class _NamedTests(ast.NodeTransformer):
    def __init__(self, local: Set[str]) -> None:
        self._local = local

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.expr)):
            return node
        return super().visit(node)

    def visit_While(self, node: ast.While) -> ast.stmt:
        self.generic_visit(node)
        leaves = any(isinstance(inner, ast.Break | ast.Continue) for inner in own_nodes(node.orelse))
        if leaves or not (walrus_targets(node.test) or self._calls(node.test)):
            return node
        leave = ast.If(ast.UnaryOp(ast.Not(), node.test), [*node.orelse, ast.Break()], [])
        return at(ast.While(constant(True), [at(leave, node.test), *node.body], []), node)

    def _calls(self, test: ast.expr) -> bool:
        """Whether a condition calls what may change an object: a function by its name, or a method of a variable.

        What a module has (`cute.arch.load`) is taken for a function of numbers; loops refuse what is not.
        """
        called = [inner.func for inner in own_nodes([test]) if isinstance(inner, ast.Call)]
        return any(_root(function) in self._local or _may_change(function) for function in called)


def _may_change(function: ast.expr) -> bool:
    """Whether a function is named alone, and is neither a type nor one of Python's that only computes."""
    if not isinstance(function, ast.Name):
        return False
    return function.id in _CALLERS or not (function.id[:1].isupper() or hasattr(builtins, function.id))


def _root(function: ast.expr) -> str:
    """The variable that a called function is found by."""
    while isinstance(function, ast.Attribute | ast.Subscript):
        function = function.value
    return function.id if isinstance(function, ast.Name) else ""
