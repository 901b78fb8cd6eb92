"""The catalogue's examples of the language's errors: what is called wrong ends in that error, what is right runs."""

from __future__ import annotations

import linecache
import textwrap
import warnings

import pytest

from cutedsl.errors import DSLUserCodeError, DSLWarning
from cutedsl.errors.catalogue.staging import ENTRIES

_IMPORTS = """\
import functools
import numpy as np
import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import *
from cutedsl.cute import jit, make_rmem_tensor

def traced(function):
    return functools.wraps(function)(lambda *arguments: function(*arguments))
"""
_IN_A_KERNEL = """
@cute.kernel
def kernel(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    i, _, _ = cute.arch.thread_idx()
{body}

@cute.jit
def run(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    kernel(x, y, n).launch(grid=1, block=8)

run(np.ones(1001, np.float32), np.ones(1001, np.float32), 4)
"""
_BEFORE = {
    "dynamic-bool": "values, total = [1, 2, 3], 0",
    "dynamic-index": "total = 0",
    "many-copies": "total = Float32(0)",
    "numeric-promotion": "a, b = Float8E4M3FN(1.0), Float8E5M2(1.0)",
    "object-shared": "a, b = [n, 1], [n + 1, 2]",
    "yield-out": "a = Int32(i)",
}
"""What the example of an error takes for given."""
_AT_TOP = ("@", "exec(", "box", "scale", "Float32.", "dtype(", "Int8", "Int16", "Float32(1)", "Int32(1)")
NOT_WHOLE = {"no-source", "decorator-order", "not-yet", "endless-recursion", "launch-brackets", "source-changed"}
"""Examples that show a place, and are not a program."""


def _program(name: str, example: str) -> str:
    if name == "undefined-name" and example.startswith("scale"):
        example = example.partition("\n")[0] + "\n"
    if example.startswith(_AT_TOP):
        return _IMPORTS + example
    body = textwrap.indent(f"{_BEFORE.get(name, '')}\n{example}", "    ")
    return _IMPORTS + _IN_A_KERNEL.format(body=body)


def _end(name: str, example: str) -> str | None:
    """The name of the error, or warning, that a program ends with."""
    text, file = _program(name, example), f"<example of {name}: {hash(example)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    with warnings.catch_warnings():
        warnings.simplefilter("error", DSLWarning)
        try:
            exec(compile(text, file, "exec"), {"__name__": "example"})
        except DSLUserCodeError as error:
            return error.name
        except DSLWarning as warning:
            return str(warning).partition("[")[2].partition("]")[0]
    return None


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.name not in NOT_WHOLE], ids=lambda e: e.name)
def test_the_wrong_example_is_the_error_and_the_right_one_is_none(entry, monkeypatch) -> None:
    monkeypatch.setenv("CUTEDSL_TARGET", "cpu")
    assert _end(entry.name, entry.wrong) == entry.name
    assert _end(entry.name, entry.right) is None
