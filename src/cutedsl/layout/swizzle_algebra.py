"""Swizzles under layouts: what becomes of the bits when a layout moves them."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.coalesce import coalesce_unbounded
from cutedsl.layout.complement import cosize
from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.layout import Layout
from cutedsl.layout.swizzle import Swizzle


def swizzle_from_masks(source: int, target: int) -> Swizzle:
    """The swizzle that reads the bits `source` and changes the bits `target`. Errors: swizzle-parameters.

    >>> print(swizzle_from_masks(0b1110000000, 0b1110000))
    S<3,4,3>
    """
    bits = source.bit_count()
    low_s, low_t = _lowest(source), _lowest(target)
    contiguous = source == ((1 << bits) - 1) << low_s and target == ((1 << bits) - 1) << low_t
    if not contiguous:
        raise fail("swizzle-parameters", f"no swizzle reads the bits {source:#b} and changes the bits {target:#b}")
    return Swizzle(bits, low_t, low_s - low_t)


def _lowest(mask: int) -> int:
    """The position of the lowest set bit; 0 for an empty mask."""
    return (mask & -mask).bit_length() - 1 if mask else 0


def swizzle_moves(layout: Layout, swizzle: Swizzle) -> bool:
    """Whether `layout(swizzle(i))` is a swizzle of `layout(i)`: each bit of the index maps to a bit of its own.

    Then, with extents that are powers of two, it is enough to compare single bits.
    """
    shapes, _ = coalesce_unbounded(layout)
    if not all(isinstance(n, int) and n & (n - 1) == 0 for n in shapes[:-1]):
        return False
    images = [layout(1 << k) for k in range(swizzle.period.bit_length())]
    if not all(isinstance(i, int) and i & (i - 1) == 0 for i in images) or len(set(images) - {0}) < len(images):
        return False
    try:
        moved = swizzle_from_masks(layout(swizzle.source_mask), layout(swizzle.target_mask))
    except ValueError:
        return False
    return all(moved(image) == layout(swizzle(1 << k)) for k, image in enumerate(images))


def swizzled_product(block: Layout, tiler: ComposedLayout, product: Callable[[Any, Any], Any]) -> ComposedLayout:
    """A product whose tiler is swizzled: the swizzle that moves whole blocks as the tiler's moved single elements.

    Needs a compact block whose size is a power of two. Errors: composition-unsupported. Source: ours; the result is
    that of BSD-3 `cute/swizzle_layout.hpp` there.
    """
    swizzle, size = tiler.inner, block.size()
    compact = isinstance(size, int) and size & (size - 1) == 0 and cosize(block) == size
    if not (isinstance(swizzle, Swizzle) and isinstance(tiler.offset, int) and tiler.offset == 0 and compact):
        raise fail("composition-unsupported", f"{block} cannot be repeated over {tiler}: it needs a compact block")
    shift = size.bit_length() - 1
    moved = Swizzle(swizzle.num_bits, swizzle.num_base + shift, swizzle.num_shift)
    return ComposedLayout(moved, 0, product(block, tiler.outer))
