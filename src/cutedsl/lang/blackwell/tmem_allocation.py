"""Columns of tensor memory: how many there are and are requested, how a block allocates and frees them.

Source: PTX ISA, `tcgen05.alloc`; names and arguments from public programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutedsl.arch.tensor_memory import COLUMN_COUNTS
from cutedsl.errors import fail
from cutedsl.lang import arch
from cutedsl.lang.atoms.tmem_copy import find_tmem_tensor_col_offset
from cutedsl.lang.blackwell.tmem import TmemPointer
from cutedsl.lang.blackwell.tmem_functions import (
    alloc_tmem,
    dealloc_tmem,
    relinquish_tmem_alloc_permit,
    retrieve_tmem_ptr,
)
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.intrinsics import sync as arch_sync
from cutedsl.lang.intrinsics.election import elect_one
from cutedsl.lang.pipelines.agents import NamedBarrier
from cutedsl.lang.shared.smem import SmemAllocator
from cutedsl.lang.tensors.make import make_tensor
from cutedsl.lang.tensors.pointer import Pointer, recast_ptr
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import Layout, cosize, recast_layout
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Float32, Int32, Int64


def get_num_tmem_alloc_cols(
    tmem_tensors: Tensor | Sequence[Tensor], rounding: bool = True, *, arch: str = "sm_100"
) -> int:
    """The columns that tensors in tensor memory take together, as many as an allocation gives.

    Errors: tensor-core-operand where they are more than there are.

    >>> from cutedsl import cute
    >>> sums = cute.make_tensor(cute.make_ptr(Float32, 0, cute.AddressSpace.tmem), Layout((128, 96), (65536, 1)))
    >>> get_num_tmem_alloc_cols(sums), get_num_tmem_alloc_cols(sums, rounding=False)
    (128, 96)
    """
    tensors = (tmem_tensors,) if isinstance(tmem_tensors, Tensor) else tuple(tmem_tensors)
    return _rounded(sum(find_tmem_tensor_col_offset(tensor) for tensor in tensors), rounding)


def compute_tmem_cols_from_layout(layout: Layout, dtype: type[Numeric]) -> int:
    """The columns of a layout of elements of a type.

    >>> compute_tmem_cols_from_layout(Layout((128, 96), (65536, 1)), Float32)
    96
    """
    return cosize(recast_layout(32, dtype.spec.storage_bits, layout)) & 0xFFFF


def _rounded(columns: int, rounding: bool) -> int:
    if columns > COLUMN_COUNTS[-1]:
        raise fail(
            "tensor-core-operand", f"cannot allocate {columns} columns of tensor memory; there are {COLUMN_COUNTS[-1]}"
        )
    return next(count for count in COLUMN_COUNTS if count >= columns) if rounding else columns


# -- pieces of an allocation -----------------------------------------------------------------------------------------
class TmemBufferPool:
    """Divides allocated columns of tensor memory, from the first on; nothing is given back.

    Errors: tensor-core-operand where more columns are requested than are left.
    """

    def __init__(self, base_ptr: Pointer, total_cols: int) -> None:
        self.base_ptr = base_ptr
        self.total_cols = total_cols
        self.current_offset = 0

    @property
    def remaining_cols(self) -> int:
        """The number of free columns."""
        return self.total_cols - self.current_offset

    def allocate(self, size: int | Layout, dtype: type[Numeric]) -> Pointer:
        """The address of the next columns: so many, or as many as a layout of elements of the type takes."""
        columns = size if isinstance(size, int) else compute_tmem_cols_from_layout(size, dtype)
        if columns > self.remaining_cols:
            raise fail(
                "tensor-core-operand",
                f"cannot allocate {columns} columns; the pool of tensor memory has {self.remaining_cols} left",
            )
        word = recast_ptr(self.base_ptr, dtype=Float32) + self.current_offset  # a column of a lane is 32 bits
        self.current_offset += columns
        return recast_ptr(word, dtype=dtype)

    def allocate_tensor(self, layout: Layout, dtype: type[Numeric]) -> Tensor:
        """Allocates a tensor in the next columns."""
        return make_tensor(self.allocate(layout, dtype), layout)


def _given_or_allocated(place: Pointer | None, dtype: type[Numeric]) -> Pointer:
    return SmemAllocator().allocate_array(dtype) if place is None else place


# -- the allocator ---------------------------------------------------------------------------------------------------
@methods_take_places
class TmemAllocator:
    """Takes columns of tensor memory by one warp of the block, tells the others their address, gives them back.

    With `is_two_cta` both blocks of a pair allocate together, and each waits for the other at
    `two_cta_tmem_dealloc_mbar_ptr` before it gives its columns back. Places in shared memory that are not given are
    allocated. Errors: tensor-core-operand without `barrier_for_retrieve`.
    """

    def __init__(
        self,
        alloc_result_dst_smem_ptr: Pointer | None = None,
        barrier_for_retrieve: NamedBarrier | None = None,
        allocator_warp_id: int = 0,
        is_two_cta: bool = False,
        num_allocated_columns: int = 0,
        two_cta_tmem_dealloc_mbar_ptr: Pointer | None = None,
        arch: str = "sm_100",
        *,
        initialize_mbarrier: bool = True,
        dealloc_mbarrier_initialized: bool = False,
    ) -> None:
        if barrier_for_retrieve is None:
            raise fail(
                "tensor-core-operand",
                "an allocator of tensor memory needs a barrier for the warps that wait for the address",
                fix="Pass `barrier_for_retrieve`, a `pipeline.NamedBarrier` of those warps' threads.",
            )
        self._result = _given_or_allocated(alloc_result_dst_smem_ptr, Int32)
        self._barrier = barrier_for_retrieve
        self._warp = allocator_warp_id
        self._is_two_cta = bool(is_two_cta)
        self._columns = num_allocated_columns
        self._mbarrier: Any = two_cta_tmem_dealloc_mbar_ptr
        if self._is_two_cta:
            self._mbarrier = _given_or_allocated(two_cta_tmem_dealloc_mbar_ptr, Int64)
        if self._is_two_cta and initialize_mbarrier and not dealloc_mbarrier_initialized:
            staged_function(_initialise)(self)

    def allocate(self, num_columns: int) -> None:
        """Allocates columns; the allocating warp calls it. Errors: tensor-core-operand."""
        self._columns = num_columns
        staged_function(_allocate)(self, num_columns)

    def wait_for_alloc(self) -> None:
        """Waits for the allocation; all warps that use its address call it."""
        self._barrier.arrive_and_wait()

    def retrieve_ptr(self, dtype: type[Numeric] = Float32) -> TmemPointer:
        """The first column's address."""
        return retrieve_tmem_ptr(dtype, 16, self._result)

    @staticmethod
    def check_valid_num_columns(num_columns: int) -> bool:
        """Whether a number of columns can be allocated: a power of two from 32 to 512.

        >>> TmemAllocator.check_valid_num_columns(64), TmemAllocator.check_valid_num_columns(96)
        (True, False)
        """
        return num_columns in COLUMN_COUNTS

    def reserve(self, num_columns: int) -> TmemBufferPool:
        """Takes columns, waits for them with all warps that call it, and returns what divides them."""
        self.allocate(num_columns)
        self.wait_for_alloc()
        return TmemBufferPool(self.retrieve_ptr(), num_columns)

    def relinquish_alloc_permit(self) -> None:
        """Releases the right to allocate."""
        staged_function(_relinquish)(self)

    def free(self, tmem_ptr: Pointer, num_columns: int = 0) -> None:
        """Frees columns: those of the last allocation, or the given number. The allocating warp calls it."""
        staged_function(_free)(self, tmem_ptr, num_columns or self._columns)

    # -- carried through control flow --------------------------------------------------------------------------------
    def __extract_mlir_values__(self) -> list[Handle]:
        return [self._result.handle, *([] if self._mbarrier is None else [self._mbarrier.handle])]

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> TmemAllocator:
        made = object.__new__(TmemAllocator)
        vars(made).update(vars(self))
        made._result = self._result.__new_from_mlir_values__(values[:1])
        if self._mbarrier is not None:
            made._mbarrier = self._mbarrier.__new_from_mlir_values__(values[1:])
        return made


def _initialise(allocator: TmemAllocator) -> None:
    if arch.warp_idx() == allocator._warp:
        with elect_one():
            arch_sync.mbarrier_init(allocator._mbarrier, 32)
    arch_sync.mbarrier_init_fence()


def _allocate(allocator: TmemAllocator, columns: int) -> None:
    if arch.warp_idx() == allocator._warp:
        alloc_tmem(columns, allocator._result, allocator._is_two_cta)


def _relinquish(allocator: TmemAllocator) -> None:
    if arch.warp_idx() == allocator._warp:
        relinquish_tmem_alloc_permit(allocator._is_two_cta)


def _free(allocator: TmemAllocator, tmem_ptr: Pointer, columns: int) -> None:
    if arch.warp_idx() == allocator._warp:
        _leave(allocator)
        dealloc_tmem(tmem_ptr, columns, allocator._is_two_cta)


def _leave(allocator: TmemAllocator) -> None:
    """Waits until the other block of the pair needs its columns no more."""
    if allocator._is_two_cta:
        arch_sync.mbarrier_arrive(allocator._mbarrier, arch_sync.block_idx_in_cluster() ^ 1)
        arch_sync.mbarrier_wait(allocator._mbarrier, 0)
