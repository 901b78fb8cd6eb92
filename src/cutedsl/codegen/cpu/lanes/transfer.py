"""The lane analysis's transfer functions: from the lanes of an op's operands to those of its result.

**Law** (used by code generation): where the result is uniform or affine, its base is the same scalar op applied to
the operands' bases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Operation

from cutedsl.codegen.cpu.lanes.lanes import UNIFORM, VARYING, Lanes, constant_lanes, join, lanes_of, spreads
from cutedsl.codegen.cpu.lanes.ranges import varying_result, varying_within
from cutedsl.codegen.cpu.lanes.widening import disjoint, is_index, widened
from cutedsl.codegen.llvm.attributes import integer
from cutedsl.codegen.llvm.types import bit_width, is_float
from cutedsl.ir.facts import FACTS, facts
from cutedsl.ir.fast import operands_of
from cutedsl.ir.foreign import Computes, holds, signed

Transfer = Callable[[int, Lanes, Lanes], Lanes]
"""(width of the result in bits, left, right) -> result, for integer ops on lanes that do not vary freely."""


def fits(value: int, width: int) -> bool:
    """Whether a number is a signed `width`-bit one."""
    return -(1 << (width - 1)) <= value < 1 << (width - 1)


def _ranged(offsets: tuple[int, ...], align: int, low: int | None, high: int | None, width: int) -> Lanes:
    """Normal form; a range that leaves the type is dropped, because the scalar op wraps there."""
    if low is None or high is None or not (fits(low, width) and fits(high, width)):
        low = high = None
    return lanes_of(offsets, min(align, 1 << (width - 1)) if width > 1 else 1, low, high)


def _add(width: int, a: Lanes, b: Lanes) -> Lanes:
    low = None if a.low is None or b.low is None else a.low + b.low
    high = None if a.high is None or b.high is None else a.high + b.high
    offsets = () if a.uniform and b.uniform else tuple(x + y for x, y in spreads(a, b))
    return _ranged(offsets, min(a.align, b.align), low, high, width)


def _sub(width: int, a: Lanes, b: Lanes) -> Lanes:
    low = None if a.low is None or b.high is None else a.low - b.high
    high = None if a.high is None or b.low is None else a.high - b.low
    offsets = () if a.uniform and b.uniform else tuple(x - y for x, y in spreads(a, b))
    return _ranged(offsets, min(a.align, b.align), low, high, width)


def _mul(width: int, a: Lanes, b: Lanes) -> Lanes:
    if b.constant is None:
        a, b = b, a
    if b.constant is None and not (a.uniform and b.uniform):
        return VARYING
    low = high = None
    if a.low is not None and a.high is not None and b.low is not None and b.high is not None:
        corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        low, high = min(corners), max(corners)
    align = min(a.align * b.align, 1 << 62)
    offsets = () if a.uniform else tuple(x * (b.constant or 0) for x in a.spread)
    return _ranged(offsets, align, low, high, width)


def _shl(width: int, a: Lanes, b: Lanes) -> Lanes:
    if b.constant is None or not 0 <= b.constant < width - 1:
        return UNIFORM if a.uniform and b.uniform else VARYING
    return _mul(width, a, constant_lanes(1 << b.constant))


def _divide(width: int, a: Lanes, b: Lanes, *, floor: bool) -> Lanes:
    """Quotient by a positive constant; truncation and floor agree for a base that is not negative."""
    divisor = b.constant
    if divisor is None or divisor <= 0:
        return UNIFORM if a.uniform and b.uniform else VARYING
    low = high = None
    if a.low is not None and a.high is not None and a.low >= 0:
        low, high = a.low // divisor, a.high // divisor
    if a.uniform:
        return lanes_of((), 1, low, high)
    part = disjoint(a)
    if not part or not (floor or low is not None):
        return VARYING
    if a.align % divisor == 0:
        return _ranged(tuple(x // divisor for x in a.spread), max(1, a.align // divisor), low, high, width)
    return lanes_of((), 1, low, high) if divisor % part == 0 else VARYING


def _divide_signed(width: int, a: Lanes, b: Lanes) -> Lanes:
    return _divide(width, a, b, floor=False)


def _divide_floor(width: int, a: Lanes, b: Lanes) -> Lanes:
    return _divide(width, a, b, floor=True)


def _remainder(width: int, a: Lanes, b: Lanes) -> Lanes:
    """Remainder by a positive constant, for a base that is not negative."""
    divisor = b.constant
    nonnegative = a.low is not None and a.low >= 0
    if divisor is None or divisor <= 0 or not nonnegative:
        return UNIFORM if a.uniform and b.uniform else VARYING
    if a.uniform:
        return lanes_of((), 1, 0, divisor - 1)
    part = disjoint(a)
    if part and a.align % divisor == 0:
        return _ranged(tuple(x % divisor for x in a.spread), 1 << 62, 0, 0, width)
    if part and divisor % part == 0:
        return _ranged(a.spread, part, 0, divisor - part, width)
    return VARYING


def _shift_right(width: int, a: Lanes, b: Lanes) -> Lanes:
    amount = b.constant
    if amount is None or not 0 <= amount < width - 1:
        return UNIFORM if a.uniform and b.uniform else VARYING
    return _divide(width, a, constant_lanes(1 << amount), floor=True)


def _and(width: int, a: Lanes, b: Lanes) -> Lanes:
    if b.constant is None:
        a, b = b, a
    mask = b.constant
    if mask is None:
        return UNIFORM if a.uniform and b.uniform else VARYING
    low, high = (0, mask) if mask >= 0 else (None, None)
    align = max(a.align, b.align)
    if a.uniform:
        return _ranged((), align, low, high, width)
    if not disjoint(a):
        return VARYING
    offsets = tuple(x & mask for x in a.spread)
    if 0 <= mask < a.align:
        low = high = 0
    return _ranged(offsets, align, low, high, width)


def _bits(combine: Callable[[int, int], int]) -> Transfer:
    """`or` and `xor` with a constant: the base takes the constant, the offsets change in their own bits."""

    def transfer(width: int, a: Lanes, b: Lanes) -> Lanes:
        if b.constant is None:
            a, b = b, a
        if a.uniform and b.uniform:
            return UNIFORM
        part = disjoint(a)
        if b.constant is None or not part:
            return VARYING
        own = b.constant & (part - 1)
        return lanes_of(tuple(combine(x, own) - own for x in a.spread), 1)

    return transfer


def _extreme(pick: Callable[[int, int], int]) -> Transfer:
    def transfer(width: int, a: Lanes, b: Lanes) -> Lanes:
        if not (a.uniform and b.uniform):
            return VARYING
        if a.low is None or a.high is None or b.low is None or b.high is None:
            return UNIFORM
        return lanes_of((), min(a.align, b.align), pick(a.low, b.low), pick(a.high, b.high))

    return transfer


_INTEGER: Final[Mapping[str, Transfer]] = MappingProxyType(
    {
        "add": _add,
        "sub": _sub,
        "mul": _mul,
        "shl": _shl,
        "div": _divide_signed,
        "floordiv": _divide_floor,
        "rem": _remainder,
        "shr": _shift_right,
        "and": _and,
        "or": _bits(lambda x, y: x | y),
        "xor": _bits(lambda x, y: x ^ y),
        "min": _extreme(min),
        "max": _extreme(max),
    }
)
"""By operation; one without a sign is as the signed one where the base is known not to be negative."""


def _evaluate(computes: Computes, predicate: int | None, wrap: int, width: int, a: Lanes, b: Lanes) -> Lanes | None:
    """Every lane's result, when both operands are compile-time numbers in every lane."""
    if not (a.known and b.known) or (computes.divides and (0 in b.values() or not b.uniform)):
        return None
    assert a.low is not None and b.low is not None
    pairs = ((a.low + x, b.low + y) for x, y in ((0, 0), *spreads(a, b)))
    results = [_result(computes, predicate, signed(x, wrap), signed(y, wrap), wrap) for x, y in pairs]
    numbers = [signed(int(one), width) for one in results if one is not None]
    if len(numbers) < len(results):
        return None
    base, *lanes = numbers
    if a.uniform and b.uniform:
        return constant_lanes(base) if width > 1 else Lanes((), 1, base, base)
    offsets = tuple(number - base for number in lanes)
    return lanes_of(offsets, constant_lanes(base).align if width > 1 else 1, base, base)


