"""Values that a loop carries: taken apart for its phis, and bound to its block arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Attribute, Block, SSAValue

from cutedsl.codegen.cpu.control.merge import (
    Component,
    components,
    flat,
    regroup,
)
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lanes.analysis import Shape
from cutedsl.codegen.cpu.values import Value


@dataclass(slots=True)
class Carried:
    """The values that a loop carries: block arguments with their shapes, and one value of each to rebuild from."""

    e: WarpEmitter
    arguments: Sequence[SSAValue]
    likes: list[Value]
    counts: list[int]

    @property
    def shapes(self) -> list[Shape]:
        return [self.e.plan.shapes[a] for a in self.arguments]

    @property
    def types(self) -> list[Attribute]:
        return [a.type for a in self.arguments]

    @staticmethod
    def start(
        e: WarpEmitter, arguments: Sequence[SSAValue], initial: Sequence[Value]
    ) -> tuple[Carried, list[Component]]:
        parts = [
            components(e, value, e.plan.shapes[argument], argument.type)
            for value, argument in zip(initial, arguments, strict=True)
        ]
        return Carried(e, arguments, list(initial), [len(p) for p in parts]), list(flat(parts))

    def of(self, e: WarpEmitter) -> Carried:
        """The same values in another emitter's code."""
        return Carried(e, self.arguments, self.likes, self.counts)

    def bind(self, texts: Sequence[str]) -> None:
        """Makes the block arguments stand for these components."""
        values = regroup(self.e, self.likes, self.shapes, self.types, self.counts, texts)
        for argument, value in zip(self.arguments, values, strict=True):
            self.e.env[argument] = value

    def parts(self, values: Sequence[Value]) -> list[str]:
        """The component texts of new values, in the arguments' form."""
        out: list[str] = []
        for value, argument in zip(values, self.arguments, strict=True):
            out += [text for _, text in components(self.e, value, self.e.plan.shapes[argument], argument.type)]
        return out


def yielded(e: WarpEmitter, block: Block) -> list[Value]:
    """The values that a region ends with."""
    terminator = block.last_op
    assert terminator is not None
    return [e.env[x] for x in terminator.operands]


def keep(e: WarpEmitter, going: str, kinds: Sequence[str], new: Sequence[str], old: Sequence[str]) -> list[str]:
    """Lane by lane: the new value where the lane took the iteration, else the one it left with."""
    return [
        e.f.op(f"select <{e.lanes} x i1> {going}, {kind} {a}, {kind} {b}") if kind[0] == "<" and a != b else a
        for kind, a, b in zip(kinds, new, old, strict=True)
    ]
