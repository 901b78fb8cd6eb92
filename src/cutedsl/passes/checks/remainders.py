"""Finds remainders of differences that may be negative: C's remainder has the sign of the dividend, Python's not.

Only what plainly may be negative is reported: something subtracted from an index, a counter or a constant, where no
test around it says that it is small enough. Differences of sizes and arguments are the author's business.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Final

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, IntegerType
from xdsl.ir import Block, Operation, SSAValue

from cutedsl.errors import warn
from cutedsl.ir.facts import facts
from cutedsl.ir.fast import users_of
from cutedsl.ir.ops.elementwise import CmpiOp
from cutedsl.ir.ops.simt import FmodOp, ShuffleOp
from cutedsl.passes.author_place import author_span
from cutedsl.passes.integers.known_integers import integer_of
from cutedsl.passes.integers.signs import Signs, Sum, sum_of

_EQUAL: Final = (0, 1)
"""The predicates `eq` and `ne` of `arith.cmpi`."""


def check_remainders(remainders: Iterable[SSAValue]) -> None:
    """Warns (negative-remainder) of remainders whose dividend is a difference that is not shown to be 0 or more.

    Once a line. Not where the sign makes no difference: the result is only compared with 0, or the divisor is added.
    """
    signs = Signs()
    warned: set[tuple[str, int]] = set()
    for result in remainders:
        op = result.owner
        if isinstance(op, FmodOp) and op.parent is not None and _is_negated(op.operands[0]):
            _warn(op, -inf, warned)
        if isinstance(op, arith.RemSIOp) and isinstance(result.type, IntegerType) and op.parent is not None:
            dividend, positive = sum_of(op.operands[0]), sum_of(op.operands[1]).shifted(-1)
            if not _is_difference(dividend) or _sign_is_handled(op) or signs.holds(dividend, op, (positive,)):
                continue
            if not _is_tested_elsewhere(dividend, op):
                _warn(op, signs.low(dividend, op), warned)


def _is_negated(dividend: SSAValue) -> bool:
    """Whether a float is the negative of another, or a negative constant."""
    op = dividend.owner
    if isinstance(op, arith.ConstantOp):
        return isinstance(op.value, FloatAttr) and op.value.value.data < 0
    return isinstance(op, arith.NegfOp)


def _is_difference(dividend: Sum) -> bool:
    """Whether something is subtracted from what starts at a known number: sizes and arguments may be large enough."""
    if dividend.constant >= 0 and all(count > 0 for count in dividend.terms.values()):
        return False
    return all(count < 0 or _starts_low(value) for value, count in dividend.terms.items())


def _starts_low(value: SSAValue) -> bool:
    """Whether some thread or turn has the least number that a value may be: indices and counters, and parts of them."""
    owner = value.owner
    if isinstance(owner, Block):
        loop = owner.parent_op()
        return isinstance(loop, scf.ForOp) and value is owner.args[0] and _starts_low(loop.lb)
    known = facts(owner)
    if integer_of(value) is not None or (known.between is not None and known.between[0] == 0):
        return True
    if known.computes.monotone or isinstance(owner, ShuffleOp):
        return _starts_low(owner.operands[0])
    if isinstance(owner, arith.MuliOp):
        return any(map(_starts_low, owner.operands))  # 0 of anything
    return isinstance(owner, arith.AddiOp) and all(map(_starts_low, owner.operands))


def _is_tested_elsewhere(dividend: Sum, op: Operation) -> bool:
    """Whether a test around an op asks something of the dividend's values that is not a comparison of sums of them."""
    conditions: list[SSAValue] = []
    around = op.parent_op()
    while around is not None:
        if isinstance(around, scf.IfOp):
            conditions.append(around.cond)
        elif isinstance(around, scf.WhileOp) and around.before_region.block.last_op is not None:
            conditions.append(around.before_region.block.last_op.operands[0])
        around = around.parent_op()
    return any(_hides(condition, dividend, direct=True) for condition in conditions)


def _hides(value: SSAValue, dividend: Sum, *, direct: bool) -> bool:
    """Whether a value is computed of the dividend's otherwise than by comparing sums; `direct` is the test itself."""
    if value in dividend.terms:
        return not direct
    owner = value.owner
    if isinstance(owner, Block) or integer_of(value) is not None:
        return False
    if isinstance(owner, CmpiOp) and direct:
        parts = [part for side in owner.operands for part in sum_of(side).terms]
        return any(part not in dividend.terms and _hides(part, dividend, direct=False) for part in parts)
    joins = direct and owner.name in ("arith.andi", "arith.ori", "arith.xori", "scf.if")
    ends = [block.last_op for region in owner.regions for block in region.blocks]
    operands = [*owner.operands, *(value for end in ends if end is not None for value in end.operands)]
    return any(_hides(operand, dividend, direct=joins) for operand in operands)


def _sign_is_handled(op: Operation) -> bool:
    """Whether the sign makes no difference to what reads a remainder, or is looked at."""
    users = list(users_of(op.results[0]))
    return any(_asks_for_sign(user, op) for user in users) or all(_takes_either_sign(user, op) for user in users)


def _asks_for_sign(user: Operation, op: Operation) -> bool:
    """Whether a reader is a comparison like `r < 0`."""
    return isinstance(user, CmpiOp) and _predicate(user) not in _EQUAL and _compared_with(user, op) == 0


def _takes_either_sign(user: Operation, op: Operation) -> bool:
    """Whether a reader is `r == 0` or `r + n`."""
    if isinstance(user, CmpiOp):
        return _compared_with(user, op) == 0
    if isinstance(user, arith.AddiOp):
        divisor = sum_of(op.operands[1])
        return any(sum_of(x) == divisor for x in user.operands)
    return False


def _predicate(user: CmpiOp) -> int:
    predicate = user.properties["predicate"]
    assert isinstance(predicate, IntegerAttr)
    return predicate.value.data


def _compared_with(user: CmpiOp, op: Operation) -> int | None:
    left, right = user.operands
    return integer_of(right if left is op.results[0] else left)


def _warn(op: Operation, low: float, warned: set[tuple[str, int]]) -> None:
    """Warns once a line."""
    span = author_span(op)
    line = ("", 0) if span is None else (span.file, span.line)
    if line not in warned:
        warned.add(line)
        least = "negative" if low == -inf else f"{int(low)}"
        text = f"the dividend of `%` may be {least}, and then the remainder is not Python's"
        warn("negative-remainder", text, span=span)
