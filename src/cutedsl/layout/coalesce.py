"""Simplifying a layout without changing it as a function: coalesce, filter, and the null space."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.basis import ScaledBasis
from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.construct import filter_extents, make_layout
from cutedsl.layout.inttuple import compact_strides, flatten_to_tuple
from cutedsl.layout.layout import Layout, not_a_layout


def coalesce(input: Any, *, target_profile: Any = None) -> Any:
    """The same function with as few modes as can be proved; by mode where `target_profile` is a tuple.

    **Law**: equal size, and `result(i) == input(i)` for `0 <= i < size(input)`; depth at most 1 without a profile.
    Adjacent modes `s:d`, `s':s*d` merge; static extents of 1 vanish; a dynamic extent never does. Errors:
    rank-mismatch if the profile has more modes than the layout. Source: BSD-3 `cute/layout.hpp`.

    >>> print(coalesce(Layout("(2,(1,6)):(1,(6,2))")))
    12:1
    >>> print(coalesce(Layout("(2,(1,6)):(1,(6,2))"), target_profile=(1, 1)))
    (2,6):(1,2)
    """
    if isinstance(input, ComposedLayout):
        return input.with_outer(coalesce(input.outer, target_profile=target_profile))
    if not isinstance(input, Layout):
        raise not_a_layout("coalesce", input)
    if isinstance(input.shape, tuple) and not input.shape:
        return input
    if isinstance(target_profile, tuple):
        return by_mode(input, target_profile, lambda mode, p: coalesce(mode, target_profile=p))
    return from_flat(*merge_modes(flatten_to_tuple(input.shape), flatten_to_tuple(input.stride)))


def from_flat(shapes: list[Any], strides: list[Any]) -> Layout:
    """The layout of flat modes: `1:0` for none, a scalar one for a single mode."""
    if len(shapes) > 1:
        return Layout.unchecked(tuple(shapes), tuple(strides))
    return Layout.unchecked(shapes[0], strides[0]) if shapes else Layout.unchecked(1, 0)


def by_mode(layout: Layout, profile: tuple[Any, ...], f: Any) -> Layout:
    """`f(mode, p)` on the modes that the tuple `profile` covers; later modes stay."""
    if len(profile) > len(layout):
        raise fail("rank-mismatch", f"{len(profile)} modes were given for the layout {layout}, which has {len(layout)}")
    modes = list(layout)
    return make_layout([f(m, p) for m, p in zip(modes, profile, strict=False)] + modes[len(profile) :])


def merge_modes(shapes: Sequence[Any], strides: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """Flat modes with static extents of 1 dropped and provably contiguous neighbours merged, from left to right.

    A static extent never merges with a dynamic one: the result would know less of its vector width.
    """
    out_s: list[Any] = []
    out_d: list[Any] = []
    last_s: Any = 0  # none yet
    last_d: Any = 0
    end: Any = None  # the stride that would go on, where the last mode is static: the common case
    for s, d in zip(shapes, strides, strict=True):
        if type(s) is int and s == 1:
            continue
        if end is not None and type(s) is type(d) is int:
            goes_on = end == d
        else:
            goes_on = bool(out_s) and _continues(last_s, last_d, s, d)
        if goes_on:
            out_s[-1] = last_s = last_s * s
        else:
            last_s, last_d = s, d
            out_s.append(s)
            out_d.append(d)
        end = last_s * last_d if type(last_s) is type(last_d) is int else None
    return out_s, out_d


def _continues(s: Any, d: Any, next_s: Any, next_d: Any) -> bool:
    """Whether the mode `next_s:next_d` provably goes on where `s:d` ends."""
    if isinstance(s, int):
        if not isinstance(next_s, int):
            return False
        if isinstance(d, int):
            return isinstance(next_d, int) and s * d == next_d
        if isinstance(d, ScaledBasis) and isinstance(next_d, ScaledBasis):
            return d.path == next_d.path and _continues(s, d.value, next_s, next_d.value)
        return False
    if isinstance(next_s, int) or not isinstance(d, int):
        return False
    # A compact dynamic layout repeats one object: `s:1` goes on with the stride `s`.
    return next_d is s if d == 1 else d == 0 and isinstance(next_d, int) and next_d == 0


def coalesce_unbounded(layout: Layout) -> tuple[list[Any], list[Any]]:
    """Flat modes that agree with `layout` for every index >= 0, also beyond its size; never empty.

    A last extent of 1 keeps its stride, because indices beyond the layout step by it.
    """
    if not isinstance(layout.shape, tuple):
        return [layout.shape], [layout.stride]
    shapes = flatten_to_tuple(layout.shape)
    strides = flatten_to_tuple(layout.stride)
    if not shapes:
        return [1], [0]
    last = shapes[-1]
    if isinstance(last, int) and last == 1:
        shapes = (*shapes[:-1], 2)
    return merge_modes(shapes, strides)


def filter_zeros(layout: Any, *, target_profile: Any = None) -> Any:
    """Extents of stride-0 modes (or of modes whose `target_profile` is 0) become 1.

    >>> print(filter_zeros(Layout("(4,8):(0,1)")))
    (1,8):(0,1)
    """
    if isinstance(layout, ComposedLayout):
        return layout.with_outer(filter_zeros(layout.outer, target_profile=target_profile))
    if not isinstance(layout, Layout):
        raise not_a_layout("filter", layout)
    guide = layout.stride if target_profile is None else target_profile
    return Layout.unchecked(filter_extents(layout.shape, guide), layout.stride)


def filter(layout: Any, *, target_profile: Any = None) -> Any:
    """Without stride-0 modes and extents of 1: `coalesce(filter_zeros(layout))`, by mode with a profile.

    >>> print(filter(Layout("(4,8,2):(0,1,8)")))
    16:1
    """
    if isinstance(layout, ComposedLayout):
        return layout.with_outer(filter(layout.outer, target_profile=target_profile))
    if isinstance(target_profile, tuple):
        return by_mode(layout, target_profile, lambda mode, p: filter(mode, target_profile=p))
    return coalesce(filter_zeros(layout))


def nullspace(layout: Any) -> Layout:
    """The layout of the coordinates that `layout` maps to zero, from its static stride-0 modes.

    **Law**: `layout(result(i)) == 0`; `size(result) * size(filter(layout)) == size(layout)`.

    >>> print(nullspace(Layout("(4,8):(0,1)")))
    4:1
    """
    if isinstance(layout, ComposedLayout):
        return Layout.unchecked(1, 0)
    if not isinstance(layout, Layout):
        raise not_a_layout("nullspace", layout)
    shapes, strides = flatten_to_tuple(layout.shape), flatten_to_tuple(layout.stride)
    steps = compact_strides(shapes)[0]
    kept = [i for i, d in enumerate(strides) if isinstance(d, int) and d == 0]
    return from_flat([shapes[i] for i in kept], [steps[i] for i in kept])
