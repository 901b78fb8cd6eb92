"""Every construct of the staged language: the same function run by Python and as a kernel gives the same numbers."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

import cutedsl as cutlass
from tests.kernels.alike import check_eager, check_kernel
from tests.kernels.arrays import TARGETS

OFFSET = 3
CASES: list[Callable[..., Any]] = []


def case(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of one integer from 1 to 400 that Python and a kernel run alike."""
    CASES.append(function)
    return function


# -- loops -------------------------------------------------------------------------------------------------------------
@case
def steps_up_and_down(n: Any) -> Any:
    total = 0
    for k in range(n % 7, 0, -2):
        total = total * 3 + k
    for k in range(1, n % 30, 4):
        total += k
    for k in range(10, -10, -3):
        total += k * n
    return total


@case
def step_known_at_run_time(n: Any) -> Any:
    total, step = 0, n % 5 - 2
    if step != 0:
        for k in range(3, n % 17, step):
            total = total * 5 % 1009 + k
    return total


@case
def counter_after_the_loop(n: Any) -> Any:
    k = -1
    for k in range(n % 9):
        pass
    return k


@case
def hinted_loops(n: Any) -> Any:
    total = 0
    for k in loop(n % 11, unroll=4):
        total += k
    for k in loop(8, unroll_full=True):
        total += k * n
    for k in loop(0, 6, 2, unroll=1):
        total += k
    for k in loop(5, prefetch_stages=2):
        total ^= k
    for k in loop(5, pipelining=2):
        total += k
    for k in loop(1, 4, vectorize=False):
        total += k
    return total


def loop(*bounds: Any, **hints: Any) -> Any:
    """`cutlass.range` in a kernel, Python's elsewhere."""
    return cutlass.range(*bounds, **hints) if cute_traces() else range(*bounds)


def cute_traces() -> bool:
    from cutedsl.staging.protocol import is_tracing

    return is_tracing()


@case
def unrolled_while_traced(n: Any) -> Any:
    total = 0
    for k in cutlass.range_constexpr(5):
        total += k * n
    for k in cutlass.range_constexpr(6, 0, -2):
        total -= k if n > 200 else 0
    return total


@case
def loops_over_python_data(n: Any) -> Any:
    total = 0
    for weight in (1, 2, 3):
        total += weight * n
    for index, (a, b) in enumerate(zip([4, 5], ["x", "yy"], strict=True)):
        if n % 2 == index:
            total += a * len(b)
    for name, value in {"u": 1, "v": 2}.items():
        total += value if name == "u" else -value
    for item in reversed([n, n + 1]):
        total = total * 2 + item
    return total


@case
def while_loops(n: Any) -> Any:
    steps = 0
    while n != 1 and steps < 50:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@case
def endless_loop_with_break(n: Any) -> Any:
    k = 0
    while True:
        k += 3
        if k * k > n:
            break
    return k


@case
def endless_loop_with_continue(n: Any) -> Any:
    k = total = 0
    while True:
        k += 1
        if k % 2 == 0:
            continue
        if k > n % 13:
            break
        total += k
    return total


@case
def endless_loop_with_returns(n: Any) -> Any:
    k = 0
    while True:
        k += 3
        if k * k > n:
            return k


@case
def loop_else(n: Any) -> Any:
    for k in range(2, 12):
        if n % k == 0:
            found = k
            break
    else:
        found = 0
    return found


# -- branches ----------------------------------------------------------------------------------------------------------
@case
def branches_redefine_and_define(n: Any) -> Any:
    kind = 0
    if n < 50:
        kind, extra = 1, n
    elif n < 100 and n % 3 == 0:
        kind, extra = 2, n * 2
    elif 200 <= n < 300 or n == 150:
        kind, extra = 3, n * 3
    else:
        extra = -1
    return kind * 1000 + extra


@case
def static_and_dynamic_elif(n: Any) -> Any:
    mode = "b"
    if mode == "a":
        result = n
    elif n > 100:
        result = n + 1
    elif mode == "b":
        result = n + 2
    else:
        result = n + 3
    return result


@case
def ternaries(n: Any) -> Any:
    a = n if n > 100 else -n
    b = 1 if OFFSET == 3 else "unused"
    return (a if n % 2 else a + 1 if n % 3 else a + 2) + b


@case
def logic(n: Any) -> Any:
    a = n > 10 and n < 300
    b = n < 20 or not n % 2
    c = not (a and b) or n == 7
    d = n and n % 7
    e = n % 4 or 99
    return (100 if a else 0) + (10 if b else 0) + (1 if c else 0) + d * 1000 + e * 10000


@case
def comparisons(n: Any) -> Any:
    count = 0
    if 10 <= n < 100 < 200:
        count += 1
    if 0 < n % 5 != 3:
        count += 10
    if n in (1, 5, 7, 100) or n in range(200, 300, 10):
        count += 100
    if n not in [2, 3]:
        count += 1000
    return count


