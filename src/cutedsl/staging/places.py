"""`Place`: an attribute or element of a mutable object that a region may change; it is carried like a variable."""

from __future__ import annotations

import dataclasses
import dis
import inspect
import sys
from abc import ABCMeta
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
from cutedsl.staging.states import has_state, is_iterator, is_same, state
from cutedsl.staging.tree import DynamicExpression, Fixed, flatten, is_dynamic, is_registered, is_taken_apart
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
class GlobalNumber:
    """A variable of a module that functions assign."""

    space: dict[str, Any]
    name: str


@frozen
class Places:
    """All slots that a region may change, and the lengths and keys that it must not; `contents` are of lists and dicts
    under variables that the region assigns too, which have them back where the other arm starts. `holders` are the
    objects that a call in the region may give attributes, with the names of those that they have.
    """

    slots: tuple[Place, ...]
    structures: tuple[tuple[Any, Any, Variable], ...]
    contents: tuple[tuple[Any, Any, Variable], ...] = ()
    holders: tuple[tuple[Any, frozenset[str], Variable], ...] = ()

    def read(self) -> tuple[Any, ...]:
        """What the slots hold now.

        Errors: container-structure-changed when a list or dict has grown, shrunk or other keys.
        """
        if self is NO_PLACES:  # most regions
            return ()
        for container, structure, variable in self.structures:
            if not is_same(_structure(container), structure):
                raise changed(container, variable)
        return tuple(slot.read() for slot in self.slots)

    def promoted(self, keys: frozenset[SlotKey]) -> Places:
        """The same places, of which those of `keys` become run-time values too."""
        slots = (dataclasses.replace(slot, promote=slot.promote or slot.identity in keys) for slot in self.slots)
        return dataclasses.replace(self, slots=tuple(slots))

    def added(self) -> tuple[tuple[Place, ...], tuple[Any, ...]]:
        """The attributes that calls have given the objects since, with what they held before: nothing if they hold a
        run-time value now, which exists in the region only. What is known at compile time stays, as in Python.
        """
        found: list[Place] = []
        before: list[Any] = []
        known: set[SlotKey] | None = None
        for target, names, variable in self.holders:
            if _names(target) == names:  # nearly always
                continue
            known = {slot.identity for slot in self.slots} if known is None else known
            for key, value in _attributes(target).items():
                if (id(target), key) not in known:
                    inner = dataclasses.replace(variable, name=f"{variable.name}.{key}")
                    before.append(UNSET if _holds_run_time_value(value) else value)
                    found.append(Place(target, key, inner, before[-1] is UNSET, replaced=True))
        return tuple(found), tuple(before)

    def grown(self, added: tuple[Place, ...]) -> Places:
        """The same places and some more slots."""
        return dataclasses.replace(self, slots=self.slots + added)

    def reshaped(self) -> list[tuple[Any, Variable]]:
        """The lists and dicts under variables that the region assigns which have another length or other keys now."""
        return [(now, variable) for now, old, variable in self.contents if _structure(now) != _structure(old)]

    def write(self, values: Sequence[Any]) -> None:
        """Puts values into all slots."""
        for container, content, _ in self.contents:
            if isinstance(container, list):
                container[:] = content
            else:
                container.clear()
                container.update(content)
        for slot, value in zip(self.slots, values, strict=True):
            slot.write(value)


NO_PLACES = Places((), ())


def changed(container: Any, variable: Variable) -> Exception:
    """The error for an object that a region has changed in a way that it cannot carry."""
    if isinstance(container, list | dict):
        message = f"`{variable.name}` has another length or other keys at the end of a run-time branch or loop"
        return fail("container-structure-changed", message, span=variable.span)
    if isinstance(container, GlobalNumber):
        name = container.name
        message = f"a function changes the global variable `{name}` in a branch or loop that runs at run time"
        fix = f"Pass `{name}` to the function, return its new value, and assign that in the branch or loop."
        return fail("state-changed", message, span=variable.span, fix=fix)
    kind = "class" if isinstance(container, type) else type(container).__name__
    message = f"`{variable.name}` (of type {kind}) is changed in a branch or loop that runs at run time"
    return fail("state-changed", message, span=variable.span, fix=_FIXES.get(kind))


