"""The emitter: what staging calls while the author's function runs, and what becomes of it on the machine.

A handle is a register, a type is the short name of a numeric type, and a region is a piece of code with registers of
its own as arguments. Loops and branches are put together from such pieces, labels and jumps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cutedsl.staging.fold import fold_binary, fold_compare, fold_unary
from cutedsl.staging.literal import to_literal
from cutedsl.types import BOOLEAN, DType
from my_dsl.machine import Instruction


@dataclass(eq=False, slots=True)
class Piece:
    """Code under construction: its arguments, its instructions, and the registers that it ends with."""

    args: list[int]
    code: list[Instruction] = field(default_factory=list)
    ends: tuple[int, ...] = ()


class MachineEmitter:
    """Records a program for the machine; one object a trace."""

    def __init__(self) -> None:
        self.types: list[str] = []
        self.pieces = [Piece([])]
        self.labels = 0

    # -- numbers
    def register(self, type: str) -> int:
        """A fresh register."""
        self.types.append(type)
        return len(self.types) - 1

    def add(self, op: str, operands: Sequence[int], types: Sequence[str], run: Callable[..., Any] | None) -> list[int]:
        """Appends an instruction to the piece that is open."""
        results = [self.register(type) for type in types]
        self.pieces[-1].code.append(Instruction(op, tuple(results), tuple(operands), "", run))
        return results

    def constant(self, value: float, dtype: DType) -> int:
        return self.add(str(value), [], [dtype.short], lambda: [value])[0]

    def binary(self, op: str, dtype: DType, a: int, b: int) -> int:
        return self.add(op, [a, b], [dtype.short], lambda x, y: [fold_binary(op, dtype, x, y)])[0]

    def compare(self, op: str, dtype: DType, a: int, b: int) -> int:
        return self.add(op, [a, b], [BOOLEAN.short], lambda x, y: [fold_compare(op, x, y)])[0]

    def unary(self, op: str, dtype: DType, a: int) -> int:
        return self.add(op, [a], [dtype.short], lambda x: [fold_unary(op, dtype, x)])[0]

    def cast(self, a: int, src: DType, dst: DType) -> int:
        return self.add(dst.short, [a], [dst.short], lambda x: [to_literal(x, dst, warned=False)])[0]

    def bitcast(self, a: int, src: DType, dst: DType) -> int:
        raise NotImplementedError("this machine does not know how numbers are stored")

    def select(self, cond: int, dtype: DType, a: int, b: int) -> int:
        return self.add("select", [cond, a, b], [dtype.short], lambda c, x, y: [x if c else y])[0]

    def undefined(self, type: str) -> int:
        return self.add("undefined", [], [type], lambda: [0])[0]

    def type_of(self, handle: int) -> str:
        return self.types[handle]

    def is_of_caller(self, handle: int) -> bool:
        return False

    def dtype_type(self, dtype: DType) -> str:
        return dtype.short

    def op(
        self, name: str, operands: Sequence[int], result_types: Sequence[str], attrs: Mapping[str, object]
    ) -> tuple[int, ...]:
        """What only this language has: the turtle's instructions."""
        return tuple(self.add(name, operands, result_types, None))

    # -- regions
    def open_region(self, arg_types: Sequence[str], arg_names: Sequence[str] = ()) -> Piece:
        self.pieces.append(Piece([self.register(type) for type in arg_types]))
        return self.pieces[-1]

    def leave_region(self, region: Piece) -> None:
        assert self.pieces.pop() is region

    def add_region_arg(self, region: Piece, type: str, name: str = "") -> int:
        region.args.append(self.register(type))
        return region.args[-1]

    def close_region(self, region: Piece, yields: Sequence[int]) -> None:
        region.ends = tuple(yields)

    def close_condition(self, region: Piece, cond: int, values: Sequence[int]) -> None:
        region.ends = (cond, *values)

    def drop_region(self, region: Piece) -> None:
        """A piece that nothing refers to is forgotten."""

    # -- control flow: structured Python becomes labels and jumps
    def for_(
        self,
        lo: int,
        hi: int,
        step: int,
        dtype: DType,
        inits: Sequence[int],
        region: Piece,
        attrs: Mapping[str, object],
    ) -> Sequence[int]:
        top, done = self.new_labels("loop", "done")
        self.move(region.args, [lo, *inits])
        self.mark(top)
        self.jump(done, self.goes_on(region.args[0], hi, step, dtype, attrs["step_sign"]))
        self.pieces[-1].code += region.code
        self.move(region.args, [self.binary("add", dtype, region.args[0], step), *region.ends])
        self.jump(top)
        self.mark(done)
        return region.args[1:]

    def goes_on(self, counter: int, hi: int, step: int, dtype: DType, sign: object) -> int:
        """Whether a counter has not reached the end."""
        if sign:
            return self.compare("lt" if sign == 1 else "gt", dtype, counter, hi)
        up, down = (self.compare(op, dtype, counter, hi) for op in ("lt", "gt"))
        return self.select(self.compare("gt", dtype, step, self.constant(0, dtype)), BOOLEAN, up, down)

    def if_(self, cond: int, then_region: Piece, else_region: Piece, result_types: Sequence[str]) -> Sequence[int]:
        results = [self.register(type) for type in result_types]
        other, done = self.new_labels("else", "done")
        self.jump(other, cond)
        self.pieces[-1].code += then_region.code
        self.move(results, then_region.ends)
        self.jump(done)
        self.mark(other)
        self.pieces[-1].code += else_region.code
        self.move(results, else_region.ends)
        self.mark(done)
        return results

    def while_(self, inits: Sequence[int], before: Piece, after: Piece) -> Sequence[int]:
        top, done = self.new_labels("loop", "done")
        self.move(before.args, inits)
        self.mark(top)
        self.pieces[-1].code += before.code
        condition, *values = before.ends
        self.move(after.args, values)
        self.jump(done, condition)
        self.pieces[-1].code += after.code
        self.move(before.args, after.ends)
        self.jump(top)
        self.mark(done)
        return after.args

    def move(self, results: Sequence[int], operands: Sequence[int]) -> None:
        """Copies registers, all at once: the operands are read before a result is written."""
        if results:
            copy = Instruction("move", tuple(results), tuple(operands), "", lambda *values: values)
            self.pieces[-1].code.append(copy)

    def jump(self, label: str, unless: int | None = None) -> None:
        """Goes on at a label, always or where a condition does not hold."""
        condition = () if unless is None else (unless,)
        self.pieces[-1].code.append(Instruction("unless" if condition else "jump", (), condition, label))

    def mark(self, label: str) -> None:
        """Puts a label here."""
        self.pieces[-1].code.append(Instruction("label", target=label))

    def new_labels(self, *names: str) -> tuple[str, ...]:
        """Labels that no other place has."""
        self.labels += 1
        return tuple(f"{name}{self.labels}" for name in names)
