"""Names that a package imports when they are first named: `import cutedsl` then costs what the program uses.

A package lists its imports twice: under `TYPE_CHECKING`, for type checkers and readers, and as the table given to
`lazy_names`; tests/gates/test_light_import.py holds the two together.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType

from cutedsl.errors.boundary import user_boundary
from cutedsl.errors.names.missing_modules import SearchPath


def lazy_names(
    package: str,
    public: str,
    sources: Mapping[str, str],
    shared: Mapping[str, str] = MappingProxyType({}),
    given: Callable[[object], object] = lambda value: value,
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package.

    `sources` gives for a module the names that come from it, and for a package, written with a dot at its end, modules
    in it; `name=original` where it is spelled otherwise there. A name is kept once found. `public` is what follows
    `cutlass.` in the package's name in CuTe DSL; names in no table are what `missing_name` says.
    `shared` gives for a public module whose names are names of this package too the module that defines them.
    `given` is applied to each value that is found.
    """
    places = {name.partition("=")[0]: (source, name) for source, names in sources.items() for name in names.split()}
    own = vars(sys.modules[package])
    if "__path__" in own:
        own["__path__"] = SearchPath(package, own["__path__"])

    @user_boundary()
    def find(name: str) -> object:
        source, spelled = places.get(name) or (_defining(shared, name), name)
        if not source:
            from cutedsl.errors.names.not_yet import (
                missing_name,  # with the table of all names, which few programs need
            )

            return missing_name(public, name, places)
        original = spelled.rpartition("=")[2]
        if source.endswith("."):
            value: object = importlib.import_module(source + original)
        else:
            value = given(vars(importlib.import_module(source))[original])
        vars(sys.modules[package])[name] = value
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *places})

    return find, names


def missing_names(public: str) -> Callable[[str], object]:
    """`__getattr__` of a module that defines its names itself: what `missing_name` says of the others."""

    @user_boundary()
    def missing(name: str) -> object:
        from cutedsl.errors.names.not_yet import missing_name  # with the table of all names, which few programs need

        return missing_name(public, name)

    return missing


def _defining(shared: Mapping[str, str], name: str) -> str:
    """The module of `shared` that defines a public name of it; empty where none does."""
    from cutedsl.errors.names.surface import SURFACE

    for public, source in shared.items():
        if name in SURFACE[public] and name in vars(importlib.import_module(source)):
            return source
    return ""
