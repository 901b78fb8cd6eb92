"""Statements that compute something and drop it, where the author meant an assignment."""

from __future__ import annotations

import ast

from cutedsl.errors import Span, warn


def check_effect(node: ast.Expr, file: str) -> None:
    """Warns (no-effect) of a comparison or `++i` as a statement."""
    match node.value:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            shown, fix = node.value, f"An assignment has one `=`: `{ast.unparse(left)} = {ast.unparse(right)}`."
        case ast.Compare():
            shown, fix = node.value, "Use the result: in an `if`, or assign it to a name."
        case ast.UnaryOp(ast.UAdd(), ast.UnaryOp(ast.UAdd(), value)):
            shown, fix = node.value, f"Python has no `++`: write `{ast.unparse(value)} += 1`."
        case ast.UnaryOp(ast.USub(), ast.UnaryOp(ast.USub(), value)):
            shown, fix = node.value, f"Python has no `--`: write `{ast.unparse(value)} -= 1`."
        case _:
            return
    text = f"`{ast.unparse(shown)}` is computed and dropped: the statement changes nothing"
    warn("no-effect", text, span=Span.of_node(node, file), fix=fix)
