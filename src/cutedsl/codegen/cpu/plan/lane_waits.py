"""Whether lanes of one warp wait for each other: then they run apart, each a coroutine (`lanes_apart`).

A warp in lockstep finishes a loop for all its lanes before any goes on, and an arm of an `if` before the other. So a
lane waits forever for a value that another lane of its warp writes further on. That may be after the loop (a lock),
in the other arm (a producer), or before the two paths join. Only such writes count, of the memory that the loop looks
at, by a lane that can be another one; all else stays in lockstep.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Final, TypeGuard

from xdsl.dialects import arith, scf
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, OpResult, SSAValue

from cutedsl.arch.abi.host import WARP_LANES
from cutedsl.codegen.cpu.lanes.analysis import Shape
from cutedsl.codegen.cpu.lanes.lanes import LANE_NUMBERS, Lanes
from cutedsl.codegen.cpu.plan.numbering import Numbering
from cutedsl.codegen.cpu.plan.waits import spins
from cutedsl.codegen.llvm.attributes import attribute, integer
from cutedsl.codegen.llvm.constants import constant_values
from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import facts, moves_pointer
from cutedsl.ir.ops.elementwise import CmpiOp
from cutedsl.ir.ops.pointer import SmemAllocOp
from cutedsl.ir.ops.simt import ElectOp, SyncWarpOp
from cutedsl.ir.ops.sync import MbarrierWaitOp
from cutedsl.ir.types import PtrType


def lanes_wait(ops: Sequence[Operation], shapes: Mapping[SSAValue, Shape]) -> bool:
    """Whether a lane of a kernel of these ops may wait for another of its warp, which lockstep keeps from going on."""
    waits = [op for op in ops if spins(op) or type(op) in (MbarrierWaitOp, SyncWarpOp)]
    if not waits or any(facts(op).whole_warp for op in ops):
        return False
    search = _Search(shapes)
    return any(search.waits_in_vain(op) for op in waits)


@frozen
class _Search:
    """The search of one kernel."""

    shapes: Mapping[SSAValue, Shape]
    numbering: Numbering = field(default_factory=Numbering)

    def waits_in_vain(self, op: Operation) -> bool:
        """Whether what an op waits for may be written only later by another lane."""
        if type(op) is SyncWarpOp:
            return any(type(later) is SyncWarpOp for later in self._other_arms(op))
        if not spins(op):
            return any(self._may_end_wait(op, later) for later in self._later(op, apart=False))
        loop = _loop_of(op)
        if not _decides(op, loop):
            return False
        condition = _terminator(loop.before_region.block).operands[0]
        return any(self._may_end_wait(op, later) for later in self._later(loop, apart=not self._uniform(condition)))

    def _later(self, place: Operation, *, apart: bool) -> Iterator[Operation]:
        """What lanes of the warp may do while others are at `place`, and lockstep does later.

        `apart`: some lanes may have left the place already.
        """
        while not isinstance(place, FuncOp):
            block, parent = place.parent_block(), place.parent_op()
            assert block is not None and parent is not None
            if apart:
                found, met = self._until_they_meet(_ops_after(place))
                yield from found
                if met:
                    return
            if isinstance(parent, scf.IfOp) and self._splits(parent.cond):
                apart = True
                yield from _other_arm(parent, block)
            elif apart and isinstance(parent, scf.ForOp | scf.WhileOp):
                yield from self._until_they_meet([op for op in block.ops if op is not place])[0]
            place = parent

    def _other_arms(self, place: Operation) -> Iterator[Operation]:
        """The ops of the arms that lanes take which are not at `place`."""
        while (parent := place.parent_op()) is not None and (block := place.parent_block()) is not None:
            if isinstance(parent, scf.IfOp) and self._splits(parent.cond):
                yield from _other_arm(parent, block)
            place = parent

    def _until_they_meet(self, ops: Sequence[Operation]) -> tuple[list[Operation], bool]:
        """The ops, with those inside of them, up to one where all lanes of the warp meet; whether there is one."""
        found: list[Operation] = []
        for op in ops:
            meets = facts(op).meets
            if meets is not None and self._names_all(op, meets.mask):
                return found, True
            found += op.walk()
        return found, False

    def _names_all(self, op: Operation, mask: int | None) -> bool:
        if mask is None:
            return True
        shape = self.shapes[op.operands[mask]]
        return isinstance(shape, Lanes) and shape.constant == -1

    def _may_end_wait(self, wait: Operation, later: Operation) -> bool:
        """Whether an op may end a wait, in another lane."""
        known = facts(later)
        arrives = 0 if known.arrives == "mbarrier" else None
        index = arrives if facts(wait).waits == "mbarrier" else known.writes
        if index is None or not _same_memory(wait.operands[0], later.operands[index]):
            return False
        here, there = self._tests(wait), self._tests(later)
        return not _one_lane([spread for number, spread in here.items() if number in there])

    # -- which lanes -----------------------------------------------------------------------------------------------
    def _tests(self, op: Operation) -> dict[int, Sequence[int]]:
        """The equalities that hold where an op is, by number: what they compare, lane by lane."""
        found: dict[int, Sequence[int]] = {}
        place, parent = op, op.parent_op()
        while parent is not None:
            if isinstance(parent, scf.IfOp) and place.parent_block() is parent.true_region.block:
                for test in _conjuncts(parent.cond):
                    spread = self._lane_distances(test)
                    if spread is not None:
                        found[_ELECTED if _is_op(test, ElectOp) else self.numbering.number(test)] = spread
            place, parent = parent, parent.parent_op()
        return found

    def _lane_distances(self, test: SSAValue) -> Sequence[int] | None:
        """What a test compares with a uniform number, as the distances of the lanes; None for another test."""
        if _is_op(test, ElectOp):
            return LANE_NUMBERS
        if not _is_op(test, CmpiOp) or integer(test.owner, "predicate") != 0:
            return None
        a, b = (self.shapes[x] for x in test.owner.operands)
        assert isinstance(a, Lanes) and isinstance(b, Lanes)
        if b.affine:
            a, b = b, a
        return a.spread if a.affine and b.uniform else None

    def _splits(self, condition: SSAValue) -> bool:
        """Whether lanes of one warp may take different ways."""
        return any(not self._uniform(test) and not self._between_warps(test) for test in _conjuncts(condition))

    def _between_warps(self, test: SSAValue) -> bool:
        """`thread < 64`: a bound that lies between two warps."""
        if not _is_op(test, CmpiOp) or integer(test.owner, "predicate") not in _BELOW:
            return False
        a, b = (self.shapes[x] for x in test.owner.operands)
        assert isinstance(a, Lanes) and isinstance(b, Lanes)
        whole = b.constant is not None and b.constant % WARP_LANES == 0 and a.align % WARP_LANES == 0
        return whole and a.affine and min(a.spread) >= 0 and max(a.spread) < WARP_LANES

    def _uniform(self, value: SSAValue) -> bool:
        shape = self.shapes[value]
        return isinstance(shape, Lanes) and shape.uniform


_ELECTED: Final = -1
"""The number of every `elect`: it is the same lane."""
_BELOW: Final = frozenset({2, 5, 6, 9})
"""The predicates slt, sge, ult, uge."""


def _is_op(value: SSAValue, kind: type[Operation]) -> TypeGuard[OpResult]:
    return isinstance(value, OpResult) and type(value.owner) is kind


def _one_lane(spreads: Sequence[Sequence[int]]) -> bool:
    """Whether at most one lane of a warp passes tests of these spreads."""
    return bool(spreads) and len(set(zip(*spreads, strict=True))) == WARP_LANES


def _terminator(block: Block) -> Operation:
    last = block.last_op
    assert last is not None
    return last


def _loop_of(op: Operation) -> scf.WhileOp:
    """The `while` around an op."""
    parent = op.parent_op()
    while not isinstance(parent, scf.WhileOp):
        assert parent is not None
        parent = parent.parent_op()
    return parent


def _ops_after(place: Operation) -> list[Operation]:
    found: list[Operation] = []
    op = place.next_op
    while op is not None:
        found.append(op)
        op = op.next_op
    return found


def _other_arm(branch: scf.IfOp, block: Block) -> Iterator[Operation]:
    """The ops of the second arm, if `block` is the first: lockstep does the second after the first."""
    if block is branch.true_region.block and branch.false_region.blocks:
        for op in branch.false_region.block.ops:
            yield from op.walk()


def _conjuncts(value: SSAValue) -> Iterator[SSAValue]:
    """The values that must all be true for a condition to be: those of an `and`, in either of its forms."""
    owner = value.owner
    if _is_op(value, arith.AndIOp):
        parts = list(value.owner.operands)
    elif (
        isinstance(value, OpResult) and isinstance(owner, scf.IfOp) and (inside := _and_then(owner, value)) is not None
    ):
        parts = [owner.cond, inside]
    else:
        yield value
        return
    for part in parts:
        yield from _conjuncts(part)


def _and_then(branch: scf.IfOp, value: OpResult) -> SSAValue | None:
    """`b` where a value is `b if condition else False`."""
    if not branch.false_region.blocks:
        return None
    index = value.index
    otherwise = _terminator(branch.false_region.block).operands[index]
    number = attribute(otherwise.owner, "value") if _is_op(otherwise, arith.ConstantOp) else None
    is_false = number is not None and constant_values(number) == (0,)
    return _terminator(branch.true_region.block).operands[index] if is_false else None


def _decides(look: Operation, loop: scf.WhileOp) -> bool:
    """Whether a loop ends by what an op in it finds."""
    before, after = loop.before_region.block, loop.after_region.block
    reached: set[SSAValue] = set(look.results)
    size = -1
    while size != len(reached):
        size = len(reached)
        for op in loop.walk():
            ends = [_terminator(block) for region in op.regions for block in region.blocks]
            if op is not loop and any(x in reached for o in (op, *ends) for x in o.operands):
                reached.update(op.results)
                reached.update(a for region in op.regions for block in region.blocks for a in block.args)
        for value, argument in zip(_terminator(after).operands, before.args, strict=True):
            if value in reached:
                reached.add(argument)
        for value, argument in zip(_terminator(before).operands[1:], after.args, strict=True):
            if value in reached:
                reached.add(argument)
    return _terminator(before).operands[0] in reached


# -- memory ----------------------------------------------------------------------------------------------------------
def _root(pointer: SSAValue) -> SSAValue:
    """What a pointer was made from by additions and casts."""
    owner = pointer.owner
    while isinstance(owner, Operation) and moves_pointer(owner):
        pointer = owner.operands[0]
        owner = pointer.owner
    return pointer


def _same_memory(a: SSAValue, b: SSAValue) -> bool:
    """Whether two pointers may lead to the same memory: parameters and allocations are apart from each other."""
    roots = [_root(a), _root(b)]
    spaces = {_space(root) for root in roots}
    if "rmem" in spaces or spaces >= {"gmem", "smem"}:
        return False
    known = [_is_fixed(root) for root in roots]
    return roots[0] is roots[1] or not all(known)


def _space(pointer: SSAValue) -> str:
    assert isinstance(pointer.type, PtrType)
    return "smem" if pointer.type.space.data == "dsmem" else pointer.type.space.data


def _is_fixed(root: SSAValue) -> bool:
    """Whether a pointer is a parameter or an allocation."""
    owner = root.owner
    return isinstance(owner.parent_op(), FuncOp) if isinstance(owner, Block) else type(owner) is SmemAllocOp
