"""Mistakes in staged functions: the name of the error, where it points, and what it says."""

from __future__ import annotations

import linecache
from itertools import count
from typing import Any

import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.staging.constexpr import Constexpr, const_expr, range_constexpr
from cutedsl.staging.scalars import Float32, Int32
from tests.unit.staging.recorder import emit, trace

_NUMBERS = count()
_HEADER = """from __future__ import annotations
from dataclasses import dataclass
from enum import IntEnum
class Box: pass
@dataclass(frozen=True)
class Frozen: v: int
class Stage(IntEnum): A = 0
def program(n, x):
"""


def failure(body: str, *types: Any) -> DSLUserCodeError:
    """Traces `program(n, x)` with this body and gives the error."""
    text = _HEADER + "".join(f"    {line}\n" for line in body.strip("\n").split("\n"))
    file = f"<staged {next(_NUMBERS)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space: dict[str, Any] = {
        "Int32": Int32,
        "Float32": Float32,
        "emit": emit,
        "Constexpr": Constexpr,
        "const_expr": const_expr,
        "range_constexpr": range_constexpr,
    }
    exec(compile(text, file, "exec"), space)
    with pytest.raises(DSLUserCodeError) as caught:
        trace(space["program"], *(types or (Int32, Float32)))
    return caught.value


def shown(error: DSLUserCodeError) -> str:
    """The source that the error's caret is under."""
    assert error.span is not None
    line = linecache.getline(error.span.file, error.span.line)
    return line[error.span.col : error.span.end_col if error.span.end_line == error.span.line else None].rstrip("\n")


