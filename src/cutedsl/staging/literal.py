"""Python numbers as values of a numeric type: wrapping, truncation and rounding, exactly as the type does them."""

from __future__ import annotations

import ctypes
import math
import struct
from typing import Any

from cutedsl.errors import fail, warn
from cutedsl.types import FLOAT32, FLOAT64, DType

Literal = int | float | bool
_FLOAT_CODE = {16: "e", 32: "f", 64: "d"}


def to_literal(value: Literal, dtype: DType, *, warned: bool = True) -> Literal:
    """The value of `dtype` that `value` becomes: integers wrap, floats round to nearest even, bools are tests for zero.

    A literal that does not fit warns (literal-out-of-range) unless `warned` is False.

    >>> from cutedsl.types import dtype_named
    >>> to_literal(300, dtype_named("Int8"), warned=False), to_literal(0.1, dtype_named("BFloat16"))
    (44, 0.10009765625)

    Errors: ValueError for an integer from NaN, OverflowError from an infinity, as in Python.
    """
    if dtype.is_bool:
        return bool(value)
    if dtype.is_integer:
        exact = int(value)
        wrapped = wrap(exact, dtype)
        if warned and wrapped != exact:
            warn("literal-out-of-range", f"{exact} does not fit in {dtype.name} and becomes {wrapped}")
        return wrapped
    rounded = round_float(_as_float(value), dtype)
    if warned and _left_the_range(value, rounded):
        shown = (
            value if isinstance(value, float) or abs(value) < 1 << 128 else f"an integer of {value.bit_length()} bits"
        )
        warn("literal-out-of-range", f"{shown} does not fit in {dtype.name} and becomes {rounded}")
    return rounded


def literal_bits(literal: Literal, dtype: DType) -> int:
    """The low bits of a slot of a call that hold a number. Errors: not-yet for floats of 8 bits and less."""
    if dtype.is_integer:
        return int(literal) & ((1 << max(dtype.width, 8)) - 1)
    if dtype.name == "BFloat16":
        return int.from_bytes(struct.pack("<f", literal), "little") >> 16
    if dtype.width not in _FLOAT_CODE:
        raise fail("not-yet", f"{dtype.name} scalars as arguments", fix="Pass it in an array of one element.")
    return int.from_bytes(struct.pack("<" + _FLOAT_CODE[dtype.width], literal), "little")


def c_pointer(literal: Literal, dtype: DType) -> Any:
    """A pointer of ctypes to a number, which lives as long as the pointer."""
    return ctypes.pointer(ctypes.c_uint64(literal_bits(literal, dtype)))


def wrap(value: int, dtype: DType) -> int:
    """`value` modulo 2**width, in the range of the type."""
    low = value & ((1 << dtype.width) - 1)
    return low - (1 << dtype.width) if dtype.signed and low >> (dtype.width - 1) else low


def fits(value: int, dtype: DType) -> bool:
    """Whether an integer type holds `value`."""
    return dtype.min <= value <= dtype.max


def round_float(value: float, dtype: DType) -> float:
    """`value` rounded to nearest even in a float type; too large gives infinity, in types below 16 bits the largest."""
    if dtype is FLOAT64:
        return value
    if dtype.width < 16:
        return _round_to_narrow(value, dtype)
    if value == 0.0 or not math.isfinite(value):
        return value
    if dtype is FLOAT32:
        return _round_to_single(value)
    return _round_to_fields(value, dtype)


def _round_to_narrow(value: float, dtype: DType) -> float:
    """As the conversions of PTX: saturating; NaN and what has no sign as `codegen/llvm/narrow_floats.py` says."""
    if math.isnan(value):
        return value if dtype.width == 8 else dtype.max_finite
    if not dtype.signed and value < 0.0:
        return math.nan
    if not dtype.signed and not dtype.mantissa_width:
        value = max(value, math.ldexp(1.0, -dtype.bias))
    if abs(value) >= dtype.max_finite:
        return math.copysign(dtype.max_finite, value)
    near = math.copysign(_round_to_fields(abs(value), dtype), value) if value else value
    return 0.0 if near == 0.0 and dtype.name == "Float8E4M3B11FNUZ" else near


def _round_to_single(value: float) -> float:
    """IEEE single precision through `struct`, which raises where IEEE gives infinity."""
    try:
        return struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def _round_to_fields(value: float, dtype: DType) -> float:
    """Rounding by the widths of the fields; Python's `round` is to nearest even, and the scaling is exact."""
    if abs(value) > 2.0 * dtype.max_finite:
        return math.copysign(math.inf if dtype.has_inf else dtype.max_finite, value)
    least = 1 - dtype.bias if dtype.mantissa_width else -dtype.bias
    exponent = max(math.frexp(value)[1] - 1, least)
    step = exponent - dtype.mantissa_width
    rounded = math.ldexp(round(math.ldexp(value, -step)), step)
    if abs(rounded) > dtype.max_finite:
        return math.copysign(math.inf if dtype.has_inf else dtype.max_finite, value)
    return math.copysign(rounded, value)


def _as_float(value: Literal) -> float:
    """`float(value)`, with integers beyond its range as infinities."""
    try:
        return float(value)
    except OverflowError:
        return -math.inf if value < 0 else math.inf


def _left_the_range(value: Literal, rounded: float) -> bool:
    """Whether rounding left the range: a finite number became infinite, or a number other than zero became zero."""
    if isinstance(value, float) and not math.isfinite(value):
        return False
    return math.isinf(rounded) or (rounded == 0.0 and value != 0)
