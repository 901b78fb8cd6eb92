"""The bits of floats of 8, 6 and 4 bits: what each code of a format means."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from cutedsl.types.record import DType

_FNUZ = "Float8E4M3B11FNUZ"


def value_of_code(dtype: DType, code: int) -> float:
    """The number that a byte stands for.

    >>> from cutedsl.types import dtype_named
    >>> value_of_code(dtype_named("Float8E4M3FN"), 0x7E), value_of_code(dtype_named("Float8E5M2"), 0xBE)
    (448.0, -1.5)

    Source: OCP 8-bit Floating Point Specification (OFP8), revision 1.0; MLIR, "Builtin dialect: float types".
    """
    sign = 1 << (dtype.width - 1) if dtype.signed else 0
    negative = bool(code & sign)
    bits = code & ~sign
    exponent, mantissa = bits >> dtype.mantissa_width, bits & ((1 << dtype.mantissa_width) - 1)
    if _is_nan(dtype, code, bits, exponent, mantissa):
        return math.nan
    if dtype.has_inf and exponent == (1 << dtype.exponent_width) - 1:
        size = math.inf
    elif dtype.mantissa_width == 0 or exponent:
        size = math.ldexp((1 << dtype.mantissa_width) + mantissa, exponent - dtype.bias - dtype.mantissa_width)
    else:
        size = math.ldexp(mantissa, 1 - dtype.bias - dtype.mantissa_width)
    return -size if negative else size


def code_of_value(dtype: DType, value: float) -> int:
    """The byte that stands for a number of the type; the least of those that mean NaN.

    >>> from cutedsl.types import dtype_named
    >>> hex(code_of_value(dtype_named("Float8E5M2"), 1.5))
    '0x3e'

    Raises `KeyError` for a number that the type does not have.
    """
    return _codes(dtype)[value.hex()]


def _is_nan(dtype: DType, code: int, bits: int, exponent: int, mantissa: int) -> bool:
    if dtype.has_inf:
        return exponent == (1 << dtype.exponent_width) - 1 and mantissa != 0
    if dtype.width < 8:
        return False
    return code == 0x80 if dtype.name == _FNUZ else bits == (0x7F if dtype.signed else 0xFF)


@lru_cache(maxsize=16)
def _codes(dtype: DType) -> Mapping[str, int]:
    """The code of each number, spelled in hexadecimal: that tells -0.0 from 0.0 and knows NaN."""
    found: dict[str, int] = {}
    for code in range(1 << dtype.width):
        found.setdefault(value_of_code(dtype, code).hex(), code)
    return MappingProxyType(found)
