"""The named errors of a function: those that its source, or a helper of the same module that it calls, raises."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from cutedsl.errors.catalogue import CATALOGUE


def errors_of(value: Any) -> list[str]:
    """Names of the catalogue in calls of `fail`, in alphabetical order.

    >>> from cutedsl.testing import assert_no_bank_conflicts
    >>> errors_of(assert_no_bank_conflicts)
    ['not-measured']
    """
    module = sys.modules.get(getattr(value, "__module__", None) or "")
    if module is None or not getattr(module, "__file__", None) or not module.__name__.startswith("cutedsl"):
        return []
    calls = _calls(Path(str(module.__file__)))
    found: set[str] = set()
    waiting, seen = [getattr(value, "__name__", "")], set[str]()
    if inspect.isclass(value):
        waiting.extend(name for name in vars(value) if not name.startswith("__") or name == "__init__")
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            errors, called = calls.get(name, (set[str](), set[str]()))
            found |= errors
            waiting.extend(called)
    return sorted(found)


@cache
def _calls(path: Path) -> dict[str, tuple[set[str], set[str]]]:
    """For each function of a module: the errors that it raises itself, and the functions that it calls."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.name: (set(_raised(node)), {name for name in _called(node) if name != node.name})
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }


def _raised(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name(id="fail"), args=[ast.Constant(value=str(name)), *_]) if name in CATALOGUE:
                yield name
            case _:
                pass


def _called(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name(id=name)):
                yield name
            case _:
                pass
