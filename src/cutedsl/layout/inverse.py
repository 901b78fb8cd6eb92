"""Inverses of layouts, and what two layouts have in common."""

from __future__ import annotations

import operator
from itertools import accumulate
from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.coalesce import coalesce, from_flat, merge_modes
from cutedsl.layout.compose import composition
from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.inttuple import flatten_to_tuple, product, wrap
from cutedsl.layout.layout import Layout
from cutedsl.layout.recast import max_alignment
from cutedsl.layout.swizzle import Swizzle


def right_inverse(layout: Any) -> Any:
    """The largest layout R with `layout(R(i)) == i`: the contiguous part of the codomain, from 0.

    Needs a static shape; stops at the first gap or dynamic stride; `1:0` where no stride is 1. Errors:
    inverse-dynamic. Source: BSD-3 `cute/layout.hpp`.

    >>> print(right_inverse(Layout("(4,8):(8,1)")), right_inverse(Layout("4:2")))
    (8,4):(4,1) 1:0
    """
    if layout is None:
        return None
    if isinstance(layout, ComposedLayout):
        return _inverse_of_composed(layout, right_inverse)
    shapes, strides = merge_modes(flatten_to_tuple(layout.shape), flatten_to_tuple(layout.stride))
    if not all([isinstance(s, int) for s in shapes]):
        raise fail("inverse-dynamic", f"{layout} has no right inverse: its shape is not static")
    steps = list(accumulate(shapes, operator.mul, initial=1))
    out_s: list[Any] = []
    out_d: list[Any] = []
    reach = 1
    for i in sorted([i for i, d in enumerate(strides) if isinstance(d, int)], key=lambda i: strides[i]):
        if strides[i] == reach:
            out_s.append(shapes[i])
            out_d.append(steps[i])
            reach *= shapes[i]
    return from_flat(*merge_modes(out_s, out_d))


def left_inverse(layout: Any) -> Any:
    """The layout L with `L(layout(i)) == i` where `layout` is injective.

    For others, `layout(L(layout(i))) == layout(i)`. Needs static shape and strides. **Errors**: inverse-dynamic,
    inverse-not-divisible. Source: BSD-3 `cute/layout.hpp`.

    >>> print(left_inverse(Layout("(4,3):(1,4)")), left_inverse(Layout("(4,8):(8,1)")))
    12:1 (8,4):(4,1)
    """
    if layout is None:
        return None
    if isinstance(layout, ComposedLayout):
        return _inverse_of_composed(layout, left_inverse)
    shapes, strides = merge_modes(flatten_to_tuple(layout.shape), flatten_to_tuple(layout.stride))
    if not all([isinstance(x, int) for x in shapes + strides]):
        raise fail("inverse-dynamic", f"{layout} has no left inverse: it is not static")
    steps = list(accumulate(shapes, operator.mul, initial=1))
    order = [i for i in sorted(range(len(shapes)), key=lambda i: strides[i]) if strides[i] != 0]
    out_s: list[Any] = []
    out_d: list[Any] = [0]
    reach = 1
    for i in order:
        if strides[i] < 0 or strides[i] % reach:
            raise fail(
                "inverse-not-divisible", f"{layout} has no left inverse: its stride {strides[i]} is no multiple of {reach}"
            )
        out_s.append(strides[i] // reach)
        out_d.append(steps[i])
        reach = strides[i]
    out_s.append(shapes[order[-1]] if order else 1)
    return from_flat(*merge_modes(out_s, out_d))


def _inverse_of_composed(layout: ComposedLayout, inverse: Any) -> Any:
    """The inverse of `S o off o B`: `B^-1 o -off o S`, for a swizzle or layout inner part."""
    offset = layout.offset
    if isinstance(layout.inner, Swizzle):
        plain = inverse(layout.outer)
        if isinstance(offset, int) and offset == 0:
            return composition(plain, layout.inner)
    raise fail("inverse-composed", f"{layout} has no inverse that a layout expresses")


def max_common_layout(a: Any, b: Any) -> Layout:
    """The longest layout of indices R that both layouts map to 0, 1, 2, …

    **Law**: `a(R(i)) == i` and `b(R(i)) == i`. Source: BSD-3 `cute/layout.hpp`.

    >>> print(max_common_layout(Layout("(4,8):(1,4)"), Layout("(4,8):(1,8)")))
    4:1
    """
    a, b = _swap(a, b)
    if isinstance(a, ComposedLayout):
        common = max_common_layout(a.outer, b.outer if isinstance(b, ComposedLayout) else b)
        limit = _vector_limit(a, b)
        return common if common.size() <= limit else composition(common, limit)
    return from_flat(*_common_modes(a, b))


def max_common_vector(a: Any, b: Any) -> int:
    """Elements that are contiguous in both layouts, counted from the start: the longest common vector.

    >>> max_common_vector(Layout("(4,8):(1,4)"), Layout("(4,8):(1,8)"))
    4
    """
    a, b = _swap(a, b)
    if isinstance(a, ComposedLayout):
        vector = max_common_vector(a.outer, b.outer if isinstance(b, ComposedLayout) else b)
        return min(vector, _vector_limit(a, b))
    return product(tuple(_common_modes(a, b)[0]))


def _swap(a: Any, b: Any) -> tuple[Any, Any]:
    """The pair with a composed layout first, if there is one."""
    return (b, a) if isinstance(b, ComposedLayout) and not isinstance(a, ComposedLayout) else (a, b)


def _vector_limit(a: ComposedLayout, b: Any) -> int:
    """How many elements swizzles leave contiguous; equal swizzles at equal offsets cost nothing."""
    limits: list[int] = []
    for x in (a, b):
        if isinstance(x, ComposedLayout):
            limits.append(max_alignment(x.with_outer(Layout.unchecked(1, 0))))
    same_map = isinstance(b, ComposedLayout) and a.inner == b.inner and a.is_normal
    return 1 << 62 if same_map and isinstance(a.offset, int) and a.offset == b.offset == 0 else min(limits)


def _common_modes(a: Layout, b: Layout) -> tuple[list[int], list[Any]]:
    """The flat modes of `max_common_layout`: the inverse of `b` as far as `a` numbers it 0, 1, 2, … too."""
    inverse = right_inverse(b)
    out_s: list[int] = []
    out_d: list[Any] = []
    reach = 1
    for s, d in zip(wrap(inverse.shape), wrap(inverse.stride), strict=True):
        run = _run(a, s, d, reach)
        if run > 1:
            out_s.append(run)
            out_d.append(d)
        if run < s:
            break
        reach *= run
    return out_s, out_d


def _run(a: Layout, s: int, d: int, step: int) -> int:
    """How many steps of `s:d` the layout `a` maps to multiples of `step`: a divisor of s."""
    for extent in [n for n in range(s, 0, -1) if s % n == 0]:
        try:
            first = coalesce(composition(a, Layout.unchecked(extent, d)))[0]
        except ValueError:  # `a` has no mode that long: a shorter run may still fit
            continue
        if not (isinstance(first.shape, int) and isinstance(first.stride, int) and first.stride == step):
            return 1
        return first.shape
    return 1
