"""Long kernels without loops, with a loop in the place of what their authors unrolled.

Each instruction of such a kernel runs once, and compiling it takes longer than running it. Code of 200 iterations of
a Python loop took five times as long to compile for the CPU as the loop does, and runs no faster. Where no turn is
like the one before, a table-driven loop runs one statement per iteration (`turns`). Ops keep their order, operands
and places in the source. Loops stay as they are where their bodies are not much longer: there, the author unrolled
for speed.

Source: ours; the "loop rerolling" of compilers, by the places that ops come from instead of by what they look like.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from xdsl.dialects import arith, func, scf
from xdsl.dialects.builtin import IntegerType, ModuleOp, i32, i64
from xdsl.ir import Block, Operation, Region, SSAValue

from cutedsl.errors.frozen import frozen
from cutedsl.ir.arithmetic import properties_of
from cutedsl.ir.facts import facts
from cutedsl.ir.fast import UNKNOWN_LOCATION, copy_of, fast, operands_of, ops_of, ops_within
from cutedsl.ir.ops.elementwise import ExtSIOp
from cutedsl.ir.types import MemRefType
from cutedsl.passes.block_copy import BlockCopy
from cutedsl.passes.rerolling.coordinate_numbers import with_numbers_as_operands
from cutedsl.passes.rerolling.repetition import (
    Counted,
    Moving,
    Place,
    Repetition,
    constant_of,
    find_repetitions,
    kinds_of,
)
from cutedsl.passes.rerolling.statements import Uses, find_runs
from cutedsl.passes.rerolling.turns import in_turns

_LOOPED: Final = 4
"""A block of a loop is long from so many times as many ops on as a kernel."""

_TABLED: Final = 4
"""Loops driven by tables from so many times as many ops on: they take up to six times as long to run as plain code.

Of 1200 ops of a polynomial or a hash they saved a tenth to a half of 0.1 s of compiling; of 5000 ops of register tiles
two thirds of 1.5 s.
"""

_ACCESS: Final = 4
"""As many ops of arithmetic are compiled in the time of one access, which is checked.

