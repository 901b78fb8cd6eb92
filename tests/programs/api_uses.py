"""Which public name is used by which test: names as programs write them, found in the sources of tests and examples.

`python -m tests.programs.api_uses` writes docs/api.md.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import cutedsl
from cutedsl.compat.imports import CutlassFinder, CutlassModule
from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.names.not_yet import NotYet, NotYetModule

ROOT = Path(__file__).resolve().parents[2]
NAMES = Path(__file__).with_name("api_names.txt")
PAGE = ROOT / "docs" / "api.md"
_FILES = ("tests/kernels", "tests/unit", "tests/programs", "tests/examples", "examples")


@cache
def names() -> tuple[tuple[int, str], ...]:
    """(repositories that use it, name), the most used first. Source: counted in public repositories."""
    lines = NAMES.read_text(encoding="utf-8").split("\n")
    return tuple((int(count), name) for count, name in (line.split() for line in lines if line))


def resolve(name: str) -> Any:
    """The object of a name as programs write it; `LookupError` where there is none."""
    parts = name.split(".")
    if parts[0] == "cutlass":
        parts = parts[1:]
    found: Any = CutlassModule()
    for k, part in enumerate(parts):
        try:
            found = getattr(found, part)
        except AttributeError:
            try:
                spec = CutlassFinder().find_spec("cutlass." + ".".join(parts[: k + 1]))
            except ModuleNotFoundError:
                raise LookupError(name) from None
            assert spec is not None and spec.loader is not None
            found = spec.loader.create_module(spec)
        except DSLUserCodeError as error:
            if error.name != "outside-trace":  # `Float32.mlir_type` has a meaning while a function is traced
                raise
            return error
    return found


def is_there(name: str) -> bool:
    """Whether a name has a definition, and not only the promise of one."""
    try:
        return not isinstance(resolve(name), NotYet | NotYetModule)
    except LookupError:
        return False  # a member that a class lacks


@cache
def uses() -> dict[str, str]:
    """Dotted name to the first file of tests or examples that uses it; names start at `cutlass`."""
    found: dict[str, str] = {}
    for folder in _FILES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.name == "import_forms.py" or "api_" in path.name:
                continue  # they name things without using them
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for name in dotted(tree, aliases(tree)):
                found.setdefault(name, str(path.relative_to(ROOT)))
    return found


def aliases(tree: ast.Module) -> dict[str, str]:
    """What a module imports: the name that it uses to the dotted name that is meant."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for item in node.names:
                whole = _canonical(item.name)
                found[item.asname or item.name.partition(".")[0]] = whole if item.asname else whole.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module:
            for item in node.names:
                found[item.asname or item.name] = f"{_canonical(node.module)}.{item.name}"
    return found


def dotted(tree: ast.AST, known: dict[str, str]) -> Iterator[str]:
    """The dotted names that are used in a part of a module whose aliases are `known`."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute():
                chain = _chain(node)
                if chain and chain[0] in known:
                    yield ".".join([known[chain[0]], *chain[1:]])
            case ast.Name(id=name) if name in known:
                yield known[name]
            case _:
                pass


def _canonical(module: str) -> str:
    first, dot, rest = module.partition(".")
    whole = ("cutlass" if first == "cutedsl" else first) + dot + rest
    return whole.replace("cutlass.cutlass_dsl", "cutlass", 1)


def _chain(node: ast.expr) -> list[str]:
    match node:
        case ast.Attribute(value=inner, attr=attr):
            before = _chain(inner)
            return [*before, attr] if before else []
        case ast.Name(id=name):
            return [name]
        case _:
            return []


@cache
def _by_object() -> dict[int, tuple[Any, str]]:
    """Objects that tests use, by identity: one thing under two names is one thing."""
    found: dict[int, tuple[Any, str]] = {}  # with the objects, so that no identity is given to another
    for name, file in uses().items():
        if not name.startswith("cutlass."):
            continue
        try:
            value = resolve(name)
        except LookupError:
            continue
        if callable(value) and not isinstance(value, NotYet | ModuleType):
            plain = inspect.unwrap(value)
            found.setdefault(id(plain), (plain, file))
    return found


def file_that_uses(name: str) -> str | None:
    """A file of tests that uses a name, itself or under another name for the same thing."""
    whole = name if name.startswith("cutlass.") else f"cutlass.{name}"
    for used, file in uses().items():
        if used == whole or used.startswith(whole + "."):
            return file
    value = resolve(name)
    return _by_object().get(id(inspect.unwrap(value)), (None, None))[1] if callable(value) else None


def page() -> str:
    """docs/api.md."""
    rows = [f"| {k} | `{name}` | {count} | {_status(name)} |" for k, (count, name) in enumerate(names(), 1)]
    there = sum(is_there(name) for _, name in names())
    return "\n".join(
        [
            "# Names of CuTe DSL, by how many public repositories use them",
            "",
            f"{there} of {len(rows)} are here; the others resolve and say `not-yet` when they are used. Written by "
            "`python -m tests.programs.api_uses`; `tests/programs/test_api_names.py` holds what it says.",
            "",
            "| rank | name | repositories | shown by |",
            "|---|---|---|---|",
            *rows,
            "",
        ]
    )


def _status(name: str) -> str:
    if not is_there(name):
        return "not yet"
    file = file_that_uses(name)
    return f"`{file}`" if file else "here, in no test"


if __name__ == "__main__":
    importlib.import_module("cutedsl.compat.imports").install_finder(override=True)
    assert cutedsl
    PAGE.write_text(page(), encoding="utf-8")
    sys.exit(0)
