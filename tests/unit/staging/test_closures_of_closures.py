"""Functions in the function that call each other and assign the same variables: their effects follow the path taken."""

from __future__ import annotations

import pytest

from cutedsl.staging.scalars import Int32
from tests.unit.staging.recorder import trace


def in_a_branch(n, m):
    count = 0

    def hit(v):
        nonlocal count
        count = count + v
        return v > 3

    def inner(v):
        if v > 2:
            hit(v)
        return 2

    inner(n)
    inner(m)
    return count


def in_an_arm_with_a_result(n, m):
    count = 0

    def hit(v):
        nonlocal count
        count = count + v
        return v > 3

    def inner(v):
        if v > 2 and hit(v):
            return 1
        return 2 if v < 0 or hit(v) else 3

    return inner(n) * 10 + inner(m), count


def in_a_loop(n, m):
    count, last = 0, -1

    def hit(v):
        nonlocal count, last
        count, last = count + 1, v

    def inner(v):
        for i in range(v):
            if i != 1:
                hit(i)

    inner(n)
    inner(m)
    return count, last


def by_a_parameter(n, m):
    count = 0

    def hit(v):
        nonlocal count
        count = count + v

    def inner(function, v):
        count = 5  # another variable
        while v > 2:
            function(v)
            v = v - 1
            count = count + 1
        return count

    return inner(hit, n) + inner(lambda v: hit(v * 2), m), count


def two_levels(n, m):
    count = 0

    def hit(v):
        nonlocal count
        count = count + v

    def middle(v):
        seen = 0

        def note(w):
            nonlocal seen
            seen = seen + 1
            hit(w)

        if v > 2:
            note(v)
        return seen

    return middle(n) + middle(m), count


@pytest.mark.parametrize("program", [in_a_branch, in_an_arm_with_a_result, in_a_loop, by_a_parameter, two_levels])
def test_variables_of_an_outer_function_change_only_where_the_call_runs(program) -> None:
    traced = trace(program, Int32, Int32)
    for n, m in ((0, 0), (1, 5), (4, 2), (3, 3), (-2, 6)):
        assert traced.run(n, m) == program(n, m), (n, m)


def test_a_name_that_a_function_of_another_branch_reads_may_be_another_thing_in_this_one():
    def program(n):
        total = n
        if n > 1:
            kind = "first"

            def first(x):
                return x + len(kind)

            total = first(n)
        if n < 1:
            kind = ("second", n)
            total = kind[1] - 1
        return total

    traced = trace(program, Int32)
    assert [traced.run(n) for n in (0, 1, 5)] == [-1, 1, 10]


def test_a_function_that_can_still_be_called_sees_what_a_branch_set():
    def program(n):
        step = Int32(1)

        def add(x):
            return x + step

        kept = [add]
        if n > 1:
            step = n
        total = n
        for _ in range(2):
            total = add(total)
            if n > 3:
                step = step + 1
        return total + kept[0](n)

    traced = trace(program, Int32)
    assert [traced.run(n) for n in (0, 2, 5)] == [3, 10, 28]
