"""Values live across a suspension point; detects uniform suspension.

LLVM's coroutines recompute arithmetic after each wait instead of keeping its result. A sum that grows between twenty
barriers is then computed twenty times, from everything that was loaded for it. What `kept_values` finds is frozen
where it is made, which ends that (only arithmetic is computed again).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.ir import Block, Operation, SSAValue

from cutedsl.codegen.cpu.plan.waits import spins
from cutedsl.ir.facts import facts
from cutedsl.ir.fast import ops_of
from cutedsl.ir.ops.simt import BarrierOp


def kept_values(block: Block) -> set[SSAValue]:
    """The values of a kernel's body that are made before a wait and read after one."""
    found = _Search()
    found.block(block)
    return found.kept


def meetings(block: Block) -> int:
    """How often the warps of a block meet where they wait in no other way than for all of them; else 0.

    Those are barriers of the whole block outside of loops and branches: every warp comes to each of them.
    """
    found = 0
    for op in ops_of(block):
        if type(op) is BarrierOp and not op.operands:
            found += 1
        elif _waits_inside(op):
            return 0
    return found


def _may_wait(op: Operation) -> bool:
    """Whether a warp may be suspended at an op."""
    known = facts(op)
    if known.observable is None:
        return known.waits is not None or known.polls is not None
    return spins(op)


def _waits_inside(op: Operation) -> bool:
    return any(_may_wait(inside) for inside in op.walk())


@dataclass(slots=True)
class _Search:
    """The walk: `stretch` counts the waits so far, `born` says in which stretch a value was made."""

    kept: set[SSAValue] = field(default_factory=set[SSAValue])
    born: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    stretch: int = 0

    def block(self, block: Block) -> None:
        for op in ops_of(block):
            for operand in op.operands:
                if self.born.get(operand, self.stretch) != self.stretch:
                    self.kept.add(operand)
            if op.regions:
                self._regions(op)
            elif _may_wait(op):
                self.stretch += 1
            for result in op.results:
                self.born[result] = self.stretch

    def _regions(self, op: Operation) -> None:
        """What waits inside waits between any two of its ops: a loop comes back to the first."""
        waits = _waits_inside(op)
        self.stretch += waits
        for region in op.regions:
            for block in region.blocks:
                self.block(block)
        self.stretch += waits
