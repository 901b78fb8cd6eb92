"""Inverses of layouts, and what two layouts have in common."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import accumulate
from math import gcd
from typing import Any, TypeAlias

from cutedsl.errors import fail
from cutedsl.layout.along_bases import modes_by_path, over_coordinates
from cutedsl.layout.basis import basis_value
from cutedsl.layout.coalesce import coalesce, from_flat, merge_modes
from cutedsl.layout.compose import composition
from cutedsl.layout.composed import ComposedLayout, get_nonswizzle_portion
from cutedsl.layout.inttuple import flatten_to_tuple, wrap
from cutedsl.layout.layout import Layout, not_a_layout
from cutedsl.layout.leaf import divisibility, provably_equal
from cutedsl.layout.swizzle import Swizzle


def right_inverse(input: Any) -> Any:
    """The largest layout R with `input(R(i)) == i`: the contiguous part of the codomain, from 0.

    Needs a static shape; stops at the first gap or dynamic stride; `1:0` where no stride is 1. Over coordinates
    (strides that are scaled bases), R takes a coordinate, and each of its modes is inverted by itself.
    Errors: inverse-dynamic, basis-arithmetic. Source: BSD-3 `cute/layout.hpp`.

    >>> print(right_inverse(Layout("(4,8):(8,1)")), right_inverse(Layout("4:2")))
    (8,4):(4,1) 1:0
    >>> print(right_inverse(Layout("(4,5):(1@1,1@0)")))
    (5,4):(4,1)
    """
    return _inverse(input, right_inverse, _right_inverse)


def left_inverse(input: Any) -> Any:
    """The layout L with `L(input(i)) == i` where `input` is injective.

    With stride-0 modes only `input(L(input(i))) == input(i)` can hold, and does. Needs static shape and strides.
    Over coordinates (strides that are scaled bases), L takes a coordinate. Errors: inverse-dynamic,
    inverse-not-divisible, basis-arithmetic. Source: BSD-3 `cute/layout.hpp`.

    >>> print(left_inverse(Layout("(4,3):(1,4)")), left_inverse(Layout("(4,8):(8,1)")))
    12:1 (8,4):(4,1)
    >>> print(left_inverse(Layout("(4,5):(2@0,1@1)")))
    ((2,4),5):((0,1),4)
    """
    return _inverse(input, left_inverse, _left_inverse)


_Step: TypeAlias = "tuple[Any, int, int]"  # the stride of a mode, the index where it starts, and its extent


def _inverse(layout: Any, whole: Callable[[Any], Any], of_steps: Callable[[Layout, list[_Step]], Layout]) -> Any:
    """An inverse: of `None`, of a composed layout, or of a layout, by `of_steps` along each coordinate."""
    if layout is None:
        return None
    name = whole.__name__
    if isinstance(layout, ComposedLayout):
        return _inverse_of_composed(layout, whole)
    if not isinstance(layout, Layout):
        raise not_a_layout(name, layout)
    shapes, strides = merge_modes(flatten_to_tuple(layout.shape), flatten_to_tuple(layout.stride))
    if not all(isinstance(s, int) for s in shapes):
        raise fail("inverse-dynamic", f"{layout} has no {name.replace('_', ' ')}: its shape is not static")
    starts = list(accumulate(shapes, operator.mul, initial=1))
    paths = modes_by_path(layout, strides)
    parts = {
        path: of_steps(layout, [(basis_value(strides[i]), starts[i], shapes[i]) for i in modes])
        for path, modes in paths.items()
    }
    return over_coordinates(layout, parts, lambda _: Layout.unchecked(1, 0))


def _right_inverse(_layout: Layout, steps: list[_Step]) -> Layout:
    """The right inverse of the modes that step along one coordinate."""
    out_s: list[Any] = []
    out_d: list[Any] = []
    reach = 1
    for d, start, s in sorted([step for step in steps if isinstance(step[0], int)]):
        if d == reach:
            out_s.append(s)
            out_d.append(start)
            reach *= s
    return from_flat(*merge_modes(out_s, out_d))


def _left_inverse(layout: Layout, steps: list[_Step]) -> Layout:
    """The left inverse of the modes that step along one coordinate."""
    if not all(isinstance(d, int) for d, _, _ in steps):
        raise fail("inverse-dynamic", f"{layout} has no left inverse: it is not static")
    out_s: list[Any] = []
    out_d: list[Any] = [0]
    last = reach = covered = 1
    for d, start, s in sorted(steps, key=operator.itemgetter(0)):
        if d < covered:
            raise fail(
                "inverse-not-divisible",
                f"{layout} has no left inverse: its stride {d} starts before whole steps of {covered}",
            )
        if d % reach:
            raise fail(
                "inverse-not-divisible",
                f"{layout} has no left inverse: its stride {d} does not start after whole steps of {covered}",
            )
        covered = d * s
        out_s.append(d // reach)
        out_d.append(start)
        reach, last = d, s
    return from_flat(*merge_modes([*out_s, last], out_d))


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
