"""An exception of Python that leaves a part of the program that runs at run time: it may not be caught outside of it.

Whether the author's program would raise depends on a run-time value; what catches the exception would be compiled in
any case, and the rest of the part in none.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.staging.scalars import Int32
from tests.unit.staging.recorder import trace


class Swallows:
    """A context that catches everything."""

    def __enter__(self) -> None: ...
    def __exit__(self, *error: object) -> bool:
        return True


def branch(n: Any) -> Any:
    try:
        if n > 0:
            {}["missing"]
    except KeyError:
        n = n + 1
    return n


def other_branch(n: Any) -> Any:
    try:
        if n > 0:
            n = n + 2
        else:
            n = 1 // 0
    except ZeroDivisionError:
        n = n + 1
    return n


def loop(n: Any) -> Any:
    try:
        for i in range(n):
            n = n + [1][3] + i
    except IndexError:
        n = n + 1
    return n


def condition_of_a_loop(n: Any) -> Any:
    def more() -> Any:
        return n > [1][3]

    try:
        while n > 0 and more():
            n = n - 1
    except IndexError:
        n = n + 1
    return n


def operand(n: Any) -> Any:
    found = n
    try:
        found = 5 if n > 3 else [1][3]
    except IndexError:
        found = 4
    return found


def short_circuit(n: Any) -> Any:
    found = n
    try:
        found = n > 3 and {}["missing"]
    except KeyError:
        found = n < 4
    return found


def past_a_finally(n: Any) -> Any:
    try:
        try:
            if n > 0:
                {}["missing"]
        finally:
            n = n + 1
    except KeyError:
        n = n + 2
    return n


def suppressed(n: Any) -> Any:
    with contextlib.suppress(KeyError):
        if n > 0:
            {}["missing"]
    return n


def suppressed_in_a_branch(n: Any) -> Any:
    m = n
    if n > 0:
        with Swallows():
            if n > 5:
                {}["missing"]
            m = m + 1
    return m


def suppressed_past_a_finally(n: Any) -> Any:
    with contextlib.suppress(KeyError):
        try:
            if n > 0:
                {}["missing"]
        finally:
            n = n + 1
    return n


def in_another_function(n: Any) -> Any:
    def look(m: Any) -> Any:
        if m > 0:
            return {}["missing"]
        return m

    try:
        n = look(n)
    except KeyError:
        n = n + 1
    return n


@pytest.mark.parametrize(
    "program",
    [
        *(branch, other_branch, loop, condition_of_a_loop, operand, short_circuit, past_a_finally),
        *(suppressed, suppressed_in_a_branch, suppressed_past_a_finally, in_another_function),
    ],
)
def test_it_is_not_caught_outside(program: Callable[..., Any]) -> None:
    with pytest.raises(DSLUserCodeError, match="is caught outside of it") as caught:
        trace(program, Int32)
    assert caught.value.name == "early-exit"


def inside(n: Any) -> Any:
    m = 0
    for i in range(n):
        try:
            m = m + {}["missing"]
        except KeyError:
            m = m + i + 1
        finally:
            m = m + 10
    if n > 2:
        with contextlib.suppress(IndexError):
            m = [m][1]
    return m


def around_what_is_known(n: Any) -> Any:
    try:
        if len([n]) > 0:
            for _ in (1, 2):
                n = n + 1
            n = [n][1]
    except IndexError:
        n = n * 2
    return n


@pytest.mark.parametrize("program", [inside, around_what_is_known])
@pytest.mark.parametrize("n", [0, 2, 3])
def test_it_is_caught_inside(program: Callable[..., Any], n: int) -> None:
    assert trace(program, Int32).run(n) == program(n)


def test_an_error_of_the_trace_is_not_caught() -> None:
    def program(n: Any) -> Any:
        try:
            if n > 0:
                n = [1, 2][n]
        except Exception:
            n = n + 1
        return n

    with pytest.raises(DSLUserCodeError) as caught:
        trace(program, Int32)
    assert caught.value.name == "dynamic-index"


def test_the_report_shows_where_it_came_from_and_the_condition() -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        trace(branch, Int32)
    text = str(caught.value)
    assert "`KeyError('missing')` leaves a branch or loop" in text
    assert '{}["missing"]' in text and "if n > 0" in text and "the condition" in text
