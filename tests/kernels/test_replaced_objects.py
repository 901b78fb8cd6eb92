"""Objects that one path replaces and another one changes: they are carried by their parts, as Python has them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from tests.kernels.alike import check_eager, check_kernel
from tests.kernels.arrays import TARGETS

CASES: list[Callable[..., Any]] = []


def case(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of one integer from 1 to 400 that Python and a kernel run alike."""
    CASES.append(function)
    return function


@dataclasses.dataclass
class Data:
    value: Any
    row: Any = 0


@case
def list_changed_or_replaced(n: Any) -> Any:
    row = [n, 1]
    if n % 3 == 0:
        row[0] = 7
    elif n % 3 == 1:
        row = [n + 1, 2]
    return row[0] * 10 + row[1]


@case
def longer_on_both_paths(n: Any) -> Any:
    row = [n, 1]
    if n % 2:
        row.append(3)
        row[0] += 1
    else:
        row = [1, n, 4]
    return row[0] + 10 * row[1] + 100 * row[2]


@case
def dict_and_dataclass(n: Any) -> Any:
    table, data = {"a": n}, Data(n, [1, 2])
    for k in range(n % 6):
        if k % 2:
            table["a"] += k
            data.row[0] += table["a"]
        else:
            table = {"a": k}
            data = dataclasses.replace(data, value=data.value + k)
    return table["a"] + data.value * 3 + data.row[0] * 5 + data.row[1]


@case
def in_turns(n: Any) -> Any:
    row = [n, 1]
    for k in range(n % 9):
        if k % 2:
            row[0] += k
        elif k % 3:
            row = [row[0] + 1, row[1] + k]
    return row[0] * 100 + row[1]


@case
def second_name_keeps_the_old_object(n: Any) -> Any:
    row = [n, 1]
    old = row
    if n % 2:
        row[0] = 7
    else:
        row = [n + 1, 2]
    return row[0] * 100 + row[1] * 10 + old[0]


@case
def exchanged(n: Any) -> Any:
    a, b = [n, 1], [n + 1, 2]
    if n % 2:
        a, b = b, a
    else:
        a[0] = 5
    a[1] += 3
    return a[0] * 10 + a[1] + b[0] * 1000 + b[1]


@case
def one_of_two_only_read(n: Any) -> Any:
    a, b = Data(n), Data(n + 1)
    chosen = a if n % 2 else b
    if n % 3:
        other = a
    else:
        other = b
    return chosen.value * 3 + other.value + a.value


@case
def through_a_function(n: Any) -> Any:
    row = [n, 1]

    def change() -> None:
        row[0] = 7

    if n % 2:
        change()
    else:
        row = [n + 1, 2]
    return row[0] * 10 + row[1]


@case
def other_types_on_a_path_that_is_left(n: Any) -> Any:
    row = [1, 2]
    if n % 2:
        row[1] = n * 0.5
    else:
        row = [n, n * 0.25]
    return row[0] + int(row[1] * 4)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_a_kernel_gives_what_python_gives(function: Callable[..., Any], target: str) -> None:
    check_kernel(function, target)


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_an_eager_run_gives_what_python_gives(function: Callable[..., Any]) -> None:
    check_eager(function)
