"""Handles that programs with code of their own pass around, as values of the language and back."""

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.emission.raw_values import NUMERIC_CLASSES as NUMERIC_CLASSES
from cutedsl.lang.emission.raw_values import class_of
from cutedsl.lang.emission.raw_values import value_of as value_of
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.lang.tensors.pointer import pointer_of as pointer_of
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle, is_handle


def handle_of(value: Any) -> Handle:
    """The handle of a value, a pointer or a Python number; a handle itself."""
    if is_handle(value):
        return value
    if isinstance(value, Pointer):
        return value.handle
    return as_numeric(value).ir_value()


def numeric_class_of(kind: Any) -> type[Numeric]:
    """The numeric class of a type that a program passes to a dialect's function. Errors: not-yet for other types."""
    found = class_of(kind)
    if found is None:
        raise fail("not-yet", f"the type {kind!r} in private code")
    return found