CASES = {
    "loop-int-to-float": (
        "acc = 0\nfor i in range(n):\n    acc = acc + x",
        "loop-type-changed",
        "`acc` is Int32 before the loop and Float32 at the end of its body",
        "acc = acc + x",
    ),
    "loop-literal": (
        "acc = 1\nfor i in range(n):\n    acc = 1.5\nreturn acc",
        "loop-type-changed",
        "`acc` is Int32 before the loop and Float32 at the end of its body",
        "acc = 1.5",
    ),
    "branch": (
        "if n > 0:\n    y = n\nelse:\n    y = x\nn = y",
        "branch-type-mismatch",
        "`y` is Int32 where the condition holds and Float32 where it does not hold",
        "y = x",
    ),
    "branch-literals": (
        "y = 1\nif n > 0:\n    y = 2.5\nreturn y",
        "branch-type-mismatch",
        "`y` is Float32 where the condition holds and Int32 where it does not hold",
        "y = 2.5",
    ),
    "ternary": (
        "return n if n > 0 else x",
        "branch-type-mismatch",
        "Int32 where the condition holds and Float32",
        "n if n > 0 else x",
    ),
    "python-object": (
        "mode = 'a'\nif n > 0:\n    mode = 'b'\nreturn mode",
        "assign-python-to-dynamic",
        "`mode` is the string 'b' where the condition holds and the string 'a'",
        "mode = 'b'",
    ),
    "none": (
        "y = None\nif n > 0:\n    y = x\nreturn y",
        "assign-python-to-dynamic",
        "`y` is Float32 where the condition holds and None where",
        "y = x",
    ),
    "list-length": (
        "values = [n]\nif n > 0:\n    values.append(n)\nreturn values",
        "container-structure-changed",
        "`values` has another length",
        "n > 0",
    ),
    "tuple-length": (
        "t = (n, n)\nfor i in range(n):\n    t = (n,)\n    u = t\nreturn t",
        "container-structure-changed",
        "`t` has 2 elements before the loop and 1 at the end of its body",
        "t = (n,)",
    ),
    "return": (
        "if n > 0:\n    return n\nreturn x",
        "branch-type-mismatch",
        "the function returns Int32 on one path and Float32 on another",
        "return x",
    ),
    "return-in-a-loop": (
        "for i in range(n):\n    if i > 2:\n        return x\nreturn n",
        "branch-type-mismatch",
        "the function returns",
        "return n",
    ),
    "return-on-some-paths": (
        "for i in range(n):\n    if i > 2:\n        return i",
        "branch-type-mismatch",
        "None on one path and Int32 on another",
        "return i",
    ),
    "return-tuples": (
        "if n > 0:\n    return n, n\nreturn n, n, n",
        "branch-type-mismatch",
        "the function returns 2 values on one path and 3 values on another",
        "return n, n, n",
    ),
    "raise-after-a-return": (
        "if n > 0:\n    return n\nraise ValueError",
        "early-exit",
        "`raise` cannot leave",
        "raise ValueError",
    ),
    "raise": (
        "if n > 0:\n    raise ValueError",
        "early-exit",
        "`raise` cannot leave",
        "raise ValueError",
    ),
    "bool": ("return [v for v in (1, 2) if v < n]", "dynamic-bool", "a run-time Boolean", "v < n"),
    "index": ("return (1, 2)[n]", "dynamic-index", "a run-time Int32", "(1, 2)[n]"),
    "python-range": ("return list(range(n))", "dynamic-index", "a `range` with a run-time Int32", "list(range(n))"),
    "const-expr": (
        "if const_expr(n > 0):\n    n = n + 1",
        "requires-constexpr",
        "`const_expr` needs a compile-time value, got a run-time Boolean",
        "const_expr(n > 0)",
    ),
    "range-constexpr": (
        "for i in range_constexpr(n):\n    pass",
        "requires-constexpr",
        "range_constexpr",
        "range_constexpr(n)",
    ),
    "assert": ("assert n > 0", "requires-constexpr", "`assert` cannot depend on a run-time Boolean", "n > 0"),
    "pattern": (
        "match n:\n    case int(a, b):\n        pass\n    case 1:\n        k = range_constexpr(n)",
        "requires-constexpr",
        "a bound of `range_constexpr` must be a compile-time integer, got a run-time Int32",
        "range_constexpr(n)",
    ),
    "loop-bound": (
        "for i in range(x):\n    pass",
        "loop-bound-not-integer",
        "a bound of `range` must be an integer, got Float32",
        "range(x)",
    ),
    "constexpr-variable": (
        "k: Constexpr = n",
        "requires-constexpr",
        "`k` is a Constexpr, but got a run-time Int32",
        "n",
    ),
    "constexpr-in-loop": (
        "k: Constexpr[int] = 0\nfor i in range(n):\n    k = k + 1\nreturn k",
        "requires-constexpr",
        "`k` is declared Constexpr and has another value",
        "k = k + 1",
    ),
    "constexpr-in-branch": (
        "k: Constexpr[int] = 0\nif n > 0:\n    k = 1\nreturn k",
        "requires-constexpr",
        "`k` is declared Constexpr and has another value",
        "k = 1",
    ),
    "never-set": ("y = z\nz = n", "read-never-set", "`z` is read before it is assigned", "z"),
    "never-set-in-arm": (
        "if n > 0:\n    y = n\nelse:\n    emit('print', y)",
        "read-never-set",
        "`y` is read before it",
        "y",
    ),
    "unset-in-first-turn": (
        "for i in range(n):\n    if i > 0:\n        emit('print', y)\n    y = i",
        "read-never-set",
        "`y` is read before it is assigned",
        "y",
    ),
    "unset-on-one-path": (
        "if n > 2:\n    y = n\nreturn y",
        "read-never-set",
        "`y` is not set on every path: nothing is assigned to it where the condition does not hold",
        "y",
    ),
    "unset-where-it-holds": (
        "if n > 2:\n    pass\nelse:\n    y = n\ny += 1",
        "read-never-set",
        "nothing is assigned to it where the condition holds",
        "y",
    ),
    "unset-if-no-turn": (
        "for i in range(n):\n    y = i\nreturn y",
        "read-never-set",
        "nothing is assigned to it where the loop runs no iteration",
        "y",
    ),
    "unset-counter": ("for i in range(n):\n    y = i\nreturn i", "read-never-set", "`i` is not set on every path", "i"),
    "unset-if-while-ends": (
        "m = n\nwhile m > 0:\n    m = m - 1\n    y = m\nreturn y",
        "read-never-set",
        "nothing is assigned to it where the loop runs no iteration",
        "y",
    ),
    "unset-by-continue": (
        "for i in range(4):\n    if i > n:\n        continue\n    y = i\nreturn y",
        "read-never-set",
        "`y` is not set on every path",
        "y",
    ),
    "yield": ("yield n", "unsupported-construct", "`yield`", "yield n"),
    "global": ("global k\nk = n", "unsupported-construct", "`global`", "global k"),
    "del": ("y = n\nif n > 0:\n    del y\n    y = 2\nreturn y", "unsupported-construct", "`del y`", "del y"),
    "nonlocal": (
        "y = n\ndef inner():\n    nonlocal y\n    if n > 0:\n        y = n + 1\ninner()\nreturn y",
        "unsupported-construct",
        "nonlocal `y`",
        "n > 0",
    ),
    "walrus": ("return [n and (k := n) for _ in (1, 2)]", "unsupported-construct", "`k := ...`", "k := n"),
    "method-in-loop": (
        "b = Box()\nb.v = None\ndef bump(b):\n    b.v = n\nfor i in range(n):\n    bump(b)\nreturn b.v",
        "assign-python-to-dynamic",
        "a call in the body of a run-time loop cannot change `b.v`",
        "range(n)",
    ),
    "frozen-in-loop": (
        "p = Frozen(0)\nfor i in range(n):\n    p = Frozen(p.v + i)\nreturn p.v",
        "loop-type-changed",
        "`p`, a frozen Frozen, holds the number 0 before the loop",
        "p = Frozen(p.v + i)",
    ),
    "member-in-loop": (
        "s = Stage.A\nfor i in range(n):\n    s = s + 1\nreturn s",
        "loop-type-changed",
        "`s` is the member Stage.A of an enumeration before the loop",
        "s = s + 1",
    ),
    "promotion": ("return n.to(Float32) & n", "operand-type", "`&` is not defined for Float32", "n.to(Float32) & n"),
    "key": ("return {n: 1}", "requires-constexpr", "dictionary key", "{n: 1}"),
    "complex": ("return complex(n)", "requires-constexpr", "cannot become a Python float", "complex(n)"),
    "round": ("return round(x, 2)", "operand-type", "`round` cannot round a Float32 to 2 digits", "round(x, 2)"),
    "pow": ("return pow(n, 2, 5)", "operand-type", "`pow` with a modulus is not defined for Int32", "pow(n, 2, 5)"),
}


@pytest.mark.parametrize("case", CASES)
def test_each_mistake_is_shown_at_its_source(case):
    body, name, message, source = CASES[case]
    error = failure(body)
    assert error.name == name
    assert message in error.message
    assert shown(error) == source


def test_the_fix_of_a_loop_names_the_type():
    assert "start with `acc = Float32(0)`" in str(failure(CASES["loop-int-to-float"][0]))


def test_errors_inside_a_region_leave_the_next_trace_alone():
    failure("if n > 0:\n    k = n & 1.5")

    def program(n):
        return n + 1

    assert trace(program, Int32).run(1) == 2
