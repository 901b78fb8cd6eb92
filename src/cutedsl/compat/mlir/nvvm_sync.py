"""`cutlass._mlir.dialects.nvvm`, as far as programs use it: barriers of a block, and ends of threads."""

from __future__ import annotations

from typing import Any

from cutedsl.compat.mlir.handles import pointer_of, value_of
from cutedsl.lang import arch
from cutedsl.lang.instructions import primitives
from cutedsl.lang.instructions.primitives import ReductionKind as ReductionKind
from cutedsl.lang.intrinsics.clc import issue_clc_query

exit = primitives.exit
ReduxKind = ReductionKind
"""The name of newer programs."""


def barrier_cta_sync(
    barrier_id: Any = 0,
    *,
    thread_count: Any = None,
    aligned: bool = True,
    loc: object = None,
    ip: object = None,
) -> None:
    """A named barrier of some threads of the block, by default of all. Source: PTX ISA, `barrier.cta.sync`."""
    if thread_count is None:
        primitives.barrier_cta_sync(barrier_id)
    else:
        arch.barrier(barrier_id=value_of(barrier_id), number_of_threads=value_of(thread_count))


def barrier_cta_arrive(
    barrier_id: Any, thread_count: Any, *, aligned: bool = True, loc: object = None, ip: object = None
) -> None:
    """Counts this warp in at a named barrier, and goes on. Source: PTX ISA, `barrier.cta.arrive`."""
    arch.barrier_arrive(barrier_id=value_of(barrier_id), number_of_threads=value_of(thread_count))


def cluster_arrive(*, aligned: bool = True, loc: object = None, ip: object = None) -> None:
    """This thread has come to the cluster's barrier. Source: PTX ISA, `barrier.cluster.arrive`."""
    arch.cluster_arrive(aligned=aligned)


def cluster_arrive_relaxed(*, aligned: bool = True, loc: object = None, ip: object = None) -> None:
    """`cluster_arrive` that orders no memory. Source: PTX ISA, `barrier.cluster.arrive.relaxed`."""
    arch.cluster_arrive_relaxed(aligned=aligned)


def cluster_wait(*, aligned: bool = True, loc: object = None, ip: object = None) -> None:
    """Waits until all threads of the cluster have arrived. Source: PTX ISA, `barrier.cluster.wait`."""
    arch.cluster_wait(aligned=aligned)


def cp_async_mbarrier_arrive_shared(addr: Any, *, noinc: bool = False, loc: object = None, ip: object = None) -> None:
    """An arrival when this thread's copies so far have ended. Source: PTX ISA, `cp.async.mbarrier.arrive`."""
    primitives.cp_async_mbarrier_arrive(pointer_of(addr), noinc=noinc)


def clusterlaunchcontrol_try_cancel(
    smem_address: Any, mbarrier: Any, *, multicast: Any = None, loc: object = None, ip: object = None
) -> None:
    """Asks for the work of a cluster that has not begun. Source: PTX ISA, `clusterlaunchcontrol.try_cancel`."""
    issue_clc_query(pointer_of(mbarrier), pointer_of(smem_address), bool(multicast))
