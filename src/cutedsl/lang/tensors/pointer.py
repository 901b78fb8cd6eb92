"""`Pointer`: an address of elements of one type, moved, cast, read and written through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.emission.raw_values import is_pointer_handle, pointer_of
from cutedsl.layout import Swizzle, divisibility
from cutedsl.layout.value_type import ValueType, memory_type
from cutedsl.staging.numeric import Numeric, as_numeric, is_numeric_class
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int8, Int32, Int64
from cutedsl.staging.tree import register_tree
from cutedsl.types import AddressSpace

_SMALL = (AddressSpace.smem, AddressSpace.dsmem, AddressSpace.tmem)
"""Memories whose addresses have 32 bits."""


@methods_take_places
class Pointer:
    """An address in one memory, with the type of what lies there.

    Law: `(p + n)` points to element n from `p`; through a pointer with a swizzle, memory is accessed at the swizzled
    byte address, while arithmetic moves the plain one.

    Attributes:
        dtype: the class of the elements, also called `value_type`.
        memspace: the `AddressSpace`.
        swizzle: the swizzle of its addresses, or None.

    Units: `alignment` in bytes. Source: CuTe DSL documentation, "cute"; BSD-3 `cute/pointer_swizzle.hpp`.
    """

    __slots__ = ("align_bytes", "dtype", "handle", "memspace", "swizzle")

    def __init__(
        self,
        handle: Handle,
        dtype: type[Numeric],
        memspace: AddressSpace,
        align_bytes: int,
        swizzle: Swizzle | None = None,
    ) -> None:
        self.handle = handle
        self.dtype = dtype
        self.memspace = memspace
        self.align_bytes = align_bytes
        self.swizzle = swizzle

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
        """Bytes that divide the plain address."""
        return self.align_bytes

    def __str__(self) -> str:
        aligned = "" if self.align_bytes == natural_align_bytes(self.dtype) else f", align<{self.align_bytes}>"
        swizzled = "" if self.swizzle is None else f", {self.swizzle}"
        return f"ptr<{self.dtype.spec.short}, {self.memspace}{aligned}{swizzled}>"

    __repr__ = __str__

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
    def __add__(self, offset: object) -> Pointer:
        if isinstance(offset, int) and offset == 0:
            return self
        number = as_numeric(offset)
        if not number.spec.is_integer:
            raise fail("index-not-integer", f"a pointer is moved by a {number.spec.name}")
        align = self.align_bytes
        if self.memspace is not AddressSpace.tmem:
            moved_bytes = moved_by(divisibility(offset), self.dtype)  # pyright: ignore[reportArgumentType]
            while moved_bytes % align:
                align //= 2
        kind = pointer_type(self.dtype, self.memspace, align, self.swizzle)
        step = (number if number.width >= 32 else number.to(Int32)).ir_value()
        (handle,) = cute_emitter().op("cute.ptr.add", (self.handle, step), (kind,), {})
        return self._like(handle, align)

    __radd__ = __add__

    def __sub__(self, offset: object) -> Pointer:
        return self + -offset  # pyright: ignore[reportOperatorIssue]

    def align(self, min_align: int) -> Pointer:
        """The same pointer with the promise that `min_align` bytes divide its address; nothing is checked.

        Errors: invalid-alignment.
        """
        if min_align < 1 or min_align & (min_align - 1):
            raise fail("invalid-alignment", f"`min_align` must be a power of two, got {min_align}")
        return _cast(self, self.dtype, self.memspace, min_align, self.swizzle)

    def toint(self) -> Any:
        """The byte address: an Int32 in shared memory, counted from its start, of the cluster too; else an Int64.

        In tensor memory the address of a lane and a column, an Int32.
        """
        emitter = cute_emitter()
        kind = Int32 if self.memspace in _SMALL else Int64
        (address,) = emitter.op("cute.ptr.to_int", (self.handle,), (emitter.dtype_type(kind.spec),), {})
        return kind.from_handle(address)

    @property
    def llvm_ptr(self) -> Handle:
        """The emitter's handle, under the name that programs with inline code use."""
        return self.handle

    def to_llvm_ptr(self) -> Handle:
        """The same, as a call."""
        return self.handle

    def raw_ptr(self) -> Pointer:
        """The same address without its swizzle."""
        return self if self.swizzle is None else _cast(self, self.dtype, self.memspace, self.align_bytes, None)

    # -- carried by objects that name their own run-time parts -------------------------------------------------------
    def __extract_mlir_values__(self) -> list[Handle]:
        return [self.handle]

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Pointer:
        return self._like(values[0], self.align_bytes)

    # -- read and written ----------------------------------------------------------------------------------------
    def load(self, count: int = 1, *, alignment: int | None = None) -> Any:
        """The element that it points to, or a vector of `count` elements from there on.

        Units: `alignment` in bytes, a promise about the address.
        """
        if count != 1:
            return self._vector(count, alignment).load()
        if self.dtype.spec.storage_bits < 8:
            from cutedsl.lang.tensors.packed import load_at

            return load_at(self, 0)
        emitter = cute_emitter()
        (value,) = emitter.op("cute.ptr.load", (self.handle,), (emitter.dtype_type(self.dtype.spec),), {})
        return self.dtype.from_handle(value)

    def store(self, value: object, *, alignment: int | None = None) -> None:
        """Writes the element that it points to, or a vector over the elements from there on.

        Units: `alignment` in bytes, a promise about the address. Errors: element-type-mismatch.
        """
        from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
        from cutedsl.lang.tensors.tensor import as_element

        if isinstance(value, TensorSSA):
            self._vector(value.count, alignment).store(value)
            return
        stored = as_element(value, self.dtype)
        if self.dtype.spec.storage_bits < 8:
            from cutedsl.lang.tensors.packed import store_at

            store_at(self, 0, stored)
            return
        cute_emitter().op("cute.ptr.store", (stored.ir_value(), self.handle), (), {})

    def masked_load(self, mask: Any, *, default: Any = None, alignment: int | None = None) -> Any:
        """A vector of the elements from there on where `mask` holds, elsewhere of `default`, or zeros.

        Units: `alignment` in bytes, a promise about the address.
        """
        from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA, full

        kept = default
        if default is not None and not isinstance(default, TensorSSA):
            kept = full((mask.count,), default, self.dtype)
        return self._vector(mask.count, alignment).load(mask=mask, pass_thru=kept)

    def masked_store(self, value: Any, mask: Any, *, alignment: int | None = None) -> None:
        """Writes the elements of a vector over those from there on where `mask` holds."""
        self._vector(mask.count, alignment).store(value, mask=mask)

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

    def _vector(self, count: int, alignment: int | None) -> Any:
        """The elements from here on, as a tensor."""
        from cutedsl.lang.tensors.make import make_tensor

        return make_tensor(self if alignment is None else self.align(alignment), count)

    def __iter__(self) -> NoReturn:
        raise fail("tensor-iterated", "Python is to go through what a pointer points to, which has no end")

    def __getitem__(self, offset: object) -> Any:
        if self.dtype.spec.storage_bits < 8:
            from cutedsl.lang.tensors.packed import load_at

            return load_at(self, offset)
        return (self + offset).load()

    def __setitem__(self, offset: object, value: object) -> None:
        if self.dtype.spec.storage_bits < 8:
            from cutedsl.lang.tensors.packed import store_at
            from cutedsl.lang.tensors.tensor import as_element

            store_at(self, offset, as_element(value, self.dtype))
            return
        (self + offset).store(value)


