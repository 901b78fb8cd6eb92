"""One process for all tests of the gate that forks into workers: it takes four seconds to start."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cutedsl.gate.processes import Spawner


@pytest.fixture(scope="session")
def spawner() -> Iterator[Spawner]:
    with Spawner() as started:
        yield started
