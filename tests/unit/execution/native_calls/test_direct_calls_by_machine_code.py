"""Direct calls by machine code: arguments by name, settings and globals that change between two calls."""

from __future__ import annotations

import os
from typing import Any, ClassVar

import numpy as np
import pytest

import cutedsl as cutlass
from cutedsl import cute
from cutedsl.driver.call.functions import JitFunction
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.native_calls.environment import Environment
from cutedsl.testing import slow_calls

FACTOR = 2


@cute.jit
def scale(out: cute.Tensor, x: cutlass.Int32, y: cutlass.Int32 = 5):  # pyright: ignore[reportArgumentType]
    out[0] = x * FACTOR + y


class Scaled:
    offset = 3

    @cute.jit
    def fill(self, out: cute.Tensor, x: cutlass.Int32, y: cutlass.Int32 = 5):  # pyright: ignore[reportArgumentType]
        out[0] = x + y + self.offset


def called(function: Any, *args: Any, **kwargs: Any) -> int:
    out = np.zeros(1, np.int32)
    function(out, *args, **kwargs)
    return int(out[0])


def is_by_machine_code(function: Any, *args: Any, **kwargs: Any) -> bool:
    before = sum(slow_calls().values())
    called(function, *args, **kwargs)
    return sum(slow_calls().values()) == before


@pytest.fixture
def repeated() -> Any:
    for _ in range(3):
        assert called(scale, 1, 1) == FACTOR + 1
    return scale


def test_arguments_by_name_in_any_order_and_defaults(repeated: Any) -> None:
    assert called(repeated, y=3, x=4) == 4 * FACTOR + 3
    assert called(repeated, 4) == called(repeated, x=4) == 4 * FACTOR + 5
    assert all(is_by_machine_code(repeated, **given) for given in ({"x": 1}, {"y": 1, "x": 2}))


def test_a_wrong_name_and_a_missing_argument_are_named(repeated: Any) -> None:
    with pytest.raises(DSLUserCodeError, match="z"):
        called(repeated, 1, z=2)
    with pytest.raises(DSLUserCodeError, match="x"):
        called(repeated)
    with pytest.raises(DSLUserCodeError):
        called(repeated, 1, 2, x=3)


def test_methods_are_called_by_name() -> None:
    one, other = Scaled(), Scaled()
    other.offset = 10
    for _ in range(3):
        assert called(one.fill, 1, y=2) == 6
        assert called(other.fill, x=1) == 16
    assert is_by_machine_code(one.fill, 1, y=2)


def test_a_global_that_changes_between_two_calls(repeated: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for factor in (7, 9):
        monkeypatch.setitem(globals(), "FACTOR", factor)
        assert called(repeated, 1, 1) == factor + 1
    monkeypatch.undo()
    assert called(repeated, 1, 1) == 3
    monkeypatch.setitem(globals(), "UNRELATED", 1)
    assert called(repeated, 1, 1) == 3


def test_a_setting_that_changes_between_two_calls(repeated: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = repeated._recent.entry
    asked: list[object] = []
    monkeypatch.setattr(JitFunction, "_run", lambda self, args, kwargs: asked.append(args))
    out = np.zeros(1, np.int32)
    entry(out, 1, 1)
    assert asked == []
    monkeypatch.setenv("CUTEDSL_BOUNDS", "0")
    entry(out, 1, 1)
    assert len(asked) == 1
    monkeypatch.delenv("CUTEDSL_BOUNDS")
    entry(out, 1, 1)
    assert len(asked) == 1
    os.environ["UNRELATED"] = "1"
    entry(out, 1, 1)
    del os.environ["UNRELATED"]
    assert len(asked) == 1


def test_the_call_of_a_function_is_machine_code_once_one_is_repeated(repeated: Any) -> None:
    assert type(vars(JitFunction)["__call__"]).__name__ == "method_descriptor"
    assert called(repeated, 2, 2) == 2 * FACTOR + 2


class Counted:
    items: ClassVar[dict[str, int]] = {"one": 1}

    @cute.jit
    def fill(self, out: cute.Tensor):
        out[0] = len(self.items)


def test_a_dict_that_the_trace_went_over_and_a_class(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted()
    for _ in range(3):
        assert called(counted.fill) == 1
    assert is_by_machine_code(counted.fill)
    for _ in range(2):  # a look that fails must not pass for the next one
        Counted.items["two"] = 2
        assert called(counted.fill) == called(counted.fill) == 2
        del Counted.items["two"]
        assert called(counted.fill) == 1
    monkeypatch.setattr(Counted, "items", {})
    assert called(counted.fill) == called(counted.fill) == 0


def test_versions_of_dicts_are_not_trusted_where_attributes_leave_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in CPython 3.13, whose objects write attributes past their dicts."""
    place = "cutedsl.execution.native_calls.environment._attributes_change_versions"
    monkeypatch.setattr(place, lambda: False)
    assert Environment().word("dict_version_offset") == 0
