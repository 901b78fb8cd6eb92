"""Whether the operands of ops are visible where they are used: MLIR's rule for regions, in one walk."""

from __future__ import annotations

from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from cutedsl.ir.fast import RecordedArgument

_ARGUMENTS = (BlockArgument, RecordedArgument)


def first_hidden(block: Block) -> tuple[Operation, SSAValue] | None:
    """The first op at or below `block` that uses a value of a region it does not stand in, with that value.

    What a block holds is in the order in which it was recorded, so that only the blocks of values are looked at.
    """
    return _search(block, {id(block)})


def _search(block: Block, visible: set[int]) -> tuple[Operation, SSAValue] | None:
    op = block._first_op  # pyright: ignore[reportPrivateUsage]
    while op is not None:  # each recorded op passes here: xDSL's fields, not its iterators and properties
        for operand in op._operands:  # pyright: ignore[reportPrivateUsage]
            home = operand.block if type(operand) in _ARGUMENTS else operand.op.parent  # pyright: ignore
            if home is not block and id(home) not in visible:  # pyright: ignore[reportUnknownArgumentType]
                return op, operand
        if op.regions:
            for region in op.regions:
                inner = region._first_block  # pyright: ignore[reportPrivateUsage]
                while inner is not None:
                    visible.add(id(inner))
                    found = _search(inner, visible)
                    visible.discard(id(inner))
                    if found is not None:
                        return found
                    inner = inner._next_block  # pyright: ignore[reportPrivateUsage]
        op = op._next_op  # pyright: ignore[reportPrivateUsage]
    return None
