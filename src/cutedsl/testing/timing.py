"""The result of a benchmark: the mean time, its spread and the machine's clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from cutedsl.execution.clocks import cpu_clock_mhz, gpu_clock_mhz
from cutedsl.execution.devices import current_device, gpu_available


class Timing(float):
    """The mean time of a run in microseconds, as a float, with its samples.

    `samples_us` are the means of consecutive parts of the timed runs; median and percentiles are theirs.
    `clock_mhz` is the clock before and after, None where the machine does not tell.

    >>> Timing.of([(10, 0.001), (10, 0.003)], (1500, 1480))
    200.0 us (median 200.0, 10-90 %: 120.0-280.0; 20 runs in 2 samples; clock 1500 to 1480 MHz)
    """

    __slots__ = ("clock_mhz", "runs", "samples_us")
    samples_us: tuple[float, ...]
    runs: int
    clock_mhz: tuple[int, int] | None

    @classmethod
    def of(cls, samples: Sequence[tuple[int, float]], clock_mhz: tuple[int, int] | None) -> Self:
        """The timing of samples, each a number of runs and their total seconds."""
        runs = sum(count for count, _ in samples)
        made = cls(sum(seconds for _, seconds in samples) * 1e6 / runs)
        made.samples_us = tuple(seconds * 1e6 / count for count, seconds in samples)
        made.runs, made.clock_mhz = runs, clock_mhz
        return made

    @property
    def median_us(self) -> float:
        return self.percentile_us(50)

    def percentile_us(self, percent: float) -> float:
        """A percentile of the samples, interpolated."""
        ordered = sorted(self.samples_us)
        place = (len(ordered) - 1) * percent / 100
        below = int(place)
        above = min(below + 1, len(ordered) - 1)
        return ordered[below] + (ordered[above] - ordered[below]) * (place - below)

    def __repr__(self) -> str:
        spread = f"10-90 %: {self.percentile_us(10):.1f}-{self.percentile_us(90):.1f}"
        samples = f"{self.runs} runs in {len(self.samples_us)} sample{'s' * (len(self.samples_us) > 1)}"
        clock = "" if self.clock_mhz is None else f"; clock {self.clock_mhz[0]} to {self.clock_mhz[1]} MHz"
        return f"{float(self):.1f} us (median {self.median_us:.1f}, {spread}; {samples}{clock})"

    __str__ = __repr__


def clock_mhz() -> int | None:
    """The clock of the current GPU, or of the CPU where there is none."""
    return gpu_clock_mhz(current_device().name_on_bus) if gpu_available() else cpu_clock_mhz()
