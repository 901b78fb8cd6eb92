"""Operators on lanes: what each one means on each numeric type, as NumPy computes it.

Integers wrap; shifts by the width or more give 0 or copies of the sign; integer division takes the live lanes, as a
zero divisor is an error only there. Floats round once to their own type.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cutedsl.eager.formats import array_type, held, rounded
from cutedsl.eager.values import Array
from cutedsl.staging.fold import fold_binary
from cutedsl.types import DType

Operator = Callable[[Any, Any], Any]

_BITWISE: dict[str, Operator] = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}
_INTEGER: dict[str, Operator] = {"add": np.add, "sub": np.subtract, "mul": np.multiply, **_BITWISE}
_DIVISION: dict[str, Operator] = {"floordiv": np.floor_divide, "rem": np.fmod}
_FLOAT: dict[str, Operator] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "rem": np.fmod,
}
_COMPARE: dict[str, Operator] = {
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "eq": np.equal,
    "ne": np.not_equal,
}


def binary(op: str, dtype: DType, a: Array, b: Array, live: Array) -> Array:
    """`a op b`; see `Emitter.binary` for the operators. `live` are the lanes whose result matters."""
    with np.errstate(all="ignore"):
        return held(dtype, _float_binary(op, dtype, a, b) if dtype.is_float else _int_binary(op, dtype, a, b, live))


def compare(op: str, a: Array, b: Array) -> Array:
    """`a op b` as booleans: ordered, but for `ne`."""
    with np.errstate(all="ignore"):
        return np.asarray(_COMPARE[op](a, b), np.bool_)


def unary(op: str, dtype: DType, a: Array) -> Array:
    """`-a`, `~a` or `abs(a)`."""
    with np.errstate(all="ignore"):
        match op:
            case "neg":
                return held(dtype, np.negative(a))
            case "invert":
                return held(dtype, np.invert(a))
            case _:
                return held(dtype, np.abs(a))


def _float_binary(op: str, dtype: DType, a: Array, b: Array) -> Any:
    match op:
        case "floordiv":
            return np.floor(held(dtype, np.divide(a, b)))
        case "pow":
            return np.power(a.astype(np.float64), b.astype(np.float64))
        case "minnum" | "maxnum":
            extreme = _float_extreme(op[:3], a, b)
            return np.where(np.isnan(a), b, np.where(np.isnan(b), a, extreme))
        case "min" | "max":
            return _float_extreme(op, a, b)
        case _:
            return _FLOAT[op](a, b)


def _float_extreme(op: str, a: Array, b: Array) -> Any:
    """The smaller or larger one, NaN if one is; zeros are ordered by sign."""
    first_is_less = np.signbit(a)
    of_equal = np.where(first_is_less, a, b) if op == "min" else np.where(first_is_less, b, a)
    extreme = np.minimum(a, b) if op == "min" else np.maximum(a, b)
    return np.where(np.equal(a, b), of_equal, extreme)


def _int_binary(op: str, dtype: DType, a: Array, b: Array, live: Array) -> Any:
    match op:
        case "rem" if dtype.width > 64:
            rest = np.frompyfunc(lambda x, y: fold_binary("rem", dtype, int(x), int(y) or 1), 2, 1)
            return rest(a, b)
        case "floordiv" | "rem":
            return _DIVISION[op](a, np.where(b == 0, np.ones_like(b), b))
        case "shl" | "shr":
            return _shift(op, dtype, a, b)
        case "min" | "max":
            return np.minimum(a, b) if op == "min" else np.maximum(a, b)
        case "pow":
            power = np.frompyfunc(lambda x, y: fold_binary("pow", dtype, int(x), int(y)), 2, 1)
            return power(a, np.where(live, b, np.ones_like(b)))
        case _:
            return _INTEGER[op](a, b)


def _shift(op: str, dtype: DType, a: Array, b: Array) -> Any:
    """An amount counts as unsigned."""
    fits = (b >= 0) & (b < dtype.width)
    if op == "shr":
        return (
            np.right_shift(a, np.where(fits, b, dtype.width - 1).astype(b.dtype))
            if dtype.signed
            else np.where(fits, np.right_shift(a, np.where(fits, b, 0).astype(b.dtype)), np.zeros_like(a))
        )
    return np.where(fits, np.left_shift(a, np.where(fits, b, 0).astype(b.dtype)), np.zeros_like(a))


# -- conversions -----------------------------------------------------------------------------------------------------
def cast(data: Array, source: DType, target: DType) -> Array:
    """Values converted: integers wrap, floats round, floats become integers towards zero (out of range: the nearest,
    NaN: 0), anything becomes a Boolean by comparison with zero."""
    with np.errstate(all="ignore"):
        if target.is_bool:
            return np.asarray(data != 0, np.bool_)
        if target.is_float:
            return _to_float(data, target)
        if source.is_float:
            return _to_integer(data, target)
        return held(target, data)


def _to_float(data: Array, target: DType) -> Array:
    if target.name in ("Float64", "Float32"):
        return data.astype(array_type(target))
    return held(target, data.astype(np.float64))


def _to_integer(data: Array, target: DType) -> Array:
    exact = data.astype(np.float64)
    inside = (exact > target.min - 1.0) & (exact < target.max + 1.0)
    whole = np.trunc(np.where(inside, exact, 0.0))
    if target.width > 64:
        return np.asarray(np.frompyfunc(int, 1, 1)(whole), dtype=object)
    safe = whole.astype(np.uint64 if target.width == 64 and not target.signed else np.int64).astype(array_type(target))
    low, high = (np.array(limit, array_type(target)) for limit in (target.min, target.max))
    saturated = np.where(exact >= target.max + 1.0, high, np.where(exact <= target.min - 1.0, low, safe))
    return np.where(np.isnan(exact), np.zeros_like(safe), saturated)


def bitcast(data: Array, source: DType, target: DType) -> Array:
    """The same bits as another type of the same width."""
    from cutedsl.eager.formats import decoded, encoded, storage_type

    raw = np.ascontiguousarray(encoded(source, data)).reshape(data.shape)
    return decoded(target, raw.view(storage_type(target)))


def fused(dtype: DType, a: Array, b: Array, c: Array) -> Array:
    """`a * b + c`, rounded once."""
    with np.errstate(all="ignore"):
        if dtype.name == "Float64":
            return np.asarray(np.frompyfunc(_exact_fma, 3, 1)(a, b, c), np.float64)
        product = a.astype(np.float64) * b.astype(np.float64)  # exact: at most 24 bits each
        total, addend = product + c, c.astype(np.float64)
        part = total - product
        lost = (product - (total - part)) + (addend - part)
        odd = _to_odd(total, lost)
        return odd.astype(np.float32) if dtype.name == "Float32" else held(dtype, odd)


def _to_odd(total: Array, lost: Array) -> Array:
    """A sum with its lost part as one float64 that rounds further like the exact sum."""
    total, lost = np.broadcast_arrays(np.asarray(total), np.asarray(lost))
    inexact = np.isfinite(total) & (lost != 0)
    bits = np.ascontiguousarray(total).view(np.int64).reshape(total.shape)
    inward = np.signbit(total) != np.signbit(lost)
    odd = (bits - inward) | 1
    return np.where(inexact, odd, bits).view(np.float64).reshape(total.shape)


def _exact_fma(a: float, b: float, c: float) -> float:
    """`a * b + c` of Python floats, by rational numbers."""
    from fractions import Fraction

    if not np.isfinite([a, b, c]).all():
        return a * b + c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    return a * b + c if exact == 0 else _nearest(exact.numerator, exact.denominator)


def _nearest(numerator: int, denominator: int) -> float:
    """The float64 nearest to a ratio; too large gives infinity."""
    try:
        return numerator / denominator
    except OverflowError:
        return float("inf") if numerator > 0 else float("-inf")


__all__ = ["binary", "bitcast", "cast", "compare", "fused", "rounded", "unary"]
