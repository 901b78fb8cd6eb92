"""The 32-bit sums of a checked kernel that loops carry on until a pointer moves by them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from xdsl.dialects import scf
from xdsl.dialects.arith import SelectOp
from xdsl.dialects.builtin import i32, i64
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from cutedsl.ir.facts import facts

_VERBS: Final = ("add", "sub", "mul")


def narrow_source(value: SSAValue) -> SSAValue:
    """The number that is made longer."""
    owner = value.owner
    while isinstance(owner, Operation) and owner.name == "arith.extsi":
        value = owner.operands[0]
        owner = value.owner
    return value


def is_index_sum(op: Operation) -> bool:
    """Whether an op is a sum, a product or a shift by a constant, of integers: what indices are made of."""
    if op.results[0].type not in (i32, i64):
        return False
    operation = facts(op).computes.operation
    return operation in _VERBS or (operation == "shl" and _is_constant(op.operands[1]))


def _is_constant(value: SSAValue) -> bool:
    return isinstance(value.owner, Operation) and value.owner.name == "arith.constant"


def carried_sums(moves: Iterable[Operation]) -> dict[Operation, Operation]:
    """The sums that reach a move of a pointer through variables of loops, each with such a move.

    A sum that no loop carries is part of the move's own arithmetic, and is not among them.
    """
    found: dict[Operation, Operation] = {}
    for move in moves:
        for op in _carried(move.operands[1]):
            found.setdefault(op, move)
    return found


def _carried(moved_by: SSAValue) -> Iterator[Operation]:
    pending, seen = [(moved_by, False)], set[tuple[SSAValue, bool]]()
    while pending:
        wide, carried = pending.pop()
        value = narrow_source(wide)
        if (value, carried) in seen:
            continue
        seen.add((value, carried))
        owner = value.owner
        if isinstance(owner, Operation) and owner.results and is_index_sum(owner):
            if carried and owner.results[0].type == i32:
                yield owner
            pending.extend((operand, carried) for operand in owner.operands)
        elif isinstance(owner, SelectOp):
            pending.extend((operand, carried) for operand in owner.operands[1:])
        else:
            pending.extend((source, True) for source in _sources(value))


def _sources(value: SSAValue) -> Iterator[SSAValue]:
    """The values that a variable of a loop or a branch may have."""
    if isinstance(value, BlockArgument):
        yield from _sources_of_argument(value)
        return
    owner = value.owner
    if isinstance(owner, scf.ForOp):
        yield owner.iter_args[value.index]  # pyright: ignore[reportAttributeAccessIssue]
        yield _last_operands(owner.body.block)[value.index]  # pyright: ignore[reportAttributeAccessIssue]
    elif isinstance(owner, scf.WhileOp):
        yield _last_operands(owner.before_region.block)[1 + value.index]  # pyright: ignore[reportAttributeAccessIssue]
    elif isinstance(owner, scf.IfOp):
        for region in owner.regions:
            if region.blocks:
                yield _last_operands(region.block)[value.index]  # pyright: ignore[reportAttributeAccessIssue]


def _sources_of_argument(value: BlockArgument) -> Iterator[SSAValue]:
    block = value.owner
    loop = block.parent_op()
    if isinstance(loop, scf.ForOp) and value.index:
        yield loop.iter_args[value.index - 1]
        yield _last_operands(block)[value.index - 1]
    elif isinstance(loop, scf.WhileOp) and block is loop.before_region.block:
        yield loop.arguments[value.index]
        yield _last_operands(loop.after_region.block)[value.index]
    elif isinstance(loop, scf.WhileOp):
        yield _last_operands(loop.before_region.block)[1 + value.index]


def _last_operands(block: Block) -> list[SSAValue]:
    """What a block hands on."""
    last = block.last_op
    return list(last.operands) if last is not None else []
