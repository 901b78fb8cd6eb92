"""The integers of a layout in the order of its text: the shape's leaves, then the stride's."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cutedsl.layout.inttuple import flatten_to_tuple, transform_leaf
from cutedsl.layout.layout import Layout
from cutedsl.layout.leaf import Unknown


def leaves(layout: Layout) -> tuple[Any, ...]:
    """All leaves.

    >>> leaves(Layout((4, (2, 3)), stride=(1, (4, 8))))
    (4, 2, 3, 1, 4, 8)
    """
    return (*flatten_to_tuple(layout.shape), *flatten_to_tuple(layout.stride))


def map_leaves(change: Callable[[Any], Any], layout: Layout) -> Layout:
    """The layout with `change` applied to each leaf, in order.

    >>> print(map_leaves(lambda leaf: 2 * leaf, Layout((4, 8), stride=(1, 4))))
    (8,16):(2,8)
    """
    shape = transform_leaf(change, layout.shape)
    return Layout(shape, transform_leaf(change, layout.stride))


def fill_unknown(layout: Layout, values: Iterable[Any]) -> Layout:
    """The layout with its `Unknown` leaves replaced by the values, in order.

    >>> print(fill_unknown(Layout((4, Unknown()), stride=(1, 4)), [6]))
    (4,6):(1,4)
    """
    supply = iter(values)
    return map_leaves(lambda leaf: next(supply) if isinstance(leaf, Unknown) else leaf, layout)
