"""Finds the statements that an irregular kernel repeats: ops of one line of the source, on any values, in any order.

A kernel of thousands of ops has few lines. Where Python chose in each iteration what to record and on which values,
no run of ops repeats, but statements do. A statement's ops are of the same line and are connected in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from struct import pack, unpack
from typing import Final, TypeAlias

from xdsl.dialects.builtin import (
    BFloat16Type,
    FileLineColLoc,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IntegerType,
    LocationAttr,
    i32,
)
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from cutedsl.ir.fast import operands_of, type_of
from cutedsl.passes.rerolling.repetition import constant_of, repeats_apart, same_but_operands, takes_numbers

_LEAST_OPS: Final = 128
"""Shorter runs are not worth a loop."""
_MOST_ALIKE: Final = 32
"""An iteration is compared with so many statements of its kinds: where each iteration is a new one, no loop would be
shorter.
"""
_FLOATS: Final = (Float32Type, Float16Type, BFloat16Type, Float64Type)

Place: TypeAlias = "tuple[int, int]"
"""A value by the op of a statement that makes it, and the number of the result."""
Source: TypeAlias = "Place | int"
"""Where an operand comes from: the same statement, or the parameter of a number."""


class Of(Enum):
    """What the values of a parameter have in common."""

    NUMBER = auto()
    """Constants that a table can hold."""
    STORED = auto()
    """What private memory can hold."""
    ONE = auto()
    """They are one value, or constants that are equal."""


@dataclass(slots=True)
class Parameter:
    """What a statement takes from elsewhere: the value of its first iteration, and those of all."""

    of: Of
    first: SSAValue
    values: list[SSAValue] = field(default_factory=list[SSAValue])


@dataclass(slots=True)
class Statement:
    """The ops of its first iteration and where their operands come from.

    `results` are what some turn makes for other statements.
    """

    ops: Sequence[Operation]
    sources: Sequence[Sequence[Source]]
    parameters: Sequence[Parameter]
    results: dict[Place, None] = field(default_factory=dict[Place, None])


@dataclass(slots=True)
class Run:
    """The ops from `start` to before `end`, which are turns of statements: of which one, and from which op on."""

    start: int
    end: int
    statements: list[Statement] = field(default_factory=list[Statement])
    turns: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    known: dict[tuple[int, ...], list[int]] = field(default_factory=dict[tuple[int, ...], list[int]])
    """Statements by the kinds of their ops."""

    @property
    def saved_ops(self) -> int:
        """How many fewer ops a loop over the iterations has, with those that bring each statement its values."""
        found = 0
        for one in self.statements:
            brought = sum(parameter.of is not Of.ONE for parameter in one.parameters) + len(one.results)
            found += len(one.ops) + 3 * brought
        return self.end - self.start - found


@dataclass(slots=True)
class Uses:
    """The ops of a block: the number of the op that makes each value, and of the last one that uses it.

    One in a region has no number: what it uses is used to the end. `numbers` has the constants (`number_of`).
    """

    ops: Sequence[Operation]
    made: dict[SSAValue, int]
    last: dict[SSAValue, int]
    numbers: dict[SSAValue, int]

    @staticmethod
    def of(ops: Sequence[Operation]) -> Uses:
        """Of a block's ops without its constants."""
        made: dict[SSAValue, int] = {}
        last: dict[SSAValue, int] = {}
        inside: list[Operation] = []
        for number, op in enumerate(ops):
            for value in operands_of(op):
                last[value] = number
            if op.regions:
                inside += op.walk()
            for result in op.results:
                made[result] = number
        numbers = {value: found for value in last if value not in made and (found := number_of(value)) is not None}
        for op in inside:
            last.update(dict.fromkeys(operands_of(op), len(ops)))
        return Uses(ops, made, last, numbers)


def find_runs(uses: Uses, kinds: Sequence[int], *, below: int) -> list[Run]:
    """The long runs of statements among ops of `kinds` (`kinds_of`), in their order.

    None are found where the statements have `below` ops or more: the search then ends, as no loop would be shorter.
    """
    runs: list[Run] = []
    left = below
    run: Run | None = None
    for start, end in _cut(uses.ops, kinds):
        results = _results(uses, start, end) if repeats_apart(type(uses.ops[start])) else None
        if results is None:
            run = None
            continue
        if run is None:
            run = Run(start, start)
            runs.append(run)
        left -= _add(run, uses, tuple(kinds[start:end]), start, results)
        if left <= 0:
            return []
    return [run for run in runs if run.end - run.start >= _LEAST_OPS]


def _cut(ops: Sequence[Operation], kinds: Sequence[int]) -> list[tuple[int, int]]:
    """Where statements start and end; an op that does not repeat is one by itself.

    A statement ends with its line, and before an op that it has already: a loop of one line comes once per iteration.
    """
    starts: list[int] = []
    lines: dict[int, object] = {}
    line: object = None
    seen: set[int] = set()
    for number, kind in enumerate(kinds):
        own = lines.get(kind)
        if own is None:
            op = ops[number]
            own = lines[kind] = _line(op.location) if repeats_apart(type(op)) else ("alone", number)
        if own != line or kind in seen:
            starts.append(number)
            line = own
            seen.clear()
        seen.add(kind)
    return list(zip(starts, (*starts[1:], len(ops)), strict=True))


