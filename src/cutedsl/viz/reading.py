"""Reading a layout for drawing: what can be drawn, what is shown of it, and the value at each coordinate."""

from __future__ import annotations

from typing import Any, TypeAlias

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.layout import ComposedLayout, Layout, flatten_to_tuple, is_static, size, tuple_text
from cutedsl.viz.panels import Axis

DrawnLayout: TypeAlias = Layout | ComposedLayout
LIMIT = 64
"""Rows and columns drawn of a grid, unless told otherwise."""


@frozen
class Mode:
    """One top mode of a layout: its extents (innermost first), its size, and its text."""

    extents: tuple[int, ...]
    length: int
    text: str

    def axis(self, name: str, limit: int) -> Axis:
        """The side of a grid that shows this mode."""
        caption = f"{name} {self.text}" if self.text else name
        return Axis(caption, self.extents, self.length, min(self.length, limit))


def affine_part(layout: DrawnLayout) -> Layout:
    """The layout that gives the shape: the outer part of a composed one."""
    return layout if isinstance(layout, Layout) else layout.outer


def check_drawable(layout: Any, what: str = "a picture") -> DrawnLayout:
    """`layout`, if it is a static layout. Errors: picture-not-a-layout, picture-dynamic."""
    if not isinstance(layout, (Layout, ComposedLayout)):
        raise fail("picture-not-a-layout", f"{what} needs a layout, got {layout!r}")
    # The inner part of a composed layout may be a Python function: it is called, whatever it is made of.
    outer = affine_part(layout)
    if not is_static((outer.shape, outer.stride, layout.offset if isinstance(layout, ComposedLayout) else 0)):
        raise fail("picture-dynamic", f"{what} needs a static layout, got {layout}")
    return layout


def modes_of(layout: DrawnLayout) -> tuple[Mode, ...]:
    """The top modes, from the left; a layout of rank 0 has none, an integer shape one."""
    outer = affine_part(layout)
    parts = list(outer) if isinstance(outer.shape, tuple) else [outer]
    return tuple([_mode(part) for part in parts])


def _mode(part: Layout) -> Mode:
    return Mode(flatten_to_tuple(part.shape), size(part), str(part))


def value_text(value: Any) -> str:
    """A value as its cell shows it: an index, or a coordinate without its outer parentheses if it is short."""
    return tuple_text(value) if isinstance(value, tuple) else str(value)
