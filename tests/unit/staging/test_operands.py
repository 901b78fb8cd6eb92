"""Operands that Python would not evaluate have no effect: the staged program does what the function does in Python."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.staging.scalars import Int32
from tests.unit.staging.recorder import trace


class Counter:
    def __init__(self) -> None:
        self.hits = 0
        self.rows = [0, 0]

    def hit(self, value: Any) -> Any:
        self.hits = self.hits + 1
        self.rows[1] = self.rows[1] + value
        return value > 0


@dataclass
class Record:
    hits: int


def by_attribute(n, m):
    counter = Counter()
    held = n > 3 and counter.hit(m) and counter.hit(m - 2)
    return held, counter.hits, counter.rows[1]


def by_or(n, m):
    counter = Counter()
    if n > 3 or counter.hit(m) or counter.hit(m - 2):
        counter.hits = counter.hits + 10
    return counter.hits, counter.rows[1]


def by_ternary(n, m):
    one, other = Counter(), Counter()
    held = one.hit(m) if n > 3 else other.hit(n) and other.hit(m)
    return held, one.hits, other.hits


def by_nonlocal(n, m):
    hits = 0

    def hit(value):
        nonlocal hits
        hits = hits + value
        return value > 0

    held = (n > 3 and hit(m)) or hit(1)
    return held, hits


def by_list_and_dict(n, m):
    rows, known = [0, n], {"hits": m}

    def hit(value):
        rows[0] = rows[0] + 1
        known["hits"] = known["hits"] + value
        return value

    chosen = hit(2) if n > m else 7
    return chosen, rows, known["hits"]


def by_dataclass(n, m):
    record = Record(m)

    def hit(record, value):
        record.hits = record.hits + value
        return record.hits > 4

    held = n > 3 and hit(record, n)
    return held, record.hits


def by_chain(n, m):
    counter = Counter()
    held = 0 < n < (5 if counter.hit(m) else 4) < 6
    return held, counter.hits


def by_a_name_after_a_call_in_a_chain(n, m):
    hits = n

    def hit(value):
        nonlocal hits
        hits = hits + value
        return value

    held = 0 < n <= (hits if hit(m) > 0 else m) < hits
    twice = n > 0 >= hit(-3) < hits != (hits + hit(2) if m > 1 else hits)
    return held, twice, hits


def in_a_lambda(n, m):
    counter = Counter()
    ask = lambda value: value > 3 and counter.hit(value)  # noqa: E731
    return ask(n), ask(m), counter.hits


def in_a_comprehension(n, m):
    counter = Counter()
    held = [value > 3 and counter.hit(value) for value in (n, m, 9)]
    return held, counter.hits


def by_any(n, m):
    counter = Counter()
    held = any(counter.hit(value) for value in (n, m, n - m))
    return held, counter.hits, counter.rows[1]


def by_all(n, m):
    counter = Counter()
    held = all(counter.hit(value) for value in (n, m, n - m))
    return held, counter.hits, counter.rows[1]


def by_any_of_a_map(n, m):
    counter = Counter()
    held = any(map(counter.hit, (n, 5, m)))
    return held, counter.hits


def by_any_that_is_known(n, m):
    counter = Counter()
    held = any(value == 2 or counter.hit(value) for value in (n, 2, m))
    return held, counter.hits


def of_nothing(n, m):
    return any(value > n for value in ()), all(value > n for value in [])


def in_a_loop(n, m):
    counter = Counter()
    for i in range(4):
        if i > n and counter.hit(i - m):
            counter.hits = counter.hits + 10
    return counter.hits, counter.rows[1]


def by_numbers_as_conditions(n, m):
    counter = Counter()

    def note(value):
        counter.hit(value)
        return value - 3

    held = 1 if (n > 3 and note(m)) or note(n) else 2
    return held, counter.hits


def by_default_argument(n, m):
    rows = [n, m]

    def note(value, rows=rows):
        rows[1] = rows[1] + value
        return value > 2

    held = n > 2 and note(m)
    if n > 3:
        note(2)
    return held, rows[1]


def in_the_condition_of_a_loop(n, m):
    counter, hits, turns = Counter(), 0, 0

    def hit(value):
        nonlocal hits
        hits = hits + value
        return value < 3

    while turns < n and hit(turns) and not counter.hit(m - turns):
        turns = turns + 1
    else:
        turns = turns + 100
    return turns, hits, counter.hits


PROGRAMS = {name: value for name, value in globals().items() if name[:3] in ("by_", "in_", "of_")}


@pytest.mark.parametrize("name", PROGRAMS)
def test_python_and_the_staged_program_agree(name):
    program = PROGRAMS[name]
    traced = trace(program, Int32, Int32)
    for n, m in ((0, 0), (5, 3), (4, -1), (1, 7), (-2, 2), (3, 1)):
        wanted = program(n, m)
        assert traced.run(n, m) == wanted, (n, m)


def test_a_list_that_an_operand_makes_longer_is_an_error():
    def program(n):
        rows = [n]

        def add(rows):
            rows.append(n)
            return True

        return n > 3 and add(rows)

    with pytest.raises(DSLUserCodeError, match="container-structure-changed"):
        trace(program, Int32)


class Steps:
    def __init__(self, value):
        self.value = value


def step(counter):
    counter.value = counter.value + 1
    return counter.value < 9


def test_a_condition_of_a_while_may_change_what_a_function_is_given():
    def by_builtin(n, m):
        hits, turns = 0, 0

        def hit(v):
            nonlocal hits
            hits = hits + v * v + 1
            return hits < 20

        while any(map(hit, (n, 4))):
            turns = turns + 1
        return hits, turns

    def by_function(n, m):
        counter, turns = Steps(n), 0
        while step(counter) and turns < m:
            turns = turns + 1
        return counter.value, turns

    def of_a_parameter(n, m):
        def run(advance, counter):
            while advance(counter):
                counter.value = counter.value + m * m
            return counter.value

        return run(step, Steps(n))

    for program in (by_builtin, by_function, of_a_parameter):
        traced = trace(program, Int32, Int32)
        for n, m in ((0, 0), (3, 2), (12, 5)):
            assert traced.run(n, m) == program(n, m)


def test_a_condition_that_changes_what_the_loop_would_lose():
    functions = SimpleNamespace(step=step)

    def program(n, m):
        counter = Steps(n)
        while functions.step(counter):
            pass
        return counter.value

    with pytest.raises(DSLUserCodeError, match="the condition of a run-time loop cannot change") as error:
        trace(program, Int32, Int32)
    assert error.value.name == "assign-python-to-dynamic"

    def mended(n, m):
        counter = Steps(n)
        while True:
            if not functions.step(counter):
                break
        return counter.value

    assert trace(mended, Int32, Int32).run(4, 0) == mended(4, 0)


def put(values):
    values[1] = 5


@pytest.mark.parametrize("change", ["call", "method", "closure"])
@pytest.mark.parametrize("loops", [False, True])
def test_a_call_changes_a_list_with_two_names_of_which_one_becomes_another(change, loops):
    class Writer:
        def go(self, values):
            values[1] = 5

    def branch(n, m):
        values = [n, m]
        twin, writer = values, Writer()

        def hit():
            values[1] = 5

        if n > 2:
            values = [1, 1]
        if change == "call":
            put(values)
        if change == "method":
            writer.go(values)
        if change == "closure":
            hit()
        return twin[1], values[1]

    def loop(n, m):
        values = [n, m]
        twin, writer = values, Writer()

        def hit():
            values[1] = 5

        for _ in range(n & 3):
            if change == "call":
                put(values)
            if change == "method":
                writer.go(values)
            if change == "closure":
                hit()
            values = [1, 1]
        return twin[1], values[1]

    with pytest.raises(DSLUserCodeError) as error:
        trace(loop if loops else branch, Int32, Int32)
    assert error.value.name == "object-shared"
