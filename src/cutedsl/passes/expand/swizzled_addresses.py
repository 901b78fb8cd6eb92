"""Swizzled addresses, computed from as few bits as the swizzle reads.

A swizzle reads and changes the bits below its period, and it is linear: `S(x ^ y) = S(x) ^ S(y)`. So what is a
multiple of the period is added behind it, and a constant whose bits meet none of the others is swizzled while
compiling. An
unrolled loop over a swizzled tile then swizzles once; its accesses differ by a constant. The stage of a ring in
shared memory stays outside, so the rest does not change from turn to turn.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, cast

from xdsl.dialects import arith
from xdsl.ir import SSAValue

from cutedsl.ir.fast import operands_of
from cutedsl.passes.integers.known_integers import integer_of, set_bits

if TYPE_CHECKING:
    from cutedsl.layout import Swizzle
    from cutedsl.passes.integers.index_math import IRInt


def swizzled(swizzle: Swizzle, address: IRInt, known: dict[SSAValue, int]) -> int | IRInt:
    """`swizzle(address)`; `known` keeps what is known of the bits of values."""
    builder, low = address.builder, address.plus % swizzle.period
    terms = terms_of(builder.int_of(address.root))
    above = [term for term in terms if set_bits(term.root, known) % swizzle.period == 0]
    below = [term for term in terms if set_bits(term.root, known) % swizzle.period]
    if not below:
        return _sum(above) + (swizzle(low) + address.plus - low)
    rest = _sum(below) if above else builder.int_of(address.root)
    if low == 0 or set_bits(rest.root, known) & low:
        return _sum([*above, swizzle.exchange(rest + low)]) + (address.plus - low)
    # The constant comes last: what it is exchanged with stays one register where the rest changes from turn to turn.
    return (_sum([*above, swizzle.exchange(rest)]) ^ swizzle(low)) + (address.plus - low)


def _sum(terms: list[IRInt]) -> IRInt:
    return reduce(lambda x, y: x + y, terms)


def terms_of(number: IRInt) -> list[IRInt]:
    """What a number is the sum of; a product of a sum by a constant is a sum too."""
    owner = number.root.owner
    if type(owner) is arith.AddiOp:
        return [term for operand in operands_of(owner) for term in terms_of(number.builder.int_of(operand))]
    if type(owner) is arith.MuliOp:
        factor, by = operands_of(owner)
        times = integer_of(by) or 0
        terms = terms_of(number.builder.int_of(factor)) if times else []
        if len(terms) > 1:
            return [cast("IRInt", term * times) for term in terms]
    return [number]
