"""What each line of a program's kernels accesses in shared memory, for the playground: from a checked run."""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from cutedsl.checker.findings import LineCount, Report
from cutedsl.checker.formats.text import diagnostic
from cutedsl.checker.session import CheckWatch, Schedule
from cutedsl.cli.program import prepare, ran
from cutedsl.driver.call.watches import watching
from cutedsl.errors import render
from cutedsl.errors.source import source_line

_WIDEST_BYTES = 16


def kernel_accesses(program: str, arguments: Sequence[str] = ()) -> list[dict[str, Any]] | None:
    """The lines of a program that access shared memory, each with the access of a warp that took the most passes.

    Runs the program checked, on the CPU, and prints what is found, such as a launch that does not end. None if it
    failed; its message has been printed.
    """
    path = prepare("play", program, override=False)
    report = Report(measured=True)
    if path is None:
        return None
    print(f"cutedsl play: runs {path} checked, on the CPU (Ctrl-C stops it)", file=sys.stderr, flush=True)
    if not ran(path, arguments, watching(CheckWatch(report, Schedule(None), True))):
        return None
    for finding in report.findings:
        print(render(diagnostic(finding, report.orders)), file=sys.stderr)
    return [_access(count) for count in report.counts if count.worst]


def _access(count: LineCount) -> dict[str, Any]:
    """One line as the page shows it."""
    size_bytes, *places = count.worst
    file, line = count.span.file, count.span.line
    return {
        "kernel": f"{_function_at(file, line)} ({Path(file).name})",
        "line": line,
        "code": (source_line(file, line) or "").strip(),
        "tensor": count.tensor,
        "bytes": min(size_bytes, _WIDEST_BYTES),
        "lanes": places,
        "passes": _each(count.units, count.requests),
        "least": _each(count.ideal, count.requests),
    }


def _each(units: int, requests: int) -> float | int:
    """The average, as an integer where it is one."""
    average = round(units / requests, 1)
    return int(average) if average.is_integer() else average


def _function_at(file: str, line: int) -> str:
    """The innermost function whose lines have this one."""
    inside = [one for one in _functions(file) if one[0] <= line <= one[1]]
    return max(inside)[2] if inside else "module"


@cache
def _functions(file: str) -> tuple[tuple[int, int, str], ...]:
    path = Path(file)
    tree = ast.parse(path.read_text(encoding="utf-8") if path.exists() else "")
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return tuple(
        [(one.lineno, one.end_lineno or one.lineno, one.name) for one in ast.walk(tree) if isinstance(one, kinds)]
    )