# -- made ------------------------------------------------------------------------------------------------------------
def moved_by(offset_elems: int, dtype: type[Numeric]) -> int:
    """The bytes of an offset, or of what divides it; error not-yet where that is no whole number of bytes."""
    bits = offset_elems * dtype.spec.storage_bits
    if bits % 8:
        raise fail(
            "not-yet",
            f"an address {offset_elems} elements of {dtype.__name__} further, which may lie inside of a byte",
            fix="Divide into tiles whose elements fill bytes; an index may promise it: `cute.assume(k, divby=4)`.",
        )
    return bits // 8


def natural_align_bytes(dtype: type[Numeric]) -> int:
    """An element's own alignment in bytes; one byte for elements that share bytes or take three."""
    size = dtype.spec.storage_bits // 8
    return size & -size if size else 1


def pointer_type(dtype: type[Numeric], memspace: AddressSpace, align_bytes: int, swizzle: Swizzle | None) -> object:
    """The emitter's type of such a pointer."""
    swizzled = "" if swizzle is None else str(swizzle)
    return cute_emitter().pointer_type(dtype.spec, str(memspace), align_bytes, swizzled)


def _cast(
    source: Pointer, dtype: type[Numeric], memspace: AddressSpace, align_bytes: int, swizzle: Swizzle | None
) -> Pointer:
    kind = pointer_type(dtype, memspace, align_bytes, swizzle)
    (handle,) = cute_emitter().op("cute.ptr.cast", (source.handle,), (kind,), {})
    return Pointer(handle, dtype, memspace, align_bytes, swizzle)


