"""Direct calls: nothing changed, no trace; something that the trace reads changed, exactly one and the right result."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.driver.call import build as building
from cutedsl.errors import DSLUserCodeError
from cutedsl.testing import slow_calls

FACTOR = 3
TABLE = {"scale": 2}


def scaled(value: Any) -> Any:
    return value * FACTOR


@cute.kernel
def _fill_kernel(out: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    out[i] = scaled(1)


@cute.jit
def fill(out: cute.Tensor):
    _fill_kernel(out).launch(grid=(1, 1, 1), block=(4, 1, 1))


def array() -> np.ndarray[Any, Any]:
    return np.full(4, -1, np.int32)


def result(function: Callable[..., object], *args: object) -> list[int]:
    out = array()
    function(out, *args)
    return out.tolist()


def test_repeats_do_not_trace(traces) -> None:
    assert result(fill) == [3] * 4
    assert traces.taken() == 1
    assert [result(fill) for _ in range(3)] == [[3] * 4] * 3
    assert traces.taken() == 0


@cute.jit
def weighted(out: cute.Tensor, a: cute.Int32, b: cute.Int32):
    out[0] = 10 * a + b


class Weights:
    base = 100

    @cute.jit
    def run(self, out: cute.Tensor, a: cute.Int32):
        out[0] = self.base + a


def test_a_call_by_name_is_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    out, method = array(), Weights()
    weighted(out, 1, 2)
    method.run(out, 1)
    monkeypatch.setattr(building, "build_call", lambda *_: pytest.fail("the arguments are bound anew"))
    calls: list[tuple[Callable[[], object], int]] = [
        (lambda: weighted(out, 3, b=4), 34),
        (lambda: weighted(out, b=5, a=6), 65),
        (lambda: weighted(a=7, out=out, b=8), 78),
        (lambda: method.run(out, a=9), 109),
        (lambda: method.run(a=8, out=out), 108),
    ]
    for call, expected in calls:
        call()
        assert out[0] == expected


@pytest.mark.parametrize(
    ("kwargs", "name"), [({"a": 1}, "argument-missing"), ({"a": 1, "b": 2, "c": 3}, "argument-unexpected")]
)
def test_a_wrong_name_is_the_named_error(kwargs: dict[str, int], name: str) -> None:
    out = array()
    weighted(out, 1, 2)
    with pytest.raises(DSLUserCodeError) as raised:
        weighted(out, **kwargs)
    assert raised.value.name == name


def test_a_global_of_a_helper(traces, monkeypatch: pytest.MonkeyPatch) -> None:
    result(fill)
    traces.taken()
    monkeypatch.setitem(globals(), "FACTOR", 5)
    assert result(fill) == [5] * 4
    assert result(fill) == [5] * 4
    assert traces.taken() == 1
    monkeypatch.setitem(globals(), "FACTOR", 3)
    assert result(fill) == [3] * 4
    assert traces.taken() == 0, "a program that was compiled before serves again"


def test_an_equal_global_is_no_change(traces, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "FACTOR", 12345)
    result(fill)
    traces.taken()
    monkeypatch.setitem(globals(), "FACTOR", int("12345"))
    assert result(fill) == [12345] * 4
    assert traces.taken() == 0


def test_a_global_of_another_type_is_a_change(traces, monkeypatch: pytest.MonkeyPatch) -> None:
    """1 == True == 1.0, and they compile to different programs."""
    monkeypatch.setitem(globals(), "FACTOR", 1)
    result(fill)
    traces.taken()
    monkeypatch.setitem(globals(), "FACTOR", True)
    assert result(fill) == [1] * 4
    assert traces.taken() == 1


def test_a_dict_behind_a_global(traces, monkeypatch: pytest.MonkeyPatch) -> None:
    @cute.jit
    def store(out: cute.Tensor):
        out[0] = TABLE["scale"]

    assert result(store)[0] == 2
    traces.taken()
    monkeypatch.setitem(TABLE, "scale", 7)
    assert result(store)[0] == 7
    assert result(store)[0] == 7
    assert traces.taken() == 1


def test_a_changed_closure_cell_is_seen(traces) -> None:
    amount = 1

    @cute.jit
    def store(out: cute.Tensor):
        out[0] = amount

    assert result(store)[0] == 1
    amount = 2
    assert result(store)[0] == 2
    assert result(store)[0] == 2
    assert traces.taken() == 2


class Inner:
    def __init__(self) -> None:
        self.value = 1


class Config:
    offset = 10

    def __init__(self) -> None:
        self.step = 1
        self.inner = Inner()
        self.values = [1, 2, 3]

    def shifted(self) -> int:
        return self.step + 0

    @cute.jit
    def store(self, out: cute.Tensor):
        out[0] = self.shifted()
        out[1] = self.inner.value
        out[2] = self.values[1]
        out[3] = self.offset


def _set_step(config: Config) -> None:
    config.step = 4


def _set_inner(config: Config) -> None:
    config.inner.value = 4


def _set_element(config: Config) -> None:
    config.values[1] = 4


def _set_on_the_object(config: Config) -> None:
    config.offset = 4


@pytest.mark.parametrize(
    ("place", "change"), list(enumerate((_set_step, _set_inner, _set_element, _set_on_the_object)))
)
def test_an_attribute_of_self_or_below_it(traces, place: int, change: Callable[[Config], None]) -> None:
    config = Config()
    expected = [1, 1, 2, 10]
    assert result(config.store) == expected
    assert result(config.store) == expected
    assert traces.taken() == 1
    change(config)
    expected[place] = 4
    assert result(config.store) == expected
    assert result(config.store) == expected
    assert traces.taken() == 1


def test_an_equal_self_is_no_change(traces) -> None:
    result(Config().store)
    traces.taken()
    assert result(Config().store) == [1, 1, 2, 10]
    assert traces.taken() == 0


def test_an_attribute_of_the_class(traces, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config()
    result(config.store)
    traces.taken()
    monkeypatch.setattr(Config, "offset", 11)
    assert result(config.store)[3] == 11
    assert traces.taken() == 1
    monkeypatch.setattr(Config, "shifted", lambda self: 6)
    assert result(config.store)[0] == 6
    assert traces.taken() == 1


class Options:
    def __init__(self) -> None:
        self.sizes = [1, 2]


@cute.jit
def first_size(out: cute.Tensor, options: cutlass.Constexpr):
    out[0] = options.sizes[0]


def test_a_list_element_inside_a_constexpr_object(traces) -> None:
    options = Options()
    assert result(first_size, options)[0] == 1
    assert result(first_size, options)[0] == 1
    assert traces.taken() == 1
    options.sizes[0] = 9
    assert result(first_size, options)[0] == 9
    assert result(first_size, options)[0] == 9
    assert traces.taken() == 1
    options.sizes.append(3)
    assert result(first_size, options)[0] == 9
    assert traces.taken() == 1


def test_an_equal_constexpr_is_no_change(traces) -> None:
    result(first_size, Options())
    traces.taken()
    assert result(first_size, Options())[0] == 1
    assert traces.taken() == 0


def test_calls_with_constexpr_objects_made_anew_are_counted(traces) -> None:
    for _ in range(2):
        result(first_size, Options())
    before = sum(slow_calls().values())
    for _ in range(3):
        result(first_size, Options())
    assert sum(slow_calls().values()) == before + 3
    assert any("first_size" in why and "bound anew" in why for why in slow_calls())


def test_constexpr_numbers_are_told_apart_by_value_and_type(traces) -> None:
    @cute.jit
    def store(out: cute.Tensor, n: cutlass.Constexpr):
        out[0] = n + 1

    assert [result(store, n)[0] for n in (1, 2, 1, 2)] == [2, 3, 2, 3]
    assert traces.taken() == 2
    assert result(store, True)[0] == 2
    assert traces.taken() == 1


def test_a_redefined_helper_is_seen(traces, monkeypatch: pytest.MonkeyPatch) -> None:
    result(fill)
    traces.taken()

    def other(value: Any) -> Any:
        return value * FACTOR + 100

    monkeypatch.setitem(globals(), "scaled", other)
    assert result(fill) == [103] * 4
    assert result(fill) == [103] * 4
    assert traces.taken() == 1


def test_new_code_in_the_same_helper(traces, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an auto-reloader does: the function stays, its code is another."""
    result(fill)
    traces.taken()
    monkeypatch.setattr(scaled, "__code__", (lambda value: value * 2).__code__)
    assert result(fill) == [2] * 4
    assert traces.taken() == 1


