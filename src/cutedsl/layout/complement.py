"""Complement: the layout that fills the gaps of another one, up to a size."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.basis import add_coords
from cutedsl.layout.coalesce import coalesce, from_flat, merge_modes
from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.coords import inner_product
from cutedsl.layout.inttuple import flatten_to_tuple, product, transform_leaf
from cutedsl.layout.layout import Layout, not_a_layout
from cutedsl.layout.leaf import add, ceil_div_leaf, floor_div, mul


def complement(layout: Any, cotarget: Any = None) -> Layout:
    """The ordered layout R of what `layout` misses below `cotarget`.

    `cotarget` is an int, a shape, or a layout (which counts by its cosize); by default the cosize of `layout`.

    **Law**: `layout(i) + R(j)` are distinct for all i and j; R is increasing; `size(R) * size(filter(layout)) >=
    cotarget`. **Errors**: complement-stride (strides must be static integers >= 0 unless there is one mode),
    complement-overlap (modes overlap, or a gap is not whole). Source: reference 4.4.

    >>> print(complement(Layout("4:2"), 24), complement(Layout("(2,4):(1,6)"), 24))
    (2,3):(1,8) 3:2
    """
    plain = layout.outer if isinstance(layout, ComposedLayout) else layout
    if not isinstance(plain, Layout):
        raise not_a_layout("complement", plain)
    target = _target(plain if cotarget is None else cotarget)
    shapes, strides = _reaching_modes(plain)
    if not strides:
        return coalesce(Layout.unchecked(target, 1))
    _check_strides(layout, strides)
    out_s: list[Any] = []
    out_d: list[Any] = []
    reach: Any = 1
    for i in sorted(range(len(strides)), key=strides.__getitem__) if len(strides) > 1 else (0,):
        d = strides[i]
        if isinstance(d, int) and isinstance(reach, int) and d % reach:
            raise fail(
                "complement-overlap",
                f"{layout} has no complement: its stride {d} does not start a whole gap after {reach}",
                fix="Use a layout whose sorted strides are multiples of extent times stride before them.",
            )
        out_s.append(floor_div(d, reach))
        out_d.append(reach)
        reach = mul(d, shapes[i])
    out_s.append(ceil_div_leaf(target, reach))
    out_d.append(reach)
    return from_flat(*merge_modes(out_s, out_d))


def _reaching_modes(layout: Layout) -> tuple[list[Any], list[Any]]:
    """The flat modes of a layout that move the index, neighbours merged."""
    shapes = flatten_to_tuple(layout.shape)
    strides = flatten_to_tuple(layout.stride)
    moving = [i for i, d in enumerate(strides) if type(d) is not int or d]
    if len(moving) == len(strides):
        return merge_modes(shapes, strides)
    return merge_modes([shapes[i] for i in moving], [strides[i] for i in moving])


def _target(x: Any) -> Any:
    """The size that a complement must reach."""
    if isinstance(x, ComposedLayout):
        return _target(x.outer)
    if isinstance(x, Layout):
        return cosize(x)
    return x if type(x) is int and x > 0 else Layout(x).size()


def _check_strides(layout: Any, strides: list[Any]) -> None:
    """Raises where the strides cannot be sorted."""
    for d in strides:
        if (not isinstance(d, int) and len(strides) > 1) or (isinstance(d, int) and d < 0):
            raise fail("complement-stride", f"{layout} has no complement: its stride {d} is not a static integer >= 0")


def cosize(layout: Any, mode: Any = None) -> Any:
    """One more than the largest index: the extent of the memory that the layout covers.

    Negative strides count by their absolute value. For a swizzled layout, that of the outer layout. Errors:
    cosize-composed. Source: reference 4.1.

    >>> cosize(Layout("(4,8):(8,1)")), cosize(Layout("4:3"))
    (32, 10)
    """
    if isinstance(layout, ComposedLayout):
        if isinstance(layout.inner, Layout):
            raise fail("cosize-composed", f"{layout} has no cosize: the largest index of its inner layout is not known")
        return cosize(layout.outer, mode)
    if mode is not None:
        for m in mode if isinstance(mode, (tuple, list)) else (mode,):
            layout = layout[m]
    if not isinstance(layout, Layout):
        raise not_a_layout("cosize", layout)
    total: Any = 0
    for s, d in zip(flatten_to_tuple(layout.shape), flatten_to_tuple(layout.stride), strict=True):
        if type(s) is type(d) is type(total) is int:  # all static: the common case
            total += (s - 1) * (d if d >= 0 else -d)
            continue
        step = d if not isinstance(d, int) else abs(d)
        total = add_coords(total, inner_product(add(s, -1), s, step))
    return total + 1 if isinstance(total, int) else product(transform_leaf(lambda c: add(c, 1), total))


def size_in_bytes(bits: int, layout: Any) -> int:
    """Bytes that elements of `bits` bits need under a layout: its cosize in bits, rounded up; 0 for `None`.

    For a composed layout, the cosize of the outer layout under a swizzle, and of the inner one where that is a layout.

    >>> size_in_bytes(16, Layout("(8,64):(64,1)")), size_in_bytes(4, Layout("3:1"))
    (1024, 2)
    """
    if layout is None:
        return 0
    if isinstance(layout, ComposedLayout):
        layout = layout.inner if isinstance(layout.inner, Layout) else layout.outer
    return ceil_div_leaf(mul(cosize(layout), bits), 8)
