"""How long the blocks of each kernel are checked: the others run without checks, and the report counts them."""

from __future__ import annotations

import ctypes
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from cutedsl.driver.compile.during import during

_BEYOND_ALL: Final = 1 << 62
"""No launch has so many clusters."""
LEAST: Final = 1
"""How many clusters begin whatever the budget."""
_LOOK_S: Final = 0.001


class Budget:
    """Seconds of checks for each kernel, counted over all of its launches; None: as many as it takes."""

    def __init__(self, seconds: float | None = None) -> None:
        self._seconds = seconds
        self._used: dict[str, float] = {}

    @property
    def limited(self) -> bool:
        """Whether some blocks may run without checks."""
        return self._seconds is not None

    def used_up(self, kernel: str) -> bool:
        """Whether no further block of the kernel is checked."""
        return self._seconds is not None and self._used.get(kernel, 0.0) >= self._seconds

    @contextmanager
    def stopping(self, kernel: str, counter: ctypes.c_int64) -> Iterator[None]:
        """Until the end of the block no cluster begins, but the first `LEAST`, when the kernel's time is used up.

        A thread that runs clusters takes their numbers from `counter`, and ends where there are no more.
        """
        if self._seconds is None:
            yield
            return
        start, used = time.monotonic(), self._used.get(kernel, 0.0)
        try:
            with during("cutedsl-check-budget", partial(_stop, self._seconds - used, counter)):
                yield
        finally:
            self._used[kernel] = used + time.monotonic() - start


def _stop(left_s: float, counter: ctypes.c_int64, over: threading.Event) -> None:
    """After some seconds no cluster begins, if enough have begun."""
    wait_s = left_s
    while not over.wait(wait_s):
        if counter.value >= LEAST:
            counter.value = _BEYOND_ALL
            return
        wait_s = _LOOK_S


def spread(clusters: int) -> list[int]:
    """All clusters in an order whose beginning shows most: the first, the last, then from all parts of the grid.

    >>> spread(5)[:2], sorted(spread(5))
    ([0, 4], [0, 1, 2, 3, 4])
    """
    ends = [0, clusters - 1] if clusters > 1 else [0]
    return ends + random.Random(0).sample(range(1, clusters - 1), max(clusters - 2, 0))
