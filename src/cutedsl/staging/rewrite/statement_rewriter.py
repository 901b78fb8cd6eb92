"""What rewrites the statements of a function, in the blocks of others too, and makes variables for it."""

from __future__ import annotations

import ast
from itertools import count
from typing import Any, cast

from cutedsl.staging.rewrite.names import FUNCTIONS


class StatementRewriter(ast.NodeTransformer):
    """Visits statements only: functions and classes among them are left alone. `numbers` makes variables' names."""

    def __init__(self, numbers: count[int]) -> None:
        self._numbers = numbers

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements of a block, rewritten."""
        return cast("list[ast.stmt]", self.visit(ast.Module(body, [])).body)

    def visit(self, node: ast.AST) -> Any:
        """Enters statements, and nothing else."""
        if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.expr)):
            return node
        return super().visit(node)

    def variable(self, word: str) -> str:
        """A variable name that authors do not use."""
        return f"__{word}{next(self._numbers)}__"