def _result(computes: Computes, predicate: int | None, x: int, y: int, width: int) -> int | None:
    if predicate is not None:
        return holds(predicate, x, y, width)
    return computes.evaluate(x, y, width) if computes.evaluate is not None else None


def _truncate(op: Operation, a: Lanes) -> Lanes:
    width = bit_width(op.results[0].type)
    if width == 1:
        return UNIFORM if a.uniform else VARYING
    if a.offsets is None:
        return VARYING if a.low is None or a.high is None else varying_within((a.low, a.high), width)
    return _ranged(a.offsets, a.align, a.low, a.high, width)


def _select(condition: Lanes, a: Lanes, b: Lanes) -> Lanes:
    return join(a, b) if condition.uniform else VARYING


def transfer(op: Operation, operands: Sequence[Lanes]) -> Lanes:
    """The lanes of the single result of an element-by-element op."""
    (made,), sources, name = op.results, operands_of(op), op.name
    result = made.type
    if name == "arith.select":
        return _select(*operands)
    if type(result) is not IntegerType or is_float(sources[0].type):
        return _uniform_where_all_are(operands)
    computes = facts(op).computes
    if computes.operation == "extend":
        width = bit_width(sources[0].type)
        index = operands[0].affine and is_index(made)
        return widened(operands[0], width, unsigned=computes.unsigned, index=index)
    if computes.operation == "truncate":
        return _truncate(op, operands[0])
    if len(operands) == 2:
        predicate = integer(op, "predicate") if name == "arith.cmpi" else None
        return _binary(name, predicate, bit_width(sources[0].type), result.width.data, operands[0], operands[1])
    return _uniform_where_all_are(operands)


