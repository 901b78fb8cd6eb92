"""`python scripts/cutlass_stubs.py [--check]`: writes the stubs by which editors know `import cutlass`.

Modules of `cutlass` are made when a program imports them, which type checkers do not see. Each stub names where cutedsl
has the same thing. The stub of `cutlass` is a `.pyi` file, for mypy. The others are `.py` files: of a `.pyi` file
without a source pyright warns at each import. `--check` changes nothing and fails if what is checked in differs.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from cutedsl.compat import imports
from cutedsl.compat.moved import HIDDEN, PRIVATE, SOURCES
from cutedsl.errors.names.not_yet import NotYet, NotYetModule
from cutedsl.errors.names.surface import SURFACE, submodules

PLACE = Path(__file__).resolve().parent.parent / "packages" / "cutlass-compat" / "cutlass-stubs"
HEAD = '"""Written by scripts/cutlass_stubs.py."""\n\n'


def main(arguments: list[str]) -> int:
    """Exit code 0; 1 where `--check` finds a difference."""
    wanted = dict(stubs())
    if arguments == ["--check"]:
        there = {str(path.relative_to(PLACE)): path.read_text("utf-8") for path in PLACE.rglob("*.py*")}
        return int(there != wanted)
    shutil.rmtree(PLACE, ignore_errors=True)
    for path, text in wanted.items():
        (PLACE / path).parent.mkdir(parents=True, exist_ok=True)
        (PLACE / path).write_text(text, "utf-8")
    return 0


def stubs() -> Iterator[tuple[str, str]]:
    """The stubs by their paths below `cutlass-stubs`."""
    modules = {public: module for public in sorted(_publics()) if (module := _real(public)) is not None}
    for public, module in modules.items():
        children = [name for name in modules if name.rpartition(".")[0] == public and name]
        file = "__init__.py" if public else "__init__.pyi"
        yield "/".join([*filter(None, public.split(".")), file]), _stub(public, module, children)


def _publics() -> set[str]:
    """Every module below `cutlass`, and `cutlass` itself ("")."""
    found = {"", *SURFACE, *SOURCES, *(name for public in SURFACE for name in _below(public))}
    return found | {parent for name in found for parent in _parents(name)}


def _below(public: str) -> list[str]:
    return [f"{public}.{name}" if public else name for name in submodules(public)]


def _parents(public: str) -> Iterator[str]:
    while public:
        public = public.rpartition(".")[0]
        yield public


def _real(public: str) -> ModuleType | None:
    """The module; None for one that cutedsl does not have."""
    if not public:
        return imports.CutlassModule()
    try:
        found = imports.module_of(public)
    except ImportError:  # of a framework that is not installed
        return None
    return None if isinstance(found, NotYetModule) else found


def _stub(public: str, module: ModuleType, children: list[str]) -> str:
    prefix = ".".join(filter(None, ("cutlass", public)))
    lines = [f"from {prefix} import {child.rpartition('.')[2]} as {child.rpartition('.')[2]}" for child in children]
    taken = {child.rpartition(".")[2] for child in children}
    for name in sorted(_names(public, module) - taken):
        if (source := _source(public, module, name)) is not None:
            lines.append(f"from {source} import {name} as {name}")
    return HEAD + "\n".join(lines) + "\n"


def _names(public: str, module: ModuleType) -> set[str]:
    """The public names of a module, and those of modules where its names lie."""
    found = {*SURFACE.get(public, ()), *PRIVATE.get(public, ())}
    for place in _places(public, module):
        inside: dict[str, Any] = vars(imports.own_module(place) or ModuleType(place))
        own = [
            name for name, value in inside.items() if not name.startswith("_") and (_is_ours(value) or name.isupper())
        ]
        found |= {*inside.get("__all__", own)}
    return found


def _is_ours(value: object) -> bool:
    return str(getattr(value, "__module__", "")).startswith("cutedsl.")


def _places(public: str, module: ModuleType) -> tuple[str, ...]:
    """The modules of cutedsl that have the names of a module of `cutlass`."""
    if public in SOURCES:
        return tuple(SOURCES[public])
    return (module.__name__,) if public else ("cutedsl", *SOURCES.get("cutlass_dsl", ()))


def _source(public: str, module: ModuleType, name: str) -> str | None:
    """The module of cutedsl that has a name of a module of `cutlass`; None where it is not there."""
    for place in _places(public, module):
        source: Any = imports.own_module(place)
        try:
            value = getattr(source, name)
        except (AttributeError, ImportError):
            continue
        if not isinstance(value, NotYet | NotYetModule | ModuleType) and name not in HIDDEN:
            return place
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
