"""Loops that one warp runs for all warps of its block, an iteration of each after the other: a team.

`for tile in range(n): total += x[tile * threads + tid]` reads a row in order where all warps go on together, as on a
GPU. One warp after the other reads every n-th piece of it, which memory gives more slowly. Warps between two
barriers run in no order that a kernel may rely on. So the first warp that reaches such a loop may run it for the
others too, if everything that they would contribute is computed from their indices. Between the barrier (or the
kernel's start) and the loop there may be no access of a warp's own that the loop would come before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import pairwise
from typing import Final

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from cutedsl.arch.abi.host import WARP_LANES
from cutedsl.codegen.cpu.lanes.analysis import Geometry, Shape
from cutedsl.codegen.cpu.lanes.lanes import Lanes
from cutedsl.codegen.llvm.attributes import integer, string
from cutedsl.codegen.llvm.types import storage_bytes, vector_size
from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import facts
from cutedsl.ir.fast import ops_of, ops_within
from cutedsl.ir.ops.elementwise import ExtSIOp, ExtUIOp
from cutedsl.ir.ops.pointer import PtrAddOp, PtrCastOp, PtrLoadOp, PtrStoreOp
from cutedsl.ir.ops.simt import BarrierOp, ThreadIdxOp, WarpIdxOp
from cutedsl.ir.types import PtrType

MOST_TEAMS: Final = 16
"""Upper limit on teamed loops per kernel."""
FLAG_BYTES: Final = 4
FLAGS_BYTES: Final = FLAG_BYTES * MOST_TEAMS
"""A block's memory of teams begins with a flag for each loop."""
LEAST_BYTES: Final = 64 << 10
"""What a block reads at least in a loop that is run in a team: the nearest cache gives less in any order.

Measured on row sums of float32 on two cores. In a team rows of 8 KiB take twice the time, rows of 32 KiB as long as by
each warp. Rows of 64 KiB take two thirds, rows of 256 KiB an eighth.
"""
_SHARED: Final = ("gmem", "smem")


class Of(IntEnum):
    """Whose a value is: the same in all warps of a block; computed from a warp's index; known to the warp alone."""

    BLOCK = 0
    INDEX = 1
    WARP = 2


@frozen
class Team:
    """A loop for all warps of a block.

    Attributes:
        own: The ops before it that every warp has its own results of.
        least_turns: How many iterations are enough for it (`LEAST_BYTES`); 0 where it is known to have them.
    """

    own: Sequence[Operation]
    least_turns: int


def find_teams(block: Block, geometry: Geometry, shapes: Mapping[SSAValue, Shape]) -> dict[Operation, Team]:
    """The loops of a kernel that are run in teams.

    Only blocks of a known number of full warps are looked at.
    """
    threads = geometry.threads
    if threads is None or threads % WARP_LANES or threads == WARP_LANES:
        return {}
    ops = ops_of(block)
    if not any(type(op) is scf.ForOp for op in ops):
        return {}
    return _Search(geometry, shapes).run(ops)