def _line(location: LocationAttr) -> tuple[str, int]:
    return (location.filename.data, location.line.data) if isinstance(location, FileLineColLoc) else ("", 0)


def _results(uses: Uses, start: int, end: int) -> list[Place] | None:
    """What a statement makes for others; None where such a value cannot be stored."""
    found: list[Place] = []
    for number in range(start, end):
        for index, result in enumerate(uses.ops[number].results):
            if uses.last.get(result, -1) >= end:
                if not _is_stored(type_of(result)):
                    return None
                found.append((number - start, index))
    return found


def _is_stored(mlir: Attribute) -> bool:
    """Whether private memory can hold a value: numbers of whole bytes, and conditions."""
    if type(mlir) is IntegerType:
        return mlir.width.data in (1, 8, 16, 32, 64)
    return type(mlir) in _FLOATS


def _add(run: Run, uses: Uses, kinds: tuple[int, ...], start: int, results: Sequence[Place]) -> int:
    """Adds an iteration: the ops of `kinds` from number `start` on. How many ops are of a statement not seen before."""
    ops = uses.ops[start : start + len(kinds)]
    known, new_ops = run.known.setdefault(kinds, []), 0
    for number in known[-_MOST_ALIKE:]:
        statement = run.statements[number]
        outside = _outside(statement, uses, ops, start)
        if outside is not None:
            break
    else:
        number, statement, new_ops = len(run.statements), _statement(uses, ops, start), len(ops)
        known.append(number)
        run.statements.append(statement)
        outside = [parameter.first for parameter in statement.parameters]
    for parameter, value in zip(statement.parameters, outside, strict=True):
        parameter.values.append(value)
    for place in results:
        statement.results[place] = None
    run.turns.append((number, start))
    run.end = start + len(ops)
    return new_ops


def _statement(uses: Uses, ops: Sequence[Operation], start: int) -> Statement:
    """A statement that has had no turn."""
    sources: list[list[Source]] = []
    parameters: list[Parameter] = []
    for op in ops:
        own: list[Source] = []
        for value in operands_of(op):
            made = uses.made.get(value, -1) - start
            if made >= 0:
                assert isinstance(value, OpResult)
                own.append((made, value.index))
                continue
            own.append(len(parameters))
            varies = value in uses.numbers and takes_numbers(type(op))
            stored = _constant(value) is None and _is_stored(value.type)
            parameters.append(Parameter(Of.NUMBER if varies else Of.STORED if stored else Of.ONE, value))
        sources.append(own)
    return Statement(ops, sources, parameters)


def _outside(statement: Statement, uses: Uses, ops: Sequence[Operation], start: int) -> list[SSAValue] | None:
    """What ops of a statement's kinds take from elsewhere, if they are related among themselves as it says."""
    found: list[SSAValue] = []
    made, parameters = uses.made, statement.parameters
    for op, first, sources in zip(ops, statement.ops, statement.sources, strict=True):
        if not same_but_operands(op, first):
            return None
        for value, source in zip(operands_of(op), sources, strict=True):
            if type(source) is tuple:
                if ops[source[0]].results[source[1]] is not value:
                    return None
            else:
                parameter = parameters[len(found)]
                if value is not parameter.first and (made.get(value, -1) >= start or not _fits(uses, parameter, value)):
                    return None
                found.append(value)
    return found


def _fits(uses: Uses, parameter: Parameter, value: SSAValue) -> bool:
    """Whether another value than its first may be that of a parameter."""
    if parameter.of is Of.ONE:
        constant = _constant(value)
        return constant is not None and constant == _constant(parameter.first)
    if type_of(value) is not type_of(parameter.first) and type_of(value) != type_of(parameter.first):
        return False
    if parameter.of is Of.NUMBER:
        return value in uses.numbers
    return value in uses.made or _constant(value) is None


def _constant(value: SSAValue) -> Attribute | None:
    """What a constant of the program is."""
    owner = value.owner
    return owner.properties["value"] if isinstance(owner, Operation) and owner.name == "arith.constant" else None


def number_of(value: SSAValue) -> int | None:
    """A constant that a table can hold: an integer of 32 or 64 bits as one of 32, or the bits of an f32 as one."""
    number, integer = _constant(value), constant_of(value)
    if isinstance(number, FloatAttr) and type(value.type) is Float32Type:
        return unpack("<i", pack("<f", number.value.data))[0]
    if integer is None:
        return None
    if value.type == i32:
        integer = (integer + (1 << 31)) % (1 << 32) - (1 << 31)
    return integer if -(1 << 31) <= integer < 1 << 31 else None
