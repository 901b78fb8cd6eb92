"""Times device work with CUDA events: variants in random order, the L2 cache flushed before each run."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from benchmarks.gpu.device_program import median_spread

FLUSH_BYTES = 256 << 20
WARM_UP, REPEATS = 5, 40
WAIT_CYCLES = 400_000
"""About a fifth of a millisecond: what the host needs for a call of a library of torch, `_scaled_mm` say."""
LONG_WAIT_CYCLES = 1_000_000
"""About half a millisecond: what torch's autograd, or an operation of several kernels, needs on the host."""


def timed(
    variants: Mapping[str, Callable[[], object]],
    moved_bytes: int,
    clean: bool = False,
    repeats: int = REPEATS,
    wait_cycles: int = WAIT_CYCLES,
    warm_up: int | None = None,
) -> dict[str, dict[str, Any]]:
    """Median and spread in microseconds of each variant, and the bandwidth that `moved_bytes` make of the median.

    The flush, and `wait_cycles` after it, keep the device busy while the host enqueues the next variant. Else the time
    that the host needs for a call, often more than a small kernel takes, is counted as the kernel's.
    It leaves lines that are to be written back, in the variant's own time, unless `clean`: then it reads.
    Each round has its own order: what ran before leaves its heat and so changes the clock. The first `warm_up` rounds
    are not counted: many of them bring the device to the clock that it keeps.
    """
    flush = torch.empty(FLUSH_BYTES, dtype=torch.int8, device="cuda")
    events: dict[str, list[tuple[torch.cuda.Event, torch.cuda.Event]]] = {name: [] for name in variants}
    warm_up = min(WARM_UP, repeats) if warm_up is None else warm_up
    for repeat in range(warm_up + repeats):
        for name, run in random.sample(list(variants.items()), len(variants)):
            flush.view(torch.float32).sum() if clean else flush.zero_()
            torch.cuda._sleep(wait_cycles)
            start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            start.record()
            run()
            end.record()
            if repeat >= warm_up:
                events[name].append((start, end))
    torch.cuda.synchronize()
    results: dict[str, dict[str, Any]] = {}
    for name, pairs in events.items():
        median, low, high = median_spread([1e3 * start.elapsed_time(end) for start, end in pairs])
        results[name] = {
            "median_us": median,
            "p10_us": low,
            "p90_us": high,
            "tb_per_s": moved_bytes / median / 1e6,
        }
    return results


def timed_in_turn(variants: Mapping[str, Sequence[Callable[[], object]]], repeats: int = REPEATS) -> dict[str, Any]:
    """Median and spread, in microseconds of one run, of graphs that run each variant's runs one after the other.

    The runs of a variant are the same work on different arrays, together far larger than the cache, so that each
    starts cold but follows the one before it as closely as the device lets it.
    """
    graphs = {name: torch.cuda.CUDAGraph() for name in variants}
    for name, runs in variants.items():
        side = torch.cuda.Stream()
        with torch.cuda.stream(side):
            for run in runs:
                run()
        torch.cuda.synchronize()
        with torch.cuda.graph(graphs[name]):
            for run in runs:
                run()
    found = timed({name: graph.replay for name, graph in graphs.items()}, 0, clean=True, repeats=repeats)
    return {
        name: {key: value / len(variants[name]) for key, value in numbers.items() if key.endswith("_us")}
        for name, numbers in found.items()
    }
