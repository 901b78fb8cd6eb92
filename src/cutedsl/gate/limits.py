"""How much memory and how much of the processor a part of this process may take."""

from __future__ import annotations

import contextlib
import os
import sys
import time
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_AFTER_NAME: Final = 2
_TIMES: Final = slice(13, 17)
"""Of /proc/PID/stat, counted from 0: processor time of the process and of the children that it waited for."""


class Spent:
    """The time that a process has taken, without the time in which it waited for a core that others keep busy.

    Where it can run, its processor time counts; where it sleeps, all time does. Looked at now and then. On systems
    without /proc all time counts.
    """

    def __init__(self, pid: int) -> None:
        self._folder = Path(f"/proc/{pid}")
        self._seconds = 0.0
        self._at, (self._used, _) = time.monotonic(), self._state()

    def seconds(self) -> float:
        """Since it was made."""
        now, (used, runs) = time.monotonic(), self._state()
        passed, computed = now - self._at, used - self._used
        self._seconds += min(computed, passed) if runs else passed
        self._at, self._used = now, used
        return self._seconds

    def _state(self) -> tuple[float, bool]:
        """Its processor time, and whether one of its threads runs or could."""
        used = 0.0
        try:
            used = sum(map(int, _fields(self._folder / "stat")[_TIMES])) / _TICKS
            threads = (_fields(one / "stat")[_AFTER_NAME] for one in (self._folder / "task").iterdir())
            return used, any(state == "R" for state in threads)
        except (OSError, ValueError, IndexError):
            return used, False


def _fields(stat: Path) -> list[str]:
    """The fields of a `stat` of Linux; the name, which may have spaces, is one. Source: proc_pid_stat(5)."""
    before, _, after = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")
    return [*before.split(" (", 1), *after.split()]


@contextlib.contextmanager
def limited(more_bytes: int, seconds: float) -> Iterator[None]:
    """Until the block ends, allocations beyond so much more memory fail. Python code fails after so many seconds of
    processor time, of all threads together. So a busy machine allows as much work as an idle one.

    Only in the main thread; where the system has no such limits, there are none.

    Errors: MemoryError or the library's own, TimeoutError.
    """
    if sys.platform != "linux":
        yield
        return
    import resource
    import signal

    def late(_number: int, _frame: types.FrameType | None) -> None:
        raise TimeoutError(f"takes more than {seconds} s of the processor")

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[0])
    had = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + more_bytes, hard))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.signal(signal.SIGPROF, had)
