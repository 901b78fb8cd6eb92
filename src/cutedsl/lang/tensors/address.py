"""`Address`: where elements of one type begin, with what pointers and packed elements share: moves, loads, stores."""

from __future__ import annotations

from typing import Any, Self

from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.lang.tensors.kinds import moved_by, natural_align_bytes, pointer_type
from cutedsl.lang.tensors.memref_ops import load_vector, store_vector, viewed
from cutedsl.layout import Swizzle, divisibility, make_layout
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int32, Uint8
from cutedsl.types import AddressSpace


@methods_take_places
class Address:
    """An address of elements that fill bytes; `Pointer` is what programs see."""

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

    def __str__(self) -> str:
        aligned = "" if self.align_bytes == natural_align_bytes(self.dtype) else f", align<{self.align_bytes}>"
        swizzled = "" if self.swizzle is None else f", {self.swizzle}"
        return f"ptr<{self.dtype.spec.short}, {self.memspace}{aligned}{swizzled}>"

    __repr__ = __str__

    def _like(self, handle: Handle, align_bytes: int) -> Any:
        """The same but for its place and alignment, of the class that arithmetic gives."""
        return Address(handle, self.dtype, self.memspace, align_bytes, self.swizzle)

    def __add__(self, offset: object) -> Self:
        if isinstance(offset, int) and offset == 0:
            return self
        number = as_numeric(offset)
        if not number.spec.is_integer:
            raise fail("index-not-integer", f"cannot move a pointer by {with_article(number.spec.name)}")
        align = self.align_bytes
        if self.memspace is not AddressSpace.tmem:
            moved_bytes = moved_by(divisibility(offset), self.dtype)  # pyright: ignore[reportArgumentType]
            while moved_bytes % align:
                align //= 2
        kind = pointer_type(self.dtype, self.memspace, align, self.swizzle)
        step = (number if number.width >= 32 else number.to(Int32)).ir_value()
        (handle,) = cute_emitter().op("cute.ptr.add", (self.handle, step), (kind,), {})
        return self._like(handle, align)

    def load(self) -> Any:
        """Loads the element."""
        emitter = cute_emitter()
        (value,) = emitter.op("cute.ptr.load", (self.handle,), (emitter.dtype_type(self.dtype.spec),), {})
        return self.dtype.from_handle(value)

    def store(self, value: object) -> None:
        """Stores the element. Errors: element-type-mismatch."""
        cute_emitter().op("cute.ptr.store", (as_element(value, self.dtype).ir_value(), self.handle), (), {})


def cast_handle(source: Address, dtype: type[Numeric], align_bytes: int, swizzle: Swizzle | None) -> Handle:
    """The emitter's handle of the same address as one of other elements."""
    kind = pointer_type(dtype, source.memspace, align_bytes, swizzle)
    return cute_emitter().op("cute.ptr.cast", (source.handle,), (kind,), {})[0]


def bytes_at(source: Address) -> Address:
    """The same address as one of bytes."""
    align, swizzle = source.align_bytes, source.swizzle
    return Address(cast_handle(source, Uint8, align, swizzle), Uint8, source.memspace, align, swizzle)


def vector_at(source: Address, count: int) -> TensorSSA:
    """The elements from an address on, as a vector."""
    return TensorSSA(load_vector(_memref(source, count), source.dtype, count), count, source.dtype)


def store_vector_at(source: Address, value: TensorSSA) -> None:
    """Writes a vector over the elements from an address on."""
    store_vector(_memref(source, value.count), value.handle)


def _memref(source: Address, count: int) -> Handle:
    layout = make_layout((count,))
    return viewed(source.handle, source.dtype, source.memspace, layout, source.align_bytes, source.swizzle)[0]


# -- what may be written ---------------------------------------------------------------------------------------------
def as_element(value: object, element_type: type[Numeric]) -> Numeric:
    """`value` as an element of a type: the same kind and not narrower, as CuTe has it; error element-type-mismatch."""
    number = as_numeric(value)
    source, target = number.spec, element_type.spec
    if source is target and not element_type._of_program:
        return number
    narrower = source.width > target.width or source.is_float != target.is_float
    cut = number.is_static and source.is_float and target.is_integer and not float(number.literal).is_integer()
    if cut or (narrower and not number.is_static and source.width != 1):
        given = number.literal if cut else f"{with_article(source.name)} value"
        raise fail(
            "element-type-mismatch",
            f"cannot store {given} into a tensor of {target.name}",
            fix=f"Convert it: `value.to({target.name})`.",
        )
    return number.to(element_type)


def check_elements(value: TensorSSA, element_type: type[Numeric]) -> None:
    """Errors: element-type-mismatch, as vectors are stored in their own type."""
    if value.dtype is not element_type:
        raise fail(
            "element-type-mismatch",
            f"cannot store a vector of {value.dtype.__name__} into a tensor of {element_type.__name__}",
            fix=f"Convert it: `value.to({element_type.__name__})`.",
        )
