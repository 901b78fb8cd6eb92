"""The walk over what a trace can read: every kind of state is in the digest and guarded; the unknowable says so."""

from __future__ import annotations

import contextvars
import decimal
import enum
import functools
import operator
import random
import sys
import threading
import types
from collections import defaultdict, deque, namedtuple
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import cutedsl.driver.cache.key  # noqa: F401  (describes NumPy's types)
from cutedsl.layout import Layout
from cutedsl.staging.reads import reads_of


class Plain:
    shared = 1

    def __init__(self, value: Any) -> None:
        self.value = value

    @property
    def twice(self) -> Any:
        return self.value * 2


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self) -> None:
        self.a = 1


@dataclass
class Record:
    items: list[int] = field(default_factory=lambda: [1, 2])


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Dictionary(dict[str, int]):
    pass


Point = namedtuple("Point", "x y")


def _set(name: str, value: object) -> Callable[[Any], None]:
    return lambda target: setattr(target, name, value)


CHANGES: list[tuple[str, Callable[[], Any], Callable[[Any], object]]] = [
    ("attribute", lambda: Plain(1), _set("value", 2)),
    ("new attribute", lambda: Plain(1), _set("other", 2)),
    ("type of a number", lambda: Plain(1), _set("value", 1.0)),
    ("sign of zero", lambda: Plain(0.0), _set("value", -0.0)),
    ("nested", lambda: Plain(Plain(1)), lambda p: _set("value", 2)(p.value)),
    ("slot", Slotted, _set("a", 2)),
    ("slot that was unset", Slotted, _set("b", 2)),
    ("dataclass", Record, lambda r: r.items.append(3)),
    ("list element", lambda: [1, [2]], lambda x: x[1].__setitem__(0, 3)),
    ("list order", lambda: [1, 2], lambda x: x.reverse()),
    ("table", lambda: [(n, "a") for n in range(20)], lambda x: x.__setitem__(7, (7, "b"))),
    ("type in a table", lambda: [(n, 1) for n in range(20)], lambda x: x.__setitem__(7, (7, True))),
    ("order of a table", lambda: [(n, 1) for n in range(20)], lambda x: x.reverse()),
    ("row of a table", lambda: [(n, 1) for n in range(20)], lambda x: x.append((20, 1))),
    ("dict value", lambda: {"a": 1}, lambda d: d.update(a=2)),
    ("dict key", lambda: {"a": 1}, lambda d: d.update(b=1)),
    ("dict order", lambda: {"a": 1, "b": 1}, lambda d: d.update(a=d.pop("a"))),
    ("dict subclass", lambda: Dictionary(a=1), lambda d: d.update(a=2)),
    ("defaultdict", lambda: defaultdict(list, a=[1]), lambda d: d["a"].append(2)),
    ("set", lambda: {1, 2}, lambda s: s.add(3)),
    ("tuple of lists", lambda: ([1],), lambda t: t[0].append(2)),
    ("namedtuple", lambda: Point([1], 2), lambda p: p.x.append(2)),
    ("array", lambda: np.zeros(4), lambda a: a.__setitem__(2, 1)),
    ("deque", lambda: deque([1]), lambda d: d.append(2)),
    ("in a deque", lambda: deque([[1]]), lambda d: d[0].append(2)),
    ("bytearray", lambda: bytearray(b"a"), lambda b: b.append(1)),
    ("partial", lambda: functools.partial(lambda d: d, {"a": 1}), lambda p: p.args[0].update(a=2)),
    ("class attribute", lambda: type("C", (), {"n": 1}), _set("n", 2)),
    ("base class attribute", lambda: type("D", (type("C", (), {"n": 1}),), {}), lambda c: _set("n", 2)(c.__bases__[0])),
    ("method", lambda: type("C", (), {"m": lambda self: 1}), _set("m", lambda self: 2)),
]  # fmt: skip


@pytest.mark.parametrize(("make", "change"), [case[1:] for case in CHANGES], ids=[case[0] for case in CHANGES])
def test_a_change_is_seen(make: Callable[[], Any], change: Callable[[Any], object]) -> None:
    value = make()
    before = reads_of([value])
    assert before.unrepeatable is None
    assert before.watches.unchanged()
    assert reads_of([value]).digest == before.digest
    change(value)
    assert not before.watches.unchanged()
    assert reads_of([value]).digest != before.digest


