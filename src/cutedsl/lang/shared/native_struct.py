"""`@cute.native_struct`: a mutable struct of numbers, carried as one value."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, dataclass_transform

from cutedsl.errors import user_frame
from cutedsl.staging.constexpr import is_constexpr
from cutedsl.staging.numeric import is_numeric_class

C = TypeVar("C", bound=type)


class _Fields:
    """What native structs share: values are converted when one is made, and it can be unpacked."""

    __slots__ = ()

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):  # pyright: ignore[reportArgumentType]
            if is_numeric_class(field.type):
                setattr(self, field.name, field.type(getattr(self, field.name)))

    def __iter__(self) -> Iterator[Any]:
        return iter([getattr(self, field.name) for field in dataclasses.fields(self)])  # pyright: ignore


@dataclass_transform(kw_only_default=True)
def native_struct(cls: C | None = None, *, zero_init: bool = True, packed: bool = False) -> Any:
    """Makes a class of annotated fields a struct by value: made with keywords, its fields read, assigned and unpacked.

    With `zero_init`, fields that are not given are zero. Control flow, kernels and functions carry it as one value.
    `packed` concerns the layout in memory, which a struct of values does not have here.
    Shapes: none; fields are values.

    Errors: numeric-cast for what is not a number; as Python has it, TypeError for a field without a value and
    AttributeError for other attributes. Source: CuTe DSL documentation, "Struct-like JIT Arguments".
    """

    def decorate(decorated: type) -> type:
        return _make_class(decorated.__name__, _read_fields(decorated), zero_init, decorated, decorated.__module__)

    return decorate if cls is None else decorate(cls)


def make_native_struct(
    name: str, fields: dict[str, Any], *, zero_init: bool = True, packed: bool = False
) -> Callable[..., Any]:
    """The struct by value with these fields; see `native_struct`.

    Shapes: none; fields are values.
    """
    return _make_class(name, dict(fields), zero_init, object, _authors()["__name__"])


def _authors() -> dict[str, Any]:
    """The names that the author's line can see."""
    frame = user_frame()
    return {} if frame is None else {**frame.f_globals, **frame.f_locals}


def _read_fields(cls: type) -> dict[str, Any]:
    """A class's fields; annotations that are text are read where the class stands."""
    names = _authors()
    found = inspect.get_annotations(cls)
    return {name: eval(kind, names) if isinstance(kind, str) else kind for name, kind in found.items()}


def _make_class(name: str, kinds: dict[str, Any], zero_init: bool, base: type, module: str) -> type:
    fields: list[Any] = []
    for field, kind in kinds.items():
        default = base.__dict__.get(field, dataclasses.MISSING)
        if default is dataclasses.MISSING and zero_init and is_numeric_class(kind) and not is_constexpr(kind):
            default = kind(0)
        fields.append((field, kind) if default is dataclasses.MISSING else (field, kind, _default(default)))
    methods = {key: value for key, value in base.__dict__.items() if key not in (*kinds, *_OWN)}
    made = dataclasses.make_dataclass(name, fields, bases=(_Fields,), namespace=methods, kw_only=True, slots=True)
    made.__module__ = module  # whose objects these are: control flow carries what is the author's
    return made


def _default(value: Any) -> Any:
    return dataclasses.field(default_factory=lambda: value)


_OWN = ("__dict__", "__weakref__", "__annotations__", "__annotate_func__", "__firstlineno__", "__static_attributes__")
"""What a class has of itself and does not hand to the struct made of it."""
