"""A variable that a branch gives another object, while a function or container still leads to the first: an error."""

from __future__ import annotations

import functools
import linecache
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.staging.scalars import Int32
from tests.unit.staging.recorder import trace

_FILES = count()


@dataclass
class Data:
    v: Any


HEAD = """record = Data(n)
def note(v, record=record):
    record.v = record.v + v
    return v
"""
REFUSED = [
    HEAD + "if n > 2:\n    if m > 1:\n        record = Data(7)\nnote(1)\nreturn record.v",
    HEAD + "for i in (1, 2):\n    if note(i) < 2 and m > 2:\n        record = Data(7)\nreturn record.v",
    "record = Data(n)\nsame = [record]\nif n > 2:\n    record = Data(7)\nsame[0].v = 3\nreturn record.v",
    "record = Data(n)\nsame = {'a': record}\nif n > 2:\n    record = Data(7)\nsame['a'].v = 3\nreturn record.v",
    "record = [n]\nheld = (record, 1)\nif n > 2:\n    record = [7]\nheld[0][0] = 3\nreturn record[0]",
    "record = [n]\ng = lambda v, r=record: r.__setitem__(0, v)\nif n > 2:\n    record = [7]\ng(3)\nreturn record[0]",
    "record = [n]\ng = partial(list.__setitem__, record, 0)\nif n > 2:\n    record = [7]\ng(3)\nreturn record[0]",
    "record = [n]\nheld = [record]\nif n > 2:\n    record = [7]\nfor r in held:\n    r[0] = r[0] + 1\nreturn record[0]",
    HEAD + "for i in range(n):\n    note(i)\n    record = Data(7)\nreturn record.v",
    "record = Data(n)\nd = record\nfor i in range(n):\n    d.v = i\n    record = Data(7)\nreturn record.v",
]
RIGHT = [
    HEAD + "if n > 2:\n    note(1)\n    if m > 1:\n        record = Data(7)\nreturn record.v",
    HEAD + "if n > 2:\n    record = Data(7)\nelse:\n    note(1)\nreturn record.v",
    "record = Data(n)\nsame = [record]\nif n > 2:\n    record = Data(7)\nreturn record.v + same[0].v",
    "record = Data(n)\nsame = [Data(m)]\nif n > 2:\n    record = Data(7)\nsame[0].v = 3\nreturn record.v + same[0].v",
    "record = Data(n)\ndef get():\n    return record\nif n > 2:\n    record = Data(7)\nget().v = 3\nreturn record.v",
]


def function(body: str) -> Any:
    text = "def program(n, m):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    file = f"<reached {next(_FILES)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space: dict[str, Any] = {"Data": Data, "partial": functools.partial}
    exec(compile(text, file, "exec"), space)
    return space["program"]


@pytest.mark.parametrize("body", REFUSED)
def test_an_object_that_is_reached_otherwise_is_not_replaced(body: str) -> None:
    with pytest.raises(DSLUserCodeError, match=r"which (Data|list) `record` is depends on ") as caught:
        trace(function(body), Int32, Int32)
    assert caught.value.name == "object-shared"


@pytest.mark.parametrize("body", RIGHT)
def test_where_it_makes_no_difference_the_result_is_pythons(body: str) -> None:
    program = function(body)
    traced = trace(program, Int32, Int32)
    assert all(traced.run(n, m) == program(n, m) for n in (0, 1, 3, 5) for m in (0, 2, 4))


GONE_THROUGH = [
    "for h in {}:\n    if h > 1:\n        record = [h, h]\n    record[1] = record[1] + 5\nreturn record[0]",
    "s = 0\nfor h in {}:\n    s = s + h\n    if n > 1:\n        record = [s, m]\n    record[1] = 9\nreturn s",
    "s = 0\nfor h in {}:\n    for k in range(m):\n        record[1] = k\n        record = [k, h]\n    s += h\nreturn s",
]
"""A loop that Python runs is a second name too: its iterator will read what is changed in place."""


@pytest.mark.parametrize("body", GONE_THROUGH)
@pytest.mark.parametrize("items", ["record", "reversed(record)", "(h for h in record)", "[*map(abs, ())] or record"])
def test_a_list_that_a_loop_goes_through_is_not_replaced(body: str, items: str) -> None:
    head = "record = [n, m]\n"
    with pytest.raises(DSLUserCodeError, match="a loop goes through the list `record`") as caught:
        trace(function(head + body.format(items)), Int32, Int32)
    assert caught.value.name == "object-shared"
    program = function(head + body.format("list(record)"))  # the fix
    traced = trace(program, Int32, Int32)
    assert all(traced.run(n, m) == program(n, m) for n in (0, 1, 3, 5) for m in (0, 2, 4))


def test_a_list_may_be_replaced_where_the_loop_reads_no_change() -> None:
    turn = "    s = s + h\n    if h > 1:\n        record = [h, s]\n"
    body = f"record = [n, m]\ns = 0\nfor h in record:\n{turn}return record[1] + s"
    program = function(body)
    traced = trace(program, Int32, Int32)
    assert all(traced.run(n, m) == program(n, m) for n in (0, 1, 3, 5) for m in (0, 2, 4))
