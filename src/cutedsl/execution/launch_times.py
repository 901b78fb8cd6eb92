"""How long the launches of this process take, for who asks: on the CPU by its clock, on a GPU between two events."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from cutedsl.errors.frozen import frozen
from cutedsl.execution.cpu.pool import stop_telling, tell_launches

if TYPE_CHECKING:
    from cutedsl.execution.cuda.driver import CudaDriver

# The host's clock counts seconds, CUDA's events milliseconds.
_US_PER_S: Final = 1e6
_US_PER_MS: Final = 1e3


@frozen
class KernelTimes:
    """The launches of one kernel; times in microseconds; the threads of its largest launch."""

    kernel: str
    launches: int
    least_us: float
    median_us: float
    total_us: float
    most_threads: int = 0


@dataclass(slots=True)
class LaunchTimes:
    """The times of launches, by kernel."""

    _threads: dict[str, int] = field(default_factory=dict[str, int])
    _us: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    _events: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])
    _driver: CudaDriver | None = None

    def on_cpu(self, kernel: str, threads: int) -> Callable[[], None]:
        """A launch on the CPU begins; returns what is called at its end."""
        self._count(kernel, threads)
        begun = time.perf_counter()
        return lambda: self._us.setdefault(kernel, []).append((time.perf_counter() - begun) * _US_PER_S)

    def on_gpu(self, driver: CudaDriver, kernel: str, threads: int, stream: int, launch: Callable[[], None]) -> None:
        """Makes a launch on a GPU, between two events; one that is captured in a graph has no time."""
        if driver.is_capturing(stream):
            launch()
            return
        self._count(kernel, threads)
        start, end = driver.create_event(), driver.create_event()
        driver.record_event(start, stream)
        launch()
        driver.record_event(end, stream)
        self._driver = driver
        self._events.append((kernel, start, end))

    def _count(self, kernel: str, threads: int) -> None:
        self._threads[kernel] = max(threads, self._threads.get(kernel, 0))

    def kernels(self) -> list[KernelTimes]:
        """The kernels in the order of their first launch; waits for those that still run on a GPU."""
        from statistics import median  # its import takes 5 ms, and every GPU program imports this file

        if self._driver is not None:
            for kernel, start, end in self._events:
                self._us.setdefault(kernel, []).append(self._driver.elapsed_ms(start, end) * _US_PER_MS)
            self._events.clear()
        return [
            KernelTimes(kernel, len(us), min(us), median(us), sum(us), self._threads[kernel])
            for kernel, us in self._us.items()
        ]


_current: Final[list[LaunchTimes]] = []


def current_times() -> LaunchTimes | None:
    """Who asks for the times of launches."""
    return _current[-1] if _current else None


@contextmanager
def timing_launches(times: LaunchTimes) -> Iterator[None]:
    """Until the block ends, the launches of this process are timed; programs for a GPU are first run inside of it."""
    _current.append(times)
    tell_launches(times.on_cpu)  # so that machine code lets Python launch
    try:
        yield
    finally:
        stop_telling(times.on_cpu)
        _current.remove(times)
