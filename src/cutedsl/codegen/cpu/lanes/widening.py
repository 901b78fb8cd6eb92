"""Widening of lanes: when `extend(base) + offset` is `extend(base + offset)` in every lane.

It is where no lane wraps in the narrow type. Where that is not known, a number stays an exact vector. An index, whose
only uses are addresses and the comparisons that guard them, is taken to go on, so that accesses stay contiguous; code
generation then checks at run time that no active lane wrapped (`index_guard`), which is an error and never a wrong
address.
"""

from __future__ import annotations

from typing import Final

from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.cpu.lanes.lanes import UNIFORM, VARYING, Lanes
from cutedsl.ir.facts import facts
from cutedsl.ir.ops.pointer import PtrAddOp

_SMALL: Final = 1 << 24
"""Lane offsets beyond this come from hashes, not from indices: they stay exact vectors when widened."""

_INDEX_BITS: Final = 32
"""Narrower integers are not indices: their lanes do wrap."""


def disjoint(a: Lanes) -> int:
    """A power of two P with P dividing the base and every offset in [0, P): the base and the offsets share no bits.

    0 when there is none.
    """
    if min(a.spread) < 0:
        return 0
    power = 1 << max(a.spread).bit_length()
    return power if power <= a.align else 0


def never_wraps(a: Lanes, width: int, *, unsigned: bool) -> bool:
    """Whether base plus offset is known to stay in the type in every lane, read as signed or as unsigned numbers."""
    if a.uniform or disjoint(a):
        return True
    if a.low is None or a.high is None:
        return False
    least, most = a.low + min(a.spread), a.high + max(a.spread)
    if unsigned:
        return a.low >= 0 and least >= 0 and most < 1 << width
    return -(1 << (width - 1)) <= least and most < 1 << (width - 1)


def widened(a: Lanes, width: int, *, unsigned: bool, index: bool) -> Lanes:
    """The lanes of a value of `width` bits after a sign or zero extension."""
    if width == 1:
        return UNIFORM if a.uniform else VARYING
    if a.offsets is None:
        return VARYING if a.low is None or (unsigned and a.low < 0) else a
    if a.affine:
        if max(map(abs, a.offsets)) >= _SMALL:
            return VARYING
        if not never_wraps(a, width, unsigned=unsigned) and not (index and width >= _INDEX_BITS):
            return VARYING
    if unsigned and (a.low is None or a.low < 0):
        return Lanes(a.offsets, a.align, 0, (1 << width) - 1)
    if a.low is None:
        half = 1 << (width - 1)
        return Lanes(a.offsets, a.align, -half, half - 1)
    return a


def is_index(value: SSAValue) -> bool:
    """Whether a value ends in an address, and otherwise only in comparisons."""
    found = _uses(value, set())
    return found is not None and found


def _uses(value: SSAValue, seen: set[Operation]) -> bool | None:
    """True with an address among the uses, False with only comparisons, None with any other use."""
    address = False
    for use in value.uses:
        op = use.operation
        if type(op) is PtrAddOp:
            address = True
        elif facts(op).computes.indexes:
            if op in seen:
                continue
            seen.add(op)
            found = _uses(op.results[0], seen)
            if found is None:
                return None
            address = address or found
        elif op.name != "arith.cmpi":
            return None
    return address