Of 3000 ops with 540 accesses, loops saved three quarters of 0.6 s of compiling, and took 1.7 times as long to run.
"""


def roll_up(module: ModuleOp, *, long_ops: int) -> ModuleOp:
    """The module with loops in those of its long kernels that are short with them; itself if there are none.

    Kernels are long from `long_ops` on.

    Law: a kernel's effects, their order and the places that they come from are those of the kernel as it was.
    """
    functions = [op for op in module.body.block.ops if isinstance(op, func.FuncOp)]
    rolled = {one: _shortened(one, long_ops) for one in functions}
    if not any(rolled.values()):
        return module
    made = ModuleOp([])
    for one in functions:
        made.body.block.add_op(rolled.get(one) or copy_of(one))
    return made


def _shortened(function: func.FuncOp, long_ops: int) -> func.FuncOp | None:
    """A kernel whose long blocks are short with loops in them; None where there are none.

    In loops, blocks are long that are so by far: others were unrolled for speed.
    """
    if "cute.kernel" not in function.attributes or len(ops := ops_within(function.body.block)) < long_ops:
        return None
    if not any(facts(op).loop for op in ops):
        made = _rolled_block(function.body.block, long_ops)
        return None if made is None else made.function(function)
    if len(ops) < _LOOPED * long_ops:
        return None
    copy = copy_of(function)
    inside = [region.block for op in ops_within(copy.body.block) if facts(op).loop for region in op.regions]
    changed = [_replaced(block, long_ops) for block in inside if _is_straight(block, _LOOPED * long_ops)]
    return copy if any(changed) else None


def _is_straight(block: Block, long_ops: int) -> bool:
    ops = ops_within(block)
    return len(ops) >= long_ops and not any(facts(op).loop for op in ops)


def _replaced(block: Block, long_ops: int) -> bool:
    """Puts a block with loops in the place of a long one; False where it would not be short."""
    made = _rolled_block(block, long_ops)
    region = block.parent
    if made is None or region is None:
        return False
    region.detach_block(block)
    region.add_block(made.block)
    block.erase(safe_erase=False)
    return True


def _rolled_block(block: Block, long_ops: int) -> BlockCopy | None:
    """A block with loops in it, if it is short with them; also by numbers in coordinates as operands."""
    rolled = _rolled(block, long_ops)
    if rolled is None:
        numbered = with_numbers_as_operands(block).block
        rolled = _rolled(numbered, long_ops)
        numbered.erase(safe_erase=False)  # it uses values from outside
    return rolled


def _rolled(block: Block, long_ops: int) -> BlockCopy | None:
    """A block with loops in it, if it is short with them."""
    numbered = [op for op in ops_of(block) if op.name != "arith.constant"]
    kinds = kinds_of(numbered)
    state, at = BlockCopy.begin(block), 0
    numbers = {id(op): number for number, op in enumerate(numbered)}
    found = [one for one in find_repetitions(numbered, numbers, kinds) if _carries_values(numbered, one)]
    if found and len(numbered) - sum(one.period * (one.count - 2) for one in found) < long_ops:
        for one in found:
            loop = _loop_of(numbered, numbers, one, at)
            state.copy(numbered[at : loop.begin])
            _roll(state, numbered, loop)
            at = one.end
    else:
        if sum(_ACCESS if facts(op).plain_access else 1 for op in numbered) < _TABLED * long_ops:
            return None
        uses = Uses.of(numbered)
        runs = find_runs(uses, kinds, below=long_ops)
        if not runs or len(numbered) - sum(run.saved_ops for run in runs) >= long_ops:
            return None
        for run in runs:
            state.copy(numbered[at : run.start])
            in_turns(state, uses, run)
            at = run.end
    state.copy(numbered[at:])
    return state


def _carries_values(ops: Sequence[Operation], one: Repetition) -> bool:
    """Whether no tensor is handed from one iteration to the next, or out of the last."""
    return not any(isinstance(ops[one.start + n].results[index].type, MemRefType) for n, index in _carried(ops, one))


def _carried(ops: Sequence[Operation], one: Repetition) -> list[Place]:
    """What an iteration makes that the one after it uses, or of the last one what follows does."""
    last = one.end - one.period
    found = dict.fromkeys(
        (one.period + n - role.distance, role.index)
        for n, roles in enumerate(one.roles)
        for role in roles
        if isinstance(role, Moving) and role.distance > n
    )
    inside = {id(op) for op in ops[last : one.end]}
    for n, op in enumerate(ops[last : one.end]):
        for index, result in enumerate(op.results):
            if any(id(use.operation) not in inside for use in result.uses):
                found[n, index] = None
    return list(found)


@frozen
class _Loop:
    """A loop over the iterations of `one` from op `begin` on; `carried` values and those that it begins with."""

    one: Repetition
    begin: int
    carried: list[Place]
    inits: list[SSAValue]


def _loop_of(ops: Sequence[Operation], numbers: Mapping[int, int], one: Repetition, at: int) -> _Loop:
    """The loop over as many iterations from op `at` on as can be: one that stays apart is code twice."""
    carried = _carried(ops, one)
    for begin in (one.start - one.period, one.start):
        entering = one.entry(ops, numbers, begin) if begin >= at else None
        if entering is not None and entering.keys() == set(carried):
            return _Loop(one, begin, carried, [entering[place] for place in carried])
    return _Loop(one, one.start + one.period, carried, [ops[one.start + n].results[index] for n, index in carried])


def _roll(state: BlockCopy, ops: Sequence[Operation], whole: _Loop) -> None:
    """Writes the loop; what comes before it was copied already."""
    one, carried = whole.one, whole.carried
    inits = state.operands(whole.inits)
    body = Block(arg_types=[i32, *(value.type for value in inits)])
    entering = dict(zip(carried, body.args[1:], strict=True))
    template = ops[whole.begin : whole.begin + one.period]
    for n, (op, roles) in enumerate(zip(template, one.roles, strict=True)):
        operands: list[SSAValue] = []
        for value, role in zip(operands_of(op), roles, strict=True):
            if isinstance(role, Counted):
                operands.append(_counted(state, value, role.step, body))
            elif isinstance(role, Moving) and role.distance > n:
                operands.append(entering[one.period + n - role.distance, role.index])
            else:
                operands += state.operands([value])
        state.same(op, operands, body)
    yields = [state.values[template[n].results[index]] for n, index in carried]
    fast(scf.YieldOp, yields, (), {}, UNKNOWN_LOCATION, body)
    bounds = [state.constant(number, i32) for number in (0, (one.end - whole.begin) // one.period, 1)]
    kinds, place = [value.type for value in inits], template[0].location
    loop = fast(scf.ForOp, (*bounds, *inits), kinds, {}, place, state.block, (Region(body),))
    for (n, index), new in zip(carried, loop.results, strict=True):
        old = ops[one.end - one.period + n].results[index]
        new.name_hint, state.values[old] = old.name_hint, new


def _counted(state: BlockCopy, value: SSAValue, step: int, body: Block) -> SSAValue:
    """A constant of the first iteration, plus `step` for each iteration since."""
    first, kind, turn = constant_of(value), value.type, body.args[0]
    assert first is not None and isinstance(kind, IntegerType)
    if kind == i64:
        turn = fast(ExtSIOp, (turn,), (i64,), {}, UNKNOWN_LOCATION, body).results[0]
    if step != 1:
        turn = _arithmetic(arith.MuliOp, turn, state.constant(step, kind), body)
    return _arithmetic(arith.AddiOp, turn, state.constant(first, kind), body)


def _arithmetic(cls: type[Operation], a: SSAValue, b: SSAValue, block: Block) -> SSAValue:
    return fast(cls, (a, b), (a.type,), properties_of(cls), UNKNOWN_LOCATION, block).results[0]
