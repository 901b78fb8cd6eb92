"""Complement: the layout that fills the gaps of another one, up to a size."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.along_bases import Path, modes_by_path, over_coordinates
from cutedsl.layout.basis import ScaledBasis, add_coords, basis_get, has_scaled_basis
from cutedsl.layout.coalesce import coalesce, from_flat, merge_modes
from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.construct import make_layout
from cutedsl.layout.coords import inner_product
from cutedsl.layout.inttuple import flatten_to_tuple, product, transform_leaf
from cutedsl.layout.layout import Layout, not_a_layout
from cutedsl.layout.leaf import add, ceil_div_leaf, floor_div, mul


def complement(input: Any, cotarget: Any = None) -> Layout:
    """The ordered layout R of what `input` misses below `cotarget`.

    `cotarget` is an int, a shape, or a layout (which counts by its cosize). Without one, R ends in a mode of size 1
    that steps beyond the layout. Over coordinates (strides that are scaled bases), each mode of the coordinate has its
    complement, up to that mode of the shape `cotarget`.

    **Law**: `layout(i) + R(j)` are distinct for all i and j; R is increasing; where each stride is a multiple of the
    reach of those below, `size(R) * size(filter(layout)) >= cotarget`. **Errors**: complement-stride (strides must be
    static integers >= 0 unless there is one mode), complement-overlap, basis-arithmetic.
    Source: BSD-3 `cute/layout.hpp`.

    >>> print(complement(Layout("4:2"), 24), complement(Layout("(2,4):(1,6)"), 24), complement(Layout("4:2")))
    (2,3):(1,8) 3:2 (2,1):(1,8)
    >>> print(complement(Layout("4:2@1"), (6, 24)))
    (6,(2,3)):(1@0,(1@1,8@1))
    """
    plain = input.outer if isinstance(input, ComposedLayout) else input
    if not isinstance(plain, Layout):
        raise not_a_layout("complement", plain)
    if has_scaled_basis(plain.stride):
        return _of_coordinates(plain, cotarget)
    if isinstance(cotarget, tuple) and _is_still(plain):
        return coalesce(make_layout(cotarget))
    return _of_indices(plain, None if cotarget is None else _target(cotarget))


def _is_still(layout: Layout) -> bool:
    """Whether no mode of a layout moves the index."""
    return not _reaching_modes(layout)[1]


def _of_coordinates(layout: Layout, cotarget: Any) -> Layout:
    """The complement of a layout whose strides are scaled bases."""
    shapes, strides = flatten_to_tuple(layout.shape), flatten_to_tuple(layout.stride)
    if cotarget is not None and not isinstance(cotarget, tuple):
        raise fail(
            "complement-stride",
            f"{layout} has no complement below {cotarget}: its strides step through a coordinate",
            fix="Give a shape with a mode for each mode of the coordinate.",
        )

    def below(path: Path) -> Any:
        """The size that the complement must reach along one coordinate."""
        return None if cotarget is None else product(basis_get(ScaledBasis(1, path), cotarget))

    def part(path: Path, modes: list[int]) -> Layout:
        along = Layout.unchecked(tuple([shapes[i] for i in modes]), tuple([strides[i].value for i in modes]))
        return _along(path, _of_indices(along, below(path)))

    def missing(path: Path) -> Layout:
        return Layout.unchecked(below(path) or 1, ScaledBasis(1, path))

    parts = {path: part(path, modes) for path, modes in modes_by_path(layout, strides).items()}
    if cotarget is not None:  # modes of the shape behind the last one that a basis names
        reached = {path[0] for path in parts}
        parts.update({(m,): missing((m,)) for m in range(max(reached) + 1, len(cotarget))})
    return over_coordinates(layout, parts, missing)


def _along(path: Path, layout: Layout) -> Layout:
    """A layout of indices as one of steps along a coordinate."""
    return Layout.unchecked(layout.shape, transform_leaf(lambda d: ScaledBasis(d, path), layout.stride))


def _of_indices(layout: Layout, target: Any) -> Layout:
    """The complement of a layout whose strides are integers; open, with a last mode of size 1, without a target."""
    shapes, strides = _reaching_modes(layout)
    if not strides:
        return Layout.unchecked(1, 1) if target is None else coalesce(Layout.unchecked(target, 1))
    _check_strides(layout, strides)
    out_s: list[Any] = []
    out_d: list[Any] = []
    reach: Any = 1
    for i in sorted(range(len(strides)), key=strides.__getitem__) if len(strides) > 1 else (0,):
        d = strides[i]
        if isinstance(d, int) and isinstance(reach, int) and d < reach:
            raise fail(
                "complement-overlap",
                f"{layout} has no complement: its stride {d} starts inside the {reach} that the modes before it reach",
            )
        out_s.append(floor_div(d, reach))
        out_d.append(reach)
        reach = mul(d, shapes[i])
    if target is None:
        out_s, out_d = merge_modes(out_s, out_d)
        return from_flat([*out_s, 1], [*out_d, reach])
    out_s.append(ceil_div_leaf(target, reach))
    out_d.append(reach)
    return from_flat(*merge_modes(out_s, out_d))


def has_whole_gaps(layout: Layout) -> bool:
    """Whether a complement leaves no place out: each stride is a multiple of what lies below it, as far as is known."""
    shapes, strides = _reaching_modes(layout)
    if not all(isinstance(x, int) for x in (*shapes, *strides)):
        return True
    reach = 1
    for d, s in sorted(zip(strides, shapes, strict=True)):
        if d % reach:
            return False
        reach = d * s
    return True


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


def cosize(a: Any, mode: Any = None) -> Any:
    """One more than the largest index: the extent of the memory that the layout covers.

    Negative strides count by their absolute value. For a swizzled layout, that of the outer layout. Errors:
    cosize-composed. Source: BSD-3 `cute/layout.hpp`.

    >>> cosize(Layout("(4,8):(8,1)")), cosize(Layout("4:3"))
    (32, 10)
    """
    if isinstance(a, ComposedLayout):
        if isinstance(a.inner, Layout):
            raise fail("cosize-composed", f"{a} has no cosize: the largest index of its inner layout is not known")
        return cosize(a.outer, mode)
    if mode is not None:
        for m in mode if isinstance(mode, (tuple, list)) else (mode,):
            a = a[m]
    if not isinstance(a, Layout):
        raise not_a_layout("cosize", a)
    total: Any = 0
    for s, d in zip(flatten_to_tuple(a.shape), flatten_to_tuple(a.stride), strict=True):
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
