"""The ops on tensors as handles: memory, elements and vectors, for registers, pointers and tensors alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.tensors.kinds import tensor_type
from cutedsl.layout import Swizzle, Unknown
from cutedsl.layout.leaves import leaves, map_leaves
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.protocol import Handle
from cutedsl.types import AddressSpace

RMEM_ALIGN_BYTES = 32
"""The alignment of tensors in registers: that of the widest load from local memory, should they spill."""


def allocated(element_type: type[Numeric], memspace: AddressSpace, layout: Any, align_bytes: int) -> Handle:
    """New memory of a block or a thread, of static size."""
    kind = tensor_type(element_type, memspace, layout, align_bytes)
    return cute_emitter().op("cute.memref.alloc", (), (kind,), {})[0]


def viewed(
    pointer: Handle,
    element_type: type[Numeric],
    memspace: AddressSpace,
    layout: Any,
    align_bytes: int,
    swizzle: Swizzle | None,
) -> tuple[Handle, Any]:
    """The tensor of a layout from a pointer's place on, and its layout with placeholders for run-time leaves."""
    placeholders = map_leaves(placeholder, layout)
    kind = tensor_type(element_type, memspace, placeholders, align_bytes, swizzle)
    (handle,) = cute_emitter().op("cute.memref.make", (pointer, *leaf_handles(layout)), (kind,), {})
    return handle, placeholders


def placeholder(leaf: object) -> object:
    """What a tensor's type has for a leaf of its layout."""
    if isinstance(leaf, Numeric):
        return Unknown(width=64 if leaf.spec.width == 64 else 32, divisibility=leaf.divisibility)
    return leaf


def leaf_handles(layout: Any) -> list[Handle]:
    """The leaves of a layout that only run time knows."""
    return [leaf.ir_value() for leaf in leaves(layout) if not isinstance(leaf, int)]  # pyright: ignore


def load_element(memref: Handle, element_type: type[Numeric], pattern: str, operands: Sequence[Handle]) -> Any:
    """The element at a coordinate, whose run-time indices are `operands`."""
    emitter = cute_emitter()
    kind = emitter.dtype_type(element_type.spec)
    (value,) = emitter.op("cute.memref.load", (memref, *operands), (kind,), {"coord": pattern})
    return element_type.from_handle(value)


def load_vector(memref: Handle, element_type: type[Numeric], count: int) -> Handle:
    """All elements of a tensor of static shape, in colexicographic order."""
    emitter = cute_emitter()
    vector = emitter.vector_type(element_type.spec, count)
    return emitter.op("cute.memref.load_vec", (memref,), (vector,), {})[0]


def store_vector(memref: Handle, vector: Handle) -> None:
    """Writes all elements of a tensor of static shape."""
    cute_emitter().op("cute.memref.store_vec", (vector, memref), (), {})