@case
def none_is_known(n: Any) -> Any:
    bias = None
    scale = 2 if bias is None else 5
    if bias is not None:
        n = n + bias
    return n * scale


@case
def builtins_of_numbers(n: Any) -> Any:
    return min(n, 100) + max(n, 200, 300) * 2 + abs(n - 150) + (1 if any([n > 390, n < 5]) else 0)


@case
def operators_of_integers(n: Any) -> Any:
    q, r = n // 7, n % 7
    return q * 100 + r + (n << 2) + (n >> 1) + (n ^ 5) + (n & 12) + (n | 1)


# -- early exits -------------------------------------------------------------------------------------------------------
@case
def early_returns(n: Any) -> Any:
    if n < 10:
        return -1
    for k in range(n):
        if k * k > n:
            return k
        if k > 15:
            break
    return n


# -- functions ---------------------------------------------------------------------------------------------------------
@case
def nested_functions(n: Any) -> Any:
    scale = 2

    def clipped(v: Any, high: Any = 100) -> Any:
        if v > high:
            return high * scale
        return v * scale

    total = 0
    for k in range(3):
        total += clipped(n + k) + clipped(n, high=50)
    return total


@case
def lambdas_and_closures(n: Any) -> Any:
    add = lambda v, by=OFFSET: v + by  # noqa: E731
    pick = lambda v: v if v > 100 else 100 - v  # noqa: E731

    def make(factor: Any) -> Any:
        return lambda v: v * factor

    functions = [make(2), make(3), add, pick]
    return sum(f(n) for f in functions)


@case
def closure_called_in_a_loop(n: Any) -> Any:
    step = n % 3

    def advance(v: Any) -> Any:
        return v + step

    v = 0
    for _ in range(n % 10):
        v = advance(v)
        step = step + 1
    return v


@case
def starred_calls(n: Any) -> Any:
    def weigh(a: Any, b: Any, *rest: Any, scale: Any = 1, **more: Any) -> Any:
        return (a + 2 * b + sum(rest)) * scale + sum(more.values())

    pair, options = (n, n + 1), {"scale": 3, "bonus": 5}
    first, *middle, last = [n, 1, 2, n % 3]
    return weigh(*pair, 4, *middle, **options) + weigh(*pair) + first + last


@case
def comprehensions(n: Any) -> Any:
    squares = [k * n for k in range(4) if k != 2] if not cute_traces() else [k * n for k in (0, 1, 3)]
    table = {k: n + k for k in (1, 2)}
    grid = [[a * b for a in (n, 1)] for b in (1, 2)]
    return sum(squares) + table[2] + sum(v for row in grid for v in row) + len({k % 2 for k in (1, 2, 3)})


@case
def imports_in_the_body(n: Any) -> Any:
    import math
    from operator import add

    return add(n, math.factorial(4))


@case
def assigns_in_operands_that_are_known(n: Any) -> Any:
    total = n
    for name in ("abc", "x", 5):
        if cutlass.const_expr((isinstance(name, str) and (size := len(name)) > 2) or (size := 50) > 100):
            total += size
        elif cutlass.const_expr(0 < (twice := size * 2) < (most := 60) or (most := 7) < 0):
            total += twice + most
        else:
            total += size * 100 + most
    return total


