"""Re-rolls irregular straight-line code into a table-driven loop.

Each iteration runs one statement. Its results go to slots of private memory, which later values reuse. Tables hold, for
each iteration, the statement, the slots it reads and writes, and its constants. What is the same in all iterations of a
statement is part of its code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from struct import pack
from typing import Final, TypeAlias

from xdsl.dialects import scf
from xdsl.dialects.builtin import BytesAttr, DenseArrayBase, IntegerAttr, IntegerType, f32, i1, i32, i64
from xdsl.ir import Attribute, Block, Region, SSAValue

from cutedsl.ir.fast import UNKNOWN_LOCATION, fast, new_block, region_of
from cutedsl.ir.ops.elementwise import CmpiOp, ExtSIOp
from cutedsl.ir.ops.pointer import PtrAddOp, PtrLoadOp, PtrStoreOp, RmemAllocOp
from cutedsl.ir.ops.simt import TableOp
from cutedsl.ir.types import PtrType
from cutedsl.passes.block_copy import BlockCopy
from cutedsl.passes.integers.index_math import IndexBuilder
from cutedsl.passes.rerolling.statements import Of, Parameter, Run, Uses

_SIGNED_LESS: Final = {"predicate": IntegerAttr(2, i64)}

Column: TypeAlias = "SSAValue | list[int]"
"""What a parameter is: the same value each iteration, or a number for each: a slot's, or the constant's."""


@dataclass(slots=True)
class _Slots:
    """Private arrays, one for each type; each value that is still used has an element of one."""

    arrays: list[SSAValue] = field(default_factory=list[SSAValue])
    types: list[Attribute] = field(default_factory=list[Attribute])
    sizes: list[int] = field(default_factory=list[int])
    free: list[list[int]] = field(default_factory=list[list[int]])
    places: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    _known: dict[int, int] = field(default_factory=dict[int, int])

    def number(self, mlir: Attribute) -> int:
        """The number of the array for a type."""
        found = self._known.get(id(mlir))
        if found is None:
            if mlir not in self.types:
                self.types.append(mlir)
                self.sizes.append(0)
                self.free.append([])
            found = self._known[id(mlir)] = self.types.index(mlir)
        return found

    def take(self, value: SSAValue) -> int:
        array = self.number(value.type)
        if self.free[array]:
            slot = self.free[array].pop()
        else:
            slot, self.sizes[array] = self.sizes[array], self.sizes[array] + 1
        self.places[value] = slot
        return slot

    def leave(self, value: SSAValue) -> None:
        self.free[self.number(value.type)].append(self.places[value])


@dataclass(slots=True)
class _Plan:
    """What each statement reads and writes each iteration."""

    entering: list[SSAValue]
    leaving: list[SSAValue]
    reads: list[list[Column]]
    writes: list[list[list[int]]]
    slots: _Slots


def in_turns(state: BlockCopy, uses: Uses, run: Run) -> None:
    """Adds a loop over the iterations of a run to a copy of its block, and loads what is used after it."""
    plan = _planned(uses, run)
    builder = IndexBuilder(state.block, entry=state.block)
    turns = _Turns(state, run, plan, builder)
    for mlir, size in zip(plan.slots.types, plan.slots.sizes, strict=True):
        elems = {"elems": IntegerAttr(size, i64)}
        array = fast(RmemAllocOp, (), (PtrType.of(mlir, "rmem"),), elems, UNKNOWN_LOCATION, state.block)
        plan.slots.arrays.append(array.results[0])
    for value in plan.entering:
        place = turns.slot(value.type, builder.constant(plan.slots.places[value], 32))
        fast(PtrStoreOp, (*state.operands([value]), place), (), {}, UNKNOWN_LOCATION, state.block)
    turns.loop()
    builder.block = state.block
    for value in plan.leaving:
        place = turns.slot(value.type, builder.constant(plan.slots.places[value], 32))
        state.values[value] = builder.op(PtrLoadOp, (place,), value.type)


def _planned(uses: Uses, run: Run) -> _Plan:
    slots, made, last = _Slots(), uses.made, uses.last
    reads = [[_column(one, uses, run.start) for one in statement.parameters] for statement in run.statements]
    writes: list[list[list[int]]] = [[[] for _ in one.results] for one in run.statements]
    entering = _entering(run, reads, made)
    for value in entering:
        slots.take(value)
    leaving: list[SSAValue] = []
    stored = [
        [(one.values, column) for one, column in zip(statement.parameters, columns, strict=True)
         if one.of is Of.STORED and isinstance(column, list)]
        for statement, columns in zip(run.statements, reads, strict=True)
    ]  # fmt: skip
    seen = [0] * len(run.statements)
    for kind, start in run.turns:
        statement, end = run.statements[kind], start + len(run.statements[kind].ops)
        done: dict[SSAValue, None] = {}
        for values, column in stored[kind]:
            value = values[seen[kind]]
            column.append(slots.places[value])
            if last[value] < end and made.get(value, -1) >= run.start:
                done[value] = None
        seen[kind] += 1
        for value in done:
            slots.leave(value)
        unused: list[SSAValue] = []
        for (n, index), column in zip(statement.results, writes[kind], strict=True):
            value = uses.ops[start + n].results[index]
            column.append(slots.take(value))
            used = last.get(value, -1)
            if used >= run.end:
                leaving.append(value)
            elif used < end:
                unused.append(value)
        for value in unused:
            slots.leave(value)
    return _Plan(entering, leaving, reads, writes, slots)


def _column(parameter: Parameter, uses: Uses, start: int) -> Column:
    """What is known of a parameter before slots are given out; `start` is the first op of the run."""
    if parameter.of is Of.ONE:
        return parameter.first
    if parameter.of is Of.NUMBER:
        numbers = [uses.numbers[value] for value in parameter.values]
        return parameter.first if all(number == numbers[0] for number in numbers) else numbers
    if uses.made.get(parameter.first, -1) < start and all(value is parameter.first for value in parameter.values):
        return parameter.first
    return []


def _entering(run: Run, reads: Sequence[Sequence[Column]], made: Mapping[SSAValue, int]) -> list[SSAValue]:
    """What the run's slots hold before its first iteration."""
    found: dict[SSAValue, None] = {}
    for statement, columns in zip(run.statements, reads, strict=True):
        for one, column in zip(statement.parameters, columns, strict=True):
            if one.of is Of.STORED and isinstance(column, list):
                found.update(dict.fromkeys(value for value in one.values if made.get(value, -1) < run.start))
    return list(found)


