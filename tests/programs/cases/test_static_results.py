"""What a call from Python returns: results that are known while the function is traced."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import eager
from cutedsl.errors import DSLUserCodeError


@cute.jit
def number(n: cutlass.Constexpr[int]):
    return n + 1


@cute.jit
def same_layouts(n: cutlass.Constexpr[int]) -> bool:
    return cute.make_layout((n, 2)) == cute.make_layout((n, 2))


@cute.jit
def layout():
    return cute.make_layout((4, 8))


@cute.jit
def nested(n: cutlass.Int32):
    return {"tile": [1, 2]}, (cutlass.Int32(7), cutlass.Float32), n is None


def test_first_and_later_calls_return_the_result() -> None:
    for _ in range(3):  # compiled, recognised, recognised by the builtin
        assert number(4) == 5
        assert same_layouts(3) is True
        assert str(layout()) == "(4,8):(1,4)"
        assert nested(cutlass.Int32(2)) == ({"tile": [1, 2]}, (7, cutlass.Float32), False)
    assert number(6) == 7 and number(n=8) == 9
    assert number(9, compile_only=True)() is None  # pyright: ignore[reportCallIssue]


def test_a_caller_may_change_its_result() -> None:
    for _ in range(3):
        tile = nested(cutlass.Int32(2))[0]["tile"]
        assert tile == [1, 2]
        tile.append(3)


def test_eager_runs_return_it_too() -> None:
    assert eager.run(number, 4) == 5
    assert str(eager.run(layout)) == "(4,8):(1,4)"


@cute.jit
def returns_its_arguments(x: cute.Tensor, pair: list, n: cutlass.Int32):
    if n > 3:
        x[0] = 5.0
    return {"x": x, "last": pair[1], "n": n}


def test_returned_arguments_are_those_of_the_call() -> None:
    x, y, z = (np.zeros(4, np.float32) for _ in range(3))
    for n in (2, 3, 4):
        found = returns_its_arguments(x, [y, z], n)
        assert found["x"] is x and found["last"] is z and found["n"] == n
    assert returns_its_arguments(x=y, pair=[x, z], n=9)["x"] is y
    assert eager.run(returns_its_arguments, z, [x, y], 9)["x"] is z
    assert (x[0], y[0], z[0]) == (5, 5, 5)
    assert cute.compile(returns_its_arguments, x, [y, z], 2)(x, [y, z], 2) is None


@pytest.mark.parametrize("part", ["x[None, 0]", "cute.make_tensor(x.iterator, 2)", "x[0, 0]", "[x, n + 1]"])
def test_a_part_of_an_argument_is_no_argument(part: str) -> None:
    with pytest.raises(DSLUserCodeError, match="return-dynamic"):
        PARTS[part](np.zeros((4, 2), np.float32), 3)


@cute.jit
def column(x: cute.Tensor, n: cutlass.Int32):
    return x[None, 0]


@cute.jit
def other_layout(x: cute.Tensor, n: cutlass.Int32):
    return cute.make_tensor(x.iterator, cute.make_layout(2))


@cute.jit
def element(x: cute.Tensor, n: cutlass.Int32):
    return x[0, 0]


@cute.jit
def argument_and_sum(x: cute.Tensor, n: cutlass.Int32):
    return [x, n + 1]


PARTS = {
    "x[None, 0]": column,
    "cute.make_tensor(x.iterator, 2)": other_layout,
    "x[0, 0]": element,
    "[x, n + 1]": argument_and_sum,
}


def test_a_result_of_run_time_values_is_refused() -> None:
    @cute.jit
    def late(n: cutlass.Int32):
        return [n + 1]

    with pytest.raises(DSLUserCodeError, match="return-dynamic"):
        late(cutlass.Int32(3))
