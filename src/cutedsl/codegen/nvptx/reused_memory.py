"""Barriers between reads of shared memory and the copies that write it again.

A barrier orders what threads do. The copy engine goes another way to shared memory, a proxy. A read may still be
under way when its thread arrives, as ptxas puts the barrier before the instruction that waits for the read; it may
then find what a copy wrote after the barrier. On an H200 a loop of copy, `ldmatrix`, multiply and barrier was wrong
in every third run of 4096^3. A fence of the proxy before the barrier ends the reads first. Kernels that hand stages
back by an mbarrier need none: an arrival waits for the reads before it.

Source: PTX ISA, "Async proxy" and "membar / fence".
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import scf
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, Region

from cutedsl.ir.facts import facts
from cutedsl.ir.fast import ops_within
from cutedsl.ir.ops.simt import BarrierOp
from cutedsl.ir.ops.sync import BarrierArriveOp, FenceOp, MbarrierArriveOp
from cutedsl.ir.ops.tma import BulkCopyOp, TmaTileOp
from cutedsl.ir.types import PtrType

FENCE = "fence.proxy.async.shared::cta;"


def barriers_to_fence(kernel: FuncOp) -> frozenset[Operation]:
    """The barriers of a kernel that come after a read of shared memory and before a copy into it."""
    ops = ops_within(kernel.body.block)
    copies = [op for op in ops if isinstance(op, (TmaTileOp, BulkCopyOp)) and op.barrier is not None]
    if not copies or any(isinstance(op, MbarrierArriveOp) for op in ops):
        return frozenset()
    order = {op: number for number, op in enumerate(ops)}
    reads = [op for op in ops if _reads_shared(op)]

    def follows(later: Operation, earlier: Operation) -> bool:
        """Whether a thread may come to `later` after `earlier`."""
        places = dict(_places(earlier))
        for outer, region in _places(later):
            if outer in places:  # the innermost op around both
                if facts(outer).loop or any(facts(around).loop for around, _ in _places(outer)):
                    return True
                exclusive = isinstance(outer, scf.IfOp) and places[outer] is not region
                return not exclusive and order[later] > order[earlier]
        return False

    return frozenset(
        op
        for op in ops
        if isinstance(op, (BarrierOp, BarrierArriveOp))
        and not _is_fenced(op)
        and any(follows(op, read) for read in reads)
        and any(follows(copy, op) for copy in copies)
    )


def _places(op: Operation) -> Iterator[tuple[Operation, Region]]:
    """The ops around an op, innermost first, each with the region of it that has the op."""
    region = op.parent_region()
    while region is not None and (outer := region.parent) is not None:
        yield outer, region
        region = outer.parent_region()


def _reads_shared(op: Operation) -> bool:
    """Whether a thread itself reads shared memory, as loads and `ldmatrix` do."""
    found = facts(op)
    if found.synchronizes and not found.plain_access:
        return False
    kinds = (op.operands[at].type for at in found.reads if at < len(op.operands))
    return any(isinstance(kind, PtrType) and kind.space.data == "smem" for kind in kinds)


def _is_fenced(barrier: Operation) -> bool:
    """Whether the author fences the proxy right before a barrier."""
    op = barrier.prev_op
    while op is not None and facts(op).pure:
        op = op.prev_op
    return isinstance(op, FenceOp) and op.kind.data.startswith("proxy.async")
