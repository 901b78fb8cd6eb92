"""Reads of variables that exits of a loop, or operands that are not evaluated, may leave unset: Python's rule.

A body is a function of one integer. What Python runs for all of these integers gives the same when it is traced;
where Python raises UnboundLocalError for one of them, the trace refuses the read.
"""

from __future__ import annotations

import linecache
from itertools import count
from typing import Any

import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.staging.constexpr import const_expr, range_constexpr
from cutedsl.staging.scalars import Int32
from tests.unit.staging.recorder import trace

NUMBERS = range(-1, 9)
_FILES = count()
UNSET = [
    """
for i in range(4):
    if i > n:
        break
    y = i
return y
""",
    """
for i in range_constexpr(4):
    if i > n:
        break
    y = i
return y
""",
    """
for i in range_constexpr(3):
    if i > n:
        break
    if i == 1:
        y = i
return y
""",
    """
i = 0
while True:
    i += 1
    if i > n:
        break
    y = 3
return y
""",
    """
i = 0
while True:
    i += 1
    if i > n:
        break
    y = i
    if i == 5:
        break
return y
""",
    """
i = 0
while True:
    if i > 2:
        if i > n:
            break
        y = 3
    i += 1
return y
""",
    """
for i in range(4):
    if n > i:
        if n > 5:
            continue
        y = 1
    else:
        y = 2
return y
""",
    """
for i in range(4):
    for j in range(4):
        if j > n:
            break
        y = j
    z = y
return z
""",
    """
for i in range(4):
    if i > n:
        break
    y = i
    if n == 3:
        return 0
return y
""",
    """
b = n > 2 or (y := n) > 0
return y
""",
    """
b = n > 2 and (y := n) > 0
return y
""",
    """
b = 2 < n < (y := 5)
return y
""",
    """
b = [n > 2 and (y := n) > 0]
return y
""",
    """
b = min(n, (n > 2 and (y := n) > 0) + 1)
return y
""",
    """
b = 1 if n > 2 else (y := n)
return y
""",
    """
b = (y := n) if n > 2 else 1
return y + b
""",
    """
b = (n > 2 and (y := n) > 0) or y > 1
return n
""",
]
SET = [
    """
for i in range(4):
    y = i
    if i > n:
        break
return y
""",
    """
for i in range(4):
    if i > n:
        y = i
        break
else:
    y = 9
return y
""",
    """
y = 7
for i in range(4):
    if i > n:
        break
    y = i
return y
""",
    """
i = 0
while True:
    if i > n:
        y = i
        break
    if i > 4:
        y = 20
        break
    i += 1
return y
""",
    """
for i in range(4):
    if i > n:
        return 5
    y = i
return y
""",
    """
for i in range(4):
    for j in range(4):
        if j > n:
            break
        y = j
    y = i
return y
""",
    """
s = 0
for i in range(4):
    if n > 1:
        if n > 2:
            break
        if const_expr(True):
            y = 3
    else:
        if const_expr(True):
            y = 2
    if const_expr(True):
        s += y
return s
""",
    """
b = (y := n) > 2 and n > 3
return y
""",
    """
b = 2 < (y := n) < 5
return y
""",
    """
b = (y := n) if n > 2 else (y := 5)
return y
""",
    """
b = min((y := n), 3) + y
return b
""",
    """
b = n > 2 and (y := n) > 3 and y < 6
return n
""",
]


def function(body: str) -> Any:
    text = "def program(n):\n" + "".join(f"    {line}\n" for line in body.strip().splitlines())
    file = f"<assigned {next(_FILES)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space: dict[str, Any] = {"const_expr": const_expr, "range_constexpr": range_constexpr}
    exec(compile(text, file, "exec"), space)
    return space["program"]


@pytest.mark.parametrize("body", UNSET)
def test_names_unset_for_some_number_are_refused(body: str) -> None:
    program = function(body)

    def unset(n: int) -> bool:
        try:
            program(n)
        except UnboundLocalError:
            return True
        return False

    assert any(map(unset, NUMBERS))
    with pytest.raises(DSLUserCodeError, match=r"`[yz]` is (read|not set)") as caught:
        trace(program, Int32)
    assert caught.value.name == "read-never-set"


@pytest.mark.parametrize("body", SET)
def test_names_set_on_every_path_have_the_values_of_python(body: str) -> None:
    program = function(body)
    traced = trace(program, Int32)
    assert [traced.run(n) for n in NUMBERS] == [program(n) for n in NUMBERS]
