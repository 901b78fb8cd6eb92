"""Whether anything depends on a value: through arithmetic, branches and the iterations of loops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xdsl.dialects import scf
from xdsl.ir import Operation, SSAValue, Use

from cutedsl.ir.facts import facts

_MOST_VALUES: Final = 64
"""After so many values the answer is that something does: programs have long chains of arithmetic."""
_LOOP_BOUNDS: Final = 3


def is_unread(op: Operation) -> bool:
    """Whether the results of an op go nowhere, or into values alone that go nowhere."""
    reached: set[SSAValue] = set(op.results)
    waiting = list(op.results)
    while waiting:
        for use in waiting.pop().uses:
            following = _following(use)
            if following is None or len(reached) > _MOST_VALUES:
                return False
            fresh = [value for value in following if value not in reached]
            reached.update(fresh)
            waiting += fresh
    return True


def _following(use: Use) -> list[SSAValue] | None:
    """The values that a use makes depend on what it uses; None if it does more than that."""
    op, index = use.operation, use.index
    match op:
        case scf.YieldOp():
            return list(_yielded(op, index))
        case scf.ConditionOp():
            loop = op.parent_op()
            assert isinstance(loop, scf.WhileOp)
            return None if index == 0 else [loop.after_region.block.args[index - 1], loop.results[index - 1]]
        case scf.ForOp():
            place = index - _LOOP_BOUNDS
            return None if place < 0 else [op.body.block.args[place + 1], op.results[place]]
        case scf.WhileOp():
            return [op.before_region.block.args[index]]
        case _:
            known = facts(op)
            exchanges = known.meets is not None and known.meets.results_only
            return list(op.results) if (known.pure or exchanges) and not op.regions else None


def _yielded(op: scf.YieldOp, index: int) -> Iterator[SSAValue]:
    owner = op.parent_op()
    if isinstance(owner, scf.WhileOp):
        yield owner.before_region.block.args[index]
        return
    assert owner is not None
    yield owner.results[index]
    if isinstance(owner, scf.ForOp):
        yield owner.body.block.args[index + 1]