def test_a_default_of_a_helper(traces) -> None:
    def offset(value: int = 4) -> int:
        return value

    @cute.jit
    def store(out: cute.Tensor):
        out[0] = offset()

    assert result(store)[0] == 4
    offset.__defaults__ = (5,)
    assert result(store)[0] == 5
    assert traces.taken() == 2


def test_a_name_that_hides_a_builtin(traces, monkeypatch: pytest.MonkeyPatch) -> None:
    @cute.jit
    def store(out: cute.Tensor):
        out[0] = abs(-3)

    assert result(store)[0] == 3
    traces.taken()
    monkeypatch.setitem(globals(), "abs", lambda value: 8)
    assert result(store)[0] == 8
    assert traces.taken() == 1


def test_other_kinds_of_arguments_are_other_programs(traces) -> None:
    @cute.jit
    def store(out: cute.Tensor, value):
        out[0] = value

    floats = np.zeros(2, np.float32)
    assert result(store, 3)[0] == 3
    store(floats, 1.5)
    assert floats[0] == 1.5
    assert result(store, True)[0] == 1
    assert traces.taken() == 3
    assert result(store, 5)[0] == 5
    store(floats, 2.5)
    assert floats[0] == 2.5
    assert traces.taken() == 0


def test_wide_integers_are_not_cut_off(traces) -> None:
    @cute.jit
    def store(out: cute.Tensor, value):
        out[0] = value

    wide = np.zeros(1, np.int64)
    store(wide, 1)
    store(wide, 1 << 40)
    assert wide[0] == 1 << 40
    store(wide, 2)
    assert wide[0] == 2
    assert traces.taken() == 2


