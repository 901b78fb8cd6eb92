"""`Place`: an attribute or element of a mutable object that a region may change; it is carried like a variable."""

from __future__ import annotations

import dataclasses
import inspect
import sys
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
    SimpleNamespace,
)
from typing import Any, TypeAlias

from cutedsl.errors import Span, fail, user_frame
from cutedsl.errors.frames import module_of
from cutedsl.errors.frozen import frozen
from cutedsl.staging.join import Variable
from cutedsl.staging.operators import is_numeric
from cutedsl.staging.scopes.region import RegionInfo, Tracked
from cutedsl.staging.tree import DynamicExpression, is_registered, is_taken_apart
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


SlotKey: TypeAlias = tuple[int, Any]


@frozen
class Place:
    """One slot of a mutable object; `promote`: the region assigns it, so that its numbers become run-time values.

    `replaced`: the variable that led to the object is assigned in the region too.
    """

    container: Any
    key: Any
    variable: Variable
    promote: bool
    replaced: bool = False

    @property
    def identity(self) -> SlotKey:
        """What tells the slot from others."""
        return id(self.container), self.key

    def read(self) -> Any:
        """What the slot holds, `UNSET` if there is nothing."""
        match self.container:
            case list():
                return self.container[self.key] if self.key < len(self.container) else UNSET
            case dict():
                return self.container.get(self.key, UNSET)
            case CellType():
                return _content(self.container)
            case _:
                return _attributes(self.container).get(self.key, UNSET)

    def write(self, value: Any) -> None:
        """Puts a value into the slot; `UNSET` empties it."""
        if isinstance(self.container, list) and self.key >= len(self.container):
            return
        if isinstance(self.container, list | dict):
            self.container[self.key] = value
        elif isinstance(self.container, CellType):
            if value is not _content(self.container):
                self.container.cell_contents = value
        elif value is not UNSET:
            setattr(self.container, self.key, value)
        elif self.read() is not UNSET:
            delattr(self.container, self.key)


@frozen
class Places:
    """All slots that a region may change, and the lengths and keys that it must not; `contents` are of lists and dicts
    under variables that the region assigns too, which have them back where the other arm starts.
    """

    slots: tuple[Place, ...]
    structures: tuple[tuple[Any, Any, Variable], ...]
    contents: tuple[tuple[Any, Any], ...] = ()

    def read(self) -> tuple[Any, ...]:
        """What the slots hold now.

        Errors: container-structure-changed when a list or dict has grown, shrunk or other keys.
        """
        if self is NO_PLACES:  # most regions
            return ()
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
        for container, content in self.contents:
            if isinstance(container, list):
                container[:] = content
            else:
                container.clear()
                container.update(content)
        for slot, value in zip(self.slots, values, strict=True):
            slot.write(value)


NO_PLACES = Places((), ())


def find_places(
    info: RegionInfo, roots: Sequence[Any], promoted: frozenset[SlotKey] = frozenset(), cells: bool = False
) -> Places:
    """The places of the objects that a region may change, each once; `promoted` ones become run-time values too.

    The variables that functions are closed over are places too, but for those of the function that the region stands
    in, which it carries by name; with `cells` also those: a region without statements carries none.
    """
    objects = [tracked for tracked in info.tracked if not is_numeric(roots[tracked.root])]
    if not objects:  # most regions
        return NO_PLACES
    search = _Search(promoted, cells)
    for tracked in objects:
        target = _resolve(roots[tracked.root], tracked.path)
        carried = tracked.replaced and tracked.label in info.looped and is_taken_apart(target)
        if target is not UNSET and not carried:
            variable = Variable(tracked.label, info.spans.get(tracked.label, info.span))
            search.visit(target, tracked, variable, 0, set())
    return Places(tuple(search.slots.values()), tuple(search.structures.values()), tuple(search.contents.values()))


def places_of(objects: Sequence[Any], label: str, span: Span | None) -> Places:
    """The places of all that some objects lead to, and of the variables of functions among them."""
    tracked = Tracked(0, (), label)
    search = _Search(frozenset(), True)
    for value in objects:
        if not is_numeric(value):
            search.visit(value, tracked, Variable(label, span), 0, set())
    return Places(tuple(search.slots.values()), tuple(search.structures.values()), tuple(search.contents.values()))


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
    return is_registered(cls) or cls.__setattr__ not in (object.__setattr__, SimpleNamespace.__setattr__)


@cache
def _is_library(cls: type) -> bool:
    """Classes whose state is not the author's: what they keep while tracing (an allocator's offset) is theirs."""
    package = module_of(cls).partition(".")[0]
    return package in _LIBRARIES and cls is not SimpleNamespace


