"""What a trial says of the checker: whether the mutant changes behaviour, and whether that is found at a right line."""

from __future__ import annotations

import ast
from pathlib import Path

from benchmarks.mutations.equivalent import chooses_values, is_traced, reason
from benchmarks.mutations.mutants import Mutant
from benchmarks.mutations.programs import users_of, uses_of
from benchmarks.mutations.trial import Trial
from benchmarks.record import ROOT

_NO_PROGRAM = ("TypeError:", "AttributeError:", "NameError:")
"""Errors of Python while a kernel is traced, in the test's second kernel too: the mutant is no program any more."""


def row_of(source: Path, mutant: Mutant, result: Trial | None) -> dict[str, object]:
    """One mutant of the results."""
    assert result is not None
    name = source.relative_to(ROOT).as_posix()
    why = reason(name, mutant)
    return {
        "file": name,
        "line": mutant.line,
        "kind": mutant.kind,
        "deleted": mutant.deleted,
        "verdict": _verdict(name, mutant, result, why),
        "found": list(result.found),
        "lines": list(result.lines),
        "changed": result.changed,
        "why": why,
    }


def _verdict(name: str, mutant: Mutant, result: Trial, why: str) -> str:
    if not is_traced(name, mutant) or not (result.runs or result.found):
        return "not run"
    if not (result.launches or result.found or result.changed):  # no time was left, or tests that launch nothing
        return "not run"
    if result.found:
        return "found" if _right(mutant, result) else "elsewhere"
    if result.changed and (not result.launches or result.changed.startswith(_NO_PROGRAM)):
        return "invalid"
    if result.changed:
        return "value" if chooses_values(name, mutant) else "missed"
    return "same" if why or mutant.kind == "predicate" else "missed"


def _right(mutant: Mutant, result: Trial) -> bool:
    """Whether a line of the report is in the function that was changed, or in one that uses it or that it uses.

    A kernel of the library has functions in several of its files: a line in any of them is of the same kernel. So is a
    `lambda` that a test gives to the function.
    """
    if result.beside:
        return True
    uses = uses_of(mutant.text)
    near = users_of(uses, mutant.function) | uses.get(mutant.function, set())
    there = [one for one in ast.walk(ast.parse(mutant.text)) if isinstance(one, ast.FunctionDef) and one.name in near]
    tests = [one for one in there if one.name.startswith("test_")]
    given = [part for test in tests for part in ast.walk(test) if isinstance(part, ast.Lambda)]
    return any(
        node.lineno <= line <= (node.end_lineno or 0)
        for node in [one for one in there if one not in tests] + given
        for line in result.lines
    )
