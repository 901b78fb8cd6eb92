"""What the eager emitter hands around: types as records, values as NumPy arrays with one entry a lane."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from cutedsl.errors.frozen import frozen
from cutedsl.ir.fast import RawOperators
from cutedsl.types import DType

Array: TypeAlias = "np.ndarray[Any, Any]"

POINTER_LAYOUT = "1:0"


@frozen
class ScalarType:
    """One number a lane."""

    dtype: DType

    def __str__(self) -> str:
        return self.dtype.short


@frozen
class VectorType:
    """`count` numbers a lane."""

    dtype: DType
    count: int

    def __str__(self) -> str:
        return f"vector<{self.count}x{self.dtype.short}>"


@frozen
class TensorType:
    """A tensor, with the text of its layout (`?` where only run time knows) and what is known of its pointer.

    A pointer (`PointerType`) is a tensor of one element, `POINTER_LAYOUT`.
    """

    dtype: DType
    space: str
    layout: str
    align_bytes: int
    swizzle: str = ""

    def __str__(self) -> str:
        return f"tensor<{self.dtype.short}, {self.space}> o {self.layout}"


@frozen
class PointerType(TensorType):
    """A pointer; what lies behind one that the caller gives ends nowhere."""


NumberType: TypeAlias = ScalarType | VectorType


@frozen(eq=False)
class Lanes(RawOperators):
    """Numbers of every lane; a handle of the eager emitter.

    Shapes: a scalar is `(lanes,)`, or `()` where it is the same in all; a vector `(count, lanes)` or `(count, 1)`.
    """

    type: NumberType
    data: Array

    @property
    def dtype(self) -> DType:
        return self.type.dtype


def scalar(dtype: DType, data: object) -> Lanes:
    """A number in every lane."""
    return Lanes(ScalarType(dtype), np.asarray(data))
