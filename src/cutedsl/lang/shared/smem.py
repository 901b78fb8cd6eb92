"""Shared memory: allocation and capacity."""

from __future__ import annotations

from enum import Enum
from typing import Any

from cutedsl.arch.targets import TARGETS, target
from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.emission.op_places import name_unnamed
from cutedsl.lang.intrinsics.warp import dynamic_smem_size
from cutedsl.lang.shared.struct import StructType
from cutedsl.lang.tensors.kinds import natural_align_bytes, pointer_type
from cutedsl.lang.tensors.make import allocate, as_layout, make_ptr, make_tensor
from cutedsl.lang.tensors.pointer import Pointer, recast_ptr
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import ComposedLayout, IntTuple, Layout, Swizzle, cosize
from cutedsl.staging.numeric import Numeric, is_numeric_class
from cutedsl.staging.scalars import Int8, Uint8, Uint32
from cutedsl.types import AddressSpace

MAX_ALIGN_BYTES = 1024
"""What the widest swizzle of TMA and wgmma repeats after; more has no use in shared memory."""


def alloc_smem(
    element_type: type[Numeric],
    size_in_elems: int,
    alignment: int | None = None,
) -> Pointer:
    """Allocates elements in the block's shared memory.

    Units: `alignment` in bytes, a power of two up to 1024, raised to the element's own.
    Errors: dynamic-allocation, invalid-alignment.
    """
    align = max(_checked_align(1 if alignment is None else alignment), natural_align_bytes(element_type))
    count = _static_count(size_in_elems)
    bits = count * element_type.spec.storage_bits
    if bits % 8:
        raise fail("dynamic-allocation", f"{count} elements of {element_type.__name__} do not fill whole bytes")
    return allocate(element_type, Layout(max(count, 1)), AddressSpace.smem, align).iterator


def get_dyn_smem(element_type: type[Numeric], alignment: int | None = None) -> Pointer:
    """The dynamic shared memory of the launch (`smem=`); each call returns the same address.

    Units: `alignment` in bytes, a power of two up to 1024, raised to the element's own.
    Errors: invalid-alignment; not-yet in a kernel that also allocates shared memory, which would lie there too.
    """
    align = max(_checked_align(1 if alignment is None else alignment), natural_align_bytes(element_type))
    emitter = cute_emitter()
    kind = pointer_type(element_type, AddressSpace.smem, align, None)
    from xdsl.dialects.builtin import IntegerAttr, i64  # here, as importing cutedsl loads no xdsl

    place = {"offset": IntegerAttr(0, i64), "bytes": IntegerAttr(0, i64), "align": IntegerAttr(align, i64)}
    (start,) = emitter.op("cute.smem_alloc", (), (kind,), place)
    # the address is made a pointer again, as memory of a launch has no bounds of its own in the kernel
    address = Pointer(start, element_type, AddressSpace.smem, align).toint()
    return make_ptr(element_type, address, AddressSpace.smem, assumed_align=align)


def get_dyn_smem_size() -> Uint32:
    """Bytes of shared memory that the launch gave this block. See `dynamic_smem_size`."""
    return dynamic_smem_size()


def _static_count(count: Any) -> int:
    if isinstance(count, Numeric) and count.is_static:
        count = int(count)
    if not isinstance(count, int):
        raise fail(
            "dynamic-allocation", f"cannot allocate shared memory for {count} elements, a number known only at run time"
        )
    return count


def _checked_align(align: int) -> int:
    if align < 1 or align & (align - 1) or align > MAX_ALIGN_BYTES:
        raise fail("invalid-alignment", f"byte_alignment must be a power of two, got {align}")
    return align


def _vector_align(size_bytes: int) -> int:
    """The alignment that costs no room: up to the 16 bytes of the widest access, as far as it divides the size.

    `ldmatrix` and 16-byte copies need it, and programs that name no alignment rely on it: an allocator that counts up
    from an aligned base gives it to them.
    """
    return min(16, size_bytes & -size_bytes) if size_bytes else 1


class SmemPartition(Enum):
    """Which part of shared memory an allocation asks for. Places are chosen by the compiler, which needs no hint."""

    USER = "user"
    RESERVED = "reserved"


