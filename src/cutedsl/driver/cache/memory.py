"""Programs that this process has compiled or loaded, by the digest of what they were made from."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

from cutedsl.config import config
from cutedsl.driver.call.compiled import CompiledFunction
from cutedsl.driver.compile.compilation import Compilation
from cutedsl.forks.locks import fork_safe_lock


@dataclass(slots=True)
class Remembered:
    """A compilation, what its trace printed and returned, and the loaded function that direct calls of it share."""

    compilation: Compilation
    printed: str
    result: object = None
    function: CompiledFunction | None = None


@dataclass(slots=True)
class _Flight:
    """One digest being compiled: those who want it wait for the lock."""

    lock: threading.RLock = field(default_factory=fork_safe_lock)
    waiting: int = 0


class ProgramMemory:
    """Compilations by digest, those used last kept; one thread compiles a digest, others wait for it."""

    def __init__(self) -> None:
        self._programs: OrderedDict[str, Remembered] = OrderedDict()
        self._flights: dict[str, _Flight] = {}
        self._lock = fork_safe_lock()

    def get(self, digest: str) -> Remembered | None:
        """The compilation of a digest, which becomes the youngest."""
        with self._lock:
            found = self._programs.get(digest)
            if found is not None:
                self._programs.move_to_end(digest)
            return found

    def put(self, digest: str, program: Remembered) -> None:
        """Remembers a compilation; the one unused for longest goes when there are too many."""
        with self._lock:
            self._programs[digest] = program
            self._programs.move_to_end(digest)
            while len(self._programs) > config().memory_programs:
                self._programs.popitem(last=False)

    @contextmanager
    def flight(self, digest: str) -> Generator[None]:
        """Within `with`, this thread is the only one that compiles the digest."""
        with self._lock:
            flight = self._flights.setdefault(digest, _Flight())
            flight.waiting += 1
        try:
            with flight.lock:
                yield
        finally:
            with self._lock:
                flight.waiting -= 1
                if not flight.waiting:
                    self._flights.pop(digest, None)


MEMORY = ProgramMemory()
"""The programs of this process."""
