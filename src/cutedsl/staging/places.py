"""`Place`: an attribute or element of a mutable object that a region may change; it is carried like a variable."""

from __future__ import annotations

import dataclasses
import inspect
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType, SimpleNamespace
from typing import Any

from cutedsl.errors import fail
from cutedsl.staging.join import Variable
from cutedsl.staging.operators import is_numeric
from cutedsl.staging.region import RegionInfo, Tracked
from cutedsl.staging.tree import DynamicExpression, is_registered
from cutedsl.staging.unset import UNSET

# Code that `exec` runs without a name counts as `builtins`, so that one is the author's.
_LIBRARIES = sys.stdlib_module_names - {"builtins", "__main__"} | {__name__.partition(".")[0], "numpy", "torch", "jax"}
_NEVER = (
    ModuleType,
    FunctionType,
    BuiltinFunctionType,
    MethodType,
    type,
    str,
    int,
    float,
    tuple,
    frozenset,
    type(None),
)


@dataclass(frozen=True, slots=True)
class Place:
    """One slot of a mutable object; `promote`: the region assigns it, so that its numbers become run-time values."""

    container: Any
    key: Any
    variable: Variable
    promote: bool

    def read(self) -> Any:
        """What the slot holds, `UNSET` if there is nothing."""
        match self.container:
            case list():
                return self.container[self.key]
            case dict():
                return self.container.get(self.key, UNSET)
            case _:
                return _attributes(self.container).get(self.key, UNSET)

    def write(self, value: Any) -> None:
        """Puts a value into the slot; `UNSET` empties it."""
        if isinstance(self.container, list | dict):
            self.container[self.key] = value
        elif value is not UNSET:
            setattr(self.container, self.key, value)
        elif self.read() is not UNSET:
            delattr(self.container, self.key)


@dataclass(frozen=True, slots=True)
class Places:
    """All slots that a region may change, and the lengths and keys that it must not."""

    slots: tuple[Place, ...]
    structures: tuple[tuple[Any, Any, Variable], ...]

    def read(self) -> tuple[Any, ...]:
        """What the slots hold now.

        Errors: container-structure-changed when a list or dict has grown, shrunk or other keys.
        """
        for container, structure, variable in self.structures:
            if _structure(container) != structure:
                raise fail(
                    "container-structure-changed",
                    f"`{variable.name}` has another length or other keys at the end of a run-time branch or loop",
                    span=variable.span,
                )
        return tuple(slot.read() for slot in self.slots)

    def write(self, values: Sequence[Any]) -> None:
        """Puts values into all slots."""
        for slot, value in zip(self.slots, values, strict=True):
            slot.write(value)


NO_PLACES = Places((), ())


def find_places(info: RegionInfo, roots: Sequence[Any]) -> Places:
    """The places of the objects that a region may change, each once."""
    if not info.tracked:
        return NO_PLACES
    slots: dict[tuple[int, Any], Place] = {}
    structures: dict[int, tuple[Any, Any, Variable]] = {}
    for tracked in info.tracked:
        target = _resolve(roots[tracked.root], tracked.path)
        if target is not UNSET:
            variable = Variable(tracked.label, info.spans.get(tracked.label, info.span))
            for place in _expand(target, tracked, variable, set()):
                known = slots.get((id(place.container), place.key))
                if known is None or place.promote:
                    slots[id(place.container), place.key] = place
                structures[id(place.container)] = (place.container, _structure(place.container), variable)
    return Places(tuple(slots.values()), tuple(structures.values()))


def _resolve(root: Any, path: tuple[str, ...]) -> Any:
    """Follows plain attributes; a property is not touched and ends the search."""
    for name in path:
        root = _attributes(root).get(name, UNSET) if _is_open(root) else UNSET
    return root


def _is_open(value: Any) -> bool:
    """Whether the object can change in place and belongs to the author: see `_is_closed_class`."""
    if value is UNSET or is_numeric(value) or isinstance(value, _NEVER):
        return False
    cls = type(value)
    if issubclass(cls, list | dict):
        return True
    return not _is_closed_class(cls) and (not _is_library(cls) or isinstance(value, DynamicExpression))


@cache
def _is_closed_class(cls: type) -> bool:
    """Objects of the DSL that are immutable, and classes that decide themselves what an assignment does."""
    return is_registered(cls) or cls.__setattr__ is not object.__setattr__


@cache
def _is_library(cls: type) -> bool:
    """Classes whose state is not the author's: what they keep while tracing (an allocator's offset) is theirs."""
    package = cls.__module__.partition(".")[0]
    return package in _LIBRARIES and cls is not SimpleNamespace


def _expand(target: Any, tracked: Tracked, variable: Variable, seen: set[int]) -> Iterator[Place]:
    """The slots of an object and of the lists, dicts and dataclasses in it."""
    if id(target) in seen or not _is_open(target):
        return
    seen.add(id(target))
    for key, value in _slots(target, tracked.key):
        promote = tracked.whole or (key == tracked.key and tracked.key is not None)
        name = f"{variable.name}[{key!r}]" if isinstance(target, list | dict) else f"{variable.name}.{key}"
        inner = dataclasses.replace(variable, name=name)
        if isinstance(value, list | dict) or (dataclasses.is_dataclass(value) and _is_open(value)):
            yield from _expand(value, tracked, inner, seen)
            if not promote:
                continue
        yield Place(target, key, inner, promote)


def _slots(target: Any, stored: str | None) -> Iterator[tuple[Any, Any]]:
    """Keys and values of an object; the attribute that is assigned is one even if it does not exist yet."""
    match target:
        case list():
            yield from enumerate(target)
        case dict():
            yield from target.items()
        case _:
            attributes = _attributes(target)
            yield from attributes.items()
            if stored is not None and stored not in attributes and _is_plain(type(target), stored):
                yield stored, UNSET


def _attributes(target: Any) -> dict[str, Any]:
    """The instance's own attributes, without properties and without the class's."""
    try:
        own = vars(target)
    except TypeError:  # no `__dict__`: only the fields of a dataclass with slots are known
        fields = dataclasses.fields(target) if dataclasses.is_dataclass(target) else ()
        return {item.name: getattr(target, item.name) for item in fields}
    cls = type(target)
    return {name: value for name, value in own.items() if _is_plain(cls, name)}


@cache
def _is_plain(cls: type, name: str) -> bool:
    """Whether assigning the attribute just stores it: the class has no property of that name."""
    found = next((base.__dict__[name] for base in cls.__mro__ if name in base.__dict__), None)
    return not inspect.isdatadescriptor(found)


def _structure(container: Any) -> Any:
    """What must not change: a list's length, a dict's keys."""
    match container:
        case list():
            return len(container)
        case dict():
            return tuple(container)
        case _:
            return None
