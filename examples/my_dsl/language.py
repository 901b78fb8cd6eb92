"""What authors of Logo programs write: `@logo`, and the words for the turtle."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cutedsl.errors import fail, part_of_language
from cutedsl.staging.numeric import as_numeric, is_numeric
from cutedsl.staging.protocol import current_emitter, tracing
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Float64, Int32
from my_dsl.emitter import MachineEmitter
from my_dsl.machine import Instruction, Turtle, run

part_of_language(__file__)


@dataclass(frozen=True, slots=True)
class Program:
    """A compiled drawing; calling it with numbers lets the turtle run."""

    code: tuple[Instruction, ...]
    parameters: int

    def __call__(self, *numbers: int) -> Turtle:
        if len(numbers) != self.parameters:
            raise fail("argument-count", f"the drawing takes {self.parameters} numbers and is given {len(numbers)}")
        return run(self.code, list(enumerate(numbers)))

    def __str__(self) -> str:
        return "\n".join(map(str, self.code))


def logo(function: Callable[..., None]) -> Program:
    """Compiles a function; its parameters are integers of the running program."""
    emitter = MachineEmitter()
    parameters = [emitter.register(Int32.spec.short) for _ in inspect.signature(function).parameters]
    with tracing(emitter):
        staged_function(function)(*map(Int32.from_handle, parameters))
    return Program(tuple(emitter.pieces[0].code), len(parameters))


def forward(distance: Any) -> None:
    """Moves the turtle, drawing."""
    current_emitter().op("forward", [_number(distance)], [], {})


def turn(degrees: Any) -> None:
    """Turns the turtle to its left."""
    current_emitter().op("turn", [_number(degrees)], [], {})


def position() -> tuple[Any, Any]:
    """Where the turtle is: two numbers of the running program."""
    kind = Float64.spec.short
    x, y = current_emitter().op("position", [], [kind, kind], {})
    return Float64.from_handle(x), Float64.from_handle(y)


def _number(value: Any) -> int:
    """A number known now or later, as a register."""
    if not is_numeric(value) and not isinstance(value, int | float):
        raise fail("operand-type", f"the turtle takes numbers, not a {type(value).__name__}")
    return as_numeric(value).to(Float64).ir_value()
