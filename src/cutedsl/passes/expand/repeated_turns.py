"""Loops whose turns all do the same, for a machine whose fragments are registers: one turn is enough.

Programs that measure repeat a load or a sum in a loop (`for _ in range(10): cute.copy(...)`). A turn does what the one
before it did if it uses neither the counter nor a carried value, writes fragments alone, and reads none of those.
"""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.ir import Operation, SSAValue

from cutedsl.ir.facts import facts
from cutedsl.ir.fast import operands_of, ops_within
from cutedsl.ir.ops.copy import CopyOp
from cutedsl.passes.expand.unrolling import is_fragment


def turns_repeat(op: scf.ForOp) -> bool:
    """Whether every turn of a loop does the same as its first.

    Law: threads may change memory that a turn reads only where they meet or order their accesses, which no op of such
    a loop does.
    """
    if list(op.iter_args) or next(iter(op.body.block.args[0].uses), None) is not None:
        return False
    read, written = set[SSAValue | None](), set[SSAValue | None]()
    for one in ops_within(op.body.block):
        known = facts(one)
        if not (known.pure or known.terminator or known.plain_access or isinstance(one, CopyOp | scf.IfOp | scf.ForOp)):
            return False
        operands = operands_of(one)
        read.update(
            _fragment(operands[at]) for at in known.reads if at < len(operands) and is_fragment(operands[at].type)
        )
        if known.writes is not None:
            if not is_fragment(operands[known.writes].type):
                return False
            written.add(_fragment(operands[known.writes]))
    return None not in read | written and not read & written


def _fragment(value: SSAValue) -> SSAValue | None:
    """The fragment that a value is, or is a part of; None where that is not known."""
    while isinstance(owner := value.owner, Operation):
        known = facts(owner)
        if known.allocates:
            return value
        if not known.address:
            return None
        value = owner.operands[0]
    return None
