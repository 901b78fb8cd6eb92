"""Inverses of layouts, and what two layouts have in common."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

import operator
from itertools import accumulate
from math import gcd
from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.coalesce import coalesce, from_flat, merge_modes
from cutedsl.layout.compose import composition
from cutedsl.layout.composed import ComposedLayout, get_nonswizzle_portion
from cutedsl.layout.inttuple import flatten_to_tuple, wrap
from cutedsl.layout.layout import Layout, not_a_layout
from cutedsl.layout.leaf import divisibility, provably_equal
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
    if not isinstance(layout, Layout):
        raise not_a_layout("right_inverse", layout)
    shapes, strides = merge_modes(flatten_to_tuple(layout.shape), flatten_to_tuple(layout.stride))
    steps: list[tuple[int, int, int]] = []  # static strides, the indices where their modes start, and extents
    start = 1
    for s, d in zip(shapes, strides, strict=True):
        if not isinstance(s, int):
            raise fail("inverse-dynamic", f"{layout} has no right inverse: its shape is not static")
        if isinstance(d, int):
            steps.append((d, start, s))
        start *= s
    steps.sort()
    out_s: list[Any] = []
    out_d: list[Any] = []
    reach = 1
    for d, start, s in steps:
        if d == reach:
            out_s.append(s)
            out_d.append(start)
            reach *= s
    return from_flat(*merge_modes(out_s, out_d))


def left_inverse(layout: Any) -> Any:
    """The layout L with `L(layout(i)) == i` where `layout` is injective.

    With stride-0 modes only `layout(L(layout(i))) == layout(i)` can hold, and does. Needs static shape and strides.
    Errors: inverse-dynamic, inverse-not-divisible. Source: BSD-3 `cute/layout.hpp`.

    >>> print(left_inverse(Layout("(4,3):(1,4)")), left_inverse(Layout("(4,8):(8,1)")))
    12:1 (8,4):(4,1)
    """
    if layout is None:
        return None
    if isinstance(layout, ComposedLayout):
        return _inverse_of_composed(layout, left_inverse)
    if not isinstance(layout, Layout):
        raise not_a_layout("left_inverse", layout)
    shapes, strides = merge_modes(flatten_to_tuple(layout.shape), flatten_to_tuple(layout.stride))
    if not all(isinstance(x, int) for x in shapes + strides):
        raise fail("inverse-dynamic", f"{layout} has no left inverse: it is not static")
    steps = list(accumulate(shapes, operator.mul, initial=1))
    order = [i for i in sorted(range(len(shapes)), key=lambda i: strides[i]) if strides[i] != 0]
    out_s: list[Any] = []
    out_d: list[Any] = [0]
    reach = covered = 1
    for i in order:
        if strides[i] < 0 or strides[i] % reach or strides[i] < covered:
            raise fail(
                "inverse-not-divisible",
                f"{layout} has no left inverse: its stride {strides[i]} does not start after whole steps of {covered}",
            )
        covered = strides[i] * shapes[i]
        out_s.append(strides[i] // reach)
        out_d.append(steps[i])
        reach = strides[i]
    out_s.append(shapes[order[-1]] if order else 1)
    return from_flat(*merge_modes(out_s, out_d))


def _inverse_of_composed(layout: ComposedLayout, inverse: Any) -> Any:
    """The inverse of `S o 0 o B`: `B^-1 o S`."""
    if isinstance(layout.inner, Swizzle) and provably_equal(layout.offset, 0):
        return composition(inverse(layout.outer), layout.inner)
    raise fail("inverse-composed", f"{layout} has no inverse that a layout expresses")


def max_common_layout(a: Any, b: Any) -> Layout:
    """The longest layout of indices R that both layouts map to 0, 1, 2 and so on.

    **Law**: `a(R(i)) == b(R(i)) == i`, counted from the offset of a swizzled layout; under one and the same swizzle,
    `a(R(i)) == b(R(i))`. Source: BSD-3 `cute/layout.hpp`.

    >>> print(max_common_layout(Layout("(4,8):(1,4)"), Layout("(4,8):(1,8)")))
    4:1
    """
    shapes, strides = _common_modes(get_nonswizzle_portion(a), get_nonswizzle_portion(b))
    left = _vector_limit(a, b)
    out: list[int] = []
    for s in shapes:
        out.append(min(s, left))
        left //= s
        if left < 2:
            break
    return from_flat(out, strides[: len(out)])


def max_common_vector(a: Any, b: Any) -> int:
    """Elements that are contiguous in both layouts, counted from the start: the longest common vector.

    >>> max_common_vector(Layout("(4,8):(1,4)"), Layout("(4,8):(1,8)"))
    4
    """
    return max_common_layout(a, b).size()


def _vector_limit(a: Any, b: Any) -> int:
    """How many elements swizzles leave contiguous from 0; one swizzle on both sides costs nothing."""
    if _moves_alike(a, b):
        return 1 << 62
    return min([_untouched(x) for x in (a, b) if isinstance(x, ComposedLayout)])


def _untouched(layout: ComposedLayout) -> int:
    """How many indices from the offset on a swizzle keeps in sequence."""
    if not isinstance(layout.inner, Swizzle):
        return 1
    return gcd(layout.inner.max_alignment, divisibility(layout.offset))


def _moves_alike(a: Any, b: Any) -> bool:
    """Whether two layouts are plain, or under one swizzle with offset 0."""
    if isinstance(a, Layout) and isinstance(b, Layout):
        return True
    if not (isinstance(a, ComposedLayout) and isinstance(b, ComposedLayout)):
        return False
    same_swizzle = isinstance(a.inner, Swizzle) and isinstance(b.inner, Swizzle) and a.inner == b.inner
    return same_swizzle and provably_equal(a.offset, 0) and provably_equal(b.offset, 0)


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
    for extent in (n for n in range(s, 0, -1) if s % n == 0):
        try:
            first = coalesce(composition(a, Layout.unchecked(extent, d)))[0]
        except ValueError:  # `a` has no mode that long: a shorter run may still fit
            continue
        if not (isinstance(first.shape, int) and isinstance(first.stride, int) and first.stride == step):
            return 1
        return first.shape
    return 1
