"""`frozen`: value classes as `dataclass(frozen=True, slots=True)` makes them, in a quarter of the time.

All immutable classes of the package are made by it; `dataclass` is for records that change, and in `ops`, which is
written as users write.

A dataclass compiles six functions for each class, half a millisecond; the classes that a stored program needs took a
third of a second process's first call. Here one function is compiled, and the others are closures that all classes
share. Source: `dataclasses` of the standard library, whose `fields`, `replace`, `astuple`, `match` and pickling work.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from reprlib import recursive_repr
from types import SimpleNamespace
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")
_set = object.__setattr__
_NOT_FROZEN: Any = SimpleNamespace(frozen=False)


@overload
def frozen(cls: type[T], /) -> type[T]: ...
@overload
def frozen(
    *, eq: bool = True, repr: bool = True, order: bool = False, slots: bool = True
) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(
    cls: type[Any] | None = None, /, *, eq: bool = True, repr: bool = True, order: bool = False, slots: bool = True
) -> Any:
    """A class of values: fields as in a dataclass, set once, compared and hashed by value, kept in slots.

    Methods of these names that the class defines itself are kept. Without `eq` values are compared by identity, or as a
    base does it; without `repr` they are shown as a base does it; with `order`, in the order of their fields. Without
    `slots` values take further attributes, as `cached_property` needs, and weak references.

    >>> @frozen
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(1, 0), Point(1) == Point(2)
    (Point(x=1, y=0), True, False)
    """

    def make(cls: type[Any]) -> type[Any]:
        return _made(cls, eq, repr, order, slots)

    return make if cls is None else make(cls)


def _made(cls: type[Any], eq: bool, repr: bool, order: bool, slots: bool) -> type[Any]:
    own = dict(vars(cls))
    if "__eq__" in own and own.get("__hash__") is None:
        own.pop("__hash__", None)  # Python's None for a class with `__eq__` alone
    # The standard library compiles two functions for a frozen class; it insists on them only below another frozen one.
    below = any(vars(one).get("__dataclass_params__", _NOT_FROZEN).frozen for one in cls.__mro__)
    made: Any = dataclass(init=False, repr=False, eq=False, frozen=below, slots=slots)(cls)
    made.__dataclass_params__.frozen = True
    found = fields(made)
    methods: dict[str, Callable[..., Any]] = {
        "__init__": _initialiser(cls, found),
        "__setattr__": _refuse_setting,
        "__delattr__": _refuse_deleting,
    }
    if slots:
        names = [one.name for one in found]
        methods |= {"__getstate__": _state_giver(names), "__setstate__": _state_taker(names)}
    if repr:
        methods["__repr__"] = _shower([one.name for one in found if one.repr])
    if eq:
        methods |= _comparison([one.name for one in found if one.compare], order=order)
    for name, method in methods.items():
        if name not in own:
            setattr(made, name, method)
    return made


def _initialiser(cls: type, found: tuple[Field[Any], ...]) -> Callable[..., None]:
    """`__init__`, compiled: it is called too often for a loop over the fields."""
    known: dict[str, Any] = {"_set": _set, "_missing": MISSING}
    parameters, by_name, lines = ["self"], list[str](), list[str]()
    for one in found:
        value, parameter = one.name, one.name
        if one.default_factory is not MISSING:
            known[f"_made_{one.name}"] = one.default_factory
            value = f"_made_{one.name}()"
            if one.init:
                parameter += "=_missing"
                value += f" if {one.name} is _missing else {one.name}"
        elif one.default is not MISSING:
            known[f"_default_{one.name}"] = one.default
            parameter += f"=_default_{one.name}"
            value = value if one.init else f"_default_{one.name}"
        elif not one.init:
            continue  # `__post_init__` sets it
        if one.init:
            (by_name if one.kw_only else parameters).append(parameter)
        lines.append(f" _set(self, {one.name!r}, {value})")
    parameters += ["*", *by_name] if by_name else []
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    known["__name__"] = cls.__module__  # as a debugger tells our frames from the author's
    exec(f"def __init__({', '.join(parameters)}):\n" + "\n".join(lines or [" pass"]), known)
    initialiser = known["__init__"]
    initialiser.__qualname__ = f"{cls.__qualname__}.__init__"
    initialiser.__annotations__ = {one.name: one.type for one in found if one.init} | {"return": None}
    return initialiser


def _shower(names: list[str]) -> Callable[[Any], str]:
    @recursive_repr()
    def shown(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return shown


def _few(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What `attrgetter` gives for several names, for one or none."""
    return lambda one: tuple(getattr(one, name) for name in names)


def _comparison(names: list[str], *, order: bool) -> dict[str, Callable[..., Any]]:
    values: Callable[[Any], tuple[Any, ...]] = attrgetter(*names) if len(names) > 1 else _few(names)

    def equal(self: Any, other: Any) -> Any:
        return values(self) == values(other) if type(self) is type(other) else NotImplemented

    def hashed(self: Any) -> int:
        return hash(values(self))

    found: dict[str, Callable[..., Any]] = {"__eq__": equal, "__hash__": hashed}
    if order:
        for name in ("__lt__", "__le__", "__gt__", "__ge__"):
            found[name] = _ordering(getattr(operator, name), values)
    return found


def _ordering(compare: Callable[[Any, Any], bool], values: Callable[[Any], tuple[Any, ...]]) -> Callable[..., Any]:
    def ordered(self: Any, other: Any) -> Any:
        return compare(values(self), values(other)) if type(self) is type(other) else NotImplemented

    return ordered


def _refuse_setting(self: Any, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deleting(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state_giver(names: list[str]) -> Callable[[Any], list[Any]]:
    return lambda self: [getattr(self, name) for name in names]


def _state_taker(names: list[str]) -> Callable[[Any, list[Any]], None]:
    def taken(self: Any, state: list[Any]) -> None:
        for name, value in zip(names, state, strict=True):
            _set(self, name, value)

    return taken
