"""The registers that warp groups accumulate in: arrays of private memory, and values of the program."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from xdsl.dialects import scf
from xdsl.ir import Operation, SSAValue

from cutedsl.ir.facts import facts
from cutedsl.ir.ops.mma import WgmmaOp
from cutedsl.ir.ops.pointer import PtrLoadOp, PtrStoreOp, RmemAllocOp

_FIRST_CARRIED: Final = 3
"""Operands of a loop before those that it carries."""


def find_accumulators(ops: Sequence[Operation]) -> frozenset[Operation]:
    """The allocations that hold accumulators of a warp group."""
    return frozenset(_multiplied(ops, values=False))


def find_fragments(ops: Sequence[Operation]) -> Mapping[Operation, Sequence[PtrLoadOp]]:
    """The multiplies that take A from registers, each with the loads that read it from private memory."""
    found = {op: list(_loads(op.operands[0])) for op in ops if type(op) is WgmmaOp and op.layout_a is None}
    return {op: loads for op, loads in found.items() if loads}


def _loads(value: SSAValue) -> Iterable[PtrLoadOp]:
    owner = value.owner
    if type(owner) is PtrLoadOp and allocation_of(owner.operands[0]) is not None:
        yield owner
    elif isinstance(owner, Operation) and facts(owner).rearranges:
        for operand in owner.operands:
            yield from _loads(operand)


def find_register_uses(ops: Sequence[Operation]) -> Mapping[Operation, Sequence[Operation]]:
    """The ops that use accumulators which are values of the program, with the allocations of the multiplies that give
    them.

    Not those that only hand registers on: to the next multiply, to a loop or out of a block, or to the array where the
    program keeps them.
    """
    multiplied = frozenset(_multiplied(ops, values=True))
    return _Registers(ops, multiplied).uses if multiplied else {}


def _multiplied(ops: Iterable[Operation], *, values: bool) -> Iterable[Operation]:
    for op in ops:
        if type(op) is WgmmaOp and (op.values is not None) is values:
            root = allocation_of(op.operands[2])
            if root is not None:
                yield root


class _Registers:
    """Follows the results of multiplies to the ops that use them."""

    def __init__(self, ops: Sequence[Operation], multiplied: frozenset[Operation]) -> None:
        self.uses: dict[Operation, list[Operation]] = {}
        self._multiplied = multiplied
        self._loads: dict[Operation, list[SSAValue]] = defaultdict(list)
        for op in ops:
            if type(op) is PtrLoadOp and (root := allocation_of(op.operands[0])) is not None:
                self._loads[root].append(op.results[0])
        for root in multiplied:
            self._follow(root)

    def _follow(self, root: Operation) -> None:
        """Notes the uses of what one multiply gives. `kept` is the program's array that a value was read from."""
        work: list[tuple[SSAValue, Operation | None]] = [(value, None) for value in self._loads[root]]
        seen = {value for value, _ in work}
        while work:
            value, kept = work.pop()
            for use in value.uses:
                for more, array in self._handed_on(use.operation, use.index, kept, root):
                    if more not in seen:
                        seen.add(more)
                        work.append((more, array))

    def _handed_on(
        self, op: Operation, index: int, kept: Operation | None, root: Operation
    ) -> list[tuple[SSAValue, Operation | None]]:
        """Under which names the registers go on; an op that gives them none uses them."""
        if type(op) is PtrStoreOp and index == 0:
            array = allocation_of(op.operands[1])
            if array in self._multiplied or (array is not None and array is kept):
                return []
            if array is not None and kept is None:
                return [(value, array) for value in self._loads[array]]
        elif isinstance(op, scf.ForOp):
            at = index - _FIRST_CARRIED
            return [(op.body.block.args[at + 1], kept), (op.results[at], kept)] if at >= 0 else []
        elif isinstance(op, scf.WhileOp):
            return [(op.before_region.block.args[index], kept)]
        elif facts(op).terminator:
            return [(value, kept) for value in _after_block(op, index)]
        elif facts(op).rearranges:
            return [(value, kept) for value in op.results]
        users = self.uses.setdefault(op, [])
        if root not in users:
            users.append(root)
        return []


def _after_block(op: Operation, index: int) -> list[SSAValue]:
    """What an operand of a block's terminator is called afterwards."""
    around = op.parent_op()
    if isinstance(op, scf.ConditionOp) and isinstance(around, scf.WhileOp):
        return [around.results[index - 1], around.after_region.block.args[index - 1]] if index else []
    if isinstance(around, scf.WhileOp):
        return [around.before_region.block.args[index]]
    if around is None or index >= len(around.results):
        return []
    carried = [around.body.block.args[index + 1]] if isinstance(around, scf.ForOp) else []
    return [around.results[index], *carried]


def allocation_of(value: SSAValue) -> Operation | None:
    """The allocation of the private memory that a pointer is in."""
    owner = value.owner
    while isinstance(owner, Operation):
        if type(owner) is RmemAllocOp:
            return owner
        if not owner.operands:
            return None
        owner = owner.operands[0].owner
    return None
