"""What people write who know Python well: unusual control flow, objects, functions; as Python has it."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.kernels.alike import check_eager, check_kernel
from tests.kernels.arrays import TARGETS

CASES: list[Callable[..., Any]] = []


def case(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of one integer from 1 to 400 that Python and a kernel run alike."""
    CASES.append(function)
    return function


class Sum:
    """State with everything that a class may define."""

    def __init__(self, value: Any) -> None:
        self._value = value
        self.sets = 0

    @property
    def value(self) -> Any:
        return self._value

    @value.setter
    def value(self, value: Any) -> None:
        self._value = value
        self.sets = self.sets + 1

    def add(self, other: Any) -> Sum:
        self._value += other
        return self

    def __iadd__(self, other: Any) -> Sum:
        self._value = self._value + other
        return self

    def __mul__(self, other: Any) -> Sum:
        return Sum(self._value * other)

    def __getitem__(self, index: Any) -> Any:
        return self._value + index

    def __enter__(self) -> Sum:
        return self

    def __exit__(self, *error: object) -> None:
        self._value = self._value + 100


class Scaled(Sum):
    scale = 3

    def add(self, other: Any) -> Sum:
        return super().add(other * self.scale)


@case
def while_names_its_condition(n: Any) -> Any:
    k = -1
    while (k := k + 1) * k < n:
        if k == 17:
            k += 100
            break
    else:
        k += 1000
    rest = n
    while half := rest // 2:
        rest = half
        if rest % 5 == 4:
            continue
        k += rest
    return k


@case
def objects_add_in_place(n: Any) -> Any:
    total, scaled = Sum(n), Scaled(n)
    alias = total
    for k in range(n % 7):
        total += k
        scaled.add(k).add(1)
        scaled += 2
    return total.value + alias.value * 3 + scaled.value * 5


@case
def properties_as_state(n: Any) -> Any:
    total = Sum(n)
    for k in range(n % 5):
        if k % 2:
            total.value = total.value + k
    with Scaled(n) as scaled:
        if n % 3:
            scaled.add(1)
    return total.value + total.sets * 1000 + scaled.value + (total * 2)[7]


def thirds(n: Any) -> Iterator[Any]:
    for k in range(3):
        yield n + k


@case
def generators_defined_outside(n: Any) -> Any:
    total = 0
    for k in thirds(n):
        total = total * 3 % 1009 + k
    return total + sum(k * 2 for k in thirds(1))


@case
def else_of_nested_loops(n: Any) -> Any:
    k = 0
    while k < n % 11:
        k += 1
        if k == 9:
            break
        for j in range(3):
            if j == k:
                break
        else:
            continue
        k += 2
    else:
        k += 100
    for a in range(n % 9):
        for b in range(a):
            if a * b == 12:
                return a * 10 + b
        else:
            if a == 8:
                return -77
    return k


@case
def closures_over_the_loop_variable(n: Any) -> Any:
    late, early = [], []
    for k in [1, 2, 3]:
        late.append(lambda q: q + k)  # noqa: B023  which is what is tried
        early.append(lambda q, k=k: q * k)
    return sum(f(n) for f in late) + 1000 * sum(f(n % 3) for f in early)


@case
def decorated_and_recursive_functions(n: Any) -> Any:
    def twice(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def both(*arguments: Any) -> Any:
            return function(function(*arguments))

        return both

    @twice
    def more(k: Any) -> Any:
        return k + 1

    def power(base: Any, exponent: int) -> Any:
        return 1 if exponent == 0 else base * power(base, exponent - 1)

    return more(n) + power(n % 5, 4)


@case
def exceptions_while_compiling(n: Any) -> Any:
    total = n
    if n % 2:
        try:
            total += {"a": 1}["b"]
        except KeyError:
            total += 7
        finally:
            total *= 2
    with contextlib.suppress(ZeroDivisionError):
        total += 1 // 0
    return total


@case
def sequences_in_all_ways(n: Any) -> Any:
    first, *rest = n, 1, 2
    table = {"a": first} | {"b": rest[0]}
    row = [first, 5, 6]
    row[1:] = [row[0] + 1]
    row += (table["b"],)
    del table["a"]
    return sum(row) + sum(table.values()) + len({*rest, 2}) + max(*row, key=lambda v: v % 10)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_a_kernel_gives_what_python_gives(function: Callable[..., Any], target: str) -> None:
    check_kernel(function, target)


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_an_eager_run_gives_what_python_gives(function: Callable[..., Any]) -> None:
    check_eager(function)