def test_keywords_and_defaults_are_bound(traces) -> None:
    @cute.jit
    def store(out: cute.Tensor, value: cutlass.Int32 = 4, *, twice: cutlass.Constexpr = False):  # pyright: ignore
        out[0] = value * 2 if twice else value

    out = array()
    for expected, call in ((4, {}), (5, {"value": 5}), (10, {"value": 5, "twice": True}), (4, {})):
        store(out, **call)
        assert out[0] == expected
    assert traces.taken() == 2


def test_layouts_are_told_apart(traces) -> None:
    @cute.jit
    def store(x: cute.Tensor):
        x[1, 0] = x[0, 1]

    for make in (lambda: np.arange(6.0).reshape(2, 3), lambda: np.asfortranarray(np.arange(6.0).reshape(2, 3))) * 2:
        x = make()
        store(x)
        assert x[1, 0] == 1.0
    assert traces.taken() == 2


def test_refused_arguments_are_named_as_ever(traces) -> None:
    result(fill)
    with pytest.raises(DSLUserCodeError, match="argument-type"):
        fill(3)
    with pytest.raises(DSLUserCodeError, match="argument-missing"):
        fill()


def test_errors_of_the_program_run_it_once(traces) -> None:
    @cute.jit
    def store(out: cute.Tensor, place: cutlass.Int32):
        out[0] = out[0] + 1
        out[place] = 1

    out = np.zeros(2, np.int32)
    store(out, 1)
    for expected in (2, 3):
        with pytest.raises(DSLUserCodeError, match="out-of-bounds"):
            store(out, 5)
        assert out[0] == expected
    assert traces.taken() == 1


