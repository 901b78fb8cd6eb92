"""`import cutlass` in every form means this library: one finder that stands before the others.

Modules are the same objects under both names. Only the top level is a module of its own, so that `cutlass.__version__`
can be that of the interface and nothing of `cutlass` appears in `cutedsl`.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import cutedsl
from cutedsl.compat.moved import DUNDERS, HIDDEN, PRIVATE, SOURCES
from cutedsl.errors.classes import DSLUserCodeImportError, DSLUserCodeModuleError
from cutedsl.errors.names.not_yet import NotYet, NotYetModule, missing_name, not_yet_module, register_module
from cutedsl.errors.names.surface import SURFACE, submodules
from cutedsl.errors.names.unknown_name import unknown_module

if TYPE_CHECKING:
    import importlib.metadata

ROOT = "cutlass"
INTERFACE_VERSION = "4.7.0"
"""The release of CuTe DSL whose names and behaviour this package follows;
docs/design/sources.md says where they are described."""


class CutlassModule(ModuleType):
    """`cutlass`: what `cutedsl` has, and the modules that only `cutlass` has."""

    def __init__(self) -> None:
        super().__init__(ROOT, cutedsl.__doc__)
        self.__dict__.update({k: v for k, v in vars(cutedsl).items() if not k.startswith("__") and k not in HIDDEN})
        self.__file__ = cutedsl.__file__
        self.__path__ = list(cutedsl.__path__)
        self.__all__ = list(cutedsl.__all__)
        self.__version__ = INTERFACE_VERSION

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {ROOT!r} has no attribute {name!r}")
        if name in SOURCES:
            return module_of(name)
        found = _first((cutedsl, *_loaded("cutedsl.compat.private_names")), "", name)
        if not isinstance(found, NotYet | NotYetModule):
            self.__dict__[name] = found
        return found


class FacadeModule(ModuleType):
    """A module of `cutlass` whose names lie elsewhere here."""

    def __init__(self, public: str) -> None:
        super().__init__(f"{ROOT}.{public}", f"`{ROOT}.{public}`: names that lie elsewhere in cutedsl.")
        self.__file__ = cutedsl.__file__
        self.__path__ = []
        self._public = public

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name not in DUNDERS:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        public = f"{self._public}.{name}"
        if public in SOURCES:
            return module_of(public)
        return _first(_loaded(*SOURCES[self._public]), self._public, name)


def _first(sources: Iterable[ModuleType], public: str, name: str) -> Any:
    """A name of the first source that has it, real or not yet there."""
    given: Any = None
    for source in sources:
        try:
            given = getattr(source, name)
        except (AttributeError, DSLUserCodeImportError):  # the latter where the author's line is an import
            continue
        if not isinstance(given, NotYet):
            return given
    if given is not None:
        return given
    not_yet = name in PRIVATE.get(public, ())
    return NotYet(f"{public}.{name}") if not_yet else missing_name(public, name)


def _loaded(*names: str) -> list[ModuleType]:
    return [module for name in names if (module := own_module(name)) is not None]


class CutlassFinder:
    """Finds `cutlass` and everything below it here."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The spec of an existing module under its `cutlass` name; other names are left to other finders."""
        if fullname != ROOT and not fullname.startswith(ROOT + "."):
            return None
        module = CutlassModule() if fullname == ROOT else module_of(fullname.removeprefix(ROOT + "."))
        if module is None:
            raise ModuleNotFoundError(f"No module named {fullname!r} (cutedsl runs this program)", name=fullname)
        spec = importlib.machinery.ModuleSpec(fullname, _AliasLoader(module), is_package=True)
        spec.submodule_search_locations = []
        return spec

    def find_distributions(
        self, context: importlib.metadata.DistributionFinder.Context | None = None
    ) -> Iterator[importlib.metadata.Distribution]:
        """The package that programs name in their requirements, at the release that `cutlass.__version__` says."""
        from cutedsl.compat.distribution import distributions_named  # 50 ms, which few programs need

        return distributions_named(None if context is None else context.name, INTERFACE_VERSION)


class _AliasLoader(importlib.abc.Loader):
    """Returns a module that exists already, and leaves it as it was."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._spec = module.__spec__

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        if self._spec is not None:
            module.__spec__ = self._spec


def module_of(public: str) -> ModuleType | None:
    """The module behind `cutlass.<public>`; None where there is none."""
    parent, _, name = public.rpartition(".")
    if public in SOURCES:
        return _FACADES[public]
    if not parent and name in HIDDEN:
        return not_yet_module(name) if name in submodules("") else None
    above: Any = cutedsl if not parent else module_of(parent)
    if above is None or isinstance(above, NotYetModule):
        return not_yet_module(public) if public in SURFACE or name in submodules(parent) else None
    if isinstance(above, FacadeModule):
        return not_yet_module(public) if public in SURFACE else None
    own = getattr(above, name, None)
    if isinstance(own, ModuleType) and _is_ours(own):
        return own
    listed = public in SURFACE or name in submodules(parent)
    try:
        found = own_module(f"{above.__name__}.{name}")
    except DSLUserCodeModuleError:  # the author's line is an import of it, so that Python's answer is replaced
        if not listed:
            moved = [last for place, _, last in (source.rpartition(".") for source in SOURCES) if place == parent]
            raise unknown_module(f"{above.__name__}.{name}", ROOT, moved) from None
        found = None
    return not_yet_module(public) if found is None and listed else found


_FACADES: dict[str, FacadeModule] = {public: FacadeModule(public) for public in SOURCES}
for _public, _facade in _FACADES.items():
    if "." in _public:  # what lies in `cutlass` itself is not a name of `cutedsl`
        register_module(_public, _facade)  # `cute.typing.Int32` after `import cutlass.cute as cute`


def _is_ours(module: ModuleType) -> bool:
    return module.__name__.startswith("cutedsl.")


def own_module(name: str) -> ModuleType | None:
    """A module of this library; None where there is none."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name is not None and name.startswith(missing.name):
            return None
        raise


def install_finder(*, override: bool = False) -> None:
    """Makes `import cutlass` mean this library from here on, in this process; once.

    Where another package of that name is hidden, one line on stderr says so, but with `override`.
    """
    if any(isinstance(finder, CutlassFinder) for finder in sys.meta_path):
        return
    other = None if override else _other_place()
    if other is not None:
        print(f"cutedsl: `import {ROOT}` is cutedsl here; {other} is not used", file=sys.stderr)
    sys.meta_path.insert(0, CutlassFinder())  # pyright: ignore[reportArgumentType]


def is_own(origin: str | None) -> bool:
    """Whether a file is the module `cutlass` that cutedsl-cutlass-compat installs."""
    if origin is None or Path(origin).name != f"{ROOT}.py":
        return False
    return "from cutedsl.compat.toplevel import take_name" in Path(origin).read_text(encoding="utf-8")


def _other_place() -> str | None:
    """Where another `cutlass` lies that the program would get by itself."""
    other = importlib.machinery.PathFinder.find_spec(ROOT)
    if other is None or is_own(other.origin):
        return None
    return other.origin or ", ".join(other.submodule_search_locations or ())
