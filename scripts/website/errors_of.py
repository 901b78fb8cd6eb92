"""The named errors of a function: those that its source, or a helper of the same module that it calls, raises."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from cutedsl.errors.catalogue import CATALOGUE

_Place: TypeAlias = "tuple[str, str]"  # a module and a function or class of it
_DEEPEST: Final = 3
"""Calls into other modules that are followed: what lies deeper checks for every function alike."""


def errors_of(value: Any) -> list[str]:
    """Names of the catalogue in calls of `fail`, in alphabetical order.

    Calls of helpers are followed within a module, and into those of its package and of the layout algebra.

    >>> from cutedsl.testing import assert_no_bank_conflicts
    >>> errors_of(assert_no_bank_conflicts)
    ['not-measured']
    >>> from cutedsl.cute import crd2idx
    >>> "coord-not-congruent" in errors_of(crd2idx)
    True
    """
    home = getattr(value, "__module__", None) or ""
    if not home.startswith("cutedsl"):
        return []
    names = [getattr(value, "__name__", "")]
    if inspect.isclass(value):
        names.extend(name for name in vars(value) if not name.startswith("__") or name == "__init__")
    found: set[str] = set()
    waiting: list[tuple[_Place, int]] = [((home, name), 0) for name in names]
    seen: set[_Place] = set()
    while waiting:
        (module, name), depth = waiting.pop(0)
        if (module, name) in seen or depth > _DEEPEST:
            continue
        seen.add((module, name))
        calls, imported = _module(module)
        if name not in calls and name in imported:  # a package that exports it
            waiting.append((imported[name], depth))
        errors, called = calls.get(name, (set[str](), set[str]()))
        found |= errors
        waiting.extend(((module, one), depth) for one in called if one in calls)
        waiting.extend((imported[one], depth + 1) for one in called if one in imported)
        waiting.extend((("cutedsl.layout", one[8:]), depth + 1) for one in called if one.startswith("algebra."))
    return sorted(found)


@cache
def _module(name: str) -> tuple[dict[str, tuple[set[str], set[str]]], dict[str, _Place]]:
    """For each function of a module: the errors that it raises itself, and what it calls; and what it imports."""
    file = getattr(sys.modules.get(name), "__file__", None)
    if not file or not name.startswith("cutedsl"):
        return {}, {}
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    known = (name.split(".")[:2], ["cutedsl", "layout"])
    calls: dict[str, tuple[set[str], set[str]]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            errors, called = calls.setdefault(node.name, (set[str](), set[str]()))  # overloads share a name
            errors.update(_raised(node))
            called.update(one for one in _called(node) if one != node.name)
    imported = {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[:2] in known
        for alias in node.names
    }
    return calls, imported


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
            case ast.Call(func=ast.Attribute(value=ast.Name(id="algebra"), attr=name)):
                yield f"algebra.{name}"
            case _:
                pass
