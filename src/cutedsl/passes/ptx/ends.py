"""Threads that end within a kernel: what follows runs in the others only.

Source: PTX ISA, "exit".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.dialects import arith, scf, ub
from xdsl.dialects.builtin import BoolAttr, i1
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from cutedsl.ir.arithmetic import properties_of
from cutedsl.ir.fast import append_block_argument, fast, new_block, ops_of, region_of
from cutedsl.ir.ops.elementwise import SelectOp


def end_where(ended: SSAValue, op: Operation) -> None:
    """Lets the threads for which `ended` holds after an op do nothing more, in its block or in those around it."""
    while True:
        block, outer = op.parent_block(), op.parent_op()
        assert block is not None and outer is not None
        if isinstance(outer, FuncOp):
            _guard(ended, _between(op, block), block)
            return
        match outer:
            case scf.IfOp():
                op = _end_if(outer, block, ended, op)
            case scf.ForOp():
                op = _end_for(outer, block, ended, op)
            case scf.WhileOp():
                op = _end_while(outer, block, ended, op)
            case _:
                raise AssertionError(f"a thread ends in {outer.name}")
        ended = op.results[-1]


def _between(op: Operation | None, block: Block) -> list[Operation]:
    """The ops of a block after one of them, but for its terminator."""
    ops = ops_of(block)[:-1]
    return ops if op is None else ops[ops.index(op) + 1 :]


def _terminator(block: Block) -> Operation:
    last = block.last_op
    assert last is not None
    return last


def _guard(
    ended: SSAValue, rest: Sequence[Operation], block: Block, instead: Sequence[SSAValue] | None = None
) -> Sequence[SSAValue]:
    """Moves ops that end a block into the arm of an `scf.if` that living threads take.

    Returns what the block's terminator is given then: in threads that have ended `instead`, or anything.
    """
    last = _terminator(block)
    wanted = list(last.operands)
    location = last.location
    gone, living = new_block(), new_block()
    for op in rest:
        op.detach()
        living.add_op(op)
    after = fast(scf.YieldOp, wanted, (), {}, location, living)
    if instead is None:
        instead = [_anything(value.type, after, gone) for value in wanted]
    fast(scf.YieldOp, instead, (), {}, location, gone)
    kinds = [value.type for value in wanted]
    chosen = _before(
        last, fast(scf.IfOp, (ended,), kinds, {}, location, new_block(), [region_of(gone), region_of(living)])
    )
    return chosen.results


def _anything(kind: Attribute, near: Operation, block: Block) -> SSAValue:
    return fast(ub.PoisonOp, (), (kind,), {"value": ub.PoisonAttr()}, near.location, block).results[0]


def _before(place: Operation, made: Operation) -> Operation:
    """Moves an op that was just made to where it belongs."""
    block = place.parent
    assert block is not None
    made.detach()
    block.insert_op_before(made, place)
    return made


def _constant(*, value: bool, place: Operation) -> SSAValue:
    number = {"value": BoolAttr.from_bool(value)}
    return _before(place, fast(arith.ConstantOp, (), (i1,), number, place.location, new_block())).results[0]


def _give(block: Block, operands: Iterable[SSAValue]) -> None:
    """A new terminator with other operands."""
    last = _terminator(block)
    last.detach()
    fast(type(last), tuple(operands), (), dict(last.properties), last.location, block)
    last.erase()


def _rebuilt(op: Operation, operands: Sequence[SSAValue], blocks: Sequence[Block]) -> Operation:
    """An op with one result more, a predicate, in the place of `op`."""
    for block in blocks:
        if block.parent is not None:
            block.parent.detach_block(block)
    kinds = [*(result.type for result in op.results), i1]
    regions = [region_of(block) for block in blocks]
    made = _before(op, fast(type(op), operands, kinds, dict(op.properties), op.location, new_block(), regions))
    for old, new in zip(op.results, made.results, strict=False):
        old.replace_all_uses_with(new)
    op.detach()
    op.erase()
    return made


def _end_if(outer: scf.IfOp, block: Block, ended: SSAValue, op: Operation) -> Operation:
    _give(block, [*_guard(ended, _between(op, block), block), ended])
    arms = [region.block if region.blocks else None for region in outer.regions]
    both = [arm if arm is not None else _empty(outer) for arm in arms]
    for arm in both:
        if arm is not block:
            _give(arm, [*_terminator(arm).operands, _constant(value=False, place=_terminator(arm))])
    return _rebuilt(outer, outer.operands, both)


def _empty(op: Operation) -> Block:
    block = new_block()
    fast(scf.YieldOp, (), (), {}, op.location, block)
    return block


def _end_for(outer: scf.ForOp, block: Block, ended: SSAValue, op: Operation) -> Operation:
    """A `for` loop whose later iterations do nothing in the threads that ended in one."""
    _give(block, [*_guard(ended, _between(op, block), block), ended])
    before = append_block_argument(block, i1)
    carried = list(block.args[1:])
    _give(block, _guard(before, _between(None, block), block, carried))
    return _rebuilt(outer, [*outer.operands, _constant(value=False, place=outer)], [block])


def _end_while(outer: scf.WhileOp, block: Block, ended: SSAValue, op: Operation) -> Operation:
    """A `while` loop that threads leave when they end, in its condition or its body."""
    ask, body = outer.before_region.block, outer.after_region.block
    given = _guard(ended, _between(op, block), block)
    before = append_block_argument(ask, i1)
    if block is ask:
        goes_on = _and_not(given[0], ended, _terminator(ask))
        _give(ask, [goes_on, *given[1:], ended])
        _give(body, [*_terminator(body).operands, append_block_argument(body, i1)])
    else:
        _give(body, [*given, ended])
        append_block_argument(body, i1)
        goes_on, *forwarded = _guard(before, _between(None, ask), ask)
        _give(ask, [_and_not(goes_on, before, _terminator(ask)), *forwarded, before])
    return _rebuilt(outer, [*outer.operands, _constant(value=False, place=outer)], [ask, body])


def _and_not(condition: SSAValue, ended: SSAValue, place: Operation) -> SSAValue:
    """A condition in living threads, false in others whatever it is there."""
    no = _constant(value=False, place=place)
    made = fast(SelectOp, (ended, no, condition), (i1,), properties_of(SelectOp), place.location, new_block())
    return _before(place, made).results[0]
