"""Knots of imports: groups of modules that need each other. `python scripts/import_knots.py` lists them.

Imports inside of functions count, as they hide a knot and do not untie it; those under TYPE_CHECKING do not.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1] / "src" / "cutedsl"


def imports(source: str, module: str, *, is_package: bool, known: frozenset[str]) -> Iterator[str]:
    """The modules of `known` that a module's source imports.

    >>> known = frozenset(("a", "a.b", "a.c"))
    >>> [*imports("from a import b\\ndef f(): import a.c", "a.d", is_package=False, known=known)]
    ['a.b', 'a.c']
    """
    for node in _nodes(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            parts = module.split(".")[: len(module.split(".")) - node.level + is_package] if node.level else []
            start = ".".join([*parts, *([node.module] if node.module else [])])
            names = [f"{start}.{alias.name}" for alias in node.names]
        for name in names:
            while name and name not in known:
                name = name.rpartition(".")[0]
            if name and name != module:
                yield name


def _nodes(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for one in node.orelse:
                yield from _nodes(one)
        else:
            yield from _nodes(node)


def graph(sources: Path = SOURCES) -> dict[str, set[str]]:
    """What each module of a package imports of it."""
    files = {_module(file, sources): file for file in sorted(sources.rglob("*.py"))}
    known = frozenset(files)
    return {
        name: {*imports(file.read_text(encoding="utf-8"), name, is_package=file.stem == "__init__", known=known)}
        for name, file in files.items()
    }


def _module(file: Path, sources: Path) -> str:
    parts = file.relative_to(sources.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def knots(edges: Mapping[str, set[str]]) -> list[list[str]]:
    """The groups of modules that reach each other, the largest first.

    >>> knots({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}})
    [['b', 'c']]
    """
    order: list[str] = []
    seen: set[str] = set()
    for start in edges:
        _finish(start, edges, seen, order)
    back: dict[str, set[str]] = {name: set() for name in edges}
    for name, targets in edges.items():
        for target in targets:
            back[target].add(name)
    found: list[list[str]] = []
    seen = set()
    for start in reversed(order):
        group: list[str] = []
        _finish(start, back, seen, group)
        if len(group) > 1:
            found.append(sorted(group))
    return sorted(found, key=len, reverse=True)


def _finish(start: str, edges: Mapping[str, set[str]], seen: set[str], order: list[str]) -> None:
    """Adds what can be reached and was not seen to `order`, each after what it reaches."""
    if start in seen:
        return
    seen.add(start)
    stack = [(start, iter(sorted(edges[start])))]
    while stack:
        rest = stack[-1][1]
        target = next((one for one in rest if one not in seen), None)
        if target is None:
            order.append(stack.pop()[0])
            continue
        seen.add(target)
        stack.append((target, iter(sorted(edges[target]))))


def main() -> int:
    """Exit code 0."""
    for knot in knots(graph()):
        print(f"{len(knot)}: {', '.join(knot)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
