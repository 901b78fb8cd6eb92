"""Direct calls that machine code recognises by itself, and what it hands to Python."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl import config, eager
from cutedsl.driver.cache import direct
from cutedsl.driver.cache.recent_calls import RecentCalls
from cutedsl.driver.call.functions import JitFunction
from cutedsl.driver.call.watches import watching
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.native_calls.direct import Guards
from cutedsl.staging.reads import reads_of

FACTOR = 3
TABLE = {"a": 1, "b": 2}


@cute.jit
def scaled(out: cute.Tensor, a: cute.Int32, times: cute.Constexpr):
    out[0] = a * times * FACTOR


@cute.jit
def listed(out: cute.Tensor):
    for k, name in enumerate(TABLE):
        out[k] = TABLE[name]


@cute.jit
def plain(out: cute.Tensor, value):
    out[0] = cute.Float64(value)


@pytest.fixture
def by_python(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """The arguments of the calls that Python makes. The functions of this file have no past."""
    entered: list[tuple[object, ...]] = []
    original = JitFunction._run

    def run(self: JitFunction[..., Any], args: tuple[object, ...], kwargs: dict[str, object]) -> None:
        entered.append((*args, *kwargs.values()))
        original(self, args, kwargs)

    monkeypatch.setattr(JitFunction, "_run", run)
    for function in (scaled, listed, plain):
        monkeypatch.setattr(function, "_recent", RecentCalls())
    return entered


def repeat(function: Any, *args: object) -> None:
    """Two calls: the first is compiled, the second makes the builtin."""
    function(*args)
    function(*args)
    assert function._recent.entry is not None


def array(kind: type = np.int32) -> Any:
    return np.zeros(4, kind)


def test_from_the_third_call_on_it_is_machine_code_alone(by_python: list[Any]) -> None:
    out = array()
    for a in range(1, 5):
        scaled(out, a, 7)
        assert out[0] == a * 7 * FACTOR
    scaled(times=7, out=out, a=9)
    assert (out[0], len(by_python)) == (9 * 7 * FACTOR, 2)


def test_each_of_some_programs_is_found_without_python(by_python: list[Any]) -> None:
    wide, out = array(np.int64), array()
    calls: list[tuple[Any, ...]] = [(out, 5, 1), (wide, 5, 1), (out, 5, 2), (wide, 5, 2)]
    for call in (*calls, calls[0]):
        scaled(*call)
    by_python.clear()
    for _ in range(3):
        for data, a, times in calls:
            scaled(data, a, times)
            assert data[0] == a * times * FACTOR
    assert not by_python
    with pytest.raises(DSLUserCodeError):
        scaled("rows", 5, 1)
    assert by_python == [("rows", 5, 1)], "what does not fit reaches Python as it was given"


def test_refused_calls_reach_python_with_all_their_arguments(by_python: list[Any]) -> None:
    """The shape is refused after the compile-time argument was taken out."""
    repeat(scaled, array(), 1, 7)
    by_python.clear()
    strided = np.zeros(8, np.int32)[::2]
    scaled(strided, 2, 7)
    assert (strided[0], by_python[0]) == (2 * 7 * FACTOR, (strided, 2, 7))


@pytest.mark.parametrize("value", [5, 5.5, True])
def test_numbers_of_another_type_are_other_programs(by_python: list[Any], value: float) -> None:
    out = array(np.float64)
    for other in (5, 5.5, True, True):
        plain(out, other)
    by_python.clear()
    plain(out, value)
    assert (out[0], by_python) == (value, [])
    plain(out, 2**40)
    assert (out[0], len(by_python)) == (2**40, 1)


def changed_global(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "FACTOR", 10)


def deleted_global(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(globals(), "FACTOR")


def changed_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_BOUNDS", "0")


@pytest.mark.parametrize("change", [changed_global, deleted_global, changed_setting])
def test_a_change_sends_the_call_to_python(
    by_python: list[Any], monkeypatch: pytest.MonkeyPatch, change: Callable[[pytest.MonkeyPatch], None]
) -> None:
    out = array()
    repeat(scaled, out, 1, 7)
    by_python.clear()
    change(monkeypatch)
    if change is deleted_global:
        with pytest.raises(NameError):
            scaled(out, 1, 7)
    else:
        scaled(out, 1, 7)
        assert out[0] == (70 if change is changed_global else 21)
    assert len(by_python) == 1


def test_the_order_of_a_dict_is_guarded(by_python: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    out = array()
    repeat(listed, out)
    by_python.clear()
    listed(out)
    assert (out[:2].tolist(), len(by_python)) == ([1, 2], 0)
    monkeypatch.setattr(sys.modules[__name__], "TABLE", TABLE)
    TABLE["a"] = TABLE.pop("a")
    repeat(listed, out)
    assert (out[:2].tolist(), len(by_python)) == ([2, 1], 2)
    TABLE["c"] = 3
    listed(out)
    assert (out[:3].tolist(), len(by_python)) == ([2, 1, 3], 3)
    del TABLE["c"]
    TABLE["b"] = TABLE.pop("b")
    listed(out)
    assert out[:2].tolist() == [1, 2]


class Watched:
    """A watch of checked runs that runs nothing."""

    measures = False

    class Ran(Exception):
        pass

    def run(self, host: object, slots: object) -> None:
        raise self.Ran

    def launcher(self, host: object, context: object) -> Any:
        raise self.Ran

    def plain(self, kernel: str) -> None:
        raise self.Ran


def test_inside_a_trace_an_eager_run_and_an_override_python_decides(by_python: list[Any]) -> None:
    out = array()
    repeat(scaled, out, 1, 7)

    @cute.jit
    def outer(out: cute.Tensor):
        scaled(out, 2, 7)

    outer(out)
    assert out[0] == 42
    by_python.clear()
    eager.run(scaled, out, 3, 7)
    with config.override(bounds=False):
        scaled(out, 4, 7)
    assert (out[0], len(by_python)) == (84, 2)
    with watching(Watched()), pytest.raises(Watched.Ran):
        scaled(out, 5, 7)
    assert len(by_python) == 3


def test_references_are_given_back(by_python: list[Any]) -> None:
    out, number, limit = array(), 12345678, 12345678 * 7 * FACTOR
    repeat(scaled, out, number, 7)
    by_python.clear()
    objects: list[object] = [out, number, limit, None, True, FACTOR, scaled.function, TABLE]
    before = [sys.getrefcount(one) for one in objects]
    for _ in range(1000):
        scaled(out, number, 7)
    after = [sys.getrefcount(one) for one in objects]
    assert all(abs(b - a) < 10 for a, b in zip(before, after, strict=True))
    assert not by_python


def test_a_function_and_its_programs_die_together() -> None:
    def make() -> Any:
        def store(out: cute.Tensor):
            out[0] = 1

        return cute.jit(store)

    made = make()
    repeat(made, array())
    gone = weakref.ref(made)
    del made
    gc.collect()
    assert gone() is None


def test_a_call_of_a_plain_function_checks_nothing_by_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call pays for the guards of the key of its compilation: Python compares a list there, for 100 ns."""
    seen: list[Guards] = []
    original = direct.install_direct

    def install(*args: Any) -> Any:
        seen.append(next(one for one in args if isinstance(one, Guards)))
        return original(*args)

    monkeypatch.setattr(direct, "install_direct", install)
    monkeypatch.setattr(scaled, "_recent", RecentCalls())
    repeat(scaled, array(), 5, 7)
    assert [guards.rest for guards in seen] == [None]


def test_guards_taken_apart_are_those_of_the_whole() -> None:
    watches = reads_of((scaled.function, TABLE)).watches
    parts = watches.parts()
    assert any(name == "FACTOR" and value == FACTOR for _, name, value in parts.names)
    assert any(name == "__code__" for _, name, _ in parts.attributes)
    assert any(whole is TABLE for whole, _, _ in parts.mappings)
    assert parts.rest is None or parts.rest()
