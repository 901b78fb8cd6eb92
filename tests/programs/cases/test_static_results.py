"""What a call from Python returns: results that are known while the function is traced."""

from __future__ import annotations

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


def test_a_result_of_run_time_values_is_refused() -> None:
    @cute.jit
    def late(n: cutlass.Int32):
        return [n + 1]

    with pytest.raises(DSLUserCodeError, match="return-dynamic"):
        late(cutlass.Int32(3))
