"""Tensor maps that a kernel asks for, made on the host: the ops that they follow from are copied there.

The copy engine reads a map from memory that no thread of the kernel wrote, so a map is a parameter. What it is made of
(a pointer, extents, strides) a kernel of `cute.experimental` computes from its own parameters. Source: ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.ir import Block, Operation, SSAValue

from cutedsl.errors import fail
from cutedsl.ir.facts import facts

_MAKE = "cute.tma.make"


def hoist_tensor_maps(kernel: Block, arguments: Sequence[SSAValue]) -> tuple[list[Operation], list[SSAValue]]:
    """Makes each map of a kernel a parameter; returns the host's ops, in order, and the host's value of each.

    Maps of equal operands are one parameter. Errors: tensor-map-host, for a map of what the kernel read or loops over.
    """
    host = _Host(dict(zip(kernel.args, arguments, strict=True)))
    parameters: dict[SSAValue, SSAValue] = {}
    for op in [op for op in kernel.walk() if op.name == _MAKE]:
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
        self._made: dict[Any, Operation] = {}

    def value(self, value: SSAValue) -> SSAValue:
        """The host's copy of a value."""
        found = self.values.get(value)
        if found is not None:
            return found
        op = value.owner
        if isinstance(op, Block) or op.regions or not _repeatable(op):
            raise fail(
                "tensor-map-host",
                f"cannot make a tensor map of a tensor that the kernel computes by {_describe(op)}",
                fix="Copy a tile of an argument, or of a tensor made from an argument's pointer.",
            )
        operands = [self.value(operand) for operand in op.operands]
        key = (op.name, *operands, *map(str, op.properties.items()), *map(str, op.attributes.items()))
        copy = self._made.get(key)
        if copy is None:
            copy = self._made[key] = op.clone(self.values)
            self.ops.append(copy)
        for old, new in zip(op.results, copy.results, strict=True):
            self.values[old] = new
        return self.values[value]


def _repeatable(op: Operation) -> bool:
    return op.name == _MAKE or facts(op).pure


def _describe(op: Operation | Block) -> str:
    return "a loop or a branch" if isinstance(op, Block) else f"`{op.name}`"
