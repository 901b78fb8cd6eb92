"""8-bit float tensors for frameworks without such a type.

Source: CuTe DSL documentation, "utils".
"""

from __future__ import annotations

from typing import Any

from cutedsl.cute.runtime import RuntimeTensor, from_dlpack
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.scalars import Float8E4M3, Float8E4M3B11FNUZ, Float8E4M3FN, Float8E5M2
from cutedsl.testing.convert import convert

_FLOATS = (Float8E4M3, Float8E4M3B11FNUZ, Float8E4M3FN, Float8E5M2)
_ALIGN_BYTES = 16


def is_fp8_dtype(dtype: type[Numeric]) -> bool:
    """Whether a numeric type is an 8-bit float with a mantissa.

    >>> is_fp8_dtype(Float8E4M3FN), is_fp8_dtype(Numeric)
    (True, False)
    """
    return dtype in _FLOATS


def create_cute_tensor_for_fp8(
    storage_tensor: Any, dtype: type[Numeric], leading_dim: int, source_f32_tensor: Any = None
) -> RuntimeTensor:
    """A tensor over `storage_tensor` with dynamic strides, except for the 1 of `leading_dim`.

    Shapes: `source_f32_tensor` has the shape of `storage_tensor`.

    Of an 8-bit float the storage has bytes, and `source_f32_tensor` the values to write there. Other types are wrapped
    as they are. Units: the storage is taken to be aligned to 16 bytes. Errors: those of `from_dlpack`.
    """
    tensor = from_dlpack(storage_tensor, assumed_align=_ALIGN_BYTES)
    if not is_fp8_dtype(dtype):
        return tensor.mark_layout_dynamic(leading_dim)
    tensor.element_type = dtype
    tensor = tensor.mark_layout_dynamic(leading_dim)
    if source_f32_tensor is not None:
        convert(from_dlpack(source_f32_tensor).mark_layout_dynamic(leading_dim), tensor)
    return tensor
