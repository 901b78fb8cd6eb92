"""Random programs compute what CPython computes from the same text: control flow, state, closures, operators.

`make fuzz` compares 10,000 and writes the summary `tests/fuzz/against_python.json` (CUTEDSL_FUZZ_SUMMARY).
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.staging.scalars import Int32
from tests.fuzz.python_maker import StateMaker
from tests.staging.recorder import trace
from tests.staging.test_random_programs import compiled

PROGRAMS = int(os.environ.get("CUTEDSL_PYTHON_PROGRAMS", "60"))
FIRST = int(os.environ.get("CUTEDSL_FUZZ_SEED", "0"))
SUMMARY = os.environ.get("CUTEDSL_FUZZ_SUMMARY", "")
GROUP = 20
INPUTS = [(0, 0), (1, 2), (5, -3), (7, 9), (-4, 3), (12, 1)]
REFUSED = (
    *("read-never-set", "assign-python-to-dynamic", "object-shared", "container-structure-changed"),
    "value-escapes",
)
"""Errors that a right program of this kind may end in: Python allows more than one compiled type."""


def compare(seed: int) -> str:
    """What became of a program: `same`, or the name of the error that refuses it. AssertionError where they differ."""
    text = StateMaker(seed).program()
    program = compiled(text, f"<python {seed}>")
    try:
        traced = trace(program, Int32, Int32)
    except DSLUserCodeError as error:
        return error.name
    except AssertionError as error:
        if "is not visible" in str(error):  # what the compiler reports as this
            return "value-escapes"
        raise
    for n, m in INPUTS:
        wanted = program(n, m)
        assert traced.run(n, m) == wanted, f"seed {seed}, n={n}, m={m}\n{text}"
    return "same"


@pytest.mark.parametrize("start", range(FIRST, FIRST + PROGRAMS, GROUP))
def test_the_staged_program_and_cpython_agree(start: int) -> None:
    ends = Counter(compare(seed) for seed in range(start, min(start + GROUP, FIRST + PROGRAMS)))
    assert set(ends) <= {"same", *REFUSED}
    assert ends["same"] >= sum(ends.values()) * 9 // 10, ends


@pytest.mark.skipif(not SUMMARY, reason="CUTEDSL_FUZZ_SUMMARY names no file")
@pytest.mark.timeout(0)
def test_the_summary_of_many() -> None:
    ends: Counter[str] = Counter()
    failures: list[dict[str, Any]] = []
    for seed in range(10_000):
        try:
            ends[compare(seed)] += 1
        except Exception as error:
            failures.append({"seed": seed, "error": f"{type(error).__name__}: {error}"[:200]})
    refused = {name: count for name, count in sorted(ends.items()) if name != "same"}
    summary = {"programs": 10_000, "inputs_each": len(INPUTS), "same": ends["same"], "refused": refused}
    Path(SUMMARY).write_text(json.dumps({**summary, "failures": failures}, indent=1) + "\n")
    assert not failures
