"""The ends of arms at which a thread has returned: nothing is left that it could do.

Returns are branches and loop-ending flags by now. A lane has returned at the end of an arm if, with the flags' values
there, the remaining code has no effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, scf
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, OpResult, SSAValue

from cutedsl.codegen.cpu.lanes.analysis import Shape
from cutedsl.codegen.cpu.lanes.lanes import Lanes
from cutedsl.ir.facts import facts


def find_returns(ops: Sequence[Operation], shapes: Mapping[SSAValue, Shape]) -> frozenset[Block] | None:
    """The arms that lanes return from; None where no barrier asks, as lanes come to each of them together."""
    if not any(_is_barrier(op) and _lanes_differ(op, shapes) for op in ops):
        return None
    branches = [op for op in ops if isinstance(op, scf.IfOp)]
    arms = ((branch, region.block) for branch in branches for region in branch.regions if region.blocks)
    return frozenset(
        arm
        for branch, arm in arms
        if _Rest(shapes, {branch.cond: int(arm is branch.true_region.block)}).is_nothing(arm)
    )


def _is_barrier(op: Operation) -> bool:
    """Whether threads arrive at, or wait at, a barrier of the block or the cluster."""
    known = facts(op)
    return (known.waits or known.arrives) in ("block", "cluster")


def _lanes_differ(op: Operation, shapes: Mapping[SSAValue, Shape]) -> bool:
    """Whether some lanes may be where an op is, and others not."""
    while (outer := op.parent_op()) is not None:
        match op := outer:
            case scf.IfOp():
                asked: Sequence[SSAValue] = (op.cond,)
            case scf.ForOp():
                asked = (op.lb, op.ub, op.step)
            case scf.WhileOp():
                asked = _terminator(op.before_region.block).operands[:1]
            case _:
                return False
        if not all(_is_uniform(shapes[value]) for value in asked):
            return True
    return False


def _is_uniform(shape: Shape) -> bool:
    return isinstance(shape, Lanes) and shape.uniform


@dataclass(slots=True)
class _Rest:
    """What is left to do from a place on; `known` are the flags there, None where nothing is known any more."""

    shapes: Mapping[SSAValue, Shape]
    known: dict[SSAValue, int | None]

    def is_nothing(self, block: Block) -> bool:
        """Whether a thread at the end of a block has nothing left to do."""
        while not isinstance(outer := block.parent_op(), FuncOp):
            match outer:
                case scf.IfOp():
                    self._bind(outer.results, _terminator(block).operands)
                case scf.WhileOp() if block is outer.after_region.block:
                    if not self._only_asks_its_condition(outer, _terminator(block).operands):
                        return False
                case _:
                    return False
            around = outer.parent_block()
            if around is None or not self._does_nothing(_following(outer)):
                return False
            block = around
        return True

    def _only_asks_its_condition(self, loop: scf.WhileOp, given: Sequence[SSAValue]) -> bool:
        """Whether a loop does nothing more but ask its condition; then its results are bound."""
        before = loop.before_region.block
        self._bind(before.args, given)
        condition, *forwarded = _terminator(before).operands
        if not self._does_nothing(before.ops) or self._flag(condition) != 0:
            return False
        self._bind(loop.results, forwarded)
        return True

    def _does_nothing(self, ops: Iterable[Operation]) -> bool:
        """Whether ops have no effect; what they make known is bound."""
        return all(map(self._has_no_effect, ops))

    def _has_no_effect(self, op: Operation) -> bool:
        match op:
            case scf.IfOp():
                return self._branch_does_nothing(op)
            case scf.WhileOp():
                if self._only_asks_its_condition(op, op.arguments):
                    return True
                self.known.update(dict.fromkeys(op.before_region.block.args))
                return all(self._does_nothing(region.block.ops) for region in op.regions)
            case scf.ForOp():
                return self._does_nothing(op.body.block.ops)
            case _:
                return facts(op).arithmetic or facts(op).terminator

    def _branch_does_nothing(self, branch: scf.IfOp) -> bool:
        condition = self._flag(branch.cond)
        arms = [region.block for region in branch.regions if region.blocks]
        if condition is not None:
            arms = arms[:1] if condition else arms[1:]
        if not all(self._does_nothing(arm.ops) for arm in arms):
            return False
        if branch.results:
            ends = [[self._flag(x) for x in _terminator(arm).operands] for arm in arms]
            both = [flags[0] if len({*flags}) == 1 else None for flags in zip(*ends, strict=True)]
            self.known.update(zip(branch.results, both, strict=True))
        return True

    def _bind(self, names: Sequence[SSAValue], values: Sequence[SSAValue]) -> None:
        """Names get what is known of values."""
        self.known.update(zip(names, map(self._flag, values), strict=True))

    def _flag(self, value: SSAValue) -> int | None:
        """A flag, 0 or 1, if it is known."""
        if value in self.known:
            return self.known[value]
        shape = self.shapes.get(value)
        if isinstance(shape, Lanes) and shape.constant is not None:
            return shape.constant & 1
        if not isinstance(value, OpResult) or not isinstance(value.op, arith.XOrIOp | arith.AndIOp | arith.OrIOp):
            return None
        flags = {self._flag(operand) for operand in value.op.operands}
        match value.op:
            case arith.XOrIOp():
                return None if None in flags else int(len(flags) == 2)
            case arith.AndIOp():
                return 0 if 0 in flags else 1 if flags == {1} else None
            case _:
                return 1 if 1 in flags else 0 if flags == {0} else None


def _terminator(block: Block) -> Operation:
    last = block.last_op
    assert last is not None
    return last


def _following(op: Operation) -> Iterator[Operation]:
    while (op_after := op.next_op) is not None:
        yield op_after
        op = op_after
