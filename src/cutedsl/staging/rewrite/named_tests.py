"""`while (x := f()) > 0:` becomes a loop that leaves where the condition does not hold, as it assigns in each turn; so
does `while hit(x):` of a function or object of this function, which may change what others read.
"""

from __future__ import annotations

import ast
from collections.abc import Set
from typing import cast

from cutedsl.staging.rewrite.names import FUNCTIONS, own_nodes, walrus_targets
from cutedsl.staging.rewrite.nodes import at, constant


def with_named_tests(body: list[ast.stmt], local: Set[str] = frozenset()) -> list[ast.stmt]:
    """The statements of a function, such `while`s in them as endless ones; functions in it are left alone.

    `local` are the variables that the function assigns, and the functions that it defines.

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
        """Whether a condition calls something of this function."""
        called = (inner.func for inner in own_nodes([test]) if isinstance(inner, ast.Call))
        return any(_root(function) in self._local for function in called)


def _root(function: ast.expr) -> str:
    """The variable that a called function is found by."""
    while isinstance(function, ast.Attribute | ast.Subscript):
        function = function.value
    return function.id if isinstance(function, ast.Name) else ""
