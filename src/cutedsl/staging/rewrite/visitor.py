"""`DSLPreprocessor`: the visitor whose methods libraries replace to see a function's AST before it is rewritten.

Our own rewrite does not go through it. A method that a library puts in the place of one of these is called for each
node of its kind, as the replaced one would be in CuTe DSL; the replaced one visits the node's children.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from operator import itemgetter
from typing import Any, TypeAlias

_KINDS = (
    *("If", "For", "While", "With", "Try", "Return", "Break", "Continue", "Raise", "Assert", "Expr"),
    *("Assign", "AugAssign", "AnnAssign", "IfExp", "BoolOp", "UnaryOp", "Compare", "Call", "Name"),
)


Replaced: TypeAlias = tuple[tuple[str, Callable[..., Any]], ...]


class _Watched(type):
    """Keeps which methods are not ours; each function that is staged asks."""

    replaced: Replaced = ()

    def __setattr__(cls, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if name.startswith("visit_"):
            own = ast.NodeTransformer.generic_visit
            found = ((n, m) for n, m in vars(cls).items() if n.startswith("visit_") and m is not own)
            super().__setattr__("replaced", tuple(sorted(found, key=itemgetter(0))))


class DSLPreprocessor(ast.NodeTransformer, metaclass=_Watched):
    """Visits a function's AST first. Its `visit_*` methods may be replaced; by themselves they change nothing.

    Source: observed in libraries that replace `visit_If` at import.
    """

    def __init__(self, client_module_name: object = None) -> None:
        self.client_module_name = client_module_name


for _kind in _KINDS:
    setattr(DSLPreprocessor, f"visit_{_kind}", ast.NodeTransformer.generic_visit)


def replaced_visits() -> Replaced:
    """The methods that somebody put in the place of ours, sorted by name; a compiled program depends on them."""
    return DSLPreprocessor.replaced


def preprocessed(node: ast.FunctionDef) -> ast.FunctionDef:
    """The function as the replaced methods leave it."""
    if replaced_visits():
        DSLPreprocessor().generic_visit(node)
        ast.fix_missing_locations(node)
    return node
