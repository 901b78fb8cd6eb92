"""`while (x := f()) > 0:` becomes a loop that leaves where the condition does not hold, as it assigns in each turn."""

from __future__ import annotations

import ast
from typing import cast

from cutedsl.staging.rewrite.names import FUNCTIONS, own_nodes, walrus_targets
from cutedsl.staging.rewrite.nodes import at, constant


def with_named_tests(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function, such `while`s in them as endless ones; functions in it are left alone.

    Law: run by Python, the new statements do what the old ones do.
    """
    return [cast(ast.stmt, _NamedTests().visit(node)) for node in body]


class _NamedTests(ast.NodeTransformer):
    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.expr)):
            return node
        return super().visit(node)

    def visit_While(self, node: ast.While) -> ast.stmt:
        self.generic_visit(node)
        leaves = any(isinstance(inner, ast.Break | ast.Continue) for inner in own_nodes(node.orelse))
        if leaves or not walrus_targets(node.test):
            return node
        leave = ast.If(ast.UnaryOp(ast.Not(), node.test), [*node.orelse, ast.Break()], [])
        return at(ast.While(constant(True), [at(leave, node.test), *node.body], []), node)