_FIXES = {
    "set": "Keep a list of Booleans in place of the set, one for each possible element.",
    "deque": "Keep a list of fixed length in place of the deque, and assign to its elements.",
    "ndarray": "Make the array in the kernel: `cute.make_rmem_tensor(shape, dtype)`.",
    "Tensor": "Make the array in the kernel: `cute.make_rmem_tensor(shape, dtype)`.",
}


def find_places(info: RegionInfo, roots: Sequence[Any], cells: bool = False) -> Places:
    """The places of the objects that a region may change, each once.

    The variables that functions are closed over are places too, but for those of the function that the region stands
    in, which it carries by name; with `cells` also those: a region without statements carries none.
    """
    objects = [tracked for tracked in info.tracked if not is_numeric(roots[tracked.root])]
    if not objects:  # most regions
        return NO_PLACES
    search = _Search(cells)
    for tracked in objects:
        search.iterators = tracked.label in info.again
        target = _resolve(roots[tracked.root], tracked.path)
        carried = tracked.replaced and tracked.label in info.looped and is_taken_apart(target)
        if target is not UNSET and not carried:
            variable = Variable(tracked.label, info.spans.get(tracked.label, info.span))
            search.visit(target, tracked, variable, 0, set())
    return search.found()


def places_of(objects: Sequence[Any], label: str, span: Span | None) -> Places:
    """The places of all that some objects lead to, and of the variables of functions among them."""
    tracked = Tracked(0, (), label)
    search = _Search(True)
    for value in objects:
        if not is_numeric(value):
            search.visit(value, tracked, Variable(label, span), 0, set())
    return search.found()


def _resolve(root: Any, path: tuple[str, ...]) -> Any:
    """Follows plain attributes; a property is not touched and ends the search."""
    for name in path:
        if isinstance(root, ModuleType):
            root = vars(root).get(name, UNSET)
        elif name != "__dict__":  # whose items are the attributes
            root = _attributes(root).get(name, UNSET) if _is_open(root) or _is_authors_class(root) else UNSET
    return root


