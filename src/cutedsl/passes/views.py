"""A tensor during expansion: a pointer, an offset in elements, and a layout whose leaves are IR values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, SSAValue

from cutedsl.ir.pointer_ops import PtrAddOp
from cutedsl.ir.types import MemRefType, PtrType, layout_of
from cutedsl.layout import ComposedLayout, Layout, Unknown, cosize
from cutedsl.layout.leaves import fill_unknown, leaves
from cutedsl.passes.index_math import MAX_INT32, IndexBuilder, IRInt


@dataclass(frozen=True, slots=True)
class View:
    """What a `!cute.memref` value is made of.

    `extent` is how many elements may be accessed from the pointer on, where known (kernel arguments pass it on).
    """

    ptr: SSAValue
    offset: int | IRInt
    layout: Layout
    type: MemRefType
    name: str | None
    extent: int | IRInt | None

    @property
    def wide(self) -> bool:
        """Whether offsets may pass 32 bits: unless the layout is static and small."""
        extent = cosize(self.layout) if self.is_static else None
        return extent is None or extent > MAX_INT32

    @property
    def is_static(self) -> bool:
        return all(isinstance(leaf, int) for leaf in leaves(self.layout))


def dynamic_leaves(layout: Layout) -> list[IRInt]:
    """The leaves known only at run time, in the order of the text."""
    return [leaf for leaf in leaves(layout) if not isinstance(leaf, int)]


def leaf_types(memref: MemRefType) -> list[Attribute]:
    """MLIR types of the run-time leaves of a tensor type, in the order of its text."""
    from xdsl.dialects.builtin import i32, i64

    layout = plain_layout(memref)
    return [i64 if leaf.width == 64 else i32 for leaf in leaves(layout) if isinstance(leaf, Unknown)]


def plain_layout(memref: MemRefType) -> Layout:
    """The layout of a tensor type with `Unknown` leaves (swizzled tensors come with the tensor surface)."""
    layout = layout_of(memref.layout.data)
    if isinstance(layout, ComposedLayout):
        raise NotImplementedError(f"tensor over {memref.layout.data}")
    return layout


def fill_leaves(memref: MemRefType, values: Sequence[IRInt]) -> Layout:
    """The layout of a tensor type with its unknown leaves replaced, in order."""
    return fill_unknown(plain_layout(memref), values)


def pointer_at(builder: IndexBuilder, view: View, offset: int | IRInt) -> SSAValue:
    """The pointer `offset` elements after the view's first element."""
    total = offset if isinstance(view.offset, int) and view.offset == 0 else view.offset + offset
    if isinstance(total, int) and total == 0:
        return view.ptr
    width = 64 if isinstance(total, int) and total > MAX_INT32 else 32
    amount = total.ssa if isinstance(total, IRInt) else builder.constant(total, width)
    return builder.op(PtrAddOp, (view.ptr, amount), view.ptr.type)


def ptr_type(memref: MemRefType, *, align: int | None = None) -> PtrType:
    """The pointer type of a tensor type."""
    return PtrType.of(memref.element, memref.space.data, memref.align.data if align is None else align)


def label(view: View) -> dict[str, Attribute]:
    """The attribute that carries the author's tensor name into messages."""
    return {} if view.name is None else {"name": StringAttr(view.name)}
