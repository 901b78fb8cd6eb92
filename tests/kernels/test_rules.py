"""The rules of docs/design/sources.md 3.1, 3.5, 3.9 and 3.14, one by one: a program, and its result or its error.

Where this language is wider than CuTe DSL, the row says so with `wider`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLBaseError

Int32, Float32 = cutlass.Int32, cutlass.Float32
OFFSET = 5
RULES: list[tuple[str, Any, object]] = []


def rule(text: str, expected: object, **options: Any) -> Callable[[Any], Any]:
    """Adds a function of `(x, n)` to the table: `x` is eight zeros, `n` a run-time 3."""

    def add(function: Any) -> Any:
        RULES.append((text, cute.jit(**options)(function) if options else cute.jit(function), expected))
        return function

    return add


# -- 3.1: numbers
@rule("an int literal is an Int32, a float literal a Float32, a bool a Boolean", [1, 1, 1])
def literals(x: cute.Tensor, n: cutlass.Int32):
    x[0] = Float32(cutlass.as_numeric(7).dtype is Int32)
    x[1] = Float32(cutlass.as_numeric(7.5).dtype is Float32)
    x[2] = Float32(cutlass.as_numeric(True).dtype is cutlass.Boolean)


@rule("an int literal that Int32 cannot hold is an Int64", [1])
def long_literals(x: cute.Tensor, n: cutlass.Int32):
    x[0] = Float32(cutlass.as_numeric(1 << 40).dtype is cutlass.Int64)


@rule("a float and an int meet in a float as wide as the wider one", [1, 1])
def float_with_int(x: cute.Tensor, n: cutlass.Int32):
    x[0] = Float32((cutlass.Float16(1.0) + n).dtype is Float32)
    x[1] = Float32((Float32(1.0) + n.to(cutlass.Int64)).dtype is cutlass.Float64)


@rule("Float16 wins over BFloat16, unsigned over signed of its width", [1, 1, 1])
def same_width(x: cute.Tensor, n: cutlass.Int32):
    x[0] = Float32((cutlass.Float16(1.0) + cutlass.BFloat16(1.0)).dtype is cutlass.Float16)
    x[1] = Float32((n + cutlass.Uint32(1)).dtype is cutlass.Uint32)
    x[2] = Float32((n + cutlass.Uint16(1)).dtype is Int32)


@rule("two narrow floats have no common type", "numeric-promotion")
def narrow_floats(x: cute.Tensor, n: cutlass.Int32):
    x[0] = (x[0].to(cutlass.Float8E5M2) + x[1].to(cutlass.Float8E4M3FN)).to(Float32)


@rule("`/` of ints is a Float32, `//` rounds down, `%` keeps the sign of the dividend", [-3.5, -4, -1])
def divisions(x: cute.Tensor, n: cutlass.Int32):
    x[0] = (n - 10) / (n - 1)
    x[1] = ((n - 10) // (n - 1)).to(Float32)
    x[2] = ((n - 10) % (n - 1)).to(Float32)


@rule("`>>` keeps the sign of signed ints only", [-2, 1])
def shifts(x: cute.Tensor, n: cutlass.Int32):
    x[0] = ((n - 7) >> 1).to(Float32)
    x[1] = ((n - 7).to(cutlass.Uint32) >> 31).to(Float32)


@rule("bit operators are for ints", "operand-type")
def bits_of_floats(x: cute.Tensor, n: cutlass.Int32):
    x[0] = x[1] & 3


@rule("comparisons with NaN are false, but `!=`", [0, 0, 1])
def unordered(x: cute.Tensor, n: cutlass.Int32):
    nan = x[0] / x[1]
    x[0] = (nan < 1.0).to(Float32)
    x[1] = (nan == nan).to(Float32)
    x[2] = (nan != nan).to(Float32)


@rule("a run-time value is not a Python bool outside staged code", "dynamic-bool", preprocess=False)
def python_bool(x: cute.Tensor, n: cutlass.Int32):
    if n > 2:
        x[0] = 1.0


@rule("a run-time value is not a Python index", "dynamic-index")
def python_index(x: cute.Tensor, n: cutlass.Int32):
    x[0] = (1.0, 2.0, 3.0, 4.0)[n]


# -- 3.5: control flow
@rule("`range` is a run-time loop, even over literals; the loop variable stays visible", [3, 2])
def loops(x: cute.Tensor, n: cutlass.Int32):
    count, i = 0, -1
    for i in range(3):
        count = count + 1
    x[0], x[1] = Float32(count), Float32(i)


@rule("a loop counts in integers", "loop-bound-not-integer")
def float_bounds(x: cute.Tensor, n: cutlass.Int32):
    for _ in range(x[0]):
        x[1] = 1.0


@rule("`range_constexpr` needs Python ints", "requires-constexpr")
def dynamic_constexpr(x: cute.Tensor, n: cutlass.Int32):
    for i in cutlass.range_constexpr(n):
        x[i] = 1.0


@rule("a negative step counts down", [3, 2, 1])
def downwards(x: cute.Tensor, n: cutlass.Int32):
    place = 0
    for i in range(n, 0, -1):
        x[place] = Float32(i)
        place = place + 1


@rule("other iterables are Python's", [1, 2, 6])
def python_iterables(x: cute.Tensor, n: cutlass.Int32):
    for place, (a, b) in enumerate(zip([1, 2, 3], (1, 1, 2), strict=True)):
        x[place] = Float32(a * b)


@rule("what a branch assigns has one type after it", "branch-type-mismatch")
def unstable_branch(x: cute.Tensor, n: cutlass.Int32):
    value = Int32(1)
    if n > 2:
        value = Float32(1.5)
    x[0] = value.to(Float32)


@rule("what a loop assigns keeps its type", "loop-type-changed")
def unstable_loop(x: cute.Tensor, n: cutlass.Int32):
    value = 1
    for _ in range(n):
        value = 1.5
    x[0] = Float32(value)


@rule("both sides of a ternary have a common type, the one taken counts", [2, 7])
def ternary(x: cute.Tensor, n: cutlass.Int32):
    x[0] = 2.0 if n > 2 else 1.0
    x[1] = Float32(n if n > 5 else 7)


@rule("`and` and `or` give one of their operands", [4, 3, 0])
def logic(x: cute.Tensor, n: cutlass.Int32):
    x[0] = Float32(n and n + 1)
    x[1] = Float32((n - 3) or n)
    x[2] = Float32((n - 3) and n)


@rule("chained comparisons and `in` are ANDed and ORed; `is None` is known", [1, 1, 1])
def comparisons(x: cute.Tensor, n: cutlass.Int32):
    nothing = None
    x[0] = Float32(1 < n < 4)
    x[1] = Float32(n in (2, 3))
    x[2] = Float32(nothing is None)


@rule("`const_expr` refuses a run-time value", "requires-constexpr")
def dynamic_const_expr(x: cute.Tensor, n: cutlass.Int32):
    if cutlass.const_expr(n > 2):
        x[0] = 1.0


@rule("`assert` is for what is known while tracing", "requires-constexpr")
def dynamic_assert(x: cute.Tensor, n: cutlass.Int32):
    assert n > 2
    x[0] = 1.0


@rule("wider: `return` under a run-time condition", [1])
def early_return(x: cute.Tensor, n: cutlass.Int32):
    x[0] = 1.0
    if n > 2:
        return
    x[0] = 2.0


@rule("wider: `break` and `continue` under a run-time condition", [0, 1, 0, 1])
def early_exits(x: cute.Tensor, n: cutlass.Int32):
    for i in range(8):
        if i % 2 == 0:
            continue
        if i > n:
            break
        x[i] = 1.0


@rule("a name first bound in a loop that may not turn cannot be read after it", "read-never-set")
def bound_inside(x: cute.Tensor, n: cutlass.Int32):
    for i in range(n):
        last = i
    x[0] = Float32(last)


@rule("a name that one path sets cannot be read by a function either", "read-never-set")
def read_by_a_lambda(x: cute.Tensor, n: cutlass.Int32):
    if n > 2:
        later = 1.0
    get = lambda: later  # noqa: E731
    x[0] = get()


@rule("an attribute that one path sets cannot be read", "read-never-set")
def attribute_of_one_path(x: cute.Tensor, n: cutlass.Int32):
    box = SimpleNamespace()
    if n > 2:
        box.value = n
    x[0] = Float32(box.value)


@rule("a name that no path has set cannot be read", "read-never-set")
def never_set(x: cute.Tensor, n: cutlass.Int32):
    if n > 2:
        pass
    else:
        pass
    x[0] = unset  # noqa: F821  # pyright: ignore
    unset = 1.0  # noqa: F841


@rule("a run-time condition cannot reshape a list", "container-structure-changed")
def appended(x: cute.Tensor, n: cutlass.Int32):
    values: list[Any] = []
    for i in range(n):
        values.append(x[i])
    x[0] = values[0]


@rule("a Python object cannot depend on a run-time condition", "assign-python-to-dynamic")
def python_state(x: cute.Tensor, n: cutlass.Int32):
    state = "outside"
    if n > 2:
        state = "inside"
    x[0] = Float32(state == "inside")


@rule("no loop `else` in the reference; wider: it runs where nothing broke", [1])
def loop_else(x: cute.Tensor, n: cutlass.Int32):
    for i in range(n):
        x[7] = Float32(i)
    else:
        x[0] = 1.0
    x[7] = 0.0


@rule("a host function gives no run-time value back", "return-dynamic")
def returned(x: cute.Tensor, n: cutlass.Int32):
    return n + 1


# -- 3.14: what the rewrite reproduces
@dataclass
class State:
    total: Any

    def add(self, amount: Any) -> None:
        self.total = self.total + amount


@rule("1, 6: attributes and objects whose methods are called are carried as one", [6])
def carried_object(x: cute.Tensor, n: cutlass.Int32):
    state = State(Int32(0))
    for i in range(n + 1):
        state.add(i)
    x[0] = Float32(state.total)


@rule("1: subscripts of a list are carried", [3, 10])
def carried_list(x: cute.Tensor, n: cutlass.Int32):
    values = [Int32(0), Int32(10)]
    for _ in range(n):
        values[0] = values[0] + 1
    x[0], x[1] = Float32(values[0]), Float32(values[1])


@rule("4: `range_constexpr` and `const_expr` are left to Python", [0, 1, 2])
def left_to_python(x: cute.Tensor, n: cutlass.Int32):
    names = []
    for i in cutlass.range_constexpr(3):
        names.append(i)
        if cutlass.const_expr(i > 0):
            x[i] = Float32(names[i])


@rule("5: nested functions and lambdas read what surrounds them", [8, 6])
def closures(x: cute.Tensor, n: cutlass.Int32):
    def raised(value: Any) -> Any:
        return value + n + OFFSET

    twice = lambda value: value * 2  # noqa: E731
    x[0], x[1] = Float32(raised(0)), Float32(twice(n))


@rule("5 (wider): a function called in a run-time region may read names around it", [9])
def closure_in_a_region(x: cute.Tensor, n: cutlass.Int32):
    base = n + 0

    def step(value: Any) -> Any:
        return value + base

    total = Int32(0)
    for _ in range(3):
        total = step(total)
    x[0] = Float32(total)


@rule("8: globals are looked up at the call", [OFFSET])
def globals_at_the_call(x: cute.Tensor, n: cutlass.Int32):
    x[0] = Float32(OFFSET)


@rule("9: `global` is refused", "unsupported-construct")
def global_statement(x: cute.Tensor, n: cutlass.Int32):
    global OFFSET
    OFFSET = 6
    x[0] = 1.0


@rule("9: `yield` is refused", "unsupported-construct")
def generator(x: cute.Tensor, n: cutlass.Int32):
    x[0] = 1.0
    yield n


@rule("9: the walrus binds as an assignment does", [4, 4])
def walrus(x: cute.Tensor, n: cutlass.Int32):
    if (following := n + 1) > 3:
        x[0] = Float32(following)
    x[1] = Float32(following)


@rule("9: `del` of a name ends it", "read-never-set")
def deleted(x: cute.Tensor, n: cutlass.Int32):
    value = n + 1
    del value
    x[0] = Float32(value)  # noqa: F821  # pyright: ignore[reportUnboundVariable]


@pytest.mark.parametrize(("text", "function", "expected"), RULES, ids=[f.__name__ for _, f, _ in RULES])
def test_each_rule_of_the_language_holds(text: str, function: Any, expected: Any) -> None:
    x = np.zeros(8, np.float32)
    try:
        function(x, 3)
    except DSLBaseError as error:
        assert str(error).partition("[")[2].partition("]")[0] == expected, f"{text}\n{error}"
        return
    assert isinstance(expected, list), f"{text}: no error {expected!r}; {x}"
    assert x[: len(expected)].tolist() == [float(v) for v in expected], text


def test_rule_7_an_error_has_the_authors_line_and_columns() -> None:
    function = next(function for _, function, _ in RULES if function.__name__ == "bits_of_floats")
    with pytest.raises(TypeError) as error:
        function(np.zeros(8, np.float32), 3)
    text = str(error.value)
    assert "test_rules.py" in text and "x[0] = x[1] & 3" in text and "^^^^^^^^" in text
