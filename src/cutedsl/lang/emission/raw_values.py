"""Handles that programs with MLIR of their own pass around, as values of the language and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.layout.parse import parse_layout
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
)
from cutedsl.types import AddressSpace

if TYPE_CHECKING:
    from cutedsl.lang.tensors.pointer import Pointer

NUMERIC_CLASSES: tuple[type[Numeric], ...] = (
    Int32, Float32, Int64, Boolean, Float16, BFloat16, Float64, Int16, Int8,
)  # fmt: skip
"""The classes that handles are known by; integers count as signed."""
_MOST_ELEMENTS = 256


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
    return cls.from_handle(given)


def class_of(kind: Any) -> type[Numeric] | None:
    """The class of a type, given as a class (`Uint32`), as MLIR's (`Uint32.mlir_type`) or called to be had."""
    if is_numeric_class(kind):
        return kind
    emitter = cute_emitter()
    classes = (*NUMERIC_CLASSES, *CLASS_OF.values())
    return next((cls for cls in classes if emitter.dtype_type(cls.spec) == kind), None)


def vector_of(given: Any) -> TensorSSA | None:
    """The register vector of a handle that `TensorSSA.ir_value` or private code gave; None for everything else."""
    if isinstance(given, TensorSSA) or not is_handle(given):
        return given if isinstance(given, TensorSSA) else None
    emitter = cute_emitter()
    kind = emitter.type_of(given)
    for count in range(1, _MOST_ELEMENTS + 1):
        for cls in NUMERIC_CLASSES:
            if emitter.vector_type(cls.spec, count) == kind:
                return TensorSSA(given, (count,), cls)
    return None


def is_pointer_handle(value: object) -> bool:
    """Whether a value is the handle of a pointer, as `Pointer.llvm_ptr` gives."""
    from cutedsl.ir.types import PtrType  # here, as importing cutedsl loads no xdsl

    return is_handle(value) and isinstance(cute_emitter().type_of(value), PtrType)


def pointer_of(given: Any) -> Pointer:
    """The pointer of a handle that `Pointer.llvm_ptr` gave; a pointer itself. Errors: not-yet for other handles."""
    from cutedsl.lang.tensors.pointer import Pointer

    if isinstance(given, Pointer):
        return given
    kind: Any = cute_emitter().type_of(given)
    if not is_pointer_handle(given):
        raise fail("not-yet", f"a handle of type {kind} as a pointer")
    dtype = class_of(kind.element)
    if dtype is None:
        raise fail("not-yet", f"a handle of a pointer to {kind.element}", fix="Use the pointer itself.")
    swizzle = parse_layout(kind.swizzle.data) if kind.swizzle.data else None
    return Pointer(given, dtype, AddressSpace[kind.space.data], kind.align.data, swizzle)


def apply_operator(operate: Callable[..., Any], *given: Any) -> Handle | Numeric:
    """A Python operator on handles and numbers: a number where one of them is a number of the language, else a handle.

    A comparison of handles is the handle of a Boolean.
    """
    result = operate(*[value_of(value) if is_handle(value) else value for value in given])
    return result if any(is_numeric(value) for value in given) else result.ir_value()
