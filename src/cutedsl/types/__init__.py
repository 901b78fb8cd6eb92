"""Numeric types, promotion, address spaces, as frozen records."""

from __future__ import annotations

from cutedsl.types.address_space import AddressSpace
from cutedsl.types.dtype import (
    ALL_DTYPES,
    BFLOAT16,
    BOOLEAN,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    TFLOAT32,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    dtype_named,
    dtype_of_numpy,
    dtype_of_short,
    integer_of,
)
from cutedsl.types.promote import promote
from cutedsl.types.record import DType, Kind

__all__ = [
    "ALL_DTYPES",
    "BFLOAT16",
    "BOOLEAN",
    "FLOAT16",
    "FLOAT32",
    "FLOAT64",
    "INT8",
    "INT16",
    "INT32",
    "INT64",
    "TFLOAT32",
    "UINT8",
    "UINT16",
    "UINT32",
    "UINT64",
    "AddressSpace",
    "DType",
    "Kind",
    "dtype_named",
    "dtype_of_numpy",
    "dtype_of_short",
    "integer_of",
    "promote",
]