@case
def asserts_and_walrus(n: Any) -> Any:
    assert OFFSET == 3, "known while tracing"
    if (half := n // 2) > 50:
        return half
    return half + 1000


@case
def assigns_in_operands(n: Any) -> Any:
    total, turns = 0, 0
    if n > 3 and (half := n // 2) > 2 and half < 40:
        total = total + half
    elif n > 1 and not (n > 2 and (small := n * 7) > 30):
        total = total + 500
    else:
        small = n
        total = total - small
    if n > 90 or (third := n // 3) > 5:
        total = total + 1000
    else:
        total = total + third
    sign = (positive := n * 2) if n > 20 else (positive := n - 1) + 100
    if 0 < n < (twice := n * 2) < 150:
        total = total + twice
    both = (n > 10 and (near := n - 10) < 50) or (near := n) == 3
    pair = (total + sign, positive if both else -near)
    while turns < 5 and (left := n - turns * 9) > 0:
        turns = turns + 1
        total = total + left
    return pair[0] + pair[1] * 3 + max(total, (n > 50 and (big := n) > 60 and big < 300) + 0) + turns


@case
def raise_that_is_caught_while_traced(n: Any) -> Any:
    try:
        if OFFSET == 3:
            raise ValueError("known")
        n = n * 2
    except ValueError as error:
        n = n + len(str(error))
    finally:
        n = n + 1
    return n


@case
def matches(n: Any) -> Any:
    total = 0
    for shape in ("square", ("box", 2), {"name": 3}):
        match shape:
            case "square":
                total += n
            case ("box", depth):
                total += n * depth
            case {"name": k}:
                total += k
    return total


# -- objects -----------------------------------------------------------------------------------------------------------
@dataclass
class Range2:
    low: Any
    high: Any
    history: list[Any] = field(default_factory=lambda: [0])

    def widen(self, by: Any) -> None:
        self.low, self.high = self.low - by, self.high + by
        self.history[0] = self.history[0] + 1

    @property
    def width(self) -> Any:
        return self.high - self.low


@dataclass(frozen=True)
class Point:
    x: Any
    y: Any

    def moved(self, by: Any) -> Point:
        return Point(self.x + by, self.y - by)


class Pair(NamedTuple):
    a: Any
    b: Any


class Counter:
    def __init__(self, start: Any) -> None:
        self.value = start

    def step(self, by: Any) -> Any:
        self.value += by
        return self.value


@case
def mutable_objects(n: Any) -> Any:
    box = Range2(n, n)
    counter = Counter(0)
    holder = SimpleNamespace(best=0)
    for k in range(n % 9):
        if k % 2 == 0:
            box.widen(k * 3)
            counter.step(k)
        else:
            box.low = n
        holder.best = max(holder.best, k * n % 11)
    return box.width * 1000 + counter.value * 50 + holder.best + box.history[0]


@case
def frozen_and_named_tuples(n: Any) -> Any:
    p, pair = Point(n, cutlass.Int32(0)) if cute_traces() else Point(n, 0), Pair(1, n)
    for k in range(n % 6):
        p = p.moved(k)
        if n > 100:
            pair = Pair(pair.b, pair.a + 1)
    q = Point(1, n)
    if n % 2 == 0:
        q = Point(2, n + 1)
    return p.x - p.y * 2 + pair.a * 7 + pair.b + q.x * q.y


@case
def containers(n: Any) -> Any:
    values, table = [n, 1, 2], {"a": 0, "b": n}
    nested = (n, [1, {"c": 2}])
    for k in range(n % 5 + 1):
        values[0], values[2] = values[2], values[0] + k
        table["a"] += values[1]
        if n % 2 == 0:
            nested[1][1]["c"] += k
    a, (b, c) = nested
    return values[0] + values[2] * 3 + table["a"] + a + b + c["c"]


@case
def swaps_and_augmented(n: Any) -> Any:
    a, b = n, 1
    for _ in range(n % 8):
        a, b = b, a + b
        a *= 2
        b -= a // 3
        a %= 1009
        b &= 1023
        b //= 2
    return a + b


class Slotted:
    __slots__ = ("v",)

    def __init__(self, v: Any) -> None:
        self.v = v


class Holder:
    def __init__(self, start: Any) -> None:
        self.counter = Counter(start)

    def bump(self, by: Any) -> None:
        self.counter.step(by)


@case
def objects_in_objects(n: Any) -> Any:
    slotted, holder, counters = Slotted(n), Holder(0), [Counter(n), Counter(1)]
    for k in range(n % 5 + 1):
        slotted.v += k
        holder.bump(k)
        counters[1].value += k
        first = counters[0]
        first.step(1)
        for counter in counters:
            counter.step(2)
    return slotted.v + holder.counter.value * 10 + counters[0].value * 100 + counters[1].value * 1000


@dataclass
class Part:
    value: Any


@dataclass
class Two:
    first: Part
    second: Any


@case
def replaced_on_one_path_and_changed_on_the_other(n: Any) -> Any:
    two = Two(Part(n), 2)
    for k in range(n % 7 + 2):
        if k % 2 == 0:
            two.first.value += k
        elif k > 4:
            two.first = Part(two.second)
        two.second += k
    return two.first.value * 100 + two.second


@case
def aliases_stay_aliases(n: Any) -> Any:
    inner = {"c": 2}
    outer, row = [inner, 0], (n, [inner])
    for k in range(n % 5):
        outer[0]["c"] += k
        row[1][0]["c"] += 1
    return inner["c"]


@case
def functions_with_state(n: Any) -> Any:
    box, total, counter = [0, n], 0, Counter(n)
    step, twice = counter.step, functools.partial(counter.step, 2)

    def bump(k: Any) -> None:
        nonlocal total
        box[0] = box[0] + k
        total += box[1]

    for k in range(n % 4):
        bump(k)
        twice()
    if n % 3 == 0:
        bump(5)
        step(7)
        (lambda: counter.step(100))()
    return box[0] * 10 + total + counter.value


def test_each_construct_is_tried() -> None:
    assert len({function.__name__ for function in CASES}) == len(CASES) >= 30


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_a_kernel_gives_what_python_gives(function: Callable[..., Any], target: str) -> None:
    check_kernel(function, target)


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_an_eager_run_gives_what_python_gives(function: Callable[..., Any]) -> None:
    check_eager(function)
