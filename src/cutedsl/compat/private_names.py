"""Names of `cutlass` that are not public and that programs use, and retired ones."""

from __future__ import annotations

import inspect as inspect  # a library puts a quicker one in its place, where it reads locations
from collections.abc import Mapping
from typing import Any, Final

from cutedsl.compat.arch_enum import Arch as Arch
from cutedsl.compat.arch_enum import BaseDSL as BaseDSL
from cutedsl.compat.arch_enum import CuTeDSL as CuTeDSL
from cutedsl.errors import DSLCudaRuntimeError as DSLCudaRuntimeError
from cutedsl.errors import DSLNotImplemented as DSLNotImplemented
from cutedsl.errors import DSLOptimizationWarning as DSLOptimizationWarning
from cutedsl.errors.names.not_yet import NotYet
from cutedsl.lang.atoms.copy_ops import CopyOp as CopyOp
from cutedsl.lang.atoms.mma_ops import MmaOp as MmaOp
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.staging.numeric import Numeric, NumericMeta
from cutedsl.staging.operators import CLASS_OF
from cutedsl.staging.scalars import (
    BFloat16,
    Boolean,
    Float,
    Float4E2M1FN,
    Float6E2M3FN,
    Float6E3M2FN,
    Float8E4M3FN,
    Float8E5M2,
    Float8E8M0FNU,
    Float16,
    Float32,
    Float64,
    Int4,
    Int8,
    Int16,
    Int32,
    Int64,
    Integer,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
)
from cutedsl.staging.tree import DynamicExpression, extract_mlir_values
from cutedsl.staging.value_tree import debug_print_mlir_values as debug_print_mlir_values
from cutedsl.staging.value_tree import set_dynamic_debug as set_dynamic_debug

_Tensor = Tensor
"""The class of tensors, where libraries look for it to add methods of their own."""


class _Kind(type):
    """The class of `FloatMeta` and `IntegerMeta`: the language's own numeric classes count as made by them."""

    def __instancecheck__(cls, instance: object) -> bool:
        made: type = Float if cls.__name__ == "FloatMeta" else Integer
        return isinstance(instance, NumericMeta) and issubclass(instance, made)


class FloatMeta(NumericMeta, metaclass=_Kind):
    """Makes a program's own float class, of values that are stored as another type.

    `class Complex64(Float32, metaclass=FloatMeta, width=64, mlir_type=T.f64)`: the class makes its values itself, and
    tensors keep it as their element type. Errors: not-yet for another width than the stored type has.
    """


class IntegerMeta(NumericMeta, metaclass=_Kind):
    """Makes a program's own integer class, as `FloatMeta` does of floats."""


class Trait:
    """What an operation that a program defines says of itself: `value` is the type of its atom."""

    def __init__(self, value: Any) -> None:
        self.value = value


def make_atom(kind: Any, values: object = None, *, loc: object = None, ip: object = None) -> Any:
    """The atom of a type, which here is the type itself."""
    return kind


class _Types:
    """`T`: element types by their MLIR names, called to be had: `T.i32()`, `T.vector(4, T.f32())`."""

    def __init__(self, classes: Mapping[str, type[Numeric]]) -> None:
        self._classes = classes

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "vector":
            from cutedsl.compat.mlir.vector import VectorType

            return VectorType
        if name not in self._classes:
            return NotYet(f"T.{name}")
        return lambda: self._classes[name]


T: Final = _Types(
    {
        "bool": Boolean,
        "i1": Boolean,
        "i8": Int8,
        "i16": Int16,
        "i32": Int32,
        "i64": Int64,
        "f16": Float16,
        "bf16": BFloat16,
        "f32": Float32,
        "f64": Float64,
        "si4": Int4,
        "si8": Int8,
        "si16": Int16,
        "si32": Int32,
        "si64": Int64,
        "ui8": Uint8,
        "ui16": Uint16,
        "ui32": Uint32,
        "ui64": Uint64,
        "f8E5M2": Float8E5M2,
        "f8E4M3FN": Float8E4M3FN,
        "f8E8M0FNU": Float8E8M0FNU,
        "f6E2M3FN": Float6E2M3FN,
        "f6E3M2FN": Float6E3M2FN,
        "f4E2M1FN": Float4E2M1FN,
    }
)


__STR_TO_DTYPE__: Final[Mapping[str, type[Numeric]]] = {cls.__name__: cls for cls in CLASS_OF.values()}
"""The numeric classes by their names."""


def DialectAutoConvertProxy(dialect: Any) -> Any:
    """A dialect whose functions take numbers of the language for handles, as all of them do here."""
    return dialect


def is_dynamic_expression(value: object) -> bool:
    """Whether an object gives its run-time values as handles and is made again from others."""
    return isinstance(value, DynamicExpression)


MLIR_DYNAMIC_INDEX: Final = -(2**31)
"""An index of an address that the program gives at run time."""


def get_mlir_types(value: object) -> list[Any]:
    """The types of the handles that a value is made of."""
    return [handle.type for handle in extract_mlir_values(value)]


def extract_mlir_attributes(value: object) -> list[object]:
    """The attributes of a value's handles as a kernel's parameters; of values that name none, an empty one each."""
    own = getattr(value, "__extract_mlir_attributes__", None)
    return own() if own is not None else [{} for _ in extract_mlir_values(value)]


def _build_kernel_attrs(config: object) -> dict[str, object]:
    """The attributes of a launch that programs take away before they compile: there are none here to take."""
    return {}


class _Packed(tuple[Any, ...]):
    """A shape as a value of the IR: the shape itself, which is its type and that one's attribute too."""

    __slots__ = ()

    @property
    def type(self) -> _Packed:
        return self

    attribute = type


def _pack_shape(shape: Any, *, loc: object = None, ip: object = None) -> Any:
    """A shape as a value of the IR, which here is the shape itself."""
    return _Packed(shape) if isinstance(shape, tuple) else shape


_pack_tile = _pack_shape
