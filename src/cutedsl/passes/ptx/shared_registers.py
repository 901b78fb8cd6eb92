"""Registers that one inline PTX text of a function declares, outside of braces, and later texts read or write.

Such a register is a number in private memory: texts in branches and loops find there what was written last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerAttr, i1, i8, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue

from cutedsl.ir.ops import pointer as pointer_ops
from cutedsl.ir.types import PtrType
from cutedsl.passes.ptx.registers import TYPES, Machine

_NAME = re.compile(r"[\w%]+")


class SharedRegisters:
    """Those of a function, whose `texts` are requested in their order."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._ahead = [set(_NAME.findall(text)) for text in texts]
        """For each text from the next one on the names in it."""
        self._places: dict[str, tuple[SSAValue, Block]] = {}
        """Where a register lies, and the block in whose ops and their regions it is known."""
        self._found: dict[str, SSAValue] = {}
        """What the text under way found there."""

    def load(self, machine: Machine) -> None:
        """Before a text: what it finds in the registers that it names."""
        self._found = {}
        for name in self._known(machine, self._ahead.pop(0)):
            pointer = self._places[name][0]
            self._found[name] = machine.values[name] = machine.op(pointer_ops.PtrLoadOp, (pointer,), _element(pointer))

    def store(self, machine: Machine) -> None:
        """After a text: what it leaves in registers that a later text names."""
        later = set[str]().union(*self._ahead)
        for name in sorted(later & machine.lasting.keys()):
            self._declare(machine, name)
        for name in self._known(machine, machine.values.keys() & self._places.keys()):
            pointer = self._places[name][0]
            if machine.values[name] is not self._found.get(name):
                value = machine.converted(machine.values[name], _element(pointer))
                machine.do(pointer_ops.PtrStoreOp, (value, pointer))

    def _declare(self, machine: Machine, name: str) -> None:
        home, kind = machine.source.parent, TYPES.get(machine.lasting[name])
        if home is None or kind is None:
            raise machine.unknown(f".reg .{machine.lasting[name]} {name}, which another text names")
        pointer = PtrType.of(i8 if kind == i1 else kind, "rmem")
        place = machine.op(pointer_ops.RmemAllocOp, (), pointer, elems=IntegerAttr(1, i64))
        self._places[name] = place, home

    def _known(self, machine: Machine, names: set[str]) -> list[str]:
        return sorted(name for name in names & self._places.keys() if _within(machine.source, self._places[name][1]))


def _element(pointer: SSAValue) -> Attribute:
    assert isinstance(pointer.type, PtrType)
    return pointer.type.element


def _within(op: Operation, block: Block) -> bool:
    """Whether an op is in a block, or in a region of an op in it."""
    home = op.parent
    while home is not None and home is not block:
        owner = home.parent_op()
        home = None if owner is None else owner.parent
    return home is block
