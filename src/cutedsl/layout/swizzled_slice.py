"""A slice of a swizzled layout: a plain layout where the swizzle only exchanges bits that the slice holds fixed.

Source: BSD-3 `cute/swizzle_layout.hpp`; results as in the BSD-3 tests of CuTe IR's `slice`.
"""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownParameterType=false

from __future__ import annotations

from math import gcd
from typing import Any

from cutedsl.errors.frozen import frozen
from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.inttuple import flatten_to_tuple
from cutedsl.layout.layout import Layout
from cutedsl.layout.leaf import divisibility
from cutedsl.layout.swizzle import Swizzle


def sliced_swizzle(layout: ComposedLayout, kept: Layout, fixed: Layout, offset: Any) -> tuple[Any, Any]:
    """The modes `kept` of a layout under a swizzle, and the index at which the slice starts.

    `fixed` has the other modes; they add `offset`. The offset stays inside, and 0 is given, where the slice varies a
    bit together with the one that is XORed into it, and where bits are not known.

    >>> swizzled = ComposedLayout(Swizzle(3, 4, 3), 0, Layout("(16,8):(1,16)"))
    >>> sliced_swizzle(swizzled, Layout("(16):(1)"), Layout("(8):(16)"), 16)
    (Layout('(16):(1)'), 16)
    """
    swizzle, inside = layout.inner, (layout.with_outer(kept, offset), 0)
    varied = _bits(kept, swizzle)
    moved = offset % swizzle.period if type(offset) is int else _bits(fixed, swizzle)
    if varied is None or moved is None or type(layout.offset) is not int:
        return inside
    held = layout.offset % swizzle.period
    if moved & held or (moved | held) & varied:
        return inside  # a carry from one into the other
    if varied >> swizzle.num_shift & swizzle.target_mask & varied:
        out = not moved & (swizzle.source_mask | swizzle.target_mask)
        return (layout.with_outer(kept), offset) if out else inside
    total = offset + layout.offset
    found = _Steps(swizzle, total, moved | held).of(kept.shape, kept.stride)
    return inside if found is None else (Layout.unchecked(*found), _start(swizzle, total))


def _start(swizzle: Swizzle, total: Any) -> Any:
    """`swizzle(total)`, which is divided by what divides the total, up to the bits that the swizzle changes."""
    start = swizzle(total)
    known = gcd(divisibility(total), swizzle.max_alignment)
    return start.with_divisibility(known) if hasattr(start, "with_divisibility") else start


def _bits(layout: Layout, swizzle: Swizzle) -> int | None:
    """The bits of indices that matter to a swizzle; None where they carry, or are not known."""
    found = 0
    for extent, step in zip(flatten_to_tuple(layout.shape), flatten_to_tuple(layout.stride), strict=True):
        if divisibility(step) % swizzle.period == 0:
            continue
        if type(extent) is not int or type(step) is not int or step < 0 or step & (step - 1):
            return None
        bits = step * ((1 << (extent - 1).bit_length()) - 1) % swizzle.period
        if found & bits:
            return None
        found |= bits
    return found


@frozen
class _Steps:
    """How far a swizzled index moves when one bit below the swizzle does, seen from the index `start`.

    `known` has the bits that `start` may have.
    """

    swizzle: Swizzle
    start: Any
    known: int

    def of(self, shape: Any, stride: Any) -> tuple[Any, Any] | None:
        """Modes with a mode of 2 for each bit that the swizzle reads or changes; None where one has no such parts."""
        if not isinstance(shape, tuple):
            return self._mode(shape, stride)
        modes = [self.of(s, d) for s, d in zip(shape, stride, strict=True)]
        found = [mode for mode in modes if mode is not None]
        return (tuple([s for s, _ in found]), tuple([d for _, d in found])) if len(found) == len(modes) else None

    def _mode(self, extent: Any, step: Any) -> tuple[Any, Any] | None:
        if divisibility(step) % self.swizzle.period == 0:
            return extent, step
        active = self.swizzle.source_mask | self.swizzle.target_mask
        parts: list[tuple[int, Any]] = []
        first, low = step.bit_length() - 1, 0
        for k in range((extent - 1).bit_length()):
            if active >> (first + k) & 1:
                parts += [(1 << (k - low), step << low)] * (k > low)
                parts.append((2, self._one(first + k)))
                low = k + 1
        if extent % (1 << low):
            return None
        if extent >> low > 1 or not parts:
            parts.append((extent >> low, step << low))
        return parts[0] if len(parts) == 1 else (tuple([s for s, _ in parts]), tuple([d for _, d in parts]))

    def _one(self, bit: int) -> Any:
        """The move of one bit."""
        step, above, below = 1 << bit, bit + self.swizzle.num_shift, bit - self.swizzle.num_shift
        if self.swizzle.target_mask >> bit & 1:
            return self._signed(step, above)
        return step + self._signed(1 << below, below)

    def _signed(self, step: int, bit: int) -> Any:
        """`step`, or `-step` where the start has a bit."""
        if not self.known >> bit & 1:
            return step
        return (1 - 2 * (self.start >> bit & 1)) * step
