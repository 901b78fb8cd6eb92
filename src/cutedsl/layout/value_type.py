"""`.type` of tensors, pointers and layouts: the type of a value, to print and to ask about."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from cutedsl.errors.frozen import frozen
from cutedsl.layout.layout import Layout
from cutedsl.layout.leaf import exact_leaf
from cutedsl.layout.swizzle import Swizzle
from cutedsl.layout.text import layout_text
from cutedsl.layout.tuple_text import tuple_text

if TYPE_CHECKING:
    from cutedsl.layout.composed import ComposedLayout


@frozen
class ValueType:
    """The type of a value: two are equal where they print alike; leaves that only run time knows print as `?`.

    `is_static(x.type)` says whether all of the layout is known. `swizzle_type` is the swizzle of a pointer's byte
    addresses. Source: how CuTe DSL programs print and compare `.type`.

    >>> from cutedsl.layout import Layout
    >>> print(layout_type(Layout("(4,8):(8,1)")))
    !cute.layout<"(4,8):(8,1)">
    """

    text: str
    layout: Any = field(default=None, compare=False)
    swizzle_type: Swizzle = field(default=Swizzle(0, 4, 3), compare=False)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Type({self.text})"


def layout_type(layout: Layout | ComposedLayout) -> ValueType:
    """The type of a layout, composed or not."""
    kind = "layout" if isinstance(layout, Layout) else "composed_layout"
    return ValueType(f'!cute.{kind}<"{layout_text(layout, exact_leaf)}">', layout)


def memory_type(
    element: str, space: str, align_bytes: int | None, swizzle: Swizzle | None, layout: Layout | ComposedLayout | None
) -> ValueType:
    """The type of a tensor, or without a layout of a pointer; `align_bytes` is None where it is the element's own."""
    facts = [element, space]
    if align_bytes is not None:
        facts.append(f"align<{align_bytes}>")
    if swizzle is not None:
        facts.append(str(swizzle))
    if layout is not None:
        facts.append(f'"{layout_text(layout, exact_leaf)}"')
    kind = "ptr" if layout is None else "memref"
    return ValueType(f"!cute.{kind}<{', '.join(facts)}>", layout, swizzle or Swizzle(0, 4, 3))


def coordinates_type(start: Any, layout: Layout | ComposedLayout) -> ValueType:
    """The type of a tensor of coordinates."""
    where = tuple_text(start, exact_leaf)
    return ValueType(f'!cute.coord_tensor<"{where}", "{layout_text(layout, exact_leaf)}">', layout)
