"""Whether the operands of ops are visible where they are used: MLIR's rule for regions, in one walk."""

from __future__ import annotations

from xdsl.ir import Block, Operation, SSAValue


def first_hidden(block: Block) -> tuple[Operation, SSAValue] | None:
    """The first op at or below `block` that uses a value of a region it does not stand in, with that value.

    What a block holds is in the order in which it was recorded, so that only the blocks of values are looked at.
    """
    return _search(block, {id(block)})


def _search(block: Block, visible: set[int]) -> tuple[Operation, SSAValue] | None:
    for op in block.ops:
        for operand in op._operands:  # pyright: ignore[reportPrivateUsage]  # `operands` makes a tuple each time
            home = operand.owner
            if id(home if isinstance(home, Block) else home.parent) not in visible:
                return op, operand
        for region in op.regions:
            for inner in region.blocks:
                visible.add(id(inner))
                found = _search(inner, visible)
                visible.discard(id(inner))
                if found is not None:
                    return found
    return None
