"""Tensor maps that a kernel asks for, made on the host: the ops that they follow from are copied there.

The copy engine reads a map from memory that no thread of the kernel wrote, so a map is a parameter. What it is made of
(a pointer, extents, strides) a kernel of `cute.experimental` mostly computes from its own parameters. A map of what
only the kernel knows stays in it: the CPU makes it there, a GPU refuses it. Source: ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeGuard

from xdsl.ir import Block, Operation, SSAValue

from cutedsl.ir.facts import facts

_MAKE = "cute.tma.make"


def hoist_tensor_maps(kernel: Block, arguments: Sequence[SSAValue]) -> tuple[list[Operation], list[SSAValue]]:
    """Makes the maps of a kernel parameters; returns the host's ops, in order, and the host's value of each.

    Maps of equal operands are one parameter. A map of what the kernel read or loops over stays where it is.
    """
    host = _Host(dict(zip(kernel.args, arguments, strict=True)))
    parameters: dict[SSAValue, SSAValue] = {}
    for op in [op for op in kernel.walk() if op.name == _MAKE and host.knows(op.results[0])]:
        value = host.value(op.results[0])
        if value not in parameters:
            parameters[value] = kernel.insert_arg(value.type, len(kernel.args))
        op.results[0].replace_all_uses_with(parameters[value])
        op.detach()
        op.drop_all_references()
    return host.ops, list(parameters)


class _Host:
    """The host's copies of a kernel's values, each made once."""

    def __init__(self, values: dict[SSAValue, SSAValue]) -> None:
        self.values = values
        self.ops: list[Operation] = []
        self._known = dict.fromkeys(values, True)
        self._made: dict[Any, Operation] = {}

    def knows(self, value: SSAValue) -> bool:
        """Whether the host can compute a value."""
        known = self._known.get(value)
        if known is None:
            op = value.owner
            known = self._known[value] = _repeatable(op) and all(self.knows(operand) for operand in op.operands)
        return known

    def value(self, value: SSAValue) -> SSAValue:
        """The host's copy of a value that it knows."""
        found = self.values.get(value)
        if found is not None:
            return found
        op = value.owner
        assert isinstance(op, Operation)
        operands = [self.value(operand) for operand in op.operands]
        key = (op.name, *operands, *map(str, op.properties.items()), *map(str, op.attributes.items()))
        copy = self._made.get(key)
        if copy is None:
            copy = self._made[key] = op.clone(self.values)
            self.ops.append(copy)
        for old, new in zip(op.results, copy.results, strict=True):
            self.values[old] = new
        return self.values[value]


def _repeatable(op: Operation | Block) -> TypeGuard[Operation]:
    return isinstance(op, Operation) and not op.regions and (op.name == _MAKE or facts(op).pure)
