"""Groups of elements of a tile as register vectors: how wide an access may be, and the accesses themselves."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Any

from xdsl.dialects.builtin import IntegerAttr, VectorType, i32
from xdsl.ir import SSAValue

from cutedsl.ir.dtypes import storage_bits
from cutedsl.ir.fast import fast
from cutedsl.ir.ops import simt as simt_ops
from cutedsl.ir.types import layout_of, swizzle_of
from cutedsl.layout import ComposedLayout, Swizzle, coalesce, crd2idx, divisibility, max_alignment
from cutedsl.layout.layout import Layout
from cutedsl.passes.expand.element_access import load, store, with_align
from cutedsl.passes.expand.expansion import Expansion
from cutedsl.passes.expand.views import View, pointer_at

ACCESS_BITS = 128
"""The widest access of one thread."""


def modes(view: View) -> int:
    """The number of modes of a view."""
    layout: Any = view.layout
    shape = layout.shape
    return len(shape) if isinstance(shape, tuple) else 1


def place(view: View, value: int, rest: Sequence[int]) -> Any:
    """The offset of value `value` of mode 0 at the coordinates `rest` of the other modes."""
    layout: Any = view.layout
    if not isinstance(layout.shape, tuple):
        return crd2idx(value, layout)
    return crd2idx((value, *rest), layout)


def run_elems(view: View) -> int:
    """Values of mode 0 that lie one after the other from every multiple of the result on."""
    layout: Any = layout_of(view.type.layout.data)
    if isinstance(layout, ComposedLayout):
        if not isinstance(layout.inner, Swizzle):
            return 1
        return gcd(_first_run(layout.outer), max_alignment(layout)) or 1
    run = _first_run(layout)
    return gcd(run, _unbroken(view), max_alignment(layout)) if view.type.swizzle.data else run


def _unbroken(view: View) -> int:
    """Elements that the swizzle of a pointer leaves side by side; aligned groups of them move together."""
    whole = swizzle_of(view.type.swizzle.data).max_alignment
    return whole * 8 // storage_bits(view.type.element) if align_bytes(view) % whole == 0 else 1


def _first_run(layout: Layout) -> int:
    first = coalesce(layout[0])
    shape, stride = first.shape, first.stride
    if isinstance(shape, tuple):
        shape, stride = shape[0], stride[0]
    if shape == 1:
        return 1
    return shape if stride == 1 and isinstance(shape, int) else 1


def aligned_elems(view: View) -> int:
    """Elements that every access through the view is aligned to."""
    elem_bits = storage_bits(view.type.element)
    from_base = align_bytes(view) * 8 // elem_bits
    if view.type.swizzle.data:
        from_base = gcd(from_base, swizzle_of(view.type.swizzle.data).max_alignment * 8 // elem_bits)
    layout: Any = layout_of(view.type.layout.data)
    return gcd(from_base, max_alignment(layout)) or 1


def align_bytes(view: View) -> int:
    """The alignment of the view's first element: what its type says, less what a known offset takes away."""
    align = view.type.align.data
    if isinstance(view.offset, int):
        moved = view.offset * storage_bits(view.type.element) // 8
        while moved % align:
            align //= 2
    return align


def memory_width(view: View, count: int) -> int:
    """How many of `count` values one access to memory takes; private memory has no width."""
    if view.type.space.data == "rmem":
        return count
    most = max(ACCESS_BITS // storage_bits(view.type.element), 1)
    return gcd(count, run_elems(view), aligned_elems(view), most) or 1


def load_values(state: Expansion, view: View, first: int, count: int, rest: Sequence[int]) -> SSAValue:
    """`count` values of mode 0 from `first` on, as a vector: one access where they are neighbours."""
    vector = VectorType(view.type.element, [count])
    if count > 1 and run_elems(view) % count == 0:
        return load(state, _vector_pointer(state, view, first, count, rest), vector, view)
    parts = [load(state, _element(state, view, first + k, rest), view.type.element, view) for k in range(count)]
    block = state.builder.block
    return fast(simt_ops.VecPackOp, parts, (vector,), {}, state.builder.location, block).results[0]


def store_values(state: Expansion, value: SSAValue, view: View, first: int, count: int, rest: Sequence[int]) -> None:
    """The inverse of `load_values`."""
    if count > 1 and run_elems(view) % count == 0:
        store(state, value, _vector_pointer(state, view, first, count, rest), view)
        return
    for k in range(count):
        store(state, element(state, value, k), _element(state, view, first + k, rest), view)


def element(state: Expansion, vector: SSAValue, index: int) -> SSAValue:
    """One element of a register vector."""
    assert isinstance(vector.type, VectorType)
    properties = {"index": IntegerAttr(index, i32)}
    kinds = (vector.type.element_type,)
    block = state.builder.block
    return fast(simt_ops.VecExtractOp, (vector,), kinds, properties, state.builder.location, block).results[0]


def _element(state: Expansion, view: View, value: int, rest: Sequence[int]) -> SSAValue:
    return with_align(state, pointer_at(state.builder, view, place(view, value, rest)), view, None)


def _vector_pointer(state: Expansion, view: View, first: int, count: int, rest: Sequence[int]) -> SSAValue:
    """A pointer whose type says the alignment of an access of `count` elements."""
    elem_bytes = max(1, storage_bits(view.type.element) // 8)
    offset = place(view, first, rest)
    align = gcd(align_bytes(view), divisibility(_known(view, first, rest)) * elem_bytes or align_bytes(view))
    wanted = max(gcd(align, 1 << 5), elem_bytes)
    return with_align(state, pointer_at(state.builder, view, offset), view, wanted)


def _known(view: View, first: int, rest: Sequence[int]) -> Any:
    """An offset as the type knows it, with placeholders for what only run time knows."""
    layout: Any = layout_of(view.type.layout.data)
    coord = (first, *rest) if isinstance(layout.shape, tuple) else first
    if isinstance(layout, ComposedLayout):
        # A swizzle moves whole groups: what is aligned below stays aligned.
        below = layout.outer(coord)
        group = layout.inner.max_alignment if isinstance(layout.inner, Swizzle) else 1
        return gcd(divisibility(below), divisibility(layout.offset), group) or group
    return crd2idx(coord, layout)
