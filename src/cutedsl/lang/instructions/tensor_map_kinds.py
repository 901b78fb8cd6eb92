"""The driver's words for tensor maps: element types, interleaving, what copies read beyond the tensor.

Source: CUDA Driver API, `CUtensorMapDataType`, `CUtensorMapInterleave`, `CUtensorMapFloatOOBfill`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from cutedsl.errors import fail
from cutedsl.staging import scalars
from cutedsl.staging.numeric import Numeric


class TensorMapInterleave(Enum):
    """How channels are interleaved in memory: the driver's numbers. Only maps without are supported."""

    none = 0
    interleave_16b = 1
    interleave_32b = 2


class TensorMapFloatOOBFill(Enum):
    """What loads of floats write for elements beyond the tensor: zeros, or NaNs that mark them."""

    none = 0
    nan_request_zero_fma = 1


class TensorMapDataType(Enum):
    """The types of elements, by the driver's numbers; the last three are packed, see `TensorMapDataFormat`."""

    uint8 = 0
    uint16 = 1
    uint32 = 2
    int32 = 3
    uint64 = 4
    int64 = 5
    float16 = 6
    float32 = 7
    float64 = 8
    bfloat16 = 9
    float32_ftz = 10
    tfloat32 = 11
    tfloat32_ftz = 12
    f416u4_align8b = 13
    f416u4_align16b = 14
    f416u6_align16b = 15


_CLASSES: dict[TensorMapDataType, type[Numeric]] = {
    TensorMapDataType.uint8: scalars.Uint8,
    TensorMapDataType.uint16: scalars.Uint16,
    TensorMapDataType.uint32: scalars.Uint32,
    TensorMapDataType.int32: scalars.Int32,
    TensorMapDataType.uint64: scalars.Uint64,
    TensorMapDataType.int64: scalars.Int64,
    TensorMapDataType.float16: scalars.Float16,
    TensorMapDataType.float32: scalars.Float32,
    TensorMapDataType.float64: scalars.Float64,
    TensorMapDataType.bfloat16: scalars.BFloat16,
    TensorMapDataType.float32_ftz: scalars.Float32,
    TensorMapDataType.tfloat32: scalars.TFloat32,
    TensorMapDataType.tfloat32_ftz: scalars.TFloat32,
    TensorMapDataType.f416u4_align8b: scalars.Float4E2M1FN,
    TensorMapDataType.f416u4_align16b: scalars.Float4E2M1FN,
    TensorMapDataType.f416u6_align16b: scalars.Float6E3M2FN,
}


def get_tensormap_type_to_dsl_type(kind: TensorMapDataType) -> type[Numeric]:
    """The class of the elements of a type of the driver's.

    >>> get_tensormap_type_to_dsl_type(TensorMapDataType.bfloat16).__name__
    'BFloat16'
    """
    return _CLASSES[kind]


def get_dsl_type_to_tensormap_type(dtype: type[Numeric]) -> TensorMapDataType:
    """The driver's type for elements of a class; floats of 8 bits move as bytes, narrower ones packed without gaps.

    Errors: tma-layout for a class that tensor maps do not have.

    >>> get_dsl_type_to_tensormap_type(scalars.Float8E4M3FN).name
    'uint8'
    """
    for kind, known in _CLASSES.items():
        if known is dtype:
            return kind
    if dtype.width == 8:
        return TensorMapDataType.uint8
    raise fail("tma-layout", f"a tensor map cannot hold elements of {dtype.__name__}")


def check_plain(
    interleave: TensorMapInterleave | None,
    oob_fill: TensorMapFloatOOBFill | None,
    traversal_strides: Sequence[int] | None,
) -> None:
    """Refuses what no map here does. Errors: not-yet."""
    if interleave not in (None, TensorMapInterleave.none):
        raise fail("not-yet", f"a tensor map with {interleave}")
    if oob_fill not in (None, TensorMapFloatOOBFill.none):
        raise fail("not-yet", f"a tensor map with {oob_fill}")
    if any(step != 1 for step in traversal_strides or ()):
        raise fail("not-yet", f"a tensor map with traversal strides {tuple(traversal_strides or ())}")
