"""The walk over everything that staged functions can read from outside: globals, cells, attributes, code.

It starts at the function, `self` and the compile-time arguments, and follows the names in the code of every function of
the author's that it finds. What it sees is described in a digest that is the same in every process; what it cannot
describe makes the trace one that must be repeated at each call.

Names are taken as attributes of every module met too, so more is guarded than is read: that costs a trace too many at
worst. An attribute that would make the trace unrepeatable counts only if code can read it (reach.py). Not seen: the
private state of a library's functions (a counter inside a C extension), and modules under a name that the code does not
hold. Nor are a trace's other effects (it prints again, see the driver).
"""

from __future__ import annotations

import builtins
import enum
import hashlib
import itertools
import pathlib
import sys
import types
import typing
from collections.abc import Iterable, Mapping, Sequence
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, cast

from cutedsl.errors.frames import Origin, module_of, origin_of
from cutedsl.errors.frozen import frozen
from cutedsl.staging.reads.code import facts_of
from cutedsl.staging.reads.kinds import (
    ATOMS,
    CLASS_NOISE,
    FUNCTION_NOISE,
    LEAVES,
    OUTSIDE,
    READING_BUILTINS,
    READING_METHODS,
    READING_NAMES,
    Parts,
    parts_of,
)
from cutedsl.staging.reads.reach import reachable
from cutedsl.staging.reads.state import is_plain, slot_names, slots_of
from cutedsl.staging.reads.watch import Watches

_MOST_OBJECTS = 20_000
_MANY_ROWS = 8
"""From how many on the rows of a table are described at once."""
_LEADING_ON = (FunctionType, types.BuiltinFunctionType, ModuleType, type, list, dict)


@frozen
class Reads:
    """What a walk found: the digest of all it saw, guards on it, why a repeat cannot be recognised (None: it can)."""

    digest: str
    watches: Watches
    unrepeatable: str | None


class _OpenEnded(Exception):
    """The walk met something whose state it cannot see."""


def reads_of(roots: Sequence[object], *, portable: bool = False) -> Reads:
    """Walks from `roots`; equal digests mean that a trace sees the same, in this process or another.

    A `portable` digest has no names of the author's files and modules. It is the same for a copy in another folder, and
    for a module that runs as a program.
    """
    walk = _Walk(portable)
    reason: str | None = None
    try:
        for root in roots:
            walk.visit(root)
        walk.finish_modules()
    except _OpenEnded as met:
        reason = str(met)
    return Reads(walk.digest.hexdigest(), walk.watches, reason)


