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
from cutedsl.codegen.llvm.elementwise import CMPI
from cutedsl.codegen.llvm.types import bit_width, is_float
from cutedsl.ir.fast import operands_of

Transfer = Callable[[int, Lanes, Lanes], Lanes]
"""(width of the result in bits, left, right) -> result, for integer ops on lanes that do not vary freely."""


def signed(value: int, width: int) -> int:
    """`value` wrapped to `width` bits as a signed number.

    >>> signed(0xFFFFFFFF, 32)
    -1
    """
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


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


def _shift_right_unsigned(width: int, a: Lanes, b: Lanes) -> Lanes:
    if a.low is not None and a.low >= 0:
        return _shift_right(width, a, b)
    return UNIFORM if a.uniform and b.uniform else VARYING


def _unsigned(inner: Transfer) -> Transfer:
    """An unsigned division or remainder: as the signed one where the base is known not to be negative."""

    def transfer(width: int, a: Lanes, b: Lanes) -> Lanes:
        if a.low is not None and a.low >= 0:
            return inner(width, a, b)
        return UNIFORM if a.uniform and b.uniform else VARYING

    return transfer


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
        "arith.addi": _add,
        "arith.subi": _sub,
        "arith.muli": _mul,
        "arith.shli": _shl,
        "arith.divsi": _divide_signed,
        "arith.floordivsi": _divide_floor,
        "arith.divui": _unsigned(_divide_signed),
        "arith.remsi": _remainder,
        "arith.remui": _unsigned(_remainder),
        "arith.shrsi": _shift_right,
        "arith.shrui": _shift_right_unsigned,
        "arith.andi": _and,
        "arith.ori": _bits(lambda x, y: x | y),
        "arith.xori": _bits(lambda x, y: x ^ y),
        "arith.minsi": _extreme(min),
        "arith.maxsi": _extreme(max),
    }
)


def _truncating(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


_EVALUATE: Final[Mapping[str, Callable[[int, int], int]]] = MappingProxyType(
    {
        "arith.addi": lambda a, b: a + b,
        "arith.subi": lambda a, b: a - b,
        "arith.muli": lambda a, b: a * b,
        "arith.andi": lambda a, b: a & b,
        "arith.ori": lambda a, b: a | b,
        "arith.xori": lambda a, b: a ^ b,
        "arith.divsi": _truncating,
        "arith.remsi": lambda a, b: a - b * _truncating(a, b),
        "arith.floordivsi": lambda a, b: a // b,
        "arith.ceildivsi": lambda a, b: -(-a // b),
        "arith.minsi": min,
        "arith.maxsi": max,
    }
)
_DIVISIONS: Final = frozenset({"arith.divsi", "arith.remsi", "arith.floordivsi", "arith.ceildivsi"})

_WORD: Final = (1 << 64) - 1
_COMPARE: Final[Mapping[str, Callable[[int, int], bool]]] = MappingProxyType(
    {
        "eq": lambda a, b: a == b,
        "ne": lambda a, b: a != b,
        "slt": lambda a, b: a < b,
        "sle": lambda a, b: a <= b,
        "sgt": lambda a, b: a > b,
        "sge": lambda a, b: a >= b,
        "ult": lambda a, b: a & _WORD < b & _WORD,
        "ule": lambda a, b: a & _WORD <= b & _WORD,
        "ugt": lambda a, b: a & _WORD > b & _WORD,
        "uge": lambda a, b: a & _WORD >= b & _WORD,
    }
)


def _evaluate(name: str, predicate: str, wrap: int, width: int, a: Lanes, b: Lanes) -> Lanes | None:
    """Every lane's result, when both operands are compile-time numbers in every lane."""
    compute = _COMPARE.get(predicate) if predicate else _EVALUATE.get(name)
    if compute is None or not (a.known and b.known) or (name in _DIVISIONS and 0 in b.values()):
        return None
    assert a.low is not None and b.low is not None
    if name in _DIVISIONS and not b.uniform:
        return None
    base = signed(int(compute(a.low, b.low)), width)
    if a.uniform and b.uniform:
        return constant_lanes(base) if width > 1 else Lanes((), 1, base, base)
    offsets = tuple(
        signed(int(compute(signed(a.low + x, wrap), signed(b.low + y, wrap))), width) - base for x, y in spreads(a, b)
    )
    return lanes_of(offsets, constant_lanes(base).align if width > 1 else 1, base, base)


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
        return _agreed(operands)
    if name in ("arith.extsi", "arith.extui"):
        width = bit_width(sources[0].type)
        index = operands[0].affine and is_index(made)
        return widened(operands[0], width, unsigned=name == "arith.extui", index=index)
    if name == "arith.trunci":
        return _truncate(op, operands[0])
    if len(operands) == 2:
        predicate = CMPI[integer(op, "predicate")] if name == "arith.cmpi" else ""
        return _binary(name, predicate, bit_width(sources[0].type), result.width.data, operands[0], operands[1])
    return _agreed(operands)


def _agreed(operands: Sequence[Lanes]) -> Lanes:
    """Uniform where all are."""
    for one in operands:
        if one.offsets != ():
            return VARYING
    return UNIFORM


@lru_cache(maxsize=1 << 14)
def _binary(name: str, predicate: str, wrap: int, width: int, a: Lanes, b: Lanes) -> Lanes:
    """Cached: unrolled loops ask for the same few combinations again and again."""
    if a.varying or b.varying:
        return varying_result(name, width, a, b)
    found = _evaluate(name, predicate, wrap, width, a, b)
    if found is not None:
        return found
    rule = _INTEGER.get(name)
    if rule is None or width == 1:
        return UNIFORM if a.uniform and b.uniform else VARYING
    found = rule(width, a, b)
    return varying_result(name, width, a, b) if found.varying else found


def divide_index(index: Lanes, divisor: int) -> Lanes:
    """The lanes of an index (not negative, 32 bits) divided by a constant."""
    return _index_op("arith.divsi", index, divisor)


def remainder_index(index: Lanes, divisor: int) -> Lanes:
    """The lanes of an index (not negative, 32 bits) modulo a constant."""
    return _index_op("arith.remsi", index, divisor)


def _index_op(name: str, index: Lanes, divisor: int) -> Lanes:
    if index.varying:
        return VARYING
    if index.known and index.low is not None:
        base = _EVALUATE[name](index.low, divisor)
        offsets = tuple(_EVALUATE[name](value, divisor) - base for value in index.values())
        return lanes_of(offsets, constant_lanes(base).align, base, base)
    return _INTEGER[name](32, index, constant_lanes(divisor))
