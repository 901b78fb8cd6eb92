"""Loads that read at constant distances from each other, which one check can report: tiles in registers are read so.

Loads form a group where they are of one line of the author's and one kind, and nothing between them but arithmetic and
other loads. Distances come from the sums that addresses are made of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Block, Operation, SSAValue

from cutedsl.codegen.cpu.plan.numbering import Numbering
from cutedsl.codegen.llvm.attributes import position, string
from cutedsl.codegen.llvm.types import storage_bytes
from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import facts
from cutedsl.ir.ops.atomic import OrderedLoadOp
from cutedsl.ir.ops.check import CheckModeOp
from cutedsl.ir.ops.pointer import PtrAddOp, PtrCastOp, PtrLoadOp, PtrStoreOp
from cutedsl.ir.types import PtrType

_MOST: Final = 16
"""Upper limit on the loads of a group."""


@frozen
class Sum:
    """A number of bytes: values by their numbers, each with a factor, and a constant."""

    parts: tuple[tuple[int, int], ...] = ()
    constant: int = 0

    def plus(self, other: Sum, factor: int = 1) -> Sum:
        """`self + factor * other`."""
        found = dict(self.parts)
        for number, by in other.parts:
            found[number] = found.get(number, 0) + factor * by
        parts = tuple(sorted((number, by) for number, by in found.items() if by))
        return Sum(parts, self.constant + factor * other.constant)


@frozen
class ReadGroups:
    """The groups of the loads of a function, and a number for the address of each: of equal addresses the same."""

    groups: Mapping[Operation, Sequence[tuple[Operation, int]]] = field(
        default_factory=dict[Operation, "Sequence[tuple[Operation, int]]"]
    )
    addresses: Mapping[Operation, int] = field(default_factory=dict[Operation, int])

    def after(self, load: Operation) -> list[tuple[Operation, int]]:
        """The later loads of a load's group, each with its distance in bytes."""
        group = self.groups.get(load, ())
        places = [at for at, (one, _) in enumerate(group) if one is load]
        if not places:
            return []
        own = group[places[0]][1]
        return [(one, at - own) for one, at in group[places[0] + 1 :][: _MOST - 1]]


def read_groups(ops: Sequence[Operation]) -> ReadGroups:
    """The groups of the loads among a kernel's ops, and the numbers of their addresses."""
    search = _Search()
    loads = [op for op in ops if type(op) in (PtrLoadOp, OrderedLoadOp)]
    for block in dict.fromkeys(op.parent_block() for op in loads):
        assert block is not None
        search.look(block)
    return ReadGroups(search.groups, {op: search.numbering.number(op.operands[0]) for op in loads})


@dataclass(slots=True)
class _Search:
    """The walk over the blocks with loads."""

    groups: dict[Operation, list[tuple[Operation, int]]] = field(
        default_factory=dict[Operation, "list[tuple[Operation, int]]"]
    )
    numbering: Numbering = field(default_factory=Numbering)
    sums: dict[SSAValue, Sum] = field(default_factory=dict[SSAValue, Sum])

    def look(self, block: Block) -> None:
        """Finds the groups of a block."""
        known: dict[object, list[tuple[Operation, int]]] = {}
        for op in block.ops:
            if type(op) is PtrLoadOp and string(op, "sem", "weak") == "weak":
                pointer = op.operands[0]
                assert isinstance(pointer.type, PtrType)
                if pointer.type.space.data == "smem" and not pointer.type.swizzle.data:
                    place = self._sum(pointer)
                    group = known.setdefault((place.parts, op.results[0].type, position(op)), [])
                    group.append((op, place.constant))
                    self.groups[op] = group
            elif not facts(op).pure and not _passes(op):
                known = {}

    def _sum(self, value: SSAValue) -> Sum:
        found = self.sums.get(value)
        if found is None:
            found = self.sums[value] = self._sum_of_result(value)
        return found

    def _sum_of_result(self, value: SSAValue) -> Sum:
        owner = value.owner
        match owner:
            case arith.ConstantOp(value=IntegerAttr() as number):
                return Sum((), number.value.data)
            case arith.AddiOp():
                return self._sum(owner.lhs).plus(self._sum(owner.rhs))
            case arith.MuliOp():
                left, right = self._sum(owner.lhs), self._sum(owner.rhs)
                if not left.parts or not right.parts:
                    number, other = (left, right) if not left.parts else (right, left)
                    return Sum().plus(other, number.constant)
            case PtrCastOp():
                return self._sum(owner.operands[0])
            case PtrAddOp():
                assert isinstance(value.type, PtrType)
                offset = self._sum(owner.operands[1])
                return self._sum(owner.operands[0]).plus(offset, storage_bytes(value.type.element))
            case _:
                pass
        return Sum(((self.numbering.number(value), 1),))


def _passes(op: Operation) -> bool:
    """Whether loads after an op may be reported before it: a store to registers, or the check of a coordinate."""
    if type(op) is CheckModeOp:
        return True
    if type(op) is not PtrStoreOp:
        return False
    kind = op.operands[1].type
    return isinstance(kind, PtrType) and kind.space.data == "rmem"
