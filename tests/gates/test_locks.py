"""Every lock of the sources is one that a fork waits for."""

from __future__ import annotations

import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src/cutedsl"
ALLOWED = {
    "forks/locks.py": "makes them",
    "cli/time_limit.py": "of one block of one command, with its own timer",
}


def test_locks_are_fork_safe() -> None:
    found = {
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        if re.search(r"threading\.R?Lock\(|default_factory=threading|import R?Lock\b", path.read_text())
    }
    assert found == set(ALLOWED), "write fork_safe_lock() of cutedsl.forks.locks"
