"""What is known of an integer from the ops that compute it: its value, or which of its bits can be 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, cast

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerAttr, IntegerType
from xdsl.ir import Block, Operation, SSAValue

from cutedsl.ir.facts import facts


def integer_of(value: SSAValue) -> int | None:
    """The number of an integer constant of any width, with its sign; None for other values."""
    owner = value.owner
    if type(owner) is not arith.ConstantOp:
        return None
    number = owner.properties["value"]
    return number.value.data if type(number) is IntegerAttr else None


def set_bits(value: SSAValue, known: dict[SSAValue, int]) -> int:
    """A mask of the bits that can be 1 in `value`; all of its width where nothing is known.

    Law: `x & ~set_bits(x) == 0` for every value `x` that the op can have, read without a sign. `known` keeps the
    answers, since sums share their parts.
    """
    found = known.get(value)
    if found is None:
        found = known[value] = _of(value, known)
    return found


def _of(value: SSAValue, known: dict[SSAValue, int]) -> int:
    assert isinstance(value.type, IntegerType)
    every = (1 << value.type.width.data) - 1
    owner = value.owner
    if not isinstance(owner, Operation):
        return _counted(value, owner, every, known)
    number = integer_of(value)
    if number is not None:
        return number & every
    found = facts(owner)
    if found.between is not None and found.between[1] is not None:
        return _span(found.between[1], 0)
    rule = _RULES.get(found.computes.operation)
    if rule is None:
        return every
    operands = [operand for operand in owner.operands if isinstance(operand.type, IntegerType)]
    masks = [set_bits(operand, known) for operand in operands]
    widths = [cast("IntegerType", operand.type).width.data for operand in operands]
    if found.computes.operation == "extend" and not found.computes.unsigned:
        return _widened(masks[0], widths[0]) & every
    return rule(masks, widths[0]) & every


def _counted(value: SSAValue, block: Block, every: int, known: dict[SSAValue, int]) -> int:
    """The counter of a `for`: the low bits that are 0 where it begins and in each step."""
    loop = block.parent_op()
    if not isinstance(loop, scf.ForOp) or block.args[0] is not value:
        return every
    return every & -(1 << min(_low_zeros(set_bits(bound, known), every.bit_length()) for bound in (loop.lb, loop.step)))


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
