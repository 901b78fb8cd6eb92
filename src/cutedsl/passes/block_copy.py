"""Copying the ops of a kernel into another block, some of them in another form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects import arith, func
from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Block, Operation, Region, SSAValue

from cutedsl.ir.fast import UNKNOWN_LOCATION, append_copy, fast, integer_attr, operands_of


@dataclass(slots=True)
class BlockCopy:
    """The ops of a block copied into another; `values` are the copies of its values."""

    source: Block
    block: Block
    values: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])

    @staticmethod
    def begin(source: Block) -> BlockCopy:
        """A copy of a block's arguments, and of nothing else yet."""
        state = BlockCopy(source, Block(arg_types=[arg.type for arg in source.args]))
        for old, new in zip(source.args, state.block.args, strict=True):
            new.name_hint, state.values[old] = old.name_hint, new
        return state

    def function(self, old: func.FuncOp) -> func.FuncOp:
        """The function with the copied block as its body."""
        scratch, attributes, properties = Block(), old.attributes, old.properties
        made = fast(func.FuncOp, (), (), properties, old.location, scratch, (Region(self.block),), attributes)
        scratch.detach_op(made)
        return made

    def copy(self, ops: Sequence[Operation]) -> None:
        """Copies ops, each constant before the first op that uses it."""
        for op in ops:
            if op.regions:
                for inside in op.walk():
                    self.operands(inside.operands)
                append_copy(op, self.block, self.values)
            else:
                self.same(op, self.operands(operands_of(op)), self.block)

    def same(self, op: Operation, operands: Sequence[SSAValue], block: Block) -> None:
        """One op, on other operands."""
        types = [result.type for result in op.results]
        made = fast(type(op), operands, types, op.properties, op.location, block, (), op.attributes)
        for old, new in zip(op.results, made.results, strict=True):
            new.name_hint, self.values[old] = old.name_hint, new

    def operands(self, old: Sequence[SSAValue]) -> list[SSAValue]:
        """The copies of values; what has none yet is a constant, or of a region that is being copied."""
        found: list[SSAValue] = []
        for value in old:
            owner = value.owner
            if value not in self.values and isinstance(owner, Operation) and owner.parent is self.source:
                self.same(owner, (), self.block)
            found.append(self.values.get(value, value))
        return found

    def constant(self, number: int, kind: IntegerType) -> SSAValue:
        """A new integer constant."""
        return fast(
            arith.ConstantOp, (), (kind,), {"value": integer_attr(number, kind)}, UNKNOWN_LOCATION, self.block
        ).results[0]
