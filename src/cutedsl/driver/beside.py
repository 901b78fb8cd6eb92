"""Work on another thread, for as long as LLVM or the GPU's driver works without Python's lock."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


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
