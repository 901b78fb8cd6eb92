"""`finally` where the trace ends in an error: the first error is the one that is shown."""

from __future__ import annotations

import itertools
import linecache
from typing import Any

import pytest

from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.staging.scalars import Int32
from tests.unit.staging.recorder import trace

_FILES = itertools.count()


def function(body: str) -> Any:
    text = "def program(n, m):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    file = f"<finally {next(_FILES)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space: dict[str, Any] = {}
    exec(compile(text, file, "exec"), space)
    return space["program"]


HITS = "hits = 0\ndef hit(v):\n    nonlocal hits\n    hits = hits + v\n    return hits\n"


@pytest.mark.parametrize(
    ("body", "first"),
    [
        (HITS + "try:\n    while hit(n) < c:\n        pass\nfinally:\n    c = hits + 1\nreturn c", "`c`"),
        ("try:\n    if n > 1:\n        a = m\n    b = a + 1\nfinally:\n    c = b + 1\nreturn c", "`a`"),
        ("try:\n    try:\n        a = b + n\n    finally:\n        c = a\nfinally:\n    d = c\nb = 1\nreturn d", "`b`"),
    ],
)
def test_the_first_error_is_shown(body: str, first: str) -> None:
    with pytest.raises(DSLUserCodeError, match=f"{first} is (read|not set)") as caught:
        trace(function(body), Int32, Int32)
    assert caught.value.name == "read-never-set"


def test_an_error_that_is_being_handled_outside_does_not_count() -> None:
    program = function("a = n\ntry:\n    if n > 1:\n        a = m\nfinally:\n    a = a + 1\nreturn a")
    try:
        raise fail("dynamic-bool", "an error of before")
    except DSLUserCodeError:
        traced = trace(program, Int32, Int32)
    assert [traced.run(n, 7) for n in (0, 5)] == [1, 8]


def test_exceptions_of_python_still_pass_through_it() -> None:
    inner = "    try:\n        raise KeyError(1)\n    finally:\n        a = a + 1\n"
    body = f"a = n\ntry:\n{inner}except KeyError:\n    a = a * 2\nreturn a"
    assert trace(function(body), Int32, Int32).run(3, 0) == 8
