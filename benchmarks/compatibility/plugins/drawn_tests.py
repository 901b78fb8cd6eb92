"""A pytest plugin: runs few of a library's many tests, and keeps how each ended.

The environment says which: DRAWN_COUNT and DRAWN_SEED draw, of parameter sets whose numbers are at most DRAWN_LARGEST;
DRAWN_TESTS names a file of ids. DRAWN_RESULTS gets one
line of JSON a test, written before it starts and when it has ended: a run that a kernel ends can be continued.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

_COUNT = int(os.environ.get("DRAWN_COUNT", "0"))
_LARGEST = float(os.environ.get("DRAWN_LARGEST", "inf"))
_SEED = os.environ.get("DRAWN_SEED", "0")
_TESTS = os.environ.get("DRAWN_TESTS")
_RESULTS = Path(os.environ.get("DRAWN_RESULTS", os.devnull))
_LIMIT_S = int(os.environ.get("DRAWN_LIMIT_S", "0"))
_WANTED: frozenset[str] = frozenset(json.loads(Path(_TESTS).read_text(encoding="utf-8"))) if _TESTS else frozenset()
_MOST_CALLS = 64
"""Parameter sets of one function that the draw considers: a function may have hundreds of thousands."""


def pytest_pycollect_makeitem(name: str) -> list[object] | None:
    """Leaves functions alone that no wanted id names, so that their parameter sets are not made."""
    if _WANTED and name.startswith("test_") and not any(f"::{name}" in test for test in _WANTED):
        return []
    return None


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: Any) -> Generator[None, Any, Any]:
    """Thins the parameter sets of a function before pytest makes a test of each."""
    result = yield
    calls, test = metafunc._calls, metafunc.definition.nodeid  # pytest has no public place for this
    if _WANTED:
        calls[:] = [call for call in calls if f"{test}[{call.id}]" in _WANTED] or calls[:1]
        return result
    if calls:  # a function of large sizes only is drawn at the least of them
        least = max(_LARGEST, min(map(_size, calls)))
        calls[:] = [call for call in calls if _size(call) <= least]
    if len(calls) > _MOST_CALLS:
        kept = random.Random(f"{_SEED} {test}").sample(range(len(calls)), _MOST_CALLS)
        calls[:] = [calls[k] for k in sorted(kept)]
    return result


def _size(call: Any) -> int:
    """The largest number among a test's parameters, as its id has them."""
    return max(map(int, re.findall(r"\d+", call.id)), default=0)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps the wanted tests, or draws: a test of each function in turn, until there are enough."""
    chosen = _WANTED or set(_drawn([item.nodeid for item in items]))
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in chosen])
    items[:] = [item for item in items if item.nodeid in chosen]
    if not _WANTED:
        _RESULTS.write_text(json.dumps([item.nodeid for item in items], indent=0) + "\n", encoding="utf-8")


def _drawn(tests: list[str]) -> list[str]:
    functions: dict[str, list[str]] = defaultdict(list)
    for test in tests:
        functions[test.partition("[")[0]].append(test)
    order = random.Random(_SEED)
    for found in functions.values():
        order.shuffle(found)
    turns = list(functions.values())
    order.shuffle(turns)
    drawn: list[str] = []
    while len(drawn) < _COUNT and any(turns):
        for found in turns:
            if found and len(drawn) < _COUNT:
                drawn.append(found.pop())
    return drawn


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """Says which test begins; it gets a limited time."""
    _write({"id": item.nodeid, "began": time.time()})
    _compiled().clear()
    if _LIMIT_S:
        signal.signal(signal.SIGALRM, _over)
        signal.alarm(_LIMIT_S)
    try:
        return (yield)
    finally:
        signal.alarm(0)


class TestTimeout(BaseException):
    """The time of one test is over; no handler of the library's catches it."""

    __test__ = False


def _over(*_: object) -> None:
    raise TestTimeout(f"ran for more than {_LIMIT_S} s")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Keeps how the test ended: by its call, or by what failed before."""
    report = yield
    if report.when == "call" or report.outcome != "passed":
        told = report.longrepr  # a place and a reason, or for a test that skips in an `except` the whole traceback
        text = "" if report.passed else str(told[2] if isinstance(told, tuple) else told)
        late = call.excinfo is not None and call.excinfo.type is TestTimeout
        row = {
            "id": item.nodeid,
            "outcome": "time-out" if late else report.outcome,
            "seconds": round(report.duration, 1),
            "compiled": len(_compiled()),
        }
        _write({**row, "text": text[-6000:]})
    return report


def _compiled() -> list[str]:
    """The programs that `compile_only` compiled for this test, where it is loaded."""
    return getattr(sys.modules.get("compile_only"), "compiled", [])


def _write(row: dict[str, object]) -> None:
    with _RESULTS.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
