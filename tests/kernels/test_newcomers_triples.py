"""`thread_idx()` and its like are tuples of three: where a newcomer takes one for a number, an error names it."""

from __future__ import annotations

import itertools
import linecache
from typing import Any

import numpy as np
import pytest

from cutedsl.errors import DSLUserCodeError

HEAD = "import cutedsl.cute as cute\nfrom cutedsl import Int32\n@cute.kernel\ndef kernel(y: cute.Tensor):\n"
TAIL = "\n@cute.jit\ndef run(y: cute.Tensor):\n    kernel(y).launch(grid=(1, 1, 1), block=(4, 1, 1))\n"
FUNCTIONS = (
    *("thread_idx", "block_idx", "block_dim", "grid_dim", "cluster_idx", "cluster_dim", "block_in_cluster_idx"),
    "block_in_cluster_dim",
)
_FILES = itertools.count()
WRONG = [
    "if T == 0:\n    y[0] = 1",
    "if 0 != T:\n    y[0] = 1",
    "if T == y[0]:\n    y[0] = 1",
    "if y[0] == T:\n    y[0] = 1",
    "if T in (0, 1):\n    y[0] = 1",
    "if T:\n    y[0] = 1",
    "if not T:\n    y[0] = 1",
    "while T:\n    y[0] = 1",
    "if y[0] > 0 and T:\n    y[0] = 1",
    "i = T or 3",
    "i = 1 if T else 2",
    "assert T",
    *(
        f"i = {text}"
        for text in ("T + 1", "1 + T", "T - 1", "2 * T", "T * 2", "T // 2", "T % 4", "T + T", "T & 3", "-T", "~T")
    ),
    "i = int(T)",
]
OTHERWISE = [
    ("if T < 4:\n    y[0] = 1", "python-operation"),
    ("i = Int32(T)", "numeric-cast"),
    ("y[0] = T", "numeric-cast"),
    ("for i in range(T):\n    y[0] = 1", "loop-bound-not-integer"),
    ("i = T.x", "no-attribute"),
]


def run(body: str) -> np.ndarray:
    text = HEAD + "".join(f"    {line}\n" for line in body.splitlines()) + TAIL
    file = f"<triple {next(_FILES)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    space: dict[str, Any] = {"__name__": "triples"}
    exec(compile(text, file, "exec"), space)
    y = np.zeros(4, np.int32)
    space["run"](y)
    return y


def error(body: str) -> DSLUserCodeError:
    with pytest.raises(DSLUserCodeError) as caught:
        run(body)
    return caught.value


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize("wrong", WRONG)
def test_a_triple_is_no_number_and_the_fix_works(wrong: str) -> None:
    found = error(wrong.replace("T", "cute.arch.thread_idx()"))
    assert found.name == "python-operation"
    assert "`thread_idx()` is a tuple of three numbers" in str(found)
    assert "fix: Take one of them: `cute.arch.thread_idx()[0]`" in str(found)
    if "assert" not in wrong:  # which decides while the kernel is compiled
        run(wrong.replace("T", "cute.arch.thread_idx()[0]").replace("while", "if"))


@pytest.mark.parametrize(("wrong", "name"), OTHERWISE)
def test_other_uses_say_that_it_is_a_tuple(wrong: str, name: str) -> None:
    found = error(wrong.replace("T", "cute.arch.thread_idx()"))
    assert found.name == name
    assert "[0]" in str(found)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_each_function_is_named(function: str) -> None:
    assert f"`{function}()` is a tuple" in str(error(f"if cute.arch.{function}() == 0:\n    y[0] = 1"))


def test_triples_are_tuples_otherwise() -> None:
    body = """t = cute.arch.thread_idx()
if t == (2, 0, 0):
    y[0] = 1
if t is not None and t != None and 2 in t:
    y[1] = len(t + (1,))
if t[0] > 1:
    t = (7, 0, 0)
x, _, _ = t
if x == 7:
    y[2] = x
y[3] = isinstance(t, tuple)"""
    assert run(body).tolist() == [1, 4, 7, 1]


def test_lists_take_triples() -> None:
    body = """found = others = [9]
others += cute.arch.block_dim()
y[0] = len(found)
y[1] = found[1]"""
    assert run(body).tolist() == [4, 4, 0, 0]
