"""Handles that programs with code of their own pass around, as values of the language and back."""

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.ir.types import PtrType
from cutedsl.lang.emitter import cute_emitter
from cutedsl.lang.pointer import Pointer
from cutedsl.lang.raw_values import NUMERIC_CLASSES as NUMERIC_CLASSES
from cutedsl.lang.raw_values import class_of
from cutedsl.lang.raw_values import value_of as value_of
from cutedsl.layout.text import parse_layout
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle, is_handle
from cutedsl.types import AddressSpace


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


def pointer_of(given: Any) -> Pointer:
    """The pointer of a handle that `Pointer.llvm_ptr` gave; a pointer itself. Errors: not-yet for other handles."""
    if isinstance(given, Pointer):
        return given
    kind = cute_emitter().type_of(given)
    if not isinstance(kind, PtrType):
        raise fail("not-yet", f"a handle of type {kind} as a pointer")
    dtype = class_of(kind.element)
    if dtype is None:
        raise fail("not-yet", f"a handle of a pointer to {kind.element}", fix="Use the pointer itself.")
    swizzle = parse_layout(kind.swizzle.data) if kind.swizzle.data else None
    return Pointer(given, dtype, AddressSpace[kind.space.data], kind.align.data, swizzle)
