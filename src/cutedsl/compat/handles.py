"""Handles that programs with code of their own pass around, as values of the language and back."""

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.ir.types import PtrType
from cutedsl.lang.emitter import cute_emitter
from cutedsl.lang.pointer import Pointer
from cutedsl.layout.text import parse_layout
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle, is_handle
from cutedsl.staging.scalars import (
    BFloat16,
    Boolean,
    Float16,
    Float32,
    Float64,
    Int8,
    Int16,
    Int32,
    Int64,
)
from cutedsl.types import AddressSpace

NUMERIC_CLASSES: tuple[type[Numeric], ...] = (
    Int32, Float32, Int64, Boolean, Float16, BFloat16, Float64, Int16, Int8,
)  # fmt: skip
"""The classes that handles are known by; integers count as signed."""


def handle_of(value: Any) -> Handle:
    """The handle of a value, a pointer or a Python number; a handle itself."""
    if is_handle(value):
        return value
    if isinstance(value, Pointer):
        return value.handle
    return as_numeric(value).ir_value()


def value_of(given: Any) -> Numeric:
    """A number of the language for a handle or a value; integers count as signed, as MLIR has no signs.

    Errors: not-yet for handles of vectors and pointers.
    """
    if not is_handle(given):
        return as_numeric(given)
    emitter = cute_emitter()
    kind = emitter.type_of(given)
    for cls in NUMERIC_CLASSES:
        if emitter.dtype_type(cls.spec) == kind:
            return cls.from_handle(given)
    raise fail("not-yet", f"a handle of type {kind} in a private operation")


def pointer_of(given: Any) -> Pointer:
    """The pointer of a handle that `Pointer.llvm_ptr` gave; a pointer itself. Errors: not-yet for other handles."""
    if isinstance(given, Pointer):
        return given
    kind = cute_emitter().type_of(given)
    if not isinstance(kind, PtrType):
        raise fail("not-yet", f"a handle of type {kind} as a pointer")
    emitter = cute_emitter()
    dtype = next((cls for cls in NUMERIC_CLASSES if emitter.dtype_type(cls.spec) == kind.element), None)
    if dtype is None:
        raise fail("not-yet", f"a handle of a pointer to {kind.element}", fix="Use the pointer itself.")
    swizzle = parse_layout(kind.swizzle.data) if kind.swizzle.data else None
    return Pointer(given, dtype, AddressSpace[kind.space.data], kind.align.data, swizzle)
