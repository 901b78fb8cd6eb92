"""Background work while LLVM or the GPU's driver releases the GIL."""

from __future__ import annotations

import _thread
import atexit
import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Final, Generic, TypeVar

from cutedsl.config import config
from cutedsl.forks.fork_gate import GATE
from cutedsl.forks.locks import fork_safe_lock

T = TypeVar("T")
_TURN_S: Final = 1e-4
_lock: Final = fork_safe_lock()
_usual_turns_s: Final[list[float]] = []
"""Saved switch intervals, one per active `short_turns`."""


class Beside(Generic[T]):
    """A future: work on another thread; `result` waits for its value, or raises its exception.

    The work's thread is not waited for until then, where `threading.Thread` waits for its start; Python's end waits for
    it, as LLVM and the driver must not work on while the process is taken down.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self._results: list[T] = []
        self._errors: list[BaseException] = []
        self._running = _thread.allocate_lock()
        self._running.acquire()
        _under_way.add(self)
        counted = GATE.enter_for(self)
        try:
            _thread.start_new_thread(self._run, (work, counted))
        except RuntimeError:
            _under_way.discard(self)
            GATE.leave(counted)
            raise

    def _run(self, work: Callable[[], T], counted: int) -> None:
        try:
            self._results.append(work())
        except BaseException as error:
            self._errors.append(error)
        finally:
            _under_way.discard(self)
            self._running.release()
            GATE.leave(counted)

    def wait(self) -> None:
        """Waits until the work is done."""
        with self._running:
            pass

    def result(self) -> T:
        """What the work gave, once it has."""
        self.wait()
        for error in self._errors:
            raise error
        return self._results[0]


_under_way: Final[set[Beside[Any]]] = set()


@atexit.register
def _wait_for_all() -> None:
    for work in list(_under_way):
        work.wait()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_under_way.clear)  # a child has none of its parent's threads to wait for


@contextmanager
def short_turns() -> Generator[None]:
    """Lets threads of Python take turns of 0.1 ms for as long as the block runs, in place of 5 ms.

    Work in LLVM or the driver needs Python's lock for moments between long calls; each of them waited for a whole turn
    of the thread that traces. Leaves the length of turns as the first such block found it.
    """
    if config().leaves_alone("turns"):
        yield
        return
    with _lock:
        _usual_turns_s.append(_usual_turns_s[0] if _usual_turns_s else sys.getswitchinterval())
        sys.setswitchinterval(_TURN_S)
    try:
        yield
    finally:
        with _lock:
            usual_s = _usual_turns_s.pop()
            if not _usual_turns_s:
                sys.setswitchinterval(usual_s)
