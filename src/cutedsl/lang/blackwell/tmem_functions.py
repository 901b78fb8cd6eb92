"""`cute.arch` functions for tensor memory: allocation, and waits for copies.

Source: PTX ISA, `tcgen05.alloc`, `tcgen05.wait`; names and arguments from public programs.
"""

from __future__ import annotations

from typing import Any

from cutedsl.arch.tensor_memory import COLUMN_COUNTS
from cutedsl.lang.blackwell import tcgen05
from cutedsl.lang.blackwell.tmem import TmemPointer
from cutedsl.lang.tensors.pointer import Pointer, recast_ptr
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.scalars import Int32


def get_max_tmem_alloc_cols(compute_capability: str = "sm_100") -> int:
    """All columns of a block's tensor memory.

    >>> get_max_tmem_alloc_cols("sm_100")
    512
    """
    return COLUMN_COUNTS[-1]


def get_min_tmem_alloc_cols(compute_capability: str = "sm_100") -> int:
    """The fewest columns that can be allocated.

    >>> get_min_tmem_alloc_cols("sm_100")
    32
    """
    return COLUMN_COUNTS[0]


def _group(is_two_cta: Any) -> int:
    return 2 if is_two_cta else 1


def alloc_tmem(
    num_columns: Any, smem_ptr_to_write_address: Pointer, is_two_cta: bool | None = None, *, arch: str = "sm_100"
) -> None:
    """A warp takes columns of an `arch`; their address is written to shared memory. Errors: tensor-core-operand."""
    tcgen05.alloc(num_columns, smem_ptr_to_write_address, _group(is_two_cta))


def retrieve_tmem_ptr(element_type: type[Numeric], alignment: int, ptr_to_buffer_holding_addr: Pointer) -> TmemPointer:
    """The pointer to the columns whose address `alloc_tmem` wrote to shared memory."""
    address = recast_ptr(ptr_to_buffer_holding_addr, dtype=Int32).load()
    return TmemPointer.at(address, element_type).align(alignment)


def dealloc_tmem(tmem_ptr: Pointer, num_columns: Any, is_two_cta: bool | None = None, *, arch: str = "sm_100") -> None:
    """Frees columns. A warp calls it. Errors: tensor-core-operand."""
    tcgen05.dealloc(tmem_ptr, num_columns, _group(is_two_cta))


def relinquish_tmem_alloc_permit(is_two_cta: bool | None = None) -> None:
    """Releases the right to allocate columns."""
    tcgen05.relinquish_alloc_permit(_group(is_two_cta))


def fence_view_async_tmem_load() -> None:
    """Waits until this thread's loads from tensor memory have ended. Source: PTX ISA, `tcgen05.wait::ld`."""
    tcgen05.wait_load()


def fence_view_async_tmem_store() -> None:
    """Waits until this thread's stores to tensor memory have ended. Source: PTX ISA, `tcgen05.wait::st`."""
    tcgen05.wait_store()
