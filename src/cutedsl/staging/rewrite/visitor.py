"""`DSLPreprocessor`: the visitor whose methods libraries replace to see a function's AST before it is rewritten.

Our own rewrite does not go through it. A method that a library puts in the place of one of these is called for each
node of its kind, as the replaced one would be in CuTe DSL; the replaced one visits the node's children.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

_KINDS = (
    *("If", "For", "While", "With", "Try", "Return", "Break", "Continue", "Raise", "Assert", "Expr"),
    *("Assign", "AugAssign", "AnnAssign", "IfExp", "BoolOp", "UnaryOp", "Compare", "Call", "Name"),
)


class DSLPreprocessor(ast.NodeTransformer):
    """Visits a function's AST first. Its `visit_*` methods may be replaced; by themselves they change nothing.

    Source: observed in libraries that replace `visit_If` at import.
    """

    def __init__(self, client_module_name: object = None) -> None:
        self.client_module_name = client_module_name


for _kind in _KINDS:
    setattr(DSLPreprocessor, f"visit_{_kind}", ast.NodeTransformer.generic_visit)


def replaced_visits() -> tuple[tuple[str, Callable[..., Any]], ...]:
    """The methods that somebody put in the place of ours, by name, sorted; they are part of what a program is made of."""
    own = ast.NodeTransformer.generic_visit
    return tuple(
        sorted((n, m) for n, m in vars(DSLPreprocessor).items() if n.startswith("visit_") and m is not own)
    )


def preprocessed(node: ast.FunctionDef) -> ast.FunctionDef:
    """The function as the replaced methods leave it."""
    if replaced_visits():
        visitor = DSLPreprocessor()
        visitor.generic_visit(node)
        ast.fix_missing_locations(node)
    return node
