"""`match`, comparison of containers and builtins on run-time values: Python, a kernel and an eager run agree."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import cutedsl as cutlass
from tests.kernels.alike import check_eager, check_kernel
from tests.kernels.arrays import TARGETS

CASES: list[Callable[..., Any]] = []


def case(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of one integer from 1 to 400 that Python and a kernel run alike."""
    CASES.append(function)
    return function


# -- match -------------------------------------------------------------------------------------------------------------
@dataclass
class Shape:
    kind: Any
    size: Any
    name: str = "box"


@case
def matches_numbers(n: Any) -> Any:
    match n % 9:
        case 0:
            total = n
        case 1 | 2 | 4:
            total = 2 * n
        case k if k > 6:
            total = k - n
        case k:
            total = -k
    return total


@case
def matches_tuples(n: Any) -> Any:
    left = -1
    match n % 3, n % 4, 7:
        case 0, _, 7:
            total = 1
        case (left, 0, 7) | (0, left, 7):
            total = 10 + left
        case left, right, 7 if left < right:
            total = 100 + left * right
        case first, *rest:
            total = first * 1000 + sum(rest)
    return total * 7 + left


@case
def matches_objects(n: Any) -> Any:
    total = 0
    for shape in Shape(n % 5, n), Shape(1, 3, "ball"), {"size": n, "kind": n % 2}, [n % 2, n]:
        match shape:
            case Shape(kind=2, size=size, name="box"):
                total += size
            case Shape(0 | 1 as kind, size):
                total += 3 * size + kind
            case Shape():
                total -= 1
            case {"kind": 0, **rest}:
                total += len(rest) * 50
            case {"size": int() | cutlass.Int32() as size}:
                total += size % 11
            case [1, size]:
                total ^= size
            case _:
                total += 5
    return total


@case
def matches_and_leaves(n: Any) -> Any:
    total = 0
    for k in range(n % 13):
        match k % 5, k > 8:
            case 3, False:
                continue
            case 4, True:
                break
            case _, small:
                total += k + small
        if total > 40:
            match total:
                case 45:
                    return -45
    return total


@case
def matches_what_is_known(n: Any) -> Any:
    total = n
    for mode in "add", None, 3, True, (1, 2):
        match mode:
            case "add":
                total += 1
            case None:
                total *= 2
            case True:
                total -= 7
            case int(k):
                total += k
            case (a, b):
                total += a * b
    return total


# -- order of containers -----------------------------------------------------------------------------------------------
@case
def compares_tuples(n: Any) -> Any:
    a, b = (n % 3, n % 5), (1, n % 4)
    total = (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a > b) + 32 * (a >= b)
    if (0, 1) <= a < (2, 2):
        total += 64
    if [n % 2, (1, n % 3)] == [0, (1, 2)]:
        total += 128
    if a in ((0, 0), (1, 2)) and (n % 3,) < (1, 5) and a != (1,) and a != "a":
        total += 256
    return total


@case
def compares_dataclasses(n: Any) -> Any:
    first, second = Shape(n % 2, n % 3), Shape(1, 2)
    return (first == second) + 2 * (first != second) + 4 * ({"k": n % 3} == {"k": 1}) + 8 * (first == (1, 2, "box"))


@case
def sorts(n: Any) -> Any:
    one = sorted([n % 7, 3, n % 5, 1])
    two = sorted([n % 7, 3, n % 5, 1], reverse=True)
    by_key = sorted([(n % 4, 1), (2, 2), (n % 3, 3), (2, 4)], key=lambda pair: pair[0])
    pairs = sorted([(n % 4, n % 7), (2, 3), (n % 3, 0)], reverse=True)
    total = 0
    for value in (*one, *two, *by_key, *pairs):
        total = total * 3 + (value[0] * 5 + value[1] if isinstance(value, tuple) else value)
    return total % 100003


@case
def least_and_largest(n: Any) -> Any:
    by_key = min([n % 7, 3, n % 5], key=lambda v: (v - 2) * (v - 2)), max(n % 7, 3, n % 5, key=lambda v: v % 3)
    pair, other = min((n % 4, n), (2, 5), (n % 3, 7)), max([(n % 4, n), (2, 5)])
    return by_key[0] + 10 * by_key[1] + pair[0] + pair[1] + 7 * other[0] + other[1]


@case
def is_one_of(n: Any) -> Any:
    low = n % 5
    found = (
        (n % 9 in {1, 4, 7})
        + 2 * (n % 9 in {3: "a"})
        + 4 * (n % 20 in range(low, 3 * low))
        + 8 * (n in range(3, 300, 7))
    )
    return found + 16 * (n % 20 in range(15, low, -2)) + 32 * (n % 9 not in (2, low))


# -- builtins ----------------------------------------------------------------------------------------------------------
@case
def converts(n: Any) -> Any:
    half = float(n) * 0.5
    return int(half) + int(-half) * 3 + int(bool(n % 3)) + int(n % 2 == 0) + bool(n % 4)


@case
def rounds(n: Any) -> Any:
    half = (n - 200) * 0.25
    down, up, rest = math.floor(half), math.ceil(half), math.trunc(half)
    return round(half) + 3 * down + 5 * up + 7 * rest + round(n) + math.floor(n)


@case
def divides(n: Any) -> Any:
    quotient, rest = divmod(n - 200, 7)
    other, over = divmod(1000, n)
    back, minus = divmod(200 - n, -9)
    fraction, little = divmod((n - 200) * 0.25, -1.5)
    return (
        quotient * 11 + rest + other * 13 + over + back * 17 + minus + int(fraction) + int(little * 4) + pow(n % 7, 3)
    )


@case
def counts_back(n: Any) -> Any:
    total = 0
    for k in reversed(range(n % 9)):
        total = total * 2 + k
    for k in reversed(range(n % 5, 20, 3)):
        total = total * 3 % 1009 + k
    for k in reversed(range(12, n % 7, -2)):
        total = total * 3 % 1009 + k
    for k in reversed(range(2, 11, n % 3 + 1)):
        total = total * 3 % 1009 + k
    return total


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_a_kernel_gives_what_python_gives(function: Callable[..., Any], target: str) -> None:
    check_kernel(function, target)


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_an_eager_run_gives_what_python_gives(function: Callable[..., Any]) -> None:
    check_eager(function)
