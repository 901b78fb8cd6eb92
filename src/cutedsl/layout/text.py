"""Text of layouts and tiles: what `str` prints."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutedsl.layout.layout import Layout
from cutedsl.layout.leaf import LeafText
from cutedsl.layout.tuple_text import leaf_text, tuple_text

if TYPE_CHECKING:
    from cutedsl.layout.composed import ComposedLayout


def layout_text(layout: Layout | ComposedLayout, leaf: LeafText | None = None) -> str:
    """`shape:stride`, or `inner o offset o outer`; `leaf` chooses the spelling of a dynamic leaf."""
    if isinstance(layout, Layout):
        return tuple_text(layout.shape, leaf) + ":" + tuple_text(layout.stride, leaf)
    inner = layout_text(layout.inner, leaf) if isinstance(layout.inner, Layout) else str(layout.inner)
    return f"{inner} o {tuple_text(layout.offset, leaf)} o {layout_text(layout.outer, leaf)}"


def tile_text(tile: Any) -> str:
    """A tiler as CuTe writes it: `[(4,8):(1,4);_;2:1]`, modes separated by `;`.

    >>> tile_text((128, None))
    '[128:1;_]'
    """
    if isinstance(tile, tuple):
        return "[" + ";".join([tile_text(t) for t in tile]) + "]"
    if isinstance(tile, Layout):
        return layout_text(tile)
    return "_" if tile is None else leaf_text(tile) + ":1"
