"""Programs that use a public name: the shortest function of examples/ and tests/, all of which run in the tests."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from cutedsl.errors.names.not_yet import NotYet
from tests.programs.api_uses import aliases, dotted, resolve

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDERS: Final = (
    "examples",
    "tests/examples",
    "tests/kernels",
    "tests/unit/ops",
    "tests/unit",
    "tests/programs",
    "tests/docs",
)
MOST_LINES: Final = 40


@dataclass(frozen=True, slots=True)
class Use:
    """A function of a committed program, as text."""

    file: str
    line: int
    text: str


@cache
def uses() -> dict[str, Use]:
    """The shortest function that uses a name, examples first; names start at `cutlass`, as programs write them."""
    found: dict[str, Use] = {}
    for folder in FOLDERS:
        here: dict[str, Use] = {}
        for path in sorted((ROOT / folder).rglob("*.py")):
            _collect(path, here)
        found = {**here, **found}
    return found


def _collect(path: Path, found: dict[str, Use]) -> None:
    text = path.read_text(encoding="utf-8")
    if "cute" not in text:
        return
    tree = ast.parse(text)
    known = aliases(tree)
    lines = text.splitlines()
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        for statement in _short_parts(node):
            first, last = _span(statement)
            shown = textwrap.dedent("\n".join(lines[first - 1 : last]))
            use = Use(path.relative_to(ROOT).as_posix(), first, shown)
            for name in dotted(statement, known):
                if name not in found or _rank(use) < _rank(found[name]):
                    found[name] = use


def _rank(use: Use) -> tuple[bool, int]:
    """Whole functions before single statements, short ones first."""
    return not use.text.startswith(("def ", "@", "class ")), len(use.text)


def _span(node: ast.stmt) -> tuple[int, int]:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    return first, node.end_lineno or first


def _short_parts(node: ast.stmt) -> Iterator[ast.stmt]:
    """A statement that fits, else the statements in it that do."""
    first, last = _span(node)
    if last - first < MOST_LINES:
        yield node
        return
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.stmt):
            yield from _short_parts(inner)


@cache
def _by_object() -> dict[int, tuple[Any, Use]]:
    """Uses by what the name stands for: one thing under two names is one thing. The objects stay alive with the ids."""
    found: dict[int, tuple[Any, Use]] = {}
    for name, use in uses().items():
        if name.startswith("cutlass.") and name.count(".") > 0:
            try:
                value = resolve(name)
            except (LookupError, ImportError):
                continue
            if callable(value) and not isinstance(value, NotYet):
                plain = inspect.unwrap(value)
                if id(plain) not in found or _rank(use) < _rank(found[id(plain)][1]):
                    found[id(plain)] = plain, use
    return found


def use_of(public: str, value: Any = None) -> Use | None:
    """A use of a name, of the same thing under another name, or of a member of it."""
    whole = public if public.startswith("cutlass.") else f"cutlass.{public}"
    if whole in uses():
        return uses()[whole]
    inside = [use for name, use in uses().items() if name.startswith(whole + ".")]
    if inside:
        return min(inside, key=lambda use: len(use.text))
    return _by_object().get(id(inspect.unwrap(value)), (None, None))[1] if callable(value) else None
