"""Tuples, lists, NamedTuples and dataclasses that machine code reads part by part, and what it leaves to Python."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl.driver.call import build
from cutedsl.errors import DSLUserCodeError
from tests.unit.execution.native_calls.slow_calls import counting_slow_calls


class Pair(NamedTuple):
    x: Any
    by: Any


class Other(NamedTuple):
    x: Any
    by: Any


class Swapped(NamedTuple):
    by: Any
    x: Any


@dataclass
class Inner:
    n: Any
    mode: cute.Constexpr


UNREADABLE: list[str] = []


@dataclass
class Outer:
    inner: Inner
    pair: tuple[Any, ...]

    def __getattribute__(self, name: str) -> Any:
        if name in UNREADABLE:
            raise ZeroDivisionError("asked for")
        return object.__getattribute__(self, name)


@dataclass(slots=True)
class Nothing:
    pass


@cute.jit
def scale(pair, out: cute.Tensor):
    out[0] = pair[0][1] * pair[1]


@cute.jit
def add(numbers: list, out: cute.Tensor):
    out[0] = cute.Float32(numbers[0] + numbers[1])


@cute.jit
def nested(outer: Outer, empty: Nothing, out: cute.Tensor):
    a, b = outer.pair
    out[0] = cute.Float32(outer.inner.n) + a[0] * b[0]
    if outer.inner.mode == "twice":
        out[0] = out[0] * 2.0


X = np.arange(4, dtype=np.float32)


def out() -> np.ndarray[Any, Any]:
    return np.full(1, np.nan, np.float32)


def result(compiled: Any, *args: object, slow: int = 0) -> float:
    """What a call writes, which must take the Python path so many times."""
    written = out()
    with counting_slow_calls() as count:
        compiled(*args, written)
    assert count == [slow]
    return float(written[0])


@pytest.mark.parametrize(
    "kind", [lambda *parts: parts, Pair, lambda *parts: list(parts)], ids=["tuple", "named", "list"]
)
def test_sequences_are_read_by_machine_code(kind: Any) -> None:
    compiled = cute.compile(scale, kind(X, 2.0), out())
    assert result(compiled, kind(X, 3.0)) == 3.0
    assert result(compiled, kind(X + 1, 3)) == 6.0
    for misfit in (kind(X.astype(np.float64), 2.0), kind(X, "2"), kind(X.reshape(2, 2), 2.0), kind(2.0, X), (X,), None):
        with pytest.raises(DSLUserCodeError, match=r"argument #1 \(`pair"):
            result(compiled, misfit)


def test_a_class_is_its_own() -> None:
    compiled = cute.compile(scale, Pair(X, 2.0), out())
    with pytest.raises(DSLUserCodeError, match="compiled for a Pair"):
        compiled(Swapped(2.0, X), out())
    assert result(compiled, Other(X, 3.0), slow=1) == 3.0  # it has the same fields
    assert result(cute.compile(scale, (X, 2.0), out()), Pair(X, 4.0), slow=1) == 4.0  # a tuple, as Python sees it


def test_lists_may_change_length_between_calls() -> None:
    numbers = [1, 2]
    compiled = cute.compile(add, numbers, out())
    assert result(compiled, numbers) == 3.0
    numbers[:] = [5, 6]
    assert result(compiled, numbers) == 11.0
    for wrong in ([5], [5, 6, 7], [], [5, "6"]):
        with pytest.raises(DSLUserCodeError):
            compiled(wrong, out())


def test_objects_in_objects_are_read() -> None:
    outer = Outer(Inner(3, "twice"), (X, X + 2))
    compiled = cute.compile(nested, outer, Nothing(), out())
    assert result(compiled, Outer(Inner(5, "twice"), (X + 3, X + 1)), Nothing()) == 2 * (5 + 3 * 1)
    same = "".join(["tw", "ice"])  # equal, and another object
    assert same is not outer.inner.mode
    assert result(compiled, Outer(Inner(1, same), (X + 1, X + 1)), Nothing(), slow=1) == 4.0
    with pytest.raises(DSLUserCodeError, match=r"outer\.inner\.mode"):
        compiled(Outer(Inner(1, "once"), (X, X)), Nothing(), out())
    with pytest.raises(DSLUserCodeError, match="Nothing"):
        compiled(outer, 1, out())


def test_an_error_in_reading_a_field_reaches_the_caller() -> None:
    outer = Outer(Inner(3, "once"), (X, X))
    compiled = cute.compile(nested, outer, Nothing(), out())
    UNREADABLE.append("pair")
    try:
        with pytest.raises(ZeroDivisionError, match="asked for"):
            compiled(outer, Nothing(), out())
    finally:
        UNREADABLE.clear()
    assert result(compiled, outer, Nothing(), slow=0) == 3.0


def test_no_reference_is_kept_or_lost() -> None:
    outer, written = Outer(Inner(3, "twice"), (X, X + 2)), out()
    compiled, sums = cute.compile(nested, outer, Nothing(), written), cute.compile(add, [1, 2], written)
    numbers, wrong = [1000001, 1000002], [1000001, "6"]
    watched = (outer, outer.inner, outer.pair, *outer.pair, Outer, "inner", numbers, numbers[0], wrong, wrong[1])
    gc.collect()
    before = [sys.getrefcount(one) for one in watched]
    for _ in range(100):
        compiled(outer, Nothing(), written)
        sums(numbers, written)
        with pytest.raises(DSLUserCodeError):
            sums(wrong, written)
    gc.collect()
    assert all(abs(sys.getrefcount(one) - count) < 50 for one, count in zip(watched, before, strict=True))


def test_a_program_from_the_disk_cache_reads_them_too(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import numpy as np, sys\nimport cutedsl.cute as cute\nfrom typing import NamedTuple\n"
        "from cutedsl.driver.call.compiled import CompiledFunction\n"
        "class Pair(NamedTuple):\n    x: object\n    by: float\n"
        "@cute.jit\ndef scale(pair, out: cute.Tensor):\n    out[0] = pair.x[1] * pair.by\n"
        "x, out = np.arange(4, dtype=np.float32), np.zeros(1, np.float32)\n"
        "compiled = cute.compile(scale, Pair(x, 2.0), out)\n"
        "CompiledFunction._matched = None\ncompiled(Pair(x, 3.0), out)\n"
        "print(out[0], 'xdsl' in sys.modules)\n"
    )
    environment = {**os.environ, "CUTEDSL_CACHE_DIR": str(tmp_path / "cache"), "CUTEDSL_TARGET": "cpu"}
    said = [
        subprocess.run(
            [sys.executable, str(program)], env=environment, capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert said == ["3.0 True\n", "3.0 False\n"]


@cute.jit
def combine(pair, outer: Outer, out: cute.Tensor):
    out[0] = pair[0][1] * pair[1] + cute.Float32(outer.inner.n)
    if outer.inner.mode == "negative":
        out[0] = -out[0]


def test_direct_calls_of_the_same_kinds_run_a_remembered_program(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[object] = []
    real = build.build_call
    monkeypatch.setattr(build, "build_call", lambda *args: built.append(args) or real(*args))
    written = out()

    def called(pair: object, n: object = 1, mode: str = "positive") -> tuple[float, int]:
        built.clear()
        combine(pair, Outer(Inner(n, mode), (X, X)), written)
        return float(written[0]), len(built)

    assert called((X, 2.0)) == (3.0, 1)
    assert called((X + 1, 3.0), 4) == (10.0, 0)
    assert called((X, 3)) == (4.0, 1)  # an integer is another program
    assert called((X, 3), 2) == (5.0, 0)
    assert called((X, 2.0), 1, "negative") == (-3.0, 1)
    assert called((X, 2.0), 2, "negative") == (-4.0, 0)
    assert called((X, 2.0), 2) == (4.0, 0)
    assert called([X, 2.0]) == (3.0, 1)
    assert called((X, 2.0), 2**40)[1] == 1  # no 32-bit integer
    assert called(Pair(X, 2.0)) == (3.0, 1)
    assert called((X, 2.0, 3.0)) == (3.0, 1)
