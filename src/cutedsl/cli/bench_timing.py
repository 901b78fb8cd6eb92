"""Times calls against each other: variants in turn, caches emptied before each run on a GPU, median and spread."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any, Final

WARM_UP: Final = 3
FLUSH_BYTES: Final = 256 << 20
"""More than any cache holds; writing or reading it also keeps the device busy while the host asks for the next run."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One variant's times in microseconds: the median, and the 10th and 90th percentile."""

    median_us: float
    p10_us: float
    p90_us: float


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
