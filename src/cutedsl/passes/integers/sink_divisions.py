"""Integer divisions moved into the branch that alone reads them: a divisor may be zero where no one looks.

A GPU gives some number for `x % 0`, and programs divide ahead of the test that says whether the result counts. On the
CPU a division by zero is an error of the program, so it stands where its result is read.
"""

from __future__ import annotations

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from cutedsl.ir.facts import facts
from cutedsl.ir.fast import copy_of, operands_of, ops_of, ops_within


def sink_divisions(module: ModuleOp) -> ModuleOp:
    """The module with divisions by what is not a constant, and what is computed from them, in their branch.

    A copy if such a division moves. Only ops of one block whose results are read in one arm of one `scf.if` move; none
    moves into a loop. Those that nothing reads go.
    """
    blocks = {op.parent: None for op in ops_within(module.body.block) if _divides(op)}
    if not any(block is not None and _division_moves(block) for block in blocks):
        return module
    copied = copy_of(module)
    for op in ops_of(copied.body.block):
        _in_regions(op)
    return copied


def _divides(op: Operation) -> bool:
    """Whether it is a division by what is not a constant."""
    return facts(op).computes.divides and not isinstance(op.operands[1].owner, arith.ConstantOp)


def _in_regions(op: Operation) -> None:
    for region in op.regions:
        for block in region.blocks:
            for one, arms in _readers_first(block).items():
                if not arms:
                    one.detach()
                    one.erase()
                    continue
                arm = next(iter(arms))
                if arm is not None:
                    one.detach()
                    first = arm.first_op
                    assert first is not None
                    arm.insert_op_before(one, first)
            for inside in ops_of(block):
                if inside.regions:
                    _in_regions(inside)


def _computed_from_divisions(ops: list[Operation]) -> list[Operation]:
    """The divisions among the ops of a block, and the arithmetic on their results, in order."""
    found: list[Operation] = []
    made: set[SSAValue] = set()
    for op in ops:
        if _divides(op) or (made and facts(op).arithmetic and any(value in made for value in operands_of(op))):
            found.append(op)
            made.update(op.results)
    return found


def _readers_first(block: Block) -> dict[Operation, set[Block | None]]:
    """Where the divisions of a block and the arithmetic on them go: to one arm; {None}: they stay; none: unread."""
    found: dict[Operation, set[Block | None]] = {}
    for op in reversed(_computed_from_divisions(ops_of(block))):
        arms: set[Block | None] = set()
        for reader in {use.operation for result in op.results for use in result.uses}:
            arms |= found[reader] if reader in found else {_arm_of(reader, block)}
        found[op] = arms if len(arms) < 2 else {None}
    return found


def _division_moves(block: Block) -> bool:
    """Whether a division of a block has another place, and not only arithmetic on its result."""
    return any(_divides(op) and None not in arms for op, arms in _readers_first(block).items())


def _arm_of(reader: Operation, block: Block) -> Block | None:
    """The arm that an op of a branch in `block` stands in; None for an op of the block itself or of a loop there."""
    inside: Block | None = reader.parent
    while inside is not None and inside is not block:
        owner = inside.parent_op()
        if owner is None:
            return None
        if owner.parent is block:
            return inside if isinstance(owner, scf.IfOp) else None
        inside = owner.parent
    return None
