"""What an operation did, in lines with the values: the definition of the operation, filled in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from cutedsl.layout import (
    ComposedLayout,
    Layout,
    Swizzle,
    complement,
    composition,
    cosize,
    has_scaled_basis,
    rank,
    size,
)
from cutedsl.viz.operations import Step

GATHERED = {
    "zipped_divide": "zipped_divide gathers the tiles in mode 0 and the rests in mode 1.",
    "tiled_divide": "tiled_divide gathers the tiles in mode 0; the rests follow as modes of their own.",
    "flat_divide": "flat_divide puts the tile modes and the rest modes side by side.",
    "zipped_product": "zipped_product gathers the block in mode 0 and its copies in mode 1.",
    "tiled_product": "tiled_product gathers the block in mode 0; the copies follow as modes of their own.",
    "flat_product": "flat_product puts the block modes and the copy modes side by side.",
    "blocked_product": "blocked_product pairs the modes as (block, copies): each block stays together.",
    "raked_product": "raked_product pairs the modes as (copies, block): the blocks are interleaved.",
}
"""What becomes of tiles and rests, or of block and copies, by the function."""
LAWS = {
    "coalesce": "The index at each integer coordinate stays: coalesce(A)(i) = A(i).",
    "flatten": "The modes stay, their nesting goes: the index at each integer coordinate is the same.",
    "filter": "Modes of stride 0 and of extent 1 are left out: the same indices are reached.",
    "right_inverse": "R = right_inverse(A): A(R(i)) = i for each i below size(R).",
    "left_inverse": "L = left_inverse(A): L(A(i)) = i for each i below size(A).",
    "complement": "The complement starts the copies of A that fill what A leaves out.",
    "group_modes": "The grouped modes become one nested mode; the index at each integer coordinate is the same.",
    "slice_": "Modes with `_` stay; the others are fixed at the given coordinate.",
    "recast_layout": "The same bytes, counted in elements of another width.",
    "make_composed_layout": "The swizzle is applied to the index: (S o 0 o A)(c) = S(A(c)).",
    "select": "The listed modes, in the listed order.",
}
"""What holds of the result, by the function."""


def explain_step(step: Step) -> tuple[str, ...]:
    """The steps by which an operation got its result, each a line; A is the layout before."""
    before = step.before.outer if isinstance(step.before, ComposedLayout) else step.before
    function = step.operation.function
    lines: list[str] = []
    if isinstance(before, Layout) and not has_scaled_basis(before.stride):
        if function == "composition":
            lines += _by_mode(before, step.argument, _compose)
        elif function.endswith("_divide"):
            lines += _by_mode(before, step.argument, _divide)
        elif function in ("logical_product", "zipped_product", "tiled_product", "flat_product"):
            lines += _by_mode(before, step.argument, _product)
    lines += [text for text in (GATHERED.get(function), LAWS.get(function)) if text is not None]
    return tuple(lines)


def _by_mode(layout: Layout, tiler: Any, explain: Callable[[str, Layout, Layout], Iterator[str]]) -> Iterator[str]:
    """The lines of the whole layout, or of each mode that a tuple tiler names."""
    if isinstance(tiler, Layout):
        yield from explain("A", layout, tiler)
        return
    if isinstance(tiler, (ComposedLayout, Swizzle)):
        return
    parts = cast("tuple[Any, ...]", tiler) if isinstance(tiler, tuple) else (tiler,)
    for mode, part in enumerate(parts):
        if part is not None and not isinstance(part, tuple):
            target = layout[mode] if isinstance(tiler, tuple) else layout
            yield from explain(f"mode {mode}", target, part if isinstance(part, Layout) else Layout(part))


def _compose(name: str, a: Layout, b: Layout) -> Iterator[str]:
    """Composition distributes over the modes of the right side."""
    if rank(b) > 1:
        yield f"{name}: B = {b} is taken mode by mode."
        for k in range(rank(b)):
            yield f"{name}: {a} o {b[k]} = {composition(a, b[k])}"
    else:
        yield f"{name}: {a} o {b} = {composition(a, b)}"


def _divide(name: str, a: Layout, b: Layout) -> Iterator[str]:
    """`A o (B, complement(B, size(A)))`; an extent that does not divide is rounded up by the operation."""
    yield f"{name}: the tile is B = {b}; the rest is complement(B, {size(a)}) = {complement(b, size(a))}."
    if size(a) % size(b) == 0:
        yield f"{name}: tile {a} o {b} = {composition(a, b)}"
        yield f"{name}: rest {a} o {complement(b, size(a))} = {composition(a, complement(b, size(a)))}"


def _product(name: str, a: Layout, b: Layout) -> Iterator[str]:
    """`(A, complement(A, size(A) * cosize(B)) o B)`."""
    room = size(a) * cosize(b)
    gaps = complement(a, room)
    yield f"{name}: copies of {a} fit at complement(A, size(A) * cosize(B) = {room}) = {gaps}."
    yield f"{name}: arranged by B, {gaps} o {b} = {composition(gaps, b)}"