def _is_open(value: Any) -> bool:
    """Whether the object can change in place and belongs to the author: see `_is_closed_class`."""
    if value is UNSET or is_numeric(value) or isinstance(value, _NEVER):
        return False
    cls = type(value)
    if issubclass(cls, list | dict):
        return True
    return (
        not has_state(cls)
        and not _is_closed_class(cls)
        and (not _is_library(cls) or isinstance(value, DynamicExpression))
    )


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

    def __init__(self, cells: bool) -> None:
        self.slots: dict[SlotKey, Place] = {}
        self.structures: dict[int, tuple[Any, Any, Variable]] = {}
        self.contents: dict[int, tuple[Any, Any, Variable]] = {}
        self.holders: dict[int, tuple[Any, frozenset[str], Variable]] = {}
        self.iterators = False
        self._cells = cells

    def found(self) -> Places:
        """What the visits have collected."""
        structures, contents = tuple(self.structures.values()), tuple(self.contents.values())
        return Places(tuple(self.slots.values()), structures, contents, tuple(self.holders.values()))

    def visit(
        self, target: Any, tracked: Tracked, variable: Variable, level: int, seen: set[int], checked: bool = True
    ) -> None:
        """The slots of an object that lies `level` elements or attributes below the tracked one."""
        if id(target) in seen:
            return
        seen.add(id(target))
        if not _is_open(target):
            self._visit_closed(target, tracked, variable, level, seen, checked)
            return
        if tracked.replaced and isinstance(target, list | dict):
            self.contents.setdefault(id(target), (target, target.copy(), variable))
        elif checked:
            self.structures[id(target)] = (target, _structure(target), variable)
        if not isinstance(target, list | dict):
            self.holders.setdefault(id(target), (target, _names(target), variable))
        for key, value in _slots(target, tracked.key if level == tracked.depth else None):
            name = f"{variable.name}[{key!r}]" if isinstance(target, list | dict) else f"{variable.name}.{key}"
            inner = dataclasses.replace(variable, name=name)
            self.visit(value, tracked, inner, level + 1, seen, checked)
            self._add(Place(target, key, inner, _assigns(tracked, key, level), tracked.replaced))
        for base in _authors_classes(type(target)):
            whole = Tracked(tracked.root, (), base.__name__)
            self.visit(base, whole, dataclasses.replace(variable, name=base.__name__), level + 1, seen, checked)

    def _visit_closed(
        self, target: Any, tracked: Tracked, variable: Variable, level: int, seen: set[int], checked: bool
    ) -> None:
        """What a thing leads to that is not carried by its own parts: a tuple, a function, a class, a set."""
        held = _structure(target)
        if held is not None and checked and (self.iterators or not is_iterator(target)):
            self.structures[id(target)] = (target, held, variable)
        if isinstance(target, FunctionType):
            self._visit_function(target, tracked, variable, level, seen, checked)
            return
        for value in _held_objects(target):
            self.visit(value, tracked, variable, level + 1, seen, checked)
        if _is_authors_class(target):
            stored = tracked.key if level == tracked.depth else None
            for key, value in _slots(target, stored):
                inner = dataclasses.replace(variable, name=f"{variable.name}.{key}")
                self.visit(value, tracked, inner, level + 1, seen, checked)
                self._add(Place(target, key, inner, _assigns(tracked, key, level), tracked.replaced))

    def _visit_function(
        self, target: FunctionType, tracked: Tracked, variable: Variable, level: int, seen: set[int], checked: bool
    ) -> None:
        """What a function was closed over, its defaults, its attributes, and the globals that it changes.

        A list of the host may be its log: it may grow while the function is traced. One that was made in the author's
        current function may not.
        """
        own = _variables_here(target)
        for name, content in _cells(target):
            inside = checked and name in own
            self.visit(content, tracked, dataclasses.replace(variable, name=name), level + 1, seen, inside)
        made_here = checked and _is_defined_here(target)
        for value in (*(target.__defaults__ or ()), *(target.__kwdefaults__ or {}).values()):
            self.visit(value, tracked, variable, level + 1, seen, made_here)
        for key, value in vars(target).items():
            if not key.startswith("__"):
                inner = dataclasses.replace(variable, name=f"{variable.name}.{key}")
                self.visit(value, tracked, inner, level + 1, seen, made_here)
                self._add(Place(target, key, inner, _assigns(tracked, key, level)))
        assigned = _cells_changed(target.__code__)
        for name, cell in zip(target.__code__.co_freevars, target.__closure__ or (), strict=True):
            if name in assigned and (self._cells or name not in own):
                self._add(Place(cell, "cell_contents", dataclasses.replace(variable, name=name), False))
        self._visit_globals(target, tracked, variable, level, seen)

    def _visit_globals(
        self, target: FunctionType, tracked: Tracked, variable: Variable, level: int, seen: set[int]
    ) -> None:
        """The numbers that a function assigns in its module, and the objects there whose parts it may assign."""
        if target.__module__ and target.__module__.partition(".")[0] in _LIBRARIES:
            return
        assigned, used = _globals_changed(target.__code__)
        for name in assigned:
            number = GlobalNumber(target.__globals__, name)
            if (held := _structure(number)) is not None:
                key = hash((id(target.__globals__), name))
                self.structures[key] = (number, held, dataclasses.replace(variable, name=name))
        for name in used:
            content = target.__globals__.get(name, UNSET)
            if isinstance(content, list | dict) or _is_authors_class(content) or _authors_classes(type(content)):
                self.visit(content, tracked, dataclasses.replace(variable, name=name), level + 1, seen, False)

    def _add(self, place: Place) -> None:
        known = self.slots.get(place.identity)
        promote = place.promote or (known is not None and known.promote)
        replaced = place.replaced and (known is None or known.replaced)
        if known is None or (promote, replaced) != (known.promote, known.replaced):
            self.slots[place.identity] = dataclasses.replace(place, promote=promote, replaced=replaced)


def _assigns(tracked: Tracked, key: Any, level: int) -> bool:
    """Whether the region itself assigns a slot."""
    if tracked.whole:
        return level >= tracked.depth
    return tracked.key is not None and level == tracked.depth and key == tracked.key


