"""The LLVM types of values on the GPU: as on every target, but pointers carry their address space."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute

from cutedsl.codegen.llvm.types import element_type, is_float, shaped, vector_size
from cutedsl.errors import fail
from cutedsl.ir.types import PtrType

POINTERS: Final = {
    "generic": "ptr",
    "gmem": "ptr addrspace(1)",
    "smem": "ptr addrspace(3)",
    "rmem": "ptr",
    "dsmem": "ptr addrspace(7)",
}
"""Address spaces: PTX's generic, global and shared ones; a thread's own memory is addressed generically."""

_INTEGER_BITS: Final = frozenset({1, 4, 8, 16, 32, 64, 128})


@lru_cache(maxsize=4096)
def value_type(mlir: Attribute) -> str:
    """The LLVM type of a value.

    Errors: `not-yet` for integers of other widths than 1, 4, 8, 16, 32, 64 and 128.

    >>> from xdsl.dialects.builtin import VectorType, f32
    >>> value_type(PtrType.of(f32, "smem")), value_type(VectorType(f32, [4]))
    ('ptr addrspace(3)', '<4 x float>')
    """
    if isinstance(mlir, PtrType):
        return POINTERS[mlir.space.data]
    _check_width(mlir)
    return shaped(mlir, vector_size(mlir))


@lru_cache(maxsize=4096)
def memory_type(mlir: Attribute) -> str:
    """The LLVM type of one element in memory: `i1` takes a byte.

    >>> from xdsl.dialects.builtin import i1, i32
    >>> memory_type(i1), memory_type(i32)
    ('i8', 'i32')
    """
    _check_width(mlir)
    scalar = shaped(element_type(mlir))
    return "i8" if scalar == "i1" else scalar


@lru_cache(maxsize=4096)
def only_stored(mlir: Attribute) -> bool:
    """Whether values of the type are loaded, stored and carried, but not computed with: the 8-bit floats.

    >>> from xdsl.dialects.builtin import Float8E5M2Type, f16
    >>> only_stored(Float8E5M2Type()), only_stored(f16)
    (True, False)
    """
    scalar = element_type(mlir)
    return not (isinstance(scalar, IntegerType | PtrType) or is_float(scalar))


def _check_width(mlir: Attribute) -> None:
    scalar = element_type(mlir)
    if isinstance(scalar, IntegerType) and scalar.width.data not in _INTEGER_BITS:
        raise fail("not-yet", f"integers of {scalar.width.data} bits on the GPU")


def zero_of(llvm_type: str) -> str:
    """Zero of any type that a value has here."""
    return "null" if llvm_type.startswith("ptr") else "zeroinitializer"
