"""Addresses as arguments: `make_ptr`, `nullptr`."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.errors.frozen import frozen
from cutedsl.errors.translation.refusals import names_refusals
from cutedsl.execution.arrays.fake import ElementType
from cutedsl.types import AddressSpace, DType


@frozen
class PointerKind:
    """The element type, memory and alignment that pointers are compiled for; one object of each."""

    dtype: DType
    memspace: AddressSpace
    align_bytes: int


_KINDS: dict[tuple[int, int, int], PointerKind] = {}


def pointer_kind(dtype: DType, memspace: AddressSpace, align_bytes: int) -> PointerKind:
    """The kind of all pointers of an element type, a memory and an alignment. Errors: invalid-alignment."""
    of = (id(dtype), id(memspace), align_bytes)  # there is one object of each type, and hashing it takes longer
    found = _KINDS.get(of)
    if found is None:
        if align_bytes < 1 or align_bytes & (align_bytes - 1):
            raise fail("invalid-alignment", f"assumed_align must be a power of two, got {align_bytes}")
        found = _KINDS.setdefault(of, PointerKind(dtype, memspace, align_bytes))
    return found


class RuntimePointer:
    """An address to call a compiled function with; its element type, memory and alignment are compiled in.

    Units: `align_bytes`. Errors: invalid-alignment, argument-alignment.
    """

    __slots__ = ("address", "kind")

    kind: PointerKind
    """What a compilation for it is made for, as direct calls compare it."""
    address: int

    def __init__(self, dtype: DType, address: int, memspace: AddressSpace, align_bytes: int) -> None:
        self.kind, self.address = pointer_kind(dtype, memspace, align_bytes), address
        if not 0 <= address < 2**64:
            raise fail("argument-range", f"the address {address} does not fit in 64 bits", fix=_ADDRESS)
        if address % align_bytes:
            raise fail("argument-alignment", f"the address {address:#x} is not aligned to {align_bytes} bytes")

    @property
    def dtype(self) -> DType:
        return self.kind.dtype

    @property
    def memspace(self) -> AddressSpace:
        return self.kind.memspace

    @property
    def align_bytes(self) -> int:
        return self.kind.align_bytes

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RuntimePointer):
            return NotImplemented
        return self.address == other.address and self.kind == other.kind

    def __hash__(self) -> int:
        return hash((self.address, self.kind))

    @property
    def _pointer(self) -> int:
        """The address, by the name that programs free it with."""
        return self.address

    def __str__(self) -> str:
        return f"Ptr<0x{self.address:016x}@{self.memspace.name}>"

    __repr__ = __str__

    # -- the `JitArgument` methods, for objects that hold a pointer and describe themselves --------------------------
    def __c_pointers__(self) -> list[Any]:
        """Where the address lies."""
        return [ctypes.pointer(ctypes.c_void_p(self.address))]

    def __get_mlir_types__(self) -> list[RuntimePointer]:
        """A pointer of this kind."""
        return [self]

    def __new_from_mlir_values__(self, values: Sequence[Any]) -> Any:
        """The pointer of a trace."""
        return _STAGED[0](self, values[0])


_STAGED: list[Callable[[RuntimePointer, Any], Any]] = []


def name_staged_pointers(make: Callable[[RuntimePointer, Any], Any]) -> None:
    """Says what a pointer is while a function is traced: something of a layer above this one."""
    _STAGED[:] = [make]


@names_refusals
def make_ptr(
    dtype: ElementType,
    value: Any,
    mem_space: AddressSpace = AddressSpace.generic,
    assumed_align: int | None = None,
) -> RuntimePointer:
    """The address of elements of type `dtype`, as an argument: an int, or any pointer of ctypes.

    Units: `assumed_align` in bytes (default: the element's size). Nothing is known of how far the memory reaches, so
    accesses through it are not checked. Errors: invalid-alignment, argument-alignment, argument-type.
    Source: CuTe DSL documentation, "Runtime".

    >>> from cutedsl import Float32
    >>> make_ptr(Float32, 4096, AddressSpace.gmem)
    Ptr<0x0000000000001000@gmem>
    """
    spec = dtype.spec
    natural = max(1, spec.storage_bits // 8) if assumed_align is None else assumed_align
    return RuntimePointer(spec, value if type(value) is int else _address(value), mem_space, natural)


_ADDRESS = "Pass a number: `x.ctypes.data` of a NumPy array, `x.data_ptr()` of a torch tensor."


def _address(value: Any) -> int:
    """The number of an address: of an int of another class, or any pointer of ctypes."""
    if isinstance(value, bool | str | bytes):
        raise fail("argument-type", f"`make_ptr` got {value!r} for an address", fix=_ADDRESS)
    if isinstance(value, int):
        return int(value)
    try:
        return ctypes.cast(value, ctypes.c_void_p).value or 0
    except (ctypes.ArgumentError, TypeError):
        raise fail(
            "argument-type", f"`make_ptr` got {with_article(type(value).__name__)} for an address", fix=_ADDRESS
        ) from None


def nullptr(
    dtype: ElementType, mem_space: AddressSpace = AddressSpace.generic, assumed_align: int | None = None
) -> RuntimePointer:
    """A pointer to compile with, where there is no address yet. Source: CuTe DSL documentation, "Runtime"."""
    return make_ptr(dtype, 0, mem_space, assumed_align)