def _uniform_where_all_are(operands: Sequence[Lanes]) -> Lanes:
    """Uniform where all are."""
    for one in operands:
        if one.offsets != ():
            return VARYING
    return UNIFORM


@lru_cache(maxsize=1 << 14)
def _binary(name: str, predicate: int | None, wrap: int, width: int, a: Lanes, b: Lanes) -> Lanes:
    """Cached: unrolled loops ask for the same few combinations again and again."""
    computes = FACTS[name].computes
    if a.varying or b.varying:
        return varying_result(computes.operation, width, a, b)
    found = _evaluate(computes, predicate, wrap, width, a, b)
    if found is not None:
        return found
    rule = _INTEGER.get(computes.operation)
    if rule is None or width == 1:
        return UNIFORM if a.uniform and b.uniform else VARYING
    if computes.unsigned and (a.low is None or a.low < 0):
        found = UNIFORM if a.uniform and b.uniform else VARYING
    else:
        found = rule(width, a, b)
    return varying_result(computes.operation, width, a, b) if found.varying else found


def divide_index(index: Lanes, divisor: int) -> Lanes:
    """The lanes of an index (not negative, 32 bits) divided by a constant."""
    return _binary("arith.divsi", None, 32, 32, index, constant_lanes(divisor)) if not index.varying else VARYING


def remainder_index(index: Lanes, divisor: int) -> Lanes:
    """The lanes of an index (not negative, 32 bits) modulo a constant."""
    return _binary("arith.remsi", None, 32, 32, index, constant_lanes(divisor)) if not index.varying else VARYING
