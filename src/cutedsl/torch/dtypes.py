"""torch dtypes of CuTe's numeric types."""

from __future__ import annotations

from typing import Any

import torch

import cutedsl as cutlass
from cutedsl.errors import fail


def dtype(numeric: type[cutlass.Numeric]) -> Any:
    """The torch dtype of a numeric type: float32 for TFloat32, bytes for types of less than 8 bits.

    >>> dtype(cutlass.BFloat16)
    torch.bfloat16

    Errors: argument-unsupported. Source: `cutlass.torch` as CUTLASS's examples use it.
    """
    if numeric is cutlass.TFloat32:
        return torch.float32
    if numeric.spec.storage_bits < 8:
        return torch.int8
    name = numeric.spec.numpy_name
    found = None if name is None else vars(torch).get(name)
    if not isinstance(found, torch.dtype):
        raise fail("argument-unsupported", f"torch has no element type for {numeric.__name__}")
    return found
