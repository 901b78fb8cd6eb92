"""`cute.copy` as the loads, stores and copy instructions of its atom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import gcd
from typing import Any

from xdsl.dialects import scf
from xdsl.dialects.builtin import IntegerAttr, StringAttr, VectorType, i1, i64
from xdsl.ir import Block, Region, SSAValue

from cutedsl.arch.atoms.copy import UNIVERSAL, copy_record
from cutedsl.arch.atoms.records import CopyRecord
from cutedsl.ir.dtypes import storage_bits
from cutedsl.ir.fast import fast
from cutedsl.ir.ops import copy as copy_ops
from cutedsl.ir.types import MemRefType, layout_of
from cutedsl.layout import Layout, crd2idx, max_common_layout, size
from cutedsl.passes.expand.element_access import load, with_align
from cutedsl.passes.expand.expansion import Expansion
from cutedsl.passes.expand.loops import count_up
from cutedsl.passes.expand.tile_access import (
    aligned_elems,
    load_values,
    memory_width,
    modes,
    place,
    store_values,
)
from cutedsl.passes.expand.views import View, pointer_at
from cutedsl.passes.integers.index_math import IRInt


def expand_copy(state: Expansion, op: copy_ops.CopyOp) -> None:
    """A tile, atom by atom: unrolled, as the sizes are static."""
    src, dst = state.views[op.src], state.views[op.dst]
    pred = None if op.pred is None else state.views[op.pred]
    record = copy_record(op.atom.data)
    state.load_hints, state.store_hints = op.load_hints, op.store_hints
    state.policy = None if op.policy is None else state.values[op.policy]
    if record.name == f"{UNIVERSAL}.0":
        _copy_widest(state, src, dst, pred)
    else:
        _copy_atoms(state, record, src, dst, pred)
    state.load_hints = state.store_hints = state.policy = None


def _copy_atoms(state: Expansion, record: CopyRecord, src: View, dst: View, pred: View | None) -> None:
    width = storage_bits(src.type.element)
    reads, writes = (max(size(side, [1]) // width, 1) for side in (record.src, record.dst))
    family = record.name.partition(".")[0]
    if family == "cp":
        for atom, rest in _atoms(src, reads):
            given = None if pred is None else _predicate(state, pred, (atom, rest))
            _emit_cp_async(state, record, (src, atom * reads, reads), (dst, atom * writes, writes), rest, given)
        return
    emit = COPY_FAMILIES[family]
    for atom, rest in _atoms(src, reads):
        _guarded(
            state,
            pred,
            (atom, rest),
            lambda a=atom, r=rest: emit(state, record, (src, a * reads, reads), (dst, a * writes, writes), r),
        )


def _atoms(src: View, reads: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The atoms of a tile: their number in mode 0, and the coordinates of the other modes."""
    layout: Any = src.layout
    counts = [size(layout, [i]) for i in range(1, modes(src))]
    for rest in product(*(range(n) for n in reversed(counts))):
        for atom in range(size(layout, [0]) // reads):
            yield atom, tuple(reversed(rest))


def _guarded(
    state: Expansion, pred: View | None, at: int | tuple[int, Sequence[int]], body: Callable[[], None]
) -> None:
    """`body()` where the predicate of an atom holds; `at` is its number, or the value of mode 0 and the other modes."""
    if pred is None:
        body()
        return
    builder = state.builder
    condition = _predicate(state, pred, at)
    outer, block = builder.block, Block()
    builder.block = block
    body()
    fast(scf.YieldOp, (), (), {}, builder.location, block)
    builder.block = outer
    fast(scf.IfOp, (condition,), (), {}, builder.location, outer, (Region(block), Region()))


def _predicate(state: Expansion, pred: View, at: int | tuple[int, Sequence[int]]) -> SSAValue:
    """The predicate of an atom, as an i1."""
    offset = crd2idx(at, pred.layout) if isinstance(at, int) else place(pred, *at)
    return load(state, with_align(state, pointer_at(state.builder, pred, offset), pred, None), i1, pred)


_UNROLLED_ELEMS = 256
"""Elements of one thread that a CPU's code moves one after the other."""
Part = tuple[View, int, int]
"""A view, the first value of mode 0, and how many."""


def _emit_plain(state: Expansion, _record: CopyRecord, src: Part, dst: Part, rest: Sequence[int]) -> None:
    """Loads and stores, as wide as memory on either side allows."""
    (source, first, count), (target, to, _) = src, dst
    wide = gcd(memory_width(source, count), memory_width(target, count))
    for at in range(0, count, wide):
        value = load_values(state, source, first + at, wide, rest)
        store_values(state, value, target, to + at, wide, rest)


def _emit_cp_async(
    state: Expansion, record: CopyRecord, src: Part, dst: Part, rest: Sequence[int], pred: SSAValue | None
) -> None:
    """One asynchronous copy. It is issued also where the predicate is false: the instruction fills zeros then."""
    bytes_of = record.bits // 8
    pointers = [_pointer(state, part, rest, bytes_of) for part in (src, dst)]
    properties = {"atom": StringAttr(record.name), "bytes": IntegerAttr(bytes_of, i64)}
    pointers += [value for value in (pred, state.policy) if value is not None]
    fast(copy_ops.CpAsyncOp, pointers, (), properties, state.builder.location, state.builder.block)


def _emit_ldmatrix(state: Expansion, record: CopyRecord, src: Part, dst: Part, rest: Sequence[int]) -> None:
    target, to, count = dst
    vector = VectorType(target.type.element, [count])
    operands = (_pointer(state, src, rest, 16),)
    properties = {"atom": StringAttr(record.name)}
    block = state.builder.block
    value = fast(copy_ops.LdMatrixOp, operands, (vector,), properties, state.builder.location, block).results[0]
    store_values(state, value, target, to, count, rest)


def _emit_stmatrix(state: Expansion, record: CopyRecord, src: Part, dst: Part, rest: Sequence[int]) -> None:
    source, first, count = src
    operands = (load_values(state, source, first, count, rest), _pointer(state, dst, rest, 16))
    properties = {"atom": StringAttr(record.name)}
    fast(copy_ops.StMatrixOp, operands, (), properties, state.builder.location, state.builder.block)


COPY_FAMILIES: Mapping[str, Callable[[Expansion, CopyRecord, Part, Part, Sequence[int]], None]] = {
    UNIVERSAL: _emit_plain,
    "ldmatrix": _emit_ldmatrix,
    "stmatrix": _emit_stmatrix,
}
"""How the copies of each family of atoms are made, by the beginning of their names; a false predicate skips them."""


def _pointer(state: Expansion, part: Part, rest: Sequence[int], align: int) -> SSAValue:
    view, first, _ = part
    return with_align(state, pointer_at(state.builder, view, place(view, first, rest)), view, align)


# -- as wide as both sides allow ---------------------------------------------------------------------------------------
def _copy_widest(state: Expansion, src: View, dst: View, pred: View | None) -> None:
    """All elements, in groups that are neighbours on both sides where there are such."""
    assert pred is None or size(_layout(pred)) == size(_layout(src)), "the language checks predicates"
    total = size(_layout(src))
    group = _common(src, dst) if pred is None else [0]  # each element has a predicate of its own
    if len(group) == 1 and pred is None and total > _UNROLLED_ELEMS and not state.in_registers:
        count_up(state, total, 1, lambda k: _move(state, src, dst, [k]))
        return
    seen: set[int] = set()
    for start in range(total):
        if start in seen:
            continue
        members = [start + k for k in group]
        seen.update(members)
        _guarded(state, pred, start, lambda m=members: _move(state, src, dst, m))


def _common(src: View, dst: View) -> list[int]:
    """The indices, from 0, of elements that are neighbours in both tensors and may be moved in one access."""
    a, b = _layout(src), _layout(dst)
    shared = max_common_layout(a, b)
    count = size(shared)
    for view in (src, dst):
        most = max(128 // storage_bits(view.type.element), 1)
        if view.type.space.data != "rmem":
            count = gcd(count, aligned_elems(view), most)
    return [shared(k) for k in range(count)]


def _move(state: Expansion, src: View, dst: View, members: Sequence[int | IRInt]) -> None:
    """One group of neighbours."""
    count = len(members)
    flat_src, flat_dst = _run(src, members, count), _run(dst, members, count)
    value = load_values(state, flat_src, 0, count, ())
    store_values(state, value, flat_dst, 0, count, ())


def _run(view: View, members: Sequence[int | IRInt], count: int) -> View:
    """The group as a view of `count` neighbours."""
    offset = crd2idx(members[0], view.layout)
    moved = view.offset + offset if not (isinstance(view.offset, int) and view.offset == 0) else offset
    elem_bytes = max(1, storage_bits(view.type.element) // 8)
    space = view.type.space.data
    align = elem_bytes if space == "rmem" else min(count * elem_bytes, view.type.align.data)
    kind = MemRefType.of(view.type.element, space, f"({count}):(1)", align)
    return View(view.ptr, moved, Layout((count,), (1,)), kind, view.name, view.extent)


def _layout(view: View) -> Any:
    return layout_of(view.type.layout.data)
