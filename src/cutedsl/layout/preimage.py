"""From an index back to the coordinates that a layout maps to it."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from math import gcd
from typing import Any

from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.inttuple import flatten_to_tuple, transform_leaf
from cutedsl.layout.layout import Layout
from cutedsl.layout.swizzle import Swizzle


def coordinates_at(layout: Layout | ComposedLayout, index: int, most: int = 2) -> list[Any]:
    """The first coordinates (at most `most`) that a static layout maps to an index.

    **Law**: `layout(c) == index` for each result `c`; no result where no coordinate of the shape gives the index.

    A layout under a swizzle is searched at the swizzled index, as a swizzle is its own inverse; under any other inner
    function nothing is found. Source: ours.

    >>> coordinates_at(Layout("(64,16):(16,1)"), 12 * 16 + 3)
    [(12, 3)]
    >>> coordinates_at(Layout("(2,4):(0,1)"), 3), coordinates_at(Layout("(4,2):(2,16)"), 7)
    ([(0, 3), (1, 3)], [])
    """
    if isinstance(layout, ComposedLayout):
        if not isinstance(layout.inner, Swizzle) or not isinstance(layout.offset, int):
            return []
        return coordinates_at(layout.outer, layout.inner(index) - layout.offset, most)
    shape, stride = flatten_to_tuple(layout.shape), flatten_to_tuple(layout.stride)
    if not all(isinstance(leaf, int) for leaf in (*shape, *stride)):
        return []
    order = sorted(range(len(shape)), key=lambda mode: -abs(stride[mode]))
    modes = [(shape[mode], stride[mode]) for mode in order]
    found = islice(_searched(modes, _reaches(modes), index), most)
    return [_in_profile(layout.shape, order, digits) for digits in found]


_FAR = 1 << 40


def coordinate_beyond(layout: Layout | ComposedLayout, index: int) -> Any:
    """The coordinate of an index if the mode of the greatest stride had no end; None where there is none.

    >>> coordinate_beyond(Layout("(8,8):(8,1)"), 100), coordinate_beyond(Layout("32:1"), -1)
    ((12, 4), -1)
    """
    if isinstance(layout, ComposedLayout):
        if not isinstance(layout.inner, Swizzle) or not isinstance(layout.offset, int):
            return None
        return coordinate_beyond(layout.outer, layout.inner(index) - layout.offset)
    stride = flatten_to_tuple(layout.stride)
    if not all(isinstance(leaf, int) for leaf in stride) or not any(stride):
        return None
    open_mode = max(range(len(stride)), key=lambda mode: abs(stride[mode]))
    modes = iter(range(len(stride)))
    shape = transform_leaf(lambda size: 2 * _FAR if next(modes) == open_mode else size, layout.shape)
    found = coordinates_at(Layout(shape, layout.stride), index + _FAR * stride[open_mode], 1)
    modes = iter(range(len(stride)))
    return transform_leaf(lambda at: at - _FAR if next(modes) == open_mode else at, found[0]) if found else None


_Reach = tuple[int, int, int]
"""The least and the greatest index that some modes give together, and what divides all of them."""


def _reaches(modes: Sequence[tuple[int, int]]) -> list[_Reach]:
    """By mode, the reach of the modes after it."""
    alone = [(min(stride * (size - 1), 0), max(stride * (size - 1), 0), stride) for size, stride in reversed(modes[1:])]
    return list(accumulate(alone, lambda a, b: (a[0] + b[0], a[1] + b[1], gcd(a[2], b[2])), initial=(0, 0, 0)))[::-1]


def _searched(
    modes: Sequence[tuple[int, int]], reaches: Sequence[_Reach], index: int, done: tuple[int, ...] = ()
) -> Iterator[tuple[int, ...]]:
    """The digits of each coordinate, in the order of the modes; only digits whose rest can be reached are tried."""
    if len(done) == len(modes):
        if index == 0:
            yield done
        return
    size, stride = modes[len(done)]
    low, high, divisor = reaches[len(done)]
    if index % (gcd(divisor, stride) or 1):
        return
    first, last = 0, size - 1
    if stride > 0:
        first, last = max(first, -((high - index) // stride)), min(last, (index - low) // stride)
    elif stride < 0:
        first, last = max(first, -((index - low) // -stride)), min(last, (high - index) // -stride)
    elif not low <= index <= high:
        return
    for digit in range(first, last + 1):
        yield from _searched(modes, reaches, index - digit * stride, (*done, digit))


def _in_profile(shape: Any, order: Sequence[int], digits: Sequence[int]) -> Any:
    """Digits in the order of their modes, nested as the shape is."""
    of_mode = dict(zip(order, digits, strict=True))
    supply = iter(range(len(digits)))
    return transform_leaf(lambda _: of_mode[next(supply)], shape)
