"""Which tests of the library trace which of its functions, found by running them once."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, Final

from benchmarks.mutations.children import in_child
from benchmarks.mutations.mutants import Mutant
from benchmarks.record import ROOT

MOST_TESTS: Final = 3
"""So many tests of one function are run."""
_SETS: Final = 3
"""So many sets of parameters of each test are looked at."""
_LIMIT_S: Final = 100.0

Case = tuple[str, str, int]
"""A file of tests, a test, and the number of its set of parameters."""


@dataclass(frozen=True, slots=True)
class Reach:
    """By case, the functions and lines of the library that its run traces, as `module.py:function` or `module.py:7`."""

    traced: dict[Case, frozenset[str]]

    def tests_of(self, module: str, mutant: Mutant) -> list[Case]:
        """A few cases that trace a function, and of those that come to the changed line: one of each test first."""
        found = [case for case, names in self.traced.items() if f"{module}:{mutant.function}" in names]
        there = [case for case in found if f"{module}:{mutant.line}" in self.traced[case]]
        return sorted(there or found, key=lambda case: case[2])[:MOST_TESTS]


def reach_of(folder: Path | None) -> Reach:
    """What `look` has kept in `folder`; nothing without one."""
    traced: dict[Case, frozenset[str]] = {}
    if folder is None:
        return Reach(traced)
    for path in _tests():
        for name, number, functions in json.loads(_kept(folder, path).read_text(encoding="utf-8")):
            traced[path.relative_to(ROOT).as_posix(), name, number] = frozenset(functions)
    return Reach(traced)


def look(folder: Path, part: int, parts: int) -> None:
    """Runs some of the library's files of tests, and keeps what they trace in `folder` where that is not there yet."""
    for path in _tests()[part::parts]:
        kept = _kept(folder, path)
        if not kept.exists():
            kept.write_text(in_child(lambda path=path: json.dumps(_look(path)), _LIMIT_S) or "[]", encoding="utf-8")


def _tests() -> list[Path]:
    return sorted((ROOT / "tests" / "unit" / "ops").rglob("test_*.py"))


def _kept(folder: Path, path: Path) -> Path:
    return folder / f"reach-{path.stem}.json"


def _look(path: Path) -> list[tuple[str, int, list[str]]]:
    from benchmarks.mutations.programs import cases_of

    found: list[tuple[str, int, list[str]]] = []
    for test, cases in cases_of(path):
        for number, arguments in enumerate(cases[:_SETS]):
            found.append((test.__name__, number, sorted(_traced(lambda test=test, given=arguments: test(**given)))))
    return found


def _traced(work: Callable[[], object]) -> set[str]:
    """The functions of the library that are called meanwhile, and their lines that are come to."""
    seen: set[str] = set()
    folder = str(ROOT / "src" / "cutedsl" / "ops") + "/"

    def at_line(frame: FrameType, event: str, _: object) -> Any:
        seen.add(f"{frame.f_code.co_filename.removeprefix(folder)}:{frame.f_lineno}")
        return at_line

    def look(frame: FrameType, event: str, _: object) -> Any:
        if not frame.f_code.co_filename.startswith(folder):
            return None
        seen.add(f"{frame.f_code.co_filename.removeprefix(folder)}:{frame.f_code.co_name}")
        return at_line

    sys.settrace(look)
    try:
        work()
    except Exception as error:  # the case is of no use
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
    finally:
        sys.settrace(None)
    return seen
