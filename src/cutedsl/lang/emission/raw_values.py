"""Handles of numbers that programs with MLIR of their own pass around, as values of the language and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.staging.numeric import Numeric, as_numeric, is_numeric_class
from cutedsl.staging.operators import CLASS_OF, is_numeric
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
    Uint8,
    Uint16,
    Uint32,
    Uint64,
)

NUMERIC_CLASSES: tuple[type[Numeric], ...] = (
    Int32, Float32, Int64, Boolean, Float16, BFloat16, Float64, Int16, Int8,
)  # fmt: skip
"""The classes that handles are known by; integers count as signed."""
_SIGNED: dict[type[Numeric], type[Numeric]] = {Uint8: Int8, Uint16: Int16, Uint32: Int32, Uint64: Int64}
"""By the unsigned classes that handles of the eager emitter have, what they count as."""


def value_of(given: Any) -> Numeric:
    """A number of the language for a handle or a value; integers count as signed, as MLIR has no signs.

    Errors: not-yet for handles of vectors and pointers.
    """
    if not is_handle(given):
        return as_numeric(given)
    kind = cute_emitter().type_of(given)
    cls = class_of(kind)
    if cls is None:
        raise fail("not-yet", f"a handle of type {kind} in a private operation")
    number = cls.from_handle(given)
    return number.bitcast(_SIGNED[cls]) if cls in _SIGNED else number


def class_of(kind: Any) -> type[Numeric] | None:
    """The class of a type, given as a class (`Uint32`), as MLIR's (`Uint32.mlir_type`) or called to be had."""
    if is_numeric_class(kind):
        return kind
    emitter = cute_emitter()
    classes = (*NUMERIC_CLASSES, *CLASS_OF.values())
    return next((cls for cls in classes if emitter.dtype_type(cls.spec) == kind), None)


def apply_operator(operate: Callable[..., Any], *given: Any) -> Handle | Numeric:
    """A Python operator on handles and numbers: a number where one of them is a number of the language, else a handle.

    A comparison of handles is the handle of a Boolean.
    """
    result = operate(*[value_of(value) if is_handle(value) else value for value in given])
    return result if any(is_numeric(value) for value in given) else result.ir_value()
