"""Tensors of the eager emitter: memory, an offset and a layout whose run-time leaves are integers of every lane."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from cutedsl.eager.block import Block
from cutedsl.eager.indices import Index, LaneInt, data_of, lane_int
from cutedsl.eager.memory import Memory, Threads
from cutedsl.eager.values import Array, Lanes, TensorType, VectorType, scalar
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.ir.coord import Pattern, parse_pattern
from cutedsl.layout import (
    ComposedLayout,
    Layout,
    Unknown,
    cosize,
    crd2idx,
    parse_layout,
    size,
    slice_and_offset,
)
from cutedsl.layout.leaves import fill_unknown, leaves


@frozen(eq=False)
class EagerTensor:
    """A tensor; element `c` lies at `offset + layout(c)` of `memory`."""

    type: TensorType
    memory: Memory
    offset: Index
    layout: Layout | ComposedLayout
    name: str


# -- leaves ----------------------------------------------------------------------------------------------------------
def unknown_leaves(text: str) -> list[Unknown]:
    """The leaves of a layout's text that only run time knows, in order."""
    return [leaf for leaf in leaves(parse_layout(text)) if isinstance(leaf, Unknown)]


def run_time_leaves(tensor: EagerTensor) -> list[Index]:
    """The leaves of a tensor's layout where its type has `?`, in order."""
    known = zip(leaves(parse_layout(tensor.type.layout)), leaves(tensor.layout), strict=True)
    return [leaf for typed, leaf in known if isinstance(typed, Unknown)]


def filled(text: str, values: Sequence[Index]) -> Any:
    """The layout of a text with its run-time leaves replaced, in order."""
    return fill_unknown(parse_layout(text), values)


def picked(cond: Array, a: EagerTensor, b: EagerTensor) -> EagerTensor:
    """`a` where `cond` holds, else `b`; both over the same memory."""
    if a is b:
        return a
    if a.memory.elements is not b.memory.elements:
        raise fail(
            "not-yet", f"a variable that is `{a.name}` in some threads and `{b.name}` in others, in an eager run"
        )
    leaves = [_pick(cond, x, y) for x, y in zip(run_time_leaves(a), run_time_leaves(b), strict=True)]
    return EagerTensor(a.type, a.memory, _pick(cond, a.offset, b.offset), filled(a.type.layout, leaves), a.name)


def _pick(cond: Array, x: Index, y: Index) -> Index:
    return LaneInt(np.where(cond, data_of(x), data_of(y)))


# -- elements --------------------------------------------------------------------------------------------------------
def _coordinate(tensor: EagerTensor, text: str, indices: Sequence[Lanes]) -> Any:
    """The coordinate of a pattern like `(_,?,0)` with its operands."""
    supply = iter(indices)

    def fill(mode: Pattern | int | str | None) -> Any:
        match mode:
            case tuple():
                return tuple(fill(m) for m in mode)
            case "?":
                return lane_int(next(supply).data)
            case _:
                return mode

    modes = tuple(fill(m) for m in parse_pattern(text))
    shape = tensor.layout.shape
    return modes[0] if len(modes) == 1 and not (isinstance(shape, tuple) and len(shape) == 1) else modes


def sliced(tensor: EagerTensor, kind: TensorType, text: str, indices: Sequence[Lanes], name: str) -> EagerTensor:
    """The modes where the coordinate keeps them; the others move the pointer."""
    layout, offset = slice_and_offset(_coordinate(tensor, text, indices), tensor.layout)
    return EagerTensor(kind, tensor.memory, tensor.offset + offset, layout, name or tensor.name)


def viewed(tensor: EagerTensor, kind: TensorType, values: Sequence[Lanes], moved: bool, name: str) -> EagerTensor:
    """The same memory under another layout, perhaps moved by the first value."""
    numbers: list[Index] = [lane_int(v.data) for v in values]
    offset = tensor.offset + numbers.pop(0) if moved else tensor.offset
    return EagerTensor(kind, tensor.memory, offset, filled(kind.layout, numbers), name or tensor.name)


