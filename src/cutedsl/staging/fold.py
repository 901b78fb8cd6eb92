"""Operators on two literals of one numeric type: what the device would compute, computed by Python."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.staging.literal import Literal, to_literal
from cutedsl.types import DType


def fold_binary(op: str, dtype: DType, a: Literal, b: Literal) -> Literal:
    """`a op b` in `dtype`: results wrap or round; see `Emitter.binary` for the operators.

    Errors: division-by-zero (a ZeroDivisionError) for integers; floats follow IEEE 754.
    """
    if dtype.is_float:
        return to_literal(_FLOAT[op](float(a), float(b)), dtype, warned=False)
    if op in SHIFTS and b < 0:
        raise negative_shift(op, b)
    if op in DIVISIONS and b == 0:
        raise fail("division-by-zero", f"{a} is divided by {with_article(dtype.name)} of 0")
    return to_literal(_INT[op](int(a), int(b)), dtype, warned=False)


def negative_shift(op: str, count: Literal) -> Exception:
    """The error for a shift by a negative number of bits."""
    symbol, other = ("<<", ">>") if op == "shl" else (">>", "<<")
    fix = f"Write `{other} {-count}`."
    return fail("operand-type", f"the shift count of `{symbol}` must be at least 0, got {count}", fix=fix)


def fold_compare(op: str, a: Literal, b: Literal) -> bool:
    """`a op b` as a bool; only `ne` holds for NaN."""
    return bool(_COMPARE[op](a, b))


def fold_unary(op: str, dtype: DType, a: Literal) -> Literal:
    """`-a`, `~a` or `abs(a)` in `dtype`."""
    if op == "invert":
        return (not a) if dtype.is_bool else to_literal(~int(a), dtype, warned=False)
    return to_literal(-a if op == "neg" else abs(a), dtype, warned=False)


def _truncated_rem(a: int, b: int) -> int:
    """The remainder with the sign of `a`."""
    rest = abs(a) % abs(b)
    return -rest if a < 0 else rest


def _int_power(a: int, b: int) -> int:
    """`a ** b`; a negative power truncates towards zero."""
    if b >= 0:
        return a**b
    if a == 0:
        raise fail("division-by-zero", f"0 cannot be raised to the power {b}")
    return {1: 1, -1: -1 if b % 2 else 1}.get(a, 0)


def _float_div(a: float, b: float) -> float:
    """IEEE division."""
    if b != 0.0:
        return a / b
    if a == 0.0 or math.isnan(a):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def _float_floor_div(a: float, b: float) -> float:
    """floor(a / b), with infinities and NaN kept."""
    quotient = _float_div(a, b)
    return float(math.floor(quotient)) if math.isfinite(quotient) else quotient


def _float_rem(a: float, b: float) -> float:
    """C's fmod."""
    return math.nan if math.isinf(a) or b == 0.0 else math.fmod(a, b)


def _float_power(a: float, b: float) -> float:
    """C's pow."""
    try:
        return math.pow(a, b)
    except OverflowError:
        return -math.inf if a < 0.0 and b % 2.0 == 1.0 else math.inf
    except ValueError:
        return math.inf if a == 0.0 else math.nan


def _propagating(choose: Callable[[float, float], float]) -> Callable[[float, float], float]:
    """`min` or `max` that gives NaN if either side is NaN."""
    return lambda a, b: math.nan if math.isnan(a) or math.isnan(b) else choose(a, b)


SHIFTS = frozenset({"shl", "shr"})
DIVISIONS = frozenset({"floordiv", "rem"})
"""The operators that have no result for integers where the second one is 0."""
_INT: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "floordiv": operator.floordiv,
    "rem": _truncated_rem,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "shl": operator.lshift,
    "shr": operator.rshift,
    "min": min,
    "max": max,
    "pow": _int_power,
}
_FLOAT: dict[str, Callable[[float, float], float]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": _float_div,
    "floordiv": _float_floor_div,
    "rem": _float_rem,
    "min": _propagating(min),
    "max": _propagating(max),
    "pow": _float_power,
}
_COMPARE: dict[str, Callable[[Literal, Literal], bool]] = {
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
    "eq": operator.eq,
    "ne": operator.ne,
}
