"""Whole tiles as register vectors: one wide access for each run of elements that lie one after the other."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, VectorType, i32
from xdsl.ir import SSAValue

from cutedsl.errors.frozen import frozen
from cutedsl.ir.dtypes import storage_bits
from cutedsl.ir.fast import fast
from cutedsl.ir.ops import memref as memref_ops
from cutedsl.ir.ops import simt as simt_ops
from cutedsl.ir.types import natural_align_bytes, swizzle_of
from cutedsl.layout import ComposedLayout, Layout, Swizzle, crd2idx, divisibility, size
from cutedsl.layout.leaves import leaves
from cutedsl.passes.expand.element_access import load, store, with_align
from cutedsl.passes.expand.expansion import Expansion
from cutedsl.passes.expand.views import View, pointer_at
from cutedsl.passes.integers.index_math import IRInt

_I32_ATTR = {k: IntegerAttr(k, i32) for k in range(64)}


@frozen
class Run:
    """Elements `first` to `first + count` of a tile, which lie one after the other from `offset` on."""

    first: int
    count: int
    offset: int | IRInt
    align_bytes: int


def contiguous_runs(view: View) -> list[Run]:
    """The tile as pieces that one access each may read; a swizzle ends a piece where it exchanges places.

    Law: the pieces cover the elements in order; element `first + i` lies at `offset + i`, for all `i < count`.
    """
    count = size(view.layout)
    assert isinstance(count, int)
    atom = _unbroken_elems(view)
    inner, base = view.layout, 0
    if isinstance(inner, ComposedLayout):
        inner, base = inner.outer, inner.offset if isinstance(inner.offset, int) else 0
    if not isinstance(inner, Layout) or not all(isinstance(leaf, int) for leaf in leaves(inner)) or not atom:
        return [Run(k, 1, crd2idx(k, view.layout), 0) for k in range(count)]
    steps = [crd2idx(k, inner) for k in range(count)]
    starts = [0] + [k for k in range(1, count) if steps[k] != steps[k - 1] + 1 or (steps[k] + base) % atom == 0]
    runs: list[Run] = []
    for first, end in zip(starts, [*starts[1:], count], strict=True):
        runs.append(Run(first, end - first, crd2idx(first, view.layout), _run_align(view, steps[first], base)))
    return runs


def _unbroken_elems(view: View) -> int:
    """Elements between places where a swizzle may break a run: 2**62 without one, 0 where they are not known."""
    bits = storage_bits(view.type.element)
    if view.type.swizzle.data:
        atom_bytes = swizzle_of(view.type.swizzle.data).max_alignment
        return atom_bytes * 8 // bits if view.type.align.data % atom_bytes == 0 else 0
    if isinstance(view.layout, ComposedLayout):
        if not isinstance(view.layout.inner, Swizzle):
            return 0
        atom, offset = view.layout.inner.max_alignment, view.layout.offset
        return atom if isinstance(offset, int) or divisibility(offset) % atom == 0 else 0
    return 1 << 62


def _run_align(view: View, step: int, base: int) -> int:
    """The alignment of a run's first element, in bytes; swizzles keep it up to what they leave in place."""
    align = view.type.align.data
    if isinstance(view.layout, ComposedLayout):
        align = min(align, view.layout.inner.max_alignment * storage_bits(view.type.element) // 8)
    if view.type.swizzle.data:
        align = min(align, swizzle_of(view.type.swizzle.data).max_alignment)
    if isinstance(view.offset, int):
        step += view.offset
    step_bytes = (step + base) * storage_bits(view.type.element) // 8
    while step_bytes % align:
        align //= 2
    return align


def expand_load_vec(state: Expansion, op: memref_ops.LoadVecOp) -> None:
    """A tile into a register vector."""
    view = state.views[op.source]
    vector = op.result.type
    assert isinstance(vector, VectorType)
    runs = contiguous_runs(view)
    loaded = [_load_run(state, view, run) for run in runs]
    if len(runs) == 1 and runs[0].count > 1:
        result = loaded[0]
    else:
        parts: list[SSAValue] = []
        for run, value in zip(runs, loaded, strict=True):
            parts += [value] if run.count == 1 else [_element(state, value, k) for k in range(run.count)]
        block = state.builder.block
        result = fast(simt_ops.VecPackOp, parts, (vector,), {}, state.builder.location, block).results[0]
    result.name_hint = op.result.name_hint
    state.values[op.result] = result


def _load_run(state: Expansion, view: View, run: Run) -> SSAValue:
    element = view.type.element
    ptr = _pointer(state, view, run)
    return load(state, ptr, element if run.count == 1 else VectorType(element, [run.count]), view)


def _pointer(state: Expansion, view: View, run: Run) -> SSAValue:
    """The pointer to a run, its type saying the alignment."""
    natural = natural_align_bytes(view.type.element)
    align = run.align_bytes if run.count > 1 and run.align_bytes > natural else None
    return with_align(state, pointer_at(state.builder, view, run.offset), view, align)


def _element(state: Expansion, vector: SSAValue, index: int) -> SSAValue:
    assert isinstance(vector.type, VectorType)
    element = vector.type.element_type
    attr = _I32_ATTR.get(index) or IntegerAttr(index, i32)
    where, block = state.builder.location, state.builder.block
    return fast(simt_ops.VecExtractOp, (vector,), (element,), {"index": attr}, where, block).results[0]


def expand_store_vec(state: Expansion, op: memref_ops.StoreVecOp) -> None:
    """A register vector into a tile."""
    view = state.views[op.target]
    value = state.values[op.value]
    runs = contiguous_runs(view)
    for run in runs:
        ptr = _pointer(state, view, run)
        if len(runs) == 1 and run.count > 1:
            store(state, value, ptr, view)
            continue
        parts = [_element(state, value, run.first + k) for k in range(run.count)]
        if run.count == 1:
            store(state, parts[0], ptr, view)
            continue
        kind = VectorType(view.type.element, [run.count])
        where, block = state.builder.location, state.builder.block
        store(state, fast(simt_ops.VecPackOp, parts, (kind,), {}, where, block).results[0], ptr, view)