EQUAL: list[Callable[[], Any]] = [
    lambda: Plain([1, {"a": (2.5, None)}]),
    lambda: Colour.RED,
    lambda: {1, 2, 3},
    lambda: Layout((4, 8), (8, 1)),
    lambda: functools.partial(abs, -1),
    lambda: np.arange(3),
    lambda: np.float32(1.5),
    lambda: Point(1, 2),
    lambda: types.SimpleNamespace(a=1),
    lambda: Plain(threading.Lock()),
    lambda: slice(1, 2),
    lambda: torch.float16,
    lambda: torch.device("cpu"),
    lambda: torch.finfo(torch.float16),
    lambda: operator.itemgetter(1),
    lambda: operator.methodcaller("add", 1),
    lambda: decimal.Decimal("0.1"),
    lambda: deque([1, 2], 3),
]


@pytest.mark.parametrize("make", EQUAL)
def test_equal_state_is_the_same(make: Callable[[], Any]) -> None:
    first, second = reads_of([make()]), reads_of([make()])
    assert first.unrepeatable is None
    assert first.digest == second.digest


DIFFERENT: list[tuple[object, object]] = [
    (1, True),
    (1, 1.0),
    ("1", 1),
    ((1, 2), [1, 2]),
    ([[1], 2], [[1, 2]]),
    (Colour.RED, Colour.BLUE),
    (Layout((4, 8), (8, 1)), Layout((4, 8), (1, 4))),
    (np.zeros(2), np.zeros(2, np.float32)),
    (np.zeros((2, 1)), np.zeros((1, 2))),
    (len, abs),
    (Plain(1), types.SimpleNamespace(value=1)),
    (frozenset({1}), frozenset({True})),
    (torch.float16, torch.bfloat16),
    (torch.device("cpu"), torch.device("meta")),
    (torch.finfo(torch.float16), torch.finfo(torch.bfloat16)),
    (torch.channels_last, torch.contiguous_format),
    (operator.itemgetter(1), operator.itemgetter(2)),
    (operator.attrgetter("a"), operator.itemgetter("a")),
    (decimal.Decimal("0.1"), decimal.Decimal("0.10")),
    (deque([1], 2), deque([1], 3)),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_values_differ(one: object, other: object) -> None:
    assert reads_of([one]).digest != reads_of([other]).digest


def test_a_function_of_an_extension_is_its_name() -> None:
    # Cython's types keep a descriptor under `__module__`.
    scipy = pytest.importorskip("scipy.linalg.cython_blas")
    assert reads_of([Plain(scipy._test_zdotc)]).unrepeatable is None
    assert reads_of([Plain(scipy._test_zdotc)]).digest != reads_of([Plain(scipy._test_zdotu)]).digest


def test_sharing_is_part_of_the_state() -> None:
    shared = [1]
    assert reads_of([(shared, shared)]).digest != reads_of([([1], [1])]).digest


def test_cycles_end() -> None:
    loop: list[Any] = [1]
    loop.append(loop)
    assert reads_of([loop]).unrepeatable is None


VARIABLE = contextvars.ContextVar("VARIABLE", default=1)

UNKNOWABLE: list[tuple[object, str]] = [
    (VARIABLE, "ContextVar"),
    (iter([1]), "list_iterator"),
    (random.Random(1), "random.Random"),
    ({Plain(1)}, "set of objects"),
    (np.zeros(1 << 17), "too large"),
    ([[] for _ in range(30_000)], "more than 20000"),
    (functools.reduce(lambda inner, _: [inner], range(5000), []), "nested too deeply"),
]


@pytest.mark.parametrize(("value", "reason"), UNKNOWABLE)
def test_values_that_cannot_be_described_say_so(value: object, reason: str) -> None:
    found = reads_of([value]).unrepeatable
    assert found is not None
    assert reason in found


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    """A module of the author's."""
    module = types.ModuleType("some_settings")
    module.__file__ = __file__
    module.TILE, module.UNUSED = 8, 1  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "some_settings", module)
    return module


def test_attributes_of_modules_that_the_code_names(settings: Any) -> None:
    def through_global() -> Any:
        return settings.TILE

    def through_import() -> Any:
        import some_settings  # type: ignore[import-not-found]

        return some_settings.TILE

    def through_from_import() -> Any:
        from some_settings import TILE  # type: ignore[import-not-found]

        return TILE

    def by_text() -> Any:
        return getattr(settings, "EXTRA", 1)

    functions = (through_global, through_import, through_from_import)
    before = [reads_of([f]) for f in functions]
    settings.UNUSED = 2
    assert all(reads.watches.unchanged() for reads in before)
    settings.TILE = 16
    assert not any(reads.watches.unchanged() for reads in before)
    assert all(reads_of([f]).digest != reads.digest for f, reads in zip(functions, before, strict=True))
    absent = reads_of([by_text])
    settings.EXTRA = 2
    assert not absent.watches.unchanged()
    assert reads_of([by_text]).digest != absent.digest


