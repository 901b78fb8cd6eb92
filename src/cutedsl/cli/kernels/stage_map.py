"""Which allocations in shared memory are cut into the stages of a pipeline: a map of each stage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from xdsl.ir import SSAValue

from cutedsl.codegen.llvm.types import storage_bytes
from cutedsl.errors.frozen import frozen
from cutedsl.ir.types import MemRefType, layout_of
from cutedsl.layout import Layout, coalesce, cosize, get, rank, select, size

_ARRAYS: Final = (1, 2)
"""Mbarriers of one stage: one that tells that it is full, mostly another that tells that it is free."""


@frozen
class Stages:
    """An allocation of `count` stages of `bytes` each, one after the other."""

    count: int
    bytes: int


def counts_of(barriers: Sequence[MemRefType]) -> frozenset[int]:
    """How many stages there may be, by the arrays of mbarriers.

    >>> from xdsl.dialects.builtin import i64
    >>> sorted(counts_of([MemRefType.of(i64, "smem", "6:1")]))
    [3, 6]
    """
    sizes = [size(layout_of(one.layout.data)) for one in barriers]
    return frozenset(n // each for n in sizes for each in _ARRAYS if n % each == 0 and n // each > 1)


def stages_of(tensors: Sequence[SSAValue], counts: frozenset[int]) -> Stages | None:
    """The stages of what tensors are made of, if the last mode of one of them goes through so many neighbours."""
    for value in tensors:
        kind = value.type
        if isinstance(kind, MemRefType) and "?" not in kind.layout.data:
            layout = layout_of(kind.layout.data)
            found = _slices(layout) if isinstance(layout, Layout) else None
            if found is not None and found[0] in counts:
                return Stages(found[0], found[1] * storage_bytes(kind.element))
    return None


def _slices(layout: Layout) -> tuple[int, int] | None:
    """(count, elements) of the slices along the last mode, if each lies behind the one before."""
    modes = rank(layout)
    if modes < 2:
        return None
    last = coalesce(get(layout, mode=[modes - 1]))
    step = last.stride
    if not isinstance(step, int) or size(last) < 2 or cosize(select(layout, list(range(modes - 1)))) > step:
        return None
    return size(last), step


def stage_lines(places: Sequence[tuple[str, Stages]]) -> Iterator[str]:
    """By number of stages, what one stage takes of each allocation."""
    for count in sorted({stages.count for _, stages in places}):
        parts = [(name, stages.bytes) for name, stages in places if stages.count == count]
        said = ", ".join(f"{name} {taken}" for name, taken in parts)
        yield f"  each of {count} stages: {sum(taken for _, taken in parts)} bytes ({said})"
