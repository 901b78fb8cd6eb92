"""Random programs compute what CPython computes from the same text: control flow, state, closures, operators.

Half of them run on small Int32 numbers, which CPython computes as they are; half on numbers of another type, which may
wrap, with `oracle` for CPython. `make fuzz` compares 10,000 and writes the summary `tests/fuzz/against_python.json`
(CUTEDSL_FUZZ_SUMMARY).
"""

from __future__ import annotations

import os
import traceback
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.staging import scalars
from tests.fuzz import typed_programs
from tests.fuzz.python_maker import StateMaker
from tests.products import half
from tests.unit.staging.recorder import trace
from tests.unit.staging.test_random_programs import compiled

PROGRAMS = int(os.environ.get("CUTEDSL_PYTHON_PROGRAMS", "60"))
FIRST = int(os.environ.get("CUTEDSL_FUZZ_SEED", "0"))
SUMMARY = os.environ.get("CUTEDSL_FUZZ_SUMMARY", "")
GROUP = 20
INPUTS = [(0, 0), (1, 2), (5, -3), (7, 9), (-4, 3), (12, 1)]
REFUSED = (
    *("read-never-set", "assign-python-to-dynamic", "object-shared", "container-structure-changed"),
    *("unsupported-construct", "python-key", "dynamic-bool"),
)
"""Errors that a right program of this kind may end in: Python allows more than one compiled type, a trace runs paths
that none of the inputs takes, on which a key may be missing, and what a comprehension keeps has to be known."""


FAILS = ("read-never-set", "python-key")
"""What a program ends in that fails in CPython for one of the inputs."""


def compare(seed: int) -> str:
    """What became of a program: `same`, `unset`, or the name of the error that refuses it. AssertionError where they
    differ.

    A program that reads a variable which CPython finds unset, for one of the inputs, has to be refused for it.
    """
    if seed // 2 % 2:
        return compare_typed(seed)
    text = StateMaker(seed).program()
    program = compiled(text, f"<python {seed}>")
    return agreement(program, scalars.Int32, {pair: outcome(program, *pair) for pair in INPUTS}, f"seed {seed}\n{text}")


def compare_typed(seed: int) -> str:
    """The same on integers of a drawn type."""
    text, kind = typed_programs.program(seed)
    make = getattr(scalars, kind.name)
    by_python = typed_programs.defined(text, f"<oracle {seed}>", kind, kind)
    wanted = {pair: outcome(by_python, *map(kind, pair)) for pair in typed_programs.inputs(kind, seed)}
    staged = typed_programs.defined(text, f"<typed {seed}>", make, kind)
    return agreement(staged, make, wanted, f"seed {seed}, {kind.name}\n{text}")


def agreement(program: Callable[..., Any], kind: Any, wanted: dict[tuple[int, int], Any], shown: str) -> str:
    """How a traced program ends, and whether it computes what is wanted for each input."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # `negative-remainder`, which the oracle computes too
            traced = trace(program, kind, kind)
    except Exception as error:
        first = cause(error)
        if first is None:
            raise
        return "unset" if None in wanted.values() and first in FAILS else first
    assert None not in wanted.values(), f"reads what is not set: {shown}"
    for pair, value in wanted.items():
        assert traced.run(*pair) == value, f"{pair}: {shown}"
    return "same"


def cause(error: BaseException | None) -> str | None:
    """The name of the error that ended a trace; what `__exit__` raised after it counts for nothing."""
    while error is not None:
        if isinstance(error, DSLUserCodeError):
            return error.name
        unset = isinstance(error, UnboundLocalError) or "free variable" in str(error)
        if isinstance(error, NameError) and unset:  # errors of Python that the driver names so
            return "read-never-set"
        if isinstance(error, KeyError) and raised_in(error).startswith("<"):
            return "python-key"
        error = error.__context__
    return None


def raised_in(error: BaseException) -> str:
    """The file of the line that raised an error: that of a program begins with `<`."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    return frame.f_code.co_filename


def outcome(program: Any, n: Any, m: Any) -> Any:
    """What CPython computes; None where it reads a variable, or a key, that is not set."""
    try:
        return typed_programs.plain(program(n, m))
    except (NameError, KeyError):
        return None


@pytest.mark.parametrize("start", half(range(FIRST, FIRST + PROGRAMS, GROUP)))
def test_the_staged_program_and_cpython_agree(start: int) -> None:
    ends = Counter(compare(seed) for seed in range(start, min(start + GROUP, FIRST + PROGRAMS)))
    assert set(ends) <= {"same", "unset", *REFUSED}
    assert ends["same"] + ends["unset"] >= sum(ends.values()) * 8 // 10, ends


@pytest.mark.skipif(not SUMMARY, reason="CUTEDSL_FUZZ_SUMMARY names no file")
@pytest.mark.timeout(0)
def test_the_summary_of_many() -> None:
    from tests.fuzz import summary

    assert not summary.run(Path(SUMMARY))["failures"]
