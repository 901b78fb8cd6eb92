"""Objects whose attributes methods change inside of loops and branches: schedulers, rings, nested states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.staging.constexpr import const_expr
from cutedsl.staging.scalars import Int32
from tests.unit.staging.recorder import trace


class Ring:
    """A place among stages; with one stage its index stays the number 0, as a new object each time."""

    def __init__(self, stages):
        self.stages, self.index, self.turns = stages, Int32(0), Int32(0)

    def advance(self):
        following = self.index + 1
        if const_expr(self.stages == 1):
            self.index = Int32(0)
            self.turns = self.turns + 1
        else:
            self.turns = self.turns + following // self.stages
            self.index = following % self.stages


class Scheduler:
    """Leads to a ring by way of a list and another object."""

    def __init__(self, stages):
        self.parts = [Holder(Ring(stages))]
        self.done = 0

    def step(self):
        self.done = self.done + 1
        self.parts[0].held.advance()


class Holder:
    def __init__(self, held):
        self.held = held


class Pair(NamedTuple):
    a: Any
    b: Any


@dataclass
class Total:
    sum: Any

    def plus(self, value):
        return Total(self.sum + value)


class Handles:
    """Gives its run-time values as handles."""

    def __init__(self, value):
        self.value = value

    def plus(self, value):
        return Handles(self.value + value)

    def __extract_mlir_values__(self):
        return [self.value.ir_value()]

    def __new_from_mlir_values__(self, values):
        return Handles(Int32.from_handle(values[0]))


class Sums:
    """Its methods give an attribute another object of the same parts, not other parts."""

    def __init__(self, n):
        self.pair, self.total, self.handles = Pair(0, (1, n)), Total(0), Handles(n + 0)

    def add(self, i):
        self.pair = Pair(self.pair.a + i, (self.pair.b[0], self.pair.b[1] + self.pair.a))

    def replace(self, i):
        self.total = self.total.plus(i)

    def wrap(self, i):
        self.handles = self.handles.plus(i)


def one_stage(n):
    scheduler = Scheduler(1)
    for _ in range(n):
        scheduler.step()
    return scheduler.done, scheduler.parts[0].held.turns, scheduler.parts[0].held.index


def several_stages(n):
    scheduler = Scheduler(3)
    while scheduler.done < n:
        scheduler.step()
    return scheduler.parts[0].held.turns, scheduler.parts[0].held.index


def in_a_branch(n):
    scheduler = Scheduler(3)
    for i in range(n):
        if i > 1:
            scheduler.step()
    return scheduler.done, scheduler.parts[0].held.index


def in_an_inner_loop(n):
    scheduler = Scheduler(2)
    for i in range(n):
        k = i
        while k > 0:
            if k % 2 == 0:
                scheduler.step()
            k -= 1
    return scheduler.done, scheduler.parts[0].held.turns


def another_tuple(n):
    sums = Sums(n)
    for i in range(n):
        sums.add(i)
    return sums.pair


def another_dataclass(n):
    sums = Sums(n)
    for i in range(n):
        sums.replace(i)
    return sums.total.sum


def another_object_of_handles(n):
    sums, k = Sums(n), n
    while k > 0:
        sums.wrap(k)
        k -= 1
    return sums.handles.value


PROGRAMS = (
    one_stage,
    several_stages,
    in_a_branch,
    in_an_inner_loop,
    another_tuple,
    another_dataclass,
    another_object_of_handles,
)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_loops_carry_what_methods_change(program):
    traced = trace(program, Int32)
    assert "for" in traced.ops or "while" in traced.ops
    for n in (5, 0):
        assert traced.run(n) == _numbers(program(n))


def _numbers(value):
    if isinstance(value, tuple):
        return type(value)._make(map(_numbers, value)) if hasattr(value, "_fields") else tuple(map(_numbers, value))  # pyright: ignore[reportAttributeAccessIssue]
    return int(value)


class Kept:
    """An attribute that only one path sets, as it has a type of its own."""

    def __init__(self):
        self.held = None

    def keep(self, value):
        self.held = Pair(value, value + 1)


def test_an_attribute_set_on_one_path_belongs_to_that_path():
    def program(n):
        kept, total = Kept(), n
        if n > 0:
            kept.keep(n)
            if n > 2:
                total = kept.held.a * kept.held.b  # pyright: ignore[reportOptionalMemberAccess]
        return total

    traced = trace(program, Int32)
    assert traced.run(4) == 20 and traced.run(-4) == -4


def test_a_read_of_it_after_the_path_is_an_error():
    def program(n):
        kept = Kept()
        if n > 0:
            kept.keep(n)
        return kept.held.a  # pyright: ignore[reportOptionalMemberAccess]

    with pytest.raises(DSLUserCodeError, match=r"`kept.held` has values of different types") as caught:
        trace(program, Int32)
    assert caught.value.name == "branch-type-mismatch"


class Opaque:
    """An object without fields that staging can carry."""

    __slots__ = ("value",)


def test_two_objects_of_one_class_are_said_to_be_two():
    def program(n):
        made = Opaque()
        for _ in range(n):
            made = Opaque()
        return made

    with pytest.raises(DSLUserCodeError, match="`made` is an Opaque before the loop and another one at the end of its"):
        trace(program, Int32)


class Grows:
    """Gets its attributes from a method; `known` holds no run-time value."""

    first: Any

    def add(self, value):
        self.first, self.known = value * 10, 3
        self.inner = Holder([value, 1])
        return value > 1

    def __extract_mlir_values__(self):
        return []

    def __new_from_mlir_values__(self, values):
        return Grows()


def added_in_two_loops(n):
    grows, total = Grows(), n * 0
    for i in range(n):
        grows.add(i)
        total += grows.first + grows.inner.held[0]
    while total > 100:
        grows.add(total)
        total -= grows.first
    return total


def added_in_one_arm(n):
    grows, total = Grows(), n * 0
    if n > 0:
        grows.add(n)
        total = grows.first + grows.known
    if n > 3:
        grows.add(n + 1)
        total += grows.first
    return total + grows.known


def added_in_both_arms(n):
    grows = Grows()
    if n > 0:
        grows.add(n)
    else:
        grows.add(n - 1)
    return grows.first


def added_in_an_operand(n):
    grows, total = Grows(), n * 0
    if n > 0 and grows.add(n):
        total += 1
    if n > 1 and grows.add(n):
        total += grows.known
    return total


def added_in_every_turn(n):
    grows, i = Grows(), n * 0
    while True:
        grows.add(i)
        i += 1
        if i >= n:
            break
    return grows.first


@pytest.mark.parametrize(
    "program", [added_in_two_loops, added_in_one_arm, added_in_both_arms, added_in_an_operand, added_in_every_turn]
)
def test_attributes_that_methods_add_belong_to_the_paths_that_add_them(program):
    traced = trace(program, Int32)
    for n in (5, 1):
        assert traced.run(n) == int(program(n))


def asked_after_a_branch(n):
    grows = Grows()
    if n > 0:
        grows.add(n)
    return n if hasattr(grows, "first") else 0


def asked_after_a_loop(n):
    grows = Grows()
    for i in range(n):
        grows.add(i)
    return n if hasattr(grows, "first") else 0


@pytest.mark.parametrize("program", [asked_after_a_branch, asked_after_a_loop])
def test_a_use_of_an_added_attribute_after_such_a_path_is_an_error(program):
    with pytest.raises(DSLUserCodeError, match=r"`grows\.first` is not set on every path") as caught:
        trace(program, Int32)
    assert caught.value.name == "read-never-set"
