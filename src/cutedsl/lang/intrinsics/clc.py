"""`cute.arch` of cluster launch control. Source: PTX ISA, "clusterlaunchcontrol"; names from public programs."""

from __future__ import annotations

from typing import Any

from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.intrinsics import sync as arch_sync
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.staging.scalars import Boolean, Int32


def issue_clc_query(mbar_ptr: Pointer, clc_response_ptr: Pointer, multicast: bool = True) -> None:
    """Asks for the work of a cluster that has not begun: 16 bytes to each block of this cluster, by each thread.

    The bytes count at each block's mbarrier. With `multicast=False` only this block gets them.

    The CPU gives the next cluster that has not begun; in a checked run, one in an order that the seed draws.
    """
    marks = {} if multicast else {"alone": True}
    cute_emitter().op("cute.clc.request", (clc_response_ptr.handle, mbar_ptr.handle), (), marks)


def clc_response(result_addr: Pointer) -> tuple[Int32, Int32, Int32, Any]:
    """What the 16 bytes say: the index (x, y, z) of the first block of a canceled cluster, and whether there is one."""
    emitter = cute_emitter()
    kind = emitter.dtype_type(Int32.spec)

    def part(name: str) -> Int32:
        (value,) = emitter.op("cute.clc.answer", (result_addr.handle,), (kind,), {"part": name})
        return Int32.from_handle(value)

    x, y, z, canceled = (part(name) for name in ("x", "y", "z", "canceled"))
    # The next answer, which the copy engine writes, comes after these reads.
    arch_sync.fence_proxy("async.shared", space="cta")
    return x, y, z, canceled.to(Boolean)
