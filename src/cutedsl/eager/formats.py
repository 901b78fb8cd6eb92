"""How NumPy holds each numeric type: in its own type where there is one, else in a wider one, rounded or wrapped.

Floats narrower than 32 bits without a NumPy type are float32 arrays whose values are values of the type; 4-bit
integers are int8 arrays, 128-bit ones arrays of Python integers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from cutedsl.eager.values import Array
from cutedsl.errors import fail
from cutedsl.staging.literal import round_float, wrap
from cutedsl.types import DType
from cutedsl.types.codes import code_of_value, value_of_code

_NATIVE_FLOATS = {"Float64": np.float64, "Float32": np.float32, "Float16": np.float16}


@lru_cache(maxsize=64)
def array_type(dtype: DType) -> np.dtype[Any]:
    """The type of arrays that hold values of `dtype`."""
    if dtype.is_bool:
        return np.dtype(np.bool_)
    if dtype.is_float:
        return np.dtype(_NATIVE_FLOATS.get(dtype.name, np.float32))
    if dtype.width > 64:
        return np.dtype(object)
    return np.dtype(f"{'i' if dtype.signed else 'u'}{max(dtype.width, 8) // 8}")


def is_native(dtype: DType) -> bool:
    """Whether NumPy computes in the type itself."""
    if dtype.is_float:
        return dtype.name in _NATIVE_FLOATS
    return dtype.is_bool or 8 <= dtype.width <= 64


def held(dtype: DType, data: Any) -> Array:
    """Results of an operation as values of `dtype`: wrapped or rounded where NumPy has not done it."""
    array = np.asarray(data)
    if is_native(dtype):
        return array.astype(array_type(dtype), copy=False)
    if dtype.is_float:
        return rounded(dtype, array.astype(np.float64)).astype(np.float32)
    if dtype.width > 64:
        return np.asarray(np.frompyfunc(lambda x: wrap(int(x), dtype), 1, 1)(array), dtype=object)
    low = np.bitwise_and(array.astype(np.int64), 15)
    return np.subtract(np.bitwise_xor(low, 8), 8).astype(np.int8)


def rounded(dtype: DType, exact: Array) -> Array:
    """float64 numbers rounded once, to nearest even, to a float type of few bits."""
    with np.errstate(all="ignore"):
        _, exponent = np.frexp(exact)
        step = np.maximum(exponent - 1, 1 - dtype.bias) - dtype.mantissa_width
        near = np.ldexp(np.rint(np.ldexp(exact, -step)), step)
        near = np.where(np.isfinite(exact), near, exact)
        if dtype.width < 16:
            return np.asarray(np.frompyfunc(lambda x: round_float(float(x), dtype), 1, 1)(exact), np.float64)
        largest = np.inf if dtype.has_inf else dtype.max_finite
        near = np.where(np.abs(near) > dtype.max_finite, np.copysign(largest, exact), near)
        near = np.where(np.isnan(exact), np.nan, near)
        return near if dtype.signed else np.where(exact < 0, np.nan, near)


# -- memory ----------------------------------------------------------------------------------------------------------
@lru_cache(maxsize=64)
def storage_type(dtype: DType) -> np.dtype[Any]:
    """The type of arrays over memory whose elements are `dtype`.

    Errors: not-yet for elements that share bytes, and for 128 bits.
    """
    if dtype.storage_bits not in (8, 16, 32, 64) or dtype.lanes > 1:
        raise fail("not-yet", f"memory of {dtype.name} in an eager run")
    if is_native(dtype) and not dtype.is_bool:
        return array_type(dtype)
    return np.dtype(np.float32 if dtype.storage_bits == 32 else f"u{dtype.storage_bits // 8}")


def decoded(dtype: DType, raw: Array) -> Array:
    """Elements of memory as values."""
    if dtype.is_bool:
        return raw != 0
    if is_native(dtype) or dtype.storage_bits == 32:
        return raw
    if dtype.storage_bits == 16:
        return (raw.astype(np.uint32) << 16).view(np.float32)
    return _values(dtype)[raw]


def encoded(dtype: DType, data: Array) -> Array:
    """Values as elements of memory."""
    if is_native(dtype) or dtype.storage_bits == 32:
        return data.astype(storage_type(dtype), copy=False)
    if dtype.storage_bits == 16:
        return (np.asarray(data, np.float32).view(np.uint32) >> 16).astype(np.uint16)
    return np.asarray(np.frompyfunc(lambda x: code_of_value(dtype, float(x)), 1, 1)(data), np.uint8)


@lru_cache(maxsize=16)
def _values(dtype: DType) -> Array:
    """What each code of an 8-bit float means."""
    return np.array([value_of_code(dtype, code) for code in range(256)], np.float32)
