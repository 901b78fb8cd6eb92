"""Checking a solution: its results, the bugs of its kernels, and the puzzle's rules."""

from __future__ import annotations

import inspect
import io
import linecache
import tokenize
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from cutedsl.checker import Report
from cutedsl.checker.formats.text import line_cost, report_text
from cutedsl.errors import DSLBaseError
from cutedsl.errors.frozen import frozen
from cutedsl.learn.lessons import puzzle
from cutedsl.learn.tasks import TASKS, Array, Case, Task
from cutedsl.testing import checking


@frozen
class Verdict:
    """The result of checking a solution: no `faults` means solved."""

    number: str
    title: str
    cases: int
    faults: tuple[str, ...]

    @property
    def solved(self) -> bool:
        """True if there are no faults."""
        return not self.faults

    def __str__(self) -> str:
        head = f"{self.number} {self.title}"
        if self.solved:
            return f"{head}: solved ({self.cases} {'case' if self.cases == 1 else 'cases'}, no findings)"
        return "\n\n".join([f"{head}: not solved yet", *self.faults])


def check(number: str, solve: Callable[..., Any]) -> None:
    """Prints the verdict on a puzzle's `solve`, for notebooks.

    >>> import cutedsl.cute as cute
    >>> check("5.1", lambda: cute.make_layout((4, 8)))
    5.1 Column-major with a pitch: not solved yet
    <BLANKLINE>
    (4,8):(1,4) maps (0,1) to 4, expected 6 (28 of 32 coordinates are wrong)
    """
    print(verdict(number, solve))


def verdict(number: str, solve: Callable[..., Any]) -> Verdict:
    """Calls `solve` on each case of a puzzle until one shows a fault.

    Errors: `LookupError` for an unknown number.
    """
    asked, task = puzzle(number), TASKS[number]
    cases = task.cases(np.random.default_rng(int(number.replace(".", ""))))
    faults: list[str] = []
    for case in cases:
        faults = [*_faults_of_offsets(solve, case)] if task.offsets else [*_faults(solve, task, case)]
        if faults:
            break
    faults += [] if faults else _missing(task, solve)
    return Verdict(number, asked.title, len(cases), tuple(faults))


def _faults(solve: Callable[..., Any], task: Task, case: Case) -> Iterator[str]:
    """What is wrong in one call: an error, else findings, else a wrong result, else broken rules."""
    out = np.full(case.wanted.shape, np.nan, np.float32)
    inputs = [x.copy() for x in case.inputs]
    try:
        with checking(measure=True) as report:
            solve(*inputs, out, *case.more)
    except Exception as error:
        yield str(error) if isinstance(error, DSLBaseError) else f"{type(error).__name__}: {error}"
        return
    if report.findings:
        yield report_text(Report(findings=report.findings, launches=report.launches))
        return
    wrong = _difference(out, case.wanted, task.tolerance)
    if wrong:
        shapes = ", ".join(str(x.shape) for x in inputs)
        yield f"wrong result for {'inputs' if len(inputs) > 1 else 'an input'} of shape {shapes}: {wrong}"
    else:
        yield from _broken_rules(task, report)


def _difference(out: Array, wanted: Array, tolerance: float) -> str:
    """The first element that differs, and how many do; empty where all agree."""
    differs = ~np.isclose(out, wanted, rtol=tolerance, atol=tolerance)
    if not differs.any():
        return ""
    at = tuple(int(i) for i in np.argwhere(differs)[0])
    place = ", ".join(map(str, at))
    got = "was not written" if np.isnan(out[at]) else f"is {out[at]:.6g}"
    return f"out[{place}] {got}, expected {wanted[at]:.6g} ({int(differs.sum())} of {differs.size} elements are wrong)"


def _broken_rules(task: Task, report: Report) -> Iterator[str]:
    shared = [count for count in report.counts if count.kind == "shared"]
    if shared and not task.shared:
        yield "the result is right, but this puzzle asks for a solution without shared memory"
    if task.conflict_free and (slow := [line_cost(count) for count in shared if count.units > count.ideal]):
        yield "\n".join(["the result is right, but accesses to shared memory conflict:", *slow])
    moved = [count for count in report.counts if count.kind == "global" and count.units > count.ideal]
    if task.whole_lines and moved:
        costs = [line_cost(count) for count in moved]
        yield "\n".join(["the result is right, but accesses touch more sectors than they need:", *costs])


def _missing(task: Task, solve: Callable[..., Any]) -> list[str]:
    """What the program must contain and does not."""
    text = _code(solve)
    return [
        f"the result is right, but `{name}` is not used: {why}" for name, why in task.uses if text and name not in text
    ]


def _code(solve: Callable[..., Any]) -> str:
    """The source around `solve` without its comments; empty where there is none."""
    try:
        file = inspect.unwrap(solve).__code__.co_filename
    except AttributeError:
        return ""
    source = "".join(linecache.getlines(file))
    try:
        tokens = [*tokenize.generate_tokens(io.StringIO(source).readline)]
    except (tokenize.TokenError, SyntaxError):
        return source
    return tokenize.untokenize(token for token in tokens if token.type not in (tokenize.COMMENT, tokenize.STRING))


def _faults_of_offsets(solve: Callable[..., Any], case: Case) -> Iterator[str]:
    """What is wrong with the layout that `solve` gives."""
    try:
        layout = solve()
        got = np.array(
            [[int(layout((i, j))) for j in range(case.wanted.shape[1])] for i in range(case.wanted.shape[0])]
        )
    except Exception as error:
        yield str(error) if isinstance(error, DSLBaseError) else f"{type(error).__name__}: {error}"
        return
    differs = got != case.wanted
    if differs.any():
        i, j = (int(k) for k in np.argwhere(differs)[0])
        wrong = f"{int(differs.sum())} of {differs.size} coordinates are wrong"
        yield f"{layout} maps ({i},{j}) to {got[i, j]}, expected {case.wanted[i, j]} ({wrong})"