def recast_ptr(
    ptr: Pointer,
    swizzle_: Swizzle | None = None,
    dtype: type[Numeric] | None = None,
) -> Pointer:
    """The same address with another element type (by default the same), and with this swizzle or none.

    Errors: argument-type for what is no pointer, numeric-cast for what is no numeric type.
    """
    given: object = ptr
    if not isinstance(given, Pointer):
        kind = type(given).__name__
        raise fail("argument-type", f"`recast_ptr` is given a {kind}", fix="A tensor's pointer is `x.iterator`.")
    wanted = ptr.dtype if dtype is None else dtype
    if not is_numeric_class(wanted):
        raise fail("numeric-cast", f"a pointer is recast to {dtype!r}, which is no numeric type")
    swizzle = None if swizzle_ is None or swizzle_.num_bits == 0 else swizzle_
    if ptr.memspace is AddressSpace.tmem:
        return ptr.recast(wanted)  # pyright: ignore
    return _cast(ptr, wanted, ptr.memspace, ptr.align_bytes, swizzle)


def make_ptr(
    dtype: type[Numeric] | None,
    value: object,
    mem_space: AddressSpace = AddressSpace.generic,
    *,
    assumed_align: int | None = None,
    swizzle_: Swizzle | None = None,
) -> Pointer:
    """A pointer from a byte address (as `Pointer.toint` gives them), or another pointer (or its `llvm_ptr`) recast.

    Units: `assumed_align` in bytes, by default the element's own. Errors: invalid-alignment, not-yet for address
    spaces without memory of their own here.
    """
    element = Int8 if dtype is None else dtype
    align = natural_align_bytes(element) if assumed_align is None else assumed_align
    if align < 1 or align & (align - 1):
        raise fail("invalid-alignment", f"assumed_align is {align}")
    if is_pointer_handle(value):
        value = pointer_of(value)
    if isinstance(value, Pointer) and value.memspace is AddressSpace.tmem:
        return value.recast(element)  # pyright: ignore
    if isinstance(value, Pointer):
        return _cast(value, element, value.memspace, align, swizzle_ or value.swizzle)
    if mem_space is AddressSpace.tmem:
        from cutedsl.lang.blackwell.tmem import TmemPointer

        return TmemPointer.at(value, element)
    if mem_space not in (AddressSpace.generic, AddressSpace.gmem, AddressSpace.smem):
        raise fail("not-yet", f"pointers from addresses in {mem_space} memory")
    address = as_numeric(value).to(Int32 if mem_space in _SMALL else Int64)
    kind = pointer_type(element, mem_space, align, swizzle_)
    (handle,) = cute_emitter().op("cute.ptr.from_int", (address.ir_value(),), (kind,), {})
    return Pointer(handle, element, mem_space, align, swizzle_)


def inttoptr(value: object, mem_space: AddressSpace | int, dtype: type[Numeric] | None = None) -> Pointer:
    """A pointer from an address in a memory, also by its number: 6 is tensor memory. See `make_ptr`."""
    return make_ptr(dtype, value, AddressSpace(mem_space))


def _flatten(pointer: Pointer) -> tuple[list[Handle], object]:
    return [pointer.handle], (pointer.dtype, pointer.memspace, pointer.align_bytes, pointer.swizzle)


def _unflatten(structure: Any, handles: Sequence[Handle]) -> Pointer:
    return Pointer(handles[0], *structure)


register_tree(Pointer, _flatten, _unflatten)