class _Walk:
    """One walk; objects are numbered as they are met, so that sharing and cycles are part of the description."""

    def __init__(self, portable: bool) -> None:
        self.digest = hashlib.blake2b(digest_size=20)
        self.watches = Watches()
        self._portable = portable
        self._numbers: dict[int, int] = {}
        self._alive: list[object] = []
        self._words: set[str] = set()
        self._asked: set[str] = set()
        self._modules: list[ModuleType] = []
        self._read: set[tuple[str, str]] = set()
        self._functions: list[FunctionType] = []
        self._held: list[ModuleType] = []

    def visit(self, value: object) -> None:
        """Describes a value and all it leads to."""
        if type(value) in ATOMS:
            self._say(type(value).__name__, repr(value))
            return
        number = self._numbers.get(id(value))
        if number is not None:
            self._say("again", str(number))
            if isinstance(value, ModuleType):
                self._held.append(value)
            return
        self._numbers[id(value)] = len(self._alive)
        self._alive.append(value)
        if len(self._alive) > _MOST_OBJECTS:
            raise _OpenEnded(f"it can read more than {_MOST_OBJECTS} objects")
        if type(value) is tuple and ATOMS.issuperset(map(type, cast("tuple[object, ...]", value))):
            self._say("atoms", repr(value))
            return
        try:
            self._compound(value)
        except RecursionError:
            raise _OpenEnded("the objects that it can read are nested too deeply") from None

    def finish_modules(self) -> None:
        """Visits the attributes of modules that any code seen may read: names that occur in it."""
        seen: list[tuple[ModuleType, str]] = []
        refused: dict[tuple[str, str], _OpenEnded] = {}
        while pending := self._module_reads():
            for module, name in pending:
                self._read.add((module.__name__, name))
                self.watches.name(vars(module), name)
                self._say("attribute", module.__name__, name)
                seen.append((module, name))
                met = self._refused(module, vars(module)[name])
                if met is not None:
                    refused[module.__name__, name] = met
        if refused:
            read = reachable(self._functions, self._held, seen)
            for attribute, met in refused.items():
                if attribute in read:
                    raise met
        for module in self._modules:
            for name in self._asked.difference(vars(module)):
                self.watches.name(vars(module), name)

    def _refused(self, module: ModuleType, value: object) -> _OpenEnded | None:
        """Visits a module's attribute; why it cannot be described, with nothing that it led to counted as seen."""
        before = len(self._alive)
        try:
            self._named(value) if isinstance(value, ModuleType) else self._module_value(module, value)
        except _OpenEnded as met:
            if len(self._alive) > _MOST_OBJECTS:
                raise
            for visited in self._alive[before:]:
                self._numbers.pop(id(visited), None)
            return met
        return None

    def _named(self, value: object) -> None:
        """Visits what a name gives: a module is no value there, see `reachable`."""
        held = len(self._held)
        self.visit(value)
        if isinstance(value, ModuleType):
            del self._held[held:]

    def _module_reads(self) -> list[tuple[ModuleType, str]]:
        everything = [(m, n) for m in self._modules for n in sorted(self._words.intersection(vars(m)))]
        return [(m, n) for m, n in everything if (m.__name__, n) not in self._read]

    def _module_value(self, module: ModuleType, value: object) -> None:
        """A module's attribute; of a library's, only what can change or lead on."""
        known = isinstance(value, _LEADING_ON) or type(value) in ATOMS
        if known or type(value).__name__ == "_Environ" or _origin(module.__name__) is Origin.AUTHOR:
            self.visit(value)
        elif callable(value):
            self._library(value)

    def _say(self, *texts: str) -> None:
        update = self.digest.update
        for text in texts:
            data = text.encode("utf-8", "surrogatepass")
            update(b"%d:%b" % (len(data), data))

    def _compound(self, value: object) -> None:
        match value:
            case FunctionType():
                self._function(value)
            case ModuleType():
                self._module(value)
            case type():
                self._class(value)
            case types.BuiltinFunctionType():
                self._builtin(value)
            case _ if isinstance(value, LEAVES):
                self._say("leaf", repr(value.__qualname__))
            case enum.Enum():
                self._say("member", value.name)
                self._walk_values((type(value), value.value))
            case _ if (found := parts_of(value)) is not None:
                self._walk_parts(value, *found)
            case _ if _is_routine(value):
                self._builtin(value)
            case _ if typing.get_origin(value) is not None:
                self._say("alias")
                self._walk_values((typing.get_origin(value), *typing.get_args(value)))
            case _:
                self._object(value)

    def _walk_values(self, values: Iterable[object]) -> None:
        for value in values:
            self.visit(value)

    # Code ---------------------------------------------------------------------------------------------------------

    def _function(self, function: FunctionType) -> None:
        if _origin(function.__module__, function.__code__.co_filename) is not Origin.AUTHOR:
            self._library(function)
        else:
            self._functions.append(function)
            facts = facts_of(function.__code__)
            read = READING_METHODS.intersection(facts.names | facts.words)
            if read:
                raise _OpenEnded(f"`{function.__qualname__}` uses `{min(read)}`")
            if self._portable:
                self._say("function", facts.portable_digest)
            else:
                self._say("function", facts.digest, str(function.__module__))
            self._words |= facts.names | facts.words
            self._asked |= facts.words
            self._globals(function, facts.scope)
            if facts.imports:
                self._imports(function, facts.names)
        for name in ("__code__", "__defaults__", "__kwdefaults__"):
            self.watches.attribute(function, name, getattr(function, name))
        self._walk_values((function.__defaults__, function.__kwdefaults__))
        for cell in function.__closure__ or ():
            self._cell(cell)
        if function.__dict__:
            self._mapping(function.__dict__, FUNCTION_NOISE)

    def _cell(self, cell: types.CellType) -> None:
        try:
            content = cell.cell_contents
        except ValueError:
            self._say("empty")
            self.watches.value(lambda: _is_empty(cell), True)
            return
        self._say("cell")
        self.watches.attribute(cell, "cell_contents", content)
        self.visit(content)

    def _globals(self, function: FunctionType, names: frozenset[str]) -> None:
        scope = function.__globals__
        for name in sorted(names):
            if name in scope:
                self.watches.name(scope, name)
                self._say("global", name)
                self._named(scope[name])
            elif hasattr(builtins, name):
                self.watches.name(scope, name)
                if name in READING_BUILTINS:
                    raise _OpenEnded(f"`{function.__qualname__}` uses `{name}`")

    def _imports(self, function: FunctionType, names: frozenset[str]) -> None:
        """The modules that a function may import itself: those loaded already, under a name that it mentions."""
        package = function.__globals__.get("__package__") or ""
        for name in sorted(names):
            for full in (name, f"{package}.{name}"):
                self.watches.name(sys.modules, full)
                if full in sys.modules:
                    self._say("import", full)
                    self.visit(sys.modules[full])

    def _builtin(self, function: Any) -> None:
        self._library(function)
        owner = getattr(function, "__self__", None)
        if owner is not None and not isinstance(owner, ModuleType):
            self.visit(owner)

    def _library(self, function: Any) -> None:
        """A function or class that is not the author's: its name; one that reads the world ends the walk."""
        module = module_of(function) if isinstance(function, type) else str(getattr(function, "__module__", None))
        name = str(getattr(function, "__qualname__", type(function).__qualname__))
        reads = name in READING_NAMES and module.partition(".")[0] not in ("cutedsl", "cutlass")
        if reads or module in OUTSIDE or module.startswith("numpy.random"):
            raise _OpenEnded(f"it can read the outside world through `{module}.{name}`")
        self._say("library", "" if self._portable and _origin(module) is Origin.AUTHOR else module, name)

    def _module(self, module: ModuleType) -> None:
        self._held.append(module)
        self._say("module", module.__name__)
        if _origin(module.__name__) is not Origin.INTERNAL:
            self._say(str(vars(module).get("__version__")))
            self._modules.append(module)

    def _class(self, cls: type) -> None:
        own = _origin(module_of(cls)) is Origin.AUTHOR or "<locals>" in cls.__qualname__
        if not own:
            self._library(cls)
            return
        self._say("class", "" if self._portable else module_of(cls), cls.__qualname__)
        self._walk_values(cls.__bases__)
        if type(cls) is not type:
            self.visit(type(cls))
        self._mapping(vars(cls), CLASS_NOISE)

    # Values -------------------------------------------------------------------------------------------------------

    def _object(self, value: object) -> None:
        """A container or an instance: its class, its items and its attributes."""
        self._say("object")
        self.visit(type(value))
        if not self._items(value) and not is_plain(type(value)) and not _is_lock(value):
            raise _OpenEnded(f"it can read a {module_of(type(value))}.{type(value).__qualname__}")
        attributes = cast("dict[str, object] | None", getattr(value, "__dict__", None))
        if attributes is not None:
            self._mapping(attributes, frozenset())
        slots = slots_of(value)
        for name, content in slots.items():
            self._say("slot", name)
            self.watches.attribute(value, name, content)
            self.visit(content)
        if len(slots) < len(slot_names(type(value))):
            self.watches.value(lambda: slots_of(value).keys(), slots.keys())

    def _items(self, value: object) -> bool:
        """Describes what a container holds; False if the value is none."""
        match value:
            case dict() | MappingProxyType():
                self._mapping(cast("Mapping[Any, Any]", value), frozenset())
            case list():
                self.watches.items(cast("list[object]", value))
                self._counted(cast("list[object]", value))
            case tuple():
                self._counted(cast("tuple[object, ...]", value))
            case set() | frozenset():
                self._walk_set(cast("set[object]", value))
            case int() | str() | bytes() | float() | pathlib.PurePath():
                self._say(repr(value))
            case _:
                return False
        return True

    def _counted(self, items: Sequence[object]) -> None:
        self._say(str(len(items)))
        if not self._rows(items):
            self._walk_values(items)

    def _rows(self, items: Sequence[object]) -> bool:
        """Describes a table: many tuples of atoms, none of them met before; False for other items."""
        if len(items) < _MANY_ROWS or {*map(type, items)} != {tuple}:
            return False
        rows, numbers = cast("Sequence[tuple[object, ...]]", items), [*map(id, items)]
        shared = len(set(numbers)) < len(numbers) or not self._numbers.keys().isdisjoint(numbers)
        if shared or not ATOMS.issuperset(map(type, itertools.chain.from_iterable(rows))):
            return False
        self._numbers.update(zip(numbers, itertools.count(len(self._alive)), strict=False))
        self._alive += rows
        if len(self._alive) > _MOST_OBJECTS:
            raise _OpenEnded(f"it can read more than {_MOST_OBJECTS} objects")
        self._say("rows", repr([*rows]))
        return True

    def _mapping(self, mapping: Mapping[Any, Any], noise: frozenset[str]) -> None:
        self.watches.mapping(mapping)
        self._say("mapping")
        for key, value in tuple(mapping.items()):
            if key not in noise and not (self._portable and key == "__module__"):
                self.visit(key)
                self.visit(value)
        self._say("end")

    def _walk_set(self, items: set[object] | frozenset[object]) -> None:
        if any(type(item) not in ATOMS for item in items):
            raise _OpenEnded("it can read a set of objects, which has no order")
        self._say(*sorted(f"{type(item).__name__} {item!r}" for item in items))
        expected = frozenset(items)
        self.watches.value(lambda: frozenset(items), expected)

    def _walk_parts(self, value: object, parts: Parts, mutable: bool) -> None:
        found = parts(value)
        if found is None:
            raise _OpenEnded(f"it can read a {type(value).__qualname__} that is too large to remember")
        self._say("parts", module_of(type(value)), type(value).__qualname__)
        self._walk_values(found)
        if mutable:
            self.watches.value(lambda: parts(value), found)


def _origin(module: object, file: str | None = None) -> Origin:
    """Whose code a module holds; what has no file is the interpreter's, unless somebody typed it."""
    if file is None:
        loaded = sys.modules.get(str(module))
        file = getattr(loaded, "__file__", None) if loaded is not None else None
    if file is None:
        return Origin.LIBRARY if module in sys.builtin_module_names else origin_of("<string>", module)
    return origin_of(file, module)


def _is_empty(cell: types.CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return True
    return False


def _is_routine(value: object) -> bool:
    """Whether this is a function that no Python code is behind: of Cython, nanobind or another C extension."""
    if not callable(value) or not isinstance(type(value).__call__, types.WrapperDescriptorType):
        return False
    named = isinstance(getattr(value, "__name__", None), str) and isinstance(getattr(value, "__module__", None), str)
    return named and not hasattr(value, "__wrapped__")


def _is_lock(value: object) -> bool:
    return module_of(type(value)) == "_thread"
