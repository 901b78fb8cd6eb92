"""`Pointer`: a typed address, with arithmetic, casts, loads and stores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.emission.raw_values import class_of
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA, full
from cutedsl.lang.tensors.address import (
    Address,
    as_element,
    cast_handle,
    check_elements,
    store_vector_at,
    vector_at,
)
from cutedsl.lang.tensors.kinds import moved_by, natural_align_bytes, pointer_type
from cutedsl.lang.tensors.masked import load_masked, store_masked
from cutedsl.lang.tensors.packed import load_at, load_packed, store_at, store_packed
from cutedsl.layout import Swizzle, make_layout
from cutedsl.layout.parse import parse_layout
from cutedsl.layout.value_type import ValueType, memory_type
from cutedsl.staging.numeric import Numeric, is_numeric_class
from cutedsl.staging.operators import compare
from cutedsl.staging.protocol import Handle, is_handle
from cutedsl.staging.scalars import Int32, Int64
from cutedsl.staging.tree import register_tree
from cutedsl.types import AddressSpace

SMALL_SPACES = (AddressSpace.smem, AddressSpace.dsmem, AddressSpace.tmem)
"""Memories whose addresses have 32 bits."""


@methods_take_places
class Pointer(Address):
    """An address in one memory, with the type of what lies there.

    Law: `(p + n)` points to element n from `p`; through a pointer with a swizzle, memory is accessed at the swizzled
    byte address, while arithmetic moves the plain one.

    Attributes:
        dtype: the class of the elements, also called `value_type`.
        memspace: the `AddressSpace`.
        swizzle: the swizzle of its addresses, or None.

    `Pointer(p, dtype=T)` is the address of another pointer, as one of elements of type T.

    Units: `alignment` in bytes. Source: CuTe DSL documentation, "cute"; BSD-3 `cute/pointer_swizzle.hpp`.
    """

    __slots__ = ()

    def __init__(
        self,
        handle: Any,
        dtype: type[Numeric] | None = None,
        memspace: AddressSpace | None = None,
        align_bytes: int = 1,
        swizzle: Swizzle | None = None,
    ) -> None:
        if memspace is None or dtype is None:  # as programs call it; the rest is of this package
            source: Pointer = handle.words() if hasattr(handle, "words") else pointer_of(handle)
            dtype = dtype or source.dtype
            memspace, align_bytes, swizzle = source.memspace, source.align_bytes, source.swizzle
            handle = cast_handle(source, dtype, align_bytes, swizzle)
        super().__init__(handle, dtype, memspace, align_bytes, swizzle)

    @property
    def value_type(self) -> type[Numeric]:
        return self.dtype

    @property
    def element_type(self) -> type[Numeric]:
        return self.dtype

    @property
    def alignment(self) -> int:
        """Bytes that divide the address at which the first element lies, swizzle included."""
        if self.swizzle is None:
            return self.align_bytes
        return min(self.align_bytes, self.swizzle.max_alignment)

    @property
    def max_alignment(self) -> int:
        """The alignment of the plain address in bytes."""
        return self.align_bytes

    @property
    def type(self) -> ValueType:
        """The type of this value, which prints as `!cute.ptr<f32, gmem>`."""
        aligned = None if self.align_bytes == natural_align_bytes(self.dtype) else self.align_bytes
        return memory_type(self.dtype.spec.short, str(self.memspace), aligned, self.swizzle, None)

    @property
    def value(self) -> Pointer:
        """What functions of the dialects take for the pointer: the pointer itself."""
        return self

    def _like(self, handle: Handle, align_bytes: int) -> Pointer:
        return Pointer(handle, self.dtype, self.memspace, align_bytes, self.swizzle)

    # -- moved ---------------------------------------------------------------------------------------------------
    __radd__ = Address.__add__

    def __sub__(self, offset: object) -> Pointer:
        return self + -offset  # pyright: ignore[reportOperatorIssue]

    def align(self, min_align: int) -> Pointer:
        """The same pointer with the promise that `min_align` bytes divide its address; nothing is checked.

        Errors: invalid-alignment.
        """
        if min_align < 1 or min_align & (min_align - 1):
            raise fail("invalid-alignment", f"`min_align` must be a power of two, got {min_align}")
        return cast_pointer(self, self.dtype, min_align, self.swizzle)

    def toint(self, dtype: type[Numeric] | None = None) -> Any:
        """The byte address: an Int32 in shared memory, counted from its start, of the cluster too; else an Int64.

        In tensor memory the address of a lane and a column, an Int32. `dtype` is another integer type to have it in.
        """
        emitter = cute_emitter()
        kind = Int32 if self.memspace in SMALL_SPACES else Int64
        (address,) = emitter.op("cute.ptr.to_int", (self.handle,), (emitter.dtype_type(kind.spec),), {})
        number = kind.from_handle(address)
        return number if dtype is None else number.to(dtype)

    def tospace(self, space: AddressSpace) -> Pointer:
        """The same address as a pointer to another memory: to `generic` from any, or from `generic` to where it lies.

        Nothing is checked of a generic pointer. Errors: operation-argument between two memories.
        """
        if space is self.memspace:
            return self
        if AddressSpace.generic not in (space, self.memspace):
            raise fail("operation-argument", f"a pointer to {self.memspace} cannot become one to {space}")
        kind = pointer_type(self.dtype, space, self.align_bytes, self.swizzle)
        (handle,) = cute_emitter().op("cute.ptr.cast", (self.handle,), (kind,), {})
        return Pointer(handle, self.dtype, space, self.align_bytes, self.swizzle)

    # -- compared ------------------------------------------------------------------------------------------------
    def _compared(self, op: str, other: object) -> Any:
        """The addresses compared at run time; with a number, `p == 0`, too."""
        if isinstance(other, int | Numeric):
            return compare(op, self.toint(), other)
        if not isinstance(other, Pointer):
            return NotImplemented
        if self.memspace is not other.memspace and AddressSpace.generic not in (self.memspace, other.memspace):
            message = f"a pointer to {self.memspace} is compared with one to {other.memspace}"
            raise fail("python-operation", message, fix="Compare pointers to one memory.")
        return compare(op, self.toint(), other.toint())

    def __eq__(self, other: object) -> Any:
        return True if self is other else self._compared("eq", other)

    def __ne__(self, other: object) -> Any:
        return False if self is other else self._compared("ne", other)

    def __lt__(self, other: Pointer) -> Any:
        return self._compared("lt", other)

    def __le__(self, other: Pointer) -> Any:
        return self._compared("le", other)

    def __gt__(self, other: Pointer) -> Any:
        return self._compared("gt", other)

    def __ge__(self, other: Pointer) -> Any:
        return self._compared("ge", other)

    __hash__ = object.__hash__

    @property
    def llvm_ptr(self) -> Handle:
        """The emitter's handle, under the name that programs with inline code use."""
        return self.handle

    def to_llvm_ptr(self) -> Handle:
        """The same, as a call."""
        return self.handle

    def ir_value(self, *, loc: object = None, ip: object = None) -> Handle:
        """The same, under the name that numbers have for it."""
        return self.handle

    def raw_ptr(self) -> Pointer:
        """The pointer without its swizzle."""
        return self if self.swizzle is None else cast_pointer(self, self.dtype, self.align_bytes, None)

    # -- carried by objects that name their own run-time parts -------------------------------------------------------
    def __extract_mlir_values__(self) -> list[Handle]:
        return [self.handle]

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Pointer:
        return self._like(values[0], self.align_bytes)

    # -- read and written ----------------------------------------------------------------------------------------
    def load(self, count: int = 1, *, alignment: int | None = None) -> Any:
        """Loads the element, or a vector of `count` elements.

        Units: `alignment` in bytes, a promise about the address.
        """
        if count != 1:
            at = self._promised(alignment)
            packed = self.dtype.spec.storage_bits < 8
            return load_packed(at, make_layout((count,)), count) if packed else vector_at(at, count)
        return load_at(self, 0) if self.dtype.spec.storage_bits < 8 else super().load()

    def store(self, value: object, *, alignment: int | None = None) -> None:
        """Stores an element, or a vector of elements.

        Units: `alignment` in bytes, a promise about the address. Errors: element-type-mismatch.
        """
        packed = self.dtype.spec.storage_bits < 8
        if not isinstance(value, TensorSSA):
            store_at(self, 0, as_element(value, self.dtype)) if packed else super().store(value)
            return
        check_elements(value, self.dtype)
        if packed:
            store_packed(self._promised(alignment), make_layout(value.count), value)
        else:
            store_vector_at(self._promised(alignment), value)

    def masked_load(self, mask: Any, *, default: Any = None, alignment: int | None = None) -> Any:
        """A vector of the elements from there on where `mask` holds, elsewhere of `default`, or zeros.

        Units: `alignment` in bytes, a promise about the address.
        """
        kept = default
        if default is not None and not isinstance(default, TensorSSA):
            kept = full((mask.count,), default, self.dtype)
        return load_masked(self._promised(alignment).__getitem__, self.dtype, mask.count, mask, kept)

    def masked_store(self, value: Any, mask: Any, *, alignment: int | None = None) -> None:
        """Writes the elements of a vector over those from there on where `mask` holds."""
        check_elements(value, self.dtype)
        store_masked(self._promised(alignment).__setitem__, value, mask)

    def _promised(self, alignment: int | None) -> Pointer:
        return self if alignment is None else self.align(alignment)

    # -- swizzled by hand ----------------------------------------------------------------------------------------
    def apply_swizzle(self, swizzle: Swizzle) -> Pointer:
        """The pointer to where a swizzle of byte addresses puts this place, itself without one."""
        place = self.raw_ptr()
        at = place.toint()
        moved = place + (swizzle(at) - at) // moved_by(1, self.dtype)
        return moved.align(min(self.align_bytes, swizzle.max_alignment))

    def load_swizzled(self, swizzle: Swizzle, count: int = 1, *, alignment: int | None = None) -> Any:
        """`load` of elements that lie where a swizzle of byte addresses put them."""
        return recast_ptr(self, swizzle).load(count, alignment=alignment)

    def store_swizzled(self, value: object, swizzle: Swizzle, *, alignment: int | None = None) -> None:
        """`store` of elements to where a swizzle of byte addresses puts them."""
        recast_ptr(self, swizzle).store(value, alignment=alignment)

    def __iter__(self) -> NoReturn:
        raise fail("tensor-iterated", "cannot iterate over a pointer")

    def __getitem__(self, offset: object) -> Any:
        return load_at(self, offset) if self.dtype.spec.storage_bits < 8 else (self + offset).load()

    def __setitem__(self, offset: object, value: object) -> None:
        if self.dtype.spec.storage_bits < 8:
            store_at(self, offset, as_element(value, self.dtype))
        else:
            (self + offset).store(value)


