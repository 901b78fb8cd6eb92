"""The monitor: a thread that wakes compiled code up for signals and ends calls that take too long.

It looks at the calls that Python makes in `active`, and at the seats of the pool for those of machine code.

It sleeps while no call is watched, so an idle process is not woken.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import Final

from cutedsl.execution.cpu.context import CallContext, tick_at
from cutedsl.execution.cpu.pool import pool
from cutedsl.forks.locks import fork_safe_lock

_PERIOD_S: Final = 0.05
_IDLE_PERIODS: Final = 20


class Monitor:
    """Watches the calls in `active`; started at the first one."""

    def __init__(self) -> None:
        self.active: dict[int, CallContext] = {}
        self._wake = threading.Event()
        self._asleep = False
        self._lock = fork_safe_lock()
        self._thread: threading.Thread | None = None

    def watch(self, context: CallContext) -> None:
        """From now on the call is ticked, and stopped at its deadline."""
        self.active[context.address] = context
        if self._thread is None:
            self._start()
        elif self._asleep:
            self._wake.set()

    def forget(self, context: CallContext) -> None:
        """The call has ended."""
        self.active.pop(context.address, None)

    def _start(self) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="cutedsl-monitor", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        idle = 0
        while True:
            pool().watching(True)
            time.sleep(_PERIOD_S)
            now = time.monotonic()
            watched = tuple(self.active.values())
            seated = pool().seated()
            for rt in seated:
                tick_at(rt)
            for context in watched:
                if context.deadline is not None and now > context.deadline:
                    context.timed_out = True
                    context.stop()
                else:
                    context.tick()
            idle = 0 if watched or seated else idle + 1
            if idle > _IDLE_PERIODS:
                self._sleep()
                idle = 0

    def _sleep(self) -> None:
        self._wake.clear()
        self._asleep = True
        pool().watching(False)
        if not self.active and not pool().seated():
            self._wake.wait()
        self._asleep = False


_monitors: Final[list[Monitor]] = []


def monitor() -> Monitor:
    """The process's monitor; a forked child gets its own."""
    if not _monitors:
        _monitors.append(Monitor())
    return _monitors[0]


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_monitors.clear)