def test_without_the_cache_every_call_traces(traces, monkeypatch: pytest.MonkeyPatch) -> None:
    result(fill)
    traces.taken()
    monkeypatch.setenv("CUTEDSL_CACHE", "0")
    result(fill)
    result(fill)
    assert traces.taken() == 2


def test_settings_that_change_the_program(traces, monkeypatch: pytest.MonkeyPatch) -> None:
    result(fill)
    traces.taken()
    monkeypatch.setenv("CUTEDSL_BOUNDS", "0")
    result(fill)
    assert traces.taken() == 1


def test_a_trace_that_changes_what_it_reads_is_repeated(traces, capsys: pytest.CaptureFixture[str]) -> None:
    class Counter:
        def __init__(self) -> None:
            self.count = 0

        @cute.jit
        def store(self, out: cute.Tensor):
            self.count += 1
            out[0] = self.count

    counter = Counter()
    assert [result(counter.store)[0] for _ in range(3)] == [1, 2, 3]
    assert traces.taken() == 3


def test_attributes_that_a_trace_sets_are_set_again_for_a_new_object(traces) -> None:
    """Setting the same again is no change, so the second call of an object is remembered."""

    class Plan:
        @cute.jit
        def store(self, out: cute.Tensor):
            self.tile = 8
            out[0] = self.tile

    plan = Plan()
    assert [result(plan.store)[0] for _ in range(3)] == [8, 8, 8]
    assert traces.taken() == 2
    fresh = Plan()
    result(fresh.store)
    assert fresh.tile == 8


@pytest.mark.parametrize("source", ["time.time()", "random.random()", "len(open(__file__).read())", "globals()['n']"])
def test_functions_that_read_the_outside_world_are_always_traced(
    traces, source: str, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, Any] = {"cute": cute, "time": __import__("time"), "random": __import__("random"), "n": 1}
    names["__file__"] = __file__
    exec(f"def read():\n    return {source}\ndef body(out):\n    out[0] = 0 if read() else 1\n", names)
    store = cute.jit(preprocess=False)(names["body"])
    result(store)
    result(store)
    assert traces.taken() == 2


def test_two_threads_compile_once(traces) -> None:
    @cute.jit
    def store(out: cute.Tensor):
        out[0] = 77

    results: list[list[int]] = []
    barrier = threading.Barrier(4)

    def work() -> None:
        barrier.wait()
        results.append(result(store))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [r[0] for r in results] == [77] * 4
    assert traces.taken() == 1


class Pair(NamedTuple):
    a: int
    b: int

    def total(self) -> Any:
        return self.a + self.b


def test_methods_of_an_argument(traces, monkeypatch: pytest.MonkeyPatch) -> None:
    @cute.jit
    def store(out: cute.Tensor, pair):
        out[0] = pair.total()

    assert result(store, Pair(1, 2))[0] == 3
    assert result(store, Pair(5, 2))[0] == 7
    assert traces.taken() == 1
    monkeypatch.setattr(Pair, "total", lambda self: self.a * self.b)
    assert result(store, Pair(5, 2))[0] == 10
    assert traces.taken() == 1


def test_debug_output_says_what_was_not_compiled(capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    monkeypatch.setenv("CUTEDSL_DEBUG", "1")
    cute.compile(fill, array())
    assert "remembered" not in capsys.readouterr().err
    cute.compile(fill, array())
    assert "cutedsl: `fill` is remembered (" in capsys.readouterr().err

    def now() -> float:
        return random.random()

    @cute.jit
    def store(out: cute.Tensor):
        out[0] = 1 if now() < 2 else 0

    result(store)
    message = "cutedsl: `store` is compiled at each call: it can read the outside world through `random.Random`"
    assert message in capsys.readouterr().err
