"""`cute.experimental.allocate`: tensors in registers, shared memory and tensor memory, by their layout.

Tensor memory is taken by warp 0 where it is requested, and given back when all warps have come to the kernel's end.
Source: names and arguments from public programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang import arch
from cutedsl.lang.blackwell.tmem import TmemPointer, TmemTensor
from cutedsl.lang.blackwell.tmem_allocation import get_num_tmem_alloc_cols
from cutedsl.lang.blackwell.tmem_functions import (
    alloc_tmem,
    dealloc_tmem,
    relinquish_tmem_alloc_permit,
    retrieve_tmem_ptr,
)
from cutedsl.lang.intrinsics import sync as arch_sync
from cutedsl.lang.shared.smem import SmemAllocator
from cutedsl.lang.tensors.make import make_rmem_tensor, make_tensor
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import ComposedLayout, Swizzle
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Int32
from cutedsl.types import AddressSpace


@frozen(slots=False)
class _Columns:
    """Columns of tensor memory that the kernel gives back at its end."""

    pointer: Any
    count: int
    pair: bool


_TAKEN: ContextVar[list[_Columns] | None] = ContextVar("cutedsl_taken_columns", default=None)


def allocate(
    element_type: type[Numeric], space: AddressSpace, layout: Any, *, alignment: int = 16, is2cta: bool = False
) -> Tensor:
    """A tensor for this kernel.

    Units: `alignment` in bytes. In tensor memory `is2cta` takes the columns in both blocks of a pair; all warps of the
    block come here together.
    Errors: dynamic-allocation, tensor-core-operand, experimental-place for tensor memory outside of a kernel.
    """
    if space is AddressSpace.rmem:
        return make_rmem_tensor(layout, element_type)
    if space is AddressSpace.smem:
        return _in_smem(element_type, layout, alignment)
    if space is AddressSpace.tmem:
        return _in_tmem(element_type, layout, is2cta)
    raise fail("copy-space", f"`allocate` takes the spaces rmem, smem and tmem, got {space}")


def _in_smem(element_type: type[Numeric], layout: Any, alignment: int) -> Tensor:
    swizzle = layout.inner if isinstance(layout, ComposedLayout) and isinstance(layout.inner, Swizzle) else None
    plain = layout.outer if swizzle is not None else layout
    return SmemAllocator().allocate_tensor(element_type, plain, byte_alignment=alignment, swizzle=swizzle)


def _in_tmem(element_type: type[Numeric], layout: Any, pair: bool) -> Tensor:
    taken = _TAKEN.get()
    if taken is None:
        raise fail(
            "experimental-place",
            "tensor memory can only be allocated in a `cute.experimental.kernel`, which frees it at its end",
            fix="Decorate the kernel with `cute.experimental.kernel`, or use `utils.TmemAllocator`.",
        )
    place = TmemTensor(TmemPointer(0, element_type), layout)
    count = get_num_tmem_alloc_cols(place)
    pointer = retrieve_tmem_ptr(element_type, 16, staged_function(_take)(count, pair))
    taken.append(_Columns(pointer, count, pair))
    return make_tensor(pointer, place.type_layout)


def _take(count: int, pair: bool) -> Any:
    address = SmemAllocator().allocate_array(Int32, 1)
    if arch.warp_idx() == 0:
        alloc_tmem(count, address, pair)
    arch.sync_threads()
    return address


@contextmanager
def gives_tensor_memory_back() -> Iterator[None]:
    """The body of a kernel: at its end the columns that it took are given back."""
    taken: list[_Columns] = []
    before = _TAKEN.set(taken)
    try:
        yield
    finally:
        _TAKEN.reset(before)
    if taken:
        staged_function(_give_back)(taken)


def _give_back(taken: list[_Columns]) -> None:
    pair = any(columns.pair for columns in taken)
    arch.sync_threads()
    if pair:
        arch_sync.cluster_arrive()
        arch_sync.cluster_wait()
    if arch.warp_idx() == 0:
        relinquish_tmem_alloc_permit(pair)
        for columns in taken:
            dealloc_tmem(columns.pointer, columns.count, columns.pair)