# -- made ------------------------------------------------------------------------------------------------------------
def cast_pointer(source: Pointer, dtype: type[Numeric], align_bytes: int, swizzle: Swizzle | None) -> Pointer:
    """The same address as one of other elements, with another alignment and swizzle."""
    handle = cast_handle(source, dtype, align_bytes, swizzle)
    return Pointer(handle, dtype, source.memspace, align_bytes, swizzle)


def recast_ptr(
    ptr: Pointer,
    swizzle_: Swizzle | None = None,
    dtype: type[Numeric] | None = None,
) -> Pointer:
    """The same address with another element type (by default the same), and with this swizzle or none.

    Errors: argument-type for what is not a pointer, numeric-cast for what is not a numeric type.
    """
    given: object = ptr
    if not isinstance(given, Pointer):
        kind = type(given).__name__
        raise fail(
            "argument-type",
            f"`recast_ptr` needs a pointer, got {with_article(kind)}",
            fix="A tensor's pointer is `x.iterator`.",
        )
    wanted = ptr.dtype if dtype is None else dtype
    if not is_numeric_class(wanted):
        raise fail("numeric-cast", f"cannot recast a pointer to {dtype!r}: not a numeric type")
    swizzle = None if swizzle_ is None or swizzle_.num_bits == 0 else swizzle_
    if ptr.memspace is AddressSpace.tmem:
        return ptr.recast(wanted)  # pyright: ignore
    return cast_pointer(ptr, wanted, ptr.align_bytes, swizzle)


