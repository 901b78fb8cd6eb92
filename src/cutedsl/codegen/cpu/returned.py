"""Barriers that threads which have returned do not come to.

A GPU's barrier of a block or cluster waits for the threads that have not ended (PTX ISA, `barrier.cluster`; CUDA C++
Programming Guide, "Synchronization Functions", from compute capability 7.0 on), so `if i >= n: return` may stand before
one. Returns are branches by now: what comes after them is the other arm, or is under a flag that a loop gave.
"""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects import arith, scf
from xdsl.ir import Operation, OpResult, Region, SSAValue

from cutedsl.codegen.cpu.emitter import WarpEmitter

_PURE = ("arith.", "math.", "scf.yield", "scf.if", "func.return")


def others_have_returned(e: WarpEmitter, op: Operation) -> bool:
    """Whether the lanes of the warp that do not come to an op have returned: nothing is left that they could do."""
    inner, differ = op, False
    while isinstance(outer := inner.parent_op(), scf.IfOp | scf.ForOp | scf.WhileOp):
        if isinstance(outer, scf.IfOp):
            if not e.lanes_of(outer.cond).uniform:
                differ = True
                if not _after_a_return(outer, inner):
                    return False
        elif differ or not _same_turns(e, outer):
            return False
        inner = outer
    return differ


def _after_a_return(branch: scf.IfOp, inside: Operation) -> bool:
    """Whether the lanes that took the other arm of a branch do nothing there, nor afterwards."""
    then, otherwise = branch.true_region.block, branch.false_region
    if inside.parent_block() is not then:
        return _does_nothing(then.ops, None) and _does_nothing(_following(branch), None)
    flag = _unset_flag(branch.cond)
    return flag is not None and _regions_do_nothing([otherwise], flag) and _does_nothing(_following(branch), flag)


def _unset_flag(condition: SSAValue) -> SSAValue | None:
    """The flag which control flow gave, where a condition is that it is not set."""
    if not isinstance(condition, OpResult) or not isinstance(condition.op, arith.XOrIOp):
        return None
    flag = condition.op.operands[0]
    return flag if isinstance(flag, OpResult) and isinstance(flag.op, scf.IfOp | scf.ForOp | scf.WhileOp) else None


def _same_turns(e: WarpEmitter, loop: scf.ForOp | scf.WhileOp) -> bool:
    """Whether all lanes of a loop take the same turns."""
    if isinstance(loop, scf.ForOp):
        return all(e.lanes_of(x).uniform for x in (loop.lb, loop.ub, loop.step))
    condition = loop.before_region.block.last_op
    return condition is not None and e.lanes_of(condition.operands[0]).uniform


def _following(op: Operation) -> Iterable[Operation]:
    while (op_after := op.next_op) is not None:
        yield op_after
        op = op_after


def _does_nothing(ops: Iterable[Operation], flag: SSAValue | None) -> bool:
    """Whether ops have no effect on lanes that have a flag set."""
    return all(_has_no_effect(op, flag) for op in ops)


def _has_no_effect(op: Operation, flag: SSAValue | None) -> bool:
    if isinstance(op, scf.IfOp) and flag is not None and _unset_flag(op.cond) is flag:
        return _regions_do_nothing([op.false_region], flag)
    return op.name.startswith(_PURE) and _regions_do_nothing(op.regions, flag)


def _regions_do_nothing(regions: Iterable[Region], flag: SSAValue | None) -> bool:
    return all(_does_nothing(block.ops, flag) for region in regions for block in region.blocks)
