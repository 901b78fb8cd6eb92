"""Tensors that a kernel makes for itself: in shared memory and in registers; tensors and pointers from parts."""

from __future__ import annotations

from cutedsl.errors import fail
from cutedsl.lang.emitter import cute_emitter
from cutedsl.lang.tensor import Tensor, natural_align_bytes, tensor_type
from cutedsl.layout import IntTuple, Layout, make_layout, size
from cutedsl.staging.numeric import Numeric

_RMEM_ALIGN_BYTES = 32
_MAX_ALIGN_BYTES = 1024


def _allocate(element_type: type[Numeric], layout: Layout, memspace: str, align_bytes: int) -> Tensor:
    if not isinstance(size(layout), int):
        raise fail(
            "dynamic-allocation",
            f"memory of layout {layout} is asked for in a kernel; its size must be known when the kernel is compiled",
            fix="Make the shape a Constexpr, or allocate the largest tile and use a part.",
        )
    result_type = tensor_type(element_type, memspace, layout, align_bytes)
    (handle,) = cute_emitter().op("cute.memref.alloc", (), (result_type,), {})
    return Tensor(handle, element_type, memspace, layout, align_bytes)


class SmemAllocator:
    """Gives out the shared memory of a block.

    >>> smem = SmemAllocator()                                            # doctest: +SKIP
    >>> tile = smem.allocate_tensor(Float32, make_layout((32, 8)))        # doctest: +SKIP

    Source: reference/cute-dsl.md 5.9.
    """

    def allocate_tensor(
        self,
        element_type: type[Numeric],
        layout: Layout | IntTuple,
        byte_alignment: int = 8,
        swizzle: object = None,
    ) -> Tensor:
        """A tensor in shared memory.

        Units: `byte_alignment` in bytes, a power of two up to 1024, raised to the element's own.
        Errors: dynamic-allocation, invalid-alignment.
        """
        if swizzle is not None:
            raise fail("not-yet", "swizzled shared memory comes with the tensor surface")
        if byte_alignment < 1 or byte_alignment & (byte_alignment - 1) or byte_alignment > _MAX_ALIGN_BYTES:
            raise fail("invalid-alignment", f"byte_alignment is {byte_alignment}")
        plain = layout if isinstance(layout, Layout) else make_layout(layout)
        return _allocate(element_type, plain, "smem", max(byte_alignment, natural_align_bytes(element_type)))


def make_rmem_tensor(layout_or_shape: Layout | IntTuple, dtype: type[Numeric]) -> Tensor:
    """A tensor in the registers of each thread.

    Shapes: static. Errors: dynamic-allocation.
    """
    layout = layout_or_shape if isinstance(layout_or_shape, Layout) else make_layout(layout_or_shape)
    return _allocate(dtype, layout, "rmem", _RMEM_ALIGN_BYTES)
