"""Decisions by how many objects a program has made: a judge makes few, so no run of calls shows such a count."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, Final

_MAKERS: Final = ("__init__", "__new__", "__call__", "__init_subclass__", "__post_init__", "__set_name__", "__del__")
"""Methods that run when objects are made or go. `__call__` counts in metaclasses only."""


def decided_by_counts(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """A check and a message for each condition on a number of a class or module that making an object changes.

    >>> source = "class A:\\n n = 0\\n def __init__(self): A.n += 1\\n def f(self): return 1 if A.n < 9 else 0"
    >>> list(decided_by_counts(ast.parse(source)))
    [('own', '`A.n` at line 4: it counts the objects that were made')]
    """
    classes = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    counts = {name for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for name in _counts(node, classes)}
    node: Any
    tests = [node.test for node in ast.walk(tree) if isinstance(node, ast.If | ast.IfExp | ast.While | ast.Assert)]
    compared = [node for node in ast.walk(tree) if isinstance(node, ast.BoolOp | ast.Compare)]
    inside = {id(node): node for test in (*tests, *compared) for node in ast.walk(test)}
    for node in inside.values():
        if _counted(node, classes) in counts:
            yield "own", f"`{ast.unparse(node)}` at line {node.lineno}: it counts the objects that were made"


def _counts(made: ast.ClassDef, classes: set[str]) -> Iterator[str]:
    """Names of numbers of classes and of the module that a class's makers change."""
    meta = any("type" in ast.unparse(base) for base in made.bases)
    for maker in made.body:
        if not isinstance(maker, ast.FunctionDef) or maker.name not in _MAKERS:
            continue
        if maker.name == "__call__" and not meta:
            continue
        shared = {name for node in ast.walk(maker) if isinstance(node, ast.Global) for name in node.names}
        for node in ast.walk(maker):
            target = node.target if isinstance(node, ast.AugAssign) else None
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp):
                same = ast.unparse(node.targets[0])
                target = node.targets[0] if same in map(ast.unparse, ast.walk(node.value)) else None
            if isinstance(target, ast.Attribute) or (isinstance(target, ast.Name) and target.id in shared):
                yield from filter(None, [_counted(target, classes)])


def _counted(node: ast.AST, classes: set[str]) -> str:
    """The name of a number of a class, or of the module; empty for others."""
    if isinstance(node, ast.Name):
        return node.id
    if not isinstance(node, ast.Attribute):
        return ""
    owner = ast.unparse(node.value)
    of_class = owner in classes or owner in ("cls", "mcs", "type(self)", "self.__class__", "super()")
    return f".{node.attr}" if of_class else ""