@methods_take_places
class SmemAllocator:
    """Allocates the shared memory of a block. A launch without `smem` gets as much as its kernel allocates.

    >>> smem = SmemAllocator()                                            # doctest: +SKIP
    >>> tile = smem.allocate_tensor(Float32, make_layout((32, 8)))        # doctest: +SKIP

    Units: `byte_alignment` in bytes, a power of two up to 1024. It is raised to the element's own alignment, and to the
    largest power of two up to 16 that divides the size. Source: CuTe DSL documentation, "utils".
    """

    def __init__(self) -> None:
        self._used_bytes = dict.fromkeys(SmemPartition, 0)

    def allocate(
        self,
        size_or_type: Any,
        byte_alignment: int = 1,
        *,
        partition: object = SmemPartition.USER,
    ) -> Any:
        """Allocates a number of bytes, one number, or a struct, and returns a pointer or the struct.

        Errors: dynamic-allocation, invalid-alignment.
        """
        if isinstance(size_or_type, StructType):
            align = max(_checked_align(byte_alignment), size_or_type.align_bytes)
            return size_or_type(self._bytes(size_or_type.size_bytes, align, partition))
        if is_numeric_class(size_or_type):
            return self.allocate_array(size_or_type, 1, byte_alignment=byte_alignment, partition=partition)
        return self._bytes(_static_count(size_or_type), _checked_align(byte_alignment), partition)

    def _bytes(self, count: int, align_bytes: int, partition: object) -> Pointer:
        room = self.allocate_array(Uint8, count, byte_alignment=align_bytes, partition=partition)
        return recast_ptr(room, dtype=Int8)

    def allocate_array(
        self,
        element_type: type[Numeric],
        num_elems: int = 1,
        *,
        byte_alignment: int = 1,
        partition: object = SmemPartition.USER,
    ) -> Pointer:
        """Allocates elements; returns a pointer to the first. Errors: dynamic-allocation, invalid-alignment."""
        size_bytes = element_type.n_bytes(_static_count(num_elems))
        pointer = alloc_smem(element_type, num_elems, max(_checked_align(byte_alignment), _vector_align(size_bytes)))
        self._count(size_bytes, pointer.align_bytes, partition)
        name_unnamed(pointer.handle)
        return pointer

    def allocate_tensor(
        self,
        element_type: type[Numeric],
        layout: Layout | ComposedLayout | IntTuple,
        byte_alignment: int = 1,
        swizzle: Swizzle | None = None,
        *,
        partition: object = SmemPartition.USER,
    ) -> Tensor:
        """Allocates a tensor in shared memory. A composed layout stays the layout; `swizzle` goes to the pointer.

        Errors: dynamic-allocation, invalid-alignment, swizzle-twice.
        """
        made = as_layout(layout)
        size_bytes = element_type.n_bytes(int(cosize(made)))
        align = max(_checked_align(byte_alignment), natural_align_bytes(element_type), _vector_align(size_bytes))
        if swizzle is None or swizzle.num_bits == 0:
            tensor = allocate(element_type, made, AddressSpace.smem, align)
        else:
            extent = cosize(made)
            room = allocate(element_type, Layout(extent), AddressSpace.smem, align)
            tensor = make_tensor(recast_ptr(room.iterator, swizzle), made)
        self._count(size_bytes, align, partition)
        name_unnamed(tensor.handle)
        return tensor

    def _count(self, size_bytes: int, align_bytes: int, partition: object) -> None:
        part = partition if isinstance(partition, SmemPartition) else SmemPartition.USER
        self._used_bytes[part] = -(-self._used_bytes[part] // align_bytes) * align_bytes + size_bytes

    def calculate_partition_size(self, partition: SmemPartition, *, cumulative: bool = False) -> int:
        """Bytes given out of a part, gaps for alignment included; with `cumulative`, of those before it too."""
        parts = (SmemPartition.RESERVED, SmemPartition.USER)  # reserved bytes have the lower addresses
        counted = parts[: parts.index(partition) + 1] if cumulative else (partition,)
        return sum(self._used_bytes[part] for part in counted)

    def calculate_total_usage(self) -> int:
        """Bytes allocated so far, including gaps for alignment."""
        return sum(self._used_bytes.values())

    @staticmethod
    def capacity_in_bytes(compute_capability: str = "sm_90a") -> int:
        """Shared memory that a block may have on a target. See `get_smem_capacity_in_bytes`."""
        return get_smem_capacity_in_bytes(compute_capability)


def get_smem_capacity_in_bytes(compute_capability: str = "sm_90a") -> int:
    """The shared memory of a block on a target, in bytes; errors unknown-arch.

    >>> get_smem_capacity_in_bytes("sm_90"), get_smem_capacity_in_bytes("sm_86")
    (232448, 101376)
    """
    name = str(compute_capability)
    return target(name if name in TARGETS else name.rstrip("af")).max_smem_bytes
