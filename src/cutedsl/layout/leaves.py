"""The integers of a layout in the order of its text: shape, then stride; a composed one has its inner parts first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.inttuple import flatten_to_tuple, transform_leaf
from cutedsl.layout.layout import Layout
from cutedsl.layout.leaf import Unknown


def leaves(layout: Layout | ComposedLayout) -> tuple[Any, ...]:
    """All leaves.

    >>> leaves(Layout((4, (2, 3)), stride=(1, (4, 8))))
    (4, 2, 3, 1, 4, 8)
    >>> leaves(ComposedLayout("S<3,4,3> o 7 o (8,64):(64,1)"))
    (7, 8, 64, 64, 1)
    """
    if isinstance(layout, ComposedLayout):
        inner = leaves(layout.inner) if isinstance(layout.inner, Layout) else ()
        return (*inner, *flatten_to_tuple(layout.offset), *leaves(layout.outer))
    return (*flatten_to_tuple(layout.shape), *flatten_to_tuple(layout.stride))


def map_leaves(change: Callable[[Any], Any], layout: Any) -> Any:
    """The layout with `change` applied to each leaf, in order.

    >>> print(map_leaves(lambda leaf: 2 * leaf, Layout((4, 8), stride=(1, 4))))
    (8,16):(2,8)
    """
    if isinstance(layout, ComposedLayout):
        inner = map_leaves(change, layout.inner) if isinstance(layout.inner, Layout) else layout.inner
        offset = transform_leaf(change, layout.offset)
        return ComposedLayout(inner, offset, map_leaves(change, layout.outer))
    shape = transform_leaf(change, layout.shape)
    return Layout(shape, transform_leaf(change, layout.stride))


def fill_unknown(layout: Any, values: Iterable[Any]) -> Any:
    """The layout with its `Unknown` leaves replaced by the values, in order.

    >>> print(fill_unknown(Layout((4, Unknown()), stride=(1, 4)), [6]))
    (4,6):(1,4)
    """
    supply = iter(values)
    return map_leaves(lambda leaf: next(supply) if isinstance(leaf, Unknown) else leaf, layout)
