"""Thread-value layouts: which thread holds which element of a tile."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.layout.complement import cosize
from cutedsl.layout.compose import composition
from cutedsl.layout.inttuple import product_each
from cutedsl.layout.inverse import right_inverse
from cutedsl.layout.layout import Layout, not_a_layout
from cutedsl.layout.products import raked_product
from cutedsl.layout.slicing import slice_and_offset


def make_layout_tv(thr_layout: Any, val_layout: Any) -> tuple[tuple[Any, ...], Layout]:
    """The tile that threads and their values cover, and the layout (thread, value) -> index in that tile.

    **Law**: with R = raked_product(thr, val), tile = product_each(shape(R)) and
    tv = right_inverse(R) o (size(thr), size(val)); the index is colexicographic in the tile. Errors: tv-not-compact.
    Source: BSD-3 `cute/layout.hpp`.

    >>> tile, tv = make_layout_tv(Layout("(4,32):(32,1)"), Layout("(4,8):(8,1)"))
    >>> print(tile, tv)
    (16, 256) ((32,4),(8,4)):((128,4),(16,1))
    """
    for part in (thr_layout, val_layout):
        if not isinstance(part, Layout):
            raise not_a_layout("make_layout_tv", part)
    raked = raked_product(thr_layout, val_layout)
    threads, values = thr_layout.size(), val_layout.size()
    inverse = right_inverse(raked)
    if inverse.size() != threads * values:
        raise fail(
            "tv-not-compact",
            f"threads {thr_layout} and values {val_layout} do not number every element once",
            fix="Use layouts that number threads and values from 0 on, each once.",
        )
    # Compact: a size-1 mode has stride 0, as in CuTe.
    by_thread = Layout.unchecked((threads, values), (int(threads > 1), threads if values > 1 else 0))
    return product_each(raked.shape), composition(inverse, by_thread)


def make_layout_image_mask(lay: Layout, coord: Any, mode: int) -> Any:
    """The bits `lay(c)` for all c that equal `coord` but in `mode`: the blocks that one multicast reaches.

    **Units**: bit k stands for index k; at most 16 bits. A dynamic `coord` shifts a static pattern at run time.
    **Errors**: mask-too-wide, mode-out-of-range, coord-not-congruent. Source: BSD-3 `cute/layout.hpp`.

    >>> bin(make_layout_image_mask(Layout("(2,4):(1,2)"), (1, 0), 1))
    '0b10101010'
    """
    if not 0 <= mode < len(lay):
        raise fail("mode-out-of-range", f"the layout {lay} has {len(lay)} modes, asked for mode {mode}")
    if cosize(lay) > 16:
        raise fail("mask-too-wide", f"the layout {lay} reaches index {cosize(lay) - 1}; a mask has 16 bits")
    kept = tuple([None if k == mode else c for k, c in enumerate(coord)])
    line, offset = slice_and_offset(kept, lay)
    pattern = 0
    for i in range(line.size()):
        pattern |= 1 << line(i)
    return pattern << offset