def _held_objects(value: Any) -> Sequence[Any]:
    """What a thing that cannot change holds: elements, fields, what a function was closed over."""
    match value:
        case tuple():
            return value
        case MethodType() | BuiltinFunctionType():
            return (value.__self__,)
        case FunctionType():
            held = [content for _, content in _cells(value)]
            return [*held, *(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
        case _ if hasattr(type(value), "staged"):  # a decorated function
            return (value.function, *value.bound)
        case partial():
            return (value.func, *value.args, *value.keywords.values())
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type) and not _is_library(type(value)):
            return list(_attributes(value).values())
        case _:
            return ()


def _cells(function: FunctionType) -> list[tuple[str, Any]]:
    """The variables that a function is closed over, with what those that are set hold."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return [(name, content) for name, cell in cells if (content := _content(cell)) is not UNSET]


@cache
def _globals_changed(code: CodeType) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The globals that a function assigns, and those that it reads if it assigns elements or attributes."""
    found = [(step.opname, step.argval) for step in dis.get_instructions(code)]
    assigned = {name for kind, name in found if kind == "STORE_GLOBAL"}
    stores = any(kind in ("STORE_SUBSCR", "STORE_ATTR") for kind, _ in found)
    used = {name for kind, name in found if kind == "LOAD_GLOBAL"} if stores else set[str]()
    return tuple(sorted(assigned)), tuple(sorted(used))


@cache
def _cells_changed(code: CodeType) -> frozenset[str]:
    """The variables of enclosing functions that a function assigns, or that functions defined in it do.

    A function that only reads one leaves it to the function whose variable it is, which carries it by name.
    """
    codes = (code, *_codes_in(code))
    assigned = {step.argval for one in codes for step in dis.get_instructions(one) if step.opname == "STORE_DEREF"}
    return frozenset(assigned.intersection(code.co_freevars))


def _is_defined_here(function: FunctionType) -> bool:
    """Whether a function is defined in the author's current function."""
    frame = user_frame()
    return frame is not None and function.__code__ in _codes_in(frame.f_code)


def _variables_here(function: FunctionType) -> tuple[str, ...]:
    """The variables of the author's current function, if `function` is defined in it; nothing for other functions."""
    frame = user_frame()
    return frame.f_code.co_cellvars if frame is not None and _is_defined_here(function) else ()


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
                pending += _held_objects(inner)
            else:
                free = zip(inner.__code__.co_freevars, inner.__closure__ or (), strict=True)
                pending += [_content(cell) for name, cell in free if name != variable]
                pending += inner.__defaults__ or ()
    return False


def _holds_run_time_value(value: Any) -> bool:
    """Whether a run-time value is found from a value, as `leads_to` finds an object."""
    pending, seen = [value], set[int]()
    while pending:
        inner = pending.pop()
        if inner is UNSET or id(inner) in seen:
            continue
        seen.add(id(inner))
        leaves = flatten(inner)[0]
        if any(map(is_dynamic, leaves)):
            return True
        pending += [part for _, part in _slots(inner, None)] if _is_open(inner) else _held_objects(inner)
        pending += [leaf.value for leaf in leaves if isinstance(leaf, Fixed)]
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
    """The instance's own attributes, without properties and without the class's; of a class, those that are data."""
    if isinstance(target, type):
        return {name: value for name, value in vars(target).items() if _is_data(name, value)}
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


def _names(target: Any) -> frozenset[str]:
    """The names of an object's own attributes."""
    members = _slot_members(type(target))
    return frozenset(_attributes(target)) if members else frozenset(getattr(target, "__dict__", ()))


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


def _is_data(name: str, value: Any) -> bool:
    """Whether something in a class is neither a method nor anything else that belongs to the class's definition."""
    return not name.startswith("__") and not hasattr(type(value), "__get__") and not isinstance(value, type)


def _is_authors_class(value: Any) -> bool:
    """Whether something is a class whose attributes may be the author's state."""
    return isinstance(value, type) and _is_authors(value)


@cache
def _is_authors(cls: type) -> bool:
    return type(cls) in (type, ABCMeta) and not _is_library(cls) and not is_registered(cls)


@cache
def _authors_classes(cls: type) -> tuple[type, ...]:
    """The classes of the author that an object inherits from."""
    return tuple(base for base in cls.__mro__ if _is_authors(base))


def _structure(container: Any) -> tuple[Any, ...] | None:
    """What must not change: a list's length, a dict's keys, what `state` reads of other objects, a global number."""
    match container:
        case list():
            return (len(container),)
        case dict():
            return tuple(container)
        case GlobalNumber(space, name):
            value = space.get(name)
            return (value,) if type(value) in (int, float) or is_numeric(value) else None
        case _ if _decides_itself(type(container)):
            return tuple(_attributes(container).values())
        case _:
            return state(container)


@cache
def _decides_itself(cls: type) -> bool:
    """Whether a class of the author decides what an assignment to an attribute does."""
    own = _is_closed_class(cls) and not is_registered(cls) and not issubclass(cls, _NEVER) and not _is_library(cls)
    return own and not dataclasses.is_dataclass(cls) and not issubclass(cls, DynamicExpression)