@dataclass(slots=True)
class _Turns:
    """The loop as it is written."""

    state: BlockCopy
    run: Run
    plan: _Plan
    builder: IndexBuilder

    def loop(self) -> None:
        body = Block(arg_types=[i32])
        self.builder.block, self.builder.location = body, UNKNOWN_LOCATION
        turn, kinds, counts = body.args[0], list[int](), [0] * len(self.run.statements)
        numbers: list[int] = []
        for kind, _ in self.run.turns:
            kinds.append(kind)
            numbers.append(counts[kind])
            counts[kind] += 1
        number = turn if len(counts) == 1 else self.pick(turn, numbers, i32)
        self.choose(self.pick(turn, kinds, i32), number, 0, len(counts))
        fast(scf.YieldOp, (), (), {}, UNKNOWN_LOCATION, body)
        bounds = [self.builder.constant(n, 32) for n in (0, len(kinds), 1)]
        place = self.run.statements[0].ops[0].location
        fast(scf.ForOp, bounds, (), {}, place, self.state.block, (Region(body),))

    def choose(self, kind: SSAValue, number: SSAValue, first: int, end: int) -> None:
        """The statement `kind`, one of those from `first` to before `end`."""
        builder, outer = self.builder, self.builder.block
        if end - first == 1:
            self.statement(first, number)
            return
        middle = (first + end) // 2
        operands = (kind, builder.constant(middle, 32))
        less = fast(CmpiOp, operands, (i1,), _SIGNED_LESS, UNKNOWN_LOCATION, outer).results[0]
        regions: list[Region] = []
        for a, b in ((first, middle), (middle, end)):
            builder.block = new_block()
            self.choose(kind, number, a, b)
            fast(scf.YieldOp, (), (), {}, UNKNOWN_LOCATION, builder.block)
            regions.append(region_of(builder.block))
            builder.block = outer
        fast(scf.IfOp, (less,), (), {}, UNKNOWN_LOCATION, outer, regions)

    def statement(self, kind: int, number: SSAValue) -> None:
        """Turn `number` of a statement."""
        statement, state, block = self.run.statements[kind], self.state, self.builder.block
        self.builder.location = statement.ops[0].location
        parameters = [
            self.parameter(column, parameter, number)
            for column, parameter in zip(self.plan.reads[kind], statement.parameters, strict=True)
        ]
        for op, sources in zip(statement.ops, statement.sources, strict=True):
            operands: list[SSAValue] = []
            for source in sources:
                if isinstance(source, int):
                    operands.append(parameters[source])
                else:
                    operands.append(state.values[statement.ops[source[0]].results[source[1]]])
            state.same(op, operands, block)
        for (n, index), column in zip(statement.results, self.plan.writes[kind], strict=True):
            value = state.values[statement.ops[n].results[index]]
            place = self.slot(value.type, self.pick(number, column, i32))
            fast(PtrStoreOp, (value, place), (), {}, self.builder.location, block)

    def parameter(self, column: Column, parameter: Parameter, number: SSAValue) -> SSAValue:
        mlir = parameter.first.type
        if isinstance(column, SSAValue):
            return self.state.operands([column])[0]
        if parameter.of is Of.STORED:
            return self.builder.op(PtrLoadOp, (self.slot(mlir, self.pick(number, column, i32)),), mlir)
        if mlir == f32:
            return self.pick(number, column, f32)
        found = self.pick(number, column, i32)
        return found if mlir == i32 else self.builder.op(ExtSIOp, (found,), i64)

    def slot(self, mlir: Attribute, place: SSAValue) -> SSAValue:
        """A pointer to an element of the array for a type."""
        array = self.plan.slots.arrays[self.plan.slots.number(mlir)]
        return self.builder.op(PtrAddOp, (array, place), array.type)

    def pick(self, place: SSAValue, numbers: Sequence[int], kind: Attribute) -> SSAValue:
        """One of a table's numbers, or the only one that it has."""
        if isinstance(kind, IntegerType) and min(numbers) == max(numbers):
            return self.builder.constant(numbers[0], 32)
        data = BytesAttr(pack(f"<{len(numbers)}i", *numbers))  # `from_list` asks of each number whether it fits
        found = {"numbers": DenseArrayBase(i32, data)}
        return fast(TableOp, (place,), (kind,), found, self.builder.location, self.builder.block).results[0]
