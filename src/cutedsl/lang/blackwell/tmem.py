"""Pointers into tensor memory and the tensors over them: addresses only, as no load or store reaches that memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NoReturn, Self, cast

from cutedsl.errors import fail
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.layouts.tree import fill_tree, open_tree
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import Layout, has_underscore, layout_text, slice_and_offset
from cutedsl.layout.value_type import ValueType, memory_type
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int32
from cutedsl.staging.tree import register_tree
from cutedsl.types import AddressSpace

LANE_SHIFT = 16
WORD_BITS = 32


def lane_stride(dtype: type[Numeric]) -> int:
    """How many elements lie between an element and the one in the next lane.

    >>> from cutedsl import Float16, Float32
    >>> lane_stride(Float32), lane_stride(Float16)
    (65536, 131072)
    """
    return 1 << LANE_SHIFT + _word_shift(dtype)


def _word_shift(dtype: type[Numeric]) -> int:
    """Log2 of the elements in a 32-bit word. Errors: tensor-memory-address for types wider than a word."""
    bits = dtype.spec.storage_bits
    if bits > WORD_BITS or WORD_BITS % bits:
        raise fail("tensor-memory-address", f"tensor memory cannot hold {dtype.__name__}: its words have 32 bits")
    return (WORD_BITS // bits).bit_length() - 1


@methods_take_places
class TmemPointer(Pointer):
    """A place in tensor memory.

    Law: `index` counts elements: lane `l`, column `c`, element `e` of the word is `(l << 16 | c) * n + e`, with n
    elements in a word. So `p + 1` is the next element of the lane, and `p + lane_stride(dtype)` the next lane.
    Source: PTX ISA, "Tensor Memory Addressing"; BSD-3 `cute/pointer_base.hpp` (tmem_ptr).
    """

    __slots__ = ("index",)

    def __init__(self, index: Any, dtype: type[Numeric], align_bytes: int = 16) -> None:
        self.index = index if isinstance(index, Int32) else as_numeric(index).to(Int32)
        self.dtype = dtype
        self.memspace = AddressSpace.tmem
        self.align_bytes = align_bytes
        self.swizzle = None
        self.handle = None

    @staticmethod
    def at(address: Any, dtype: type[Numeric]) -> TmemPointer:
        """The pointer to a hardware address: the lane in bits 31 to 16, the column in bits 15 to 0."""
        shift = _word_shift(dtype)
        number = as_numeric(address).to(Int32)
        return TmemPointer(number << shift if shift else number, dtype)

    def toint(self) -> Any:
        """The hardware address: the lane in bits 31 to 16, the column in bits 15 to 0."""
        shift = _word_shift(self.dtype)
        return self.index >> shift if shift else self.index

    @property
    def element_of_word(self) -> Any:
        """Which element of its 32-bit word it points to."""
        return self.index & ((1 << _word_shift(self.dtype)) - 1)

    def __add__(self, offset: object) -> TmemPointer:
        if isinstance(offset, int) and offset == 0:
            return self
        return TmemPointer(self.index + as_numeric(offset).to(Int32), self.dtype, self.align_bytes)

    __radd__ = __add__

    def align(self, min_align: int) -> TmemPointer:
        return TmemPointer(self.index, self.dtype, min_align)

    def raw_ptr(self) -> TmemPointer:
        return self

    def recast(self, dtype: type[Numeric]) -> TmemPointer:
        """The same place as elements of another type."""
        old, new = _word_shift(self.dtype), _word_shift(dtype)
        if old == new:
            return TmemPointer(self.index, dtype, self.align_bytes)
        moved = self.index << new - old if new > old else self.index >> old - new
        return TmemPointer(moved, dtype, self.align_bytes)

    @property
    def type(self) -> ValueType:
        return memory_type(self.dtype.spec.short, "tmem", self.align_bytes, None, None)

    def _refuse(self) -> NoReturn:
        raise _no_access("pointer into")

    def load(self, count: int = 1, *, alignment: int | None = None) -> NoReturn:
        self._refuse()

    def store(self, value: object, *, alignment: int | None = None) -> NoReturn:
        self._refuse()

    def __getitem__(self, offset: object) -> NoReturn:
        self._refuse()

    def __setitem__(self, offset: object, value: object) -> NoReturn:
        self._refuse()

    def __extract_mlir_values__(self) -> list[Handle]:
        return [self.index.ir_value()]

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> TmemPointer:
        return TmemPointer(Int32.from_handle(values[0]), self.dtype, self.align_bytes)


class TmemTensor(Tensor):
    """A tensor in tensor memory: a `TmemPointer` and a layout whose strides count elements.

    Copies with `tcgen05` atoms move it, multiplies accumulate in it; single elements are out of reach.
    """

    __slots__ = ("pointer",)

    def __init__(self, pointer: TmemPointer, layout: Layout) -> None:
        self.pointer = pointer
        self.element_type = pointer.dtype
        self.memspace = AddressSpace.tmem
        self.align_bytes = pointer.align_bytes
        self.swizzle = None
        self.handle = None
        self._type_layout = layout
        self._layout = layout

    @property
    def iterator(self) -> TmemPointer:
        return self.pointer

    @property
    def whole_pointer(self) -> TmemPointer:
        return self.pointer

    @property
    def type(self) -> ValueType:
        return memory_type(self.element_type.spec.short, "tmem", None, None, self._type_layout)

    def __str__(self) -> str:
        return f"tensor<{self.pointer} o {layout_text(self._type_layout)}>"

    __repr__ = __str__

    def _coordinate_at(self, coord: Any) -> Any:
        at: tuple[Any, ...] = self._without_ellipsis(coord)
        at = tuple(None if isinstance(i, slice) else i for i in at)
        if not has_underscore(at):
            self._refuse_store()
        one_mode = isinstance(self._type_layout.shape, tuple) and len(self._type_layout.shape) == 1
        whole: Any = at
        layout, offset = slice_and_offset(whole if len(at) > 1 or one_mode else whole[0], self._type_layout)
        return self.with_layout(layout, offset)

    def _refuse_store(self) -> NoReturn:
        raise _no_access("tensor in")

    def load(self, *args: Any, **kwargs: Any) -> NoReturn:
        self._refuse_store()

    def store(self, *args: Any, **kwargs: Any) -> NoReturn:
        self._refuse_store()

    def fill(self, value: object) -> NoReturn:
        self._refuse_store()

    def with_layout(self, layout: Any, offset: object = 0) -> Self:
        return cast(Self, TmemTensor(self.pointer + offset, layout))


def _no_access(what: str) -> Exception:
    return fail(
        "tensor-memory-address",
        f"threads cannot read or write an element of a {what} tensor memory",
        fix="Copy it to registers by a `tcgen05.Ld...Op` atom (`make_tmem_copy`), and back by a `tcgen05.St...Op` one.",
    )


# -- carried through control flow --------------------------------------------------------------------------------------
def _flatten_pointer(pointer: TmemPointer) -> tuple[list[Handle], object]:
    return [pointer.index.ir_value()], (pointer.dtype, pointer.align_bytes)


def _unflatten_pointer(structure: Any, handles: Sequence[Handle]) -> TmemPointer:
    return TmemPointer(Int32.from_handle(handles[0]), *structure)


def _flatten(tensor: TmemTensor) -> tuple[list[Handle], object]:
    handles: list[Handle] = [tensor.pointer.index.ir_value()]
    shape = open_tree(tensor.type_layout.shape, handles)
    stride = open_tree(tensor.type_layout.stride, handles)
    return handles, (tensor.element_type, tensor.align_bytes, shape, stride)


def _unflatten(structure: Any, handles: Sequence[Handle]) -> TmemTensor:
    dtype, align, *parts = structure
    supply: Iterator[Handle] = iter(handles[1:])
    shape, stride = (fill_tree(part, supply) for part in parts)
    return TmemTensor(TmemPointer(Int32.from_handle(handles[0]), dtype, align), Layout(shape, stride))


register_tree(TmemPointer, _flatten_pointer, _unflatten_pointer)
register_tree(TmemTensor, _flatten, _unflatten)