def _decorated(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*args: Any) -> Any:
        return function(*args)

    return wrapper


FACTS = {"n": 1}


def test_code_behind_decorators_and_containers() -> None:
    def helper() -> int:
        return FACTS["n"]

    table = {"helper": [functools.lru_cache(_decorated(helper))]}

    def root() -> Any:
        return table["helper"][0]()

    before = reads_of([root])
    assert before.unrepeatable is None
    FACTS["n"] = 2
    assert not before.watches.unchanged()
    FACTS["n"] = 1
    assert before.watches.unchanged()
    helper.__code__ = (lambda: 3).__code__
    assert not before.watches.unchanged()
    assert reads_of([root]).digest != before.digest


def test_code_inside_code_counts() -> None:
    def root() -> Any:
        return [(lambda: FACTS["n"])() for _ in range(2)]

    before = reads_of([root])
    FACTS["n"] = 2
    try:
        assert reads_of([root]).digest != before.digest
    finally:
        FACTS["n"] = 1


def _executed(text: str) -> Callable[..., Any]:
    names: dict[str, Any] = {}
    exec(text, names)
    return names["root"]


def test_code_without_text_is_told_apart_by_its_instructions() -> None:
    texts = ("def root(x): return x + 1", "def root(x): return x - 1", "def root(y): return y + 1")
    assert len({reads_of([_executed(text)]).digest for text in texts}) == 3
    assert reads_of([_executed(texts[0])]).digest == reads_of([_executed(texts[0])]).digest


def test_a_cell_that_is_filled_later() -> None:
    def make() -> tuple[Callable[[], Any], Callable[[], None]]:
        late = 0

        def root() -> Any:
            return late  # noqa: F821 (ruff does not follow `del` to the `nonlocal` below)

        def fill() -> None:
            nonlocal late
            late = 1

        del late  # an empty cell
        return root, fill

    root, fill = make()
    before = reads_of([root])
    assert before.watches.unchanged()
    fill()
    assert not before.watches.unchanged()


CLOCK, COUNTER = {object()}, 0


def test_only_names_of_the_scope_are_read_from_it() -> None:
    def attribute() -> Any:
        return somewhere.CLOCK  # type: ignore[name-defined]  # noqa: F821

    def read() -> Any:
        return CLOCK

    def inner() -> Any:
        return [lambda: CLOCK]

    def put() -> None:
        global COUNTER
        COUNTER = 1

    many = "\n".join(f"    x.a{n}" for n in range(300))  # the number of the global name takes two bytes
    late = _executed(f"SET = {{object()}}\ndef root(x):\n{many}\n    SET")
    assert reads_of([attribute]).unrepeatable is None
    assert all("set of objects" in str(reads_of([function]).unrepeatable) for function in (read, inner))
    assert "set of objects" in str(reads_of([late]).unrepeatable)
    before = reads_of([put])
    put()
    assert not before.watches.unchanged()


def test_code_that_reads_a_file_ends_the_walk() -> None:
    def opens() -> None:
        open("x")  # noqa: SIM115

    def reads() -> str:
        return Path("x").read_text()

    assert reads_of([opens]).unrepeatable and "read_text" in str(reads_of([reads]).unrepeatable)


def test_tuples_of_numbers_are_told_apart() -> None:
    pair = (1, "a")
    kinds = [pair, (1, "b"), (True, "a"), (1.0, "a"), ("1", "a"), (1, b"a"), (1,), ((1, "a"),), Point(1, "a"), [1, "a"]]
    digests = [reads_of([kind]).digest for kind in kinds]
    assert len(set(digests)) == len(kinds)
    twice = (*pair,)
    assert reads_of([twice]).digest == digests[0]
    assert reads_of([pair, pair]).digest != reads_of([pair, twice]).digest  # `is` tells them apart


def test_tables_share_rows_and_hold_other_things() -> None:
    def table(*last: object) -> list[object]:
        return [*((n, 1) for n in range(20)), *last]

    once, other = table(), (21, 1)
    found = [
        reads_of(roots).digest
        for roots in (
            [table()],
            [tuple(table())],
            [table(other)],
            [table(other, other)],
            [table(other, (*other,))],
            [table((21, (1,)))],
            [table((21, [1]))],
            [table(21)],
            [once, once[3]],
            [once, (3, 1)],
            [once, list(once)],
            [once, table()],
        )
    ]
    assert len(set(found)) == len(found)
    assert reads_of([table(), once[3]]).digest == reads_of([table(), (3, 1)]).digest
