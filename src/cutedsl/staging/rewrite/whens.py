"""`with elect_one():` becomes `if __stage__.when(elect_one()):`, before anything else looks at a function."""

from __future__ import annotations

import ast
from typing import cast

from cutedsl.staging.rewrite.expressions import called_name
from cutedsl.staging.rewrite.names import FUNCTIONS
from cutedsl.staging.rewrite.nodes import at, stage

_CONDITIONS = frozenset({"elect_one"})


def with_ifs(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function, such `with`s in them as `if`s; functions in it are left alone."""
    return [cast(ast.stmt, _Whens().visit(node)) for node in body]


class _Whens(ast.NodeTransformer):
    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.expr)):
            return node
        return super().visit(node)

    def visit_With(self, node: ast.With) -> ast.stmt:
        self.generic_visit(node)
        place = next((k for k, item in enumerate(node.items) if _is_condition(item)), None)
        if place is None:
            return node
        before, item, after = node.items[:place], node.items[place], node.items[place + 1 :]
        body = node.body
        if after:
            body = [self.visit_With(at(ast.With(after, body), node))]
        branch = at(ast.If(at(stage("when", item.context_expr), item.context_expr), body, []), node)
        return at(ast.With(before, [branch]), node) if before else branch


def _is_condition(item: ast.withitem) -> bool:
    return item.optional_vars is None and called_name(item.context_expr) in _CONDITIONS
