"""`frozen`: value classes as `dataclass(frozen=True, slots=True)` makes them, in a quarter of the time.

A dataclass compiles six functions for each class, half a millisecond; the classes that a stored program needs took a
third of a second process's first call. Here one function is compiled, and the others are closures that all classes
share. Source: `dataclasses` of the standard library, whose `fields`, `replace`, `astuple`, `match` and pickling work.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from reprlib import recursive_repr
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")
_set = object.__setattr__


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """A class of values: fields as in a dataclass, set once, compared and hashed by value, kept in slots.

    Methods of these names that the class defines itself are kept.

    >>> @frozen
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(1, 0), Point(1) == Point(2)
    (Point(x=1, y=0), True, False)
    """
    own = vars(cls)
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    found = fields(made)
    methods = {
        "__init__": _initialiser(cls, found),
        "__repr__": _shower([one.name for one in found if one.repr]),
        "__setattr__": _refuse_setting,
        "__delattr__": _refuse_deleting,
        "__getstate__": _state_giver([one.name for one in found]),
        "__setstate__": _state_taker([one.name for one in found]),
        **_comparison([one.name for one in found if one.compare]),
    }
    for name, method in methods.items():
        if name not in own:
            setattr(made, name, method)
    return made


def _initialiser(cls: type, found: tuple[Field[Any], ...]) -> Callable[..., None]:
    """`__init__`, compiled: it is called too often for a loop over the fields."""
    known: dict[str, Any] = {"_set": _set, "_missing": MISSING}
    parameters, lines = ["self"], list[str]()
    for one in found:
        if one.kw_only or (not one.init and one.default_factory is MISSING):
            raise TypeError(f"{cls.__qualname__}.{one.name}: `frozen` has plain fields only")
        value = one.name
        if one.default_factory is not MISSING:
            known[f"_made_{one.name}"] = one.default_factory
            value = f"_made_{one.name}()"
            if one.init:
                parameters.append(f"{one.name}=_missing")
                value += f" if {one.name} is _missing else {one.name}"
        elif one.default is not MISSING:
            known[f"_default_{one.name}"] = one.default
            parameters.append(f"{one.name}=_default_{one.name}")
        else:
            parameters.append(one.name)
        lines.append(f" _set(self, {one.name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    known["__name__"] = cls.__module__  # as a debugger tells our frames from the author's
    exec(f"def __init__({', '.join(parameters)}):\n" + "\n".join(lines or [" pass"]), known)
    initialiser = known["__init__"]
    initialiser.__qualname__ = f"{cls.__qualname__}.__init__"
    initialiser.__annotations__ = {one.name: one.type for one in found} | {"return": None}
    return initialiser


def _shower(names: list[str]) -> Callable[[Any], str]:
    @recursive_repr()
    def shown(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return shown


def _few(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What `attrgetter` gives for several names, for one or none."""
    return lambda one: tuple(getattr(one, name) for name in names)


def _comparison(names: list[str]) -> dict[str, Callable[..., Any]]:
    values: Callable[[Any], tuple[Any, ...]] = attrgetter(*names) if len(names) > 1 else _few(names)

    def equal(self: Any, other: Any) -> Any:
        return values(self) == values(other) if type(self) is type(other) else NotImplemented

    def hashed(self: Any) -> int:
        return hash(values(self))

    return {"__eq__": equal, "__hash__": hashed}


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
