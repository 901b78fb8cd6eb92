"""What is known of an integer from the ops that compute it: its value, or which of its bits can be 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, cast

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerAttr, IntegerType
from xdsl.ir import Block, Operation, SSAValue

from cutedsl.ir.facts import facts
from cutedsl.ir.ops.simt import ShuffleOp


def integer_of(value: SSAValue) -> int | None:
    """The number of an integer constant of any width, with its sign; None for other values."""
    owner = value.owner
    if type(owner) is not arith.ConstantOp:
        return None
    number = owner.properties["value"]
    return number.value.data if type(number) is IntegerAttr else None


_DEEPEST: Final = 64
"""How many ops deep a value is looked into; unrolled loops chain thousands."""


def set_bits(value: SSAValue, known: dict[SSAValue, int], deep: int = 0) -> int:
    """A mask of the bits that can be 1 in `value`; all of its width where nothing is known.

    Law: `x & ~set_bits(x) == 0` for every value `x` that the op can have, read without a sign. `known` keeps the
    answers, since sums share their parts. What it holds from the start is taken as true.
    """
    found = known.get(value)
    if found is None:
        found = known[value] = _of(value, known, deep)
    return found


def has_no_sign(value: SSAValue, known: dict[SSAValue, int]) -> bool:
    """Whether an integer is certainly not negative, in arithmetic that wraps; `known` as in `set_bits`."""
    assert isinstance(value.type, IntegerType)
    return not set_bits(value, known) >> (value.type.width.data - 1)


def _of(value: SSAValue, known: dict[SSAValue, int], deep: int) -> int:
    assert isinstance(value.type, IntegerType)
    every = (1 << value.type.width.data) - 1
    owner = value.owner
    if deep > _DEEPEST:
        return every
    if not isinstance(owner, Operation):
        return _counted(value, owner, every, known, deep)
    number = integer_of(value)
    if number is not None:
        return number & every
    found = facts(owner)
    if found.between is not None and found.between[0] >= 0:
        most = found.between[1]
        return every >> 1 if most is None else _span(most, 0)
    if type(owner) is ShuffleOp:
        return set_bits(owner.value, known, deep + 1)  # what another lane has
    rule = _RULES.get(found.computes.operation)
    if rule is None:
        return every
    operands = [operand for operand in owner.operands if isinstance(operand.type, IntegerType)]
    masks = [set_bits(operand, known, deep + 1) for operand in operands]
    widths = [cast("IntegerType", operand.type).width.data for operand in operands]
    if found.computes.operation == "extend" and not found.computes.unsigned:
        return _widened(masks[0], widths[0]) & every
    return rule(masks, widths[0]) & every


def _counted(value: SSAValue, block: Block, every: int, known: dict[SSAValue, int], deep: int) -> int:
    """The counter of a `for`: it lies between the bounds, and has the low zeros of where it begins and of each step."""
    loop = block.parent_op()
    if not isinstance(loop, scf.ForOp) or block.args[0] is not value:
        return every
    begin, end, step = (set_bits(one, known, deep + 1) for one in (loop.lb, loop.ub, loop.step))
    width = every.bit_length()
    zeros = min(_low_zeros(begin, width), _low_zeros(step, width))
    return _span(every if (begin | end) >> (width - 1) else max(begin, end), zeros)


def _low_zeros(mask: int, width: int) -> int:
    return (mask & -mask).bit_length() - 1 if mask else width


def _span(most: int, zeros: int) -> int:
    """All bits of the numbers up to `most`, but for the lowest `zeros`."""
    return ((1 << most.bit_length()) - 1) & -(1 << zeros)


def _sum(masks: list[int], width: int) -> int:
    left, right = masks
    if left & right == 0:  # no carry
        return left | right
    zeros = min(_low_zeros(left, width), _low_zeros(right, width))
    most = left + right
    return _span(most if most >> width == 0 else (1 << width) - 1, zeros)


def _product(masks: list[int], width: int) -> int:
    left, right = masks
    for one, other in ((left, right), (right, left)):
        if other & (other - 1) == 0 and (one * other) >> width == 0:  # by a power of two, or by 0
            return one * other
    zeros = min(_low_zeros(left, width) + _low_zeros(right, width), width)
    most = left * right
    return _span(most if most >> width == 0 else (1 << width) - 1, zeros)


def _quotient(masks: list[int], width: int) -> int:
    """By a divisor that is a power of two if its mask has one bit; of a number that has no sign bit."""
    left, right = masks
    if (left | right) >> (width - 1):
        return (1 << width) - 1
    return left >> _low_zeros(right, width) if right & (right - 1) == 0 and right else _span(left, 0)


def _remainder(masks: list[int], width: int) -> int:
    left, right = masks
    if (left | right) >> (width - 1):
        return (1 << width) - 1
    return left & (right - 1) if right & (right - 1) == 0 and right else _span(min(left, right), 0)


def _shifted(masks: list[int], width: int) -> int:
    """To the right, with the sign or without."""
    return (1 << width) - 1 if masks[0] >> (width - 1) else _span(masks[0], 0)


def _widened(mask: int, width: int) -> int:
    """With the sign: the sign's bit, where it can be set, is every higher one."""
    return mask | -(1 << (width - 1)) if mask >> (width - 1) else mask


_RULES: Final[Mapping[str, Callable[[list[int], int], int]]] = MappingProxyType(
    {
        "add": _sum,
        "mul": _product,
        "floordiv": _quotient,
        "div": _quotient,
        "rem": _remainder,
        "min": lambda masks, _: masks[0] | masks[1],
        "max": lambda masks, _: masks[0] | masks[1],
        "shr": _shifted,
        "and": lambda masks, _: masks[0] & masks[1],
        "or": lambda masks, _: masks[0] | masks[1],
        "xor": lambda masks, _: masks[0] | masks[1],
        "select": lambda masks, _: masks[-1] | masks[-2],
        "extend": lambda masks, _: masks[0],
        "truncate": lambda masks, _: masks[0],
    }
)
"""By operation, from the masks of the operands and their width.

Divisors are constants where their mask has one bit: a value that may also be 0 divides by 0, which has no result.
"""
