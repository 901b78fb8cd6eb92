"""A tensor during expansion: a pointer, an offset in elements, and a layout whose leaves are IR values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from xdsl.dialects.builtin import StringAttr, i32
from xdsl.ir import Attribute, SSAValue

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.ir.types import MemRefType, PtrType, layout_of
from cutedsl.layout import ComposedLayout, Layout, Unknown, cosize
from cutedsl.layout.leaves import fill_unknown, leaves
from cutedsl.passes.expand.tensor_memory_addresses import in_tensor_memory, moved_address
from cutedsl.passes.integers.index_math import MAX_INT32, IndexBuilder, IRInt

_SMALL_SPACES: Final = ("rmem", "smem", "dsmem", "tmem")


@frozen
class View:
    """What a `!cute.memref` value is made of.

    `extent` is how many elements may be accessed from the pointer on, where known (kernel arguments pass it on).
    `derived` says that it is a part or another form of a tensor, whose elements may go on behind its last one.
    """

    ptr: SSAValue
    offset: int | IRInt
    layout: Layout | ComposedLayout
    type: MemRefType
    name: str | None
    extent: int | IRInt | None
    derived: bool = False

    @property
    def wide(self) -> bool:
        """Whether offsets may pass 32 bits: in global memory, unless the layout is static and small."""
        if self.type.space.data in _SMALL_SPACES:
            return False
        extent = cosize(self.layout) if self.is_static else None
        return extent is None or extent > MAX_INT32

    @property
    def is_static(self) -> bool:
        return all(isinstance(leaf, int) for leaf in leaves(self.layout))


def dynamic_leaves(builder: IndexBuilder, view: View) -> list[IRInt]:
    """The leaves that the view's type leaves open, in the order of its text.

    Expansion may know one that tracing did not: the counter of an unrolled loop moves the offset of a composed layout.
    It has its place among them all the same, as a constant.
    """
    both = zip(leaves(view.layout), leaves(layout_of(view.type.layout.data)), strict=True)
    found = [(leaf, kind) for leaf, kind in both if isinstance(kind, Unknown)]
    return [
        builder.int_of(builder.constant(leaf, kind.width)) if isinstance(leaf, int) else leaf for leaf, kind in found
    ]


def leaf_types(memref: MemRefType) -> list[Attribute]:
    """MLIR types of the run-time leaves of a tensor type, in the order of its text."""
    from xdsl.dialects.builtin import i64

    layout = layout_of(memref.layout.data)
    return [i64 if leaf.width == 64 else i32 for leaf in leaves(layout) if isinstance(leaf, Unknown)]


def fill_leaves(memref: MemRefType, values: Sequence[IRInt]) -> Layout | ComposedLayout:
    """The layout of a tensor type with its unknown leaves replaced, in order; they keep what divides them."""
    layout = layout_of(memref.layout.data)
    known = [leaf for leaf in leaves(layout) if isinstance(leaf, Unknown)]
    divided = [replace(value, divisibility=leaf.divisibility) for value, leaf in zip(values, known, strict=True)]
    return fill_unknown(layout, divided)


def pointer_at(builder: IndexBuilder, view: View, offset: int | IRInt) -> SSAValue:
    """The pointer at which the element `offset` elements after the view's first one lies: swizzled, if the type is."""
    total = offset if isinstance(view.offset, int) and view.offset == 0 else view.offset + offset
    if in_tensor_memory(view.type):
        raise fail(
            "tensor-memory-address",
            f"an element of `{view.name or 'a tensor'}` is read or written, which lies in tensor memory",
            fix="Copy it to registers with a tcgen05 load (`tcgen05.make_tmem_copy`), and back with a store.",
        )
    return builder.places.access(builder, view.ptr, total)


def first_pointer(builder: IndexBuilder, view: View) -> SSAValue:
    """The pointer to the view's first element, of the view's own type: what a tensor is passed as."""
    if in_tensor_memory(view.type):
        return moved_address(builder, view.ptr, view.offset, view.type.element)
    return builder.places.moved(builder, view.ptr, view.offset)


def ptr_type(memref: MemRefType, *, align: int | None = None) -> Attribute:
    """The pointer type of a tensor type; in tensor memory that of its addresses."""
    if in_tensor_memory(memref):
        return i32
    bytes_ = memref.align.data if align is None else align
    return PtrType.of(memref.element, memref.space.data, bytes_, memref.swizzle.data)


def label(view: View) -> dict[str, Attribute]:
    """The attribute that carries the author's tensor name into messages."""
    return {} if view.name is None else {"name": StringAttr(view.name)}
