"""Loops that only ask an mbarrier whether its phase is complete, as waits for it.

Kernels write `while not try_wait(bar, parity): pass`, which would ask for ever where no arrival can come. A wait is
known to the scheduler, which names the deadlock.
"""

from __future__ import annotations

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import Operation

from cutedsl.ir.facts import facts
from cutedsl.ir.fast import copy_of, fast, new_block, ops_of, ops_within
from cutedsl.ir.ops.sync import MbarrierTestOp, MbarrierWaitOp


def make_waits(module: ModuleOp) -> ModuleOp:
    """The module with such loops as waits; a copy if there are any."""
    if not any(_asked(op) for op in ops_within(module.body.block)):
        return module
    copied = copy_of(module)
    for op in ops_within(copied.body.block):
        test = _asked(op)
        if test is not None:
            _replace(op, test)
    return copied


def _asked(op: Operation) -> MbarrierTestOp | None:
    """What a loop asks that does nothing else until the answer is yes."""
    if not isinstance(op, scf.WhileOp) or op.operands or op.results:
        return None
    before, after = (ops_of(region.block) for region in op.regions)
    tests = [one for one in before if isinstance(one, MbarrierTestOp)]
    others = [one for one in before[:-1] if one not in tests]
    if len(after) != 1 or len(tests) != 1 or any(one.regions or not facts(one).pure for one in others):
        return None
    goes_on = before[-1].operands[0].owner
    if not isinstance(goes_on, arith.XOrIOp) or goes_on.lhs is not tests[0].result:
        return None
    flipped = goes_on.rhs.owner
    is_not = (
        isinstance(flipped, arith.ConstantOp) and isinstance(flipped.value, IntegerAttr) and flipped.value.value.data
    )
    return tests[0] if is_not else None


def _replace(loop: Operation, test: MbarrierTestOp) -> None:
    """Puts a wait, and what computes its operands, where the loop is."""
    outer, (condition_block, _) = loop.parent, (region.block for region in loop.regions)
    assert outer is not None
    scratch = new_block()
    wait = fast(MbarrierWaitOp, (test.barrier, test.parity), (), {}, test.location, scratch)
    scratch.detach_op(wait)
    for op in ops_of(condition_block):
        if not (op is test or op.name == "scf.condition" or test.result in op.operands):
            op.detach()
            outer.insert_op_before(op, loop)
    outer.insert_op_before(wait, loop)
    loop.detach()
    loop.erase()
