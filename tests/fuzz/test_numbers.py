"""Random programs about numbers of all types, compiled for the CPU, compute what the oracle computes under CPython.

`CUTEDSL_NUMBER_PROGRAMS` sets how many; each runs on 64 lanes with limits, infinities, NaN and random values.
"""

from __future__ import annotations

import linecache
import math
import os
import random
import warnings
from typing import Any

import numpy as np
import pytest

import cutedsl
from cutedsl import cute
from cutedsl.config import override
from tests.fuzz import oracle
from tests.fuzz.number_maker import ARGUMENTS, NumberMaker, NumberProgram
from tests.fuzz.oracle import KINDS, Kind, Number, OutOfRange

PROGRAMS = int(os.environ.get("CUTEDSL_NUMBER_PROGRAMS", "12"))
FIRST = int(os.environ.get("CUTEDSL_FUZZ_SEED", "0"))
LANES = 64
ARRAYS = {kind.name: kind.name.lower() for kind in KINDS.values()} | {"BFloat16": "float32", "Boolean": "bool"}
KERNEL = """

@cute.kernel
def kernel({tensors}, whole, real):
    lane, _, _ = cute.arch.thread_idx()
    results = program({loads})
    {stores}

@cute.jit
def run({annotated}, whole: cute.Tensor, real: cute.Tensor):
    kernel({tensors}, whole, real).launch(grid=(1, 1, 1), block=({lanes}, 1, 1))
"""


def text_of(program: NumberProgram) -> str:
    """The program in a kernel that stores each result, as an Int64 or Float64, which hold all others."""
    names = [f"x{k}" for k in range(ARGUMENTS)]
    wide = ["Float64" if kind.mantissa else "Int64" for kind in program.results]
    places = ["real" if kind.mantissa else "whole" for kind in program.results]
    stores = [
        f"{place}[{k}, lane] = results[{k}].to({to})" for k, (place, to) in enumerate(zip(places, wide, strict=True))
    ]
    loads = [f"{name}[lane].to({kind.name})" for name, kind in zip(names, program.arguments, strict=True)]
    kernel = KERNEL.format(
        tensors=", ".join(names),
        annotated=", ".join(f"{name}: cute.Tensor" for name in names),
        loads=", ".join(loads),
        stores="\n    ".join(stores),
        lanes=LANES,
    )
    return f"@cute.jit\n{program.text}{kernel}"


def column(kind: Kind, r: random.Random) -> list[Any]:
    """An argument of each lane."""
    if kind.mantissa:
        special = [0.0, -0.0, 1.0, -1.5, math.inf, -math.inf, math.nan, 1e-6, 3.1, 65504.0]
        drawn = [r.uniform(-4, 4) * 10.0 ** r.randint(-6, 5) for _ in range(LANES - len(special))]
        return [kind.rounded(value) for value in special + drawn]
    least = -(1 << (kind.width - 1)) if kind.signed else 0
    most = least + (1 << kind.width) - 1
    small = [kind.hold(r.randint(-20, 20)) for _ in range(24)]
    return [0, 1, least, most, *small, *(r.randint(least, most) for _ in range(LANES - 28))]


def difference(seed: int) -> str | int:
    """How a program differs from the oracle; else for how many lanes it was compared."""
    program, r = NumberMaker(seed).program(), random.Random(seed)
    columns = [column(kind, r) for kind in program.arguments]
    for values in columns[1:]:
        r.shuffle(values)
    whole = np.full((len(program.results), LANES), -77, np.int64)
    real = np.full((len(program.results), LANES), -77.0)
    _compiled(program, f"<numbers {seed}>")(*_arrays(program, columns), whole, real)
    by_python = _by_python(program)
    compared = 0
    for lane in range(LANES):
        arguments = [kind(values[lane]) for kind, values in zip(program.arguments, columns, strict=True)]
        try:
            wanted = by_python(*arguments)
        except OutOfRange:
            continue
        compared += 1
        for k, value in enumerate(wanted):
            got = (real if value.kind.mantissa else whole)[k, lane]
            if not _same(value, got):
                return f"seed {seed}: result {k} of {arguments} is {got!r}, wanted {value}\n{program.text}"
    return compared


def _compiled(program: NumberProgram, file: str) -> Any:
    text = text_of(program)
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    space: dict[str, Any] = {"cute": cute, **{name: getattr(cutedsl, name) for name in KINDS}}
    exec(compile(text, file, "exec"), space)
    return space["run"]


def _by_python(program: NumberProgram) -> Any:
    space: dict[str, Any] = {**KINDS, **oracle.FUNCTIONS}
    exec(program.text, space)
    return space["program"]


def _arrays(program: NumberProgram, columns: list[list[Any]]) -> list[np.ndarray]:
    return [np.array(values, ARRAYS[kind.name]) for kind, values in zip(program.arguments, columns, strict=True)]


def _same(wanted: Number, got: Any) -> bool:
    """Whether a result is the value itself: the same zero, any NaN."""
    if not wanted.kind.mantissa:
        return int(got) == oracle.INTEGERS["Int64"].hold(int(wanted.value))
    both = math.isnan(wanted.value) and math.isnan(got)
    return both or (wanted.value == got and math.copysign(1, wanted.value) == math.copysign(1, got))


@pytest.mark.parametrize("seed", range(FIRST, FIRST + PROGRAMS))
def test_numbers_are_those_of_the_oracle(seed: int) -> None:
    with warnings.catch_warnings(), override(disk_cache=False):
        warnings.simplefilter("ignore")
        found = difference(seed)
    assert isinstance(found, int), found
    assert found > 0 or seed  # most programs have lanes whose results are all defined


def test_the_programs_have_every_type_operator_and_conversion() -> None:
    text = "\n".join(NumberMaker(seed).program().text for seed in range(100))
    for name in KINDS:
        assert f"{name}(" in text and f".to({name})" in text
    for word in (
        " + ",
        " - ",
        " * ",
        " / ",
        " // ",
        " % ",
        " & ",
        " | ",
        " ^ ",
        " << ",
        " >> ",
        "abs(",
        "min(",
        "max(",
    ):
        assert text.count(word) > 20, word


def test_the_oracle_rounds_as_numpy_does() -> None:
    r = random.Random(1)
    numbers = [r.uniform(-4, 4) * 10.0 ** r.randint(-46, 38) for _ in range(2000)] + [65519.9, 65520.0, 5.9e-8, 2.9e-8]
    for name in ("Float16", "Float32"):
        with np.errstate(over="ignore"):
            wanted = np.array(numbers, np.float64).astype(name.lower()).astype(np.float64)
        assert [KINDS[name].rounded(x) for x in numbers] == wanted.tolist()


def test_a_wrong_operator_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle rounds Float32 to 22 bits: the compiled numbers differ."""
    wrong = Kind("Float32", 32, True, 22, 8)
    monkeypatch.setitem(oracle.FLOATS, "Float32", wrong)
    monkeypatch.setitem(KINDS, "Float32", wrong)
    monkeypatch.setattr(oracle, "FLOAT32", wrong)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert any(isinstance(difference(seed), str) for seed in range(6))
