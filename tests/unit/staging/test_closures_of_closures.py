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
