"""Recasting: the same memory seen as elements of another width."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from math import gcd
from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.basis import has_scaled_basis
from cutedsl.layout.coalesce import coalesce
from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.inttuple import flatten_to_tuple, unflatten, wrap
from cutedsl.layout.layout import Layout, not_a_layout
from cutedsl.layout.leaf import ceil_div_leaf, divisibility, floor_div, mul, provably_equal
from cutedsl.layout.sliced import SlicedLayout
from cutedsl.layout.swizzle import Swizzle


def recast_layout(new_type_bits: int, old_type_bits: int, src_layout: Any) -> Any:
    """The layout of elements of `new_type_bits` over the memory of `src_layout`, whose elements have `old_type_bits`.

    **Units**: bits an element. Wider to narrower multiplies the unit-stride mode's extent and all other strides;
    narrower to wider divides. A swizzle's base moves by log2 of the ratio. **Errors**: recast-bits, recast-basis,
    recast-not-divisible. Source: BSD-3 `cute/layout.hpp`.

    >>> print(recast_layout(32, 8, Layout("(32,4):(1,32)")), recast_layout(8, 32, Layout("(8,4):(1,8)")))
    (8,4):(1,8) (32,4):(1,32)
    """
    if new_type_bits <= 0 or old_type_bits <= 0:
        raise fail("recast-bits", f"widths must be at least 1 bit, got {new_type_bits} and {old_type_bits}")
    shared = gcd(new_type_bits, old_type_bits)
    return downcast(old_type_bits // shared, upcast(new_type_bits // shared, src_layout))


def upcast(n: int, layout: Any) -> Any:
    """Groups of `n` elements as one; the mode of stride 1 shrinks. Errors: recast-not-divisible."""
    _check_ratio(n)
    if n == 1:
        return layout
    if isinstance(layout, ComposedLayout):
        return _composed(layout, n, upcast)
    if isinstance(layout, Swizzle):
        base = layout.num_base - _log2(n, layout)
        return Swizzle(max(layout.num_bits + min(base, 0), 0), max(base, 0), layout.num_shift)
    _check_plain(layout)
    pairs = zip(flatten_to_tuple(layout.shape), flatten_to_tuple(layout.stride), strict=True)
    reach = sum([_within_group(n, s, d) for s, d in pairs])
    if reach >= n:
        raise fail("recast-not-divisible", f"{layout} has no groups of {n} elements: its small strides reach {reach}")
    return Layout.unchecked(*_upcast(n, layout.shape, layout.stride, layout))


def _within_group(n: int, shape: Any, stride: Any) -> int:
    """How far a static mode reaches inside one group of `n`; together the modes must stay inside."""
    if not (isinstance(shape, int) and isinstance(stride, int)) or stride == 0:
        return 0
    return (min(shape, -(-n // abs(stride))) - 1) * abs(stride)


def _upcast(n: int, shape: Any, stride: Any, layout: Layout) -> tuple[Any, Any]:
    """`upcast` of nested modes."""
    if isinstance(shape, tuple):
        parts = [_upcast(n, s, d, layout) for s, d in zip(shape, stride, strict=True)]
        return tuple([p[0] for p in parts]), tuple([p[1] for p in parts])
    if not isinstance(stride, int):
        return shape, floor_div(stride, n)
    if stride == 0:
        return shape, 0
    step = abs(stride)
    group = -(-n // step)
    misfit = isinstance(shape, int) and shape % group and group % shape
    if (step % n and n % step) or misfit:
        raise fail("recast-not-divisible", f"{layout} has no groups of {n} elements: the mode {shape}:{stride}")
    return ceil_div_leaf(shape, group), (1 if stride > 0 else -1) * -(-step // n)


def downcast(n: int, layout: Any) -> Any:
    """Each element as `n` narrower ones; the mode of stride 1 grows. Errors: recast-not-divisible."""
    _check_ratio(n)
    if n == 1:
        return layout
    if isinstance(layout, ComposedLayout):
        return _composed(layout, n, downcast)
    if isinstance(layout, Swizzle):
        return Swizzle(layout.num_bits, layout.num_base + _log2(n, layout), layout.num_shift)
    _check_plain(layout)
    shapes, strides = flatten_to_tuple(layout.shape), flatten_to_tuple(layout.stride)
    units = [i for i, d in enumerate(strides) if isinstance(d, int) and abs(d) == 1]
    grown = [i for i in units if not provably_equal(shapes[i], 1)] or units[:1]
    if len(grown) != 1:
        raise fail(
            "recast-not-divisible",
            f"{layout} has {len(grown)} modes of stride 1 whose elements could be split into {n}; it takes one",
        )
    at = grown[0]
    return Layout.unchecked(
        unflatten([mul(s, n) if i == at else s for i, s in enumerate(shapes)], layout.shape),
        unflatten([d if i == at else mul(d, n) for i, d in enumerate(strides)], layout.shape),
    )


def _composed(layout: ComposedLayout, n: int, cast: Any) -> ComposedLayout:
    """A cast of inner part, offset and outer layout together."""
    if not layout.is_normal:
        raise fail("recast-basis", f"{layout} cannot be recast: its inner part is a function")
    parts = cast(n, layout.inner), _moved(layout, layout.offset, n, cast), cast(n, layout.outer)
    if isinstance(layout, SlicedLayout):
        return SlicedLayout(*parts, _moved(layout, layout.origin, n, cast))
    return ComposedLayout(*parts)


def _moved(layout: ComposedLayout, offset: Any, n: int, cast: Any) -> Any:
    """An offset in elements of the other size."""
    if not isinstance(offset, int):
        return floor_div(offset, n) if cast is upcast else mul(offset, n)
    if cast is upcast and offset % n:
        raise fail("recast-not-divisible", f"{layout} has no groups of {n} elements: its offset is {offset}")
    return offset // n if cast is upcast else offset * n


def _check_ratio(n: int) -> None:
    """Raises for a ratio of widths below 1."""
    if n < 1:
        raise fail("recast-bits", f"elements are grouped or split by at least 1, got {n}")


def _check_plain(layout: Any) -> None:
    """Raises for coordinates, which have no width."""
    if not isinstance(layout, Layout):
        raise not_a_layout("a recast", layout)
    if has_scaled_basis(layout.stride):
        raise fail("recast-basis", f"{layout} gives coordinates, which have no width to recast")


def _log2(n: int, swizzle: Swizzle) -> int:
    """The binary logarithm of a power of two."""
    if n & (n - 1):
        raise fail("recast-bits", f"{swizzle} can only be recast by a power of two, not by {n}")
    return n.bit_length() - 1


def max_alignment(layout: Any) -> int:
    """The longest vector, in elements, into which every access through the layout certainly falls whole.

    The largest N that divides the contiguous run from 0 and all other strides; a dynamic leaf counts by its
    divisibility. For swizzles, at most 2**m. Source: BSD-3 `cute/layout.hpp`, but for dynamic leaves, which it assumes
    to be divisible.

    >>> max_alignment(Layout("(8,64):(1,8)")), max_alignment(Layout("(8,6):(1,12)"))
    (512, 4)
    """
    if isinstance(layout, ComposedLayout):
        if not isinstance(layout.inner, Swizzle):
            return 1
        offset = layout.offset if not isinstance(layout.offset, int) else abs(layout.offset)
        return gcd(layout.inner.max_alignment, divisibility(offset), max_alignment(layout.outer))
    flat = coalesce(layout)
    shapes, strides = wrap(flat.shape), wrap(flat.stride)
    run, others = 1, 0
    for i in sorted(range(len(strides)), key=lambda i: _size_of(strides[i])):
        if isinstance(strides[i], int) and strides[i] == run and (run == 1 or isinstance(shapes[i], int)):
            run = strides[i] * divisibility(shapes[i])
        else:
            others = gcd(others, divisibility(strides[i]))
    return gcd(run, others)


def _size_of(stride: Any) -> int:
    """Sorting key: static strides first, by size."""
    return abs(stride) if isinstance(stride, int) else 1 << 62