class _Search:
    """Collects the slots of objects, and of what they hold."""

    def __init__(self, promoted: frozenset[SlotKey], cells: bool) -> None:
        self.slots: dict[SlotKey, Place] = {}
        self.structures: dict[int, tuple[Any, Any, Variable]] = {}
        self.contents: dict[int, tuple[Any, Any]] = {}
        self._promoted = promoted
        self._cells = cells

    def visit(
        self, target: Any, tracked: Tracked, variable: Variable, level: int, seen: set[int], checked: bool = True
    ) -> None:
        """The slots of an object that lies `level` elements or attributes below the tracked one."""
        if id(target) in seen:
            return
        seen.add(id(target))
        if not _is_open(target):
            # A list that a function was closed over may be its log: it may grow while the function is traced.
            checked = checked and not isinstance(target, FunctionType)
            for value in _held(target):
                self.visit(value, tracked, variable, level + 1, seen, checked)
            if isinstance(target, FunctionType) and target.__closure__:
                own = () if self._cells else _variables_here(target)
                for name, cell in zip(target.__code__.co_freevars, target.__closure__, strict=True):
                    if name not in own:
                        self._add(Place(cell, "cell_contents", dataclasses.replace(variable, name=name), False))
            return
        if tracked.replaced and isinstance(target, list | dict):
            self.contents.setdefault(id(target), (target, target.copy()))
        elif checked:
            self.structures[id(target)] = (target, _structure(target), variable)
        for key, value in _slots(target, tracked.key if level == tracked.depth else None):
            name = f"{variable.name}[{key!r}]" if isinstance(target, list | dict) else f"{variable.name}.{key}"
            inner = dataclasses.replace(variable, name=name)
            self.visit(value, tracked, inner, level + 1, seen, checked)
            self._add(Place(target, key, inner, _assigns(tracked, key, level), tracked.replaced))

    def _add(self, place: Place) -> None:
        known = self.slots.get(place.identity)
        promote = place.promote or place.identity in self._promoted or (known is not None and known.promote)
        replaced = place.replaced and (known is None or known.replaced)
        if known is None or (promote, replaced) != (known.promote, known.replaced):
            self.slots[place.identity] = dataclasses.replace(place, promote=promote, replaced=replaced)


def _assigns(tracked: Tracked, key: Any, level: int) -> bool:
    """Whether the region itself assigns a slot."""
    if tracked.whole:
        return level >= tracked.depth
    return tracked.key is not None and level == tracked.depth and key == tracked.key


def _held(value: Any) -> Sequence[Any]:
    """What a thing that cannot change holds: elements, fields, what a function was closed over."""
    match value:
        case tuple():
            return value
        case MethodType() | BuiltinFunctionType():
            return (value.__self__,)
        case FunctionType():
            held = [content for cell in value.__closure__ or () if (content := _content(cell)) is not UNSET]
            return [*held, *(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
        case partial():
            return (value.func, *value.args, *value.keywords.values())
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type) and not _is_library(type(value)):
            return list(_attributes(value).values())
        case _:
            return ()


def _variables_here(function: FunctionType) -> tuple[str, ...]:
    """The variables of the author's current function, if `function` is defined in it; nothing for other functions."""
    frame = user_frame()
    if frame is None or function.__code__ not in _codes_in(frame.f_code):
        return ()
    return frame.f_code.co_cellvars


@lru_cache(maxsize=256)
def _codes_in(code: CodeType) -> frozenset[CodeType]:
    """The code of the functions that are defined in a function, at any depth."""
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return frozenset(inner).union(*map(_codes_in, inner))


def leads_to(value: Any, target: object, variable: str) -> bool:
    """Whether an object is found from a value: it, or in what it holds, was closed over or is bound to.

    Functions that are closed over `variable` itself, which has the object now, do not lead to it.
    """
    pending, seen = [value], set[int]()
    while pending:
        inner = pending.pop()
        if inner is target:
            return True
        if id(inner) not in seen:
            seen.add(id(inner))
            if _is_open(inner):
                pending += [part for _, part in _slots(inner, None)]
            elif not (isinstance(inner, FunctionType) and _reads_variable(inner, variable)):
                pending += _held(inner)
            else:
                free = zip(inner.__code__.co_freevars, inner.__closure__ or (), strict=True)
                pending += [_content(cell) for name, cell in free if name != variable]
                pending += inner.__defaults__ or ()
    return False


def _reads_variable(function: FunctionType, variable: str) -> bool:
    """Whether a function is closed over a variable of the author's current function."""
    return variable in function.__code__.co_freevars and variable in _variables_here(function)


def _content(cell: CellType) -> Any:
    """What a closure's variable holds, if it is set yet."""
    try:
        return cell.cell_contents
    except ValueError:
        return UNSET


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
    except TypeError:  # no `__dict__`
        own = {}
    cls = type(target)
    found = {name: value for name, value in own.items() if _is_plain(cls, name)}
    for name, slot in _slot_members(cls):
        try:
            found[name] = slot.__get__(target, cls)
        except AttributeError:  # not set yet
            continue
    return found


@cache
def _slot_members(cls: type) -> tuple[tuple[str, MemberDescriptorType], ...]:
    """The attributes that `__slots__` declares."""
    declared = {
        name: value for base in reversed(cls.__mro__) if "__slots__" in vars(base) for name, value in vars(base).items()
    }
    special = ("__dict__", "__weakref__")
    return tuple((n, v) for n, v in declared.items() if isinstance(v, MemberDescriptorType) and n not in special)


@cache
def _is_plain(cls: type, name: str) -> bool:
    """Whether assigning the attribute just stores it: the class has no property of that name."""
    found = next((base.__dict__[name] for base in cls.__mro__ if name in base.__dict__), None)
    return isinstance(found, MemberDescriptorType) or not inspect.isdatadescriptor(found)


def _structure(container: Any) -> Any:
    """What must not change: a list's length, a dict's keys."""
    match container:
        case list():
            return len(container)
        case dict():
            return tuple(container)
        case _:
            return None
