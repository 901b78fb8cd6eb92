"""Operands that a multiply reads from shared memory, as programs see them: descriptors, which count 16 bytes.

Source: BSD-3 `cute/atom/mma_traits_sm90_gmma.hpp` (the fragment of an operand is a tensor of descriptors).
"""

from __future__ import annotations

from typing import Any, Final

from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import ComposedLayout, Layout, transform_leaf

_UNIT_BITS: Final = 128


class OperandPointer(Pointer):
    """Where an operand begins, with the bits of its descriptor but for the address."""

    __slots__ = ("descriptor",)

    def __init__(self, place: Pointer, descriptor: int) -> None:
        super().__init__(place.handle, place.dtype, place.memspace, place.align_bytes, place.swizzle)
        self.descriptor = descriptor


class OperandTensor(Tensor):
    """A tensor in shared memory whose `layout` counts descriptors: one for an instruction, strides in 16 bytes."""

    __slots__ = ("descriptor",)
    descriptor: int | None

    @classmethod
    def of(cls, tensor: Tensor, descriptor: int | None = None) -> Tensor:
        """The tensor as an operand: (1, M, K, ...). The tensor itself where 16 bytes do not divide its strides.

        `descriptor` is that of one instruction's operand, but for the address.
        """
        layout = tensor.type_layout
        modes = isinstance(layout, Layout) and isinstance(layout.shape, tuple) and len(layout.shape) > 1
        if not modes or _counted(layout, tensor) is None:
            return tensor
        made = cls(
            tensor.handle, tensor.element_type, tensor.memspace, layout, tensor.align_bytes, swizzle=tensor.swizzle
        )
        made.descriptor = descriptor
        return made

    @property
    def iterator(self) -> Pointer:
        """The first element; of a multiply of tensor memory, with its descriptor."""
        place = super().iterator
        return place if self.descriptor is None else OperandPointer(place, self.descriptor)

    @property
    def layout(self) -> Any:
        """The descriptors of the instructions: a step in K adds its stride to the address field of one."""
        counted = _counted(super().layout, self)
        return super().layout if counted is None else counted

    def _slice(self, pattern: str, operands: Any, coord: Any) -> Tensor:
        return self.of(super()._slice(pattern, operands, coord), self.descriptor)


def _counted(layout: Layout | ComposedLayout, tensor: Tensor) -> Layout | None:
    if isinstance(layout, ComposedLayout) or not isinstance(layout.shape, tuple):
        return None
    bits = tensor.element_type.spec.storage_bits
    whole = True

    def units(stride: Any) -> Any:
        nonlocal whole
        whole = whole and not (isinstance(stride, int) and stride * bits % _UNIT_BITS)
        return stride * bits // _UNIT_BITS

    strides = transform_leaf(units, layout.stride[1:])
    return Layout((1, *layout.shape[1:]), (0, *strides)) if whole else None
