"""`cutlass._mlir.dialects.cute`: types of pointers, and pointers of another type."""

from __future__ import annotations

from typing import Any

from cutedsl.compat.mlir.handles import pointer_of
from cutedsl.errors.frozen import frozen
from cutedsl.lang.tensors.pointer import Pointer, recast_ptr
from cutedsl.types import AddressSpace as AddressSpace


@frozen
class PtrType:
    """What a pointer points to, in which space, aligned to so many bytes."""

    value_type: Any
    memspace: AddressSpace
    align_bytes: int

    @staticmethod
    def get(
        value_type: Any, address_space: AddressSpace = AddressSpace.generic, alignment: int = 1, *others: object
    ) -> PtrType:
        """The type of pointers to `value_type`: a numeric class, or the type of a tensor map."""
        return PtrType(value_type, address_space, alignment)


def recast_iter(result_type: PtrType, source: Any, *, loc: object = None, ip: object = None) -> Pointer:
    """The pointer as one of another type; one to a tensor map stays what it is, as copies take any."""
    pointer = source if isinstance(source, Pointer) else pointer_of(source)
    if isinstance(result_type.value_type, type):
        return recast_ptr(pointer, dtype=result_type.value_type)
    return pointer