def allocated(kind: TensorType, block: Block, name: str) -> EagerTensor:
    """A tensor of the block (shared memory) or of each lane (registers)."""
    layout = parse_layout(kind.layout)
    elems = cosize(layout)
    assert isinstance(elems, int)
    if kind.space == "rmem":
        return EagerTensor(kind, Memory.fresh(kind.dtype, elems, block.lanes), 0, layout, name)
    start = block.room(elems * kind.dtype.storage_bytes, kind.align_bytes)
    return EagerTensor(kind, Memory.fresh(kind.dtype, elems, None, start), 0, layout, name)


# -- pointers --------------------------------------------------------------------------------------------------------
def pointed(kind: TensorType, source: EagerTensor, moved: Index = 0) -> EagerTensor:
    """A pointer: to a tensor's first element, or another pointer moved by elements and recast."""
    old, new = source.type.dtype.storage_bits, kind.dtype.storage_bits
    offset = source.offset + moved
    if old != new:
        offset = offset * old // new
    return EagerTensor(kind, source.memory.recast(kind.dtype), offset, parse_layout(kind.layout), source.name)


def made(kind: TensorType, pointer: EagerTensor, values: Sequence[Lanes], name: str) -> EagerTensor:
    """A tensor of a layout at a pointer."""
    layout = filled(kind.layout, [lane_int(v.data) for v in values])
    memory = pointer.memory
    if memory.endless and isinstance(layout, Layout):
        memory = memory.up_to(int(data_of(pointer.offset + cosize(layout)).max()))
    return EagerTensor(kind, memory, pointer.offset, layout, name or pointer.name)


def address(pointer: EagerTensor) -> Array:
    """The byte address: in shared memory from its start."""
    first = pointer.memory.start if pointer.type.space == "smem" else pointer.memory.elements.ctypes.data
    return data_of(pointer.offset) * pointer.type.dtype.storage_bytes + first


def load(tensor: EagerTensor, text: str, indices: Sequence[Lanes], who: Threads) -> Lanes:
    """The element at a coordinate."""
    return scalar(tensor.type.dtype, read(tensor, _coordinate(tensor, text, indices), who))


def store(tensor: EagerTensor, text: str, indices: Sequence[Lanes], value: Lanes, who: Threads) -> None:
    """Writes the element at a coordinate."""
    write(tensor, _coordinate(tensor, text, indices), value.data, who)


def load_vector(tensor: EagerTensor, who: Threads) -> Lanes:
    """All elements, in order."""
    count = size(tensor.layout)
    assert isinstance(count, int)
    rows = [np.broadcast_to(read(tensor, k, who), who.lanes) for k in range(count)]
    return Lanes(VectorType(tensor.type.dtype, count), np.stack(rows))


def store_vector(tensor: EagerTensor, value: Lanes, who: Threads) -> None:
    """Writes all elements, in order."""
    for k, row in enumerate(value.data):
        write(tensor, k, row if row.shape[0] > 1 else row[0], who)


def read(tensor: EagerTensor, coord: Any, who: Threads) -> Array:
    """The element at a coordinate, in every lane."""
    return tensor.memory.read(_index(tensor, coord), who, tensor.name)


def write(tensor: EagerTensor, coord: Any, data: Array, who: Threads) -> None:
    """Writes the element at a coordinate in the live lanes."""
    tensor.memory.write(_index(tensor, coord), np.asarray(data), who, tensor.name)


def _index(tensor: EagerTensor, coord: Any) -> Any:
    """Where an element lies in the memory; a swizzled pointer exchanges bits of its byte address."""
    index = tensor.offset + crd2idx(coord, tensor.layout)
    if not tensor.type.swizzle:
        return index
    size, start = tensor.type.dtype.storage_bytes, tensor.memory.start
    return (parse_layout(tensor.type.swizzle)(index * size + start) - start) // size


def map_indices(tensor: EagerTensor, change: Callable[[Array], Array]) -> EagerTensor:
    """A tensor whose offset and run-time leaves are changed: from a host function's one lane to those of a block."""
    leaves: list[Index] = [LaneInt(change(data_of(leaf))) for leaf in run_time_leaves(tensor)]
    offset = LaneInt(change(data_of(tensor.offset)))
    return replace(tensor, offset=offset, layout=filled(tensor.type.layout, leaves))