def is_pointer_handle(value: object) -> bool:
    """Whether a value is the handle of a pointer, as `Pointer.llvm_ptr` gives."""
    from cutedsl.ir.types import PtrType  # here, as importing cutedsl loads no xdsl

    return is_handle(value) and isinstance(cute_emitter().type_of(value), PtrType)


def apply_swizzle(ptr: Pointer, swizzle: Swizzle) -> Pointer:
    """The pointer to where a swizzle of byte addresses puts a place, itself without one."""
    return ptr.apply_swizzle(swizzle)


def pointer_of(given: Any) -> Pointer:
    """The pointer of a handle that `Pointer.llvm_ptr` gave; a pointer itself. Errors: not-yet for other handles."""
    if isinstance(given, Pointer):
        return given
    if not is_pointer_handle(given):
        kind = getattr(given, "type", type(given).__name__)
        raise fail(
            "not-yet", f"a value of type {kind} as a pointer", fix="Pass a pointer, or the iterator of a tensor."
        )
    kind: Any = cute_emitter().type_of(given)
    dtype = class_of(kind.element)
    if dtype is None:
        raise fail("not-yet", f"a handle of a pointer to {kind.element}", fix="Use the pointer itself.")
    swizzle = parse_layout(kind.swizzle.data) if kind.swizzle.data else None
    return Pointer(given, dtype, AddressSpace[kind.space.data], kind.align.data, swizzle)


def _flatten(pointer: Pointer) -> tuple[list[Handle], object]:
    return [pointer.handle], (pointer.dtype, pointer.memspace, pointer.align_bytes, pointer.swizzle)


def _unflatten(structure: Any, handles: Sequence[Handle]) -> Pointer:
    return Pointer(handles[0], *structure)


register_tree(Pointer, _flatten, _unflatten)