@dataclass(slots=True)
class _Search:
    """The walk over a kernel's outermost ops; `reads` are the loads since the last barrier, None after other effects.

    `whose` and `steps` remember what `_of` and `_warp_stride` found.
    """

    geometry: Geometry
    shapes: Mapping[SSAValue, Shape]
    reads: list[Operation] | None = field(default_factory=list[Operation])
    whose: dict[SSAValue, Of] = field(default_factory=dict[SSAValue, Of])
    steps: dict[SSAValue, int | None] = field(default_factory=dict[SSAValue, "int | None"])

    def run(self, ops: list[Operation]) -> dict[Operation, Team]:
        found: dict[Operation, Team] = {}
        for op in ops:
            if isinstance(op, scf.ForOp) and len(found) < MOST_TEAMS and self._is_team(op):
                least = self._least_turns(op)
                turns = self._turns(op)
                if turns is None or turns >= least:
                    found[op] = Team(self._ops_computed_per_warp(op), least if turns is None else 0)
            self._step_over(op)
        return found

    def _least_turns(self, loop: scf.ForOp) -> int:
        """The iterations in which a block reads `LEAST_BYTES` in order; 0 where inner loops read."""
        threads, turn_bytes = self.geometry.threads, 0
        assert threads is not None
        for op in ops_within(loop.body.block):
            if isinstance(op, scf.ForOp):
                return 0
            if self._streams(op):
                turn_bytes += threads * _access_bytes(op)
        return -(-LEAST_BYTES // turn_bytes)

    def _turns(self, loop: scf.ForOp) -> int | None:
        """The iterations of a loop of constant bounds."""
        ends = [self.shapes[x] for x in (loop.lb, loop.ub, loop.step)]
        lower, upper, step = (end.constant if isinstance(end, Lanes) else None for end in ends)
        return None if lower is None or upper is None or not step else (upper - lower) // step

    def _step_over(self, op: Operation) -> None:
        """What an op means for the loops after it."""
        if type(op) is BarrierOp:
            self.reads = None if op.operands else []
        elif self.reads is None or facts(op).pure or _known_to_warp(op):
            return
        elif type(op) is PtrLoadOp and _weak(op):
            self.reads.append(op)
        elif type(op) is not PtrStoreOp or _space(op.operands[1]) != "rmem":
            self.reads = None

    def _is_team(self, op: scf.ForOp) -> bool:
        body = op.body.block
        if self.reads is None or any(self._of(x) is not Of.BLOCK for x in (op.ub, op.step)):
            return False
        first = self.shapes[op.lb]
        if self._of(op.lb) is not Of.BLOCK and isinstance(first, Lanes) and first.uniform:
            return False  # all lanes take the same iterations, but each warp others
        inside = ops_within(body)
        if not all(_may_be_inside(one) for one in inside):
            return False
        made = set(body.args).union(*(one.results for one in inside))
        made.update(argument for one in inside for region in one.regions for b in region.blocks for argument in b.args)
        outside = {x for one in (op, *inside) for x in one.operands if x not in made}
        if any(self._of(x) is Of.WARP for x in outside):
            return False
        return not any(self._is_own(load) for load in self.reads) and any(self._streams(one) for one in inside)

    def _is_own(self, load: Operation) -> bool:
        """Whether a load is of what another warp need not read, so that a store of the loop may be meant to follow."""
        return _space(load.operands[0]) != "rmem" and self._of(load.operands[0]) is not Of.BLOCK

    def _ops_computed_per_warp(self, loop: scf.ForOp) -> list[Operation]:
        """The ops that the loop's values of other warps are computed with, each after those that it needs."""
        found: dict[Operation, None] = {}

        def collect(value: SSAValue) -> None:
            op = value.owner
            if isinstance(op, Operation) and op not in found and self.whose.get(value) is Of.INDEX:
                for operand in op.operands:
                    collect(operand)
                found[op] = None

        for op in (loop, *ops_within(loop.body.block)):
            for operand in op.operands:
                collect(operand)
        return list(found)

    def _of(self, value: SSAValue) -> Of:
        found = self.whose.get(value)
        if found is None:
            found = self.whose[value] = self._classify(value)
        return found

    def _classify(self, value: SSAValue) -> Of:
        op = value.owner
        if not isinstance(op, Operation):
            return Of.BLOCK
        position = facts(op).position
        if position is not None and position.varies in ("threads", "warps"):
            return Of.INDEX
        if type(op) is PtrLoadOp and _weak(op) and _space(op.operands[0]) in _SHARED:
            return self._of(op.operands[0]) and Of.WARP
        if facts(op).pure:
            return max((self._of(x) for x in op.operands), default=Of.BLOCK)
        return Of.WARP

    def _streams(self, op: Operation) -> bool:
        """Whether a load continues in global memory where that of the warp before ends."""
        if type(op) is not PtrLoadOp or _space(op.operands[0]) != "gmem":
            return False
        return self._warp_stride(op.operands[0]) == WARP_LANES * _access_bytes(op)

    def _warp_stride(self, value: SSAValue) -> int | None:
        """How much more a number (bytes of a pointer) is in the next warp; None where that is not known."""
        if value not in self.steps:
            self.steps[value] = None
            self.steps[value] = self._stepped(value)
        return self.steps[value]

    def _stepped(self, value: SSAValue) -> int | None:
        op = value.owner
        if isinstance(value, BlockArgument):  # a loop's index or what a loop carries, or a parameter
            loop = value.block.parent_op()
            if isinstance(loop, scf.ForOp):
                return None if value.index else self._warp_stride(loop.lb)
            return 0
        assert isinstance(op, Operation)
        if type(op) is ThreadIdxOp:
            return thread_step(self.geometry, integer(op, "axis"))
        if type(op) is WarpIdxOp:
            return 1
        steps = [self._warp_stride(x) for x in op.operands]
        known = [step for step in steps if step is not None]
        if len(known) < len(steps):
            return None
        match op:
            case arith.AddiOp():
                return sum(known)
            case arith.MuliOp(lhs=lhs, rhs=rhs) if any(known):
                return _product(lhs, known[1]) if known[1] else _product(rhs, known[0])
            case ExtSIOp() | ExtUIOp() | PtrCastOp():
                return known[0]
            case PtrAddOp():
                mlir = value.type
                assert isinstance(mlir, PtrType)
                return known[0] + known[1] * storage_bytes(mlir.element)
            case _:
                return None if any(known) else 0


def _access_bytes(load: Operation) -> int:
    """The bytes that a lane loads."""
    result = load.results[0].type
    return storage_bytes(result) * max(vector_size(result), 1)


def thread_step(geometry: Geometry, axis: int) -> int | None:
    """How much more the thread's index along an axis is from one warp to the next; None where that differs.

    >>> thread_step(Geometry((128, 1, 1)), 0), thread_step(Geometry((48, 2, 1)), 0)
    (32, None)
    """
    assert geometry.block_dim is not None and geometry.threads is not None
    x, y, _ = geometry.block_dim
    before, size = (1, x, x * y)[axis], geometry.block_dim[axis]
    found = [thread // before % size for thread in range(0, geometry.threads, WARP_LANES)]
    steps = {after - index for index, after in pairwise(found)}
    return steps.pop() if len(steps) == 1 else None


def _product(factor: SSAValue, step: int) -> int | None:
    """`factor * step` where the factor is a constant."""
    match factor.owner:
        case arith.ConstantOp(value=IntegerAttr() as number):
            return number.value.data * step
        case _:
            return None


def _space(pointer: SSAValue) -> str:
    mlir = pointer.type
    assert isinstance(mlir, PtrType)
    return mlir.space.data


def _weak(op: Operation) -> bool:
    return string(op, "sem", "weak") == "weak"


def _known_to_warp(op: Operation) -> bool:
    """Whether an op has results that only the warp itself knows, and no effect that another could see."""
    known = facts(op)
    return known.allocates == "rmem" or (known.meets is not None and known.meets.results_only)


def _may_be_inside(op: Operation) -> bool:
    """Whether an op does nothing that another warp could wait for, or that a warp keeps in memory of its own."""
    match op:
        case PtrLoadOp():
            return _weak(op) and _space(op.operands[0]) in _SHARED
        case PtrStoreOp():
            return _weak(op) and _space(op.operands[1]) in _SHARED
        case scf.IfOp() | scf.ForOp() | scf.YieldOp():
            return True
        case _:
            return facts(op).pure
