"""What the tests of the cache share: a counter of traces, and a folder of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cutedsl.driver.cache import lookup
from cutedsl.driver.cache.memory import ProgramMemory
from cutedsl.driver.compile import translate as translating


class Traces:
    """How many traces ran since the last look."""

    def __init__(self) -> None:
        self._count = 0

    def add(self) -> None:
        self._count += 1

    def taken(self) -> int:
        """The count, which starts again at 0."""
        count, self._count = self._count, 0
        return count


@pytest.fixture
def traces(monkeypatch: pytest.MonkeyPatch) -> Iterator[Traces]:
    """Counts the traces that really run."""
    counter = Traces()
    trace = translating.trace_program

    def counted(*args: Any, **named: Any) -> Any:
        counter.add()
        return trace(*args, **named)

    monkeypatch.setattr(translating, "trace_program", counted)
    yield counter


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache for each test, in memory and on disk."""
    monkeypatch.setattr(lookup, "MEMORY", ProgramMemory())
    place = tmp_path / "cache"
    monkeypatch.setenv("CUTEDSL_CACHE_DIR", str(place))
    return place
