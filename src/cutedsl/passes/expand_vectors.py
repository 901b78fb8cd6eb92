"""Whole tiles as register vectors: one wide access where the tile is contiguous, else one access an element."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, VectorType, i32
from xdsl.ir import SSAValue

from cutedsl.ir import memref_ops, simt_ops
from cutedsl.ir.dtypes import storage_bits
from cutedsl.ir.fast import fast
from cutedsl.layout import coalesce, crd2idx, size
from cutedsl.passes.element_access import load, store, with_align
from cutedsl.passes.expansion import Expansion
from cutedsl.passes.index_math import IRInt
from cutedsl.passes.views import View, pointer_at

_I32_ATTR = {k: IntegerAttr(k, i32) for k in range(64)}


def _offsets(view: View) -> list[int | IRInt]:
    """Offsets of all elements in order; the shape is static."""
    count = size(view.layout)
    assert isinstance(count, int)
    return [crd2idx(k, view.layout) for k in range(count)]


def _is_contiguous(view: View) -> bool:
    flat = coalesce(view.layout)
    return view.is_static and (size(view.layout) == 1 or flat.stride == 1)


def _vector_align(view: View) -> int:
    """The alignment of a whole-tensor access: what the tensor's type says, less what a known offset takes away."""
    if isinstance(view.offset, int):
        offset_bytes = view.offset * storage_bits(view.type.element) // 8
        align = view.type.align.data
        while offset_bytes % align:
            align //= 2
        return align
    return view.type.align.data


def expand_load_vec(state: Expansion, op: memref_ops.LoadVecOp) -> None:
    """A tile into a register vector."""
    view = state.views[op.source]
    vector = op.result.type
    assert isinstance(vector, VectorType)
    if _is_contiguous(view):
        ptr = with_align(state, pointer_at(state.builder, view, 0), view, _vector_align(view))
        result = load(state, ptr, vector, view)
    else:
        parts: list[SSAValue] = []
        for offset in _offsets(view):
            ptr = with_align(state, pointer_at(state.builder, view, offset), view, None)
            parts.append(load(state, ptr, vector.element_type, view))
        block = state.builder.block
        result = fast(simt_ops.VecPackOp, parts, (vector,), {}, state.builder.location, block).results[0]
    result.name_hint = op.result.name_hint
    state.values[op.result] = result


def expand_store_vec(state: Expansion, op: memref_ops.StoreVecOp) -> None:
    """A register vector into a tile."""
    view = state.views[op.target]
    value = state.values[op.value]
    if _is_contiguous(view):
        ptr = with_align(state, pointer_at(state.builder, view, 0), view, _vector_align(view))
        store(state, value, ptr, view)
        return
    for index, offset in enumerate(_offsets(view)):
        attr = _I32_ATTR.get(index) or IntegerAttr(index, i32)
        element = fast(
            simt_ops.VecExtractOp,
            (value,),
            (view.type.element,),
            {"index": attr},
            state.builder.location,
            state.builder.block,
        ).results[0]
        ptr = with_align(state, pointer_at(state.builder, view, offset), view, None)
        store(state, element, ptr, view)
