"""The programs of `python_maker` in a kernel, compiled for the CPU: each lane has its own input, so lanes part ways."""

from __future__ import annotations

import linecache
import warnings
from typing import Any

import numpy as np

import cutedsl
from cutedsl import cute
from cutedsl.config import override
from cutedsl.staging.constexpr import range_constexpr
from tests.fuzz import test_against_python as programs
from tests.fuzz import typed_programs
from tests.fuzz.oracle import INTEGERS, Kind
from tests.fuzz.python_maker import StateMaker

_KERNEL = """

@cute.kernel
def kernel(n, m, out):
    lane, _, _ = cute.arch.thread_idx()
    if lane < {lanes}:
        results = program(n[lane], m[lane])
        for k in range_constexpr({results}):
            out[lane, k] = Int64(results[k])

@cute.jit
def run(n: cute.Tensor, m: cute.Tensor, out: cute.Tensor):
    kernel(n, m, out).launch(grid=1, block=32)
"""


def compare(seed: int) -> str:
    """How the compiled program of a seed ends: `same`, `unset`, or the name of the error that refuses it.

    AssertionError where a lane has another result than CPython.
    """
    typed = seed // 2 % 2
    text, kind = typed_programs.program(seed) if typed else (StateMaker(seed).program(), INTEGERS["Int32"])
    inputs = typed_programs.inputs(kind, seed) if typed else programs.INPUTS
    wanted = [_by_python(text, kind, pair, bool(typed), seed) for pair in inputs]
    results = next((len(row) for row in wanted if row is not None), 1)
    out = np.full((len(inputs), results), -77, np.int64)
    columns = np.array(inputs, kind.name.lower()).T
    try:
        with warnings.catch_warnings(), override(disk_cache=False, without=frozenset({"machine-code"})):
            warnings.simplefilter("ignore")
            _compiled(text, kind, results, seed)(columns[0].copy(), columns[1].copy(), out)
    except Exception as error:
        first = programs.cause(error)
        if first is None:
            raise
        return "unset" if None in wanted and first in programs.FAILS else first
    assert None not in wanted, f"reads what is not set: seed {seed}\n{text}"
    for pair, row, got in zip(inputs, wanted, out.tolist(), strict=True):
        assert [_held(value) for value in row or ()] == got, f"{pair}: seed {seed}\n{text}"
    return "same"


def _by_python(text: str, kind: Kind, pair: tuple[int, int], typed: bool, seed: int) -> Any:
    if typed:
        by_python = typed_programs.defined(text, f"<oracle {seed}>", kind, kind)
        return programs.outcome(by_python, *map(kind, pair))
    return programs.outcome(programs.compiled(text, f"<python {seed}>"), *pair)


def _held(value: int) -> int:
    return INTEGERS["Int64"].hold(int(value))


def _compiled(text: str, kind: Kind, results: int, seed: int) -> Any:
    lanes = len(typed_programs.inputs(kind, seed)) if seed // 2 % 2 else len(programs.INPUTS)
    text = text.replace("\ndef program(", "\n@cute.jit\ndef program(") + _KERNEL.format(lanes=lanes, results=results)
    file = f"<lanes {seed}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    make = getattr(cutedsl, kind.name)
    full = make(-1 if kind.signed else (1 << kind.width) - 1)
    space: dict[str, Any] = {"cute": cute, "Int64": cutedsl.Int64, "range_constexpr": range_constexpr}
    space |= {"T": make, "FULL": full}
    exec(compile(text, file, "exec"), space)
    return space["run"]
