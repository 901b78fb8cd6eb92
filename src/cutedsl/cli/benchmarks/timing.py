"""Times calls against each other: variants in turn, caches emptied before each run on a GPU, median and spread."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

from cutedsl.errors.frozen import frozen

WARM_UP: Final = 3
_LOOK_S: Final = 0.33
_LEAST_BUSY: Final = 0.5
_STAT: Final = Path("/proc/stat")
FLUSH_BYTES: Final = 256 << 20
"""More than any cache holds; writing or reading it also keeps the device busy while the host asks for the next run."""


@frozen
class Sample:
    """One variant's times in microseconds: the median, and the 10th and 90th percentile."""

    median_us: float
    p10_us: float
    p90_us: float


def load_of_others() -> str:
    """What says that other programs use the processors; empty where they are free, and where the system does not tell.

    It looks for a third of a second, and compares with a tenth of the processors.
    """
    before = _idle_and_all()
    time.sleep(_LOOK_S)
    after = _idle_and_all()
    if before is None or after is None or after[1] == before[1]:
        return ""
    cores = os.cpu_count() or 1
    busy = cores * (1 - (after[0] - before[0]) / (after[1] - before[1]))
    return f"other programs use {busy:.1f} of {cores} processors" if busy > max(_LEAST_BUSY, cores / 10) else ""


def _idle_and_all() -> tuple[int, int] | None:
    """The time that all processors were idle, and all time, in ticks. Source: proc_stat(5)."""
    try:
        ticks = [int(word) for word in _STAT.read_text("ascii").partition("\n")[0].split()[1:9]]
    except (OSError, ValueError):
        return None
    return ticks[3] + ticks[4], sum(ticks)


def times(
    variants: Mapping[str, Callable[[], object]], torch: Any, repeats: int, clean: bool = False
) -> dict[str, Sample]:
    """The times of each variant; `torch` is the module where the work is on a GPU, else None.

    On a GPU the caches are full of what was written, which goes to memory during the run; with `clean`, of what was
    read.
    """
    found = _on_gpu(variants, torch, repeats, clean) if torch is not None else _on_cpu(variants, repeats)
    return {name: _sample(one) for name, one in found.items()}


def _sample(found_us: list[float]) -> Sample:
    tenths = quantiles(found_us, n=10, method="inclusive")
    return Sample(median(found_us), tenths[0], tenths[-1])


def _on_cpu(variants: Mapping[str, Callable[[], object]], repeats: int) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {name: [] for name in variants}
    for turn in range(WARM_UP + repeats):
        for name, run in variants.items():
            start = time.perf_counter()
            run()
            if turn >= WARM_UP:
                found[name].append(1e6 * (time.perf_counter() - start))
    return found


def _on_gpu(
    variants: Mapping[str, Callable[[], object]], torch: Any, repeats: int, clean: bool
) -> dict[str, list[float]]:
    flush = torch.empty(FLUSH_BYTES, dtype=torch.int8, device="cuda")
    events: dict[str, list[tuple[Any, Any]]] = {name: [] for name in variants}
    for turn in range(WARM_UP + repeats):
        for name, run in random.sample(list(variants.items()), len(variants)):  # what ran before changes the clock
            flush.view(torch.float32).sum() if clean else flush.zero_()
            start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            start.record()
            run()
            end.record()
            if turn >= WARM_UP:
                events[name].append((start, end))
    torch.cuda.synchronize()
    return {name: [1e3 * start.elapsed_time(end) for start, end in pairs] for name, pairs in events.items()}
