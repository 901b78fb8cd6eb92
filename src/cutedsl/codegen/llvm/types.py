"""MLIR types as LLVM types, and the suffixes that overloaded intrinsics carry."""

from __future__ import annotations

from xdsl.dialects import builtin
from xdsl.ir import Attribute

from cutedsl.errors import internal_error
from cutedsl.ir.types import PtrType

_FLOATS: dict[type[Attribute], tuple[str, str, int]] = {
    builtin.Float64Type: ("double", "f64", 8),
    builtin.Float32Type: ("float", "f32", 4),
    builtin.Float16Type: ("half", "f16", 2),
    builtin.BFloat16Type: ("bfloat", "bf16", 2),
}
_BYTE_FLOATS = (
    builtin.Float8E5M2Type,
    builtin.Float8E4M3Type,
    builtin.Float8E4M3FNType,
    builtin.Float8E4M3B11FNUZType,
    builtin.Float8E8M0FNUType,
    builtin.Float6E3M2FNType,
    builtin.Float6E2M3FNType,
    builtin.Float4E2M1FNType,
)


def scalar_type(mlir: Attribute) -> str:
    """The LLVM type of one element: `i32`, `float`, `half`, …; 8-bit floats are `i8`, pointers `ptr`.

    >>> scalar_type(builtin.f32), scalar_type(builtin.VectorType(builtin.i32, [4]))
    ('float', 'i32')
    """
    mlir = element_type(mlir)
    if type(mlir) is builtin.IntegerType:  # not cached: the hash of a type takes longer
        return f"i{mlir.width.data}"
    found = _FLOATS.get(type(mlir))
    if found is not None:
        return found[0]
    if isinstance(mlir, PtrType):
        return "ptr"
    if isinstance(mlir, _BYTE_FLOATS):
        return "i8"
    raise internal_error(f"no LLVM type for {mlir}")


def suffix(mlir: Attribute, lanes: int = 0) -> str:
    """The mangled type of an overloaded intrinsic: `f32`, `v32f32`, `i64`.

    >>> suffix(builtin.f32, 32)
    'v32f32'
    """
    mlir = element_type(mlir)
    name = _FLOATS[type(mlir)][1] if type(mlir) in _FLOATS else scalar_type(mlir)
    return f"v{lanes}{name}" if lanes else name


def shaped(mlir: Attribute, lanes: int = 0) -> str:
    """The LLVM type of `lanes` elements as a vector, or of one element for 0.

    >>> shaped(builtin.f32, 32), shaped(builtin.f32)
    ('<32 x float>', 'float')
    """
    scalar = scalar_type(mlir)
    return f"<{lanes} x {scalar}>" if lanes else scalar


def element_type(mlir: Attribute) -> Attribute:
    """The element type of a register vector; any other type itself."""
    if type(mlir) is not builtin.VectorType:  # `isinstance` asks Python code, for xDSL's classes
        return mlir
    return mlir.element_type  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]


def vector_size(mlir: Attribute) -> int:
    """N of `vector<NxT>`, 0 for a scalar."""
    if type(mlir) is not builtin.VectorType:
        return 0
    (size,) = mlir.get_shape()  # pyright: ignore[reportUnknownMemberType]
    return size


def storage_bytes(mlir: Attribute) -> int:
    """Bytes of one element in memory; `i1` takes 1.

    >>> storage_bytes(builtin.bf16), storage_bytes(builtin.i1)
    (2, 1)
    """
    mlir = element_type(mlir)
    if type(mlir) is builtin.IntegerType:
        return max(1, mlir.width.data // 8)
    if type(mlir) in _FLOATS:
        return _FLOATS[type(mlir)][2]
    if isinstance(mlir, _BYTE_FLOATS):
        return 1
    raise internal_error(f"no storage size for {mlir}")


def bit_width(mlir: Attribute) -> int:
    """Bits of one element as a value: 1 for `i1`, else its storage bits."""
    mlir = element_type(mlir)
    return mlir.width.data if type(mlir) is builtin.IntegerType else 8 * storage_bytes(mlir)


def is_float(mlir: Attribute) -> bool:
    """Whether the element type computes in floating point (f16, bf16, f32, f64)."""
    return type(element_type(mlir)) in _FLOATS
