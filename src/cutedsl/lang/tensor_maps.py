"""`cutlass.experimental.cuda`: tensor maps by the numbers that the driver takes, for copies by `primitives`.

Source: reference/cute-dsl.md 2 (names only); arguments from public programs; CUDA Driver API, "Tensor Map Object
Management".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from cutedsl.arch.tensor_map import ELEMENTS, check_box
from cutedsl.errors import fail
from cutedsl.lang.arrays import Array
from cutedsl.lang.atoms.tma import map_numbers
from cutedsl.lang.emitter import cute_emitter
from cutedsl.lang.make import make_tensor
from cutedsl.lang.mlir_places import functions_take_places
from cutedsl.lang.pointer import Pointer, make_ptr
from cutedsl.lang.tensor import Tensor
from cutedsl.layout import make_layout
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int32, Int64
from cutedsl.staging.tree import register_tree
from cutedsl.types import AddressSpace

_UNIT_BYTES = 16
"""Strides are counted in these."""


class TensorMapSwizzle(Enum):
    """How the pieces of a row are put into shared memory: the driver's numbers."""

    none = 0
    s32b = 1
    s64b = 2
    s128b = 3


class TensorMapDataFormat(Enum):
    """How elements lie in memory; all but the first two need a Blackwell GPU."""

    DEFAULT = 0
    BYTE = 1
    B4X16 = 13
    B4X16_P64 = 14
    B6X16_P32 = 15


if TYPE_CHECKING:
    T = TypeVar("T")
    GridConstant = Annotated[T, "a parameter that no thread writes"]
else:

    class GridConstant:
        """`GridConstant[TensorMap]` annotates a kernel's parameter: tensor maps are always passed as such here."""

        def __class_getitem__(cls, kind: object) -> object:
            return kind


@dataclass(frozen=True, slots=True)
class TensorMap:
    """A tensor in global memory and the box that one copy moves; a parameter of kernels.

    Units: `box_bytes` in bytes.
    """

    descriptor: Handle
    box_bytes: int

    def get_ptr(self) -> TensorMap:
        """What copies take: the map itself."""
        return self

    def global_tx_bytes(self) -> Int32:
        """The bytes that a load counts at its mbarrier."""
        return Int32(self.box_bytes)


register_tree(TensorMap, lambda m: ([m.descriptor], m.box_bytes), lambda n, handles: TensorMap(handles[0], n))


def create_tensor_map_tiled(
    global_address: Any,
    dtype: type[Numeric],
    global_dims: Sequence[Any],
    global_strides: Sequence[Any],
    box_dims: Sequence[int],
    swizzle: TensorMapSwizzle = TensorMapSwizzle.none,
    *,
    tma_format: TensorMapDataFormat = TensorMapDataFormat.DEFAULT,
) -> TensorMap:
    """In host code: a tensor map by its numbers, the contiguous mode first.

    Shapes: `global_strides` has one entry less than `global_dims` and `box_dims`, as mode 0 has none.
    Units: `global_address` in bytes, or a pointer; `global_strides` in 16 bytes; the others in elements.
    Errors: tma-limits, tma-layout, not-yet for formats of Blackwell.
    """
    _check_format(tma_format)
    if not len(global_strides) + 1 == len(global_dims) == len(box_dims):
        raise fail(
            "tma-layout",
            f"a tensor map of {len(global_dims)} extents, {len(global_strides)} strides and a box of {len(box_dims)}",
            fix="Give an extent and a size of the box for each mode, and a stride for each but the first.",
        )
    pointer = global_address
    if not isinstance(pointer, Pointer):
        pointer = make_ptr(dtype, global_address, AddressSpace.gmem, assumed_align=_UNIT_BYTES)
    numbers = [_wide(n) for n in global_dims] + [_wide(n) * _UNIT_BYTES for n in global_strides]
    return _made(pointer, numbers, dtype, box_dims, swizzle)


def create_tensor_map_tiled_from_view(
    tensor: Tensor | Array,
    box_dims: Sequence[int],
    swizzle: TensorMapSwizzle = TensorMapSwizzle.none,
    *,
    dtype: type[Numeric] | None = None,
    tma_format: TensorMapDataFormat = TensorMapDataFormat.DEFAULT,
    stride_order: Sequence[int] | None = None,
) -> TensorMap:
    """In host code: a tensor map of a tensor. Copies take coordinates from the contiguous mode on.

    Shapes: `box_dims` has an entry for each mode of the tensor; `stride_order` gives the rank of each mode's stride, 0
    for the contiguous one; left out, the last mode is contiguous, the one before it next. `dtype`, of the same width,
    takes the place of the tensor's own. Errors: tma-limits, tma-layout, not-yet for formats of Blackwell.
    """
    _check_format(tma_format)
    view = tensor if isinstance(tensor, Tensor) else make_tensor(tensor.data_ptr(), _compact(tensor.shape))
    rank = len(box_dims)
    ranks = tuple(reversed(range(rank))) if stride_order is None else tuple(stride_order)
    if sorted(ranks) != list(range(rank)) or len(view.type_layout) != rank:
        raise fail("tma-layout", f"stride_order {ranks} and a box of {rank} modes for {view}")
    order = sorted(range(rank), key=lambda mode: ranks[mode])
    element = view.element_type if dtype is None else dtype
    size_bytes = _size_bytes(element)
    if 8 * size_bytes != view.element_type.spec.storage_bits:
        raise fail("tma-layout", f"a tensor map of {element.__name__} for {view}")
    numbers = map_numbers(view, order, size_bytes)
    return _made(view.iterator, numbers, element, [box_dims[mode] for mode in order], swizzle)


def _check_format(tma_format: TensorMapDataFormat) -> None:
    if tma_format not in (TensorMapDataFormat.DEFAULT, TensorMapDataFormat.BYTE):
        raise fail("not-yet", f"a tensor map of format {tma_format.name}, which needs a Blackwell GPU")


def _compact(extents: Sequence[Any]) -> Any:
    """The layout of an array, its last mode contiguous."""
    return make_layout(tuple(extents), stride=tuple(math.prod(extents[k + 1 :]) for k in range(len(extents))))


def _made(
    pointer: Pointer, numbers: Sequence[Any], dtype: type[Numeric], box: Sequence[int], swizzle: TensorMapSwizzle
) -> TensorMap:
    size_bytes = _size_bytes(dtype)
    check_box(tuple(box), size_bytes, swizzle.value)
    emitter = cute_emitter()
    attrs = {"element": dtype.__name__, "box": tuple(box), "swizzle": swizzle.value}
    operands = [pointer.handle, *(number.ir_value() for number in numbers)]
    (descriptor,) = emitter.op("cute.tma.make", operands, (emitter.descriptor_type(),), attrs)
    return TensorMap(descriptor, math.prod(box) * size_bytes)


def _size_bytes(dtype: type[Numeric]) -> int:
    if dtype.__name__ not in ELEMENTS:
        raise fail("tma-layout", f"elements of {dtype.__name__} in a tensor map")
    return ELEMENTS[dtype.__name__].size_bytes


def _wide(number: Any) -> Any:
    return as_numeric(number).to(Int64)


functions_take_places(globals())
