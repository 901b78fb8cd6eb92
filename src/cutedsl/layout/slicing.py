"""Slicing and dicing: the modes that a coordinate keeps, and the offset of those it fixes."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.coords import index_of
from cutedsl.layout.inttuple import wrap
from cutedsl.layout.layout import Layout
from cutedsl.layout.swizzle import Swizzle
from cutedsl.layout.swizzled_slice import sliced_swizzle
from cutedsl.layout.tuple_text import tuple_text


def slice_(x: Any, coord: Any) -> Any:
    """The modes of a tuple or layout where `coord` has `None` (an underscore).

    A composed layout keeps its inner part and adds the fixed part to its offset, but for a swizzled one as in
    `slice_and_offset`. Errors: coord-not-congruent. Source: BSD-3 `cute/underscore.hpp`.

    >>> print(slice_(Layout("(2,3,4):(1,2,6)"), (None, 0, None)))
    (2,4):(1,6)
    """
    if isinstance(x, ComposedLayout):
        return slice_and_offset(coord, x)[0]
    if isinstance(x, Layout):
        return Layout.unchecked(_pick(x.shape, coord, keep=True), _pick(x.stride, coord, keep=True))
    return _pick(x, coord, keep=True)


def dice(x: Any, coord: Any) -> Any:
    """The modes of a tuple or layout where `coord` has integers: what `slice_` leaves out.

    >>> print(dice(Layout("(2,3,4):(1,2,6)"), (1, None, None)))
    (2):(1)
    """
    if isinstance(x, ComposedLayout):
        return x.with_outer(dice(x.outer, coord))
    if isinstance(x, Layout):
        return Layout.unchecked(_pick(x.shape, coord, keep=False), _pick(x.stride, coord, keep=False))
    return _pick(x, coord, keep=False)


def slice_and_offset(coord: Any, src: Any) -> tuple[Any, Any]:
    """The sublayout that `coord` keeps, and the index at which it starts.

    Shapes: `coord` is weakly congruent to `src`; each `None` in it keeps a mode, in order.

    A composed layout takes the start in, and 0 is given. One with a swizzle has it outside where that can be, and is
    then plain if the swizzle exchanges no two bits that both vary: see `sliced_swizzle`.

    **Law**: `src(c) == offset + sublayout(kept part of c)`.

    >>> slice_and_offset((2, None), Layout("(4,8):(8,1)"))
    (Layout('(8):(1)'), 16)
    """
    if isinstance(src, ComposedLayout):
        kept, offset = slice_and_offset(coord, src.outer)
        if isinstance(src.inner, Swizzle) and not _keeps_all(coord):
            return sliced_swizzle(src, kept, dice(src.outer, coord), offset)
        return src.with_outer(kept, offset), 0
    return slice_(src, coord), index_of(coord, src.shape, src.stride)


def _keeps_all(coord: Any) -> bool:
    return all(_keeps_all(c) for c in coord) if isinstance(coord, tuple) else coord is None


def domain_offset(coord: Any, layout: Any) -> tuple[Any, Any]:
    """The layout moved so that its coordinate 0 is the old `coord`: (layout, offset of the pointer).

    >>> domain_offset((1, 2), Layout("(4,8):(8,1)"))
    (Layout('(4,8):(8,1)'), 10)
    """
    if isinstance(layout, ComposedLayout):
        return layout.with_outer(layout.outer, layout.outer(coord)), 0
    return layout, index_of(coord, layout.shape, layout.stride)


def _pick(x: Any, coord: Any, *, keep: bool) -> Any:
    """The parts of `x` at underscores (`keep`) or at integers."""
    if not isinstance(coord, tuple):
        return x if (coord is None) == keep else ()
    return tuple(_parts(x, coord, keep))


def _parts(x: Any, coord: tuple[Any, ...], keep: bool) -> list[Any]:
    """The kept parts of the modes of `x`; nested coordinates lift theirs into the same list."""
    if not isinstance(x, tuple) or len(x) != len(coord):
        raise fail("coord-not-congruent", f"the coordinate {tuple_text(coord)} does not fit {tuple_text(wrap(x))}")
    out: list[Any] = []
    for e, c in zip(x, coord, strict=True):
        if isinstance(c, tuple):
            out.extend(_parts(e, c, keep))
        elif (c is None) == keep:
            out.append(e)
    return out
