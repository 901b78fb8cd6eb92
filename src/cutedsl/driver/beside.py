"""Work on another thread, for as long as LLVM or the GPU's driver works without Python's lock."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final, Generic, TypeVar

T = TypeVar("T")
_TURN_S: Final = 1e-4
_lock: Final = threading.RLock()
_usual_turns_s: Final[list[float]] = []
"""One item for each block of `short_turns` under way; the first says how long turns were before."""


class Beside(Generic[T]):
    """Work that has begun; `result` waits for what it gives, and raises what it raised."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._results: list[T] = []
        self._errors: list[BaseException] = []
        self._thread = threading.Thread(target=self._run, args=(work,), name="cutedsl-beside")
        self._thread.start()

    def _run(self, work: Callable[[], T]) -> None:
        try:
            self._results.append(work())
        except BaseException as error:
            self._errors.append(error)

    def result(self) -> T:
        """What the work gave, once it has."""
        self._thread.join()
        for error in self._errors:
            raise error
        return self._results[0]


@contextmanager
def short_turns() -> Generator[None]:
    """Lets threads of Python take turns of 0.1 ms for as long as the block runs, in place of 5 ms.

    Work in LLVM or the driver needs Python's lock for moments between long calls; each of them waited for a whole turn
    of the thread that traces. Leaves the length of turns as the first such block found it.
    """
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
