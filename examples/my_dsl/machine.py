"""The machine: registers, jumps and a turtle."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Instruction:
    """`results = op operands`: operands and results are registers; `compute` gives the results' values."""

    op: str
    results: tuple[int, ...] = ()
    operands: tuple[int, ...] = ()
    target: str = ""
    compute: Callable[..., Sequence[Any]] | None = None

    def __str__(self) -> str:
        if self.op == "label":
            return self.target + ":"
        results, operands = (", ".join(f"r{number}" for number in group) for group in (self.results, self.operands))
        words = [results + " =" if results else "", self.op, operands, self.target]
        return "    " + " ".join(filter(None, words))


@dataclass(slots=True)
class Turtle:
    """Where the turtle is, where it looks, and the corners of its path."""

    x: float = 0.0
    y: float = 0.0
    degrees: float = 0.0
    path: list[tuple[float, float]] = field(default_factory=lambda: [(0.0, 0.0)])

    def forward(self, distance: float) -> tuple[()]:
        self.x += distance * math.cos(math.radians(self.degrees))
        self.y += distance * math.sin(math.radians(self.degrees))
        self.path.append((self.x, self.y))
        return ()

    def turn(self, degrees: float) -> tuple[()]:
        self.degrees += degrees
        return ()

    def position(self) -> tuple[float, float]:
        return self.x, self.y


def run(code: Sequence[Instruction], inputs: Sequence[tuple[int, Any]]) -> Turtle:
    """Runs a program whose first registers are given; gives the turtle at the end."""
    turtle, registers = Turtle(), dict(inputs)
    labels = {item.target: place for place, item in enumerate(code) if item.op == "label"}
    moves = {"forward": turtle.forward, "turn": turtle.turn, "position": turtle.position}
    at = 0
    while at < len(code):
        now = code[at]
        at += 1
        values = [registers[number] for number in now.operands]
        if now.op == "jump" or (now.op == "unless" and not values[0]):
            at = labels[now.target]
        elif now.op in moves or now.compute is not None:
            compute = moves.get(now.op) or now.compute
            assert compute is not None
            registers.update(zip(now.results, compute(*values), strict=True))
    return turtle
