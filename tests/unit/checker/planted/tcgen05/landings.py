"""Copies from tensor memory to registers that are still under way: their columns are written, or given back, before the
registers are used. A compiler waits for registers where they are used, and so does not end the copy before an arrival.

After flashinfer#5334 and vllm-project/flash-attention#182.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import tcgen05 as copies
from cutedsl.lang.blackwell import tcgen05
from tests.unit.checker.planted.case import Bug
from tests.unit.checker.planted.tcgen05.tile import COLUMNS, M, N, begin, give_back, instruction, tile

WAIT = Bug.TCGEN05_WAIT
ALSO = (Bug.TENSOR_RACE, Bug.TENSOR_MEMORY)


def sums_of(t: Any, out: cute.Tensor) -> tuple[Any, Any, Any, Any]:
    """A copy of the sums, its source, its registers and where these go."""
    place = cute.make_ptr(cutlass.Float32, t.d, cute.AddressSpace.tmem, assumed_align=16)
    sums = cute.make_tensor(place, cute.make_layout((M, N), stride=(1 << 16, 1)))
    load = cute.make_copy_atom(copies.Ld32x32bOp(copies.Repetition.x16), cutlass.Float32)
    copy = copies.make_tmem_copy(load, sums).get_slice(t.tidx)
    target = copy.partition_D(cute.make_tensor(out.iterator, cute.make_layout((M, N), stride=(N, 1))))
    return copy, copy.partition_S(sums), cute.make_rmem_tensor(target.shape, cutlass.Float32), target


@tile(
    WAIT,
    "The next multiply may begin when all have come to the barrier, and the copies may not have read yet.",
    also=ALSO,
)
@cute.kernel
def columns_handed_back_too_early(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    copy, source, values, target = sums_of(t, out)
    cute.copy(copy, source, values)  # found
    if not bug:
        cute.arch.fence_view_async_tmem_load()
    cute.arch.sync_threads()
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), True)  # found
        tcgen05.commit(t.bar + 1)
    cute.arch.mbarrier_wait(t.bar + 1, 0)
    cute.autovec_copy(values, target)
    give_back(t.d)


@tile(WAIT, "The columns are given back after a barrier, and the registers are used after that.", also=ALSO)
@cute.kernel
def columns_freed_before_the_copies_have_read(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t = begin(x)
    if t.tidx == 0:
        tcgen05.mma("f16", 1, t.d, t.a, t.b, instruction(), False)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    copy, source, values, target = sums_of(t, out)
    cute.copy(copy, source, values)  # found
    if not bug:
        cute.autovec_copy(values, target)  # their use waits for them
    cute.arch.sync_threads()
    if t.warp == 0:
        tcgen05.dealloc(t.d, COLUMNS, 1)  # found
    if bug:
        cute.autovec_copy(values, target)
