"""Values that a program was compiled with, as plain data: to compare those of a call with, or to give to call code."""

from __future__ import annotations

import importlib
import sys
from typing import Any, Final

_PLAIN: Final = (bool, int, float, str, type(None))
_BUILTINS: Final = {"tuple": tuple, "list": list}
_OWN: Final = "cutedsl."


def constant_of(value: object) -> dict[str, Any]:
    """A compile-time argument as plain data; one that has no such form is `{}`.

    >>> constant_of(128), constant_of(object())
    ({'value': 128}, {})
    """
    if type(value) in _PLAIN:
        return {"value": value}
    if type(value) is tuple:
        parts = [constant_of(item) for item in value]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        return {"items": parts} if all(parts) else {}
    if isinstance(value, type) and value.__module__.startswith(_OWN):
        return {"class": f"{value.__module__}:{value.__qualname__}"}
    return {}


def object_of_call(value: object) -> dict[str, Any] | None:
    """What call code compares an argument with, as plain data; None where it has no such form."""
    from cutedsl.execution.arrays.runtime_pointer import PointerKind, RuntimePointer

    if type(value) in _PLAIN:
        return {"value": value}
    if isinstance(value, PointerKind):
        return {"pointer": [value.dtype.name, value.memspace.name, value.align_bytes]}
    if value in _BUILTINS.values():
        return {"builtin": value.__name__}  # pyright: ignore
    if value is RuntimePointer:
        return {"class": f"{RuntimePointer.__module__}:{RuntimePointer.__qualname__}"}
    return None


def object_for_call(data: dict[str, Any]) -> object:
    """The inverse of `object_of_call`, in this process."""
    match data:
        case {"pointer": [dtype, memspace, align_bytes]}:
            from cutedsl.execution.arrays.runtime_pointer import pointer_kind
            from cutedsl.types import AddressSpace, dtype_named

            return pointer_kind(dtype_named(dtype), AddressSpace[memspace], align_bytes)
        case {"builtin": name}:
            return _BUILTINS[name]
        case {"class": place}:
            module, _, name = place.partition(":")
            return getattr(importlib.import_module(module), name)
        case _:
            value = data["value"]
            return sys.intern(value) if isinstance(value, str) else value
