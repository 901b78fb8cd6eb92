"""Keeps `os.fork` and compilation apart, so that a child can compile too.

A child has only the thread that forked. A lock that another thread held at that moment (of an import, of LLVM, of
llvmlite) stays taken in the child for good. So a fork waits until the compilations and loads of other threads are over,
and new ones wait for the fork. Running kernels is no part of that: locks of the thread pool are made anew in the child.

Modules of ours are imported when they are first needed, and Python holds a lock for each module during its import. So
a fork waits for those imports too, and for the locks of `locks.py`, which threads take outside of compilations.
"""

from __future__ import annotations

import _imp
import os
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from importlib import _bootstrap  # pyright: ignore[reportAttributeAccessIssue]
from typing import Any, Final

from cutedsl.forks.locks import release_all, take_all

PATIENCE_S: Final = 30.0
"""How long a fork waits. A compilation may itself wait for the thread that forks: that must not last for ever."""


class ForkGate:
    """Who compiles now, and whether somebody wants to fork."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside: dict[int, int] = {}
        self._forks = 0
        self._held: list[Any] = []
        self._logging_lock: Any = None
        self._stopped = False

    @contextmanager
    def compiling(self) -> Generator[None]:
        """No other thread forks for as long as the block runs; a block inside another one never waits."""
        thread = threading.get_ident()
        with self._changed:
            while self._forks and thread not in self._inside:
                self._changed.wait()
            self._enter(thread)
        try:
            yield
        finally:
            self.leave(thread)

    def enter_for(self, work: object) -> int:
        """Counts work that a compilation begins on another thread; returns what `leave` takes. It never waits."""
        with self._changed:
            self._enter(id(work))
        return id(work)

    def leave(self, who: int) -> None:
        """The end of what `enter_for` began; nothing in a child, which has forgotten it."""
        with self._changed:
            if who in self._inside:
                self._inside[who] -= 1
                if not self._inside[who]:
                    del self._inside[who]
                self._changed.notify_all()

    def before_fork(self) -> None:
        """Waits for the compilations and imports of other threads."""
        thread, logged = threading.get_ident(), "logging" in sys.modules
        with self._changed:
            self._forks += 1
            self._changed.wait_for(lambda: not self._inside.keys() - {thread}, PATIENCE_S)
        logging_lock, self._held = _stop_imports()
        # Imported while this waited, `logging` takes its lock at the next fork, and lets go of it after this one.
        self._logging_lock = logging_lock if logged else None
        self._stopped = True  # while it holds the lock of imports, so that no other fork sees it

    def after_in_parent(self) -> None:
        """Lets imports and compilations begin again."""
        if not self._stopped:  # a fork that began before there was a gate
            return
        self._stopped = False
        with self._changed:
            self._forks -= 1
            self._changed.notify_all()
        self._let_go()
        logging_lock, self._logging_lock = self._logging_lock, None
        _imp.release_lock()
        if logging_lock is not None:
            logging_lock.release()

    def after_in_child(self) -> None:
        """Only the thread that forked is left: what others did is over; `logging` makes its lock anew."""
        if not self._stopped:
            return
        self._stopped = False
        self._let_go()
        _imp.release_lock()
        thread = threading.get_ident()
        self._changed = threading.Condition()
        self._inside = {who: count for who, count in self._inside.items() if who == thread}
        self._forks = 0

    def _let_go(self) -> None:
        held, self._held = self._held, []
        release_all(held)

    def _enter(self, who: int) -> None:
        self._inside[who] = self._inside.get(who, 0) + 1


def _stop_imports() -> tuple[Any, list[Any]]:
    """Waits until no other thread imports a module of ours or holds a lock of ours; holds what begins an import.

    Returns the lock of `logging`, held too, as that module takes it at a fork: a thread that holds it may want to
    import; and our locks, held, or none of them where time is up. None is waited for while another is held: a thread
    that has one may want the next.

    Source: `importlib._bootstrap` of CPython 3.11 to 3.13; a module's lock knows the thread that holds it.
    """
    end = time.monotonic() + PATIENCE_S
    while True:
        logging_lock = getattr(sys.modules.get("logging"), "_lock", None)
        if logging_lock is not None:
            logging_lock.acquire()
        _imp.acquire_lock()
        held = None if _others_import() else take_all()
        if held is not None or time.monotonic() > end:
            return logging_lock, held or []
        _imp.release_lock()
        if logging_lock is not None:
            logging_lock.release()
        time.sleep(0.001)


def _others_import() -> bool:
    """Whether another thread is in the import of a module of ours."""
    thread, locks = threading.get_ident(), dict[str, Any](vars(_bootstrap).get("_module_locks", {}))
    ours = [find() for name, find in locks.items() if name.partition(".")[0] == "cutedsl"]
    return any(getattr(lock, "owner", None) not in (None, thread) for lock in ours)


GATE: Final = ForkGate()
"""The one of the process."""

if sys.platform != "win32":
    os.register_at_fork(
        before=GATE.before_fork, after_in_parent=GATE.after_in_parent, after_in_child=GATE.after_in_child
    )
